// SPDX-License-Identifier: BSL-1.0
// show/selection_drawing.hpp: the drawing of a selection: a strip for each axis, and a grid of
// elements. Tests: tests/show/drawings.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/show/svg.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace stria::detail {

/// One line of the drawing: an axis of the array, or a new axis.
struct selected_axis {
  std::string name{}, item{}, output{};
  index size = 0, begin = 0, step = 1, count = 0;
  bool is_new = false;
};

/// The selection of a subscript.
struct drawn_selection {
  std::vector<index> source{}, result{};
  /// The subscript without its brackets.
  std::string text{};
  /// The effect on each axis; empty if the axes cannot be shown separately.
  std::vector<selected_axis> axes{};
  /// For each element of the result, its position in the source; -1 for none.
  std::vector<index> places{};

  static constexpr index most_elements = 1024, most_rows = 40;

  /// True if each element is drawn: up to 4 axes, and few enough elements.
  bool fits_grid() const {
    index n = 1;
    for (const index size : source)
      n = std::min(n * std::min(size, most_elements + 1), most_elements + 1);
    const std::size_t r = source.size();
    bool fits = r <= 4 && n <= most_elements;
    for (std::size_t k = 0; k < r; ++k)
      fits = fits && source[k] <= most_rows;
    return fits && (r < 4 || source[1] * source[3] <= 2 * most_rows);
  }
};

inline std::string shape_text(std::span<const index> sizes) {
  message m;
  say_shape(m, sizes);
  return std::string(m.view());
}

class selection_drawing {
  static constexpr double margin = 16, cell = 26, gap = 18, strip = 22;
  static constexpr rgb first{198, 219, 239}, last{8, 81, 156};
  static constexpr const char* mono = " font-family=\"DejaVu Sans Mono, Consolas, monospace\"";

  const drawn_selection& s_;
  svg_drawing svg_{};
  double y_ = margin, right_ = 320;

  void grow(double x) { right_ = std::max(right_, x); }
  static double mono_width(std::string_view text, double size) {
    return .61 * size * static_cast<double>(character_count(text));
  }

  /// The colour of element k of n of the result: light for the first, dark for the last.
  static rgb shade(index k, index n) {
    const double x = n < 2 ? 0 : static_cast<double>(k) / static_cast<double>(n - 1);
    const auto mix = [&](int a, int b) {
      return static_cast<std::uint8_t>(std::lround(a + x * (b - a)));
    };
    return {mix(first.red, last.red), mix(first.green, last.green), mix(first.blue, last.blue)};
  }
  static const char* ink(index k, index n) { return 2 * k > n - 1 ? " fill=\"#fff\"" : ""; }

  /// Draws a cell: element k of n of the result, or an element that is not selected (k < 0).
  void box(double x, double y, double size, index k, index n, const std::string& attributes,
           const std::string& tip) {
    svg_.rect(x, y, size, size,
              attributes + " stroke=\"#999\" stroke-width=\"0.7\" fill=\"" +
                  (k < 0 ? "#f5f5f5" : svg_color(shade(k, n))) + '"',
              tip);
  }

  void heading() {
    y_ += 12;
    const std::string title = "t[" + s_.text + ']';
    svg_.text(margin, y_, title,
              std::string(" class=\"title\" font-size=\"15\" font-weight=\"bold\"") + mono);
    grow(margin + mono_width(title, 15));
    y_ += 20;
    const std::string shapes = shape_text(s_.source) + " \u2192 " + shape_text(s_.result);
    svg_.text(margin, y_, shapes, std::string(" class=\"shapes\" fill=\"#555\"") + mono);
    grow(margin + mono_width(shapes, 12));
    y_ += 14;
  }

  // --- the axes ---

