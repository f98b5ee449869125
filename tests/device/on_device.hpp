// SPDX-License-Identifier: BSL-1.0
// The same expression on a device and on the host, for tests.
#pragma once

#include <stria/device.hpp>
#include <stria/device/nvrtc.hpp>

#include "catch.hpp"

#include <cmath>
#include <complex>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace on_device {

/// The device of these tests: PoCL, which computes on the processor.
inline const stria::device& gpu() {
  static const stria::device d = stria::default_device();
  return d;
}
template <class E> auto up(const E& e) { return stria::to_device(e, gpu()); }

/// Equal bit for bit; all NaNs are equal.
template <class A, class B> bool equal(const A& a, const B& b) {
  if (a.shape() != b.shape())
    return false;
  for (stria::index i = 0; i < a.size(); ++i) {
    const auto x = a.data()[i];
    const auto y = b.data()[i];
    if (!(x == y || (x != x && y != y)))
      return false;
  }
  return true;
}
/// A number of any type, converted to double or to a complex number of doubles.
template <class T> auto wide(const T& x) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(x);
  else
    return std::complex<double>(x);
}
/// Equal up to a few units in the last place, for sums in another order.
template <class A, class B> bool close(const A& a, const B& b, double within = 4e-6) {
  if (a.shape() != b.shape())
    return false;
  for (stria::index i = 0; i < a.size(); ++i) {
    const auto x = wide(a.data()[i]), y = wide(b.data()[i]);
    if (!(std::abs(x - y) <= within * (1 + std::abs(y)) || x == y || (x != x && y != y)))
      return false;
  }
  return true;
}

/// Compiles the bodies of all kernels that the test has used as CUDA C++. The text does not depend
/// on the architecture, so only one kernel in eight is compiled for a second one.
/// Returns the first failure, or nothing.
inline std::string compile_as_cuda() {
  using namespace stria::detail;
  const std::vector<std::string> texts = device_access::context(gpu())->kernel_texts();
  for (std::size_t k = 0; k < texts.size(); ++k)
    for (const char* architecture : {"sm_80", "sm_90"}) {
      if (k % 8 != 0 && architecture == std::string_view("sm_90"))
        continue;
      try {
        const std::string text = whole_kernel(kernel_dialect::cuda, true, kernel_body_of(texts[k]));
        if (nvrtc_binary(text, architecture).empty())
          return "an empty binary";
      } catch (const stria::device_error& e) {
        return e.what();
      }
    }
  return {};
}

} // namespace on_device

/// `same(expression of a, b and c)`: checks that its values on the device equal those on the host.
#define STRIA_ON_BOTH(compare, ...)                                                                \
  do {                                                                                             \
    const auto compute = [&]([[maybe_unused]] const auto& a, [[maybe_unused]] const auto& b,       \
                             [[maybe_unused]] const auto& c) { return stria::eval(__VA_ARGS__); }; \
    CHECK(on_device::compare(stria::to_host(compute(da, db, dc)), compute(ha, hb, hc)));           \
  } while (false)
#define SAME(...) STRIA_ON_BOTH(equal, __VA_ARGS__)
#define CLOSE(...) STRIA_ON_BOTH(close, __VA_ARGS__)

/// Defines the last test of a program: the kernels of the other tests compile as CUDA C++.
#define STRIA_COMPILE_AS_CUDA()                                                                    \
  TEST_CASE("the kernels of these tests compile for CUDA") {                                       \
    if (stria::detail::has_nvrtc())                                                                \
      CHECK(on_device::compile_as_cuda() == "");                                                   \
    else                                                                                           \
      WARN("NVRTC was not found: the kernels are not compiled for CUDA");                          \
    CHECK(stria::detail::device_access::context(on_device::gpu())->kernel_count() > 0);            \
  }
