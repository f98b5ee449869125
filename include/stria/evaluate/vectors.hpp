// SPDX-License-Identifier: BSL-1.0
// evaluate/vectors.hpp: the vector types that both compilers provide as a language extension.
// Tests: tests/fold/plan_fold.cpp, tests/evaluate/store_plan.cpp.
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

/// Bytes of the vectors to which the compilers turn loops.
#if defined(__AVX512F__)
inline constexpr std::size_t loop_vector_bytes = 2 * vector_bytes;
#else
inline constexpr std::size_t loop_vector_bytes = vector_bytes;
#endif

/// The default template argument of functions that depend on the size of vectors, but not on a type
/// of the program. Like this_build, it keeps files compiled with different options apart.
template <std::size_t Bytes> struct vectors_of {};
using this_width = vectors_of<loop_vector_bytes>;

/// Element types for which there are vectors.
template <class T>
inline constexpr bool has_vectors = std::is_arithmetic_v<T> && !std::same_as<T, long double> &&
                                    !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8);

/// Loads or stores a vector V at any alignment. memcpy would be slower: where g++ considers
/// unaligned accesses slow, it splits a memcpy into two of 16 bytes, and a later access to all 32
/// bytes waits for both.
template <class V, class T> STRIA_INLINE V load_vector(const T* p) {
  typedef V loose __attribute__((aligned(1), may_alias));
  return *reinterpret_cast<const loose*>(p);
}
template <class V, class T> STRIA_INLINE void store_vector(T* p, const V& v) {
  typedef V loose __attribute__((aligned(1), may_alias));
  *reinterpret_cast<loose*>(p) = v;
}

} // namespace stria::detail
