// SPDX-License-Identifier: BSL-1.0
// The CUDA driver layer, with fakes of libcuda and NVRTC: the calls of the driver, and the handling
// of failures.
#include "catch.hpp"

#include "environment.hpp"
#include "fake_cuda.hpp"

#include <stria/device/context.hpp>
#include <stria/device/nvrtc.hpp>
#include <stria/device/product.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <thread>

namespace {

using stria::device_error;
using namespace stria::detail;

// STRIA_FAKE_CUDA and similar macros name the files of the fake drivers. Each driver has separate
// state.

/// A fake driver and a new device; at the end, nothing may be allocated.
class fake {
  const test::variable driver_;
  const test::variable compiler_{"STRIA_NVRTC_LIBRARY", STRIA_FAKE_CUDA};
  const test::variable products_{"STRIA_CUBLAS_LIBRARY", STRIA_FAKE_CUDA};
  const test::variable only_{"STRIA_DEVICE", "cuda"};
  const test::variable cache_{"STRIA_DEVICE_CACHE", ""};

  static fake_cuda& state_of(const char* file) {
    void* const library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library != nullptr);
    return *reinterpret_cast<fake_cuda* (*)()>(::dlsym(library, "fake_cuda_state"))();
  }

public:
  fake_cuda& driver;
  std::vector<std::shared_ptr<device_context>> devices;

  explicit fake(const char* file = STRIA_FAKE_CUDA)
      : driver_("STRIA_CUDA_LIBRARY", file), driver(state_of(file)) {
    driver = {};
  }
  fake(const fake&) = delete;
  fake& operator=(const fake&) = delete;

  device_context& device() {
    devices = open_devices();
    REQUIRE(devices.size() == 2);
    return *devices[0];
  }
  /// Closes the devices.
  bool nothing_left() {
    devices.clear();
    return driver.live_allocations == 0 && driver.live_pinned == 0 && driver.live_modules == 0 &&
           driver.live_streams == 0 && driver.live_handles == 0 && driver.live_events == 0 &&
           driver.retained == 0 && driver.current == 0 && driver.wrong_calls == 0;
  }
};

/// A device and its memory in static storage, destroyed after the driver has shut down.
struct outliving {
  std::shared_ptr<device_context> on;
  device_address base = 0;

  ~outliving() {
    if (on)
      on->release(base);
  }
} outlives_main;

const std::string text = "// 8 4 8 stria_kernel\n";

std::vector<unsigned char> pattern(std::size_t n) {
  std::vector<unsigned char> bytes(n);
  for (std::size_t k = 0; k < n; ++k)
    bytes[k] = static_cast<unsigned char>(k * 5 + k / 253);
  return bytes;
}

} // namespace

TEST_CASE("properties of a device") {
  fake cuda;
  auto& d = cuda.device();
  CHECK(d.name() == "Fake GPU");
  CHECK(cuda.devices[1]->name() == "Other fake GPU");
  CHECK(d.dialect() == kernel_dialect::cuda);
  CHECK(d.parameter_bytes() == 32764);
  CHECK(d.busy_groups() == 32);
  CHECK(d.has_double());
  CHECK_FALSE(d.is_processor());
  // A device is opened when it is used.
  CHECK(cuda.driver.retained == 0);
  d.finish();
  CHECK(cuda.driver.retained == 1);
  CHECK(cuda.nothing_left());
}

