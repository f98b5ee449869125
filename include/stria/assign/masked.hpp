// SPDX-License-Identifier: BSL-1.0
// assign/masked.hpp: t[mask] = value for a boolean mask of the whole shape.
//
// For numbers it runs as t = where(mask, value, t), an ordinary assignment. See
// docs/design/advanced.md.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/gather/dispatch.hpp>
#include <stria/layout/opaque.hpp>

namespace stria::detail {

/// An element of the mask, with the value that is assigned where it is true.
template <class V> struct masked_value {
  bool selected;
  const V& value;
};

/// A row of the mask with one value for all elements.
template <class M, class V> struct masked_row {
  M mask;
  const V& value;
};
template <class M, class V> struct masked_cursor {
  M mask;
  const V* value;

  static constexpr bool may_split = splits<M> && is_pure_value<V>;
  STRIA_INLINE constexpr bool fits(std::size_t axis) const { return mask.fits(axis); }
  STRIA_INLINE constexpr bool joins(std::size_t outer, std::size_t inner, index n) const {
    return mask.joins(outer, inner, n);
  }
  STRIA_INLINE constexpr void advance(std::size_t axis, index by) { mask.advance(axis, by); }
  template <bool Hinted> STRIA_INLINE constexpr auto row(std::size_t axis) const {
    return masked_row<decltype(mask.template row<Hinted>(axis)), V>{mask.template row<Hinted>(axis),
                                                                    *value};
  }
  constexpr masked_value<V> item() const { return {mask.item(), *value}; }
};

struct take_value_fn {
  template <class T, class V>
  STRIA_INLINE constexpr decltype(auto) operator()(const T&, const V& value) const {
    return (value);
  }
};
template <class Op> struct masked_update {
  using type = take_value_fn;
};
template <class F> struct masked_update<update_op<F>> {
  using type = F;
};

/// out = f(out, value) where the mask is true, for elements that are expensive to copy and for
/// user-defined functions, which are called only for selected elements.
template <class F> struct masked_kernel : row_kernel {
  static constexpr bool independent = true;

  template <class O, class M, class V>
  STRIA_INLINE static constexpr void row(O out, const masked_row<M, V>& in, index n) {
    using T = bare<decltype(out[0])>;
    for (index i = 0; i < n; ++i)
      if (in.mask[i])
        out[i] = convert_to<T>(F{}(out[i], in.value));
  }
  // Processes a row of one element, without a loop.
  template <class O, class Ix> static constexpr void row(O out, Ix in, index) {
    using T = bare<decltype(out[0])>;
    if (const auto m = in[0]; m.selected)
      out[0] = convert_to<T>(F{}(out[0], m.value));
  }
};

/// The new value of an element of t in t[mask] op= value. For unselected integers the operation is
/// not computed, because x / 0 and overflowing sums are undefined.
template <class T, class F> struct blend_fn {
  static constexpr const char* text = "t[mask] = value";
  template <class V>
  STRIA_INLINE constexpr T operator()(bool selected, const T& old, const V& value) const {
    constexpr bool floats = std::is_floating_point_v<T> && std::is_floating_point_v<V>;
    constexpr bool copies = std::is_same_v<F, take_value_fn> && std::is_same_v<T, V>;
    // The old element is read unconditionally. Otherwise g++ would read it only where it is not
    // selected.
    const T before = old;
    if constexpr (floats || copies) {
      const T fresh = convert_to<T>(F{}(before, value));
      return selected ? fresh : before;
    } else {
      return selected ? convert_to<T>(F{}(before, value)) : before;
    }
  }
};
/// `memory = blend(mask, memory, value)` as an ordinary assignment. With a note, nothing is
/// written, and the loops are reported to it.
template <class Op, class Memory, class M, class V, class... Note>
constexpr void blend(Memory& memory, const M& mask, const V& value, Note&... note) {
  using F = blend_fn<value_t<Memory>, typename masked_update<Op>::type>;
  // A copy of the view would have to wait until its sizes have been stored.
  using old = ref<std::remove_cv_t<Memory>>;
  // A copy of a map would have to wait, too.
  using selected = std::conditional_t<is_map<M>, ref<M>, M>;
  const map_of<F, selected, old, V> all(fitting_operands{}, F{}, selected(mask), old(memory),
                                        value);
  using call = assigned<assign_op, Memory, decltype(all)&>;
  if constexpr (sizeof...(Note) == 0)
    call::run(memory, all);
  else
    (call::route_for(memory, all, note), ...);
}

/// True for a mask of tensors: if they have the shape of the target, they form a line of memory.
template <class Memory, class M, class V>
inline constexpr bool blends_line =
    std::is_arithmetic_v<value_t<Memory>> && std::is_arithmetic_v<value_t<V>> && rank_of<M> != 0 &&
    member_access::in_line<M> && !is_small(extents_of<Memory>);

/// Does the same for a few elements that follow each other. Otherwise returns false. The tensors of
/// the mask have as many elements as the target, so none of them overlaps it at other positions.
template <class Op, class Memory, class M, class V>
STRIA_INLINE bool blend_line(Memory& memory, const M& mask, const V& value) {
  using T = value_t<Memory>;
  using F = blend_fn<T, typename masked_update<Op>::type>;
  const auto n = memory.shape();
  const index count = count_elements(n);
  bool fits = count <= limits::short_line && is_contiguous(n, memory.strides());
  const auto selected = mask.line(n, fits);
  const auto values = value.line(n, fits);
  if (!fits) [[unlikely]]
    return false;
  using row = map_row<F, std::index_sequence<0, 1, 2>, std::remove_const_t<decltype(selected)>,
                      static_row<const T, 1>, std::remove_const_t<decltype(values)>>;
  T *const to = memory.data(), *old = to;
#if !defined(__clang__)
  make_opaque(old); // g++ would store selected elements only, with a branch for each
#endif
  store_kernel::row(static_row<T, 1>{to}, row{{selected}, {{old}}, {values}, F{}}, count);
  return true;
}

/// Assigns one value to all selected elements, without computing their positions.
template <class Op, class Target, class E> struct masked_assignment {
  static constexpr bool accepted = true;
  using type = Target&;

  template <bool = true>
  STRIA_INLINE static constexpr type run(Target& target, const std::remove_reference_t<E>& e) {
    drop_kept(target);
    auto& memory = target.source();
    const auto n = memory.shape();
    target.places().check(n.data());
    const auto& mask = target.places().mask();
    const auto value = value_of(e);
    if constexpr (blends_line<std::remove_reference_t<decltype(memory)>, bare<decltype(mask)>,
                              decltype(value)>)
      if !consteval {
        if (!blend_line<Op>(memory, mask, value)) [[unlikely]]
          write_many(as_argument(memory), as_argument(mask), value);
        return target;
      }
    write(memory, mask, value);
    return target;
  }

  template <class Note>
  static route route_for(Target& target, const std::remove_reference_t<E>& e, Note& note) {
    auto& memory = target.source();
    const auto n = memory.shape();
    target.places().check(n.data());
    if constexpr (blends_numbers)
      blend<Op>(memory, target.places().mask(), value_of(e), note);
    note.detail(route_detail::masked);
    return route::scatter;
  }

private:
  /// A copy of the value, because the target may contain it.
  static constexpr auto value_of(const std::remove_reference_t<E>& e) {
    if constexpr (operand<E>)
      return scalar<value_t<E>>(
          member_access::cursor<no_hint, 0>(prepare(e), axis_refs<0>()).item());
    else
      return hold_t<E, Target>(e);
  }
  static constexpr bool blends_numbers =
      is_number<value_t<Target>> &&
      is_number<value_t<decltype(value_of(std::declval<const std::remove_reference_t<E>&>()))>>;

  template <class Memory, class M, class V>
  STRIA_NOINLINE static void write_many(Memory memory, const M& mask, const V& value) {
    write(memory, mask, value);
  }
  template <class Memory, class M, class V>
  static constexpr void write(Memory& memory, const M& mask, const V& value) {
    if constexpr (blends_numbers) {
      blend<Op>(memory, mask, value);
    } else {
      const auto& selected = prepare(mask);
      const auto n = memory.shape();
      const auto to = output_cursor(memory);
      const auto run = [&](const auto& from) {
        using cursor = masked_cursor<bare<decltype(from)>, value_t<V>>;
        run_loop<masked_kernel<typename masked_update<Op>::type>>(n, to,
                                                                  cursor{from, &value.value});
      };
      const auto from = input_cursor<rank_of<Memory>, extents_of<Memory>>(selected);
      if (conflicts(n, to, from)) {
        const auto computed = eval(selected);
        run(input_cursor<rank_of<Memory>, extents_of<Memory>>(computed));
      } else {
        run(from);
      }
    }
  }
};

/// True for selections by a mask of type Index, for scalars, and for functions of these that may
/// also be computed for unselected elements.
template <class N, class Index> inline constexpr bool selects_as = false;
template <class T, class Index>
inline constexpr bool selects_as<scalar<T>, Index> = std::is_arithmetic_v<T>;
template <class S, auto Spec, class Index>
  requires(member_access::compresses<gather<S, Spec, Index>>)
inline constexpr bool selects_as<gather<S, Spec, Index>, Index> = is_number<value_t<S>>;
template <class F, class Seq, class... A, class Index>
inline constexpr bool selects_as<map_node<F, Seq, A...>, Index> =
    has_text<F> && !is_expensive_function<F> && std::is_empty_v<F> &&
    std::is_floating_point_v<typename map_node<F, Seq, A...>::value_type> &&
    (selects_as<A, Index> && ...);

template <class Index>
inline constexpr bool is_ready_mask =
    bare<decltype(std::declval<const Index&>().mask())>::ready::value;

/// `t[mask] = f(a[mask], b[mask])` with the same mask everywhere. It runs as an element-wise
/// assignment that skips unselected elements, so the selected elements are never copied into
/// temporaries.
template <class Op, class Target, class E> struct masked_alike;
template <class Op, class S, auto Spec, class Index, class E>
struct masked_alike<Op, gather<S, Spec, Index>, E> {
  using target_type = gather<S, Spec, Index>;
  static constexpr bool possible = [] {
    if constexpr (target_type::compresses && operand<E>)
      return rank_of<E> == 1 && is_number<value_t<S>> && is_ready_mask<Index> &&
             selects_as<bare<E>, Index>;
    else
      return false;
  }();
  static constexpr bool in_line = [] {
    if constexpr (possible && is_light<target_type>)
      return blends_line<S, bare<decltype(std::declval<const Index&>().mask())>, bare<E>>;
    else
      return false;
  }();

