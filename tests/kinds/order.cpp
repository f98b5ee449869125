// SPDX-License-Identifier: BSL-1.0
// Scans, sorting and the functions based on it, bincount and histogram: operands of every kind,
// empty operands and rank 0. The values come from NumPy, with the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

#include <algorithm>
#include <cstdint>

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, 1, 2], [6, 4, 5]])
constexpr tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
// v = np.array([3, 1, 3, 0, 1])
constexpr tensor v{3, 1, 3, 0, 1};
// e = np.zeros((0, 3))
const dtensor<double, 2> e(0, 3);
const dtensor<int, 1> nothing(0);

} // namespace

TEST_CASE("cumsum of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // a.cumsum()
    CHECK(is(cumsum(x()), {6}, {3, 4, 6, 12, 16, 21}));
    // a.cumsum(0)
    CHECK(is(cumsum(x(), _0), {2, 3}, {3, 1, 2, 9, 5, 7}));
    // a.cumsum(-1)
    CHECK(is(cumsum(x(), -_1), {2, 3}, {3, 4, 6, 6, 10, 15}));
    CHECK(has<x.m, x.n>(cumsum(x(), _0)));
  });
}

TEST_CASE("sort of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // np.sort(a)
    CHECK(is(sort(x()), {2, 3}, {1, 2, 3, 4, 5, 6}));
    // np.sort(a, -2)
    CHECK(is(sort(x(), -_2), {2, 3}, {3, 1, 2, 6, 4, 5}));
    CHECK(has<x.m, x.n>(sort(x(), -_2)));
  });
}

TEST_CASE("scans of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // a.cumprod()
    CHECK(is(cumprod(x()), {6}, {3, 3, 6, 36, 144, 720}));
    // a.cumprod(0)
    CHECK(is(cumprod(x(), _0), {2, 3}, {3, 1, 2, 18, 4, 10}));
    // a.cumprod(-1)
    CHECK(is(cumprod(x(), -_1), {2, 3}, {3, 3, 6, 6, 24, 120}));
    // np.diff(a)
    CHECK(is(diff(x()), {2, 2}, {-2, 1, -2, 1}));
    // np.diff(a, axis=0)
    CHECK(is(diff(x(), _0), {1, 3}, {3, 3, 3}));
    CHECK(has<x.m, x.n>(cumprod(x(), -_1)));
    CHECK(diff(x(), -_2).extents[1] == x.n);
  });
}

TEST_CASE("orders of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.argsort(a)
    CHECK(is(argsort(x()), {2, 3}, {1, 2, 0, 1, 2, 0}));
    // np.argsort(a, -2)
    CHECK(is(argsort(x(), -_2), {2, 3}, {0, 0, 0, 1, 1, 1}));
    CHECK(has<x.m, x.n>(argsort(x(), _0)));
    // The median of each row of three is in the middle. The order of the other two is not
    // specified.
    const auto p = eval(partition(x(), 1));
    // np.partition(a, 1)[:, 1]
    CHECK(is(p[_, 1], {2}, {2, 5}));
    // np.sort(a)
    CHECK(is(sort(p), {2, 3}, {1, 2, 3, 4, 5, 6}));
    // np.partition(a, -1, -2)
    CHECK(is(partition(x(), -1, -_2), {2, 3}, {3, 1, 2, 6, 4, 5}));
    CHECK(has<x.m, x.n>(partition(x(), 1)));
    const auto t = top_k(x(), _2);
    // np.sort(a)[:, :0:-1]
    CHECK(is(t.values, {2, 2}, {3, 2, 6, 5}));
    // np.argsort(-a)[:, :2]
    CHECK(is(t.indices, {2, 2}, {0, 2, 0, 2}));
    CHECK(has<x.m, 2>(t.values));
    CHECK(has<x.m, 2>(t.indices));
  });
}

