// SPDX-License-Identifier: BSL-1.0
// numpy/select/put.hpp: functions that write into an existing tensor or view: put, copyto,
// fill_diagonal, place, putmask. Tests: tests/numpy/join/editing.cpp.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/edit.hpp>
#include <stria/numpy/select/axis_positions.hpp>
#include <stria/numpy/shape/diagonal.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// An lvalue tensor or a view, of elements that are not const.
template <class A> inline constexpr bool is_target = false;
template <class A>
  requires(view_source<A>::is_memory)
inline constexpr bool is_target<A> = !std::is_const_v<typename view_source<A>::element>;

template <class Name, class A, class V> struct put_verdict {
  static constexpr bool values =
      requires(const value_t<values_type<V>>& v) { static_cast<value_t<A>>(v); };
  static constexpr bool accepted = is_target<A> && values;
  static constexpr message text() {
    if (place_of<A> > place::files)
      return host_only_verdict<A>::text();
    message m("stria: ");
    m << Name::name;
    if (is_target<A>)
      return m << ": the values do not convert to the element type of the target";
    return m << ": the target must be a view or a named tensor (an lvalue), of elements that are "
                "not const";
  }
};

/// Returns `count` values: the elements of an operand, or a number, repeated cyclically. The
/// operand has at least one element.
template <class T, class V> constexpr auto values_again(const V& v, index count) {
  using row_t = typename tensor_of<T, unknown_shape<rank_of<decltype(as_row(v))>>()>::type;
  row_t r(std::array<index, 1>{count}, uninitialized_t{});
  const auto values = cast<T>(as_row(v));
  set_again<decltype(values)>{values}(r);
  return r;
}

/// The coordinate on axis K of elements given by their row-major positions.
template <std::size_t K, class P, std::size_t R>
constexpr auto coordinate(const P& places, const std::array<index, R>& n) {
  index inner = 1;
  for (std::size_t k = K + 1; k < R; ++k)
    inner *= n[k];
  return eval(floor_divide(places, inner) % n[K]);
}
/// Assigns to the elements of a tensor or view at the given row-major positions.
template <class A, class P, class E> constexpr void set_at(A& a, const P& places, const E& e) {
  if constexpr (view_operand<decltype(ravel(a))>) {
    auto flat = ravel(a);
    flat[places] = e;
  } else {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      const auto n = a.shape();
      if (places.size() > 0)
        a[coordinate<K>(places, n)...] = e;
    }(std::make_index_sequence<rank_of<A>>());
  }
}

struct put_how {
  static constexpr const char* name = "put";
};
struct copyto_how {
  static constexpr const char* name = "copyto";
};
struct fill_diagonal_how {
  static constexpr const char* name = "fill_diagonal";
};
template <class A, class Ix, class V> struct put_at_verdict : put_verdict<put_how, A, V> {
  using put = put_verdict<put_how, A, V>;
  static constexpr bool accepted = put::accepted && places_item<Ix>;
  static constexpr message text() {
    if constexpr (put::accepted)
      return message("stria: put: positions are given as an integer, a range(b, e), a mask, or "
                     "integers in a tensor or a container");
    else
      return put::text();
  }
};
template <class A, class Ix, class V> struct put_call {
  static constexpr bool accepted = true;
  using type = void;
  static constexpr void run(A& a, const Ix& item, const V& v) {
    if constexpr (!operand<V>) {
      set_at(a, places_of(item, a.size(), 0), static_cast<value_t<A>>(v));
    } else {
      const auto places = places_of(item, a.size(), 0);
      if (v.size() > 0)
        set_at(a, places, values_again<value_t<A>>(v, places.size()));
    }
  }
};
template <class A, class Ix, class V> struct put_result {};
template <operand A, class Ix, values_argument V>
struct put_result<A, Ix, V> : judged_call<put_at_verdict<A, Ix, V>, put_call<A, Ix, V>> {};

// --- copyto ---

