// SPDX-License-Identifier: BSL-1.0
// Copies to the host that run concurrently with the program.
#include "on_device.hpp"

#include <utility>
#include <vector>

using namespace stria;
using on_device::gpu;
using on_device::up;

TEST_CASE("a copy has the values at the time of the request") {
  const stream s(gpu());
  CHECK(s.on() == gpu());
  auto c = up(dtensor<float, 1>{1, 2, 3});
  auto first = to_host(c, s);
  c = c * 10.f;
  auto second = to_host(c + 1.f, s);
  c = 0.f;
  s.wait();
  CHECK(first.is_ready());
  CHECK(second.is_ready());
  CHECK(all_of(first.get() == tensor{1.f, 2.f, 3.f}));
  CHECK(all_of(second.get() == tensor{11.f, 21.f, 31.f}));
  CHECK_THROWS_AS(first.get(), value_error);
  const dtensor<float, 1> at_once = to_host(c[rev()] + 4.f, s);
  CHECK(all_of(at_once == 4.f));
  STATIC_REQUIRE(
      std::same_as<decltype(to_host(up(tensor<int, 2, 3>()), s).get()), tensor<int, 2, 3>>);
}

TEST_CASE("copies are moved, dropped, empty, many, and outlive their stream") {
  std::vector<host_copy<dtensor<int, 1>>> copies;
  {
    const stream s(gpu());
    for (int k = 0; k < 50; ++k)
      copies.push_back(to_host(up(dtensor<int, 1>{k, 2 * k}), s));
    static_cast<void>(to_host(up(tensor{1, 2}), s));
    const device_tensor<float, dyn> none(gpu(), 0);
    auto nothing = to_host(none, s);
    CHECK(nothing.is_ready());
    CHECK(nothing.get().size() == 0);
  }
  for (int k = 0; k < 50; ++k) {
    const auto values = copies[static_cast<std::size_t>(k)].get();
    CHECK(values.data()[1] == 2 * k);
  }
}

TEST_CASE("events are points in the work of devices and streams") {
  const stream s(gpu());
  CHECK(s.record().is_ready()); // no copy was requested
  auto c = up(dtensor<float, 1>{1, 2, 3});
  c += 1.f;
  const event changed = gpu().record();
  changed.wait();
  CHECK(changed.is_ready());
  auto copy = to_host(c, s);
  const event copied = s.record();
  gpu().wait_for(copied);
  gpu().wait_for(changed);
  CHECK(copied.is_ready());
  CHECK(copy.is_ready());
  c = 0.f;
  CHECK(all_of(copy.get() == tensor{2.f, 3.f, 4.f}));
  // The next copy reuses the memory: both are correct.
  for (int k = 0; k < 20; ++k) {
    c = static_cast<float>(k);
    auto first = to_host(c + 1.f, s);
    c = -1.f;
    auto second = to_host(c * 2.f, s);
    CHECK(all_of(first.get() == static_cast<float>(k + 1)));
    CHECK(all_of(second.get() == -2.f));
  }
}

TEST_CASE("a copy that fails is an error of get()") {
  /// A device that cannot be read.
  class lost final : public detail::device_context {
    std::shared_ptr<detail::device_context> of_ = detail::device_access::context(gpu());
    std::string compile(const std::string&) override { return {}; }
    std::unique_ptr<detail::loaded_kernel> load(const std::string&) override { return nullptr; }
    std::string build_identity() const override { return {}; }
    struct nothing : detail::loaded_kernel {};
    std::unique_ptr<detail::loaded_kernel> build(const std::string&, bool, std::string&) override {
      return std::make_unique<nothing>();
    }

  public:
    std::string name() const override { return "lost"; }
    detail::kernel_dialect dialect() const override { return of_->dialect(); }
    std::size_t parameter_bytes() const override { return 1024; }
    bool has_double() const override { return true; }
    bool is_processor() const override { return true; }
    std::size_t busy_groups() const override { return 1; }
    detail::device_address allocate(std::size_t bytes) override { return of_->allocate(bytes); }
    void release(detail::device_address base) noexcept override { of_->release(base); }
    void write(detail::device_address base, std::size_t offset, const void* from,
               std::size_t bytes) override {
      of_->write(base, offset, from, bytes);
    }
    void read(void*, detail::device_address, std::size_t, std::size_t) override {
      throw device_error("stria: device: lost");
    }
    void copy(detail::device_address, std::size_t, detail::device_address, std::size_t,
              std::size_t) override {}
    void launch(detail::loaded_kernel&, std::size_t, std::size_t, const detail::kernel_argument*,
                std::size_t) override {}
    void finish() override {}
  };
  const device d = detail::device_access::make(std::make_shared<lost>());
  const stream s(d);
  const auto c = to_device(tensor{1, 2, 3}, d);
  auto copy = to_host(c, s);
  CHECK_THROWS_AS(copy.get(), device_error);
  static_cast<void>(to_host(c, s)); // dropped
  s.wait();
}
