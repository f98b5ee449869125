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

/// The base of functions of a position, and optionally an axis and the tag `descending`.
template <class Base> struct partitioning_function : Base {
  template <class A, class K, class Axis = constant<-1>>
  static each_verdict<integer_verdict<K>, order_verdict<A, Axis>> verdict();
  template <class A, class K, std::same_as<descending_t>>
  static each_verdict<integer_verdict<K>, order_verdict<A, constant<-1>>> verdict();
  template <class A, class K, class Axis, std::same_as<descending_t>>
  static each_verdict<integer_verdict<K>, order_verdict<A, Axis>> verdict();
};
struct partition_function : partitioning_function<along_axes_after_value> {
  template <class A, class Axis = constant<-1>>
  static constexpr auto run(A&& a, integer_argument k, Axis = {}) {
    return sorted<order_kind::partition, hold_t<A>, axis_of<A, Axis>>(static_cast<A&&>(a), k);
  }
  template <class A> static constexpr auto run(A&& a, integer_argument k, descending_t tag) {
    return run(static_cast<A&&>(a), k, constant<-1>(), tag);
  }
  /// Position k in descending order is position -1 - k in ascending order, counted from the end.
  template <class A, class Axis>
  static constexpr auto run(A&& a, integer_argument k, Axis axis, descending_t) {
    const index place = partition_place(k, a.shape()[axis_of<A, Axis>], axis_of<A, Axis>);
    return flip(run(static_cast<A&&>(a), index{-1 - place}, axis), axis);
  }
};
struct argpartition_function : partitioning_function<at_axis_after<1>> {
  template <class A, class Axis = constant<-1>>
  static constexpr auto run(const A& a, integer_argument k, Axis = {}) {
    return places<false, axis_of<A, Axis>>(a, k);
  }
  template <class A> static constexpr auto run(const A& a, integer_argument k, descending_t) {
    return places<true, axis_of<A, constant<-1>>>(a, k);
  }
  template <class A, class Axis>
  static constexpr auto run(const A& a, integer_argument k, Axis, descending_t) {
    return places<true, axis_of<A, Axis>>(a, k);
  }

private:
  template <bool Descending, std::size_t Axis, class A>
  static constexpr auto places(const A& a, index k) {
    using T = value_t<A>;
    const auto values = eval(a);
    const auto n = values.shape();
    const index length = n[Axis], place = place_on_axis(k, length, Axis);
    typename tensor_of<index, extents_of<A>>::type r(n, uninitialized_t{});
    if (values.size() == 0)
      return r;
    const T* const from = values.data();
    index* const to = r.data();
    // In ascending order, the positions are counted from the other end.
    const index nth = Descending ? length - 1 - place : place;
    each_row_along<index>(from, n, Axis, [&](dynamic_row<const T> along, index* row, index* other) {
      order_places(to + (along.p - from), along.stride, length, row, [&](index* order) {
        if (!select_near_end(along.p, along.stride, order, length, nth))
          select_nth(order, other, length, nth, [&](index x, index y) {
            return selection_order<false>()(along[x], along[y]);
          });
        if constexpr (Descending)
          reverse_places(order, length);
      });
    });
    return r;
  }
};

} // namespace detail

/// Partially sorts along an axis: position k gets the element that sorting would put there. No
/// element before it is larger, and none after it is smaller.
///
/// \param a      a tensor, view or expression
/// \param k      a position along the axis; a negative one counts from the end
/// \param axis   a constant or `axis(k)` (default: the last axis); the tag `descending` may follow:
///               then no element before position k is smaller, and none after it is larger
/// \returns      a lazy expression of the shape and element type of `a`
/// \throws       index_error if k is out of bounds, or an `axis(k)` does not exist
/// \refuses      an axis that does not exist, elements without an order
/// \complexity   O(n) on average per row; computed once when it is assigned
/// \numpy        `np.partition(a, k, axis)`
/// \usage        `partition(a, 3)`, `partition(a, 3, _0, descending)`
STRIA_DECLARE(partition);

/// Partially sorts along an axis and returns the order.
///
/// \param a    operand
/// \param k    a position along the axis; a negative one counts from the end
/// \param axis a constant or axis(k) (default -1); the tag `descending` may follow
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

/// The result of top_k(): the selected elements and their positions.
///
/// \usage        `const auto [values, indices] = top_k(a, 3);`
template <class Values, class Indices> struct top_k_result : detail::result_base {
  Values values;
  Indices indices;

  top_k_result() = default;
  constexpr top_k_result(Values v, Indices i) : values(std::move(v)), indices(std::move(i)) {}
  STRIA_VARIABLE_TARGET(top_k_result);
};

/// The type of `smallest`.
struct smallest_t {};
/// Tag that makes top_k() find the smallest elements, smallest first.
///
/// \numpy        none; `largest=0` of TopK in ONNX
/// \usage        `top_k(a, 3, smallest)`, `top_k(a, 3, _0, smallest)`
inline constexpr smallest_t smallest{};

/// The type of `unsorted`.
struct unsorted_t {};
/// Tag that lets top_k() return the elements in any order, which saves a sort.
///
/// \numpy        none; `sorted=0` of TopK in ONNX
/// \usage        `top_k(a, 3, unsorted)`, `top_k(a, 3, _0, smallest, unsorted)`
inline constexpr unsorted_t unsorted{};

