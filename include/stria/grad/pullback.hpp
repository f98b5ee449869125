// SPDX-License-Identifier: BSL-1.0
// grad/pullback.hpp: vjp and jacobian; custom_grad and checkpoint, whose statements call functions
// in the reverse pass; check_gradient. Tests: tests/grad/calls.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/calls.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

namespace stria {
namespace detail {

// --- vjp ---

/// The verdict on a function whose result may have any rank.
template <class F, class... A> struct pullback_verdict : grad_verdict<F, A...> {
  using base = grad_verdict<F, A...>;
  static constexpr bool is_expression = active_operand<typename base::result>;
  static constexpr bool accepted = [] {
    if constexpr (base::bad >= 0)
      return false;
    else if constexpr (is_expression)
      return rule_verdict<typename base::result>::accepted;
    else
      return false;
  }();
  static constexpr message text() {
    if constexpr (base::bad >= 0)
      return base::text();
    else if constexpr (is_expression)
      return rule_verdict<typename base::result>::text();
    else
      return message("stria: grad: the function returns plain values, so nothing depends on its "
                     "arguments; an expression of the arguments is needed, and primal() or eval() "
                     "lose the derivative");
  }
};

/// True if two operands have the same sizes.
template <class A, class B> bool has_same_shape(const A& a, const B& b) {
  if constexpr (rank_of<A> != rank_of<B>)
    return false;
  else
    return a.shape() == b.shape();
}
/// The verdict on an adjoint for a result of rank R.
template <class Y, std::size_t R> struct adjoint_verdict {
  static constexpr std::size_t rank = [] {
    if constexpr (operand<Y>)
      return rank_of<Y>;
    else
      return std::size_t{0};
  }();
  static constexpr bool accepted = rank == R;
  static constexpr message text() {
    return message("stria: grad: the adjoint has rank ")
           << rank << ", but the result of the function has rank " << R
           << "; both need the same shape";
  }
};
template <class Pullback> struct pullback_call {
  static constexpr bool accepted = true;
  using type = typename Pullback::gradient;
  template <class Y> static type run(const Pullback& p, const Y& dy) { return p.from(dy); }
};

/// What vjp() returns beside the value: a function of the adjoint of the value.
template <class Slot, class... V> class pullback_of {
  std::shared_ptr<grad_tape> tape_;
  std::tuple<V...> variables_;
  std::shared_ptr<Slot> result_;

public:
  pullback_of(std::shared_ptr<grad_tape> tape, const std::tuple<V...>& variables,
              std::shared_ptr<Slot> result)
      : tape_(std::move(tape)), variables_(variables), result_(std::move(result)) {}

  /// The gradient for each argument, from the adjoint of the result.
  template <class Y>
  auto operator()(const Y& dy) const
      STRIA_RUN_OR_REFUSE((judged_call<adjoint_verdict<Y, rank_of<typename Slot::tensor_type>>,
                                       pullback_call<pullback_of>>),
                          *this, dy);

private:
  friend pullback_call<pullback_of>;
  using gradient =
      std::conditional_t<sizeof...(V) == 1,
                         std::tuple_element_t<0, std::tuple<typename V::tensor_type...>>,
                         std::tuple<typename V::tensor_type...>>;
  template <class Y> gradient from(const Y& dy) const {
    using tensor_type = typename Slot::tensor_type;
    if constexpr (operand<Y>) {
      if (!has_same_shape(dy, result_->own)) [[unlikely]] {
        message m("stria: grad: the adjoint of the result has the shape ");
        say_shape(m, dy.shape());
        m << ", but the result has ";
        say_shape(m, result_->own.shape());
        raise<value_error>(m);
      }
    }
    result_->adjoint = tensor_type(dy);
    result_->has_adjoint = true;
    tape_->reverse_again();
    return std::apply([](const V&... v) { return gradient(taken(v)...); }, variables_);
  }
  template <class W> static auto taken(const W& v) {
    auto g = std::move(v.slot().zeroed());
    v.slot().drop_adjoint();
    return g;
  }
};

template <class Seq, class F, class... A> struct vjp_call;
template <std::size_t... K, class F, class... A>
struct vjp_call<std::index_sequence<K...>, F, A...> {
  static constexpr bool accepted = true;
  using result = typename grad_verdict<F, A...>::result;
  using slot = grad_slot<value_t<result>, extents_of<result>>;
  using pullback = pullback_of<slot, argument_variable<K, A>...>;
  using value = bare<decltype(primal_result<typename slot::tensor_type>::run(
      std::declval<const typename slot::tensor_type&>()))>;
  using type = std::pair<value, pullback>;

