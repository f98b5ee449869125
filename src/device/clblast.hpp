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
/// The text of an error: "CLBlastInvalidLeadDimA (-1016)". Most codes are those of OpenCL.
std::string error_text(status code);

/// Loads the library that STRIA_CLBLAST_LIBRARY names; if that is not set, libclblast.so.1 or
/// libclblast.so. Returns null if there is no such library. If only STRIA_OPENCL_LIBRARY is set,
/// the result is also null, because libclblast.so calls the OpenCL library of the system.
const api* library();

} // namespace stria::detail::clblast
