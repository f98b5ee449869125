// SPDX-License-Identifier: BSL-1.0
// numpy/patterns/rearrange.hpp: rearrange, reduce and repeat, which move, split, merge, reduce and
// repeat axes as an einops text describes. Tests: tests/numpy/patterns/einops.cpp.
#pragma once

#include <stria/numpy/join/tile.hpp>
#include <stria/numpy/patterns/einops_plan.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// Splits axes into several parts. If the source is in memory, the result is a view, whatever the
/// strides are. Otherwise it is a reshape.
template <class A, auto Shape, auto AxisOf> struct split_call : reshape_call<A, Shape> {};
template <class A, auto Shape, auto AxisOf>
  requires(view_source<A>::is_memory)
struct split_call<A, Shape, AxisOf> {
  static constexpr std::size_t N = Shape.rank();

  // The stride of a part is the stride of its axis times the sizes of the parts after it.
  static constexpr auto layout = [] {
    static_layout<N> l{Shape, {}};
    index step = 1;
    for (std::size_t k = N; k-- > 0;) {
      const auto axis = static_cast<std::size_t>(AxisOf.source[k]);
      if (k + 1 == N || AxisOf.source[k + 1] != AxisOf.source[k])
        step = std::remove_cvref_t<A>::layout.strides[axis];
      l.strides[k] = step;
      step = multiply_strides(step, Shape[k].is_static() ? Shape[k].size : unknown_stride);
    }
    return l;
  }();
  using element = typename view_source<A>::element;
  using type = view<element, layout>;
  static constexpr type run(A&& a, const std::array<index, N>& sizes) {
    const auto strides = a.strides();
    placed<N> at{0, sizes, {}};
    // The product overflows only if there is no element.
    std::size_t step = 1;
    for (std::size_t k = N; k-- > 0;) {
      const auto axis = static_cast<std::size_t>(AxisOf.source[k]);
      if (k + 1 == N || AxisOf.source[k + 1] != AxisOf.source[k])
        step = static_cast<std::size_t>(strides[axis]);
      at.strides[k] = static_cast<index>(step);
      step *= static_cast<std::size_t>(sizes[k]);
    }
    return make_view<element, layout>(a, at);
  }
};

struct no_reduction {
  template <class> static constexpr bool takes = true;
};

