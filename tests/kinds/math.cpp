// SPDX-License-Identifier: BSL-1.0
// Element-wise functions of operands of every kind, empty operands and rank 0. The values
// come from NumPy, with the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

#include <complex>
#include <cstdint>

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, -1, 2], [-6, 4, 5]])
constexpr tensor<int, 2, 3> a{{3, -1, 2}, {-6, 4, 5}};
// d = np.array([[0.5, 2, 1], [4, 0.25, 3]])
constexpr tensor<double, 2, 3> d{{0.5, 2, 1}, {4, 0.25, 3}};
// e = np.zeros((0, 3))
const dtensor<double, 2> e(0, 3);

} // namespace

TEST_CASE("arithmetic of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // a * 2 - a
    CHECK(is(x() * 2 - x(), {2, 3}, {3, -1, 2, -6, 4, 5}));
    // np.maximum(a, a[:, ::-1])
    CHECK(is(maximum(x(), x()[_, rev()]), {2, 3}, {3, -1, 3, 5, 4, 5}));
    // np.where(a > 0, a, -a)
    CHECK(is(where(x() > 0, x(), -x()), {2, 3}, {3, 1, 2, 6, 4, 5}));
    CHECK(has<x.m, x.n>(x() + x()));
    CHECK(has<x.m, x.n>(where(x() > 0, x(), 0)));
  });
}

#define CHECK_UNARY(name, ...)                                                                     \
  CHECK(is_near(name(x()), __VA_ARGS__));                                                          \
  CHECK(has<x.m, x.n>(name(x())))

