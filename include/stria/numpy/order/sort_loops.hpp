// SPDX-License-Identifier: BSL-1.0
// numpy/order/sort_loops.hpp: sorts rows, completely or up to a position.
// Tests: tests/numpy/order/order.cpp.
#pragma once

#include <stria/evaluate/computed.hpp>
#include <stria/math/limits.hpp>
#include <stria/numpy/along_loops.hpp>

#include <utility>

namespace stria::detail {

/// The order of elements in NumPy: a NaN comes last. Complex numbers are compared by their real
/// parts, and by their imaginary parts if the real parts are equal; those with a NaN as the real
/// part come last.
struct ordered {
  template <class T> STRIA_INLINE constexpr bool operator()(const T& a, const T& b) const {
    return a < b || (b != b && a == a);
  }
  template <class T>
    requires is_complex<T>::value
  constexpr bool operator()(const T& a, const T& b) const {
    const auto x = a.real(), y = b.real(), u = a.imag(), v = b.imag();
    const bool left = x != x, right = y != y, a_nan = u != u, b_nan = v != v;
    // First the numbers without NaN, then those with a NaN only as the imaginary part, then those
    // with one only as the real part.
    const int a_class = 2 * left + a_nan, b_class = 2 * right + b_nan;
    if (a_class != b_class)
      return a_class < b_class;
    if (!left && x != y)
      return x < y;
    return !a_nan && u < v;
  }
};
/// Elements that `ordered` compares.
template <class T>
concept sorts = is_complex<T>::value || requires(const T& x) { static_cast<bool>(x < x); };
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
  constexpr index run = limits::sorted_run;
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
  for (index turns = limits::pivots; to - from > limits::sorted_run; --turns) {
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
  constexpr index chunk = limits::decisive;
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
  const axis_blocks blocks(n, axis);
  const index outer = blocks.outer, inner = blocks.inner;
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

/// Reverses n positions.
constexpr void reverse_places(index* places, index n) {
  for (index i = 0; i < n / 2; ++i)
    std::swap(places[i], places[n - 1 - i]);
}

enum class order_kind : unsigned char { sort, partition };

/// Sorts each row along an axis of row-major memory, or partially sorts it, like select_nth().
template <order_kind Kind, class T, std::size_t R>
constexpr void sort_rows_along(T* p, const std::array<index, R>& n, std::size_t axis, index place) {
  const index length = n[axis];
  each_row_along<T>(p, n, axis, [&](dynamic_row<T> along, T* row, T* other) {
    T* const values = along.stride == 1 ? along.p : row;
    if (along.stride != 1)
      for (index i = 0; i < length; ++i)
        values[i] = std::move(along[i]);
    if constexpr (Kind == order_kind::sort)
      merge_sort(values, other, length, ordered{});
    else if (!select_near_end(values, 1, values, length, place))
      select_nth(values, other, length, place, selection_order<false>());
    if (along.stride != 1)
      for (index i = 0; i < length; ++i)
        along[i] = std::move(values[i]);
  });
}

/// Writes the `count` largest or smallest elements of each row of `length` elements, and their
/// positions, to the members of top_k_result. `row` and `other` are scratch memory for `length`
/// positions.
template <bool Largest, bool Sorted, class V, class Top>
constexpr void select_first(const V& values, index length, index count, Top& top, index* row,
                            index* other) {
  using T = value_t<V>;
  for (index r = 0; r < values.size() / length; ++r) {
    const T* const from = values.data() + r * length;
    if constexpr (std::is_arithmetic_v<T>)
      if (count > 0 && count <= limits::few_selected &&
          count <= length / limits::few_selected_part) {
        const bool found = select_few(from, 1, length, count, top.values.data() + r * count,
                                      top.indices.data() + r * count, selection_order<Largest>());
        if (found)
          continue;
      }
    for (index i = 0; i < length; ++i)
      row[i] = i;
    const auto earlier = [&](index x, index y) {
      const auto before = selection_order<Largest>();
      const bool first = before(from[x], from[y]), last = before(from[y], from[x]);
      return first | (!last & (x < y));
    };
    if (count > 0 && count < length)
      select_nth(row, other, length, count - 1, earlier);
    if constexpr (Sorted)
      merge_sort(row, other, count, earlier);
    for (index i = 0; i < count; ++i) {
      top.values.data()[r * count + i] = from[row[i]];
      top.indices.data()[r * count + i] = row[i];
    }
  }
}

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

} // namespace stria::detail
