// SPDX-License-Identifier: BSL-1.0
// Tensors as HTML and as MIME bundles.
#include "catch.hpp"

#include <stria/show/notebook.hpp>
#include <stria/stria.hpp>

#include <string>
#include <vector>

namespace kernel {

// The kernel of a notebook finds its own template, and functions in the namespace of the argument.
template <class T> nlohmann::json mime_bundle_repr(const T&) { return {{"text/plain", "none"}}; }
template <class T> nlohmann::json displayed(const T& x) { return mime_bundle_repr(x); }

} // namespace kernel

using namespace stria;

namespace {

inline constexpr dim batch{"batch"};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++n;
  return n;
}
bool holds(const std::string& text, const std::string& part) { return count(text, part) > 0; }

} // namespace

TEST_CASE("a matrix is a table with numbered rows and columns") {
  const tensor<double, 2, 3> t{{1, 2.5, 3}, {4, 5, 6}};
  CHECK(to_html(t) == "<div class=\"stria\">\n"
                      "<div><code>tensor&lt;double, 2, 3&gt;</code>, shape (2, 3)</div>\n"
                      "<table>\n"
                      "<tr><th></th><th>0</th><th>1</th><th>2</th></tr>\n"
                      "<tr><th>0</th><td>1. </td><td>2.5</td><td>3. </td></tr>\n"
                      "<tr><th>1</th><td>4. </td><td>5. </td><td>6. </td></tr>\n"
                      "</table>\n"
                      "</div>\n");
}

TEST_CASE("rank 0, rank 1 and empty tensors") {
  const tensor<int, 3> v{7, 8, 9};
  const std::string of_v = to_html(v);
  CHECK(holds(of_v, "<tr><th>0</th><th>1</th><th>2</th></tr>\n"
                    "<tr><td>7</td><td>8</td><td>9</td></tr>\n"));
  tensor<int> one;
  one = 24;
  CHECK(holds(to_html(one), "<code>24</code>"));
  CHECK(holds(to_html(dtensor<int, 2>(0, 3)), "shape (0, 3)</div>\n</div>"));
}

TEST_CASE("higher ranks have a table for each place along the leading axes") {
  const auto t = arange(24);
  const std::string text = to_html(reshape(t, 2, 2, 2, 3));
  CHECK(count(text, "<table>") == 4);
  for (const char* at :
       {"<div>[0, 0]</div>", "<div>[0, 1]</div>", "<div>[1, 0]</div>", "<div>[1, 1]</div>"})
    CHECK(count(text, at) == 1);
  CHECK(holds(text, "<tr><th>1</th><td>21</td><td>22</td><td>23</td></tr>"));
  CHECK(holds(to_html(2 * t), "expression&lt;"));
}

TEST_CASE("of many elements the corners are shown, with their positions") {
  const auto t = reshape(arange(20 * 100), 20, 100);
  const std::string text = to_html(t);
  CHECK(count(text, "<td>") == 6 * 7);
  CHECK(count(text, "\u22ee") == 1);
  CHECK(holds(text, "<th>2</th><th></th><th>97</th>"));
  CHECK(holds(text, "<tr><th>19</th><td>1900</td><td>1901</td><td>1902</td><td>\u2026</td>"
                    "<td>1997</td><td>1998</td><td>1999</td></tr>"));
  print_options one_edge;
  one_edge.threshold = 5;
  one_edge.edgeitems = 1;
  const std::string cube = to_html(reshape(arange(4 * 3 * 2), 4, 3, 2), one_edge);
  CHECK(count(cube, "<div>\u22ee</div>") == 1);
  CHECK(count(cube, "<table>") == 2);
  CHECK(holds(cube, "<div>[3]</div>"));
  CHECK(holds(cube, "<td>22</td><td>23</td>"));
}

TEST_CASE("named extents and texts are written as HTML") {
  const tensor<int, batch, 1> t(2);
  CHECK(holds(to_html(t), "<code>tensor&lt;int, batch, 1&gt;</code>, shape (batch=2, 1)"));
  const tensor<std::string, 1> text{std::string("a<b")};
  CHECK(holds(to_html(text), "<td>'a&lt;b'</td>"));
}

TEST_CASE("a kernel finds the bundle of operands and of drawings") {
  tensor<double, 2, 2> t{{1, 2}, {3, 4}};
  for (const nlohmann::json& bundle :
       {kernel::displayed(t), kernel::displayed(t[_, 1]), kernel::displayed(t + 1.)}) {
    CHECK(bundle.size() == 2);
    CHECK(holds(bundle.at("text/html"), "<table>"));
  }
  CHECK(kernel::displayed(t).at("text/plain") == repr(t));
  CHECK(kernel::displayed(t).at("text/html") == to_html(t));
  CHECK(kernel::displayed(1).at("text/plain") == "none");

  const notebook_drawing drawing = drawn_subscript({5, 6}, range(1, 4), rev());
  const nlohmann::json bundle = kernel::displayed(drawing);
  const std::string svg = bundle.at("image/svg+xml");
  CHECK(svg == drawing.text);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(count(svg, "class=\"taken\"") == 18);
  CHECK(count(drawn_subscript({3, 4}, std::vector{0, 2}).text, "class=\"taken\"") == 8);
  CHECK(count(drawn_subscript(t.shape(), std::vector{1}).text, "class=\"taken\"") == 2);
}
