// SPDX-License-Identifier: BSL-1.0
// grad.hpp: gradients of functions that compute with tensors. See docs/guide/gradients.md.
// Tests: tests/grad/guide.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/refuse.hpp> // first, so that diagnostics name it by a short path
#include <stria/stria.hpp>

#include <stria/grad/jvp.hpp>
#include <stria/grad/pullback.hpp>
