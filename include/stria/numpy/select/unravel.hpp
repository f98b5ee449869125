// SPDX-License-Identifier: BSL-1.0
// numpy/select/unravel.hpp: conversions between flat positions and subscripts: unravel_index,
// ravel_multi_index, indices_of. Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/expr/positions.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/make/make.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/same_tuple.hpp>
#include <stria/numpy/select/axis_positions.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

[[noreturn]] [[gnu::cold]] inline void raise_outside_shape(const char* what, index i, index n) {
  raise<index_error>(message("stria: ") << what << ": " << i << " is not in 0 to " << n - 1
                                        << (n == 0 ? ": there is no element" : ""));
}
/// Raises index_error unless an integer, or every element of an operand, is in 0 to n - 1.
template <class Ix> constexpr void check_places(const char* what, const Ix& i, index n) {
  if constexpr (operand<Ix>) {
    if (i.size() == 0)
      return;
    const index low = to_index(min(i)), high = to_index(max(i));
    if (low < 0 || high >= n) [[unlikely]]
      raise_outside_shape(what, low < 0 ? low : high, n);
  } else {
    if (!inside(index_value(i), n)) [[unlikely]]
      raise_outside_shape(what, index_value(i), n);
  }
}
template <class Ix>
concept place_argument = one_place<Ix> || integer_operand<Ix>;

/// The stride of axis k, in elements, of a row-major shape.
template <std::size_t R> constexpr index inner_count(const std::array<index, R>& n, std::size_t k) {
  index inner = 1;
  for (++k; k < R; ++k)
    inner *= n[k];
  return inner;
}

template <class... S> struct sizes_only {
  static constexpr bool accepted = size_list<S...>::valid && size_list<S...>::count > 0;
  static constexpr message text() {
    return message(
        "stria: the shape is one or more sizes, integers or constants (_3, 12_c), or one "
        "std::array of them, as a.shape() is");
  }
};
template <class Ix, class... S> struct unravel_call {
  static constexpr bool accepted = true;
  using list = size_list<S...>;
  static constexpr std::size_t R = list::count;
  static constexpr auto run(const Ix& i, const std::array<index, R>& n) {
    const index total = count_or_raise(n);
    if constexpr (operand<Ix>) {
      tensor_t left = cast<index>(i);
      check_places("unravel_index", left, total);
      // One division for each axis except the last.
      const auto subscript = [&](std::size_t k) {
        if (k + 1 == R)
          return std::move(left);
        // If there are no elements, the product of the sizes other than 0 may overflow.
        const index inner = total == 0 ? 1 : inner_count(n, k);
        tensor_t q = left / inner;
        left -= q * inner;
        return q;
      };
      return [&]<std::size_t... K>(std::index_sequence<K...>) {
        return type{subscript(K)...};
      }(std::make_index_sequence<R>());
    } else {
      check_places("unravel_index", i, total);
      axis_array<R> r{};
      index left = index_value(i);
      for (std::size_t k = R; k-- > 0;) {
        r[k] = left % n[k];
        left /= n[k];
      }
      return r;
    }
  }
  template <class X> struct values_of {
    using type = X;
  };
  template <operand X> struct values_of<X> {
    using type = typename tensor_of<index, extents_of<X>>::type;
  };
  using tensor_t = typename values_of<Ix>::type;
  using type = std::conditional_t<operand<Ix>, same_tuple<tensor_t, R>, axis_array<R>>;
};
template <class Ix, class... S> struct unravel_result {};
template <place_argument Ix, class... S>
struct unravel_result<Ix, S...> : judged_call<sizes_only<S...>, unravel_call<Ix, S...>> {};

template <class T, std::size_t R> struct multi_index_verdict {
  static constexpr bool accepted = std::tuple_size_v<std::remove_cvref_t<T>> == R;
  static constexpr message text() {
    return message("stria: ravel_multi_index: there are ")
           << std::tuple_size_v<std::remove_cvref_t<T>> << " index arrays for a shape of " << R
           << " axes; one is needed for each axis";
  }
};
template <class T, class... S> struct multi_index_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t R = size_list<S...>::count;
  template <std::size_t K>
  static constexpr auto places_from(const auto& so_far, const T& t, const std::array<index, R>& n) {
    if constexpr (K == R)
      return so_far;
    else
      return places_from<K + 1>(so_far * n[K] + coordinate_of(std::get<K>(t)), t, n);
  }
  template <class Ix> static constexpr auto coordinate_of(const Ix& i) {
    if constexpr (operand<Ix>)
      return cast<index>(i);
    else
      return index_value(i);
  }
  static constexpr auto run(const T& t, const std::array<index, R>& n) {
    const index total = count_or_raise(n);
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (check_places("ravel_multi_index", std::get<K>(t), n[K]), ...);
    }(std::make_index_sequence<R>());
    // A shape without elements has no positions, and products of its sizes may overflow.
    const std::array<index, R> factors = total == 0 ? std::array<index, R>{} : n;
    const auto places = places_from<1>(coordinate_of(std::get<0>(t)), t, factors);
    if constexpr (operand<decltype(places)>)
      return eval(places);
    else
      return places;
  }
  using type = decltype(run(std::declval<const T&>(), std::declval<std::array<index, R>>()));
};
template <class T> inline constexpr bool is_place_tuple = false;
template <place_argument... Ix> inline constexpr bool is_place_tuple<std::tuple<Ix...>> = true;
template <integer_item Ix, std::size_t N>
inline constexpr bool is_place_tuple<std::array<Ix, N>> = N > 0;
template <std::size_t N> inline constexpr bool is_place_tuple<axis_array<N>> = N > 0;
template <class T, class... S> struct multi_index_result {};
template <class T, class... S>
  requires is_place_tuple<T>
