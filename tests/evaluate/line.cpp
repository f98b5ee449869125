// SPDX-License-Identifier: BSL-1.0
// Tensors of one shape are computed along a line of memory. The results have the same bits as those
// of the loops that are used for views.
#include "catch.hpp"
#include "values.hpp"

#include <complex>
#include <cstdint>
#include <limits>

using namespace stria;
using stria::index;
using test::evaluated;
using test::list;
using test::values;

namespace {

template <class T> dtensor<T, 1> numbers(index n, int step) {
  dtensor<T, 1> t(n);
  for (index i = 0; i < n; ++i)
    t(i) = static_cast<T>(static_cast<int>(i * step % 97 - 40)) / T(3);
  return t;
}

} // namespace

TEMPLATE_TEST_CASE("lines of all lengths", "", float, double, std::int16_t) {
  using T = TestType;
  for (index n :
       {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 64, 65, 1023, 1024, 1025, 4095, 4096, 4097, 9001}) {
    INFO("length " << n);
    const auto a = numbers<T>(n, 3), b = numbers<T>(n, 7);
    // Views with two axes are not lines.
    const auto va = a[newaxis], vb = b[newaxis];
    dtensor<T, 1> r(n);
    dtensor<T, 2> expected(1, n);
    r = a * b + T(2);
    expected = va * vb + T(2);
    CHECK(values(r) == values(expected));
    r -= a * b;
    expected -= va * vb;
    CHECK(values(r) == values(expected));
    // The target is an operand.
    r = r * r - a;
    expected = expected[_] * expected[_] - va;
    CHECK(values(r) == values(expected));
    const dtensor<T, 1> fresh = where(a > b, a, -b);
    const dtensor<T, 2> other = where(va > vb, va, -vb);
    CHECK(values(fresh) == values(other));
    CHECK(values(eval(where(a > b, a, -b))) == values(eval(where(va > vb, va, -vb))));
    // Sums are added in the same order.
    CHECK(sum(a * b) == sum(va * vb));
    CHECK(prod(a / T(13)) == prod(va / T(13)));
    if (n == 0) {
      CHECK_THROWS_AS(r = a + max(b), value_error);
    } else {
      CHECK(values(eval(mean(a + b, keepdims))) == values(eval(mean(va + vb, keepdims))));
      CHECK(max(a - b) == max(va - vb));
    }
  }
}

// to[...] op= from * 2 + other, with views of rank 1 and element by element; from and other may be
// in the target's memory.
template <class T> void views_of(index n, index shift) {
  CAPTURE(n, shift);
  const auto before = numbers<T>(3 * n + 3, 5);
  const auto apart = numbers<T>(3 * n + 3, 11);
  const auto check = [&](auto to, auto from, auto place_to, auto place_from) {
    auto t = before, expected = before;
    to(t) = from(t) * T(2) + from(apart);
    for (index i = 0; i < n; ++i)
      expected(place_to(i)) = static_cast<T>(before(place_from(i)) * T(2) + apart(place_from(i)));
    CHECK(values(t) == values(expected));
    t = before;
    to(t) -= from(t);
    for (index i = 0; i < n; ++i)
      expected(place_to(i)) = static_cast<T>(before(place_to(i)) - before(place_from(i)));
    CHECK(values(t) == values(expected));
    t = before;
    to(t) = from(t);
    for (index i = 0; i < n; ++i)
      expected(place_to(i)) = before(place_from(i));
    CHECK(values(t) == values(expected));
    // A tensor as the target.
    const dtensor<T, 1> fresh = from(before) + T(1);
    dtensor<T, 1> kept(n);
    kept = from(before) + T(1);
    for (index i = 0; i < n; ++i)
      CHECK(fresh(i) == static_cast<T>(before(place_from(i)) + T(1)));
    CHECK(values(kept) == values(fresh));
  };
  const auto there = [&](auto& t) { return t[range(0, n)]; };
  const auto ahead = [&](auto& t) { return t[range(shift, shift + n)]; };
  const auto back = [&](auto& t) { return t[range(0, n)][rev()]; };
  const auto second = [&](auto& t) { return t[range(0, 2 * n, 2)]; };
  const auto other_second = [&](auto& t) { return t[range(1, 2 * n + 1, 2)]; };
  const auto at = [](index i) { return i; };
  const auto at_shift = [&](index i) { return i + shift; };
  const auto at_back = [&](index i) { return n - 1 - i; };
  const auto at_second = [](index i) { return 2 * i; };
  const auto at_other = [](index i) { return 2 * i + 1; };
  check(there, there, at, at);
  check(there, ahead, at, at_shift);
  check(ahead, there, at_shift, at);
  check(there, back, at, at_back);
  check(back, there, at_back, at);
  check(back, back, at_back, at_back);
  check(second, there, at_second, at);
  check(there, second, at, at_second);
  check(second, other_second, at_second, at_other);
  check(other_second, back, at_other, at_back);
}

