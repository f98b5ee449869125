// SPDX-License-Identifier: BSL-1.0
// show/heatmap.hpp: save_heatmap, which draws a matrix as coloured cells with axes and a colour
// bar. Tests: tests/show/drawings.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/embedded_png.hpp>
#include <stria/show/svg.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace stria {

/// The options of save_heatmap(): title, colour map, range and the colour of NaN.
///
/// \numpy        none; arguments of `plt.imshow`
/// \usage        `save_heatmap("a.svg", a, {.title = "error", .map = coolwarm})`
struct heatmap_options {
  std::string title{};
  color_map map = viridis;
  /// The numbers of the first and the last colour, as in color_range.
  std::optional<double> low{}, high{};
  rgb nan{128, 128, 128};
};

namespace detail {

/// The text of a number at an axis or in a tooltip.
inline std::string short_number(double v) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, v).ptr};
}

/// Up to this number of cells, each cell is a rectangle with a tooltip; more cells become one
/// picture.
inline constexpr index most_heatmap_rects = 1024;
inline constexpr index most_heatmap_cells = index{1} << 24;

class heatmap_drawing {
  const color_scale& scale_;
  svg_drawing svg_{};
  index rows_, columns_;
  double left_ = 0, top_ = 0, width_ = 0, height_ = 0, bar_height_ = 0;

  static constexpr double bar_gap = 20, bar_width = 14, digit_width = 7.4;

  /// Calls draw(k) for the rows or columns that are labelled.
  template <class Draw> static void each_tick(index n, const Draw& draw) {
    if (n == 0)
      return;
    const auto step = static_cast<index>(round_step(static_cast<double>(n), 8).step);
    for (index k = 0; k < n; k += step < 1 ? 1 : step)
      draw(k);
  }

public:
  heatmap_drawing(const color_scale& scale, index rows, index columns, bool titled)
      : scale_(scale), rows_(rows), columns_(columns) {
    const auto w = static_cast<double>(columns < 1 ? 1 : columns);
    const auto h = static_cast<double>(rows < 1 ? 1 : rows);
    // Square cells, unless the drawing would become too thin or too small.
    const double cell = std::min({40., 440 / w, 360 / h});
    width_ = std::max(w * cell, 60.);
    height_ = std::max(h * cell, 40.);
    bar_height_ = std::max(height_, 100.);
    const std::size_t digits = svg_number(static_cast<double>(rows < 1 ? 0 : rows - 1)).size();
    left_ = 22 + digit_width * static_cast<double>(digits);
    top_ = titled ? 38 : 16;
  }

  void title(const std::string& text, double whole) {
    svg_.text(whole / 2, 24, text,
              " class=\"title\" text-anchor=\"middle\" font-size=\"14\" font-weight=\"bold\"");
  }

  template <class Value> void cells(const Value& value) {
    const double cell_width = width_ / static_cast<double>(columns_ < 1 ? 1 : columns_);
    const double cell_height = height_ / static_cast<double>(rows_ < 1 ? 1 : rows_);
    if (rows_ == 0 || columns_ == 0) {
      svg_.rect(left_, top_, width_, height_, " fill=\"#f4f4f4\"");
      svg_.text(left_ + width_ / 2, top_ + height_ / 2 + 4, "empty",
                " text-anchor=\"middle\" fill=\"#777\"");
    } else if (rows_ * columns_ <= most_heatmap_rects) {
      svg_.raw("<g shape-rendering=\"crispEdges\">\n");
      for (index y = 0; y < rows_; ++y)
        for (index x = 0; x < columns_; ++x) {
          const auto v = static_cast<double>(value(y, x));
          svg_.rect(left_ + static_cast<double>(x) * cell_width,
                    top_ + static_cast<double>(y) * cell_height, cell_width, cell_height,
                    " class=\"cell\" fill=\"" + svg_color(scale_(v)) + '"',
                    '[' + std::to_string(y) + ", " + std::to_string(x) + "] " + short_number(v));
        }
      svg_.raw("</g>\n");
    } else {
      const auto step = [&](index y, index x) {
        return scale_.step(static_cast<double>(value(y, x)));
      };
      const auto color = [&](index y, index x) { return scale_(static_cast<double>(value(y, x))); };
      const std::string png = scale_.any_nan() ? stored_png(rows_, columns_, {}, color)
                                               : stored_png(rows_, columns_, scale_.colors(), step);
      svg_.raw("<image class=\"cells\" x=\"" + svg_number(left_) + "\" y=\"" + svg_number(top_) +
               "\" width=\"" + svg_number(width_) + "\" height=\"" + svg_number(height_) +
               "\" preserveAspectRatio=\"none\" image-rendering=\"" +
               (cell_width >= 1 ? "pixelated" : "auto") + "\" xlink:href=\"data:image/png;base64,");
      svg_.raw(base64(png)).raw("\"/>\n");
    }
    svg_.rect(left_, top_, width_, height_, " fill=\"none\" stroke=\"#444\"");
    each_tick(columns_, [&](index k) {
      const double x = left_ + (static_cast<double>(k) + .5) * cell_width, y = top_ + height_;
      svg_.line(x, y, x, y + 4, " stroke=\"#444\"");
      svg_.text(x, y + 17, std::to_string(k), " class=\"column\" text-anchor=\"middle\"");
    });
    each_tick(rows_, [&](index k) {
      const double x = left_, y = top_ + (static_cast<double>(k) + .5) * cell_height;
      svg_.line(x - 4, y, x, y, " stroke=\"#444\"");
      svg_.text(x - 8, y + 4, std::to_string(k), " class=\"row\" text-anchor=\"end\"");
    });
  }

