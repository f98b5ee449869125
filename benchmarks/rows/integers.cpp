// SPDX-License-Identifier: BSL-1.0
// Element-wise operations on integers and bools: comparisons, logic, bits, divisions, conversions.
#include "rows.hpp"

namespace rows {
namespace {

template <class T> void comparisons(bench::suite& s, const size& z) {
  using array = dtensor<T, 2>;
  const index n0 = z.rows<T>(), n1 = z.columns;
  const auto a = integers(array(n0, n1), 1), b = integers(array(n0, n1), 2),
             c = integers(array(n0, n1), 3);
  dtensor<bool, 2> r(n0, n1);
  const table row(s, "elementwise", type_name<T>(), z.name);
  row("a < b", r, STATEMENT(r = a < b), [&] { each([](T x, T y) { return x < y; }, r, a, b); });
  row("a > 3", r, STATEMENT(r = a > T(3)), [&] { each([](T x) { return x > T(3); }, r, a); });
  row("a < b && b < c", r, STATEMENT(r = a < b && b < c),
      [&] { each([](T x, T y, T w) { return (x < y) & (y < w); }, r, a, b, c); });
  row("between", r, STATEMENT(r = a >= T(2) && a <= T(9)),
      [&] { each([](T x) { return (x >= T(2)) & (x <= T(9)); }, r, a); });
}

void booleans(bench::suite& s, const size& z) {
  const index n0 = z.rows<bool>(), n1 = z.columns;
  using array = dtensor<bool, 2>;
  const auto a = integers(array(n0, n1), 1, 0, 1), b = integers(array(n0, n1), 2, 0, 1),
             c = integers(array(n0, n1), 3, 0, 1);
  array r(n0, n1);
  const table row(s, "elementwise", "bool", z.name);
  row("p && !q", r, STATEMENT(r = a && !b),
      [&] { each([](bool x, bool y) { return x & !y; }, r, a, b); });
  row("p | q & c", r, STATEMENT(r = a | (b & c)),
      [&] { each([](bool x, bool y, bool w) { return x | (y & w); }, r, a, b, c); });
  row("p != q", r, STATEMENT(r = a != b),
      [&] { each([](bool x, bool y) { return x != y; }, r, a, b); });
}

template <class T> void integer_work(bench::suite& s, const size& z) {
  using array = dtensor<T, 2>;
  const index n0 = z.rows<T>(), n1 = z.columns;
  const auto a = integers(array(n0, n1), 1, 0, 99), b = integers(array(n0, n1), 2, 1, 9);
  array r(n0, n1);
  const table row(s, "elementwise", type_name<T>(), z.name);
  row("integer a+b", r, STATEMENT(r = cast<T>(a + b)),
      [&] { each([](T x, T y) { return x + y; }, r, a, b); });
  row("bits", r, STATEMENT(r = cast<T>((a & b) | (a ^ T(5)))),
      [&] { each([](T x, T y) { return (x & y) | (x ^ T(5)); }, r, a, b); });
  row("shifts", r, STATEMENT(r = cast<T>((a << 1) + (a >> 2))),
      [&] { each([](T x) { return (x << 1) + (x >> 2); }, r, a); });
  row("integer a/b", r, STATEMENT(r = cast<T>(a / b)),
      [&] { each([](T x, T y) { return x / y; }, r, a, b); });
  row("a % 7", r, STATEMENT(r = cast<T>(a % T(7))),
      [&] { each([](T x) { return x % T(7); }, r, a); });
  row("floor_divide", r, STATEMENT(r = cast<T>(floor_divide(a, b))), [&] {
    each([](T x, T y) { return x / y - ((x % y != 0) & ((x < 0) != (y < 0))); }, r, a, b);
  });
  auto t = integers(array(n0, n1), 3);
  row("bytes ^=", t, STATEMENT(t ^= a), [&] { update([](T x, T y) { return x ^ y; }, t, a); });
  row("t[:, ::2] *= -1", t, STATEMENT(t[_, range(_, _, 2)] *= T(-1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i)
      for (index k = 0; k < n1; k += 2)
        t.data()[i * n1 + k] = static_cast<T>(-t.data()[i * n1 + k]);
  });
}

template <class T> void conversions(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns;
  const auto bytes = integers(dtensor<std::uint8_t, 2>(n0, n1), 1, 0, 255);
  const auto ints = integers(dtensor<std::int32_t, 2>(n0, n1), 2, -99, 99);
  const auto shorts = integers(dtensor<std::int16_t, 2>(n0, n1), 3, -99, 99);
  const auto a = numbers(dtensor<T, 2>(n0, n1), 4, 0, 255);
  dtensor<T, 2> r(n0, n1);
  dtensor<std::int32_t, 2> i(n0, n1);
  dtensor<std::uint8_t, 2> u(n0, n1);
  const table row(s, "elementwise", type_name<T>(), z.name);
  row("bytes to T", r, STATEMENT(r = cast<T>(bytes)),
      [&] { each([](std::uint8_t x) { return T(x); }, r, bytes); });
  row("bytes / 255", r, STATEMENT(r = bytes / T(255)),
      [&] { each([](std::uint8_t x) { return T(x) / T(255); }, r, bytes); });
  row("T to int32", i, STATEMENT(i = cast<std::int32_t>(a)),
      [&] { each([](T x) { return std::int32_t(x); }, i, a); });
  row("T to bytes", u, STATEMENT(u = cast<std::uint8_t>(a + T(0.5))),
      [&] { each([](T x) { return std::uint8_t(x + T(0.5)); }, u, a); });
  row("int32 * T", r, STATEMENT(r = ints * a),
      [&] { each([](int x, T y) { return T(x) * y; }, r, ints, a); });
  row("int16 + int32 * T", r, STATEMENT(r = shorts + ints * a), [&] {
    each([](std::int16_t w, int x, T y) { return T(w) + T(x) * y; }, r, shorts, ints, a);
  });
}
void mixed(bench::suite& s, const size& z) {
  const index n0 = z.rows<double>(), n1 = z.columns;
  const auto f = integers(dtensor<float, 2>(n0, n1), 1);
  const auto d = integers(dtensor<double, 2>(n0, n1), 2);
  const auto b = integers(dtensor<bool, 2>(n0, n1), 3, 0, 1);
  dtensor<float, 2> rf(n0, n1);
  dtensor<double, 2> rd(n0, n1);
  const table row(s, "elementwise", "mixed", z.name);
  row("float * double", rd, STATEMENT(rd = f * d + d),
      [&] { each([](float x, double y) { return x * y + y; }, rd, f, d); });
  row("double to float", rf, STATEMENT(rf = d), [&] { each([](double x) { return x; }, rf, d); });
  row("float * bool", rf, STATEMENT(rf = f * b),
      [&] { each([](float x, bool y) { return x * float(y); }, rf, f, b); });
}

} // namespace

void integers_and_bools(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) {
    comparisons<float>(s, z);
    comparisons<std::uint8_t>(s, z);
    booleans(s, z);
    conversions<float>(s, z);
    mixed(s, z);
  });
  at(s, {tiny, small, L1, L2}, [&](const size& z) {
    comparisons<double>(s, z);
    integer_work<std::int32_t>(s, z);
    integer_work<std::uint8_t>(s, z);
    integer_work<std::int16_t>(s, z);
    conversions<double>(s, z);
  });
}

} // namespace rows
