// SPDX-License-Identifier: BSL-1.0
// cast with the tag exactly; packbits and unpackbits.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/random.hpp>

#include <complex>
#include <cstdint>
#include <limits>

using namespace stria;
using stria::index;
using test::holds;
using test::inf;
using test::qnan;

namespace {

inline constexpr dim batch{"batch"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}
template <class T, class V> bool fits(const V& v) {
  const tensor<V> one(v);
  try {
    static_cast<void>(cast<T>(one, exactly));
    return true;
  } catch (const value_error&) {
    return false;
  }
}

} // namespace

TEST_CASE("cast with exactly converts elements that keep their value") {
  const tensor<double, 2, 3> a{{1, -2, 3}, {4, 5, -6}};
  CHECK(std::same_as<decltype(cast<int>(a, exactly))::value_type, int>);
  CHECK(has<2, 3>(cast<int>(a, exactly)));
  CHECK(has<batch, 3>(cast<int>(tensor<double, batch, 3>(a), exactly)));
  CHECK(holds(cast<int>(a, exactly), {1, -2, 3, 4, 5, -6}));
  CHECK(holds(cast<int>(transpose(a) * 2., exactly), {2, 8, -4, 10, 6, -12}));
  CHECK(holds(cast<short>(dtensor<double, 2>(a)[_1, rev()], exactly), {-6, 5, 4}));
  CHECK(cast<int>(tensor<double>(3.), exactly)() == 3);
  CHECK(cast<int>(dtensor<double, 2>(0, 3), exactly).shape() == std::array<index, 2>{0, 3});
  CHECK(holds(cast<bool>(tensor{0, 1, 1}, exactly), {false, true, true}));
  CHECK(std::isnan(cast<float>(tensor{qnan, 1.}, exactly)[0]));
  CHECK(cast<float>(tensor{-inf}, exactly)[0] == static_cast<float>(-inf));
  static_assert(cast<int>(tensor{2., 3.}, exactly)[1] == 3);
}

TEST_CASE("cast with exactly names the first element that does not fit") {
  const tensor<double, 2, 3> a{{1, 2, 3}, {4.5, 5.25, 6}};
  CHECK_THROWS_WITH(cast<int>(a, exactly),
                    "stria: cast: element 4.5 at (1, 0) does not fit exactly into int; cast<T>(a) "
                    "rounds or wraps it");
  CHECK_THROWS_WITH(cast<std::uint8_t>(tensor{7, 256}, exactly),
                    Catch::Matchers::StartsWith("stria: cast: element 256 at (1,) does not fit"));
  CHECK_THROWS_WITH(cast<float>(tensor<double>(0.1), exactly),
                    Catch::Matchers::StartsWith("stria: cast: element 0.1 does not fit"));
  CHECK_THROWS_WITH(cast<double>(tensor{std::complex<double>(1, 2)}, exactly),
                    Catch::Matchers::StartsWith("stria: cast: element (1, 2) at (0,) does not"));
  dtensor<int, 2> r(2, 3);
  r = 7;
  CHECK_THROWS_AS(r = cast<int>(a, exactly), value_error);
  CHECK(all_of(r == 7));
}

TEST_CASE("which numbers cast with exactly accepts") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(fits<int>(2147483647.));
  CHECK_FALSE(fits<int>(2147483648.));
  CHECK(fits<int>(-2147483648.));
  CHECK(fits<int>(-0.));
  CHECK_FALSE(fits<int>(0.5));
  CHECK_FALSE(fits<int>(qnan));
  CHECK_FALSE(fits<unsigned>(-0.5));
  CHECK_FALSE(fits<unsigned>(-1));
  CHECK(fits<std::uint64_t>(most));
  CHECK_FALSE(fits<double>(most));
  CHECK_FALSE(fits<double>((std::int64_t{1} << 53) + 1));
  CHECK(fits<double>(std::int64_t{1} << 53));
  CHECK(fits<float>(1 << 24));
  CHECK_FALSE(fits<float>((1 << 24) + 1));
  CHECK_FALSE(fits<float>(1e300));
  CHECK(fits<float>(0.5));
  CHECK_FALSE(fits<bool>(2));
  CHECK_FALSE(fits<bool>(qnan));
  CHECK(fits<bool>(1.));
  CHECK(fits<int>(true));
  CHECK(fits<std::complex<float>>(0.5));
  CHECK_FALSE(fits<std::complex<float>>(std::complex<double>(0, 0.1)));
  CHECK(fits<double>(std::complex<double>(3, 0)));
  CHECK(fits<int>(std::complex<float>(3, 0)));
}

