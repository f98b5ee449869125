// SPDX-License-Identifier: BSL-1.0
// t[nd(idx)]: TensorFlow's nd index, reading and writing.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <random>
#include <string>

using namespace stria;
using test::holds;
using test::holds_each;
using test::list;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

// t[i, j] = 10 i + j
constexpr tensor<int, 3, 4> table() { return {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}}; }
// t[i, j, k] = 100 i + 10 j + k
constexpr tensor<int, 2, 3, 4> block() {
  return from_function<int>([](stria::index i, stria::index j,
                               stria::index k) { return static_cast<int>(100 * i + 10 * j + k); },
                            _2, _3, _4);
}

} // namespace

// --- reading ---

TEST_CASE("places of elements and of slices") {
  const auto t = table();
  CHECK(holds_each(t[nd({{0, 1}, {2, 3}, {0, 1}})], {1, 23, 1}));
  CHECK(holds_each(t[nd({{2}, {0}})], {20, 21, 22, 23, 0, 1, 2, 3}));
  CHECK(has<3>(t[nd({{0, 1}, {2, 3}, {0, 1}})]));
  CHECK(has<2, 4>(t[nd({{2}, {0}})]));

  const auto b = block();
  CHECK(holds(b[nd({{1, 2, 3}, {0, 1, 0}})], {123, 10}));
  CHECK(holds(b[nd({{1, 2}})], {120, 121, 122, 123}));
  CHECK(has<1, 4>(b[nd({{1, 2}})]));
  CHECK(has<2, 3, 4>(b[nd({{1}, {0}})]));
  CHECK(eval(b[nd({{1}, {0}})])[0, 2, 3] == 123);
  CHECK(b[nd({{1}, {0}})][0, 2, 3] == 123);

  // With depth 0, every row selects the whole tensor.
  CHECK(holds(tensor{7, 8}[nd(tensor<int, 2, 0>())], {7, 8, 7, 8}));
  CHECK(holds((tensor{7, 8} + 1)[nd(tensor<int, 2, 0>())], {8, 9, 8, 9}));
}

TEST_CASE("batches of every rank") {
  const auto t = table();
  // A single position.
  CHECK(int(t[nd({1, 2})]) == 12);
  CHECK(has<>(t[nd({1, 2})]));
  CHECK(t[nd({1, 2})] + 1 == 13);
  CHECK(holds_each(t[nd({2})], {20, 21, 22, 23}));
  CHECK(has<4>(t[nd({2})]));
  const tensor<int, 2> place{2, 1};
  CHECK(int(t[nd(place)]) == 21);

  CHECK(holds(t[nd({{{0, 0}, {1, 1}}, {{2, 2}, {0, 3}}})], {0, 11, 22, 3}));
  CHECK(has<2, 2>(t[nd({{{0, 0}, {1, 1}}, {{2, 2}, {0, 3}}})]));
  const tensor<int, 2, 1, 3, 1> rows{{{{0}, {1}, {2}}}, {{{2}, {2}, {0}}}};
  CHECK(has<2, 1, 3, 4>(t[nd(rows)]));
  CHECK(holds(t[nd(rows)][_, _0, _, _1], {1, 11, 21, 21, 21, 1}));
  CHECK((t[nd(rows)](1, 0, 2, 3)) == 3);
}

