// SPDX-License-Identifier: BSL-1.0
// Index arrays, compared with loops over the entries, for entries in any memory and any targets.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace stria;
using test::dice;
using test::list;
using test::values;

namespace {

// Random entries, including negative ones.
template <class I, class T> void roll(dice& d, T& entries, stria::index size) {
  for (auto& i : entries.storage())
    i = static_cast<I>(std::signed_integral<I> ? d(-size, size - 1) : d(0, size - 1));
}
template <class I> stria::index from_end(I i, stria::index size) {
  const auto at = static_cast<stria::index>(i);
  return at < 0 ? at + size : at;
}

template <class T, class I> void rows_and_elements(unsigned seed) {
  dice d(seed);
  for (int round = 0; round < 30; ++round) {
    const stria::index n0 = d(1, 6), n1 = d(1, 70), count = d(0, 90);
    CAPTURE(round, n0, n1, count);
    const auto t = test::counted(dtensor<T, 2>(n0, n1));
    dtensor<I, 1> rows(count), cols(count);
    roll<I>(d, rows, n0);
    roll<I>(d, cols, n1);

    dtensor<T, 2> by_row(0, 0), written = t, added = t;
    dtensor<T, 1> by_element(0), u = test::counted(dtensor<T, 1>(count));
    by_row = t[rows];
    by_element = t[rows, cols];
    const auto lazily = eval(t[rows, cols] + t[rows, _0]);
    written[rows, cols] = u;
    added[rows, cols] += u;

    auto last_wins = t, sum_of_all = t;
    for (stria::index i = 0; i < count; ++i) {
      const stria::index r = from_end(rows[i], n0), c = from_end(cols[i], n1);
      for (stria::index k = 0; k < n1; ++k)
        REQUIRE(by_row[i, k] == t[r, k]);
      REQUIRE(by_element[i] == t[r, c]);
      REQUIRE(lazily[i] == static_cast<T>(t[r, c] + t[r, 0]));
      last_wins[r, c] = u[i];
      sum_of_all[r, c] = static_cast<T>(sum_of_all[r, c] + u[i]);
    }
    REQUIRE(values(written) == values(last_wins));
    REQUIRE(values(added) == values(sum_of_all));

    // Rows; the last update wins.
    auto by_rows = t;
    const auto updates = test::counted(dtensor<T, 2>(count, n1));
    by_rows[rows] = updates;
    auto expected = t;
    for (stria::index i = 0; i < count; ++i)
      for (stria::index k = 0; k < n1; ++k)
        expected[from_end(rows[i], n0), k] = updates[i, k];
    REQUIRE(values(by_rows) == values(expected));
  }
}

} // namespace

TEMPLATE_TEST_CASE("rows and elements at entries of any type", "", std::int64_t, std::int32_t,
                   std::int8_t, std::uint8_t, std::uint64_t) {
  rows_and_elements<float, TestType>(1);
  rows_and_elements<std::int64_t, TestType>(2);
  rows_and_elements<short, TestType>(3);
}

TEST_CASE("entries in views, in broadcasts, computed") {
  const auto t = test::counted(tensor<int, 4, 5>());
  const tensor<stria::index, 2, 3> idx{{0, -1, 2}, {3, 1, -4}};
  CHECK(values(eval(t[transpose(idx), _0])) == list<>{0, 15, 15, 5, 10, 0});
  CHECK(values(eval(t[idx[_, rev()], _1])) == list<>{11, 16, 1, 1, 6, 16});
  CHECK(values(eval(t[(idx + 4) % 4, _0])) == list<>{0, 15, 10, 15, 5, 0});
  CHECK(values(eval(t[idx[_, _0][_, newaxis], idx[_0]])) == list<>{0, 4, 2, 15, 19, 17});
  CHECK(values(eval(t[ix_(tensor{2, 0}, tensor{-1, 1})])) == list<>{14, 11, 4, 1});
  auto u = t;
  u[ix_(tensor{2, 0}, tensor{-1, 1})] = -1;
  CHECK(u[2, 4] == -1);
  CHECK(u[0, 1] == -1);
  CHECK(sum(u) == sum(t) - 14 - 11 - 4 - 1 - 4);
  // Rvalue index tensors.
  const auto held = t[eval(idx + 0), eval(idx + 0)];
  CHECK(values(eval(held)) == list<>{0, 19, 12, 18, 6, 1});
}