/// The steps of a call, in this order: split, reduce, move, repeat, merge. Steps that the text does
/// not need are left out.
template <class Op, class Verdict, class A, class... S> struct einops_steps {
  static constexpr bool accepted = true;

private:
  static constexpr auto& plan = Verdict::plan;
  static constexpr std::size_t P = plan.left.count, Q = plan.right.count, R = plan.axes;
  static constexpr bool reduces = !std::same_as<Op, no_reduction>;

  static constexpr auto split_shape = [] {
    auto s = unknown_shape<P>();
    for (std::size_t k = 0; k < P; ++k)
      s[k] = plan.left.at[k].size;
    return s;
  }();
  static constexpr auto part_shape = [] {
    auto s = unknown_shape<Q>();
    for (std::size_t k = 0; k < Q; ++k)
      s[k] = plan.right.at[k].size;
    return s;
  }();
  static constexpr auto shape = [] {
    auto s = unknown_shape<R>();
    for (std::size_t k = Q; k-- > 0;) {
      const einops_part& p = plan.right.at[k];
      const bool last = k + 1 == Q || plan.right.at[k + 1].axis != p.axis;
      s[p.axis] = last ? p.size : multiply_extents(s[p.axis], p.size);
    }
    return s;
  }();
  static constexpr auto axis_of_part = [] {
    axis_map<P> m{};
    for (std::size_t k = 0; k < P; ++k)
      m.source[k] = static_cast<int>(plan.left.at[k].axis);
    return m;
  }();
  static constexpr std::uint64_t reduced = [] {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < P; ++k)
      bits |= reduces && plan.drops(k) ? std::uint64_t{1} << k : 0;
    return bits;
  }();
  /// For each part of the result, the number of its source among the parts that the reduction
  /// keeps.
  static constexpr auto map = [] {
    axis_map<Q> m{};
    for (std::size_t k = 0; k < Q; ++k) {
      m.source[k] = plan.right.at[k].source;
      for (int j = 0; j < plan.right.at[k].source; ++j)
        m.source[k] -= axis_set{reduced}.has(static_cast<std::size_t>(j)) ? 1 : 0;
    }
    return m;
  }();

  // Whether a constant size is given for an axis with a dynamic extent. The extent of the result is
  // then static. If the source is in memory, the step that splits makes it static; otherwise the
  // step that repeats does, with the count 1.
  static constexpr bool fixes = [] {
    bool any = false;
    for (std::size_t k = 0; k < P; ++k)
      any = any || (plan.left.at[k].given >= 0 && plan.left.count_of(plan.left.at[k].axis) == 1 &&
                    plan.left.at[k].size != extents_of<A>[plan.left.at[k].axis]);
    return any;
  }();
  static constexpr bool splits = P != rank_of<A> || (fixes && view_source<A>::is_memory);
  static constexpr bool moves = [] {
    bool any = Q + (reduces ? static_cast<std::size_t>(__builtin_popcountll(reduced)) : 0) != P;
    for (std::size_t k = 0; k < Q; ++k)
      any = any || map.source[k] != static_cast<int>(k);
    return any;
  }();
  static constexpr bool repeats = [] {
    bool any = fixes && !view_source<A>::is_memory;
    for (std::size_t k = 0; k < Q; ++k)
      any = any || (plan.right.at[k].source < 0 && plan.right.at[k].size.size != 1);
    return any;
  }();
  static constexpr bool merges = Q != R;
  // Whether the elements keep their order, so that a reshape is enough.
  static constexpr bool reshapes = splits && merges && !reduces && !moves && !repeats;

  using split_sizes = std::array<index, P>;
  using part_sizes = std::array<index, Q>;

  template <class X> static constexpr auto reduce(X&& x, const part_sizes& n) {
    if constexpr (reduces)
      return move(reduction<Op, hold_t<X>, reduced, false>(static_cast<X&&>(x)), n);
    else
      return move(static_cast<X&&>(x), n);
  }
  template <class X> static constexpr auto move(X&& x, const part_sizes& n) {
    // A call without any step counts as a move, so that its result is a view or an expression.
    if constexpr (moves || !(splits || reduces || repeats || merges))
      return repeat(move_call<X, map>::run(static_cast<X&&>(x)), n);
    else
      return repeat(static_cast<X&&>(x), n);
  }
  template <class X> static constexpr auto repeat(X&& x, const part_sizes& n) {
    if constexpr (repeats)
      return merge(broadcast_to_call<X, part_shape>::run(static_cast<X&&>(x), n), n);
    else
      return merge(static_cast<X&&>(x), n);
  }
  template <class X> static constexpr auto merge(X&& x, const part_sizes& n) {
    if constexpr (merges)
      return reshape_call<X, shape>::run(static_cast<X&&>(x), merged(n));
    else
      return X(static_cast<X&&>(x));
  }
  static constexpr std::array<index, R> merged(const part_sizes& n) {
    std::array<index, R> r{};
    for (index& size : r)
      size = 1;
    for (std::size_t k = 0; k < Q; ++k)
      r[plan.right.at[k].axis] = multiply_sizes(r[plan.right.at[k].axis], n[k]);
    return r;
  }

public:
  static constexpr decltype(auto) run(A&& a, const S&... given) {
    const split_sizes split = Verdict::split_sizes(a.shape(), given...);
    const part_sizes n = Verdict::part_sizes(split, given...);
    const auto steps = [&] {
      if constexpr (reshapes)
        return reshape_call<A, shape>::run(static_cast<A&&>(a), merged(n));
      else if constexpr (splits)
        return reduce(split_call<A, split_shape, axis_of_part>::run(static_cast<A&&>(a), split), n);
      else
        return reduce(static_cast<A&&>(a), n);
    };
    if constexpr (reduces && R == 0)
      return single_element(steps());
    else
      return steps();
  }
  using type = decltype(run(std::declval<A>(), std::declval<const S&>()...));
};

