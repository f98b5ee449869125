// SPDX-License-Identifier: BSL-1.0
// io/hdf5_file.hpp: files of HDF5, and the groups and data sets in them.
#pragma once

#include <stria/io/file.hpp>
#include <stria/io/hdf5_examine.hpp>
#include <stria/io/hdf5_selection.hpp>

namespace stria::hdf5 {

/// How a file is opened: to be read, to be changed too, or as a new one in the place of what was
/// there. h5py: "r", "r+" and "w".
enum class mode : unsigned char { read, update, replace };

/// What is done before a file is opened.
struct open_options {
  /// A file of no more bytes than this is read by a child process first, all of it: HDF5 itself
  /// crashes on some files that are damaged or made to do harm, and that is `io_error` then. 0: no
  /// file; the largest index: each.
  index examined = index{64} << 20;
};

/// A group or a data set of a file, of which only the file knows the type and the shape: what
/// `file["name"]` is.
class object : public stria::detail::h5_has_attributes<object> {
  std::shared_ptr<const stria::detail::h5_id> file_;
  std::string path_, name_;
  std::shared_ptr<const stria::detail::h5_id> id_;

  std::shared_ptr<const stria::detail::h5_data> open_data() const {
    const stria::detail::h5_quiet quiet;
    return std::make_shared<const stria::detail::h5_data>(
        stria::detail::h5_open_data(file_->get(), path_, name_));
  }

public:
  /// For the library's own use; call file[name].
  object(std::shared_ptr<const stria::detail::h5_id> file, const std::string& file_name,
         std::string path)
      : file_(std::move(file)), path_(std::move(path)), name_(file_name + ": " + path_) {
    const stria::detail::h5_quiet quiet;
    id_ = std::make_shared<const stria::detail::h5_id>(
        stria::detail::h5_made(H5Oopen(file_->get(), path_.c_str(), H5P_DEFAULT), name_,
                               "there is no group or data set of this name"));
  }

  /// It is a data set, and no group.
  bool is_dataset() const { return H5Iget_type(id_->get()) == H5I_DATASET; }
  /// The sizes of a data set. h5py: `d.shape`.
  std::vector<index> shape() const {
    const auto d = open_data();
    return {d->sizes.begin(), d->sizes.end()};
  }
  /// The elements of a data set, as NumPy calls them: "float32". h5py: `d.dtype.name`.
  std::string type() const {
    message m;
    const stria::detail::h5_quiet quiet;
    return std::string(stria::detail::h5_say_type(m, open_data()->type.get()).view());
  }

  /// The data set as an operand: `as<float, dyn, 3>()`. `io_error` where its elements are of
  /// another type, `shape_error` where it has another shape.
  template <class T, extent... E>
  auto as() const -> accepted_or_refused<stria::detail::h5_verdict<T>, hdf5::dataset<T, E...>> {
    if constexpr (stria::detail::h5_verdict<T>::accepted)
      return stria::detail::h5_typed<T, E...>(open_data());
    else
      __builtin_unreachable();
  }

  /// A part of the data set, which is read when it becomes a tensor. The items are those of a
  /// tensor's []; braces need the rank: `as<float, dyn, dyn>()[{0, 2}]`. h5py: `f["name"][...]`.
  template <class... I> auto operator[](I&&... items) const {
    return selection<std::remove_cvref_t<I>...>(
        open_data(), std::tuple<std::remove_cvref_t<I>...>(static_cast<I&&>(items)...));
  }
  /// All of it: `tensor<float, dyn, dyn> t = f["name"]`. h5py: `f["name"][...]`.
  template <class T, extent... E>
    requires stria::detail::npy_element<T>
  operator tensor<T, E...>() const {
    return stria::detail::h5_load<tensor<T, E...>>(open_data());
  }

