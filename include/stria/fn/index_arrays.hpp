// SPDX-License-Identifier: BSL-1.0
// fn/index_arrays.hpp: index arrays and functions that select by them: where(c), unravel_index,
// lexsort, tril_indices, compress, choose, piecewise.
#pragma once

#include <stria/args/integer.hpp>
#include <stria/args/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/fn/concat.hpp>
#include <stria/fn/edit.hpp>
#include <stria/fn/make.hpp>
#include <stria/fn/math.hpp>
#include <stria/fn/places.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/fn/select.hpp>
#include <stria/fn/sort.hpp>
#include <stria/fn/take.hpp>
#include <stria/view/foreign.hpp>

namespace stria {

namespace detail {

template <std::size_t, class T> struct one_of_same {
  using type = T;
};
template <class T, class Seq> struct tuple_of_same;
template <class T, std::size_t... K> struct tuple_of_same<T, std::index_sequence<K...>> {
  using type = std::tuple<typename one_of_same<K, T>::type...>;
};
/// A std::tuple of N times T.
template <class T, std::size_t N>
using same_tuple = typename tuple_of_same<T, std::make_index_sequence<N>>::type;

/// The positions where a mask is true: one index array for each axis.
template <class M> constexpr auto true_coordinates(const M& mask) {
  if constexpr (rank_of<M> == 0) {
    return std::tuple{true_places(ravel(mask))};
  } else {
    auto found = find_true(mask);
    const index count = found.shape()[0];
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      const auto row = [&](std::size_t k) {
        counters<M> r({count}, uninitialized_t{});
        for (index i = 0; i < count; ++i)
          r.data()[i] = found.data(k)[i];
        return r;
      };
      return std::tuple{row(K)...};
    }(std::make_index_sequence<rank_of<M>>());
  }
}

// --- unravel_index, ravel_multi_index ---

[[noreturn]] [[gnu::cold]] inline void raise_outside_shape(const char* what, index i, index n) {
  raise<index_error>(message("stria: ") << what << ": " << i << " is not in 0 to " << n - 1
                                        << (n == 0 ? ": there is no element" : ""));
}
/// Raises index_error unless an integer, or all elements of an operand, are in 0 to n - 1.
template <class I> constexpr void check_places(const char* what, const I& i, index n) {
  if constexpr (operand<I>) {
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
template <class I>
concept place_argument = one_place<I> || integer_operand<I>;

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
template <class I, class... S> struct unravel_call {
  static constexpr bool accepted = true;
  using list = size_list<S...>;
  static constexpr std::size_t R = list::count;
  static constexpr auto run(const I& i, const std::array<index, R>& n) {
    const index total = count_or_raise(n);
    if constexpr (operand<I>) {
      tensor_t left = cast<index>(i);
      check_places("unravel_index", left, total);
      // One division for each axis but the last one.
      const auto subscript = [&](std::size_t k) {
        if (k + 1 == R)
          return std::move(left);
        // Without elements, the product of the other sizes may be too large.
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
      std::array<index, R> r{};
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
  using tensor_t = typename values_of<I>::type;
  using type = std::conditional_t<operand<I>, same_tuple<tensor_t, R>, std::array<index, R>>;
};
template <class I, class... S> struct unravel_result {};
template <place_argument I, class... S>
struct unravel_result<I, S...> : judged_call<sizes_only<S...>, unravel_call<I, S...>> {};

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
  template <class I> static constexpr auto coordinate_of(const I& i) {
    if constexpr (operand<I>)
      return cast<index>(i);
    else
      return index_value(i);
  }
  static constexpr auto run(const T& t, const std::array<index, R>& n) {
    static_cast<void>(count_or_raise(n));
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (check_places("ravel_multi_index", std::get<K>(t), n[K]), ...);
    }(std::make_index_sequence<R>());
    const auto places = places_from<1>(coordinate_of(std::get<0>(t)), t, n);
    if constexpr (operand<decltype(places)>)
      return eval(places);
    else
      return places;
  }
  using type = decltype(run(std::declval<const T&>(), std::declval<std::array<index, R>>()));
};
template <class T> inline constexpr bool is_place_tuple = false;
template <place_argument... I> inline constexpr bool is_place_tuple<std::tuple<I...>> = true;
template <integer_item I, std::size_t N>
inline constexpr bool is_place_tuple<std::array<I, N>> = N > 0;
template <class T, class... S> struct multi_index_result {};
template <class T, class... S>
  requires is_place_tuple<T>
struct multi_index_result<T, S...>
    : judged_call<sizes_only<S...>, judged_call<multi_index_verdict<T, size_list<S...>::count>,
                                                multi_index_call<T, S...>>> {};

// --- lexsort, argpartition ---

template <class K, class Axis> struct lexsort_of_key {
  using type = typename tensor_of<index, extents_of<K>>::type;
  /// Sorts positions that are in order of the other keys by one more key.
  static constexpr void add(type& order, bool& first, const K& key) {
    if (std::exchange(first, false)) {
      order = argsort(key, Axis{});
      return;
    }
    if (order.shape() != key.shape()) [[unlikely]] {
      message m("stria: lexsort: the keys must have the same shape; these are ");
      say_shape(m, order.shape());
      m << " and ";
      say_shape(m, key.shape());
      raise<shape_error>(m);
    }
    const auto again = eval(argsort(take_along_axis(key, order, Axis{}), Axis{}));
    order = eval(take_along_axis(order, again, Axis{}));
  }
};
[[noreturn]] [[gnu::cold]] inline void raise_no_keys() {
  raise<value_error>(message("stria: lexsort: there are no keys"));
}
template <class T, class Axis> struct lexsort_call;
template <operand A, class Axis> struct lexsort_call<A, Axis> {
  static constexpr bool accepted = true;
  using key = decltype(std::declval<const A&>()[index{}, ellipsis]);
  using one = lexsort_of_key<key, Axis>;
  using type = typename one::type;
  static constexpr type run(const A& a) {
    type order;
    bool first = true;
    for (index k = 0; k < a.shape()[0]; ++k)
      one::add(order, first, a[k, ellipsis]);
    if (first) [[unlikely]]
      raise_no_keys();
    return order;
  }
};
template <list_of_operands L, class Axis> struct lexsort_call<L, Axis> {
  static constexpr bool accepted = true;
  using one = lexsort_of_key<std::remove_cvref_t<listed<const L>>, Axis>;
  using type = typename one::type;
  static constexpr type run(const L& keys) {
    type order;
    bool first = true;
    for (const auto& key : keys)
      one::add(order, first, key);
    if (first) [[unlikely]]
      raise_no_keys();
    return order;
  }
};
template <class K, class... More, class Axis> struct lexsort_call<std::tuple<K, More...>, Axis> {
  static constexpr bool accepted = true;
  using type = typename lexsort_of_key<std::remove_cvref_t<K>, Axis>::type;
  static constexpr type run(const std::tuple<K, More...>& keys) {
    type order;
    bool first = true;
    std::apply(
        [&](const auto&... key) {
          (add<std::remove_cvref_t<decltype(key)>>(order, first, key), ...);
        },
        keys);
    return order;
  }

private:
  template <class X> static constexpr void add(type& order, bool& first, const X& key) {
    auto places = typename lexsort_of_key<X, Axis>::type();
    if (!first)
      places = order;
    lexsort_of_key<X, Axis>::add(places, first, key);
    order = std::move(places);
  }
};
template <class A, class Axis> struct keys_verdict {
  using order = order_verdict<A, Axis>;
  static constexpr bool accepted = order::accepted;
  static constexpr message text() { return order::text(); }
};
template <class A> struct key_rows {
  static constexpr bool accepted = rank_of<A> >= 2;
  static constexpr message text() {
    message m("stria: lexsort takes a tuple of keys, or an operand of rank 2 or more, whose rows "
              "are the keys; the shape is ");
    say_shape(m, extents_of<A>.view());
    return m;
  }
};
template <class T, class Axis> struct lexsort_result {};
template <operand A, class Axis>
struct lexsort_result<A, Axis> : judged_call<key_rows<A>, lexsort_call<A, Axis>> {};
template <list_of_operands L, class Axis>
struct lexsort_result<L, Axis>
    : judged_call<keys_verdict<listed<const L>, Axis>, lexsort_call<L, Axis>> {};
template <operand K, operand... More, class Axis>
struct lexsort_result<std::tuple<K, More...>, Axis>
    : judged_call<keys_verdict<K, Axis>, lexsort_call<std::tuple<K, More...>, Axis>> {};

template <class A, class Axis> struct argpartition_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t axis = axis_of<A, Axis>;
  using type = typename tensor_of<index, extents_of<A>>::type;
  static constexpr type run(const A& a, index k) {
    using T = value_t<A>;
    const auto values = eval(a);
    const auto n = values.shape();
    const index length = n[axis], place = place_on_axis(k, length, axis);
    type r(n, uninitialized_t{});
    if (values.size() == 0)
      return r;
    const T* const from = values.data();
    index* const to = r.data();
    each_row_along<index>(from, n, axis, [&](dynamic_row<const T> along, index* row, index* other) {
      for (index i = 0; i < length; ++i)
        row[i] = i;
      select_nth(row, other, length, place,
                 [&](index x, index y) { return ordered{}(along[x], along[y]); });
      for (index i = 0; i < length; ++i)
        to[along.p - from + i * along.stride] = row[i];
    });
    return r;
  }
};
template <class A, class Axis> struct argpartition_result {};
template <operand A, class Axis>
struct argpartition_result<A, Axis>
    : judged_call<order_verdict<A, Axis>, argpartition_call<A, Axis>> {};

// --- diagonals and triangles ---

/// The positions where column - row >= k (upper) or <= k, in an n by m matrix. A negative size
/// counts as 0.
template <bool Upper> constexpr auto triangle_places(index n, index m, index k) {
  // Depends on Upper, so that nothing is instantiated when this header is read.
  using all_of_them = positions<unknown_shape<Upper ? 1 : 1>()[0]>;
  return true_coordinates(make_map(band_fn<Upper>{k}, true,
                                   all_of_them(n < 0 ? 0 : n)[all, newaxis],
                                   all_of_them(m < 0 ? 0 : m)[newaxis, all]));
}

// --- compress ---

template <class A> struct triangle_verdict {
  static constexpr bool accepted = rank_of<A> == 2;
  static constexpr message text() {
    message m("stria: the index arrays of a triangle need a matrix; the shape is ");
    say_shape(m, extents_of<A>.view());
    return m;
  }
};
template <bool Upper, class A> struct triangle_call {
  static constexpr bool accepted = true;
  static constexpr auto run(const A& a, index k) {
    return triangle_places<Upper>(a.shape()[0], a.shape()[1], k);
  }
  using type = decltype(run(std::declval<const A&>(), index{}));
};
template <bool Upper, class A> struct triangle_result {};
template <bool Upper, operand A>
struct triangle_result<Upper, A> : judged_call<triangle_verdict<A>, triangle_call<Upper, A>> {};

template <class A> struct square_verdict {
  static constexpr bool accepted = rank_of<A> >= 2;
  static constexpr message text() {
    message m("stria: diag_indices_from needs 2 axes or more; the shape is ");
    say_shape(m, extents_of<A>.view());
    return m;
  }
};
template <class A> struct square_call {
  static constexpr bool accepted = true;
  static constexpr auto run(const A& a) {
    for (const index n : a.shape())
      if (n != a.shape()[0]) [[unlikely]] {
        message m("stria: diag_indices_from needs axes of equal length; the shape is ");
        say_shape(m, a.shape());
        raise<shape_error>(m);
      }
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple{(static_cast<void>(K), arange<index>(a.shape()[0]))...};
    }(std::make_index_sequence<rank_of<A>>());
  }
  using type = decltype(run(std::declval<const A&>()));
};
template <class A> struct square_result {};
template <operand A> struct square_result<A> : judged_call<square_verdict<A>, square_call<A>> {};

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
struct compress_result<M, A, Axis> : judged_call<condition_verdict<M>, compress_call<M, A, Axis>> {
};
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

// --- choose, piecewise ---

[[noreturn]] [[gnu::cold]] inline void raise_choice(index i, std::size_t n) {
  raise<index_error>(message("stria: choose: ") << i << " is not one of the " << n << " choices");
}
struct choose_fn {
  static constexpr const char* text = "choose";
  template <class I, class... C>
    requires requires { typename common_element<C...>::type; }
  STRIA_INLINE constexpr auto operator()(const I& i, const C&... choices) const {
    using T = typename common_element<C...>::type;
    const index which = static_cast<index>(i);
    if (!inside(which, static_cast<index>(sizeof...(C)))) [[unlikely]]
      raise_choice(which, sizeof...(C));
    T r{};
    index k = 0;
    ((r = k++ == which ? static_cast<T>(choices) : r), ...);
    return r;
  }
};
template <class I, class T, class Seq> struct choose_call;
template <class I, class T, std::size_t... K>
struct choose_call<I, T, std::index_sequence<K...>>
    : map_result<choose_fn, I, tuple_part<T, K>...> {
  using call = map_result<choose_fn, I, tuple_part<T, K>...>;
  static constexpr auto run(I&& i, T&& t) -> typename call::type {
    return call::run(choose_fn{}, static_cast<I&&>(i), std::get<K>(static_cast<T&&>(t))...);
  }
};
template <class I, class T> struct choose_verdict {
  static constexpr bool accepted = std::integral<value_t<I>>;
  static constexpr message text() {
    return message("stria: choose takes integers: for each element the number of the choice "
                   "to take");
  }
};
template <class I, class T> struct choose_result {};
template <operand I, tuple_of_operands T>
  requires(std::tuple_size_v<std::remove_cvref_t<T>> > 0)
struct choose_result<I, T>
    : judged_call<
          choose_verdict<I, T>,
          choose_call<I, T, std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<T>>>>> {
};

/// The choices in braces.
template <class I, class E, std::size_t N> struct braced_choose_result {};
template <class I, values_argument E, std::size_t N>
struct braced_choose_result<I, E, N> : choose_result<I, same_tuple<const E&, N>> {
  using call = choose_result<I, same_tuple<const E&, N>>;
  static constexpr auto run(I&& i, const E (&choices)[N]) -> typename call::type {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return call::run(static_cast<I&&>(i), same_tuple<const E&, N>(choices[K]...));
    }(std::make_index_sequence<N>());
  }
};

/// Calls the function of the last condition that holds with the element; a number is its own value.
template <class T, class Seq, class... F> struct piecewise_fn;
template <class T, std::size_t... K, class... F>
struct piecewise_fn<T, std::index_sequence<K...>, F...> {
  static constexpr const char* text = "piecewise";
  static constexpr bool pure = ((is_number<F> || is_pure<F>) && ...);
  STRIA_EMPTY std::tuple<F...> functions;

