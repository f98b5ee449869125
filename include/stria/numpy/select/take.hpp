// SPDX-License-Identifier: BSL-1.0
// numpy/select/take.hpp: selecting elements along an axis by positions: take, take_along_axis,
// put_along_axis, gather, boolean_mask.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/assign/scatter.hpp>
#include <stria/expr/moved.hpp>
#include <stria/expr/positions.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

/// The type of `batch_dims`.
template <std::size_t N> struct batch_dims_t {
  static constexpr std::size_t count = N;
};
/// The number of leading axes that the operand and the indices of gather() have in common.
///
/// \numpy        none; `batch_dims=1` of `tf.gather`
/// \usage        `gather(a, i, _1, batch_dims<1>)`
template <std::size_t N> inline constexpr batch_dims_t<N> batch_dims{};

namespace detail {

/// a[:, ..., items], with one `:` for each number in Before.
template <class A, class Ix, std::size_t... Before>
constexpr decltype(auto) subscript_at(A&& a, Ix&& items, std::index_sequence<Before...>) {
  return static_cast<A&&>(a)[(static_cast<void>(Before), all)..., static_cast<Ix&&>(items)];
}

/// A call of subscript_at() that may be refused.
template <class A, class Ix, class Before> struct taken_at;
template <class A, class Ix, std::size_t... Before>
struct taken_at<A, Ix, std::index_sequence<Before...>> {
  using call = subscript_of<A, decltype((static_cast<void>(Before), all))..., Ix>;
  static constexpr bool accepted = call::accepted;
  using type = typename returned_by_call<typename call::type>::type;
  template <class... Axis> static constexpr type run(A&& a, Ix&& items, Axis...) {
    return subscript_at(static_cast<A&&>(a), static_cast<Ix&&>(items),
                        std::index_sequence<Before...>());
  }
};
/// A call of take(), which its subscript may refuse.
template <class A, class Ix, class... Axis> struct taken;
template <class A, class Ix, constant_item Axis>
struct taken<A, Ix, Axis> : taken_at<A, Ix, std::make_index_sequence<axis_of<A, Axis>>> {};
template <class A, class Ix>
struct taken<A, Ix> : taken_at<flattened<A>, Ix, std::index_sequence<>> {
  // An element is returned as a value, because the flattened operand may be a temporary.
  using type = std::remove_cvref_t<typename taken::taken_at::type>;
  template <class... X> static constexpr type run(A&& a, Ix&& indices, const X&...) {
    return taken::taken_at::run(ravel(static_cast<A&&>(a)), static_cast<Ix&&>(indices));
  }
};

/// Moves the leading axes of `e` to the position `place`. `e` is the result of a function that
/// replaces one axis of an operand of rank R; the axes that replace it come first in `e`.
template <std::size_t R, class E> constexpr auto axes_at(E&& e, std::size_t place) {
  constexpr std::size_t all_axes = rank_of<E>;
  if constexpr (all_axes < R) {
    return static_cast<E&&>(e);
  } else {
    constexpr std::size_t own = all_axes - (R - 1);
    axis_order<all_axes> order{};
    std::size_t out = 0;
    for (std::size_t j = 0; j < place; ++j)
      order[out++] = own + j;
    for (std::size_t j = 0; j < own; ++j)
      order[out++] = j;
    for (std::size_t j = place; j + 1 < R; ++j)
      order[out++] = own + j;
    return reorder(static_cast<E&&>(e), order);
  }
}
/// The base of functions that replace an axis by the axes of the indices.
struct replaced_axis : axes_base_after_value {
  template <class F, class A, class Ix, class... X>
  static constexpr auto along(const F& f, A&& a, Ix&& indices, axis k, const X&... x) {
    constexpr std::size_t R = rank_of<A>;
    return axes_at<R>(f(reorder(static_cast<A&&>(a), first_order<A>(k)), static_cast<Ix&&>(indices),
                        constant<0>(), x...),
                      axis_place<R>(k));
  }
};
/// A gather by index arrays with the policy P for entries out of bounds.
template <class P, class G> struct gather_within {
  static constexpr bool accepted = false;
  static constexpr message text() {
    return message("stria: out_of_bounds::drop and out_of_bounds::clip need indices that are "
                   "integers, and an operand that is not in a file; eval(a) makes a tensor");
  }
};
template <class P, class S, auto Spec, class Seq, class... Q>
  requires(!std::same_as<P, out_of_bounds::raise_t>)
struct gather_within<P, gather<S, Spec, index_list<Seq, Q...>>> {
  static constexpr bool accepted = true;
  using list = bounded_list<P, Seq, Q...>;
  using type = gather<S, Spec, list>;
  static constexpr type run(gather<S, Spec, index_list<Seq, Q...>> g) {
    return type(std::move(g.source()), list(std::move(g.places())));
  }
};
// As in NumPy, negative entries count from the end if entries out of bounds raise an error.
template <class G> struct gather_within<out_of_bounds::raise_t, G> {
  static constexpr bool accepted = true;
  using type = G;
  static constexpr type run(G g) { return g; }
};

/// The indices of a selection with a policy: a single integer becomes an operand of rank 0.
template <class P, class Ix> struct indices_within {
  using type = Ix;
  static constexpr Ix&& of(Ix&& indices) { return static_cast<Ix&&>(indices); }
};
template <class P, class Ix>
  requires(element_item<bare<Ix>> && !std::same_as<P, out_of_bounds::raise_t>)
struct indices_within<P, Ix> {
  using type = scalar<index>;
  static constexpr type of(const Ix& i) { return type(index_value(i)); }
};

template <class P, class Taken> struct taken_within {
  using within = gather_within<P, typename Taken::type>;
  static constexpr bool accepted = true;
  using type = typename within::type;
  template <class A, class Ix, class... X>
  static constexpr type run(A&& a, Ix&& indices, const X&...) {
    return within::run(
        Taken::run(static_cast<A&&>(a), indices_within<P, Ix>::of(static_cast<Ix&&>(indices))));
  }
};
/// The result class of a selection, with a policy.
template <class P, class Taken, bool = Taken::accepted> struct within_call : Taken {};
template <class P, class Taken>
struct within_call<P, Taken, true>
    : judged_call<gather_within<P, typename Taken::type>, taken_within<P, Taken>> {};

template <class A, class... X> struct take_call : refused_call<missing_verdict> {};
template <class A, class Ix> struct take_call<A, Ix> : taken<A, Ix> {};
template <class A, class Ix, class Axis>
  requires(!bounds_policy<Axis>)
struct take_call<A, Ix, Axis> : judged_call<one_axis_verdict<A, Axis>, taken<A, Ix, Axis>> {};
template <class A, class Ix, bounds_policy P>
struct take_call<A, Ix, P> : within_call<P, take_call<A, typename indices_within<P, Ix>::type>> {};
template <class A, class Ix, class Axis, bounds_policy P>
struct take_call<A, Ix, Axis, P>
    : within_call<P, take_call<A, typename indices_within<P, Ix>::type, Axis>> {};
struct take_function : replaced_axis {
  template <class A, class Ix, class Axis, bounds_policy P = out_of_bounds::raise_t>
  static one_axis_verdict<A, Axis> verdict();
  template <class Fn, class A, class... X> using checked = take_call<A, X...>;
};

/// The item of axis K: the indices if K is Axis, otherwise all positions along the axis.
template <std::size_t K, std::size_t Axis, class A, class Ix>
constexpr decltype(auto) along_item(const A& a, Ix&& indices) {
  if constexpr (K == Axis)
    return static_cast<Ix&&>(indices);
  else
    return positions_along<K, rank_of<A>>(a);
}
template <std::size_t Axis, class A, class Ix, std::size_t... K>
constexpr decltype(auto) subscript_along(A&& a, Ix&& indices, std::index_sequence<K...>) {
  return static_cast<A&&>(a)[along_item<K, Axis>(a, static_cast<Ix&&>(indices))...];
}

template <class A, class Ix, class Axis> struct along_verdict {
  using axis = one_axis_verdict<A, Axis>;
  static constexpr bool ranks = rank_of<A> == rank_of<Ix>;
  static constexpr bool accepted = axis::accepted && ranks && integer_operand<Ix>;
  static constexpr message text() {
    if (!integer_operand<Ix>)
      return message("stria: the indices along an axis must be integers; a[mask] selects by bools");
    if (ranks)
      return axis::text();
    return message("stria: indices of rank ")
           << rank_of<Ix> << " along an axis of an operand of rank "
           << rank_of<A> << "; both must have the same rank (take() accepts indices of any rank)";
  }
};

/// The elements that indices along an axis select, with a policy.
template <class P, class Axis, class A, class Ix> constexpr auto select_along(A&& a, Ix&& indices) {
  using selection = decltype(subscript_along<axis_of<A, Axis>>(
      static_cast<A&&>(a), static_cast<Ix&&>(indices), std::make_index_sequence<rank_of<A>>()));
  return gather_within<P, std::remove_cvref_t<selection>>::run(subscript_along<axis_of<A, Axis>>(
      static_cast<A&&>(a), static_cast<Ix&&>(indices), std::make_index_sequence<rank_of<A>>()));
}
template <class P, class A, class Ix, class Axis>
struct along_within_verdict
    : gather_within<
          P, std::remove_cvref_t<decltype(subscript_along<axis_of<A, Axis>>(
                 std::declval<A>(), std::declval<Ix>(), std::make_index_sequence<rank_of<A>>()))>> {
};

struct take_along_axis_function : axes_base_after_value {
  template <class A, class Ix, class Axis, bounds_policy P = out_of_bounds::raise_t>
  static each_verdict<operands_verdict<Ix>, along_verdict<A, Ix, Axis>,
                      along_within_verdict<P, A, Ix, Axis>>
  verdict();
  template <class A, class Ix, class Axis, class P = out_of_bounds::raise_t>
  static constexpr auto run(A&& a, Ix&& indices, Axis, P = {}) {
    return select_along<P, Axis>(static_cast<A&&>(a), static_cast<Ix&&>(indices));
  }
  template <class F, class A, class Ix, class... X>
  static constexpr auto along(const F& f, A&& a, Ix&& indices, axis k, const X&... x) {
    const auto order = first_order<A>(k);
    return reorder(f(reorder(static_cast<A&&>(a), order),
                     reorder(static_cast<Ix&&>(indices), order), constant<0>(), x...),
                   inverse_order(order));
  }
};

} // namespace detail

