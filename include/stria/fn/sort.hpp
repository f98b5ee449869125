// SPDX-License-Identifier: BSL-1.0
// fn/sort.hpp: sorting and searching: sort, argsort, unique, searchsorted.
#pragma once

#include <stria/args/axes.hpp>
#include <stria/args/integer.hpp>
#include <stria/args/named_argument.hpp>
#include <stria/args/sizes.hpp>
#include <stria/eval/computed.hpp>
#include <stria/expr/operators.hpp>
#include <stria/view/foreign.hpp>

#include <utility>

namespace stria {

namespace detail {

/// The order of elements in NumPy: a NaN comes last.
struct ordered {
  template <class T> STRIA_INLINE constexpr bool operator()(const T& a, const T& b) const {
    return a < b || (b != b && a == a);
  }
};
/// The same order, or the reversed one, without branches for numbers. Selections are vectorised or
/// need no branch; a merge of two rows has a branch in any case.
template <bool Reversed> struct selection_order {
  template <class T> STRIA_INLINE constexpr bool operator()(const T& x, const T& y) const {
    const T &a = Reversed ? y : x, &b = Reversed ? x : y;
    if constexpr (std::is_arithmetic_v<T>)
      return (a < b) | ((b != b) & (a == a));
    else
      return ordered{}(a, b);
  }
};

/// Sorts n elements. The sort is stable, needs O(n log n) comparisons, and is usable in constant
/// expressions, unlike std::stable_sort before C++26. `other` is scratch memory for n elements.
template <class T, class Less> constexpr void merge_sort(T* a, T* other, index n, Less less) {
  constexpr index run = 16;
  for (index from = 0; from < n; from += run) {
    const index to = from + run < n ? from + run : n;
    for (index i = from + 1; i < to; ++i) {
      T x = std::move(a[i]);
      index k = i;
      for (; k > from && less(x, a[k - 1]); --k)
        a[k] = std::move(a[k - 1]);
      a[k] = std::move(x);
    }
  }
  T* source = a;
  for (index width = run; width < n; width *= 2) {
    for (index from = 0; from < n; from += 2 * width) {
      const index mid = from + width < n ? from + width : n;
      const index to = mid + width < n ? mid + width : n;
      index i = from, j = mid;
      for (index k = from; k < to; ++k)
        other[k] = i < mid && (j >= to || !less(source[j], source[i])) ? std::move(source[i++])
                                                                       : std::move(source[j++]);
    }
    T* const next = other;
    other = source;
    source = next;
  }
  if (source != a)
    for (index k = 0; k < n; ++k)
      a[k] = std::move(source[k]);
}

/// Moves the elements for which `first` is true before the others, and returns their number. There
/// are no branches that depend on the elements.
template <class T, class First>
constexpr index split_row(T* a, T* other, index n, const First& first) {
  index front = 0, back = n;
  for (index i = 0; i < n; ++i) {
    const T x = a[i];
    other[front] = x; // one of the two places is overwritten
    other[back - 1] = x;
    const index in_front = first(x) ? 1 : 0;
    front += in_front;
    back -= 1 - in_front;
  }
  for (index i = 0; i < n; ++i)
    a[i] = other[i];
  return front;
}

/// Partially sorts n elements: position k gets the element that sorting would put there. No element
/// before it is larger, and none after it is smaller.
template <class T, class Less>
constexpr void select_nth(T* a, T* other, index n, index k, Less less) {
  index from = 0, to = n;
  for (int turns = 64; to - from > 16; --turns) {
    if (turns == 0) {
      // There were too many bad pivots.
      merge_sort(a + from, other, to - from, less);
      return;
    }
    if constexpr (std::is_arithmetic_v<T>) {
      // The pivot is the median of three.
      const T x = a[from], y = a[from + (to - from) / 2], z = a[to - 1];
      const T low = less(y, x) ? y : x, high = less(y, x) ? x : y;
      const T middle = less(z, low) ? low : less(high, z) ? high : z;
      const index smaller =
          split_row(a + from, other, to - from, [&](const T& e) { return less(e, middle); });
      if (k < from + smaller) {
        to = from + smaller;
      } else if (smaller > 0) {
        from += smaller;
      } else {
        // The elements that are equal to the pivot come first.
        from += split_row(a + from, other, to - from, [&](const T& e) { return !less(middle, e); });
        if (k < from)
          return;
      }
      continue;
    }
    // The pivot is the median of three.
    T &x = a[from], &y = a[from + (to - from) / 2], &z = a[to - 1];
    if (less(y, x))
      std::swap(x, y);
    if (less(z, y))
      std::swap(y, z);
    if (less(y, x))
      std::swap(x, y);
    const T middle = y;
    index i = from, j = to - 1;
    while (i <= j) {
      while (less(a[i], middle))
        ++i;
      while (less(middle, a[j]))
        --j;
      if (i <= j) {
        std::swap(a[i], a[j]);
        ++i;
        --j;
      }
    }
    if (k <= j)
      to = j + 1;
    else if (k >= i)
      from = i;
    else
      return;
  }
  merge_sort(a + from, other, to - from, less);
}

/// Finds the first `count` of n elements, `step` apart, in the order `less`. Writes them and their
/// positions in order; of equal elements the first ones are found. Returns false if sorting them
/// into place would take longer than select_nth().
template <class T, class Less>
constexpr bool select_few(const T* a, index step, index n, index count, T* best, index* places,
                          Less less) {
  constexpr index chunk = limits::argument_chunk;
  index moves = 0, found = 0;
  const auto insert = [&](index i) {
    const T x = a[i * step];
    index k = found < count ? found++ : count - 1;
    for (; k > 0 && less(x, best[k - 1]); --k, ++moves) {
      best[k] = best[k - 1];
      places[k] = places[k - 1];
    }
    best[k] = x;
    places[k] = i;
  };
  index i = 0;
  for (; i < count; ++i)
    insert(i);
  while (i < n) {
    const index end = n - i < chunk ? n : i + chunk;
    if (step == 1 && end - i == chunk) {
      // Most chunks contain no better element. This loop has no branches, so that it is vectorised.
      const T last = best[count - 1];
      int better = 0;
      for (index j = 0; j < chunk; ++j)
        better |= less(a[i + j], last) ? 1 : 0;
      if (better == 0) {
        i = end;
        continue;
      }
    }
    for (; i < end; ++i)
      if (less(a[i * step], best[count - 1]))
        insert(i);
    if (moves > limits::few_selected_moves * n)
      return false;
  }
  return true;
}

/// Partially sorts `a`, which holds n elements or their positions, like select_nth(), if position k
/// is near the beginning or the end. Otherwise returns false. The elements are at `from`, `step`
/// apart, or in `a` itself.
template <class T, class U>
constexpr bool select_near_end(const T* from, index step, U* a, index n, index k) {
  if constexpr (std::is_arithmetic_v<T>) {
    const bool back = k > n - 1 - k;
    const index count = back ? n - k : k + 1;
    if (count > limits::few_selected || count > n / limits::few_selected_part)
      return false;
    T best[static_cast<std::size_t>(limits::few_selected)]{};
    index places[static_cast<std::size_t>(limits::few_selected)]{};
    const auto select = [&](auto less) {
      return select_few(from, step, n, count, best, places, less);
    };
    if (back ? !select(selection_order<true>()) : !select(selection_order<false>()))
      return false;
    // Counted from this end, the first `count` positions receive these elements, and their former
    // positions receive those of the others.
    const auto at = [&](index i) -> U& { return a[back ? n - 1 - i : i]; };
    bool found[static_cast<std::size_t>(limits::few_selected)]{};
    for (index i = 0; i < count; ++i) {
      if (back)
        places[i] = n - 1 - places[i];
      if (places[i] < count)
        found[places[i]] = true;
    }
    U values[static_cast<std::size_t>(limits::few_selected)]{};
    for (index i = 0; i < count; ++i)
      values[i] = at(places[i]);
    for (index i = 0, other = 0; i < count; ++i)
      if (places[i] >= count) {
        while (found[other])
          ++other;
        at(places[i]) = at(other++);
      }
    for (index i = 0; i < count; ++i)
      at(i) = values[i];
    return true;
  } else {
    return false;
  }
}

/// Calls f(row, one, other) for each row along an axis of row-major memory; several threads may
/// process the rows. row[i] is element i of the row. `one` and `other` are scratch memory, each for
/// as many elements of type S as the row has.
template <class S, class T, std::size_t R, class F>
constexpr void each_row_along(T* p, const std::array<index, R>& n, std::size_t axis, const F& f) {
  index outer = 1, inner = 1;
  for (std::size_t k = 0; k < axis; ++k)
    outer *= n[k];
  for (std::size_t k = axis + 1; k < R; ++k)
    inner *= n[k];
  const auto part = [&](index first, index last) {
    heap_buffer<S> one(n[axis], uninitialized_t{}), other(n[axis], uninitialized_t{});
    for (index r = first; r < last; ++r)
      f(dynamic_row<T>{p + r / inner * inner * n[axis] + r % inner, inner}, one.data(),
        other.data());
  };
#if defined(STRIA_USE_THREADS)
  if constexpr (is_pure_value<std::remove_const_t<T>>)
    if !consteval {
      if (outer * inner > 1 && pays_threads(outer * inner * n[axis]))
        return for_chunks(outer * inner, 1, part);
    }
#endif
  part(0, outer * inner);
}

/// Calls order(places) for the positions 0 ... n - 1, which are then stored `step` apart. If they
/// are not adjacent there, `row` is scratch memory for them.
template <class Order>
constexpr void order_places(index* to, index step, index n, index* row, const Order& order) {
  index* const places = step == 1 ? to : row;
  for (index i = 0; i < n; ++i)
    places[i] = i;
  order(places);
  if (step != 1)
    for (index i = 0; i < n; ++i)
      to[i * step] = places[i];
}

enum class order_kind : unsigned char { sort, partition };

/// N sorted or partitioned along an axis.
template <order_kind Kind, class N, std::size_t Axis>
class sorted : public computed<sorted<Kind, N, Axis>, typename N::value_type, N::extents> {
  static constexpr std::size_t R = rank_of<N>;
  N source_;
  index place_;

public:
  template <class U>
  constexpr sorted(U&& source, index place) : source_(static_cast<U&&>(source)), place_(place) {
    if constexpr (Kind == order_kind::partition) {
      const index n = source_.shape()[Axis];
      place_ = wrap(place, n);
      if (!inside(place_, n)) [[unlikely]]
        raise<index_error>(message("stria: partition: position ")
                           << place << " is out of bounds for axis " << Axis << ", which has " << n
                           << " elements");
    }
  }
  STRIA_NO_TARGET(sorted);

