// SPDX-License-Identifier: BSL-1.0
// io/hdf5_attribute.hpp: the attributes of files, groups and data sets. Tests: tests/io/hdf5.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/assign.hpp>
#include <stria/io/hdf5_lengths.hpp>
#include <stria/io/hdf5_storage.hpp>
#include <stria/io/npy.hpp>

#include <span>

namespace stria::detail {

/// The type that attribute() returns: a number, a string, a list of strings or a tensor.
template <class T, extent... E> struct h5_attribute_type {
  using type = std::conditional_t<sizeof...(E) == 0, T, tensor<T, E...>>;
  static constexpr bool accepted = npy_element<T>;
};
template <class T, extent... E> struct h5_attribute_type<tensor<T, E...>> {
  using type = tensor<T, E...>;
  static constexpr bool accepted = npy_element<T>;
};
template <> struct h5_attribute_type<std::string> {
  using type = std::string;
  static constexpr bool accepted = true;
};
template <> struct h5_attribute_type<std::vector<std::string>> {
  using type = std::vector<std::string>;
  static constexpr bool accepted = true;
};

template <class T, extent... E> struct h5_attribute_verdict {
  static constexpr bool accepted = h5_attribute_type<T, E...>::accepted;
  static constexpr message text() {
    return message("stria: an attribute is a number, a tensor of numbers, std::string or "
                   "std::vector<std::string>, not an object of this type");
  }
};

/// An open attribute.
struct h5_attribute {
  std::string name;
  h5_id id{}, type{};
  h5_sizes sizes{};
  index count = 0;
  hsize_t file_bytes = 0; // the size of the file
};

inline h5_attribute h5_open_attribute(hid_t owner, const std::string& owner_name,
                                      const std::string& name) {
  h5_attribute a{.name = owner_name + ": attribute " + name};
  a.id = h5_made(H5Aopen(owner, h5_name(name, a.name), H5P_DEFAULT), a.name,
                 "the attribute cannot be opened");
  a.type = h5_made(H5Aget_type(a.id.get()), a.name, "the type cannot be read");
  const h5_id space = h5_made(H5Aget_space(a.id.get()), a.name, "the shape cannot be read");
  a.sizes = h5_read_sizes(space.get(), a.name);
  a.count = count_elements(h5_span(a.sizes));
  // An attribute is stored in the file, so it cannot be larger than the file.
  const h5_id file = h5_made(H5Iget_file_id(a.id.get()), a.name, "the file cannot be read");
  h5_checked(H5Fget_filesize(file.get(), &a.file_bytes), a.name,
             "the size of the file cannot be read");
  const hsize_t bytes = std::max(std::size_t{1}, H5Tget_size(a.type.get()));
  if (bytes > a.file_bytes || static_cast<hsize_t>(a.count) > a.file_bytes / bytes)
    raise<io_error>(say_file(a.name) << "the file is too short for " << a.count << " elements");
  return a;
}

/// Reads all elements; `t` must be the type in the file.
inline void h5_read_numbers_as(npy_type t, const h5_attribute& a, void* to) {
  if (a.count == 0)
    return;
  const h5_id type = h5_memory_type(t, a.type.get(), a.name);
  h5_checked(H5Aread(a.id.get(), type.get(), to), a.name, "the attribute cannot be read");
}
template <class T> void h5_read_numbers(const h5_attribute& a, T* to) {
  h5_read_numbers_as(npy_type_of<T>, a, to);
  h5_clean(to, a.count);
}

[[noreturn]] [[gnu::cold]] inline void raise_h5_shape(const h5_attribute& a, const char* wanted) {
  message m = say_file(a.name) << "the shape is ";
  say_shape(m, h5_span(a.sizes));
  raise<shape_error>(m << ", " << wanted);
}

/// Raises io_error if the strings are longer than the file. HDF5 stores each of them separately,
/// but in a malicious file many may refer to one text.
inline void h5_check_lengths(const h5_attribute& a) {
  hsize_t left = a.file_bytes;
  for (const hsize_t length : h5_read_lengths(a.id.get(), a.type.get(), a.count, a.name)) {
    if (length > left)
      raise<io_error>(say_file(a.name) << "the strings together are longer than the file; it is "
                                          "damaged or malicious");
    left -= length;
  }
}

/// Reads strings of variable length, which HDF5 allocates.
inline std::vector<std::string> h5_read_long_texts(const h5_attribute& a) {
  struct texts {
    const h5_attribute* of;
    std::vector<char*> list;
    ~texts() {
      const h5_id space(H5Aget_space(of->id.get()));
#if H5_VERSION_GE(1, 12, 0)
      H5Treclaim(of->type.get(), space.get(), H5P_DEFAULT, list.data());
#else
      H5Dvlen_reclaim(of->type.get(), space.get(), H5P_DEFAULT, list.data());
#endif
    }
  };
  h5_check_lengths(a);
  texts found{&a, std::vector<char*>(static_cast<std::size_t>(a.count))};
  if (a.count > 0)
    h5_checked(H5Aread(a.id.get(), a.type.get(), found.list.data()), a.name,
               "the attribute cannot be read");
  std::vector<std::string> result;
  for (const char* text : found.list)
    result.emplace_back(text == nullptr ? "" : text);
  return result;
}

/// Reads strings of fixed length, which are padded in the file.
inline std::vector<std::string> h5_read_short_texts(const h5_attribute& a) {
  const std::size_t length = H5Tget_size(a.type.get());
  std::string bytes(static_cast<std::size_t>(a.count) * length, '\0');
  if (a.count > 0)
    h5_checked(H5Aread(a.id.get(), a.type.get(), bytes.data()), a.name,
               "the attribute cannot be read");
  const bool blanks = H5Tget_strpad(a.type.get()) == H5T_STR_SPACEPAD;
  std::vector<std::string> result;
  for (std::size_t k = 0; k < bytes.size(); k += length) {
    std::string text = bytes.substr(k, length);
    text.resize(std::min(text.find('\0'), text.size()));
    while (blanks && text.ends_with(' '))
      text.pop_back();
    result.push_back(std::move(text));
  }
  return result;
}

inline std::vector<std::string> h5_read_texts(const h5_attribute& a) {
  if (H5Tget_class(a.type.get()) != H5T_STRING) {
    message m = say_file(a.name) << "it is ";
    raise<io_error>(h5_say_type(m, a.type.get()) << ", not strings");
  }
  return H5Tis_variable_str(a.type.get()) > 0 ? h5_read_long_texts(a) : h5_read_short_texts(a);
}

template <class Result> Result h5_read_attribute(const h5_attribute& a) {
  if constexpr (std::same_as<Result, std::vector<std::string>>) {
    if (a.sizes.size() > 1)
      raise_h5_shape(a, "but a list has one axis");
    return h5_read_texts(a);
  } else if constexpr (std::same_as<Result, std::string>) {
    if (a.count != 1)
      raise_h5_shape(a, "but one string was expected");
    return h5_read_texts(a).front();
  } else if constexpr (tensor_operand<Result>) {
    h5_check_type(a.type.get(), npy_type_of<value_t<Result>>, a.name);
    Result t(fit_sizes<Result::extents>(h5_span(a.sizes), a.name), uninitialized_t{});
    h5_read_numbers(a, t.data());
    return t;
  } else {
    h5_check_type(a.type.get(), npy_type_of<Result>, a.name);
    if (a.count != 1)
      raise_h5_shape(a, "but one number was expected");
    Result value{};
    h5_read_numbers(a, &value);
    return value;
  }
}

/// Writes an attribute, replacing one of the same name.
inline void h5_write_attribute(hid_t owner, const std::string& owner_name, const std::string& name,
                               const h5_id& type, std::span<const index> sizes, const void* data) {
  const std::string full = owner_name + ": attribute " + name;
  constexpr const char* what = "the attribute cannot be written";
  std::array<hsize_t, H5S_MAX_RANK> n{};
  if (sizes.size() > n.size())
    raise<value_error>(say_file(full) << "HDF5 has at most " << n.size() << " axes");
  std::ranges::copy(sizes, n.begin());
  const h5_id space =
      h5_made(H5Screate_simple(static_cast<int>(sizes.size()), n.data(), nullptr), full, what);
  const char* const c_name = h5_name(name, full);
  if (h5_checked(H5Aexists(owner, c_name), full, what) > 0)
    h5_checked(H5Adelete(owner, c_name), full, what);
  const h5_id id = h5_made(
      H5Acreate2(owner, c_name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), full, what);
  if (count_elements(sizes) > 0)
    h5_checked(H5Awrite(id.get(), type.get(), data), full, what);
}

inline void h5_write_texts(hid_t owner, const std::string& owner_name, const std::string& name,
                           std::span<const index> sizes, const std::vector<std::string>& texts) {
  const std::string full = owner_name + ": attribute " + name;
  constexpr const char* what = "the attribute cannot be written";
  std::vector<const char*> list;
  for (const std::string& text : texts) {
    if (text.contains('\0'))
      raise<value_error>(say_file(full) << "a string in HDF5 must not contain a zero byte");
    list.push_back(text.c_str());
  }
  const h5_id type = h5_made(H5Tcopy(H5T_C_S1), full, what);
  h5_checked(H5Tset_size(type.get(), H5T_VARIABLE), full, what);
  h5_checked(H5Tset_cset(type.get(), H5T_CSET_UTF8), full, what);
  h5_write_attribute(owner, owner_name, name, type, sizes, list.data());
}

/// The base of files, groups and data sets, with the functions for attributes. Self has handle()
/// and name().
template <class Self> class h5_has_attributes {
  const Self& self() const { return static_cast<const Self&>(*this); }

public:
  /// Reads an attribute: `attribute<double>("scale")`, `attribute<std::string>("unit")`,
  /// `attribute<float, 3>("origin")` or `attribute<std::vector<std::string>>("names")`. A single
  /// value may have the shape (1,). Raises io_error if the attribute does not exist or has another
  /// type, and shape_error if it has another shape. h5py: `f.attrs[name]`.
  template <class T, extent... E>
  auto attribute(const std::string& name) const
      -> accepted_or_refused<h5_attribute_verdict<T, E...>,
                             typename h5_attribute_type<T, E...>::type> {
    STRIA_UNLESS_REFUSED(h5_attribute_verdict<T, E...>) {
      const h5_quiet quiet;
      return h5_read_attribute<typename h5_attribute_type<T, E...>::type>(
          h5_open_attribute(self().handle(), self().name(), name));
    }
  }

  /// Whether there is an attribute of this name. h5py: `name in f.attrs`.
  bool has_attribute(const std::string& name) const {
    const h5_quiet quiet;
    // HDF5 would end the name at a zero byte and look for another attribute.
    return !name.contains('\0') && h5_checked(H5Aexists(self().handle(), name.c_str()),
                                              self().name(), "the attributes cannot be read") > 0;
  }

  /// Writes an attribute: a number, a string, a list of strings or an expression. An attribute of
  /// the same name is replaced. Raises io_error if the file cannot be written, and value_error for
  /// a string that contains a zero byte. h5py: `f.attrs[name] = value`.
  template <npy_element T> void set_attribute(const std::string& name, const T& value) const {
    const h5_quiet quiet;
    const h5_id type = h5_make_type(npy_type_of<T>, self().name());
    h5_write_attribute(self().handle(), self().name(), name, type, {}, &value);
  }
  void set_attribute(const std::string& name, const std::string& text) const {
    const h5_quiet quiet;
    h5_write_texts(self().handle(), self().name(), name, {}, {text});
  }
  void set_attribute(const std::string& name, const std::vector<std::string>& texts) const {
    const h5_quiet quiet;
    const index sizes[] = {static_cast<index>(texts.size())};
    h5_write_texts(self().handle(), self().name(), name, sizes, texts);
  }
  template <operand X>
  auto set_attribute(const std::string& name, const X& x) const
      -> accepted_or_refused<npy_verdict<value_t<X>>, void> {
    STRIA_UNLESS_REFUSED(npy_verdict<value_t<X>>) {
      const auto values = eval(x);
      const auto sizes = values.shape();
      const h5_quiet quiet;
      const h5_id type = h5_make_type(npy_type_of<value_t<X>>, self().name());
      h5_write_attribute(self().handle(), self().name(), name, type, sizes, values.data());
    }
  }
};

} // namespace stria::detail
