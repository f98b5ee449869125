// SPDX-License-Identifier: BSL-1.0
// device/fold.hpp: reductions on a device. Tests: tests/device/reduce.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/store.hpp>
#include <stria/numpy/product/einsum.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/reduce_by.hpp>
#include <stria/numpy/statistics/softmax.hpp>

namespace stria {
namespace detail {

/// The reductions that kernels compute; `partial` is the type of the accumulator.
template <class Op> struct kernel_fold {
  static constexpr bool known = false;
};
template <class Op>
  requires(std::same_as<Op, sum_op> || std::same_as<Op, prod_op> || std::same_as<Op, mean_op> ||
           std::same_as<Op, min_op> || std::same_as<Op, max_op> || std::same_as<Op, any_op> ||
           std::same_as<Op, all_op> || std::same_as<Op, count_op> ||
           std::same_as<Op, softmax_shift_op>)
struct kernel_fold<Op> {
  static constexpr bool known = true, takes_empty = Op::has_start;
  static constexpr const char* text = Op::text;
  template <class V>
  using partial = typename Op::template total<
      typename Op::template partial<typename Op::template result<V>, V>>;
};
// Reductions with an accumulator type, such as sum<T>(a).
template <class Op, class T>
  requires(kernel_fold<Op>::known)
struct kernel_fold<accumulating_op<Op, T>> : kernel_fold<Op> {
  template <class V>
  using partial =
      typename Op::template total<typename accumulating_op<Op, T>::template partial<T, V>>;
};
template <> struct kernel_fold<einsum_sum_op> : kernel_fold<sum_op> {
  template <class V> using partial = typename total_type<V>::type;
};
template <class Better> struct kernel_fold<arg_op<Better>> {
  static constexpr bool known = true, takes_empty = false;
  static constexpr const char* text = Better::arg_text;
  template <class V> using partial = V;
};

/// The stride of the result for each of the L loops over the operand; 0 for reduced axes.
template <std::uint64_t Bits, bool Keep, std::size_t L, std::size_t R>
std::array<index, L> reduced_steps(const std::array<index, R>& own) {
  std::array<index, L> steps{};
  std::size_t at = 0;
  for (std::size_t k = 0; k < L; ++k)
    if (!axis_set{Bits}.has(k))
      steps[k] = own[at++];
    else if (Keep)
      ++at;
  return steps;
}

template <class Op, class E, std::uint64_t Bits, bool Keep>
  requires(kernel_fold<Op>::known)
struct device_computation<reduction<Op, E, Bits, Keep>> {
  using node = reduction<Op, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;

  static device_value<node> compute(const node& n) { return fold(n.source(), n.shape()); }

  /// Reduces e to a result of these sizes.
  template <class S>
  static device_value<node> fold(const S& e, const std::array<index, rank_of<node>>& sizes) {
    using fold_of = kernel_fold<Op>;
    using V = value_t<S>;
    using R = value_t<node>;
    constexpr std::size_t L = rank_of<S>;
    const auto n = e.shape();
    device_value<node> result(context_of(e), sizes);
    const index count = reduced_count<Bits>(n);
    if (count == 0) {
      if constexpr (fold_of::takes_empty)
        result = finish_fn<Op, R>{0}(Op::template start<typename fold_of::template partial<V>>());
      else
        raise_empty_reduction(fold_of::text, n);
      return result;
    }
    if (result.size() == 0)
      return result;
    static kernel_body body;
    kernel_draft draft(result.context(), body, n.data(), L, Bits);
    const auto out = reduced_steps<Bits, Keep, L>(result.strides());
    static_cast<void>(draft.add_memory(kernel_type_of<R>(), result.base(), 0, out.data()));
    const fresh_target fresh;
    lowering<L, fresh_target> lower(draft, n, fresh);
    const kernel_operand value = lower(e, straight_refs<L>());
    if constexpr (Op::has_loops) {
      // The position among the reduced elements is a further operand.
      std::array<index, L> position{};
      index step = 1;
      for (std::size_t k = L; k-- > 0;)
        if (axis_set{Bits}.has(k)) {
          position[k] = step;
          step *= n[k];
        }
      static_cast<void>(draft.add_counter(0, position.data()));
    }
    draft.fold(
        value.text, value.type,
        {fold_of::text, kernel_type_of<typename fold_of::template partial<V>>(), count, {}, {}});
    return result;
  }
};

/// reduce(op, init, a): one work item applies the function in order.
template <class F, class T, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool calls_kernel_function<folded<F, T, E, Bits, Keep>> = is_kernel_function<F>;
template <class F, class T, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool has_kernel_types<folded<F, T, E, Bits, Keep>> =
    takes_complex<F> || !(is_complex<T>::value || is_complex<value_t<E>>::value);
template <class F, class T, class E, std::uint64_t Bits, bool Keep>
  requires(is_kernel_function<F>)
struct device_computation<folded<F, T, E, Bits, Keep>> {
  using node = folded<F, T, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;

  static device_value<node> compute(const node& f) {
    using V = value_t<E>;
    const auto& e = operand_at<0>(f);
    constexpr std::size_t L = rank_of<E>;
    const auto n = e.shape();
    device_value<node> result(context_of(e), f.shape());
    if (count_elements(n) == 0 || result.size() == 0) {
      result = f.initial();
      return result;
    }
    static kernel_body body;
    kernel_draft draft(result.context(), body, n.data(), L, Bits);
    const auto out = reduced_steps<Bits, Keep, L>(result.strides());
    static_cast<void>(draft.add_memory(kernel_type_of<T>(), result.base(), 0, out.data()));
    const fresh_target fresh;
    const kernel_operand value = lowering<L, fresh_target>(draft, n, fresh)(e, straight_refs<L>());
    const kernel_operand both[] = {{"a", kernel_type_of<T>()}, {"v", kernel_type_of<V>()}};
    using R = std::remove_cvref_t<decltype(f.function()(std::declval<const T&>(),
                                                        std::declval<const V&>()))>;
    std::string start = draft.add_scalar(f.initial());
    const std::string step =
        kernel_call<F>::text(draft, f.function(), kernel_type_of<R>(), both, 2);
    draft.fold(value.text, value.type,
               {"reduce", kernel_type_of<T>(), reduced_count<Bits>(n), std::move(start),
                converted_text(step, kernel_type_of<R>(), kernel_type_of<T>())});
    return result;
  }
};

/// The result of a reduction over all axes, copied to the host.
template <device_operand N> element_value<typename N::value_type> single_element(const N& n) {
  static_assert(kernel_verdict<N>::accepted,
                "stria: a function in this expression has no kernel for devices, or an operand is "
                "in the memory of the host; docs/devices.md lists what runs where");
  const auto result = device_eval(n);
  typename N::value_type value{};
  result.context()->read(&value, result.base(), 0, sizeof(value));
  return value;
}

template <class E> entry_range device_range(const E& e) {
  constexpr std::uint64_t all = rank_of<E> == 0 ? 0 : ~std::uint64_t{0} >> (64 - rank_of<E>);
  return {to_index(single_element(reduction<min_op, E, all, false>(e))),
          to_index(single_element(reduction<max_op, E, all, false>(e)))};
}

} // namespace detail
} // namespace stria