TEMPLATE_TEST_CASE("lines of views, which may overlap the target", "", float, std::int16_t,
                   double) {
  for (index n : {0, 1, 2, 3, 8, 9, 17, 64, 1023, 1030})
    for (index shift : {1, 3})
      if (shift < n + 2)
        views_of<TestType>(n, shift);
}

TEMPLATE_TEST_CASE("lines of complex numbers", "", float, double) {
  using T = TestType;
  using complex = std::complex<T>;
  for (index n : {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 4096, 4097}) {
    INFO("length " << n);
    dtensor<complex, 1> a(n), b(n), r(n);
    for (index i = 0; i < n; ++i) { // small integers, so that all results are exact
      a(i) = complex(static_cast<T>(i % 7 - 3), static_cast<T>(i % 5 - 2));
      b(i) = complex(static_cast<T>(i % 3), static_cast<T>(i % 11 - 5));
    }
    const auto is = [&](const auto& result, auto f) {
      bool same = result.size() == n;
      for (index i = 0; same && i < n; ++i)
        same = result(i) == f(a(i), b(i));
      return same;
    };
    r = a * b + conj(a);
    CHECK(is(r, [](complex x, complex y) { return x * y + std::conj(x); }));
    r = T(2) * a - complex(1, 2);
    CHECK(is(r, [](complex x, complex) { return T(2) * x - complex(1, 2); }));
    CHECK(is(eval(square(real(a)) + square(imag(b))),
             [](complex x, complex y) { return x.real() * x.real() + y.imag() * y.imag(); }));
    CHECK(is(eval(a == b), [](complex x, complex y) { return x == y; }));
    CHECK(is(eval(where(real(a) > T(0), a, b)),
             [](complex x, complex y) { return x.real() > 0 ? x : y; }));
    r = a;
    r *= b; // the target is an operand
    r = conj(r) + r * r;
    CHECK(is(r, [](complex x, complex y) { return std::conj(x * y) + x * y * x * y; }));
    const dtensor<T, 1> length = abs(a * complex(3, 4));
    CHECK(is(length, [](complex x, complex) { return std::abs(x * complex(3, 4)); }));
    const dtensor<complex, 2> column = full(complex(0, 1), n, 1);
    dtensor<complex, 2> wide(n, 2);
    wide = T(3); // real numbers
    wide = wide * column;
    CHECK(all_of(wide == complex(0, 3)));
  }
  dtensor<complex, 1> r(3);
  CHECK_THROWS_AS(r += (dtensor<complex, 1>(4) * complex(2)), shape_error);
}

TEST_CASE("tensors beside a view of one of them") {
  dtensor<int, 1> t{1, 2, 3, 4}, u{10, 20, 30, 40};
  t = t[rev()] + u;
  CHECK(values(t) == list<>{14, 23, 32, 41});
  t[rev()] = t + u;
  CHECK(values(t) == list<>{81, 62, 43, 24});
  t[_] = t * 2 + u[rev()];
  CHECK(values(t) == list<>{202, 154, 106, 58});
  t[range(1, _)] = t[range(_, -1)] + u[0];
  CHECK(values(t) == list<>{202, 212, 164, 116});
  CHECK_THROWS_AS(t[range(1, _)] = t[range(2, _)] + u[range(_, 2)], shape_error);
  CHECK_THROWS_AS(t[range(0, 3)] = u + 1, shape_error);
  CHECK(values(t) == list<>{202, 212, 164, 116});
  t[range(1, _)] = u[range(2, 3)] + 1;
  CHECK(values(t) == list<>{202, 31, 31, 31});
}

