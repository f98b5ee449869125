// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/reduce.hpp: sum, prod, mean, min, max, argmin, argmax, any, all_of, none_of,
// count_nonzero.
//
// A reduction over all axes without keepdims is computed immediately and returns its element. A
// reduction over some axes, or with keepdims, is a lazy expression.
#pragma once

#include <stria/evaluate/computed.hpp>
#include <stria/fold/all_axes.hpp>
#include <stria/fold/arg_extreme.hpp>
#include <stria/fold/row_fold.hpp>
#include <stria/fold/unrolled.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/shape/flip.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

/// The type of `last_occurrence`.
struct last_occurrence_t {};
/// Tag that makes argmin() and argmax() find the last of equal elements instead of the first one.
///
/// \numpy        none; `select_last_index=1` of ArgMax in ONNX
/// \usage        `argmax(a, _1, last_occurrence)`
inline constexpr last_occurrence_t last_occurrence{};

namespace detail {

/// True if the operation reads every element with the loops of fold_axes.
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
  using fold_op = Op;
  using source_type = E;
  static constexpr bool folds_rows =
      folds_rows_of<std::conditional_t<folds_all<Op>, Op, void>,
                    typename Op::template result<value_t<E>>, E, Bits, Keep>;

  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, reduction>)
  constexpr explicit reduction(U&& u) : source_(static_cast<U&&>(u)) {}
  STRIA_NO_TARGET(reduction);

  constexpr axis_array<R> shape() const { return {reduced_sizes<Bits, Keep, R>(source_.shape())}; }
  STRIA_INLINE constexpr std::array<index, R> leading_sizes() const
    requires(R > 0 && member_access::leads<E>)
  {
    return reduced_sizes<Bits, Keep, R>(member_access::leading_sizes(source_));
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  static constexpr bool only_operands = true;
  template <class M> static constexpr auto over(M&& source) {
    return reduction<Op, std::remove_cvref_t<M>, Bits, Keep>(static_cast<M&&>(source));
  }
  template <std::size_t> constexpr auto needed(const region<R>& of_result) const {
    return unreduced_region<Bits, Keep>(of_result, source_.shape());
  }
  /// The reduction of change(operand), folded row by row on demand.
  template <class Change> constexpr auto by_rows(Change change) const {
    return make_row_fold<Op, value_t<reduction>>(change(source_), finisher());
  }
  /// The reduction as a map of its terms, which are made in place, if folds_terms is true.
  constexpr auto as_terms() const {
    constexpr auto axis = static_cast<std::size_t>(__builtin_ctzll(Bits));
    const auto term = [this](index i) { return term_at<rank_of<E> - 1 - axis>(source_, i); };
    return [&]<std::size_t... Ix>(std::index_sequence<Ix...>) {
      using fold = fold_terms_fn<Op, value_t<reduction>>;
      return map_of<fold, decltype(term(static_cast<index>(Ix)))...>(
          changed_operands{}, fold(), term, static_cast<index>(Ix)...);
    }(std::make_index_sequence<static_cast<std::size_t>(extents_of<E>[axis].size)>());
  }
  /// The points in a loop over points, if point_form shows that there are any.
  template <std::size_t P> STRIA_INLINE auto points(point_loop<P>& loop) const {
    std::array<index, P + 1> sizes{};
    for (std::size_t k = 0; k < P; ++k)
      sizes[k] = loop.n[k];
    sizes[P] = extents_of<E>[P].size;
    loop.check_gaps(source_);
    const auto row = source_.line(sizes, loop.fits);
    constexpr index columns = extents_of<E>[P].size;
    using V = value_t<reduction>;
    return folded_points<fold_into<Op, V, E>, columns, std::remove_const_t<decltype(row)>,
                         static_finish_fn<Op, V, columns>>{row, {}};
  }
  constexpr const E& source() const { return source_; }
  constexpr auto finisher() const {
    using finish = finish_fn<Op, value_t<reduction>>;
    if constexpr (!Op::has_finish && !Op::has_loops)
      return finish{0}; // the number of elements is not used
    else
      return finish{reduced_count<Bits>(source_.shape())};
  }
  template <class Target> constexpr void compute(Target& target) const {
    if constexpr (has_terms<reduction> && tensor_operand<Target> && is_on_host<Target>)
      if !consteval { // one loop adds the rows, without totals
        return fill_new(target, as_terms());
      }
    if constexpr (stores_points<store_kernel, reduction, Target> >= 0)
      if !consteval { // rows of two to four elements
        if (run_points<store_kernel, false, true>(target, *this))
          return;
      }
    // Without a start value, a fold begins with the first element and then reads it again; loops of
    // an operation read all elements again. So the values of a function with state are stored
    // first.
    if constexpr (Op::has_loops && in_one_line<E>)
      Op::template compute<Bits, Keep>(target, prepare(source_));
    else if constexpr (Op::has_loops)
      Op::template compute<Bits, Keep>(target, prepare_to_reread(source_));
    else
      fold_to(target, finisher());
  }
  /// Reports to `act` how compute() reduces into a tensor of type Target, unless the operation has
  /// its own loops.
  template <class Target, class Act> void ask(Act act) const {
    const auto in_registers = [&] {
      act.short_rows(extents_of<E>[static_cast<std::size_t>(__builtin_ctzll(Bits))].size,
                     count_elements(shape()));
    };
    if constexpr (has_terms<reduction>) {
      in_registers();
    } else if constexpr (!Op::has_loops) {
      Target results(shape(), uninitialized_t{});
      if constexpr (stores_points<store_kernel, reduction, Target> >= 0)
        if (run_points<store_kernel, false, false>(results, *this))
          return in_registers();
      fold_to(results, finisher(), act);
    }
  }
  /// Writes finish(total) for each total, or reports to `act` how that runs.
  template <class Target, class Finish, class Act = run_fold>
  constexpr void fold_to(Target& target, const Finish& finish, Act act = {}) const {
    if constexpr (Op::has_start || in_one_line<E>)
      fold_axes<Op, Bits, Keep>(target, prepare(source_), finish, act);
    else
      fold_axes<Op, Bits, Keep>(target, prepare_to_reread(source_), finish, act);
  }
};
template <class Op, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool owns_no_memory<reduction<Op, E, Bits, Keep>> = owns_no_memory<E>;
template <class Op, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool parts_split<reduction<Op, E, Bits, Keep>> = parts_split<E>;
template <class Op, class E, std::uint64_t Bits, bool Keep>
inline constexpr bool has_terms<reduction<Op, E, Bits, Keep>> =
    folds_terms<std::conditional_t<folds_all<Op>, Op, void>,
                typename Op::template result<value_t<E>>, E, Bits, Keep>;

