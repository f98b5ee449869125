// SPDX-License-Identifier: BSL-1.0
// The matrix product, compared with three plain loops.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <complex>
#include <concepts>
#include <cstdint>
#include <random>

using namespace stria;
using test::holds;
using test::holds_each;
using test::list;

namespace {

inline constexpr dim batch{"batch"}, features{"features"}, rows{"rows"}, summed{"summed"};
using cd = std::complex<double>;

template <class T, class E> constexpr bool gives(const E&) {
  return std::same_as<typename E::value_type, T>;
}
template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

template <class T> dtensor<T, 2> random_matrix(std::mt19937& g, stria::index m, stria::index n) {
  dtensor<T, 2> t(m, n);
  std::uniform_int_distribution<int> value(-9, 9);
  for (T& v : t.storage())
    v = static_cast<T>(value(g));
  return t;
}

/// The product of the matrices a and b by three loops.
template <class A, class B> auto by_loops(const A& a, const B& b) {
  using T = decltype(a(0, 0) * b(0, 0));
  const auto m = a.extent(0), k = a.extent(1), n = b.extent(1);
  list<T> c;
  for (stria::index i = 0; i < m; ++i)
    for (stria::index j = 0; j < n; ++j) {
      T sum{};
      for (stria::index p = 0; p < k; ++p)
        sum += static_cast<T>(a(i, p)) * static_cast<T>(b(p, j));
      c.push_back(sum);
    }
  return c;
}

} // namespace

TEST_CASE("matrices compared with loops") {
  std::mt19937 g(4);
  std::uniform_int_distribution<int> small(1, 12);
  for (int turn = 0; turn < 40; ++turn) {
    const int m = small(g), k = small(g), n = small(g);
    CAPTURE(m, k, n);
    const auto a = random_matrix<int>(g, m, k);
    const auto b = random_matrix<int>(g, k, n);
    CHECK(holds(matmul(a, b), by_loops(a, b)));
    CHECK(test::shape(matmul(a, b)) == list<stria::index>{m, n});
    // Small whole numbers are exact in every type.
    const dtensor<float, 2> fa = a, fb = b;
    CHECK(holds(matmul(fa, fb), by_loops(fa, fb)));
    CHECK(holds(matmul(a, fb), by_loops(a, fb)));
  }
  // Sizes around the four rows and the two blocks of the loop.
  for (const auto& [m, k, n] : list<std::array<int, 3>>{{3, 127, 4},
                                                        {4, 128, 5},
                                                        {5, 129, 3},
                                                        {4, 2, 511},
                                                        {5, 3, 512},
                                                        {7, 2, 513},
                                                        {9, 257, 1025},
                                                        {1, 300, 1}}) {
    CAPTURE(m, k, n);
    const auto a = random_matrix<std::int64_t>(g, m, k);
    const auto b = random_matrix<std::int64_t>(g, k, n);
    CHECK(eval(matmul(a, b)).storage().size() == static_cast<std::size_t>(m * n));
    CHECK(holds(matmul(a, b), by_loops(a, b)));
  }
}

TEST_CASE("one axis, two axes") {
  const tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<int, 3, 2> b{{1, 0}, {0, 1}, {2, 2}};
  const tensor<int, 3> v{1, 0, -1};
  const tensor<int, 2> w{2, 3};
  CHECK(holds_each(matmul(a, b), {7, 8, 16, 17})); // np.matmul(a, b)
  CHECK(holds_each(matmul(a, v), {-2, -2}));       // np.matmul(a, v)
  CHECK(holds_each(matmul(v, b), {-1, -2}));       // np.matmul(v, b)
  CHECK(holds_each(matmul(w, a), {14, 19, 24}));   // np.matmul(w, a)
  CHECK(holds_each(matmul(v, v), {2}));            // np.matmul(v, v)
  CHECK(has<2, 2>(matmul(a, b)));
  CHECK(has<2>(matmul(a, v)));
  CHECK(has<2>(matmul(v, b)));
  CHECK(has<>(matmul(v, v)));
  CHECK(int(matmul(v, v)) == 2);
  CHECK(matmul(a, b)[_1, _0] == 16);
  CHECK(holds(matmul(a, b)[_, rev()], {8, 7, 17, 16}));
  CHECK(holds(matmul(matmul(a, b), w), {38, 83}));
  CHECK(holds(matmul(a, matmul(b, w)), {38, 83}));
}

