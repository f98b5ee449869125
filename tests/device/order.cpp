// SPDX-License-Identifier: BSL-1.0
// Joins, copies, scans and orders on a device.
#include "on_device.hpp"

#include <stria/random.hpp>

#include <array>
#include <complex>
#include <cstdint>
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
  SAME(take(a, b, _0, out_of_bounds::drop));
  SAME(take_along_axis(a, argsort(a, _1) - 1, _1, out_of_bounds::clip));
  SAME(one_hot<float>(b - 2, 4, count_from_end));
  SAME(one_hot<float>(b, 2, out_of_bounds::clip));
  SAME(sliding_window(a, {2, 2}, _0, _1));
  SAME(max_pool(a, {2, 2}, {.strides = 1, .padding = 1}));
  SAME(conv(reshape(a, 1, 1, 3, 4), reshape(a[range(0, 2)], 2, 1, 2, 2)));
  SAME(diff(a, _1));
}

TEST_CASE("integers of different signedness keep their values") {
  const dtensor<int, 1> ha{-7, 3, 5};
  const dtensor<unsigned, 1> hb{0, 3, 4294967289u};
  const dtensor<bool, 1> hc{true, false, true};
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(concat(_0, a, b));
  SAME(stack(_1, b, a));
  SAME(where(c, a, b));
  SAME(where(c, b, a));
  SAME(maximum(a, b));
  SAME(minimum(cast<std::int8_t>(a), cast<std::uint8_t>(b)));
  SAME(where(c, cast<std::int8_t>(a), cast<std::int8_t>(b)));
  SAME(clip(cast<std::int8_t>(a), -3, 400));
  SAME(searchsorted(b, a));
  SAME(searchsorted(a, b, search_side::right));
  SAME(searchsorted(a, 1.f * b));
  SAME(digitize(a, b));
  SAME(isin(a, b));
  SAME(isin(cast<std::uint64_t>(b), a, true));
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

TEST_CASE("scans of rows of any length, in an order that depends only on the shape") {
  // A group of work items scans up to 1024 elements of several short rows, or 2048 of a long one.
  // 1025 parts are scanned in parts themselves.
  for (const int n : {1, 2, 7, 8, 9, 300, 512, 513, 1023, 1024, 1025, 2049, 2048 * 1024 + 5}) {
    CAPTURE(n);
    const int rows = n > 3000 ? 1 : 11;
    const dtensor<int, 2> ha = cast<int>(reshape(arange(rows * n) * 7 % 19, rows, n)) - 9;
    dtensor<float, 2> hb = cast<float>(ha);
    hb[rows / 2, n / 2] = std::numeric_limits<float>::quiet_NaN(); // not in the next row
    const dtensor<std::complex<float>, 2> hc = cast<float>(ha) * std::complex<float>(0.5f, -1.f);
    const auto da = up(ha);
    const auto db = up(hb);
    const auto dc = up(hc);
    SAME(cumsum(a, _1));
    CLOSE(cumsum(b, _1));
    if (n > 3000)
      continue;
    SAME(cumprod(where(a > 0, 1, -1), _1));
    SAME(cumsum(a));
    SAME(cumsum(transpose(a), _0)); // elements of a row are not neighbours
    CLOSE(cumsum(c[_, rev()], _1));
    CLOSE(cumsum(b * 0.37f, _0));
    CHECK(on_device::equal(to_host(cumsum(dc * 0.37f, _1)), to_host(cumsum(dc * 0.37f, _1))));
  }
  const dtensor<std::uint8_t, 3> ha = cast<std::uint8_t>(reshape(arange(2 * 1300 * 3), 2, 1300, 3));
  const dtensor<float, 2> hb(0, 5), hc(5, 0);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(cumsum(a, _1)); // in parts
  SAME(cumsum(a, _2));
  SAME(cumsum(a[_, rev()], _0));
  SAME(cumsum(b, _1));
  SAME(cumsum(c, _1));
}

TEST_CASE("sorts of rows of any length are stable") {
  // A group of work items sorts 2048 elements in local memory. Longer rows are sorted by digits, in
  // blocks of 1024 elements.
  for (const int n : {1, 2, 3, 64, 100, 1024, 1025, 2047, 2048, 2049, 4095, 4097, 9001}) {
    CAPTURE(n);
    const int rows = n > 3000 ? 2 : 19;
    random::generator g(static_cast<std::uint64_t>(n));
    dtensor<float, 2> ha = random::normal<float>(g, rows, n);
    ha[rows / 2] = round(ha[rows / 2] * 3.f); // equal elements, zeros of both signs
    ha[0, n / 2] = ha[1, n - 1] = std::numeric_limits<float>::quiet_NaN();
    ha[rows - 1, range(_, _, 7)] = std::numeric_limits<float>::quiet_NaN();
    ha[rows - 1, range(_, _, 5)] = -std::numeric_limits<float>::infinity();
    const dtensor<std::uint8_t, 2> hb = random::integers<std::uint8_t>(g, 0, 5, n, rows);
    const dtensor<double, 2> hc = cast<double>(ha);
    const auto da = up(ha);
    const auto db = up(hb);
    const auto dc = up(hc);
    SAME(sort(a, _1));
    SAME(argsort(a, _1));
    SAME(argsort(b, _0)); // elements of a row are not neighbours
    SAME(argsort(c[_, rev()], _1));
    SAME(top_k(a, n).values);
    SAME(top_k(a, n).indices);
  }
  // Long rows of every type of element, in both orders.
  const auto both_orders = [](const auto& h) {
    const auto c = up(h);
    const stria::index n = h.shape()[1];
    CHECK(on_device::equal(to_host(argsort(c, _1)), eval(argsort(h, _1))));
    CHECK(on_device::equal(to_host(argsort(transpose(c), _0)), eval(argsort(transpose(h), _0))));
    CHECK(on_device::equal(to_host(top_k(c, n).values), top_k(h, n).values));
    CHECK(on_device::equal(to_host(top_k(c, n).indices), top_k(h, n).indices));
  };
  random::generator g(5);
  const dtensor<std::int64_t, 2> wide =
      random::integers<std::int64_t>(g, std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max(), 2, 3100);
  const dtensor<double, 2> normal = random::normal<double>(g, 2, 3100) * 1e3;
  both_orders(wide);
  both_orders(cast<std::uint64_t>(wide) % std::uint64_t{1000003});
  both_orders(cast<std::int32_t>(normal));
  both_orders(cast<std::uint32_t>(wide));
  both_orders(cast<std::int16_t>(wide));
  both_orders(cast<std::uint16_t>(wide));
  both_orders(cast<std::int8_t>(wide));
  both_orders(cast<std::uint8_t>(wide));
  both_orders(where(normal > 2e3, std::numeric_limits<double>::quiet_NaN(),
                    where(normal < -2e3, -std::numeric_limits<double>::infinity(),
                          round(normal * 0.01) * copysign(1., normal))));
  const dtensor<int, 1> ha = cast<int>(arange(70000) * 7919 % 1009);
  const dtensor<std::int64_t, 2> hb(0, 3);
  const dtensor<float, 2> hc(3, 0);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(argsort(a));
  SAME(sort(b, _1));
  SAME(sort(c, _1));
}

TEST_CASE("scans and sorts store into their target") {
  // Rows of 1500 and 9001 elements begin at places that are not multiples of a vector.
  for (const int n : {40, 1500, 9001}) {
    CAPTURE(n);
    random::generator g(static_cast<std::uint64_t>(n));
    const dtensor<int, 2> ha = random::integers<int>(g, -1000, 1000, 3, n);
    const auto da = up(ha);
    dtensor<int, 2> h = ha;
    auto d = up(ha);
    const auto both = [&](const auto& statement) {
      statement(h, ha);
      statement(d, da);
      return on_device::equal(to_host(d), h);
    };
    CHECK(both([](auto& t, const auto& a) { t[ellipsis] = cumsum(a, _1); }));
    CHECK(both([](auto& t, const auto&) { t = cumsum(t, _1); }));
    CHECK(both([](auto& t, const auto& a) { t[range(1, _)] = cumsum(a[range(1, _)] * 3, _1); }));
    CHECK(both([](auto& t, const auto&) { t[range(1, _)] = cumsum(t[range(_, -1)], _1); }));
    CHECK(both([](auto& t, const auto& a) { t[_, rev()] = cumsum(a, _0); }));
    CHECK(both([](auto& t, const auto& a) { t = sort(a, _1); }));
    CHECK(both([](auto& t, const auto& a) { t[range(1, _)] = -sort(a[range(1, _)], _1); }));
    CHECK(both([](auto& t, const auto&) { t = sort(t, _1); }));
    CHECK(both([](auto& t, const auto&) { t[range(1, _)] = sort(t[range(_, -1)], _1); }));
    CHECK(both([](auto& t, const auto& a) { t = sort(a + t, _0); }));
    CHECK(both([](auto& t, const auto& a) { t[_, range(3, 30)] = sort(a[_, range(3, 30)], _1); }));
    CHECK_THROWS_AS((d = cumsum(da[tensor{0, 1, 7}], _1)), index_error);
    CHECK(on_device::equal(to_host(d), h));
    // Many rows whose elements are not neighbours, and long ones, are transposed.
    const dtensor<std::uint16_t, 3> hb = random::integers<std::uint16_t>(g, 0, 900, 2, n, 13);
    const auto db = up(hb);
    CHECK(on_device::equal(to_host(sort(db, _1)), eval(sort(hb, _1))));
    CHECK(on_device::equal(to_host(argsort(db, _1)), eval(argsort(hb, _1))));
  }
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
