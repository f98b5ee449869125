// SPDX-License-Identifier: BSL-1.0
// Laws of index arrays: gathering after scattering to distinct positions returns the updates,
// gathering commutes with evaluation, ix_ equals a subscript with broadcast index arrays, and for
// duplicates the last update wins or all accumulate.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

#include <utility>

using namespace stria;
using test::dice;
using test::values;

namespace {

using entries = dtensor<stria::index, 1>;

// Random subscripts of an axis of n, including negative ones.
template <class I> I filled(dice& d, I idx, stria::index n) {
  for (stria::index& i : idx.storage())
    i = d(-n, n - 1);
  return idx;
}

// `count` distinct numbers below n, in random order.
std::vector<stria::index> distinct(dice& d, stria::index n, stria::index count) {
  std::vector<stria::index> v;
  for (stria::index i = 0; i < n; ++i)
    v.push_back(i);
  for (stria::index i = 0; i < count; ++i)
    std::swap(v[static_cast<std::size_t>(i)], v[static_cast<std::size_t>(d(i, n - 1))]);
  v.resize(static_cast<std::size_t>(count));
  return v;
}
// Distinct subscripts of an axis of n, some of them negative.
entries distinct_entries(dice& d, stria::index n) {
  const auto v = distinct(d, n, d(0, n));
  entries idx(static_cast<stria::index>(v.size()));
  for (stria::index i = 0; i < idx.size(); ++i)
    idx[i] = v[static_cast<std::size_t>(i)] - (d(0, 1) == 0 ? n : 0);
  return idx;
}
// Distinct positions in a matrix of n x m: rows and columns.
std::pair<entries, entries> distinct_places(dice& d, stria::index n, stria::index m) {
  const auto v = distinct(d, n * m, d(0, n * m));
  entries rows(static_cast<stria::index>(v.size())), cols(rows.size());
  for (stria::index i = 0; i < rows.size(); ++i) {
    rows[i] = v[static_cast<std::size_t>(i)] / m;
    cols[i] = v[static_cast<std::size_t>(i)] % m - (d(0, 1) == 0 ? m : 0);
  }
  return {rows, cols};
}

// Matrices and cubes of dynamic and static extents.
template <class F> void each_matrix(unsigned seed, int rounds, F law) {
  dice d(seed);
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const auto n = d.sizes<2>(1, 6);
    law(d, test::counted(dtensor<int, 2>(n[0], n[1])));
    law(d, test::counted(tensor<int, 4, 5>()));
  }
}
template <class F> void each_cube(unsigned seed, int rounds, F law) {
  dice d(seed);
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const auto n = d.sizes<3>(1, 4);
    law(d, test::counted(dtensor<int, 3>(n[0], n[1], n[2])));
    law(d, test::counted(tensor<int, 3, 2, 4>()));
  }
}

// At distinct positions, gathering returns the updates, and nothing else has changed.
template <class T, class... I> void scattered_comes_back(T& t, const I&... items) {
  const auto before = values(t);
  const auto u = eval(t(items...) + 1000);
  t(items...) = u;
  REQUIRE(values(eval(t(items...))) == values(u));
  const auto after = values(t);
  stria::index changed = 0;
  bool others_stay = true;
  for (std::size_t k = 0; k < after.size(); ++k) {
    changed += after[k] == before[k] + 1000 ? 1 : 0;
    others_stay = others_stay && (after[k] == before[k] || after[k] == before[k] + 1000);
  }
  REQUIRE(others_stay);
  REQUIRE(changed == u.size());
  t(items...) -= 1000;
  REQUIRE(values(t) == before);
}

// A subscript of an expression equals the subscript of its value.
template <class E, class... I> void commutes(const E& e, const I&... items) {
  const auto whole = eval(e);
  const auto expected = values(eval(whole(items...)));
  REQUIRE(test::shape(e(items...)) == test::shape(whole(items...)));
  REQUIRE(test::evaluated(e(items...)) == expected);
  REQUIRE(values(e(items...)) == expected);
}

// With every kind of item for a matrix.
template <class E> void commutes_by_matrix_items(dice& d, const E& e) {
  const auto n = e.shape();
  const auto rows = filled(d, entries(d(0, 4)), n[0]);
  const auto cols = filled(d, entries(rows.size()), n[1]);
  const auto grid = filled(d, tensor<stria::index, 2, 3>(), n[1]);
  dtensor<bool, 1> rows_wanted(n[0]);
  for (bool& b : rows_wanted.storage())
    b = d(0, 1) == 0;
  commutes(e, rows);
  commutes(e, _, grid);
  commutes(e, rows, cols);
  commutes(e, newaxis, rows, rev());
  commutes(e, rows, newaxis, cols);
  commutes(e, -1, grid);
  commutes(e, ellipsis, cols);
  commutes(e, ix_(rows, cols));
  commutes(e, rows_wanted);
  commutes(e, rows_wanted, range(_, _, 2));
  commutes(e, rows_wanted, 0);
  commutes(e, e > 3);
}

} // namespace

