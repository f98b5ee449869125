// SPDX-License-Identifier: BSL-1.0
// random/draw.hpp: draws a tensor of random numbers, given a distribution (Law), its parameters and
// the sizes. Tests: tests/random/random.cpp.
#pragma once

#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/make/maker.hpp>
#include <stria/numpy/make/spaced.hpp>
#include <stria/numpy/shape/broadcast_to.hpp>
#include <stria/random/discrete.hpp>

#include <limits>
#include <tuple>

namespace stria::detail {

/// The message depends on G, the engine, so that it is composed only when a call is refused, not
/// whenever the header is included.
template <fixed_string Name, class G = void> struct engine_verdict {
  static constexpr message text() {
    return message("stria: ") << Name.view()
                              << ": the first argument must be a random::generator or an engine "
                                 "of <random>, and not const";
  }
};

template <fixed_string Name, class T> struct fraction_verdict {
  static constexpr bool accepted = std::same_as<T, float> || std::same_as<T, double>;
  static constexpr message text() {
    return message("stria: ") << Name.view() << ": the element type must be float or double; "
                              << "cast<T>(...) converts the result";
  }
};

/// Makes a tensor of random numbers, given an engine, a verdict on the call and the sizes.
template <fixed_string Name, class G, class Verdict, class T, class Shape>
struct drawn : judged_call<Verdict, maker<Name, T, Shape>> {};
template <fixed_string Name, class G, class Verdict, class T, class Shape>
  requires(!bit_generator<std::remove_reference_t<G>>)
struct drawn<Name, G, Verdict, T, Shape> : refused_call<engine_verdict<Name>> {};

// --- parameters ---

template <class Error = value_error>
[[noreturn]] constexpr void raise_fault(const char* name, const char* fault) {
  raise<Error>(message("stria: ") << name << ": " << fault);
}

/// The name of a distribution as a template argument.
template <class Law>
inline constexpr fixed_string<std::string_view(Law::name).size()> law_name{
    std::string_view(Law::name)};

/// T, as a type that depends on D. A template that uses it costs no compile time before it is
/// instantiated.
template <class D, class T> struct dependent {
  using type = T;
};
template <class D, class T> using dependent_t = typename dependent<D, T>::type;

/// A number as a parameter.
template <class A>
concept scalar_parameter = constant_item<A> || std::is_arithmetic_v<std::remove_cvref_t<A>>;
template <class A> inline constexpr bool is_parameter = scalar_parameter<A>;
template <operand A> inline constexpr bool is_parameter<A> = std::is_arithmetic_v<value_t<A>>;

/// An operand of rank R with real numbers.
template <class A, std::size_t R>
concept real_operand = operand<A> && !has_other_rank<A, R> && std::is_arithmetic_v<value_t<A>>;

/// An argument for map(); a constant becomes a number.
template <class A> constexpr decltype(auto) number_or_operand(const A& a) {
  if constexpr (operand<A>)
    return (a);
  else
    return number_of(a);
}

/// The mistakes in a call. Its first arguments are the parameters of the distribution, of any type;
/// the sizes follow.
enum class law_fault : unsigned char { none, element, count, parameter };

template <class Law, class T, class... A> struct law_verdict {
  static constexpr bool omitted = sizeof...(A) == 0 && Law::has_defaults;
  static constexpr std::size_t bad = [] {
    std::size_t k = 0, first = Law::count;
    for (bool good : {is_parameter<A>..., true}) {
      if (k == Law::count || !good) {
        first = k;
        break;
      }
      ++k;
    }
    return first;
  }();
  static constexpr law_fault fault = [] {
    if (Law::discrete ? !integer_item<T> : !(std::same_as<T, float> || std::same_as<T, double>))
      return law_fault::element;
    if (omitted)
      return law_fault::none;
    return sizeof...(A) < Law::count ? law_fault::count
           : bad < Law::count        ? law_fault::parameter
                                     : law_fault::none;
  }();
  static constexpr bool accepted = fault == law_fault::none;
  static constexpr message text() {
    message m("stria: ");
    m << Law::name << ": ";
    switch (fault) {
    case law_fault::element:
      return m << (Law::discrete ? "the element type must be an integer type"
                                 : "the element type must be float or double; cast<T>(...) "
                                   "converts the result");
    case law_fault::count:
      return m << "the parameters come first (" << Law::parameters << "), then the sizes; "
               << sizeof...(A) << " of " << Law::count << " parameters are given";
    case law_fault::parameter:
      return m << "argument " << bad << " after the engine must be a parameter (" << Law::parameters
               << "): a real number, or a tensor or an expression of real numbers";
    case law_fault::none: break;
    }
    return m;
  }
};

/// The parameters for one element, read from numbers or from elements of operands.
template <class Law> struct read_parameters {
  constexpr typename Law::params operator()(const auto&... a) const { return Law::read(a...); }
};
template <class T>
inline constexpr wide_index law_limit = [] {
  if constexpr (std::integral<T>)
    return std::in_range<wide_index>(std::numeric_limits<T>::max())
               ? static_cast<wide_index>(std::numeric_limits<T>::max())
               : std::numeric_limits<wide_index>::max();
  else
    return wide_index{0};
}();
template <class Law, class T> constexpr void check_parameters(const typename Law::params& p) {
  const char* fault = nullptr;
  if constexpr (Law::discrete)
    fault = Law::fault(p, law_limit<T>);
  else
    fault = Law::fault(p);
  if (fault != nullptr) [[unlikely]]
    raise<value_error>(message("stria: ") << Law::name << ": " << fault);
}
template <class T, class Law, class G> STRIA_INLINE constexpr T draw_element(const Law& law, G& g) {
  if constexpr (Law::discrete)
    return static_cast<T>(law(g, law_limit<T>));
  else
    return static_cast<T>(law(g).value);
}

template <class Law, class G> struct set_drawn {
  G& g;
  typename Law::params params;
  constexpr void operator()(auto& t) const {
    const Law law(params);
    for (auto& x : t.storage())
      x = draw_element<std::remove_cvref_t<decltype(x)>>(law, g);
  }
};

// --- calls ---

/// A call, with its arguments separated into parameters and sizes.
template <class Law, class T, auto Given, class G, class Parameters, class Sizes> struct law_call;

/// All parameters are numbers: one distribution for all elements.
template <class Law, class T, auto Given, class G, class... P, class... S>
struct law_call<Law, T, Given, G, std::tuple<P...>, std::tuple<S...>>
    : maker<law_name<Law>, T, asked_shape<Given, S...>> {
  using made = maker<law_name<Law>, T, asked_shape<Given, S...>>;
  static constexpr auto run(G& g, const P&... p, const S&... sizes) {
    const auto params = [&] {
      if constexpr (sizeof...(P) < Law::count)
        return Law::defaults;
      else
        return Law::read(number_of(p)...);
    }();
    check_parameters<Law, T>(params);
    return made::run(set_drawn<Law, G>{g, params}, sizes...);
  }
};

/// Draws one number for each element of a tensor of parameters. All parameters are checked before
/// the first draw.
template <class Law, class R, class G, class Params>
constexpr R draw_each(G& g, const Params& params) {
  using T = typename R::value_type;
  for (const auto& p : params.storage())
    check_parameters<Law, T>(p);
  R t(params.shape(), uninitialized_t{});
  const index n = t.size();
  for (index i = 0; i < n;) {
    const auto& p = params.data()[i];
    const Law law(p);
    // Adjacent parameters are often equal, because they were broadcast.
    do
      t.data()[i++] = draw_element<T>(law, g);
    while (i < n && params.data()[i] == p);
  }
  return t;
}

template <class Law, class... P>
using packed_parameters =
    decltype(map(read_parameters<Law>{}, number_or_operand(std::declval<const P&>())...));

/// At least one parameter is an operand: each element has its own distribution. The result has the
/// broadcast shape of the parameters, or the given sizes, to which the parameters broadcast.
template <class Law, class T, auto Given, class G, class Packed, class Sizes> struct broadcast_draw;
template <class Law, class T, auto Given, class G, class Packed>
  requires(Given.rank() == 0)
struct broadcast_draw<Law, T, Given, G, Packed, std::tuple<>> {
  static constexpr bool accepted = true;
  using type = typename tensor_of<T, extents_of<Packed>>::type;
  static constexpr type run(G& g, const Packed& packed) {
    return draw_each<Law, type>(g, eval(packed));
  }
};
template <class Law, class T, auto Given, class Packed, class G, class... S> struct sized_draw {
  using shape = asked_shape<Given, S...>;
  static constexpr bool accepted = true;
  using type = typename tensor_of<T, shape::extents>::type;
  static constexpr type run(G& g, const Packed& packed, const S&... sizes) {
    return draw_each<Law, type>(g, eval(broadcast_to(packed, shape::sizes(sizes...))));
  }
};
template <class Packed, class Shape> struct fitting_verdict {
  using plan = broadcast_to_verdict<extents_of<Packed>, std::array<index, Shape::rank>>;
  static constexpr bool accepted = plan::accepted;
  static constexpr message text() { return plan::text(); }
};
template <class Law, class T, auto Given, class G, class Packed, class... S>
struct broadcast_draw<Law, T, Given, G, Packed, std::tuple<S...>>
    : judged_call<sizes_verdict<law_name<Law>, asked_shape<Given, S...>>,
                  judged_call<fitting_verdict<Packed, asked_shape<Given, S...>>,
                              sized_draw<Law, T, Given, Packed, G, S...>>> {};

template <class Law, class T, auto Given, class G, class Packed, class Sizes>
struct packed_draw : broadcast_draw<Law, T, Given, G, Packed, Sizes> {};
template <class Law, class T, auto Given, class G, class Packed, class Sizes>
  requires is_refused<Packed>
struct packed_draw<Law, T, Given, G, Packed, Sizes> {
  static constexpr bool accepted = false;
  using type = Packed;
};

template <class Law, class T, auto Given, class G, class... P, class... S>
  requires(operand<P> || ...)
struct law_call<Law, T, Given, G, std::tuple<P...>, std::tuple<S...>>
    : packed_draw<Law, T, Given, G, packed_parameters<Law, P...>, std::tuple<S...>> {
  using base = packed_draw<Law, T, Given, G, packed_parameters<Law, P...>, std::tuple<S...>>;
  static constexpr auto run(G& g, const P&... p, const S&... sizes) {
    return base::run(g, map(read_parameters<Law>{}, number_or_operand(p)...), sizes...);
  }
};

/// Splits a list of types after the first N.
template <std::size_t N, class A, class First = std::make_index_sequence<N>,
          class Rest = std::make_index_sequence<std::tuple_size_v<A> - N>>
struct cut_list;
template <std::size_t N, class A, std::size_t... F, std::size_t... R>
struct cut_list<N, A, std::index_sequence<F...>, std::index_sequence<R...>> {
  using first = std::tuple<std::tuple_element_t<F, A>...>;
  using rest = std::tuple<std::tuple_element_t<N + R, A>...>;
};

template <class Law, class T, auto Given, class G, class... A>
struct accepted_draw
    : law_call<Law, T, Given, G, typename cut_list<Law::count, std::tuple<A...>>::first,
               typename cut_list<Law::count, std::tuple<A...>>::rest> {};
template <class Law, class T, auto Given, class G>
  requires(Law::count > 0)
struct accepted_draw<Law, T, Given, G> : law_call<Law, T, Given, G, std::tuple<>, std::tuple<>> {};

/// Checks and runs a call random::name<T, E...>(g, parameters..., sizes...).
template <class Law, class T, auto Given, class G, class... A>
struct drawn_from : judged_call<law_verdict<Law, T, A...>,
                                accepted_draw<Law, T, Given, std::remove_reference_t<G>, A...>> {};
template <class Law, class T, auto Given, class G, class... A>
  requires(!bit_generator<std::remove_reference_t<G>>)
struct drawn_from<Law, T, Given, G, A...> : refused_call<engine_verdict<law_name<Law>>> {};

} // namespace stria::detail
