// SPDX-License-Identifier: BSL-1.0
// assign/store_list.hpp: assigns an expression of tensors and views by the list of its operands, so
// that little code depends on its type.
// Tests: tests/evaluate/few_rows.cpp, tests/evaluate/line.cpp.
#pragma once

#include <stria/assign/in_place.hpp>
#include <stria/assign/verdict.hpp>
#include <stria/evaluate/line.hpp>
#include <stria/evaluate/reads.hpp>

#include <utility>

namespace stria::detail {

/// The number of loops for which store_listed() is compiled; 0 for more than three.
constexpr std::size_t loops_of_list(std::size_t axes) { return axes <= 3 ? axes : 0; }

/// How the shape of an expression must fit the target: the target, a tensor, has exactly this
/// shape, or the expression is broadcast to the target.
enum class list_rule : unsigned char { exact, broadcast };

/// The addresses of the elements of operand i of a list.
STRIA_INLINE byte_range range_of(const listed_store& e, int i, std::size_t loops) {
  const index* const step = e.steps + static_cast<std::size_t>(i) * loops;
  index low = 0, high = 1;
  for (std::size_t k = 0; k < loops; ++k) {
    const index span = step[k] * (e.n[k] - 1);
    low += span < 0 ? span : 0;
    high += span < 0 ? 0 : span;
    STRIA_ONE_BY_ONE;
  }
  const auto at = reinterpret_cast<std::uintptr_t>(e.at[i]);
  return {at + static_cast<std::uintptr_t>(low * e.code.bytes[i]),
          at + static_cast<std::uintptr_t>(high * e.code.bytes[i])};
}
/// Whether operands i and k visit the same element in each iteration.
STRIA_INLINE bool walk_together(const listed_store& e, int i, int k, std::size_t loops) {
  return e.at[i] == e.at[k] && e.code.bytes[i] == e.code.bytes[k] &&
         same_walk(e.steps + static_cast<std::size_t>(i) * loops,
                   e.steps + static_cast<std::size_t>(k) * loops, e.n, loops);
}
/// Whether an operand of a list may be read after it was overwritten: its elements share addresses
/// with those of the target, and it does not read each element just before it is written.
STRIA_INLINE bool may_meet(const listed_store& e, std::size_t loops) {
  const byte_range written = range_of(e, 0, loops);
  for (int i = 1; i < e.code.operands; ++i)
    if (ranges_meet(range_of(e, i, loops), written) && !walk_together(e, i, 0, loops))
      return true;
  return false;
}
/// Stores by one call of the kernel if the rows of all operands are contiguous or have the steps of
/// the hinted kernel. Otherwise returns false, and stores nothing. The same as store_by_one_call()
/// without merging loops, for two or three loops or one. If not `Writes`, nothing is stored.
template <std::size_t R, bool Writes = true>
STRIA_INLINE bool store_rows(const listed_store& e, bool on_threads = false) {
  const store_code& code = e.code;
  const index *const n = e.n, *const steps = e.steps;
  const index width = n[R - 1], rows = R > 1 ? n[R > 1 ? R - 2 : 0] : 1;
  const index all = width * rows * (R > 2 ? n[0] : 1);
  const signed char* const hints = code.hints_for(width, R != 1);
  panel_args panel;
  bool plain = true, hinted = hints != nullptr, joins = R > 1, outer_joins = R > 2;
  const index* step = steps;
  STRIA_FEW
  for (int i = 0; i < code.operands; ++i, step += R) {
    const index along = step[R - 1], row = R > 1 ? step[R > 1 ? R - 2 : 0] : 0;
    plain &= along == 1;
    if (hints != nullptr)
      hinted &= along == hints[i];
    if (!plain && !hinted)
      return false;
    joins &= row == width;
    panel.at[i] = e.at[i];
    panel.step[i] = row;
    panel.jump[i] = 0;
    if constexpr (R > 2) {
      panel.jump[i] = step[0] - row * rows;
      outer_joins &= panel.jump[i] == 0;
    }
    STRIA_ONE_BY_ONE;
  }
  joins &= plain;
  // A plan joins many short rows, and sorts axes by the steps of the target.
  if ((!joins && width <= limits::short_loop && all > limits::short_line) ||
      (R > 1 && steps[R > 1 ? R - 2 : 0] < steps[R - 1]) ||
      (R > 2 && steps[0] < steps[R > 2 ? 1 : 0]) || (!on_threads && code.split.pays(all)))
    return false;
  if constexpr (!Writes)
    return true;
  panel.turn = R > 2 ? rows : -1;
  panel.first = 0;
  panel.rows = all / width;
  panel.width = width;
  if (joins) {
    panel.width = R == 2 || outer_joins ? all : width * rows;
    panel.rows = R == 2 || outer_joins ? 1 : n[0];
    panel.turn = -1;
    if (R > 2 && !outer_joins)
      for (int i = 0; i < code.operands; ++i)
        panel.step[i] = panel.jump[i] + panel.step[i] * rows;
  }
  if (code.plain == nullptr)
    move_rows(panel, code.bytes[0]);
  else
    (plain ? code.plain : code.hinted)(e.program, panel);
  return true;
}

/// Stores a list of operands in loops of any sizes. `in_place` is null if no operand overlaps the
/// target. R is the number of loops, or 0 for more than three, which are `loops`.
template <std::size_t R, class = this_build>
STRIA_NOINLINE void store_listed(const listed_store& e, const in_place_code* in_place,
                                 std::size_t loops = R) {
  for (std::size_t k = 0; k < loops; ++k)
    if (e.n[k] == 0)
      return;
  const bool meets = in_place != nullptr && may_meet(e, loops);
  if constexpr (R != 0)
    if (!meets && store_rows<R>(e)) [[likely]]
      return;
  loop_operand of[limits::nest_operands];
  const index* step = e.steps;
  for (int i = 0; i < e.code.operands; ++i, step += loops)
    of[i] = {e.at[i], step};
  const expression_store store{e.code, of, e.n, static_cast<int>(loops), e.program};
  if (meets)
    store_checked(store, *in_place);
  else
    store_directly(store);
}

/// Stores into several targets by one call of the kernel: operand 0, and the last ones, of
/// `targets` in all. Returns false, and stores nothing, if that is not possible, or a target
/// overlaps another operand.
template <std::size_t R, class = this_build>
STRIA_NOINLINE bool store_tied(const listed_store& e, int targets) {
  for (std::size_t k = 0; k < R; ++k)
    if (e.n[k] == 0)
      return true;
  const int operands = e.code.operands, read = operands - targets; // operands 1 to `read` are read
  for (int t = 0; t < targets; ++t) {
    const int target = t == 0 ? 0 : read + t;
    const byte_range written = range_of(e, target, R);
    for (int i = 1; i < operands; ++i)
      if (i != target && (i <= read || i > target) && ranges_meet(range_of(e, i, R), written) &&
          (i > read || !walk_together(e, i, target, R)))
        return false;
  }
  std::size_t axis = 0; // the outermost loop of several iterations
  index all = 1;
  for (std::size_t k = R; k-- > 0; all *= e.n[k])
    axis = e.n[k] > 1 ? k : axis;
  const bool splits = R == 1 || axis + 1 < R; // in the middle of a row, a part may need other code
  if (const int chunks = e.code.split.chunks(all); chunks > 0 && splits) {
    if (!store_rows<R, false>(e, true))
      return false;
    e.code.split.run(
        e.n[axis], axis == R - 1 ? limits::thread_grain : 1,
        [&](index first, index last) {
          const std::byte* at[limits::nest_operands];
          for (int i = 0; i < operands; ++i)
            at[i] =
                e.at[i] + first * e.steps[static_cast<std::size_t>(i) * R + axis] * e.code.bytes[i];
          index n[R];
          for (std::size_t k = 0; k < R; ++k)
            n[k] = k == axis ? last - first : e.n[k];
          store_rows<R>({e.code, at, e.steps, n, e.program}, true);
        },
        chunks);
    return true;
  }
  return store_rows<R>(e);
}

/// The code to store e in place, or null if it does not overlap the target.
template <class Kernel, bool Checked, class Target, class E>
constexpr const in_place_code* in_place_code_of() {
  using V = held_value<Kernel, value_t<Target>, value_t<E>>;
  if constexpr (!Checked || (tensor_operand<Target> && reads_tensors<E>))
    return nullptr;
  else
    return &code_in_place<Kernel, value_t<Target>, V, rank_of<Target>, line_cursor<Target, E>>;
}

/// Lists the operands of e in the loops of `to`, a tensor or view with the extents of Target, and
/// stores e by the list. Returns false, and stores nothing, unless e fits; if `rule` is exact, it
/// must have an operand that is not broadcast.
template <class Kernel, bool Checked, class Target, class To, class E, class Act>
STRIA_INLINE bool store_list(const To& to, const E& e, list_rule rule, Act act) {
  constexpr std::size_t R = rank_of<Target>, loops = loops_of_list(R);
  using In = line_cursor<Target, E>;
  using program = program_of<In, true>;
  constexpr const store_code& code = code_of_store<Kernel, value_t<Target>, In>();
  constexpr const in_place_code* in_place = in_place_code_of<Kernel, Checked, Target, E>();
  constexpr auto operands = static_cast<std::size_t>(program::leaves + 1);
  const std::byte* at[operands];
  index steps[operands * R];
  operand_lister<R> list{one_by_one(to.shape()), at, steps};
  list.template target<To::layout>(to);
  list(e);
  if (!list.fits || (rule == list_rule::exact && !list.whole)) [[unlikely]]
    return false;
  const std::array<index, R> n = list.n;
  constexpr bool blank = code.is_copy || is_blank<typename program::type>;
  const auto p = [&]() STRIA_INLINE_LAMBDA {
    if constexpr (blank)
      return nullptr;
    else
      return program_from<typename program::type>(e);
  }();
  const listed_store all{code, at, steps, n.data(), blank ? nullptr : static_cast<const void*>(&p)};
  if constexpr (Act::writes)
    store_listed<loops>(all, in_place, R);
  else
    act.list(all, in_place, R);
  return true;
}

} // namespace stria::detail
