// SPDX-License-Identifier: BSL-1.0
// support/regions.hpp: reads a region of an operand.
#pragma once

#include <stria/stria.hpp>

namespace test {

/// Reads the elements of a region of an operand, with a subscript.
template <class E, std::size_t R> auto region_slice(const E& e, const stria::detail::region<R>& r) {
  const auto along = [&](std::size_t k) {
    const stria::index last = r.size[k] == 0 ? -1 : r.begin[k] + r.step[k] * (r.size[k] - 1);
    return stria::range(r.begin[k], last + 1, r.step[k]);
  };
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    if constexpr (R == 0)
      return stria::eval(e);
    else
      return stria::eval(e[along(K)...]);
  }(std::make_index_sequence<R>());
}

} // namespace test
