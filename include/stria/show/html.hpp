// SPDX-License-Identifier: BSL-1.0
// show/html.hpp: operands as HTML tables. Tests: tests/show/notebook.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/repr.hpp>
#include <stria/show/svg.hpp>

#include <string>
#include <string_view>

namespace stria {

namespace detail {

/// Tables of texts: one for each position along the axes before the last two. Where an axis is cut,
/// a mark replaces the elements that are left out.
class html_tables {
  const shown_axis* axes_;
  const index* sizes_;
  std::size_t rank_;
  const heap_list<std::string>& cells_;
  index edge_;
  std::string out_{};

  /// The position of the shown element j along axis k.
  index place(std::size_t k, index j) const {
    return !axes_[k].cut || j < edge_ ? j : sizes_[k] - axes_[k].count + j;
  }
  bool after_gap(std::size_t k, index j) const { return axes_[k].cut && j == edge_; }
  static std::string cell(std::string_view tag, std::string_view text) {
    const std::string name(tag);
    return '<' + name + '>' + xml_text(text) + "</" + name + '>';
  }

  void row(std::string_view head, index first) {
    const std::size_t k = rank_ - 1;
    out_ += "<tr>";
    if (rank_ > 1)
      out_ += cell("th", head);
    for (index j = 0; j < axes_[k].count; ++j) {
      if (after_gap(k, j))
        out_ += cell("td", "\u2026");
      std::string_view text = cells_[static_cast<std::size_t>(first + j)];
      while (text.starts_with(' '))
        text.remove_prefix(1);
      out_ += cell("td", text);
    }
    out_ += "</tr>\n";
  }
  void head() {
    const std::size_t k = rank_ - 1;
    out_ += "<tr>";
    if (rank_ > 1)
      out_ += "<th></th>";
    for (index j = 0; j < axes_[k].count; ++j) {
      if (after_gap(k, j))
        out_ += "<th></th>";
      out_ += cell("th", svg_number(static_cast<double>(place(k, j)), 0));
    }
    out_ += "</tr>\n";
  }
  void table(index first) {
    out_ += "<table>\n";
    head();
    const index columns = axes_[rank_ - 1].count;
    const index rows = rank_ > 1 ? axes_[rank_ - 2].count : 1;
    for (index j = 0; j < rows; ++j) {
      if (rank_ > 1 && after_gap(rank_ - 2, j))
        out_ += "<tr><th>\u22ee</th></tr>\n";
      row(rank_ > 1 ? svg_number(static_cast<double>(place(rank_ - 2, j)), 0) : std::string(),
          first + j * columns);
    }
    out_ += "</table>\n";
  }
  /// Writes the tables for the position `at` along the axes before k.
  index tables(std::size_t k, index first, const std::string& at) {
    if (k + 2 >= rank_) {
      if (!at.empty())
        out_ += "<div>[" + at + "]</div>\n";
      table(first);
      return first + axes_[rank_ - 1].count * (rank_ > 1 ? axes_[rank_ - 2].count : 1);
    }
    for (index j = 0; j < axes_[k].count; ++j) {
      if (after_gap(k, j))
        out_ += "<div>\u22ee</div>\n";
      first =
          tables(k + 1, first,
                 at + (at.empty() ? "" : ", ") + svg_number(static_cast<double>(place(k, j)), 0));
    }
    return first;
  }

public:
  html_tables(const shown_axis* axes, const index* sizes, std::size_t rank,
              const heap_list<std::string>& cells, index edge)
      : axes_(axes), sizes_(sizes), rank_(rank), cells_(cells), edge_(edge) {}
  html_tables(const html_tables&) = delete; // it refers to cells that it does not own
  html_tables& operator=(const html_tables&) = delete;

  std::string text() {
    tables(0, 0, {});
    return std::move(out_);
  }
};

template <class E> std::string html_text(const E& e, const print_options& options) {
  constexpr std::size_t R = rank_of<E>;
  const auto& ready = prepare(e);
  const auto sizes = ready.shape();
  message shape(", shape ");
  say_shape(shape, extents_of<E>.view(), sizes);
  std::string text = "<div class=\"stria\">\n<div><code>" +
                     xml_text(operand_type_text<std::string, E>()) + "</code>" +
                     xml_text(shape.view()) + "</div>\n";
  if constexpr (R == 0) {
    text += "<code>" + xml_text(printed_text<std::string>(ready, options)) + "</code>\n";
  } else if (count_elements(sizes) != 0) {
    const index edge = options.edgeitems < 1 ? 1 : options.edgeitems;
    const auto shown = collect_shown(ready, options, edge);
    const auto cells = cell_texts<std::string, shown_t<value_t<E>>>(shown.values, options, false);
    text += html_tables(shown.axes.data(), sizes.data(), R, cells, edge).text();
  }
  return text += "</div>\n";
}

} // namespace detail

/// The elements as an HTML table under a line with the type and the shape.
///
/// Columns and rows are numbered. An operand of rank 3 or more gets one table for each position
/// along the axes before the last two. If there are more than `options.threshold` elements, only
/// the corners are shown.
///
/// \param e        any tensor, view or expression whose elements can be printed
/// \param options  print options (default: those of this thread)
/// \returns        HTML without styles: a `<div class="stria">` with a `<table>` in it
/// \refuses        elements that cannot be printed
/// \complexity     O(elements shown)
/// \numpy          none; pandas: `DataFrame.to_html()`
/// \usage          `to_html(t)`
template <detail::operand E>
auto to_html(const E& e, const print_options& options = get_print_options()) ->
    typename detail::print_result<E, std::string>::type {
  STRIA_UNLESS_REFUSED(detail::print_verdict<E>)
  return detail::html_text(e, options);
}

} // namespace stria
