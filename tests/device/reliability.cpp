// SPDX-License-Identifier: BSL-1.0
// Devices under stress: threads, insufficient memory, kernels that do not compile, failures in the
// middle of an expression.
#include "on_device.hpp"

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace stria;
using on_device::gpu;
using on_device::up;

// A constant of the program, which kernels do not have.
constexpr float of_the_host = 1;
STRIA_DEVICE_FUNCTION(needs_host, (float x), { return x * of_the_host; });

namespace {

using detail::device_address;
using detail::device_context;

/// A device that counts allocations, and fails on request.
class counting_context final : public device_context {
  std::shared_ptr<device_context> inner_ = detail::device_access::context(gpu());
  std::set<device_address> live_;

  struct kernel_of_inner : detail::loaded_kernel {
    detail::loaded_kernel& kernel;
    explicit kernel_of_inner(detail::loaded_kernel& k) : kernel(k) {}
  };

protected:
  std::string compile(const std::string& text) override { return text; }
  std::unique_ptr<detail::loaded_kernel> load(const std::string& text) override {
    return std::make_unique<kernel_of_inner>(inner_->kernel(text));
  }
  std::string build_identity() const override { return "counting"; }

public:
  /// The number of calls until one fails; -1: none fails.
  int allocation = -1, launching = -1, reading = -1, writing = -1;
  std::size_t unknown = 0;

  std::size_t live() const { return live_.size(); }
  void fail_nowhere() { allocation = launching = reading = writing = -1; }
  static void countdown(int& calls) {
    if (calls >= 0 && calls-- == 0)
      throw device_error("stria: device: a failure that the test asked for");
  }

  std::string name() const override { return "counting"; }
  detail::kernel_dialect dialect() const override { return inner_->dialect(); }
  std::size_t parameter_bytes() const override { return inner_->parameter_bytes(); }
  bool has_double() const override { return inner_->has_double(); }
  bool is_processor() const override { return inner_->is_processor(); }
  std::size_t busy_groups() const override { return inner_->busy_groups(); }
  device_address allocate(std::size_t bytes) override {
    countdown(allocation);
    return *live_.insert(inner_->allocate(bytes)).first;
  }
  void release(device_address base) noexcept override {
    unknown += live_.erase(base) == 0;
    inner_->release(base);
  }
  void write(device_address base, std::size_t offset, const void* from,
             std::size_t bytes) override {
    countdown(writing);
    inner_->write(base, offset, from, bytes);
  }
  void read(void* to, device_address base, std::size_t offset, std::size_t bytes) override {
    countdown(reading);
    inner_->read(to, base, offset, bytes);
  }
  void copy(device_address to, std::size_t to_offset, device_address from, std::size_t from_offset,
            std::size_t bytes) override {
    countdown(launching);
    inner_->copy(to, to_offset, from, from_offset, bytes);
  }
  void launch(detail::loaded_kernel& kernel, std::size_t groups, std::size_t group_size,
              const detail::kernel_argument* arguments, std::size_t count) override {
    countdown(launching);
    inner_->launch(static_cast<kernel_of_inner&>(kernel).kernel, groups, group_size, arguments,
                   count);
  }
  void finish() override { inner_->finish(); }
};

/// The computation of each thread. On the host, it gives the expected result.
template <class A, class I> auto work(A t, const I& places, float by) {
  t[range(1, _)] += t[range(_, -1)] * by;
  t[places] = t[range(0, 3)] - by;
  t[places] += 1.f;
  return eval(t - max(t, _1, keepdims) + t[places][newaxis, 0]);
}

} // namespace

TEST_CASE("threads share a device") {
  // All threads begin at the same time, and the first of them makes the kernels.
  std::atomic<int> ready = 0, wrong = 0, done = 0;
  const auto run = [&](int number) {
    const dtensor<float, 2> h = reshape(arange(40.f), 8, 5) + static_cast<float>(number);
    const dtensor<int, 1> places{number % 8, 2, -1};
    const auto c = up(h);
    ++ready;
    while (ready < 4)
      std::this_thread::yield();
    for (int turn = 0; turn < 25; ++turn) {
      const float by = static_cast<float>(turn % 3);
      wrong += !on_device::equal(to_host(work(c, places, by)), work(h, places, by));
      wrong += sum(c) != sum(h);
      wrong += !on_device::equal(to_host(sort(c, _0)), eval(sort(h, _0)));
      ++done;
    }
  };
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back(run, k);
  for (std::thread& t : threads)
    t.join();
  CHECK(done == 100);
  CHECK(wrong == 0);
}

TEST_CASE("threads write parts of one tensor") {
  device_tensor<float, dyn, dyn> c(gpu(), 4, 1000);
  std::vector<std::thread> threads;
  for (stria::index k = 0; k < 4; ++k)
    threads.emplace_back([&c, k] {
      auto row = c[k];
      for (int turn = 0; turn < 20; ++turn)
        row += static_cast<float>(k + 1);
    });
  for (std::thread& t : threads)
    t.join();
  const dtensor<float, 1> factors{20, 40, 60, 80};
  CHECK(all_of(to_host(c) == factors[_, newaxis]));
}

