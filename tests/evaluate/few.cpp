// SPDX-License-Identifier: BSL-1.0
// Stores and reductions of a few elements whose operands or target are not contiguous: the values
// are those of a plain loop, for every element size, below and above the limit of 64 elements.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <utility>

using namespace stria;

namespace {

/// Sizes of up to 64 elements, and larger ones.
constexpr std::pair<index, index> sizes[] = {{1, 1},  {1, 7},  {7, 1},  {2, 4},  {8, 8},  {4, 16},
                                             {1, 64}, {5, 13}, {64, 1}, {65, 1}, {3, 21}, {0, 3}};

template <class T> dtensor<T, 2> numbers(index rows, index columns, int from) {
  dtensor<T, 2> t(rows, columns);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>(static_cast<int>((i * 7 + from) % 23));
  return t;
}

} // namespace

TEMPLATE_TEST_CASE("few elements: operands and targets in any layout", "", std::int8_t,
                   std::uint16_t, float, double, std::complex<double>) {
  using T = TestType;
  for (const auto& [rows, columns] : sizes) {
    CAPTURE(rows, columns);
    const auto a = numbers<T>(rows, columns, 1), turned = numbers<T>(columns, rows, 5);
    const auto column = numbers<T>(rows, 1, 3), one = numbers<T>(1, 1, 9),
               wide = numbers<T>(rows, 3 * columns, 2);
    const auto at = [&](index i, index j) {
      return static_cast<T>(a[i, j] + turned[j, i] + column[i, 0] + one[0, 0] +
                            wide[rows - 1 - i, 3 * j + 1]);
    };
    const auto e = a + transpose(turned) + column + one + wide[rev(), range(1, _, 3)];
    dtensor<T, 2> r = e;
    dtensor<T, 2> apart(rows + 1, 2 * columns + 1);
    const dtensor<T, 2> before = numbers<T>(rows + 1, 2 * columns + 1, 4);
    apart = before;
    auto target = apart[range(1, _), range(1, _, 2)];
    target = e;
    const dtensor<T, 2> stored = apart;
    target += e;
    transpose(target) = transpose(target) - transpose(e);
    for (index i = 0; i < rows; ++i)
      for (index j = 0; j < columns; ++j) {
        REQUIRE(r[i, j] == at(i, j));
        REQUIRE(stored[i + 1, 2 * j + 1] == at(i, j));
      }
    CHECK(all_of(apart == stored));
    // The elements between those of the target are unchanged.
    for (index i = 0; i < rows + 1; ++i)
      for (index j = 0; j < 2 * columns + 1; ++j)
        if (i == 0 || j % 2 == 0)
          REQUIRE(apart[i, j] == before[i, j]);
    // A copy, and one value for all elements.
    target = transpose(turned);
    CHECK(all_of(target == transpose(turned)));
    target = one;
    if (r.size() > 0)
      CHECK(all_of(target == one[0, 0]));
  }
}

TEMPLATE_TEST_CASE("few elements are filled and updated with one value", "", bool, std::int8_t,
                   std::uint16_t, std::int64_t, float, std::complex<double>) {
  using T = TestType;
  for (const auto& [rows, columns] : sizes) {
    CAPTURE(rows, columns);
    auto r = numbers<T>(rows, columns, 1);
    const auto filled_with = [&](T value) {
      for (const T& x : r.storage())
        REQUIRE(x == value);
    };
    r = static_cast<T>(3);
    filled_with(static_cast<T>(3));
    r = 0;
    filled_with(T());
    r += static_cast<T>(5);
    filled_with(static_cast<T>(5));
    r *= static_cast<T>(3);
    filled_with(static_cast<T>(15));
    if (r.size() > 0) { // the value is an element of the target
      r[0, 0] = static_cast<T>(4);
      r -= r[0, 0];
      REQUIRE(r[0, 0] == T());
      r[rows - 1, columns - 1] = static_cast<T>(1);
      r = r[rows - 1, columns - 1];
      filled_with(static_cast<T>(1));
    }
  }
}

