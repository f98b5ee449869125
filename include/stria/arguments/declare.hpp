// SPDX-License-Identifier: BSL-1.0
// arguments/declare.hpp: how a function of operands is declared: one class and one line.
//
//   namespace detail {
//   struct flip_function : along_axes {
//     template <class A, class... X> static axes_verdict<A, X...> verdict();
//     template <class A, class... X> static constexpr auto run(A&& a, X...) { ... }
//   };
//   } // namespace detail
//   /// Reverses the order of elements along axes.
//   STRIA_DECLARE(flip);
//
// The members of the class:
//   verdict<A...>()  has no body. Its return type decides whether arguments of these types are
//                    accepted, and has the message if they are not (base/refuse.hpp). There may be
//                    several overloads, one for each number of arguments.
//   run(a...)        computes the result. It is instantiated only for accepted arguments.
//   missing, braces  the verdicts about a call for which there is no verdict(), and about braces.
// The base class decides what an axis known only at run time means: none for function_base, and
// along_axes, over_axes or at_axis of numpy/shape/reorder.hpp for functions with axes.
// Tests: tests/numpy/foreign.cpp, tests/numpy/axes.cpp.
#pragma once

#include <stria/tensor/foreign.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace stria::detail {

/// True if the function can be called with so many arguments.
template <class Fn, class... A>
concept has_form = requires { Fn::template verdict<A...>(); };

/// A call of the function Fn as a result class (base/refuse.hpp).
template <class Fn, class... A> struct checked_call : refused_call<typename Fn::missing> {};
template <class Fn, class... A>
  requires has_form<Fn, A...>
struct checked_call<Fn, A...> : refused_call<decltype(Fn::template verdict<A...>())> {};
template <class Fn, class... A>
  requires has_form<Fn, A...> && (decltype(Fn::template verdict<A...>())::accepted)
struct checked_call<Fn, A...> : Fn {
  static constexpr bool accepted = true;
  using type = decltype(Fn::run(std::declval<A>()...));
};

/// The base of functions without axes.
struct function_base {
  using missing = missing_verdict;
  using braces = braced_verdict;
  /// A call without run-time axes.
  template <class Fn, class A, class... X> using checked = checked_call<Fn, A, X...>;
  template <class Fn, class A, class... X> using call = typename Fn::template checked<Fn, A, X...>;
};

/// No result class: arguments without an operand. clang needs it before it checks constraints.
struct no_call {};
/// The result class of a call with an operand of type A. An argument that was refused has been
/// reported already.
template <class Fn, class A, class... X>
using result_class =
    typename first_or_second<is_refused<bare<A>> || (is_refused<bare<X>> || ...)>::template of<
        ignored_call, typename first_or_second<operand<A>>::template of<
                          typename Fn::template call<Fn, A, X...>, no_call>>;

/// The first verdict that refuses, or the last one. The verdicts after it are not instantiated.
template <class Verdict, class... More> struct each_verdict : Verdict {};
template <class Verdict, class Next, class... More>
  requires(Verdict::accepted)
struct each_verdict<Verdict, Next, More...> : each_verdict<Next, More...> {};

/// The verdict about arguments that are all accepted.
struct any_verdict {
  static constexpr bool accepted = true;
};

/// The verdict about arguments that must be operands.
template <class... A> struct operands_verdict : not_ours_verdict {
  static constexpr bool accepted = (operand<A> && ...);
};

/// The function Fn with further arguments, which are constants: fliplr(a) is flip(a, _1).
template <class Fn, class... K> struct bound_function : function_base {
  template <class A> static auto verdict() -> decltype(Fn::template verdict<A, K...>());
  template <class A> static constexpr auto run(A&& a) {
    return Fn::run(static_cast<A&&>(a), K()...);
  }
};

} // namespace stria::detail

// Each macro declares functions name(a, ...) of an operand and values, which are copied. Except for
// STRIA_DECLARE_BRACED, it also declares overloads that refuse containers, numbers and braces
// (tensor/foreign.hpp). A user's own function of the same name is a better match than these.

