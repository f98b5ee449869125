// SPDX-License-Identifier: BSL-1.0
// numpy/order/sets_loops.hpp: the members of sets, and the distinct slices of an operand.
// Tests: tests/numpy/order/sets.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/numpy/order/search_loops.hpp>
#include <stria/numpy/order/sort_loops.hpp>

namespace stria::detail {

/// Tests whether an element is one of a few values of type C.
template <class C> struct few_members_fn {
  static constexpr const char* text = "isin";
  C values[limits::few_members];
  bool invert;
  template <class X> constexpr bool operator()(const X& x) const {
    const C c = static_cast<C>(x);
    bool found = false;
    for (const C& v : values)
      found = found | (v == c);
    return found != invert;
  }
};
/// Tests whether an element is one of many values of a type without an order.
template <class C> struct any_member_fn {
  static constexpr const char* text = "isin";
  const C* values;
  index count;
  bool invert;
  template <class X> constexpr bool operator()(const X& x) const {
    const C c = static_cast<C>(x);
    bool found = false;
    for (index i = 0; i < count && !found; ++i)
      found = values[i] == c;
    return found != invert;
  }
};
/// Tests whether an element is one of the sorted values.
template <class C> struct sorted_member_fn {
  static constexpr const char* text = "isin";
  const C* values;
  index count;
  bool invert;
  template <class X> constexpr bool operator()(const X& x) const {
    const C c = static_cast<C>(x);
    const index at = lower_place<false>(values, count, c);
    return (at < count && values[at] == c) != invert;
  }
};
/// Tests whether an element is one of some integers in a small range. A table states for each
/// integer of the range whether it is one of them.
template <class C> struct table_member_fn {
  using U = std::make_unsigned_t<C>;
  static constexpr const char* text = "isin";
  const bool* table;
  U low, last;
  bool invert;
  template <class X> constexpr bool operator()(const X& x) const {
    const U at = static_cast<U>(static_cast<U>(static_cast<C>(x)) - low);
    return (at <= last && table[at]) != invert;
  }
};

/// Stores the values that type T can hold, and returns their number.
template <class V, class T> constexpr index keep_fitting(const V& values, T* to) {
  index kept = 0;
  for (const auto& v : values.storage())
    kept += convert_fits(v, to[kept]) ? 1 : 0;
  return kept;
}
/// The test for at most `limits::few_members` values, at least one.
template <class C>
constexpr few_members_fn<C> few_members_of(const tensor<C, dyn>& values, bool invert) {
  few_members_fn<C> f{{}, invert};
  const index count = values.size();
  for (index i = 0; i < limits::few_members; ++i)
    f.values[i] = values.data()[i < count ? i : 0];
  return f;
}
/// Sets the entries of the values in a table that begins at `low`.
template <class C> constexpr void enter_members(bool* table, const tensor<C, dyn>& values, C low) {
  using U = std::make_unsigned_t<C>;
  for (const C& v : values.storage())
    table[static_cast<U>(static_cast<U>(v) - static_cast<U>(low))] = true;
}

/// Sorts the numbers of n contiguous slices of `length` elements in lexicographic order. `other` is
/// scratch memory for n numbers.
template <class T>
constexpr void sort_slices(const T* from, index length, index n, index* order, index* other) {
  for (index i = 0; i < n; ++i)
    order[i] = i;
  merge_sort(order, other, n, [&](index x, index y) {
    const T *p = from + x * length, *q = from + y * length;
    index k = 0;
    while (k < length && !ordered{}(p[k], q[k]) && !ordered{}(q[k], p[k]))
      ++k;
    return k < length && ordered{}(p[k], q[k]);
  });
}
/// True if slices x and y differ. A slice with a NaN differs from every other one.
template <class T> constexpr bool slices_differ(const T* from, index length, index x, index y) {
  const T *p = from + x * length, *q = from + y * length;
  index k = 0;
  while (k < length && p[k] == q[k])
    ++k;
  return k < length;
}

} // namespace stria::detail