TEMPLATE_TEST_CASE("few elements of rotated operands within expressions", "", bool, std::int8_t,
                   std::uint16_t, float, double, std::complex<double>) {
  using T = TestType;
  for (const index rows : {1, 2, 3, 8, 65})
    for (const index columns : {1, 2, 3, 4, 5, 8, 9, 16, 17, 33, 255, 257}) {
      const auto a = numbers<T>(rows, columns, 1);
      const dtensor<T, 3> cube = stack(_0, a, a[rev()]);
      for (const index by : {index{1}, index{-2}, columns / 2, columns - 1}) {
        CAPTURE(rows, columns, by);
        const auto from = [by](index k, index n) { return ((k - by) % n + n) % n; };
        const dtensor<T, 2> right = roll(a, by, _1) + T(), down = roll(a, by, _0) + T(),
                            both = roll(roll(a, by, _0), by, _1) + T(),
                            view = roll(a[rev(), rev()], by, _1) + T();
        const dtensor<T, 3> second = roll(cube, by, _1) + T(), last = roll(cube, by, _2) + T();
        const dtensor<T, 1> line = roll(a[_0], by) + T();
        dtensor<T, 2> moved = a;
        moved[_, range(1, _)] = roll(moved[_, range(_, -1)], by, _0) + T();
        bool same = true;
        for (index i = 0; i < rows; ++i)
          for (index k = 0; k < columns; ++k) {
            const index far = from(i, rows), next = from(k, columns);
            same = same && right[i, k] == a[i, next] && down[i, k] == a[far, k] &&
                   both[i, k] == a[far, next] && second[0, i, k] == a[far, k] &&
                   view[i, k] == a[rows - 1 - i, columns - 1 - next] &&
                   second[1, i, k] == a[rows - 1 - far, k] && last[0, i, k] == a[i, next] &&
                   last[1, i, k] == a[rows - 1 - i, next] && line[k] == a[0, next] &&
                   moved[i, k] == (k == 0 ? a[i, k] : a[far, k - 1]);
          }
        CHECK(same);
      }
    }
}

TEMPLATE_TEST_CASE("few elements that are joined, repeated, padded and rolled", "", bool,
                   std::int8_t, std::uint16_t, float, double, std::complex<double>) {
  using T = TestType;
  // Rows of all numbers of bytes that are copied by different instructions, in few and many rows.
  for (const index rows : {0, 1, 2, 3, 8, 65})
    for (const index columns : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65}) {
      CAPTURE(rows, columns);
      const auto a = numbers<T>(rows, columns, 1), b = numbers<T>(rows, columns, 8);
      const dtensor<T, 2> beside = concat(_1, a, b[rev(), rev()]), below = concat(_0, a, b),
                          often = repeat(a, 2, _1), tiled = tile(a, 2, 2), padded = pad(a, 1),
                          five = repeat(a, 5, _1), three = repeat(a, 3, _0), wide = tile(a, 1, 3);
      const dtensor<T, 3> pairs = stack(-_1, a, b);
      const dtensor<T, 4> turned = transpose(stack(_1, stack(_0, a, b), stack(_0, b, a)));
      bool same = true;
      for (index i = 0; i < rows; ++i)
        for (index k = 0; k < columns; ++k) {
          const T x = a[i, k], y = b[i, k];
          same = same && beside[i, k] == x && beside[rows - 1 - i, 2 * columns - 1 - k] == y &&
                 below[i, k] == x && below[rows + i, k] == y && often[i, 2 * k] == x &&
                 often[i, 2 * k + 1] == x && tiled[i, k] == x && five[i, 5 * k] == x &&
                 five[i, 5 * k + 4] == x && three[3 * i, k] == x && three[3 * i + 2, k] == x &&
                 wide[i, k] == x && wide[i, 2 * columns + k] == x &&
                 tiled[rows + i, columns + k] == x && padded[i + 1, k + 1] == x &&
                 pairs[i, k, 0] == x && pairs[i, k, 1] == y && turned[k, i, 0, 0] == x &&
                 turned[k, i, 0, 1] == y && turned[k, i, 1, 0] == y && turned[k, i, 1, 1] == x;
        }
      for (index i = 0; i < rows + 2; ++i)
        same = same && padded[i, 0] == T() && padded[i, columns + 1] == T();
      for (index k = 0; k < columns + 2; ++k)
        same = same && padded[0, k] == T() && padded[rows + 1, k] == T();
      CHECK(same);
      if (a.size() == 0)
        continue;
      const dtensor<T, 2> rolled = roll(a, 1, _1), edge = pad(a, {{2, 0}, {0, 3}}, pad_mode::edge),
                          mirror = pad(a, 4, pad_mode::reflect),
                          twice = pad(a, 3, pad_mode::symmetric),
                          wrapped = pad(a, 5, pad_mode::wrap);
      const auto within = [](index p, index n) { return ((p % n) + n) % n; };
      const auto reflected = [&](index p, index n) {
        const index k = n == 1 ? 0 : within(p, 2 * (n - 1));
        return k < n ? k : 2 * (n - 1) - k;
      };
      const auto doubled = [&](index p, index n) {
        const index k = within(p, 2 * n);
        return k < n ? k : 2 * n - 1 - k;
      };
      for (index i = 0; i < rows; ++i)
        for (index k = 0; k < columns; ++k)
          same = same && rolled[i, (k + 1) % columns] == a[i, k];
      for (index i = 0; i < rows + 10; ++i)
        for (index k = 0; k < columns + 10; ++k) {
          same = same && wrapped[i, k] == a[within(i - 5, rows), within(k - 5, columns)];
          if (i < rows + 8 && k < columns + 8)
            same = same && mirror[i, k] == a[reflected(i - 4, rows), reflected(k - 4, columns)];
          if (i < rows + 6 && k < columns + 6)
            same = same && twice[i, k] == a[doubled(i - 3, rows), doubled(k - 3, columns)];
          if (i < rows + 2 && k < columns + 3)
            same = same && edge[i, k] == a[i < 2 ? 0 : i - 2, k < columns ? k : columns - 1];
        }
      CHECK(same);
    }
}

