// SPDX-License-Identifier: BSL-1.0
// The elements of a row that are left after whole vectors: rows of every length, with operands that
// read the target, and with other ones.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <complex>
#include <cstdint>

using namespace stria;

namespace {

using stria::index; // not the function index() of POSIX

template <class T> dtensor<T, 2> counted(index n0, index n1, int first) {
  dtensor<T, 2> t(n0, n1);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>((first + i * 7) % 23);
  return t;
}
/// Whether the columns [2, 2 + n) of t are f(i, j), and the others are still those of `before`.
template <class M, class F> bool only_inner(const M& t, const M& before, index n, const F& f) {
  using T = typename M::value_type;
  for (index i = 0; i < t.extent(0); ++i)
    for (index j = 0; j < t.extent(1); ++j)
      if (t(i, j) != (j < 2 || j >= 2 + n ? before(i, j) : static_cast<T>(f(i, j))))
        return false;
  return true;
}

/// Assigns to n columns of a matrix, so that its rows are not joined.
template <class T> void check_rows(index n) {
  CAPTURE(n);
  const auto a = counted<T>(3, n + 4, 1), b = counted<T>(3, n + 4, 5),
             old = counted<T>(3, n + 4, 9);
  const auto in = range(2, 2 + n), left = range(1, 1 + n), right = range(3, 3 + n);
  auto t = old;
  t[_, in] = a[_, in] * b[_, left] + a[_, right];
  CHECK(
      only_inner(t, old, n, [&](index i, index j) { return a(i, j) * b(i, j - 1) + a(i, j + 1); }));
  t = old;
  t[_, in] = t[_, in] + b[_, in];
  CHECK(only_inner(t, old, n, [&](index i, index j) { return old(i, j) + b(i, j); }));
  t = old;
  t[_, in] = a[_, left] - T(2) * t[_, in];
  CHECK(only_inner(t, old, n, [&](index i, index j) { return a(i, j - 1) - T(2) * old(i, j); }));
  t = old;
  t[_, in] += a[_, left];
  CHECK(only_inner(t, old, n, [&](index i, index j) { return old(i, j) + a(i, j - 1); }));
  t = old;
  t[_, in] = t[_, left] + t[_, right];
  CHECK(only_inner(t, old, n, [&](index i, index j) { return old(i, j - 1) + old(i, j + 1); }));
  // Reversed rows of the same elements, so that only their middle is read where it is written.
  t = old;
  t[_, in] = t[_, in][_, rev()] + t[_, in];
  CHECK(only_inner(t, old, n, [&](index i, index j) { return old(i, n + 3 - j) + old(i, j); }));
}

/// The same for a whole tensor, whose rows are joined.
template <class T> void check_line(index n) {
  CAPTURE(n);
  const auto a = eval(counted<T>(1, n, 1)[0]), b = eval(counted<T>(1, n, 5)[0]);
  auto t = a;
  t = a * b + b;
  bool same = true;
  for (index j = 0; j < n; ++j)
    same = same && t(j) == static_cast<T>(a(j) * b(j) + b(j));
  CHECK(same);
  t = a;
  t = t * b + t;
  same = true;
  for (index j = 0; j < n; ++j)
    same = same && t(j) == static_cast<T>(a(j) * b(j) + a(j));
  CHECK(same);
}

template <class T> void check_lengths() {
  for (index n = 0; n <= 200; ++n)
    check_rows<T>(n);
  for (index n : {255, 256, 257, 263, 270, 510, 511, 1000, 4095, 4097, 5003})
    check_line<T>(n);
}

} // namespace

TEST_CASE("rows of floats") { check_lengths<float>(); }
TEST_CASE("rows of doubles") { check_lengths<double>(); }
TEST_CASE("rows of bytes") { check_lengths<std::uint8_t>(); }
TEST_CASE("rows of 16-bit integers") { check_lengths<std::int16_t>(); }

TEST_CASE("rows of bools") {
  for (stria::index n = 1; n <= 9001; n += n < 200 ? 1 : 971) {
    CAPTURE(n);
    const auto x = counted<std::uint8_t>(2, n, 1), y = counted<std::uint8_t>(2, n, 5);
    const dtensor<bool, 2> p = x > 11, q = y > 7, s = x != y;
    const dtensor<bool, 2> bits = p | (q & s), unequal = p != q, without = p && !q;
    const dtensor<bool, 2> back = p[_, rev()] == q, strided = p[_, range(_, _, 2)] ^ true;
    const dtensor<int, 2> number = p + q;
    bool same = true;
    for (stria::index i = 0; i < 2; ++i)
      for (stria::index j = 0; j < n; ++j) {
        const bool a = x(i, j) > 11, b = y(i, j) > 7, c = x(i, j) != y(i, j);
        same = same && bits(i, j) == (a || (b && c)) && unequal(i, j) == (a != b) &&
               without(i, j) == (a && !b) && number(i, j) == (a ? 1 : 0) + (b ? 1 : 0) &&
               back(i, j) == ((x(i, n - 1 - j) > 11) == b) &&
               (j % 2 == 1 || strided(i, j / 2) == !a);
      }
    CHECK(same);
  }
}

