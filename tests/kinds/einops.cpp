// SPDX-License-Identifier: BSL-1.0
// rearrange, reduce and repeat by pattern: operands of every kind. The values come from NumPy, with
// the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, 1, 2, 0], [6, 4, 5, 7]])
constexpr tensor<int, 2, 4> a{{3, 1, 2, 0}, {6, 4, 5, 7}};

} // namespace

TEST_CASE("rearrange of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // a.reshape(2, 2, 2).transpose(2, 0, 1)
    CHECK(is(rearrange<"h (w p) -> p h w">(x(), axis_size<"p">(_2)), {2, 2, 2},
             {3, 2, 6, 5, 1, 0, 4, 7}));
    // a.T.ravel()
    CHECK(is(rearrange<"h w -> (w h)">(x()), {8}, {3, 6, 1, 4, 2, 5, 0, 7}));
    CHECK(has<x.n, x.m>(rearrange<"h w -> w h">(x())));
    CHECK(has<x.n, 1, x.m>(rearrange<"... w -> w 1 ...">(x())));
  });
}

TEST_CASE("reduce by pattern of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // a.sum(0)
    CHECK(is(reduce<"h w -> w">(x(), sum), {4}, {9, 5, 7, 7}));
    // a.prod(1, keepdims=True)
    CHECK(is(reduce<"h w -> h 1">(x(), prod), {2, 1}, {0, 840}));
    // a.reshape(2, 2, 2).max(2).T
    CHECK(is(reduce<"h (w 2) -> w h">(x(), max), {2, 2}, {3, 6, 2, 7}));
    // a.reshape(2, 2, 2).min(2)
    CHECK(is(reduce<"... (w 2) -> ... w">(x(), min), {2, 2}, {1, 0, 4, 5}));
    // a.mean(1)
    CHECK(is(reduce<"h w -> h">(x(), mean), {2}, {1.5, 5.5}));
    // (a > 3).any(0)
    CHECK(is(reduce<"h w -> w">(x() > 3, any), {4}, {true, true, true, true}));
    // (a > 3).all(0)
    CHECK(is(reduce<"h w -> w">(x() > 3, all_of), {4}, {false, false, false, false}));
    // a.max()
    CHECK(is(reduce<"h w ->">(x(), max), 7));
    CHECK(has<x.n>(reduce<"h w -> w">(x(), sum)));
    CHECK(has<x.m, 1>(reduce<"h w -> h 1">(x(), prod)));
  });
}

TEST_CASE("repeat by pattern of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.repeat(a[..., None], 2, 2)
    CHECK(is(repeat<"h w -> h w c">(x(), axis_size<"c">(_2)), {2, 4, 2},
             {3, 3, 1, 1, 2, 2, 0, 0, 6, 6, 4, 4, 5, 5, 7, 7}));
    // np.repeat(a, 2, 0)
    CHECK(is(repeat<"h w -> (h 2) w">(x()), {4, 4},
             {3, 1, 2, 0, 3, 1, 2, 0, 6, 4, 5, 7, 6, 4, 5, 7}));
    // np.tile(a, 2)
    CHECK(is(repeat<"h w -> h (2 w)">(x()), {2, 8},
             {3, 1, 2, 0, 3, 1, 2, 0, 6, 4, 5, 7, 6, 4, 5, 7}));
    CHECK(has<x.m, x.n, 2>(repeat<"h w -> h w c">(x(), axis_size<"c">(_2))));
    CHECK(repeat<"h w -> (h 2) w">(x()).extents[1] == x.n);
  });
}

TEST_CASE("patterns of empty operands") {
  // e = np.zeros((0, 4))
  const dtensor<double, 2> e(0, 4);
  // e.reshape(0, 2, 2).transpose(2, 0, 1)
  CHECK(is(rearrange<"h (w p) -> p h w">(e, axis_size<"p">(2)), {2, 0, 2}, {}));
  // e.sum(0)
  CHECK(is(reduce<"h w -> w">(e, sum), {4}, {0, 0, 0, 0}));
  // e.prod(0)
  CHECK(is(reduce<"h w -> w">(e, prod), {4}, {1, 1, 1, 1}));
  // e.mean(0)
  CHECK(is(reduce<"h w -> w">(e, mean), {4}, {qnan, qnan, qnan, qnan}));
  // e.any(0)
  CHECK(is(reduce<"h w -> w">(e, any), {4}, {false, false, false, false}));
  // e.all(0)
  CHECK(is(reduce<"h w -> w">(e, all_of), {4}, {true, true, true, true}));
  // e.max(1)
  CHECK(is(reduce<"h w -> h">(e, max), {0}, {}));
  CHECK_THROWS_AS(eval(reduce<"h w -> w">(e, min)), value_error); // e.min(0): ValueError
  // np.repeat(np.repeat(e, 2, 0)[..., None], 3, 2)
  CHECK(is(repeat<"h w -> (h 2) w c">(e, axis_size<"c">(3)), {0, 4, 3}, {}));
  // np.repeat(a[..., None], 0, 2)
  CHECK(is(repeat<"h w -> h w c">(a, axis_size<"c">(0)), {2, 4, 0}, {}));
}
