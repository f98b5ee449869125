// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/gradient.hpp: gradient and trapezoid, derivatives and integrals of samples.
// Tests: tests/numpy/calculus/signals.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/assign/noalias.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/along.hpp>
#include <stria/numpy/calculus/gradient_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/scan.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>

#include <tuple>

namespace stria {

/// The order of the one-sided differences of gradient() at the ends: 1 or 2.
///
/// The constructor raises value_error for other numbers.
/// \numpy      `edge_order=2`
/// \usage      `gradient(f, edge_order(2))`
struct edge_order {
  index n;
  constexpr explicit edge_order(detail::integer_argument order) : n(order) {
    if (n != 1 && n != 2) [[unlikely]]
      raise<value_error>(detail::message("stria: gradient: the edge_order must be 1 or 2"));
  }
};

namespace detail {

template <bool Here, class Item> constexpr auto item_along(const Item& item) {
  if constexpr (Here)
    return item;
  else
    return all;
}
/// The slice that an item selects along one axis.
template <std::size_t Axis, class A, class Item> constexpr auto along(A& a, const Item& item) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return a[item_along < K == Axis > (item)...];
  }(std::make_index_sequence<rank_of<A>>());
}
/// The elements from Begin to End along an axis. If End is 0, they extend to the end of the axis.
/// The constants depend on template parameters, so that the slices are instantiated only where they
/// are used.
template <std::size_t Axis, index Begin, index End, class A> constexpr auto part_along(A& a) {
  if constexpr (End == 0)
    return along<Axis>(a, range(constant<Begin>{}, _));
  else
    return along<Axis>(a, range(constant<Begin>{}, constant<End>{}));
}
/// A vector along one of R axes; the other axes have size 1.
template <std::size_t Axis, std::size_t R, class X> constexpr auto lying_along(X&& x) {
  constexpr auto item = []<bool Here>(std::bool_constant<Here>) {
    if constexpr (Here)
      return all;
    else
      return newaxis;
  };
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return static_cast<X&&>(x)[item(std::bool_constant<K == Axis>())...];
  }(std::make_index_sequence<R>());
}