namespace detail {

template <class X>
concept top_k_tag = std::same_as<X, smallest_t> || std::same_as<X, unsorted_t>;

/// The axis of top_k(), a constant or axis(k), and elements that have an order.
template <class A, class Axis> struct top_k_axis_verdict : order_verdict<A, Axis> {};
template <class A, std::integral Axis> struct top_k_axis_verdict<A, Axis> : integer_axis_verdict {
  static constexpr bool accepted = false;
};
template <class A> struct top_k_axis_verdict<A, axis> : sortable_verdict<A> {};
template <class K> struct count_verdict : fractional_verdict {
  static constexpr bool accepted = size_item<K>;
};
constexpr message top_k_text(index count, index length) {
  return message("stria: top_k: ")
         << count << " of " << length << " elements; k must be between 0 and their number";
}
constexpr void check_top_k(index count, index length) {
  if (count < 0 || count > length) [[unlikely]]
    raise<value_error>(top_k_text(count, length));
}
/// A constant k and a static extent.
template <class A, class K, class Axis> struct top_k_number_verdict {
  static constexpr index count = size_list<K>::shape()[0].size,
                         length = extents_of<A>[axis_of<A, Axis>].size;
  static constexpr bool accepted = length < 0 || count <= length;
  static constexpr message text() { return top_k_text(count, length); }
};
template <class A, class K> struct top_k_number_verdict<A, K, axis> : any_verdict {};

/// Which elements top_k() finds, and whether it sorts them.
template <bool Smallest, bool Sorted> struct top_k_kind {};

/// Finds the first elements of each row along the last axis.
template <bool Smallest, bool Sorted, class A, class K>
constexpr auto first_of_rows(top_k_kind<Smallest, Sorted>, const A& a, const K& k) {
  constexpr std::size_t R = rank_of<A>;
  constexpr auto extents = [] {
    auto s = extents_of<A>;
    s[R - 1] = size_list<K>::shape()[0];
    return s;
  }();
  using T = value_t<A>;
  const auto values = eval(a);
  auto n = values.shape();
  const index length = n[R - 1], count = size_value(k);
  check_top_k(count, length);
  n[R - 1] = count;
  top_k_result<typename tensor_of<T, extents>::type, typename tensor_of<index, extents>::type> top{
      {n, uninitialized_t{}}, {n, uninitialized_t{}}};
  if (values.size() == 0)
    return top;
  counters<A> row({length}, uninitialized_t{}), other({length}, uninitialized_t{});
  select_first<!Smallest, Sorted>(values, length, count, top, row.data(), other.data());
  return top;
}

struct top_k_function : function_base {
  using missing =
      sentence<"stria: top_k needs the number of elements, as in top_k(a, 3); an axis and the tags "
               "smallest and unsorted may follow">;
  template <class A, class K, top_k_tag... Tag>
  static each_verdict<count_verdict<K>,
                      least_rank_verdict<1, "top_k needs an operand of rank 1 or more", A>,
                      order_verdict<A, constant<-1>>, top_k_number_verdict<A, K, constant<-1>>>
  verdict();
  template <class A, class K, class Axis, top_k_tag... Tag>
    requires(!top_k_tag<Axis>)
  static each_verdict<count_verdict<K>,
                      least_rank_verdict<1, "top_k needs an operand of rank 1 or more", A>,
                      top_k_axis_verdict<A, Axis>, top_k_number_verdict<A, K, Axis>>
  verdict();

  template <class A, class K, top_k_tag... Tag>
  static constexpr auto run(const A& a, const K& k, Tag...) {
    return first_of_rows(top_k_kind<(std::same_as<Tag, smallest_t> || ...),
                                    !(std::same_as<Tag, unsorted_t> || ...)>(),
                         a, k);
  }
  template <class A, class K, class Axis, top_k_tag... Tag>
    requires(!top_k_tag<Axis>)
  static constexpr auto run(const A& a, const K& k, Axis x, Tag... tags) {
    if constexpr (std::same_as<Axis, axis>) {
      const auto order = last_order<A>(x);
      return moved_back(run(reorder(a, order), k, tags...),
                        [&](const auto& e) { return reorder(e, inverse_order(order)); });
    } else {
      return moved_back(run(moveaxis(a, x, constant<-1>()), k, tags...),
                        [&](const auto& e) { return moveaxis(e, constant<-1>(), x); });
    }
  }

private:
  template <class Top, class Move>
  static constexpr auto moved_back(const Top& top, const Move& move) {
    auto values = eval(move(top.values));
    auto indices = eval(move(top.indices));
    return top_k_result<decltype(values), decltype(indices)>{std::move(values), std::move(indices)};
  }
};

} // namespace detail

/// Finds the k largest or smallest elements along an axis, and their positions.
///
/// \param a      a tensor, view or expression, of rank 1 or more
/// \param k      the number of elements, a constant or an integer
/// \param axis   a constant or `axis(k)` (default: the last axis). The tags `smallest`, for the
///               smallest elements, and `unsorted`, for any order, may follow
/// \returns      top_k_result with `values` and `indices` (of index), both of the shape of `a` with
///               size k along the axis: the largest element first or, if `smallest`, the smallest
///               one. Equal elements keep their order; a NaN is larger than any number
/// \throws       value_error if k is negative or larger than the size of the axis; index_error if
///               an axis(k) does not exist
/// \refuses      operands of rank 0, elements without an order
/// \complexity   O(n + k log k) on average per row, O(n) if `unsorted`; computed immediately,
///               allocates the result
/// \numpy        none; `tf.math.top_k(a, k)`, `torch.topk(a, k, dim, largest=False)`
/// \usage        `top_k(a, 3).indices`, `top_k(a, 3, _0, smallest)`
STRIA_DECLARE(top_k);

} // namespace stria