TEST_CASE("few elements with more operands than fit the stack buffer") {
  using T = std::complex<double>;
  const auto a = numbers<T>(16, 4, 1);
  dtensor<T, 2> r(4, 16);
  r = transpose(a) + transpose(a)[rev()] + transpose(a)[_, rev()] + transpose(a)[rev(), rev()] +
      transpose(a) * transpose(a);
  for (index i = 0; i < 4; ++i)
    for (index j = 0; j < 16; ++j)
      REQUIRE(r[i, j] ==
              a[j, i] + a[j, 3 - i] + a[15 - j, i] + a[15 - j, 3 - i] + a[j, i] * a[j, i]);
}

TEST_CASE("few elements of rank 4, broadcast along several axes") {
  dtensor<int, 4> a(2, 1, 3, 1), b(1, 2, 1, 4), r(2, 2, 3, 4);
  a = reshape(arange<int>(6), 2, 1, 3, 1);
  b = reshape(arange<int>(8), 1, 2, 1, 4) * 10;
  r = a + b;
  for (index i = 0; i < 2; ++i)
    for (index j = 0; j < 2; ++j)
      for (index k = 0; k < 3; ++k)
        for (index l = 0; l < 4; ++l)
          REQUIRE(r[i, j, k, l] == i * 3 + k + 10 * (j * 4 + l));
}

