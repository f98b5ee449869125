// SPDX-License-Identifier: BSL-1.0
// examples/photo: the pictures of a device equal those of the host.
#include "catch.hpp"

#include <stria/io/image.hpp>
#include <stria/stria.hpp>

#include <filesystem>
#include <string>

using namespace stria;

TEST_CASE("photo: the pictures are the same") {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PHOTO_RESULTS)) {
    const std::string name = entry.path().filename().string();
    const auto host = load_image<float>(entry.path().string());
    const auto device = load_image<float>(PHOTO_DEVICE_RESULTS + ("/" + name));
    INFO(name);
    REQUIRE(host.shape() == device.shape());
    // A compiler for the host may contract products and sums, and a mean adds in another order, so
    // a few values between two byte values may be rounded differently.
    const auto differ = abs(host - device);
    CHECK(max(differ) <= 1.5f / 255.f);
    CHECK(count_nonzero(differ) <= host.size() / 1000);
    ++files;
  }
  CHECK(files == 17); // sixteen steps and the contact sheet
}
