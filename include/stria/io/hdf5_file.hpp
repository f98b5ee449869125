// SPDX-License-Identifier: BSL-1.0
// io/hdf5_file.hpp: files of HDF5, and the groups and data sets in them.
#pragma once

#include <stria/fn/any_array.hpp>
#include <stria/io/file.hpp>
#include <stria/io/hdf5_examine.hpp>
#include <stria/io/hdf5_selection.hpp>
#include <stria/io/npy.hpp>

#include <exception>
#include <optional>

namespace stria::detail {

/// A file that is open, and its place where it is a new one. It takes the place as it is first
/// flushed or closed; the old file stays where an exception closes it or HDF5 cannot write it.
class h5_open_file {
  h5_id id_;
  std::optional<replacement> place_;
  std::string name_;
  int exceptions_ = std::uncaught_exceptions();

  /// What HDF5 cannot write to a full disk goes to memory, and is forgotten. HDF5 1.10 keeps the
  /// identifier of a file that it cannot close, and no file behind it.
  static void forget_unwritten(hid_t id) {
#ifdef MFD_CLOEXEC
    const int file = h5_descriptor(id);
    const descriptor memory(file < 0 ? -1 : ::memfd_create("stria", MFD_CLOEXEC));
    if (memory.number >= 0)
      ::dup2(memory.number, file);
#else
    static_cast<void>(id);
#endif
  }

public:
  explicit h5_open_file(const std::string& name) : name_(name) {}
  h5_open_file(h5_open_file&&) = delete;
  h5_open_file& operator=(h5_open_file&&) = delete;
  ~h5_open_file() {
    const h5_quiet quiet;
    bool whole = place_ && id_ && std::uncaught_exceptions() <= exceptions_;
    // At the end of the program HDF5 may have written and closed it already.
    if (const hid_t id = id_.release(); id >= 0 && H5Iis_valid(id) > 0) {
      if (H5Fflush(id, H5F_SCOPE_GLOBAL) < 0) {
        whole = false;
        // Data sets that are still open may be written later.
        if (H5Fget_obj_count(id, H5F_OBJ_ALL) == 1)
          forget_unwritten(id);
      }
      whole = H5Fclose(id) >= 0 && whole;
    }
    if (whole)
      try {
        place_->finish();
      } catch (const std::exception&) { // The destructor is silent, and the old file is there.
      }
  }

  const h5_id& id() const { return id_; }
  /// Opens a file that is there.
  void open(unsigned how, const h5_id& access) {
    id_ = h5_made(H5Fopen(c_path(name_), how, access.get()), name_, "the file cannot be opened");
  }
  /// Makes a new one beside its place.
  void create(const h5_id& access, save_options options) {
    // HDF5 writes here and there in a file.
    if (place_.emplace(name_, options).is_direct())
      raise_file(name_, "a file of HDF5 cannot be written to a device", 0);
    id_ = h5_made(H5Fcreate(place_->path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()),
                  name_, "the file cannot be opened");
  }
  void flush() {
    const h5_quiet quiet;
    h5_checked(H5Fflush(id_.get(), H5F_SCOPE_GLOBAL), name_, "the file cannot be written");
    if (place_)
      place_->finish();
    place_.reset();
  }
};

} // namespace stria::detail

