// SPDX-License-Identifier: BSL-1.0
// Constant evaluation: assignment into slices, overlap, compound assignment, scatter.
#include "catch.hpp"

#include <stria/stria.hpp>

using namespace stria;

namespace {

template <class A, class B> constexpr bool same(const A& a, const B& b) {
  if (eval(a).shape() != eval(b).shape())
    return false;
  const auto x = eval(a), y = eval(b);
  for (stria::index i = 0; i < x.size(); ++i)
    if (!(x.data()[i] == y.data()[i]))
      return false;
  return true;
}

// Applies `change` to a copy.
template <class T, class F> constexpr T after(T t, F change) {
  change(t);
  return t;
}

constexpr tensor v{0, 1, 2, 3, 4, 5};
constexpr tensor m{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
// The lambdas below are not templates: in a template, clang 19 deduces `tensor{1, 2}` again from
// the already converted braces, with a wrong result.
using V = tensor<int, 6>;
using M = tensor<int, 3, 3>;

// Into elements and slices.
static_assert(same(after(v, [](V& t) { t[_1] = 9; }), tensor{0, 9, 2, 3, 4, 5}));
static_assert(same(after(v, [](V& t) { t[range(_, _, 2)] = 9; }), tensor{9, 1, 9, 3, 9, 5}));
static_assert(same(after(v, [](V& t) { t[rev(_, _, 2)] = tensor{7, 8, 9}; }),
                   tensor{0, 9, 2, 8, 4, 7}));
static_assert(same(after(m, [](M& t) { t[_, _1] = 0; }), tensor{{0, 0, 2}, {3, 0, 5}, {6, 0, 8}}));
static_assert(same(after(m, [](M& t) { t[_1] = t[_0] + t[_2]; }),
                   tensor{{0, 1, 2}, {6, 8, 10}, {6, 7, 8}}));
static_assert(same(after(m, [](M& t) { t[range(1, _), range(1, _)] = tensor{{1, 2}, {3, 4}}; }),
                   tensor{{0, 1, 2}, {3, 1, 2}, {6, 3, 4}}));
static_assert(same(after(m, [](M& t) { t[_] = tensor{1, 2, 3}; }),
                   tensor{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}));
static_assert(same(after(m, [](M& t) { t[_, _] = tensor{{1}, {2}, {3}}; }),
                   tensor{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}));
static_assert(same(after(m, [](M& t) { t[_0, newaxis] = tensor{{{7, 8, 9}}}; }),
                   tensor{{7, 8, 9}, {3, 4, 5}, {6, 7, 8}}));
static_assert(same(after(m, [](M& t) { t["1, ::-1"_ix] = tensor{7, 8, 9}; }),
                   tensor{{0, 1, 2}, {9, 8, 7}, {6, 7, 8}}));

// Overlap.
static_assert(same(after(v, [](V& t) { t[range(1, _)] = t[range(_, -1)]; }),
                   tensor{0, 0, 1, 2, 3, 4}));
static_assert(same(after(v, [](V& t) { t[range(_, -1)] = t[range(1, _)]; }),
                   tensor{1, 2, 3, 4, 5, 5}));
static_assert(same(after(v, [](V& t) { t = t[rev()]; }), tensor{5, 4, 3, 2, 1, 0}));
static_assert(same(after(v, [](V& t) { t = t + t[rev()]; }), tensor{5, 5, 5, 5, 5, 5}));
static_assert(same(after(v, [](V& t) { t[range(_, _, 2)] = t[range(1, _, 2)]; }),
                   tensor{1, 1, 3, 3, 5, 5}));
static_assert(same(after(m, [](M& t) { t = transpose(t); }),
                   tensor{{0, 3, 6}, {1, 4, 7}, {2, 5, 8}}));
static_assert(same(after(m, [](M& t) { t[_, _0] = t[_0]; }),
                   tensor{{0, 1, 2}, {1, 4, 5}, {2, 7, 8}}));
static_assert(same(after(m, [](M& t) { t[_] = t[_0] + t; }),
                   tensor{{0, 2, 4}, {3, 5, 7}, {6, 8, 10}}));
static_assert(same(after(v,
                         [](V& t) {
                           const V& self = t;
                           t = self;
                         }),
                   v));
static_assert(same(after(v, [](V& t) { noalias(t) = v + 1; }), tensor{1, 2, 3, 4, 5, 6}));

// Compound assignment.
static_assert(same(after(v, [](V& t) { t += 1; }), tensor{1, 2, 3, 4, 5, 6}));
static_assert(same(after(v, [](V& t) { t -= t; }), tensor{0, 0, 0, 0, 0, 0}));
static_assert(same(after(v, [](V& t) { t[range(2, _)] *= 10; }), tensor{0, 1, 20, 30, 40, 50}));
static_assert(same(after(v, [](V& t) { t += t[rev()]; }), tensor{5, 5, 5, 5, 5, 5}));
static_assert(same(after(v, [](V& t) { (t += 7) /= 2; }), tensor{3, 4, 4, 5, 5, 6}));
static_assert(same(after(v, [](V& t) { t %= 4; }), tensor{0, 1, 2, 3, 0, 1}));
static_assert(same(after(v,
                         [](V& t) {
                           t <<= 1;
                           t |= 1;
                           t ^= 2;
                           t &= 7;
                           t >>= 1;
                         }),
                   tensor{1, 0, 3, 2, 1, 0}));
static_assert(same(after(m, [](M& t) { t -= t[_0]; }), tensor{{0, 0, 0}, {3, 3, 3}, {6, 6, 6}}));
static_assert(same(after(m, [](M& t) { t[_, _0] += sum(t, _1); }),
                   tensor{{3, 1, 2}, {15, 4, 5}, {27, 7, 8}}));

// Dynamic sizes within a constant expression.
constexpr bool grows() {
  dtensor<int, 1> t{1, 2, 3};
  t = v + 1;
  t = t[range(_, _, 2)];
  t = t[rev()];
  return same(t, dtensor<int, 1>{5, 3, 1});
}
static_assert(grows());
constexpr bool moves() {
  dtensor<int, 2> a{{1, 2}, {3, 4}}, b;
  b = std::move(a);
  a = b * 2;
  std::swap(a, b);
  return a[1, 1] == 4 && b[1, 1] == 8 && a.size() == 4;
}
static_assert(moves());

// Scatter and gather.
static_assert(same(after(v, [](V& t) { t[nd({{1}, {4}})] = tensor{10, 40}; }),
                   tensor{0, 10, 2, 3, 40, 5}));
static_assert(same(after(v, [](V& t) { t[nd({{2}, {2}, {5}})] += tensor{1, 2, 3}; }),
                   tensor{0, 1, 5, 3, 4, 8}));
static_assert(same(after(v, [](V& t) { t[nd({{2}, {2}})] = tensor{1, 2}; }),
                   tensor{0, 1, 2, 3, 4, 5}));
static_assert(same(after(m, [](M& t) { t[nd({{2}, {0}})] = tensor{{1, 1, 1}, {2, 2, 2}}; }),
                   tensor{{2, 2, 2}, {3, 4, 5}, {1, 1, 1}}));
static_assert(same(after(m, [](M& t) { t[nd({{0, 0}, {1, 1}, {2, 2}})] = 0; }),
                   tensor{{0, 1, 2}, {3, 0, 5}, {6, 7, 0}}));
static_assert(same(after(v, [](V& t) { t[nd({{0}, {1}})] = t[nd({{1}, {0}})]; }),
                   tensor{1, 0, 2, 3, 4, 5}));
static_assert(same(m[nd({{2, 0}, {0, 2}})], tensor{6, 2}));
static_assert(same(gather_nd(m, nd({{1}})), tensor{{3, 4, 5}}));
static_assert(same(tensor_scatter_nd_update(v, nd({{3}}), tensor{-3}), tensor{0, 1, 2, -3, 4, 5}));
static_assert(same(tensor_scatter_nd_add(v, nd({{3}, {3}}), tensor{1, 1}),
                   tensor{0, 1, 2, 5, 4, 5}));
static_assert(same(scatter_nd(nd({{1}, {3}}), tensor{5, 6}, _4), tensor{0, 5, 0, 6}));

} // namespace

TEST_CASE("compile-time and run-time results are equal") {
  auto t = v;
  t[range(1, _)] = t[range(_, -1)];
  CHECK(same(t, tensor{0, 0, 1, 2, 3, 4}));
  CHECK(grows());
  CHECK(moves());
}
