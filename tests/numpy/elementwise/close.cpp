// SPDX-License-Identifier: BSL-1.0
// isclose, allclose, array_equal. The tables come from NumPy 1.24: np.isclose(v[:, None], v, rtol,
// atol, equal_nan), a row of 0 and 1 for each v.
#include "catch.hpp"
#include "numbers.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using namespace stria;
using test::inf;
using test::qnan;

namespace {

constexpr std::size_t count = 16;
struct table {
  double rtol, atol;
  bool equal_nan;
  std::string_view rows[count];
};

const table of_doubles[] = {
    {1e-05,
     1e-08,
     false,
     {"1100001100000010", "1100001100000010", "0011000000000000", "0011100000000000",
      "0001100000000000", "0000010000000000", "1100001100000010", "1100001110000010",
      "0000000110000000", "0000000001000000", "0000000000100000", "0000000000000000",
      "0000000000001100", "0000000000001100", "1100001100000010", "0000000000000001"}},
    {1e-05,
     1e-08,
     true,
     {"1100001100000010", "1100001100000010", "0011000000000000", "0011100000000000",
      "0001100000000000", "0000010000000000", "1100001100000010", "1100001110000010",
      "0000000110000000", "0000000001000000", "0000000000100000", "0000000000010000",
      "0000000000001100", "0000000000001100", "1100001100000010", "0000000000000001"}},
    {0.0,
     0.0,
     false,
     {"1100000000000000", "1100000000000000", "0010000000000000", "0001000000000000",
      "0000100000000000", "0000010000000000", "0000001000000000", "0000000100000000",
      "0000000010000000", "0000000001000000", "0000000000100000", "0000000000000000",
      "0000000000001000", "0000000000000100", "0000000000000010", "0000000000000001"}},
    {0.1,
     0.0,
     false,
     {"1100000000000000", "1100000000000000", "0011100000000000", "0011100000000000",
      "0011100000000000", "0000010000000000", "0000001000000000", "0000000100000000",
      "0000000010000000", "0000000001000000", "0000000000100000", "0000000000000000",
      "0000000000001100", "0000000000001100", "0000000000000010", "0000000000000001"}},
    {0.0,
     0.5,
     true,
     {"1100001110000010", "1100001110000010", "0011100000000000", "0011100000000000",
      "0011100000000000", "0000010000000000", "1100001110000010", "1100001110000010",
      "1100001110000010", "0000000001000000", "0000000000100000", "0000000000010000",
      "0000000000001000", "0000000000000100", "1100001110000010", "0000000000000001"}},
};
const table of_floats[] = {
    {1e-05,
     1e-08,
     false,
     {"1100001100000010", "1100001100000010", "0010000000000000", "0001000000000000",
      "0000100000000000", "0000010000000000", "1100001100000010", "1100001110000010",
      "0000000110000000", "0000000001000000", "0000000000100000", "0000000000000000",
      "0000000000001000", "0000000000000100", "1100001100000010", "0000000000000001"}},
    {1e-05,
     1e-08,
     true,
     {"1100001100000010", "1100001100000010", "0010000000000000", "0001000000000000",
      "0000100000000000", "0000010000000000", "1100001100000010", "1100001110000010",
      "0000000110000000", "0000000001000000", "0000000000100000", "0000000000010000",
      "0000000000001000", "0000000000000100", "1100001100000010", "0000000000000001"}},
    {0.0,
     0.0,
     false,
     {"1100000000000010", "1100000000000010", "0010000000000000", "0001000000000000",
      "0000100000000000", "0000010000000000", "0000001000000000", "0000000100000000",
      "0000000010000000", "0000000001000000", "0000000000100000", "0000000000000000",
      "0000000000001000", "0000000000000100", "1100000000000010", "0000000000000001"}},
    {0.1,
     0.0,
     false,
     {"1100000000000010", "1100000000000010", "0011100000000000", "0011100000000000",
      "0011100000000000", "0000010000000000", "0000001000000000", "0000000100000000",
      "0000000010000000", "0000000001000000", "0000000000100000", "0000000000000000",
      "0000000000001100", "0000000000001100", "1100000000000010", "0000000000000001"}},
    {0.0,
     0.5,
     true,
     {"1100001110000010", "1100001110000010", "0011100000000000", "0011100000000000",
      "0011100000000000", "0000010000000000", "1100001110000010", "1100001110000010",
      "1100001110000010", "0000000001000000", "0000000000100000", "0000000000010000",
      "0000000000001000", "0000000000000100", "1100001110000010", "0000000000000001"}},
};

template <class T> dtensor<T, 1> numbers() {
  const double v[count] = {0.0,  -0.0, 1.0,  1.00001, 1.00002, -1.0,       1e-9,   1e-8,
                           2e-8, inf,  -inf, qnan,    1e10,    1.00001e10, 1e-300, 65504.0};
  dtensor<T, 1> t(count);
  for (std::size_t k = 0; k < count; ++k)
    t.data()[k] = static_cast<T>(v[k]);
  return t;
}
template <class T> void check(const table& t) {
  const auto v = numbers<T>();
  const auto close = eval(isclose(v[_, newaxis], v, t.rtol, t.atol, t.equal_nan));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < count; ++k) {
      CAPTURE(t.rtol, t.atol, i, k);
      CHECK(close.data()[i * count + k] == (t.rows[i][k] == '1'));
    }
}

} // namespace

