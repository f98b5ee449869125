// SPDX-License-Identifier: BSL-1.0
// io/file_array.hpp: an array in a file as a store, and the formats of such files.
// Tests: tests/io/tiles.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/npy_header.hpp>
#include <stria/parts/stored_view.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stria {

namespace detail {

/// A region of an array whose rank is known only at run time.
struct region_ref {
  std::span<const index> begin, step, size;
  template <std::size_t R>
  region_ref(const region<R>& r) : begin(r.begin), step(r.step), size(r.size) {}
  std::size_t rank() const { return size.size(); }
};

/// An array in a file. A format of files derives a class from it. Elements are transferred in
/// row-major order of the region. Every failure raises io_error with the name of the array. read()
/// may be called by another thread than write(), for elements that are not written meanwhile.
class file_array {
  std::string name_;
  std::vector<index> sizes_;
  bool writable_;

public:
  file_array(std::string name, std::vector<index> sizes, bool writable)
      : name_(std::move(name)), sizes_(std::move(sizes)), writable_(writable) {}
  file_array(const file_array&) = delete;
  file_array& operator=(const file_array&) = delete;
  virtual ~file_array() = default;

  /// The name in messages.
  const std::string& name() const { return name_; }
  const std::vector<index>& sizes() const { return sizes_; }
  bool writable() const { return writable_; }
  /// The file, or a file beside which temporary files are written.
  virtual std::string file() const { return name_; }
  /// The number of rows along axis 0 that are read together, such as those of a chunk.
  virtual index rows_together() const { return 1; }
  /// For each axis of this array, the axis of the operand: reversed if the file is column-major.
  virtual bool is_column_major() const { return false; }
  /// Whether both arrays are in the same file.
  virtual bool is_same_file(const file_array& other) const { return this == &other; }
  virtual void read(const region_ref& r, void* to) = 0;
  virtual void write(const region_ref& r, const void* from) = 0;
  /// Replaces all elements by those of a new array of the same shape, which `fill` writes. False if
  /// the format cannot do that; nothing is called then.
  virtual bool replace(const std::function<void(file_array&)>&) { return false; }
};

/// A format of files. Headers of formats add one to file_formats().
struct file_format {
  /// Whether a path names an array of this format.
  bool (*matches)(const std::string& path);
  std::shared_ptr<file_array> (*open)(const std::string& path, npy_type type, bool writes);
  /// Makes an array beside its final place, calls `fill` and moves the array to its place.
  void (*create)(const std::string& path, npy_type type, std::span<const index> sizes,
                 const std::function<void(file_array&)>& fill);
};
inline std::vector<file_format>& file_formats() {
  static std::vector<file_format> formats;
  return formats;
}
/// Adds a format, which is asked before those that were added earlier.
struct add_file_format {
  explicit add_file_format(const file_format& f) {
    file_formats().insert(file_formats().begin(), f);
  }
};
inline const file_format& format_of(const std::string& path) {
  for (const file_format& f : file_formats())
    if (f.matches(path))
      return f;
  raise<io_error>(
      say_file(path) << "files of this name cannot be read: <stria/io/tiles.hpp> reads .npy files "
                        "and, in programs that link stria::hdf5, data sets (x.h5:group/t)");
}

struct tile_loops; // io/tile_loops.hpp

/// A store of elements T in a file.
template <class T, std::size_t R> class file_store {
  std::shared_ptr<file_array> array_;

public:
  using value_type = T;
  using back_end = tile_loops;
  static constexpr std::size_t axes = R;
  static constexpr place where = place::files;

  explicit file_store(std::shared_ptr<file_array> a) : array_(std::move(a)) {}
  std::array<index, R> sizes() const {
    std::array<index, R> n{};
    for (std::size_t k = 0; k < R; ++k)
      n[k] = array_->sizes()[k];
    return n;
  }
  file_array& array() const { return *array_; }
};

} // namespace detail
} // namespace stria
