// SPDX-License-Identifier: BSL-1.0
// Functions that select elements, from take to diagonal: operands of every kind, empty operands and
// rank 0. The values come from NumPy, with the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, 1, 2], [6, 4, 5]])
constexpr tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
// e = np.zeros((0, 3), int)
const dtensor<int, 2> e(0, 3);
const dtensor<int, 1> nothing(0);
const tensor<int> s(7);

/// The extent of a diagonal of n elements: static if both axes are.
template <extent M, extent N, int Size> inline constexpr extent diagonal_of = dyn;
template <extent M, extent N, int Size>
  requires(M.is_static() && N.is_static())
inline constexpr extent diagonal_of<M, N, Size> = Size;

} // namespace

TEST_CASE("take from every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // np.take(a, [2, -1, 0], -1)
    CHECK(is(take(x(), tensor<int, 3>{2, -1, 0}, -_1), {2, 3}, {2, 2, 3, 5, 5, 6}));
    // np.take(a, [1, 1, 0], 0)
    CHECK(is(take(x(), tensor<int, 3>{1, 1, 0}, _0), {3, 3}, {6, 4, 5, 6, 4, 5, 3, 1, 2}));
    CHECK(has<x.m, 3>(take(x(), tensor<int, 3>{2, -1, 0}, -_1)));
    CHECK_THROWS_AS(eval(take(x(), tensor<int, 1>{3}, -_1)),
                    index_error); // np.take(a, [3], -1): IndexError
  });
}

TEST_CASE("triu and diagonal of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // np.triu(a)
    CHECK(is(triu(x()), {2, 3}, {3, 1, 2, 0, 4, 5}));
    // np.diagonal(a)
    CHECK(is(diagonal(x()), {2}, {3, 4}));
    CHECK(has<x.m, x.n>(triu(x())));
  });
}

TEST_CASE("places in some kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.take(a, [[5, 0], [-1, 2]])
    CHECK(is(take(x(), tensor<int, 2, 2>{{5, 0}, {-1, 2}}), {2, 2}, {5, 3, 5, 2}));
    // np.take(a, 1, -1)
    CHECK(is(take(x(), 1, -_1), {2}, {1, 4}));
    const tensor<int, 2, 2> along{{2, 0}, {-1, 1}};
    // np.take_along_axis(a, np.array([[2, 0], [-1, 1]]), -1)
    CHECK(is(take_along_axis(x(), along, -_1), {2, 2}, {2, 3, 5, 4}));
    // np.take_along_axis(a, np.array([[1, 0, 1]]), 0)
    CHECK(is(take_along_axis(x(), tensor<int, 1, 3>{{1, 0, 1}}, _0), {1, 3}, {6, 1, 5}));
    // tf.gather is np.take without negative indices; with a batch axis it is take_along_axis.
    // np.take(a, [2, 0], -1)
    CHECK(is(gather(x(), tensor<int, 2>{2, 0}, -_1), {2, 2}, {2, 3, 5, 6}));
    // np.take_along_axis(a, np.array([[2, 0], [1, 1]]), 1)
    CHECK(is(gather(x(), tensor<int, 2, 2>{{2, 0}, {1, 1}}, _1, batch_dims<1>), {2, 2},
             {2, 3, 4, 4}));
    CHECK_THROWS_AS(eval(gather(x(), tensor<int, 1>{-1}, _1)), index_error);
    // a[[0, 1, 0], [2, 0, 0]]
    CHECK(is(gather_nd(x(), tensor<int, 3, 2>{{0, 2}, {1, 0}, {0, 0}}), {3}, {2, 6, 3}));
    // a[[1, 0]]
    CHECK(is(gather_nd(x(), tensor<int, 2, 1>{{1}, {0}}), {2, 3}, {6, 4, 5, 3, 1, 2}));
    // a[a > 2]
    CHECK(is(boolean_mask(x(), a > 2), {4}, {3, 6, 4, 5}));
    // a[a > 2]
    CHECK(is(boolean_mask(a, x() > 2), {4}, {3, 6, 4, 5}));
    // a[[False, True]]
    CHECK(is(boolean_mask(x(), tensor<bool, 2>{false, true}), {1, 3}, {6, 4, 5}));
    CHECK(has<x.m, 2>(gather(x(), tensor<int, 2>{2, 0}, -_1)));
    CHECK(has<2, x.n>(gather_nd(x(), tensor<int, 2, 1>{{1}, {0}})));
    CHECK(take_along_axis(x(), along, -_1).extents[1] == extent(2));
  });
}

