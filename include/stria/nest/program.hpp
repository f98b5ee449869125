// SPDX-License-Identifier: BSL-1.0
// nest/program.hpp: what is computed of an expression, without its axes.
//
// add(mul(leaf, leaf), scalar): functors over leaves that read a row of memory. Expressions of the
// same operations and element types have one program, whatever their ranks, extents and slices.
#pragma once

#include <stria/nest/drive.hpp>

namespace stria::detail {

/// A row of an operand, and how far the next one is.
template <class T> struct program_leaf {
  const T* p = nullptr;
  index step = 0, jump = 0;

  template <bool> STRIA_INLINE static_row<const T, 1> row(std::size_t) const { return {p}; }
  /// axis 0: the next row; axis 1: what is added after the last row of a turn.
  STRIA_INLINE void advance(std::size_t axis, index by) { p += (axis == 0 ? step : jump) * by; }
};

/// The program of a cursor; `leaves` is -1 where it reads what is not strided memory, or calls what
/// may not be called in any order.
template <class C> struct program_of {
  static constexpr int leaves = -1;
};
template <class T> struct program_of<scalar_cursor<T>> {
  static constexpr int leaves = std::is_trivially_copyable_v<T> ? 0 : -1;
  using type = scalar_cursor<T>;
  static type make(const scalar_cursor<T>& c) { return c; }
};
template <class T, std::size_t L, index Hint>
  requires(packs<T> && packs_bytes(sizeof(T)))
struct program_of<strided_cursor<T, L, Hint>> {
  static constexpr int leaves = 1;
  using type = program_leaf<std::remove_const_t<T>>;
  static type make(const strided_cursor<T, L, Hint>&) { return {}; }
};
template <class F, std::size_t... I, class... C>
  requires(is_pure<F> && ((program_of<C>::leaves >= 0) && ...))
struct program_of<map_cursor<F, std::index_sequence<I...>, C...>> {
  static constexpr int leaves = (program_of<C>::leaves + ...);
  using type = map_cursor<F, std::index_sequence<I...>, typename program_of<C>::type...>;
  static type make(const map_cursor<F, std::index_sequence<I...>, C...>& c) {
    return {{program_of<C>::make(static_cast<const slot<I, C>&>(c).value)}..., c.f};
  }
};

/// Gives the leaves of a program the rows of a panel, from operand 1 on.
template <class T> STRIA_INLINE void bind(scalar_cursor<T>&, const fold_panel&, int&) {}
template <class T>
STRIA_INLINE void bind(program_leaf<T>& leaf, const fold_panel& panel, int& operand) {
  leaf.p = reinterpret_cast<const T*>(panel.at[operand]);
  leaf.step = panel.step[operand];
  leaf.jump = panel.jump[operand];
  ++operand;
}
template <class F, std::size_t... I, class... C>
STRIA_INLINE void bind(map_cursor<F, std::index_sequence<I...>, C...>& p, const fold_panel& panel,
                       int& operand) {
  (bind(static_cast<slot<I, C>&>(p).value, panel, operand), ...);
}

/// The rows of a panel as the kernels of reductions read them.
template <class P> struct panel_rows {
  P program;
  index turn, at;

  STRIA_INLINE panel_rows(const P& p, const fold_panel& panel)
      : program(p), turn(panel.turn), at(panel.first) {
    int operand = 1;
    bind(program, panel, operand);
  }
  template <bool> STRIA_INLINE auto row(std::size_t) const { return program.template row<true>(0); }
  /// To the next row.
  STRIA_INLINE void advance(std::size_t, index) {
    program.advance(0, 1);
    if (++at == turn) {
      at = 0;
      program.advance(1, 1);
    }
  }
};

} // namespace stria::detail
