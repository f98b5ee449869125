// SPDX-License-Identifier: BSL-1.0
// numpy/join/edit.hpp: append, insert, delete_at, resize and trim_zeros, which add or remove
// elements. Tests: tests/numpy/join/editing.cpp.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/as_tensor.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/elementwise/choices.hpp>
#include <stria/numpy/join/joins.hpp>
#include <stria/numpy/make/maker.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/select/axis_positions.hpp>
#include <stria/numpy/select/position_loops.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/tensor/foreign.hpp>

#include <string_view>

namespace stria {

namespace detail {

/// The operand itself; for a number, a tensor of rank 0 that holds it.
template <class V> constexpr decltype(auto) as_values(V&& v) {
  if constexpr (operand<V>)
    return static_cast<V&&>(v);
  else
    return tensor<std::remove_cvref_t<V>>(v);
}
template <class V>
concept values_argument = operand<V> || is_number<std::remove_cvref_t<V>>;
/// Numbers in braces.
template <class V>
concept braced_values = is_number<std::remove_cvref_t<V>>;
template <class V> using values_type = std::remove_cvref_t<decltype(as_values(std::declval<V>()))>;

// --- append ---

template <class A> constexpr auto as_row(A&& a) {
  if constexpr (operand<A>)
    return ravel(static_cast<A&&>(a));
  else
    return typename tensor_of<std::remove_cvref_t<A>, static_shape<1>{{extent::make(1)}}>::type{a};
}
template <class A> using joined_row_of = decltype(as_row(std::declval<A>()));
/// The same for a value V that the function `what` joins with elements of type T.
template <class T, class V> constexpr auto as_row_beside(const char* what, V&& v) {
  return as_row(adapt_to<T>(what, static_cast<V&&>(v)));
}
template <class T, class V> using row_beside_of = joined_row_of<adapted_t<T, V>>;
template <class A, class... X> struct append_call : refused_call<not_ours_verdict> {};
template <class A, values_argument V> struct append_call<A, V> {
  using call = named_concat<"append", constant<0>, joined_row_of<A>, row_beside_of<value_t<A>, V>>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(A&& a, V&& v) {
    return call::run(as_row(static_cast<A&&>(a)),
                     as_row_beside<value_t<A>>("append", static_cast<V&&>(v)));
  }
};
template <class A, operand V, class Axis>
struct append_call<A, V, Axis> : named_concat<"append", Axis, A, V> {
  static constexpr auto run(A&& a, V&& v, Axis) {
    return named_concat<"append", Axis, A, V>::run(static_cast<A&&>(a), static_cast<V&&>(v));
  }
};
struct append_function : axes_base_after_value {
  using missing = lacks_verdict<"the values are", "append(a, values)">;
  using braces = braced_numbers_verdict;
  template <class A, class V, class Axis> static any_verdict verdict();
  template <class, class A, class... X> using checked = append_call<A, X...>;
  template <class F, class A, class V>
  static constexpr auto along(const F&, A&& a, V&& values, axis k) {
    return concat(k, static_cast<A&&>(a), static_cast<V&&>(values));
  }
};

// --- insert ---

enum class edit_fault : unsigned char { none, axis, item, rank, element, shape };

template <class Ix> inline constexpr bool is_mask_item = false;
template <operand Ix> inline constexpr bool is_mask_item<Ix> = bool_operand<Ix>;
template <integer_range Ix>
inline constexpr bool is_mask_item<Ix> =
    std::same_as<typename list_traits<std::remove_cvref_t<Ix>>::element, bool>;

/// Converts inserted values to T. Raises value_error for integers that do not fit.
template <class T> struct inserted_fn {
  static constexpr const char* text = "insert";
  template <class V> STRIA_INLINE constexpr T operator()(const V& v) const {
    if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<V>)
      return number_as_element<T>(text, v);
    else
      return convert_number<T>(v);
  }
};

/// The values as elements of type T. Values of this type need no conversion, so they may lie on a
/// device.
template <class T, class E> constexpr decltype(auto) inserted_values(const E& e) {
  if constexpr (std::same_as<value_t<E>, T>)
    return e;
  else
    return make_map(inserted_fn<T>{}, e);
}

/// Whether the values broadcast to the inserted part, as far as the types determine it. The values
/// have at most as many axes as A.
template <class A, class V, std::size_t Axis, bool One> constexpr bool inserted_fits() {
  constexpr std::size_t R = rank_of<A>, N = rank_of<V>;
  for (std::size_t k = 0; k < R; ++k) {
    if (k == Axis)
      continue;
    // If there is one position, the first axis of the values is moved to Axis. The other axes keep
    // their order.
    const std::size_t from = !One ? k : k < Axis ? k + 1 : k;
    if (from >= R - N &&
        assign_extents(extents_of<A>[k], extents_of<V>[from - (R - N)]) != extent_fault::none)
      return false;
  }
  return true;
}

template <class A, class Ix, class V, class Axis> struct insert_verdict {
  using axis = one_axis_verdict<A, Axis>;
  using values = values_type<V>;
  static constexpr bool converts =
      requires(const value_t<values>& v) { static_cast<value_t<A>>(v); };
  static constexpr bool fits() {
    if constexpr (axis::accepted && rank_of<values> <= rank_of<A>)
      return inserted_fits<A, values, axis_of<A, Axis>, one_place<Ix>>();
    else
      return true;
  }
  static constexpr edit_fault fault = !axis::accepted                        ? edit_fault::axis
                                      : !places_item<Ix> || is_mask_item<Ix> ? edit_fault::item
                                      : rank_of<values> > rank_of<A>         ? edit_fault::rank
                                      : !converts                            ? edit_fault::element
                                      : !fits()                              ? edit_fault::shape
                                                                             : edit_fault::none;
  static constexpr bool accepted = fault == edit_fault::none;
  static constexpr message text() {
    message m("stria: insert: ");
    switch (fault) {
    case edit_fault::axis: return axis::text();
    case edit_fault::item:
      return m << "the positions must be an integer, a slice, or integers in a tensor or a "
                  "container";
    case edit_fault::rank:
      m << "the values of the shape ";
      say_shape(m, extents_of<values>.view());
      m << " have more axes than the operand of the shape ";
      say_shape(m, extents_of<A>.view());
      return m;
    case edit_fault::element:
      return m << "the values do not convert to the element type of the operand";
    case edit_fault::shape:
      m << "the values of the shape ";
      say_shape(m, extents_of<values>.view());
      m << " do not broadcast to the part inserted into the shape ";
      say_shape(m, extents_of<A>.view());
      return m;
    case edit_fault::none: break;
    }
    return m;
  }
};

/// The extents of A with one of them changed.
template <auto Shape, std::size_t Axis> constexpr auto shape_with(extent n) {
  auto s = Shape;
  s[Axis] = n;
  return s;
}
constexpr extent sum_of_extents(extent a, index by) {
  return by >= 0 ? add_extents(a, extent::make(by)) : extent::unknown();
}

/// Assigns to the part of a target that an item selects along an axis.
template <std::size_t Axis, class Target, class Ix, class E>
constexpr void set_along(Target& target, Ix&& items, const E& e) {
  auto part = subscript_at(target, static_cast<Ix&&>(items), std::make_index_sequence<Axis>());
  part = e;
}

template <class A, class Ix, class V, class Axis> struct insert_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t axis = axis_of<A, Axis>, R = rank_of<A>;
  using T = value_t<A>;
  using values = values_type<V>;
  // If there is one position, the first axis of the values corresponds to the axis of the operand,
  // as in NumPy.
  static constexpr extent added =
      !one_place<Ix> ? extent::unknown()
                     : (rank_of<values> < R ? extent::make(1) : extents_of<values>[0]);
  static constexpr auto extents =
      shape_with<extents_of<A>, axis>(sum_of_extents(extents_of<A>[axis], added.size));
  using result = tensor_with<A, T, extents>;
  using type = typename result::type;

