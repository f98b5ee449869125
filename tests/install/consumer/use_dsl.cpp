// SPDX-License-Identifier: BSL-1.0
// use_dsl.cpp: a program with the index language alone.
#include <stria/dsl.hpp>

#include <string_view>

static_assert(STRIA_VERSION ==
              STRIA_VERSION_MAJOR * 10000 + STRIA_VERSION_MINOR * 100 + STRIA_VERSION_PATCH);
// find_package reports the version that the header has.
#if defined(PACKAGE_VERSION)
static_assert(std::string_view(PACKAGE_VERSION) == STRIA_VERSION_STRING);
#endif

int main() {
  using namespace stria;
  constexpr auto s = encode(_1, range(2, 4), newaxis, ellipsis, rev(-3), _);
  static_assert(s.masks == slice_masks{.begin_mask = 48,
                                       .end_mask = 32,
                                       .ellipsis_mask = 8,
                                       .new_axis_mask = 4,
                                       .shrink_axis_mask = 1});
  return s.begin[1] == 2 && s.end[1] == 4 && s.strides[4] == -1 ? 0 : 1;
}
