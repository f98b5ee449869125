// SPDX-License-Identifier: BSL-1.0
// A new HDF5 file replaces the old one only when it is complete, and not at all after an exception
// or on a full disk. Names that HDF5 would truncate are tested, too.
#include "catch.hpp"
#include "files.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>

#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace stria;
using stria::index;
using test::bytes_of, test::scratch;
namespace fs = std::filesystem;

namespace {

int first_of(const std::string& path) { return hdf5::load<int, dyn>(hdf5::open(path)["x"])[0]; }

void write(const std::string& path, int value, hdf5::open_options options = {}) {
  hdf5::save(hdf5::open(path, hdf5::mode::replace, options), "x", tensor{value, 0});
}

} // namespace

TEST_CASE("a new file replaces the old one when it is closed") {
  const scratch folder("hdf5_close");
  const std::string path = folder.file("x.h5");
  write(path, 1);
  CHECK(first_of(path) == 1);
  {
    const auto f = hdf5::open(path, hdf5::mode::replace);
    hdf5::save(f, "x", tensor{2});
    CHECK(first_of(path) == 1);
    CHECK(folder.count() == 2);
    const auto copy = f;
  }
  CHECK(first_of(path) == 2);
  CHECK(folder.count() == 1);
  // A copy of the object, or an object in the file, keeps it open.
  {
    std::optional<hdf5::object> x;
    {
      const auto f = hdf5::open(path, hdf5::mode::replace);
      hdf5::save(f, "x", tensor{3});
      x = f["x"];
    }
    CHECK(first_of(path) == 2);
  }
  CHECK(first_of(path) == 3);
  // A reader of the old file can still read it.
  const auto old = hdf5::open(path);
  write(path, 4);
  CHECK(hdf5::load<int, dyn>(old["x"])[0] == 3);
  CHECK(first_of(path) == 4);
  CHECK(folder.count() == 1);
  write(path, 5, {.durable = true});
  CHECK(first_of(path) == 5);
}

TEST_CASE("a new file replaces the old one when it is flushed") {
  const scratch folder("hdf5_flush");
  const std::string path = folder.file("x.h5");
  write(path, 1);
  const auto f = hdf5::open(path, hdf5::mode::replace, {.durable = true});
  const auto d = hdf5::save(f, "x", tensor{2});
  f.flush();
  CHECK(folder.count() == 1);
  CHECK(first_of(path) == 2);
  // From here on, the file is changed in place.
  d[0] = 3;
  f.flush();
  CHECK(first_of(path) == 3);
  CHECK(stria::detail::h5_is_open(path));
  CHECK_THROWS_AS(
      [&] {
        const auto copy = f;
        hdf5::save(copy, "y", tensor{4});
        throw value_error("stop");
      }(),
      value_error);
  CHECK(first_of(path) == 3);
}

TEST_CASE("a data set that outlives its new file writes to the replaced file") {
  const scratch folder("hdf5_outlives");
  const std::string path = folder.file("x.h5");
  write(path, 1);
  {
    const auto d = hdf5::save(hdf5::open(path, hdf5::mode::replace), "x", tensor{2});
    CHECK(folder.count() == 1);
    d[0] = 3;
  }
  CHECK(first_of(path) == 3);
}

