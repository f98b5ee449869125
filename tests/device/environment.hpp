// SPDX-License-Identifier: BSL-1.0
// tests/device/environment.hpp: environment variables and folders of a test.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace test {

/// Sets an environment variable for a scope; without a value it is removed.
class variable {
  std::string name_;
  std::optional<std::string> before_;

  static void set(const std::string& name, const std::optional<std::string>& value) {
    if (value)
      ::setenv(name.c_str(), value->c_str(), 1);
    else
      ::unsetenv(name.c_str());
  }

public:
  variable(const std::string& name, const std::optional<std::string>& value) : name_(name) {
    if (const char* old = std::getenv(name.c_str()))
      before_ = old;
    set(name, value);
  }
  variable(const variable&) = delete;
  variable& operator=(const variable&) = delete;
  ~variable() { set(name_, before_); }
};

/// A new folder, removed at the end of the scope.
struct folder {
  std::filesystem::path path;

  folder() {
    std::string name = (std::filesystem::temp_directory_path() / "stria_device_XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

} // namespace test
