// SPDX-License-Identifier: BSL-1.0
// sort, argsort, partition, top_k, unique, searchsorted, bincount, histogram, median, percentile.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

using namespace stria;
using test::holds;
using test::holds_each;
using test::inf;
using test::qnan;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

// t = np.array([[3, 1, 2], [6, 4, 5]])
constexpr tensor<int, 2, 3> t{{3, 1, 2}, {6, 4, 5}};
dtensor<double, 2> dynamic() { return t; }

} // namespace

TEST_CASE("sort and argsort along any axis") {
  const auto d = dynamic();
  CHECK(has<2, 3>(sort(t)));
  CHECK(holds_each(sort(d), {1, 2, 3, 4, 5, 6}));
  CHECK(holds_each(sort(d[rev()], _0), {3, 1, 2, 6, 4, 5}));
  CHECK(holds_each(sort(transpose(t) * -1, _1), {-6, -3, -4, -1, -5, -2}));
  CHECK(holds_each(argsort(t), {1, 2, 0, 1, 2, 0}));
  CHECK(holds_each(argsort(d[rev()], _0), {1, 1, 1, 0, 0, 0}));
  CHECK(std::same_as<decltype(argsort(d))::value_type, stria::index>);
  // Equal elements keep their order; NaN is last.
  CHECK(holds(argsort(tensor{2, 1, 2, 1}), {1, 3, 0, 2}));
  CHECK(holds(sort(tensor{2., qnan, -inf, 1.}), {-inf, 1, 2, qnan}));
  CHECK(holds(argsort(tensor{qnan, 2., qnan, 1.}), {3, 1, 0, 2}));
  CHECK(eval(sort(tensor<std::string, 3>{"b", "c", "a"}))[0] == "a");
  CHECK(holds(sort(zeros<int>(0, 3), _0), {}));
  tensor<float, batch, features> x(2, 3);
  CHECK(has<batch, features>(sort(x, _0)));
  auto own = dynamic();
  own = sort(own, _0) + sort(own);
  CHECK(holds(own, {4, 3, 5, 10, 9, 11}));
}

TEST_CASE("random rows, compared with the standard library") {
  std::mt19937 engine(1);
  for (int n : {1, 2, 15, 16, 17, 100, 1000, 5000})
    for (int range : {3, 1000}) {
      dtensor<int, 1> x(n);
      for (auto& v : x.storage())
        v = static_cast<int>(engine() % static_cast<unsigned>(range));
      auto wanted = test::values(x);
      std::sort(wanted.begin(), wanted.end());
      CHECK(holds(sort(x), wanted));
      CHECK(holds(x[argsort(x)], wanted));
      for (int k : {0, n / 3, n - 1}) {
        const auto p = eval(partition(x, k));
        CHECK(p[k] == wanted[static_cast<std::size_t>(k)]);
        CHECK(all_of(p[stria::range(_, k)] <= p[k]));
        CHECK(all_of(p[stria::range(k, _)] >= p[k]));
      }
    }
}

TEST_CASE("partition and top_k") {
  CHECK(partition(tensor{5, 3, 1, 4, 2}, -1)[4] == 5);
  CHECK_THROWS_AS(partition(tensor{5, 3}, 2), index_error);
  const auto [values, indices] = top_k(dynamic(), _2);
  CHECK(holds(values, {3, 2, 6, 5}));
  CHECK(holds(indices, {0, 2, 0, 2}));
  CHECK(has<dyn, 2>(values));
  CHECK(holds(top_k(tensor{1, 7, 7, 3}, 3).indices, {1, 2, 3}));
  CHECK(top_k(tensor{1, 2}, 0).values.size() == 0);
  CHECK_THROWS_AS(top_k(tensor{1, 2}, 3), value_error);
}

