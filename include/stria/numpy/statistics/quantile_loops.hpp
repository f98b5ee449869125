// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/quantile_loops.hpp: quantiles of rows.
// Tests: tests/numpy/statistics/quantile.cpp.
#pragma once

#include <stria/expr/moved.hpp>
#include <stria/fold/direct.hpp>
#include <stria/math/limits.hpp>
#include <stria/numpy/order/sort_loops.hpp>

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

[[noreturn]] [[gnu::cold]] inline void raise_rounded_quantile() {
  raise<value_error>(
      message("stria: percentile: an integer does not fit into the result, which is a "
              "long double; a method that is known at compile time keeps the type: "
              "percentile<percentile_method::lower>(a, q)"));
}
/// An element as a quantile of type D, which may be the type of the elements. Raises value_error if
/// a long double, of a platform where it has fewer digits than 64-bit integers, would round it.
template <class D, class T> constexpr D as_quantile(const T& x) {
  const D value = static_cast<D>(x);
  if constexpr (std::integral<T> && std::same_as<D, long double> &&
                std::numeric_limits<D>::digits < std::numeric_limits<T>::digits)
    if (static_cast<T>(value) != x) [[unlikely]]
      raise_rounded_quantile();
  return value;
}
/// The value between two elements; the lower one if quantiles are elements of type D.
template <class D, class T>
constexpr D quantile_between(const T& lower, const T& upper, double part) {
  if constexpr (std::integral<D>)
    return static_cast<D>(lower);
  else
    return between(static_cast<D>(lower), static_cast<D>(upper), static_cast<D>(part));
}
/// The quantile if there are no elements: NaN. Quantiles without NaN are refused before.
template <class D> constexpr D no_quantile() {
  if constexpr (std::numeric_limits<D>::has_quiet_NaN)
    return std::numeric_limits<D>::quiet_NaN();
  else
    return D();
}

/// The value at a position in the sorted order of n elements; n > 0, none is NaN.
template <class D, class T> constexpr D select_place(T* a, T* other, index n, quantile_place at) {
  select_nth(a, other, n, at.k, selection_order<false>());
  const T lower = a[at.k];
  if (at.k + 1 >= n || at.part == 0)
    return as_quantile<D>(lower);
  T next = a[at.k + 1];
  for (index i = at.k + 2; i < n; ++i)
    next = a[i] < next ? a[i] : next;
  return quantile_between<D>(lower, next, at.part);
}

/// Computes `count` quantiles of a row of n elements, which are stored `step` apart. place_of(n, j)
/// is the place of quantile j among n elements.
template <bool SkipsNan, class D, class T, class PlaceOf>
constexpr void select_places(D* results, index step, index count, T* values, index n, T* other,
                             const PlaceOf& place_of) {
  const index nan = SkipsNan ? n : place_of_nan(values, n);
  const index kept = SkipsNan ? drop_nans(values, n) : n;
  const bool sorts = count > limits::few_quantiles;
  if (sorts && nan == n)
    merge_sort(values, other, kept, ordered{});
  for (index j = 0; j < count; ++j) {
    D& to = results[j * step];
    if (kept == 0) {
      to = no_quantile<D>();
    } else if (nan < n) {
      to = static_cast<D>(values[nan]);
    } else {
      const quantile_place at = place_of(kept, j);
      const index next = at.k + 1 < kept ? at.k + 1 : at.k;
      if (!sorts)
        to = select_place<D>(values, other, kept, at);
      else if (at.part == 0)
        to = as_quantile<D>(values[at.k]);
      else
        to = quantile_between<D>(values[at.k], values[next], at.part);
    }
  }
}

/// The comparisons that bring the elements `first` to `last` of n elements to their sorted places.
/// They do not depend on the elements. Source: K. E. Batcher, Sorting networks and their
/// applications, 1968.
struct sorting_network {
  struct pair {
    unsigned char lower = 0, upper = 0;
  };
  pair pairs[191]; // enough for limits::short_column elements
  index begin = 0, end = 0;

