// SPDX-License-Identifier: BSL-1.0
// vstack and the like, block, atleast_1d to 3d, broadcast_arrays; concat and stack of tuples and
// lists.
#include "shapes_recorded.hpp"

#include <array>
#include <complex>
#include <concepts>
#include <span>
#include <string>

using namespace stria;

namespace {

inline constexpr dim batch{"batch"};

constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<int, 3> v{7, 8, 9};
const dtensor<int, 2> d = a;
const dtensor<int, 1> u = v;
const dtensor<int, 2> e(0, 3);
const dtensor<int, 1> o(0);
const auto c = eval(reshape(arange<int>(24), 2, 3, 4));

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

} // namespace

TEST_CASE("vstack, hstack, dstack, column_stack") {
  NP("np.vstack((a, v))", vstack(a, v));
  NP("np.vstack((v, v))", vstack(u, v[rev()][rev()]));
  NP("np.vstack((a, a[::-1] * 2, v))", row_stack(d, d[rev()] * 2, v));
  NP("np.vstack((e, a))", vstack(e, a));
  NP("np.vstack((v,))", vstack(u));
  NP("np.vstack((c, c))", vstack(c, c));
  NP("np.vstack((1, 2))", vstack(tensor<int>(1), tensor<int>(2)));
  NP("np.hstack((v, v))", hstack(v, u));
  NP("np.hstack((a, a[:, ::-1]))", hstack(a, d[_, rev()]));
  NP("np.hstack((v, o, v[:1] + 0.5))", hstack(v, o, v[range(_, 1)] + 0.5));
  NP("np.hstack((c, c + 1))", hstack(c, c + 1));
  NP("np.hstack((1, v))", hstack(tensor<int>(1), v));
  NP("np.dstack((v, v * 2))", dstack(v, u * 2));
  NP("np.dstack((a, a))", dstack(a, d));
  NP("np.dstack((c, c))", dstack(c, c));
  NP("np.column_stack((v, v * 2))", column_stack(u, v * 2));
  NP("np.column_stack((a, [7, 8], a))", column_stack(d, tensor{7, 8}, a));
  NP("np.column_stack((o, o))", column_stack(o, o));

  CHECK(has<3, 3>(vstack(a, v)));
  CHECK(has<1, 3, 2>(dstack(v, v)));
  CHECK(has<dyn, 3>(vstack(d, v)));
  STATIC_REQUIRE(array_equal(vstack(v, v)[_1], v));
  CHECK(std::same_as<decltype(hstack(v, tensor{0.5}))::value_type, double>);
  const tensor<std::string, 1> word{"w"};
  CHECK(eval(hstack(word, word))[1] == "w");
  const tensor<float, batch, 3> named(2);
  CHECK(has<batch, 6>(hstack(named, named)));
  // Lazy, and what is temporary is owned.
  const auto lazy = [] { return vstack(u + 1, eval(u * 2)) * 2; }();
  CHECK(array_equal(lazy, tensor{{16, 18, 20}, {28, 32, 36}}));
  CHECK_THROWS_AS(vstack(d, dtensor<int, 1>(2)), shape_error);
  CHECK_THROWS_AS(hstack(d, zeros<int>(3, 3)), shape_error);
}

TEST_CASE("tuples and lists of operands") {
  const std::vector<dtensor<int, 1>> rows{u, u * 2, u + 1};
  NP("np.vstack([v, v * 2, v + 1])", vstack(rows));
  NP("np.hstack([v, v * 2, v + 1])", hstack(rows));
  NP("np.dstack([v, v * 2, v + 1])", dstack(rows));
  NP("np.column_stack([v, v * 2, v + 1])", column_stack(rows));
  NP("np.stack([v, v * 2, v + 1], 1)", stack(_1, rows));
  NP("np.stack([v, v * 2, v + 1], -1)", stack(rows, -_1));
  NP("np.concatenate([v, v * 2, v + 1])", concatenate(rows));
  NP("np.concatenate([a, a], 1)", concat(_1, std::vector{d, d}));
  NP("np.concatenate([a, a])", concat(std::array{a, a}, _0));
  NP("np.concatenate((a, a[:1]), 0)", concatenate(_0, a, a[range(_0, _1)]));
  NP("np.concatenate((a[:0], a))", concatenate(std::tuple{d[range(0, 0)], a}));
  NP("np.concatenate((v, v))", concatenate(_0, std::tie(u, v)));
  NP("np.stack((v, v + 1))", stack(_0, std::tuple{u, v + 1}));
  NP("np.concatenate([c[:, :, ::-1][:, k] for k in range(3)], 1)",
     concat(unstack(c[_, _, rev()], _1), _1));
  NP("np.concatenate(np.split(c, 2, 2), 1)", concat(_1, split(c, 2, _2)));
  NP("np.vstack((a, a))", vstack(std::tuple{a, d}));
  NP("np.hstack((v, v * 1.5))", hstack(std::tuple{v, v * 1.5}));
  NP("np.concatenate((a, a))", concatenate(_0, {d, d}));
  NP("np.stack((a, a))", stack(_0, {d, d}));
  NP("np.vstack((v, v * 2))", vstack({u, eval(u * 2)}));
  NP("np.column_stack((v, v * 2))", column_stack({u, eval(u * 2)}));
  NP("np.vstack((v, v * 2))", vstack(std::span(rows).first(2)));

  CHECK(has<dyn, 3>(concat(_0, std::vector{a, a})));
  CHECK(has<dyn, 2, 3>(stack(_0, std::vector{a, a})));
  CHECK(has<2, dyn>(concat(_1, std::tuple{d, a})));
  STATIC_REQUIRE(concat(_0, std::array{v, v})[5] == 9);
  // Expressions, and elements that the range makes.
  CHECK(array_equal(concat(_0, std::vector{u + 1, u + 2}), concat(_0, u + 1, u + 2)));
  const std::vector<dtensor<int, 1>> none;
  CHECK_THROWS_AS(concat(_0, none), value_error);
  CHECK_THROWS_AS(stack(_0, none), value_error);
  CHECK_THROWS_AS(vstack(none), value_error);
  CHECK_THROWS_AS(stack(_0, std::vector<dtensor<int, 1>>{u, {1, 2}}), shape_error);
  CHECK_THROWS_AS(concat(_0, std::vector<dtensor<int, 2>>{d, dtensor<int, 2>(2, 2)}), shape_error);
}