  static constexpr type run(const A& a, const Ix& item, const V& v) {
    const auto& own = as_values(v);
    const auto lifted = at_least<R, own_axes::end, const values&>::run(own);
    const index n = a.shape()[axis];
    if constexpr (one_place<Ix>) {
      return at_one(a, end_place(hold_integer(item), n), moveaxis(lifted, constant<0>{}, Axis{}));
    } else if constexpr (slice_item<Ix>) {
      return at_places(a, sliced_places(item, n), lifted);
    } else {
      const auto given = as_tensor(item);
      counters<Ix> places({given.size()}, uninitialized_t{});
      set_each(places, [&](index i) { return end_place(given.data()[i], n); });
      return at_places(a, std::move(places), lifted);
    }
  }

private:
  /// A position before which values are inserted; n, the position after the last element, is
  /// allowed.
  template <integer_item Place> static constexpr index end_place(Place i, index n) {
    const index w = wrap(to_index(i), n);
    if (w < 0 || w > n) [[unlikely]]
      raise<index_error>(message("stria: insert: index ")
                         << i << " is out of bounds for axis " << axis << ", which has " << n
                         << " elements: use " << -n << " to " << n);
    return w;
  }
  static constexpr type room(const A& a, index more) {
    auto sizes = a.shape();
    sizes[axis] = add_or_raise("insert", sizes[axis], more);
    return result::make(a, sizes);
  }
  template <class E> static constexpr type at_one(const A& a, index place, const E& e) {
    const index count = e.shape()[axis];
    auto r = room(a, count);
    set_along<axis>(r, range(index{0}, place), subscript_at(a, range(index{0}, place), before()));
    set_along<axis>(r, range(place, place + count), inserted_values<T>(e));
    set_along<axis>(r, range(place + count, r.shape()[axis]),
                    subscript_at(a, range(place, a.shape()[axis]), before()));
    return r;
  }
  template <class P, class E> static constexpr type at_places(const A& a, P places, const E& e) {
    if (places.size() == 1)
      return at_one(a, places.data()[0], e);
    auto r = room(a, places.size());
    const auto order = eval(argsort(places));
    move_behind_inserted(places, order);
    set_along<axis>(r, other_places(places, r.shape()[axis]), a);
    set_along<axis>(r, places, inserted_values<T>(e));
    return r;
  }
  static constexpr std::make_index_sequence<axis> before() { return {}; }
};
template <class A, class Ix, class V, class Axis> struct judged_insert : operands_verdict<V> {};
template <class A, class Ix, values_argument V, class Axis>
struct judged_insert<A, Ix, V, Axis>
    : each_verdict<one_memory_verdict<A, values_type<V>>, insert_verdict<A, Ix, V, Axis>> {};