  /// True if every mask equals the mask of the target and selects from an operand of the same
  /// shape.
  STRIA_INLINE static constexpr bool holds(const target_type& target, const auto& e) {
    return same(target, e);
  }
  template <class... Note>
  static constexpr void run(target_type& target, const auto& e, Note&... note) {
    auto& memory = target.source();
    blend<Op>(memory, target.places().mask(), whole(e), note...);
  }
  /// Does the same if this is possible for a few elements that follow each other. Otherwise returns
  /// false.
  STRIA_INLINE static bool run_line(target_type& target, const auto& e) {
    return same(target, e) && apart(target, e) &&
           blend_line<Op>(target.source(), target.places().mask(), whole(e));
  }

private:
  template <class N>
  STRIA_INLINE static constexpr bool same(const target_type& target, const N& n) {
    if constexpr (rank_of<N> == 0) {
      return true;
    } else if constexpr (is_map<N>) {
      return n.operands([&](const auto&... o) { return (same(target, o) && ...); });
    } else {
      const auto shape = target.source().shape();
      const auto &a = target.places().mask(), &b = n.places().mask();
      return are_equal(n.source().shape(), shape) && are_equal(a.shape(), shape) &&
             are_equal(b.shape(), shape) &&
             reads_same(input_cursor<rank_of<S>, extents_of<S>>(a),
                        input_cursor<rank_of<S>, extents_of<S>>(b));
    }
  }
  /// True if each operand is the memory of the target or does not overlap it, provided that their
  /// elements follow each other.
  template <class N> STRIA_INLINE static bool apart(const target_type& target, const N& n) {
    if constexpr (rank_of<N> == 0) {
      return true;
    } else if constexpr (is_map<N>) {
      return n.operands([&](const auto&... o) { return (apart(target, o) && ...); });
    } else {
      const auto region = [](const auto& memory) {
        using T = value_t<decltype(memory)>;
        return bytes_of(memory_region<T>{memory.data(), 0, count_elements(memory.shape()) - 1});
      };
      const byte_range read = region(n.source()), written = region(target.source());
      return (read.begin == written.begin && read.end == written.end) ||
             !ranges_meet(read, written);
    }
  }
  template <class N> STRIA_INLINE static constexpr auto whole(const N& n) {
    if constexpr (rank_of<N> == 0)
      return n;
    else if constexpr (is_map<N>)
      return n.rebuilt([](const auto& o) { return whole(o); });
    else
      return ref<bare<decltype(n.source())>>(n.source());
  }
};

} // namespace stria::detail