  template <class... C>
  STRIA_INLINE constexpr T operator()(const T& x, const C&... conditions) const {
    // If no condition holds, the function after those of the conditions, if there is one.
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
    return call::run(fn{f}, static_cast<X&&>(x), std::get<K>(static_cast<C&&>(c))...);
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

/// Finds the elements that are not zero, as positions in the flattened operand.
///
/// \param a    operand
/// \returns    a tensor [count] of index in ascending order, computed immediately
/// \throws     nothing
/// \complexity O(n), allocates the result
/// \numpy      `np.flatnonzero(a)`
/// \usage      `flatnonzero(a > 0)`
/// \see        nonzero, where
template <detail::operand A> constexpr auto flatnonzero(const A& a) -> detail::counters<A> {
  return detail::true_places(ravel(detail::as_mask(a)));
}
STRIA_FOREIGN_UNARY(flatnonzero);

/// Finds the elements that are not zero, one row of subscripts for each; the same as nonzero().
///
/// \param a    operand
/// \returns    an expression [count, rank] of index in row-major order
/// \throws     nothing
/// \complexity O(n)
/// \numpy      `np.argwhere(a)`
/// \usage      `argwhere(a > 0)`
/// \see        nonzero, where
template <detail::operand A> constexpr auto argwhere(A&& a) { return nonzero(static_cast<A&&>(a)); }
STRIA_FOREIGN_UNARY(argwhere);

/// Finds the elements that are not zero, as one index array for each axis.
///
/// \param c    operand
/// \returns    a std::tuple of one tensor [count] of index for each axis, in row-major order,
///             computed immediately
/// \throws     nothing
/// \complexity O(n), allocates the result
/// \numpy      `np.where(c)`, `np.nonzero(c)`
/// \usage      `const auto [i, j] = where(a > 0);`
/// \see        nonzero, flatnonzero
template <detail::operand C> constexpr auto where(const C& c) {
  return detail::true_coordinates(detail::as_mask(c));
}
STRIA_FOREIGN_UNARY(where);

/// Converts flat positions to subscripts.
///
/// \param places positions in row-major order: an integer, or an operand of integers
/// \param sizes  the shape: integers and constants, or one array of integers
/// \returns      for an integer a std::array [rank] of index, for an operand a std::tuple of one
///               tensor of index for each axis; computed immediately
/// \throws       index_error if a position lies outside the shape; value_error for a negative size
/// \refuses      a call without sizes
/// \complexity   O(n) for each axis
/// \numpy        `np.unravel_index(i, shape)`
/// \usage        `unravel_index(argmax(a), a.shape())`
/// \see          ravel_multi_index
template <class I, class... S>
constexpr auto unravel_index(const I& places, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::unravel_result<I, S...>), places,
                        detail::size_list<S...>::values(sizes...));
STRIA_FOREIGN_SIZES(unravel_index);

/// Converts subscripts to flat positions in row-major order.
///
/// \param subscripts a std::tuple or std::array with an integer or an operand of integers for each
///                   axis; operands broadcast
/// \param sizes      the shape: integers and constants, or one array of integers
/// \returns          an index, or a tensor of index with the broadcast shape; computed immediately
/// \throws           index_error if a subscript is out of bounds; value_error for a negative size
/// \refuses          a number of subscripts that differs from the number of axes
/// \complexity       O(n) for each axis
/// \numpy            `np.ravel_multi_index((i, j), shape)`
/// \usage            `ravel_multi_index(std::tuple{i, j}, a.shape())`
/// \see              unravel_index
template <class T, class... S>
constexpr auto ravel_multi_index(const T& subscripts, const S&... sizes)
    STRIA_RUN_OR_REFUSE((detail::multi_index_result<T, S...>), subscripts,
                        detail::size_list<S...>::values(sizes...));
STRIA_FOREIGN_SIZES(ravel_multi_index);

/// Sorts by several keys and returns the order.
///
/// \param keys a std::tuple or a range of operands, keys in braces, or one operand whose first axis
///             counts the keys; the last key is the primary one
/// \param axis the axis that is sorted, a constant (default -1)
/// \returns    a tensor of index with the shape of one key, computed immediately; equal elements
///             keep their order
/// \throws     shape_error if the keys have different shapes; value_error if there are none
/// \refuses    an axis that the keys do not have, and elements that have no order
/// \complexity O(keys n log n), allocates
/// \numpy      `np.lexsort(keys, axis)`
/// \usage      `lexsort(std::tuple{first_names, last_names})`
/// \see        argsort
template <class T, class Axis = constant<-1>>
constexpr auto lexsort(const T& keys, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::lexsort_result<T, Axis>), keys);
/// With keys of one type in braces.
template <detail::operand E, std::size_t N, class Axis = constant<-1>>
constexpr auto lexsort(const E (&keys)[N], Axis = {})
    STRIA_RUN_OR_REFUSE((detail::lexsort_result<E[N], Axis>), keys);
STRIA_FOREIGN_FIRST(lexsort);

/// Partially sorts along an axis and returns the order.
///
/// \param a    operand
/// \param k    a position along the axis; negative ones count from the end
/// \param axis a constant (default -1)
/// \returns    a tensor of index with the shape of `a`: position k has the element that sorting
///             would put there, no larger element is before it and no smaller one after it;
///             computed immediately
/// \throws     index_error if k is out of bounds
/// \refuses    an axis that `a` does not have, and elements that have no order
/// \complexity O(n) on average, allocates
/// \numpy      `np.argpartition(a, k, axis)`
/// \usage      `argpartition(a, 3, _0)`
/// \see        partition, argsort
template <class A, class Axis = constant<-1>>
constexpr auto argpartition(const A& a, detail::integer_argument k, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::argpartition_result<A, Axis>), a, k);
STRIA_FOREIGN_FIRST(argpartition);