TEMPLATE_TEST_CASE("few elements: reductions of operands in any layout", "", std::int8_t,
                   std::uint16_t, int, float, double) {
  using T = TestType;
  for (const auto& [rows, columns] : sizes) {
    if (rows == 0)
      continue; // there is no largest element
    CAPTURE(rows, columns);
    const auto a = numbers<T>(rows, columns, 1), turned = numbers<T>(columns, rows, 5),
               wide = numbers<T>(rows, 2 * columns, 3);
    const auto column = numbers<T>(rows, 1, 2);
    using S = decltype(sum(a));
    const auto at = [&](index i, index j) {
      return static_cast<int>(a[i, j] + turned[j, i] * column[i, 0] - wide[i, 2 * j + 1]);
    };
    const auto e = a + transpose(turned) * column - wide[_, range(1, _, 2)];
    dtensor<S, 1> of_rows = sum(cast<S>(e), _1), of_columns(columns);
    of_columns = sum(cast<S>(e), _0);
    dtensor<S, 2> apart(rows, 3);
    apart[_, range(1, 2)] = sum(cast<S>(e), _1, keepdims);
    dtensor<int, 1> largest = cast<int>(max(e, _1));
    dtensor<bool, 1> some = any(e > T(40), _0);
    const dtensor<double, 1> means = mean(cast<double>(e), _1);
    S total{};
    for (index i = 0; i < rows; ++i) {
      S s{};
      int most = at(i, 0);
      for (index j = 0; j < columns; ++j) {
        s = static_cast<S>(s + static_cast<S>(at(i, j)));
        most = at(i, j) > most ? at(i, j) : most;
      }
      total = static_cast<S>(total + s);
      REQUIRE(of_rows[i] == s);
      REQUIRE(apart[i, 1] == s);
      REQUIRE(apart[i, 0] == S{});
      REQUIRE(apart[i, 2] == S{});
      REQUIRE(largest[i] == most);
      REQUIRE(std::abs(means[i] - static_cast<double>(static_cast<std::int64_t>(s)) /
                                      static_cast<double>(columns)) < 1e-9);
    }
    for (index j = 0; j < columns; ++j) {
      S s{};
      bool found = false;
      for (index i = 0; i < rows; ++i) {
        s = static_cast<S>(s + static_cast<S>(at(i, j)));
        found = found || at(i, j) > 40;
      }
      REQUIRE(of_columns[j] == s);
      REQUIRE(some[j] == found);
    }
    REQUIRE(sum(cast<S>(e)) == total);
    REQUIRE(sum(cast<S>(transpose(e))) == total);
  }
}

TEST_CASE("few elements of rank 3: every set of axes") {
  dtensor<int, 3> a(2, 3, 4);
  a = reshape(arange<int>(24), 2, 3, 4);
  const auto b = permute<2, 0, 1>(a); // 4, 2, 3
  const dtensor<int, 3> c = b;        // the same in another layout
  dtensor<int, 2> r;
  r = sum(b, _0);
  CHECK(all_of(r == sum(c, _0)));
  CHECK(r[1, 2] == 4 * 20 + 6);
  r = sum(b, _1);
  CHECK(r[3, 2] == 11 + 23);
  r = sum(b, _2);
  CHECK(r[3, 1] == 15 + 19 + 23);
  dtensor<int, 1> v = sum(b, _0, _2);
  CHECK(all_of(v == tensor<int, 2>{66, 210}));
  v = sum(b, _1, _2);
  CHECK(v[3] == 3 + 7 + 11 + 15 + 19 + 23);
  CHECK(sum(b) == 276);
}

TEST_CASE("few elements of slices: reductions of the last axes") {
  for (const index k : {1, 2, 5})
    for (const index n : {1, 2, 7, 16})
      for (const index m : {1, 3, 8, 33}) {
        CAPTURE(k, n, m);
        dtensor<int, 3> a(k + 1, n + 1, m + 2);
        for (index i = 0; i < a.size(); ++i)
          a.data()[i] = static_cast<int>(i * i % 101) - 50;
        const auto check = [&](const auto& e) {
          int total = 0, most = e(0, 0, 0);
          dtensor<std::int64_t, 1> sums(k);
          const dtensor<std::int64_t, 1> of_two = sum(e, _1, _2);
          const dtensor<int, 3> largest = max(e, _1, _2, keepdims);
          for (index h = 0; h < k; ++h) {
            int here = e(h, 0, 0), s = 0;
            for (index i = 0; i < n; ++i)
              for (index j = 0; j < m; ++j) {
                s += e(h, i, j);
                here = e(h, i, j) > here ? e(h, i, j) : here;
              }
            REQUIRE(of_two(h) == s);
            REQUIRE(largest(h, 0, 0) == here);
            total += s;
            most = here > most ? here : most;
          }
          REQUIRE(sum(e) == total);
          REQUIRE(max(e) == most);
          REQUIRE(any(e == most));
          REQUIRE_FALSE(any(e > most));
          REQUIRE(mean(e) ==
                  test::Approx(static_cast<double>(total) / static_cast<double>(k * n * m)));
        };
        check(a[range(1, _), range(_, -1), range(1, -1)]);
        check(eval(a[range(1, _), range(_, -1), range(1, -1)]));
        check(a[range(_, -1), range(1, _), range(2, _)]);
        const auto p = a[0, range(1, _), range(2, _)];
        const dtensor<int, 1> w = a[0, 0, range(2, _)];
        std::int64_t both = 0;
        for (index i = 0; i < n; ++i)
          for (index j = 0; j < m; ++j)
            both += p(i, j) * w(j);
        REQUIRE(sum(p * w) == both);
        REQUIRE(sum(eval(p) * w) == both);
      }
}

