// SPDX-License-Identifier: BSL-1.0
// dsl/slice_plan.cpp: plan_slice equals TensorFlow's StridedSlice, at compile time and at run time.
#include "../support/catch.hpp"

#include <stria/mask/encode.hpp>
#include <stria/mask/parse_index.hpp>
#include <stria/plan/slice_plan.hpp>

#include <array>
#include <span>
#include <vector>

using namespace stria;

namespace {

using list = std::vector<index>;

constexpr slice_plan plan(std::initializer_list<index> shape, std::string_view text) {
  const parsed_index p = parse_index(text);
  return plan_slice({shape.begin(), shape.size()}, p.begin, p.end, p.strides, p.masks);
}
constexpr bool shape(std::initializer_list<index> from, std::string_view text,
                     std::initializer_list<index> to) {
  return plan(from, text).shape() == std::span<const index>(to.begin(), to.size());
}

} // namespace

TEST_CASE("the flagship line") {
  constexpr std::array<index, 6> from{5, 5, 5, 5, 5, 5};
  constexpr auto s = encode(_1, range(2, 4), newaxis, ellipsis, rev(-3), _);
  constexpr slice_plan p = plan_slice(from, s.begin, s.end, s.strides, s.masks);
  STATIC_REQUIRE(p.shape() == std::array<index, 6>{2, 1, 5, 5, 2, 5});
  STATIC_REQUIRE(p.axes() ==
                 std::array<axis_slice, 6>{
                     {{1, 1, 1}, {2, 1, 2}, {0, 1, 5}, {0, 1, 5}, {4, -1, 2}, {0, 1, 5}}});
  STATIC_REQUIRE(p.sources() == std::array<int, 6>{1, -1, 2, 3, 4, 5});

  const list run(6, 5);
  const slice_plan q = plan_slice(run, s.begin, s.end, s.strides, s.masks);
  CHECK(q.shape() == p.shape());
  CHECK(q.axes() == p.axes());
  CHECK(q.sources() == p.sources());
}

TEST_CASE("shapes of results") {
  STATIC_REQUIRE(shape({}, "()", {}));
  STATIC_REQUIRE(shape({}, "...", {}));
  STATIC_REQUIRE(shape({}, "None, ..., None", {1, 1}));
  STATIC_REQUIRE(shape({3, 4}, "()", {3, 4}));
  STATIC_REQUIRE(shape({3, 4}, "1", {4}));
  STATIC_REQUIRE(shape({3, 4}, "-1, -4", {}));
  STATIC_REQUIRE(shape({3, 4}, "..., 1", {3}));
  STATIC_REQUIRE(shape({3, 4}, ":, ..., :", {3, 4}));
  STATIC_REQUIRE(shape({3, 4}, "1:99, ::-2", {2, 2}));
  STATIC_REQUIRE(shape({3, 0}, "5:, ::-1", {0, 0}));
  STATIC_REQUIRE(shape({4}, "None, 1:, None", {1, 3, 1}));
}

TEST_CASE("an integer leaves a size of 1 on its axis and none in the result") {
  constexpr slice_plan p = plan({3, 4}, "-1, 1:3");
  STATIC_REQUIRE(p.axes() == std::array<axis_slice, 2>{{{2, 1, 1}, {1, 1, 2}}});
  STATIC_REQUIRE(p.sources() == std::array<int, 1>{1});
}

TEST_CASE("at a shrink position begin_mask, end_mask and end are ignored") {
  const list from{5}, begin{3}, end{-77}, strides{2};
  const slice_masks masks{.begin_mask = 1, .end_mask = 1, .shrink_axis_mask = 1};
  const slice_plan p = plan_slice(from, begin, end, strides, masks);
  CHECK(p.axes() == std::array<axis_slice, 1>{{{3, 1, 1}}});
  CHECK(p.shape().empty());
}

