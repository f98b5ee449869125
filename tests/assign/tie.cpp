// SPDX-License-Identifier: BSL-1.0
// tie(u, v) = std::tuple(eu, ev): all right sides read the old values.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <cstdint>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

using namespace stria;

namespace {

using matrix = dtensor<double, 2>;

/// Distinct numbers.
template <class T> void fill(T& t, int from) {
  int k = from;
  for (auto& x : t.storage())
    x = static_cast<typename T::value_type>((k += 37) % 1009);
}

template <class T, class U> bool same(const T& a, const U& b) {
  return a.shape() == b.shape() && all_of(a == b);
}

constexpr bool swaps_at_compile_time() {
  tensor<int, 3> a{1, 2, 3}, b{4, 5, 6};
  tie(a, b) = std::tuple(a + b, a * 10);
  const bool sums = all_of(a == tensor{5, 7, 9}) && all_of(b == tensor{10, 20, 30});
  tie(a, b) = tie(b, a);
  return sums && all_of(b == tensor{5, 7, 9}) && all_of(a == tensor{10, 20, 30});
}
static_assert(swaps_at_compile_time());

} // namespace

TEST_CASE("coupled element-wise updates see the old values of all targets") {
  for (index rows : {1, 2, 7, 300})
    for (index columns : {1, 3, 500}) {
      matrix u(rows, columns), v(rows, columns), w(rows, columns);
      fill(u, 1);
      fill(v, 2);
      fill(w, 3);
      const matrix a = u, b = v, c = w;
      tie(u, v, w) = std::tuple(u + v * w, u - v, v + 1.);
      CHECK(same(u, eval(a + b * c)));
      CHECK(same(v, eval(a - b)));
      CHECK(same(w, eval(b + 1.)));
    }
}

TEST_CASE("exchanging targets") {
  matrix u(40, 30), v(40, 30);
  fill(u, 1);
  fill(v, 2);
  const matrix a = u, b = v;
  const auto exchanged = [&] { return same(u, b) && same(v, a); };
  SECTION("by a tie") {
    tie(u, v) = tie(v, u);
    CHECK(exchanged());
  }
  SECTION("by a tuple of copies") {
    tie(u, v) = std::tuple(v, u);
    CHECK(exchanged());
  }
  SECTION("by a tuple of references") {
    tie(u, v) = std::tie(v, u);
    CHECK(exchanged());
  }
  SECTION("as views") {
    const auto left = u[_], right = v[_];
    tie(left, v[_]) = tie(right, u[_]);
    CHECK(exchanged());
  }
}

TEST_CASE("rows and columns at every distance, before and after") {
  for (index rows : {12, 200})
    for (index down : {-5, -1, 0, 1, 5})
      for (index right : {-2, 0, 2})
        for (index other : {-3, 0, 3}) {
          matrix u(rows, 90), v(rows, 90);
          fill(u, 1);
          fill(v, 2);
          const auto part = [&](auto& t, index i, index j) {
            return t[range(5 + i, rows - 5 + i), range(2 + j, 88 + j)];
          };
          const matrix eu = part(u, 0, 0) + 2. * part(v, down, right);
          const matrix ev = part(v, other, 0) - part(u, -down, right) * part(u, down, 0);
          tie(part(u, 0, 0), part(v, 0, 0)) =
              std::tuple(part(u, 0, 0) + 2. * part(v, down, right),
                         part(v, other, 0) - part(u, -down, right) * part(u, down, 0));
          INFO("rows " << rows << ", down " << down << ", right " << right << ", other " << other);
          CHECK(same(part(u, 0, 0), eu));
          CHECK(same(part(v, 0, 0), ev));
        }
}

