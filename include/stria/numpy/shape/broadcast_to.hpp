// SPDX-License-Identifier: BSL-1.0
// numpy/shape/broadcast_to.hpp: broadcast_to, which repeats elements along axes of size 1 and new
// leading axes. Tests: tests/expr/broadcast.cpp, tests/numpy/join/joins.cpp.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/expr/node.hpp>
#include <stria/subscript/dispatch.hpp>
#include <stria/tensor/foreign.hpp>

#include <array>
#include <cstddef>

namespace stria {

namespace detail {

enum class broadcast_to_fault : unsigned char { none, foreign, negative, rank, sizes };

template <auto From, class... S> struct broadcast_to_plan {
  using list = size_list<S...>;
  static constexpr std::size_t N = list::count, R = From.rank();

  broadcast_to_fault fault = broadcast_to_fault::none;
  std::size_t axis = 0;
  static_shape<N> shape = list::shape();

  constexpr broadcast_to_plan() {
    if (!list::valid) {
      fault = broadcast_to_fault::foreign;
      return;
    }
    if (N < R) {
      fault = broadcast_to_fault::rank;
      return;
    }
    for (std::size_t k = 0; k < N && fault == broadcast_to_fault::none; ++k) {
      axis = k;
      if (list::is_constant(k) && list::code(k).value < 0)
        fault = broadcast_to_fault::negative;
      if (k < N - R || fault != broadcast_to_fault::none)
        continue;
      const extent from = From[k - (N - R)];
      if (assign_extents(shape[k], from) != extent_fault::none)
        fault = broadcast_to_fault::sizes;
      else
        shape[k] = join_extents(shape[k], from).result;
    }
  }
};

constexpr void say_broadcast_to(message& m, array_ref<extent> from, array_ref<index> sizes,
                                array_ref<extent> to, array_ref<index> wanted, std::size_t axis) {
  m << "stria: broadcast_to: the shape ";
  if (sizes.empty())
    say_shape(m, from);
  else
    say_shape(m, from, sizes);
  m << " does not broadcast to ";
  if (wanted.empty())
    say_shape(m, to);
  else
    say_shape(m, wanted);
  if (axis < to.size())
    m << ": axis " << axis << " differs; only axes of size 1 grow";
  else
    m << ", which has fewer axes";
}

template <auto From, class... S> struct broadcast_to_verdict {
  using list = size_list<S...>;
  static constexpr broadcast_to_plan<From, S...> plan{};
  static constexpr bool accepted = plan.fault == broadcast_to_fault::none;
  static constexpr message text() {
    message m;
    switch (plan.fault) {
    case broadcast_to_fault::foreign: return say_foreign_size("broadcast_to");
    case broadcast_to_fault::negative:
      return m << "stria: broadcast_to: size " << plan.axis << " is " << list::code(plan.axis).value
               << "; sizes are 0 or more";
    case broadcast_to_fault::rank:
      say_broadcast_to(m, From.view(), {}, list::shape().view(), {}, list::count);
      break;
    case broadcast_to_fault::sizes:
      say_broadcast_to(m, From.view(), {}, list::shape().view(), {}, plan.axis);
      break;
    case broadcast_to_fault::none: break;
    }
    return m;
  }
};

template <auto From, auto To>
constexpr void check_broadcast_to(const std::array<index, From.rank()>& from,
                                  const std::array<index, To.rank()>& to) {
  count_or_raise(to);
  for (std::size_t k = 0; k < From.rank(); ++k) {
    const std::size_t axis = k + (To.rank() - From.rank());
    if (from[k] != to[axis] && from[k] != 1) [[unlikely]] {
      message m;
      say_broadcast_to(m, From.view(), from, To.view(), to, axis);
      raise<shape_error>(m);
    }
  }
}

/// The operand N, repeated along axes of size 1 and along new leading axes.
template <class N, auto Shape>
class broadcasted : public moving_node<broadcasted<N, Shape>, N, Shape> {
  using base = typename broadcasted::moving_node;
  static constexpr std::size_t R = Shape.rank();
  STRIA_EMPTY sizes_of<Shape> sizes_;

public:
  template <class U>
  constexpr broadcasted(U&& source, const std::array<index, R>& sizes)
      : base(static_cast<U&&>(source)), sizes_(sizes) {}
  STRIA_NO_TARGET(broadcasted);

  constexpr axis_array<R> shape() const {
    // A tensor in the expression may have been resized since.
    if constexpr (N::ready::value && !N::extents.is_static())
      check_broadcast_to<N::extents, Shape>(this->source().shape(), sizes_.sizes());
    return {sizes_.sizes()};
  }

