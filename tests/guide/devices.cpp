// SPDX-License-Identifier: BSL-1.0
// The examples of docs/devices.md, which check_guide.py compares with the page, and the numbers of
// kernels in its table.
#include "catch.hpp"

#include <stria/device.hpp>
#include <stria/device/nvrtc.hpp>

#include <unistd.h>

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <tuple>

using namespace stria;

// The functions of the page.

STRIA_DEVICE_FUNCTION(softplus, (float x), { return x > 20.f ? x : log1p(exp(x)); });
STRIA_DEVICE_FUNCTION(decay, (float state, float x), { return 0.9f * state + x; });

namespace {

/// One step of the heat equation, for tensors of the host and of devices.
void heat(auto& next, const auto& t) {
  const auto m = range(1, -1);
  next[m, m] = t[m, m] + 0.2f * (t[range(_, -2), m] + t[range(2, _), m] + t[m, range(_, -2)] +
                                 t[m, range(2, _)] - 4.f * t[m, m]);
}

dtensor<float, 2> numbers(stria::index rows, stria::index columns) {
  return from_function(
      [](stria::index i, stria::index j) { return static_cast<float>((7 * i + 3 * j) % 11 - 5); },
      rows, columns);
}
bool same(const auto& a, const auto& b) { return a.shape() == b.shape() && all_of(a == b); }
bool near(const auto& a, const auto& b) { return all_of(abs(a - b) <= 1e-5f * (1.f + abs(b))); }

// The library reads the variable at its first launch.
const bool traced = ::setenv("STRIA_DEVICE_TRACE", "1", 1) == 0;

/// The number of kernels that a statement launches: the lines of the trace, which is written to
/// stderr.
int launches(const auto& statement) {
  std::FILE* const lines = std::tmpfile();
  std::fflush(stderr);
  const int before = ::dup(2);
  ::dup2(::fileno(lines), 2);
  statement();
  std::fflush(stderr);
  ::dup2(before, 2);
  ::close(before);
  std::rewind(lines);
  int count = 0;
  char line[512];
  while (std::fgets(line, sizeof line, lines) != nullptr)
    count += std::string(line).find(": launched ") != std::string::npos ? 1 : 0;
  std::fclose(lines);
  return count;
}
#define LAUNCHES(...) launches([&] { static_cast<void>(eval(__VA_ARGS__)); })

} // namespace

TEST_CASE("devices.md: first example") {
  const dtensor<float, 2> picture = numbers(6, 8);

  const device d = default_device(); // the first one; devices() lists all
  const auto a = to_device(picture, d);
  device_tensor<float, dyn, dyn> r(d, 6, 8); // zeros

  r = where(a > 0.f, sqrt(a) + a[_, range(0, 1)], 0.f); // one kernel
  r[_, range(_, _, 2)] = a[rev(), range(_, _, 2)] * 2.f;

  const dtensor<float, 2> result = to_host(r); // waits for the kernels, then copies
  const auto total = sum(r);                   // a number of the host

  dtensor<float, 2> expected(6, 8);
  expected = where(picture > 0.f, sqrt(picture) + picture[_, range(0, 1)], 0.f);
  expected[_, range(_, _, 2)] = picture[rev(), range(_, _, 2)] * 2.f;
  CHECK(same(result, expected));
  CHECK(std::abs(total - sum(expected)) < 1e-3f);
  CHECK(launches([&] { r = where(a > 0.f, sqrt(a) + a[_, range(0, 1)], 0.f); }) == 1);
  CHECK(d == devices()[0]);
}

TEST_CASE("devices.md: one source for both") {
  const auto t = numbers(16, 16);
  const device d = default_device();

  dtensor<float, 2> next = t;
  heat(next, t); // on the host

  const auto on_device = to_device(t, d);
  auto next_on_device = on_device; // copies within the device
  heat(next_on_device, on_device); // there
  CHECK(same(to_host(next_on_device), next));
}

