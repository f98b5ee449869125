// SPDX-License-Identifier: BSL-1.0
// dsl/to_string.cpp: an encoded subscript as NumPy text. Parsing the text gives the subscript back.
#include "../support/catch.hpp"

#include <stria/mask/to_string.hpp>
#include <stria/plan/slice_plan.hpp>
#include <stria/token/literal.hpp>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace stria;

namespace {

// Checks that parse_index(to_string(e)) equals e.
template <class Encoded> bool reads_back(const Encoded& e) {
  const parsed_index p = parse_index(to_string(e));
  return p.begin == e.begin && p.end == e.end && p.strides == e.strides && p.masks == e.masks;
}

} // namespace

TEST_CASE("the text is that between NumPy's brackets") {
  CHECK(to_string(encode(_1, range(2, 4), newaxis, ellipsis, rev(-3), _)) ==
        "1, 2:4, None, ..., :-3:-1, :");
  CHECK(to_string(encode(range(_, 3), range(3, _), range(_, _, 2), rev())) == ":3, 3:, ::2, ::-1");
  CHECK(to_string(encode(range(1, 9, 1))) == "1:9");
  CHECK(to_string(encode(-1)) == "-1");
  CHECK(to_string(encode()) == "()");
  CHECK(to_string(encode(" [1,2:4 , np.newaxis]"_ix)) == "1, 2:4, None");
  CHECK(to_string(parse_index(" [1,2:4 , np.newaxis]")) == "1, 2:4, None");
}

TEST_CASE("law: parsing the text of an encoded subscript gives it back") {
  CHECK(reads_back(encode()));
  CHECK(reads_back(encode(_1, range(2, 4), newaxis, ellipsis, rev(-3), _)));
  CHECK(reads_back(encode(-1, 0, 5_c, PTRDIFF_MIN, PTRDIFF_MAX)));
  CHECK(reads_back(encode(range(PTRDIFF_MIN, PTRDIFF_MAX, PTRDIFF_MIN))));
  CHECK(reads_back(encode(range(_, _, 0), range(1, _, 1), range(_, 2, _))));
  CHECK(reads_back(encode(ellipsis, ellipsis)));
  CHECK(reads_back(encode(rev(), rev(_), rev(1, _), rev(_, _, 3))));
}

TEST_CASE("law: parsing the text of a parsed subscript gives it back") {
  for (const char* text : {"()", "1", "1:2:3, ..., None", "::, :0, 0:, -1:-2:-3", "::0"}) {
    INFO(text);
    CHECK(parse_index(to_string(parse_index(text))) == parse_index(text));
  }
}

TEST_CASE("parts that do not change the selection are not written") {
  const std::array<index, 3> begin{1, 2, 3}, end{7, 8, 9}, strides{2, 2, 1};
  // Overlapping bits, and bits beyond the items; the shrunk item has a stride.
  CHECK(to_string(begin, end, strides,
                  {.begin_mask = 0b1111,
                   .ellipsis_mask = 0b0100,
                   .new_axis_mask = 0b1110,
                   .shrink_axis_mask = 0b1111}) == "1, None, ...");
}

TEST_CASE("law: a text selects what the masks select") {
  std::mt19937 engine(20240607);
  const auto draw = [&](int lowest, int highest) {
    return std::uniform_int_distribution<int>(lowest, highest)(engine);
  };
  int planned = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<index> shape, begin, end, strides;
    for (int k = draw(1, 4); k > 0; --k)
      shape.push_back(draw(0, 5));
    const int items = draw(0, 5);
    for (int k = 0; k < items; ++k) {
      begin.push_back(draw(-7, 7));
      end.push_back(draw(-7, 7));
      strides.push_back(draw(0, 9) == 0 ? -2 : draw(1, 2));
    }
    const auto bits = [&] { return static_cast<std::uint64_t>(draw(0, 63) & draw(0, 63)); };
    const slice_masks masks{.begin_mask = bits(),
                            .end_mask = bits(),
                            .ellipsis_mask = std::uint64_t{1} << draw(0, 9),
                            .new_axis_mask = bits(),
                            .shrink_axis_mask = bits()};
    slice_plan want;
    try {
      want = plan_slice(shape, begin, end, strides, masks);
    } catch (const error&) {
      continue;
    }
    const std::string text = to_string(begin, end, strides, masks);
    INFO(text);
    const parsed_index p = parse_index(text);
    const slice_plan got = plan_slice(shape, p.begin, p.end, p.strides, p.masks);
    REQUIRE(got.axes() == want.axes());
    REQUIRE(got.shape() == want.shape());
    REQUIRE(got.sources() == want.sources());
    ++planned;
  }
  CHECK(planned > 500);
}

// std::string does not work in constant expressions with clang and libstdc++ 12.
#if !defined(__clang__)
static_assert(to_string(encode(_1, range(2, 4))) == "1, 2:4");
static_assert(to_string(encode()) == "()");
static_assert(to_string(encode(newaxis, ellipsis, rev(-1, 1, 2))) == "None, ..., -1:1:-2");
static_assert(to_string(parse_index("1, :, None")) == "1, :, None");
#endif

TEST_CASE("different lengths are refused") {
  const std::array<index, 2> two{};
  const std::array<index, 1> one{};
  CHECK_THROWS_AS(to_string(two, one, two, {}), value_error);
  CHECK_THROWS_WITH(to_string(two, two, one, {}), test::contains("2, 2 and 1 entries"));
}
