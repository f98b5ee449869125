// SPDX-License-Identifier: BSL-1.0
// Statements whose operands have gaps between their elements, such as columns of a matrix.
#include "catch.hpp"
#include "values.hpp"

#include <stria/core.hpp>

#include <complex>
#include <concepts>
#include <vector>

using namespace stria;
using stria::index;
using test::values;

namespace {

template <class T> dtensor<T, 2> matrix(index rows, index columns) {
  dtensor<T, 2> a(rows, columns);
  for (index i = 0; i < rows; ++i)
    for (index k = 0; k < columns; ++k)
      a(i, k) = static_cast<T>(static_cast<signed char>((7 * i + 3 * k) % 11 + 1));
  return a;
}

} // namespace

TEMPLATE_TEST_CASE("columns as operands and as targets", "", unsigned char, short, float, long,
                   std::complex<double>) {
  using T = TestType;
  for (index n : {1, 2, 15, 16, 17, 63, 64, 65, 100, 1023, 1025, 4097, 5000})
    for (index columns : {3, 5, 9}) {
      dtensor<T, 2> a = matrix<T>(n, columns);
      std::vector<T> first, second, third;
      for (index i = 0; i < n; ++i) {
        first.push_back(a(i, 0));
        second.push_back(a(i, 1));
        third.push_back(a(i, 2));
      }
      a[_, 2] -= T(2) * a[_, 1];
      dtensor<T, 1> v = a[_, 2] * a[_, 0];
      a[rev(), 1] = v + a[_, 0];
      v += a[rev(), 0];
      bool same = true;
      for (index i = 0; i < n; ++i) {
        const auto k = static_cast<std::size_t>(i), end = static_cast<std::size_t>(n - 1 - i);
        const T changed = static_cast<T>(third[k] - T(2) * second[k]);
        const T product = static_cast<T>(changed * first[k]);
        same = same && a(i, 2) == changed && a(i, 0) == first[k];
        same = same && a(n - 1 - i, 1) == static_cast<T>(product + first[k]);
        same = same && v(i) == static_cast<T>(product + first[end]);
      }
      CAPTURE(n, columns);
      CHECK(same);
    }
}

TEST_CASE("two and three axes with gaps") {
  for (index n : {3, 20, 90}) {
    dtensor<double, 3> a(n, 30, 40), b(n, 30, 40);
    for (index i = 0; i < a.size(); ++i) {
      a.data()[i] = static_cast<double>(i % 97);
      b.data()[i] = static_cast<double>(i % 89);
    }
    const dtensor<double, 3> before = a;
    const auto rows = range(1, _, 2);
    const auto places = range(_, _, 8);
    a[_, rows, places] += b[_, rows, places] * b[_, range(0, _, 2), places] - 1.;
    bool same = true;
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < 30; ++j)
        for (index k = 0; k < 40; ++k) {
          const bool chosen = j % 2 == 1 && k % 8 == 0;
          same = same &&
                 a(i, j, k) == before(i, j, k) + (chosen ? b(i, j, k) * b(i, j - 1, k) - 1. : 0.);
        }
    CHECK(same);
  }
}

TEST_CASE("columns of one matrix that overlap") {
  for (index n : {5, 40, 300, 5000}) {
    dtensor<double, 2> a = matrix<double>(n + 1, 7);
    const dtensor<double, 2> b = a;
    // The target reads the next row of its own column.
    a[range(_, -1), 3] = a[range(1, _), 3] + a[range(_, -1), 3] * 2.;
    a[range(1, _), 4] += a[range(_, -1), 4];
    bool same = true;
    for (index i = 0; i < n; ++i) {
      same = same && a(i, 3) == b(i + 1, 3) + b(i, 3) * 2.;
      same = same && a(i + 1, 4) == b(i + 1, 4) + b(i, 4);
    }
    CAPTURE(n);
    CHECK(same);
  }
}

TEMPLATE_TEST_CASE("reductions of columns", "", unsigned char, short, float, long,
                   std::complex<double>) {
  using T = TestType;
  for (index n : {0, 1, 7, 40, 64, 65, 340, 341, 512, 1024, 1100, 3000}) {
    const dtensor<T, 2> a = matrix<T>(n, 6);
    const dtensor<T, 1> v = a[_, 1], w = a[_, 4];
    CAPTURE(n);
    CHECK(sum(a[_, 1] * a[_, 4]) == sum(v * w));
    CHECK(sum(a[_, 1] * w) == sum(v * w));
    CHECK(sum(a[_, 1] * w * w) == sum(v * w * w));
    CHECK(sum(a[rev(), 1] * a[_, 4]) == sum(v[rev()] * w));
    CHECK(sum(a[_, 1] + T(1)) == sum(v + T(1)));
    CHECK(any(a[_, 1] == a[_, 4]) == any(v == w));
    CHECK(count_nonzero(a[_, 1] != a[_, 4]) == count_nonzero(v != w));
    if (n != 0)
      CHECK(prod(a[range(0, 1), 1] * a[range(0, 1), 4]) == v(0) * w(0));
    if constexpr (!std::same_as<T, std::complex<double>>)
      if (n != 0)
        CHECK(max(a[_, 1] - a[_, 4]) == max(v - w));
  }
}
