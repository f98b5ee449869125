// SPDX-License-Identifier: BSL-1.0
// Functions that make random tensors: shapes, engines and refusals. Each number is drawn once.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace stria;
using stria::index;
using test::holds;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

random::generator fresh() { return random::generator(42); }

/// A generator that counts.
struct counted : random::generator {
  using random::generator::generator;
  int calls = 0;
  constexpr result_type operator()() {
    ++calls;
    return random::generator::operator()();
  }
};

} // namespace

TEST_CASE("extents come from constants, integers or template arguments") {
  auto g = fresh();
  int n = 4;
  STATIC_REQUIRE(std::same_as<decltype(random::uniform(g, n)), tensor<double, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(random::uniform<float>(g, _3, n)), tensor<float, 3, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(random::normal<float, 3, 4>(g)), tensor<float, 3, 4>>);
  STATIC_REQUIRE(std::same_as<decltype(random::normal<float, batch, features>(g, 5, 6)),
                              tensor<float, batch, features>>);
  STATIC_REQUIRE(
      std::same_as<decltype(random::normal<double, dyn, 3>(g, 2)), tensor<double, dyn, 3>>);
  STATIC_REQUIRE(
      std::same_as<decltype(random::uniform<float>(g, std::array<int, 2>{})), dtensor<float, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(random::uniform<float>(g)), tensor<float>>);
  STATIC_REQUIRE(std::same_as<decltype(random::integers(g, 0, 9, n)), tensor<index, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(random::integers<std::uint8_t, batch, 2>(g, 0, 9, n)),
                              tensor<std::uint8_t, batch, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(random::permutation(g, n)), tensor<index, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(random::permutation(g, _5)), tensor<index, 5>>);

  CHECK(test::shape(random::uniform<float>(g, _3, n)) == test::list<index>{3, 4});
  CHECK(test::shape(random::normal<float, batch, 2>(g, 7)) == test::list<index>{7, 2});
  CHECK(test::shape(random::integers(g, 0, 5, std::array{2, 3})) == test::list<index>{2, 3});
  CHECK(random::uniform(g, 3, 0, 2).size() == 0);
  CHECK(random::permutation(g, 0).size() == 0);
  CHECK(random::integers<int, 0>(g, 0, 1).size() == 0);

  const double one = random::uniform(g);
  CHECK((one >= 0 && one < 1));
  const int six = random::integers<int>(g, 6, 7);
  CHECK(six == 6);
}

TEST_CASE("elements are drawn in row-major order, once, when the tensor is made") {
  const auto flat = random::normal(fresh(), 12);
  CHECK(holds(random::normal(fresh(), 3, _4), test::values(flat)));
  CHECK(holds(random::normal<double, 3, 4>(fresh()), test::values(flat)));

  // A second call continues where the first one stopped.
  auto g = fresh();
  const auto head = random::normal(g, 5), rest = random::normal(g, 7);
  CHECK(holds(concat(_0, head, rest), test::values(flat)));

  counted c(1);
  const auto x = random::uniform(c, 4);
  CHECK(c.calls == 4);
  CHECK(all_of(x == x));
  CHECK(double(x[2]) == double(x[range(2, _)][0]));
  CHECK(c.calls == 4);
  // Nothing is drawn for refused calls.
  CHECK_THROWS_AS(random::uniform(c, -1), value_error);
  CHECK(c.calls == 4);
}

TEST_CASE("constant expressions draw the same numbers") {
  constexpr auto u = random::uniform<float, 5>(random::generator(42));
  constexpr auto n = random::normal<double, 2, 3>(random::generator(42));
  constexpr auto i = random::integers(random::generator(42), -3, 12, _6);
  constexpr auto p = random::permutation(random::generator(42), _8);
  CHECK(holds(u, test::values(random::uniform<float, 5>(fresh()))));
  CHECK(holds(n, test::values(random::normal(fresh(), 2, 3))));
  CHECK(holds(i, test::values(random::integers(fresh(), -3, 12, 6))));
  CHECK(holds(p, test::values(random::permutation(fresh(), 8))));
}

TEST_CASE("the engine belongs to the caller") {
  std::mt19937_64 a(7), b(7);
  const auto t = random::uniform(a, 3);
  CHECK(a != b);
  for (index k = 0; k < 3; ++k)
    CHECK(t[k] == static_cast<double>(b() >> 11U) * 0x1p-53);
  CHECK(a == b);

  // Two streams of a seed, as two threads would use them.
  random::generator first(5, 0), second(5, 1);
  CHECK(none_of(random::uniform(first, 100) == random::uniform(second, 100)));
}

