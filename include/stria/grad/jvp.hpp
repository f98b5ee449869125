// SPDX-License-Identifier: BSL-1.0
// grad/jvp.hpp: forward mode and second derivatives.
//
// jvp() calls the function with variables whose elements are dual numbers, so the values of the
// result have slopes. hvp() and hessian() compute the gradient with respect to such variables. Its
// slopes are products with the matrix of second derivatives. Tests: tests/grad/forward.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/forward.hpp>
#include <stria/grad/pullback.hpp>

#include <tuple>
#include <utility>

namespace stria {
namespace detail {

// The values of dual numbers, without slopes.
template <operand E>
  requires is_dual<value_t<E>>
struct primal_result<E> {
  static constexpr bool accepted = true;
  static constexpr auto values(const E& e) {
    const auto v = values_of(plain(e));
    if constexpr (rank_of<E> == 0)
      return value_t<decltype(v)>(v);
    else
      return v;
  }
  using type = std::remove_const_t<decltype(values(std::declval<const E&>()))>;
  static constexpr type run(const E& e) { return values(e); }
};
template <class T> struct primal_result<dual<T>> {
  static constexpr bool accepted = true;
  using type = T;
  static constexpr type run(const dual<T>& d) { return d.value; }
};

// --- jvp ---

template <class A> using dual_tensor = typename tensor_of<dual<value_t<A>>, extents_of<A>>::type;

[[noreturn]] [[gnu::cold]] inline void raise_tangent_shape(const char* function,
                                                           std::size_t argument,
                                                           array_ref<index> got,
                                                           array_ref<index> wanted) {
  message m("stria: ");
  m << function << ": the tangent of argument " << argument + 1 << " has the shape ";
  say_shape(m, got);
  m << ", but the argument has ";
  say_shape(m, wanted);
  raise<value_error>(m);
}
/// The values of a with the slopes of d, a number or an operand of the same shape.
template <class A, class D>
constexpr dual_tensor<A> dual_argument(const char* function, std::size_t k, const A& a,
                                       const D& d) {
  using T = value_t<A>;
  if constexpr (operand<D>) {
    const auto sizes = a.shape(), own = d.shape();
    if (sizes != own) [[unlikely]]
      raise_tangent_shape(function, k, own, sizes);
    return dual_tensor<A>(map(make_dual(), a, cast<T>(d)));
  } else {
    return dual_tensor<A>(map(make_dual(), a, static_cast<T>(d)));
  }
}

/// The first place where two lists of ranks differ; their length if there is none.
template <std::size_t N>
constexpr std::size_t first_difference(const std::array<std::size_t, N>& a,
                                       const std::array<std::size_t, N>& b) {
  std::size_t k = 0;
  while (k < N && a[k] == b[k])
    ++k;
  return k;
}
template <class... A> constexpr std::array<std::size_t, sizeof...(A)> ranks_of() {
  return {(operand<A> ? rank_if_operand<A> : 0)...};
}

/// The verdict on the arguments X and the tangents D of a function of the library.
template <fixed_string Name, class X, class D> struct tangent_verdict;
template <fixed_string Name, class... X, class... D>
struct tangent_verdict<Name, std::tuple<X...>, std::tuple<D...>> {
  static constexpr bool has_tangents = sizeof...(X) == sizeof...(D);
  static constexpr std::size_t bad_rank = [] {
    if constexpr (has_tangents)
      return first_difference(ranks_of<X...>(), ranks_of<D...>());
    else
      return sizeof...(X);
  }();
  static constexpr bool has_ranks = bad_rank == sizeof...(X);
  static constexpr bool has_numbers = ((operand<D> || std::is_arithmetic_v<D>) && ...);
  using arguments = arguments_verdict<X...>;
  static constexpr bool accepted = has_tangents && arguments::bad < 0 && has_numbers && has_ranks;
  static constexpr message text() {
    message m("stria: ");
    m << Name.view() << ": ";
    if constexpr (!has_tangents)
      return m << "the number of arguments is " << sizeof...(X) << ", that of tangents "
               << sizeof...(D);
    else if constexpr (arguments::bad >= 0)
      return arguments::text();
    else if constexpr (!has_numbers)
      return m << "a tangent is neither a number nor a tensor";
    else
      return m << "the tangent of argument " << bad_rank + 1 << " has rank "
               << ranks_of<D...>()[bad_rank] << ", but the argument has rank "
               << ranks_of<X...>()[bad_rank] << "; both need the same shape";
  }
};

/// What jvp() returns for the result r of a function: the value and the slope of each element.
struct slope_pair {
  template <class R> static constexpr auto of(const R& r) {
    if constexpr (is_dual<R>) {
      return std::pair(r.value, r.slope);
    } else if constexpr (!operand<R>) {
      return std::pair(r, R());
    } else {
      const value_tensor<R> t(r);
      if constexpr (rank_of<R> == 0) {
        return of(value_t<R>(t));
      } else if constexpr (is_dual<value_t<R>>) {
        return std::pair(values_of(t), slopes_of(t));
      } else {
        auto zeros_of_t = t;
        for (auto& v : zeros_of_t.storage())
          v = value_t<R>();
        return std::pair(t, zeros_of_t);
      }
    }
  }
};
/// The verdict on a function with the arguments X, and the tangents D.
template <class F, class X, class D> struct jvp_verdict;
template <class F, class... X, class... D>
struct jvp_verdict<F, std::tuple<X...>, std::tuple<D...>> {
  using tangents = tangent_verdict<"jvp", std::tuple<X...>, std::tuple<D...>>;
  static constexpr auto result_of() {
    if constexpr (tangents::accepted)
      return std::type_identity<
          bare<typename traced<std::index_sequence_for<X...>, F, dual_tensor<X>...>::result>>{};
    else
      return std::type_identity<void>{};
  }
  using result = typename decltype(result_of())::type;
  static constexpr bool has_rules = [] {
    if constexpr (active_operand<result>)
      return rule_verdict<result>::accepted;
    else
      return operand<result> || std::is_arithmetic_v<result> || is_dual<result>;
  }();
  static constexpr bool accepted = tangents::accepted && has_rules;
  static constexpr message text() {
    if constexpr (!tangents::accepted)
      return tangents::text();
    else if constexpr (active_operand<result>)
      return rule_verdict<result>::text();
    else
      return message("stria: jvp: the function returns neither a number nor a tensor");
  }
};
template <class F, class X, class D> struct jvp_call;
template <class F, class... X, class... D> struct jvp_call<F, std::tuple<X...>, std::tuple<D...>> {
  static constexpr bool accepted = true;
  // Not inlined, so that its frame is below that of the caller.
  STRIA_NOINLINE static auto run(F& f, const std::tuple<X...>& x, const std::tuple<D...>& d) {
    grad_tape tape;
    tape.frame = static_cast<const char*>(__builtin_frame_address(0));
    tape.is_forward = true;
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      const std::tuple<dual_tensor<X>...> arguments{
          dual_argument("jvp", K, std::get<K>(x), std::get<K>(d))...};
      return trace(
          tape, f,
          [&](const auto&, const auto& e) {
            using E = bare<decltype(e)>;
            if constexpr (active_operand<E>)
              return slope_pair::of(result_slot(tape, e)->own);
            else if constexpr (operand<E>)
              return slope_pair::of(plain(e));
            else
              return slope_pair::of(e);
          },
          std::get<K>(arguments)...);
    }(std::index_sequence_for<X...>());
  }
  using type = decltype(run(std::declval<F&>(), std::declval<const std::tuple<X...>&>(),
                            std::declval<const std::tuple<D...>&>()));
};
template <class F, class X, class D>
struct jvp_result
    : refused_call<sentence<"stria: jvp: the arguments and their tangents are two tuples, as in "
                            "jvp(f, std::tuple{x}, std::tuple{dx})">> {};
template <class F, class... X, class... D>
struct jvp_result<F, std::tuple<X...>, std::tuple<D...>>
    : traced_call<jvp_verdict<F, std::tuple<X...>, std::tuple<D...>>,
                  jvp_call<F, std::tuple<X...>, std::tuple<D...>>> {};

// --- second derivatives ---

/// The slope of the gradient of f for dual arguments.
template <class F, class A> auto slope_of_gradient(F& f, const dual_tensor<A>& x) {
  return slopes_of(grad_call<F, dual_tensor<A>>::run(f, x));
}
template <class F, class A, class D> struct hvp_verdict : grad_verdict<F, A> {
  using function = grad_verdict<F, A>;
  using tangent = tangent_verdict<"hvp", std::tuple<A>, std::tuple<D>>;
  static constexpr bool accepted = function::accepted && tangent::accepted;
  static constexpr message text() {
    if constexpr (function::accepted)
      return tangent::text();
    else
      return function::text();
  }
};
template <class F, class A, class D> struct hvp_call {
  static constexpr bool accepted = true;
  using type = value_tensor<A>;
  static type run(F& f, const A& a, const D& d) {
    return slope_of_gradient<F, A>(f, dual_argument("hvp", 0, a, d));
  }
};
template <class F, class A, class D>
struct hvp_result : traced_call<hvp_verdict<F, bare<A>, bare<D>>, hvp_call<F, bare<A>, bare<D>>> {};

template <class F, class A> struct hessian_call {
  static constexpr bool accepted = true;
  using type =
      typename tensor_of<value_t<A>, extents_in_a_row<extents_of<A>, extents_of<A>>()>::type;
  static type run(F& f, const A& a) {
    using T = value_t<A>;
    auto x = dual_argument("hessian", 0, a, T(0));
    std::array<index, 2 * rank_of<A>> sizes{};
    const auto own = x.shape();
    for (std::size_t k = 0; k < rank_of<A>; ++k)
      sizes[k] = sizes[rank_of<A> + k] = own[k];
    type h(sizes, uninitialized_t{});
    auto* to = h.data();
    // The matrix is symmetric, so each product is a row.
    for (auto& element : x.storage()) {
      element.slope = T(1);
      const auto row = slope_of_gradient<F, A>(f, x);
      for (const auto& v : row.storage())
        *to++ = v;
      element.slope = T(0);
    }
    return h;
  }
};
template <class F, class A>
struct hessian_result : traced_call<grad_verdict<F, bare<A>>, hessian_call<F, bare<A>>> {};

} // namespace detail

