// SPDX-License-Identifier: BSL-1.0
// nest/drive_store.hpp: the loops of a planned store. They are independent of the expression, so a
// program compiles them once.
#pragma once

#include <stria/backend/parallel.hpp>
#include <stria/layout/build.hpp>
#include <stria/nest/few.hpp>
#include <stria/nest/operand_space.hpp>
#include <stria/nest/plan_store.hpp>

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
  bool has_calls = false;                // of vector functions
  index least = limits::thread_elements; // elements for each thread
  bool is_spaced = false;                // rows may be computed one element at a time

  bool is_elementwise() const { return plain != nullptr && !reads_target; }
  /// Whether rows of n elements are joined if possible: a call of a vector function takes as long
  /// for a few elements as for a vector.
  bool has_short_calls(index n) const { return has_calls && n * bytes[0] <= limits::short_calls; }
  /// The hints for rows of n elements, of which there are several or one. Null if operands that are
  /// the same throughout a row are repeated in memory, so that rows can be joined.
  const signed char* hints_for(index n, bool several) const {
    return several && has_short_calls(n) ? nullptr : hints;
  }
  /// Whether rows of n contiguous elements are short enough, and many enough, for
  /// store_short_rows().
  bool has_short_rows(index n, index rows) const {
    return has_short_calls(n) ? rows > 1 : n <= limits::short_loop && rows >= limits::short_rows;
  }
};

