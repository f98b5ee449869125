// SPDX-License-Identifier: BSL-1.0
// Every operator: values, element types, scalars on either side, mixed signs, bools.
#include "catch.hpp"
#include "values.hpp"

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>

using namespace stria;
using test::list;
using test::values;

namespace {

template <class E> using element = typename std::remove_cvref_t<E>::value_type;

template <class A, class B>
using added = element<decltype(std::declval<tensor<A, 2>&>() + std::declval<tensor<B, 2>&>())>;
template <class A, class B>
using masked = element<decltype(std::declval<tensor<A, 2>&>() & std::declval<tensor<B, 2>&>())>;
template <class A, class B>
using with_scalar = element<decltype(std::declval<tensor<A, 2>&>() * std::declval<B>())>;

// C++'s promotions.
static_assert(std::same_as<added<int, int>, int>);
static_assert(std::same_as<added<short, short>, int>);
static_assert(std::same_as<added<std::uint8_t, std::uint8_t>, int>);
static_assert(std::same_as<added<bool, bool>, int>);
static_assert(std::same_as<added<char, short>, int>);
static_assert(std::same_as<added<int, unsigned>, unsigned>);
static_assert(std::same_as<added<int, long>, long>);
static_assert(std::same_as<added<unsigned, long>, long>);
static_assert(std::same_as<added<long, unsigned long>, unsigned long>);
static_assert(std::same_as<added<int, float>, float>);
static_assert(std::same_as<added<float, double>, double>);
static_assert(std::same_as<added<long, float>, float>);
static_assert(std::same_as<added<float, long double>, long double>);
static_assert(std::same_as<added<std::complex<float>, float>, std::complex<float>>);
static_assert(std::same_as<added<float, std::complex<float>>, std::complex<float>>);
static_assert(std::same_as<added<std::complex<float>, double>, std::complex<double>>);
static_assert(std::same_as<added<std::complex<float>, std::complex<double>>, std::complex<double>>);
static_assert(std::same_as<added<int, std::complex<float>>, std::complex<float>>);
static_assert(std::same_as<added<std::string, std::string>, std::string>);
static_assert(std::same_as<with_scalar<float, int>, float>);
static_assert(std::same_as<with_scalar<float, double>, double>);
static_assert(std::same_as<with_scalar<int, bool>, int>);
static_assert(std::same_as<with_scalar<short, char>, int>);
static_assert(std::same_as<masked<bool, bool>, bool>);
static_assert(std::same_as<masked<bool, int>, int>);
static_assert(std::same_as<masked<std::uint8_t, std::uint8_t>, int>);

using ints = tensor<int, 3>;
using doubles = tensor<double, 3>;
template <class T> using like = std::remove_cvref_t<T>;

static_assert(std::same_as<element<decltype(ints() < ints())>, bool>);
static_assert(std::same_as<element<decltype(ints() == 1.0)>, bool>);
static_assert(std::same_as<element<decltype(!ints())>, bool>);
static_assert(std::same_as<element<decltype(-tensor<short, 2>())>, int>);
static_assert(std::same_as<element<decltype(+tensor<bool, 2>())>, int>);
static_assert(std::same_as<element<decltype(~tensor<bool, 2>())>, bool>);
static_assert(std::same_as<element<decltype(~tensor<std::uint8_t, 2>())>, int>);
static_assert(std::same_as<element<decltype(ints() && doubles())>, bool>);
static_assert(std::same_as<element<decltype(tensor<std::uint8_t, 2>() << 1)>, int>);

template <class F, class A, class B>
concept accepts = requires(const F& f, const A& a, const B& b) { f(a, b); };
template <class A, class B>
concept has_common_element = requires { typename detail::common_element<A, B>::type; };

/// Made from real numbers only, without operators.
struct metres {
  double value = 0;
  constexpr metres() = default;
  constexpr metres(double v) : value(v) {}
};
/// Made from complex numbers. The only operator is +.
struct wave {
  std::complex<double> value = {};
  constexpr wave() = default;
  constexpr wave(std::complex<double> v) : value(v) {}
  friend wave operator+(const wave& a, const wave& b) { return {a.value + b.value}; }
};

} // namespace

