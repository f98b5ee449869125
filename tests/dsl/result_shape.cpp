// SPDX-License-Identifier: BSL-1.0
// dsl/result_shape.cpp: the input shape and the items determine the static extents of the result,
// or the error.
#include "../support/catch.hpp"

#include <stria/plan/result_shape.hpp>
#include <stria/token/literal.hpp>

#include <string_view>
#include <type_traits>

using namespace stria;
using stria::detail::shape_of;
using stria::detail::subscript_fault;

namespace {

inline constexpr dim batch{"batch"}, rows{"n"}, three{"k", at_least<3>};

template <class... Items> using encoding = decltype(encode(std::declval<Items>()...));

template <auto Shape, class... Items>
inline constexpr auto shape_at = stria::detail::result_shape<Shape, encoding<Items...>::code>();

template <auto Shape, class... Items>
using verdict = stria::detail::subscript_verdict<Shape, encoding<Items...>::code>;

template <auto Shape, class... Items> constexpr bool refuses(std::string_view text) {
  return !verdict<Shape, Items...>::accepted && verdict<Shape, Items...>::text().view() == text;
}

template <index N> using c = constant<N>;
template <class B, class E> using cut = decltype(range(B{}, E{}));
using reversed = decltype(rev());

} // namespace

TEST_CASE("the flagship line has the shape (2, 1, 5, 5, 2, 5)") {
  constexpr auto from = shape_of<5, 5, 5, 5, 5, 5>();
  constexpr auto to = shape_of<2, 1, 5, 5, 2, 5>();
  STATIC_REQUIRE(
      shape_at<from, c<1>, cut<c<2>, c<4>>, newaxis_t, ellipsis_t, decltype(rev(-_3)), all_t> ==
      to);
  STATIC_REQUIRE(shape_at<from, decltype("1, 2:4, None, ..., :-3:-1, :"_ix)> == to);
}

TEST_CASE("extents that follow from constants are static") {
  STATIC_REQUIRE(shape_at<shape_of<3, 4>()> == shape_of<3, 4>());
  STATIC_REQUIRE(shape_at<shape_of<3, 4>(), int> == shape_of<4>());
  STATIC_REQUIRE(shape_at<shape_of<3, 4>(), c<0>, c<-1>> == shape_of<>());
  STATIC_REQUIRE(shape_at<shape_of<9>(), decltype("1::3"_ix)> == shape_of<3>());
  STATIC_REQUIRE(shape_at<shape_of<9>(), decltype("99:"_ix)> == shape_of<0>());
}

TEST_CASE("extents that depend on the run time are dynamic") {
  STATIC_REQUIRE(shape_at<shape_of<9>(), cut<int, all_t>> == shape_of<dyn>());
  STATIC_REQUIRE(shape_at<shape_of<dyn>(), cut<c<1>, c<2>>> == shape_of<dyn>());
  STATIC_REQUIRE(shape_at<shape_of<9>(), decltype(range(_, _, 2))> == shape_of<dyn>());
}

TEST_CASE("a whole axis keeps its name, forwards and backwards") {
  STATIC_REQUIRE(shape_at<shape_of<batch, 3>(), all_t> == shape_of<batch, 3>());
  STATIC_REQUIRE(shape_at<shape_of<batch, 3>(), ellipsis_t, c<0>> == shape_of<batch>());
  STATIC_REQUIRE(shape_at<shape_of<batch, 3>(), reversed> == shape_of<batch, 3>());
  STATIC_REQUIRE(shape_at<shape_of<batch, 3>(), cut<c<1>, all_t>> == shape_of<batch - 1, 3>());
}

TEST_CASE("constant bounds on a named axis give an expression of the name") {
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype("1:"_ix)> == shape_of<rows - 1>());
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype(":-1"_ix)> == shape_of<rows - 1>());
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype("1:-1"_ix)> == shape_of<rows - 2>());
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype("-2::-1"_ix)> == shape_of<rows - 1>());
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype("-2:0:-1"_ix)> == shape_of<rows - 2>());
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype("::2"_ix)> == shape_of<ceil_div(rows, 2)>());
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype("1::2"_ix)> ==
                 shape_of<ceil_div(rows - 1, 2)>());
  STATIC_REQUIRE(shape_at<shape_of<rows - 1>(), decltype("1:"_ix)> == shape_of<rows - 2>());
  STATIC_REQUIRE(shape_at<shape_of<2 * rows>(), decltype("::2"_ix)> == shape_of<rows>());
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype("3:2"_ix)> == shape_of<0>());
  STATIC_REQUIRE(shape_at<shape_of<rows, rows>(), c<0>, newaxis_t, decltype("1:"_ix)> ==
                 shape_of<1, rows - 1>());
}