/// Selects elements along an axis by their positions.
///
/// \param a        a tensor, view or expression
/// \param indices  integers in an operand of any shape or in a container; negative ones count from
///                 the end
/// \param axis     a constant or `axis(k)`; without it, the operand is flattened
/// \param policy   out_of_bounds::raise (the default); out_of_bounds::drop, which gives 0 for an
///                 index out of bounds; or out_of_bounds::clip, which uses the nearest position.
///                 With `drop` and `clip`, negative indices are out of bounds
/// \returns        a lazy expression of the shape of `a`, with the axis replaced by the axes of the
///                 indices
/// \throws         index_error if a position is out of bounds, with `clip` if the axis has no
///                 elements, or if an `axis(k)` does not exist
/// \refuses        an axis that does not exist, indices that are not integers
/// \complexity     O(size of the result), lazy
/// \numpy          `np.take(a, indices, axis)`, `np.take(a, indices, axis, mode="clip")`
/// \usage          `take(a, tensor{0, 2}, _0)`, `take(a, tensor{0, 2})`,
///                 `take(a, i, _0, out_of_bounds::drop)`
STRIA_DECLARE_TWO(take, detail::take_function);

/// Selects elements by their positions along an axis; each row has its own positions.
///
/// \param a        a tensor, view or expression
/// \param indices  an integer operand with the rank of `a`, which broadcasts with `a` except along
///                 the axis
/// \param axis     a constant or `axis(k)`
/// \param policy   what happens to indices out of bounds, as in take(): out_of_bounds::raise (the
///                 default), `drop`, which gives 0, or `clip`. A loss with labels to be ignored
///                 (-1 or -100) needs `drop`
/// \returns        a lazy expression: element (i, ..., indices[i, ..., k], ...) of `a` for each
///                 index. If `a` is a named tensor or a view, it is also a target, like `t[idx]`:
///                 `take_along_axis(a, i, _0) += u` accumulates over duplicates
/// \throws         index_error if an axis(k) does not exist or a position is out of bounds, with
///                 `clip` if the axis has no elements; shape_error if run-time extents do not
///                 broadcast
/// \refuses        indices of another rank, an axis that does not exist, static extents that do not
///                 broadcast
/// \complexity     O(size of the result), lazy
/// \numpy          `np.take_along_axis(a, indices, axis)`; with `drop`, JAX's `mode="fill"`
/// \usage          `take_along_axis(a, argsort(a, _0), _0)`
/// \see            put_along_axis
STRIA_DECLARE_TWO(take_along_axis, detail::take_along_axis_function);

