// SPDX-License-Identifier: BSL-1.0
// W9a: a 5-point stencil as a sum of four slices. W9b: the same in place. W9c: the same with
// constants as bounds of the slices. W9d: a 27-point stencil in three dimensions.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

template <class T> void five_points(T* __restrict r, const T* __restrict u, index n0, index n1) {
  BENCH_PARALLEL
  for (index i = 1; i < n0 - 1; ++i) {
    T* __restrict to = r + i * n1;
    const T* __restrict above = u + (i - 1) * n1;
    const T* __restrict here = u + i * n1;
    const T* __restrict below = u + (i + 1) * n1;
    for (index k = 1; k < n1 - 1; ++k)
      to[k] = T(0.25) * (above[k] + below[k] + here[k - 1] + here[k + 1]);
  }
}
template <class T> void five_points_plain(T* r, const T* u, index n0, index n1) {
  for (index i = 1; i < n0 - 1; ++i)
    for (index k = 1; k < n1 - 1; ++k)
      r[i * n1 + k] = T(0.25) * (u[(i - 1) * n1 + k] + u[(i + 1) * n1 + k] + u[i * n1 + k - 1] +
                                 u[i * n1 + k + 1]);
}

// The old values of a row are saved before the row is written; those of the row above are kept.
template <class T>
void in_place(T* u, index n0, index n1, T* __restrict above, T* __restrict here) {
  std::memcpy(above, u, static_cast<std::size_t>(n1) * sizeof(T));
  for (index i = 1; i < n0 - 1; ++i) {
    T* __restrict row = u + i * n1;
    const T* __restrict below = u + (i + 1) * n1;
    std::memcpy(here, row, static_cast<std::size_t>(n1) * sizeof(T));
    for (index k = 1; k < n1 - 1; ++k)
      row[k] = T(0.25) * (above[k] + below[k] + here[k - 1] + here[k + 1]);
    std::swap(above, here);
  }
}
// The plain version copies the array. All calls use the same memory for the copy.
template <class T> void in_place_plain(T* u, index n0, index n1, std::vector<T>& copy) {
  copy.assign(u, u + n0 * n1);
  five_points_plain(u, copy.data(), n0, n1);
}

// The weights are 2^-(1 + the sum of the distances along the axes).
template <class T> void neighbours(T* __restrict r, const T* __restrict u, index n) {
  BENCH_PARALLEL
  for (index i = 1; i < n - 1; ++i)
    for (index j = 1; j < n - 1; ++j)
      for (index k = 1; k < n - 1; ++k) {
        T sum = 0;
        for (index a = -1; a <= 1; ++a)
          for (index b = -1; b <= 1; ++b) {
            const T* const p = u + ((i + a) * n + j + b) * n + k;
            const T weight = (a == 0 ? T(0.5) : T(0.25)) * (b == 0 ? T(1) : T(0.5));
            sum += weight * (p[0] + T(0.5) * (p[-1] + p[1]));
          }
        r[(i * n + j) * n + k] = sum;
      }
}

template <class T> void run(bench::suite& s, const bench::size& size) {
  const index n1 = size.columns(), n0 = size.count<T>() / n1;
  const double bytes = 2 * static_cast<double>(size.bytes), elements = static_cast<double>(n0 * n1);
  dtensor<T, 2> u(n0, n1), r(n0, n1);
  bench::fill<T>(u.storage(), 1);
  const auto hand = [&, n0, n1] { five_points(r.data(), u.data(), n0, n1); };
  bench::row<T>(s, goal, "W9a", "5-point stencil", size.name, bytes, elements, r.storage())
      .hand(hand)
      .plain([&, n0, n1] { five_points_plain(r.data(), u.data(), n0, n1); })
      .stria([&] {
        const auto m = range(1, -1);
        r[m, m] = T(0.25) *
                  (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] + u[m, range(2, _)]);
      })
      .others({r.data(), u.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n0, n1});
  bench::row<T>(s, goal, "W9c", "5-point stencil, constants", size.name, bytes, elements,
                r.storage())
      .hand(hand)
      .stria([&] {
        const auto m = range(_1, -_1);
        r[m, m] = T(0.25) * (u[range(_, -_2), m] + u[range(_2, _), m] + u[m, range(_, -_2)] +
                             u[m, range(_2, _)]);
      });
  std::vector<T> above(static_cast<std::size_t>(n1)), here(above), copy;
  bench::row<T>(s, info, "W9b", "5-point stencil in place", size.name, bytes, elements, u.storage())
      .hand([&, n0, n1] { in_place(u.data(), n0, n1, above.data(), here.data()); })
      .plain([&, n0, n1] { in_place_plain(u.data(), n0, n1, copy); })
      .stria([&] {
        const auto m = range(1, -1);
        u[m, m] = T(0.25) *
                  (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] + u[m, range(2, _)]);
      })
      .others({u.data(), u.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n0, n1});
}

template <class T> void run_neighbours(bench::suite& s, const bench::size& size) {
  index n = 3;
  while ((n + 1) * (n + 1) * (n + 1) <= size.count<T>())
    ++n;
  dtensor<T, 3> u(n, n, n), r(n, n, n);
  bench::fill<T>(u.storage(), 1);
  bench::row<T>(s, info, "W9d", "27-point stencil", size.name, 2 * static_cast<double>(size.bytes),
                static_cast<double>(n * n * n), r.storage())
      .hand([&, n] { neighbours(r.data(), u.data(), n); })
      .stria([&] {
        const auto low = range(0, n - 2), m = range(1, n - 1), high = range(2, n);
        const auto line = [&](const auto& i, const auto& j) {
          return u[i, j, m] + T(0.5) * (u[i, j, low] + u[i, j, high]);
        };
        const auto plane = [&](const auto& i) {
          return line(i, m) + T(0.5) * (line(i, low) + line(i, high));
        };
        r[m, m, m] = T(0.5) * (plane(m) + T(0.5) * (plane(low) + plane(high)));
      });
}

} // namespace

void stencil(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) {
    run<T>(s, n);
    run_neighbours<T>(s, n);
  });
}
