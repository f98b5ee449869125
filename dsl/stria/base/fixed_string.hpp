// SPDX-License-Identifier: BSL-1.0
// base/fixed_string.hpp: a text that can be a template argument.
#pragma once

#include <cstddef>
#include <string_view>

namespace stria {

/// A text of N characters that can be a template argument, as in `einsum<"ij,jk->ik">(a, b)`.
///
/// \usage  `template <fixed_string Text> void f();  f<"text">();`
template <std::size_t N> struct fixed_string {
  char text[N + 1]{};

  constexpr fixed_string() = default;
  /// Converts from a string literal. It is not explicit, because `f<"text">` needs the conversion.
  constexpr fixed_string(const char (&literal)[N + 1]) {
    for (std::size_t i = 0; i < N; ++i)
      text[i] = literal[i];
    // The final zero is assigned explicitly, because clang prints a text in a message only if every
    // element of the array was assigned.
    text[N] = '\0';
  }
  /// Copies the first N characters of a text.
  constexpr explicit fixed_string(std::string_view from) {
    for (std::size_t i = 0; i < N && i < from.size(); ++i)
      text[i] = from[i];
    text[N] = '\0';
  }
  /// The text without the final zero.
  constexpr std::string_view view() const { return {text, N}; }
};

template <std::size_t M> fixed_string(const char (&)[M]) -> fixed_string<M - 1>;

} // namespace stria
