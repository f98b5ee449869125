// SPDX-License-Identifier: BSL-1.0
// Each allocation fails in turn while a file is written or read. The call throws std::bad_alloc or
// io_error, nothing leaks, and no file stays open. The old file and the target of a load keep their
// contents, and no other file is left in the folder.
#include "../io/files.hpp"
#include "../support/allocations.hpp"
#include "catch.hpp"

#include <stria/stria.hpp>

#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>
#ifdef STRIA_TEST_NPZ
#include <stria/io/npz.hpp>
#endif
#ifdef STRIA_TEST_IMAGE
#include <stria/io/image.hpp>
#endif
#ifdef STRIA_TEST_HDF5
#include <stria/io/hdf5.hpp>
#endif

#include <string>
#include <vector>

using namespace stria;
using test::bytes_of, test::scratch, test::write_bytes;

namespace {

using matrix = dtensor<double, 2>;

/// The number of files that the process has open; 0 if the system does not report it.
std::ptrdiff_t open_files() {
  const std::filesystem::path all("/proc/self/fd");
  return std::filesystem::exists(all) ? std::distance(std::filesystem::directory_iterator(all), {})
                                      : 0;
}

struct operands {
  matrix a = matrix(6, 5), t = full<double>(7.0, 2, 3);
  std::vector<std::string> names{"a name that is longer than a string holds in itself", "b", "c",
                                 "d", "e"};
};

bool unchanged(const operands& s) {
  return s.t.extent(0) == 2 && s.t.extent(1) == 3 && all_of(s.t == 7.0);
}

/// Checks act(operands&, path) on a file that contains `before`.
template <class Act>
void check_failures(const char* what, const std::string& name, const std::string& before, Act act) {
  INFO(what);
  set_memory_limit(0);
  const scratch folder("faults_files_");
  const std::string path = folder.file(name);
  write_bytes(path, before);
  {
    operands s;
    act(s, path); // memory that is allocated once for all calls is not a leak
  }
  const std::ptrdiff_t open = open_files();
  const auto seen = test::fail_each_allocation(
      [&] {
        write_bytes(path, before);
        return operands();
      },
      [&](operands& s) {
        try {
          act(s, path);
        } catch (const io_error&) {
          throw std::bad_alloc();
        }
      },
      [&](const operands& s) {
        return unchanged(s) && bytes_of(path) == before && folder.count() == 1 &&
               open_files() == open;
      });
  CHECK(seen.runs > 0);
  CHECK(seen.raised == seen.runs);
  CHECK(seen.leaks == 0);
  CHECK(seen.changed == 0);
}

/// Loads a file that must be refused. The io_error is passed on only if an allocation failed.
template <class Load> auto must_refuse(Load load) {
  return [load](operands&, const std::string& path) {
    const std::size_t failed = test::failed_allocations();
    try {
      load(path);
    } catch (const io_error&) {
      if (test::failed_allocations() != failed)
        throw;
      return;
    }
    throw value_error("the file was read");
  };
}

/// The contents of the file that write(path) writes.
template <class Write> std::string written(const std::string& name, Write write) {
  const scratch folder("faults_written_");
  write(folder.file(name));
  return bytes_of(folder.file(name));
}

} // namespace

TEST_CASE("numpy files where memory runs out") {
  const auto save = [](operands& s, const std::string& path) { save_npy(path, s.a); };
  check_failures("save", "x.npy", "old", save);
  check_failures("save an expression", "x.npy", "old", [](operands& s, const std::string& path) {
    save_npy(path, transpose(s.a) + 1.0);
  });
  check_failures("save durably", "x.npy", "old", [](operands& s, const std::string& path) {
    save_npy(path, s.a, {.durable = true});
  });
  const auto bytes = written("x.npy", [](const std::string& p) { save_npy(p, matrix(3, 4)); });
  check_failures("load", "x.npy", bytes, [](operands& s, const std::string& path) {
    s.t = load_npy<double, dyn, dyn>(path);
  });
  check_failures("load and convert", "x.npy", bytes, [](operands& s, const std::string& path) {
    s.t = cast<double>(load_npy_as<float, dyn, dyn>(path));
  });
  check_failures("refuse", "x.npy", "no file of this kind",
                 must_refuse([](const std::string& path) {
                   static_cast<void>(load_npy<double, dyn, dyn>(path));
                 }));
}