TEST_CASE("the index is any integer operand") {
  const auto t = table();
  const list<int> wanted{1, 23};
  tensor<int, 2, 2> idx{{0, 1}, {2, 3}};
  const auto& constant_idx = idx;
  CHECK(holds_each(t[nd(idx)], wanted));
  CHECK(holds(t[nd(constant_idx)], wanted));
  CHECK(holds(t[nd(tensor{{0, 1}, {2, 3}})], wanted));
  CHECK(holds(t[nd(tensor<std::uint8_t, 2, 2>(idx))], wanted));
  CHECK(holds(t[nd(tensor<std::int8_t, 2, 2>(idx))], wanted));
  CHECK(holds(t[nd(tensor<std::uint64_t, 2, 2>(idx))], wanted));
  CHECK(holds(t[nd(tensor<unsigned, 2, 2>(idx) + 0u)], wanted));
  CHECK(holds(t[nd(idx - 0)], wanted));
  CHECK(holds(t[nd(cast<stria::index>(tensor{{0.5, 1.5}, {2.5, 3.5}}))], wanted));
  CHECK(holds(t[nd(idx[rev()])], {23, 1}));
  CHECK(holds(t[nd(idx[range(_1, _)])], {23}));
  CHECK(holds(t[nd(transpose(idx))], {2, 13}));
  CHECK(holds(transpose(t)[nd(idx[_, rev()])], wanted));
  CHECK(holds(t[nd(where(idx > 1, idx - 1, 0))], {0, 12}));

  // The depth of a dynamic extent is given explicitly.
  const dtensor<int, 2> loose = idx;
  CHECK(holds_each(t[nd<2>(loose)], wanted));
  CHECK(has<dyn>(t[nd<2>(loose)]));
  CHECK(has<dyn, 4>(t[nd<1>(loose[_, range(1, 2)])]));
  CHECK(has<dyn>(t[nd(tensor<int, dyn, 2>(5))]));
  CHECK(holds(t[nd<2>(idx)], wanted));
  CHECK_THROWS_AS(nd<1>(loose), shape_error);
  CHECK_THROWS_WITH(nd<3>(loose), test::contains("nd<3>") && test::contains("2 entries"));

  // The names of the batch axes and of the remaining axes are kept.
  tensor<int, batch, 2> named(2);
  named = idx;
  tensor<int, 3, 4, features> n(2);
  CHECK(has<batch, features>(n[nd(named)]));
  CHECK(test::shape(n[nd(named)]) == list<stria::index>{2, 2});

  // An lvalue is held by reference, so its elements at the time of evaluation are used.
  const auto lazy = t[nd(idx)];
  idx[0, 1] = 3;
  CHECK(holds(lazy, {3, 23}));
  const auto owner = [&] { return t[nd(tensor{{1, 1}, {2, 2}})]; }();
  CHECK(holds(owner, {11, 22}));
}

TEST_CASE("the source is any operand") {
  auto t = table();
  const auto& c = t;
  const list<int> wanted{12, 20};
  const tensor<int, 2, 2> idx{{1, 2}, {2, 0}};
  CHECK(holds_each(t[nd(idx)], wanted));
  CHECK(holds(c[nd(idx)], wanted));
  CHECK(holds(dtensor<int, 2>(t)[nd(idx)], wanted));
  CHECK(holds(table()[nd(idx)], wanted));
  CHECK(holds(t[_, _][nd(idx)], wanted));
  CHECK(holds(t[rev(), rev()][nd(idx)], {11, 3}));
  CHECK(holds(t[range(1, _), range(_, _, 2)][nd({{0, 1}, {1, 0}})], {12, 20}));
  CHECK(holds(transpose(t)[nd({{2, 1}, {0, 2}})], wanted));
  CHECK(holds(t[_, newaxis][nd({{1, 0, 2}})], {12}));
  CHECK(holds_each((t + 1)[nd(idx)], {13, 21}));
  CHECK(holds((t + 1)[rev()][nd({{0, 0}, {2, 3}})], {21, 4}));
  CHECK(holds(transpose(t * 2)[nd({{3}, {0}})], {6, 26, 46, 0, 20, 40}));
  CHECK(holds((t[_, range(0, 1)] + t[range(0, 1)])[nd({{2, 3}, {1, 0}})], {23, 10}));
  CHECK(holds(sum(t, _0)[nd({{1}, {3}})], {33, 39}));
  CHECK(holds(matmul(t, transpose(t))[nd({{0, 0}})], {14}));
  CHECK(holds(t[nd({{1}, {2}})][nd({{1, 3}, {0, 0}})], {23, 10}));
  CHECK(holds(tensor<std::string, 2>{"a", "b"}[nd({{1}, {1}})], {"b", "b"}));

  // A gather of an lvalue reads later changes; a gather of an rvalue owns the rvalue.
  const auto lazy = t[nd(idx)];
  t[1, 2] = -1;
  CHECK(holds(lazy, {-1, 20}));
  const auto owner = [] { return dtensor<int, 2>(table())[nd({{1, 1}})]; }();
  CHECK(holds(owner, {11}));
  const auto owner2 = [] { return (table() + tensor{1, 2, 3, 4})[nd({{1, 1}})]; }();
  CHECK(holds(owner2, {13}));
}

TEST_CASE("only selected elements of a lazy source are computed") {
  const auto t = table();
  int calls = 0;
  const auto counted = map([&calls](int x) { return ++calls, x; }, t);
  const auto g = counted[nd({{0, 1}, {2, 3}, {2, 3}})];
  CHECK(calls == 0);
  const auto values = eval(g);
  CHECK(calls == 3);
  CHECK(holds(values, {1, 23, 23}));
  calls = 0;
  CHECK(holds(counted[nd({{1}})][_, range(_, 2)], {10, 11}));
  CHECK(calls == 2);
  calls = 0;
  CHECK(int(counted[nd({1, 1})]) == 11);
  CHECK(calls == 1);
  calls = 0;
  CHECK(holds(counted[nd(tensor{{9, 9}, {0, 3}}, out_of_bounds::drop)], {0, 3}));
  CHECK(calls == 1);
}

