// SPDX-License-Identifier: BSL-1.0
// A reduction over all axes without keepdims is computed immediately and returns its element.
#include "../support/allocations.hpp"
#include "catch.hpp"
#include "values.hpp"

#include <complex>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>

using namespace stria;
using test::list;
using test::values;

namespace {

template <class T, class R> constexpr bool same = std::same_as<T, R>;
template <class E> using element = typename std::remove_cvref_t<E>::value_type;

inline constexpr dim batch{"batch"};
using cd = std::complex<double>;

constexpr tensor<int, 2, 3> m{{3, 1, 2}, {6, 4, 5}};
const dtensor<double, 2> d = m;

double sum_of_local() {
  return [] {
    const auto y = eval(d * 2.);
    return sum(y * y);
  }();
}

constexpr int which(double) { return 1; }
constexpr int which(const dtensor<double, 1>&) { return 2; }

/// A user-defined type without conversions to or from numbers.
struct metres {
  double value = 0;
  constexpr metres() = default;
  constexpr explicit metres(double v) : value(v) {}
  friend constexpr metres operator+(metres a, metres b) { return metres(a.value + b.value); }
  friend constexpr metres operator-(metres a, metres b) { return metres(a.value - b.value); }
  friend constexpr metres operator*(double a, metres b) { return metres(a * b.value); }
  friend constexpr bool operator==(metres, metres) = default;
  friend constexpr bool operator<(metres a, metres b) { return a.value < b.value; }
  friend constexpr bool operator>(metres a, metres b) { return a.value > b.value; }
};

} // namespace

TEST_CASE("a sum outlives its operand") { CHECK(sum_of_local() == 4 * 91); }

TEST_CASE("a sum is an argument of printf") {
  char text[16];
  std::snprintf(text, sizeof text, "%g", sum(d));
  CHECK(std::string(text) == "21");
  std::ostringstream out;
  out << sum(d) << ' ' << argmax(d) << ' ' << any(d > 5.);
  CHECK(out.str() == "21 3 1");
}

TEST_CASE("a sum selects the overload for a number") {
  CHECK(which(sum(d)) == 1);
  CHECK(which(sum(d, _0)) == 2);
}

TEST_CASE("two reductions in one declaration have one type") {
  auto low = min(d), high = max(d);
  CHECK(low == 1);
  CHECK(high == 6);
}

TEST_CASE("the result has the element type") {
  STATIC_REQUIRE(same<decltype(sum(m)), std::int64_t>);
  STATIC_REQUIRE(same<decltype(sum(d)), double>);
  STATIC_REQUIRE(same<decltype(prod(m)), std::int64_t>);
  STATIC_REQUIRE(same<decltype(mean(m)), double>);
  STATIC_REQUIRE(same<decltype(var(m)), double>);
  STATIC_REQUIRE(same<decltype(std_dev(m, ddof(1))), double>);
  STATIC_REQUIRE(same<decltype(min(m)), int>);
  STATIC_REQUIRE(same<decltype(max(d)), double>);
  STATIC_REQUIRE(same<decltype(argmin(d)), stria::index>);
  STATIC_REQUIRE(same<decltype(argmax(d)), stria::index>);
  STATIC_REQUIRE(same<decltype(any(d)), bool>);
  STATIC_REQUIRE(same<decltype(all_of(d)), bool>);
  STATIC_REQUIRE(same<decltype(none_of(d)), bool>);
  STATIC_REQUIRE(same<decltype(count_nonzero(d)), stria::index>);
  STATIC_REQUIRE(same<decltype(norm(m)), double>);
  STATIC_REQUIRE(same<decltype(ptp(m)), int>);
  STATIC_REQUIRE(same<decltype(median(m)), double>);
  STATIC_REQUIRE(same<decltype(percentile(m, 30)), double>);
  STATIC_REQUIRE(same<decltype(logsumexp(d)), double>);
  STATIC_REQUIRE(same<decltype(reduce(std::plus<>(), 0.f, m)), float>);
  STATIC_REQUIRE(same<decltype(reduce<"a b -> ">(m, max)), int>);
  STATIC_REQUIRE(same<decltype(sum(tensor<cd, 2>())), const cd>);
  STATIC_REQUIRE(same<decltype(mean(tensor<float, 2>())), float>);
}

TEST_CASE("all axes, named one by one") {
  STATIC_REQUIRE(same<decltype(sum(m, _0, _1)), std::int64_t>);
  STATIC_REQUIRE(same<decltype(max(m[_0], -_1)), int>);
  STATIC_REQUIRE(same<decltype(var(d, _1, ddof(1), _0)), double>);
  STATIC_REQUIRE(same<decltype(percentile(d[0], 50, _0)), double>);
  STATIC_REQUIRE(same<decltype(reduce(std::plus<>(), 0, m, -_1, _0)), int>);
  CHECK(sum(m, _1, -_2) == 21);
  CHECK(none_of(m > 6, _0, _1));
  CHECK(median(m, _0, _1) == 3.5);
}

