// SPDX-License-Identifier: BSL-1.0
// io/hdf5_examine.hpp: reads a file in a child process first, because HDF5 may crash on a damaged
// file; see docs/design/hdf5.md. Tests: tests/io/hdf5_broken.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/hdf5_attribute.hpp>
#include <stria/io/trial.hpp>

#include <cerrno>

namespace stria::detail {

/// The seconds of CPU time in which a file is read: some for any file, and some for each MiB. They
/// are enough even for data that are compressed to a thousandth.
inline constexpr index h5_trial_seconds = 2, h5_trial_seconds_per_mib = 1;

/// The bytes of memory in which a file is read: 1 GiB for any file, and 32 for each byte of it.
/// HDF5 1.10 needs 25 for each byte if the file consists of the smallest attributes of one object.
inline constexpr index h5_trial_bytes = index{1} << 30, h5_trial_bytes_per_byte = 32;

/// HDF5 and stria hold a chunk, which may be compressed to almost nothing, about four times: before
/// and after each filter, in a buffer that grows by doubling, and as elements.
inline constexpr index h5_trial_copies = 8;

/// Calls a function and ignores its exceptions: after an error, the next object must still be read.
/// If memory does not suffice, std::bad_alloc is thrown.
template <class Call> void h5_attempt(const Call& call) {
  // HDF5 reports a failed allocation like other errors, but the allocator sets errno.
  errno = 0;
  try {
    call();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) { // the error is reported when the object is read again
    if (errno == ENOMEM)
      throw std::bad_alloc();
  }
}

/// h5_attempt() in a function that HDF5 calls for each of several objects. Exceptions must not pass
/// through its C code: if memory does not suffice, the result is 1, with which HDF5 ends its loop.
template <class Call> herr_t h5_attempt_one(const Call& call) noexcept {
  try {
    h5_attempt(call);
    return 0;
  } catch (...) {
    return 1;
  }
}

/// Returns the result of a call of HDF5, for example of a loop over h5_attempt_one(). Throws
/// std::bad_alloc if memory did not suffice. errno must be 0 before the call.
inline herr_t h5_attempted(herr_t result) {
  if (result > 0 || (result < 0 && errno == ENOMEM))
    throw std::bad_alloc();
  return result;
}

inline void h5_read_any_attribute(const h5_attribute& a) {
  if (H5Tget_class(a.type.get()) == H5T_STRING) {
    static_cast<void>(h5_read_texts(a));
  } else if (const auto type = h5_known_type(a.type.get())) {
    std::vector<char> bytes(static_cast<std::size_t>(a.count * type->bytes));
    h5_read_numbers_as(*type, a, bytes.data());
  }
}

inline void h5_read_attributes(hid_t object) {
  const auto each = [](hid_t owner, const char* name, const H5A_info_t*, void*) noexcept -> herr_t {
    return h5_attempt_one([&] { h5_read_any_attribute(h5_open_attribute(owner, "", name)); });
  };
  errno = 0;
  h5_attempted(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, each, nullptr));
}

/// Reads a box of a data set as bytes.
inline void h5_read_any(const h5_data& d, npy_type type, h5_box box) {
  std::vector<char> bytes(static_cast<std::size_t>(h5_count(d, box) * type.bytes));
  h5_read_as(type, d, box, bytes.data());
}

#if H5_VERSION_GE(1, 10, 5)
/// Reads the chunks that are stored in the file, one after the other.
inline void h5_read_stored_chunks(const h5_data& d, npy_type type, hid_t space, hsize_t count) {
  for (hsize_t k = 0; k < count; ++k) {
    std::array<hsize_t, H5S_MAX_RANK> begin{};
    h5_checked(H5Dget_chunk_info(d.id.get(), space, k, begin.data(), nullptr, nullptr, nullptr),
               d.name, "the chunk cannot be read");
    h5_attempt([&] {
      h5_box_list box;
      for (std::size_t axis = 0; axis < d.sizes.size(); ++axis) {
        const auto from = static_cast<index>(begin[axis]);
        box.push_back({from, 1, std::min(d.chunks[axis], d.sizes[axis] - from)});
      }
      h5_read_any(d, type, {box.data(), box.size()});
    });
  }
}

