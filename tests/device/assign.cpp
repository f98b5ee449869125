// SPDX-License-Identifier: BSL-1.0
// Assignments on a device: the index language, arithmetic, broadcasting, overlap, extents.
#include "on_device.hpp"

#include <cstdint>
#include <utility>

using namespace stria;
using on_device::gpu;
using on_device::up;

inline constexpr dim batch{"batch"};
STRIA_DEVICE_FUNCTION(blend, (float x, float y), { return x * 0.25f + y; });

TEST_CASE("expressions have the same values as on the host") {
  const dtensor<float, 2> ha = reshape(arange(12.f), 3, 4) * 0.5f - 2.f;
  const dtensor<float, 1> hb{1, -2, 3, 4};
  const dtensor<int, 2> hc = reshape(arange(12), 3, 4);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(a * 3.f + b);
  SAME(a[rev(), range(_, _, 2)] - 1.f);
  SAME(a[_1, newaxis, range(1, 3)] / b[range(2, _), newaxis]);
  SAME(a[ellipsis, -2] * 2.f);
  SAME(where(a > 0.f && b != 3.f, a, -b));
  SAME(transpose(a) * b[_, newaxis] + transpose(a + b));
  SAME(c % 5 + c / 3 - (c << 1));
  SAME(cast<float>(c) * a);
  SAME(cast<std::int8_t>(c * 40));
  SAME(broadcast_to(b + 1.f, 2, 3, 4));
  SAME(diagonal(a + 1.f));
  SAME(maximum(a, 0.5f) - clip(a, -1.f, 1.f));
  SAME(map(blend, a, a[_, rev()]));
  SAME(floor_divide(c - 6, 4) + remainder(c - 6, 4));
  SAME(isclose(a, b, 0.1, 0.5) || isclose(a, c));
  SAME(fmax(a, b) - fmin(a, c));
  SAME(nan_to_num(b / (a - a), 7.f) + heaviside(a, 0.5f));
  SAME(gcd(c, 6) + lcm(c, 4) - reciprocal(c - 1));
  SAME(signbit(a) || signbit(c - 3));
  CLOSE(logaddexp(a, b) + logaddexp2(b, a));
  CLOSE(sinc(a) + reciprocal(b) + deg2rad(a) - rad2deg(b));
  SAME(a[_, _2]);
}

TEST_CASE("targets") {
  dtensor<float, 2> h = reshape(arange(12.f), 3, 4);
  auto c = up(h);
  const auto same = [&] { return on_device::equal(to_host(c), h); };
  SECTION("updates, views, scalars") {
    h += 1.f;
    c += 1.f;
    CHECK(same());
    h[_0] = 5.f;
    c[_0] = 5.f;
    h[1, 1] = 7.f;
    c[1, 1] = 7.f;
    h[_, range(_, _, 2)] *= h[_, range(1, _, 2)];
    c[_, range(_, _, 2)] *= c[_, range(1, _, 2)];
    CHECK(same());
    assign_max(h, 6.f);
    assign_max(c, 6.f);
    CHECK(same());
    auto v = c[rev(), _];
    auto hv = h[rev(), _];
    v = v + 1.f;
    hv = hv + 1.f;
    CHECK(same());
  }
  SECTION("overlap gives what copies would give") {
    h[range(1, _)] = h[range(_, -1)];
    c[range(1, _)] = c[range(_, -1)];
    CHECK(same());
    h = h[rev(), rev()];
    c = c[rev(), rev()];
    CHECK(same());
    h[_, range(1, _)] += h[_, range(_, -1)];
    c[_, range(1, _)] += c[_, range(_, -1)];
    CHECK(same());
    h = transpose(h);
    c = transpose(c);
    CHECK(c.shape() == h.shape());
    CHECK(same());
  }
  SECTION("several targets at once") {
    auto x = h[_0], y = h[_1];
    auto dx = c[_0], dy = c[_1];
    tie(x, y) = std::tuple(y, x + y);
    tie(dx, dy) = std::tuple(dy, dx + dy);
    CHECK(same());
    noalias(h) = h + 1.f;
    noalias(c) = c + 1.f;
    CHECK(same());
  }
  SECTION("shapes that do not fit are refused before anything is written") {
    const auto row = up(dtensor<float, 1>{1, 2, 3});
    CHECK_THROWS_AS(c += row, shape_error);
    CHECK_THROWS_AS(c[_0] = row, shape_error);
    CHECK_THROWS_AS((c[7]), index_error);
    CHECK(same());
    CHECK(route_of(c, c + 1.f) == route::backend);
  }
  SECTION("operands on another device are refused") {
    const auto others = detail::open_devices();
    const auto b = to_device(h, detail::device_access::make(others.front()));
    const auto refused = [](const auto& f) {
      CHECK_THROWS_WITH(f(), test::contains("operands are on different devices"));
    };
    refused([&] { c = b; });
    refused([&] { c = b + 1.f; });
    refused([&] { c += sum(b, _1, keepdims); });
    refused([&] { return eval(matmul(c, transpose(b))); });
    refused([&] { return eval(tensordot(c, transpose(b), _1)); });
    auto small = up(dtensor<float, 2>{{1, 2}});
    refused([&] { small = b; });
    CHECK(on_device::equal(to_host(small), dtensor<float, 2>{{1, 2}}));
    CHECK(same());
  }
  SECTION("a tensor that was moved from is not copied") {
    auto from = up(tensor<float, 2>{1, 2});
    const auto taken = std::move(from);
    auto to = up(tensor<float, 2>{3, 4});
    CHECK_THROWS_AS(to = from, value_error);
    CHECK_THROWS_AS((device_tensor<float, 2>(from)), value_error);
    CHECK(on_device::equal(to_host(to), tensor<float, 2>{3, 4}));
  }
}

