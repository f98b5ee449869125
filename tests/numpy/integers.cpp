// SPDX-License-Identifier: BSL-1.0
// Integer arguments: constants, integers of any type and enumerators are accepted, and
// floating-point numbers are refused.
#include "catch.hpp"

#include <stria/fft.hpp>
#include <stria/linalg.hpp>
#include <stria/signal.hpp>
#include <stria/stria.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <tuple>

using namespace stria;

// Only their types are used.
namespace integers_test {
extern dtensor<double, 1> v;
extern dtensor<double, 2> m;
extern dtensor<double, 3> c;
extern dtensor<int, 1> n;
} // namespace integers_test
using namespace integers_test;

namespace {

template <class F, class N>
concept accepts = requires(F f, N x) {
  f(x);
  requires !detail::is_refused<decltype(f(x))>;
};
template <class F>
concept integer_only = accepts<F, int> && accepts<F, std::uint64_t> && accepts<F, short> &&
                       !accepts<F, double> && !accepts<F, float> && !accepts<F, long double>;

// `x` is the argument.
#define INTEGER(...)                                                                               \
  static_assert(integer_only<decltype([](auto x) -> decltype(__VA_ARGS__) {                        \
    static_cast<void>(x);                                                                          \
    std::abort();                                                                                  \
  })>)

INTEGER(identity(x));
INTEGER(identity<float>(x));
INTEGER(eye(x));
INTEGER(eye(2, x));
INTEGER(eye(2, 3, x));
INTEGER(tri(x));
INTEGER(tri(x, 2));
INTEGER(tri(2, x));
INTEGER(tri(2, 3, x));
INTEGER(zeros(x));
INTEGER(linspace(0, 1, x));
INTEGER(logspace(0, 1, x));
INTEGER(geomspace(1, 2, x));
INTEGER(indices_of(x));
INTEGER(indices_of(2, x));
INTEGER(diag(v, x));

INTEGER(vander(v, x));
INTEGER(vander(v, x, true));
INTEGER(polyfit(v, v, x));
INTEGER(polyfit(v, v, x, v));
INTEGER(polyder(v, x));
INTEGER(polyint(v, x));
INTEGER(polyint(v, x, 1.5));

INTEGER(round(m, x));
INTEGER(around(m, x));

INTEGER(split(v, x));
INTEGER(split(v, x, _0));
INTEGER(array_split(v, x));
INTEGER(hsplit(v, x));
INTEGER(vsplit(m, x));
INTEGER(dsplit(c, x));
INTEGER(sliding_window(v, x, _0));

INTEGER(top_k(v, x));
INTEGER(top_k(m, x));
INTEGER(partition(v, x));
INTEGER(partition(v, x, _0));
INTEGER(partition(v, x, axis(0)));
INTEGER(argpartition(v, x));
INTEGER(argpartition(v, x, _0));

INTEGER(repeat(v, x));
INTEGER(repeat(v, x, _0));
INTEGER(repeat(v, x, axis(0)));
INTEGER(tile(v, x));
INTEGER(pad(m, x));
INTEGER(pad(m, x, pad_mode::edge));

INTEGER(rot90(m, x));
INTEGER(roll(m, x));
INTEGER(roll(m, x, _0));
INTEGER(roll(m, x, axis(0)));
INTEGER(roll(m, x, _0, _1));
INTEGER(diff(m, x, _0));
INTEGER(diff(m, x, axis(0)));
INTEGER(sum(m, axis(x)));
INTEGER(gradient(m, edge_order(x)));

INTEGER(triu(m, x));
INTEGER(tril(m, x));
INTEGER(trace(m, x));
INTEGER(diagonal(m, x));
INTEGER(tril_indices(x));
INTEGER(tril_indices(2, x));
INTEGER(tril_indices(2, x, 3));
INTEGER(tril_indices(2, 3, x));
INTEGER(triu_indices(x));
INTEGER(triu_indices(2, x));
INTEGER(triu_indices(2, 3, x));
INTEGER(diag_indices(x));
INTEGER(diag_indices(x, _3));
constexpr auto upper = [](const auto& a, index_t k) { return triu(a, k); };
INTEGER(mask_indices(x, upper));
INTEGER(mask_indices(3, upper, x));

INTEGER(bincount(n, x));
INTEGER(bincount(n, v, x));

INTEGER(hanning(x));
INTEGER(hamming(x));
INTEGER(blackman(x));
INTEGER(bartlett(x));
INTEGER(kaiser(x, 8.6));
INTEGER(tril_indices_from(m, x));
INTEGER(triu_indices_from(m, x));
INTEGER(median_filter(m, x));
INTEGER(fft::fftfreq(x));
INTEGER(fft::fftfreq(x, 0.5));
INTEGER(fft::rfftfreq(x));
INTEGER(linalg::matrix_power(m, x));
INTEGER(linalg::diagonal(m, x));
INTEGER(linalg::trace(m, x));

enum shift { two = 2 };

} // namespace

TEST_CASE("integer arguments of any kind") {
  const tensor<int, 4> a{1, 2, 3, 4};
  const tensor<int, 4> by_two{3, 4, 1, 2};
  CHECK(array_equal(roll(a, 2), by_two));
  CHECK(array_equal(roll(a, _2), by_two));
  CHECK(array_equal(roll(a, std::integral_constant<int, 2>()), by_two));
  CHECK(array_equal(roll(a, two), by_two));
  CHECK(array_equal(roll(a, std::int8_t{2}), by_two));
  CHECK(array_equal(roll(a, true), tensor{4, 1, 2, 3}));
  // An expression of rank 0 converts to its element.
  CHECK(array_equal(roll(a, trace(tensor{{1, 0}, {0, 1}})), by_two));
  static_assert(!accepts<decltype([](auto x) -> decltype(roll(v, trace(x))) { std::abort(); }),
                         dtensor<double, 2>>);
  const tensor<int, 2, 2> square{{1, 2}, {3, 4}};
  CHECK(array_equal(flip(square, axis(_1)), flip(square, axis(1U))));
  CHECK(array_equal(partition(a, _1, axis(0)), a));
}

TEST_CASE("an unsigned number beyond the largest index does not wrap around") {
  constexpr auto beyond = std::numeric_limits<std::uint64_t>::max();
  const tensor<int, 2, 2> a{{1, 2}, {3, 4}};
  CHECK(array_equal(tril(a, beyond), a));
  CHECK(array_equal(triu(a, beyond), zeros_like(a)));
  CHECK_THROWS_AS(partition(a, beyond), index_error);
  CHECK_THROWS_AS(sum(a, axis(beyond)), index_error);
}

TEST_CASE("ddof need not be an integer") {
  const tensor<double, 4> a{1, 2, 3, 4.5};
  CHECK(var(a, ddof(0.5)) == test::Approx(1.9107142857142858)); // np.var(a, ddof=0.5)
  CHECK(var(a, ddof(index_t{1})) == test::Approx(2.2291666666666665));
  CHECK(var(a, ddof(_1)) == var(a, ddof(1)));
  const tensor<double, 2, 3> b{{1, 2, 3}, {4, 6, 9}};
  const auto s = eval(std_dev(b, _1, ddof(1.5))); // np.std(b, axis=1, ddof=1.5)
  CHECK(s[0] == test::Approx(1.15470054));
  CHECK(s[1] == test::Approx(2.90593263));
}
