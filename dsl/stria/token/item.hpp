// SPDX-License-Identifier: BSL-1.0
// token/item.hpp: the compile-time description and the run-time values of one basic item.
#pragma once

#include <stria/token/range.hpp>

#include <cstddef>
#include <cstdint>

namespace stria {

/// \internal
/// The kind of a basic item.
enum class item_kind : unsigned char { slice, integer, new_axis, dots };

/// \internal
/// The compile-time part of a basic item: its kind and its bounds, with the values of constants.
struct item_code {
  item_kind kind;
  bound_code begin, end, step;
  friend constexpr bool operator==(const item_code&, const item_code&) = default;
};

/// \internal
/// The compile-time part of all items of a subscript.
template <std::size_t N> struct subscript_code {
  item_code items[N == 0 ? 1 : N];
  static constexpr std::size_t size() { return N; }
  friend constexpr bool operator==(const subscript_code&, const subscript_code&) = default;
};

/// \internal
/// The values of one item at run time.
struct item_values {
  index begin = 0, end = 0, step = 1;
};

namespace detail {

/// The largest number of items in a subscript, which is the number of bits in a mask.
inline constexpr std::size_t max_items = 64;

inline constexpr bound_code open_code{bound_state::open, 0};

constexpr item_code mark_code(item_kind kind) { return {kind, open_code, open_code, open_code}; }

/// The description of an item; the primary template is for types that are not basic items.
template <class T> struct basic_item_traits {
  static constexpr std::size_t count = 0;
  static constexpr bool is_basic = false;
};

struct one_item {
  static constexpr bool is_basic = true;
  static constexpr std::size_t count = 1;
};

template <> struct basic_item_traits<all_t> : one_item {
  static constexpr item_code code[] = {mark_code(item_kind::slice)};
  STRIA_INLINE static constexpr void read(all_t, item_values*) {}
};
template <> struct basic_item_traits<newaxis_t> : one_item {
  static constexpr item_code code[] = {mark_code(item_kind::new_axis)};
  STRIA_INLINE static constexpr void read(newaxis_t, item_values*) {}
};
template <> struct basic_item_traits<ellipsis_t> : one_item {
  static constexpr item_code code[] = {mark_code(item_kind::dots)};
  STRIA_INLINE static constexpr void read(ellipsis_t, item_values*) {}
};

// TensorFlow encodes the integer i as begin i and end i + 1. The end is ignored where the shrink
// bit is set.
STRIA_INLINE constexpr item_values integer_values(index i) {
  return {i, i == PTRDIFF_MAX ? i : i + 1, 1};
}

/// The values of an item whose bounds are all open or constant.
STRIA_INLINE constexpr item_values values_of(const item_code& c) {
  if (c.kind == item_kind::integer)
    return integer_values(c.begin.value);
  return {c.begin.value, c.end.value, c.step.state == bound_state::open ? 1 : c.step.value};
}

template <constant_item C> struct basic_item_traits<C> : one_item {
  static constexpr index n = constant_traits<C>::value;
  static constexpr item_code code[] = {
      {item_kind::integer, {bound_state::constant, n}, open_code, open_code}};
  STRIA_INLINE static constexpr void read(const C&, item_values* v) { *v = integer_values(n); }
};
template <integer_item Ix> struct basic_item_traits<Ix> : one_item {
  static constexpr item_code code[] = {
      {item_kind::integer, {bound_state::runtime, 0}, open_code, open_code}};
  STRIA_INLINE static constexpr void read(Ix i, item_values* v) {
    *v = integer_values(to_index(i));
    // The end is ignored, so it holds the value for an error message, if it has room for it.
    if constexpr (may_exceed_index<Ix> && sizeof(Ix) == sizeof(index))
      if (!std::in_range<index>(i)) [[unlikely]]
        v->end = static_cast<index>(i);
  }
};
template <class B, class E, class S> struct basic_item_traits<range_t<B, E, S>> : one_item {
  static constexpr item_code code[] = {{item_kind::slice, B::code, E::code, S::code}};
  STRIA_INLINE static constexpr void read(const range_t<B, E, S>& r, item_values* v) {
    *v = {r.begin.value(), r.end.value(), S::code.state == bound_state::open ? 1 : r.step.value()};
  }
};
template <> struct basic_item_traits<slice> : one_item {
  static constexpr item_code code[] = {
      {item_kind::slice, runtime_bound::code, runtime_bound::code, runtime_bound::code}};
  STRIA_INLINE static constexpr void read(const slice& s, item_values* v) {
    *v = {s.start(), s.stop(), s.step()};
  }
};

template <class T>
concept basic_item = basic_item_traits<bare<T>>::is_basic;

} // namespace detail
} // namespace stria