TEST_CASE("uniform numbers are in the interval from 0 to 1 and fill it evenly") {
  auto g = fresh();
  const auto d = random::uniform(g, 100'000);
  const auto f = random::uniform<float>(g, 100'000);
  CHECK((min(d) >= 0.0 && max(d) < 1.0));
  CHECK((min(f) >= 0.0F && max(f) < 1.0F));
  // With 99 degrees of freedom, the sum exceeds 180 one time in a million.
  for (const auto& counts : {eval(histogram(d, 100, 0, 1)), eval(histogram(f, 100, 0, 1))})
    CHECK(sum(square(cast<double>(counts) - 1000.0)) / 1000 < 180);
  // The largest number that can be drawn is less than 1.
  struct highest {
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }
    constexpr result_type operator()() const { return max(); }
  };
  CHECK(double(random::uniform(highest())) == 1 - 0x1p-53);
  CHECK(float(random::uniform<float>(highest())) == 1 - 0x1p-24F);
}

TEST_CASE("integers include both ends of their interval") {
  auto g = fresh();
  const auto t = random::integers<std::int8_t>(g, -128, 128, 20'000);
  CHECK((int(min(t)) == -128 && int(max(t)) == 127));
  const auto dice = random::integers<int>(g, _1, _7, 1000);
  CHECK(holds(unique(dice), {1, 2, 3, 4, 5, 6}));
  const auto high =
      random::integers<std::uint64_t>(g, std::numeric_limits<std::uint64_t>::max() - 2,
                                      std::numeric_limits<std::uint64_t>::max(), 50);
  CHECK(unique(high).size() == 2);
  // All 2^64 integers.
  using limits = std::numeric_limits<std::int64_t>;
  const auto whole =
      random::integers<std::int64_t>(g, limits::min(), std::uint64_t{1} << 63U, 1000);
  CHECK((min(whole) < limits::min() / 2 && max(whole) > limits::max() / 2));

  CHECK_THROWS_AS(random::integers(g, 5, 5, 3), value_error);
  CHECK_THROWS_AS(random::integers(g, 5, 4, 3), value_error);
  CHECK_THROWS_AS(random::integers(g, 0U, -1, 3), value_error);
  CHECK_THROWS_AS(random::integers<std::int8_t>(g, 0, 129, 3), value_error);
  CHECK_THROWS_AS(random::integers<std::uint8_t>(g, -1, 5, 3), value_error);
  CHECK_THROWS_WITH(random::integers<std::uint8_t>(g, 7, 300, 3), test::contains("[7, 300)"));
  CHECK_THROWS_AS(random::integers(g, 0, 5, -3), value_error);
}

TEST_CASE("a permutation has every number once, and all orders are equally frequent") {
  auto g = fresh();
  const auto p = random::permutation(g, 1000);
  CHECK(holds(sort(p), test::values(arange<index>(1000))));
  CHECK(!all_of(p == random::permutation(g, 1000)));

  std::map<std::vector<index>, int> orders;
  for (int k = 0; k < 24'000; ++k)
    ++orders[test::values(random::permutation(g, _4))];
  CHECK(orders.size() == 24);
  double chi = 0;
  for (const auto& [order, n] : orders)
    chi += (n - 1000.0) * (n - 1000.0) / 1000;
  CHECK(chi < 73); // exceeded one time in a million with 23 degrees of freedom

  // As a subscript, a permutation shuffles.
  const auto t = reshape(arange(12), 4, 3);
  const tensor<int, dyn, dyn> shuffled = t[random::permutation(g, 4)];
  CHECK(holds(sort(shuffled[_, 0]), {0, 3, 6, 9}));
  CHECK_THROWS_AS(random::permutation(g, -1), value_error);
}

TEST_CASE("choice draws elements and slices") {
  auto g = fresh();
  const tensor<int, 3> a{10, 20, 30};
  STATIC_REQUIRE(std::same_as<decltype(random::choice(g, a, 5)), tensor<int, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(random::choice(g, a, _5, 2)), tensor<int, 5, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(random::choice(g, a)), tensor<int>>);
  CHECK(holds(unique(random::choice(g, a, 100)), {10, 20, 30}));
  CHECK(holds(unique(random::choice(g, a * 2, 10, 10)), {20, 40, 60}));
  const int one = random::choice(g, a);
  CHECK(one % 10 == 0);

  // Rows stay together.
  const tensor<int, 2, 3> rows{{1, 2, 3}, {4, 5, 6}};
  const auto drawn = random::choice(g, rows, 50);
  STATIC_REQUIRE(std::same_as<decltype(drawn), const tensor<int, dyn, 3>>);
  CHECK(all_of(diff(drawn, _1) == 1));
  CHECK(holds(unique(drawn[_, 0]), {1, 4}));

  const tensor<int, dyn> nothing;
  CHECK(random::choice(g, nothing, 0).size() == 0);
  CHECK_THROWS_AS(random::choice(g, nothing, 2), value_error);
  CHECK_THROWS_AS(random::choice(g, nothing), value_error);
  CHECK_THROWS_AS(random::choice(g, a, -1), value_error);
}
