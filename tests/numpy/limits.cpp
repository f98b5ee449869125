// SPDX-License-Identifier: BSL-1.0
// Signs, infinities and the limits of element types, as programs of users of array libraries meet
// them: division with remainder, gcd, lcm, shifts, casts, bounds of slices, sums of narrow types.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

using namespace stria;
using test::evaluated;

namespace {

using i64 = std::int64_t;
constexpr i64 least = std::numeric_limits<i64>::min(), most = std::numeric_limits<i64>::max();
constexpr int int_least = std::numeric_limits<int>::min();
constexpr double inf = constants::inf, not_a_number = constants::nan;

/// The elements as bits, so that -0. differs from 0.; all NaNs are equal.
template <class E> std::vector<std::uint64_t> bits(const E& e) {
  std::vector<std::uint64_t> r;
  for (const double x : evaluated(e))
    r.push_back(std::bit_cast<std::uint64_t>(x != x ? not_a_number : x));
  return r;
}

} // namespace

TEST_CASE("floor_divide, remainder and divmod: signs, zeros and infinities") {
  CHECK(bits(remainder(tensor{-1., 1., -1.}, tensor{1., -1., -1.})) == bits(tensor{0., -0., -0.}));
  CHECK(bits(floor_divide(tensor{0., -0., 0.}, tensor{1., 1., -1.})) == bits(tensor{0., -0., -0.}));
  CHECK(bits(floor_divide(tensor{12., 12., -12., 0.}, tensor{inf, 0., 0., 0.})) ==
        bits(tensor{0., inf, -inf, not_a_number}));
  CHECK(bits(floor_divide(tensor{inf, -inf, inf, -inf, -.1, -3.1406, .1, 3.1406},
                          tensor{3.1406, 3.1406, -3.1406, -3.1406, inf, inf, -inf, -inf})) ==
        bits(tensor{not_a_number, not_a_number, not_a_number, not_a_number, -1., -1., -1., -1.}));
  CHECK(bits(remainder(tensor{0., -0., 0., -0.}, tensor{inf, inf, -inf, -inf})) ==
        bits(tensor{0., 0., -0., -0.}));
  CHECK(bits(remainder(tensor{5., -5., inf}, tensor{inf, inf, 5.})) ==
        bits(tensor{5., inf, not_a_number}));
  const double rest = eval(remainder(tensor{1e30}, tensor{1e-30}))[0];
  CHECK((rest >= 0 && rest < 1e-30));
  CHECK(bits(floor_divide(tensor{1., .3}, tensor{.1, .1})) == bits(tensor{9., 2.}));
  const auto [q, r] = divmod(tensor{-7.5, 7.5}, tensor{2., -2.});
  CHECK(bits(q) == bits(tensor{-4., -4.}));
  CHECK(bits(r) == bits(tensor{.5, -.5}));
}

TEST_CASE("division of integers: the least integer, zero and signs") {
  CHECK(evaluated(floor_divide(tensor{least}, tensor{i64{-1}})) == std::vector{least});
  CHECK(evaluated(remainder(tensor{least}, tensor{i64{-1}})) == std::vector<i64>{0});
  CHECK(evaluated(floor_divide(tensor{int_least}, -1)) == std::vector{int_least});
  CHECK(evaluated(fmod(tensor{int_least}, -1)) == std::vector{0});
  CHECK(evaluated(floor_divide(tensor{5, -5, 0}, 0)) == std::vector{0, 0, 0});
  CHECK(evaluated(floor_divide(tensor{-7, 7}, tensor{2, -2})) == std::vector{-4, -4});
  CHECK(evaluated(remainder(tensor{-7, 7}, tensor{2, -2})) == std::vector{1, -1});
  CHECK(evaluated(floor_divide(tensor<std::uint8_t, 2>{7, 255}, tensor<std::uint8_t, 2>{2, 0})) ==
        std::vector{3, 0});
  CHECK(evaluated(floor_divide(tensor{i64{-7}}, 2.)) == std::vector{-4.});
}

TEST_CASE("gcd, lcm, abs, sign and shifts of the least integers") {
  constexpr int half = -(int_least / 4);
  constexpr i64 wide_half = -(least / 4);
  CHECK(evaluated(gcd(tensor{int_least}, tensor{half * 3})) == std::vector{half});
  CHECK(evaluated(gcd(tensor{least}, tensor{wide_half * 3})) == std::vector{wide_half});
  CHECK(evaluated(gcd(tensor{least}, tensor{i64{215}})) == std::vector<i64>{1});
  CHECK(evaluated(lcm(tensor{least}, tensor{i64{215}})) == std::vector{least});
  CHECK(evaluated(gcd(tensor{int_least, int_least, 0}, tensor{int_least, 0, 0})) ==
        std::vector{int_least, int_least, 0});
  CHECK(evaluated(abs(tensor<std::int16_t, 4>{-1, 2, 43, -32768})) ==
        std::vector<std::int16_t>{1, 2, 43, -32768});
  CHECK(evaluated(abs(tensor{int_least})) == std::vector{int_least});
  CHECK(evaluated(sign(tensor{int_least})) == std::vector{-1});
  CHECK(evaluated(left_shift(tensor{1, 1, -1}, tensor{31, 32, 40})) ==
        std::vector{int_least, 0, 0});
  CHECK(evaluated(right_shift(tensor{1, -1, -8}, tensor{32, 32, 100})) == std::vector{0, -1, -1});
  CHECK(evaluated(tensor{1, 1} << tensor{32, 33}) == std::vector{0, 0});
  CHECK(evaluated(tensor{-1, 5} >> tensor{32, 33}) == std::vector{-1, 0});
  CHECK(evaluated(left_shift(tensor<std::uint64_t, 2>{1, 3}, tensor<std::uint64_t, 2>{64, 63})) ==
        std::vector<std::uint64_t>{0, std::uint64_t{1} << 63});
}

