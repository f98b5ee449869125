// SPDX-License-Identifier: BSL-1.0
// Statements over ranks give the bits of the same statements on the host.
#include "ranks.hpp"

using namespace stria;

namespace {

/// Runs a statement on tensors over ranks and on those of the host: u, v and r of n rows, t of m.
template <class Statement> void check(const char* what, const Statement& statement) {
  for (const auto& [n, m] :
       {std::pair<index_t, index_t>{37, 41}, {2, 5}, {9, 1}, {0, 3}, {64, 3}}) {
    INFO(what << " with " << n << " rows on rank " << test::world().rank());
    auto hu = test::numbers(1, n, m), hv = test::numbers(2, n, m), hr = test::numbers(3, n, m);
    auto ht = test::numbers(4, m, n);
    const auto row = test::numbers(5, m), column = test::numbers(6, n);
    auto u = test::on_ranks(hu), v = test::on_ranks(hv), r = test::on_ranks(hr);
    auto t = test::on_ranks(ht);
    statement(hu, hv, hr, ht, row, column);
    statement(u, v, r, t, row, column);
    CHECK(test::same_rows(u, hu));
    CHECK(test::same_rows(r, hr));
    CHECK(test::same_rows(t, ht));
  }
}

#define STATEMENT(...)                                                                             \
  check(#__VA_ARGS__,                                                                              \
        [](auto& u, auto& v, auto& r, auto& t, const auto& row, const auto& column) {              \
          static_cast<void>(u), static_cast<void>(v), static_cast<void>(r), static_cast<void>(t);  \
          static_cast<void>(row), static_cast<void>(column);                                       \
          __VA_ARGS__;                                                                             \
        })

} // namespace

TEST_CASE("element-wise, with rows and columns that every rank has") {
  STATEMENT(r = u * 2.f + v);
  STATEMENT(r = 3.f);
  STATEMENT(r += u);
  STATEMENT(r *= row);
  STATEMENT(r = u * column[_, newaxis] - row);
  STATEMENT(r = where(u > v, u, v[_, rev()]));
  STATEMENT(r[ellipsis] = row);
}

TEST_CASE("rows of other ranks") {
  STATEMENT(r = u[rev()] + v);
  STATEMENT(u = u[rev()]);
  STATEMENT(u[range(1, _)] = u[range(_, -1)] * 2.f);
  STATEMENT(u[range(_, -1)] = u[range(1, _)]);
  STATEMENT(r[rev(_, _, 3)] = u[range(_, _, 3)] * v[rev(_, _, 3)]);
  STATEMENT(t = transpose(u) - 1.f);
  STATEMENT(transpose(t)[range(_, _, 2)] = u[range(_, _, 2), rev()]);
  STATEMENT(r = (u + v)[rev(), rev()]);
  STATEMENT(r = transpose(transpose(u)[rev()]) + v);
}

TEST_CASE("stencils") {
  const auto stencil = [](auto& u, auto&, auto& r, auto&, const auto&, const auto&) {
    const auto c = range(1, -1);
    const auto up = range(_, -2);
    const auto down = range(2, _);
    u[c, c] = .25f * (u[up, c] + u[down, c] + u[c, up] + u[c, down]);
    r[c, c] = u[up, up] + u[down, down] + u[up, down] + u[down, up] - u[c, c];
    u[range(3, _)] -= .5f * u[range(_, -3)];
  };
  check("stencils", stencil);
}

TEST_CASE("rows, elements and new axes") {
  check("rows", [](auto& u, auto& v, auto& r, auto&, const auto&, const auto&) {
    if (u.extent(0) > 4) {
      r[3] = u[-1] + v[4, rev()];
      u[2, -1] = v[0, 0];
      u[-1, ellipsis] += u[0];
      r[newaxis, 1] = u[newaxis, 2, newaxis];
      v[range(1, 1)] = 7.f;
    }
  });
}

TEST_CASE("reductions, scans and sorts of rows") {
  STATEMENT(r = u - max(u, _1, keepdims));
  STATEMENT(r = cumsum(u, _1) + v);
  STATEMENT(r = sort(u, _1)[_, rev()]);
  STATEMENT(r = cumsum(u, _0) - sort(u, _0));
  STATEMENT(r = roll(u, 2, _0));
  STATEMENT(if (u.extent(0) > 0) r = u - max(u, _0));
  STATEMENT(if (u.extent(0) > 0) r[0] = min(v, _0) + row);
}

TEST_CASE("index arrays and masks") {
  STATEMENT(if (u.extent(0) > 0) {
    tensor<index_t, dyn> places(u.extent(0));
    for (index_t i = 0; i < places.size(); ++i)
      places.data()[i] = (i * 7 + 3) % places.size();
    r = u[places] * 2.f;
    r[_, range(_, 1)] = u[places, zeros<int>(1)][_, newaxis];
  });
}

namespace {

/// Calls f with a random operation applied to e and, on the host, to h.
struct dice {
  std::mt19937 numbers{20};
  index_t operator()(index_t low, index_t high) {
    return std::uniform_int_distribution<index_t>(low, high)(numbers);
  }
};
template <int Times, class E, class H, class F>
void vary(const E& e, const H& h, dice& random, const F& f) {
  if constexpr (Times == 0) {
    f(e, h);
  } else {
    const index_t rows = h.shape()[0], columns = h.shape()[1];
    const auto next = [&](const auto& x, const auto& y) { vary<Times - 1>(x, y, random, f); };
    switch (random(0, 3)) {
    case 0: {
      const index_t from = random(0, columns - 1);
      return next(transpose(e)[range(from, _), rev()] * 2.f,
                  transpose(h)[range(from, _), rev()] * 2.f);
    }
    case 1: return next(e - max(e, _1, keepdims), h - max(h, _1, keepdims));
    case 2: {
      const index_t step = random(1, 3), begin = random(0, rows - 1);
      return next(e[range(begin, _, step)] + e[range(begin, begin + 1)],
                  h[range(begin, _, step)] + h[range(begin, begin + 1)]);
    }
    default: {
      const dtensor<index_t, 1> places{random(-rows, rows - 1), random(0, rows - 1)};
      return next(e[places], h[places]);
    }
    }
  }
}

} // namespace

TEST_CASE("random programs") {
  dice random;
  for (int times = 0; times < 300; ++times) {
    const auto h = test::numbers(times, random(1, 9), random(1, 6));
    const auto u = test::on_ranks(h);
    vary<2>(u + 1.f, h + 1.f, random, [&](const auto& e, const auto& wanted) {
      INFO("program " << times << " on rank " << test::world().rank());
      const mpi::tensor<float, dyn, dyn> r = e;
      CHECK(test::same_rows(r, eval(wanted)));
    });
  }
}
