// SPDX-License-Identifier: BSL-1.0
// Matrix products with sizes that need all parts of the blocked loop, or of the selected library,
// and operands with any strides.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <complex>
#include <cstdint>
#include <random>

using namespace stria;
using test::holds;

namespace {

using stria::index;

// Libraries have 32-bit integers for the distance between rows.
static_assert(detail::matrix_place<float>{nullptr, (index{1} << 31) - 1, 1}.in_lines(2, 2));
static_assert(!detail::matrix_place<float>{nullptr, index{1} << 31, 1}.in_lines(2, 2));

template <class T> dtensor<T, 2> integers(std::mt19937& g, index m, index n) {
  dtensor<T, 2> t(m, n);
  std::uniform_int_distribution<int> value(-9, 9);
  for (T& v : t.storage()) {
    if constexpr (detail::is_complex<T>::value)
      v = T(static_cast<float>(value(g)), static_cast<float>(value(g)));
    else
      v = static_cast<T>(value(g));
  }
  return t;
}

/// Small integers: every sum is exact.
template <class A, class B> auto by_loops(const A& a, const B& b) {
  using T = typename A::value_type;
  const index m = a.extent(0), k = a.extent(1), n = b.extent(1);
  const dtensor<T, 2> left = a, right = b;
  std::vector<T> c(static_cast<std::size_t>(m * n));
  for (index i = 0; i < m; ++i)
    for (index p = 0; p < k; ++p) {
      const T x = left(i, p);
      const T* row = right.data() + p * n;
      T* out = c.data() + i * n;
      for (index j = 0; j < n; ++j)
        out[j] += x * row[j];
    }
  return c;
}
template <class A, class B> void check_product(const A& a, const B& b) {
  CAPTURE(test::shape(a), test::shape(b));
  CHECK(holds(matmul(a, b), by_loops(a, b)));
}

template <class T> void check_type() {
  std::mt19937 g(3);
  // Sizes larger than a block along each axis. They are slow, so only one element size is tested.
  const bool large = sizeof(T) == 4;
  const detail::product_sizes sizes[] = {
      {1, 1, 1},    {1, 40, 33},  {40, 33, 1}, {17, 1, 18},
      {6, 256, 16}, {7, 257, 17}, {97, 5, 61}, {large ? 100 : 50, 260, large ? 520 : 34}};
  for (const auto& n : sizes) {
    const auto a = integers<T>(g, n.rows, n.inner);
    const auto b = integers<T>(g, n.inner, n.columns);
    check_product(a, b);
    check_product(a[rev(), rev()], b);
    check_product(a, b[rev(), _]);
    const auto at = eval(transpose(a));
    const auto bt = eval(transpose(b));
    check_product(transpose(at), b);
    check_product(a, transpose(bt));
    check_product(transpose(at), transpose(bt));
  }
  const auto a = integers<T>(g, 60, 80);
  const auto b = integers<T>(g, 90, 70);
  // Slices, every other row or element, a broadcast column, expressions.
  check_product(a[range(3, 50), range(5, 45)], b[range(40, 80), range(1, 64)]);
  check_product(a[range(_, _, 2), range(_, _, 2)], b[range(50, 90), range(_, _, 3)]);
  check_product(broadcast_to(a[_, range(0, 1)], 60, 90), b);
  check_product(a + a, b[range(0, 80)] * T(2));
}

} // namespace

TEST_CASE("element types") {
  check_type<float>();
  check_type<double>();
  check_type<std::int32_t>();
  check_type<std::int64_t>();
  check_type<long double>();
  check_type<std::complex<float>>();
  check_type<std::complex<double>>();
}

TEST_CASE("batches of slices, broadcast") {
  std::mt19937 g(4);
  const auto many = integers<float>(g, 4 * 3 * 20, 30);
  const auto a = reshape(many, _4, _3, 20, 30);
  const auto b = integers<float>(g, 30, 25);
  const dtensor<float, 4> c = matmul(a, b);
  for (index i = 0; i < 4; ++i)
    for (index j = 0; j < 3; ++j) {
      const dtensor<float, 2> one = a[i, j];
      CHECK(holds(c[i, j], by_loops(one, b)));
    }
  const dtensor<float, 4> turned =
      matmul(b[newaxis, range(0, 20)], permute<1, 0, 3, 2>(a)[_, _, range(0, 25)]);
  for (index i = 0; i < 4; ++i)
    for (index j = 0; j < 3; ++j) {
      const dtensor<float, 2> left = b[range(0, 20)];
      const dtensor<float, 2> right = transpose(a[i, j])[range(0, 25)];
      CHECK(holds(turned[j, i], by_loops(left, right)));
    }
}

