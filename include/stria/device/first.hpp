// SPDX-License-Identifier: BSL-1.0
// device/first.hpp: what is computed as a whole before the kernel that reads it: joins, copies,
// statistics and products.
//
// Nodes that only copy elements compute themselves, by the compute() that the host calls: the
// functions of eval/computed.hpp that it asks of its target have overloads here.
#pragma once

#include <stria/device/fold.hpp>
#include <stria/device/subscript.hpp>

namespace stria::detail {

// --- what compute(target) asks of a target ---

template <device_memory Target, class N> decltype(auto) prepare_for(const Target&, const N& n) {
  if constexpr (device_memory<N>)
    return (n);
  else
    return device_eval(n);
}
template <device_memory Target, class N> auto evaluate_for(const Target&, const N& n) {
  return device_eval(n);
}
template <inner_hint = no_hint, device_memory Target, class E, std::size_t L>
void copy_loops(Target& target, const std::array<index, L>& n,
                const axis_refs<rank_of<Target>>& out, const E& source,
                const axis_refs<rank_of<E>>& in) {
  using T = value_t<Target>;
  if (count_elements(n) == 0)
    return;
  static kernel_body body;
  kernel_draft draft(target.context(), body, n.data(), L);
  const auto to = make_cursor<1, L>(reinterpret_cast<T*>(target.base()), target.whole().offset(),
                                    target.strides(), out);
  const std::string old =
      draft.add_memory(kernel_type_of<T>(), target.base(), to.offset, to.strides.data());
  const fresh_target fresh;
  const kernel_operand value = lowering<L, fresh_target>(draft, n, fresh)(source, in);
  draft.store(stored_text<assign_op, T, value_t<E>>(draft, old, value), kernel_type_of<T>(), false);
}
template <class Kernel, device_memory Target, class E> void run_into(Target& target, const E& e) {
  device_loops::run<assign_op>(target.whole(), e);
}
template <auto Layout, device_memory Target, std::size_t R>
auto block_of(Target& target, const std::array<index, R>& sizes) {
  using T = typename device_element_of<Target&>::type;
  index from = 0;
  if constexpr (!device_owner<Target>)
    from = target.offset();
  return device_view<T, Layout>(target.context(), target.base(), from,
                                {0, sizes, row_major_strides(sizes)});
}

// --- nodes that copy elements ---

template <class N> inline constexpr bool computes_by_copies = false;
template <class N, auto X> inline constexpr bool computes_by_copies<padded<N, X>> = true;
template <class N, std::size_t A> inline constexpr bool computes_by_copies<rolled<N, A>> = true;
template <class N, auto X> inline constexpr bool computes_by_copies<tiled<N, X>> = true;
template <class N, std::size_t A, auto X>
inline constexpr bool computes_by_copies<repeated<N, A, X>> = true;
template <class Q, std::size_t A, auto X, class T, class... N>
inline constexpr bool computes_by_copies<concatenation<Q, A, X, T, N...>> = true;
template <class A, class B> inline constexpr bool computes_by_copies<kronecker<A, B>> = true;
template <class A, class B, auto X>
inline constexpr bool computes_by_copies<cross_product<A, B, X>> = true;

template <class N>
  requires computes_by_copies<N>
struct device_computation<N> {
  static constexpr bool known = true;
  static device_value<N> compute(const N& n) {
    device_value<N> result(context_of(n), n.shape());
    auto target = result.whole();
    n.compute(target);
    return result;
  }
};

template <class N, auto Shape> struct device_computation<reshaped<N, Shape>> {
  using node = reshaped<N, Shape>;
  static constexpr bool known = true;
  static device_value<node> compute(const node& n) {
    auto values = device_eval(n.source());
    const auto context = values.context();
    return device_value<node>(context, n.shape(), std::move(values).take_buffer());
  }
};

// --- statistics ---

/// A reduction of an expression as a node.
template <class Op, std::uint64_t Bits, bool Keep, class E> auto device_reduce(const E& e) {
  using node = reduction<Op, E, Bits, Keep>;
  return device_computation<node>::compute(node(e));
}
/// What sums of squares are kept in: floats in doubles, where the device has them.
template <class T> using wide_float = typename total_type<typename mean_type<T>::type>::type;

template <bool Root, class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<variance_op<Root>, E, Bits, Keep>> {
  using node = statistic<variance_op<Root>, E, Bits, Keep>;
  static constexpr bool known = true;
  // Two passes: the distances from a mean that is known have no cancellation.
  static device_value<node> compute(const node& n) {
    using W = wide_float<value_t<E>>;
    using D = value_t<node>;
    const auto widened = cast<W>(n.source());
    const auto mean_of_all =
        device_reduce<mean_op, Bits, true>(std::remove_cvref_t<decltype(widened)>(widened));
    auto squares = square(widened - mean_of_all);
    const auto sums = device_reduce<sum_op, Bits, Keep>(squares);
    const auto divisor = static_cast<W>(n.finisher().count);
    device_value<node> result(context_of(n), n.shape());
    if constexpr (Root)
      result = cast<D>(sqrt(sums / divisor));
    else
      result = cast<D>(sums / divisor);
    return result;
  }
};
template <class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<ptp_op, E, Bits, Keep>> {
  using node = statistic<ptp_op, E, Bits, Keep>;
  static constexpr bool known = true;
  static device_value<node> compute(const node& n) {
    const auto high = device_reduce<max_op, Bits, Keep>(n.source());
    const auto low = device_reduce<min_op, Bits, Keep>(n.source());
    return device_value<node>(high - low);
  }
};
template <class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<norm_op, E, Bits, Keep>> {
  using node = statistic<norm_op, E, Bits, Keep>;
  static constexpr bool known = true;
  static device_value<node> compute(const node& n) {
    using W = wide_float<value_t<E>>;
    const auto sums = device_reduce<sum_op, Bits, Keep>(square(cast<W>(n.source())));
    return device_value<node>(cast<value_t<node>>(sqrt(sums)));
  }
};
template <class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<logsumexp_op, E, Bits, Keep>> {
  using node = statistic<logsumexp_op, E, Bits, Keep>;
  static constexpr bool known = true;
  static device_value<node> compute(const node& n) {
    using D = value_t<node>;
    device_value<node> result(context_of(n), n.shape());
    if (n.source().size() == 0) {
      result = -std::numeric_limits<D>::infinity(); // the logarithm of 0
      return result;
    }
    const auto largest = device_reduce<max_op, Bits, true>(cast<D>(n.source()));
    const auto shift = eval(where(isfinite(largest), largest, D{0}));
    const auto sums = device_reduce<sum_op, Bits, true>(exp(cast<D>(n.source()) - shift));
    using same = device_view<const D, device_value<node>::layout>;
    const auto all = eval(log(sums) + shift);
    // In row-major order alike, with the reduced axes or without them.
    result = same(all.context(), all.base(), 0, {0, n.shape(), row_major_strides(n.shape())});
    return result;
  }
};

// --- products ---

/// The node of an operand that is held elsewhere: device memory as it is, anything else computed.
template <class N> auto device_matrix(const N& n) {
  if constexpr (device_memory<N>)
    return device_view<const value_t<N>, std::remove_cvref_t<N>::layout>(n);
  else
    return device_eval(n);
}

template <class A, class B> struct device_computation<matrix_product<A, B>> {
  using node = matrix_product<A, B>;
  static constexpr bool known = true;
  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto& a, const auto& b) { return multiply(n, a, b); });
  }

