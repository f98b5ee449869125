// SPDX-License-Identifier: BSL-1.0
// Tensors whose last axis has few elements, with static and with dynamic extents: points, colours,
// quaternions.
#include "rows.hpp"

#include <cmath>

namespace rows {
namespace {

// Runs the rows for shapes (n, m) with a static m, and with a dynamic m.
template <class T, class Points, class Width>
void points(bench::suite& s, const char* size_name, std::string kind, index n, Points a, Points b,
            Points r, Width width) {
  a = numbers(std::move(a), 1, 0.5, 2);
  b = numbers(std::move(b), 2, 0.5, 2);
  dtensor<T, 1> v(n);
  tensor<T, dyn> weights(r.extent(1));
  for (index k = 0; k < r.extent(1); ++k)
    weights(k) = static_cast<T>(k + 1);
  const table row(s, "short axes", type_name<T>(), size_name);
  const auto named = [&](const char* name) { return name + kind; };
  row(named("sum"), v, STATEMENT(v = sum(a, _1)), [&, n] {
    const index m = width();
    const T* __restrict x = a.data();
    T* __restrict to = v.data();
    for (index i = 0; i < n; ++i) {
      T sum = 0;
      for (index k = 0; k < m; ++k)
        sum += x[i * m + k];
      to[i] = sum;
    }
  });
  row(named("norm"), v, STATEMENT(v = sqrt(sum(a * a, _1))), [&, n] {
    const index m = width();
    const T* __restrict x = a.data();
    T* __restrict to = v.data();
    for (index i = 0; i < n; ++i) {
      T sum = 0;
      for (index k = 0; k < m; ++k)
        sum += x[i * m + k] * x[i * m + k];
      to[i] = std::sqrt(sum);
    }
  });
  row(named("largest"), v, STATEMENT(v = max(a, _1)), [&, n] {
    const index m = width();
    const T* __restrict x = a.data();
    T* __restrict to = v.data();
    for (index i = 0; i < n; ++i) {
      T most = x[i * m];
      for (index k = 1; k < m; ++k)
        most = x[i * m + k] > most ? x[i * m + k] : most;
      to[i] = most;
    }
  });
  row(named("distance"), v, STATEMENT(v = sqrt(sum(square(a - b), _1))), [&, n] {
    const index m = width();
    const T* __restrict x = a.data(), * __restrict y = b.data();
    T* __restrict to = v.data();
    for (index i = 0; i < n; ++i) {
      T sum = 0;
      for (index k = 0; k < m; ++k)
        sum += (x[i * m + k] - y[i * m + k]) * (x[i * m + k] - y[i * m + k]);
      to[i] = std::sqrt(sum);
    }
  });
  row(named("dot of each"), v, STATEMENT(v = sum(a * b, _1)), [&, n] {
    const index m = width();
    const T* __restrict x = a.data(), * __restrict y = b.data();
    T* __restrict to = v.data();
    for (index i = 0; i < n; ++i) {
      T sum = 0;
      for (index k = 0; k < m; ++k)
        sum += x[i * m + k] * y[i * m + k];
      to[i] = sum;
    }
  });
  row(named("normalise"), r, STATEMENT(r = a / sqrt(sum(a * a, _1, keepdims))), [&, n] {
    const index m = width();
    const T* __restrict x = a.data();
    T* __restrict to = r.data();
    for (index i = 0; i < n; ++i) {
      T sum = 0;
      for (index k = 0; k < m; ++k)
        sum += x[i * m + k] * x[i * m + k];
      const T length = std::sqrt(sum);
      for (index k = 0; k < m; ++k)
        to[i * m + k] = x[i * m + k] / length;
    }
  });
  row(named("a - mean"), r, STATEMENT(r = a - mean(a, _1, keepdims)), [&, n] {
    const index m = width();
    const T* __restrict x = a.data();
    T* __restrict to = r.data();
    for (index i = 0; i < n; ++i) {
      T sum = 0;
      for (index k = 0; k < m; ++k)
        sum += x[i * m + k];
      const T mean = sum / static_cast<T>(m);
      for (index k = 0; k < m; ++k)
        to[i * m + k] = x[i * m + k] - mean;
    }
  });
  row(named("a * weights"), r, STATEMENT(r = a * weights), [&, n] {
    const index m = width();
    const T* __restrict x = a.data(), * __restrict w = weights.data();
    T* __restrict to = r.data();
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < m; ++k)
        to[i * m + k] = x[i * m + k] * w[k];
  });
  row(named("a * v of points"), r, STATEMENT(r = a * v[_, newaxis]), [&, n] {
    const index m = width();
    const T* __restrict x = a.data(), * __restrict w = v.data();
    T* __restrict to = r.data();
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < m; ++k)
        to[i * m + k] = x[i * m + k] * w[i];
  });
  row(named("x*y of columns"), v, STATEMENT(v = a[_, _0] * b[_, _1] - a[_, _1] * b[_, _0]), [&, n] {
    const index m = width();
    const T* __restrict x = a.data(), * __restrict y = b.data();
    T* __restrict to = v.data();
    for (index i = 0; i < n; ++i)
      to[i] = x[i * m] * y[i * m + 1] - x[i * m + 1] * y[i * m];
  });
}

