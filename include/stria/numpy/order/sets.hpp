// SPDX-License-Identifier: BSL-1.0
// numpy/order/sets.hpp: set operations on the values of operands: isin, union1d, intersect1d,
// setdiff1d, setxor1d, unique along an axis.
#pragma once

#include <stria/evaluate/as_tensor.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/order/sets_loops.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/order/sort_loops.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

#include <string_view>

namespace stria {

namespace detail {

/// The element type of two sets: that of a join, except that two integers have their common type in
/// C++. Integers are compared by value before they are converted to it.
template <class A, class B> struct set_element : joined_pair<A, B> {};
template <std::integral A, std::integral B> struct set_element<A, B> : common_pair<A, B> {};

/// r = f(a), as one fused loop.
template <class A, class F> constexpr auto members_by(const A& a, const F& f) {
  return eval(make_map(f, a));
}

template <class C, class A, class B>
constexpr auto members_of(const A& a, const B& b, bool invert) ->
    typename tensor_of<bool, extents_of<A>>::type {
  if constexpr (mixed_integers<value_t<A>, value_t<B>>) {
    // Only integers that the type of a can hold may be equal to its elements.
    using T = value_t<A>;
    const auto all_of_them = eval(ravel(b));
    tensor<T, dyn> held({all_of_them.size()}, uninitialized_t{});
    const index kept = keep_fitting(all_of_them, held.data());
    return members_of<T>(a, held[range(0, kept)], invert);
  }
  const tensor<C, dyn> values = cast<C>(ravel(b));
  const index count = values.size();
  if (count == 0) {
    typename tensor_of<bool, extents_of<A>>::type r(a.shape(), uninitialized_t{});
    set_elements(r, invert);
    return r;
  }
  if (count <= limits::few_members) {
    return members_by(a, few_members_of(values, invert));
  }
  if constexpr (!sorts<C>) {
    return members_by(a, any_member_fn<C>{values.data(), count, invert});
  } else {
    if constexpr (std::integral<C> && !std::same_as<C, bool>) {
      using U = std::make_unsigned_t<C>;
      const C low = min(values), high = max(values);
      const U last = static_cast<U>(static_cast<U>(high) - static_cast<U>(low));
      // The table must be small compared with the elements and values, which are read in any case.
      const std::uint64_t limit = (static_cast<std::uint64_t>(a.size()) + 512) / 2 +
                                  (static_cast<std::uint64_t>(values.size()) << 3U);
      if (std::uint64_t{last} < limit) {
        // The type depends on B; otherwise the class would be instantiated wherever the header is
        // included.
        using table_t = typename tensor_of<bool, flat_shape<unknown_shape<rank_of<B>>()>()>::type;
        table_t table(std::array<index, 1>{static_cast<index>(last) + 1}, uninitialized_t{});
        set_to_zero(table);
        enter_members(table.data(), values, low);
        return members_by(a, table_member_fn<C>{table.data(), static_cast<U>(low), last, invert});
      }
    }
    const auto s = sorted_elements(values);
    return members_by(a, sorted_member_fn<C>{s.data(), count, invert});
  }
}

template <class A, class B> struct members_verdict {
  static constexpr bool accepted = requires { typename set_element<value_t<A>, value_t<B>>::type; };
  static constexpr message text() {
    return message("stria: isin: the element types have no common type; cast<T>() converts one of "
                   "them");
  }
};
template <class A, class B> struct members_call {
  static constexpr bool accepted = true;
  using C = typename set_element<value_t<A>, value_t<B>>::type;
  using type = typename tensor_of<bool, extents_of<A>>::type;
  static constexpr type run(const A& a, const B& b, bool invert) {
    return members_of<C>(a, b, invert);
  }
};
template <class A, class B> struct members_result {};
template <operand A, operand B>
struct members_result<A, B> : judged_call<members_verdict<A, B>, members_call<A, B>> {};
// The values are a container or one number.
template <operand A, class B>
  requires(!operand<B> && (list_of_elements<const B> || std::is_array_v<B> || is_number<B>))
struct members_result<A, B> {
  using values = decltype(as_tensor(std::declval<const B&>()));
  using call = members_result<A, values>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(const A& a, const B& b, bool invert) {
    return call::run(a, as_tensor(b), invert);
  }
};

template <class A> struct flat_members {};
template <operand A> struct flat_members<A> {
  using type = decltype(ravel(std::declval<const A&>()));
};
template <class A, class B>
struct flat_members_result : members_result<typename flat_members<A>::type, B> {};
template <class A, class B>
  requires(!operand<A>)
struct flat_members_result<A, B> {};

// --- two sets ---

template <class A, class B> struct sets_verdict {
  using values = members_verdict<A, B>;
  static constexpr bool order = ordered_elements<A> && ordered_elements<B>;
  static constexpr bool accepted = order && values::accepted;
  static constexpr message text() { return order ? values::text() : no_order::text(); }
};
template <class Of, class A, class B> struct sets_call {
  static constexpr bool accepted = true;
  using C = typename set_element<value_t<A>, value_t<B>>::type;
  using type = decltype(Of::template of<C>(std::declval<const A&>(), std::declval<const B&>()));
  static constexpr type run(const A& a, const B& b) { return Of::template of<C>(a, b); }
};
template <class Of, class A, class B> struct sets_result {};
template <class Of, operand A, operand B>
struct sets_result<Of, A, B> : on_host<sets_verdict<A, B>, sets_call<Of, A, B>, A, B> {};

/// True if values are compared before they are converted to their common type, because the
/// conversion may change them.
template <class A, class B>
inline constexpr bool compares_first = mixed_integers<value_t<A>, value_t<B>>;

/// Converts values in ascending order to the common type.
///
/// \throws  value_error if a value is negative and the common type is unsigned
template <class C, class T>
constexpr tensor<C, dyn> to_common(std::string_view what, const tensor<T, dyn>& values) {
  if constexpr (std::signed_integral<T> && std::unsigned_integral<C>)
    if (values.size() > 0 && values.data()[0] < 0) [[unlikely]]
      raise<value_error>(message("stria: ")
                         << what << ": the common element type is unsigned and cannot hold "
                         << values.data()[0]
                         << "; cast<std::int64_t>(a) converts an operand to a signed type");
  return cast<C>(values);
}

struct union_of {
  template <class C, class A, class B> static constexpr tensor<C, dyn> of(const A& a, const B& b) {
    if constexpr (compares_first<A, B>)
      return unique(concat(constant<0>{}, to_common<C, value_t<A>>("union1d", unique(a)),
                           to_common<C, value_t<B>>("union1d", unique(b))));
    else
      return unique(concat(constant<0>{}, cast<C>(ravel(a)), cast<C>(ravel(b))));
  }
};
struct intersection_of {
  template <class C, class A, class B> static constexpr tensor<C, dyn> of(const A& a, const B& b) {
    using T = std::conditional_t<compares_first<A, B>, value_t<A>, C>;
    const tensor<T, dyn> u = unique(cast<T>(a));
    return cast<C>(u[members_of<C>(u, b, false)]);
  }
};
struct difference_of {
  template <class C, class A>
  static constexpr tensor<value_t<A>, dyn> of(const A& a, const auto& b) {
    const tensor<value_t<A>, dyn> u = unique(a);
    return eval(u[members_of<C>(u, b, true)]);
  }
};
struct symmetric_difference_of {
  template <class C, class A, class B> static constexpr tensor<C, dyn> of(const A& a, const B& b) {
    using T = std::conditional_t<compares_first<A, B>, value_t<A>, C>;
    using U = std::conditional_t<compares_first<A, B>, value_t<B>, C>;
    const tensor<T, dyn> u = unique(cast<T>(a));
    const tensor<U, dyn> v = unique(cast<U>(b));
    return sort(concat(constant<0>{}, to_common<C, T>("setxor1d", u[members_of<C>(u, v, true)]),
                       to_common<C, U>("setxor1d", v[members_of<C>(v, u, true)])));
  }
};

} // namespace detail

/// Tests for each element whether it is among given values.
///
/// \param a      a tensor, view or expression
/// \param b      the values: an operand, a container, braces or a number
/// \param invert whether to test for the opposite (default false)
/// \returns      tensor of bool of the shape of `a`. NaN does not equal any value
/// \refuses      element types without a common type
/// \complexity   O(n) for few values or integers in a small range, otherwise O((n + m) log m), or
///               O(n m) for elements without an order; computed immediately, allocates the result
/// \numpy        `np.isin(a, b, invert=invert)`
/// \usage        `isin(a, {1, 2})`
template <class A, class B>
constexpr auto isin(const A& a, const B& b, bool invert = false)
    STRIA_RUN_OR_REFUSE((detail::members_result<A, B>), a, b, invert);
/// Tests for each element whether it is among values given in braces.
template <class A, class T, std::size_t N>
constexpr auto isin(const A& a, const T (&b)[N], bool invert = false)
    STRIA_RUN_OR_REFUSE((detail::members_result<A, T[N]>), a, b, invert);
STRIA_FOREIGN_BINARY(isin);

/// Tests for each element of the flattened operand whether it is among given values: isin() of
/// `ravel(a)`.
///
/// \param a,b,invert  as in isin()
/// \returns           tensor [size of a] of bool
/// \refuses           as for isin()
/// \complexity        as for isin()
/// \numpy             `np.in1d(a, b, invert=invert)`
/// \usage             `in1d(a, {1, 2})`
/// \see               isin
template <class A, class B>
constexpr auto in1d(const A& a, const B& b, bool invert = false)
    STRIA_RUN_OR_REFUSE((detail::flat_members_result<A, B>), ravel(a), b, invert);
/// Tests for each element of the flattened operand whether it is among values given in braces.
template <class A, class T, std::size_t N>
constexpr auto in1d(const A& a, const T (&b)[N], bool invert = false)
    STRIA_RUN_OR_REFUSE((detail::flat_members_result<A, T[N]>), ravel(a), b, invert);
STRIA_FOREIGN_BINARY(in1d);

#define STRIA_OF_TWO_SETS(name, how)                                                               \
  template <class A, class B>                                                                      \
  constexpr auto name(const A& a, const B& b)                                                      \
      STRIA_RUN_OR_REFUSE((detail::sets_result<detail::how, A, B>), a, b);                         \
  STRIA_FOREIGN_BINARY(name);

// The functions below flatten both operands. They return values in ascending order, without
// duplicates. Integers of different signedness are compared by value.

/// Returns the values that are in `a` or in `b`, in ascending order and without duplicates.
///
/// \param a,b    operands of any shape
/// \returns      tensor [count] of the common element type
/// \throws       value_error if the common element type is unsigned and a value is negative
/// \refuses      elements without an order or without a common type
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.union1d(a, b)`
/// \usage        `union1d(a, b)`
STRIA_OF_TWO_SETS(union1d, union_of)
/// Returns the values that are in both `a` and `b`, in ascending order and without duplicates.
///
/// \param a,b    operands of any shape
/// \returns      tensor [count] of the common element type
/// \refuses      elements without an order or without a common type
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.intersect1d(a, b)`
/// \usage        `intersect1d(a, b)`
STRIA_OF_TWO_SETS(intersect1d, intersection_of)
/// Returns the values of `a` that are not in `b`, in ascending order and without duplicates.
///
/// \param a,b    operands of any shape
/// \returns      tensor [count] of the element type of `a`
/// \refuses      elements without an order or without a common type
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.setdiff1d(a, b)`
/// \usage        `setdiff1d(a, b)`
STRIA_OF_TWO_SETS(setdiff1d, difference_of)
/// Returns the values that are in exactly one of `a` and `b`, in ascending order and without
/// duplicates.
///
/// \param a,b    operands of any shape
/// \returns      tensor [count] of the common element type
/// \throws       value_error if the common element type is unsigned and a value is negative
/// \refuses      elements without an order or without a common type
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.setxor1d(a, b)`
/// \usage        `setxor1d(a, b)`
STRIA_OF_TWO_SETS(setxor1d, symmetric_difference_of)

#undef STRIA_OF_TWO_SETS

/// Returns the distinct elements, sorted; each NaN counts as a separate value.
///
/// \param a      a tensor, view or expression
/// \returns      tensor [count] of the element type
/// \refuses      elements without an order
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.unique_values(a)`
/// \usage        `unique_values(a)`
/// \see          unique
template <detail::operand A>
  requires detail::ordered_elements<A>
constexpr auto unique_values(const A& a) -> tensor<detail::value_t<A>, dyn> {
  return different_elements(detail::distinct_kind<true>(), a);
}
/// The result of unique_counts(): the distinct elements and their counts.
///
/// \usage        `const auto [values, counts] = unique_counts(a);`
template <class T, class Values = tensor<T, dyn>>
struct unique_counts_result : detail::result_base {
  Values values;
  detail::counters<T> counts;

  unique_counts_result() = default;
  constexpr unique_counts_result(Values v, detail::counters<T> c)
      : values(std::move(v)), counts(std::move(c)) {}
  STRIA_VARIABLE_TARGET(unique_counts_result);
};
/// The result of unique_inverse(): the distinct elements, and for each element its position among
/// them.
///
/// \usage        `const auto [values, inverse] = unique_inverse(a);`
template <class T, class Inverse, class Values = tensor<T, dyn>>
struct unique_inverse_result : detail::result_base {
  Values values;
  Inverse inverse;

  unique_inverse_result() = default;
  constexpr unique_inverse_result(Values v, Inverse i)
      : values(std::move(v)), inverse(std::move(i)) {}
  STRIA_VARIABLE_TARGET(unique_inverse_result);
};

namespace detail {

struct unique_counts_function : distinct_function<axes_base> {
  template <class A, class... X> static constexpr auto run(const A& a, X... x) {
    auto u = unique_all(a, x...);
    return unique_counts_result<value_t<A>, decltype(u.values)>{std::move(u.values),
                                                                std::move(u.counts)};
  }
  template <class F, class A, class... X>
  static constexpr auto along(const F&, const A& a, const X&... x) {
    return run(a, x...);
  }
};
struct unique_inverse_function : distinct_function<axes_base> {
  template <class A, class... X> static constexpr auto run(const A& a, X... x) {
    auto u = unique_all(a, x...);
    return unique_inverse_result<value_t<A>, decltype(u.inverse), decltype(u.values)>{
        std::move(u.values), std::move(u.inverse)};
  }
  template <class F, class A, class... X>
  static constexpr auto along(const F&, const A& a, const X&... x) {
    return run(a, x...);
  }
};

} // namespace detail

/// Returns the distinct elements or slices, sorted, and how often each occurs.
///
/// \param a      a tensor, view or expression
/// \param axis   as in unique_all(); the tag `by_occurrence` may follow
/// \returns      unique_counts_result with `values` and `counts` [count] of index; each NaN counts
///               as a separate value
/// \throws       index_error if an axis(k) does not exist
/// \refuses      elements without an order, an axis that does not exist
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.unique_counts(a)`
/// \usage        `unique_counts(a).counts`, `unique_counts(a, by_occurrence)`
STRIA_DECLARE(unique_counts);
/// Returns the distinct elements or slices, sorted, and for each element or slice its position
/// among them.
///
/// \param a      a tensor, view or expression
/// \param axis   as in unique_all(); the tag `by_occurrence` may follow
/// \returns      unique_inverse_result with `values` and `inverse` of index, as in unique_all()
/// \throws       index_error if an axis(k) does not exist
/// \refuses      elements without an order, an axis that does not exist
/// \complexity   O(n log n); computed immediately, allocates the result
/// \numpy        `np.unique_inverse(a)`
/// \usage        `unique_inverse(a).inverse`
STRIA_DECLARE(unique_inverse);

template <detail::operand A>
auto unique_values(const A&)
    -> detail::refusal_where<!detail::ordered_elements<A>, detail::no_order>;
STRIA_FOREIGN_UNARY(unique_values);

} // namespace stria
