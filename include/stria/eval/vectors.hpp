// SPDX-License-Identifier: BSL-1.0
// eval/vectors.hpp: the vectors that both compilers have as an extension of the language.
#pragma once

#include <stria/base/config.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace stria::detail {

#if defined(__AVX__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

/// Element types of which there are vectors.
template <class T>
inline constexpr bool has_vectors = std::is_arithmetic_v<T> && !std::same_as<T, long double> &&
                                    !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8);

/// A vector V from memory of any alignment, or into it. For processors on which g++ considers such
/// accesses slow it makes two of 16 bytes of a memcpy, and an access to all 32 waits for both.
template <class V, class T> STRIA_INLINE V load_vector(const T* p) {
  typedef V loose __attribute__((aligned(1), may_alias));
  return *reinterpret_cast<const loose*>(p);
}
template <class V, class T> STRIA_INLINE void store_vector(T* p, const V& v) {
  typedef V loose __attribute__((aligned(1), may_alias));
  *reinterpret_cast<loose*>(p) = v;
}

} // namespace stria::detail
