// SPDX-License-Identifier: BSL-1.0
// io/path.hpp: opens regular files by path, and refuses files of other kinds.
// Tests: tests/io/hostile_paths.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/base/errors.hpp>
#include <stria/base/system.hpp>
#include <stria/io/file_name.hpp>

#include <cerrno>
#include <string>
#include <system_error>

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
inline const char* kind_of_file(const posix::file_facts& f) {
  return f.is_folder()             ? "a directory"
         : f.is_pipe()             ? "a pipe"
         : f.is_socket()           ? "a socket"
         : f.is_character_device() ? "a character device"
         : f.is_block_device()     ? "a block device"
                                   : "not a regular file";
}

[[noreturn]] [[gnu::cold]] inline void raise_kind(const std::string& name,
                                                  const posix::file_facts& f, const char* what) {
  raise<io_error>(say_file(name) << "this is " << kind_of_file(f) << "; " << what);
}

/// Closes a file descriptor.
struct descriptor {
  int number = -1;

  explicit descriptor(int n) : number(n) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number >= 0)
      posix::close_file(number);
  }
};

/// Opens a regular file and refuses other kinds: opening a pipe could block forever, and a device
/// has no size. `size` receives the size of the file.
inline int open_regular(const std::string& name, int flags, index& size) {
  // With no_wait a pipe is opened immediately; it is refused below.
  const int number = posix::open_file(c_path(name), flags | posix::close_on_exec | posix::no_wait |
                                                        posix::no_terminal);
  if (number < 0)
    raise_file(name, "the file cannot be opened", errno);
  posix::file_facts about;
  if (!posix::facts_of(number, about)) {
    const int error = errno;
    posix::close_file(number);
    raise_file(name, "the size of the file is unknown", error);
  }
  if (!about.is_regular()) {
    posix::close_file(number);
    raise_kind(name, about, "only regular files can be read");
  }
  if (!convert_fits(about.size, size)) {
    posix::close_file(number);
    raise_file(name, "the file is larger than the address space", 0);
  }
  return number;
}

#endif

} // namespace stria::detail