TEST_CASE("more memory than any device has") {
  const stria::index many = stria::index{1} << 44;
  const dtensor<float, 1> h{1, 2, 3};
  auto c = up(h);
  CHECK_THROWS_AS((device_tensor<float, dyn>(gpu(), many)), device_error);
  CHECK_THROWS_AS(eval(broadcast_to(c, many, 3)), device_error);
  device_tensor<float, dyn, dyn> t(gpu(), 2, 3);
  t += 5.f;
  CHECK_THROWS_AS((t = broadcast_to(c, many, 3)), device_error);
  CHECK(t.shape() == std::array<stria::index, 2>{2, 3});
  CHECK(all_of(to_host(t) == 5.f));
  // A number of bytes that overflows.
  CHECK_THROWS_AS((device_tensor<double, dyn, dyn>(gpu(), many, many)), value_error);
  c += 1.f;
  CHECK(all_of(to_host(c) == h + 1.f));
}

TEST_CASE("a kernel that does not compile") {
  const tensor<float, 3> h{1, 2, 3};
  auto c = up(h);
  const auto message = [&] {
    try {
      c = map(needs_host, c) + 1.f;
    } catch (const device_error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  // The second call fails like the first, also with another target.
  for (int turn = 0; turn < 2; ++turn) {
    const std::string text = message();
    CHECK(text.starts_with("stria: device: "));
    CHECK(text.find("a kernel does not compile") != std::string::npos);
    CHECK(text.find("The text:") != std::string::npos);
    CHECK(text.find("return x * of_the_host;") != std::string::npos);
    CHECK(text.find("error") != std::string::npos); // the compiler's log
    CHECK(all_of(to_host(c) == h));
  }
  CHECK_THROWS_AS(eval(map(needs_host, c)), device_error);
  CHECK(map(needs_host, h)[1] == 2.f);
  c += 1.f;
  CHECK(all_of(to_host(c) == h + 1.f));
}

TEST_CASE("a failure in the middle leaks no memory") {
  // The context is never destroyed, because kernels are kept by the address of their context.
  static const auto& counting = *new std::shared_ptr<counting_context>(new counting_context);
  counting_context& d = *counting;
  const device on = detail::device_access::make(counting);
  const dtensor<float, 2> h = reshape(arange(12.f), 3, 4);
  const dtensor<int, 1> places{2, 0, 2};

  const auto fails = [&](const char* what, int counting_context::* where, const auto& statement) {
    INFO(what);
    d.fail_nowhere();
    auto c = to_device(h, on);
    const std::size_t before = d.live();
    // The first call has no failures, so that the kernels exist.
    statement(c);
    CHECK(d.live() == before);
    int failures = 0;
    for (bool failed = true; failed && failures < 100; failures += failed) {
      c = to_device(h, on);
      d.*where = failures;
      failed = false;
      try {
        statement(c);
      } catch (const device_error&) {
        failed = true;
      }
      d.fail_nowhere();
      CHECK(d.live() == before);
      CHECK(to_host(c).size() == 12);
    }
    CHECK(failures < 100);
    return failures;
  };
  const auto both = [&](const char* what, const auto& statement) {
    // The number of allocations is not checked, but something must be launched.
    CHECK(fails(what, &counting_context::allocation, statement) >= 0);
    CHECK(fails(what, &counting_context::writing, statement) >= 0);
    CHECK(fails(what, &counting_context::launching, statement) >= 1);
    CHECK(fails(what, &counting_context::reading, statement) >= 0);
  };
  both("=", [](auto& c) { c = c * 2.f + 1.f; });
  both("overlap", [](auto& c) { c[_, range(1, _)] += c[_, range(_, -1)]; });
  both("other extents", [](auto& c) { c = transpose(c + 1.f); });
  both("scatter", [&](auto& c) { c[places] = c + 1.f; });
  both("scatter +=", [&](auto& c) { c[places] += c; });
  both("gather", [&](auto& c) { c = (c + 1.f)[places]; });
  both("sum", [](auto& c) { static_cast<void>(sum(c * 2.f)); });
  both("softmax", [](auto& c) { c = exp(c - max(c, _1, keepdims)) / sum(exp(c), _1, keepdims); });
  both("sort", [](auto& c) { c = sort(c, _0); });
  both("top_k", [](auto& c) { static_cast<void>(top_k(c, 2)); });
  both("concat", [](auto& c) { c = concat(_0, c[range(0, 2)], c[range(2, 3)] + 1.f); });
  both("mask", [](auto& c) { c[c > 3.f] = 0.f; });
  both("to_host", [](auto& c) { static_cast<void>(to_host(c + 1.f)); });
  both("tie", [](auto& c) {
    auto x = c[0], y = c[1];
    tie(x, y) = std::tuple(y, x);
  });
  CHECK(d.unknown == 0);
  CHECK(d.live() == 0);
}
