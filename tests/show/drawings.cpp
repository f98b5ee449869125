// SPDX-License-Identifier: BSL-1.0
// Heatmaps and drawings of selections as text; drawings.py reads those in DRAWINGS_WRITTEN as XML
// and compares them with NumPy.
#include "catch.hpp"

#include <stria/show/explain_svg.hpp>
#include <stria/show/heatmap.hpp>
#include <stria/stria.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

using namespace stria;
using stria::index;
using test::contains;

namespace {

std::string path(const std::string& name) {
  std::filesystem::create_directories(DRAWINGS_WRITTEN);
  return DRAWINGS_WRITTEN "/" + name + ".svg";
}
std::string text_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
std::string text_of(const std::string& name) { return text_of_file(path(name)); }
int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++n;
  return n;
}

/// The drawing of a selection, parsed again.
template <class Shape, class... Items>
std::string selected(const std::string& name, const Shape& shape, const Items&... items) {
  explain_svg(path(name), shape, items...);
  return text_of(name);
}

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

} // namespace

TEST_CASE("a selection by basic items: cells, order and shapes") {
  const std::vector<index> matrix{5, 6};
  const std::string s = selected("basic", matrix, range(1, 4), rev(_, _, 2));
  CHECK_THAT(s, contains(">t[1:4, ::-2]<"));
  CHECK_THAT(s, contains(">(5, 6) \u2192 (3, 3)<"));
  CHECK(count(s, "class=\"taken\"") == 9);
  CHECK(count(s, "class=\"left\"") == 21);
  // t[1, 5] is the first, t[3, 1] the last.
  CHECK_THAT(s, contains("data-place=\"11\" data-order=\"0\""));
  CHECK_THAT(s, contains("data-place=\"19\" data-order=\"8\""));
  CHECK(count(s, "class=\"forwards\"") == 1);
  CHECK(count(s, "class=\"backwards\"") == 1);
  CHECK(count(s, "class=\"taken-on-axis\"") == 6);
  CHECK_THAT(s, contains("t[1, 5] is element 0 of the result"));
}

TEST_CASE("selections of all ranks that are drawn element by element") {
  const std::vector<index> row{9}, cube{3, 4, 5}, four{2, 3, 3, 4}, none{};
  CHECK(count(selected("rank1", row, rev(6, _, 2)), "class=\"taken\"") == 4);
  CHECK(count(selected("rank2_text", std::vector<index>{5, 6}, "4:0:-2, -1"_ix),
              "class=\"taken\"") == 2);
  CHECK(count(selected("rank2_parsed", std::vector<index>{5, 6}, parse_index("::2, 1:")),
              "class=\"taken\"") == 15);
  const std::string s = selected("rank3", cube, _1, newaxis, ellipsis, range(_, _, 2));
  CHECK(count(s, "class=\"taken\"") == 12);
  CHECK(count(s, "class=\"panel\"") == 3);
  CHECK_THAT(s, contains("\u2192 dropped"));
  CHECK(count(selected("rank4", four, ellipsis, rev(), _0), "class=\"taken\"") == 18);
  CHECK(count(selected("rank0", none, newaxis), "class=\"taken\"") == 1);
  // Static extents, tensors' shapes, everything and nothing.
  CHECK(count(selected("whole", tensor<int, 2, 3>().shape()), "class=\"taken\"") == 6);
  CHECK(count(selected("nothing", cube, range(2, 1)), "class=\"taken\"") == 0);
  CHECK_THAT(text_of("nothing"), contains("nothing is selected"));
  CHECK_THAT(selected("empty", std::vector<index>{0, 5}, _), contains("the array has no elements"));
  explain_svg(path("braces"), {5, 4}, _, -1);
  CHECK(count(text_of("braces"), "class=\"taken\"") == 5);
}