namespace stria::hdf5 {

/// How a file is opened: to be read, to be changed too in its place, or as a new one in the place
/// of what was there. h5py: "r", "r+" and "w".
///
/// A new file is made beside its place, under the name with `.partial0` behind it. It takes the
/// place at the first `file::flush()`, or as its `file` object, the copies and the objects
/// `file[name]` are gone; until then the old file stays, and whoever opens the path finds that. The
/// old file stays for good where those objects are destroyed by an exception, and where the new one
/// cannot be written. Of two new files of one path, the one that is flushed or closed last takes
/// it.
enum class mode : unsigned char { read, update, replace };

/// What is done before a file is opened.
struct open_options {
  /// A file of no more bytes than this is read by a child process first, all of it: HDF5 itself
  /// crashes on some files that are damaged or made to do harm, and that is `io_error` then. 0: no
  /// file; the largest index: each.
  index examined = index{64} << 20;
  /// A new file survives a loss of power once it has taken its place, as in `save_options`. What is
  /// written later does not.
  bool durable = false;
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
    id_ = std::make_shared<const stria::detail::h5_id>(stria::detail::h5_made(
        H5Oopen(file_->get(), stria::detail::h5_name(path_, name_), H5P_DEFAULT), name_,
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
    STRIA_UNLESS_REFUSED(stria::detail::h5_verdict<T>)
    return stria::detail::h5_typed<T, E...>(open_data());
  }

  /// All of it as a tensor whose rank is known at run time only: `load_any<float>()`. `io_error`
  /// where its elements are of another type.
  template <class T>
  auto load_any() const -> accepted_or_refused<stria::detail::h5_verdict<T>, any_tensor<T>> {
    STRIA_UNLESS_REFUSED(stria::detail::h5_verdict<T>)
    return stria::detail::h5_load_any<T>(*open_data());
  }
  /// The same where the element type is known at run time only. h5py: `f["name"][...]`.
  any_array load_any() const {
    const auto d = open_data();
    const auto type = [&] {
      const stria::detail::h5_quiet quiet;
      return stria::detail::h5_known_type(d->type.get());
    }();
    if (!type) {
      message m = stria::detail::say_file(d->name) << "the elements are ";
      const stria::detail::h5_quiet quiet;
      raise<io_error>(stria::detail::h5_say_foreign(m, d->type.get())
                      << ", which no element type of an any_array holds");
    }
    return stria::detail::make_any_array(
        *type, [&]<class T>(const T&) { return stria::detail::h5_load_any<T>(*d); });
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
  STRIA_UNLESS_REFUSED(stria::detail::npy_tensor_verdict<result>)
  return static_cast<result>(o);
}

/// A file of HDF5. It stays open as long as this object, a copy or anything taken from it lives;
/// the attributes are those of its root. One thread at a time uses HDF5. h5py: `h5py.File(path)`.
class file : public stria::detail::h5_has_attributes<file> {
  std::string path_;
  std::shared_ptr<stria::detail::h5_open_file> open_;

  /// Keeps the file open.
  std::shared_ptr<const stria::detail::h5_id> id() const { return {open_, &open_->id()}; }

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
    open_ = std::make_shared<h5_open_file>(path);
    if (how == mode::replace)
      open_->create(access, {.durable = options.durable});
    else
      open_->open(how == mode::read ? H5F_ACC_RDONLY : H5F_ACC_RDWR, access);
  }

  /// A group or a data set; `io_error` where there is none. h5py: `f["group/name"]`.
  object operator[](const std::string& path) const { return {id(), path_, path}; }

  /// A data set as an operand: `dataset<float, dyn, 3>("group/name")`. `io_error` where there is
  /// none or its elements are of another type, `shape_error` where it has another shape.
  template <class T, extent... E>
  auto dataset(const std::string& path) const
      -> accepted_or_refused<stria::detail::h5_verdict<T>, hdf5::dataset<T, E...>> {
    STRIA_UNLESS_REFUSED(stria::detail::h5_verdict<T>)
    return (*this)[path].template as<T, E...>();
  }

  /// The names in a group, sorted. h5py: `list(f[group])`.
  std::vector<std::string> names(const std::string& group = "/") const {
    using namespace stria::detail;
    const h5_quiet quiet;
    const std::string full = path_ + ": " + group;
    constexpr const char* what = "the names of the group cannot be read";
    const h5_id id = h5_made(H5Gopen2(handle(), h5_name(group, full), H5P_DEFAULT), full, what);
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

  /// Writes to the file what HDF5 still keeps, and moves a new file to its place; `io_error` where
  /// it cannot be. The destructors do it too, and are silent. h5py: `f.flush()`.
  void flush() const { open_->flush(); }

  // For the library's own use.
  hid_t handle() const { return open_->id().get(); }
  const std::string& name() const { return path_; }
};

/// Opens a file: `open(path)["group/name"][range(10, 20)]`. h5py: `h5py.File(path)`.
inline file open(const std::string& path, mode how = mode::read, open_options options = {}) {
  return file(path, how, options);
}

} // namespace stria::hdf5
