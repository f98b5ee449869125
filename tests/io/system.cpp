// SPDX-License-Identifier: BSL-1.0
// base/system.hpp: the constants and types are those of the headers of this system, and the facts
// of files are those that stat() reports.
#include "catch.hpp"
#include "files.hpp"

#include <stria/base/system.hpp>
#include <stria/io/trial.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#if STRIA_HAS_POSIX_FILES
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace posix = stria::detail::posix;
using test::scratch;

// AddressSanitizer ends the process if an allocation fails, unless this option is set. Even then
// its operator new does not throw, so the test calls malloc().
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

static_assert(posix::read_only == O_RDONLY && posix::write_only == O_WRONLY);
static_assert(posix::read_write == O_RDWR && posix::creates == O_CREAT);
static_assert(posix::exclusive == O_EXCL && posix::no_terminal == O_NOCTTY);
static_assert(posix::no_wait == O_NONBLOCK && posix::no_follow == O_NOFOLLOW);
static_assert(posix::close_on_exec == O_CLOEXEC);
static_assert(posix::readable == PROT_READ && posix::writable == PROT_WRITE);
static_assert(posix::shared == MAP_SHARED && posix::anonymous == MAP_ANONYMOUS);
static_assert(posix::synchronous == MS_SYNC);
static_assert(posix::limit_of_time == RLIMIT_CPU && posix::limit_of_core == RLIMIT_CORE);
static_assert(std::is_same_v<posix::mode_bits, mode_t>);
static_assert(sizeof(posix::limits) == sizeof(rlimit));
static_assert(sizeof(posix::file_offset) == sizeof(off_t) && sizeof(pid_t) == sizeof(int));
static_assert(sizeof(uid_t) == sizeof(unsigned) && sizeof(gid_t) == sizeof(unsigned));
#if defined(__linux__)
static_assert(posix::limit_of_addresses == RLIMIT_AS && posix::advice_huge_pages == MADV_HUGEPAGE);
static_assert(posix::memory_close_on_exec == MFD_CLOEXEC);
static_assert(posix::this_folder == AT_FDCWD && posix::of_descriptor == AT_EMPTY_PATH);
static_assert(posix::of_link == AT_SYMLINK_NOFOLLOW && posix::basic_facts == STATX_BASIC_STATS);
static_assert(sizeof(posix::statx_data) == sizeof(struct statx));
#define SAME_PLACE(ours, theirs)                                                                   \
  static_assert(offsetof(posix::statx_data, ours) == offsetof(struct statx, theirs))
SAME_PLACE(owner, stx_uid);
SAME_PLACE(group, stx_gid);
SAME_PLACE(mode, stx_mode);
SAME_PLACE(number, stx_ino);
SAME_PLACE(size, stx_size);
SAME_PLACE(device_major, stx_dev_major);
SAME_PLACE(device_minor, stx_dev_minor);
#else
static_assert(sizeof(posix::stat_data) == sizeof(struct stat));
static_assert(offsetof(posix::stat_data, size) == offsetof(struct stat, st_size));
#endif

TEST_CASE("the facts of a file are those of stat") {
  const scratch folder("system");
  const std::string path = folder.file("x"), link = folder.file("link");
  test::write_bytes(path, "12345");
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  REQUIRE(::symlink("x", link.c_str()) == 0);
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  for (const std::string& at :
       {path, link, folder.file(""), folder.file("pipe"), std::string("/dev/null")}) {
    struct stat theirs{};
    REQUIRE(::stat(at.c_str(), &theirs) == 0);
    posix::file_facts ours;
    REQUIRE(posix::facts_of(at.c_str(), ours));
    CHECK(std::cmp_equal(ours.size, theirs.st_size));
    CHECK(ours.owner == theirs.st_uid);
    CHECK(ours.group == theirs.st_gid);
    CHECK(ours.mode == theirs.st_mode);
    CHECK(ours.number == theirs.st_ino);
    CHECK(ours.is_regular() == S_ISREG(theirs.st_mode));
    CHECK(ours.is_folder() == S_ISDIR(theirs.st_mode));
    CHECK(ours.is_pipe() == S_ISFIFO(theirs.st_mode));
    CHECK(ours.is_character_device() == S_ISCHR(theirs.st_mode));
    CHECK_FALSE(ours.is_link());
  }
  posix::file_facts file, of_link;
  REQUIRE(posix::facts_of(path.c_str(), file));
  CHECK(file.permissions() == 0640);
  REQUIRE(posix::facts_of_link(link.c_str(), of_link));
  CHECK(of_link.is_link());
  CHECK_FALSE(of_link.is_same_file(file));
  const int number = posix::open_file(link.c_str(), posix::read_only);
  REQUIRE(number >= 0);
  posix::file_facts opened;
  CHECK(posix::facts_of(number, opened));
  CHECK(opened.is_same_file(file));
  CHECK(posix::close_file(number) == 0);
  CHECK_FALSE(posix::facts_of(number, opened));
  CHECK(posix::open_file(link.c_str(), posix::read_only | posix::no_follow) < 0);
  CHECK(errno == ELOOP);
  CHECK_FALSE(posix::facts_of(folder.file("none").c_str(), opened));
  CHECK(errno == ENOENT);
}

TEST_CASE("a function runs in a child process") {
  using namespace stria::detail;
  CHECK(posix::page_bytes() == static_cast<int>(::sysconf(_SC_PAGESIZE)));
  CHECK(run_trial(5, [] { return true; }) == trial_end::well);
  CHECK(run_trial(5, [] { return false; }) == trial_end::refused);
  CHECK(run_trial(5, []() -> bool { throw std::bad_alloc(); }) == trial_end::starved);
  CHECK(run_trial(5, []() -> bool { ::_exit(0); }) == trial_end::badly);
  CHECK(run_trial(1, [] { return ::pause() == 0; }) == trial_end::badly);
#if defined(__linux__)
  const memory_limit limit; // relative to the memory in use, so also with sanitizers
  CHECK(run_trial(5, [&] {
          limit.allow(1 << 20);
          void* volatile large = std::malloc(std::size_t{1} << 28);
          return large != nullptr ? true : throw std::bad_alloc();
        }) == trial_end::starved);
#endif
}
#endif
