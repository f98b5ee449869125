// SPDX-License-Identifier: BSL-1.0
// assign/masked.hpp: t[mask] = value for a boolean mask of the whole shape.
//
// For numbers it runs as t = where(mask, value, t), an ordinary assignment; others are a scatter.
// See docs/design/advanced.md.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/subscript/dispatch.hpp>

namespace stria::detail {

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
/// `memory = blend(mask, memory, value)` as an ordinary assignment, or the question how it runs.
template <class Op, class Memory, class M, class V, class... Found>
constexpr void blend(Memory& memory, const M& mask, const V& value, Found&... found) {
  using F = blend_fn<value_t<Memory>, typename masked_update<Op>::type>;
  // A copy of the view would have to wait until its sizes have been stored.
  using old = ref<std::remove_cv_t<Memory>>;
  // A copy of a map would have to wait, too.
  using selected = std::conditional_t<is_map<M>, ref<M>, M>;
  const map_of<F, selected, old, V> all(fitting_operands{}, F{}, selected(mask), old(memory),
                                        value);
  using call = assigned<assign_op, Memory, decltype(all)&>;
  if constexpr (sizeof...(Found) == 0)
    call::run(memory, all);
  else
    (call::ask(memory, all, found), ...);
}

/// Assigns one value to all selected elements, without computing their positions.
template <class Op, class Target, class E> struct masked_assignment {
  static constexpr bool accepted = true;
  using type = Target&;

  template <bool = true>
  STRIA_INLINE static constexpr type run(Target& target, const std::remove_reference_t<E>& e) {
    drop_kept(target);
    write(target, e);
    return target;
  }

  template <class Found>
  static void ask(Target& target, const std::remove_reference_t<E>& e, Found& found) {
    write(target, e, found);
    found.way = route::scatter;
    found.detail = route_detail::masked;
  }

private:
  template <class... Found>
  static constexpr void write(Target& target, const std::remove_reference_t<E>& e,
                              Found&... found) {
    auto& memory = target.source();
    const auto n = memory.shape();
    target.places().check(n.data());
    blend<Op>(memory, target.places().mask(), value_of(e), found...);
  }
  /// A copy of the value, because the target may contain it.
  static constexpr auto value_of(const std::remove_reference_t<E>& e) {
    if constexpr (operand<E>)
      return scalar<value_t<E>>(
          member_access::cursor<no_hint, 0>(prepare(e), axis_refs<0>()).item());
    else
      return hold_t<E, Target>(e);
  }
};

/// True for selections by a mask of type Index, for scalars, and for functions of these that may
/// also be computed for unselected elements.
template <class N, class Index> inline constexpr bool selects_as = false;
template <class T, class Index>
inline constexpr bool selects_as<scalar<T>, Index> = std::is_arithmetic_v<T>;
template <class S, auto Spec, class Index>
  requires(member_access::selects<gather<S, Spec, Index>> == by_mask)
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
    if constexpr (target_type::selects == by_mask && operand<E>)
      return rank_of<E> == 1 && is_number<value_t<S>> && is_ready_mask<Index> &&
             selects_as<bare<E>, Index>;
    else
      return false;
  }();
  /// True if every mask equals the mask of the target and selects from an operand of the same
  /// shape.
  template <class N> static constexpr bool holds(const target_type& target, const N& n) {
    if constexpr (rank_of<N> == 0) {
      return true;
    } else if constexpr (is_map<N>) {
      return n.operands([&](const auto&... o) { return (holds(target, o) && ...); });
    } else {
      const auto shape = target.source().shape();
      const auto &a = target.places().mask(), &b = n.places().mask();
      return are_equal(n.source().shape(), shape) && are_equal(a.shape(), shape) &&
             are_equal(b.shape(), shape) &&
             reads_same(input_cursor<rank_of<S>, extents_of<S>>(a),
                        input_cursor<rank_of<S>, extents_of<S>>(b));
    }
  }
  template <class... Found>
  static constexpr void run(target_type& target, const auto& e, Found&... found) {
    auto& memory = target.source();
    blend<Op>(memory, target.places().mask(), whole(e), found...);
  }

private:
  template <class N> static constexpr auto whole(const N& n) {
    if constexpr (rank_of<N> == 0)
      return n;
    else if constexpr (is_map<N>)
      return n.rebuilt([](const auto& o) { return whole(o); });
    else
      return ref<bare<decltype(n.source())>>(n.source());
  }
};

} // namespace stria::detail