namespace detail {

/// The operation of put_along_axis() without `op`.
struct store_along {};
/// A reduction that is passed by name.
template <class F> struct update_along {};
/// What put_along_axis() does with the elements that the indices select. Op is store_along, an
/// update_along, or a callable of an element and an update.
template <class Op, class Target, class V> struct written_along {
  using call = with_call<Target&, V, Op>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr void run(Target& to, V&& values, const Op& op) {
    call::run(to, static_cast<V&&>(values), op);
  }
};
template <class Target, class V> struct written_along<store_along, Target, V> {
  using call = assigned<assign_op, Target, V>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr void run(Target& to, V&& values, store_along) { call::run(to, values); }
};
template <class F, class Target, class V> struct written_along<update_along<F>, Target, V> {
  using call = assigned<update_op<F>, Target, V>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr void run(Target& to, V&& values, update_along<F>) { call::run(to, values); }
};

/// A call of put_along_axis() with an operation and a policy.
template <class Op, class P, class A, class Ix, class V, class Axis> struct put_along_call {
  using named = std::remove_reference_t<A>;
  using target = decltype(select_along<P, Axis>(std::declval<named&>(), std::declval<Ix>()));
  using write = written_along<Op, target, V>;
  static constexpr bool accepted = write::accepted;
  using type = std::conditional_t<accepted, void, typename write::type>;
  template <class... X>
  static constexpr void run(named& a, Ix&& indices, V&& values, const X&... x) {
    auto to = select_along<P, Axis>(a, static_cast<Ix&&>(indices));
    write::run(to, static_cast<V&&>(values), operation_among(x...));
  }

private:
  static constexpr store_along operation_among() { return {}; }
  template <class X, class... More>
  static constexpr decltype(auto) operation_among(const X& x, const More&... more) {
    if constexpr (std::same_as<X, Op>)
      return (x);
    else
      return operation_among(more...);
  }
};

/// Refuses tags of put_along_axis() that are neither one operation nor one policy.
struct along_tags_verdict {
  static constexpr message text() {
    return message("stria: put_along_axis: after the axis, there may be an operation (sum, prod, "
                   "max, min, or a callable of an element and an update) and a policy for indices "
                   "out of bounds, such as out_of_bounds::drop");
  }
};
/// The tags of put_along_axis(): an operation and a policy, in any order.
template <class... X> struct along_tags {
  static constexpr bool accepted = false;
};
template <> struct along_tags<> {
  static constexpr bool accepted = true;
  using operation = store_along;
  using policy = out_of_bounds::raise_t;
};
template <class Op> struct along_tags<Op> : along_tags<> {
  using operation = Op;
};
template <bounds_policy P> struct along_tags<P> : along_tags<> {
  using policy = P;
};
template <class Op, bounds_policy P> struct along_tags<Op, P> : along_tags<P> {
  using operation = Op;
};
template <bounds_policy P, class Op>
  requires(!bounds_policy<Op>)
struct along_tags<P, Op> : along_tags<Op, P> {};
template <bounds_policy P, bounds_policy Q> struct along_tags<P, Q> {
  static constexpr bool accepted = false;
};

template <class A, class Ix, class V, class Axis, class... X>
struct put_along_judged : refused_call<along_tags_verdict> {};
template <class A, class Ix, class V, class Axis, class... X>
  requires(along_tags<X...>::accepted)
struct put_along_judged<A, Ix, V, Axis, X...>
    : judged_call<each_verdict<along_verdict<A, Ix, Axis>,
                               along_within_verdict<typename along_tags<X...>::policy,
                                                    std::remove_reference_t<A>&, Ix, Axis>>,
                  put_along_call<typename along_tags<X...>::operation,
                                 typename along_tags<X...>::policy, A, Ix, V, Axis>> {};
template <class A, class Ix, class V, class Axis, class... X> struct put_along_result {};
template <class A, class Ix, class V, class Axis, class... X>
  requires(is_refused<std::remove_cvref_t<A>> || is_refused<std::remove_cvref_t<Ix>>)
struct put_along_result<A, Ix, V, Axis, X...> : ignored_call {};
template <operand A, operand Ix, class V, class Axis, class... X>
struct put_along_result<A, Ix, V, Axis, X...> : put_along_judged<A, Ix, V, Axis, X...> {};

} // namespace detail

