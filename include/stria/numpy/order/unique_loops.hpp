// SPDX-License-Identifier: BSL-1.0
// numpy/order/unique_loops.hpp: the distinct elements of an operand.
// Tests: tests/numpy/order/order.cpp, tests/numpy/order/sets.cpp.
#pragma once

#include <stria/numpy/order/sort_loops.hpp>

namespace stria::detail {

/// True if two neighbours in sorted order are distinct. If not `Standard`, all NaNs are equal.
template <bool Standard, class T> constexpr bool distinct(const T& before, const T& x) {
  return (ordered{}(before, x) && (before == before || x == x)) || (Standard && x != x);
}

/// Which NaNs are distinct elements: each one if Standard, as in the Array API standard, or one.
template <bool Standard> struct distinct_kind {};

/// The distinct elements, sorted.
template <bool Standard, class A>
constexpr auto different_elements(distinct_kind<Standard>, const A& a) -> tensor<value_t<A>, dyn> {
  auto s = sorted_elements(a);
  index count = 0;
  for (index i = 0; i < s.size(); ++i)
    if (i == 0 || distinct<Standard>(s.data()[i - 1], s.data()[i]))
      s.data()[count++] = s.data()[i];
  tensor<value_t<A>, dyn> r({count}, uninitialized_t{});
  for (index i = 0; i < count; ++i)
    r.data()[i] = s.data()[i];
  return r;
}

/// Numbers n elements or slices by groups of equal ones. `order` lists them sorted, `begins(i)` is
/// true if a group begins at order[i]. Writes the group of each to `inverse`, the first one of each
/// group to `firsts`, its size to `counts`, and returns the number of groups. If `ByOccurrence`,
/// the groups are numbered in the order of their first elements; `number` is then scratch memory
/// for n numbers.
template <bool ByOccurrence, class Begins>
constexpr index number_groups(const index* order, index n, const Begins& begins, index* firsts,
                              index* inverse, index* counts, [[maybe_unused]] index* number) {
  index groups = 0;
  for (index i = 0; i < n; ++i) {
    if (begins(i))
      firsts[groups++] = order[i];
    inverse[order[i]] = groups - 1;
  }
  if constexpr (ByOccurrence) {
    // In the order of the elements, a group gets its number at its first element.
    index next = 0;
    for (index i = 0; i < n; ++i) {
      const index group = inverse[i];
      if (firsts[group] == i)
        number[group] = next++;
      inverse[i] = number[group];
    }
    for (index i = n; i-- > 0;)
      firsts[inverse[i]] = i;
  }
  for (index k = 0; k < groups; ++k)
    counts[k] = 0;
  for (index i = 0; i < n; ++i)
    ++counts[inverse[i]];
  return groups;
}

/// The first elements of the groups, their numbers and counts, in memory for n elements.
template <class A> struct groups_of {
  counters<A> order, other, firsts, counts;
  constexpr explicit groups_of(index n)
      : order({n}, uninitialized_t{}), other({n}, uninitialized_t{}),
        firsts({n}, uninitialized_t{}), counts({n}, uninitialized_t{}) {}
  /// The first `count` elements of `from`.
  static constexpr counters<A> first(const counters<A>& from, index count) {
    counters<A> r({count}, uninitialized_t{});
    for (index k = 0; k < count; ++k)
      r.data()[k] = from.data()[k];
    return r;
  }
};

/// The distinct elements with the members of unique_result. If not `Standard`, all NaNs count as
/// one value.
template <class Result, bool ByOccurrence, bool Standard, class A>
constexpr Result elements_with_places(const A& a) {
  using T = value_t<A>;
  const auto all_of_them = eval(a);
  const index n = all_of_them.size();
  const T* const from = all_of_them.data();
  groups_of<A> groups(n);
  index* const order = groups.order.data();
  for (index i = 0; i < n; ++i)
    order[i] = i;
  merge_sort(order, groups.other.data(), n,
             [&](index x, index y) { return ordered{}(from[x], from[y]); });
  decltype(Result::inverse) inverse(all_of_them.shape(), uninitialized_t{});
  const index count = number_groups<ByOccurrence>(
      order, n,
      [&](index i) { return i == 0 || distinct<Standard>(from[order[i - 1]], from[order[i]]); },
      groups.firsts.data(), inverse.data(), groups.counts.data(), groups.other.data());
  tensor<T, dyn> values({count}, uninitialized_t{});
  for (index k = 0; k < count; ++k)
    values.data()[k] = from[groups.firsts.data()[k]];
  return {std::move(values), groups.first(groups.firsts, count), std::move(inverse),
          groups.first(groups.counts, count)};
}

} // namespace stria::detail