TEST_CASE("indices of several kinds") {
  for_some_kinds(tensor<int, 2, 2>{{2, 0}, {1, 1}}, [](auto i) {
    // np.take(a, [[2, 0], [1, 1]], -1)
    CHECK(is(take(a, i(), -_1), {2, 2, 2}, {2, 3, 1, 1, 5, 6, 4, 4}));
    // np.take_along_axis(a, np.array([[2, 0], [1, 1]]), -1)
    CHECK(is(take_along_axis(a, i(), -_1), {2, 2}, {2, 3, 4, 4}));
    // np.take(a, [[2, 0], [1, 1]], 1)
    CHECK(is(gather(a, i(), _1), {2, 2, 2}, {2, 3, 1, 1, 5, 6, 4, 4}));
    // np.eye(3, dtype=int)[[[2, 0], [1, 1]]]
    CHECK(is(one_hot<int>(i(), _3), {2, 2, 3}, {0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0}));
    CHECK(has<2, i.m, i.n>(take(a, i(), _1)));
    CHECK(has<i.m, i.n, 3>(one_hot(i(), _3)));
    auto t = a;
    put_along_axis(t, i(), tensor<int, 2, 2>{{70, 80}, {90, 91}}, -_1);
    CHECK(is(t, {2, 3}, {80, 1, 70, 6, 91, 5}));
  });
  for_some_kinds(tensor<bool, 2, 3>{{true, false, true}, {false, false, true}}, [](auto b) {
    // a[np.array([[1, 0, 1], [0, 0, 1]], bool)]
    CHECK(is(boolean_mask(a, b()), {3}, {3, 2, 5}));
    // np.select([np.array([[1, 0, 1], [0, 0, 1]], bool), a > 3], [a, 10], -1)
    CHECK(is(select(std::tuple{b(), a > 3}, std::tuple{a, 10}, -1), {2, 3}, {3, -1, 2, 10, 10, 5}));
  });
}

TEST_CASE("writing along an axis of memory of several kinds") {
  // i = np.array([[1, 0, 1]]); t = a.copy(); np.put_along_axis(t, i, -1, 0)
  const tensor<int, 1, 3> i{{1, 0, 1}};
  const auto check = [&](auto&& t) {
    put_along_axis(t, i, -1, -_2);
    // t
    CHECK(is(t, {2, 3}, {3, -1, 2, -1, 4, -1}));
    CHECK_THROWS_AS(put_along_axis(t, i + 1, 0, _0), index_error);
    // t
    CHECK(is(t, {2, 3}, {3, -1, 2, -1, 4, -1}));
  };
  dtensor<int, 2> dynamic = a;
  check(dynamic);
  tensor<int, first, second> named = a;
  check(named);
  dtensor<int, 2> wide(2, 6);
  wide[_, range(_, _, -2)] = a;
  check(wide[_, range(_, _, -2)]);
  // t.sum()
  CHECK(is(sum(wide), 6));
  dtensor<int, 2> turned = transpose(a);
  check(transpose(turned));
  for_some_kinds(tensor<int, 1, 3>{{7, 8, 9}}, [&](auto v) {
    dtensor<int, 2> t = a;
    put_along_axis(t, i, v(), _0);
    CHECK(is(t, {2, 3}, {3, 8, 2, 7, 4, 9})); // np.put_along_axis(t, i, [[7, 8, 9]], 0)
  });
}

TEST_CASE("choices of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.select([a < 3, a < 5], [a, a * 10], 0)
    CHECK(is(select(std::tuple{x() < 3, x() < 5}, std::tuple{x(), x() * 10}, 0), {2, 3},
             {30, 1, 2, 0, 40, 0}));
    // np.select([a < 3], [-1], a)
    CHECK(is(select(std::tuple{a < 3}, std::tuple{-1}, x()), {2, 3}, {3, -1, -1, 6, 4, 5}));
    CHECK(has<x.m, x.n>(select(std::tuple{x() < 3}, std::tuple{x()}, 0)));
    // np.triu(a, 1)
    CHECK(is(triu(x(), 1), {2, 3}, {0, 1, 2, 0, 0, 5}));
    // np.tril(a)
    CHECK(is(tril(x()), {2, 3}, {3, 0, 0, 6, 4, 0}));
    // np.tril(a, -1)
    CHECK(is(tril(x(), -1), {2, 3}, {0, 0, 0, 6, 0, 0}));
    // np.diagonal(a, 1)
    CHECK(is(diagonal(x(), 1), {2}, {1, 5}));
    // np.diagonal(a, -1, -1, 0)
    CHECK(is(diagonal(x(), -1, -_1, _0), {2}, {1, 5}));
    CHECK(has<x.m, x.n>(tril(x())));
    CHECK(has<diagonal_of<x.m, x.n, 2>>(diagonal(x())));
    CHECK(has<diagonal_of<x.m, x.n, 1>>(diagonal(x(), -_1)));
    CHECK(has<diagonal_of<x.m, x.n, 0>>(diagonal(x() + 1, _3)));
    CHECK(has<dyn>(diagonal(x(), 0)));
  });
  for_some_kinds(counted(tensor<int, 2, 2, 3>()), [](auto x) {
    // c = np.arange(12).reshape(2, 2, 3)
    // np.triu(c, 1)
    CHECK(is(triu(x(), 1), {2, 2, 3}, {0, 1, 2, 0, 0, 5, 0, 7, 8, 0, 0, 11}));
    // np.tril(c)
    CHECK(is(tril(x()), {2, 2, 3}, {0, 0, 0, 3, 4, 0, 6, 0, 0, 9, 10, 0}));
    // np.diagonal(c)
    CHECK(is(diagonal(x()), {3, 2}, {0, 9, 1, 10, 2, 11}));
    // np.diagonal(c, 1, -2, -1)
    CHECK(is(diagonal(x(), 1, -_2, -_1), {2, 2}, {1, 5, 7, 11}));
    CHECK(has<x.k, diagonal_of<x.m, x.n, 2>>(diagonal(x())));
    CHECK(has<x.m, diagonal_of<x.n, x.k, 2>>(diagonal(x(), _0, -_2, -_1)));
    CHECK(has<x.m, dyn>(diagonal(x(), 0, -_2, -_1)));
  });
}

