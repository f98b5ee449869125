// SPDX-License-Identifier: BSL-1.0
// mask/encode.hpp: encodes the items of a subscript as StridedSlice masks and bounds.
// t[...] comes here from subscript/dispatch.hpp, through make_static_plan() of plan/result_shape.hpp.
#pragma once

#include <stria/mask/slice_masks.hpp>

#include <array>

namespace stria {

namespace detail {

constexpr slice_masks masks_of(const item_code* items, std::size_t n) {
  slice_masks m;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t b = std::uint64_t{1} << i;
    switch (items[i].kind) {
    case item_kind::dots: m.ellipsis_mask |= b; break;
    case item_kind::new_axis: m.new_axis_mask |= b; break;
    case item_kind::integer: m.shrink_axis_mask |= b; break;
    case item_kind::slice:
      m.begin_mask |= items[i].begin.state == bound_state::open ? b : 0;
      m.end_mask |= items[i].end.state == bound_state::open ? b : 0;
    }
  }
  return m;
}

/// A copy made member by member, because g++ 12 treats an element of a constexpr array and an equal
/// value that is initialised directly as different template arguments.
constexpr item_code rebuilt(const item_code& c) {
  return {c.kind,
          {c.begin.state, c.begin.value},
          {c.end.state, c.end.value},
          {c.step.state, c.step.value}};
}

template <class... Items> constexpr auto code_of_items() {
  constexpr std::size_t n = (std::size_t{0} + ... + basic_item_traits<Items>::count);
  static_assert(n <= max_items, "stria: a subscript has at most 64 items");
  subscript_code<n> c{};
  std::size_t i = 0;
  const auto append = [&](const item_code* from, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k)
      c.items[i++] = rebuilt(from[k]);
  };
  (append(basic_item_traits<Items>::code, basic_item_traits<Items>::count), ...);
  static_cast<void>(append);
  return c;
}

template <class... Items> inline constexpr auto code_of = code_of_items<Items...>();

} // namespace detail

/// A subscript of basic items in TensorFlow's encoding: the masks and all constants in the type,
/// and begin, end and strides as arrays. The result of encode().
///
/// \usage  `constexpr auto s = encode(_1, range(2, 4)); static_assert(s.masks.shrink_axis_mask ==
///         1);`
template <auto Code> struct encoded {
  /// The number of items.
  static constexpr std::size_t size = Code.size();
  /// \internal
  /// The compile-time part of the items.
  static constexpr auto code = Code;
  /// The five masks as a value.
  static constexpr slice_masks masks = detail::masks_of(Code.items, size);
  /// The five masks as a type.
  using mask_type = mask<masks.begin_mask, masks.end_mask, masks.ellipsis_mask, masks.new_axis_mask,
                         masks.shrink_axis_mask>;

  /// Begin, end and stride of each item. Entries that the masks override have no meaning.
  std::array<index, size> begin, end, strides;
};

namespace detail {

/// Writes begin, end and stride of an item and advances `at`.
template <class Item>
STRIA_INLINE constexpr void append_item(const Item& item, index* begin, index* end, index* strides,
                                        std::size_t& at) {
  constexpr std::size_t count = basic_item_traits<Item>::count;
  item_values values[count == 0 ? 1 : count];
  basic_item_traits<Item>::read(item, values);
  for (std::size_t k = 0; k < count; ++k) {
    begin[at] = values[k].begin;
    end[at] = values[k].end;
    strides[at++] = values[k].step;
  }
}

template <class... Items> struct encode_verdict {
  static constexpr bool accepted = (basic_item<Items> && ...);
  static constexpr message text() {
    return message("stria: encode() takes basic items: integers, constants, _, range, rev, "
                   "newaxis, ellipsis and the text literal");
  }
};

} // namespace detail

/// Encodes the items of a subscript in the form that TensorFlow's StridedSlice op expects.
///
/// \param items  integers, constants, `_`, ranges, `newaxis`, `ellipsis` and `"..."_ix`
/// \returns      encoded, with the masks in its type and `begin`, `end`, `strides` as arrays
/// \refuses      index arrays, boolean masks and other types, and more than 64 items
/// \complexity   O(number of items), usable in constant expressions
/// \numpy        none; TensorFlow's `tf.strided_slice` arguments (tensorflow/core/ops/array_ops.cc)
/// \usage        `encode(_1, range(2, 4), newaxis, ellipsis).masks.begin_mask`
template <detail::basic_item... Items> constexpr auto encode(const Items&... items) {
  encoded<detail::code_of<Items...>> e{};
  [[maybe_unused]] std::size_t at = 0;
  (detail::append_item(items, e.begin.data(), e.end.data(), e.strides.data(), at), ...);
  return e;
}

// A refused item has already been reported, so this overload reports nothing.
template <class... Items>
  requires(detail::is_refused<Items> || ...)
constexpr ignored encode(const Items&...) {
  return {};
}

template <class... Items>
  requires(!detail::encode_verdict<Items...>::accepted && !(detail::is_refused<Items> || ...))
auto encode(const Items&... items) -> accepted_or_refused<detail::encode_verdict<Items...>, void>;

} // namespace stria
