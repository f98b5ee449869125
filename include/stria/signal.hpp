// SPDX-License-Identifier: BSL-1.0
// signal.hpp: windows, convolutions of matrices and filters. Tests: tests/fft/signal.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/refuse.hpp> // first, so that diagnostics name it by a short path
#include <stria/signal/convolve2d.hpp>
#include <stria/signal/filters.hpp>
#include <stria/signal/window.hpp>
#include <stria/signal/zoom.hpp>
#include <stria/stria.hpp>
