// SPDX-License-Identifier: BSL-1.0
// numpy/order/sort.hpp: sorting and searching: sort, argsort, unique, searchsorted.
// Tests: tests/numpy/order/order.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/arguments/integer.hpp>
#include <stria/arguments/named_argument.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/along.hpp>
#include <stria/numpy/order/search_loops.hpp>
#include <stria/numpy/order/sets_loops.hpp>
#include <stria/numpy/order/sort_loops.hpp>
#include <stria/numpy/order/unique_loops.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/flip.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

/// The type of `descending`.
struct descending_t {};
/// Tag that puts the largest element first, as in `sort(a, _0, descending)`.
///
/// Equal elements keep their order. NaNs, which are last in ascending order, come first.
///
/// \numpy        `descending=True` of the Array API standard
/// \usage        `sort(a, descending)`, `argsort(a, _0, descending)`
inline constexpr descending_t descending{};

/// The result of unique_all(): the distinct elements, the position of the first occurrence of each,
/// the position of each element of the operand among them, and their counts. With an axis, the same
/// of slices along it.
///
/// \usage        `const auto [values, indices, inverse, counts] = unique_all(a);`
template <class T, class Inverse, class Values = tensor<T, dyn>>
struct unique_result : detail::result_base {
  Values values;
  detail::counters<T> indices;
  Inverse inverse;
  detail::counters<T> counts;

  unique_result() = default;
  constexpr unique_result(Values v, detail::counters<T> i, Inverse in, detail::counters<T> c)
      : values(std::move(v)), indices(std::move(i)), inverse(std::move(in)), counts(std::move(c)) {}
  STRIA_VARIABLE_TARGET(unique_result);
};

/// The type of `by_occurrence`.
struct by_occurrence_t {};
/// Tag that lists distinct elements in the order in which they first occur, instead of sorted.
///
/// \numpy        none; `sorted=0` of Unique in ONNX
/// \usage        `unique(a, by_occurrence)`, `unique_all(a, _0, by_occurrence)`
inline constexpr by_occurrence_t by_occurrence{};