TEST_CASE("copying bytes to the device and back") {
  // The second driver lacks the functions for memory pools. On the third one, the device does not
  // support pools.
  const char* const file = GENERATE(STRIA_FAKE_CUDA, STRIA_FAKE_CUDA_OLD, STRIA_FAKE_CUDA);
  fake cuda(file);
  cuda.driver.no_pools = GENERATE(false, true);
  cuda.driver.pinned_allocation_fails = GENERATE(false, true);
  auto& d = cuda.device();
  constexpr std::size_t large = 200000;
  constexpr std::size_t small = 50000;
  const auto expected = pattern(large + 50 * small);
  auto host = expected;
  const auto a = d.allocate(host.size());
  const auto b = d.allocate(host.size() + 16);
  d.write(a, 0, host.data(), large);
  // Writes whose source changes immediately; there is not enough pinned memory for all of them.
  std::vector<unsigned char> part(small);
  for (std::size_t at = large; at < host.size(); at += small) {
    std::memcpy(part.data(), expected.data() + at, small);
    d.write(a, at, part.data(), small);
  }
  std::ranges::fill(host, 0);
  d.copy(b, 16, a, 0, host.size());
  d.release(a);
  d.read(host.data(), b, 16, host.size());
  CHECK(std::ranges::equal(host, expected)); // bool: a failure would print all bytes
  d.write(b, 0, nullptr, 0);
  d.copy(b, 0, b, 0, 0);
  d.read(nullptr, b, 0, 0);
  d.release(b);
  CHECK(cuda.nothing_left());
}

TEST_CASE("small writes do not wait for the device") {
  fake cuda;
  auto& d = cuda.device();
  const auto a = d.allocate(1000);
  const auto bytes = pattern(1000);
  for (int turn = 0; turn < 100; ++turn)
    d.write(a, 0, bytes.data(), bytes.size());
  CHECK(cuda.driver.waits == 0);
  d.release(a);
  CHECK(cuda.driver.waits == 0);
  CHECK(cuda.nothing_left());
}

TEST_CASE("a launch has its arguments in order") {
  fake cuda;
  auto& d = cuda.device();
  const auto a = d.allocate(100);
  auto& kernel = d.kernel(text);
  CHECK(&d.kernel(text) == &kernel);
  CHECK(cuda.driver.live_modules == 1);
  const float factor = 2.5F;
  const std::int64_t shift = -7;
  const kernel_argument arguments[] = {{&a, 0}, {&factor, 4}, {&shift, 8}};
  d.launch(kernel, 1000, 256, arguments, 3);
  CHECK(cuda.driver.launches == 1);
  CHECK(cuda.driver.groups == 1000);
  CHECK(cuda.driver.group_size == 256);
  REQUIRE(cuda.driver.argument_bytes == 20);
  CHECK(std::memcmp(cuda.driver.arguments, &a, 8) == 0);
  CHECK(std::memcmp(cuda.driver.arguments + 8, &factor, 4) == 0);
  CHECK(std::memcmp(cuda.driver.arguments + 12, &shift, 8) == 0);
  d.launch(kernel, 0, 256, nullptr, 0);
  CHECK(cuda.driver.launches == 1);
  CHECK_THROWS_WITH(d.launch(kernel, std::size_t{1} << 31, 256, arguments, 3),
                    test::contains("a launch of 2147483648 groups of 256: CUDA has at most"));
  d.release(a);
  CHECK(cuda.nothing_left());
}

TEST_CASE("the grid of a kernel follows from the driver's occupancy query") {
  fake cuda;
  auto& d = cuda.device();
  auto& kernel = d.kernel(text);
  CHECK(d.occupancy(kernel, 0).group_size == 128);
  CHECK(d.occupancy(kernel, 0).groups == 44);
  CHECK(d.occupancy(kernel, 512).group_size == 512);
  CHECK(d.occupancy(kernel, 512).groups == 12); // three for each of the four multiprocessors
  cuda.driver.no_occupancy = true;
  CHECK(d.occupancy(kernel, 0).group_size == 128);
  CHECK(d.occupancy(kernel, 0).groups == d.busy_groups());
  CHECK(cuda.nothing_left());
}

