// SPDX-License-Identifier: BSL-1.0
// io/hdf5_storage.hpp: boxes of elements between a data set and memory.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/io/hdf5_types.hpp>
#include <stria/plan/axis.hpp>
#include <stria/shape/shape.hpp>

#include <array>
#include <limits>
#include <span>

namespace stria::detail {

using h5_sizes = short_list<index, H5S_MAX_RANK>;

inline std::span<const index> h5_span(const h5_sizes& s) { return {s.data(), s.size()}; }

/// The sizes of a data space. `io_error` for a null space, and for more elements than can be
/// counted.
inline h5_sizes h5_read_sizes(hid_t space, const std::string& name) {
  if (H5Sget_simple_extent_type(space) == H5S_NULL)
    raise<io_error>(say_file(name) << "it has no elements and no shape (a null space)");
  hsize_t sizes[H5S_MAX_RANK];
  const int rank =
      h5_checked(H5Sget_simple_extent_dims(space, sizes, nullptr), name, "the shape is not known");
  h5_sizes list;
  bool bad = false;
  for (int k = 0; k < rank; ++k) {
    bad = bad || sizes[k] > static_cast<hsize_t>(std::numeric_limits<index>::max());
    list.push_back(bad ? 0 : static_cast<index>(sizes[k]));
  }
  if (bad || count_elements(h5_span(list)) < 0)
    raise<io_error>(say_file(name) << "there are more elements than can be counted");
  return list;
}

/// A data set that is open.
struct h5_data {
  std::string name; // file: data set
  h5_id id{}, type{};
  h5_sizes sizes{}, chunks{}; // no chunks: the elements lie one behind the other
  index element_bytes = 1;
  /// A read of more bytes than this asks for what the file cannot hold.
  index most_bytes = 0;
  bool writable = false;
};

/// How many bytes a filter can make of one: deflate at most 1032, those that keep the size 1, of
/// others nothing is known.
inline index h5_expansion(hid_t properties) {
  index factor = 1;
  const int count = H5Pget_nfilters(properties);
  for (int k = 0; k < count; ++k) {
    unsigned flags = 0;
    std::size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(properties, static_cast<unsigned>(k), &flags,
                                               &values, nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32)
      factor = filter == H5Z_FILTER_DEFLATE && factor <= 1032 ? 1032 : index{1} << 20;
  }
  return factor;
}

/// The layout of a data set, and what can be read of it at once. Elements that were never written
/// take no room in the file: 64 MiB of them are believed.
inline void h5_read_layout(h5_data& d, hid_t file) {
  constexpr index believed = index{64} << 20;
  const h5_id properties =
      h5_made(H5Dget_create_plist(d.id.get()), d.name, "the layout is not known");
  const H5D_layout_t layout = H5Pget_layout(properties.get());
  index chunk_bytes = d.element_bytes;
  if (layout == H5D_CHUNKED) {
    hsize_t chunk[H5S_MAX_RANK];
    const int rank = h5_checked(H5Pget_chunk(properties.get(), H5S_MAX_RANK, chunk), d.name,
                                "the chunks are not known");
    for (int k = 0; k < rank; ++k) {
      d.chunks.push_back(static_cast<index>(chunk[k]));
      if (chunk[k] == 0 || chunk[k] > (hsize_t{1} << 32) ||
          !multiply_fits(chunk_bytes, d.chunks[static_cast<std::size_t>(k)], chunk_bytes))
        raise<io_error>(say_file(d.name) << "a chunk is empty or too large");
    }
    if (d.chunks.size() != d.sizes.size())
      raise<io_error>(say_file(d.name) << "the chunks have another rank than the data set");
  }
  constexpr index no_limit = std::numeric_limits<index>::max();
  d.most_bytes = no_limit;
  // What lies in other files, or is put together of them, is not measured.
  if (layout == H5D_VIRTUAL || H5Pget_external_count(properties.get()) > 0)
    return;
  hsize_t in_file = 0;
  h5_checked(H5Fget_filesize(file, &in_file), d.name, "the size of the file is not known");
  const auto stored = static_cast<index>(
      std::min({H5Dget_storage_size(d.id.get()), in_file, static_cast<hsize_t>(no_limit / 4)}));
  index most = 0;
  if (multiply_fits(stored, h5_expansion(properties.get()), most) && add_fits(most, believed, most))
    d.most_bytes = most;
  if (chunk_bytes > d.most_bytes)
    raise<io_error>(say_file(d.name)
                    << "the file is too short for a chunk of " << chunk_bytes << " bytes");
}

/// Opens a data set; `name` is for messages.
inline h5_data h5_open_data(hid_t file, const std::string& path, const std::string& name) {
  h5_data d{.name = name};
  d.id = h5_made(H5Dopen2(file, h5_name(path, name), H5P_DEFAULT), name,
                 "the data set cannot be opened");
  d.type = h5_made(H5Dget_type(d.id.get()), name, "the type of the elements is not known");
  const h5_id space = h5_made(H5Dget_space(d.id.get()), name, "the shape is not known");
  d.sizes = h5_read_sizes(space.get(), name);
  d.element_bytes = std::max(index{1}, static_cast<index>(H5Tget_size(d.type.get())));
  h5_read_layout(d, file);
  unsigned intent = 0;
  d.writable = H5Fget_intent(file, &intent) >= 0 && (intent & H5F_ACC_RDWR) != 0;
  return d;
}

/// The elements of a box: begin, begin + step, ... along each axis; the steps are positive.
using h5_box = std::span<const axis_slice>;

/// The number of elements of a box. `io_error` for more than the file can hold.
inline index h5_count(const h5_data& d, h5_box box) {
  index count = 1, bytes = 0;
  for (const axis_slice& a : box)
    if (a.size == 0)
      return 0;
  for (const axis_slice& a : box)
    if (!multiply_fits(count, a.size, count))
      count = std::numeric_limits<index>::max();
  if (!multiply_fits(count, d.element_bytes, bytes) || bytes > d.most_bytes)
    raise<io_error>(say_file(d.name) << count << " elements are asked for at once, and the file "
                                     << "is too short for so many");
  return count;
}

struct h5_spaces {
  h5_id file, memory;
};

/// The box in the file, and as many elements in memory in the same shape: then HDF5 copies rows.
inline h5_spaces h5_select(const h5_data& d, h5_box box) {
  constexpr const char* what = "the elements cannot be selected";
  h5_spaces s{h5_made(H5Dget_space(d.id.get()), d.name, what), {}};
  std::array<hsize_t, H5S_MAX_RANK> begin{}, step{}, count{};
  for (std::size_t k = 0; k < box.size(); ++k) {
    begin[k] = static_cast<hsize_t>(box[k].begin);
    step[k] = box[k].size == 1 ? 1 : static_cast<hsize_t>(box[k].step);
    count[k] = static_cast<hsize_t>(box[k].size);
  }
  const int rank = static_cast<int>(box.size());
  s.memory = h5_made(H5Screate_simple(rank, count.data(), nullptr), d.name, what);
  if (rank > 0)
    h5_checked(H5Sselect_hyperslab(s.file.get(), H5S_SELECT_SET, begin.data(), step.data(),
                                   count.data(), nullptr),
               d.name, what);
  // The data set may be another one by now.
  if (H5Sselect_valid(s.file.get()) <= 0)
    raise<io_error>(say_file(d.name) << "the shape of the data set has changed");
  return s;
}

/// Reads a box into memory, row-major, as elements of a type that is the file's.
inline void h5_read_as(npy_type t, const h5_data& d, h5_box box, void* to) {
  const h5_spaces s = h5_select(d, box);
  const h5_id type = h5_memory_type(t, d.type.get(), d.name);
  h5_checked(H5Dread(d.id.get(), type.get(), s.memory.get(), s.file.get(), H5P_DEFAULT, to), d.name,
             "the elements cannot be read");
}

/// The same for a type of C++. Call h5_count first: it checks.
template <class T> void h5_read(const h5_data& d, h5_box box, index count, T* to) {
  if (count == 0)
    return;
  const h5_quiet quiet;
  h5_read_as(npy_type_of<T>, d, box, to);
  h5_clean(to, count);
}

inline void h5_check_writable(const h5_data& d) {
  if (!d.writable)
    raise<io_error>(say_file(d.name) << "the file is open for reading only; "
                                        "hdf5::open(path, hdf5::mode::update) opens it for both");
}

/// Writes a box from memory, row-major.
template <class T> void h5_write(const h5_data& d, h5_box box, const T* from) {
  for (const axis_slice& a : box)
    if (a.size == 0)
      return;
  const h5_quiet quiet;
  const h5_spaces s = h5_select(d, box);
  const h5_id type = h5_memory_type(npy_type_of<T>, d.type.get(), d.name);
  h5_checked(H5Dwrite(d.id.get(), type.get(), s.memory.get(), s.file.get(), H5P_DEFAULT, from),
             d.name, "the elements cannot be written");
}

} // namespace stria::detail
