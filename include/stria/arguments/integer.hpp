// SPDX-License-Identifier: BSL-1.0
// arguments/integer.hpp: integer arguments, such as a size or a shift, which refuse floating-point
// numbers. Tests: tests/numpy/integers.cpp.
#pragma once

#include <stria/tensor/foreign.hpp>

#include <array>
#include <concepts>
#include <type_traits>

namespace stria::detail {

struct fractional_verdict {
  static constexpr message text() {
    return message("stria: this argument must be an integer (a size, count, position, shift, axis "
                   "or degree), not a floating-point number; static_cast<index_t>(x) converts one");
  }
};

/// A floating-point number, or an expression of rank 0 that converts to one.
template <class T> inline constexpr bool is_fractional = std::is_floating_point_v<T>;
template <operand T>
inline constexpr bool is_fractional<T> = rank_of<T> == 0 && std::is_floating_point_v<value_t<T>>;

/// A parameter for a run-time integer. A parameter of type index would accept a floating-point
/// number and drop its fraction.
class integer_argument {
  index value_;

public:
  template <class Ix>
    requires(std::integral<Ix> || (!is_fractional<Ix> && std::convertible_to<const Ix&, index>))
  constexpr integer_argument(const Ix& n) : value_(value_of(n)) {}
  template <class F, class Because = refusal_where<is_fractional<F>, fractional_verdict>>
  integer_argument(const F&) = delete;

  // The conversion is a template, so that no further conversion can follow it, such as one to char.
  template <std::same_as<index> Ix> constexpr operator Ix() const { return value_; }

private:
  template <class Ix> static constexpr index value_of(const Ix& n) {
    if constexpr (integer_item<Ix>)
      return to_index(n);
    else
      return n;
  }
};

/// The verdict about a run-time integer, or a list of them.
template <class N> struct integer_verdict : fractional_verdict {
  static constexpr bool accepted = std::is_convertible_v<const N&, integer_argument>;
};
template <class T, std::size_t N> struct integer_verdict<std::array<T, N>> : integer_verdict<T> {};

/// Only floating-point numbers convert to this type.
struct fractional {
  template <std::floating_point F> fractional(F);
};

} // namespace stria::detail

// Some functions have template parameters, because they also accept constants. One of the macros
// below follows each of them and declares an overload that refuses floating-point numbers.
// tensor/foreign.hpp describes such overloads.

/// Overloads `name` for these parameters, one of which is detail::fractional.
/// STRIA_NOT_INTEGER_TEMPLATED also declares template parameters.
#define STRIA_NOT_INTEGER(name, ...)                                                               \
  template <class V = detail::fractional_verdict> detail::said_of_not_ours<V> name(__VA_ARGS__)
#define STRIA_NOT_INTEGER_TEMPLATED(parameters, name, ...)                                         \
  template <parameters, class V = detail::fractional_verdict>                                      \
  detail::said_of_not_ours<V> name(__VA_ARGS__)
/// Overloads name(t, n, ...) of an operand t.
#define STRIA_NOT_INTEGER_SECOND(name)                                                             \
  STRIA_NOT_INTEGER(name, detail::ours, detail::fractional, detail::whatever = {},                 \
                    detail::whatever = {})