  constexpr std::array<index, R> shape() const { return source_.shape(); }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return sorted<Kind, std::remove_cvref_t<M>, Axis>(static_cast<M&&>(source), place_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    using T = typename N::value_type;
    run_into<store_kernel>(target, prepare(source_));
    const auto n = target.shape();
    const index length = n[Axis];
    if (target.size() == 0)
      return;
    each_row_along<T>(target.data(), n, Axis, [&](dynamic_row<T> along, T* row, T* other) {
      T* const values = along.stride == 1 ? along.p : row;
      if (along.stride != 1)
        for (index i = 0; i < length; ++i)
          values[i] = std::move(along[i]);
      if constexpr (Kind == order_kind::sort)
        merge_sort(values, other, length, ordered{});
      else if (!select_near_end(values, 1, values, length, place_))
        select_nth(values, other, length, place_, selection_order<false>());
      if (along.stride != 1)
        for (index i = 0; i < length; ++i)
          along[i] = std::move(values[i]);
    });
  }
};

/// The positions that sort N along an axis. Equal elements keep their order.
template <class N, std::size_t Axis>
class sorted_places : public computed<sorted_places<N, Axis>, index, N::extents> {
  static constexpr std::size_t R = rank_of<N>;
  N source_;

public:
  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, sorted_places>)
  constexpr explicit sorted_places(U&& source) : source_(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(sorted_places);

  constexpr std::array<index, R> shape() const { return source_.shape(); }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
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
concept ordered_elements = requires(const value_t<A>& x) { static_cast<bool>(x < x); };
struct no_order {
  static constexpr message text() {
    return message(
        "stria: these elements have no order (there is no <); for complex numbers, abs() and "
        "real() give real ones");
  }
};

/// True for a row and values or a number, which have no common order.
template <class S, class V> inline constexpr bool unordered_places = false;
template <operand S, class V>
  requires(rank_of<S> == 1 && (operand<V> || is_number<std::remove_cvref_t<V>>))
inline constexpr bool unordered_places<S, V> = !has_order<value_t<S>, value_or_self<V>>;

template <class A, class Axis> struct order_verdict {
  using axis = one_axis_verdict<A, Axis>;
  static constexpr bool accepted = axis::accepted && ordered_elements<A>;
  static constexpr message text() { return ordered_elements<A> ? axis::text() : no_order::text(); }
};

template <template <class, std::size_t> class Node, class A, class Axis>
struct order_call : constructing_call<Node<hold_t<A>, axis_of<A, Axis>>> {};
template <template <class, std::size_t> class Node, class A, class Axis> struct order_result {};
template <template <class, std::size_t> class Node, operand A, class Axis>
struct order_result<Node, A, Axis>
    : judged_call<order_verdict<A, Axis>, order_call<Node, A, Axis>> {};

template <class N, std::size_t Axis> using sort_node = sorted<order_kind::sort, N, Axis>;
template <class N, std::size_t Axis> using partition_node = sorted<order_kind::partition, N, Axis>;

/// The elements of an operand, sorted, as a tensor of rank 1.
template <class A> constexpr auto sorted_elements(const A& a) {
  using T = value_t<A>;
  const auto values = eval(a);
  tensor<T, dyn> all_of_them({values.size()}, uninitialized_t{}),
      other({values.size()}, uninitialized_t{});
  for (index i = 0; i < values.size(); ++i)
    all_of_them.data()[i] = values.data()[i];
  merge_sort(all_of_them.data(), other.data(), values.size(), ordered{});
  return all_of_them;
}

/// The number of elements of a sorted row that are less than x or, if Right, not greater than x.
/// `from` is the least number that is possible.
template <bool Right, class T, class X>
constexpr index lower_place(const T* a, index n, const X& x, index from = 0) {
  using C = std::common_type_t<T, X>;
  const C value = static_cast<C>(x);
  const auto before = [&](const T& element) {
    // The common type of signed and unsigned integers may not have both values.
    if constexpr (mixed_integers<T, X>) {
      return Right ? !std::cmp_less(+x, +element) : std::cmp_less(+element, +x);
    } else {
      const C e = static_cast<C>(element);
      return Right ? !ordered{}(value, e) : ordered{}(e, value);
    }
  };
  // The first steps are short, for values in ascending order.
  index to = n;
  if (from > 0)
    for (index step = 1; from < to; step *= 2) {
      const index at = to - from < step ? to - 1 : from + step - 1;
      if (!before(a[at])) {
        to = at;
        break;
      }
      from = at + 1;
    }
  while (from < to) {
    const index mid = from + (to - from) / 2;
    if (before(a[mid]))
      from = mid + 1;
    else
      to = mid;
  }
  return from;
}

/// Calls lower_place() for each of m values. While they ascend, a search begins at the last place.
template <bool Right, class T, class X>
constexpr void lower_places(const T* a, index n, const X* x, index m, index* to) {
  constexpr index enough = limits::ascending_values;
  index ascending = 0;
  for (index i = 0; i < m; ++i) {
    ascending = i > 0 && !ordered{}(x[i], x[i - 1]) ? ascending + 1 : 0;
    to[i] = lower_place<Right>(a, n, x[i], ascending >= enough ? to[i - 1] : 0);
  }
}

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
/// `descending`.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)` (default: the last axis); the tag `descending` may follow
/// \returns      a lazy expression of the shape and element type of `a`
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist, elements without an order (complex numbers)
/// \complexity   O(n log n) per row; computed once when it is assigned; several threads for large
///               operands
/// \numpy        `np.sort(a, axis, kind="stable")`
/// \usage        `sort(a)`, `sort(a, _0)`, `sort(a, descending)`
template <class A, class Axis = constant<-1>>
constexpr auto sort(A&& a, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::order_result<detail::sort_node, A, Axis>), static_cast<A&&>(a),
                        index{0});
STRIA_FOREIGN_FIRST(sort);

/// Returns the positions that sort the elements along an axis; the sort is stable and puts NaN
/// last, or first if `descending`.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)` (default: the last axis); the tag `descending` may follow
/// \returns      a lazy expression of index with the shape of `a`
/// \throws       index_error if an `axis(k)` does not exist
/// \refuses      an axis that does not exist, elements without an order (complex numbers)
/// \complexity   O(n log n) per row; computed once when it is assigned; several threads for large
///               operands
/// \numpy        `np.argsort(a, axis, kind="stable")`
/// \usage        `argsort(a)`, `argsort(a, _0)`
template <class A, class Axis = constant<-1>>
constexpr auto argsort(A&& a, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::order_result<detail::sorted_places, A, Axis>),
                        static_cast<A&&>(a));
STRIA_FOREIGN_FIRST(argsort);

namespace detail {

/// The distinct elements, sorted. If Standard, each NaN is distinct from the others, as in the
/// Array API standard.
template <bool Standard, class A>
constexpr auto different_elements(const A& a) -> tensor<value_t<A>, dyn> {
  auto s = sorted_elements(a);
  const auto differs = [&](const auto& before, const auto& x) {
    return ordered{}(before, x) || (Standard && x != x);
  };
  index count = 0;
  for (index i = 0; i < s.size(); ++i)
    if (i == 0 || differs(s.data()[i - 1], s.data()[i]))
      s.data()[count++] = s.data()[i];
  tensor<value_t<A>, dyn> r({count}, uninitialized_t{});
  for (index i = 0; i < count; ++i)
    r.data()[i] = s.data()[i];
  return r;
}

} // namespace detail

/// Returns the distinct elements, sorted; all NaNs count as one value.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`; whole slices along this axis are compared (default:
///               elements are compared)
/// \returns      tensor [count] of the element type; with an axis, a tensor of the rank of `a`
/// \throws       index_error if an axis(k) does not exist
/// \refuses      elements without an order, an axis that does not exist
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.unique(a)`, `np.unique(a, axis=axis)`
/// \usage        `unique(a)`, `unique(a, _0)`
template <detail::operand A>
  requires detail::ordered_elements<A>
constexpr auto unique(const A& a) -> tensor<detail::value_t<A>, dyn> {
  return detail::different_elements<false>(a);
}
template <detail::operand A>
auto unique(const A&) -> detail::refusal_where<!detail::ordered_elements<A>, detail::no_order>;
STRIA_FOREIGN_FIRST(unique);
/// The result of unique_all(): the distinct elements, the position of the first occurrence of each,
/// the position of each element of the operand among them, and their counts.
///
/// \usage        `const auto [values, indices, inverse, counts] = unique_all(a);`
template <class T, class Inverse> struct unique_result {
  tensor<T, dyn> values;
  detail::counters<T> indices;
  Inverse inverse;
  detail::counters<T> counts;
};
/// Returns the distinct elements, sorted, with positions and counts; each NaN counts as a separate
/// value.
///
/// \param a      a tensor, view or expression
/// \returns      unique_result with `values` [count], `indices` [count] (of the first occurrence in
///               the flattened operand), `inverse` of the shape of `a` (`values[inverse]` is `a`)
///               and `counts` [count], all three of index
/// \throws       nothing
/// \refuses      elements without an order
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.unique_all(a)`
/// \usage        `unique_all(a).counts`
/// \see          unique
template <detail::operand A>
  requires detail::ordered_elements<A>
constexpr auto unique_all(const A& a) {
  using T = detail::value_t<A>;
  using inverse_t = typename detail::tensor_of<index, detail::extents_of<A>>::type;
  const auto all_of_them = eval(a);
  const index n = all_of_them.size();
  const T* const from = all_of_them.data();
  detail::counters<A> order({n}, detail::uninitialized_t{}), other({n}, detail::uninitialized_t{});
  for (index i = 0; i < n; ++i)
    order.data()[i] = i;
  detail::merge_sort(order.data(), other.data(), n,
                     [&](index x, index y) { return detail::ordered{}(from[x], from[y]); });
  const auto begins = [&](index i) {
    const T& x = from[order.data()[i]];
    return i == 0 || detail::ordered{}(from[order.data()[i - 1]], x) || x != x;
  };
  index count = 0;
  for (index i = 0; i < n; ++i)
    count += begins(i) ? 1 : 0;
  unique_result<T, inverse_t> r{{{count}, detail::uninitialized_t{}},
                                {{count}, detail::uninitialized_t{}},
                                {all_of_them.shape(), detail::uninitialized_t{}},
                                {{count}, detail::uninitialized_t{}}};
  index k = -1;
  for (index i = 0; i < n; ++i) {
    const index place = order.data()[i];
    if (begins(i)) {
      ++k;
      r.values.data()[k] = from[place];
      r.indices.data()[k] = place;
      r.counts.data()[k] = 0;
    }
    ++r.counts.data()[k];
    r.inverse.data()[place] = k;
  }
  return r;
}
template <detail::operand A>
auto unique_all(const A&) -> detail::refusal_where<!detail::ordered_elements<A>, detail::no_order>;
STRIA_FOREIGN_UNARY(unique_all);

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
template <detail::operand S, detail::operand V>
  requires(detail::rank_of<S> == 1 && detail::has_order<detail::value_t<S>, detail::value_t<V>>)
constexpr auto searchsorted(S&& sorted, V&& v, detail::side_argument side = search_side::left) {
  return detail::searched<detail::hold_t<S>, detail::hold_t<V>>(
      static_cast<S&&>(sorted), static_cast<V&&>(v), side.value == search_side::right);
}
/// Finds the position of one number.
template <detail::operand S, class V>
  requires(detail::rank_of<S> == 1 && std::is_arithmetic_v<V> &&
           detail::has_order<detail::value_t<S>, V>)
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