TEST_CASE("different elements of several kinds of operands") {
  for_some_kinds(v, [](auto x) {
    // np.unique(v)
    CHECK(is(unique(x()), {3}, {0, 1, 3}));
    const auto u = unique_all(x());
    // np.unique(v)
    CHECK(is(u.values, {3}, {0, 1, 3}));
    // np.unique(v, return_index=True)[1]
    CHECK(is(u.indices, {3}, {3, 1, 0}));
    // np.unique(v, return_inverse=True)[1]
    CHECK(is(u.inverse, {5}, {2, 1, 2, 0, 1}));
    // np.unique(v, return_counts=True)[1]
    CHECK(is(u.counts, {3}, {1, 2, 2}));
    CHECK(has<x.m>(u.inverse));
    // np.searchsorted([0, 1, 3], v)
    CHECK(is(searchsorted(tensor<int, 3>{0, 1, 3}, x()), {5}, {2, 1, 2, 0, 1}));
    CHECK(has<x.m>(searchsorted(tensor<int, 3>{0, 1, 3}, x())));
    // np.bincount(v)
    CHECK(is(bincount(x()), {4}, {1, 2, 0, 2}));
    // np.bincount(v, minlength=6)
    CHECK(is(bincount(x(), 6), {6}, {1, 2, 0, 2, 0, 0}));
    // np.histogram(v, 3, (0, 3))[0]
    CHECK(is(histogram(x(), _3, 0, 3), {3}, {1, 2, 2}));
    CHECK(has<3>(histogram(x(), _3, 0, 3)));
  });
  // The sorted row may be of any kind, too.
  for_some_kinds(tensor<int, 4>{1, 3, 3, 5}, [](auto x) {
    // np.searchsorted([1, 3, 3, 5], v)
    CHECK(is(searchsorted(x(), v), {5}, {1, 0, 1, 0, 0}));
    // np.searchsorted([1, 3, 3, 5], v, "right")
    CHECK(is(searchsorted(x(), v, search_side::right), {5}, {3, 1, 3, 0, 1}));
  });
}

TEST_CASE("places of what is not zero, of several kinds of operands") {
  // b = np.array([[0, 1, 2], [0, 0, 5]])
  for_some_kinds(tensor<int, 2, 3>{{0, 1, 2}, {0, 0, 5}}, [](auto x) {
    // np.argwhere(b)
    CHECK(is(nonzero(x()), {3, 2}, {0, 1, 0, 2, 1, 2}));
    CHECK(has<dyn, 2>(nonzero(x())));
    // np.unique(b)
    CHECK(is(unique(x()), {4}, {0, 1, 2, 5}));
    // np.histogram(b, 2, (0, 5))[0]
    CHECK(is(histogram(x(), 2, 0, 5), {2}, {5, 1}));
  });
}

TEST_CASE("order of empty operands") {
  // e.cumsum(0)
  CHECK(is(cumsum(e, _0), {0, 3}, {}));
  // e.cumsum()
  CHECK(is(cumsum(e), {0}, {}));
  // e.cumprod(-1)
  CHECK(is(cumprod(e, -_1), {0, 3}, {}));
  // np.diff(e)
  CHECK(is(diff(e), {0, 2}, {}));
  // np.diff(e, axis=0)
  CHECK(is(diff(e, _0), {0, 3}, {}));
  // np.diff(np.zeros((2, 0), int))
  CHECK(is(diff(zeros<int, 2, 0>()), {2, 0}, {}));
  // np.diff(np.zeros(0, int))
  CHECK(is(diff(nothing), {0}, {}));
  // np.sort(e)
  CHECK(is(sort(e), {0, 3}, {}));
  // np.sort(e, 0)
  CHECK(is(sort(e, _0), {0, 3}, {}));
  // np.argsort(e, 0)
  CHECK(is(argsort(e, _0), {0, 3}, {}));
  // np.argsort(np.zeros((2, 0)))
  CHECK(is(argsort(zeros<int, 2, 0>()), {2, 0}, {}));
  // np.partition(e, 0)
  CHECK(is(partition(e, 0), {0, 3}, {}));
  // np.partition([], k) is [] for any k. Here it is refused, because a row without elements has no
  // position k.
  CHECK_THROWS_AS(eval(partition(nothing, 0)), index_error);
  CHECK(is(top_k(e, 2).values, {0, 2}, {}));
  CHECK(is(top_k(zeros<int, 2, 0>(), _0).indices, {2, 0}, {}));
  CHECK_THROWS_AS(top_k(nothing, 1), value_error);
  // np.unique(e)
  CHECK(is(unique(e), {0}, {}));
  const auto u = unique_all(e);
  // np.unique(e)
  CHECK(is(u.values, {0}, {}));
  CHECK(u.indices.size() + u.inverse.size() + u.counts.size() == 0);
  // np.searchsorted([], v)
  CHECK(is(searchsorted(nothing, v), {5}, {0, 0, 0, 0, 0}));
  // np.searchsorted(v, np.zeros(0))
  CHECK(is(searchsorted(v, nothing), {0}, {}));
  // np.argwhere(e)
  CHECK(is(nonzero(e), {0, 2}, {}));
  // np.bincount(np.zeros(0, int))
  CHECK(is(bincount(nothing), {0}, {}));
  // np.bincount(np.zeros(0, int), minlength=2)
  CHECK(is(bincount(nothing, 2), {2}, {0, 0}));
  // np.histogram(e, 2, (0, 1))[0]
  CHECK(is(histogram(e, 2, 0, 1), {2}, {0, 0}));
}

