// SPDX-License-Identifier: BSL-1.0
// flatnonzero, argwhere, where(c), unravel_index, ravel_multi_index, lexsort, argpartition,
// diag_indices and the like, compress, extract, choose, piecewise.
#include "../shapes_recorded.hpp"
#include "numbers.hpp"

#include <array>
#include <complex>
#include <concepts>
#include <cstdint>

using namespace stria;
using test::inf;
using test::qnan;

namespace {

constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<int, 3> v{7, 8, 9};
const dtensor<int, 2> d = a;
const dtensor<int, 1> u = v;
const dtensor<int, 2> r{{3, 1, 3, 2}, {1, 2, 3, 0}, {3, 1, 3, 2}, {0, 0, 5, 1}};
const dtensor<int, 2> e(0, 3);
const dtensor<int, 1> o(0);
const auto c = eval(reshape(arange<int>(24), 2, 3, 4));
const dtensor<double, 1> w{0.5, -1.5, qnan, 2.0, -1.5, inf, 0.5, qnan};
const dtensor<double, 1> x{0, 1, 2, 3, 4, 5};
constexpr tensor<int, 6> z{0, 0, 1, 0, 2, 0};

} // namespace

TEST_CASE("flatnonzero, argwhere, where with a condition alone") {
  NP("np.flatnonzero(z)", flatnonzero(z));
  NP("np.flatnonzero(r[::-1, ::2])", flatnonzero(r[rev(), range(_, _, 2)]));
  NP("np.flatnonzero(a > 2)", flatnonzero(a > 2));
  NP("np.flatnonzero(w - 0.5)", flatnonzero(w - 0.5));
  NP("np.flatnonzero(e)", flatnonzero(e));
  NP("np.flatnonzero(5)", flatnonzero(tensor<int>(5)));
  NP("np.flatnonzero(0)", flatnonzero(tensor<int>(0)));
  NP("np.flatnonzero(c % 5 == 0)", flatnonzero(remainder(c, 5) == 0));
  NP("np.argwhere(r)", argwhere(r));
  NP("np.argwhere(r > 2)", argwhere(r > 2));
  NP("np.argwhere(c % 7 == 0)", argwhere(remainder(c, 7) == 0));
  NP("np.where(z)", where(z));
  NP("np.where(r > 2)", where(r > 2));
  NP("np.where(r[:, ::-1] == 0)", where(r[_, rev()] == 0));
  NP("np.where(c % 7 == 0)", where(remainder(c, 7) == 0));
  NP("np.where(e)", where(e));
  NP("np.where(w == w)", where(w == w));
  NP("np.where(w)", where(w));

  STATIC_REQUIRE(flatnonzero(tensor{0, 2, 3}).size() == 2);
  STATIC_REQUIRE(std::get<1>(where(tensor{{0, 1}}))[0] == 1);
  using complex = std::complex<double>;
  CHECK(array_equal(flatnonzero(tensor{complex(0, 0), complex(0, 1)}), tensor{1}));
  // The result is a subscript.
  const auto [rows, columns] = where(r > 2);
  CHECK(all_of(r[rows, columns] > 2));
  auto t = r;
  t[rows, columns] = 0;
  CHECK(count_nonzero(t > 2) == 0);
}

