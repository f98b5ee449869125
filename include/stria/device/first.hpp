// SPDX-License-Identifier: BSL-1.0
// device/first.hpp: nodes computed as a whole before the kernel that reads them: joins, copies,
// statistics and products.
//
// Nodes that only copy elements use the same compute() as on the host. The functions of
// evaluate/computed.hpp that compute() calls on its target have overloads here.
// Tests: tests/device/order.cpp, tests/device/samples.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/fold.hpp>
#include <stria/device/product.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/join/pad.hpp>
#include <stria/numpy/join/tile.hpp>
#include <stria/numpy/product/contract.hpp>
#include <stria/numpy/product/einsum.hpp>
#include <stria/numpy/product/matmul.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/numpy/shape/roll.hpp>
#include <stria/numpy/statistics/statistics.hpp>

#include <algorithm>
#include <optional>

namespace stria::detail {

// --- functions that compute(target) calls on a target ---

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
  static constexpr bool known = true, stores = false;
  static device_value<N> compute(const N& n) {
    device_value<N> result(context_of(n), n.shape());
    auto target = result.whole();
    n.compute(target);
    return result;
  }
};

template <class N, auto Shape> struct device_computation<reshaped<N, Shape>> {
  using node = reshaped<N, Shape>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    auto values = device_eval(n.source());
    const auto context = values.context();
    return device_value<node>(context, n.shape(), std::move(values).take_buffer());
  }
};

// --- statistics ---

/// Computes a reduction of an expression.
template <class Op, std::uint64_t Bits, bool Keep, class E> auto device_reduce(const E& e) {
  using node = reduction<Op, E, Bits, Keep>;
  return device_computation<node>::compute(node(e));
}
/// The squares of the absolute values.
template <class E> auto squared_size(E e) {
  if constexpr (is_complex<value_t<E>>::value)
    return square(real(e)) + square(imag(std::move(e)));
  else
    return square(std::move(e));
}
/// The type in which squares of T are added: double for float.
template <class T> using wide_float = typename total_type<typename mean_type<T>::type>::type;

template <bool Root, class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<variance_op<Root>, E, Bits, Keep>> {
  using node = statistic<variance_op<Root>, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  // There are two passes over the elements, because distances from a known mean avoid cancellation.
  static device_value<node> compute(const node& n) {
    using W = wide_float<value_t<E>>;
    using D = value_t<node>;
    const auto widened = cast<W>(n.source());
    const auto mean_of_all =
        device_reduce<mean_op, Bits, true>(std::remove_cvref_t<decltype(widened)>(widened));
    const auto sums = device_reduce<sum_op, Bits, Keep>(squared_size(widened - mean_of_all));
    const auto divisor = static_cast<typename real_of<W>::type>(n.finisher().count);
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
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    const auto high = device_reduce<max_op, Bits, Keep>(n.source());
    const auto low = device_reduce<min_op, Bits, Keep>(n.source());
    return device_value<node>(high - low);
  }
};
template <class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<norm_op, E, Bits, Keep>> {
  using node = statistic<norm_op, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using W = wide_float<value_t<E>>;
    const auto sums = device_reduce<sum_op, Bits, Keep>(squared_size(cast<W>(n.source())));
    return device_value<node>(cast<value_t<node>>(sqrt(sums)));
  }
};
template <class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<logsumexp_op, E, Bits, Keep>> {
  using node = statistic<logsumexp_op, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using D = value_t<node>;
    device_value<node> result(context_of(n), n.shape());
    if (n.source().size() == 0) {
      result = -std::numeric_limits<D>::infinity(); // log(0)
      return result;
    }
    const auto largest = device_reduce<max_op, Bits, true>(cast<D>(n.source()));
    const auto shift = eval(where(isfinite(largest), largest, D{0}));
    const auto sums = device_reduce<sum_op, Bits, true>(exp(cast<D>(n.source()) - shift));
    using same = device_view<const D, device_value<node>::layout>;
    const auto all = eval(log(sums) + shift);
    // The row-major order is the same with and without the reduced axes.
    result = same(all.context(), all.base(), 0, {0, n.shape(), row_major_strides(n.shape())});
    return result;
  }
};

// --- products ---

/// The operand, converted to elements of type T.
template <class T, class N> decltype(auto) as_elements(const N& n) {
  if constexpr (std::same_as<value_t<N>, T>)
    return (n);
  else
    return cast<T>(n);
}
/// The operand itself if it is memory of a device, otherwise its computed values.
template <class N> auto device_matrix(const N& n) {
  if constexpr (device_memory<N>)
    return device_view<const value_t<N>, std::remove_cvref_t<N>::layout>(n);
  else
    return device_eval(n);
}

