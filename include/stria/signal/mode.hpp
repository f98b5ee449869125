// SPDX-License-Identifier: BSL-1.0
// signal/mode.hpp: which part of a convolution is asked for.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/fn/convolve.hpp>

#include <string_view>

namespace stria::signal {

/// The part of a convolution, by the name of this namespace. SciPy: `mode="full"`, `"same"`,
/// `"valid"`.
using mode = convolve_mode;

} // namespace stria::signal

namespace stria::detail {

/// One of the names that an enumerator has, or a text that is one of them: `value_error` for
/// others. Names: `static constexpr const char* names[]` in the order of the enumerators, and
/// `what` they are.
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
    m << Names::what << " is one of";
    for (const char* name : Names::names)
      m << " " << name;
    raise<value_error>(m);
  }
  constexpr named_argument(const char* text)
      : named_argument(text == nullptr ? std::string_view() : std::string_view(text)) {}
};
struct mode_names {
  static constexpr const char* what = "mode of a convolution";
  static constexpr const char* names[] = {"full", "same", "valid"};
};
using mode_argument = named_argument<signal::mode, mode_names>;
/// A mode, or the text of one.
template <class X, class Argument>
concept names_a = std::is_convertible_v<const X&, Argument>;

} // namespace stria::detail
