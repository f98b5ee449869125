// SPDX-License-Identifier: BSL-1.0
// io/hdf5_types.hpp: maps element types between NumPy and HDF5, as h5py does.
// Tests: tests/io/hdf5.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/hdf5_handle.hpp>
#include <stria/io/npy_header.hpp>

#include <optional>

namespace stria::detail {

/// The name of a member of an enumeration or a compound.
inline std::string h5_member(hid_t type, unsigned k) {
  char* const text = H5Tget_member_name(type, k);
  const std::string name = text == nullptr ? "" : text;
  H5free_memory(text);
  return name;
}

/// Whether this is h5py's bool: an enumeration of one byte with the values FALSE and TRUE.
inline bool h5_is_bool(hid_t type) {
  if (H5Tget_nmembers(type) != 2 || H5Tget_size(type) != 1)
    return false;
  for (unsigned k = 0; k < 2; ++k) {
    unsigned char value = 2;
    const std::string name = h5_member(type, k);
    if (H5Tget_member_value(type, k, &value) < 0 || value > 1 ||
        name != (value == 1 ? "TRUE" : "FALSE"))
      return false;
  }
  return true;
}

inline std::optional<npy_type> h5_float(hid_t type) {
  const auto is = [&](hid_t t) { return H5Tequal(type, t) > 0; };
  if (is(H5T_IEEE_F32LE) || is(H5T_IEEE_F32BE))
    return npy_type{'f', 4};
  if (is(H5T_IEEE_F64LE) || is(H5T_IEEE_F64BE))
    return npy_type{'f', 8};
  return {};
}

/// The complex type that is equivalent to a compound of the members r and i; nothing for others.
inline std::optional<npy_type> h5_complex(hid_t type) {
  if (H5Tget_nmembers(type) != 2 || h5_member(type, 0) != "r" || h5_member(type, 1) != "i")
    return {};
  const h5_id r(H5Tget_member_type(type, 0)), i(H5Tget_member_type(type, 1));
  if (!r || !i || H5Tequal(r.get(), i.get()) <= 0)
    return {};
  const auto part = h5_float(r.get());
  if (!part)
    return {};
  // HDF5 1.10 trusts the offsets in the file and would write outside the elements.
  const auto size = static_cast<std::size_t>(part->bytes);
  if (H5Tget_size(type) != 2 * size || H5Tget_member_offset(type, 0) != 0 ||
      H5Tget_member_offset(type, 1) != size)
    return {};
  return npy_type{'c', 2 * part->bytes};
}

/// The C++ type equivalent to an HDF5 type, in either byte order; nothing for other types.
inline std::optional<npy_type> h5_known_type(hid_t type) {
  const auto bytes = static_cast<index>(H5Tget_size(type));
  switch (H5Tget_class(type)) {
  case H5T_INTEGER: {
    const H5T_order_t order = H5Tget_order(type);
    if ((bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) || H5Tget_offset(type) != 0 ||
        H5Tget_precision(type) != static_cast<std::size_t>(8 * bytes) ||
        (order != H5T_ORDER_LE && order != H5T_ORDER_BE))
      return {};
    return npy_type{H5Tget_sign(type) == H5T_SGN_NONE ? 'u' : 'i', bytes};
  }
  case H5T_FLOAT: return h5_float(type);
  case H5T_ENUM:
    if (h5_is_bool(type))
      return npy_type{'b', 1};
    return {};
  case H5T_COMPOUND: return h5_complex(type);
  default: return {};
  }
}

/// Names a type that has no C++ equivalent.
inline message& h5_say_foreign(message& m, hid_t type) {
  const auto bits = 8 * H5Tget_size(type);
  switch (H5Tget_class(type)) {
  case H5T_INTEGER: return m << "integers of " << H5Tget_precision(type) << " bits";
  case H5T_FLOAT: return m << "real numbers of " << bits << " bits";
  case H5T_STRING: return m << "strings";
  case H5T_BITFIELD: return m << "bit fields";
  case H5T_OPAQUE: return m << "opaque bytes";
  case H5T_COMPOUND: return m << "compounds";
  case H5T_REFERENCE: return m << "references";
  case H5T_ENUM: return m << "an enumeration";
  case H5T_VLEN: return m << "lists of variable length";
  case H5T_ARRAY: return m << "arrays";
  default: return m << "of an unknown type";
  }
}

inline message& h5_say_type(message& m, hid_t type) {
  const auto known = h5_known_type(type);
  return known ? say_npy_type(m, *known) : h5_say_foreign(m, type);
}

/// Raises io_error unless the HDF5 type is equivalent to the C++ type.
inline void h5_check_type(hid_t type, npy_type wanted, const std::string& name) {
  if (h5_known_type(type) == wanted)
    return;
  message m = say_file(name) << "the elements are ";
  h5_say_type(m, type) << ", not ";
  raise<io_error>(say_npy_type(m, wanted));
}

inline h5_id h5_make_bool(const std::string& name) {
  h5_id type =
      h5_made(H5Tenum_create(H5T_NATIVE_INT8), name, "the type for bool cannot be created");
  for (const bool truth : {false, true}) {
    const signed char value = truth ? 1 : 0;
    h5_checked(H5Tenum_insert(type.get(), truth ? "TRUE" : "FALSE", &value), name,
               "the type for bool cannot be created");
  }
  return type;
}

inline h5_id h5_make_complex(index bytes, const std::string& name) {
  const auto part = static_cast<std::size_t>(bytes) / 2;
  const hid_t real = part == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  h5_id type =
      h5_made(H5Tcreate(H5T_COMPOUND, 2 * part), name, "the type for complex cannot be created");
  for (std::size_t k = 0; k < 2; ++k)
    h5_checked(H5Tinsert(type.get(), k == 0 ? "r" : "i", k * part, real), name,
               "the type for complex cannot be created");
  return type;
}

/// The HDF5 type of elements in the memory of this machine.
inline h5_id h5_make_type(npy_type t, const std::string& name) {
  if (t.kind == 'b')
    return h5_make_bool(name);
  if (t.kind == 'c')
    return h5_make_complex(t.bytes, name);
  const auto sized = [&](hid_t one, hid_t two, hid_t four, hid_t eight) {
    return t.bytes == 1 ? one : t.bytes == 2 ? two : t.bytes == 4 ? four : eight;
  };
  const hid_t type =
      t.kind == 'f' ? (t.bytes == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE)
      : t.kind == 'i'
          ? sized(H5T_NATIVE_INT8, H5T_NATIVE_INT16, H5T_NATIVE_INT32, H5T_NATIVE_INT64)
          : sized(H5T_NATIVE_UINT8, H5T_NATIVE_UINT16, H5T_NATIVE_UINT32, H5T_NATIVE_UINT64);
  return h5_made(H5Tcopy(type), name, "the element type cannot be created");
}

/// The HDF5 type in memory for elements of a file. A bool is one byte on both sides and is not
/// converted; h5_clean() corrects bytes other than 0 and 1.
inline h5_id h5_memory_type(npy_type t, hid_t in_file, const std::string& name) {
  if (t.kind == 'b')
    return h5_made(H5Tcopy(in_file), name, "the type for bool cannot be created");
  return h5_make_type(t, name);
}

/// Corrects bools after a read, because a damaged file may contain any bytes.
template <class T> void h5_clean(T* values, index count) {
  if constexpr (std::same_as<T, bool>) {
    auto* const bytes = reinterpret_cast<unsigned char*>(values);
    for (index k = 0; k < count; ++k)
      bytes[k] = bytes[k] != 0;
  }
}

} // namespace stria::detail
