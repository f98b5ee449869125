// SPDX-License-Identifier: BSL-1.0
// Functions whose operands have different types, or types that are rarely used: a conversion must
// not change a value. The expected values are those of NumPy.
#include "catch.hpp"
#include "values.hpp"

#include <stria/any_tensor.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>

using namespace stria;
using test::values;

namespace {

using unsigned_pair = tensor<unsigned, 2>;
const tensor<int, 2> below{-6, -1};
const unsigned_pair three{3, 1};

/// The free monoid of two letters, as an element whose product does not commute.
struct word {
  long long letters = 0, length = 0;
  friend constexpr bool operator==(const word&, const word&) = default;
  friend constexpr word operator*(const word& a, const word& b) {
    long long shift = 1;
    for (long long k = 0; k < b.length; ++k)
      shift *= 10;
    return {a.letters * shift + b.letters, a.length + b.length};
  }
  friend constexpr word operator+(const word& a, const word& b) {
    return a.length == 0 ? b : b.length == 0 ? a : word{a.letters + b.letters, a.length};
  }
};

} // namespace

TEST_CASE("a negative integer beside an unsigned one keeps its value") {
  CHECK(values(divide(below, three)) == values(tensor{-2., -1.}));
  CHECK(logaddexp(below, three)[0] < 4.);
  CHECK(atan2(below, three)[1] == Approx(-std::atan2(1., 1.)));
  CHECK(hypot(below, three)[1] == Approx(std::sqrt(2.)));
  CHECK(copysign(three, below)[0] == -3.);
  CHECK(values(isclose(below, unsigned_pair{4294967290U, 4294967295U})) ==
        values(tensor{false, false}));
  CHECK(searchsorted(tensor{-5, -3, -1}, 1U) == 3);
  CHECK(searchsorted(tensor{1U, 2U}, -1) == 0);
  CHECK(values(isin(below, unsigned_pair{4294967295U, 3U})) == values(tensor{false, false}));
  CHECK(values(isin(tensor{-1, 3}, unsigned_pair{4294967295U, 3U})) == values(tensor{false, true}));
  CHECK_THROWS_AS(eval(pow(three, below)), value_error);
  CHECK(values(pow(below, three)) == values(tensor{-216U, -1U}));
}

TEST_CASE("sums and products of selected elements have the type of all elements") {
  const dtensor<std::uint8_t, 1> a{255, 255, 255, 255, 255, 255, 255, 255, 1};
  const auto product = prod(a[a > 1]);
  STATIC_REQUIRE(std::same_as<decltype(product), const std::uint64_t>);
  CHECK(product == 17878103347812890625ULL);
  CHECK(sum(a[a == 255]) == 2040);
}

TEST_CASE("factors keep their order if their product does not commute") {
  dtensor<word, 2> m(2, 2);
  dtensor<word, 1> v(2);
  for (int k = 0; k < 4; ++k)
    m.data()[k] = {k + 1, 1};
  v(0) = {5, 1};
  v(1) = {6, 1};
  const auto mv = eval(matmul(m, v));
  CHECK(mv(0) == word{15 + 26, 2});
  CHECK(mv(1) == word{35 + 46, 2});
  const auto vm = eval(matmul(v, m));
  CHECK(vm(0) == word{51 + 63, 2});
}

TEST_CASE("complex powers of integers are products") {
  using C = std::complex<double>;
  const tensor<C, 2> z{C(1, 1), C(0, 0)};
  CHECK(values(pow(z, 2)) == values(tensor<C, 2>{C(0, 2), C(0, 0)}));
  CHECK(values(pow(z, 0)) == values(tensor<C, 2>{C(1, 0), C(1, 0)}));
  CHECK(std::abs(pow(z, -2)[0] - C(0, -0.5)) < 1e-15);
  CHECK(std::abs(pow(z, 0.5)[0] - std::sqrt(C(1, 1))) < 1e-15);
  CHECK(values(isin(tensor<C, 2>{C(1, 0), C(0, 1)}, tensor{1., 2.})) ==
        values(tensor{true, false}));
  CHECK(eval(fma(z, 2., z))[0] == C(3, 3));
}

TEST_CASE("the median of large numbers of different signs does not overflow") {
  CHECK(median(tensor{-1.7e308, 1.7e308}) == 0.);
  CHECK(median(tensor{-3e38F, 3e38F}) == 0.F);
  CHECK(median(tensor{-1., 4.}) == 1.5);
}

TEST_CASE("characters, bools and narrow integers as elements") {
  CHECK(values(bincount(tensor<char, 3>{1, 3, 1})) == values(tensor<stria::index, 4>{0, 2, 0, 1}));
  CHECK(values(one_hot(tensor{true, false}, 2)) == values(tensor{{0.F, 1.F}, {1.F, 0.F}}));
  STATIC_REQUIRE(
      std::same_as<detail::value_t<decltype(nan_to_num(tensor<std::int8_t, 1>{-3}))>, std::int8_t>);
  CHECK(nan_to_num(tensor<std::int8_t, 1>{-3})[0] == -3);
  CHECK(values(repeat(tensor{7, 8, 9}, tensor{1, 0, 2})) == values(tensor{7, 9, 9}));
}

TEST_CASE("an any_tensor is empty after its memory was moved") {
  any_tensor<float> a({2, 3});
  const any_tensor<float> b = std::move(a);
  CHECK(b.size() == 6);
  CHECK(a.size() == 0);
  CHECK(a.copy().size() == 0);
  a = b;
  CHECK(a.size() == 6);
}
