// SPDX-License-Identifier: BSL-1.0
// token/plain_constant.hpp: compile-time integers for builds without Boost.Hana (STRIA_NO_HANA).
//
// The class in this file has the part of the interface of hana::integral_constant that stria uses.
// docs/design/single_header.md explains why stria has both classes. Tests: tests/dsl/constant.cpp.
#pragma once

#include <stria/base/index.hpp>

#if defined(STRIA_NO_HANA)

#include <cstddef>

namespace stria {

template <index N> struct constant {
  using value_type = index;
  using type = constant;
  static constexpr index value = N;
  constexpr operator index() const noexcept { return N; }
  constexpr index operator()() const noexcept { return N; }

  friend constexpr constant<-N> operator-(constant) noexcept { return {}; }
  template <index M> friend constexpr constant<N + M> operator+(constant, constant<M>) noexcept {
    return {};
  }
  template <index M> friend constexpr constant<N - M> operator-(constant, constant<M>) noexcept {
    return {};
  }
};

namespace detail {

/// The value of an integer literal: decimal, octal (017), hexadecimal or binary, with or without
/// digit separators. A literal that does not fit is not a constant expression.
template <char... Digits> consteval index literal_value() {
  constexpr char text[] = {Digits...};
  constexpr std::size_t size = sizeof...(Digits);
  index base = 10;
  std::size_t i = 0;
  if (size > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    base = 16, i = 2;
  else if (size > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B'))
    base = 2, i = 2;
  else if (size > 1 && text[0] == '0')
    base = 8, i = 1;
  index value = 0;
  for (; i < size; ++i) {
    const char c = text[i];
    if (c == '\'')
      continue;
    const int digit = c >= 'a' ? c - 'a' + 10 : c >= 'A' ? c - 'A' + 10 : c - '0';
    value = value * base + digit;
  }
  return value;
}

} // namespace detail

inline namespace literals {

template <char... Digits>
constexpr constant<detail::literal_value<Digits...>()> operator""_c() noexcept {
  return {};
}

} // namespace literals
} // namespace stria

#endif