private:
  // The sum over the inner axis of a[..., i, k, newaxis] * b[..., newaxis, k, j], in one kernel.
  template <class X, class Y>
  static device_value<node> multiply(const node& n, const X& x, const Y& y) {
    const auto a = device_matrix(x);
    const auto b = device_matrix(y);
    using T = value_t<node>;
    if constexpr (rank_of<X> == 1 && rank_of<Y> == 1) {
      return finish<T>(n, a * b, std::integral_constant<std::size_t, 0>());
    } else if constexpr (rank_of<X> == 1) {
      return finish<T>(n, a[_, newaxis] * b, std::integral_constant<std::size_t, rank_of<Y> - 2>());
    } else if constexpr (rank_of<Y> == 1) {
      return finish<T>(n, a * b, std::integral_constant<std::size_t, rank_of<X> - 1>());
    } else {
      constexpr std::size_t R = rank_of<X> > rank_of<Y> ? rank_of<X> : rank_of<Y>;
      return finish<T>(n, a[ellipsis, newaxis] * b[ellipsis, newaxis, _, _],
                       std::integral_constant<std::size_t, R - 1>());
    }
  }
  template <class T, class E, std::size_t Axis>
  static device_value<node> finish(const node& n, E e, std::integral_constant<std::size_t, Axis>) {
    device_value<node> result(context_of(e), n.shape());
    result = cast<T>(device_reduce<sum_op, (std::uint64_t{1} << Axis), false>(e));
    return result;
  }
};

/// Axis k of an operand of rank R among L loops: those from Begin on, one after the other.
template <std::size_t R, std::size_t L> constexpr axis_labels<R, L> labels_from(std::size_t begin) {
  axis_labels<R, L> l{};
  for (std::size_t k = 0; k < R; ++k)
    l.loop[k] = static_cast<int>(begin + k);
  return l;
}

// Loops: the axes of the first operand, those that are summed behind; then those of the second one.
template <class A, class B, std::size_t N> struct device_computation<contraction<A, B, N>> {
  using node = contraction<A, B, N>;
  static constexpr bool known = true;
  static constexpr std::size_t ra = rank_of<A>, rb = rank_of<B>, L = ra + rb - N;
  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto& x, const auto& y) {
      const auto a = device_matrix(x);
      const auto b = device_matrix(y);
      using X = hold_t<decltype(a)>;
      using Y = hold_t<decltype(b)>;
      const labelled<X, labels_from<ra, L>(0), L> left((X(a)));
      const labelled<Y, labels_from<rb, L>(ra - N), L> right((Y(b)));
      constexpr std::uint64_t summed = ((std::uint64_t{1} << N) - 1) << (ra - N);
      device_value<node> result(a.context(), n.shape());
      result = cast<value_t<node>>(device_reduce<sum_op, summed, false>(left * right));
      return result;
    });
  }
};

template <std::size_t... K, fixed_string Text, class T, class... N>
struct device_computation<einsum_chain<std::index_sequence<K...>, Text, T, N...>> {
  using node = einsum_chain<std::index_sequence<K...>, Text, T, N...>;
  static constexpr bool known = true;
  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto&... o) {
      using call = einsum_call<Text, const N&...>;
      return device_eval(call::run_each(std::index_sequence_for<N...>(), o...));
    });
  }
};

} // namespace stria::detail
