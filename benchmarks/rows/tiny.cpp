// SPDX-License-Identifier: BSL-1.0
// Tensors that are so small that loops hardly matter: eight elements, and static 3x3 and 4x4.
#include "rows.hpp"

#include <cmath>

namespace rows {
namespace {

template <class T> void eights(bench::suite& s) {
  const index n = 8;
  const auto a = integers(dtensor<T, 1>(n), 1, 1, 9), b = integers(dtensor<T, 1>(n), 2, 1, 9),
             c = integers(dtensor<T, 1>(n), 3, 1, 9);
  dtensor<T, 1> r(n);
  auto t = a;
  tensor<T, 1> one;
  T& to = *one.data();
  const table row(s, "tiny", type_name<T>(), "tiny");
  row("a + b", r, STATEMENT(r = a + b), [&] { each([](T x, T y) { return x + y; }, r, a, b); });
  row("a*b + c", r, STATEMENT(r = a * b + c),
      [&] { each([](T x, T y, T w) { return x * y + w; }, r, a, b, c); });
  row("2a + 1", r, STATEMENT(r = T(2) * a + T(1)),
      [&] { each([](T x) { return T(2) * x + T(1); }, r, a); });
  row("r = a", r, STATEMENT(r = a), [&] { std::copy_n(a.data(), a.size(), r.data()); });
  row("r = 0", r, STATEMENT(r = T(0)), [&] { std::fill_n(r.data(), r.size(), T(0)); });
  row("t *= -1", t, STATEMENT(t *= T(-1)), [&] { update([](T x) { return x * T(-1); }, t); });
  row("t += b - c", t, STATEMENT(t += b - c),
      [&] { update([](T x, T y, T w) { return x + (y - w); }, t, b, c); });
  row("sqrt(a*a + b*b)", r, STATEMENT(r = sqrt(a * a + b * b)),
      [&] { each([](T x, T y) { return std::sqrt(x * x + y * y); }, r, a, b); });
  row("where(a > b, a, b)", r, STATEMENT(r = where(a > b, a, b)),
      [&] { each([](T x, T y) { return x > y ? x : y; }, r, a, b); });
  row("half of it", r, STATEMENT(r[range(0, 4)] = a[range(4, 8)]),
      [&] { std::copy_n(a.data() + 4, 4, r.data()); });
  row("slices", r, STATEMENT(r[range(1, -1)] = a[range(_, -2)] + a[range(2, _)]), [&] {
    const T* __restrict x = a.data();
    T* __restrict p = r.data();
    for (index i = 1; i < a.size() - 1; ++i)
      p[i] = x[i - 1] + x[i + 1];
  });
  row("a[::-1]", r, STATEMENT(r = a[rev()]),
      [&] { std::reverse_copy(a.data(), a.data() + a.size(), r.data()); });
  row("a[::2] + b[1::2]", r, STATEMENT(r[range(_, 4)] = a[range(_, _, 2)] + b[range(1, _, 2)]),
      [&] {
        const T* __restrict x = a.data(), * __restrict y = b.data();
        T* __restrict p = r.data();
        for (index i = 0; i < 4; ++i)
          p[i] = x[2 * i] + y[2 * i + 1];
      });
  row("sum", one, STATEMENT(one = sum(a)), [&] {
    T v = 0;
    for (T x : a.storage())
      v += x;
    to = v;
  });
  row("mean", one, STATEMENT(one = mean(a)), [&] {
    T v = 0;
    for (T x : a.storage())
      v += x;
    to = v / T(8);
  });
  row("dot", one, STATEMENT(one = sum(a * b)), [&] {
    T v = 0;
    for (index i = 0; i < a.size(); ++i)
      v += a.data()[i] * b.data()[i];
    to = v;
  });
  row("max", one, STATEMENT(one = max(a)), [&] {
    T v = a.data()[0];
    for (T x : a.storage())
      v = ((x > v) | (x != x)) ? x : v;
    to = v;
  });
  row("argmax", one, STATEMENT(one = static_cast<T>(argmax(a))), [&] {
    index best = 0;
    for (index i = 1; i < a.size(); ++i)
      best = a.data()[i] > a.data()[best] ? i : best;
    to = static_cast<T>(best);
  });
  row("any(a > 5)", one, STATEMENT(one = T(any(a > T(5)))), [&] {
    bool v = false;
    for (T x : a.storage())
      v |= x > T(5);
    to = T(v);
  });
  row("norm", one, STATEMENT(one = norm(a)), [&] {
    T v = 0;
    for (T x : a.storage())
      v += x * x;
    to = std::sqrt(v);
  });
  row("a[i] + a[k]", one, STATEMENT(one[0] = a[3] + a[-1]),
      [&] { to = a.data()[3] + a.data()[a.size() - 1]; });
  row("eval(a + b)", r, STATEMENT(r = eval(a + b)), [&] {
    std::vector<T> fresh(8);
    each(a.size(), [](T x, T y) { return x + y; }, fresh.data(), a.data(), b.data());
    std::copy_n(fresh.data(), fresh.size(), r.data());
  });
}

template <class T, index N> void fixed(bench::suite& s) {
  using matrix = tensor<T, N, N>;
  using vector = tensor<T, N>;
  const auto a = integers(matrix(), 1, 1, 9), b = integers(matrix(), 2, 1, 9);
  const auto v = integers(vector(), 3, 1, 9), w = integers(vector(), 4, 1, 9);
  matrix r;
  vector u;
  tensor<T, 1> one;
  T& to = *one.data();
  const std::string suffix = N == 3 ? " 3x3" : " 4x4";
  const table row(s, "tiny", type_name<T>(), "tiny");
  const auto cells = [&](auto f) {
    return [&r, f] {
      T* __restrict p = r.data();
      for (index i = 0; i < N; ++i)
        for (index k = 0; k < N; ++k)
          p[N * i + k] = f(i, k);
    };
  };
  const T *x = a.data(), *y = b.data();
  row("static a*b + a" + suffix, r, STATEMENT(r = a * b + a),
      cells([=](index i, index k) { return x[N * i + k] * y[N * i + k] + x[N * i + k]; }));
  row("static a + transpose(b)" + suffix, r, STATEMENT(r = a + transpose(b)),
      cells([=](index i, index k) { return x[N * i + k] + y[N * k + i]; }));
  row("static outer" + suffix, r, STATEMENT(r = v[_, newaxis] * w),
      cells([p = v.data(), q = w.data()](index i, index k) { return p[i] * q[k]; }));
  row("static a - row" + suffix, r, STATEMENT(r = a - v),
      cells([=, q = v.data()](index i, index k) { return x[N * i + k] - q[k]; }));
  row("static matmul" + suffix, r, STATEMENT(r = matmul(a, b)), cells([=](index i, index k) {
        T sum = 0;
        for (index j = 0; j < N; ++j)
          sum += x[N * i + j] * y[N * j + k];
        return sum;
      }));
  row("static matvec" + suffix, u, STATEMENT(u = matmul(a, v)), [&] {
    for (index i = 0; i < N; ++i) {
      T sum = 0;
      for (index k = 0; k < N; ++k)
        sum += a.data()[N * i + k] * v.data()[k];
      u.data()[i] = sum;
    }
  });
  row("static sum axis 1" + suffix, u, STATEMENT(u = sum(a, _1)), [&] {
    for (index i = 0; i < N; ++i) {
      T sum = 0;
      for (index k = 0; k < N; ++k)
        sum += a.data()[N * i + k];
      u.data()[i] = sum;
    }
  });
  row("static sum axis 0" + suffix, u, STATEMENT(u = sum(a, _0)), [&] {
    for (index k = 0; k < N; ++k) {
      T sum = 0;
      for (index i = 0; i < N; ++i)
        sum += a.data()[N * i + k];
      u.data()[k] = sum;
    }
  });
  row("static trace" + suffix, one, STATEMENT(to = trace(a)), [&] {
    T sum = 0;
    for (index i = 0; i < N; ++i)
      sum += a.data()[i * (N + 1)];
    to = sum;
  });
  row("static length" + suffix, one, STATEMENT(one = sqrt(sum(v * v))), [&] {
    T sum = 0;
    for (index i = 0; i < N; ++i)
      sum += v.data()[i] * v.data()[i];
    to = std::sqrt(sum);
  });
  row("static r[1] = v" + suffix, r, STATEMENT(r[_1] = v + w), [&] {
    for (index k = 0; k < N; ++k)
      r.data()[N + k] = v.data()[k] + w.data()[k];
  });
  row("static r[:, 0] = v" + suffix, r, STATEMENT(r[_, _0] = v), [&] {
    for (index i = 0; i < N; ++i)
      r.data()[N * i] = v.data()[i];
  });
  const auto da = integers(dtensor<T, 2>(N, N), 5), db = integers(dtensor<T, 2>(N, N), 6);
  dtensor<T, 2> dr(N, N);
  row("run-time matmul" + suffix, dr, STATEMENT(dr = matmul(da, db)), [&, n = da.extent(0)] {
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < n; ++k) {
        T sum = 0;
        for (index j = 0; j < n; ++j)
          sum += da.data()[i * n + j] * db.data()[j * n + k];
        dr.data()[i * n + k] = sum;
      }
  });
  row("run-time a + transpose(b)" + suffix, dr, STATEMENT(dr = da + transpose(db)),
      [&, n = da.extent(0)] {
        for (index i = 0; i < n; ++i)
          for (index k = 0; k < n; ++k)
            dr.data()[i * n + k] = da.data()[i * n + k] + db.data()[k * n + i];
      });
}

} // namespace

void tiny_tensors(bench::suite& s) {
  if (!s.wants(bench::size{"tiny", 0}))
    return;
  eights<float>(s);
  eights<double>(s);
  fixed<float, 3>(s);
  fixed<float, 4>(s);
  fixed<double, 4>(s);
}

} // namespace rows
