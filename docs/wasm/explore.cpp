// SPDX-License-Identifier: BSL-1.0
// explore.cpp: describes what a subscript does to a shape. The page docs/explore.md runs it.
// usage: explore SHAPE SUBSCRIPT
//
// The first line of the output is a JSON object, the rest is an SVG drawing. If the input is wrong,
// the object has the column of the mistake, and stria prints the reason to stderr and aborts.
#include "cpp_spelling.hpp"

#include <stria/show/explain_svg.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>

using namespace stria;

namespace {

void fault_at(const char* input, std::size_t column) {
  std::printf("{\"input\": \"%s\", \"column\": %zu}\n", input, column);
  std::fflush(stdout);
}

[[noreturn]] void refuse(const char* input, std::string_view text, const detail::text_fault& f) {
  fault_at(input, f.column);
  raise<value_error>(detail::say_text_fault(input, text, f));
}

/// Reads `5, 5` with or without brackets.
std::vector<index_t> read_shape(std::string_view text) {
  detail::text_cursor c(text);
  std::vector<index_t> sizes;
  const bool bracketed = c.take("(") || c.take("[") || c.take("{");
  while (c.at_integer()) {
    if (sizes.size() == slice_plan::max_rank)
      refuse("shape", text, c.fault("expected at most 32 axes"));
    index_t n = 0;
    if (const auto f = c.at("-") ? c.fault("a size cannot be negative") : c.take_integer(n))
      refuse("shape", text, f);
    sizes.push_back(n);
    c.take(",");
  }
  if (bracketed && !c.take(")") && !c.take("]") && !c.take("}"))
    refuse("shape", text, c.fault("expected a size or the end"));
  if (!c.done())
    refuse("shape", text, c.fault(bracketed ? "expected the end" : "expected a size"));
  return sizes;
}

/// The text with blanks for the name in `t[...]`.
std::string without_name(std::string text) {
  detail::text_cursor c(text);
  if (c.take(c.name()) && c.at("["))
    text.replace(0, c.column() - 1, c.column() - 1, ' ');
  return text;
}

/// Reads a subscript in the notation of NumPy or of C++. If both fail, the reading that gets
/// further reports its error.
parsed_index read_subscript(const std::string& text) {
  const std::string items = without_name(text);
  const explorer::cpp_subscript cpp(items);
  if (!cpp.fault())
    return parse_index(cpp.numpy());
  if (const auto numpy = detail::parse_text(items).fault)
    refuse("subscript", text, cpp.fault().column > numpy.column ? cpp.fault() : numpy);
  return parse_index(items);
}

/// The item that cannot be applied to the shape.
std::optional<std::size_t> faulty_item(const std::vector<index_t>& sizes, const parsed_index& p) {
  const std::size_t items = p.begin.size();
  for (std::size_t n = 1; n <= items; ++n) {
    slice_masks first = p.masks;
    first.ellipsis_mask &= (std::uint64_t{2} << (n - 1)) - 1;
    if (detail::count_entries(first, n, sizes.size()).fault != detail::dense_fault::none)
      return n - 1;
  }
  const auto count = detail::count_entries(p.masks, items, sizes.size());
  std::vector<detail::dense_entry> entries(count.entries);
  detail::spread(p.masks, items, sizes.size(), count.consumed, entries.data());
  for (const auto& [kind, axis, item] : entries)
    if (kind == detail::dense_kind::slice || kind == detail::dense_kind::integer)
      if (detail::apply_item(kind, sizes[axis], {p.begin[item], p.end[item], p.strides[item]}, true,
                             true)
              .fault != detail::item_fault::none)
        return item;
  return {};
}

/// The column of an item: items are separated by commas outside parentheses.
std::size_t column_of(std::string_view text, std::size_t item) {
  std::size_t at = std::min(text.find('[') + 1, text.size());
  for (int depth = 0; item > 0 && at < text.size(); ++at) {
    depth += (text[at] == '(') - (text[at] == ')');
    item -= text[at] == ',' && depth == 0;
  }
  return std::min(text.find_first_not_of(' ', at), text.size()) + 1;
}

std::string quoted(const std::string& text) { return '"' + text + '"'; } // no text contains quotes

template <class Text> std::string list(std::size_t n, const Text& text) {
  std::string all = "[";
  for (std::size_t i = 0; i < n; ++i)
    all += (i == 0 ? "" : ", ") + text(i);
  return all + ']';
}
std::string list(const auto& numbers) {
  return list(numbers.size(), [&](std::size_t i) { return std::to_string(numbers[i]); });
}

/// The text as a list of its lines.
std::string lines(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 4)
    text.replace(at, 1, "\", \"");
  return '[' + quoted(text) + ']';
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3)
    return 2;
  const std::vector<index_t> sizes = read_shape(argv[1]);
  const parsed_index p = read_subscript(argv[2]);
  if (const auto item = faulty_item(sizes, p))
    fault_at("subscript", column_of(argv[2], *item));
  const std::string table = explain(sizes, p); // throws if an item cannot be applied
  const auto drawn = detail::select_basic(sizes, p, to_string(p));
  const std::size_t n = p.begin.size();
  const slice_masks& m = p.masks;
  const std::uint64_t masks[] = {m.begin_mask, m.end_mask, m.ellipsis_mask, m.new_axis_mask,
                                 m.shrink_axis_mask};

  const std::string parts[] = {
      "\"numpy\": " +
          list(n,
               [&](std::size_t i) {
                 return quoted(std::string(
                     detail::item_text(m, i, {p.begin[i], p.end[i], p.strides[i]}).view()));
               }),
      "\"cpp\": " + list(n, [&](std::size_t i) { return quoted(explorer::cpp_item(p, i)); }),
      "\"begin\": " + list(p.begin),
      "\"end\": " + list(p.end),
      "\"strides\": " + list(p.strides),
      "\"masks\": " + list(5, [&](std::size_t i) { return quoted(std::to_string(masks[i])); }),
      "\"shape\": " + list(drawn.source),
      "\"result\": " + list(drawn.result),
      "\"table\": " + lines(table),
  };
  const char* before = "{";
  for (const std::string& part : parts)
    std::printf("%s%s", std::exchange(before, ", "), part.c_str());
  std::printf("}\n%s", detail::selection_drawing(drawn).document().c_str());
}
