// SPDX-License-Identifier: BSL-1.0
// The functional forms: tensor_scatter_nd_*, scatter_nd, gather_nd.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <concepts>
#include <cstdint>
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

} // namespace

TEST_CASE("tensor_scatter_nd_* do not change their operand") {
  const tensor<int, 8> t{1, 1, 1, 1, 1, 1, 1, 1};
  const tensor<int, 4, 1> idx{{4}, {3}, {1}, {7}};
  const tensor updates{9, 10, 11, 12};
  // The example in the documentation of tf.tensor_scatter_nd_update and similar functions.
  CHECK(holds_each(tensor_scatter_nd_update(t, idx, updates), {1, 11, 1, 10, 9, 1, 1, 12}));
  CHECK(holds(tensor_scatter_nd_add(t, idx, updates), {1, 12, 1, 11, 10, 1, 1, 13}));
  CHECK(holds(tensor_scatter_nd_sub(t, idx, updates), {1, -10, 1, -9, -8, 1, 1, -11}));
  CHECK(holds(tensor_scatter_nd_min(t, idx, updates - 10), {1, 1, 1, 0, -1, 1, 1, 1}));
  CHECK(holds(tensor_scatter_nd_max(t, idx, updates - 10), {1, 1, 1, 1, 1, 1, 1, 2}));
  CHECK(holds(t, list<>(8, 1)));
  CHECK(has<8>(tensor_scatter_nd_update(t, idx, updates)));

  // An nd index is equivalent, and a scalar is broadcast.
  CHECK(holds(tensor_scatter_nd_update(t, nd(idx), 5), {1, 5, 1, 5, 5, 1, 1, 5}));
  CHECK(holds(tensor_scatter_nd_add(t, nd({{0}, {0}}), 5), {11, 1, 1, 1, 1, 1, 1, 1}));
  CHECK(holds(tensor_scatter_nd_update(t, nd({{0}, {-1}, {8}}, out_of_bounds::drop), 5),
              {5, 1, 1, 1, 1, 1, 1, 1}));
  CHECK(holds(tensor_scatter_nd_update(t, nd({{0}, {-1}, {8}}, out_of_bounds::clip), 5),
              {5, 1, 1, 1, 1, 1, 1, 5}));
  CHECK(holds(tensor_scatter_nd_add(t, nd<1>(dtensor<int, 2>(idx)), dtensor<int, 1>(updates)),
              {1, 12, 1, 11, 10, 1, 1, 13}));
}

TEST_CASE("slices, duplicates, element types") {
  const tensor<float, 3, 2> m{{1, 2}, {3, 4}, {5, 6}};
  CHECK(holds(tensor_scatter_nd_update(m, tensor{{2}, {0}}, tensor{{7., 8.}, {9., 10.}}),
              {9, 10, 3, 4, 7, 8}));
  CHECK(holds(tensor_scatter_nd_add(m, tensor{{0}, {0}}, tensor{{1, 1}, {2, 2}}),
              {4, 5, 3, 4, 5, 6}));
  CHECK(
      holds(tensor_scatter_nd_update(m, tensor{{0, 1}, {0, 1}}, tensor{7, 8}), {1, 8, 3, 4, 5, 6}));
  CHECK(holds(tensor_scatter_nd_max(m, tensor{{0}, {0}}, tensor{{0, 9}, {3, 0}}),
              {3, 9, 3, 4, 5, 6}));
  STATIC_REQUIRE(
      std::same_as<decltype(tensor_scatter_nd_add(m, tensor{{0}}, tensor{{1., 1.}}))::value_type,
                   float>);
  const tensor<std::string, 2> w{"a", "b"};
  CHECK(holds(tensor_scatter_nd_add(w, tensor{{1}, {1}}, tensor<std::string, 2>{"x", "y"}),
              {"a", "bxy"}));
  CHECK(holds(tensor_scatter_nd_update(w, tensor{{1}}, "z"), {"a", "z"}));
}

