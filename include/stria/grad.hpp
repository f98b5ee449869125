// SPDX-License-Identifier: BSL-1.0
// grad.hpp: gradients of functions that compute with tensors. See docs/guide/gradients.md.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/pullback.hpp>
