// SPDX-License-Identifier: BSL-1.0
// any_tensor.hpp: tensors whose rank, and optionally element type, are known only at run time.
// Tests: tests/tensor/any_tensor.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/stria.hpp>

#include <stria/numpy/shape/any_array.hpp>
#include <stria/numpy/shape/any_tensor.hpp>