TEST_CASE("a product into an operand, into memory of the right size, and of empty matrices") {
  std::mt19937 g(5);
  auto a = integers<double>(g, 40, 40);
  const auto b = integers<double>(g, 40, 40);
  const auto wanted = by_loops(a, b);
  a = matmul(a, b);
  CHECK(holds(a, wanted));
  dtensor<double, 2> c(40, 40);
  const double* before = c.data();
  c = matmul(b, b);
  CHECK(c.data() == before);
  CHECK(holds(c, by_loops(b, b)));
  dtensor<double, 2> none(3, 0), gap(0, 5);
  CHECK(holds(matmul(none, gap), std::vector<double>(15, 0)));
  CHECK(matmul(gap, dtensor<double, 2>(5, 2)).size() == 0);
}

TEST_CASE("a stride that does not fit into an int is not passed to CBLAS") {
  const float x = 1;
  const detail::matrix_place<float> m{&x, stria::index{1} << 32, 1};
  CHECK(detail::multiplies_where_it_lies(m, 2, 4) == !detail::has_library);
}

TEST_CASE("long products of floats stay accurate") {
  // np.dot(np.full(2**22, 0.1, np.float32), np.ones(2**22, np.float32)) has a relative error below
  // 1e-6 against 2**22 * 0.1.
  const index n = index{1} << 22;
  dtensor<float, 2> a(2, n), b(n, 1);
  a = 0.1f;
  b = 1.f;
  const double wanted = static_cast<double>(n) * double(0.1f);
  const dtensor<float, 2> r = matmul(a, b);
  CHECK(std::abs(double(r(1, 0)) / wanted - 1) < 1e-6);
  CHECK(std::abs(double(float(dot(a[_0], b[_, _0]))) / wanted - 1) < 1e-6);
}

TEMPLATE_TEST_CASE("points by small matrices, and batches of these", "", float, double, int) {
  using T = TestType;
  const auto fill = [](auto& t, int from) {
    for (stria::index i = 0; i < t.size(); ++i)
      t.data()[i] = static_cast<T>(static_cast<int>((i * 5 + from) % 17) - 3);
  };
  for (const stria::index k : {1, 2, 3, 4, 5})
    for (const stria::index n : {1, 2, 3, 4, 7, 33}) {
      CAPTURE(k, n);
      dtensor<T, 2> x(n, k), m(k, k), wide(n, 2 * k);
      fill(x, 1);
      fill(m, 2);
      fill(wide, 3);
      const auto check = [&](const auto& a, const auto& b) {
        const dtensor<T, 2> c = matmul(a, b);
        for (stria::index i = 0; i < n; ++i)
          for (stria::index j = 0; j < k; ++j) {
            T s{};
            for (stria::index p = 0; p < k; ++p)
              s = static_cast<T>(s + static_cast<T>(a[i, p]) * static_cast<T>(b[p, j]));
            REQUIRE(c[i, j] == s);
          }
      };
      check(x, m);
      check(x, transpose(m));
      check(x[rev()], m);
      check(wide[_, range(_, _, 2)], m);
      check(wide[_, range(_, k)], m[rev()]);
      dtensor<T, 3> a(n, k, k), b(n, k, k);
      fill(a, 4);
      fill(b, 5);
      const dtensor<T, 3> c = matmul(a, b), d = einsum<"nij,njk->nik">(a, b), e = matmul(a, m);
      for (stria::index i = 0; i < n; ++i) {
        REQUIRE(all_of(c[i] == matmul(a[i], b[i])));
        REQUIRE(all_of(d[i] == c[i]));
        REQUIRE(all_of(e[i] == matmul(a[i], m)));
      }
      // Transposed matrices, and matrices with gaps.
      dtensor<T, 3> gaps(n, k, 2 * k);
      fill(gaps, 6);
      const auto at = permute<0, 2, 1>(a), bt = permute<0, 2, 1>(b);
      const auto part = gaps[_, rev(), range(_, _, 2)];
      const dtensor<T, 3> abt = matmul(a, bt), atb = matmul(at, b), pb = matmul(part, b),
                          ap = matmul(a, part), ebt = einsum<"nij,nkj->nik">(a, b),
                          eat = einsum<"nji,njk->nki">(a, b);
      const auto copy = [](const auto& x) { return dtensor<T, 2>(x); };
      for (stria::index i = 0; i < n; ++i) {
        REQUIRE(all_of(abt[i] == matmul(copy(a[i]), copy(bt[i]))));
        REQUIRE(all_of(atb[i] == matmul(copy(at[i]), copy(b[i]))));
        REQUIRE(all_of(pb[i] == matmul(copy(part[i]), copy(b[i]))));
        REQUIRE(all_of(ap[i] == matmul(copy(a[i]), copy(part[i]))));
        REQUIRE(all_of(ebt[i] == abt[i]));
        REQUIRE(all_of(eat[i] == transpose(atb[i])));
      }
    }
  tensor<T, dyn, 3, 3> a(5), b(5);
  tensor<T, dyn, 4, 4> p(5), q(5);
  fill(a, 1);
  fill(b, 2);
  fill(p, 3);
  fill(q, 4);
  const tensor<T, dyn, 3, 3> c = matmul(a, b), turned = matmul(permute<0, 2, 1>(a), b);
  const tensor<T, dyn, 4, 4> r = matmul(p, q);
  for (stria::index i = 0; i < 5; ++i) {
    REQUIRE(all_of(c[i] == matmul(dtensor<T, 2>(a[i]), dtensor<T, 2>(b[i]))));
    REQUIRE(all_of(turned[i] == matmul(transpose(dtensor<T, 2>(a[i])), dtensor<T, 2>(b[i]))));
    REQUIRE(all_of(r[i] == matmul(dtensor<T, 2>(p[i]), dtensor<T, 2>(q[i]))));
  }
}

