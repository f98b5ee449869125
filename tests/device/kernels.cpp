// SPDX-License-Identifier: BSL-1.0
// The kernels of a device and their files, on a device that counts compilations and loads.
#include "catch.hpp"

#include "environment.hpp"

#include <stria/device/context.hpp>

#include <fstream>
#include <iterator>

namespace {

using stria::device_error;
using namespace stria::detail;
namespace fs = std::filesystem;
using namespace std::string_literals;

struct counted_kernel : loaded_kernel {
  std::string binary;
};

class counting_device final : public device_context {
  std::string compile(const std::string& text) override {
    ++compiled;
    if (text.starts_with("wrong"))
      throw device_error("stria: device: a kernel does not compile");
    return "binary\0of "s + text;
  }
  std::unique_ptr<loaded_kernel> load(const std::string& binary) override {
    if (rejects > 0) {
      --rejects;
      throw device_error("stria: device: rejected");
    }
    ++loaded;
    auto kernel = std::make_unique<counted_kernel>();
    kernel->binary = binary;
    return kernel;
  }
  std::string build_identity() const override { return identity; }

public:
  std::string identity = "a device";
  int compiled = 0;
  int loaded = 0;
  int rejects = 0;

  std::string name() const override { return "counting"; }
  kernel_dialect dialect() const override { return kernel_dialect::cuda; }
  std::size_t parameter_bytes() const override { return 0; }
  bool has_double() const override { return true; }
  bool is_processor() const override { return true; }
  std::size_t busy_groups() const override { return 1; }
  device_address allocate(std::size_t) override { return 0; }
  void release(device_address) noexcept override {}
  void write(device_address, std::size_t, const void*, std::size_t) override {}
  void read(void*, device_address, std::size_t, std::size_t) override {}
  void copy(device_address, std::size_t, device_address, std::size_t, std::size_t) override {}
  void launch(loaded_kernel&, std::size_t, std::size_t, const kernel_argument*,
              std::size_t) override {}
  void finish() override {}
};

/// How a new device with this identity gets the kernel of a text: loaded from a file, or compiled.
std::string way(const std::string& text, const std::string& identity = "a device") {
  counting_device d;
  d.identity = identity;
  const auto& kernel = static_cast<counted_kernel&>(d.kernel(text));
  if (kernel.binary != "binary\0of "s + text)
    return "wrong";
  return d.compiled == 0 ? "loaded" : "compiled";
}

std::vector<fs::path> files_in(const fs::path& place) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(place))
    found.push_back(entry.path());
  return found;
}
std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}
void replace(const fs::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

} // namespace

TEST_CASE("a text is compiled once in a process") {
  const test::variable none("STRIA_DEVICE_CACHE", "");
  counting_device d;
  CHECK(d.kernel_count() == 0);
  auto& first = d.kernel("first");
  auto& second = d.kernel("second");
  CHECK(&first != &second);
  CHECK(&d.kernel("first") == &first);
  CHECK(d.compiled == 2);
  CHECK(d.loaded == 2);
  CHECK(d.kernel_count() == 2);
}

TEST_CASE("a text that does not compile is not kept") {
  const test::folder cache;
  const test::variable place("STRIA_DEVICE_CACHE", cache.path);
  counting_device d;
  CHECK_THROWS_AS(d.kernel("wrong"), device_error);
  CHECK_THROWS_AS(d.kernel("wrong"), device_error);
  CHECK(d.compiled == 2);
  CHECK(d.kernel_count() == 0);
  CHECK(files_in(cache.path).empty());
}

TEST_CASE("a second device loads the file of the first") {
  const test::folder cache;
  const test::variable place("STRIA_DEVICE_CACHE", cache.path / "made" / "here");
  CHECK(way("text") == "compiled");
  CHECK(way("text") == "loaded");
  CHECK(way("text", "another compiler") == "compiled");
  CHECK(way("text", "another compiler") == "loaded");
  CHECK(way("another text") == "compiled");
  CHECK(files_in(cache.path / "made" / "here").size() == 3);
}

