// SPDX-License-Identifier: BSL-1.0
#include "../support/catch.hpp"

#include <stria/stria.hpp>

#include <concepts>

using namespace stria;

namespace {

inline constexpr dim batch{"batch"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}
template <class X> constexpr bool is_view(const X&) { return detail::view_operand<X>; }

/// The elements are `first`, `first` + `step`, ... in row-major order.
template <class E> constexpr bool counts(const E& e, int first = 0, int step = 1) {
  const auto t = eval(e);
  for (const auto& v : t.storage()) {
    if (v != first)
      return false;
    first += step;
  }
  return true;
}

constexpr auto numbered() { return reshape(arange<int>(24_c), _2, _3, _4); }

/// Any operand whose elements count in row-major order: reshaped, it still counts.
template <class E> constexpr bool keeps_counting(const E& e, int first = 0, int step = 1) {
  return counts(reshape(e, _4, _6), first, step) && counts(reshape(e, 4, 6), first, step) &&
         counts(reshape(e, 2, -1, _2, 1), first, step) && counts(ravel(e), first, step) &&
         counts(flatten(e), first, step) && ravel(e)[5] == first + 5 * step &&
         reshape(e, _4, _6)[2, 3] == first + 15 * step &&
         counts(reshape(e, 4, 6) + 0, first, step) &&
         counts(reshape(reshape(e, 4, 6), _2, _3, _4), first, step);
}

} // namespace

TEST_CASE("reshape knows the extents that follow from constants") {
  tensor<int, 2, 3, 4> t;
  CHECK(has<6, 4>(reshape(t, _6, _4)));
  CHECK(has<6, 4>(reshape(t, _6, -_1)));
  CHECK(has<6, 4>(reshape(t, -_1, _4)));
  CHECK(has<24>(reshape(t, -_1)));
  CHECK(has<6, dyn>(reshape(t, _6, 4)));
  CHECK(has<6, dyn>(reshape(t, _6, -1)));
  CHECK(has<dyn, dyn>(reshape(t, -_1, 4)));
  CHECK(has<dyn, dyn>(reshape(t, std::array<index, 2>{4, 6})));
  CHECK(has<1, 24, 1>(reshape(t, _1, 24_c, _1)));
  CHECK(has<24>(ravel(t)));
  CHECK(has<24>(flatten(t)));
  CHECK(has<24>(ravel(t + 1)));

  tensor<int, batch, 4> n(6);
  CHECK(has<dyn, 4>(reshape(n, -_1, _4)));
  CHECK(has<8, 3>(reshape(n, _8, _3)));
  CHECK(has<dyn>(ravel(n)));
  CHECK(has<batch>(ravel(n[_, _0])));
  CHECK(has<batch>(flatten(n[_, _0])));
  CHECK(reshape(n, -1, 8).shape() == std::array<index, 2>{3, 8});
  CHECK(reshape(n, 2, -1, 3).shape() == std::array<index, 3>{2, 4, 3});
}

TEST_CASE("reshape is right for every kind of operand") {
  tensor<int, 2, 3, 4> t = numbered();
  const auto& c = t;
  dtensor<int, 3> d = t;
  tensor<int, 2, batch, 4> n = t;
  CHECK(keeps_counting(t));
  CHECK(keeps_counting(c));
  CHECK(keeps_counting(d));
  CHECK(keeps_counting(n));
  CHECK(keeps_counting(t + 1, 1));
  CHECK(keeps_counting(d * 2, 0, 2));
  CHECK(keeps_counting(t[rev(), rev(), rev()], 23, -1));
  CHECK(keeps_counting(d[rev(), rev(), rev()], 23, -1));
  CHECK(keeps_counting((d + 1)[rev(), rev(), rev()], 24, -1));
  CHECK(keeps_counting(transpose(eval(transpose(t)))));
  CHECK(keeps_counting(transpose(eval(transpose(d)))));
  CHECK(keeps_counting(transpose(transpose(d + 1)), 1));
  STATIC_REQUIRE(keeps_counting(tensor<int, 2, 3, 4>(numbered())));
  STATIC_REQUIRE(keeps_counting(dtensor<int, 3>(numbered())));
  STATIC_REQUIRE(keeps_counting(dtensor<int, 3>(numbered())[rev(), rev(), rev()], 23, -1));

  // What dies is kept.
  CHECK(counts(reshape(numbered(), 4, 6)));
  CHECK(counts(ravel(dtensor<int, 3>(t))));
  CHECK(counts(flatten(dtensor<int, 3>(t))));
  CHECK(ravel(dtensor<int, 3>(t))[23] == 23);
  const auto owned = reshape(dtensor<int, 3>(t), 4, -1);
  CHECK(owned[3, 5] == 23);
  CHECK((owned[range(_2, _), _5][1]) == 23);

  // Gaps, in the inner and in the outer axis.
  tensor<int, 4, 12> wide = reshape(arange<int>(48_c), _4, 12_c);
}
