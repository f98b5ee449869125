// SPDX-License-Identifier: BSL-1.0
// nest/drive_fold.hpp: the loops of a planned reduction. They know no expression: a program
// compiles them once.
#pragma once

#include <stria/eval/parts.hpp>
#include <stria/layout/aligned_memory.hpp>
#include <stria/nest/plan_fold.hpp>

namespace stria::detail {

/// The code of one reduction.
struct fold_code {
  /// Adds the rows of a panel, element by element, to totals[0 .. width).
  void (*columns)(const void* call, void* totals, const panel_args&);
  /// The results of `count` panels that hold all rows there are. `next`: how far operands, and the
  /// target as number 0, are from one panel to the next, in bytes.
  void (*whole)(const void* call, panel_args&, std::byte* to, index step, const index* next,
                index count);
  /// Adds row k of a panel to totals[k].
  void (*rows)(const void* call, void* totals, const panel_args&);
  /// Joins totals[k + i * width] into totals[k].
  void (*join)(void* totals, index width, index groups);
  /// The results of n totals, from element `first` of totals on.
  void (*store)(const void* call, const void* totals, index first, std::byte* to, index step,
                index n);
};

/// A buffer that is made when it is asked for.
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
  /// The buffer, of so many bytes at its first call.
  std::byte* get(index bytes) {
    if (memory_ == nullptr)
      memory_ = allocate_aligned(static_cast<std::size_t>(bytes));
    return static_cast<std::byte*>(memory_);
  }
};

/// Walks some tiles of results: one thread's part of a reduction.
class fold_walk {
  const space& s_;
  const fold_plan& p_;
  const fold_code& code_;
  const void* call_;
  void* totals_;
  panel_maker panels_;
  panel_args& panel_ = panels_.of;
  pack_buffer buffer_;
  index next_[limits::nest_operands]; // from a panel to the one at the next outer position

  /// Panels at neighbouring positions of the innermost outer axis read the same buffers.
  bool shares_buffers() {
    if (!p_.whole || p_.kept == 0)
      return false;
    const space_axis& a = p_.outer_kept[p_.kept - 1];
    bool shared = true;
    for (int i = 0; i < s_.operands; ++i) {
      const bool packed = i > 0 && p_.packs(p_.same[i]);
      next_[i] = packed ? 0 : a.step[i] * bytes(i);
      shared = shared && (!packed || a.step[i] == 0);
    }
    return shared;
  }
  index bytes(int i) const { return s_.of[i].bytes; }

  void add_panel(const std::byte* const* at, index from, index count, index n, index n2) {
    panels_.make(at, from, count, n, n2);
    code_.columns(call_, totals_, panel_);
    panel_.begun = true;
  }
  /// All of the reduced axes that a panel walks, for one position of the others.
  void add_columns(const std::byte* const* at, index n, index n2) {
    const index all = p_.rows.n * p_.rows2.n;
    for (index r = 0; r < all; r += p_.height)
      add_panel(at, r, all - r < p_.height ? all - r : p_.height, n, n2);
    if (p_.beside.n > 1 && p_.beside.reduced)
      if (const index rest = p_.beside.n % p_.group; rest != 0) {
        const std::byte* last[limits::nest_operands];
        for (int i = 1; i < s_.operands; ++i)
          last[i] = at[i] + p_.rows.n * p_.rows.step[i] * bytes(i);
        add_panel(last, 0, 1, n, rest);
      }
  }
  void add_rows(const std::byte* const* at, index count) {
    panel_.rows = count;
    panel_.width = p_.lane.n;
    panel_.turn = -1;
    panel_.first = 0;
    for (int i = 1; i < s_.operands; ++i) {
      panel_.at[i] = at[i];
      panel_.step[i] = p_.results.step[i];
      panel_.jump[i] = 0;
    }
    code_.rows(call_, totals_, panel_);
    panel_.begun = true;
  }

public:
  fold_walk(const space& s, const fold_plan& p, const fold_code& code, const void* call,
            void* totals)
      : s_(s), p_(p), code_(code), call_(call), totals_(totals), panels_(s, p) {
    if (panels_.room() > 0)
      panels_.use_buffer(buffer_.get(panels_.room()));
  }

