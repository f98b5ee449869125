// SPDX-License-Identifier: BSL-1.0
// W3, W5 and W15: sums, extremes and their places over each axis, running sums, rows and columns
// normalised.
//
// The loops by hand have as many accumulators as hide the latency of an addition, take columns in
// tiles that stay in the cache, and do all passes over a row while it is there.
#include "harness.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <vector>

using namespace stria;
using enum bench::weight;

namespace {

using stria::index;

constexpr index lanes = 64;

template <class F> float fold(index n, F value) {
  float lane[lanes] = {};
  index i = 0;
  for (; i + lanes <= n; i += lanes)
    for (index j = 0; j < lanes; ++j)
      lane[j] += value(i + j);
  for (; i < n; ++i)
    lane[i % lanes] += value(i);
  for (index w = lanes / 2; w > 0; w /= 2)
    for (index j = 0; j < w; ++j)
      lane[j] += lane[j + w];
  return lane[0];
}
float sum_row(const float* a, index n) {
  return fold(n, [=](index i) { return a[i]; });
}
[[gnu::noinline]] float square_distance(const float* a, const float* b, index n) {
  return fold(n, [=](index i) { return (a[i] - b[i]) * (a[i] - b[i]); });
}
[[gnu::noinline]] float total(const float* a, index n) { return sum_row(a, n); }
[[gnu::noinline]] void sum_rows(float* r, const float* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    r[i] = sum_row(a + i * n1, n1);
}

// The sums of the columns: four rows at a time, into a tile of columns.
[[gnu::noinline]] void sum_columns(float* r, const float* a, index n0, index n1) {
  constexpr index width = 1024;
  for (index k0 = 0; k0 < n1; k0 += width) {
    const index n = n1 - k0 < width ? n1 - k0 : width;
    float* __restrict to = r + k0;
    for (index k = 0; k < n; ++k)
      to[k] = 0;
    index i = 0;
    for (; i + 4 <= n0; i += 4) {
      const float* __restrict x = a + i * n1 + k0;
      for (index k = 0; k < n; ++k)
        to[k] += (x[k] + x[n1 + k]) + (x[2 * n1 + k] + x[3 * n1 + k]);
    }
    for (; i < n0; ++i)
      for (index k = 0; k < n; ++k)
        to[k] += a[i * n1 + k0 + k];
  }
}
void sum_middle(float* r, const float* a, index n0, index n1, index n2) {
  for (index i = 0; i < n0; ++i)
    sum_columns(r + i * n2, a + i * n1 * n2, n1, n2);
}
// r[j] = the sum of a[i, j, k] over i and k.
[[gnu::noinline]] void sum_outer_and_inner(float* r, const float* a, index n0, index n1, index n2) {
  for (index j = 0; j < n1; ++j) {
    float s = 0;
    for (index i = 0; i < n0; ++i)
      s += sum_row(a + (i * n1 + j) * n2, n2);
    r[j] = s;
  }
}

// A NaN wins, as in NumPy.
inline bool better(float x, float best) { return (x > best) | (x != x); }

float largest(const float* a, index n) {
  float lane[lanes];
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
[[gnu::noinline]] float maximum_of(const float* a, index n) { return largest(a, n); }
// Blocks of which the largest element is looked for; its place is looked for in one of them.
[[gnu::noinline]] index place_of_largest(const float* a, index n) {
  constexpr index block = 1024;
  index best = 0;
  float most = a[0];
  for (index i = 0; i < n; i += block) {
    const float m = largest(a + i, n - i < block ? n - i : block);
    if (m > most || (m != m && most == most)) {
      most = m;
      best = i;
    }
  }
  while (a[best] != most && (most == most || a[best] == a[best]))
    ++best;
  return best;
}
[[gnu::noinline]] void places_in_rows(index* r, const float* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    r[i] = place_of_largest(a + i * n1, n1);
}
[[gnu::noinline]] void places_in_columns(index* r, const float* a, index n0, index n1) {
  constexpr index width = 512;
  for (index k0 = 0; k0 < n1; k0 += width) {
    const index n = n1 - k0 < width ? n1 - k0 : width;
    float most[width];
    int place[width];
    for (index k = 0; k < n; ++k) {
      most[k] = a[k0 + k];
      place[k] = 0;
    }
    for (index i = 1; i < n0; ++i) {
      const float* __restrict x = a + i * n1 + k0;
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

// Eight elements at a time: the sums inside a vector in three steps, then the sum so far.
#if defined(__GNUC__)
using eight = float __attribute__((vector_size(32)));
inline eight running_sums(eight x) {
  const eight z{};
  x += __builtin_shufflevector(z, x, 0, 8, 0, 10, 0, 12, 0, 14);
  x += __builtin_shufflevector(z, x, 0, 0, 9, 9, 0, 0, 13, 13);
  x += __builtin_shufflevector(z, x, 0, 0, 0, 0, 11, 11, 11, 11);
  return x;
}
[[gnu::noinline]] void running_sum(float* r, const float* a, index n) {
  float sum = 0;
  index i = 0;
  for (; i + 8 <= n; i += 8) {
    eight x;
    __builtin_memcpy(&x, a + i, sizeof x);
    x = running_sums(x);
    const eight y = x + sum;
    __builtin_memcpy(r + i, &y, sizeof y);
    sum += x[7];
  }
  for (; i < n; ++i)
    r[i] = sum += a[i];
}
#endif
[[gnu::noinline]] void running_sum_rows(float* r, const float* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i)
    running_sum(r + i * n1, a + i * n1, n1);
}
[[gnu::noinline]] void running_sum_columns(float* r, const float* a, index n0, index n1) {
  for (index k = 0; k < n1; ++k)
    r[k] = a[k];
  for (index i = 1; i < n0; ++i) {
    float* __restrict to = r + i * n1;
    const float* __restrict x = a + i * n1;
    const float* __restrict before = r + (i - 1) * n1;
    for (index k = 0; k < n1; ++k)
      to[k] = before[k] + x[k];
  }
}

[[gnu::noinline]] void divide_rows(float* r, const float* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i) {
    const float* __restrict x = a + i * n1;
    float* __restrict to = r + i * n1;
    const float s = sum_row(x, n1);
    for (index k = 0; k < n1; ++k)
      to[k] = x[k] / s;
  }
}
// (a - mean) / standard deviation, all passes over a row while it is in the cache.
[[gnu::noinline]] void standardise_rows(float* r, const float* a, index n0, index n1) {
  for (index i = 0; i < n0; ++i) {
    const float* __restrict x = a + i * n1;
    float* __restrict to = r + i * n1;
    const float count = static_cast<float>(n1);
    const float mean = sum_row(x, n1) / count;
    const float deviation =
        std::sqrt(fold(n1, [=](index k) { return (x[k] - mean) * (x[k] - mean); }) / count);
    for (index k = 0; k < n1; ++k)
      to[k] = (x[k] - mean) / deviation;
  }
}
// The same for columns: the sums of all columns stay in the cache.
[[gnu::noinline]] void standardise_columns(float* r, const float* a, index n0, index n1) {
  std::vector<float> means(static_cast<std::size_t>(n1)), deviations(static_cast<std::size_t>(n1));
  float* __restrict mean = means.data();
  float* __restrict deviation = deviations.data();
  const float count = static_cast<float>(n0);
  sum_columns(mean, a, n0, n1);
  for (index k = 0; k < n1; ++k)
    mean[k] /= count;
  for (index i = 0; i < n0; ++i) {
    const float* __restrict x = a + i * n1;
    for (index k = 0; k < n1; ++k)
      deviation[k] += (x[k] - mean[k]) * (x[k] - mean[k]);
  }
  for (index k = 0; k < n1; ++k)
    deviation[k] = std::sqrt(deviation[k] / count);
  for (index i = 0; i < n0; ++i) {
    float* __restrict to = r + i * n1;
    const float* __restrict x = a + i * n1;
    for (index k = 0; k < n1; ++k)
      to[k] = (x[k] - mean[k]) / deviation[k];
  }
}
[[gnu::noinline]] void divide_columns(float* r, const float* a, index n0, index n1) {
  std::vector<float> sums(static_cast<std::size_t>(n1));
  float* __restrict sum = sums.data();
  sum_columns(sum, a, n0, n1);
  for (index i = 0; i < n0; ++i) {
    float* __restrict to = r + i * n1;
    const float* __restrict x = a + i * n1;
    for (index k = 0; k < n1; ++k)
      to[k] = x[k] / sum[k];
  }
}

void matrices(bench::table& t, index n0, index n1, bench::weight w, const std::string& size) {
  dtensor<float, 2> a(n0, n1), b(n0, n1), r(n0, n1);
  dtensor<float, 1> rows(n0), columns(n1);
  dtensor<index, 1> row_places(n0), column_places(n1);
  tensor<float> one;
  tensor<index> place;
  bench::fill(a.storage(), 1);
  bench::fill(b.storage(), 2);
  a(n0 - 2, n1 - 3) = 100;
  const index n = n0 * n1;
  const auto at = [&](const char* name) { return name + size; };

  t.compare(
      w, at("W3 sum((a - b)^2)"), one.storage(),
      [&] { *one.data() = square_distance(a.data(), b.data(), n); },
      [&] { one = sum(square(a - b)); }, 1e-5);
  t.compare(
      w, at("W15 sum(a)"), one.storage(), [&] { *one.data() = total(a.data(), n); },
      [&] { one = sum(a); }, 1e-5);
  t.compare(
      w, at("W15 max(a)"), one.storage(), [&] { *one.data() = maximum_of(a.data(), n); },
      [&] { one = max(a); });
  t.compare(
      w, at("W15a sum(a, _0)"), columns.storage(),
      [&] { sum_columns(columns.data(), a.data(), n0, n1); }, [&] { columns = sum(a, _0); });
  t.compare(
      w, at("W15b sum(a, _1)"), rows.storage(), [&] { sum_rows(rows.data(), a.data(), n0, n1); },
      [&] { rows = sum(a, _1); });
  t.compare(
      w, at("W15d argmax(a)"), place.storage(),
      [&] { *place.data() = place_of_largest(a.data(), n); }, [&] { place = argmax(a); });
  t.compare(
      w, at("W15d argmax(a, _1)"), row_places.storage(),
      [&] { places_in_rows(row_places.data(), a.data(), n0, n1); },
      [&] { row_places = argmax(a, _1); });
  t.compare(
      w, at("W15d argmax(a, _0)"), column_places.storage(),
      [&] { places_in_columns(column_places.data(), a.data(), n0, n1); },
      [&] { column_places = argmax(a, _0); });
  t.compare(
      w, at("W15e cumsum(a, _1)"), r.storage(),
      [&] { running_sum_rows(r.data(), a.data(), n0, n1); }, [&] { r = cumsum(a, _1); });
  t.compare(
      w, at("W15e cumsum(a, _0)"), r.storage(),
      [&] { running_sum_columns(r.data(), a.data(), n0, n1); }, [&] { r = cumsum(a, _0); });
  dtensor<float, 1> flat(n), flat_r(n);
  bench::fill(flat.storage(), 1);
  for (index i = 0; i < n; ++i)
    flat.data()[i] = i % 64 == 0 ? flat.data()[i] : 0;
  t.compare(
      w, at("W15e cumsum(flat)"), flat_r.storage(),
      [&] { running_sum(flat_r.data(), flat.data(), n); }, [&] { flat_r = cumsum(flat, _0); });

  t.compare(
      w, at("W5a a / sum(a, _0)"), r.storage(), [&] { divide_columns(r.data(), a.data(), n0, n1); },
      [&] { r = a / sum(a, _0); });
  t.compare(
      w, at("W5b a / sum(a, _1, keepdims)"), r.storage(),
      [&] { divide_rows(r.data(), a.data(), n0, n1); }, [&] { r = a / sum(a, _1, keepdims); });
  // Watched, not promised: the deviation computes the mean a second time.
  t.compare(
      info, at("W5a (a - mean(a, _0)) / std_dev(a, _0)"), r.storage(),
      [&] { standardise_columns(r.data(), a.data(), n0, n1); },
      [&] { r = (a - mean(a, _0)) / std_dev(a, _0); }, 1e-4);
  t.compare(
      info, at("W5b (a - mean(a, _1, keepdims)) / std_dev(a, _1, keepdims)"), r.storage(),
      [&] { standardise_rows(r.data(), a.data(), n0, n1); },
      [&] { r = (a - mean(a, _1, keepdims)) / std_dev(a, _1, keepdims); }, 1e-4);
}

void blocks(bench::table& t, index n0, index n1, index n2, bench::weight w,
            const std::string& size) {
  dtensor<float, 3> a(n0, n1, n2);
  dtensor<float, 2> middle(n0, n2);
  dtensor<float, 1> j(n1);
  bench::fill(a.storage(), 1);
  t.compare(
      w, "W15c sum(a, _1) of rank 3" + size, middle.storage(),
      [&] { sum_middle(middle.data(), a.data(), n0, n1, n2); }, [&] { middle = sum(a, _1); });
  t.compare(
      w, "W15c sum(a, _0, _2)" + size, j.storage(),
      [&] { sum_outer_and_inner(j.data(), a.data(), n0, n1, n2); }, [&] { j = sum(a, _0, _2); });
}

// The mean of each channel of an image: three sums, of which each takes every third element.
[[gnu::noinline]] void sum_channels(float* r, const float* a, index n) {
  constexpr index width = 48;
  float lane[width] = {};
  index i = 0;
  for (; i + width <= 3 * n; i += width)
    for (index j = 0; j < width; ++j)
      lane[j] += a[i + j];
  for (index j = 0; i + j < 3 * n; ++j)
    lane[j] += a[i + j];
  for (index c = 0; c < 3; ++c) {
    float s = 0;
    for (index j = c; j < width; j += 3)
      s += lane[j];
    r[c] = s;
  }
}

} // namespace

void reductions(bench::table& t) {
  matrices(t, 1024, 2048, goal, ", (1024, 2048)");
  matrices(t, 64, 64, info, ", (64, 64)");
  blocks(t, 128, 128, 128, goal, ", (128, 128, 128)");
  dtensor<float, 3> image(512, 512, 3);
  tensor<float, 3> channels;
  bench::fill(image.storage(), 1);
  t.compare(
      info, "W15c sum(image, _0, _1), (512, 512, 3)", channels.storage(),
      [&] { sum_channels(channels.data(), image.data(), 512 * 512); },
      [&] { channels = sum(image, _0, _1); });
}
