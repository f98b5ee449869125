// SPDX-License-Identifier: BSL-1.0
// .npz archives: round trips, archives of NumPy (npz_by_numpy.py writes and reads NPZ_WRITTEN), and
// damaged files.
#include "catch.hpp"
#include "files.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/io/npz.hpp>

#include <complex>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <csignal>

using namespace stria;
using stria::index;
using test::bytes_of, test::holds, test::scratch, test::write_bytes;

namespace {

const auto counted =
    from_function([](index i, index j, index k) { return 12 * i + 4 * j + k; }, _2, _3, _4);

std::string archive(const std::string& name) { return NPZ_WRITTEN "/" + name + ".npz"; }

/// save_npz or save_npz_compressed.
auto saver(bool stored) {
  return [stored](const std::string& path, const std::vector<npz_item>& arrays) {
    stored ? save_npz(path, arrays) : save_npz_compressed(path, arrays);
  };
}

/// An archive of one member with any bytes.
void write_member(const std::string& path, const std::string& name, const std::string& bytes,
                  int method) {
  zip_t* const zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  zip_source_t* const source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
  REQUIRE(zip_file_add(zip, name.c_str(), source, 0) == 0);
  REQUIRE(zip_set_file_compression(zip, 0, method, 0) == 0);
  REQUIRE(zip_close(zip) == 0);
}

/// The bytes of a .npy file.
template <class E> std::string npy_bytes(const E& e) {
  const scratch folder("npz_member");
  save_npy(folder.file("x.npy"), e);
  return bytes_of(folder.file("x.npy"));
}

void put(std::string& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t k = 0; k < 4; ++k)
    bytes[at + k] = static_cast<char>(value >> 8 * k & 255U);
}

} // namespace

TEST_CASE("a saved archive is loaded again") {
  const scratch folder("npz_round");
  const std::string path = folder.file("x.npz");
  const tensor<float, 2, dyn> a{{1, 2, 3}, {4, 5, 6}};
  for (const bool stored : {true, false}) {
    saver(stored)(path, {{"a", a},
                         {"twice", 2 * a},
                         {"slice", a[_, rev()]},
                         {"own", tensor{1, 2, 3}},
                         {"none", zeros<double>(3, 0)},
                         {"scalar", tensor<std::int8_t>(7)},
                         {"bool", a > 2.0F}});
    const npz_file f(path);
    CHECK(f.names() ==
          std::vector<std::string>{"a", "twice", "slice", "own", "none", "scalar", "bool"});
    STATIC_REQUIRE(std::same_as<decltype(f.load<float, 2, dyn>("a")), tensor<float, 2, dyn>>);
    CHECK(holds(f.load<float, 2, dyn>("a"), {1, 2, 3, 4, 5, 6}));
    CHECK(holds(f.load<dtensor<float, 2>>("twice"), {2, 4, 6, 8, 10, 12}));
    CHECK(holds(f.load<float, dyn, 3>("slice"), {3, 2, 1, 6, 5, 4}));
    CHECK(holds(f.load<int, 3>("own.npy"), {1, 2, 3}));
    CHECK(test::shape(f.load<double, dyn, dyn>("none")) == test::list<index>{3, 0});
    CHECK(f.load<std::int8_t>("scalar") == 7);
    CHECK(holds(f.load<bool, 2, 3>("bool"), {false, false, true, true, true, true}));
    CHECK(holds(f.load_as<double, dyn>("own"), {1.0, 2.0, 3.0}));
    // In any order, and again.
    CHECK(holds(f.load<float, 2, dyn>("a"), {1, 2, 3, 4, 5, 6}));
  }
  CHECK(folder.count() == 1);
  save_npz(path, {{"a", a}});
  CHECK(npz_file(path).names() == std::vector<std::string>{"a"});
  const std::string once = bytes_of(path);
  save_npz(std::filesystem::path(path), {{"a", a}});
  CHECK(bytes_of(path) == once);

  // A run-time number of arrays.
  std::vector<npz_item> items;
  for (int k = 0; k < 3; ++k)
    items.emplace_back("x" + std::to_string(k), arange(5) + k);
  save_npz_compressed(path, items);
  CHECK(holds(npz_file(path).load<int, 5>("x2"), {2, 3, 4, 5, 6}));
}

TEST_CASE("archives for NumPy") {
  std::filesystem::create_directories(NPZ_WRITTEN);
  for (const bool stored : {true, false})
    saver(stored)(archive(stored ? "stria_stored" : "stria_deflated"),
                  {{"float32", cast<float>(counted) / 8.0F},
                   {"columns", cast<double>(counted)},
                   {"big", tensor<std::int16_t, 3>{1, -2, 300}},
                   {"bool", tensor{true, false}},
                   {"complex128", tensor<std::complex<double>, 2>{{1, 2}, {3, -4}}},
                   {"scalar", tensor<std::int32_t>(42)},
                   {"empty", zeros<float>(0, 3)},
                   {"größe", arange<std::uint8_t>(3)},
                   {"long", zeros<double>(100000)}});
  CHECK(std::filesystem::file_size(archive("stria_deflated")) * 50 <
        std::filesystem::file_size(archive("stria_stored")));
}