TEST_CASE("order of rank 0") {
  const tensor<int> s(2);
  // np.array(2).cumsum()
  CHECK(is(cumsum(s), {1}, {2}));
  // np.array(2).cumprod()
  CHECK(is(cumprod(s), {1}, {2}));
  // np.unique(np.array(2))
  CHECK(is(unique(s), {1}, {2}));
  CHECK(is(unique_all(s).inverse, {}, {0}));
  // np.searchsorted([1, 3], np.array(2))
  CHECK(is(searchsorted(tensor<int, 2>{1, 3}, s), {}, {1}));
  CHECK(is(bincount(s), {3}, {0, 0, 1})); // of any shape; np.bincount refuses all but vectors
  // np.histogram(np.array(2), 2, (0, 4))[0]
  CHECK(is(histogram(s, 2, 0, 4), {2}, {0, 1}));
  CHECK(test::shape(nonzero(s)) ==
        test::list<stria::index>{1, 0}); // np.argwhere(np.array(2)).shape
}

TEST_CASE("orders of elements with NaN") {
  // f = np.array([[2, nan, -inf, 1], [nan, 0, inf, nan]])
  const tensor<double, 2, 4> f{{2, qnan, -inf, 1}, {qnan, 0, inf, qnan}};
  for_some_kinds(f, [](auto x) {
    // np.sort(f)
    CHECK(is(sort(x()), {2, 4}, {-inf, 1, 2, qnan, 0, inf, qnan, qnan}));
    // np.sort(f, 0)
    CHECK(is(sort(x(), _0), {2, 4}, {2, 0, -inf, 1, qnan, qnan, inf, qnan}));
    // np.argsort(f, kind="stable")
    CHECK(is(argsort(x()), {2, 4}, {2, 3, 0, 1, 1, 2, 0, 3}));
    // np.unique(f)
    CHECK(is(unique(x()), {6}, {-inf, 0, 1, 2, inf, qnan}));
    // np.partition(f, 2)[:, 2]
    CHECK(is(partition(x(), 2)[_, 2], {2}, {2, qnan}));
  });
  // f.cumsum(-1)
  CHECK(is(cumsum(f, -_1), {2, 4}, {2, qnan, qnan, qnan, qnan, qnan, qnan, qnan}));
  // np.unique(f, equal_nan=False, return_counts=True), as np.unique_all of NumPy 2
  CHECK(is(unique_all(f).values, {8}, {-inf, 0, 1, 2, inf, qnan, qnan, qnan}));
  CHECK(is(unique_all(f).counts, {8}, {1, 1, 1, 1, 1, 1, 1, 1}));
  // np.searchsorted([0, 1, nan], f[1])
  CHECK(is(searchsorted(tensor<double, 3>{0., 1., qnan}, f[_1]), {4}, {2, 0, 2, 2}));
  // np.searchsorted([0, 1, nan], f[1], "right")
  CHECK(is(searchsorted(tensor<double, 3>{0., 1., qnan}, f[_1], search_side::right), {4},
           {3, 1, 2, 3}));
  // np.argwhere(f[1])
  CHECK(is(nonzero(f[_1]), {3, 1}, {0, 2, 3}));
}

TEST_CASE("scans of integers that widen") {
  // i8 = np.array([100, 100, 27], np.int8)
  const tensor<std::int8_t, 3> i8{100, 100, 27};
  // i8.cumsum()
  CHECK(is(cumsum(i8), {3}, {100, 200, 227}));
  // i8.cumprod(-1)
  CHECK(is(cumprod(i8, -_1), {3}, {100, 10000, 270000}));
  CHECK(gives<std::uint64_t>(cumsum(cast<std::uint16_t>(i8))));
  // np.cumsum([True, False, True])
  CHECK(is(cumsum(tensor<bool, 3>{true, false, true}), {3}, {1, 1, 2}));
  // np.bincount(i8[2:])
  CHECK(is(bincount(i8[range(2, _)]), {28},
           {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  CHECK(gives<std::int8_t>(sort(i8)));
  // np.sort([True, False, True])
  CHECK(is(sort(tensor<bool, 3>{true, false, true}), {3}, {false, true, true}));
}
