// SPDX-License-Identifier: BSL-1.0
// numpy/join/pad.hpp: pad, which adds a border to an operand, and pad_sequences, which extends rows
// of different lengths to one length. Tests: tests/numpy/join/join.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/named_argument.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/as_tensor.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/pad_loops.hpp>
#include <stria/numpy/join/tile.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

/// How pad() fills the border: with a constant, or with elements of the operand.
///
/// The modes have the same meaning as the modes of these names in NumPy.
///
/// \numpy        `mode="edge"` and so on
/// \usage        `pad(a, 1, pad_mode::edge)`
enum class pad_mode : unsigned char { constant, edge, reflect, symmetric, wrap };

namespace detail {

struct pad_mode_names {
  static constexpr const char* what = "mode of pad";
  static constexpr const char* names[] = {"constant", "edge", "reflect", "symmetric", "wrap"};
};
using pad_mode_argument = named_argument<pad_mode, pad_mode_names>;
/// Refuses braces with another number of levels.
struct pad_braces_verdict {
  static constexpr message text() {
    return message(
        "stria: pad: braces have one pair of widths for each axis, for its begin and its "
        "end; one number is the width on all sides");
  }
};
/// Refuses another argument in place of the mode.
struct pad_mode_verdict {
  static constexpr message text() {
    return message("stria: pad: the third argument is the mode, and a value follows it: pad(a, 1, "
                   "pad_mode::edge), pad(a, 1, pad_mode::constant, 7.)");
  }
};

/// The position of the element that fills position p of a padded axis. Both positions are counted
/// from the first of the n elements, so p can be negative, or n or more. The result is -1 if the
/// constant fills position p.
constexpr index padded_place(pad_mode mode, index p, index n) {
  switch (mode) {
  case pad_mode::edge: return clamp(p, 0, n - 1);
  case pad_mode::wrap: return floor_remainder(p, n);
  case pad_mode::symmetric: {
    const index k = floor_remainder(p, 2 * n);
    return k < n ? k : 2 * n - 1 - k;
  }
  case pad_mode::reflect: {
    if (n == 1)
      return 0;
    const index k = floor_remainder(p, 2 * (n - 1));
    return k < n ? k : 2 * (n - 1) - k;
  }
  case pad_mode::constant: break;
  }
  return inside(p, n) ? p : -1;
}

/// Calls f(piece) for each piece of a padded axis of n elements: the pieces of the borders, and one
/// for the elements.
template <class F>
constexpr void each_piece(pad_mode mode, index before, index n, index after, const F& f) {
  const auto place_of = [&](index p) { return padded_place(mode, p, n); };
  each_border_piece(place_of, -before, 0, before, f);
  if (n > 0)
    f(axis_piece{before, 0, 1, n});
  each_border_piece(place_of, n, n + after, before, f);
}

/// N with a border.
template <class N, auto Extents>
class padded : public computed<padded<N, Extents>, typename N::value_type, Extents> {
  static constexpr std::size_t R = Extents.rank();
  using T = typename N::value_type;
  N source_;
  std::array<std::array<index, 2>, R> width_;
  pad_mode mode_;
  T value_;

public:
  template <class U>
  constexpr padded(U&& source, const std::array<std::array<index, 2>, R>& width, pad_mode mode,
                   T value)
      : source_(static_cast<U&&>(source)), width_(width), mode_(mode), value_(std::move(value)) {
    const auto n = source_.shape();
    for (std::size_t k = 0; k < R; ++k) {
      if (width_[k][0] < 0 || width_[k][1] < 0) [[unlikely]]
        raise<value_error>(message("stria: pad: the border of axis ")
                           << k << " is " << (width_[k][0] < 0 ? width_[k][0] : width_[k][1])
                           << " wide; a width must not be negative");
      const index border = add_or_raise("pad", width_[k][0], width_[k][1]);
      static_cast<void>(add_or_raise("pad", n[k], border));
      if (mode_ != pad_mode::constant && n[k] == 0 && border > 0) [[unlikely]]
        raise<value_error>(message("stria: pad: axis ")
                           << k << " is empty, so there is no element for the border to repeat");
    }
  }
  STRIA_NO_TARGET(padded);

