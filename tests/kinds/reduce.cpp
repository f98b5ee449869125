// SPDX-License-Identifier: BSL-1.0
// Reductions of operands of every kind, empty operands and rank 0. The values come from NumPy, with
// the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

#include <complex>
#include <cstdint>

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, 1, 2], [6, 4, 5]])
constexpr tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
// e = np.zeros((0, 3))
const dtensor<double, 2> e(0, 3);

} // namespace

TEST_CASE("sums of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // a.sum()
    CHECK(is(sum(x()), 21));
    // a.sum(0)
    CHECK(is(sum(x(), _0), {3}, {9, 5, 7}));
    // a.sum(-1, keepdims=True)
    CHECK(is(sum(x(), -_1, keepdims), {2, 1}, {6, 15}));
    CHECK(has<x.n>(sum(x(), _0)));
    CHECK(has<x.m, 1>(sum(x(), -_1, keepdims)));
    CHECK(gives<std::int64_t>(sum(x())));
  });
}

TEST_CASE("folds of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // a.prod(-1)
    CHECK(is(prod(x(), -_1), {2}, {6, 120}));
    // a.mean(0)
    CHECK(is(mean(x(), _0), {3}, {4.5, 2.5, 3.5}));
    // a.min(0)
    CHECK(is(min(x(), _0), {3}, {3, 1, 2}));
    // a.min(-1)
    CHECK(is(min(x(), -_1), {2}, {1, 4}));
    // a.max(-2)
    CHECK(is(max(x(), -_2), {3}, {6, 4, 5}));
    // a.max(-1, keepdims=True)
    CHECK(is(max(x(), -_1, keepdims), {2, 1}, {3, 6}));
    // a.argmin(0)
    CHECK(is(argmin(x(), _0), {3}, {0, 0, 0}));
    // a.argmax(-1)
    CHECK(is(argmax(x(), -_1), {2}, {0, 0}));
    CHECK(has<x.m>(mean(x(), _1)));
    CHECK(has<x.n>(min(x(), -_2)));
    CHECK(has<x.m, 1>(max(x(), -_1, keepdims)));
    CHECK(has<x.n>(argmin(x(), _0)));
  });
}

TEST_CASE("any and all_of of several kinds of operands") {
  // b = np.array([[0, 1, 2], [0, 0, 5]])
  constexpr tensor<int, 2, 3> b{{0, 1, 2}, {0, 0, 5}};
  for_some_kinds(b, [](auto x) {
    // b.any(0)
    CHECK(is(any(x(), _0), {3}, {false, true, true}));
    // b.any(-1)
    CHECK(is(any(x(), -_1), {2}, {true, true}));
    // b.all(0)
    CHECK(is(all_of(x(), _0), {3}, {false, false, true}));
    // b.all(-1)
    CHECK(is(all_of(x(), -_1), {2}, {false, false}));
    // ~b.any(-2)
    CHECK(is(none_of(x(), -_2), {3}, {true, false, false}));
    // ~b.any(-1)
    CHECK(is(none_of(x(), -_1), {2}, {false, false}));
    // np.count_nonzero(b, 0)
    CHECK(is(count_nonzero(x(), _0), {3}, {0, 1, 2}));
    // np.count_nonzero(b, -1)
    CHECK(is(count_nonzero(x(), -_1), {2}, {2, 1}));
    CHECK(has<x.n>(any(x(), _0)));
    CHECK(has<x.m>(all_of(x(), _1)));
    CHECK(has<x.m>(none_of(x(), _1)));
    CHECK(has<x.m>(count_nonzero(x(), -_1)));
  });
}

TEST_CASE("reduce by a function, of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    const auto less = [](int acc, int v) { return 2 * acc - v; };
    // np.frompyfunc(lambda s, v: 2 * s - v, 2, 1).reduce(a, 0, initial=1)
    CHECK(is(reduce(less, 1, x(), _0), {3}, {-8, -2, -5}));
    // np.frompyfunc(lambda s, v: 2 * s - v, 2, 1).reduce(a, -1, initial=1)
    CHECK(is(reduce(less, 1, x(), -_1), {2}, {-8, -29}));
    CHECK(has<x.n>(reduce(less, 1, x(), _0)));
  });
  // np.full(3, 7)
  CHECK(is(reduce([](int s, double) { return s; }, 7, e, _0), {3}, {7, 7, 7}));
  // 7 - 2
  CHECK(is(reduce([](int s, int v) { return s - v; }, 7, tensor<int>(2)), 5));
}

