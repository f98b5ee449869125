// SPDX-License-Identifier: BSL-1.0
// Files of tensors over ranks: each rank reads and writes its rows; other numbers of ranks read
// what some have written.
#include "ranks.hpp"

#include <cstdio>

using namespace stria;

TEST_CASE("rows in .npy files") {
  const auto& world = test::world();
  const std::string name = "mpi_rows_" + std::to_string(world.size()) + ".npy";
  const auto h = test::numbers(1, 11, 3);
  const auto u = test::on_ranks(h);
  save_npy(name, u);
  CHECK(array_equal(load_npy<float, dyn, dyn>(name), h));
  CHECK(test::same_rows(mpi::load_npy<float, dyn, 3>(world, name), h));
  save_npy(name, u[rev()] * 2.f);
  CHECK(array_equal(load_npy<float, dyn, dyn>(name), h[rev()] * 2.f));

  // Some of the ranks read what all have written, and the other way around.
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, world.rank() % 2, 0, &half);
  {
    const mpi::world part(half);
    auto v = mpi::load_npy<float, dyn, dyn>(part, name);
    CHECK(v.local().extent(0) >= 11 / part.size());
    CHECK(sum(v) == sum(u[rev()] * 2.f));
    world.barrier();
    if (world.rank() % 2 == 0)
      save_npy(name, v + 1.f);
  }
  MPI_Comm_free(&half);
  world.barrier();
  CHECK(test::same_rows(mpi::load_npy<float, dyn, dyn>(world, name), eval(h[rev()] * 2.f + 1.f)));
  world.barrier();

  if (world.rank() == 0)
    save_npy(name, zeros<bool>(11, 3));
  world.barrier();
  CHECK(sum(mpi::load_npy<bool, dyn, dyn>(world, name)) == 0);
  CHECK_THROWS_AS((mpi::load_npy<float, dyn, dyn>(world, name)), io_error);
  CHECK_THROWS_AS((mpi::load_npy<bool, dyn>(world, name)), shape_error);
  world.barrier();
  if (world.rank() == 0)
    std::remove(name.c_str());
  CHECK_THROWS_AS((mpi::load_npy<bool, dyn, dyn>(world, "nowhere/u.npy")), io_error);
  CHECK_THROWS_AS(save_npy("nowhere/u.npy", u), io_error);
}
