// SPDX-License-Identifier: BSL-1.0
// Calls of the functions of stria::linalg: batches, kinds of operands, the types of results,
// constant expressions, empty matrices, and refusals.
#include "axes.hpp"
#include "catch.hpp"

#include <stria/linalg.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

using namespace stria;

namespace {

using cd = std::complex<double>;
using cf = std::complex<float>;
constexpr double infinite = std::numeric_limits<double>::infinity(),
                 no_number = std::numeric_limits<double>::quiet_NaN();

inline constexpr dim frames{"frames"};

template <class A, class B> bool near(const A& a, const B& b, double tolerance = 1e-12) {
  if constexpr (detail::operand<A> || detail::operand<B>)
    return static_cast<double>(max(abs(a - b))) <= tolerance;
  else
    return std::abs(a - b) <= tolerance;
}
template <class T> std::vector<index> shape_of(const T& t) {
  const auto s = t.shape();
  return {s.begin(), s.end()};
}
using sizes_t = std::vector<index>;

/// Six invertible matrices of 3 by 3 in a batch of (2, 3).
template <class T> dtensor<T, 4> some_batch() {
  dtensor<T, 4> a(2, 3, 3, 3);
  for (index e = 0; e < 6; ++e)
    for (index i = 0; i < 3; ++i)
      for (index j = 0; j < 3; ++j)
        a(e / 3, e % 3, i, j) = static_cast<detail::linear::real_part_t<T>>(
            static_cast<double>((e * 7 + i * i * 5 + j * 3 + i * j) % 11 - 5) + (i == j ? 9. : 0.));
  return a;
}
template <class A> auto symmetric(const A& a) { return eval(a + linalg::matrix_transpose(a)); }

// Results that follow from types alone.
using m22 = tensor<double, 2, 2>;
using m55 = tensor<float, 5, 5>;
using m43 = tensor<double, 4, 3>;
static_assert(std::is_same_v<decltype(linalg::det(m22())), double>);
static_assert(std::is_same_v<decltype(linalg::det(tensor<int, 2, 2>())), double>);
static_assert(std::is_same_v<decltype(linalg::det(tensor<cf, 2, 2>())), const cf>);
static_assert(std::is_same_v<decltype(linalg::trace(tensor<cf, 2, 2>())), const cf>);
static_assert(std::is_same_v<decltype(linalg::inv(m55())), m55>);
static_assert(std::is_same_v<decltype(linalg::inv(tensor<float, 2, dyn>())), tensor<float, 2, 2>>);
static_assert(
    std::is_same_v<decltype(linalg::solve(m22(), tensor<float, 2>())), tensor<double, 2>>);
static_assert(std::is_same_v<decltype(linalg::solve(tensor<float, 2, 2>(), tensor<cf, 2, 7>())),
                             tensor<cf, 2, 7>>);
static_assert(std::is_same_v<decltype(linalg::eigvals(m55())), tensor<cf, 5>>);
static_assert(std::is_same_v<decltype(linalg::eigvalsh(tensor<cd, 5, 5>())), tensor<double, 5>>);
static_assert(std::is_same_v<decltype(linalg::roots(tensor<int, 3>())), dtensor<cd, 1>>);
static_assert(std::is_same_v<decltype(linalg::svdvals(m43())), tensor<double, 3>>);
static_assert(std::is_same_v<decltype(linalg::svd(m43()).U), tensor<double, 4, 4>>);
static_assert(std::is_same_v<decltype(linalg::svd(m43(), linalg::reduced).U), m43>);
static_assert(std::is_same_v<decltype(linalg::qr(m43()).R), tensor<double, 3, 3>>);
static_assert(std::is_same_v<decltype(linalg::qr(m43(), linalg::complete).R), m43>);
static_assert(std::is_same_v<decltype(linalg::pinv(m43())), tensor<double, 3, 4>>);
static_assert(std::is_same_v<decltype(linalg::matrix_rank(m43())), index>);
static_assert(std::is_same_v<decltype(linalg::matrix_norm(tensor<cf, 3, 3>())), float>);
static_assert(std::is_same_v<decltype(linalg::inv(tensor<double, frames, 2, 2>(4))),
                             tensor<double, frames, 2, 2>>);
static_assert(
    std::is_same_v<decltype(linalg::det(tensor<double, frames, 2, 2>(4))), tensor<double, frames>>);

// In constant expressions, by elimination.
constexpr tensor<double, 2, 2> two{{1., 2.}, {3., 4.}};
constexpr tensor<double, 3, 3> three{{2., 0., 1.}, {0., 3., 0.}, {1., 0., 1.}};
constexpr tensor<int, 4, 4> four{{0, 2, 0, 0}, {1, 0, 0, 0}, {0, 0, 4, 0}, {0, 0, 0, 5}};
static_assert(linalg::det(two) == -2);
static_assert(linalg::det(three) == 3);
static_assert(linalg::det(four) == -40);
static_assert(linalg::inv(two)(0, 0) < -1.999 && linalg::inv(two)(1, 0) > 1.499);
static_assert(linalg::inv(four)(0, 1) == 1 && linalg::inv(four)(1, 0) == 0.5);
static_assert(linalg::solve(three, tensor<double, 3>{3., 3., 2.})(1) == 1);
static_assert(linalg::matrix_power(two, 3)(1, 1) == 118);
static_assert(linalg::trace(two) == 5);
constexpr tensor<float, 5, 5> five = 3.f * eye<float>(5);
static_assert(linalg::det(five) == 243 && linalg::inv(five)(4, 4) == 1.f / 3.f);

} // namespace

