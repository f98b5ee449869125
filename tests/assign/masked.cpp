// SPDX-License-Identifier: BSL-1.0
// t[mask] = value in one blending loop has the same result as a loop over the selected elements,
// for any mask, target and operation.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace stria;
using test::values;
using Ints = std::vector<int>;

namespace {

template <class T> dtensor<T, 2> counted(stria::index n0, stria::index n1) {
  dtensor<T, 2> t(n0, n1);
  int next = 0;
  for (T& x : t.storage())
    x = static_cast<T>(next++);
  return t;
}

// A mask that is true at every third element.
dtensor<bool, 2> thirds(stria::index n0, stria::index n1) {
  dtensor<bool, 2> m(n0, n1);
  for (stria::index i = 0; i < m.size(); ++i)
    m.data()[i] = i % 3 == 1;
  return m;
}

template <class T> void all_operations(stria::index n0, stria::index n1) {
  CAPTURE(n0, n1);
  const auto m = thirds(n0, n1);
  const auto before = counted<T>(n0, n1);
  const auto check = [&](auto change, auto each) {
    auto t = before;
    change(t);
    for (stria::index i = 0; i < t.size(); ++i) {
      T x = before.data()[i];
      if (i % 3 == 1)
        each(x);
      REQUIRE(t.data()[i] == x);
    }
  };
  check([&](auto& t) { t[m] = T(7); }, [](T& x) { x = T(7); });
  check([&](auto& t) { t[m] = 7.5; }, [](T& x) { x = static_cast<T>(7.5); });
  check([&](auto& t) { t[m] += T(7); }, [](T& x) { x = static_cast<T>(x + T(7)); });
  check([&](auto& t) { t[m] -= T(7); }, [](T& x) { x = static_cast<T>(x - T(7)); });
  check([&](auto& t) { t[m] *= T(7); }, [](T& x) { x = static_cast<T>(x * T(7)); });
  check([&](auto& t) { t[m] /= T(7); }, [](T& x) { x = static_cast<T>(x / T(7)); });
  check([&](auto& t) { assign_max(t[m], T(7)); }, [](T& x) { x = x < T(7) ? T(7) : x; });
  check([&](auto& t) { assign_with(t[m], T(7), [](T a, T b) { return static_cast<T>(b - a); }); },
        [](T& x) { x = static_cast<T>(T(7) - x); });
  // Lazy masks of the target itself and of others.
  check([&](auto& t) { t[!!m] = T(7); }, [](T& x) { x = T(7); });
  auto t = before;
  t[t > T(4)] = T(0);
  for (stria::index i = 0; i < t.size(); ++i)
    REQUIRE(t.data()[i] == (before.data()[i] > T(4) ? T(0) : before.data()[i]));
}

} // namespace

TEMPLATE_TEST_CASE("a masked assignment changes the selected elements", "", float, double, int,
                   short, long long, unsigned) {
  all_operations<TestType>(3, 5);
  all_operations<TestType>(1, 1);
  all_operations<TestType>(1, 7);
  all_operations<TestType>(40, 41);
  all_operations<TestType>(0, 4);
}

