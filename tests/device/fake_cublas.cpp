// SPDX-License-Identifier: BSL-1.0
// A fake of cuBLAS for the fake driver. Products are computed when the program waits for the
// stream. They are in column-major order, as in cuBLAS.
#include "fake_cuda.hpp"

#include <cstddef>

extern "C" fake_cuda* fake_cuda_state();

namespace {

constexpr int not_initialized = 1, invalid_value = 7, execution_failed = 13;

struct handle {
  const void* stream = nullptr;
  int math = 0;
};

/// C = op(A) op(B) in column-major order; C may be uninitialised.
template <class T>
int multiply(const handle* h, int ta, int tb, int m, int n, int k, const T* alpha, const T* a,
             int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  fake_cuda& state = *fake_cuda_state();
  ++state.products;
  if (state.product_fails)
    return execution_failed;
  if (h->math != 2 || *alpha != 1 || *beta != 0 || lda < (ta ? k : m) || ldb < (tb ? n : k) ||
      ldc < m)
    return invalid_value;
  const auto at = [](int row, int column, int ld) {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(ld) +
           static_cast<std::size_t>(row);
  };
  const bool taken = fake_cuda_work(h->stream, [=] {
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        T sum = 0;
        for (int l = 0; l < k; ++l)
          sum += (ta ? a[at(l, i, lda)] : a[at(i, l, lda)]) *
                 (tb ? b[at(j, l, ldb)] : b[at(l, j, ldb)]);
        c[at(i, j, ldc)] = sum;
      }
  });
  return taken ? 0 : not_initialized;
}
template <class T>
int multiply_all(const handle* h, int ta, int tb, int m, int n, int k, const T* alpha, const T* a,
                 int lda, long long step_a, const T* b, int ldb, long long step_b, const T* beta,
                 T* c, int ldc, long long step_c, int count) {
  for (int i = 0; i < count; ++i)
    if (const int error = multiply(h, ta, tb, m, n, k, alpha, a + i * step_a, lda, b + i * step_b,
                                   ldb, beta, c + i * step_c, ldc))
      return error;
  fake_cuda_state()->products -= count - 1; // one call
  return 0;
}

} // namespace

extern "C" {

int cublasCreate_v2(handle** made) {
  if (fake_cuda_state()->handle_fails)
    return not_initialized;
  ++fake_cuda_state()->live_handles;
  *made = new handle;
  return 0;
}
int cublasDestroy_v2(handle* h) {
  --fake_cuda_state()->live_handles;
  delete h;
  return 0;
}
int cublasGetVersion_v2(handle*, int* version) {
  *version = 130000;
  return 0;
}
int cublasSetStream_v2(handle* h, const void* stream) {
  h->stream = stream;
  return 0;
}
int cublasSetMathMode(handle* h, int mode) {
  h->math = mode;
  return 0;
}
const char* cublasGetStatusName(int code) {
  return code == not_initialized    ? "CUBLAS_STATUS_NOT_INITIALIZED"
         : code == execution_failed ? "CUBLAS_STATUS_EXECUTION_FAILED"
                                    : "CUBLAS_STATUS_INVALID_VALUE";
}
int cublasSgemm_v2(handle* h, int ta, int tb, int m, int n, int k, const float* alpha,
                   const float* a, int lda, const float* b, int ldb, const float* beta, float* c,
                   int ldc) {
  return multiply(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasDgemm_v2(handle* h, int ta, int tb, int m, int n, int k, const double* alpha,
                   const double* a, int lda, const double* b, int ldb, const double* beta,
                   double* c, int ldc) {
  return multiply(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasSgemmStridedBatched(handle* h, int ta, int tb, int m, int n, int k, const float* alpha,
                              const float* a, int lda, long long step_a, const float* b, int ldb,
                              long long step_b, const float* beta, float* c, int ldc,
                              long long step_c, int count) {
  return multiply_all(h, ta, tb, m, n, k, alpha, a, lda, step_a, b, ldb, step_b, beta, c, ldc,
                      step_c, count);
}
int cublasDgemmStridedBatched(handle* h, int ta, int tb, int m, int n, int k, const double* alpha,
                              const double* a, int lda, long long step_a, const double* b, int ldb,
                              long long step_b, const double* beta, double* c, int ldc,
                              long long step_c, int count) {
  return multiply_all(h, ta, tb, m, n, k, alpha, a, lda, step_a, b, ldb, step_b, beta, c, ldc,
                      step_c, count);
}

} // extern "C"
