// SPDX-License-Identifier: BSL-1.0
// assign/masked.hpp: t[mask] = value for a mask of the whole shape: one loop that blends.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/gather/dispatch.hpp>

namespace stria::detail {

/// A value that brings a function of the user's with it: bound_update.
template <class V> inline constexpr bool brings_function = false;

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

#if defined(__clang__)
/// A row reads at most one line of T and else what T is not: it meets a line of T where both begin,
/// or not at all.
template <class Row, class T> inline constexpr int lines_of = 2;
template <class U, index Stride, class T>
inline constexpr int lines_of<static_row<const U, Stride>, T> = !std::same_as<U, T> ? 0
                                                                : Stride == 1       ? 1
                                                                                    : 2;
template <class U, class T> inline constexpr int lines_of<scalar_row<U>, T> = 0;
template <class F, class Seq, class... R, class T>
inline constexpr int lines_of<map_row<F, Seq, R...>, T> = (lines_of<R, T> + ... + 0);

/// The row's line of T begins at p.
template <class Row, class T> STRIA_INLINE constexpr bool begins_at(const Row&, const T*) {
  return false;
}
template <class T>
STRIA_INLINE constexpr bool begins_at(const static_row<const T, 1>& r, const T* p) {
  return r.p == p;
}
template <class F, std::size_t... I, class... R, class T>
STRIA_INLINE constexpr bool begins_at(const map_row<F, std::index_sequence<I...>, R...>& r,
                                      const T* p) {
  return (begins_at(static_cast<const slot<I, R>&>(r).value, p) || ...);
}
/// The same row, of which the compiler sees that its line begins at p.
template <class Row, class T> STRIA_INLINE constexpr Row placed_at(const Row& r, const T*) {
  return r;
}
template <class T>
STRIA_INLINE constexpr auto placed_at(const static_row<const T, 1>&, const T* p) {
  return static_row<const T, 1>{p};
}
template <class F, std::size_t... I, class... R, class T>
STRIA_INLINE constexpr auto placed_at(const map_row<F, std::index_sequence<I...>, R...>& r,
                                      const T* p) {
  return map_row<F, std::index_sequence<I...>, R...>{
      {placed_at(static_cast<const slot<I, R>&>(r).value, p)}..., r.f};
}

/// One loop for mask and target. Where the mask reads the target itself clang's check for overlap
/// would choose a loop without vectors; what begins where the target does needs none.
template <class Out, class Mask, class T>
inline constexpr bool blends_at_once =
    lines_of<Mask, T> == 0 || (lines_of<Mask, T> == 1 && std::same_as<Out, static_row<T, 1>>);
#else
/// One loop for mask and target: g++ 12 wants to compare and to choose with vectors of one width.
template <class Out, class Mask, class T> inline constexpr bool blends_at_once = false;
template <class Out, class U, index Stride, class T>
inline constexpr bool blends_at_once<Out, static_row<U, Stride>, T> = sizeof(U) == sizeof(T);
template <class Out, class U, class T>
inline constexpr bool blends_at_once<Out, dynamic_row<U>, T> = sizeof(U) == sizeof(T);
template <class Out, class U, class T>
inline constexpr bool blends_at_once<Out, scalar_row<U>, T> = true;
template <class Out, class F, class Seq, class... R, class T>
inline constexpr bool blends_at_once<Out, map_row<F, Seq, R...>, T> =
    (blends_at_once<Out, R, T> && ...);
#endif

/// out = f(out, value) where the mask is true.
template <class F> struct masked_kernel : row_kernel {
  static constexpr bool independent = true;
  static constexpr index block = limits::mask_block;
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
      // Computed and stored everywhere: a loop without branches, for the vector unit.
      const V value = in.value;
      const auto blend = [&](index i, bool selected) __attribute__((always_inline)) {
        const T old = out[i];
        const T fresh = convert_to<T>(f(old, value));
        return selected ? fresh : old;
      };
      if constexpr (blends_at_once<O, M, T>) {
        const auto blend_all = [&](const M& from) __attribute__((always_inline)) {
          STRIA_INDEPENDENT
          for (index i = 0; i < n; ++i)
            out[i] = blend(i, from[i]);
        };
#if defined(__clang__)
        if constexpr (lines_of<M, T> == 1) {
          const T* target = out.p;
          if (begins_at(mask, target))
            return blend_all(placed_at(mask, target));
        }
#endif
        blend_all(mask);
      } else {
        // Beside four elements of 8 bytes g++ 12 has no vector of single bytes.
        using flag = std::conditional_t<sizeof(T) == 8, unsigned short, unsigned char>;
        flag selected[block];
        for (index start = 0; start < n; start += block) {
          const index count = n - start < block ? n - start : block;
          for (index i = 0; i < count; ++i)
            selected[i] = mask[start + i] ? 1 : 0;
          STRIA_INDEPENDENT
          for (index i = 0; i < count; ++i)
            out[start + i] = blend(start + i, selected[i] != 0);
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

  template <class Note>
  static route route_for(Target& target, const std::remove_reference_t<E>&, Note&) {
    const auto n = target.source().shape();
    target.places().check(n.data());
    return route::masked;
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