template <class A> using whole_view = typename subscript_of<A, ellipsis_t>::type;

template <class A, class E, bool = is_target<A>>
struct copy_result : refused_call<put_verdict<copyto_how, A, scalar<value_t<A>>>> {};
template <class A, class E> struct copy_result<A, E, true> {
  using target = whole_view<A>;
  using call = assigned<assign_op, target, E>;
  static constexpr bool accepted = call::accepted;
  using type = std::conditional_t<accepted, void, typename call::type>;
  static constexpr void run(A& a, E&& e) {
    auto to = a[ellipsis];
    call::run(to, e);
  }
};
template <class A, class E> struct copyto_result {};
template <operand A, class E>
  requires(operand<E> || scalar_with<E, A>)
struct copyto_result<A, E> : copy_result<A, E> {};

template <class A, class E, class M, bool = is_target<A>>
struct copy_where_result : refused_call<put_verdict<copyto_how, A, scalar<value_t<A>>>> {};
template <class A, class E, class M> struct copy_where_result<A, E, M, true> {
  using T = value_t<A>;
  static constexpr auto source(const E& e) {
    if constexpr (operand<E>)
      return cast<T>(e);
    else
      return static_cast<T>(e);
  }
  using target = whole_view<A>;
  using each =
      map_result<where_fn, const M&, decltype(source(std::declval<const E&>())), const target&>;
  static constexpr auto judge() {
    if constexpr (each::accepted)
      return std::type_identity<assigned<assign_op, target, typename each::type>>();
    else
      return std::type_identity<each>();
  }
  using call = typename decltype(judge())::type;
  static constexpr bool accepted = call::accepted;
  using type = std::conditional_t<accepted, void, typename call::type>;
  static constexpr void run(A& a, const E& e, const M& mask) {
    auto to = a[ellipsis];
    call::run(to, make_map(where_fn{}, mask, source(e), std::as_const(to)));
  }
};
template <class A, class E, class M> struct copyto_where_result {};
template <operand A, class E, operand M>
  requires(operand<E> || scalar_with<E, A>)
struct copyto_where_result<A, E, M> : copy_where_result<A, E, M> {};

// --- place, putmask ---

template <class M, class A>
constexpr void check_mask_size(const char* what, const M& m, const A& a) {
  if (m.size() != a.size()) [[unlikely]]
    raise<shape_error>(message("stria: ") << what << ": a mask of " << m.size()
                                          << " entries does not fit " << a.size() << " elements");
}
struct place_how {
  static constexpr const char* name = "place";
  template <class A, class M, class V> static constexpr void run(A& a, const M& mask, const V& v) {
    check_mask_size("place", mask, a);
    const auto places = true_places(ravel(as_mask(mask)));
    if (places.size() == 0)
      return;
    if constexpr (!operand<V>) {
      set_at(a, places, static_cast<value_t<A>>(v));
    } else {
      if (v.size() == 0) [[unlikely]]
        raise<value_error>(message("stria: place: there are no values"));
      set_at(a, places, values_again<value_t<A>>(v, places.size()));
    }
  }
};
struct putmask_how {
  static constexpr const char* name = "putmask";
  /// Whether operands of one shape can be written element by element, without a list of positions.
  template <class A, class M, class V>
  static constexpr bool element_by_element = [] {
    if constexpr (bool_operand<M> && rank_of<M> == rank_of<A>) {
      if constexpr (!operand<V> || rank_if_operand<V> == rank_of<A>)
        return copy_where_result<A, V, M>::accepted;
    }
    return false;
  }();
  template <class A, class M, class V>
  static constexpr bool same_shapes(const A& a, const M& mask, const V& v) {
    if constexpr (operand<V>)
      return mask.shape() == a.shape() && v.shape() == a.shape();
    else
      return mask.shape() == a.shape();
  }
  template <class A, class M, class V> static constexpr void run(A& a, const M& mask, const V& v) {
    check_mask_size("putmask", mask, a);
    if constexpr (element_by_element<A, M, V>)
      if (same_shapes(a, mask, v)) {
        copy_where_result<A, V, M>::run(a, v, mask);
        return;
      }
    const auto places = true_places(ravel(as_mask(mask)));
    if constexpr (!operand<V>) {
      set_at(a, places, static_cast<value_t<A>>(v));
    } else if (places.size() > 0 && v.size() > 0) {
      const auto values = eval(cast<value_t<A>>(ravel(v)));
      set_at(a, places, eval(values[eval(places % v.size())]));
    }
  }
};
template <class How, class A, class M, class V> struct mask_put_call {
  static constexpr bool accepted = true;
  using type = void;
  static constexpr void run(A& a, const M& mask, const V& v) { How::run(a, mask, v); }
};
template <class How, class A, class M, class V> struct mask_put_result {};
template <class How, operand A, operand M, values_argument V>
struct mask_put_result<How, A, M, V>
    : judged_call<put_verdict<How, A, V>, mask_put_call<How, A, M, V>> {};

