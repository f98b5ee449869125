// SPDX-License-Identifier: BSL-1.0
// subscript/mask_bits.hpp: a boolean mask, computed once and stored as bits.
// Tests: tests/subscript/mask_gather.cpp.
#pragma once

#include <stria/evaluate/materialize.hpp>
#include <stria/subscript/mask_copy.hpp>

namespace stria::detail {

/// The elements of a boolean mask in row-major order, 64 per word.
class mask_bits {
public:
  static constexpr index few = 64;

private:
  std::uint64_t few_[2]{}; // instead of words_, if there are few elements
  heap_buffer<std::uint64_t> words_;
  index count_ = 0;

public:
  /// Packs the elements of a prepared operand with bool elements.
  template <class M> constexpr explicit mask_bits(const M& mask);

  /// The number of true elements.
  constexpr index count() const { return count_; }
  constexpr const std::uint64_t* words() const { return words_.size() == 0 ? few_ : words_.data(); }
  /// The n <= 64 elements of a mask from element `first` on; the other bits are 0.
  STRIA_INLINE static constexpr std::uint64_t at(const std::uint64_t* words, index first, index n) {
    const std::uint64_t* const word = words + first / 64;
    const index shift = first % 64;
    std::uint64_t bits = word[0] >> shift;
    if (shift != 0)
      bits |= word[1] << (64 - shift);
    return n == 64 ? bits : bits & ((std::uint64_t{1} << n) - 1);
  }
};

/// Packs bytes into bits.
struct bit_writer {
  static constexpr index block = limits::block;
  std::uint64_t* to;
  index count = 0;
  index filled = 0;
  unsigned char flags[block];

  constexpr void flush() {
    for (; filled % 64 != 0; ++filled)
      flags[filled] = 0;
    for (index k = 0; k < filled; k += 64) {
      *to = pack_flags(flags + k);
      count += __builtin_popcountll(*to++);
    }
    filled = 0;
  }
};
struct bits_kernel : row_kernel {
  template <class O, class Ix> static constexpr void row(O out, Ix in, index n) {
    bit_writer& writer = out[0];
    for (index start = 0; start < n;) {
      const index free = bit_writer::block - writer.filled;
      const index part = n - start < free ? n - start : free;
      store_kernel::row(static_row<unsigned char, 1>{writer.flags + writer.filled},
                        shifted(in, start), part);
      start += part;
      writer.filled += part;
      if (writer.filled == bit_writer::block)
        writer.flush();
    }
  }
};

// There is one extra word, because at() may read one word ahead.
template <class M> constexpr mask_bits::mask_bits(const M& mask) {
  const auto n = mask.shape();
  const auto in = input_cursor<rank_of<M>, extents_of<M>>(mask);
  const index count = count_or_raise(n);
  if (count > few)
    words_ = heap_buffer<std::uint64_t>(count / 64 + 2, uninitialized_t{});
  std::uint64_t* const first = count > few ? words_.data() : few_;
  std::uint64_t* const end = count > few ? first + words_.size() : few_ + 2;
  bit_writer writer{first, 0, 0, {}};
  run_loop<bits_kernel>(n, state_cursor<bit_writer>{&writer}, in);
  writer.flush();
  for (std::uint64_t* rest = writer.to; rest != end; ++rest)
    *rest = 0;
  count_ = writer.count;
}

} // namespace stria::detail