/// Reads all chunks of a data set, or only the stored ones if they are few: HDF5 needs time O(k) to
/// find the k-th stored chunk.
inline void h5_read_chunks(const h5_data& d, npy_type type) {
  hsize_t stored = 0;
  const h5_id space = h5_made(H5Dget_space(d.id.get()), d.name, "the shape cannot be read");
  h5_checked(H5Dget_num_chunks(d.id.get(), space.get(), &stored), d.name,
             "the chunks cannot be read");
  h5_box_list all;
  index chunk_bytes = type.bytes;
  for (std::size_t axis = 0; axis < d.sizes.size(); ++axis) {
    all.push_back({0, 1, d.sizes[axis]});
    if (!multiply_fits(chunk_bytes, d.chunks[axis], chunk_bytes))
      return;
  }
  const h5_box box{all.data(), all.size()};
  const auto chunks = static_cast<hsize_t>(std::max(index{0}, h5_count_chunks(d, 0, box)));
  if (chunks / 2 > stored)
    return h5_read_stored_chunks(d, type, space.get(), stored);
  constexpr index wanted = index{1} << 20;
  const index most = std::clamp(wanted / chunk_bytes, index{1}, h5_most_chunks);
  h5_each_piece(d, box, most, [&](const h5_piece& piece) {
    h5_attempt([&] { h5_read_any(d, type, {piece.in_file.data(), piece.in_file.size()}); });
  });
}
#else // Older versions cannot list the stored chunks.
inline void h5_read_chunks(const h5_data&, npy_type) {}
#endif

/// Reads contiguous elements, some rows at a time.
inline void h5_read_rows(const h5_data& d, npy_type type) {
  constexpr index wanted = index{1} << 20;
  h5_box_list box;
  for (const index n : d.sizes)
    box.push_back({0, 1, n});
  if (d.sizes.size() == 0)
    return h5_read_any(d, type, {});
  const index n = d.sizes[0];
  const index row_bytes = type.bytes * (n == 0 ? 0 : count_elements(h5_span(d.sizes)) / n);
  const index rows = std::max(index{1}, wanted / std::max(row_bytes, index{1}));
  for (index from = 0; from < n; from += rows) {
    box[0] = {from, 1, std::min(rows, n - from)};
    h5_attempt([&] { h5_read_any(d, type, {box.data(), box.size()}); });
  }
}

/// Reads one element of a data set that is not empty.
inline void h5_read_first(const h5_data& d, npy_type type) {
  h5_box_list box;
  for (const index n : d.sizes)
    box.push_back({0, 1, std::min(index{1}, n)});
  h5_read_any(d, type, {box.data(), box.size()});
}

/// A file while it is read in a trial.
struct h5_trial {
  h5_id file{};
  index bytes = 0; // of memory for everything but chunks
  memory_limit memory{};
};

/// Allows memory for some copies of a chunk.
inline void h5_allow_chunk(const h5_trial& trial, const h5_data& d) {
  index most = h5_trial_copies;
  bool fits = multiply_fits(most, d.element_bytes, most);
  for (const index n : d.chunks)
    fits = fits && multiply_fits(most, n, most);
  if (fits && add_fits(most, trial.bytes, most))
    trial.memory.allow(most);
}

inline void h5_read_dataset(const h5_trial& trial, const char* path) {
  const h5_data d = h5_open_data(trial.file.get(), path, path);
  const auto type = h5_known_type(d.type.get());
  const bool elsewhere = d.most_bytes == std::numeric_limits<index>::max();
  if (!type || elsewhere)
    return;
  h5_allow_chunk(trial, d);
  // HDF5 may crash even on a data set without stored elements.
  if (H5Dget_storage_size(d.id.get()) == 0)
    h5_read_first(d, *type);
  else if (d.chunks.size() > 0)
    h5_read_chunks(d, *type);
  else
    h5_read_rows(d, *type);
}

