// SPDX-License-Identifier: BSL-1.0
// eval/staged.hpp: a row of an expression, a block at a time, with some of it computed ahead.
//
// r = exp(a) * b: the exponentials of a block go into a small buffer, by vectors; the loop around
// it, which the compiler makes vectors of by itself, reads them there. docs/design/simd.md.
#pragma once

#include <stria/backend/simd.hpp>
#include <stria/eval/limits.hpp>
#include <stria/eval/vectors.hpp>
#include <stria/expr/map.hpp>

#include <utility>

namespace stria::detail {

/// A row from place `from` on.
template <class Row> struct shifted_row {
  Row row;
  index from;
  STRIA_INLINE constexpr decltype(auto) operator[](index i) const { return row[from + i]; }
};
template <class Row> inline constexpr bool in_any_order<shifted_row<Row>> = in_any_order<Row>;
template <class Row> STRIA_INLINE shifted_row<Row> shifted(const Row& row, index from) {
  return {row, from};
}
template <class T, index Stride>
STRIA_INLINE static_row<T, Stride> shifted(const static_row<T, Stride>& row, index from) {
  return {row.p + from * Stride};
}
template <class T> STRIA_INLINE dynamic_row<T> shifted(const dynamic_row<T>& row, index from) {
  return {row.p + from * row.stride, row.stride};
}
template <class T> STRIA_INLINE scalar_row<T> shifted(const scalar_row<T>& row, index) {
  return row;
}

/// A row of n elements of which a block can be computed ahead: load(from, n) is the row of its n
/// elements.
template <class Row, index Block> struct staged_row {
  Row row;

  staged_row(const Row& r, index) : row(r) {}
  STRIA_INLINE auto load(index from, index) { return shifted(row, from); }
};

template <class F, std::size_t... I, class... R, index Block>
struct staged_row<map_row<F, std::index_sequence<I...>, R...>, Block>
    : slot<I, staged_row<R, Block>>... {
  using row_type = map_row<F, std::index_sequence<I...>, R...>;
  STRIA_EMPTY F f;

  staged_row(const row_type& r, index n)
      : slot<I, staged_row<R, Block>>{staged_row<R, Block>(static_cast<const slot<I, R>&>(r).value,
                                                           n)}...,
        f(r.f) {}
  STRIA_INLINE auto load(index from, index n) {
    return map_row<
        F, std::index_sequence<I...>,
        std::remove_cvref_t<decltype(slot<I, staged_row<R, Block>>::value.load(from, n))>...>{
        {slot<I, staged_row<R, Block>>::value.load(from, n)}..., f};
  }
};

#if defined(STRIA_USE_SIMD)

template <class Row> using row_value = std::remove_cvref_t<decltype(std::declval<const Row&>()[0])>;

/// The row computes something in vectors.
template <class Row> inline constexpr bool is_staged = false;
template <class F, class Seq, class... R>
inline constexpr bool is_staged<map_row<F, Seq, R...>> =
    (sizeof...(R) == 1 && vector_function<F, row_value<map_row<F, Seq, R...>>>) ||
    (is_staged<R> || ...);

template <class F, class R, index Block>
  requires vector_function<F, row_value<map_row<F, std::index_sequence<0>, R>>>
struct staged_row<map_row<F, std::index_sequence<0>, R>, Block> {
  using T = row_value<map_row<F, std::index_sequence<0>, R>>;

  staged_row<R, Block> argument;
  alignas(64) T buffer[static_cast<std::size_t>(Block)];

  staged_row(const map_row<F, std::index_sequence<0>, R>& r, index n)
      : argument(static_cast<const slot<0, R>&>(r).value, n) {}
  STRIA_INLINE static_row<const T, 1> load(index from, index n) {
    if constexpr (std::same_as<R, static_row<T, 1>> || std::same_as<R, static_row<const T, 1>>) {
      apply_in_vectors<F>(static_cast<const T*>(argument.row.p + from), buffer, n);
    } else {
      const auto values = argument.load(from, n);
      for_places<R>(n, [&](index i) __attribute__((always_inline)) {
        buffer[i] = static_cast<T>(values[i]);
      });
      apply_in_vectors<F>(buffer, n);
    }
    return {buffer};
  }
};

#endif

/// Kernel::row for the blocks of a row, each computed ahead.
template <class Kernel, index Block, class O, class I>
STRIA_INLINE void run_blocks(const O& out, const I& in, index n) {
  staged_row<I, Block> s(in, n);
  index from = 0;
  // Of whole blocks the compiler knows the length.
  for (; from + Block <= n; from += Block)
    Kernel::row(shifted(out, from), s.load(from, Block), std::integral_constant<index, Block>());
  if (from < n)
    Kernel::row(shifted(out, from), s.load(from, n - from), n - from);
}

/// A row with vector functions in it.
template <class Kernel, class O, class I> STRIA_INLINE void run_staged(O out, I in, index n) {
  run_blocks<Kernel, limits::staged_block>(out, in, n);
}

} // namespace stria::detail
