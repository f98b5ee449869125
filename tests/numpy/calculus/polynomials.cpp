// SPDX-License-Identifier: BSL-1.0
// polyval, polyfit, polyadd and the like, vander, unwrap; cummax, divmod, i0; inner, vecdot,
// identity, tri, fliplr, flipud, matrix_transpose, permute_dims, astype, ediff1d.
#include "../shapes_recorded.hpp"
#include "numbers.hpp"

#include <array>
#include <complex>
#include <concepts>
#include <cstdint>

using namespace stria;
using test::inf;
using test::qnan;

namespace {

constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<int, 3> v{7, 8, 9};
const dtensor<int, 2> d = a;
const dtensor<int, 1> u = v;
const dtensor<int, 2> e(0, 3);
const dtensor<int, 1> o(0);
const auto c = eval(reshape(arange<int>(24), 2, 3, 4));
const dtensor<double, 1> x{0, 1, 2, 3, 4, 5};
const dtensor<double, 1> y{0.0, 0.8, 0.9, 0.1, -0.8, -1.0};
const dtensor<double, 1> w{0.5, -1.5, qnan, 2.0, -1.5, inf, 0.5, qnan};
constexpr tensor<int, 6> z{0, 0, 1, 0, 2, 0};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

} // namespace

TEST_CASE("polyval") {
  NP("np.polyval(v, 5)", polyval(v, 5));
  NP("np.polyval(v, 0.5)", polyval(u, 0.5));
  NP("np.polyval(v, a)", polyval(v, a));
  NP("np.polyval(v[::-1], a * 0.5)", polyval(u[rev()], d * 0.5));
  NP("np.polyval(z, v[::-1])", polyval(z, u[rev()]));
  NP("np.polyval(y, x)", polyval(y, x));
  NP("np.polyval([5], a)", polyval(tensor{5}, a));
  NP("np.polyval(o, a)", polyval(o, a));
  NP("np.polyval(v, e)", polyval(v, e));
  NP("np.polyval(v, w)", polyval(v, w));
  NP("np.polyval([1.0, np.nan, 2.0], v)", polyval(tensor{1., qnan, 2.}, u));
  NP("np.polyval(np.arange(1.0, 12.0), x * 0.1)", polyval(arange(1., 12.), x * 0.1));
  CHECK(has<2, 3>(polyval(u, a)));
  STATIC_REQUIRE(polyval(tensor{1, 0, 2}, 3) == 11);
  STATIC_REQUIRE(std::same_as<decltype(polyval(v, 0.5)), double>);
  using complex = std::complex<double>;
  CHECK(polyval(tensor{1., 0., 1.}, complex(0, 1)) == complex(0, 0));
}

TEST_CASE("polyadd, polysub, polymul, polyder, polyint") {
  NP("np.polyadd([1, 2], v)", polyadd(tensor{1, 2}, v));
  NP("np.polyadd(v, [0.5])", polyadd(u, tensor{0.5}));
  NP("np.polyadd(v, v[::-1])", polyadd(u, u[rev()]));
  NP("np.polysub([1, 2], v * 0.5)", polysub(tensor{1, 2}, v * 0.5));
  NP("np.polysub(v, v)", polysub(v, v));
  NP("np.polymul([1, 2, 3], v)", polymul(tensor{1, 2, 3}, v));
  NP("np.polymul(z, [1, 2])", polymul(z, tensor{1, 2}));
  NP("np.polymul([0], v)", polymul(tensor{0}, v));
  NP("np.polymul(v[::-1], y)", polymul(u[rev()], y));
  NP("np.polyder([1, 1, 1, 1])", polyder(tensor{1, 1, 1, 1}));
  NP("np.polyder(y, 2)", polyder(y, 2));
  NP("np.polyder(y[::-1], 3)", polyder(y[rev()], 3));
  NP("np.polyder(v, 0)", polyder(v, 0));
  NP("np.polyder([5])", polyder(tensor{5}));
  NP("np.polyder(v, 9)", polyder(v, 9));
  NP("np.polyint([1, 1, 1])", polyint(tensor{1, 1, 1}));
  NP("np.polyint([1.0, 1.0, 1.0], 3, [6, 5, 3])", polyint(tensor{1., 1., 1.}, 3, tensor{6, 5, 3}));
  NP("np.polyint(v[::-1], 2, 3)", polyint(u[rev()], 2, 3));
  NP("np.polyint(v, 0)", polyint(v, 0));
  STATIC_REQUIRE(polymul(tensor{1, 1}, tensor{1, -1})[2] == -1);
  STATIC_REQUIRE(polyder(tensor{1, 1, 1})[0] == 2);
  CHECK_THROWS_AS(polyder(u, -1), value_error);
  CHECK_THROWS_AS(polyint(u, -1), value_error);
  CHECK_THROWS_AS(polyint(u, 3, tensor{1, 2}), value_error);
}

