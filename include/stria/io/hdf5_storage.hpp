// SPDX-License-Identifier: BSL-1.0
// io/hdf5_storage.hpp: transfers boxes of elements between a data set and memory.
// Tests: tests/io/hdf5.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/io/hdf5_types.hpp>
#include <stria/plan/axis.hpp>
#include <stria/shape/shape.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

namespace stria::detail {

using h5_sizes = short_list<index, H5S_MAX_RANK>;

inline std::span<const index> h5_span(const h5_sizes& s) { return {s.data(), s.size()}; }

/// The sizes of a data space. Raises io_error for a null space, or for more elements than can be
/// counted.
inline h5_sizes h5_read_sizes(hid_t space, const std::string& name) {
  if (H5Sget_simple_extent_type(space) == H5S_NULL)
    raise<io_error>(say_file(name) << "it has no elements and no shape (a null space)");
  hsize_t sizes[H5S_MAX_RANK];
  const int rank = h5_checked(H5Sget_simple_extent_dims(space, sizes, nullptr), name,
                              "the shape cannot be read");
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

/// An open data set.
struct h5_data {
  std::string name; // "file: data set", for messages
  h5_id id{}, type{};
  h5_sizes sizes{}, chunks{}; // no chunks: the elements are contiguous
  index element_bytes = 1;
  /// An upper limit of the number of bytes of elements that the file can hold; 0 for types that
  /// stria does not read.
  index most_bytes = 0;
  bool writable = false;
};

/// The largest number of bytes to which filters can expand one byte: 1032 for deflate, 1 for
/// filters that keep the size. For other filters the limit is unknown, and 2^20 is assumed.
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

/// Reads the layout of a data set and computes most_bytes. Elements that were never written occupy
/// no space in the file; up to 64 MiB of them are accepted.
inline void h5_read_layout(h5_data& d, hid_t file) {
  constexpr index believed = index{64} << 20;
  const h5_id properties =
      h5_made(H5Dget_create_plist(d.id.get()), d.name, "the layout cannot be read");
  const H5D_layout_t layout = H5Pget_layout(properties.get());
  index chunk_bytes = d.element_bytes;
  if (layout == H5D_CHUNKED) {
    hsize_t chunk[H5S_MAX_RANK];
    const int rank = h5_checked(H5Pget_chunk(properties.get(), H5S_MAX_RANK, chunk), d.name,
                                "the chunks cannot be read");
    for (int k = 0; k < rank; ++k) {
      index size = 0;
      if (chunk[k] == 0 || chunk[k] > (hsize_t{1} << 32) || !convert_fits(chunk[k], size) ||
          !multiply_fits(chunk_bytes, size, chunk_bytes))
        raise<io_error>(say_file(d.name) << "a chunk is empty or too large");
      d.chunks.push_back(size);
    }
    if (d.chunks.size() != d.sizes.size())
      raise<io_error>(say_file(d.name) << "the chunks have another rank than the data set");
  }
  constexpr index no_limit = std::numeric_limits<index>::max();
  d.most_bytes = no_limit;
  // The limit is not computed for data in other files and for virtual data sets.
  if (layout == H5D_VIRTUAL || H5Pget_external_count(properties.get()) > 0)
    return;
  hsize_t in_file = 0;
  h5_checked(H5Fget_filesize(file, &in_file), d.name, "the size of the file cannot be read");
  const auto stored = static_cast<index>(
      std::min({H5Dget_storage_size(d.id.get()), in_file, static_cast<hsize_t>(no_limit / 4)}));
  index most = 0;
  if (multiply_fits(stored, h5_expansion(properties.get()), most) && add_fits(most, believed, most))
    d.most_bytes = most;
  if (chunk_bytes > d.most_bytes)
    raise<io_error>(say_file(d.name)
                    << "the file is too short for a chunk of " << chunk_bytes << " bytes");
}

/// Opens a data set; `name` is the name in messages.
inline h5_data h5_open_data(hid_t file, const std::string& path, const std::string& name) {
  h5_data d{.name = name};
  d.id = h5_made(H5Dopen2(file, h5_name(path, name), H5P_DEFAULT), name,
                 "the data set cannot be opened");
  d.type = h5_made(H5Dget_type(d.id.get()), name, "the type of the elements cannot be read");
  const h5_id space = h5_made(H5Dget_space(d.id.get()), name, "the shape cannot be read");
  d.sizes = h5_read_sizes(space.get(), name);
  d.element_bytes = std::max(index{1}, static_cast<index>(H5Tget_size(d.type.get())));
  // Elements of other types are never read. Strings in the fill value of such a data set would be
  // copied with the layout, however many of them refer to one long text.
  if (h5_known_type(d.type.get()))
    h5_read_layout(d, file);
  unsigned intent = 0;
  d.writable = H5Fget_intent(file, &intent) >= 0 && (intent & H5F_ACC_RDWR) != 0;
  return d;
}

/// The elements begin, begin + step, ... along each axis; the steps are positive.
using h5_box = std::span<const axis_slice>;

/// The number of elements of a box. Raises io_error if the file cannot hold as many.
inline index h5_count(const h5_data& d, h5_box box) {
  index count = 1, bytes = 0;
  for (const axis_slice& a : box)
    if (a.size == 0)
      return 0;
  for (const axis_slice& a : box)
    if (!multiply_fits(count, a.size, count))
      count = std::numeric_limits<index>::max();
  if (!multiply_fits(count, d.element_bytes, bytes) || bytes > d.most_bytes)
    raise<io_error>(say_file(d.name) << count << " elements are requested at once, but the file "
                                     << "is too short for that many");
  return count;
}

using h5_box_list = short_list<axis_slice, H5S_MAX_RANK>;

/// A piece of a box: the selection in the file, and its position within the whole box.
struct h5_piece {
  h5_box_list in_file, in_memory;
};

/// The number of chunks that a slice touches along one axis.
inline index h5_count_chunks(const h5_data& d, std::size_t axis, axis_slice a) {
  const index last = a.begin + (a.size - 1) * a.step;
  return std::min(a.size, last / d.chunks[axis] - a.begin / d.chunks[axis] + 1);
}

/// The number of chunks along all axes from `first` on; the largest index if it overflows.
inline index h5_count_chunks(const h5_data& d, std::size_t first, h5_box box) {
  index count = 1;
  for (std::size_t axis = first; axis < d.chunks.size(); ++axis)
    if (!multiply_fits(count, h5_count_chunks(d, axis, box[axis]), count))
      return std::numeric_limits<index>::max();
  return count;
}

/// h5_each_piece() for the axes from `k` on; `piece` is complete for the axes before them.
template <class Call>
void h5_each_piece_from(std::size_t k, const h5_data& d, h5_box box, h5_piece& piece,
                        index most_chunks, const Call& call) {
  if (k == d.chunks.size())
    return call(std::as_const(piece));
  const axis_slice all = box[k];
  const index rows = std::clamp(most_chunks / h5_count_chunks(d, k + 1, box), index{1},
                                h5_count_chunks(d, k, all));
  for (index i = 0, n = 0; i < all.size; i += n) {
    const index begin = all.begin + i * all.step;
    const index room = rows * d.chunks[k] - begin % d.chunks[k];
    n = std::min(all.size - i, (room - 1) / all.step + 1);
    piece.in_file[k] = {begin, all.step, n};
    piece.in_memory[k] = {i, 1, n};
    h5_each_piece_from(k + 1, d, box, piece, most_chunks / rows, call);
  }
}

/// The largest number of chunks for one read or write. HDF5 keeps some kilobytes in memory for each
/// chunk, and a damaged file may have a chunk for each element.
inline constexpr index h5_most_chunks = index{1} << 12;

/// Calls `call` for the pieces of `box`, each of at most `most_chunks` chunks. Pieces end at chunk
/// boundaries, so no chunk is decoded twice.
template <class Call>
void h5_each_piece(const h5_data& d, h5_box box, index most_chunks, const Call& call) {
  h5_piece piece;
  for (const axis_slice& a : box) {
    if (a.size < 1)
      return;
    piece.in_file.push_back(a);
    piece.in_memory.push_back({0, 1, a.size});
  }
  h5_each_piece_from(0, d, box, piece, most_chunks, call);
}

inline void h5_select_box(hid_t space, h5_box box, const std::string& name) {
  std::array<hsize_t, H5S_MAX_RANK> begin{}, step{}, count{};
  for (std::size_t k = 0; k < box.size(); ++k) {
    begin[k] = static_cast<hsize_t>(box[k].begin);
    step[k] = box[k].size == 1 ? 1 : static_cast<hsize_t>(box[k].step);
    count[k] = static_cast<hsize_t>(box[k].size);
  }
  if (!box.empty())
    h5_checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), step.data(), count.data(),
                                   nullptr),
               name, "the elements cannot be selected");
}