  STRIA_NOINLINE static type run(F& f, const A&... a) {
    auto tape = std::make_shared<grad_tape>();
    tape->frame = reinterpret_cast<const char*>(std::numeric_limits<std::uintptr_t>::max());
    const std::tuple<argument_variable<K, A>...> variables{own_argument<K, A>(*tape, a)...};
    auto s = result_slot(*tape, f(std::get<K>(variables)...));
    value v = primal_result<typename slot::tensor_type>::run(s->own);
    return type(std::move(v), pullback(std::move(tape), variables, std::move(s)));
  }
};
template <class F, class... A>
struct vjp_result : traced_call<pullback_verdict<F, bare<A>...>,
                                vjp_call<std::index_sequence_for<A...>, F, bare<A>...>> {};

// --- jacobian ---

template <auto A, auto B> constexpr auto extents_in_a_row() {
  auto s = unknown_shape<A.rank() + B.rank()>();
  for (std::size_t k = 0; k < A.rank(); ++k)
    s[k] = A[k];
  for (std::size_t k = 0; k < B.rank(); ++k)
    s[A.rank() + k] = B[k];
  return s;
}
template <class F, class A> struct jacobian_call {
  static constexpr bool accepted = true;
  using call = vjp_call<std::index_sequence<0>, F, A>;
  using result = typename call::result;
  using type =
      typename tensor_of<value_t<A>, extents_in_a_row<extents_of<result>, extents_of<A>>()>::type;

  static type run(F& f, const A& a) {
    const auto [y, pullback] = call::run(f, a);
    using dual = typename call::slot::tensor_type;
    const dual values(y);
    dual unit(values.shape(), uninitialized_t{});
    set_to_zero(unit);
    std::array<index, rank_of<type>> sizes{};
    const auto rows = values.shape();
    const auto columns = a.shape();
    for (std::size_t k = 0; k < rank_of<result>; ++k)
      sizes[k] = rows[k];
    for (std::size_t k = 0; k < rank_of<A>; ++k)
      sizes[rank_of<result> + k] = columns[k];
    type j(sizes, uninitialized_t{});
    auto* to = j.data();
    for (index row = 0; row < values.size(); ++row) {
      unit.data()[row] = value_t<result>(1);
      const auto g = pullback(unit);
      unit.data()[row] = value_t<result>(0);
      for (const auto& x : g.storage())
        *to++ = x;
    }
    return j;
  }
};
template <class F, class A>
struct jacobian_result : traced_call<pullback_verdict<F, bare<A>>, jacobian_call<F, bare<A>>> {};

// --- functions with a pullback of the user ---

/// Records the call of a function: F computes adjoints from that of the result.
template <class Slot, class Back, class... O> struct grad_call_entry final : grad_entry {
  Slot* result;
  Back back;
  std::tuple<O...> operands;

  grad_call_entry(Slot& s, Back b, const O&... o)
      : result(&s), back(std::move(b)), operands(o...) {}
  void redo() override {}
  void reverse() override {
    if (!result->has_adjoint)
      return;
    std::apply([&](const O&... o) { back(result->adjoint, o...); }, operands);
    result->drop_adjoint();
  }
};
/// An argument of such a call: a variable, or a plain operand that is kept.
template <class A> auto kept_argument(grad_tape& tape, const A& a) {
  if constexpr (!operand<A>)
    return a;
  else if constexpr (active_expression<A>)
    return stated<unnamed_tag>(tape, a);
  else if constexpr (active_operand<A>)
    return split(tape, a);
  else
    return kept_values(tape, plain(a));
}
template <class A> decltype(auto) argument_values(const A& a) {
  if constexpr (!operand<A>)
    return (a);
  else if constexpr (is_grad_leaf<A>)
    return a.slot().value();
  else if constexpr (is_ref<A>)
    return (*a.node);
  else
    return value_tensor<A>(plain(a));
}
template <class A> void find_tape_of(const A& a, grad_tape*& found) {
  if constexpr (operand<A>)
    find_tape(a, found);
}
/// Adds an adjoint that a pullback returned: a number or an operand of the shape of the argument.
template <class O, class G> void give_stated(const O& o, const G& adjoint) {
  if constexpr (active_operand<O> && operand<G>) {
    if constexpr (rank_of<O> == rank_of<G>)
      if (has_same_shape(o, adjoint))
        return add_to(o, hold_t<const G&>(adjoint));
    message m("stria: custom_grad: the pullback returned an adjoint of shape ");
    say_shape(m, adjoint.shape());
    m << " for an argument of shape ";
    say_shape(m, o.shape());
    raise<value_error>(m);
  } else if constexpr (active_operand<O>) {
    add_to(o, adjoint);
  }
}
/// Adds what a pullback returned: one adjoint, or a tuple of them.
template <class G, class... O> void give_all(const G& g, const O&... o) {
  if constexpr (requires { std::tuple_size<G>::value; } && !operand<G>) {
    static_assert(std::tuple_size_v<G> == sizeof...(O),
                  "stria: custom_grad: the std::tuple that the pullback returns needs one adjoint "
                  "for each argument");
    std::apply([&](const auto&... adjoint) { (give_stated(o, adjoint), ...); }, g);
  } else {
    static_assert((0 + ... + static_cast<int>(active_operand<O>)) == 1,
                  "stria: custom_grad: several arguments are variables, so the pullback returns a "
                  "std::tuple with one adjoint for each argument");
    (give_stated(o, g), ...);
  }
}
template <class O> void note_reads_of(const O& o) {
  if constexpr (operand<O>)
    note_reads(o);
}
/// Records a statement that a function computes.
template <class T, class Back, class... O>
auto record_call(grad_tape& tape, const T& value, Back back, const O&... o) {
  using slot = grad_slot<value_t<T>, extents_of<T>>;
  auto s = tape.make_slot<slot>();
  s->own = value;
  if (tape.is_forward)
    return s;
  (note_reads_of(o), ...);
  tape.entries.push_back(
      std::make_unique<grad_call_entry<slot, Back, O...>>(*s, std::move(back), o...));
  return s;
}
template <class R> auto tensor_from(const R& r) {
  if constexpr (operand<R>)
    return value_tensor<R>(r);
  else
    return dtensor<R, 0>(r);
}

/// The function that custom_grad() returns.
template <class F, class Back> struct custom_function {
  F f;
  Back back;

  template <class... A> auto operator()(const A&... a) const {
    if constexpr ((active_operand<A> || ...)) {
      grad_tape* tape = nullptr;
      (find_tape_of(a, tape), ...);
      return recorded(*tape, kept_argument(*tape, a)...);
    } else {
      return f(a...);
    }
  }

private:
  template <class... O> auto recorded(grad_tape& tape, const O&... o) const {
    if (tape.is_forward) [[unlikely]]
      raise<value_error>(message("stria: jvp: a function made by custom_grad() states a pullback, "
                                 "and has no derivative in forward mode; use vjp() or grad()"));
    const auto value = tensor_from(f(argument_values(o)...));
    using T = bare<decltype(value)>;
    auto call = [pullback = back](const T& dy, const O&... own) {
      give_all(pullback(as_number_or_tensor(dy), argument_values(own)...), own...);
    };
    auto s = record_call(tape, value, std::move(call), o...);
    return grad_leaf<value_t<T>, extents_of<T>, unnamed_tag>(*s);
  }
  template <class T> static decltype(auto) as_number_or_tensor(const T& t) {
    if constexpr (rank_of<T> == 0)
      return value_t<T>(t);
    else
      return (t);
  }
};

/// Calls a function now, and again in the reverse pass.
template <class F> struct checkpointed {
  F f;
  template <class... O> auto recorded(grad_tape& tape, const O&... o) const {
    const auto value = with_result(std::index_sequence_for<O...>(), tape.is_forward, f, o...)(
        [](grad_tape&, const auto& result, const auto&) { return std::move(result->own); });
    using T = bare<decltype(value)>;
    auto call = [again = f](const T& dy, const O&... own) {
      with_result(std::index_sequence_for<O...>(), false, again,
                  own...)([&](grad_tape& inner, const auto& result, const auto& variables) {
        result->adjoint = dy;
        result->has_adjoint = true;
        inner.reverse_once();
        std::apply([&](const auto&... v) { (give_result(own, v), ...); }, variables);
      });
    };
    auto s = record_call(tape, value, std::move(call), o...);
    return grad_leaf<value_t<T>, extents_of<T>, unnamed_tag>(*s);
  }

private:
  /// Calls the function with variables on a tape that is dropped after act(tape, result,
  /// variables).
  template <std::size_t... K, class... O>
  static auto with_result(std::index_sequence<K...>, bool is_forward, const F& again,
                          const O&... own) {
    return [&, is_forward](const auto& act) {
      grad_tape inner;
      inner.frame = static_cast<const char*>(__builtin_frame_address(0));
      inner.is_forward = is_forward;
      const std::tuple variables{argument_of<K>(inner, own)...};
      using result_type = bare<decltype(again(std::get<K>(variables)...))>;
      static_assert(active_operand<result_type>,
                    "stria: checkpoint: the function returns plain values, so nothing depends on "
                    "its arguments; return let(e)");
      if constexpr (active_operand<result_type>) {
        static_assert(
            rule_verdict<result_type>::accepted,
            "stria: checkpoint: a function in the result has no derivative; let(e) of the "
            "result reports its name");
        if constexpr (rule_verdict<result_type>::accepted) {
          const auto result = result_slot(inner, again(std::get<K>(variables)...));
          return act(inner, result, variables);
        }
      }
    };
  }
  template <std::size_t K, class O> static auto argument_of(grad_tape& inner, const O& o) {
    if constexpr (!operand<O>)
      return o;
    else if constexpr (active_operand<O>)
      return own_argument<K, O>(inner, argument_values(o));
    else
      return *o.node;
  }
  template <class O, class V> static void give_result(const O& o, const V& v) {
    if constexpr (active_operand<O>)
      add_to(o, ref<typename V::tensor_type>(v.slot().zeroed()));
  }
};

// --- check_gradient ---

[[noreturn]] [[gnu::cold]] inline void raise_wrong_slope(std::size_t argument,
                                                         array_ref<index> sizes, index place,
                                                         double slope, double difference) {
  message m("stria: check_gradient: argument ");
  m << argument + 1 << ", element (";
  index stride = 1;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    stride *= sizes[k];
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    stride /= sizes[k];
    m << (k == 0 ? "" : ", ") << place / stride % sizes[k];
  }
  char text[96];
  std::snprintf(text, sizeof text, "): the gradient is %.10g, and differences give %.10g", slope,
                difference);
  raise<value_error>(m << std::string_view(text));
}
template <class F, class... A> struct check_gradient_call {
  static constexpr bool accepted = true;
  using type = void;
  static void run(F& f, const A&... a) {
    const auto slopes = value_and_grad_call<F, A...>::run(f, a...);
    std::tuple<value_tensor<A>...> moved_arguments{a...};
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (check<K>(f, std::get<K + 1>(slopes), moved_arguments), ...);
    }(std::index_sequence_for<A...>());
  }

private:
  template <std::size_t K, class G, class Arguments>
  static void check(F& f, const G& slope, Arguments& arguments) {
    using T = value_t<G>;
    auto& x = std::get<K>(arguments);
    const auto value = [&] {
      return std::apply([&](const auto&... v) { return static_cast<double>(f(v...)); }, arguments);
    };
    const double start = std::abs(value());
    const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
    for (index i = 0; i < x.size(); ++i) {
      const T old = x.data()[i];
      const double step = std::cbrt(epsilon) * std::fmax(1., std::abs(static_cast<double>(old)));
      x.data()[i] = static_cast<T>(static_cast<double>(old) + step);
      const double above = value(), wide = static_cast<double>(x.data()[i]);
      x.data()[i] = static_cast<T>(static_cast<double>(old) - step);
      const double below = value(), width = wide - static_cast<double>(x.data()[i]);
      x.data()[i] = old;
      const double difference = (above - below) / width;
      const double own = static_cast<double>(slope.data()[i]);
      // The third derivative and the rounding of the values bound the error of the difference.
      const double error =
          std::cbrt(epsilon) * (std::abs(own) + std::abs(difference)) + 32 * epsilon * start / step;
      if (!(std::abs(own - difference) <= error)) [[unlikely]]
        raise_wrong_slope(K, x.shape(), i, own, difference);
    }
  }
};
template <class F, class... A>
struct check_gradient_result
    : traced_call<grad_verdict<F, bare<A>...>, check_gradient_call<F, bare<A>...>> {};

} // namespace detail

