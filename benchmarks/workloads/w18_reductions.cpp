// SPDX-License-Identifier: BSL-1.0
// W18: reductions over any axes: short axes, windows, channels, distances, transposed, strided and
// reversed operands.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

#include <cstdint>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

/// The accumulator type of sums of T.
template <class T> using total = std::conditional_t<std::is_integral_v<T>, std::int64_t, T>;

// The loops that a careful programmer would write: the inner loop runs along contiguous memory, and
// sums have several accumulators.
template <class T> [[gnu::noinline]] void sum_columns(const T* a, total<T>* r, index m, index n) {
  for (index j = 0; j < n; ++j)
    r[j] = 0;
  for (index i = 0; i < m; ++i)
    for (index j = 0; j < n; ++j)
      r[j] += static_cast<total<T>>(a[i * n + j]);
}
template <class T> [[gnu::noinline]] void sum_rows(const T* a, total<T>* r, index m, index n) {
  for (index i = 0; i < m; ++i) {
    total<T> lane[16] = {}, s = 0;
    index j = 0;
    for (; j + 16 <= n; j += 16)
      for (index k = 0; k < 16; ++k)
        lane[k] += static_cast<total<T>>(a[i * n + j + k]);
    for (index k = 0; k < 16; ++k)
      s += lane[k];
    for (; j < n; ++j)
      s += static_cast<total<T>>(a[i * n + j]);
    r[i] = s;
  }
}
template <class T> [[gnu::noinline]] void max_columns(const T* a, T* r, index m, index n) {
  for (index j = 0; j < n; ++j)
    r[j] = a[j];
  for (index i = 1; i < m; ++i)
    for (index j = 0; j < n; ++j)
      r[j] = a[i * n + j] > r[j] ? a[i * n + j] : r[j];
}
template <class T> [[gnu::noinline]] void max_rows(const T* a, T* r, index m, index n) {
  for (index i = 0; i < m; ++i) {
    T best = a[i * n];
    for (index j = 1; j < n; ++j)
      best = a[i * n + j] > best ? a[i * n + j] : best;
    r[i] = best;
  }
}
template <class T>
[[gnu::noinline]] void sum_rows_by_two(const T* a, total<T>* r, index m, index n) {
  for (index i = 0; i < m; ++i) {
    total<T> lane[16] = {}, s = 0;
    for (index j = 0; j + 16 <= n; j += 16)
      for (index k = 0; k < 16; ++k)
        lane[k] += static_cast<total<T>>(a[2 * (i * n + j + k)]);
    for (index k = 0; k < 16; ++k)
      s += lane[k];
    r[i] = s;
  }
}
template <class T>
[[gnu::noinline]] void sum_columns_reversed(const T* a, total<T>* r, index m, index n) {
  for (index j = 0; j < n; ++j)
    r[j] = 0;
  for (index i = 0; i < m; ++i)
    for (index j = 0; j < n; ++j)
      r[n - 1 - j] += static_cast<total<T>>(a[i * n + j]);
}
template <class T> [[gnu::noinline]] void max_windows(const T* a, T* r, index h, index w) {
  for (index i = 0; i + 2 < h; ++i)
    for (index j = 0; j + 2 < w; ++j) {
      T best = a[i * w + j];
      for (index p = 0; p < 3; ++p)
        for (index q = 0; q < 3; ++q)
          best = a[(i + p) * w + j + q] > best ? a[(i + p) * w + j + q] : best;
      r[i * (w - 2) + j] = best;
    }
}
template <class T> [[gnu::noinline]] void mean_blocks(const T* a, T* r, index h, index w) {
  for (index i = 0; i < h / 3; ++i)
    for (index j = 0; j < w / 3; ++j) {
      T s = 0;
      for (index p = 0; p < 3; ++p)
        for (index q = 0; q < 3; ++q)
          s += a[(3 * i + p) * w + 3 * j + q];
      r[i * (w / 3) + j] = s / T(9);
    }
}
template <class T>
[[gnu::noinline]] void distances(const T* x, const T* y, T* r, index m, index n, index d) {
  for (index i = 0; i < m; ++i)
    for (index j = 0; j < n; ++j) {
      T s = 0;
      for (index k = 0; k < d; ++k) {
        const T v = x[i * d + k] - y[j * d + k];
        s += v * v;
      }
      r[i * n + j] = s;
    }
}
template <class T>
[[gnu::noinline]] void distances3(const T* x, const T* y, T* r, index m, index n) {
  for (index i = 0; i < m; ++i)
    for (index j = 0; j < n; ++j) {
      const T a = x[3 * i] - y[3 * j], b = x[3 * i + 1] - y[3 * j + 1],
              c = x[3 * i + 2] - y[3 * j + 2];
      r[i * n + j] = a * a + b * b + c * c;
    }
}
template <class T> [[gnu::noinline]] void pool(const T* a, T* r, index c, index h, index w) {
  for (index k = 0; k < c; ++k)
    for (index i = 0; i < h / 2; ++i) {
      const T *p = a + (k * h + 2 * i) * w, *q = p + w;
      T* to = r + (k * (h / 2) + i) * (w / 2);
      for (index j = 0; j < w / 2; ++j) {
        const T x = p[2 * j] > p[2 * j + 1] ? p[2 * j] : p[2 * j + 1];
        const T y = q[2 * j] > q[2 * j + 1] ? q[2 * j] : q[2 * j + 1];
        to[j] = x > y ? x : y;
      }
    }
}
template <class T> [[gnu::noinline]] void grey(const T* a, const T* w, T* r, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[3 * i] * w[0] + a[3 * i + 1] * w[1] + a[3 * i + 2] * w[2];
}
template <class T> [[gnu::noinline]] void convolve(const T* a, const T* k, T* r, index h, index w) {
  for (index i = 0; i + 2 < h; ++i)
    for (index j = 0; j + 2 < w; ++j) {
      T s = 0;
      for (index p = 0; p < 3; ++p)
        for (index q = 0; q < 3; ++q)
          s += a[(i + p) * w + j + q] * k[p * 3 + q];
      r[i * (w - 2) + j] = s;
    }
}
template <class T> [[gnu::noinline]] void sum_outer(const T* a, T* r, index m, index n, index k) {
  for (index j = 0; j < n; ++j)
    r[j] = 0;
  for (index i = 0; i < m; ++i)
    for (index j = 0; j < n; ++j) {
      T lane[16] = {}, s = 0;
      for (index x = 0; x + 16 <= k; x += 16)
        for (index y = 0; y < 16; ++y)
          lane[y] += a[(i * n + j) * k + x + y];
      for (index y = 0; y < 16; ++y)
        s += lane[y];
      r[j] += s;
    }
}
template <class T> [[gnu::noinline]] void sum_middle(const T* a, T* r, index m, index n, index k) {
  for (index i = 0; i < m; ++i) {
    for (index x = 0; x < k; ++x)
      r[i * k + x] = 0;
    for (index j = 0; j < n; ++j)
      for (index x = 0; x < k; ++x)
        r[i * k + x] += a[(i * n + j) * k + x];
  }
}

