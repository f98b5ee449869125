// SPDX-License-Identifier: BSL-1.0
// numpy/shape/roll.hpp: roll, which rotates elements along axes, and its nodes: rolled, and cyclic,
// which reads memory with rotated axes in a loop. Tests: tests/numpy/shape/flip.cpp,
// tests/evaluate/rolls.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/along.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// The rotation of n elements by `by` positions, as a number from 0 to n - 1. Most rotations need
/// no division, which takes as long as copying a few elements.
constexpr index rotation(index by, index n) {
  if (by >= -n && by < n)
    return by < 0 ? by + n : by;
  return floor_remainder(by, n);
}

/// The operand S, which is in memory, with each axis rotated by a number of positions.
template <class S> class cyclic : public node<cyclic<S>, value_t<S>, extents_of<S>> {
  static constexpr std::size_t R = rank_of<S>;
  S source_;
  std::array<index, R> by_;

public:
  using ready = std::true_type;

  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, cyclic>)
  constexpr explicit cyclic(U&& source, const std::array<index, R>& by = {})
      : source_(static_cast<U&&>(source)), by_(by) {}
  STRIA_NO_TARGET(cyclic);

  constexpr axis_array<R> shape() const { return {source_.shape()}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return cyclic<std::remove_cvref_t<M>>(static_cast<M&&>(source), by_);
  }
  constexpr const S& source() const { return source_; }
  /// For each axis, the number of positions by which it is rotated: 0 to its size - 1.
  constexpr const std::array<index, R>& by() const { return by_; }
  STRIA_INLINE constexpr auto leading_sizes() const { return shape(); }
  /// Rotates axis k by `by` positions.
  constexpr cyclic& move(std::size_t k, index by) {
    if (const index n = shape()[k]; n > 0)
      by_[k] = rotation(by_[k] + rotation(by, n) - n, n);
    return *this;
  }
  template <inner_hint H, std::size_t L> constexpr auto cursor(axis_refs<R> refs) const {
    const auto n = shape();
    // An axis without a loop is read at only one position.
    for (std::size_t k = 0; k < R; ++k)
      if (by_[k] != 0 && refs[k].loop < 0)
        refs[k].begin = floor_remainder(refs[k].begin - by_[k], n[k]);
    return around(member_access::cursor<H, L>(source_, refs), refs, n);
  }

private:
  template <class T, std::size_t L, index Hint>
  constexpr auto around(const strided_cursor<T, L, Hint>& first, const axis_refs<R>& refs,
                        const std::array<index, R>& n) const {
    cyclic_cursor<T, L, Hint> c(first);
    if constexpr (L > 0)
      for (std::size_t k = 0; k < R; ++k)
        if (by_[k] != 0 && refs[k].loop >= 0) {
          const auto loop = static_cast<std::size_t>(refs[k].loop);
          c.size[loop] = n[k];
          c.at[loop] = n[k] - by_[k];
        }
    return c;
  }
};

/// The elements of N rotated along axis Axis. If Axis is the rank, all elements are rotated in
/// row-major order.
template <class N, std::size_t Axis>
class rolled : public computed_along<rolled<N, Axis>, typename N::value_type, N::extents, Axis> {
  static constexpr std::size_t R = rank_of<N>;
  using T = typename N::value_type;
  N source_;
  index by_;

public:
  template <class U>
  constexpr rolled(U&& source, index by) : source_(static_cast<U&&>(source)), by_(by) {}
  STRIA_NO_TARGET(rolled);

  static constexpr bool wraps = Axis < R;
  STRIA_INLINE constexpr auto leading_sizes() const { return shape(); }
  constexpr auto prepared_to_loop() const
    requires(wraps)
  {
    auto c = in_memory();
    c.move(Axis, by_);
    return c;
  }

