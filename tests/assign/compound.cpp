// SPDX-License-Identifier: BSL-1.0
// Compound assignment: every operator on tensors and views, conversions, broadcasting.
#include "catch.hpp"
#include "values.hpp"

#include <complex>
#include <cstdint>

using namespace stria;
using test::list;
using test::values;

TEST_CASE("every operator") {
  tensor t{12, 10, 7};
  const auto start = t;
  const auto after = [&](auto&& act) {
    t = start;
    act();
    return values(t);
  };
  CHECK(after([&] { t += start; }) == list<>{24, 20, 14});
  CHECK(after([&] { t -= 2; }) == list<>{10, 8, 5});
  CHECK(after([&] { t *= start; }) == list<>{144, 100, 49});
  CHECK(after([&] { t /= 5; }) == list<>{2, 2, 1});
  CHECK(after([&] { t %= 5; }) == list<>{2, 0, 2});
  CHECK(after([&] { t &= 6; }) == list<>{4, 2, 6});
  CHECK(after([&] { t |= 1; }) == list<>{13, 11, 7});
  CHECK(after([&] { t ^= start; }) == list<>{0, 0, 0});
  CHECK(after([&] { t <<= 2; }) == list<>{48, 40, 28});
  CHECK(after([&] { t >>= 1; }) == list<>{6, 5, 3});
  auto v = t[rev()];
  CHECK(after([&] { v += start; }) == list<>{19, 20, 19});
  CHECK(after([&] { v -= 2; }) == list<>{10, 8, 5});
  CHECK(after([&] { v *= 2; }) == list<>{24, 20, 14});
  CHECK(after([&] { v /= start; }) == list<>{1, 1, 0});
  CHECK(after([&] { v %= 5; }) == list<>{2, 0, 2});
  CHECK(after([&] { v &= 6; }) == list<>{4, 2, 6});
  CHECK(after([&] { v |= 1; }) == list<>{13, 11, 7});
  CHECK(after([&] { v ^= 1; }) == list<>{13, 11, 6});
  CHECK(after([&] { v <<= tensor{0, 1, 2}; }) == list<>{48, 20, 7});
  CHECK(after([&] { v >>= 1; }) == list<>{6, 5, 3});
  CHECK(after([&] { t[_1] += 5; }) == list<>{12, 15, 7});
  CHECK(after([&] { t[range(1, _)] -= t[range(_, -1)]; }) == list<>{12, -2, -3});
}

TEST_CASE("the operation is done in the common type") {
  tensor<int, 2> i{7, -7};
  i *= 0.5;
  CHECK(values(i) == list<>{3, -3});
  tensor<std::uint8_t, 2> small{200, 100};
  small += 100;
  CHECK(values(small) == list<std::uint8_t>{44, 200});
  small /= tensor{2.5, 0.8};
  CHECK(values(small) == list<std::uint8_t>{17, 250});
  tensor<float, 1> f{1.5f};
  f -= 1.0e-3;
  CHECK(f[0] == static_cast<float>(1.5 - 1.0e-3));
  tensor<std::complex<double>, 1> z{std::complex<double>(0, 1)};
  z *= z;
  CHECK(z[0] == std::complex<double>(-1, 0));
  z += 2;
  CHECK(z[0] == std::complex<double>(1, 0));
  tensor<bool, 3> b{true, false, true};
  b &= tensor{true, true, false};
  CHECK(values(b) == list<bool>{true, false, false});
  b |= true;
  CHECK(values(b) == list<bool>{true, true, true});
  b ^= tensor{true, false, true};
  CHECK(values(b) == list<bool>{false, true, false});
}

TEST_CASE("the right side is broadcast, the target never") {
  auto t = test::counted(dtensor<int, 2>(2, 3));
  t += tensor{10, 20, 30};
  CHECK(values(t) == list<>{10, 21, 32, 13, 24, 35});
  t -= tensor{{10}, {13}};
  CHECK(values(t) == list<>{0, 11, 22, 0, 11, 22});
  t *= tensor<int>(2);
  CHECK(values(t) == list<>{0, 22, 44, 0, 22, 44});
  t[_, _1] /= tensor{2, 11};
  CHECK(values(t) == list<>{0, 11, 44, 0, 2, 44});
  dtensor<int, 2> row(1, 3);
  CHECK_THROWS_AS(row += t, shape_error);
  CHECK_THROWS_AS((row[_0] += t), shape_error);
  CHECK(test::shape(row) == list<stria::index>{1, 3});
  CHECK(values(row) == list<>{0, 0, 0});
  t += transpose(test::counted(dtensor<int, 2>(3, 2)));
  CHECK(values(t) == list<>{0, 13, 48, 1, 5, 49});
  t += sum(t, _0);
  CHECK(values(t) == list<>{1, 31, 145, 2, 23, 146});
}

TEST_CASE("empty operands") {
  dtensor<int, 2> none(0, 3);
  none += tensor{1, 2, 3};
  none[_, range(0, 0)] *= 2;
  auto t = test::counted(dtensor<int, 1>(3));
  t[range(1, 1)] += 100;
  t[range(1, 1)] += t[range(2, 2)];
  t[range(1, 1)] = tensor{5};
  CHECK(values(t) == list<>{0, 1, 2});
}