TEST_CASE("results of a batch equal those of its matrices") {
  using namespace stria::linalg;
  const auto check = [](auto zero, double tolerance) {
    using T = decltype(zero);
    const auto a = some_batch<T>();
    const auto s = symmetric(a);
    const auto b = eval(a[_, _, _, range(_, 2)] + T(1));
    const auto dets = det(a);
    const auto conditions = cond(a), norms = matrix_norm(a, 1);
    const auto ranks = matrix_rank(a);
    const auto inverses = inv(a), powers = matrix_power(a, -2), exponents = expm(a / T(8)),
               pinvs = pinv(b), factors = cholesky(s * s + T(20) * eye<T>(3) * T(9)),
               solutions = solve(a, b), lower_solutions = triangular_solve(a, b, lower);
    const auto logs = slogdet(a);
    const auto q = qr(b);
    const auto f = svd(b);
    const auto l = lu(b);
    const auto h = eigh(s);
    const auto w = eigvals(a);
    const auto vectors = eig(a);
    CHECK(shape_of(dets) == sizes_t{2, 3});
    CHECK(shape_of(ranks) == sizes_t{2, 3});
    CHECK(shape_of(pinvs) == sizes_t{2, 3, 2, 3});
    CHECK(shape_of(f.U) == sizes_t{2, 3, 3, 3});
    CHECK(shape_of(f.Vh) == sizes_t{2, 3, 2, 2});
    CHECK(shape_of(q.Q) == sizes_t{2, 3, 3, 2});
    CHECK(shape_of(l.P) == sizes_t{2, 3, 3, 3});
    CHECK(shape_of(h.eigenvalues) == sizes_t{2, 3, 3});
    for (index i = 0; i < 2; ++i)
      for (index j = 0; j < 3; ++j) {
        const dtensor<T, 2> own = a[i, j], right = b[i, j], sym = s[i, j];
        CHECK(near(dets(i, j), det(own), tolerance * 1000));
        CHECK(near(conditions(i, j), cond(own), tolerance));
        CHECK(near(norms(i, j), matrix_norm(own, 1), tolerance));
        CHECK(ranks(i, j) == matrix_rank(own));
        CHECK(near(inverses[i, j], inv(own), tolerance));
        CHECK(near(powers[i, j], matrix_power(own, -2), tolerance));
        CHECK(near(exponents[i, j], expm(own / T(8)), tolerance * 20));
        CHECK(near(pinvs[i, j], pinv(right), tolerance));
        CHECK(near(factors[i, j], cholesky(sym * sym + T(20) * eye<T>(3) * T(9)), tolerance));
        CHECK(near(solutions[i, j], solve(own, right), tolerance));
        CHECK(near(lower_solutions[i, j], triangular_solve(own, right, lower), tolerance * 100));
        CHECK(near(logs.logabsdet(i, j), slogdet(own).logabsdet, tolerance));
        CHECK(near(logs.sign(i, j), slogdet(own).sign, tolerance));
        CHECK(near(q.R[i, j], qr(right).R, tolerance));
        CHECK(near(f.S[i, j], svd(right).S, tolerance));
        CHECK(near(f.U[i, j], svd(right).U, tolerance));
        CHECK(near(l.L[i, j], lu(right).L, tolerance));
        CHECK(near(h.eigenvalues[i, j], eigvalsh(sym), tolerance * 20));
        CHECK(near(h.eigenvectors[i, j], eigh(sym).eigenvectors, tolerance * 20));
        CHECK(near(w[i, j], eigvals(own), tolerance * 20));
        CHECK(near(vectors.eigenvectors[i, j], eig(own).eigenvectors, tolerance * 20));
      }
  };
  check(0., 1e-12);
  check(0.f, 2e-4);
  check(cd(), 1e-12);
}

TEST_CASE("batches with other strides") {
  using namespace stria::linalg;
  const auto a = some_batch<double>();
  const auto turned = transpose(a, _1, _0, _2, _3);
  CHECK(near(inv(turned), transpose(inv(a), _1, _0, _2, _3)));
  CHECK(near(det(a[rev(), range(_, _, 2)]), det(a)[rev(), range(_, _, 2)], 1e-9));
  CHECK(near(inv(a[_, _, rev(), rev()]), inv(a)[_, _, rev(), rev()]));
  const auto repeated = broadcast_to(a[0], 4, 3, 3, 3);
  CHECK(near(svdvals(repeated)[3], svdvals(a)[0]));
  // An expression, a gather, a temporary.
  CHECK(near(inv(a * 2.), inv(a) / 2.));
  CHECK(near(det(a[0, tensor{2, 0}]), tensor{det(a[0, 2]), det(a[0, 0])}, 1e-9));
  CHECK(near(inv(eval(a[1, 1])), inv(a)[1, 1]));
  const auto& constant_ = a;
  CHECK(near(linalg::trace(constant_), sum(linalg::diagonal(constant_), -_1)));
}

TEST_CASE("systems whose batches are broadcast") {
  using namespace stria::linalg;
  const auto a = some_batch<double>(); // (2, 3, 3, 3)
  const dtensor<double, 2> b{{1., 2.}, {3., 4.}, {5., 6.}};
  const auto one = solve(a, b);
  CHECK(shape_of(one) == sizes_t{2, 3, 3, 2});
  CHECK(near(matmul(a, one), broadcast_to(b, 2, 3, 3, 2)));
  const auto vector = solve(a, b[_, 0]);
  CHECK(shape_of(vector) == sizes_t{2, 3, 3});
  CHECK(near(vector, one[_, _, _, 0]));
  // More axes on the right side, and axes of size 1 on both.
  const dtensor<double, 5> many = full(1., 4, 1, 3, 3, 2);
  const auto wide = solve(a[_, range(_, 1)], many);
  CHECK(shape_of(wide) == sizes_t{4, 2, 3, 3, 2});
  CHECK(near(matmul(a[_, range(_, 1)], wide), broadcast_to(many, 4, 2, 3, 3, 2)));
  // As in NumPy 2, only rank 1 is a vector.
  CHECK(shape_of(solve(a[0, 0], full(1., 3, 3))) == sizes_t{3, 3});
  CHECK(shape_of(solve(a[0], full(1., 3, 3))) == sizes_t{3, 3, 3});
  CHECK(near(triangular_solve(a[_, _, _, _], b, upper),
             triangular_solve(broadcast_to(a, 2, 3, 3, 3), b)));
  // Two kinds of elements.
  const auto mixed = solve(cast<float>(a[0, 0]), cast<cd>(b) * cd(0, 1));
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(mixed(0, 0))>, cd>);
  CHECK(near(imag(mixed), one[0, 0], 1e-5));
}

