// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/sample_loops.hpp: the elements, with their weights, whose sum is a value between
// elements. Tests: tests/numpy/calculus/resize.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/math/cmath.hpp>
#include <stria/tensor/tensor.hpp>

#include <limits>
#include <utility>

namespace stria {

/// How resize_image() computes values between elements.
///
/// `nearest` copies the nearest element, `linear` interpolates between two elements of each axis,
/// and `cubic` between four, by the kernel of Keys with a = -0.75, or a = -0.5 with `antialias`, as
/// PyTorch does.
/// \numpy      none; `mode="nearest"`, `"bilinear"`, `"bicubic"` in PyTorch
/// \usage      `resize_image(image, {64, 64}, resize_method::cubic)`
enum class resize_method : unsigned char { nearest, linear, cubic };

/// Which points of the operand the elements of a resized axis are.
///
/// For n elements that become m, element i is at the position (i + 0.5) n / m - 0.5 (`half_pixel`),
/// i (n - 1) / (m - 1) (`align_corners`: the first and the last element keep their values) or
/// i n / m (`asymmetric`).
/// \numpy      none; `coordinate_transformation_mode` of Resize in ONNX, `align_corners` in PyTorch
/// \usage      `resize_image(image, {64, 64}, resize_grid::align_corners)`
enum class resize_grid : unsigned char { half_pixel, align_corners, asymmetric };

namespace detail {

/// The type that filters and interpolation compute with: double for integers, otherwise the type
/// itself.
template <class T> using filtered = std::conditional_t<std::is_integral_v<T>, double, T>;

/// The places of the elements that each point of a resized axis is computed from, one row per
/// point, and their weights. The weights of a row sum to 1.
template <class Real, extent N> struct axis_samples {
  tensor<index, N, dyn> places;
  tensor<Real, N, dyn> weights;
};

constexpr auto without_sign(const auto& x) { return x < 0 ? -x : x; }

/// The kernel of Keys.
constexpr double cubic_weight(double x, double a) {
  x = without_sign(x);
  if (x < 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((x - 5) * x + 8) * x * a - 4 * a : 0;
}
constexpr double linear_weight(double x) {
  x = without_sign(x);
  return x < 1 ? 1 - x : 0;
}

/// The position of element i of m among n elements.
inline double resized_place(resize_grid grid, index i, index n, index m) {
  const auto x = static_cast<double>(i), from = static_cast<double>(n), to = static_cast<double>(m);
  switch (grid) {
  case resize_grid::align_corners: return m > 1 ? (from - 1) / (to - 1) * x : 0;
  case resize_grid::asymmetric: return x * from / to;
  case resize_grid::half_pixel: break;
  }
  return (x + 0.5) * from / to - 0.5;
}

/// An element with weight 0 is not read, because it may be infinite: the largest weight is divided.
template <class Real> void share_weights(index* places, Real* weights, index count) {
  for (index k = 0; k < count; ++k)
    if (weights[k] == 0) {
      index most = 0;
      for (index j = 1; j < count; ++j)
        if (without_sign(weights[j]) > without_sign(weights[most]))
          most = j;
      weights[most] /= 2;
      weights[k] = weights[most];
      places[k] = places[most];
    }
}

/// The samples of an axis of n elements that becomes one of m. `n` is 1 or more.
template <class Real, extent N>
axis_samples<Real, N> resized_samples(index n, index m, resize_method method, resize_grid grid,
                                      bool antialias) {
  const double ratio = grid == resize_grid::align_corners
                           ? (m > 1 ? static_cast<double>(n - 1) / static_cast<double>(m - 1) : 1)
                           : (m > 0 ? static_cast<double>(n) / static_cast<double>(m) : 1);
  const bool wide = antialias && ratio > 1;
  const double scale = wide ? ratio : 1, radius = (method == resize_method::cubic ? 2 : 1) * scale;
  const index count = method == resize_method::nearest ? 1
                      : wide ? convert_or_raise("resize_image", cmath::ceil(radius) * 2 + 1)
                      : method == resize_method::linear ? 2
                                                        : 4;
  const std::array<index, 2> sizes{m, count};
  axis_samples<Real, N> s{tensor<index, N, dyn>(sizes, uninitialized_t{}),
                          tensor<Real, N, dyn>(sizes, uninitialized_t{})};
  index* places = s.places.data();
  Real* weights = s.weights.data();
  for (index i = 0; i < m; ++i, places += count, weights += count) {
    const double x = resized_place(grid, i, n, m);
    if (method == resize_method::nearest) {
      const double at = grid == resize_grid::asymmetric ? cmath::floor(x) : cmath::ceil(x - 0.5);
      places[0] = clamp(convert_or_raise("resize_image", at), 0, n - 1);
      weights[0] = 1;
      continue;
    }
    // The first sample. Elements outside are replaced by the nearest one or, by a filter against
    // aliasing, left out.
    const index first = convert_or_raise(
        "resize_image",
        wide ? cmath::floor(x - radius + 1) : cmath::floor(x) - static_cast<double>(count / 2 - 1));
    double sum = 0;
    const auto weight = [&](index k) {
      const double away = (static_cast<double>(first + k) - x) / scale;
      if (wide && !inside(first + k, n))
        return 0.;
      return method == resize_method::linear ? linear_weight(away)
                                             : cubic_weight(away, wide ? -0.5 : -0.75);
    };
    for (index k = 0; k < count; ++k)
      sum += weight(k);
    for (index k = 0; k < count; ++k) {
      places[k] = clamp(first + k, 0, n - 1);
      weights[k] = static_cast<Real>(wide ? weight(k) / sum : weight(k));
    }
    share_weights(places, weights, count);
  }
  return s;
}

/// The samples of P points: the places of K elements of an operand with D axes, and their weights.
/// An element whose place is -1 counts as 0. `rest` is added to the weighted sum: 0 for a point
/// inside the operand, and the whole value of a point outside.
template <class T, class Real> struct point_samples {
  dtensor<index, 3> places; // (K, P, D)
  dtensor<Real, 2> weights; // (K, P)
  dtensor<T, 1> rest;       // (P,)
  index points;

  point_samples(index k, index p, index d) : places(k, p, d), weights(k, p), rest(p), points(p) {}

  /// Makes point p the value v, whatever the elements are.
  void set(index p, const T& v) {
    const index count = weights.shape()[0], axes = places.shape()[2];
    for (index k = 0; k < count; ++k) {
      weights.data()[k * points + p] = 1;
      for (index d = 0; d < axes; ++d)
        places.data()[(k * points + p) * axes + d] = -1;
    }
    rest.data()[p] = v;
  }
  /// Sets the samples of point p along axis `axis`: the elements `low` and, if there are two along
  /// each axis from number `from` on, `high`, with the given weight.
  void along(index p, index axis, index from, bool two, index low, index high, Real part) {
    const index count = weights.shape()[0], axes = places.shape()[2];
    for (index k = 0; k < count; ++k) {
      const bool upper = two && ((k >> (axis - from)) & 1) != 0;
      places.data()[(k * points + p) * axes + axis] = upper ? high : low;
      weights.data()[k * points + p] *= two ? (upper ? part : 1 - part) : 1;
    }
  }
};

/// The elements on both sides of a position x, and the weight of the upper one. At an element, both
/// are this element.
struct two_sided {
  index low, high;
  double part;
};
inline two_sided sides_of(double x) {
  const double below = cmath::floor(x);
  const auto low = static_cast<index>(below);
  return x == below ? two_sided{low, low, 0.5} : two_sided{low, low + 1, x - below};
}

/// The samples of map_coordinates(). `at` has the coordinates of P points along each of D axes.
/// `place` returns the element that replaces one outside an axis; if `constant`, the value does.
template <class T, class Real, std::size_t D, class F>
point_samples<T, Real> samples_at(const double* at, index points, const std::array<index, D>& sizes,
                                  bool linear, bool constant, const F& place, const T& value) {
  point_samples<T, Real> s(linear ? index{1} << D : 1, points, static_cast<index>(D));
  for (index p = 0; p < points; ++p) {
    for (index k = 0; k < s.weights.shape()[0]; ++k)
      s.weights.data()[k * points + p] = 1;
    for (std::size_t d = 0; d < D; ++d) {
      const double x = at[static_cast<index>(d) * points + p];
      const index n = sizes[d];
      const bool outside = !(x >= 0 && x <= static_cast<double>(n - 1));
      // Every number of this type beyond 1 / epsilon is an integer.
      const bool exact = without_sign(x) * std::numeric_limits<double>::epsilon() < 1;
      if (n == 0 || (constant && outside) || !exact) {
        s.set(p, value);
        break;
      }
      two_sided sides = sides_of(linear ? x : cmath::floor(x + 0.5));
      if (outside) {
        sides.low = place(sides.low, n);
        sides.high = place(sides.high, n);
      }
      s.along(p, static_cast<index>(d), 0, linear, sides.low, sides.high,
              static_cast<Real>(sides.part));
    }
  }
  return s;
}

/// True if all positions are from 0 to n - 1.
constexpr bool are_below(const index* positions, index count, index n) {
  for (index k = 0; k < count; ++k)
    if (!inside(positions[k], n))
      return false;
  return true;
}

/// The samples of crop_and_resize() from images of n rows and m columns. `boxes` has the edges y1,
/// x1, y2, x2 of each box, as fractions of the image.
template <class T, class Real>
point_samples<T, Real> samples_of_boxes(const double* boxes, const index* image, index count,
                                        const std::array<index, 2>& n,
                                        const std::array<index, 2>& size, index points, bool linear,
                                        const T& value) {
  const index of_each = count > 0 ? points / count : 0;
  point_samples<T, Real> s(linear ? 4 : 1, points, 3);
  for (index p = 0; p < points; ++p) {
    const index box = p / of_each;
    const index at[] = {p % of_each / size[1], p % size[1]};
    for (index k = 0; k < s.weights.shape()[0]; ++k)
      s.weights.data()[k * points + p] = 1;
    s.along(p, 0, 1, false, image[box], image[box], 0);
    for (int d = 0; d < 2; ++d) {
      const double low = boxes[4 * box + d], high = boxes[4 * box + d + 2];
      const auto last = static_cast<double>(n[static_cast<std::size_t>(d)] - 1);
      const index m = size[static_cast<std::size_t>(d)];
      const double x = m > 1 ? low * last + static_cast<double>(at[d]) *
                                                ((high - low) * last / static_cast<double>(m - 1))
                             : 0.5 * (low + high) * last;
      if (!(x >= 0 && x <= last)) {
        s.set(p, value);
        break;
      }
      const two_sided sides = sides_of(linear ? x : cmath::floor(x + 0.5));
      s.along(p, d + 1, 1, linear, sides.low, sides.high, static_cast<Real>(sides.part));
    }
  }
  return s;
}

} // namespace detail
} // namespace stria
