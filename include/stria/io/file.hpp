// SPDX-License-Identifier: BSL-1.0
// io/file.hpp: files read in order, and files that are replaced as a whole or not at all.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/io/file_name.hpp>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

namespace stria::detail {

[[noreturn]] [[gnu::cold]] inline void raise_file(const std::string& name, const char* what,
                                                  int error) {
  message m = say_file(name) << what;
  if (error != 0)
    m << ": " << std::generic_category().message(error);
  raise<io_error>(m);
}

/// A file that is read from its beginning on; every failure is `io_error`.
class input_file {
  std::string name_;
  std::FILE* file_;
  index left_ = 0;

public:
  explicit input_file(const std::string& name)
      : name_(name), file_(std::fopen(name.c_str(), "rb")) {
    if (file_ == nullptr)
      raise_file(name_, "the file cannot be opened", errno);
    const bool sized = std::fseek(file_, 0, SEEK_END) == 0 && (left_ = std::ftell(file_)) >= 0 &&
                       std::fseek(file_, 0, SEEK_SET) == 0;
    if (!sized) {
      const int error = errno;
      std::fclose(file_);
      raise_file(name_, "the size of the file is not known", error);
    }
  }
  input_file(const input_file&) = delete;
  input_file& operator=(const input_file&) = delete;
  ~input_file() { std::fclose(file_); }

  const std::string& name() const { return name_; }
  /// The bytes that are not read yet.
  index left() const { return left_; }
  void read(void* to, index bytes) {
    const auto wanted = static_cast<std::size_t>(bytes);
    errno = 0;
    if (bytes > left_ || (wanted > 0 && std::fread(to, 1, wanted, file_) != wanted))
      raise_file(name_, "the file ends too early, or cannot be read", errno);
    left_ -= bytes;
  }
};

/// A file that is written beside its place and moved there when it is whole; every failure is
/// `io_error` and leaves what was there before.
class output_file {
  std::string name_, partial_;
  std::FILE* file_ = nullptr;

  [[noreturn]] void fail(const char* what) { raise_file(name_, what, errno); }

public:
  explicit output_file(const std::string& name) : name_(name) {
    // The first name that no other file has.
    for (int k = 0; file_ == nullptr && k < 1000; ++k) {
      partial_ = name_ + ".partial" + std::to_string(k);
      file_ = std::fopen(partial_.c_str(), "wbx");
      if (file_ == nullptr && errno != EEXIST)
        break;
    }
    if (file_ == nullptr)
      fail("no file can be written beside this place");
  }
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file() {
    if (file_ != nullptr)
      std::fclose(file_);
    if (!partial_.empty())
      std::remove(partial_.c_str());
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
    if (std::rename(partial_.c_str(), name_.c_str()) != 0)
      fail("the file cannot be replaced");
    partial_.clear();
  }
};

} // namespace stria::detail
