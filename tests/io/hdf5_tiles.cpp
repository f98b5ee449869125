// SPDX-License-Identifier: BSL-1.0
// Data sets of HDF5 in statements over files.
#include <stria/io/hdf5.hpp>
#include <stria/io/tiles.hpp>
#include <stria/stria.hpp>

#include "files.hpp"
#include "numbers.hpp"

using namespace stria;

TEST_CASE("data sets in statements over files") {
  const test::scratch folder("hdf5_tiles");
  const std::string path = folder.file("x.h5"), name = path + ":group/t",
                    results = folder.file("r.hdf5");
  dtensor<float, 2> h(70, 30);
  for (index_t i = 0; i < h.size(); ++i)
    h.data()[i] = static_cast<float>(i * 7 % 23);
  {
    const auto f = hdf5::open(path, hdf5::mode::replace);
    hdf5::save(f, "group/t", h, {.chunks = {16, 8}, .deflate = 1});
    hdf5::create<float>(hdf5::open(results, hdf5::mode::replace), "r", {70, 30},
                        {.chunks = {8, 30}});
  }
  for (const index_t budget : {1 << 20, 10000, 3000}) {
    files::budget(budget);
    const auto a = files::open<float, dyn, dyn>(name);
    files::create<float>(folder.file("c.npy"), a.shape()) = a[rev(), rev()] * 2.f - max(a, _0);
    CHECK(test::holds(load_npy<float, dyn, dyn>(folder.file("c.npy")),
                      test::evaluated(h[rev(), rev()] * 2.f - max(h, _0))));
    auto r = files::open<float, dyn, dyn>(results + ":r", read_write);
    r = a + 1.f;
    r[range(_, _, 2), 3] *= 2.f;
    r[range(1, _)] = r[range(_, -1)] + a[0];
    dtensor<float, 2> wanted = h + 1.f;
    wanted[range(_, _, 2), 3] *= 2.f;
    wanted[range(1, _)] = eval(wanted[range(_, -1)] + h[0]);
    CHECK(test::holds(r, test::evaluated(wanted)));
    r = r[rev()];
    CHECK(test::holds(r, test::evaluated(wanted[rev()])));
  }
  CHECK_THROWS_AS((files::open<double, dyn, dyn>(name)), io_error);
  CHECK_THROWS_AS((files::open<float, dyn, dyn>(path + ":no")), io_error);
  CHECK_THROWS_AS((files::create<float>(path + ":new", 2, 3) = 1.f), io_error);
}
