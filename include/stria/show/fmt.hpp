// SPDX-License-Identifier: BSL-1.0
// show/fmt.hpp: formats operands with {fmt}.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/print.hpp>

#include <fmt/format.h>

#include <string>

/// Formats operands with {fmt}: the specification applies to each element.
///
/// The texts of the elements are aligned to the right; rows and brackets are those of NumPy. The
/// parts of complex numbers are formatted separately. `{}` gives the text that `<<` writes.
///
/// \throws       fmt::format_error for a specification that {fmt} does not accept for an element
/// \numpy        `np.array2string(a, formatter={"float_kind": "{:.2f}".format})`, aligned
/// \usage        `fmt::format("{:.2f}", a)`
template <class E>
  requires stria::detail::operand<E>
struct fmt::formatter<E, char> {
private:
  using T = typename E::value_type;
  static constexpr auto part() {
    if constexpr (stria::detail::is_complex<T>::value)
      return typename T::value_type{};
    else if constexpr (fmt::is_formattable<T>::value)
      return fmt::formatter<T, char>{};
    else
      return 0;
  }
  template <class P> struct of_part {
    using type = P;
  };
  template <std::floating_point P> struct of_part<P> {
    using type = fmt::formatter<P, char>;
  };
  static constexpr bool has_elements =
      stria::detail::is_complex<T>::value || fmt::is_formattable<T>::value;
  using element_formatter = typename of_part<decltype(part())>::type;

  element_formatter element_{};
  bool plain_ = true;

  template <class V> std::string text_of(const V& value, fmt::format_context& context) const {
    fmt::memory_buffer buffer;
    const auto out = context.out();
    context.advance_to(fmt::appender(buffer));
    element_.format(value, context);
    context.advance_to(out);
    return fmt::to_string(buffer);
  }

public:
  constexpr auto parse(fmt::format_parse_context& context) {
    auto it = context.begin();
    plain_ = it == context.end() || *it == '}';
    if constexpr (has_elements) {
      if (!plain_)
        it = element_.parse(context);
    } else if (!plain_) {
      STRIA_THROW(fmt::format_error("stria: {fmt} has no format for elements of this type: use {}"),
                  "stria: {fmt} has no format for elements of this type: use {}");
    }
    return it;
  }

  auto format(const E& e, fmt::format_context& context) const {
    using namespace stria::detail;
    static_assert(printable_element<T> || has_elements,
                  "stria: elements of this type cannot be printed: give the type an "
                  "operator<<(std::ostream&, const T&) or a fmt::formatter");
    const stria::print_options options = stria::get_print_options();
    std::string text;
    if constexpr (printable_element<T>)
      if (plain_)
        text = printed_text<std::string>(e, options);
    if constexpr (has_elements)
      if (!plain_ || !printable_element<T>)
        text = formatted_text<std::string>(
            e, options, [&](const auto& value) { return text_of(value, context); });
    auto out = context.out();
    for (const char c : text)
      *out++ = c;
    return out;
  }
};