TEMPLATE_TEST_CASE("few elements: targets and operands with gaps, which overlap", "", bool,
                   std::int8_t, std::uint16_t, float, double) {
  using T = TestType;
  for (index rows : {0, 1, 2, 5, 40})
    for (index columns : {0, 1, 4, 17, 33}) {
      dtensor<T, 2> u(rows + 2, 2 * columns + 2), v(rows, columns);
      fill(u, 1);
      fill(v, 2);
      const dtensor<T, 2> a = u, b = v;
      const auto at = [&](auto& t, index i, index k) {
        return t[range(i, rows + i), range(k, 2 * columns + k, 2)];
      };
      tie(at(u, 1, 1), v) = std::tuple(maximum(v, at(u, 0, 2)), at(u, 1, 1)[rev()]);
      const dtensor<T, 2> first = maximum(b, at(a, 0, 2)), second = at(a, 1, 1)[rev()];
      INFO("rows " << rows << ", columns " << columns);
      CHECK(same(at(u, 1, 1), first));
      CHECK(same(v, second));
      CHECK(same(at(u, 1, 0), at(a, 1, 0)));
      CHECK(all_of(u[0] == a[0]));
    }
}

TEMPLATE_TEST_CASE("tensors of one shape: one loop for all targets", "", bool, std::int8_t,
                   std::uint16_t, std::int64_t, float, double) {
  using T = TestType;
  for (index n : {0, 1, 3, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 1000, 5000}) {
    INFO(n << " elements");
    dtensor<T, 1> u(n), v(n), w(n);
    dtensor<int, 1> k(n);
    fill(u, 1);
    fill(v, 2);
    fill(w, 3);
    fill(k, 4);
    const dtensor<T, 1> a = u, b = v, c = w;
    const dtensor<int, 1> d = k;
    tie(u, k, v) = std::tuple(maximum(v, c), where(u == v, k, -k), where(k > 500, u, w));
    CHECK(same(u, eval(maximum(b, c))));
    CHECK(same(k, eval(where(a == b, d, -d))));
    CHECK(same(v, eval(where(d > 500, a, c))));
    // A target that occurs twice has the last value.
    tie(w, w) = std::tuple(u, v);
    CHECK(same(w, v));
    tie(u, v, w) = tie(v, w, u);
    CHECK(same(u, eval(where(d > 500, a, c))));
    CHECK(same(v, u));
    CHECK(same(w, eval(maximum(b, c))));
  }
  tensor<T, 2, 3> x, y;
  fill(x, 1);
  fill(y, 2);
  const auto p = x, q = y;
  tie(x, y) = std::tuple(minimum(x, y), maximum(x, y));
  CHECK(same(x, eval(minimum(p, q))));
  CHECK(same(y, eval(maximum(p, q))));
}

TEST_CASE("operands in another order than the targets") {
  matrix u(120, 120), v(120, 120);
  fill(u, 1);
  fill(v, 2);
  const matrix a = u, b = v;
  SECTION("turned") {
    tie(u, v) = std::tuple(transpose(v), transpose(u) + u);
    CHECK(same(u, eval(transpose(b))));
    CHECK(same(v, eval(transpose(a) + a)));
  }
  SECTION("backwards") {
    tie(u, v) = std::tuple(v[range(_, _, -1)], u[_, range(_, _, -1)]);
    CHECK(same(u, eval(b[range(_, _, -1)])));
    CHECK(same(v, eval(a[_, range(_, _, -1)])));
  }
  SECTION("a row and a column for all") {
    tie(u, v[_]) = std::tuple(v[0] + u[_, range(3, 4)], u[range(7, 8)] * 2.);
    CHECK(same(u, eval(b[0] + a[_, range(3, 4)])));
    CHECK(same(v, eval(broadcast_to(a[range(7, 8)] * 2., 120, 120))));
  }
}

