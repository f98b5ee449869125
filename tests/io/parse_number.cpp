// SPDX-License-Identifier: BSL-1.0
// Parsing numbers by a division, and by strtod for standard libraries without std::from_chars for
// floating-point numbers: the same length, value and error as std::from_chars.
#include "catch.hpp"

#include <stria/io/parse_number.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

namespace {

template <class T> void compare(const std::string& text) {
  INFO("'" << text << "'");
  const char* const end = text.data() + text.size();
  T one = T(7);
  const auto a = std::from_chars(text.data(), end, one);
  const auto same = [&](const auto parse) {
    T other = T(7);
    const auto b = parse(text.data(), end, other);
    // Equal to the last bit, including the sign of zero and NaN.
    return a.ec == b.ec && a.ptr == b.ptr && std::signbit(one) == std::signbit(other) &&
           (one == other || (std::isnan(one) && std::isnan(other)));
  };
  CHECK(same(stria::detail::parse_by_strtod<T>));
  CHECK(same(stria::detail::parse_number<T>));
}

/// Whether such a text is parsed by a division and not by std::from_chars.
template <class T> bool divides(const std::string& text) {
  T value{};
  return stria::detail::parse_decimal(text.data(), text.data() + text.size(), value) ==
         text.data() + text.size();
}

} // namespace

TEMPLATE_TEST_CASE("the same results as std::from_chars", "", float, double, long double) {
  for (const char* text : {"",
                           "0",
                           "-0",
                           "+1",
                           " 1",
                           "1 ",
                           "1.5",
                           "1.",
                           ".5",
                           ".",
                           "-",
                           "-.",
                           "--1",
                           "1e5",
                           "1E+5",
                           "1e-5",
                           "1e",
                           "1e+",
                           "1e-x",
                           "e5",
                           "1.5.2",
                           "1,5",
                           "0x10",
                           "0b1",
                           "12abc",
                           "inf",
                           "-inf",
                           "INFINITY",
                           "infin",
                           "-Infinite",
                           "nan",
                           "-nan",
                           "NaN",
                           "nan()",
                           "nan(12_a)",
                           "nan(1",
                           "nan(1,2)",
                           "na",
                           "i",
                           "1e400",
                           "-1e400",
                           "1e5000",
                           "1e-400",
                           "-1e-400",
                           "1e-5000",
                           "1e-40",
                           "5e-324",
                           "3e-45",
                           "0e999999",
                           "-0.000e-99",
                           "3.4028236",
                           "16777217",
                           "0.1",
                           "1e23",
                           "9007199254740993",
                           "1.7976931348623157e308",
                           "1e99999999999999999999",
                           "1e-99999999999999999999",
                           "00012",
                           "1_000",
                           "1'000",
                           "\xD9\xA1",
                           "1\0002"})
    compare<TestType>(text);
}

TEMPLATE_TEST_CASE("random texts", "", float, double) {
  std::mt19937 g(11);
  const std::string characters = "0123456789..--++eEinfNAa(_) x";
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (std::size_t n = g() % 9; n > 0; --n)
      text += characters[g() % characters.size()];
    compare<TestType>(text);
  }
  // Numbers of all magnitudes.
  for (int k = 0; k < 5000; ++k) {
    char text[64];
    const auto bits = (static_cast<std::uint64_t>(g()) << 32) | g();
    const double v = std::bit_cast<double>(bits);
    const auto end = std::to_chars(text, text + 64, v).ptr;
    compare<TestType>({text, end});
  }
}

TEMPLATE_TEST_CASE("decimals as in tables", "", float, double) {
  std::mt19937_64 g(12);
  int divided = 0;
  constexpr int wanted = 20000;
  for (int k = 0; k < wanted; ++k) {
    // Random digits, often with a point, and with zeros in front.
    std::string text = std::to_string(g() >> (g() % 64));
    text.insert(0, g() % 4, '0');
    if (g() % 8 != 0)
      text.insert(g() % (text.size() + 1), 1, '.');
    if (g() % 2 == 0)
      text.insert(0, 1, '-');
    compare<TestType>(text);
    divided += divides<TestType>(text) ? 1 : 0;
  }
  CHECK(divided > wanted / 2);
  for (const char* text : {"0", "-0", "-0.0", ".5", "5.", "12345678", "123456789", "0.1", "0.3",
                           "12345678.12345678", "9007199254740992"})
    CHECK(divides<TestType>(text));
  for (const char* text :
       {"", "-", ".", "-.", "1e5", "1.5E3", "nan", "inf", "12345678901234567890"})
    CHECK(!divides<TestType>(text));
  // Half-way between two numbers, and near it.
  for (const char* text : {"16777217",
                           "16777217.0000000001",
                           "16777216.9999999999",
                           "9007199254740993",
                           "9007199254740993.0",
                           "9007199254740993.1",
                           "9007199254740992.9",
                           "0.50000002980232239",
                           "0.500000029802322387",
                           "1.00000005960464477539",
                           "18446744073709551615",
                           "18446744073709551616",
                           "9999999999999999999",
                           "0.000000000000000000000",
                           "0.0000000000000000000001",
                           "1234567a",
                           "12345678-",
                           "1234567:",
                           "12:45678",
                           "1.5.5",
                           "00000000000000000000000001"})
    compare<TestType>(text);
}

TEST_CASE("a long double is parsed by a division if its mantissa has 64 bits") {
  const bool wide = std::numeric_limits<long double>::digits == 64;
  CHECK(divides<double>("0.84147098480789650") == wide);
  CHECK(divides<double>("-123456.78901234567") == wide);
}
