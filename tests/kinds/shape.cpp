// SPDX-License-Identifier: BSL-1.0
// Functions that move, split and repeat axes: operands of every kind, empty operands and rank 0.
// The values come from NumPy, with the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, 1, 2], [6, 4, 5]])
constexpr tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
// c = np.arange(12).reshape(2, 3, 2)
constexpr tensor<int, 2, 3, 2> c = counted(tensor<int, 2, 3, 2>());
// e = np.zeros((0, 3))
const dtensor<double, 2> e(0, 3);
const tensor<int> s(7);

} // namespace

TEST_CASE("reshape of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // a.reshape(3, -1)
    CHECK(is(reshape(x(), _3, -_1), {3, 2}, {3, 1, 2, 6, 4, 5}));
    // a.reshape(1, 6)
    CHECK(is(reshape(x(), 1, 6), {1, 6}, {3, 1, 2, 6, 4, 5}));
    // a.ravel()
    CHECK(is(ravel(x()), {6}, {3, 1, 2, 6, 4, 5}));
    // a.flatten()
    CHECK(is(flatten(x()), {6}, {3, 1, 2, 6, 4, 5}));
    CHECK(has<3, 2>(reshape(x(), _3, _2)));
    CHECK(flatten(x()).extents == ravel(x()).extents);
    CHECK(ravel(x()).extents[0].is_static() == (x.m.is_static() && x.n.is_static()));
  });
}

TEST_CASE("transpose of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // a.T
    CHECK(is(transpose(x()), {3, 2}, {3, 6, 1, 4, 2, 5}));
    // np.flip(a, -1)
    CHECK(is(flip(x(), -_1), {2, 3}, {2, 1, 3, 5, 4, 6}));
    CHECK(has<x.n, x.m>(transpose(x())));
    CHECK(has<x.m, x.n>(flip(x(), _0)));
  });
}

