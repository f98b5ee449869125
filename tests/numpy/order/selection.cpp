// SPDX-License-Identifier: BSL-1.0
// top_k of the smallest and unsorted, partition in descending order, argmax of the last, unique
// along an axis and in order of occurrence, complex numbers in order, gather with batch axes.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <complex>
#include <random>

using namespace stria;
using stria::index;
using test::holds;
using test::inf;
using test::qnan;

namespace {

inline constexpr dim batch{"batch"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

using complex = std::complex<double>;
constexpr tensor<int, 2, 3> t{{3, 1, 2}, {6, 4, 5}};

} // namespace

TEST_CASE("argmax and argmin of the last of equal elements") {
  const tensor<int, 3, 4> a{{1, 7, 7, 3}, {1, 1, 0, 0}, {5, 5, 5, 5}};
  const auto check = [](const auto& x) {
    CHECK(holds(argmax(x, _1, last_occurrence), {2, 1, 3}));
    CHECK(holds(argmin(x, -_1, last_occurrence), {0, 3, 3}));
    CHECK(holds(argmax(x, _0, last_occurrence), {2, 0, 0, 2}));
    CHECK(holds(argmax(x, axis(1), last_occurrence), {2, 1, 3}));
    CHECK(holds(argmax(x, last_occurrence, keepdims, _1), {2, 1, 3}));
    CHECK(argmax(x, last_occurrence) == 2);
    CHECK(argmin(x, last_occurrence) == 7);
    CHECK(argmin(x, _0, _1, last_occurrence) == 7);
  };
  check(a);
  const dtensor<int, 2> d = a;
  check(d);
  check(d * 1);
  check(transpose(eval(transpose(d))));
  CHECK(has<3, 1>(argmax(a, _1, keepdims, last_occurrence)));
  CHECK(has<batch>(argmax(tensor<int, batch, 4>(a), axis(1), last_occurrence)) == false);
  CHECK(has<batch>(argmax(tensor<int, batch, 4>(a), _1, last_occurrence)));
  CHECK(argmax(tensor<int>(3), last_occurrence) == 0);
  CHECK(argmax(tensor{qnan, 1., qnan, 2.}, last_occurrence) == 2);
  CHECK(argmin(tensor{1., 0., 0., 2.}, last_occurrence) == 2);
  CHECK(std::same_as<decltype(argmax(a, last_occurrence)), index>);
  CHECK_THROWS_AS(argmax(dtensor<int, 1>(0), last_occurrence), value_error);
  CHECK_THROWS_AS(eval(argmax(d, axis(2), last_occurrence)), index_error);
  static_assert(argmax(tensor{1, 2, 2}, last_occurrence) == 2);
}

TEST_CASE("top_k of the smallest, and unsorted") {
  const auto [values, indices] = top_k(t, _2, smallest);
  CHECK(has<2, 2>(values));
  CHECK(holds(values, {1, 2, 4, 5}));
  CHECK(holds(indices, {1, 2, 1, 2}));
  CHECK(holds(top_k(t, 1, _0, smallest).values, {3, 1, 2}));
  CHECK(holds(top_k(t * 1, 1, axis(0), smallest).indices, {0, 0, 0}));
  CHECK(holds(top_k(t, 1, axis(-2)).values, {6, 4, 5}));
  CHECK(holds(top_k(tensor{4, 1, 1, 0}, 3, smallest).indices, {3, 1, 2}));
  CHECK(holds(top_k(tensor{qnan, 1., -inf}, 2, smallest).values, {-inf, 1.}));
  CHECK(holds(top_k(tensor{qnan, 1., -inf}, 2).indices, {0, 1}));
  CHECK(top_k(tensor{1, 2}, 0, smallest).values.size() == 0);
  CHECK_THROWS_WITH(top_k(tensor{1, 2}, 3, smallest),
                    "stria: top_k: 3 of 2 elements; k must be between 0 and their number");
  CHECK_THROWS_AS(top_k(dtensor<int, 1>{1, 2}, 1, axis(1), smallest), index_error);
  static_assert(top_k(t, _1, smallest).values[1, 0] == 4);
  std::mt19937 g(3);
  for (const index n : {1, 5, 40, 700})
    for (const index k : {index{0}, index{1}, n / 2, n}) {
      dtensor<int, 2> x(3, n);
      for (int& v : x.storage())
        v = static_cast<int>(g() % 50);
      const auto sorted = eval(sort(x)), largest = eval(sort(x, descending));
      const auto order = eval(argsort(x));
      const auto some = top_k(x, k, smallest), any_order = top_k(x, k, smallest, unsorted),
                 large = top_k(x, k, -_1, unsorted);
      CHECK(array_equal(some.values, sorted[_, range(_, k)]));
      CHECK(array_equal(some.indices, order[_, range(_, k)]));
      CHECK(array_equal(sort(any_order.values), some.values));
      CHECK(array_equal(take_along_axis(x, any_order.indices, _1), any_order.values));
      CHECK(array_equal(sort(large.values, descending), largest[_, range(_, k)]));
      CHECK(array_equal(take_along_axis(x, large.indices, _1), large.values));
    }
}

TEST_CASE("partition and argpartition in descending order") {
  std::mt19937 g(5);
  for (const index n : {1, 7, 90}) {
    dtensor<int, 2> x(n, 4);
    for (int& v : x.storage())
      v = static_cast<int>(g() % 20);
    const auto sorted = eval(sort(x, _0, descending));
    for (index k = -n; k < n; k += n / 3 + 1) {
      const auto p = eval(partition(x, k, _0, descending));
      const auto o = argpartition(x, k, axis(0), descending);
      CHECK(array_equal(sort(p, _0, descending), sorted));
      const auto taken = eval(take_along_axis(x, o, _0));
      const index at = k < 0 ? k + n : k;
      for (const auto& y : {p, taken}) {
        CHECK(array_equal(y[at], sorted[at]));
        CHECK(all_of(y[range(_, at)] >= y[range(at, at + 1)]));
        CHECK(all_of(y[range(at, _)] <= y[range(at, at + 1)]));
      }
    }
  }
  CHECK(partition(tensor{5, 3, 1, 4, 2}, 1, descending)[1] == 4);
  CHECK(argpartition(tensor{5, 3, 1, 4, 2}, 0, descending)[0] == 0);
  CHECK(holds(partition(dtensor<int, 2>(t), 0, axis(1), descending)[_, 0], {3, 6}));
  CHECK_THROWS_WITH(
      partition(tensor{5, 3}, 2, descending),
      "stria: partition: position 2 is out of bounds for axis 0, which has 2 elements");
  CHECK_THROWS_AS(argpartition(tensor{5, 3}, -3, descending), index_error);
}

TEST_CASE("complex numbers are ordered as in NumPy") {
  // np.sort, np.argsort, np.unique, np.searchsorted
  tensor<complex, 9> every;
  index i = 0;
  for (const double x : {1., qnan, 0.})
    for (const double y : {2., qnan, -1.})
      every[i++] = complex(x, y);
  CHECK(holds(argsort(every), {8, 6, 2, 0, 7, 1, 5, 3, 4}));
  CHECK(unique(every).size() == 5);
  CHECK(unique_all(every).values.size() == 9);
  const tensor<complex, 6> z{complex(1, 2), complex(0, 3),  complex(1, -1),
                             complex(1, 2), complex(-1, 0), complex(0, 3)};
  const auto sorted = eval(sort(z));
  CHECK(holds(argsort(z, _0), {4, 1, 5, 2, 0, 3}));
  CHECK(holds(argsort(z, descending), {0, 3, 2, 1, 5, 4}));
  CHECK(sorted[1] == complex(0, 3));
  CHECK(sorted[3] == complex(1, -1));
  const auto u = unique_all(z);
  CHECK(
      array_equal(u.values, tensor{complex(-1, 0), complex(0, 3), complex(1, -1), complex(1, 2)}));
  CHECK(holds(u.indices, {4, 1, 2, 0}));
  CHECK(holds(u.inverse, {3, 1, 2, 3, 0, 1}));
  CHECK(holds(u.counts, {1, 2, 1, 2}));
  CHECK(array_equal(unique(z), u.values));
  CHECK(
      holds(searchsorted(sorted, tensor{complex(1, 0), complex(0, 3), complex(0, 2)}), {4, 1, 1}));
  CHECK(holds(searchsorted(sorted, tensor{complex(1, 0), complex(0, 3), complex(1, 2)}, "right"),
              {4, 3, 6}));
  CHECK(searchsorted(sorted, 1.) == 4);
  CHECK(searchsorted(sorted, complex(0, 3)) == 1);
  CHECK(partition(z, 2)[2] == complex(0, 3));
  CHECK(top_k(z, 1).values[0] == complex(1, 2));
  CHECK(holds(isin(z, tensor{complex(0, 3), complex(9, 9)}),
              {false, true, false, false, false, true}));
  CHECK(union1d(z, tensor{1., 2.}).size() == 6);
  CHECK(unique(tensor{{complex(1, 1)}, {complex(0, 1)}, {complex(1, 1)}}, _0).shape()[0] == 2);
}

TEST_CASE("unique along an axis with indices, inverse and counts") {
  constexpr tensor<int, 4, 4> a{{3, 1, 2, 1}, {0, 5, 5, 5}, {3, 1, 2, 1}, {0, 5, 4, 5}};
  const auto check = [](const auto& x) {
    const auto u = unique_all(x, _0);
    CHECK(holds(u.values, {0, 5, 4, 5, 0, 5, 5, 5, 3, 1, 2, 1}));
    CHECK(holds(u.indices, {3, 1, 0}));
    CHECK(holds(u.inverse, {2, 1, 2, 0}));
    CHECK(holds(u.counts, {1, 1, 2}));
    CHECK(array_equal(take(u.values, u.inverse, _0), x));
    const auto v = unique_all(x, -_1);
    CHECK(holds(v.values, {1, 2, 3, 5, 5, 0, 1, 2, 3, 5, 4, 0}));
    CHECK(holds(v.indices, {1, 2, 0}));
    CHECK(holds(v.inverse, {2, 0, 1, 0}));
    CHECK(holds(v.counts, {2, 1, 1}));
    const auto w = unique_all(x, axis(1));
    CHECK(array_equal(w.values, v.values));
    CHECK(array_equal(w.inverse, v.inverse));
    CHECK(array_equal(unique(x, axis(-1)), v.values));
    CHECK(holds(unique_counts(x, axis(0)).counts, {1, 1, 2}));
    CHECK(holds(unique_inverse(x, _0).inverse, {2, 1, 2, 0}));
    CHECK(holds(unique_all(x).indices, {4, 1, 2, 0, 14, 5}));
    CHECK(holds(unique_all(x).counts, {2, 4, 2, 2, 1, 5}));
  };
  check(a);
  const dtensor<int, 2> d = a;
  check(d);
  check(d * 1);
  check(transpose(eval(transpose(d))));
  const tensor<int, batch, 4> n = a;
  CHECK(has<dyn, 4>(unique_all(n, _0).values));
  CHECK(has<batch>(unique_all(n, _0).inverse));
  CHECK(has<batch, dyn>(unique(n, _1)));
  CHECK(unique_all(dtensor<int, 2>(0, 3), _0).values.shape() == std::array<index, 2>{0, 3});
  CHECK(holds(unique_all(dtensor<int, 2>(3, 0), _0).counts, {3}));
  CHECK(unique_all(tensor<int>(3)).values.size() == 1);
  CHECK_THROWS_AS(unique_all(d, axis(2)), index_error);
  // A slice with a NaN differs from every other one.
  CHECK(unique(tensor{{qnan, 1.}, {qnan, 1.}, {2., 2.}}, _0).shape()[0] == 3);
  static_assert(unique_all(a, _0).counts[2] == 2);
}

TEST_CASE("unique in the order of occurrence") {
  const tensor<int, 8> a{3, 1, 3, 0, 1, 7, 0, 0};
  const auto u = unique_all(a, by_occurrence);
  CHECK(holds(u.values, {3, 1, 0, 7}));
  CHECK(holds(u.indices, {0, 1, 3, 5}));
  CHECK(holds(u.inverse, {0, 1, 0, 2, 1, 3, 2, 2}));
  CHECK(holds(u.counts, {2, 2, 3, 1}));
  CHECK(holds(unique(a, by_occurrence), {3, 1, 0, 7}));
  CHECK(holds(unique_counts(a, by_occurrence).counts, {2, 2, 3, 1}));
  CHECK(array_equal(unique_inverse(a, by_occurrence).inverse, u.inverse));
  const tensor<int, 5, 2> rows{{2, 1}, {2, 1}, {9, 9}, {0, 1}, {9, 9}};
  const auto v = unique_all(rows, _0, by_occurrence);
  CHECK(holds(v.values, {2, 1, 9, 9, 0, 1}));
  CHECK(holds(v.indices, {0, 2, 3}));
  CHECK(holds(v.inverse, {0, 0, 1, 2, 1}));
  CHECK(holds(v.counts, {2, 2, 1}));
  CHECK(array_equal(unique(rows, axis(0), by_occurrence), v.values));
  CHECK(array_equal(unique_all(rows, axis(0), by_occurrence).values, v.values));
  const auto w = unique(tensor{qnan, 1., qnan}, by_occurrence);
  CHECK(w.size() == 2);
  CHECK(w[1] == 1.);
  CHECK(unique_all(tensor{qnan, 1., qnan}, by_occurrence).values.size() == 3);
  CHECK(unique(dtensor<int, 1>(0), by_occurrence).size() == 0);
}

TEST_CASE("gather and gather_nd with batch axes") {
  // The same by loops: r[b, c, i, ...] = a[b, c, idx[b, c, i], ...].
  const tensor<int, 2, 3, 4, 2> a = test::counted(tensor<int, 2, 3, 4, 2>());
  dtensor<int, 3> idx(2, 3, 2);
  std::mt19937 g(1);
  for (int& k : idx.storage())
    k = static_cast<int>(g() % 4);
  const auto expected = [&](index b, index c, index i, index d) {
    return a[b, c, idx[b, c, i], d];
  };
  const dtensor<int, 4> d = a;
  const auto whole = from_function<int>(expected, 2, 3, 2, 2);
  CHECK(array_equal(gather(a, idx, _2, batch_dims<2>), whole));
  CHECK(array_equal(gather(d * 1, idx, -_2, batch_dims<2>), whole));
  const auto nd_places = reshape(idx, _2, _3, _2, _1);
  CHECK(array_equal(gather_nd(a, nd_places, batch_dims<2>), whole));
  CHECK(array_equal(gather_nd(d, nd_places, batch_dims<2>), whole));
  CHECK(array_equal(gather_nd(d * 1, eval(nd_places), batch_dims<2>), whole));
  // TensorFlow's page: batch_dims=1, indices [[1], [0]] and [[1, 0], [0, 1]].
  const tensor<int, 2, 2, 2> p{{{0, 1}, {2, 3}}, {{4, 5}, {6, 7}}};
  const tensor<int, 2, 1> one{{1}, {0}};
  CHECK(holds(gather_nd(p, one, batch_dims<1>), {2, 3, 4, 5}));
  const tensor<int, 2, 2> two{{1, 0}, {0, 1}};
  CHECK(holds(gather_nd(p, two, batch_dims<1>), {2, 5}));
  CHECK(array_equal(gather_nd(p, two, batch_dims<0>), gather_nd(p, two)));
  CHECK(has<2, 2>(gather_nd(p, one, batch_dims<1>)));
  const tensor<int, batch, 2, 2> n = p;
  CHECK(has<2>(gather_nd(n, two, batch_dims<1>)));
  const tensor<int, 2, 1> outside{{1}, {2}}, negative{{1}, {-1}};
  CHECK_THROWS_AS(eval(gather_nd(p, outside, batch_dims<1>)), index_error);
  CHECK_THROWS_AS(eval(gather_nd(p, negative, batch_dims<1>)), index_error);
  CHECK_THROWS_WITH(
      gather_nd(d, tensor<int, 3, 1>(), batch_dims<1>),
      "stria: gather_nd: batch axis 0 has size 2 in the operand and 3 in the indices");
  CHECK(eval(gather_nd(p, tensor<int, 2, 0, 1>(), batch_dims<1>)).size() == 0);
}
