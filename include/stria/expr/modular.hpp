// SPDX-License-Identifier: BSL-1.0
// expr/modular.hpp: arithmetic of integers modulo 2^n, as in NumPy.
//
// Overflow of signed integers is undefined in C++, also in vectors of them. So sums, differences
// and products are computed in unsigned types:
//
//   sum = static_cast<T>(modular<T>(sum) + modular<T>(x) * modular<T>(y));
//
// Other elements are used as they are. The whole formula is one C++ expression, because clang
// contracts only the operations of one expression to fused multiply-adds.
// Tests: tests/numpy/overflow.cpp.
#pragma once

#include <stria/base/config.hpp>

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// True for a vector type, which is a language extension of g++ and clang.
template <class V>
inline constexpr bool is_vector =
    !__is_class(V) && !std::is_pointer_v<V> && requires(const V& v) { v[0] + v[0]; };

/// The element type of a vector, or the type of a number.
template <class V> struct lane_type {
  using type = V;
};
template <class V>
  requires is_vector<V>
struct lane_type<V> {
  using type = std::remove_cvref_t<decltype(std::declval<const V&>()[0])>;
};

/// The type in which elements of type T, or vectors of them, are added and multiplied. Integers
/// become unsigned; those shorter than int are promoted first, because the product of two unsigned
/// short integers may not fit into an int.
template <class T> struct modular_type {
  using type = T;
};
template <std::integral T> struct modular_type<T> {
  using type = std::make_unsigned_t<decltype(T() + T())>;
};
template <class T>
  requires(is_vector<T> && std::integral<typename lane_type<T>::type>)
struct modular_type<T> {
  typedef std::make_unsigned_t<typename lane_type<T>::type> type
      __attribute__((vector_size(sizeof(T))));
};
template <class T> using modular_t = typename modular_type<T>::type;

/// True if T is computed in another type.
template <class T> inline constexpr bool is_modular = !std::same_as<T, modular_t<T>>;

/// The operand x of a computation with elements of type T, which x may become without loss. If T is
/// a vector, x may be an element for all lanes.
template <class T, class X> STRIA_INLINE constexpr decltype(auto) modular(const X& x) {
  if constexpr (!is_modular<T>)
    return (x);
  else if constexpr (is_vector<X>)
    return reinterpret_cast<modular_t<T>>(x);
  else
    return static_cast<typename lane_type<modular_t<T>>::type>(x);
}
/// The vector that modular() made unsigned. A number is converted by static_cast.
template <class T> STRIA_INLINE constexpr T from_modular(const modular_t<T>& x) {
  if constexpr (is_modular<T> && is_vector<T>)
    return reinterpret_cast<T>(x);
  else
    return static_cast<T>(x);
}

/// -x
template <std::integral T> STRIA_INLINE constexpr T negative_of(T x) {
  return static_cast<T>(modular_t<T>{0} - modular<T>(x));
}

/// True if the sum, the difference or the product of two integers may not fit into their common
/// type in C++. Others remain signed: g++ computes in vectors of short integers only if it knows
/// that no int is needed.
template <class A, class B>
concept may_overflow = std::integral<A> && std::integral<B> &&
                       std::numeric_limits<A>::digits + std::numeric_limits<B>::digits >
                           std::numeric_limits<int>::digits;

} // namespace stria::detail
