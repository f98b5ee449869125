// SPDX-License-Identifier: BSL-1.0
// io/mapping.hpp: a file mapped into memory with POSIX mmap. Tests: tests/io/map_npy.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/path.hpp>

#if !STRIA_HAS_POSIX_FILES
#error "stria: mapping a file needs POSIX mmap; use load_npy of stria/io/npy.hpp"
#include <stria_needs_mmap>
#endif

#include <cstddef>
#include <utility>

namespace stria::detail {

/// The bytes of a file, read-only or writable in place. Every failure raises io_error. Pages are
/// read when they are accessed, so a file may be larger than memory.
class file_mapping {
  char* bytes_ = nullptr;
  std::size_t size_ = 0;

public:
  file_mapping(const std::string& name, bool writes) {
    index size = 0;
    // The mapping outlives the descriptor.
    const descriptor file(open_regular(name, writes ? posix::read_write : posix::read_only, size));
    // mmap rejects an empty range.
    if (size == 0)
      return;
    size_ = static_cast<std::size_t>(size);
    void* const at =
        posix::map_memory(nullptr, size_, posix::readable | (writes ? posix::writable : 0),
                          posix::shared, file.number, 0);
    if (at == posix::failed())
      raise_file(name, "the file cannot be mapped", errno);
    bytes_ = static_cast<char*>(at);
  }
  file_mapping(const file_mapping&) = delete;
  file_mapping& operator=(const file_mapping&) = delete;
  file_mapping(file_mapping&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  file_mapping& operator=(file_mapping&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~file_mapping() {
    if (bytes_ != nullptr)
      posix::unmap_memory(bytes_, size_);
  }

  char* bytes() const { return bytes_; }
  std::size_t size() const { return size_; }
  /// Waits until all changes are written to the file.
  void flush(const std::string& name) const {
    if (bytes_ != nullptr && posix::sync_memory(bytes_, size_, posix::synchronous) != 0)
      raise_file(name, "the file cannot be written", errno);
  }
};

} // namespace stria::detail
