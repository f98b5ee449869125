// SPDX-License-Identifier: BSL-1.0
// io/npz.hpp: reads and writes .npz archives of NumPy with libzip; programs link stria::npz.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/npy.hpp>

#include <zip.h>

#include <memory>
#include <vector>

namespace stria {

namespace detail {

/// An error object of libzip, which owns the text of its message.
struct zip_failure {
  zip_error_t error;

  explicit zip_failure(int code = ZIP_ER_OK) { zip_error_init_with_code(&error, code); }
  zip_failure(const zip_failure&) = delete;
  zip_failure& operator=(const zip_failure&) = delete;
  ~zip_failure() { zip_error_fini(&error); }
};

[[noreturn]] [[gnu::cold]] inline void raise_zip(const std::string& name, const char* what,
                                                 zip_error_t* error) {
  raise<io_error>(say_file(name) << what << ": " << zip_error_strerror(error));
}
/// Whether a member can have this name: libzip would end the name at a zero byte.
inline bool is_member_name(const std::string& name) { return !name.contains('\0'); }

/// Closes an archive without writing.
struct discards_zip {
  void operator()(zip_t* zip) const { zip_discard(zip); }
};
using zip_handle = std::unique_ptr<zip_t, discards_zip>;

/// Opens an archive; `name` is the name in messages.
inline zip_handle open_zip(const std::string& path, int how, const std::string& name) {
  int code = 0;
  zip_handle zip(zip_open(path.c_str(), how, &code));
  if (zip == nullptr) {
    zip_failure failure(code);
    raise_zip(name, "the archive cannot be opened", &failure.error);
  }
  return zip;
}

inline constexpr std::string_view npz_suffix = ".npy";

/// A member of an archive, read from its beginning like an input_file.
class npz_member {
  struct closes {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
  };
  std::string name_;
  std::unique_ptr<zip_file_t, closes> file_;
  index left_ = 0;

  [[noreturn]] void fail() {
    raise_zip(name_, "the member cannot be read", zip_file_get_error(file_.get()));
  }

public:
  /// `archive_size` is the size of the file on disk. A member that declares more bytes than the
  /// archive can hold raises io_error; otherwise a hostile file could make the program allocate any
  /// size.
  npz_member(zip_t* zip, zip_uint64_t place, const std::string& name, index archive_size)
      : name_(name) {
    zip_stat_t about;
    constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
    if (zip_stat_index(zip, place, 0, &about) != 0 || (about.valid & needed) != needed)
      raise_zip(name_, "the size of the member is unknown", zip_get_error(zip));
    if (about.comp_method != ZIP_CM_STORE && about.comp_method != ZIP_CM_DEFLATE)
      raise<io_error>(say_file(name_) << "the member is neither stored nor deflated");
    // Deflate compresses at most 1032 to 1.
    const zip_uint64_t least = about.comp_method == ZIP_CM_STORE ? about.size : about.size / 1032;
    if (about.comp_size > static_cast<zip_uint64_t>(archive_size) || least > about.comp_size)
      raise<io_error>(say_file(name_)
                      << "the archive is too short for a member of " << about.size << " bytes");
    file_.reset(zip_fopen_index(zip, place, 0));
    if (file_ == nullptr)
      raise_zip(name_, "the member cannot be read", zip_get_error(zip));
    if (!convert_fits(about.size, left_))
      raise<io_error>(say_file(name_)
                      << "the member has " << about.size << " bytes, more than the address space");
  }

  const std::string& name() const { return name_; }
  index left() const { return left_; }
  void read(void* to, index bytes) {
    if (bytes > left_)
      raise<io_error>(say_file(name_) << "the member ends too early");
    char* at = static_cast<char*>(to);
    for (index rest = bytes; rest > 0;) {
      const zip_int64_t n = zip_fread(file_.get(), at, static_cast<zip_uint64_t>(rest));
      if (n < 0)
        fail();
      if (n == 0)
        raise<io_error>(say_file(name_) << "the member ends too early");
      at += n;
      rest -= n;
    }
    left_ -= bytes;
  }
  /// Checks that the member ends after the elements and that its checksum is right. libzip compares
  /// the checksum when the end of the member is read.
  void finish() {
    char more = 0;
    if (left_ == 0) {
      const zip_int64_t n = zip_fread(file_.get(), &more, 1);
      if (n < 0)
        fail();
      left_ = n;
    }
    if (left_ != 0)
      raise<io_error>(say_file(name_) << "the member continues after its elements");
  }
};

/// Reads elements without conversion.
struct exact_members : exact_elements {
  template <class T> static void check(const npy_header& h, const std::string& name) {
    exact_elements::check<T>(h, name, "; load_as converts them");
  }
};

} // namespace detail

/// A .npz archive that is open for reading. It contains arrays with names.
///
/// Only one thread at a time may use it. The constructor throws io_error if the file cannot be read
/// or is not an archive.
///
/// \numpy        `np.load("arrays.npz")`
/// \usage        `npz_file f(path); f.load<float, dyn, 3>("weights")`
class npz_file {
  std::string path_;
  index size_;
  detail::zip_handle zip_;