// --- fill_diagonal ---

template <class A, class V> struct fill_diagonal_verdict : put_verdict<fill_diagonal_how, A, V> {
  using put = put_verdict<fill_diagonal_how, A, V>;
  static constexpr bool accepted = put::accepted && rank_of<A> >= 2;
  static constexpr message text() {
    if constexpr (put::accepted) {
      message m("stria: fill_diagonal needs a target of rank 2 or more; the shape is ");
      say_shape(m, extents_of<A>.view());
      return m;
    } else {
      return put::text();
    }
  }
};
/// The main diagonal of a tensor or view: the elements (i, i, ...).
template <class A> constexpr auto main_diagonal(A& a) {
  if constexpr (rank_of<A> == 2) {
    return diagonal(a);
  } else {
    auto inner = diagonal(a, constant<0>{}, constant<0>{}, constant<1>{});
    auto in_front = moveaxis(inner, constant<-1>{}, constant<0>{});
    return main_diagonal(in_front);
  }
}
template <class A, class V> struct fill_diagonal_call {
  static constexpr bool accepted = true;
  using type = void;
  using T = value_t<A>;
  static constexpr void run(A& a, const V& v, bool wrap) {
    const auto n = a.shape();
    if constexpr (rank_of<A> > 2) {
      for (const index size : n)
        if (size != n[0]) [[unlikely]] {
          message m("stria: fill_diagonal: the extents of the shape ");
          say_shape(m, n);
          raise<shape_error>(m << " differ; with more than two axes they must be equal");
        }
    }
    index count = n[0];
    for (const index size : n)
      count = size < count ? size : count;
    // If `wrap`, the diagonal of a tall matrix leaves out one row after it reaches the last column,
    // and then starts again at the first column.
    const bool repeats = wrap && rank_of<A> == 2 && n[1] > 0;
    if (repeats && n[0] > n[1])
      count = n[0] / (n[1] + 1) * n[1] + n[0] % (n[1] + 1);
    if constexpr (operand<V>) {
      if (v.size() > 0)
        fill(a, values_again<T>(v, count), repeats);
    } else {
      fill(a, static_cast<T>(v), repeats);
    }
  }

private:
  template <class E> static constexpr void fill(A& a, const E& values, bool repeats) {
    if constexpr (rank_of<A> == 2) {
      if (repeats) {
        const auto n = a.shape();
        index next = 0;
        for (index row = 0; row < n[0]; row += n[1] + 1) {
          auto rows = a[range(row, n[0])];
          auto part = diagonal(rows);
          part = some_of(values, next, part.shape()[0]);
          next += n[1];
        }
        return;
      }
    }
    auto all_of_it = main_diagonal(a);
    all_of_it = values;
  }
  template <class E> static constexpr auto some_of(const E& values, index from, index count) {
    if constexpr (operand<E>)
      return values[range(from, from + count)];
    else
      return values;
  }
};
template <class A, class V> struct fill_diagonal_result {};
template <operand A, values_argument V>
struct fill_diagonal_result<A, V>
    : judged_call<fill_diagonal_verdict<A, V>, fill_diagonal_call<A, V>> {};

} // namespace detail

