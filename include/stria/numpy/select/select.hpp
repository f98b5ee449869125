// SPDX-License-Identifier: BSL-1.0
// numpy/select/select.hpp: element-wise selection: select, one_hot, triu, tril.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/expr/positions.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/subscript/index_list.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {
namespace detail {

template <class T> inline constexpr bool holds_container = false;
template <class... T>
inline constexpr bool holds_container<std::tuple<T...>> =
    (container<std::remove_cvref_t<T>> || ...);

template <class T> inline constexpr bool has_truth_in = true;
template <operand... T>
inline constexpr bool has_truth_in<std::tuple<T...>> = (has_truth<value_t<T>> && ...);

/// The selected type of the choices in a tuple and of one more.
template <class X, class D> struct select_type;
template <class... X, class D> struct select_type<std::tuple<X...>, D> {
  using type = D;
};
template <class... X, class D>
  requires choices_mix<X..., D>
struct select_type<std::tuple<X...>, D> {
  using type = choice_t<X..., D>;
};

/// Makes nested calls of where() with the conditions and choices from number K on. Numbers are
/// adapted to T. Members of an lvalue tuple are passed by reference; those of an rvalue tuple are
/// moved.
template <std::size_t K, class T, class C, class X, class D>
constexpr auto select_from(C&& conditions, X&& choices, D&& otherwise) {
  if constexpr (K + 1 == std::tuple_size_v<std::remove_cvref_t<C>>)
    return where(std::get<K>(static_cast<C&&>(conditions)),
                 adapt_to<T>("select", std::get<K>(static_cast<X&&>(choices))),
                 adapt_to<T>("select", static_cast<D&&>(otherwise)));
  else
    // Each call moves from different members of the tuples.
    return where(std::get<K>(static_cast<C&&>(conditions)),
                 adapt_to<T>("select", std::get<K>(static_cast<X&&>(choices))),
                 select_from<K + 1, T>(static_cast<C&&>(conditions), static_cast<X&&>(choices),
                                       static_cast<D&&>(otherwise)));
}

// Also accepts arguments that are not tuples. The constraint of select() excludes them, but clang
// evaluates the return type first.
template <class C, class X> struct choices_verdict {
  static constexpr bool accepted = true;
};
template <tuple_of_operands C, tuple_of_operands X> struct choices_verdict<C, X> {
  static constexpr std::size_t conditions = std::tuple_size_v<std::remove_cvref_t<C>>;
  static constexpr std::size_t choices = std::tuple_size_v<std::remove_cvref_t<X>>;
  static constexpr bool containers =
      holds_container<std::remove_cvref_t<C>> || holds_container<std::remove_cvref_t<X>>;
  static constexpr bool truth = has_truth_in<std::remove_cvref_t<C>>;
  static constexpr bool accepted = conditions == choices && conditions > 0 && !containers && truth;
  static constexpr message text() {
    if constexpr (containers)
      return not_ours_verdict::text();
    if (!truth)
      return message("stria: select takes conditions that are bools or numbers");
    return message("stria: select needs one choice for each condition, and at least one; here are ")
           << conditions << " conditions and " << choices << " choices";
  }
};

/// Refuses conditions or choices that are not in a tuple.
struct no_tuple_verdict {
  static constexpr message text() {
    return message("stria: select: the conditions are in one tuple and the choices in another: "
                   "select(std::tuple{a < 0, a > 9}, std::tuple{-1, 1}, 0)");
  }
};

/// The element where column - row >= k (upper) or <= k (lower), otherwise 0.
template <bool Upper> struct band_fn {
  static constexpr const char* text = Upper ? "triu" : "tril";
  index k;
  template <class T>
  STRIA_INLINE constexpr T operator()(const T& a, index row, index column) const {
    return (Upper ? column - row >= k : column - row <= k) ? a : T();
  }
};

template <class A> struct matrix_verdict {
  static constexpr bool accepted = rank_of<A> >= 2;
  static constexpr message text() {
    message m("stria: triu and tril need an operand of rank 2 or more; the shape is ");
    say_shape(m, extents_of<A>.view());
    return m;
  }
};

template <class T> struct equals_fn {
  static constexpr const char* text = "one_hot";
  template <class Ix> STRIA_INLINE constexpr T operator()(const Ix& i, index place) const {
    return to_index(+i) == place ? T(1) : T(0); // + converts bools and characters
  }
};

} // namespace detail