/// Index arrays of the main diagonal of a square array.
///
/// \param n    the size of each axis, an integer or a constant
/// \param d    the number of axes, a constant (default 2)
/// \returns    a std::tuple of d tensors [n] of index, all equal to arange(n)
/// \throws     nothing; a negative size counts as 0
/// \complexity O(n), allocates
/// \numpy      `np.diag_indices(n, d)`
/// \usage      `const auto [i, j] = diag_indices(3); a[i, j] = 0.;`
/// \see        fill_diagonal, diagonal
template <detail::size_item N, detail::constant_item D = constant<2>>
constexpr auto diag_indices(const N& n, D = {}) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return std::tuple{(static_cast<void>(K), arange<index>(n))...};
  }(std::make_index_sequence<static_cast<std::size_t>(detail::constant_traits<D>::value)>());
}
STRIA_NOT_INTEGER(diag_indices, detail::fractional, detail::whatever = {});
template <detail::size_item N, class D>
auto diag_indices(const N&, D) -> detail::refusal_where<
    !detail::constant_item<D>,
    detail::sentence<"stria: diag_indices: the number of axes must be a constant (_3)">>;
/// Index arrays of the lower triangle of a matrix.
///
/// \param n    number of rows
/// \param k    the highest diagonal: 0 is the main one (default), positive ones lie above it
/// \param m    number of columns (default n)
/// \returns    a std::tuple of two tensors [count] of index, rows and columns, in row-major order
/// \throws     nothing; a negative size counts as 0
/// \complexity O(n m), allocates
/// \numpy      `np.tril_indices(n, k, m)`
/// \usage      `const auto [i, j] = tril_indices(3); a[i, j] = 0.;`
/// \see        tril, triu_indices
template <detail::integer_item N> constexpr auto tril_indices(N n, detail::integer_argument k = 0) {
  return detail::triangle_places<false>(detail::to_index(n), detail::to_index(n), k);
}
/// With a number of columns.
template <detail::integer_item N>
constexpr auto tril_indices(N n, detail::integer_argument k, detail::integer_argument m) {
  return detail::triangle_places<false>(detail::to_index(n), m, k);
}
STRIA_NOT_INTEGER(tril_indices, detail::fractional, detail::whatever = {}, detail::whatever = {});
/// Index arrays of the upper triangle of a matrix.
///
/// \param n    number of rows
/// \param k    the lowest diagonal: 0 is the main one (default), positive ones lie above it
/// \param m    number of columns (default n)
/// \returns    a std::tuple of two tensors [count] of index, rows and columns, in row-major order
/// \throws     nothing; a negative size counts as 0
/// \complexity O(n m), allocates
/// \numpy      `np.triu_indices(n, k, m)`
/// \usage      `const auto [i, j] = triu_indices(3, 1); a[i, j] = 0.;`
/// \see        triu, tril_indices
template <detail::integer_item N> constexpr auto triu_indices(N n, detail::integer_argument k = 0) {
  return detail::triangle_places<true>(detail::to_index(n), detail::to_index(n), k);
}
/// With a number of columns.
template <detail::integer_item N>
constexpr auto triu_indices(N n, detail::integer_argument k, detail::integer_argument m) {
  return detail::triangle_places<true>(detail::to_index(n), m, k);
}
STRIA_NOT_INTEGER(triu_indices, detail::fractional, detail::whatever = {}, detail::whatever = {});
/// Index arrays of the main diagonal of an operand.
///
/// \param a    operand of rank 2 or more whose axes have one length, n
/// \returns    a std::tuple of a tensor [n] of index for each axis, all equal to arange(n)
/// \throws     shape_error if the axes differ
/// \refuses    rank 0 and 1
/// \complexity O(n), allocates
/// \numpy      `np.diag_indices_from(a)`
/// \usage      `const auto [i, j] = diag_indices_from(a); a[i, j] = 0.;`
/// \see        diag_indices
template <class A>
constexpr auto diag_indices_from(const A& a) STRIA_RUN_OR_REFUSE((detail::square_result<A>), a);
STRIA_FOREIGN_UNARY(diag_indices_from);
/// Index arrays of the lower triangle of a matrix.
///
/// \param a    operand of rank 2
/// \param k    the highest diagonal: 0 is the main one (default), positive ones lie above it
/// \returns    as tril_indices()
/// \throws     nothing
/// \refuses    other ranks
/// \complexity O(n m), allocates
/// \numpy      `np.tril_indices_from(a, k)`
/// \usage      `const auto [i, j] = tril_indices_from(a); a[i, j] = 0.;`
/// \see        tril_indices
template <class A>
constexpr auto tril_indices_from(const A& a, detail::integer_argument k = 0)
    STRIA_RUN_OR_REFUSE((detail::triangle_result<false, A>), a, k);