TEST_CASE("other axes, and keepdims, are lazy") {
  STATIC_REQUIRE(detail::operand<decltype(sum(m, _0))>);
  STATIC_REQUIRE(decltype(sum(m, keepdims))::rank == 2);
  STATIC_REQUIRE(decltype(none_of(m, keepdims))::rank == 2);
  STATIC_REQUIRE(decltype(median(m, _0, _1, keepdims))::rank == 2);
  STATIC_REQUIRE(decltype(reduce(std::plus<>(), 0, m, keepdims))::rank == 2);
  STATIC_REQUIRE(decltype(reduce<"a b -> 1">(m, sum))::rank == 1);
  STATIC_REQUIRE(detail::operand<decltype(sum(tensor<int>(), keepdims))>);
}

TEST_CASE("every kind of operand") {
  auto t = eval(m);
  CHECK(sum(t) == 21);
  CHECK(sum(std::as_const(t)) == 21);
  CHECK(sum(tensor<int, 2, 3>(m)) == 21);
  CHECK(sum(dtensor<int, 2>(m)) == 21);
  CHECK(sum(t[_, rev()]) == 21);
  CHECK(sum(transpose(t) * 2) == 42);
  CHECK(sum(sort(t, _1)[_, 0]) == 5);
  CHECK(max(matmul(t, transpose(t))) == 77);
  const tensor<int, batch, 3> named = m;
  CHECK(sum(named) == 21);
  CHECK(argmax(named) == 3);
  const tensor<double> scalar(4);
  CHECK(sum(scalar) == 4);
  CHECK(norm(scalar * -1.) == 4);
  CHECK(reduce<"(a 1) b -> ">(t, sum) == 21);
  CHECK(reduce<"a 2 -> ">(tensor<int, 3, 2>{{1, 2}, {3, 4}, {5, 6}}, max) == 6);
  CHECK(reduce<" -> ">(scalar, mean) == 4);
}

TEST_CASE("nothing is allocated or copied") {
  const auto e = d * 2.;
  double total = 0;
  const auto asked = test::allocations_of([&] {
    total += sum(d) + mean(e) + max(d[_, rev()]) + std_dev(d);
    total += static_cast<double>(argmax(d) + count_nonzero(d > 2.));
  });
  CHECK(asked == 0);
  CHECK(total > 0);
  const auto of_rvalue = test::allocations_of([&] { total = sum(dtensor<double, 2>(m)); });
  CHECK(of_rvalue == test::allocations_of([&] { dtensor<double, 2> copy(m); }));
}

TEST_CASE("a sum where an element is expected") {
  tensor<double, 3> r{0, 0, 0};
  r[2] = sum(d);
  CHECK(r[2] == 21);
  const tensor<double> s = sum(d);
  tensor<double> u = max(d);
  u = sum(m);
  CHECK(s == 21);
  CHECK(u == 21);
  CHECK(sum(m) == 21);
  CHECK(sum(m) / 2 == 10);
  CHECK(d[argmax(d[0]), 0] == 3);
  CHECK(m[count_nonzero(m[0] > 2), 0] == 6);
  CHECK(m[sum(m[_, 0] > 4), 1] == 4);
  CHECK(sum(m[_0, range(sum(m) - 20, 3)]) == 3);
  CHECK(zeros<int>(max(m), 2).size() == 12);
  CHECK((all_of(m > 0) && !any(m > 6)));
}

TEST_CASE("sums in expressions with tensors, with the types of C++'s promotion") {
  const tensor<float, 3> f{1, 2, 3};
  STATIC_REQUIRE(same<element<decltype(f - mean(f))>, float>);
  STATIC_REQUIRE(same<element<decltype(f / sum(f))>, float>);
  STATIC_REQUIRE(same<element<decltype(f * sum(m))>, float>);
  STATIC_REQUIRE(same<element<decltype(f - mean(d))>, double>);
  STATIC_REQUIRE(same<element<decltype(m - mean(m))>, double>);
  STATIC_REQUIRE(same<element<decltype(m + sum(m))>, std::int64_t>);
  STATIC_REQUIRE(same<element<decltype(m - min(m))>, int>);
  STATIC_REQUIRE(
      same<element<decltype(f * sum(tensor<std::complex<float>, 2>()))>, std::complex<float>>);
  STATIC_REQUIRE(same<element<decltype((m > 2) && any(m > 5))>, bool>);
  CHECK(values(eval(f - mean(f))) == list<float>{-1, 0, 1});
  CHECK(values(eval((f - mean(f)) / ptp(f))) == list<float>{-0.5, 0, 0.5});
  CHECK(values(eval(where(f > mean(f), sum(f), f))) == list<float>{1, 2, 6});
  CHECK(values(eval(where(f > 2.f, max(f), min(f)))) == list<float>{1, 1, 3});
  CHECK(values(eval(clip(f * 2.f, min(f), max(f)))) == list<float>{2, 3, 3});
  CHECK(values(eval(maximum(f, mean(f)))) == list<float>{2, 2, 3});
  auto g = f;
  g -= min(g);
  CHECK(values(g) == list<float>{0, 1, 2});
  g = g / sum(g) * 3.f;
  CHECK(values(g) == list<float>{0, 1, 2});
  g[g == max(g)] = mean(f);
  CHECK(values(g) == list<float>{0, 1, 2});
}

