// SPDX-License-Identifier: BSL-1.0
// fn/aliases.hpp: functions of NumPy and of the array API standard that are short forms of others:
// identity, tri, fliplr, matrix_transpose, astype, inner, vecdot, ediff1d.
#pragma once

#include <stria/fn/contract.hpp>
#include <stria/fn/edit.hpp>
#include <stria/fn/flip.hpp>
#include <stria/fn/make.hpp>
#include <stria/fn/math.hpp>
#include <stria/fn/permute.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/fn/scan.hpp>
#include <stria/fn/select.hpp>
#include <stria/view/foreign.hpp>

namespace stria {

namespace detail {

/// Ones where column - row <= k, zeros elsewhere.
template <class T> struct set_triangle {
  index k;
  constexpr void operator()(auto& t) const {
    const auto rows = positions_along<0, 2>(t);
    const auto columns = positions_along<1, 2>(t);
    t = make_map(band_fn<false>{k}, static_cast<T>(1), rows, columns);
  }
};

// --- inner, vecdot ---

template <class B> constexpr decltype(auto) last_two_swapped(B&& b) {
  if constexpr (rank_of<B> >= 2)
    return swapaxes(static_cast<B&&>(b), constant<-1>{}, constant<-2>{});
  else
    return static_cast<B&&>(b);
}
template <class A, class B> struct inner_result {};
template <operand A, operand B> struct inner_result<A, B> {
  using turned = decltype(last_two_swapped(std::declval<B>()));
  using right = std::conditional_t<std::is_rvalue_reference_v<turned>,
                                   std::remove_reference_t<turned>, turned>;
  using call = dot_result<A, right>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(A&& a, B&& b) {
    return call::run(static_cast<A&&>(a), last_two_swapped(static_cast<B&&>(b)));
  }
};

template <class A> constexpr decltype(auto) conjugated(A&& a) {
  if constexpr (is_complex<value_t<A>>::value)
    return conj(static_cast<A&&>(a));
  else
    return static_cast<A&&>(a);
}
template <class A, class B>
using product_to_sum = decltype(conjugated(std::declval<A>()) * std::declval<B>());

/// The vectors along an axis of the product P have one length, as far as the types say.
template <class P, class A, class B, class Axis> struct vecdot_verdict {
  using axis = one_axis_verdict<P, Axis>;
  // Counted from the end, as the shapes are broadcast.
  static constexpr std::size_t from_end = [] {
    if constexpr (axis::accepted)
      return rank_of<P> - axis_of<P, Axis>;
    else
      return std::size_t{1};
  }();
  static constexpr bool accepted = [] {
    if constexpr (!axis::accepted || from_end > rank_of<A> || from_end > rank_of<B>) {
      return false;
    } else {
      const extent n = extents_of<A>[rank_of<A> - from_end],
                   m = extents_of<B>[rank_of<B> - from_end];
      return !n.is_static() || !m.is_static() || n.size == m.size;
    }
  }();
  static constexpr message text() {
    if constexpr (!axis::accepted)
      return axis::text();
    message m("stria: vecdot: the vectors lie along an axis that both operands have, where they "
              "have one length; the shapes are ");
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<B>.view());
    return m;
  }
};
template <class P, class A, class B, class Axis> struct vecdot_call {
  using sum_t = reduction_result<sum_op, P, Axis>;
  using T = value_t<P>;
  static constexpr bool accepted = sum_t::accepted;
  // Sums of narrow integers are wide; a product of vectors has the elements of their product.
  template <class S> static constexpr auto narrowed(S&& s) {
    if constexpr (!operand<S>)
      return static_cast<T>(s);
    else if constexpr (std::same_as<value_t<S>, T>)
      return std::remove_cvref_t<S>(static_cast<S&&>(s));
    else
      return cast<T>(static_cast<S&&>(s));
  }
  template <bool Accepted, class S> struct returned {
    using type = S;
  };
  template <class S> struct returned<true, S> {
    using type = decltype(narrowed(std::declval<S>()));
  };
  using type = typename returned<accepted, typename sum_t::type>::type;

  static constexpr type run(A&& a, B&& b) {
    constexpr std::size_t from_end = vecdot_verdict<P, A, B, Axis>::from_end;
    const index n = a.shape()[rank_of<A> - from_end], m = b.shape()[rank_of<B> - from_end];
    if (n != m) [[unlikely]]
      raise<shape_error>(message("stria: vecdot: vectors of ")
                         << n << " and of " << m << " elements have no product");
    return narrowed(sum_t::run(conjugated(static_cast<A&&>(a)) * static_cast<B&&>(b)));
  }
};
template <class A, class B, class Axis> struct vecdot_result {};
template <operand A, operand B, class Axis>
struct vecdot_result<A, B, Axis> : judged_call<vecdot_verdict<product_to_sum<A, B>, A, B, Axis>,
                                               vecdot_call<product_to_sum<A, B>, A, B, Axis>> {};
// What the product refuses is refused.
template <operand A, operand B, class Axis>
  requires is_refused<product_to_sum<A, B>>
struct vecdot_result<A, B, Axis> {
  static constexpr bool accepted = false;
  using type = product_to_sum<A, B>;
};

// --- ediff1d ---

template <class A> struct flat_diff {};
template <operand A> struct flat_diff<A> {
  using call = diff_result<decltype(ravel(std::declval<A>())), constant<0>>;
  static constexpr bool accepted = true;
  using type = typename call::type;
  static constexpr type run(A&& a) { return call::run(ravel(static_cast<A&&>(a))); }
};
template <class A, class End> struct diff_with_end {};
template <operand A, values_argument End> struct diff_with_end<A, End> {
  using call = concat_result<constant<0>, typename flat_diff<A>::type, joined_row_of<End>>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(A&& a, End&& end) {
    return call::run(flat_diff<A>::run(static_cast<A&&>(a)), as_row(static_cast<End&&>(end)));
  }
};
template <class A, class End, class Begin> struct diff_with_ends {};
template <operand A, values_argument End, values_argument Begin>
struct diff_with_ends<A, End, Begin> {
  using call = concat_result<constant<0>, joined_row_of<Begin>, typename flat_diff<A>::type,
                             joined_row_of<End>>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(A&& a, End&& end, Begin&& begin) {
    return call::run(as_row(static_cast<Begin&&>(begin)), flat_diff<A>::run(static_cast<A&&>(a)),
                     as_row(static_cast<End&&>(end)));
  }
};

} // namespace detail