TEST_CASE("a cast of a float truncates, and gives the same in a loop and alone") {
  // What does not fit is undefined, as in C++.
  const dtensor<double, 1> x =
      concat(_0, tensor{0., 1.5, 100., 127.9, 200., 254.1, 3., 17., 255.9, -.9}, zeros<double>(20));
  const auto agree = [&]<class T>(std::type_identity<T>) {
    const auto whole = evaluated(cast<T>(x));
    for (stria::index i = 0; i < x.size(); ++i)
      CHECK(evaluated(cast<T>(tensor<double, 1>{x[i]}))[0] == whole[static_cast<std::size_t>(i)]);
    return whole;
  };
  agree(std::type_identity<std::int32_t>());
  agree(std::type_identity<i64>());
  agree(std::type_identity<std::uint64_t>());
  const auto bytes = agree(std::type_identity<std::uint8_t>());
  CHECK(bytes[8] == 255);
  CHECK(bytes[9] == 0);
}

TEST_CASE("bounds and steps of slices at the limits of their type") {
  const tensor<float, 4> x{1, 2, 3, 4};
  using one = std::array<stria::index, 1>;
  using list = std::vector<float>;
  const auto slice = [&](i64 begin, i64 end, i64 step) {
    return evaluated(strided_slice(x, one{begin}, one{end}, one{step}, mask<0, 0, 0, 0, 0>{}));
  };
  CHECK(slice(-1, 2147483647, -1) == list{});
  CHECK(slice(-1, most, -1) == list{});
  CHECK(slice(-1, -2147483647, -1) == list{4, 3, 2, 1});
  CHECK(slice(-1, least, -1) == list{4, 3, 2, 1});
  CHECK(slice(0, most, 1000000000) == list{1});
  CHECK(slice(0, most, most) == list{1});
  CHECK(slice(most, least, least) == list{4});
  CHECK(slice(least, most, 1) == list{1, 2, 3, 4});
  CHECK(slice(0, 5, -1) == list{});
  CHECK(evaluated(x[range(least, most)]) == list{1, 2, 3, 4});
  CHECK(evaluated(x[rev(most, least, most)]) == list{4});
  CHECK(evaluated(x[range(most, least, least)]) == list{4});
  CHECK_THROWS_AS(x[rev(most, least, least)], value_error);
  dtensor<i64, 1> y = arange(i64{4});
  auto v = y[range(1, _, most)];
  CHECK(evaluated(v[rev()]) == std::vector<i64>{1});
  CHECK(evaluated(v[range(_, _, most)][rev(_, _, most)]) == std::vector<i64>{1});
  v = 9;
  CHECK(evaluated(y) == std::vector<i64>{0, 9, 2, 3});
  const std::vector<stria::index> begin{most}, end{least}, step{least};
  CHECK(plan_slice(std::vector<stria::index>{4}, begin, end, step, {}).axes()[0].size == 1);
  CHECK(evaluated(x["9223372036854775807:-9223372036854775807:-9223372036854775807"_ix]) ==
        list{4});
  CHECK_THROWS_AS(parse_index("9223372036854775808:"), value_error);
}

TEST_CASE("sums, products and means of narrow types and of large numbers") {
  CHECK(sum(tensor<std::int8_t, 3>{127, 127, 127}) == 381);
  CHECK(sum(full(2147483647, 3)) == 6442450941);
  CHECK(prod(tensor<std::uint8_t, 4>{255, 255, 255, 255}) == 4228250625u);
  CHECK(mean(tensor<std::int8_t, 2>{127, 127}) == 127);
  CHECK(mean(tensor<i64, 2>{most, most}) == 9223372036854775807.);
  CHECK(evaluated(cumsum(tensor{true, true, false})) == std::vector<i64>{1, 2, 2});
  CHECK(evaluated(cumprod(tensor<std::int8_t, 3>{100, 100, 100})) ==
        std::vector<i64>{100, 10000, 1000000});
  const auto x = eval(broadcast_to(tensor{100.f, -100.f}, 100000, 2));
  CHECK(evaluated(std_dev(x, _0)) == std::vector<float>{0, 0});
  CHECK(var(tensor{0., 1., 2.} + 1e9) == 2. / 3);
  CHECK(evaluated(var(tensor{{1e9, 0.}, {1e9 + 1, 0.}, {1e9 + 2, 0.}}, _0)) ==
        std::vector{2. / 3, 0.});
  CHECK(std_dev(tensor{16777216.f, 16777218.f}) == test::Approx(1));
  CHECK(evaluated(hypot(tensor{3e200}, 4e200))[0] == test::Approx(5e200));
  CHECK(logsumexp(tensor{-inf, -inf}) == -inf);
}
