// SPDX-License-Identifier: BSL-1.0
// expr/strided_slice.hpp: TensorFlow's StridedSlice as a lazy view.
#pragma once

#include <stria/expr/slice_by.hpp>
#include <stria/tensor/foreign.hpp>

#include <span>

namespace stria {
namespace detail {

/// The code of a subscript of M items whose values are known at run time and whose masks are a
/// type. Masked bounds are open; masked bounds of picked elements are ignored, as in TensorFlow.
template <std::size_t M, class Mask> constexpr subscript_code<M> masked_code() {
  subscript_code<M> c{};
  constexpr slice_masks masks = Mask::value;
  constexpr bound_code at_run_time{bound_state::runtime, 0};
  for (std::size_t i = 0; i < M; ++i) {
    const item_kind kind = kind_at(masks, i);
    const bool slice = kind == item_kind::slice;
    c.items[i] = {kind, slice && has_bit(masks.begin_mask, i) ? open_code : at_run_time,
                  slice && has_bit(masks.end_mask, i) ? open_code : at_run_time, at_run_time};
  }
  return c;
}

template <class T> struct bound_count;
template <class Ix, std::size_t M> struct bound_count<std::array<Ix, M>> {
  static constexpr std::size_t value = M;
};
template <std::size_t M> struct bound_count<axis_array<M>> {
  static constexpr std::size_t value = M;
};
template <class Ix, std::size_t M>
  requires(M != std::dynamic_extent)
struct bound_count<std::span<Ix, M>> {
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
    return message("stria: strided_slice needs begin, end and strides as std::arrays (or spans) of "
                   "one length, the number of items");
  }
};

/// Masks as a type, as the rank of the result follows from them.
template <class M>
concept masks_as_type = requires {
  { M::value } -> std::convertible_to<slice_masks>;
};
// A template, so that only refused calls compose the text.
template <class> struct masks_verdict {
  static constexpr message text() {
    return message("stria: strided_slice needs the masks as a type, mask<1, 0, 0, 0, "
                   "0>{}; plan_slice accepts masks that are known at run time");
  }
};

template <class Self, class Verdict> struct masked_call {
  static constexpr bool accepted = true;
  using slice = slice_by<Self, Verdict::code>;
  using type = typename slice::type;
  template <class B, class E, class S>
  static constexpr type run(Self&& t, const B& begin, const E& end, const S& strides) {
    encoded<Verdict::code> items{};
    for (std::size_t i = 0; i < bound_count<B>::value; ++i) {
      items.begin[i] = begin[i];
      items.end[i] = end[i];
      items.strides[i] = strides[i];
    }
    return slice::get(static_cast<Self&&>(t), items);
  }
};

template <class Self, class B, class E, class S, class Mask>
struct masked_slice : refused_call<bounds_verdict<B, E, S>> {};
template <operand Self, class B, class E, class S, class Mask>
  requires(bound_lists<B, E, S> && !masks_as_type<Mask>)
struct masked_slice<Self, B, E, S, Mask> : refused_call<masks_verdict<Mask>> {};
template <operand Self, class B, class E, class S, masks_as_type Mask>
  requires bound_lists<B, E, S>
struct masked_slice<Self, B, E, S, Mask>
    : judged_call<masked_verdict<Self, bound_count<B>::value, Mask>,
                  masked_call<Self, masked_verdict<Self, bound_count<B>::value, Mask>>> {};

} // namespace detail

/// TensorFlow's StridedSlice: a view of a tensor, or a lazy slice of an expression. If several
/// masks have the bit of one item, ellipsis has priority over new axis, and new axis over shrink
/// axis. Where one element is picked, begin_mask, end_mask and end are ignored.
///
/// \param t        a tensor, view or expression
/// \param begin    std::array or span of static length, one entry per item
/// \param end      std::array or span of static length, one entry per item
/// \param strides  std::array or span of static length, one entry per item
/// \param masks    the masks, a `mask<...>{}`
/// \returns        a view (a lazy expression for expressions) whose rank follows from the masks
/// \throws         value_error for stride 0, or a stride <= 0 where one element is picked
/// \throws         index_error if a picked element lies outside its axis
/// \refuses        too many items, two ellipses, lists of different lengths, and masks that are not
///                 a type
/// \complexity     O(rank), no allocation
/// \numpy          none; `tf.strided_slice`
/// \usage          `strided_slice(t, begin, end, strides, mask<1, 0, 0, 0, 0>{})`
template <detail::operand T, class Begin, class End, class Strides, class Mask>
constexpr auto strided_slice(T&& t, const Begin& begin, const End& end, const Strides& strides,
                             Mask)
    STRIA_RUN_OR_REFUSE((detail::masked_slice<T, Begin, End, Strides, Mask>), static_cast<T&&>(t),
                        begin, end, strides);
STRIA_BORROWING((detail::tensor_operand S, class Begin, class End, class Strides, class Mask),
                strided_slice,
                (S & t STRIA_LIFETIMEBOUND, const Begin& begin, const End& end,
                 const Strides& strides, Mask),
                (detail::masked_slice<S&, Begin, End, Strides, Mask>), t, begin, end, strides);
STRIA_FOREIGN_FIRST(strided_slice);

} // namespace stria
