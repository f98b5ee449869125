// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/drive_store.hpp: the loops of a planned store. They are independent of the
// expression, so a program compiles them once. Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/evaluate/nest/merged_loops.hpp>
#include <stria/evaluate/nest/operand_space.hpp>
#include <stria/evaluate/nest/plan_store.hpp>
#include <stria/tensor/build.hpp>
#include <stria/threads/parallel.hpp>

namespace stria::detail {

/// Writes a panel; at[0] is the target.
using store_kernel_fn = void (*)(const void* program, const panel_args&);

/// The code of one store. Without kernels it copies the elements of its only operand.
struct store_code {
  store_kernel_fn plain, hinted;
  const signed char* hints;   // the steps of the operands of the hinted kernel, or null
  const unsigned char* bytes; // per element of each operand
  const element_copies& copies;
  int operands; // including the target
  bool reads_target;
  bool light; // an element takes no longer than loads of the operands
  // In constant expressions, g++ with -fsanitize=undefined cannot compare the pointers with null.
  bool is_copy, has_hints;
  bool has_calls = false; // of vector functions
  loop_split split{};

  bool is_elementwise() const { return plain != nullptr && !reads_target; }
  /// Whether rows of n elements are joined if possible: a call of a vector function takes as long
  /// for a few elements as for a vector.
  bool has_short_calls(index n) const { return has_calls && n * bytes[0] <= limits::call_bytes; }
  /// The hints for rows of n elements, of which there are several or one. Null if operands that are
  /// the same throughout a row are repeated in memory, so that rows can be joined.
  const signed char* hints_for(index n, bool several) const {
    return several && has_short_calls(n) ? nullptr : hints;
  }
};

/// Goes through all panels of a plan.
class store_walk {
  const space& s_;
  const store_plan& p_;
  const store_code& code_;
  const void* program_;
  panel_maker panels_;
  alignas(64) std::byte buffer_[static_cast<std::size_t>(store_bytes)];

  index bytes(int i) const { return s_.of[i].bytes; }

  /// Prefetches the cache lines of the target while the operands are read.
  void expect_target(index rows, index n) const {
    const std::byte* to = panels_.of.at[0];
    for (index r = 0; r < rows; ++r, to += panels_.of.step[0] * bytes(0))
      for (index k = 0; k < n * bytes(0); k += limits::cache_line)
        __builtin_prefetch(to + k, 1);
  }
  /// Processes rows [from, from + count), each of n2 pieces of n elements, and the next `times` - 1
  /// panels beside them.
  void panel_at(const std::byte* const* at, index from, index count, index n, index n2,
                index times) {
    if (code_.plain == nullptr)
      return panels_.copy(at, from, count, n, n2);
    const bool buffered = p_.packs(0);
    if (buffered) {
      panels_.buffer_target(at[0], from, count, n, n2, code_.reads_target);
    } else {
      panels_.point(0, at[0], from);
      if (p_.transposed)
        expect_target(count, n);
    }
    panels_.make(at, from, count, n, n2);
    if (times > 1)
      panels_.repeat(n, times);
    if (p_.one_line)
      panels_.join();
    (p_.hinted ? code_.hinted : code_.plain)(program_, panels_.of);
    if (buffered)
      panels_.unpack_target(at[0], from, count, n, n2, p_.repeats, p_.repeat_step);
  }
  /// Processes all panels at one position of the outer axes.
  void panels(std::byte const* const* begin) {
    const bool joined = p_.joins_lanes();
    const space_axis& across = joined ? p_.lane2 : p_.lane;
    const index all = p_.rows.n * p_.rows2.n;
    for (index r = 0; r < all; r += p_.height) {
      const index count = all - r < p_.height ? all - r : p_.height;
      const std::byte* at[limits::nest_operands];
      STRIA_FEW
      for (int i = 0; i < s_.operands; ++i)
        at[i] = begin[i];
      for (index k = 0; k < across.n;) {
        const index left = across.n - k, n = left < p_.width ? left : p_.width;
        const index times = p_.repeated && left > p_.width ? left / p_.width : 1;
        panel_at(at, r, count, joined ? p_.lane.n : n, joined ? n : 1, times);
        k += n * times;
        STRIA_FEW
        for (int i = 0; i < s_.operands; ++i)
          at[i] += across.step[i] * n * times * bytes(i);
      }
    }
  }

public:
  store_walk(const space& s, const store_plan& p, const store_code& code, const void* program)
      : s_(s), p_(p), code_(code), program_(program), panels_(s, p) {
    panels_.use_buffer(buffer_);
  }