TEST_CASE("gathers in fused expressions, and slices of gathers") {
  const auto t = table();
  const tensor<int, 3, 2> idx{{0, 0}, {1, 2}, {2, 3}};
  CHECK(holds(t[nd(idx)] * 2 + 1, {1, 25, 47}));
  CHECK(holds(t[nd(idx)] - t[nd(idx[rev()])], {-23, 0, 23}));
  CHECK(holds(t[nd(idx)][_, newaxis] + t[nd(idx)], {0, 12, 23, 12, 24, 35, 23, 35, 46}));
  CHECK(int(sum(t[nd(idx)])) == 35);
  CHECK(holds(max(t[nd({{2}, {0}})], _1), {23, 3}));
  CHECK(holds(matmul(t[nd({{0}, {1}})], tensor{1, 1, 1, 1}), {6, 46}));
  CHECK(holds_each(t[nd(idx)][rev()], {23, 12, 0}));
  CHECK(t[nd(idx)][_1] == 12);
  CHECK(t[nd(idx)][-1] == 23);
  CHECK(holds(t[nd({{2}, {0}})][_, range(_, _, 2)], {20, 22, 0, 2}));
  CHECK(holds(t[nd({{2}, {0}})][ellipsis, _1], {21, 1}));
  CHECK(holds(t[nd({{2}, {0}})][_1, newaxis, rev()], {3, 2, 1, 0}));
  CHECK(holds(transpose(t[nd({{2}, {0}})])[_3], {23, 3}));
  CHECK(holds(reshape(t[nd({{2}, {0}})], 4, 2)[_1], {22, 23}));
  CHECK(holds(where(t[nd(idx)] > 5, t[nd(idx)], -1), {-1, 12, 23}));
  tensor<int, 3> target;
  target = t[nd(idx)] + 1;
  target += t[nd(idx)];
  CHECK(holds(target, {1, 25, 47}));
  target[range(0, 2)] = t[nd(idx)][range(1, _)];
  CHECK(holds(target, {12, 23, 47}));
}

TEST_CASE("entries out of bounds raise an index_error that names them") {
  const auto t = table();
  const tensor<int, 3, 2> bad{{0, 0}, {1, 4}, {3, 0}};
  CHECK_THROWS_AS(eval(t[nd(bad)]), index_error);
  CHECK_THROWS_AS(eval(t[nd({{3}})]), index_error);
  CHECK_THROWS_AS(eval((t + 1)[nd(bad)]), index_error);
  CHECK_THROWS_AS(int(t[nd({0, -1})]), index_error);
  CHECK_THROWS_WITH(eval(t[nd({{0, 0}, {1, 4}})]),
                    test::contains("index 4") && test::contains("entry (1,)") &&
                        test::contains("axis 1") && test::contains("4 elements"));
  CHECK_THROWS_WITH(eval((t * 2)[nd({{0, 0}, {1, 4}})]), test::contains("index 4") &&
                                                             test::contains("entry (1,)") &&
                                                             test::contains("axis 1"));
  CHECK_THROWS_WITH(eval(t[nd({{{0, 0}, {1, 1}}, {{1, 2}, {-1, 2}}})]),
                    test::contains("index -1") && test::contains("entry (1, 1)") &&
                        test::contains("axis 0") && test::contains("3 elements") &&
                        test::contains("do not count from the end"));
  CHECK_THROWS_AS(eval(t[nd(tensor<std::uint64_t, 1, 1>{{~std::uint64_t{0}}})]), index_error);
  CHECK_THROWS_AS(
      eval(t[nd(tensor<std::int64_t, 1, 1>{{std::numeric_limits<std::int64_t>::min()}})]),
      index_error);
  CHECK_THROWS_AS(eval(tensor<int, 0>()[nd({{0}})]), index_error);
  // Each component is checked, not the offset in memory.
  CHECK_THROWS_AS(eval(t[nd({{0, 5}})]), index_error);
  // The target keeps its values.
  tensor<int, 3> kept{1, 2, 3};
  CHECK_THROWS_AS(kept = t[nd(bad)], index_error);
  CHECK_THROWS_AS(kept += t[nd(bad)], index_error);
  CHECK(holds(kept, {1, 2, 3}));
  // No entries.
  CHECK(holds(t[nd<2>(dtensor<int, 2>(0, 2))], {}));
  CHECK(test::shape(t[nd<1>(dtensor<int, 2>(0, 1))]) == list<stria::index>{0, 4});
  CHECK(holds(tensor<int, 0>()[nd<1>(dtensor<int, 2>(0, 1))], {}));
  CHECK(holds(tensor<int, 2, 0>()[nd({{1}, {0}})], {}));
}

