// SPDX-License-Identifier: BSL-1.0
// Sums, means, products, variances, any, all and counts, along each axis and over all axes.
#include "fold.hpp"
#include "rows.hpp"

namespace rows {
namespace {

// The hand-written sums over all elements and over rows have many accumulators for floating-point
// numbers. Integers are summed in the type that sum() returns.
template <class T, class F> void sum_all(T& to, index n, F f) { to = fold<T>(n, f); }
// Computes r[k] += f(i * n1 + k) for one row after the other.
template <class R, class F> inline void by_columns(R* __restrict r, index n0, index n1, F f) {
  std::fill_n(r, n1, R(0));
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      r[k] += static_cast<R>(f(i * n1 + k));
}
template <class R, class F> inline void by_rows(R* __restrict r, index n0, index n1, F f) {
  for (index i = 0; i < n0; ++i)
    r[i] = fold<R>(n1, [=](index k) { return static_cast<R>(f(i * n1 + k)); });
}

template <class T> void floating(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns, n = n0 * n1;
  const auto a = integers(dtensor<T, 2>(n0, n1), 1, -3, 3),
             b = integers(dtensor<T, 2>(n0, n1), 2, -3, 3);
  dtensor<T, 1> columns(n1), lines(n0);
  tensor<T, 1> one;
  T& to = *one.data();
  const table row(s, "reductions", type_name<T>(), z.name);
  const double loose = 1e-3; // for sums of millions of elements in another order
  row(
      "sum", one, STATEMENT(one = sum(a)),
      [&, n] {
        const T* x = a.data();
        sum_all(to, n, [=](index i) { return x[i]; });
      },
      loose);
  row("sum axis 0", columns, STATEMENT(columns = sum(a, _0)), [&, n0, n1] {
    const T* x = a.data();
    by_columns(columns.data(), n0, n1, [=](index i) { return x[i]; });
  });
  row("sum axis 1", lines, STATEMENT(lines = sum(a, _1)), [&, n0, n1] {
    const T* x = a.data();
    by_rows(lines.data(), n0, n1, [=](index i) { return x[i]; });
  });
  if (z.bytes == DRAM.bytes)
    return;
  row(
      "mean", one, STATEMENT(one = mean(a)),
      [&, n] {
        const T* x = a.data();
        sum_all(to, n, [=](index i) { return x[i]; });
        to /= static_cast<T>(n);
      },
      loose);
  row("mean axis 0", columns, STATEMENT(columns = mean(a, _0)), [&, n0, n1] {
    const T* x = a.data();
    by_columns(columns.data(), n0, n1, [=](index i) { return x[i]; });
    for (index k = 0; k < n1; ++k)
      columns.data()[k] /= static_cast<T>(n0);
  });
  row(
      "sum of squares", one, STATEMENT(one = sum(a * a)),
      [&, n] {
        const T* x = a.data();
        sum_all(to, n, [=](index i) { return x[i] * x[i]; });
      },
      loose);
  row("sum a*b axis 1", lines, STATEMENT(lines = sum(a * b, _1)), [&, n0, n1] {
    const T *x = a.data(), *y = b.data();
    by_rows(lines.data(), n0, n1, [=](index i) { return x[i] * y[i]; });
  });
  row("sum a*b axis 0", columns, STATEMENT(columns = sum(a * b, _0)), [&, n0, n1] {
    const T *x = a.data(), *y = b.data();
    by_columns(columns.data(), n0, n1, [=](index i) { return x[i] * y[i]; });
  });
  row(
      "mean squared error", one, STATEMENT(one = mean(square(a - b))),
      [&, n] {
        const T *x = a.data(), *y = b.data();
        sum_all(to, n, [=](index i) { return (x[i] - y[i]) * (x[i] - y[i]); });
        to /= static_cast<T>(n);
      },
      loose);
  row(
      "var", one, STATEMENT(one = var(a)),
      [&, n] {
        const T* x = a.data();
        const T mean = sum_row(x, n) / static_cast<T>(n);
        sum_all(to, n, [=](index i) { return (x[i] - mean) * (x[i] - mean); });
        to /= static_cast<T>(n);
      },
      loose);
  row("var axis 1", lines, STATEMENT(lines = var(a, _1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const T* x = a.data() + i * n1;
      const T mean = sum_row(x, n1) / static_cast<T>(n1);
      lines.data()[i] =
          fold<T>(n1, [=](index k) { return (x[k] - mean) * (x[k] - mean); }) / static_cast<T>(n1);
    }
  });
  row(
      "var axis 0", columns, STATEMENT(columns = var(a, _0)),
      [&, n0, n1] {
        const T* x = a.data();
        std::vector<T> means(static_cast<std::size_t>(n1));
        T* __restrict m = means.data();
        by_columns(m, n0, n1, [=](index i) { return x[i]; });
        for (index k = 0; k < n1; ++k)
          m[k] /= static_cast<T>(n0);
        T* __restrict r = columns.data();
        std::fill_n(r, n1, T(0));
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < n1; ++k)
            r[k] += (x[i * n1 + k] - m[k]) * (x[i * n1 + k] - m[k]);
        for (index k = 0; k < n1; ++k)
          r[k] /= static_cast<T>(n0);
      },
      1e-4);
  row(
      "norm", one, STATEMENT(one = norm(a)),
      [&, n] {
        const T* x = a.data();
        to = std::sqrt(fold<T>(n, [=](index i) { return x[i] * x[i]; }));
      },
      loose);
  const auto near = numbers(dtensor<T, 2>(n0, n1), 3, 0.999, 1.001);
  row(
      "prod axis 1", lines, STATEMENT(lines = prod(near, _1)),
      [&, n0, n1] {
        for (index i = 0; i < n0; ++i) {
          const T* x = near.data() + i * n1;
          T p[4] = {1, 1, 1, 1};
          index k = 0;
          for (; k + 4 <= n1; k += 4)
            for (index j = 0; j < 4; ++j)
              p[j] *= x[k + j];
          for (; k < n1; ++k)
            p[0] *= x[k];
          lines.data()[i] = (p[0] * p[1]) * (p[2] * p[3]);
        }
      },
      1e-4);
  row("max |a - b|", one, STATEMENT(one = max(abs(a - b))), [&, n] {
    const T *x = a.data(), *y = b.data();
    constexpr index width = bench::lanes<T>;
    T most[width] = {};
    index i = 0;
    for (; i + width <= n; i += width)
      for (index j = 0; j < width; ++j) {
        const T d = std::abs(x[i + j] - y[i + j]);
        most[j] = d > most[j] ? d : most[j];
      }
    T best = 0;
    for (index j = 0; j < width; ++j)
      best = most[j] > best ? most[j] : best;
    for (; i < n; ++i)
      best = std::max(best, std::abs(x[i] - y[i]));
    to = best;
  });
  row("count of a > 0", one, STATEMENT(one = static_cast<T>(count_nonzero(a > T(0)))), [&, n] {
    const T* x = a.data();
    index count = 0;
    for (index i = 0; i < n; ++i)
      count += x[i] > 0;
    to = static_cast<T>(count);
  });
  row(
      "sum(a[a > 0])", one, STATEMENT(one = sum(a[a > T(0)])),
      [&, n] {
        const T* x = a.data();
        sum_all(to, n, [=](index i) { return x[i] > 0 ? x[i] : T(0); });
      },
      loose);
  row(
      "sum(where)", one, STATEMENT(one = sum(where(a > b, a, T(0)))),
      [&, n] {
        const T *x = a.data(), *y = b.data();
        sum_all(to, n, [=](index i) { return x[i] > y[i] ? x[i] : T(0); });
      },
      loose);
  row("any(a > 100)", one, STATEMENT(one = T(any(a > T(100)))), [&, n] {
    const T* x = a.data();
    bool found = false;
    for (index i = 0; i < n; ++i)
      found |= x[i] > T(100);
    to = T(found);
  });
}

template <class T> void cubes(bench::suite& s, const size& z) {
  const index n2 = z.columns, n1 = z.rows<T>() < 16 ? 2 : 16, n0 = z.rows<T>() / n1;
  const auto a = integers(dtensor<T, 3>(n0, n1, n2), 1, -3, 3);
  dtensor<T, 2> middle(n0, n2), last(n0, n1);
  dtensor<T, 1> channels(n2), outer_two(n0);
  const table row(s, "reductions", type_name<T>(), z.name);
  row("sum axis 1 of 3", middle, STATEMENT(middle = sum(a, _1)), [&, n0, n1, n2] {
    for (index i = 0; i < n0; ++i) {
      const T* x = a.data() + i * n1 * n2;
      by_columns(middle.data() + i * n2, n1, n2, [=](index k) { return x[k]; });
    }
  });
  row("sum axis 2 of 3", last, STATEMENT(last = sum(a, _2)), [&, n0, n1, n2] {
    const T* x = a.data();
    by_rows(last.data(), n0 * n1, n2, [=](index k) { return x[k]; });
  });
  row("sum axes 0 and 1", channels, STATEMENT(channels = sum(a, _0, _1)), [&, n0, n1, n2] {
    const T* x = a.data();
    by_columns(channels.data(), n0 * n1, n2, [=](index k) { return x[k]; });
  });
  row("sum axes 1 and 2", outer_two, STATEMENT(outer_two = sum(a, _1, _2)), [&, n0, n1, n2] {
    const T* x = a.data();
    by_rows(outer_two.data(), n0, n1 * n2, [=](index k) { return x[k]; });
  });
}

template <class T> void whole(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns, n = n0 * n1;
  const int low = std::is_signed_v<T> ? -99 : 0, high = std::is_same_v<T, bool> ? 1 : 99;
  const auto a = integers(dtensor<T, 2>(n0, n1), 1, low, high);
  using wide = decltype(sum(a));
  dtensor<wide, 1> columns(n1), lines(n0);
  tensor<wide, 1> one;
  wide& to = *one.data();
  tensor<double, 1> average;
  dtensor<bool, 1> marks(n0), heads(n1);
  const table row(s, "reductions", type_name<T>(), z.name);
  const auto value = [&] { return [x = a.data()](index i) { return static_cast<wide>(x[i]); }; };
  row("integer sum", one, STATEMENT(one = sum(a)), [&, n] {
    const T* x = a.data();
    wide total = 0;
    for (index i = 0; i < n; ++i)
      total += static_cast<wide>(x[i]);
    to = total;
  });
  row("integer sum axis 0", columns, STATEMENT(columns = sum(a, _0)),
      [&, n0, n1] { by_columns(columns.data(), n0, n1, value()); });
  row("integer sum axis 1", lines, STATEMENT(lines = sum(a, _1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const T* x = a.data() + i * n1;
      wide total = 0;
      for (index k = 0; k < n1; ++k)
        total += static_cast<wide>(x[k]);
      lines.data()[i] = total;
    }
  });
  row("integer mean", average, STATEMENT(average = mean(a)), [&, n] {
    const T* x = a.data();
    wide total = 0;
    for (index i = 0; i < n; ++i)
      total += static_cast<wide>(x[i]);
    *average.data() = static_cast<double>(total) / static_cast<double>(n);
  });
  row("count_nonzero", one, STATEMENT(one = static_cast<wide>(count_nonzero(a))), [&, n] {
    const T* x = a.data();
    index count = 0;
    for (index i = 0; i < n; ++i)
      count += x[i] != 0;
    to = static_cast<wide>(count);
  });
  row("any axis 1", marks, STATEMENT(marks = any(a, _1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const T* x = a.data() + i * n1;
      bool found = false;
      for (index k = 0; k < n1 && !found; ++k)
        found = x[k] != 0;
      marks.data()[i] = found;
    }
  });
  row("all axis 0", heads, STATEMENT(heads = all_of(a, _0)), [&, n0, n1] {
    bool* __restrict r = heads.data();
    const T* __restrict x = a.data();
    std::fill_n(r, n1, true);
    for (index i = 0; i < n0; ++i)
      for (index k = 0; k < n1; ++k)
        r[k] = r[k] & (x[i * n1 + k] != 0);
  });
  T most = static_cast<T>(high); // not a constant, so that the compiler keeps the comparison
  row("any axis 1, none", marks, STATEMENT(marks = any(a > most, _1)), [&, n0, n1] {
    const T limit = most;
    for (index i = 0; i < n0; ++i) {
      const T* x = a.data() + i * n1;
      bool found = false;
      for (index k = 0; k < n1 && !found; ++k)
        found = x[k] > limit;
      marks.data()[i] = found;
    }
  });
  row("all(a <= s)", average, STATEMENT(average = double(all_of(a <= most))), [&, n] {
    const T* x = a.data();
    const T limit = most;
    bool all = true;
    for (index i = 0; i < n && all; ++i)
      all = x[i] <= limit;
    *average.data() = all;
  });
}

} // namespace

void reductions(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3, DRAM}, [&](const size& z) { floating<float>(s, z); });
  at(s, {small, L2}, [&](const size& z) { floating<double>(s, z); });
  at(s, {small, L2, L3}, [&](const size& z) { cubes<float>(s, z); });
}
void integer_reductions(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) {
    whole<std::int32_t>(s, z);
    whole<std::uint8_t>(s, z);
  });
  at(s, {small, L2}, [&](const size& z) { whole<bool>(s, z); });
}

} // namespace rows
