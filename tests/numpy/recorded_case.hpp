// SPDX-License-Identifier: BSL-1.0
// numpy/recorded_case.hpp: a result of NumPy, and a comparison with it.
#pragma once

#include "catch.hpp"
#include "numbers.hpp"

#include <stria/stria.hpp>

#include <map>
#include <string>
#include <vector>

namespace test {

struct recorded_case {
  std::vector<stria::index> shape;
  std::vector<double> values;
};

/// Checks for the same shape and the same values within a few units in the last place; NaN equals
/// NaN.
template <class E> void check_case(const recorded_case& wanted, const E& e) {
  const auto got = stria::eval(e);
  const auto sizes = got.shape();
  REQUIRE(std::vector<stria::index>(sizes.begin(), sizes.end()) == wanted.shape);
  REQUIRE(static_cast<std::size_t>(got.size()) == wanted.values.size());
  for (std::size_t k = 0; k < wanted.values.size(); ++k) {
    const double value = static_cast<double>(got.data()[k]);
    if (!near_number(value, wanted.values[k])) {
      CAPTURE(k);
      CHECK(value == wanted.values[k]);
    }
  }
}

} // namespace test
