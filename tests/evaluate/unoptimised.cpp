// SPDX-License-Identifier: BSL-1.0
// Unoptimised builds compute rows differently: g++ optimises the loops, and clang uses packs of
// sixteen elements. Each row is compared with elements computed one by one, for lengths around
// multiples of a pack.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <concepts>

using namespace stria;
using stria::index;

namespace {

template <class T> T number(index i) { return static_cast<T>((i * 7) % 19 - 9) / T(4); }

template <class T> dtensor<T, 1> numbers(index n, index from) {
  dtensor<T, 1> t(n);
  for (index i = 0; i < n; ++i)
    t.data()[i] = number<T>(from + i);
  return t;
}

constexpr index lengths[] = {0, 1, 15, 16, 17, 31, 32, 33, 100, 1040, 2001};

} // namespace

TEMPLATE_TEST_CASE("arithmetic of rows", "", float, double) {
  using T = TestType;
  for (const index n : lengths) {
    CAPTURE(n);
    const auto a = numbers<T>(n, 0), b = numbers<T>(n, 5);
    dtensor<T, 1> r = T(2) * a + b, s = (a - b) / (b + T(0.25)), f(n);
    dtensor<T, 1> u = a;
    u += b * a;
    u -= T(1);
    f = T(3);
    bool same = r.size() == n;
    for (index i = 0; i < n; ++i) {
      const T x = number<T>(i), y = number<T>(5 + i);
      const T product = y * x; // no fused multiply-add
      const T twice = T(2) * x;
      same = same && r(i) == twice + y && f(i) == T(3) && u(i) == (x + product) - T(1);
      if (y != T(-0.25))
        same = same && s(i) == (x - y) / (y + T(0.25));
    }
    CHECK(same);
  }
}

TEST_CASE("rows of slices, and other element types together with floats") {
  for (const index n : {index{3}, index{18}, index{50}}) {
    CAPTURE(n);
    dtensor<float, 2> a(4, n), r(4, n);
    dtensor<int, 1> k(n);
    dtensor<double, 2> d(4, n);
    for (index i = 0; i < a.size(); ++i)
      a.data()[i] = number<float>(i);
    for (index i = 0; i < n; ++i)
      k(i) = static_cast<int>(i);
    r[range(_, -1), range(1, _)] = a[range(1, _), range(_, -1)] + a[0, range(1, _)] * 2.f;
    d = a * k + 0.5;
    bool same = true;
    for (index i = 0; i < 3; ++i)
      for (index j = 1; j < n; ++j)
        same = same && r(i, j) == a(i + 1, j - 1) + a(0, j) * 2.f;
    for (index i = 0; i < 4; ++i)
      for (index j = 0; j < n; ++j)
        same = same && d(i, j) == static_cast<double>(a(i, j) * static_cast<float>(k(j))) + 0.5;
    CHECK(same);
  }
}

TEST_CASE("rows that read the elements that they write") {
  const index n = 70;
  const auto a = numbers<float>(n, 0);
  auto in_place = a, shifted = a, back = a, mirrored = a;
  in_place = in_place * 2.f + in_place;
  shifted[range(1, _)] = shifted[range(_, -1)] + 1.f;
  back[range(_, -1)] = back[range(1, _)] * 2.f;
  mirrored = mirrored[rev()] - mirrored;
  bool same = shifted(0) == a(0) && back(n - 1) == a(n - 1);
  for (index i = 0; i < n; ++i) {
    same = same && in_place(i) == a(i) * 2.f + a(i) && mirrored(i) == a(n - 1 - i) - a(i);
    if (i > 0)
      same = same && shifted(i) == a(i - 1) + 1.f && back(i - 1) == a(i) * 2.f;
  }
  CHECK(same);
}

TEST_CASE("reductions and running sums") {
  const index n = 5, m = 75;
  dtensor<float, 2> a(n, m);
  for (index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<float>(i % 11);
  const dtensor<float, 1> rows = sum(a, _1), columns = sum(a, _0);
  const dtensor<float, 2> running = cumsum(a, _1);
  float total = 0;
  bool same = true;
  dtensor<float, 1> below(m);
  for (index i = 0; i < n; ++i) {
    float row = 0;
    for (index k = 0; k < m; ++k) {
      row += a(i, k);
      below(k) += a(i, k);
      same = same && running(i, k) == row;
    }
    same = same && rows(i) == row;
    total += row;
  }
  CHECK(same);
  CHECK(all_of(columns == below));
  CHECK(sum(a) == total);
  CHECK(max(a) == 10.f);
}