TEST_CASE("devices.md: memory") {
  const device d = default_device();
  const auto h = numbers(4, 6);

  auto c = to_device(h, d);      // device_tensor<float, dyn, dyn>
  auto v = c[_, range(_, _, 2)]; // a view: writes go through to c
  v += 1.f;
  auto e = eval(c * 2.f);           // a device_tensor, as c is
  auto back = to_host(v);           // a tensor of the host, contiguous
  const float x = to_host(c[1, 2]); // one element

  auto other = to_device(to_host(e), d); // also between two devices
  d.wait();                              // until all work is done

  CHECK(x == h[1, 2] + 1.f);
  CHECK(same(back, eval(h[_, range(_, _, 2)] + 1.f)));
  CHECK(same(to_host(other), to_host(e)));
}

TEST_CASE("devices.md: copies beside the program") {
  const device d = default_device();
  const auto h = numbers(4, 6);
  auto c = to_device(h, d);

  const stream s(d);
  auto copy = to_host(c * 2.f, s); // returns at once
  c = 0.f;
  const dtensor<float, 2> doubled = copy.get(); // waits; is_ready() asks

  const event written = d.record(); // after c = 0.f
  c = 1.f;
  d.wait_for(written); // of another device, as a rule
  written.wait();      // is_ready() asks

  CHECK(same(doubled, eval(h * 2.f)));
  CHECK(written.is_ready());
  CHECK(all_of(to_host(c) == 1.f));
}

TEST_CASE("devices.md: index arrays and masks") {
  const device d = default_device();
  auto h = numbers(4, 6);
  auto c = to_device(h, d);

  const tensor rows{3, 0, -1};
  const auto mask = eval(c > 2.f); // on the device

  auto picked = eval(c[rows]);    // an index array of the host,
  picked = c[to_device(rows, d)]; // or of the device
  c[rows] = 7.f;                  // row 3 twice: the last update wins
  c[rows] += picked;              // in order, each of them
  c[mask] = 0.f;
  CHECK_THROWS_AS((c[tensor{9}] = 1.f), index_error); // before anything is written

  const auto host_mask = eval(h > 2.f);
  const auto host_picked = eval(h[rows]);
  h[rows] = 7.f;
  h[rows] += host_picked;
  h[host_mask] = 0.f;
  CHECK(same(to_host(c), h));

  auto by_device = h, by_host = h;
  by_device[c > 2.f] = 1.f;
  by_device[to_device(rows, d)] += 3.f;
  by_device[c < 0.f] += 1.f;
  by_host[h > 2.f] = 1.f;
  by_host[rows] += 3.f;
  by_host[h < 0.f] += 1.f;
  CHECK(same(by_device, by_host));
}

TEST_CASE("devices.md: functions of your own") {
  const device d = default_device();
  const auto h = numbers(4, 6);
  const auto c = to_device(h, d);

  auto r = eval(map(softplus, c));
  auto last = eval(reduce(decay, 0.f, c, _1));

  CHECK(near(to_host(r), eval(map(softplus, h))));
  CHECK(same(to_host(last), eval(reduce(decay, 0.f, h, _1))));
}

TEST_CASE("devices.md: random numbers") {
  const device d = default_device();
  random::generator g(42), h(42);

  auto noise = random::uniform<float>(g, d, 4, 6); // drawn on the device
  auto dice = random::integers<int>(g, d, 1, 7, 100);
  auto bell = random::normal<float>(g, d, 4, 6); // drawn on the host, copied

  CHECK(same(to_host(noise), random::uniform<float>(h, 4, 6)));
  CHECK(same(to_host(dice), random::integers<int>(h, 1, 7, 100)));
  CHECK(same(to_host(bell), random::normal<float>(h, 4, 6)));
  CHECK(g == h);
}

TEST_CASE("devices.md: explain_kernel") {
  const auto a = to_device(numbers(6, 8), default_device());

  std::cout << explain_kernel(sqrt(a) * 2.f);

  CHECK(explain_kernel(sqrt(a) * 2.f).find("sqrt") != std::string::npos);
}

TEST_CASE("devices.md: errors") {
  try {
    const device_tensor<double, dyn> c(default_device(), 1'000'000'000'000);
  } catch (const device_error& e) {
    std::puts(e.what());
  }
  CHECK_THROWS_AS((device_tensor<double, dyn>(default_device(), 1'000'000'000'000)), device_error);
}

