// SPDX-License-Identifier: BSL-1.0
// fn/close.hpp: comparisons of whole tensors: isclose, allclose, array_equal.
#pragma once

#include <stria/fn/math.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/view/foreign.hpp>

namespace stria {

namespace elementwise {
/// The defaults are NumPy's.
struct isclose_fn {
  static constexpr const char* text = "isclose";
  double rtol = 1e-5, atol = 1e-8;
  bool equal_nan = false;

  template <class A, class B> STRIA_INLINE constexpr bool operator()(const A& a, const B& b) const {
    return detail::promoted(
        [&f = *this](const auto& x, const auto& y) { return f.are_close(x, y); }, a, b);
  }

private:
  template <class C> constexpr bool are_close(const C& p, const C& q) const {
    const auto x = detail::to_floating(p), y = detail::to_floating(q);
    using D = typename detail::real_of<std::remove_const_t<decltype(x)>>::type;
    if (x == y) // infinities, too
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

/// Whether |a - b| <= atol + rtol * |b|, element by element, broadcast; equal infinities are close,
/// NaNs are where `equal_nan`. Integers are compared as double. NumPy: `np.isclose(a, b, rtol,
/// atol, equal_nan)`.
template <class A, class B>
  requires detail::operand_list<A, B>
constexpr auto isclose(A&& a, B&& b, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false)
    STRIA_RUN_OR_REFUSE((detail::map_result<elementwise::isclose_fn, A, B>),
                        elementwise::isclose_fn{rtol, atol, equal_nan}, static_cast<A&&>(a),
                        static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(isclose);

/// Whether all elements are close, as isclose() says, of operands that broadcast; computed at once.
/// `shape_error` where they do not. NumPy: `np.allclose(a, b, rtol, atol, equal_nan)`.
template <class A, class B>
  requires detail::operand_list<A, B>
constexpr auto allclose(A&& a, B&& b, double rtol = 1e-5, double atol = 1e-8,
                        bool equal_nan = false)
    STRIA_RUN_OR_REFUSE((detail::all_close_result<A, B>),
                        elementwise::isclose_fn{rtol, atol, equal_nan}, static_cast<A&&>(a),
                        static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(allclose);

/// Whether two operands have the same shape and equal elements, NaNs being equal where `equal_nan`;
/// computed at once. Operands of different shapes are not equal, and no error. NumPy:
/// `np.array_equal(a, b, equal_nan)`.
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

} // namespace stria