TEST_CASE("arithmetic") {
  const ints a{7, -8, 9}, b{2, 3, -4};
  CHECK(values(a + b) == list<>{9, -5, 5});
  CHECK(values(a - b) == list<>{5, -11, 13});
  CHECK(values(a * b) == list<>{14, -24, -36});
  CHECK(values(a / b) == list<>{3, -2, -2});
  CHECK(values(a % b) == list<>{1, -2, 1});
  CHECK(values(-a) == list<>{-7, 8, -9});
  CHECK(values(+a) == list<>{7, -8, 9});
  const doubles d{0.5, 1.5, 2.5};
  CHECK(values(a + d) == list<double>{7.5, -6.5, 11.5});
  CHECK(values(d / a) == list<double>{0.5 / 7, 1.5 / -8, 2.5 / 9});
  CHECK(values(a / 2.0) == list<double>{3.5, -4, 4.5});
}

TEST_CASE("scalars on either side") {
  const ints a{1, 2, 3};
  CHECK(values(a + 10) == list<>{11, 12, 13});
  CHECK(values(10 - a) == list<>{9, 8, 7});
  CHECK(values(2 * a) == list<>{2, 4, 6});
  CHECK(values(12 / a) == list<>{12, 6, 4});
  CHECK(values(a % 2) == list<>{1, 0, 1});
  CHECK(values(7 % a) == list<>{0, 1, 1});
  CHECK(values(1 << a) == list<>{2, 4, 8});
  CHECK(values(a < 2) == list<bool>{true, false, false});
  CHECK(values(2 <= a) == list<bool>{false, true, true});
  CHECK(values(a == 2) == list<bool>{false, true, false});
  CHECK(values(2 == a) == list<bool>{false, true, false});
  CHECK(values(2 != a) == list<bool>{true, false, true});
  CHECK(values(a + 0.5) == list<double>{1.5, 2.5, 3.5});
  CHECK(values(true + a) == list<>{2, 3, 4});
  CHECK(values(a & 1) == list<>{1, 0, 1});
  CHECK(values((a > 1) & true) == list<bool>{false, true, true});
  const float f = 0.25f;
  CHECK(values(a * f) == list<float>{0.25f, 0.5f, 0.75f});
  // A scalar is held by value, not by reference.
  int n = 1;
  auto e = a + n;
  n = 100;
  CHECK(values(e) == list<>{2, 3, 4});
  const tensor<int> zero_rank = 5;
  CHECK(values(a + zero_rank) == list<>{6, 7, 8});
  CHECK(values(zero_rank * a) == list<>{5, 10, 15});
  const volatile int v = 3;
  CHECK(values(a + v) == list<>{4, 5, 6});
  CHECK(values(std::complex<double>(0, 1) * a) ==
        list<std::complex<double>>{{0, 1}, {0, 2}, {0, 3}});
}

TEST_CASE("integers of different signs compare by value") {
  const tensor<int, 3> negative{-1, 0, 1};
  const tensor<unsigned, 3> positive{1u, 0u, 4294967295u};
  CHECK(values(negative < positive) == list<bool>{true, false, true});
  CHECK(values(negative > positive) == list<bool>{false, false, false});
  CHECK(values(negative == positive) == list<bool>{false, true, false});
  CHECK(values(negative != positive) == list<bool>{true, false, true});
  CHECK(values(negative <= positive) == list<bool>{true, true, true});
  CHECK(values(positive >= negative) == list<bool>{true, true, true});
  CHECK(values(positive > -1) == list<bool>{true, true, true});
  CHECK(values(negative < 0u) == list<bool>{true, false, false});
  CHECK(values(tensor<std::int64_t, 1>{-1} < tensor<std::uint64_t, 1>{~0ull}) == list<bool>{true});
  CHECK(values(tensor<std::int8_t, 1>{-1} == tensor<std::uint8_t, 1>{255}) == list<bool>{false});
  // With floating-point numbers, bools and characters as in C++, but never with a wrapped sign.
  CHECK(values(negative == 1.0) == list<bool>{false, false, true});
  CHECK(values(negative < true) == list<bool>{true, true, false});
  CHECK(values(tensor{'a', 'b'} == 'b') == list<bool>{false, true});
  CHECK(values(tensor{'a', 'b'} == 98) == list<bool>{false, true});
  CHECK(values(tensor{'a', 'b'} < 98u) == list<bool>{true, false});
  CHECK(values(tensor<signed char, 1>{-1} < 1u) == list<bool>{true});
  CHECK(values(tensor<char, 1>{'x'} >= tensor<unsigned, 1>{3u}) == list<bool>{true});
}

