// SPDX-License-Identifier: BSL-1.0
// eval/materialize.hpp: eval, and the evaluation of an expression into memory that it does not
// read.
#pragma once

#include <stria/eval/loop.hpp>
#include <stria/expr/map.hpp>
#include <stria/view/tensor.hpp>

namespace stria {
namespace detail {

/// The tensor type for the values of an expression.
template <class E> using value_tensor = typename tensor_of<value_t<E>, extents_of<E>>::type;
// Empty for types that are not operands, because clang needs the return type before it checks the
// constraint.
template <class E> struct evaluated {};
template <operand E> struct evaluated<E> {
  using type = value_tensor<E>;
};

/// The cursor of an expression in the loop nest of a target of rank R to which it is broadcast.
/// Leading axes of size 1 beyond the rank of the target are dropped.
template <std::size_t R, auto Extents, class E>
STRIA_INLINE constexpr auto input_cursor(const E& e) {
  constexpr std::size_t N = rank_of<E>;
  if constexpr (N <= R) {
    constexpr inner_hint h = broadcast_hint(straight_hint<R>, extents_of<E>, Extents);
    return e.template cursor<h, R>(operand_refs(straight_refs<R>(), e));
  } else {
    const auto own = e.shape();
    constexpr inner_hint h = R == 0 ? no_hint : inner_hint{static_cast<int>(N) - 1, 1};
    axis_refs<N> refs{};
    for (std::size_t k = N - R; k < N; ++k)
      if (own[k] != 1)
        refs[k] = {0, 1, static_cast<int>(k - (N - R))};
    return e.template cursor<h, R>(refs);
  }
}

/// The cursor of a target, a view or a tensor, in its own loop nest.
template <class Target> STRIA_INLINE constexpr auto output_cursor(Target& t) {
  constexpr std::size_t R = rank_of<Target>;
  return member_access::cursor<straight_hint<R>, R>(t, straight_refs<R>());
}

/// True for operands that can write their elements in row-major order.
template <class E>
concept stores_itself = E::stores_itself;

/// Evaluates an operand with a member store() into a tensor.
template <class Kernel, class Target, stores_itself E>
constexpr void run_into(Target& target, const E& e) {
  e.store(target.data());
}

/// Evaluates a prepared expression into memory that it does not read.
template <class Kernel, class Target, class E> constexpr void run_into(Target& target, const E& e) {
  run_loop<Kernel, extents_of<Target>>(target.shape(), output_cursor(target),
                                       input_cursor<rank_of<Target>, extents_of<Target>>(e));
}

} // namespace detail

/// Evaluates an expression into a new tensor.
///
/// \param e     a tensor, view or expression
/// \returns     a tensor with the element type and the extents of `e`; static extents remain static
/// \throws      the exceptions of the expression, for shapes, indices and values
/// \complexity  one fused loop; allocates the result
/// \numpy       `np.array(e)`
/// \usage       `auto c = eval(a + b);`
template <detail::operand E>
constexpr auto eval(const E& e) -> typename detail::evaluated<E>::type {
  using result = detail::value_tensor<E>;
  if constexpr (std::same_as<decltype(detail::prepare_to_store<detail::value_t<E>>(e)), result>) {
    // A result that is computed first as a whole is returned without a copy.
    return detail::prepare_to_store<detail::value_t<E>>(e);
  } else {
    const auto& ready = detail::prepare_to_store<detail::value_t<E>>(e);
    result t(ready.shape(), detail::uninitialized_t{});
    detail::constructed<result, std::remove_cvref_t<decltype(ready)>>::fill(t, ready);
    return t;
  }
}
// A refused operand has already been reported, so this overload reports nothing.
template <class E>
  requires detail::is_refused<E>
constexpr ignored eval(const E&) {
  return {};
}

} // namespace stria
