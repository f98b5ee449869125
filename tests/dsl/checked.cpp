// SPDX-License-Identifier: BSL-1.0
#include "catch.hpp"

#include <stria/base/checked.hpp>

#include <cstdint>
#include <limits>
#include <string>

using stria::index;
using namespace stria::detail;

namespace {

constexpr index most = std::numeric_limits<index>::max();
constexpr index least = std::numeric_limits<index>::min();

/// The text of the value_error that a call throws, or nothing.
template <class F> std::string refusal_of(F call) {
  try {
    static_cast<void>(call());
  } catch (const stria::value_error& e) {
    return e.what();
  }
  return "";
}

struct row {
  index a, b;
  bool multiplies, adds, subtracts;
};
// Arguments, and whether the exact result fits an index.
constexpr row rows[] = {
    {0, least, true, true, false},
    {1, most, true, false, true},
    {-1, least, false, false, true},
    {2, most / 2, true, true, true},
    {2, most / 2 + 1, false, true, true},
    {least, least, false, false, true},
    {most, -1, true, true, false},
    {most, most, false, false, true},
    {-3, 5, true, true, true},
};

} // namespace

TEST_CASE("sums, differences and products are exact or do not fit") {
  for (const row& r : rows) {
    CAPTURE(r.a, r.b);
    index out = 0;
    CHECK(multiply_fits(r.a, r.b, out) == r.multiplies);
    if (r.multiplies)
      CHECK(static_cast<std::size_t>(out) ==
            static_cast<std::size_t>(r.a) * static_cast<std::size_t>(r.b));
    CHECK(add_fits(r.a, r.b, out) == r.adds);
    if (r.adds)
      CHECK(out - r.b == r.a);
    CHECK(subtract_fits(r.a, r.b, out) == r.subtracts);
    if (r.subtracts)
      CHECK(out + r.b == r.a);
  }
}

TEST_CASE("rounding up") {
  index out = -7;
  CHECK(round_up_fits(0, 64, out));
  CHECK(out == 0);
  CHECK(round_up_fits(65, 64, out));
  CHECK(out == 128);
  CHECK(round_up_fits(most, 1, out));
  CHECK(out == most);
  CHECK_FALSE(round_up_fits(most, 64, out));
  CHECK(out == most); // unchanged
  CHECK(round_up(65, 64) == 128);
  CHECK(round_up(64, 64) == 64);
}

TEST_CASE("quotients that are rounded up cannot overflow") {
  CHECK(divide_up(0, 64) == 0);
  CHECK(divide_up(1, 64) == 1);
  CHECK(divide_up(64, 64) == 1);
  CHECK(divide_up(65, 64) == 2);
  CHECK(divide_up(most, 2) == most / 2 + 1);
  CHECK(divide_up(most, most) == 1);
}

TEST_CASE("numbers as integers") {
  index i = 5;
  CHECK(convert_fits(-2.9, i));
  CHECK(i == -2);
  CHECK(convert_fits(-0x1p63, i));
  CHECK(i == least);
  CHECK_FALSE(convert_fits(0x1p63, i));
  CHECK_FALSE(convert_fits(std::numeric_limits<double>::quiet_NaN(), i));
  CHECK_FALSE(convert_fits(std::numeric_limits<float>::infinity(), i));
  CHECK_FALSE(convert_fits(-std::numeric_limits<long double>::infinity(), i));
  CHECK_FALSE(convert_fits(~std::uint64_t{0}, i));
  CHECK(i == least); // unchanged
  std::uint8_t byte = 0;
  CHECK(convert_fits(255.5, byte));
  CHECK(byte == 255);
  CHECK_FALSE(convert_fits(256, byte));
  CHECK_FALSE(convert_fits(-1, byte));
  CHECK_FALSE(convert_fits(-1., byte));
}

TEST_CASE("overflow errors contain the operation and both numbers") {
  CHECK(refusal_of([] { return multiply_or_raise("tile", most, 2); }) ==
        "stria: tile: 9223372036854775807 * 2 is out of range for a size; the largest one is "
        "9223372036854775807");
  CHECK_THAT(refusal_of([] { return add_or_raise("pad", most, 1); }),
             test::contains("pad: 9223372036854775807 + 1"));
  CHECK_THAT(refusal_of([] { return subtract_or_raise("roll", least, 1); }),
             test::contains("roll: -9223372036854775808 - 1"));
  CHECK_THAT(refusal_of([] { return round_up_or_raise("rows", most, 8); }),
             test::contains("9223372036854775807 rounded up to a multiple of 8"));
  CHECK_THAT(refusal_of([] { return convert_or_raise<int>("arange", 1e300); }),
             test::contains("arange: a number"));
  CHECK_THAT(refusal_of([] { return convert_or_raise<short>("arange", 1e300); }),
             test::contains("outside of -32768 to 32767)"));
  CHECK(refusal_of([] { return add_or_raise("pad", most, 0); }).empty());
}

TEST_CASE("checked arithmetic in constant expressions") {
  static_assert(multiply_or_raise("", 3, 4) == 12);
  static_assert(add_or_raise("", most, least) == -1);
  static_assert(subtract_or_raise("", -1, least) == most);
  static_assert(round_up_or_raise("", 9, 8) == 16);
  static_assert(convert_or_raise("", 2.5) == 2);
  static_assert([] {
    index r = 0;
    return !multiply_fits(most, index{2}, r) && !convert_fits(1e19, r);
  }());
  SUCCEED();
}