TEST_CASE("comparisons") {
  const doubles a{1, 2, std::numeric_limits<double>::quiet_NaN()}, b{1, 3, 0};
  CHECK(values(a == b) == list<bool>{true, false, false});
  CHECK(values(a != b) == list<bool>{false, true, true});
  CHECK(values(a < b) == list<bool>{false, true, false});
  CHECK(values(a > b) == list<bool>{false, false, false});
  CHECK(values(a <= b) == list<bool>{true, true, false});
  CHECK(values(a >= b) == list<bool>{true, false, false});
  CHECK(values(a == a) == list<bool>{true, true, false});
  const tensor words{std::string("a"), std::string("b")};
  CHECK(values(words < std::string("b")) == list<bool>{true, false});
  CHECK(values(words == "b") == list<bool>{false, true});
  CHECK(values("b" == words) == list<bool>{false, true});
  CHECK(values(words == words[rev()]) == list<bool>{false, false});
  // Comparisons of comparisons are element-wise, too.
  CHECK(values((a == a) != (a == b)) == list<bool>{false, true, false});
}

TEST_CASE("complex numbers are equal to real ones of the same value") {
  using C = std::complex<float>;
  const tensor<C, 3> z{C(1), C(1, 1), C(2)};
  const tensor<bool, 3> first{true, false, false};
  CHECK(values(z == 1) == values(first));
  CHECK(values(1.0 == z) == values(first));
  CHECK(values(z != 1u) == values(!first));
  CHECK(values(z == tensor{1, 0, 3}) == values(first));
  CHECK(values(tensor{1., 0., 3.} != z) == values(!first));
  CHECK(values(z == std::complex<double>(1)) == values(first));
  CHECK(values(tensor{1, 0, 3} == C(1)) == values(first));
  static_assert(!std::is_invocable_v<elementwise::less_fn, C, float>);
}

TEST_CASE("logic and bits") {
  const tensor p{true, true, false, false}, q{true, false, true, false};
  CHECK(values(p && q) == list<bool>{true, false, false, false});
  CHECK(values(p || q) == list<bool>{true, true, true, false});
  CHECK(values(!p) == list<bool>{false, false, true, true});
  CHECK(values(p & q) == list<bool>{true, false, false, false});
  CHECK(values(p | q) == list<bool>{true, true, true, false});
  CHECK(values(p ^ q) == list<bool>{false, true, true, false});
  CHECK(values(~p) == list<bool>{false, false, true, true});
  CHECK(values(p == q) == list<bool>{true, false, false, true});
  const ints a{12, 10, -1};
  CHECK(values(a & 6) == list<>{4, 2, 6});
  CHECK(values(a | 3) == list<>{15, 11, -1});
  CHECK(values(a ^ a) == list<>{0, 0, 0});
  CHECK(values(~a) == list<>{-13, -11, 0});
  CHECK(values(a << 1) == list<>{24, 20, -2});
  CHECK(values(a >> 1) == list<>{6, 5, -1});
  // Shifts by the number of bits, by more, and by negative numbers, as in NumPy.
  CHECK(values(tensor{1, -1, 8} << tensor{40, 3, -1}) == list<>{0, -8, 0});
  CHECK(values(tensor{1, -1, -8, 8} >> tensor{40, 33, 1, -1}) == list<>{0, -1, -4, 0});
  CHECK(values(a << ints{0, 1, 2}) == list<>{12, 20, -4});
  CHECK(values(a && true) == list<bool>{true, true, true});
  CHECK(values(a - a || false) == list<bool>{false, false, false});
  CHECK(values(!(a - 10)) == list<bool>{false, true, false});
  CHECK(values(tensor{0.5, 0.0} && true) == list<bool>{true, false});
  const tensor<unsigned, 2> u{1u, 2u};
  CHECK(values(~u) == list<unsigned>{~1u, ~2u});
  CHECK(values(u << 31u) == list<unsigned>{1u << 31, 0u});
  const tensor<std::uint8_t, 2> small{255, 1};
  CHECK(values(small + small) == list<>{510, 2});
  CHECK(values(small << 4) == list<>{4080, 16});
  CHECK(values(small & std::uint8_t{15}) == list<>{15, 1});
  CHECK(values(small ^ true) == list<>{254, 0});
}

