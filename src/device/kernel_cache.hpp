// SPDX-License-Identifier: BSL-1.0
// device/kernel_cache.hpp: keeps binaries of kernels in files.
#pragma once

#include <string>

namespace stria::detail {

// Failures of the file system are not errors: if one occurs, no binary is found or kept.
// device_context::kernel describes the folder.

/// Whether there is a folder for binaries.
bool has_kernel_cache();
/// Returns the binary that was kept for a text compiled under `identity`; empty if there is none.
std::string cached_binary(const std::string& text, const std::string& identity);
void cache_binary(const std::string& text, const std::string& identity, const std::string& binary);

} // namespace stria::detail
