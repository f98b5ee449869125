// SPDX-License-Identifier: BSL-1.0
// numpy/select/piecewise.hpp: piecewise, which computes each element by the function of a condition
// that holds. Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <stria/expr/selected.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// For each element, calls the function of the last condition that holds. A number in place of a
/// function is the value.
template <class T, class Seq, class... F> struct piecewise_fn;
template <class T, std::size_t... K, class... F>
struct piecewise_fn<T, std::index_sequence<K...>, F...> {
  static constexpr const char* text = "piecewise";
  static constexpr bool pure = ((is_number<F> || is_pure<F>) && ...);
  STRIA_EMPTY std::tuple<F...> functions;

  template <class... C>
  STRIA_INLINE constexpr T operator()(const T& x, const C&... conditions) const {
    // If no condition holds, the additional function at the end is called, if there is one.
    std::size_t which = sizeof...(C), k = 0;
    ((which = static_cast<bool>(conditions) ? k : which, ++k), ...);
    T r{};
    (set_if<K>(r, x, which), ...);
    return r;
  }

private:
  template <std::size_t At>
  STRIA_INLINE constexpr void set_if(T& r, const T& x, std::size_t which) const {
    if (which != At)
      return;
    if constexpr (is_number<std::tuple_element_t<At, std::tuple<F...>>>)
      r = static_cast<T>(std::get<At>(functions));
    else
      r = static_cast<T>(std::get<At>(functions)(x));
  }
};
template <class T, class F> inline constexpr bool is_piece = std::is_convertible_v<F, T>;
template <class T, class F>
  requires requires(const F& f, const T& x) { static_cast<T>(f(x)); }
inline constexpr bool is_piece<T, F> = true;

template <class X, class C, class F> struct piecewise_verdict;
template <class X, class... C, class... F>
struct piecewise_verdict<X, std::tuple<C...>, std::tuple<F...>> {
  static constexpr bool pieces = (is_piece<value_t<X>, F> && ...);
  static constexpr bool counts = sizeof...(C) > 0 &&
                                 (sizeof...(F) == sizeof...(C) || sizeof...(F) == sizeof...(C) + 1);
  static constexpr bool accepted = pieces && counts;
  static constexpr message text() {
    if (!pieces)
      return message("stria: piecewise: each piece must be a function of one element, or a number, "
                     "whose value converts to an element");
    return message(
               "stria: piecewise takes a function for each condition, and optionally one more for "
               "all other elements; these are ")
           << sizeof...(C) << " conditions and " << sizeof...(F) << " functions";
  }
};
template <class X, class C, class F, class Seq> struct piecewise_call;
template <class X, class C, class... F, std::size_t... K>
struct piecewise_call<X, C, std::tuple<F...>, std::index_sequence<K...>> {
  using fn = piecewise_fn<value_t<X>, std::index_sequence_for<F...>, F...>;
  using call = map_result<fn, X, tuple_part<C, K>...>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(X&& x, C&& c, const std::tuple<F...>& f) {
    std::apply([](const F&... pieces) { (check(pieces), ...); }, f);
    return call::run(fn{f}, static_cast<X&&>(x), std::get<K>(static_cast<C&&>(c))...);
  }

private:
  // A number in place of a function must fit into the element type.
  template <class Piece> static constexpr void check(const Piece& piece) {
    if constexpr (std::integral<Piece> && std::is_arithmetic_v<value_t<X>>)
      static_cast<void>(number_as_element<value_t<X>>("piecewise", piece));
  }
};
template <class X, class C, class F> struct piecewise_result {};
template <operand X, tuple_of_operands C, tuple_of_operands F>
struct piecewise_result<X, C, F>
    : judged_call<
          piecewise_verdict<X, std::remove_cvref_t<C>, F>,
          piecewise_call<X, C, F,
                         std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<C>>>>> {};

} // namespace detail

/// Computes each element by one of several functions: the one of the last condition that holds.
///
/// \param x          operand
/// \param conditions a std::tuple of operands that broadcast with `x`
/// \param functions  a std::tuple of functions of one element, or numbers, one for each condition.
///                   An additional one at the end is used where no condition holds (default 0)
/// \returns          a lazy expression of the broadcast shape with the element type of `x`
/// \throws           shape_error if the shapes do not broadcast; value_error if a number does not
///                   fit into the element type
/// \refuses          a number of functions that does not match the number of conditions, and
///                   functions that cannot be called with an element
/// \complexity       O(n), one pass, one call for each element; lazy, nothing is allocated
/// \numpy            `np.piecewise(x, [c1, c2], [f1, f2, f3])`
/// \usage            `piecewise(x, std::tuple{x < 0, x > 1}, std::tuple{f, 1, g})`
/// \see              select, where
template <class X, class C, class F>
constexpr auto piecewise(X&& x, C&& conditions, const F& functions)
    STRIA_RUN_OR_REFUSE((detail::piecewise_result<X, C, F>), static_cast<X&&>(x),
                        static_cast<C&&>(conditions), functions);
STRIA_BORROWING((detail::tensor_operand S, class C, class F, class A = detail::lvalue_t<S>),
                piecewise, (S & x STRIA_LIFETIMEBOUND, C&& conditions, const F& functions),
                (detail::piecewise_result<A, C, F>), x, static_cast<C&&>(conditions), functions);
STRIA_FOREIGN_FIRST(piecewise);

} // namespace stria