/// Computes a function and the product of its Jacobian with a direction, in forward mode.
///
/// \param f   a callable that accepts tensors; it is called once, with variables whose elements are
/// dual
///            numbers
/// \param x   a std::tuple of the arguments: tensors, views or expressions of floating-point
/// numbers
/// \param dx  a std::tuple of the tangents, one for each argument: operands of the same shape, or
///            numbers for arguments of rank 0
/// \returns   a std::pair of the value and its tangent, which have the same shape: numbers if the
///            rank is 0, otherwise tensors
/// \throws    what f throws; value_error for a tangent of another shape, and if f calls a function
///            made by custom_grad(), which states no derivative in forward mode
/// \refuses   arguments that are not floating-point numbers, another number of tangents, and
///            tangents of another rank
/// \complexity one call of f, with two numbers for each element
/// \numpy     `jax.jvp(f, (x,), (dx,))`
/// \see       vjp
/// \usage     `auto [y, dy] = jvp(f, std::tuple{x}, std::tuple{dx});`
template <class F, class X, class D>
auto jvp(F&& f, const X& x, const D& dx)
    STRIA_RUN_OR_REFUSE((detail::jvp_result<F, X, D>), f, x, dx);

/// Computes the product of the matrix of second derivatives with a vector, without the matrix.
///
/// \param f   a callable, as for grad()
/// \param x   the argument
/// \param v   an operand of the shape of `x`
/// \returns   a tensor with the extents of `x`
/// \throws    what f throws; value_error if `v` has another shape
/// \refuses   what grad() refuses, and `v` of another rank
/// \complexity one gradient, with two numbers for each element
/// \numpy     `jax.jvp(jax.grad(f), (x,), (v,))[1]`
/// \see       hessian, grad
/// \usage     `auto hv = hvp(loss, w, v);`
template <class F, class A, class D>
auto hvp(F&& f, const A& x, const D& v) STRIA_RUN_OR_REFUSE((detail::hvp_result<F, A, D>), f, x, v);

/// Computes the matrix of all second derivatives of a function.
///
/// \param f   a callable, as for grad()
/// \param x   the argument
/// \returns   a tensor whose axes are those of `x`, twice
/// \throws    what f throws
/// \refuses   what grad() refuses
/// \complexity one gradient for each element of `x`
/// \numpy     `jax.hessian(f)(x)`
/// \see       hvp
/// \usage     `auto H = hessian(loss, w);`
template <class F, class A>
auto hessian(F&& f, const A& x) STRIA_RUN_OR_REFUSE((detail::hessian_result<F, A>), f, x);

} // namespace stria