TEST_CASE("unravel_index, ravel_multi_index") {
  NP("np.unravel_index(22, (7, 6))", unravel_index(22, 7, 6));
  NP("np.unravel_index([22, 41, 37], (7, 6))", unravel_index(tensor{22, 41, 37}, 7, 6));
  NP("np.unravel_index([[22, 41], [3, 0]], (7, 6))",
     unravel_index(dtensor<std::int64_t, 2>{{22, 41}, {3, 0}}, std::array{7, 6}));
  NP("np.unravel_index(5, a.shape)", unravel_index(_5, a.shape()));
  NP("np.unravel_index(np.argmax(c % 17), c.shape)",
     unravel_index(argmax(remainder(c, 17)), c.shape()));
  NP("np.unravel_index([1621, 13], (6, 7, 8, 9))", unravel_index(tensor{1621, 13}, _6, _7, 8, 9));
  NP("np.unravel_index(v[::-1] * 2, (5, 5))", unravel_index(u[rev()] * 2, 5, 5));
  NP("np.unravel_index(3, 7)", std::get<0>(unravel_index(3, 7)));
  NP("np.unravel_index(o, (3, 2))", unravel_index(o, 3, 2));
  NP("np.ravel_multi_index((v[::-1] - 7, [1, 0, 2]), (3, 4))",
     ravel_multi_index(std::tuple{u[rev()] - 7, tensor{1, 0, 2}}, 3, 4));
  NP("np.ravel_multi_index((3, 1, 4, 1), (6, 7, 8, 9))",
     ravel_multi_index(std::array{3, 1, 4, 1}, 6, 7, 8, 9));
  NP("np.ravel_multi_index((1, 2), a.shape)", ravel_multi_index(std::tuple{1, _2}, a.shape()));
  NP("np.ravel_multi_index(([[0], [1]], [0, 1, 2]), (2, 3))",
     ravel_multi_index(std::tuple{tensor{{0}, {1}}, tensor{0, 1, 2}}, 2, 3));
  NP("np.ravel_multi_index(([0, 1], 2), (2, 3))",
     ravel_multi_index(std::tuple{tensor{0, 1}, 2}, 2, 3));
  NP("np.ravel_multi_index(np.nonzero(r), r.shape)", ravel_multi_index(where(r), r.shape()));
  NP("np.ravel_multi_index((o, o), (2, 3))", ravel_multi_index(std::tuple{o, o}, 2, 3));

  STATIC_REQUIRE(unravel_index(5, 2, 3) == std::array<index, 2>{1, 2});
  STATIC_REQUIRE(ravel_multi_index(std::array{1, 2}, 2, 3) == 5);
  CHECK_THROWS_AS(unravel_index(42, 7, 6), index_error);
  CHECK_THROWS_AS(unravel_index(-1, 7, 6), index_error);
  CHECK_THROWS_AS(unravel_index(0, 0, 2), index_error);
  CHECK_THROWS_AS(unravel_index(tensor{1, 42}, 7, 6), index_error);
  CHECK_THROWS_AS(unravel_index(tensor{-1, 4}, 7, 6), index_error);
  CHECK_THROWS_AS(unravel_index(3, -2, 6), value_error);
  CHECK_THROWS_AS(unravel_index(3, PTRDIFF_MAX, 6), value_error);
  CHECK_THROWS_AS(ravel_multi_index(std::tuple{tensor{3, 7}, 0}, 7, 6), index_error);
  CHECK_THROWS_AS(ravel_multi_index(std::array{0, -1}, 7, 6), index_error);
  CHECK_THROWS_AS(ravel_multi_index(std::tuple{u, dtensor<int, 1>{0, 1}}, 10, 6), shape_error);
}

TEST_CASE("lexsort") {
  NP("np.lexsort(([9, 4, 0, 4, 0, 2, 1], [1, 5, 1, 4, 3, 4, 4]))",
     lexsort(std::tuple{tensor{9, 4, 0, 4, 0, 2, 1}, tensor{1, 5, 1, 4, 3, 4, 4}}));
  NP("np.lexsort((w, w < 1))", lexsort(std::tuple{w, w < 1}));
  NP("np.lexsort((r[0], r[1], r[2]))", lexsort(std::tuple{r[0], r[1], r[2]}));
  NP("np.lexsort(r)", lexsort(r));
  NP("np.lexsort(r[::-1, ::-1])", lexsort(r[rev(), rev()]));
  NP("np.lexsort((r, -r))", lexsort(std::tuple{r, -r}));
  NP("np.lexsort((r, r % 2), axis=0)", lexsort(std::tuple{r, remainder(r, 2)}, _0));
  NP("np.lexsort(np.stack([r, r % 2]))", lexsort(stack(_0, r, remainder(r, 2))));
  NP("np.lexsort(np.stack([r, r % 2]), 0)", lexsort(stack(_0, r, remainder(r, 2)), _0));
  NP("np.lexsort([-v, v])", lexsort(std::vector<dtensor<int, 1>>{-u, u}));
  NP("np.lexsort((o, o))", lexsort(std::tuple{o, o}));
  NP("np.lexsort((w,))", lexsort(std::tuple{w}));
  NP("np.lexsort((-v, v))", lexsort({eval(-u), u}));
  NP("np.lexsort((a, a * 0), 0)", lexsort({d, eval(d * 0)}, _0));
  STATIC_REQUIRE(lexsort(std::tuple{tensor{2, 1, 0}, tensor{1, 1, 0}})[1] == 1);
  CHECK_THROWS_AS(lexsort(std::tuple{arange(3), arange(2)}), shape_error);
  CHECK_THROWS_AS(lexsort(std::vector<dtensor<int, 1>>{u, o}), shape_error);
  CHECK_THROWS_AS(lexsort(std::vector<dtensor<int, 1>>{}), value_error);
  CHECK_THROWS_AS(lexsort(e), value_error);
}

