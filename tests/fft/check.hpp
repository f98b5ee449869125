// SPDX-License-Identifier: BSL-1.0
// check.hpp: operands for the cases of record.py, and a comparison with the recorded values.
#pragma once

#include "catch.hpp"
#include "recorded.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

namespace test {

/// Small numbers in no particular order.
template <class T = double, class... S> stria::dtensor<T, sizeof...(S)> sample(S... sizes) {
  stria::dtensor<T, sizeof...(S)> t(sizes...);
  for (stria::index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>((i * 37 + 11) % 23 - 9);
  return t;
}
/// The same numbers as complex numbers.
template <class T = double, class... S>
stria::dtensor<std::complex<T>, sizeof...(S)> both(S... sizes) {
  stria::dtensor<std::complex<T>, sizeof...(S)> t(sizes...);
  for (stria::index i = 0; i < t.size(); ++i)
    t.data()[i] = {static_cast<T>((i * 37 + 11) % 23 - 9), static_cast<T>((i * 53 + 5) % 19 - 7)};
  return t;
}

inline const record& find_record(const std::string& name) {
  for (const record& r : records())
    if (r.name == name)
      return r;
  FAIL("there is no record " << name);
  return records().front();
}

inline bool is_close(double x, double y, double tolerance) {
  return x == y || (x != x && y != y) || std::abs(x - y) <= tolerance;
}

/// Whether an operand has the recorded shape and, to the precision of its elements, the recorded
/// values.
template <class E> bool gives(const std::string& name, const E& e) {
  using T = typename E::value_type;
  const record& r = find_record(name);
  const auto t = stria::eval(e);
  bool good = shape(t) == r.shape;
  double largest = 1;
  for (const double x : r.values)
    if (std::isfinite(x))
      largest = std::max(largest, std::abs(x));
  std::vector<double> got;
  constexpr bool is_complex = requires(const T& x) { x.imag(); };
  double unit = std::numeric_limits<double>::epsilon();
  for (const T& x : t.storage())
    if constexpr (is_complex) {
      unit = std::numeric_limits<typename T::value_type>::epsilon();
      got.push_back(static_cast<double>(x.real()));
      got.push_back(static_cast<double>(x.imag()));
    } else {
      unit = std::is_same_v<T, float> ? std::numeric_limits<float>::epsilon() : unit;
      got.push_back(static_cast<double>(x));
    }
  good = good && is_complex == r.complex && got.size() == r.values.size();
  for (std::size_t i = 0; good && i < got.size(); ++i)
    good = is_close(got[i], r.values[i], 16 * unit * largest);
  if (!good) {
    UNSCOPED_INFO(name);
    UNSCOPED_INFO("got    " << Catch::Detail::stringify(shape(t)) << Catch::Detail::stringify(got));
    UNSCOPED_INFO("wanted " << Catch::Detail::stringify(r.shape)
                            << Catch::Detail::stringify(r.values));
  }
  return good;
}

} // namespace test
