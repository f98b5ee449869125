// SPDX-License-Identifier: BSL-1.0
// dsl/explain.cpp: the table of explain.
#include "../support/catch.hpp"

#include <stria/plan/explain.hpp>
#include <stria/token/literal.hpp>

#include <array>
#include <string>
#include <vector>

using namespace stria;
using stria::detail::shape_of;

namespace {

inline constexpr dim batch{"batch"};

} // namespace

TEST_CASE("the flagship line, explained") {
  const std::string want = R"(index  [1, 2:4, None, ..., :-3:-1, :]
shape  (5, 5, 5, 5, 5, 5) -> (2, 1, 5, 5, 2, 5)

axis  size  item    begin  end  stride  output
   0     5  1           1    -       -  dropped
   1     5  2:4         2    4       1  axis 0, size 2
   -     -  None        -    -       -  axis 1, size 1
   2     5  ...         0    5       1  axis 2, size 5
   3     5  ...         0    5       1  axis 3, size 5
   4     5  :-3:-1      4    2      -1  axis 4, size 2
   5     5  :           0    5       1  axis 5, size 5

begin_mask        48 = 0b110000
end_mask          32 = 0b100000
ellipsis_mask      8 = 0b001000
new_axis_mask      4 = 0b000100
shrink_axis_mask   1 = 0b000001
)";
  CHECK(explain({5, 5, 5, 5, 5, 5}, _1, range(2, 4), newaxis, ellipsis, rev(-3), _) == want);
  CHECK(explain({5, 5, 5, 5, 5, 5}, "1, 2:4, None, ..., :-3:-1, :"_ix) == want);
  CHECK(explain({5, 5, 5, 5, 5, 5}, parse_index("1, 2:4, None, ..., :-3:-1, :")) == want);
}

TEST_CASE("dynamic sizes") {
  CHECK(explain(shape_of<batch, dyn, 7, dyn>(), rev(), range(2, _), range(_, _, -2), -1) ==
        R"(index  [::-1, 2:, ::-2, -1]
shape  (batch, ?, 7, ?) -> (batch, ?, 4)

axis   size  item  begin       end  stride  output
   0  batch  ::-1   last  before 0      -1  axis 0, size batch
   1      ?  2:        2         ?       1  axis 1, size ?
   2      7  ::-2      6  before 0      -2  axis 2, size 4
   3      ?  -1       -1         -       -  dropped

begin_mask        5 = 0b0101
end_mask          7 = 0b0111
ellipsis_mask     0 = 0b0000
new_axis_mask     0 = 0b0000
shrink_axis_mask  8 = 0b1000
)");
}

TEST_CASE("open bounds of the class slice") {
  // They are values, not bits of the masks, so only the lines before the masks are the same.
  const auto table = [](const std::string& text) {
    return text.substr(0, text.find("begin_mask"));
  };
  CHECK(table(explain(shape_of<dyn, dyn>(), slice(), slice(_, _, -1))) ==
        table(explain(shape_of<dyn, dyn>(), range(_, _), range(_, _, -1))));
}

TEST_CASE("no axes and no items") {
  CHECK(explain({}) == R"(index  [()]
shape  () -> ()

axis  size  item  begin  end  stride  output

begin_mask        0 = 0b0
end_mask          0 = 0b0
ellipsis_mask     0 = 0b0
new_axis_mask     0 = 0b0
shrink_axis_mask  0 = 0b0
)");
}

TEST_CASE("axes without items, and clamped bounds") {
  const std::string text = explain({4, 3}, range(-99, 99));
  CHECK_THAT(text, test::contains("\n   0     4  -99:99      0    4       1  axis 0, size 4\n"));
  CHECK_THAT(text, test::contains("\n   1     3  -           0    3       1  axis 1, size 3\n"));
}

TEST_CASE("a shape is any range of integers") {
  const std::string want = explain({4, 3}, 1);
  CHECK(explain(std::vector<int>{4, 3}, 1) == want);
  CHECK(explain(std::array<index, 2>{4, 3}, 1) == want);
  CHECK(explain(std::vector<unsigned char>{4, 3}, 1) == want);
  CHECK(explain(shape_of<4, 3>(), 1) == want);
  const index n = 3;
  CHECK(explain({4, n}, 1) == want);
}

TEST_CASE("explain refuses what plan_slice refuses") {
  CHECK_THROWS_AS(explain({3}, 3), index_error);
  CHECK_THROWS_WITH(explain({3}, 3), test::contains("index 3 is out of bounds for axis 0"));
  CHECK_THROWS_AS(explain({3}, range(_, _, 0)), value_error);
  CHECK_THROWS_AS(explain(shape_of<dyn>(), range(_, _, 0)), value_error);
  CHECK_THROWS_AS(explain({3}, ellipsis, ellipsis), value_error);
  CHECK_THROWS_WITH(explain({3}, 0, 0), test::contains("2 axes are asked for"));
  CHECK_THROWS_WITH(explain({3, -1}), test::contains("a size is -1"));
  CHECK_THROWS_WITH(explain(std::vector<int>(33, 1)), test::contains("at most 32 axes"));
}

TEST_CASE("the maximum number of axes and items") {
  std::string items = "None";
  for (int k = 1; k < 64; ++k)
    items += ", None";
  CHECK_THAT(explain(std::vector<int>(32, 1), parse_index(items)),
             test::contains("axis 95, size 1\n"));
}

TEST_CASE("items together with a parsed subscript are refused") {
  STATIC_REQUIRE(detail::explain_verdict<parsed_index>::accepted);
  STATIC_REQUIRE(!detail::explain_verdict<parsed_index, int>::accepted);
}
