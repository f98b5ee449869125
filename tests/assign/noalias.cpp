// SPDX-License-Identifier: BSL-1.0
// noalias(): the values are the same if nothing overlaps, and no temporary is made if something
// does.
#include "allocations.hpp"
#include "catch.hpp"
#include "values.hpp"

#include <stria/assign/noalias.hpp>

using namespace stria;
using test::allocations_of;
using test::list;
using test::values;

TEST_CASE("the same values without overlap") {
  const auto a = test::counted(dtensor<int, 2>(3, 4));
  dtensor<int, 2> t;
  noalias(t) = a + 1;
  CHECK(test::shape(t) == list<stria::index>{3, 4});
  CHECK(t[2, 3] == 12);
  noalias(t) += a;
  CHECK(t[2, 3] == 23);
  noalias(t[_0]) = a[_1] * 2;
  CHECK(values(t[_0]) == list<>{8, 10, 12, 14});
  auto v = t[_, _0];
  noalias(v) = 5;
  CHECK(values(t[_, _0]) == list<>{5, 5, 5});
  noalias(v) -= tensor{1, 2, 3};
  CHECK(values(v) == list<>{4, 3, 2});
  noalias(t) *= 2;
  noalias(t) /= t;
  CHECK(values(t) == list<>(12, 1));
  noalias(t) = 3;
  CHECK(values(t) == list<>(12, 3));
  tensor<int, 2> s;
  noalias(s) = tensor{1, 2};
  CHECK(values(s) == list<>{1, 2});
}

TEST_CASE("the caller's promise saves the temporary") {
  auto t = test::counted(dtensor<int, 1>(10));
  // Without the promise, elements that have been overwritten when they are read need a temporary,
  // except a few.
  auto many = test::counted(dtensor<int, 1>(5000));
  CHECK(allocations_of([&] { many[range(1, _)] = 2 * many[range(_, -1)]; }) == 1);
  CHECK(allocations_of([&] { noalias(many[range(_, -1)]) = 2 * many[range(1, _)]; }) == 0);
  CHECK(allocations_of([&] { noalias(t[range(_, -1)]) = 2 * t[range(1, _)]; }) == 0);
  // Each element is read before it is written, so the assertion of noalias() is true.
  CHECK(values(t) == list<>{2, 4, 6, 8, 10, 12, 14, 16, 18, 9});
  const auto other = t;
  CHECK(allocations_of([&] { noalias(t) = other + t; }) == 0);
  CHECK(values(t)[9] == 18);
}

TEST_CASE("a broken promise stays inside the tensor") {
  auto t = test::counted(dtensor<int, 1>(10));
  noalias(t) = t[rev()];
  for (int x : values(t))
    CHECK((x >= 0 && x < 10));
}

TEST_CASE("shapes are still checked") {
  dtensor<int, 2> t(2, 3);
  tensor<int, 2, 3> fixed;
  const dtensor<int, 1> four(4);
  const dtensor<int, 2> other(3, 2);
  CHECK_THROWS_AS((noalias(t[_]) = four), shape_error);
  CHECK_THROWS_AS((noalias(t) += four), shape_error);
  CHECK_THROWS_AS((noalias(fixed) = other), shape_error);
  CHECK(values(t) == list<>(6, 0));
}