/// Writes values to the elements that take_along_axis() selects, or updates these elements.
///
/// \param a        a named tensor or a view
/// \param indices  an integer operand with the rank of `a`, which broadcasts with `a` except along
///                 the axis
/// \param values   an operand that broadcasts to the shape of the selection, or a number
/// \param axis     a constant or `axis(k)`
/// \param op       `sum`, `prod`, `max`, `min`, or a callable (element, update) -> element. All
///                 updates of a position are applied, in row-major order. Without `op`, the last
///                 value of a position is kept
/// \param policy   out_of_bounds::raise (the default); out_of_bounds::drop, which writes nothing
///                 for an index out of bounds; or out_of_bounds::clip, which uses the nearest
///                 position. With `drop` and `clip`, negative indices are out of bounds
/// \returns        nothing
/// \throws         index_error, before anything is written, if an axis(k) does not exist or a
///                 position is out of bounds; shape_error if run-time extents do not broadcast
/// \refuses        indices of another rank, an axis that does not exist, static extents that do not
///                 broadcast, and other tags
/// \complexity     O(number of indices)
/// \numpy          `np.put_along_axis(a, indices, values, axis)`; with `sum`,
///                 `a.scatter_add_(axis, indices, values)` of PyTorch; with `prod`, `max` and
///                 `min`, its `scatter_reduce_`
/// \usage          `put_along_axis(a, argmax(a, _1, keepdims), 0, _1)`,
///                 `put_along_axis(a, i, u, _0, sum, out_of_bounds::drop)`
template <detail::operand A, detail::operand Ix, class V, class Axis, class... X>
constexpr auto put_along_axis(A&& a, Ix&& indices, V&& values, Axis, X... x)
    STRIA_RUN_OR_REFUSE((detail::put_along_result<A, Ix, V, Axis, X...>), a,
                        static_cast<Ix&&>(indices), static_cast<V&&>(values), x...);

