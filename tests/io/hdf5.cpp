// SPDX-License-Identifier: BSL-1.0
// HDF5 data sets: files of h5py (hdf5_by_h5py.py writes and reads HDF5_WRITTEN), reading and
// writing slices, creation, attributes, refusals.
#include "catch.hpp"
#include "files.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/expr/complete_node.hpp>
#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>

#include <sys/resource.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

using namespace stria;
using stria::index;
using test::holds, test::scratch;

namespace {

inline constexpr dim batch{"batch"};

const auto counted =
    eval(from_function([](index i, index j, index k) { return 12 * i + 4 * j + k; }, _2, _3, _4));
const auto chunked = eval(cast<float>(reshape(arange(3500), 70, 50)) / 8.F);

/// ARRAYS[name] of hdf5_by_h5py.py, for the numeric types.
template <class T> auto expected_of() {
  if constexpr (std::same_as<T, bool>)
    return eval(counted % index{3} == index{0});
  else if constexpr (std::same_as<T, std::complex<float>>)
    return eval(map([](index n) { return T(static_cast<float>(n), -2.F * static_cast<float>(n)); },
                    counted));
  else if constexpr (std::same_as<T, std::complex<double>>)
    return eval(map([](index n) { return T(static_cast<double>(n), 0.5); }, counted));
  else if constexpr (std::is_unsigned_v<T>)
    return eval(cast<T>(counted + index{100}));
  else
    return eval(cast<T>(counted - index{5}));
}

/// Calls f(T(), name) for each type.
template <class F> void each_type(F f) {
  f(std::int8_t(), "int8");
  f(std::int16_t(), "int16");
  f(std::int32_t(), "int32");
  f(std::int64_t(), "int64");
  f(std::uint8_t(), "uint8");
  f(std::uint16_t(), "uint16");
  f(std::uint32_t(), "uint32");
  f(std::uint64_t(), "uint64");
  f(float(), "float32");
  f(double(), "float64");
  f(bool(), "bool");
  f(std::complex<float>(), "complex64");
  f(std::complex<double>(), "complex128");
}

template <class A, class B> bool same(const A& a, const B& b) {
  return test::shape(a) == test::shape(b) && test::evaluated(a) == test::evaluated(b);
}

} // namespace

TEST_CASE("files of h5py") {
  for (const std::string version : {"earliest", "latest"}) {
    const auto f = hdf5::open(HDF5_WRITTEN "/h5py_" + version + ".h5");
    each_type([&]<class T>(T, const std::string& name) {
      INFO(version << ' ' << name);
      const auto expected = expected_of<T>();
      CHECK(f[name].type() == name);
      CHECK(same(f.dataset<T, 2, 3, 4>(name), expected));
      CHECK(same(hdf5::load<T, dyn, 3, dyn>(f[name]), expected));
      CHECK(same(hdf5::load<T, dyn, dyn>(f[name][1, rev(), range(_, _, 2)]),
                 expected[1, rev(), range(_, _, 2)]));
      if (sizeof(T) > 1)
        CHECK(same(hdf5::load<tensor<T, 2, 3, 4>>(f["big/" + name]), expected));
    });
    CHECK(hdf5::load<std::int32_t>(f["scalar"]) == 42);
    CHECK(f.dataset<std::int32_t>("scalar") + 1 == 43);
    CHECK(test::shape(hdf5::load<float, dyn, 3>(f["empty"])) == test::list<index>{0, 3});
    CHECK(holds(hdf5::load<std::uint8_t, dyn>(f["group/deeper/größe"]), {0, 1, 2}));

    const auto d = f.dataset<float, dyn, dyn>("chunked");
    CHECK(same(d, chunked));
    CHECK(d.chunks() == std::array<index, 2>{16, 7});
    STATIC_REQUIRE(detail::complete_node<std::remove_const_t<decltype(d)>>);
    CHECK(same((d + 1.F).rebuilt([](const auto& o) { return o; }), eval(chunked + 1.F)));
    const auto u = f.dataset<std::int32_t, dyn, 4>("unwritten");
    CHECK(all_of(u == -7));

    CHECK(f.attribute<std::string>("title") == "größe");
    CHECK(f.attribute<std::string>("ascii") == "plain");
    CHECK(f.attribute<std::vector<std::string>>("names") ==
          std::vector<std::string>{"x", "", "zeta"});
    CHECK(f.attribute<std::vector<std::string>>("fixed") == std::vector<std::string>{"ab", "cde"});
    CHECK(d.attribute<double>("scale") == 2.5);
    CHECK(d.attribute<std::int16_t>("big") == -3);
    CHECK(d.attribute<int>("one") == 7);
    CHECK(holds(d.attribute<int, 1>("one"), {7}));
    CHECK(holds(f["chunked"].attribute<float, 2, dyn>("origin"), {1, 2, 3, 4, 5, 6}));
    CHECK(d.attribute<bool>("valid"));
    CHECK(d.attribute<std::complex<double>>("z") == std::complex<double>(1, -2));
    CHECK(d.has_attribute("z"));
    CHECK_FALSE(d.has_attribute("y"));

    CHECK(f.names("group") == std::vector<std::string>{"deeper"});
    CHECK(f.names().size() == 25);
    CHECK(f["group"].is_dataset() == false);
    CHECK(f["chunked"].shape() == std::vector<index>{70, 50});

    // Types without a C++ equivalent are refused with a message.
    const auto type_of = [&](const std::string& name) { return f[name].type(); };
    CHECK(type_of("text") == "strings");
    CHECK(type_of("half") == "real numbers of 16 bits");
    CHECK(type_of("long") == "real numbers of 128 bits");
    CHECK(type_of("pairs") == "compounds");
    CHECK(type_of("colour") == "an enumeration");
    CHECK_THROWS_WITH(
        (f.dataset<float, dyn>("half")),
        test::contains("half: the elements are real numbers of 16 bits, not float32"));
    CHECK_THROWS_WITH((f.dataset<bool, dyn>("colour")),
                      test::contains("the elements are an enumeration, not bool"));
    CHECK_THROWS_WITH((f.dataset<float>("null")), test::contains("null: it has no elements"));
  }
}