TEST_CASE("argpartition") {
  NP("np.sort(z)[3]", z[argpartition(z, 3)][3]);
  NP("np.sort(r, 0)[2]", take_along_axis(r, argpartition(r, 2, _0), _0)[2]);
  NP("np.sort(r[::-1, ::-1])[:, -1]",
     take_along_axis(r[rev(), rev()], argpartition(r[rev(), rev()], -1), -_1)[_, 3]);
  NP("np.sort(c % 7, 1)[:, 1]",
     take_along_axis(remainder(c, 7), argpartition(remainder(c, 7), 1, _1), _1)[_, 1]);
  for (index k = 0; k < 8; ++k) {
    const auto parts = eval(w[argpartition(w, k)]);
    const auto ordered = sort(w);
    CAPTURE(k);
    CHECK(array_equal(parts[range(k, k + 1)], ordered[range(k, k + 1)], true));
    CHECK(array_equal(sort(parts[range(_, k)]), ordered[range(_, k)], true));
    CHECK(array_equal(sort(argpartition(w, k)), arange(8)));
  }
  CHECK(argpartition(e, 0).shape() == e.shape());
  STATIC_REQUIRE(argpartition(tensor{3, 1, 2}, 0)[0] == 1);
  CHECK_THROWS_AS(argpartition(u, 3), index_error);
  CHECK_THROWS_AS(argpartition(u, -4), index_error);
  CHECK_THROWS_AS(argpartition(o, 0), index_error);
}

