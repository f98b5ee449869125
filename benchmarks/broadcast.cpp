// SPDX-License-Identifier: BSL-1.0
// W4 and W8: rows, columns and new axes that broadcast.
#include "harness.hpp"

#include <stria/stria.hpp>

using namespace stria;
using enum bench::weight;

namespace {

using stria::index;

void add_row(float* __restrict r, const float* __restrict a, const float* __restrict row, index n0,
             index n1) {
  for (index i = 0; i < n0; ++i) {
    float* __restrict to = r + i * n1;
    const float* __restrict from = a + i * n1;
    for (index k = 0; k < n1; ++k)
      to[k] = from[k] + row[k];
  }
}

void add_column(float* __restrict r, const float* __restrict a, const float* __restrict column,
                index n0, index n1) {
  for (index i = 0; i < n0; ++i) {
    float* __restrict to = r + i * n1;
    const float* __restrict from = a + i * n1;
    const float c = column[i];
    for (index k = 0; k < n1; ++k)
      to[k] = from[k] + c;
  }
}

// r = a[:, None, :] * b[None, ::2, :] + c[1, ...].
void mix(float* __restrict r, const float* __restrict a, const float* __restrict b,
         const float* __restrict c, index n0, index n1, index n2) {
  const float* second = c + n1 * n2;
  for (index i = 0; i < n0; ++i)
    for (index j = 0; j < n1; ++j) {
      float* __restrict to = r + (i * n1 + j) * n2;
      const float* __restrict x = a + i * n2;
      const float* __restrict y = b + 2 * j * n2;
      const float* __restrict z = second + j * n2;
      for (index k = 0; k < n2; ++k)
        to[k] = x[k] * y[k] + z[k];
    }
}

void planes(bench::table& t, index n0, index n1, bench::weight w, const std::string& size) {
  dtensor<float, 2> a(n0, n1), r(n0, n1), tall(n0, 1);
  dtensor<float, 1> row(n1), column(n0);
  bench::fill(a.storage(), 1);
  bench::fill(row.storage(), 2);
  bench::fill(column.storage(), 3);
  tall.storage()[0] = 0;
  std::copy(column.storage().begin(), column.storage().end(), tall.storage().begin());
  t.compare(
      w, "W4 a + row" + size, r.storage(), [&] { add_row(r.data(), a.data(), row.data(), n0, n1); },
      [&] { r = a + row; });
  const auto hand = [&] { add_column(r.data(), a.data(), column.data(), n0, n1); };
  t.compare(w, "W4 a + column[_, newaxis]" + size, r.storage(), hand,
            [&] { r = a + column[_, newaxis]; });
  t.compare(w, "W4 a + t of run-time shape (n, 1)" + size, r.storage(), hand,
            [&] { r = a + tall; });
}

void blocks(bench::table& t, index n0, index n1, index n2, bench::weight w,
            const std::string& size) {
  dtensor<float, 2> a(n0, n2), b(2 * n1, n2);
  dtensor<float, 3> c(3, n1, n2), r(n0, n1, n2);
  bench::fill(a.storage(), 1);
  bench::fill(b.storage(), 2);
  bench::fill(c.storage(), 3);
  t.compare(
      w, "W8 a[_, newaxis, _] * b[newaxis, range(_, _, 2), _] + c[_1, ellipsis]" + size,
      r.storage(), [&] { mix(r.data(), a.data(), b.data(), c.data(), n0, n1, n2); },
      [&] { r = a[_, newaxis, _] * b[newaxis, range(_, _, 2), _] + c[_1, ellipsis]; });
}

} // namespace

void broadcast(bench::table& t) {
  planes(t, 2048, 1024, goal, ", 8 MiB");
  planes(t, 32, 128, info, ", 16 KiB");
  blocks(t, 128, 64, 256, goal, ", 8 MiB");
  blocks(t, 8, 8, 64, info, ", 16 KiB");
}