TEST_CASE("archives of NumPy") {
  // Without NumPy, these archives do not exist.
  const bool written = std::filesystem::exists(archive("numpy_stored"));
  CHECK(std::filesystem::exists(archive("numpy_deflated")) == written);
  if (!written)
    return;
  for (const char* name : {"numpy_stored", "numpy_deflated"}) {
    const npz_file f(archive(name));
    CHECK(f.names() == std::vector<std::string>{"float32", "columns", "big", "bool", "complex128",
                                                "scalar", "empty", "größe", "long"});
    CHECK(holds(f.load<float, 2, 3, 4>("float32"), test::values(cast<float>(counted) / 8.0F)));
    CHECK(holds(f.load<double, dyn, 3, dyn>("columns"), test::values(cast<double>(counted))));
    CHECK(holds(f.load<std::int16_t, dyn>("big"), {1, -2, 300}));
    CHECK(holds(f.load<bool, 2>("bool"), {true, false}));
    CHECK(f.load<std::complex<double>, 2>("complex128")[1] == std::complex<double>(3, -4));
    CHECK(f.load<std::int32_t>("scalar") == 42);
    CHECK(test::shape(f.load<float, dyn, 3>("empty")) == test::list<index>{0, 3});
    CHECK(holds(f.load<std::uint8_t, 3>("größe"), {0, 1, 2}));
    CHECK(sum(f.load<double, dyn>("long")) == 0.0);
  }
}

TEST_CASE("refusals of load") {
  const scratch folder("npz_refused");
  const std::string path = folder.file("x.npz");
  save_npz(path, {{"a", tensor{1, 2, 3}}});
  const npz_file f(path);
  CHECK_THROWS_WITH((f.load<int, 3>("b")), test::contains("x.npz: there is no array named b"));
  CHECK_THROWS_WITH((f.load<float, 3>("a")),
                    test::contains("x.npz: a: the elements are int32, not float32; load_as"));
  CHECK_THROWS_AS((f.load<int, 4>("a")), shape_error);
  CHECK_THROWS_WITH(npz_file(folder.file("none.npz")),
                    test::contains("none.npz: the file cannot be opened: No such file"));
  CHECK_THROWS_AS(npz_file(folder.file("")), io_error);
  write_bytes(path, "no archive");
  CHECK_THROWS_WITH(npz_file(path), test::contains("the archive cannot be opened: Not a zip"));

  CHECK_THROWS_AS(save_npz(path, {}), value_error);
  CHECK_THROWS_WITH(save_npz(path, {{"a", tensor{1}}, {"a", tensor{2}}}),
                    test::contains("a.npy: the member cannot be written: File already exists"));
  CHECK(bytes_of(path) == "no archive");
}

TEST_CASE("an archive that cannot be written leaves the old file") {
  const scratch folder("npz_kept");
  CHECK_THROWS_AS(save_npz(folder.file("no/such/folder/x.npz"), {{"a", tensor{1}}}), io_error);
  std::filesystem::create_directories(folder.file("taken.npz/inside"));
  CHECK_THROWS_AS(save_npz(folder.file("taken.npz"), {{"a", tensor{1}}}), io_error);
  const std::string path = folder.file("x.npz");
  save_npz(path, {{"a", tensor{1, 2}}});
  const tensor<int, dyn> row{1, 2, 3};
  CHECK_THROWS_AS(save_npz(path, {{"a", row[tensor{7}]}}), index_error);
  CHECK(holds(npz_file(path).load<int, 2>("a"), {1, 2}));
  CHECK(folder.count() == 2);
}

TEST_CASE("an archive replaces a file like other files") {
  const scratch folder("npz_place");
  const std::string path = folder.file("x.npz"), link = folder.file("link.npz");
  save_npz(path, {{"a", tensor{1, 2}}});
  std::filesystem::permissions(path, std::filesystem::perms{0640});
  std::filesystem::create_symlink("x.npz", link);
  save_npz(link, {{"a", tensor{3, 4}}}, {.durable = true});
  CHECK(std::filesystem::is_symlink(link));
  CHECK(holds(npz_file(path).load<int, 2>("a"), {3, 4}));
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms{0640});
  save_npz_compressed("/dev/null", {{"a", tensor{1, 2}}});
  CHECK(std::filesystem::is_character_file("/dev/null"));
  if (std::filesystem::exists("/dev/full"))
    CHECK_THROWS_WITH(save_npz("/dev/full", {{"a", tensor{1, 2}}}),
                      test::contains("/dev/full: the file cannot be written"));

  // A full disk.
  void (*const before)(int) = std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  ::getrlimit(RLIMIT_FSIZE, &usual);
  for (const rlim_t room : {0U, 70U, 100000U, 800100U}) {
    const rlimit full{room, usual.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &full);
    CHECK_THROWS_WITH(save_npz(path, {{"a", zeros<double>(100000)}}),
                      test::contains("x.npz: the archive cannot be written: "));
    ::setrlimit(RLIMIT_FSIZE, &usual);
  }
  std::signal(SIGXFSZ, before);
  CHECK(holds(npz_file(path).load<int, 2>("a"), {3, 4}));
  CHECK(folder.count() == 2);

  CHECK_THROWS_WITH(npz_file(folder.file("")), test::contains("this is a directory"));
  CHECK_THROWS_WITH(npz_file(path + std::string("\0y", 2)), test::contains("contain a zero byte"));
  CHECK_THROWS_AS(npz_file(path).load<int>(std::string("a\0b", 3)), io_error);
  CHECK_THROWS_AS(save_npz(path, {{std::string("a\0b", 3), tensor{1}}}), value_error);
}

