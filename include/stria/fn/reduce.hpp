// SPDX-License-Identifier: BSL-1.0
// fn/reduce.hpp: sum, prod, mean, min, max, argmin, argmax, any, all_of, none_of, count_nonzero.
//
// Over all axes, whether none is named or each of them, a reduction without keepdims is computed at
// once and returns its element. Over some axes, or with keepdims, it is an operand, computed when
// it is assigned.
#pragma once

#include <stria/eval/computed.hpp>
#include <stria/fn/math.hpp>
#include <stria/fold/all_axes.hpp>
#include <stria/fold/arg_extreme.hpp>
#include <stria/fold/joint.hpp>
#include <stria/fold/row_fold.hpp>
#include <stria/view/foreign.hpp>

namespace stria {

namespace detail {

/// What looks at every element, by the loops of fold_axes.
template <class Op> inline constexpr bool folds_all = !Op::has_loops && !Op::stops_early;

/// A reduction of E; computed once, before the loop that uses it.
template <class Op, class E, std::uint64_t Bits, bool Keep>
class reduction
    : public computed<reduction<Op, E, Bits, Keep>, typename Op::template result<value_t<E>>,
                      reduced_shape<extents_of<E>, Bits, Keep>()> {
  static constexpr std::size_t R = reduced_shape<extents_of<E>, Bits, Keep>().rank();
  E source_;

public:
  static constexpr computation how = computation::at_a_level;
  // fold/joint.hpp asks for these.
  using fold_op = Op;
  using source_type = E;
  static constexpr std::uint64_t axis_bits = Bits;
  static constexpr bool keeps = Keep;
  static constexpr int passes = folds_all<Op> ? 1 : 0;
  /// Place i of the first axis is made of place i of the operand's.
  static constexpr bool keeps_first = rank_of<E> > 0 && !axis_set{Bits}.has(0);
  static constexpr bool folds_rows =
      folds_rows_of<std::conditional_t<folds_all<Op>, Op, void>,
                    typename Op::template result<value_t<E>>, E, Bits, Keep>;

  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, reduction>)
  constexpr explicit reduction(U&& u) : source_(static_cast<U&&>(u)) {}
  STRIA_NO_TARGET(reduction);