#define STRIA_PUT_ALONG_BY(reduction, fn)                                                          \
  template <detail::operand A, detail::operand Ix, class V, class Axis, class... X>                \
  constexpr auto put_along_axis(A&& a, Ix&& indices, V&& values, Axis,                             \
                                detail::reduction_name<reduction>, X... x)                         \
      STRIA_RUN_OR_REFUSE(                                                                         \
          (detail::put_along_result<A, Ix, V, Axis, detail::update_along<fn>, X...>), a,           \
          static_cast<Ix&&>(indices), static_cast<V&&>(values), detail::update_along<fn>(), x...)

/// Adds the values (`sum`).
STRIA_PUT_ALONG_BY(detail::sum_op, elementwise::add_fn);
/// Multiplies by the values (`prod`).
STRIA_PUT_ALONG_BY(detail::prod_op, elementwise::multiply_fn);
/// Keeps the larger of the element and its values (`max`).
STRIA_PUT_ALONG_BY(detail::max_op, elementwise::maximum_fn);
/// Keeps the smaller of the element and its values (`min`).
STRIA_PUT_ALONG_BY(detail::min_op, elementwise::minimum_fn);

#undef STRIA_PUT_ALONG_BY

STRIA_FOREIGN_FIRST(put_along_axis);
STRIA_FOREIGN_SECOND(put_along_axis);

