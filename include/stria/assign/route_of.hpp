// SPDX-License-Identifier: BSL-1.0
// assign/route_of.hpp: route_of, which reports how an assignment would run.
#pragma once

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

/// Ignores the loops that route_for() reports.
struct no_note {
  static constexpr void copied_first() {}
  template <class Kernel, bool = true, class... A> static constexpr void loops(const A&...) {}
  template <class... A> static constexpr void rows(const A&...) {}
  template <class Kernel, class V, class... A> static constexpr void in_place(const A&...) {}
};

} // namespace detail

/// Returns the route by which `target = e` would run, without writing anything. It is meant for
/// tests and measurements; explain_route() describes the route in words.
///
/// \param target  a tensor or view; may be a temporary
/// \param e       the right side
/// \returns       route, such as `route::nest`
/// \throws        the exceptions of the assignment for shapes and indices
/// \refuses       every assignment that does not compile
/// \complexity    a few comparisons; operands that the assignment would compute before its loop
///                (reductions, sorts, masks) are computed
/// \numpy         none
/// \usage         `CHECK(route_of(r, a * b + c) == route::nest);`
template <detail::operand Target, class E>
auto route_of(Target&& target, const E& e) -> typename detail::route_call<Target, E, route>::type {
  STRIA_UNLESS_REFUSED(detail::routed<Target, E>) {
    detail::no_note note;
    auto& t = target;
    return detail::routed<Target, E>::route_for(t, e, note);
  }
}
// A refused operand has already been reported, so this overload reports nothing.
template <class Target, class E>
  requires(detail::is_refused<Target> || detail::is_refused<E>)
constexpr ignored route_of(const Target&, const E&) {
  return {};
}

} // namespace stria