TEST_CASE("packbits") {
  constexpr tensor<int, 2, 10> a{{1, 0, 5, 0, 0, 1, 1, 0, 1, 1}, {0, 0, 0, 1, 1, 1, 0, 0, 0, -3}};
  const auto check = [](const auto& x) {
    CHECK(holds(packbits(x), {166, 199, 16}));
    CHECK(holds(packbits(x, _1), {166, 192, 28, 64}));
    CHECK(holds(packbits(x, _0), {128, 0, 128, 64, 64, 192, 128, 0, 128, 192}));
    CHECK(holds(packbits(x, axis(-1), "little"), {101, 3, 56, 2}));
    CHECK(holds(packbits(x, _1, bit_order::little), {101, 3, 56, 2}));
    CHECK(holds(packbits(x, "little"), {101, 227, 8}));
    CHECK(holds(packbits(x != 0), {166, 199, 16}));
  };
  check(a);
  const dtensor<int, 2> d = a;
  check(d);
  check(d * 1);
  check(transpose(eval(transpose(d))));
  CHECK(has<2, 2>(packbits(a, _1)));
  CHECK(has<batch, 2>(packbits(tensor<int, batch, 10>(d), _1)));
  CHECK(has<ceil_div(batch, 8), 10>(packbits(tensor<int, batch, 10>(d), _0)));
  CHECK(std::same_as<decltype(packbits(a))::value_type, std::uint8_t>);
  CHECK(holds(packbits(tensor<bool>(true)), {128}));
  CHECK(packbits(dtensor<bool, 1>(0)).size() == 0);
  CHECK(packbits(dtensor<bool, 2>(2, 0), _0).shape() == std::array<index, 2>{1, 0});
  CHECK_THROWS_AS(packbits(d, axis(2)), index_error);
  CHECK_THROWS_WITH(packbits(d, "middle"), "stria: the bit order must be one of big little");
  static_assert(packbits(a, _1)[1, 1] == 64);
}

TEST_CASE("unpackbits") {
  const tensor<std::uint8_t, 3, 1> b{{2}, {7}, {23}};
  const std::initializer_list<std::uint8_t> all_bits{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
                                                     0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1};
  const auto check = [&](const auto& x) {
    CHECK(test::evaluated(unpackbits(x)) == std::vector<std::uint8_t>(all_bits));
    CHECK(test::evaluated(unpackbits(x, _1)) == std::vector<std::uint8_t>(all_bits));
    CHECK(test::evaluated(unpackbits(x, axis(0))) == std::vector<std::uint8_t>(all_bits));
    CHECK(holds(unpackbits(x, -_1, "little"),
                {0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0}));
    CHECK(holds(unpackbits(x, _1, 5), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
    CHECK(holds(unpackbits(x, axis(1), -3), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
    CHECK(holds(unpackbits(x, _1, 10), {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
                                        1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0}));
    CHECK(holds(unpackbits(x, 9), {0, 0, 0, 0, 0, 0, 1, 0, 0}));
    CHECK(holds(unpackbits(x, -20, "little"), {0, 1, 0, 0}));
    CHECK(holds(unpackbits(x, _1, -6, bit_order::little), {0, 1, 1, 1, 1, 1}));
  };
  check(b);
  const dtensor<std::uint8_t, 2> d = b;
  check(d);
  check(transpose(eval(transpose(d))));
  check(cast<std::uint8_t>(b * 1));
  CHECK(has<3, 8>(unpackbits(b, _1)));
  CHECK(has<24>(unpackbits(b)));
  CHECK(unpackbits(b, _1, 0).shape() == std::array<index, 2>{3, 0});
  CHECK_THROWS_WITH(unpackbits(b, _1, -9),
                    "stria: unpackbits: the count -9 removes more than the 8 bits of the axis");
  CHECK_THROWS_AS(unpackbits(d, axis(2)), index_error);
  const auto bits = eval(random::integers<int>(random::generator(3), 0, 2, 5, 13));
  CHECK(array_equal(unpackbits(packbits(bits, _1), _1, 13), bits));
  CHECK(array_equal(unpackbits(packbits(bits, _0, "little"), _0, 5, "little"), bits));
}