/// The flattened operand.
template <class A> using flat_operand = decltype(ravel(std::declval<const A&>()));

struct insert_function : at_axis_after<2> {
  template <class A, class Ix, class V>
  static judged_insert<flat_operand<A>, Ix, V, constant<0>> verdict();
  template <class A, class Ix, class V, class Axis>
  static judged_insert<std::remove_cvref_t<A>, Ix, V, Axis> verdict();
  template <class A, class Ix, class V>
  static constexpr auto run(const A& a, const Ix& places, const V& values) {
    return run(ravel(a), places, values, constant<0>());
  }
  template <class A, class Ix, class V, class Axis>
  static constexpr auto run(const A& a, const Ix& places, const V& values, Axis) {
    return insert_call<A, Ix, V, Axis>::run(a, places, values);
  }
};

// --- delete_at ---

template <class A, class Ix, class Axis> struct delete_verdict {
  using axis = one_axis_verdict<A, Axis>;
  static constexpr bool accepted = axis::accepted && places_item<Ix>;
  static constexpr message text() {
    if constexpr (axis::accepted)
      return message("stria: delete_at: the positions must be an integer, a slice, a mask, or "
                     "integers in a tensor or a container");
    else
      return axis::text();
  }
};
struct delete_at_function : at_axis_after<1> {
  using missing = lacks_verdict<"the positions are", "delete_at(a, places)">;
  template <class A, class Ix>
  static delete_verdict<flat_operand<A>, std::remove_cvref_t<Ix>, constant<0>> verdict();
  template <class A, class Ix, class Axis>
  static delete_verdict<A, std::remove_cvref_t<Ix>, Axis> verdict();
  template <class A, class Ix> static constexpr auto run(const A& a, const Ix& places) {
    return run(ravel(a), places, constant<0>());
  }
  template <class A, class Ix, class Axis>
  static constexpr auto run(const A& a, const Ix& item, Axis) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    constexpr extent left =
        one_place<Ix> ? subtract_extents(extents_of<A>[axis], extent::make(1)) : extent::unknown();
    using result = tensor_with<A, value_t<A>, shape_with<extents_of<A>, axis>(left)>;
    using tensor_t = typename result::type;
    constexpr std::make_index_sequence<axis> before;
    auto sizes = a.shape();
    const index n = sizes[axis];
    if constexpr (one_place<Ix>) {
      const index place = place_on_axis(hold_integer(item), n, axis);
      sizes[axis] = n - 1;
      tensor_t r = result::make(a, sizes);
      set_along<axis>(r, range(index{0}, place), subscript_at(a, range(index{0}, place), before));
      set_along<axis>(r, range(place, n - 1), subscript_at(a, range(place + 1, n), before));
      return r;
    } else {
      return tensor_t(take(a, other_places(places_of(item, n, axis), n), Axis{}));
    }
  }
};

