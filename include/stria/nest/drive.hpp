// SPDX-License-Identifier: BSL-1.0
// nest/drive.hpp: the loops of a planned reduction. They know no expression: a program
// compiles them once.
#pragma once

#include <stria/eval/parts.hpp>
#include <stria/layout/aligned_memory.hpp>
#include <stria/nest/pack.hpp>
#include <stria/nest/plan_fold.hpp>

namespace stria::detail {

/// What a kernel is given: for each operand an address and how far the next row is, all of it
/// either in the operand's memory or in a buffer.
struct fold_panel {
  const std::byte* at[limits::fold_operands];
  index step[limits::fold_operands]; // to the next row, in elements
  index jump[limits::fold_operands]; // in addition after `turn` rows
  index turn, first;                 // rows between jumps, and the number of the first row
  index rows, width;                 // rows of `width` elements
  bool begun;                        // the totals hold something
};

/// The code of one reduction.
struct fold_code {
  /// Adds the rows of a panel, element by element, to totals[0 .. width).
  void (*columns)(const void* call, void* totals, const fold_panel&);
  /// The results of a panel that holds all rows there are.
  void (*whole)(const void* call, const fold_panel&, std::byte* to, index step);
  /// Adds row k of a panel to totals[k].
  void (*rows)(const void* call, void* totals, const fold_panel&);
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

/// What a part of the buffer holds.
struct packed_rows_key {
  const std::byte* from;
  index rows, width;
};

/// Walks some tiles of results: one thread's part of a reduction.
class fold_walk {
  const space& s_;
  const fold_plan& p_;
  const fold_code& code_;
  const void* call_;
  void* totals_;
  fold_panel panel_;
  pack_buffer buffer_;
  packed_rows_key held_[limits::fold_operands];

  index bytes(int i) const { return s_.of[i].bytes; }

  /// Rows [from, from + count) of operand i, each of `n2` pieces of n elements, in a buffer. `step`
  /// is set to the distance between the rows there. What the buffer holds already is not copied
  /// again.
  const std::byte* packed(int i, const std::byte* at, index from, index count, index n, index n2,
                          index line, index& step) {
    // One buffer for all operands that are copied: this operand's part begins after those before
    // it.
    const auto room = [&](int k) {
      const bool one = p_.rows.step[k] == 0 && p_.rows2.step[k] == 0;
      const index size = (one ? 1 : p_.height) * p_.line * bytes(k);
      return p_.packs(k) ? (size + limits::cache_line - 1) / limits::cache_line * limits::cache_line
                         : 0;
    };
    index before = 0, all = 0;
    for (int k = 1; k < s_.operands; ++k) {
      before += k < i ? room(k) : 0;
      all += room(k);
    }
    std::byte* const to = buffer_.get(all) + before;
    const space_axis &rows = p_.rows, &rows2 = p_.rows2;
    const bool one = rows.step[i] == 0 && rows2.step[i] == 0;
    step = one ? 0 : line;
    index r = from;
    const index end = one ? from + 1 : from + count;
    const auto place = [&](index row) {
      return at + (row % rows.n * rows.step[i] + row / rows.n * rows2.step[i]) * bytes(i);
    };
    packed_rows_key& held = held_[i];
    if (held.from == place(r) && held.rows == end - r && held.width == n * n2)
      return to;
    held = {place(r), end - r, n * n2};
    while (r < end) {
      const index piece = rows.n - r % rows.n < end - r ? rows.n - r % rows.n : end - r;
      pack_rows({place(r), n, p_.lane.step[i], n2, p_.beside.step[i], piece, rows.step[i]},
                bytes(i), to + (r - from) * line * bytes(i), line);
      r += piece;
    }
    return to;
  }
  /// Makes the panel of rows [from, from + count), each of `n2` pieces of n elements.
  void set_panel(const std::byte* const* at, index from, index count, index n, index n2) {
    panel_.rows = count;
    panel_.width = n * n2;
    panel_.turn = p_.rows.n;
    panel_.first = from % p_.rows.n;
    for (int i = 1; i < s_.operands; ++i) {
      if (const int same = p_.same[i]; same != i) {
        panel_.at[i] = panel_.at[same];
        panel_.step[i] = panel_.step[same];
        panel_.jump[i] = panel_.jump[same];
      } else if (p_.packs(i)) {
        panel_.at[i] = packed(i, at[i], from, count, n, n2, p_.line, panel_.step[i]);
        panel_.jump[i] = 0;
      } else {
        const index step = p_.rows.step[i], step2 = p_.rows2.step[i];
        panel_.at[i] = at[i] + (from % p_.rows.n * step + from / p_.rows.n * step2) * bytes(i);
        panel_.step[i] = step;
        panel_.jump[i] = step2 - step * p_.rows.n;
      }
    }
  }
  void add_panel(const std::byte* const* at, index from, index count, index n, index n2) {
    set_panel(at, from, count, n, n2);
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
        const std::byte* last[limits::fold_operands];
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
      : s_(s), p_(p), code_(code), call_(call), totals_(totals) {
    for (int i = 1; i < s.operands; ++i)
      if (p.packs(i))
        held_[i].from = nullptr;
  }

  /// Computes the tiles [first, last), each at one position of the outer kept axes.
  void run(index first, index last, index width) {
    const index tiles = (p_.tiled().n + width - 1) / width;
    const bool one_tile = p_.columns && p_.beside.n > 1 && p_.beside.reduced;
    const index across = one_tile ? 1 : tiles;
    index positions = 1;
    for (int k = 0; k < p_.kept; ++k)
      positions *= p_.outer_kept[k].n;
    for (index item = first; item < last; ++item) {
      index tile = p_.tiles_outermost ? item / positions : item % across;
      index position = p_.tiles_outermost ? item % positions : item / across;
      const std::byte* at[limits::fold_operands];
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
        set_panel(at, 0, p_.rows.n * p_.rows2.n, n, n2);
        code_.whole(call_, panel_, to, p_.lane.step[0]);
        continue;
      }
      panel_.begun = false;
      index turn[limits::fold_axes] = {};
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