TEST_CASE("block") {
  NP("np.block([[a, a], [a, a * 2]])", block(std::tuple{a, d}, std::tuple{d, d * 2}));
  NP("np.block([v, v])", block(v, u));
  NP("np.block([v, 1, v])", block(std::tuple{v, 1, v}));
  NP("np.block([[v, 1], [1, v]])", block(std::tuple{v, 1}, std::tuple{1, u}));
  NP("np.block([[1, v], [np.ones((3, 1), int), np.eye(3)]])",
     block(std::tuple{1, v}, std::tuple{ones<int>(3, 1), eye(3)}));
  NP("np.block([[[c, c]], [[c, c]]])",
     block(std::make_tuple(std::tuple{c, c}), std::make_tuple(std::tuple{c, c})));
  NP("np.block([[a], [v]])", block(std::tuple{a}, std::tuple{v}));
  NP("np.block([[a, a], [v, v]])", block(std::tuple{std::tuple{a, a}, std::tuple{v, v}}));
  NP("np.block(a)", block(a));
  NP("np.block([[a, a], [a, a]])", block({{d, d}, {d, d}}));
  NP("np.block([[a, a], [a, a]])", block(std::vector{std::vector{d, d}, std::vector{d, d}}));
  NP("np.block([v, v])", block(std::vector{u, u}));
  CHECK(has<4, 6>(block(std::tuple{a, a}, std::tuple{a, a})));
  CHECK_THROWS_AS(block(std::tuple{d, d}, std::tuple{d}), shape_error);
}

TEST_CASE("atleast_1d, atleast_2d, atleast_3d, broadcast_arrays") {
  NP("np.atleast_1d(5)", atleast_1d(tensor<int>(5)));
  NP("np.atleast_1d(v)", atleast_1d(u));
  NP("np.atleast_2d(5)", atleast_2d(tensor<int>(5)));
  NP("np.atleast_2d(v)", atleast_2d(v));
  NP("np.atleast_2d(a[:, ::-1])", atleast_2d(d[_, rev()]));
  NP("np.atleast_3d(5)", atleast_3d(tensor<int>(5)));
  NP("np.atleast_3d(v)", atleast_3d(v + 0));
  NP("np.atleast_3d(a)", atleast_3d(a));
  NP("np.atleast_3d(c)", atleast_3d(c * 1));
  NP("np.atleast_1d(5, v, a)", atleast_1d(tensor<int>(5), v, a * 1));
  NP("np.atleast_2d(o)", atleast_2d(o));
  auto t = u;
  auto row = atleast_2d(t);
  row[0, 1] = 80;
  atleast_1d(t) += 1;
  CHECK(array_equal(t, tensor{8, 81, 10}));
  CHECK(has<1, 3, 1>(atleast_3d(v)));
  CHECK(array_equal(atleast_1d(dtensor<int, 1>{1, 2}), tensor{1, 2})); // owned

  NP("np.broadcast_arrays(a, v)", broadcast_arrays(a, u));
  NP("np.broadcast_arrays(v[:, None], v, 2)",
     broadcast_arrays(u[_, newaxis], v + 0, tensor<int>(2)));
  NP("np.broadcast_arrays(a)", broadcast_arrays(d));
  NP("np.broadcast_arrays(e, v)", broadcast_arrays(e, v));
  const auto [p, q] = broadcast_arrays(a, v);
  CHECK(has<2, 3>(p));
  CHECK(has<2, 3>(q));
  CHECK_THROWS_AS(broadcast_arrays(d, o), shape_error);
}
