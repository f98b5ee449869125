// SPDX-License-Identifier: BSL-1.0
// evaluate/blockwise.hpp: rows of an expression evaluated in blocks, with some operands computed
// ahead.
//
// In r = exp(a) * b, a function that computes whole blocks writes the exponentials of a block into
// a small buffer. The surrounding loop, which the compiler vectorises, reads them from there. See
// docs/design/simd.md. Tests: tests/numpy/elementwise/powers.cpp, tests/simd/rows.cpp.
#pragma once

#include <stria/evaluate/vectors.hpp>
#include <stria/expr/map.hpp>
#include <stria/math/limits.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// A row starting at position `from`.
template <class Row> struct shifted_row {
  Row row;
  index from;
  STRIA_INLINE constexpr decltype(auto) operator[](index i) const { return row[from + i]; }
};
template <class Row> inline constexpr bool in_any_order<shifted_row<Row>> = in_any_order<Row>;
template <class Row> STRIA_INLINE constexpr shifted_row<Row> shifted(const Row& row, index from) {
  return {row, from};
}
template <class T, index Stride>
STRIA_INLINE constexpr static_row<T, Stride> shifted(const static_row<T, Stride>& row, index from) {
  return {row.p + from * Stride};
}
template <class T>
STRIA_INLINE constexpr dynamic_row<T> shifted(const dynamic_row<T>& row, index from) {
  return {row.p + from * row.stride, row.stride};
}
template <class T> STRIA_INLINE constexpr scalar_row<T> shifted(const scalar_row<T>& row, index) {
  return row;
}

/// A row that can compute one block ahead: load(from, n) computes the block and returns a row of
/// the n elements from position `from` on.
template <class Row, index Block> struct staged_row {
  Row row;

  staged_row(const Row& r, index) : row(r) {}
  STRIA_INLINE auto load(index from, index) { return shifted(row, from); }
};

template <class F, std::size_t... Ix, class... R, index Block>
struct staged_row<map_row<F, std::index_sequence<Ix...>, R...>, Block>
    : slot<Ix, staged_row<R, Block>>... {
  using row_type = map_row<F, std::index_sequence<Ix...>, R...>;
  STRIA_EMPTY F f;

  staged_row(const row_type& r, index n)
      : slot<Ix, staged_row<R, Block>>{staged_row<R, Block>(
            static_cast<const slot<Ix, R>&>(r).value, n)}...,
        f(r.f) {}
  STRIA_INLINE auto load(index from, index n) {
    return map_row<
        F, std::index_sequence<Ix...>,
        std::remove_cvref_t<decltype(slot<Ix, staged_row<R, Block>>::value.load(from, n))>...>{
        {slot<Ix, staged_row<R, Block>>::value.load(from, n)}..., f};
  }
};

/// True if the row computes something one block ahead.
template <class Row> inline constexpr bool is_staged = false;
template <class F, class Seq, class... R>
inline constexpr bool is_staged<map_row<F, Seq, R...>> =
    block_function<F, row_value<map_row<F, Seq, R...>>, R...> || (is_staged<R> || ...);

/// An argument of a block function: it is copied to a buffer, unless it is already in memory in the
/// form that the function expects.
template <class T, class R, index Block> struct staged_argument {
  using element = typename block_argument<T, R>::element;

  staged_row<R, Block> inner;
  alignas(64) element buffer[static_cast<std::size_t>(Block)];

  static constexpr bool in_memory = false;
  staged_argument(const R& r, index n) : inner(r, n) {}
  STRIA_INLINE static bool meets(const void*, const void*, index) { return false; }
  STRIA_INLINE const element* load(index from, index n) {
    const auto values = inner.load(from, n);
    for_places<R>(n, [&](index i) __attribute__((always_inline)) {
      buffer[i] = static_cast<element>(values[i]);
    });
    return buffer;
  }
};
template <class T, class V, index Block>
  requires std::same_as<typename block_argument<T, static_row<V, 1>>::element,
                        std::remove_const_t<V>>
struct staged_argument<T, static_row<V, 1>, Block> {
  const V* p;
  static constexpr bool in_memory = true;
  staged_argument(const static_row<V, 1>& r, index) : p(r.p) {}
  /// Whether the n elements are in the memory from `begin` to `end`.
  STRIA_INLINE bool meets(const void* begin, const void* end, index n) const {
    const auto at = [](const void* q) { return reinterpret_cast<std::uintptr_t>(q); };
    return at(p) < at(end) && at(begin) < at(p + n);
  }
  STRIA_INLINE const V* load(index from, index) const { return p + from; }
};
template <class T, class U, index Block> struct staged_argument<T, scalar_row<U>, Block> {
  typename block_argument<T, scalar_row<U>>::type value;
  static constexpr bool in_memory = true;
  STRIA_INLINE static bool meets(const void*, const void*, index) { return false; }
  staged_argument(const scalar_row<U>& r, index) : value(static_cast<T>(r.value)) {}
  STRIA_INLINE auto load(index, index) const { return value; }
};

/// A call of a block function. It has no buffer for the results: compilers keep it in registers,
/// and know the numbers in it.
template <class Row, index Block> struct staged_call;
template <class F, std::size_t... Ix, class... R, index Block>
struct staged_call<map_row<F, std::index_sequence<Ix...>, R...>, Block> {
  using row_type = map_row<F, std::index_sequence<Ix...>, R...>;
  using T = row_value<row_type>;
  template <std::size_t K, class A> using argument = slot<K, staged_argument<T, A, Block>>;

  struct arguments : argument<Ix, R>... {};
  arguments from_;

