// SPDX-License-Identifier: BSL-1.0
// shape/extent.hpp: the size of one axis as a template argument: static, dynamic or named.
#pragma once

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
  /// The number of elements, or -1 where only the run time knows.
  index size;
  /// The name, or null.
  const dim* name;

  template <std::integral I> consteval extent(I n) : size(static_cast<index>(n)), name(nullptr) {
    if (n < I{0})
      throw "stria: an extent may not be negative";
  }
  consteval extent(dyn_t) : size(-1), name(nullptr) {}
  consteval extent(const dim& d) : size(-1), name(&d) {}

  constexpr bool is_static() const { return size >= 0; }
  constexpr bool is_named() const { return name != nullptr; }
  friend constexpr bool operator==(const extent&, const extent&) = default;

  /// An extent computed inside the library.
  static constexpr extent make(index n) { return extent(n, nullptr, 0); }
  static constexpr extent unknown() { return extent(-1, nullptr, 0); }

private:
  constexpr extent(index n, const dim* d, int) : size(n), name(d) {}
};

} // namespace stria