TEMPLATE_TEST_CASE("values that are selected by the target's own mask", "", float, int,
                   std::uint8_t, bool) {
  using T = TestType;
  for (const stria::index n : {1, 7, 70, 1300}) {
    const auto m = thirds(3, n);
    const dtensor<bool, 2> other = m; // the same, in other memory
    auto before = counted<T>(3, n);
    dtensor<T, 2> u(3, n);
    // Squares: their roots and the products below are exact, so that it does not matter which of
    // them a compiler contracts to a fused multiply-add.
    for (stria::index i = 0; i < u.size(); ++i)
      u.data()[i] = static_cast<T>((i % 5 + 1) * (i % 5 + 1));
    const auto check = [&](auto change, auto value) {
      CAPTURE(n);
      auto t = before;
      change(t);
      for (stria::index i = 0; i < t.size(); ++i)
        REQUIRE(t.data()[i] ==
                (i % 3 == 1 ? value(before.data()[i], u.data()[i]) : before.data()[i]));
    };
    const auto take = [](T, T b) { return b; };
    check([&](auto& t) { t[m] = u[m]; }, take);
    check([&](auto& t) { t[m] = u[other]; }, take);
    check([&](auto& t) { t[!!m] = u[!!m]; }, take);
    check([&](auto& t) { t[_, _][m] = u[_, _][m]; }, take);
    check([&](auto& t) { t[m] = t[m]; }, [](T a, T) { return a; });
    if constexpr (!std::is_same_v<T, bool>) {
      check([&](auto& t) { t[m] += u[m]; }, [](T a, T b) { return static_cast<T>(a + b); });
      check([&](auto& t) { t[m] /= u[m]; }, [](T a, T b) { return static_cast<T>(a / b); });
    }
    if constexpr (std::is_floating_point_v<T>) {
      check([&](auto& t) { t[m] = t[m] * T(2) + u[m] / T(4); },
            [](T a, T b) { return a * T(2) + b / T(4); });
      check([&](auto& t) { t[m] -= sqrt(u[m]) * t[m]; },
            [](T a, T b) { return a - std::sqrt(b) * a; });
    }
    // The elements that are read are also written, some of them before and some after they are
    // read.
    auto t = before;
    t[m] = t[rev(), rev()][m];
    for (stria::index i = 0; i < t.size(); ++i)
      REQUIRE(t.data()[i] == before.data()[i % 3 == 1 ? t.size() - 1 - i : i]);
    // Every second column.
    dtensor<T, 2> wide(3, 2 * n);
    wide[_, range(_, _, 2)][m] = u[m];
    for (stria::index i = 0; i < wide.size(); ++i)
      REQUIRE(wide.data()[i] == (i % 2 == 0 && i / 2 % 3 == 1 ? u.data()[i / 2] : T(0)));
  }
}

TEST_CASE("elements that are not selected are not computed") {
  constexpr int most = std::numeric_limits<int>::max();
  dtensor<int, 1> t{most, 1, most, 2}, u{1, 5, 0, 0};
  const dtensor<bool, 1> m{false, true, false, true};
  t[m] += u[m];
  CHECK(all_of(t == tensor{most, 6, most, 2}));
  t[m] *= 1000;
  CHECK(all_of(t == tensor{most, 6000, most, 2000}));
  const dtensor<bool, 1> divisible = u != 0;
  t[divisible] /= u[divisible];
  CHECK(all_of(t == tensor{most, 1200, most, 2000}));
  t[divisible] = t[divisible] / u[divisible];
  CHECK(all_of(t == tensor{most, 240, most, 2000}));
}

TEST_CASE("selections by one mask of tensors of other shapes") {
  dtensor<float, 2> t(3, 4);
  dtensor<bool, 2> m = thirds(3, 4);
  const dtensor<float, 2> narrow(3, 3), long_one(4, 4);
  CHECK_THROWS_AS(t[m] = narrow[m], shape_error);
  CHECK_THROWS_AS(t[m] = long_one[m], shape_error);
  const dtensor<bool, 2> two = t == 1.f;
  CHECK_THROWS_AS(t[m] = t[two], shape_error); // four values, no selected elements
  CHECK(all_of(t == 0.f));
}

// Masks computed from the target, from another tensor, from both, and from a tensor of doubles.
// They have more elements than a block.
TEMPLATE_TEST_CASE("masks of the target itself, of others and of both", "", float, double, int,
                   short, bool) {
  using T = TestType;
  constexpr stria::index n = 1300;
  dtensor<T, 1> before(n), u(n);
  dtensor<double, 1> w(n);
  for (stria::index i = 0; i < n; ++i) {
    before(i) = static_cast<T>(i % 7);
    u(i) = static_cast<T>(i % 5);
    w(i) = static_cast<double>(i % 3);
  }
  const T one(1);
  const auto check = [&](auto change, auto selects) {
    auto t = before;
    change(t);
    for (stria::index i = 0; i < n; ++i)
      REQUIRE(t(i) == (selects(before(i), u(i), w(i)) ? one : before(i)));
  };
  check([&](auto& t) { t[t > T(0)] = one; }, [](T a, T, double) { return a > T(0); });
  check([&](auto& t) { t[u > T(0)] = one; }, [](T, T b, double) { return b > T(0); });
  check([&](auto& t) { t[t > u] = one; }, [](T a, T b, double) { return a > b; });
  check([&](auto& t) { t[u > t] = one; }, [](T a, T b, double) { return b > a; });
  check([&](auto& t) { t[t > T(0) && t < u] = one; },
        [](T a, T b, double) { return a > T(0) && a < b; });
  check([&](auto& t) { t[w > 1.] = one; }, [](T, T, double c) { return c > 1; });
  check([&](auto& t) { t[w > 1. && t == T(0)] = one; },
        [](T a, T, double c) { return c > 1 && a == T(0); });
  // Reversed, every second element.
  auto t = before;
  auto back = t[rev(_, _, 2)];
  back[back > u[rev(_, _, 2)]] = one;
  for (stria::index i = 0; i < n; ++i)
    REQUIRE(t(i) == (i % 2 == 1 && before(i) > u(i) ? one : before(i)));
}

