// SPDX-License-Identifier: BSL-1.0
// shape/extent.hpp: the extent of one axis as a template argument: static, dynamic or named.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <concepts>

namespace stria {

/// The name of an extent. Two extents have the same name if they refer to the same object.
///
/// A named extent is dynamic. Expressions that combine two different names on one axis do not
/// compile.
///
/// \numpy  none
/// \usage  `inline constexpr dim batch{"batch"};  tensor<float, batch, 3> a(64);`
struct dim {
  const char* name;
  constexpr explicit dim(const char* text) : name(text) {}
  dim(const dim&) = delete;
  dim& operator=(const dim&) = delete;
};

/// The type of `dyn`.
struct dyn_t {};
/// An extent that is known only at run time.
///
/// \usage  `tensor<float, dyn, 3> a(10);`
inline constexpr dyn_t dyn{};

/// The extent of one axis: an integer, `dyn` or a `dim`.
///
/// \refuses  negative integers
/// \usage    `template <extent... E> void f(const tensor<float, E...>& a);`
struct extent {
  // The size of a named extent is -2 rather than -1, because g++ with sanitizers does not accept
  // the test `name != nullptr` in a constant expression.
  /// The number of elements; -1 if dynamic, -2 if dynamic and named.
  index size;
  /// The name, or null.
  const dim* name;

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
  /// True if the extent has a name.
  constexpr bool is_named() const { return size == -2; }
  /// True if sizes and names are equal.
  friend constexpr bool operator==(const extent& a, const extent& b) {
    return a.size == b.size && same_name(a.name, b.name);
  }

  /// \internal
  /// A static extent of n elements, for use inside the library.
  static constexpr extent make(index n) { return extent(n, nullptr, 0); }
  /// \internal
  /// A dynamic extent without a name.
  static constexpr extent unknown() { return extent(-1, nullptr, 0); }

private:
  static constexpr bool same_name(const dim* a, const dim* b) {
#if defined(__GNUC__) && !defined(__clang__)
    // With sanitizers, g++ does not accept a == b in a constant expression if a and b point to
    // different objects.
    if consteval {
      return __builtin_constant_p(a == b) && a == b;
    }
#endif
    return a == b;
  }
  constexpr extent(index n, const dim* d, int) : size(n), name(d) {}
};

} // namespace stria
