// SPDX-License-Identifier: BSL-1.0
// Replaces smooth.cu if there is no CUDA. Compiled as C++20, without a header of stria.
#include "smooth.hpp"

#if __cplusplus >= 202100L
#error "this file is compiled as C++20, as nvcc would"
#endif

#include <vector>

void smooth_rows(const matrix_memory& m) {
  std::vector<float> row(static_cast<std::size_t>(m.columns));
  for (std::ptrdiff_t y = 0; y < m.rows; ++y) {
    float* const line = m.first + y * m.row_stride;
    for (std::ptrdiff_t x = 0; x < m.columns; ++x)
      row[static_cast<std::size_t>(x)] = line[x * m.column_stride];
    for (std::ptrdiff_t x = 1; x + 1 < m.columns; ++x) {
      const auto k = static_cast<std::size_t>(x);
      line[x * m.column_stride] = (row[k - 1] + row[k] + row[k + 1]) / 3.f;
    }
  }
}