  static bool is_drawn(const selected_axis& a) {
    return !a.is_new && a.size <= drawn_selection::most_rows;
  }
  static std::string taken_text(const selected_axis& a) {
    std::string text = std::to_string(a.count) + " of " + std::to_string(a.size);
    for (index k = 0; k < a.count; ++k) {
      text += k == 0 ? ": " : ", ";
      if (a.count > 5 && k == 3) {
        text += "\u2026, ";
        k = a.count - 1;
      }
      text += std::to_string(a.begin + k * a.step);
    }
    return text;
  }

  void axis(const selected_axis& a, double x, double output) {
    svg_.text(margin, y_ + 15, a.name, " fill=\"#555\"");
    svg_.text(margin + 52, y_ + 15, a.item, mono);
    if (is_drawn(a)) {
      for (index k = 0; k < a.size; ++k) {
        const index at = k - a.begin;
        const bool taken =
            a.count > 0 && at % a.step == 0 && at / a.step >= 0 && at / a.step < a.count;
        const index order = taken ? at / a.step : -1;
        const double left = x + static_cast<double>(k) * strip;
        box(left, y_, strip, order, a.count,
            taken ? " class=\"taken-on-axis\"" : " class=\"left-on-axis\"", {});
        svg_.text(left + strip / 2, y_ + 15, std::to_string(k),
                  std::string(" text-anchor=\"middle\" font-size=\"10\"") +
                      (taken ? ink(order, a.count) : " fill=\"#aaa\""));
      }
      if (a.count > 1) {
        const auto middle = [&](index k) { return x + (static_cast<double>(k) + .5) * strip; };
        const double y = y_ + strip + 6;
        svg_.line(middle(a.begin), y, middle(a.begin + (a.count - 1) * a.step), y,
                  std::string(" class=\"") + (a.step < 0 ? "backwards" : "forwards") +
                      "\" stroke=\"#c0392b\" stroke-width=\"1.4\" marker-end=\"url(#head)\"");
      }
    } else if (!a.is_new) {
      svg_.text(x, y_ + 15, taken_text(a));
    }
    svg_.text(output, y_ + 15, "\u2192 " + a.output, " class=\"output\"");
    grow(output + 20 + 6.6 * static_cast<double>(a.output.size()));
    y_ += strip + 16;
  }

  void axes() {
    if (s_.axes.empty())
      return;
    y_ += 10;
    double items = 0, strips = 0;
    for (const selected_axis& a : s_.axes) {
      items = std::max(items, mono_width(a.item, 12));
      strips = std::max(strips, is_drawn(a) ? static_cast<double>(a.size) * strip
                                : a.is_new  ? 0.
                                            : 6.8 * static_cast<double>(taken_text(a).size()));
    }
    const double x = margin + 52 + items + 14;
    for (const selected_axis& a : s_.axes)
      axis(a, x, x + strips + 14);
  }

  // --- the elements ---

  static std::string orders_text(const std::vector<index>& orders, const char* between) {
    std::string text;
    for (const index k : orders)
      text += (text.empty() ? "" : between) + std::to_string(k);
    return text;
  }

  void element(double x, double y, index place, const std::string& at,
               const std::vector<index>& orders) {
    const index n = static_cast<index>(s_.places.size());
    if (orders.empty())
      return box(x, y, cell, -1, n, " class=\"left\"", "t[" + at + ']');
    box(x, y, cell, orders.front(), n,
        " class=\"taken\" data-place=\"" + std::to_string(place) + "\" data-order=\"" +
            orders_text(orders, " ") + '"',
        "t[" + at + "] is element " + orders_text(orders, ", ") + " of the result");
    std::string label = orders_text(orders, ",");
    if (label.size() > 5)
      label = std::to_string(orders.front()) + "\u2026";
    svg_.text(x + cell / 2, y + cell / 2 + 4, label,
              std::string(" text-anchor=\"middle\" font-size=\"") +
                  (character_count(label) > 3 ? "8" : "10") + '"' + ink(orders.front(), n));
  }

