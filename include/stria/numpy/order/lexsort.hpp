// SPDX-License-Identifier: BSL-1.0
// numpy/order/lexsort.hpp: lexsort, which sorts by several keys.
// Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

template <class K, class Axis> struct lexsort_of_key {
  using type = typename tensor_of<index, extents_of<K>>::type;
  /// Sorts positions, which are in the order of the previous keys, by one more key.
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

} // namespace detail

/// Sorts by several keys and returns the order.
///
/// \param keys a std::tuple or a range of operands, keys in braces, or one operand with the keys
///             along its first axis; the last key is the primary one
/// \param axis the axis that is sorted, a constant or axis(k) (default -1)
/// \returns    a tensor of index with the shape of one key, computed immediately; equal elements
///             keep their order
/// \throws     shape_error if the keys have different shapes; value_error if there are none;
///             index_error if an axis(k) does not exist
/// \refuses    an axis that the keys do not have, and elements that have no order
/// \complexity O(keys n log n), allocates the result
/// \numpy      `np.lexsort(keys, axis)`
/// \usage      `lexsort(std::tuple{first_names, last_names})`
/// \see        argsort
template <class T, class Axis = constant<-1>>
constexpr auto lexsort(const T& keys, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::lexsort_result<T, Axis>), keys);
/// Sorts by keys of one type that are given in braces.
template <detail::operand E, std::size_t N, class Axis = constant<-1>>
constexpr auto lexsort(const E (&keys)[N], Axis = {})
    STRIA_RUN_OR_REFUSE((detail::lexsort_result<E[N], Axis>), keys);
STRIA_FOREIGN_FIRST(lexsort);

namespace detail {

template <class T> inline constexpr std::size_t rank_of_key = 0;
template <operand A> inline constexpr std::size_t rank_of_key<A> = rank_of<A> - 1;
template <list_of_operands L>
inline constexpr std::size_t rank_of_key<L> = rank_of<listed<const L>>;
template <operand K, class... More>
inline constexpr std::size_t rank_of_key<std::tuple<K, More...>> = rank_of<K>;

} // namespace detail

/// Sorts by several keys along an axis known only at run time and returns the order.
template <class T>
  requires(detail::rank_of_key<T> > 0)
constexpr auto lexsort(const T& keys, axis k) {
  return detail::call_at<detail::rank_of_key<T>>(k, [&](auto x) { return lexsort(keys, x); });
}
/// Sorts by several keys along an axis known only at run time and returns the order. The keys have
/// one type and are given in braces.
template <detail::operand_with_axes E, std::size_t N>
constexpr auto lexsort(const E (&keys)[N], axis k) {
  return detail::call_at<detail::rank_of<E>>(k, [&](auto x) { return lexsort(keys, x); });
}

} // namespace stria
