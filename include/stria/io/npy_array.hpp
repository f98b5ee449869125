// SPDX-License-Identifier: BSL-1.0
// io/npy_array.hpp: the elements of a .npy file, read and written in regions with pread and pwrite.
// Tests: tests/io/tiles.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/file_array.hpp>
#include <stria/io/npy.hpp>
#include <stria/io/path.hpp>
#include <stria/io/replace.hpp>

#if !STRIA_HAS_POSIX_FILES
#error "stria: files::open needs POSIX files; use load_npy of stria/io/npy.hpp"
#include <stria_needs_posix_files>
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace stria::detail {

/// The elements of an open .npy file.
class npy_array : public file_array {
  std::unique_ptr<descriptor> file_;
  posix::file_facts facts_{};
  npy_type type_;
  index begin_;
  bool column_major_;

  // Rows that are closer than this are read together with the bytes between them.
  static constexpr index near_bytes = index{1} << 16, span_bytes = index{1} << 20;

  /// An axis of a region, with the distance of its positions in the file in bytes.
  struct file_axis {
    index begin, step, size, stride;
    bool whole;
  };
  /// The axes of a region; inner axes of which all elements are in it are merged with those around
  /// them. The last axis has the elements of one block, in bytes.
  std::vector<file_axis> axes_of(const region_ref& r) const {
    std::vector<file_axis> axes;
    index stride = type_.bytes;
    axes.push_back({0, 1, type_.bytes, 1, true});
    for (std::size_t k = r.rank(); k-- > 0;) {
      file_axis& inner = axes.back();
      const index n = sizes()[k];
      if (inner.whole && r.step[k] == 1)
        inner = {r.begin[k] * stride, 1, r.size[k] * stride, 1, r.size[k] == n};
      else
        axes.push_back({r.begin[k], r.step[k], r.size[k], stride, false});
      stride *= n;
    }
    std::ranges::reverse(axes);
    return axes;
  }
  static index block_of(std::span<const file_axis> axes) {
    index n = 1;
    for (const file_axis& a : axes)
      n *= a.size;
    return n;
  }
  /// Transfers the region of `axes`, whose first element is `offset` bytes from the first of the
  /// array. `whole(at, offset, bytes)` transfers a block; `spans(at, from, to, f)` provides the
  /// bytes between two offsets for several blocks.
  template <class Whole, class Spans>
  static void transfer(std::span<const file_axis> axes, index offset, std::byte*& at,
                       const Whole& whole, const Spans& spans) {
    const file_axis& a = axes.front();
    if (axes.size() == 1) {
      whole(at, offset + a.begin * a.stride, a.size);
      at += a.size;
      return;
    }
    const index distance = a.step * a.stride;
    if (axes.size() == 2 && distance <= near_bytes) {
      const file_axis& block = axes[1];
      const index most = std::max<index>(1, span_bytes / distance);
      for (index i = 0; i < a.size; i += most) {
        const index n = std::min(most, a.size - i);
        const index first = offset + (a.begin + i * a.step) * a.stride + block.begin;
        spans(at, first, (n - 1) * distance + block.size, n, distance, block.size);
        at += n * block.size;
      }
      return;
    }
    for (index i = 0; i < a.size; ++i)
      transfer(axes.subspan(1), offset + (a.begin + i * a.step) * a.stride, at, whole, spans);
  }

  void read_bytes(std::byte* to, index offset, index bytes) const {
    while (bytes > 0) {
      const auto n = posix::read_at(file_->number, to, static_cast<std::size_t>(bytes),
                                    static_cast<posix::wide_offset>(begin_ + offset));
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        raise_file(name(),
                   n == 0 ? "the file ends before its last element" : "the file cannot be read",
                   n == 0 ? 0 : errno);
      to += n;
      offset += n;
      bytes -= n;
    }
  }
  void write_bytes(const std::byte* from, index offset, index bytes) const {
    while (bytes > 0) {
      const auto n = posix::write_at(file_->number, from, static_cast<std::size_t>(bytes),
                                     static_cast<posix::wide_offset>(begin_ + offset));
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        raise_file(name(), "the file cannot be written", n == 0 ? ENOSPC : errno);
      from += n;
      offset += n;
      bytes -= n;
    }
  }

public:
  npy_array(const std::string& path, std::vector<index> sizes, bool writable,
            std::unique_ptr<descriptor> file, const npy_header& h)
      : file_array(path, std::move(sizes), writable), file_(std::move(file)), type_(h.type),
        begin_(h.begin), column_major_(h.column_major) {
    static_cast<void>(posix::facts_of(file_->number, facts_));
  }

  static std::shared_ptr<file_array> open(const std::string& path, npy_type type, bool writes) {
    npy_header h;
    {
      input_file in(path);
      h = read_npy_header(in);
    }
    if (h.type != type)
      raise_type(path, h.type, type, "; load_npy_as converts them");
    if (has_foreign_bytes(h))
      raise_file(path, "the elements are in another byte order; load_npy reads them", 0);
    index size = 0;
    auto file = std::make_unique<descriptor>(
        open_regular(path, writes ? posix::read_write : posix::read_only, size));
    if (h.begin + h.count * h.type.bytes > size)
      raise<io_error>(say_file(path) << "the header declares " << h.count * h.type.bytes
                                     << " bytes of elements, and the file has " << size - h.begin);
    std::vector<index> sizes(h.sizes.begin(), h.sizes.end());
    if (h.column_major)
      std::ranges::reverse(sizes);
    return std::make_shared<npy_array>(path, std::move(sizes), writes, std::move(file), h);
  }
  /// A new file of zeros at `path`, which exists and is empty.
  static std::shared_ptr<file_array> make(const std::string& path, npy_type type,
                                          std::span<const index> sizes) {
    constexpr char order = std::endian::native == std::endian::little ? '<' : '>';
    const std::string text = std::string("'") + (type.bytes == 1 ? '|' : order) + type.kind +
                             std::to_string(type.bytes) + "'";
    const std::string header = make_npy_header(text, sizes);
    const npy_header h = read_npy_header(header, path);
    auto file = std::make_unique<descriptor>(
        posix::open_file(path.c_str(), posix::read_write | posix::close_on_exec));
    if (file->number < 0)
      raise_file(path, "the file cannot be written", errno);
    const int number = file->number;
    const auto made = std::make_shared<npy_array>(path, std::vector(sizes.begin(), sizes.end()),
                                                  true, std::move(file), h);
    made->write_bytes(reinterpret_cast<const std::byte*>(header.data()), -h.begin,
                      static_cast<index>(header.size()));
    if (posix::set_file_size(
            number, static_cast<posix::wide_offset>(h.begin + h.count * h.type.bytes)) != 0)
      raise_file(path, "the file cannot be written", errno);
    return made;
  }
  static void create(const std::string& path, npy_type type, std::span<const index> sizes,
                     const std::function<void(file_array&)>& fill) {
    replacement place(path);
    fill(*make(place.path(), type, sizes));
    place.finish();
  }

  bool is_column_major() const override { return column_major_ && sizes().size() > 1; }
  bool is_same_file(const file_array& other) const override {
    const auto* const npy = dynamic_cast<const npy_array*>(&other);
    return npy != nullptr && facts_.is_same_file(npy->facts_);
  }
  void read(const region_ref& r, void* to) override {
    auto* at = static_cast<std::byte*>(to);
    auto* const first = at;
    const auto axes = axes_of(r);
    const index bytes = block_of(axes);
    if (bytes == 0)
      return;
    std::vector<std::byte> span;
    transfer(
        axes, 0, at, [&](std::byte* block, index offset, index n) { read_bytes(block, offset, n); },
        [&](std::byte* blocks, index offset, index n, index count, index distance, index block) {
          span.resize(static_cast<std::size_t>(n));
          read_bytes(span.data(), offset, n);
          copy_blocks({blocks, span.data(), block, block, distance, count});
        });
    if (type_.kind == 'b')
      for (auto* p = first; p != first + bytes; ++p)
        *p = std::byte(*p != std::byte{});
  }
  void write(const region_ref& r, const void* from) override {
    auto* at = static_cast<std::byte*>(const_cast<void*>(from));
    const auto axes = axes_of(r);
    if (block_of(axes) == 0)
      return;
    std::vector<std::byte> span;
    transfer(
        axes, 0, at,
        [&](const std::byte* block, index offset, index n) { write_bytes(block, offset, n); },
        [&](const std::byte* blocks, index offset, index n, index count, index distance,
            index block) {
          span.resize(static_cast<std::size_t>(n));
          read_bytes(span.data(), offset, n);
          copy_blocks({span.data(), blocks, block, distance, block, count});
          write_bytes(span.data(), offset, n);
        });
  }
  bool replace(const std::function<void(file_array&)>& fill) override {
    if (is_column_major())
      return false;
    create(name(), type_, sizes(), fill);
    index size = 0;
    file_ = std::make_unique<descriptor>(open_regular(name(), posix::read_write, size));
    static_cast<void>(posix::facts_of(file_->number, facts_));
    return true;
  }
};

inline const add_file_format npy_format{
    {[](const std::string& path) { return path.ends_with(".npy"); }, npy_array::open,
     npy_array::create}};

} // namespace stria::detail