TEST_CASE("reading with the policies drop and clip") {
  const auto t = table();
  const tensor<int, 5, 2> idx{{0, 1}, {-1, 2}, {1, 4}, {9, 9}, {2, 3}};
  CHECK(holds_each(t[nd(idx, out_of_bounds::drop)], {1, 0, 0, 0, 23}));
  CHECK(holds_each(t[nd(idx, out_of_bounds::clip)], {1, 2, 13, 23, 23}));
  CHECK(holds_each((t + 1)[nd(idx, out_of_bounds::drop)], {2, 0, 0, 0, 24}));
  CHECK(holds_each((t + 1)[nd(idx, out_of_bounds::clip)], {2, 3, 14, 24, 24}));
  CHECK(holds(t[rev(), rev()][nd(idx, out_of_bounds::clip)], {22, 21, 10, 0, 0}));
  CHECK(holds(t[rev(), rev()][nd(idx, out_of_bounds::drop)], {22, 0, 0, 0, 0}));
  CHECK(holds(t[nd({{5}, {1}}, out_of_bounds::drop)], {0, 0, 0, 0, 10, 11, 12, 13}));
  CHECK(holds(t[nd({{5}, {1}}, out_of_bounds::clip)], {20, 21, 22, 23, 10, 11, 12, 13}));
  CHECK(holds(t[nd<2>(dtensor<int, 2>(idx), out_of_bounds::clip)], {1, 2, 13, 23, 23}));
  CHECK(int(t[nd({7, 7}, out_of_bounds::drop)]) == 0);
  CHECK(int(t[nd({7, 7}, out_of_bounds::clip)]) == 23);
  CHECK(int(t[nd({1, 1}, out_of_bounds::raise)]) == 11);
  CHECK(holds(tensor<std::string, 1>{"a"}[nd({{0}, {1}}, out_of_bounds::drop)], {"a", ""}));
  CHECK(holds(t[nd(idx, out_of_bounds::drop)] + 1, {2, 1, 1, 1, 24}));
  CHECK(holds(t[nd(idx, out_of_bounds::drop)][rev()], {23, 0, 0, 0, 1}));
  const tensor<std::int64_t, 2, 1> far{{std::numeric_limits<std::int64_t>::min()},
                                       {std::numeric_limits<std::int64_t>::max()}};
  CHECK(holds(t[_, _0][nd(far, out_of_bounds::clip)], {0, 20}));
  CHECK(holds(t[_, _0][nd(far, out_of_bounds::drop)], {0, 0}));
  // An empty axis has no element to clip to.
  CHECK_THROWS_AS(eval(tensor<int, 0>()[nd({{0}}, out_of_bounds::clip)]), index_error);
  CHECK(holds(tensor<int, 0>()[nd({{0}}, out_of_bounds::drop)], {0}));
}

// --- writing ---

TEST_CASE("elements and slices are written") {
  auto t = table();
  t[nd({{0, 1}, {2, 3}})] = tensor{-1, -2};
  CHECK(holds(t, {0, -1, 2, 3, 10, 11, 12, 13, 20, 21, 22, -2}));
  t[nd({{2}, {0}})] = tensor{{1, 2, 3, 4}, {5, 6, 7, 8}};
  CHECK(holds(t, {5, 6, 7, 8, 10, 11, 12, 13, 1, 2, 3, 4}));
  t[nd({{{0, 0}, {1, 1}}, {{2, 2}, {0, 3}}})] = tensor{{-1, -2}, {-3, -4}};
  CHECK(holds(t, {-1, 6, 7, -4, 10, -2, 12, 13, 1, 2, -3, 4}));
  // A scalar is broadcast.
  t[nd({{1}, {2}})] = 0;
  t[nd({{0, 0}})] = 2.9;
  CHECK(holds(t, {2, 6, 7, -4, 0, 0, 0, 0, 0, 0, 0, 0}));
  t[nd({{0, 1}})] = sum(tensor{1, 2, 3});
  // Expressions, other element types, dynamic indices.
  t[nd({{1, 0}, {1, 1}})] = tensor{1.5, 2.5} * 2;
  t[nd<2>(dtensor<int, 2>{{2, 0}, {2, 1}})] = dtensor<int, 1>{8, 9};
  CHECK(holds(t, {2, 6, 7, -4, 3, 5, 0, 0, 8, 9, 0, 0}));
  auto b = block();
  b[nd({{1, 2}, {0, 0}})] = tensor{{1, 2, 3, 4}, {5, 6, 7, 8}};
  CHECK(holds(b[1, 2], {1, 2, 3, 4}));
  CHECK(holds(b[0, 0], {5, 6, 7, 8}));
  CHECK(b[0, 1, 0] == 10);
  tensor<std::string, 3> w{"a", "b", "c"};
  w[nd({{1}})] = "x";
  w[nd({{2}, {0}})] = w[range(0, 2)];
  CHECK(holds(w, {"x", "x", "a"}));
  tensor<std::complex<double>, 2> z;
  z[nd({{1}})] = 2.;
  CHECK(z[1] == std::complex<double>(2));
}

