// SPDX-License-Identifier: BSL-1.0
// shape/extent.hpp: the extent of one axis as a template argument: static, dynamic, or an
// expression of names.
#pragma once

#include <stria/shape/sum_of_products.hpp>

namespace stria {

/// The type of `dyn`.
struct dyn_t {};
/// An extent that is known only at run time.
///
/// \usage  `tensor<float, dyn, 3> a(10);`
inline constexpr dyn_t dyn{};

namespace detail {
constexpr extent add_extents(const extent& a, const extent& b);
constexpr extent subtract_extents(const extent& a, const extent& b);
constexpr extent multiply_extents(const extent& a, const extent& b);
constexpr extent divide_extent_down(const extent& e, index k);
} // namespace detail

/// The extent of one axis: an integer, `dyn`, a `dim`, or an expression of these.
///
/// An expression of names is a sum of products of names, up to three names in all, and a constant;
/// or such a sum divided by a constant. `a - b` means max(a - b, 0), the size of what a slice
/// leaves. Expressions with the same value are the same extent: `n - 1 - 1` is `n - 2`, and `n + m`
/// is `m + n`. What has no such form is `dyn`.
///
/// \refuses  negative integers
/// \usage    `template <extent... E> void f(const tensor<float, E...>& a);`
struct extent {
  // The size of an extent with names is negative rather than that the name is not null, because g++
  // with sanitizers does not accept the test `name != nullptr` in a constant expression. Members
  // after the name are 0 for a single name, and do not lengthen the names of symbols.
  /// The number of elements; -1 if dynamic; -1 - d for an expression of names that is divided by d.
  index size;
  /// The first name, or null.
  const dim* name;
  /// \internal
  /// The constant of an expression.
  index plus = 0;
  /// \internal
  /// The coefficients of the names of an expression; see detail::coefficient.
  index times = 0;
  /// \internal
  /// The second and the third name, or null.
  const dim *second = nullptr, *third = nullptr;

  /// A static extent of `n` elements.
  template <std::integral Ix> consteval extent(Ix n) : size(static_cast<index>(n)), name(nullptr) {
    if (size < 0) // also for an unsigned n above the limit of index
      STRIA_THROW("stria: an extent may not be negative", "stria: an extent may not be negative");
  }
  /// A dynamic extent.
  consteval extent(dyn_t) : size(-1), name(nullptr) {}
  /// A dynamic extent with a name.
  consteval extent(const dim& d) : size(-2), name(&d) {}

  /// True if the size is known at compile time.
  constexpr bool is_static() const { return size >= 0; }
  /// True if the extent has a name, or is an expression of names.
  constexpr bool is_named() const { return size <= -2; }
  /// True if sizes and names are equal.
  friend constexpr bool operator==(const extent& a, const extent& b) {
    return a.size == b.size && detail::same_name(a.name, b.name) &&
           (!a.is_named() || (a.plus == b.plus && a.times == b.times &&
                              (a.times == 0 || (detail::same_name(a.second, b.second) &&
                                                detail::same_name(a.third, b.third)))));
  }
  /// The sum of two extents.
  ///
  /// \usage  `tensor<float, n + 2> padded(66);`
  friend consteval extent operator+(const extent& a, const extent& b) {
    return detail::add_extents(a, b);
  }
  /// The difference of two extents; 0 where b is larger.
  ///
  /// \usage  `tensor<float, n - 1> differences(63);`
  friend consteval extent operator-(const extent& a, const extent& b) {
    return detail::subtract_extents(a, b);
  }
  /// The product of two extents.
  ///
  /// \usage  `tensor<float, n * m> flat(64 * 48);`
  friend consteval extent operator*(const extent& a, const extent& b) {
    return detail::multiply_extents(a, b);
  }
  /// An extent divided by a positive integer, rounded down.
  ///
  /// \refuses  k <= 0
  /// \usage    `tensor<std::complex<float>, n / 2 + 1> spectrum(33);`
  template <std::integral Ix> friend consteval extent operator/(const extent& a, Ix k) {
    if (k <= 0)
      STRIA_THROW("stria: an extent is divided by a positive integer",
                  "stria: an extent is divided by a positive integer");
    return detail::divide_extent_down(a, static_cast<index>(k));
  }

  /// \internal
  /// A static extent of n elements, for use inside the library.
  static constexpr extent make(index n) { return extent(n, nullptr, 0); }
  /// \internal
  /// A dynamic extent without a name.
  static constexpr extent unknown() { return extent(-1, nullptr, 0); }
  /// \internal
  /// An expression of names, divided by `over`.
  static constexpr extent named(const dim* const* names, index plus, index times, index over) {
    extent e(-1 - over, names[0], 0);
    e.plus = plus;
    e.times = times;
    e.second = names[1];
    e.third = names[2];
    return e;
  }

private:
  constexpr extent(index n, const dim* d, int) : size(n), name(d) {}
};

} // namespace stria