namespace {

/// Rows of n elements: random with few or many different values, ascending, descending, and equal.
template <class T> dtensor<T, 2> rows_to_select(stria::index n) {
  std::mt19937 engine(3);
  dtensor<T, 2> x(6, n);
  for (stria::index i = 0; i < n; ++i) {
    const auto few = static_cast<int>(engine() % 5), many = static_cast<int>(engine() % 100);
    const auto place = static_cast<int>(i * 100 / n);
    const int values[]{few, many, place, 100 - place, 7, many};
    for (stria::index r = 0; r < 6; ++r)
      x(r, i) = static_cast<T>(values[r]);
    if constexpr (std::is_floating_point_v<T>)
      if (engine() % 8 == 0)
        x(5, i) = std::numeric_limits<T>::quiet_NaN();
  }
  return x;
}

/// Whether a is before b in a sorted row.
template <class T> bool before(T a, T b) { return a < b || (b != b && a == a); }

template <class T> bool selects_well(stria::index n) {
  const auto x = rows_to_select<T>(n);
  const auto sorted = eval(sort(x));
  const auto places = eval(argsort(-cast<double>(x)));
  bool good = true;
  for (stria::index k : {stria::index{0}, stria::index{1}, stria::index{2}, stria::index{9},
                         stria::index{15}, stria::index{16}, n / 3, n / 2, n - 16, n - 2, n - 1}) {
    if (k < 0 || k >= n)
      continue;
    const auto values = eval(partition(x, k));
    const auto across = eval(partition(transpose(x), k, _0));
    const auto order = argpartition(x, k), order_across = argpartition(transpose(x), k, _0);
    const auto top = top_k(x, k);
    good = good && array_equal(sort(order), broadcast_to(arange(n), 6, n));
    for (stria::index r = 0; r < 6; ++r) {
      const auto same = [](T a, T b) { return !before(a, b) && !before(b, a); };
      good = good && array_equal(nan_to_num(cast<double>(sort(values[r]))),
                                 nan_to_num(cast<double>(sorted[r])));
      for (stria::index i = 0; i < n; ++i) {
        const T all[]{values(r, i), across(i, r), x(r, order(r, i)), x(r, order_across(i, r))};
        for (const T v : all)
          good = good && (i < k   ? !before(sorted(r, k), v)
                          : i > k ? !before(v, sorted(r, k))
                                  : same(v, sorted(r, k)));
      }
      for (stria::index i = 0; i < k; ++i)
        good = good && same(top.values(r, i), sorted(r, n - 1 - i)) &&
               same(x(r, top.indices(r, i)), top.values(r, i)) &&
               (x(r, 0) != x(r, 0) || r == 5 || top.indices(r, i) == places(r, i));
    }
  }
  return good;
}

} // namespace

TEST_CASE("selected elements at each end and in the middle") {
  for (const stria::index n : {1, 2, 15, 16, 17, 33, 64, 96, 160, 256, 257, 300, 1000}) {
    INFO(n);
    CHECK(selects_well<float>(n));
    CHECK(selects_well<double>(n));
    CHECK(selects_well<std::int8_t>(n));
    CHECK(selects_well<std::uint16_t>(n));
    CHECK(selects_well<int>(n));
    CHECK(selects_well<std::int64_t>(n));
  }
  // NaN is the largest element.
  dtensor<float, 1> many(stria::index{200});
  many = 1.F;
  many[150] = static_cast<float>(qnan);
  many[199] = 2;
  CHECK(holds(top_k(many, 3).indices, {150, 199, 0}));
  CHECK(argpartition(many, -1)[-1] == 150);
  CHECK(argpartition(many, -2)[-2] == 199);
}

namespace {

/// Compares quantiles of many rows with those of each row alone.
template <class T> bool quantiles_as_alone(stria::index rows, stria::index n) {
  std::mt19937 engine(static_cast<unsigned>(n));
  dtensor<T, 2> x(rows, n);
  for (T& v : x.storage())
    v = static_cast<T>(engine() % 50);
  dtensor<T, 3> cube(2, rows, n);
  cube[0] = x;
  cube[1] = x[rev()];
  if constexpr (std::is_floating_point_v<T>)
    x[rows / 2, n / 2] = std::numeric_limits<T>::quiet_NaN();
  const auto same = [](long double a, long double b) { return a == b || (a != a && b != b); };
  const auto medians = eval(median(x, _1)), across = eval(median(transpose(x), _0));
  const auto low = eval(percentile(x, 30., _1));
  const auto higher = eval(quantile(x, 0.7, percentile_method::higher, _1));
  const auto planes = eval(median(cube, _0, _2));
  bool good = true;
  for (stria::index r = 0; r < rows; ++r) {
    const auto row = eval(x[r]);
    good = good && same(medians[r], median(row)) && same(across[r], median(row)) &&
           same(low[r], percentile(row, 30.)) &&
           same(higher[r], quantile(row, 0.7, percentile_method::higher)) &&
           same(planes[r], median(cube[_, r]));
    if constexpr (std::is_floating_point_v<T>)
      good = good && same(nanmedian(x, _1)(r), nanmedian(row));
  }
  return good;
}

} // namespace

