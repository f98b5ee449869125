// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/accumulate.hpp: accumulate, running results of a user-defined function.
#pragma once

#include <stria/evaluate/computed.hpp>
#include <stria/numpy/reduce/accumulate_loops.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// The type that f returns for two elements of E.
template <class F, class V>
using accumulated_type = std::remove_cvref_t<decltype(std::declval<const F&>()(
    std::declval<const V&>(), std::declval<const V&>()))>;

/// The running results of f over N along an axis.
template <class F, class N, std::size_t Axis>
class accumulated
    : public computed<accumulated<F, N, Axis>, accumulated_type<F, value_t<N>>, N::extents> {
  static constexpr std::size_t R = rank_of<N>;
  using T = value_t<N>;
  using result = accumulated_type<F, T>;
  F f_;
  N source_;

public:
  template <class U>
  constexpr accumulated(F&& f, U&& source)
      : f_(static_cast<F&&>(f)), source_(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(accumulated);

  constexpr axis_array<R> shape() const { return {source_.shape()}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  constexpr const F& function() const { return f_; }
  template <class M> constexpr auto over(M&& source) const {
    return accumulated<F, std::remove_cvref_t<M>, Axis>(static_cast<F>(f_),
                                                        static_cast<M&&>(source));
  }
  template <class Target> constexpr void compute(Target& target) const {
    if constexpr (std::same_as<T, result>) {
      // The function replaces the elements one by one.
      run_into<store_kernel>(target, prepare(source_));
      if (target.size() > 0)
        accumulate_along(target.data(), target.data(), target.shape(), Axis, f_);
    } else {
      const auto& values = as_block(source_);
      if (values.size() > 0)
        accumulate_along(target.data(), values.data(), values.shape(), Axis, f_);
    }
  }
};

/// Whether f can join the elements of E.
template <class F, class V>
concept joins_elements = requires(const F& f, const V& v) {
  static_cast<accumulated_type<F, V>>(v);
  static_cast<accumulated_type<F, V>>(f(std::declval<const accumulated_type<F, V>&>(), v));
};
template <class F, class E> struct joining_verdict {
  static constexpr bool accepted = joins_elements<F, value_t<E>>;
  static constexpr message text() {
    return message("stria: op must join two elements, as in "
                   "[](double x, double y) { return x < y ? y : x; }: op(element, element) cannot "
                   "be called as const, or its result cannot be its first argument");
  }
};

template <class F, class E, class Axis> struct accumulate_result : ignored_call {};
template <class F, class E, class Axis> struct accumulate_call {
  static constexpr bool accepted = true;
  using type = accumulated<F, hold_t<E>, axis_of<E, Axis>>;
  static constexpr type run(F&& f, E&& e) { return type(static_cast<F&&>(f), static_cast<E&&>(e)); }
};
template <class F, operand E, class Axis>
struct accumulate_result<F, E, Axis>
    : judged_call<each_verdict<one_axis_verdict<E, Axis>, joining_verdict<F, E>>,
                  accumulate_call<F, E, Axis>> {};

} // namespace detail

/// Joins the elements along an axis by a function and keeps each intermediate result: element k is
/// op(op(op(a[0], a[1]), ...), a[k]).
///
/// \param op     an associative function of two elements, called in order
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`; without it, the operand is flattened
/// \returns      a lazy expression of the shape of `a` (of rank 1 without an axis). Its element
///               type is that of the results of `op`
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist, and a function that cannot be called with two
///               elements or whose result cannot be its first argument
/// \complexity   O(n) calls; computed once when it is assigned
/// \numpy        `np.frompyfunc(op, 2, 1).accumulate(a, axis)`
/// \usage        `accumulate([](int x, int y) { return x | y; }, a, _0)`
/// \see          cumsum, cumulative_max, reduce
template <class F, detail::operand_or_refused E, class Axis>
constexpr auto accumulate(F op, E&& a, Axis)
    STRIA_RUN_OR_REFUSE((detail::accumulate_result<F, E, Axis>), static_cast<F&&>(op),
                        static_cast<E&&>(a));
/// Joins the elements of the flattened operand by a function and keeps each intermediate result.
template <class F, detail::operand_or_refused E>
constexpr auto accumulate(F op, E&& a) STRIA_RUN_OR_REFUSE(
    (detail::accumulate_result<F, decltype(ravel(static_cast<E&&>(a))), constant<0>>),
    static_cast<F&&>(op), ravel(static_cast<E&&>(a)));
STRIA_FOREIGN(accumulate, detail::whatever, detail::not_ours, detail::whatever = {});

/// Joins the elements along an axis known only at run time.
template <class F, detail::operand_with_axes E> constexpr auto accumulate(F op, E&& a, axis k) {
  return detail::call_along(
      [&]<class M>(M&& m, auto x) { return accumulate(std::move(op), static_cast<M&&>(m), x); },
      static_cast<E&&>(a), k);
}

} // namespace stria
