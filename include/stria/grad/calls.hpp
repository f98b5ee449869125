// SPDX-License-Identifier: BSL-1.0
// grad/calls.hpp: value_and_grad, value_and_grad_into and grad; let, primal and stop_gradient.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/update.hpp>
#include <stria/tensor/type_name.hpp>

#include <tuple>

namespace stria {
namespace detail {

// --- let, primal ---

template <class E, class Tag> struct let_call {
  static constexpr bool accepted = true;
  using type = grad_variable<value_t<E>, extents_of<E>, Tag>;
  static type run(const E& e) {
    grad_tape& tape = tape_of(e);
    return type(record(tape, split_root(tape, e)));
  }
};
template <class E> struct plain_let_call {
  static constexpr bool accepted = true;
  using type = value_tensor<E>;
  static constexpr type run(const E& e) { return type(e); }
};
template <class E> struct number_let_call {
  static constexpr bool accepted = true;
  using type = E;
  static constexpr type run(const E& e) { return e; }
};
template <class E, class Tag> struct let_result : number_let_call<E> {};
template <operand E, class Tag> struct let_result<E, Tag> : plain_let_call<E> {};
template <inactive_operand E, class Tag> struct let_result<E, Tag> {
  static constexpr bool accepted = true;
  using type = value_tensor<E>;
  static type run(const E& e) { return type(plain(e)); }
};
template <active_operand E, class Tag>
struct let_result<E, Tag> : judged_call<rule_verdict<E>, let_call<E, Tag>> {};

template <class E> struct primal_result {
  static constexpr bool accepted = true;
  using type = E;
  static constexpr type run(const E& e) { return e; }
};
template <operand E> struct primal_result<E> {
  static constexpr bool accepted = true;
  static constexpr bool is_single = rank_of<E> == 0;
  static constexpr auto values(const E& e) {
    if constexpr (is_single)
      return value_t<E>(value_tensor<E>(plain(e)));
    else
      return value_tensor<E>(plain(e));
  }
  using type = decltype(values(std::declval<const E&>()));
  static constexpr type run(const E& e) { return values(e); }
};

// --- arguments ---

template <std::size_t K, class A> struct argument_verdict {
  static constexpr bool accepted = [] {
    if constexpr (operand<A>)
      return is_differentiable<value_t<A>>;
    else
      return false;
  }();
  static constexpr message text() {
    message m("stria: grad: argument ");
    m << K + 1;
    if constexpr (!operand<A>)
      return m << " is not a tensor; pass numbers in the capture of the function";
    else if constexpr (is_complex<value_t<A>>::value)
      return m
             << " has complex elements; derivatives need floating-point numbers: pass real(z) and "
                "imag(z)";
    else
      return m << " has elements of type "
               << element_name<
                      value_t<A>> << "; derivatives need floating-point numbers: cast<double>(n)";
  }
};

/// The variable for an argument.
template <std::size_t K, class A>
using argument_variable = grad_variable<value_t<A>, extents_of<A>, argument_tag<K>>;
/// A variable for argument K, of type A, with a copy of the values.
template <std::size_t K, class A, class V> auto own_argument(grad_tape& tape, const V& values) {
  auto s = tape.make_slot<grad_slot<value_t<A>, extents_of<A>>>();
  s->own = value_tensor<A>(values);
  return argument_variable<K, A>(std::move(s));
}
/// A variable that refers to a tensor of the caller, which exists until the call has ended.
template <std::size_t K, class A> auto make_argument(grad_tape& tape, const A& a) {
  if constexpr (tensor_operand<A>) {
    auto s = tape.make_slot<grad_slot<value_t<A>, extents_of<A>>>();
    s->outer = &a;
    return argument_variable<K, A>(std::move(s));
  } else {
    return own_argument<K, A>(tape, a);
  }
}

template <class Seq, class F, class... A> struct traced;
template <std::size_t... K, class F, class... A> struct traced<std::index_sequence<K...>, F, A...> {
  using result = decltype(std::declval<F&>()(std::declval<const argument_variable<K, A>&>()...));
};

/// The verdict on the arguments of a derivative.
template <class... A> struct arguments_verdict {
  using numbers = std::index_sequence_for<A...>;
  template <std::size_t... K> static constexpr int bad_argument(std::index_sequence<K...>) {
    int first = -1;
    ((first = first < 0 && !argument_verdict<K, A>::accepted ? static_cast<int>(K) : first), ...);
    return first;
  }
  /// The first argument without a derivative, or -1.
  static constexpr int bad = bad_argument(numbers());
  static constexpr message text() {
    constexpr auto k = static_cast<std::size_t>(bad);
    return argument_verdict<k, std::tuple_element_t<k, std::tuple<A...>>>::text();
  }
};
/// The verdict on a function whose gradient is wanted, with the arguments A.
template <class F, class... A> struct grad_verdict {
  using numbers = std::index_sequence_for<A...>;
  static constexpr int bad = arguments_verdict<A...>::bad;
  static constexpr auto result_of() {
    if constexpr (bad < 0)
      return std::type_identity<bare<typename traced<numbers, F, A...>::result>>{};
    else
      return std::type_identity<void>{};
  }
  using result = typename decltype(result_of())::type;
  static constexpr bool is_single = [] {
    if constexpr (active_operand<result>)
      return rank_of<result> == 0;
    else
      return false;
  }();
  static constexpr bool accepted = [] {
    if constexpr (bad >= 0)
      return false;
    else if constexpr (is_single)
      return rule_verdict<result>::accepted;
    else
      return false;
  }();
  static constexpr message text() {
    if constexpr (bad >= 0) {
      return arguments_verdict<A...>::text();
    } else if constexpr (is_single) {
      return rule_verdict<result>::text();
    } else {
      message m("stria: grad: the function returns ");
      if constexpr (operand<result>) {
        if constexpr (rank_of<result> > 0) {
          m << "a tensor of shape ";
          say_shape(m, extents_of<result>.view());
          return m << "; a gradient needs one number, as sum(r) or mean(r)";
        }
      }
      if constexpr (std::is_arithmetic_v<result>)
        m << "a plain " << element_name<result>;
      else
        m << "no expression of its arguments";
      return m << ", so nothing depends on its arguments; a reduction of an expression of the "
                  "arguments is needed, and primal() or eval() lose the derivative";
    }
  }
};

/// The call that a verdict accepts, unless the function returns what has been reported.
template <class Verdict, class Call, bool = is_refused<typename Verdict::result>>
struct traced_call : judged_call<Verdict, Call> {};
template <class Verdict, class Call> struct traced_call<Verdict, Call, true> : ignored_call {};

/// Calls the function with variables, and act(variables, result) with its result, an expression.
template <class F, class Act, class... A>
decltype(auto) trace(grad_tape& tape, F& f, const Act& act, const A&... a) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) -> decltype(auto) {
    const std::tuple<argument_variable<K, A>...> variables{make_argument<K>(tape, a)...};
    return act(variables, f(std::get<K>(variables)...));
  }(std::index_sequence_for<A...>());
}
/// The slot of the result of a traced function.
template <class E> auto result_slot(grad_tape& tape, const E& e) {
  if (&tape_of(e) != &tape) [[unlikely]]
    raise_two_calls();
  return record(tape, split_root(tape, e));
}

