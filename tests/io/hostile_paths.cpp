// SPDX-License-Identifier: BSL-1.0
// Paths of links, pipes, devices and folders, full disks, and names that C would truncate. The
// result is io_error with a message, or the right file. An existing file is never lost.
#include "catch.hpp"
#include "files.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/io/csv.hpp>
#include <stria/io/map_npy.hpp>
#include <stria/io/npy.hpp>

#include <filesystem>
#include <string>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

using namespace stria;
using stria::index;
using test::bytes_of, test::holds, test::scratch, test::write_bytes;
namespace fs = std::filesystem;

namespace {

const tensor<int, 3> numbers{1, 2, 3};

struct stat about(const std::string& path) {
  struct stat s{};
  REQUIRE(::lstat(path.c_str(), &s) == 0);
  return s;
}

/// A limit of this process for the duration of a test.
class limit {
  int which_;
  rlimit before_{};

public:
  limit(int which, rlim_t value) : which_(which) {
    ::getrlimit(static_cast<__rlimit_resource_t>(which_), &before_);
    const rlimit now{value, before_.rlim_max};
    ::setrlimit(static_cast<__rlimit_resource_t>(which_), &now);
  }
  limit(const limit&) = delete;
  limit& operator=(const limit&) = delete;
  ~limit() { ::setrlimit(static_cast<__rlimit_resource_t>(which_), &before_); }
};

/// Writes fail after this many bytes of a file, as on a full disk.
class full_disk {
  void (*signal_)(int) = std::signal(SIGXFSZ, SIG_IGN);
  limit limit_;

public:
  explicit full_disk(rlim_t bytes) : limit_(RLIMIT_FSIZE, bytes) {}
  ~full_disk() { std::signal(SIGXFSZ, signal_); }
};

/// Checks that the call ends with io_error, in a child process, because reading a pipe could wait
/// forever.
template <class Call> bool is_refused_at_once(const Call& call) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(10);
    int code = 1;
    try {
      call();
    } catch (const io_error&) {
      code = 0;
    } catch (...) { // Another error is wrong.
    }
    ::_exit(code);
  }
  int status = -1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

TEST_CASE("a link remains, and its target is replaced") {
  const scratch folder("links");
  const std::string target = folder.file("target.npy"), link = folder.file("link.npy");
  fs::create_directories(folder.file("elsewhere"));
  save_npy(target, tensor{9});
  // Relative, through two links and another folder.
  fs::create_symlink("../target.npy", folder.file("elsewhere/inner"));
  fs::create_symlink(folder.file("elsewhere/inner"), link);
  save_npy(link, numbers);
  CHECK(fs::is_symlink(link));
  CHECK(fs::is_symlink(folder.file("elsewhere/inner")));
  CHECK_FALSE(fs::is_symlink(target));
  CHECK(holds(load_npy<int, 3>(target), {1, 2, 3}));
  CHECK(holds(load_npy<int, 3>(link), {1, 2, 3}));
  CHECK(folder.count() == 3);

  // A link whose target does not exist yet.
  fs::create_symlink("elsewhere/new.csv", folder.file("dangling.csv"));
  save_csv(folder.file("dangling.csv"), numbers);
  CHECK(fs::is_symlink(folder.file("dangling.csv")));
  CHECK(bytes_of(folder.file("elsewhere/new.csv")) == "1\n2\n3\n");

  fs::create_symlink("loop", folder.file("loop"));
  CHECK_THROWS_WITH(save_npy(folder.file("loop"), numbers),
                    test::contains("loop: the file cannot"));
  CHECK(fs::is_symlink(folder.file("loop")));
  fs::create_symlink("no/folder/x.npy", folder.file("nowhere"));
  CHECK_THROWS_AS(save_npy(folder.file("nowhere"), numbers), io_error);
  CHECK(fs::is_symlink(folder.file("nowhere")));
}

