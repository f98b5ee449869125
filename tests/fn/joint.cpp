// SPDX-License-Identifier: BSL-1.0
// Two reductions of one operand in an expression: the values are those of separate reductions.
#include "catch.hpp"
#include "values.hpp"

#include <complex>
#include <limits>

using namespace stria;
using test::values;

namespace {

template <class T, class... N> auto mixed(N... sizes) {
  dtensor<T, sizeof...(N)> t(sizes...);
  for (stria::index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>((i * 7919 + 13) % 1009 % 251);
  return t;
}

/// Checks that f of two reductions in one expression equals f of their values.
template <detail::operand A, detail::operand B, class F>
bool same_jointly(const A& a, const B& b, F f) {
  const auto x = eval(a);
  const auto y = eval(b);
  const auto jointly = eval(f(a, b));
  return values(jointly) == values(f(x, y)) && jointly.shape() == f(x, y).shape();
}
constexpr auto ratio = [](const auto& x, const auto& y) { return (1 + x) / (y + 2); };

template <class A, class... Axes> bool all_pairs(const A& a, Axes... axes) {
  return same_jointly(std_dev(a, axes...), mean(a, axes...), ratio) &&
         same_jointly(max(a, axes...), min(a, axes...), ratio) &&
         same_jointly(var(a, axes...), sum(a, axes...), ratio) &&
         same_jointly(argmax(a, axes...), max(a, axes...), ratio) &&
         same_jointly(any(a, axes...), count_nonzero(a, axes...), ratio);
}

} // namespace

TEST_CASE("any two reductions") {
  CHECK(all_pairs(mixed<float>(40, 330), _0));
  CHECK(all_pairs(mixed<float>(40, 330), _1));
}

TEMPLATE_TEST_CASE("any element type", "", double, int, std::uint8_t) {
  for (stria::index n : {1, 33, 3000}) {
    const auto a = mixed<TestType>(40, n);
    CHECK(same_jointly(mean(a, _1), std_dev(a, _1), ratio));
    CHECK(same_jointly(sum(a, _0), max(a, _0), ratio));
  }
}

TEST_CASE("any axis and order of memory") {
  const auto a = mixed<float>(7, 40, 33);
  CHECK(same_jointly(mean(a, _0), std_dev(a, _0), ratio));
  CHECK(same_jointly(mean(a, _1), std_dev(a, _1), ratio));
  CHECK(same_jointly(mean(a, -_1, keepdims), std_dev(a, -_1, keepdims), ratio));
  const auto some = a[rev(), _, range(_, _, 2)];
  CHECK(same_jointly(min(some, _1), max(some, _1), ratio));
  CHECK(same_jointly(min(transpose(a), _0), sum(transpose(a), _0), ratio));
}

TEST_CASE("several axes, all of them, and axes kept by one of the two") {
  const auto a = mixed<float>(12, 30, 50);
  CHECK(same_jointly(mean(a, keepdims), std_dev(a, keepdims), ratio));
  CHECK(same_jointly(max(a, keepdims), min(a, keepdims), ratio));
  CHECK(same_jointly(mean(a, _0, _1), std_dev(a, _0, _1), ratio));
  CHECK(same_jointly(max(a, _0, _2), sum(a, _0, _2), ratio));
  CHECK(same_jointly(min(a, _1, _2), max(a, _1, _2), ratio));
  CHECK(same_jointly(mean(a, _0, keepdims), std_dev(a, _0), ratio));
  CHECK(same_jointly(mean(a, _0), std_dev(a, _0, keepdims), ratio));
}

TEST_CASE("standardised and scaled, by rows, by columns and as a whole") {
  const auto a = mixed<float>(600, 300);
  const auto rows = [](const auto& x) {
    return eval((x - mean(x, _1, keepdims)) / std_dev(x, _1, keepdims));
  };
  const auto m = eval(mean(a, _1, keepdims)), d = eval(std_dev(a, _1, keepdims));
  CHECK(values(rows(a)) == values((a - m) / d));
  const auto low = eval(min(a, _0)), high = eval(max(a, _0));
  CHECK(values(eval((a - min(a, _0)) / (max(a, _0) - min(a, _0)))) ==
        values((a - low) / (high - low)));
  CHECK(values(ptp(a, _0)) == values(high - low));
  const auto mean_of_all = mean(a), deviation = std_dev(a);
  dtensor<float, 2> r = a;
  r = (r - mean(r, keepdims)) / std_dev(r, keepdims);
  CHECK(values(r) == values((a - mean_of_all) / deviation));
}

TEST_CASE("different operands are not joined") {
  const auto a = mixed<float>(40, 60);
  const auto b = eval(a + 1.f);
  const auto difference = [](const auto& x, const auto& y) { return x - y; };
  CHECK(same_jointly(max(a, _0), min(b, _0), difference));
  CHECK(same_jointly(max(a, _0), max(b, _0), difference));
  CHECK(same_jointly(max(a, _0), min(a, _0, keepdims), difference));
  CHECK(same_jointly(max(a[range(_, 20)], _0), min(a[range(20, _)], _0), difference));
  CHECK(same_jointly(max(a[_, rev()], _0), min(a, _0), difference));
  CHECK(same_jointly(sum(a * a, _0), sum(a, _0), difference));
  // The same reduction of two operands, together with another reduction of the first operand.
  CHECK(values(eval(max(a, _0) - min(a, _0) + max(b, _0))) ==
        values(eval(eval(max(a, _0)) - eval(min(a, _0)) + eval(max(b, _0)))));
  CHECK(values(eval(max(b, _0) + max(a, _0) - min(a, _0))) ==
        values(eval(eval(max(b, _0)) + eval(max(a, _0)) - eval(min(a, _0)))));
}

TEST_CASE("the same statistic with other degrees of freedom is not joined") {
  const tensor line{1.0, 2.0, 3.0, 6.0};
  CHECK(values(mean(line, keepdims) * 0.0 + var(line, keepdims) * 0.0 +
               var(line, keepdims, ddof(1))) == test::list<double>{var(line, ddof(1))});
  const auto a = mixed<float>(600, 300);
  const auto both = eval(a * 0.f + mean(a, _1, keepdims) * 0.f + var(a, _1, keepdims) -
                         var(a, _1, keepdims, ddof(1)));
  const auto apart = eval(a * 0.f + var(a, _1, keepdims) - eval(var(a, _1, keepdims, ddof(1))));
  CHECK(values(both) == values(apart));
  CHECK(both(0, 0) < 0);
}

TEST_CASE("NaN, empty operands, one element, other element types") {
  auto a = mixed<float>(30, 70);
  a(3, 5) = std::numeric_limits<float>::quiet_NaN();
  const auto r = eval(max(a, _1) - sum(a, _1));
  for (stria::index i = 0; i < 30; ++i)
    CHECK((r(i) != r(i)) == (i == 3));
  const dtensor<float, 2> none(0, 4), thin(4, 0);
  CHECK(eval(max(none, _1) + min(none, _1)).size() == 0);
  CHECK_THROWS_AS(eval(max(thin, _1) + sum(thin, _1)), value_error);
  CHECK_THROWS_AS(eval(max(thin, keepdims) + min(thin, keepdims)), value_error);
  CHECK(values(eval(sum(thin, _1) + prod(thin, _1))) == std::vector<float>(4, 1.f));
  const auto one = mixed<double>(1, 1);
  CHECK(values(max(one, keepdims) - min(one, keepdims)) == test::list<double>{0});
  CHECK(values(mean(one, keepdims) - std_dev(one, keepdims)) == test::list<double>{one(0, 0)});
  using complex = std::complex<double>;
  dtensor<complex, 1> z(3);
  z = complex(1, 2);
  CHECK(values(sum(z, keepdims) + mean(z, keepdims)) == test::list<complex>{complex(4, 8)});
}

TEST_CASE("constant expressions and static shapes") {
  constexpr tensor<int, 2, 3> t{{1, 5, 3}, {4, 2, 9}};
  static_assert(eval(max(t, keepdims) - min(t, keepdims))[0, 0] == 8);
  constexpr auto spread = eval(max(t, _0) - min(t, _0));
  static_assert(std::same_as<decltype(spread), const tensor<int, 3>>);
  static_assert(spread[0] == 3 && spread[1] == 3 && spread[2] == 6);
  constexpr auto both = eval(sum(t, _1) - max(t, _1));
  CHECK(values(both) == std::vector<long>{4, 6});
}
