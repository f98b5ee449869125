// SPDX-License-Identifier: BSL-1.0
// arguments/named_argument.hpp: arguments given as an enumerator or as the text of its name.
// Tests: tests/numpy/calculus/signals.cpp.
#pragma once

#include <stria/base/errors.hpp>

#include <string_view>
#include <type_traits>

namespace stria::detail {

/// An enumerator, or its name as a text. `Names` has `static constexpr const char* names[]` in the
/// order of the enumerators, and `what`, which describes the argument in messages.
///
/// \throws  value_error for any other text
template <class Enum, class Names> struct named_argument {
  Enum value;
  constexpr named_argument(Enum e) : value(e) {}
  constexpr named_argument(std::string_view text) : value() {
    for (unsigned char k = 0; const char* name : Names::names) {
      if (text == name) {
        value = static_cast<Enum>(k);
        return;
      }
      ++k;
    }
    message m("stria: the ");
    m << Names::what << " must be one of";
    for (const char* name : Names::names)
      m << " " << name;
    raise<value_error>(m);
  }
  constexpr named_argument(const char* text)
      : named_argument(text == nullptr ? std::string_view() : std::string_view(text)) {}
};
/// An enumerator that Argument accepts, or a text.
template <class X, class Argument>
concept names_a = std::is_convertible_v<const X&, Argument>;

} // namespace stria::detail