TEST_CASE("targets: views, named extents, gathers in variables") {
  auto t = table();
  t[rev(), rev()][nd({{0, 0}, {2, 3}})] = tensor{-1, -2};
  CHECK(t[2, 3] == -1);
  CHECK(t[0, 0] == -2);
  transpose(t)[nd({{3, 1}})] = -3;
  CHECK(t[1, 3] == -3);
  t[_1, range(_, _, 2)][nd({{1}})] = -4;
  CHECK(t[1, 2] == -4);
  auto v = t[_0];
  v[nd({{1}})] = -5;
  CHECK(t[0, 1] == -5);
  tensor<int, batch, features> n(3, 4);
  n[nd({{1, 1}})] = 7;
  CHECK(n[1, 1] == 7);
  dtensor<int, 2> d = table();
  d[nd({{1, 1}})] = 7;
  CHECK(d[1, 1] == 7);

  t = table();
  auto g = t[nd({{0, 0}, {1, 1}})];
  g = 5;
  CHECK(t[1, 1] == 5);
  g = t[nd({{2, 2}, {2, 3}})];
  CHECK(t[0, 0] == 22);
  CHECK(t[1, 1] == 23);
  auto h = t[nd({{2, 0}, {2, 1}})];
  g = h; // writes, does not rebind
  CHECK(t[0, 0] == 20);
  CHECK(t[1, 1] == 21);
  CHECK(holds(g, {20, 21}));
  (t[nd({{0, 0}})] = 1) = 2;
  CHECK(t[0, 0] == 2);
}

TEST_CASE("the last of several updates of one place wins") {
  tensor<int, 4> t;
  t[nd({{1}, {2}, {1}, {1}})] = tensor{5, 6, 7, 8};
  CHECK(holds(t, {0, 8, 6, 0}));
  tensor<int, 2, 2> m;
  m[nd({{0}, {1}, {0}})] = tensor{{1, 2}, {3, 4}, {5, 6}};
  CHECK(holds(m, {5, 6, 3, 4}));
  dtensor<int, 1> many(1000), updates = arange(5000);
  const auto idx = eval(arange(5000)[_, newaxis] % 1000);
  many[nd(idx)] = updates;
  CHECK(holds(many, test::evaluated(cast<int>(arange(4000, 5000)))));
}

