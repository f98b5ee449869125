// SPDX-License-Identifier: BSL-1.0
// grad.hpp: gradients of functions that compute with tensors. See docs/guide/gradients.md.
// Tests: tests/grad/guide.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

// Errors point into this header, and g++ prints the chain of includes that leads to it.
#include <stria/base/refuse.hpp>

#include <stria/grad/pullback.hpp>
