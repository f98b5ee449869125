// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/program.hpp: the computation of an expression without its axes.
//
// In a program such as add(mul(leaf, leaf), scalar), functors are applied to leaves, each of which
// reads a row of memory. Expressions with the same operations and element types have the same
// program, independent of ranks, extents and slices. Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/evaluate/nest/panel.hpp>
#include <stria/expr/map.hpp>
#include <stria/tensor/cursor.hpp>

#include <array>
#include <cstdint>

namespace stria::detail {

/// A row of an operand and the distance to the next one. `Hint` is the step of the operand along
/// the vectors, if a kernel is compiled for that step.
template <class T, index Hint = 1> struct program_leaf {
  static constexpr index hint = Hint;
  const T* p = nullptr;
  index step = 0, jump = 0;

  template <bool Hinted> STRIA_INLINE auto row(std::size_t) const {
    if constexpr (Hinted && Hint == 0)
      return scalar_row<T>{*p}; // read once per row
    else
      return static_row<const T, Hinted ? Hint : 1>{p};
  }
  /// Moves the leaf: with axis 0 to the next row, with axis 1 by the additional distance after the
  /// last row of a turn, and with axis 2 by elements within a row, unless the step is 0.
  STRIA_INLINE void advance(std::size_t axis, index by) {
    p += (axis == 0 ? step : axis == 1 ? jump : Hint == 0 ? 0 : 1) * by;
  }
};

/// Numbers that can be copied into a buffer.
template <class T> inline constexpr bool packs = is_number<std::remove_const_t<T>>;

/// Steps along the vectors for which separate kernels pay: 0 and -1. Operands with other steps are
/// copied.
constexpr index kernel_hint(index step) { return step == 0 || step == -1 ? step : 1; }

/// The program of a cursor. `leaves` is -1 if it reads memory that is not strided, or calls
/// functions that must be called in order. If `Hinted`, the leaves keep the steps that are known at
/// compile time.
template <class C, bool Hinted = false> struct program_of {
  static constexpr int leaves = -1;
};
template <class T, bool Hinted> struct program_of<scalar_cursor<T>, Hinted> {
  static constexpr int leaves = std::is_trivially_copyable_v<T> ? 0 : -1;
  using type = scalar_cursor<T>;
  static type make(const scalar_cursor<T>& c) { return c; }
};
template <class T, std::size_t L, index Hint, bool Hinted>
  requires(packs<T> && packs_bytes(sizeof(T)))
struct program_of<strided_cursor<T, L, Hint>, Hinted> {
  static constexpr int leaves = 1;
  using type = program_leaf<std::remove_const_t<T>, Hinted ? kernel_hint(Hint) : 1>;
  static type make(const strided_cursor<T, L, Hint>&) { return {}; }
};
template <class F, std::size_t... Ix, class... C, bool Hinted>
  requires(is_pure<F> && ((program_of<C>::leaves >= 0) && ...))
struct program_of<map_cursor<F, std::index_sequence<Ix...>, C...>, Hinted> {
  static constexpr int leaves = (program_of<C>::leaves + ...);
  using type = map_cursor<F, std::index_sequence<Ix...>, typename program_of<C, Hinted>::type...>;
  static type make(const map_cursor<F, std::index_sequence<Ix...>, C...>& c) {
    return {{program_of<C, Hinted>::make(static_cast<const slot<Ix, C>&>(c).value)}..., c.f};
  }
  /// Makes the program from a cursor whose leaves are derived from those of C.
  template <class... D> static type make(const map_cursor<F, std::index_sequence<Ix...>, D...>& c) {
    return {{program_of<C, Hinted>::make(static_cast<const slot<Ix, D>&>(c).value)}..., c.f};
  }
};

/// The program P of an expression whose leaves are memory and scalars.
template <class P, class N> STRIA_INLINE P program_from(const N& n) {
  if constexpr (is_scalar<N>)
    return {n.value};
  else if constexpr (is_ref<N>)
    return program_from<P>(*n.node);
  else if constexpr (is_map<N>)
    return n.program(static_cast<const P*>(nullptr));
  else
    return {};
}

/// True if a cursor with L loops has a program that can be planned.
template <std::size_t L, class C>
inline constexpr bool
    is_planned = L > 0 && L <= static_cast<std::size_t>(limits::nest_axes) &&
                 program_of<C>::leaves >= 0 && program_of<C>::leaves < limits::nest_operands;

/// What is known statically about the operands: hints, and bytes per element. Operand 0 is the
/// target.
struct operand_types {
  int count = 1;
  bool hinted = false; // a hint is not 1
  signed char hints[limits::nest_operands]{1};
  unsigned char bytes[limits::nest_operands]{};
  unsigned sizes = 0; // the sum of the different values of `bytes`, which are powers of two