/// Declares `name` with the class detail::name_function, or with the given class.
#define STRIA_DECLARE(name) STRIA_DECLARE_BY(name, detail::name##_function)
#define STRIA_DECLARE_BY(name, ...)                                                                \
  template <detail::operand_or_refused A, class... X>                                              \
  constexpr auto name(A&& a, X... x) STRIA_RUN_OR_REFUSE(                                          \
      (detail::result_class<__VA_ARGS__, A, X...>), static_cast<A&&>(a), static_cast<X&&>(x)...);  \
  STRIA_BORROWING_VALUES(name, (detail::result_class<__VA_ARGS__, A, X...>), a,                    \
                         static_cast<X&&>(x)...);                                                  \
  STRIA_REFUSE_OTHERS(name, __VA_ARGS__)
/// Declares name(a, b, ...). The second argument, an operand, a container or a value, is not
/// copied.
#define STRIA_DECLARE_TWO(name, ...)                                                               \
  template <detail::operand_or_refused A, class B, class... X>                                     \
  constexpr auto name(A&& a, B&& b, X... x)                                                        \
      STRIA_RUN_OR_REFUSE((detail::result_class<__VA_ARGS__, A, B, X...>), static_cast<A&&>(a),    \
                          static_cast<B&&>(b), static_cast<X&&>(x)...);                            \
  STRIA_BORROWING_TWO_VALUES(name, (detail::result_class<__VA_ARGS__, A, B, X...>),                \
                             static_cast<A&&>(a), static_cast<B&&>(b), static_cast<X&&>(x)...);    \
  STRIA_REFUSE_OTHERS(name, __VA_ARGS__);                                                          \
  template <class V = __VA_ARGS__::missing> detail::said_of_not_ours<V> name(detail::ours)
/// Declares name(a, {...}, ...) with integers in braces. The function class receives an array.
#define STRIA_DECLARE_BRACED(name, ...)                                                            \
  template <detail::operand_or_refused A, std::size_t N, class... X>                               \
  constexpr auto name(A&& a, const index(&list)[N], X... x)                                        \
      STRIA_RUN_OR_REFUSE((detail::result_class<__VA_ARGS__, A, std::array<index, N>, X...>),      \
                          static_cast<A&&>(a), std::to_array(list), static_cast<X&&>(x)...);       \
  STRIA_BORROWING(                                                                                 \
      (detail::tensor_operand S, std::size_t N, class... X, class A = detail::lvalue_t<S>), name,  \
      (S & a STRIA_LIFETIMEBOUND, const index(&list)[N], X... x),                                  \
      (detail::result_class<__VA_ARGS__, A, std::array<index, N>, X...>), a, std::to_array(list),  \
      static_cast<X&&>(x)...)
/// Declares name<T>(a, ...) with an explicit template argument that the class uses. `parameter`
/// declares it.
#define STRIA_DECLARE_GIVEN(parameter, name, ...)                                                  \
  template <parameter, detail::operand_or_refused A, class... X>                                   \
  constexpr auto name(A&& a, X... x) STRIA_RUN_OR_REFUSE(                                          \
      (detail::result_class<__VA_ARGS__, A, X...>), static_cast<A&&>(a), static_cast<X&&>(x)...);  \
  STRIA_BORROWING(                                                                                 \
      (parameter, detail::tensor_operand S, class... X, class A = detail::lvalue_t<S>), name,      \
      (S & a STRIA_LIFETIMEBOUND, X... x), (detail::result_class<__VA_ARGS__, A, X...>), a,        \
      static_cast<X&&>(x)...);                                                                     \
  STRIA_FOREIGN_TEMPLATED(parameter, name, detail::not_ours, detail::whatever = {},                \
                          detail::whatever = {}, detail::whatever = {})
/// Overloads that refuse a first argument that is not an operand, and braces after an operand.
#define STRIA_REFUSE_OTHERS(name, ...)                                                             \
  STRIA_FOREIGN(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},              \
                detail::whatever = {});                                                            \
  template <class V = __VA_ARGS__::braces>                                                         \
  detail::said_of_not_ours<V> name(detail::ours, detail::only_braces, detail::whatever = {},       \
                                   detail::whatever = {})