/// Goes through all panels of a plan.
class store_walk {
  const space& s_;
  const store_plan& p_;
  const store_code& code_;
  const void* program_;
  panel_maker panels_;
  alignas(64) std::byte buffer_[static_cast<std::size_t>(limits::store_bytes)];

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

/// The rows of operand i of a panel, whose elements are `along` apart.
inline strided_rows rows_of_panel(const panel_args& at, int i, index along) {
  const index rows = at.turn > 0 ? at.turn : at.rows;
  return {at.at[i], at.width,  along, at.rows / rows, at.jump[i] + at.step[i] * rows,
          rows,     at.step[i]};
}
/// Makes one row of rows whose elements are all `step` apart.
inline strided_rows as_one_row(const strided_rows& s) {
  return s.n2 == 1 && s.row_step == s.step * s.n
             ? strided_rows{s.from, s.rows * s.n, s.step, 1, 0, 1, 0}
             : s;
}

/// Computes a panel of which some operands have gaps between the elements of a row: `along` apart,
/// for each operand. These are packed into buffers first, and a target with gaps is written from a
/// buffer. If an operand `meets` the target, it may be read after it has been overwritten, so that
/// the target is written last. Returns false, before anything is written, if the buffers are too
/// small. If `copied` is not null, nothing is written, and it receives the operands that have
/// buffers, one bit each.
template <class = this_build>
STRIA_NOINLINE bool store_packed(const store_code& code, const void* program, panel_args& at,
                                 index* along, bool meets, std::uint64_t* copied) {
  if (along[0] < 0)
    for (int i = 0; i < code.operands; ++i) {
      at.at[i] += along[i] * (at.width - 1) * code.bytes[i];
      along[i] = -along[i];
    }
  const index n2 = at.turn > 0 ? at.rows / at.turn : 1, line = n2 * at.width;
  const bool copies = code.plain == nullptr;
  few_lines lines;
  std::byte* buffer[limits::nest_operands];
  bool joins = n2 == 1;
  for (int i = 0; i < code.operands; ++i) {
    const bool packed = i == 0 ? meets || (!copies && along[0] != 1) : !copies && along[i] != 1;
    buffer[i] = packed ? lines.next(at.rows * at.width * code.bytes[i]) : nullptr;
    if (packed && buffer[i] == nullptr)
      return false;
    joins = joins && (packed || at.step[i] == line);
  }
  if (copied != nullptr) {
    for (int i = 0; i < code.operands; ++i)
      *copied |= std::uint64_t{buffer[i] != nullptr} << i;
    return true;
  }
  const strided_rows target = rows_of_panel(at, 0, along[0]);
  if (copies && !meets) {
    const strided_rows from = rows_of_panel(at, 1, along[1]);
    if (along[0] == 1 && n2 == 1)
      code.copies.pack(from, code.bytes[0], const_cast<std::byte*>(target.from), target.row_step);
    else
      code.copies.move(from, target, code.bytes[0]);
    return true;
  }
  const bool few = n2 == 1 && at.rows == 1 && line <= limits::few_moved;
  // Two operands whose elements are beside each other, as in a[::2] + a[1::2], are packed together.
  std::uint64_t ready = 0; // the operands that are packed with a previous one, one bit each
  const auto neighbour = [&](int i) {
    int found = 0;
    if (i != 0 && (ready >> i & 1U) == 0 && along[i] > 1 && along[i] <= limits::interleaved)
      for (int j = i + 1; j < code.operands && found == 0; ++j) {
        const index distance = at.at[j] - at.at[i], bytes = code.bytes[i];
        if ((distance == bytes || distance == -bytes) && code.bytes[j] == bytes &&
            along[j] == along[i] && at.step[j] == at.step[i] && (ready >> j & 1U) == 0)
          found = j;
      }
    return found;
  };
  for (int i = 0; i < code.operands; ++i) {
    if (copies ? i == 0 : buffer[i] == nullptr)
      continue;
    if (i != 0 || code.reads_target) {
      if (few && along[i] > limits::interleaved)
        code.copies.few(code.bytes[i], &line, 1, {at.at[i], along + i}, buffer[copies ? 0 : i],
                        false);
      else if (const int other = n2 == 1 && !copies ? neighbour(i) : 0; other != 0) {
        const index bytes = code.bytes[i];
        const int first = at.at[other] < at.at[i] ? other : i, second = i + other - first;
        code.copies.pack({at.at[first], line, along[i], at.rows, at.step[i], 2, 1}, bytes,
                         buffer[first], (buffer[second] - buffer[first]) / bytes);
        ready |= std::uint64_t{1} << other;
      } else if ((ready >> i & 1U) == 0)
        code.copies.pack(as_one_row(rows_of_panel(at, i, along[i])), code.bytes[i],
                         buffer[copies ? 0 : i], line);
    }
    if (copies)
      continue;
    at.at[i] = buffer[i];
    at.step[i] = line;
    at.jump[i] = at.width - line * at.turn;
  }
  if (!copies) {
    if (joins) {
      at.width *= at.rows;
      at.rows = 1;
    }
    code.plain(program, at);
  }
  if (few && buffer[0] != nullptr && along[0] != 1) {
    code.copies.few(code.bytes[0], &line, 1, {target.from, along}, buffer[0], true);
  } else if (buffer[0] != nullptr) {
    const strided_rows to = as_one_row(target),
                       from = {buffer[0], to.n, 1, to.n2, to.n, to.rows, line};
    if (along[0] == 1 && n2 == 1)
      code.copies.pack(from, code.bytes[0], const_cast<std::byte*>(to.from), to.row_step);
    else
      code.copies.move(from, to, code.bytes[0]);
  }
  return true;
}

/// Computes a panel of many rows that are shorter than a vector. Where every operand is either
/// contiguous or the same in all rows, groups of rows are joined: the latter are repeated in a
/// buffer first.
template <class = this_build>
STRIA_NOINLINE void store_short_rows(const store_code& code, const void* program, panel_args& at) {
  const index width = at.width, rows = at.rows;
  const index group = rows < limits::many_short_rows ? limits::short_rows : 4 * limits::short_rows;
  few_lines lines;
  bool joins = (at.turn < 0 || at.turn == rows) && at.step[0] == width;
  index copied = 0;
  for (int i = 1; i < code.operands; ++i) {
    joins = joins && (at.step[i] == width || at.step[i] == 0);
    copied += at.step[i] == 0 ? group * width * code.bytes[i] + limits::cache_line : 0;
  }
  if (!joins || copied > limits::few_bytes)
    return code.plain(program, at);
  for (int i = 0; i < code.operands; ++i) {
    const index bytes = width * code.bytes[i];
    if (at.step[i] == 0) {
      std::byte* const line = lines.next(group * bytes);
      __builtin_memcpy(line, at.at[i], static_cast<std::size_t>(bytes));
      for (index k = 1; k < group; k *= 2)
        __builtin_memcpy(line + k * bytes, line, static_cast<std::size_t>(k * bytes));
      at.at[i] = line;
    }
    at.step[i] *= group;
  }
  at.turn = -1;
  at.rows = rows / group;
  at.width = width * group;
  code.plain(program, at);
  for (int i = 0; i < code.operands; ++i)
    at.at[i] += at.rows * at.step[i] * code.bytes[i];
  at.rows = 1;
  at.width = rows % group * width;
  if (at.width != 0)
    code.plain(program, at);
}

/// The rows of a panel that is made without a plan.
struct uneven_rows {
  bool gaps;   // between the elements of some operands
  bool meets;  // an operand may be read after it has been overwritten
  bool hinted; // there are no gaps for the hinted kernel
};
/// Makes a row of each element of a panel of one or two axes.
inline void separate_elements(panel_args& at, const index* along, int operands) {
  at.turn = at.width;
  at.rows *= at.width;
  STRIA_FEW
  for (int i = 0; i < operands; ++i) {
    at.jump[i] = at.step[i] - along[i] * at.width;
    at.step[i] = along[i];
  }
  at.width = 1;
}
/// Computes a panel of such rows. `along` are the distances between the elements of a row. Returns
/// false, and writes nothing, if there are too many elements. If `copied` is not null, nothing is
/// written, as in store_packed(). Bits has the size of an element of the target.
template <class Bits, class = this_build>
STRIA_NOINLINE bool store_uneven(const store_code& code, const void* program, panel_args& at,
                                 index* along, const uneven_rows& rows, std::uint64_t* copied) {
  const bool writes = copied == nullptr;
  const index count = at.rows * at.width;
  if (code.plain == nullptr) {
    if (count <= limits::few_elements) {
      if (writes && rows.meets)
        move_few_aside<Bits>(at, along[0], along[1]);
      else if (writes)
        move_few<Bits>(at, along[0], along[1]);
      return true;
    }
  } else if (!(rows.meets && code.reads_target) &&
             (rows.gaps ? at.turn < 0 && (count <= (code.has_calls ? limits::few_strided_calls
                                                                   : limits::few_strided) ||
                                          (code.light && at.rows == 1 && !rows.meets &&
                                           has_wide_gaps(
                                               code.operands, [&](int i) { return along[i]; })))
                        : count <= limits::few_bytes / index{sizeof(Bits)})) {
    if (!writes)
      return true;
    if (rows.gaps)
      separate_elements(at, along, code.operands);
    const store_kernel_fn kernel = rows.hinted ? code.hinted : code.plain;
    if (rows.meets)
      store_aside<Bits>(kernel, program, at, rows.gaps ? 1 : along[0]);
    else
      kernel(program, at);
    return true;
  }
  return count <= limits::few_packed && store_packed(code, program, at, along, rows.meets, copied);
}

/// Runs a store over a space whose axes are sorted.
template <class = this_build>
STRIA_NOINLINE void run_panels(space& s, const store_code& code, const void* program) {
  store_plan plan;
  take_repeats(s, code.is_elementwise(), plan);
  plan_store(s, code.hints_for(s.axis[s.rank - 1].n, s.rank > 1), code.plain == nullptr, code.light,
             plan);
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

/// A function that stores an expression, with additional data `how`.
using store_driver = void (*)(const expression_store&, const void* how);

/// Stores by panels, on several threads where that pays.
template <class = this_build> STRIA_NOINLINE void store_by_plan(const expression_store& e) {
  operand_space s(e.n, e.loops, 0, e.of, e.code.bytes, e.code.operands);
  sort_by_target(s);
#if defined(STRIA_USE_THREADS)
  if (const int chunks = chunks_for_threads(s.elements(), e.code.least); chunks > 0) {
    // The loop to split: the outermost axis that is long enough, otherwise the longest one. Along
    // an axis whose step is 0 in the target, two threads would write the same elements.
    int split = -1;
    STRIA_FEW
    for (int k = 0; k < s.rank; ++k) {
      if (s.axis[k].step[0] == 0)
        continue;
      if (s.axis[k].n >= index{limits::chunks_per_thread} * num_threads()) {
        split = k;
        break;
      }
      split = split < 0 || s.axis[k].n > s.axis[split].n ? k : split;
    }
    if (split >= 0) {
      const index grain = split == s.rank - 1 ? limits::thread_row : 1;
      return for_chunks(
          s.axis[split].n, grain,
          [&](index first, index end) {
            part_of_space part(s, split, first, end - first);
            run_panels(part, e.code, e.program);
          },
          chunks);
    }
  }
#endif
  run_panels(s, e.code, e.program);
}

// With a note, the two functions below store nothing and report to the note. Without one, the
// parameter is an empty pack, which costs nothing.

/// Stores with one kernel call, if the axes of the target are in the order of its memory and all
/// operands are contiguous along the last one, or match the hints. Returns false otherwise.
template <class = this_build, class... Note>
STRIA_NOINLINE bool store_by_one_call(const expression_store& e, Note&... note) {
  const loop_operand* const of = e.of;
  const int operands = e.code.operands;
  int lane = e.loops - 1;
  while (lane > 0 && e.n[lane] == 1)
    --lane;
  const signed char* const hints = e.code.hints_for(e.n[lane], lane > 0);
  bool plain = true, hinted = hints != nullptr;
  bool still = operands > 1 && e.code.is_elementwise();
  if (e.n[lane] > 1)
    STRIA_FEW
  for (int i = 0; i < operands; ++i) {
    const index step = of[i].steps[lane];
    plain = plain && step == 1;
    still = still && (i == 0 || step == 0);
    hinted = hinted && step == hints[i];
    if (!plain && !hinted)
      return false;
  }
  // Merges neighbouring axes that every operand can traverse as one.
  int depth = 1, axis[3] = {lane, 0, 0};
  index size[3] = {e.n[lane], 1, 1};
  for (int k = lane; k-- > 0;) {
    if (e.n[k] == 1)
      continue;
    const int inner = axis[depth - 1];
    if (of[0].steps[k] < of[0].steps[inner])
      return false;
    bool joins = true;
    for (int i = 0; joins && i < operands; ++i)
      joins = of[i].steps[k] == of[i].steps[inner] * size[depth - 1];
    if (joins) {
      size[depth - 1] *= e.n[k];
      continue;
    }
    if (depth == 3)
      return false;
    axis[depth] = k;
    size[depth++] = e.n[k];
  }
  panel_args args;
  joined_copies copies;
  STRIA_FEW
  for (int i = 0; i < operands; ++i) {
    const index* const steps = of[i].steps;
    const index rows = depth > 1 ? steps[axis[1]] : 0, rows2 = depth > 2 ? steps[axis[2]] : 0;
    args.at[i] = of[i].at;
    args.step[i] = rows;
    args.jump[i] = rows2 - rows * size[1];
    if (rows == size[0])
      continue;
    // A plan copies an operand only once that occurs several times.
    bool again = false;
    for (int k = 1; k < i && depth > 1; ++k)
      again = again || (args.at[k] == args.at[i] && args.step[k] == rows &&
                        args.jump[k] == args.jump[i] && e.code.bytes[k] == e.code.bytes[i]);
    (rows != 0 || rows2 != 0 ? copies.moving : copies.still) += again ? 0 : 1;
  }
  if (depth > 1 && still && pays_to_repeat(size[0], size[1]))
    return false;
  const bool joins = depth > 1 && pays_to_join(size[0], e.code.bytes[0], size[1], copies);
  const bool short_rows = (joins || e.code.has_short_calls(size[0])) && depth == 2 &&
                          copies.moving == 0 && plain && e.code.has_short_rows(size[0], size[1]) &&
                          e.code.plain != nullptr;
  if (joins && !short_rows)
    return false;
  args.turn = size[1];
  args.first = 0;
  args.rows = size[1] * size[2];
  args.width = size[0];
#if defined(STRIA_USE_THREADS)
  if (pays_threads(args.rows * args.width, e.code.least))
    return false;
#endif
  if constexpr (sizeof...(Note) != 0) {
    (note.one_call(depth, axis, size, hinted ? e.code.hints : nullptr), ...);
    for (int i = 0; short_rows && i < operands; ++i)
      if (args.step[i] == 0)
        (note.copies(i), ...);
  } else if (e.code.plain == nullptr)
    move_rows(args, e.code.bytes[0]);
  else if (short_rows)
    store_short_rows(e.code, e.program, args);
  else
    (hinted ? e.code.hinted : e.code.plain)(e.program, args);
  return true;
}

/// Stores a few elements with one kernel call: operands that are not contiguous, including the
/// target, are copied. Returns false if there are too many elements.
template <class = this_build, class... Note>
STRIA_NOINLINE bool store_few(const expression_store& e, Note&... note) {
  constexpr bool writes = sizeof...(Note) == 0;
  index all;
  if (!are_few(e.n, e.loops, limits::few_elements, all))
    return false;
  few_lines lines;
  panel_args args;
  bool target_apart = false;
  STRIA_FEW
  for (int i = 0; i < e.code.operands; ++i) {
    args.at[i] = e.of[i].at;
    args.step[i] = args.jump[i] = 0;
    if (lies_in_line(e.n, e.loops, e.of[i].steps))
      continue;
    std::byte* const line = lines.next(all * e.code.bytes[i]);
    if (line == nullptr)
      return false;
    args.at[i] = line;
    if (i == 0)
      target_apart = true;
    (note.copies(i), ...);
    if (writes && (i > 0 || e.code.reads_target))
      e.code.copies.few(e.code.bytes[i], e.n, e.loops, e.of[i], line, false);
  }
  if constexpr (!writes)
    return true;
  args.rows = args.turn = 1;
  args.first = 0;
  args.width = all;
  if (e.code.plain == nullptr)
    move_rows(args, e.code.bytes[0]);
  else
    e.code.plain(e.program, args);
  if (target_apart)
    e.code.copies.few(e.code.bytes[0], e.n, e.loops, e.of[0], const_cast<std::byte*>(args.at[0]),
                      true);
  return true;
}

/// Makes `copies` copies of each of `count` elements of a size that vectors have, which are `step`
/// apart. They may be followed by further copies, up to the size of a vector.
template <class Bits>
STRIA_INLINE void repeat_loosely(const std::byte* from, index step, index count, index copies,
                                 std::byte* to) {
  typedef Bits vector __attribute__((vector_size(loop_vector_bytes)));
  constexpr index bytes = sizeof(Bits), most = loop_vector_bytes;
  const index width = copies * bytes;
  STRIA_ROLLED
  for (; count > 0; --count, from += step * bytes, to += width) {
    Bits value;
    __builtin_memcpy(&value, from, sizeof(Bits));
    const vector all = vector{} + value;
    STRIA_ROLLED
    for (index b = 0; b < width; b += most)
      store_vector(to + b, all);
  }
}
template <class = this_build>
STRIA_NOINLINE void repeat_loosely(index bytes, const std::byte* from, index step, index count,
                                   index copies, std::byte* to) {
  if (bytes == 4)
    repeat_loosely<std::uint32_t>(from, step, count, copies, to);
  else if (bytes == 8)
    repeat_loosely<std::uint64_t>(from, step, count, copies, to);
  else if (bytes == 2)
    repeat_loosely<std::uint16_t>(from, step, count, copies, to);
  else
    repeat_loosely<std::uint8_t>(from, step, count, copies, to);
}

/// Whether two operands have the same steps.
inline bool equal_steps(const index* a, const index* b, std::size_t loops) {
  bool equal = true;
  for (std::size_t k = 0; k < loops; ++k)
    equal &= a[k] == b[k];
  return equal;
}

/// Stores a few elements of R axes. Along the last axis, the target and the operands are
/// contiguous, except operands that are broadcast there: these are copied, unless there is a kernel
/// for them. Returns false, and stores nothing, if that is not possible. If `copied` is not null,
/// nothing is stored, but the bits of the operands that would be copied are set there.
template <std::size_t R, class = this_build>
STRIA_NOINLINE bool store_repeated(const expression_store& e, std::uint64_t* copied) {
  const int operands = e.code.operands;
  index n[3] = {1, 1, 1}, all;
  if (!are_few(e.n, R, limits::line, all))
    return false;
#if defined(STRIA_USE_THREADS)
  if (pays_threads(all, e.code.least))
    return false;
#endif
  for (std::size_t k = 0; k < R; ++k)
    n[k + 3 - R] = e.n[k];
  // The last two axes are merged if every operand can traverse them as one. For a few elements,
  // this would cost more than it saves.
  bool merges = R > 1 && all > limits::few_elements;
  bool hinted = e.code.has_hints && e.code.hints_for(n[2], n[0] * n[1] > 1) != nullptr;
  for (int i = 0; (merges || hinted) && i < operands; ++i) {
    const index* const steps = e.of[i].steps;
    if constexpr (R > 1)
      merges = merges && steps[R - 2] == steps[R - 1] * n[2];
    hinted = hinted && steps[R - 1] == e.code.hints[i];
  }
  if (merges) {
    n[2] *= n[1];
    n[1] = n[0];
    n[0] = 1;
  }
  if (n[0] * n[1] > limits::few_rows)
    return false;
  // Long rows are computed in pieces, so that less is copied.
  const index most = n[1] == 1 ? limits::repeated : limits::repeated / 2;
  const bool long_rows = n[0] == 1 && n[2] >= 2 * most && !hinted;
  const index pieces = long_rows ? n[2] / most : 1, width = long_rows ? most : n[2];
  panel_args args;
  few_lines lines;
  bool joins = !long_rows;
  STRIA_FEW
  for (int i = 0; i < operands; ++i) {
    const index* const steps = e.of[i].steps;
    const index row = R < 2 ? 0 : steps[merges ? 0 : R - 2], outer = R < 3 ? 0 : steps[0];
    args.at[i] = e.of[i].at;
    args.step[i] = long_rows ? most : row;
    args.jump[i] = long_rows ? row - most * pieces : outer - row * n[1];
    if (const index along = steps[R - 1]; along != 1 && n[2] != 1 && !hinted) {
      const index bytes = e.code.bytes[i];
      if (along != 0 || bytes > 8)
        return false;
      int same = 1;
      for (; same < i; ++same)
        if (e.of[same].at == e.of[i].at && e.code.bytes[same] == bytes &&
            equal_steps(e.of[same].steps, steps, R))
          break;
      if (same < i) {
        args.at[i] = args.at[same];
        args.step[i] = args.step[same];
        args.jump[i] = args.jump[same];
        continue;
      }
      std::byte* const line = lines.next(n[0] * n[1] * width * bytes + index{loop_vector_bytes});
      if (line == nullptr)
        return false;
      if (copied != nullptr)
        *copied |= std::uint64_t{1} << i;
      else
        for (index k = 0; k < n[0]; ++k)
          repeat_loosely(bytes, args.at[i] + k * outer * bytes, row, n[1], width,
                         line + k * n[1] * width * bytes);
      args.at[i] = line;
      args.step[i] = long_rows ? 0 : width;
      args.jump[i] = long_rows ? width : 0;
    } else {
      // With a hinted kernel, rows may be constant or reversed.
      const index next = hinted ? n[2] * along : n[2];
      joins &= (n[1] == 1 || row == next) && (n[0] == 1 || outer == next * n[1]);
    }
  }
  if (copied != nullptr)
    return true;
  const store_kernel_fn kernel = hinted ? e.code.hinted : e.code.plain;
  args.turn = long_rows ? pieces : n[1];
  args.first = 0;
  args.rows = joins ? 1 : n[0] * n[1] * pieces;
  args.width = joins ? all : width;
  kernel(e.program, args);
  if (const index rest = n[2] - width * pieces; rest != 0) {
    STRIA_FEW
    for (int i = 0; i < operands; ++i) {
      const index turn = args.step[i] * pieces;
      args.at[i] += turn * e.code.bytes[i];
      args.step[i] = args.jump[i] + turn;
      args.jump[i] = 0;
    }
    args.turn = -1;
    args.rows = n[1];
    args.width = rest;
    kernel(e.program, args);
  }
  return true;
}

enum class store_way : unsigned char { one_call, few, plan };

/// The number of axes that a function for few elements has; 0 for more than three.
template <std::size_t Axes>
inline constexpr std::size_t few_axes = Axes <= limits::few_rows_axes ? Axes : 0;

/// Stores at least one element of R axes, or of more than three if R is 0, without a plan. Returns
/// store_way::plan if that is not possible.
template <std::size_t R, class... Note>
STRIA_INLINE store_way store_without_plan(const expression_store& e, Note&... note) {
  if (store_by_one_call(e, note...))
    return store_way::one_call;
  if constexpr (R != 0) {
    std::uint64_t* copied = nullptr;
    ((copied = &note.copied), ...);
    if (e.code.plain != nullptr && store_repeated<R>(e, copied))
      return store_way::few;
    ((note.copied = 0), ...);
  }
  return store_few(e, note...) ? store_way::few : store_way::plan;
}
/// Stores directly into the target, on several threads where that pays. Does nothing if the target
/// is empty.
template <std::size_t R = 0, class = this_build>
STRIA_NOINLINE void store_directly(const expression_store& e, const void*) {
  STRIA_FEW
  for (int k = 0; k < e.loops; ++k)
    if (e.n[k] == 0)
      return;
  if (store_without_plan<R>(e) == store_way::plan)
    store_by_plan(e);
}

} // namespace stria::detail