TEST_CASE("operands of every kind and mixed ranks") {
  tensor a{{1, 2}, {3, 4}};
  const dtensor<int, 2> d = a;
  auto v = a[rev()];
  CHECK(values(a + d + v) == list<>{5, 8, 7, 10});
  CHECK(values((a + 1) * (d - 1)) == list<>{0, 3, 8, 15});
  CHECK(values(a[_0] + d[_, _1]) == list<>{3, 6});
  CHECK(values(a + transpose(d)) == list<>{2, 5, 5, 8});
  CHECK(values(a[_0, _0] + v) == list<>{4, 5, 2, 3});
  CHECK(values(a * sum(a)) == list<long>{10, 20, 30, 40});
  CHECK(values(a - sum(a, _0)) == list<long>{-3, -4, -1, -2});
  CHECK(values(a + tensor{10, 20}) == list<>{11, 22, 13, 24});
  CHECK(values(a[nd({{1}, {0}})] + a) == list<>{4, 6, 4, 6});
  CHECK(values(a + a + a + a + a + a + a + a) == list<>{8, 16, 24, 32});
}

TEST_CASE("user-defined element types use their own operators") {
  struct money {
    long cents = 0;
    constexpr money operator+(money o) const { return {cents + o.cents}; }
    constexpr money operator*(int n) const { return {cents * n}; }
    constexpr money operator-() const { return {-cents}; }
    constexpr bool operator==(const money&) const = default;
    constexpr auto operator<=>(const money&) const = default;
  };
  const tensor a{money{1}, money{2}}, b{money{10}, money{1}};
  CHECK((a + b)[1].cents == 3);
  CHECK((-a)[0].cents == -1);
  CHECK((a * tensor{3, 4})[1].cents == 8);
  CHECK((a * 5)[1].cents == 10);
  CHECK(values(a < b) == list<bool>{true, false});
  CHECK(values(a == a) == list<bool>{true, true});
  CHECK((a + money{5})[0].cents == 6);
  CHECK(eval(where(a < b, a, b))[1].cents == 1);
}

TEST_CASE("complex numbers beside elements of other classes") {
  using C = std::complex<double>;
  const tensor<C, 2> z{{C(1, 2), C(3, 4)}};
  const tensor<wave, 2> w{{wave(C(1, 0)), wave(C(0, 1))}};
  const tensor<wave, 2> sums = z + w;
  CHECK(sums(0).value == C(2, 2));
  CHECK(sums(1).value == C(3, 5));
  const tensor<wave, 4> joined = concat(_0, w, z);
  CHECK(joined(3).value == C(3, 4));
  STATIC_REQUIRE_FALSE(accepts<elementwise::multiply_fn, C, wave>);
  STATIC_REQUIRE_FALSE(accepts<elementwise::add_fn, C, metres>);
  STATIC_REQUIRE_FALSE(accepts<elementwise::divide_fn, metres, C>);
  STATIC_REQUIRE_FALSE(has_common_element<C, metres>);
}