template <class Op, class E, std::uint64_t Bits, bool Keep, std::size_t P, index M>
  requires(rank_of<E> == P + 1 && Keep == (M != 0) && Bits == std::uint64_t{1} << P &&
           is_few_components(extents_of<E>[P].size) && E::ready::value &&
           member_access::in_line<E> && folds_all<Op> &&
           short_row<fold_into<Op, typename Op::template result<value_t<E>>, E>, Bits, E> != 0)
inline constexpr unsigned point_form<reduction<Op, E, Bits, Keep>, P, M> =
    point_bits::known | point_bits::one | point_bits::gains | point_bits::leaf;

struct maximum_verdict {
  static constexpr message text() {
    return message(
        "stria: max(a, _0) reduces over an axis, which must be a constant; for the larger of two, "
        "element by element, use maximum(a, b)");
  }
};
struct minimum_verdict {
  static constexpr message text() {
    return message("stria: min(a, _0) reduces over an axis, which must be a constant; for the "
                   "smaller of two, element by element, use minimum(a, b)");
  }
};
/// The refusal of max(m, 0.) suggests maximum(), in addition to the message that 0. is not an axis.
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

/// Elements that a mask selects. A reduction does not gather them: it reads all elements of the
/// operand, and uses the neutral element instead of those where the mask is false.
template <class Op, class E>
concept reduces_masked = member_access::selects<std::remove_cvref_t<E>> == by_mask &&
                         std::is_arithmetic_v<value_t<E>> && Op::ignores_neutral;

