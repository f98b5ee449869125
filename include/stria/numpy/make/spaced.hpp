// SPDX-License-Identifier: BSL-1.0
// numpy/make/spaced.hpp: evenly spaced numbers, on a linear or logarithmic scale: arange, linspace,
// logspace, geomspace. Tests: tests/numpy/make/make.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/expr/selected.hpp>
#include <stria/math/cmath.hpp>
#include <stria/numpy/make/maker.hpp>
#include <stria/numpy/make/spaced_loops.hpp>

#include <concepts>
#include <cstdint>
#include <utility>

namespace stria {

namespace detail {

template <class A>
concept real_argument = constant_item<A> || integer_item<A> || std::floating_point<A>;
template <class A>
concept number_argument = real_argument<A> || is_complex<A>::value;

/// An argument as a number; a constant becomes an index.
template <class A> constexpr auto number_of(const A& a) {
  if constexpr (constant_item<A>)
    return constant_traits<A>::value;
  else
    return a;
}
template <class A> using number_t = std::remove_cv_t<decltype(number_of(std::declval<const A&>()))>;

/// The number of elements of arange(start, stop, step), or -1 if it does not fit into index. The
/// step is not 0.
constexpr index count_steps(index start, index stop, index step) {
  const bool forward = step > 0;
  if (forward ? start >= stop : start <= stop)
    return 0;
  const auto from = static_cast<std::size_t>(start), to = static_cast<std::size_t>(stop),
             by = static_cast<std::size_t>(step);
  const std::size_t last = ((forward ? to - from : from - to) - 1) / (forward ? by : 0 - by);
  return last < static_cast<std::size_t>(PTRDIFF_MAX) ? static_cast<index>(last) + 1 : -1;
}

/// ceil((stop - start) / step), or -1 if it does not fit into index.
template <std::floating_point C> constexpr index count_steps(C start, C stop, C step) {
  const C steps = (stop - start) / step;
  // If the step is very large, the quotient underflows to 0, but there is one element.
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

/// Reads the arguments of arange: stop, or start and stop, or start, stop and step.
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

/// True if a value of the floating-point type C may not fit into the integer type T. Every value
/// fits into bool.
template <class T, class C>
inline constexpr bool converts_to_integer =
    std::is_integral_v<T> && !std::same_as<T, bool> && std::is_floating_point_v<C>;

/// Converts a computed value to an element. Raises value_error if a floating-point value does not
/// fit into an integer type.
template <class T, class C> constexpr T as_element(const char* what, const C& v) {
  if constexpr (converts_to_integer<T, C>)
    return convert_or_raise<T>(what, v);
  else
    return static_cast<T>(static_cast<typename real_of<T>::type>(v));
}

/// The number of integers from start to stop, which may have different types; -1 if it does not fit
/// into an index. The step is not 0.
template <std::integral A, std::integral B, std::integral S>
constexpr index count_integers(A start, B stop, S step) {
  const bool forward = std::cmp_greater(+step, 0);
  const bool empty = forward ? !std::cmp_less(+start, +stop) : !std::cmp_less(+stop, +start);
  if (empty)
    return 0;
  // Modulo 2^64, the distance is right if it is less than 2^64.
  const auto from = static_cast<std::uint64_t>(start), to = static_cast<std::uint64_t>(stop),
             by = static_cast<std::uint64_t>(step);
  const bool starts_below = std::cmp_less(+start, 0), stops_below = std::cmp_less(+stop, 0);
  const std::uint64_t distance = forward ? to - from : from - to;
  const bool wraps = forward ? to >= from : from >= to;
  if (starts_below != stops_below && wraps)
    return -1;
  const std::uint64_t steps = (distance - 1) / (forward ? by : 0 - by);
  return steps < static_cast<std::uint64_t>(PTRDIFF_MAX) ? static_cast<index>(steps) + 1 : -1;
}

template <class T, class... A> struct arange_verdict {
  static constexpr bool accepted = [] {
    if constexpr ((constant_item<A> && ...))
      return read_spacing<index>(A{}...).step != 0;
    else
      return true;
  }();
  static constexpr message text() {
    return message("stria: arange: the step is 0; it must be positive or negative");
  }
};

/// Whether the last of n integers from start on, of which the first fits, fits into T.
template <class T, class A, class S> constexpr bool last_fits(A start, S step, index n) {
  const auto by = static_cast<std::uint64_t>(step);
  const bool forward = std::cmp_greater(+step, 0);
  // The distance to the last element, and to the largest or smallest T.
  const std::uint64_t distance = (forward ? by : 0 - by) * static_cast<std::uint64_t>(n - 1);
  const auto from = static_cast<std::uint64_t>(start);
  using limits = std::numeric_limits<T>;
  return distance <= (forward ? static_cast<std::uint64_t>(limits::max()) - from
                              : from - static_cast<std::uint64_t>(limits::min()));
}
[[noreturn]] [[gnu::cold]] inline void raise_unfit_steps() {
  raise<value_error>(message("stria: arange: an element does not fit into the element type; "
                             "arange<T>(start, stop) chooses a type"));
}
/// The element type of arange(): the type that holds start and stop. Integers lie between them, so
/// an integer step counts as one of their signedness.
template <class Ends, class Step> struct arange_step {
  using type = Step;
};
template <std::integral Ends, std::integral Step>
  requires mixed_integers<Ends, Step>
struct arange_step<Ends, Step> {
  using type = typename decltype([] {
    if constexpr (std::is_signed_v<Ends>)
      return std::make_signed<Step>();
    else
      return std::make_unsigned<Step>();
  }())::type;
};
template <class Start, class Stop = Start, class Step = Start> struct arange_common {
  using ends = typename selected_pair<Start, Stop>::type;
  using type = typename selected_pair<ends, typename arange_step<ends, Step>::type>::type;
};

template <class T, class... A> struct arange_call {
  static constexpr bool accepted = true;
  using common = typename arange_common<number_t<A>...>::type;
  using element = element_or<T, common>;
  // Integers of any type are counted exactly.
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

  template <class First> static constexpr index count(const First& stop) {
    return count_integers(index{0}, stop, index{1});
  }
  template <class Start, class Stop>
  static constexpr index count(const Start& start, const Stop& stop) {
    return count_integers(start, stop, index{1});
  }
  template <class Start, class Stop, class Step>
  static constexpr index count(const Start& start, const Stop& stop, const Step& step) {
    return count_integers(start, stop, step);
  }

  // Modulo 2^n for integers, because an unsigned step may exceed a signed type.
  static constexpr common sum(const common& a, const common& b) {
    if constexpr (std::is_integral_v<common>)
      return static_cast<common>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    else
      return a + b;
  }
  // Whether the first n > 0 integers fit into the element type.
  template <class Stop> static constexpr bool fits(index n, const Stop&) {
    return fits(n, Stop{}, Stop{});
  }
  template <class Start, class Stop, class Step = index>
  static constexpr bool fits(index n, const Start& start, const Stop&, const Step& step = 1) {
    element first{};
    return convert_fits(start, first) && last_fits<element>(start, step, n);
  }

  static constexpr type run(const A&... a) {
    const spacing<exact> s = read_spacing<exact>(a...);
    constexpr bool counts = (std::integral<number_t<A>> && ...);
    if (s.step == exact{})
      raise<value_error>(arange_verdict<T, A...>::text());
    const index n = [&] {
      if constexpr (counts)
        return count(number_of(a)...);
      else
        return count_steps(s.start, s.stop, s.step);
    }();
    if (n < 0)
      raise<value_error>(message("stria: arange: the number of elements is too large or not "
                                 "finite"));
    type t({n}, uninitialized_t{});
    if (n == 0)
      return t;
    // If the caller chose the type, only the first two elements must fit, as in NumPy.
    if constexpr (counts && std::integral<element> && !std::same_as<element, bool>)
      if (!fits(std::is_void_v<T> || n < 2 ? n : 2, number_of(a)...)) [[unlikely]]
        raise_unfit_steps();
    // As in NumPy, the step is the difference of the first two elements in the element type.
    const auto c = read_spacing<common>(a...);
    const auto second = n == 1 ? c.start : sum(c.start, c.step);
    const auto first = as_element<element>("arange", c.start);
    const auto next = as_element<element>("arange", second);
    set_steps(t.data(), n, first, next);
    return t;
  }
};
template <class T, class... A>
struct arange_result : judged_call<arange_verdict<T, A...>, arange_call<T, A...>> {};

/// Converts a computed value to an element. For an integer type it is rounded down, as in NumPy.
template <class T, class C> constexpr T rounded_down(const C& v) {
  const T t = static_cast<T>(v);
  if constexpr (std::is_integral_v<T> && std::is_floating_point_v<C>)
    return static_cast<C>(t) > v ? static_cast<T>(t - 1) : t;
  else
    return t;
}

/// Converts a power to an element. Raises value_error if the power does not fit into an integer
/// type. The check is cheap compared with the computation of the power.
template <class T, class C> constexpr T as_power(const char* what, const C& v) {
  if constexpr (converts_to_integer<T, C>)
    return convert_or_raise<T>(what, v);
  else
    return static_cast<T>(v);
}

/// The type in which evenly spaced numbers are computed: for real arguments, at least double.
template <class... A> using spaced_t = std::common_type_t<double, number_t<A>...>;
template <class T, class... A> using spaced_element = element_or<T, spaced_t<A...>>;

/// The elements of linspace, of type E, computed in C.
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
      // Rounding may move a value beyond start or stop.
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

/// The elements of logspace.
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

/// The elements of geomspace. As in NumPy, they are computed as powers of 10, except for the first
/// and the last element, which are exactly start and stop. If start and stop have different signs,
/// the other elements are NaN.
template <class E, class C> class set_geometric {
  C from_, to_;

public:
  template <class A, class B>
  constexpr set_geometric(const A& start, const B& stop)
      : from_(static_cast<C>(number_of(start))), to_(static_cast<C>(number_of(stop))) {
    if (from_ == C{0} || to_ == C{0})
      raise<value_error>(message("stria: geomspace: start and stop must not be 0"));
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

/// Chooses whether linspace() includes `stop`.
///
/// \numpy        `endpoint=False`
/// \usage        `linspace(0, 1, 10, endpoint(false))`
struct endpoint {
  bool included;
  constexpr explicit endpoint(bool with) : included(with) {}
};
/// Makes linspace() exclude `stop`: the same as endpoint(false).
///
/// \numpy        `endpoint=False`
/// \usage        `linspace(0, 1, 10, exclude_endpoint)`
inline constexpr endpoint exclude_endpoint{false};

/// Makes the numbers from start up to, but not including, stop at equal steps.
///
/// \tparam T     the element type (default: the type that holds start and stop, and a step of their
///               kind; for integers of different signedness a signed one. Constants count as index)
/// \param start,stop,step  real numbers or constants; one argument is stop, two are start and stop;
///               start defaults to 0, step to 1
/// \returns      tensor [ceil((stop - start) / step)]; the extent is static if all arguments are
///               constants
/// \throws       value_error if the step is 0, if there are too many elements, if an integer
///               element does not fit into the default type, or if T is an integer type and does
///               not hold one of the first two elements. As in NumPy, further elements are reduced
///               modulo 2^n
/// \refuses      a constant step of 0
/// \complexity   O(n); allocates the result
/// \numpy        `np.arange(start, stop, step)`
/// \usage        `arange(5)`, `arange(0, 1, 0.1)`, `arange<float>(_9)`
template <class T = void, detail::real_argument... A>
  requires(sizeof...(A) > 0 && sizeof...(A) <= 3)
constexpr auto arange(const A&... a) STRIA_RUN_OR_REFUSE((detail::arange_result<T, A...>), a...);

/// Makes n numbers at equal steps from start to stop.
///
/// \tparam T          the element type (default: double, or the type of an argument if that is
///                    wider); for an integer type, the values are rounded down
/// \param start,stop  numbers, real or complex
/// \param n           the number of elements, a constant or an integer (default 50)
/// \param end         `exclude_endpoint` or `endpoint(false)`: stop is not the last number, but
///                    would be the next one (default: stop is included)
/// \returns           tensor [n]
/// \throws            value_error if n is negative, if there are too many elements, or if start or
///                    stop does not fit into an integer type T
/// \complexity        O(n); allocates the result
/// \numpy             `np.linspace(start, stop, n)`, `np.linspace(start, stop, n, endpoint=False)`
/// \usage             `linspace(0, 1, 11)`, `linspace(0, 1, _9, exclude_endpoint)`
template <class T = void, detail::number_argument A, detail::number_argument B, class N = int>
constexpr auto linspace(const A& start, const B& stop, const N& n = 50) STRIA_RUN_OR_REFUSE(
    (detail::spaced_maker<"linspace", detail::spaced_element<T, A, B>, N>),
    detail::set_linear<detail::spaced_element<T, A, B>, detail::spaced_t<A, B>>(start, stop), n);

/// Makes n numbers at equal steps, with or without `stop`.
template <class T = void, detail::number_argument A, detail::number_argument B, class N>
constexpr auto linspace(const A& start, const B& stop, const N& n, endpoint end)
    STRIA_RUN_OR_REFUSE((detail::spaced_maker<"linspace", detail::spaced_element<T, A, B>, N>),
                        detail::set_linear<detail::spaced_element<T, A, B>, detail::spaced_t<A, B>>(
                            start, stop, end.included),
                        n);
/// Makes 50 numbers at equal steps, with or without `stop`.
template <class T = void, detail::number_argument A, detail::number_argument B>
constexpr auto linspace(const A& start, const B& stop, endpoint end) {
  return linspace<T>(start, stop, 50, end);
}

/// Makes n numbers whose logarithms are evenly spaced: base^start to base^stop.
///
/// \tparam T          the element type (default: double, or the type of an argument if that is
///                    wider)
/// \param start,stop  exponents of the first and the last number
/// \param n           the number of elements, a constant or an integer (default 50)
/// \param base        the base (default 10)
/// \returns           tensor [n]
/// \throws            value_error if n is negative, if there are too many elements, or if an
///                    element does not fit into an integer type T
/// \complexity        O(n); allocates the result. Usable in constant expressions if the C++ library
///                    has a pow() that is usable there
/// \numpy             `np.logspace(start, stop, n, base=base)`
/// \usage             `logspace(0, 3, 4)`, elements 1, 10, 100, 1000
template <class T = void, detail::number_argument A, detail::number_argument B, class N = int,
          detail::number_argument Base = double>
constexpr auto logspace(const A& start, const B& stop, const N& n = 50, const Base& base = 10.0)
    STRIA_RUN_OR_REFUSE(
        (detail::spaced_maker<"logspace", detail::spaced_element<T, A, B, Base>, N>),
        detail::set_powers<detail::spaced_element<T, A, B, Base>, detail::spaced_t<A, B, Base>>(
            start, stop, base),
        n);

/// Makes n numbers at equal ratios from start to stop.
///
/// \tparam T          the element type (default: double, or the type of an argument if that is
///                    wider)
/// \param start,stop  the first and the last number, not 0; the elements between them are NaN if
///                    the signs differ
/// \param n           the number of elements, a constant or an integer (default 50)
/// \returns           tensor [n]
/// \throws            value_error if n is negative, if there are too many elements, if start or
///                    stop is 0, or if an element does not fit into an integer type T
/// \complexity        O(n); allocates the result. Usable in constant expressions if the C++ library
///                    has a pow() that is usable there
/// \numpy             `np.geomspace(start, stop, n)`
/// \usage             `geomspace(1, 1000, 4)`, elements 1, 10, 100, 1000
template <class T = void, detail::real_argument A, detail::real_argument B, class N = int>
constexpr auto geomspace(const A& start, const B& stop, const N& n = 50) STRIA_RUN_OR_REFUSE(
    (detail::spaced_maker<"geomspace", detail::spaced_element<T, A, B>, N>),
    detail::set_geometric<detail::spaced_element<T, A, B>, detail::spaced_t<A, B>>(start, stop), n);

namespace detail {
template <class... A>
using refuse_ends = refusal_where<
    (operand<A> || ...),
    sentence<"stria: arange, linspace, logspace and geomspace take numbers; rows between tensors "
             "are a + (b - a) * linspace(0, 1, n)[_, newaxis]">>;
} // namespace detail
#define STRIA_OF_NUMBERS(name)                                                                     \
  template <class T = void, class... A> auto name(const A&...) -> detail::refuse_ends<A...>;
STRIA_OF_NUMBERS(arange)
STRIA_OF_NUMBERS(linspace)
STRIA_OF_NUMBERS(logspace)
STRIA_OF_NUMBERS(geomspace)
#undef STRIA_OF_NUMBERS

} // namespace stria