TEST_CASE("tables of text where memory runs out") {
  check_failures("save", "x.csv", "old",
                 [](operands& s, const std::string& path) { save_csv(path, s.a, s.names); });
  check_failures("save durably", "x.csv", "old", [](operands& s, const std::string& path) {
    save_csv(path, 2.0 * s.a, s.names, {.durable = true});
  });
  const auto bytes = written("x.csv", [](const std::string& p) {
    const operands s;
    save_csv(p, s.a, s.names);
  });
  check_failures("load", "x.csv", bytes, [](operands& s, const std::string& path) {
    s.t = load_csv<double>(path, {.header = true}).values;
  });
  check_failures("refuse", "x.csv", "1,2\n3,four\n", must_refuse([](const std::string& path) {
                   static_cast<void>(load_csv<double>(path));
                 }));
}

#ifdef STRIA_TEST_NPZ
TEST_CASE("archives where memory runs out") {
  check_failures("save", "x.npz", "old", [](operands& s, const std::string& path) {
    save_npz(path, {{"a", s.a}, {"an array of a long name, longer than a string", s.t + 1.0}});
  });
  check_failures("save durably", "x.npz", "old", [](operands& s, const std::string& path) {
    save_npz_compressed(path, {{"a", s.a}}, {.durable = true});
  });
  check_failures("save to a device", "x.npz", "old",
                 [](operands& s, const std::string&) { save_npz("/dev/null", {{"a", s.a}}); });
  const auto bytes = written("x.npz", [](const std::string& p) {
    save_npz_compressed(p, {{"a", matrix(3, 4)}, {"b", tensor{1.F, 2.F}}});
  });
  check_failures("load", "x.npz", bytes, [](operands& s, const std::string& path) {
    const npz_file f(path);
    static_cast<void>(f.names());
    static_cast<void>(f.load_as<double, dyn>("b"));
    s.t = f.load<matrix>("a");
  });
  check_failures(
      "refuse", "x.npz", "no file of this kind",
      must_refuse([](const std::string& path) { static_cast<void>(npz_file(path).names()); }));
  check_failures("refuse a path", "x.npz", bytes, must_refuse([](const std::string& path) {
                   static_cast<void>(npz_file(path + "/x.npz").names());
                 }));
  check_failures("refuse a member", "x.npz", bytes, must_refuse([](const std::string& path) {
                   static_cast<void>(npz_file(path).load<double, 7>("no such array"));
                 }));
}
#endif

#ifdef STRIA_TEST_IMAGE
TEST_CASE("pictures where memory runs out") {
  for (const std::string name : {"x.png", "x.jpg", "x.pgm"}) {
    INFO(name);
    check_failures("save", name, "old",
                   [](operands& s, const std::string& path) { save_image(path, s.a); });
    check_failures("save durably", name, "old", [](operands& s, const std::string& path) {
      save_image(path, s.a / 2.0, {.durable = true});
    });
    const auto bytes = written(name, [](const std::string& p) { save_image(p, matrix(9, 8)); });
    check_failures("load", name, bytes, [](operands& s, const std::string& path) {
      s.t = load_image<double, dyn, dyn>(path);
    });
    check_failures("refuse", name, bytes.substr(0, bytes.size() - 20),
                   must_refuse([](const std::string& path) {
                     static_cast<void>(load_image<double, dyn, dyn>(path));
                   }));
  }
}
#endif

#ifdef STRIA_TEST_HDF5
TEST_CASE("files of HDF5 where memory runs out") {
  const auto save = [](const std::string& path, const matrix& a, bool durable) {
    const auto f = hdf5::open(path, hdf5::mode::replace, {.durable = durable});
    hdf5::save(f, "x", a, {.chunks = {2, 3}, .deflate = 1});
    f.flush();
  };
  check_failures("save", "x.h5", "old",
                 [&](operands& s, const std::string& path) { save(path, s.a, false); });
  check_failures("save durably", "x.h5", "old",
                 [&](operands& s, const std::string& path) { save(path, s.a, true); });
  const auto bytes = written("x.h5", [&](const std::string& p) { save(p, matrix(3, 4), false); });
  // The file is not examined in a child process, because allocations would fail there
  // independently.
  check_failures("load", "x.h5", bytes, [](operands& s, const std::string& path) {
    const auto f = hdf5::open(path, hdf5::mode::read, {.examined = 0});
    static_cast<void>(f.names());
    s.t = hdf5::load<matrix>(f["x"]);
  });
  check_failures("refuse", "x.h5", bytes, must_refuse([](const std::string& path) {
                   static_cast<void>(
                       hdf5::open(path, hdf5::mode::read, {.examined = 0})["no such name"]);
                 }));
}
#endif
