// SPDX-License-Identifier: BSL-1.0
// io/hdf5_file.hpp: HDF5 files, and the groups and data sets in them. Tests: tests/io/hdf5.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/file.hpp>
#include <stria/io/hdf5_examine.hpp>
#include <stria/io/hdf5_selection.hpp>
#include <stria/io/npy.hpp>
#include <stria/numpy/shape/any_array.hpp>

#include <exception>
#include <optional>

namespace stria::detail {

/// An open file. After create() the file has a temporary path. It is moved to its final path when
/// it is first flushed or closed, and replaces an old file there. The old file is kept if an
/// exception closes the new one, or if HDF5 cannot write it.
class h5_open_file {
  h5_id id_;
  std::optional<replacement> place_;
  std::string name_;
  int exceptions_ = std::uncaught_exceptions();

  /// Redirects the file to memory if the disk is full. HDF5 then writes its remaining data to that
  /// memory, and they are lost. Otherwise HDF5 1.10 could not close the file, and would keep its
  /// identifier.
  static void forget_unwritten(hid_t id) {
#if defined(__linux__) && STRIA_HAS_POSIX_FILES
    const int file = h5_descriptor(id);
    const descriptor memory(
        file < 0 ? -1 : posix::make_memory_file("stria", posix::memory_close_on_exec));
    if (memory.number >= 0)
      posix::duplicate_to(memory.number, file);
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
    // At the end of the program HDF5 may have written and closed the file already.
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
      } catch (const std::exception&) { // destructors are silent; the old file is kept
      }
  }

