// SPDX-License-Identifier: BSL-1.0
// Element-wise functions. Literal tables come from NumPy 1.24; comments have the NumPy lines.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace stria;
using test::holds;
using test::holds_each;
using test::inf;
using test::list;
using test::near;
using test::qnan;
using test::values;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};
using cd = std::complex<double>;

template <class E> using value_of = typename std::remove_cvref_t<E>::value_type;
template <class T, class E> constexpr bool gives(const E&) { return std::same_as<value_of<E>, T>; }
template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

/// f of every element.
template <class T, class F> auto each(const list<T>& x, F f) {
  list<decltype(f(x[0]))> r;
  for (const T& v : x)
    r.push_back(f(v));
  return r;
}

template <class T> dtensor<T, 1> row(const list<T>& x) {
  dtensor<T, 1> t(static_cast<stria::index>(x.size()));
  for (std::size_t k = 0; k < x.size(); ++k)
    t.data()[k] = x[k];
  return t;
}

const list<double> doubles{-inf, -20.5, -2.5, -1,  -0.5, -0.0, 0.0, 0.3,
                           0.5,  1,     1.5,  2.5, 20,   inf,  qnan};
const list<float> floats(doubles.begin(), doubles.end());
const list<int> ints{-3, -1, 0, 1, 2, 7};
const list<long double> longs(doubles.begin(), doubles.end());
const auto xd = row(doubles);
const auto xl = row(longs);
const auto xf = row(floats);
const auto xi = row(ints);
using bools = const tensor<bool, 2>&;
using long_doubles = const tensor<long double, 2>&;

/// Compares with the values of <cmath>. They must be equal, except with stria::simd, whose
/// precision tests/simd checks.
template <class E> bool as_std(const E& e, const list<value_of<E>>& wanted) {
#if defined(STRIA_USE_SIMD)
  return near(e, wanted);
#else
  return holds(e, wanted);
#endif
}

} // namespace

// Float and double; integers are computed as double.
#define CHECK_AS_STD(name)                                                                         \
  SECTION(#name) {                                                                                 \
    CHECK(as_std(name(xd), each(doubles, [](double v) { return std::name(v); })));                 \
    CHECK(as_std(name(xf), each(floats, [](float v) { return std::name(v); })));                   \
    CHECK(holds(name(xl), each(longs, [](long double v) { return std::name(v); })));               \
    STATIC_REQUIRE(std::same_as<value_of<decltype(name(xf))>, float>);                             \
    STATIC_REQUIRE(std::same_as<value_of<decltype(name(xi))>, double>);                            \
    STATIC_REQUIRE(std::same_as<value_of<decltype(name(std::declval<bools>()))>, double>);         \
    STATIC_REQUIRE(                                                                                \
        std::same_as<value_of<decltype(name(std::declval<long_doubles>()))>, long double>);        \
  }

TEST_CASE("functions of one operand are those of <cmath>") {
  CHECK_AS_STD(sqrt)
  CHECK_AS_STD(cbrt)
  CHECK_AS_STD(exp)
  CHECK_AS_STD(exp2)
  CHECK_AS_STD(expm1)
  CHECK_AS_STD(log)
  CHECK_AS_STD(log1p)
  CHECK_AS_STD(log2)
  CHECK_AS_STD(log10)
  CHECK_AS_STD(sin)
  CHECK_AS_STD(cos)
  CHECK_AS_STD(tan)
  CHECK_AS_STD(asin)
  CHECK_AS_STD(acos)
  CHECK_AS_STD(atan)
  CHECK_AS_STD(sinh)
  CHECK_AS_STD(cosh)
  CHECK_AS_STD(tanh)
  CHECK_AS_STD(asinh)
  CHECK_AS_STD(acosh)
  CHECK_AS_STD(atanh)
  CHECK_AS_STD(erf)
  CHECK_AS_STD(erfc)
  CHECK_AS_STD(tgamma)
  CHECK_AS_STD(lgamma)
  CHECK_AS_STD(floor)
  CHECK_AS_STD(ceil)
  CHECK_AS_STD(trunc)
  CHECK(holds(sqrt(abs(xi)), each(ints, [](int v) { return std::sqrt(double(std::abs(v))); })));
  CHECK(as_std(exp(xi), each(ints, [](int v) { return std::exp(double(v)); })));
}

#if defined(__clang__)
TEST_CASE("numbers of two bytes are computed as floats") {
  using detail::cmath::sqrt, detail::cmath::hypot;
  const auto half = static_cast<_Float16>(6.25f);
  STATIC_REQUIRE(std::same_as<decltype(sqrt(half)), _Float16>);
  CHECK(static_cast<float>(sqrt(half)) == 2.5f);
  CHECK(static_cast<float>(hypot(static_cast<_Float16>(3), static_cast<_Float16>(4))) == 5);
}
#endif