TEST_CASE("gathering after scattering to distinct places") {
  each_matrix(1, 30, [](dice& d, auto t) {
    const auto [rows, cols] = distinct_places(d, t.extent(0), t.extent(1));
    const auto some_rows = distinct_entries(d, t.extent(0));
    const auto some_cols = distinct_entries(d, t.extent(1));
    CAPTURE(test::shape(t), values(rows), values(cols), values(some_rows), values(some_cols));
    scattered_comes_back(t, rows, cols);
    scattered_comes_back(t, rows, newaxis, cols);
    scattered_comes_back(t, some_rows);
    scattered_comes_back(t, _, some_cols);
    scattered_comes_back(t, some_rows, -1);
    scattered_comes_back(t, rev(), some_cols);
    scattered_comes_back(t, ix_(some_rows, some_cols));
    scattered_comes_back(t, some_rows[_, newaxis], some_cols);
  });
  each_cube(2, 20, [](dice& d, auto t) {
    const auto [first, last] = distinct_places(d, t.extent(0), t.extent(2));
    const auto middle = distinct_entries(d, t.extent(1));
    CAPTURE(test::shape(t), values(first), values(last), values(middle));
    scattered_comes_back(t, first, _, last);
    scattered_comes_back(t, first, rev(), last);
    scattered_comes_back(t, first, 0, last);
    scattered_comes_back(t, ellipsis, middle, range(_, _, 2));
    scattered_comes_back(t, -1, middle);
  });
}

TEST_CASE("gathering and evaluating commute") {
  dice d(3);
  for (int round = 0; round < 20; ++round) {
    const auto n = d.sizes<2>(1, 6);
    const auto a = test::counted(dtensor<int, 2>(n[0], n[1]));
    const auto b = eval(a * 7 % 11);
    CAPTURE(round, test::shape(a));
    commutes_by_matrix_items(d, a * 2 + b);
    commutes_by_matrix_items(d, transpose(a - b));
    const auto fixed = test::counted(tensor<int, 4, 5>());
    commutes_by_matrix_items(d, where(fixed % 2 == 0, fixed, -fixed));
  }
}
TEST_CASE("gathering and evaluating commute for three axes") {
  each_cube(4, 10, [](dice& d, auto a) {
    const auto e = where(a % 2 == 0, a, -a);
    const auto first = filled(d, entries(3), a.extent(0));
    const auto last = filled(d, tensor<stria::index, 2, 3>(), a.extent(2));
    commutes(e, first, _, last);
    commutes(e, first, 0, last);
    commutes(e, _, _0, last);
    commutes(e, e % 3 == 1);
    commutes(transpose(e), last, ellipsis, first);
  });
}

TEST_CASE("ix_ is the broadcast form") {
  each_matrix(5, 30, [](dice& d, auto t) {
    const auto a = filled(d, entries(d(0, 4)), t.extent(0));
    const auto b = filled(d, entries(d(0, 4)), t.extent(1));
    CAPTURE(test::shape(t), values(a), values(b));
    REQUIRE(test::shape(t[ix_(a, b)]) == std::vector{a.size(), b.size()});
    const auto found = values(eval(t[ix_(a, b)]));
    REQUIRE(found == values(eval(t[a[_, newaxis], b])));
    REQUIRE(found == values(eval(t[a][_, b])));
    REQUIRE(found == values(eval((t + 0)[ix_(a, b)])));
    // The same holds for writing, with any duplicates.
    auto u = t, v = t;
    const auto updates = eval(test::counted(dtensor<int, 2>(a.size(), b.size())) + 1000);
    u[ix_(a, b)] = updates;
    v[a[_, newaxis], b] = updates;
    REQUIRE(values(u) == values(v));
    u[ix_(a, b)] += updates;
    v[a[_, newaxis], b] += updates;
    REQUIRE(values(u) == values(v));
  });
  each_cube(6, 20, [](dice& d, auto t) {
    const auto a = filled(d, entries(2), t.extent(0));
    const auto b = filled(d, entries(3), t.extent(1));
    const auto c = filled(d, tensor<stria::index, 2>(), t.extent(2));
    REQUIRE(values(eval(t[ix_(a, b, c)])) ==
            values(eval(t[a[_, newaxis, newaxis], b[_, newaxis], c])));
    REQUIRE(values(eval(t[_, ix_(b, c)])) == values(eval(t[_, b[_, newaxis], c])));
    REQUIRE(values(eval(t[ix_(a, b), 0])) == values(eval(t[a[_, newaxis], b, 0])));
  });
}

TEST_CASE("duplicates") {
  each_matrix(7, 30, [](dice& d, auto t) {
    const stria::index n = t.extent(0), m = t.extent(1), count = d(0, 12);
    auto rows = filled(d, entries(count), n), cols = filled(d, entries(count), m);
    CAPTURE(test::shape(t), values(rows), values(cols));

    auto counts = values(t), sums = values(t), latest = values(t);
    for (stria::index i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>((rows[i] + n) % n * m + (cols[i] + m) % m);
      counts[at] += 1;
      sums[at] += static_cast<int>(i);
      latest[at] = static_cast<int>(i);
    }
    const auto numbers = test::counted(dtensor<int, 1>(count));

    // For =, the last update wins; += adds every update.
    auto u = t;
    u[rows, cols] = numbers;
    REQUIRE(values(u) == latest);
    u = t;
    u[rows, cols] += 1;
    REQUIRE(values(u) == counts);
    u = t;
    u[rows, cols] += numbers;
    REQUIRE(values(u) == sums);
    // The order does not matter: here it is reversed.
    u = t;
    u[rows[rev()], cols[rev()]] += numbers[rev()];
    REQUIRE(values(u) == sums);
    u[rows, cols] -= numbers;
    REQUIRE(values(u) == values(t));

    // Whole rows, and an index of two axes.
    const auto which = filled(d, tensor<stria::index, 2, 3>(), n);
    auto v = eval(zeros_like(t));
    v[which] += 1;
    auto each_row = std::vector<int>(static_cast<std::size_t>(n * m));
    for (stria::index i : which.storage())
      for (stria::index j = 0; j < m; ++j)
        ++each_row[static_cast<std::size_t>((i + n) % n * m + j)];
    REQUIRE(values(v) == each_row);
  });
}