/// One row of the table.
template <class T, class Out, class Hand, class Stria>
void time(bench::suite& s, const char* expression, index elements, std::span<Out> out, Hand hand,
          Stria stria) {
  const double bytes = static_cast<double>(elements) * sizeof(T);
  bench::row<T, Out>(s, info, "W18", expression, bytes < (1 << 20) ? "L2" : "L3", bytes,
                     static_cast<double>(elements), out, 1e-5)
      .hand(hand)
      .stria(stria);
}

template <class T> void any_type(bench::suite& s) {
  using S = total<T>;
  constexpr bool has_extremes = !std::is_same_v<T, bool>;
  dtensor<T, 2> a(1024, 1024), wide(16, 256);
  dtensor<T, 3> cube(32, 32, 32);
  dtensor<S, 1> r(1024), few(16), row(256);
  dtensor<T, 1> most(1024);
  dtensor<S, 2> plane(32, 32);
  bench::fill<T>(a.storage(), 1);
  bench::fill<T>(wide.storage(), 2);
  bench::fill<T>(cube.storage(), 3);
  const T* const p = a.data();
  time<T, S>(
      s, "sum(a, _0), 1024x1024", a.size(), r.storage(),
      [&, p] { sum_columns(p, r.data(), 1024, 1024); }, [&] { r = sum(a, _0); });
  time<T, S>(
      s, "sum(a, _1), 1024x1024", a.size(), r.storage(),
      [&, p] { sum_rows(p, r.data(), 1024, 1024); }, [&] { r = sum(a, _1); });
  time<T, S>(
      s, "sum(transpose(a), _0), 1024x1024", a.size(), r.storage(),
      [&, p] { sum_rows(p, r.data(), 1024, 1024); }, [&] { r = sum(transpose(a), _0); });
  time<T, S>(
      s, "sum(a[_, range(_, _, 2)], _1), 1024x512", a.size() / 2, r.storage(),
      [&, p] { sum_rows_by_two(p, r.data(), 1024, 512); },
      [&] { r = sum(a[_, range(_, _, 2)], _1); });
  time<T, S>(
      s, "sum(a[rev(), rev()], _0), 1024x1024", a.size(), r.storage(),
      [&, p] { sum_columns_reversed(p, r.data(), 1024, 1024); },
      [&] { r = sum(a[rev(), rev()], _0); });
  if constexpr (has_extremes)
    time<T, T>(
        s, "max(a, _0), 1024x1024", a.size(), most.storage(),
        [&, p] { max_columns(p, most.data(), 1024, 1024); }, [&] { most = max(a, _0); });
  time<T, S>(
      s, "sum(a, _0), 32x32x32", cube.size(), plane.storage(),
      [&] { sum_columns(cube.data(), plane.data(), 32, 1024); }, [&] { plane = sum(cube, _0); });
  time<T, S>(
      s, "sum(a, _0), 16x256", wide.size(), row.storage(),
      [&] { sum_columns(wide.data(), row.data(), 16, 256); }, [&] { row = sum(wide, _0); });
  time<T, S>(
      s, "sum(a, _1), 16x256", wide.size(), few.storage(),
      [&] { sum_rows(wide.data(), few.data(), 16, 256); }, [&] { few = sum(wide, _1); });
  for (const index n : {2, 3, 4, 10, 16, 32}) {
    dtensor<T, 2> narrow(4096, n), tall(65536, n);
    dtensor<S, 1> sums(4096), columns(n);
    dtensor<T, 1> largest(4096);
    bench::fill<T>(narrow.storage(), 4);
    bench::fill<T>(tall.storage(), 5);
    const std::string shape = "4096x" + std::to_string(n);
    time<T, S>(
        s, ("sum(a, _1), " + shape).c_str(), narrow.size(), sums.storage(),
        [&, n] { sum_rows(narrow.data(), sums.data(), 4096, n); }, [&] { sums = sum(narrow, _1); });
    if constexpr (has_extremes)
      time<T, T>(
          s, ("max(a, _1), " + shape).c_str(), narrow.size(), largest.storage(),
          [&, n] { max_rows(narrow.data(), largest.data(), 4096, n); },
          [&] { largest = max(narrow, _1); });
    if (n <= 4)
      time<T, S>(
          s, ("sum(a, _0), 65536x" + std::to_string(n)).c_str(), tall.size(), columns.storage(),
          [&, n] { sum_columns(tall.data(), columns.data(), 65536, n); },
          [&] { columns = sum(tall, _0); });
  }
}

