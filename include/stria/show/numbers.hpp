// SPDX-License-Identifier: BSL-1.0
// show/numbers.hpp: numbers as text of equal width, as FloatingFormat and related classes of NumPy
// write them. Tests: tests/show/cases.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/expr/floating.hpp>
#include <stria/show/digits.hpp>
#include <stria/show/options.hpp>
#include <stria/tensor/heap_list.hpp>
#include <stria/tensor/hold.hpp>

#include <concepts>
#include <cstdint>
#include <limits>

namespace stria::detail {

template <class Text, std::integral Ix> Text integer_text(Ix n) {
  // The casts allow character types, which std::to_chars does not accept.
  if constexpr (std::is_signed_v<Ix>)
    return chars_of<Text>(24, static_cast<long long>(n));
  else
    return chars_of<Text>(24, static_cast<unsigned long long>(n));
}

template <class Text> Text right_aligned(std::size_t width, const Text& text) {
  return Text(text.size() < width ? width - text.size() : 0, ' ') + text;
}

/// The format of the floating-point numbers of a tensor, found by writing all of them once. Follows
/// FloatingFormat of NumPy line by line.
template <class Text, class T> class float_format {
  const print_options& options_;
  char sign_;
  bool with_exponent_ = false;
  digit_style style_{};

  static std::size_t width_of(int n) { return static_cast<std::size_t>(n < 0 ? 0 : n); }
  Text finite_text(T x) const {
    return with_exponent_ ? scientific_text<Text>(x, style_) : positional_text<Text>(x, style_);
  }

  void choose_exponent(const heap_list<T>& finite) {
    T largest{}, smallest{};
    for (const T x : finite) {
      const T magnitude = is_negative(x) ? -x : x;
      if (magnitude == T{})
        continue;
      largest = largest < magnitude ? magnitude : largest;
      smallest = smallest == T{} || magnitude < smallest ? magnitude : smallest;
    }
    if (largest != T{})
      with_exponent_ = largest >= T(1e8) ||
                       (!options_.suppress && (smallest < 1e-4 || largest / smallest > T{1000}));
  }

  void measure(const heap_list<T>& finite) {
    const float_mode mode = options_.floatmode;
    constexpr int most = 16384; // more digits than any number has, as in NumPy
    const int precision = options_.precision < 0      ? 0
                          : options_.precision > most ? most
                                                      : options_.precision;
    style_.plus = sign_ == '+';
    style_.precision = mode == float_mode::unique ? -1 : precision;
    style_.unique = mode != float_mode::fixed;
    style_.trim = style_.unique ? trim_zeros::drop : trim_zeros::keep;
    int whole = 0, fraction = 0, exponent = 0;
    for (const T x : finite) {
      const Text text = finite_text(x);
      const std::size_t point = text.find('.'), e = text.find('e');
      const std::size_t end = e == Text::npos ? text.size() : e;
      const auto longer = [](int& n, std::size_t m) {
        n = n < static_cast<int>(m) ? static_cast<int>(m) : n;
      };
      longer(whole, point);
      longer(fraction, end - point - 1);
      // The exponent is counted without 'e' and its sign.
      if (e != Text::npos)
        longer(exponent, text.size() - e - 2);
    }
    style_.pad_left = whole;
    if (with_exponent_) {
      style_.trim = trim_zeros::keep;
      style_.precision = style_.min_digits = fraction;
      style_.exponent_digits = exponent;
      // The fraction, 'e', the sign and the digits of the exponent. Numbers fill these columns; nan
      // and inf need the padding.
      style_.pad_right = exponent + 2 + fraction;
    } else {
      style_.pad_right = fraction;
      style_.min_digits = 0;
      style_.trim = trim_zeros::drop;
      if (mode == float_mode::fixed || mode == float_mode::maxprec_equal) {
        style_.precision = style_.min_digits = fraction;
        style_.trim = trim_zeros::keep;
      }
    }
  }

public:
  float_format(const heap_list<T>& values, const print_options& options, char sign)
      : options_(options), sign_(sign) {
    heap_list<T> finite;
    bool negative = false, negative_inf = false;
    for (const T x : values) {
      if (is_finite(x)) {
        finite.push_back(x);
        negative = negative || is_negative(x);
      } else {
        negative_inf = negative_inf || (!is_nan(x) && is_negative(x));
      }
    }
    if (!finite.empty()) {
      choose_exponent(finite);
      measure(finite);
    }
    if (sign_ == ' ' && !negative)
      ++style_.pad_left;
    if (finite.size() != values.size()) {
      const auto widen = [this](std::size_t width) {
        const int left = static_cast<int>(width) - (style_.pad_right + 1);
        style_.pad_left = style_.pad_left < left ? left : style_.pad_left;
      };
      widen(options_.nanstr.size());
      widen(options_.infstr.size() + (sign_ != '-' || negative_inf ? 1 : 0));
    }
  }

  Text operator()(T x) const {
    if (is_finite(x))
      return finite_text(x);
    Text text = !is_nan(x) && is_negative(x) ? "-" : sign_ == '+' ? "+" : "";
    text += is_nan(x) ? options_.nanstr : options_.infstr;
    return right_aligned(width_of(style_.pad_left + style_.pad_right + 1), text);
  }
};

/// A single floating-point number with all its digits, independent of the options. NumPy:
/// `str(np.float64(x))`.
template <class Text, std::floating_point T> Text scalar_text(T x, trim_zeros trim) {
  if (!is_finite(x))
    return is_nan(x) ? "nan" : is_negative(x) ? "-inf" : "inf";
  using compared = decltype(x + 1.0);
  const compared magnitude = static_cast<compared>(is_negative(x) ? -x : x);
  digit_style s;
  s.trim = trim;
  if (magnitude == compared{} || (magnitude >= compared(1e-4L) && magnitude < compared(1e16L)))
    return positional_text<Text>(x, s);
  s.trim = trim_zeros::drop_point;
  return scientific_text<Text>(x, s);
}

/// A single complex number. NumPy: `str(np.complex128(z))`.
template <class Text, class C> Text complex_scalar_text(const C& z) {
  const auto re = z.real(), im = z.imag();
  Text imaginary = scalar_text<Text>(im, trim_zeros::drop_point) + 'j';
  if (re == 0 && !is_negative(re))
    return imaginary;
  Text text = '(' + scalar_text<Text>(re, trim_zeros::drop_point);
  if (imaginary.front() != '-')
    text += '+';
  return text += imaginary + ')';
}

/// Inserts 'j' before the blanks that pad a number on the right.
template <class Text> Text with_j(Text text) {
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] == ' ')
    --end;
  return text.insert(end, 1, 'j');
}

} // namespace stria::detail
