// SPDX-License-Identifier: BSL-1.0
// token/item.hpp: what one basic item of a subscript says, as a value of structural type.
#pragma once

#include <stria/token/range.hpp>

#include <cstddef>
#include <cstdint>

namespace stria {

enum class item_kind : unsigned char { slice, integer, new_axis, dots };

/// All that the type of a basic item says: its kind and its bounds, constants with their values.
struct item_code {
  item_kind kind;
  bound_code begin, end, step;
  friend constexpr bool operator==(const item_code&, const item_code&) = default;
};

/// All that the types of a subscript's items say.
template <std::size_t N> struct subscript_code {
  item_code items[N == 0 ? 1 : N];
  static constexpr std::size_t size() { return N; }
  friend constexpr bool operator==(const subscript_code&, const subscript_code&) = default;
};

/// The values of one item at run time.
struct item_values {
  index begin = 0, end = 0, step = 1;
};

namespace detail {

/// At most this many items in a subscript: the bits of a mask.
inline constexpr std::size_t max_items = 64;

inline constexpr bound_code open_code{bound_state::open, 0};

constexpr item_code mark_code(item_kind kind) { return {kind, open_code, open_code, open_code}; }

/// What an item says; the primary template: nothing, it is no basic item.
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

// TensorFlow encodes the integer i as begin i, end i + 1, which matters to nobody: end is not
// looked at where the shrink bit is set.
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
template <integer_item I> struct basic_item_traits<I> : one_item {
  static constexpr item_code code[] = {
      {item_kind::integer, {bound_state::runtime, 0}, open_code, open_code}};
  STRIA_INLINE static constexpr void read(I i, item_values* v) { *v = integer_values(to_index(i)); }
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
concept basic_item = basic_item_traits<std::remove_cvref_t<T>>::is_basic;

} // namespace detail
} // namespace stria
