// SPDX-License-Identifier: BSL-1.0
// show/frame.hpp: puts the texts of elements into rows and brackets, as _formatArray of NumPy does.
// Tests: tests/show/cases.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/index.hpp>

#include <cstddef>
#include <string_view>

namespace stria::detail {

/// The number of characters of a UTF-8 text; each counts as one column.
constexpr index columns_of(std::string_view text) {
  index n = 0;
  for (const char c : text)
    n += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return n;
}

/// The number of elements of one axis that are printed. If the axis is cut, they are at both ends.
struct shown_axis {
  index count = 0;
  bool cut = false;
};

/// The separator of elements, the width of a line, and the number of elements at each end of an
/// axis that is cut.
struct frame_style {
  std::string_view separator = " ";
  index linewidth = 75, edge = 3;
  /// Columns in use to the left of the first bracket.
  index prefix = 0;
};

/// A row under construction, with a line break where the next word does not fit.
template <class Text> class row_writer {
  Text& out_;
  index indent_, width_;
  Text line_;
  index columns_; // of line_, counted incrementally because it may be long
  bool first_ = true;

  void flush(index indent) {
    while (!line_.empty() && line_.back() == ' ')
      line_.pop_back();
    end();
    out_ += '\n';
    line_.assign(static_cast<std::size_t>(indent), ' ');
    columns_ = indent;
  }
  bool breaks_before(index columns) const {
    // A break before the first word of a line would not make room.
    return columns_ + columns > width_ && columns_ > indent_;
  }

public:
  row_writer(Text& out, index indent, index width)
      : out_(out), indent_(indent), width_(width), line_(static_cast<std::size_t>(indent), ' '),
        columns_(indent) {}

  void add_word(std::string_view text) {
    if (text.find('\n') != std::string_view::npos)
      return lines(text);
    const index columns = columns_of(text);
    if (breaks_before(columns))
      flush(indent_);
    line_ += text;
    columns_ += columns;
  }
  /// Writes a word of several lines; the later lines are aligned with the first.
  void lines(std::string_view text) {
    index longest = 0;
    for (std::string_view rest = text;;) {
      const std::size_t end = rest.find('\n');
      const index columns = columns_of(rest.substr(0, end));
      longest = columns > longest ? columns : longest;
      if (end == std::string_view::npos)
        break;
      rest.remove_prefix(end + 1);
    }
    if (breaks_before(longest))
      flush(indent_);
    const index below = columns_;
    for (;;) {
      const std::size_t end = text.find('\n');
      line_ += text.substr(0, end);
      if (end == std::string_view::npos)
        break;
      text.remove_prefix(end + 1);
      flush(below);
    }
    line_.append(static_cast<std::size_t>(longest - columns_of(text)), ' ');
    columns_ = below + longest;
  }
  void separate(std::string_view separator) {
    line_ += separator;
    columns_ += columns_of(separator);
  }
  /// Writes the line; the indent of the first line has been written already.
  void end() {
    out_ += std::string_view(line_).substr(first_ ? static_cast<std::size_t>(indent_) : 0);
    first_ = false;
  }
};

template <class Text> class frame_writer {
  const Text* cells_;
  const shown_axis* axes_;
  std::size_t rank_;
  frame_style style_;
  Text& out_;

  std::string_view bare_separator() const {
    std::string_view s = style_.separator;
    while (!s.empty() && s.back() == ' ')
      s.remove_suffix(1);
    return s;
  }
  std::size_t cells_in(std::size_t axis) const {
    std::size_t n = 1;
    for (std::size_t k = axis + 1; k < rank_; ++k)
      n *= static_cast<std::size_t>(axes_[k].count);
    return n;
  }
  // Calls item(i, is_last) for the elements shown, and dots() in between. The last element is shown
  // even with edges of 0, as in NumPy.
  template <class Item, class Dots> void each(const shown_axis& axis, Item item, Dots dots) const {
    const index n = axis.count;
    const index leading = axis.cut ? style_.edge : 0;
    for (index i = 0; i < leading; ++i)
      item(i, false);
    if (axis.cut)
      dots();
    for (index i = axis.cut ? (leading > 1 ? n - leading : n - 1) : 0; i < n; ++i)
      item(i, i + 1 == n);
  }
  void row(std::size_t first, index indent, index width) {
    row_writer<Text> writer(out_, indent, width - 1);
    each(
        axes_[rank_ - 1],
        [&](index i, bool last) {
          writer.add_word(cells_[first + static_cast<std::size_t>(i)]);
          if (!last)
            writer.separate(style_.separator);
        },
        [&] {
          writer.add_word("...");
          writer.separate(style_.separator);
        });
    writer.end();
  }
  void nested(std::size_t axis, std::size_t first, index indent, index width) {
    out_ += '[';
    if (axis + 1 == rank_) {
      row(first, indent, width);
    } else {
      const std::size_t step = cells_in(axis);
      const auto between = [&] {
        out_ += bare_separator();
        out_.append(rank_ - axis - 1, '\n');
        out_.append(static_cast<std::size_t>(indent), ' ');
      };
      each(
          axes_[axis],
          [&](index i, bool last) {
            nested(axis + 1, first + static_cast<std::size_t>(i) * step, indent + 1, width - 1);
            if (!last)
              between();
          },
          [&] {
            out_ += "...";
            between();
          });
    }
    out_ += ']';
  }

public:
  /// The cells of all axes in row-major order.
  frame_writer(const Text* cells, const shown_axis* axes, std::size_t rank,
               const frame_style& style, Text& out)
      : cells_(cells), axes_(axes), rank_(rank), style_(style), out_(out) {}

  void write() {
    if (rank_ == 0)
      out_ += *cells_;
    else
      nested(0, 0, style_.prefix + 1, style_.linewidth);
  }
};

} // namespace stria::detail
