// SPDX-License-Identifier: BSL-1.0
// flip, rot90, roll.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

using namespace stria;
using test::holds;
using test::holds_each;

namespace {

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
dtensor<int, 2> dynamic() { return a; }

} // namespace

TEST_CASE("flip is a view") {
  auto t = dynamic();
  CHECK(shares_storage(flip(t), t));
  CHECK(holds_each(flip(t), {6, 5, 4, 3, 2, 1}));
  CHECK(holds_each(flip(t, -_1), {3, 2, 1, 6, 5, 4}));
  CHECK(holds_each(flip(a * 2, _0), {8, 10, 12, 2, 4, 6}));
  CHECK(has<2, 3>(flip(a, _0)));
  flip(t, _1)[0, 0] = 9;
  CHECK(t[0, 2] == 9);
  t = flip(t, _1);
  CHECK(holds(t, {9, 2, 1, 6, 5, 4}));
  CHECK(holds(flip(tensor<int>(3)), {3}));
}

TEST_CASE("rot90") {
  CHECK(has<3, 2>(rot90(a)));
  CHECK(holds_each(rot90(a), {3, 6, 2, 5, 1, 4}));
  CHECK(holds_each(rot90(a, _2), {6, 5, 4, 3, 2, 1}));
  CHECK(holds_each(rot90(a, -_1), {4, 1, 5, 2, 6, 3}));
  CHECK(holds_each(rot90(a, 3), {4, 1, 5, 2, 6, 3}));
  CHECK(holds_each(rot90(a, -4), {1, 2, 3, 4, 5, 6}));
}

namespace {

/// The result of roll(), element by element.
template <class A> auto rolled_by_hand(const A& from, index down, index right) {
  const index rows = from.shape()[0], columns = from.shape()[1];
  A r(rows, columns);
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < columns; ++j)
      r[((i + down) % rows + rows) % rows, ((j + right) % columns + columns) % columns] =
          from[i, j];
  return r;
}

} // namespace

TEMPLATE_TEST_CASE("roll within expressions", "", float, std::uint8_t, bool) {
  using T = TestType;
  for (const auto& [rows, columns] :
       {std::pair<index, index>{1, 1}, {1, 5}, {2, 3}, {5, 1}, {7, 40}}) {
    dtensor<T, 2> x(rows, columns), b(rows, columns);
    for (index k = 0; k < x.size(); ++k) {
      x.data()[k] = static_cast<T>(k * 7 % 11);
      b.data()[k] = static_cast<T>(k * 5 % 13);
    }
    for (const index down : {0, 1, -1, 3})
      for (const index right : {0, 1, -2, 41}) {
        CAPTURE(rows, columns, down, right);
        const auto down_only = rolled_by_hand(x, down, 0), right_only = rolled_by_hand(x, 0, right),
                   both = rolled_by_hand(x, down, right);
        dtensor<T, 2> r;
        r = roll(x, down, _0) + T(0);
        CHECK(all_of(r == down_only));
        r = roll(roll(x, down, _0), right, _1) * T(1);
        CHECK(all_of(r == both));
        r = where(roll(x, down, _0) > roll(b, right, _1), x, roll(x, right, _1));
        CHECK(all_of(r == where(down_only > rolled_by_hand(b, 0, right), x, right_only)));
        r = roll(x + b, down, _0) + roll(x, right, _1);
        const dtensor<T, 2> sums = x + b;
        CHECK(all_of(r == cast<T>(rolled_by_hand(sums, down, 0) + right_only)));
        CHECK(all_of(eval(roll(x, right, _1) == right_only)));
        // A reversed view; an update; several targets.
        dtensor<T, 2> wide(rows, 2 * columns);
        wide[rev(), range(_, _, 2)] = roll(x, down, _0);
        CHECK(all_of(wide[rev(), range(_, _, 2)] == down_only));
        CHECK(all_of(wide[_, range(1, _, 2)] == T(0)));
        if constexpr (!std::is_same_v<T, bool>) {
          r = b;
          r += roll(x, right, _1);
          CHECK(all_of(r == cast<T>(b + right_only)));
        }
        dtensor<T, 2> u = x, v = b;
        tie(u, v) = std::tuple(where(roll(u, down, _0) == T(1), v, u), roll(u, right, _1) + T(0));
        CHECK(all_of(u == where(down_only == T(1), b, x)));
        CHECK(all_of(v == right_only));
        // With a target that is read.
        u = x;
        u = where(roll(u, right, _1) > T(3), u, roll(u, down, _0));
        CHECK(all_of(u == where(right_only > T(3), x, down_only)));
        u = x;
        u = roll(u, down, _0) + T(0);
        CHECK(all_of(u == down_only));
        u = x;
        u[_, _] = roll(u, right, _1);
        CHECK(all_of(u == right_only));
        // A broadcast operand, and a reduction of one.
        const dtensor<T, 1> row = x[_0];
        r = b * T(0) + roll(row, right);
        for (index i = 0; i < rows; ++i)
          CHECK(all_of(r[i] == rolled_by_hand(dtensor<T, 2>(row[newaxis]), 0, right)[_0]));
        CHECK(sum(roll(x, down, _0) * b) == sum(down_only * b));
      }
  }
  const dtensor<T, 2> none(0, 4);
  CHECK(eval(roll(none, 1, _0) + T(0)).shape() == std::array<index, 2>{0, 4});
  CHECK(eval(roll(none, 1, _1) + T(0)).size() == 0);
}

TEST_CASE("roll of elements that are not numbers, and of static tensors") {
  const tensor<std::string, 3> names{"a", "b", "c"};
  CHECK(holds_each(eval(roll(names, 1) + roll(names, -1)), {std::string("cb"), "ac", "ba"}));
  constexpr tensor<int, 2, 3> m{{1, 2, 3}, {4, 5, 6}};
  constexpr auto r = eval(roll(m, 1, _1) + 10 * roll(m, 1, _0));
  STATIC_REQUIRE(r[0, 0] == 43);
  STATIC_REQUIRE(r[1, 2] == 35);
  const tensor<int, 2, dyn> partly = m;
  CHECK(holds_each(roll(partly, 1, _1) + 10 * roll(partly, 1, _0), {43, 51, 62, 16, 24, 35}));
}

TEST_CASE("roll") {
  CHECK(has<2, 3>(roll(a, 1, _0)));
  CHECK(holds_each(roll(a, 1), {6, 1, 2, 3, 4, 5}));
  CHECK(holds_each(roll(a, -1, _1), {2, 3, 1, 5, 6, 4}));
  CHECK(holds_each(roll(a[rev()], 7, -_1), {6, 4, 5, 3, 1, 2}));
  CHECK(holds(roll(zeros<int>(0, 3), 1), {}));
  auto t = dynamic();
  t = roll(t, 1, _0);
  CHECK(holds(t, {4, 5, 6, 1, 2, 3}));
  for (index by = -9; by <= 9; ++by) {
    CAPTURE(by);
    const index forward = (by + 9) % 3;
    const auto expected =
        eval(concat(_1, t[_, range(3 - forward, _)], t[_, range(_, 3 - forward)]));
    CHECK(test::values(eval(roll(t, by, _1))) == test::values(expected));
    CHECK(test::values(eval(roll(roll(t, 4, _1), by - 4, _1) * 1)) == test::values(expected));
  }
}

TEST_CASE("moving in constant expressions") {
  STATIC_REQUIRE(eval(flip(a))[0, 0] == 6);
  STATIC_REQUIRE(eval(rot90(a))[0, 1] == 6);
  STATIC_REQUIRE(eval(roll(a, 1, _1))[1, 0] == 6);
}
