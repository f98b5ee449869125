// SPDX-License-Identifier: BSL-1.0
// Damaged HDF5 files give an error of stria, or values. Elements under a checksum have the values
// that were written.
//
// HDF5 itself crashes on some of these files. hdf5::open reads a file in a child process first, so
// such a crash becomes an io_error; a crash in this process is a finding.
#include "../io/files.hpp"
#include "bytes.hpp"

#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>

#include <array>
#include <complex>
#include <optional>

#if defined(__linux__)
#include <pthread.h>
#include <unistd.h>
#endif

// With damaged files, HDF5 1.10 leaks memory and requests more than the machine has.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:quarantine_size_mb=2";
}
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*)());

namespace {

using namespace stria;
using fuzz::index;
using fuzz::input;

const test::scratch& folder() {
  static const test::scratch it("fuzz_hdf5");
  return it;
}

const auto written = eval(cast<float>(reshape(arange(48), 12, 4)));
const auto counts = eval(cast<int>(arange(9)) * 1000);

/// In the newest format, with checksums of metadata and elements.
void write_checked(const std::string& path) {
  const auto f = hdf5::open(path, hdf5::mode::replace);
  const auto d = hdf5::save(f, "group/x", written, {.chunks = {5, 4}, .deflate = 6});
  hdf5::save(f, "y", counts, {.checksum = true});
  d.set_attribute("scale", 2.5);
}

/// In the oldest format, without checksums.
void write_plain(const std::string& path) {
  const hid_t f = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t group = H5Gcreate2(f, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  constexpr hsize_t sizes[] = {12, 4}, chunks[] = {5, 4}, nine = 9, pair = 2;
  const hid_t space = H5Screate_simple(2, sizes, nullptr),
              row = H5Screate_simple(1, &nine, nullptr);
  const hid_t chunked = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(chunked, 2, chunks);
  H5Pset_shuffle(chunked);
  H5Pset_deflate(chunked, 6);
  const hid_t x =
      H5Dcreate2(group, "x", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, chunked, H5P_DEFAULT);
  H5Dwrite(x, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, written.data());
  const hid_t scalar = H5Screate(H5S_SCALAR), two = H5Screate_simple(1, &pair, nullptr);
  const hid_t scale = H5Acreate2(x, "scale", H5T_NATIVE_DOUBLE, scalar, H5P_DEFAULT, H5P_DEFAULT);
  const double value = 2.5;
  H5Awrite(scale, H5T_NATIVE_DOUBLE, &value);
  const hid_t fixed = H5Tcopy(H5T_C_S1);
  H5Tset_size(fixed, 3);
  const hid_t words = H5Acreate2(x, "words", fixed, two, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(words, fixed, "ab\0cde");
  const hid_t y = H5Dcreate2(f, "y", H5T_STD_I32BE, row, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(y, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, counts.data());
  const hid_t complex = H5Tcreate(H5T_COMPOUND, 8);
  H5Tinsert(complex, "r", 0, H5T_NATIVE_FLOAT);
  H5Tinsert(complex, "i", 4, H5T_NATIVE_FLOAT);
  const hid_t z = H5Dcreate2(f, "z", complex, row, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  std::array<std::complex<float>, 9> values{};
  H5Dwrite(z, complex, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  for (const hid_t id : {x, y, z})
    H5Dclose(id);
  for (const hid_t id : {scale, words})
    H5Aclose(id);
  for (const hid_t id : {space, row, scalar, two})
    H5Sclose(id);
  for (const hid_t id : {fixed, complex})
    H5Tclose(id);
  H5Pclose(chunked);
  H5Gclose(group);
  H5Fclose(f);
}

const std::string& good_file(bool checked) {
  static const auto both = [] {
    std::array<std::string, 2> files;
    const std::string path = folder().file("good.h5");
    write_plain(path);
    files[0] = test::bytes_of(path);
    write_checked(path);
    files[1] = test::bytes_of(path);
    return files;
  }();
  return both[checked ? 1 : 0];
}

/// The elements; nothing for an error of stria, which must name the file. If an index of this
/// program is out of bounds for the sizes in a damaged file, the error need not name the file.
template <class Read> auto attempt(const std::string& path, Read read) {
  std::optional<decltype(read())> found;
  try {
    found = read();
  } catch (const stria::index_error&) {
  } catch (const stria::error& e) {
    fuzz::require(std::string_view(e.what()).contains(path), "an error that does not name the file",
                  [&] { return e.what(); });
  }
  return found;
}
template <class T, extent... E>
auto load(const hdf5::file& f, const std::string& path, const char* name) {
  const auto t = attempt(path, [&] { return hdf5::load<T, E...>(f[name]); });
  if (t) {
    index n = 1;
    for (index s : t->shape())
      n *= s;
    fuzz::require(t->size() == n && static_cast<index>(t->storage().size()) == n, "size",
                  [&] { return std::string(name); });
  }
  return t;
}

/// Changes one of the fields of the file, most of which are at its beginning.
void spoil(input& in, std::string& file) {
  if (in.byte() % 4 == 3)
    return fuzz::spoil_bytes(in, file);
  const std::size_t at = (in.byte() << 8U | in.byte()) % file.size();
  const std::size_t width = std::size_t{1} << in.byte() % 4;
  fuzz::put(file, at, fuzz::another(in, fuzz::get(file, at, width), file.size()), width);
}

} // namespace

// Bytes that begin like an HDF5 file are used as a file; other bytes select a file and its changes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = folder().file("x.h5");
#if defined(__linux__)
  // A crash of HDF5 in a child process is not a finding, so the child reports nothing.
  [[maybe_unused]] static const int quiet = pthread_atfork(nullptr, nullptr, [] {
    if (__sanitizer_set_death_callback != nullptr)
      __sanitizer_set_death_callback(nullptr);
    static_cast<void>(::chdir("/proc"));
  });
#endif
  input in(data, size);
  const bool whole = size > 0 && data[0] == 0x89;
  const bool checked = !whole && in.byte() % 2 == 1;
  std::string file = whole ? std::string(in.rest()) : good_file(checked);
  const unsigned wrong = whole ? 0 : in.byte() % 5;
  for (unsigned k = 0; k < wrong && !file.empty(); ++k)
    spoil(in, file);
  std::filesystem::remove(path); // some systems wait for the disk when a file is replaced
  test::write_bytes(path, file);

  const bool right = !whole && wrong == 0;
  const auto f = attempt(path, [] { return hdf5::open(path); });
  fuzz::require(!right || f, "a right file", [] { return "is refused"; });
  if (f) {
    attempt(path, [&] { return f->names(); });
    attempt(path, [&] { return f->names("group"); });
    const auto x = load<float, dyn, dyn>(*f, path, "group/x");
    const auto y = load<int, dyn>(*f, path, "y");
    load<std::complex<float>, dyn>(*f, path, "z");
    attempt(path, [&] { return eval((*f)["group/x"].as<float, dyn, dyn>()[tensor{1, 0}, rev()]); });
    attempt(path, [&] { return f->dataset<int, 9>("y")[range(2, 8, 3)].shape(); });
    attempt(path, [&] { return (*f)["group/x"].attribute<double>("scale"); });
    attempt(path, [&] { return (*f)["group/x"].attribute<std::vector<std::string>>("words"); });
    attempt(path, [&] { return (*f)["z"].type(); });
    fuzz::require(!right || (x && y), "a right file", [] { return "is not read"; });
    // The checksum of zeros is zero, so zeros are accepted if elements have moved.
    if (checked || right)
      fuzz::require((!x || (x->shape() == written.shape() && bool(all_of(*x == written)))) &&
                        (!y || (y->shape() == counts.shape() &&
                                (bool(all_of(*y == counts)) || bool(all_of(*y == 0))))),
                    "values that were not written", [&] {
                      std::ostringstream s;
                      if (x)
                        s << "x: " << fuzz::listed(x->shape()) << ' ' << fuzz::listed(x->storage());
                      if (y)
                        s << "\ny: " << fuzz::listed(y->shape()) << ' '
                          << fuzz::listed(y->storage());
                      return s.str();
                    });
  }
  fuzz::require(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL) == (f ? 1 : 0), "objects left open",
                [] { return std::to_string(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL)); });
  return 0;
}
