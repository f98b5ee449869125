// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/run_cyclic.hpp: stores planned expressions that read memory which wraps round at
// the end of an axis. The loops are divided into parts in which every operand is plain strided
// memory. Tests: tests/evaluate/rolls.cpp.
#pragma once

#include <stria/evaluate/nest/drive_store.hpp>
#include <stria/evaluate/nest/run_store.hpp>
#include <stria/evaluate/wrapped_loops.hpp>

namespace stria::detail {

/// For each loop, the position at which an operand begins, and the number of positions after which
/// it wraps round; both are 0 if it does not.
struct operand_turns {
  const index *at, *size;

  /// The position in iteration i of loop k, which visits no position twice.
  index position(int k, index i) const { return at[k] + i - (at[k] + i < size[k] ? 0 : size[k]); }
};

/// Lists the turns of the operands of an expression, in order.
template <class T> STRIA_INLINE void list_turns(operand_turns*&, const scalar_cursor<T>&) {}
template <class T, std::size_t L, index H>
STRIA_INLINE void list_turns(operand_turns*& to, const strided_cursor<T, L, H>&) {
  static constexpr std::array<index, L> none{};
  *to++ = {none.data(), none.data()};
}
template <class T, std::size_t L, index H>
STRIA_INLINE void list_turns(operand_turns*& to, const cyclic_cursor<T, L, H>& c) {
  *to++ = {c.at.data(), c.size.data()};
}
template <class F, std::size_t... Ix, class... C>
STRIA_INLINE void list_turns(operand_turns*& to,
                             const map_cursor<F, std::index_sequence<Ix...>, C...>& c) {
  (list_turns(to, static_cast<const slot<Ix, C>&>(c).value), ...);
}

/// How cyclic_parts stores an expression: the turns of its operands, and the function that stores
/// a part.
struct cyclic_store {
  const operand_turns* turns;
  store_driver drive;
};

/// Stores an expression part by part.
class cyclic_parts {
  const expression_store& e_;
  const cyclic_store& how_;
  loop_operand of_[limits::nest_operands];
  index n_[limits::nest_axes];

public:
  cyclic_parts(const expression_store& e, const cyclic_store& how) : e_(e), how_(how) {
    for (int i = 0; i < e.code.operands; ++i)
      of_[i] = e.of[i];
  }
  /// Stores the parts of the loops from number k on.
  STRIA_SMALL void run(int k) {
    if (k == e_.loops)
      return how_.drive({e_.code, of_, n_, e_.loops, e_.program}, nullptr);
    const std::byte* first[limits::nest_operands];
    for (int i = 0; i < e_.code.operands; ++i)
      first[i] = of_[i].at;
    for (index done = 0; done < e_.n[k]; done += n_[k]) {
      n_[k] = e_.n[k] - done;
      for (int i = 0; i < e_.code.operands; ++i) {
        const index now = how_.turns[i].position(k, done), left = how_.turns[i].size[k] - now;
        of_[i].at = first[i] + now * of_[i].steps[k] * e_.code.bytes[i];
        if (left > 0 && left < n_[k])
          n_[k] = left;
      }
      run(k + 1);
    }
    for (int i = 0; i < e_.code.operands; ++i)
      of_[i].at = first[i];
  }
};
/// The axes of an operand of up to three loops, which wrap round as `turns` says. Loops along which
/// the operand is the same have one position. Returns false if a loop ends before the axis.
inline bool rotated_axes_of(const expression_store& e, int i, const operand_turns& turns,
                            rotated_axes& axes) {
  axes = {{1, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  for (int k = 0; k < e.loops; ++k) {
    const int axis = k + 3 - e.loops;
    const index step = e.of[i].steps[k];
    if (step == 0)
      continue;
    axes.n[axis] = e.n[k];
    axes.steps[axis] = step;
    if (turns.at[k] == 0)
      continue;
    if (turns.size[k] != e.n[k])
      return false;
    axes.by[axis] = e.n[k] - turns.at[k];
  }
  return true;
}
/// Stores an expression whose operands wrap round. If there are few elements, these operands are
/// copied to the stack, so that there is one part.
template <class = this_build>
STRIA_NOINLINE void store_in_parts(const expression_store& e, const void* how) {
  const auto& turns = static_cast<const cyclic_store*>(how)->turns;
  panel_room room;
  index steps[limits::nest_operands][3];
  loop_operand of[limits::nest_operands];
  bool fits = e.loops <= 3;
  for (int i = 0; fits && i < e.code.operands; ++i) {
    bool wraps = false;
    of[i] = e.of[i];
    for (int k = 0; k < e.loops; ++k)
      wraps = wraps || turns[i].at[k] != 0;
    if (!wraps)
      continue;
    rotated_axes axes;
    std::byte* to = nullptr;
    if (i != 0 && rotated_axes_of(e, i, turns[i], axes) && axes.n[0] <= limits::panel &&
        axes.n[1] <= limits::panel && axes.n[2] <= limits::panel)
      to = room.next(axes.n[0] * axes.n[1] * axes.n[2] * e.code.bytes[i]);
    fits = to != nullptr;
    if (!fits)
      break;
    e.code.copies.rotate(axes, e.code.bytes[i], e.of[i].at, to);
    index next = 1;
    for (int k = e.loops; k-- > 0;) {
      const index step = e.of[i].steps[k];
      steps[i][k] = step == 0 ? 0 : next;
      next *= step == 0 ? 1 : e.n[k];
    }
    of[i] = {to, steps[i]};
  }
  if (fits)
    return static_cast<const cyclic_store*>(how)->drive({e.code, of, e.n, e.loops, e.program},
                                                        nullptr);
  cyclic_parts(e, *static_cast<const cyclic_store*>(how)).run(0);
}

/// Runs a kernel over the sizes n, which may be 0. `In` reads memory that wraps round.
template <class Kernel, std::size_t L, class T, index H, class In>
STRIA_NOINLINE void run_cyclic_store(const std::array<index, L>& n,
                                     const strided_cursor<T, L, H>& out, const In& in) {
  for (const index size : n)
    if (size == 0)
      return;
  using straight = typename straight_cursor<true>::template of<In>;
  using program = program_of<straight, true>;
  constexpr const store_code& code = code_of_store<Kernel, T, straight>();
  loop_operand of[program::leaves + 1];
  operand_turns turns[program::leaves + 1];
  loop_operand* to = of;
  operand_turns* turn = turns;
  list_operands(to, out);
  list_operands(to, in);
  list_turns(turn, out);
  list_turns(turn, in);
  const cyclic_store how{turns, store_apart};
  if constexpr (is_blank<typename program::type>) {
    store_in_parts({code, of, n.data(), static_cast<int>(L), nullptr}, &how);
  } else {
    const auto p = program::make(in);
    store_in_parts({code, of, n.data(), static_cast<int>(L), &p}, &how);
  }
}

} // namespace stria::detail
