// SPDX-License-Identifier: BSL-1.0
// take, take_along_axis, put_along_axis, gather with batch axes, boolean_mask.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <functional>
#include <vector>

using namespace stria;
using test::holds;
using test::holds_each;

namespace {

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

constexpr tensor<int, 2, 3, 4> block() {
  return from_function<int>([](stria::index i, stria::index j,
                               stria::index k) { return static_cast<int>(100 * i + 10 * j + k); },
                            _2, _3, _4);
}

} // namespace

TEST_CASE("take along an axis is a subscript of that axis") {
  const auto b = block();
  const tensor<int, 2> i{2, 0};
  CHECK(has<2, 2, 4>(take(b, i, _1)));
  CHECK(holds(take(b, i, _1), test::values(b[_, i])));
  CHECK(holds(take(b, i, -_1), test::values(b[_, _, i])));
  CHECK(holds(take(b, tensor{{1, 0}, {0, -1}}, _0), test::values(b[tensor{{1, 0}, {0, 1}}])));
  CHECK(holds_each(take(b[1, 1], std::vector<int>{3, 0}, _0), {113, 110}));
  // Without an axis: from the flat sequence.
  CHECK(holds_each(take(b, tensor{0, 5, -1}), {0, 11, 123}));
  CHECK(holds_each(take(b * 2, tensor{0, 5, -1}), {0, 22, 246}));
  CHECK_THROWS_AS(eval(take(b, dtensor<int, 1>{4}, -_1)), index_error);
}

TEST_CASE("take_along_axis undoes argsort-like orders, and broadcasts") {
  const tensor<int, 2, 3> a{{30, 10, 20}, {5, 6, 4}};
  const tensor<int, 2, 3> order{{1, 2, 0}, {2, 0, 1}};
  CHECK(holds_each(take_along_axis(a, order, _1), {10, 20, 30, 4, 5, 6}));
  CHECK(holds_each(take_along_axis(a, order, -_1), {10, 20, 30, 4, 5, 6}));
  CHECK(has<2, 3>(take_along_axis(a, order, _1)));
  // np.take_along_axis(a, [[1, 0, 1]], 0)
  CHECK(holds_each(take_along_axis(a, tensor<int, 1, 3>{{1, 0, 1}}, _0), {5, 10, 4}));
  CHECK(holds_each(take_along_axis(a, expand_dims(argmax(a, _1), _1), _1), {30, 6}));
  CHECK(holds_each(take_along_axis(a + 1, order, _1), {11, 21, 31, 5, 6, 7}));
  CHECK_THROWS_AS(eval(take_along_axis(a, dtensor<int, 2>{{3}, {0}}, _1)), index_error);
}

TEST_CASE("put_along_axis writes at the indices") {
  tensor<int, 2, 3> a{{30, 10, 20}, {5, 6, 4}};
  put_along_axis(a, expand_dims(argmax(a, _1), _1), 99, _1);
  CHECK(holds(a, {99, 10, 20, 5, 99, 4}));
  put_along_axis(a, tensor<int, 2, 2>{{0, 0}, {1, 2}}, tensor<int, 2, 2>{{1, 2}, {3, 4}}, _1);
  CHECK(holds(a, {2, 10, 20, 5, 3, 4})); // the last of two updates wins
  auto d = dtensor<int, 2>(a);
  CHECK_THROWS_AS(put_along_axis(d, dtensor<int, 2>{{0}, {3}}, 7, _1), index_error);
  CHECK(holds(d, test::values(a)));
  put_along_axis(d[_, rev()], dtensor<int, 2>{{0}, {0}}, 7, _1);
  CHECK(holds(d, {2, 10, 7, 5, 3, 7}));
}