template <class Op> struct reduction_function : over_axes {
  template <class E, class... A,
            class V = typename reduction_verdict<reduces<Op, value_t<E>>, Op, E, A...>::type>
  static each_verdict<element_verdict<reduction<Op, hold_t<E>, 0, false>, V, E>, V> verdict();
  template <class E, class... A> STRIA_INLINE static constexpr decltype(auto) run(E&& e, A...) {
    constexpr axis_set axes = make_axes<A...>(rank_of<E>);
    if constexpr (!gives_element<E>(axes))
      return reduction<Op, hold_t<E>, axes.bits, axes.keep>(static_cast<E&&>(e));
    else if constexpr (reduces_masked<Op, E>)
      return run_masked(e);
    else
      return element_call<reduction<Op, typename hold_to_reduce<true, E>::type, axes.bits,
                                    false>>::run(static_cast<E&&>(e));
  }

private:
  template <class E> STRIA_INLINE static constexpr decltype(auto) run_masked(const E& e) {
    using mask = std::remove_cvref_t<decltype(e.places().mask())>;
    using source = std::remove_cvref_t<decltype(e.source())>;
    using V = value_t<E>;
    // A view is not copied: its members have just been stored one by one.
    using held = std::conditional_t<view_operand<source>, ref<source>, source>;
    const auto sizes = e.source().shape();
    e.places().check(sizes.data());
    return run(map_of<where_fn, mask, held, scalar<V>>(
        where_fn{}, e.places().mask(), held(e.source()), Op::template neutral<V>()));
  }
};

/// A list of types of arguments.
template <class... A> struct argument_types {
  template <class Next> using with = argument_types<A..., Next>;
};
/// The types A without Tag, after those of the list.
template <class Tag, class List, class... A> struct types_without {
  using type = List;
};
template <class Tag, class List, class A, class... More>
struct types_without<Tag, List, A, More...>
    : types_without<Tag, typename List::template with<A>, More...> {};
template <class Tag, class List, class... More>
struct types_without<Tag, List, Tag, More...> : types_without<Tag, List, More...> {};

/// argmin or argmax, which have the tag last_occurrence. Of equal elements, the last one is the
/// first one in reversed order.
template <class Better> struct arg_function : reduction_function<arg_op<Better>> {
  using base = reduction_function<arg_op<Better>>;
  template <class... A>
  static constexpr bool finds_last = (std::same_as<A, last_occurrence_t> || ...);
  template <class... A>
  using others = typename types_without<last_occurrence_t, argument_types<>, A...>::type;

  template <class E, class... A>
  static auto verdict_of(argument_types<A...>) -> decltype(base::template verdict<E, A...>());
  template <class E, class... A> static auto verdict() -> decltype(verdict_of<E>(others<A...>()));
  template <class E, class... A>
  STRIA_INLINE static constexpr decltype(auto) run(E&& e, A... axes) {
    if constexpr (finds_last<A...>)
      return last_of(static_cast<E&&>(e), others<A...>());
    else
      return base::run(static_cast<E&&>(e), axes...);
  }

private:
  template <class E, class... A> static constexpr auto last_of(E&& e, argument_types<A...>) {
    const index last = reduced_count<make_axes<A...>(rank_of<E>).bits>(e.shape()) - 1;
    return last - base::run(flip_function::run(static_cast<E&&>(e), A()...), A()...);
  }
};

/// Lets a reduction be passed by name, as in `reduce<"a b -> a">(x, max)`: a parameter of type
/// reduction_name<max_op> selects the overload of `max` that returns max_op.
struct asked_by_name {
  explicit asked_by_name() = default;
};
template <class Op> using reduction_name = Op (*)(asked_by_name);
/// Replaces Op for a reduction that an einops text cannot use.
struct no_reduction_by_text {};

} // namespace detail

#define STRIA_REDUCTION(name, op)                                                                  \
  STRIA_DECLARE_BY(name, detail::reduction_function<op>);                                          \
  constexpr op name(detail::asked_by_name) { return {}; }
#define STRIA_ARG_REDUCTION(name, better)                                                          \
  STRIA_DECLARE_BY(name, detail::arg_function<detail::better>);                                    \
  constexpr detail::arg_op<detail::better> name(detail::asked_by_name) { return {}; }

