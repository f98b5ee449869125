// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/reduce_by.hpp: reduce, a reduction by a user-defined function.
#pragma once

#include <stria/evaluate/computed.hpp>
#include <stria/fold/fold.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// A call of f that has its second argument.
template <class F, class V> struct pending {
  const F* f;
  V value;
};
template <class F> struct pending_fn {
  static constexpr bool pure = is_pure<F>;
  const F* f;
  template <class V> STRIA_INLINE constexpr pending<F, V> operator()(const V& v) const {
    return {f, v};
  }
};
/// Makes a call with the first argument.
struct pending_op {
  template <class T, class F, class V>
  STRIA_INLINE static constexpr T step(T&& acc, const pending<F, V>& call) {
    return static_cast<T>((*call.f)(static_cast<T&&>(acc), call.value));
  }
};

/// E reduced by f, starting from an initial value.
template <class F, class T, class E, std::uint64_t Bits, bool Keep>
class folded
    : public computed<folded<F, T, E, Bits, Keep>, T, reduced_shape<extents_of<E>, Bits, Keep>()> {
  static constexpr std::size_t L = rank_of<E>, R = rank_of<typename folded::computed>;
  F f_;
  T init_;
  E source_;

public:
  static constexpr computation how = computation::at_a_level;

  template <class U>
  constexpr folded(F&& f, T&& init, U&& source)
      : f_(static_cast<F&&>(f)), init_(static_cast<T&&>(init)), source_(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(folded);

  constexpr axis_array<R> shape() const { return {reduced_sizes<Bits, Keep, R>(source_.shape())}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  constexpr const F& function() const { return f_; }
  constexpr const T& initial() const { return init_; }
  template <class M> constexpr auto over(M&& source) const {
    return folded<F, T, std::remove_cvref_t<M>, Bits, Keep>(static_cast<F>(f_), T(init_),
                                                            static_cast<M&&>(source));
  }
  template <std::size_t> constexpr auto needed(const region<R>& of_result) const {
    return unreduced_region<Bits, Keep>(of_result, source_.shape());
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto& e = prepare(source_);
    using source_t = std::remove_cvref_t<decltype(e)>;
    run_into<store_kernel>(target, scalar<T>(init_));
    const map_of<pending_fn<F>, ref<source_t>> calls(pending_fn<F>{&f_}, ref<source_t>(e));
    run_loop<fold_kernel<pending_op>>(
        e.shape(), reduced_cursor<Bits, Keep, L>(target),
        member_access::cursor<straight_hint<L>, L>(calls, straight_refs<L>()));
  }
};

template <class F, class T, class E, class... X> struct fold_verdict {
  using axes = axes_verdict<E, X...>;
  static constexpr bool callable = requires(const F& f, T acc, const value_t<E>& v) {
    static_cast<T>(f(static_cast<T&&>(acc), v));
  };
  static constexpr bool accepted = axes::accepted && !operand<T> && callable;
  static constexpr message text() {
    if constexpr (!axes::accepted)
      return axes::text();
    else if constexpr (operand<T>)
      return message("stria: reduce: the initial value must be a single value, as in "
                     "reduce(op, 0, a), not a tensor");
    else
      return message("stria: reduce: op(init, element) cannot be called, or its result does not "
                     "convert to the type of init");
  }
};

template <class F, class T, class E, class... X> struct fold_result : ignored_call {};
template <bool AtOnce, class F, class T, class E, class Verdict>
using fold_call = reduction_call<AtOnce, Verdict,
                                 folded<F, T, typename hold_to_reduce<AtOnce, E>::type,
                                        Verdict::axes::axes.bits, Verdict::axes::axes.keep>>;
template <class F, class T, operand E, class... X>
struct fold_result<F, T, E, X...> : fold_call<gives_element<E>(make_axes<X...>(rank_of<E>)), F, T,
                                              E, fold_verdict<F, T, E, X...>> {};

} // namespace detail

/// Reduces the elements over axes by a function: acc = op(acc, element), starting from `init`.
///
/// \param op     a function of (accumulator, element), called in row-major order of the reduced
///               axes
/// \param init   the initial accumulator, one value; its type is that of the result
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the accumulator, computed immediately, if all axes are reduced without `keepdims`;
///               otherwise a lazy expression. `init` if there are no elements
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; a function that cannot be called with
///               an accumulator and an element; an `init` that is a tensor or expression
/// \complexity   O(n) calls
/// \numpy        `np.frompyfunc(op, 2, 1).reduce(e, axis, initial=init)`
/// \usage        `reduce([](int acc, int v) { return acc | v; }, 0, a, _0)`
template <class F, class T, detail::operand_or_refused E, class... Axes>
constexpr auto reduce(F op, T init, E&& e, Axes...)
    STRIA_RUN_OR_REFUSE((detail::fold_result<F, T, E, Axes...>), static_cast<F&&>(op),
                        static_cast<T&&>(init), static_cast<E&&>(e));
STRIA_BORROWING((class F, class T, detail::tensor_operand S, class... Axes,
                 class A = detail::lvalue_t<S>),
                reduce, (F op, T init, S& e STRIA_LIFETIMEBOUND, Axes...),
                (detail::fold_result<F, T, A, Axes...>), static_cast<F&&>(op),
                static_cast<T&&>(init), e);
STRIA_FOREIGN_LACKS(reduce, "the initial value is", "reduce(f, 0.f, a)", detail::whatever,
                    detail::ours);
STRIA_FOREIGN(reduce, detail::whatever, detail::whatever, detail::not_ours, detail::whatever = {},
              detail::whatever = {}, detail::whatever = {});

/// A reduction by `op` over axes, at least one of them known only at run time.
template <class F, class T, detail::operand E, class... X>
  requires detail::run_time_axes<E, X...>
constexpr auto reduce(F op, T init, E&& e, X... x) {
  return detail::reduce_last(
      [&]<class M>(M&& m, auto... y) {
        return reduce(std::move(op), std::move(init), static_cast<M&&>(m), y...);
      },
      static_cast<E&&>(e), x...);
}

} // namespace stria
