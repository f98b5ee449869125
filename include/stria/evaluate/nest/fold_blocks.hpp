// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/fold_blocks.hpp: folds a row of a planned reduction block by block, on several
// threads if requested. Tests: tests/fold/reduce_loops.cpp.
#pragma once

#include <stria/evaluate/nest/lanes.hpp>
#include <stria/evaluate/nest/plan_fold.hpp>
#include <stria/evaluate/parts.hpp>
#include <stria/tensor/aligned_memory.hpp>

namespace stria::detail {

/// The operations of a reduction on its results. They depend on the types of the operation, but not
/// on the program. Panels of columns become partial results, which are added to totals.
struct fold_results {
  index total, partial; // bytes
  index block;          // elements of a row that the kernel folds in one call, if none are copied
  bool direct;          // a partial result is an element of the result
  bool adds_itself;     // the kernel of columns adds to totals that already contain elements
  /// Adds n partial results to totals, or starts the totals with them if `begun` is false; null if
  /// partial results are totals.
  void (*add)(void* totals, const void* partials, index n, bool begun);
  /// Joins rows of n other totals into n totals.
  void (*join)(void* totals, const void* others, index n, index rows);
  /// True if no further element can change the total; null if this is never known.
  bool (*decided)(const void* total);
  /// Writes elements of the result, `step` elements apart.
  void (*finish)(const void* finish, const void* totals, std::byte* to, index step, index n);
  void (*finish_partials)(const void* finish, const void* partials, std::byte* to, index step,
                          index n);
  /// Writes n elements of the result, each joined from `size` adjacent partial results. Returns
  /// false if there is no code for this size.
  bool (*finish_windows)(const void* finish, const void* partials, std::byte* to, index n,
                         index size);
  /// Copies windows of totals, see copy_windows(); null for totals of unusual sizes.
  void (*copy_windows)(const std::byte* from, index n, index size, index step, std::byte* to);
};
/// Copies elements of the size of Bits: to[k][i] = from[i * step + k] for n windows of `size`
/// elements.
template <class Bits, class = this_build>
STRIA_NOINLINE void copy_windows(const std::byte* from, index n, index size, index step,
                                 std::byte* to) {
  typedef Bits bits __attribute__((may_alias, aligned(packed_alignment<Bits>)));
  if (step == 1) {
    for (index k = 0; k < size; ++k)
      __builtin_memcpy(to + k * n * static_cast<index>(sizeof(Bits)),
                       from + k * static_cast<index>(sizeof(Bits)),
                       static_cast<std::size_t>(n) * sizeof(Bits));
    return;
  }
  const auto* x = reinterpret_cast<const bits*>(from);
  auto* y = reinterpret_cast<bits*>(to);
  for (index k = 0; k < size; ++k, ++x, y += n)
    if (sizeof(Bits) >= 4 && step == 2) { // the most frequent one
      STRIA_INDEPENDENT
      STRIA_ROLLED
      for (index i = 0; i < n; ++i)
        y[i] = x[2 * i];
    } else {
      STRIA_ROLLED
      for (index i = 0; i < n; ++i) {
        y[i] = x[i * step];
        STRIA_ONE_BY_ONE;
      }
    }
}
/// Folds the rows of a panel into a partial result per column, or a total per row.
using fold_kernel_fn = void (*)(const void* program, void* results, const panel_args&);

/// A buffer that is allocated on first use.
class pack_buffer {
  void* memory_ = nullptr;

public:
  pack_buffer() = default;
  pack_buffer(const pack_buffer&) = delete;
  pack_buffer& operator=(const pack_buffer&) = delete;
  ~pack_buffer() {
    if (memory_ != nullptr)
      release_aligned(memory_);
  }
  /// The buffer; the first call determines its size.
  std::byte* get(index bytes) {
    if (memory_ == nullptr)
      memory_ = allocate_aligned(static_cast<std::size_t>(bytes));
    return static_cast<std::byte*>(memory_);
  }
};

/// Folds a row block by block. Blocks are joined pairwise, so that the error grows with the
/// logarithm of the length.
class fold_row_walk {
  const space& s_;
  const fold_plan& p_;
  const fold_results& results_;
  fold_kernel_fn kernel_;
  const void* program_;
  const std::byte* const* at_; // the start of the row
  const index block_;          // elements that are folded into one total

  struct alignas(16) any_total {
    std::byte value[limits::total_bytes];
  };

