// SPDX-License-Identifier: BSL-1.0
// base/system.hpp: the functions of the operating system that stria calls, declared here.
//
// The headers of POSIX are not included, because they declare names that a program may use for
// something else, such as struct flock. Each function has a name of its own; the label states the
// symbol. A test compares the constants and types with those of the headers.
// Tests: tests/io/system.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

// STRIA_HAS_POSIX_FILES: the functions for files, memory and processes can be called. Linux has
// other constants on some processors that are not listed here.
#if defined(__APPLE__) || (defined(__linux__) && !defined(__mips__) && !defined(__sparc__) &&      \
                           !defined(__alpha__) && !defined(__hppa__))
#define STRIA_HAS_POSIX_FILES 1
#else
#define STRIA_HAS_POSIX_FILES 0
#endif

#define STRIA_TEXT_OF(x) #x
#define STRIA_TEXT(x) STRIA_TEXT_OF(x)
#define STRIA_SYMBOL(name) __asm__(STRIA_TEXT(__USER_LABEL_PREFIX__) name)

namespace stria::detail::posix {

#if defined(__unix__) || defined(__APPLE__)
int is_terminal_file(int file) STRIA_SYMBOL("isatty");
#endif

#if defined(__linux__)
inline constexpr int advice_huge_pages = 14;
int advise_memory(void* memory, std::size_t bytes, int advice) STRIA_SYMBOL("madvise");
#endif

#if STRIA_HAS_POSIX_FILES

#if defined(__APPLE__)
using mode_bits = std::uint16_t;
using file_offset = long long;
using limit_number = unsigned long long;
inline constexpr int creates = 0x200, exclusive = 0x800, no_terminal = 0x20000, no_wait = 4,
                     no_follow = 0x100, close_on_exec = 0x1000000;
inline constexpr int anonymous = 0x1000, synchronous = 0x10;
#else
using mode_bits = unsigned;
#if defined(__GLIBC__)
using file_offset = long;
using limit_number = unsigned long;
#else
using file_offset = long long;
using limit_number = unsigned long long;
#endif
inline constexpr int creates = 0100, exclusive = 0200, no_terminal = 0400, no_wait = 04000,
                     close_on_exec = 02000000;
#if defined(__arm__) || defined(__aarch64__) || defined(__powerpc__) || defined(__m68k__)
inline constexpr int no_follow = 0100000;
#else
inline constexpr int no_follow = 0400000;
#endif
inline constexpr int anonymous = 0x20, synchronous = 4;
#endif

// Files.
inline constexpr int read_only = 0, write_only = 1, read_write = 2;
#if defined(__GLIBC__) && !defined(__LP64__)
int open_file(const char* path, int flags, ...) STRIA_SYMBOL("open64");
#else
int open_file(const char* path, int flags, ...) STRIA_SYMBOL("open");
#endif
int close_file(int file) STRIA_SYMBOL("close");
std::ptrdiff_t read_file(int file, void* to, std::size_t bytes) STRIA_SYMBOL("read");
int duplicate_to(int file, int to) STRIA_SYMBOL("dup2");
int sync_file(int file) STRIA_SYMBOL("fsync");
#if defined(__GLIBC__) && !defined(__LP64__)
using wide_offset = long long;
std::ptrdiff_t read_at(int file, void* to, std::size_t bytes, wide_offset) STRIA_SYMBOL("pread64");
std::ptrdiff_t write_at(int file, const void* from, std::size_t bytes, wide_offset)
    STRIA_SYMBOL("pwrite64");
int set_file_size(int file, wide_offset bytes) STRIA_SYMBOL("ftruncate64");
#else
using wide_offset = file_offset;
std::ptrdiff_t read_at(int file, void* to, std::size_t bytes, wide_offset) STRIA_SYMBOL("pread");
std::ptrdiff_t write_at(int file, const void* from, std::size_t bytes, wide_offset)
    STRIA_SYMBOL("pwrite");
int set_file_size(int file, wide_offset bytes) STRIA_SYMBOL("ftruncate");
#endif
int change_owner(int file, unsigned owner, unsigned group) STRIA_SYMBOL("fchown");
int change_mode(int file, mode_bits mode) STRIA_SYMBOL("fchmod");
/// The stream is a std::FILE*.
void* open_stream(int file, const char* mode) STRIA_SYMBOL("fdopen");
std::ptrdiff_t read_link(const char* path, char* to, std::size_t bytes) STRIA_SYMBOL("readlink");

// Memory.
inline constexpr int readable = 1, writable = 2, shared = 1;
void* map_memory(void* at, std::size_t bytes, int access, int flags, int file, file_offset begin)
    STRIA_SYMBOL("mmap");
int unmap_memory(void* at, std::size_t bytes) STRIA_SYMBOL("munmap");
int sync_memory(void* at, std::size_t bytes, int flags) STRIA_SYMBOL("msync");
/// The result of map_memory() if it fails.
inline void* failed() { return reinterpret_cast<void*>(std::intptr_t{-1}); }

// Processes.
struct limits {
  limit_number now, most;
};
inline constexpr int limit_of_time = 0, limit_of_core = 4;
int get_limits(int what, limits* found) STRIA_SYMBOL("getrlimit");
int set_limits(int what, const limits* wanted) STRIA_SYMBOL("setrlimit");
int page_bytes() STRIA_SYMBOL("getpagesize");
int fork_process() STRIA_SYMBOL("fork");
unsigned end_after(unsigned seconds) STRIA_SYMBOL("alarm"); // by SIGALRM
int wait_for_process(int process, int* status, int options) STRIA_SYMBOL("waitpid");
[[noreturn]] void exit_now(int status) STRIA_SYMBOL("_exit");

#if defined(__linux__)
inline constexpr int limit_of_addresses = 9;
inline constexpr unsigned memory_close_on_exec = 1;
int make_memory_file(const char* name, unsigned flags) STRIA_SYMBOL("memfd_create");
#endif

/// What the system knows of a file.
struct file_facts {
  std::uint64_t size = 0;
  std::uint64_t device = 0, number = 0; // identify the file
  unsigned owner = 0, group = 0, mode = 0;

