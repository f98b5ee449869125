// SPDX-License-Identifier: BSL-1.0
// Damaged HDF5 files: truncated, with changed bytes, with sizes that the data do not have. The
// result is io_error or correct values.
#include "cases.hpp"
#include "catch.hpp"
#include "files.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>

#include <complex>
#include <cstdlib>
#include <new>
#include <random>
#include <string>
#include <vector>

using namespace stria;
using stria::index;
using test::bytes_of, test::scratch, test::write_bytes;

namespace {

const auto numbers = eval(cast<float>(reshape(arange(600), 30, 20)));

/// Data sets whose elements have checksums, like the metadata of all files of stria.
void write_good(const std::string& path) {
  const auto f = hdf5::open(path, hdf5::mode::replace);
  const auto d = hdf5::save(f, "group/x", numbers, {.chunks = {10, 20}, .deflate = 6});
  hdf5::save(f, "y", cast<int>(numbers), {.checksum = true});
  d.set_attribute("scale", 2.5);
  d.set_attribute("origin", tensor{1, 2, 3});
}

/// Whether everything in such a file is correct. io_error is allowed.
bool is_right(const std::string& path) {
  const auto f = hdf5::open(path);
  const auto d = f.dataset<float, dyn, dyn>("group/x");
  const tensor<int, dyn, dyn> y = f["y"];
  const tensor rows{29, 0, 5};
  return test::evaluated(d) == test::evaluated(numbers) &&
         test::evaluated(d[rows, rev()]) == test::evaluated(numbers[rows, rev()]) &&
         test::evaluated(y[range(2, 9)]) == test::evaluated(cast<int>(numbers)[range(2, 9)]) &&
         d.attribute<double>("scale") == 2.5 && d.attribute<int, dyn>("origin")[2] == 3;
}

/// Reads everything in a file without checksums. An error of stria is allowed.
index read_all(const std::string& path) {
  index read = 0;
  const auto attempt = [&](auto call) {
    try {
      call();
      ++read;
    } catch (const stria::error&) { // A refusal is correct.
    }
  };
  attempt([&] {
    const auto f = hdf5::open(path);
    attempt([&] { static_cast<void>(f.names()); });
    attempt([&] { static_cast<void>(f.names("group")); });
    // Strings of variable length are omitted: HDF5 1.10 trusts the sizes in their heap.
    attempt([&] { static_cast<void>(f.attribute<std::vector<std::string>>("fixed")); });
    attempt([&] { static_cast<void>(hdf5::load<float, dyn, dyn>(f["chunked"])); });
    attempt([&] {
      static_cast<void>(hdf5::load<float, dyn, dyn>(f["chunked"][tensor{60, 1}, range(3, 9)]));
    });
    attempt([&] { static_cast<void>(f["chunked"].attribute<float, dyn, dyn>("origin")); });
    attempt([&] { static_cast<void>(f["chunked"].attribute<bool>("valid")); });
    attempt([&] { static_cast<void>(hdf5::load<bool, dyn, dyn, dyn>(f["bool"])); });
    attempt([&] { static_cast<void>(hdf5::load<int, dyn, dyn>(f["unwritten"])); });
    attempt([&] {
      static_cast<void>(hdf5::load<std::complex<double>, dyn, dyn, dyn>(f["big/complex128"]));
    });
    attempt([&] { static_cast<void>(f["colour"].type()); });
    attempt([&] { static_cast<void>(f["pairs"].type()); });
  });
  return read;
}

/// STRIA_HDF5_FLIPS=10000 runs longer.
int flips_wanted(int usual) {
  const char* const wanted = std::getenv("STRIA_HDF5_FLIPS");
  return wanted == nullptr ? test::cases(usual) : std::atoi(wanted);
}

/// Checks that no HDF5 object is open, whatever was thrown.
bool all_closed() { return H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL) == 0; }

} // namespace

TEST_CASE("a truncated file is io_error") {
  const scratch folder("hdf5_cut");
  const std::string path = folder.file("x.h5");
  write_good(path);
  REQUIRE(is_right(path));
  const std::string good = bytes_of(path);
  const auto step = static_cast<std::size_t>(test::part());
  for (std::size_t n = 0; n < good.size(); n += step * (n < 600 ? 7 : 131)) {
    write_bytes(path, good.substr(0, n));
    INFO("of " << good.size() << " bytes " << n);
    CHECK_THROWS_AS(is_right(path), io_error);
  }
  CHECK(all_closed());
}