TEST_CASE("NaN in a line") {
  auto a = numbers<double>(20, 3);
  a(13) = std::numeric_limits<double>::quiet_NaN();
  const double highest = max(a * 2.), least = min(a);
  CHECK(highest != highest);
  CHECK(least != least);
  CHECK(sum(isnan(a + 1.)) == 1);
}

TEST_CASE("other sizes and other ranks are not lines") {
  const dtensor<int, 2> a{{1, 2, 3}, {4, 5, 6}}, row{{10, 20, 30}}, column{{100}, {200}};
  const dtensor<int, 1> v{7, 8, 9};
  dtensor<int, 2> r(2, 3);
  r = a + row;
  CHECK(values(r) == list<>{11, 22, 33, 14, 25, 36});
  r = a + column;
  CHECK(values(r) == list<>{101, 102, 103, 204, 205, 206});
  r = row + column;
  CHECK(values(r) == list<>{110, 120, 130, 210, 220, 230});
  r = a * v;
  CHECK(values(r) == list<>{7, 16, 27, 28, 40, 54});
  r += row * 1;
  CHECK(values(r) == list<>{17, 36, 57, 38, 60, 84});
  // The target takes the new shape, with the same or another number of elements.
  dtensor<int, 2> q(3, 2);
  q = a + a;
  CHECK(test::shape(q) == list<index>{2, 3});
  CHECK(values(q) == list<>{2, 4, 6, 8, 10, 12});
  q = row + row;
  CHECK(test::shape(q) == list<index>{1, 3});
  q = column + row;
  CHECK(values(q) == list<>{110, 120, 130, 210, 220, 230});
  // A target that is an operand and changes its shape.
  q = row + 0;
  q = q + column;
  CHECK(values(q) == list<>{110, 120, 130, 210, 220, 230});
  CHECK(sum(row + column) == 1020);
  CHECK(sum(a + 0) == 21);
  const dtensor<int, 2> none(0, 3);
  q = none + none;
  CHECK(test::shape(q) == list<index>{0, 3});
}

TEST_CASE("operands that do not fit are refused before anything is written") {
  const dtensor<int, 2> a(2, 3), b(3, 2);
  tensor<int, 2, dyn> half(2);
  half = 5;
  CHECK_THROWS_AS(half = a + b, shape_error);
  CHECK_THROWS_AS(half = b + 1, shape_error);
  CHECK_THROWS_AS(half += a + 1, shape_error);
  CHECK(values(half) == list<>{5, 5, 5, 5});
  half = a + 1;
  CHECK(values(half) == list<>{1, 1, 1, 1, 1, 1});
}

TEST_CASE("partly static and named extents, conversions, three axes") {
  static constexpr dim batch{"batch"};
  tensor<int, batch, 4> n(2);
  n = 3;
  tensor<double, batch, 4> wide(2);
  wide = n * 2;
  wide /= n + 1;
  CHECK(values(wide) == list<double>(8, 1.5));
  tensor<bool, batch, 4> flags(2);
  flags = n > 2;
  CHECK(values(flags) == list<bool>(8, true));
  flags = flags && (n == 2);
  CHECK(values(flags) == list<bool>(8, false));
  tensor<std::uint8_t, batch, 4> bytes(2);
  bytes = cast<std::uint8_t>(n * 100);
  CHECK(values(bytes) == list<std::uint8_t>(8, 44));
  const dtensor<float, 3> a = reshape(arange<float>(24), 2, 3, 4);
  dtensor<float, 3> r(2, 3, 4);
  r = a * a - 1.f;
  CHECK(values(r) == evaluated(a[_] * a[_] - 1.f));
  CHECK(sum(a * 2.f) == 552.f);
  CHECK(values(eval(sum(a + a, keepdims))) == list<float>{552.f});
  // Broadcast along some axes only.
  CHECK(values(eval(sum(a * 1.f, _0, _1))) == values(eval(sum(a[_] * 1.f, _0, _1))));
  // An rvalue tensor.
  r = eval(a) + a;
  CHECK(values(r) == evaluated(a[_] + a[_]));
}

TEST_CASE("stateful functions are called in row-major order, once for each element") {
  const dtensor<float, 2> a(3, 4);
  dtensor<float, 2> r(3, 4);
  int calls = 0;
  r = map([&calls](float x) { return x + static_cast<float>(calls++); }, a) + a;
  CHECK(calls == 12);
  CHECK(values(r) == values(arange<float>(12)));
}