/// Chooses, for each element, the first choice whose condition is true.
///
/// \param conditions  a std::tuple of operands of bool
/// \param choices     a std::tuple of as many operands or numbers
/// \param otherwise   an operand or a number, used where no condition is true (default 0)
/// \returns           a lazy expression of the common broadcast shape, with elements of the type
///                    that holds those of all choices, as in where()
/// \throws            shape_error if run-time extents do not broadcast; value_error as in where()
/// \refuses           tuples of different lengths or without members, and shapes that do not
///                    broadcast
/// \complexity        O(n) per condition, lazy: nothing is allocated
/// \numpy             `np.select([c1, c2], [x1, x2], otherwise)`
/// \usage             `select(std::tuple{a < 0, a > 9}, std::tuple{-1, 1}, 0)`
template <detail::tuple_of_operands C, detail::tuple_of_operands X, class D = int>
  requires(detail::choices_verdict<C, X>::accepted)
constexpr auto select(C&& conditions, X&& choices, D&& otherwise = 0) {
  using T = typename detail::select_type<std::remove_cvref_t<X>, std::remove_cvref_t<D>>::type;
  return detail::select_from<0, T>(static_cast<C&&>(conditions), static_cast<X&&>(choices),
                                   static_cast<D&&>(otherwise));
}
template <detail::tuple_of_operands C, detail::tuple_of_operands X, class D = int>
auto select(C&&, X&&, D&& = 0) -> detail::refusal_where<!detail::choices_verdict<C, X>::accepted,
                                                        detail::choices_verdict<C, X>>;
STRIA_FOREIGN_BECAUSE(select, detail::no_tuple_verdict, detail::only_braces, detail::whatever,
                      detail::whatever = {});
template <class C, class V = detail::no_tuple_verdict>
  requires(detail::tuple_of_operands<C> || detail::list_of_operands<C>)
detail::said_of_not_ours<V> select(C&&, detail::only_braces, detail::whatever = {});
template <detail::list_of_operands C, class X, class V = detail::no_tuple_verdict>
detail::said_of_not_ours<V> select(C&&, X&&, detail::whatever = {});

/// The type of `count_from_end`.
struct count_from_end_t {};
/// Makes one_hot() count negative labels from the end, as the operator OneHot of ONNX does.
///
/// \numpy  none
/// \usage  `one_hot(labels, 10, count_from_end)`
inline constexpr count_from_end_t count_from_end{};

namespace detail {

template <class P>
concept label_policy = bounds_policy<P> || std::same_as<P, count_from_end_t>;

/// The rows of zeros with a 1, for labels in an operand of integers.
template <class T, extent N, class Ix> constexpr auto one_hot_rows(Ix&& labels, index depth) {
  return map(equals_fn<T>{}, static_cast<Ix&&>(labels)[ellipsis, newaxis], positions<N>(depth));
}

} // namespace detail

/// Encodes each integer as a row of zeros with a 1 at the position given by the integer.
///
/// \tparam T       the element type (default float)
/// \param indices  integers, the labels
/// \param depth    the length of the rows, a constant or an integer
/// \param policy   what happens to labels outside 0 to depth - 1: out_of_bounds::drop (the default)
///                 gives a row of zeros, so a label of -1 or -100 that marks an element to be
///                 ignored gives zeros, as in TensorFlow; out_of_bounds::raise refuses them, as
///                 PyTorch does; out_of_bounds::clip uses the nearest label; `count_from_end`
///                 counts negative labels from the end and gives a row of zeros for those outside
///                 -depth to depth - 1, as in ONNX
/// \returns        a lazy expression of the shape of `indices` with an additional last axis of
///                 extent `depth`
/// \throws         value_error if the depth is negative; index_error for a label out of bounds with
///                 out_of_bounds::raise
/// \refuses        indices that are not integers
/// \complexity     O(n), lazy: nothing is allocated, except that out_of_bounds::raise allocates the
///                 positions
/// \numpy          `tf.one_hot(indices, depth)`, `torch.nn.functional.one_hot(indices, depth)`
/// \usage          `one_hot(labels, 10)`, `one_hot(labels, 10, count_from_end)`
template <class T = float, detail::operand Ix, class Depth,
          detail::label_policy P = out_of_bounds::drop_t>
  requires(std::integral<detail::value_t<Ix>> && detail::size_item<Depth>)