TEST_CASE("events, and copies to the host beside later work") {
  fake cuda;
  auto& d = cuda.device();
  {
    const auto bytes = pattern(1000), later = pattern(2000);
    const auto a = d.allocate(1000);
    d.write(a, 0, bytes.data(), 1000);
    const auto written = d.record();
    CHECK_FALSE(written->is_done());
    d.write(a, 0, later.data() + 1000, 1000); // done only when the program waits for it
    std::vector<unsigned char> host(1000);
    d.read_after(written.get(), host.data(), a, 0, 1000);
    CHECK(host == bytes);
    CHECK(cuda.driver.live_streams == 2);
    CHECK(written->is_done());
    const auto last = d.record();
    CHECK_FALSE(last->is_done());
    d.wait_for(*last);
    cuda.devices[1]->wait_for(*last); // an event of another device
    CHECK(cuda.driver.stream_waits == 3);
    last->wait();
    CHECK(last->is_done());
    d.read_after(nullptr, host.data(), a, 0, 1000);
    CHECK(std::equal(host.begin(), host.end(), later.begin() + 1000));
    d.wait_for_stream(2);
    CHECK(cuda.driver.recorded_stream == reinterpret_cast<const void*>(2));
    CHECK(cuda.driver.stream_waits == 4);
    CHECK(d.native_stream() != 0);
    cuda.driver.event_fails = true;
    CHECK_THROWS_WITH(d.record(), test::contains("creating an event failed"));
    cuda.driver.lost = true;
    CHECK_THROWS_WITH(last->wait(), "stria: device: Fake GPU: waiting for an event failed: "
                                    "CUDA_ERROR_ILLEGAL_ADDRESS (700)");
    cuda.driver.lost = false;
    d.release(a);
  }
  CHECK(cuda.nothing_left());
}

namespace {

/// Matrices on a fake device, and their products by cuBLAS and by loops.
template <class T> class matrices {
  std::shared_ptr<device_context> d_;
  std::vector<T> a_, b_;
  device_buffer a_on_device_, b_on_device_, c_on_device_;

public:
  explicit matrices(std::shared_ptr<device_context> d) : d_(std::move(d)), a_(40000), b_(40000) {
    for (std::size_t i = 0; i < a_.size(); ++i) {
      a_[i] = static_cast<T>(i * 7 % 13) - 6;
      b_[i] = static_cast<T>(i * 5 % 11) - 5;
    }
    const std::size_t bytes = a_.size() * sizeof(T);
    a_on_device_ = device_buffer(d_, bytes);
    b_on_device_ = device_buffer(d_, bytes);
    c_on_device_ = device_buffer(d_, bytes);
    d_->write(a_on_device_.base(), 0, a_.data(), bytes);
    d_->write(b_on_device_.base(), 0, b_.data(), bytes);
    d_->write(c_on_device_.base(), 0, b_.data(), bytes);
  }
  matrix_products asked(device_matrix_place a, device_matrix_place b, device_matrix_place c) {
    a.base = a_on_device_.base();
    b.base = b_on_device_.base();
    c.base = c_on_device_.base();
    return {kernel_type_of<T>(), a, b, c, 70, 60, 65, {0, 0, 0}};
  }
  /// Checks that cuBLAS computes the product, and that every element is correct.
  bool is_right(const matrix_products& p) {
    multiply_matrices(d_, p);
    std::vector<T> c(a_.size());
    d_->read(c.data(), c_on_device_.base(), 0, c.size() * sizeof(T));
    const auto at = [](const device_matrix_place& m, stria::index offset, stria::index row,
                       stria::index column) {
      return static_cast<std::size_t>(m.offset + offset + row * m.row + column * m.column);
    };
    for (std::size_t q = 0; q < p.count(); ++q)
      for (stria::index i = 0; i < p.m; ++i)
        for (stria::index j = 0; j < p.n; ++j) {
          T sum = 0;
          for (stria::index k = 0; k < p.k; ++k)
            sum += a_[at(p.a, p.offsets[3 * q], i, k)] * b_[at(p.b, p.offsets[3 * q + 1], k, j)];
          if (c[at(p.c, p.offsets[3 * q + 2], i, j)] != sum)
            return false;
        }
    return true;
  }
};

} // namespace