TEST_CASE("batches broadcast") {
  std::mt19937 g(5);
  dtensor<int, 4> a(3, 1, 2, 4);
  dtensor<int, 3> b(5, 4, 3);
  std::uniform_int_distribution<int> value(-9, 9);
  for (int& v : a.storage())
    v = value(g);
  for (int& v : b.storage())
    v = value(g);
  const auto c = eval(matmul(a, b));
  CHECK(test::shape(c) == list<stria::index>{3, 5, 2, 3});
  for (stria::index i = 0; i < 3; ++i)
    for (stria::index j = 0; j < 5; ++j)
      CHECK(holds(c[i, j], by_loops(a[i, 0], b[j])));
  // One matrix for all, on either side; vectors too.
  const auto one = random_matrix<int>(g, 4, 3);
  const auto d = eval(matmul(a, one));
  CHECK(test::shape(d) == list<stria::index>{3, 1, 2, 3});
  CHECK(holds(d[2, 0], by_loops(a[2, 0], one)));
  const auto left = random_matrix<int>(g, 7, 4);
  const auto e = eval(matmul(left, b));
  CHECK(test::shape(e) == list<stria::index>{5, 7, 3});
  CHECK(holds(e[4], by_loops(left, b[4])));
  const tensor<int, 4> v{1, -1, 2, 0};
  const auto f = eval(matmul(a, v));
  CHECK(test::shape(f) == list<stria::index>{3, 1, 2});
  CHECK(holds(f[1, 0], by_loops(a[1, 0], v[_, newaxis])));
  const auto h = eval(matmul(v, b));
  CHECK(test::shape(h) == list<stria::index>{5, 3});
  CHECK(holds(h[3], by_loops(v[newaxis], b[3])));
  // A reversed batch, and a moved batch axis.
  CHECK(holds(matmul(a[_2, _0], b[rev()])[_4], by_loops(a[2, 0], b[0])));
  CHECK(holds(matmul(permute<1, 0, 2, 3>(a), b[range(0, 1)])[0, 1], by_loops(a[1, 0], b[0])));
}

TEMPLATE_TEST_CASE("stacks of small matrices of run-time sizes", "", float, double, std::int32_t,
                   cd) {
  std::mt19937 g(7);
  std::uniform_int_distribution<int> value(1, 9);
  const auto filled = [&](auto t) {
    for (TestType& v : t.storage())
      v = static_cast<TestType>(value(g));
    return t;
  };
  for (stria::index height : {1, 2, 3, 4, 5, 8})
    for (stria::index inner : {1, 2, 3, 4, 5})
      for (stria::index columns : {1, 2, 3, 4, 8}) {
        CAPTURE(height, inner, columns);
        const auto a = filled(dtensor<TestType, 4>(2, 3, height, inner));
        const auto b = filled(dtensor<TestType, 4>(2, 3, inner, columns));
        const auto one = filled(dtensor<TestType, 2>(inner, columns));
        dtensor<TestType, 4> c(2, 3, height, columns);
        const auto check = [&](const auto& left, const auto& right) {
          for (stria::index i = 0; i < 2; ++i)
            for (stria::index j = 0; j < 3; ++j)
              CHECK(holds(c[i, j], by_loops(left(i, j), right(i, j))));
        };
        const auto of_a = [&](stria::index i, stria::index j) { return eval(a[i, j]); };
        const auto of_b = [&](stria::index i, stria::index j) { return eval(b[i, j]); };
        c = matmul(a, b);
        check(of_a, of_b);
        c = einsum<"xyij,xyjk->xyik">(a, b);
        check(of_a, of_b);
        c = matmul(a[_, rev()], b);
        check([&](stria::index i, stria::index j) { return eval(a[i, 2 - j]); }, of_b);
        c = matmul(a, one);
        check(of_a, [&](stria::index, stria::index) { return one; });
        const auto turned = eval(permute<0, 1, 3, 2>(a));
        c = matmul(permute<0, 1, 3, 2>(turned), b);
        check(of_a, of_b);
      }
}

