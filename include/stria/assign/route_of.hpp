// SPDX-License-Identifier: BSL-1.0
// assign/route_of.hpp: route_of, which reports how an assignment would run.
#pragma once

#include <stria/assign/noalias.hpp>
#include <stria/assign/scatter.hpp>

namespace stria {
namespace detail {

// The target may be a temporary tensor, because nothing is written.
template <class Target, class E>
using routed =
    updated<assign_op, std::remove_reference_t<Target>&, const std::remove_reference_t<E>&>;

// The result type of route_of(), or the refusal of the assignment. The class is empty if Target is
// not an operand, because clang needs the return type before it checks the constraint.
template <class Target, class E, class Answer> struct route_call {};
template <operand Target, class E, class Answer>
  requires(routed<Target, E>::accepted)
struct route_call<Target, E, Answer> {
  using type = Answer;
};
template <operand Target, class E, class Answer>
  requires(!routed<Target, E>::accepted)
struct route_call<Target, E, Answer> : routed<Target, E> {};
// The same for noalias(target).
template <class Target, class E>
using routed_noalias = unchecked<assign_op, Target, const std::remove_reference_t<E>&>;
template <class Target, class E, class Answer, bool = routed_noalias<Target, E>::accepted>
struct noalias_route_call : routed_noalias<Target, E> {};
template <class Target, class E, class Answer> struct noalias_route_call<Target, E, Answer, true> {
  using type = Answer;
};

/// Ignores the loops that route_for() reports.
struct no_note {
  static constexpr void detail(route_detail) {}
  static constexpr void right_first() {}
  template <class... A> static constexpr void one_row(const A&...) {}
  template <class... A> static constexpr void points(const A&...) {}
  template <class... A> static constexpr void streamed(const A&...) {}
  template <class Kernel, bool = true, class... A> static constexpr void loops(const A&...) {}
  template <class... A> static constexpr void rows(const A&...) {}
  template <class Kernel, class V, class... A> static constexpr void in_place(const A&...) {}
};

} // namespace detail

/// Returns the route by which `target = e` would run, without writing anything. It is meant for
/// tests and measurements; explain_route() describes the route in words.
///
/// \param target  a tensor or view, which may be a temporary, or noalias(t)
/// \param e       the right side
/// \returns       route, such as `route::line`
/// \throws        the exceptions of the assignment for shapes and indices
/// \refuses       every assignment that does not compile
/// \complexity    a few comparisons; operands that the assignment would compute before its loop
///                (reductions, sorts, masks) are computed
/// \numpy         none
/// \usage         `CHECK(route_of(r, a * b + c) == route::line);`
template <detail::operand Target, class E>
auto route_of(Target&& target, const E& e) -> typename detail::route_call<Target, E, route>::type {
  STRIA_UNLESS_REFUSED(detail::routed<Target, E>) {
    detail::no_note note;
    auto& t = target;
    return detail::routed<Target, E>::route_for(t, e, note);
  }
}
template <class Target, class Hold, class E>
  requires(!detail::is_refused<E>)
auto route_of(detail::noalias_target<Target, Hold> target, const E& e) ->
    typename detail::noalias_route_call<Target, E, route>::type {
  using call = detail::routed_noalias<Target, E>;
  STRIA_UNLESS_REFUSED(call) {
    detail::no_note note;
    return call::route_for(target_of(target), e, note);
  }
}
// A refused operand has already been reported, so this overload reports nothing.
template <class Target, class E>
  requires(detail::is_refused<Target> || detail::is_refused<E>)
constexpr ignored route_of(const Target&, const E&) {
  return {};
}

} // namespace stria