TEST_CASE("a source with steps or reversed") {
  auto t = test::counted(tensor<int, 4, 6>());
  const tensor<int, 3> rows{-1, 0, 1};
  auto v = t[rev(), rev(_, _, 2)];
  CHECK(values(eval(v[rows])) == list<>{5, 3, 1, 23, 21, 19, 17, 15, 13});
  CHECK(values(eval(v[rows, rows])) == list<>{1, 23, 15});
  CHECK(values(eval(v[_, rows])) == list<>{19, 23, 21, 13, 17, 15, 7, 11, 9, 1, 5, 3});
  v[rows, rows] = tensor{-1, -2, -3};
  CHECK(t[0, 1] == -1);
  CHECK(t[3, 5] == -2);
  CHECK(t[2, 3] == -3);
  v[_, rows] *= 0;
  CHECK(sum(t) == sum(t[_, range(_, _, 2)]));
}

TEST_CASE("entries in the target's memory") {
  // As in NumPy, the index is read before anything is written.
  tensor<stria::index, 5> t{1, 2, 3, 4, 0};
  t[t] = tensor<stria::index, 5>{10, 20, 30, 40, 50};
  CHECK(values(t) == list<stria::index>{50, 10, 20, 30, 40});
  tensor<stria::index, 4> p{3, 2, 0, 1};
  p = p[p];
  CHECK(values(p) == list<stria::index>{1, 0, 3, 2});
  p[rev()] = p[p];
  CHECK(values(p) == list<stria::index>{3, 2, 1, 0});
  tensor<stria::index, 4> q{3, 2, 0, 1};
  const tensor<stria::index, 4> source{7, 8, 9, 10};
  q = source[q];
  CHECK(values(q) == list<stria::index>{10, 9, 7, 8});
  tensor<stria::index, 2, 3> rows{{1, 0, 0}, {0, 1, 1}};
  rows[rows[_, _0]] += rows[_1];
  CHECK(values(rows) == list<stria::index>{1, 1, 1, 0, 2, 2});
}

TEST_CASE("few elements at places in the target, or in a view of its storage") {
  for (const stria::index n : {1, 2, 5, 8}) {
    dtensor<int, 2> a(n, 4), other(n, 4);
    a = reshape(arange<int>(n * 4), n, 4);
    other = a * 3;
    const dtensor<int, 2> before = a;
    const dtensor<stria::index, 1> back = arange<stria::index>(n)[rev()];
    const dtensor<int, 2> turned = before[rev()];
    a = a[back, _];
    CHECK(all_of(a == turned));
    a = a[_, rev()][back, _]; // a view of the target
    CHECK(all_of(a == before[_, rev()]));
    a = before;
    a[back, _] = a;
    CHECK(all_of(a == turned));
    a = before;
    a[back, _] += a * 2;
    CHECK(all_of(a == before + 2 * turned));
    a = other[_, rev()][back, _]; // a view of other storage
    CHECK(all_of(a == 3 * turned[_, rev()]));
    a[back, _] -= other;
    CHECK(all_of(a == 3 * turned[_, rev()] - 3 * turned));
  }
}

TEST_CASE("the axis of an entry out of bounds is numbered without new axes") {
  dtensor<int, 3> t(5, 4, 3);
  const tensor<stria::index, 1> seven{7};
  const auto names_axis_2 = test::contains("out of bounds for axis 2, which has 3 elements");
  CHECK_THROWS_WITH(eval(t[_, newaxis, 0, seven]), names_axis_2);
  CHECK_THROWS_WITH((t[newaxis, ellipsis, newaxis, seven] = 1), names_axis_2);
  CHECK_THROWS_WITH(eval((t + t)[0, newaxis, _, seven]), names_axis_2);
  CHECK_THROWS_WITH(eval(sum(t[_, newaxis, _, seven], _0)), names_axis_2);
}