TEST_CASE("a mask that reads the target elsewhere is computed first") {
  tensor<int, 6> t{1, 0, 2, 0, 3, 0};
  t[t[rev()] > 0] = 9;
  CHECK(values(t) == Ints{1, 9, 2, 9, 3, 9});

  tensor<int, dyn> u{5, 0, 0, 0, 0};
  u[range(1, _)][u[range(_, -1)] > 0] = 5;
  CHECK(values(u) == Ints{5, 5, 0, 0, 0});

  tensor<bool, 4> m{true, false, false, false};
  m[m[rev()]] = true;
  CHECK(values(m) == std::vector<bool>{true, false, false, true});
}

TEMPLATE_TEST_CASE("a few elements, up to and above the length of a line", "", float, bool,
                   std::int8_t, std::int64_t) {
  using T = TestType;
  for (const stria::index n : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65}) {
    CAPTURE(n);
    dtensor<T, 1> memory(n + 1);
    dtensor<bool, 1> m(n);
    for (stria::index i = 0; i <= n; ++i)
      memory.data()[i] = static_cast<T>(i * 5 % 7 % 3);
    for (stria::index i = 0; i < n; ++i)
      m.data()[i] = i % 3 != 1;
    const auto before = memory;
    const auto expect = [&](stria::index first, const auto& value) {
      for (stria::index i = 0; i <= n; ++i) {
        const bool selected = i >= first && i < first + n && (i - first) % 3 != 1;
        REQUIRE(memory.data()[i] == (selected ? value(i) : before.data()[i]));
      }
      memory = before;
    };
    auto left = memory[range(0, -1)], right = memory[range(1, _)];
    left[m] = T(1);
    expect(0, [](stria::index) { return T(1); });
    right[m] = T(1);
    expect(1, [](stria::index) { return T(1); });
    // The values are read from elements that are also written.
    left[m] = right[m];
    expect(0, [&](stria::index i) { return before.data()[i + 1]; });
    right[m] = left[m];
    expect(1, [&](stria::index i) { return before.data()[i - 1]; });
    right[m] = right[m];
    expect(1, [&](stria::index i) { return before.data()[i]; });
    // The mask reads the target.
    dtensor<T, 1> t(before);
    t[t > T(0)] = T(0);
    for (const T x : t.storage())
      REQUIRE(!(x > T(0)));
    // Rows with gaps between them.
    dtensor<bool, 2> twice(n, 2);
    for (stria::index i = 0; i < 2 * n; ++i)
      twice.data()[i] = m[i / 2];
    dtensor<T, 2> pairs(n, 3);
    pairs[_, range(0, 2)][twice] = T(1);
    for (stria::index i = 0; i < n; ++i)
      for (stria::index k = 0; k < 3; ++k)
        REQUIRE(pairs[i, k] == (k < 2 && m[i] ? T(1) : T(0)));
  }
}

TEST_CASE("the value is read before anything is written") {
  tensor<int, 4> t{3, 1, 3, 2};
  t[t == 3] = t[0];
  CHECK(values(t) == Ints{3, 1, 3, 2});
  const tensor<int> zero_rank(7);
  t[t == 3] += zero_rank;
  CHECK(values(t) == Ints{10, 1, 10, 2});
  t[t == 10] = sum(t);
  CHECK(values(t) == Ints{23, 1, 23, 2});
}

TEST_CASE("masks of views") {
  auto t = counted<int>(4, 6);
  // Both axes reversed, every second column.
  auto v = t[rev(), rev(_, _, 2)];
  v[v % 2 == 1] = -1;
  CHECK(values(t) == Ints{0,  -1, 2,  -1, 4,  -1, 6,  -1, 8,  -1, 10, -1,
                          12, -1, 14, -1, 16, -1, 18, -1, 20, -1, 22, -1});
  auto c = t[_, _1];
  c[tensor{true, false, false, true}] *= 5;
  CHECK(values(t[_, _1]) == Ints{-5, -1, -1, -5});
  transpose(t)[transpose(t) > 15] = 0;
  CHECK(values(t[-1, ellipsis]) == Ints{0, -5, 0, -1, 0, -1});
}