TEST_CASE("the results are lazy operands") {
  tensor<int, 4> t{1, 2, 3, 4};
  const tensor<int, 2, 1> idx{{1}, {3}};
  const auto e = tensor_scatter_nd_add(t, idx, tensor{10, 20});
  t[0] = 9;
  CHECK(holds(e, {9, 12, 3, 24}));
  CHECK(holds(e * 2 + t, {27, 26, 9, 52}));
  CHECK(holds(e[rev()], {24, 3, 12, 9}));
  CHECK(e[_1] == 12);
  CHECK(sum(e) == 48);
  CHECK(e.size() == 4);
  CHECK(e.extent(0) == 4);
  t = tensor_scatter_nd_update(t, idx, t[nd(idx)] * 10);
  CHECK(holds(t, {9, 20, 3, 40}));
  // Operands that are not in memory, and rvalues.
  CHECK(holds(tensor_scatter_nd_update(t + 1, idx + 0, t[range(0, 2)]), {10, 9, 4, 20}));
  CHECK(holds(tensor_scatter_nd_update(t[rev()], idx, 0), {40, 0, 20, 0}));
  CHECK(holds(tensor_scatter_nd_add(tensor_scatter_nd_update(t, idx, 0), idx, 1), {9, 1, 3, 1}));
  CHECK(holds(tensor_scatter_nd_update(sum(tensor{{1, 2}, {3, 4}}, _0), tensor{{0}}, 7), {7, 6}));
  const auto owner = [] {
    return tensor_scatter_nd_update(dtensor<int, 1>{1, 2, 3}, tensor{{1}}, tensor{9});
  }();
  CHECK(holds(owner, {1, 9, 3}));
  CHECK(holds(transpose(tensor_scatter_nd_update(tensor{{1, 2}, {3, 4}}, tensor{{0, 1}}, 9)),
              {1, 3, 9, 4}));
  int calls = 0;
  const auto counted = map([&calls](int x) { return ++calls, x; }, t);
  CHECK(holds(tensor_scatter_nd_update(counted, idx, 0) + 1, {10, 1, 4, 1}));
  CHECK(calls == 4);
}

TEST_CASE("extents and names") {
  tensor<int, batch, features> n(2, 3);
  const tensor<int, dyn, 1> idx(2);
  CHECK(has<batch, features>(tensor_scatter_nd_add(n, idx, 1)));
  CHECK(has<dyn, features>(gather_nd(n, idx)));
  CHECK(holds(tensor_scatter_nd_add(n, idx, 1), {2, 2, 2, 0, 0, 0}));
  CHECK(holds(tensor_scatter_nd_add(n, idx, ones<int>(2, 3)), {2, 2, 2, 0, 0, 0}));
}

TEST_CASE("scatter_nd begins with zeros") {
  const tensor<int, 4, 1> idx{{4}, {3}, {1}, {4}};
  const tensor updates{9, 10, 11, 12};
  // tf.scatter_nd([[4], [3], [1], [4]], [9, 10, 11, 12], [8])
  CHECK(holds_each(scatter_nd(idx, updates, _8), {0, 11, 0, 10, 21, 0, 0, 0}));
  CHECK(has<8>(scatter_nd(idx, updates, _8)));
  CHECK(holds(scatter_nd(idx, updates, 8), {0, 11, 0, 10, 21, 0, 0, 0}));
  CHECK(has<dyn>(scatter_nd(idx, updates, 8)));
  CHECK(holds(scatter_nd(nd({{0}, {2}}), tensor{{1., 2.}, {3., 4.}}, _3, 2), {1, 2, 0, 0, 3, 4}));
  CHECK(has<3, dyn>(scatter_nd(nd({{0}, {2}}), tensor{{1., 2.}, {3., 4.}}, _3, 2)));
  CHECK(
      holds(scatter_nd(nd({{0, 1}}), tensor{5}, std::array<stria::index, 2>{2, 2}), {0, 5, 0, 0}));
  CHECK(holds(scatter_nd(nd({{0}, {9}}, out_of_bounds::drop), tensor{1, 2}, 2), {1, 0}));
  CHECK(holds(scatter_nd(idx - 1, updates * 2, 4) + 1, {23, 1, 21, 43}));
  CHECK(holds(scatter_nd(tensor{{0, 0}}, tensor<std::string, 1>{"a"}, 1, 2), {"a", ""}));
}