TEST_CASE("devices.md: what runs where, element-wise") {
  REQUIRE(traced);
  const device d = default_device();
  const auto a = to_device(numbers(6, 8), d);
  const auto v = to_device(dtensor<float, 1>{3, 1, 2, 5, 4, 0, 7, 6}, d);
  const auto i = to_device(tensor{2, 0, 1}, d);

  CHECK(LAUNCHES(exp(a) * 2.f + hypot(a, v) - floor(a / 3.f)) == 1);
  CHECK(LAUNCHES(where(isnan(a), 0.f, clip(sign(a) * abs(a), 0.f, 1.f))) == 1);
  CHECK(LAUNCHES(select(std::tuple{a > 1.f, a > 0.f}, std::tuple{a, -a}, 7.f)) == 1);
  CHECK(LAUNCHES(map(softplus, a) + cast<float>(cast<int>(a) % 3)) == 1);
  CHECK(LAUNCHES(a[rev(), newaxis, range(_, _, 2)] + 1.f) == 1);
  CHECK(LAUNCHES(transpose(a) + v[_, newaxis]) == 1);
  CHECK(LAUNCHES(flip(a) + broadcast_to(v, 6, 8) + rot90(a, 2_c)) == 1);
  CHECK(LAUNCHES(diagonal(a) * 2.f) == 1);
  CHECK(LAUNCHES(diff(a, _0) * triu(a[range(_, -1)], 1)) == 1);
  CHECK(LAUNCHES(max(sliding_window(v, 3, _0), -_1)) == 1);
  CHECK(LAUNCHES(rearrange<"a b -> b a">(a)) == 1);
  CHECK(LAUNCHES(repeat<"a b -> a c b">(a, axis_size<"c">(2))) == 1);
  CHECK(LAUNCHES(one_hot<float>(i, 4)) == 1);
  CHECK(LAUNCHES(std::get<1>(meshgrid(v, v)) * 2.f) == 1);
  CHECK(LAUNCHES(std::get<0>(split(a, 2_c, _1)) + 1.f) == 1);
  CHECK(LAUNCHES(round(a, 1) + atleast_2d(v)) == 1);
  const auto z = eval(cast<std::complex<float>>(a));
  CHECK(LAUNCHES(conj(z) * a + exp(z) / std::complex<float>(1, 2)) == 1);
}