namespace {

/// Rows of `Columns` elements, a static number, reduced to one value each.
template <class T, index Columns> void check_short_rows() {
  for (const index rows : {0, 1, 2, 15, 16, 17, 100}) {
    CAPTURE(rows, Columns);
    tensor<T, dyn, Columns> a(rows), b(rows);
    for (index i = 0; i < a.size(); ++i) {
      a.data()[i] = static_cast<T>(i * 7 % 23);
      b.data()[i] = static_cast<T>(i * 5 % 11 + 1);
    }
    const auto sums = eval(sum(a * b, _1));
    const auto kept = eval(sum(a, -_1, keepdims));
    const auto largest = eval(max(a, _1));
    const auto product = eval(prod(b, _1));
    const auto average = eval(mean(a, _1));
    const auto marks = eval(any(a > b, _1));
    dtensor<double, 1> lengths(rows), backwards(rows);
    lengths = sqrt(sum(square(cast<double>(a)), _1));
    backwards[rev()] = sum(cast<double>(a), _1);
    for (index i = 0; i < rows; ++i) {
      typename decltype(sums)::value_type both = 0, one = 0;
      T most = a[i, 0];
      typename decltype(product)::value_type times = 1;
      bool larger = false;
      double squares = 0, plain = 0;
      for (index k = 0; k < Columns; ++k) {
        both += a[i, k] * b[i, k];
        one += a[i, k];
        most = a[i, k] > most ? a[i, k] : most;
        times *= b[i, k];
        larger = larger || a[i, k] > b[i, k];
        squares += static_cast<double>(a[i, k]) * static_cast<double>(a[i, k]);
        plain += static_cast<double>(a[i, k]);
      }
      REQUIRE(sums[i] == both);
      REQUIRE(kept[i, 0] == one);
      REQUIRE(largest[i] == most);
      REQUIRE(product[i] == times);
      REQUIRE(static_cast<double>(average[i]) == test::Approx(plain / Columns));
      REQUIRE(marks[i] == larger);
      REQUIRE(lengths[i] == test::Approx(std::sqrt(squares)));
      REQUIRE(backwards[rows - 1 - i] == plain);
    }
  }
}

} // namespace

TEMPLATE_TEST_CASE("rows of two to five elements, a static number", "", std::int8_t, std::int32_t,
                   float, double) {
  check_short_rows<TestType, 2>();
  check_short_rows<TestType, 3>();
  check_short_rows<TestType, 4>();
  check_short_rows<TestType, 5>();
}

TEST_CASE("rows of three elements: operands of other shapes, rank 3, and no rows") {
  tensor<float, dyn, 3> a(4), one(1);
  for (index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<float>(i);
  one = 2.f;
  const auto added = eval(sum(a + one, _1)); // `one` is broadcast at run time
  CHECK(all_of(added == sum(a, _1) + 6.f));
  tensor<float, dyn, dyn, 3> pictures(2, 5);
  for (index i = 0; i < pictures.size(); ++i)
    pictures.data()[i] = static_cast<float>(i);
  const auto grey = eval(sum(pictures, -_1));
  CHECK(grey.shape() == std::array<index, 2>{2, 5});
  CHECK(grey[1, 2] == 66.f);
  CHECK_THROWS_AS(eval(max(tensor<float, 0, 3>(), _0)), value_error);
  CHECK(eval(max(tensor<float, dyn, 3>(0), _1)).size() == 0);
}
