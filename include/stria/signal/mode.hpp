// SPDX-License-Identifier: BSL-1.0
// signal/mode.hpp: signal::mode, the part of a convolution that is computed.
// Tests: tests/fft/signal.cpp.
#pragma once

#include <stria/numpy/calculus/convolve.hpp>

namespace stria::signal {

/// The part of a convolution that is computed; the SciPy name of convolve_mode.
/// \numpy      none; `mode="full"`, `"same"`, `"valid"` in `scipy.signal`
/// \usage      `convolve2d(a, k, signal::mode::same)`
/// \see        convolve_mode
using mode = convolve_mode;

} // namespace stria::signal
