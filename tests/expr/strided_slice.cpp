// SPDX-License-Identifier: BSL-1.0
// strided_slice, compared with the equivalent subscript.
#include "catch.hpp"
#include "values.hpp"

#include <array>
#include <concepts>
#include <span>

using namespace stria;
using test::evaluated;
using test::list;
using test::values;

namespace {

template <std::size_t M> using bounds = std::array<stria::index, M>;

auto cube() { return test::counted(tensor<int, 2, 3, 4>()); }

} // namespace

TEST_CASE("the masks determine the kind of an item") {
  auto t = cube();
  const bounds<3> b{1, 1, 3}, e{2, 3, 0}, s{1, 1, -1};
  CHECK(values(strided_slice(t, b, e, s, mask<0, 0, 0, 0, 0>{})) ==
        values(t[range(1, 2), range(1, 3), range(3, 0, -1)]));
  CHECK(values(strided_slice(t, b, e, s, mask<0, 0, 0, 0, 1>{})) ==
        values(t[1, range(1, 3), range(3, 0, -1)]));
  CHECK(values(strided_slice(t, b, e, s, mask<0b010, 0b100, 0, 0, 0>{})) ==
        values(t[range(1, 2), range(_, 3), range(3, _, -1)]));
  CHECK(values(strided_slice(t, b, e, s, mask<0, 0, 0b010, 0, 1>{})) ==
        values(t[1, ellipsis, range(3, 0, -1)]));
  CHECK(values(strided_slice(t, b, e, s, mask<0, 0, 0, 0b010, 0>{})) ==
        values(t[range(1, 2), newaxis, range(3, 0, -1)]));
  // The ellipsis bit wins over the new-axis bit, and the new-axis bit over the shrink bit.
  CHECK(values(strided_slice(t, b, e, s, mask<0, 0, 0b010, 0b010, 0b011>{})) ==
        values(t[1, ellipsis, range(3, 0, -1)]));
  CHECK(values(strided_slice(t, b, e, s, mask<0, 0, 0, 0b010, 0b010>{})) ==
        values(t[range(1, 2), newaxis, range(3, 0, -1)]));
}

TEST_CASE("rank and view of the result") {
  auto t = cube();
  const bounds<2> b{1, 0}, e{2, 3}, s{1, 2};
  auto v = strided_slice(t, b, e, s, mask<0, 0, 0, 0, 1>{});
  STATIC_REQUIRE(decltype(v)::rank == 2);
  STATIC_REQUIRE(std::same_as<decltype(v.data()), int*>);
  v = 0;
  CHECK(t[1, 0, 0] == 0);
  CHECK(t[1, 2, 3] == 0);
  CHECK(t[1, 1, 1] == 17);
  STATIC_REQUIRE(
      std::same_as<decltype(strided_slice(std::as_const(t), b, e, s, mask<0, 0, 0, 0, 1>{}).data()),
                   const int*>);
  // Axes without an item are selected completely and keep static extents.
  STATIC_REQUIRE(decltype(v)::extents[1] == extent(4));
}

TEST_CASE("strided_slice of an expression is an expression") {
  auto t = cube();
  const bounds<2> b{1, -1}, e{2, -4}, s{1, -2};
  auto x = strided_slice(t + 1, b, e, s, mask<0, 0, 0, 0, 0>{});
  CHECK(values(x) == values((t + 1)[range(1, 2), range(-1, -4, -2)]));
  CHECK(evaluated(x) == values(x));
  CHECK(evaluated(strided_slice(cube(), b, e, s, mask<0, 0, 0, 0, 0>{})) ==
        values(t[range(1, 2), range(-1, -4, -2)]));
  const std::span<const stria::index, 2> sb(b), se(e), ss(s);
  CHECK(values(strided_slice(t, sb, se, ss, mask<0, 0, 0, 0, 0>{})) ==
        values(t[range(1, 2), range(-1, -4, -2)]));
}

TEST_CASE("refusals of TensorFlow") {
  auto t = cube();
  using one = bounds<1>;
  CHECK_THROWS_AS(strided_slice(t, one{0}, one{1}, one{0}, mask<0, 0, 0, 0, 0>{}), value_error);
  CHECK_THROWS_AS(strided_slice(t, one{0}, one{1}, one{-1}, mask<0, 0, 0, 0, 1>{}), value_error);
  CHECK_THROWS_AS(strided_slice(t, one{2}, one{3}, one{1}, mask<0, 0, 0, 0, 1>{}), index_error);
  CHECK_THROWS_AS(strided_slice(t, one{-3}, one{0}, one{1}, mask<1, 1, 0, 0, 1>{}), index_error);
  // At a shrink position, begin_mask, end_mask and end are ignored.
  CHECK(values(strided_slice(t, one{-1}, one{77}, one{5}, mask<1, 1, 0, 0, 1>{})) == values(t[_1]));
  // The stride of an ellipsis or a new axis is ignored, too.
  CHECK(values(strided_slice(t, one{5}, one{6}, one{0}, mask<0, 0, 1, 0, 0>{})) == values(t));
  CHECK(values(strided_slice(t, one{5}, one{6}, one{0}, mask<0, 0, 0, 1, 0>{})) == values(t));
  CHECK(values(strided_slice(t, bounds<0>{}, bounds<0>{}, bounds<0>{}, mask<0, 0, 0, 0, 0>{})) ==
        values(t));
}
