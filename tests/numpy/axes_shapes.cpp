// SPDX-License-Identifier: BSL-1.0
// axis(k) gives the same result as the constant, in functions that select, divide, join and edit,
// products along an axis, and random orders.
#include "axes.hpp"

#include <stria/ranges.hpp>

#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace stria;
using stria::index;

namespace {

auto some_operands() {
  const tensor<int, 2, 3, 4> s = reshape(remainder(arange<int>(24) * 7 + 3, 11), 2, 3, 4);
  return std::pair{dtensor<int, 3>(s), s};
}
template <class Error, class F> std::string text_of(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const error&>(e).what();
  }
  return "nothing was thrown";
}

} // namespace

TEST_CASE("selecting") {
  const auto operands = some_operands();
  const tensor rows{1, 0, 1};
  const tensor<bool, 2> mask{true, false};
  AGREE(3, gather(a, rows, k));
  AGREE(3, compress(mask, a, k));
  AGREE(3, compress({false, true}, a, k));
  AGREE(3, permute_dims(moveaxis(a, k, _0), axis(2), _0, _1));
  const auto& x = operands.first;
  for (int i = 0; i < 3; ++i) {
    CHECK(array_equal(
        diagonal(x, 0, axis(i), axis((i + 1) % 3)),
        diagonal(moveaxis(moveaxis(x, axis(i), _0), axis(i == 2 ? 1 : (i + 1) % 3), _1))));
    CHECK_THROWS_AS(diagonal(x, 0, axis(i), axis(i - 3)), value_error);
  }
  test::same_results(diagonal(x, 1, axis(2), _0), diagonal(x, 1, _2, _0));
  auto y = x;
  diagonal(y, 0, axis(0), axis(1)) = -1;
  CHECK(array_equal(diagonal(y), full(-1, 4, 2)));
}

TEST_CASE("parts") {
  const auto operands = some_operands();
  AGREE(3, split(a, 1, k));
  AGREE(3, split(a, _1, k));
  AGREE(3, split(a, {1, -1}, k));
  AGREE(3, array_split(a, 2, k));
  AGREE(3, array_split(a, std::vector{1}, k));
  AGREE(3, unstack(a, k));
  AGREE(3, sliding_window(a, 2, k));
  // Parts of an lvalue are views; those of a temporary are tensors.
  auto x = operands.first;
  const int k = 1;
  auto parts = split(x, 3, axis(k));
  REQUIRE(parts.size() == 3);
  CHECK(shares_storage(parts[1], x));
  x[_, 1] = -1;
  CHECK(array_equal(parts[1], full(-1, 2, 1, 4)));
  const auto own = split(dtensor<int, 3>(operands.first), 3, axis(k));
  CHECK(array_equal(own[2], operands.first[_, range(2, _)]));
  const auto rows = unstack(dtensor<int, 3>(operands.first), axis(k));
  CHECK(array_equal(rows[2], operands.first[_, 2]));
  CHECK(array_equal(sliding_window(dtensor<int, 3>(operands.first), 3, axis(k))[_, 0, _, 2],
                    operands.first[_, 2]));
  CHECK_THROWS_AS(split(x, 2, axis(k)), value_error);
  CHECK_THROWS_AS(sliding_window(x, 4, axis(k)), value_error);
  int n = 0;
  for (auto row : subviews(x, axis(k)))
    row = n++;
  CHECK(array_equal(x, reshape(arange<int>(3), 1, 3, 1) + zeros<int>(2, 3, 4)));
  CHECK_THROWS_AS(subviews(x, axis(3)), index_error);
}

TEST_CASE("joining lists and tuples") {
  const auto operands = some_operands();
  const auto list_of = [](const auto& a) {
    return std::vector{test::dynamic(a), test::dynamic(a * 2)};
  };
  AGREE(3, concat(k, list_of(a)));
  AGREE(3, concatenate(list_of(a), k));
  AGREE(3, concat(k, std::tuple{a, a + 1}));
  AGREE(3, concatenate(k, a, a + 1, a));
  AGREE(3, concat(k, {a, a}));
  AGREE(3, concatenate({a, a}, k));
  AGREE(3, append(a, a * 3, k));
  AGREE(4, stack(k, list_of(a)));
  AGREE(4, stack(std::tuple{a, a + 1}, k));
  AGREE(4, stack(k, {a, a}));
  const auto& x = operands.first;
  CHECK_THROWS_AS(concat(axis(0), std::vector<dtensor<int, 3>>()), value_error);
  CHECK(text_of<shape_error>(
            [&] { concat(axis(2), std::vector{x, test::dynamic(x[_, range(_, 1)])}); }) ==
        "stria: concat: the shapes (2, 3, 4) and (2, 1, 4) differ in axis 1; they may differ in "
        "axis 2 only");
}