  void run() {
    const std::byte* at[limits::nest_operands];
    STRIA_FEW
    for (int i = 0; i < s_.operands; ++i)
      at[i] = s_.of[i].base;
    index turn[limits::nest_axes] = {};
    for (;;) {
      panels(at);
      int k = p_.outers;
      for (; k-- > 0;) {
        const space_axis& a = p_.outer[k];
        const bool more = ++turn[k] < a.n;
        STRIA_FEW
        for (int i = 0; i < s_.operands; ++i)
          at[i] += a.step[i] * (more ? 1 : 1 - a.n) * bytes(i);
        if (more)
          break;
        turn[k] = 0;
      }
      if (k < 0)
        return;
    }
  }
};

/// Copies the rows of a panel, each of `width` contiguous elements of `bytes` bytes.
inline void move_rows(const panel_args& at, index bytes) {
  const auto size = static_cast<std::size_t>(at.width * bytes);
  const std::byte* to = at.at[0];
  const std::byte* from = at.at[1];
  for (index r = 0, turn = at.turn; r < at.rows; ++r) {
    __builtin_memmove(const_cast<std::byte*>(to), from, size);
    to += at.step[0] * bytes;
    from += at.step[1] * bytes;
    if (--turn == 0) {
      turn = at.turn;
      to += at.jump[0] * bytes;
      from += at.jump[1] * bytes;
    }
  }
}

/// Plans a store over a space whose axes are sorted.
inline void plan_panels(space& s, const store_code& code, store_plan& plan) {
  take_repeats(s, code.is_elementwise(), plan);
  plan_store(s, code.hints_for(s.axis[s.rank - 1].n, s.rank > 1), code.plain == nullptr, code.light,
             plan);
}
/// Plans and runs it.
template <class = this_build>
STRIA_NOINLINE void run_panels(space& s, const store_code& code, const void* program) {
  store_plan plan;
  plan_panels(s, code, plan);
  s.copies = &code.copies;
  store_walk(s, plan, code, program).run();
}

/// A part of a space along one axis.
struct part_of_space : space {
  space_axis axes[limits::nest_axes];
  access accesses[limits::nest_operands];

