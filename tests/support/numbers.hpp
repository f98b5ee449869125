// SPDX-License-Identifier: BSL-1.0
// support/numbers.hpp: compares floating-point values; NaN equals NaN, and -0.0 is not 0.0.
#pragma once

#include "catch.hpp"
#include "values.hpp"

#include <cmath>
#include <complex>
#include <limits>

namespace test {

inline constexpr double qnan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double inf = std::numeric_limits<double>::infinity();

template <class T> bool same_number(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>)
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
  else
    return a == b;
}

/// Equal within a few units in the last place.
template <class T> bool near_number(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>)
    return same_number(a, b) ||
           std::abs(a - b) <= 8 * std::numeric_limits<T>::epsilon() * std::abs(b);
  else
    return near_number(a.real(), b.real()) && near_number(a.imag(), b.imag());
}

template <class T, class Same>
bool all_alike(std::vector<T> got, const std::vector<T>& wanted, Same alike) {
  bool good = got.size() == wanted.size();
  for (std::size_t k = 0; good && k < got.size(); ++k)
    good = alike(T(got[k]), T(wanted[k]));
  if (!good) {
    UNSCOPED_INFO("got    " << Catch::Detail::stringify(got));
    UNSCOPED_INFO("wanted " << Catch::Detail::stringify(wanted));
  }
  return good;
}

/// Checks the exact elements of an operand, computed by the loop.
template <class E> bool holds(const E& e, const std::vector<typename E::value_type>& wanted) {
  using T = typename E::value_type;
  return all_alike(evaluated(e), wanted, same_number<T>);
}

/// Also checks the elements read one by one.
template <class E> bool holds_each(const E& e, const std::vector<typename E::value_type>& wanted) {
  using T = typename E::value_type;
  return holds(e, wanted) && all_alike(values(e), wanted, same_number<T>);
}

/// Checks the exact value of an element that is returned by value.
template <class T>
  requires(!stria::detail::operand<T>)
bool holds(const T& got, const std::type_identity_t<T>& wanted) {
  return all_alike(values(got), {wanted}, same_number<T>);
}

/// Checks the elements of an operand to the precision of their type.
template <class E> bool near(const E& e, const std::vector<typename E::value_type>& wanted) {
  using T = typename E::value_type;
  return all_alike(evaluated(e), wanted, near_number<T>);
}
template <class T>
  requires(!stria::detail::operand<T>)
bool near(const T& got, const std::type_identity_t<T>& wanted) {
  return all_alike(values(got), {wanted}, near_number<T>);
}

} // namespace test
