// SPDX-License-Identifier: BSL-1.0
// device/kernel_cache.hpp: binaries of kernels in files.
#pragma once

#include <string>

namespace stria::detail {

// Failures of the file system are no errors: nothing is found then, and nothing kept. The folder is
// described at device_context::kernel.

/// There is a folder for them.
bool has_kernel_cache();
/// The binary that was kept for a text compiled under `identity`; empty where there is none.
std::string cached_binary(const std::string& text, const std::string& identity);
void cache_binary(const std::string& text, const std::string& identity, const std::string& binary);

} // namespace stria::detail
