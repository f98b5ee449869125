// SPDX-License-Identifier: BSL-1.0
// Vector functions, compared with the standard library in a wider type.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

using namespace stria;

namespace {

/// The distance in units in the last place of the correct value.
template <class T> double units_off(T got, long double right) {
  const T want = static_cast<T>(right);
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : 1e9;
  if (std::isinf(want) || std::isinf(got))
    return want == got ? 0 : 1e9;
  const T size = std::abs(want);
  const T unit = std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
  return static_cast<double>(std::abs(static_cast<long double>(got) - right) /
                             static_cast<long double>(unit));
}

/// 20000 values from low to high, and special values.
template <class T> dtensor<T, 1> arguments(T low, T high) {
  constexpr T inf = std::numeric_limits<T>::infinity(), least = std::numeric_limits<T>::min();
  const std::vector<T> apart{T(0),
                             -T(0),
                             T(1),
                             T(-1),
                             inf,
                             -inf,
                             std::numeric_limits<T>::quiet_NaN(),
                             least,
                             least / 4,
                             std::numeric_limits<T>::denorm_min(),
                             std::numeric_limits<T>::max(),
                             std::numeric_limits<T>::lowest(),
                             T(1e-10),
                             T(-1e-10),
                             T(88.5),
                             T(-95),
                             T(-104),
                             T(128.5),
                             T(-140),
                             T(709.5),
                             T(-745.1),
                             T(-740),
                             T(1e5),
                             T(1e10),
                             T(0.5),
                             T(-0.5)};
  const stria::index n = 20000, more = static_cast<stria::index>(apart.size());
  dtensor<T, 1> x(n + more);
  for (stria::index i = 0; i < n; ++i)
    x(i) = low + (high - low) * (static_cast<T>(i * 7919 % n) / static_cast<T>(n));
  for (stria::index i = 0; i < more; ++i)
    x(n + i) = apart[static_cast<std::size_t>(i)];
  return x;
}

template <class T, class Node, class Right>
void compare(const char* name, double low, double high, Node node, Right right, double most = 3) {
  const auto x = arguments<T>(static_cast<T>(low), static_cast<T>(high));
  const auto y = eval(node(x));
  double worst = 0;
  T where = 0;
  int signs = 0;
  for (stria::index i = 0; i < x.size(); ++i) {
    const long double exact = right(static_cast<long double>(x(i)));
    const double off = units_off(y(i), exact);
    if (off > worst) {
      worst = off;
      where = x(i);
    }
    const T want = static_cast<T>(exact);
    signs += want == 0 && y(i) == 0 && std::signbit(want) != std::signbit(y(i)) ? 1 : 0;
  }
  INFO(name << " at " << where);
  CHECK(worst <= most);
  CHECK(signs == 0);
  // Each element is computed by the same instructions at any position.
  int other = 0;
  for (stria::index from : {1, 3, 7, 20}) {
    const auto part = eval(node(x[range(from, from + 77)]));
    for (stria::index i = 0; i < 77; ++i)
      other += part(i) == y(from + i) || std::isnan(part(i)) ? 0 : 1;
  }
  CHECK(other == 0);
}

/// A function of two numbers at n pairs of values from low to high, and all pairs of special
/// values.
template <class T, class Node, class Right>
void compare_two(const char* name, double low, double high, double low2, double high2, Node node,
                 Right right) {
  const stria::index n = 20000, special = 26;
  const auto a = arguments<T>(static_cast<T>(low), static_cast<T>(high));
  const auto b = arguments<T>(static_cast<T>(low2), static_cast<T>(high2));
  dtensor<T, 1> x(n + special * special), y(n + special * special);
  for (stria::index i = 0; i < n; ++i) {
    x(i) = a(i);
    y(i) = b(i * 7 % n);
  }
  for (stria::index i = 0; i < special; ++i)
    for (stria::index k = 0; k < special; ++k) {
      x(n + i * special + k) = a(n + i);
      y(n + i * special + k) = a(n + k);
    }
  const auto z = eval(node(x, y));
  double worst = 0;
  T where = 0, where2 = 0;
  int signs = 0;
  for (stria::index i = 0; i < x.size(); ++i) {
    const long double exact = right(static_cast<long double>(x(i)), static_cast<long double>(y(i)));
    const double off = units_off(z(i), exact);
    if (off > worst) {
      worst = off;
      where = x(i);
      where2 = y(i);
    }
    signs += exact == 0 && z(i) == 0 && std::signbit(exact) != std::signbit(z(i)) ? 1 : 0;
  }
  INFO(name << " at " << where << ", " << where2);
  CHECK(worst <= 3);
  CHECK(signs == 0);
  const auto same = [](T one, T other) {
    return one == other || (std::isnan(one) && std::isnan(other));
  };
  int other = 0;
  // Any position, also beside each other and unaligned.
  for (stria::index size : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 63, 64, 65, 130})
    for (stria::index from : {stria::index(1), stria::index(6), n - 30}) {
      const auto xs = x[range(from, from + size)], ys = y[range(from, from + size)];
      const auto part = eval(node(xs, ys));
      dtensor<T, 1> in_place(xs);
      in_place = node(in_place, ys);
      const auto number_first = eval(node(x(from), ys)), number_last = eval(node(xs, y(from)));
      for (stria::index i = 0; i < size; ++i) {
        other += same(part(i), z(from + i)) ? 0 : 1;
        other += same(in_place(i), z(from + i)) ? 0 : 1;
        const auto first = right(static_cast<long double>(x(from)),
                                 static_cast<long double>(y(from + i))),
                   last = right(static_cast<long double>(x(from + i)),
                                static_cast<long double>(y(from)));
        other += units_off(number_first(i), first) <= 3 ? 0 : 1;
        other += units_off(number_last(i), last) <= 3 ? 0 : 1;
      }
    }
  CHECK(other == 0);
  // Inside a larger expression, with strides, and below a reduction.
  const auto xs = x[range(0, 2000)], ys = y[range(0, 2000)];
  const auto doubled = eval(node(xs[range(0, 2000, 2)], ys[range(0, 2000, 2)]) * T(2) + T(1));
  int larger = 0;
  for (stria::index i = 0; i < doubled.size(); ++i)
    larger += same(doubled(i), z(2 * i) * T(2) + T(1)) ||
                      std::abs(doubled(i) - (z(2 * i) * T(2) + T(1))) <=
                          std::abs(doubled(i)) * std::numeric_limits<T>::epsilon()
                  ? 0
                  : 1;
  CHECK(larger == 0);
  CHECK(max(node(xs, ys)) == max(z[range(0, 2000)]));
  CHECK(min(node(xs, ys)) == min(z[range(0, 2000)]));
}

} // namespace

