// SPDX-License-Identifier: BSL-1.0
// support/regions.hpp: reads a region of an operand, and rebuilds a node over regions of its
// operands.
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

/// Rebuilds a node for the region r of its result: replaces each operand o by f(o, s), where s is
/// the region of o that is needed to compute r.
template <class N, std::size_t R, class F>
auto over_regions(const N& n, const stria::detail::region<R>& r, const F& f) {
  return n.operands([&](const auto&... o) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return n.over(f(o, n.template needed<K>(r))...);
    }(std::make_index_sequence<sizeof...(o)>());
  });
}

} // namespace test