  constexpr std::array<index, R> shape() const {
    return reduced_sizes<Bits, Keep, R>(source_.shape());
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> static constexpr auto over(M&& source) {
    return reduction<Op, std::remove_cvref_t<M>, Bits, Keep>(static_cast<M&&>(source));
  }
  template <std::size_t> constexpr auto needed(const region<R>& of_result) const {
    return unreduced_region<Bits, Keep>(of_result, source_.shape());
  }
  /// The same of change(operand), folded row by row as it is asked for.
  template <class Change> constexpr auto by_rows(Change change) const {
    return make_row_fold<Op, value_t<reduction>>(change(source_), finisher());
  }
  constexpr const E& source() const { return source_; }
  constexpr bool same_as(const reduction& o) const { return same_memory(source_, o.source_); }
  constexpr auto finisher() const {
    return finish_fn<Op, value_t<reduction>>{reduced_count<Bits>(source_.shape())};
  }
  template <class Target> constexpr void compute(Target& target) const {
    if constexpr (Op::has_loops)
      Op::template compute<Bits, Keep>(target, prepare(source_));
    else
      fold_axes<Op, Bits, Keep>(target, prepare(source_), finisher());
  }
};
template <class Op, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool parts_split<reduction<Op, E, Bits, Keep>> = parts_split<E>;

struct maximum_verdict {
  static constexpr message text() {
    return message(
        "stria: max(a, _0) reduces over an axis, which is a constant; the larger of two, "
        "element by element, is maximum(a, b)");
  }
};
struct minimum_verdict {
  static constexpr message text() {
    return message("stria: min(a, _0) reduces over an axis, which is a constant; the smaller of "
                   "two, element by element, is minimum(a, b)");
  }
};
/// Of max(m, 0.) it is not said that 0. is no axis alone.
template <class Compare, class E, class... A>
struct reduction_verdict<true, extreme_op<Compare>, E, A...> {
  using type = reduction_verdict;
  static constexpr axis_set axes = make_axes<A...>(rank_of<E>);
  static constexpr bool accepted = axes.fault == axes_fault::none;
  static constexpr message text() {
    if (axes.fault != axes_fault::foreign)
      return axes_verdict<E, A...>::text();
    return __is_same(Compare, larger_than) ? maximum_verdict::text() : minimum_verdict::text();
  }
};

/// A call of a reduction by Op, whose axes and tags are A.
template <bool AtOnce, class Op, class E, class... A>
using reduction_over =
    reduction_call<AtOnce, typename reduction_verdict<reduces<Op, value_t<E>>, Op, E, A...>::type,
                   reduction<Op, typename hold_to_reduce<AtOnce, E>::type,
                             make_axes<A...>(rank_of<E>).bits, make_axes<A...>(rank_of<E>).keep>>;

// What was refused has been reported.
template <class Op, class E, class... A> struct reduction_result : ignored_call {};
template <class Op, operand E, class... A>
struct reduction_result<Op, E, A...>
    : reduction_over<gives_element<E>(make_axes<A...>(rank_of<E>)), Op, E, A...> {};

/// All that a mask selects, reduced where it lies, with neutral elements where the mask is false.
template <class Op, operand E, class... A>
  requires(member_access::compresses<std::remove_cvref_t<E>> && std::is_arithmetic_v<value_t<E>> &&
           Op::ignores_neutral && gives_element<E>(make_axes<A...>(rank_of<E>)) &&
           reduction_verdict<reduces<Op, value_t<E>>, Op, E, A...>::type::accepted)
struct reduction_result<Op, E, A...> {
  using node = std::remove_cvref_t<E>;
  using mask = std::remove_cvref_t<decltype(std::declval<const node&>().places().mask())>;
  using source = std::remove_cvref_t<decltype(std::declval<const node&>().source())>;
  using all = map_of<where_fn, mask, source, scalar<value_t<E>>>;
  using type = typename reduction_result<Op, all>::type;
  static constexpr bool accepted = true;
  static constexpr type run(const node& e) {
    e.places().check(e.source().shape().data());
    return reduction_result<Op, all>::run(
        all(where_fn{}, e.places().mask(), e.source(), Op::template neutral<value_t<E>>()));
  }
};

/// How a reduction's name is passed on: `reduce<"a b -> a">(x, max)`. A parameter of this type
/// takes of the overloads of `max` the one that returns max_op.
struct asked_by_name {
  explicit asked_by_name() = default;
};
template <class Op> using reduction_name = Op (*)(asked_by_name);
/// What those return that a text cannot ask for.
struct no_reduction_by_text {};

} // namespace detail

#define STRIA_REDUCTION(name, op)                                                                  \
  template <detail::operand_or_refused E, class... Axes>                                           \
  constexpr auto name(E&& e, Axes...)                                                              \
      STRIA_RUN_OR_REFUSE((detail::reduction_result<op, E, Axes...>), static_cast<E&&>(e));        \
  constexpr op name(detail::asked_by_name) { return {}; }                                          \
  STRIA_FOREIGN_FIRST(name);

/// The sum over axes (none: all, which gives the element at once); narrower integers give 64 bits;
/// 0 for no elements. NumPy: `np.sum(a, axis)`.
STRIA_REDUCTION(sum, detail::sum_op)
/// The product over axes (none: all); narrower integers give 64 bits; 1 for no elements. NumPy:
/// `np.prod(a, axis)`.
STRIA_REDUCTION(prod, detail::prod_op)
/// The mean over axes (none: all); double for integers; NaN for no elements. NumPy:
/// `np.mean(a, axis)`.
STRIA_REDUCTION(mean, detail::mean_op)
/// The smallest element over axes (none: all); a NaN wins; `value_error` for no elements. NumPy:
/// `np.min(a, axis)`.
STRIA_REDUCTION(min, detail::min_op)
/// The largest element over axes (none: all); a NaN wins; `value_error` for no elements. NumPy:
/// `np.max(a, axis)`.
STRIA_REDUCTION(max, detail::max_op)
/// Some element is not zero. NumPy: `np.any(a, axis)`.
STRIA_REDUCTION(any, detail::any_op)
/// No element is zero. NumPy: `np.all(a, axis)`.
STRIA_REDUCTION(all_of, detail::all_op)
/// How many elements are not zero. NumPy: `np.count_nonzero(a, axis)`.
STRIA_REDUCTION(count_nonzero, detail::count_op)
/// The position of the smallest element along an axis, of the flattened tensor without one; the
/// first of equals, a NaN wins; `value_error` for no elements. NumPy: `np.argmin(a, axis)`.
STRIA_REDUCTION(argmin, detail::arg_op<detail::smaller_than>)
/// The position of the largest element along an axis, of the flattened tensor without one; the
/// first of equals, a NaN wins; `value_error` for no elements. NumPy: `np.argmax(a, axis)`.
STRIA_REDUCTION(argmax, detail::arg_op<detail::larger_than>)

#undef STRIA_REDUCTION

// Where a number comes first.
template <class V = detail::maximum_verdict> detail::said_of_not_ours<V> max(double, detail::ours);
template <class V = detail::minimum_verdict> detail::said_of_not_ours<V> min(double, detail::ours);

namespace detail {

/// The reduction Op computed in T, of which the result is. Narrower integers are summed in 64 bits
/// first.
template <class Op, class T> struct accumulating_op : Op {
  template <class> using result = T;
  template <class R, class V>
  using partial = typename Op::template partial<typename sum_type<R>::type, V>;
};

/// Whether elements V are summed in T: numbers of which no part is lost.
template <class T, class V>
inline constexpr bool accumulates =
    is_complex<T>::value
        ? is_number<V>
        : std::is_arithmetic_v<V> && (std::is_floating_point_v<T> || std::is_integral_v<V>);

template <class Op, class T, class E> struct accumulator_verdict {
  static constexpr bool accepted =
      accumulates<T, value_t<E>> && (!Op::has_finish || !std::is_integral_v<T>);
  static constexpr message text() {
    message m("stria: ");
    m << Op::text << "<T>(a): T is ";
    if constexpr (Op::has_finish)
      m << "a floating-point type, or a complex one";
    else
      m << "a type that keeps all of the elements: complex for complex ones, floating-point for "
           "floating-point ones";
    return m << "; cast<T>(a) converts them first";
  }
};
template <class Op, class T, class E, class... A> struct accumulating_result : ignored_call {};
template <class Op, class T, operand E, class... A>
struct accumulating_result<Op, T, E, A...>
    : judged_call<accumulator_verdict<Op, T, E>,
                  reduction_result<accumulating_op<Op, T>, E, A...>> {};

} // namespace detail

#define STRIA_REDUCTION_IN(name, op)                                                               \
  template <class T, detail::operand_or_refused E, class... Axes>                                  \
    requires detail::is_number<T>                                                                  \
  constexpr auto name(E&& e, Axes...)                                                              \
      STRIA_RUN_OR_REFUSE((detail::accumulating_result<op, T, E, Axes...>), static_cast<E&&>(e));  \
  STRIA_FOREIGN_TEMPLATED(class T, name, detail::not_ours, detail::whatever = {},                  \
                          detail::whatever = {}, detail::whatever = {});

/// The sum in T, which is the type of the result: `sum<double>(a, _0)` of floats. NumPy:
/// `np.sum(a, axis, dtype=T)`.
STRIA_REDUCTION_IN(sum, detail::sum_op)
/// The product in T. NumPy: `np.prod(a, axis, dtype=T)`.
STRIA_REDUCTION_IN(prod, detail::prod_op)
/// The mean in T, a floating-point or complex type. NumPy: `np.mean(a, axis, dtype=T)`.
STRIA_REDUCTION_IN(mean, detail::mean_op)

#undef STRIA_REDUCTION_IN

namespace detail {

// The type of `!found`: a bool for an element, a node for a node; a refusal stays.
template <class Found> struct negated {
  using type = Found;
};
template <operand Found> struct negated<Found> {
  using type = map_of<logical_not_fn, Found>;
};
template <class E, class... Axes> struct none_of_result : ignored_call {};
template <operand E, class... Axes> struct none_of_result<E, Axes...> {
  using any_of_them = reduction_result<any_op, E, Axes...>;
  static constexpr bool accepted = any_of_them::accepted;
  using type = typename negated<typename any_of_them::type>::type;
  static constexpr type run(E&& e) { return !any_of_them::run(static_cast<E&&>(e)); }
};

} // namespace detail

/// Every element is zero. NumPy: `~np.any(a, axis)`.
template <detail::operand_or_refused E, class... Axes>
constexpr auto none_of(E&& e, Axes...)
    STRIA_RUN_OR_REFUSE((detail::none_of_result<E, Axes...>), static_cast<E&&>(e));
STRIA_FOREIGN_FIRST(none_of);

} // namespace stria