TEST_CASE("every slice of a data set equals that of the tensor") {
  const scratch folder("hdf5_slices");
  const auto t = eval(from_function(
      [](index i, index j, index k) { return static_cast<int>(100 * i + 10 * j + k); }, 7_c, _6,
      _5));
  const auto f = hdf5::open(folder.file("x.h5"), hdf5::mode::replace);
  hdf5::save(f, "plain", t);
  hdf5::save(f, "chunked", t, {.chunks = {3, 2, 4}, .deflate = 1});
  for (const std::string name : {"plain", "chunked"}) {
    const auto d = f.dataset<int, dyn, dyn, dyn>(name);
    const auto s = f.dataset<int, 7, 6, 5>(name);
    const auto named = f.dataset<int, batch, 6, dyn>(name);
    // With typed data sets of three kinds, and with one whose rank follows from the tensor.
    const auto check = [&](const auto&... items) {
      const auto expected = eval(t[items...]);
      CHECK(same(d[items...], expected));
      CHECK(same(s[items...], expected));
      CHECK(same(named[items...], expected));
      using result = dtensor<int, std::remove_cvref_t<decltype(expected)>::rank>;
      const result loaded = f[name][items...];
      CHECK(same(loaded, expected));
    };
    check(_);
    check(ellipsis);
    check(2);
    check(-1, _, 3);
    check(_2, range(_1, _4));
    check(range(1, 6, 2), rev(), range(_, -1));
    check(rev(4, 1), rev(), rev(_, _, 2));
    check(rev(_, _, 3), 0, rev(-3));
    check(range(2, 100), range(-100, 2), _);
    check(range(4, 2));
    check(range(3, 3), newaxis, rev());
    check(newaxis, ellipsis, 1, newaxis);
    check(range(2, 3), ellipsis, rev(), newaxis);
    check("1:6:2, ..., ::-1"_ix);
    check("None, -2, 1:, :3"_ix);
    CHECK(d[1, 2, 3] == 123);
    CHECK(int(s[-1, -1, -1]) == 654);
    CHECK(d["1, 2, 3"_ix] + 0 == 123);
    CHECK(test::shape(d[newaxis, 2]) == test::list<index>{1, 6, 5});
    STATIC_REQUIRE(decltype(s[range(_1, _3), newaxis, 0])::extents == static_shape<3>{{2, 1, 5}});

    // As operands.
    CHECK(sum(d) == sum(t));
    CHECK(same(d[0] * 2 + t[1], t[0] * 2 + t[1]));
    CHECK(same(sum(d[range(1, 3)], _0, _2), sum(t[range(1, 3)], _0, _2)));
    CHECK(same(d[range(1, 5)][rev(), 2], t[range(1, 5)][rev(), 2]));
    CHECK(same(s[range(0, _4)][tensor{3, 0}], t[range(0, _4)][tensor{3, 0}]));
    tensor<int, dyn, dyn> kept(6, 5);
    const int* const memory = kept.data();
    kept = d[3];
    CHECK(same(kept, t[3]));
    CHECK(kept.data() == memory);
    kept = f[name][5];
    CHECK(same(kept, t[5]));
    const tensor<int, 7, 6, 5> whole = f[name];
    CHECK(same(whole, t));

    // Bounds are checked by stria.
    CHECK_THROWS_AS(eval(d[7]), index_error);
    CHECK_THROWS_WITH((d[0, -7]), test::contains("index -7 is out of bounds for axis 1"));
    CHECK_THROWS_AS((hdf5::load<int, dyn, dyn>(f[name][7])), index_error);
    const index none = 0;
    CHECK_THROWS_AS(eval(d[range(0, 2, none)]), value_error);
  }
}