TEST_CASE("changed bytes with checksums give io_error, or have no effect") {
  const scratch folder("hdf5_changed");
  const std::string path = folder.file("x.h5");
  write_good(path);
  const std::string good = bytes_of(path);
  std::mt19937 random(1);
  int refused = 0;
  const int wanted = flips_wanted(400);
  for (int k = 0; k < wanted; ++k) {
    std::string bad = good;
    const int changes = 1 + k % 3;
    for (int c = 0; c < changes; ++c)
      bad[random() % bad.size()] ^= static_cast<char>(1 + random() % 255);
    write_bytes(path, bad);
    bool right = true;
    try {
      right = is_right(path);
    } catch (const io_error&) {
      ++refused;
    }
    CHECK(right);
  }
  CHECK(refused > wanted / 10);
  CHECK(all_closed());
}

// In the newest format, metadata have checksums, but elements have none. The oldest format has no
// checksums. HDF5 1.10 itself crashes on some damaged files; this must happen in the child process.
TEST_CASE("changed bytes without checksums give values, or errors of stria") {
  const scratch folder("hdf5_values");
  const std::string path = folder.file("x.h5");
  std::mt19937 random(2);
  for (const std::string version : {"earliest", "latest"}) {
    const std::string good = bytes_of(HDF5_WRITTEN "/h5py_" + version + ".h5");
    write_bytes(path, good);
    CHECK(read_all(path) == 13);
    for (std::size_t n = 0; n < good.size(); n += 509 * static_cast<std::size_t>(test::part())) {
      write_bytes(path, good.substr(0, n));
      CHECK_NOTHROW(read_all(path));
    }
    const int wanted = flips_wanted(150);
    for (int k = 0; k < wanted; ++k) {
      std::string bad = good;
      // Most metadata are at the beginning.
      const std::size_t within = k % 2 == 0 ? bad.size() : 4000;
      bad[random() % within] ^= static_cast<char>(1 + random() % 255);
      write_bytes(path, bad);
      INFO("round " << k);
      CHECK_NOTHROW(read_all(path));
    }
    CHECK(all_closed());
  }
}

/// A file of the oldest format with a chunk whose size, including the checksum, is given as `size`,
/// four bytes with the lowest byte first.
std::string with_chunk_of(const std::string& size) {
  std::string bytes = bytes_of(HDF5_WRITTEN "/h5py_earliest.h5");
  // A node of a tree of chunks: its signature, type 1, level 0, the number of chunks, two
  // addresses; then the number of bytes of the first chunk.
  std::size_t at = bytes.find(std::string("TREE\1\0", 6));
  REQUIRE(at < bytes.size() - 28);
  bytes.replace(at + 24, 4, size);
  return bytes;
}

constexpr index mib = index{1} << 20;

/// Whether memory can be limited: only Linux tells how much a process uses.
#if defined(__linux__)
constexpr bool can_limit_memory = true;
#else
constexpr bool can_limit_memory = false;
#endif

/// Whether an allocation beyond a limit ends the process: AddressSanitizer does not return null.
#if defined(STRIA_ADDRESS_SANITIZER)
constexpr bool ends_without_memory = true;
#else
constexpr bool ends_without_memory = false;
#endif

/// A text of 300,000 bytes, then short ones.
std::vector<std::string> one_long_text(std::size_t count) {
  std::vector<std::string> texts(count, "a");
  texts[0] = std::string(300000, 'b');
  return texts;
}

/// Changes a file with the strings one_long_text(count): all refer to the first text.
void repeat_long_text(const std::string& path, std::size_t count) {
  std::string bytes = bytes_of(path);
  // A reference has 16 bytes: the length in 4 bytes, then the place of the text.
  const std::string one("\1\0\0\0", 4), length("\xe0\x93\4\0", 4);
  std::size_t at = bytes.find(length);
  while (at < bytes.size() - 36 &&
         (bytes.substr(at + 16, 4) != one || bytes.substr(at + 32, 4) != one))
    at = bytes.find(length, at + 1);
  REQUIRE(at < bytes.size() - 16 * count);
  const std::string reference = bytes.substr(at, 16);
  for (std::size_t k = 1; k < count; ++k)
    bytes.replace(at + 16 * k, 16, reference);
  write_bytes(path, bytes);
}

/// A data set of one element, an array of `n` strings, which was not written. The strings are in
/// the fill value.
void write_fill_value(const std::string& path, hsize_t n) {
  const auto texts = one_long_text(n);
  std::vector<const char*> list;
  for (const std::string& text : texts)
    list.push_back(text.c_str());
  const hid_t f = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, H5T_VARIABLE);
  const hid_t array = H5Tarray_create2(text, 1, &n);
  const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_fill_value(layout, array, list.data());
  const hid_t space = H5Screate(H5S_SCALAR);
  H5Dclose(H5Dcreate2(f, "x", array, space, H5P_DEFAULT, layout, H5P_DEFAULT));
  H5Sclose(space);
  H5Pclose(layout);
  H5Tclose(array);
  H5Tclose(text);
  H5Fclose(f);
}