TEST_CASE("large tensors are drawn by their axes") {
  const std::vector<index> six{5, 5, 5, 5, 5, 5}, tall{1000, 4};
  const std::string s = selected("rank6", six, _1, range(_2, _4), newaxis, ellipsis, rev(-_3), _);
  CHECK(count(s, "class=\"taken\"") == 0);
  CHECK(count(s, "class=\"taken-on-axis\"") == 1 + 2 + 5 + 5 + 2 + 5);
  CHECK(count(s, "class=\"output\"") == 7);
  CHECK_THAT(s, contains("(2, 1, 5, 5, 2, 5)"));
  CHECK_THAT(s, contains("not drawn one by one"));
  CHECK_THAT(selected("tall", tall, range(3, 100, 2)), contains("49 of 1000: 3, 5, 7, \u2026, 99"));
  CHECK(count(text_of("tall"), "class=\"taken\"") == 0);
}

TEST_CASE("a selection by index arrays and masks") {
  const std::array<index, 2> matrix{4, 4};
  const std::string s = selected("lists", matrix, std::vector{0, 3, 0}, rev());
  CHECK_THAT(s, contains(">t[[0, 3, 0], ::-1]<"));
  CHECK(count(s, "class=\"taken\"") == 8);
  CHECK_THAT(s, contains("data-place=\"3\" data-order=\"0 8\""));
  const tensor<int, 2> rows{-1, 1};
  CHECK(count(selected("two_lists", matrix, rows, std::vector{2, 0}), "class=\"taken\"") == 2);
  CHECK_THAT(text_of("two_lists"), contains("data-place=\"14\" data-order=\"0\""));
  const tensor<bool, 4> mask{true, false, true, true};
  CHECK(count(selected("mask", matrix, mask), "class=\"taken\"") == 12);
  CHECK_THAT(text_of("mask"), contains(">t[mask (4,)]<"));
  const auto outer = selected("outer", matrix, ix_(mask, std::vector{3, 1}));
  CHECK(count(outer, "class=\"taken\"") == 6);
  CHECK_THAT(outer, contains(">t[ix_(mask (4,), [3, 1])]<"));
  // Positions that an nd index drops are not drawn.
  const auto places = selected("nd", matrix, nd({{0, 1}, {7, 0}, {3, 3}}, out_of_bounds::drop));
  CHECK(count(places, "class=\"taken\"") == 2);
  CHECK_THAT(places, contains("data-place=\"15\" data-order=\"2\""));
  explain_svg(path("braces_of_lists"), {4, 2, 3}, _, std::vector{1}, rows);
  CHECK(count(text_of("braces_of_lists"), "class=\"taken\"") == 8);
  const dtensor<index, 2> t = reshape(arange(16), 4, 4);
  CHECK(count(selected("lazy_mask", t.shape(), t % 5 == 0), "class=\"taken\"") == 4);
}

TEST_CASE("docs/files.md shows these drawings") {
  explain_svg(path("slice"), {5, 6}, range(1, 4), rev(_, _, 2));
  explain_svg(path("gather"), {3, 4, 5}, _1, std::vector{0, 3, 0}, range(_, _, 2));
  for (const std::string name : {"slice", "gather"})
    CHECK(text_of(name) == text_of_file(DRAWINGS_SHOWN "/" + name + ".svg"));
}