TEST_CASE("extents of a product") {
  const tensor<float, 2, 3> s;
  const tensor<float, 3, 4> t;
  const dtensor<float, 2> d(3, 5);
  const tensor<float, rows, summed> n(2, 3);
  const tensor<float, summed, features> p(3, 4);
  const tensor<float, batch, 1, rows, summed> q(6, 2, 3);
  CHECK(has<2, 4>(matmul(s, t)));
  CHECK(has<2, dyn>(matmul(s, d)));
  CHECK(has<rows, features>(matmul(n, p)));
  CHECK(has<rows, dyn>(matmul(n, d)));
  CHECK(has<rows, 4>(matmul(n, t)));
  CHECK(has<batch, 1, rows, features>(matmul(q, p)));
  CHECK(has<batch, 1, rows>(matmul(q, tensor<float, summed>(3))));
  CHECK(has<rows, rows>(matmul(n, transpose(n))));
  CHECK(has<batch, 7, 2, 4>(matmul(tensor<float, batch, 1, 2, 3>(6), tensor<float, 7, 3, 4>())));
  STATIC_REQUIRE(std::same_as<decltype(eval(matmul(n, p))), tensor<float, rows, features>>);
  const auto e = matmul(n, p);
  CHECK(e.rank == 2);
  CHECK(e.size() == 8);
  CHECK(e.extent(-1) == 4);

  CHECK_THROWS_AS(matmul(d, d), shape_error);
  CHECK_THROWS_AS(matmul(s, dtensor<float, 2>(4, 3)), shape_error);
  CHECK_THROWS_AS(matmul(n, tensor<float, summed, features>(4, 4)), shape_error);
  CHECK_THROWS_AS(matmul(dtensor<float, 3>(2, 3, 3), dtensor<float, 3>(4, 3, 3)), shape_error);
  // An inner size of 1 does not broadcast.
  CHECK_THROWS_AS(matmul(dtensor<float, 2>(3, 1), dtensor<float, 2>(3, 3)), shape_error);
  CHECK_THROWS_AS(matmul(tensor<float, 3, 1>(), d), shape_error);
  CHECK_THROWS_WITH(matmul(n, d[range(1, _)]), test::contains("matmul") &&
                                                   test::contains("(rows=2, summed=3)") &&
                                                   test::contains("(2, 5)"));
}

TEST_CASE("operands that are not contiguous") {
  std::mt19937 g(6);
  const auto a = random_matrix<int>(g, 6, 8);
  const auto b = random_matrix<int>(g, 8, 6);
  CHECK(holds(matmul(transpose(b), transpose(a)), by_loops(transpose(b), transpose(a))));
  CHECK(holds(matmul(a[rev(), rev(_, _, 2)], b[range(_, _, 2)]),
              by_loops(a[rev(), rev(_, _, 2)], b[range(_, _, 2)])));
  CHECK(holds(matmul(a[range(1, 3)], b[_, 2]), [&] {
    list<int> r;
    for (stria::index i = 1; i < 3; ++i) {
      int sum = 0;
      for (stria::index k = 0; k < 8; ++k)
        sum += a[i, k] * b[k, 2];
      r.push_back(sum);
    }
    return r;
  }()));
  CHECK(holds(matmul(a * 2 + 1, b), by_loops(eval(a * 2 + 1), b)));
  CHECK(holds(matmul(a, transpose(a)), by_loops(a, eval(transpose(a)))));
  CHECK(holds(matmul(transpose(a) - 1, a), by_loops(eval(transpose(a) - 1), a)));
  CHECK(holds(matmul(cast<float>(a), b), by_loops(eval(cast<float>(a)), b)));
  CHECK(holds(matmul(dtensor<int, 2>(a), dtensor<int, 2>(b)), by_loops(a, b)));
  CHECK(holds(matmul(broadcast_to(tensor{1, 2}, 3, 2), tensor{{1}, {10}}), {21, 21, 21}));
  auto owner = [] { return matmul(tensor{{1, 2}, {3, 4}}, tensor{1, 1}) + 1; }();
  CHECK(holds(owner, {4, 8}));
}

TEST_CASE("element types of a product") {
  const tensor<double, 2, 2> x{{0.5, 1}, {2, -1}};
  CHECK(gives<double>(matmul(x, tensor{{1, 2}, {3, 4}})));
  CHECK(holds(matmul(x, tensor{{1, 2}, {3, 4}}), {3.5, 5, -1, 0}));
  CHECK(gives<float>(matmul(tensor<float, 1>(), tensor<std::int8_t, 1>())));
  CHECK(gives<int>(matmul(tensor<std::int8_t, 1>(), tensor<std::int8_t, 1>())));
  CHECK(int(matmul(tensor<std::int8_t, 2>{100, 100}, tensor<std::int8_t, 2>{100, 100})) == 20000);
  const tensor<cd, 2, 2> z{{cd(1, 1), cd(0, 2)}, {cd(3, 0), cd(-1, 1)}};
  CHECK(holds(matmul(z, z),
              {cd(1, 1) * cd(1, 1) + cd(0, 2) * 3., cd(1, 1) * cd(0, 2) + cd(0, 2) * cd(-1, 1),
               cd(3) * cd(1, 1) + cd(-1, 1) * 3., cd(3) * cd(0, 2) + cd(-1, 1) * cd(-1, 1)}));
  CHECK(gives<cd>(matmul(z, x)));
  CHECK(holds(matmul(z, x), {cd(0.5, 4.5), cd(1, -1), cd(-0.5, 2), cd(4, -1)}));
  // Nothing is skipped: 0 * NaN is NaN.
  CHECK(holds(matmul(tensor{0., 1.}, tensor{{test::qnan, 1.}, {2., 3.}}), {test::qnan, 3}));
}

