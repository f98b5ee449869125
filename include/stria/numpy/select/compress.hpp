// SPDX-License-Identifier: BSL-1.0
// numpy/select/compress.hpp: compress and extract, which keep the elements where a condition holds.
// Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <stria/numpy/select/axis_positions.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

template <class M> struct condition_verdict {
  static constexpr bool accepted = rank_of<M> == 1;
  static constexpr message text() {
    message m("stria: compress takes a condition of rank 1; its shape is ");
    say_shape(m, extents_of<M>.view());
    return m;
  }
};
template <class M, class A, class Axis> struct compress_call {
  using call = judged_call<one_axis_verdict<A, Axis>, taken<A, counters<M>, Axis>>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(const M& mask, A&& a) {
    return call::run(static_cast<A&&>(a), true_places(as_mask(mask)));
  }
};
template <class M, class A, class Axis> struct compress_result {};
template <operand M, operand A, class Axis>
struct compress_result<M, A, Axis> : on_host<condition_verdict<M>, compress_call<M, A, Axis>, M> {};
template <integer_range M, operand A, class Axis> struct compress_result<M, A, Axis> {
  using values = decltype(as_tensor(std::declval<const M&>()));
  using call = compress_result<values, A, Axis>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(const M& mask, A&& a) {
    return call::run(as_tensor(mask), static_cast<A&&>(a));
  }
};
template <class M, class A> struct flat_compress_result {};
template <class M, operand A>
struct flat_compress_result<M, A>
    : compress_result<M, decltype(ravel(std::declval<A>())), constant<0>> {};

} // namespace detail

/// Keeps the slices along an axis where a condition holds.
///
/// \param condition operand or container of rank 1, or bools in braces; it may be shorter than the
///                  axis
/// \param a         operand
/// \param axis      a constant or axis(k); without it, `a` is flattened
/// \returns         a lazy expression with the element type of `a`; the condition is evaluated
///                  immediately
/// \throws          index_error if an axis(k) does not exist; index_error, when the result is
///                  computed, if the condition holds beyond the end of the axis
/// \refuses         a condition of another rank or on a device, and an axis that `a` does not have
/// \complexity      O(n)
/// \numpy           `np.compress(condition, a, axis)`
/// \usage           `compress(v > 0, a, _0)`
/// \see             extract, boolean_mask, take
template <class M, class A, class Axis>
constexpr auto compress(const M& condition, A&& a, Axis)
    STRIA_RUN_OR_REFUSE((detail::compress_result<M, A, Axis>), condition, static_cast<A&&>(a));
/// Keeps the elements of the flattened operand where a condition holds. NumPy:
/// `np.compress(condition, a)`.
template <class M, class A>
constexpr auto compress(const M& condition, A&& a)
    STRIA_RUN_OR_REFUSE((detail::flat_compress_result<M, A>), condition,
                        ravel(static_cast<A&&>(a)));
/// Keeps the slices along an axis where a condition given in braces holds.
template <std::size_t N, class A, class Axis>
constexpr auto compress(const bool (&condition)[N], A&& a, Axis)
    STRIA_RUN_OR_REFUSE((detail::compress_result<std::array<bool, N>, A, Axis>),
                        std::to_array(condition), static_cast<A&&>(a));
/// Keeps the elements of the flattened operand where a condition given in braces holds.
template <std::size_t N, class A>
constexpr auto compress(const bool (&condition)[N], A&& a)
    STRIA_RUN_OR_REFUSE((detail::flat_compress_result<std::array<bool, N>, A>),
                        std::to_array(condition), ravel(static_cast<A&&>(a)));
STRIA_BORROWING((class M, detail::tensor_operand S, class Axis, class A = detail::lvalue_t<S>),
                compress, (const M& condition, S& a STRIA_LIFETIMEBOUND, Axis),
                (detail::compress_result<M, A, Axis>), condition, a);
STRIA_BORROWING((class M, detail::tensor_operand S, class A = detail::lvalue_t<S>), compress,
                (const M& condition, S& a STRIA_LIFETIMEBOUND),
                (detail::flat_compress_result<M, A>), condition, ravel(a));
STRIA_FOREIGN_BINARY(compress);

/// Keeps the elements where a condition holds; both operands are flattened.
///
/// \param condition operand
/// \param a         operand
/// \returns         a lazy expression [count] with the element type of `a`; the condition is
///                  evaluated immediately
/// \throws          index_error, when the result is computed, if the condition holds beyond the
///                  last element of `a`
/// \refuses         a condition on a device
/// \complexity      O(n)
/// \numpy           `np.extract(condition, a)`
/// \usage           `extract(a > 0, a)`
/// \see             compress, place
template <detail::operand M, class A>
constexpr auto extract(const M& condition, A&& a)
    STRIA_RUN_OR_REFUSE((detail::flat_compress_result<decltype(ravel(condition)), A>),
                        ravel(condition), ravel(static_cast<A&&>(a)));
STRIA_BORROWING((detail::operand M, detail::tensor_operand S, class A = detail::lvalue_t<S>),
                extract, (const M& condition, S& a STRIA_LIFETIMEBOUND),
                (detail::flat_compress_result<decltype(ravel(condition)), A>), ravel(condition),
                ravel(a));
STRIA_FOREIGN_BINARY(extract);

/// Keeps the slices at which a condition holds, along an axis known only at run time.
template <class M, detail::operand_with_axes A>
constexpr auto compress(const M& condition, A&& a, axis k) {
  return detail::call_along(
      [&]<class B>(B&& b, auto x) { return compress(condition, static_cast<B&&>(b), x); },
      static_cast<A&&>(a), k);
}
/// Keeps the slices at which a condition in braces holds, along an axis known only at run time.
template <std::size_t N, detail::operand_with_axes A>
constexpr auto compress(const bool (&condition)[N], A&& a, axis k) {
  return compress(std::to_array(condition), static_cast<A&&>(a), k);
}

} // namespace stria