TEST_CASE("diag_indices, tril_indices, triu_indices, mask_indices, indices_of") {
  NP("np.diag_indices(3)", diag_indices(3));
  NP("np.diag_indices(2, 3)", diag_indices(_2, _3));
  NP("np.diag_indices(0)", diag_indices(0));
  NP("np.tril_indices(3)", tril_indices(3));
  NP("np.tril_indices(3, -1)", tril_indices(3, -1));
  NP("np.tril_indices(3, 1, 5)", tril_indices(3, 1, 5));
  NP("np.tril_indices(4, 0, 2)", tril_indices(4, 0, 2));
  NP("np.triu_indices(3, 1)", triu_indices(3, 1));
  NP("np.triu_indices(3)", triu_indices(3));
  NP("np.triu_indices(2, -1, 4)", triu_indices(2, -1, 4));
  NP("np.triu_indices(0)", triu_indices(0));
  NP("np.triu_indices(3, 9)", triu_indices(3, 9));
  NP("np.mask_indices(3, np.triu)",
     mask_indices(3, [](const auto& m, index k) { return triu(m, k); }));
  NP("np.mask_indices(3, np.tril, -1)",
     mask_indices(3, [](const auto& m, index k) { return tril(m, k); }, -1));
  NP("np.indices((2, 3))", indices_of(2, 3));
  NP("np.indices(a.shape)", indices_of(a.shape()));
  NP("np.indices((2, 3, 2))", indices_of(_2, 3, _2));
  NP("np.indices((0, 2))", indices_of(0, 2));
  NP("np.indices((4,))", indices_of(4));
  auto t = r;
  const auto [i, k] = diag_indices(4);
  t[i, k] = 9;
  CHECK(all_of(diagonal(t) == 9));
  STATIC_REQUIRE(indices_of(_2, _3)[1, 1, 2] == 2);
  // A negative size counts as 0, as in NumPy.
  CHECK(std::get<0>(diag_indices(-1)).size() == 0);
  CHECK(std::get<1>(tril_indices(-1)).size() == 0);
  CHECK(std::get<0>(triu_indices(-2, -5)).size() == 0);
  CHECK(std::get<0>(triu_indices(3, 0, -1)).size() == 0);
  NP("np.tril_indices_from(a)", tril_indices_from(a));
  NP("np.tril_indices_from(r, -1)", tril_indices_from(r[rev()], -1));
  NP("np.triu_indices_from(a, 1)", triu_indices_from(d * 1, 1));
  NP("np.triu_indices_from(e)", triu_indices_from(e));
  NP("np.diag_indices_from(r)", diag_indices_from(r));
  NP("np.diag_indices_from(np.zeros((2, 2, 2)))", diag_indices_from(zeros(2, 2, 2)));
  NP("np.diagflat(a)", diagflat(a));
  NP("np.diagflat(v[::-1], -1)", diagflat(u[rev()] * 1, -1));
  CHECK_THROWS_WITH(diag_indices_from(d),
                    "stria: diag_indices_from needs axes of equal length; the shape is (2, 3)");
  STATIC_REQUIRE(detail::is_refused<decltype(tril_indices_from(u))>);
  STATIC_REQUIRE(detail::is_refused<decltype(diag_indices_from(u))>);
  CHECK_THROWS_AS(indices_of(-1, 2), value_error);
}

TEST_CASE("compress, extract") {
  NP("np.compress([0, 1], a, axis=0)", compress(tensor{0, 1}, a, _0));
  NP("np.compress([False, True, True], a, axis=1)",
     compress(std::vector{false, true, true}, d, _1));
  NP("np.compress([True, False, True], c, axis=-2)", compress({true, false, true}, c * 1, -_2));
  NP("np.compress([0, 1], a)", compress({0, 1}, d));
  NP("np.compress(v > 7, a[:, ::-1], axis=1)", compress(u > 7, d[_, rev()], _1));
  NP("np.compress(o, v)", compress(o, u));
  NP("np.compress([0, 1, 1, 1, 1, 0], a)", compress(tensor{0, 1, 1, 1, 1, 0}, a));
  NP("np.extract(a > 3, a)", extract(a > 3, a));
  NP("np.extract(a % 2 == 0, a * 10)", extract(remainder(d, 2) == 0, d * 10));
  NP("np.extract(r, r)", extract(r, r));
  NP("np.extract(r[::-1] > 2, r[:, ::-1])", extract(r[rev()] > 2, r[_, rev()]));
  NP("np.extract(e, e)", extract(e, e));
  NP("np.extract(w > 0, w)", extract(w > 0, w));
  CHECK_THROWS_AS(eval(compress(tensor{0, 0, 0, 1}, u, _0)), index_error);
  CHECK_THROWS_AS(eval(extract(r > 2, u)), index_error);
}

