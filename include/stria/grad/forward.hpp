// SPDX-License-Identifier: BSL-1.0
// grad/forward.hpp: the functions of the library for operands of dual numbers.
//
// Most functions accept any class with the operators that they need. Element-wise functions with a
// rule in slope.hpp, and statistics with a rule in node_rules.hpp, use that rule, so that both
// modes have the same derivatives. Tests: tests/grad/forward.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/dual.hpp>
#include <stria/grad/node_rules.hpp>

#include <stria/arguments/axes.hpp>
#include <stria/fold/all_axes.hpp>
#include <stria/fold/operations.hpp>

namespace stria::detail {

// --- element-wise functions ---

/// F as a function of dual numbers.
template <class F> struct on_duals {
  F f;
  constexpr explicit(false) on_duals(const F& function) : f(function) {}
  template <class... A>
    requires std::invocable<const F&, value_of_dual<A>...>
  constexpr auto operator()(const A&... a) const {
    return apply_to_duals(f, a...);
  }
};
template <class F> struct slope_of<on_duals<F>> : slope_of<F> {
  template <std::size_t K, class Y, class... A>
  static constexpr auto by(const on_duals<F>& fn, const Y& y, const A&... a) {
    return slope_of<F>::template by<K>(fn.f, y, a...);
  }
};

/// True for dual numbers, and for operands with such elements.
template <class A> inline constexpr bool has_duals = is_dual<A>;
template <operand A> inline constexpr bool has_duals<A> = is_dual<value_t<A>>;
/// A call of a function that has a rule.
template <class F, class... A>
concept dual_call = slope_of<F>::exists && operand_list<A...> && (has_duals<bare<A>> || ...);
template <class F, class... A>
using dual_map = map_with<on_duals<F>, typename first_operand<A...>::type, A...>;
template <class F, class A>
  requires dual_call<F, A>
struct map_result<F, A> : dual_map<F, A> {};
template <class F, class A, class B>
  requires dual_call<F, A, B>
struct map_result<F, A, B> : dual_map<F, A, B> {};
template <class F, class A, class B, class C>
  requires dual_call<F, A, B, C>
struct map_result<F, A, B, C> : dual_map<F, A, B, C> {};

// A conversion keeps the slopes.
template <class T, operand A>
  requires(is_dual<value_t<A>> && std::is_floating_point_v<T>)
struct cast_result<T, A> : map_result<cast_fn<T>, A> {};

// --- reductions ---

// Sums of floats are added in double, as without slopes.
template <> struct total_type<dual<float>> {
  using type = dual<double>;
};
// A reduction over all axes is an operand of rank 0, so that plain tensors combine with it.
template <class Node>
  requires(is_dual<typename Node::value_type> && !is_active<Node>)
struct element_call<Node> {
  static constexpr bool accepted = true;
  using type = typename tensor_of<typename Node::value_type, Node::extents>::type;
  template <class... A> static constexpr type run(A&&... a) {
    return type(Node(static_cast<A&&>(a)...));
  }
};

/// The parts of dual numbers, and dual numbers made from parts.
struct take_value {
  template <class T> constexpr T operator()(const dual<T>& d) const { return d.value; }
};
struct take_slope {
  template <class T> constexpr T operator()(const dual<T>& d) const { return d.slope; }
};
struct make_dual {
  template <class T> constexpr dual<T> operator()(const T& v, const T& s) const { return {v, s}; }
};
template <class E> constexpr auto values_of(const E& e) {
  return typename tensor_of<value_of_dual<value_t<E>>, extents_of<E>>::type(map(take_value(), e));
}
template <class E> constexpr auto slopes_of(const E& e) {
  return typename tensor_of<value_of_dual<value_t<E>>, extents_of<E>>::type(map(take_slope(), e));
}

template <class Op, class T>
  requires(reduction_slope<Op>::exists && reduces<Op, T>)
inline constexpr bool reduces<Op, dual<T>> = true;

/// A statistic of dual numbers: the slopes are weighted as the rule of the reverse pass states.
template <class Op, class E, std::uint64_t Bits, bool Keep>
  requires(is_dual<value_t<E>> && reduction_slope<Op>::exists)
class statistic<Op, E, Bits, Keep>
    : public computed<statistic<Op, E, Bits, Keep>,
                      dual<typename Op::template result<value_of_dual<value_t<E>>>>,
                      reduced_shape<extents_of<E>, Bits, Keep>()> {
  static constexpr std::size_t R = reduced_shape<extents_of<E>, Bits, Keep>().rank();
  E source_;
  STRIA_EMPTY Op op_;

public:
  static constexpr computation how = computation::at_a_level;
  using fold_op = void;
  using source_type = E;
  static constexpr bool folds_rows = false;

  template <class U>
  constexpr statistic(U&& source, const Op& op) : source_(static_cast<U&&>(source)), op_(op) {}
  STRIA_NO_TARGET(statistic);

  constexpr axis_array<R> shape() const { return {reduced_sizes<Bits, Keep, R>(source_.shape())}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return statistic<Op, std::remove_cvref_t<M>, Bits, Keep>(static_cast<M&&>(source), op_);
  }
  constexpr const E& source() const { return source_; }
  constexpr const Op& operation() const { return op_; }
  template <class Target> constexpr void compute(Target& target) const {
    const auto x = values_of(source_);
    const auto d = slopes_of(source_);
    using values = bare<decltype(x)>;
    using T = value_of_dual<value_t<statistic>>;
    const statistic<Op, ref<values>, Bits, Keep> plain_one(ref<values>(x), op_);
    const typename tensor_of<T, statistic::extents>::type v(plain_one);
    const reduction_extent<values, Bits> over{x, reduced_count<Bits>(x.shape())};
    const auto weights = eval(reduction_slope<Op>::slope(
        plain_one, ref<values>(x), unreduced<rank_of<E>, Bits, Keep>(as_operand(v)), T(1), over));
    const typename tensor_of<T, statistic::extents>::type slope(
        reduction<sum_op, bare<decltype(weights * d)>, Bits, Keep>(weights * d));
    target = map(make_dual(), v, slope);
  }
};

} // namespace stria::detail
