// SPDX-License-Identifier: BSL-1.0
// eval/loop.hpp: the one fused loop that runs an expression into memory.
#pragma once

#include <stria/eval/packs.hpp>
#include <stria/eval/parts.hpp>
#include <stria/eval/staged.hpp>
#include <stria/eval/tiles.hpp>
#include <stria/eval/walk.hpp>
#include <stria/view/cursor.hpp>

namespace stria::detail {

/// A value as the element type of the target; C++'s conversion, said explicitly. What has the type
/// is passed on as it is: a copy of a long string would ask for memory.
template <class T, class V> STRIA_INLINE constexpr decltype(auto) convert_to(V&& v) {
  if constexpr (std::same_as<T, std::remove_cvref_t<V>>)
    return static_cast<V&&>(v);
  else if constexpr (is_complex<T>::value)
    return to_complex<T>(v);
  else
    return static_cast<T>(static_cast<V&&>(v));
}

/// Rows of bytes that a copy moves as they are.
template <class O, class I> inline constexpr bool copies_bytes = false;
template <class T>
inline constexpr bool copies_bytes<static_row<T, 1>, static_row<const T, 1>> =
    std::is_trivially_copyable_v<T>;
template <class T>
inline constexpr bool copies_bytes<static_row<T, 1>, static_row<T, 1>> =
    std::is_trivially_copyable_v<T>;

/// A copy of which only the run time knows the strides.
template <class O, class I> inline constexpr bool copies_by_stride = false;
template <class T, class U>
inline constexpr bool copies_by_stride<dynamic_row<T>, dynamic_row<U>> = std::is_arithmetic_v<T>;
template <class I> using element_of_row = std::remove_reference_t<decltype(*std::declval<I>().p)>;

/// out = value. An operand that can do it better has store(out, n).
struct store_kernel {
  static constexpr bool independent = true; // of the order of the elements
  static constexpr bool packs_operands = true;
  static constexpr bool copies = true;
  template <class O, class I> STRIA_ROWS static constexpr void row(O out, I in, index n) {
    using T = std::remove_cvref_t<decltype(out[0])>;
    if constexpr (requires { in.store(out, n); }) {
      in.store(out, n);
      return;
    }
#if defined(STRIA_USE_SIMD)
    if constexpr (is_staged<I>)
      if !consteval {
        return run_staged<store_kernel>(out, in, n);
      }
#endif
    if constexpr (copies_bytes<O, I>) {
      // A call does not pay for a few elements.
      if !consteval {
        if (n >= limits::memmove_bytes / static_cast<index>(sizeof(T))) {
          __builtin_memmove(static_cast<void*>(out.p), static_cast<const void*>(in.p),
                            static_cast<std::size_t>(n) * sizeof(T));
          return;
        }
      }
    }
    if constexpr (copies_by_stride<O, I>)
      return copy_by_stride<T, std::remove_const_t<element_of_row<I>>>(out, {in.p, in.stride}, n);
    else
      copy_row(out, in, n);
  }
  template <class O, class I> STRIA_INLINE static constexpr void copy_row(O out, I in, index n) {
#if defined(STRIA_USE_PACKS)
    if constexpr (stores_packs<O, I, std::remove_cvref_t<decltype(out[0])>>)
      if !consteval {
        for (index i = store_packs(out, in, n); i < n; ++i)
          element(out[i], in[i]);
        return;
      }
#endif
    for_places<I>(n, [&](index i) __attribute__((always_inline)) { element(out[i], in[i]); });
  }
  template <class T, class V> STRIA_INLINE static constexpr void element(T& out, V&& value) {
    out = convert_to<T>(static_cast<V&&>(value));
  }
  // A function of its own, one for all ranks.
  template <class T, class U>
  STRIA_NOINLINE static constexpr void copy_by_stride(dynamic_row<T> out, dynamic_row<const U> in,
                                                      index n) {
    // With a stride that it sees the compiler shuffles vectors, and does not gather elements.
    if (out.stride == 1 && in.stride == 2)
      return copy_row(static_row<T, 1>{out.p}, static_row<const U, 2>{in.p}, n);
    if (out.stride == 1 && in.stride == -1)
      return copy_row(static_row<T, 1>{out.p}, static_row<const U, -1>{in.p}, n);
#if defined(__clang__)
    if constexpr (std::same_as<T, U>)
      if !consteval {
        if (out.stride == 1 && in.stride == 3)
          return pack_row<T>(in.p, 3, n, out.p);
      }
#endif
    copy_row(out, in, n);
  }
};

/// out = f(out, value).
template <class F> struct update_kernel {
  static constexpr bool independent = true;
  static constexpr bool packs_operands = true;
  template <class O, class I> STRIA_ROWS static constexpr void row(O out, I in, index n) {
#if defined(STRIA_USE_SIMD)
    if constexpr (is_staged<I>)
      if !consteval {
        return run_staged<update_kernel>(out, in, n);
      }
#endif
#if defined(STRIA_USE_PACKS)
    using both = map_row<F, std::index_sequence<0, 1>, O, I>;
    if constexpr (stores_packs<O, both, std::remove_cvref_t<decltype(out[0])>>)
      return store_kernel::copy_row(out, both{{out}, {in}, F{}}, n);
#endif
    for_places<I>(n, [&](index i) __attribute__((always_inline)) { element(out[i], in[i]); });
  }
  template <class T, class V> STRIA_INLINE static constexpr void element(T& out, const V& value) {
    out = convert_to<T>(F{}(out, value));
  }
};

/// A target that is no memory: what a kernel keeps from row to row, row-major order assured.
template <class State> struct state_cursor {
  State* state;

  static constexpr bool fits(std::size_t) { return true; }
  static constexpr bool joins(std::size_t, std::size_t, index) { return true; }
  static constexpr void advance(std::size_t, index) {}
  template <bool> constexpr state_cursor row(std::size_t) const { return *this; }
  constexpr State& operator[](index) const { return *state; }
  constexpr State& item() const { return *state; }
};

/// Numbers of type U that go to a place of type T by a few loops.
template <class T, class U, std::size_t Loops>
inline constexpr bool copies_numbers =
    Loops >= 1 && Loops <= 4 && std::is_arithmetic_v<T> && std::is_arithmetic_v<U>;

/// They go from memory to memory, or one of them to all of it.
template <class Kernel, class Out, class In> inline constexpr bool copies_memory = false;
template <class T, class U, std::size_t L, index H, index G>
inline constexpr bool
    copies_memory<store_kernel, strided_cursor<T, L, H>, strided_cursor<U, L, G>> =
        copies_numbers<T, U, L>;
template <class T, class U, std::size_t L, index H>
inline constexpr bool copies_memory<store_kernel, strided_cursor<T, L, H>, scalar_cursor<U>> =
    copies_numbers<T, U, L>;

/// Rows that may run block by block, some of the memory in buffers (eval/staged.hpp). Copies would
/// be copied twice.
template <class Kernel, class Out, class In> inline constexpr bool may_pack = false;
template <class Kernel, class T, std::size_t L, index Hint, class F, class Seq, class... C>
  requires requires { requires Kernel::packs_operands; }
inline constexpr bool may_pack<Kernel, strided_cursor<T, L, Hint>, map_cursor<F, Seq, C...>> =
    packs<T> && splits<map_cursor<F, Seq, C...>>;
template <class F, class T, std::size_t L, index Hint, class U, index Other>
inline constexpr bool
    may_pack<update_kernel<F>, strided_cursor<T, L, Hint>, strided_cursor<U, L, Other>> = packs<T>;

/// The rows of a nest of depth >= 1, in its order.
template <class Kernel, std::size_t L, class Out, class In>
STRIA_LOOPS constexpr void run_in_order(const loop_nest<L>& nest, Out& out, In& in) {
  const std::size_t inner = nest.inner();
  const index count = nest.inner_size();
  if (out.fits(inner) && in.fits(inner)) [[likely]] {
    // Copies, which nothing looks into by a number of the run time: they can live in registers.
    Out to = out;
    In from = in;
    for_rows(
        nest,
        [&]() __attribute__((always_inline)) {
          Kernel::row(to.template row<true>(inner), from.template row<true>(inner), count);
        },
        to, from);
  } else {
    for_rows(
        nest,
        [&] {
          const auto to = out.template row<false>(inner);
          const auto from = in.template row<false>(inner);
          if constexpr (may_pack<Kernel, Out, In>)
            if !consteval {
              return run_packed<Kernel>(to, from, count);
            }
          Kernel::row(to, from, count);
        },
        out, in);
  }
}

/// The rows of a nest of depth >= 1; tile by tile, where what is read lies across.
template <class Kernel, std::size_t L, class Out, class In>
constexpr void run_rows(const loop_nest<L>& nest, Out& out, In& in) {
  if constexpr (may_tile<Kernel, L, Out, In>)
    if !consteval {
      loop_nest<L> turned = nest;
      // One instance of the loops, for whole nests and for tiles.
      void (*const run)(const loop_nest<L>&, Out&, In&) = run_in_order<Kernel, L, Out, In>;
      if (!pays_tiles(nest_ref(turned), sizeof(*out.base)) ||
          !run_in_tiles<Kernel>(turned, out, in, run))
        run(turned, out, in);
      return;
    }
  run_in_order<Kernel>(nest, out, in);
}

#if defined(STRIA_USE_THREADS)
/// Rows that may run in any order, a part of them on each thread.
template <class Kernel, std::size_t L, class Out, class In>
void run_split(const loop_nest<L>& nest, const Out& out, const In& in) {
  const std::size_t axis = split_loop(nest);
  const index grain = axis == nest.inner() ? limits::thread_row : 1;
  for_parts(pays_threads(nest.elements()), nest, axis, grain, out, in,
            [](const loop_nest<L>& part, Out& to, In& from) { run_rows<Kernel>(part, to, from); });
}
#endif

/// Strides as collapse() asks for them.
struct stride_list {
  const index* strides;
  STRIA_INLINE constexpr bool joins(std::size_t outer, std::size_t inner, index n) const {
    return strides_join(strides[outer], strides[inner], n);
  }
};
/// The nest of a copy or a fill, one for all element types.
STRIA_NOINLINE constexpr loop_nest<4> collapse_copy(const std::array<index, 4>& n, stride_list out,
                                                    stride_list in) {
  return collapse(n, out, in);
}
/// collapse(), by that function where it can be.
template <std::size_t L, class Out, class In>
STRIA_INLINE constexpr loop_nest<L> nest_of(const std::array<index, L>& n, const Out& out,
                                            const In& in) {
  if constexpr (L == 4 && copies_memory<store_kernel, Out, In>) {
    const stride_list to{out.strides.data()};
    if constexpr (requires { in.strides; })
      return collapse_copy(n, to, {in.strides.data()});
    else
      return collapse_copy(n, to, to);
  } else {
    return collapse(n, out, in);
  }
}

template <class Kernel, std::size_t L, class Out, class In>
constexpr void run_nest(const std::array<index, L>& n, Out out, In in) {
  for (index k : n)
    if (k == 0)
      return;
  const loop_nest<L> nest = nest_of(n, out, in);
  if (nest.depth == 0) {
    if constexpr (requires { Kernel::element(out.item(), in.item()); }) {
      Kernel::element(out.item(), in.item());
    } else {
      // A row of length 1 whose stride does not matter.
      struct one {
        std::remove_reference_t<decltype(out.item())>* p;
        constexpr auto& operator[](index) const { return *p; }
      };
      struct value {
        const In* in;
        constexpr decltype(auto) operator[](index) const { return in->item(); }
      };
      Kernel::row(one{&out.item()}, value{&in}, 1);
    }
    return;
  }
  if constexpr (L > 0) {
#if defined(STRIA_USE_THREADS)
    if constexpr (splits<Out> && splits<In> && requires { requires Kernel::independent; })
      if !consteval {
        return run_split<Kernel>(nest, out, in);
      }
#endif
    run_rows<Kernel>(nest, out, in);
  }
}

/// Memory from `base[offset]` on; a target without strides is a row-major block.
template <class T> struct strided_memory {
  T* base;
  index offset;
  const index* strides;

  /// Its cursor in four loops, of which these are the last ones.
  STRIA_INLINE constexpr strided_cursor<T, 4, 1> cursor(std::size_t loops) const {
    strided_cursor<T, 4, 1> c{base, offset, {}};
    for (std::size_t k = 0; k < loops; ++k)
      c.strides[k + 4 - loops] = strides[k];
    return c;
  }
};
/// The sizes of the same four loops.
constexpr std::array<index, 4> four_sizes(const index* n, std::size_t loops) {
  std::array<index, 4> sizes{1, 1, 1, 1};
  for (std::size_t k = 0; k < loops; ++k)
    sizes[k + 4 - loops] = n[k];
  return sizes;
}

/// One nest for all copies of 1 to 4 loops, whatever strides their types know: the strides are
/// looked at when it runs. Each further view costs a call.
template <class T, class U>
STRIA_NOINLINE constexpr void copy_memory(std::size_t loops, const index* n, strided_memory<T> out,
                                          strided_memory<U> in) {
  const auto sizes = four_sizes(n, loops);
  strided_cursor<T, 4, 1> to{out.base, out.offset, row_major_strides(sizes)};
  if (out.strides != nullptr)
    to = out.cursor(loops);
  run_nest<store_kernel>(sizes, to, in.cursor(loops));
}
template <class T>
STRIA_NOINLINE constexpr void fill_memory(std::size_t loops, const index* n, strided_memory<T> out,
                                          T value) {
  const auto sizes = four_sizes(n, loops);
  run_nest<store_kernel>(sizes, out.cursor(loops), scalar_cursor<T>{value});
}

inline constexpr static_shape<0> no_shape{{extent::make(0)}};

/// Such a copy, into a target whose sizes the type does not know.
template <class Kernel, auto Shape, class Out, class In>
inline constexpr bool copies_at_once = false;
template <class Kernel, auto Shape, class T, std::size_t L, index H, class In>
inline constexpr bool copies_at_once<Kernel, Shape, strided_cursor<T, L, H>, In> =
    !(L == Shape.rank() && Shape.is_static()) && copies_memory<Kernel, strided_cursor<T, L, H>, In>;

/// Shapes whose loops are written out.
template <std::size_t R> constexpr bool is_small(const static_shape<R>& s) {
  if (R == 0 || !s.is_static())
    return false;
  const index n = count_elements(s.sizes());
  return n > 0 && n <= limits::written_out;
}

/// The elements of a row one behind the other.
template <class Kernel, class O, class I, std::size_t... P>
STRIA_INLINE constexpr void run_unrolled(O out, I in, std::index_sequence<P...>) {
  (Kernel::element(out[static_cast<index>(P)], in[static_cast<index>(P)]), ...);
}

/// The loops from K on, over sizes that the compiler knows.
template <class Kernel, auto Shape, std::size_t K, class Out, class In>
STRIA_ROWS constexpr void run_small(Out& out, In& in) {
  constexpr index n = Shape[K].size;
  constexpr bool unrolled = count_elements(Shape.sizes()) <= limits::unrolled;
  using places = std::make_index_sequence<static_cast<std::size_t>(n)>;
  if constexpr (K + 1 == Shape.rank()) {
    const auto run = [](auto to, auto from) __attribute__((always_inline)) {
      if constexpr (unrolled && requires { Kernel::element(to[0], from[0]); })
        run_unrolled<Kernel>(to, from, places());
      else
        Kernel::row(to, from, n);
    };
    if (out.fits(K) && in.fits(K))
      run(out.template row<true>(K), in.template row<true>(K));
    else
      run(out.template row<false>(K), in.template row<false>(K));
  } else {
    const auto step = [&](std::size_t) __attribute__((always_inline)) {
      run_small<Kernel, Shape, K + 1>(out, in);
      out.advance(K, 1);
      in.advance(K, 1);
    };
    if constexpr (unrolled)
      [&]<std::size_t... P>(std::index_sequence<P...>)
          __attribute__((always_inline)) { (step(P), ...); }(places());
    else
      for (index i = 0; i < n; ++i)
        step(0);
    out.advance(K, -n);
    in.advance(K, -n);
  }
}

/// Runs the kernel over the sizes n: rows with static strides where every cursor finds the stride
/// that its type expects, else with the strides of the run time. The caller has made sure that the
/// target overlaps nothing that is read elsewhere. Shape: what the compiler knows of n.
template <class Kernel, auto Shape = no_shape, std::size_t L, class Out, class In>
STRIA_INLINE constexpr void run_loop(const std::array<index, L>& n, Out out, In in) {
  if constexpr (L > 0 && L == Shape.rank() && is_small(Shape)) {
    run_small<Kernel, Shape, 0>(out, in);
  } else if constexpr (copies_at_once<Kernel, Shape, Out, In>) {
    using T = std::remove_reference_t<decltype(out.item())>;
    const strided_memory<T> memory{out.base, out.offset, out.strides.data()};
    if constexpr (requires { in.strides; })
      copy_memory(L, n.data(), memory,
                  strided_memory<const std::remove_reference_t<decltype(in.item())>>{
                      in.base, in.offset, in.strides.data()});
    else
      fill_memory<T>(L, n.data(), memory, convert_to<T>(in.value));
  } else {
    run_nest<Kernel>(n, out, in);
  }
}

} // namespace stria::detail
