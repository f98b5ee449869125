// SPDX-License-Identifier: BSL-1.0
// Products of matrices and vectors, and functions that make tensors without operands.
#include "fold.hpp"
#include "rows.hpp"

namespace rows {
namespace {

// Computes r = a * b for the shapes (n, m) and (m, p). The middle loop adds rows of b.
template <class T>
inline void multiply(T* __restrict r, const T* __restrict a, const T* __restrict b, index n,
                     index m, index p) {
  for (index i = 0; i < n; ++i) {
    T* __restrict to = r + i * p;
    for (index k = 0; k < p; ++k)
      to[k] = 0;
    for (index j = 0; j < m; ++j) {
      const T x = a[i * m + j];
      for (index k = 0; k < p; ++k)
        to[k] += x * b[j * p + k];
    }
  }
}
template <index N, class T>
inline void multiply(T* __restrict r, const T* __restrict a, const T* __restrict b) {
  for (index i = 0; i < N; ++i)
    for (index k = 0; k < N; ++k) {
      T sum = 0;
      for (index j = 0; j < N; ++j)
        sum += a[i * N + j] * b[j * N + k];
      r[i * N + k] = sum;
    }
}

template <class T> void squares(bench::suite& s, const char* name, index n) {
  const auto a = integers(dtensor<T, 2>(n, n), 1), b = integers(dtensor<T, 2>(n, n), 2);
  const auto v = integers(dtensor<T, 1>(n), 3), w = integers(dtensor<T, 1>(n), 4);
  dtensor<T, 2> r(n, n);
  dtensor<T, 1> u(n);
  tensor<T, 1> one;
  T& to = *one.data();
  const std::string size = std::to_string(n);
  const table row(s, "products", type_name<T>(), name);
  row("matmul " + size, r, STATEMENT(r = matmul(a, b)),
      [&, n] { multiply(r.data(), a.data(), b.data(), n, n, n); });
  row("matmul + c " + size, r, STATEMENT(r = matmul(a, b) + a), [&, n] {
    multiply(r.data(), a.data(), b.data(), n, n, n);
    update([](T x, T y) { return x + y; }, r, a);
  });
  row("matmul(a, transpose(b)) " + size, r, STATEMENT(r = matmul(a, transpose(b))), [&, n] {
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < n; ++k) {
        const T *x = a.data() + i * n, *y = b.data() + k * n;
        r.data()[i * n + k] = fold<T>(n, [=](index j) { return x[j] * y[j]; });
      }
  });
  row("matvec " + size, u, STATEMENT(u = matmul(a, v)), [&, n] {
    for (index i = 0; i < n; ++i) {
      const T *x = a.data() + i * n, *y = v.data();
      u.data()[i] = fold<T>(n, [=](index j) { return x[j] * y[j]; });
    }
  });
  row("vecmat " + size, u, STATEMENT(u = matmul(v, a)),
      [&, n] { multiply(u.data(), v.data(), a.data(), 1, n, n); });
  row("relu(matvec + bias) " + size, u, STATEMENT(u = maximum(matmul(a, v) + w, T(0))), [&, n] {
    for (index i = 0; i < n; ++i) {
      const T *x = a.data() + i * n, *y = v.data();
      const T sum = fold<T>(n, [=](index j) { return x[j] * y[j]; }) + w.data()[i];
      u.data()[i] = sum > 0 ? sum : T(0);
    }
  });
  row("outer " + size, r, STATEMENT(r = outer(v, w)), [&, n] {
    for (index i = 0; i < n; ++i) {
      const T x = v.data()[i];
      T* __restrict line = r.data() + i * n;
      const T* __restrict y = w.data();
      for (index k = 0; k < n; ++k)
        line[k] = x * y[k];
    }
  });
  row("dot " + size, one, STATEMENT(to = dot(v, w)), [&, n] {
    const T *x = v.data(), *y = w.data();
    to = fold<T>(n, [=](index j) { return x[j] * y[j]; });
  });
  row("trace " + size, one, STATEMENT(to = trace(a)), [&, n] {
    T sum = 0;
    for (index i = 0; i < n; ++i)
      sum += a.data()[i * (n + 1)];
    to = sum;
  });
}

template <class T, index N> void batches(bench::suite& s, const size& z) {
  const index n = z.bytes == 0 ? z.columns / 2 : z.bytes / (N * N * index(sizeof(T)));
  const auto a = integers(tensor<T, dyn, N, N>(n), 1), b = integers(tensor<T, dyn, N, N>(n), 2);
  const auto v = integers(tensor<T, dyn, N>(n), 3);
  const auto m = integers(tensor<T, N, N>(), 4);
  const auto da = integers(dtensor<T, 3>(n, N, N), 5), db = integers(dtensor<T, 3>(n, N, N), 6);
  tensor<T, dyn, N, N> r(n);
  tensor<T, dyn, N> u(n);
  dtensor<T, 3> dr(n, N, N);
  const std::string size = N == 3 ? " 3x3" : " 4x4";
  const table row(s, "products", type_name<T>(), z.name);
  row("batch matmul" + size, r, STATEMENT(r = matmul(a, b)), [&, n] {
    for (index i = 0; i < n; ++i)
      multiply<N>(r.data() + i * N * N, a.data() + i * N * N, b.data() + i * N * N);
  });
  row("batch einsum" + size, r, STATEMENT(r = einsum<"bij,bjk->bik">(a, b)), [&, n] {
    for (index i = 0; i < n; ++i)
      multiply<N>(r.data() + i * N * N, a.data() + i * N * N, b.data() + i * N * N);
  });
  row("batch matmul, run-time" + size, dr, STATEMENT(dr = matmul(da, db)), [&, n] {
    for (index i = 0; i < n; ++i)
      multiply(dr.data() + i * N * N, da.data() + i * N * N, db.data() + i * N * N, N, N, N);
  });
  row("batch matvec" + size, u, STATEMENT(u = einsum<"bij,bj->bi">(a, v)), [&, n] {
    const T* __restrict x = a.data(), * __restrict y = v.data();
    T* __restrict to = u.data();
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < N; ++j) {
        T sum = 0;
        for (index k = 0; k < N; ++k)
          sum += x[(i * N + j) * N + k] * y[i * N + k];
        to[i * N + j] = sum;
      }
  });
  row("points times matrix" + size, u, STATEMENT(u = matmul(v, m)), [&, n] {
    const T* __restrict x = v.data(), * __restrict y = m.data();
    T* __restrict to = u.data();
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < N; ++k) {
        T sum = 0;
        for (index j = 0; j < N; ++j)
          sum += x[i * N + j] * y[j * N + k];
        to[i * N + k] = sum;
      }
  });
}

} // namespace