TEST_CASE("integers and bools are computed as double") {
  using namespace stria::linalg;
  const tensor<int, 3, 3> a{{2, 0, 1}, {1, 3, 0}, {0, 0, 4}};
  CHECK(det(a) == 24);
  CHECK(near(inv(a), inv(cast<double>(a))));
  CHECK(near(solve(a, tensor{3, 4, 4}), tensor{1., 1., 1.}));
  CHECK(near(svdvals(a), svdvals(cast<double>(a))));
  CHECK(matrix_rank(a) == 3);
  CHECK(near(eigvalsh(a), eigvalsh(cast<double>(a))));
  CHECK(vector_norm(tensor{3, 4}) == 5);
  CHECK(vector_norm(tensor{-3, 4}, 1) == 7);
  CHECK(vector_norm(tensor<unsigned char, 2>{200, 100}, 1) == 300);
  CHECK(vector_norm(tensor<signed char, 2>{-128, 1}, infinite) == 128);
  CHECK(matrix_norm(a, infinite) == 4);
  CHECK(matrix_power(a, 3)(2, 2) == 64);
  CHECK(det(tensor<bool, 2, 2>{{true, true}, {false, true}}) == 1);
  CHECK(linalg::trace(a) == 9);
}

TEST_CASE("empty matrices") {
  using namespace stria::linalg;
  const dtensor<double, 2> none(0, 0), tall(3, 0), wide(0, 3);
  CHECK(det(none) == 1);
  CHECK(slogdet(none).sign == 1);
  CHECK(slogdet(none).logabsdet == 0);
  CHECK(shape_of(inv(none)) == sizes_t{0, 0});
  CHECK(shape_of(cholesky(none)) == sizes_t{0, 0});
  CHECK(shape_of(matrix_power(none, 2)) == sizes_t{0, 0});
  CHECK(shape_of(expm(none)) == sizes_t{0, 0});
  CHECK(shape_of(eigvals(none)) == sizes_t{0});
  CHECK(shape_of(eigh(none).eigenvectors) == sizes_t{0, 0});
  CHECK(shape_of(svdvals(tall)) == sizes_t{0});
  CHECK(near(svd(tall).U, eye<double>(3), 0));
  CHECK(shape_of(svd(tall).Vh) == sizes_t{0, 0});
  CHECK(near(svd(wide).Vh, eye<double>(3), 0));
  CHECK(shape_of(qr(tall).Q) == sizes_t{3, 0});
  CHECK(near(qr(tall, complete).Q, eye<double>(3), 0));
  CHECK(shape_of(qr(wide).R) == sizes_t{0, 3});
  CHECK(near(lu(tall).P, eye<double>(3), 0));
  CHECK(shape_of(pinv(tall)) == sizes_t{0, 3});
  CHECK(matrix_rank(tall) == 0);
  CHECK(matrix_norm(tall) == 0);
  CHECK(vector_norm(wide) == 0);
  CHECK(linalg::trace(none) == 0);
  CHECK(shape_of(solve(none, dtensor<double, 2>(0, 4))) == sizes_t{0, 4});
  CHECK(shape_of(solve(dtensor<double, 3>(0, 2, 2), dtensor<double, 1>(2))) == sizes_t{0, 2});
  CHECK(shape_of(det(dtensor<double, 3>(0, 2, 2))) == sizes_t{0});
  CHECK(shape_of(det(dtensor<double, 3>(2, 0, 0))) == sizes_t{2});
  CHECK(shape_of(eig(dtensor<double, 3>(0, 2, 2)).eigenvectors) == sizes_t{0, 2, 2});
  CHECK(shape_of(svd(dtensor<double, 3>(2, 3, 0)).U) == sizes_t{2, 3, 3});
  CHECK(near(svd(dtensor<double, 3>(2, 3, 0)).U[1], eye<double>(3), 0));
  const auto least = lstsq(tall, full(2., 3));
  CHECK(shape_of(least.solution) == sizes_t{0});
  CHECK(least.rank == 0);
  CHECK(near(least.residuals, tensor{12.}));
  const auto free = lstsq(wide, dtensor<double, 2>(0, 2));
  CHECK(near(free.solution, zeros<double>(3, 2), 0));
  CHECK(shape_of(free.residuals) == sizes_t{0});
  CHECK_THROWS_WITH(cond(none), test::contains("an empty matrix"));
  CHECK_THROWS_AS(cond(tall), value_error);
  CHECK_THROWS_AS(matrix_norm(none, 2), value_error);
  CHECK_THROWS_AS(vector_norm(dtensor<double, 1>(0), infinite), value_error);
}