// --- resize ---

/// Fills a tensor with the elements of an operand in row-major order, repeated as needed.
template <class A> struct set_again {
  const A& a;
  constexpr void operator()(auto& t) const {
    const index n = a.size(), total = t.size();
    if (n == 0) {
      set_to_zero(t);
      return;
    }
    auto to = ravel(t);
    const auto from = ravel(a);
    const index whole = total / n, rest = total % n;
    if (whole > 0) {
      auto copies = reshape(to[range(index{0}, total - rest)], whole, n);
      copies = from;
    }
    auto last = to[range(total - rest, total)];
    last = from[range(index{0}, rest)];
  }
};
template <class A, class... S>
struct resize_call : maker<"resize", value_t<A>, asked_shape<shape_of<>(), S...>> {
  static constexpr auto run(const std::remove_reference_t<A>& a, const S&... sizes) {
    return resize_call::maker::run(set_again<std::remove_cvref_t<A>>{a}, sizes...);
  }
};
struct resize_function : function_base {
  template <class, class A, class... S> using checked = resize_call<A, S...>;
};

// --- trim_zeros ---

[[noreturn]] [[gnu::cold]] inline void raise_trim(std::string_view trim) {
  raise<value_error>(message("stria: trim_zeros: '")
                     << trim << "' may only contain f for the front and b for the back");
}
/// The range of a vector that excludes the zeros at its ends.
template <class A> constexpr auto nonzero_range(const A& a, std::string_view trim) {
  bool front = false, back = false;
  for (const char c : trim) {
    front = front || c == 'f' || c == 'F';
    back = back || c == 'b' || c == 'B';
    if (c != 'f' && c != 'F' && c != 'b' && c != 'B') [[unlikely]]
      raise_trim(trim);
  }
  return nonzero_part(a, front, back);
}
template <class A> struct vector_only {
  static constexpr bool accepted = rank_of<A> == 1;
  static constexpr message text() {
    message m("stria: trim_zeros takes a vector, an operand of rank 1; the shape is ");
    say_shape(m, extents_of<A>.view());
    return m;
  }
};
struct trim_zeros_function : function_base {
  template <class A, std::convertible_to<std::string_view> Text = const char*>
  static each_verdict<host_only_verdict<A>, vector_only<A>> verdict();
  template <class A> static constexpr auto run(A&& a, std::string_view trim = "fb") {
    if constexpr (view_source<A>::is_memory)
      return a[nonzero_range(a, trim)];
    else {
      auto values = eval(a);
      const auto kept = nonzero_range(values, trim);
      return eval(values[kept]);
    }
  }
};

} // namespace detail

/// Appends values to the flattened operand.
///
/// \param a      operand
/// \param values operand or number, or numbers of one type in braces; flattened
/// \returns      a lazy expression [a.size() + values.size()] with elements of the type that holds
///               both, as in concat(); a number becomes an element of `a` if only that keeps its
///               type: append(a, 1) of float elements is float
/// \throws       value_error for elements as in concat(), and for a number that does not fit
/// \refuses      element types without a common type
/// \complexity   O(n); lazy, written directly into the target
/// \numpy        `np.append(a, values)`
/// \usage        `append(a, b)`, `append(a, 1)`
/// \see          concat, insert
STRIA_DECLARE_TWO(append, detail::append_function);
/// Appends numbers of one type that are given in braces: `append(v, {1., 2.})`.
template <detail::operand_or_refused A, detail::braced_values V, std::size_t N, class... X>
constexpr auto append(A&& a, const V (&values)[N], X... x)
    STRIA_RUN_OR_REFUSE((detail::result_class<detail::append_function, A, tensor<V, N>, X...>),
                        static_cast<A&&>(a), as_tensor(values), x...);

