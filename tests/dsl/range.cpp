// SPDX-License-Identifier: BSL-1.0
// dsl/range.cpp: range and rev with bounds that are open, constant or known at run time.
#include "../support/catch.hpp"

#include <stria/token/range.hpp>

#include <type_traits>

using namespace stria;

namespace {

template <class T> constexpr bound_code begin_of(T) { return decltype(T::begin)::code; }
template <class T> constexpr bound_code end_of(T) { return decltype(T::end)::code; }
template <class T> constexpr bound_code step_of(T) { return decltype(T::step)::code; }

constexpr bound_code open{bound_state::open, 0};
constexpr bound_code runtime{bound_state::runtime, 0};
constexpr bound_code fixed(index n) { return {bound_state::constant, n}; }

template <class T> constexpr bool bounds(T t, bound_code b, bound_code e, bound_code s) {
  return begin_of(t) == b && end_of(t) == e && step_of(t) == s;
}

} // namespace

TEST_CASE("range keeps open, constant and run-time bounds") {
  STATIC_REQUIRE(bounds(range(_2, _4), fixed(2), fixed(4), open));
  STATIC_REQUIRE(bounds(range(_, -_1), open, fixed(-1), open));
  STATIC_REQUIRE(bounds(range(all, _), open, open, open));
  STATIC_REQUIRE(bounds(range(2, 4), runtime, runtime, open));
  STATIC_REQUIRE(bounds(range(2, _, -_2), runtime, open, fixed(-2)));
  STATIC_REQUIRE(bounds(range(_, _, 3), open, open, runtime));
  STATIC_REQUIRE(bounds(range(_, _, _), open, open, open));
  STATIC_REQUIRE(bounds(range(_, _, _0), open, open, fixed(0)));
}

TEST_CASE("range keeps the values") {
  constexpr auto r = range(2, 40u, -3);
  STATIC_REQUIRE(r.begin.value() == 2 && r.end.value() == 40 && r.step.value() == -3);
  STATIC_REQUIRE(range(0, ~0ULL).end.value() == PTRDIFF_MAX);
  STATIC_REQUIRE(range(_, _7).end.value() == 7);
}

TEST_CASE("constants and open bounds occupy no storage") {
  STATIC_REQUIRE(std::is_empty_v<decltype(rev())>);
  STATIC_REQUIRE(sizeof(range(_1, 3)) == sizeof(index));
  STATIC_REQUIRE(sizeof(range(1, _4, 3)) == 2 * sizeof(index));
}

TEST_CASE("rev goes backwards") {
  STATIC_REQUIRE(bounds(rev(), open, open, fixed(-1)));
  STATIC_REQUIRE(bounds(rev(-_3), open, fixed(-3), fixed(-1)));
  STATIC_REQUIRE(bounds(rev(_4, 1), fixed(4), runtime, fixed(-1)));
  STATIC_REQUIRE(bounds(rev(_, _, _2), open, open, fixed(-2)));
  STATIC_REQUIRE(bounds(rev(_, _, _), open, open, fixed(-1)));
  STATIC_REQUIRE(rev(4, _, 2).step.value() == -2);
  STATIC_REQUIRE(rev(4, _, PTRDIFF_MAX).step.value() == -PTRDIFF_MAX);
}

TEST_CASE("rev has a positive step") {
  const int zero = 0;
  CHECK_THROWS_AS(rev(_, _, zero), value_error);
  CHECK_THROWS_WITH(rev(_, _, -2), test::contains("step s > 0; the step is -2"));
  CHECK_THROWS_AS(rev(_, _, PTRDIFF_MIN), value_error);
}