TEST_CASE("a file keeps its permissions and its owner") {
  const scratch folder("permissions");
  const std::string path = folder.file("x.npy");
  save_npy(path, tensor{9});
  const mode_t usual = about(path).st_mode & 07777U;
  for (const mode_t mode : {0600U, 0640U, 0444U, 04755U, 0666U}) {
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    save_npy(path, numbers);
    CHECK((about(path).st_mode & 07777U) == mode);
  }
  CHECK(holds(load_npy<int, 3>(path), {1, 2, 3}));
  save_npy(folder.file("new.npy"), numbers);
  CHECK((about(folder.file("new.npy")).st_mode & 07777U) == usual);
  // Only root can change the owner of a file.
  if (::geteuid() == 0) {
    REQUIRE(::chown(path.c_str(), 12345, 23456) == 0);
    REQUIRE(::chmod(path.c_str(), 06755) == 0);
    save_npy(path, numbers);
    CHECK(about(path).st_uid == 12345);
    CHECK(about(path).st_gid == 23456);
    CHECK((about(path).st_mode & 07777U) == 06755U);
    // Without root, set-user-ID and set-group-ID bits are removed.
    REQUIRE(::chmod(path.c_str(), 06774) == 0);
    REQUIRE(::chmod(folder.file("").c_str(), 0777) == 0);
    CHECK(is_refused_at_once([&] {
      if (::setgid(34567) != 0 || ::setuid(34567) != 0)
        return;
      save_npy(path, numbers);
      raise<io_error>(detail::message("done"));
    }));
    CHECK(about(path).st_uid == 34567);
    CHECK((about(path).st_mode & 07777U) == 0744U);
  }
}

TEST_CASE("devices are written to; other files that are not regular are not replaced") {
  const scratch folder("kinds");
  save_npy("/dev/null", numbers);
  save_csv("/dev/null", numbers);
  CHECK(S_ISCHR(about("/dev/null").st_mode));
  if (fs::exists("/dev/full")) {
    CHECK_THROWS_WITH(save_npy("/dev/full", numbers),
                      test::contains("/dev/full: the file cannot be written: No space left"));
    CHECK(S_ISCHR(about("/dev/full").st_mode));
  }
  const std::string pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(save_npy(pipe, numbers),
                    test::contains("pipe: this is a pipe; only regular files can be replaced"));
  CHECK(S_ISFIFO(about(pipe).st_mode));
  fs::create_symlink("pipe", folder.file("link"));
  CHECK_THROWS_AS(save_csv(folder.file("link"), numbers), io_error);
  fs::create_directories(folder.file("empty"));
  CHECK_THROWS_WITH(save_csv(folder.file("empty"), numbers),
                    test::contains("empty: this is a directory; only regular files"));
  CHECK(fs::is_directory(folder.file("empty")));
  CHECK(folder.count() == 3);
}

TEST_CASE("only regular files are read") {
  const scratch folder("read_kinds");
  const std::string here = folder.file(""), pipe = folder.file("pipe");
  const auto text = test::contains("this is a directory; only regular files can be read");
  CHECK_THROWS_WITH(load_csv<double>(here), text);
  CHECK_THROWS_WITH((load_npy<int, 3>(here)), text);
  CHECK_THROWS_WITH((map_npy<int, 3>(here)), text);
  CHECK_THROWS_WITH(load_csv<double>("/dev/null"), test::contains("this is a character device"));
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(is_refused_at_once([&] { load_csv<double>(pipe); }));
  CHECK(is_refused_at_once([&] { load_npy<int, 3>(pipe); }));
  CHECK(is_refused_at_once([&] { map_npy<int, 3>(pipe); }));
  // The size of this file is reported as 0, but the file is not empty.
  if (!bytes_of("/proc/self/stat").empty())
    CHECK_THROWS_AS(load_csv<double>("/proc/self/stat"), io_error);
  write_bytes(folder.file("nothing"), "");
  CHECK(load_csv<double>(folder.file("nothing")).values.size() == 0);
  CHECK_THROWS_AS((load_npy<int, 3>(folder.file("nothing"))), io_error);
  CHECK_THROWS_AS((map_npy<int, 3>(folder.file("nothing"))), io_error);
}