/// Computes a function and returns its pullback, which computes gradients from an adjoint of the
/// result.
///
/// \param f   a callable that accepts tensors and variables and returns an expression of any rank
/// \param a   the arguments, which are copied
/// \returns   a std::pair of the value (a number or a tensor) and the pullback. `pullback(dy)`
/// accepts
///            a number or an operand of the shape of the value, and returns the gradient for one
///            argument, otherwise a std::tuple. It can be called several times
/// \throws    value_error from the pullback for an adjoint of another shape, and after a call of
/// it that ended with an exception
/// \refuses   functions without a derivative, and arguments that are not floating-point numbers
/// \complexity the call of f; each call of the pullback is one reverse pass
/// \numpy     `jax.vjp(f, x)`
/// \usage     `auto [y, pullback] = vjp(f, x); auto dx = pullback(dy);`
template <class F, class... A>
auto vjp(F&& f, const A&... a) STRIA_RUN_OR_REFUSE((detail::vjp_result<F, A...>), f, a...);

/// Computes the matrix of all derivatives of a function of one argument.
///
/// \param f   a callable that returns an expression of any rank
/// \param a   the argument
/// \returns   a tensor whose axes are those of the result, then those of the argument
/// \refuses   what vjp() refuses
/// \complexity  one reverse pass for each element of the result
/// \numpy     `jax.jacrev(f)(x)`
/// \usage     `auto J = jacobian(f, x);`
template <class F, class A>
auto jacobian(F&& f, const A& a) STRIA_RUN_OR_REFUSE((detail::jacobian_result<F, A>), f, a);

