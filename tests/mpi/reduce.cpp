// SPDX-License-Identifier: BSL-1.0
// Reductions over ranks: exact ones are those of the host; sums of floats do not depend on the
// number of ranks, and are near those of the host.
#include "ranks.hpp"

#include <cmath>

using namespace stria;

namespace {

/// A copy on one rank: of a world of this rank alone.
template <class H> auto alone(const mpi::world& self, const H& h) {
  return mpi::tensor<float, dyn, dyn>(self, h);
}

} // namespace

TEST_CASE("exact reductions") {
  for (const index_t n : {1, 3, 37, 128, 300, 1025}) {
    tensor<index_t, dyn, dyn> h(n, 5);
    for (index_t i = 0; i < h.size(); ++i)
      h.data()[i] = (i * 31) % 17;
    const auto u = test::on_ranks(h);
    INFO(n << " rows on rank " << test::world().rank());
    const index_t total = sum(u);
    CHECK(total == sum(h));
    CHECK(sum(u[rev()] * 2) == sum(h * 2));
    CHECK(max(u) == max(h));
    CHECK(argmax(u) == argmax(h));
    CHECK(mean(u) == mean(h));
    CHECK(any(u > 15) == any(h > 15));
    CHECK(count_nonzero(u == 3) == count_nonzero(h == 3));
    CHECK(test::same_rows(eval(argmin(u, _0)), eval(argmin(h, _0))));
    CHECK(test::same_rows(eval(sum(u * 3, _0)), eval(sum(h * 3, _0))));
    CHECK(test::same_rows(eval(u - max(u, _0)), eval(h - max(h, _0))));
    CHECK(test::same_rows(eval(sum(u, _0, keepdims)), eval(sum(h, _0, keepdims))));
    CHECK(test::same_rows(eval(sum(transpose(u), _1)), eval(sum(h, _0))));
  }
  const mpi::tensor<float, dyn, dyn> empty(test::world(), 0, 3);
  CHECK(sum(empty) == 0.f);
  CHECK_THROWS_AS(max(empty), value_error);
}

TEST_CASE("sums of floats do not depend on the number of ranks") {
  const mpi::world self(MPI_COMM_SELF);
  for (const index_t n : {1, 37, 127, 129, 700}) {
    auto h = test::numbers(static_cast<int>(n), n, 7);
    h *= 1.f / 3.f;
    const auto u = test::on_ranks(h);
    const auto one = alone(self, h);
    INFO(n << " rows on rank " << test::world().rank());
    CHECK(sum(u) == sum(one));
    CHECK(std_dev(u) == std_dev(one));
    CHECK(std::abs(sum(u) - sum(h)) <= 256 * 6e-8f * sum(abs(h)));
    const auto same = [&](const auto& a, const auto& b) {
      CHECK(test::same_rows(eval(a), gather_to(b, 0)));
    };
    same(u - mean(u, _0), one - mean(one, _0));
    same(var(u, _0) + sum(u, _0), var(one, _0) + sum(one, _0));
    same(sum(u, _1), sum(one, _1));
    same(sum(transpose(u) * 2.f, _1), sum(transpose(one) * 2.f, _1));
  }
}
