// SPDX-License-Identifier: BSL-1.0
// eval: the type and the values of the result.
#include "catch.hpp"
#include "values.hpp"

#include <concepts>
#include <string>

using namespace stria;
using test::list;
using test::values;

namespace {

inline constexpr dim batch{"batch"};

template <class E> using made = decltype(eval(std::declval<const E&>()));

template <extent... E> using ints = tensor<int, E...>;

static_assert(std::same_as<made<ints<2, 3>>, ints<2, 3>>);
static_assert(std::same_as<made<ints<dyn, 3>>, ints<dyn, 3>>);
static_assert(std::same_as<made<ints<batch, 3>>, ints<batch, 3>>);
static_assert(std::same_as<made<ints<>>, ints<>>);
static_assert(std::same_as<made<decltype(std::declval<ints<2, 3>&>()[_1])>, ints<3>>);
static_assert(
    std::same_as<made<decltype(std::declval<const ints<2, 3>&>()[_, newaxis])>, ints<2, 1, 3>>);
static_assert(std::same_as<made<decltype(std::declval<ints<2, 3>&>()[range(0, 1)])>, ints<dyn, 3>>);
static_assert(std::same_as<made<decltype(ints<2, 3>() < 1)>, tensor<bool, 2, 3>>);
static_assert(std::same_as<made<decltype(ints<2, 1>() + ints<dyn>())>, ints<2, dyn>>);
static_assert(std::same_as<made<decltype(sum(ints<2, 3>(), _0))>, tensor<std::int64_t, 3>>);
static_assert(std::same_as<made<decltype(sum(ints<batch, 3>(), _1))>, tensor<std::int64_t, batch>>);
static_assert(std::same_as<made<decltype(transpose(ints<2, dyn>()))>, ints<dyn, 2>>);
static_assert(std::same_as<made<decltype(mean(ints<2, 3>(), _1))>, tensor<double, 2>>);
static_assert(std::same_as<made<decltype(trace(ints<2, 2>()))>, tensor<std::int64_t>>);
static_assert(std::same_as<made<decltype(map([](int) { return std::string(); }, ints<2>()))>,
                           tensor<std::string, 2>>);

} // namespace

TEST_CASE("eval copies") {
  auto t = test::counted(tensor<int, 2, 3>());
  auto u = eval(t);
  u[0, 0] = 9;
  CHECK(t[0, 0] == 0);
  CHECK(u.data() != t.data());
  auto v = eval(t[rev(), rev()]);
  CHECK(values(v) == list<>{5, 4, 3, 2, 1, 0});
  CHECK(v.is_contiguous());
  CHECK(values(eval(eval(t) + 1)) == list<>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("eval of rank 0 and of empty operands") {
  auto t = test::counted(tensor<int, 2, 3>());
  CHECK(eval(trace(t)) == 4);
  CHECK(static_cast<int>(eval((t + 1)[1, 2, ellipsis])) == 6);
  CHECK(eval(tensor<int>(4) * 2) == 8);
  CHECK(eval(t[range(0, 0)]).size() == 0);
  CHECK(test::shape(eval((t + 1)[_, range(3, _)])) == list<stria::index>{2, 0});
  CHECK(test::shape(eval(sum(t[range(0, 0)], _0))) == list<stria::index>{3});
  CHECK(values(eval(sum(t[range(0, 0)], _0))) == list<std::int64_t>{0, 0, 0});
}

TEST_CASE("rows of every kind") {
  // Lengths around multiples of the vector width, with any begin and any step.
  for (stria::index n = 0; n < 70; ++n) {
    auto t = test::counted(dtensor<float, 1>(n + 3));
    for (stria::index step : {1, 2, -1, -3}) {
      dtensor<float, 1> r = t[range(3, _)][range(_, _, step)] * 2.f + 1.f;
      bool right = true;
      const auto s = t[range(3, _)][range(_, _, step)];
      for (stria::index i = 0; i < r.size(); ++i)
        right = right && r[i] == s[i] * 2.f + 1.f;
      CHECK(right);
    }
  }
}

TEST_CASE("four axes that cannot be joined") {
  auto t = test::counted(dtensor<int, 4>(3, 4, 5, 6));
  auto e = t[range(_, _, 2), rev(), range(1, 4), range(_, _, 2)] +
           transpose(t, _0, _1, _2, _3)[range(1, _), _, range(2, _), range(_, 3)];
  auto r = eval(e);
  bool right = true;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          right = right && r[i, j, k, l] == t[2 * i, 3 - j, k + 1, 2 * l] + t[i + 1, j, k + 2, l];
  CHECK(right);
  CHECK(values(eval(transpose(t, _3, _1, _0, _2))) == values(transpose(t, _3, _1, _0, _2)));
}