TEST_CASE("a mask of another shape is refused before anything is written") {
  auto t = counted<float>(3, 4);
  const auto before = values(t);
  dtensor<bool, 2> wide(3, 5), flat(1, 4), none(0, 4);
  wide = true;
  flat = true;
  CHECK_THROWS_AS(t[wide] = 1.f, shape_error);
  CHECK_THROWS_AS(t[flat] = 1.f, shape_error);
  CHECK_THROWS_AS(t[none] += 1.f, shape_error);
  CHECK_THROWS_AS(t[wide > false] = 1.f, shape_error);
  // A comparison with an axis of one element may be longer or shorter than the target.
  const dtensor<float, 2> row(1, t.shape()[1]), column(t.shape()[0], 1), cell(1, 1);
  CHECK_THROWS_AS(t[row > cell] = 1.f, shape_error);
  CHECK_THROWS_AS(t[column > cell] = 1.f, shape_error);
  dtensor<float, 2> one(1, 1);
  CHECK_THROWS_AS(one[row > column] = 1.f, shape_error);
  CHECK_THROWS_AS(one[column > row] = 1.f, shape_error);
  t[row >= column] = t[row >= column];
  CHECK(values(t) == before);
}

TEST_CASE("elements that are not numbers") {
  tensor<std::string, 4> words{"a", "b", "c", "d"};
  const std::string long_word = "a word that is too long for the string itself";
  words[words > std::string("b")] = long_word;
  CHECK(values(words) == std::vector<std::string>{"a", "b", long_word, long_word});
  words[tensor{true, false, false, true}] += std::string("!");
  CHECK(values(words) == std::vector<std::string>{"a!", "b", long_word, long_word + "!"});
}

TEST_CASE("integers that are not selected are not computed") {
  tensor<int, 4> t{std::numeric_limits<int>::max(), 1, 2, std::numeric_limits<int>::min()};
  t[t == 1] += 5;
  t[t == 2] *= 3;
  CHECK(values(t) == Ints{std::numeric_limits<int>::max(), 6, 6, std::numeric_limits<int>::min()});
  int zero = 0;
  t[t == 5] /= zero;
  CHECK(t[1] == 6);
}

TEST_CASE("a NaN or zero that is not selected keeps its sign and payload") {
  tensor<float, 4> t{-0.f, 1.f, std::numeric_limits<float>::quiet_NaN(), 2.f};
  t[t > 1.f] += 1.f;
  CHECK(std::signbit(t[0]));
  CHECK(std::isnan(t[2]));
  CHECK(t[3] == 3.f);
}

TEST_CASE("updates that are not scalars use the places") {
  tensor<int, 5> t{1, 2, 3, 4, 5};
  t[t > 3] = tensor{40, 50};
  CHECK(values(t) == Ints{1, 2, 3, 40, 50});
  t[t > 3] = tensor{7};
  CHECK(values(t) == Ints{1, 2, 3, 7, 7});
  dtensor<int, 1> one(1);
  t[t == 7] += one + 1;
  CHECK(values(t) == Ints{1, 2, 3, 8, 8});
  CHECK_THROWS_AS((t[t > 3] = dtensor<int, 1>(3)), shape_error);
}

namespace {
constexpr auto masked_in_constant() {
  tensor<int, 2, 3> t{{1, -2, 3}, {-4, 5, -6}};
  t[t < 0] = 0;
  t[t > 2] += 10;
  const tensor<bool, 2, 3> m{{true, false, false}, {false, false, true}};
  t[m] = 9;
  return t;
}
constexpr float masked_floats() {
  tensor<float, dyn> t{1.f, -2.f, 3.f};
  t[t < 0.f] = 0.5f;
  t[t > 2.f] *= 2.f;
  return sum(t);
}
} // namespace

TEST_CASE("in constant expressions") {
  constexpr auto t = masked_in_constant();
  STATIC_REQUIRE(t[0, 0] == 9);
  STATIC_REQUIRE(t[0, 1] == 0);
  STATIC_REQUIRE(t[0, 2] == 13);
  STATIC_REQUIRE(t[1, 1] == 15);
  STATIC_REQUIRE(t[1, 2] == 9);
  STATIC_REQUIRE(masked_floats() == 7.5f);
}