TEST_CASE("functions of one operand of several kinds") {
  for_some_kinds(d, [](auto x) {
    // np.sqrt(d)
    CHECK_UNARY(sqrt, {2, 3},
                {0.7071067811865476, 1.4142135623730951, 1, 2, 0.5, 1.7320508075688772});
    // np.cbrt(d)
    CHECK_UNARY(cbrt, {2, 3},
                {0.7937005259840998, 1.2599210498948732, 1, 1.5874010519681996, 0.6299605249474366,
                 1.4422495703074083});
    // np.exp(d)
    CHECK_UNARY(exp, {2, 3},
                {1.6487212707001282, 7.38905609893065, 2.718281828459045, 54.598150033144236,
                 1.2840254166877414, 20.085536923187668});
    // np.expm1(d)
    CHECK_UNARY(expm1, {2, 3},
                {0.6487212707001282, 6.38905609893065, 1.7182818284590453, 53.598150033144236,
                 0.2840254166877415, 19.085536923187668});
    // np.log(d)
    CHECK_UNARY(log, {2, 3},
                {-0.6931471805599453, 0.6931471805599453, 0, 1.3862943611198906,
                 -1.3862943611198906, 1.0986122886681096});
    // np.log1p(d)
    CHECK_UNARY(log1p, {2, 3},
                {0.4054651081081644, 1.0986122886681096, 0.6931471805599453, 1.6094379124341003,
                 0.22314355131420974, 1.3862943611198906});
    // np.log2(d)
    CHECK_UNARY(log2, {2, 3}, {-1, 1, 0, 2, -2, 1.584962500721156});
    // np.log10(d)
    CHECK_UNARY(log10, {2, 3},
                {-0.3010299956639812, 0.3010299956639812, 0, 0.6020599913279624,
                 -0.6020599913279624, 0.47712125471966244});
    // np.sin(d)
    CHECK_UNARY(sin, {2, 3},
                {0.47942553860420295, 0.9092974268256816, 0.8414709848078965, -0.7568024953079284,
                 0.24740395925452296, 0.1411200080598672});
    // np.cos(d)
    CHECK_UNARY(cos, {2, 3},
                {0.8775825618903725, -0.4161468365471424, 0.5403023058681397, -0.6536436208636119,
                 0.968912421710645, -0.9899924966004454});
    // np.tan(d)
    CHECK_UNARY(tan, {2, 3},
                {0.5463024898437905, -2.185039863261519, 1.557407724654902, 1.1578212823495775,
                 0.25534192122103627, -0.1425465430742778});
    // np.sinh(d)
    CHECK_UNARY(sinh, {2, 3},
                {0.5210953054937474, 3.6268604078470186, 1.1752011936438014, 27.289917197127753,
                 0.2526123168081683, 10.017874927409903});
    // np.cosh(d)
    CHECK_UNARY(cosh, {2, 3},
                {1.1276259652063807, 3.7621956910836314, 1.5430806348152437, 27.308232836016487,
                 1.031413099879573, 10.067661995777764});
    // np.tanh(d)
    CHECK_UNARY(tanh, {2, 3},
                {0.46211715726000974, 0.9640275800758169, 0.7615941559557649, 0.999329299739067,
                 0.24491866240370913, 0.9950547536867305});
    // np.arctan(d)
    CHECK_UNARY(atan, {2, 3},
                {0.4636476090008061, 1.1071487177940904, 0.7853981633974483, 1.3258176636680326,
                 0.24497866312686414, 1.2490457723982544});
    // np.arcsinh(d)
    CHECK_UNARY(asinh, {2, 3},
                {0.48121182505960347, 1.4436354751788103, 0.881373587019543, 2.0947125472611012,
                 0.24746646154726346, 1.8184464592320668});
    // np.floor(d)
    CHECK_UNARY(floor, {2, 3}, {0, 2, 1, 4, 0, 3});
    // np.ceil(d)
    CHECK_UNARY(ceil, {2, 3}, {1, 2, 1, 4, 1, 3});
    // np.round(d)
    CHECK_UNARY(round, {2, 3}, {0, 2, 1, 4, 0, 3});
    // np.trunc(d)
    CHECK_UNARY(trunc, {2, 3}, {0, 2, 1, 4, 0, 3});
    // np.square(d)
    CHECK_UNARY(square, {2, 3}, {0.25, 4, 1, 16, 0.0625, 9});
  });
  for_some_kinds(tensor<double, 4>{0.5, -1., 0., 1.}, [](auto x) {
    // np.arcsin([0.5, -1, 0, 1])
    CHECK(
        is_near(asin(x()), {4}, {0.5235987755982989, -1.5707963267948966, 0, 1.5707963267948966}));
    // np.arccos([0.5, -1, 0, 1])
    CHECK(is_near(acos(x()), {4}, {1.0471975511965976, 3.141592653589793, 1.5707963267948966, 0}));
    // np.arctanh([0.25, -0.5, 0, 0.5])
    CHECK(is_near(atanh(x() * 0.5), {4},
                  {0.25541281188299536, -0.5493061443340549, 0, 0.5493061443340549}));
    // np.arccosh([2.5, 1, 2, 3])
    CHECK(is_near(acosh(x() + 2), {4},
                  {1.566799236972411, 0, 1.3169578969248168, 1.762747174039086}));
  });
}

TEST_CASE("functions of integers of several kinds") {
  for_some_kinds(a, [](auto x) {
    // np.abs(a)
    CHECK(is(abs(x()), {2, 3}, {3, 1, 2, 6, 4, 5}));
    // np.sign(a)
    CHECK(is(sign(x()), {2, 3}, {1, -1, 1, -1, 1, 1}));
    // np.square(a)
    CHECK(is(square(x()), {2, 3}, {9, 1, 4, 36, 16, 25}));
    // np.sqrt(np.abs(a))
    CHECK(is_near(
        sqrt(abs(x())), {2, 3},
        {1.7320508075688772, 1, 1.4142135623730951, 2.449489742783178, 2, 2.23606797749979}));
    // np.clip(a, -2, 3)
    CHECK(is(clip(x(), -2, 3), {2, 3}, {3, -1, 2, -2, 3, 3}));
    // np.clip(a, a[:, :1], 4)
    CHECK(is(clip(x(), x()[_, _0][_, newaxis], 4), {2, 3}, {3, 3, 3, -6, 4, 4}));
    // a.astype(np.float32)
    CHECK(is(cast<float>(x()), {2, 3}, {3, -1, 2, -6, 4, 5}));
    // (a * 100).astype(np.int8)
    CHECK(is(cast<std::int8_t>(x() * 100), {2, 3}, {44, -100, -56, -88, -112, -12}));
    // np.conj(a)
    CHECK(is(conj(x()), {2, 3}, {3, -1, 2, -6, 4, 5}));
    // np.vectorize(lambda v, w: 10 * v + w)(a, a)
    CHECK(is(map([](int v, int w) { return 10 * v + w; }, x(), a), {2, 3},
             {33, -11, 22, -66, 44, 55}));
    CHECK(has<x.m, x.n>(cast<float>(x())));
    CHECK(has<x.m, x.n>(clip(x(), 0, 1)));
    CHECK(gives<double>(sqrt(x())));
    CHECK(gives<int>(clip(x(), 0, 1)));
  });
}

