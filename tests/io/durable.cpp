// SPDX-License-Identifier: BSL-1.0
// Files that survive a loss of power: the new file is written to the disk, then moved to its path,
// and then its folder is written to the disk. The fsync and rename of this program record the calls
// and can fail.
#include "catch.hpp"
#include "files.hpp"

#include <stria/stria.hpp>

#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>
#ifdef STRIA_TEST_NPZ
#include <stria/io/npz.hpp>
#endif
#ifdef STRIA_TEST_IMAGE
#include <stria/io/image.hpp>
#endif
#ifdef STRIA_TEST_HDF5
#include <stria/io/hdf5.hpp>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct call {
  enum kind { file_sync, folder_sync, move } what;
  ino_t inode = 0;  // of the file or folder
  off_t bytes = 0;  // of a file, when it is written to the disk
  std::string to{}; // the new path of a file that is moved
};
std::vector<call> calls;
// The errors of the next calls; 0: they succeed.
int file_sync_error = 0, folder_sync_error = 0, move_error = 0;

template <class F> F* real_function(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}
int fail(int error) {
  errno = error;
  return -1;
}

} // namespace

extern "C" int fsync(int number) {
  struct stat about{};
  ::fstat(number, &about);
  const bool folder = S_ISDIR(about.st_mode);
  calls.push_back(
      {folder ? call::folder_sync : call::file_sync, about.st_ino, folder ? 0 : about.st_size});
  if (const int error = folder ? folder_sync_error : file_sync_error; error != 0)
    return fail(error);
  return real_function<int(int)>("fsync")(number);
}

extern "C" int rename(const char* from, const char* to) noexcept {
  struct stat about{};
  ::stat(from, &about);
  calls.push_back({call::move, about.st_ino, 0, to});
  if (move_error != 0)
    return fail(move_error);
  return real_function<int(const char*, const char*)>("rename")(from, to);
}

using namespace stria;
using test::bytes_of, test::contains, test::scratch, test::write_bytes;
namespace fs = std::filesystem;

namespace {

struct format {
  const char* name;
  void (*save)(const std::string& path, int value, bool durable);
};

const std::vector<format> formats{
    {"x.npy", [](const std::string& path, int value,
                 bool durable) { save_npy(path, full<int>(value, 5000), {.durable = durable}); }},
    {"x.csv",
     [](const std::string& path, int value, bool durable) {
       save_csv(path, full<int>(value, 5000), {"a"}, {.durable = durable});
     }},
#ifdef STRIA_TEST_NPZ
    {"x.npz",
     [](const std::string& path, int value, bool durable) {
       save_npz(path, {{"a", full<int>(value, 5000)}}, {.durable = durable});
     }},
    {"compressed.npz",
     [](const std::string& path, int value, bool durable) {
       save_npz_compressed(path, {{"a", full<int>(value, 5000)}}, {.durable = durable});
     }},
#endif
#ifdef STRIA_TEST_IMAGE
    {"x.png",
     [](const std::string& path, int value, bool durable) {
       save_image(path, full<std::uint8_t>(static_cast<std::uint8_t>(value), 50, 40),
                  {.durable = durable});
     }},
#endif
#ifdef STRIA_TEST_HDF5
    {"flushed.h5",
     [](const std::string& path, int value, bool durable) {
       const auto f = hdf5::open(path, hdf5::mode::replace, {.durable = durable});
       hdf5::save(f, "x", full<int>(value, 5000));
       f.flush();
     }},
#endif
};

/// Whether the path leads to a file that was written to the disk completely before it was moved
/// there, and whether the folder was written to the disk afterwards.
bool is_durable(const std::string& path) {
  struct stat file{}, folder{};
  REQUIRE(::stat(path.c_str(), &file) == 0);
  REQUIRE(::stat(fs::path(path).parent_path().c_str(), &folder) == 0);
  std::size_t k = 0;
  const auto next = [&](auto is_wanted) {
    while (k < calls.size() && !is_wanted(calls[k]))
      ++k;
    return k++ < calls.size();
  };
  return next([&](const call& c) {
           return c.what == call::file_sync && c.inode == file.st_ino && c.bytes == file.st_size;
         }) &&
         next([&](const call& c) {
           return c.what == call::move && c.inode == file.st_ino && c.to == path;
         }) &&
         next([&](const call& c) {
           return c.what == call::folder_sync && c.inode == folder.st_ino;
         });
}
std::ptrdiff_t count(call::kind what) { return std::ranges::count(calls, what, &call::what); }
/// Whether a file was moved to this path.
bool was_moved_to(const std::string& path) {
  return std::ranges::count(calls, path, &call::to) > 0;
}

} // namespace

TEST_CASE(
    "a durable file is on the disk before it is moved, and its new name is there afterwards") {
  for (const format& f : formats) {
    CAPTURE(f.name);
    const scratch folder("durable");
    const std::string path = folder.file(f.name);
    // A new file, and one that replaces another.
    for (const int value : {1, 2}) {
      CAPTURE(value);
      calls.clear();
      f.save(path, value, true);
      CHECK(is_durable(path));
      CHECK(count(call::file_sync) == 1);
      CHECK(count(call::folder_sync) == 1);
    }
    CHECK(folder.count() == 1);
  }
}