  STRIA_INLINE staged_call(const row_type& r, index n)
      : from_{{staged_argument<T, R, Block>(static_cast<const slot<Ix, R>&>(r).value, n)}...} {}

  /// True if no argument is copied.
  static constexpr bool in_memory = (staged_argument<T, R, Block>::in_memory && ...);
  /// Whether the function reads some of the n elements at `to`.
  STRIA_INLINE bool meets(const T* to, index n) const {
    return (static_cast<const argument<Ix, R>&>(from_).value.meets(to, to + n, n) || ...);
  }
  /// Writes the elements [from, from + n) to memory that the function does not read.
  STRIA_INLINE void store(T* to, index from, index n) {
    F::block(to, n, static_cast<argument<Ix, R>&>(from_).value.load(from, n)...);
  }
};

template <class F, std::size_t... Ix, class... R, index Block>
  requires block_function<F, row_value<map_row<F, std::index_sequence<Ix...>, R...>>, R...>
struct staged_row<map_row<F, std::index_sequence<Ix...>, R...>, Block> {
  using call_type = staged_call<map_row<F, std::index_sequence<Ix...>, R...>, Block>;
  using T = typename call_type::T;

  call_type call;
  alignas(64) T buffer[static_cast<std::size_t>(Block)];

  staged_row(const typename call_type::row_type& r, index n) : call(r, n) {}
  STRIA_INLINE static_row<const T, 1> load(index from, index n) {
    call.store(buffer, from, n);
    return {buffer};
  }
};

/// True if Kernel stores the values of a block function unchanged.
template <class Kernel, class O, class Ix> inline constexpr bool fills_target = false;
template <class Kernel, class T, class F, class Seq, class... R>
  requires(Kernel::copies && std::same_as<T, row_value<map_row<F, Seq, R...>>> &&
           block_function<F, T, R...>)
inline constexpr bool fills_target<Kernel, static_row<T, 1>, map_row<F, Seq, R...>> = true;

/// Runs Kernel::row for each block of a row, after computing the staged operands of the block.
template <class Kernel, index Block, class O, class Ix>
STRIA_INLINE void run_blocks(const O& out, const Ix& in, index n) {
  index from = 0;
  if constexpr (fills_target<Kernel, O, Ix>) {
    staged_call<Ix, Block> call(in, n);
    alignas(64) typename staged_call<Ix, Block>::T buffer[static_cast<std::size_t>(Block)];
    const bool meets = call.meets(out.p, n);
    const index most = call.in_memory && !meets ? limits::block : Block;
    for (; from < n; from += most) {
      const index count = n - from < most ? n - from : most;
      call.store(meets ? buffer : out.p + from, from, count);
      if (meets)
        __builtin_memcpy(out.p + from, buffer, static_cast<std::size_t>(count) * sizeof(buffer[0]));
    }
    return;
  }
  staged_row<Ix, Block> s(in, n);
  // The length of a whole block is a compile-time constant.
  for (; from + Block <= n; from += Block)
    Kernel::row(shifted(out, from), s.load(from, Block), std::integral_constant<index, Block>());
  if (from < n)
    Kernel::row(shifted(out, from), s.load(from, n - from), n - from);
}

/// A row with the simple forms of its functions, for the values of the scalars of a row.
template <class Row> struct simple_row {
  using type = Row;
  static constexpr bool differs = false;
  STRIA_INLINE static bool exists(const Row&) { return true; }
  STRIA_INLINE static const Row& of(const Row& row) { return row; }
};
template <class F, std::size_t... Ix, class... R>
  requires(simple_row<R>::differs || ...)
struct simple_row<map_row<F, std::index_sequence<Ix...>, R...>> {
  using row = map_row<F, std::index_sequence<Ix...>, R...>;
  using type = map_row<F, std::index_sequence<Ix...>, typename simple_row<R>::type...>;
  static constexpr bool differs = true;
  STRIA_INLINE static bool exists(const row& r) {
    return (simple_row<R>::exists(static_cast<const slot<Ix, R>&>(r).value) && ...);
  }
  STRIA_INLINE static type of(const row& r) {
    return {{simple_row<R>::of(static_cast<const slot<Ix, R>&>(r).value)}..., r.f};
  }
};
template <class F, class R, class U>
  requires(has_simple_form<F> &&
           block_function<F, row_value<map_row<F, std::index_sequence<0, 1>, R, scalar_row<U>>>, R,
                          scalar_row<U>>)
struct simple_row<map_row<F, std::index_sequence<0, 1>, R, scalar_row<U>>> {
  using row = map_row<F, std::index_sequence<0, 1>, R, scalar_row<U>>;
  using form = typename F::template simple_form<row_value<row>>;
  using type = map_row<form, std::index_sequence<0>, typename simple_row<R>::type>;
  static constexpr bool differs = true;
  STRIA_INLINE static bool exists(const row& r) {
    return F::is_simple_for(static_cast<const slot<1, scalar_row<U>>&>(r).value.value) &&
           simple_row<R>::exists(static_cast<const slot<0, R>&>(r).value);
  }
  STRIA_INLINE static type of(const row& r) {
    return {{simple_row<R>::of(static_cast<const slot<0, R>&>(r).value)}, {}};
  }
};

/// Runs a row that contains block functions.
template <class Kernel, class O, class Ix, class N>
STRIA_INLINE void run_staged(O out, Ix in, N n) {
  if constexpr (simple_row<Ix>::differs)
    if (simple_row<Ix>::exists(in))
      return Kernel::row_unshared(out, simple_row<Ix>::of(in), n);
  run_blocks<Kernel, limits::staged_block>(out, in, n);
}

} // namespace stria::detail