  constexpr void add_size(std::size_t size) {
    if (packs_bytes(size))
      sizes |= static_cast<unsigned>(size);
  }
};
template <class T> constexpr void list_types(operand_types&, const scalar_cursor<T>*) {}
template <class T, index Hint>
constexpr void list_types(operand_types& to, const program_leaf<T, Hint>*) {
  to.hints[to.count] = static_cast<signed char>(Hint);
  to.bytes[to.count++] = sizeof(T);
  to.add_size(sizeof(T));
  to.hinted = to.hinted || Hint != 1;
}
template <class F, class Seq, class... C>
constexpr void list_types(operand_types& to, const map_cursor<F, Seq, C...>*) {
  (list_types(to, static_cast<const C*>(nullptr)), ...);
}
/// The operand_types for a target of type T and the leaves of a program.
template <class T, class P> constexpr operand_types types_of_operands() {
  operand_types types;
  types.bytes[0] = sizeof(T);
  types.add_size(sizeof(T));
  list_types(types, static_cast<const P*>(nullptr));
  return types;
}

/// True if a program has no state besides its leaves.
template <class P> inline constexpr bool is_blank = false;
template <class T, index Hint> inline constexpr bool is_blank<program_leaf<T, Hint>> = true;
template <class F, class Seq, class... C>
inline constexpr bool is_blank<map_cursor<F, Seq, C...>> =
    __is_empty(F) && __is_constructible(F) && (is_blank<C> && ...);
/// The program at an address, which is null for programs without state.
template <class P> STRIA_INLINE decltype(auto) program_at(const void* program) {
  if constexpr (is_blank<P>)
    return P{};
  else
    return *static_cast<const P*>(program);
}

/// The first N values of a list.
template <std::size_t N, class T> constexpr std::array<T, N> first_of(const T* list) {
  std::array<T, N> first{};
  for (std::size_t i = 0; i < N; ++i)
    first[i] = list[i];
  return first;
}

/// Binds the leaves of a program to the rows of a panel, from operand 1 on.
template <class T> STRIA_INLINE void bind(scalar_cursor<T>&, const panel_args&, int&) {}
template <class T, index Hint>
STRIA_INLINE void bind(program_leaf<T, Hint>& leaf, const panel_args& of, int& operand) {
  leaf.p = reinterpret_cast<const T*>(of.at[operand]);
  leaf.step = of.step[operand];
  leaf.jump = of.jump[operand];
  ++operand;
}
template <class F, std::size_t... Ix, class... C>
STRIA_INLINE void bind(map_cursor<F, std::index_sequence<Ix...>, C...>& p, const panel_args& of,
                       int& operand) {
  (bind(static_cast<slot<Ix, C>&>(p).value, of, operand), ...);
}

/// The rows of a panel as read by kernels.
template <class P> struct panel_rows {
  P program;
  index turn, at;

  STRIA_INLINE panel_rows(const P& p, const panel_args& of)
      : program(p), turn(of.turn), at(of.first) {
    int operand = 1;
    bind(program, of, operand);
  }
  template <bool Hinted> STRIA_INLINE auto row(std::size_t) const {
    return program.template row<Hinted>(0);
  }
  /// Advances to element k of the rows, according to the hints of the kernel.
  STRIA_INLINE void skip(index k) { program.advance(2, k); }
  /// Advances to the next row; true at the end of a turn.
  STRIA_INLINE bool advance(std::size_t, index) {
    program.advance(0, 1);
    if (++at != turn) [[likely]]
      return false;
    at = 0;
    program.advance(1, 1);
    return true;
  }
};

/// The address of an element, computed as a number because an operand without elements may have no
/// memory.
template <class T> STRIA_INLINE const std::byte* address_of(const T* base, index offset) {
  return reinterpret_cast<const std::byte*>(reinterpret_cast<std::uintptr_t>(base) +
                                            static_cast<std::uintptr_t>(offset) * sizeof(T));
}

} // namespace stria::detail