TEST_CASE("a path is not truncated at a zero byte") {
  const scratch folder("zero_byte");
  const std::string path = folder.file("x"), longer = path + std::string("\0.npy", 5);
  save_npy(path, numbers);
  const auto text = test::contains("x\\0.npy: a path must not contain a zero byte");
  CHECK_THROWS_WITH((load_npy<int, 3>(longer)), text);
  CHECK_THROWS_WITH((map_npy<int, 3>(longer)), text);
  CHECK_THROWS_WITH((map_npy<int, 3>(longer, read_write)), text);
  CHECK_THROWS_WITH(load_csv<double>(longer), text);
  CHECK_THROWS_WITH(save_npy(longer, tensor{4}), text);
  CHECK_THROWS_WITH(save_csv(longer, tensor{4}), text);
  CHECK(holds(load_npy<int, 3>(path), {1, 2, 3}));
  CHECK(folder.count() == 1);
}

TEST_CASE("a full disk leaves the old file and nothing else") {
  const scratch folder("full");
  const std::string path = folder.file("x.npy"), table = folder.file("x.csv");
  save_npy(path, numbers);
  save_csv(table, numbers);
  const auto much = eval(arange(index{100000}) + 1000);
  // In the last case, the last block fails when the file is closed, because 1 byte is missing.
  for (const rlim_t room : {0U, 100U, 5000U, 400000U, 128 + 800000 - 1U}) {
    const full_disk full(room);
    CHECK_THROWS_WITH(save_npy(path, much), test::contains("x.npy: the file cannot be written: "));
    CHECK_THROWS_WITH(save_npy(path, much, {.durable = true}), test::contains("cannot be written"));
    CHECK_THROWS_AS(save_npy(folder.file("new.npy"), much), io_error);
    if (room < 128 + 800000 - 1U)
      CHECK_THROWS_AS(save_csv(table, much), io_error);
  }
  CHECK(holds(load_npy<int, 3>(path), {1, 2, 3}));
  CHECK(bytes_of(table) == "1\n2\n3\n");
  CHECK(folder.count() == 2);
  const full_disk full(128 + 800000);
  save_npy(path, much);
  CHECK(test::evaluated(load_npy<index, dyn>(path)) == test::evaluated(much));
}

TEST_CASE("a durable save is a save") {
  const scratch folder("durable");
  const std::string path = folder.file("x.npy");
  save_npy(path, numbers, {.durable = true});
  save_npy(path, numbers * 2, {.durable = true});
  CHECK(holds(load_npy<int, 3>(path), {2, 4, 6}));
  save_csv(folder.file("x.csv"), numbers, {"a"}, {.durable = true});
  CHECK(bytes_of(folder.file("x.csv")) == "a\n1\n2\n3\n");
  save_npy("/dev/null", numbers, {.durable = true});
  CHECK(folder.count() == 2);
  // A path without a folder.
  const fs::path before = fs::current_path();
  fs::current_path(folder.file(""));
  save_npy("here.npy", numbers, {.durable = true});
  fs::current_path(before);
  CHECK(fs::exists(folder.file("here.npy")));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
TEST_CASE("a file that is larger than memory") {
  const scratch folder("large");
  const std::string path = folder.file("x.csv");
  write_bytes(path, "");
  fs::resize_file(path, std::uintmax_t{1} << 36U);
  const limit memory(RLIMIT_AS, rlim_t{1} << 33U);
  CHECK_THROWS_WITH(load_csv<double>(path),
                    test::contains("x.csv: the file has 68719476736 bytes, and there is not"));
}
#endif