  constexpr sorting_network(index n, index first, index last) {
    static_assert(limits::short_column == 32);
    for (index p = 1; p < n; p *= 2)
      for (index k = p; k >= 1; k /= 2)
        for (index j = k & (p - 1); j + k < n; j += 2 * k)
          for (index i = j; i < j + k && i + k < n; ++i)
            if ((i ^ (i + k)) < 2 * p)
              pairs[end++] = {static_cast<unsigned char>(i), static_cast<unsigned char>(i + k)};
    // Drops comparisons whose results are not used.
    bool used[static_cast<std::size_t>(limits::short_column)]{};
    for (index i = first; i <= last; ++i)
      used[i] = true;
    begin = end;
    for (index i = end; i-- > 0;)
      if (const pair p = pairs[i]; used[p.lower] || used[p.upper]) {
        used[p.lower] = used[p.upper] = true;
        pairs[--begin] = p;
      }
  }
};
/// Stores the smaller of two elements of each column in `a` and the larger one in `b`.
template <class T> STRIA_NOINLINE void order_columns(T* __restrict a, T* __restrict b) {
  for (index c = 0; c < limits::short_columns; ++c) {
    const T x = a[c], y = b[c];
    a[c] = y < x ? y : x;
    b[c] = y < x ? x : y;
  }
}
/// True if one of n elements of limits::short_columns columns is NaN.
template <class T> STRIA_NOINLINE bool columns_have_nan(const T* columns, index step, index n) {
  if constexpr (has_vectors<T>) {
    typedef T V __attribute__((vector_size(register_bytes)));
    constexpr auto lanes = register_bytes / sizeof(T),
                   vectors = static_cast<std::size_t>(limits::short_columns) / lanes;
    V sums[vectors]{}; // NaN if an element is NaN or infinite
    for (index i = 0; i < n; ++i)
      for (std::size_t k = 0; k < vectors; ++k)
        sums[k] += load_vector<V>(columns + i * step + k * lanes) * T{0};
    for (std::size_t k = 1; k < vectors; ++k)
      sums[0] += sums[k];
    T sum{};
    for (std::size_t k = 0; k < lanes; ++k)
      sum += sums[0][k];
    if (sum == sum)
      return false;
  }
  for (index i = 0; i < n; ++i)
    for (index c = 0; c < limits::short_columns; ++c)
      if (columns[i * step + c] != columns[i * step + c])
        return true;
  return false;
}
/// Sorts limits::short_columns columns of n elements. `step` leads from one element of a column to
/// the next. Returns false if an element is NaN; then the columns may be partly sorted.
template <class T>
STRIA_NOINLINE bool sort_columns(T* columns, index step, index n, const sorting_network& network) {
  if constexpr (std::is_floating_point_v<T>)
    if (columns_have_nan(columns, step, n))
      return false;
  for (index i = network.begin; i < network.end; ++i)
    order_columns(columns + network.pairs[i].lower * step, columns + network.pairs[i].upper * step);
  return true;
}
/// The same for columns of N elements, which are sorted in registers.
template <index N, class T> STRIA_NOINLINE bool sort_columns_of(T* columns, index step) {
  typedef T V __attribute__((vector_size(register_bytes)));
  constexpr auto lanes = static_cast<index>(register_bytes / sizeof(T));
  constexpr sorting_network network(N, 0, N - 1);
  V nan{};
  for (index c = 0; c < limits::short_columns; c += lanes) {
    V x[static_cast<std::size_t>(N)];
    for (index i = 0; i < N; ++i)
      x[i] = load_vector<V>(columns + i * step + c);
    if constexpr (std::is_floating_point_v<T>)
      for (index i = 0; i < N; ++i)
        nan += x[i] * T{0}; // NaN if the element is NaN or infinite
    [&]<std::size_t... Ix>(std::index_sequence<Ix...>) __attribute__((always_inline)) {
      const auto order = [](V& a, V& b) __attribute__((always_inline)) {
        const V low = b < a ? b : a;
        b = b < a ? a : b;
        a = low;
      };
      (order(x[network.pairs[Ix].lower], x[network.pairs[Ix].upper]), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(network.end)>());
    for (index i = 0; i < N; ++i)
      store_vector(columns + i * step + c, x[i]);
  }
  if constexpr (std::is_floating_point_v<T>) {
    T sum{};
    for (index k = 0; k < lanes; ++k)
      sum += nan[k];
    if (sum != sum)
      return sort_columns(columns, step, N, network);
  }
  return true;
}
/// Sorts columns by comparisons in registers if they have 3, 5, 7 or 9 elements.
template <class T>
bool sort_short_columns(T* columns, index step, index n, const sorting_network& network) {
  if constexpr (has_vectors<T> && !std::same_as<T, bool>)
    switch (n) {
    case 3: return sort_columns_of<3>(columns, step);
    case 5: return sort_columns_of<5>(columns, step);
    case 7: return sort_columns_of<7>(columns, step);
    case 9: return sort_columns_of<9>(columns, step);
    default: break;
    }
  return sort_columns(columns, step, n, network);
}
/// Computes the quantiles at one place of many short rows, which are sorted together as columns.
/// Returns false, and does nothing, if there are too few rows or they are too long. one(values, n,
/// other) is the quantile of a row in which an element is NaN.
template <std::uint64_t Bits, class D, class E, class One>
bool select_short_rows(D* to, index rows, const E& e, index n, quantile_place at, const One& one) {
  using T = value_t<E>;
  constexpr std::size_t L = rank_of<E>, kept = __builtin_popcountll(Bits); // the first kept axis
  constexpr index line = limits::short_columns, least = limits::short_columns_least,
                  most = limits::short_column;
  if constexpr (std::is_arithmetic_v<T> && kept < L) {
    if (n < 1 || n > most || rows < least)
      return false;
    const bool is_element = at.k + 1 >= n || at.part == 0;
    const sorting_network network(n, at.k, is_element ? at.k : at.k + 1);
    const auto select = [&](T* columns, index step, index width) {
      if (!sort_short_columns(columns, step, n, network)) [[unlikely]] {
        for (index c = 0; c < width; ++c) {
          T values[static_cast<std::size_t>(most)], other[static_cast<std::size_t>(most)];
          for (index i = 0; i < n; ++i)
            values[i] = columns[i * step + c];
          to[c] = one(values, n, other);
        }
        return;
      }
      const T* const lower = columns + at.k * step;
      if (is_element)
        for (index c = 0; c < width; ++c)
          to[c] = as_quantile<D>(lower[c]);
      else
        for (index c = 0; c < width; ++c)
          to[c] = quantile_between<D>(lower[c], lower[step + c], at.part);
    };
    // The rows are copied part by part. A part has some positions of the axis `cut`, and all of the
    // axes behind it.
    constexpr auto map = reduced_last<Bits, L, true>();
    auto sizes = moved_values<map>(e.shape(), index{1});
    axis_refs<L> refs{};
    for (std::size_t k = 0; k < L; ++k)
      refs[map[k]] = {0, 1, static_cast<int>(k)};
    auto in = member_access::cursor<moved_hint<map>(straight_hint<L>), L>(e, refs);
    const index room = limits::stack_bytes / static_cast<index>(sizeof(T)) / n / line * line;
    index each = 1;
    std::size_t cut = L - 1;
    for (; cut > kept && sizes[cut] <= room / each; --cut)
      each *= sizes[cut];
    const index height = std::min(room / each, sizes[cut]), step = round_up(height * each, line);
    std::array<index, L> strides{};
    index stride = 1;
    for (std::size_t k = L; k-- > 0; stride *= sizes[k]) {
      if (k + 1 == kept)
        stride = step;
      strides[k] = stride;
    }
    const auto all = sizes;
    std::array<index, L> place{}; // of the part along the axes before `cut`
    for (std::size_t k = kept; k < cut; ++k)
      sizes[k] = 1;
    tensor<T, dyn> buffer({n * step}, uninitialized_t{});
    set_to_zero(buffer);
    for (index begin = 0; rows > 0;) {
      sizes[cut] = std::min(height, all[cut] - begin);
      run_loop<store_kernel>(sizes, strided_cursor<T, L, 1>{buffer.data(), 0, strides}, in);
      const index width = sizes[cut] * each;
      for (index c = 0; c < width; c += line) {
        select(buffer.data() + c, step, std::min(line, width - c));
        to += std::min(line, width - c);
      }
      rows -= width;
      begin += height;
      in.advance(cut, height);
      if (begin >= all[cut]) { // the next positions of the axes before `cut`
        in.advance(cut, -begin);
        begin = 0;
        for (std::size_t k = cut; k-- > kept;) {
          in.advance(k, 1);
          if (++place[k] < all[k])
            break;
          in.advance(k, -all[k]);
          place[k] = 0;
        }
      }
    }
    return true;
  } else {
    return false;
  }
}

} // namespace stria::detail