  const h5_id& id() const { return id_; }
  /// Opens an existing file.
  void open(unsigned how, const h5_id& access) {
    id_ = h5_made(H5Fopen(c_path(name_), how, access.get()), name_, "the file cannot be opened");
  }
  /// Creates a file next to its final path.
  void create(const h5_id& access, save_options options) {
    // HDF5 needs random access.
    if (place_.emplace(name_, options).is_direct())
      raise_file(name_, "an HDF5 file cannot be written to a device", 0);
    id_ = h5_made(H5Fcreate(place_->path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()),
                  name_, "the file cannot be opened");
#if H5_VERSION_GE(1, 10, 2)
    H5Fset_libver_bounds(id_.get(), H5F_LIBVER_V110, H5F_LIBVER_LATEST);
#endif
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

/// How a file is opened.
///
/// read: for reading only (h5py "r"). update: for reading and writing in place (h5py "r+").
/// replace: as a new file that replaces the old one (h5py "w").
///
/// A new file is created next to the path, with `.partial0` appended to its name. It is moved to
/// the path at the first file::flush(), or when its `file` object, all copies of it and all objects
/// `file[name]` are destroyed; until then the path leads to the old file. The old file is kept if
/// an exception destroys those objects, or if the new file cannot be written. If there are two new
/// files for one path, the file that is flushed or closed last replaces the other one.
///
/// \usage        `hdf5::open(path, hdf5::mode::update)`
enum class mode : unsigned char { read, update, replace };

/// How a file is checked before it is opened, and how durably it is written.
///
/// \usage        `hdf5::open(path, hdf5::mode::read, {.examined = 0})`
struct open_options {
  /// A file of at most this many bytes is read in a child process first, because HDF5 itself
  /// crashes on some damaged or malicious files. Such a crash is then reported as io_error. With 0,
  /// no file is checked; with the largest value of `index_t`, every file is checked.
  index examined = index{64} << 20;
  /// Whether a new file survives a loss of power once it has replaced the old one; see
  /// save_options. Later changes are not covered.
  bool durable = false;
};

/// A group or a data set in a file; its type and shape are known only at run time. `file["name"]`
/// returns it.
///
/// \numpy        `f["name"]` (h5py)
/// \usage        `tensor<float, dyn, dyn> t = f["name"][range(10, 20)]`
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
  /// For internal use; call file[name].
  object(std::shared_ptr<const stria::detail::h5_id> file, const std::string& file_name,
         std::string path)
      : file_(std::move(file)), path_(std::move(path)), name_(file_name + ": " + path_) {
    const stria::detail::h5_quiet quiet;
    id_ = std::make_shared<const stria::detail::h5_id>(stria::detail::h5_made(
        H5Oopen(file_->get(), stria::detail::h5_name(path_, name_), H5P_DEFAULT), name_,
        "there is no group or data set with this name"));
  }

  /// Whether this is a data set, not a group.
  bool is_dataset() const { return H5Iget_type(id_->get()) == H5I_DATASET; }
  /// The sizes of a data set. h5py: `d.shape`.
  std::vector<index> shape() const {
    const auto d = open_data();
    return {d->sizes.begin(), d->sizes.end()};
  }
  /// The element type of a data set, by its NumPy name: "float32". h5py: `d.dtype.name`.
  std::string type() const {
    detail::message m;
    const stria::detail::h5_quiet quiet;
    return std::string(stria::detail::h5_say_type(m, open_data()->type.get()).view());
  }

  /// The data set as an operand: `as<float, dyn, 3>()`. Raises io_error if its elements have
  /// another type, and shape_error if its shape does not fit.
  template <class T, extent... E>
  auto as() const -> accepted_or_refused<stria::detail::h5_verdict<T>, hdf5::dataset<T, E...>> {
    STRIA_UNLESS_REFUSED(stria::detail::h5_verdict<T>)
    return stria::detail::h5_typed<T, E...>(open_data());
  }

  /// Reads all elements into a tensor whose rank is known only at run time: `load_any<float>()`.
  /// Raises io_error if the elements have another type.
  template <class T>
  auto load_any() const -> accepted_or_refused<stria::detail::h5_verdict<T>, any_tensor<T>> {
    STRIA_UNLESS_REFUSED(stria::detail::h5_verdict<T>)
    return stria::detail::h5_load_any<T>(*open_data());
  }
  /// Reads all elements into an array whose rank and element type are known only at run time. h5py:
  /// `f["name"][...]`.
  any_array load_any() const {
    const auto d = open_data();
    const auto type = [&] {
      const stria::detail::h5_quiet quiet;
      return stria::detail::h5_known_type(d->type.get());
    }();
    if (!type) {
      detail::message m = stria::detail::say_file(d->name) << "the elements are ";
      const stria::detail::h5_quiet quiet;
      raise<io_error>(stria::detail::h5_say_foreign(m, d->type.get())
                      << ", which an any_array cannot hold");
    }
    return stria::detail::make_any_array(
        *type, [&]<class T>(const T&) { return stria::detail::h5_load_any<T>(*d); });
  }

  /// Selects a part of the data set. The part is read when the selection is converted to a tensor.
  /// All kinds of items are allowed. For lists in braces the rank must be known:
  /// `as<float, dyn, dyn>()[{0, 2}]`. h5py: `f["name"][...]`.
  template <class... Ix> auto operator[](Ix&&... items) const {
    return selection<std::remove_cvref_t<Ix>...>(
        open_data(), std::tuple<std::remove_cvref_t<Ix>...>(static_cast<Ix&&>(items)...));
  }
  /// Reads all elements: `tensor<float, dyn, dyn> t = f["name"]`. h5py: `f["name"][...]`.
  template <class T, extent... E>
    requires stria::detail::npy_element<T>
  operator tensor<T, E...>() const {
    return stria::detail::h5_load<tensor<T, E...>>(open_data());
  }

  /// The identifier of HDF5. For internal use.
  hid_t handle() const { return id_->get(); }
  /// The name in messages. For internal use.
  const std::string& name() const { return name_; }
};

/// Reads a data set, or the selected part of it, as a tensor.
///
/// \tparam T     the element type, or the type of the tensor
/// \tparam E     extents of the result
/// \param o      an object: `f["name"]`
/// \param s      a selection: `f["name"][range(10, 20)]`
/// \returns      the tensor, row-major
/// \throws       io_error if the elements have another type or cannot be read; shape_error if the
///               shape does not fit the extents; index_error for an index out of bounds
/// \refuses      element types that .npy files do not hold; subscripts with more axes than the
///               tensor
/// \complexity   O(size of the result), plus whole chunks of compressed data sets
/// \numpy        `f["name"][10:20]` (h5py)
/// \usage        `hdf5::load<float, dyn, dyn>(f["name"])`,
///               `hdf5::load<float, dyn, dyn>(f["name"][range(10, 20)])`
template <class T, extent... E>
auto load(const object& o)
    -> accepted_or_refused<stria::detail::npy_tensor_verdict<stria::detail::npy_tensor_t<T, E...>>,
                           stria::detail::npy_tensor_t<T, E...>> {
  using result = stria::detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(stria::detail::npy_tensor_verdict<result>)
  return static_cast<result>(o);
}

/// An open HDF5 file; its attributes are those of the root group.
///
/// The file stays open as long as this object, a copy of it, or any object obtained from it exists.
/// Only one thread at a time may use HDF5.
///
/// \numpy        `h5py.File(path)` (h5py)
/// \usage        `const hdf5::file f("climate.h5"); f["group/name"].shape()`
class file : public stria::detail::h5_has_attributes<file> {
  std::string path_;
  std::shared_ptr<stria::detail::h5_open_file> open_;

