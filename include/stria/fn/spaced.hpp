// SPDX-License-Identifier: BSL-1.0
// fn/spaced.hpp: numbers at equal steps or ratios: arange, linspace, logspace, geomspace.
#pragma once

#include <stria/backend/cmath.hpp>
#include <stria/base/checked.hpp>
#include <stria/expr/operators.hpp>
#include <stria/fn/maker.hpp>

namespace stria {

namespace detail {

template <class A>
concept real_argument = constant_item<A> || integer_item<A> || std::floating_point<A>;
template <class A>
concept number_argument = real_argument<A> || is_complex<A>::value;

/// An argument as a number; a constant is an index.
template <class A> constexpr auto number_of(const A& a) {
  if constexpr (constant_item<A>)
    return constant_traits<A>::value;
  else
    return a;
}
template <class A> using number_t = std::remove_cv_t<decltype(number_of(std::declval<const A&>()))>;

/// The number of steps from start to before stop, for step != 0; -1 where that is no index.
constexpr index count_steps(index start, index stop, index step) {
  const bool forward = step > 0;
  if (forward ? start >= stop : start <= stop)
    return 0;
  const auto from = static_cast<std::size_t>(start), to = static_cast<std::size_t>(stop),
             by = static_cast<std::size_t>(step);
  const std::size_t last = ((forward ? to - from : from - to) - 1) / (forward ? by : 0 - by);
  return last < static_cast<std::size_t>(PTRDIFF_MAX) ? static_cast<index>(last) + 1 : -1;
}

/// ceil((stop - start) / step), or -1 where that is no number of elements.
template <std::floating_point C> constexpr index count_steps(C start, C stop, C step) {
  const C steps = (stop - start) / step;
  // A step too long to be seen in the quotient is one step all the same.
  if (steps == C{0} && start != stop)
    return (start < stop) == (step > C{0}) ? 1 : 0;
  if (steps <= C{0})
    return 0;
  if (!(steps < static_cast<C>(std::numeric_limits<index>::max() / 2)))
    return -1;
  const auto whole = static_cast<index>(steps);
  return static_cast<C>(whole) < steps ? whole + 1 : whole;
}

template <class C> struct spacing {
  C start, stop, step;
};

/// The arguments of arange: stop; start and stop; or both and a step.
template <class C, class... A> constexpr spacing<C> read_spacing(const A&... a) {
  const auto convert = [](const auto& v) {
    if constexpr (std::same_as<C, index>)
      return to_index(v);
    else
      return static_cast<C>(v);
  };
  const C v[] = {convert(number_of(a))...};
  constexpr std::size_t n = sizeof...(A);
  return {n == 1 ? C{} : v[0], n == 1 ? v[0] : v[1], n == 3 ? v[n - 1] : C{1}};
}

/// A floating-point number of type C becomes an integer of type T, which need not have it; bool has
/// all of them.
template <class T, class C>
inline constexpr bool converts_to_integer =
    std::is_integral_v<T> && !std::same_as<T, bool> && std::is_floating_point_v<C>;

/// A value of the computation as an element: `value_error` where an integer cannot be what a
/// floating-point number is.
template <class T, class C> constexpr T as_element(const char* what, const C& v) {
  if constexpr (converts_to_integer<T, C>)
    return convert_or_raise<T>(what, v);
  else
    return static_cast<T>(static_cast<typename real_of<T>::type>(v));
}

template <class T, class... A> struct arange_verdict {
  static constexpr bool accepted = [] {
    if constexpr ((constant_item<A> && ...))
      return read_spacing<index>(A{}...).step != 0;
    else
      return true;
  }();
  static constexpr message text() {
    return message("stria: arange: the step is 0; a step goes forwards (> 0) or backwards (< 0)");
  }
};

template <class T, class... A> struct arange_call {
  static constexpr bool accepted = true;
  using common = std::common_type_t<number_t<A>...>;
  using element = element_or<T, common>;
  // Integers are counted exactly, whatever their types.
  using exact = std::conditional_t<std::is_integral_v<common>, index, common>;

  static constexpr auto extents = [] {
    if constexpr ((constant_item<A> && ...)) {
      constexpr spacing<index> s = read_spacing<index>(A{}...);
      return static_shape<1>{{extent::make(count_steps(s.start, s.stop, s.step))}};
    } else {
      return unknown_shape<1>();
    }
  }();
  using type = typename tensor_of<element, extents>::type;

  static constexpr type run(const A&... a) {
    const spacing<exact> s = read_spacing<exact>(a...);
    if (s.step == exact{})
      raise<value_error>(arange_verdict<T, A...>::text());
    const index n = count_steps(s.start, s.stop, s.step);
    if (n < 0)
      raise<value_error>(message("stria: arange: the number of steps is no number of elements"));
    type t({n}, uninitialized_t{});
    if (n == 0)
      return t;
    // As NumPy does it, in the element type: the first two elements say the step.
    const auto c = read_spacing<common>(a...);
    const auto second = n == 1 ? c.start : static_cast<common>(c.start + c.step);
    const auto first = as_element<element>("arange", c.start);
    const auto next = as_element<element>("arange", second);
    element* const to = t.data();
    if constexpr (std::is_integral_v<element> && !std::same_as<element, bool>) {
      // Modulo 2^n, as NumPy computes: i * step may lie outside where first + i * step does not.
      using modulo = std::make_unsigned_t<decltype(element() + element())>;
      const auto from = static_cast<modulo>(first);
      const auto step = static_cast<modulo>(static_cast<modulo>(next) - from);
      for (index i = 0; i < n; ++i)
        to[i] = static_cast<element>(from + static_cast<modulo>(i) * step);
    } else {
      using real = typename real_of<element>::type;
      const auto step = static_cast<element>(next - first);
      for (index i = 0; i < n; ++i)
        to[i] = static_cast<element>(first + static_cast<real>(i) * step);
    }
    return t;
  }
};
template <class T, class... A>
struct arange_result : judged_call<arange_verdict<T, A...>, arange_call<T, A...>> {};

/// A value of the computation as an element; whole numbers are rounded down, as in NumPy.
template <class T, class C> constexpr T rounded_down(const C& v) {
  const T t = static_cast<T>(v);
  if constexpr (std::is_integral_v<T> && std::is_floating_point_v<C>)
    return static_cast<C>(t) > v ? static_cast<T>(t - 1) : t;
  else
    return t;
}

/// A power as an element: `value_error` where it is no number of an integer type. The power takes
/// longer than the check.
template <class T, class C> constexpr T as_power(const char* what, const C& v) {
  if constexpr (converts_to_integer<T, C>)
    return convert_or_raise<T>(what, v);
  else
    return static_cast<T>(v);
}

/// What n evenly spaced numbers are computed in: at least double.
template <class... A> using spaced_t = std::common_type_t<double, number_t<A>...>;
template <class T, class... A> using spaced_element = element_or<T, spaced_t<A...>>;

/// t[i] = f(x) for evenly spaced x, the last of which is exactly stop; or stop would be the next
/// one.
template <class C, class F>
constexpr void set_spaced(auto& t, const C& start, const C& stop, F f, bool with_stop = true) {
  using real = typename real_of<C>::type;
  const index n = t.size();
  auto* const to = t.data();
  const index count = with_stop ? n - 1 : n;
  const real steps = count > 0 ? static_cast<real>(count) : real{1};
  const C distance = stop - start, step = distance / steps;
  if (step != C{})
    for (index i = 0; i < n; ++i)
      to[i] = f(start + static_cast<real>(i) * step);
  else
    // Too small a step to be a number: the product comes first.
    for (index i = 0; i < n; ++i)
      to[i] = f(start + static_cast<real>(i) / steps * distance);
  if (n > 1 && with_stop)
    to[n - 1] = f(stop);
}

/// The elements of linspace, of type E and computed in C.
template <class E, class C> class set_linear {
  C from_, to_;
  bool with_stop_;

public:
  template <class A, class B>
  constexpr set_linear(const A& start, const B& stop, bool with_stop = true)
      : from_(static_cast<C>(number_of(start))), to_(static_cast<C>(number_of(stop))),
        with_stop_(with_stop) {}
  constexpr void operator()(auto& t) const {
    if constexpr (converts_to_integer<E, C>) {
      static_cast<void>(convert_or_raise<E>("linspace", from_));
      static_cast<void>(convert_or_raise<E>("linspace", to_));
      // What is between them may be rounded beyond them.
      const C low = from_ < to_ ? from_ : to_, high = from_ < to_ ? to_ : from_;
      set_spaced(
          t, from_, to_,
          [low, high](const C& x) {
            return rounded_down<E>(x < low ? low : high < x ? high : x);
          },
          with_stop_);
    } else {
      set_spaced(t, from_, to_, [](const C& x) { return static_cast<E>(x); }, with_stop_);
    }
  }
};

/// Those of logspace.
template <class E, class C> class set_powers {
  C from_, to_, base_;

public:
  template <class A, class B, class Base>
  constexpr set_powers(const A& start, const B& stop, const Base& base)
      : from_(number_of(start)), to_(number_of(stop)), base_(number_of(base)) {}
  constexpr void operator()(auto& t) const {
    set_spaced(t, from_, to_, [b = base_](const C& x) {
      using cmath::pow;
      return as_power<E>("logspace", pow(b, x));
    });
  }
};

/// Those of geomspace, as NumPy computes them: powers of 10, the ends as they are given. Signs that
/// differ give NaN.
template <class E, class C> class set_geometric {
  C from_, to_;

public:
  template <class A, class B>
  constexpr set_geometric(const A& start, const B& stop)
      : from_(static_cast<C>(number_of(start))), to_(static_cast<C>(number_of(stop))) {
    if (from_ == C{0} || to_ == C{0})
      raise<value_error>(message("stria: geomspace: no ratio leads from or to 0"));
  }
  constexpr void operator()(auto& t) const {
    const C sign = from_ < C{0} && to_ < C{0} ? C{-1} : C{1};
    const C first = cmath::log10(sign * from_), last = cmath::log10(sign * to_);
    set_spaced(t, first, last, [sign](const C& x) {
      return as_power<E>("geomspace", sign * cmath::pow(C{10}, x));
    });
    if (t.size() > 0)
      t.data()[0] = as_power<E>("geomspace", from_);
    if (t.size() > 1)
      t.data()[t.size() - 1] = as_power<E>("geomspace", to_);
  }
};

template <fixed_string Name, class T, class N>
using spaced_maker = maker<Name, T, asked_shape<shape_of<>(), N>>;

} // namespace detail

/// Whether linspace() ends with `stop`: `linspace(0, 1, 10, endpoint(false))`. NumPy:
/// `endpoint=False`.
struct endpoint {
  bool included;
  constexpr explicit endpoint(bool with) : included(with) {}
};
/// The same as endpoint(false).
inline constexpr endpoint exclude_endpoint{false};

/// The numbers from start (0 if left out) to before stop by a step (1 if left out). Of the
/// arguments' common type, constants being `index`, or of type T; constants alone give a static
/// extent. Refuses a step of 0: `value_error`. NumPy: `np.arange(start, stop, step)`.
template <class T = void, detail::real_argument... A>
  requires(sizeof...(A) > 0 && sizeof...(A) <= 3)
constexpr auto arange(const A&... a) STRIA_RUN_OR_REFUSE((detail::arange_result<T, A...>), a...);

/// n numbers at equal steps from start to stop, both included; double, or of type T. n may be a
/// constant. Refuses a negative n: `value_error`. NumPy: `np.linspace(start, stop, n)`.
template <class T = void, detail::number_argument A, detail::number_argument B, class N = int>
constexpr auto linspace(const A& start, const B& stop, const N& n = 50) STRIA_RUN_OR_REFUSE(
    (detail::spaced_maker<"linspace", detail::spaced_element<T, A, B>, N>),
    detail::set_linear<detail::spaced_element<T, A, B>, detail::spaced_t<A, B>>(start, stop), n);

/// n numbers (50 if left out) at equal steps from start to stop, which is the last one or, with
/// exclude_endpoint, would be the next. NumPy: `np.linspace(start, stop, n, endpoint=False)`.
template <class T = void, detail::number_argument A, detail::number_argument B, class N>
constexpr auto linspace(const A& start, const B& stop, const N& n, endpoint end)
    STRIA_RUN_OR_REFUSE((detail::spaced_maker<"linspace", detail::spaced_element<T, A, B>, N>),
                        detail::set_linear<detail::spaced_element<T, A, B>, detail::spaced_t<A, B>>(
                            start, stop, end.included),
                        n);
template <class T = void, detail::number_argument A, detail::number_argument B>
constexpr auto linspace(const A& start, const B& stop, endpoint end) {
  return linspace<T>(start, stop, 50, end);
}

/// base to the power of n numbers at equal steps from start to stop; double, or of type T. Usable
/// in constant expressions where the compiler's pow is. Refuses a negative n: `value_error`. NumPy:
/// `np.logspace(start, stop, n, base=base)`.
template <class T = void, detail::number_argument A, detail::number_argument B, class N = int,
          detail::number_argument Base = double>
constexpr auto logspace(const A& start, const B& stop, const N& n = 50, const Base& base = 10.0)
    STRIA_RUN_OR_REFUSE(
        (detail::spaced_maker<"logspace", detail::spaced_element<T, A, B, Base>, N>),
        detail::set_powers<detail::spaced_element<T, A, B, Base>, detail::spaced_t<A, B, Base>>(
            start, stop, base),
        n);

/// n numbers at equal ratios from start to stop, both included and of one sign; double, or of type
/// T. Usable in constant expressions where the compiler's pow is. Refuses a negative n and a start
/// or stop of 0: `value_error`. NumPy: `np.geomspace(start, stop, n)`.
template <class T = void, detail::real_argument A, detail::real_argument B, class N = int>
constexpr auto geomspace(const A& start, const B& stop, const N& n = 50) STRIA_RUN_OR_REFUSE(
    (detail::spaced_maker<"geomspace", detail::spaced_element<T, A, B>, N>),
    detail::set_geometric<detail::spaced_element<T, A, B>, detail::spaced_t<A, B>>(start, stop), n);

} // namespace stria