TEST_CASE("operands that are computed first, and reads at places") {
  matrix u(60, 70), v(60, 70);
  fill(u, 1);
  fill(v, 2);
  const matrix a = u, b = v;
  dtensor<index, 1> rows(60);
  for (index k = 0; k < 60; ++k)
    rows(k) = k * 7 % 60;
  SECTION("reductions") {
    tie(u, v) = std::tuple(u - mean(v, _0, keepdims), v / sum(u, _1, keepdims));
    CHECK(same(u, eval(a - mean(b, _0, keepdims))));
    CHECK(same(v, eval(b / sum(a, _1, keepdims))));
  }
  SECTION("sorted and gathered") {
    tie(u, v) = std::tuple(sort(v, _1), u[rows] + 1.);
    CHECK(same(u, eval(sort(b, _1))));
    CHECK(same(v, eval(a[rows] + 1.)));
  }
  SECTION("a lazy reshape") {
    tie(u, v) = std::tuple(reshape(u + v, 60, 70), reshape(transpose(u), 60, 70));
    CHECK(same(u, eval(a + b)));
    CHECK(same(v, eval(reshape(transpose(a), 60, 70))));
  }
}

TEST_CASE("targets of different shapes, ranks and types") {
  matrix u(4, 5);
  dtensor<int, 1> v(6);
  tensor<float> s(1.5f);
  fill(u, 1);
  fill(v, 2);
  const matrix a = u;
  const dtensor<int, 1> b = v;
  tie(u, v, s) = std::tuple(u * static_cast<double>(v(0)), static_cast<int>(u(1, 1)) + v, sum(u));
  CHECK(same(u, eval(a * static_cast<double>(b(0)))));
  CHECK(same(v, eval(static_cast<int>(a(1, 1)) + b)));
  CHECK(s() == static_cast<float>(sum(a)));
}

TEST_CASE("a tensor takes the size of its value") {
  dtensor<int, 1> u(3), v(5);
  fill(u, 1);
  fill(v, 2);
  const dtensor<int, 1> a = u, b = v;
  tie(u, v) = std::tuple(v * 2, u + 1);
  CHECK(same(u, eval(b * 2)));
  CHECK(same(v, eval(a + 1)));
  tie(u, v) = std::tuple(u[u > 100], 0 * v);
  CHECK(u.size() == sum(cast<index>(b * 2 > 100)));
  CHECK(all_of(v == 0));
}

TEST_CASE("a tensor that is resized, with values and targets that are views of it") {
  dtensor<int, 1> u, v(4), w;
  // u + w reads the old u, which has no elements, so the new v has none either.
  tie(u, v) = std::tuple(arange(3), u + w);
  CHECK(same(u, tensor{0, 1, 2}));
  CHECK(v.size() == 0);
  tie(u, v) = std::tuple(arange(5), u * 2);
  CHECK(same(u, arange(5)));
  CHECK(same(v, tensor{0, 2, 4}));
  // The view would refer to freed memory.
  CHECK_THROWS_AS((tie(u, u[range(_, 2)]) = std::tuple(arange(9), 7)), shape_error);
  CHECK_THROWS_AS((tie(u[range(_, 2)], u) = std::tuple(7, arange(9))), shape_error);
  CHECK(same(u, arange(5)));
}

TEST_CASE("numbers are values for all elements") {
  matrix u(3, 4), v(3, 4);
  fill(u, 1);
  const matrix a = u;
  tie(u, v) = std::tuple(0, u);
  CHECK(all_of(u == 0.));
  CHECK(same(v, a));
  tie(u[0], u[1]) = std::tuple(1., 2.f);
  CHECK(all_of(u[0] == 1.));
  CHECK(all_of(u[1] == 2.));
}

TEST_CASE("targets that share elements are written from left to right") {
  dtensor<int, 1> u{1, 2, 3, 4};
  tie(u[range(_, 3)], u[range(1, _)]) = std::tuple(u[range(1, _)], u[range(_, 3)]);
  CHECK(same(u, tensor{2, 1, 2, 3}));
  tie(u, u) = std::tuple(u + 1, u * 10);
  CHECK(same(u, tensor{20, 10, 20, 30}));
  tie(u, u[range(_, 1)]) = std::tuple(u + 1, 5);
  CHECK(same(u, tensor{5, 11, 21, 31}));
  tie(u[range(_, _, 2)], u[range(1, _, 2)]) = tie(u[range(1, _, 2)], u[range(_, _, 2)]);
  CHECK(same(u, tensor{11, 5, 31, 21}));
}