TEST_CASE("gather_nd accepts integer tensors") {
  const tensor<int, 2, 2> t{{1, 2}, {3, 4}};
  CHECK(holds_each(gather_nd(t, tensor{{0, 0}, {1, 1}}), {1, 4}));
  CHECK(holds(gather_nd(t, tensor{{1}, {0}}), {3, 4, 1, 2}));
  CHECK(holds(gather_nd(t, nd({{1}, {0}})), {3, 4, 1, 2}));
  CHECK(int(gather_nd(t, tensor{1, 0})) == 3);
  CHECK(holds(gather_nd(t * 2, tensor{{0, 1}}), {4}));
  CHECK(holds(gather_nd(tensor{{1, 2}, {3, 4}}, tensor{{0, 1}}), {2}));
  CHECK(holds(gather_nd(gather_nd(t, tensor{{1}, {0}}), tensor{{0, 1}}), {4}));
  CHECK(holds(gather_nd(t, nd({{1}, {2}}, out_of_bounds::drop)), {3, 4, 0, 0}));
  auto m = t;
  gather_nd(m, tensor{{0, 1}}) = 9; // gather_nd(m, i) is m[nd(i)]
  CHECK(m[0, 1] == 9);
  const auto& cm = m;
  CHECK(holds(gather_nd(cm, tensor{{0, 1}}), {9}));
}

TEST_CASE("errors of the functional forms") {
  const tensor<int, 4> t{1, 2, 3, 4};
  CHECK_THROWS_AS(eval(tensor_scatter_nd_update(t, tensor{{4}}, 1)), index_error);
  CHECK_THROWS_AS(eval(tensor_scatter_nd_add(t, tensor{{-1}}, 1)), index_error);
  CHECK_THROWS_AS(eval(scatter_nd(tensor{{0}, {5}}, tensor{1, 2}, 5)), index_error);
  CHECK_THROWS_AS(eval(gather_nd(t, tensor{{4}})), index_error);
  CHECK_THROWS_WITH(eval(scatter_nd(tensor{{0}, {5}}, tensor{1, 2}, 5)),
                    test::contains("index 5") && test::contains("entry (1,)") &&
                        test::contains("5 elements"));
  CHECK_THROWS_AS(eval(tensor_scatter_nd_update(t, tensor<int, dyn, 1>(2), dtensor<int, 1>(3))),
                  shape_error);
  CHECK_THROWS_AS(eval(scatter_nd(tensor{{0}, {1}}, dtensor<int, 2>(2, 3), 4, 2)), shape_error);
  CHECK_THROWS_AS(scatter_nd(tensor{{0}}, tensor{1}, -1), value_error);
  tensor<int, 4> kept = t;
  CHECK_THROWS_AS(kept = tensor_scatter_nd_update(t, tensor{{0}, {4}}, 9), index_error);
  CHECK(holds(kept, {1, 2, 3, 4}));
}

TEST_CASE("functional forms in constant expressions") {
  constexpr tensor t{1, 2, 3, 4};
  STATIC_REQUIRE(eval(tensor_scatter_nd_update(t, tensor{{1}, {3}}, tensor{8, 9}))[3] == 9);
  STATIC_REQUIRE(eval(tensor_scatter_nd_add(t, tensor{{1}, {1}}, tensor{8, 9}))[1] == 19);
  STATIC_REQUIRE(eval(tensor_scatter_nd_sub(t, tensor{{1}}, 1))[1] == 1);
  STATIC_REQUIRE(eval(tensor_scatter_nd_min(t, tensor{{1}}, 1))[1] == 1);
  STATIC_REQUIRE(eval(tensor_scatter_nd_max(t, tensor{{1}}, 7))[1] == 7);
  STATIC_REQUIRE(eval(scatter_nd(tensor{{1}, {1}}, tensor{8, 9}, _2))[1] == 17);
  STATIC_REQUIRE(eval(gather_nd(t, tensor{{3}, {0}}))[0] == 4);
  STATIC_REQUIRE(
      sum(tensor_scatter_nd_update(t, nd({{9}, {0}}, out_of_bounds::drop), tensor{5, 6})) == 15);
}
