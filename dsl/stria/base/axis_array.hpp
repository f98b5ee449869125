// SPDX-License-Identifier: BSL-1.0
// base/axis_array.hpp: axis_array, the array of sizes or strides that shape() and strides() return.
// Tests: tests/tensor/shape_array.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>
#include <stria/base/temporary.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace stria {

/// The sizes or strides of N axes, as `shape()` and `strides()` return them: a
/// `std::array<index_t, N>`, except that `begin()`, `end()`, `data()` and similar functions of a
/// temporary do not compile, because their result would outlive the array. Loops, algorithms of
/// `std::ranges`, structured bindings, comparisons and conversions accept a temporary.
///
/// \tparam N  the number of axes
/// \numpy     `a.shape`, a tuple
/// \usage     `const auto s = t.shape();`, `std::vector<index_t>(s.begin(), s.end())`
template <std::size_t N> struct axis_array : std::array<index, N> {
  // An aggregate, so that braces initialise it as they initialise a std::array.

  /// Copies an array.
  template <std::same_as<std::array<index, N>> A>
  constexpr axis_array& operator=(const A& values) & {
    A::operator=(values);
    return *this;
  }

  /// The value of axis k, which must be less than N, as a reference that can be assigned to.
  STRIA_INLINE constexpr index& operator[](std::size_t k) & noexcept {
    return std::array<index, N>::operator[](k);
  }
  /// The value of axis k, which must be less than N.
  STRIA_INLINE constexpr const index& operator[](std::size_t k) const& noexcept {
    return std::array<index, N>::operator[](k);
  }
  /// The value of axis k of a temporary.
  STRIA_INLINE constexpr index operator[](std::size_t k) const&& noexcept {
    return std::array<index, N>::operator[](k);
  }

#define STRIA_OF_NAMED(name, type, const_type)                                                     \
  /** An iterator, or a pointer to the first value, of an array that can be assigned to. */        \
  STRIA_INLINE constexpr typename std::array<index, N>::type name()& noexcept {                    \
    return std::array<index, N>::name();                                                           \
  }                                                                                                \
  /** An iterator, or a pointer to the first value; refused for a temporary. */                    \
  STRIA_INLINE constexpr typename std::array<index, N>::const_type name() const& noexcept {        \
    return std::array<index, N>::name();                                                           \
  }                                                                                                \
  STRIA_NOT_OF_TEMPORARY(name)
  STRIA_OF_NAMED(begin, iterator, const_iterator);
  STRIA_OF_NAMED(end, iterator, const_iterator);
  STRIA_OF_NAMED(cbegin, const_iterator, const_iterator);
  STRIA_OF_NAMED(cend, const_iterator, const_iterator);
  STRIA_OF_NAMED(rbegin, reverse_iterator, const_reverse_iterator);
  STRIA_OF_NAMED(rend, reverse_iterator, const_reverse_iterator);
  STRIA_OF_NAMED(crbegin, const_reverse_iterator, const_reverse_iterator);
  STRIA_OF_NAMED(crend, const_reverse_iterator, const_reverse_iterator);
  STRIA_OF_NAMED(data, pointer, const_pointer);
#undef STRIA_OF_NAMED
};

} // namespace stria

namespace std {
template <size_t N> struct tuple_size<stria::axis_array<N>> : integral_constant<size_t, N> {};
template <size_t K, size_t N> struct tuple_element<K, stria::axis_array<N>> {
  using type = stria::index;
};
STRIA_FREE_NOT_OF_TEMPORARY(begin, (stria::axis_array<N>), size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(end, (stria::axis_array<N>), size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(cbegin, (stria::axis_array<N>), size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(cend, (stria::axis_array<N>), size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(rbegin, (stria::axis_array<N>), size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(rend, (stria::axis_array<N>), size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(crbegin, (stria::axis_array<N>), size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(crend, (stria::axis_array<N>), size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(data, (stria::axis_array<N>), size_t N);
} // namespace std

// Without this guide, `std::array s = t.shape();` would be an array of one axis_array.
#if defined(_LIBCPP_BEGIN_NAMESPACE_STD)
_LIBCPP_BEGIN_NAMESPACE_STD
template <size_t N> array(stria::axis_array<N>) -> array<stria::index, N>;
_LIBCPP_END_NAMESPACE_STD
#else
namespace std {
template <size_t N> array(stria::axis_array<N>) -> array<stria::index, N>;
} // namespace std
#endif
