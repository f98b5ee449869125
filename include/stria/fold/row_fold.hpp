// SPDX-License-Identifier: BSL-1.0
// fold/row_fold.hpp: a reduction of the last axis that is computed when its value is read, once per
// row of a loop nest. evaluate/materialize.hpp decides when it is used.
// Tests: tests/fold/slabs.cpp.
#pragma once

#include <stria/evaluate/blockwise.hpp>
#include <stria/evaluate/common_parts.hpp>
#include <stria/fold/fold.hpp>
#include <stria/math/limits.hpp>

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
  STRIA_INLINE constexpr auto item() const { return row<false>(inner).value; }
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
  constexpr axis_array<R> shape() const {
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

} // namespace stria::detail