TEST_CASE("quantiles of many short rows") {
  for (const stria::index rows : {1, 15, 16, 63, 64, 65, 130})
    for (const stria::index n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 25, 31, 32, 33}) {
      INFO(rows << " rows of " << n);
      CHECK(quantiles_as_alone<float>(rows, n));
      if (n == 3 || n == 5 || n == 9 || n == 32) {
        CHECK(quantiles_as_alone<double>(rows, n));
        CHECK(quantiles_as_alone<std::uint8_t>(rows, n));
        CHECK(quantiles_as_alone<std::int16_t>(rows, n));
        CHECK(quantiles_as_alone<std::int64_t>(rows, n));
        CHECK(quantiles_as_alone<std::uint64_t>(rows, n));
      }
    }
  CHECK(quantiles_as_alone<long double>(70, 5));
  CHECK(eval(median(zeros<float>(100, 0), _1)).size() == 100);
  CHECK(eval(median(zeros<float>(0, 5), _1)).size() == 0);
}

// More rows than are copied to columns at a time, along several kept axes.
TEST_CASE("medians of windows, part by part") {
  std::mt19937 engine(3);
  dtensor<double, 3> x(7, 5, 1200);
  for (double& v : x.storage())
    v = static_cast<double>(engine() % 1000);
  x[3, 2, 700] = qnan;
  x[3, 2, 900] = std::numeric_limits<double>::infinity();
  x[5, 1, 3] = -std::numeric_limits<double>::infinity();
  const auto same = [](double a, double b) { return a == b || (a != a && b != b); };
  const auto windows = sliding_window(x, 9, _2);
  const dtensor<double, 3> along = median(windows, _3);
  const dtensor<double, 2> rows = median(x, _1);
  const dtensor<double, 3> copies = median(x[_, _, range(_, 40), newaxis] + zeros(9), _1);
  bool good = true;
  for (stria::index i = 0; i < 7; ++i)
    for (stria::index k = 0; k < 1200; ++k) {
      good = good && same(rows[i, k], median(x[i, _, k]));
      for (stria::index j = 0; k < 40 && j < 9; ++j)
        good = good && same(copies[i, k, j], rows[i, k]);
      for (stria::index j = 0; k < 1192 && j < 5; ++j)
        good = good && same(along[i, j, k], median(x[i, j, range(k, k + 9)]));
    }
  CHECK(good);
}

TEST_CASE("searchsorted of ascending and other values finds the same places") {
  std::mt19937 engine(9);
  for (const stria::index n : {0, 1, 2, 7, 100, 1000})
    for (const stria::index m : {1, 5, 6, 40, 300}) {
      dtensor<double, 1> a(n), v(m);
      for (auto* data : {&a, &v})
        for (double& x : data->storage())
          x = static_cast<double>(engine() % 400);
      a = eval(sort(a));
      v[m / 2] = qnan;
      dtensor<double, 1> up = sort(v), down = sort(v, descending);
      dtensor<double, 1> parts = v;
      parts[range(m / 3, m - m / 4)] = eval(sort(v[range(m / 3, m - m / 4)]));
      for (auto* x : {&v, &up, &down, &parts})
        for (const auto side : {search_side::left, search_side::right}) {
          const auto places = eval(searchsorted(a, *x, side));
          bool good = true;
          for (stria::index i = 0; i < m; ++i)
            good = good && places[i] == searchsorted(a, (*x)(i), side);
          CHECK(good);
        }
    }
}

