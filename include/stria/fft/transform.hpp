// SPDX-License-Identifier: BSL-1.0
// fft/transform.hpp: the compiled part of stria::fft: transforms along axes of elements in memory.
#pragma once

#include <stria/base/index.hpp>

#include <cstddef>

namespace stria::detail {

/// The longest axis that is transformed: the libraries count in int, and Bluestein's algorithm
/// needs up to four times as many elements.
inline constexpr index longest_transform = index{1} << 27;

enum class fft_precision : unsigned char { float32, float64 };

/// What the first or the last pass converts: nothing, real numbers into half or all of their
/// spectrum, or half of a spectrum into real numbers.
enum class fft_form : unsigned char { complex, to_half, to_full, from_half };

/// An axis and the number of points of its transform; the operand is cut or filled up with zeros.
struct fft_axis {
  std::size_t axis;
  index size;
};

/// Transforms of an operand in memory along some axes, in this order: to_half and to_full convert
/// along the first, from_half along the last.
struct fft_request {
  fft_precision precision;
  fft_form form;
  bool inverse;
  /// Multiplies the result.
  double factor;
  std::size_t rank;
  /// Of the operand, the strides in elements.
  const index* sizes;
  const index* strides;
  std::size_t count;
  const fft_axis* axes;
};

/// The smallest number with prime factors 2, 3 and 5 only that is not less than n: transforms of so
/// many points are fast.
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

/// Writes the transforms into row-major memory that the operand does not overlap. `in` and `out`
/// are real where the form says so, else complex; the operand has an element. Compiled in
/// stria::fft, which a program links.
void stria_fft_transform(const fft_request& request, const void* in, void* out);

} // namespace stria::detail
