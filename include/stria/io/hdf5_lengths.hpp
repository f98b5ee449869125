// SPDX-License-Identifier: BSL-1.0
// io/hdf5_lengths.hpp: the lengths of the strings of an attribute, without the strings: many of
// them may refer to one long text in the file, of which HDF5 would make as many copies.
// Tests: tests/io/hdf5_broken.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/index.hpp>
#include <stria/io/hdf5_handle.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace stria::detail {

/// Replaces strings of variable length, as they are stored in a file, by their lengths. HDF5 calls
/// this function. In a file such a string is its length in 4 bytes, the lowest byte first, and the
/// place of the text.
inline herr_t h5_to_lengths(hid_t from, hid_t, H5T_cdata_t* state, std::size_t count,
                            std::size_t stride, std::size_t, void* elements, void*,
                            hid_t) noexcept {
  if (state->command == H5T_CONV_INIT)
    return H5Tis_variable_str(from) > 0 ? 0 : -1;
  if (state->command == H5T_CONV_FREE)
    return 0;
  const std::size_t bytes = H5Tget_size(from);
  if (stride != 0 || bytes < sizeof(std::uint32_t))
    return -1;
  auto* to = static_cast<unsigned char*>(elements);
  const unsigned char* at = to;
  for (std::size_t k = 0; k < count; ++k) {
    std::uint32_t length = 0;
    for (const int b : {3, 2, 1, 0})
      length = length << 8U | at[b];
    at += bytes;
    to =
        std::ranges::copy(std::bit_cast<std::array<unsigned char, sizeof(length)>>(length), to).out;
  }
  return 0;
}

/// While an object of this class exists, HDF5 converts strings of variable length to opaque
/// elements by h5_to_lengths(). HDF5 itself has no such conversion.
class h5_length_conversion {
  static constexpr const char* name = "stria: lengths";

public:
  h5_length_conversion(hid_t texts, hid_t lengths, const std::string& full, std::string_view what) {
    h5_checked(H5Tregister(H5T_PERS_SOFT, name, texts, lengths, h5_to_lengths), full, what);
  }
  h5_length_conversion(const h5_length_conversion&) = delete;
  h5_length_conversion& operator=(const h5_length_conversion&) = delete;
  ~h5_length_conversion() { H5Tunregister(H5T_PERS_SOFT, name, -1, -1, h5_to_lengths); }
};

/// The lengths of the strings of variable length in an attribute of `count` elements. Nothing of
/// the texts is read.
inline std::vector<std::uint32_t> h5_read_lengths(hid_t attribute, hid_t texts, index count,
                                                  const std::string& name) {
  constexpr const char* what = "the lengths of the strings cannot be read";
  std::vector<std::uint32_t> list(static_cast<std::size_t>(count));
  const h5_id lengths = h5_made(H5Tcreate(H5T_OPAQUE, sizeof(std::uint32_t)), name, what);
  const h5_length_conversion conversion(texts, lengths.get(), name, what);
  if (count > 0)
    h5_checked(H5Aread(attribute, lengths.get(), list.data()), name, what);
  return list;
}

} // namespace stria::detail