/// Whether `read` returns true in 256 MiB of additional memory.
template <class Read> bool succeeds_in_little_memory(Read read) {
  return stria::detail::run_trial(10, [&] {
           const stria::detail::memory_limit memory;
           memory.allow(256 * mib);
           return read();
         }) == stria::detail::trial_end::well;
}

TEST_CASE("a file on which HDF5 crashes is io_error") {
  const scratch folder("hdf5_crash");
  const std::string path = folder.file("x.h5");
  // HDF5 1.10 computes the checksum beyond the end of the memory.
  write_bytes(path, with_chunk_of(std::string("\2\0\0\0", 4)));
  const auto read_chunk = [&] {
    const auto f = hdf5::open(path, hdf5::mode::read, {.examined = 0});
    return hdf5::load<float, dyn, dyn>(f["chunked"]).size() > 0;
  };
  // Newer versions of HDF5 refuse such a file themselves.
  const auto end = stria::detail::run_trial(10, read_chunk);
  CHECK((end == stria::detail::trial_end::badly || end == stria::detail::trial_end::refused));
  if (end == stria::detail::trial_end::badly) {
    CHECK_THROWS_WITH(hdf5::open(path),
                      test::contains("x.h5: HDF5 crashes or does not end on this file"));
    CHECK_THROWS_AS(hdf5::open(path, hdf5::mode::update), io_error);
    // A file larger than the limit is not examined.
    CHECK_NOTHROW(hdf5::open(path, hdf5::mode::read, {.examined = 1000}));
  }
  CHECK_NOTHROW(hdf5::open(path, hdf5::mode::replace));
  CHECK(all_closed());
}

TEST_CASE("a file that needs too much memory is io_error") {
  const scratch folder("hdf5_memory");
  const std::string path = folder.file("x.h5");
  // HDF5 1.10 allocates memory for 3.9 GiB before it compares this with the size of the file.
  write_bytes(path, with_chunk_of("\xff\xff\xff\xf9"));
  try {
    hdf5::open(path);
    CHECK((!can_limit_memory || H5_VERSION_GE(1, 12, 0)));
  } catch (const io_error& e) {
    CHECK((ends_without_memory ||
           std::string(e.what()).contains("x.h5: reading the file needs too much memory in "
                                          "proportion to its size")));
  }
  CHECK_NOTHROW(hdf5::open(path, hdf5::mode::read, {.examined = 0}));
  CHECK(all_closed());
}

TEST_CASE("many strings of an attribute that refer to one long text are io_error") {
  const scratch folder("hdf5_repeated");
  const std::string path = folder.file("x.h5");
  const auto read = [&](index examined) {
    return hdf5::open(path, hdf5::mode::read, {.examined = examined})
        .attribute<std::vector<std::string>>("texts");
  };
  const auto texts = one_long_text(20000);
  {
    const auto f = hdf5::open(path, hdf5::mode::replace);
    f.set_attribute("texts", texts);
    CHECK(f.attribute<std::vector<std::string>>("texts") == texts);
  }
  CHECK(read(64 * mib) == texts);
  repeat_long_text(path, texts.size());
  CHECK(bytes_of(path).size() < 3 * mib / 2);
  // The strings are 6 GB.
  for (const index examined : {index{0}, 64 * mib})
    CHECK(succeeds_in_little_memory([&] {
      try {
        read(examined);
      } catch (const io_error& e) {
        return std::string(e.what()).contains(
            "x.h5: attribute texts: the strings together are longer than the file");
      }
      return false;
    }));
  CHECK_THROWS_AS(read(64 * mib), io_error);
  CHECK(all_closed());
}

TEST_CASE("many strings of a fill value that refer to one long text are not read") {
  const scratch folder("hdf5_fill");
  const std::string path = folder.file("x.h5");
  write_fill_value(path, 4000);
  repeat_long_text(path, 4000);
  // The strings are 1.2 GB.
  for (const index examined : {index{0}, 64 * mib})
    CHECK(succeeds_in_little_memory([&] {
      const auto x = hdf5::open(path, hdf5::mode::read, {.examined = examined})["x"];
      return x.type() == "arrays" && x.shape().empty();
    }));
  CHECK_THROWS_AS(hdf5::open(path)["x"].load_any(), io_error);
  CHECK(all_closed());
}

TEST_CASE("a file that is open is not examined again") {
  const scratch folder("hdf5_open");
  const std::string path = folder.file("x.h5");
  write_good(path);
  const auto f = hdf5::open(path, hdf5::mode::update);
  hdf5::save(f, "z", numbers);
  const auto again = hdf5::open(path, hdf5::mode::update);
  CHECK(test::evaluated(again.dataset<float, dyn, dyn>("z")) == test::evaluated(numbers));
  CHECK(is_right(path));
}

