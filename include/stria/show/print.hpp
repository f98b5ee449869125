// SPDX-License-Identifier: BSL-1.0
// show/print.hpp: prints operands as NumPy prints arrays: array2string and operator<<.
// Tests: tests/show/cases.cpp, tests/show/stream.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/cells.hpp>
#include <stria/tensor/foreign.hpp>

#include <string>

namespace stria {

namespace detail {

/// An output stream of char. It is recognised by its members, because stria.hpp does not include
/// <ostream>.
template <class S>
concept char_stream = requires(S& s, const char* text) {
  typename S::traits_type;
  requires std::same_as<typename S::char_type, char>;
  s.write(text, 1);
  s.width(0);
};

template <class E> struct print_verdict {
  static constexpr bool accepted = printable_element<value_t<E>>;
  static constexpr message text() {
    return message("stria: elements of this type cannot be printed: give the type an "
                   "operator<<(std::ostream&, const T&)");
  }
};

/// An input stream, recognised by its members.
template <class S>
concept input_stream = requires(S& s) {
  typename S::traits_type;
  s.gcount();
};
struct read_verdict {
  static constexpr message text() {
    return message(
        "stria: a tensor cannot be read from a stream; load_csv reads a file, and a loop "
        "over elements(a) reads the elements of a tensor one by one");
  }
};

// Empty for arguments that are not operands, because clang needs the return type before it checks
// the constraint.
template <class E, class Result> struct print_result {};
template <operand E, class Result> struct print_result<E, Result> {
  using type = accepted_or_refused<print_verdict<E>, Result>;
};

} // namespace detail

/// Writes the elements as NumPy prints them: aligned, with only the corners of large operands.
///
/// \param e        a tensor, view or expression
/// \param options  print options (default: those of this thread)
/// \returns        std::string
/// \refuses        elements that cannot be written to a stream
/// \complexity     O(elements shown); only these are computed if the operand is an element-wise
///                 expression
/// \numpy          `np.array2string(e)`
/// \usage          `array2string(a, {.precision = 3})`
template <detail::operand E>
auto array2string(const E& e, const print_options& options = get_print_options()) ->
    typename detail::print_result<E, std::string>::type {
  STRIA_UNLESS_REFUSED(detail::print_verdict<E>)
  return detail::array_text<std::string>(e, options, {" ", options.linewidth, 0, 0});
}
STRIA_FOREIGN_FIRST(array2string);

namespace operators {

/// Writes the elements to a stream as NumPy prints them, with the options of this thread; an
/// operand of rank 0 is written as its element.
///
/// \param stream an output stream of char
/// \param e      a tensor, view or expression
/// \returns      the stream
/// \refuses      elements that cannot be written to a stream
/// \numpy        `print(e, end="")`
/// \usage        `std::cout << a << '\n';`
template <detail::char_stream Stream, detail::operand E>
auto operator<<(Stream& stream, E&& e) -> typename detail::print_result<E, Stream&>::type {
  STRIA_UNLESS_REFUSED(detail::print_verdict<E>) {
    const std::string text = detail::printed_text<std::string>(e, get_print_options());
    stream.write(text.data(), static_cast<index>(text.size()));
    stream.width(0);
    return stream;
  }
}

template <class Stream, class E>
auto operator>>(Stream&, const E&)
    -> detail::refusal_where<(detail::input_stream<Stream> && detail::operand<E>),
                             detail::read_verdict>;

} // namespace operators

} // namespace stria