/// The square matrix with ones on its diagonal, of double or of type T; n is an integer or a
/// constant. NumPy: `np.identity(n)`.
template <class T = double, detail::size_item N>
constexpr auto identity(const N& n)
    STRIA_RUN_OR_REFUSE((detail::maker<"eye", T, detail::matrix_shape<detail::shape_of<>(), N>>),
                        detail::set_identity<T>{}, n);

/// Ones up to diagonal k and zeros above it, n by n or n by m, of double or of type T; sizes are
/// integers or constants. Refuses negative ones. NumPy: `np.tri(n, m, k)`.
template <class T = double, detail::size_item N>
constexpr auto tri(const N& n)
    STRIA_RUN_OR_REFUSE((detail::maker<"tri", T, detail::matrix_shape<detail::shape_of<>(), N>>),
                        detail::set_triangle<T>{0}, n);
template <class T = double, detail::size_item N, detail::size_item M>
constexpr auto tri(const N& n, const M& m, index k = 0)
    STRIA_RUN_OR_REFUSE((detail::maker<"tri", T, detail::matrix_shape<detail::shape_of<>(), N, M>>),
                        detail::set_triangle<T>{k}, n, m);

/// The rows turned round: flip(a, _1). NumPy: `np.fliplr(a)`.
template <class A>
constexpr auto fliplr(A&& a)
    STRIA_RUN_OR_REFUSE((detail::flip_result<A, constant<1>>), static_cast<A&&>(a));
STRIA_FOREIGN_UNARY(fliplr);
/// The columns turned round: flip(a, _0). NumPy: `np.flipud(a)`.
template <class A>
constexpr auto flipud(A&& a)
    STRIA_RUN_OR_REFUSE((detail::flip_result<A, constant<0>>), static_cast<A&&>(a));
STRIA_FOREIGN_UNARY(flipud);

/// The last two axes in each other's place. Refuses rank 0 and 1. NumPy: `np.matrix_transpose(a)`.
template <class A>
constexpr auto matrix_transpose(A&& a)
    STRIA_RUN_OR_REFUSE((detail::move_result<detail::swapaxes_plan, A, constant<-1>, constant<-2>>),
                        static_cast<A&&>(a));
STRIA_FOREIGN_UNARY(matrix_transpose);

/// transpose() by its name in the standard. NumPy: `np.permute_dims(a, (2, 0, 1))`.
template <class A, class... X>
constexpr auto permute_dims(A&& a, const X&...)
    STRIA_RUN_OR_REFUSE((detail::move_result<detail::transpose_plan, A, X...>),
                        static_cast<A&&>(a));
STRIA_FOREIGN_FIRST(permute_dims);

/// cast() by its name in the standard. NumPy: `np.astype(a, T)`.
template <class T, detail::operand_or_refused A>
constexpr auto astype(A&& a) STRIA_RUN_OR_REFUSE((detail::cast_result<T, A>),
                                                 elementwise::cast_fn<T>{}, static_cast<A&&>(a));
STRIA_FOREIGN_TEMPLATED(class T, astype, detail::not_ours);

/// The sum over the last axes of both: shape: the other axes of a, then those of b; with an operand
/// of rank 0 the product. Refuses what dot() refuses. NumPy: `np.inner(a, b)`.
template <class A, class B>
constexpr auto inner(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::inner_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(inner);

/// The sums of products along an axis (a constant; none: the last one) of the broadcast operands,
/// the first one conjugated. `shape_error` for vectors of different lengths. NumPy: `np.vecdot(a,
/// b, axis=axis)`.
template <class A, class B, class Axis = constant<-1>>
constexpr auto vecdot(A&& a, B&& b, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::vecdot_result<A, B, Axis>), static_cast<A&&>(a),
                        static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(vecdot);

/// Each element of the flattened operand less the one before it, between what begins and what ends
/// the row: operands or numbers. NumPy: `np.ediff1d(a, to_end, to_begin)`.
template <class A>
constexpr auto ediff1d(A&& a) STRIA_RUN_OR_REFUSE((detail::flat_diff<A>), static_cast<A&&>(a));
template <class A, class End>
constexpr auto ediff1d(A&& a, End&& to_end)
    STRIA_RUN_OR_REFUSE((detail::diff_with_end<A, End>), static_cast<A&&>(a),
                        static_cast<End&&>(to_end));
template <class A, class End, class Begin>
constexpr auto ediff1d(A&& a, End&& to_end, Begin&& to_begin)
    STRIA_RUN_OR_REFUSE((detail::diff_with_ends<A, End, Begin>), static_cast<A&&>(a),
                        static_cast<End&&>(to_end), static_cast<Begin&&>(to_begin));
STRIA_FOREIGN_FIRST(ediff1d);

} // namespace stria