// Empty for an argument that is not an operand, because clang evaluates the return type before the
// constraint.
template <einops_call Call, class Op, fixed_string Text, class A, class... S>
struct einops_result {};
template <einops_call Call, class Op, fixed_string Text, operand A, class... S>
struct einops_result<Call, Op, Text, A, S...>
    : judged_call<einops_verdict<Call, Text, A, S...>,
                  judged_call<typename reduction_verdict<reduces<Op, value_t<A>>, Op, A>::type,
                              einops_steps<Op, einops_verdict<Call, Text, A, S...>, A, S...>>> {};
// An operand that was refused has been reported already.
template <einops_call Call, class Op, fixed_string Text, class A, class... S>
  requires(is_refused<std::remove_cvref_t<A>>)
struct einops_result<Call, Op, Text, A, S...> : ignored_call {};

/// Refuses an argument that is not a reduction where a reduction is needed.
template <fixed_string Text> struct foreign_reduction {
  static constexpr message text() {
    return message("stria: reduce: \"")
           << Text.view()
           << "\": the reduction must be sum, prod, mean, min, max, any or all_of; for others "
              "use rearrange first: median(rearrange<...>(a), _0)";
  }
};

} // namespace detail

/// Moves, splits, merges, adds and drops axes as an einops text describes.
///
/// The text names the axes of the operand on the left of `->` and those of the result on the right.
/// Parentheses on the left split an axis, and parentheses on the right merge axes. `1` is an axis
/// of extent 1, and `...` denotes any number of axes.
///
/// \tparam Text  the text, as a template argument
/// \param a      a tensor, view or expression
/// \param sizes  an `axis_size<"p">(4)` for all but one part of each split axis
/// \returns      for an lvalue tensor or a view, a view if its type shows that the strides allow
///               it; otherwise a lazy expression
/// \throws       shape_error if run-time sizes do not fit; value_error for a negative axis_size
/// \refuses      a text that is malformed or does not fit the operand; the message shows the column
/// \complexity   O(1) for a view
/// \numpy        einops: `rearrange(a, "b (h p) c -> b h p c", p=4)`
/// \usage        `rearrange<"b (h p) c -> b h p c">(a, axis_size<"p">(4))`
template <fixed_string Text, class A, class... S>
constexpr auto rearrange(A&& a, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::einops_result<detail::einops_call::rearrange, detail::no_reduction, Text, A, S...>),
    static_cast<A&&>(a), sizes...);
STRIA_BORROWING(
    (fixed_string Text, detail::tensor_operand S, class... X, class A = detail::lvalue_t<S>),
    rearrange, (S & a STRIA_LIFETIMEBOUND, const X&... sizes),
    (detail::einops_result<detail::einops_call::rearrange, detail::no_reduction, Text, A, X...>), a,
    sizes...);
STRIA_FOREIGN_TEMPLATED(fixed_string Text, rearrange, detail::not_ours, detail::whatever = {},
                        detail::whatever = {});
STRIA_FOREIGN_TEXT(rearrange, "rearrange<\"a b -> b a\">(t)");

/// Repeats elements along the axes that only the right side of an einops text has.
///
/// \tparam Text  the text; a new axis is a number, or a name with an axis_size
/// \param a      a tensor, view or expression
/// \param sizes  an `axis_size<"c">(3)` for each named new axis
/// \returns      for an lvalue tensor or a view, a read-only view with stride 0 if its type shows
///               that the strides allow it; otherwise a lazy expression
/// \throws       shape_error if run-time sizes do not fit; value_error for a negative axis_size, or
///               if the result is too large
/// \refuses      a text that is malformed or does not fit the operand
/// \complexity   O(1) for a view
/// \numpy        einops: `repeat(a, "h w -> (h 2) w c", c=3)`
/// \usage        `repeat<"h w -> (h 2) w c">(a, axis_size<"c">(3))`
template <fixed_string Text, class A, class... S>
constexpr auto repeat(A&& a, const S&... sizes) STRIA_RUN_OR_REFUSE(
    (detail::einops_result<detail::einops_call::repeat, detail::no_reduction, Text, A, S...>),
    static_cast<A&&>(a), sizes...);
