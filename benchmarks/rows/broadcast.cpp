// SPDX-License-Identifier: BSL-1.0
// Broadcast operands: rows, columns, outer products, run-time sizes of 1.
#include "rows.hpp"

#include <cmath>

namespace rows {
namespace {

// Computes r[i, k] = f(i, k).
template <class R, class F> inline void table_of(index n0, index n1, R* __restrict r, F f) {
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; ++k)
      r[i * n1 + k] = static_cast<R>(f(i, k));
}
template <class T, class F>
inline void with_row(index n0, index n1, T* __restrict r, const T* __restrict a,
                     const T* __restrict row, F f) {
  table_of(n0, n1, r, [=](index i, index k) { return f(a[i * n1 + k], row[k]); });
}
template <class T, class F>
inline void with_column(index n0, index n1, T* __restrict r, const T* __restrict a,
                        const T* __restrict column, F f) {
  for (index i = 0; i < n0; ++i) {
    const T c = column[i];
    for (index k = 0; k < n1; ++k)
      r[i * n1 + k] = f(a[i * n1 + k], c);
  }
}
template <class T, class F>
inline void outer_by(index n0, index n1, T* __restrict r, const T* __restrict column,
                     const T* __restrict row, F f) {
  for (index i = 0; i < n0; ++i) {
    const T c = column[i];
    for (index k = 0; k < n1; ++k)
      r[i * n1 + k] = f(c, row[k]);
  }
}

template <class T> void matrices(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns;
  const auto a = integers(dtensor<T, 2>(n0, n1), 1), b = integers(dtensor<T, 2>(n0, n1), 2);
  const auto line = integers(dtensor<T, 1>(n1), 3, 1), column = integers(dtensor<T, 1>(n0), 4, 1);
  const auto n_by_1 = integers(dtensor<T, 2>(n0, 1), 5),
             one_by_n = integers(dtensor<T, 2>(1, n1), 6);
  const auto one_by_1 = integers(dtensor<T, 2>(1, 1), 7);
  dtensor<T, 2> r(n0, n1);
  dtensor<T, 2> t(n0, n1);
  const table row(s, "broadcast", type_name<T>(), z.name);
  row("a + row", r, STATEMENT(r = a + line), [&, n0, n1] {
    with_row(n0, n1, r.data(), a.data(), line.data(), [](T x, T y) { return x + y; });
  });
  row("a * column", r, STATEMENT(r = a * column[_, newaxis]), [&, n0, n1] {
    with_column(n0, n1, r.data(), a.data(), column.data(), [](T x, T y) { return x * y; });
  });
  row("column + row", r, STATEMENT(r = column[_, newaxis] + line), [&, n0, n1] {
    outer_by(n0, n1, r.data(), column.data(), line.data(), [](T x, T y) { return x + y; });
  });
  row("column * row", r, STATEMENT(r = column[_, newaxis] * line[newaxis, _]), [&, n0, n1] {
    outer_by(n0, n1, r.data(), column.data(), line.data(), [](T x, T y) { return x * y; });
  });
  if (z.bytes == DRAM.bytes)
    return;
  row("a - (n, 1)", r, STATEMENT(r = a - n_by_1), [&, n0, n1] {
    with_column(n0, n1, r.data(), a.data(), n_by_1.data(), [](T x, T y) { return x - y; });
  });
  row("(n, 1) + (1, n)", r, STATEMENT(r = n_by_1 + one_by_n), [&, n0, n1] {
    outer_by(n0, n1, r.data(), n_by_1.data(), one_by_n.data(), [](T x, T y) { return x + y; });
  });
  row("a + (1, 1)", r, STATEMENT(r = a + one_by_1), [&] {
    const T one = one_by_1.data()[0];
    each([=](T x) { return x + one; }, r, a);
  });
  row("(a - row) / column", r, STATEMENT(r = (a - line) / column[_, newaxis]), [&, n0, n1] {
    const T* __restrict p = line.data();
    for (index i = 0; i < n0; ++i) {
      const T* __restrict x = a.data() + i * n1;
      T* __restrict to = r.data() + i * n1;
      const T c = column.data()[i];
      for (index k = 0; k < n1; ++k)
        to[k] = (x[k] - p[k]) / c;
    }
  });
  row("a*row + b*column", r, STATEMENT(r = a * line + b * column[_, newaxis]), [&, n0, n1] {
    const T* __restrict p = line.data();
    for (index i = 0; i < n0; ++i) {
      const T* __restrict x = a.data() + i * n1, * __restrict y = b.data() + i * n1;
      T* __restrict to = r.data() + i * n1;
      const T c = column.data()[i];
      for (index k = 0; k < n1; ++k)
        to[k] = x[k] * p[k] + y[k] * c;
    }
  });
  row("exp(column) * a", r, STATEMENT(r = exp(column * T(0.1))[_, newaxis] * a), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const T c = std::exp(column.data()[i] * T(0.1));
      const T* __restrict x = a.data() + i * n1;
      T* __restrict to = r.data() + i * n1;
      for (index k = 0; k < n1; ++k)
        to[k] = c * x[k];
    }
  });
  row("sqrt(row) + a", r, STATEMENT(r = a + sqrt(line)), [&, n0, n1] {
    std::vector<T> roots(static_cast<std::size_t>(n1));
    for (index k = 0; k < n1; ++k)
      roots[static_cast<std::size_t>(k)] = std::sqrt(line.data()[k]);
    with_row(n0, n1, r.data(), a.data(), roots.data(), [](T x, T y) { return x + y; });
  });
  row("|column - row|", r, STATEMENT(r = abs(column[_, newaxis] - line)), [&, n0, n1] {
    outer_by(n0, n1, r.data(), column.data(), line.data(),
             [](T x, T y) { return std::abs(x - y); });
  });
  row("t += row", t, STATEMENT(t += line), [&, n0, n1] {
    const T* __restrict p = line.data();
    for (index i = 0; i < n0; ++i) {
      T* __restrict to = t.data() + i * n1;
      for (index k = 0; k < n1; ++k)
        to[k] += p[k];
    }
  });
  row("t -= column", t, STATEMENT(t -= column[_, newaxis]), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      T* __restrict to = t.data() + i * n1;
      const T c = column.data()[i];
      for (index k = 0; k < n1; ++k)
        to[k] -= c;
    }
  });
  row("row into rows", r, STATEMENT(r = broadcast_to(line, n0, n1)), [&, n0, n1] {
    const T* __restrict p = line.data();
    table_of(n0, n1, r.data(), [=](index, index k) { return p[k]; });
  });
  row("r[_] = column", r, STATEMENT(r[ellipsis] = column[_, newaxis]), [&, n0, n1] {
    for (index i = 0; i < n0; ++i)
      std::fill_n(r.data() + i * n1, n1, column.data()[i]);
  });
  row("outer", r, STATEMENT(r = outer(column, line)), [&, n0, n1] {
    outer_by(n0, n1, r.data(), column.data(), line.data(), [](T x, T y) { return x * y; });
  });
}

