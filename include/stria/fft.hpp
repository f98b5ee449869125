// SPDX-License-Identifier: BSL-1.0
// fft.hpp: Fourier transforms, of which the CMake target stria::fft has the compiled part.
#pragma once

#include <stria/fft/convolve.hpp>
#include <stria/fft/frequencies.hpp>
#include <stria/fft/transforms.hpp>
