// SPDX-License-Identifier: BSL-1.0
// Vector functions, compared with the standard library in a wider type.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cmath>
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
void compare(const char* name, double low, double high, Node node, Right right) {
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
  CHECK(worst <= 3);
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