void products(bench::suite& s) {
  if (s.wants(bench::size{"tiny", 0}))
    squares<float>(s, "tiny", 4);
  if (s.wants(bench::size{"small", 0}))
    squares<float>(s, "small", 16);
  if (s.wants(bench::size{"L1", 0}))
    squares<float>(s, "L1", 32);
  if (s.wants(bench::size{"L2", 0})) {
    squares<float>(s, "L2", 64);
    squares<float>(s, "L2", 200);
  }
  at(s, {tiny, small, L1, L2}, [&](const size& z) {
    batches<float, 3>(s, z);
    batches<float, 4>(s, z);
  });
}

namespace {

template <class T> void made(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns, n = n0 * n1;
  const auto a = integers(dtensor<T, 2>(n0, n1), 1);
  dtensor<T, 1> v(n);
  dtensor<T, 2> r(n0, n1), square(n1, n1);
  const table row(s, "fills", type_name<T>(), z.name);
  row("arange", v, STATEMENT(v = arange<T>(n)), [&, n] {
    T* __restrict to = v.data();
    for (index i = 0; i < n; ++i)
      to[i] = static_cast<T>(i);
  });
  const auto spaced = [&, n] {
    T* __restrict to = v.data();
    const T step = T(1) / static_cast<T>(n - 1);
    for (index i = 0; i < n - 1; ++i)
      to[i] = static_cast<T>(i) * step;
    to[n - 1] = T(1);
  };
  row("linspace", v, STATEMENT(v = linspace(0, 1, n)), spaced, 1e-5);
  row("linspace<T>", v, STATEMENT(v = linspace<T>(0, 1, n)), spaced, 1e-5);
  row(
      "sqrt(linspace)", v, STATEMENT(v = sqrt(linspace<T>(0, 1, n))),
      [&, n] {
        T* __restrict to = v.data();
        const T step = T(1) / static_cast<T>(n - 1);
        for (index i = 0; i < n; ++i)
          to[i] = std::sqrt(static_cast<T>(i) * step);
      },
      1e-4);
  row("r = 0", r, STATEMENT(r = T(0)), [&] { std::fill_n(r.data(), r.size(), T(0)); });
  row("zeros", r, STATEMENT(r = zeros<T>(n0, n1)), [&] { std::fill_n(r.data(), r.size(), T(0)); });
  row("full", r, STATEMENT(r = full(T(7), n0, n1)), [&] { std::fill_n(r.data(), r.size(), T(7)); });
  row("a fresh tensor", r, STATEMENT(r = eval(a + T(1))), [&] {
    std::vector<T> fresh(static_cast<std::size_t>(a.size()));
    each(a.size(), [](T x) { return x + T(1); }, fresh.data(), a.data());
    std::copy(fresh.begin(), fresh.end(), r.data());
  });
  row("triu", r, STATEMENT(r = triu(a)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const index from = std::min(i, n1);
      std::fill_n(r.data() + i * n1, from, T(0));
      std::copy_n(a.data() + i * n1 + from, n1 - from, r.data() + i * n1 + from);
    }
  });
  row("tril", r, STATEMENT(r = tril(a)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const index to = std::min(i + 1, n1);
      std::copy_n(a.data() + i * n1, to, r.data() + i * n1);
      std::fill_n(r.data() + i * n1 + to, n1 - to, T(0));
    }
  });
  row("eye", square, STATEMENT(square = eye<T>(n1)), [&, n1] {
    std::fill_n(square.data(), n1 * n1, T(0));
    for (index i = 0; i < n1; ++i)
      square.data()[i * (n1 + 1)] = 1;
  });
  row("arange in 2-D", r, STATEMENT(r = arange<T>(n0)[_, newaxis] * T(2) + arange<T>(n1)),
      [&, n0, n1] {
        T* __restrict to = r.data();
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < n1; ++k)
            to[i * n1 + k] = static_cast<T>(i) * T(2) + static_cast<T>(k);
      });
  row("from_function", r,
      STATEMENT(r = from_function([](index i, index k) { return T(i + 2 * k); }, n0, n1)),
      [&, n0, n1] {
        T* __restrict to = r.data();
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < n1; ++k)
            to[i * n1 + k] = T(i + 2 * k);
      });
}

} // namespace

void fills(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) { made<float>(s, z); });
  at(s, {L2}, [&](const size& z) { made<double>(s, z); });
}

} // namespace rows