  // NumPy names an array like its member, without the ending .npy.
  zip_uint64_t find(const std::string& name) const {
    if (detail::is_member_name(name))
      for (const std::string& member : {name + std::string(detail::npz_suffix), name})
        if (const zip_int64_t k = zip_name_locate(zip_.get(), member.c_str(), 0); k >= 0)
          return static_cast<zip_uint64_t>(k);
    detail::message m = detail::say_file(path_) << "there is no array named ";
    raise<io_error>(detail::say_name(m, name));
  }
  template <class Tensor, class Elements> Tensor read(const std::string& name) const {
    detail::npz_member member(zip_.get(), find(name), path_ + ": " + name, size_);
    Tensor t = detail::read_npy<Tensor, Elements>(member);
    member.finish();
    return t;
  }

public:
  explicit npz_file(const std::string& path)
      : path_(path), size_(detail::input_file(path).left()),
        zip_(detail::open_zip(path, ZIP_RDONLY, path)) {}

  /// The names of the arrays, in the order of the archive. NumPy: `f.files`.
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    const zip_int64_t count = zip_get_num_entries(zip_.get(), 0);
    for (zip_int64_t k = 0; k < count; ++k) {
      const char* const found = zip_get_name(zip_.get(), static_cast<zip_uint64_t>(k), 0);
      if (found == nullptr)
        detail::raise_zip(path_, "a name cannot be read", zip_get_error(zip_.get()));
      std::string_view name = found;
      if (name.ends_with(detail::npz_suffix))
        name.remove_suffix(detail::npz_suffix.size());
      list.emplace_back(name);
    }
    return list;
  }

  /// Reads the array of this name as load_npy() does: `f.load<float, dyn, 3>(name)` or
  /// `f.load<tensor<float, dyn, 3>>(name)`. Raises io_error if there is none, if the member is not
  /// a complete .npy file of elements T, or if its checksum or size is wrong. Raises shape_error if
  /// the array does not fit the extents. NumPy: `f[name]`.
  template <class T, extent... E>
  auto load(const std::string& name) const
      -> accepted_or_refused<detail::npy_tensor_verdict<detail::npy_tensor_t<T, E...>>,
                             detail::npy_tensor_t<T, E...>> {
    using result = detail::npy_tensor_t<T, E...>;
    STRIA_UNLESS_REFUSED(detail::npy_tensor_verdict<result>)
    return read<result, detail::exact_members>(name);
  }

  /// Reads the array of this name and converts its elements to T as load_npy_as() does. NumPy:
  /// `f[name].astype(dtype)`.
  template <class T, extent... E>
  auto load_as(const std::string& name) const
      -> accepted_or_refused<detail::npy_tensor_verdict<detail::npy_tensor_t<T, E...>>,
                             detail::npy_tensor_t<T, E...>> {
    using result = detail::npy_tensor_t<T, E...>;
    STRIA_UNLESS_REFUSED(detail::npy_tensor_verdict<result>)
    return read<result, detail::converted_elements>(name);
  }
};

/// A name and an array for save_npz().
///
/// Refers to a named tensor, which must outlive the npz_item. Any other expression is evaluated
/// immediately.
///
/// \usage        `save_npz(path, {{"a", a}, {"b", 2 * b}})`
class npz_item {
  std::string member_, header_;
  std::shared_ptr<const void> kept_{};
  const void* data_ = nullptr;
  std::size_t bytes_ = 0;

  template <class Tensor> void refer(const Tensor& t) {
    const auto sizes = t.shape();
    header_ = detail::make_npy_header<typename Tensor::value_type>(sizes);
    data_ = t.data();
    bytes_ = t.storage().size_bytes();
  }

public:
  template <detail::operand E>
  npz_item(const std::string& name, E&& e STRIA_LIFETIMEBOUND)
      : member_(name + std::string(detail::npz_suffix)) {
    using verdict = detail::npy_operand_verdict<std::remove_cvref_t<E>>;
    static_assert(verdict::accepted,
                  "stria: .npz archives cannot hold elements of this type, nor "
                  "elements on a device; to_host(c) copies the latter to memory");
    if constexpr (verdict::accepted) {
      if constexpr (detail::tensor_operand<E> && std::is_lvalue_reference_v<E>) {
        refer(e);
      } else {
        const auto values = std::make_shared<std::remove_cvref_t<decltype(eval(e))>>(eval(e));
        refer(*values);
        kept_ = values;
      }
    }
  }

  /// The name of the member in the archive. For internal use.
  const std::string& member() const { return member_; }
  /// The header and the elements. For internal use.
  std::array<zip_buffer_fragment_t, 2> bytes() const {
    const auto at = [](const void* p) {
      return const_cast<zip_uint8_t*>(static_cast<const zip_uint8_t*>(p));
    };
    return {{{at(header_.data()), header_.size()}, {at(data_), bytes_}}};
  }
};