TEST_CASE("poly, polydiv") {
  const auto both = [](const auto& r) { return std::tuple{r.quotient, r.remainder}; };
  NP("np.poly([1, 2])", poly(tensor{1, 2}));
  NP("np.poly(v[::-1])", poly(u[rev()]));
  NP("np.poly([0.5, 0, -0.5, 3])", poly(tensor{0.5, 0., -0.5, 3.}));
  NP("np.polydiv([3, 5, 2], [2, 1])", both(polydiv(tensor{3, 5, 2}, tensor{2, 1})));
  NP("np.polydiv([1, 2], [2, 1, 5])", both(polydiv(tensor{1, 2}, tensor{2, 1, 5})));
  NP("np.polydiv(y, v[::-1])", both(polydiv(y, u[rev()])));
  NP("np.polydiv(v, [2])", both(polydiv(v, tensor{2})));
  NP("np.polydiv(np.polymul(v, y), v)", both(polydiv(polymul(v, y), v)));
  CHECK(array_equal(poly(o), tensor{1.})); // np.poly gives a number
  STATIC_REQUIRE(poly(tensor{1, 2})[1] == -3);
  STATIC_REQUIRE(polydiv(tensor{1, 0, -1}, tensor{1, 1}).quotient[1] == -1);
  using complex = std::complex<double>;
  CHECK(array_equal(poly(tensor{complex(0, 1), complex(0, -1)}), tensor{1., 0., 1.}));
  CHECK_THROWS_AS(polydiv(u, o), value_error);
  CHECK_THROWS_AS(polydiv(o, u), value_error);
}

TEST_CASE("cummax, cummin, divmod, i0") {
  NP("np.maximum.accumulate(c % 7, 1)", cummax(remainder(c, 7), _1));
  NP("np.minimum.accumulate(c % 7, -1)", cummin(remainder(c, 7), axis(-1)));
  NP("np.maximum.accumulate(a[:, ::-1], 0)", cummax(d[_, rev()], _0));
  NP("np.maximum.accumulate(w)", cummax(w));
  NP("np.minimum.accumulate(w)", cummin(w * 1));
  NP("np.minimum.accumulate(e)", cummin(e, _0));
  NP("np.maximum.accumulate(np.arange(100) * 37 % 101)", cummax(arange<int>(100) * 37 % 101));
  STATIC_REQUIRE(array_equal(cummax(tensor{1, 3, 2}, _0), tensor{1, 3, 3}));
  CHECK(to_string(cummax(d, _1)) == "cummax(a, _1)");
  NP("np.divmod(a - 4, 3)", divmod(d - 4, 3));
  NP("np.divmod(7, a - 8)", divmod(7, a - 8));
  NP("np.divmod(x * 2.5 - 4, -1.5)", divmod(x * 2.5 - 4, -1.5));
  const auto [quotient, rest] = divmod(dtensor<int, 2>(d), dtensor<int, 1>{2, -2, 3}); // owned
  CHECK(array_equal(quotient * tensor{2, -2, 3} + rest, d));
  NP("np.i0(x * 7 - 3)", i0(x * 7 - 3));
  NP("np.i0(np.array([0.0, 1e-9, 300.0]))", i0(tensor{0., 1e-9, 300.}));
  CHECK(i0(tensor{inf})[0] == inf);
  CHECK(test::same_number(i0(tensor{qnan})[0], qnan));
  CHECK(std::same_as<decltype(i0(tensor{1.f}))::value_type, float>);
}

TEST_CASE("vander") {
  NP("np.vander([1, 2, 3, 5], 3)", vander(tensor{1, 2, 3, 5}, 3));
  NP("np.vander(y)", vander(y));
  NP("np.vander(v, 4, True)", vander(v, _4, true));
  NP("np.vander(v[::-1], 0)", vander(u[rev()], 0));
  NP("np.vander(v * 0.5, 1)", vander(v * 0.5, 1));
  NP("np.vander(o, 2)", vander(o, 2));
  NP("np.vander(w, 3)", vander(w, 3));
  CHECK(has<3, 2>(vander(v, _2)));
  CHECK(has<3, 3>(vander(v)));
  CHECK_THROWS_AS(vander(u, -1), value_error);
}

