// SPDX-License-Identifier: BSL-1.0
// device/nvrtc.hpp: NVRTC, which compiles CUDA C++ at run time, with or without a GPU.
#pragma once

#include <stria/device/context.hpp>

#include <string>

namespace stria::detail {

/// NVRTC was found: the file STRIA_NVRTC_LIBRARY where that is set, else libnvrtc.so.13, .12 or .so
/// on the search path of the loader or in /usr/local/cuda. Loaded at the first call.
bool has_nvrtc();
/// 1000 * major + 10 * minor, as CUDA counts its versions; 0 without NVRTC.
int nvrtc_version();
/// The options that all texts are compiled with. Products and sums are not fused (--fmad=false), so
/// that results are those of the host, unless STRIA_DEVICE_FMAD is 1.
std::string nvrtc_options();
/// The architecture to compile for so that a GPU of a compute capability, 90 for 9.0, can load the
/// binary: "sm_90", or "compute_80" where this NVRTC does not know the GPU and the driver must
/// finish the compilation.
std::string nvrtc_architecture(int capability);
/// A text compiled for an architecture: a cubin for "sm_90", PTX for "compute_90". A failure is a
/// `device_error` with the log and the text.
std::string nvrtc_binary(const std::string& text, const std::string& architecture);

} // namespace stria::detail
