// SPDX-License-Identifier: BSL-1.0
// algorithm/search.hpp: binary search in a sorted row.
#pragma once

#include <stria/algorithm/sort.hpp>
#include <stria/expr/operators.hpp>

#include <utility>

namespace stria::detail {

/// The number of elements of a sorted row that are less than x or, if Right, not greater than x.
/// `from` is the least number that is possible.
template <bool Right, class T, class X>
constexpr index lower_place(const T* a, index n, const X& x, index from = 0) {
  using C = std::common_type_t<T, X>;
  const C value = static_cast<C>(x);
  const auto before = [&](const T& element) {
    // The common type of signed and unsigned integers may not have both values.
    if constexpr (mixed_integers<T, X>) {
      return Right ? !std::cmp_less(+x, +element) : std::cmp_less(+element, +x);
    } else {
      const C e = static_cast<C>(element);
      return Right ? !ordered{}(value, e) : ordered{}(e, value);
    }
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