STRIA_FOREIGN_FIRST(tril_indices_from);
/// Index arrays of the upper triangle of a matrix.
///
/// \param a    operand of rank 2
/// \param k    the lowest diagonal: 0 is the main one (default), positive ones lie above it
/// \returns    as triu_indices()
/// \throws     nothing
/// \refuses    other ranks
/// \complexity O(n m), allocates
/// \numpy      `np.triu_indices_from(a, k)`
/// \usage      `const auto [i, j] = triu_indices_from(a, 1); a[i, j] = 0.;`
/// \see        triu_indices
template <class A>
constexpr auto triu_indices_from(const A& a, detail::integer_argument k = 0)
    STRIA_RUN_OR_REFUSE((detail::triangle_result<true, A>), a, k);
STRIA_FOREIGN_FIRST(triu_indices_from);
/// Index arrays of the elements of a square matrix that a mask function keeps.
///
/// \param n    number of rows and columns
/// \param f    called as f(ones, k) with an n by n matrix of ones, such as a lambda that calls
///             triu()
/// \param k    passed to f (default 0)
/// \returns    a std::tuple of two tensors [count] of index: where the result of f is not zero
/// \throws     value_error for a negative size
/// \complexity O(n^2), allocates
/// \numpy      `np.mask_indices(n, f, k)`
/// \usage      `mask_indices(3, [](const auto& m, index_t k) { return triu(m, k); })`
/// \see        triu_indices
template <detail::integer_item N, class F>
constexpr auto mask_indices(N n, F f, detail::integer_argument k = 0) {
  const auto all_of_them = ones<int>(n, n);
  return where(f(all_of_them, index{k}));
}
STRIA_NOT_INTEGER(mask_indices, detail::fractional, detail::whatever, detail::whatever = {});