TEST_CASE("isclose() of floating-point numbers") {
  for (const table& t : of_doubles)
    check<double>(t);
  for (const table& t : of_floats)
    check<float>(t);
}

TEST_CASE("isclose() is lazy, broadcasts and takes views, scalars and integers") {
  const dtensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  STATIC_REQUIRE(std::same_as<typename decltype(isclose(a, 1.))::value_type, bool>);
  CHECK(all_of(isclose(a[rev(), rev()], 7. - a)));
  CHECK(count_nonzero(isclose(a, 2.)) == 1);
  CHECK(count_nonzero(isclose(a, a[_0])) == 3);
  CHECK(count_nonzero(isclose(a, 3., 0., 1.)) == 3); // 2, 3, 4
  CHECK(count_nonzero(isclose(cast<int>(a), 2.00001)) == 1);
  CHECK(all_of(isclose(tensor{1, 2}, tensor{std::int8_t{1}, std::int8_t{2}})));
  CHECK_FALSE(any(isclose(tensor{100000}, tensor{100002})));
  CHECK(all_of(isclose(tensor{100000}, tensor{100001})));
  CHECK(all_of(isclose(tensor{true, false}, tensor{1, 0})));
  using c = std::complex<double>;
  CHECK(allclose(tensor{c(1, 2)}, tensor{c(1, 2.00001)}));
  CHECK_FALSE(allclose(tensor{c(1, 2)}, tensor{c(1, 2.1)}));
  STATIC_REQUIRE(isclose(tensor<float, 2, 3>(), tensor<float, 3>()).extents[0].size == 2);
  const dtensor<double, 2> none(0, 3);
  CHECK(eval(isclose(none, a[_0])).size() == 0);
}

TEST_CASE("allclose()") {
  const dtensor<float, 1> a{1, 2, 3};
  STATIC_REQUIRE(std::same_as<decltype(allclose(a, a)), bool>);
  STATIC_REQUIRE(allclose(tensor{1., 2.}, tensor{1., 2.000001}));
  CHECK(allclose(a, a + 1e-6f));
  CHECK_FALSE(allclose(a, a + 1e-3f));
  CHECK(allclose(a, a + 1e-3f, 0., 1e-2));
  CHECK(allclose(2.f * a - a, a));
  CHECK_FALSE(allclose(a, 2.f));
  CHECK_FALSE(allclose(tensor{1., qnan}, tensor{1., qnan}));
  CHECK(allclose(tensor{1., qnan}, tensor{1., qnan}, 1e-5, 1e-8, true));
  CHECK(allclose(tensor{inf}, tensor{inf}));
  CHECK(allclose(dtensor<double, 1>(0), 1.)); // as np.allclose([], 1.)
  const dtensor<float, 1> b{1, 2};
  CHECK_THROWS_AS(allclose(a, b), shape_error);
}

TEST_CASE("array_equal()") {
  const dtensor<int, 2> a{{1, 2}, {3, 4}};
  STATIC_REQUIRE(array_equal(tensor{1, 2}, tensor{1, 2}));
  STATIC_REQUIRE_FALSE(array_equal(tensor{1, 2}, tensor{1, 3}));
  STATIC_REQUIRE_FALSE(array_equal(tensor{1, 2}, tensor{1, 2, 3})); // no error
  STATIC_REQUIRE_FALSE(array_equal(tensor{1, 2}, tensor{{1, 2}}));
  CHECK(array_equal(a, a));
  CHECK(array_equal(a[rev(), rev()], 5 - a));
  CHECK(array_equal(a, cast<double>(a)));
  CHECK_FALSE(array_equal(a, a + 1));
  CHECK_FALSE(array_equal(a, a[_, range(0, 1)])); // broadcasts, but has another shape
  CHECK_FALSE(array_equal(a, a[range(0, 0)]));
  CHECK(array_equal(dtensor<int, 1>(0), dtensor<double, 1>(0)));
  CHECK(array_equal(tensor<int>(3), tensor<int>(3)));
  CHECK_FALSE(array_equal(tensor{1., qnan}, tensor{1., qnan}));
  CHECK(array_equal(tensor{1., qnan}, tensor{1., qnan}, true));
  CHECK_FALSE(array_equal(tensor{1., qnan}, tensor{qnan, 1.}, true));
  const dtensor<std::string, 1> words{"a", "b"};
  CHECK(array_equal(words, words));
  CHECK_FALSE(array_equal(words, words[rev()]));
}