  /// An identifier that keeps the file open.
  std::shared_ptr<const stria::detail::h5_id> id() const { return {open_, &open_->id()}; }

public:
  /// Opens a file. Raises io_error if the file does not exist or is not an HDF5 file, or if HDF5
  /// crashes on it.
  explicit file(const std::string& path, mode how = mode::read, open_options options = {})
      : path_(path) {
    using namespace stria::detail;
    if (how != mode::replace) {
      const index bytes = input_file(path).left(); // reports a missing file with the system error
      if (bytes <= options.examined && options.examined > 0)
        h5_examine(path, bytes);
    }
    const h5_quiet quiet;
    // In the newest format of HDF5 1.10, checksums protect everything except the elements.
    const h5_id access = h5_made(H5Pcreate(H5P_FILE_ACCESS), path, "the file cannot be opened");
#if H5_VERSION_GE(1, 10, 2)
    // The superblock of a new file has the format of HDF5 1.8, which has a checksum, too. In the
    // format of 1.10 it would say that the file is open for writing, until HDF5 closes the file.
    // After a crash, HDF5 would refuse to open it.
    H5Pset_libver_bounds(access.get(), how == mode::replace ? H5F_LIBVER_V18 : H5F_LIBVER_V110,
                         H5F_LIBVER_LATEST);
#else
    H5Pset_libver_bounds(access.get(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
#endif
    open_ = std::make_shared<h5_open_file>(path);
    if (how == mode::replace)
      open_->create(access, {.durable = options.durable});
    else
      open_->open(how == mode::read ? H5F_ACC_RDONLY : H5F_ACC_RDWR, access);
  }

  /// A group or a data set. Raises io_error if it does not exist. h5py: `f["group/name"]`.
  object operator[](const std::string& path) const { return {id(), path_, path}; }

  /// A data set as an operand: `dataset<float, dyn, 3>("group/name")`. Raises io_error if the data
  /// set does not exist or its elements have another type, and shape_error if its shape does not
  /// fit.
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
      } catch (...) { // out of memory
        return -1;
      }
    };
    // HDF5 must not sort the names: when version 1.10 sorts a damaged group, it frees memory that
    // it does not own.
    h5_checked(H5Literate(id.get(), H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, collect, &list), full,
               what);
    std::ranges::sort(list);
    return list;
  }

  /// Writes all data that HDF5 still buffers, and moves a new file to its final path. Raises
  /// io_error if that fails. The destructor does the same, but ignores errors. h5py: `f.flush()`.
  void flush() const { open_->flush(); }

  /// The identifier of HDF5. For internal use.
  hid_t handle() const { return open_->id().get(); }
  /// The path. For internal use.
  const std::string& name() const { return path_; }
};

/// Opens an HDF5 file.
///
/// \param path     the file
/// \param how      hdf5::mode::read (default), update or replace
/// \param options  whether the file is examined first, and `.durable`
/// \returns        an hdf5::file
/// \throws         io_error if the file does not exist, is not an HDF5 file, is damaged, or cannot
///                 be written
/// \complexity     O(bytes of the file) for files up to 64 MiB, which a child process reads first;
///                 O(1) for larger ones
/// \numpy          `h5py.File(path)` (h5py)
/// \usage          `hdf5::open(path)["group/name"][range(10, 20)]`
inline file open(const std::string& path, mode how = mode::read, open_options options = {}) {
  return file(path, how, options);
}

} // namespace stria::hdf5