TEST_CASE("norms: axes, orders and keepdims in any form") {
  using namespace stria::linalg;
  const tensor<double, 2, 3> m{{3., -4., 0.}, {5., 12., -84.}};
  CHECK(near(vector_norm(m, _1), tensor{5., 85.}));
  CHECK(near(vector_norm(m, -_1), tensor{5., 85.}));
  CHECK(near(vector_norm(m, _0, ord(1)), tensor{8., 16., 84.}));
  CHECK(near(vector_norm(m, _0, 1), tensor{8., 16., 84.}));
  CHECK(near(vector_norm(m, _1, infinite), tensor{4., 84.}));
  CHECK(near(vector_norm(m, _1, "-inf"), tensor{0., 5.}));
  CHECK(near(vector_norm(m, _1, 0), tensor{2., 3.}));
  CHECK(near(vector_norm(m, _0, _1, 1), 108.));
  CHECK(shape_of(vector_norm(m, _1, keepdims)) == sizes_t{2, 1});
  CHECK(shape_of(vector_norm(m, keepdims, ord(1))) == sizes_t{1, 1});
  CHECK(near(m / vector_norm(m, _1, keepdims), m / tensor<double, 2, 1>{{5.}, {85.}}));
  CHECK(near(vector_norm(tensor<cd, 2>{cd(3, 4), cd(0, 12)}), 13.));
  CHECK(near(vector_norm(tensor<cd, 2>{cd(3, 4), cd(0, 12)}, 1), 17.));
  CHECK(near(vector_norm(tensor<double>(-3.)), 3.));
  CHECK(std::isnan(vector_norm(tensor{1., no_number}, infinite)));
  CHECK(std::isnan(vector_norm(tensor{1., no_number})));
  CHECK(vector_norm(tensor{1., infinite}) == infinite);
  CHECK(matrix_norm(m, 1) == 84);
  CHECK(matrix_norm(m, ord(infinite)) == 101);
  CHECK(matrix_norm(m, "inf") == 101);
  CHECK(matrix_norm(m, -1) == 8);
  CHECK(near(matrix_norm(m), linalg::norm(m)));
  CHECK(near(matrix_norm(m, "nuc"), sum(svdvals(m))));
  CHECK(shape_of(matrix_norm(m, keepdims)) == sizes_t{1, 1});
  CHECK(shape_of(matrix_norm(m, 2, keepdims)) == sizes_t{1, 1});
  CHECK(shape_of(matrix_norm(some_batch<float>(), "fro", keepdims)) == sizes_t{2, 3, 1, 1});
  CHECK(std::isnan(matrix_norm(tensor<double, 2, 2>{{no_number, 1.}, {1., 1.}}, 1)));
  CHECK_THROWS_WITH(vector_norm(m, "fro"), test::contains("matrix_norm"));
  CHECK_THROWS_WITH(vector_norm(m, "max"), test::contains("\"max\" is not the order of a norm"));
  CHECK_THROWS_WITH(matrix_norm(m, 3), test::contains("linalg::matrix_norm: the order must be"));
  CHECK_THROWS_WITH(cond(two, 0.5), test::contains("linalg::cond"));
  CHECK_THROWS_AS(matrix_norm(m, no_number), value_error);
}

TEST_CASE("names of the standard that exist in stria") {
  const tensor<double, 2, 2, 3> a{{{1., 2., 3.}, {4., 5., 6.}}, {{7., 8., 9.}, {1., 0., 2.}}};
  CHECK(near(linalg::matrix_transpose(a), swapaxes(a, -_1, -_2), 0));
  CHECK(near(linalg::diagonal(a), tensor{{1., 5.}, {7., 0.}}, 0));
  CHECK(near(linalg::diagonal(a, 1), tensor{{2., 6.}, {8., 2.}}, 0));
  CHECK(near(linalg::diagonal(a, -1), tensor<double, 2, 1>{{4.}, {1.}}, 0));
  CHECK(near(linalg::trace(a), tensor{6., 7.}, 0));
  CHECK(near(linalg::trace(a, 1), tensor{8., 10.}, 0));
  CHECK(near(linalg::vecdot(a, tensor{1., 1., 1.}), sum(a, -_1), 0));
  CHECK(linalg::vecdot(tensor{cd(0, 1)}, tensor{cd(0, 1)}) == cd(1, 0));
  CHECK(near(linalg::vecdot(a, a, _0), sum(a * a, _0), 0));
  CHECK(near(linalg::outer(tensor{1., 2.}, tensor{3., 4.}), tensor{{3., 4.}, {6., 8.}}, 0));
  CHECK(near(linalg::cross(tensor{1., 0., 0.}, tensor{0., 1., 0.}), tensor{0., 0., 1.}, 0));
  CHECK(near(linalg::matmul(two, two), tensor{{7., 10.}, {15., 22.}}, 0));
  CHECK(near(linalg::tensordot(a[_0], a[_1]), sum(a[_0] * a[_1]), 1e-12));
  // A view: it can be written to.
  tensor<double, 2, 2> m = two;
  auto d = linalg::diagonal(m);
  d = 0.;
  CHECK(linalg::trace(m) == 0);
  // In statements.
  dtensor<double, 1> traces = linalg::trace(a) + 1.;
  CHECK(near(traces, tensor{7., 8.}, 0));
}

