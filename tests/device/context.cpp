// SPDX-License-Identifier: BSL-1.0
// The driver of OpenCL: memory, kernels and launches.
#include "catch.hpp"

#include "environment.hpp"

#include <stria/device/context.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <thread>

namespace {

using stria::device_error;
using namespace stria::detail;

device_context& device() {
  const auto& all = all_devices();
  const auto found = std::ranges::find_if(
      all, [](const auto& d) { return d->dialect() == kernel_dialect::opencl; });
  REQUIRE(found != all.end());
  return **found;
}

/// Memory of a device for a scope.
struct block {
  device_context& on;
  device_address base;

  block(device_context& d, std::size_t bytes) : on(d), base(d.allocate(bytes)) {}
  block(const block&) = delete;
  block& operator=(const block&) = delete;
  ~block() { on.release(base); }
};

std::unique_ptr<block> at_the_end;

const std::string scale = R"(
__kernel void stria_kernel(__global const float* a, __global float* b, float factor, long shift,
                           uchar n) {
  int k = get_global_id(0);
  if (k < n)
    b[k] = a[k] * factor + shift;
}
)";

void launch_scale(device_context& d, const block& a, const block& b, float factor,
                  std::int64_t shift, unsigned char n) {
  const kernel_argument arguments[] = {
      {&a.base, 0}, {&b.base, 0}, {&factor, 4}, {&shift, 8}, {&n, 1}};
  d.launch(d.kernel(scale), 4, 64, arguments, 5);
}

/// Computes factor * k + shift for each k with the kernel, and compares with the host.
bool scales(device_context& d, float factor, std::int64_t shift) {
  constexpr std::size_t n = 200;
  std::vector<float> host(n), result(n);
  std::iota(host.begin(), host.end(), 0.0F);
  const block a(d, n * sizeof(float));
  const block b(d, n * sizeof(float));
  d.write(a.base, 0, host.data(), n * sizeof(float));
  launch_scale(d, a, b, factor, shift, n);
  d.read(result.data(), b.base, 0, n * sizeof(float));
  for (std::size_t k = 0; k < n; ++k)
    if (result[k] != static_cast<float>(k) * factor + static_cast<float>(shift))
      return false;
  return true;
}

} // namespace

TEST_CASE("properties of a device") {
  auto& d = device();
  CHECK_FALSE(d.name().empty());
  CHECK(d.name().find('\0') == std::string::npos);
  CHECK(d.parameter_bytes() >= 256);
  CHECK(d.busy_groups() >= 1);
  CHECK(d.busy_groups() < 100000);
  if (d.name().starts_with("pthread")) { // PoCL
    CHECK(d.is_processor());
    CHECK(d.has_double());
  }
}

TEST_CASE("copying bytes to the device and back") {
  auto& d = device();
  std::vector<unsigned char> host(100000);
  for (std::size_t k = 0; k < host.size(); ++k)
    host[k] = static_cast<unsigned char>(k * 7 + k / 251);
  const auto expected = host;
  const block a(d, host.size());
  const block b(d, host.size() + 1000);
  d.write(a.base, 0, host.data(), host.size());
  std::ranges::fill(host, 0); // write() has returned, so this does not change its result
  d.copy(b.base, 1000, a.base, 0, expected.size());
  d.write(b.base, 1010, expected.data(), 5);
  d.read(host.data(), b.base, 1000, host.size());
  CHECK(std::equal(expected.begin() + 15, expected.end(), host.begin() + 15));
  CHECK(std::equal(expected.begin(), expected.begin() + 10, host.begin()));
  CHECK(std::equal(expected.begin(), expected.begin() + 5, host.begin() + 10));
  // A copy of 0 bytes is valid at any offset.
  d.write(a.base, host.size(), nullptr, 0);
  d.copy(a.base, 0, b.base, 0, 0);
  d.read(nullptr, a.base, 0, 0);
  unsigned char one = 0;
  d.read(&one, a.base, 7, 1);
  CHECK(one == expected[7]);
}

TEST_CASE("addresses are aligned and do not overlap") {
  auto& d = device();
  const auto others = open_devices();
  const std::size_t sizes[] = {1, 255, 256, 4096, 4097, 100000};
  std::vector<std::pair<device_address, std::size_t>> ranges;
  std::vector<std::unique_ptr<block>> live;
  for (int turn = 0; turn < 20; ++turn)
    for (const std::size_t bytes : sizes)
      for (auto* on : {&d, others.front().get()}) {
        live.push_back(std::make_unique<block>(*on, bytes));
        ranges.emplace_back(live.back()->base, bytes);
      }
  const std::vector<char> host(1 << 20);
  ranges.emplace_back(reinterpret_cast<device_address>(host.data()), host.size());
  std::ranges::sort(ranges);
  for (std::size_t k = 1; k < ranges.size(); ++k)
    if (ranges[k - 1].first + ranges[k - 1].second > ranges[k].first)
      FAIL_CHECK("allocations " << k - 1 << " and " << k << " overlap");
  for (const auto& b : live)
    if (b->base % 256 != 0)
      FAIL_CHECK("an address is not aligned");
  CHECK(live.size() == 240);
}

TEST_CASE("a kernel has arguments by value and in memory") {
  auto& d = device();
  CHECK(scales(d, 2.5F, -3));
  CHECK(scales(d, -0.5F, 1 << 20));
  const std::size_t before = d.kernel_count();
  CHECK(scales(d, 7, 0));
  CHECK(d.kernel_count() == before);
  // No groups: nothing is run.
  d.launch(d.kernel(scale), 0, 64, nullptr, 0);
  CHECK_NOTHROW(d.finish());
}

