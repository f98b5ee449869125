// SPDX-License-Identifier: BSL-1.0
// Reductions of small static shapes, which need no plan, compared with those of a tensor of
// run-time shape with the same elements.
#include "catch.hpp"
#include "values.hpp"

#include <complex>
#include <cstdint>

using namespace stria;
using test::evaluated;

namespace {

template <class T, extent... E> tensor<T, E...> numbered() {
  tensor<T, E...> t;
  for (stria::index k = 0; k < t.size(); ++k)
    t.data()[k] = T(static_cast<float>((k * k + 3 * k) % 17 % 5));
  return t;
}
template <class T> bool same(const T& a, const T& b) { return a == b; }
bool same(float a, float b) { return std::abs(a - b) <= 1e-6f * (1 + std::abs(b)); }
template <class A, class B> bool all_same(const A& a, const B& b) {
  const auto x = evaluated(a), y = evaluated(b);
  bool equal = x.size() == y.size() && test::shape(a) == test::shape(b);
  for (std::size_t k = 0; equal && k < x.size(); ++k)
    equal = same(x[k], y[k]);
  return equal;
}
/// Compares reduce(a, axes...) with reduce(b, axes...) for several sets of axes.
template <class A, class B, class F> void check_axes(const A& a, const B& b, const F& reduce) {
  const auto check = [&](auto... axes) { CHECK(all_same(reduce(a, axes...), reduce(b, axes...))); };
  check(_0);
  check(_1);
  check(_2);
  check(_0, _2);
}

constexpr auto sum_of = [](const auto&... a) { return sum(a...); };
constexpr auto max_of = [](const auto&... a) { return max(a...); };
constexpr auto mean_of = [](const auto&... a) { return mean(a...); };
constexpr auto var_of = [](const auto&... a) { return var(a...); };

} // namespace

TEST_CASE("few elements, each set of axes") {
  const auto a = numbered<float, 2, 3, 5>();
  const dtensor<float, 3> b = a;
  check_axes(a, b, sum_of);
  check_axes(a, b, max_of);
  check_axes(a * a, b * b, mean_of);
  check_axes(a, b, var_of);
  CHECK(all_same(sum(a, _1, _2, keepdims), sum(b, _1, _2, keepdims)));
  CHECK(all_same(max(a, _0, _1), max(b, _0, _1)));
  const auto bytes = numbered<std::uint8_t, 2, 3, 5>();
  const dtensor<std::uint8_t, 3> more_bytes = bytes;
  check_axes(bytes, more_bytes, sum_of);
  check_axes(bytes, more_bytes, max_of);
}

TEST_CASE("few elements, of other types and of other operands") {
  using complex = std::complex<double>;
  const auto z = numbered<complex, 3, 4>();
  const dtensor<complex, 2> w = z;
  CHECK(evaluated(sum(z, _0)) == evaluated(sum(w, _0)));
  CHECK(evaluated(sum(z, _1)) == evaluated(sum(w, _1)));
  const auto flags = eval(numbered<int, 4, 8>() > 1);
  const dtensor<bool, 2> more_flags = flags;
  CHECK(evaluated(any(flags, _0)) == evaluated(any(more_flags, _0)));
  CHECK(evaluated(all_of(flags, _1)) == evaluated(all_of(more_flags, _1)));
  CHECK(evaluated(count_nonzero(flags, _1)) == evaluated(count_nonzero(more_flags, _1)));

  // Views of a larger tensor, transposed and reversed; a row together with a column.
  const auto a = numbered<double, 9, 10>();
  const dtensor<double, 2> b = a;
  const auto part = [](const auto& t) { return transpose(t[range(_1, _7), range(_8, _0, -_1)]); };
  CHECK(evaluated(sum(part(a), _0)) == evaluated(sum(part(b), _0)));
  CHECK(evaluated(min(part(a), _1)) == evaluated(min(part(b), _1)));
  const auto products = [](const auto& t) {
    return t[range(_0, _4), _2][_, newaxis] * t[_1, range(_0, _6)];
  };
  CHECK(evaluated(sum(products(a), _0)) == evaluated(sum(products(b), _0)));
  CHECK(evaluated(sum(products(a), _1)) == evaluated(sum(products(b), _1)));

  // A NaN affects only its row and its column.
  auto n = numbered<float, 4, 4>();
  n[1, 2] = std::numeric_limits<float>::quiet_NaN();
  const auto least = eval(min(n, _0)), most = eval(max(n, _1));
  CHECK(std::isnan(least[2]));
  CHECK(least[1] == 1);
  CHECK(std::isnan(most[1]));
  CHECK_FALSE(std::isnan(most[0]));

  // Into a strided target, which is also read.
  tensor<double, 4, 4> t = a[range(_0, _4), range(_0, _4)];
  const auto expected = evaluated(sum(dtensor<double, 2>(t), _1));
  t[_, _2] = sum(t, _1);
  CHECK(evaluated(t[_, _2]) == expected);
}

static_assert([] {
  tensor<int, 2, 3> t{{1, 2, 3}, {4, 5, 6}};
  const auto columns = eval(sum(t, _0));
  const auto rows = eval(max(t, _1));
  return columns[0] == 5 && columns[2] == 9 && rows[0] == 3 && rows[1] == 6;
}());

TEMPLATE_TEST_CASE("one axis of memory", "", float, std::int64_t, unsigned char, bool) {
  for (const stria::index n : {1, 2, 7, 63, 64, 65, 1023, 1024, 1025}) {
    CAPTURE(n);
    stria::dtensor<TestType, 2> a(n, 3);
    double sum_of_column = 0, sum_of_others = 0;
    for (stria::index i = 0; i < n; ++i)
      for (stria::index k = 0; k < 3; ++k) {
        a(i, k) = static_cast<TestType>((5 * i + k) % 7);
        (k == 1 ? sum_of_column : sum_of_others) += static_cast<double>(a(i, k));
      }
    const auto column = a[stria::_, 1];
    CHECK(static_cast<double>(sum(column)) == sum_of_column);
    CHECK(static_cast<double>(sum(column[stria::rev()])) == sum_of_column);
    CHECK(static_cast<double>(sum(a[stria::rev(), 0]) + sum(a[stria::_, 2])) == sum_of_others);
    CHECK(eval(sum(column, stria::keepdims))[0] == sum(column));
    CHECK(static_cast<double>(max(column)) ==
          static_cast<double>(static_cast<TestType>(n > 1 ? 6 : 1)));
    CHECK(min(broadcast_to(a[0, stria::range(2, 3)], n)) == a(0, 2));
    CHECK(any(column));
  }
  const stria::dtensor<TestType, 2> none(0, 3);
  CHECK(sum(none[stria::_, 1]) == 0);
  CHECK_THROWS_AS(max(none[stria::_, 1]), stria::value_error);
}