TEST_CASE("small static matrices, in batches and in memory of other strides") {
  using namespace stria::linalg;
  const auto check = [](auto side, auto zero) {
    using T = decltype(zero);
    constexpr index n = decltype(side)::value;
    dtensor<T, 3> a(5, n, n);
    for (index k = 0; k < a.size(); ++k)
      a.data()[k] = static_cast<T>(static_cast<double>((k * 7 + k * k * 3) % 13 - 6) / 4);
    for (index e = 0; e < 5; ++e)
      for (index i = 0; i < n; ++i)
        a(e, i, i) += T(5);
    const tensor<T, dyn, n, n> same = a;
    const double tolerance = std::is_same_v<T, float> ? 2e-3 : 1e-11;
    CHECK(near(det(same), det(a), tolerance * 1000));
    CHECK(near(inv(same), inv(a), tolerance));
    CHECK(near(inv(transpose(same, _0, _2, _1)), inv(transpose(a, _0, _2, _1)), tolerance));
    CHECK(near(inv(same[rev(), rev(), rev()]), inv(a[rev(), rev(), rev()]), tolerance));
    CHECK(near(solve(same, a[_, rev()]), solve(a, a[_, rev()]), tolerance));
    const tensor<T, n, n> one = a[2];
    CHECK(near(solve(one, a[2, _, 0]), solve(a[2], a[2, _, 0]), tolerance));
    CHECK(near(matrix_power(one, -3), matrix_power(dtensor<T, 2>(a[2]), -3), tolerance));
    const tensor<T, dyn, n, n> flat = zeros<T>(2, n, n);
    CHECK_THROWS_WITH(inv(flat), test::contains("matrix (0,) of the batch is singular"));
    CHECK_THROWS_WITH(solve(flat[_1], one), test::contains("the matrix is singular"));
    CHECK(det(flat)(1) == T(0));
  };
  const auto sides = [&](auto zero) {
    check(std::integral_constant<index, 1>{}, zero);
    check(std::integral_constant<index, 2>{}, zero);
    check(std::integral_constant<index, 3>{}, zero);
    check(std::integral_constant<index, 4>{}, zero);
    check(std::integral_constant<index, 5>{}, zero);
  };
  sides(0.);
  sides(0.f);
  sides(cd());
}

TEST_CASE("inputs without a result throw an exception with a message") {
  using namespace stria::linalg;
  const dtensor<double, 2> singular{{1., 2.}, {2., 4.}}, missing{{1., no_number}, {no_number, 1.}},
      endless{{infinite, 0.}, {0., 1.}}, negative{{1., 2.}, {2., 1.}};
  const dtensor<double, 1> b{1., 2.};
  CHECK_THROWS_AS(inv(singular), value_error);
  CHECK_THROWS_WITH(inv(singular), "stria: linalg::inv: the matrix is singular");
  CHECK_THROWS_WITH(solve(singular, b), "stria: linalg::solve: the matrix is singular");
  CHECK_THROWS_WITH(matrix_power(singular, -1),
                    "stria: linalg::matrix_power: the matrix is singular");
  CHECK_THROWS_WITH(triangular_solve(dtensor<double, 2>{{1., 2.}, {3., 0.}}, b),
                    "stria: linalg::triangular_solve: the matrix is singular");
  CHECK(near(triangular_solve(dtensor<double, 2>{{1., 2.}, {3., 0.}}, b, upper, true),
             tensor{-3., 2.}, 0));
  CHECK_THROWS_WITH(cholesky(negative),
                    "stria: linalg::cholesky: the matrix is not positive definite");
  CHECK_THROWS_AS(cholesky(missing), value_error);
  CHECK_THROWS_AS(cholesky(-two), value_error);
  for (const auto& bad : {missing, endless}) {
    CHECK_THROWS_WITH(svd(bad),
                      "stria: linalg::svd: the matrix has elements that are NaN or infinite");
    CHECK_THROWS_WITH(svdvals(bad), test::contains("linalg::svdvals: "));
    CHECK_THROWS_WITH(matrix_rank(bad), test::contains("linalg::matrix_rank: "));
    CHECK_THROWS_WITH(matrix_norm(bad, 2), test::contains("linalg::matrix_norm: "));
    CHECK_THROWS_WITH(cond(bad), test::contains("linalg::cond: "));
    CHECK_THROWS_WITH(pinv(bad), test::contains("linalg::pinv: "));
    CHECK_THROWS_WITH(eig(bad), test::contains("linalg::eig: "));
    CHECK_THROWS_WITH(eigvals(bad), test::contains("linalg::eigvals: "));
    CHECK_THROWS_WITH(eigh(bad), test::contains("linalg::eigh: "));
    CHECK_THROWS_WITH(eigvalsh(bad, upper), test::contains("linalg::eigvalsh: "));
    CHECK_THROWS_WITH(lu(bad), test::contains("linalg::lu: "));
    CHECK_THROWS_WITH(expm(bad), test::contains("linalg::expm: "));
    CHECK_THROWS_WITH(lstsq(bad, b), test::contains("linalg::lstsq: "));
  }
  CHECK_THROWS_WITH(lstsq(negative, dtensor<double, 1>{1., no_number}),
                    test::contains("NaN or infinite"));
  // As in NumPy: no exception, and NaN is propagated.
  CHECK(std::isnan(det(missing)));
  CHECK(std::isnan(max(inv(missing))));
  CHECK(std::isnan(max(solve(missing, b))));
  CHECK(std::isnan(max(qr(missing).R)));
  CHECK(std::isnan(slogdet(missing).logabsdet));
  CHECK(slogdet(singular).sign == 0);
  CHECK(slogdet(singular).logabsdet == -infinite);
  CHECK(cond(singular, 1) == infinite);
  CHECK(cond(zeros<double>(2, 2)) == infinite);
  // The triangle that is not read may hold anything.
  CHECK(near(eigvalsh(dtensor<double, 2>{{2., no_number}, {0., 1.}}), tensor{1., 2.}));
  CHECK(near(cholesky(dtensor<double, 2>{{4., no_number}, {0., 1.}}), tensor{{2., 0.}, {0., 1.}}));
  CHECK(near(cholesky(dtensor<double, 2>{{4., 0.}, {no_number, 1.}}, upper),
             tensor{{2., 0.}, {0., 1.}}));
  CHECK(near(triangular_solve(dtensor<double, 2>{{4., 0.}, {no_number, 1.}}, b), tensor{0.25, 2.}));
  // The message names the matrix of the batch.
  auto a = some_batch<double>();
  a[1, 2] = 0.;
  CHECK_THROWS_WITH(inv(a), "stria: linalg::inv: matrix (1, 2) of the batch is singular");
  CHECK_THROWS_WITH(solve(a, full(1., 3)),
                    "stria: linalg::solve: matrix (1, 2) of the batch is singular");
  a[0, 1] = no_number;
  CHECK_THROWS_WITH(svd(a), test::contains("matrix (0, 1) of the batch has elements"));
}