TEST_CASE("functions of two operands of several kinds") {
  for_some_kinds(a, [](auto x) {
    // np.minimum(a, 2)
    CHECK(is(minimum(x(), 2), {2, 3}, {2, -1, 2, -6, 2, 2}));
    // a // 4
    CHECK(is(floor_divide(x(), 4), {2, 3}, {0, -1, 0, -2, 1, 1}));
    // 7 % a
    CHECK(is(remainder(7, x()), {2, 3}, {1, 0, 1, -5, 3, 2}));
    // np.fmod(a, 4)
    CHECK(is(fmod(x(), 4), {2, 3}, {3, -1, 2, -2, 0, 1}));
    // np.power(a, 2)
    CHECK(is(pow(x(), 2), {2, 3}, {9, 1, 4, 36, 16, 25}));
    // np.hypot(a, d)
    CHECK(is_near(hypot(x(), d), {2, 3},
                  {3.0413812651491097, 2.23606797749979, 2.23606797749979, 7.211102550927978,
                   4.00780488547035, 5.830951894845301}));
    // np.arctan2(a, d)
    CHECK(is_near(atan2(x(), d), {2, 3},
                  {1.4056476493802696, -0.46364760900080615, 1.1071487177940904,
                   -0.9827937232473289, 1.5083775167989393, 1.0303768265243125}));
    // a * 2 + a
    CHECK(is(fma(x(), 2, a), {2, 3}, {9, -3, 6, -18, 12, 15}));
    // A row with all rows, a column with all columns.
    // np.maximum(a, a[0])
    CHECK(is(maximum(x(), x()[_0]), {2, 3}, {3, -1, 2, 3, 4, 5}));
    // np.where(a[:, 1][:, None] > 0, a, 0)
    CHECK(is(where(x()[_, _1][_, newaxis] > 0, x(), 0), {2, 3}, {0, 0, 0, -6, 4, 5}));
    CHECK(has<x.m, x.n>(minimum(x(), 2)));
    CHECK(has<x.m, x.n>(hypot(x(), x()[_0])));
  });
}

TEST_CASE("what is no number, of several kinds of operands") {
  // f = np.array([[1, nan, inf], [-inf, 0, -2]])
  const tensor<double, 2, 3> f{{1, qnan, inf}, {-inf, 0, -2}};
  for_some_kinds(f, [](auto x) {
    // np.isnan(f)
    CHECK(is(isnan(x()), {2, 3}, {false, true, false, false, false, false}));
    // np.isinf(f)
    CHECK(is(isinf(x()), {2, 3}, {false, false, true, true, false, false}));
    // np.isfinite(f)
    CHECK(is(isfinite(x()), {2, 3}, {true, false, false, false, true, true}));
    // np.maximum(f, 0.5)
    CHECK(is(maximum(x(), 0.5), {2, 3}, {1, qnan, inf, 0.5, 0.5, 0.5}));
    // np.minimum(0.5, f)
    CHECK(is(minimum(0.5, x()), {2, 3}, {0.5, qnan, 0.5, -inf, 0, -2}));
    // np.clip(f, -1, 1)
    CHECK(is(clip(x(), -1, 1), {2, 3}, {1, qnan, 1, -1, 0, -1}));
    // np.sign(f)
    CHECK(is(sign(x()), {2, 3}, {1, qnan, 1, -1, 0, -1}));
    CHECK(has<x.m, x.n>(isnan(x())));
  });
}

