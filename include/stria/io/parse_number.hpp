// SPDX-License-Identifier: BSL-1.0
// io/parse_number.hpp: parses a number in the format of the "C" locale.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <array>
#include <bit>
#include <cfloat>
#include <charconv>
#include <clocale>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <version>

namespace stria::detail {

/// The number of characters that std::from_chars reads as a floating-point number at the beginning
/// of a text; 0 if there is no such number.
constexpr std::size_t number_length(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const auto letter = [&](std::size_t i) {
    return i < text.size() && text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32)
           : i < text.size()                                   ? text[i]
                                                               : '\0';
  };
  const auto follows = [&](std::string_view w) {
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
  if (follows("inf"))
    return at + (follows("infinity") ? 8 : 3);
  if (follows("nan")) {
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

/// std::from_chars for floating-point numbers, implemented with strtod.
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
  // The number is out of range if the result is infinite, or if the result is zero although the
  // mantissa has a digit other than 0.
  const std::string_view mantissa = std::string_view(number).substr(0, number.find_first_of("eE"));
  const bool is_word = number.find_first_of("nN") != std::string::npos;
  if (!is_word && (std::isinf(found) ||
                   (found == T() && mantissa.find_first_of("123456789") != std::string::npos)))
    return {first + n, std::errc::result_out_of_range};
  value = found;
  return {first + n, std::errc()};
}

/// The value of eight digits, or -1 if one of the characters is not a digit. All eight are
/// processed in one word, as in D. Lemire, "Number parsing at a gigabyte per second", Software:
/// Practice and Experience 51 (2021).
inline std::int64_t eight_digits(const char* at) {
  std::uint64_t word;
  __builtin_memcpy(&word, at, 8);
  constexpr std::uint64_t high = 0xF0F0F0F0F0F0F0F0, zeros = 0x3030303030303030;
  if ((word & high) != zeros || ((word + 0x0606060606060606) & high) != zeros)
    return -1;
  word -= zeros;
  word = word * 10 + (word >> 8); // every second byte is the value of two digits
  constexpr std::uint64_t pairs = 0x000000FF000000FF;
  const std::uint64_t outer = (word & pairs) * (100 + (std::uint64_t{1000000} << 32));
  const std::uint64_t inner = ((word >> 16) & pairs) * (1 + (std::uint64_t{10000} << 32));
  return static_cast<std::int64_t>((outer + inner) >> 32);
}

/// Powers of ten that the type represents exactly.
template <class W, std::size_t N> constexpr std::array<W, N> powers_of_ten() {
  std::array<W, N> p{};
  W power = 1;
  for (std::size_t k = 0; k < N; ++k, power *= 10)
    p[k] = power;
  return p;
}

/// A fast path for digits with an optional point. It sets `value` to the result of std::from_chars
/// and returns a pointer past the number. It returns nullptr if there are no digits, if there is an
/// exponent, if there are more than 19 digits (not counting leading zeros) or more than 22 digits
/// after the point, or if the division is not precise enough to decide how to round.
template <std::floating_point T>
const char* parse_decimal(const char* first, const char* last, T& value) {
  const char* at = first;
  const bool negative = at != last && *at == '-';
  if (negative)
    ++at;
  std::uint64_t digits = 0;
  const auto take_digits = [&] {
    const char* const begin = at;
    for (std::int64_t eight = 0; last - at >= 8 && (eight = eight_digits(at)) >= 0; at += 8)
      digits = digits * 100'000'000 + static_cast<std::uint64_t>(eight);
    for (; at != last && *at >= '0' && *at <= '9'; ++at)
      digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
    return at - begin;
  };
  const char* const begin = at;
  auto count = take_digits();
  std::ptrdiff_t after = 0;
  if (at != last && *at == '.') {
    ++at;
    after = take_digits();
    count += after;
  }
  if (count == 0 || after > 22 || (at != last && (*at == 'e' || *at == 'E')))
    return nullptr;
  for (const char* zero = begin; count > 19 && (*zero == '0' || *zero == '.'); ++zero)
    count -= *zero == '0' ? 1 : 0;
  if (count > 19)
    return nullptr;

  // Both numbers are exact, so their quotient is the value of W nearest to the decimal number. If
  // the neighbouring values of W round to the same T as the quotient, that T is the nearest one.
  const auto divide = [&]<class W>(W power) {
    const W quotient = static_cast<W>(digits) / power;
    const W error = quotient * std::numeric_limits<W>::epsilon();
    value = static_cast<T>(quotient);
    return std::same_as<W, T> ||
           (value == static_cast<T>(quotient - error) && value == static_cast<T>(quotient + error));
  };
  const auto power = static_cast<std::size_t>(after);
  bool sure = false;
  if (digits <= std::uint64_t{1} << 53) {
    static constexpr auto powers = powers_of_ten<double, 23>();
    sure = divide(powers[power]);
  } else if constexpr (std::numeric_limits<long double>::digits == 64) {
    static constexpr auto powers = powers_of_ten<long double, 23>();
    sure = divide(powers[power]);
  }
  if (negative)
    value = -value;
  return sure ? at : nullptr;
}

/// Parses a number as std::from_chars does. libc++ before version 20 has no std::from_chars for
/// floating-point numbers; with this library, strtod is used instead.
template <class T>
std::from_chars_result parse_number(const char* first, const char* last, T& value) {
  if constexpr ((std::same_as<T, float> || std::same_as<T, double>) && FLT_EVAL_METHOD == 0 &&
                std::endian::native == std::endian::little) {
    T found{};
    if (const char* const end = parse_decimal(first, last, found)) {
      value = found;
      return {end, std::errc()};
    }
  }
#if !defined(__cpp_lib_to_chars)
  if constexpr (std::floating_point<T>)
    return parse_by_strtod(first, last, value);
  else
#endif
    return std::from_chars(first, last, value);
}

} // namespace stria::detail
