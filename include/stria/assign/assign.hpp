// SPDX-License-Identifier: BSL-1.0
// assign/assign.hpp: connects = and op= of tensors and views, and the constructor of a tensor, with
// the verdict and the entry point in run.hpp.
#pragma once

#include <stria/assign/run.hpp>

namespace stria::detail {

template <bool Accepted, class Op, class Target, class E>
struct assigned_if : refused_call<assign_verdict<Op, Target, E>> {};
template <class Op, class Target, class E>
struct assigned_if<true, Op, Target, E> : assignment<Op, Target, E> {};
template <class Op, class Target, class E>
  requires(!is_on_host<Target>)
struct assigned_if<true, Op, Target, E> : back_end_assignment<Op, Target, E> {};

template <class Op, class Target, class E>
struct assigned : assigned_if<assign_verdict<Op, Target, E>::accepted, Op, Target, E> {};

// A refused right side has already been reported, so nothing is reported here.
template <class Op, class Target, class E>
  requires(is_refused<bare<E>>)
struct assigned<Op, Target, E> {
  static constexpr bool accepted = true;
  using type = Target&;
  template <bool = true, class R> static constexpr type run(Target& t, const R&) { return t; }
};

template <class Target, class E> struct constructed {
  using judged = assign_verdict<assign_op, Target, E>;
  static constexpr bool accepted = judged::accepted;

  template <class R> static constexpr auto sizes(const R& e) { return tensor_sizes<Target>(e); }
  template <class R> static constexpr void fill(Target& target, const R& ready) {
    fill_new(target, ready);
  }
};

} // namespace stria::detail