TEMPLATE_TEST_CASE("products of complex numbers are NumPy's", "", float, double) {
  using T = TestType;
  using C = std::complex<T>;
  constexpr T inf = std::numeric_limits<T>::infinity();
  dtensor<C, 1> a(40), b(40);
  for (stria::index i = 0; i < 40; ++i) {
    a(i) = C(static_cast<T>(i % 7) - 3, static_cast<T>(i % 5));
    b(i) = C(static_cast<T>(i % 3), static_cast<T>(i % 11) - 4);
  }
  const dtensor<C, 1> c = a * b, twice = T(2) * a, squares = a * conj(a);
  for (stria::index i = 0; i < 40; ++i) {
    REQUIRE(c(i) == a(i) * b(i));
    REQUIRE(twice(i) == T(2) * a(i));
    REQUIRE(squares(i) == C(std::norm(a(i)), 0));
  }
  // np.array([inf + 0j]) * (1 + 0j) is inf + nanj, and (inf + infj) * (1 + 0j) is nan + nanj.
  a(0) = C(inf, 0);
  a(1) = C(inf, inf);
  const dtensor<C, 1> d = a * C(1, 0);
  CHECK(d(0).real() == inf);
  CHECK(d(0).imag() != d(0).imag());
  CHECK(d(1).real() != d(1).real());
  CHECK(d(1).imag() != d(1).imag());
  const tensor<C, 2> mixed = tensor<C, 2>{C(1, 2), C(3, 4)} * tensor<int, 2>{2, 3};
  CHECK(mixed[1] == C(9, 12));
}

TEMPLATE_TEST_CASE("quotients of complex numbers", "", float, double, long double) {
  using T = TestType;
  using C = std::complex<T>;
  constexpr T inf = std::numeric_limits<T>::infinity(), large = std::numeric_limits<T>::max() / 4,
              small = std::numeric_limits<T>::min() * 4;
  for (const stria::index n : {1, 4, 40}) {
    dtensor<C, 1> a(n), b(n);
    for (stria::index i = 0; i < n; ++i) {
      a(i) = C(static_cast<T>(i % 7) - 3, static_cast<T>(i % 5));
      b(i) = C(static_cast<T>(i % 3), static_cast<T>(i % 11) - T(4.5));
    }
    const dtensor<C, 1> q = a / b, halves = a / T(2), inverse = T(1) / b;
    for (stria::index i = 0; i < n; ++i) {
      const T near = 8 * std::numeric_limits<T>::epsilon();
      REQUIRE(std::abs(q(i) * b(i) - a(i)) <= near * (1 + std::abs(a(i))));
      REQUIRE(halves(i) == C(a(i).real() / 2, a(i).imag() / 2));
      REQUIRE(std::abs(inverse(i) * b(i) - C(1)) <= near);
    }
  }
  // The squares of these numbers overflow or vanish.
  const tensor<C, 4> x{C(large, large), C(small, 0), C(0, large), C(large, 0)};
  const tensor<C, 4> quotients = x / x;
  for (stria::index i = 0; i < 4; ++i)
    CHECK(quotients(i) == C(1));
  // np.array([1 - 2j, 0j]) / 0 is [inf - infj, nan + nanj].
  const tensor<C, 2> zeros = tensor<C, 2>{C(1, -2), C(0, 0)} / tensor<C, 2>{C(0, 0), C(0, 0)};
  CHECK(zeros(0).real() == inf);
  CHECK(zeros(0).imag() == -inf);
  CHECK(zeros(1).real() != zeros(1).real());
  // np.array([inf + 1j]) / 0 is inf + infj, and 1 / np.array([inf + 0j]) is 0j.
  const tensor<C, 1> by_zero = tensor<C, 1>{C(inf, 1)} / C(0, 0);
  CHECK(by_zero(0) == C(inf, inf));
  CHECK((tensor<C, 1>{C(1, 0)} / C(inf, 0))(0) == C(0));
  // np.array([inf + 0j]) / (1 + 0j) is inf + nanj.
  const tensor<C, 1> infinite = tensor<C, 1>{C(inf, 0)} / C(1, 0);
  CHECK(infinite(0).real() == inf);
  CHECK(infinite(0).imag() != infinite(0).imag());
}
