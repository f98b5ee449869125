// SPDX-License-Identifier: BSL-1.0
// axis(k) gives the same result as the constant, in every function that accepts a run-time axis.
#include "catch.hpp"
#include "numbers.hpp"

#include <stria/stria.hpp>

#include <concepts>
#include <string>
#include <vector>

using namespace stria;
using stria::index;

namespace {

inline constexpr dim width{"width"};

dtensor<int, 3> some_numbers() { return reshape(remainder(arange<int>(24) * 7 + 3, 11), 2, 3, 4); }

/// A copy with dynamic extents: comparing such copies compiles much faster than comparing the
/// results themselves.
template <class E> auto dynamic(const E& e) {
  return dtensor<detail::value_t<E>, detail::rank_of<E>>(e);
}
/// Equal to a few units in the last place: the order of additions may depend on what is known about
/// the axis.
template <class Copy> void same(const Copy& got, const Copy& expected) {
  if constexpr (std::is_floating_point_v<detail::value_t<Copy>>)
    CHECK(allclose(got, expected, 1e-14, 1e-14, true));
  else
    CHECK(array_equal(got, expected, true));
}

/// Checks that call(constant) and call(axis(k)) agree for two of R axes, also negative ones.
template <std::size_t R, class Call> void agree(const char* name, const Call& call) {
  INFO(name);
  const auto at = [&]<index K>(constant<K> k) {
    INFO("axis " << K);
    const auto expected = dynamic(call(k));
    same(dynamic(call(axis(K))), expected);
    same(dynamic(call(axis(K - static_cast<int>(R)))), expected);
  };
  at(constant<0>());
  at(constant<static_cast<index>(R) - 2>());
}
#define AGREE(rank, ...) agree<rank>(#__VA_ARGS__, [&](auto k) { return __VA_ARGS__; })

template <class Error, class F> std::string text_of(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const error&>(e).what();
  }
  return "nothing was thrown";
}

} // namespace

TEST_CASE("reductions") {
  const auto a = some_numbers();
  const tensor<double, 2, 3, 4> x = a / 4. - 1.;
  AGREE(3, sum(a, k));
  AGREE(3, sum(x * 2., k, keepdims));
  AGREE(3, prod(a, k));
  AGREE(3, mean(a, k));
  AGREE(3, min(a[rev(), _, rev()], k));
  AGREE(3, max(x, k, keepdims));
  AGREE(3, any(a > 9, k));
  AGREE(3, all_of(a, k));
  AGREE(3, none_of(a, k, keepdims));
  AGREE(3, count_nonzero(a, k));
  AGREE(3, argmin(a, k));
  AGREE(3, argmax(x, k, keepdims));
  AGREE(3, var(a, k, ddof(1)));
  AGREE(3, std_dev(a, keepdims, k));
  AGREE(3, ptp(a, k));
  AGREE(3, norm(a, k));
  AGREE(3, logsumexp(x, k));
  AGREE(3, median(x, k));
  AGREE(3, percentile(x, 30, k));
  AGREE(3, reduce([](index p, int q) { return 3 * p + q; }, index{1}, a, k));
}

TEST_CASE("the first axis of a matrix norm is the axis of the rows") {
  const tensor<double, 2, 3> m{{1., -2., 3.}, {-4., 5., 6.}};
  CHECK(norm(m, 1, axis(0), axis(1)) == 9.);
  CHECK(norm(m, 1, axis(1), axis(0)) == 15.);
  CHECK(norm(m, 1, axis(-1), axis(-2), keepdims)[0, 0] == 15.);
  CHECK(norm(m, 1, _1, _0) == 15.);
}

TEST_CASE("several axes, and all of them") {
  const auto a = some_numbers();
  CHECK(array_equal(sum(a, axis(2), axis(0)), sum(a, _0, _2)));
  CHECK(array_equal(sum(a, _1, axis(-1)), sum(a, _1, _2)));
  CHECK(array_equal(sum(a, axis(1), -_1, keepdims), sum(a, _1, _2, keepdims)));
  // Positions in the flattened axes, in the order of the axes.
  CHECK(array_equal(argmax(a, axis(2), axis(1)), argmax(a, _1, _2)));
  CHECK(array_equal(median(a, axis(2), axis(0)), median(a, _0, _2)));
  const int total = static_cast<int>(sum(a, axis(0), axis(1), axis(2)));
  CHECK(total == static_cast<int>(sum(a)));
  const dtensor<double, 1> v{3, 1, 2};
  const double of_a_vector = sum(v, axis(-1));
  CHECK(of_a_vector == 6);
  CHECK(median(v, axis(0)) == 2);
  CHECK(array_equal(sum(v, axis(0), keepdims), dtensor<double, 1>{6}));
}