  bool is_same_file(const file_facts& other) const {
    return device == other.device && number == other.number;
  }
  unsigned permissions() const { return mode & 07777U; }
  bool is_folder() const { return is_kind(0040000); }
  bool is_pipe() const { return is_kind(0010000); }
  bool is_socket() const { return is_kind(0140000); }
  bool is_character_device() const { return is_kind(0020000); }
  bool is_block_device() const { return is_kind(0060000); }
  bool is_regular() const { return is_kind(0100000); }
  bool is_link() const { return is_kind(0120000); }

private:
  bool is_kind(unsigned kind) const { return (mode & 0170000U) == kind; }
};

#if defined(__linux__)
/// The struct statx of Linux, which is the same on all processors.
struct statx_data {
  std::uint32_t mask, block;
  std::uint64_t attributes;
  std::uint32_t links, owner, group;
  std::uint16_t mode, unused;
  std::uint64_t number, size, more[10];
  std::uint32_t named_major, named_minor, device_major, device_minor;
  std::uint64_t rest[14];
};
int get_statx(int folder, const char* path, int flags, unsigned mask, statx_data* to)
    STRIA_SYMBOL("statx");
inline constexpr int this_folder = -100, of_descriptor = 0x1000, of_link = 0x100;
inline constexpr unsigned basic_facts = 0x7ff;

inline bool find_facts(int folder, const char* path, int flags, file_facts& f) {
  statx_data d{};
  if (get_statx(folder, path, flags, basic_facts, &d) != 0)
    return false;
  f = file_facts{.size = d.size,
                 .device = std::uint64_t{d.device_major} << 32 | d.device_minor,
                 .number = d.number,
                 .owner = d.owner,
                 .group = d.group,
                 .mode = d.mode};
  return true;
}
/// The facts of a path, behind links. Returns false, with errno, if they cannot be read.
inline bool facts_of(const char* path, file_facts& f) {
  return find_facts(this_folder, path, 0, f);
}
/// The facts of a path, or of the link that it names.
inline bool facts_of_link(const char* path, file_facts& f) {
  return find_facts(this_folder, path, of_link, f);
}
/// The facts of an open file.
inline bool facts_of(int file, file_facts& f) { return find_facts(file, "", of_descriptor, f); }
#else
/// The struct stat of macOS with inodes of 64 bits.
struct stat_data {
  std::int32_t device;
  std::uint16_t mode, links;
  std::uint64_t number;
  std::uint32_t owner, group;
  std::int32_t named, unused;
  std::int64_t times[8], size, blocks;
  std::int32_t block;
  std::uint32_t rest[5];
};
#if defined(__x86_64__)
#define STRIA_STAT(name) STRIA_SYMBOL(name "$INODE64")
#else
#define STRIA_STAT(name) STRIA_SYMBOL(name)
#endif
int get_stat(const char* path, stat_data* to) STRIA_STAT("stat");
int get_stat_of_link(const char* path, stat_data* to) STRIA_STAT("lstat");
int get_stat_of_file(int file, stat_data* to) STRIA_STAT("fstat");
#undef STRIA_STAT

inline bool take_facts(int error, const stat_data& d, file_facts& f) {
  if (error != 0)
    return false;
  f = file_facts{.size = static_cast<std::uint64_t>(d.size),
                 .device = static_cast<std::uint32_t>(d.device),
                 .number = d.number,
                 .owner = d.owner,
                 .group = d.group,
                 .mode = d.mode};
  return true;
}
/// The facts of a path, behind links. Returns false, with errno, if they cannot be read.
inline bool facts_of(const char* path, file_facts& f) {
  stat_data d{};
  const int error = get_stat(path, &d);
  return take_facts(error, d, f);
}
/// The facts of a path, or of the link that it names.
inline bool facts_of_link(const char* path, file_facts& f) {
  stat_data d{};
  const int error = get_stat_of_link(path, &d);
  return take_facts(error, d, f);
}
/// The facts of an open file.
inline bool facts_of(int file, file_facts& f) {
  stat_data d{};
  const int error = get_stat_of_file(file, &d);
  return take_facts(error, d, f);
}
#endif

#endif // STRIA_HAS_POSIX_FILES

} // namespace stria::detail::posix

#undef STRIA_SYMBOL
#undef STRIA_TEXT
#undef STRIA_TEXT_OF