/// Writes values to given positions of a target, counted in row-major order.
///
/// \param a      a named tensor or a view
/// \param places an integer, a slice, a mask of rank 1, or integers in an operand, a container or
///               braces; negative positions count from the end
/// \param values a number, or an operand whose elements are used one after the other and repeated
///               as needed; if a position occurs more than once, the last value is kept
/// \returns      nothing
/// \throws       before anything is written, index_error if a position is out of bounds, and
///               shape_error if the size of a mask differs from that of `a`
/// \refuses      a const or temporary target; values that do not convert
/// \complexity   O(number of positions)
/// \numpy        `np.put(a, places, values)`
/// \usage        `put(a, {0, 2}, b)`
template <class A, class Ix, class V>
constexpr auto put(A&& a, const Ix& places, const V& values)
    STRIA_RUN_OR_REFUSE((detail::put_result<A, Ix, V>), a, places, values);
/// Writes values to positions given in braces.
template <class A, std::size_t N, class V>
constexpr auto put(A&& a, const index (&places)[N], const V& values)
    STRIA_RUN_OR_REFUSE((detail::put_result<A, std::array<index, N>, V>), a, std::to_array(places),
                        values);
STRIA_FOREIGN_BUT_BRACES(put);

/// Writes an operand or a number to every element of a target.
///
/// \param target a named tensor or a view
/// \param e      an operand that broadcasts to the shape of the target, or a number
/// \param mask   an operand of bool that broadcasts to the target; only elements where it is true
///               are written (default: all)
/// \returns      nothing
/// \throws       shape_error if a shape known only at run time does not broadcast to the target
/// \refuses      static shapes that do not broadcast to the target, a const or temporary target,
///               and elements that do not convert
/// \complexity   O(n), one fused loop
/// \numpy        `np.copyto(target, e)`, `np.copyto(target, e, where=mask)`
/// \usage        `copyto(a, b)`, `copyto(a, 0, a < 0)`
template <class A, class E>
constexpr auto copyto(A&& target, E&& e)
    STRIA_RUN_OR_REFUSE((detail::copyto_result<A, E>), target, static_cast<E&&>(e));
/// Writes only the elements where the mask is true.
template <class A, class E, class M>
constexpr auto copyto(A&& target, const E& e, const M& mask)
    STRIA_RUN_OR_REFUSE((detail::copyto_where_result<A, E, M>), target, e, mask);
STRIA_FOREIGN_BINARY(copyto);

/// Writes values to the main diagonal, the elements (i, i, ...).
///
/// \param a      a named tensor or a view of rank 2 or more
/// \param values a number, or an operand whose elements are used one after the other and repeated
///               as needed
/// \param wrap   whether the diagonal of a tall matrix, after it reaches the last column, leaves
///               out one row and starts again at the first column (default false)
/// \returns      nothing
/// \throws       shape_error if there are more than two axes and their sizes differ
/// \refuses      targets of rank 0 or 1, a const or temporary target
/// \complexity   O(length of the diagonal)
/// \numpy        `np.fill_diagonal(a, values, wrap)`
/// \usage        `fill_diagonal(a, 1)`
template <class A, class V>
constexpr auto fill_diagonal(A&& a, const V& values, bool wrap = false)
    STRIA_RUN_OR_REFUSE((detail::fill_diagonal_result<A, V>), a, values, wrap);
STRIA_FOREIGN_FIRST(fill_diagonal);

