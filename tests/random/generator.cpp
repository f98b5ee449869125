// SPDX-License-Identifier: BSL-1.0
// The generator, compared with published test vectors, and uniform bits from engines of any range.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace stria;

namespace {

using numbers = std::array<std::uint64_t, 4>;
inline constexpr std::uint64_t all_ones = ~std::uint64_t{0};

/// Counts from 0 to Last repeatedly, beginning with 10.
template <unsigned Last> struct counting {
  using result_type = unsigned;
  unsigned next = 0;
  int calls = 0;
  static constexpr unsigned min() { return 10; }
  static constexpr unsigned max() { return 10 + Last; }
  constexpr unsigned operator()() {
    ++calls;
    const unsigned n = next;
    next = next == Last ? 0 : next + 1;
    return 10 + n;
  }
};

/// The sum over cells of (found - expected)^2 / expected.
double chi_square(const std::vector<int>& found, double expected) {
  double sum = 0;
  for (int n : found)
    sum += (n - expected) * (n - expected) / expected;
  return sum;
}

} // namespace

TEST_CASE("Philox gives the published test vectors") {
  // kat_vectors of Random123, the authors' library: philox4x64, 10 rounds.
  STATIC_REQUIRE(detail::philox({}, {}) == numbers{0x16554D9ECA36314C, 0xDB20FE9D672D0FDC,
                                                   0xD7E772CEE186176B, 0x7E68B68AEC7BA23B});
  STATIC_REQUIRE(
      detail::philox({all_ones, all_ones, all_ones, all_ones}, {all_ones, all_ones}) ==
      numbers{0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0});
  STATIC_REQUIRE(
      detail::philox(
          {0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89},
          {0x452821E638D01377, 0xBE5466CF34E90C6C}) ==
      numbers{0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6});
}

TEST_CASE("the generator is a standard engine") {
  STATIC_REQUIRE(std::uniform_random_bit_generator<random::generator>);
  STATIC_REQUIRE(random::generator::min() == 0);
  STATIC_REQUIRE(random::generator::max() == all_ones);

  // np.random.Philox(key=[42, 0]).random_raw(6)
  random::generator g(42);
  CHECK(g() == 0xD1F8817D4D62880E);
  CHECK(g() == 0x307266B65CC8797E);
  CHECK(g() == 0xDE1F04E7F084ED03);
  CHECK(g() == 0x65034A8E78CD1E59);
  CHECK(g() == 0x5E3DAA8961C3E3D3);
  CHECK(g() == 0x6F37DEA4A04BD05C);

  const int dice = std::uniform_int_distribution<int>(1, 6)(g);
  CHECK((dice >= 1 && dice <= 6));
}

TEST_CASE("a seed and a stream determine a sequence; a copy continues from the same place") {
  random::generator a(1), b(1), other_seed(2), other_stream(1, 1);
  CHECK(a == b);
  CHECK(a() == b());
  CHECK(a() != other_seed());
  CHECK(b() != other_stream());
  auto c = a;
  CHECK(c() == a());
  CHECK(c == a);
  CHECK(a != b);
  // Negative seeds are valid.
  CHECK(random::generator(-1)() == random::generator(all_ones)());
  CHECK(random::generator(-1)() != random::generator(1)());
}

TEST_CASE("requirements of an engine") {
  STATIC_REQUIRE(detail::bit_generator<std::mt19937>);
  STATIC_REQUIRE(detail::bit_generator<std::minstd_rand>);
  STATIC_REQUIRE(detail::bit_generator<std::ranlux48>);
  STATIC_REQUIRE(detail::bit_generator<std::random_device>);
  STATIC_REQUIRE(detail::bit_generator<random::generator>);
  STATIC_REQUIRE(!detail::bit_generator<const random::generator>);
  STATIC_REQUIRE(!detail::bit_generator<int>);
  STATIC_REQUIRE(!detail::bit_generator<int (*)()>);
  STATIC_REQUIRE(!detail::bit_generator<std::uniform_int_distribution<int>>);
  STATIC_REQUIRE(detail::bits_per_draw<random::generator> == 64);
  STATIC_REQUIRE(detail::bits_per_draw<std::mt19937> == 32);
  STATIC_REQUIRE(detail::bits_per_draw<std::minstd_rand> == 30);
  STATIC_REQUIRE(detail::bits_per_draw<std::ranlux48> == 48);
}

TEST_CASE("bits come from as few draws as possible") {
  counting<15> four; // four bits a draw
  CHECK(detail::draw_bits<4>(four) == 0x0);
  CHECK(detail::draw_bits<8>(four) == 0x12);
  CHECK(detail::draw_bits<6>(four) == 0b00'0100); // the upper half of 3, then 4
  CHECK(four.calls == 5);
  CHECK(detail::draw_bits<64>(four) == 0x56789ABCDEF01234);
  CHECK(four.calls == 21);

  counting<4> five; // the fifth of five values is left out, so each draw gives two bits
  CHECK(detail::draw_bits<2>(five) == 0);
  CHECK(detail::draw_bits<8>(five) == 0b01'10'11'00);
  CHECK(five.calls == 6);
}

TEST_CASE("integers below n are equally frequent") {
  random::generator g(3);
  // The limits are exceeded one time in a million.
  for (const auto& [n, limit] : {std::pair{2, 24.0}, std::pair{6, 37.0}, std::pair{100, 180.0}}) {
    std::vector<int> found(static_cast<std::size_t>(n));
    for (int k = 0; k < 1000 * n; ++k)
      ++found[detail::draw_below(g, static_cast<std::uint64_t>(n))];
    CHECK(chi_square(found, 1000) < limit);
  }
  // For n = 3 * 2^62, a product alone would give every third number twice as often as the others. A
  // remainder alone would give each number of the lowest third twice as often.
  const std::uint64_t third = std::uint64_t{1} << 62U;
  std::vector<int> places(3), thirds(3);
  for (int k = 0; k < 30'000; ++k) {
    const std::uint64_t x = detail::draw_below(g, 3 * third);
    ++places[x % 3];
    ++thirds[x / third];
  }
  CHECK(chi_square(places, 10'000) < 28);
  CHECK(chi_square(thirds, 10'000) < 28);

  CHECK(detail::draw_below(g, 1) == 0);
  auto copy = g;
  CHECK(detail::draw_below(g, 0) == copy()); // 0 means 2^64
}