TEST_CASE("views still refer to the tensor") {
  matrix u(50, 60), v(50, 60);
  fill(u, 1);
  fill(v, 2);
  const auto row = u[3];
  const matrix a = u, b = v;
  tie(u, v) = std::tuple(v, u);
  CHECK(same(row, b[3]));
}

TEST_CASE("empty targets, and elements that are not numbers") {
  matrix u(0, 5), v(0, 5);
  tie(u, v) = std::tuple(u + v, u - v);
  CHECK(u.size() == 0);
  dtensor<std::string, 1> s(2), t(2);
  s(0) = "a long text that is on the heap";
  t(1) = "t";
  tie(s, t) = std::tuple(s + t, s);
  CHECK(s(0) == "a long text that is on the heap");
  CHECK(s(1) == "t");
  CHECK(t(0) == "a long text that is on the heap");
  CHECK(t(1).empty());
  dtensor<std::complex<float>, 1> z(3), w(3);
  z = std::complex<float>(1, 2);
  tie(z, w) = std::tuple(w, z * 2.f);
  CHECK(all_of(z == std::complex<float>(0, 0)));
  CHECK(all_of(w == std::complex<float>(2, 4)));
}

TEST_CASE("static shapes") {
  tensor<float, 4, 4> a, b;
  tensor<float, 60, 70> c, d;
  fill(a, 1);
  fill(c, 1);
  const auto a0 = a;
  const auto c0 = c;
  tie(a, b) = std::tuple(transpose(a), a + 1.f);
  CHECK(all_of(a == transpose(a0)));
  CHECK(all_of(b == a0 + 1.f));
  tie(c, d) = std::tuple(d, c[range(_, _, -1)]);
  CHECK(all_of(c == 0.f));
  CHECK(all_of(d == c0[range(_, _, -1)]));
}

TEST_CASE("nothing is written if a shape does not fit") {
  matrix u(3, 4), v(3, 4), w(4, 3);
  fill(u, 1);
  fill(v, 2);
  const matrix a = u;
  CHECK_THROWS_AS((tie(u[_], v[_]) = std::tuple(v, w)), shape_error);
  CHECK_THROWS_AS((tie(u[_], v[_]) = std::tuple(v, v + w)), shape_error);
  CHECK(same(u, a));
}

TEST_CASE("stateful functions are called in row-major order") {
  int calls = 0;
  dtensor<int, 2> u(30, 40), v(30, 40);
  v = 1;
  tie(u, v) = std::tuple(map([&calls](int) { return calls++; }, v), v + 1);
  CHECK(same(u, eval(reshape(cast<int>(arange(1200)), 30, 40))));
  CHECK(all_of(v == 2));
}

TEST_CASE("together with std::tie") {
  using namespace std;
  dtensor<int, 1> u{1, 2}, v{3, 4};
  tie(u, v) = tuple(v, u + v);
  CHECK(same(u, tensor{3, 4}));
  CHECK(same(v, tensor{4, 6}));
  int i = 0;
  double x = 0;
  tie(i, x) = tuple(3, 4.5);
  CHECK(i == 3);
  CHECK(x == 4.5);
}

namespace {

/// Whether tie() assigns the values that e and f had before. Afterwards, u and v are as before.
template <class T, class E, class F>
bool assigns(dview<T, 2> u, dview<T, 2> v, const E& e, const F& f) {
  const dtensor<T, 2> first = cast<T>(e), second = cast<T>(f), old_u = u, old_v = v;
  tie(u, v) = std::tuple(e, f);
  const bool right = all_of(u == first) && all_of(v == second);
  u = old_u;
  v = old_v;
  return right;
}

/// A view whose type does not know its strides.
template <class V> auto strided(V v) {
  return as_view(v.data(), {v.shape()[0], v.shape()[1]}, {v.strides()[0], v.strides()[1]});
}

/// Assigns pairs of expressions that read u, v, and w at the same and at other positions.
template <class T> void check_views(dview<T, 2> u, dview<T, 2> v, dview<T, 2> w) {
  const auto column = w[_, range(0, 1)];
  CHECK(assigns(u, v, u + v, u - v));
  CHECK(assigns(u, v, v, u));
  CHECK(assigns(u, v, u + column, v * T(3)));
  CHECK(assigns(u, v, u[rev(), _] + v, u + T(1)));
  CHECK(assigns(u, v, u[_, rev()] + v, v[_, rev()] + u));
  CHECK(assigns(u, v, (u + v) * (u + v) * T(2) - w, (u + v) * (u + v) + w));
}

template <class U, class V, class W> void check_pairs(U u, V v, W w) {
  check_views<typename U::value_type>(strided(u), strided(v), strided(w));
}

} // namespace