TEST_CASE("extreme numbers") {
  using namespace stria::linalg;
  const dtensor<double, 2> large = full(1e200, 3, 3) + 1e200 * eye<double>(3),
                           tiny = full(1e-300, 3, 3) + 1e-300 * eye<double>(3);
  CHECK(near(svdvals(large) / 1e200, tensor{4., 1., 1.}));
  CHECK(near(eigvalsh(large) / 1e200, tensor{1., 1., 4.}));
  CHECK(near(svdvals(tiny) / 1e-300, tensor{4., 1., 1.}));
  CHECK(det(large) == infinite);
  CHECK(near(slogdet(large).logabsdet, std::log(4.) + 3 * std::log(1e200), 1e-9));
  // Products overflow, determinants do not.
  CHECK(det(tensor{{1e200, 1e200}, {1e200, 1e200}}) == 0);
  CHECK(near(det(tensor{{1e-200, 0., 0.}, {0., 1e200, 0.}, {0., 0., 1e200}}) / 1e200, 1.));
  const auto endless = slogdet(tensor{{-infinite, 0.}, {0., 1.}});
  CHECK(endless.sign == -1);
  CHECK(endless.logabsdet == infinite);
  CHECK(near(inv(large) * 1e200, inv(large / 1e200)));
  CHECK(near(inv(tiny) * 1e-300, inv(tiny * 1e300)));
  CHECK(near(cond(tiny), 4.));
  CHECK(matrix_rank(tiny) == 3);
  CHECK(matrix_rank(large) == 3);
  // The quotient of two elements overflows.
  const auto steep = eig(tensor{{0., 1.}, {1e-300, 5e-324}});
  CHECK(near(steep.eigenvalues, zeros<double>(2)));
  CHECK(near(sum(square(abs(steep.eigenvectors)), _0), ones<double>(2)));
  // The exponential of a rotation by 1e6, which needs many squarings.
  const dtensor<double, 2> turn{{0., -1e6}, {1e6, 0.}};
  CHECK(near(expm(turn), tensor{{std::cos(1e6), -std::sin(1e6)}, {std::sin(1e6), std::cos(1e6)}},
             1e-8));
  CHECK(near(expm(zeros<double>(4, 4)), eye<double>(4), 0));
  CHECK(near(expm(dtensor<double, 2>{{0., 1e-9}, {0., 0.}}), tensor{{1., 1e-9}, {0., 1.}}, 1e-20));
  CHECK(max(expm(full(1e300, 2, 2))) > 1e300);
  CHECK(near(matrix_power(eye<double>(3), std::numeric_limits<index>::min()), eye<double>(3), 0));
  CHECK(near(matrix_power(eye<double>(3), std::numeric_limits<index>::max()), eye<double>(3), 0));
}

/// Functions of a matrix and of its multiple by a power of two.
template <class T> void scaled_alike(int power) {
  using namespace stria::linalg;
  using real = detail::linear::real_part_t<T>;
  INFO(power);
  const real scale = std::ldexp(real(1), power);
  dtensor<T, 2> a = some_batch<T>()[0, 1];
  if constexpr (!std::is_same_v<T, real>)
    a += T(0, 1) * some_batch<T>()[1, 2];
  const dtensor<T, 2> b = a * scale, h = matmul(a, conj(transpose(a))), f = h * scale;
  const double tolerance = 100 * static_cast<double>(std::numeric_limits<real>::epsilon());
  CHECK(near(inv(b) * scale, inv(a), tolerance));
  CHECK(near(solve(b, a) * scale, eye<T>(3), tolerance));
  CHECK(near(matmul(qr(b).Q, qr(b).R / scale), a, tolerance * 10));
  CHECK(near(matmul(conj(transpose(qr(b).Q)), qr(b).Q), eye<T>(3), tolerance));
  CHECK(near(matmul(matmul(cast<T>(lu(b).P), lu(b).L), lu(b).U / scale), a, tolerance * 10));
  CHECK(near(slogdet(b).sign, slogdet(a).sign, tolerance));
  const real rise = real(3) * static_cast<real>(power) * std::log(real(2));
  CHECK(near(slogdet(b).logabsdet, slogdet(a).logabsdet + rise, tolerance * 100));
  CHECK(near(cholesky(f) / std::ldexp(real(1), power / 2), cholesky(h), tolerance * 10));
  CHECK(near(sort(abs(eigvals(b))) / scale, sort(abs(eigvals(a))), tolerance * 10));
}

TEST_CASE("very large and very small matrices") {
  for (const int power : {-600, -900, 600, 900}) {
    scaled_alike<double>(power);
    scaled_alike<cd>(power);
  }
  for (const int power : {-70, -100, 70, 100})
    scaled_alike<cf>(power);
}

