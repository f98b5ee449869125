// SPDX-License-Identifier: BSL-1.0
// Functions of static shapes in constant expressions, by static_assert. The values come from NumPy.
// The expressions of NumPy are the same, apart from the constants.
#include "catch.hpp"

#include <stria/stria.hpp>

using namespace stria;

namespace {

constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<int, 3> v{3, 1, 2};
constexpr tensor<double, 2, 3> x{{1, 2, 3}, {4, 5, 6}};
constexpr tensor places{2, 0}, pair{8, 9};
constexpr tensor twice{0, 0, 1};

template <class E> constexpr bool is(const E& e, std::initializer_list<typename E::value_type> l) {
  const auto values = eval(e);
  bool same = values.size() == static_cast<stria::index>(l.size());
  const auto* p = values.data();
  for (auto wanted : l)
    same = same && *p++ == wanted;
  return same;
}

// Subscripts.
static_assert(is(a["::-1, 1"_ix], {5, 2}));
static_assert(is(a[_1, newaxis, rev()], {6, 5, 4}));
static_assert(is(a[ellipsis, range(_, _, _2)], {1, 3, 4, 6}));
static_assert(is(a[_, -1], {3, 6}));
static_assert(is(v[places], {2, 3}));
static_assert(is(a[a > 4], {5, 6}));
static_assert(is(a[_, places], {3, 1, 6, 4}));
static_assert(is(take(v, places), {2, 3}));
static_assert(is(where(a > 2, a, 0), {0, 0, 3, 4, 5, 6}));

// Assignments: overlap, broadcasting, scatter.
constexpr auto changed(auto t, auto change) {
  change(t);
  return t;
}
static_assert(is(changed(tensor{1, 2, 3, 4, 5},
                         [](auto& t) { t[range(_1, _)] = t[range(_, -_1)]; }),
                 {1, 1, 2, 3, 4}));
static_assert(is(changed(tensor{1, 2, 3, 4, 5}, [](auto& t) { t = t[rev()]; }), {5, 4, 3, 2, 1}));
static_assert(is(changed(a, [](auto& t) { t[_, _0] = v[range(_1, _)]; }), {1, 2, 3, 2, 5, 6}));
static_assert(is(changed(a, [](auto& t) { t += v; }), {4, 3, 5, 7, 6, 8}));
static_assert(is(changed(v, [](auto& t) { t[places] = pair; }), {9, 1, 8}));
static_assert(is(changed(v, [](auto& t) { t[twice] += 1; }), {5, 2, 2}));
static_assert(is(changed(a, [](auto& t) { t[t > 4] = 0; }), {1, 2, 3, 4, 0, 0}));
static_assert(is(changed(a, [](auto& t) { t[_1, rev()] = v; }), {1, 2, 3, 2, 1, 3}));

// Reductions.
static_assert(is(sum(a, _0), {5, 7, 9}));
static_assert(sum(a) == 21);
static_assert(is(prod(a, _1), {6, 120}));
static_assert(is(mean(x, _1), {2, 5}));
static_assert(is(var(x, _0), {2.25, 2.25, 2.25}));
static_assert(is(max(a, _1, keepdims), {3, 6}));
static_assert(is(argmax(a, _1), {2, 2}));
static_assert(argmin(v) == 1);
static_assert(is(any(a > 5, _1), {false, true}));
static_assert(all_of(a > 0));
static_assert(is(count_nonzero(a > 3, _0), {1, 1, 1}));
static_assert(is(ptp(a, _1), {2, 2}));
static_assert(is(cumsum(a, _1), {1, 3, 6, 4, 9, 15}));
static_assert(is(cumprod(v), {3, 3, 6}));
static_assert(is(diff(v), {-2, 1}));
static_assert(median(cast<double>(v)) == 2);
static_assert(percentile(cast<double>(v), 50.) == 2);
static_assert(is(reduce<"r c -> r">(a, max), {3, 6}));

// Sorting and order.
static_assert(is(sort(v), {1, 2, 3}));
static_assert(is(argsort(v), {1, 2, 0}));
static_assert(is(partition(v, 1), {1, 2, 3}));
static_assert(is(top_k(v, _2).values, {3, 2}));
static_assert(is(unique(tensor{2, 1, 2}), {1, 2}));
static_assert(is(searchsorted(tensor{1, 2, 3}, tensor{2, 4}), {1, 3}));
static_assert(is(bincount(v), {0, 1, 1, 1}));
static_assert(is(histogram(cast<double>(v), 2, 0., 4.), {1, 2}));

// Shapes and joins.
static_assert(is(transpose(a), {1, 4, 2, 5, 3, 6}));
static_assert(is(reshape(a, _3, _2)[_1], {3, 4}));
static_assert(is(rearrange<"a b -> b a">(a), {1, 4, 2, 5, 3, 6}));
static_assert(is(concat(_0, v, v), {3, 1, 2, 3, 1, 2}));
static_assert(is(stack(_1, v, v), {3, 3, 1, 1, 2, 2}));
static_assert(is(split(a, _3, _1)[1], {2, 5}));
static_assert(is(tile(v, _2), {3, 1, 2, 3, 1, 2}));
static_assert(is(repeat(v, _2, _0), {3, 3, 1, 1, 2, 2}));
static_assert(is(pad(v, 1), {0, 3, 1, 2, 0}));
static_assert(is(roll(v, 1, _0), {2, 3, 1}));
static_assert(is(flip(v, _0), {2, 1, 3}));
static_assert(is(rot90(a), {3, 6, 2, 5, 1, 4}));
static_assert(is(diagonal(a), {1, 5}));
static_assert(is(triu(a), {1, 2, 3, 0, 5, 6}));

// Products.
static_assert(is(matmul(a, transpose(a)), {14, 32, 32, 77}));
static_assert(is(dot(v, v), {14}));
static_assert(is(outer(v, places), {6, 0, 2, 0, 4, 0}));
static_assert(is(kron(v, tensor{1, 2}), {3, 6, 1, 2, 2, 4}));
static_assert(is(tensordot(a, a, _2), {91}));
static_assert(is(trace(matmul(a, transpose(a))), {91}));
static_assert(is(einsum<"ij,kj->ik">(a, a), {14, 32, 32, 77}));
static_assert(is(einsum<"ij,kj,k->i">(a, a, tensor{1, 2}), {78, 186}));
static_assert(is(einsum<"ij->j">(a), {5, 7, 9}));

// Functions that make tensors.
static_assert(is(arange<int>(_4), {0, 1, 2, 3}));
static_assert(is(linspace(0., 1., _3), {0, .5, 1}));
static_assert(is(eye<int>(_2, _2), {1, 0, 0, 1}));
static_assert(is(full<int, 2>(7), {7, 7}));

} // namespace

TEST_CASE("compile-time values equal those at run time") {
  // The same functions again with run-time values.
  auto b = a;
  CHECK(is(einsum<"ij,kj->ik">(b, b), {14, 32, 32, 77}));
  CHECK(is(sort(b[_, rev()], _1), {1, 2, 3, 4, 5, 6}));
  CHECK(is(changed(b, [](auto& t) { t[_, _0] = v[range(_1, _)]; }), {1, 2, 3, 2, 5, 6}));
}
