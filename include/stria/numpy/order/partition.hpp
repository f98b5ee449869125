// SPDX-License-Identifier: BSL-1.0
// numpy/order/partition.hpp: partial sorting along an axis: partition, argpartition, top_k.
// Tests: tests/numpy/order/order.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/run_time_axis.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/order/sort_loops.hpp>
#include <stria/numpy/select/axis_positions.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

struct partition_function : along_axes_after_value {
  template <class A, class K, class Axis = constant<-1>>
  static each_verdict<integer_verdict<K>, order_verdict<A, Axis>> verdict();
  template <class A, class Axis = constant<-1>>
  static constexpr auto run(A&& a, integer_argument k, Axis = {}) {
    return sorted<order_kind::partition, hold_t<A>, axis_of<A, Axis>>(static_cast<A&&>(a), k);
  }
};
struct argpartition_function : at_axis_after<1> {
  template <class A, class K, class Axis = constant<-1>>
  static each_verdict<integer_verdict<K>, order_verdict<A, Axis>> verdict();
  template <class A, class Axis = constant<-1>>
  static constexpr auto run(const A& a, integer_argument k, Axis = {}) {
    using T = value_t<A>;
    constexpr std::size_t axis = axis_of<A, Axis>;
    const auto values = eval(a);
    const auto n = values.shape();
    const index length = n[axis], place = place_on_axis(index{k}, length, axis);
    typename tensor_of<index, extents_of<A>>::type r(n, uninitialized_t{});
    if (values.size() == 0)
      return r;
    const T* const from = values.data();
    index* const to = r.data();
    each_row_along<index>(from, n, axis, [&](dynamic_row<const T> along, index* row, index* other) {
      order_places(to + (along.p - from), along.stride, length, row, [&](index* places) {
        if (!select_near_end(along.p, along.stride, places, length, place))
          select_nth(places, other, length, place, [&](index x, index y) {
            return selection_order<false>()(along[x], along[y]);
          });
      });
    });
    return r;
  }
};

struct top_k_verdict {
  static constexpr message text() {
    return message("stria: top_k needs the number of elements, as in top_k(a, 3)");
  }
};

} // namespace detail

/// Partially sorts along an axis: position k gets the element that sorting would put there. No
/// element before it is larger, and none after it is smaller.
///
/// \param a      a tensor, view or expression
/// \param k      a position along the axis; a negative one counts from the end
/// \param axis   a constant or `axis(k)` (default: the last axis)
/// \returns      a lazy expression of the shape and element type of `a`
/// \throws       index_error if k is out of bounds, or an `axis(k)` does not exist
/// \refuses      an axis that does not exist, elements without an order
/// \complexity   O(n) on average per row; computed once when it is assigned
/// \numpy        `np.partition(a, k, axis)`
/// \usage        `partition(a, 3)`
STRIA_DECLARE(partition);

/// Partially sorts along an axis and returns the order.
///
/// \param a    operand
/// \param k    a position along the axis; a negative one counts from the end
/// \param axis a constant or axis(k) (default -1)
/// \returns    a tensor of index with the shape of `a`, computed immediately. Its entry at position
///             k is the position in `a` of the element that sorting would put there. The entries
///             before it select elements that are not larger, and the entries after it elements
///             that are not smaller
/// \throws     index_error if an axis(k) does not exist or k is out of bounds
/// \refuses    an axis that `a` does not have, and elements that have no order
/// \complexity O(n) on average, allocates the result
/// \numpy      `np.argpartition(a, k, axis)`
/// \usage      `argpartition(a, 3, _0)`
/// \see        partition, argsort
STRIA_DECLARE(argpartition);

/// The result of top_k(): the largest elements and their positions.
///
/// \usage        `const auto [values, indices] = top_k(a, 3);`
template <class Values, class Indices> struct top_k_result : detail::result_base {
  Values values;
  Indices indices;

  top_k_result() = default;
  constexpr top_k_result(Values v, Indices i) : values(std::move(v)), indices(std::move(i)) {}
  STRIA_VARIABLE_TARGET(top_k_result);
};
/// Finds the k largest elements along an axis, largest first.
///
/// \param a      a tensor, view or expression, of rank 1 or more
/// \param k      the number of elements, a constant or an integer
/// \param axis   a constant or `axis(k)` (default: the last axis)
/// \returns      top_k_result with `values` and `indices` (of index), both of the shape of `a` with
///               size k along the axis; equal elements keep their order, and NaNs come first
/// \throws       value_error if k is negative or larger than the size of the axis; index_error if
///               an axis(k) does not exist
/// \refuses      operands of rank 0
/// \complexity   O(n + k log k) on average per row; computed immediately, allocates the result
/// \numpy        none; `tf.math.top_k(a, k)`
/// \usage        `top_k(a, 3).indices`
template <detail::operand_with_axes A, detail::size_item K>
  requires detail::ordered_elements<A>
constexpr auto top_k(const A& a, const K& k) {
  constexpr std::size_t R = detail::rank_of<A>;
  constexpr auto extents = [] {
    auto s = detail::extents_of<A>;
    s[R - 1] = detail::size_list<K>::shape()[0];
    return s;
  }();
  using T = detail::value_t<A>;
  const auto values = eval(a);
  auto n = values.shape();
  const index length = n[R - 1], count = detail::size_value(k);
  if (count < 0 || count > length) [[unlikely]]
    raise<value_error>(detail::message("stria: top_k: ")
                       << count << " of " << length
                       << " elements; k must be between 0 and their number");
  n[R - 1] = count;
  top_k_result<typename detail::tensor_of<T, extents>::type,
               typename detail::tensor_of<index, extents>::type>
      top{{n, detail::uninitialized_t{}}, {n, detail::uninitialized_t{}}};
  if (values.size() == 0)
    return top;
  detail::counters<A> row({length}, detail::uninitialized_t{}),
      other({length}, detail::uninitialized_t{});
  detail::select_largest(values, length, count, top, row.data(), other.data());
  return top;
}

/// Finds the k largest elements along a given axis, a constant or `axis(k)`.
template <detail::operand_with_axes A, detail::size_item K, class X>
  requires detail::is_axis<X>
constexpr auto top_k(const A& a, const K& k, const X& x) {
  const auto top = top_k(moveaxis(a, x, constant<-1>()), k);
  auto values = eval(moveaxis(top.values, constant<-1>(), x));
  auto indices = eval(moveaxis(top.indices, constant<-1>(), x));
  return top_k_result<decltype(values), decltype(indices)>{std::move(values), std::move(indices)};
}
template <detail::operand A, class K>
auto top_k(const A&, const K&)
    -> detail::refusal_where<(detail::rank_if_operand<A> == 0),
                             detail::rank_verdict<"top_k needs an operand of rank 1 or more", A>>;
template <detail::operand_with_axes A, detail::size_item K>
auto top_k(const A&, const K&)
    -> detail::refusal_where<!detail::ordered_elements<A>, detail::no_order>;
template <detail::operand A>
auto top_k(const A&)
    -> detail::refusal_where<(detail::rank_if_operand<A> > 0), detail::top_k_verdict>;
template <detail::operand A, class K, std::integral X>
auto top_k(const A&, const K&, X)
    -> detail::refusal_where<sizeof(X) != 0, detail::integer_axis_verdict>;
STRIA_FOREIGN_FIRST(top_k);
STRIA_NOT_INTEGER_SECOND(top_k);

} // namespace stria