TEST_CASE("least squares, ranks and limits") {
  using namespace stria::linalg;
  // A line through points, and NumPy's example.
  const tensor<double, 4> x{0., 1., 2., 3.}, y{-1., 0.2, 0.9, 2.1};
  dtensor<double, 2> a(4, 2);
  a[_, 0] = x;
  a[_, 1] = 1.;
  const auto [solution, residuals, rank, singular_values] = lstsq(a, y);
  CHECK(near(solution, tensor{1., -0.95}));
  CHECK(near(residuals, tensor{0.05}));
  CHECK(rank == 2);
  CHECK(near(singular_values, tensor{4.10003045, 1.09075677}, 1e-8));
  const tensor<double, 2, 2> almost{{1., 0.}, {0., 1e-10}};
  CHECK(matrix_rank(almost) == 2);
  CHECK(matrix_rank(almost, 1e-8) == 1);
  CHECK(matrix_rank(almost, 2) == 0);
  CHECK(near(pinv(almost), tensor{{1., 0.}, {0., 1e10}}, 1e-3));
  CHECK(near(pinv(almost, 1e-8), tensor{{1., 0.}, {0., 0.}}));
  CHECK(lstsq(almost, tensor{1., 1.}, 1e-8).rank == 1);
  CHECK(shape_of(lstsq(almost, tensor{1., 1.}).residuals) == sizes_t{0});
  // As in NumPy, a negative limit is the machine epsilon.
  CHECK(near(lstsq(ones<double>(3, 2), tensor{1., 2., 3.}, -1).solution, tensor{1., 1.}));
  CHECK(near(pinv(zeros<double>(2, 3)), zeros<double>(3, 2), 0));
  CHECK(matrix_rank(zeros<double>(3, 4, 2))(2) == 0);
  const auto by_text = qr(a, "complete");
  CHECK(shape_of(by_text.Q) == sizes_t{4, 4});
  CHECK(shape_of(qr(a, "reduced").Q) == sizes_t{4, 2});
  CHECK(shape_of(svd(a, false).U) == sizes_t{4, 2});
  CHECK(shape_of(svd(a, true).U) == sizes_t{4, 4});
  CHECK(near(cholesky(tensor{{4., 2.}, {2., 5.}}, true), tensor{{2., 1.}, {0., 2.}}));
  CHECK_THROWS_WITH(qr(a, "economic"), test::contains("\"reduced\" or \"complete\""));
  CHECK(shape_of(svd(a, "reduced").U) == sizes_t{4, 2});
  CHECK(shape_of(svd(a, "complete").U) == sizes_t{4, 4});
  CHECK_THROWS_WITH(svd(a, "economic"), test::contains("linalg::svd: the mode must be"));
  CHECK(near(cholesky(tensor{{4., 2.}, {2., 5.}}, 'L'), tensor{{2., 0.}, {1., 2.}}));
  CHECK(near(cholesky(tensor{{4., 2.}, {2., 5.}}, "U"), tensor{{2., 1.}, {0., 2.}}));
  CHECK_THROWS_WITH(cholesky(almost, "lower"), test::contains("linalg::cholesky: the triangle"));
  const tensor<double, 2, 2> square{{2., 1.}, {1., 4.}};
  CHECK(near(triangular_solve(square, tensor{2., 4.}, 'U'), tensor{0.5, 1.}));
  CHECK(near(triangular_solve(square, tensor{2., 5.}, "L"), tensor{1., 1.}));
  CHECK(near(solve_triangular(square, tensor{2., 4.}, "u"), tensor{0.5, 1.}));
  CHECK(near(eigvalsh(tensor{{0., 3.}, {0., 0.}}, "U"), tensor{-3., 3.}));
  CHECK(near(eigvalsh(tensor{{0., 3.}, {0., 0.}}, 'L'), tensor{0., 0.}));
  CHECK_THROWS_WITH(eigvalsh(tensor{{0., 3.}, {0., 0.}}, 'X'),
                    test::contains("linalg::eigvalsh: the triangle must be"));
  CHECK_THROWS_WITH(eigh(almost, 'X'), test::contains("'L' or 'U', not 'X'"));
  CHECK_THROWS_WITH(eigh(almost, "upper"), test::contains("not 'upper'"));
}

TEST_CASE("dynamic sizes") {
  using namespace stria::linalg;
  const dtensor<double, 2> wide(2, 3), right(3, 2);
  const dtensor<double, 3> three_of(3, 2, 2);
  const auto refused_with = [](const auto& f, const std::string& text) {
    CHECK_THROWS_AS(f(), shape_error);
    CHECK_THROWS_WITH(f(), test::contains(text));
  };
  refused_with([&] { return det(wide); }, "linalg::det needs square matrices");
  refused_with([&] { return slogdet(wide); }, "linalg::slogdet needs square matrices");
  refused_with([&] { return inv(wide); }, "(2, 3) differ");
  refused_with([&] { return cholesky(wide); }, "linalg::cholesky needs");
  refused_with([&] { return eig(wide); }, "linalg::eig needs");
  refused_with([&] { return eigvals(wide); }, "linalg::eigvals needs");
  refused_with([&] { return eigh(wide); }, "linalg::eigh needs");
  refused_with([&] { return eigvalsh(wide); }, "linalg::eigvalsh needs");
  refused_with([&] { return expm(wide); }, "linalg::expm needs");
  refused_with([&] { return matrix_power(wide, 2); }, "linalg::matrix_power needs");
  refused_with([&] { return cond(wide, 1); }, "linalg::cond needs");
  refused_with([&] { return solve(wide, right); }, "linalg::solve needs");
  refused_with([&] { return solve(three_of, right); }, "as many rows");
  refused_with([&] { return solve(three_of, dtensor<double, 3>(4, 2, 1)); }, "broadcast");
  refused_with([&] { return solve(three_of, dtensor<double, 1>(3)); }, "(3, 2, 2) and (3,)");
  refused_with([&] { return triangular_solve(three_of, right); }, "linalg::triangular_solve");
  refused_with([&] { return lstsq(wide, right); }, "linalg::lstsq: the shapes (2, 3) and (3, 2)");
}

// Mistakes that the types show: REFUSED checks the types of such calls.
namespace foreign_test {
extern const std::vector<double> v;
extern const tensor<double, 2, 2> t;
extern const tensor<double, 2, 3> r;
extern const tensor<double, 3> w;
extern const tensor<long double, 2, 2> l;
extern const tensor<std::array<int, 2>, 2, 2> structs;
struct nothing {};
} // namespace foreign_test