  void grid() {
    const std::size_t r = s_.source.size();
    const auto size = [&](std::size_t from_end) {
      return from_end < r ? s_.source[r - 1 - from_end] : index{1};
    };
    const index columns = size(0), rows = size(1), across = size(2), down = size(3);
    std::vector<std::vector<index>> orders(
        static_cast<std::size_t>(columns * rows * across * down));
    for (std::size_t k = 0; k < s_.places.size(); ++k)
      if (s_.places[k] >= 0)
        orders[static_cast<std::size_t>(s_.places[k])].push_back(static_cast<index>(k));
    if (orders.empty())
      return note("the array has no elements");
    y_ += 12;
    const double numbers = r > 0 ? 18 : 0;
    const double width = numbers + static_cast<double>(columns) * cell;
    const double label = r > 2 ? 20 : 0, head = r > 0 ? 14 : 0;
    const double height = label + head + static_cast<double>(rows) * cell;
    // With 3 axes, the panels continue on the next line if there are too many for one line. With 4
    // axes, the first two axes are the rows and the columns of the panels.
    const auto fit = static_cast<index>((900 + gap) / (width + gap));
    const index per_line = r == 3 ? std::clamp(fit, index{1}, across) : across;
    index place = 0;
    for (index panel = 0; panel < down * across; ++panel) {
      const double x = margin + static_cast<double>(panel % per_line) * (width + gap);
      const double top = y_ + static_cast<double>(panel / per_line) * (height + gap);
      grow(x + width);
      const std::string outer =
          r < 3    ? ""
          : r == 3 ? std::to_string(panel) + ", "
                   : std::to_string(panel / across) + ", " + std::to_string(panel % across) + ", ";
      if (r > 2)
        svg_.text(x + numbers, top + 12, "t[" + outer + ":, :]",
                  std::string(" class=\"panel\" font-size=\"11\" fill=\"#555\"") + mono);
      const double y = top + label + head;
      constexpr const char* label_style = " font-size=\"9\" fill=\"#888\"";
      for (index k = 0; r > 0 && k < columns; ++k)
        svg_.text(x + numbers + (static_cast<double>(k) + .5) * cell, y - 4, std::to_string(k),
                  std::string(" text-anchor=\"middle\"") + label_style);
      for (index j = 0; j < rows; ++j) {
        if (r > 1)
          svg_.text(x + numbers - 5, y + (static_cast<double>(j) + .5) * cell + 3,
                    std::to_string(j), std::string(" text-anchor=\"end\"") + label_style);
        for (index k = 0; k < columns; ++k, ++place)
          element(
              x + numbers + static_cast<double>(k) * cell, y + static_cast<double>(j) * cell, place,
              outer + (r > 1 ? std::to_string(j) + ", " : "") + (r > 0 ? std::to_string(k) : "()"),
              orders[static_cast<std::size_t>(place)]);
      }
    }
    const index lines = divide_up(down * across, per_line);
    y_ += static_cast<double>(lines) * (height + gap) - gap;
    note(s_.places.empty() ? "nothing is selected"
                           : "The numbers are the places in the result, in row-major order.");
  }

  void note(const std::string& text) {
    y_ += 18;
    svg_.text(margin, y_, text, " class=\"note\" font-size=\"10\" fill=\"#777\"");
    grow(margin + 5.8 * static_cast<double>(text.size()));
  }

public:
  explicit selection_drawing(const drawn_selection& s) : s_(s) {}

  void save(const std::string& path) {
    draw();
    svg_.save(path, right_ + margin, y_ + margin);
  }
  /// The whole document.
  std::string document() {
    draw();
    return svg_.document(right_ + margin, y_ + margin);
  }

private:
  void draw() {
    svg_.raw("<defs><marker id=\"head\" markerWidth=\"7\" markerHeight=\"7\" refX=\"4\" refY=\"3\" "
             "orient=\"auto\"><path d=\"M0,0 L6,3 L0,6 z\" fill=\"#c0392b\"/></marker></defs>\n");
    heading();
    axes();
    if (s_.fits_grid())
      grid();
    else
      note("The elements are not drawn one by one: there are too many of them, or more than 4 "
           "axes.");
  }
};

} // namespace stria::detail
