// SPDX-License-Identifier: BSL-1.0
// dsl/dense.cpp: converts masks and a rank to one entry for each axis.
#include "../support/catch.hpp"

#include <stria/plan/dense.hpp>

#include <string>
#include <vector>

using namespace stria;
using stria::detail::count_entries;
using stria::detail::dense_count;
using stria::detail::dense_entry;
using stria::detail::dense_fault;
using stria::detail::dense_kind;

namespace {

// One word for each entry: w whole, s slice, i integer, n new axis; then its axis and its item.
std::string entries(const slice_masks& m, std::size_t items, std::size_t rank) {
  const dense_count c = count_entries(m, items, rank);
  if (c.fault != dense_fault::none)
    return c.fault == dense_fault::two_dots ? "two dots" : "too many";
  std::vector<dense_entry> e(c.entries + 1);
  stria::detail::spread(m, items, rank, c.consumed, e.data());
  std::string text;
  for (std::size_t k = 0; k < c.entries; ++k) {
    text += k == 0 ? "" : " ";
    text += "wsin"[static_cast<int>(e[k].kind)];
    text += std::to_string(e[k].axis);
    if (e[k].kind != dense_kind::whole)
      text += "." + std::to_string(e[k].item);
  }
  return text;
}

} // namespace

TEST_CASE("the flagship line is spread over six axes") {
  const slice_masks m{.ellipsis_mask = 8, .new_axis_mask = 4, .shrink_axis_mask = 1};
  CHECK(entries(m, 6, 6) == "i0.0 s1.1 n2.2 w2 w3 s4.4 s5.5");
}

TEST_CASE("without an ellipsis the remaining axes come last") {
  CHECK(entries({}, 1, 3) == "s0.0 w1 w2");
  CHECK(entries({}, 0, 2) == "w0 w1");
  CHECK(entries({}, 0, 0).empty());
  CHECK(entries({.new_axis_mask = 1}, 2, 2) == "n0.0 s0.1 w1");
}

TEST_CASE("an ellipsis may be empty") {
  CHECK(entries({.ellipsis_mask = 2}, 3, 2) == "s0.0 s1.2");
  CHECK(entries({.ellipsis_mask = 1}, 1, 0).empty());
}

TEST_CASE("overlapping bits: ellipsis wins over new axis, new axis over shrink") {
  CHECK(entries({.ellipsis_mask = 1, .new_axis_mask = 1, .shrink_axis_mask = 1}, 2, 3) ==
        "w0 w1 s2.1");
  CHECK(entries({.new_axis_mask = 1, .shrink_axis_mask = 1}, 2, 1) == "n0.0 s0.1");
}

TEST_CASE("bits beyond the items are ignored, except a second ellipsis") {
  CHECK(entries({.new_axis_mask = 0b100, .shrink_axis_mask = 0b1000}, 1, 2) == "s0.0 w1");
  CHECK(entries({.ellipsis_mask = 0b100}, 1, 2) == "s0.0 w1");
  CHECK(entries({.ellipsis_mask = 0b1001}, 1, 2) == "two dots");
  CHECK(entries({.ellipsis_mask = 0b11}, 2, 2) == "two dots");
}

TEST_CASE("items for more axes than there are") {
  CHECK(entries({}, 3, 2) == "too many");
  CHECK(entries({.shrink_axis_mask = 3}, 2, 1) == "too many");
  CHECK(entries({.ellipsis_mask = 1}, 3, 1) == "too many");
  CHECK(entries({.new_axis_mask = 3}, 2, 0) == "n0.0 n0.1");
  CHECK(count_entries({}, 3, 2).consumed == 3);
}