TEST_CASE("devices.md: what runs where, several kernels") {
  const device d = default_device();
  const auto a = to_device(numbers(6, 8), d);
  const auto b = to_device(numbers(8, 4), d);
  const auto v = to_device(dtensor<float, 1>{3, 1, 2, 5, 4, 0, 7, 6}, d);
  const auto mask = eval(v > 2.f);
  const tensor rows{2, 0};
  const int turns = 1;
  auto c = a;

  SECTION("computed first") {
    CHECK(LAUNCHES(reshape(a, 8, 6)) == 1);
    CHECK(LAUNCHES(reshape(a, 8, 6) + 1.f) == 2);
    CHECK(LAUNCHES(roll(a, 1, _0) - a) == 3); // two copies of parts
    CHECK(LAUNCHES(concat(_0, a, a)) == 2);
    CHECK(LAUNCHES(stack(_0, a, a)) == 2);
    CHECK(LAUNCHES(pad(a, 1)) == 9);
    CHECK(LAUNCHES(rearrange<"a b -> (a b)">(a)) == 1);
    CHECK(LAUNCHES(tile(a, 2, 1)) == 1);
    CHECK(LAUNCHES(vstack(a, v)) == 2);
    CHECK(LAUNCHES(repeat(a, 2, _0)) == 1);
    CHECK(launches([&] { static_cast<void>(rot90(a, turns)); }) == 1);
  }
  SECTION("reductions") {
    CHECK(LAUNCHES(sum(a * a, _0)) == 1);
    CHECK(LAUNCHES(argmax(a, _1)) == 1);
    CHECK(LAUNCHES(reduce<"a b -> a">(a, max)) == 1);
    CHECK(LAUNCHES(a - mean(a, _1, keepdims)) == 2);
    CHECK(LAUNCHES(norm(a, _0)) == 2);
    CHECK(LAUNCHES(var(a, _0)) == 3);
    CHECK(LAUNCHES(std_dev(a, _0)) == 3);
    CHECK(LAUNCHES(ptp(a, _0)) == 3);
    CHECK(LAUNCHES(none_of(a > 0.f, _0)) == 2);
    CHECK(LAUNCHES(logsumexp(a, _0)) == 5);
    CHECK(LAUNCHES(reduce(decay, 0.f, a, _1)) == 1);
    CHECK(LAUNCHES(sum<double>(a, _0)) == 1);
    CHECK(LAUNCHES(nansum(a, _0)) == 1);
    CHECK(LAUNCHES(nanmean(a, _0)) == 3);
    CHECK(LAUNCHES(nanmax(a, _0)) == 3);
    CHECK(LAUNCHES(nanvar(a, _0)) == 7);
    CHECK(LAUNCHES(nanargmax(a, _0)) == 3);
    CHECK(LAUNCHES(average(a, _1, v)) == 3);
    CHECK(LAUNCHES(trapezoid(a, 0.5, _1)) == 1);
    CHECK(launches([&] { static_cast<void>(allclose(a, a)); }) == 1);
    CHECK(launches([&] { static_cast<void>(sum(a)); }) == 1);
    const auto large = to_device(dtensor<float, 1>(arange(100000.f)), d);
    CHECK(launches([&] { static_cast<void>(sum(large)); }) == 2);
  }
  SECTION("orders and scans") {
    CHECK(LAUNCHES(cumsum(a, _0)) == 2);
    CHECK(LAUNCHES(cumprod(a, _1)) == 2);
    CHECK(LAUNCHES(sort(v)) > 1);
    CHECK(LAUNCHES(argsort(a, _0)) > 1);
    CHECK(LAUNCHES(partition(v, 2)) > 1);
    CHECK(LAUNCHES(percentile(a, 30., _1)) > 1);
    CHECK(LAUNCHES(histogram(a, 4, -5., 5.)) > 1);
    CHECK(launches([&] { static_cast<void>(top_k(a, 3)); }) > 1);
    CHECK(launches([&] { static_cast<void>(unique(v)); }) > 1);
    CHECK(launches([&] { static_cast<void>(bincount(cast<int>(v))); }) > 1);
    CHECK(LAUNCHES(median(a, _1)) > 1);
    CHECK(LAUNCHES(searchsorted(v, a)) == 2);
    CHECK(LAUNCHES(nancumsum(a, _0)) == 2);
    CHECK(LAUNCHES(interp(a, v, v)) == 3);
    CHECK(launches([&] { static_cast<void>(isin(a, v)); }) > 1);
    CHECK(launches([&] { static_cast<void>(diff(a, 2, _0)); }) > 1);
    CHECK(LAUNCHES(convolve(v, v)) > 1);
    CHECK(launches([&] { static_cast<void>(delete_at(v, 1)); }) > 1);
  }
  SECTION("products") {
    CHECK(LAUNCHES(matmul(a, b)) == 1);
    CHECK(LAUNCHES(matmul(a, transpose(a))) == 1);
    CHECK(LAUNCHES(matmul(a + 1.f, transpose(a))) == 2);
    CHECK(LAUNCHES(dot(v, v)) == 1);
    CHECK(LAUNCHES(tensordot(a, b, _1)) == 1);
    CHECK(LAUNCHES(tensordot(transpose(a), b[range(_, 6)], _1)) == 2);
    CHECK(LAUNCHES(outer(v, v)) == 3);
    CHECK(LAUNCHES(v[_, newaxis] * v) == 1);
    CHECK(LAUNCHES(kron(a, v)) == 1);
    CHECK(LAUNCHES(cross(a[_, range(0, 3)], a[_, range(3, 6)])) == 5);
    CHECK(LAUNCHES(einsum<"ij,jk->ik">(a, b)) == 1);
    CHECK(LAUNCHES(einsum<"ij,jk,lk->il">(a, b, b)) == 1);
    CHECK(LAUNCHES(trace(a)) == 1);
  }
  SECTION("index arrays, masks") {
    CHECK(LAUNCHES(a[rows] * 2.f) == 1);
    CHECK(LAUNCHES(a[to_device(rows, d)] * 2.f) == 3);
    CHECK(LAUNCHES(a[ix_({0, 2}, {1, 3})]) == 1);
    CHECK(LAUNCHES(gather_nd(a, nd({{0}, {2}}))) == 1);
    CHECK(LAUNCHES(a[_, mask]) > 1);
    CHECK(launches([&] { static_cast<void>(nonzero(a > 3.f)); }) == 1);
    random::generator g(42);
    CHECK(launches([&] { static_cast<void>(random::uniform<float>(g, d, 4, 6)); }) == 1);
    CHECK(launches([&] { static_cast<void>(random::integers<int>(g, d, 1, 7, 100)); }) == 1);
    CHECK(launches([&] { static_cast<void>(random::normal<float>(g, d, 4, 6)); }) == 0);
  }
  SECTION("targets") {
    CHECK(launches([&] { c += 1.f; }) == 1);
    CHECK(launches([&] { c[range(1, _)] = c[range(_, -1)]; }) == 2); // they overlap
    auto e = a;
    CHECK(launches([&] { tie(c, e) = std::tuple(e + 1.f, c * 2.f); }) == 4);
    CHECK(launches([&] { c[rows] = 1.f; }) > 1);
    CHECK(launches([&] { c[c > 2.f] = 0.f; }) == 1);
    const auto selected = eval(c > 1.f);
    CHECK(launches([&] { c[selected] *= 2.f; }) == 1);
    CHECK(launches([&] { c[selected] = a[selected]; }) == 1);
    CHECK(launches([&] { c[selected] = eval(a[selected]); }) > 1);
    CHECK(launches([&] { c[rows] += 1.f; }) > 1);
    CHECK(launches([&] { put_along_axis(c, eval(argsort(c, _1)), 9.f, _1); }) > 1);
    CHECK(LAUNCHES(tensor_scatter_nd_add(c, nd({{0, 1}, {2, 3}}), 2.f)) > 1);
    CHECK(launches([&] { noalias(c) = c + 1.f; }) == 1);
    CHECK(launches([&] { transpose(c) = transpose(a) * 2.f; }) == 1);
    CHECK(all_of(to_host(c == a * 2.f)));
    CHECK(launches([&] { c[1, 2] = 5.f; }) == 1);
  }
}

