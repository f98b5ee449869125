// SPDX-License-Identifier: BSL-1.0
// device/cublas.hpp: the functions used from cuBLAS, declared here so that its headers need not be
// installed.
#pragma once

#include "cuda_api.hpp"

#include <string>

namespace stria::detail::cublas {

struct handle;
using status = int;

inline constexpr status success = 0;
inline constexpr int as_it_is = 0, transposed = 1;
/// A mode that computes with at least the precision of the elements, and therefore without TF32.
inline constexpr int pedantic_math = 2;

template <class T>
using gemm = status (*)(handle*, int, int, int, int, int, const T*, const T*, int, const T*, int,
                        const T*, T*, int);
template <class T>
using gemm_strided = status (*)(handle*, int, int, int, int, int, const T*, const T*, int,
                                long long, const T*, int, long long, const T*, T*, int, long long,
                                int);

/// The functions, by their names without "cublas" and the version suffix.
struct api {
  status (*Create)(handle**);
  status (*Destroy)(handle*);
  status (*GetVersion)(handle*, int*);
  status (*SetStream)(handle*, cu::stream*);
  status (*SetMathMode)(handle*, int);
  gemm<float> Sgemm;
  gemm<double> Dgemm;
  gemm_strided<float> SgemmStridedBatched;
  gemm_strided<double> DgemmStridedBatched;
  const char* (*GetStatusName)(status); // null before CUDA 11.4

  /// True if the library was found and has all required functions.
  bool complete;

  void load(const std::string& file);
  /// The text of an error: "CUBLAS_STATUS_ALLOC_FAILED (3)".
  std::string error_text(status code) const;
};

/// Loads STRIA_CUBLAS_LIBRARY if that is set, otherwise libcublas.so.13, .12 or .11 from the search
/// path of the loader or from /usr/local/cuda. Null if there is none.
const api* library();

} // namespace stria::detail::cublas