  template <inner_hint H>
  static constexpr inner_hint source_hint = broadcast_hint(H, N::extents, Shape);
  constexpr auto source_refs(const axis_refs<R>& refs) const {
    return broadcast_refs(refs, this->source().shape());
  }
  template <class M> constexpr auto over(M&& source) const {
    return broadcasted<std::remove_cvref_t<M>, Shape>(static_cast<M&&>(source), shape());
  }
};

template <auto L, auto Shape> constexpr auto broadcast_to_layout() {
  static_layout<Shape.rank()> r{Shape, {}};
  for (std::size_t k = 0; k < L.rank(); ++k) {
    const extent n = L.shape[k];
    // A dynamic size may be 1; the stride is then 0.
    r.strides[k + (Shape.rank() - L.rank())] = n.size == 1     ? 0
                                               : n.is_static() ? L.strides[k]
                                                               : unknown_stride;
  }
  return r;
}

template <class A, auto Shape> struct broadcast_to_call {
  static constexpr bool accepted = true;
  using type = broadcasted<hold_t<A>, Shape>;
  static constexpr type run(A&& a, const std::array<index, Shape.rank()>& sizes) {
    check_broadcast_to<extents_of<A>, Shape>(a.shape(), sizes);
    return type(static_cast<A&&>(a), sizes);
  }
};
template <class A, auto Shape>
  requires(view_source<A>::is_memory)
struct broadcast_to_call<A, Shape> {
  static constexpr bool accepted = true;
  static constexpr auto layout = broadcast_to_layout<std::remove_cvref_t<A>::layout, Shape>();
  using element = const typename view_source<A>::element;
  using type = view<element, layout>;
  static constexpr type run(A&& a, const std::array<index, Shape.rank()>& sizes) {
    constexpr std::size_t R = rank_of<A>;
    const auto own = a.shape();
    const auto strides = a.strides();
    check_broadcast_to<extents_of<A>, Shape>(own, sizes);
    placed<Shape.rank()> at{0, sizes, {}};
    for (std::size_t k = 0; k < R; ++k)
      at.strides[k + (Shape.rank() - R)] = own[k] == 1 ? 0 : strides[k];
    return make_view<element, layout>(a, at);
  }
};

template <class A, class... S> struct broadcast_to_result {};
template <operand A, class... S>
struct broadcast_to_result<A, S...>
    : judged_call<broadcast_to_verdict<extents_of<A>, S...>,
                  broadcast_to_call<A, broadcast_to_verdict<extents_of<A>, S...>::plan.shape>> {};

} // namespace detail

/// Repeats an operand along axes of size 1 and along new leading axes.
///
/// \param a     operand
/// \param sizes the new shape: integers and constants, or one array of integers
/// \returns     a read-only view if `a` is in memory, otherwise a lazy expression; sizes that are
///              constants give static extents
/// \throws      shape_error if the shape of `a` does not broadcast to the sizes; value_error for a
///              negative size or too many elements
/// \refuses     negative constants, static sizes to which the shape does not broadcast, and fewer
///              sizes than axes
/// \complexity  O(rank); nothing is copied
/// \numpy       `np.broadcast_to(a, shape)`
/// \usage       `broadcast_to(a, 4, _3)`
/// \see         broadcast_arrays
template <class A, class... S>
constexpr auto broadcast_to(A&& a, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::broadcast_to_result<A, S...>), static_cast<A&&>(a),
                        detail::size_list<S...>::values(sizes...));
STRIA_BORROWING((detail::tensor_operand S, class... X, class A = detail::lvalue_t<S>), broadcast_to,
                (S & a STRIA_LIFETIMEBOUND, const X&... sizes),
                (detail::broadcast_to_result<A, X...>), a,
                detail::size_list<X...>::values(sizes...));
STRIA_FOREIGN_SIZES(broadcast_to);

/// The common shape to which the given shapes broadcast.
///
/// \param shapes shapes of tensors, or other arrays of index
/// \returns      an axis_array with as many entries as the longest shape
/// \throws       shape_error if the shapes do not broadcast
/// \complexity   O(rank)
/// \numpy        `np.broadcast_shapes(a.shape, b.shape)`
/// \usage        `broadcast_shapes(a.shape(), b.shape())`
/// \see          broadcast_arrays
template <std::size_t... R>
  requires(sizeof...(R) > 0)
constexpr auto broadcast_shapes(const std::array<index, R>&... shapes) {
  constexpr std::size_t longest = [] {
    std::size_t most = 0;
    ((most = R > most ? R : most), ...);
    return most;
  }();
  axis_array<longest> all_sizes;
  all_sizes.fill(1);
  const auto add = [&](const auto& sizes) {
    const std::size_t first = longest - sizes.size();
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      index& size = all_sizes[first + k];
      if (sizes[k] != 1 && size != 1 && sizes[k] != size) [[unlikely]]
        raise<shape_error>(detail::message("stria: broadcast_shapes: axis ")
                           << static_cast<index>(first + k) << " has " << size << " and "
                           << sizes[k] << " elements, which do not broadcast");
      if (sizes[k] != 1)
        size = sizes[k];
    }
  };
  (add(shapes), ...);
  return all_sizes;
}

} // namespace stria