TEST_CASE("take with policies for indices out of bounds") {
  const tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
  const tensor<int, 2, 2> i{{0, 5}, {-1, 2}};
  // np.take(a, i, 1, mode="clip")
  CHECK(holds_each(take(a, i, _1, out_of_bounds::clip), {3, 2, 3, 2, 6, 5, 6, 5}));
  CHECK(has<2, 2, 2>(take(a, i, _1, out_of_bounds::clip)));
  CHECK(holds_each(take(a, i, axis(-1), out_of_bounds::clip), {3, 2, 3, 2, 6, 5, 6, 5}));
  // np.take(a, i, mode="clip")
  CHECK(holds_each(take(a, i, out_of_bounds::clip), {3, 5, 3, 2}));
  CHECK(holds_each(take(a, std::vector{-1, 7}, out_of_bounds::clip), {3, 5}));
  // np.take(a, 7, 1, mode="clip"), np.take(a, 7, mode="clip")
  CHECK(holds(take(a, 7, _1, out_of_bounds::clip), {2, 5}));
  CHECK(take(a, 7, out_of_bounds::clip) == 5);
  CHECK(holds(take(a, -_1, _1, out_of_bounds::drop), {0, 0}));
  // Negative indices are out of bounds.
  CHECK(holds_each(take(a, i, _1, out_of_bounds::drop), {3, 0, 0, 2, 6, 0, 0, 5}));
  CHECK(holds_each(take(a * 2, i, _1, out_of_bounds::drop), {6, 0, 0, 4, 12, 0, 0, 10}));
  CHECK(holds_each(take(a + i[0, 1], i, _0, out_of_bounds::drop),
                   {8, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  CHECK(holds_each(take(a, i, out_of_bounds::drop), {3, 5, 0, 2}));
  // With `raise`, as without a policy, they count from the end.
  CHECK(holds_each(take(a, tensor{-1, 2}, _1, out_of_bounds::raise), {2, 2, 5, 5}));
  CHECK(holds_each(take(a, tensor{-1, 2}, out_of_bounds::raise), {5, 2}));
  CHECK_THROWS_AS(eval(take(a, i, _1, out_of_bounds::raise)), index_error);
  // An rvalue operand and rvalue indices belong to the expression.
  const auto owned = take(dtensor<int, 2>(a), tensor{2, 9}, _1, out_of_bounds::drop);
  CHECK(holds_each(owned, {2, 0, 5, 0}));
  // No elements: nothing is near an index.
  const dtensor<int, 2> none(2, 0);
  CHECK(holds(take(none, tensor{0, 1}, _1, out_of_bounds::drop), {0, 0, 0, 0}));
  CHECK_THROWS_AS(eval(take(none, tensor{0}, _1, out_of_bounds::clip)), index_error);
  CHECK(take(none, dtensor<int, 1>(0), _1, out_of_bounds::clip).size() == 0);
}

TEST_CASE("take_along_axis and put_along_axis with policies") {
  const tensor<float, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
  const tensor<int, 2, 1> labels{{2}, {-100}};
  CHECK(holds_each(take_along_axis(a, labels, _1, out_of_bounds::drop), {2, 0}));
  CHECK(holds_each(take_along_axis(a, labels, axis(1), out_of_bounds::drop), {2, 0}));
  CHECK(holds_each(take_along_axis(a + 1.f, labels, -_1, out_of_bounds::clip), {3, 7}));
  CHECK_THROWS_AS(eval(take_along_axis(a, labels, _1, out_of_bounds::raise)), index_error);
  dtensor<float, 2> t(a);
  put_along_axis(t, labels, 9.f, _1, out_of_bounds::drop);
  CHECK(holds(t, {3, 1, 9, 6, 4, 5}));
  put_along_axis(t, labels, tensor<float, 2, 1>{{7}, {8}}, axis(1), out_of_bounds::clip);
  CHECK(holds(t, {3, 1, 7, 8, 4, 5}));
  take_along_axis(t, labels, _1, out_of_bounds::drop) += 1.f;
  CHECK(holds(t, {3, 1, 8, 8, 4, 5}));
  CHECK_THROWS_AS(put_along_axis(t, labels, 0.f, _1), index_error);
  CHECK(holds(t, {3, 1, 8, 8, 4, 5}));
}

TEST_CASE("put_along_axis with an operation") {
  const tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
  const tensor<int, 2, 2> i{{0, 0}, {1, 2}}, u{{10, 20}, {30, 40}}, v{{2, 4}, {1, 40}};
  const auto after = [&](const auto& put) {
    auto t = a;
    put(t);
    return test::values(t);
  };
  using list = test::list<int>;
  // np.add.at(t, (rows, i), u) and so on, with rows = [[0], [1]]
  CHECK(after([&](auto& t) { put_along_axis(t, i, u, _1, sum); }) == list{33, 1, 2, 6, 34, 45});
  CHECK(after([&](auto& t) { put_along_axis(t, i, u, axis(1), sum); }) ==
        list{33, 1, 2, 6, 34, 45});
  CHECK(after([&](auto& t) { put_along_axis(t, i, u, _1, prod); }) == list{600, 1, 2, 6, 120, 200});
  CHECK(after([&](auto& t) { put_along_axis(t, i, v, _1, max); }) == list{4, 1, 2, 6, 4, 40});
  CHECK(after([&](auto& t) { put_along_axis(t, i, v, -_1, min); }) == list{2, 1, 2, 6, 1, 5});
  // A callable sees all updates of a position, one after the other.
  const auto minus = [](int x, int y) { return x - y; };
  CHECK(after([&](auto& t) { put_along_axis(t, i, u, _1, minus); }) ==
        list{-27, 1, 2, 6, -26, -35});
  CHECK(after([&](auto& t) { put_along_axis(t, i, u, axis(-1), std::plus<>()); }) ==
        list{33, 1, 2, 6, 34, 45});
  // An operation and a policy, in any order; a view as target; a number.
  CHECK(after([&](auto& t) { put_along_axis(t, i + 1, u, _1, sum, out_of_bounds::drop); }) ==
        list{3, 31, 2, 6, 4, 35});
  CHECK(after([&](auto& t) { put_along_axis(t, i - 1, 1, _1, out_of_bounds::clip, minus); }) ==
        list{1, 1, 2, 5, 3, 5});
  CHECK(after([&](auto& t) { put_along_axis(t[_, rev()], i, u, _1, sum); }) ==
        list{3, 1, 32, 46, 34, 5});
  CHECK(after([&](auto& t) { take_along_axis(t, i, _1) += u; }) == list{33, 1, 2, 6, 34, 45});
  CHECK_THROWS_AS(after([&](auto& t) { put_along_axis(t, i + 1, u, _1, sum); }), index_error);
}

TEST_CASE("gather with batch axes, as tf.gather") {
  const auto b = block();
  const tensor<int, 2, 2> i{{2, 0}, {1, 1}};
  // batch_dims = 0: the shape of the index replaces the axis.
  CHECK(has<2, 2, 2, 4>(gather(b, i, _1)));
  CHECK(holds(gather(b, i, _1), test::values(b[_, i])));
  // batch_dims = 1: row n of the index belongs to block n.
  const auto g = gather(b, i, _1, batch_dims<1>);
  CHECK(has<2, 2, 4>(g));
  CHECK(holds(g, {20, 21, 22, 23, 0, 1, 2, 3, 110, 111, 112, 113, 110, 111, 112, 113}));
  // batch 1, axis 2: result (batch, axis 1, indices)
  const auto last = gather(b, i, _2, batch_dims<1>);
  CHECK(has<2, 3, 2>(last));
  CHECK(holds(last, {2, 0, 12, 10, 22, 20, 101, 101, 111, 111, 121, 121}));
  CHECK_THROWS_AS(eval(gather(b, dtensor<int, 1>{-1}, _1)), index_error);
  // The batch axes must have the same size.
  const auto one_batch = dtensor<int, 2>{{2, 0}};
  CHECK_THROWS_AS(gather(b, one_batch, _1, batch_dims<1>), shape_error);
  STATIC_REQUIRE_FALSE(
      detail::gather_verdict<decltype(b)&, tensor<int, 1, 2>, constant<1>, 1>::accepted);
}

TEST_CASE("boolean_mask") {
  const auto b = block();
  CHECK(holds(boolean_mask(b, b > 120), {121, 122, 123}));
  CHECK(holds(boolean_mask(b, tensor{false, true}), test::values(b[tensor{1}])));
  CHECK(holds(boolean_mask(b[1], tensor{true, false, false}), {100, 101, 102, 103}));
}

TEST_CASE("in constant expressions") {
  constexpr auto b = block();
  static_assert(eval(take(b, tensor{2, 0}, _1))[1, 0, 3] == 123);
  static_assert(eval(take_along_axis(b[_0], tensor<int, 1, 4>{{2, 1, 0, 2}}, _0))[0, 3] == 23);
  static_assert(eval(gather(b, tensor<int, 2, 1>{{2}, {1}}, _1, batch_dims<1>))[1, 0, 0] == 110);
  CHECK(eval(take(b, tensor{2, 0}, _1))[1, 0, 3] == 123);
}