/// Inserts values along an axis before the given positions.
///
/// \param a      operand
/// \param places the positions in `a`: an integer, a slice, integers in an operand or a container,
///               or integers in braces; negative ones count from the end
/// \param values operand or number that converts to the element type of `a` and broadcasts to the
///               inserted part, or numbers of one type in braces. If `places` is an integer, the
///               first axis of the values corresponds to `axis`
/// \param axis   a constant or axis(k); without it, `a` is flattened
/// \returns      a tensor with the element type of `a`, computed immediately
/// \throws       index_error if an axis(k) does not exist or a position is out of bounds;
///               shape_error if the values do not broadcast; value_error if an integer does not fit
///               into the element type of `a`
/// \refuses      an axis that `a` does not have, a mask, values that do not convert or have more
///               axes than `a`, and static shapes that do not broadcast
/// \complexity   O(n), allocates the result
/// \numpy        `np.insert(a, places, values, axis)`
/// \usage        `insert(a, 1, b, _0)`, `insert(v, {0, 2}, 9)`
/// \see          delete_at, append
template <detail::operand_or_refused A, class Ix, class V, class... X>
constexpr auto insert(const A& a, const Ix& places, const V& values, X... x)
    STRIA_RUN_OR_REFUSE((detail::result_class<detail::insert_function, A, Ix, V, X...>), a, places,
                        values, x...);
/// Inserts values before the positions that are given in braces.
template <detail::operand A, std::size_t N, class V, class... X>
constexpr auto insert(const A& a, const index (&places)[N], const V& values, X... x) {
  return insert(a, std::to_array(places), values, x...);
}
/// Inserts values of one type that are given in braces: `insert(a, 2, {1., 2.}, _0)`.
template <detail::operand A, class Ix, detail::braced_values V, std::size_t M, class... X>
constexpr auto insert(const A& a, const Ix& places, const V (&values)[M], X... x) {
  return insert(a, places, as_tensor(values), x...);
}
/// Inserts values before positions; both are given in braces: `insert(a, {0, 2}, {1., 2.}, _0)`.
template <detail::operand A, std::size_t N, detail::braced_values V, std::size_t M, class... X>
constexpr auto insert(const A& a, const index (&places)[N], const V (&values)[M], X... x) {
  return insert(a, std::to_array(places), as_tensor(values), x...);
}
STRIA_FOREIGN_BUT_BRACES(insert);
STRIA_FOREIGN_BECAUSE(insert, detail::braced_numbers_verdict, detail::ours, detail::whatever,
                      detail::only_braces, detail::whatever = {});
STRIA_FOREIGN_LACKS(insert, "the values are", "insert(a, places, values)", detail::ours,
                    detail::whatever);
STRIA_FOREIGN_LACKS(insert, "the positions and the values are", "insert(a, places, values)",
                    detail::ours);

/// Removes elements at the given positions along an axis.
///
/// \param a      operand
/// \param places the positions to remove: an integer, a slice, a mask of rank 1, integers in an
///               operand or a container, or integers in braces; negative ones count from the end
/// \param axis   a constant or axis(k); without it, `a` is flattened
/// \returns      a tensor with the element type of `a`, computed immediately
/// \throws       index_error if an axis(k) does not exist or a position is out of bounds;
///               shape_error if the size of a mask differs from that of the axis
/// \refuses      an axis that `a` does not have
/// \complexity   O(n), allocates the result
/// \numpy        `np.delete(a, places, axis)`
/// \usage        `delete_at(a, {0, 2}, _1)`
/// \see          insert, compress
STRIA_DECLARE_TWO(delete_at, detail::delete_at_function);
STRIA_DECLARE_BRACED(delete_at, detail::delete_at_function);

/// Arranges the elements, in row-major order, in another shape. Elements are repeated or left out
/// as needed.
///
/// \param a     operand; if it is empty, the result is filled with zeros
/// \param sizes the new shape: integers and constants, or one array of integers
/// \returns     a tensor of the given shape with the element type of `a`, computed immediately
/// \throws      value_error for a negative size or too many elements
/// \refuses     a negative constant
/// \complexity  O(n), allocates the result
/// \numpy       `np.resize(a, sizes)`
/// \usage       `resize(a, 2, 3)`
/// \see         reshape
STRIA_DECLARE(resize);

/// Removes zeros at the ends of a vector.
///
/// \param a    vector
/// \param trim "f" for the front, "b" for the back, "fb" for both (default)
/// \returns    a view if `a` is in memory, otherwise a tensor, computed immediately
/// \throws     value_error if `trim` contains other characters
/// \refuses    operands that are not vectors, and operands on a device
/// \complexity O(n)
/// \numpy      `np.trim_zeros(a, trim)`
/// \usage      `trim_zeros(v, "b")`
STRIA_DECLARE(trim_zeros);

} // namespace stria