/// The subscripts of all elements of a shape.
///
/// \param sizes the shape: integers and constants, or one array of integers
/// \returns     a tensor [rank, sizes...] of index: entry k has the subscripts along axis k
/// \throws      value_error for a negative size
/// \complexity  O(rank n), allocates the result
/// \numpy       `np.indices(shape)`
/// \usage       `indices_of(2, 3)`
/// \see         meshgrid_ij, indices
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
template <class... S>
auto indices_of(const S&...)
    -> detail::refusal_where<(detail::is_fractional<S> || ...), detail::fractional_verdict>;

/// Keeps the slices along an axis where a condition holds.
///
/// \param condition operand or container of rank 1, or bools in braces; it may be shorter than the
///                  axis
/// \param a         operand
/// \param axis      a constant; none: `a` is flattened
/// \returns         a lazy expression with the element type of `a`; the condition is evaluated at
///                  once
/// \throws          index_error if the condition holds beyond the end of the axis, when the result
///                  is computed
/// \refuses         a condition of another rank, and an axis that `a` does not have
/// \complexity      O(n)
/// \numpy           `np.compress(condition, a, axis)`
/// \usage           `compress(v > 0, a, _0)`
/// \see             extract, boolean_mask, take
template <class M, class A, class Axis>
constexpr auto compress(const M& condition, A&& a, Axis)
    STRIA_RUN_OR_REFUSE((detail::compress_result<M, A, Axis>), condition, static_cast<A&&>(a));