template <class T> void vectors(bench::suite& s, const char* size_name, index n) {
  using array = tensor<T, dyn, 3>;
  auto a = integers(array(n), 1), b = integers(array(n), 2);
  array r(n);
  const table row(s, "short axes", type_name<T>(), size_name);
  row("cross", r, STATEMENT(r = cross(a, b)), [&, n] {
    const T* __restrict x = a.data(), * __restrict y = b.data();
    T* __restrict to = r.data();
    for (index i = 0; i < 3 * n; i += 3) {
      to[i] = x[i + 1] * y[i + 2] - x[i + 2] * y[i + 1];
      to[i + 1] = x[i + 2] * y[i] - x[i] * y[i + 2];
      to[i + 2] = x[i] * y[i + 1] - x[i + 1] * y[i];
    }
  });
  row("grey of rgb", r,
      STATEMENT(r[ellipsis] =
                    (T(0.3) * a[_, _0] + T(0.6) * a[_, _1] + T(0.1) * a[_, _2])[_, newaxis]),
      [&, n] {
        const T* __restrict x = a.data();
        T* __restrict to = r.data();
        for (index i = 0; i < n; ++i) {
          const T grey = T(0.3) * x[3 * i] + T(0.6) * x[3 * i + 1] + T(0.1) * x[3 * i + 2];
          to[3 * i] = grey;
          to[3 * i + 1] = grey;
          to[3 * i + 2] = grey;
        }
      });
  row("r[:, 0] = column", r, STATEMENT(r[_, _0] = a[_, _1] + b[_, _2]), [&, n] {
    const T* __restrict x = a.data(), * __restrict y = b.data();
    T* __restrict to = r.data();
    for (index i = 0; i < n; ++i)
      to[3 * i] = x[3 * i + 1] + y[3 * i + 2];
  });
}

template <class T> void of_type(bench::suite& s, const size& z) {
  const index n3 = z.bytes == 0 ? z.columns : z.bytes / (3 * index(sizeof(T)));
  const auto in_type = [&]<int M>() {
    const index n = n3 * 3 / M;
    using array = tensor<T, dyn, M>;
    points<T>(s, z.name, ", static " + std::to_string(M), n, array(n), array(n), array(n),
              [] { return index(M); });
  };
  in_type.template operator()<3>();
  in_type.template operator()<4>();
  for (index m : {index(2), index(3), index(8)}) {
    const index n = n3 * 3 / m;
    using array = dtensor<T, 2>;
    points<T>(s, z.name, ", run-time " + std::to_string(m), n, array(n, m), array(n, m),
              array(n, m), [m] { return m; });
  }
  vectors<T>(s, z.name, n3);
}

} // namespace

void short_axes(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) { of_type<float>(s, z); });
  at(s, {L2}, [&](const size& z) { of_type<double>(s, z); });
}

} // namespace rows
