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
  CHECK_THROWS_WITH(
      top_k(tensor{1, 2}, 3, smallest),
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
  CHECK_THROWS_WITH(partition(tensor{5, 3}, 2, descending),
                    "stria: partition: position 2 is out of bounds for axis 0, which has 2 elements");
  CHECK_THROWS_AS(argpartition(tensor{5, 3}, -3, descending), index_error);
}

TEST_CASE("complex numbers are ordered as in NumPy") {
  // np.sort, np.argsort, np.unique, np.searchsorted
  tensor<complex, 9> all;
  index i = 0;
  for (const double x : {1., qnan, 0.})
    for (const double y : {2., qnan, -1.})
      all[i++] = complex(x, y);
  CHECK(holds(argsort(all), {8, 6, 2, 0, 7, 1, 5, 3, 4}));
  CHECK(unique(all).size() == 5);
  CHECK(unique_all(all).values.size() == 9);
  const tensor<complex, 6> z{complex(1, 2),  complex(0, 3), complex(1, -1),
                             complex(1, 2), complex(-1, 0), complex(0, 3)};
  const auto sorted = eval(sort(z));
  CHECK(holds(argsort(z, _0), {4, 1, 5, 2, 0, 3}));
  CHECK(holds(argsort(z, descending), {0, 3, 2, 1, 5, 4}));
  CHECK(sorted[1] == complex(0, 3));
  CHECK(sorted[3] == complex(1, -1));
  const auto u = unique_all(z);
  CHECK(array_equal(u.values, tensor{complex(-1, 0), complex(0, 3), complex(1, -1), complex(1, 2)}));
  CHECK(holds(u.indices, {4, 1, 2, 0}));
  CHECK(holds(u.inverse, {3, 1, 2, 3, 0, 1}));
  CHECK(holds(u.counts, {1, 2, 1, 2}));
  CHECK(array_equal(unique(z), u.values));
  CHECK(holds(searchsorted(sorted, tensor{complex(1, 0), complex(0, 3), complex(0, 2)}), {4, 1, 1}));
  CHECK(holds(searchsorted(sorted, tensor{complex(1, 0), complex(0, 3), complex(1, 2)}, "right"),
              {4, 3, 6}));
  CHECK(searchsorted(sorted, 1.) == 4);
  CHECK(searchsorted(sorted, complex(0, 3)) == 1);
  CHECK(partition(z, 2)[2] == complex(0, 3));
  CHECK(top_k(z, 1).values[0] == complex(1, 2));
  CHECK(holds(isin(z, tensor{complex(0, 3), complex(9, 9)}), {false, true, false, false, false, true}));
  CHECK(union1d(z, tensor{1., 2.}).size() == 6);
  CHECK(unique(tensor{{complex(1, 1)}, {complex(0, 1)}, {complex(1, 1)}}, _0).shape()[0] == 2);
}
