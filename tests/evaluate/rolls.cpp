// SPDX-License-Identifier: BSL-1.0
// Expressions of rolled operands: into other memory and in place, for shifts of all sizes, in one
// to three axes, with views and compound assignments.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cstdint>
#include <tuple>

using namespace stria;

namespace {

using stria::index; // not the function index() of POSIX

template <class T, std::size_t R> dtensor<T, R> counted(const std::array<index, R>& n, int first) {
  auto t = std::apply([](auto... k) { return dtensor<T, R>(k...); }, n);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>((first + i * 7 + i / 13) % 61);
  return t;
}
constexpr index turned(index i, index by, index n) { return ((i - by) % n + n) % n; }

/// Whether t(i, j) is f(i, j) everywhere.
template <class M, class F> bool is_table(const M& t, const F& f) {
  using T = typename M::value_type;
  for (index i = 0; i < t.extent(0); ++i)
    for (index j = 0; j < t.extent(1); ++j)
      if (t[i, j] != static_cast<T>(f(i, j)))
        return false;
  return true;
}

template <class T> void check_planes(index n0, index n1, index by0, index by1) {
  CAPTURE(n0, n1, by0, by1);
  const auto old = counted<T, 2>({n0, n1}, 3), other = counted<T, 2>({n0, n1}, 8);
  const auto at = [&](index i, index j) { return old(turned(i, by0, n0), turned(j, by1, n1)); };
  const auto cross = [&](index i, index j) {
    return old(turned(i, by0, n0), j) + old(turned(i, -by0, n0), j) + old(i, turned(j, by1, n1)) +
           old(i, turned(j, -by1, n1)) - T(3) * old(i, j);
  };
  const auto stencil = [&](const auto& u) {
    return roll(u, by0, _0) + roll(u, -by0, _0) + roll(u, by1, _1) + roll(u, -by1, _1) - T(3) * u;
  };
  auto t = other;
  t = stencil(old);
  CHECK(is_table(t, cross));
  t = old;
  t = stencil(t);
  CHECK(is_table(t, cross));
  t = old;
  t += stencil(t);
  CHECK(is_table(t, [&](index i, index j) { return old(i, j) + cross(i, j); }));
  t = old;
  t = roll(roll(t, by0, _0), by1, _1) - T(2);
  CHECK(is_table(t, [&](index i, index j) { return at(i, j) - T(2); }));
  t = old;
  t = roll(roll(t, by0, _0), by1, _1);
  CHECK(is_table(t, at));
  // A view of some rows and columns of the tensor that is read, backwards and forwards.
  dtensor<T, 2> wide = counted<T, 2>({n0 + 3, n1 + 2}, 0);
  const auto inner = [&](auto& u) { return u[range(2, n0 + 2), range(1, n1 + 1)]; };
  inner(wide) = old;
  const dtensor<T, 2> before = wide;
  inner(wide) = stencil(inner(wide));
  CHECK(is_table(inner(wide), cross));
  inner(wide) = inner(before);
  CHECK(array_equal(wide, before)); // the border is left alone
  auto rows = inner(wide)[rev(), _];
  rows = roll(rows, by0, _0) * T(2) + roll(rows, by1, _1);
  CHECK(is_table(rows, [&](index i, index j) {
    return old(n0 - 1 - turned(i, by0, n0), j) * T(2) + old(n0 - 1 - i, turned(j, by1, n1));
  }));
  // Rows that are read in reverse, and rows of another view of the same tensor.
  t = old;
  t = roll(t[rev(), _], by0, _0) + T(1);
  CHECK(is_table(t, [&](index i, index j) { return old(n0 - 1 - turned(i, by0, n0), j) + T(1); }));
  t = old;
  t[range(1, _), _] = roll(t[range(_, -1), _], by0, _0) + t[range(_, -1), _];
  CHECK(is_table(t, [&](index i, index j) {
    return i == 0 ? old(i, j) : old(turned(i - 1, by0, n0 - 1), j) + old(i - 1, j);
  }));
}

} // namespace

TEMPLATE_TEST_CASE("rolled planes, into other memory and in place", "", float, double,
                   std::int16_t) {
  for (const index by : {1, -1, 2, 7, 40, -300}) {
    check_planes<TestType>(40, 30, by, 1);
    check_planes<TestType>(33, 200, by, -by);
    check_planes<TestType>(1, 90, by, by);
    check_planes<TestType>(130, 2, 1, by);
  }
  // Large enough for rows that are computed ahead of the stores.
  check_planes<TestType>(900, 150, 1, 1);
  check_planes<TestType>(900, 150, -3, 75);
  check_planes<TestType>(901, 150, 450, 2);
  check_planes<TestType>(2000, 150, -1990, 149);
}

TEST_CASE("rolled lines and blocks in place") {
  for (const index n : {1, 5, 300, 100000})
    for (const index by : {0, 1, -2, 100, 49999, 99998}) {
      CAPTURE(n, by);
      const auto old = counted<float, 1>({n}, 2);
      auto t = old;
      t = t + 2.f * roll(t, by) - roll(t, -by);
      bool same = true;
      for (index i = 0; i < n; ++i)
        same = same && t(i) == old(i) + 2.f * old(turned(i, by, n)) - old(turned(i, -by, n));
      CHECK(same);
      t = old;
      t[rev()] = roll(t[rev()], by) + 1.f;
      same = true;
      for (index i = 0; i < n; ++i)
        same = same && t(n - 1 - i) == old(n - 1 - turned(i, by, n)) + 1.f;
      CHECK(same);
    }
  const index n0 = 120, n1 = 25, n2 = 40;
  for (const index by : {1, -1, 3, 24}) {
    CAPTURE(by);
    const auto old = counted<double, 3>({n0, n1, n2}, 4);
    auto t = old;
    t -= 0.5 * (roll(t, by, _0) + roll(t, -by, _1) + roll(roll(t, by, _2), 1, _0));
    bool same = true;
    for (index i = 0; i < n0; ++i)
      for (index j = 0; j < n1; ++j)
        for (index k = 0; k < n2; ++k)
          same = same &&
                 t(i, j, k) == old(i, j, k) - 0.5 * (old(turned(i, by, n0), j, k) +
                                                     old(i, turned(j, -by, n1), k) +
                                                     old(turned(i, 1, n0), j, turned(k, by, n2)));
    CHECK(same);
  }
  dtensor<float, 2> none(0, 5);
  none += roll(none, 1, _1) + roll(none, 1, _0);
  CHECK(none.size() == 0);
}

TEST_CASE("an exception in rolled rows is thrown before the target is written") {
  dtensor<float, 2> t(300, 200), other(300, 201);
  t = full(2.f, 300, 200);
  CHECK_THROWS_AS(t += roll(t, 1, _0) + other, shape_error);
  CHECK(all_of(t == 2.f));
}