TEST_CASE("devices.md: the kernels compile for CUDA, where there is NVRTC") {
  const auto context = detail::device_access::context(default_device());
  CHECK(context->kernel_count() > 0);
  if (detail::has_nvrtc())
    for (const std::string& text : context->kernel_texts())
      if (text.find("softplus") != std::string::npos) {
        const auto cuda =
            detail::whole_kernel(detail::kernel_dialect::cuda, true, detail::kernel_body_of(text));
        CHECK_FALSE(detail::nvrtc_binary(cuda, "sm_90").empty());
      }
}

namespace {

template <class Matrix> void spread(Matrix& u, float rate, int steps) {
  const auto m = range(1, -1);
  for (int step = 0; step < steps; ++step)
    u[m, m] += rate * (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] +
                       u[m, range(2, _)] - 4.f * u[m, m]);
}

} // namespace

TEST_CASE("tutorials/heat.md: the same program for a device") {
  dtensor<float, 2> plate(40, 60);
  plate[range(15, 25), range(20, 30)] = 1.f;
  auto on_device = to_device(plate, default_device());

  spread(plate, .2f, 100);     // on the host
  spread(on_device, .2f, 100); // 100 kernels on the device
  const dtensor<float, 2> result = to_host(on_device);
  CHECK(allclose(result, plate, 1e-5f));
  CHECK(std::abs(sum(plate) - 99.0202f) < 1e-3f);
}