TEST_CASE("an exception leaves the old file") {
  const scratch folder("hdf5_exception");
  const std::string path = folder.file("x.h5");
  write(path, 1);
  const tensor<int, dyn> row{5, 2, 3};
  const auto fail = [&] {
    const auto f = hdf5::open(path, hdf5::mode::replace);
    const auto d = hdf5::save(f, "x", row);
    const auto x = f["x"];
    d[range(0, 2)] = row[tensor{0, 7}];
  };
  CHECK_THROWS_AS(fail(), index_error);
  CHECK(first_of(path) == 1);
  CHECK(folder.count() == 1);
  CHECK(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
  // A file that is made during stack unwinding is kept.
  struct writes {
    const std::string& path;
    ~writes() { write(path, 9); }
  };
  try {
    const writes last{path};
    throw 1;
  } catch (int) {
    CHECK(first_of(path) == 9);
  }
}

// Simulates a full disk: /dev/full replaces the file to which HDF5 writes.
TEST_CASE("a full disk leaves the old file") {
  const scratch folder("hdf5_full");
  const std::string path = folder.file("x.h5");
  write(path, 1);
  for (const bool flushes : {true, false}) {
    try {
      const auto f = hdf5::open(path, hdf5::mode::replace);
      const auto full = ::open("/dev/full", O_RDWR);
      REQUIRE(full >= 0);
      ::dup2(full, stria::detail::h5_descriptor(f.handle()));
      ::close(full);
      hdf5::save(f, "group/x", tensor{2}, {.chunks = {1}, .deflate = 1});
      if (flushes)
        f.flush();
      CHECK_FALSE(flushes);
    } catch (const io_error& e) {
      CHECK(flushes);
      CHECK(std::string(e.what()).contains("x.h5: the file cannot be written"));
    }
    CHECK(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
    CHECK(first_of(path) == 1);
    CHECK(folder.count() == 1);
  }
}

TEST_CASE("links, permissions, devices, folders and pipes") {
  const scratch folder("hdf5_kinds");
  const std::string path = folder.file("x.h5"), link = folder.file("link.h5");
  write(path, 1);
  fs::permissions(path, fs::perms{0640});
  fs::create_symlink("x.h5", link);
  write(link, 2);
  CHECK(fs::is_symlink(link));
  CHECK(first_of(path) == 2);
  CHECK(fs::status(path).permissions() == fs::perms{0640});
  CHECK_THROWS_WITH(write("/dev/null", 1), test::contains("cannot be written to a device"));
  CHECK(fs::is_character_file("/dev/null"));
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  for (const auto how : {hdf5::mode::read, hdf5::mode::update, hdf5::mode::replace}) {
    CHECK_THROWS_WITH(hdf5::open(folder.file("pipe"), how), test::contains("this is a pipe"));
    CHECK_THROWS_WITH(hdf5::open(folder.file(""), how), test::contains("this is a directory"));
    CHECK_THROWS_WITH(hdf5::open(path + std::string("\0.h5", 4), how),
                      test::contains("x.h5\\0.h5: a path must not contain a zero byte"));
  }
  CHECK(folder.count() == 3);
}

TEST_CASE("names are not cut at a zero byte") {
  const scratch folder("hdf5_names");
  const auto f = hdf5::open(folder.file("x.h5"), hdf5::mode::replace);
  const std::string longer("x\0y", 3);
  const auto text = test::contains("x\\0y: a name in HDF5 must not contain a zero byte");
  hdf5::save(f, "x", tensor{1});
  f.set_attribute("x", 1);
  CHECK_THROWS_WITH(f[longer], text);
  CHECK_THROWS_WITH((f.dataset<int, dyn>(longer)), text);
  CHECK_THROWS_WITH(f.names(std::string("/\0x", 3)), test::contains("contain a zero byte"));
  CHECK_THROWS_WITH(hdf5::save(f, std::string("new\0", 4), tensor{1}),
                    test::contains("contain a zero byte"));
  CHECK_THROWS_WITH(f.attribute<int>(longer), text);
  CHECK_THROWS_WITH(f.set_attribute(longer, 2), text);
  CHECK_FALSE(f.has_attribute(longer));
  CHECK(f.attribute<int>("x") == 1);
  CHECK(f.names() == std::vector<std::string>{"x"});
}

TEST_CASE("the number of pieces of a data set of the largest size") {
  const scratch folder("hdf5_largest");
  const auto f = hdf5::open(folder.file("x.h5"), hdf5::mode::replace);
  constexpr index most = std::numeric_limits<index>::max();
  const auto parts = hdf5::chunks(hdf5::create<std::uint8_t>(f, "x", {most}));
  const auto n = static_cast<index>(parts.size());
  CHECK(n == most / (1 << 20) + 1);
  CHECK(parts[0].extent(0) == 1 << 20);
  CHECK(parts[n - 1].extent(0) == most - (n - 1) * (1 << 20));
}