/// Reads everything that stria may read from a file of `bytes` bytes: each object, each attribute
/// and all stored elements. Returns false if some objects are not found, and throws std::bad_alloc
/// if this needs more memory than the size of the file justifies. Other errors are reported when
/// the object is read again.
inline bool h5_read_all(const std::string& path, index bytes) {
  const h5_quiet quiet;
  h5_trial trial;
  if (!multiply_fits(bytes, h5_trial_bytes_per_byte, trial.bytes) ||
      !add_fits(trial.bytes, h5_trial_bytes, trial.bytes))
    trial.bytes = std::numeric_limits<index>::max();
  trial.memory.allow(trial.bytes);
  errno = 0;
  trial.file = h5_id(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (!trial.file)
    return h5_attempted(-1) < 0;
  const auto each = [](hid_t, const char* name, const H5O_info_t*, void* of) noexcept -> herr_t {
    return h5_attempt_one([&] {
      const auto& in = *static_cast<const h5_trial*>(of);
      in.memory.allow(in.bytes);
      const h5_id object(H5Oopen(in.file.get(), name, H5P_DEFAULT));
      if (!object)
        return;
      h5_read_attributes(object.get());
      if (H5Iget_type(object.get()) == H5I_DATASET)
        h5_read_dataset(in, name);
    });
  };
  errno = 0;
#if H5_VERSION_GE(1, 12, 0)
  const herr_t end =
      H5Ovisit(trial.file.get(), H5_INDEX_NAME, H5_ITER_NATIVE, each, &trial, H5O_INFO_BASIC);
#else
  const herr_t end = H5Ovisit(trial.file.get(), H5_INDEX_NAME, H5_ITER_NATIVE, each, &trial);
#endif
  return h5_attempted(end) >= 0;
}

/// The file descriptor of a file that HDF5 has open, or -1.
inline int h5_descriptor(hid_t file) {
  const h5_id access(H5Fget_access_plist(file));
  void* number = nullptr;
  if (!access || H5Pget_driver(access.get()) != H5FD_SEC2 ||
      H5Fget_vfd_handle(file, H5P_DEFAULT, &number) < 0 || number == nullptr)
    return -1;
  return *static_cast<const int*>(number);
}

/// Whether HDF5 has this file open in this process. If so, the file was examined before, and HDF5
/// would use its cached data. Descriptors are compared instead of names, because HDF5 knows a new
/// file only by its temporary name, not by the path to which it was moved.
inline bool h5_is_open(const std::string& path) {
#if STRIA_HAS_POSIX_FILES
  posix::file_facts wanted;
  if (!posix::facts_of(path.c_str(), wanted))
    return false;
  const auto count = H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_FILE);
  if (count <= 0)
    return false;
  std::vector<hid_t> files(static_cast<std::size_t>(count));
  H5Fget_obj_ids(H5F_OBJ_ALL, H5F_OBJ_FILE, files.size(), files.data());
  return std::ranges::any_of(files, [&](hid_t file) {
    posix::file_facts found;
    const int number = h5_descriptor(file);
    return number >= 0 && posix::facts_of(number, found) && found.is_same_file(wanted);
  });
#else
  static_cast<void>(path);
  return false;
#endif
}

/// Raises io_error if HDF5 crashes on the file, does not finish, needs too much memory, or cannot
/// find all objects in it. `bytes` is the size of the file.
inline void h5_examine(const std::string& path, index bytes) {
  if (!has_trials || h5_is_open(path))
    return;
  const char* what = "the file cannot be examined, because no child process can be started";
  const index seconds = h5_trial_seconds + h5_trial_seconds_per_mib * (bytes >> 20);
  switch (run_trial(seconds, [&] { return h5_read_all(path, bytes); })) {
  case trial_end::well: return;
  case trial_end::refused: what = "the file is damaged: not all objects in it can be found"; break;
  case trial_end::starved:
    what = "reading the file needs too much memory in proportion to its size; it is damaged or "
           "malicious";
    break;
  case trial_end::badly:
    what =
        "HDF5 crashes or does not end on this file, as a trial in a child process has shown; it is "
        "damaged or malicious";
    break;
  case trial_end::none: break;
  }
  raise<io_error>(say_file(path) << what << ". {.examined = 0} opens it without this check");
}

} // namespace stria::detail
