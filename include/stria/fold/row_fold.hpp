// SPDX-License-Identifier: BSL-1.0
// fold/row_fold.hpp: a reduction of the last axis that is computed when its value is read, once per
// row of a loop nest. eval/slabs.hpp decides when it is used.
#pragma once

#include <stria/eval/few_rows.hpp>
#include <stria/eval/limits.hpp>
#include <stria/eval/shared.hpp>
#include <stria/eval/staged.hpp>
#include <stria/fold/finish.hpp>

namespace stria::detail {

/// A cursor that yields the fold of a row. The innermost of the L loops runs over the row, and the
/// value is constant along this loop.
template <class Fold, class Finish, std::size_t L, class In> struct row_fold_cursor {
  In in;
  index count;
  STRIA_EMPTY Finish finish;

  static constexpr std::size_t inner = L - 1;
  static constexpr bool may_split = splits<In>;
  STRIA_INLINE static constexpr bool fits(std::size_t) { return true; }
  STRIA_INLINE constexpr bool joins(std::size_t outside, std::size_t inside, index n) const {
    return outside != inner && inside != inner && in.joins(outside, inside, n);
  }
  STRIA_INLINE constexpr void advance(std::size_t axis, index by) {
    if (axis != inner)
      in.advance(axis, by);
  }
  template <bool> STRIA_INLINE constexpr auto row(std::size_t) const {
    const auto value = in.fits(inner) ? fold_row<Fold>(in.template row<true>(inner), 0, count)
                                      : fold_row<Fold>(in.template row<false>(inner), 0, count);
    return scalar_row<decltype(finish(value))>{finish(value)};
  }
};

/// A reduction of the last axis of a ready operand that keeps the axis with size 1.
template <class Fold, class Finish, class E> class row_fold : public operand_base {
  static constexpr std::size_t R = rank_of<E>;
  E source_;
  STRIA_EMPTY Finish finish_;

public:
  using value_type =
      decltype(std::declval<const Finish&>()(std::declval<const typename Fold::total&>()));
  static constexpr auto extents = [] {
    auto e = extents_of<E>;
    e[R - 1] = extent::make(1);
    return e;
  }();
  using ready = std::true_type;

  constexpr row_fold(const E& source, Finish finish) : source_(source), finish_(finish) {}
  constexpr std::array<index, R> shape() const {
    auto n = source_.shape();
    n[R - 1] = 1;
    return n;
  }
  template <inner_hint, std::size_t L> STRIA_INLINE constexpr auto cursor(axis_refs<R> refs) const {
    refs[R - 1] = {0, 1, static_cast<int>(L) - 1};
    const auto in = member_access::cursor<inner_hint{static_cast<int>(R) - 1, 1}, L>(source_, refs);
    return row_fold_cursor<Fold, Finish, L, std::remove_const_t<decltype(in)>>{
        in, source_.shape()[R - 1], finish_};
  }
};

/// True if a reduction to elements of type R has one value per row of E, at the same position as
/// the row. A row of a function with state must not be read a second time.
template <class Op, class R, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool folds_rows_of = [] {
  if constexpr (Keep && rank_of<E> >= 2 && !std::is_void_v<Op>)
    return Bits == std::uint64_t{1} << (rank_of<E> - 1) &&
           folds_in_lanes<typename Op::template partial<R, value_t<E>>> && has_no_state<E>;
  else
    return false;
}();

/// A reduction by Op to elements of type R, of a ready operand.
template <class Op, class R, class E, class Finish>
constexpr auto make_row_fold(const E& source, Finish finish) {
  using A = typename Op::template partial<R, value_t<E>>;
  return row_fold<fold_of<Op, A>, Finish, E>(source, finish);
}

// Few elements of tensors of one shape are computed without a loop nest: the parts of an expression
// give the row at(r) of each row r.
template <class T> struct rows_of_tensor {
  const T* p;
  index n;
  STRIA_INLINE auto at(index r) const { return static_row<const T, 1>{p + r * n}; }
};
/// One value for each row.
template <class T> struct row_values {
  const T* p;
  STRIA_INLINE auto at(index r) const { return scalar_row<T>{p[r]}; }
};
/// The same row, or the same value, for each row.
template <class Row> struct equal_rows {
  Row row;
  STRIA_INLINE Row at(index) const { return row; }
};
template <class Fold, class V, class Row, class Finish> struct folded_rows {
  Row row;
  index n;
  STRIA_EMPTY Finish finish;
  STRIA_INLINE auto at(index r) const {
    return scalar_row<V>{finish(fold_part<Fold>(row, r * n, r * n + n))};
  }
};
/// A map of such parts. If `One`, it has one value for each row.
template <bool One, class F, class Seq, class... P> struct maps_of_rows;
template <bool One, class F, std::size_t... Ix, class... P>
struct maps_of_rows<One, F, std::index_sequence<Ix...>, P...> : slot<Ix, P>... {
  STRIA_EMPTY F f;
  STRIA_INLINE auto at(index r) const {
    using Row = map_row<F, std::index_sequence<Ix...>, decltype(slot<Ix, P>::value.at(r))...>;
    const Row row{{slot<Ix, P>::value.at(r)}..., f};
    if constexpr (One)
      return scalar_row<row_value<Row>>{row[0]};
    else
      return row;
  }
};

/// True for an operand of R axes with one value for each row.
template <class N, std::size_t R>
inline constexpr bool has_row_values = rank_of<N> == R && extents_of<N>[R - 1].size == 1;
template <class T, std::size_t R>
inline constexpr bool runs_few_by_rows<scalar<T>, R> = std::is_arithmetic_v<T>;
template <class T, extent... E, std::size_t R>
inline constexpr bool runs_few_by_rows<tensor<T, E...>, R> =
    std::is_arithmetic_v<T> &&
    (sizeof...(E) == R || (sizeof...(E) == 1 && tensor<T, E...>::extents[0].size != 1));
template <class N, std::size_t R>
inline constexpr bool runs_few_by_rows<ref<N>, R> = runs_few_by_rows<N, R>;
template <class N, std::size_t R>
inline constexpr bool runs_few_by_rows<kept<N>, R> = runs_few_by_rows<N, R>;
template <class N, std::size_t R>
  requires(member_access::folds_rows<N>)
inline constexpr bool runs_few_by_rows<N, R> =
    rank_of<N> == R && std::is_arithmetic_v<value_t<N>> &&
    member_access::in_line<typename N::source_type>;
// A function over blocks is not called for single values: its results could differ.
template <class F, class Seq, class... A, std::size_t R>
inline constexpr bool runs_few_by_rows<map_node<F, Seq, A...>, R> =
    (runs_few_by_rows<A, R> && ...) && is_pure<F> && std::is_arithmetic_v<mapped_type<F, A...>> &&
    !(has_row_values<map_node<F, Seq, A...>, R> &&
      block_function<F, mapped_type<F, A...>, typename row_of_values<A>::type...>);

/// The parts of such an expression; sets `fits` to false if an operand has other sizes than n.
template <std::size_t R, class N>
STRIA_INLINE auto parts_in_rows(const N& e, const std::array<index, R>& n, bool& fits) {
  using V = value_t<N>;
  if constexpr (is_scalar<N>) {
    return equal_rows<scalar_row<V>>{{e.value}};
  } else if constexpr (is_ref<N>) {
    return parts_in_rows(*e.node, n, fits);
  } else if constexpr (tensor_operand<N>) {
    constexpr std::size_t L = rank_of<N>;
    constexpr bool values = has_row_values<N, R>;
    const auto own = e.shape();
    for (std::size_t k = 0; k + (values ? 1 : 0) < L; ++k)
      fits &= own[k] == n[k + R - L];
    if constexpr (values)
      return row_values<V>{e.data()};
    else if constexpr (L == R)
      return rows_of_tensor<V>{e.data(), n[R - 1]};
    else
      return equal_rows<static_row<const V, 1>>{{e.data()}};
  } else if constexpr (is_map<N>) {
    return e.operands([&](const auto&... o) __attribute__((always_inline)) {
      using F = std::remove_cvref_t<decltype(e.function())>;
      return maps_of_rows<has_row_values<N, R>, F, std::index_sequence_for<decltype(o)...>,
                          decltype(parts_in_rows(o, n, fits))...>{{parts_in_rows(o, n, fits)}...,
                                                                  e.function()};
    });
  } else if constexpr (member_access::folds_rows<N>) {
    const auto row = e.source().line(n, fits);
    const auto finish = e.finisher();
    return folded_rows<fold_into<typename N::fold_op, V, typename N::source_type>, V,
                       std::remove_const_t<decltype(row)>, std::remove_const_t<decltype(finish)>>{
        row, n[R - 1], finish};
  } else {
    return parts_in_rows(e.values(), n, fits);
  }
}
/// Kernel for short rows: computes four elements at a time. Loops over vectors would compute the
/// elements left after whole vectors one by one, which here may be all.
template <class Kernel> struct short_row_kernel : Kernel {
  template <class T, class Ix> STRIA_INLINE static void row(static_row<T, 1> out, Ix in, index n) {
    row_unshared(out, in, n);
  }
  template <class T, class Ix>
  STRIA_INLINE static void row_unshared(static_row<T, 1> out, Ix in, index n) {
    if constexpr (is_staged<Ix>) {
      run_staged<short_row_kernel>(out, in, n);
    } else {
      index i = 0;
      for (; i + limits::few_lane <= n; i += limits::few_lane) {
        store_lane<Kernel>(out, in, i);
        STRIA_ONE_BY_ONE;
      }
      for (; i < n; ++i) {
        Kernel::element(out[i], in[i]);
        STRIA_ONE_BY_ONE;
      }
    }
  }
};
/// Runs a kernel over few elements, row by row, if e lies in rows with the sizes n of the target,
/// whose rows lie one after the other. The sizes are passed in registers: a vector load would wait
/// until they have been stored one by one. Returns false, and writes nothing, if there are none, or
/// more, or an operand has other sizes.
template <class Kernel, bool Writes, class T, std::size_t R, class E>
STRIA_NOINLINE bool run_few_by_rows(T* to, std::array<index, R> n, const E& e) {
  const index count = count_elements(n), width = n[R - 1];
  bool fits = count > 0 && count <= limits::few_folded && count / width <= limits::few_rows;
  if (!fits)
    return false;
  const auto parts = parts_in_rows(e, n, fits);
  if (!fits)
    return false;
  if constexpr (Writes) {
    const auto run = [&]<class K>(K) __attribute__((always_inline)) {
      for (index r = 0; r * width < count; ++r)
        K::row(static_row<T, 1>{to + r * width}, parts.at(r), width);
    };
    using row = decltype(parts.at(0));
    if constexpr (has_lanes<T> && !repeats_part<row>)
      if (width < limits::short_width) {
        run(short_row_kernel<Kernel>());
        return true;
      }
    run(Kernel());
  }
  return true;
}

} // namespace stria::detail
