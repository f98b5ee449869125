// SPDX-License-Identifier: BSL-1.0
// subscript/mask_gather.hpp: the elements of memory selected by a boolean mask of the same shape.
#pragma once

#include <stria/subscript/mask_bits.hpp>
#include <stria/tensor/overlap.hpp>

namespace stria::detail {

/// The place where the next selected elements are stored, and the room that is left.
template <class T> struct pack_state {
  const std::uint64_t* mask;
  T* to;
  index room;
  index at = 0; // position in the mask
};
struct pack_kernel : row_kernel {
  template <class T, class Ix>
  static constexpr void row(state_cursor<pack_state<T>> out, Ix in, index n) {
    pack_state<T> s = out[0];
    for (index start = 0; start < n; start += 64) {
      const index part = n - start < 64 ? n - start : 64;
      const std::uint64_t bits = mask_bits::at(s.mask, s.at, part);
      take(s, in, start, part, bits);
      const index taken = __builtin_popcountll(bits);
      s.to += taken;
      s.room -= taken;
      s.at += part;
    }
    out[0] = s;
  }
  // Processes a row of one element, without a loop.
  template <class O, class Ix> static constexpr void row(O out, Ix in, index) {
    auto& s = out[0];
    if (s.room > 0)
      *s.to = in[0];
  }

private:
  template <class T, class Ix>
  STRIA_INLINE static constexpr void take(const pack_state<T>& s, const Ix& in, index start,
                                          index part, std::uint64_t bits) {
    if !consteval {
      if constexpr (is_packable<T>) {
        if (part == 64) {
          if constexpr (copies_bytes<static_row<T, 1>, Ix>) {
            pack_64_selected(s.to, s.room, in.p + start, bits);
          } else {
            T elements[64];
            for (index i = 0; i < 64; ++i)
              elements[i] = in[start + i];
            pack_64_selected(s.to, s.room, elements, bits);
          }
          return;
        }
      }
    }
    T* to = s.to;
    for (std::uint64_t rest = bits; rest != 0; rest &= rest - 1)
      *to++ = in[start + __builtin_ctzll(rest)];
  }
};

/// t[mask] after the mask has been computed. The size is known, and all elements are stored in one
/// pass.
template <class S> class selection : public operand_base {
  const S* source_;
  mask_bits mask_;

public:
  using value_type = value_t<S>;
  static constexpr auto extents = shape_of<dyn>();
  static constexpr bool stores_itself = true;

  template <class M>
  constexpr selection(const S& source, const M& mask) : source_(&source), mask_(mask) {}
  selection(const selection&) = default;
  selection(selection&&) = default;
  selection& operator=(const selection&) = default;
  selection& operator=(selection&&) = default;

  constexpr axis_array<1> shape() const { return {mask_.count()}; }

  /// Writes shape()[0] elements. The destination must not overlap the source.
  constexpr void store(value_type* to) const {
    const auto n = source_->shape();
    pack_state<value_type> state{mask_.words(), to, mask_.count()};
    run_loop<pack_kernel>(n, state_cursor<pack_state<value_type>>{&state},
                          input_cursor<rank_of<S>, extents_of<S>>(*source_));
  }
  constexpr auto values() const {
    tensor<value_type, dyn> t(shape(), uninitialized_t{});
    store(t.data());
    return t;
  }
  constexpr const S& source() const { return *source_; }
};

} // namespace stria::detail
