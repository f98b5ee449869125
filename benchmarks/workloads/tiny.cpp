// SPDX-License-Identifier: BSL-1.0
// The overhead of an assignment, with tensors of few elements: static 3x3 and 4x4, and eight
// elements.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

template <class T>
inline void product_and_sum(T* __restrict r, const T* __restrict a, const T* __restrict b,
                            const T* __restrict c, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[i] * b[i] + c[i];
}

template <class T, int N> void fixed(bench::suite& s, const char* id, const char* sum_id) {
  tensor<T, N, N> a, b, r;
  bench::fill<T>(a.storage(), 1);
  bench::fill<T>(b.storage(), 2);
  const double bytes = 3. * N * N * sizeof(T), count = N * N;
  const std::string shape = ", " + std::to_string(N) + "x" + std::to_string(N);
  const bench::problem<T> p{r.data(), a.data(), b.data(), nullptr, nullptr, nullptr, nullptr, N, N};
  bench::row<T>(s, info, id, "a*b + 2a - transpose(b)" + shape, "static", bytes, count, r.storage())
      .hand([&] {
        T* __restrict to = r.data();
        const T *x = a.data(), *y = b.data();
        for (int i = 0; i < N; ++i)
          for (int k = 0; k < N; ++k)
            to[N * i + k] = x[N * i + k] * y[N * i + k] + T(2) * x[N * i + k] - y[N * k + i];
      })
      .stria([&] { r = a * b + T(2) * a - transpose(b); })
      .others(p);
  bench::row<T>(s, info, sum_id, "matmul(a, b) + 2a - transpose(b)" + shape, "static", bytes, count,
                r.storage())
      .hand([&] {
        T* __restrict to = r.data();
        const T *x = a.data(), *y = b.data();
        for (int i = 0; i < N; ++i) {
          T row[N];
          for (int k = 0; k < N; ++k)
            row[k] = T(2) * x[N * i + k] - y[N * k + i];
          for (int m = 0; m < N; ++m)
            for (int k = 0; k < N; ++k)
              row[k] += x[N * i + m] * y[N * m + k];
          for (int k = 0; k < N; ++k)
            to[N * i + k] = row[k];
        }
      })
      .stria([&] { r = matmul(a, b) + T(2) * a - transpose(b); })
      .others(p);
}

template <class T> void eights(bench::suite& s) {
  dtensor<T, 1> a(8), b(8), c(8), r(8);
  tensor<T> one;
  bench::fill<T>(a.storage(), 1);
  bench::fill<T>(b.storage(), 2);
  bench::fill<T>(c.storage(), 3);
  const double bytes = 32 * sizeof(T);
  bench::problem<T> p{r.data(), a.data(), b.data(), c.data(), nullptr, nullptr, nullptr, 8};
  bench::row<T>(s, info, "N1", "a*b + c", "n = 8", bytes, 8, r.storage())
      .hand([&] { product_and_sum(r.data(), a.data(), b.data(), c.data(), r.size()); })
      .stria([&] { r = a * b + c; })
      .others(p);
  bench::row<T>(s, info, "N2", "a fresh tensor of a*b + c", "n = 8", bytes, 8, r.storage())
      .hand([&] {
        std::vector<T> fresh(static_cast<std::size_t>(a.size()));
        product_and_sum(fresh.data(), a.data(), b.data(), c.data(), a.size());
        std::memcpy(r.data(), fresh.data(), fresh.size() * sizeof(T));
      })
      .stria([&] {
        const dtensor<T, 1> fresh = a * b + c;
        std::memcpy(r.data(), fresh.data(), fresh.storage().size_bytes());
      })
      .others(p);
  bench::row<T>(s, info, "N3", "r[range(0, 4)] = a[range(2, 6)] + b[rev()][range(2, 6)]", "n = 8",
                12 * sizeof(T), 4, r.storage())
      .hand([&] {
        const T *x = a.data() + 2, *y = b.data() + 5;
        T* __restrict to = r.data();
        for (int i = 0; i < 4; ++i)
          to[i] = x[i] + y[-i];
      })
      .stria([&] { r[range(0, 4)] = a[range(2, 6)] + b[rev()][range(2, 6)]; })
      .others(p);
  p.r = one.data();
  bench::row<T>(s, info, "N4", "sum(a*b)", "n = 8", 16 * sizeof(T), 8, one.storage())
      .hand([&] {
        const T *x = a.data(), *y = b.data();
        T sum = 0;
        for (index i = 0; i < a.size(); ++i)
          sum += x[i] * y[i];
        *one.data() = sum;
      })
      .stria([&] { one = sum(a * b); })
      .others(p);
  dtensor<T, 2> a3(3, 3), b3(3, 3), c3(3, 3), r3(3, 3);
  bench::fill<T>(a3.storage(), 1);
  bench::fill<T>(b3.storage(), 2);
  bench::fill<T>(c3.storage(), 3);
  bench::row<T>(s, info, "N5", "a*b + c of 3x3 at run time", "n = 9", 36 * sizeof(T), 9,
                r3.storage())
      .hand([&] { product_and_sum(r3.data(), a3.data(), b3.data(), c3.data(), r3.size()); })
      .stria([&] { r3 = a3 * b3 + c3; });
}

} // namespace

void tiny(bench::suite& s) {
  fixed<float, 3>(s, "S1", "S2");
  fixed<double, 3>(s, "S1", "S2");
  fixed<float, 4>(s, "S3", "S4");
  fixed<double, 4>(s, "S3", "S4");
  eights<float>(s);
  eights<double>(s);
}
