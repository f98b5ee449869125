// SPDX-License-Identifier: BSL-1.0
// io/path.hpp: opens regular files by path, and refuses files of other kinds.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/errors.hpp>
#include <stria/io/file_name.hpp>

#include <cerrno>
#include <string>
#include <system_error>

#if __has_include(<sys/wait.h>)
#define STRIA_HAS_POSIX_FILES 1
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#define STRIA_HAS_POSIX_FILES 0
#endif

namespace stria::detail {

[[noreturn]] [[gnu::cold]] inline void raise_file(const std::string& name, const char* what,
                                                  int error) {
  message m = say_file(name) << what;
  if (error != 0)
    m << ": " << std::generic_category().message(error);
  raise<io_error>(m);
}

/// The path for C functions. Raises io_error if it contains a zero byte, at which these functions
/// would end the path and open another file.
inline const char* c_path(const std::string& name) {
  if (name.contains('\0'))
    raise_file(name, "a path must not contain a zero byte", 0);
  return name.c_str();
}

#if STRIA_HAS_POSIX_FILES

/// The kind of a file that is not regular, in words.
inline const char* kind_of_file(mode_t mode) {
  return S_ISDIR(mode)    ? "a directory"
         : S_ISFIFO(mode) ? "a pipe"
         : S_ISSOCK(mode) ? "a socket"
         : S_ISCHR(mode)  ? "a character device"
         : S_ISBLK(mode)  ? "a block device"
                          : "not a regular file";
}

[[noreturn]] [[gnu::cold]] inline void raise_kind(const std::string& name, mode_t mode,
                                                  const char* what) {
  raise<io_error>(say_file(name) << "this is " << kind_of_file(mode) << "; " << what);
}

/// Closes a file descriptor.
struct descriptor {
  int number = -1;

  explicit descriptor(int n) : number(n) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number >= 0)
      ::close(number);
  }
};

/// Opens a regular file and refuses other kinds: opening a pipe could block forever, and a device
/// has no size. `size` receives the size of the file.
inline int open_regular(const std::string& name, int flags, index& size) {
  // With O_NONBLOCK a pipe is opened immediately; it is refused below.
  const int number = ::open(c_path(name), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (number < 0)
    raise_file(name, "the file cannot be opened", errno);
  struct stat about{};
  if (::fstat(number, &about) != 0) {
    const int error = errno;
    ::close(number);
    raise_file(name, "the size of the file is unknown", error);
  }
  if (!S_ISREG(about.st_mode)) {
    ::close(number);
    raise_kind(name, about.st_mode, "only regular files can be read");
  }
  size = static_cast<index>(about.st_size);
  return number;
}

#endif

} // namespace stria::detail