namespace detail {

/// Writes the members of an open archive and closes it.
inline void write_members(const std::string& path, zip_handle zip,
                          const std::vector<npz_item>& arrays, int method) {
  for (const npz_item& item : arrays) {
    if (!is_member_name(item.member()))
      raise<value_error>(say_file(path + ": " + item.member())
                         << "the name of an array must not contain a zero byte");
    const auto bytes = item.bytes();
    zip_source_t* const source =
        zip_source_buffer_fragment(zip.get(), bytes.data(), bytes[1].length == 0 ? 1 : 2, 0);
    const zip_int64_t place = source == nullptr ? -1
                                                : zip_file_add(zip.get(), item.member().c_str(),
                                                               source, ZIP_FL_ENC_UTF_8);
    if (place < 0 && source != nullptr)
      zip_source_free(source);
    // NumPy writes this date, too. With a fixed date, equal arrays give equal bytes.
    constexpr zip_uint16_t first_of_1980 = 0x21;
    if (place < 0 ||
        zip_set_file_compression(zip.get(), static_cast<zip_uint64_t>(place), method, 0) != 0 ||
        zip_file_set_dostime(zip.get(), static_cast<zip_uint64_t>(place), 0, first_of_1980, 0) != 0)
      raise_zip(path + ": " + item.member(), "the member cannot be written",
                zip_get_error(zip.get()));
  }
  if (zip_close(zip.get()) != 0)
    raise_zip(path, "the archive cannot be written", zip_get_error(zip.get()));
  static_cast<void>(zip.release());
}

/// Builds an archive in memory and writes it to a character device, because libzip cannot update
/// such a device in place.
inline void write_npz_directly(const std::string& path, const std::vector<npz_item>& arrays,
                               int method) {
  struct frees {
    void operator()(zip_source_t* s) const { zip_source_free(s); }
  };
  zip_failure failure;
  const std::unique_ptr<zip_source_t, frees> memory(
      zip_source_buffer_create(nullptr, 0, 0, &failure.error));
  if (memory == nullptr)
    raise_zip(path, "the archive cannot be created", &failure.error);
  zip_handle zip(zip_open_from_source(memory.get(), ZIP_TRUNCATE, &failure.error));
  if (zip == nullptr)
    raise_zip(path, "the archive cannot be created", &failure.error);
  zip_source_keep(memory.get()); // the archive shares the ownership
  write_members(path, std::move(zip), arrays, method);

  output_file file(path);
  std::array<char, 1 << 14> block;
  zip_int64_t n = zip_source_open(memory.get());
  while (n >= 0 && (n = zip_source_read(memory.get(), block.data(), block.size())) > 0)
    file.write(block.data(), static_cast<std::size_t>(n));
  if (n < 0)
    raise_zip(path, "the archive cannot be written", zip_source_error(memory.get()));
  file.finish();
}

inline void write_npz(const std::string& path, const std::vector<npz_item>& arrays, int method,
                      save_options options) {
  if (arrays.empty())
    raise<value_error>(say_file(path) << "an archive needs at least one array");
  replacement place(path, options);
  if (place.is_direct())
    return write_npz_directly(path, arrays, method);
  write_members(path, open_zip(place.path(), ZIP_CREATE | ZIP_TRUNCATE, path), arrays, method);
  place.finish();
}

} // namespace detail

/// Writes named arrays to an archive, uncompressed.
///
/// An existing file is replaced when the new one is complete; after an error it is unchanged.
///
/// \param path     the file
/// \param arrays   pairs of a name and an operand
/// \param options  `{.durable = true}` makes the file survive a loss of power
/// \returns        nothing
/// \throws         io_error if the file cannot be written or two arrays have the same name;
///                 value_error if there is no array, or if a name contains a zero byte
/// \refuses        element types that .npy files do not hold; arrays on a device
/// \complexity     O(n); expressions are evaluated into temporaries first
/// \numpy          `np.savez(path, a=a, b=2 * b)`
/// \usage          `save_npz(path, {{"a", a}, {"b", 2 * b}})`
inline void save_npz(const std::string& path, const std::vector<npz_item>& arrays,
                     save_options options = {}) {
  detail::write_npz(path, arrays, ZIP_CM_STORE, options);
}

/// Writes named arrays to a compressed archive.
///
/// An existing file is replaced when the new one is complete; after an error it is unchanged.
///
/// \param path     the file
/// \param arrays   pairs of a name and an operand
/// \param options  `{.durable = true}` makes the file survive a loss of power
/// \returns        nothing
/// \throws         io_error if the file cannot be written or two arrays have the same name;
///                 value_error if there is no array, or if a name contains a zero byte
/// \refuses        element types that .npy files do not hold; arrays on a device
/// \complexity     O(n), dominated by zlib; expressions are evaluated into temporaries first
/// \numpy          `np.savez_compressed(path, a=a, b=2 * b)`
/// \usage          `save_npz_compressed(path, {{"a", a}, {"b", 2 * b}})`
inline void save_npz_compressed(const std::string& path, const std::vector<npz_item>& arrays,
                                save_options options = {}) {
  detail::write_npz(path, arrays, ZIP_CM_DEFLATE, options);
}

} // namespace stria