TEST_CASE("an entry out of bounds is named, and nothing is written") {
  auto t = test::counted(dtensor<float, 2>(4, 5));
  const auto before = values(t);
  dtensor<stria::index, 1> rows(100), cols(100);
  cols = 2;
  rows[70] = 4;
  rows[71] = -9;
  dtensor<float, 1> r(100);
  r = 7.f;
  CHECK_THROWS_WITH((r = t[rows, cols]), Catch::Contains("index 4 at entry (70,)"));
  CHECK(values(r) == std::vector<float>(100, 7.f));
  CHECK_THROWS_WITH((t[rows, cols] = r), Catch::Contains("axis 0, which has 4 elements"));
  CHECK_THROWS_AS((t[rows, cols] += 1.f), index_error);
  CHECK_THROWS_AS((t[rows] = 1.f), index_error);
  CHECK(values(t) == before);
  // The message states the axis of the operand, not the number of the index array.
  CHECK_THROWS_WITH(eval(t[_, rows]), Catch::Contains("index -9 at entry (71,)") &&
                                          Catch::Contains("axis 1, which has 5 elements"));
  CHECK_THROWS_WITH((t[_, rows] = 1.f), Catch::Contains("axis 1, which has 5 elements"));
  CHECK_THROWS_WITH(eval(gather(t, tensor{-1}, _1)),
                    Catch::Contains("axis 1, which has 5 elements; negative indices do not count "
                                    "from the end here"));
  CHECK(values(t) == before);
  rows = -4;
  cols[99] = -6;
  CHECK_THROWS_WITH((t[rows, cols] = r), Catch::Contains("index -6 at entry (99,)"));
  cols[99] = -5;
  t[rows, cols] = r;
  CHECK(t[0, 2] == 7.f);
  CHECK(t[0, 0] == 7.f);
  // The largest integers.
  const dtensor<std::uint64_t, 1> far{~std::uint64_t{0}, 1};
  CHECK_THROWS_AS(eval(t[far]), index_error);
  const dtensor<stria::index, 1> low{std::numeric_limits<stria::index>::min()};
  CHECK_THROWS_AS(eval(t[low]), index_error);
  // Axes without elements have no positions.
  dtensor<float, 2> none(0, 3);
  CHECK_THROWS_AS(eval(none[tensor{0}]), index_error);
  CHECK(eval(none[dtensor<int, 1>(0)]).size() == 0);
}

// One entry of several is at a limit, in memory of any strides.
template <class I> void entries_at_limits() {
  using limits = std::numeric_limits<I>;
  const stria::index sizes[] = {1, 5, 100};
  for (const stria::index size : sizes)
    for (stria::index count = 1; count < 40; ++count) {
      dtensor<I, 1> entries(count);
      dtensor<I, 2> pairs(2 * count, 2);
      pairs = static_cast<I>(-1);
      auto along = pairs[range(_, _, 2), 1];
      const auto t = test::counted(dtensor<int, 1>(size));
      dtensor<int, 1> r(count);
      for (const I entry :
           {static_cast<I>(-size - 1), static_cast<I>(-size), static_cast<I>(size - 1),
            static_cast<I>(size), limits::min(), limits::max()})
        for (const stria::index at : {stria::index{0}, count / 2, count - 1}) {
          CAPTURE(size, count, entry, at);
          entries = I{0};
          entries[at] = entry;
          along = entries;
          r = -1;
          const bool far = std::cmp_greater_equal(entry, size);
          const bool fits = !far && std::cmp_greater_equal(entry, -size);
          if (fits) {
            r = t[entries];
            REQUIRE(r[at] == t[from_end(entry, size)]);
            r = t[along];
            REQUIRE(r[at] == t[from_end(entry, size)]);
          } else {
            REQUIRE_THROWS_AS((r = t[entries]), index_error);
            REQUIRE_THROWS_AS((r = t[along]), index_error);
            REQUIRE(r[0] == -1);
          }
          if (far || std::cmp_less(entry, 0)) {
            REQUIRE_THROWS_AS((r = gather(t, entries, _0)), index_error);
            REQUIRE_THROWS_AS((r = gather(t, along, _0)), index_error);
          } else {
            r = gather(t, along, _0);
            REQUIRE(r[at] == t[entry]);
          }
        }
    }
}
TEMPLATE_TEST_CASE("one entry at a limit", "", std::int64_t, std::uint64_t, std::int32_t,
                   std::uint32_t, std::int16_t, std::uint8_t, signed char) {
  entries_at_limits<TestType>();
}