TEST_CASE("damaged members are io_error and nothing else") {
  const scratch folder("npz_members");
  const std::string path = folder.file("x.npz");
  const std::string good = npy_bytes(arange<int>(1000));
  const auto load = [&] { return npz_file(path).load<int, dyn>("a"); };
  for (const int method : {ZIP_CM_STORE, ZIP_CM_DEFLATE}) {
    write_member(path, "a.npy", good, method);
    CHECK(sum(load()) == 499500);
    write_member(path, "a.npy", "a text, and no array", method);
    CHECK_THROWS_WITH(load(), test::contains("x.npz: a: this is not a .npy file"));
    write_member(path, "a.npy", "", method);
    CHECK_THROWS_AS(load(), io_error);
    for (const std::size_t n : {5U, 60U, 128U, 1000U}) {
      write_member(path, "a.npy", good.substr(0, n), method);
      CHECK_THROWS_AS(load(), io_error);
    }
    write_member(path, "a.npy", good + std::string(1 << 20, '\0'), method);
    CHECK_THROWS_WITH(load(), test::contains("the member continues after its elements"));
    // More elements than the member has: refused before memory is allocated.
    std::string large = good;
    large.replace(large.find("(1000,)"), 18, "(1099511627776,) }");
    write_member(path, "a.npy", large, method);
    CHECK_THROWS_WITH(load(), test::contains("bytes of elements"));
    // The name lacks the ending .npy that NumPy writes.
    write_member(path, "a", good, method);
    CHECK(sum(load()) == 499500);
  }
}

TEST_CASE("sizes that an archive declares but does not have") {
  const scratch folder("npz_lies");
  const std::string path = folder.file("x.npz");
  for (const int method : {ZIP_CM_STORE, ZIP_CM_DEFLATE}) {
    std::string head = npy_bytes(tensor<std::int8_t, 1>{0});
    head.replace(head.find("(1,)"), 15, "(4000000000,) }");
    write_member(path, "a.npy", head, method);
    std::string bytes = bytes_of(path);
    const std::size_t entry = bytes.find("PK\1\2");
    REQUIRE(entry != std::string::npos);
    put(bytes, entry + 24, 4000000128U);
    write_bytes(path, bytes);
    CHECK_THROWS_WITH((npz_file(path).load<std::int8_t, dyn>("a")),
                      test::contains("too short for a member of 4000000128 bytes"));
    put(bytes, entry + 20, 4000000128U);
    write_bytes(path, bytes);
    CHECK_THROWS_AS((npz_file(path).load<std::int8_t, dyn>("a")), io_error);
  }
}

TEST_CASE("an archive with a wrong byte gives its values, or is refused") {
  const scratch folder("npz_bytes");
  const std::string path = folder.file("x.npz"), saved = folder.file("saved.npz");
  const auto load = [&]() -> bool {
    try {
      const npz_file f(path);
      static_cast<void>(f.names());
      const auto found = f.load<std::uint8_t, dyn>("a");
      CHECK(holds(found, {3, 1, 4, 1, 5}));
      return true;
    } catch (const error&) {
      return false;
    }
  };
  for (const bool stored : {true, false}) {
    saver(stored)(saved, {{"a", tensor<std::uint8_t, 5>{3, 1, 4, 1, 5}}});
    const std::string good = bytes_of(saved);
    for (std::size_t n = 0; n < good.size(); ++n) {
      write_bytes(path, good.substr(0, n));
      CHECK(!load());
      for (const char flip : {'\1', '\x80', '\xff'}) {
        std::string wrong = good;
        wrong[n] = static_cast<char>(wrong[n] ^ flip);
        write_bytes(path, wrong);
        load();
      }
    }
    // The last element: only the checksum detects it.
    if (stored) {
      std::string wrong = good;
      wrong[good.find("\3\1\4\1\5") + 4] = '\6';
      write_bytes(path, wrong);
      CHECK_THROWS_WITH((npz_file(path).load<std::uint8_t, dyn>("a")), test::contains("CRC"));
    }
  }
}
