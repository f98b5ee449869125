// SPDX-License-Identifier: BSL-1.0
// STRIA_UNCHECKED removes only the bounds check of single elements.
#if !defined(STRIA_UNCHECKED)
#error "this program is built with -DSTRIA_UNCHECKED"
#endif

#include "catch.hpp"
#include "values.hpp"

using namespace stria;
using test::list;
using test::values;

TEST_CASE("single elements are not checked") {
  auto t = test::counted(tensor<int, 3, 4>());
  CHECK(t[1, 2] == 6);
  CHECK(t[-1, -2] == 10);
  CHECK((t + 1)[-1, 0] == 9);
  // A position beyond the end of a row but within the storage is not checked.
  const int beyond = 5;
  CHECK(t[0, beyond] == 5);
  CHECK(t[_1][beyond] == 9);
  t[0, beyond] = -1;
  CHECK(t[1, 1] == -1);
}

TEST_CASE("slices, axes and shapes are still checked") {
  auto t = test::counted(tensor<int, 3, 4>());
  dtensor<int, 2> d = t;
  const int three = 3;
  CHECK_THROWS_AS((t[three]), index_error);
  CHECK_THROWS_AS((t[_, three + 1]), index_error);
  CHECK_THROWS_AS((d[_, -_5]), index_error);
  CHECK_THROWS_AS((d[range(_, _, three - 3)]), value_error);
  CHECK_THROWS_AS(t.extent(2), index_error);
  CHECK_THROWS_AS((d + d[_, range(0, 3)]), shape_error);
  CHECK_THROWS_AS((d[_] = d[_, range(0, 3)]), shape_error);
  CHECK_THROWS_AS((d[nd({{0, 4}})] = 1), index_error);
  CHECK_THROWS_AS((dtensor<int, 1>(-three)), value_error);
  CHECK(values(t[range(2, 100), range(-100, 1)]) == list<>{8});
}
