// SPDX-License-Identifier: BSL-1.0
// interop/strided_view.hpp: includes strided_view and dview, which are defined in tensor/.
// Tests: tests/tensor/dynamic_strides.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/tensor/strided_view.hpp>