TEST_CASE("polyfit") {
  NP("np.polyfit(x, y, 3)", polyfit(x, y, 3));
  NP("np.polyfit(x, y, 2)", polyfit(x, y, _2));
  NP("np.polyfit(x, y, 0)", polyfit(x, y, 0));
  NP("np.polyfit(x, y, 5)", polyfit(x, y, 5));
  NP("np.polyfit(x[::-1], y, 1)", polyfit(x[rev()], y, 1));
  NP("np.polyfit(x * 1000 + 2000, y, 2)", polyfit(x * 1000 + 2000, y, 2));
  NP("np.polyfit(x, np.stack([y, x * 2 + 1], 1), 1)", polyfit(x, stack(_1, y, x * 2 + 1), 1));
  NP("np.polyfit(x, y, 1, w=x + 1)", polyfit(x, y, 1, x + 1));
  NP("np.polyfit(np.arange(4), np.arange(4) ** 2, 2).round(9) + 0",
     round(polyfit(arange(4), square(arange(4)), 2) * 1e9) * 1e-9 + 0);
  NP("np.polyfit(v, a[:, ::-1].T, 1)", polyfit(u, transpose(d[_, rev()]), 1));
  const auto narrow = polyfit(cast<float>(x), cast<float>(y), 1);
  CHECK(std::same_as<decltype(narrow)::value_type, float>);
  CHECK(allclose(narrow, polyfit(x, y, 1), 1e-6));
  CHECK(has<3>(polyfit(x, y, _2)));
  CHECK_THROWS_AS(polyfit(x, y, 6), value_error);
  CHECK_THROWS_AS(polyfit(x * 0, y, 1), value_error);
  CHECK_THROWS_AS(polyfit(x, y, -1), value_error);
  CHECK_THROWS_AS(polyfit(x, y, PTRDIFF_MAX), value_error);
  CHECK_THROWS_AS(polyfit(w, w, 1), value_error);
  CHECK_THROWS_AS(polyfit(x, arange(3), 1), shape_error);
  CHECK_THROWS_AS(polyfit(x, y, 1, arange(3)), shape_error);
  CHECK_THROWS_AS(polyfit(o, o, 0), value_error);
}

TEST_CASE("unwrap") {
  NP("np.unwrap(x * 1.7 % 3.0)", unwrap(remainder(x * 1.7, 3.0)));
  NP("np.unwrap(np.array([0.0, 1, 2, -1, 0]) * 1.5)", unwrap(tensor{0., 1., 2., -1., 0.} * 1.5));
  NP("np.unwrap(np.array([0.0, np.pi, 0.0, -np.pi, 2 * np.pi]))",
     unwrap(tensor{0., 1., 0., -1., 2.} * 3.141592653589793));
  NP("np.unwrap(a * 4.0, axis=0)", unwrap(a * 4., _0));
  NP("np.unwrap(a[:, ::-1] * 4.0, axis=-1)", unwrap(d[_, rev()] * 4., -_1));
  NP("np.unwrap(np.array([2.0, 3, 4, 5, 2, 3, 4, 5]), period=4)",
     unwrap(tensor{2., 3., 4., 5., 2., 3., 4., 5.}, 2., -_1, 4.));
  NP("np.unwrap(x * 5, 6.0)", unwrap(x * 5, 6.));
  NP("np.unwrap(c * 2.5, axis=1)", unwrap(c * 2.5, _1));
  NP("np.unwrap(w)", unwrap(w));
  NP("np.unwrap(e * 1.0)", unwrap(e * 1.));
  NP("np.unwrap(o * 1.0)", unwrap(o * 1.));
  NP("np.unwrap(v[:1] * 9.0)", unwrap(u[range(_, 1)] * 9.));
  NP("np.unwrap(z * 4.0)", unwrap(z * 4));
  CHECK(has<2, 3>(unwrap(a * 1.5)));
}