template <class F, class... A> struct grad_run {
  using result = typename grad_verdict<F, A...>::result;
  using value_type = value_t<result>;
  // Not inlined, so that its frame is below that of the caller.
  template <class Take> STRIA_NOINLINE static void run(F& f, const Take& take, const A&... a) {
    grad_tape tape;
    tape.frame = static_cast<const char*>(__builtin_frame_address(0));
    trace(
        tape, f,
        [&](const auto& variables, const auto& e) {
          const auto s = result_slot(tape, e);
          s->adjoint = value_type(1);
          s->has_adjoint = true;
          const value_type value = s->own;
          tape.reverse_once();
          std::apply([&](const auto&... v) { take(value, v.slot().zeroed()...); }, variables);
        },
        a...);
  }
};
template <class F, class... A> struct value_and_grad_call {
  static constexpr bool accepted = true;
  using call = grad_run<F, A...>;
  using type = std::tuple<typename call::value_type, value_tensor<A>...>;
  static type run(F& f, const A&... a) {
    type r;
    call::run(f, [&](const auto& value, auto&... g) { r = type(value, std::move(g)...); }, a...);
    return r;
  }
};
template <class F, class... A>
struct value_and_grad_result
    : traced_call<grad_verdict<F, bare<A>...>, value_and_grad_call<F, bare<A>...>> {};

template <class F, class... A> struct grad_call {
  static constexpr bool accepted = true;
  using call = grad_run<F, A...>;
  static constexpr bool is_single = sizeof...(A) == 1;
  using tuple = std::tuple<value_tensor<A>...>;
  static auto run(F& f, const A&... a) {
    tuple r;
    call::run(f, [&](const auto&, auto&... g) { r = tuple(std::move(g)...); }, a...);
    if constexpr (is_single)
      return std::get<0>(std::move(r));
    else
      return r;
  }
  using type = std::conditional_t<is_single, std::tuple_element_t<0, tuple>, tuple>;
};
template <class F, class... A>
struct grad_result : traced_call<grad_verdict<F, bare<A>...>, grad_call<F, bare<A>...>> {};

/// The verdict on value_and_grad_into() with N targets.
template <std::size_t N, class F, class... A> struct grad_into_verdict : grad_verdict<F, A...> {
  using base = grad_verdict<F, A...>;
  static constexpr bool has_targets = N == sizeof...(A);
  static constexpr bool accepted = has_targets && base::accepted;
  static constexpr message text() {
    if constexpr (has_targets)
      return base::text();
    else
      return message("stria: grad: value_and_grad_into() needs one target for each argument, but "
                     "the number of targets is ")
             << N << ", that of arguments " << sizeof...(A);
  }
};
template <class F, class V, class Targets, class... A> struct value_and_grad_into_call {
  static constexpr bool accepted = true;
  using type = void;
  static void run(V& value, const Targets& targets, F& f, const A&... a) {
    grad_run<F, A...>::run(
        f,
        [&](const auto& v, auto&... g) {
          value = static_cast<V>(v);
          std::apply([&](auto&... to) { (static_cast<void>(to = g), ...); }, targets);
        },
        a...);
  }
};
template <class F, class V, class Targets, class... A>
struct value_and_grad_into_result
    : traced_call<grad_into_verdict<std::tuple_size_v<Targets>, F, bare<A>...>,
                  value_and_grad_into_call<F, V, Targets, bare<A>...>> {};

} // namespace detail