TEST_CASE("editing") {
  const auto operands = some_operands();
  const std::vector<int> places{0, 2, -1};
  AGREE(3, insert(a, 1, 7, k));
  AGREE(3, insert(a, -1, moveaxis(a, k, _0), k));
  AGREE(3, insert(a, {0, 2}, -1, k));
  AGREE(3, insert(a, range(0, 2), 9, k));
  AGREE(3, delete_at(a, 1, k));
  AGREE(3, delete_at(a, {0, 1}, k));
  AGREE(3, delete_at(a, range(1, _), k));
  AGREE(3, roll(a, {1, 2}, k, _1));
  const auto& x = operands.first;
  const tensor values{10, 20, 30};
  test::same_results(insert(x, places, values, axis(2)), insert(x, places, values, _2));
  const dtensor<int, 1> row{1, 2, 3};
  CHECK(array_equal(insert(row, 1, {8, 9}, axis(0)), tensor{1, 8, 9, 2, 3}));
  CHECK(array_equal(append(row, {8, 9}, axis(-1)), tensor{1, 2, 3, 8, 9}));
  STATIC_REQUIRE(detail::tensor_operand<decltype(insert(x, 1, 7, axis(0)))>);
  STATIC_REQUIRE(array_equal(delete_at(tensor{{1, 2}, {3, 4}}, 0, axis(1)), tensor{{2}, {4}}));
  CHECK(text_of<index_error>([&] { insert(x, 5, 0, axis(2)); }) ==
        "stria: insert: index 5 is out of bounds for axis 2, which has 4 elements: use -4 to 4");
  CHECK(text_of<index_error>([&] { delete_at(x, 3, axis(1)); }) ==
        "stria: index 3 is out of bounds for axis 1, which has 3 elements: use -3 to 2");
}

TEST_CASE("functions of rows") {
  const auto operands = some_operands();
  AGREE(3, apply_along_axis([](const auto& row) { return max(row) - min(row); }, k, a));
  AGREE(3, apply_along_axis([](const auto& row) { return outer(row[range(_, 2)], row); }, a, k));
  const dtensor<double, 1> v{3, 1, 2};
  CHECK(static_cast<double>(
            apply_along_axis([](const auto& row) { return sum(row); }, axis(0), v)) == 6);
}

TEST_CASE("products along an axis") {
  const auto operands = some_operands();
  const tensor<int, 2, 3, 4> b = operands.second - 5;
  AGREE(3, vecdot(a, b, k));
  const auto& x = operands.first;
  const dtensor<int, 2> m = b[1];
  test::same_results(vecdot(x, m, axis(2)), vecdot(x, m, _2));
  test::same_results(vecdot(m, x, axis(1)), vecdot(m, x, _1));
  CHECK_THROWS_AS(vecdot(x, m, axis(0)), index_error);
  CHECK_THROWS_AS(vecdot(x, x[range(_, 1)], axis(0)), shape_error);
  const dtensor<int, 2> p{{1, 2, 3}, {4, 5, 6}}, q{{0, 1, 0}, {2, 0, 1}};
  const dtensor<int, 2> both = cross(p, q);
  CHECK(array_equal(cross(transpose(p), transpose(q), _0), transpose(both)));
  CHECK(array_equal(cross(transpose(p), transpose(q), axis(0)), transpose(both)));
  CHECK(array_equal(cross(p, q, axis(-1)), both));
  CHECK(array_equal(top_k(x, 2, _0).indices, top_k(x, 2, axis(0)).indices));
}

TEST_CASE("random orders") {
  const auto operands = some_operands();
  const auto with_seed = [](const auto& draw) {
    random::generator g(7);
    return draw(g);
  };
  AGREE(3, with_seed([&](auto& g) { return random::permutation(g, a, k); }));
  AGREE(3, with_seed([&](auto& g) { return random::permuted(g, a, k); }));
  AGREE(3, with_seed([&](auto& g) {
          auto copy = test::dynamic(a);
          random::shuffle(g, copy, k);
          return copy;
        }));
}

TEST_CASE("an axis out of bounds leaves the target unchanged") {
  auto x = some_operands().first;
  const auto before = x;
  random::generator g(1);
  CHECK_THROWS_AS(random::shuffle(g, x, axis(3)), index_error);
  CHECK_THROWS_AS(put_along_axis(x, zeros<index>(1, 3, 4), 9, axis(3)), index_error);
  CHECK_THROWS_AS(x = insert(x, 0, 1, axis(3)), index_error);
  CHECK_THROWS_AS(diagonal(x, 0, axis(3), _0) = 5, index_error);
  CHECK(array_equal(x, before));
}