TEST_CASE("inner, vecdot") {
  NP("np.inner(v, v[::-1])", inner(v, u[rev()]));
  NP("np.inner(c, np.arange(4))", inner(c, arange<int>(4)));
  NP("np.inner(a, a * 2)", inner(a, d * 2));
  NP("np.inner(a, c.reshape(4, 2, 3))", inner(a, reshape(c, 4, 2, 3)));
  NP("np.inner(a, 7)", inner(a, tensor<int>(7)));
  NP("np.inner(a[:, ::-1], v * 0.5)", inner(d[_, rev()], u * 0.5));
  NP("np.inner(e, a)", inner(e, a));
  NP("np.inner(o, o)", inner(o, o));
  NP("np.einsum('i,i->', v, v[::-1])", vecdot(v, u[rev()]));
  NP("np.einsum('ij,j->i', a, v)", vecdot(a, v));
  NP("np.einsum('ij,ij->j', a, a * 2)", vecdot(d, d * 2, _0));
  NP("np.einsum('ij,kij->ki', c[0], c)", vecdot(c[0], c));
  NP("np.einsum('kij,kij->kj', c[:, ::-1], c * 0.5)", vecdot(c[_, rev()], c * 0.5, -_2));
  NP("np.einsum('ij,j->i', e, v)", vecdot(e, v));
  using complex = std::complex<double>;
  CHECK(vecdot(tensor{complex(0, 1)}, tensor{complex(0, 1)}) == complex(1, 0));
  CHECK(inner(tensor{complex(0, 1)}, tensor{complex(0, 1)}) == complex(-1, 0));
  STATIC_REQUIRE(vecdot(tensor{1, 2}, tensor{3, 4}) == 11);
  STATIC_REQUIRE(std::same_as<decltype(vecdot(v, v)), int>);
  CHECK_THROWS_AS(inner(d, dtensor<int, 1>(2)), shape_error);
  CHECK_THROWS_AS(vecdot(d, dtensor<int, 1>(2)), shape_error);
  CHECK_THROWS_AS(vecdot(d, zeros<int>(2, 1)), shape_error);
}

TEST_CASE("identity, tri, fliplr, flipud, matrix_transpose, permute_dims, astype") {
  NP("np.identity(3)", identity(3));
  NP("np.identity(2, int)", identity<int>(_2));
  NP("np.identity(0)", identity(0));
  NP("np.tri(3)", tri(3));
  NP("np.tri(3, 5, 2)", tri<int>(3, 5, 2));
  NP("np.tri(3, 5, -1)", tri<int>(_3, _5, -1));
  NP("np.tri(4, 2)", tri(4, 2));
  NP("np.tri(0, 3)", tri(0, 3));
  NP("np.fliplr(a)", fliplr(a));
  NP("np.fliplr(c)", fliplr(c * 1));
  NP("np.flipud(a)", flipud(d));
  NP("np.flipud(v)", flipud(u));
  NP("np.swapaxes(c, -1, -2)", matrix_transpose(c));
  NP("a.T", matrix_transpose(d * 1));
  NP("np.transpose(c, (2, 0, 1))", permute_dims(c, _2, _0, _1));
  NP("np.transpose(c[:, ::-1], (1, 0, 2))", permute_dims(c[_, rev()], _1, _0, -_1));
  NP("(a * 0.7).astype(int)", astype<int>(a * 0.7));
  NP("a.astype(np.float32)", astype<float>(a));
  CHECK(std::same_as<decltype(eval(astype<float>(a)))::value_type, float>);
  CHECK(has<2, 2>(identity(_2)));
  CHECK(has<2, 4, 3>(matrix_transpose(tensor<int, 2, 3, 4>())));
  auto t = d;
  fliplr(t)[0, 0] = 30; // a view
  matrix_transpose(t)[0, 1] = 40;
  CHECK(array_equal(t, tensor{{1, 2, 30}, {40, 5, 6}}));
  CHECK_THROWS_AS(identity(-1), value_error);
  CHECK_THROWS_AS(tri(3, -1), value_error);
}

TEST_CASE("ediff1d") {
  NP("np.ediff1d(z)", ediff1d(z));
  NP("np.ediff1d(a[:, ::-1])", ediff1d(d[_, rev()]));
  NP("np.ediff1d(v, [88, 99], -99)", ediff1d(u, tensor{88, 99}, -99));
  NP("np.ediff1d(a, 5)", ediff1d(a * 1, 5));
  NP("np.ediff1d(w)", ediff1d(w));
  NP("np.ediff1d(o)", ediff1d(o));
  NP("np.ediff1d(v[:1])", ediff1d(u[range(_, 1)]));
}
