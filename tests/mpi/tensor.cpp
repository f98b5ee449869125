// SPDX-License-Identifier: BSL-1.0
// The class mpi::tensor: construction, rows, copies, errors.
#include "ranks.hpp"

using namespace stria;

TEST_CASE("rows are divided as by PetscLayout") {
  const auto& world = test::world();
  const index_t np = world.size(), me = world.rank();
  const mpi::tensor<double, dyn, 3> u(world, 10);
  CHECK(u.shape() == std::array<index_t, 2>{10, 3});
  CHECK(u.size() == 30);
  CHECK(u.local().shape() == std::array<index_t, 2>{10 / np + (me < 10 % np), 3});
  CHECK(u.first_row() == 10 / np * me + std::min(me, 10 % np));
  CHECK(test::same_rows(u, zeros<double>(10, 3)));
  const mpi::tensor<int, 4, 2> fixed(world);
  CHECK(fixed.extent(-1) == 2);
  CHECK_THROWS_AS((mpi::tensor<float, dyn>(world, -1)), value_error);
}

TEST_CASE("given numbers of rows") {
  const auto& world = test::world();
  mpi::row_counts counts;
  for (int p = 0; p < world.size(); ++p)
    counts.of_rank.push_back(p + 1 == world.size() ? 7 : 0);
  const auto h = test::numbers(1, 7, 2);
  mpi::tensor<float, dyn, dyn> u(world, 7, 2, counts);
  CHECK(u.local().extent(0) == (world.rank() + 1 == world.size() ? 7 : 0));
  u = h;
  auto v = test::on_ranks(h);
  CHECK(test::same_rows(u, h));
  v = u[rev()] + v;
  CHECK(test::same_rows(v, eval(h[rev()] + h)));
  CHECK(sum(u) == sum(v[rev()]) - sum(h));
  counts.of_rank.push_back(1);
  CHECK_THROWS_AS((mpi::tensor<float, dyn, dyn>(world, 7, 2, counts)), value_error);
}

TEST_CASE("local rows are the memory of the tensor") {
  mpi::tensor<float, dyn, dyn> u(test::world(), 20, 3);
  auto mine = u.local();
  for (index_t i = 0; i < mine.extent(0); ++i)
    mine[i] = static_cast<float>(u.first_row() + i);
  const tensor<float, dyn, dyn> wanted = arange(20.f)[_, newaxis] + zeros<float>(20, 3);
  CHECK(test::same_rows(u, wanted));
  u[range(1, _)] = u[range(_, -1)];
  mine += 1.f; // is still valid
  CHECK(sum(u[0]) == 3.f);
}

TEST_CASE("copies, moves and new shapes") {
  const auto h = test::numbers(1, 9, 4);
  auto u = test::on_ranks(h);
  auto v = u;
  v += 1.f;
  CHECK(test::same_rows(u, h));
  CHECK(test::same_rows(v, eval(h + 1.f)));
  u = transpose(v);
  CHECK(test::same_rows(u, eval(transpose(h + 1.f))));
  u = h;
  v = std::move(u);
  CHECK(test::same_rows(v, h));
  mpi::tensor<float, dyn, dyn> w = v[range(2, 5)] * 2.f;
  CHECK(test::same_rows(w, eval(h[range(2, 5)] * 2.f)));
  CHECK(test::same_rows(eval(v - 1.f), eval(h - 1.f)));
  auto part = w[range(_, 2)];
  part = 0.f;
  CHECK(sum(w[range(_, 2)]) == 0.f);
}

TEST_CASE("gather_to") {
  const auto h = test::numbers(1, 9, 4);
  const auto u = test::on_ranks(h);
  const int last = test::world().size() - 1;
  const tensor<float, dyn, dyn> whole = gather_to(u * 2.f, last);
  if (test::world().rank() == last)
    CHECK(array_equal(whole, h * 2.f));
  else
    CHECK(whole.size() == 0);
  const float element = gather_to(u[2, 3], 0);
  CHECK(element == (test::world().rank() == 0 ? static_cast<float>(h[2, 3]) : 0.f));
  CHECK_THROWS_WITH(gather_to(u, last + 1), test::contains("there is no rank"));
}

TEST_CASE("errors are those of the host, on all ranks") {
  auto u = test::on_ranks(test::numbers(1, 9, 4));
  CHECK_THROWS_AS((u[0] = zeros<float>(5)), shape_error);
  CHECK_THROWS_AS((u + zeros<float>(5, 4)), shape_error);
  CHECK_THROWS_AS((u[9]), index_error);
  mpi::tensor<float, 9, 4> fixed(test::world());
  CHECK_THROWS_AS((fixed = u[range(1, _)]), shape_error);
}

TEST_CASE("tensors of two worlds do not meet in a statement") {
  MPI_Comm half;
  const bool first = test::world().rank() < (test::world().size() + 1) / 2;
  MPI_Comm_split(MPI_COMM_WORLD, first ? 0 : 1, 0, &half);
  {
    const mpi::world part(half);
    auto u = test::on_ranks(test::numbers(1, 9, 4));
    mpi::tensor<float, dyn, dyn> v(part, 9, 4);
    const std::string text = "of " + std::to_string(test::world().size()) + " and of " +
                             std::to_string(part.size()) + " ranks";
    CHECK_THROWS_WITH((u = v + 1.f), test::contains(text));
    CHECK_THROWS_AS((u += u + v), value_error);
    v = test::numbers(1, 9, 4);
    CHECK(sum(v) == sum(test::numbers(1, 9, 4)));
  }
  MPI_Comm_free(&half);
}
