// SPDX-License-Identifier: BSL-1.0
// device/clblast.hpp: the functions used from the C interface of CLBlast.
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

/// The functions, by their names without "CLBlast".
struct api {
  gemm<float> Sgemm;
  gemm<double> Dgemm;
  gemm_batched<float> SgemmBatched;
  gemm_batched<double> DgemmBatched;

  /// True if the library was found and has all of them.
  bool complete;

  void load(const std::string& file);
};
/// The text of an error: "CLBlastInvalidLeadDimA (-1015)". Most codes are those of OpenCL.
std::string error_text(status code);

/// Loads STRIA_CLBLAST_LIBRARY if that is set, otherwise libclblast.so.1 or libclblast.so. Null if
/// there is none, or if only STRIA_OPENCL_LIBRARY is set, because CLBlast calls the OpenCL of the
/// system.
const api* library();

} // namespace stria::detail::clblast