TEST_CASE("impossible drawings are refused, and nothing is written") {
  const std::vector<index> matrix{5, 6};
  const std::string file = path("refused");
  CHECK_THROWS_AS(explain_svg(file, matrix, 5), index_error);
  CHECK_THROWS_AS(explain_svg(file, matrix, _, _, _), value_error);
  CHECK_THROWS_AS(explain_svg(file, matrix, range(_, _, 0)), value_error);
  CHECK_THROWS_AS(explain_svg(file, {5, 6}, std::vector{0, 5}), index_error);
  CHECK_THROWS_AS(explain_svg(file, {5, 6}, tensor{true, false}), shape_error);
  CHECK_THROWS_WITH(explain_svg(file, {50, 60}, std::vector{0, 5}), contains("up to 4 axes"));
  CHECK_THROWS_AS(explain_svg(file, {2, 2, 2, 2, 2}, std::vector{0}), value_error);
  CHECK_THROWS_AS(explain_svg(DRAWINGS_WRITTEN "/no/folder.svg", matrix, _), io_error);
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("a heatmap of few elements has a cell for each") {
  const dtensor<double, 2> t{{0, 1, 2}, {no_number, -inf, inf}};
  save_heatmap(path("heat_small"), t, {.title = "a < b & \"c\" \x01\xff"});
  const std::string s = text_of("heat_small");
  CHECK(count(s, "class=\"cell\"") == 6);
  CHECK_THAT(s, contains("fill=\"#440154\"><title>[0, 0] 0<"));
  CHECK_THAT(s, contains("fill=\"#fde725\"><title>[0, 2] 2<"));
  CHECK_THAT(s, contains("fill=\"#808080\"><title>[1, 0] nan<"));
  CHECK_THAT(s, contains("fill=\"#fde725\"><title>[1, 2] inf<"));
  CHECK_THAT(s, contains("a &lt; b &amp; &quot;c&quot; \xef\xbf\xbd\xef\xbf\xbd<"));
  CHECK(count(s, "class=\"nan\"") == 1);
  CHECK(count(s, "class=\"row\"") == 2);
  CHECK(count(s, "class=\"column\"") == 3);
  for (const char* value : {">0<", ">0.5<", ">1<", ">1.5<", ">2<"})
    CHECK_THAT(s, contains(std::string(" class=\"value\"") + value));
  CHECK(count(s, "class=\"value\"") == 5);
}

TEST_CASE("heatmaps of all kinds") {
  const auto labels = [](const std::string& name) {
    return count(text_of(name), "class=\"value\"");
  };
  save_heatmap(path("heat_constant"), full(7, 3, 4));
  CHECK(labels("heat_constant") == 1);
  CHECK_THAT(text_of("heat_constant"), contains(" class=\"value\">7<"));
  save_heatmap(path("heat_empty"), dtensor<float, 2>(0, 5));
  CHECK(labels("heat_empty") == 0);
  CHECK_THAT(text_of("heat_empty"), contains(">empty<"));
  save_heatmap(path("heat_empty2"), dtensor<float, 2>(3, 0));
  CHECK(count(text_of("heat_empty2"), "class=\"row\"") == 3);
  save_heatmap(path("heat_nan"), full(no_number, 2, 2));
  CHECK(labels("heat_nan") == 0);
  CHECK(count(text_of("heat_nan"), "class=\"bar\"") == 0);
  save_heatmap(path("heat_near"), tensor{{1., 1. + 1e-15}});
  CHECK(labels("heat_near") == 2);
  constexpr double most = std::numeric_limits<double>::max(),
                   least = std::numeric_limits<double>::denorm_min();
  save_heatmap(path("heat_wide"), tensor{{-most, most}});
  CHECK(labels("heat_wide") > 2);
  save_heatmap(path("heat_least"), tensor{{0., least}});
  CHECK(labels("heat_least") > 0);
  // Lazy, a reversed view, integers, another map and range.
  const dtensor<int, 2> t = reshape(arange(40 * 30), 40, 30);
  save_heatmap(path("heat_picture"), t[rev(), _], {.map = grey, .low = 0, .high = 255});
  CHECK(count(text_of("heat_picture"), "class=\"cell\"") == 0);
  CHECK(count(text_of("heat_picture"), "class=\"cells\"") == 1);
  save_heatmap(path("heat_nan_picture"), where(t > 600, no_number, t * 1.), {.map = magma});
  save_heatmap(path("heat_mask"), t[range(0, 3), range(0, 3)] > 30);
  CHECK(count(text_of("heat_mask"), "class=\"cell\"") == 9);
  CHECK_THROWS_WITH(save_heatmap(path("refused"), broadcast_to(zeros<bool>(1, 1), 5000, 4000)),
                    contains("5000 x 4000 cells is too large"));
  CHECK_THROWS_AS(save_heatmap(path("refused"), t, {.low = 2, .high = 1}), value_error);
  CHECK_THROWS_AS(save_heatmap(DRAWINGS_WRITTEN "/no/folder.svg", t), io_error);
  CHECK_FALSE(std::filesystem::exists(path("refused")));
}
