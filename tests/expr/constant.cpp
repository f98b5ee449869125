// SPDX-License-Identifier: BSL-1.0
// Constant evaluation: slices, broadcasting and expressions on static shapes. The test is that this
// file compiles. See also constant_assign.cpp and constant_reduce.cpp.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <complex>

using namespace stria;

namespace {

// Whether two operands have the same shape and the same elements, without loops of the library.
template <class A, class B> constexpr bool same(const A& a, const B& b) {
  static_assert(A::extents == B::extents);
  const auto x = eval(a), y = eval(b);
  for (stria::index i = 0; i < x.size(); ++i)
    if (!(x.data()[i] == y.data()[i]))
      return false;
  return true;
}

constexpr tensor v{0, 1, 2, 3, 4, 5, 6, 7};
constexpr tensor m{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
constexpr tensor c{{{0, 1}, {2, 3}, {4, 5}}, {{6, 7}, {8, 9}, {10, 11}}};
constexpr tensor<int> scalar_tensor = 7;

// Elements.
static_assert(v[_3] == 3);
static_assert(v[-_1] == 7);
static_assert(v[5] == 5 && v[-8] == 0);
static_assert(m[_1, _2] == 6 && m(2, -1) == 11);
static_assert(c[1, 2, 0] == 10);
static_assert(scalar_tensor == 7 && scalar_tensor[] == 7);
static_assert(m.size() == 12 && m.shape()[1] == 4 && m.strides()[0] == 4 && m.extent(-1) == 4);

// Slices.
static_assert(same(v[range(2, 5)], tensor{2, 3, 4}[range(_, 3)]));
static_assert(same(v[range(_2, _5)], tensor{2, 3, 4}));
static_assert(same(v[range(_, _, _3)], tensor{0, 3, 6}));
static_assert(same(v[range(-_3, _)], tensor{5, 6, 7}));
static_assert(same(v[range(-100_c, _2)], tensor{0, 1}));
static_assert(same(v[range(_6, 100_c)], tensor{6, 7}));
static_assert(same(v[range(_5, _2)], tensor<int, 0>()));
static_assert(same(v["1:7:2"_ix], tensor{1, 3, 5}));

// Negative steps.
static_assert(same(v[rev()], tensor{7, 6, 5, 4, 3, 2, 1, 0}));
static_assert(same(v[rev(_4, _1)], tensor{4, 3, 2}));
static_assert(same(v[rev(-_3)], tensor{7, 6}));
static_assert(same(v[rev(_, _, _3)], tensor{7, 4, 1}));
static_assert(same(v[range(_6, _0, -_2)], tensor{6, 4, 2}));
static_assert(same(v[range(_, -_9, -_4)], tensor{7, 3}));
static_assert(same(v["::-2"_ix], tensor{7, 5, 3, 1}));
static_assert(same(m[rev(), rev()], tensor{{11, 10, 9, 8}, {7, 6, 5, 4}, {3, 2, 1, 0}}));
static_assert(same(m[_1, rev(_, _, _2)], tensor{7, 5}));
static_assert(same(m[rev()][_, rev()][rev(), rev()], m));

// Dropped axes, new axes, ellipsis.
static_assert(same(m[_1], tensor{4, 5, 6, 7}));
static_assert(same(m[_, -_1], tensor{3, 7, 11}));
static_assert(same(m[-1], tensor{8, 9, 10, 11}));
static_assert(same(m[newaxis, _0], tensor{{0, 1, 2, 3}}));
static_assert(same(m[range(_, _2), newaxis, _3], tensor{{3}, {7}}));
static_assert(same(c[ellipsis, _0], tensor{{0, 2, 4}, {6, 8, 10}}));
static_assert(same(c[_1, ellipsis, _1], tensor{7, 9, 11}));
static_assert(same(c[ellipsis, newaxis, _1][_, _, _0], tensor{{1, 3, 5}, {7, 9, 11}}));
static_assert(same(c["1, ..., ::-1"_ix], tensor{{7, 6}, {9, 8}, {11, 10}}));
static_assert(same(c[_1, _2, newaxis, _0], tensor{10}));

// Chained slices equal the composed slices.
static_assert(same(v[range(_1, _)][rev()][range(_, _, _3)], tensor{7, 4, 1}));
static_assert(std::is_same_v<decltype(m[_1][_2]), decltype(m[_1, _2])>);
static_assert(std::is_same_v<decltype(c[_1][_, _0]), decltype(c[_1, _, _0])>);

// Arithmetic, broadcasting, scalars.
static_assert(same(v + v, v * 2));
static_assert(same(-v + 7, v[rev()]));
static_assert(same(m + tensor{10, 20, 30, 40},
                   tensor{{10, 21, 32, 43}, {14, 25, 36, 47}, {18, 29, 40, 51}}));
static_assert(same(m - m[_, range(_0, _1)], tensor{{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}}));
static_assert(same(v[range(_, _3), newaxis] * v[range(_, _2)], tensor{{0, 0}, {0, 1}, {0, 2}}));
static_assert(same(tensor{{1}, {2}} + tensor{10, 20}, tensor{{11, 21}, {12, 22}}));
static_assert(same(scalar_tensor + tensor{1, 2}, tensor{8, 9}));
static_assert(same(tensor{1, 2} / 2.0, tensor{0.5, 1.0}));
static_assert(same(v % 3 == 0, tensor{true, false, false, true, false, false, true, false}));
static_assert(same((v > 2) && (v < 5),
                   tensor{false, false, false, true, true, false, false, false}));
static_assert(same(tensor{-1, 1} < tensor{1u, 1u}, tensor{true, false}));
static_assert(same(v & 1, v % 2));
static_assert(same(tensor{1, 2} << 3, tensor{8, 16}));
static_assert(same(~tensor{true, false}, tensor{false, true}));

// Slices of expressions.
static_assert(same((v + 1)[range(_1, _4)], tensor{2, 3, 4}));
static_assert(same((v + 1)[rev(_, _, _4)], tensor{8, 4}));
static_assert(same((m * 2)[_1, rev()], tensor{14, 12, 10, 8}));
static_assert((m * 2 + 1)[2, 3] == 23);
static_assert(same((m + m[_0])[_, newaxis, _2], tensor{{4}, {8}, {12}}));
static_assert(same((v[newaxis] + v[_, newaxis])[_3, range(_0, _2)], tensor{3, 4}));

// Functions.
static_assert(same(where(v > 4, v, -1), tensor{-1, -1, -1, -1, -1, 5, 6, 7}));
static_assert(same(where(tensor{true, false}, 1.5, tensor{1, 2}), tensor{1.5, 2.0}));
static_assert(same(clip(v, 2, 5), tensor{2, 2, 2, 3, 4, 5, 5, 5}));
static_assert(same(maximum(v, v[rev()]), tensor{7, 6, 5, 4, 4, 5, 6, 7}));
static_assert(same(abs(tensor{-1, 2}), tensor{1, 2}));
static_assert(same(cast<double>(tensor{1, 2}), tensor{1.0, 2.0}));
static_assert(same(map([](int a, int b) { return 10 * a + b; }, tensor{1, 2}, tensor{3, 4}),
                   tensor{13, 24}));
static_assert(same(transpose(m)[_1], tensor{1, 5, 9}));
static_assert(same(transpose(m + 0), transpose(m)));
static_assert(same(reshape(m, _2, _6)[_1], tensor{6, 7, 8, 9, 10, 11}));
static_assert(same(permute<2, 0, 1>(c)[_1], tensor{{1, 3, 5}, {7, 9, 11}}));

// Rvalues are owned by the expression.
constexpr auto owned() { return tensor{1, 2, 3}[rev()] + tensor{10, 20, 30}; }
static_assert(same(owned(), tensor{13, 22, 31}));
constexpr auto dynamic_inside() {
  dtensor<int, 1> t(4);
  for (int i = 0; i < 4; ++i)
    t[i] = i;
  dtensor<int, 2> u = t[_, newaxis] * t[newaxis];
  return u[3, 3] + u[2, 1] + eval(u + u)[1, 1];
}
static_assert(dynamic_inside() == 13);
constexpr auto large() {
  tensor<int, 30, 20> t; // beyond the inline storage
  t += 1;
  auto u = std::move(t);
  return u[29, 19] + (u + u)[0, 0];
}
static_assert(large() == 3);

} // namespace

TEST_CASE("constant expressions have the same values as at run time") {
  auto t = v;
  CHECK(same(t[rev(_, _, _3)], v[rev(_, _, _3)]));
  CHECK(dynamic_inside() == 13);
}
