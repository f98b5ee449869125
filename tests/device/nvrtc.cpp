// SPDX-License-Identifier: BSL-1.0
// NVRTC: machine code for GPUs that are not present.
#include "catch.hpp"

#include "environment.hpp"

#include <stria/device/nvrtc.hpp>

using stria::device_error;
using namespace stria::detail;

namespace {

const std::string text = R"(
extern "C" __global__ void stria_kernel(const float* a, float* b, float factor, long long n) {
  const long long k = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (k < n)
    b[k] = a[k] * factor + 1;
}
)";

} // namespace

TEST_CASE("a text is compiled for GPUs") {
  if (!has_nvrtc()) {
    WARN("NVRTC was not found: nothing is compiled for CUDA");
    CHECK(nvrtc_version() == 0);
    CHECK_THROWS_AS(nvrtc_binary(text, "sm_90"), device_error);
    CHECK_THROWS_WITH(nvrtc_binary(text, "sm_90"), test::contains("STRIA_NVRTC_LIBRARY"));
    return;
  }
  CHECK(nvrtc_version() >= 11020);
  const std::string old = nvrtc_binary(text, "sm_80");
  const std::string cubin = nvrtc_binary(text, "sm_90");
  CHECK(old.starts_with("\x7f"
                        "ELF"));
  CHECK(cubin.starts_with("\x7f"
                          "ELF"));
  CHECK(old != cubin);
  CHECK(cubin.find("stria_kernel") != std::string::npos);
  CHECK(nvrtc_binary(text, "compute_90").find(".target sm_90") != std::string::npos);
  CHECK(nvrtc_architecture(90) == "sm_90");
}

TEST_CASE("products and sums are contracted on request") {
  if (!has_nvrtc()) {
    CHECK_FALSE(nvrtc_options().empty());
    return;
  }
  const auto fuses = [] {
    return nvrtc_binary(text, "compute_90").find("fma.rn.f32") != std::string::npos;
  };
  {
    const test::variable unset("STRIA_DEVICE_FMAD", std::nullopt);
    CHECK_FALSE(fuses());
  }
  const test::variable fused("STRIA_DEVICE_FMAD", "1");
  CHECK(fuses());
}

TEST_CASE("a text that does not compile is shown with its lines and the log") {
  const std::string wrong = "extern \"C\" __global__ void stria_kernel(float* a) {\n  a[0] = b;\n}";
  CHECK_THROWS_AS(nvrtc_binary(wrong, "sm_90"), device_error);
  if (has_nvrtc()) {
    CHECK_THROWS_WITH(nvrtc_binary(wrong, "sm_90"),
                      test::contains("NVRTC for sm_90: a kernel does not compile") &&
                          test::contains("identifier \"b\" is undefined") &&
                          test::contains("    2    a[0] = b;\n"));
    CHECK_THROWS_AS(nvrtc_binary(text, "sm_1"), device_error);
  }
}