STRIA_BORROWING(
    (fixed_string Text, detail::tensor_operand S, class... X, class A = detail::lvalue_t<S>),
    repeat, (S & a STRIA_LIFETIMEBOUND, const X&... sizes),
    (detail::einops_result<detail::einops_call::repeat, detail::no_reduction, Text, A, X...>), a,
    sizes...);
STRIA_FOREIGN_TEMPLATED(fixed_string Text, repeat, detail::not_ours, detail::whatever = {},
                        detail::whatever = {});
STRIA_FOREIGN_TEXT(repeat, "repeat<\"a -> a 3\">(t)");

// In a call such as reduce<Text>(a, max), `max` is the name of an overload set. The type of the
// parameter selects one of the overloads. See docs/design/einops.md.
#define STRIA_REDUCE_BY(op)                                                                        \
  template <fixed_string Text, class A, class... S>                                                \
  constexpr auto reduce(A&& a, detail::reduction_name<detail::op>, const S&... sizes)              \
      STRIA_RUN_OR_REFUSE(                                                                         \
          (detail::einops_result<detail::einops_call::reduce, detail::op, Text, A, S...>),         \
          static_cast<A&&>(a), sizes...);                                                          \
  STRIA_BORROWING(                                                                                 \
      (fixed_string Text, detail::tensor_operand S, class... X, class A = detail::lvalue_t<S>),    \
      reduce, (S & a STRIA_LIFETIMEBOUND, detail::reduction_name<detail::op>, const X&... sizes),  \
      (detail::einops_result<detail::einops_call::reduce, detail::op, Text, A, X...>), a,          \
      sizes...);                                                                                   \
  STRIA_FOREIGN_TEMPLATED(fixed_string Text, reduce, detail::not_ours,                             \
                          detail::reduction_name<detail::op>, detail::whatever = {},               \
                          detail::whatever = {});

/// Reduces the axes that the right side of an einops text leaves out, and moves the others as
/// rearrange() does.
///
/// \tparam Text  the text
/// \param a      a tensor, view or expression
/// \param op     one of sum, prod, mean, min, max, any, all_of, passed by name
/// \param sizes  an `axis_size<"h">(2)` for all but one part of each split axis
/// \returns      the element, computed immediately, if the right side is empty; otherwise a lazy
///               expression
/// \throws       shape_error if run-time sizes do not fit; value_error for a negative axis_size, or
///               if min or max has no element to reduce
/// \refuses      a text that is malformed or does not fit the operand; any other reduction
/// \complexity   O(n)
/// \numpy        einops: `reduce(a, "b (h 2) c -> b h c", "max")`
/// \usage        `reduce<"b (h 2) c -> b h c">(a, max)`
STRIA_REDUCE_BY(sum_op)
STRIA_REDUCE_BY(prod_op)
STRIA_REDUCE_BY(mean_op)
STRIA_REDUCE_BY(min_op)
STRIA_REDUCE_BY(max_op)
STRIA_REDUCE_BY(any_op)
STRIA_REDUCE_BY(all_op)

#undef STRIA_REDUCE_BY
STRIA_FOREIGN_TEXT(reduce, "reduce<\"a b -> a\">(t, sum)");

// These overloads refuse other reductions and arguments that are not reductions. The parameter is
// an ellipsis, because an ellipsis is the worst match and accepts the name of an overload set.
template <fixed_string Text, detail::operand A>
detail::refusal<detail::foreign_reduction<Text>> reduce(A&&, ...);
template <fixed_string Text, detail::operand A, class... S>
detail::refusal<detail::foreign_reduction<Text>>
reduce(A&&, detail::reduction_name<detail::no_reduction_by_text>, const S&...);

} // namespace stria
