// SPDX-License-Identifier: BSL-1.0
// assign/route_of.hpp: how an assignment would run.
#pragma once

#include <stria/assign/scatter.hpp>

namespace stria {
namespace detail {

template <class Target, class E>
using routed = updated<assign_op, Target, const std::remove_reference_t<E>&>;

// The type of the answer, or the refusal of the assignment. Empty if Target is not an operand:
// clang needs the return type before it checks the constraint.
template <class Target, class E, class Answer> struct route_call {};
template <operand Target, class E, class Answer>
  requires(routed<Target, E>::accepted)
struct route_call<Target, E, Answer> {
  using type = Answer;
};
template <operand Target, class E, class Answer>
  requires(!routed<Target, E>::accepted)
struct route_call<Target, E, Answer> : routed<Target, E> {};

/// Forgets the loops that route_for() tells of.
struct no_note {
  static constexpr void copied_first() {}
  template <class Kernel, class... A> static constexpr void loops(const A&...) {}
  template <class... A> static constexpr void rows(const A&...) {}
  template <class Kernel, class V, class... A> static constexpr void in_place(const A&...) {}
};

} // namespace detail

/// The way in which `target = e` would run; nothing is written. Refuses what the assignment refuses
/// and throws what it would throw for shapes and indices. Computes what the assignment would
/// compute before its loop (reductions, sorts, masks), else it takes a few comparisons. For tests
/// and measurements: `CHECK(route_of(r, a * b + c) == route::nest)`. docs/performance.md.
template <detail::operand Target, class E>
auto route_of(Target&& target, const E& e) -> typename detail::route_call<Target, E, route>::type {
  STRIA_UNLESS_REFUSED(detail::routed<Target, E>) {
    detail::no_note note;
    auto& t = target;
    return detail::routed<Target, E>::route_for(t, e, note);
  }
}
// What was refused has been reported.
template <class Target, class E>
  requires(detail::is_refused<Target> || detail::is_refused<E>)
constexpr ignored route_of(const Target&, const E&) {
  return {};
}

} // namespace stria
