// SPDX-License-Identifier: BSL-1.0
// Index arrays and masks on HDF5 data sets: the same results as for a tensor, with each chunk read
// once.
#include "catch.hpp"
#include "files.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>

#include <string>
#include <vector>

using namespace stria;
using stria::index;
using test::scratch;

namespace {

template <class A, class B> bool same(const A& a, const B& b) {
  return test::shape(a) == test::shape(b) && test::evaluated(a) == test::evaluated(b);
}

// A filter that changes nothing and counts the chunks that are read.
int chunks_read = 0;

std::size_t count_chunk(unsigned flags, std::size_t, const unsigned[], std::size_t bytes,
                        std::size_t*, void**) {
  chunks_read += (flags & H5Z_FLAG_REVERSE) != 0 ? 1 : 0;
  return bytes;
}

constexpr H5Z_filter_t counting = 300; // one of the identifiers for tests

const auto counted = eval(from_function(
    [](index i, index j, index k) { return static_cast<int>(10000 * i + 100 * j + k); }, 20_c, 30_c,
    10_c));

} // namespace

TEST_CASE("index arrays on a data set and on the tensor give the same") {
  const scratch folder("hdf5_gather");
  const auto f = hdf5::open(folder.file("x.h5"), hdf5::mode::replace);
  const auto& t = counted;
  hdf5::save(f, "plain", t);
  hdf5::save(f, "chunked", t, {.chunks = {6, 7, 4}, .deflate = 1});
  hdf5::save(f, "tall", t, {.chunks = {20, 1, 1}});
  const tensor rows{3, -1, 3, 0, 19}, columns{29, 2, 2, -30, 5};
  const tensor<index, dyn, dyn> table{{1, 2, 3}, {-4, 5, 17}};
  const std::vector<int> list{7, 1};
  const tensor<int, dyn> none;
  const auto mask = eval(t[_, 0, 0] % 3 == 0);
  for (const std::string name : {"plain", "chunked", "tall"}) {
    INFO(name);
    const auto d = f.dataset<int, dyn, dyn, dyn>(name);
    const auto s = f.dataset<int, 20, 30, 10>(name);
    const auto check = [&](const auto&... items) {
      const auto expected = eval(t[items...]);
      CHECK(same(d[items...], expected));
      using result = dtensor<int, std::remove_cvref_t<decltype(expected)>::rank>;
      const result loaded = f[name][items...];
      CHECK(same(loaded, expected));
    };
    // Static sizes change the types of the results, not the elements.
    const auto check_static = [&](const auto&... items) {
      check(items...);
      CHECK(same(s[items...], t[items...]));
    };
    check_static(rows);
    check(list);
    check(none);
    check(rows + 0 * columns);
    check(table);
    check(_, columns);
    check(ellipsis, list);
    check_static(_, table, rev());
    check(rows, columns);
    check_static(rows, columns, 3);
    check(rows, columns, tensor{0, 9, 9, 4, -1});
    check_static(rows, _, tensor{0, 9, 9, 4, -1});
    check(rev(), rows, range(1, 9, 3));
    check(rev(10, 2, 3), rows, rev(_, _, 4));
    check(2, rows, rev());
    check(rows, range(2, 2));
    check_static(newaxis, rows, newaxis, _, 2);
    check(range(3, 11, 2), newaxis, table, newaxis, rev());
    check(ix_(rows, columns));
    check_static(ix_(mask, list, rows % 10));
    check_static(mask);
    check(mask, columns[range(0, _1)]);
    check(t > 50000);
    check(t < 0);
    check_static(nd(tensor{{0, 1}, {19, 29}}));
    check(nd(tensor{{{0, 1, 2}, {19, 29, 9}}}));
    check(nd(tensor{{4}, {4}}));

    CHECK(same(d[{0, 19, 3}], t[{0, 19, 3}]));
    CHECK(same(d[{0, 19}, {-1, 1}], t[{0, 19}, {-1, 1}]));
    CHECK(same(d[nd(tensor{{0, 1}, {20, 0}}, out_of_bounds::clip)],
               t[nd(tensor{{0, 1}, {20, 0}}, out_of_bounds::clip)]));
    CHECK(same(d[nd(tensor{{20, 1}, {2, 0}, {-1, 5}}, out_of_bounds::drop)],
               t[nd(tensor{{20, 1}, {2, 0}, {-1, 5}}, out_of_bounds::drop)]));
    CHECK(same(sum(d[rows], _0) * 2, sum(t[rows], _0) * 2));
    CHECK(same(d[rows][1, rev()], t[rows][1, rev()]));

    CHECK_THROWS_WITH(eval(d[tensor{0, 20}]),
                      test::contains("index 20 at entry (1,) of the index is out of bounds for "
                                     "axis 0"));
    CHECK_THROWS_AS(eval(d[_, tensor{0, -31}]), index_error);
    CHECK_THROWS_AS(eval(d[nd(tensor{{0, -1}})]), index_error);
    CHECK_THROWS_AS(eval(d[mask[range(1, _)]]), shape_error);
    CHECK_THROWS_AS((eval(d[rows, tensor<int, dyn>{1, 2}])), shape_error);
    CHECK_THROWS_AS((hdf5::load<int, dyn, dyn, dyn>(f[name][tensor{0, 20}])), index_error);
  }
}

