// SPDX-License-Identifier: BSL-1.0
// W6 and W7: copies of slices with steps, crops and reversed axes.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

// Computes r = t[:, ::2, 1:-1] of shape (n0, n1, n2).
template <class T>
void step_and_crop(T* __restrict r, const T* __restrict t, index n0, index n1, index n2) {
  const index m1 = (n1 + 1) / 2, m2 = n2 - 2;
  BENCH_PARALLEL
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < m1; ++j) {
      T* __restrict to = r + (i * m1 + j) * m2;
      const T* __restrict from = t + (i * n1 + 2 * j) * n2 + 1;
      for (index k = 0; k < m2; ++k)
        to[k] = from[k];
    }
}
template <class T> void step_and_crop_plain(T* r, const T* t, index n0, index n1, index n2) {
  const index m1 = (n1 + 1) / 2, m2 = n2 - 2;
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < m1; ++j)
      for (index k = 0; k < m2; ++k)
        r[(i * m1 + j) * m2 + k] = t[(i * n1 + 2 * j) * n2 + k + 1];
}

// Computes r = t[:, ::2] of shape (n0, n1).
template <class T> void inner_step(T* __restrict r, const T* __restrict t, index n0, index n1) {
  const index m1 = (n1 + 1) / 2;
  BENCH_PARALLEL
  for (index i = 0; i < n0; ++i) {
    T* __restrict to = r + i * m1;
    const T* __restrict from = t + i * n1;
    for (index k = 0; k < m1; ++k)
      to[k] = from[2 * k];
  }
}
template <class T> void inner_step_plain(T* r, const T* t, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    for (index k = 0; k < n1; k += 2)
      r[i * ((n1 + 1) / 2) + k / 2] = t[i * n1 + k];
}

// Computes r = t[::-1, :, ::-1].
template <class T>
void reversed(T* __restrict r, const T* __restrict t, index n0, index n1, index n2) {
  BENCH_PARALLEL
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < n1; ++j) {
      T* __restrict to = r + (i * n1 + j) * n2;
      const T* __restrict from = t + ((n0 - 1 - i) * n1 + j) * n2 + n2 - 1;
      for (index k = 0; k < n2; ++k)
        to[k] = from[-k];
    }
}
template <class T> void reversed_plain(T* r, const T* t, index n0, index n1, index n2) {
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < n1; ++j)
      for (index k = 0; k < n2; ++k)
        r[(i * n1 + j) * n2 + k] = t[((n0 - 1 - i) * n1 + j) * n2 + (n2 - 1 - k)];
}

template <class T> void cubes(bench::suite& s, const bench::size& size) {
  const index n2 = 256, n1 = size.bytes > (1 << 20) ? 128 : 16, n0 = size.count<T>() / (n1 * n2);
  dtensor<T, 3> x(n0, n1, n2), r(n0, (n1 + 1) / 2, n2 - 2), back(n0, n1, n2);
  bench::fill<T>(x.storage(), 1);
  const double bytes = static_cast<double>(size.bytes);
  const auto crop = [&, n0, n1] { step_and_crop(r.data(), x.data(), n0, n1, n2); };
  const auto elements = static_cast<double>(r.size());
  bench::row<T>(s, goal, "W6", "t[_, range(_, _, 2), range(1, -1)]", size.name,
                elements * 2 * sizeof(T), elements, r.storage())
      .hand(crop)
      .plain([&, n0, n1] { step_and_crop_plain(r.data(), x.data(), n0, n1, n2); })
      .stria([&] { r = x[_, range(_, _, 2), range(1, -1)]; })
      .others({r.data(), x.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n0, n1, n2});
  bench::row<T>(s, goal, "W6c", "t[_, range(_, _, _2), range(_1, -_1)]", size.name,
                elements * 2 * sizeof(T), elements, r.storage())
      .hand(crop)
      .stria([&] { r = x[_, range(_, _, _2), range(_1, -_1)]; });
  bench::row<T>(s, goal, "W7", "t[rev(), _, rev()]", size.name, 2 * bytes,
                static_cast<double>(back.size()), back.storage())
      .hand([&, n0, n1] { reversed(back.data(), x.data(), n0, n1, n2); })
      .plain([&, n0, n1] { reversed_plain(back.data(), x.data(), n0, n1, n2); })
      .stria([&] { back = x[rev(), _, rev()]; })
      .others({back.data(), x.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n0, n1, n2});
}

template <class T> void squares(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>(), n1 = size.columns(), n0 = n / n1;
  dtensor<T, 2> x(n0, n1), r(n0, (n1 + 1) / 2);
  bench::fill<T>(x.storage(), 1);
  const auto hand = [&, n0, n1] { inner_step(r.data(), x.data(), n0, n1); };
  // Half of the elements are used, but every cache line of the source is read.
  const double bytes = 1.5 * static_cast<double>(size.bytes);
  const auto elements = static_cast<double>(r.size());
  bench::row<T>(s, goal, "W6s", "t[_, range(_, _, 2)]", size.name, bytes, elements, r.storage())
      .hand(hand)
      .plain([&, n0, n1] { inner_step_plain(r.data(), x.data(), n0, n1); })
      .stria([&] { r = x[_, range(_, _, 2)]; })
      .others({r.data(), x.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n0, n1});
  bench::row<T>(s, goal, "W6sc", "t[_, range(_, _, _2)]", size.name, bytes, elements, r.storage())
      .hand(hand)
      .stria([&] { r = x[_, range(_, _, _2)]; });
}

} // namespace

void slices(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) {
    cubes<T>(s, n);
    squares<T>(s, n);
  });
}