TEST_CASE("slices are written") {
  const scratch folder("hdf5_written");
  const std::string path = folder.file("x.h5");
  tensor<int, 7, 6> t;
  {
    const auto f = hdf5::open(path, hdf5::mode::replace);
    const auto d = hdf5::create<int>(f, "group/x", {7, 6}, {.chunks = {2, 5}, .deflate = 9});
    CHECK(all_of(d == 0));
    const auto both = [&](auto write) {
      write(d);
      write(t);
      CHECK(same(d, t));
    };
    // The type is explicit, because clang cannot deduce a tensor from braces within a template.
    const tensor column{1, 2, 3, 4};
    const tensor<int, 1, 6> row_of_one{{6, 5, 4, 3, 2, 1}};
    both([](auto&& a) { a[ellipsis] = reshape(arange(42), 7, 6) + 0; });
    both([](auto&& a) { a[range(1, 3)] = 5; });
    both([](auto&& a) { a[rev(), rev(_, _, 2)] = arange<int>(3); });
    both([&](auto&& a) { a[rev(5, 1), 2] = column; });
    both([](auto&& a) { a[_, range(2, 4)] = a[_, range(0, 2)]; });
    both([](auto&& a) { a[range(1, _)] = eval(a[range(_, -1)]); });
    both([](auto&& a) { a[3, 4] = 77; });
    both([](auto&& a) { a[3, 4] += 3; });
    both([](auto&& a) { a[rev(), 1] -= arange<int>(7); });
    both([](auto&& a) { a[range(5, 5)] = 9; });
    both([&](auto&& a) { a[_0, newaxis] = row_of_one; });
    both([](auto&& a) { a["::3, ::-2"_ix] *= 2; });
    // Element types convert as in any assignment, also between overlapping slices of one data set.
    both([](auto&& a) { a[6] = 2.75; });
    d[range(1, _)] = d[range(_, -1)];
    t[range(1, _)] = t[range(_, -1)];
    auto row = d[2];
    row = 4;
    t[2] = 4;
    CHECK(same(d, t));

    // Nothing is written if the shape does not fit.
    const tensor<int, dyn> four{1, 2, 3, 4};
    CHECK_THROWS_AS(d[0] = four, shape_error);
    CHECK_THROWS_AS((d[0, range(0, 4)] = t[four + 10, 0]), index_error);
    CHECK(route_of(d[0], t[1] + 1) == route::backend);
    CHECK(explain_route(d[0], t[1] + 1) ==
          "backend: the target's back end runs it\nback end: HDF5\n");
    CHECK(same(d, t));
  }
  const auto f = hdf5::open(path);
  const auto d = f.dataset<int, dyn, dyn>("group/x");
  CHECK(same(d, t));
  CHECK_THROWS_WITH(d[0] = 1, test::contains("x.h5: group/x: the file is open for reading only"));
  CHECK_THROWS_AS(f.set_attribute("a", 1), io_error);
  CHECK_THROWS_AS(hdf5::save(f, "y", t), io_error);
}

TEST_CASE("a data set outlives its file object, and slices their data set") {
  const scratch folder("hdf5_lives");
  const auto slice = [&] {
    const auto d = hdf5::save(hdf5::open(folder.file("x.h5"), hdf5::mode::replace), "x", arange(10),
                              {.chunks = {3}});
    return d[range(2, 5)];
  }();
  CHECK(holds(slice, {2, 3, 4}));
}

