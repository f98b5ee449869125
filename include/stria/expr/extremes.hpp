// SPDX-License-Identifier: BSL-1.0
// expr/extremes.hpp: the larger and the smaller of two values.
#pragma once

#include <stria/expr/operators.hpp>

namespace stria {

// A NaN on either side wins, as in NumPy.
struct maximum_fn {
  static constexpr const char* text = "maximum";
  STRIA_INLINE constexpr auto operator()(const auto& a, const auto& b) const {
    return detail::promoted([](const auto& x, const auto& y) { return x > y || x != x ? x : y; }, a,
                            b);
  }
};
struct minimum_fn {
  static constexpr const char* text = "minimum";
  STRIA_INLINE constexpr auto operator()(const auto& a, const auto& b) const {
    return detail::promoted([](const auto& x, const auto& y) { return x < y || x != x ? x : y; }, a,
                            b);
  }
};

} // namespace stria