constexpr auto one_hot(Ix&& indices, Depth depth, P = {}) {
  constexpr extent n = [] {
    if constexpr (detail::constant_item<Depth>)
      return extent::make(detail::constant_traits<Depth>::value);
    else
      return extent::unknown();
  }();
  const index size = detail::size_value(depth);
  if (size < 0)
    raise<value_error>(detail::message("stria: one_hot: the depth is ")
                       << size << "; it must not be negative");
  if constexpr (std::same_as<P, out_of_bounds::drop_t>) {
    return detail::one_hot_rows<T, n>(static_cast<Ix&&>(indices), size);
  } else if constexpr (std::same_as<P, out_of_bounds::raise_t>) {
    return gather(detail::one_hot_rows<T, n>(detail::positions<n>(size), size),
                  static_cast<Ix&&>(indices), constant<0>());
  } else if constexpr (std::same_as<P, out_of_bounds::clip_t>) {
    return detail::one_hot_rows<T, n>(
        clip(cast<index>(static_cast<Ix&&>(indices)), index{0}, size - 1), size);
  } else {
    const auto labels = cast<index>(static_cast<Ix&&>(indices));
    return detail::one_hot_rows<T, n>(where(labels < 0, labels + size, labels), size);
  }
}
template <class T = float, detail::operand Ix, class Depth>
auto one_hot(Ix&&, Depth, detail::whatever = {}) -> detail::refusal_where<
    !(std::integral<detail::value_t<Ix>> && detail::size_item<Depth>),
    detail::sentence<
        "stria: one_hot needs integer indices (cast<index_t>(a) converts), and the depth as an "
        "integer or a constant (_9, 12_c)">>;
STRIA_FOREIGN_TEMPLATED(class = float, one_hot, detail::not_ours, detail::whatever);

namespace detail {
/// A call of triu() or tril().
template <bool Upper, class A> struct band_call {};
template <bool Upper, operand A>
  requires(matrix_verdict<A>::accepted)
struct band_call<Upper, A> {
  static constexpr bool accepted = true;
  static constexpr auto run(A&& a, index k) {
    constexpr std::size_t R = rank_of<A>;
    const auto rows = positions_along<R - 2, R>(a);
    const auto columns = positions_along<R - 1, R>(a);
    return map(band_fn<Upper>{k}, static_cast<A&&>(a), rows, columns);
  }
  using type = decltype(run(std::declval<A>(), 0));
};
} // namespace detail

#define STRIA_BAND(name, upper)                                                                    \
  template <detail::operand A>                                                                     \
    requires(detail::matrix_verdict<A>::accepted)                                                  \
  constexpr auto name(A&& a, detail::integer_argument k = 0)                                       \
      STRIA_RUN_OR_REFUSE((detail::band_call<upper, A>), static_cast<A&&>(a), k);                  \
  STRIA_BORROWING((detail::tensor_operand S, class A = detail::lvalue_t<S>), name,                 \
                  (S & a STRIA_LIFETIMEBOUND, detail::integer_argument k = 0),                     \
                  (detail::band_call<upper, A>), a, k);                                            \
  template <detail::operand A>                                                                     \
  auto name(A&&, index = 0)                                                                        \
      -> detail::refusal_where<detail::refuses<detail::matrix_verdict<A>, A>,                      \
                               detail::matrix_verdict<A>>;                                         \
  STRIA_FOREIGN_FIRST(name);

/// Sets the elements below a diagonal of each matrix to zero.
///
/// \param a      a tensor, view or expression of rank 2 or more; the last two axes are those of the
///               matrices
/// \param k      the diagonal: 0 is the main one (default), positive numbers are above it, negative
///               ones below it
/// \returns      a lazy expression of the shape and element type of `a`
/// \refuses      operands of rank 0 or 1
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.triu(a, k)`
/// \usage        `triu(a)`, `triu(a, 1)`
STRIA_BAND(triu, true)
/// Sets the elements above a diagonal of each matrix to zero.
///
/// \param a      a tensor, view or expression of rank 2 or more; the last two axes are those of the
///               matrices
/// \param k      the diagonal: 0 is the main one (default), positive numbers are above it, negative
///               ones below it
/// \returns      a lazy expression of the shape and element type of `a`
/// \refuses      operands of rank 0 or 1
/// \complexity   O(n), lazy: nothing is allocated
/// \numpy        `np.tril(a, k)`
/// \usage        `tril(a)`, `tril(a, -1)`
STRIA_BAND(tril, false)

#undef STRIA_BAND

} // namespace stria