TEST_CASE("choose") {
  NP("np.choose([2, 3, 1, 0], [[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23], [30, 31, 32, "
     "33]])",
     choose(tensor{2, 3, 1, 0}, std::tuple{tensor{0, 1, 2, 3}, tensor{10, 11, 12, 13},
                                           tensor{20, 21, 22, 23}, tensor{30, 31, 32, 33}}));
  NP("np.choose(a > 2, [-10, 10])", choose(a > 2, std::tuple{-10, 10}));
  NP("np.choose(a % 2, [a * 0.5, v])", choose(remainder(d, 2), std::tuple{d * 0.5, u}));
  NP("np.choose(r[:2, :3] % 3, [a, a[:, ::-1], 0])",
     choose(remainder(r[range(_, 2), range(_, 3)], 3), std::tuple{a, d[_, rev()], 0}));
  NP("np.choose([0, 1, 0], [[[1], [2]], v])",
     choose(tensor{0, 1, 0}, std::tuple{tensor{{1}, {2}}, u}));
  NP("np.choose(a > 2, [-10, 10])", choose(a > 2, {-10, 10}));
  NP("np.choose(a % 2, [a, a * 2])", choose(remainder(d, 2), {d, eval(d * 2)}));
  NP("np.choose(e, [1, 2])", choose(e, std::tuple{1, 2}));
  NP("np.choose([1, 0], [[0, np.nan], [np.inf, 0]])",
     choose(tensor{1, 0}, std::tuple{tensor{0., qnan}, tensor{inf, 0.}}));
  // Lazy, and temporaries are owned.
  const auto lazy = [] { return choose(eval(u - 7) > 0, std::tuple{eval(u * 2), u + 1}) + 1; }();
  CHECK(array_equal(lazy, tensor{15, 10, 11}));
  STATIC_REQUIRE(eval(choose(tensor{1, 0}, std::tuple{tensor{1, 2}, 5}))[0] == 5);
  CHECK_THROWS_AS(eval(choose(a, std::tuple{1, 2})), index_error);
  CHECK_THROWS_AS(eval(choose(a - 2, std::tuple{1, 2, 3, 4, 5})), index_error);
  CHECK_THROWS_AS(eval(choose(d, std::tuple{u, zeros<int>(4), 1, 1, 1, 1, 1})), shape_error);
}

TEST_CASE("piecewise") {
  const auto ten = [](auto k) { return k * 10; };
  const auto minus = [](double k) { return -k; };
  NP("np.piecewise(x, [x < 2, x >= 2], [-1, 1])",
     piecewise(x, std::tuple{x < 2, x >= 2}, std::tuple{-1, 1}));
  NP("np.piecewise(x, [x < 2, x >= 2], [lambda k: -k, lambda k: k * 10])",
     piecewise(x, std::tuple{x < 2, x >= 2}, std::tuple{minus, ten}));
  NP("np.piecewise(x, [x < 2], [lambda k: -k, lambda k: k * 10])",
     piecewise(x[_], std::tuple{x < 2}, std::tuple{minus, ten}));
  NP("np.piecewise(x, [x > 3], [7])", piecewise(x, std::tuple{x > 3}, std::tuple{7}));
  NP("np.piecewise(a, [a > 2, a > 4], [lambda k: k + 100, 7.9])",
     piecewise(a, std::tuple{a > 2, a > 4}, std::tuple{[](int k) { return k + 100; }, 7.9}));
  NP("np.piecewise(a[:, ::-1], [a > 4], [lambda k: k * 10, 0.5])",
     piecewise(d[_, rev()], std::tuple{d > 4}, std::tuple{ten, 0.5}));
  NP("np.piecewise(w, [w > 1, w != w], [lambda k: k * 10, 0])",
     piecewise(w, std::tuple{w > 1, w != w}, std::tuple{ten, 0}));
  NP("np.piecewise(e, [e > 4], [5])", piecewise(e, std::tuple{e > 4}, std::tuple{5}));
  NP("np.piecewise(x * 2, [x == 1, x == 2, x == 3], [1, 2, 3, -1])",
     piecewise(x * 2, std::tuple{x == 1, x == 2, x == 3}, std::tuple{1, 2, 3, -1}));
  int calls = 0;
  eval(piecewise(x, std::tuple{x < 2, x < 4}, std::tuple{[&](double k) { return ++calls, k; }, 1}));
  CHECK(calls == 0); // the later condition holds, too, and decides
  eval(piecewise(x, std::tuple{x < 4, x < 2}, std::tuple{[&](double k) { return ++calls, k; }, 1}));
  CHECK(calls == 2);
  CHECK_THROWS_AS(eval(piecewise(x, std::tuple{u > 2}, std::tuple{1})), shape_error);
}