template <class M> index offset_of_memory(const M& m) {
  if constexpr (device_owner<M>)
    return 0;
  else
    return m.offset();
}
/// The elements in row-major order as a matrix of `columns` columns. Contiguous elements are used
/// in place; others are copied into `copy`.
template <class N>
device_matrix_place packed_matrix(const N& n, std::optional<device_value<N>>& copy, index columns) {
  if constexpr (device_memory<N>)
    if (n.is_contiguous())
      return {n.base(), offset_of_memory(n), columns, 1};
  copy.emplace(device_eval(n));
  return {copy->base(), 0, columns, 1};
}

/// A product of matrices. All axes but the last two are batch axes, which are broadcast.
template <class A, class B> struct device_computation<matrix_product<A, B>> {
  using node = matrix_product<A, B>;
  static constexpr bool known = true, stores = false;
  static constexpr std::size_t ra = rank_of<A>, rb = rank_of<B>;

  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto& x, const auto& y) {
      using T = value_t<node>;
      const auto a = device_matrix(as_elements<T>(x));
      const auto b = device_matrix(as_elements<T>(y));
      check_same_device(a.context(), b.context());
      device_value<node> result(a.context(), n.shape());
      const auto na = a.shape();
      const auto nb = b.shape();
      const index inner = na[ra - 1];
      if (result.size() == 0)
        return result;
      if (inner == 0) {
        result = T();
        return result;
      }
      const auto sa = a.strides();
      const auto sb = b.strides();
      const index m = ra > 1 ? na[ra > 1 ? ra - 2 : 0] : 1, columns = rb > 1 ? nb[rb - 1] : 1;
      const device_matrix_place left{a.base(), offset_of_memory(a),
                                     ra > 1 ? sa[ra > 1 ? ra - 2 : 0] : 0, sa[ra - 1]};
      const device_matrix_place right{b.base(), offset_of_memory(b),
                                      rb > 1 ? sb[rb > 1 ? rb - 2 : 0] : sb[0],
                                      rb > 1 ? sb[rb - 1] : 0};
      multiply_matrices(result.context(), {kernel_type_of<T>(),
                                           left,
                                           right,
                                           {result.base(), 0, columns, 1},
                                           m,
                                           inner,
                                           columns,
                                           batch_offsets(na, sa, nb, sb, result.size())});
      return result;
    });
  }

private:
  /// The offsets of each pair of matrices and of their product. The products have `elements`
  /// elements in total.
  static std::vector<index> batch_offsets(const std::array<index, ra>& na,
                                          const std::array<index, ra>& sa,
                                          const std::array<index, rb>& nb,
                                          const std::array<index, rb>& sb, index elements) {
    constexpr std::size_t ba = ra > 2 ? ra - 2 : 0, bb = rb > 2 ? rb - 2 : 0;
    constexpr std::size_t R = ba > bb ? ba : bb;
    std::vector<index> offsets{0, 0};
    for (std::size_t k = 0; k < R; ++k) {
      const bool in_a = k + ba >= R, in_b = k + bb >= R;
      const index own_a = in_a ? na[k + ba - R] : 1, own_b = in_b ? nb[k + bb - R] : 1;
      const index step_a = own_a == 1 ? 0 : sa[k + ba - R],
                  step_b = own_b == 1 ? 0 : sb[k + bb - R];
      std::vector<index> next;
      for (std::size_t i = 0; i < offsets.size(); i += 2)
        for (index j = 0; j < (own_a > own_b ? own_a : own_b); ++j) {
          next.push_back(offsets[i] + j * step_a);
          next.push_back(offsets[i + 1] + j * step_b);
        }
      offsets = std::move(next);
    }
    const std::size_t count = offsets.size() / 2;
    std::vector<index> all(3 * count);
    for (std::size_t i = 0; i < count; ++i) {
      all[3 * i] = offsets[2 * i];
      all[3 * i + 1] = offsets[2 * i + 1];
      all[3 * i + 2] = elements / static_cast<index>(count) * static_cast<index>(i);
    }
    return all;
  }
};

