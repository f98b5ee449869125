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

inline constexpr dim batch{"batch"};

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
  STATIC_REQUIRE(shape_at<shape_of<batch, 3>(), cut<c<1>, all_t>> == shape_of<dyn, 3>());
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