TEST_CASE("compound assignment sees all duplicates") {
  const auto places = nd({{1}, {2}, {1}, {1}});
  tensor<int, 4> t{100, 100, 100, 100};
  t[places] += tensor{1, 2, 3, 4};
  CHECK(holds(t, {100, 108, 102, 100}));
  t[places] -= tensor{1, 2, 3, 4};
  CHECK(holds(t, {100, 100, 100, 100}));
  t[places] *= tensor{2, 3, 1, 2};
  CHECK(holds(t, {100, 400, 300, 100}));
  t[places] /= tensor{2, 3, 1, 2};
  CHECK(holds(t, {100, 100, 100, 100}));
  t[places] += 1;
  CHECK(holds(t, {100, 103, 101, 100}));
  t[places] %= 50;
  CHECK(holds(t, {100, 3, 1, 100}));
  t[places] <<= 1;
  CHECK(holds(t, {100, 24, 2, 100}));
  t[places] >>= 1;
  CHECK(holds(t, {100, 3, 1, 100}));
  t[places] |= tensor{4, 8, 16, 0};
  CHECK(holds(t, {100, 23, 9, 100}));
  t[places] &= tensor{3, 8, 15, 7};
  CHECK(holds(t, {100, 3, 8, 100}));
  t[places] ^= 1;
  CHECK(holds(t, {100, 2, 9, 100}));

  tensor<double, 2, 2> m;
  m[nd({{0}, {0}, {1}})] += tensor{{1, 2}, {3, 4}, {5, 6}};
  CHECK(holds(m, {4, 6, 5, 6}));
  m[nd({{0, 0}, {0, 0}})] /= 2;
  CHECK(holds(m, {1, 6, 5, 6}));

  assign_max(t[places], tensor{5, 50, 7, 6});
  CHECK(holds(t, {100, 7, 50, 100}));
  assign_min(t[places], tensor{9, 8, 3, 4});
  CHECK(holds(t, {100, 3, 8, 100}));
  assign_max(t[places], 5);
  CHECK(holds(t, {100, 5, 8, 100}));
  assign_with(t[places], tensor{1, 2, 3, 4}, [](int x, int u) { return 10 * x + u; });
  CHECK(holds(t, {100, 5134, 82, 100}));
  auto g = t[nd({{3}})];
  assign_min(g, 7);
  CHECK(t[3] == 7);
  tensor<double, 2> x{1, 1};
  assign_max(x[nd({{0}, {0}})], tensor{test::qnan, 5.});
  CHECK(std::isnan(x[0]));
}

TEST_CASE("writing with the policies drop and clip") {
  const tensor<int, 4, 1> idx{{-1}, {2}, {4}, {0}};
  tensor<int, 4> t;
  t[nd(idx, out_of_bounds::drop)] = tensor{1, 2, 3, 4};
  CHECK(holds(t, {4, 0, 2, 0}));
  t[nd(idx, out_of_bounds::drop)] += 10;
  CHECK(holds(t, {14, 0, 12, 0}));
  t[nd(idx, out_of_bounds::clip)] = tensor{1, 2, 3, 4};
  CHECK(holds(t, {4, 0, 2, 3}));
  t[nd(idx, out_of_bounds::clip)] += 10;
  CHECK(holds(t, {24, 0, 12, 13}));
  assign_max(t[nd(idx, out_of_bounds::drop)], 20);
  CHECK(holds(t, {24, 0, 20, 13}));
  t[rev()][nd(idx, out_of_bounds::drop)] = tensor{1, 2, 3, 4};
  CHECK(holds(t, {24, 2, 20, 4}));
  tensor<int, 2, 2> m{{1, 2}, {3, 4}};
  m[nd({{0, 2}, {1, -1}, {5, 0}}, out_of_bounds::drop)] = 9;
  CHECK(holds(m, {1, 2, 3, 4}));
  m[nd({{0, 2}, {1, -1}}, out_of_bounds::clip)] = 9;
  CHECK(holds(m, {1, 9, 9, 4}));
  m[nd({{2}, {0}}, out_of_bounds::drop)] = tensor{{5, 6}, {7, 8}};
  CHECK(holds(m, {7, 8, 9, 4}));
  tensor<std::string, 1> w{"a"};
  w[nd({{0}, {1}}, out_of_bounds::drop)] += "b";
  CHECK(holds(w, {"ab"}));
  CHECK(holds(w[nd({{0}, {1}}, out_of_bounds::drop)], {"ab", ""}));
}