/// Keeps elements of the flattened operand. NumPy: `np.compress(condition, a)`.
template <class M, class A>
constexpr auto compress(const M& condition, A&& a)
    STRIA_RUN_OR_REFUSE((detail::flat_compress_result<M, A>), condition,
                        ravel(static_cast<A&&>(a)));
/// With the condition in braces.
template <std::size_t N, class A, class Axis>
constexpr auto compress(const bool (&condition)[N], A&& a, Axis)
    STRIA_RUN_OR_REFUSE((detail::compress_result<std::array<bool, N>, A, Axis>),
                        std::to_array(condition), static_cast<A&&>(a));
/// With the condition in braces, for the flattened operand.
template <std::size_t N, class A>
constexpr auto compress(const bool (&condition)[N], A&& a)
    STRIA_RUN_OR_REFUSE((detail::flat_compress_result<std::array<bool, N>, A>),
                        std::to_array(condition), ravel(static_cast<A&&>(a)));
STRIA_FOREIGN_BINARY(compress);

/// Keeps the elements where a condition holds; both operands are flattened.
///
/// \param condition operand
/// \param a         operand
/// \returns         a lazy expression [count] with the element type of `a`; the condition is
///                  evaluated at once
/// \throws          index_error if the condition holds beyond the last element of `a`, when the
///                  result is computed
/// \complexity      O(n)
/// \numpy           `np.extract(condition, a)`
/// \usage           `extract(a > 0, a)`
/// \see             compress, place
template <detail::operand M, class A>
constexpr auto extract(const M& condition, A&& a)
    STRIA_RUN_OR_REFUSE((detail::flat_compress_result<decltype(ravel(condition)), A>),
                        ravel(condition), ravel(static_cast<A&&>(a)));
