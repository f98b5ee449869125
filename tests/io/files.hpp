// SPDX-License-Identifier: BSL-1.0
// Temporary files of a test, and their bytes.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace test {

/// A separate folder, removed after the test.
class scratch {
  std::filesystem::path path_;

public:
  explicit scratch(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              ("stria_" + name + std::to_string(std::random_device()()))) {
    std::filesystem::create_directories(path_);
  }
  ~scratch() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::ptrdiff_t count() const {
    return std::distance(std::filesystem::directory_iterator(path_), {});
  }
};

inline std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace test