namespace {

// A matrix whose selections have up to 64 elements or a few more, as a tensor or as a view with
// gaps, or reversed.
template <class T, class I, class Make> void few_elements(dice& d, const Make& make) {
  for (int round = 0; round < 60; ++round) {
    const stria::index n0 = d(1, 9), n1 = d(1, 9), count = d(0, 9);
    CAPTURE(round, n0, n1, count);
    dtensor<T, 2> memory(2 * n0, 2 * n1);
    for (stria::index i = 0; i < memory.size(); ++i)
      memory.data()[i] = static_cast<T>(i % 11);
    const auto before = memory;
    auto&& t = make(memory, n0, n1);
    const dtensor<T, 2> old = t;
    dtensor<I, 1> rows(count), cols(count), all_cols(n1);
    dtensor<I, 2> grid(n0, count), square(count, count);
    roll<I>(d, rows, n0);
    roll<I>(d, cols, n1);
    roll<I>(d, all_cols, n1);
    roll<I>(d, grid, n1);
    roll<I>(d, square, n0);
    dtensor<bool, 1> mask(n0);
    for (bool& b : mask.storage())
      b = d(0, 1) == 1;
    std::vector<stria::index> set;
    for (stria::index i = 0; i < n0; ++i)
      if (mask[i])
        set.push_back(i);
    const auto picked = static_cast<stria::index>(set.size());
    const auto row = [&](stria::index i) { return from_end(rows[i], n0); };
    const auto col = [&](stria::index i) { return from_end(cols[i], n1); };

    dtensor<T, 1> line(count);
    line = t[rows, cols];
    for (stria::index i = 0; i < count; ++i)
      REQUIRE(line[i] == old[row(i), col(i)]);
    dtensor<T, 2> r(count, n1), s(n0, count), q(count, count), g(n0, count), m(picked, n1);
    r = t[rows, _];
    s = t[_, cols];
    q = t[ix_(rows, cols)];
    g = take_along_axis(t, grid, _1);
    m = t[mask, _];
    for (stria::index i = 0; i < count; ++i)
      for (stria::index k = 0; k < n1; ++k)
        REQUIRE(r[i, k] == old[row(i), k]);
    for (stria::index i = 0; i < n0; ++i)
      for (stria::index k = 0; k < count; ++k) {
        REQUIRE(s[i, k] == old[i, col(k)]);
        REQUIRE(g[i, k] == old[i, from_end(grid[i, k], n1)]);
      }
    for (stria::index i = 0; i < picked; ++i)
      for (stria::index k = 0; k < n1; ++k)
        REQUIRE(m[i, k] == old[set[static_cast<std::size_t>(i)], k]);
    for (stria::index i = 0; i < count; ++i)
      for (stria::index k = 0; k < count; ++k)
        REQUIRE(q[i, k] == old[row(i), col(k)]);
    q = t[square, rows[_, newaxis] * 0];
    for (stria::index i = 0; i < count; ++i)
      for (stria::index k = 0; k < count; ++k)
        REQUIRE(q[i, k] == old[from_end(square[i, k], n0), 0]);
    q = t[square, 0];
    for (stria::index i = 0; i < count; ++i)
      for (stria::index k = 0; k < count; ++k)
        REQUIRE(q[i, k] == old[from_end(square[i, k], n0), 0]);

    // Updates in order, also of one place several times. The other elements are unchanged.
    auto model = old;
    const auto agree = [&] {
      REQUIRE(values(t) == values(model));
      dtensor<T, 2> rest = memory;
      make(rest, n0, n1) = old;
      REQUIRE(values(rest) == values(before));
      t = old;
      model = old;
    };
    t[rows, cols] = line;
    agree();
    dtensor<T, 1> u(count);
    for (stria::index i = 0; i < count; ++i)
      u.data()[i] = static_cast<T>(i + 1);
    t[rows, cols] = u;
    for (stria::index i = 0; i < count; ++i)
      model[row(i), col(i)] = u[i];
    agree();
    t[rows, _] = T(1);
    for (stria::index i = 0; i < count; ++i)
      model[row(i), _] = T(1);
    agree();
    t[mask, _] = T(1);
    for (const stria::index i : set)
      model[i, _] = T(1);
    agree();
    r = r[rev(), rev()];
    t[rows, _] = r;
    for (stria::index i = 0; i < count; ++i)
      model[row(i), _] = r[i];
    agree();
    s = s[rev(), rev()];
    t[_, cols] = s;
    for (stria::index i = 0; i < n0; ++i)
      for (stria::index k = 0; k < count; ++k)
        model[i, col(k)] = s[i, k];
    agree();
    if constexpr (!std::is_same_v<T, bool>) {
      t[rows, cols] += u;
      for (stria::index i = 0; i < count; ++i)
        model[row(i), col(i)] = static_cast<T>(model[row(i), col(i)] + u[i]);
      agree();
      t[ix_(rows, cols)] *= 2;
      for (stria::index i = 0; i < count; ++i)
        for (stria::index k = 0; k < count; ++k)
          model[row(i), col(k)] = static_cast<T>(model[row(i), col(k)] * 2);
      agree();
      t[rows, _] -= r * T(2);
      for (stria::index i = 0; i < count; ++i)
        for (stria::index k = 0; k < n1; ++k)
          model[row(i), k] = static_cast<T>(model[row(i), k] - static_cast<T>(r[i, k] * T(2)));
      agree();
    }
    // The values are read from the target.
    if (count == n0) {
      t[rows, _] = t;
      for (stria::index i = 0; i < count; ++i)
        model[row(i), _] = old[i];
      agree();
      dtensor<T, 2> own = old;
      own = own[rows, _];
      for (stria::index i = 0; i < count; ++i)
        for (stria::index k = 0; k < n1; ++k)
          REQUIRE(own[i, k] == old[row(i), k]);
    }
    // An entry outside its axis.
    if (count > 0) {
      rows[d(0, count - 1)] = static_cast<I>(n0);
      REQUIRE_THROWS_AS((line = t[rows, cols]), index_error);
      REQUIRE_THROWS_AS((t[rows, cols] = u), index_error);
      REQUIRE_THROWS_AS((t[rows, _] = T(0)), index_error);
      REQUIRE_THROWS_AS((t[ix_(rows, cols)] = T(0)), index_error);
      agree();
    }
  }
}

} // namespace