TEST_CASE("unique, searchsorted") {
  CHECK(holds(unique(tensor{3, 1, 3, 2, 1}), {1, 2, 3}));
  CHECK(holds(unique(t * 0), {0}));
  CHECK(unique(zeros<int>(0)).size() == 0);
  // np.unique_all([3, 1, 3, 2, 1])
  const auto u = unique_all(tensor{3, 1, 3, 2, 1});
  CHECK(holds(u.values, {1, 2, 3}));
  CHECK(holds(u.indices, {1, 3, 0}));
  CHECK(holds(u.inverse, {2, 0, 2, 1, 0}));
  CHECK(holds(u.counts, {2, 1, 2}));
  CHECK(has<2, 3>(unique_all(t).inverse));

  const tensor s{1, 3, 3, 5};
  CHECK(holds_each(searchsorted(s, tensor{0, 3, 6}), {0, 1, 4}));
  CHECK(holds_each(searchsorted(s, tensor{0.5, 3., 6.}, search_side::right), {0, 3, 4}));
  CHECK(searchsorted(s, 4) == 3);
  CHECK(has<2, 3>(searchsorted(s, t)));
}

TEST_CASE("bincount and histogram") {
  CHECK(holds(bincount(tensor{0, 2, 2, 5}), {1, 0, 2, 0, 0, 1}));
  CHECK(holds(bincount(tensor{1}, 4), {0, 1, 0, 0}));
  CHECK_THROWS_AS(bincount(tensor{1, -1}), value_error);
  // np.histogram([0, .1, .5, .9, 1, 2], 4, (0, 1))[0]
  CHECK(holds(histogram(tensor{0., .1, .5, .9, 1., 2.}, _4, 0, 1), {2, 0, 1, 2}));
  CHECK(has<4>(histogram(t, _4, 0, 1)));
  CHECK(holds(histogram(tensor{qnan, -1., 0.3}, 3, 0, 0.9), {0, 1, 0}));
  CHECK_THROWS_AS(histogram(t, 0, 0, 1), value_error);
  CHECK_THROWS_AS(histogram(t, 3, 1, 1), value_error);
}

TEST_CASE("median and percentile") {
  const auto d = dynamic();
  CHECK(holds(median(t), {3.5}));
  CHECK(holds(median(d, _0), {4.5, 2.5, 3.5}));
  CHECK(holds(median(d[_, rev()], -_1, keepdims), {2, 5}));
  CHECK(has<2, 1>(median(t, -_1, keepdims)));
  CHECK(holds(percentile(t, 25), {2.25}));
  CHECK(test::near(percentile(t * 2, 90, _0), {11.4, 7.4, 9.4}));
  CHECK(holds(percentile(d, 100, _1), {3, 6}));
  CHECK(holds(percentile(d, 0, _1), {1, 4}));
  // np.median of (7 i + 5 j + 3 k) % 11 on (2, 3, 4), axis=(0, 2)
  const auto cube = from_function<int>(
      [](stria::index i, stria::index j, stria::index k) {
        return static_cast<int>((7 * i + 5 * j + 3 * k) % 11);
      },
      2, 3, 4);
  CHECK(holds(median(cube, _0, _2), {5.5, 4.5, 5.5}));
  CHECK(holds(median(tensor{1., qnan}), {qnan}));
  const double of_nothing = median(zeros<double>(0));
  CHECK(std::isnan(of_nothing));
  CHECK_THROWS_AS(percentile(d, 101), value_error);
}

TEST_CASE("order in constant expressions") {
  static_assert(eval(sort(t))[1, 0] == 4);
  static_assert(eval(argsort(t, _0))[1, 0] == 1);
  static_assert(unique(t).size() == 6);
  static_assert(top_k(t, _1).values[1, 0] == 6);
  static_assert(searchsorted(tensor{1, 3, 5}, 4) == 2);
  static_assert(bincount(tensor{2, 2})[2] == 2);
  static_assert(eval(histogram(t, _2, 0, 10))[0] == 4);
  static_assert(double(median(t)) == 3.5);
  CHECK(eval(sort(t))[1, 0] == 4);
}