STRIA_FOREIGN_BINARY(extract);

/// For each element, takes the element of the choice that an integer selects.
///
/// \param a       operand of integers from 0 to the number of choices - 1
/// \param choices a std::tuple of operands and numbers, or operands or numbers of one type in
///                braces; they broadcast with `a`
/// \returns       a lazy expression of the broadcast shape, with elements of the common type of the
///                choices
/// \throws        index_error if an integer selects no choice, when its element is computed;
///                shape_error if the shapes do not broadcast
/// \refuses       elements of `a` that are not integers, and static shapes that do not broadcast
/// \complexity    O(n), one pass; lazy, nothing is allocated
/// \numpy         `np.choose(a, choices)`
/// \usage         `choose(i, std::tuple{a, b, 0.})`, `choose(i, {a, b})`
/// \see           select, where
template <class I, class T>
constexpr auto choose(I&& a, T&& choices)
    STRIA_RUN_OR_REFUSE((detail::choose_result<I, T>), static_cast<I&&>(a),
                        static_cast<T&&>(choices));
/// With choices of one type in braces.
template <class I, class E, std::size_t N>
constexpr auto choose(I&& a, const E (&choices)[N])
    STRIA_RUN_OR_REFUSE((detail::braced_choose_result<I, E, N>), static_cast<I&&>(a), choices);
STRIA_FOREIGN_BUT_BRACES(choose);

/// A function defined piecewise: for each element, the function of the last condition that holds.
///
/// \param x          operand
/// \param conditions a std::tuple of operands that broadcast with `x`
/// \param functions  a std::tuple of functions of one element and of numbers, one for each
///                   condition; one more at the end is used where no condition holds (default 0)
/// \returns          a lazy expression of the broadcast shape with the element type of `x`
/// \throws           shape_error if the shapes do not broadcast
/// \refuses          a number of functions that does not match the conditions, and functions that
///                   do not take an element
/// \complexity       O(n), one pass, one call for each element; lazy, nothing is allocated
/// \numpy            `np.piecewise(x, [c1, c2], [f1, f2, f3])`
/// \usage            `piecewise(x, std::tuple{x < 0, x > 1}, std::tuple{f, 1, g})`
/// \see              select, where
template <class X, class C, class F>
constexpr auto piecewise(X&& x, C&& conditions, const F& functions)
    STRIA_RUN_OR_REFUSE((detail::piecewise_result<X, C, F>), static_cast<X&&>(x),
                        static_cast<C&&>(conditions), functions);
STRIA_FOREIGN_FIRST(piecewise);

} // namespace stria
