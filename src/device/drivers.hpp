// SPDX-License-Identifier: BSL-1.0
// device/drivers.hpp: the drivers that context.cpp queries for devices.
#pragma once

#include <stria/device/context.hpp>

#include <memory>
#include <vector>

namespace stria::detail {

using device_list = std::vector<std::shared_ptr<device_context>>;

// These functions append the devices of a driver. They append nothing if the driver is absent or
// does not work.
void add_cuda_devices(device_list& devices);
void add_opencl_devices(device_list& devices);

} // namespace stria::detail