  constexpr axis_array<R> shape() const {
    auto n = source_.shape();
    for (std::size_t k = 0; k < R; ++k)
      n[k] += width_[k][0] + width_[k][1];
    return n;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return padded<std::remove_cvref_t<M>, Extents>(static_cast<M&&>(source), width_, mode_, value_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto& e = prepare_for(target, source_);
    // Without this return, a target that has no elements would still cause a loop over its other
    // axes, which may be long.
    if (target.size() == 0)
      return;
    if constexpr (takes_blocks<Target>)
      if (target.size() <= limits::stack_bytes / index{sizeof(T)})
        return put_few(target, e);
    std::array<axis_piece, R> box{};
    put<0>(target, e, box, true);
  }

private:
  template <std::size_t K, class Target, class E>
  constexpr void put(Target& target, const E& e, std::array<axis_piece, R>& box, bool known) const {
    if constexpr (K == R) {
      if (known)
        copy_box(target, e, box);
      else
        fill_box(target, box);
    } else {
      each_piece(mode_, width_[K][0], e.shape()[K], width_[K][1], [&](const axis_piece& p) {
        box[K] = p;
        put<K + 1>(target, e, box, known && p.from >= 0);
      });
    }
  }
  /// Copies the operand between the borders. If they are constant, all elements are set to their
  /// value before; otherwise the border of one axis after another is copied within the target.
  template <class Target, class E> constexpr void put_few(Target& target, const E& e) const {
    const auto n = e.shape();
    if (mode_ == pad_mode::constant)
      set_elements(target, value_);
    auto box = whole_box(n);
    for (std::size_t k = 0; k < R; ++k)
      box[k].to = width_[k][0];
    copy_box(target, e, box);
    if (mode_ != pad_mode::constant)
      put_borders(target, n);
  }
  template <class Target>
  STRIA_NOINLINE constexpr void put_borders(Target& target, const std::array<index, R> n) const {
    for (std::size_t i = 0; i < R; ++i) { // g++ would warn of axis -1 in a loop that counts down
      const std::size_t k = R - 1 - i;
      fill_border(target.data(), k, n, width_,
                  [&](index p) { return padded_place(mode_, p, n[k]); });
    }
  }
  template <class Target>
  constexpr void fill_box(Target& target, const std::array<axis_piece, R>& box) const {
    std::array<index, R> n{};
    axis_refs<R> out{};
    for (std::size_t k = 0; k < R; ++k) {
      n[k] = box[k].count;
      out[k] = {box[k].to, 1, static_cast<int>(k)};
    }
    copy_loops(target, n, out, scalar<T>(value_), {});
  }
};

/// The value of a border, of element type T.
template <class T> struct border_value {
  T element{};
  constexpr border_value() = default;
  template <std::convertible_to<T> V>
    requires(!std::same_as<std::remove_cvref_t<V>, border_value>)
  constexpr border_value(const V& v) : element(number_as_element<T>("pad", v)) {}
};
template <class A, std::size_t Widths> struct pad_verdict {
  static constexpr bool accepted = Widths == rank_of<A>;
  static constexpr message text() {
    message m("stria: pad: borders of ");
    m << Widths << " axes are given for the shape ";
    say_shape(m, extents_of<A>.view());
    return m << "; give {before, after} for each axis, or one width for all";
  }
};

template <class A, class S> constexpr auto padded_extents() {
  auto r = extents_of<A>;
  const extent width = size_list<S>::shape()[0];
  for (std::size_t k = 0; k < r.rank(); ++k)
    r[k] = add_extents(add_extents(r[k], width), width);
  return r;
}

template <class A, std::size_t Widths> struct pad_each_call {
  static constexpr bool accepted = true;
  using type = padded<hold_t<A>, unknown_shape<rank_of<A>>()>;
  static constexpr type run(A&& a, const index (&widths)[Widths][2], pad_mode mode,
                            const value_t<A>& value) {
    std::array<std::array<index, 2>, Widths> each{};
    for (std::size_t k = 0; k < Widths; ++k)
      each[k] = {widths[k][0], widths[k][1]};
    return type(static_cast<A&&>(a), each, mode, value);
  }
};
template <class A, std::size_t Widths> struct pad_each_result {};
template <operand A, std::size_t Widths>
struct pad_each_result<A, Widths> : judged_call<pad_verdict<A, Widths>, pad_each_call<A, Widths>> {
};

template <class A, class S> struct pad_all_call {
  static constexpr bool accepted = true;
  using type = padded<hold_t<A>, padded_extents<A, S>()>;
  static constexpr type run(A&& a, index width, pad_mode mode, const value_t<A>& value) {
    std::array<std::array<index, 2>, rank_of<A>> each{};
    for (auto& w : each)
      w = {width, width};
    return type(static_cast<A&&>(a), each, mode, value);
  }
};
template <class A, class S> struct pad_all_result {};
template <operand A, size_item S>
struct pad_all_result<A, S> : judged_call<times_verdict<"pad", S>, pad_all_call<A, S>> {};

} // namespace detail

/// Adds a border of the same width at both ends of every axis.
///
/// \param a      a tensor, view or expression
/// \param width  a constant or an integer, 0 or more
/// \param mode   how the border is filled: a pad_mode or its name, such as "edge"; all modes work
///               for any width
/// \param value  the constant of `pad_mode::constant` (default 0)
/// \returns      a lazy expression; an extent is static if the extent of `a` and the width are
///               static
/// \throws       value_error if a width is negative, if a size would exceed the largest index, if
///               the border must repeat elements of an empty axis, if the text is not a mode, or if
///               the element type does not hold the value
/// \refuses      a negative constant width
/// \complexity   O(size of the result), computed once when it is assigned
/// \numpy        `np.pad(a, width, mode)`
/// \usage        `pad(a, 1)`, `pad(a, _2, pad_mode::reflect)`
template <class A, detail::size_item S>
constexpr auto pad(A&& a, const S& width, detail::pad_mode_argument mode = pad_mode::constant,
                   const detail::border_value<detail::value_t<A>>& value = {})
    STRIA_RUN_OR_REFUSE((detail::pad_all_result<A, S>), static_cast<A&&>(a),
                        detail::size_value(width), mode.value, value.element);

/// Adds a border with two widths for each axis, one before and one after the elements:
/// `pad(a, {{1, 2}, {0, 0}}, pad_mode::edge)`.
template <class A, std::size_t N>
constexpr auto pad(A&& a, const index (&widths)[N][2],
                   detail::pad_mode_argument mode = pad_mode::constant,
                   const detail::border_value<detail::value_t<A>>& value = {})
    STRIA_RUN_OR_REFUSE((detail::pad_each_result<A, N>), static_cast<A&&>(a), widths, mode.value,
                        value.element);
STRIA_BORROWING((detail::tensor_operand S, detail::size_item W, class A = detail::lvalue_t<S>), pad,
                (S & a STRIA_LIFETIMEBOUND, const W& width,
                 detail::pad_mode_argument mode = pad_mode::constant,
                 const detail::border_value<detail::value_t<S>>& value = {}),
                (detail::pad_all_result<A, W>), a, detail::size_value(width), mode.value,
                value.element);
STRIA_BORROWING((detail::tensor_operand S, std::size_t N, class A = detail::lvalue_t<S>), pad,
                (S & a STRIA_LIFETIMEBOUND, const index (&widths)[N][2],
                 detail::pad_mode_argument mode = pad_mode::constant,
                 const detail::border_value<detail::value_t<S>>& value = {}),
                (detail::pad_each_result<A, N>), a, widths, mode.value, value.element);
// Braces with one pair for each axis are accepted; others are refused below.
STRIA_FOREIGN(pad, detail::not_ours, detail::whatever = {}, detail::whatever = {},
              detail::whatever = {});
STRIA_FOREIGN_BECAUSE(pad, detail::pad_braces_verdict, detail::ours, detail::only_braces,
                      detail::whatever = {}, detail::whatever = {});
STRIA_FOREIGN_ALONE(pad);
STRIA_FOREIGN_BECAUSE(pad, detail::pad_mode_verdict, detail::ours, detail::whatever,
                      detail::whatever, detail::whatever = {});
STRIA_NOT_INTEGER_SECOND(pad);

/// Stores rows of different lengths in a tensor and fills the ends of shorter rows with a value.
///
/// \param rows   a range of ranges, or nested braces
/// \param value  the value that fills the end of a short row (default 0)
/// \returns      tensor [rows, longest row] of the element type of the rows
/// \throws       value_error if the element type does not hold the value
/// \complexity   O(size of the result); allocates it
/// \numpy        none; `keras.utils.pad_sequences(rows, padding="post", value=value)`
/// \usage        `pad_sequences({{1, 2, 3}, {4}}, -1)`
template <class Rows, class Row = std::iter_value_t<decltype(std::declval<const Rows&>().begin())>,
          class T = std::iter_value_t<decltype(std::declval<const Row&>().begin())>>
constexpr auto pad_sequences(const Rows& rows,
                             const std::type_identity_t<detail::border_value<T>>& value = {})
    -> tensor<T, dyn, dyn> {
  return detail::padded_rows<T>(rows, value.element);
}
/// Stores rows given in braces.
template <class T>
constexpr auto pad_sequences(std::initializer_list<std::initializer_list<T>> rows,
                             const detail::border_value<std::type_identity_t<T>>& value = {})
    -> tensor<T, dyn, dyn> {
  return pad_sequences<std::initializer_list<std::initializer_list<T>>>(rows, value);
}

} // namespace stria
