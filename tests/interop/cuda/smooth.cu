// SPDX-License-Identifier: BSL-1.0
// Compiled by nvcc, which does not support C++23, so it includes no header of stria.
#include "smooth.hpp"

#include <cuda_runtime.h>

#include <stdexcept>
#include <vector>

namespace {

__global__ void smooth(const float* in, float* out, std::ptrdiff_t rows, std::ptrdiff_t columns) {
  const std::ptrdiff_t k = blockIdx.x * static_cast<std::ptrdiff_t>(blockDim.x) + threadIdx.x;
  if (k >= rows * columns)
    return;
  const std::ptrdiff_t x = k % columns;
  out[k] = x == 0 || x == columns - 1 ? in[k] : (in[k - 1] + in[k] + in[k + 1]) / 3.f;
}

void check(cudaError_t code) {
  if (code != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(code));
}

/// The same without a GPU.
void smooth_on_host(const std::vector<float>& in, std::vector<float>& out, std::ptrdiff_t columns) {
  for (std::size_t k = 0; k < in.size(); ++k) {
    const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(k) % columns;
    out[k] = x == 0 || x == columns - 1 ? in[k] : (in[k - 1] + in[k] + in[k + 1]) / 3.f;
  }
}
void smooth_on_device(std::vector<float>& packed, std::ptrdiff_t rows, std::ptrdiff_t columns) {
  float *in = nullptr, *out = nullptr;
  const std::size_t bytes = packed.size() * sizeof(float);
  check(cudaMalloc(&in, bytes));
  check(cudaMalloc(&out, bytes));
  check(cudaMemcpy(in, packed.data(), bytes, cudaMemcpyHostToDevice));
  smooth<<<static_cast<unsigned>((packed.size() + 255) / 256), 256>>>(in, out, rows, columns);
  check(cudaMemcpy(packed.data(), out, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(in));
  check(cudaFree(out));
}

} // namespace

void smooth_rows(const matrix_memory& m) {
  const std::ptrdiff_t count = m.rows * m.columns;
  if (count == 0)
    return;
  std::vector<float> packed(static_cast<std::size_t>(count));
  const auto at = [&](std::ptrdiff_t k) -> float& {
    return m.first[k / m.columns * m.row_stride + k % m.columns * m.column_stride];
  };
  for (std::ptrdiff_t k = 0; k < count; ++k)
    packed[static_cast<std::size_t>(k)] = at(k);
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0)
    smooth_on_device(packed, m.rows, m.columns);
  else
    smooth_on_host(std::vector<float>(packed), packed, m.columns);
  for (std::ptrdiff_t k = 0; k < count; ++k)
    at(k) = packed[static_cast<std::size_t>(k)];
}