TEMPLATE_TEST_CASE("a few elements", "", float, bool, std::uint8_t, std::int16_t, std::int64_t) {
  using T = TestType;
  dice d(7);
  few_elements<T, stria::index>(
      d, [](auto& t, stria::index n0, stria::index n1) { return t[range(0, n0), range(0, n1)]; });
  few_elements<T, std::int32_t>(d, [](auto& t, stria::index n0, stria::index n1) {
    return t[range(1, n0 + 1), range(0, 2 * n1, 2)];
  });
  few_elements<T, std::uint8_t>(d, [](auto& t, stria::index n0, stria::index n1) {
    return t[range(0, n0), range(0, n1)][rev(), rev()];
  });
}

// extents_of_one.cpp has all combinations, but is compiled without optimisation.
TEST_CASE("index arrays whose last extent is a static 1") {
  dtensor<int, 1> v{1, 2, 3, 4, 5};
  const dtensor<int, 1> i{4, 0, 2};
  CHECK(values(eval(v[i[_, newaxis]])) == list<>{5, 1, 3});
  v[i[_, newaxis]] = 9;
  CHECK(values(v) == list<>{9, 2, 9, 4, 9});
  v[nd(tensor<int, 1, 1, 1>{{{1}}})] = tensor<int, 1, 1>{{7}};
  v[nd(tensor<int, 1, 1, 1>{{{3}}})] += 10;
  CHECK(values(v) == list<>{9, 7, 9, 14, 9});
  CHECK(values(eval(tensor_scatter_nd_update(v, tensor<int, 2, 1, 1>{{{4}}, {{0}}},
                                             tensor<int, 2, 1>{{1}, {2}}))) ==
        list<>{2, 7, 9, 14, 1});

  const tensor<int, 1> one{1};
  dtensor<int, 2> m(5, 2);
  m[ix_(i, one)] = tensor<int, 3, 1>{{1}, {2}, {3}};
  CHECK(values(m) == list<>{0, 2, 0, 0, 0, 3, 0, 0, 0, 1});
  m[i[_, newaxis], _] += 10;
  CHECK(values(m) == list<>{10, 12, 0, 0, 10, 13, 0, 0, 10, 11});
  dtensor<int, 2> w(2, 5);
  w[one, i[_, newaxis]] = 6;
  CHECK(values(w) == list<>{0, 0, 0, 0, 0, 6, 0, 6, 0, 6});
  put_along_axis(w, tensor<int, 2, 1>{{3}, {1}}, 8, _1);
  CHECK(values(w) == list<>{0, 0, 0, 8, 0, 6, 8, 6, 0, 6});
}

TEST_CASE("elements that are not numbers, at places") {
  const tensor<std::string, 3> words{"zero", "a word that is too long for the string itself",
                                     "two"};
  dtensor<std::string, 1> r(0);
  r = words[tensor{2, 1, -3}];
  CHECK(values(r) == list<std::string>{"two", words[1], "zero"});
  auto w = words;
  w[tensor{0, 0}] += tensor<std::string, 2>{"+", "-"};
  CHECK(w[0] == "zero+-");
}

