// SPDX-License-Identifier: BSL-1.0
// device/clblast.hpp: what is used of CLBlast, by its interface for C.
#pragma once

#include "opencl_api.hpp"

#include <string>

namespace stria::detail::clblast {

using status = int;

inline constexpr status success = 0;
inline constexpr int row_major = 101, as_it_is = 111, transposed = 112;

template <class T>
using gemm = status (*)(int, int, int, std::size_t, std::size_t, std::size_t, T, cl::memory*,
                        std::size_t, std::size_t, cl::memory*, std::size_t, std::size_t, T,
                        cl::memory*, std::size_t, std::size_t, cl::queue**, cl::event**);
template <class T>
using gemm_batched = status (*)(int, int, int, std::size_t, std::size_t, std::size_t, const T*,
                                cl::memory*, const std::size_t*, std::size_t, cl::memory*,
                                const std::size_t*, std::size_t, const T*, cl::memory*,
                                const std::size_t*, std::size_t, std::size_t, cl::queue**,
                                cl::event**);

/// The functions, each with its name without "CLBlast".
struct api {
  gemm<float> Sgemm;
  gemm<double> Dgemm;
  gemm_batched<float> SgemmBatched;
  gemm_batched<double> DgemmBatched;

  /// The library was found and has all of them.
  bool complete;

  void load(const std::string& file);
};
/// "CLBlastInvalidLeadDimA (-1015)"; most errors are those of OpenCL.
std::string error_text(status code);

/// STRIA_CLBLAST_LIBRARY where that is set, else libclblast.so.1 or libclblast.so. Null where there
/// is none, and where STRIA_OPENCL_LIBRARY alone is set: CLBlast calls the system's OpenCL.
const api* library();

} // namespace stria::detail::clblast