  /// Computes the tiles [first, last), each at one position of the outer kept axes.
  void run(index first, index last, index width) {
    const index tiles = (p_.tiled().n + width - 1) / width;
    const bool one_tile = p_.columns && p_.beside.n > 1 && p_.beside.reduced;
    const index across = one_tile ? 1 : tiles;
    index positions = 1;
    for (int k = 0; k < p_.kept; ++k)
      positions *= p_.outer_kept[k].n;
    const index together =
        (p_.tiles_outermost || across == 1) && shares_buffers() ? p_.outer_kept[p_.kept - 1].n : 1;
    for (index item = first; item < last; ++item) {
      index tile = p_.tiles_outermost ? item / positions : item % across;
      index position = p_.tiles_outermost ? item % positions : item / across;
      const std::byte* at[limits::nest_operands];
      for (int i = 0; i < s_.operands; ++i)
        at[i] = s_.of[i].base;
      const auto move = [&](const space_axis& a, index by) {
        for (int i = 0; i < s_.operands; ++i)
          at[i] += a.step[i] * by * bytes(i);
      };
      for (int k = p_.kept; k-- > 0;) {
        move(p_.outer_kept[k], position % p_.outer_kept[k].n);
        position /= p_.outer_kept[k].n;
      }
      index count = p_.tiled().n;
      if (!one_tile) {
        move(p_.tiled(), tile * width);
        count -= tile * width;
        count = count < width ? count : width;
      }
      const bool beside = p_.columns && p_.beside.n > 1;
      const index n = beside ? p_.lane.n : count;
      const index n2 = !beside ? 1 : one_tile ? p_.group : count;
      auto* const to = const_cast<std::byte*>(at[0]);
      const bool joined = n2 == 1 || p_.beside.step[0] == p_.lane.step[0] * n;
      if (p_.whole && joined) {
        panels_.make(at, 0, p_.rows.n * p_.rows2.n, n, n2);
        const index left = together - item % together;
        const index panels = left < last - item ? left : last - item;
        code_.whole(call_, panel_, to, p_.lane.step[0], next_, panels);
        item += panels - 1;
        continue;
      }
      panel_.begun = false;
      index turn[limits::nest_axes] = {};
      for (;;) {
        if (p_.columns)
          add_columns(at, n, n2);
        else
          add_rows(at, count);
        int k = p_.reduced;
        for (; k-- > 0;) {
          const space_axis& a = p_.outer_reduced[k];
          move(a, 1);
          if (++turn[k] < a.n)
            break;
          move(a, -a.n);
          turn[k] = 0;
        }
        if (k < 0)
          break;
      }
      if (one_tile) {
        code_.join(totals_, n, n2);
        code_.store(call_, totals_, 0, to, p_.lane.step[0], n);
      } else if (beside) {
        if (joined)
          code_.store(call_, totals_, 0, to, p_.lane.step[0], n * n2);
        else
          for (index piece = 0; piece < n2; ++piece)
            code_.store(call_, totals_, piece * n, to + piece * p_.beside.step[0] * bytes(0),
                        p_.lane.step[0], n);
      } else {
        code_.store(call_, totals_, 0, to, p_.tiled().step[0], count);
      }
    }
  }
};

/// The tiles of all results, and how many results each holds along its axis.
struct fold_items {
  index count, width;
};

/// The tiles of a plan; smaller ones where that gives every thread some.
inline fold_items count_items(const fold_plan& p, [[maybe_unused]] bool threads) {
  index positions = 1;
  for (int k = 0; k < p.kept; ++k)
    positions *= p.outer_kept[k].n;
  const bool beside = p.columns && p.beside.n > 1;
  if (beside && p.beside.reduced)
    return {positions, p.group};
  index width = beside ? p.group : p.width;
  const index n = p.tiled().n;
#if defined(STRIA_USE_THREADS)
  if (threads && positions * ((n + width - 1) / width) < 2 * num_threads()) {
    const index grain = beside || !p.columns ? 1 : limits::thread_columns;
    const index narrow = (n / (2 * num_threads()) / grain + 1) * grain;
    width = narrow < width ? narrow : width;
  }
#endif
  return {positions * ((n + width - 1) / width), width};
}

} // namespace stria::detail