  constexpr axis_array<R> shape() const { return {source_.shape()}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return rolled<std::remove_cvref_t<M>, Axis>(static_cast<M&&>(source), by_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    if (target.size() == 0)
      return;
    if constexpr (Axis < R) {
      const auto& e = prepare_for(target, source_);
      put<Axis>(target, e, e.shape());
    } else {
      const auto values = evaluate_for(target, source_);
      const std::array<index, 1> n{values.size()};
      constexpr auto flat = row_major(unknown_shape<1>());
      auto to = block_of<flat>(target, n);
      put<0>(to, block_of<flat>(values, n), n);
    }
  }

private:
  constexpr auto in_memory() const {
    if constexpr (is_rolled<N>)
      return source_.prepared_to_loop();
    else if constexpr (memory_operand<N>)
      return cyclic<std::remove_const_t<decltype(prepare_part(source_))>>(prepare_part(source_));
    else
      return cyclic<value_tensor<N>>(eval(source_));
  }
  template <std::size_t Along, class Target, class E, std::size_t L>
  constexpr void put(Target& target, const E& e, const std::array<index, L>& sizes) const {
    const index n = sizes[Along];
    const index by = rotation(by_, n);
    if constexpr (takes_blocks<Target>)
      if (target.size() <= limits::stack_bytes / index{sizeof(T)})
        if (const T* block = block_to_copy(target, e, limits::cache_line); block != nullptr) {
          const index inner = elements_of_axes(sizes, Along + 1, L);
          return copy_rotated<typename bits_of<sizeof(T)>::type>(
              {{elements_of_axes(sizes, 0, Along), n, inner}, {0, by, 0}, {n * inner, inner, 1}},
              reinterpret_cast<const std::byte*>(block),
              reinterpret_cast<std::byte*>(target.data()));
        }
    auto box = whole_box(sizes);
    box[Along] = {by, 0, 1, n - by};
    copy_box(target, e, box);
    box[Along] = {0, n - by, 1, by};
    copy_box(target, e, box);
  }
};

template <class N, class A, class... X> struct roll_verdict {
  static constexpr std::size_t shifts = array_length<N>; // 0 for one number without braces
  static constexpr bool counts =
      shifts == 0 || (sizeof...(X) > 0 && (shifts == 1 || shifts == sizeof...(X)));
  static constexpr bool accepted =
      counts && ((__is_same(X, axis) || one_axis_verdict<A, X>::accepted) && ...);
  static constexpr message text() {
    if (!counts)
      return message("stria: roll: ") << shifts << " shifts for " << sizeof...(X)
                                      << " axes; give one for each axis, or one for all";
    message m;
    bool found = false;
    [[maybe_unused]] const auto look = [&]<class V>(V) {
      if constexpr (!V::accepted)
        if (!std::exchange(found, true))
          m = V::text();
    };
    (look(one_axis_verdict<A, X>()), ...);
    return m;
  }
};
struct roll_function : along_axes_after_value {
  template <class A, class... X>
  static constexpr bool goes_along = sizeof...(X) == 2 && names_run_time_axes<1, A, X...>;
  template <class A, class N, class... X>
  static each_verdict<integer_verdict<N>, roll_verdict<N, A, X...>> verdict();
  template <class A> static constexpr auto run(A&& a, integer_argument n) {
    return rolled < hold_t<A>, rank_of<A> == 1 ? 0 : rank_of < A >> (static_cast<A&&>(a), n);
  }
  template <class A, class Axis> static constexpr auto run(A&& a, integer_argument n, Axis) {
    return rolled<hold_t<A>, axis_of<A, Axis>>(static_cast<A&&>(a), n);
  }
  template <class A, class X, class Y, class... More>
  static constexpr auto run(A&& a, integer_argument n, X x, Y y, More... more) {
    const index by = n;
    return each(static_cast<A&&>(a), &by, 0, x, y, more...);
  }
  template <class A, std::size_t N, class... X>
  static constexpr auto run(A&& a, const std::array<index, N>& by, X... x) {
    return each(static_cast<A&&>(a), by.data(), N == 1 ? 0 : 1, x...);
  }

private:
  /// Rotates one axis after another; an axis may occur twice.
  template <class A, class X, class... More>
  static constexpr auto each(A&& a, const index* by, std::size_t step, X x, More... more) {
    auto once = result_class<roll_function, A, index, X>::run(static_cast<A&&>(a), *by, x);
    if constexpr (sizeof...(More) == 0)
      return once;
    else
      return each(std::move(once), by + step, step, more...);
  }
};

} // namespace detail

/// Rotates elements along an axis: those shifted beyond the last position reappear at the first.
///
/// \param a    operand
/// \param n    the number of positions to shift; negative numbers shift towards the beginning. For
///             several axes, one number or, in braces, one for each axis
/// \param axis constants or axis(k); without an axis, the flattened operand is rotated and keeps
///             its shape
/// \returns    a lazy expression with the shape and element type of `a`
/// \throws     index_error if an axis(k) does not exist
/// \refuses    an axis that `a` does not have, and a number of shifts in braces that differs from
///             the number of axes
/// \complexity O(n); lazy, computed when it is assigned
/// \numpy      `np.roll(a, n, axis)`
/// \usage      `roll(a, 3, _0)`, `roll(a, {1, -2}, _0, _1)`
STRIA_DECLARE(roll);
STRIA_DECLARE_BRACED(roll, detail::roll_function);

} // namespace stria
