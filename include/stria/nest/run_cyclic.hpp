// SPDX-License-Identifier: BSL-1.0
// nest/run_cyclic.hpp: stores planned expressions that read memory which wraps round at the end of
// an axis. The loops are divided into parts in which every operand is plain strided memory.
#pragma once

#include <stria/eval/cyclic.hpp>
#include <stria/nest/drive_store.hpp>
#include <stria/nest/run_store.hpp>

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
/// Copies an operand of up to three loops to `to`, in row-major order and without its turns.
inline void copy_unrolled(const expression_store& e, int i, const operand_turns& turns,
                          std::byte* to) {
  const index bytes = e.code.bytes[i];
  // Along each loop, the first piece is read up to the end of the axis, and the second from its
  // beginning. Loops along which the operand is broadcast are not copied.
  index n[3] = {1, 1, 1}, first[3] = {1, 1, 1}, at[3]{}, step[3]{}, line[3]{};
  index next = 1;
  for (int k = e.loops; k-- > 0;) {
    const int loop = k + 3 - e.loops;
    if ((step[loop] = e.of[i].steps[k]) == 0)
      continue;
    n[loop] = e.n[k];
    at[loop] = turns.at[k];
    const index left = turns.size[k] - turns.at[k];
    first[loop] = turns.size[k] != 0 && left < n[loop] ? left : n[loop];
    line[loop] = next;
    next *= n[loop];
  }
  for (int part = 0; part < 8; ++part) {
    const std::byte* from = e.of[i].at;
    std::byte* out = to;
    index size[3];
    for (int k = 0; k < 3; ++k) {
      const bool second = (part >> k & 1) != 0;
      size[k] = second ? n[k] - first[k] : first[k];
      from += (second ? 0 : at[k]) * step[k] * bytes;
      out += (second ? first[k] : 0) * line[k] * bytes;
    }
    if (size[0] != 0 && size[1] != 0 && size[2] != 0)
      e.code.copies.move({from, size[2], step[2], size[1], step[1], size[0], step[0]},
                         {out, size[2], line[2], size[1], line[1], size[0], line[0]}, bytes);
  }
}
/// Stores an expression whose operands wrap round. If there are few elements, these operands are
/// copied to the stack, so that there is one part.
template <class = this_build>
STRIA_NOINLINE void store_in_parts(const expression_store& e, const void* how) {
  const auto& turns = static_cast<const cyclic_store*>(how)->turns;
  alignas(limits::cache_line) std::byte room[static_cast<std::size_t>(limits::panel_bytes)];
  index steps[limits::nest_operands][3], used = 0;
  loop_operand of[limits::nest_operands];
  bool fits = e.loops <= 3;
  for (int i = 0; fits && i < e.code.operands; ++i) {
    bool wraps = false;
    of[i] = e.of[i];
    index next = 1;
    for (int k = e.loops; fits && k-- > 0;) {
      wraps = wraps || turns[i].at[k] != 0;
      const index step = e.of[i].steps[k];
      steps[i][k] = step == 0 ? 0 : next;
      next *= step == 0 ? 1 : e.n[k];
      fits = next <= limits::panel_bytes;
    }
    if (!fits || !wraps)
      continue;
    std::byte* const to = room + used;
    used += round_up(next * e.code.bytes[i], limits::cache_line);
    fits = i != 0 && used <= limits::panel_bytes;
    if (fits) {
      copy_unrolled(e, i, turns[i], to);
      of[i] = {to, steps[i]};
    }
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
