// SPDX-License-Identifier: BSL-1.0
// Functions that join, split and repeat operands, from concat to meshgrid: operands of every kind,
// empty operands and rank 0. The values come from NumPy, with the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

#include <cstdint>
#include <vector>

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, 1, 2], [6, 4, 5]])
constexpr tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
// b = np.array([[7, 8, 9], [10, 11, 12]])
constexpr tensor<int, 2, 3> b{{7, 8, 9}, {10, 11, 12}};
// e = np.zeros((0, 3), int)
const dtensor<int, 2> e(0, 3);
const tensor<int> s(7);

} // namespace

TEST_CASE("concat of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // np.concatenate((a, b), 0)
    CHECK(is(concat(_0, x(), b), {4, 3}, {3, 1, 2, 6, 4, 5, 7, 8, 9, 10, 11, 12}));
    // np.concatenate((b, a), -1)
    CHECK(is(concat(-_1, b, x()), {2, 6}, {7, 8, 9, 3, 1, 2, 10, 11, 12, 6, 4, 5}));
    CHECK(concat(_0, x(), x()).extents[1] == x.n);
    CHECK(concat(-_1, x(), x()).extents[0] == x.m);
  });
}

TEST_CASE("joining several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.stack((a, b), 0)
    CHECK(is(stack(_0, x(), b), {2, 2, 3}, {3, 1, 2, 6, 4, 5, 7, 8, 9, 10, 11, 12}));
    // np.stack((b, a), -1)
    CHECK(is(stack(-_1, b, x()), {2, 3, 2}, {7, 3, 8, 1, 9, 2, 10, 6, 11, 4, 12, 5}));
    // np.tile(a, 2)
    CHECK(is(tile(x(), 2), {2, 6}, {3, 1, 2, 3, 1, 2, 6, 4, 5, 6, 4, 5}));
    // np.tile(a, (2, 1, 2))
    CHECK(is(tile(x(), 2, 1, 2), {2, 2, 6},
             {3, 1, 2, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2, 3, 1, 2, 6, 4, 5, 6, 4, 5}));
    // np.repeat(a, 2, 0)
    CHECK(is(repeat(x(), 2, _0), {4, 3}, {3, 1, 2, 3, 1, 2, 6, 4, 5, 6, 4, 5}));
    // np.repeat(a, 2, -1)
    CHECK(is(repeat(x(), _2, -_1), {2, 6}, {3, 3, 1, 1, 2, 2, 6, 6, 4, 4, 5, 5}));
    // np.repeat(a, 2)
    CHECK(is(repeat(x(), 2), {12}, {3, 3, 1, 1, 2, 2, 6, 6, 4, 4, 5, 5}));
    // np.repeat(a, [1, 0, 2], -1)
    CHECK(is(repeat(x(), std::vector{1, 0, 2}, -_1), {2, 3}, {3, 2, 2, 6, 5, 5}));
    CHECK(has<2, x.m, x.n>(stack(_0, x(), x())));
    CHECK(has<x.m, x.n, 2>(stack(-_1, x(), x())));
    CHECK(repeat(x(), 2, _0).extents[1] == x.n);
    CHECK(repeat(x(), std::vector{1, 2, 3}, -_1).extents[0] == x.m);
  });
}

TEST_CASE("splitting several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // Parts of a temporary are not used beyond its lifetime.
    auto&& whole = x();
    // np.split(a, 3, -1)[1]
    CHECK(is(split(whole, 3, -_1)[1], {2, 1}, {1, 4}));
    // np.split(a, 2, 0)[1]
    CHECK(is(split(whole, _2, _0)[1], {1, 3}, {6, 4, 5}));
    // np.split(a, 3, 1)[2]
    CHECK(is(split(x(), _3, _1)[2], {2, 1}, {2, 5}));
    // a[1]
    CHECK(is(unstack(whole, _0)[1], {3}, {6, 4, 5}));
    // a[:, 0]
    CHECK(is(unstack(x(), -_1)[0], {2}, {3, 6}));
    CHECK(split(whole, 3, -_1)[0].extents[0] == x.m);
    CHECK(has<x.n>(unstack(whole, _0)[0]));
    CHECK(has<x.m>(unstack(whole, -_1)[0]));
    CHECK_THROWS_AS(split(whole, 2, -_1), value_error); // np.split(a, 2, -1): ValueError
  });
}

