// SPDX-License-Identifier: BSL-1.0
// fft.hpp: Fourier transforms. The compiled part is in the CMake target stria::fft.
// Tests: tests/fft/transforms.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/refuse.hpp> // first, so that diagnostics name it by a short path
#include <stria/fft/along_axis.hpp>
#include <stria/fft/fftconvolve.hpp>
#include <stria/fft/frequencies.hpp>
#include <stria/fft/transforms.hpp>
#include <stria/stria.hpp>
