// SPDX-License-Identifier: BSL-1.0
// numpy/order/search_loops.hpp: binary search in a sorted row. Tests: tests/numpy/order/order.cpp.
#pragma once

#include <stria/expr/selected.hpp>
#include <stria/numpy/order/sort_loops.hpp>

#include <utility>

namespace stria::detail {

/// a < b for numbers of any types, by value; NaN is greater than all other numbers. Integers of
/// different signedness are compared as they are, other numbers in the type that joins them.
template <class A, class B> constexpr bool value_less(const A& a, const B& b) {
  if constexpr (mixed_integers<A, B>) {
    return std::cmp_less(+a, +b);
  } else {
    using C = typename joined_pair<A, B>::type;
    return ordered{}(static_cast<C>(a), static_cast<C>(b));
  }
}

/// The number of elements of a sorted row that are less than x or, if Right, not greater than x.
/// `from` is the least number that is possible.
template <bool Right, class T, class X>
constexpr index lower_place(const T* a, index n, const X& x, index from = 0) {
  const auto before = [&](const T& element) {
    return Right ? !value_less(x, element) : value_less(element, x);
  };
  // The first steps are short, for values in ascending order.
  index to = n;
  if (from > 0)
    for (index step = 1; from < to; step *= 2) {
      const index at = to - from < step ? to - 1 : from + step - 1;
      if (!before(a[at])) {
        to = at;
        break;
      }
      from = at + 1;
    }
  while (from < to) {
    const index mid = from + (to - from) / 2;
    if (before(a[mid]))
      from = mid + 1;
    else
      to = mid;
  }
  return from;
}

/// Calls lower_place() for each of m values. While they ascend, a search begins at the last place.
template <bool Right, class T, class X>
constexpr void lower_places(const T* a, index n, const X* x, index m, index* to) {
  constexpr index enough = limits::ascending_values;
  index ascending = 0;
  for (index i = 0; i < m; ++i) {
    ascending = i > 0 && !ordered{}(x[i], x[i - 1]) ? ascending + 1 : 0;
    to[i] = lower_place<Right>(a, n, x[i], ascending >= enough ? to[i - 1] : 0);
  }
}

} // namespace stria::detail
