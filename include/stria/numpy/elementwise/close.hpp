// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/close.hpp: comparisons with a tolerance, and comparisons of whole tensors:
// isclose, allclose, array_equal, array_equiv.
#pragma once

#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace elementwise {
/// \internal The function object of isclose(), with the default tolerances of NumPy.
struct isclose_fn {
  static constexpr const char* text = "isclose";
  double rtol = 1e-5, atol = 1e-8;
  bool equal_nan = false;

  template <detail::has_arithmetic A, detail::has_arithmetic B>
  STRIA_INLINE constexpr bool operator()(const A& a, const B& b) const {
    if constexpr (std::integral<A> && std::integral<B>)
      return are_close(detail::to_floating(a), detail::to_floating(b));
    else
      return detail::promoted(
          [&f = *this](const auto& x, const auto& y) { return f.are_close(x, y); }, a, b);
  }

private:
  template <class C> constexpr bool are_close(const C& p, const C& q) const {
    const auto x = detail::to_floating(p), y = detail::to_floating(q);
    using D = typename detail::real_of<std::remove_const_t<decltype(x)>>::type;
    if (x == y) // also equal infinities
      return true;
    if (equal_nan && x != x && y != y)
      return true;
    return isfinite_fn{}(y) &&
           abs_fn{}(x - y) <= static_cast<D>(atol) + static_cast<D>(rtol) * abs_fn{}(y);
  }
};
} // namespace elementwise

namespace detail {

template <class A, class B> struct all_close_result {};
template <class A, class B>
  requires operand_list<A, B>
struct all_close_result<A, B> {
  using each = map_result<isclose_fn, A, B>;
  static constexpr bool accepted = each::accepted;
  using type = std::conditional_t<accepted, bool, typename each::type>;
  static constexpr type run(const isclose_fn& f, A&& a, B&& b) {
    const auto close = each::run(f, static_cast<A&&>(a), static_cast<B&&>(b));
    return all_of(close);
  }
};

} // namespace detail

/// Whether elements are equal within a tolerance: |a - b| <= atol + rtol * |b|.
///
/// Equal infinities are close. The comparison is not symmetric in a and b.
///
/// \param a         operand or scalar
/// \param b         operand or scalar that broadcasts with `a`
/// \param rtol      relative tolerance (default 1e-5)
/// \param atol      absolute tolerance (default 1e-8)
/// \param equal_nan whether two NaNs are close (default false)
/// \returns         an expression of the broadcast shape with elements of bool; integers are
///                  compared as double
/// \throws          shape_error if the shapes do not broadcast
/// \refuses         static shapes that do not broadcast
/// \complexity      O(n), one pass; lazy, nothing is allocated
/// \numpy           `np.isclose(a, b, rtol, atol, equal_nan)`
/// \usage           `isclose(a, b)`, `isclose(a, 0., 0., 1e-12)`
/// \see             allclose
template <class A, class B>
  requires detail::operand_list<A, B>
constexpr auto isclose(A&& a, B&& b, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false)
    STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::isclose_fn, A, B>),
                        elementwise::isclose_fn{rtol, atol, equal_nan}, static_cast<A&&>(a),
                        static_cast<B&&>(b));
STRIA_BORROWING((detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), isclose,
                (S & a STRIA_LIFETIMEBOUND, B&& b, double rtol = 1e-5, double atol = 1e-8,
                 bool equal_nan = false),
                (detail::map_result<elementwise::isclose_fn, A, B>),
                elementwise::isclose_fn{rtol, atol, equal_nan}, static_cast<A&&>(a),
                static_cast<B&&>(b));
STRIA_BORROWING(
    (detail::no_lvalue_tensor A, detail::tensor_operand U, class B = detail::lvalue_t<U>), isclose,
    (A && a, U& b STRIA_LIFETIMEBOUND, double rtol = 1e-5, double atol = 1e-8,
     bool equal_nan = false),
    (detail::map_result<elementwise::isclose_fn, A, B>),
    elementwise::isclose_fn{rtol, atol, equal_nan}, static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(isclose);

/// Whether all elements of two operands are equal within a tolerance, as isclose() defines it.
///
/// \param a         operand or scalar
/// \param b         operand or scalar that broadcasts with `a`
/// \param rtol      relative tolerance (default 1e-5)
/// \param atol      absolute tolerance (default 1e-8)
/// \param equal_nan whether two NaNs are close (default false)
/// \returns         a bool, computed immediately
/// \throws          shape_error if the shapes do not broadcast
/// \refuses         static shapes that do not broadcast
/// \complexity      O(n), one pass
/// \numpy           `np.allclose(a, b, rtol, atol, equal_nan)`
/// \usage           `allclose(a, b, 1e-9)`
/// \see             isclose, array_equal
template <class A, class B>
  requires detail::operand_list<A, B>
constexpr auto allclose(A&& a, B&& b, double rtol = 1e-5, double atol = 1e-8,
                        bool equal_nan = false)
    STRIA_RUN_OR_REFUSE((detail::all_close_result<A, B>),
                        elementwise::isclose_fn{rtol, atol, equal_nan}, static_cast<A&&>(a),
                        static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(allclose);

/// Whether two operands have the same shape and equal elements.
///
/// Operands of different shapes are not equal; this is not an error. Extents with different names
/// count as different.
///
/// \param a         operand
/// \param b         operand
/// \param equal_nan whether two NaNs are equal (default false)
/// \returns         a bool, computed immediately
/// \throws          nothing
/// \complexity      O(n), one pass
/// \numpy           `np.array_equal(a, b, equal_nan)`
/// \usage           `array_equal(a, b)`
template <detail::operand A, detail::operand B>
constexpr bool array_equal(const A& a, const B& b, bool equal_nan = false) {
  if constexpr (detail::rank_of<A> != detail::rank_of<B> ||
                detail::joined<A, B>.fault != detail::extent_fault::none) {
    return false;
  } else {
    if (a.shape() != b.shape())
      return false;
    if (equal_nan)
      return all_of(a == b || (a != a && b != b));
    return all_of(a == b);
  }
}
STRIA_FOREIGN_BINARY(array_equal);

/// Whether two operands have equal elements after broadcasting.
///
/// Operands that do not broadcast are not equal; this is not an error. Extents with different names
/// do not broadcast.
///
/// \param a    operand
/// \param b    operand
/// \returns    a bool, computed immediately; true if there are no elements
/// \throws     nothing
/// \complexity O(n), one pass
/// \numpy      `np.array_equiv(a, b)`
/// \usage      `array_equiv(a, b)`
/// \see        array_equal
template <detail::operand A, detail::operand B> constexpr bool array_equiv(const A& a, const B& b) {
  if constexpr (detail::joined<A, B>.fault != detail::extent_fault::none) {
    return false;
  } else {
    constexpr std::size_t R = detail::rank_of<A>, S = detail::rank_of<B>;
    const auto n = a.shape();
    const auto m = b.shape();
    for (std::size_t k = 1; k <= R && k <= S; ++k)
      if (n[R - k] != m[S - k] && n[R - k] != 1 && m[S - k] != 1)
        return false;
    return all_of(a == b);
  }
}
STRIA_FOREIGN_BINARY(array_equiv);

} // namespace stria
