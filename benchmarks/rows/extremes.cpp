// SPDX-License-Identifier: BSL-1.0
// Extremes and their positions; reading and writing of elements that masks select.
#include "rows.hpp"

#include <cmath>

namespace rows {
namespace {

// The hand-written loop has many accumulators, as for a sum.
template <class T, class F> inline T extreme(const T* __restrict x, index n, F better) {
  constexpr index width = bench::lanes<T>;
  if (n < width) {
    T best = x[0];
    for (index i = 1; i < n; ++i)
      best = better(x[i], best) ? x[i] : best;
    return best;
  }
  T lane[width];
  std::copy_n(x, width, lane);
  index i = width;
  for (; i + width <= n; i += width)
    for (index j = 0; j < width; ++j)
      lane[j] = better(x[i + j], lane[j]) ? x[i + j] : lane[j];
  for (; i < n; ++i)
    lane[0] = better(x[i], lane[0]) ? x[i] : lane[0];
  T best = lane[0];
  for (index j = 1; j < width; ++j)
    best = better(lane[j], best) ? lane[j] : best;
  return best;
}
// If there is a NaN, the result is NaN, as in NumPy. Integers have no NaN.
inline constexpr auto larger = []<class T>(T x, T best) {
  if constexpr (std::is_integral_v<T>)
    return x > best;
  else
    return (x > best) | (x != x);
};
inline constexpr auto smaller = []<class T>(T x, T best) {
  if constexpr (std::is_integral_v<T>)
    return x < best;
  else
    return (x < best) | (x != x);
};
template <class T, class F>
inline void extreme_of_columns(T* __restrict r, const T* __restrict a, index n0, index n1,
                               F better) {
  std::copy_n(a, n1, r);
  for (index i = 1; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      r[k] = better(a[i * n1 + k], r[k]) ? a[i * n1 + k] : r[k];
}
template <class T, class F> inline index place(const T* x, index n, F better) {
  index best = 0;
  for (index i = 1; i < n; ++i)
    if (better(x[i], x[best]) && x[best] == x[best])
      best = i;
  return best;
}

template <class T> void extremes_of(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns, n = n0 * n1;
  const bool narrow = sizeof(T) == 1;
  const auto a = integers(dtensor<T, 2>(n0, n1), 1, 0, narrow ? 250 : 30000),
             b = integers(dtensor<T, 2>(n0, n1), 2, 0, narrow ? 250 : 30000);
  dtensor<T, 2> r(n0, n1);
  dtensor<T, 1> columns(n1), lines(n0);
  dtensor<index, 1> column_places(n1), line_places(n0);
  tensor<T, 1> one;
  tensor<index, 1> where_it_is;
  const table row(s, "extremes", type_name<T>(), z.name);
  row("max", one, STATEMENT(one = max(a)), [&, n] { *one.data() = extreme(a.data(), n, larger); });
  row("min", one, STATEMENT(one = min(a)), [&, n] { *one.data() = extreme(a.data(), n, smaller); });
  row("max axis 0", columns, STATEMENT(columns = max(a, _0)),
      [&, n0, n1] { extreme_of_columns(columns.data(), a.data(), n0, n1, larger); });
  row("min axis 1", lines, STATEMENT(lines = min(a, _1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i)
      lines.data()[i] = extreme(a.data() + i * n1, n1, smaller);
  });
  row("argmax", where_it_is, STATEMENT(where_it_is = argmax(a)),
      [&, n] { *where_it_is.data() = place(a.data(), n, larger); });
  row("argmin axis 1", line_places, STATEMENT(line_places = argmin(a, _1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i)
      line_places.data()[i] = place(a.data() + i * n1, n1, smaller);
  });
  row("argmax axis 0", column_places, STATEMENT(column_places = argmax(a, _0)), [&, n0, n1] {
    const T* __restrict x = a.data();
    T* __restrict most = columns.data();
    index* __restrict at = column_places.data();
    std::copy_n(x, n1, most);
    std::fill_n(at, n1, 0);
    for (index i = 1; i < n0; ++i)
      for (index k = 0; k < n1; ++k) {
        const bool more = larger(x[i * n1 + k], most[k]);
        at[k] = more ? i : at[k];
        most[k] = more ? x[i * n1 + k] : most[k];
      }
  });
  row("maximum", r, STATEMENT(r = maximum(a, b)),
      [&] { each([](T x, T y) { return larger(x, y) ? x : y; }, r, a, b); });
  row("minimum of scalar", r, STATEMENT(r = minimum(a, T(100))),
      [&] { each([](T x) { return smaller(x, T(100)) ? x : T(100); }, r, a); });
  row("clip", r, STATEMENT(r = clip(a, T(20), T(200))), [&] {
    each([](T x) { return x < T(20) ? T(20) : x > T(200) ? T(200) : x; }, r, a);
  });
  row("ptp axis 0", columns, STATEMENT(columns = ptp(a, _0)), [&, n0, n1] {
    std::vector<T> least(static_cast<std::size_t>(n1));
    extreme_of_columns(columns.data(), a.data(), n0, n1, larger);
    extreme_of_columns(least.data(), a.data(), n0, n1, smaller);
    for (index k = 0; k < n1; ++k)
      columns.data()[k] = static_cast<T>(columns.data()[k] - least[static_cast<std::size_t>(k)]);
  });
}

template <class T> void masks_of(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns, n = n0 * n1;
  const auto a = integers(dtensor<T, 2>(n0, n1), 1, 0, 99),
             b = integers(dtensor<T, 2>(n0, n1), 2, 0, 99);
  const tensor<bool, dyn, dyn> m = a > T(50);
  const tensor<bool, dyn> some = b[_, 0] > T(30);
  const tensor<std::uint8_t, dyn, dyn> u = cast<std::uint8_t>(m);
  dtensor<T, 2> r(n0, n1);
  auto t = integers(dtensor<T, 2>(n0, n1), 3, 0, 99);
  const table row(s, "masks", type_name<T>(), z.name);
  row("where(m, a, b)", r, STATEMENT(r = where(m, a, b)),
      [&] { each([](bool c, T x, T y) { return c ? x : y; }, r, m, a, b); });
  row("where(bytes)", r, STATEMENT(r = where(u != 0, a, T(0))),
      [&] { each([](std::uint8_t c, T x) { return c != 0 ? x : T(0); }, r, u, a); });
  row("where(a > b)", r, STATEMENT(r = where(a > b, a, b)),
      [&] { each([](T x, T y) { return x > y ? x : y; }, r, a, b); });
  row("where three ways", r, STATEMENT(r = where(a > T(60), T(2), where(a > T(30), T(1), T(0)))),
      [&] { each([](T x) { return x > T(60)   ? T(2)
                                  : x > T(30) ? T(1)
                                              : T(0); }, r, a); });
  row("t[m] = s", t, STATEMENT(t[m] = T(7)),
      [&] { update([](T x, bool c) { return c ? T(7) : x; }, t, m); });
  row("t[t > s] = s", t, STATEMENT(t[t > T(90)] = T(90)),
      [&] { update([](T x) { return x > T(90) ? T(90) : x; }, t); });
  row("t[a > b] = 0", t, STATEMENT(t[a > b] = T(0)),
      [&] { update([](T x, T y, T w) { return y > w ? T(0) : x; }, t, a, b); });
  dtensor<T, 2> zero(n0, n1);
  row("t[m] += s", zero, STATEMENT(zero[m] += T(1)),
      [&] { update([](T x, bool c) { return static_cast<T>(x + c); }, zero, m); });
  dtensor<T, 1> selected(count_nonzero(m));
  row("a[m]", selected, STATEMENT(selected = a[m]), [&, n] {
    const T* __restrict x = a.data();
    const bool* __restrict c = m.data();
    T* __restrict to = selected.data();
    for (index i = 0; i < n; ++i)
      if (c[i])
        *to++ = x[i];
  });
  row("a[a > b]", selected, STATEMENT(selected = a[a > T(50)]), [&, n] {
    const T* __restrict x = a.data();
    T* __restrict to = selected.data();
    for (index i = 0; i < n; ++i)
      if (x[i] > T(50))
        *to++ = x[i];
  });
  row("t[m] = u[m]", t, STATEMENT(t[m] = b[m]),
      [&] { update([](T x, bool c, T y) { return c ? y : x; }, t, m, b); });
  dtensor<T, 2> lines(count_nonzero(some), n1);
  row("rows a[m, _]", lines, STATEMENT(lines = a[some, _]), [&, n0, n1] {
    T* to = lines.data();
    for (index i = 0; i < n0; ++i)
      if (some.data()[i]) {
        std::copy_n(a.data() + i * n1, n1, to);
        to += n1;
      }
  });
  row("rows t[m, _] = 0", t, STATEMENT(t[some, _] = T(0)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i)
      if (some.data()[i])
        std::fill_n(t.data() + i * n1, n1, T(0));
  });
  // Every other column of t.
  const index half = (n1 + 1) / 2;
  row("strided t[m] = 0", t, STATEMENT(t[_, range(_, _, 2)][a[_, range(_, _, 2)] > T(50)] = T(0)),
      [&, n0, n1, half] {
        const T* __restrict x = a.data();
        T* __restrict to = t.data();
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < half; ++k)
            to[i * n1 + 2 * k] = x[i * n1 + 2 * k] > T(50) ? T(0) : to[i * n1 + 2 * k];
      });
}

} // namespace

void extremes(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) { extremes_of<float>(s, z); });
  at(s, {small, L2}, [&](const size& z) {
    extremes_of<double>(s, z);
    extremes_of<std::uint8_t>(s, z);
    extremes_of<std::int16_t>(s, z);
  });
}
void masks(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) { masks_of<float>(s, z); });
  at(s, {small, L2}, [&](const size& z) { masks_of<std::uint8_t>(s, z); });
}

} // namespace rows