TEST_CASE("reductions of empty operands") {
  // e.sum()
  CHECK(is(sum(e), 0));
  // e.sum(0)
  CHECK(is(sum(e, _0), {3}, {0, 0, 0}));
  // e.sum(-1)
  CHECK(is(sum(e, -_1), {0}, {}));
  // e.prod(0, keepdims=True)
  CHECK(is(prod(e, _0, keepdims), {1, 3}, {1, 1, 1}));
  // e.mean(0)
  CHECK(is(mean(e, _0), {3}, {qnan, qnan, qnan}));
  // e.mean(1)
  CHECK(is(mean(e, _1), {0}, {}));
  // e.any(0)
  CHECK(is(any(e, _0), {3}, {false, false, false}));
  // e.all(0)
  CHECK(is(all_of(e, _0), {3}, {true, true, true}));
  // ~e.any(0)
  CHECK(is(none_of(e, _0), {3}, {true, true, true}));
  // np.count_nonzero(e, 0)
  CHECK(is(count_nonzero(e, _0), {3}, {0, 0, 0}));
  // A reduction that needs an element throws an exception, as np.max(e, 0) does. It is permitted if
  // the result has no elements either, as in e.max(1).
  CHECK_THROWS_AS(eval(max(e, _0)), value_error);
  CHECK_THROWS_AS(min(e), value_error);
  CHECK_THROWS_AS(eval(argmax(e, _0)), value_error);
  CHECK_THROWS_AS(argmin(e), value_error);
  // e.max(1)
  CHECK(is(max(e, _1), {0}, {}));
  // e.min(-1, keepdims=True)
  CHECK(is(min(e, -_1, keepdims), {0, 1}, {}));
  // e.argmin(1)
  CHECK(is(argmin(e, _1), {0}, {}));
  // Static extents, slices and expressions of size 0.
  constexpr tensor<int, 2, 0> none;
  CHECK(is(sum(none, _0), {0}, {}));
  // np.zeros((2, 0)).sum(1)
  CHECK(is(sum(none, _1), {2}, {0, 0}));
  CHECK(has<2>(sum(none, _1)));
  // a[:, :0].prod(1)
  CHECK(is(prod(a[_, range(_0, _0)], _1), {2}, {1, 1}));
  // (e * 2).sum(0)
  CHECK(is(sum(e * 2., _0), {3}, {0, 0, 0}));
  CHECK_THROWS_AS(eval(max(none, _1)), value_error);
  CHECK(is(max(none, _0), {0}, {}));
}

TEST_CASE("reductions of rank 0") {
  const tensor<double> s(4.);
  // np.array(4.).sum()
  CHECK(is(sum(s), 4));
  // np.array(4.).prod()
  CHECK(is(prod(s), 4));
  // np.array(4.).mean()
  CHECK(is(mean(s), 4));
  // np.array(4.).min()
  CHECK(is(min(s), 4));
  // np.array(4.).max(keepdims=True)
  CHECK(is(max(s + 0., keepdims), {}, {4}));
  // np.array(4.).argmin()
  CHECK(is(argmin(s), 0));
  // np.array(4.).argmax()
  CHECK(is(argmax(s), 0));
  // np.array(4.).any()
  CHECK(is(any(s), true));
  // np.array(4.).all()
  CHECK(is(all_of(s), true));
  // ~np.array(4.).any()
  CHECK(is(none_of(s), false));
  // np.count_nonzero(np.array(4.))
  CHECK(is(count_nonzero(s), 1));
}

TEST_CASE("reductions where NaN is among the elements") {
  // f = np.array([[1, nan, 3], [nan, 5, -inf]])
  const tensor<double, 2, 3> f{{1, qnan, 3}, {qnan, 5, -inf}};
  const auto check = [](const auto& x) {
    // f.max(0)
    CHECK(is(max(x, _0), {3}, {qnan, qnan, 3}));
    // f.min(-1)
    CHECK(is(min(x, -_1), {2}, {qnan, qnan}));
    // f.argmax(0)
    CHECK(is(argmax(x, _0), {3}, {1, 0, 0}));
    // f.argmin(-1)
    CHECK(is(argmin(x, -_1), {2}, {1, 0}));
    // f.argmin()
    CHECK(is(argmin(x), 1));
    // f.sum(0)
    CHECK(is(sum(x, _0), {3}, {qnan, qnan, -inf}));
  };
  check(f);
  check(transpose(dtensor<double, 2>(transpose(f))));
  // f.any(0)
  CHECK(is(any(f, _0), {3}, {true, true, true}));
  // np.count_nonzero(f, 1)
  CHECK(is(count_nonzero(f, _1), {2}, {3, 3}));
}

TEST_CASE("integers that widen") {
  // i8 = np.array([100, 100, 27], np.int8)
  const tensor<std::int8_t, 3> i8{100, 100, 27};
  // i8.sum()
  CHECK(is(sum(i8), 227));
  // i8.prod()
  CHECK(is(prod(i8), 270000));
  // i8.mean()
  CHECK(is(mean(i8), 75.66666666666667));
  // i8.max()
  CHECK(is(max(i8), 100));
  // u16 = np.array([65535, 65535], np.uint16)
  const dtensor<std::uint16_t, 1> u16{65535, 65535};
  // u16.sum()
  CHECK(is(sum(u16), 131070));
  // u16.prod()
  CHECK(is(prod(u16), 4294836225));
  CHECK(gives<std::uint64_t>(sum(u16)));
  CHECK(gives<std::uint64_t>(prod(u16)));
  CHECK(gives<double>(mean(u16)));
  CHECK(gives<std::uint16_t>(max(u16)));
  // t = np.array([True, True, False])
  const tensor<bool, 3> t{true, true, false};
  // t.sum()
  CHECK(is(sum(t), 2));
  // t.prod()
  CHECK(is(prod(t), 0));
  // t[:2].mean()
  CHECK(is(mean(t[range(_, 2)]), 1));
  // t.max()
  CHECK(is(max(t), true));
  // t.argmin()
  CHECK(is(argmin(t), 2));
  CHECK(gives<std::int64_t>(sum(t)));
}