template <class T> void cubes(bench::suite& s, const size& z) {
  const index n2 = z.columns, n1 = z.rows<T>() < 16 ? 2 : 16, n0 = z.rows<T>() / n1;
  const auto a = integers(dtensor<T, 3>(n0, n1, n2), 1);
  const auto m = integers(dtensor<T, 2>(n0, n1), 2), n = integers(dtensor<T, 2>(n0, n2), 3);
  const auto w = integers(dtensor<T, 1>(n1), 4);
  dtensor<T, 3> r(n0, n1, n2);
  const table row(s, "broadcast", type_name<T>(), z.name);
  // Computes r[i, j, k] = f(a[i, j, k], p, n[i, k]), where p = f.first(i, j).
  const auto by = [&](auto f) {
    for (index i = 0; i < n0; ++i)
      for (index j = 0; j < n1; ++j) {
        const T* __restrict x = a.data() + (i * n1 + j) * n2;
        T* __restrict to = r.data() + (i * n1 + j) * n2;
        const T p = f.first(i, j);
        const T* __restrict q = n.data() + i * n2;
        for (index k = 0; k < n2; ++k)
          to[k] = f(x[k], p, q[k]);
      }
  };
  struct middle {
    const T *m, *n;
    index n1;
    T first(index i, index j) const { return m[i * n1 + j]; }
    T operator()(T x, T p, T) const { return x * p; }
  };
  struct both : middle {
    T operator()(T, T p, T q) const { return p + q; }
  };
  struct weight : middle {
    T first(index, index j) const { return this->m[j]; }
    T operator()(T x, T p, T q) const { return x * p + q; }
  };
  row("a[i, j, k] * m[i, j]", r, STATEMENT(r = a * m[_, _, newaxis]),
      [&, n1] { by(middle{m.data(), n.data(), n1}); });
  row("m[i, j] + n[i, k]", r, STATEMENT(r = m[_, _, newaxis] + n[_, newaxis, _]),
      [&, n1] { by(both{m.data(), n.data(), n1}); });
  row("a * w[j] + n[i, k]", r, STATEMENT(r = a * w[_, newaxis] + n[_, newaxis]),
      [&, n1] { by(weight{w.data(), n.data(), n1}); });
}

} // namespace

void broadcast(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3, DRAM}, [&](const size& z) { matrices<float>(s, z); });
  at(s, {tiny, small, L1, L2}, [&](const size& z) { matrices<double>(s, z); });
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) { cubes<float>(s, z); });
  at(s, {small, L2}, [&](const size& z) { cubes<double>(s, z); });
}

} // namespace rows
