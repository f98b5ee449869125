// SPDX-License-Identifier: BSL-1.0
// Expressions of stored arrays are evaluated region by region: the boxes of the leaves that a
// region of the result reads are copied, and the same expression is evaluated over the copies.
#include "memory_store.hpp"
#include "numbers.hpp"

#include <random>

using namespace stria;
using detail::region;
using stria::index;

namespace {

/// The elements of a region of n, as a tensor.
template <class N, std::size_t R> auto values_of(const N& n, const region<R>& r) {
  return detail::values_of(n, r, test::memory_taker());
}

struct dice {
  std::mt19937 numbers{20};
  index operator()(index low, index high) {
    return std::uniform_int_distribution<index>(low, high)(numbers);
  }
};

/// Checks that a region that is computed alone has the same elements as in the whole result.
template <class E, class Whole, std::size_t R>
void check_region(const E& e, const Whole& whole, const region<R>& r) {
  const auto got = values_of(e, r);
  CHECK(got.shape() == r.size);
  const auto wanted = test::evaluated(test::region_slice(whole, r));
  if constexpr (std::is_floating_point_v<typename E::value_type>)
    CHECK(test::near(got, wanted));
  else
    CHECK(test::holds(got, wanted));
}

/// Calls f(region) for each tile of a result. The ranges of the axes before `axis` are already set
/// in r.
template <std::size_t R, class F>
void for_tiles(const std::array<index, R>& sizes, const std::array<index, R>& tile, const F& f,
               region<R> r = {}, std::size_t axis = 0) {
  if (axis == R)
    return f(r);
  for (index at = 0; at < sizes[axis]; at += tile[axis]) {
    detail::set_axis(r, axis, at, 1, std::min(tile[axis], sizes[axis] - at));
    for_tiles(sizes, tile, f, r, axis + 1);
  }
}

/// Checks all tiles of the result, and a few regions with gaps.
template <class E> void check_tiles(const E& e, dice& random) {
  INFO("expression " << to_string(e));
  const auto whole = eval(e);
  const auto n = e.shape();
  auto tile = n;
  for (index& t : tile)
    t = random(1, std::max<index>(t, 1));
  for_tiles(n, tile, [&](const auto& r) { check_region(e, whole, r); });
  for (int times = 0; times < 3; ++times) {
    region<E::extents.rank()> r;
    for (std::size_t k = 0; k < n.size(); ++k) {
      const index begin = random(0, n[k]), step = random(1, 3);
      detail::set_axis(r, k, begin, step, random(0, (n[k] - begin + step - 1) / step));
    }
    check_region(e, whole, r);
  }
}

template <std::size_t R> auto whole_numbers(const std::array<index, R>& n, dice& random) {
  dtensor<double, R> t = zeros<double>(n);
  for (double& x : t.storage())
    x = static_cast<double>(random(-9, 9));
  return test::stored(t);
}

} // namespace

TEST_CASE("every kind of expression, tile by tile") {
  dice random;
  for (int times = 0; times < 4; ++times) {
    const index m = random(2, 7), n = random(2, 7);
    const auto a = whole_numbers<2>({m, n}, random), b = whole_numbers<2>({m, n}, random);
    const auto v = whole_numbers<1>({n}, random);
    const auto t = whole_numbers<3>({m, 3, n}, random);
    const dtensor<index, 1> places{m - 1, 0, -1, 1};
    const auto sub = a[rev(), range(1, _)];

    // element-wise, with views and slices of expressions among the operands
    check_tiles(a * b + v, random);
    check_tiles(where(a > b, 1., v - a), random);
    check_tiles(a[range(_, _, 2)] + b[range(_, _, 2), rev()], random);
    check_tiles(sub * 2. - sub[_, rev()], random);
    check_tiles((a + b)[rev(), range(1, _, 2)], random);
    check_tiles((a * 2.)[1] + v, random);
    check_tiles(transpose(a - b) * v[_, newaxis], random);
    check_tiles(broadcast_to(v + 1., 3, m, n) * a, random);
    check_tiles(diagonal(a * b, 1) + 0., random);
    check_tiles(v[_, newaxis] - v, random);
    check_tiles(triu(a, 1), random);
    check_tiles(exp(v / 9.) * a - sqrt(abs(a[_, 0]))[_, newaxis], random);
    // reductions, alone and inside
    check_tiles(sum(a, _0), random);
    check_tiles(a - sum(a, _1, keepdims), random);
    check_tiles(sum(t, _0, _2) * 2., random);
    check_tiles(max(t, _1) + sum(b, _0), random);
    check_tiles(transpose(sum(t * 2., _1)), random);
    check_tiles((a - mean(a, _0)) / (var(a, _0) + 1.), random);
    check_tiles(argmax(a, _1), random);
    check_tiles(reduce([](double x, double y) { return x - y; }, 0., t, _1), random);
    check_tiles(sum(sum(t, _0) * v, _1, keepdims), random);
    // positions
    check_tiles(a[places], random);
    check_tiles((a + b)[places], random);
    check_tiles((a * 2.)[a[_, 0] > 0.], random);
    check_tiles((a - 1.)[ix_(places, dtensor<index, 1>{1, 0})], random);
    check_tiles(sum(a[places], _0), random);
    // operands that are computed first
    check_tiles(cumsum(a, _0) + b, random);
    check_tiles(argsort(a, _0), random);
    check_tiles(roll(a, 2, _1) - roll(b, 1, _0), random);
    check_tiles(roll(a, 3), random);
    check_tiles(gradient(a, _0) + gradient(a * 2., _1), random);
    check_tiles(quantile(a, tensor{.25, .5}, _0), random);
    check_tiles(median(t, _1), random);
    check_tiles(sort(a - b, _1)[rev()], random);
    check_tiles(concat(_0, a, b) * v, random);
    check_tiles(matmul(a, transpose(b)) - 1., random);
    check_tiles(reshape(a + b, n, m), random);
    check_tiles(pad(a, 1), random);
    check_tiles(sum(cumsum(a, _1), _0), random);
  }
}