/// tensordot over the last N axes of one operand and the first N of the other, computed as a
/// product of matrices.
template <class A, class B, std::size_t N> struct device_computation<contraction<A, B, N>> {
  using node = contraction<A, B, N>;
  static constexpr bool known = true, stores = false;

  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto& x, const auto& y) {
      using T = value_t<node>;
      check_same_device(context_of(x), context_of(y));
      device_value<node> result(context_of(n), n.shape());
      if (result.size() == 0)
        return result;
      decltype(auto) left = as_elements<T>(x);
      decltype(auto) right = as_elements<T>(y);
      const auto nb = y.shape();
      index inner = 1;
      for (std::size_t k = 0; k < N; ++k)
        inner *= nb[k];
      if (inner == 0) {
        result = T();
        return result;
      }
      const index rows = x.size() / inner, columns = y.size() / inner;
      std::optional<device_value<std::remove_cvref_t<decltype(left)>>> left_copy;
      std::optional<device_value<std::remove_cvref_t<decltype(right)>>> right_copy;
      multiply_matrices(result.context(), {kernel_type_of<T>(),
                                           packed_matrix(left, left_copy, inner),
                                           packed_matrix(right, right_copy, columns),
                                           {result.base(), 0, columns, 1},
                                           rows,
                                           inner,
                                           columns,
                                           {0, 0, 0}});
      return result;
    });
  }
};

template <std::size_t... K, fixed_string Text, class T, class... N>
struct device_computation<einsum_chain<std::index_sequence<K...>, Text, T, N...>> {
  using node = einsum_chain<std::index_sequence<K...>, Text, T, N...>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto&... o) {
      if constexpr (sizeof...(N) == 2 && (sizeof(T) == 4 || sizeof(T) == 8 || is_complex<T>::value))
        if (auto result = by_matrices(n, o...))
          return *std::move(result);
      using call = einsum_call<Text, const N&...>;
      return device_eval(call::run_each(std::index_sequence_for<N...>(), o...));
    });
  }

private:
  /// Computes an einsum of two operands as a product of matrices. Returns nothing if the einsum is
  /// not such a product, or is small.
  template <class X, class Y>
  static std::optional<device_value<node>> by_matrices(const node& n, const X& x, const Y& y) {
    static constexpr auto& plan = einsum_verdict<Text, N...>::plan;
    const auto sizes = n.shape();
    std::array<product_loop, plan.loops> loops{};
    index step = 1;
    for (std::size_t k = plan.loops; k-- > 0;) {
      loops[k] = {1, 0, 0, 0, k < plan.results};
      if (k < plan.results) {
        loops[k].n = sizes[k];
        loops[k].c = step;
        step *= sizes[k];
      }
    }
    const auto see = [&](std::size_t which, const auto& own, const auto& strides,
                         index product_loop::* steps) {
      for (std::size_t k = 0; k < own.size(); ++k)
        if (own[k] != 1) {
          product_loop& l = loops[static_cast<std::size_t>(plan.loop_of[which][k])];
          l.n = own[k];
          l.*steps += strides[k];
        }
    };
    // The decision is made before anything is computed. An operand that is not in memory will be
    // computed in row-major order.
    const auto strides = [](const auto& o) {
      if constexpr (device_memory<decltype(o)>)
        return o.strides();
      else
        return row_major_strides(o.shape());
    };
    see(0, x.shape(), strides(x), &product_loop::a);
    see(1, y.shape(), strides(y), &product_loop::b);
    matrix_products p{};
    p.type = kernel_type_of<T>();
    const bool empty = std::ranges::any_of(loops, [](const product_loop& l) { return l.n == 0; });
    if (empty || !as_matrix_products({loops.begin(), loops.end()}, p))
      return {};
    // Converting an operand to another element type makes it row-major.
    if constexpr (!std::same_as<value_t<X>, T> || !std::same_as<value_t<Y>, T>) {
      const device_value<decltype(cast<T>(x))> a = cast<T>(x);
      const device_value<decltype(cast<T>(y))> b = cast<T>(y);
      return by_matrices(n, a, b);
    } else {
      const auto a = device_matrix(x);
      const auto b = device_matrix(y);
      device_value<node> result(a.context(), sizes);
      if (b.context() != a.context())
        return {}; // the kernel that runs instead reports the error
      p.a.base = a.base();
      p.b.base = b.base();
      p.c.base = result.base();
      p.a.offset = offset_of_memory(a);
      p.b.offset = offset_of_memory(b);
      multiply_matrices(result.context(), p);
      return result;
    }
  }
};

} // namespace stria::detail
