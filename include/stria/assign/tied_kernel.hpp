// SPDX-License-Identifier: BSL-1.0
// assign/tied_kernel.hpp: one loop that computes the values of several targets.
// Tests: tests/assign/tie.cpp.
#pragma once

#include <stria/evaluate/loop.hpp>
#include <stria/evaluate/materialize.hpp>

namespace stria::detail {

/// The root of the program of several targets: its operands are N values, and the targets other
/// than the first. It is never called.
template <std::size_t N> struct tied_fn {
  STRIA_INLINE constexpr int operator()(const auto&...) const { return 0; }
};

/// Values share only parts with functions over blocks, such as exp. Computing a few operations
/// twice takes less time than a buffer and the comparison of their operands in each row.
template <std::size_t N, class Seq, class... R>
struct repeated_part<map_row<tied_fn<N>, Seq, R...>> {
  using row = map_row<tied_fn<N>, Seq, R...>;
  using found = typename repeated_in<row, row>::type;
  using type = std::conditional_t<is_staged<found>, found, void>;
};

template <std::size_t N, class Seq, class... R>
inline constexpr index row_bytes<map_row<tied_fn<N>, Seq, R...>> = (row_bytes<R> + ...);

/// Computes N values for each position, and then stores them.
template <std::size_t N> struct tied_kernel : row_kernel {
  static constexpr bool is_planned = true;

  template <class O, class Ix, class C> STRIA_ROWS static void row(O out, Ix in, C n) {
    if constexpr (repeats_part<Ix>)
      if (shared_row<Ix, 1>::pays(in))
        return run_shared<tied_kernel>(out, in, n);
    row_unshared(out, in, n);
  }
  template <class O, class Ix, class C> STRIA_ROWS static void row_unshared(O out, Ix in, C n) {
    if constexpr (is_staged<Ix>)
      return run_staged<tied_kernel>(out, in, n);
    else
      store(out, in, n, std::make_index_sequence<N>());
  }

private:
  template <class Seq, class... V> struct values;
  template <std::size_t... K, class... V>
  struct values<std::index_sequence<K...>, V...> : slot<K, V>... {};

  /// The row of target K.
  template <std::size_t K, class O, class F, std::size_t... Ix, class... R>
  STRIA_INLINE static auto target(const O& out,
                                  const map_row<F, std::index_sequence<Ix...>, R...>& in) {
    if constexpr (K == 0)
      return out.p;
    else
      return writable(operand<N - 1 + K>(in).p);
  }
  template <class T> STRIA_INLINE static T* writable(const T* p) { return const_cast<T*>(p); }
  template <std::size_t K, class R> STRIA_INLINE static const R& operand_of(const slot<K, R>& s) {
    return s.value;
  }
  template <std::size_t K, class In> STRIA_INLINE static const auto& operand(const In& in) {
    return operand_of<K>(in);
  }
  template <class O, class Ix, class C, std::size_t... K>
  STRIA_INLINE static void store(O out, const Ix& in, C n, std::index_sequence<K...>) {
    for_row<Ix>(n, [&](index i) __attribute__((always_inline)) {
      const values<std::index_sequence<K...>,
                   row_value<std::remove_cvref_t<decltype(operand<K>(in))>>...>
          at{{operand<K>(in)[i]}...};
      (store_kernel::element(target<K>(out, in)[i], operand<K>(at)), ...);
    });
  }
};

/// A target as an operand of a program: elements with unknown strides.
template <class T, std::size_t L> using tied_target = strided_cursor<T, L, 1>;
template <class T, std::size_t L, index H>
STRIA_INLINE tied_target<T, L> as_tied_target(const strided_cursor<T, L, H>& c) {
  return {c.base, c.offset, c.strides};
}

/// The cursor of N values and of the targets other than the first.
template <std::size_t N, class... C> STRIA_INLINE auto tied_cursor(const C&... cursors) {
  return map_cursor<tied_fn<N>, std::index_sequence_for<C...>, C...>{{cursors}..., {}};
}

} // namespace stria::detail
