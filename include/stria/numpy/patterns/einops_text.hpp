// SPDX-License-Identifier: BSL-1.0
// numpy/patterns/einops_text.hpp: the parser of an einops text, "b (h p) c -> b h p c", at compile
// time. Tests: tests/numpy/patterns/einops.cpp.
#pragma once

#include <stria/base/text.hpp>

namespace stria::detail {

/// A fault in a text or in its operand: the part of the text, its column, counted from 1, and a
/// phrase that states what is wrong with it.
struct einops_fault {
  std::size_t column = 0;
  std::string_view subject{}, does{};
  bool of_shape = false; // the message ends with the shape
  constexpr explicit operator bool() const { return !does.empty(); }
};

/// One axis in the text: a name, a number above 1, or an ellipsis.
struct einops_axis {
  std::string_view name{};
  std::size_t column = 0, group = 0;
  index number = -1;
  constexpr bool is_number() const { return number >= 0; }
  constexpr bool is_dots() const { return name == "..."; }
};

/// One side of the text. Each axis of the tensor is a group: a single name, several names in
/// parentheses, or no name (`1` and `()`).
struct einops_side {
  static constexpr std::size_t limit = 32;
  einops_axis axes[limit]{};
  std::size_t columns[limit]{}; // of the groups
  std::size_t count = 0, groups = 0;

  /// The position of a name, or `count` if the side does not have it.
  constexpr std::size_t find(std::string_view name) const {
    std::size_t k = 0;
    while (k < count && (axes[k].is_number() || axes[k].name != name))
      ++k;
    return k;
  }
  constexpr bool has(std::string_view name) const { return find(name) < count; }
  constexpr bool in_parentheses(const einops_axis& axis) const {
    return columns[axis.group] != axis.column;
  }
};

struct einops_text {
  einops_side left{}, right{};
  einops_fault fault{};

  constexpr explicit einops_text(std::string_view s) : text_(s) {
    text_cursor c(s);
    read(c, left);
    if (!fault && !c.take("->"))
      fault = {c.column(), "", "the text ends without ->"};
    if (!fault)
      read(c, right);
    if (!fault && !c.done())
      refuse(c.column(), 2, "occurs twice");
    const std::size_t dots = left.find("...");
    if (!fault && dots < left.count && left.in_parentheses(left.axes[dots]))
      refuse(left.axes[dots].column, 3, "is in parentheses on the left side");
  }

private:
  std::string_view text_;

  constexpr void refuse(std::size_t column, std::size_t length, std::string_view does) {
    fault = {column, text_.substr(column - 1, length), does};
  }

  constexpr void add(einops_side& side, const einops_axis& axis) {
    if (!axis.is_number() && side.has(axis.name))
      refuse(axis.column, axis.name.size(), "occurs twice on one side");
    else if (side.count == einops_side::limit)
      refuse(axis.column, axis.name.size(), "is one too many: a side has at most 32 axes");
    else
      side.axes[side.count++] = axis;
  }

  constexpr void read(text_cursor& c, einops_side& side) {
    bool open = false;
    while (!fault && !c.done() && !c.at("->")) {
      const std::size_t column = c.column();
      if (c.at(")") ? !open : open && c.at("(")) {
        refuse(column, 1,
               open ? "opens nested parentheses" : "closes parentheses that are not open");
      } else if (c.take(")")) {
        ++side.groups;
        open = false;
      } else {
        if (!open && side.groups == einops_side::limit)
          return refuse(column, 1, "is one too many: a side has at most 32 axes");
        if (!open)
          side.columns[side.groups] = column;
        if (c.take("(")) {
          open = true;
        } else {
          read_axis(c, side);
          side.groups += open ? 0 : 1;
        }
      }
    }
    if (!fault && open)
      refuse(side.columns[side.groups], 1, "is not closed");
  }

  constexpr void read_axis(text_cursor& c, einops_side& side) {
    einops_axis axis{c.at("...") ? std::string_view("...") : c.name(), c.column(), side.groups};
    if (axis.name.empty())
      read_number(c, axis);
    else if (axis.name.front() == '_' || axis.name.back() == '_')
      refuse(
          axis.column, axis.name.size(),
          "begins or ends with an underscore; a name begins with a letter and ends with a letter "
          "or a digit");
    else
      c.take(axis.name);
    if (!fault)
      check_end(axis);
    if (!fault && axis.number != 1)
      add(side, axis);
  }

  constexpr void read_number(text_cursor& c, einops_axis& axis) {
    std::size_t end = axis.column - 1;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9')
      ++end;
    axis.name = text_.substr(axis.column - 1, end - (axis.column - 1));
    if (axis.name.empty())
      refuse(axis.column, 1, "cannot be read; a text has names, numbers, parentheses, ... and ->");
    else if (c.take_integer(axis.number) || axis.number == 0)
      refuse(axis.column, axis.name.size(),
             "is not a size; a size is 1 or more, without leading zeros");
  }

  /// Names, numbers and ellipses that follow each other need a space.
  constexpr void check_end(const einops_axis& axis) {
    const std::string_view rest = text_.substr(axis.column - 1).substr(axis.name.size());
    const text_cursor next(rest.substr(0, 1));
    if (rest.starts_with("..."))
      refuse(axis.column, axis.name.size(), "is followed by ... without a space");
    else if (next.at_integer() && !rest.starts_with("-"))
      refuse(axis.column, axis.name.size(), "is followed by a number without a space");
    else if (!next.name().empty())
      refuse(axis.column, axis.name.size(),
             "is followed by a name without a space; names begin with a letter");
  }
};

} // namespace stria::detail
