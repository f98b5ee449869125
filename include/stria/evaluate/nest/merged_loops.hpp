// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/merged_loops.hpp: the loops of a statement of few elements, which needs no plan,
// and the copies of its operands on the stack. Tests: tests/evaluate/few.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/nest/pack.hpp>
#include <stria/evaluate/nest/panel.hpp>
#include <stria/math/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace stria::detail {

/// The loops of a statement, the innermost first: the axes of several positions, where neighbours
/// that every operand can traverse as one are merged. Bit k of `reduced` states that axis k is
/// reduced; such axes are merged only with each other. `fits` is false if more than three loops are
/// left. There must be elements.
struct merged_loops {
  int depth = 0, axis[3]{};
  index size[3]{1, 1, 1}, elements = 1;
  bool is_reduced[3]{};
  bool fits = true;

  merged_loops(const loop_operand* of, int operands, const index* n, int loops,
               std::uint64_t reduced = 0) {
    STRIA_FEW
    for (int k = loops; k-- > 0;) {
      if (n[k] == 1)
        continue;
      if (!multiply_fits(elements, n[k], elements)) { // of an operand that is broadcast
        fits = false;
        return;
      }
      const bool gone = (reduced >> k & 1U) != 0;
      bool joins = depth > 0 && is_reduced[depth - 1] == gone;
      for (int i = 0; joins && i < operands; ++i)
        joins = of[i].steps[k] == of[i].steps[axis[depth - 1]] * size[depth - 1];
      if (joins) {
        size[depth - 1] *= n[k];
      } else if (depth < 3) {
        axis[depth] = k;
        is_reduced[depth] = gone;
        size[depth++] = n[k];
      } else {
        fits = false;
      }
    }
    if (depth == 0) {
      axis[0] = loops - 1;
      depth = 1;
    }
  }
  /// Exchanges two loops.
  void exchange(int a, int b) {
    std::swap(axis[a], axis[b]);
    std::swap(size[a], size[b]);
    std::swap(is_reduced[a], is_reduced[b]);
  }
  /// The step of an operand along one of the loops; 0 if there is no such loop.
  index step(const loop_operand& of, int loop) const {
    return loop < depth && size[loop] != 1 ? of.steps[axis[loop]] : 0;
  }
  /// The elements of an operand. Two loops are rows without pieces, which are copied faster.
  strided_rows rows(const loop_operand& of) const {
    const index along = size[0] == 1 ? 1 : step(of, 0);
    if (depth < 3)
      return {of.at, size[0], along, 1, 0, size[1], step(of, 1)};
    return {of.at, size[0], along, size[1], step(of, 1), size[2], step(of, 2)};
  }
  /// The same, but each element once: the loops along which the operand is the same have one
  /// iteration.
  strided_rows rows_once(const loop_operand& of) const {
    const auto once = [&](int loop) { return step(of, loop) == 0 ? 1 : size[loop]; };
    if (depth < 3)
      return {of.at, once(0), step(of, 0), 1, 0, once(1), step(of, 1)};
    return {of.at, once(0), step(of, 0), once(1), step(of, 1), once(2), step(of, 2)};
  }
  /// Points a panel to an operand, whose rows are `row` and `outer` apart.
  void point(panel_args& panel, int i, const std::byte* at, index row, index outer) const {
    panel.at[i] = at;
    panel.step[i] = row;
    panel.jump[i] = outer - row * size[1];
  }
};

/// The operands of a panel that are copied to the stack, one bit each. `fits` is false if there is
/// no room for all of the copies.
struct stack_copies {
  std::uint64_t of = 0;
  index used = 0;
  bool fits = true;

  bool has(int i) const { return (of >> i & 1U) != 0; }
  /// Reserves memory for `bytes` bytes.
  void reserve(index bytes) {
    fits = fits && bytes <= limits::stack_bytes - used;
    used += fits ? round_up(bytes, limits::cache_line) : 0;
  }
  /// Points operand i of a panel to its elements if its step along a row is `along`; otherwise adds
  /// it to the copies.
  STRIA_INLINE void point(const merged_loops& m, panel_args& panel, int i,
                          const loop_operand& operand, index along, index bytes) {
    if (m.size[0] == 1 || m.step(operand, 0) == along) [[likely]]
      m.point(panel, i, operand.at, m.step(operand, 1), m.step(operand, 2));
    else
      add(m, i, operand, bytes);
  }
  STRIA_NOINLINE void add(const merged_loops& m, int i, const loop_operand& operand, index bytes) {
    of |= std::uint64_t{1} << i;
    const strided_rows rows = copied_rows(m, i, operand);
    reserve(rows.n * rows.n2 * rows.rows * bytes);
  }
  /// The rows of an operand that are copied: those that it repeats only once.
  static strided_rows copied_rows(const merged_loops& m, int i, const loop_operand& operand) {
    strided_rows rows = m.rows(operand);
    if (i != 0 && rows.step2 == 0)
      rows.n2 = 1;
    if (i != 0 && rows.row_step == 0)
      rows.rows = 1;
    return rows;
  }
};

/// Memory on the stack for the operands of a panel whose rows are not contiguous.
class panel_room {
  alignas(limits::cache_line) std::byte room_[static_cast<std::size_t>(limits::stack_bytes)];
  index used_ = 0;

public:
  /// Memory for `bytes` bytes; null if no more is left.
  std::byte* next(index bytes) {
    std::byte* const to = room_ + used_;
    if (bytes > limits::stack_bytes - used_)
      return nullptr;
    used_ += round_up(bytes, limits::cache_line);
    return to;
  }
  /// Points the operands of a panel that are copied to copies with contiguous rows. The elements of
  /// the target are copied if they are read.
  void copy(const stack_copies& copied, const merged_loops& m, panel_args& panel,
            const loop_operand* of, const unsigned char* bytes, const element_copies& copies,
            bool reads_target) {
    for (int i = 0; copied.of >> i != 0; ++i) {
      if (!copied.has(i))
        continue;
      const strided_rows rows = stack_copies::copied_rows(m, i, of[i]);
      const index line = rows.n * rows.n2;
      std::byte* const to = next(line * rows.rows * bytes[i]);
      if (i != 0 || reads_target)
        copies.pack(rows, bytes[i], to, line);
      m.point(panel, i, to, m.step(of[i], 1) == 0 && i != 0 ? 0 : rows.n,
              m.step(of[i], 2) == 0 && i != 0 ? 0 : line);
    }
  }
};

} // namespace stria::detail