struct multi_index_result<T, S...>
    : judged_call<sizes_only<S...>, judged_call<multi_index_verdict<T, size_list<S...>::count>,
                                                multi_index_call<T, S...>>> {};

} // namespace detail

/// Converts flat positions to subscripts.
///
/// \param places positions in row-major order: an integer, or an operand of integers
/// \param sizes  the shape: integers and constants, or one array of integers
/// \returns      for an integer, an axis_array with one subscript for each axis; for an operand, a
///               std::tuple with one tensor of index for each axis; computed immediately
/// \throws       index_error if a position is outside the shape; value_error for a negative size
/// \refuses      a call without sizes
/// \complexity   O(n) for each axis
/// \numpy        `np.unravel_index(i, shape)`
/// \usage        `unravel_index(argmax(a), a.shape())`
/// \see          ravel_multi_index
template <class Ix, class... S>
constexpr auto unravel_index(const Ix& places, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::unravel_result<Ix, S...>), places,
                        detail::size_list<S...>::values(sizes...));
/// Converts flat positions to subscripts of a shape in braces: `unravel_index(5, {2, 3})`.
template <class Ix, std::size_t N>
constexpr auto unravel_index(const Ix& places, const index (&sizes)[N])
    STRIA_RUN_OR_REFUSE((detail::unravel_result<Ix, std::array<index, N>>), places,
                        std::to_array(sizes));
STRIA_FOREIGN(unravel_index, detail::not_ours, detail::whatever = {}, detail::whatever = {},
              detail::whatever = {}, detail::whatever = {}, detail::whatever = {},
              detail::whatever = {});

/// Converts subscripts to flat positions in row-major order.
///
/// \param subscripts a std::tuple or std::array with an integer or an operand of integers for each
///                   axis; the operands broadcast
/// \param sizes      the shape: integers and constants, or one array of integers
/// \returns          an index, or a tensor of index with the broadcast shape; computed immediately
/// \throws           index_error if a subscript is out of bounds; value_error for a negative size;
///                   shape_error if run-time extents do not broadcast
/// \refuses          a number of subscripts that differs from the number of axes; static extents
///                   that do not broadcast
/// \complexity       O(n) for each axis
/// \numpy            `np.ravel_multi_index((i, j), shape)`
/// \usage            `ravel_multi_index(std::tuple{i, j}, a.shape())`
/// \see              unravel_index
template <class T, class... S>
constexpr auto ravel_multi_index(const T& subscripts, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::multi_index_result<T, S...>), subscripts,
                        detail::size_list<S...>::values(sizes...));
/// Converts subscripts of a shape in braces to flat positions:
/// `ravel_multi_index(std::tuple{1, 2}, {2, 3})`.
template <class T, std::size_t N>
constexpr auto ravel_multi_index(const T& subscripts, const index (&sizes)[N])
    STRIA_RUN_OR_REFUSE((detail::multi_index_result<T, std::array<index, N>>), subscripts,
                        std::to_array(sizes));
STRIA_FOREIGN(ravel_multi_index, detail::not_ours, detail::whatever = {}, detail::whatever = {},
              detail::whatever = {}, detail::whatever = {}, detail::whatever = {},
              detail::whatever = {});

/// The subscripts of all elements of a shape.
///
/// \param sizes the shape: integers and constants, or one array of integers
/// \returns     a tensor [rank, sizes...] of index; slice k along the first axis has the subscripts
///              along axis k
/// \throws      value_error for a negative size or too many elements
/// \complexity  O(rank n), allocates the result
/// \numpy       `np.indices(shape)`
/// \usage       `indices_of(2, 3)`
/// \see         meshgrid_ij
template <class... S>
  requires(detail::sizes_only<S...>::accepted)
constexpr auto indices_of(const S&... sizes) {
  using list = detail::size_list<S...>;
  constexpr std::size_t R = list::count;
  constexpr auto extents =
      detail::add_leading_axis(extent::make(static_cast<index>(R)), list::shape());
  const auto n = list::values(sizes...);
  std::array<index, R + 1> all_sizes{static_cast<index>(R)};
  for (std::size_t k = 0; k < R; ++k)
    all_sizes[k + 1] = n[k];
  typename detail::tensor_of<index, extents>::type r(all_sizes, detail::uninitialized_t{});
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    const auto set = [](auto row, const auto& at) { row = at; };
    (set(r[constant<static_cast<index>(K)>{}, ellipsis],
         detail::positions_along<K, R>(r[constant<0>{}, ellipsis])),
     ...);
  }(std::make_index_sequence<R>());
  return r;
}
/// The subscripts of all elements of a shape in braces: `indices_of({2, 3})`.
template <std::size_t N> constexpr auto indices_of(const index (&sizes)[N]) {
  return indices_of(std::to_array(sizes));
}
template <class... S>
auto indices_of(const S&...) -> detail::refusal_where<!detail::sizes_only<S...>::accepted &&
                                                          !(detail::is_fractional<S> || ...),
                                                      detail::sizes_only<S...>>;
template <class... S>
auto indices_of(const S&...)
    -> detail::refusal_where<(detail::is_fractional<S> || ...), detail::fractional_verdict>;

} // namespace stria