TEST_CASE("padding several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.pad(a, 1)
    CHECK(is(pad(x(), 1), {4, 5}, {0, 0, 0, 0, 0, 0, 3, 1, 2, 0, 0, 6, 4, 5, 0, 0, 0, 0, 0, 0}));
    // np.pad(a, ((0, 2), (1, 0)), constant_values=-1)
    CHECK(is(pad(x(), {{0, 2}, {1, 0}}, pad_mode::constant, -1), {4, 4},
             {-1, 3, 1, 2, -1, 6, 4, 5, -1, -1, -1, -1, -1, -1, -1, -1}));
    // np.pad(a, ((1, 1), (2, 1)), "edge")
    CHECK(is(pad(x(), {{1, 1}, {2, 1}}, pad_mode::edge), {4, 6},
             {3, 3, 3, 1, 2, 2, 3, 3, 3, 1, 2, 2, 6, 6, 6, 4, 5, 5, 6, 6, 6, 4, 5, 5}));
    // np.pad(a, ((0, 3), (5, 0)), "reflect")
    CHECK(is(pad(x(), {{0, 3}, {5, 0}}, pad_mode::reflect), {5, 8},
             {1, 3, 1, 2, 1, 3, 1, 2, 4, 6, 4, 5, 4, 6, 4, 5, 1, 3, 1, 2,
              1, 3, 1, 2, 4, 6, 4, 5, 4, 6, 4, 5, 1, 3, 1, 2, 1, 3, 1, 2}));
    // np.pad(a, ((0, 3), (4, 0)), "symmetric")
    CHECK(is(pad(x(), {{0, 3}, {4, 0}}, pad_mode::symmetric), {5, 7},
             {2, 2, 1, 3, 3, 1, 2, 5, 5, 4, 6, 6, 4, 5, 5, 5, 4, 6,
              6, 4, 5, 2, 2, 1, 3, 3, 1, 2, 2, 2, 1, 3, 3, 1, 2}));
    // np.pad(a, ((1, 0), (2, 3)), "wrap")
    CHECK(is(pad(x(), {{1, 0}, {2, 3}}, pad_mode::wrap), {3, 8},
             {4, 5, 6, 4, 5, 6, 4, 5, 1, 2, 3, 1, 2, 3, 1, 2, 4, 5, 6, 4, 5, 6, 4, 5}));
    CHECK(pad(x(), _1).extents[0].is_static() == x.m.is_static());
  });
}

TEST_CASE("meshgrid of several kinds of operands") {
  // v = np.array([3, 1, 2]); w = np.array([7, 8])
  const tensor w{7, 8};
  for_some_kinds(tensor<int, 3>{3, 1, 2}, [&](auto x) {
    const auto [i, j] = meshgrid(x(), w);
    // np.meshgrid(v, w)[0]
    CHECK(is(i, {2, 3}, {3, 1, 2, 3, 1, 2}));
    // np.meshgrid(v, w)[1]
    CHECK(is(j, {2, 3}, {7, 7, 7, 8, 8, 8}));
    CHECK(has<2, x.m>(j));
    const auto [p, q] = meshgrid_ij(w, x());
    // np.meshgrid(w, v, indexing="ij")[0]
    CHECK(is(p, {2, 3}, {7, 7, 7, 8, 8, 8}));
    // np.meshgrid(w, v, indexing="ij")[1]
    CHECK(is(q, {2, 3}, {3, 1, 2, 3, 1, 2}));
    CHECK(has<2, x.m>(p));
    // v
    CHECK(is(std::get<0>(meshgrid(x())), {3}, {3, 1, 2}));
  });
  const auto [i, j] = meshgrid(dtensor<int, 1>(0), w);
  // np.meshgrid(np.zeros(0), w)[0]
  CHECK(is(i, {2, 0}, {}));
  // np.meshgrid(np.zeros(0), w)[1]
  CHECK(is(j, {2, 0}, {}));
}

