// SPDX-License-Identifier: BSL-1.0
// fft/transform.hpp: the compiled part of stria::fft: transforms of elements in memory along axes.
// Tests: tests/fft/transforms.cpp.
#pragma once

#include <stria/base/index.hpp>

#include <cstddef>

namespace stria::detail {

/// The maximum length of a transform. It is limited, because the libraries store sizes as int and
/// the Bluestein algorithm needs up to four times as many elements.
inline constexpr index longest_transform = index{1} << 27;

enum class fft_precision : unsigned char { float32, float64 };

/// The conversion in the first or the last pass: none, real numbers to half or all of their
/// spectrum, or half of a spectrum to real numbers.
enum class fft_form : unsigned char { complex, to_half, to_full, from_half };

/// An axis and the number of points of its transform; the operand is truncated or padded with
/// zeros.
struct fft_axis {
  std::size_t axis;
  index size;
};

/// Transforms of an operand in memory along some axes, in the order of `axes`. to_half and to_full
/// convert along the first axis, and from_half along the last one.
struct fft_request {
  fft_precision precision;
  fft_form form;
  bool inverse;
  /// The factor that multiplies the result.
  double factor;
  std::size_t rank;
  /// Sizes of the operand, and its strides in elements.
  const index* sizes;
  const index* strides;
  std::size_t count;
  const fft_axis* axes;
};

/// The smallest number not less than n with only the prime factors 2, 3 and 5; transforms of that
/// length are fast.
constexpr index smooth_size(index n) {
  index best = 1;
  while (best < n)
    best *= 2;
  for (index five = 1; five < best; five *= 5)
    for (index three = five; three < best; three *= 3) {
      index m = three;
      while (m < n)
        m *= 2;
      best = m < best ? m : best;
    }
  return best;
}

/// Writes the transforms to row-major memory that does not overlap the operand. `in` and `out`
/// point to real numbers if the form requires it, otherwise to complex ones; the operand is not
/// empty. The function is compiled into the CMake target stria::fft, to which the program links.
void stria_fft_transform(const fft_request& request, const void* in, void* out);

} // namespace stria::detail