TEST_CASE("source and target may share elements") {
  const tensor<int, 3, 1> i{{1}, {2}, {3}}, j{{0}, {1}, {2}};
  tensor<int, 4> t{1, 2, 3, 4};
  t[nd(i)] = t[nd(j)];
  CHECK(holds(t, {1, 1, 2, 3}));
  t[nd(j)] = t[nd(i)];
  CHECK(holds(t, {1, 2, 3, 3}));
  t = tensor{1, 2, 3, 4};
  t[nd({{0}, {1}, {2}, {3}})] = t[rev()];
  CHECK(holds(t, {4, 3, 2, 1}));
  t[nd(i)] += t[nd(j)];
  CHECK(holds(t, {4, 7, 5, 3}));
  t[nd(i)] = t[range(0, 3)] * 2 + t[nd(j)];
  CHECK(holds(t, {4, 12, 21, 15}));
  t[nd({{0}, {0}})] += t[range(0, 2)];
  CHECK(holds(t, {20, 12, 21, 15}));
  assign_max(t[nd(j)], t[nd(i)]);
  CHECK(holds(t, {20, 21, 21, 15}));
  // A gather of a lazy expression of the target.
  t[nd(i)] = (t + 1)[nd(j)];
  CHECK(holds(t, {20, 21, 22, 22}));
  // A gather of a tensor is assigned to a slice of the same tensor.
  t = tensor{1, 2, 3, 4};
  t[range(1, _)] = t[nd(j)];
  CHECK(holds(t, {1, 1, 2, 3}));
  t = t[nd({{3}, {2}, {1}, {0}})];
  CHECK(holds(t, {3, 2, 1, 1}));
  t += t[nd({{3}, {2}, {1}, {0}})];
  CHECK(holds(t, {4, 3, 3, 4}));
  auto m = table();
  m[nd({{0}, {1}})] = m[range(1, _)];
  CHECK(holds(m[_, _0], {10, 20, 20}));
  // The indices are in the target's memory.
  tensor<int, 4> p{3, 0, 1, 2};
  p[nd(p[_, newaxis])] = tensor{10, 11, 12, 13};
  CHECK(holds(p, {11, 12, 13, 10}));
  tensor<int, 4> q{3, 0, 1, 2};
  q[nd(q[_, newaxis])] = q;
  CHECK(holds(q, {0, 1, 2, 3}));
  tensor<int, 3, 1> r{{2}, {0}, {1}};
  r[nd(r)] += r;
  CHECK(holds(r, {2, 1, 3}));

  // Random positions: the result is the same as if the right side had been copied first.
  std::mt19937 g(7);
  std::uniform_int_distribution<int> any_place(0, 19), any_value(-99, 99);
  for (int turn = 0; turn < 30; ++turn) {
    dtensor<int, 1> a(20);
    tensor<int, dyn, 1> to(15), from(15);
    for (int& x : a.storage())
      x = any_value(g);
    for (int& x : to.storage())
      x = any_place(g);
    for (int& x : from.storage())
      x = any_place(g);
    auto b = a, c = a, wanted_b = a, wanted_c = a;
    for (stria::index k = 0; k < 15; ++k) {
      wanted_b[to[k, 0]] = a[from[k, 0]];
      wanted_c[to[k, 0]] += a[from[k, 0]];
    }
    b[nd(to)] = b[nd(from)];
    c[nd(to)] += c[nd(from)];
    CHECK(holds(b, test::values(wanted_b)));
    CHECK(holds(c, test::values(wanted_c)));
  }
}

TEST_CASE("nothing is written if an entry is out of bounds or a shape does not fit") {
  auto t = table();
  const auto before = test::values(t);
  const tensor<int, 3, 2> bad{{0, 0}, {1, 1}, {2, 4}};
  CHECK_THROWS_AS(t[nd(bad)] = 7, index_error);
  CHECK_THROWS_AS((t[nd(bad)] = tensor{1, 2, 3}), index_error);
  CHECK_THROWS_AS(t[nd(bad)] += 7, index_error);
  CHECK_THROWS_AS(assign_max(t[nd(bad)], 99), index_error);
  CHECK_THROWS_AS(assign_with(t[nd(bad)], 99, std::plus<>()), index_error);
  CHECK_THROWS_AS(t[nd({{0}, {3}})] = 7, index_error);
  CHECK_THROWS_AS((t[nd({{0, 0}, {-1, 0}})] = 7), index_error);
  CHECK_THROWS_AS(transpose(t)[nd({{3, 2}, {0, 3}})] = 7, index_error);
  CHECK_THROWS_WITH((t[nd(bad)] = 7), test::contains("index 4") && test::contains("entry (2,)") &&
                                          test::contains("axis 1, which has 4 elements"));

  // The updates must have the shape of the selected positions, as in TensorFlow.
  const tensor<int, dyn, 2> two(2);
  CHECK_THROWS_AS((t[nd(two)] = dtensor<int, 1>(3)), shape_error);
  CHECK_THROWS_AS((t[nd(two)] = tensor<int, 3>()), shape_error);
  CHECK_THROWS_AS((t[nd(two)] = dtensor<int, 1>(1)), shape_error);
  CHECK_THROWS_AS((t[nd(two)] += dtensor<int, 1>(3)), shape_error);
  CHECK_THROWS_AS((t[nd<1>(two[_, range(0, 1)])] = dtensor<int, 2>(2, 3)), shape_error);
  CHECK_THROWS_AS((assign_min(t[nd(two)], dtensor<int, 1>(3))), shape_error);
  CHECK_THROWS_WITH((t[nd<1>(two[_, range(0, 1)])] = dtensor<int, 2>(2, 3)),
                    test::contains("(2, 3)") && test::contains("(2, 4)"));
  // An index whose computation throws.
  const auto throwing = map(
      [](int x) {
        if (x == 2)
          throw std::runtime_error("no index");
        return x;
      },
      tensor{{0, 0}, {1, 1}, {2, 2}});
  CHECK_THROWS_AS((t[nd(throwing)] = 7), std::runtime_error);
  CHECK(holds(t, before));
}