TEST_CASE("axes of several kinds of operands") {
  for_some_kinds(c, [](auto x) {
    // c.transpose(2, 0, -2)
    CHECK(is(transpose(x(), _2, _0, -_2), {2, 2, 3}, {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11}));
    // c.transpose(1, -1, 0)
    CHECK(is(permute<1, -1, 0>(x()), {3, 2, 2}, {0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11}));
    // np.swapaxes(c, 0, -1)
    CHECK(is(swapaxes(x(), _0, -_1), {2, 3, 2}, {0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11}));
    // np.moveaxis(c, 0, -1)
    CHECK(is(moveaxis(x(), _0, -_1), {3, 2, 2}, {0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11}));
    // np.moveaxis(c, -1, 0)
    CHECK(is(moveaxis(x(), -_1, _0), {2, 2, 3}, {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11}));
    // np.expand_dims(c, -2)
    CHECK(is(expand_dims(x(), -_2), {2, 3, 1, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    // np.expand_dims(c, (0, 2))
    CHECK(is(expand_dims(x(), _0, _2), {1, 2, 1, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    // c[:, 1:2].squeeze(-2)
    CHECK(is(squeeze(x()[_, range(_1, _2)], -_2), {2, 2}, {2, 3, 8, 9}));
    // np.broadcast_to(c, (2, 2, 3, 2))
    CHECK(is(broadcast_to(x(), 2, _2, 3, 2), {2, 2, 3, 2},
             {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    CHECK(has<x.k, x.m, x.n>(transpose(x(), _2, _0, -_2)));
    CHECK(has<x.n, x.k, x.m>(permute<1, -1, 0>(x())));
    CHECK(has<x.k, x.n, x.m>(swapaxes(x(), _0, -_1)));
    CHECK(has<x.n, x.k, x.m>(moveaxis(x(), _0, -_1)));
    CHECK(has<x.m, x.n, 1, x.k>(expand_dims(x(), -_2)));
    CHECK(has<x.m, x.k>(squeeze(expand_dims(x()[_, _0], _1))));
    CHECK(has<2, 2, 3, 2>(broadcast_to(x(), _2, _2, _3, _2)));
  });
}

TEST_CASE("flip, rot90 and roll of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.flip(a)
    CHECK(is(flip(x()), {2, 3}, {5, 4, 6, 2, 1, 3}));
    // np.flip(a, 0)
    CHECK(is(flip(x(), _0), {2, 3}, {6, 4, 5, 3, 1, 2}));
    // np.rot90(a)
    CHECK(is(rot90(x()), {3, 2}, {2, 5, 1, 4, 3, 6}));
    // np.rot90(a, 2)
    CHECK(is(rot90(x(), _2), {2, 3}, {5, 4, 6, 2, 1, 3}));
    // np.rot90(a, -1)
    CHECK(is(rot90(x(), -_1), {3, 2}, {6, 3, 4, 1, 5, 2}));
    // np.rot90(a, 3)
    CHECK(is(rot90(x(), 3), {3, 2}, {6, 3, 4, 1, 5, 2}));
    // np.roll(a, 2)
    CHECK(is(roll(x(), 2), {2, 3}, {4, 5, 3, 1, 2, 6}));
    // np.roll(a, -4, -1)
    CHECK(is(roll(x(), -4, -_1), {2, 3}, {1, 2, 3, 4, 5, 6}));
    // np.roll(a, 1, 0)
    CHECK(is(roll(x(), 1, _0), {2, 3}, {6, 4, 5, 3, 1, 2}));
    CHECK(has<x.n, x.m>(rot90(x())));
    CHECK(has<x.m, x.n>(rot90(x(), _2)));
    CHECK(has<x.m, x.n>(roll(x(), 1)));
    CHECK(has<x.m, x.n>(roll(x(), 1, -_1)));
  });
}

TEST_CASE("windows of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.lib.stride_tricks.sliding_window_view(a, 2, -1)
    CHECK(is(sliding_window(x(), 2, -_1), {2, 2, 2}, {3, 1, 1, 2, 6, 4, 4, 5}));
    // np.lib.stride_tricks.sliding_window_view(a, 2, 0)
    CHECK(is(sliding_window(x(), _2, _0), {1, 3, 2}, {3, 6, 1, 4, 2, 5}));
    CHECK(sliding_window(x(), _2, _0).extents[1] == x.n);
    CHECK(sliding_window(x(), _2, _0).extents[2] == extent(2));
  });
}

TEST_CASE("axes of empty operands") {
  // e.reshape(3, 0, 2)
  CHECK(is(reshape(e, 3, 0, 2), {3, 0, 2}, {}));
  CHECK_THROWS_AS(reshape(e, 0, -1), shape_error); // e.reshape(0, -1): ValueError
  // e.ravel()
  CHECK(is(ravel(e), {0}, {}));
  // e.flatten()
  CHECK(is(flatten(e), {0}, {}));
  // e.T
  CHECK(is(transpose(e), {3, 0}, {}));
  // e.transpose(1, 0)
  CHECK(is(permute<1, 0>(e * 1.), {3, 0}, {}));
  // np.swapaxes(e, -1, 0)
  CHECK(is(swapaxes(e, -_1, _0), {3, 0}, {}));
  // np.moveaxis(e, 0, -1)
  CHECK(is(moveaxis(e, _0, -_1), {3, 0}, {}));
  // np.expand_dims(e, -1)
  CHECK(is(expand_dims(e, -_1), {0, 3, 1}, {}));
  // e[None].squeeze(0)
  CHECK(is(squeeze(e[newaxis], _0), {0, 3}, {}));
  CHECK_THROWS_AS(squeeze(e, _0), shape_error); // e.squeeze(0): ValueError
  // np.broadcast_to(e, (2, 0, 3))
  CHECK(is(broadcast_to(e, 2, 0, 3), {2, 0, 3}, {}));
  // np.broadcast_to(e[None], (4, 0, 3))
  CHECK(is(broadcast_to(e[newaxis], 4, 0, 3), {4, 0, 3}, {}));
  CHECK_THROWS_AS(broadcast_to(e, 1, 3), shape_error); // np.broadcast_to(e, (1, 3)): ValueError
  // np.flip(e)
  CHECK(is(flip(e), {0, 3}, {}));
  // np.flip(e, -2)
  CHECK(is(flip(e, -_2), {0, 3}, {}));
  // np.rot90(e)
  CHECK(is(rot90(e), {3, 0}, {}));
  // np.rot90(e, 2)
  CHECK(is(rot90(e, 2), {0, 3}, {}));
  // np.roll(e, 1)
  CHECK(is(roll(e, 1), {0, 3}, {}));
  // np.roll(e, 1, 0)
  CHECK(is(roll(e, 1, _0), {0, 3}, {}));
  // np.roll(e, -1, -1)
  CHECK(is(roll(e, -1, -_1), {0, 3}, {}));
  // np.lib.stride_tricks.sliding_window_view(e, 2, 1)
  CHECK(is(sliding_window(e, 2, _1), {0, 2, 2}, {}));
  CHECK_THROWS_AS(sliding_window(e, 1, _0),
                  value_error); // np.lib.stride_tricks.sliding_window_view(e, 1, 0): ValueError
  constexpr tensor<int, 2, 0> none;
  CHECK(is(flip(none), {2, 0}, {}));
  CHECK(is(rot90(none, _1), {0, 2}, {}));
  CHECK(has<0, 2>(rot90(none, _1)));
  CHECK(is(roll(none, 3, _0), {2, 0}, {}));
}

TEST_CASE("axes of rank 0") {
  // np.array(7).reshape(1, 1)
  CHECK(is(reshape(s, 1, 1), {1, 1}, {7}));
  // np.array(7).reshape(())
  CHECK(is(reshape(s), {}, {7}));
  // np.array(7).reshape(-1)
  CHECK(is(reshape(s, -1), {1}, {7}));
  // np.array(7).ravel()
  CHECK(is(ravel(s), {1}, {7}));
  // np.array(7).flatten()
  CHECK(is(flatten(s + 0), {1}, {7}));
  // np.array(7).T
  CHECK(is(transpose(s), {}, {7}));
  // np.array(7).transpose()
  CHECK(is(permute(s + 0), {}, {7}));
  // np.array(7).squeeze()
  CHECK(is(squeeze(s), {}, {7}));
  // np.expand_dims(np.array(7), -1)
  CHECK(is(expand_dims(s, -_1), {1}, {7}));
  // np.broadcast_to(7, 2)
  CHECK(is(broadcast_to(s, 2), {2}, {7, 7}));
  // np.broadcast_to(7, ())
  CHECK(is(broadcast_to(s + 0), {}, {7}));
  // np.flip(np.array(7))
  CHECK(is(flip(s + 0), {}, {7}));
  // np.roll(np.array(7), 2)
  CHECK(is(roll(s, 2), {}, {7}));
}