namespace detail {

inline message batch_size_message(std::size_t k, index size, index other) {
  return message("stria: gather: batch axis ")
         << k << " has size " << size << " in the operand and " << other << " in the indices";
}
template <class A, class Ix, class Axis, std::size_t B> struct gather_verdict {
  using axis = one_axis_verdict<A, Axis>;
  static constexpr bool fits() {
    if constexpr (axis::accepted)
      return B <= axis_of<A, Axis> && B <= rank_of<Ix>;
    else
      return false;
  }
  /// The first batch axis whose static sizes differ; B if there is none.
  static constexpr std::size_t mismatch() {
    std::size_t k = 0;
    if constexpr (fits())
      for (; k < B; ++k)
        if (const extent a = extents_of<A>[k], i = extents_of<Ix>[k];
            a.is_static() && i.is_static() && a.size != i.size)
          break;
    return k;
  }
  static constexpr bool accepted = fits() && mismatch() == B;
  static constexpr message text() {
    if constexpr (!axis::accepted)
      return axis::text();
    else if constexpr (!fits())
      return message("stria: gather: ")
             << B << " batch axes do not fit: they must come before the axis, "
             << "and the indices must have them too";
    else
      return batch_size_message(mismatch(), extents_of<A>[mismatch()].size,
                                extents_of<Ix>[mismatch()].size);
  }
};

/// The order of the axes of the result. A gather puts the axes of the index first. The axes of the
/// index after the batch axes are then moved to the place of Axis.
template <std::size_t R, std::size_t N, std::size_t Axis, std::size_t B>
constexpr auto gathered_order() {
  axis_map<R - B - 1 + N> m{};
  std::size_t out = 0;
  for (std::size_t k = 0; k < B; ++k)
    m.source[out++] = static_cast<int>(k);
  for (std::size_t k = B; k < Axis; ++k)
    m.source[out++] = static_cast<int>(N + k - B);
  for (std::size_t k = B; k < N; ++k)
    m.source[out++] = static_cast<int>(k);
  for (std::size_t k = Axis + 1; k < R; ++k)
    m.source[out++] = static_cast<int>(N + k - B - 1);
  return m;
}

/// Gathers with index arrays that broadcast: the positions along each of the first B axes, and the
/// indices along Axis.
template <std::size_t Axis, std::size_t B, class A, class Ix, std::size_t... K>
constexpr auto gather_axis(A&& a, Ix&& indices, std::index_sequence<K...>) {
  constexpr std::size_t R = rank_of<A>, N = rank_of<Ix>;
  const auto size = a.shape();
  const auto other = indices.shape();
  for (std::size_t k = 0; k < B; ++k)
    if (size[k] != other[k])
      raise<shape_error>(batch_size_message(k, size[k], other[k]));
  using source = typename gather_source<A>::type;
  constexpr auto spec = [] {
    gather_spec<R> s;
    for (std::size_t k = 0; k < B; ++k)
      s.axes[s.count++] = k;
    s.axes[s.count++] = Axis;
    return s;
  }();
  using list =
      bounded_list<out_of_bounds::raise_t, std::index_sequence_for<std::index_sequence<K>..., Ix>,
                   index_array<decltype(positions_along<K, N>(indices))>...,
                   index_array<index_hold_t<Ix>>>;
  list places(std::in_place, positions_along<K, N>(indices)..., static_cast<Ix&&>(indices));
  constexpr auto order = gathered_order<R, N, Axis, B>();
  const auto make_source = [&]() -> source {
    if constexpr (view_source<A>::is_memory)
      return make_view<typename view_source<A>::element, std::remove_cvref_t<A>::layout>(
          a, placed<R>{0, a.shape(), a.strides()});
    else
      return source(static_cast<A&&>(a));
  };
  using node = gather<source, spec, list>;
  return moved<node, order>(node(make_source(), std::move(places)));
}

struct gather_function : replaced_axis {
  using missing = sentence<"stria: gather: the axis is missing: gather(a, indices, _0)">;
  template <class A, class Ix, class Axis, class Batch = batch_dims_t<0>>
  static each_verdict<operands_verdict<Ix>, gather_verdict<A, Ix, Axis, Batch::count>> verdict();
  template <class A, class Ix, class Axis, std::size_t B = 0>
  static constexpr auto run(A&& a, Ix&& indices, Axis, batch_dims_t<B> = {}) {
    return gather_axis<axis_of<A, Axis>, B>(static_cast<A&&>(a), static_cast<Ix&&>(indices),
                                            std::make_index_sequence<B>());
  }
};

} // namespace detail