// The standard library in long double is precise enough as the reference.
#define COMPARE(name, low, high)                                                                   \
  TEST_CASE(#name " in vectors") {                                                                 \
    const auto node = [](const auto& x) { return name(x); };                                       \
    const auto right = [](long double x) { return std::name(x); };                                 \
    compare<float>(#name " of float", low, high, node, right);                                     \
    compare<double>(#name " of double", low, high, node, right);                                   \
  }

COMPARE(sqrt, 0, 1e10)
COMPARE(cbrt, -1000, 1000)
COMPARE(exp, -103, 89)
COMPARE(exp2, -150, 130)
COMPARE(expm1, -10, 89)
COMPARE(log, 1e-3, 10)
COMPARE(log1p, -0.99, 10)
COMPARE(log2, 1e-5, 1e5)
COMPARE(log10, 1e-5, 1e5)
COMPARE(sin, -100, 100)
COMPARE(cos, -100, 100)
COMPARE(tan, -10, 10)
COMPARE(asin, -1, 1)
COMPARE(acos, -1, 1)
COMPARE(atan, -50, 50)
COMPARE(sinh, -90, 90)
COMPARE(cosh, -90, 90)
COMPARE(tanh, -10, 10)
COMPARE(asinh, -100, 100)
COMPARE(acosh, 1, 100)
COMPARE(atanh, -0.99, 0.99)
COMPARE(erf, -1, 1)
COMPARE(erfc, -1, 9)

TEST_CASE("erf and erfc over their whole range in vectors") {
  const auto f = [](const auto& x) { return erf(x); };
  const auto of = [](long double x) { return std::erf(x); };
  compare<float>("erf of float", -7, 7, f, of);
  compare<double>("erf of double", -7, 7, f, of);
  const auto c = [](const auto& x) { return erfc(x); };
  const auto complement = [](long double x) { return std::erfc(x); };
  compare<float>("erfc of float", 0, 0.9, c, complement);
  compare<double>("erfc of double", 0, 0.9, c, complement);
  compare<float>("erfc of float", -7, 11, c, complement);
  compare<double>("erfc of double", -7, 28, c, complement);
}

// The functions of double are those of the C library, whose error may be larger.
TEST_CASE("tgamma and lgamma of float in vectors") {
  const auto gamma = [](const auto& x) { return tgamma(x); };
  const auto gamma_of = [](long double x) { return std::tgamma(x); };
  const auto log_gamma = [](const auto& x) { return lgamma(x); };
  const auto log_gamma_of = [](long double x) { return std::lgamma(x); };
  compare<float>("tgamma", 0, 2, gamma, gamma_of, 5);
  compare<float>("tgamma", 0, 36, gamma, gamma_of, 5);
  compare<float>("lgamma", 0, 4, log_gamma, log_gamma_of, 5);
  compare<float>("lgamma", 0.99, 1.01, log_gamma, log_gamma_of, 5);
  compare<float>("lgamma", 0, 1e4, log_gamma, log_gamma_of, 5);
  compare<float>("lgamma", 0, 2e30, log_gamma, log_gamma_of, 5);
}

TEST_CASE("pow of two arrays in vectors") {
  const auto node = [](const auto& x, const auto& y) { return pow(x, y); };
  const auto right = [](long double x, long double y) { return std::pow(x, y); };
  compare_two<float>("pow of float", 0, 10, -30, 30, node, right);
  compare_two<double>("pow of double", 0, 10, -30, 30, node, right);
  compare_two<float>("pow of float", 0.99, 1.01, -8000, 8000, node, right);
  compare_two<double>("pow of double", 0.99, 1.01, -70000, 70000, node, right);
  compare_two<float>("pow of float", 0, 1e30, -2, 2, node, right);
  compare_two<double>("pow of double", 0, 1e300, -2, 2, node, right);
}

TEST_CASE("atan2 in vectors") {
  const auto node = [](const auto& y, const auto& x) { return atan2(y, x); };
  const auto right = [](long double y, long double x) { return std::atan2(y, x); };
  compare_two<float>("atan2 of float", -10, 10, -10, 10, node, right);
  compare_two<double>("atan2 of double", -10, 10, -10, 10, node, right);
  compare_two<float>("atan2 of float", -1e-3, 1e-3, -1e3, 1e3, node, right);
  compare_two<double>("atan2 of double", -1e-3, 1e-3, -1e3, 1e3, node, right);
}

// Positive numbers, because the sum of a negative number and the logarithm cancels.
TEST_CASE("logaddexp and logaddexp2 in vectors") {
  const auto node = [](const auto& x, const auto& y) { return logaddexp(x, y); };
  const auto node2 = [](const auto& x, const auto& y) { return logaddexp2(x, y); };
  const auto right = [](long double x, long double y) {
    return x == y ? x + std::log(2.0L) : std::max(x, y) + std::log1p(std::exp(-std::abs(x - y)));
  };
  const auto right2 = [](long double x, long double y) {
    return x == y ? x + 1
                  : std::max(x, y) + std::log1p(std::exp2(-std::abs(x - y))) / std::log(2.0L);
  };
  compare_two<float>("logaddexp of float", 0, 20, 0, 20, node, right);
  compare_two<double>("logaddexp of double", 0, 20, 0, 20, node, right);
  compare_two<float>("logaddexp2 of float", 0, 20, 0, 20, node2, right2);
  compare_two<double>("logaddexp2 of double", 0, 20, 0, 20, node2, right2);
}

TEMPLATE_TEST_CASE("arg of complex numbers in vectors", "", float, double) {
  using T = TestType;
  const auto x = arguments<T>(-10, 10);
  const stria::index n = x.size();
  dtensor<std::complex<T>, 1> z(n);
  for (stria::index i = 0; i < n; ++i)
    z(i) = {x(i), x(i * 7 % n)};
  const auto y = eval(arg(z));
  const auto part = eval(T(2) * arg(z[range(5, 82)]));
  double worst = 0;
  for (stria::index i = 0; i < n; ++i)
    worst = std::max(worst, units_off(y(i), std::atan2(static_cast<long double>(z(i).imag()),
                                                       static_cast<long double>(z(i).real()))));
  CHECK(worst <= 3);
  int other = 0;
  for (stria::index i = 0; i < 77; ++i)
    other += part(i) == 2 * y(i + 5) ? 0 : 1;
  CHECK(other == 0);
}

TEMPLATE_TEST_CASE("exp of complex numbers in vectors", "", float, double) {
  using T = TestType;
  const auto x = arguments<T>(sizeof(T) == 4 ? T(-87) : T(-708), sizeof(T) == 4 ? T(87) : T(708));
  const auto y = arguments<T>(T(-30), T(30));
  const stria::index n = x.size(), ordinary = 20000;
  dtensor<std::complex<T>, 1> z(n);
  for (stria::index i = 0; i < ordinary; ++i)
    z(i) = {x(i), y(i * 7 % ordinary)};
  for (stria::index i = ordinary; i < n; ++i)
    z(i) = {x(i), y(ordinary + i * 3 % (n - ordinary))};
  const auto e = eval(exp(z));
  const auto part = eval(exp(z[range(5, 82)]) * T(2));
  double worst = 0;
  int same = 0;
  for (stria::index i = 0; i < n; ++i) {
    const auto right = i < ordinary ? std::exp(std::complex<long double>(z(i)))
                                    : std::complex<long double>(std::exp(z(i)));
    worst = std::max(
        {worst, units_off(e(i).real(), right.real()), units_off(e(i).imag(), right.imag())});
  }
  CHECK(worst <= 3);
  for (stria::index i = 0; i < 77; ++i)
    same += part(i) == e(i + 5) * T(2) ? 1 : 0;
  CHECK(same == 77);
}
