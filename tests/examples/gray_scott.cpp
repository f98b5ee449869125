// SPDX-License-Identifier: BSL-1.0
// examples/gray_scott: the frames of a device equal those of the host.
#include "catch.hpp"

#include <stria/io/image.hpp>
#include <stria/stria.hpp>

#include <string>

using namespace stria;

TEST_CASE("gray_scott: the pictures are the same") {
  const std::string folder = GRAY_SCOTT_RESULTS;
  for (int frame = 0; frame < 6; ++frame) {
    const std::string name = "/frame" + std::to_string(frame) + ".png";
    const auto host = load_image<float>(folder + "/host" + name);
    const auto device = load_image<float>(folder + "/device" + name);
    REQUIRE(host.shape() == device.shape());
    CHECK(host.extent(0) == 64);
    // A compiler for the host may contract products and sums, so a colour may differ slightly.
    CHECK(max(abs(host - device)) <= 8.f / 255.f);
  }
}