TEST_CASE("a promised size makes constant slices static") {
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype(":1"_ix)> == shape_of<dyn>());
  STATIC_REQUIRE(shape_at<shape_of<rows>(), decltype("-1:"_ix)> == shape_of<dyn>());
  STATIC_REQUIRE(shape_at<shape_of<three>(), decltype(":3"_ix)> == shape_of<3>());
  STATIC_REQUIRE(shape_at<shape_of<three>(), decltype("-1:"_ix)> == shape_of<1>());
  STATIC_REQUIRE(shape_at<shape_of<three>(), decltype(":4"_ix)> == shape_of<dyn>());
  STATIC_REQUIRE(shape_at<shape_of<three>(), decltype("-1:2"_ix)> == shape_of<0>());
  STATIC_REQUIRE(shape_at<shape_of<three>(), decltype("-1:4"_ix)> == shape_of<dyn>());
}

TEST_CASE("messages of mistakes that the compiler can see") {
  STATIC_REQUIRE(refuses<shape_of<3, batch>(), c<3>>(
      "stria: index 3 is out of bounds for axis 0, which has 3 elements: use -3 to 2 (shape (3, "
      "batch))"));
  STATIC_REQUIRE(refuses<shape_of<3>(), c<0>, all_t>(
      "stria: too many items in the subscript: 2 axes are asked for, but the shape (3,) has 1; "
      "drop items or add axes with newaxis"));
  STATIC_REQUIRE(refuses<shape_of<3>(), ellipsis_t, ellipsis_t>(
      "stria: a second ellipsis in the subscript; at most one is allowed"));
  STATIC_REQUIRE(refuses<shape_of<dyn>(), decltype("::0"_ix)>(
      "stria: the step of item 0 is 0; a slice needs a step other than 0 (-1 goes backwards)"));
}

TEST_CASE("mistakes that depend on the run time are accepted") {
  STATIC_REQUIRE(verdict<shape_of<dyn>(), c<99>>::accepted);
  STATIC_REQUIRE(verdict<shape_of<3>(), int>::accepted);
  STATIC_REQUIRE(verdict<shape_of<3>(), decltype(range(_, _, 0))>::accepted);
}

namespace {

// The size that an extent has if every name has this size.
index size_of(const extent& e, index name) {
  const auto f = stria::detail::fraction_of(e);
  index sum = f.p.plus;
  for (std::size_t k = 0; k < f.p.count; ++k) {
    index product = f.p.terms[k].times;
    for (std::size_t j = 0; j < f.p.terms[k].count; ++j)
      product *= name;
    sum += product;
  }
  return sum <= 0 ? 0 : (sum + f.over - 1) / f.over;
}

} // namespace

TEST_CASE("the extent of every slice of a named axis is the size that the slice has") {
  constexpr extent axes[] = {rows,     three,         rows - 1,          rows + 1,
                             2 * rows, 3 * three - 2, ceil_div(rows, 2), rows * three};
  constexpr index open = 9;
  index told = 0, total = 0;
  for (const extent& axis : axes)
    for (index b = -5; b <= open; ++b)
      for (index e = -5; e <= open; ++e)
        for (const index s : {-3, -2, -1, 1, 2, 3}) {
          const auto bound = [](index x) {
            return x == open ? stria::detail::open_code : bound_code{bound_state::constant, x};
          };
          const stria::item_code code{stria::item_kind::slice, bound(b), bound(e),
                                      bound_code{bound_state::constant, s}};
          const extent result = stria::detail::slice_extent(axis, code);
          ++total;
          told += stria::detail::is_dyn(result) ? 0 : 1;
          if (stria::detail::is_dyn(result))
            continue;
          for (index size = 3; size < 10; ++size)
            REQUIRE(
                size_of(result, size) ==
                stria::detail::slice_axis(size_of(axis, size), b, b == open, e, e == open, s).size);
          for (index size = 0; size < 3 && axis != extent(three) && axis.second == nullptr &&
                               axis != extent(3 * three - 2);
               ++size)
            REQUIRE(
                size_of(result, size) ==
                stria::detail::slice_axis(size_of(axis, size), b, b == open, e, e == open, s).size);
        }
  CHECK(told * 2 > total);
}