TEST_CASE("functions that keep the rank") {
  const auto a = some_numbers();
  const tensor<double, 2, 3, 4> x = a / 4. - 1.;
  const std::vector<int> twice{2};
  const tensor row{1, 0, -1};
  const tensor table{{1, 0, -1}, {0, 0, 1}};
  AGREE(3, cumsum(a, k));
  AGREE(3, cumprod(x, k));
  AGREE(3, sort(a, k));
  AGREE(3, sort(-a, k));
  AGREE(3, argsort(a[_, rev()], k));
  AGREE(3, partition(a, 1, k)[ellipsis, range(_, 0)]);
  AGREE(3, diff(a, k));
  AGREE(3, roll(a, 5, k));
  AGREE(3, roll(x + 1., -1, k));
  AGREE(3, flip(a, k));
  AGREE(3, repeat(a, 3, k));
  AGREE(3, repeat(x, twice, k));
  AGREE(3, take(a, row, k));
  AGREE(3, take(x, table, k));
  AGREE(3, take(a * 2, 1, k));
  AGREE(3, take_along_axis(a, argsort(a, k), k));
  AGREE(3, concat(k, a, a * 10, a));
  AGREE(4, stack(k, a, a * 10));
  AGREE(3, swapaxes(a, k, _1));
  AGREE(3, swapaxes(x * 2., -_1, k));
  AGREE(3, moveaxis(a, k, _0));
  AGREE(3, moveaxis(a, _0, k));
  AGREE(4, expand_dims(a, k));
  AGREE(4, squeeze(expand_dims(a, k), k));
  CHECK(array_equal(flip(a, axis(2), _0), flip(a, _0, _2)));
  CHECK(array_equal(transpose(a, axis(2), _0, axis(1)), transpose(a, _2, _0, _1)));
  for (int i = 0; i < 3; ++i)
    for (int j = -3; j < 3; ++j) {
      CHECK(array_equal(moveaxis(moveaxis(a, axis(i), axis(j)), axis(j), axis(i)), a));
      CHECK(array_equal(swapaxes(swapaxes(a, axis(i), axis(j)), axis(i), axis(j)), a));
    }
}

TEST_CASE("static extents of the result") {
  const tensor<int, 3, 3> square{{3, 1, 2}, {9, 7, 8}, {6, 4, 5}};
  const tensor<int, 2, 3> oblong{{3, 1, 2}, {6, 5, 4}};
  const dtensor<int, 2> dynamic = oblong;
  tensor<int, width, width> named(3, 3);
  named = square;
  STATIC_REQUIRE(detail::extents_of<decltype(sum(square, axis(0)))>[0].size == 3);
  STATIC_REQUIRE(detail::extents_of<decltype(sort(square, axis(0)))> == square.extents);
  STATIC_REQUIRE(!detail::extents_of<decltype(sum(oblong, axis(0)))>.is_static());
  STATIC_REQUIRE(detail::extents_of<decltype(sum(named, axis(0)))>[0] == extent(width));
  STATIC_REQUIRE(sum(square, axis(0)).extent(0) == 3);
  // Usable in constant expressions.
  STATIC_REQUIRE(array_equal(sum(tensor{{1, 2}, {3, 4}}, axis(1)), tensor{3, 7}));
  STATIC_REQUIRE(array_equal(sort(tensor{{4, 2}, {3, 1}}, axis(0)), tensor{{3, 1}, {4, 2}}));
  CHECK(array_equal(sum(named, axis(1)), tensor{6, 24, 15}));
  CHECK(array_equal(sum(dynamic, axis(_1)), tensor{6, 15}));
  CHECK(array_equal(sort(dynamic, axis(std::size_t{0})), oblong));
  CHECK(array_equal(sort(dynamic, axis(static_cast<unsigned char>(1))),
                    tensor{{1, 2, 3}, {4, 5, 6}}));
  // An integer does not convert to an axis.
  STATIC_REQUIRE(!std::convertible_to<int, axis>);
}