TEMPLATE_TEST_CASE("large products are computed by cuBLAS", "", float, double) {
  fake cuda;
  cuda.device();
  CHECK(cuda.devices[0]->product_library() == "cuBLAS");
  {
    matrices<TestType> m(cuda.devices[0]);
    // Adjacent rows, rows with gaps, and columns with and without gaps.
    CHECK(m.is_right(m.asked({0, 0, 60, 1}, {0, 0, 65, 1}, {0, 0, 65, 1})));
    CHECK(m.is_right(m.asked({0, 3, 64, 1}, {0, 5, 1, 61}, {0, 0, 65, 1})));
    CHECK(m.is_right(m.asked({0, 0, 1, 70}, {0, 0, 66, 1}, {0, 7, 1, 71})));
    CHECK(cuda.driver.products == 3);
    CHECK(cuda.driver.launches == 0);
    CHECK(cuda.driver.live_handles == 1);
    // Several products: in one call if their steps are equal, otherwise in one call each.
    auto p = m.asked({0, 0, 60, 1}, {0, 0, 1, 60}, {0, 0, 65, 1});
    p.offsets = {0, 0, 0, 4200, 3900, 4550, 8400, 7800, 9100};
    CHECK(m.is_right(p));
    CHECK(cuda.driver.products == 4);
    p.offsets[6] = 0;
    CHECK(m.is_right(p));
    CHECK(cuda.driver.products == 7);
  }
  CHECK(cuda.nothing_left());
}

TEST_CASE("products that cuBLAS does not compute") {
  fake cuda;
  cuda.device();
  {
    matrices<float> m(cuda.devices[0]);
    const auto large = m.asked({0, 0, 60, 1}, {0, 0, 65, 1}, {0, 0, 65, 1});
    // The fake cannot run the kernel, but a request for it shows that cuBLAS was not used.
    const auto by_kernel = [&](const matrix_products& p) {
      cuda.driver.launches = cuda.driver.products = 0;
      multiply_matrices(cuda.devices[0], p);
      return cuda.driver.launches == 1 && cuda.driver.products == 0;
    };
    auto p = large;
    p.m = 3;
    CHECK(by_kernel(p));
    CHECK(by_kernel(m.asked({0, 0, 120, 2}, {0, 0, 65, 1}, {0, 0, 65, 1})));
    CHECK(by_kernel(m.asked({0, 59, 60, -1}, {0, 0, 65, 1}, {0, 0, 65, 1})));
    CHECK(by_kernel(m.asked({0, 0, 0, 1}, {0, 0, 65, 1}, {0, 0, 65, 1})));
    p = large;
    p.type = kernel_type::i32;
    CHECK(by_kernel(p));
    {
      const test::variable without("STRIA_DEVICE_BLAS", "0");
      CHECK(cuda.devices[0]->product_library().empty());
      CHECK(by_kernel(large));
    }
    const test::variable nowhere("STRIA_CUBLAS_LIBRARY", "/nowhere/libcublas.so");
    CHECK(cuda.devices[0]->product_library().empty());
    CHECK(by_kernel(large));
  }
  CHECK(cuda.nothing_left());
}

TEST_CASE("errors of cuBLAS are reported with a message") {
  fake cuda;
  cuda.device();
  {
    matrices<float> m(cuda.devices[0]);
    const auto p = m.asked({0, 0, 60, 1}, {0, 0, 65, 1}, {0, 0, 65, 1});
    cuda.driver.handle_fails = true;
    CHECK_THROWS_WITH(multiply_matrices(cuda.devices[0], p),
                      "stria: device: Fake GPU: opening the device by cuBLAS failed: "
                      "CUBLAS_STATUS_NOT_INITIALIZED (1); STRIA_DEVICE_BLAS=0 turns cuBLAS off");
    cuda.driver.handle_fails = false;
    cuda.driver.product_fails = true;
    CHECK_THROWS_WITH(multiply_matrices(cuda.devices[0], p),
                      test::contains("a product of 70 x 60 and 60 x 65 by cuBLAS failed: "
                                     "CUBLAS_STATUS_EXECUTION_FAILED (13)"));
    cuda.driver.product_fails = false;
    CHECK(m.is_right(p));
  }
  CHECK(cuda.nothing_left());
}