namespace detail {

/// A position on an axis of size n. Throws index_error if it is out of bounds.
constexpr index partition_place(index place, index n, std::size_t axis) {
  const index w = wrap(place, n);
  if (!inside(w, n)) [[unlikely]]
    raise<index_error>(message("stria: partition: position ")
                       << place << " is out of bounds for axis " << axis << ", which has " << n
                       << " elements");
  return w;
}

/// N sorted or partitioned along an axis.
template <order_kind Kind, class N, std::size_t Axis>
class sorted
    : public computed_along<sorted<Kind, N, Axis>, typename N::value_type, N::extents, Axis> {
  static constexpr std::size_t R = rank_of<N>;
  N source_;
  index place_;

public:
  template <class U>
  constexpr sorted(U&& source, index place) : source_(static_cast<U&&>(source)), place_(place) {
    if constexpr (Kind == order_kind::partition)
      place_ = partition_place(place, source_.shape()[Axis], Axis);
  }
  STRIA_NO_TARGET(sorted);

  constexpr axis_array<R> shape() const { return {source_.shape()}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return sorted<Kind, std::remove_cvref_t<M>, Axis>(static_cast<M&&>(source), place_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    using T = typename N::value_type;
    run_into<store_kernel>(target, prepare(source_));
    const auto n = target.shape();
    if (target.size() == 0)
      return;
    sort_rows_along<Kind, T>(target.data(), n, Axis, place_);
  }
};

/// The positions that sort N along an axis. Equal elements keep their order.
template <class N, std::size_t Axis>
class sorted_places : public computed_along<sorted_places<N, Axis>, index, N::extents, Axis> {
  static constexpr std::size_t R = rank_of<N>;
  N source_;

public:
  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, sorted_places>)
  constexpr explicit sorted_places(U&& source) : source_(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(sorted_places);

  constexpr axis_array<R> shape() const { return {source_.shape()}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  static constexpr bool only_operands = true;
  template <class M> static constexpr auto over(M&& source) {
    return sorted_places<std::remove_cvref_t<M>, Axis>(static_cast<M&&>(source));
  }
  template <class Target> constexpr void compute(Target& target) const {
    using T = typename N::value_type;
    const auto values = eval(source_);
    const auto n = values.shape();
    const index length = n[Axis];
    if (values.size() == 0)
      return;
    const T* const from = values.data();
    index* const to = target.data();
    each_row_along<index>(from, n, Axis, [&](dynamic_row<const T> along, index* row, index* other) {
      order_places(to + (along.p - from), along.stride, length, row, [&](index* places) {
        merge_sort(places, other, length,
                   [&](index x, index y) { return ordered{}(along[x], along[y]); });
      });
    });
  }
};

template <class A>
concept ordered_elements = sorts<value_t<A>>;
struct no_order {
  static constexpr message text() {
    return message("stria: these elements have no order (there is no <); map(f, a) converts them "
                   "to elements that have one");
  }
};
/// A row and values that have a common order.
template <class S, class V>
concept searchable = has_order<S, V> || (!not_complex<S, V> && is_number<S> && is_number<V>);

template <class A> struct sortable_verdict : no_order {
  static constexpr bool accepted = ordered_elements<A>;
};

/// True for a row and values or a number, which have no common order.
template <class S, class V> inline constexpr bool unordered_places = false;
template <operand S, class V>
  requires(rank_of<S> == 1 && (operand<V> || is_number<std::remove_cvref_t<V>>))
inline constexpr bool unordered_places<S, V> = !searchable<value_t<S>, value_or_self<V>>;

template <class A, class Axis> struct order_verdict {
  using axis = one_axis_verdict<A, Axis>;
  using elements = sortable_verdict<A>;
  static constexpr bool accepted = axis::accepted && elements::accepted;
  static constexpr message text() { return elements::accepted ? axis::text() : elements::text(); }
};

/// The base of functions of an axis and the tag `descending`, both optional. The elements are
/// reversed, sorted and reversed again, which keeps equal elements in their order.
struct sorting_function : along_axes {
  template <class A, class Axis = constant<-1>> static order_verdict<A, Axis> verdict();
  template <class A, std::same_as<descending_t>> static order_verdict<A, constant<-1>> verdict();
  template <class A, class Axis, std::same_as<descending_t>>
  static order_verdict<A, Axis> verdict();
};
struct sort_function : sorting_function {
  template <class A, class Axis = constant<-1>> static constexpr auto run(A&& a, Axis = {}) {
    return sorted<order_kind::sort, hold_t<A>, axis_of<A, Axis>>(static_cast<A&&>(a), 0);
  }
  template <class A> static constexpr auto run(A&& a, descending_t tag) {
    return run(static_cast<A&&>(a), constant<-1>(), tag);
  }
  template <class A, class Axis> static constexpr auto run(A&& a, Axis axis, descending_t) {
    return flip(run(flip(static_cast<A&&>(a), axis), axis), axis);
  }
};
struct argsort_function : sorting_function {
  template <class A, class Axis = constant<-1>> static constexpr auto run(A&& a, Axis = {}) {
    return sorted_places<hold_t<A>, axis_of<A, Axis>>(static_cast<A&&>(a));
  }
  template <class A> static constexpr auto run(A&& a, descending_t tag) {
    return run(static_cast<A&&>(a), constant<-1>(), tag);
  }
  template <class A, class Axis> static constexpr auto run(A&& a, Axis axis, descending_t) {
    const index last = a.shape()[axis_of<A, Axis>] - 1;
    return last - flip(run(flip(static_cast<A&&>(a), axis), axis), axis);
  }
};
/// The distinct slices along an axis, with the members of unique_result, in lexicographic order or
/// in that of their first occurrences.
template <bool ByOccurrence, class Axis, class A> constexpr auto slices_with_places(const A& a) {
  using T = value_t<A>;
  constexpr std::size_t axis = axis_of<A, Axis>;
  constexpr auto extents = [] {
    auto s = extents_of<A>;
    s[axis] = extent::unknown();
    return s;
  }();
  const auto rows = eval(moveaxis(a, Axis{}, constant<0>{}));
  const index n = rows.shape()[0];
  const index length = n == 0 ? 0 : rows.size() / n;
  groups_of<A> groups(n);
  index* const order = groups.order.data();
  sort_slices(rows.data(), length, n, order, groups.other.data());
  using inverse_t = typename tensor_of<index, static_shape<1>{{extents_of<A>[axis]}}>::type;
  inverse_t inverse({n}, uninitialized_t{});
  const index count = number_groups<ByOccurrence>(
      order, n,
      [&](index i) { return i == 0 || slices_differ(rows.data(), length, order[i - 1], order[i]); },
      groups.firsts.data(), inverse.data(), groups.counts.data(), groups.other.data());
  auto firsts = groups.first(groups.firsts, count);
  auto sizes = a.shape();
  sizes[axis] = count;
  using values_t = typename tensor_of<T, extents>::type;
  values_t values(sizes, uninitialized_t{});
  values[ellipsis] = moveaxis(take(rows, firsts, constant<0>{}), constant<0>{}, Axis{});
  return unique_result<T, inverse_t, values_t>{
      std::move(values), std::move(firsts), std::move(inverse), groups.first(groups.counts, count)};
}

/// The base of functions of distinct elements, or of slices along an axis. The tag `by_occurrence`
/// is the last argument.
template <class Base> struct distinct_function : Base {
  template <class A> static sortable_verdict<A> verdict();
  template <class A, std::same_as<by_occurrence_t>> static sortable_verdict<A> verdict();
  template <class A, class Axis> static order_verdict<A, Axis> verdict();
  template <class A, class Axis, std::same_as<by_occurrence_t>>
  static order_verdict<A, Axis> verdict();
};
/// All parts of the result. If not `Standard`, all NaNs among the elements count as one value.
template <bool Standard> struct distinct_parts {
  template <class A> using inverse_t = typename tensor_of<index, extents_of<A>>::type;
  template <bool ByOccurrence, class A> static constexpr auto elements(const A& a) {
    return elements_with_places<unique_result<value_t<A>, inverse_t<A>>, ByOccurrence, Standard>(a);
  }
  template <class A> static constexpr auto run(const A& a) { return elements<false>(a); }
  template <class A> static constexpr auto run(const A& a, by_occurrence_t) {
    return elements<true>(a);
  }
  template <class A, class Axis> static constexpr auto run(const A& a, Axis) {
    return slices_with_places<false, Axis>(a);
  }
  template <class A, class Axis> static constexpr auto run(const A& a, Axis, by_occurrence_t) {
    return slices_with_places<true, Axis>(a);
  }
};
struct unique_function : distinct_function<at_axis> {
  template <class A> static constexpr auto run(const A& a) {
    return different_elements(distinct_kind<false>(), a);
  }
  template <class A, class... X> static constexpr auto run(const A& a, X... x) {
    return distinct_parts<false>::run(a, x...).values;
  }
};
struct unique_all_function : distinct_function<axes_base> {
  template <class A, class... X> static constexpr auto run(const A& a, X... x) {
    return distinct_parts<true>::run(a, x...);
  }
  template <class F, class A, class... X>
  static constexpr auto along(const F& f, const A& a, const X&... x) {
    const auto order = first_order<A>(axis_among(x...));
    auto u = f(reorder(a, order), constant_or_same(constant<0>(), x)...);
    auto values = eval(reorder(u.values, inverse_order(order)));
    return unique_result<value_t<A>, decltype(u.inverse), decltype(values)>{
        std::move(values), std::move(u.indices), std::move(u.inverse), std::move(u.counts)};
  }
};

template <class S, class V> class searched : public computed<searched<S, V>, index, V::extents> {
  S sorted_;
  V values_;
  bool right_;

public:
  template <class T, class U>
  constexpr searched(T&& s, U&& v, bool right)
      : sorted_(static_cast<T&&>(s)), values_(static_cast<U&&>(v)), right_(right) {}
  STRIA_NO_TARGET(searched);

  constexpr auto shape() const { return values_.shape(); }
  constexpr bool right() const { return right_; }
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return g(sorted_, values_);
  }
  template <class M, class N> constexpr auto over(M&& a, N&& b) const {
    return searched<std::remove_cvref_t<M>, std::remove_cvref_t<N>>(static_cast<M&&>(a),
                                                                    static_cast<N&&>(b), right_);
  }
  static constexpr computation how = computation::at_a_level;
  template <std::size_t K> constexpr auto needed(const region<rank_of<V>>& of_result) const {
    if constexpr (K == 1)
      return broadcast_region(of_result, std::array<index, rank_of<V>>(values_.shape()));
    else
      return whole_region(std::array<index, rank_of<S>>(sorted_.shape()));
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto s = eval(sorted_);
    const auto v = eval(values_);
    if (right_)
      lower_places<true>(s.data(), s.size(), v.data(), v.size(), target.data());
    else
      lower_places<false>(s.data(), s.size(), v.data(), v.size(), target.data());
  }
};

} // namespace detail

/// Sorts the elements along an axis; the sort is stable and puts NaN last, or first if
/// `descending`. Complex numbers are ordered by their real parts, then by their imaginary parts.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)` (default: the last axis); the tag `descending` may follow
/// \returns      a lazy expression of the shape and element type of `a`
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist, elements without an order
/// \complexity   O(n log n) per row; computed once when it is assigned; several threads for large
///               operands
/// \numpy        `np.sort(a, axis, kind="stable")`
/// \usage        `sort(a)`, `sort(a, _0)`, `sort(a, descending)`
STRIA_DECLARE(sort);

/// Returns the positions that sort the elements along an axis; the sort is stable and puts NaN
/// last, or first if `descending`.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)` (default: the last axis); the tag `descending` may follow
/// \returns      a lazy expression of index with the shape of `a`
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist, elements without an order
/// \complexity   O(n log n) per row; computed once when it is assigned; several threads for large
///               operands
/// \numpy        `np.argsort(a, axis, kind="stable")`
/// \usage        `argsort(a)`, `argsort(a, _0)`
STRIA_DECLARE(argsort);

/// Returns the distinct elements, sorted; all NaNs count as one value.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`; whole slices along this axis are compared (default:
///               elements are compared). The tag `by_occurrence` may follow: the result is in the
///               order in which the elements first occur
/// \returns      tensor [count] of the element type; with an axis, a tensor of the rank of `a`
/// \throws       index_error if an axis(k) does not exist
/// \refuses      elements without an order, an axis that does not exist
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.unique(a)`, `np.unique(a, axis=axis)`
/// \usage        `unique(a)`, `unique(a, _0)`, `unique(a, by_occurrence)`
STRIA_DECLARE(unique);
/// Returns the distinct elements or slices, sorted, with positions and counts; each NaN counts as a
/// separate value.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`; whole slices along this axis are compared (default:
///               elements are compared). The tag `by_occurrence` may follow
/// \returns      unique_result with `values` and `indices` [count] (of the first occurrence in the
///               flattened operand or along the axis), `inverse` (`values[inverse]` is `a`; of the
///               shape of `a` or, with an axis, of rank 1, and `take(values, inverse, axis)` is
///               `a`) and `counts` [count], all three of index
/// \throws       index_error if an axis(k) does not exist
/// \refuses      elements without an order, an axis that does not exist
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.unique_all(a)`, `np.unique(a, True, True, True, axis=axis)`
/// \usage        `unique_all(a).counts`, `unique_all(a, _0, by_occurrence)`
/// \see          unique
STRIA_DECLARE(unique_all);

/// Where searchsorted() inserts among equal elements: before them (left) or after them (right).
///
/// \numpy        `side="left"`, `side="right"`
/// \usage        `searchsorted(s, v, search_side::right)`
enum class search_side : unsigned char { left, right };

namespace detail {
struct side_names {
  static constexpr const char* what = "side of searchsorted";
  static constexpr const char* names[] = {"left", "right"};
};
using side_argument = named_argument<search_side, side_names>;
/// A call of searchsorted().
template <class A, class B> struct search_call {};
template <operand A, operand B>
  requires(rank_of<A> == 1 && searchable<value_t<A>, value_t<B>>)
struct search_call<A, B> : constructing_call<searched<hold_t<A>, hold_t<B>>> {};
} // namespace detail

/// Finds where values would have to be inserted into a sorted row to keep its order.
///
/// \param sorted a sorted operand [n]
/// \param v      a number, or an operand of any shape
/// \param side   whether the position is before equal elements (`left`, the default) or after them
///               (`right`): a search_side or its name, such as "right"
/// \param sorter positions [n] that would sort the first operand. With a sorter, that operand need
///               not be sorted
/// \returns      for a number an index, otherwise a lazy expression of index with the shape of `v`
/// \throws       index_error if a position in `sorter` is out of bounds; value_error for another
///               name of a side
/// \refuses      a first operand of a rank other than 1
/// \complexity   O(log n) per value, and O(n) to copy the first operand
/// \numpy        `np.searchsorted(sorted, v, side, sorter)`
/// \usage        `searchsorted(s, v)`, `searchsorted(s, v, search_side::right, order)`
template <detail::operand A, detail::operand B>
  requires(detail::rank_of<A> == 1 && detail::searchable<detail::value_t<A>, detail::value_t<B>>)
constexpr auto searchsorted(A&& sorted, B&& v, detail::side_argument side = search_side::left)
    STRIA_RUN_OR_REFUSE((detail::search_call<A, B>), static_cast<A&&>(sorted), static_cast<B&&>(v),
                        side.value == search_side::right);
STRIA_BORROWING((detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), searchsorted,
                (S & sorted STRIA_LIFETIMEBOUND, B&& v,
                 detail::side_argument side = search_side::left),
                (detail::search_call<A, B>), sorted, static_cast<B&&>(v),
                side.value == search_side::right);
STRIA_BORROWING(
    (detail::no_lvalue_tensor A, detail::tensor_operand U, class B = detail::lvalue_t<U>),
    searchsorted,
    (A && sorted, U& v STRIA_LIFETIMEBOUND, detail::side_argument side = search_side::left),
    (detail::search_call<A, B>), static_cast<A&&>(sorted), v, side.value == search_side::right);
/// Finds the position of one number.
template <detail::operand S, class V>
  requires(detail::rank_of<S> == 1 && detail::is_number<V> &&
           detail::searchable<detail::value_t<S>, V>)
constexpr index searchsorted(const S& sorted, V v, detail::side_argument side = search_side::left) {
  const auto s = eval(sorted);
  return side.value == search_side::right ? detail::lower_place<true>(s.data(), s.size(), v)
                                          : detail::lower_place<false>(s.data(), s.size(), v);
}
template <detail::operand S, class V>
auto searchsorted(const S&, const V&, detail::side_argument = search_side::left)
    -> detail::refusal_where<
        detail::has_other_rank<S, 1>,
        detail::rank_verdict<"searchsorted needs a first operand of rank 1", S>>;
template <detail::operand S, class V>
auto searchsorted(S&&, V&&, detail::side_argument = search_side::left)
    -> detail::refusal_where<detail::unordered_places<S, V>, detail::no_order>;
STRIA_FOREIGN_BINARY(searchsorted);

} // namespace stria
