// SPDX-License-Identifier: BSL-1.0
// Importing and exporting GPU tensors with DLPack.
#include "addressed.hpp"
#include "on_device.hpp"

#include <stria/interop/dlpack_device.hpp>

#include <utility>

using namespace stria;

TEST_CASE("a tensor is exported and imported again with its elements") {
  const device d = detail::device_access::make(std::make_shared<on_device::addressed>());
  auto t = to_device(tensor{{1.f, 2.f, 3.f}, {4.f, 5.f, 6.f}}, d);
  const float* const first = device_pointer(t);
  dlpack_ptr m = to_dlpack(std::move(t));
  CHECK(m->dl_tensor.device.device_type == kDLCUDA);
  CHECK(m->dl_tensor.device.device_id == 3);
  CHECK(m->dl_tensor.data == first);
  CHECK(m->dl_tensor.ndim == 2);
  CHECK(m->dl_tensor.shape[1] == 3);
  CHECK(m->dl_tensor.strides[0] == 3);

  m->dl_tensor.device.device_id = 1;
  CHECK_THROWS_AS((from_dlpack<float, dyn, 3>(m.get(), d)), value_error);
  m->dl_tensor.device.device_id = 3;
  CHECK_THROWS_AS((from_dlpack<float, dyn, 4>(m.get(), d)), shape_error);
  CHECK_THROWS_AS((from_dlpack<int, dyn, 3>(m.get(), d)), value_error);
  // OpenCL has no addresses; a device of CUDA is another device.
  const bool is_cuda = detail::device_access::context(on_device::gpu())->has_addresses();
  const auto on_other = [&] { return from_dlpack<float, dyn, dyn>(m.get(), on_device::gpu()); };
  if (is_cuda)
    CHECK_THROWS_AS(on_other(), value_error);
  else
    CHECK_THROWS_AS(on_other(), device_error);
  CHECK_THROWS_AS((from_dlpack<float, dyn, dyn>(m.get())), value_error);
  const auto back = from_dlpack<float, dyn, 3>(std::move(m), d);
  const auto v = back.view();
  STATIC_REQUIRE(decltype(v)::extents[1].size == 3);
  CHECK(v.shape() == std::array<stria::index, 2>{2, 3});
  CHECK(device_pointer(v) == first);
  CHECK(device_pointer(v[_1, _2]) == first + 5);

  if (is_cuda)
    CHECK(to_dlpack(on_device::up(tensor{1, 2}))->dl_tensor.device.device_type == kDLCUDA);
  else
    CHECK_THROWS_AS(to_dlpack(on_device::up(tensor{1, 2})), device_error);
  CHECK_THROWS_AS((from_dlpack<float, dyn>(static_cast<DLManagedTensor*>(nullptr), d)),
                  value_error);
}
