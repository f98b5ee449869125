// SPDX-License-Identifier: BSL-1.0
// The kernels of a device, and the list of all devices.
#include "drivers.hpp"
#include "kernel_cache.hpp"
#include "report.hpp"

#include <chrono>
#include <utility>

namespace stria::detail {

std::unique_ptr<loaded_kernel> device_context::load_or_compile(const std::string& text) {
  const std::string identity = build_identity();
  if (const std::string binary = cached_binary(text, identity); !binary.empty()) {
    STRIA_TRY {
      auto kernel = load(binary);
      if (tracing())
        trace(name(), "loaded a kernel of " + std::to_string(binary.size()) + " bytes");
      return kernel;
    }
    STRIA_CATCH(const device_error&) {
      // The driver rejects the file, so the kernel is compiled again and the file is replaced.
    }
  }
  const auto start = std::chrono::steady_clock::now();
  std::string binary;
  auto kernel = build(text, has_kernel_cache(), binary);
  if (tracing()) {
    const auto time = std::chrono::steady_clock::now() - start;
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    trace(name(), "compiled a kernel of " + std::to_string(text.size()) + " bytes in " +
                      std::to_string(ms) + " ms");
  }
  if (!binary.empty())
    cache_binary(text, identity, binary);
  return kernel;
}

std::unique_ptr<loaded_kernel> device_context::build(const std::string& text, bool,
                                                     std::string& binary) {
  binary = compile(text);
  return load(binary);
}

loaded_kernel& device_context::kernel(const std::string& text) {
  // The lock is held while a kernel compiles, so that no text is compiled twice.
  const std::lock_guard lock(kernels_mutex_);
  auto found = kernels_.find(text);
  if (found == kernels_.end())
    found = kernels_.emplace(text, load_or_compile(text)).first;
  return *found->second;
}

std::size_t device_context::kernel_count() {
  const std::lock_guard lock(kernels_mutex_);
  return kernels_.size();
}

std::vector<std::string> device_context::kernel_texts() {
  const std::lock_guard lock(kernels_mutex_);
  std::vector<std::string> texts;
  for (const auto& [text, kernel] : kernels_)
    texts.push_back(text);
  return texts;
}

std::vector<std::shared_ptr<device_context>> open_devices() {
  const std::string drivers = setting("STRIA_DEVICE");
  if (!drivers.empty() && drivers != "cuda" && drivers != "opencl" && drivers != "none")
    raise_device("stria: device: the environment variable STRIA_DEVICE is '" + drivers +
                 "'; it must be cuda, opencl or none");
  device_list devices;
  if (drivers.empty() || drivers == "cuda")
    add_cuda_devices(devices);
  if (drivers.empty() || drivers == "opencl")
    add_opencl_devices(devices);
  return devices;
}

const std::vector<std::shared_ptr<device_context>>& all_devices() {
  // The list is never destroyed, because tensors in static storage may outlive any list, and
  // drivers must not be called after the end of main.
  static const auto* const devices = new device_list(open_devices());
  return *devices;
}

} // namespace stria::detail
