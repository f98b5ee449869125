// SPDX-License-Identifier: BSL-1.0
// eval/vectors.hpp: the vectors that both compilers have as an extension of the language.
#pragma once

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

} // namespace stria::detail