TEST_CASE("several threads use one device") {
  fake cuda;
  auto& d = cuda.device();
  int wrong[2]{};
  const auto work = [&](int number) {
    for (std::size_t turn = 1; turn < 100; ++turn) {
      const std::vector<int> host(turn * 100, number);
      std::vector<int> result(host.size());
      const std::size_t bytes = host.size() * sizeof(int);
      const auto a = d.allocate(bytes);
      const auto b = d.allocate(bytes);
      d.write(a, 0, host.data(), bytes);
      d.copy(b, 0, a, 0, bytes);
      d.read(result.data(), b, 0, bytes);
      d.release(a);
      d.release(b);
      wrong[number] += result != host;
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  CHECK(wrong[0] + wrong[1] == 0);
  CHECK(cuda.nothing_left());
}

TEST_CASE("a driver that does not work is skipped") {
  {
    fake cuda;
    cuda.driver.init_fails = true;
    CHECK(open_devices().empty());
  }
  fake cuda(STRIA_FAKE_CUDA_BROKEN); // lacks cuLaunchKernel
  CHECK(open_devices().empty());
}

TEST_CASE("the drivers that are tried") {
  const fake cuda;
  const test::variable nowhere("STRIA_OPENCL_LIBRARY", "/nowhere/libOpenCL.so.1");
  CHECK(open_devices().size() == 2);
  {
    const test::variable all("STRIA_DEVICE", std::nullopt);
    CHECK(open_devices().size() == 2);
  }
  const test::variable only("STRIA_DEVICE", "opencl");
  CHECK(open_devices().empty());
}

TEST_CASE("a device that does not open is an error, each time") {
  fake cuda;
  auto& d = cuda.device();
  cuda.driver.open_fails = true;
  CHECK_THROWS_WITH(d.finish(), "stria: device: Fake GPU: opening the device failed: "
                                "CUDA_ERROR_OUT_OF_MEMORY (2)");
  CHECK_THROWS_AS(d.allocate(1), device_error);
  cuda.driver.open_fails = false;
  cuda.driver.stream_fails = true;
  CHECK_THROWS_WITH(d.allocate(1), test::contains("creating a stream failed"));
  CHECK(cuda.driver.retained == 0);
  cuda.driver.stream_fails = false;
  CHECK_NOTHROW(d.finish());
  CHECK(cuda.nothing_left());
}

TEST_CASE("memory is used up") {
  fake cuda;
  auto& d = cuda.device();
  cuda.driver.memory = 1000;
  const auto a = d.allocate(600);
  CHECK_THROWS_AS(d.allocate(600), device_error);
  CHECK_THROWS_WITH(d.allocate(600),
                    "stria: device: Fake GPU: an allocation of 600 bytes (400 of 1000 bytes are "
                    "free) failed: CUDA_ERROR_OUT_OF_MEMORY (2)");
  // Released, but not free until the stream has reached this point.
  d.release(a);
  CHECK(cuda.driver.live_allocations == 1);
  cuda.driver.trims = 0;
  const auto b = d.allocate(600);
  CHECK(cuda.driver.trims == 1);
  CHECK(cuda.driver.live_allocations == 1);
  d.release(b);
  cuda.driver.allocation_fails = true;
  CHECK_THROWS_AS(d.allocate(1), device_error);
  CHECK(cuda.nothing_left());
}

TEST_CASE("kernels that fail") {
  fake cuda;
  auto& d = cuda.device();
  CHECK_THROWS_WITH(d.kernel("// stria_kernel\n#error\n"),
                    "stria: device: NVRTC for sm_90: a kernel does not compile: "
                    "NVRTC_ERROR_COMPILATION (6)\nkernel(2): error\nThe text:\n"
                    "    1  // stria_kernel\n    2  #error\n");
  CHECK_THROWS_WITH(d.kernel("// another"),
                    test::contains("finding stria_kernel in a binary failed: "
                                   "CUDA_ERROR_NOT_FOUND (500)"));
  CHECK(cuda.driver.live_modules == 0);
  cuda.driver.load_fails = true;
  CHECK_THROWS_WITH(d.kernel(text), test::contains("loading a binary of 22 bytes failed: "
                                                   "CUDA_ERROR_INVALID_IMAGE (200)"));
  CHECK(d.kernel_count() == 0);
  cuda.driver.load_fails = false;
  cuda.driver.launch_fails = true;
  CHECK_THROWS_WITH(d.launch(d.kernel(text), 2, 64, nullptr, 0),
                    "stria: device: Fake GPU: a launch of 2 groups of 64 failed: "
                    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701)");
  CHECK(cuda.nothing_left());
}

TEST_CASE("a file that the driver rejects is recompiled") {
  const test::folder cache;
  fake cuda;
  const test::variable place("STRIA_DEVICE_CACHE", cache.path);
  cuda.device().kernel(text);
  cuda.driver.load_fails = true;
  CHECK_THROWS_AS(cuda.device().kernel(text), device_error);
  cuda.driver.load_fails = false;
  CHECK_NOTHROW(cuda.device().kernel(text));
  CHECK(cuda.nothing_left());
}

TEST_CASE("a device is lost") {
  fake cuda(GENERATE(STRIA_FAKE_CUDA, STRIA_FAKE_CUDA_OLD));
  auto& d = cuda.device();
  const auto expected = pattern(100000);
  auto host = expected;
  const auto a = d.allocate(host.size());
  const auto b = d.allocate(host.size());
  auto& kernel = d.kernel(text);
  d.write(a, 0, host.data(), 100);
  cuda.driver.lost = true;
  CHECK_THROWS_WITH(d.finish(), "stria: device: Fake GPU: waiting for the device failed: "
                                "CUDA_ERROR_ILLEGAL_ADDRESS (700)");
  CHECK_THROWS_AS(d.launch(kernel, 1, 1, nullptr, 0), device_error);
  CHECK_THROWS_AS(d.write(a, 0, host.data(), 10), device_error);
  CHECK_THROWS_AS(d.write(a, 0, host.data(), host.size()), device_error);
  CHECK_THROWS_WITH(d.read(host.data(), a, 0, host.size()),
                    test::contains("a read of 100000 bytes failed"));
  CHECK_THROWS_AS(d.copy(b, 0, a, 0, 10), device_error);
  CHECK_THROWS_AS(d.allocate(10), device_error);
  CHECK_THROWS_AS(d.kernel("// stria_kernel of another text"), device_error);
  CHECK(std::ranges::equal(host, expected));
  d.release(a);
  d.release(b);
  CHECK(cuda.nothing_left());
}

TEST_CASE("the driver is not called after main") {
  fake cuda;
  cuda.device().kernel(text);
  outlives_main.on = cuda.devices[0];
  outlives_main.base = outlives_main.on->allocate(100);
  CHECK(cuda.driver.live_allocations == 1);
  // The fake driver aborts the program if it is called after the end of main.
}

TEST_CASE("the architecture is one that the compiler supports") {
  const fake cuda;
  CHECK(nvrtc_version() == 12040);
  CHECK(nvrtc_architecture(90) == "sm_90");
  CHECK(nvrtc_architecture(89) == "compute_80");
  CHECK(nvrtc_architecture(120) == "compute_100");
  CHECK(nvrtc_architecture(70) == "sm_70"); // older than all architectures that NVRTC knows
  CHECK(nvrtc_options().ends_with("--fmad=false"));
  const test::variable fused("STRIA_DEVICE_FMAD", "1");
  CHECK(nvrtc_options().ends_with("--fmad=true"));
}