  /// Draws the bar and returns its right end.
  double bar() {
    const double x = left_ + width_ + bar_gap;
    double right = x + bar_width;
    const auto label = [&](double y, const std::string& text, const char* of) {
      svg_.line(x + bar_width, y, x + bar_width + 4, y, " stroke=\"#444\"");
      svg_.text(x + bar_width + 8, y + 4, text, of);
      right = std::max(right, x + bar_width + 8 + digit_width * static_cast<double>(text.size()));
    };
    if (scale_.any()) {
      svg_.raw("<defs><linearGradient id=\"bar\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
      constexpr std::size_t stops = 32;
      for (std::size_t k = 0; k <= stops; ++k)
        svg_.raw("<stop offset=\"" + svg_number(double(k) / stops, 5) + "\" stop-color=\"" +
                 svg_color(scale_.colors()[k * 255 / stops]) + "\"/>");
      svg_.raw("</linearGradient></defs>\n");
      svg_.rect(x, top_, bar_width, bar_height_,
                " class=\"bar\" fill=\"url(#bar)\" stroke=\"#444\"");
      bar_labels(label);
    }
    if (scale_.any_nan()) {
      const double y = top_ + (scale_.any() ? bar_height_ + 12 : 0);
      svg_.rect(x, y, bar_width, bar_width,
                " class=\"nan\" stroke=\"#444\" fill=\"" + svg_color(scale_.nan()) + '"');
      svg_.text(x + bar_width + 8, y + 11, "NaN");
      right = std::max(right, x + bar_width + 36);
    }
    return right;
  }

  template <class Label> void bar_labels(const Label& label) const {
    constexpr const char* of = " class=\"value\"";
    const double low = scale_.low(), high = scale_.high();
    if (low == high)
      return label(top_ + bar_height_, short_number(low), of);
    // If the difference overflows, both numbers are halved.
    const double unit = is_finite(high - low) ? 1 : .5;
    const double from = low * unit, range = high * unit - from;
    const double largest = std::max(std::abs(low), std::abs(high));
    if (range <= std::max(largest * 1e-9, 1e-300)) {
      label(top_, short_number(high), of);
      return label(top_ + bar_height_, short_number(low), of);
    }
    const round_step s(range, 6);
    const bool plain = largest < 1e6 && largest >= 1e-4;
    const double first = std::ceil(from / s.step - 1e-9);
    // There are at most seven labels, because a step is at least a sixth of the range.
    for (int k = 0; k < 8; ++k) {
      const double at = (first + k) * s.step, share = (at - from) / range;
      if (!(share <= 1 + 1e-9))
        break;
      const double v = at / unit;
      label(top_ + (1 - share) * bar_height_,
            v == 0  ? "0"
            : plain ? svg_number(v, s.digits)
                    : round_number(v),
            of);
    }
  }
  static std::string round_number(double v) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, v, std::chars_format::general, 6).ptr};
  }

  void save(const std::string& path, const std::string& name) {
    const double right = bar() + 14;
    const double titled = 32 + 8.6 * static_cast<double>(character_count(name));
    const double whole = name.empty() ? right : std::max(right, titled);
    if (!name.empty())
      title(name, whole);
    const double below = !scale_.any()      ? 30
                         : scale_.any_nan() ? bar_height_ + 40
                                            : bar_height_ + 12;
    const double bottom = top_ + std::max(height_ + 30, below);
    svg_.save(path, whole, bottom);
  }
};

template <class E> struct heatmap_verdict {
  static constexpr bool ranked = rank_of<E> == 2;
  static constexpr bool accepted = ranked && colormap_verdict<E>::accepted;
  static constexpr message text() {
    if (!ranked)
      return message("stria: save_heatmap needs an operand of rank 2; x[newaxis] makes a row a "
                     "matrix");
    return colormap_verdict<E>::text();
  }
};

} // namespace detail

/// Draws a matrix as an SVG file: coloured cells with row and column numbers, a colour bar and a
/// title.
///
/// Row 0 is at the top. If there are at most 1024 cells, each shows its value in a tooltip.
///
/// \param path     the file; a previous one is replaced when the new one is complete
/// \param e        an operand (rows, columns) of real numbers
/// \param options  title, colour map, range and the colour of NaN
/// \returns        nothing
/// \throws         value_error for more than 2^24 elements, and for a range that colormap() does
///                 not accept; io_error if the file cannot be written
/// \refuses        operands of another rank; elements that are not real numbers
/// \complexity     O(n)
/// \numpy          none; `plt.imshow(e); plt.colorbar(); plt.savefig(path)`
/// \usage          `save_heatmap("a.svg", a)`
template <detail::operand E>
auto save_heatmap(const std::string& path, const E& e, const heatmap_options& options = {})
    -> accepted_or_refused<detail::heatmap_verdict<E>, void> {
  STRIA_UNLESS_REFUSED(detail::heatmap_verdict<E>)
  if constexpr (detail::tensor_operand<E>) {
    const index rows = e.extent(0), columns = e.extent(1);
    if (e.size() > detail::most_heatmap_cells)
      raise<value_error>(detail::say_file(path)
                         << "a heatmap of " << rows << " x " << columns
                         << " cells is too large; the limit is 2^24 cells; draw a slice such as "
                            "t[range(_, _, 4), range(_, _, 4)]");
    const detail::color_scale scale(std::span<const detail::value_t<E>>(e.storage()), options.map,
                                    {options.low, options.high, options.nan});
    detail::heatmap_drawing drawing(scale, rows, columns, !options.title.empty());
    drawing.cells([&](index y, index x) { return e.data()[y * columns + x]; });
    drawing.save(path, options.title);
  } else {
    save_heatmap(path, eval(e), options);
  }
}

} // namespace stria
