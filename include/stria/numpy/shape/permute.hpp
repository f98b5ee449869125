// SPDX-License-Identifier: BSL-1.0
// numpy/shape/permute.hpp: reordering, dropping and adding axes: transpose, moveaxis, squeeze and
// similar functions.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/expr/moved.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/subscript/dispatch.hpp>
#include <stria/tensor/foreign.hpp>

#include <string_view>

namespace stria {

namespace detail {

enum class move_fault : unsigned char { none, axes, count, not_one };

/// Maps each axis of the result to an axis of the source, or states what is wrong with the axes of
/// a call.
template <std::size_t R> struct move_plan {
  axis_map<R> map{};
  move_fault fault = move_fault::none;
  axes_fault axes = axes_fault::none;
  index value = 0; // the axis at fault, or the number of axes
};

/// Axes in the order of the arguments.
template <std::size_t N> struct axis_list {
  std::size_t at[N == 0 ? 1 : N]{};
  axes_fault fault = axes_fault::none;
  index value = 0;

  constexpr bool has(std::size_t axis) const {
    for (std::size_t k = 0; k < N; ++k)
      if (at[k] == axis)
        return true;
    return false;
  }
  /// Copies the fault, if any, into a plan. Returns whether there is one.
  template <std::size_t R> constexpr bool refuses(move_plan<R>& p) const {
    if (fault == axes_fault::none)
      return false;
    p.fault = move_fault::axes;
    p.axes = fault;
    p.value = value;
    return true;
  }
};

template <class... X> constexpr axis_list<sizeof...(X)> list_axes(std::size_t rank) {
  axis_list<sizeof...(X)> l;
  if constexpr ((constant_item<X> && ...)) {
    axis_set seen;
    (add_axis<X>(seen, rank), ...);
    l.fault = seen.fault;
    l.value = seen.value;
    std::size_t k = 0;
    ((l.at[k++] =
          static_cast<std::size_t>(wrap(constant_traits<X>::value, static_cast<index>(rank)))),
     ...);
    static_cast<void>(k);
  } else {
    l.fault = axes_fault::foreign;
  }
  return l;
}

template <std::size_t R> constexpr move_plan<R> same_order() {
  move_plan<R> p;
  for (std::size_t k = 0; k < R; ++k)
    p.map.source[k] = static_cast<int>(k);
  return p;
}

struct transpose_plan {
  static constexpr const char* text = "transpose";
  template <auto Shape, class... X> static constexpr auto make() {
    constexpr std::size_t R = Shape.rank(), N = sizeof...(X);
    move_plan<R> p;
    const auto order = list_axes<X...>(R);
    if (order.refuses(p))
      return p;
    if (N != 0 && N != R) {
      p.fault = move_fault::count;
      p.value = static_cast<index>(N);
      return p;
    }
    for (std::size_t k = 0; k < R; ++k)
      p.map.source[k] = static_cast<int>(N == 0 ? R - 1 - k : order.at[N == 0 ? 0 : k]);
    return p;
  }
};

// Unlike transpose(), permute() must be called with axes.
struct permute_plan {
  static constexpr const char* text = "permute";
  template <auto Shape, class... X> static constexpr auto make() {
    auto p = transpose_plan::make<Shape, X...>();
    if (sizeof...(X) == 0 && Shape.rank() != 0)
      p.fault = move_fault::count;
    return p;
  }
};

struct swapaxes_plan {
  static constexpr const char* text = "swapaxes";
  template <auto Shape, class X, class Y> static constexpr auto make() {
    constexpr std::size_t R = Shape.rank();
    auto p = same_order<R>();
    // The axes are in two lists, because an axis may be swapped with itself, and one list must not
    // name an axis twice.
    const auto x = list_axes<X>(R), y = list_axes<Y>(R);
    if (x.refuses(p) || y.refuses(p))
      return p;
    // A subscript p.map.source[x.at[0]] would make clang warn in calls that are refused.
    for (std::size_t k = 0; k < R; ++k)
      p.map.source[k] = static_cast<int>(k == x.at[0] ? y.at[0] : k == y.at[0] ? x.at[0] : k);
    return p;
  }
};

struct moveaxis_plan {
  static constexpr const char* text = "moveaxis";
  template <auto Shape, class From, class To> static constexpr auto make() {
    constexpr std::size_t R = Shape.rank();
    move_plan<R> p;
    const auto from = list_axes<From>(R), to = list_axes<To>(R);
    if (from.refuses(p) || to.refuses(p))
      return p;
    std::size_t next = 0;
    for (std::size_t k = 0; k < R; ++k) {
      if (next == from.at[0])
        ++next;
      p.map.source[k] = static_cast<int>(k == to.at[0] ? from.at[0] : next++);
    }
    return p;
  }
};

struct squeeze_plan {
  static constexpr const char* text = "squeeze";
  template <auto Shape, class... X> static constexpr bool drops(std::size_t k) {
    return sizeof...(X) == 0 ? Shape[k].size == 1 : list_axes<X...>(Shape.rank()).has(k);
  }
  template <auto Shape, class... X> static constexpr std::size_t left() {
    std::size_t n = 0;
    for (std::size_t k = 0; k < Shape.rank(); ++k)
      n += drops<Shape, X...>(k) ? 0 : 1;
    return n;
  }
  template <auto Shape, class... X> static constexpr auto make() {
    move_plan<left<Shape, X...>()> p;
    if (list_axes<X...>(Shape.rank()).refuses(p))
      return p;
    std::size_t next = 0;
    for (std::size_t k = 0; k < Shape.rank(); ++k) {
      if (!drops<Shape, X...>(k)) {
        p.map.source[next++] = static_cast<int>(k);
      } else if (Shape[k].is_static() && Shape[k].size != 1 && p.fault == move_fault::none) {
        p.fault = move_fault::not_one;
        p.value = static_cast<index>(k);
      }
    }
    return p;
  }
};

struct expand_dims_plan {
  static constexpr const char* text = "expand_dims";
  template <auto Shape, class... X> static constexpr auto make() {
    constexpr std::size_t R = Shape.rank() + sizeof...(X);
    move_plan<R> p;
    const auto fresh = list_axes<X...>(R);
    if (fresh.refuses(p))
      return p;
    int next = 0;
    for (std::size_t k = 0; k < R; ++k)
      p.map.source[k] = fresh.has(k) ? -1 : next++;
    return p;
  }
};

template <class Plan, auto Shape, class... X> struct move_verdict {
  static constexpr auto plan = Plan::template make<Shape, X...>();
  static constexpr bool accepted = plan.fault == move_fault::none;
  static constexpr message text() {
    message m("stria: ");
    m << Plan::text << ": ";
    switch (plan.fault) {
    case move_fault::axes:
      say_axes_fault(m, plan.axes, plan.value, Shape.view(),
                     plan.map.rank() > Shape.rank() ? plan.map.rank() : Shape.rank());
      break;
    case move_fault::count:
      m << plan.value << " axes are named for the shape ";
      say_shape(m, Shape.view());
      m << "; name each of its " << Shape.rank() << " axes once";
      break;
    case move_fault::not_one:
      m << "axis " << plan.value << " of the shape ";
      say_shape(m, Shape.view());
      m << " has " << Shape[static_cast<std::size_t>(plan.value)].size
        << " elements; only axes of size 1 can be dropped";
      break;
    case move_fault::none: break;
    }
    return m;
  }
};

/// Tests whether axis k is dropped although its size is known only at run time.
template <auto Shape, auto Map> constexpr bool drops_unknown(std::size_t k) {
  for (std::size_t j = 0; j < Map.rank(); ++j)
    if (!Map.is_new(j) && Map[j] == k)
      return false;
  return !Shape[k].is_static();
}
template <auto Shape, auto Map> constexpr bool drops_unknown() {
  for (std::size_t k = 0; k < Shape.rank(); ++k)
    if (drops_unknown<Shape, Map>(k))
      return true;
  return false;
}

[[noreturn]] [[gnu::cold]] inline void raise_not_one(std::size_t k, array_ref<extent> extents,
                                                     array_ref<index> sizes) {
  message m("stria: squeeze: axis ");
  m << k << " of the shape ";
  say_shape(m, extents, sizes);
  raise<shape_error>(m << " has " << sizes[k] << " elements; only axes of size 1 can be dropped");
}
/// Throws shape_error if the size of a dropped axis is not 1.
template <auto Shape, auto Map> constexpr void check_dropped(const auto& source) {
  if constexpr (drops_unknown<Shape, Map>()) {
    const auto sizes = source.shape();
    for (std::size_t k = 0; k < Shape.rank(); ++k)
      if (drops_unknown<Shape, Map>(k) && sizes[k] != 1) [[unlikely]]
        raise_not_one(k, Shape.view(), sizes);
  }
}

/// A source of type A with its axes mapped: a view if the source is in memory, otherwise an
/// expression.
template <class A, auto Map, bool Names = true> struct move_call {
  static constexpr bool accepted = true;
  using type = moved<hold_t<A>, Map, Names>;
  static constexpr type run(A&& a) {
    check_dropped<extents_of<A>, Map>(a);
    return type(static_cast<A&&>(a));
  }
};
template <class A, auto Map, bool Names>
  requires(view_source<A>::is_memory)
struct move_call<A, Map, Names> {
  static constexpr bool accepted = true;
  using element = typename view_source<A>::element;
  static constexpr auto layout = moved_layout<std::remove_cvref_t<A>::layout, Map, Names>();
  using type = view<element, layout>;
  static constexpr type run(A&& a) {
    check_dropped<extents_of<A>, Map>(a);
    return make_view<element, layout>(a,
                                      placed<Map.rank()>{0, moved_values<Map>(a.shape(), index{1}),
                                                         moved_values<Map>(a.strides(), index{0})});
  }
};

// A class, because g++ 12 cannot substitute extents_of<A> in the type of verdict().
template <class Plan, class A, class... X>
struct operand_move_verdict : move_verdict<Plan, extents_of<A>, X...> {};
template <class Plan> struct move_function : axes_base {
  template <class A, class... X> static operand_move_verdict<Plan, A, X...> verdict();
  template <class A, class... X> static constexpr auto run(A&& a, X...) {
    return move_call<A, move_verdict<Plan, extents_of<A>, X...>::plan.map>::run(
        static_cast<A&&>(a));
  }
};
template <class Plan> struct order_function : move_function<Plan> {
  template <class A, class... X>
  static constexpr bool goes_along =
      run_time_axes<A, X...> && sizeof...(X) == rank_if_operand<A> && (is_axis<X> && ...);
  template <class F, class A, class... X>
  static constexpr auto along(const F&, A&& a, const X&... x) {
    constexpr std::size_t R = rank_of<A>;
    static_cast<void>(run_time_set<R>(x...));
    return reorder(static_cast<A&&>(a), axis_order<R>{axis_place<R>(x)...});
  }
};
using transpose_function = order_function<transpose_plan>;
using permute_function = order_function<permute_plan>;
/// A function of two axes, which may be the same.
template <class Plan> struct two_axes_function : move_function<Plan> {
  template <class A, class X, class Y> static operand_move_verdict<Plan, A, X, Y> verdict();
  template <class A, class... X>
  static constexpr bool goes_along = operand_with_axes<A> && sizeof...(X) == 2 &&
                                     (is_axis<X> && ...) && (__is_same(X, axis) || ...);
};
struct swapaxes_function : two_axes_function<swapaxes_plan> {
  template <class F, class A, class X, class Y>
  static constexpr auto along(const F&, A&& a, const X& x, const Y& y) {
    constexpr std::size_t R = rank_of<A>;
    axis_order<R> order{};
    for (std::size_t k = 0; k < R; ++k)
      order[k] = k;
    std::swap(order[axis_place<R>(x)], order[axis_place<R>(y)]);
    return reorder(static_cast<A&&>(a), order);
  }
};
struct moveaxis_function : two_axes_function<moveaxis_plan> {
  template <class F, class A, class X, class Y>
  static constexpr auto along(const F&, A&& a, const X& from, const Y& to) {
    constexpr std::size_t R = rank_of<A>;
    return reorder(static_cast<A&&>(a),
                   order_with_moved<R>(axis_place<R>(from), axis_place<R>(to)));
  }
};
struct squeeze_function : move_function<squeeze_plan> {
  template <class A, class... X>
  static constexpr bool goes_along = run_time_axes<A, X...> && sizeof...(X) == 1;
  template <class F, class A> static constexpr auto along(const F&, A&& a, axis k) {
    constexpr std::size_t R = rank_of<A>;
    const std::size_t place = axis_place<R>(k);
    if (const auto sizes = a.shape(); sizes[place] != 1) [[unlikely]]
      raise_not_one(place, extents_of<A>.view(), sizes);
    return reorder(static_cast<A&&>(a), order_with_moved<R>(place, 0))[constant<0>()];
  }
};
struct expand_dims_function : move_function<expand_dims_plan> {
  template <class A, class... X>
  static constexpr bool goes_along = operand<A> && sizeof...(X) == 1 && (__is_same(X, axis) && ...);
  template <class F, class A> static constexpr auto along(const F& f, A&& a, axis k) {
    constexpr std::size_t R = rank_of<A> + 1;
    const std::size_t place = axis_place<R>(k);
    return reorder(f(static_cast<A&&>(a), constant<0>()), order_with_moved<R>(0, place));
  }
};
/// The operand with its axes in the same order and without names.
struct unnamed_function : function_base {
  template <class A> static any_verdict verdict();
  template <class A> static constexpr auto run(A&& a) {
    return move_call<A, same_order<rank_of<A>>().map, false>::run(static_cast<A&&>(a));
  }
};

} // namespace detail

// For an lvalue tensor or a view, these functions return a view, which is writable if the source
// is. For other operands they return a lazy expression. Axes are constants or axis(k); negative
// ones count from the end.

/// Reorders the axes; by default, reverses them.
///
/// \param a      a tensor, view or expression
/// \param axes   every axis once, as constants or, if known only at run time, `axis(k)` (default:
///               the reverse order)
/// \returns      for an lvalue tensor or a view, a view, which is writable if the source is;
///               otherwise a lazy expression
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist, are missing or are named twice
/// \complexity   O(1), nothing is copied
/// \numpy        `np.transpose(a, (2, 0, 1))`
/// \usage        `transpose(a)`, `transpose(a, _2, _0, _1)`
STRIA_DECLARE(transpose);

/// Reorders the axes as transpose() does, with the axes as template arguments.
///
/// \tparam Axes  every axis once, as integers
/// \param a      a tensor, view or expression
/// \returns      a view or a lazy expression, as for transpose()
/// \refuses      axes that do not exist, are missing or are named twice
/// \complexity   O(1), nothing is copied
/// \numpy        `np.transpose(a, (2, 0, 1))`
/// \usage        `permute<2, 0, 1>(a)`
template <index... Axes, detail::operand_or_refused A>
constexpr auto permute(A&& a)
    STRIA_RUN_OR_REFUSE((detail::result_class<detail::permute_function, A, constant<Axes>...>),
                        static_cast<A&&>(a), constant<Axes>()...);
STRIA_BORROWING((index... Axes, detail::tensor_operand S, class A = detail::lvalue_t<S>), permute,
                (S & a STRIA_LIFETIMEBOUND),
                (detail::result_class<detail::permute_function, A, constant<Axes>...>), a,
                constant<Axes>()...);
STRIA_FOREIGN_TEMPLATED(index... Axes, permute, detail::not_ours);
/// Reorders the axes; `permute(a, _2, _0, _1)` is the same as transpose(a, _2, _0, _1).
STRIA_DECLARE(permute);

/// Exchanges two axes.
///
/// \param a      a tensor, view or expression
/// \param x,y    the axes, as constants or `axis(k)`
/// \returns      a view or a lazy expression, as for transpose()
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      axes that do not exist
/// \complexity   O(1), nothing is copied
/// \numpy        `np.swapaxes(a, 0, 1)`
/// \usage        `swapaxes(a, _0, -_1)`
STRIA_DECLARE(swapaxes);

/// Moves one axis to another position; the other axes keep their order.
///
/// \param a        a tensor, view or expression
/// \param from,to  the axis and its position in the result, as constants or `axis(k)`
/// \returns        a view or a lazy expression, as for transpose()
/// \throws         index_error if an `axis(k)` does not exist
/// \refuses        axes that do not exist
/// \complexity     O(1), nothing is copied
/// \numpy          `np.moveaxis(a, 0, 2)`
/// \usage          `moveaxis(a, _0, -_1)`
STRIA_DECLARE(moveaxis);

/// Drops axes of size 1.
///
/// \param a      a tensor, view or expression
/// \param axes   the axes, as constants, or one `axis(k)` (default: every axis whose static extent
///               is 1). An axis with a dynamic extent is dropped only if it is listed
/// \returns      a view or a lazy expression, as for transpose(), of lower rank
/// \throws       shape_error if a listed axis has another size at run time; index_error if an
///               `axis(k)` does not exist
/// \refuses      axes that do not exist, are named twice or have another static extent
/// \complexity   O(1), nothing is copied
/// \numpy        `np.squeeze(a, 1)`
/// \usage        `squeeze(a)`, `squeeze(a, _1)`
STRIA_DECLARE(squeeze);

/// Inserts axes of size 1.
///
/// \param a      a tensor, view or expression
/// \param axes   positions of the new axes in the result, as constants, or one `axis(k)`
/// \returns      a view or a lazy expression, as for transpose(), of higher rank
/// \throws       index_error if the result does not have the axis of an `axis(k)`
/// \refuses      positions that the result does not have, or that are named twice
/// \complexity   O(1), nothing is copied
/// \numpy        `np.expand_dims(a, 0)`
/// \usage        `expand_dims(a, _0)`
STRIA_DECLARE(expand_dims);

/// Drops the names of the extents: those with names become `dyn`, whose sizes are compared at run
/// time. This waives the check of names by the compiler for one operand, or for a target.
///
/// \param a      a tensor, view or expression
/// \returns      a view or a lazy expression, as for transpose(), with the same sizes and elements
/// \throws       nothing
/// \complexity   O(1), nothing is copied
/// \numpy        none; arrays have no names
/// \usage        `unnamed(a) += b;`, `a + unnamed(b)`
/// \see          reshape
STRIA_DECLARE(unnamed);

} // namespace stria
