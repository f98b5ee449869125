// SPDX-License-Identifier: BSL-1.0
// assign/masked.hpp: t[mask] = value for a mask of the whole shape: one loop that blends.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/gather/dispatch.hpp>

namespace stria::detail {

/// A scalar, or an operand of rank 0.
template <class E> inline constexpr bool is_one_value = true;
template <operand E> inline constexpr bool is_one_value<E> = rank_of<E> == 0;

/// A value that brings a function of the user's with it: bound_update.
template <class V>
concept brings_function = requires { V::pure; };

/// One element of the mask beside the value for it.
template <class V> struct masked_value {
  bool selected;
  const V& value;
};

/// The mask, and beside it a value for all elements.
template <class M, class V> struct masked_row {
  M mask;
  const V& value;
};
template <class M, class V> struct masked_cursor {
  M mask;
  const V* value;

  static constexpr bool may_split = splits<M> && is_pure_value<V>;
  STRIA_INLINE constexpr bool fits(std::size_t axis) const { return mask.fits(axis); }
  STRIA_INLINE constexpr bool joins(std::size_t outer, std::size_t inner, index n) const {
    return mask.joins(outer, inner, n);
  }
  STRIA_INLINE constexpr void advance(std::size_t axis, index by) { mask.advance(axis, by); }
  template <bool Hinted> STRIA_INLINE constexpr auto row(std::size_t axis) const {
    return masked_row<decltype(mask.template row<Hinted>(axis)), V>{mask.template row<Hinted>(axis),
                                                                    *value};
  }
  constexpr masked_value<V> item() const { return {mask.item(), *value}; }
};

struct take_value_fn {
  template <class T, class V>
  STRIA_INLINE constexpr decltype(auto) operator()(const T&, const V& value) const {
    return (value);
  }
};
template <class Op> struct masked_update {
  using type = take_value_fn;
};
template <class F> struct masked_update<update_op<F>> {
  using type = F;
};

/// out = f(out, value) where the mask is true.
template <class F> struct masked_kernel {
  static constexpr bool independent = true;
  static constexpr index block = 512;
  // What is not selected may not be computed (x / 0, a sum too large) or is dear to copy.
  template <class T>
  static constexpr bool blends =
      std::is_floating_point_v<T> || (std::is_arithmetic_v<T> && std::same_as<F, take_value_fn>);

  template <class O, class M, class V>
  STRIA_INLINE static constexpr void row(O out, const masked_row<M, V>& in, index n) {
    using T = std::remove_cvref_t<decltype(out[0])>;
    constexpr F f{};
    const M mask = in.mask;
    if constexpr (blends<T> && !brings_function<V>) {
      // Computed and stored everywhere: a loop without branches, for the vector unit. The mask goes
      // through a small buffer: where it reads the target itself, clang's check for overlap would
      // else choose the loop without vectors.
      const V value = in.value;
      // Beside four elements of 8 bytes g++ 12 has no vector of single bytes.
      using flag = std::conditional_t<sizeof(T) == 8, unsigned short, unsigned char>;
      flag selected[block];
      for (index start = 0; start < n; start += block) {
        const index count = n - start < block ? n - start : block;
        for (index i = 0; i < count; ++i)
          selected[i] = mask[start + i] ? 1 : 0;
        STRIA_INDEPENDENT
        for (index i = 0; i < count; ++i) {
          const T old = out[start + i];
          const T fresh = convert_to<T>(f(old, value));
          out[start + i] = selected[i] != 0 ? fresh : old;
        }
      }
    } else {
      for (index i = 0; i < n; ++i)
        if (mask[i])
          out[i] = convert_to<T>(f(out[i], in.value));
    }
  }
  // One element, without a loop.
  template <class O, class I> static constexpr void row(O out, I in, index) {
    using T = std::remove_cvref_t<decltype(out[0])>;
    if (const auto m = in[0]; m.selected)
      out[0] = convert_to<T>(F{}(out[0], m.value));
  }
};

/// A value that is the same for all selected elements. No places are looked for: the mask is
/// computed in the loop, or before it where it reads the target at other places.
template <class Op, class Target, class E> struct masked_assignment {
  static constexpr bool accepted = true;
  using type = Target&;

  template <bool = true>
  static constexpr type run(Target& target, const std::remove_reference_t<E>& e) {
    auto memory = target.source();
    const auto n = memory.shape();
    target.places().check(n.data());
    // A copy: the target may hold the value.
    if constexpr (operand<E>) {
      const value_t<E> value = prepare(e).template cursor<no_hint, 0>({}).item();
      write(memory, prepare(target.places().mask()), value);
    } else {
      const hold_t<E, Target> held(e);
      write(memory, prepare(target.places().mask()), held.value);
    }
    return target;
  }

private:
  template <class Memory, class M, class V>
  static constexpr void write(Memory& memory, const M& mask, const V& value) {
    const auto n = memory.shape();
    const auto to = output_cursor(memory);
    const auto run = [&](const auto& from) {
      run_loop<masked_kernel<typename masked_update<Op>::type>>(
          n, to, masked_cursor<std::remove_cvref_t<decltype(from)>, V>{from, &value});
    };
    const auto selected = input_cursor<rank_of<Memory>, extents_of<Memory>>(mask);
    if (find_met_rows(n, to, selected).found) {
      const auto computed = eval(mask);
      run(input_cursor<rank_of<Memory>, extents_of<Memory>>(computed));
    } else {
      run(selected);
    }
  }
};

} // namespace stria::detail