/// Computes an expression of variables once, for both passes of a gradient. The result is a
/// variable, whose elements can be assigned to. For plain operands the same as eval().
///
/// \param e    an expression, a variable or an argument of the function; or plain operands, numbers
/// \returns    a variable with the element type and the extents of `e`; for plain operands a tensor
/// \throws     value_error if `e` has variables of two calls
/// \refuses    expressions with a function that has no derivative
/// \complexity one fused loop; allocates the result
/// \numpy      `h = np.tanh(x @ w + b)`
/// \usage      `auto h = let(tanh(matmul(x, w) + b));`
template <class E, class Tag = decltype([] {})>
constexpr auto let(const E& e) STRIA_RUN_OR_REFUSE((detail::let_result<E, Tag>), e);

/// The values of an expression of variables, without a derivative.
///
/// \param e   an expression of variables, a variable, a plain operand or a number
/// \returns   the number if the rank is 0, otherwise a tensor
/// \throws    what the evaluation of `e` throws
/// \complexity one fused loop; allocates the result if the rank is not 0
/// \numpy     `jax.lax.stop_gradient(e)`
/// \usage     `if (primal(sum(u)) > 1.f) ...`
template <class E>
constexpr auto primal(const E& e) STRIA_RUN_OR_REFUSE((detail::primal_result<E>), e);

/// The values of an expression of variables as a constant of the differentiated function: the same
/// as primal().
///
/// \param e   an expression of variables, a variable, a plain operand or a number
/// \returns   the number if the rank is 0, otherwise a tensor
/// \throws    what the evaluation of `e` throws
/// \complexity one fused loop; allocates the result if the rank is not 0
/// \numpy     `jax.lax.stop_gradient(e)`
/// \see       primal
/// \usage     `loss + sum(square(target - stop_gradient(e)))`
template <class E>
constexpr auto stop_gradient(const E& e) STRIA_RUN_OR_REFUSE((detail::primal_result<E>), e);

/// Computes the value and the gradient of a function.
///
/// \param f   a callable that accepts tensors and variables, usually a generic lambda. It returns
/// an
///            expression of rank 0, as sum(e) or mean(e)
/// \param a   the arguments: tensors, views or expressions of floating-point numbers
/// \returns   a std::tuple of the value and a tensor for each argument, with its extents
/// \throws    what f throws
/// \refuses   functions that return a tensor or a plain number, functions without a derivative, and
///            arguments that are not floating-point numbers
/// \complexity the call of f, and for each statement one loop for each variable in it; the values
/// of
///            the statements are stored
/// \numpy     `jax.value_and_grad(f, (0, 1))(a, b)`
/// \usage     `auto [value, dw, db] = value_and_grad(loss, w, b);`
template <class F, class... A>
auto value_and_grad(F&& f, const A&... a)
    STRIA_RUN_OR_REFUSE((detail::value_and_grad_result<F, A...>), f, a...);

/// Computes the gradient of a function.
///
/// \param f   a callable, as for value_and_grad()
/// \param a   the arguments
/// \returns   the gradient, a tensor with the extents of the argument; for several arguments a
///            std::tuple of them
/// \throws    what f throws
/// \refuses   what value_and_grad() refuses
/// \complexity as for value_and_grad()
/// \see       value_and_grad
/// \numpy     `jax.grad(f)(w)`
/// \usage     `auto dw = grad(loss, w);`
template <class F, class... A>
auto grad(F&& f, const A&... a) STRIA_RUN_OR_REFUSE((detail::grad_result<F, A...>), f, a...);

/// Computes the value and the gradient of a function into existing variables.
///
/// \param value    receives the value
/// \param targets  a std::tuple of references to tensors or views, as std::tie() makes it: one for
/// each argument
/// \param f        a callable, as for value_and_grad()
/// \param a        the arguments
/// \returns        nothing
/// \throws         what f throws
/// \refuses        what value_and_grad() refuses, and another number of targets
/// \complexity     as for value_and_grad(); the memory of targets that fit is kept
/// \numpy          `value, (dw[...], db[...]) = jax.value_and_grad(loss, (0, 1))(w, b)`
/// \see            value_and_grad
/// \usage          `value_and_grad_into(value, std::tie(dw, db), loss, w, b);`
template <class V, class... T, class F, class... A>
auto value_and_grad_into(V& value, const std::tuple<T&...>& targets, F&& f, const A&... a)
    STRIA_RUN_OR_REFUSE((detail::value_and_grad_into_result<F, V, std::tuple<T&...>, A...>), value,
                        targets, f, a...);

} // namespace stria