/// Sums the elements over axes.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the element, computed immediately, if all axes are reduced without `keepdims`;
///               otherwise a lazy expression. The sum of integers has at least 64 bits; the sum of
///               no elements is 0
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements without `+`
/// \complexity   O(n), one pass
/// \numpy        `np.sum(e, axis)`
/// \usage        `sum(a)`, `sum(a, _0, _2)`, `sum(a, -_1, keepdims)`
STRIA_REDUCTION(sum, detail::sum_op)
/// Multiplies the elements over axes.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the element or a lazy expression, as for sum(). The product of integers has at
///               least 64 bits; the product of no elements is 1
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements without `*`
/// \complexity   O(n), one pass
/// \numpy        `np.prod(e, axis)`
/// \usage        `prod(a, _0)`
STRIA_REDUCTION(prod, detail::prod_op)
/// Averages the elements over axes.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the element or a lazy expression, as for sum(). The mean of integers is a double;
///               the mean of no elements is NaN
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements without `+` or `/`
/// \complexity   O(n), one pass
/// \numpy        `np.mean(e, axis)`
/// \usage        `mean(a)`, `mean(a, -_1, keepdims)`
STRIA_REDUCTION(mean, detail::mean_op)
/// Finds the smallest element over axes. The result is NaN if an element is NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the element or a lazy expression, as for sum(), of the element type of `e`
/// \throws       value_error if there is no element to reduce; index_error or value_error if an
///               `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; a second operand (use minimum());
///               elements without an order (complex numbers)
/// \complexity   O(n), one pass
/// \numpy        `np.min(e, axis)`
/// \usage        `min(a)`, `min(a, _0)`
/// \see          minimum
STRIA_REDUCTION(min, detail::min_op)
/// Finds the largest element over axes. The result is NaN if an element is NaN.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      the element or a lazy expression, as for sum(), of the element type of `e`
/// \throws       value_error if there is no element to reduce; index_error or value_error if an
///               `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; a second operand (use maximum());
///               elements without an order (complex numbers)
/// \complexity   O(n), one pass
/// \numpy        `np.max(e, axis)`
/// \usage        `max(a)`, `max(a, _0)`
/// \see          maximum
STRIA_REDUCTION(max, detail::max_op)
/// Tests, over axes, whether any element is nonzero.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      bool, or a lazy expression of bool, as for sum(); false if there are no elements
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements that are not complex numbers
///               and do not convert to bool
/// \complexity   O(n); stops early along rows, but not along columns
/// \numpy        `np.any(e, axis)`
/// \usage        `any(a > 0)`, `any(a > 0, _0)`
STRIA_REDUCTION(any, detail::any_op)
/// Tests, over axes, whether all elements are nonzero.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      bool, or a lazy expression of bool, as for sum(); true if there are no elements
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements that are not complex numbers
///               and do not convert to bool
/// \complexity   O(n); stops early along rows, but not along columns
/// \numpy        `np.all(e, axis)`
/// \usage        `all_of(a > 0)`, `all_of(a > 0, _0)`
STRIA_REDUCTION(all_of, detail::all_op)
/// Counts the nonzero elements over axes.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      index, or a lazy expression of index, as for sum()
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements that are not complex numbers
///               and do not convert to bool
/// \complexity   O(n), one pass
/// \numpy        `np.count_nonzero(e, axis)`
/// \usage        `count_nonzero(a > 0)`
STRIA_REDUCTION(count_nonzero, detail::count_op)
/// Finds the position of the smallest element over axes. The first of equal elements is found; a
/// NaN counts as smaller than any number.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tags `keepdims` and `last_occurrence`, which finds the last of equal elements
/// \returns      index, or a lazy expression of index, as for sum(): the position along the axis;
///               for several axes, the position in row-major order
/// \throws       value_error if there is no element to reduce; index_error or value_error if an
///               `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements without an order (complex
///               numbers)
/// \complexity   O(n), one pass
/// \numpy        `np.argmin(e, axis)`
/// \usage        `argmin(a)`, `argmin(a, _0)`, `argmin(a, _0, last_occurrence)`
STRIA_ARG_REDUCTION(argmin, smaller_than)
/// Finds the position of the largest element over axes. The first of equal elements is found; a NaN
/// counts as larger than any number.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tags `keepdims` and `last_occurrence`, which finds the last of equal elements
/// \returns      index, or a lazy expression of index, as for sum(): the position along the axis;
///               for several axes, the position in row-major order
/// \throws       value_error if there is no element to reduce; index_error or value_error if an
///               `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements without an order (complex
///               numbers)
/// \complexity   O(n), one pass
/// \numpy        `np.argmax(e, axis)`
/// \usage        `argmax(a)`, `argmax(a, _0)`, `argmax(a, _0, last_occurrence)`
STRIA_ARG_REDUCTION(argmax, larger_than)