TEST_CASE("extents are the same as on the host") {
  const tensor<float, 2, 3> fixed{{1, 2, 3}, {4, 5, 6}};
  const auto c = up(fixed);
  STATIC_REQUIRE(std::same_as<decltype(c), const device_tensor<float, 2, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(eval(c[_0] * 2.f)), device_tensor<float, 3>>);
  STATIC_REQUIRE(std::same_as<decltype(to_host(transpose(c))), tensor<float, 3, 2>>);
  const tensor<float, batch, 3> named = fixed + 1.f;
  const device_tensor<float, batch, 3> d = up(named);
  CHECK(all_of(to_host(d * 2.f) == named * 2.f));
  const device_tensor<float, batch - 1, 3> steps = d[range(_1, _)] - d[range(_, -_1)];
  CHECK(all_of(to_host(steps) == named[range(_1, _)] - named[range(_, -_1)]));
  CHECK(all_of(to_host(unnamed(d) + 1.f) == named + 1.f));
  const device_tensor<float, dyn, 3> partly = c + 1.f;
  CHECK(all_of(to_host(partly) == named));
  device_tensor<double, dyn> v(gpu(), 3);
  CHECK(all_of(to_host(v) == 0.));
  CHECK_THROWS_AS((device_tensor<double, dyn>(gpu(), -1)), value_error);

  // Rank 0, empty tensors, one element.
  const auto one = up(tensor<float>(2.5f));
  CHECK(float(to_host(one * 2.f + c[1, 2])) == 11.f);
  device_tensor<float, dyn, dyn> none(gpu(), 0, 4);
  none = none + 1.f;
  CHECK(to_host(none).shape() == std::array<stria::index, 2>{0, 4});
  CHECK(to_host(c[range(5, _)] * 2.f).shape() == std::array<stria::index, 2>{0, 3});
  CHECK(all_of(to_host(c[range(1, 2), newaxis, range(2, 3)]) == 6.f));

  // Moved and copied tensors.
  auto copy = c;
  copy[_0] = 0.f;
  CHECK(all_of(to_host(c) == fixed));
  auto taken = std::move(copy);
  CHECK(all_of(to_host(taken[_0]) == 0.f));
  device_tensor<float, dyn> first = up(dtensor<float, 1>{1, 2, 3}), second = std::move(first);
  CHECK(first.size() == 0);
  first = second + 1.f;
  auto fixed_too = up(fixed);
  const auto kept = std::move(fixed_too);
  CHECK_THROWS_AS(fixed_too += 1.f, value_error);
  CHECK_THROWS_AS(to_host(fixed_too), value_error);
  fixed_too = kept + 1.f;
  CHECK(all_of(to_host(fixed_too) == fixed + 1.f));
  CHECK(all_of(to_host(first) == tensor{2.f, 3.f, 4.f}));
  CHECK(all_of(to_host(up(fixed)[_1] + up(fixed)[_0]) == fixed[0] + fixed[1]));
}

TEST_CASE("every element type") {
  const auto check = [&]<class T>(T) {
    const dtensor<T, 1> h = cast<T>(arange(7));
    auto c = up(h);
    c[range(1, _)] = c[range(1, _)] + c[range(1, _)];
    dtensor<T, 1> expected = h;
    expected[range(1, _)] = h[range(1, _)] + h[range(1, _)];
    CHECK(on_device::equal(to_host(c), expected));
  };
  check(std::int8_t{});
  check(std::uint16_t{});
  check(std::int32_t{});
  check(std::uint64_t{});
  check(double{});
  const dtensor<bool, 1> m{true, false, true};
  const auto d = up(m);
  CHECK(on_device::equal(to_host(!d), eval(!m)));
  CHECK(on_device::equal(to_host(cast<int>(d) + 1), eval(cast<int>(m) + 1)));
  CHECK(on_device::equal(to_host(d & up(dtensor<bool, 1>{true, true, false})),
                         dtensor<bool, 1>{true, false, false}));
}

TEST_CASE("shapes, strides and scalars are arguments of one kernel") {
  const auto& context = detail::device_access::context(gpu());
  const auto step = [](const device_tensor<float, dyn, dyn>& a, stria::index from, float by) {
    return to_host(a[range(from, _), range(_, _, 3)] * by + 1.f);
  };
  const auto at = [](stria::index n, stria::index m) {
    return dtensor<float, 2>(reshape(arange(static_cast<float>(n * m)), n, m));
  };
  // This expression has two forms: the axes of the slice are joined or not.
  step(up(at(5, 9)), 1, 2.f);
  step(up(at(5, 10)), 1, 2.f);
  const std::size_t before = context->kernel_count();
  for (stria::index n = 6; n < 20; ++n) {
    const auto h = at(n, 2 * n + 1);
    CHECK(on_device::equal(step(up(h), n / 3, static_cast<float>(n)),
                           eval(h[range(n / 3, _), range(_, _, 3)] * static_cast<float>(n) + 1.f)));
  }
  CHECK(context->kernel_count() == before);
}

STRIA_COMPILE_AS_CUDA()
