// SPDX-License-Identifier: BSL-1.0
// shape/dim.hpp: the name of an extent. Tests: tests/dsl/extent.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <concepts>
#include <cstddef>

namespace stria {

struct extent;

/// The type of `at_least<N>`.
template <index N> struct at_least_t {};
/// Promises that an extent has at least N elements.
///
/// \usage  `inline constexpr dim n{"n", at_least<2>};`
template <index N> inline constexpr at_least_t<N> at_least{};

struct dim;
/// The size of a name: the result of `n(64)`.
///
/// \usage  `tensor<float, n - 1, 2 * m> t(n(64), m(48));`
struct dim_size {
  const dim* name;
  index size;
};

/// The name of an extent. Two extents have the same name if they refer to the same object.
///
/// A named extent is dynamic. `+`, `-`, `*`, `/` and `ceil_div` make expressions of names, which
/// are extents too: `n - 1`, `2 * m`. Expressions that combine two different extents with names on
/// one axis do not compile.
///
/// \numpy  none
/// \usage  `inline constexpr dim batch{"batch"};  tensor<float, batch, 3> a(64);`
struct dim {
  const char* name;
  /// The smallest size that an extent of this name has. It is checked where a tensor is made.
  index least = 0;
  /// A name; messages show the text.
  constexpr explicit dim(const char* text) : name(text) {}
  /// A name of extents that have at least N elements.
  template <index N>
    requires(N >= 0)
  constexpr dim(const char* text, at_least_t<N>) : name(text), least(N) {}
  dim(const dim&) = delete;
  dim& operator=(const dim&) = delete;
  /// A size of this name, from which a tensor computes the sizes of its axes.
  ///
  /// \usage  `tensor<float, n - 1, 2 * m> t(n(64), m(48));`
  template <std::integral Ix> constexpr dim_size operator()(Ix size) const {
    return {this, static_cast<index>(size)};
  }

  // Operands are found by name lookup only if one of them is a dim, so that other operators of a
  // program do not consider these functions. `Extent` is complete where they are called.
  template <class B, class Extent = extent>
  friend consteval auto operator+(const dim& a, const B& b) {
    return Extent(a) + Extent(b);
  }
  template <class B, class Extent = extent>
  friend consteval auto operator-(const dim& a, const B& b) {
    return Extent(a) - Extent(b);
  }
  template <class B, class Extent = extent>
  friend consteval auto operator*(const dim& a, const B& b) {
    return Extent(a) * Extent(b);
  }
  template <std::integral B, class Extent = extent>
  friend consteval auto operator/(const dim& a, B b) {
    return Extent(a) / b;
  }
  template <std::integral A, class Extent = extent>
  friend consteval auto operator+(A a, const dim& b) {
    return Extent(a) + Extent(b);
  }
  template <std::integral A, class Extent = extent>
  friend consteval auto operator-(A a, const dim& b) {
    return Extent(a) - Extent(b);
  }
  template <std::integral A, class Extent = extent>
  friend consteval auto operator*(A a, const dim& b) {
    return Extent(a) * Extent(b);
  }
};

namespace detail {

constexpr bool same_name(const dim* a, const dim* b) {
#if defined(__GNUC__) && !defined(__clang__)
  // With sanitizers, g++ does not accept a == b in a constant expression if a and b point to
  // different objects.
  if consteval {
    return __builtin_constant_p(a == b) && a == b;
  }
#endif
  return a == b;
}

/// Compares two names by their texts, because the addresses of objects have no order in constant
/// expressions. The order of two names with one text is not known.
enum class name_order : signed char { before = -1, same = 0, after = 1, unknown = 2 };
constexpr name_order order_of(const dim* a, const dim* b) {
  if (same_name(a, b))
    return name_order::same;
  for (std::size_t k = 0;; ++k) {
    const char x = a->name[k], y = b->name[k];
    if (x != y)
      return x < y ? name_order::before : name_order::after;
    if (x == '\0')
      return name_order::unknown;
  }
}

} // namespace detail
} // namespace stria
