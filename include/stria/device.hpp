// SPDX-License-Identifier: BSL-1.0
// device.hpp: tensors in the memory of GPUs, through CUDA or OpenCL. CMake target: stria::device.
// Tests: tests/device/assign.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

// Included first, because compilers print the chain of includes that leads to the names in a
// message.
#include <stria/device/tensor.hpp>

#include <stria/stria.hpp>

#include <stria/device/external_memory.hpp>
#include <stria/device/first.hpp>
#include <stria/device/fold.hpp>
#include <stria/device/nan.hpp>
#include <stria/device/order.hpp>
#include <stria/device/random.hpp>
#include <stria/device/samples.hpp>
#include <stria/device/scatter.hpp>
#include <stria/device/store.hpp>
#include <stria/device/stream.hpp>
#include <stria/device/subscript.hpp>