TEST_CASE("a file that is not durable is moved without waiting for the disk") {
  for (const format& f : formats) {
    CAPTURE(f.name);
    const scratch folder("durable_not");
    const std::string path = folder.file(f.name);
    calls.clear();
    f.save(path, 1, false);
    f.save(path, 2, false);
    CHECK(was_moved_to(path));
    CHECK(count(call::file_sync) == 0);
    CHECK(count(call::folder_sync) == 0);
    CHECK_FALSE(is_durable(path));
  }
}

TEST_CASE("the folder of the file that a link leads to is written to the disk") {
  const scratch folder("durable_link");
  fs::create_directories(folder.file("inner"));
  const std::string target = folder.file("inner/x.npy"), link = folder.file("link.npy");
  fs::create_symlink(target, link);
  calls.clear();
  save_npy(link, tensor{1, 2}, {.durable = true});
  CHECK(is_durable(target));
  CHECK(fs::is_symlink(link));
  // A path without a folder.
  const fs::path before = fs::current_path();
  fs::current_path(folder.file("inner"));
  calls.clear();
  save_npy("x.npy", tensor{3}, {.durable = true});
  fs::current_path(before);
  REQUIRE(count(call::move) == 1);
  for (call& c : calls)
    if (c.what == call::move)
      c.to = target;
  CHECK(is_durable(target));
}

TEST_CASE("the old file remains if the new one cannot be written to the disk or moved") {
  struct failure {
    int& error;
    const char* text;
  };
  for (const failure& way :
       {failure{file_sync_error, "the file cannot be written to the disk: Input/output error"},
        failure{move_error, "the file cannot be replaced: Input/output error"}})
    for (const format& f : formats) {
      // libzip renames files, too, and gives another message if that fails.
      if (&way.error == &move_error && std::string(f.name).ends_with(".npz"))
        continue;
      CAPTURE(f.name, way.text);
      const scratch folder("durable_eio");
      const std::string path = folder.file(f.name);
      const auto fails = [&] {
        way.error = EIO;
        std::string text = "no io_error";
        try {
          f.save(path, 2, true);
        } catch (const io_error& e) {
          text = e.what();
        }
        way.error = 0;
        return text;
      };
      CHECK_THAT(fails(), contains(path + ": " + way.text));
      CHECK(folder.count() == 0);
      f.save(path, 1, false);
      const std::string old = bytes_of(path);
      calls.clear();
      CHECK_THAT(fails(), contains(path + ": " + way.text));
      CHECK(was_moved_to(path) == (&way.error == &move_error));
      CHECK(bytes_of(path) == old);
      CHECK(folder.count() == 1);
      f.save(path, 2, true);
      CHECK(bytes_of(path) != old);
    }
}

TEST_CASE("a folder that cannot be written to the disk is an error") {
  for (const format& f : formats) {
    CAPTURE(f.name);
    const scratch folder("durable_folder");
    const std::string path = folder.file(f.name);
    f.save(path, 2, false);
    const std::size_t bytes = bytes_of(path).size(); // some formats contain the time
    write_bytes(path, "old");
    folder_sync_error = EIO;
    CHECK_THROWS_WITH(f.save(path, 2, true),
                      contains(path + ": the file was replaced, but its folder cannot be written "
                                      "to the disk: Input/output error"));
    folder_sync_error = 0;
    CHECK(bytes_of(path).size() == bytes);
    CHECK(folder.count() == 1);
    // EINVAL: the file system does not support fsync of a folder.
    folder_sync_error = EINVAL;
    f.save(path, 2, true);
    folder_sync_error = 0;
    CHECK(bytes_of(path).size() == bytes);
  }
}

#ifdef STRIA_TEST_HDF5
TEST_CASE("an HDF5 file is durable when it is closed, or else the old one remains") {
  const scratch folder("durable_hdf5");
  const std::string path = folder.file("x.h5");
  const auto save = [&](int value) {
    hdf5::save(hdf5::open(path, hdf5::mode::replace, {.durable = true}), "x", tensor{value, 0});
  };
  const auto first = [&] { return hdf5::load<int, dyn>(hdf5::open(path)["x"])[0]; };
  calls.clear();
  save(1);
  CHECK(is_durable(path));
  // The destructor reports no error.
  file_sync_error = EIO;
  save(2);
  file_sync_error = 0;
  CHECK(first() == 1);
  CHECK(folder.count() == 1);
  // After an fsync that failed, another one may succeed although data are lost.
  {
    const auto f = hdf5::open(path, hdf5::mode::replace, {.durable = true});
    hdf5::save(f, "x", tensor{3, 0});
    file_sync_error = EIO;
    CHECK_THROWS_WITH(f.flush(), contains("x.h5: the file cannot be written to the disk"));
    file_sync_error = 0;
    CHECK_THROWS_AS(f.flush(), io_error);
  }
  CHECK(first() == 1);
  CHECK(folder.count() == 1);
}

TEST_CASE("a flushed HDF5 file can be opened after a crash") {
  const scratch folder("durable_crash");
  const std::string path = folder.file("x.h5"), after = folder.file("after.h5");
  const auto f = hdf5::open(path, hdf5::mode::replace, {.durable = true});
  const auto d = hdf5::create<int>(f, "x", {40, 40}, {.chunks = {4, 8}});
  d[_] = reshape(arange<int>(1600), 40, 40);
  f.flush();
  // The file as a crash would leave it.
  write_bytes(after, bytes_of(path));
  for (const auto how : {hdf5::mode::read, hdf5::mode::update}) {
    const tensor<int, dyn, dyn> t = hdf5::open(after, how)["x"];
    CHECK(static_cast<bool>(all_of(t == reshape(arange<int>(1600), 40, 40))));
  }
}
#endif