TEST_CASE("a damaged file is recompiled") {
  const test::folder cache;
  const test::variable place("STRIA_DEVICE_CACHE", cache.path);
  REQUIRE(way("text") == "compiled");
  const auto files = files_in(cache.path);
  REQUIRE(files.size() == 1);
  const std::string good = content_of(files[0]);
  std::size_t repaired = 0;
  for (std::size_t k = 0; k < good.size(); ++k) {
    std::string damaged = good;
    damaged[k] = static_cast<char>(damaged[k] ^ 1);
    replace(files[0], damaged);
    const bool compiled_again = way("text") == "compiled";
    replace(files[0], good.substr(0, k));
    repaired += compiled_again && way("text") == "compiled" && content_of(files[0]) == good;
  }
  CHECK(repaired == good.size());
  replace(files[0], good + "more");
  CHECK(way("text") == "compiled");
  CHECK(way("text") == "loaded");
}

TEST_CASE("a file of another text with the same name is not used") {
  const test::folder cache;
  const test::variable place("STRIA_DEVICE_CACHE", cache.path);
  REQUIRE(way("text one") == "compiled");
  const std::string one = content_of(files_in(cache.path).at(0));
  REQUIRE(way("text two") == "compiled");
  for (const auto& file : files_in(cache.path))
    replace(file, one);
  CHECK(way("text one") == "loaded");
  CHECK(way("text two") == "compiled");
}

TEST_CASE("a binary that the driver rejects is recompiled") {
  const test::folder cache;
  const test::variable place("STRIA_DEVICE_CACHE", cache.path);
  REQUIRE(way("text") == "compiled");
  counting_device d;
  d.rejects = 1;
  CHECK_NOTHROW(d.kernel("text"));
  CHECK(d.compiled == 1);
  CHECK(d.loaded == 1);
  d.rejects = 1; // rejects a binary that was just compiled; there is no file
  CHECK_THROWS_AS(d.kernel("new"), device_error);
  CHECK(d.kernel_count() == 1);
}

TEST_CASE("the folder of binaries") {
  const test::folder root;
  const test::variable unset("STRIA_DEVICE_CACHE", std::nullopt);
  const test::variable home("HOME", root.path / "home");
  {
    const test::variable caches("XDG_CACHE_HOME", root.path / "caches");
    CHECK(way("text") == "compiled");
    CHECK(files_in(root.path / "caches" / "stria" / "kernels").size() == 1);
    CHECK_FALSE(fs::exists(root.path / "home"));
  }
  {
    const test::variable relative("XDG_CACHE_HOME", "caches");
    CHECK(way("text") == "compiled");
    CHECK(files_in(root.path / "home" / ".cache" / "stria" / "kernels").size() == 1);
  }
  const test::variable none("STRIA_DEVICE_CACHE", "");
  CHECK(way("text") == "compiled");
  CHECK(way("text") == "compiled");
}

TEST_CASE("an unusable folder is not an error") {
  const test::folder root;
  replace(root.path / "file", "a file, not a folder");
  const test::variable place("STRIA_DEVICE_CACHE", root.path / "file" / "kernels");
  CHECK(way("text") == "compiled");
  CHECK(way("text") == "compiled");
  CHECK(files_in(root.path).size() == 1);
}

TEST_CASE("a file that cannot be renamed is removed") {
  const test::folder cache;
  const test::variable place("STRIA_DEVICE_CACHE", cache.path);
  REQUIRE(way("text") == "compiled");
  const fs::path file = files_in(cache.path).at(0);
  fs::remove(file);
  fs::create_directories(file / "in the way");
  CHECK(way("text") == "compiled");
  CHECK(files_in(cache.path) == std::vector{file});
}

TEST_CASE("the environment selects drivers") {
  {
    const test::variable none("STRIA_DEVICE", "none");
    CHECK(open_devices().empty());
  }
  {
    const test::variable wrong("STRIA_DEVICE", "vulkan");
    CHECK_THROWS_WITH(open_devices(), "stria: device: the environment variable STRIA_DEVICE is "
                                      "'vulkan'; it must be cuda, opencl or none");
  }
  const test::variable cuda("STRIA_CUDA_LIBRARY", "/nowhere/libcuda.so.1");
  const test::variable opencl("STRIA_OPENCL_LIBRARY", "/nowhere/libOpenCL.so.1");
  const test::variable any("STRIA_DEVICE", std::nullopt);
  CHECK(open_devices().empty());
}