TEST_CASE("sizes of 0") {
  CHECK(holds(matmul(dtensor<int, 2>(2, 0), dtensor<int, 2>(0, 3)), list<>(6, 0)));
  CHECK(holds(matmul(tensor<double, 2, 0>(), tensor<double, 0, 1>()), {0, 0}));
  CHECK(int(matmul(tensor<int, 0>(), tensor<int, 0>())) == 0);
  CHECK(holds(matmul(dtensor<int, 2>(0, 4), dtensor<int, 2>(4, 3)), {}));
  CHECK(test::shape(eval(matmul(dtensor<int, 2>(0, 4), dtensor<int, 2>(4, 3)))) ==
        list<stria::index>{0, 3});
  CHECK(test::shape(eval(matmul(dtensor<int, 2>(2, 4), dtensor<int, 2>(4, 0)))) ==
        list<stria::index>{2, 0});
  CHECK(test::shape(eval(matmul(dtensor<int, 3>(0, 2, 4), dtensor<int, 2>(4, 3)))) ==
        list<stria::index>{0, 2, 3});
  // The previous contents of the target do not affect the result.
  dtensor<int, 2> c{{1, 2, 3}, {4, 5, 6}};
  c = matmul(dtensor<int, 2>(2, 0), dtensor<int, 2>(0, 3));
  CHECK(holds(c, list<>(6, 0)));
}

TEST_CASE("targets that are read by a product") {
  tensor<int, 2, 2> a{{1, 2}, {3, 4}};
  const tensor<int, 2, 2> b{{0, 1}, {1, 1}};
  a = matmul(a, b);
  CHECK(holds(a, {2, 3, 4, 7}));
  a = matmul(b, a);
  CHECK(holds(a, {4, 7, 6, 10}));
  a = matmul(a, a) - a;
  CHECK(holds(a, {54, 91, 78, 132}));
  dtensor<int, 2> c{{1, 2, 3}, {4, 5, 6}};
  c = matmul(c, transpose(c));
  CHECK(test::shape(c) == list<stria::index>{2, 2});
  CHECK(holds(c, {14, 32, 32, 77}));
  c[_0] = matmul(c, c[_1]);
  CHECK(holds(c, {14 * 32 + 32 * 77, 32 * 32 + 77 * 77, 32, 77}));
  tensor<double, 2> v{1, 2};
  v += matmul(tensor{{0., 1.}, {1., 0.}}, v);
  CHECK(holds(v, {3, 3}));
  // A product in a larger expression is computed once.
  int calls = 0;
  const auto counted = map([&calls](int x) { return ++calls, x; }, b);
  CHECK(holds(matmul(counted, b) * 2 + b, {2, 3, 3, 5}));
  CHECK(calls == 4);
}

TEST_CASE("products in constant expressions") {
  constexpr tensor a{{1, 2, 3}, {4, 5, 6}};
  constexpr tensor b{{1, 0}, {0, 1}, {2, 2}};
  constexpr auto c = eval(matmul(a, b));
  STATIC_REQUIRE(c.storage()[0] == 7);
  STATIC_REQUIRE(c.storage()[3] == 17);
  STATIC_REQUIRE(int(matmul(a[_0], a[_1])) == 32);
  STATIC_REQUIRE(eval(matmul(a, transpose(a)) + 1)[_1, _1] == 78);
  STATIC_REQUIRE(eval(matmul(dtensor<int, 2>{{1, 2}}, dtensor<int, 2>{{3}, {4}}))[0, 0] == 11);
  STATIC_REQUIRE([] {
    tensor<int, 2, 2> t{{1, 1}, {1, 0}};
    for (int k = 0; k < 4; ++k)
      t = matmul(t, tensor{{1, 1}, {1, 0}});
    return t[0, 0];
  }() == 8);
}