  part_of_space(const space& s, int split, index from, index count) : space(s) {
    STRIA_FEW
    for (int k = 0; k < s.rank; ++k)
      axes[k] = s.axis[k];
    axes[split].n = count;
    STRIA_FEW
    for (int i = 0; i < s.operands; ++i)
      accesses[i] = {s.of[i].at(from * s.axis[split].step[i]), s.of[i].bytes};
    axis = axes;
    of = accesses;
  }
  part_of_space(const part_of_space&) = delete;
  part_of_space& operator=(const part_of_space&) = delete;
};

/// A type-erased store of an expression: the sizes of the loops, and the operands with the target
/// first.
struct expression_store {
  const store_code& code;
  const loop_operand* of;
  const index* n;
  int loops;
  const void* program;
};

inline merged_loops loops_of(const expression_store& e) {
  return {e.of, e.code.operands, e.n, e.loops};
}

/// A function that stores an expression, with additional data `how`. There must be elements.
using store_driver = void (*)(const expression_store&, const void* how);

/// Stores by panels, on several threads where that pays.
template <class = this_build> STRIA_NOINLINE void store_by_plan(const expression_store& e) {
  operand_space s(e.n, e.loops, 0, e.of, e.code.bytes, e.code.operands);
  sort_by_target(s);
  if (const int chunks = e.code.split.chunks(s.elements()); chunks > 0) {
    // The loop to split: the outermost axis that is long enough, otherwise the longest one. Along
    // an axis whose step is 0 in the target, two threads would write the same elements.
    int split = -1;
    STRIA_FEW
    for (int k = 0; k < s.rank; ++k) {
      if (s.axis[k].step[0] == 0)
        continue;
      if (s.axis[k].n >= index{limits::chunks_per_thread} * e.code.split.threads()) {
        split = k;
        break;
      }
      split = split < 0 || s.axis[k].n > s.axis[split].n ? k : split;
    }
    if (split >= 0) {
      const index grain = split == s.rank - 1 ? limits::thread_grain : 1;
      return e.code.split.run(
          s.axis[split].n, grain,
          [&](index first, index end) {
            part_of_space part(s, split, first, end - first);
            run_panels(part, e.code, e.program);
          },
          chunks);
    }
  }
  run_panels(s, e.code, e.program);
}

enum class store_way : unsigned char { one_call, panel, plan };

/// How a store of at least one element runs: by one call of a kernel, by one call with copies of
/// operands on the stack, or by a plan. store_directly() runs it, and explain_route() prints it.
struct store_choice {
  merged_loops m;
  bool by_element = false;            // of a panel: each element is a row
  const signed char* hints = nullptr; // of the hinted kernel, if it is called
  stack_copies copied{};              // of a panel
  panel_args args;                    // of the call of the kernel
  store_way way;

