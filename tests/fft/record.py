#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Records the results of NumPy and SciPy for the cases of transforms.cpp and signal.cpp.

usage: record.py > recorded.hpp     (needs NumPy and SciPy; recorded with NumPy 1.24 and SciPy 1.10)
"""
import numpy as np
from numpy import fft
from scipy import ndimage, signal


def sample(*shape):
    """Small integers in no particular order, equal to sample<T>() of the tests."""
    i = np.arange(int(np.prod(shape)))
    return ((i * 37 + 11) % 23 - 9.0).reshape(shape)


def both(*shape):
    """The same numbers as complex numbers."""
    i = np.arange(int(np.prod(shape)))
    return sample(*shape) + 1j * ((i * 53 + 5) % 19 - 7.0).reshape(shape)


CASES = {}


def case(name, value):
    assert name not in CASES, name
    CASES[name] = np.asarray(value)


# --- one axis ---
for n in (1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 53, 60, 61, 64, 106):
    case(f"fft {n}", fft.fft(both(n)))
    case(f"ifft {n}", fft.ifft(both(n)))
    case(f"fft of real {n}", fft.fft(sample(n)))
    case(f"rfft {n}", fft.rfft(sample(n)))
    case(f"irfft {n}", fft.irfft(both(n // 2 + 1), n))
    case(f"hfft {n}", fft.hfft(both(n // 2 + 1), n))
    case(f"ihfft {n}", fft.ihfft(sample(n)))
for norm in ("backward", "ortho", "forward"):
    case(f"fft {norm}", fft.fft(both(6), norm=norm))
    case(f"ifft {norm}", fft.ifft(both(6), norm=norm))
    case(f"ifft of real {norm}", fft.ifft(sample(6), norm=norm))
    case(f"rfft {norm}", fft.rfft(sample(6), norm=norm))
    case(f"irfft {norm}", fft.irfft(both(4), norm=norm))
    case(f"hfft {norm}", fft.hfft(both(4), norm=norm))
    case(f"ihfft {norm}", fft.ihfft(sample(6), norm=norm))
    case(f"fftn {norm}", fft.fftn(both(3, 4), norm=norm))
    case(f"irfftn {norm}", fft.irfftn(both(3, 4), norm=norm))
case("fft cut", fft.fft(both(8), 5))
case("fft filled", fft.fft(both(5), 8))
case("fft of real, cut", fft.fft(sample(8), 5))
case("fft of real, filled", fft.fft(sample(5), 9))
case("rfft cut", fft.rfft(sample(8), 5))
case("rfft filled", fft.rfft(sample(5), 8))
case("irfft cut", fft.irfft(both(8), 5))
case("irfft filled", fft.irfft(both(3), 12))
case("irfft of real", fft.irfft(sample(4)))
case("hfft of real", fft.hfft(sample(4)))
case("fft axis 0", fft.fft(both(4, 3, 5), axis=0))
case("fft axis 1", fft.fft(both(4, 3, 5), axis=1))
case("fft axis 2", fft.fft(both(4, 3, 5), axis=2))
case("fft axis 1 filled", fft.fft(both(4, 3, 5), 4, axis=1))
case("fft axis 0 cut", fft.fft(both(4, 3, 5), 2, axis=0))
case("rfft axis 0", fft.rfft(sample(4, 3, 5), axis=0))
case("irfft axis 1", fft.irfft(both(4, 3, 11), axis=1))
case("fft reversed", fft.fft(both(4, 6)[::-1, ::-2], axis=1))
case("fft of every second", fft.fft(both(6, 4)[::2], axis=0))
case("fft transposed", fft.fft(both(3, 5).T, axis=1))
case("rfft of a row repeated", fft.rfft(np.broadcast_to(sample(5), (2, 5))))
case("fft of a sum", fft.fft(sample(6) * 2 + 1))
case("fft of integers", fft.fft(np.array([3, -1, 4, 1, -5])))
case("fft of bools", fft.fft(np.array([True, False, True, True])))
case("fft of an empty axis", fft.fft(np.zeros((2, 0)), 3))
case("fft of no rows", fft.fft(np.zeros((0, 3))))
case("rfft of no rows", fft.rfft(np.zeros((3, 0)), axis=0))

# --- several axes ---
case("fftn", fft.fftn(both(4, 3, 5)))
case("ifftn", fft.ifftn(both(4, 3, 5)))
case("fftn of real", fft.fftn(sample(4, 3, 5)))
case("fftn axes 0 2", fft.fftn(both(4, 3, 5), axes=(0, 2)))
case("fftn of real axes 2 0", fft.fftn(sample(4, 3, 5), axes=(2, 0)))
case("fftn sizes", fft.fftn(both(4, 3, 5), (2, 6), axes=(1, 2)))
case("fftn sizes and axes", fft.fftn(both(4, 3, 5), (6, 2), axes=(0, 1)))
case("fftn filled and cut", fft.fftn(sample(4, 5), (7, 3), axes=(0, 1)))
case("fft2", fft.fft2(both(2, 3, 4)))
case("ifft2", fft.ifft2(both(2, 3, 4)))
case("fft2 axes 0 1", fft.fft2(both(2, 3, 4), axes=(0, 1)))
case("rfftn", fft.rfftn(sample(4, 3, 5)))
case("rfftn axes 2 0", fft.rfftn(sample(4, 3, 5), axes=(2, 0)))
case("rfftn sizes", fft.rfftn(sample(4, 3), (3, 6), axes=(0, 1)))
case("rfft2", fft.rfft2(sample(2, 3, 4)))
case("irfftn", fft.irfftn(both(4, 3, 5)))
case("irfftn odd", fft.irfftn(both(4, 3, 5), (4, 3, 7), axes=(0, 1, 2)))
case("irfftn axes 1 0", fft.irfftn(both(4, 3), axes=(1, 0)))
case("irfftn sizes", fft.irfftn(both(4, 3), (6, 8), axes=(0, 1)))
case("irfft2", fft.irfft2(both(2, 3, 4)))

# --- frequencies ---
for n in (1, 2, 7, 8):
    case(f"fftfreq {n}", fft.fftfreq(n))
    case(f"rfftfreq {n}", fft.rfftfreq(n))
case("fftfreq spaced", fft.fftfreq(5, 0.1))
case("rfftfreq spaced", fft.rfftfreq(6, -2))
case("fftshift 7", fft.fftshift(sample(7)))
case("ifftshift 7", fft.ifftshift(sample(7)))
case("fftshift 8", fft.fftshift(sample(8)))
case("fftshift matrix", fft.fftshift(sample(3, 4)))
case("ifftshift matrix", fft.ifftshift(sample(3, 5)))
case("fftshift axis 1", fft.fftshift(sample(3, 5), axes=1))
case("fftshift axes 0 2", fft.fftshift(sample(3, 2, 5), axes=(0, 2)))

# --- convolutions by transforms ---
for mode in ("full", "same", "valid"):
    case(f"fftconvolve {mode}", signal.fftconvolve(sample(9), sample(4), mode))
    case(f"fftconvolve swapped {mode}", signal.fftconvolve(sample(4), sample(9), mode))
    case(f"fftconvolve complex {mode}", signal.fftconvolve(both(7), sample(3), mode))
    case(f"fftconvolve matrix {mode}", signal.fftconvolve(sample(5, 6), sample(3, 2), mode))
    case(f"fftconvolve axis 1 {mode}", signal.fftconvolve(sample(3, 6), sample(1, 4), mode, axes=1))

# --- windows ---
for n in (0, 1, 2, 5, 8):
    for window in (np.hanning, np.hamming, np.blackman, np.bartlett):
        case(f"{window.__name__} {n}", window(n))

# --- convolutions of matrices ---
for mode in ("full", "same", "valid"):
    for edge in ("fill", "wrap", "symm"):
        for f in (signal.convolve2d, signal.correlate2d):
            case(f"{f.__name__} {mode} {edge}", f(sample(5, 6), sample(3, 4)[::-1], mode, edge))
            case(f"{f.__name__} even {mode} {edge}", f(sample(4, 4), sample(2, 3), mode, edge, 7))
            case(f"{f.__name__} complex {mode} {edge}", f(both(3, 5), both(2, 2), mode, edge))
    for f in (signal.convolve2d, signal.correlate2d):
        case(f"{f.__name__} swapped {mode}", f(sample(2, 3), sample(4, 3), mode))
case("convolve2d small wrap", signal.convolve2d(sample(2, 2), sample(3, 5), "same", "wrap"))
case("convolve2d small symm", signal.convolve2d(sample(2, 1), sample(3, 5), "full", "symm"))

# --- filters ---
for sigma in (0.0, 0.3, 1.0, 2.5):
    case(f"gaussian_filter {sigma}", ndimage.gaussian_filter(sample(9), sigma))
    case(f"gaussian_filter matrix {sigma}", ndimage.gaussian_filter(sample(5, 6), sigma))
case("gaussian_filter each", ndimage.gaussian_filter(sample(4, 5), (1.5, 0.5)))
case("gaussian_filter none", ndimage.gaussian_filter(sample(4, 5), (0, 1)))
case("gaussian_filter truncate", ndimage.gaussian_filter(sample(9), 1, truncate=2))
case("gaussian_filter three", ndimage.gaussian_filter(sample(3, 4, 2), 0.7))
case("gaussian_filter NaN", ndimage.gaussian_filter(np.where(sample(12) == 2, np.nan, sample(12)), 0.5))
for size in (1, 2, 3, 4, 5):
    case(f"median_filter {size}", ndimage.median_filter(sample(9), size))
    case(f"median_filter matrix {size}", ndimage.median_filter(sample(5, 6), size))
case("median_filter each", ndimage.median_filter(sample(5, 6), (1, 4)))
case("median_filter wide", ndimage.median_filter(sample(3, 2), (7, 3)))
case("median_filter three", ndimage.median_filter(sample(3, 4, 2), 3))
for factor in (0.0, 0.1, 0.5, 0.75, 1.0, 1.5, 2.0, 3.3):
    case(f"zoom {factor}", ndimage.zoom(sample(7), factor, order=1))
case("zoom matrix", ndimage.zoom(sample(4, 5), 2, order=1))
case("zoom each", ndimage.zoom(sample(4, 5), (0.5, 1.7), order=1))
case("zoom of one", ndimage.zoom(sample(1, 3), (4, 2), order=1))
case("zoom to one", ndimage.zoom(sample(4, 3), (0.25, 1), order=1))
case("zoom three", ndimage.zoom(sample(2, 3, 2), 1.5, order=1))


def number(x):
    x = float(x)
    if np.isnan(x):
        return "qnan"
    if np.isinf(x):
        return "inf" if x > 0 else "-inf"
    return repr(x)


def main():
    print("// SPDX-License-Identifier: BSL-1.0")
    print("// recorded.hpp: what NumPy and SciPy give; written by record.py.")
    print("#pragma once\n")
    print('#include "numbers.hpp"\n')
    print("#include <string_view>\n#include <vector>\n")
    print("namespace test {\n")
    print("/// Complex numbers as two values each.")
    print("struct record {\n  std::string_view name;\n  bool complex;\n  std::vector<stria::index> shape;\n  std::vector<double> values;\n};\n")
    print("// clang-format off")
    print("inline const std::vector<record>& records() {\n  static const std::vector<record> all{")
    for name, value in CASES.items():
        is_complex = np.iscomplexobj(value)
        flat = value.ravel()
        if is_complex:
            flat = np.stack([flat.real, flat.imag], axis=-1).ravel()
        shape = ", ".join(map(str, value.shape))
        print(f'{{"{name}", {str(is_complex).lower()}, {{{shape}}}, {{{", ".join(map(number, flat))}}}}},')
    print("  };\n  return all;\n}\n// clang-format on\n\n} // namespace test")


main()
