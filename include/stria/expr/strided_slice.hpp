// SPDX-License-Identifier: BSL-1.0
// expr/strided_slice.hpp: TensorFlow's StridedSlice itself, as a lazy view.
#pragma once

#include <stria/expr/slice_by.hpp>

#include <span>

namespace stria {
namespace detail {

/// The code of a subscript of M items with all values at run time and the masks in a type. A bound
/// under a mask is open; masked bounds of picked elements are not looked at, as in TensorFlow.
template <std::size_t M, class Mask> constexpr subscript_code<M> masked_code() {
  subscript_code<M> c{};
  constexpr slice_masks masks = Mask::value;
  constexpr bound_code at_run_time{bound_state::runtime, 0};
  for (std::size_t i = 0; i < M; ++i) {
    const item_kind kind = kind_at(masks, i);
    const bool slice = kind == item_kind::slice;
    c.items[i] = {kind, slice && bit(masks.begin_mask, i) ? open_code : at_run_time,
                  slice && bit(masks.end_mask, i) ? open_code : at_run_time, at_run_time};
  }
  return c;
}

template <class T> struct bound_count;
template <class I, std::size_t M> struct bound_count<std::array<I, M>> {
  static constexpr std::size_t value = M;
};
template <class I, std::size_t M> struct bound_count<std::span<I, M>> {
  static constexpr std::size_t value = M;
};

template <class Self, std::size_t M, class Mask> struct masked_verdict {
  static constexpr slice_masks masks = Mask::value;
  static constexpr auto code = masked_code<M, Mask>();
  // A second ellipsis bit is refused even beyond the items.
  static constexpr bool one_ellipsis = (masks.ellipsis_mask & (masks.ellipsis_mask - 1)) == 0;
  using subscript = subscript_verdict<extents_of<Self>, code>;
  static constexpr bool accepted = one_ellipsis && subscript::accepted;
  static constexpr message text() {
    return one_ellipsis ? subscript::text() : message(two_dots_text);
  }
};

template <class B, class E, class S>
concept bound_lists = bound_count<B>::value == bound_count<E>::value &&
                      bound_count<B>::value == bound_count<S>::value;

template <class... Lists> struct bounds_verdict {
  static constexpr message text() {
    return message("stria: strided_slice takes begin, end and strides as std::arrays (or spans) of "
                   "one length, the number of items");
  }
};

template <class Self, class B, class E, class S, class Mask>
struct masked_slice : refused_call<bounds_verdict<B, E, S>> {};
template <operand Self, class B, class E, class S, class Mask>
  requires bound_lists<B, E, S>
struct masked_slice<Self, B, E, S, Mask> {
  static constexpr std::size_t M = bound_count<B>::value;
  using verdict = masked_verdict<Self, M, Mask>;
  static constexpr bool accepted = verdict::accepted;
  template <bool Accepted, class Dummy = void> struct pick {
    using type = refusal<verdict>;
  };
  template <class Dummy> struct pick<true, Dummy> {
    using type = typename slice_by<Self, verdict::code>::type;
  };
  using type = typename pick<accepted>::type;
};

} // namespace detail

/// TensorFlow's StridedSlice as a lazy view: begin, end and strides are arrays of one length, the
/// masks are a type. Where bits overlap, ellipsis wins over new axis and new axis over shrink;
/// where one element is picked, begin_mask, end_mask and end are not looked at and a stride <= 0 is
/// `value_error`. Refuses too many items and two ellipses. Source: tf.strided_slice.
template <detail::operand T, class Begin, class End, class Strides, class Mask>
constexpr auto strided_slice(T&& t, const Begin& begin, const End& end, const Strides& strides,
                             Mask) ->
    typename detail::masked_slice<T, Begin, End, Strides, Mask>::type {
  using call = detail::masked_slice<T, Begin, End, Strides, Mask>;
  if constexpr (call::accepted) {
    encoded<call::verdict::code> items{};
    for (std::size_t i = 0; i < call::M; ++i) {
      items.begin[i] = begin[i];
      items.end[i] = end[i];
      items.strides[i] = strides[i];
    }
    return detail::slice_by<T, call::verdict::code>::get(static_cast<T&&>(t), items);
  } else {
    __builtin_unreachable();
  }
}

} // namespace stria