TEMPLATE_TEST_CASE("batches of matrices of static sizes", "", float, double, std::int16_t,
                   std::complex<float>) {
  using T = TestType;
  const auto of_size = []<index M, index K, index N>() {
    tensor<T, dyn, M, K> a(3);
    tensor<T, dyn, K, N> b(3);
    tensor<T, dyn, K> v(3);
    tensor<T, dyn, M> w(3);
    int i = 0;
    const auto fill = [&](auto& t) {
      for (T& x : t.storage())
        x = T(static_cast<std::int16_t>(++i * 5 % 13 - 6));
    };
    fill(a);
    fill(b);
    fill(v);
    fill(w);
    const tensor<T, dyn, N, K> bt = permute<0, 2, 1>(b);
    const tensor<T, dyn, M, N> ab = matmul(a, b), abt = matmul(a, permute<0, 2, 1>(bt)),
                               eab = einsum<"bij,bjk->bik">(a, b),
                               eabt = einsum<"bij,bkj->bik">(a, bt);
    const tensor<T, dyn, M> av = einsum<"bij,bj->bi">(a, v), va = einsum<"bj,bij->bi">(v, a),
                            one = einsum<"bij,bj->bi">(a, v[range(0, 1)]);
    const tensor<T, dyn, K> aw = einsum<"bij,bi->bj">(a, w);
    for (index n = 0; n < 3; ++n) {
      CAPTURE(M, K, N, n);
      const dtensor<T, 2> x = a[n], y = b[n];
      const dtensor<T, 1> p = v[n], q = w[n];
      const dtensor<T, 2> expected = matmul(x, y);
      CHECK(all_of(ab[n] == expected));
      CHECK(all_of(abt[n] == expected));
      CHECK(all_of(eab[n] == expected));
      CHECK(all_of(eabt[n] == expected));
      CHECK(all_of(av[n] == matmul(x, p)));
      CHECK(all_of(va[n] == matmul(x, p)));
      CHECK(all_of(one[n] == matmul(x, v[0])));
      CHECK(all_of(aw[n] == matmul(q, x)));
    }
  };
  of_size.template operator()<2, 2, 2>();
  of_size.template operator()<3, 3, 3>();
  of_size.template operator()<4, 4, 4>();
  of_size.template operator()<2, 4, 3>();
  of_size.template operator()<4, 4, 1>();
  of_size.template operator()<1, 3, 2>();
  of_size.template operator()<5, 2, 3>();
}

TEMPLATE_TEST_CASE("windows of a line, and vectors with gaps", "", float, double, std::int32_t) {
  using T = TestType;
  std::mt19937 g(11);
  for (const index k : {1, 2, 7, 31, 1024, 1025})
    for (const index rows : {1, 2, 15, 4096, 4097}) {
      CAPTURE(k, rows);
      const dtensor<T, 1> line = integers<T>(g, 1, rows + k - 1)[0];
      const dtensor<T, 1> wide = integers<T>(g, 1, 2 * k)[0];
      const auto windows = sliding_window(line, k, _0);
      const auto compare = [&](const auto& h) {
        const dtensor<T, 1> got = matmul(windows, h);
        REQUIRE(got.size() == rows);
        for (const index i : {index{0}, rows / 2, rows - 1}) {
          T expected = 0;
          for (index p = 0; p < k; ++p)
            expected += line(i + p) * h(p);
          REQUIRE(got(i) == expected);
        }
      };
      compare(wide[range(0, k)]);
      compare(wide[range(0, k)][rev()]);
      compare(wide[range(_, _, 2)]);
    }
  const auto a = integers<T>(g, 33, 17), b = integers<T>(g, 17, 2);
  const dtensor<T, 2> all = matmul(a, b);
  const dtensor<T, 1> second = matmul(a, b[_, 1]), reversed = matmul(a[_, rev()], b[rev(), 1]);
  for (index i = 0; i < 33; ++i) {
    REQUIRE(second(i) == all(i, 1));
    REQUIRE(reversed(i) == all(i, 1));
  }
}