/// Writes values, one after the other, to the elements where a mask is true.
///
/// \param a      a named tensor or a view
/// \param mask   an operand with as many elements as `a`; nonzero means true
/// \param values a number, or an operand whose elements are used one after the other and repeated
///               as needed
/// \returns      nothing
/// \throws       shape_error if the mask has another number of elements; value_error if there are
///               elements to write but no values
/// \refuses      a const or temporary target
/// \complexity   O(n)
/// \numpy        `np.place(a, mask, values)`
/// \usage        `place(a, a < 0, tensor{1, 2, 3})`
/// \see          putmask
template <class A, class M, class V>
constexpr auto place(A&& a, const M& mask, const V& values)
    STRIA_RUN_OR_REFUSE((detail::mask_put_result<detail::place_how, A, M, V>), a, mask, values);
STRIA_FOREIGN_BINARY(place);

/// Writes, to each element where a mask is true, the value at the same position.
///
/// \param a      a named tensor or a view
/// \param mask   an operand with as many elements as `a`; nonzero means true
/// \param values a number, or an operand; position i gets the value at position i modulo its size
/// \returns      nothing
/// \throws       shape_error if the mask has another number of elements
/// \refuses      a const or temporary target
/// \complexity   O(n), one fused loop if the shapes agree
/// \numpy        `np.putmask(a, mask, values)`
/// \usage        `putmask(a, a < 0, -a)`
/// \see          place
template <class A, class M, class V>
constexpr auto putmask(A&& a, const M& mask, const V& values)
    STRIA_RUN_OR_REFUSE((detail::mask_put_result<detail::putmask_how, A, M, V>), a, mask, values);
STRIA_FOREIGN_BINARY(putmask);

/// Writes elements along an axis known only at run time; `values` is a number or an operand that
/// broadcasts to the shape of the selection.
template <detail::operand_with_axes A, detail::operand Ix, class V, class... X>
  requires(detail::rank_of<A> == detail::rank_of<Ix>)
constexpr void put_along_axis(A&& a, Ix&& indices, V&& values, axis k, X... x) {
  const auto order = detail::first_order<A>(k);
  auto target = detail::reorder(a, order);
  if constexpr (detail::operand<V>) {
    // Values of lower rank get leading axes. The leading axes of values of higher rank stay in
    // front.
    constexpr std::size_t R = detail::rank_of<A>, of_values = detail::rank_of<V>;
    constexpr std::size_t more = of_values > R ? of_values - R : 0;
    detail::axis_order<R + more> order_of_values{};
    for (std::size_t j = 0; j < R + more; ++j)
      order_of_values[j] = j < more ? j : more + order[j - more];
    using all_axes = detail::at_least<R, detail::own_axes::end, V>;
    put_along_axis(target, detail::reorder(static_cast<Ix&&>(indices), order),
                   detail::reorder(all_axes::run(static_cast<V&&>(values)), order_of_values),
                   constant<0>(), x...);
  } else {
    put_along_axis(target, detail::reorder(static_cast<Ix&&>(indices), order), values,
                   constant<0>(), x...);
  }
}

#define STRIA_PUT_ALONG_BY(reduction, fn)                                                          \
  template <detail::operand_with_axes A, detail::operand Ix, class V, class... X>                  \
    requires(detail::rank_of<A> == detail::rank_of<Ix>)                                            \
  constexpr void put_along_axis(A&& a, Ix&& indices, V&& values, axis k,                           \
                                detail::reduction_name<reduction>, X... x) {                       \
    put_along_axis(static_cast<A&&>(a), static_cast<Ix&&>(indices), static_cast<V&&>(values), k,   \
                   detail::update_along<fn>(), x...);                                              \
  }
STRIA_PUT_ALONG_BY(detail::sum_op, elementwise::add_fn)
STRIA_PUT_ALONG_BY(detail::prod_op, elementwise::multiply_fn)
STRIA_PUT_ALONG_BY(detail::max_op, elementwise::maximum_fn)
STRIA_PUT_ALONG_BY(detail::min_op, elementwise::minimum_fn)
#undef STRIA_PUT_ALONG_BY

} // namespace stria