template <class T> void floating(bench::suite& s) {
  for (const index d : {3, 16}) {
    dtensor<T, 2> x(300, d), y(400, d), r(300, 400);
    bench::fill<T>(x.storage(), 1);
    bench::fill<T>(y.storage(), 2);
    time<T, T>(
        s, d == 3 ? "distances, 300x400x3" : "distances, 300x400x16", 120000 * d, r.storage(),
        [&, d] {
          d == 3 ? distances3(x.data(), y.data(), r.data(), 300, 400)
                 : distances(x.data(), y.data(), r.data(), 300, 400, d);
        },
        [&] {
          const auto e = x[_, newaxis, _] - y[newaxis];
          r = sum(e * e, -_1);
        });
  }
  const auto pooling = [&](const char* name, index c, index n) {
    dtensor<T, 3> a(c, n, n), r(c, n / 2, n / 2);
    bench::fill<T>(a.storage(), 3);
    time<T, T>(
        s, name, a.size(), r.storage(), [&, c, n] { pool(a.data(), r.data(), c, n, n); },
        [&, c, n] { r = max(reshape(a, c, n / 2, 2, n / 2, 2), _2, _4); });
  };
  pooling("max of 2x2, 3x512x512", 3, 512);
  pooling("max of 2x2, 24x64x64", 24, 64);
  dtensor<T, 3> picture(512, 512, 3), cube(64, 64, 64);
  dtensor<T, 2> image(512, 512), kernel(3, 3), shades(512, 512), filtered(510, 510), plane(64, 64),
      even(510, 510), blocks(170, 170), turned(64, 64);
  dtensor<T, 1> weights(3), line(64);
  bench::fill<T>(picture.storage(), 4);
  bench::fill<T>(cube.storage(), 5);
  bench::fill<T>(image.storage(), 6);
  bench::fill<T>(kernel.storage(), 7);
  bench::fill<T>(weights.storage(), 8);
  bench::fill<T>(even.storage(), 9);
  time<T, T>(
      s, "sum(a * w, _2), 512x512x3", picture.size(), shades.storage(),
      [&] { grey(picture.data(), weights.data(), shades.data(), 512 * 512); },
      [&] { shades = sum(picture * weights, _2); });
  time<T, T>(
      s, "convolution 3x3, 512x512", image.size(), filtered.storage(),
      [&] { convolve(image.data(), kernel.data(), filtered.data(), 512, 512); },
      [&] {
        const auto windows = sliding_window(sliding_window(image, 3, _0), 3, _1);
        filtered = sum(windows * kernel, -_1, -_2);
      });
  time<T, T>(
      s, "max of 3x3 windows, 512x512", image.size(), filtered.storage(),
      [&] { max_windows(image.data(), filtered.data(), 512, 512); },
      [&] { filtered = max(sliding_window(sliding_window(image, 3, _0), 3, _1), -_1, -_2); });
  time<T, T>(
      s, "mean of 3x3, 510x510", even.size(), blocks.storage(),
      [&] { mean_blocks(even.data(), blocks.data(), 510, 510); },
      [&] { blocks = mean(reshape(even, 170, 3, 170, 3), _1, _3); });
  time<T, T>(
      s, "einsum<\"ijk->j\">(a), 64x64x64", cube.size(), line.storage(),
      [&] { sum_outer(cube.data(), line.data(), 64, 64, 64); },
      [&] { line = einsum<"ijk->j">(cube); });
  time<T, T>(
      s, "einsum<\"ijk->ki\">(a), 64x64x64", cube.size(), plane.storage(),
      [&] {
        sum_middle(cube.data(), turned.data(), 64, 64, 64);
        for (index i = 0; i < 64; ++i)
          for (index k = 0; k < 64; ++k)
            plane.data()[k * 64 + i] = turned.data()[i * 64 + k];
      },
      [&] { plane = einsum<"ijk->ki">(cube); });
  time<T, T>(
      s, "sum(a, _0, _2), 64x64x64", cube.size(), line.storage(),
      [&] { sum_outer(cube.data(), line.data(), 64, 64, 64); }, [&] { line = sum(cube, _0, _2); });
  time<T, T>(
      s, "sum(a, _1), 64x64x64", cube.size(), plane.storage(),
      [&] { sum_middle(cube.data(), plane.data(), 64, 64, 64); }, [&] { plane = sum(cube, _1); });
}

} // namespace

void reductions(bench::suite& s) {
  any_type<float>(s);
  any_type<double>(s);
  any_type<std::int32_t>(s);
  any_type<std::uint8_t>(s);
  any_type<bool>(s);
  floating<float>(s);
  floating<double>(s);
}