  // For the library's own use.
  hid_t handle() const { return id_->get(); }
  const std::string& name() const { return name_; }
};

/// All of a data set as a tensor: `load<float, dyn, dyn>(f["name"])`.
template <class T, extent... E>
auto load(const object& o)
    -> accepted_or_refused<stria::detail::npy_tensor_verdict<stria::detail::npy_tensor_t<T, E...>>,
                           stria::detail::npy_tensor_t<T, E...>> {
  using result = stria::detail::npy_tensor_t<T, E...>;
  if constexpr (stria::detail::npy_tensor_verdict<result>::accepted)
    return static_cast<result>(o);
  else
    __builtin_unreachable();
}

/// A file of HDF5. It stays open as long as this object, a copy or anything taken from it lives;
/// the attributes are those of its root. One thread at a time uses HDF5. h5py: `h5py.File(path)`.
class file : public stria::detail::h5_has_attributes<file> {
  std::string path_;
  std::shared_ptr<const stria::detail::h5_id> id_;

public:
  /// `io_error` where there is no such file, it is none of HDF5, or HDF5 crashes on it.
  explicit file(const std::string& path, mode how = mode::read, open_options options = {})
      : path_(path) {
    using namespace stria::detail;
    if (how != mode::replace) {
      const index bytes = input_file(path).left(); // the system's own words where there is none
      if (bytes <= options.examined && options.examined > 0)
        h5_examine(path, bytes);
    }
    const h5_quiet quiet;
    // The newest form that HDF5 1.10 knows has checksums over all that is no element.
    const h5_id access = h5_made(H5Pcreate(H5P_FILE_ACCESS), path, "no file can be opened");
#if H5_VERSION_GE(1, 10, 2)
    H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_LATEST);
#else
    H5Pset_libver_bounds(access.get(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
#endif
    const hid_t id = how == mode::replace
                         ? H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get())
                         : H5Fopen(path.c_str(), how == mode::read ? H5F_ACC_RDONLY : H5F_ACC_RDWR,
                                   access.get());
    id_ = std::make_shared<const h5_id>(h5_made(id, path, "the file cannot be opened"));
  }

  /// A group or a data set; `io_error` where there is none. h5py: `f["group/name"]`.
  object operator[](const std::string& path) const { return {id_, path_, path}; }

  /// A data set as an operand: `dataset<float, dyn, 3>("group/name")`. `io_error` where there is
  /// none or its elements are of another type, `shape_error` where it has another shape.
  template <class T, extent... E>
  auto dataset(const std::string& path) const
      -> accepted_or_refused<stria::detail::h5_verdict<T>, hdf5::dataset<T, E...>> {
    if constexpr (stria::detail::h5_verdict<T>::accepted)
      return (*this)[path].template as<T, E...>();
    else
      __builtin_unreachable();
  }

  /// The names in a group, sorted. h5py: `list(f[group])`.
  std::vector<std::string> names(const std::string& group = "/") const {
    using namespace stria::detail;
    const h5_quiet quiet;
    const std::string full = path_ + ": " + group;
    constexpr const char* what = "the names of the group cannot be read";
    const h5_id id = h5_made(H5Gopen2(id_->get(), group.c_str(), H5P_DEFAULT), full, what);
    std::vector<std::string> list;
    const auto collect = [](hid_t, const char* name, const H5L_info_t*,
                            void* to) noexcept -> herr_t {
      try {
        static_cast<std::vector<std::string>*>(to)->emplace_back(name);
        return 0;
      } catch (...) { // No memory.
        return -1;
      }
    };
    // In the file's order: HDF5 1.10 frees what is not its own where it sorts a broken group.
    h5_checked(H5Literate(id.get(), H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, collect, &list), full,
               what);
    std::ranges::sort(list);
    return list;
  }

  /// Writes to the disk what HDF5 still keeps; `io_error` where it cannot be. The destructors do it
  /// too, and are silent. h5py: `f.flush()`.
  void flush() const {
    const stria::detail::h5_quiet quiet;
    stria::detail::h5_checked(H5Fflush(id_->get(), H5F_SCOPE_GLOBAL), path_,
                              "the file cannot be written");
  }

  // For the library's own use.
  hid_t handle() const { return id_->get(); }
  const std::string& name() const { return path_; }
};

/// Opens a file: `open(path)["group/name"][range(10, 20)]`. h5py: `h5py.File(path)`.
inline file open(const std::string& path, mode how = mode::read, open_options options = {}) {
  return file(path, how, options);
}

} // namespace stria::hdf5
