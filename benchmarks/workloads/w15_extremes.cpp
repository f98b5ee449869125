// SPDX-License-Identifier: BSL-1.0
// W15d: extremes and their positions.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

// If there is a NaN, the result is NaN, as in NumPy.
template <class T> inline bool better(T x, T best) { return (x > best) | (x != x); }

template <class T> T largest(const T* a, index n) {
  constexpr index lanes = 256 / static_cast<index>(sizeof(T));
  T lane[lanes];
  for (index j = 0; j < lanes; ++j)
    lane[j] = a[0];
  index i = 0;
  for (; i + lanes <= n; i += lanes)
    for (index j = 0; j < lanes; ++j)
      lane[j] = better(a[i + j], lane[j]) ? a[i + j] : lane[j];
  for (; i < n; ++i)
    lane[0] = better(a[i], lane[0]) ? a[i] : lane[0];
  for (index w = lanes / 2; w > 0; w /= 2)
    for (index j = 0; j < w; ++j)
      lane[j] = better(lane[j + w], lane[j]) ? lane[j + w] : lane[j];
  return lane[0];
}
template <class T> [[gnu::noinline]] T maximum_of(const T* a, index n) { return largest(a, n); }
template <class T> [[gnu::noinline]] T maximum_plain(const T* a, index n) {
  T best = a[0];
  for (index i = 1; i < n; ++i)
    if (better(a[i], best))
      best = a[i];
  return best;
}
// The function finds the largest element block by block, and then searches for its position only in
// the block that contains it.
template <class T> [[gnu::noinline]] index place_of_largest(const T* a, index n) {
  constexpr index block = 1024;
  index best = 0;
  T most = a[0];
  for (index i = 0; i < n; i += block) {
    const T m = largest(a + i, n - i < block ? n - i : block);
    if (m > most || (m != m && most == most)) {
      most = m;
      best = i;
    }
  }
  while (a[best] != most && (most == most || a[best] == a[best]))
    ++best;
  return best;
}
template <class T> [[gnu::noinline]] index place_plain(const T* a, index n) {
  index best = 0;
  for (index i = 1; i < n; ++i)
    if (a[i] > a[best])
      best = i;
  return best;
}
template <class T> [[gnu::noinline]] void places_in_rows(index* r, const T* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    r[i] = place_of_largest(a + i * n1, n1);
}
template <class T>
[[gnu::noinline]] void places_in_columns(index* r, const T* a, index n0, index n1) {
  constexpr index width = 512;
  for (index k0 = 0; k0 < n1; k0 += width) {
    const index n = n1 - k0 < width ? n1 - k0 : width;
    T most[width];
    int place[width];
    for (index k = 0; k < n; ++k) {
      most[k] = a[k0 + k];
      place[k] = 0;
    }
    for (index i = 1; i < n0; ++i) {
      const T* __restrict x = a + i * n1 + k0;
      for (index k = 0; k < n; ++k) {
        const bool more = !(x[k] <= most[k]) & (most[k] == most[k]);
        place[k] = more ? static_cast<int>(i) : place[k];
        most[k] = more ? x[k] : most[k];
      }
    }
    for (index k = 0; k < n; ++k)
      r[k0 + k] = place[k];
  }
}

template <class T> void run(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>(), n1 = size.columns(), n0 = n / n1;
  dtensor<T, 2> a(n0, n1);
  dtensor<index, 1> row_places(n0), column_places(n1);
  tensor<T> one;
  tensor<index> place;
  bench::fill<T>(a.storage(), 1);
  a(n0 - 2, n1 - 3) = 100;
  const double bytes = static_cast<double>(size.bytes), count = static_cast<double>(n);
  bench::problem<T> p{one.data(), a.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n0, n1};
  bench::row<T>(s, goal, "W15h", "max(a)", size.name, bytes, count, one.storage())
      .hand([&, n] { *one.data() = maximum_of(a.data(), n); })
      .plain([&, n] { *one.data() = maximum_plain(a.data(), n); })
      .stria([&] { one = max(a); })
      .others(p);
  p.place = place.data();
  bench::row<T, index>(s, goal, "W15d", "argmax(a)", size.name, bytes, count, place.storage())
      .hand([&, n] { *place.data() = place_of_largest(a.data(), n); })
      .plain([&, n] { *place.data() = place_plain(a.data(), n); })
      .stria([&] { place = argmax(a); })
      .others(p);
  bench::row<T, index>(s, goal, "W15i", "argmax(a, _1)", size.name, bytes, count,
                       row_places.storage())
      .hand([&, n0, n1] { places_in_rows(row_places.data(), a.data(), n0, n1); })
      .stria([&] { row_places = argmax(a, _1); });
  bench::row<T, index>(s, goal, "W15j", "argmax(a, _0)", size.name, bytes, count,
                       column_places.storage())
      .hand([&, n0, n1] { places_in_columns(column_places.data(), a.data(), n0, n1); })
      .stria([&] { column_places = argmax(a, _0); });
}

} // namespace

void extremes(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) { run<T>(s, n); });
}
