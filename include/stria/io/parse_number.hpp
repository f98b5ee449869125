// SPDX-License-Identifier: BSL-1.0
// io/parse_number.hpp: a number out of text, in the format of the locale "C".
#pragma once

#include <charconv>
#include <clocale>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <version>

namespace stria::detail {

/// How many characters of the text are a floating-point number as std::from_chars takes it: none
/// where it begins with none.
constexpr std::size_t number_length(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const auto letter = [&](std::size_t i) {
    return i < text.size() && text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32)
           : i < text.size()                                   ? text[i]
                                                               : '\0';
  };
  const auto word = [&](std::string_view w) {
    for (std::size_t i = 0; i < w.size(); ++i)
      if (letter(at + i) != w[i])
        return false;
    return true;
  };
  const auto digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9')
      ++at;
    return at - first;
  };
  if (word("inf"))
    return at + (word("infinity") ? 8 : 3);
  if (word("nan")) {
    at += 3;
    std::size_t end = at + 1;
    const auto in_brackets = [&] {
      const char c = letter(end);
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (letter(at) == '(') {
      while (in_brackets())
        ++end;
      if (letter(end) == ')')
        return end + 1;
    }
    return at;
  }
  std::size_t found = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    found += digits();
  }
  if (found == 0)
    return 0;
  if (letter(at) == 'e') {
    const std::size_t mantissa = at++;
    if (letter(at) == '-' || letter(at) == '+')
      ++at;
    if (digits() == 0)
      at = mantissa;
  }
  return at;
}

/// std::from_chars for floating-point numbers, by strtod.
template <std::floating_point T>
std::from_chars_result parse_by_strtod(const char* first, const char* last, T& value) {
  const std::size_t n = number_length({first, last});
  if (n == 0)
    return {first, std::errc::invalid_argument};
  std::string number(first, n);
  if (const std::size_t point = number.find('.'); point != std::string::npos)
    number.replace(point, 1, std::localeconv()->decimal_point);
  T found{};
  if constexpr (std::same_as<T, float>)
    found = std::strtof(number.c_str(), nullptr);
  else if constexpr (std::same_as<T, double>)
    found = std::strtod(number.c_str(), nullptr);
  else
    found = std::strtold(number.c_str(), nullptr);
  // Beyond its type's range: a number that is infinite, or zero without being written so.
  const std::string_view mantissa = std::string_view(number).substr(0, number.find_first_of("eE"));
  const bool is_word = number.find_first_of("nN") != std::string::npos;
  if (!is_word && (std::isinf(found) ||
                   (found == T() && mantissa.find_first_of("123456789") != std::string::npos)))
    return {first + n, std::errc::result_out_of_range};
  value = found;
  return {first + n, std::errc()};
}

/// std::from_chars; the library of LLVM before 20 has none for floating-point numbers.
template <class T>
std::from_chars_result parse_number(const char* first, const char* last, T& value) {
#if !defined(__cpp_lib_to_chars)
  if constexpr (std::floating_point<T>)
    return parse_by_strtod(first, last, value);
  else
#endif
    return std::from_chars(first, last, value);
}

} // namespace stria::detail