#define CHECK_PAIRS_AS_STD(name)                                                                   \
  SECTION(#name) {                                                                                 \
    list<double> wanted;                                                                           \
    for (double a : doubles)                                                                       \
      for (double b : doubles)                                                                     \
        wanted.push_back(std::name(a, b));                                                         \
    CHECK(as_std(name(xd[_, newaxis], xd), wanted));                                               \
    CHECK(as_std(name(xf, 2.f), each(floats, [](float v) { return std::name(v, 2.f); })));         \
    CHECK(as_std(name(2, xi), each(ints, [](int v) { return std::name(2., double(v)); })));        \
    STATIC_REQUIRE(std::same_as<value_of<decltype(name(xf, 2))>, float>);                          \
    STATIC_REQUIRE(std::same_as<value_of<decltype(name(xf, 2.))>, double>);                        \
    STATIC_REQUIRE(std::same_as<value_of<decltype(name(xd, xf[_0]))>, double>);                    \
    STATIC_REQUIRE(std::same_as<value_of<decltype(name(std::declval<bools>(), true))>, double>);   \
  }

TEST_CASE("functions of two operands are those of <cmath>"){
    CHECK_PAIRS_AS_STD(atan2) CHECK_PAIRS_AS_STD(hypot) CHECK_PAIRS_AS_STD(copysign)
        CHECK_PAIRS_AS_STD(nextafter)}

TEST_CASE("pow of floating-point numbers is that of <cmath>, of integers an integer") {
  list<double> wanted;
  for (double a : doubles)
    for (double b : doubles)
      wanted.push_back(std::pow(a, b));
  CHECK(as_std(pow(xd[_, newaxis], xd), wanted));
  CHECK(as_std(pow(xf, 2.f), each(floats, [](float v) { return std::pow(v, 2.f); })));
  CHECK(as_std(pow(2., xi), each(ints, [](int v) { return std::pow(2., double(v)); })));
  STATIC_REQUIRE(std::same_as<value_of<decltype(pow(xf, 2))>, float>);
  STATIC_REQUIRE(std::same_as<value_of<decltype(pow(xi, 2.))>, double>);
  // np.power([-3, 0, 2, 7], [[0], [1], [5]])
  const tensor a{-3, 0, 2, 7};
  CHECK(holds_each(pow(a, tensor<int, 3, 1>{{0}, {1}, {5}}),
                   {1, 1, 1, 1, -3, 0, 2, 7, -243, 0, 32, 16807}));
  STATIC_REQUIRE(std::same_as<value_of<decltype(pow(a, a))>, int>);
  CHECK(holds(pow(cast<std::uint8_t>(tensor{200, 3}), 2), {40000, 9}));
  CHECK(holds(pow(tensor<std::int64_t, 1>{3}, 62), {5069619362125685561}));
  CHECK_THROWS_AS(eval(pow(a, -1)), value_error);
}