namespace {
constexpr int in_constant() {
  tensor<int, 3, 4> t{{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};
  const tensor<int, 2> rows{-1, 0}, cols{1, -1};
  t[rows, cols] += 100;
  const tensor<int, 2> r = t[rows, cols];
  tensor<int, 2, 4> by_row;
  by_row = t[rows];
  return r[0] * 1000 + r[1] + by_row[0, 0];
}
} // namespace

TEST_CASE("places in constant expressions") { STATIC_REQUIRE(in_constant() == 121000 + 103 + 20); }

namespace {
// Rows of a static length, short ones and rows as long as a vector.
template <class T, stria::index C> void static_rows() {
  constexpr stria::index n = 70;
  dice d{static_cast<unsigned>(C)};
  tensor<T, dyn, C> table(9), p(n);
  for (auto& x : table.storage())
    x = static_cast<T>(d(0, 1));
  for (auto& x : p.storage())
    x = static_cast<T>(d(0, 1));
  dtensor<int, 1> rows(n);
  roll<int>(d, rows, 9);
  tensor<T, dyn, C> r(n), turned(n), both(n);
  r = table[rows];
  turned = table[rows][rev(), rev()];
  both = where(p == T(0), table[rows], p);
  tensor<T, dyn, 7, C> deep(n / 7);
  deep = table[reshape(rows, n / 7, 7)];
  for (stria::index i = 0; i < n; ++i)
    for (stria::index k = 0; k < C; ++k) {
      const T expected = table(from_end(rows(i), 9), k);
      const bool same = r(i, k) == expected && turned(n - 1 - i, C - 1 - k) == expected &&
                        both(i, k) == (p(i, k) == T(0) ? expected : p(i, k)) &&
                        deep(i / 7, i % 7, k) == expected;
      if (!same)
        FAIL("element " << i << ", " << k << " of rows of " << C);
    }
  // Columns of a static length.
  tensor<T, dyn, C> columns(9);
  dtensor<int, 1> order(C);
  roll<int>(d, order, C);
  columns = table[_, order];
  for (stria::index i = 0; i < 9; ++i)
    for (stria::index k = 0; k < C; ++k)
      if (columns(i, k) != table(i, from_end(order(k), C)))
        FAIL("column " << k);
  const tensor<T, dyn, C> none = table[dtensor<int, 1>(0)];
  CHECK(none.size() == 0);
}
} // namespace

TEST_CASE("rows of a static length, at places") {
  static_rows<bool, 5>();
  static_rows<unsigned char, 3>();
  static_rows<unsigned char, 31>();
  static_rows<unsigned char, 32>();
  static_rows<short, 1>();
  static_rows<short, 15>();
  static_rows<float, 2>();
  static_rows<float, 7>();
  static_rows<float, 8>();
  static_rows<double, 3>();
  static_rows<double, 4>();
}

TEST_CASE("indices computed by divisions") {
  tensor<float, dyn> a(7), r(40);
  tensor<float, dyn, dyn> table(4, 10);
  for (index i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(i * i);
  for (index i = 0; i < table.size(); ++i)
    table.data()[i] = static_cast<float>(i);
  tensor<int, dyn> x(40);
  for (index i = 0; i < x.size(); ++i)
    x[i] = static_cast<int>(i * 3 % 40);
  r = a[x % 7];
  for (index i = 0; i < x.size(); ++i)
    CHECK(r[i] == a[x[i] % 7]);
  r = table[x / 10, x % 10];
  for (index i = 0; i < x.size(); ++i)
    CHECK(r[i] == static_cast<float>(x[i]));
  r = a[x % 7 - 7];
  for (index i = 0; i < x.size(); ++i)
    CHECK(r[i] == a[x[i] % 7]);
  table[x / 10, x % 10] += 1.f;
  for (index i = 0; i < table.size(); ++i)
    CHECK(table.data()[i] == static_cast<float>(i + 1));
  CHECK_THROWS_AS(r = a[x % 8], index_error);
  CHECK_THROWS_AS((table[x / 9, x % 10] = 0.f), index_error);
  CHECK(table[0, 0] == 1.f);
  CHECK(table[3, 9] == 40.f);
  CHECK(eval(a[x[range(_, 0)] % 7]).size() == 0);
}