TEST_CASE("elements of a user-defined type") {
  const tensor<metres, 3> way{metres(1), metres(2), metres(6)};
  STATIC_REQUIRE(same<decltype(sum(way)), const metres>);
  STATIC_REQUIRE(same<decltype(max(way)), const metres>);
  CHECK(sum(way) == metres(9));
  CHECK(min(way) == metres(1));
  CHECK(ptp(way) == metres(5));
  CHECK(values(eval(way - min(way))) == list<metres>{metres(0), metres(1), metres(5)});
  // The result must be wrapped in a tensor before it is combined with elements of another type.
  const tensor<double, 2> weights{0.5, 2};
  CHECK(values(eval(weights * tensor<metres>(sum(way)))) == list<metres>{metres(4.5), metres(18)});
  const tensor<std::string, 2> words{std::string(40, 'a'), std::string(40, 'b')};
  STATIC_REQUIRE(same<decltype(sum(words)), const std::string>);
  CHECK(sum(words) == words[0] + words[1]);
  CHECK(max(words) == words[1]);
  CHECK(values(eval(words == max(words))) == list<bool>{false, true});
}

TEST_CASE("functions of <cmath> accept the element, with its type") {
  const tensor<float, 2> f{-3, -4};
  STATIC_REQUIRE(same<decltype(stria::sqrt(sum(f * f))), float>);
  STATIC_REQUIRE(same<decltype(stria::sqrt(sum(m))), double>);
  STATIC_REQUIRE(same<decltype(abs(mean(f))), float>);
  STATIC_REQUIRE(same<decltype(abs(mean(m))), double>);
  STATIC_REQUIRE(same<decltype(abs(sum(m))), std::int64_t>);
  CHECK(stria::sqrt(sum(f * f)) == 5);
  CHECK(abs(mean(f)) == 3.5f);
  CHECK(abs(mean(m - 6)) == 2.5);
  CHECK(square(sum(f)) == 49);
  CHECK(sign(sum(f)) == -1);
  CHECK(isfinite(sum(f)));
  CHECK(isnan(mean(f[range(0, 0)])));
  CHECK(isinf(stria::log(sum(f * 0.f))));
  CHECK(floor(mean(f)) == -4);
  CHECK(values(eval(f / stria::sqrt(sum(f * f)))) == list<float>{-3 / 5.f, -4 / 5.f});
}

TEST_CASE("an undefined reduction is refused at the call") {
  const dtensor<double, 2> none(0, 3);
  CHECK_THROWS_AS(max(none), value_error);
  CHECK_THROWS_AS(argmin(none), value_error);
  CHECK_THROWS_AS(ptp(none), value_error);
  CHECK_THROWS_AS(percentile(none, 50), value_error);
  CHECK(sum(none) == 0);
}

TEST_CASE("constant expressions") {
  STATIC_REQUIRE(sum(m) == 21);
  STATIC_REQUIRE(mean(m) == 3.5);
  STATIC_REQUIRE(max(m) - min(m) == ptp(m));
  STATIC_REQUIRE(argmax(m) == 3);
  STATIC_REQUIRE(any(m > 5) && all_of(m > 0) && none_of(m > 6));
  STATIC_REQUIRE(count_nonzero(m % 2) == 3);
  STATIC_REQUIRE(median(m) == 3.5);
  STATIC_REQUIRE(percentile(m, 50) == 3.5);
  STATIC_REQUIRE(var(tensor{1., 3.}) == 1);
  STATIC_REQUIRE(sum(m * m, _0, _1) == 91);
  STATIC_REQUIRE(reduce(std::multiplies<>(), 1, m) == 720);
  STATIC_REQUIRE(reduce<"a b -> ">(m, sum) == 21);
  STATIC_REQUIRE(stria::abs(sum(m - 6)) == 15); // ::abs(long) is not constexpr
  STATIC_REQUIRE(sum(tensor<metres, 2>{metres(1), metres(2)}) == metres(3));
  constexpr auto total = sum(dtensor<int, 1>{1, 2, 3});
  STATIC_REQUIRE(total == 6);
}