TEST_CASE("rounding, sign and magnitude") {
  // x = np.array([-np.inf, -2.5, -1.5, -0.5, -0.0, 0.0, 0.5, 1.5, 2.5, np.inf, np.qnan])
  const auto x = row<double>({-inf, -2.5, -1.5, -0.5, -0.0, 0.0, 0.5, 1.5, 2.5, inf, qnan});
  CHECK(holds(round(x), {-inf, -2, -2, -0.0, -0.0, 0, 0, 2, 2, inf, qnan}));  // np.round(x)
  CHECK(holds(floor(x), {-inf, -3, -2, -1, -0.0, 0, 0, 1, 2, inf, qnan}));    // np.floor(x)
  CHECK(holds(ceil(x), {-inf, -2, -1, -0.0, -0.0, 0, 1, 2, 3, inf, qnan}));   // np.ceil(x)
  CHECK(holds(trunc(x), {-inf, -2, -1, -0.0, -0.0, 0, 0, 1, 2, inf, qnan}));  // np.trunc(x)
  CHECK(holds(sign(x), {-1, -1, -1, -1, 0, 0, 1, 1, 1, 1, qnan}));            // np.sign(x)
  CHECK(holds(abs(x), {inf, 2.5, 1.5, 0.5, 0, 0, 0.5, 1.5, 2.5, inf, qnan})); // np.abs(x)
  CHECK(holds(square(x), {inf, 6.25, 2.25, 0.25, 0, 0, 0.25, 2.25, 6.25, inf, qnan}));
  CHECK(holds(isnan(x), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  CHECK(holds(isinf(x), {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
  CHECK(holds(isfinite(x), {0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0}));
  CHECK(holds(isfinite(row<float>({3e38f, -3e38f, 1e-45f})), {1, 1, 1}));
  CHECK(holds(-x, {inf, 2.5, 1.5, 0.5, 0.0, -0.0, -0.5, -1.5, -2.5, -inf, qnan}));

  // Integers keep their type. The smallest integer has no positive counterpart.
  constexpr int least = std::numeric_limits<int>::min();
  CHECK(holds(abs(row<int>({least, least + 1, -1, 0, 7})), {least, -(least + 1), 1, 0, 7}));
  CHECK(holds(sign(row<int>({least, -1, 0, 7})), {-1, -1, 0, 1}));
  CHECK(
      holds(abs(tensor<std::int8_t, 2>{-128, -127}), {-128, 127})); // np.abs(np.int8([-128, -127]))
  CHECK(holds(abs(tensor<unsigned, 2>{0u, ~0u}), {0u, ~0u}));
  CHECK(holds(sign(tensor<unsigned, 2>{0u, ~0u}), {0u, 1u}));
  CHECK(holds(abs(tensor<bool, 2>{false, true}), {false, true}));
  CHECK(gives<std::int8_t>(abs(tensor<std::int8_t, 2>())));
  CHECK(gives<short>(sign(tensor<short, 2>())));
  CHECK(gives<int>(square(tensor<short, 2>())));
  CHECK(gives<double>(round(tensor<int, 2>())));
  CHECK(gives<float>(round(tensor<float, 2>())));
  CHECK(holds(isnan(xi), list<bool>(6, false)));
  CHECK(holds(isinf(xi), list<bool>(6, false)));
  CHECK(holds(isfinite(xi), list<bool>(6, true)));
  CHECK(gives<bool>(isfinite(xi)));
}

TEST_CASE("floor_divide, remainder and fmod of floating-point numbers are NumPy's") {
  // a = np.array([-np.inf, -7.5, -1, -0.0, 0.0, 1, 7.5, np.inf, np.qnan])
  // b = np.array([-np.inf, -2, -0.0, 0.0, 2, np.inf, np.qnan])
  const auto a = row<double>({-inf, -7.5, -1, -0.0, 0.0, 1, 7.5, inf, qnan});
  const auto b = row<double>({-inf, -2, -0.0, 0.0, 2, inf, qnan});
  // np.floor_divide.outer(a, b)
  CHECK(holds(floor_divide(a[_, newaxis], b), {qnan, qnan, inf,  -inf, qnan, qnan, qnan, //
                                               0.,   3.,   inf,  -inf, -4.,  -1.,  qnan, //
                                               0.,   0.,   inf,  -inf, -1.,  -1.,  qnan, //
                                               0.,   0.,   qnan, qnan, -0.,  -0.,  qnan, //
                                               -0.,  -0.,  qnan, qnan, 0.,   0.,   qnan, //
                                               -1.,  -1.,  -inf, inf,  0.,   0.,   qnan, //
                                               -1.,  -4.,  -inf, inf,  3.,   0.,   qnan, //
                                               qnan, qnan, -inf, inf,  qnan, qnan, qnan, //
                                               qnan, qnan, qnan, qnan, qnan, qnan, qnan}));
  // np.remainder.outer(a, b)
  CHECK(holds(remainder(a[_, newaxis], b), {qnan, qnan, qnan, qnan, qnan, qnan, qnan, //
                                            -7.5, -1.5, qnan, qnan, 0.5,  inf,  qnan, //
                                            -1.,  -1.,  qnan, qnan, 1.,   inf,  qnan, //
                                            -0.,  -0.,  qnan, qnan, 0.,   0.,   qnan, //
                                            -0.,  -0.,  qnan, qnan, 0.,   0.,   qnan, //
                                            -inf, -1.,  qnan, qnan, 1.,   1.,   qnan, //
                                            -inf, -0.5, qnan, qnan, 1.5,  7.5,  qnan, //
                                            qnan, qnan, qnan, qnan, qnan, qnan, qnan, //
                                            qnan, qnan, qnan, qnan, qnan, qnan, qnan}));
  // np.fmod.outer(a, b)
  CHECK(holds(fmod(a[_, newaxis], b), {qnan, qnan, qnan, qnan, qnan, qnan, qnan, //
                                       -7.5, -1.5, qnan, qnan, -1.5, -7.5, qnan, //
                                       -1.,  -1.,  qnan, qnan, -1.,  -1.,  qnan, //
                                       -0.,  -0.,  qnan, qnan, -0.,  -0.,  qnan, //
                                       0.,   0.,   qnan, qnan, 0.,   0.,   qnan, //
                                       1.,   1.,   qnan, qnan, 1.,   1.,   qnan, //
                                       7.5,  1.5,  qnan, qnan, 1.5,  7.5,  qnan, //
                                       qnan, qnan, qnan, qnan, qnan, qnan, qnan, //
                                       qnan, qnan, qnan, qnan, qnan, qnan, qnan}));
  // np.floor_divide(np.float32([1, 6, -1]), np.float32(0.1)): the quotients are close to whole
  // numbers
  CHECK(holds(floor_divide(tensor<float, 3>{1, 6, -1}, 0.1f), {9, 59, -10}));
  CHECK(holds(floor_divide(tensor<double, 3>{1, 6, -1}, 0.1), {9, 59, -10}));
}

TEST_CASE("floor_divide, remainder and fmod of integers are NumPy's") {
  constexpr int least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
  // a = np.int32([least, -7, -1, 0, 1, 7, most]); b = np.int32([least, -3, -1, 0, 1, 3, most])
  const auto a = row<int>({least, -7, -1, 0, 1, 7, most});
  const auto b = row<int>({least, -3, -1, 0, 1, 3, most});
  // np.floor_divide.outer(a, b)
  CHECK(
      holds(floor_divide(a[_, newaxis], b), {1,  715827882,  least,     0, least, -715827883, -2, //
                                             0,  2,          7,         0, -7,    -3,         -1, //
                                             0,  0,          1,         0, -1,    -1,         -1, //
                                             0,  0,          0,         0, 0,     0,          0,  //
                                             -1, -1,         -1,        0, 1,     0,          0,  //
                                             -1, -3,         -7,        0, 7,     2,          0,  //
                                             -1, -715827883, least + 1, 0, most,  715827882,  1}));
  // np.remainder.outer(a, b)
  CHECK(holds(remainder(a[_, newaxis], b), {0,         -2, 0, 0, 0, 1, most - 1, //
                                            -7,        -1, 0, 0, 0, 2, most - 7, //
                                            -1,        -1, 0, 0, 0, 2, most - 1, //
                                            0,         0,  0, 0, 0, 0, 0,        //
                                            least + 1, -2, 0, 0, 0, 1, 1,        //
                                            least + 7, -2, 0, 0, 0, 1, 7,        //
                                            -1,        -2, 0, 0, 0, 1, 0}));
  // np.fmod.outer(a, b)
  CHECK(holds(fmod(a[_, newaxis], b), {0,    -2, 0, 0, 0, -2, -1, //
                                       -7,   -1, 0, 0, 0, -1, -7, //
                                       -1,   -1, 0, 0, 0, -1, -1, //
                                       0,    0,  0, 0, 0, 0,  0,  //
                                       1,    1,  0, 0, 0, 1,  1,  //
                                       7,    1,  0, 0, 0, 1,  7,  //
                                       most, 1,  0, 0, 0, 1,  0}));

  constexpr auto top = std::numeric_limits<unsigned>::max();
  const tensor<unsigned, 4> u{0, 1, 7, top}, v{0, 1, 3, top};
  CHECK(holds(floor_divide(u[_, newaxis], v),
              {0, 0, 0, 0, 0, 1, 0, 0, 0, 7, 2, 0, 0, top, 1431655765, 1}));
  CHECK(holds(remainder(u[_, newaxis], v), {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 7, 0, 0, 0, 0}));
  CHECK(holds(fmod(u[_, newaxis], v), {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 7, 0, 0, 0, 0}));

  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  const tensor<std::int64_t, 2> w{lowest, -9};
  CHECK(holds(floor_divide(w, -1), {lowest, 9}));
  CHECK(holds(remainder(w, -1), {0, 0}));
  CHECK(holds(fmod(w, -1), {0, 0}));
  CHECK(holds(floor_divide(w, 0), {0, 0}));
  CHECK(holds(floor_divide(w, 2), {lowest / 2, -5}));

  // C++ promotes bytes to int; in NumPy they stay bytes.
  const tensor<std::int8_t, 2> bytes{-128, 7};
  CHECK(gives<int>(floor_divide(bytes, bytes)));
  CHECK(holds(floor_divide(bytes, std::int8_t{-1}), {128, -7}));
  CHECK(gives<double>(floor_divide(xi, 2.)));
  CHECK(gives<float>(remainder(xi, 2.f)));
  CHECK(holds(floor_divide(tensor{7, -7}, 2.), {3, -4}));
  CHECK(holds(remainder(tensor{-7, 7}, tensor{2.5, -2.5}), {0.5, -0.5}));
  CHECK(holds(floor_divide(tensor{true, false}, tensor{true, true}), {1, 0}));

  // The operators are those of C++.
  CHECK(holds(tensor{-7, 7} / 2, {-3, 3}));
  CHECK(holds(tensor{-7, 7} % 2, {-1, 1}));
  STATIC_REQUIRE(eval(floor_divide(tensor{-7, 7}, 2))[_0] == -4);
  STATIC_REQUIRE(eval(remainder(tensor{-7, 7}, 0))[_0] == 0);
}

TEST_CASE("maximum, minimum and clip") {
  const auto a = row<double>({qnan, 1, -1, qnan, inf, -inf, 2});
  const auto b = row<double>({1, qnan, 2, qnan, 1, 1, 2});
  CHECK(holds(maximum(a, b), {qnan, qnan, 2, qnan, inf, 1, 2}));   // np.maximum(a, b)
  CHECK(holds(minimum(a, b), {qnan, qnan, -1, qnan, 1, -inf, 2})); // np.minimum(a, b)
  CHECK(holds(maximum(tensor{1, 5}, 2.5), {2.5, 5}));
  CHECK(holds(minimum(3, tensor{1, 5}), {1, 3}));
  CHECK(gives<double>(maximum(tensor{1, 5}, 2.5)));
  CHECK(holds(maximum(tensor{true, false}, false), {1, 0}));
  const tensor<std::string, 2> words{"pear", "apple"};
  CHECK(holds(maximum(words, tensor<std::string, 2>{"fig", "fig"}), {"pear", "fig"}));
  CHECK(holds(minimum(words, "fig"), {"fig", "apple"}));

  CHECK(holds(clip(row<double>({1, 5, 9, qnan}), 2, 7), {2, 5, 7, qnan})); // np.clip(x, 2, 7)
  CHECK(holds(clip(tensor{1, 5, 9}, 7, 2), {2, 2, 2})); // np.clip([1, 5, 9], 7, 2)
  CHECK(holds(clip(tensor{1, 5, 9}, 2.5, 7), {2.5, 5, 7}));
  CHECK(holds(clip(tensor{{1, 5, 9}, {2, 6, 10}}, tensor{2, 6, 0}, tensor{{3}, {8}}),
              {2, 3, 3, 2, 6, 8}));
  CHECK(holds(clip(row<double>({1, 9}), row<double>({qnan, 0}), 7.), {qnan, 7}));
  CHECK(gives<int>(clip(tensor{1, 5, 9}, 7, 2)));
  CHECK(gives<float>(clip(tensor{1.f, 5.f}, 0, 1)));
  STATIC_REQUIRE(eval(clip(tensor{1, 5, 9}, 2, 7))[_2] == 7);
  STATIC_REQUIRE(eval(maximum(tensor{1, 5, 9}, 6))[_1] == 6);
}

TEMPLATE_TEST_CASE("clip, maximum and minimum with numbers are selections", "", std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t, int, unsigned, std::int64_t, float,
                   double) {
  using T = TestType;
  const T low = T(3), high = T(90);
  for (const stria::index n : {0, 1, 3, 16, 33, 70, 200}) {
    dtensor<T, 1> a(n);
    for (stria::index i = 0; i < n; ++i)
      a(i) = static_cast<T>(i % 7 == 0 ? std::numeric_limits<T>::lowest() : T(i));
    const auto check = [&](const auto& x) {
      const dtensor<T, 1> clipped = clip(x, low, high), turned = clip(x, high, low),
                          larger = maximum(x, low), smaller = minimum(x, high),
                          widest = clip(x, std::numeric_limits<T>::lowest(), high);
      for (stria::index i = 0; i < n; ++i) {
        const T v = x(i), raised = v > low ? v : low, least = v < high ? v : high;
        REQUIRE(clipped(i) == (raised < high ? raised : high));
        REQUIRE(turned(i) == low);
        REQUIRE(larger(i) == raised);
        REQUIRE(smaller(i) == least);
        REQUIRE(widest(i) == least);
      }
    };
    check(a);
    check(a[range(_, _, -1)]);
  }
  CHECK(gives<T>(clip(dtensor<T, 1>(2), low, high)));
  CHECK(gives<T>(maximum(dtensor<T, 1>(2), low)));
}

TEMPLATE_TEST_CASE("clip of zeros and NaN", "", float, double) {
  using T = TestType;
  const T nan = std::numeric_limits<T>::quiet_NaN(), zero = 0;
  const auto same = [](T x, T y) {
    return (x == y || (x != x && y != y)) && std::signbit(x) == std::signbit(y);
  };
  const std::vector<T> numbers{-nan, nan, -zero, zero, T(1), T(-1), T(inf), T(-inf)};
  for (const T x : numbers)
    for (const T lo : numbers)
      for (const T hi : numbers) {
        dtensor<T, 1> a(40), one(40);
        a = x;
        one = lo;
        const T raised = x > lo || x != x ? x : lo,
                expected = raised < hi || raised != raised ? raised : hi;
        const dtensor<T, 1> r = clip(a, lo, hi), s = clip(a, one, hi);
        INFO(x << ' ' << lo << ' ' << hi);
        REQUIRE((same(r(0), expected) && same(r(39), expected)));
        REQUIRE((same(s(0), expected) && same(s(39), expected)));
      }
}

TEMPLATE_TEST_CASE("where of numbers of every type, with computed operands", "", bool, signed char,
                   unsigned short, int, long, double) {
  using T = TestType;
  const T low = std::numeric_limits<T>::lowest(), high = std::numeric_limits<T>::max();
  for (index n : {0, 1, 3, 8, 17, 64, 301}) {
    dtensor<T, 1> a(n), b(n);
    for (index i = 0; i < n; ++i) {
      a(i) = i % 5 == 0 ? low : i % 5 == 1 ? high : static_cast<T>(i);
      b(i) = i % 3 == 0 ? low : i % 3 == 1 ? high : static_cast<T>(i / 2);
    }
    const auto plain = eval(where(a > b, a, b));
    const auto halves = eval(where(a > b, a / T(2), b));
    bool same = true;
    for (index i = 0; i < n; ++i) {
      same = same && plain(i) == (a(i) > b(i) ? a(i) : b(i));
      same = same && halves(i) == (a(i) > b(i) ? a(i) / T(2) : b(i));
    }
    CHECK(same);
  }
}

TEST_CASE("where selects from operands of any kind") {
  // A complex condition holds unless it is 0: np.where([0, 1j, 1], 1, 2)
  CHECK(holds(where(tensor<cd, 3>{0, cd(0, 1), 1}, 1, 2), {2, 1, 1}));
  const tensor<bool, 3> m{true, false, true};
  const tensor<int, 3> a{1, 2, 3};
  CHECK(holds(where(m, a, -a), {1, -2, 3}));
  CHECK(holds(where(m, a, 0), {1, 0, 3}));
  CHECK(holds(where(m, 9, a), {9, 2, 9}));
  CHECK(holds(where(m, 1, 0), {1, 0, 1}));
  CHECK(holds(where(m, a, 0.5), {1, 0.5, 3})); // np.where(m, [1, 2, 3], 0.5)
  CHECK(holds(where(m, a, qnan), {1, qnan, 3}));
  CHECK(gives<double>(where(m, a, 0.5)));
  CHECK(gives<cd>(where(m, a, cd(0, 1))));
  CHECK(holds(where(a > 1, a, 0), {0, 2, 3}));
  CHECK(holds(where(a - 2, 1, 0), {1, 0, 1})); // any number is a condition
  CHECK(holds(where(true, a, 0), {1, 2, 3}));
  CHECK(holds(where(m[_, newaxis], a, 0), {1, 2, 3, 0, 0, 0, 1, 2, 3}));
  CHECK(has<3, 3>(where(m[_, newaxis], a, 0)));
  CHECK(holds(where(tensor{qnan, 0., -0.0}, 1, 2), {1, 2, 2}));

  const tensor<std::string, 3> words{"a", "b", "c"};
  CHECK(holds(where(m, words, words[rev()]), {"a", "b", "c"}));
  CHECK(holds(where(m, words, "none"), {"a", "none", "c"}));
  CHECK(holds(where(m, "none", words), {"none", "b", "none"}));
  CHECK(holds(where(a > 1, words, std::string("x")), {"x", "b", "c"}));
  STATIC_REQUIRE(eval(where(tensor{1, 2, 3} > 1, 7, 8))[_0] == 8);
}

TEST_CASE("cast converts as static_cast does") {
  const auto x = row<double>({-1.9, -0.0, 0.4, 1.9, 300.2});
  CHECK(holds(cast<int>(x), {-1, 0, 0, 1, 300})); // x.astype(int)
  CHECK(holds(cast<bool>(x), {true, false, true, true, true}));
  CHECK(cast<float>(x)[0] == -1.9f);
  CHECK(gives<float>(cast<float>(x)));
  CHECK(holds(cast<std::uint8_t>(tensor{-1, 256, 257}), {255, 0, 1})); // .astype(np.uint8)
  CHECK(holds(cast<double>(tensor{true, false}), {1, 0}));
  CHECK(holds(cast<cd>(tensor{1, 2}), {cd(1), cd(2)}));
  CHECK(holds(cast<std::complex<float>>(tensor{cd(1, 2)}), {std::complex<float>(1, 2)}));
  CHECK(holds(cast<std::string>(tensor<const char*, 2>{"a", "b"}), {"a", "b"}));
  STATIC_REQUIRE(eval(cast<int>(tensor{1.5, 2.5}))[_1] == 2);
}

TEST_CASE("fma rounds once") {
  CHECK(holds(fma(tensor{0.1, 2.}, 10., -1.), {std::fma(0.1, 10., -1.), 19}));
  CHECK(holds(fma(tensor{0.1f}, tensor{10.f}, -1), {std::fma(0.1f, 10.f, -1.f)}));
  CHECK(holds(fma(tensor{1, 2}, 3, 4), {7, 10}));
  CHECK(holds(fma(tensor{cd(0, 1)}, cd(0, 1), cd(1)), {cd(0)}));
  CHECK(gives<int>(fma(tensor{1, 2}, 3, 4)));
  CHECK(gives<double>(fma(tensor{1, 2}, 3, 4.)));
  CHECK(holds(fma(tensor{1., 2.}[_, newaxis], tensor{1., 2.}, 1.), {2, 3, 3, 5}));
}

TEST_CASE("complex numbers") {
  const tensor<cd, 3> z{cd(1, 2), cd(-3, -4), cd(0, 1)};
  CHECK(near(abs(z), {std::sqrt(5.), 5, 1}));
  CHECK(holds(real(z), {1, -3, 0}));
  CHECK(holds(imag(z), {2, -4, 1}));
  CHECK(holds(conj(z), {cd(1, -2), cd(-3, 4), cd(0, -1)}));
  CHECK(near(arg(z), {1.1071487177940904, -2.214297435588181, 1.5707963267948966})); // np.angle(z)
  CHECK(near(square(z), {cd(-3, 4), cd(-7, 24), cd(-1, 0)}));
  CHECK(near(exp(z), {std::exp(z[0]), std::exp(z[1]), std::exp(z[2])}));
  CHECK(near(log(z), {std::log(z[0]), std::log(z[1]), std::log(z[2])}));
  CHECK(near(sqrt(z), {std::sqrt(z[0]), std::sqrt(z[1]), std::sqrt(z[2])}));
  CHECK(near(sin(z), {std::sin(z[0]), std::sin(z[1]), std::sin(z[2])}));
  CHECK(near(tanh(z), {std::tanh(z[0]), std::tanh(z[1]), std::tanh(z[2])}));
  CHECK(near(pow(z, z), {std::pow(z[0], z[0]), std::pow(z[1], z[1]), std::pow(z[2], z[2])}));
  CHECK(near(pow(z, 2), {cd(-3, 4), cd(-7, 24), cd(-1, 0)}));
  CHECK(near(pow(2., z), {std::pow(cd(2), z[0]), std::pow(cd(2), z[1]), std::pow(cd(2), z[2])}));
  CHECK(near(z * 2 + 1, {cd(3, 4), cd(-5, -8), cd(1, 2)}));
  CHECK(near(z * tensor{1.f, 2.f, 3.f}, {cd(1, 2), cd(-6, -8), cd(0, 3)}));
  CHECK(gives<double>(abs(z)));
  CHECK(gives<std::complex<float>>(sqrt(tensor<std::complex<float>, 1>())));
  CHECK(gives<cd>(tensor<std::complex<float>, 1>() + 1.));

  const tensor<cd, 4> odd{cd(qnan, 0), cd(0, inf), cd(qnan, inf), cd(1, 1)};
  CHECK(holds(isnan(odd), {true, false, true, false}));
  CHECK(holds(isinf(odd), {false, true, true, false}));
  CHECK(holds(isfinite(odd), {false, false, false, true}));

  // Real numbers equal their real part and their conjugate; the imaginary part is 0.
  const tensor<double, 2> x{1.5, -2};
  CHECK(holds(real(x), {1.5, -2}));
  CHECK(holds(imag(x), {0, 0}));
  CHECK(holds(conj(x), {1.5, -2}));
  CHECK(gives<float>(conj(tensor<float, 2>())));
  CHECK(gives<int>(conj(tensor<int, 2>())));
}

TEST_CASE("map accepts any callable of any number of operands") {
  const tensor<int, 3> a{1, 2, 3};
  CHECK(holds(map([](int x) { return x * x; }, a), {1, 4, 9}));
  CHECK(holds(map([](int x, double y) { return x + y; }, a, 0.5), {1.5, 2.5, 3.5}));
  CHECK(holds(map([](int x, int y, int z) { return 100 * x + 10 * y + z; }, a, a[_, newaxis], 7),
              {117, 217, 317, 127, 227, 327, 137, 237, 337}));
  CHECK(
      holds(map([](int x, int y, int z, int w) { return x + y + z + w; }, a, a, a, a), {4, 8, 12}));
  CHECK(holds(map([](int x) { return std::string(std::size_t(x), 'x'); }, a), {"x", "xx", "xxx"}));
  CHECK(holds(map([](const std::string& s, int n) { return s + std::to_string(n); },
                  tensor<std::string, 3>{"a", "b", "c"}, a),
              {"a1", "b2", "c3"}));

  // State is captured with the callable, by value or by reference.
  int offset = 10;
  auto by_value = map([offset](int x) { return x + offset; }, a);
  auto by_reference = map([&offset](int x) { return x + offset; }, a);
  offset = 20;
  CHECK(holds(by_value, {11, 12, 13}));
  CHECK(holds(by_reference, {21, 22, 23}));
  const tensor<int, 4> table{0, 10, 20, 30};
  CHECK(holds(map([&](int x) { return table[x]; }, a), {10, 20, 30}));
  CHECK(holds(map(std::plus<>(), a, 1), {2, 3, 4}));
  CHECK(holds(map(static_cast<double (*)(double)>(std::sqrt), tensor{4., 9.}), {2, 3}));
  struct third {
    int operator()(const std::array<int, 3>& v) const { return v[2]; }
  };
  CHECK(holds(map(third{}, tensor<std::array<int, 3>, 1>{{{1, 2, 3}}}), {3}));

  // The callable is called only when needed, and only for selected elements.
  int calls = 0;
  auto lazy = map([&calls](int x) { return ++calls, x; }, a);
  CHECK(calls == 0);
  CHECK(lazy[_1] == 2);
  CHECK(calls == 1);
  const auto all_values = eval(lazy);
  CHECK(calls == 4);
  CHECK(holds(eval(lazy[range(1, 3)]), {2, 3}));
  CHECK(calls == 6);
  CHECK(all_values[_2] == 3);

  STATIC_REQUIRE(eval(map([](int x, int y) { return x * y; }, tensor{1, 2, 3}, 5))[_2] == 15);
}

TEST_CASE("operands of every kind and shape") {
  const tensor<double, 2, 3> s{{1, 4, 9}, {16, 25, 36}};
  const dtensor<double, 2> d = s;
  tensor<double, 2, dyn> p = s;
  tensor<double, batch, features> n(2, 3);
  n = s;
  const list<double> roots{1, 2, 3, 4, 5, 6};
  CHECK(holds_each(sqrt(s), roots));
  CHECK(holds_each(sqrt(d), roots));
  CHECK(holds_each(sqrt(p), roots));
  CHECK(holds_each(sqrt(n), roots));
  CHECK(has<2, 3>(sqrt(s)));
  CHECK(has<dyn, dyn>(sqrt(d)));
  CHECK(has<2, dyn>(sqrt(p)));
  CHECK(has<batch, features>(sqrt(n)));
  CHECK(has<2, 3>(hypot(s, d)));
  CHECK(has<batch, features>(hypot(n, d)));
  CHECK(has<2, 3>(where(n > 3, d, s)));
  CHECK(has<batch, features>(clip(n, d, d[range(0, 1)])));
  CHECK(holds_each(sqrt(s[rev(), rev(_, _, 2)]), {6, 4, 3, 1}));
  CHECK(holds_each(sqrt(d[_, rev()]), {3, 2, 1, 6, 5, 4}));
  CHECK(holds_each(sqrt(transpose(d)), {1, 4, 2, 5, 3, 6}));
  CHECK(holds_each(sqrt(transpose(s) * 1), {1, 4, 2, 5, 3, 6}));
  CHECK(holds_each(sqrt(square(s))[_1, range(_, _, 2)], {16, 36}));
  CHECK(holds_each(round(sqrt(s) * 10 + 0.4)[rev()], {40, 50, 60, 10, 20, 30}));
  CHECK(
      holds_each(pow(s[_, range(0, 1)], s[_0]), {1, 1, 1, 16, std::pow(16., 4), std::pow(16., 9)}));

  // Rank 0 and empty operands.
  const tensor<double> four(4.);
  CHECK(double(sqrt(four)) == 2);
  CHECK(double(pow(four, four)) == 256);
  CHECK(holds_each(four * s[_0], {4, 16, 36}));
  CHECK(holds_each(sqrt(s[_1, _0] * four), {8}));
  CHECK(int(map([](double x) { return int(x) + 1; }, four)) == 5);
  const tensor<double, 0, 3> none;
  CHECK(holds_each(sqrt(none), {}));
  CHECK(has<0, 3>(pow(none, s[range(0, 1)])));
  CHECK(holds_each(exp(dtensor<double, 2>(3, 0)), {}));
  CHECK(test::shape(exp(dtensor<double, 2>(3, 0)) + 1) == list<stria::index>{3, 0});
  CHECK(test::shape(where(dtensor<bool, 2>(3, 0), 1, dtensor<int, 2>(1, 1))) ==
        list<stria::index>{3, 0});

  // Dynamic sizes.
  CHECK_THROWS_AS(hypot(d, dtensor<double, 2>(3, 3)), shape_error);
  CHECK_THROWS_AS(clip(s, 0, dtensor<double, 1>(2)), shape_error);
  CHECK_THROWS_WITH(hypot(n, dtensor<double, 2>(3, 3)),
                    test::contains("hypot") && test::contains("(batch=2, features=3)") &&
                        test::contains("(3, 3)") && test::contains("axis 0"));
  CHECK_THROWS_WITH(map([](double, double) { return 0; }, d, dtensor<double, 1>(4)),
                    test::contains("map"));

  // The expression owns an rvalue.
  auto owner = [] { return sqrt(tensor<double, 2>{4, 9}) + dtensor<double, 1>{1, 2}; }();
  CHECK(holds_each(owner, {3, 5}));
}

TEST_CASE("functions of scalars stay those of <cmath>") {
  CHECK(sqrt(4.) == 2);
  CHECK(abs(-3) == 3);
  CHECK(pow(2., 3.) == 8);
  CHECK(fmod(7.5, 2.) == 1.5);
  using std::max;
  CHECK(max(1, 2) == 2);
}

TEST_CASE("integers of different signs are compared by value") {
  const tensor s{-1, 5};
  const tensor u{0U, 3U};
  CHECK((maximum(s, u)[0] == 0U && maximum(s, u)[1] == 5U));
  CHECK((maximum(u, s)[0] == 0U && maximum(u, s)[1] == 5U));
  CHECK((minimum(s, u)[0] == -1 && minimum(s, u)[1] == 3));
  CHECK((minimum(u, s)[0] == -1 && minimum(u, s)[1] == 3));
  STATIC_REQUIRE(std::same_as<decltype(maximum(s, u))::value_type, unsigned>);
  STATIC_REQUIRE(std::same_as<decltype(minimum(s, u))::value_type, int>);
  CHECK((clip(s, 0U, 4U)[0] == 0 && clip(s, 0U, 4U)[1] == 4));
  CHECK((clip(u, -1, 2)[0] == 0 && clip(u, -1, 2)[1] == 2));
  CHECK(all_of((s < u) == tensor{true, false}));
  CHECK(all_of((u >= s) == tensor{true, false}));
  // For 64 bits there is no wider type.
  const tensor<std::uint64_t, 1> most{~std::uint64_t{0}};
  const tensor<std::int8_t, 1> less{std::int8_t{-1}};
  CHECK(maximum(less, most)[0] == ~std::uint64_t{0});
  CHECK(minimum(less, most)[0] == -1);
  CHECK(any(less == most) == false);
}
