// SPDX-License-Identifier: BSL-1.0
// Numbers by strtod, for standard libraries without std::from_chars of floating-point numbers: the
// same characters, value and verdict as std::from_chars.
#include "catch.hpp"

#include <stria/io/parse_number.hpp>

#include <bit>
#include <cstdint>
#include <random>
#include <string>

namespace {

template <class T> void compare(const std::string& text) {
  INFO("'" << text << "'");
  T one = T(7), other = T(7);
  const char* const end = text.data() + text.size();
  const auto a = std::from_chars(text.data(), end, one);
  const auto b = stria::detail::parse_by_strtod(text.data(), end, other);
  CHECK(a.ec == b.ec);
  CHECK(a.ptr - text.data() == b.ptr - text.data());
  // To the last bit, the sign of zero and NaN included.
  CHECK(std::signbit(one) == std::signbit(other));
  CHECK((one == other || (std::isnan(one) && std::isnan(other))));
}

} // namespace

TEMPLATE_TEST_CASE("as std::from_chars", "", float, double, long double) {
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
