// SPDX-License-Identifier: BSL-1.0
// Random numbers on a device equal those on the host. Also tests explain_kernel().
#include "on_device.hpp"

#include <cstdint>
#include <limits>
#include <random>

using namespace stria;
using on_device::gpu;

TEST_CASE("uniform numbers, integers and the generator's state are as on the host") {
  random::generator g(42), h(42);
  for (int turn = 0; turn < 5; ++turn) {
    const auto n = static_cast<stria::index>(turn * 7 + 1);
    CHECK(on_device::equal(to_host(random::uniform<float>(g, gpu(), n, 3)),
                           random::uniform<float>(h, n, 3)));
    CHECK(g == h);
    CHECK(on_device::equal(to_host(random::integers<int>(g, gpu(), -5, 100, n)),
                           random::integers<int>(h, -5, 100, n)));
    CHECK(on_device::equal(to_host(random::uniform(g, gpu(), _3)), random::uniform(h, _3)));
    CHECK(g == h);
  }
  // Nearly half of these draws are rejected and repeated, on the host.
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  CHECK(on_device::equal(to_host(random::integers(g, gpu(), lowest, std::int64_t{1000}, 50)),
                         random::integers(h, lowest, std::int64_t{1000}, 50)));
  CHECK(g == h);
  CHECK(on_device::equal(to_host(random::normal<float>(g, gpu(), 4, 4)),
                         random::normal<float>(h, 4, 4)));
  CHECK(g == h);
  std::mt19937 a(1), b(1);
  CHECK(
      on_device::equal(to_host(random::uniform<float>(a, gpu(), 9)), random::uniform<float>(b, 9)));
  STATIC_REQUIRE(
      std::same_as<decltype(random::uniform<float, 2, 3>(g, gpu())), device_tensor<float, 2, 3>>);
}

TEST_CASE("discard() skips draws") {
  random::generator g(5), h(5);
  for (const std::uint64_t n : std::initializer_list<std::uint64_t>{0, 1, 2, 3, 4, 5, 9, 1000}) {
    g.discard(n);
    for (std::uint64_t k = 0; k < n; ++k)
      h();
    CHECK(g == h);
    CHECK(g() == h());
  }
}

TEST_CASE("explain_kernel() shows the kernels of an expression") {
  const auto a = on_device::up(dtensor<float, 2>(reshape(arange(12.f), 3, 4)));
  const std::string one = explain_kernel(a[rev()] * 2.f + 1.f);
  CHECK(one.find("at least 96 bytes") != std::string::npos);
  CHECK(one.find("((v1 * c0) + c1)") != std::string::npos);
  CHECK(one.find("KERNEL void stria_kernel") == one.rfind("KERNEL void stria_kernel"));
  const std::string two = explain_kernel(a - mean(a, _0));
  CHECK(two.find("KERNEL void stria_kernel") != two.rfind("KERNEL void stria_kernel"));
}

STRIA_COMPILE_AS_CUDA()