TEST_CASE("rows of operands of several types") {
  for (stria::index n = 1; n <= 150; ++n) {
    CAPTURE(n);
    const auto a = counted<float>(3, n + 4, 1), b = counted<float>(3, n + 4, 5);
    const auto old = counted<std::int8_t>(3, n + 4, 2);
    const auto in = range(2, 2 + n);
    auto t = old;
    t[_, in] = cast<std::int8_t>(where(a[_, in] > b[_, in], a[_, in], 3.f));
    CHECK(only_inner(t, old, n, [&](stria::index i, stria::index j) {
      return a(i, j) > b(i, j) ? a(i, j) : 3.f;
    }));
    auto d = eval(cast<double>(a));
    const auto before = d;
    d[_, in] = cast<double>(b[_, in]) * 0.5 + d[_, in];
    CHECK(only_inner(d, before, n,
                     [&](stria::index i, stria::index j) { return b(i, j) * 0.5 + before(i, j); }));
  }
}

namespace {

/// Whether every element of t is f(i, j).
template <class M, class F> bool is_all(const M& t, const F& f) {
  using T = typename M::value_type;
  for (index i = 0; i < t.extent(0); ++i)
    for (index j = 0; j < t.extent(1); ++j)
      if (t(i, j) != static_cast<T>(f(i, j)))
        return false;
  return true;
}

/// Many rows of n elements, with operands that are the same in all of them.
template <class T> void check_short(index rows, index n) {
  CAPTURE(rows, n);
  const auto a = counted<T>(rows, n, 1), wide = counted<T>(rows, n + 1, 4);
  const auto line = eval(counted<T>(1, n, 5)[0]), other = eval(counted<T>(1, n, 11)[0]);
  auto t = a;
  t = a * line;
  CHECK(is_all(t, [&](index i, index j) { return a(i, j) * line(j); }));
  t = a;
  t = line - t;
  CHECK(is_all(t, [&](index i, index j) { return line(j) - a(i, j); }));
  t = a;
  t += line * T(2);
  CHECK(is_all(t, [&](index i, index j) { return a(i, j) + line(j) * T(2); }));
  t[_, _] = line * other;
  CHECK(is_all(t, [&](index, index j) { return line(j) * other(j); }));
  t = a * line + other * line - a;
  CHECK(is_all(t,
               [&](index i, index j) { return a(i, j) * line(j) + other(j) * line(j) - a(i, j); }));
  // Operands with gaps between the rows, and rows of the target itself.
  t = wide[_, range(1, _)] * line;
  CHECK(is_all(t, [&](index i, index j) { return wide(i, j + 1) * line(j); }));
  auto gaps = wide;
  gaps[_, range(1, _)] = a * line;
  CHECK(is_all(gaps,
               [&](index i, index j) { return j == 0 ? wide(i, j) : a(i, j - 1) * line(j - 1); }));
  t = a;
  t = t - t[3];
  CHECK(is_all(t, [&](index i, index j) { return a(i, j) - a(3, j); }));
  tensor<T, dyn, dyn, dyn> cube(2, rows, n);
  cube[_, _, _] = a * line;
  CHECK(is_all(cube[1], [&](index i, index j) { return a(i, j) * line(j); }));
}

} // namespace

TEMPLATE_TEST_CASE("short rows with an operand that is the same in all of them", "", float, double,
                   std::int16_t, std::uint8_t) {
  for (index n = 1; n <= 9; ++n)
    for (const index rows : {15, 16, 17, 31, 64, 255, 256, 257, 700})
      check_short<TestType>(rows, n);
  check_short<TestType>(20000, 3);
  const auto a = counted<std::int16_t>(300, 3, 1);
  const auto line = eval(cast<double>(counted<TestType>(1, 3, 5)[0]));
  const dtensor<double, 2> t = cast<double>(a) * line + exp(line);
  CHECK(is_all(t, [&](index i, index j) { return a(i, j) * line(j) + std::exp(line(j)); }));
}

TEST_CASE("more operands that are the same in all rows than there is room for") {
  using big = std::complex<double>;
  dtensor<big, 2> a(300, 8), t(300, 8);
  dtensor<big, 1> l(8), m(8), n(8), o(8), p(8), q(8);
  for (index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<double>(i % 7);
  for (index j = 0; j < 8; ++j) {
    const auto v = static_cast<double>(j + 1);
    l(j) = v, m(j) = 2 * v, n(j) = 3 * v, o(j) = 4 * v, p(j) = 5 * v, q(j) = 6 * v;
  }
  t = a + l + m + n + o + p + q;
  bool same = true;
  for (index i = 0; i < 300; ++i)
    for (index j = 0; j < 8; ++j)
      same = same && t(i, j) == a(i, j) + 21. * static_cast<double>(j + 1);
  CHECK(same);
}