TEST_CASE("random places, compared with loops") {
  std::mt19937 g(8);
  std::uniform_int_distribution<int> size(1, 6), count(1, 20), any_value(-99, 99);
  for (int turn = 0; turn < 40; ++turn) {
    const int n0 = size(g), n1 = size(g), n2 = size(g), n = count(g);
    dtensor<int, 3> t(n0, n1, n2);
    tensor<int, dyn, 2> idx(n);
    dtensor<int, 2> updates(n, n2);
    for (int& x : t.storage())
      x = any_value(g);
    for (int& x : updates.storage())
      x = any_value(g);
    for (stria::index k = 0; k < n; ++k) {
      idx[k, 0] = std::uniform_int_distribution<int>(0, n0 - 1)(g);
      idx[k, 1] = std::uniform_int_distribution<int>(0, n1 - 1)(g);
    }
    CAPTURE(n0, n1, n2, n);
    list<int> gathered;
    auto set = t, added = t, greatest = t;
    for (stria::index k = 0; k < n; ++k)
      for (stria::index c = 0; c < n2; ++c) {
        gathered.push_back(t[idx[k, 0], idx[k, 1], c]);
        set[idx[k, 0], idx[k, 1], c] = updates[k, c];
        added[idx[k, 0], idx[k, 1], c] += updates[k, c];
        int& x = greatest[idx[k, 0], idx[k, 1], c];
        x = std::max(x, updates[k, c]);
      }
    CHECK(holds(t[nd(idx)], gathered));
    CHECK(holds((t + 0)[nd(idx)], gathered));
    CHECK(holds(permute<1, 0, 2>(t)[nd(idx[_, rev()])], gathered));
    auto a = t, b = t, c = t, d = t;
    a[nd(idx)] = updates;
    b[nd(idx)] += updates;
    assign_max(c[nd(idx)], updates);
    permute<1, 0, 2>(d)[nd(idx[_, rev()])] = updates;
    CHECK(holds(a, test::values(set)));
    CHECK(holds(b, test::values(added)));
    CHECK(holds(c, test::values(greatest)));
    CHECK(holds(d, test::values(set)));
  }
}

TEST_CASE("gather and scatter in constant expressions") {
  STATIC_REQUIRE(eval(table()[nd({{0, 1}, {2, 3}})])[1] == 23);
  STATIC_REQUIRE(eval((table() + 1)[nd({{1}})])[0, 3] == 14);
  STATIC_REQUIRE(int(table()[nd({1, 2})]) == 12);
  STATIC_REQUIRE(sum(table()[nd({{0, 9}, {2, 3}}, out_of_bounds::drop)]) == 23);
  STATIC_REQUIRE(sum(table()[nd({{0, 9}, {2, 3}}, out_of_bounds::clip)]) == 26);
  STATIC_REQUIRE([] {
    auto t = table();
    t[nd({{0, 0}, {1, 1}, {0, 0}})] = tensor{1, 2, 3};
    t[nd({{2, 0}, {2, 0}})] += 5;
    return t[0, 0] == 3 && t[1, 1] == 2 && t[2, 0] == 30;
  }());
  STATIC_REQUIRE([] {
    tensor<int, 4> t{1, 2, 3, 4};
    t[nd({{1}, {2}, {3}})] = t[nd({{0}, {1}, {2}})];
    assign_max(t[nd({{0}})], 9);
    return t[0] == 9 && t[1] == 1 && t[3] == 3;
  }());
}

namespace {

// A constant expression does not read beyond the braces.
constexpr bool holds_its_braces() {
  const auto place = nd({0, 2});
  const auto rows = nd({{0, 1}, {2, 3}, {4, 5}});
  const auto block = nd({{{0, 1, 2}, {3, 4, 5}}});
  bool same = place.indices()[_0] == 0 && place.indices()[_1] == 2;
  for (stria::index i = 0; i < 6; ++i)
    same = same && rows.indices()[i / 2, i % 2] == i && block.indices()[_0, i / 3, i % 3] == i;
  return same;
}
static_assert(holds_its_braces());
using five_places = decltype(nd(std::declval<const tensor<stria::index, 5, 2>&>()));
static_assert(five_places::extents == detail::shape_of<5>());

} // namespace