TEST_CASE("overlapping bits: ellipsis wins, then new axis, then shrink") {
  const list from{2, 3}, begin{0, 1}, end{0, 0}, strides{1, 1};
  const auto shape_with = [&](const slice_masks& m) {
    return plan_slice(from, begin, end, strides, m).shape();
  };
  CHECK(shape_with({.ellipsis_mask = 1, .new_axis_mask = 1, .shrink_axis_mask = 3}) == list{2});
  CHECK(shape_with({.new_axis_mask = 1, .shrink_axis_mask = 3}) == list{1, 3});
  CHECK(shape_with({.shrink_axis_mask = 3}).empty());
  CHECK(shape_with({.ellipsis_mask = 2, .shrink_axis_mask = 3}) == list{3});
}

TEST_CASE("an element outside its axis is an index_error that names it") {
  CHECK_THROWS_AS(plan({3, 4}, "0, 4"), index_error);
  CHECK_THROWS_AS(plan({3, 4}, "0, -5"), std::out_of_range);
  CHECK_THROWS_WITH(plan({3, 4}, "0, 4"), "stria: index 4 is out of bounds for axis 1, which has "
                                          "4 elements: use -4 to 3");
  CHECK_THROWS_WITH(plan({1}, "1"), test::contains("which has 1 element: use -1 to 0"));
  CHECK_THROWS_WITH(plan({0}, "0"), test::contains("axis 0, which has 0 elements"));
  CHECK_THROWS_AS(plan({3}, "-9223372036854775808"), index_error);
  CHECK_THROWS_AS(plan({3}, "9223372036854775807"), index_error);
}

TEST_CASE("strides that have no meaning") {
  CHECK_THROWS_AS(plan({3, 4}, "..., ::0"), value_error);
  CHECK_THROWS_WITH(plan({3, 4}, "..., ::0"), test::contains("the step of item 1 is 0"));
  CHECK_THROWS_AS(plan({0}, "::0"), value_error);
  const list from{5}, one{1};
  for (const index stride : {index{0}, index{-1}})
    CHECK_THROWS_AS(plan_slice(from, one, one, list{stride}, {.shrink_axis_mask = 1}), value_error);
  CHECK_THROWS_WITH(plan_slice(from, one, one, list{-1}, {.shrink_axis_mask = 1}),
                    test::contains("item 0 picks one element (shrink_axis) and has the stride -1"));
}

TEST_CASE("items that do not fit the shape") {
  CHECK_THROWS_AS(plan({3, 4}, "0, 0, 0"), value_error);
  CHECK_THROWS_WITH(plan({3, 4}, "0, :, None, ..., 0"),
                    test::contains("3 axes are asked for, but the shape (3, 4) has 2"));
  CHECK_THROWS_AS(plan({3, 4}, "..., ..."), value_error);
  CHECK_THROWS_WITH(plan({3, 4}, "..., ..."), test::contains("second ellipsis"));
  const list from{3}, one{0};
  CHECK_THROWS_WITH(plan_slice(from, one, one, one, {.ellipsis_mask = 0b101}),
                    test::contains("second ellipsis"));
}

TEST_CASE("impossible lengths, ranks and sizes") {
  const list from{3}, one{1}, two{1, 1}, many(65, 1), deep(33, 1);
  CHECK_THROWS_WITH(plan_slice(from, one, two, one, {}), test::contains("1, 2 and 1 entries"));
  CHECK_THROWS_AS(plan_slice(from, one, one, two, {}), value_error);
  CHECK_THROWS_AS(plan_slice(from, many, many, many, {}), value_error);
  CHECK_THROWS_AS(plan_slice(deep, one, one, one, {}), value_error);
  CHECK_THROWS_WITH(plan_slice(list{3, -1}, one, one, one, {}),
                    test::contains("axis 1 has the size -1"));
}

TEST_CASE("the largest plan") {
  const list from(32, 2), none(64, 0), ones(64, 1);
  const slice_plan p = plan_slice(from, none, none, ones, {.new_axis_mask = ~std::uint64_t{0}});
  CHECK(p.axes().size() == 32);
  CHECK(p.shape().size() == 96);
  CHECK(p.shape()[63] == 1);
  CHECK(p.shape()[64] == 2);
  CHECK(p.sources()[95] == 31);
}