TEST_CASE("selection of empty operands") {
  // np.take(e, [2, 0], 1)
  CHECK(is(take(e, tensor<int, 2>{2, 0}, _1), {0, 2}, {}));
  // np.take(e, np.zeros(0, int), 0)
  CHECK(is(take(e, nothing, _0), {0, 3}, {}));
  // np.take(a, np.zeros(0, int), -1)
  CHECK(is(take(a, nothing, -_1), {2, 0}, {}));
  // np.take(a, np.zeros(0, int))
  CHECK(is(take(a, nothing), {0}, {}));
  CHECK_THROWS_AS(eval(take(e, tensor<int, 1>{0}, _0)),
                  index_error); // np.take(e, [0], 0): IndexError
  // np.take_along_axis(e, np.zeros((0, 2), int), 1)
  CHECK(is(take_along_axis(e, dtensor<int, 2>(0, 2), _1), {0, 2}, {}));
  // np.take_along_axis(e, np.zeros((0, 3), int), 0)
  CHECK(is(take_along_axis(e, dtensor<int, 2>(0, 3), _0), {0, 3}, {}));
  auto t = eval(a + 0);
  put_along_axis(t, dtensor<int, 2>(0, 3), 5, _0);
  // a
  CHECK(is(t, {2, 3}, {3, 1, 2, 6, 4, 5}));
  // np.take(e, [2, 0], 1)
  CHECK(is(gather(e, tensor<int, 2>{2, 0}, _1), {0, 2}, {}));
  // np.take(a, np.zeros(0, int), 0)
  CHECK(is(gather(a, nothing, _0), {0, 3}, {}));
  // a[np.zeros(0, int), np.zeros(0, int)]
  CHECK(is(gather_nd(a, tensor<int, dyn, 2>(0)), {0}, {}));
  CHECK_THROWS_AS(eval(gather_nd(e, tensor<int, 1, 1>{{0}})), index_error);
  // e[e > 0]
  CHECK(is(boolean_mask(e, e > 0), {0}, {}));
  // a[a > 9]
  CHECK(is(boolean_mask(a, a > 9), {0}, {}));
  // a[[False, False]]
  CHECK(is(boolean_mask(a, tensor<bool, 2>{false, false}), {0, 3}, {}));
  // np.select([e > 0], [e], 1)
  CHECK(is(select(std::tuple{e > 0}, std::tuple{e}, 1), {0, 3}, {}));
  // np.eye(3)[np.zeros(0, int)]
  CHECK(is(one_hot<int>(nothing, 3), {0, 3}, {}));
  // np.zeros((2, 0))
  CHECK(is(one_hot<int>(tensor<int, 2>{1, 2}, 0), {2, 0}, {}));
  // np.triu(e)
  CHECK(is(triu(e), {0, 3}, {}));
  // np.tril(e, 1)
  CHECK(is(tril(e, 1), {0, 3}, {}));
  // np.diagonal(e)
  CHECK(is(diagonal(e), {0}, {}));
  // np.diagonal(e, 1)
  CHECK(is(diagonal(e + 1, 1), {0}, {}));
}

TEST_CASE("selection of rank 0") {
  CHECK(take(s, 0) == 7); // np.take(7, 0)
  // np.take(7, [0, -1])
  CHECK(is(take(s, tensor<int, 2>{0, -1}), {2}, {7, 7}));
  CHECK_THROWS_AS(eval(take(s, tensor<int, 1>{1})), index_error); // np.take(7, [1]): IndexError
  // np.take(a, np.array(1), -1)
  CHECK(is(take(a, tensor<int>(1), -_1), {2}, {1, 4}));
  // np.array(7)[np.array(True)]
  CHECK(is(boolean_mask(s, s > 5), {1}, {7}));
  // np.array(7)[np.array(False)]
  CHECK(is(boolean_mask(s, s > 9), {0}, {}));
  // np.select([np.array(True), np.array(True)], [7, 1], 2)
  CHECK(is(select(std::tuple{s > 5, s > 6}, std::tuple{s, 1}, 2), {}, {7}));
  // np.eye(3, dtype=int)[1]
  CHECK(is(one_hot<int>(tensor<int>(1), 3), {3}, {0, 1, 0}));
}
