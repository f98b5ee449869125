// SPDX-License-Identifier: BSL-1.0
// signal/mode.hpp: which part of a convolution is computed.
#pragma once

#include <stria/fn/convolve.hpp>

namespace stria::signal {

/// The part of a convolution, under SciPy's name. SciPy: `mode="full"`, `"same"`, `"valid"`.
using mode = convolve_mode;

} // namespace stria::signal