struct h5_spaces {
  h5_id file, memory;
};

/// Selects a piece in the file and in memory. The memory space has the shape of the box, so that
/// HDF5 copies whole rows.
inline h5_spaces h5_select(const h5_data& d, h5_box box, const h5_piece& piece) {
  constexpr const char* what = "the elements cannot be selected";
  h5_spaces s{h5_made(H5Dget_space(d.id.get()), d.name, what), {}};
  h5_select_box(s.file.get(), {piece.in_file.data(), piece.in_file.size()}, d.name);
  std::array<hsize_t, H5S_MAX_RANK> sizes{};
  for (std::size_t k = 0; k < box.size(); ++k)
    sizes[k] = static_cast<hsize_t>(box[k].size);
  s.memory =
      h5_made(H5Screate_simple(static_cast<int>(box.size()), sizes.data(), nullptr), d.name, what);
  h5_select_box(s.memory.get(), {piece.in_memory.data(), piece.in_memory.size()}, d.name);
  // The data set may have been replaced by another one since it was opened.
  if (H5Sselect_valid(s.file.get()) <= 0)
    raise<io_error>(say_file(d.name) << "the shape of the data set has changed");
  return s;
}

/// Reads a box into row-major memory; `t` must be the type in the file.
inline void h5_read_as(npy_type t, const h5_data& d, h5_box box, void* to) {
  const h5_id type = h5_memory_type(t, d.type.get(), d.name);
  h5_each_piece(d, box, h5_most_chunks, [&](const h5_piece& piece) {
    const h5_spaces s = h5_select(d, box, piece);
    h5_checked(H5Dread(d.id.get(), type.get(), s.memory.get(), s.file.get(), H5P_DEFAULT, to),
               d.name, "the elements cannot be read");
  });
}

/// Reads a box as elements of type T. The caller must call h5_count() first, to check the size.
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

/// Writes a box from row-major memory.
template <class T> void h5_write(const h5_data& d, h5_box box, const T* from) {
  for (const axis_slice& a : box)
    if (a.size == 0)
      return;
  const h5_quiet quiet;
  const h5_id type = h5_memory_type(npy_type_of<T>, d.type.get(), d.name);
  h5_each_piece(d, box, h5_most_chunks, [&](const h5_piece& piece) {
    const h5_spaces s = h5_select(d, box, piece);
    h5_checked(H5Dwrite(d.id.get(), type.get(), s.memory.get(), s.file.get(), H5P_DEFAULT, from),
               d.name, "the elements cannot be written");
  });
}

} // namespace stria::detail