/// Selects slices by positions along an axis, with optional common batch axes.
///
/// \param a           a tensor, view or expression
/// \param indices     an integer operand; negative indices are out of bounds
/// \param axis        a constant or, without batch axes, `axis(k)`
/// \param batch_dims  `batch_dims<B>`: the first B axes of `a` and `indices` are paired (default 0)
/// \returns           a lazy expression. Its axes are those of `a` before `axis`, then those of the
///                    indices after the batch axes, then those of `a` after `axis`
/// \throws            index_error if an axis(k) does not exist or an index is out of bounds;
///                    shape_error if the sizes of a batch axis differ
/// \refuses           an axis that does not exist, more batch axes than the operands have, and
///                    batch axes of different static sizes
/// \complexity        O(size of the result), lazy
/// \numpy             none; `tf.gather(a, indices, axis=axis, batch_dims=B)`
/// \usage             `gather(a, i, _1)`, `gather(a, i, _1, batch_dims<1>)`
STRIA_DECLARE_TWO(gather, detail::gather_function);

namespace detail {

template <class A, class M> struct chosen_call : subscript_of<A, M> {
  static constexpr auto run(A&& a, M& m) -> typename subscript_of<A, M>::type {
    return subscript_of<A, M>::get(static_cast<A&&>(a), m);
  }
};
template <class M> struct bool_mask_verdict {
  using mask = std::remove_cvref_t<M>;
  static constexpr bool accepted =
      !integer_operand<mask> && !integer_range<mask> && !integer_item<mask>;
  static constexpr message text() {
    return message("stria: boolean_mask: a mask has bools; a[indices] selects by integers");
  }
};
template <class A, class M> struct masked {};
template <operand A, class M>
struct masked<A, M> : judged_call<bool_mask_verdict<M>, chosen_call<A, M>> {};

} // namespace detail

/// Selects the elements where a mask is true.
///
/// \param a      a tensor, view or expression
/// \param mask_  an operand of bool; its axes match the first axes of `a`
/// \returns      an expression [count, remaining axes of a], like `a[mask]`; the count is known
///               only at run time
/// \throws       shape_error if a run-time extent of the mask does not fit
/// \refuses      static extents that do not fit
/// \complexity   O(n)
/// \numpy        `a[mask]`, `tf.boolean_mask(a, mask)`
/// \usage        `boolean_mask(a, a > 0)`
template <detail::operand A, class M>
constexpr auto boolean_mask(A&& a, M&& mask_)
    STRIA_RUN_OR_REFUSE((detail::masked<A, M>), static_cast<A&&>(a), mask_);
STRIA_BORROWING((detail::tensor_operand S, class M, class A = detail::lvalue_t<S>), boolean_mask,
                (S & a STRIA_LIFETIMEBOUND, M&& mask_), (detail::masked<A, M>), a, mask_);
STRIA_FOREIGN_FIRST(boolean_mask);

} // namespace stria
