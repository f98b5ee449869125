// SPDX-License-Identifier: BSL-1.0
// Index arrays and masks over ranks, as sources and targets, with duplicates: the bits of the host.
#include "ranks.hpp"

using namespace stria;

namespace {

template <class Statement> void check(const char* what, const Statement& statement) {
  for (const auto& [n, m] : {std::pair<index_t, index_t>{37, 5}, {3, 2}}) {
    INFO(what << " with " << n << " rows on rank " << test::world().rank());
    auto h = test::numbers(1, n, m);
    auto u = test::on_ranks(h);
    tensor<index_t, dyn> places(2 * n);
    for (index_t i = 0; i < places.size(); ++i)
      places.data()[i] = (i * 7 + 3) % n - (i % 2) * n;
    const auto values = test::numbers(2, 2 * n, m);
    statement(h, places, values, h);
    statement(u, places, values, h);
    CHECK(test::same_rows(u, h));
  }
}

} // namespace

TEST_CASE("scatter") {
  check("=", [](auto& u, auto& places, auto& values, auto&) { u[places] = values; });
  check("+=", [](auto& u, auto& places, auto& values, auto&) { u[places] += values; });
  check("elements", [](auto& u, auto& places, auto& values, auto&) {
    u[places, zeros<index_t>(places.size())] += values[_, 0];
    u[range(_, _, 2)][zeros<index_t>(2), rev()] -= 1.f;
    u[places] = 4.f;
    u[places] += u[places];
  });
  check("masks", [](auto& u, auto&, auto&, auto&) {
    u[u > 20.f] = 0.f;
    u[u < -20.f] *= 2.f;
    u[u[_, 0] > 3.f] += 1.f;
  });
}

TEST_CASE("gather") {
  const auto h = test::numbers(1, 23, 4);
  const auto u = test::on_ranks(h);
  const auto check = [](const auto& e, const auto& wanted) {
    CHECK(test::same_rows(eval(e), eval(wanted)));
  };
  const tensor<index_t, 4> places{22, -1, 0, 22};
  check(u[places], h[places]);
  check(u[places, 1] * 2.f, h[places, 1] * 2.f);
  check(u[u[_, 1] > 0.f], h[h[_, 1] > 0.f]);
  check(u[h > 0.f], h[h > 0.f]);
  mpi::tensor<index_t, 4> far_places(test::world(), places);
  check(u[far_places] + 1.f, h[places] + 1.f);
}

TEST_CASE("a position that is out of bounds is reported on all ranks, and nothing is written") {
  const auto h = test::numbers(1, 9, 4);
  auto u = test::on_ranks(h);
  // Only on the last rank.
  const bool last = test::world().rank() + 1 == test::world().size();
  const tensor<index_t, 2> places{0, last ? 9 : 8};
  CHECK_THROWS_AS((u[places] += 1.f), index_error);
  CHECK_THROWS_WITH((u[places] = u[places] * 2.f), test::contains("9"));
  mpi::tensor<float, dyn, dyn> r(test::world(), 2, 4);
  CHECK_THROWS_AS((r = u[places]), index_error);
  CHECK(test::same_rows(u, h));
  CHECK(test::same_rows(r, zeros<float>(2, 4)));
  CHECK_THROWS_AS((u[places] = zeros<float>(3, 4)), stria::error);
}
