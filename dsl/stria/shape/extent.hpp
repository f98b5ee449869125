// SPDX-License-Identifier: BSL-1.0
// shape/extent.hpp: the size of one axis as a template argument: static, dynamic or named.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <concepts>

namespace stria {

/// The name of an extent: `inline constexpr dim batch{"batch"};`. Two extents have the same name
/// when they are the same object.
struct dim {
  const char* name;
  constexpr explicit dim(const char* text) : name(text) {}
  dim(const dim&) = delete;
  dim& operator=(const dim&) = delete;
};

struct dyn_t {};
/// An extent that is known at run time: `tensor<float, dyn, 3>`.
inline constexpr dyn_t dyn{};

/// The size of one axis: an integer, `dyn` or a `dim`. Refuses negative integers.
struct extent {
  /// The number of elements; -1 where only the run time knows, -2 where it has a name besides. The
  /// name alone would do, but g++'s sanitizers do not take `name != nullptr` for a constant
  /// expression.
  index size;
  /// The name, or null.
  const dim* name;

  template <std::integral I> consteval extent(I n) : size(static_cast<index>(n)), name(nullptr) {
    if (n < I{0})
      STRIA_THROW("stria: an extent may not be negative", "stria: an extent may not be negative");
  }
  consteval extent(dyn_t) : size(-1), name(nullptr) {}
  consteval extent(const dim& d) : size(-2), name(&d) {}

  constexpr bool is_static() const { return size >= 0; }
  constexpr bool is_named() const { return size == -2; }
  friend constexpr bool operator==(const extent& a, const extent& b) {
    return a.size == b.size && same_name(a.name, b.name);
  }

  /// An extent computed inside the library.
  static constexpr extent make(index n) { return extent(n, nullptr, 0); }
  static constexpr extent unknown() { return extent(-1, nullptr, 0); }

private:
  static constexpr bool same_name(const dim* a, const dim* b) {
#if defined(__GNUC__) && !defined(__clang__)
    // With its sanitizers g++ takes a == b for no constant where these are two objects.
    if consteval {
      return __builtin_constant_p(a == b) && a == b;
    }
#endif
    return a == b;
  }
  constexpr extent(index n, const dim* d, int) : size(n), name(d) {}
};

} // namespace stria