TEST_CASE("writing through views, and lifetime of rvalues") {
  auto a = some_numbers();
  const auto before = a;
  const int k = 2;
  moveaxis(a, axis(k), _0)[0] = -1;
  CHECK(array_equal(a[ellipsis, 0], full_like(a[ellipsis, 0], -1)));
  CHECK(array_equal(a[ellipsis, range(1, _)], before[ellipsis, range(1, _)]));
  CHECK(shares_storage(flip(a, axis(k)), a));
  put_along_axis(a, zeros<index>(2, 1, 4), 7, axis(1));
  CHECK(array_equal(a[_, 0], full(7, 2, 4)));
  put_along_axis(a, ones<index>(2, 1, 4), full(9, 2, 1, 4), axis(1));
  CHECK(array_equal(a[_, 1], full(9, 2, 4)));
  // Values of lower rank are broadcast: as many of them as positions in the last axis, and one.
  const dtensor<int, 1> row{1, 2, 3, 4};
  for (const int along : {0, 1}) {
    const auto at = zeros<index>(along == 0 ? 1 : 2, along == 0 ? 3 : 1, 4);
    put_along_axis(a, at, row, axis(along));
    CHECK(array_equal(take_along_axis(a, at, axis(along)), broadcast_to(row, at.shape())));
    put_along_axis(a, at, row * 2, axis(along));
    CHECK(array_equal(take_along_axis(a, at, axis(along)), broadcast_to(row * 2, at.shape())));
    put_along_axis(a, at, tensor<int>{5}, axis(along));
    CHECK(all_of(take_along_axis(a, at, axis(along)) == 5));
  }
  put_along_axis(a, zeros<index>(2, 3, 1), dtensor<int, 2>{{1}, {2}, {3}}, axis(-1));
  CHECK(array_equal(a[_, _, 0], dtensor<int, 2>{{1, 2, 3}, {1, 2, 3}}));
  put_along_axis(a, zeros<index>(2, 3, 1), dtensor<int, 4>{{{{4}, {5}, {6}}}}, axis(-1));
  CHECK(array_equal(a[_, _, 0], dtensor<int, 2>{{4, 5, 6}, {4, 5, 6}}));
  const auto sorted = sort(some_numbers(), axis(k));
  CHECK(array_equal(sorted, sort(before, _2)));
  const auto sums = sum(some_numbers() * 2, axis(k));
  CHECK(array_equal(sums, sum(before, _2) * 2));
  const auto joined = concat(axis(k), some_numbers(), some_numbers());
  CHECK(array_equal(joined, concat(_2, before, before)));
  // Overlapping source and target.
  a = before;
  a = sort(a, axis(0));
  CHECK(array_equal(a, sort(before, _0)));
  a = before;
  a = moveaxis(a, axis(0), axis(0)) + roll(a, 1, axis(1));
  CHECK(array_equal(a, before + roll(before, 1, _1)));
}

TEST_CASE("empty axes, and axes of one element") {
  const dtensor<double, 3> none(2, 0, 3), one(1, 1, 3);
  AGREE(3, sum(none, k));
  AGREE(3, mean(none, k, keepdims));
  AGREE(3, sort(none, k));
  AGREE(3, concat(k, one, one));
  AGREE(3, cumsum(one, k));
  AGREE(3, take(one, dtensor<index, 1>(0), k));
  CHECK_THROWS_AS(eval(max(none, axis(1))), value_error);
}

TEST_CASE("axes out of bounds") {
  const auto a = some_numbers();
  const dtensor<int, 2> m{{1, 2}, {3, 4}};
  const dtensor<int, 3> other(2, 4, 4);
  CHECK(text_of<index_error>([&] { sum(a, axis(3)); }) ==
        "stria: there is no axis 3 in a tensor of rank 3");
  CHECK(text_of<index_error>([&] { sort(m, axis(-3)); }) ==
        "stria: there is no axis -3 in a tensor of rank 2");
  CHECK(text_of<value_error>([&] { sum(a, axis(1), axis(-2)); }) ==
        "stria: axis 1 is named twice; name each one once");
  CHECK(text_of<value_error>([&] { transpose(a, axis(1), _0, axis(1)); }) ==
        "stria: axis 1 is named twice; name each one once");
  CHECK(text_of<shape_error>([&] { squeeze(a, axis(1)); }) ==
        "stria: squeeze: axis 1 of the shape (2, 3, 4) has 3 elements; only axes of size 1 can be "
        "dropped");
  CHECK(text_of<shape_error>([&] { concat(axis(2), a, other); }) ==
        "stria: concat: the shapes (2, 3, 4) and (2, 4, 4) differ in axis 1; they may differ in "
        "axis 2 only");
  CHECK_THROWS_AS(roll(a, 1, axis(7)), index_error);
  CHECK_THROWS_AS(flip(a, axis(7)), index_error);
  CHECK_THROWS_AS(take(a, 0, axis(-4)), index_error);
  CHECK_THROWS_AS(moveaxis(a, axis(0), axis(3)), index_error);
  CHECK_THROWS_AS(swapaxes(a, axis(4), _0), index_error);
  CHECK_THROWS_AS(expand_dims(a, axis(4)), index_error);
  CHECK_NOTHROW(expand_dims(a, axis(3)));
  CHECK_THROWS_AS(stack(axis(4), a, a), index_error);
  CHECK_THROWS_AS(concat(axis(3), a, a), index_error);
  CHECK_THROWS_AS(partition(a, 4, axis(2)), index_error);
  CHECK_THROWS_AS(sum(a, axis(~std::size_t{0})), index_error);
}
