// SPDX-License-Identifier: BSL-1.0
// Normalisation of rows and columns.
#include "fold.hpp"
#include "rows.hpp"

#include <cmath>

namespace rows {
namespace {

template <class T> void normalised(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns;
  const auto a = numbers(dtensor<T, 2>(n0, n1), 1, -2, 2);
  const auto scale = numbers(dtensor<T, 1>(n1), 2), shift = numbers(dtensor<T, 1>(n1), 3);
  dtensor<T, 2> r(n0, n1);
  const table row(s, "normalisation", type_name<T>(), z.name);
  const double loose = 1e-4;
  row(
      "softmax by max", r, STATEMENT(r = exp(a - max(a, _1, keepdims)); r /= sum(r, _1, keepdims)),
      [&, n0, n1] {
        for (index i = 0; i < n0; ++i) {
          const T* __restrict x = a.data() + i * n1;
          T* __restrict to = r.data() + i * n1;
          T most = x[0];
          for (index k = 1; k < n1; ++k)
            most = x[k] > most ? x[k] : most;
          for (index k = 0; k < n1; ++k)
            to[k] = std::exp(x[k] - most);
          const T sum = sum_row(static_cast<const T*>(to), n1);
          for (index k = 0; k < n1; ++k)
            to[k] /= sum;
        }
      },
      loose);
  row(
      "exp / sum(exp)", r, STATEMENT(r = exp(a) / sum(exp(a), _1, keepdims)),
      [&, n0, n1] {
        for (index i = 0; i < n0; ++i) {
          const T* __restrict x = a.data() + i * n1;
          T* __restrict to = r.data() + i * n1;
          for (index k = 0; k < n1; ++k)
            to[k] = std::exp(x[k]);
          const T sum = sum_row(static_cast<const T*>(to), n1);
          for (index k = 0; k < n1; ++k)
            to[k] /= sum;
        }
      },
      loose);
  // Computes (x - mean) / sqrt(var + eps) of each row.
  const auto standard_rows = [&, n0, n1](const T* g, const T* h) {
    for (index i = 0; i < n0; ++i) {
      const T* __restrict x = a.data() + i * n1;
      T* __restrict to = r.data() + i * n1;
      const T mean = sum_row(x, n1) / static_cast<T>(n1);
      const T var =
          fold<T>(n1, [=](index k) { return (x[k] - mean) * (x[k] - mean); }) / static_cast<T>(n1);
      const T factor = T(1) / std::sqrt(var + T(1e-5));
      if (g)
        for (index k = 0; k < n1; ++k)
          to[k] = (x[k] - mean) * factor * g[k] + h[k];
      else
        for (index k = 0; k < n1; ++k)
          to[k] = (x[k] - mean) * factor;
    }
  };
  row(
      "layer norm", r,
      STATEMENT(r = (a - mean(a, _1, keepdims)) / sqrt(var(a, _1, keepdims) + T(1e-5)) * scale +
                    shift),
      [&] { standard_rows(scale.data(), shift.data()); }, loose);
  row(
      "standardised rows", r,
      STATEMENT(r = (a - mean(a, _1, keepdims)) / sqrt(var(a, _1, keepdims) + T(1e-5))),
      [&] { standard_rows(nullptr, nullptr); }, loose);
  const auto standard_columns = [&, n0, n1](const T* g, const T* h) {
    std::vector<T> means(static_cast<std::size_t>(n1)), vars(static_cast<std::size_t>(n1));
    T* __restrict mean = means.data(), * __restrict var = vars.data();
    for (index i = 0; i < n0; ++i)
      for (index k = 0; k < n1; ++k)
        mean[k] += a.data()[i * n1 + k];
    for (index k = 0; k < n1; ++k)
      mean[k] /= static_cast<T>(n0);
    for (index i = 0; i < n0; ++i) {
      const T* __restrict x = a.data() + i * n1;
      for (index k = 0; k < n1; ++k)
        var[k] += (x[k] - mean[k]) * (x[k] - mean[k]);
    }
    for (index k = 0; k < n1; ++k)
      var[k] = (g ? g[k] : T(1)) / std::sqrt(var[k] / static_cast<T>(n0) + T(1e-5));
    for (index i = 0; i < n0; ++i) {
      const T* __restrict x = a.data() + i * n1;
      T* __restrict to = r.data() + i * n1;
      if (h)
        for (index k = 0; k < n1; ++k)
          to[k] = (x[k] - mean[k]) * var[k] + h[k];
      else
        for (index k = 0; k < n1; ++k)
          to[k] = (x[k] - mean[k]) * var[k];
    }
  };
  row(
      "batch norm", r,
      STATEMENT(r = (a - mean(a, _0)) / sqrt(var(a, _0) + T(1e-5)) * scale + shift),
      [&] { standard_columns(scale.data(), shift.data()); }, 1e-3);
  row(
      "standardised columns", r, STATEMENT(r = (a - mean(a, _0)) / sqrt(var(a, _0) + T(1e-5))),
      [&] { standard_columns(nullptr, nullptr); }, 1e-3);
  row(
      "zero mean, all", r, STATEMENT(r = a - mean(a)),
      [&] {
        const T mean = sum_row(a.data(), a.size()) / static_cast<T>(a.size());
        each([=](T x) { return x - mean; }, r, a);
      },
      loose);
  row(
      "min-max, all", r, STATEMENT(r = (a - min(a)) / (max(a) - min(a))),
      [&] {
        const auto [low, high] = std::minmax_element(a.storage().begin(), a.storage().end());
        const T least = *low, width = *high - least;
        each([=](T x) { return (x - least) / width; }, r, a);
      },
      loose);
  row(
      "min-max columns", r, STATEMENT(r = (a - min(a, _0)) / (max(a, _0) - min(a, _0))),
      [&, n0, n1] {
        std::vector<T> low(a.data(), a.data() + n1), high(low);
        T* __restrict l = low.data(), * __restrict h = high.data();
        for (index i = 1; i < n0; ++i)
          for (index k = 0; k < n1; ++k) {
            const T x = a.data()[i * n1 + k];
            l[k] = x < l[k] ? x : l[k];
            h[k] = x > h[k] ? x : h[k];
          }
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < n1; ++k)
            r.data()[i * n1 + k] = (a.data()[i * n1 + k] - l[k]) / (h[k] - l[k]);
      },
      loose);
  row(
      "rows over sums", r, STATEMENT(r = square(a) / sum(square(a), _1, keepdims)),
      [&, n0, n1] {
        for (index i = 0; i < n0; ++i) {
          const T* __restrict x = a.data() + i * n1;
          T* __restrict to = r.data() + i * n1;
          const T sum = fold<T>(n1, [=](index k) { return x[k] * x[k]; });
          for (index k = 0; k < n1; ++k)
            to[k] = x[k] * x[k] / sum;
        }
      },
      loose);
  row(
      "rows of length 1", r, STATEMENT(r = a / sqrt(sum(a * a, _1, keepdims))),
      [&, n0, n1] {
        for (index i = 0; i < n0; ++i) {
          const T* __restrict x = a.data() + i * n1;
          T* __restrict to = r.data() + i * n1;
          const T length = std::sqrt(fold<T>(n1, [=](index k) { return x[k] * x[k]; }));
          for (index k = 0; k < n1; ++k)
            to[k] = x[k] / length;
        }
      },
      loose);
}

} // namespace

void normalisation(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) { normalised<float>(s, z); });
  at(s, {L2}, [&](const size& z) { normalised<double>(s, z); });
}

} // namespace rows
