// SPDX-License-Identifier: BSL-1.0
// io/hdf5_create.hpp: creates data sets, optionally chunked and compressed.
// Tests: tests/io/hdf5.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/io/hdf5_file.hpp>

#include <span>

namespace stria {

namespace hdf5 {

/// How the elements of a new data set are stored in the file.
///
/// \usage        `hdf5::create<float>(f, "x", {1000, 64}, {.chunks = {100, 64}, .deflate = 4})`
struct create_options {
  /// The sizes of a chunk. If the list is empty, the elements are contiguous or, if a filter is
  /// requested, in chunks of at most 256 KiB. h5py: `chunks=`.
  std::vector<index> chunks{};
  /// The level of zlib compression from 0 to 9, or -1 for none. h5py:
  /// `compression="gzip", compression_opts=`.
  int deflate = -1;
  /// Stores the first bytes of all elements of a chunk, then the second bytes and so on. This order
  /// usually compresses better. h5py: `shuffle=`.
  bool shuffle = false;
  /// Adds a checksum to each chunk. h5py: `fletcher32=`.
  bool checksum = false;
};

} // namespace hdf5

namespace detail {

/// The default size of chunks: the longest axis is halved until a chunk is small enough.
inline std::vector<index> h5_guess_chunks(std::span<const index> sizes, index element_bytes) {
  constexpr double wanted = 256 * 1024;
  std::vector<index> chunks(sizes.begin(), sizes.end());
  const auto bytes = [&] {
    double b = static_cast<double>(element_bytes);
    for (index n : chunks)
      b *= static_cast<double>(n);
    return b;
  };
  while (bytes() > wanted) {
    index& longest = *std::ranges::max_element(chunks);
    longest = (longest + 1) / 2;
  }
  return chunks;
}

inline void h5_check_chunks(std::span<const index> chunks, std::span<const index> sizes,
                            index element_bytes, const std::string& name) {
  constexpr wide_index most = wide_index{1}
                              << 32; // limits the bytes of a chunk, and the number of chunks
  bool fits = chunks.size() == sizes.size();
  index bytes = element_bytes, count = 1;
  for (std::size_t k = 0; fits && k < sizes.size(); ++k)
    fits = chunks[k] >= 1 && chunks[k] <= std::max(index{1}, sizes[k]) &&
           multiply_fits(bytes, chunks[k], bytes) &&
           multiply_fits(count, (sizes[k] - 1) / chunks[k] + 1, count);
  if (fits && bytes < most && count < most)
    return;
  message m = say_file(name) << "chunks of the shape ";
  say_shape(m, chunks);
  m << " do not fit a data set of the shape ";
  say_shape(m, sizes);
  raise<value_error>(
      m << "; a chunk has one size for each axis, from 1 to that of the axis, and less "
           "than 4 GiB, and there are fewer than 2^32 chunks");
}

/// The creation properties of a new data set.
inline h5_id h5_layout_of(const hdf5::create_options& o, std::span<const index> sizes,
                          index element_bytes, const std::string& name) {
  constexpr const char* what = "the data set cannot be created";
  const bool filtered = o.deflate >= 0 || o.shuffle || o.checksum;
  if (o.deflate < -1 || o.deflate > 9)
    raise<value_error>(say_file(name)
                       << "the level of deflate must be from 0 to 9, not " << o.deflate);
  if (!o.chunks.empty())
    h5_check_chunks(o.chunks, sizes, element_bytes, name);
  if (filtered && sizes.empty())
    raise<value_error>(say_file(name) << "a data set of rank 0 has no chunks, so it cannot be "
                                         "compressed or have a checksum");
  h5_id p = h5_made(H5Pcreate(H5P_DATASET_CREATE), name, what);
  // Without time stamps, equal data give equal bytes.
  h5_checked(H5Pset_obj_track_times(p.get(), false), name, what);
  // An empty data set needs no chunks, and HDF5 does not create any.
  if ((!filtered && o.chunks.empty()) || count_elements(sizes) == 0)
    return p;
  const std::vector<index> chunks =
      o.chunks.empty() ? h5_guess_chunks(sizes, element_bytes) : o.chunks;
  h5_check_chunks(chunks, sizes, element_bytes, name);
  const std::vector<hsize_t> n(chunks.begin(), chunks.end());
  h5_checked(H5Pset_chunk(p.get(), static_cast<int>(n.size()), n.data()), name, what);
  if (o.shuffle)
    h5_checked(H5Pset_shuffle(p.get()), name, what);
  if (o.deflate >= 0)
    h5_checked(H5Pset_deflate(p.get(), static_cast<unsigned>(o.deflate)), name, what);
  if (o.checksum)
    h5_checked(H5Pset_fletcher32(p.get()), name, what);
  return p;
}

inline void h5_create(hid_t file, const std::string& path, const std::string& name, npy_type type,
                      std::span<const index> sizes, const hdf5::create_options& options) {
  constexpr const char* what = "the data set cannot be created";
  if (count_elements(sizes) < 0 || sizes.size() > H5S_MAX_RANK) {
    message m = say_file(name) << "a data set cannot have the shape ";
    say_shape(m, sizes);
    raise<value_error>(m);
  }
  const h5_quiet quiet;
  const h5_id layout = h5_layout_of(options, sizes, type.bytes, name);
  const h5_id elements = h5_make_type(type, name);
  const std::vector<hsize_t> n(sizes.begin(), sizes.end());
  const h5_id space =
      h5_made(H5Screate_simple(static_cast<int>(n.size()), n.data(), nullptr), name, what);
  const h5_id link = h5_made(H5Pcreate(H5P_LINK_CREATE), name, what);
  h5_checked(H5Pset_create_intermediate_group(link.get(), 1), name, what);
  h5_checked(H5Pset_char_encoding(link.get(), H5T_CSET_UTF8), name, what);
  static_cast<void>(h5_made(H5Dcreate2(file, h5_name(path, name), elements.get(), space.get(),
                                       link.get(), layout.get(), H5P_DEFAULT),
                            name, what));
}

} // namespace detail

namespace hdf5 {

/// Creates a data set of zeros, and the groups on its path.
///
/// \tparam T       the element type: bool, an integer, float, double or their complex types
/// \param f        a file open for writing
/// \param path     the name, with groups: `"group/name"`
/// \param sizes    the shape, as a list in braces or a std::array
/// \param options  chunks and filters
/// \returns        the hdf5::dataset, of dynamic extents
/// \throws         value_error for a negative size, for chunks or a level of compression that are
///                 out of range, or for a filter if the rank is 0; io_error if the name exists or
///                 the file cannot be written
/// \refuses        other element types
/// \complexity     O(1); elements that are never written occupy no space in the file
/// \numpy          `f.create_dataset(name, shape, dtype, ...)` (h5py)
/// \usage          `hdf5::create<float>(f, "group/name", {1000, 64}, {.chunks = {100, 64}, .deflate
///                 = 4})`
template <stria::detail::npy_element T, std::size_t R>
stria::detail::h5_ranked<T, R> create(const file& f, const std::string& path,
                                      const std::array<index, R>& sizes,
                                      const create_options& options = {}) {
  stria::detail::h5_create(f.handle(), path, f.name() + ": " + path, stria::detail::npy_type_of<T>,
                           sizes, options);
  const stria::detail::h5_quiet quiet;
  return stria::detail::h5_typed(
      std::make_shared<const stria::detail::h5_data>(
          stria::detail::h5_open_data(f.handle(), path, f.name() + ": " + path)),
      std::type_identity<stria::detail::h5_ranked<T, R>>());
}
/// Creates a data set of zeros with the sizes in braces.
template <stria::detail::npy_element T, std::size_t R>
stria::detail::h5_ranked<T, R> create(const file& f, const std::string& path,
                                      const index (&sizes)[R], const create_options& options = {}) {
  return create<T>(f, path, std::to_array(sizes), options);
}

/// Creates a data set with the shape, the element type and the values of an expression.
///
/// If the elements cannot be written, the data set is removed again.
///
/// \param f        a file open for writing
/// \param path     the name, with groups: `"group/name"`
/// \param x        an operand of any shape
/// \param options  chunks and filters
/// \returns        the hdf5::dataset, of dynamic extents
/// \throws         value_error for chunks or a level of compression that are out of range, or for a
///                 filter if the rank is 0; io_error if the name exists or the file cannot be
///                 written
/// \refuses        element types that .npy files do not hold
/// \complexity     O(n); an expression is evaluated into a temporary first
/// \numpy          `f.create_dataset(name, data=e, ...)` (h5py)
/// \usage          `hdf5::save(f, "x", 2 * a, {.checksum = true})`
template <stria::detail::operand X>
auto save(const file& f, const std::string& path, const X& x, const create_options& options = {})
    -> accepted_or_refused<
        stria::detail::npy_verdict<stria::detail::value_t<X>>,
        stria::detail::h5_ranked<stria::detail::value_t<X>, stria::detail::rank_of<X>>> {
  using T = stria::detail::value_t<X>;
  STRIA_UNLESS_REFUSED(stria::detail::npy_verdict<T>)
  if constexpr (stria::detail::tensor_operand<X>) {
    auto d = create<T>(f, path, x.shape(), options);
    try {
      stria::detail::h5_write(*d.data(), d.part().box, x.data());
    } catch (...) {
      const stria::detail::h5_quiet quiet;
      H5Ldelete(f.handle(), path.c_str(), H5P_DEFAULT);
      throw;
    }
    return d;
  } else {
    return save(f, path, eval(x), options);
  }
}

} // namespace hdf5
} // namespace stria
