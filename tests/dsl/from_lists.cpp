// SPDX-License-Identifier: BSL-1.0
// dsl/from_lists.cpp: OpenVINO's lists of 0 and 1, from braces and from ranges.
#include "../support/catch.hpp"

#include <stria/mask/from_lists.hpp>

#include <array>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

using namespace stria;

TEST_CASE("bit i of a mask is entry i of its list") {
  STATIC_REQUIRE(masks_from_lists({1, 0}, {0, 1}, {}, {}, {}) ==
                 slice_masks{.begin_mask = 1, .end_mask = 2});
  STATIC_REQUIRE(masks_from_lists({}, {}, {1}, {0, 1}, {0, 0, 1}) ==
                 slice_masks{.ellipsis_mask = 4, .new_axis_mask = 1, .shrink_axis_mask = 2});
  STATIC_REQUIRE(masks_from_lists({}, {}) == slice_masks{});
}

TEST_CASE("lists may have different lengths") {
  // The cases openvino-begin-end-mask and openvino-ellipsis-masks of tests/oracle.
  STATIC_REQUIRE(masks_from_lists({0, 1, 1}, {1, 1, 1}, {0, 0, 0, 0, 0}, {0, 0}, {0}) ==
                 slice_masks{.begin_mask = 6, .end_mask = 7});
  STATIC_REQUIRE(
      masks_from_lists({0, 0, 1, 1}, {1, 1, 0, 0}, {0, 0, 1}, {0}, {0, 1}) ==
      slice_masks{.begin_mask = 12, .end_mask = 3, .ellipsis_mask = 2, .new_axis_mask = 4});
}

TEST_CASE("a list longer than the items is truncated") {
  STATIC_REQUIRE(masks_from_lists({1, 1, 1, 1}, {0, 0, 0, 1}, {}, {}, {}, 3) ==
                 slice_masks{.begin_mask = 7});
  STATIC_REQUIRE(masks_from_lists({1}, {1}, {}, {}, {}, 0) == slice_masks{});
  const std::vector<int> ones(100, 1);
  CHECK(masks_from_lists(ones, {}).begin_mask == ~std::uint64_t{0});
  CHECK(masks_from_lists(ones, {}, {}, {}, {}, 64).begin_mask == ~std::uint64_t{0});
  CHECK(masks_from_lists(ones, {}, {}, {}, {}, 65).begin_mask == ~std::uint64_t{0});
}

TEST_CASE("any range of integers is a list") {
  const slice_masks want{.begin_mask = 5, .end_mask = 2};
  const std::vector<int> b{1, 0, 1};
  const std::vector<bool> bools{true, false, true};
  const std::array<index, 2> e{0, 1};
  const std::span<const index> view = e;
  const std::uint8_t bytes[] = {1, 0, 1};
  const std::list<long> nodes{1, 0, 1};
  CHECK(masks_from_lists(b, e) == want);
  CHECK(masks_from_lists(bools, view) == want);
  CHECK(masks_from_lists(bytes, e, {}, {}, {}) == want);
  CHECK(masks_from_lists(nodes, view, {}, {}, {}) == want);
  CHECK(masks_from_lists(std::vector<int>{1, 0, 1}, {0, 1}) == want);
  const index one = 1;
  CHECK(masks_from_lists({one, 0, one}, {0, one}) == want);
}

TEST_CASE("an entry is 0 or 1") {
  CHECK_THROWS_AS(masks_from_lists({2}, {}), value_error);
  CHECK_THROWS_WITH(masks_from_lists({}, {0, -1, 7}),
                    "stria: masks_from_lists: end_mask holds -1; its entries are 0 or 1");
  CHECK_THROWS_WITH(masks_from_lists({}, {}, {}, {3}, {}), test::contains("shrink_axis_mask"));
  CHECK_THROWS_WITH(masks_from_lists({}, {}, {3}), test::contains("new_axis_mask"));
  CHECK_THROWS_WITH(masks_from_lists({}, {}, {}, {}, {3}), test::contains("ellipsis_mask"));
  // Truncated entries are not checked.
  CHECK(masks_from_lists({1, 2}, {}, {}, {}, {}, 1) == slice_masks{.begin_mask = 1});
}