TEST_CASE("work runs in the order of the calls") {
  auto& d = device();
  constexpr std::size_t n = 100;
  std::vector<float> host(n, 1);
  const block a(d, n * sizeof(float));
  const block b(d, n * sizeof(float));
  d.write(a.base, 0, host.data(), n * sizeof(float));
  for (int turn = 0; turn < 50; ++turn) {
    launch_scale(d, a, b, 1, 1, n);
    d.copy(a.base, 0, b.base, 0, n * sizeof(float));
  }
  {
    // Released immediately, while the device may still use it.
    const block c(d, n * sizeof(float));
    launch_scale(d, a, c, 2, 0, n);
    launch_scale(d, c, b, 1, 0, n);
  }
  d.read(host.data(), b.base, 0, n * sizeof(float));
  CHECK(host == std::vector<float>(n, 102));
}

TEST_CASE("two threads use one device") {
  auto& d = device();
  d.kernel(scale);
  int wrong[2]{};
  const auto work = [&](int number) {
    for (int turn = 0; turn < 100; ++turn)
      wrong[number] += !scales(d, static_cast<float>(number + 1), turn + 1000 * number);
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  CHECK(wrong[0] == 0);
  CHECK(wrong[1] == 0);
}

TEST_CASE("a kernel is kept in a file") {
  const test::folder cache;
  const test::variable place("STRIA_DEVICE_CACHE", cache.path);
  CHECK(scales(*open_devices().front(), 3, 4));
  const auto files = [&] {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(cache.path))
      found.push_back(entry.path());
    return found;
  };
  REQUIRE(files().size() == 1);
  const auto file = files()[0];
  // A recompiled kernel is written again.
  const auto old = std::filesystem::last_write_time(file) - std::chrono::hours(1);
  std::filesystem::last_write_time(file, old);
  CHECK(scales(*open_devices().front(), 5, 6));
  CHECK(std::filesystem::last_write_time(file) == old);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  CHECK(scales(*open_devices().front(), 7, 8));
  CHECK(std::filesystem::last_write_time(file) > old);
  CHECK(files().size() == 1);
}

TEST_CASE("a text that does not compile is shown with its lines and the log") {
  auto& d = device();
  const std::size_t before = d.kernel_count();
  const std::string wrong =
      "__kernel void stria_kernel(__global float* a) {\n  a[0] = nobody;\n}\n";
  CHECK_THROWS_AS(d.kernel(wrong), device_error);
  CHECK_THROWS_WITH(d.kernel(wrong), test::contains("stria: device: " + d.name()) &&
                                         test::contains("CL_BUILD_PROGRAM_FAILURE (-11)") &&
                                         test::contains("    2    a[0] = nobody;\n"));
  CHECK_THROWS_WITH(d.kernel("__kernel void another(__global float* a) {}"),
                    test::contains("stria_kernel") &&
                        test::contains("CL_INVALID_KERNEL_NAME (-46)"));
  CHECK(d.kernel_count() == before);
  CHECK(scales(d, 1, 2));
}

TEST_CASE("the device can be used after an error") {
  auto& d = device();
  const std::size_t huge = std::size_t{1} << 60;
  CHECK_THROWS_AS(d.allocate(huge), device_error);
  CHECK_THROWS_WITH(d.allocate(huge), "stria: device: " + d.name() + ": an allocation of " +
                                          std::to_string(huge) +
                                          " bytes failed: CL_INVALID_BUFFER_SIZE (-61)");
  const block a(d, 64);
  char bytes[128]{};
  CHECK_THROWS_WITH(d.read(bytes, a.base, 0, 128),
                    test::contains("a read of 128 bytes failed: CL_INVALID_VALUE (-30)"));
  CHECK_THROWS_WITH(d.copy(a.base, 60, a.base, 0, 8),
                    test::contains("a copy of 8 bytes failed: CL_INVALID_VALUE (-30)"));
  CHECK_THROWS_WITH(d.write(a.base + 4096, 0, bytes, 1),
                    test::contains("the address was not allocated on this device"));
  CHECK_THROWS_WITH(d.launch(d.kernel(scale), 1, std::size_t{1} << 20, nullptr, 0),
                    test::contains("a launch of 1 groups of 1048576 failed: CL_INVALID_"));
  const kernel_argument small[] = {{&a.base, 0}, {&a.base, 0}, {bytes, 1}};
  CHECK_THROWS_WITH(d.launch(d.kernel(scale), 1, 1, small, 3),
                    test::contains("setting argument 2 of a kernel failed: CL_INVALID_ARG_SIZE"));
  d.release(a.base + 4096);
  CHECK(scales(d, 9, 1));
}

TEST_CASE("released memory can be allocated again") {
  auto& d = device();
  constexpr std::size_t bytes = std::size_t{16} << 20;
  const std::vector<char> host(bytes, 1);
  const auto pages = [] { // the sizes of the address space and of the memory in use
    std::size_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return std::pair{all, resident};
  };
  const auto before = pages();
  for (int turn = 0; turn < 40; ++turn) {
    const block a(d, bytes);
    d.write(a.base, 0, host.data(), bytes);
  }
  const auto after = pages();
  // The growth is less than 25 of the 40 blocks, because an allocator may keep some of them.
  CHECK(after.first < before.first + 25 * bytes / 4096);
  CHECK(after.second < before.second + 25 * bytes / 4096);
}

TEST_CASE("memory in static storage outlives main") {
  at_the_end = std::make_unique<block>(device(), 1000);
  CHECK(at_the_end->base != 0);
}

TEST_CASE("traced") { CHECK(scales(*open_devices().front(), 1, 1)); }