  explicit store_choice(const expression_store& e)
      : m(loops_of(e)), way(takes_one_call(e) ? store_way::one_call
                            : takes_panel(e)  ? store_way::panel
                                              : store_way::plan) {}

private:
  bool takes_one_call(const expression_store& e);
  bool takes_panel(const expression_store& e);
};

/// Whether the axes of the target are in the order of its memory, and all operands are contiguous
/// along the last one, or match the hints.
STRIA_NOINLINE inline bool store_choice::takes_one_call(const expression_store& e) {
  const loop_operand* const of = e.of;
  const int operands = e.code.operands;
  const index n = m.size[0];
  const bool several = m.depth > 1;
  const signed char* const known = e.code.hints_for(n, several);
  bool plain = true, hinted = known != nullptr;
  bool still = operands > 1 && e.code.is_elementwise();
  if (n > 1)
    STRIA_FEW
  for (int i = 0; i < operands; ++i) {
    const index step = of[i].steps[m.axis[0]];
    plain = plain && step == 1;
    still = still && (i == 0 || step == 0);
    hinted = hinted && step == known[i];
    if (!plain && !hinted)
      return false;
  }
  if (!m.fits)
    return false;
  for (int k = 1; k < m.depth; ++k)
    if (of[0].steps[m.axis[k]] < of[0].steps[m.axis[k - 1]])
      return false;
  joined_copies copies;
  STRIA_FEW
  for (int i = 0; i < operands; ++i) {
    const index rows = m.step(of[i], 1), rows2 = m.step(of[i], 2);
    m.point(args, i, of[i].at, rows, rows2);
    if (!several || rows == n)
      continue;
    // A plan copies an operand only once that occurs several times.
    bool again = false;
    for (int k = 1; k < i; ++k)
      again = again || (args.at[k] == args.at[i] && args.step[k] == rows &&
                        args.jump[k] == args.jump[i] && e.code.bytes[k] == e.code.bytes[i]);
    (rows != 0 || rows2 != 0 ? copies.moving : copies.still) += again ? 0 : 1;
  }
  if (several && ((still && pays_to_repeat(n, m.size[1])) ||
                  pays_to_join(n, e.code.bytes[0], m.size[1], copies)))
    return false;
  args.turn = m.size[1];
  args.first = 0;
  args.rows = m.size[1] * m.size[2];
  args.width = n;
  hints = hinted ? known : nullptr;
  return !e.code.split.pays(m.elements);
}
/// Whether there are at most limits::panel elements, and room on the stack for copies of the
/// operands, including the target, that are not contiguous along a row. A few are not copied: each
/// element becomes a row.
STRIA_NOINLINE inline bool store_choice::takes_panel(const expression_store& e) {
  const store_code& code = e.code;
  if (!m.fits || m.elements > limits::panel || code.split.pays(m.elements))
    return false;
  if (code.plain == nullptr)
    return true;
  by_element =
      code.light && m.depth < 3 &&
      (m.elements <= limits::few ||
       (m.depth == 1 && has_wide_gaps(code.operands, [&](int i) { return m.step(e.of[i], 0); })));
  if (by_element) {
    STRIA_FEW
    for (int i = 0; i < code.operands; ++i) {
      const index along = m.step(e.of[i], 0);
      args.at[i] = e.of[i].at;
      args.step[i] = along;
      args.jump[i] = m.step(e.of[i], 1) - along * m.size[0];
    }
    args.first = 0;
    args.turn = m.size[0];
    args.rows = m.elements;
    args.width = 1;
    return true;
  }
  hints = m.size[0] > 1 ? code.hints_for(m.size[0], m.depth > 1) : nullptr;
  for (int i = 0; hints != nullptr && i < code.operands; ++i)
    if (hints[i] != 1 && m.step(e.of[i], 0) != hints[i])
      hints = nullptr;
  STRIA_FEW
  for (int i = 0; i < code.operands; ++i)
    copied.point(m, args, i, e.of[i], hints != nullptr ? hints[i] : 1, code.bytes[i]);
  args.first = 0;
  args.turn = m.size[1];
  args.rows = m.size[1] * m.size[2];
  args.width = m.size[0];
  return copied.fits;
}

/// Calls the kernel once.
inline void store_by_one_call(const expression_store& e, const store_choice& c) {
  if (e.code.plain == nullptr)
    move_rows(c.args, e.code.bytes[0]);
  else
    (c.hints != nullptr ? e.code.hinted : e.code.plain)(e.program, c.args);
}
/// The same, with copies of operands on the stack.
template <class = this_build>
STRIA_NOINLINE void store_by_panel(const expression_store& e, store_choice& c) {
  const store_code& code = e.code;
  const merged_loops& m = c.m;
  const index n = m.size[0];
  if (code.plain == nullptr) {
    const strided_rows to = m.rows(e.of[0]), from = m.rows(e.of[1]);
    if (to.step == 1 && (to.n2 == 1 || to.step2 == n))
      return code.copies.pack(from, code.bytes[0], const_cast<std::byte*>(to.from), to.row_step);
    return code.copies.move(from, to, code.bytes[0]);
  }
  panel_room room;
  room.copy(c.copied, m, c.args, e.of, code.bytes, code.copies, code.reads_target);
  const std::byte* const buffered = c.args.at[0];
  store_by_one_call(e, c);
  if (c.copied.has(0)) {
    const strided_rows target = m.rows(e.of[0]);
    code.copies.move({buffered, n, 1, target.n2, n, target.rows, n * target.n2}, target,
                     code.bytes[0]);
  }
}

/// Stores directly into the target, on several threads where that pays. There must be elements.
template <class = this_build> STRIA_NOINLINE void store_directly(const expression_store& e) {
  store_choice c(e);
  if (c.way == store_way::one_call) [[likely]]
    store_by_one_call(e, c);
  else if (c.way == store_way::panel)
    store_by_panel(e, c);
  else
    store_by_plan(e);
}

} // namespace stria::detail
