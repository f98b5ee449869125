// SPDX-License-Identifier: BSL-1.0
// Vectorised loops over integers: quotients, which are computed in floating-point arithmetic, and
// comparisons with one wider number.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

using namespace stria;

namespace {

/// All values of an 8-bit type. For a wider type: its limits, values near powers of two, and some
/// random values.
template <class T> dtensor<T, 1> samples() {
  using limits = std::numeric_limits<T>;
  std::vector<T> v;
  if constexpr (sizeof(T) == 1) {
    for (int i = limits::min(); i <= limits::max(); ++i)
      v.push_back(static_cast<T>(i));
  } else {
    for (int bit = 0; bit < limits::digits; ++bit)
      for (int around = -2; around <= 2; ++around) {
        const auto power = static_cast<std::uint64_t>(1) << bit;
        v.push_back(static_cast<T>(power + static_cast<std::uint64_t>(around)));
        v.push_back(static_cast<T>(std::uint64_t{0} - power + static_cast<std::uint64_t>(around)));
      }
    v.insert(v.end(), {limits::min(), limits::max()});
    std::uint64_t random = 1;
    for (int i = 0; i < 40; ++i)
      v.push_back(static_cast<T>((random = random * 6364136223846793005u + 1442695040888963407u) >>
                                 (64 - limits::digits)));
  }
  return as_tensor(v);
}

std::int64_t floored(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

} // namespace

TEMPLATE_TEST_CASE("quotients and remainders of all integers", "", std::int8_t, std::uint8_t,
                   std::int16_t, std::uint16_t, std::int32_t, std::uint32_t) {
  using T = TestType;
  using C = decltype(T() / T());
  const auto a = samples<T>();
  std::vector<T> divisors;
  for (const T b : a.storage())
    if (b != 0)
      divisors.push_back(b);
  bool quotients = true, rests = true, floors = true, remainders = true;
  dtensor<C, 1> q(a.size()), r(a.size());
  for (const T b : divisors) {
    // Operations that are undefined in C++ are omitted.
    const bool overflows =
        std::is_signed_v<T> && sizeof(T) == 4 && b == static_cast<T>(std::int64_t{-1});
    auto x = a;
    if (overflows)
      x = where(a == std::numeric_limits<T>::min(), T(1), a);
    q = x / b;
    r = x % b;
    for (stria::index i = 0; i < a.size(); ++i) {
      const auto wide = static_cast<std::int64_t>(x(i)), by = static_cast<std::int64_t>(b);
      quotients = quotients && q(i) == static_cast<C>(wide / by);
      rests = rests && r(i) == static_cast<C>(wide % by);
    }
    q = floor_divide(a, b);
    r = remainder(a, b);
    for (stria::index i = 0; i < a.size(); ++i) {
      const auto wide = static_cast<std::int64_t>(a(i)), by = static_cast<std::int64_t>(b);
      floors = floors && q(i) == static_cast<C>(floored(wide, by));
      remainders = remainders && r(i) == static_cast<C>(wide - floored(wide, by) * by);
    }
  }
  CHECK(quotients);
  CHECK(rests);
  CHECK(floors);
  CHECK(remainders);
  CHECK(all_of(floor_divide(a, T(0)) == 0));
  CHECK(all_of(remainder(a, T(0)) == 0));
  // With many divisors.
  const auto b = eval(where(roll(a, 3) == 0, T(1), roll(a, 3)));
  q = floor_divide(a, b);
  for (stria::index i = 0; i < a.size(); ++i)
    floors = floors && q(i) == static_cast<C>(floored(a(i), b(i)));
  CHECK(floors);
}

namespace {

/// Compares a / b and a % b of integers of different types with C++.
template <class A, class B> bool divides_like_cpp() {
  using C = decltype(A() / B());
  const auto a = samples<A>();
  const auto divisors = samples<B>();
  dtensor<C, 1> q(a.size()), r(a.size());
  for (stria::index k = 0; k < divisors.size(); k += sizeof(B) == 1 ? 5 : 1) {
    const B b = divisors(k);
    // Operations that are undefined in C++ are omitted.
    if (b == 0 || (std::is_signed_v<C> && static_cast<C>(b) == static_cast<C>(-1)))
      continue;
    q = a / b;
    r = a % b;
    for (stria::index i = 0; i < a.size(); ++i)
      if (q(i) != static_cast<C>(a(i)) / static_cast<C>(b) ||
          r(i) != static_cast<C>(a(i)) % static_cast<C>(b))
        return false;
  }
  return true;
}

} // namespace

TEMPLATE_TEST_CASE("quotients and remainders of integers of different types", "", std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t) {
  CHECK(divides_like_cpp<TestType, std::int8_t>());
  CHECK(divides_like_cpp<TestType, std::uint16_t>());
  CHECK(divides_like_cpp<TestType, std::int16_t>());
  CHECK(divides_like_cpp<TestType, std::int32_t>());
  CHECK(divides_like_cpp<TestType, std::uint32_t>());
}

TEMPLATE_TEST_CASE("comparisons with a wider number are by value", "", std::int8_t, std::uint8_t,
                   std::int16_t, std::int32_t) {
  const auto a = samples<TestType>();
  dtensor<bool, 1> m(a.size());
  const auto beside = [&](auto bound) {
    bool right = true;
    const auto each = [&](auto compare) {
      for (stria::index i = 0; i < a.size(); ++i)
        right = right && m(i) == compare(a(i), bound);
    };
    m = a == bound;
    each([](auto x, auto y) { return std::cmp_equal(x, y); });
    m = a != bound;
    each([](auto x, auto y) { return std::cmp_not_equal(x, y); });
    m = a < bound;
    each([](auto x, auto y) { return std::cmp_less(x, y); });
    m = a > bound;
    each([](auto x, auto y) { return std::cmp_greater(x, y); });
    m = a <= bound;
    each([](auto x, auto y) { return std::cmp_less_equal(x, y); });
    m = a >= bound;
    each([](auto x, auto y) { return std::cmp_greater_equal(x, y); });
    return right;
  };
  const auto bounds32 = samples<std::int32_t>();
  for (const std::int64_t bound : bounds32.storage()) {
    INFO(bound);
    CHECK(beside(static_cast<int>(bound)));
    CHECK(beside(static_cast<unsigned>(bound)));
    CHECK(beside(bound * 3));
    CHECK(beside(static_cast<std::uint64_t>(bound)));
  }
  for (int bound = -300; bound <= 300; ++bound)
    if (!beside(bound))
      FAIL(bound);
  // One number for each row, and within a larger expression.
  dtensor<int, 2> bounds(4, 1);
  bounds[_, 0] = tensor<int, 4>{-200, 3, 100, 70000};
  CHECK(sum(a < bounds) == sum(cast<std::int64_t>(a) < bounds));
  CHECK(sum((a == 3) | (a & (a == 2))) == sum(a == 3));
}

namespace {

/// a << by or a >> by, as in NumPy.
template <class A> int shifted(A a, std::int64_t by, bool left) {
  if (by < 0 || by > 31)
    return left || a >= 0 ? 0 : -1;
  return left ? a << by : a >> by;
}
template <class T, class B> bool shifts_like_numpy(B by) {
  const auto a = samples<T>();
  const auto b = eval(roll(a, 7));
  const auto wide = static_cast<std::int64_t>(by);
  dtensor<int, 1> left(a.size()), right(a.size()), sums(a.size());
  left = a << by;
  right = a >> by;
  sums = ((a - b) >> by) + ((a + b) << by);
  const dtensor<T, 1> narrow = cast<T>((a << by) + (a >> by));
  dtensor<T, 1> t = a, u = a;
  t <<= by;
  u >>= by;
  bool right_values = true;
  for (stria::index i = 0; i < a.size(); ++i) {
    const int x = a(i), y = b(i), to_left = shifted(a(i), wide, true),
              to_right = shifted(a(i), wide, false);
    const auto sum = static_cast<int>(static_cast<unsigned>(shifted(x - y, wide, false)) +
                                      static_cast<unsigned>(shifted(x + y, wide, true)));
    right_values = right_values && left(i) == to_left && right(i) == to_right && sums(i) == sum &&
                   narrow(i) == static_cast<T>(static_cast<unsigned>(to_left) +
                                               static_cast<unsigned>(to_right)) &&
                   t(i) == static_cast<T>(to_left) && u(i) == static_cast<T>(to_right);
  }
  return right_values;
}

} // namespace

TEMPLATE_TEST_CASE("shifts of short integers by one number", "", std::int8_t, std::uint8_t,
                   std::int16_t, std::uint16_t) {
  for (int by = -40; by <= 40; ++by) {
    INFO(by);
    CHECK(shifts_like_numpy<TestType>(by));
    CHECK(shifts_like_numpy<TestType>(static_cast<std::int8_t>(by)));
    CHECK(shifts_like_numpy<TestType>(std::int64_t{by}));
    CHECK(shifts_like_numpy<TestType>(static_cast<unsigned>(by)));
  }
  CHECK(shifts_like_numpy<TestType>(std::int64_t{1} << 32));
  CHECK(shifts_like_numpy<TestType>(std::numeric_limits<int>::min()));
  constexpr tensor<TestType, 2> c{1, 100};
  static_assert(sum(c << 2) == 404);
  static_assert(sum(c >> 1) == 50);
  // One number for each row.
  const auto a = samples<TestType>();
  dtensor<int, 2> counts(3, 1), r(3, a.size());
  counts[_, 0] = tensor<int, 3>{0, 3, 40};
  r = a >> counts;
  for (stria::index i = 0; i < a.size(); ++i) {
    CHECK(r(0, i) == a(i));
    CHECK(r(1, i) == a(i) >> 3);
    CHECK(r(2, i) == (a(i) < 0 ? -1 : 0));
  }
}

TEMPLATE_TEST_CASE("quotients of sums and products of short integers", "", std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t) {
  const auto a = samples<TestType>();
  dtensor<int, 2> sums(a.size(), a.size()), differences = sums, rests = sums, products = sums;
  for (const int by : {-70000, -255, -3,  -2,  1,    2,     3,     4,     5,     7,      9,
                       100,    255,  256, 257, 1000, 32767, 32768, 65535, 65536, 131070, 1 << 30}) {
    INFO(by);
    sums = (a[_, newaxis] + a) / by;
    differences = (a[_, newaxis] - a) / by;
    rests = (a[_, newaxis] + a) % by;
    bool right = true;
    for (stria::index i = 0; i < a.size(); ++i)
      for (stria::index k = 0; k < a.size(); ++k)
        right = right && sums(i, k) == (a(i) + a(k)) / by &&
                differences(i, k) == (a(i) - a(k)) / by && rests(i, k) == (a(i) + a(k)) % by;
    if constexpr (sizeof(TestType) == 1) {
      products = a[_, newaxis] * a / by;
      for (stria::index i = 0; i < a.size(); ++i)
        for (stria::index k = 0; k < a.size(); ++k)
          right = right && products(i, k) == a(i) * a(k) / by;
    }
    CHECK(right);
  }
}
