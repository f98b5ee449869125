// SPDX-License-Identifier: BSL-1.0
// algorithm/quantile.hpp: quantiles of rows.
#pragma once

#include <stria/algorithm/sort.hpp>
#include <stria/eval/limits.hpp>
#include <stria/expr/moved.hpp>
#include <stria/fold/few.hpp>

#include <limits>

namespace stria::detail {

/// The order of axes in which the axes of Bits come last, or first.
template <std::uint64_t Bits, std::size_t R, bool First = false>
constexpr axis_map<R> reduced_last() {
  axis_map<R> m{};
  std::size_t out = 0;
  for (int turn = 0; turn < 2; ++turn)
    for (std::size_t k = 0; k < R; ++k)
      if (axis_set{Bits}.has(k) == (turn == (First ? 0 : 1)))
        m.source[out++] = static_cast<int>(k);
  return m;
}

/// Calls f(row, values, n, scratch) for each row that is reduced; `scratch` has room for n values.
template <std::uint64_t Bits, class E, class F>
constexpr void each_selection(index rows, const E& e, F f) {
  if (rows == 0)
    return; // the reduced axes may be very long
  const auto values = eval(e);
  constexpr auto map = reduced_last<Bits, rank_of<E>>();
  using held = ref<std::remove_const_t<decltype(values)>>;
  auto in_order = eval(moved<held, map>(held(values)));
  const index n = reduced_count<Bits>(values.shape());
  tensor<value_t<E>, dyn> other({n}, uninitialized_t{});
  for (index k = 0; k < rows; ++k)
    f(k, in_order.data() + k * n, n, other.data());
}

/// A position among sorted elements: the fraction `part` of the way from element k to the next one.
struct quantile_place {
  index k;
  double part;
};

/// Clamps a position x, which lies between -2 and n, to 0 ... n - 1.
constexpr quantile_place place_within(double x, index n) {
  if (x <= 0)
    return {0, 0};
  if (x >= static_cast<double>(n - 1))
    return {n - 1, 0};
  const index k = static_cast<index>(x);
  return {k, x - static_cast<double>(k)};
}

/// Interpolates from the nearer element, as NumPy does. If the result is NaN, which happens if one
/// infinity is subtracted from another, interpolates from the other element.
template <class D> constexpr D between(D lower, D upper, D part) {
  if (lower == upper)
    return lower;
  const D step = upper - lower;
  // The step between two large numbers of different signs overflows; their sum does not.
  if (part == D(0.5) && step - step != D{0} && lower - lower == D{0} && upper - upper == D{0})
    return (lower + upper) / 2;
  const D value = part < D(0.5) ? lower + step * part : upper - step * (D{1} - part);
  if (value == value)
    return value;
  return part < D(0.5) ? upper - step * (D{1} - part) : lower + step * part;
}

/// The position of the first NaN, or n.
template <class T> constexpr index place_of_nan(const T* a, index n) {
  for (index i = 0; i < n; ++i)
    if (a[i] != a[i])
      return i;
  return n;
}
/// Moves the elements that are not NaN to the front, in order, and returns their number.
template <class T> constexpr index drop_nans(T* a, index n) {
  index kept = 0;
  for (index i = 0; i < n; ++i)
    if (a[i] == a[i])
      a[kept++] = a[i];
  return kept;
}

/// The value at a position in the sorted order of n elements; n > 0, none is NaN.
template <class D, class T> constexpr D select_place(T* a, T* other, index n, quantile_place at) {
  const D part = static_cast<D>(at.part);
  select_nth(a, other, n, at.k, selection_order<false>());
  const D lower = static_cast<D>(a[at.k]);
  if (at.k + 1 >= n || part == D{0})
    return lower;
  T next = a[at.k + 1];
  for (index i = at.k + 2; i < n; ++i)
    next = a[i] < next ? a[i] : next;
  return between(lower, static_cast<D>(next), part);
}

/// Computes `count` quantiles of a row of n elements, which are stored `step` apart. place_of(n, j)
/// is the place of quantile j among n elements.
template <bool SkipsNan, class D, class T, class PlaceOf>
constexpr void select_places(D* results, index step, index count, T* values, index n, T* other,
                             const PlaceOf& place_of) {
  const index nan = SkipsNan ? n : place_of_nan(values, n);
  const index kept = SkipsNan ? drop_nans(values, n) : n;
  const bool sorts = count > 4;
  if (sorts && nan == n)
    merge_sort(values, other, kept, ordered{});
  for (index j = 0; j < count; ++j) {
    D& to = results[j * step];
    if (kept == 0) {
      to = std::numeric_limits<D>::quiet_NaN();
    } else if (nan < n) {
      to = static_cast<D>(values[nan]);
    } else {
      const quantile_place at = place_of(kept, j);
      const index next = at.k + 1 < kept ? at.k + 1 : at.k;
      if (!sorts)
        to = select_place<D>(values, other, kept, at);
      else if (at.part == 0)
        to = static_cast<D>(values[at.k]);
      else
        to = between(static_cast<D>(values[at.k]), static_cast<D>(values[next]),
                     static_cast<D>(at.part));
    }
  }
}

/// Stores the smaller of two elements of each column in `a` and the larger one in `b`.
template <class T> STRIA_NOINLINE void order_columns(T* __restrict a, T* __restrict b) {
  for (index c = 0; c < limits::short_columns; ++c) {
    const T x = a[c], y = b[c];
    a[c] = y < x ? y : x;
    b[c] = y < x ? x : y;
  }
}
/// Sorts columns of n elements by comparisons that do not depend on the elements. No element is
/// NaN. Source: K. E. Batcher, Sorting networks and their applications, 1968.
template <class T> void sort_columns(T* columns, index n) {
  constexpr index line = limits::short_columns;
  for (index p = 1; p < n; p *= 2)
    for (index k = p; k >= 1; k /= 2)
      for (index j = k % p; j + k < n; j += 2 * k)
        for (index i = j; i < j + k && i + k < n; ++i)
          if (i / (2 * p) == (i + k) / (2 * p))
            order_columns(columns + i * line, columns + (i + k) * line);
}
/// Computes the quantiles at one place of many short rows, which are sorted together as columns.
/// Returns false, and does nothing, if there are too few rows or they are too long. one(values, n,
/// other) is the quantile of a row in which an element is NaN.
template <std::uint64_t Bits, class D, class E, class One>
bool select_short_rows(D* to, index rows, const E& e, index n, quantile_place at, const One& one) {
  using T = value_t<E>;
  constexpr index line = limits::short_columns, most = limits::short_column;
  if constexpr (std::is_arithmetic_v<T>) {
    if (n < 1 || n > most || rows < line / 4)
      return false;
    constexpr auto map = reduced_last<Bits, rank_of<E>, true>();
    using held = ref<const E>;
    const auto elements = eval(moved<held, map>(held(e)));
    const D part = static_cast<D>(at.part);
    alignas(64) T columns[static_cast<std::size_t>(most * line)]{};
    for (index r = 0; r < rows; r += line) {
      const index width = rows - r < line ? rows - r : line;
      bool nan = false;
      for (index i = 0; i < n; ++i)
        for (index c = 0; c < width; ++c) {
          const T x = elements.data()[i * rows + r + c];
          nan |= x != x;
          columns[i * line + c] = x;
        }
      if (nan) {
        for (index c = 0; c < width; ++c) {
          T values[static_cast<std::size_t>(most)], other[static_cast<std::size_t>(most)];
          for (index i = 0; i < n; ++i)
            values[i] = columns[i * line + c];
          to[r + c] = one(values, n, other);
        }
        for (T& x : columns)
          x = T{};
        continue;
      }
      sort_columns(columns, n);
      const T* const lower = columns + at.k * line;
      if (at.k + 1 >= n || part == D{0})
        for (index c = 0; c < width; ++c)
          to[r + c] = static_cast<D>(lower[c]);
      else
        for (index c = 0; c < width; ++c)
          to[r + c] = between(static_cast<D>(lower[c]), static_cast<D>(lower[line + c]), part);
    }
    return true;
  } else {
    return false;
  }
}

} // namespace stria::detail