namespace {
using namespace foreign_test;

#define REFUSED(...) static_assert(detail::is_refused<decltype(linalg::__VA_ARGS__)>)
#define SQUARE(name)                                                                               \
  REFUSED(name(v));                                                                                \
  REFUSED(name({1, 2}));                                                                           \
  REFUSED(name(nullptr));                                                                          \
  REFUSED(name(r));                                                                                \
  REFUSED(name(w));                                                                                \
  REFUSED(name(l));                                                                                \
  REFUSED(name(structs))
#define RECTANGLE(name)                                                                            \
  REFUSED(name(v));                                                                                \
  REFUSED(name({1, 2}));                                                                           \
  REFUSED(name(w));                                                                                \
  REFUSED(name(l));                                                                                \
  REFUSED(name(structs))

SQUARE(det);
SQUARE(slogdet);
SQUARE(inv);
SQUARE(cholesky);
SQUARE(eig);
SQUARE(eigvals);
SQUARE(eigh);
SQUARE(eigvalsh);
SQUARE(expm);
RECTANGLE(qr);
RECTANGLE(lu);
RECTANGLE(svd);
RECTANGLE(svdvals);
RECTANGLE(pinv);
RECTANGLE(matrix_rank);
RECTANGLE(matrix_norm);
RECTANGLE(cond);
REFUSED(matrix_power(v, 2));
REFUSED(matrix_power(r, 2));
REFUSED(vector_norm(v));
REFUSED(vector_norm(l));
REFUSED(vector_norm(t, _2));
REFUSED(vector_norm(t, nothing()));
REFUSED(matrix_norm(t, nothing()));
REFUSED(matrix_norm(t, _0));
REFUSED(solve(v, t));
REFUSED(solve(t, v));
REFUSED(solve(r, t));
REFUSED(solve(t, w));
REFUSED(solve(t, tensor<double>()));
REFUSED(solve(l, t));
REFUSED(solve(tensor<double, 3, 2, 2>(), tensor<double, 4, 2, 2>()));
REFUSED(triangular_solve(r, t));
REFUSED(triangular_solve(t, v));
REFUSED(lstsq(v, t));
REFUSED(lstsq(t, v));
REFUSED(lstsq(t, w));
REFUSED(lstsq(tensor<double, 2, 2, 2>(), t));
REFUSED(roots(w[newaxis]));
REFUSED(roots(tensor<long double, 3>()));
REFUSED(roots(tensor<std::string, 3>()));
REFUSED(matrix_transpose(w));
REFUSED(matrix_transpose(v));
REFUSED(diagonal(w));
REFUSED(diagonal(v));
REFUSED(trace(w));
REFUSED(trace(v));
REFUSED(vecdot(v, t));
REFUSED(vecdot(t, v));

template <class A> std::string said(const A&) {
  return std::string(detail::linear::square_verdict<"inv", A>::text().view());
}

} // namespace

TEST_CASE("mistakes that the types show are refused with a message") {
  const std::string needed = "stria: linalg::inv needs square matrices; the last two axes of ";
  CHECK(said(tensor<double, 2, 3>()) == needed + "(2, 3) differ");
  CHECK(said(tensor<double, 2>()) == "stria: linalg::inv needs an operand of rank 2 or "
                                     "more; the shape is (2,)");
  CHECK_THAT(said(tensor<long double, 2, 2>()), test::contains("cast<double>(a)"));
}

// docs/linalg.md, whose lines check_guide.py compares with these.
// clang-format off
TEST_CASE("the example of the page") {
  const dtensor<double, 2> a{{4., 1., 0.}, {1., 3., 1.}, {0., 1., 2.}};
  const dtensor<double, 1> b{1., 2., 3.};
  const auto x = linalg::solve(a, b);                   // matmul(a, x) is b
  const auto [values, vectors] = linalg::eigh(a);       // a is symmetric: real values, ascending
  const auto [u, s, vh] = linalg::svd(a, linalg::reduced);
  const auto restored = matmul(u * s, vh);              // a
  const double size = linalg::matrix_norm(a, "nuc"), angle = linalg::cond(a);

  dtensor<double, 3> batch = stack(_0, a, 2. * a, a + 1.); // (3, 3, 3): three matrices
  const auto inverses = linalg::inv(batch);                // (3, 3, 3)
  const auto determinants = linalg::det(batch);            // (3,)

  constexpr tensor<double, 2, 2> turn{{0., -1.}, {1., 0.}}; // static: without the heap, also when compiling
  static_assert(linalg::det(turn) == 1 && linalg::inv(turn)(0, 1) == 1);
  // clang-format on

  CHECK(near(matmul(a, x), b));
  CHECK(near(matmul(a, vectors), vectors * values));
  CHECK(near(restored, a));
  CHECK(near(size, sum(values)));
  CHECK(near(angle, values(2) / values(0)));
  CHECK(near(matmul(inverses, batch), broadcast_to(eye<double>(3), 3, 3, 3)));
  CHECK(near(determinants[_1], 8 * linalg::det(a)));
}

TEST_CASE("vector norms and products along axes known only at run time") {
  const tensor<double, 2, 3, 4> s = reshape(arange<double>(24) - 11.5, 2, 3, 4);
  const auto operands = std::pair{dtensor<double, 3>(s), s};
  AGREE(3, linalg::vector_norm(a, k, 1));
  AGREE(3, linalg::vector_norm(a, "inf", k, keepdims));
  AGREE(3, linalg::vector_norm(a, k, linalg::ord(0)));
  AGREE(3, linalg::vecdot(a, a, k));
  const auto& x = operands.first;
  CHECK(near(linalg::vector_norm(x, axis(2), axis(0)), linalg::vector_norm(x, _0, _2)));
  CHECK(near(linalg::vector_norm(x, 3, axis(1)), linalg::vector_norm(x, 3, _1)));
  CHECK(near(norm(x, "fro", axis(2), axis(1)), norm(x, "fro", _1, _2)));
  STATIC_REQUIRE(detail::tensor_operand<decltype(linalg::vector_norm(x, axis(1), keepdims))>);
}