TEST_CASE("files for h5py") {
  const auto f = hdf5::open(HDF5_WRITTEN "/stria.h5", hdf5::mode::replace);
  each_type([&]<class T>(T, const std::string& name) {
    hdf5::save(f, name, expected_of<T>());
    CHECK(same(f.dataset<T, 2, 3, 4>(name), expected_of<T>()));
  });
  hdf5::save(f, "scalar", tensor<std::int32_t>(42));
  hdf5::save(f, "empty", zeros<float>(0, 3), {.deflate = 3});
  hdf5::save(f, "group/deeper/größe", cast<std::uint8_t>(arange(3)));
  f["group"].set_attribute("note", "of a group");

  const auto d = hdf5::save(f, "chunked", chunked + 0.F,
                            {.chunks = {16, 7}, .deflate = 6, .shuffle = true, .checksum = true});
  d[range(2, 4), rev()] = arange<float>(50);
  d[_, 3] = -1;
  d[5, 6] += 100;
  d[rev(60, 50, 3), range(4, 9)] = cast<float>(reshape(arange(20), 4, 5));
  const auto guessed = hdf5::save(f, "guessed", ones<float>(1000, 100), {.deflate = 1});
  CHECK(guessed.chunks() == std::array<index, 2>{500, 100});

  f.set_attribute("title", "grosse");
  f.set_attribute("title", "größe");
  f.set_attribute("names", std::vector<std::string>{"x", "", "zeta"});
  d.set_attribute("scale", 2.5);
  d.set_attribute("count", std::uint16_t{9});
  d.set_attribute("valid", true);
  d.set_attribute("z", std::complex<double>(1, -2));
  d.set_attribute("origin", tensor{{1.F, 2.F, 3.F}, {4.F, 5.F, 6.F}} * 1.F);
  f.flush();
  CHECK(f.attribute<std::string>("title") == "größe");
  CHECK(f.attribute<std::vector<std::string>>("names").size() == 3);
  CHECK(d.attribute<double>("scale") == 2.5);
  CHECK(d.attribute<bool>("valid"));
  CHECK(d.attribute<float, 2, 3>("origin")[1, 2] == 6.F);
}

TEST_CASE("chunks are slices along the first axis") {
  const scratch folder("hdf5_chunks");
  const auto f = hdf5::open(folder.file("x.h5"), hdf5::mode::replace);
  const auto t = eval(cast<double>(reshape(arange(1001 * 300), 1001, 300)));
  for (const auto& options :
       {hdf5::create_options{}, hdf5::create_options{.chunks = {100, 7}, .deflate = 1},
        hdf5::create_options{.chunks = {1001, 300}}}) {
    const auto d = hdf5::save(f, "x" + std::to_string(f.names().size()), t, options);
    double total = 0;
    index rows = 0;
    const auto parts = hdf5::chunks(d);
    for (const auto part : parts) {
      total += sum(part);
      rows += part.extent(0);
      if (!options.chunks.empty() && rows < 1001)
        CHECK(rows % options.chunks[0] == 0);
    }
    CHECK(rows == 1001);
    CHECK(total == sum(t));
    CHECK(parts.size() == (options.chunks.empty() ? 3U : options.chunks[0] == 100 ? 3U : 1U));
  }
  CHECK(hdf5::chunks(hdf5::create<int>(f, "none", {0, 4})).empty());
}

/// The increase of the peak memory of this process during a call, in MiB.
template <class Call> long most_memory(const Call& call) {
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  call();
  getrusage(RUSAGE_SELF, &after);
  return (after.ru_maxrss - before.ru_maxrss) >> 10;
}

TEST_CASE("data sets of very many chunks") {
  const scratch folder("hdf5_many");
  const std::string path = folder.file("x.h5");
  const auto t = eval(cast<float>(reshape(arange(60 * 500), 60, 500)));
  {
    const auto f = hdf5::open(path, hdf5::mode::replace);
    const auto thin = hdf5::create<int>(f, "thin", {200, 1000}, {.chunks = {1, 1}});
    thin[range(190, _), 5] = 1;
    hdf5::save(f, "x", t, {.chunks = {7, 1}});
  }
  const auto f = hdf5::open(path); // examines 4500 chunks
  const auto x = f.dataset<float, dyn, dyn>("x");
  CHECK(test::evaluated(x) == test::evaluated(t));
  CHECK(test::evaluated(x[range(3, _, 4), rev(2)]) == test::evaluated(t[range(3, _, 4), rev(2)]));
  CHECK(test::evaluated(x[_, range(2, 9)]) == test::evaluated(t[_, range(2, 9)]));

  // HDF5 needs 1.2 GB to read all these chunks in one call.
  dtensor<int, 2> thin;
  const long memory = most_memory([&] { thin = hdf5::load<int, dyn, dyn>(f["thin"]); });
  CHECK(thin.size() == 200000);
  CHECK(sum(thin) == 10);
  CHECK(memory < 300); // of which sanitizers keep 256
}

