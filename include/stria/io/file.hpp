// SPDX-License-Identifier: BSL-1.0
// io/file.hpp: files that are read sequentially, and files that are replaced as a whole or not at
// all. Tests: tests/io/npy.cpp, tests/io/hostile_paths.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/path.hpp>
#include <stria/io/replace.hpp>

#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace stria::detail {

/// A regular file, read from its beginning. Every failure raises io_error.
class input_file {
  std::string name_;
  std::FILE* file_ = nullptr;
  index left_ = 0;

#if STRIA_HAS_POSIX_FILES
  void open() {
    const int number = open_regular(name_, posix::read_only, left_);
    file_ = static_cast<std::FILE*>(posix::open_stream(number, "rb"));
    if (file_ == nullptr) {
      const int error = errno;
      posix::close_file(number);
      raise_file(name_, "the file cannot be opened", error);
    }
  }
#else
  void open() {
    file_ = std::fopen(c_path(name_), "rb");
    if (file_ == nullptr)
      raise_file(name_, "the file cannot be opened", errno);
    const bool sized = std::fseek(file_, 0, SEEK_END) == 0 && (left_ = std::ftell(file_)) >= 0 &&
                       std::fseek(file_, 0, SEEK_SET) == 0;
    if (!sized) {
      const int error = errno;
      std::fclose(file_);
      raise_file(name_, "the size of the file is unknown", error);
    }
  }
#endif

public:
  explicit input_file(const std::string& name) : name_(name) {
    open();
    // Files in /proc report a size of 0 although they have content.
    if (left_ == 0 && std::fgetc(file_) != EOF) {
      std::fclose(file_);
      raise_file(name_, "the size of the file is unknown", 0);
    }
  }
  input_file(const input_file&) = delete;
  input_file& operator=(const input_file&) = delete;
  ~input_file() { std::fclose(file_); }

  const std::string& name() const { return name_; }
  /// The number of bytes not read yet.
  index left() const { return left_; }
  void read(void* to, index bytes) {
    const auto wanted = static_cast<std::size_t>(bytes);
    errno = 0;
    if (bytes > left_ || (wanted > 0 && std::fread(to, 1, wanted, file_) != wanted))
      raise_file(name_, "the file ends too early, or cannot be read", errno);
    left_ -= bytes;
  }
};

/// Reads the rest of a file. Raises io_error if there is not enough memory.
template <class Byte> std::unique_ptr<Byte[]> read_rest(input_file& file) {
  const index size = file.left();
  std::unique_ptr<Byte[]> bytes(new (std::nothrow) Byte[static_cast<std::size_t>(size)]);
  if (bytes == nullptr)
    raise<io_error>(say_file(file.name())
                    << "the file has " << size << " bytes, and there is not enough memory");
  file.read(bytes.get(), size);
  return bytes;
}

/// A file that is written next to its final path and moved there when it is complete. Every failure
/// raises io_error and leaves the old file unchanged.
class output_file {
  std::string name_;
  replacement place_;
  std::FILE* file_;

  [[noreturn]] void fail(const char* what) { raise_file(name_, what, errno); }

public:
  explicit output_file(const std::string& name, save_options options = {})
      : name_(name), place_(name, options), file_(std::fopen(place_.path().c_str(), "wb")) {
    if (file_ == nullptr)
      fail("the file cannot be written");
  }
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file() {
    if (file_ != nullptr)
      std::fclose(file_);
  }

  void write(const void* from, std::size_t bytes) {
    errno = 0;
    if (bytes > 0 && std::fwrite(from, 1, bytes, file_) != bytes)
      fail("the file cannot be written");
  }
  void finish() {
    errno = 0;
    if (std::fclose(std::exchange(file_, nullptr)) != 0)
      fail("the file cannot be written");
    place_.finish();
  }
};

} // namespace stria::detail
