// SPDX-License-Identifier: BSL-1.0
// show/digits.hpp: a floating-point number as decimal text, as dragon4_positional and
// dragon4_scientific of NumPy write it. Tests: tests/show/cases.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/expr/floating.hpp>

#include <charconv>
#include <cstddef>
#include <limits>

namespace stria::detail {

/// The treatment of zeros at the end of the fraction: keep and pad; drop ("1."); drop all but one
/// after the point ("1.0"); drop also the point ("1"). NumPy: `trim` 'k', '.', '0', '-'.
enum class trim_zeros { keep, drop, leave_one, drop_point };

/// The arguments of dragon4 of NumPy. -1 corresponds to None.
struct digit_style {
  bool unique = true;
  bool plus = false;
  trim_zeros trim = trim_zeros::drop;
  int precision = -1;
  int min_digits = -1;
  int pad_left = 0;
  int pad_right = 0;
  int exponent_digits = 2;
};

// Text is std::string throughout show/. It is a template parameter so that programs that print
// nothing do not compile its instantiations.

/// The digits of a number before and after the point, and an exponent for the form `d.ddd`.
template <class Text> struct digit_text {
  Text whole{}, fraction{};
  int exponent = 0;
};

/// True if the sign bit is set, which includes -0.0. With -ffast-math compilers take -0.0 for 0.0,
/// so the bit is read.
template <class T> constexpr bool is_negative(const T& x) {
  if constexpr (tests_bits<T>)
    return __builtin_bit_cast(float_bits<T>, x) != magnitude_bits_of(x);
  else
    return __builtin_signbit(x) != 0;
}

/// No number of type T has more decimals; further decimals are zeros.
template <class T>
inline constexpr int most_digits =
    std::numeric_limits<T>::digits - std::numeric_limits<T>::min_exponent;

/// The text that std::to_chars writes; empty if it has more than `size` characters. It is rounded
/// correctly, and is the same in every locale.
template <class Text, class T, class... Format>
Text chars_of(std::size_t size, T value, Format... format) {
  Text text(size, '\0');
  const auto result = std::to_chars(text.data(), text.data() + size, value, format...);
  text.resize(
      result.ec == decltype(result.ec)() ? static_cast<std::size_t>(result.ptr - text.data()) : 0);
  return text;
}

/// Splits `d.ddde+xx` into its parts.
template <class Text> digit_text<Text> split_scientific(const Text& text) {
  digit_text<Text> d;
  const std::size_t e = text.find('e'), point = text.find('.');
  d.whole = text.substr(0, 1);
  if (point < e)
    d.fraction = text.substr(point + 1, e - point - 1);
  // Without the sign, because from_chars does not accept '+'.
  std::from_chars(text.data() + e + 2, text.data() + text.size(), d.exponent);
  if (text[e + 1] == '-')
    d.exponent = -d.exponent;
  return d;
}

/// The fewest digits that distinguish the number from its neighbours.
template <class Text, class T> digit_text<Text> shortest_digits(T magnitude) {
  return split_scientific(chars_of<Text>(64, magnitude, std::chars_format::scientific));
}

/// The number with `places` decimals, correctly rounded.
template <class Text, class T> digit_text<Text> exact_scientific(T magnitude, int places) {
  const int given = places < most_digits<T> ? places : most_digits<T>;
  digit_text<Text> d = split_scientific(chars_of<Text>(
      static_cast<std::size_t>(given) + 16, magnitude, std::chars_format::scientific, given));
  d.fraction.append(static_cast<std::size_t>(places - given), '0');
  return d;
}
template <class Text, class T> digit_text<Text> exact_fixed(T magnitude, int places) {
  const int given = places < most_digits<T> ? places : most_digits<T>;
  const Text text =
      chars_of<Text>(static_cast<std::size_t>(given + std::numeric_limits<T>::max_exponent10) + 16,
                     magnitude, std::chars_format::fixed, given);
  digit_text<Text> d;
  const std::size_t point = text.find('.');
  d.whole = text.substr(0, point);
  if (point != Text::npos)
    d.fraction = text.substr(point + 1);
  d.fraction.append(static_cast<std::size_t>(places - given), '0');
  return d;
}

/// The number of decimals to write if the shortest text has `shortest` of them; -1 means the
/// shortest text.
inline int exact_places(const digit_style& s, int shortest) {
  if (!s.unique || (s.precision >= 0 && shortest > s.precision))
    return s.precision;
  return s.min_digits >= 0 && shortest < s.min_digits ? s.min_digits : -1;
}

/// The digits without an exponent.
template <class Text, class T>
digit_text<Text> positional_digits(T magnitude, const digit_style& s) {
  int places = s.precision;
  if (s.unique) {
    digit_text<Text> d = shortest_digits<Text>(magnitude);
    const Text digits = d.whole + d.fraction;
    places = exact_places(s, static_cast<int>(digits.size()) - 1 - d.exponent);
    if (places < 0) {
      // Move the point by the exponent.
      const std::size_t n = digits.size();
      if (d.exponent < 0) {
        d.whole.assign(1, '0');
        d.fraction = Text(static_cast<std::size_t>(-d.exponent - 1), '0') + digits;
      } else if (const auto e = static_cast<std::size_t>(d.exponent); e + 1 < n) {
        d.whole = digits.substr(0, e + 1);
        d.fraction = digits.substr(e + 1);
      } else {
        d.whole = digits + Text(e + 1 - n, '0');
        d.fraction.clear();
      }
      return d;
    }
  }
  return exact_fixed<Text>(magnitude, places);
}

/// The digits of `d.ddd` and the exponent.
template <class Text, class T>
digit_text<Text> scientific_digits(T magnitude, const digit_style& s) {
  int places = s.precision;
  if (s.unique) {
    digit_text<Text> d = shortest_digits<Text>(magnitude);
    places = exact_places(s, static_cast<int>(d.fraction.size()));
    if (places < 0)
      return d;
  }
  return exact_scientific<Text>(magnitude, places);
}

/// Trims or pads the zeros of the fraction; returns whether the point is written.
template <class Text> bool trim_fraction(Text& fraction, const digit_style& s) {
  if (s.trim == trim_zeros::keep) {
    const int wanted = s.unique ? s.min_digits : s.precision;
    if (wanted > static_cast<int>(fraction.size()))
      fraction.resize(static_cast<std::size_t>(wanted), '0');
    return true;
  }
  while (!fraction.empty() && fraction.back() == '0')
    fraction.pop_back();
  if (s.trim == trim_zeros::leave_one && fraction.empty())
    fraction += '0';
  return s.trim != trim_zeros::drop_point || !fraction.empty();
}

template <class Text> void pad_to(Text& text, std::size_t used, int wanted) {
  if (wanted > static_cast<int>(used))
    text.append(static_cast<std::size_t>(wanted) - used, ' ');
}

/// The sign and the integer part, padded with blanks on the left.
template <class Text> Text padded_whole(bool negative, const Text& whole, const digit_style& s) {
  Text text;
  const char* const sign = negative ? "-" : s.plus ? "+" : "";
  pad_to(text, whole.size() + (*sign != '\0' ? 1 : 0), s.pad_left);
  text += sign;
  return text += whole;
}

/// A finite number without an exponent. NumPy: `np.format_float_positional(x)`.
template <class Text, class T> Text positional_text(T x, const digit_style& s) {
  digit_text<Text> d = positional_digits<Text>(is_negative(x) ? -x : x, s);
  Text text = padded_whole(is_negative(x), d.whole, s);
  const bool point = trim_fraction(d.fraction, s);
  if (point)
    text += '.';
  text += d.fraction;
  if (!point && s.pad_right > 0)
    text += ' ';
  pad_to(text, d.fraction.size(), s.pad_right);
  return text;
}

/// A finite number with an exponent. NumPy: `np.format_float_scientific(x)`.
template <class Text, class T> Text scientific_text(T x, const digit_style& s) {
  digit_text<Text> d = scientific_digits<Text>(is_negative(x) ? -x : x, s);
  Text text = padded_whole(is_negative(x), d.whole, s);
  if (trim_fraction(d.fraction, s))
    text += '.';
  text += d.fraction;
  text += d.exponent < 0 ? "e-" : "e+";
  const Text exponent = chars_of<Text>(16, d.exponent < 0 ? -d.exponent : d.exponent);
  for (std::size_t k = exponent.size(); static_cast<int>(k) < s.exponent_digits; ++k)
    text += '0';
  return text += exponent;
}

} // namespace stria::detail
