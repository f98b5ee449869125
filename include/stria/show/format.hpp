// SPDX-License-Identifier: BSL-1.0
// show/format.hpp: formats operands with std::format, if the library has it.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/print.hpp>

#include <version>

#if defined(__cpp_lib_format)

#include <algorithm>
#include <format>
#include <string>
#include <string_view>
#include <type_traits>

/// Formats operands with std::format: the specification applies to each element.
///
/// The elements are aligned to the right; rows and brackets are as in NumPy. The parts of complex
/// numbers are formatted separately. `{}` gives the text that `<<` writes.
///
/// \throws       std::format_error for a specification that std::format does not accept for an
///               element, and for a width or precision given as an argument
/// \numpy        `np.array2string(a, formatter={"float_kind": "{:.2f}".format})`, aligned
/// \usage        `std::format("{:.2f}", a)`
template <class E>
  requires stria::detail::operand<E>
struct std::formatter<E, char> {
private:
  using T = typename E::value_type;
  template <class P> struct part_of {
    using type = P;
  };
  template <class P>
    requires stria::detail::is_complex<P>::value
  struct part_of<P> {
    using type = typename P::value_type;
  };
  using part = typename part_of<T>::type;

  static constexpr bool has_elements = std::is_default_constructible_v<std::formatter<part, char>>;

  std::string_view specification_;

public:
  template <class Context> constexpr auto parse(Context& context) {
    auto it = context.begin();
    if (it == context.end() || *it == '}')
      return it;
    if constexpr (has_elements) {
      // The specification is parsed to check it; std::vformat parses it again for each element.
      std::formatter<part, char> element;
      const auto end = element.parse(context);
      specification_ = std::string_view(it, end);
      if (specification_.find('{') != std::string_view::npos)
        STRIA_THROW(
            std::format_error("stria: the width and the precision of elements must be constants"),
            "stria: the width and the precision of elements must be constants");
      return end;
    } else {
      STRIA_THROW(
          std::format_error("stria: std::format cannot format elements of this type: use {}"),
          "stria: std::format cannot format elements of this type: use {}");
    }
  }

  template <class Context> auto format(const E& e, Context& context) const {
    using namespace stria::detail;
    static_assert(printable_element<T>,
                  "stria: elements of this type cannot be printed: give the type an "
                  "operator<<(std::ostream&, const T&)");
    const stria::print_options options = stria::get_print_options();
    if (specification_.empty()) {
      const auto text = printed_text<std::string>(e, options);
      return std::copy(text.begin(), text.end(), context.out());
    }
    std::string text;
    if constexpr (has_elements) {
      const std::string element = "{:" + std::string(specification_) + '}';
      text = formatted_text<std::string>(e, options, [&](const auto& value) {
        return std::vformat(element, std::make_format_args(value));
      });
    }
    return std::copy(text.begin(), text.end(), context.out());
  }
};

#endif