TEST_CASE("refusals at run time") {
  const scratch folder("hdf5_refused");
  const std::string path = folder.file("x.h5");
  const auto f = hdf5::open(path, hdf5::mode::replace);
  hdf5::save(f, "x", tensor{{1, 2, 3}, {4, 5, 6}});
  CHECK_THROWS_WITH((f.dataset<float, dyn, dyn>("x")),
                    test::contains("x.h5: x: the elements are int32, not float32"));
  CHECK_THROWS_WITH(
      (f.dataset<int, dyn>("x")),
      test::contains("x: the elements have the shape (2, 3), which does not fit (?,)"));
  CHECK_THROWS_AS((f.dataset<int, dyn, 4>("x")), shape_error);
  CHECK_THROWS_AS((hdf5::load<int, dyn>(f["x"])), shape_error);
  CHECK_THROWS_AS((hdf5::load<int, dyn>(f["x"][0, 1])), shape_error);
  CHECK_THROWS_AS((hdf5::load<int, 4>(f["x"][0])), shape_error);
  CHECK_THROWS_AS((hdf5::load<unsigned, dyn>(f["x"][0])), io_error);
  CHECK_THROWS_WITH(f["y"],
                    test::contains("x.h5: y: there is no group or data set with this name"));
  CHECK_THROWS_AS((f.dataset<int, dyn, dyn>("no/such/group")), io_error);
  CHECK_THROWS_AS(f.names("x"), io_error);

  CHECK_THROWS_WITH(hdf5::save(f, "x", tensor{1}), test::contains("name already exists"));
  CHECK(f["x"].shape() == std::vector<index>{2, 3});
  const std::array<index, 2> sizes{10, 20};
  const auto create = [&](hdf5::create_options o) { hdf5::create<int>(f, "new", sizes, o); };
  CHECK_THROWS_WITH(create({.chunks = {5}}),
                    test::contains("chunks of the shape (5,) do not fit a data set of the shape "
                                   "(10, 20)"));
  CHECK_THROWS_AS(create({.chunks = {11, 2}}), value_error);
  CHECK_THROWS_AS(create({.chunks = {0, 2}}), value_error);
  CHECK_THROWS_AS(hdf5::create<int>(f, "new", {index{1} << 40, 4}, {.chunks = {100, 4}}),
                  value_error);
  CHECK_THROWS_AS(create({.deflate = 10}), value_error);
  CHECK_THROWS_AS(create({.deflate = -2}), value_error);
  CHECK_THROWS_AS(hdf5::create<int>(f, "new", {-1, 4}), value_error);
  CHECK_THROWS_AS(hdf5::save(f, "new", tensor<int>(1), {.deflate = 1}), value_error);
  CHECK(f.names() == std::vector<std::string>{"x"});

  f.set_attribute("n", 3);
  CHECK_THROWS_WITH(f.attribute<double>("n"),
                    test::contains("x.h5: attribute n: the elements are int32, not float64"));
  CHECK_THROWS_WITH(f.attribute<std::string>("n"), test::contains("it is int32, not strings"));
  CHECK_THROWS_AS((f.attribute<int, 2>("n")), shape_error);
  CHECK_THROWS_AS(f.attribute<int>("m"), io_error);
  f.set_attribute("v", tensor{1, 2});
  CHECK_THROWS_AS(f.attribute<int>("v"), shape_error);
  CHECK_THROWS_AS(f.set_attribute("t", std::string("a\0b", 3)), value_error);
  CHECK_FALSE(f.has_attribute("t"));

  CHECK_THROWS_WITH(hdf5::open(folder.file("none.h5")),
                    test::contains("none.h5: the file cannot be opened: No such file"));
  test::write_bytes(folder.file("text.h5"), "a text");
  CHECK_THROWS_WITH(hdf5::open(folder.file("text.h5")),
                    test::contains("text.h5: the file cannot be opened: "));
  CHECK_THROWS_AS(hdf5::open(folder.file("no/folder/x.h5"), hdf5::mode::replace), io_error);
}