/// a * x + b * y + c * z, in the type of the samples.
template <class D> struct weighted_three_fn {
  template <class A, class X>
  STRIA_INLINE constexpr D operator()(const A& a, const A& b, const A& c, const X& x, const X& y,
                                      const X& z) const {
    return a * static_cast<D>(x) + b * static_cast<D>(y) + c * static_cast<D>(z);
  }
};
template <class D, class W> struct quotient_of_difference_fn {
  static constexpr bool pure = true;
  W width;
  template <class X> STRIA_INLINE constexpr D operator()(const X& x, const X& y) const {
    return (static_cast<D>(y) - static_cast<D>(x)) / width;
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_few_samples(std::size_t axis, index n, index order) {
  raise<value_error>(message("stria: gradient: axis ")
                     << axis << " has " << n << " elements; with this edge_order it needs "
                     << order + 1);
}
[[noreturn]] [[gnu::cold]] inline void raise_coordinates(const char* name, index given,
                                                         std::size_t axis, index n) {
  raise<shape_error>(message("stria: ")
                     << name << ": there are " << given << " coordinates for axis " << axis
                     << ", which has " << n << " elements");
}

/// The derivative along an axis; the spacing is a number or the coordinates of the samples.
template <class N, class H, std::size_t Axis>
class derivative : public computed_along<derivative<N, H, Axis>,
                                         typename mean_type<value_t<N>>::type, N::extents, Axis> {
  static constexpr std::size_t R = rank_of<N>;
  static constexpr bool uniform = rank_of<H> == 0;
  N source_;
  H spacing_;
  index order_;

public:
  template <class U, class S>
  constexpr derivative(U&& source, S&& spacing, index order)
      : source_(static_cast<U&&>(source)), spacing_(static_cast<S&&>(spacing)), order_(order) {
    const index n = source_.shape()[Axis];
    if (n <= order) [[unlikely]]
      raise_few_samples(Axis, n, order);
    if constexpr (!uniform)
      if (spacing_.shape()[0] != n) [[unlikely]]
        raise_coordinates("gradient", spacing_.shape()[0], Axis, n);
  }
  STRIA_NO_TARGET(derivative);

  constexpr axis_array<R> shape() const { return {source_.shape()}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return g(source_, spacing_);
  }
  template <class M, class S> constexpr auto over(M&& source, S&& spacing) const {
    return derivative<std::remove_cvref_t<M>, std::remove_cvref_t<S>, Axis>(
        static_cast<M&&>(source), static_cast<S&&>(spacing), order_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    using D = value_t<Target>;
    using W = typename real_of<D>::type;
    if (target.size() == 0)
      return;
    if constexpr (memory_operand<N>) {
      differentiate<W>(target, source_);
    } else {
      const auto values = eval(source_);
      differentiate<W>(target, values);
    }
  }

private:
  // A ref<> has no subscript operator, so the operand that it refers to is used.
  template <class W, class Target, class T>
  constexpr void differentiate(Target& target, const ref<T>& values) const {
    differentiate<W>(target, *values.node);
  }
  template <class W, class Target, class E>
  constexpr void differentiate(Target& target, const E& values) const {
    if constexpr (uniform) {
      by_width<W>(target, values, static_cast<W>(single_element(spacing_)));
    } else {
      tensor<W, dyn> x(eval(make_map(cast_fn<W>{}, spacing_)));
      const index n = x.size() - 1;
      tensor<W, dyn> d({n}, uninitialized_t{});
      if (set_widths(d, x.data()))
        by_width<W>(target, values, d.data()[0]);
      else
        by_widths<W>(target, values, d);
    }
  }
  template <class W, class Target, class E>
  constexpr void by_width(Target& target, const E& f, W h) const {
    using D = value_t<Target>;
    const auto difference = [&](auto to, auto lower, auto upper, W width) {
      noalias(to) = make_map(quotient_of_difference_fn<D, W>{width}, lower, upper);
    };
    difference(part_along<Axis, 1, -1>(target), part_along<Axis, 0, -2>(f),
               part_along<Axis, 2, 0>(f), 2 * h);
    if (order_ == 1) {
      difference(at(target, 0), at(f, 0), at(f, 1), h);
      difference(at(target, -1), at(f, -2), at(f, -1), h);
    } else {
      three<D>(at(target, 0), f, 0, W(-1.5) / h, 2 / h, W(-0.5) / h);
      three<D>(at(target, -1), f, -3, W(0.5) / h, -2 / h, W(1.5) / h);
    }
  }
  template <class W, class Target, class E>
  constexpr void by_widths(Target& target, const E& f, const tensor<W, dyn>& d) const {
    using D = value_t<Target>;
    const index n = d.size() - 1;
    tensor<W, dyn> a({n}, uninitialized_t{}), b({n}, uninitialized_t{}), c({n}, uninitialized_t{});
    set_weights(a, b, c, d.data());
    noalias(part_along<Axis, 1, -1>(target)) =
        make_map(weighted_three_fn<D>{}, lying_along<Axis, R>(a), lying_along<Axis, R>(b),
                 lying_along<Axis, R>(c), part_along<Axis, 0, -2>(f), part_along<Axis, 1, -1>(f),
                 part_along<Axis, 2, 0>(f));
    const W* w = d.data();
    if (order_ == 1) {
      noalias(at(target, 0)) = make_map(quotient_of_difference_fn<D, W>{w[0]}, at(f, 0), at(f, 1));
      noalias(at(target, -1)) =
          make_map(quotient_of_difference_fn<D, W>{w[n]}, at(f, -2), at(f, -1));
    } else {
      const W u = w[0], v = w[1], s = w[n - 1], t = w[n];
      three<D>(at(target, 0), f, 0, -(2 * u + v) / (u * (u + v)), (u + v) / (u * v),
               -u / (v * (u + v)));
      three<D>(at(target, -1), f, -3, t / (s * (s + t)), -(t + s) / (s * t),
               (2 * t + s) / (t * (s + t)));
    }
  }
  /// The slice at one position; the axis is kept.
  template <class A> static constexpr auto at(A& a, index k) {
    const auto n = a.shape()[Axis]; // depends on A
    const auto place = k < 0 ? k + n : k;
    return along<Axis>(a, range(place, place + 1));
  }
  template <class D, class To, class E, class W>
  static constexpr void three(To to, const E& f, index k, W a, W b, W c) {
    noalias(to) = make_map(weighted_three_fn<D>{}, a, b, c, at(f, k), at(f, k + 1), at(f, k + 2));
  }
};

/// An argument of gradient() after the operand.
template <class A>
concept spacing_item = std::is_arithmetic_v<std::remove_cvref_t<A>> ||
                       (operand<A> && rank_of<A> <= 1 && std::is_arithmetic_v<value_t<A>>);
template <class A>
concept gradient_item =
    spacing_item<A> || constant_item<A> || std::same_as<std::remove_cvref_t<A>, edge_order>;

template <class E, class... A> struct gradient_verdict {
  static constexpr std::size_t R = rank_of<E>;
  static constexpr bool foreign = !(gradient_item<A> && ...);
  static constexpr axis_set axes = [] {
    axis_set s;
    [[maybe_unused]] const auto add = [&]<class X>(std::type_identity<X>) {
      if constexpr (constant_item<X> && !std::is_arithmetic_v<X>)
        add_axis<X>(s, R);
    };
    (add(std::type_identity<std::remove_cvref_t<A>>()), ...);
    return s;
  }();
  static constexpr bool all_axes = axes.bits == 0 && axes.fault == axes_fault::none;
  static constexpr std::size_t count = [] {
    std::size_t n = 0;
    for (std::size_t k = 0; k < R; ++k)
      n += all_axes || axes.has(k) ? 1 : 0;
    return n;
  }();
  static constexpr std::size_t spacings = (std::size_t{0} + ... + (spacing_item<A> ? 1 : 0));
  static constexpr bool scalar_spacing =
      ((!spacing_item<A> || std::is_arithmetic_v<std::remove_cvref_t<A>>) && ...);
  static constexpr bool accepted =
      R > 0 && !foreign && axes.fault == axes_fault::none &&
      (spacings == 0 || spacings == count || (spacings == 1 && scalar_spacing)) &&
      is_number<value_t<E>>;
  static constexpr message text() {
    message m("stria: gradient: ");
    if (axes.fault != axes_fault::none) {
      say_axes_fault(m, axes.fault, axes.value, extents_of<E>.view(), R);
      return m;
    }
    if (R == 0)
      return m << "an operand of rank 0 has no axes";
    if (foreign || !is_number<value_t<E>>)
      return m << "takes numbers, then spacings as numbers or vectors of coordinates, axes as "
                  "constants (_0, -_1) and edge_order(2)";
    return m << "there are " << spacings << " spacings for " << count
             << (count == 1 ? " axis" : " axes") << "; give one number, or one for each axis";
  }
};

/// The axes among the arguments, in the given order.
template <class E, class... A> constexpr auto gradient_axes() {
  using verdict = gradient_verdict<E, A...>;
  std::array<std::size_t, verdict::count> axes{};
  std::size_t n = 0;
  if (verdict::all_axes) {
    for (std::size_t& k : axes)
      k = n++;
    return axes;
  }
  [[maybe_unused]] const auto add = [&]<class X>(std::type_identity<X>) {
    if constexpr (constant_item<X> && !std::is_arithmetic_v<X>)
      axes[n++] = axis_of<E, X>;
  };
  (add(std::type_identity<std::remove_cvref_t<A>>()), ...);
  return axes;
}
template <class A> constexpr auto spacing_among(A&& a) {
  if constexpr (spacing_item<A>)
    return std::tuple<A>(static_cast<A&&>(a));
  else
    return std::tuple<>();
}
constexpr index order_among() { return 1; }
template <class A, class... More> constexpr index order_among(const A& a, const More&... more) {
  if constexpr (std::same_as<A, edge_order>)
    return a.n;
  else
    return order_among(more...);
}
/// The type that holds a spacing.
template <class S> struct held_spacing {
  using type = scalar<constant_type<std::remove_cvref_t<S>>>;
};
template <operand S> struct held_spacing<S> {
  using type = hold_t<S>;
  using unit = scalar<double>; // the default spacing
};

template <class E, class... A> struct gradient_call {
  static constexpr bool accepted = true;
  using verdict = gradient_verdict<E, A...>;
  static constexpr auto axes = gradient_axes<E, A...>();

  template <std::size_t K, class U, class S>
  static constexpr auto one(U&& e, S& spacings, index order) {
    constexpr std::size_t given = std::tuple_size_v<S>;
    if constexpr (given == 0) {
      using held = typename held_spacing<U&>::unit;
      return derivative<hold_t<U>, held, axes[K]>(static_cast<U&&>(e), held(1.), order);
    } else {
      using spacing = std::tuple_element_t<given == 1 ? 0 : K, S>;
      using held = typename held_spacing<spacing>::type;
      return derivative<hold_t<U>, held, axes[K]>(
          static_cast<U&&>(e),
          held(static_cast<spacing>(std::get < given == 1 ? 0 : K > (spacings))), order);
    }
  }
  static constexpr auto run(E&& e, A&&... a) {
    auto spacings = std::tuple_cat(spacing_among<A>(static_cast<A&&>(a))...);
    const index order = order_among(a...);
    if constexpr (verdict::count == 1)
      return one<0>(static_cast<E&&>(e), spacings, order);
    else
      return [&]<std::size_t... K>(std::index_sequence<K...>) {
        // Each derivative needs its own copy of an rvalue.
        return std::tuple{one<K>(copied<E>(e), spacings, order)...};
      }(std::make_index_sequence<verdict::count>());
  }
  template <class U, class V> static constexpr decltype(auto) copied(V& e) {
    if constexpr (std::is_lvalue_reference_v<U>)
      return (e);
    else
      return std::remove_cvref_t<U>(e);
  }
  using type = decltype(run(std::declval<E>(), std::declval<A>()...));
};
template <class E, class... A> struct gradient_result : ignored_call {};
template <operand E, class... A>
struct gradient_result<E, A...>
    : on_host<gradient_verdict<E, A...>, gradient_call<E, A...>, E, A...> {};

} // namespace detail

/// Derivatives of samples along axes, by central differences and, at the ends, one-sided
/// differences.
///
/// \param e                operand of numbers: the samples
/// \param spacings_and_axes in any order: spacings (one number for all axes, or for each axis a
///                         number or a vector of coordinates), axes (constants or axis(k); by
///                         default all axes), edge_order(1) or edge_order(2)
/// \returns                for one axis, a lazy expression with the shape of `e`; for several, a
///                         std::tuple of such expressions. Floating-point or complex, double for
///                         integers
/// \throws                 value_error if an axis has too few elements or an axis(k) is named
///                         twice; shape_error if the size of a vector of coordinates differs from
///                         that of its axis; index_error if an axis(k) does not exist
/// \refuses                axes that `e` does not have, a number of spacings that does not match
///                         the number of axes, and operands on a device
/// \complexity             O(n) for each axis; lazy, computed when it is assigned
/// \numpy                  `np.gradient(f, x, axis=1, edge_order=2)`
/// \usage                  `gradient(f, 0.5)`, `const auto [dy, dx] = gradient(m);`
/// \see                    diff, trapezoid
template <detail::operand_or_refused E, class... A>
constexpr auto gradient(E&& e, A&&... spacings_and_axes)
    STRIA_RUN_OR_REFUSE((detail::gradient_result<E, A...>), static_cast<E&&>(e),
                        static_cast<A&&>(spacings_and_axes)...);
STRIA_BORROWING((detail::tensor_operand S, class... X, class A = detail::lvalue_t<S>), gradient,
                (S & e STRIA_LIFETIMEBOUND, X&&... spacings_and_axes),
                (detail::gradient_result<A, X...>), e, static_cast<X&&>(spacings_and_axes)...);
STRIA_FOREIGN_FIRST(gradient);

namespace detail {

/// The area below the line between two samples.
template <class D> struct trapezoid_fn {
  static constexpr const char* text = "trapezoid";
  template <class X, class W>
  STRIA_INLINE constexpr D operator()(const X& x, const X& y, const W& width) const {
    return number_as<D>(width) * (number_as<D>(y) + number_as<D>(x)) / real_t(2);
  }

private:
  using real_t = typename real_of<D>::type;
};

template <class Y, class X, class Axis> struct trapezoid_shapes {
  static constexpr std::size_t R = rank_of<X>;
  static constexpr bool has_rank = R == 1 || (R > 0 && R == rank_of<Y>);
  static constexpr bool accepted = [] {
    if constexpr (has_rank) {
      constexpr std::size_t k = axis_of<Y, Axis>;
      constexpr extent given = extents_of<X>[R == 1 ? 0 : k], needed = extents_of<Y>[k];
      return !given.is_static() || !needed.is_static() || given.size == needed.size;
    } else {
      return false;
    }
  }();
  static constexpr message text() {
    message m(has_rank
                  ? "stria: trapezoid: the coordinates and the samples need the same size along "
                    "the axis; the shapes are "
                  : "stria: trapezoid: the coordinates must be a vector or have the shape of the "
                    "samples; the shapes are ");
    say_shape(m, extents_of<X>.view());
    m << " and ";
    say_shape(m, extents_of<Y>.view());
    return m;
  }
};

/// The element type of the result of trapezoid(). A width that is a number does not change it to a
/// wider type.
template <class Y, class W> struct trapezoid_type_of {
  using type = typename mean_type<value_t<Y>>::type;
};
template <class Y, operand W> struct trapezoid_type_of<Y, W> {
  using type = typename common_element<typename mean_type<value_t<Y>>::type, value_t<W>>::type;
};
template <class Y, class W> using trapezoid_type = typename trapezoid_type_of<Y, W>::type;

template <std::size_t Axis, class Y, class X>
constexpr decltype(auto) trapezoid_sum(const Y& y, const X& x) {
  const auto add = [&]<class W>(W&& width) -> decltype(auto) {
    using D = trapezoid_type<Y, std::remove_cvref_t<W>>;
    return sum(make_map(trapezoid_fn<D>{}, part_along<Axis, 0, -1>(y), part_along<Axis, 1, 0>(y),
                        static_cast<W&&>(width)),
               constant<static_cast<index>(Axis)>{});
  };
  if constexpr (calls_with_state<X>) {
    return trapezoid_sum<Axis>(y, eval(x));
  } else if constexpr (operand<X>) {
    const index n = y.shape()[Axis];
    constexpr std::size_t at = rank_of<X> == 1 ? 0 : Axis;
    if (x.shape()[at] != n) [[unlikely]]
      raise_coordinates("trapezoid", x.shape()[at], Axis, n);
    using W = typename mean_type<value_t<X>>::type;
    auto widths = eval(make_map(cast_fn<W>{}, part_along<at, 1, 0>(x)) -
                       make_map(cast_fn<W>{}, part_along<at, 0, -1>(x)));
    if constexpr (rank_of<X> == 1 && rank_of<Y> > 1)
      return add(lying_along<Axis, rank_of<Y>>(static_cast<decltype(widths)&&>(widths)));
    else
      return add(static_cast<decltype(widths)&&>(widths));
  } else {
    return add(static_cast<constant_type<X>>(x));
  }
}

template <class Y, class X, class Axis> struct trapezoid_call {
  static constexpr bool accepted = true;
  template <class P> static constexpr decltype(auto) run(Y&& y, const P& x) {
    // The result for an rvalue is computed immediately, because the two slices cannot both own it.
    // Nor may both call a function with state.
    if constexpr (calls_with_state<std::remove_cvref_t<Y>>)
      return trapezoid_call<value_tensor<Y>, X, Axis>::run(eval(y), x);
    else if constexpr (owns_memory<std::remove_cvref_t<Y>> && !std::is_lvalue_reference_v<Y> &&
                       rank_of<Y> > 1)
      return eval(trapezoid_sum<axis_of<Y, Axis>>(y, x));
    else
      return trapezoid_sum<axis_of<Y, Axis>>(y, x);
  }
  using type = decltype(run(std::declval<Y>(), std::declval<const X&>()));
};
template <class Y, class X, class Axis> struct trapezoid_result {};
template <class Y, class X, class Axis>
using judged_trapezoid = judged_call<
    element_type_verdict<has_arithmetic<value_t<Y>> && has_arithmetic<value_or_self<X>>,
                         sentence<"stria: trapezoid takes numbers; map(f, a) converts any "
                                  "elements">>,
    trapezoid_call<Y, X, Axis>>;
template <operand Y, class X, class Axis>
  requires std::is_arithmetic_v<X>
struct trapezoid_result<Y, X, Axis>
    : judged_call<one_axis_verdict<Y, Axis>, judged_trapezoid<Y, X, Axis>> {};
template <operand Y, operand X, class Axis>
struct trapezoid_result<Y, X, Axis>
    : judged_call<
          one_memory_verdict<Y, X>,
          judged_call<one_axis_verdict<Y, Axis>,
                      judged_call<trapezoid_shapes<Y, X, Axis>, judged_trapezoid<Y, X, Axis>>>> {};

} // namespace detail

#define STRIA_TRAPEZOID(name)                                                                      \
  template <detail::operand Y, class Axis = constant<-1>>                                          \
    requires detail::constant_item<Axis>                                                           \
  constexpr auto name(Y&& y, Axis = {})                                                            \
      STRIA_RUN_OR_REFUSE((detail::trapezoid_result<Y, double, Axis>), static_cast<Y&&>(y), 1.);   \
  template <detail::operand Y, class X, class Axis = constant<-1>>                                 \
    requires(detail::operand<X> || (std::is_arithmetic_v<X> && !detail::constant_item<X>))         \
  constexpr auto name(Y&& y, const X& x, Axis = {})                                                \
      STRIA_RUN_OR_REFUSE((detail::trapezoid_result<Y, X, Axis>), static_cast<Y&&>(y), x);         \
  STRIA_BORROWING((detail::tensor_operand S, detail::constant_item Axis = constant<-1>,            \
                   class A = detail::lvalue_t<S>),                                                 \
                  name, (S & y STRIA_LIFETIMEBOUND, Axis = {}),                                    \
                  (detail::trapezoid_result<A, double, Axis>), y, 1.);                             \
  STRIA_FOREIGN_FIRST(name);                                                                       \
  STRIA_FOREIGN_SECOND(name);

/// The integral of samples along an axis by the trapezoidal rule.
///
/// \param y    operand of numbers: the samples
/// \param x    the distance between samples, a number (default 1), or their coordinates, a vector
///             or an operand with the shape of `y`
/// \param axis a constant or axis(k) (default -1)
/// \returns    an expression without the axis (for a temporary tensor, and for samples that call a
///             function with state, a tensor, computed immediately); for a vector, a number,
///             computed immediately. Floating-point or complex, double for integers
/// \throws     shape_error if the number of coordinates differs from the number of samples;
///             index_error if an axis(k) does not exist
/// \refuses    an axis that `y` does not have, and coordinates of another rank
/// \complexity O(n), one pass
/// \numpy      `np.trapezoid(y, x, dx, axis)`
/// \usage      `trapezoid(y, 0.1)`, `trapezoid(y, x, _0)`
/// \see        gradient
STRIA_TRAPEZOID(trapezoid)
/// The integral of samples by the trapezoidal rule; an older name of trapezoid().
///
/// \param y    operand of numbers: the samples
/// \param x    the distance between samples or their coordinates
/// \param axis a constant or axis(k) (default -1)
/// \returns    as for trapezoid()
/// \throws     shape_error if the number of coordinates differs from the number of samples;
///             index_error if an axis(k) does not exist
/// \refuses    as for trapezoid()
/// \complexity O(n), one pass
/// \numpy      `np.trapz(y, x, dx, axis)`
/// \usage      `trapz(y)`
/// \see        trapezoid
STRIA_TRAPEZOID(trapz)
#undef STRIA_TRAPEZOID

namespace detail {

/// Checks the lengths of the axes in a call of gradient(), for an operand of sizes n. The check is
/// made before the axes are reordered, so that a message has the axis number that the caller used.
template <std::size_t R, class... X>
constexpr void check_gradient(const std::array<index, R>& n, const X&... x) {
  constexpr std::size_t N = (std::size_t{0} + ... + (is_axis<X> ? 1 : 0));
  constexpr std::size_t spacings = (std::size_t{0} + ... + (spacing_item<X> ? 1 : 0));
  std::array<std::size_t, N> places{};
  std::size_t named = 0, spacing = 0;
  const auto add = [&]<class Y>([[maybe_unused]] const Y& y) {
    if constexpr (is_axis<Y>)
      places[named++] = axis_place<R>(y);
  };
  (add(x), ...);
  const index order = order_among(x...);
  for (const std::size_t k : places)
    if (n[k] <= order) [[unlikely]]
      raise_few_samples(k, n[k], order);
  const auto check = [&]<class Y>([[maybe_unused]] const Y& y) {
    if constexpr (rank_if_operand<Y> == 1)
      if (y.shape()[0] != n[places[spacing]]) [[unlikely]]
        raise_coordinates("gradient", y.shape()[0], places[spacing], n[places[spacing]]);
    spacing += spacing_item<Y> ? 1 : 0;
  };
  if constexpr (spacings == N)
    (check(x), ...);
}

} // namespace detail

/// Derivatives along axes, at least one of them known only at run time: `gradient(f, axis(k))`.
template <detail::operand E, class... A>
  requires detail::run_time_axes<E, std::remove_cvref_t<A>...>
constexpr auto gradient(E&& e, A&&... spacings_and_axes) {
  constexpr std::size_t R = detail::rank_of<E>;
  detail::check_gradient<R>(e.shape(), spacings_and_axes...);
  return detail::call_with_named_last<R>(
      [&]<class... Y>(const auto& last, Y&&... y) {
        auto r = gradient(last(static_cast<E&&>(e)), static_cast<Y&&>(y)...);
        if constexpr (detail::operand<decltype(r)>)
          return last.back(std::move(r));
        else
          return std::apply([&](auto&&... one) { return std::tuple{last.back(std::move(one))...}; },
                            std::move(r));
      },
      static_cast<A&&>(spacings_and_axes)...);
}

namespace detail {

template <class Y, class X> constexpr void check_coordinates(const Y& y, const X& x, axis k) {
  if constexpr (operand<X>) {
    const std::size_t place = axis_place<rank_of<Y>>(k);
    const index n = y.shape()[place], given = x.shape()[rank_of<X> == 1 ? 0 : place];
    if (given != n) [[unlikely]]
      raise_coordinates("trapezoid", given, place, n);
  }
}

} // namespace detail

#define STRIA_TRAPEZOID_ALONG_AXIS(name)                                                           \
  /** Along an axis known only at run time: `axis(k)`. */                                          \
  template <detail::operand_with_axes Y> constexpr auto name(Y&& y, axis k) {                      \
    return detail::reduce_last(                                                                    \
        []<class M>(M&& m, auto last) { return name(static_cast<M&&>(m), last); },                 \
        static_cast<Y&&>(y), k);                                                                   \
  }                                                                                                \
  /** With the distance or the coordinates of the samples, along an axis known only at run time.   \
   */                                                                                              \
  template <detail::operand_with_axes Y, class X>                                                  \
    requires(std::is_arithmetic_v<X> || detail::rank_if_operand<X> == 1 ||                         \
             detail::rank_if_operand<X> == detail::rank_of<Y>)                                     \
  constexpr auto name(Y&& y, const X& x, axis k) {                                                 \
    detail::check_coordinates(y, x, k);                                                            \
    return detail::call_with_last<detail::rank_of<Y>>(                                             \
        [&](const auto& last, auto along) {                                                        \
          return name(last(static_cast<Y&&>(y)), last(x), along);                                  \
        },                                                                                         \
        k);                                                                                        \
  }

STRIA_TRAPEZOID_ALONG_AXIS(trapezoid)
STRIA_TRAPEZOID_ALONG_AXIS(trapz)
#undef STRIA_TRAPEZOID_ALONG_AXIS

} // namespace stria
