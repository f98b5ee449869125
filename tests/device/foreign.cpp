// SPDX-License-Identifier: BSL-1.0
// Views of device memory that other libraries own.
#include "addressed.hpp"
#include "on_device.hpp"

#include <complex>
#include <vector>

using namespace stria;
using on_device::gpu;

TEST_CASE("a view of foreign memory") {
  const device d = detail::device_access::make(std::make_shared<on_device::addressed>());
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
  // Complex numbers need the alignment of their parts.
  const auto z = as_device_view(reinterpret_cast<std::complex<float>*>(memory.data() + 1),
                                std::array<stria::index, 1>{11}, d);
  CHECK(static_cast<void*>(device_pointer(z[range(2, _)])) == memory.data() + 5);
  const auto t = to_device(tensor{1, 2, 3}, d);
  CHECK(*device_pointer(t) == 1); // the memory of this device is the host's

  CHECK_THROWS_AS(as_device_view(memory.data(), std::array<stria::index, 1>{-1}, d), value_error);
  CHECK_THROWS_AS(as_device_view(static_cast<float*>(nullptr), std::array<stria::index, 1>{3}, d),
                  value_error);
}

TEST_CASE("CUDA has addresses for other libraries, OpenCL does not") {
  const auto t = on_device::up(tensor{1, 2});
  if (detail::device_access::context(gpu())->has_addresses()) {
    const auto v = as_device_view(device_pointer(t), std::array<stria::index, 1>{2}, gpu());
    CHECK(all_of(to_host(v) == tensor{1, 2}));
    return;
  }
  float x = 0;
  CHECK_THROWS_AS(as_device_view(&x, std::array<stria::index, 1>{1}, gpu()), device_error);
  CHECK_THROWS_AS(device_pointer(t), device_error);
}