/// Compares the gradient of a function with central differences.
///
/// \param f   a callable that accepts tensors and variables; its result has rank 0
/// \param a   the arguments, where f must be smooth
/// \returns   nothing
/// \throws    value_error that names the argument, the element and both slopes if they differ
/// \refuses   what value_and_grad() refuses
/// \complexity  two calls of f for each element of the arguments
/// \numpy     `jax.test_util.check_grads(loss, (w, b), 1)`
/// \usage     `check_gradient(loss, w, b);`
template <class F, class... A>
auto check_gradient(F&& f, const A&... a)
    STRIA_RUN_OR_REFUSE((detail::check_gradient_result<F, A...>), f, a...);

/// Gives a function a derivative that the caller states.
///
/// \param f         a callable with tensors and numbers as arguments. It returns a tensor, an
/// expression or
///                  a number
/// \param pullback  a callable with the adjoint of the result, then the arguments. It returns the
///                  adjoint of the argument, or a std::tuple with one for each argument. It is
///                  copied and called later, so it must not refer to local tensors
/// \returns         a function of operands and numbers, for use inside and outside of gradients
/// \throws          what f and pullback throw; value_error for an adjoint of another shape
/// \complexity      one call of f, and one call of pullback in the reverse pass
/// \numpy           `jax.custom_vjp`
/// \usage           `auto softplus = custom_grad([](const auto& x) { return log1p(exp(x)); },
///                  [](const auto& dy, const auto& x) { return dy / (1. + exp(-x)); });`
template <class F, class Back> auto custom_grad(F f, Back pullback) {
  return detail::custom_function<F, Back>{std::move(f), std::move(pullback)};
}

/// Calls a function without storing its statements: the reverse pass calls it again.
///
/// \param f   a callable that accepts tensors and variables, and returns let(e). It is copied and
///            called again later, so it must not capture variables, nor refer to local tensors
/// \param a   the arguments: variables, other operands, numbers
/// \returns   an operand with the value, to which let() gives a variable; for plain operands
/// f(a...)
/// \throws    what f throws
/// \complexity  one more call of f in the reverse pass; only the arguments and the result are
/// stored
/// \numpy     `jax.checkpoint(f)(a)`
/// \usage     `u = checkpoint(step, u);`
template <class F, class... A> auto checkpoint(F f, const A&... a) {
  if constexpr ((detail::active_operand<A> || ...)) {
    detail::grad_tape* tape = nullptr;
    (detail::find_tape_of(a, tape), ...);
    return detail::checkpointed<F>{std::move(f)}.recorded(*tape,
                                                          detail::kept_argument(*tape, a)...);
  } else {
    return f(a...);
  }
}

} // namespace stria