TEST_CASE("each chunk is read once") {
  const H5Z_class2_t filter{H5Z_CLASS_T_VERS, counting, 1,       1,
                            "counts",         nullptr,  nullptr, count_chunk};
  REQUIRE(H5Zregister(&filter) >= 0);
  const scratch folder("hdf5_once");
  const auto f = hdf5::open(folder.file("x.h5"), hdf5::mode::replace);
  {
    // Chunks of more than a MiB, which HDF5 does not cache between reads.
    const hsize_t sizes[] = {12, 8, 100000}, chunk[] = {4, 2, 50000};
    const stria::detail::h5_id space(H5Screate_simple(3, sizes, nullptr));
    const stria::detail::h5_id layout(H5Pcreate(H5P_DATASET_CREATE));
    REQUIRE(H5Pset_chunk(layout.get(), 3, chunk) >= 0);
    REQUIRE(H5Pset_filter(layout.get(), counting, 0, 0, nullptr) >= 0);
    const stria::detail::h5_id made(H5Dcreate2(f.handle(), "x", H5T_NATIVE_INT, space.get(),
                                               H5P_DEFAULT, layout.get(), H5P_DEFAULT));
    REQUIRE(made);
  }
  const auto d = f.dataset<int, dyn, dyn, dyn>("x"); // 3 * 4 * 2 chunks
  const auto t = eval(cast<int>(reshape(arange(12 * 8 * 100000), 12, 8, -1)));
  d[ellipsis] = t;
  const auto reads = [&](const auto& e, const auto& expected) {
    chunks_read = 0;
    CHECK(same(e, expected));
    return chunks_read;
  };
  const tensor rows{11, 0, 5, 0, 4, 10, 1};
  const tensor all_rows{3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8};
  CHECK(reads(d, t) == 24);
  CHECK(reads(d[rows], t[rows]) == 24);
  CHECK(reads(d[all_rows], t[all_rows]) == 24);
  CHECK(reads(d[rows, 5], t[rows, 5]) == 6);
  CHECK(reads(d[rows, ellipsis, tensor{1, 60000, 1, 2, 3, 4, 5}],
              t[rows, ellipsis, tensor{1, 60000, 1, 2, 3, 4, 5}]) == 16);
  CHECK(reads(d[tensor{1, 3, 2}, rev(), range(0, 10)], t[tensor{1, 3, 2}, rev(), range(0, 10)]) ==
        4);
  CHECK(reads(d[nd(tensor{{0, 0, 0}, {11, 7, 99999}, {3, 1, 49999}})],
              t[nd(tensor{{0, 0, 0}, {11, 7, 99999}, {3, 1, 49999}})]) == 2);
  CHECK(reads(d[range(2, 3), _, range(_, _, 1000)], t[range(2, 3), _, range(_, _, 1000)]) == 8);
  chunks_read = 0;
  index total = 0;
  for (const auto part : hdf5::chunks(d))
    total += part.extent(0) + 0 * static_cast<index>(sum(part));
  CHECK(total == 12);
  CHECK(chunks_read == 24);
}
