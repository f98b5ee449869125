// SPDX-License-Identifier: BSL-1.0
// Views of device memory that others own.
#include "on_device.hpp"

#include <cstring>
#include <vector>

using namespace stria;
using on_device::gpu;

namespace {

/// A device with addresses, whose memory is the host's; it runs no kernels.
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

} // namespace

TEST_CASE("memory of others is a view") {
  const device d = detail::device_access::make(std::make_shared<addressed>());
  std::vector<float> memory(24);
  const auto v = as_device_view(memory.data(), std::array<stria::index, 2>{4, 6}, d);
  STATIC_REQUIRE(decltype(v)::rank == 2);
  CHECK(v.shape() == std::array<stria::index, 2>{4, 6});
  CHECK(v.strides() == std::array<stria::index, 2>{6, 1});
  CHECK(device_pointer(v) == memory.data());
  CHECK(device_pointer(v[_1, range(2, _)]) == memory.data() + 8);
  const auto columns = as_device_view(memory.data(), std::array<stria::index, 2>{6, 4},
                                      std::array<stria::index, 2>{1, 6}, d);
  CHECK(columns.strides() == std::array<stria::index, 2>{1, 6});
  const float* const only_read = memory.data();
  const auto c = as_device_view(only_read, std::array<stria::index, 1>{24}, d);
  STATIC_REQUIRE(std::same_as<decltype(device_pointer(c)), const float*>);
  STATIC_REQUIRE(
      !detail::assigned<detail::assign_op, std::remove_const_t<decltype(c)>, float>::accepted);
  const auto t = to_device(tensor{1, 2, 3}, d);
  CHECK(*device_pointer(t) == 1);

  CHECK_THROWS_AS(as_device_view(memory.data(), std::array<stria::index, 1>{-1}, d), value_error);
  CHECK_THROWS_AS(as_device_view(static_cast<float*>(nullptr), std::array<stria::index, 1>{3}, d),
                  value_error);
}

TEST_CASE("OpenCL has no addresses that others know") {
  float x = 0;
  CHECK_THROWS_AS(as_device_view(&x, std::array<stria::index, 1>{1}, gpu()), device_error);
  CHECK_THROWS_AS(device_pointer(on_device::up(tensor{1, 2})), device_error);
}