TEST_CASE("element-wise functions of empty operands") {
  // np.sqrt(e)
  CHECK(is(sqrt(e), {0, 3}, {}));
  // np.abs(e)
  CHECK(is(abs(e), {0, 3}, {}));
  // np.round(e[:, 1:])
  CHECK(is(round(e[_, range(1, _)]), {0, 2}, {}));
  // np.isnan(e)
  CHECK(is(isnan(e), {0, 3}, {}));
  // e.astype(int)
  CHECK(is(cast<int>(e), {0, 3}, {}));
  // e + 1
  CHECK(is(e + 1, {0, 3}, {}));
  // np.maximum(e, d[0])
  CHECK(is(maximum(e, d[_0]), {0, 3}, {}));
  // np.power(e, 2)
  CHECK(is(pow(e, 2), {0, 3}, {}));
  // np.where(e > 0, e, d[1])
  CHECK(is(where(e > 0, e, d[_1]), {0, 3}, {}));
  // np.clip(e, 0, 1)
  CHECK(is(clip(e, 0, 1), {0, 3}, {}));
  // e * 2 + e
  CHECK(is(fma(e, 2., e), {0, 3}, {}));
  // A size of 1 broadcasts to 0; a size of 2 does not.
  // np.hypot(d[:1], e)
  CHECK(is(hypot(d[range(_, 1)], e), {0, 3}, {}));
  CHECK_THROWS_AS(hypot(d[range(_, 2)], e), shape_error); // np.hypot(d[:2], e): ValueError
  constexpr tensor<int, 2, 0> none;
  CHECK(is(none * 2, {2, 0}, {}));
  CHECK(has<2, 0>(sqrt(none)));
}

TEST_CASE("element-wise functions of rank 0") {
  const tensor<double> s(-2.25);
  // np.abs(-2.25)
  CHECK(is(abs(s), {}, {2.25}));
  // np.floor(-2.25)
  CHECK(is(floor(s), {}, {-3}));
  // np.round(-2.25 * 2)
  CHECK(is(round(s * 2), {}, {-4}));
  // np.power(-2.25, 2)
  CHECK(is(pow(s, 2), {}, {5.0625}));
  // np.clip(-2.25, -1, 1)
  CHECK(is(clip(s, -1, 1), {}, {-1}));
  // np.where(-2.25 < 0, -2.25, 0)
  CHECK(is(where(s < 0, s, 0), {}, {-2.25}));
  // np.maximum(-2.25, d)
  CHECK(is(maximum(s, d), {2, 3}, {0.5, 2, 1, 4, 0.25, 3}));
  // np.remainder(-2.25, 2)
  CHECK(is(remainder(s, tensor<double>(2)), {}, {1.75}));
  // np.array(-2.25).astype(int)
  CHECK(is(cast<int>(s), {}, {-2}));
  // np.isfinite(-2.25)
  CHECK(is(isfinite(s), {}, {true}));
}

TEST_CASE("complex operands of several kinds") {
  using cd = std::complex<double>;
  // z = np.array([3 + 4j, 0 - 1j])
  for_some_kinds(tensor<cd, 2>{cd(3, 4), cd(0, -1)}, [](auto x) {
    // np.abs(z)
    CHECK(is(abs(x()), {2}, {5, 1}));
    // np.conj(z)
    CHECK(is(conj(x()), {2}, {cd(3, -4), cd(0, 1)}));
    // z.real
    CHECK(is(real(x()), {2}, {3, 0}));
    // z.imag
    CHECK(is(imag(x()), {2}, {4, -1}));
    // z * z
    CHECK(is(x() * x(), {2}, {cd(-7, 24), cd(-1, -0.)}));
    CHECK(has<x.m>(abs(x())));
  });
}
