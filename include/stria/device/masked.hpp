// SPDX-License-Identifier: BSL-1.0
// device/masked.hpp: t[mask] = value on a device for a boolean mask of the whole shape, as one
// kernel, t = where(mask, value, t). Tests: tests/device/scatter.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/store.hpp>
#include <stria/device/subscript.hpp>

namespace stria::detail {

/// The mask of a target, as an expression on the device.
template <class H> const H& mask_there(const fetched<H>& mask, const device_context_ptr&) {
  return mask.source();
}
template <class H> auto mask_there(const H& mask, const device_context_ptr& context) {
  return to_device(prepare(mask), device_access::make(context));
}

/// A selection from memory of a device by one mask over all axes.
template <class N> inline constexpr bool is_whole_mask = false;
template <device_memory S, auto Spec, class Index>
inline constexpr bool is_whole_mask<gather<S, Spec, Index>> =
    Spec.count == rank_of<S> && rank_of<S> > 0 && Index::is_one_mask;

/// Whether an expression consists only of scalars, selections from memory of a device by masks of
/// the type Index, and functions of these.
template <class N, class Index> inline constexpr bool selects_there = is_scalar<N>;
template <device_memory S, auto Spec, class Index>
  requires(is_whole_mask<gather<S, Spec, Index>>)
inline constexpr bool selects_there<gather<S, Spec, Index>, Index> = true;
template <class F, class Seq, class... A, class Index>
inline constexpr bool selects_there<map_node<F, Seq, A...>, Index> =
    (selects_there<A, Index> && ...);
template <class Index> inline constexpr bool is_mask_in_memory = false;
template <class Seq, device_memory H>
inline constexpr bool is_mask_in_memory<index_list<Seq, index_mask<fetched<H>>>> = true;

template <class Op, class Target, class E> struct device_masked;
template <class Op, class S, auto Spec, class Index, class E>
struct device_masked<Op, gather<S, Spec, Index>, E> {
  using target = gather<S, Spec, Index>;
  using T = value_t<S>;
  static constexpr bool of_one_value = is_whole_mask<target> && is_one_value<E>;
  /// `t[mask] = f(a[mask], b[mask])`: if all masks are the mask of the target, the selected
  /// elements need not be copied to contiguous memory.
  static constexpr bool of_selection = [] {
    if constexpr (is_whole_mask<target> && operand<E> && is_mask_in_memory<Index>)
      return rank_of<E> == 1 && selects_there<std::remove_cvref_t<E>, Index>;
    else
      return false;
  }();

  static void run_value(const target& t, const std::remove_reference_t<E>& e) {
    check(t);
    if constexpr (operand<E>)
      write(t, hold_t<const std::remove_reference_t<E>&>(e));
    else
      write(t, hold_t<E, target>(e));
  }
  static bool selects_alike(const target& t, const std::remove_reference_t<E>& e) {
    return same(t, e);
  }
  static void run_selection(const target& t, const std::remove_reference_t<E>& e) {
    check(t);
    write(t, whole(e));
  }

private:
  static void check(const target& t) {
    const auto n = t.source().shape();
    t.places().check(n.data());
  }
  template <class V> static void write(const target& t, const V& value) {
    S memory = t.source();
    const auto& mask = mask_there(t.places().mask(), memory.context());
    if constexpr (is_plain<Op>)
      memory = where(mask, cast<T>(value), memory);
    else
      memory = where(mask, cast<T>(map_of<function_of<Op>, S, V>({}, memory, value)), memory);
  }
  template <class> struct function;
  template <class F> struct function<update_op<F>> {
    using type = F;
  };
  template <class O> using function_of = typename function<O>::type;

  template <class N> static bool same(const target& t, const N& n) {
    if constexpr (is_scalar<N>) {
      return true;
    } else if constexpr (is_map<N>) {
      return n.operands([&](const auto&... o) { return (same(t, o) && ...); });
    } else {
      const auto &a = t.places().mask().source(), &b = n.places().mask().source();
      const auto from = [](const auto& m) {
        if constexpr (device_owner<decltype(m)>)
          return index{0};
        else
          return m.offset();
      };
      return a.base() == b.base() && a.shape() == b.shape() && a.strides() == b.strides() &&
             from(a) == from(b) && n.source().shape() == t.source().shape();
    }
  }
  template <class N> static auto whole(const N& n) {
    if constexpr (is_scalar<N>)
      return n;
    else if constexpr (is_map<N>)
      return n.rebuilt([](const auto& o) { return whole(o); });
    else
      return n.source();
  }
};

} // namespace stria::detail
