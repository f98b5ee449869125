// SPDX-License-Identifier: BSL-1.0
// Bit for bit the same numbers with all compilers and options: CMakeLists.txt builds this file
// several times. Values with a NumPy line in a comment were printed by NumPy 1.24.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <random>

using namespace stria;
using stria::index;

namespace {

random::generator fresh() { return random::generator(42); }

/// Checks the bits of the elements.
template <class T> bool holds(const T& t, std::initializer_list<typename T::value_type> wanted) {
  return std::ranges::equal(t.storage(), wanted, [](auto a, auto b) {
    return std::bit_cast<std::array<char, sizeof a>>(a) ==
           std::bit_cast<std::array<char, sizeof b>>(b);
  });
}

/// A digest of every bit of every element.
template <class T> std::uint64_t digest(const T& t) {
  using bits =
      std::conditional_t<sizeof(typename T::value_type) == 4, std::uint32_t, std::uint64_t>;
  std::uint64_t h = 0xCBF29CE484222325;
  for (auto x : t.storage()) {
    h = (h ^ std::bit_cast<bits>(x)) * 0x100000001B3;
    h ^= h >> 32U;
  }
  return h;
}

} // namespace

TEST_CASE("uniform numbers equal NumPy's bit for bit") {
  // np.random.Generator(np.random.Philox(key=[42, 0])).random(6)
  CHECK(holds(random::uniform(fresh(), 6),
              {0x1.a3f102fa9ac51p-1, 0x1.839335b2e643cp-3, 0x1.bc3e09cfe109dp-1,
               0x1.940d2a39e3346p-2, 0x1.78f6aa25870f8p-2, 0x1.bcdf7a92812f4p-2}));
  // np.random.Generator(np.random.Philox(key=[42, 7])).random(3)
  CHECK(holds(random::uniform(random::generator(42, 7), 3),
              {0x1.4c80c9e69d097p-1, 0x1.c50f2b350cd41p-1, 0x1.1b8303e01372dp-1}));
  CHECK(holds(random::uniform<float>(fresh(), 3), {0x1.a3f102p-1F, 0x1.83933p-3F, 0x1.bc3e08p-1F}));
  CHECK(digest(random::uniform(fresh(), 100'000)) == 0xBE747689AECB35D7);
  CHECK(digest(random::uniform<float>(fresh(), 100'000)) == 0xEB3182C2E0A6FD36);
}

TEST_CASE("integers of a wide interval equal NumPy's") {
  // np.random.Generator(np.random.Philox(key=[42, 0])).integers(-5, 2**40, 6)
  CHECK(
      holds(random::integers(fresh(), -5, std::int64_t{1} << 40, 6),
            {901817400652, 208077764184, 954003154927, 433846914677, 404761512286, 477678707869}));
  // integers(0, 3 * 2**61, 6) of the same generator: one of four draws is repeated
  CHECK(holds(random::integers(fresh(), 0, 3 * (std::int64_t{1} << 61), 6),
              {5673744496245142277, 1309112097972104591, 2729528774450015073, 3005294572715404834,
               1346396661484918341, 430603805806230537}));
  CHECK(holds(random::integers<int>(fresh(), 0, 10, 10), {8, 1, 8, 3, 3, 4, 1, 0, 8, 7}));
  CHECK(holds(random::permutation(fresh(), 10), {7, 6, 5, 0, 3, 2, 4, 9, 1, 8}));
}

TEST_CASE("normal numbers are the same everywhere") {
  CHECK(holds(random::normal(fresh(), 6),
              {0x1.21dbd45087924p+1, -0x1.2c298fbd258bp-2, -0x1.70bf91e938ff6p+1,
               0x1.6e9de03904d88p-1, -0x1.6440ae68dfa48p-2, 0x1.8e86bcc88690ep-1}));
  CHECK(
      holds(random::normal<float>(fresh(), 3), {0x1.21dbd4p+1F, -0x1.2c299p-2F, -0x1.70bf92p+1F}));
  // Long enough for several thousand points outside the curve and several dozen in the tail.
  CHECK(digest(random::normal(fresh(), 100'000)) == 0x655B3CCF2B1D0F8A);
  CHECK(digest(random::normal<float>(fresh(), 100'000)) == 0x50F976576EB381FA);
}

TEST_CASE("numbers of other engines follow from their bits") {
  std::mt19937 narrow;
  CHECK(holds(random::uniform(narrow, 3),
              {0x1.a123722ae9ef6p-1, 0x1.cfc3fd5c31f79p-1, 0x1.0411be01edf7cp-3}));
  CHECK(holds(random::uniform<float>(narrow, 3), {0x1.d3a6p-1F, 0x1.c4ad78p-3F, 0x1.43c496p-1F}));
  CHECK(holds(random::normal(narrow, 3),
              {0x1.12680b2264765p-1, 0x1.2aa77c8251872p-1, -0x1.553b8d375f0dp-2}));
  std::mt19937_64 wide;
  CHECK(holds(random::normal(wide, 3),
              {0x1.01d33e6e629c4p+0, -0x1.3b622b7a8318ap-1, -0x1.62b9eece39b1cp-2}));
  std::minstd_rand odd; // 2^31 - 2 values: 30 bits a draw
  CHECK(holds(random::uniform(odd, 3),
              {0x1.792b895f84p-15, 0x1.847c165e3e0bp-2, 0x1.0d3744b764d22p-1}));
  CHECK(holds(random::integers(odd, 0, 100, 6), {61, 61, 76, 94, 44, 67}));
}
