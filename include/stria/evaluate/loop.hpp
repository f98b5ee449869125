// SPDX-License-Identifier: BSL-1.0
// evaluate/loop.hpp: the fused loop that evaluates an expression into memory.
// Tests: tests/evaluate/unoptimised.cpp, tests/assign/assign.cpp.
#pragma once

#include <stria/evaluate/common_parts.hpp>
#include <stria/evaluate/nest/run_cyclic.hpp>
#include <stria/evaluate/nest/run_store.hpp>
#include <stria/evaluate/packs.hpp>
#include <stria/evaluate/parts.hpp>
#include <stria/evaluate/walk.hpp>
#include <stria/evaluate/wrapped_loops.hpp>
#include <stria/tensor/cursor.hpp>

namespace stria::detail {

/// A value, explicitly converted to the element type of the target. A value of that type is passed
/// on unchanged, because copying a long string would allocate.
template <class T, class V> STRIA_INLINE constexpr decltype(auto) convert_to(V&& v) {
  if constexpr (std::same_as<T, bare<V>>)
    return static_cast<V&&>(v);
  else if constexpr (is_complex<T>::value)
    return to_complex<T>(v);
  else if constexpr (std::same_as<bare<V>, bool>)
    return number_as<T>(v);
  else
    return static_cast<T>(static_cast<V&&>(v));
}

/// True if a row of type Ix can be copied byte by byte to a row of type O.
template <class O, class Ix> inline constexpr bool copies_bytes = false;
template <class T>
inline constexpr bool copies_bytes<static_row<T, 1>, static_row<const T, 1>> =
    std::is_trivially_copyable_v<T>;
template <class T>
inline constexpr bool copies_bytes<static_row<T, 1>, static_row<T, 1>> =
    std::is_trivially_copyable_v<T>;

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
/// Like for_places(), for a row of run-time length. The loop over the elements left after whole
/// vectors is not unrolled, because g++ would unroll it into as much code as the rest of the row.
template <class Row, class N, class Body>
STRIA_INLINE constexpr void for_row(N n, const Body& body) {
  [[maybe_unused]] const index count = n; // g++ ignores pragmas if the condition converts n
#if defined(__clang__)
  if constexpr (in_any_order<Row> && std::same_as<N, independent_elements>) {
    // Short rows by single vectors: clang would use four at a time, and compute what is left one by
    // one. It would also compute a known number of elements one by one, unless told not to.
    if (count < limits::short_row) {
#pragma clang loop vectorize(assume_safety) interleave_count(1) unroll(disable)
      for (index i = 0; i < count; ++i)
        body(i);
      return;
    }
#pragma clang loop vectorize(assume_safety)
    for (index i = 0; i < count; ++i)
      body(i);
    return;
  }
  if constexpr (in_any_order<Row> && std::same_as<N, few_in_row>) {
#pragma clang loop interleave_count(1)
    for (index i = 0; i < count; ++i)
      body(i);
    return;
  }
#endif
  if constexpr (in_any_order<Row> &&
                (std::same_as<N, index> || std::same_as<N, independent_elements> ||
                 std::same_as<N, few_in_row>)) {
    STRIA_INDEPENDENT
#if !defined(__clang__)
    STRIA_ROLLED
#endif
    for (index i = 0; i < count; ++i)
      body(i);
  } else {
    for_places<Row>(n, body);
  }
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// The kernel of out = value.
struct store_kernel : row_kernel {
  static constexpr bool independent = true, by_element = true, is_planned = true, copies = true;
  template <class O, class Ix, class N> STRIA_ROWS static constexpr void row(O out, Ix in, N n) {
    if constexpr (repeats_part<Ix>)
      if !consteval {
        if (shared_row<Ix, 1>::pays(in))
          return run_shared<store_kernel>(out, in, n);
      }
    row_unshared(out, in, n);
  }
  /// Stores a row without looking for parts that occur several times.
  template <class O, class Ix, class N>
  STRIA_ROWS static constexpr void row_unshared(O out, Ix in, N n) {
    using T = bare<decltype(out[0])>;
    if constexpr (is_staged<Ix>)
      if !consteval {
        return run_staged<store_kernel>(out, in, n);
      }
    if constexpr (copies_bytes<O, Ix>) {
      // For a few elements, the call of memmove costs more than it saves.
      if !consteval {
        if (n >= limits::call_bytes / static_cast<index>(sizeof(T))) {
          __builtin_memmove(static_cast<void*>(out.p), static_cast<const void*>(in.p),
                            static_cast<std::size_t>(n) * sizeof(T));
          return;
        }
      }
    }
#if defined(STRIA_USE_PACKS)
    if constexpr (stores_packs<O, Ix, T>)
      if !consteval {
        for (index i = store_packs(out, in, n); i < n; ++i)
          element(out[i], in[i]);
        return;
      }
#endif
    for_row<Ix>(n, [&](index i) __attribute__((always_inline)) { element(out[i], in[i]); });
  }
  template <class T, class V> STRIA_INLINE static constexpr void element(T& out, V&& value) {
    out = convert_to<T>(static_cast<V&&>(value));
  }
};

/// The kernel of out = f(out, value).
template <class F> struct update_kernel : row_kernel {
  static constexpr bool independent = true, by_element = true, is_planned = true,
                        reads_target = true;
  template <class O, class Ix, class N> STRIA_ROWS static constexpr void row(O out, Ix in, N n) {
    if constexpr (repeats_part<Ix>)
      if !consteval {
        if (shared_row<Ix, 1>::pays(in))
          return run_shared<update_kernel>(out, in, n);
      }
    row_unshared(out, in, n);
  }
  /// Updates a row without looking for parts that occur several times.
  template <class O, class Ix, class N>
  STRIA_ROWS static constexpr void row_unshared(O out, Ix in, N n) {
    if constexpr (is_staged<Ix>)
      if !consteval {
        return run_staged<update_kernel>(out, in, n);
      }
    using both = map_row<F, std::index_sequence<0, 1>, O, Ix>;
    using T = bare<decltype(out[0])>;
#if defined(STRIA_USE_PACKS)
    if constexpr (stores_packs<O, both, T>)
      return store_kernel::row_unshared(out, both{{out}, {in}, F{}}, n);
#endif
    if constexpr (has_one<F, O, Ix>)
      for_row<Ix>(n, [out, row = both{{out}, {in}, F{}}](index i)
                         __attribute__((always_inline)) { out[i] = convert_to<T>(row[i]); });
    else
      for_row<Ix>(n, [&](index i) __attribute__((always_inline)) { element(out[i], in[i]); });
  }
  template <class T, class V> STRIA_INLINE static constexpr void element(T& out, const V& value) {
    out = convert_to<T>(F{}(out, value));
  }
};

/// A target that is not memory: state that a kernel keeps from row to row, in row-major order.
template <class State> struct state_cursor {
  State* state;

  static constexpr bool may_split = false;
  static constexpr bool fits(std::size_t) { return true; }
  static constexpr bool joins(std::size_t, std::size_t, index) { return true; }
  static constexpr void advance(std::size_t, index) {}
  template <bool> constexpr state_cursor row(std::size_t) const { return *this; }
  constexpr State& operator[](index) const { return *state; }
  constexpr State& item() const { return *state; }
};

/// The static length of the rows of a shape if they are short enough to be unrolled; otherwise 0.
template <std::size_t R> constexpr index unrolled_row(const static_shape<R>& s) {
  if constexpr (R > 1)
    if (const index n = s[R - 1].size; n > 1 && n < limits::short_loop)
      return n;
  return 0;
}

/// Runs the rows of a nest of depth >= 1 in order, with static strides if all cursors match their
/// hints. Short, if it is not 0, is the static size of the last axis.
template <class Kernel, index Short = 0, std::size_t L, class Out, class In>
STRIA_LOOPS constexpr void run_in_order(const loop_nest<L>& nest, const Out& out, const In& in) {
  const std::size_t inner = nest.inner();
  const index count = nest.inner_size();
  if (out.fits(inner) && in.fits(inner)) [[likely]] {
    // These copies are not indexed at run time, so they can stay in registers.
    Out to = out;
    In from = in;
    const auto run = [&](std::size_t axis, auto n) __attribute__((always_inline)) {
      for_rows(
          nest,
          [&]() __attribute__((always_inline)) {
            Kernel::row(to.template row<true>(axis), from.template row<true>(axis), n);
          },
          to, from);
    };
    if constexpr (Short != 0)
      if (inner == L - 1 && count == Short)
        return run(L - 1, std::integral_constant<index, Short>());
    run(inner, count);
  } else {
    Out to = out;
    In from = in;
    for_rows(
        nest,
        [&] { Kernel::row(to.template row<false>(inner), from.template row<false>(inner), count); },
        to, from);
  }
}

#if defined(STRIA_USE_THREADS)
/// Runs rows in any order, a part of them on each thread.
template <class Kernel, index Short, std::size_t L, class Out, class In>
void run_split(const loop_nest<L>& nest, const Out& out, const In& in) {
  const std::size_t axis = split_loop(nest);
  const index grain = axis == nest.inner() ? limits::thread_grain : 1;
  for_parts(chunks_for_threads(nest.elements(), least_of_cursor<In>), nest, axis, grain, out, in,
            [](const loop_nest<L>& part, Out& to, In& from) {
              run_in_order<Kernel, Short>(part, to, from);
            });
}
#endif

/// A row of length 1, whose stride does not matter.
template <class T> struct single_row {
  T* p;
  constexpr T& operator[](index) const { return *p; }
};

/// Runs the loops of an assignment that is not planned. Short, if it is not 0, is the static size
/// of the last axis.
template <class Kernel, index Short = 0, std::size_t L, class Out, class In>
constexpr void run_nest(const std::array<index, L>& n, const Out& out, const In& in) {
  for (index k : n)
    if (k == 0)
      return;
  const loop_nest<L> nest = collapse(n, out, in);
  if (nest.depth == 0) {
    if constexpr (Kernel::by_element) {
      Kernel::element(out.item(), in.item());
    } else {
      struct value {
        const In* in;
        constexpr decltype(auto) operator[](index) const { return in->item(); }
      };
      Kernel::row(single_row<std::remove_reference_t<decltype(out.item())>>{&out.item()},
                  value{&in}, 1);
    }
    return;
  }
  if constexpr (L > 0) {
#if defined(STRIA_USE_THREADS)
    if constexpr (splits<Out> && splits<In> && Kernel::independent)
      if !consteval {
        return run_split<Kernel, Short>(nest, out, in);
      }
#endif
    run_in_order<Kernel, Short>(nest, out, in);
  }
}

/// Runs loops of sizes n element by element, for constant expressions.
template <class Kernel, std::size_t L, class Out, class In>
constexpr void run_elements(const std::array<index, L>& n, Out out, In in, std::size_t axis = 0) {
  if (axis == L) {
    Kernel::element(out.item(), in.item());
    return;
  }
  for (index i = 0; i < n[axis]; ++i) {
    run_elements<Kernel>(n, out, in, axis + 1);
    out.advance(axis, 1);
    in.advance(axis, 1);
  }
}

inline constexpr static_shape<0> no_shape{{extent::make(0)}};

/// True for shapes whose loops are fixed at compile time.
template <std::size_t R> constexpr bool is_small(const static_shape<R>& s) {
  if (R == 0 || !s.is_static())
    return false;
  const index n = count_elements(s.sizes());
  return n > 0 && n <= limits::few;
}

/// Computes each element of a row in a separate statement.
template <class Kernel, class O, class Ix, std::size_t... P>
STRIA_INLINE constexpr void run_unrolled(O out, Ix in, std::index_sequence<P...>) {
  (Kernel::element(out[static_cast<index>(P)], in[static_cast<index>(P)]), ...);
}

/// Runs the loops from number K on, over static sizes.
template <class Kernel, auto Shape, std::size_t K, class Out, class In>
STRIA_ROWS constexpr void run_small(Out& out, In& in) {
  constexpr index n = Shape[K].size;
  constexpr bool unrolled = count_elements(Shape.sizes()) <= limits::unrolled;
  using places = std::make_index_sequence<static_cast<std::size_t>(n)>;
  if constexpr (K + 1 == Shape.rank()) {
    const auto run = [](auto to, auto from) __attribute__((always_inline)) {
      if constexpr (unrolled && Kernel::by_element)
        run_unrolled<Kernel>(to, from, places());
      else
        Kernel::row(to, from, std::integral_constant<index, n>());
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

/// Runs the kernel over the sizes n. Requires that the target does not overlap anything that is
/// read in another iteration. `Shape` is the compile-time part of n. Cursors that are passed by
/// value would be copied as blocks, which has to wait until their elements have been stored.
template <class Kernel, auto Shape = no_shape, std::size_t L, class Out, class In>
STRIA_INLINE constexpr void run_loop(const std::array<index, L>& n, const Out& out, const In& in) {
  if constexpr (is_cyclic<In>) {
    using straight = typename straight_cursor<true>::template of<In>;
    if constexpr (is_stored_by_plan<Kernel, L, Out, straight>)
      if !consteval {
        return run_cyclic_store<Kernel>(n, out, in);
      }
    for_straight_parts(n, out, in, [](const auto& part, const auto& to, const auto& from) {
      // A vector function computes a single element as it computes the other elements of the row.
      constexpr bool vectors = is_staged<decltype(from.template row<false>(L - 1))>;
      if constexpr (Kernel::by_element && !vectors)
        if (count_elements(part) == 1) // a corner: one element
          return Kernel::element(to.item(), from.item());
      run_loop<Kernel>(part, to, from);
    });
  } else if constexpr (L > 0 && L == Shape.rank() && is_small(Shape)) {
    Out to = out;
    In from = in;
    run_small<Kernel, Shape, 0>(to, from);
  } else if constexpr (is_stored_by_plan<Kernel, L, Out, In>) {
    if consteval {
      run_elements<Kernel>(n, out, in);
    } else {
      run_planned_store<Kernel>(n, out, in);
    }
  } else {
    run_nest<Kernel, unrolled_row(Shape)>(n, out, in);
  }
}

} // namespace stria::detail
