// SPDX-License-Identifier: BSL-1.0
// A device with addresses, like CUDA devices, for tests.
#pragma once

#include <stria/device/context.hpp>

#include <cstring>
#include <new>

namespace on_device {

namespace detail = stria::detail;

/// A device with addresses. Its memory is host memory, and it runs no kernels.
class addressed final : public detail::device_context {
  std::string compile(const std::string&) override { return {}; }
  std::unique_ptr<detail::loaded_kernel> load(const std::string&) override { return nullptr; }
  std::string build_identity() const override { return {}; }

public:
  std::string name() const override { return "addressed"; }
  detail::kernel_dialect dialect() const override { return detail::kernel_dialect::cuda; }
  std::size_t parameter_bytes() const override { return 4096; }
  bool has_double() const override { return true; }
  bool is_processor() const override { return false; }
  std::size_t busy_groups() const override { return 1; }
  bool has_addresses() const override { return true; }
  int ordinal() const override { return 3; }
  detail::device_address allocate(std::size_t bytes) override {
    return reinterpret_cast<detail::device_address>(::operator new(bytes));
  }
  void release(detail::device_address base) noexcept override {
    ::operator delete(reinterpret_cast<void*>(base));
  }
  void write(detail::device_address base, std::size_t offset, const void* from,
             std::size_t bytes) override {
    std::memcpy(reinterpret_cast<char*>(base) + offset, from, bytes);
  }
  void read(void* to, detail::device_address base, std::size_t offset, std::size_t bytes) override {
    std::memcpy(to, reinterpret_cast<char*>(base) + offset, bytes);
  }
  void copy(detail::device_address to, std::size_t to_offset, detail::device_address from,
            std::size_t from_offset, std::size_t bytes) override {
    std::memcpy(reinterpret_cast<char*>(to) + to_offset,
                reinterpret_cast<char*>(from) + from_offset, bytes);
  }
  void launch(detail::loaded_kernel&, std::size_t, std::size_t, const detail::kernel_argument*,
              std::size_t) override {}
  void finish() override {}
};

} // namespace on_device