TEST_CASE("only needed elements are copied") {
  dice random;
  const auto a = whole_numbers<2>({100, 80}, random), b = whole_numbers<2>({80, 100}, random);
  const auto v = whole_numbers<1>({80}, random);
  const auto copies = [](const auto& e, const auto& r) {
    test::fetched_elements = 0;
    values_of(e, r);
    return test::fetched_elements;
  };
  const region<2> tile{{10, 20}, {1, 1}, {4, 5}};
  CHECK(copies(a + 1., tile) == 20);
  CHECK(copies(a * transpose(b) + v, tile) == 45);
  CHECK(copies(transpose(transpose(a) + b), tile) == 40);
  CHECK(copies((a + 1.)[range(_, _, 2)], tile) == 20);
  CHECK(copies(a - sum(a, _1, keepdims), tile) == 20 + 4 * 80);
  CHECK(copies(a - sum(a, _0), tile) == 20 + 100 * 5);
  CHECK(copies(a + max(b, _0)[_, newaxis], tile) == 20 + 4 * 80);
  // Along one axis, whole rows are copied.
  CHECK(copies(cumsum(a, _1), tile) == 4 * 80);
  CHECK(copies(cumsum(a, _0), tile) == 100 * 5);
  CHECK(copies(sort(a, _1), tile) == 4 * 80);
  CHECK(copies(argsort(a, _0), tile) == 100 * 5);
  CHECK(copies(partition(a, 3), tile) == 4 * 80);
  CHECK(copies(roll(a, 3, _0), tile) == 100 * 5);
  CHECK(copies(gradient(a, _1), tile) == 4 * 80);
  CHECK(copies(quantile(a, tensor{.25, .5}, _1), region<2>{{0, 20}, {1, 1}, {1, 5}}) == 5 * 80);
  CHECK(copies(median(a, _1), region<1>{{10}, {1}, {4}}) == 4 * 80);
  CHECK(copies(searchsorted(v, a), tile) == 4 * 5 + 80);
  const auto edges = test::stored(tensor{-5., 0., 5.});
  CHECK(copies(digitize(a, edges), tile) == 4 * 5 + 3);
  CHECK(copies(roll(a, 3), tile) == 8000);
  // The region needs rows 10, 12 and 15. The box of rows 10 to 15 is copied.
  const dtensor<index, 1> places{10, 15, 12, 0};
  CHECK(copies(a[places], region<2>{{0, 20}, {1, 1}, {3, 5}}) == 6 * 5);
}

namespace {

using stored_matrix = decltype(test::stored(dtensor<double, 2>()));

/// Calls f with an expression of rank 2 that applies `Times` random operations to e.
template <int Times, class E, class F>
void vary(const E& e, const F& f, dice& random, const stored_matrix& other) {
  if constexpr (Times == 0) {
    f(e);
  } else {
    const index rows = e.shape()[0], columns = e.shape()[1];
    const auto next = [&](const auto& x) { vary<Times - 1>(x, f, random, other); };
    switch (random(0, 4)) {
    case 0: return next(transpose(e)[range(random(0, columns - 1), _), rev()] * 2.);
    case 1: return next(e - sum(e, _1, keepdims));
    case 2: return next(e[dtensor<index, 1>{random(-rows, rows - 1), random(0, rows - 1)}]);
    case 3: return next(where(e > 0., e, other[range(_, 1), range(_, 1)]));
    default: return next(cumsum(e, _0) + max(e, _0));
    }
  }
}

} // namespace

TEST_CASE("random programs, sizes and tiles") {
  dice random;
  for (int times = 0; times < 300; ++times) {
    const auto a = whole_numbers<2>({random(1, 6), random(1, 6)}, random);
    const auto b = whole_numbers<2>({random(1, 6), random(1, 6)}, random);
    vary<2>(a + 1., [&](const auto& e) { check_tiles(e, random); }, random, b);
  }
}
