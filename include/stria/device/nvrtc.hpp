// SPDX-License-Identifier: BSL-1.0
// device/nvrtc.hpp: NVRTC, which compiles CUDA C++ at run time, with or without a GPU.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/context.hpp>

#include <string>

namespace stria::detail {

/// Whether NVRTC was found. It is loaded at the first call from the file STRIA_NVRTC_LIBRARY if
/// that is set, otherwise from libnvrtc.so.13, .12 or .so, on the search path of the loader or in
/// /usr/local/cuda.
bool has_nvrtc();
/// The CUDA version as 1000 * major + 10 * minor; 0 without NVRTC.
int nvrtc_version();
/// The options for all texts. Products and sums are not fused (--fmad=false), so that results equal
/// those of the host; STRIA_DEVICE_FMAD=1 allows fusion.
std::string nvrtc_options();
/// The architecture to compile for, so that a GPU of the given compute capability can load the
/// binary. For capability 90, which means 9.0, it is "sm_90" if this NVRTC supports the capability.
/// Otherwise it is the newest older architecture that NVRTC supports, such as "compute_80", and the
/// driver finishes the compilation. If there is no such architecture, or no NVRTC, it is also
/// "sm_90".
std::string nvrtc_architecture(int capability);
/// Compiles a text for an architecture: to a cubin for "sm_90", to PTX for "compute_90". A failure
/// is a device_error that contains the log and the text.
std::string nvrtc_binary(const std::string& text, const std::string& architecture);

} // namespace stria::detail
