// SPDX-License-Identifier: BSL-1.0
// Functions and elements that throw: the exception reaches the caller unchanged, every element is
// destroyed, and every block of memory is released.
#include "../support/allocations.hpp"
#include "catch.hpp"
#include "tracked.hpp"

#include <stria/stria.hpp>

#include <stdexcept>

using namespace stria;
using test::counts;
using test::tracked;

namespace {

struct told : std::runtime_error {
  told() : std::runtime_error("told") {}
};

/// Throws at the n-th call.
struct throws_at {
  int* left;
  int operator()(int x) const {
    if ((*left)-- == 0)
      throw told();
    return x + 1;
  }
  int operator()(int x, int y) const { return (*this)(x) + y; }
};

/// Calls f(0), f(1), ... until a call returns; f(n) throws `Error` at step n. Returns the number of
/// calls that threw, and the number of blocks that they did not free.
template <class Error, class F> std::pair<int, std::size_t> throw_at_each(F f) {
  const std::size_t live = test::live_blocks();
  for (int n = 0;; ++n) {
    bool threw = false;
    try {
      f(n);
    } catch (const Error&) {
      threw = true;
    }
    counts.throw_after = -1;
    if (!threw)
      return {n, test::live_blocks() - live};
  }
}

} // namespace

TEST_CASE("a function of the user's throws") {
  dtensor<int, 2> a(4, 5), r(4, 5), other(2, 2);
  other = 7;
  const auto mapped = [&](int n, auto act) {
    int left = n;
    act(map(throws_at{&left}, a));
  };
  const std::pair<int, std::size_t> every_call{20, 0};
  CHECK(throw_at_each<told>([&](int n) { mapped(n, [&](auto e) { r = e; }); }) == every_call);
  CHECK(throw_at_each<told>([&](int n) { mapped(n, [&](auto e) { r += e; }); }) == every_call);
  CHECK(throw_at_each<told>([&](int n) { mapped(n, [&](auto e) { r[rev()] = e; }); }) ==
        every_call);
  CHECK(throw_at_each<told>([&](int n) {
          mapped(n, [](auto e) { static_cast<void>(eval(sum(e, _0))); });
        }) == every_call);
  CHECK(throw_at_each<told>([&](int n) {
          mapped(n, [](auto e) { static_cast<void>(eval(sort(e, _1))); });
        }) == every_call);
  // Another size: the target keeps its old contents.
  int left = 7;
  CHECK_THROWS_AS((other = map(throws_at{&left}, a)), told);
  CHECK(other.extent(0) == 2);
  CHECK(other.extent(1) == 2);
  CHECK(other(1, 1) == 7);
}

TEST_CASE("an operation of a reduction throws") {
  dtensor<int, 2> a(4, 5);
  a = 1;
  const auto [whole, left_whole] = throw_at_each<told>([&](int n) {
    int left = n;
    static_cast<void>(reduce(throws_at{&left}, 0, a));
  });
  CHECK(whole >= 19);
  CHECK(left_whole == 0);
  const auto [rows, left_rows] = throw_at_each<told>([&](int n) {
    int left = n;
    static_cast<void>(eval(reduce(throws_at{&left}, 0, a, _1)));
  });
  CHECK(rows >= 16);
  CHECK(left_rows == 0);
}

TEST_CASE("elements throw when they are made") {
  counts = {};
  {
    dtensor<tracked, 1> a(6), b(6), r(3);
    for (stria::index i = 0; i < 6; ++i)
      a(i) = tracked(static_cast<int>(i));
    const int before = counts.alive();
    const auto check = [&](auto act) {
      const auto [throws, left] = throw_at_each<test::construction_failed>([&](int n) {
        counts.throw_after = n;
        act();
      });
      CHECK(throws > 0);
      CHECK(left == 0);
      CHECK(counts.alive() == before);
    };
    check([&] { static_cast<void>(dtensor<tracked, 1>(a)); });
    check([&] { static_cast<void>(eval(a[rev()])); });
    check([&] { static_cast<void>(eval(a + b)); });
    check([&] { b = a * a; });
    check([&] { b = b[rev()] + a; });
    check([&] { static_cast<void>(eval(sort(a, _0))); });
    check([&] { static_cast<void>(eval(concat(_0, a, b))); });
    counts.throw_after = 4;
    CHECK_THROWS_AS(r = a + a, test::construction_failed);
    counts.throw_after = -1;
    CHECK(r.size() == 3);
    CHECK(r(2).value() == 0);
  }
  CHECK(counts.alive() == 0);
}
