// SPDX-License-Identifier: BSL-1.0
// Values recorded from NumPy, and comparison with results.
#pragma once

#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <complex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using test::inf;
using test::qnan;

namespace test {

struct recorded_case {
  std::string name;
  std::vector<index> shape;
  std::vector<double> values; // complex numbers have a last axis for their parts
};

/// Finds cases by name; unused() returns the cases that were never requested.
class record {
  const std::vector<recorded_case>* cases_;
  mutable std::set<std::string> used_;

public:
  explicit record(const std::vector<recorded_case>& cases) : cases_(&cases) {}
  const recorded_case& at(const std::string& name) const {
    used_.insert(name);
    for (const recorded_case& c : *cases_)
      if (c.name == name)
        return c;
    throw std::out_of_range("no case of the name '" + name + "'");
  }
  /// An input of rank R.
  template <std::size_t R, class T = double> auto input(const std::string& name) const {
    const recorded_case& c = at("in " + name);
    constexpr std::size_t parts = stria::detail::is_complex<T>::value ? 2 : 1;
    if (c.shape.size() != R + parts - 1)
      throw std::out_of_range("another rank: '" + name + "'");
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      stria::dtensor<T, R> t(c.shape[K]...);
      for (index i = 0; i < t.size(); ++i) {
        const double* v = c.values.data() + static_cast<std::size_t>(i) * parts;
        if constexpr (parts == 2)
          t.data()[i] = T(static_cast<typename T::value_type>(v[0]),
                          static_cast<typename T::value_type>(v[1]));
        else
          t.data()[i] = static_cast<T>(v[0]);
      }
      return t;
    }(std::make_index_sequence<R>());
  }
  /// Compares a number or an operand with the case of this name.
  template <class E>
  void check(const std::string& name, const E& e, double tolerance = 1e-13) const {
    INFO(name);
    const recorded_case& c = at(name);
    std::vector<index> shape;
    std::vector<double> found;
    const auto add = [&](const auto& x) {
      if constexpr (stria::detail::is_complex<std::remove_cvref_t<decltype(x)>>::value) {
        found.push_back(static_cast<double>(x.real()));
        found.push_back(static_cast<double>(x.imag()));
      } else {
        found.push_back(static_cast<double>(x));
      }
    };
    if constexpr (stria::detail::operand<E>) {
      const auto t = stria::eval(e);
      shape = test::shape(t);
      for (const auto& x : t.storage())
        add(x);
      if (stria::detail::is_complex<typename E::value_type>::value)
        shape.push_back(2);
    } else {
      add(e);
      if (found.size() == 2)
        shape.push_back(2);
    }
    CHECK(shape == c.shape);
    REQUIRE(found.size() == c.values.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double x = found[i], y = c.values[i];
      CAPTURE(i, x, y);
      CHECK((x == y || (x != x && y != y) || std::abs(x - y) <= tolerance * (1 + std::abs(y))));
    }
  }
  std::vector<std::string> unused() const {
    std::vector<std::string> names;
    for (const recorded_case& c : *cases_)
      if (!used_.contains(c.name))
        names.push_back(c.name);
    return names;
  }
};

} // namespace test