#undef STRIA_REDUCTION
#undef STRIA_ARG_REDUCTION

// These overloads refuse max(2., a) and min(2., a).
template <class V = detail::maximum_verdict> detail::said_of_not_ours<V> max(double, detail::ours);
template <class V = detail::minimum_verdict> detail::said_of_not_ours<V> min(double, detail::ours);

namespace detail {

/// The reduction Op with result type T. Integers narrower than 64 bits are first summed in 64 bits.
template <class Op, class T> struct accumulating_op : Op {
  template <class> using result = T;
  template <class R, class V>
  using partial = typename Op::template partial<typename sum_type<R>::type, V>;
};

/// True if elements of type V can be summed in T without the loss of an imaginary or fractional
/// part.
template <class T, class V>
inline constexpr bool accumulates =
    is_complex<T>::value ? is_number<V>
                         : (std::is_arithmetic_v<V> || cmath::short_float<V>) &&
                               (std::is_floating_point_v<T> || std::is_integral_v<V>);

template <class Op, class T, class E> struct accumulator_verdict {
  static constexpr bool accepted =
      accumulates<T, value_t<E>> && (!Op::has_finish || !std::is_integral_v<T>);
  static constexpr message text() {
    message m("stria: ");
    m << Op::text << "<T>(a): T must be ";
    if constexpr (Op::has_finish)
      m << "a floating-point or complex type";
    else
      m << "complex for complex elements, and floating-point or complex for floating-point ones";
    return m << "; cast<T>(a) converts the elements first";
  }
};
/// True for a type that can be the T of `sum<T>(a)`. accumulator_verdict checks whether T suits the
/// elements.
template <class T>
concept accumulator = is_number<T>;
template <class Op, class T>
struct accumulating_function : reduction_function<accumulating_op<Op, T>> {
  using base = reduction_function<accumulating_op<Op, T>>;
  template <class E, class... A>
  static each_verdict<accumulator_verdict<Op, T, E>,
                      typename reduction_verdict<reduces<accumulating_op<Op, T>, value_t<E>>,
                                                 accumulating_op<Op, T>, E, A...>::type>
  verdict();
};

} // namespace detail

/// Sums the elements over axes with T as the type of the sum and the result: `sum<double>(a, _0)`.
/// NumPy: `np.sum(a, axis, dtype=T)`.
STRIA_DECLARE_GIVEN(detail::accumulator T, sum, detail::accumulating_function<detail::sum_op, T>);
/// Multiplies the elements over axes in T. NumPy: `np.prod(a, axis, dtype=T)`.
STRIA_DECLARE_GIVEN(detail::accumulator T, prod, detail::accumulating_function<detail::prod_op, T>);
/// Averages the elements over axes in T, a floating-point or complex type. NumPy:
/// `np.mean(a, axis, dtype=T)`.
STRIA_DECLARE_GIVEN(detail::accumulator T, mean, detail::accumulating_function<detail::mean_op, T>);

namespace detail {

struct none_of_function : reduction_function<any_op> {
  template <class E, class... A> static constexpr decltype(auto) run(E&& e, A... axes) {
    return !reduction_function<any_op>::run(static_cast<E&&>(e), axes...);
  }
};

} // namespace detail

/// Tests, over axes, whether all elements are zero.
///
/// \param e      a tensor, view or expression
/// \param axes   constants or, if known only at run time, `axis(k)` (default: all axes); also the
///               tag `keepdims`
/// \returns      bool, or a lazy expression of bool, as for sum(); true if there are no elements
/// \throws       index_error or value_error if an `axis(k)` does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; elements that are not complex numbers
///               and do not convert to bool
/// \complexity   O(n); stops early along rows, but not along columns
/// \numpy        `~np.any(e, axis)`
/// \usage        `none_of(a > 0)`, `none_of(a > 0, _0)`
STRIA_DECLARE(none_of);

} // namespace stria
