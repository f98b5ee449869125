// SPDX-License-Identifier: BSL-1.0
// Joins, copies, scans and orders on a device.
#include "on_device.hpp"

#include <stria/random.hpp>

#include <array>
#include <limits>
#include <utility>

using namespace stria;
using on_device::gpu;
using on_device::up;

TEST_CASE("joins and copies") {
  const dtensor<float, 2> ha = reshape(arange(12.f), 3, 4) * 0.5f - 2.f;
  const dtensor<int, 1> hb{2, 0, 1};
  const dtensor<bool, 1> hc{true, false, true, true};
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(concat(_0, a, a * 2.f));
  SAME(stack(_1, a, -a));
  SAME(pad(a, 1));
  SAME(pad(a, 2, pad_mode::reflect));
  SAME(pad(a, {{0, 1}, {2, 0}}, pad_mode::constant, 9.f));
  SAME(tile(a, 2, 3));
  SAME(repeat(a, 2, _1));
  SAME(roll(a, 1, _0));
  SAME(roll(a + 1.f, -5));
  SAME(reshape(a * 2.f, 2, -1));
  SAME(ravel(transpose(a)));
  SAME(flip(a, _1));
  SAME(rot90(a));
  SAME(moveaxis(a, _0, _1) + 1.f);
  SAME(triu(a, 1) + tril(a, -1));
  SAME(sliding_window(b, 2, _0) * 2);
  SAME(max(sliding_window(a * 2.f, 3, _1), -_1));
  SAME(one_hot<float>(b, 4));
  SAME(select(std::tuple{a > 1.f, a > 0.f}, std::tuple{a, -a}, 7.f));
  SAME(rearrange<"a b -> b a">(a));
  SAME(repeat<"a b -> a c b">(a, axis_size<"c">(2)));
  SAME(take(a, b, _0));
  SAME(a[_, c]);
  SAME(take_along_axis(a, argsort(a, _1), _1));
  SAME(diff(a, _1));
}

TEST_CASE("scans and orders") {
  random::generator g(7);
  dtensor<float, 2> ha = random::normal<float>(g, 5, 7);
  ha[1, 2] = std::numeric_limits<float>::quiet_NaN();
  const dtensor<float, 2> hb = random::normal<float>(g, 3, 1500);
  const dtensor<int, 1> hc = random::integers<int>(g, 0, 9, 20);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CLOSE(cumsum(a, _0));
  CHECK(on_device::close(to_host(cumsum(db, _1)), eval(cumsum(hb, _1)), 1e-4));
  CLOSE(cumprod(a, _1));
  SAME(cumsum(c));
  SAME(sort(a, _1));
  SAME(sort(a, _0));
  SAME(sort(b, _1));
  SAME(argsort(c));
  SAME(argsort(a, _0));
  SAME(partition(b, 10, _1)[_, 10]);
  SAME(top_k(a, 3).values);
  SAME(top_k(a, 3).indices);
  SAME(top_k(c, _4).indices);
  SAME(unique(c));
  SAME(bincount(c, 12));
  SAME(histogram(b, 7, -2., 2.));
  SAME(histogram(c, 9, 0., 9.));
  SAME(searchsorted(sort(b[_0]), a));
  SAME(searchsorted(sort(c), c, search_side::right));
  SAME(nonzero(a > 0.f));
  CLOSE(median(b, _1));
  CLOSE(median(a, _0));
  CLOSE(percentile(b, 30., _1));
  SAME(digitize(a, sort(b[_0, range(_, 6)])));
  SAME(digitize(c, cast<int>(sort(c))[rev()], true));
  SAME(digitize(cast<float>(c), cast<int>(sort(c))));
  SAME(digitize(a, a[_0, range(_, 1)]));
  SAME(isin(c, {1, 5, 7}));
  SAME(isin(c, cast<float>(c[range(_, 3)]), true));
  SAME(isin(a, a[_0]));
  SAME(isin(a, a[_0, range(0, 0)], true));
  SAME(searchsorted(a[_0, range(0, 0)], c));
  SAME(flatnonzero(a > 0.f));
  CHECK(on_device::equal(to_host(isin(dc, 3)), isin(hc, 3)));
  CHECK_THROWS_AS(to_host(digitize(da, db[_0])), value_error);
  CHECK_THROWS_AS(top_k(da, 8), value_error);
  CHECK_THROWS_AS(bincount(dc - 1), value_error);
}

TEST_CASE("functions that only run on the host are refused with a message") {
#define REFUSED(...) STATIC_REQUIRE(detail::is_refused<decltype(__VA_ARGS__)>)
  using vector = device_tensor<float, dyn>;
  using matrix = device_tensor<float, dyn, dyn>;
  REFUSED(average(std::declval<const matrix&>(), dtensor<float, 1>(), _0));
  REFUSED(cov(std::declval<const matrix&>()));
  REFUSED(corrcoef(dtensor<float, 1>(), std::declval<const vector&>()));
  REFUSED(interp(1.f, std::declval<const vector&>(), std::declval<const vector&>()));
  REFUSED(gradient(std::declval<const matrix&>() + 1.f, _0));
  REFUSED(trapezoid(std::declval<const vector&>(), dtensor<float, 1>()));
  REFUSED(digitize(1.f, std::declval<const vector&>()));
  REFUSED(polyval(std::declval<const vector&>(), std::declval<const vector&>()));
  REFUSED(convolve(std::declval<const vector&>(), dtensor<float, 1>()));
  REFUSED(digitize(std::declval<const vector&>(), dtensor<float, 1>()));
  REFUSED(histogram(std::declval<const vector&>()));
  REFUSED(histogram2d(std::declval<const vector&>(), dtensor<float, 1>()));
  REFUSED(histogramdd(std::declval<const matrix&>(), std::array{2, 3}));
  REFUSED(bincount(dtensor<int, 1>(), std::declval<const vector&>()));
#undef REFUSED
}

STRIA_COMPILE_AS_CUDA()
