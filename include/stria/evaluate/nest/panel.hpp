// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/panel.hpp: the input of a kernel: contiguous rows of elements for each operand.
//
// Operands that are not contiguous along the vectors are copied into a buffer first.
// Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/nest/pack.hpp>
#include <stria/evaluate/nest/space.hpp>
#include <stria/math/limits.hpp>

namespace stria::detail {

/// For each operand, an address and the distance to the next row, either in the memory of the
/// operand or in a buffer.
struct panel_args {
  const std::byte* at[limits::nest_operands];
  index step[limits::nest_operands]; // to the next row, in elements
  index jump[limits::nest_operands]; // in addition after `turn` rows
  index turn, first;                 // rows between jumps, and the number of the first row
  index rows, width;                 // rows of `width` elements
  bool begun;                        // for a reduction: the totals already contain elements
};

/// A number of elements. In loops over such a number, clang vectorises without its own check for
/// overlap. That check fails if the target is also an operand, and elements would then be computed
/// one at a time. This type is used only for loops in functions that are not inlined. If clang does
/// not vectorise such a loop, it warns at the function, so the warning is turned off there as well
/// as at the loop.
struct independent_elements {
  index n;
  STRIA_INLINE constexpr operator index() const { return n; }
};

/// A number of elements up to a few vectors. Clang would otherwise compute four vectors in each
/// iteration of a loop, and fewer elements one at a time.
struct few_in_row {
  index n;
  STRIA_INLINE constexpr operator index() const { return n; }
};

/// The part of a plan that describes a panel.
struct panel_plan {
  /// The axis of the vectors.
  space_axis lane{};
  /// An axis that makes short lanes longer: `n` of its positions form one row of a panel.
  space_axis lane2{};
  /// Two axes that are traversed within a panel; `rows` is the inner one.
  space_axis rows{}, rows2{};
  index height = 1; // rows of a panel
  index line = 1;   // elements between the rows of a buffer
  /// The operands that are copied into buffers, one bit each.
  std::uint64_t packed = 0;
  /// For each operand, the first one that reads the same memory in the same way, possibly itself.
  signed char same[limits::nest_operands];
  /// Operands whose elements are interleaved, like the channels of an image, one bit each. Such a
  /// group is copied when its first operand, `with`, is copied; `place` is the position of an
  /// operand in its group, and `together` the number of operands in the group of a first operand.
  std::uint64_t interleaved = 0;
  signed char with[limits::nest_operands], place[limits::nest_operands],
      together[limits::nest_operands];

  bool packs(int operand) const { return (packed >> operand & 1U) != 0; }
  bool interleaves(int operand) const { return (interleaved >> operand & 1U) != 0; }
};

/// The first operand that reads the same elements as operand i.
inline signed char first_same(const space& s, int i) {
  for (int j = 1; j < i; ++j) {
    bool same = s.of[j].base == s.of[i].base && s.of[j].bytes == s.of[i].bytes;
    for (int k = 0; same && k < s.rank; ++k)
      same = s.axis[k].step[j] == s.axis[k].step[i];
    if (same)
      return static_cast<signed char>(j);
  }
  return static_cast<signed char>(i);
}

/// Creates the panels of a plan, one after the other.
class panel_maker {
  // The contents of a part of the buffer.
  struct packed_rows {
    const std::byte* from;
    index first, rows, width; // first: within a turn of rows
  };
  const space& s_;
  const panel_plan& p_;
  std::byte* buffer_ = nullptr;
  index room_ = 0;                         // size of the buffer in bytes
  index part_[limits::nest_operands] = {}; // the position of the part of each operand
  packed_rows held_[limits::nest_operands];

  index bytes(int i) const { return s_.of[i].bytes; }
  /// Whether the operand is the same for all rows of a panel.
  bool one_row(int i) const { return p_.rows.step[i] == 0 && p_.rows2.step[i] == 0; }

  /// Returns rows [from, from + count) of operand i, each of `n2` pieces of n elements, as a copy
  /// in the buffer. `step` receives the distance between rows there. Rows that the buffer already
  /// holds are not copied again.
  const std::byte* packed(int i, const std::byte* at, index from, index count, index n, index n2,
                          index& step) {
    std::byte* const to = buffer_ + part_[i];
    const bool one = one_row(i);
    step = one ? 0 : p_.line;
    if (p_.interleaves(i) && p_.with[i] != i)
      return to;
    index r = from;
    const index end = one ? from + 1 : from + count;
    packed_rows& held = held_[i];
    const packed_rows wanted{row(i, at, r), r % p_.rows.n, end - r, n * n2};
    const bool wide = p_.lane.step[i] == 0 && n2 == 1 ? held.width >= n : held.width == n * n2;
    if (held.from == wanted.from && held.first == wanted.first && held.rows == wanted.rows && wide)
      return to;
    held = wanted;
    if (p_.interleaves(i)) {
      const index first = p_.place[i] * bytes(i), part = size_of_part(i);
      for_pieces(r, end, [&](index piece) {
        const strided_rows group{row(i, at, r) - first, n, p_.lane.step[i], piece, p_.rows.step[i],
                                 p_.together[i],        1};
        std::byte* const copy = to - p_.place[i] * part + (r - from) * p_.line * bytes(i);
        s_.copies->move(group, {copy, n, 1, piece, p_.line, group.rows, part / bytes(i)}, bytes(i));
      });
      return to;
    }
    for_pieces(r, end, [&](index piece) {
      s_.copies->pack(block(i, row(i, at, r), n, n2, piece), bytes(i),
                      to + (r - from) * p_.line * bytes(i), p_.line);
    });
    return to;
  }
  /// Calls use(count) for pieces of the rows [r, end), in each of which the rows are one step
  /// apart. Advances r.
  template <class Use> void for_pieces(index& r, index end, const Use& use) {
    while (r < end) {
      const index left = p_.rows.n - r % p_.rows.n;
      const index piece = left < end - r ? left : end - r;
      use(piece);
      r += piece;
    }
  }
  /// The size of the part of an operand in the buffer, in whole cache lines.
  index size_of_part(int i) const {
    // A kernel writes all rows of a buffered target, also if they are the same row of the target.
    const index size = (i > 0 && one_row(i) ? 1 : p_.height) * p_.line * bytes(i);
    return round_up(size, limits::cache_line);
  }
  strided_rows block(int i, const std::byte* from, index n, index n2, index rows) const {
    return {from, n, p_.lane.step[i], n2, p_.lane2.step[i], rows, p_.rows.step[i]};
  }

public:
  panel_args of{};

