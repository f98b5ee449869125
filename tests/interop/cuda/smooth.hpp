// SPDX-License-Identifier: BSL-1.0
// The border between CUDA and stria: pointers, sizes and strides. C++17, so that nvcc reads it.
#pragma once

#include <cstddef>

/// A matrix of floats in memory of the host.
struct matrix_memory {
  float* first;
  std::ptrdiff_t rows, columns;
  std::ptrdiff_t row_stride, column_stride; // in elements
};

/// Replaces each element but the first and the last of each row by the mean of its neighbours and
/// itself.
void smooth_rows(const matrix_memory& m);