  /// Folds `count` blocks of n elements from element `from` on, each into a total.
  void fold_blocks(index from, index n, index count, void* totals) const {
    panel_args block;
    block.rows = count;
    block.width = n;
    block.turn = -1;
    block.first = 0;
    // Large enough for two operands with elements of eight bytes, which then need no allocation.
    alignas(64) std::byte on_stack[static_cast<std::size_t>(limits::stack_bytes)];
    pack_buffer on_heap;
    index used = 0;
    STRIA_FEW
    for (int i = 1; i < s_.operands; ++i) {
      block.at[i] = at_[i] + from * p_.lane.step[i] * s_.of[i].bytes;
      block.step[i] = n * p_.lane.step[i];
      block.jump[i] = 0;
      used += p_.packs(i) ? limits::block * s_.of[i].bytes : 0;
    }
    std::byte* to = used > limits::stack_bytes ? on_heap.get(used) : on_stack;
    const int copied = used > 0 ? s_.operands : 0;
    STRIA_FEW
    for (int i = 1; i < copied; ++i)
      if (const int same = p_.same[i]; same != i) {
        block.at[i] = block.at[same];
      } else if (p_.packs(i)) {
        const index bytes = s_.of[i].bytes;
        s_.copies->pack({block.at[i], n, p_.lane.step[i], 1, 0, 1, 0}, bytes, to, 0);
        block.at[i] = to;
        to += limits::block * bytes;
      }
    kernel_(program_, totals, block);
  }
  /// The total of the elements [from, to), joined from the totals of parts. The parts result from
  /// cutting the row in two up to `levels` times in succession. `part` points to the first total
  /// and is advanced.
  STRIA_NOINLINE void join_parts(index from, index to, int levels, const std::byte*& part,
                                 void* total) const {
    if (levels == 0 || to - from <= block_) {
      __builtin_memcpy(total, part, static_cast<std::size_t>(results_.total));
      part += results_.total;
      return;
    }
    const index cut = fold_cut(from, to, block_);
    any_total right;
    join_parts(from, cut, levels - 1, part, total);
    join_parts(cut, to, levels - 1, part, &right);
    results_.join(total, &right, 1, 1);
  }

public:
  fold_row_walk(const space& s, const fold_plan& p, const fold_results& results,
                fold_kernel_fn kernel, const void* program, const std::byte* const* at)
      : s_(s), p_(p), results_(results), kernel_(kernel), program_(program), at_(at),
        block_(p.packed == 0 ? results.block : limits::block) {}

  /// The total of elements [from, to).
  void fold(index from, index to, void* total) const {
    const index n = to - from;
    if (n <= block_)
      return fold_blocks(from, n, 1, total);
    any_total parts[static_cast<std::size_t>(limits::blocks_together)];
    if (p_.packed == 0 && results_.decided == nullptr && n <= limits::blocks_together * block_) {
      const index whole = n / block_, rest = n % block_;
      auto* const to_part = reinterpret_cast<std::byte*>(parts);
      fold_blocks(from, block_, whole, to_part);
      if (rest > 0)
        fold_blocks(to - rest, rest, 1, to_part + whole * results_.total);
      const std::byte* part = to_part;
      return join_parts(from, to, -1, part, total);
    }
    const index cut = fold_cut(from, to, block_);
    fold(from, cut, total);
    if (results_.decided != nullptr && results_.decided(total))
      return;
    fold(cut, to, parts);
    results_.join(total, parts, 1, 1);
  }
  /// The total of a whole row, with its parts on several threads.
  void fold_on_threads(const loop_split& split, index n, void* total) const {
    constexpr int depth = halvings;
    struct range {
      index from, to;
    };
    range ranges[limits::most_parts];
    any_total parts[limits::most_parts];
    index count = 0;
    const auto cut = [&](const auto& self, index from, index to, int levels) -> void {
      if (levels == 0 || to - from <= block_) {
        ranges[count++] = {from, to};
      } else {
        const index at = fold_cut(from, to, block_);
        self(self, from, at, levels - 1);
        self(self, at, to, levels - 1);
      }
    };
    cut(cut, 0, n, depth);
    auto* const to_part = reinterpret_cast<std::byte*>(parts);
    split.run(count, 1, [&](index first, index last) {
      for (index k = first; k < last; ++k)
        fold(ranges[k].from, ranges[k].to, to_part + k * results_.total);
    });
    const std::byte* part = to_part;
    join_parts(0, n, depth, part, total);
  }
};

} // namespace stria::detail