TEMPLATE_TEST_CASE("one loop for all values: targets of every layout", "", float, std::int16_t) {
  using T = TestType;
  for (const index rows : {1, 3, 64, 70})
    for (const index columns : {1, 2, 17, 64, 130}) {
      dtensor<T, 2> a(2 * rows, 3 * columns), b(2 * rows, 3 * columns), w(rows, columns),
          across(columns, rows);
      int k = 0;
      for (auto* t : {&a, &b, &w, &across})
        for (T& x : t->storage())
          x = static_cast<T>((k += 7) % 101);
      const auto top = range(0, rows), bottom = range(rows, 2 * rows), left = range(0, columns);
      check_pairs(a[top, left], b[top, left], w[_, _]);
      check_pairs(a[bottom, left], a[top, left], w[_, _]);
      check_pairs(a[range(_, _, 2), left], a[range(1, _, 2), left], w[_, _]);
      check_pairs(a[top, left][_, rev()], b[top, left], w[_, _]);
      check_pairs(a[top, range(0, _, 3)], a[top, range(1, _, 3)], w[_, _]);
      check_pairs(a[top, left][rev(), _], a[bottom, left], transpose(across));
    }
}

TEST_CASE("one loop for all values: the hinted kernel") {
  for (const index n : {1, 5, 40, 100}) {
    dtensor<float, 2> u(n, n), v(n, n);
    dtensor<float, 1> c(n);
    fill(u, 1);
    fill(v, 2);
    fill(c, 3);
    const auto e = eval(u + c[_, newaxis]), f = eval(v * c[_, newaxis] - u);
    tie(u, v) = std::tuple(u + c[_, newaxis], v * c[_, newaxis] - u);
    CHECK(same(u, e));
    CHECK(same(v, f));
  }
}

TEST_CASE("one loop for all values: stencils, functions over blocks, three types") {
  for (const index n : {3, 40, 300}) {
    dtensor<float, 2> u(n, n), v(n, n);
    dtensor<double, 2> d(n, n);
    dtensor<int, 2> i(n, n);
    fill(u, 1);
    fill(v, 2);
    fill(d, 3);
    fill(i, 4);
    const auto inner = range(1, -1);
    const auto spread = [&](const auto& f) {
      return f[range(_, -2), inner] + f[range(2, _), inner] - 2.f * f[inner, inner];
    };
    auto ui = u[inner, inner], vi = v[inner, inner];
    const auto next_u = eval(ui + spread(u)), next_v = eval(vi + spread(v) * ui);
    tie(ui, vi) = std::tuple(ui + spread(u), vi + spread(v) * ui);
    CHECK(all_of(ui == next_u));
    CHECK(all_of(vi == next_v));

    const auto e = eval(exp(-u / 1000.f) + v), f = eval(exp(-u / 1000.f) * v);
    const auto g = eval(cast<double>(i) + d);
    const auto h = eval(i + 1);
    tie(u, v, d, i) = std::tuple(exp(-u / 1000.f) + v, exp(-u / 1000.f) * v, i + d, i + 1);
    CHECK(all_of(u == e));
    CHECK(all_of(v == f));
    CHECK(all_of(d == g));
    CHECK(all_of(i == h));
  }
}