TEST_CASE("work in a child process succeeds, is refused, lacks memory, or crashes") {
  using stria::detail::run_trial, stria::detail::trial_end;
  CHECK(run_trial(10, [] { return true; }) == trial_end::well);
  CHECK(run_trial(10, [] { return false; }) == trial_end::refused);
  CHECK(run_trial(10, []() -> bool { throw value_error("no"); }) == trial_end::refused);
  CHECK(run_trial(10, []() -> bool { std::abort(); }) == trial_end::badly);
  CHECK(run_trial(10, []() -> bool { std::_Exit(0); }) == trial_end::badly);
  volatile bool forever = true;
  CHECK(run_trial(1, [&] {
          while (forever) {
          }
          return true;
        }) == trial_end::badly);
  volatile std::size_t much = 96 * mib;
  for (const index most : {64 * mib, 256 * mib}) {
    const auto end = run_trial(10, [&] {
      const stria::detail::memory_limit memory;
      memory.allow(most);
      return std::string(much, 'x').back() == 'x';
    });
    const auto starved = ends_without_memory ? trial_end::badly : trial_end::starved;
    CHECK(end == (most > 96 * mib || !can_limit_memory ? trial_end::well : starved));
  }
  CHECK(run_trial(10, []() -> bool { throw std::bad_alloc(); }) == trial_end::starved);
  // Changes of memory in the child process have no effect here.
  int value = 1;
  CHECK(run_trial(10, [&] { return ++value == 2; }) == trial_end::well);
  CHECK(value == 1);
}

TEST_CASE("a complex type with other offsets of its parts is refused") {
  const scratch folder("hdf5_parts");
  const std::string path = folder.file("x.h5");
  {
    const auto f = hdf5::open(path, hdf5::mode::replace);
    hdf5::save(f, "x", tensor{std::complex<float>(1, 2)});
    const hid_t type = H5Tcreate(H5T_COMPOUND, 12);
    H5Tinsert(type, "r", 0, H5T_NATIVE_FLOAT);
    H5Tinsert(type, "i", 8, H5T_NATIVE_FLOAT);
    const hsize_t n = 3;
    const hid_t space = H5Screate_simple(1, &n, nullptr);
    H5Dclose(H5Dcreate2(f.handle(), "wide", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    H5Tclose(type);
  }
  const auto f = hdf5::open(path);
  CHECK(hdf5::load<std::complex<float>, dyn>(f["x"])[0] == std::complex<float>(1, 2));
  CHECK_THROWS_WITH((hdf5::load<std::complex<float>, dyn>(f["wide"])),
                    test::contains("the elements are compounds, not complex64"));
}

TEST_CASE("elements that occupy no space are accepted up to 64 MiB") {
  const scratch folder("hdf5_sparse");
  const std::string path = folder.file("x.h5");
  const auto f = hdf5::open(path, hdf5::mode::replace);
  const index n = index{1} << 28;
  const auto d = hdf5::create<double>(f, "x", {n, 1000}, {.chunks = {1000, 1000}, .deflate = 1});
  CHECK(sum(d[range(-1, _)]) == 0.0);
  CHECK(sum(d[range(n / 2, n / 2 + 8000)]) == 0.0);
  CHECK_THROWS_WITH(eval(d[range(n / 2, n / 2 + 9000)]),
                    test::contains("x.h5: x: 9000000 elements are requested at once, but the file "
                                   "is too short for that many"));
  CHECK_THROWS_AS(eval(d), io_error);
  CHECK_THROWS_AS(sum(d), io_error);
  CHECK_THROWS_AS((eval(d[_, tensor{1, 2}])), io_error);
  CHECK(sum(d[tensor{n - 1, index{3}}]) == 0.0);
  d[n - 1, 999] = 5.0;
  CHECK(d[-1, -1] == 5.0);
  CHECK(sum(d[range(n - 10, _)]) == 5.0);
  f.flush();
}

TEST_CASE("a bool in a file may be any byte") {
  const scratch folder("hdf5_bool");
  const std::string path = folder.file("x.h5");
  hdf5::save(hdf5::open(path, hdf5::mode::replace), "x",
             tensor{true, false, true, true, false, true, false, false, true});
  std::string bytes = bytes_of(path);
  const std::size_t at = bytes.find(std::string("\1\0\1\1\0\1\0\0\1", 9));
  REQUIRE(at != std::string::npos);
  bytes.replace(at, 4, std::string("\7\0\xff\2", 4));
  write_bytes(path, bytes);
  const tensor<bool, dyn> b = hdf5::open(path)["x"];
  CHECK(count_nonzero(b) == 5);
  CHECK(cast<int>(b)[2] == 1);
}