TEST_CASE("padding rows of any length") {
  const dtensor<int, 1> row{1, 2};
  const std::vector<list<float>> rows{{1, 2, 3}, {}, {4}};
  // np.array([[1, 2, 3], [-1, -1, -1], [4, -1, -1]])
  CHECK(is(pad_sequences(rows, -1.f), {3, 3}, {1, 2, 3, -1, -1, -1, 4, -1, -1}));
  // np.zeros((2, 0))
  CHECK(is(pad_sequences(std::vector<list<>>{{}, {}}), {2, 0}, {}));
  // np.array([[1, 0], [2, 3]])
  CHECK(is(pad_sequences({{1}, {2, 3}}), {2, 2}, {1, 0, 2, 3}));
  CHECK(has<dyn, dyn>(pad_sequences(rows)));
  CHECK(gives<float>(pad_sequences(rows)));
}

TEST_CASE("joining empty operands") {
  // np.concatenate((e, a, e), 0)
  CHECK(is(concat(_0, e, a, e), {2, 3}, {3, 1, 2, 6, 4, 5}));
  // np.concatenate((e, e), -1)
  CHECK(is(concat(-_1, e, e), {0, 6}, {}));
  CHECK_THROWS_AS(concat(_1, a, e), shape_error); // np.concatenate((a, e), 1): ValueError
  // np.stack((e, e), 0)
  CHECK(is(stack(_0, e, e), {2, 0, 3}, {}));
  CHECK_THROWS_AS(stack(_0, a, e), shape_error); // np.stack((a, e)): ValueError
  // np.split(e, 2, 0)[1]
  CHECK(is(split(e, 2, _0)[1], {0, 3}, {}));
  // np.split(e, 3, -1)[0]
  CHECK(is(split(e, 3, -_1)[0], {0, 1}, {}));
  CHECK(unstack(e, _0).empty());
  // e[:, 2]
  CHECK(is(unstack(e, _1)[2], {0}, {}));
  // np.tile(e, (2, 2))
  CHECK(is(tile(e, 2, 2), {0, 6}, {}));
  // np.tile(a, (0, 1))
  CHECK(is(tile(a, 0, 1), {0, 3}, {}));
  // np.repeat(e, 2, 0)
  CHECK(is(repeat(e, 2, _0), {0, 3}, {}));
  // np.repeat(e, 2, 1)
  CHECK(is(repeat(e, 2, _1), {0, 6}, {}));
  // np.repeat(a, 0, 1)
  CHECK(is(repeat(a, 0, _1), {2, 0}, {}));
  // np.repeat(e, np.zeros(0, int), 0)
  CHECK(is(repeat(e, std::vector<int>(), _0), {0, 3}, {}));
  // np.pad(e, 1)
  CHECK(is(pad(e, 1), {2, 5}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  // np.pad(e, ((0, 0), (1, 0)), "edge")
  CHECK(is(pad(e, {{0, 0}, {1, 0}}, pad_mode::edge), {0, 4}, {}));
  // np.pad(e, 1, "edge"), "reflect", "symmetric" and "wrap": ValueError
  CHECK_THROWS_AS(pad(e, 1, pad_mode::edge), value_error);
  CHECK_THROWS_AS(pad(e, 1, pad_mode::reflect), value_error);
  CHECK_THROWS_AS(pad(e, 1, pad_mode::symmetric), value_error);
  CHECK_THROWS_AS(pad(e, 1, pad_mode::wrap), value_error);
  constexpr tensor<int, 2, 0> none;
  // a
  CHECK(is(concat(_1, none, a, none), {2, 3}, {3, 1, 2, 6, 4, 5}));
  CHECK(has<2, 3>(concat(_1, none, a, none)));
  CHECK(is(tile(none, _2, _3), {4, 0}, {}));
}

TEST_CASE("joining rank 0") {
  // np.stack((np.array(7), np.array(8)))
  CHECK(is(stack(_0, s, s + 1), {2}, {7, 8}));
  // np.stack((np.array(7), np.array(8)), -1)
  CHECK(is(stack(-_1, s, s + 1), {2}, {7, 8}));
  // np.tile(7, (2, 2))
  CHECK(is(tile(s, 2, 2), {2, 2}, {7, 7, 7, 7}));
  // np.repeat(7, 3)
  CHECK(is(repeat(s, 3), {3}, {7, 7, 7}));
  // np.pad(np.array(7), 2)
  CHECK(is(pad(s + 0, 2), {}, {7}));
}
