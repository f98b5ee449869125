// SPDX-License-Identifier: BSL-1.0
// The interface between the CUDA code and the stria code: pointers, sizes and strides. It is C++17,
// so that nvcc can compile it.
#pragma once

#include <cstddef>

/// A matrix of floats in host memory.
struct matrix_memory {
  float* first;
  std::ptrdiff_t rows, columns;
  std::ptrdiff_t row_stride, column_stride; // in elements
};

/// In each row, replaces every element except the first and the last with the mean of itself and
/// its two neighbours.
void smooth_rows(const matrix_memory& m);
