// SPDX-License-Identifier: BSL-1.0
// evaluate/packs.hpp: rows of floating-point arithmetic, sixteen elements at a time.
//
// Packs are for unoptimised builds by clang, where they reduce the time to a tenth: without
// optimisation, moving an operand costs many instructions, whether it is one element or sixteen.
// Unoptimised builds by g++ do not need packs, because STRIA_LOOPS makes g++ optimise the loops.
// With optimisation both compilers vectorise the loops. Tests: tests/evaluate/unoptimised.cpp.
#pragma once

#include <stria/base/config.hpp>

#if defined(STRIA_USE_PACKS)
#include <stria/expr/function.hpp>
#include <stria/expr/map.hpp>

#include <concepts>

namespace stria::detail {

inline constexpr index pack_size = 16;
template <class T> using pack = T __attribute__((ext_vector_type(pack_size)));

/// True if the row has elements of type T and provides them in packs.
template <class Row, class T> inline constexpr bool in_packs = false;
template <class U, class T>
inline constexpr bool in_packs<static_row<U, 1>, T> = std::same_as<std::remove_const_t<U>, T>;
template <class T> inline constexpr bool in_packs<scalar_row<T>, T> = true;
template <class F, class Seq, class A, class B, class T>
inline constexpr bool in_packs<map_row<F, Seq, A, B>, T> =
    in_packs<A, T> && in_packs<B, T> && is_on_packs<F, T>;

/// True if a kernel may store a row of type Ix into a row of type O in packs. Rows of integers are
/// excluded, because UBSan does not detect overflow in vectors.
template <class O, class Ix, class T>
inline constexpr bool stores_packs = (std::same_as<T, float> || std::same_as<T, double>) &&
                                     std::same_as<O, static_row<T, 1>> && in_packs<Ix, T>;

template <class T, class U>
STRIA_INLINE void load_pack(pack<T>& to, const static_row<U, 1>& row, index i) {
  __builtin_memcpy(&to, row.p + i, sizeof(to));
}
template <class T> STRIA_INLINE void load_pack(pack<T>& to, const scalar_row<T>& row, index) {
  to = row.value;
}
template <class T, class F, std::size_t Ix, std::size_t J, class A, class B>
STRIA_INLINE void load_pack(pack<T>& to, const map_row<F, std::index_sequence<Ix, J>, A, B>& row,
                            index i) {
  pack<T> other;
  load_pack<T>(to, row.slot<Ix, A>::value, i);
  load_pack<T>(other, row.slot<J, B>::value, i);
  F::apply_to_packs(to, other);
}

/// Stores the elements of whole packs and returns their number.
template <class T, class Ix> index store_packs(const static_row<T, 1>& out, const Ix& in, index n) {
  index i = 0;
  for (; i + pack_size <= n; i += pack_size) {
    pack<T> values;
    load_pack<T>(values, in, i);
    __builtin_memcpy(out.p + i, &values, sizeof(values));
  }
  return i;
}

} // namespace stria::detail
#endif
