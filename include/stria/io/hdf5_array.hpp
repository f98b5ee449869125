// SPDX-License-Identifier: BSL-1.0
// io/hdf5_array.hpp: a data set of HDF5 for files::open, as in "x.h5:group/data set".
// Tests: tests/io/hdf5_tiles.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/file_array.hpp>
#include <stria/io/hdf5_file.hpp>

#include <mutex>

namespace stria::detail {

/// HDF5 runs one call at a time.
inline std::mutex& hdf5_calls() {
  static std::mutex m;
  return m;
}

/// A data set of elements T.
template <class T> class hdf5_array : public file_array {
  std::shared_ptr<const h5_data> data_;
  std::string file_;

  static std::vector<axis_slice> box_of(const region_ref& r) {
    std::vector<axis_slice> box(r.rank());
    for (std::size_t k = 0; k < box.size(); ++k)
      box[k] = {r.begin[k], r.step[k], r.size[k]};
    return box;
  }

public:
  hdf5_array(const std::string& name, const std::string& path, bool writes,
             std::shared_ptr<const h5_data> d)
      : file_array(name, {d->sizes.begin(), d->sizes.end()}, writes), data_(std::move(d)),
        file_(path) {}
  ~hdf5_array() override {
    const std::lock_guard lock(hdf5_calls());
    data_.reset();
  }

  std::string file() const override { return file_; }
  index rows_together() const override { return data_->chunks.empty() ? 1 : data_->chunks[0]; }
  bool is_same_file(const file_array& other) const override {
    const auto* const h5 = dynamic_cast<const hdf5_array*>(&other);
    return h5 != nullptr && h5->name() == name();
  }
  void read(const region_ref& r, void* to) override {
    const std::lock_guard lock(hdf5_calls());
    const auto box = box_of(r);
    h5_read(*data_, box, h5_count(*data_, box), static_cast<T*>(to));
  }
  void write(const region_ref& r, const void* from) override {
    const std::lock_guard lock(hdf5_calls());
    h5_write(*data_, box_of(r), static_cast<const T*>(from));
  }
};

/// The end of the path of the file in "x.h5:group/data set"; npos in other paths.
inline std::size_t end_of_hdf5_path(const std::string& path) {
  for (const char* const ending : {".h5:", ".hdf5:"})
    if (const auto at = path.find(ending); at != std::string::npos)
      return path.find(':', at);
  return std::string::npos;
}

inline std::shared_ptr<file_array> open_hdf5_array(const std::string& path, npy_type type,
                                                   bool writes) {
  const std::lock_guard lock(hdf5_calls());
  const auto end = end_of_hdf5_path(path);
  const std::string file = path.substr(0, end), name = path.substr(end + 1);
  const auto opened = hdf5::open(file, writes ? hdf5::mode::update : hdf5::mode::read);
  const h5_quiet quiet;
  auto d = std::make_shared<const h5_data>(h5_open_data(opened.handle(), name, file + ": " + name));
  h5_check_type(d->type.get(), type, d->name);
  std::shared_ptr<file_array> array;
  const auto make_as = [&]<class T>(T) {
    if (type == npy_type_of<T>)
      array = std::make_shared<hdf5_array<T>>(path, file, writes, d);
  };
  [&]<class... A>(std::type_identity<std::variant<A...>>) {
    (make_as(typename A::value_type()), ...);
  }(std::type_identity<any_variant>());
  return array;
}

inline const add_file_format hdf5_format{
    {[](const std::string& path) { return end_of_hdf5_path(path) != std::string::npos; },
     open_hdf5_array,
     [](const std::string& path, npy_type, std::span<const index>,
        const std::function<void(file_array&)>&) {
       raise<io_error>(
           say_file(path)
           << "files::create writes .npy files; hdf5::create makes a data set, to which "
              "files::open<T, E...>(path, read_write) can be assigned");
     }}};

} // namespace stria::detail
