// SPDX-License-Identifier: BSL-1.0
// numpy/order/unique_loops.hpp: the distinct elements of an operand.
// Tests: tests/numpy/order/order.cpp, tests/numpy/order/sets.cpp.
#pragma once

#include <stria/numpy/order/sort_loops.hpp>

namespace stria::detail {

/// The distinct elements, sorted. If Standard, each NaN is distinct from the others, as in the
/// Array API standard.
template <bool Standard, class A>
constexpr auto different_elements(const A& a) -> tensor<value_t<A>, dyn> {
  auto s = sorted_elements(a);
  const auto differs = [&](const auto& before, const auto& x) {
    return (ordered{}(before, x) && (before == before || x == x)) || (Standard && x != x);
  };
  index count = 0;
  for (index i = 0; i < s.size(); ++i)
    if (i == 0 || differs(s.data()[i - 1], s.data()[i]))
      s.data()[count++] = s.data()[i];
  tensor<value_t<A>, dyn> r({count}, uninitialized_t{});
  for (index i = 0; i < count; ++i)
    r.data()[i] = s.data()[i];
  return r;
}

/// The distinct elements, sorted, with the members of unique_result.
template <class Result, class A> constexpr Result elements_with_places(const A& a) {
  using T = value_t<A>;
  const auto all_of_them = eval(a);
  const index n = all_of_them.size();
  const T* const from = all_of_them.data();
  counters<A> order({n}, uninitialized_t{}), other({n}, uninitialized_t{});
  for (index i = 0; i < n; ++i)
    order.data()[i] = i;
  merge_sort(order.data(), other.data(), n,
             [&](index x, index y) { return ordered{}(from[x], from[y]); });
  const auto begins = [&](index i) {
    const T& x = from[order.data()[i]];
    return i == 0 || ordered{}(from[order.data()[i - 1]], x) || x != x;
  };
  index count = 0;
  for (index i = 0; i < n; ++i)
    count += begins(i) ? 1 : 0;
  Result r{{{count}, uninitialized_t{}},
           {{count}, uninitialized_t{}},
           {all_of_them.shape(), uninitialized_t{}},
           {{count}, uninitialized_t{}}};
  index k = -1;
  for (index i = 0; i < n; ++i) {
    const index place = order.data()[i];
    if (begins(i)) {
      ++k;
      r.values.data()[k] = from[place];
      r.indices.data()[k] = place;
      r.counts.data()[k] = 0;
    }
    ++r.counts.data()[k];
    r.inverse.data()[place] = k;
  }
  return r;
}

} // namespace stria::detail