  panel_maker(const space& s, const panel_plan& p) : s_(s), p_(p) {
    STRIA_FEW
    for (int i = 0; i < s.operands; ++i)
      if (p.packs(i)) {
        held_[i] = {nullptr, 0, 0, 0};
        const index size = size_of_part(i);
        if (!p.interleaves(i)) {
          part_[i] = room_;
          room_ += size;
        } else if (const int first = p.with[i]; first != i) {
          part_[i] = part_[first] + (p.place[i] - p.place[first]) * size;
        } else {
          part_[i] = room_ + p.place[i] * size;
          room_ += p.together[i] * size;
        }
      }
  }

  /// The size of the buffer in bytes.
  index room() const { return room_; }
  void use_buffer(std::byte* memory) { buffer_ = memory; }
  /// The position of row r of operand i, given the position of its first row.
  const std::byte* row(int i, const std::byte* at, index r) const {
    return at + (r % p_.rows.n * p_.rows.step[i] + r / p_.rows.n * p_.rows2.step[i]) * bytes(i);
  }
  /// Creates the panel of rows [from, from + count), each of `n2` pieces of n elements, from
  /// operands at `at`.
  void make(const std::byte* const* at, index from, index count, index n, index n2) {
    of.rows = count;
    of.width = n * n2;
    of.turn = p_.rows.n;
    of.first = from % p_.rows.n;
    STRIA_FEW
    for (int i = 1; i < s_.operands; ++i) {
      if (const int same = p_.same[i]; same != i) {
        of.at[i] = of.at[same];
        of.step[i] = of.step[same];
        of.jump[i] = of.jump[same];
      } else if (p_.packs(i)) {
        of.at[i] = packed(i, at[i], from, count, n, n2, of.step[i]);
        of.jump[i] = 0;
      } else {
        point(i, at[i], from);
      }
    }
  }
  /// Makes one row of all rows of the panel.
  void join() {
    of.width *= of.rows;
    of.rows = 1;
  }
  /// Extends the rows of the panel, of n elements, by `times` - 1 panels beside it, which read the
  /// same copies. The panel has no turns.
  void repeat(index n, index times) {
    of.turn = times;
    of.first = 0;
    of.rows *= times;
    STRIA_FEW
    for (int i = 0; i < s_.operands; ++i) {
      const index row = of.step[i];
      of.step[i] = p_.packs(p_.same[i]) ? 0 : p_.lane.step[i] * n;
      of.jump[i] = row - of.step[i] * times;
    }
  }
  /// Uses operand i in place, from row `from` on.
  void point(int i, const std::byte* at, index from) {
    of.at[i] = row(i, at, from);
    of.step[i] = p_.rows.step[i];
    of.jump[i] = p_.rows2.step[i] - p_.rows.step[i] * p_.rows.n;
  }
  /// Makes the kernel write into the buffer instead of the target. If the elements of the target
  /// are read, they are copied into the buffer first.
  void buffer_target(const std::byte* at, index from, index count, index n, index n2, bool read) {
    of.at[0] = buffer_ + part_[0];
    of.step[0] = p_.line;
    of.jump[0] = 0;
    index r = from;
    if (read)
      for_pieces(r, from + count, [&](index piece) {
        s_.copies->pack(block(0, row(0, at, r), n, n2, piece), bytes(0),
                        buffer_ + part_[0] + (r - from) * p_.line * bytes(0), p_.line);
      });
  }
  /// Copies the results of the kernel from the buffer into the target, or `repeats` copies of each
  /// of them, `repeat_step` apart; then n2 is 1.
  void unpack_target(const std::byte* at, index from, index count, index n, index n2, index repeats,
                     index repeat_step) {
    index r = from;
    for_pieces(r, from + count, [&](index piece) {
      const std::byte* const rows = buffer_ + part_[0] + (r - from) * p_.line * bytes(0);
      strided_rows values{rows, n, 1, n2, n, piece, p_.line},
          target = block(0, row(0, at, r), n, n2, piece);
      if (repeats > 1) {
        values = {rows, repeats, 0, n, 1, piece, p_.line};
        target.n2 = n;
        target.step2 = target.step;
        target.n = repeats;
        target.step = repeat_step;
      }
      s_.copies->move(values, target, bytes(0));
    });
  }
  /// Copies rows [from, from + count) of operand 1 directly into the target.
  void copy(const std::byte* const* at, index from, index count, index n, index n2) {
    const bool to_rows = p_.lane.step[0] == 1 && (n2 == 1 || p_.lane2.step[0] == n);
    index r = from;
    for_pieces(r, from + count, [&](index piece) {
      const strided_rows target = block(0, row(0, at[0], r), n, n2, piece),
                         source = block(1, row(1, at[1], r), n, n2, piece);
      if (to_rows)
        s_.copies->pack(source, bytes(0), const_cast<std::byte*>(target.from), target.row_step);
      else
        s_.copies->move(source, target, bytes(0));
    });
  }
};

} // namespace stria::detail
