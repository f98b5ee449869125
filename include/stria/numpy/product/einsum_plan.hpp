// SPDX-License-Identifier: BSL-1.0
// numpy/product/einsum_plan.hpp: reads the text of an einsum at compile time.
// Tests: tests/numpy/product/einsum.cpp.
#pragma once

#include <stria/base/fixed_string.hpp>
#include <stria/shape/broadcast.hpp>
#include <stria/tensor/operand.hpp>

namespace stria {

namespace detail {

/// The labels of one operand, or of the result.
struct einsum_term {
  static constexpr std::size_t limit = 52; // an implied result may have every letter
  char labels[limit]{};
  std::size_t count = 0;
  int dots = -1; // the ellipsis precedes label number `dots`; -1: no ellipsis

  constexpr std::size_t count_of(char c) const {
    std::size_t n = 0;
    for (std::size_t k = 0; k < count; ++k)
      n += labels[k] == c ? 1 : 0;
    return n;
  }
};

enum class einsum_fault : unsigned char {
  none,
  text,
  many,
  operands,
  rank,
  unknown,
  twice,
  dots,
  sizes,
  names
};

/// The text, term by term. A label is one letter or, in a text with a space between two labels, a
/// name of any length; names are numbered in alphabetical order by letters, A first.
struct einsum_text {
  static constexpr std::size_t limit = 16;
  einsum_term terms[limit]{};
  std::size_t count = 1;
  bool has_output = false;
  einsum_term output{};
  einsum_fault fault = einsum_fault::none;
  std::size_t column = 0; // the column of the fault, counting from 1
  bool named = false;     // labels are names separated by spaces
  std::string_view names[einsum_term::limit]{};
  std::size_t name_count = 0;

  constexpr explicit einsum_text(std::string_view s) : named(has_names(s)) {
    if (named)
      collect_names(s);
    einsum_term* term = &terms[0];
    for (std::size_t i = 0; i < s.size() && fault == einsum_fault::none; ++i) {
      const char c = s[i];
      if (c == ' ')
        continue;
      const std::size_t length = named ? name_length(s, i) : is_letter(c) ? 1 : 0;
      if (length > 0 && term->count < einsum_term::limit) {
        term->labels[term->count++] = named ? label_of(s.substr(i, length)) : c;
        i += length - 1;
      } else if (c == '.' && s.substr(i, 3) == "..." && term->dots < 0) {
        term->dots = static_cast<int>(term->count);
        i += 2;
      } else if (c == ',' && !has_output && count == limit) {
        fault = einsum_fault::many;
        column = i + 1;
      } else if (c == ',' && !has_output) {
        term = &terms[count++];
      } else if (c == '-' && s.substr(i, 2) == "->" && !has_output) {
        has_output = true;
        term = &output;
        ++i;
      } else {
        fault = einsum_fault::text;
        column = i + 1;
      }
    }
    if (!has_output)
      imply_output();
  }

  /// Writes a label as the text has it.
  constexpr void say_label(message& m, char label) const {
    if (named && label != '.')
      m << names[number_of(label)];
    else
      m << label;
  }
  /// True if a text with names has labels of one letter and longer ones, which may be several
  /// labels without spaces.
  constexpr bool mixes_lengths() const {
    bool one = false, more = false;
    for (std::size_t k = 0; k < name_count; ++k)
      (names[k].size() == 1 ? one : more) = true;
    return one && more;
  }

  /// How often a label occurs in the operands.
  constexpr std::size_t count_of(char c) const {
    std::size_t n = 0;
    for (std::size_t t = 0; t < count; ++t)
      n += terms[t].count_of(c);
    return n;
  }

private:
  static constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  static constexpr bool continues_name(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
  }
  /// The length of the name that begins at i; 0 if there is none.
  static constexpr std::size_t name_length(std::string_view s, std::size_t i) {
    std::size_t end = i;
    while (end < s.size() && (end == i ? is_letter(s[end]) : continues_name(s[end])))
      ++end;
    return end - i;
  }
  /// True if the labels are names: two of them are separated by a space, or one has a digit or an
  /// underscore.
  static constexpr bool has_names(std::string_view s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const std::size_t length = name_length(s, i);
      if (length == 0)
        continue;
      for (std::size_t k = i; k < i + length; ++k)
        if (!is_letter(s[k]))
          return true;
      i += length;
      const std::size_t blank = i;
      while (i < s.size() && s[i] == ' ')
        ++i;
      if (i > blank && name_length(s, i) > 0)
        return true;
      --i;
    }
    return false;
  }
  /// Inserts each name once, in alphabetical order.
  constexpr void collect_names(std::string_view s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const std::string_view name = s.substr(i, name_length(s, i));
      if (name.empty())
        continue;
      std::size_t k = 0;
      while (k < name_count && names[k] < name)
        ++k;
      if (k == name_count || names[k] != name) {
        if (name_count == einsum_term::limit) {
          fault = einsum_fault::text;
          column = i + 1;
          return;
        }
        for (std::size_t j = name_count++; j > k; --j)
          names[j] = names[j - 1];
        names[k] = name;
      }
      i += name.size() - 1;
    }
  }
  constexpr char label_of(std::string_view name) const {
    std::size_t k = 0;
    while (names[k] != name)
      ++k;
    constexpr std::size_t capitals = 'Z' - 'A' + 1;
    return static_cast<char>(k < capitals ? 'A' + k : 'a' + (k - capitals));
  }
  static constexpr std::size_t number_of(char label) {
    return static_cast<std::size_t>(label >= 'a' ? label - 'a' + ('Z' - 'A' + 1) : label - 'A');
  }

  // The implied result: the ellipsis, then the labels that occur once, in alphabetical order with
  // capital letters first.
  constexpr void imply_output() {
    for (std::size_t t = 0; t < count; ++t)
      if (terms[t].dots >= 0)
        output.dots = 0;
    for (char c = 'A'; c <= 'z'; ++c)
      if (count_of(c) == 1)
        output.labels[output.count++] = c;
  }
};

/// The same text with labels of one letter and without spaces.
template <fixed_string Text> consteval auto einsum_letters() {
  constexpr einsum_text text(Text.view());
  std::array<char, 3 * Text.view().size() + 3> letters{};
  std::size_t n = 0;
  const auto add = [&](const einsum_term& term) {
    for (std::size_t k = 0; k <= term.count; ++k) {
      if (term.dots == static_cast<int>(k))
        for (int dot = 0; dot < 3; ++dot)
          letters[n++] = '.';
      if (k < term.count)
        letters[n++] = term.labels[k];
    }
  };
  for (std::size_t t = 0; t < text.count; ++t) {
    if (t > 0)
      letters[n++] = ',';
    add(text.terms[t]);
  }
  if (text.has_output) {
    letters[n++] = '-';
    letters[n++] = '>';
    add(text.output);
  }
  return std::pair(letters, n);
}
template <fixed_string Text> struct einsum_in_letters {
  static constexpr auto made = einsum_letters<Text>();
  static constexpr fixed_string<made.second> text{std::string_view(made.first.data(), made.second)};
};

/// The loop that each axis of each operand follows: the loops of the result first, then those that
/// are summed.
template <fixed_string Text, class... A> constexpr auto plan_einsum() {
  constexpr std::size_t operands = sizeof...(A);
  struct plan_t {
    einsum_fault fault = einsum_fault::none;
    std::size_t which = 0, column = 0, loops = 0, results = 0;
    char label = ' ';
    std::array<std::array<int, 64>, operands> loop_of{};
    static_shape<64> extents = unknown_shape<64>();
    char labels[64]{}; // labels of the loops; '.' for an axis of an ellipsis
  } p;
  constexpr einsum_text text(Text.view());
  const std::size_t ranks[] = {rank_of<A>...};
  p.fault = text.fault;
  p.column = text.column;
  if (p.fault != einsum_fault::none)
    return p;
  if (text.count != operands) {
    p.fault = einsum_fault::operands;
    return p;
  }
  // Counts the axes of the ellipsis. Those of several operands are broadcast, aligned at the last
  // axis.
  std::size_t dots = 0;
  for (std::size_t t = 0; t < operands; ++t) {
    const einsum_term& term = text.terms[t];
    if (term.dots < 0 ? term.count != ranks[t] : term.count > ranks[t]) {
      p.fault = einsum_fault::rank;
      p.which = t;
      return p;
    }
    if (term.dots >= 0 && ranks[t] - term.count > dots)
      dots = ranks[t] - term.count;
  }
  if (dots > 0 && text.output.dots < 0) {
    p.fault = einsum_fault::dots;
    return p;
  }
  // The key of each loop: its label, or -1 - k for axis k of the ellipsis.
  int keys[64]{};
  const auto loop_for = [&](int key) {
    for (std::size_t k = 0; k < p.loops; ++k)
      if (keys[k] == key)
        return static_cast<int>(k);
    keys[p.loops] = key;
    return static_cast<int>(p.loops++);
  };
  const einsum_term& out = text.output;
  for (std::size_t k = 0; k <= out.count; ++k) {
    if (out.dots == static_cast<int>(k))
      for (std::size_t e = 0; e < dots; ++e)
        loop_for(-1 - static_cast<int>(e));
    if (k == out.count)
      break;
    p.label = out.labels[k];
    if (text.count_of(p.label) == 0)
      p.fault = einsum_fault::unknown;
    else if (out.count_of(p.label) > 1)
      p.fault = einsum_fault::twice;
    if (p.fault != einsum_fault::none)
      return p;
    loop_for(p.label);
  }
  p.results = p.loops;
  for (std::size_t t = 0; t < operands; ++t) {
    const einsum_term& term = text.terms[t];
    const std::size_t under = term.dots < 0 ? 0 : ranks[t] - term.count;
    std::size_t axis = 0;
    for (std::size_t k = 0; k <= term.count; ++k) {
      if (term.dots == static_cast<int>(k))
        for (std::size_t e = 0; e < under; ++e)
          p.loop_of[t][axis++] = loop_for(-1 - static_cast<int>(dots - under + e));
      if (k < term.count)
        p.loop_of[t][axis++] = loop_for(term.labels[k]);
    }
  }
  // Joins the extents of each label.
  auto sizes = unknown_shape<64>();
  for (std::size_t k = 0; k < 64; ++k)
    sizes[k] = extent::make(1);
  std::size_t t = 0;
  const auto join = [&](const auto& shape) {
    for (std::size_t k = 0; k < shape.rank() && p.fault == einsum_fault::none; ++k) {
      const auto loop = static_cast<std::size_t>(p.loop_of[t][k]);
      const joined_extent e = join_extents(sizes[loop], shape[k]);
      sizes[loop] = e.result;
      if (e.fault != extent_fault::none) {
        p.fault = e.fault == extent_fault::names ? einsum_fault::names : einsum_fault::sizes;
        p.label = keys[loop] < 0 ? '.' : static_cast<char>(keys[loop]);
      }
    }
    ++t;
  };
  (join(extents_of<A>), ...);
  for (std::size_t k = 0; k < p.loops; ++k) {
    p.extents[k] = sizes[k];
    p.labels[k] = keys[k] < 0 ? '.' : static_cast<char>(keys[k]);
  }
  return p;
}

template <fixed_string Text, class... A> struct einsum_verdict {
  static constexpr auto plan = plan_einsum<Text, A...>();
  static constexpr bool accepted = plan.fault == einsum_fault::none;
  static constexpr message text() {
    constexpr einsum_text parsed(Text.view());
    const std::size_t ranks[] = {rank_of<A>...};
    message m("stria: einsum: ");
    m << "\"" << Text.view() << "\": ";
    switch (plan.fault) {
    case einsum_fault::text:
      return m << "column " << plan.column
               << " cannot be read; the text may contain letters, or names separated by spaces, "
                  "'...', ',' and '->'";
    case einsum_fault::many:
      return m << "more than " << einsum_text::limit << " operands; name the product of some first";
    case einsum_fault::operands:
      return m << "the text names " << parsed.count << " operands and the call has "
               << sizeof...(A);
    case einsum_fault::rank:
      m << "operand " << plan.which << " has " << ranks[plan.which] << " axes and "
        << parsed.terms[plan.which].count << " labels";
      return say_names(m, parsed);
    case einsum_fault::unknown:
      m << "the label ";
      parsed.say_label(m, plan.label);
      m << " of the result is in no operand";
      return say_names(m, parsed);
    case einsum_fault::twice:
      m << "the result has the label ";
      parsed.say_label(m, plan.label);
      return m << " twice";
    case einsum_fault::dots:
      return m << "the operands have axes under '...', so the result needs '...' too";
    case einsum_fault::sizes:
    case einsum_fault::names:
      m << "the label ";
      parsed.say_label(m, plan.label);
      m << (plan.fault == einsum_fault::sizes ? " has two sizes" : " has two names");
      break;
    case einsum_fault::none: break;
    }
    m << "; the shapes are ";
    bool first = true;
    const auto say = [&](const auto& shape) {
      m << (first ? "" : ", ");
      say_shape(m, shape.view());
      first = false;
    };
    (say(extents_of<A>), ...);
    return m;
  }

private:
  /// Explains a text that seems to have labels of both kinds.
  static constexpr message& say_names(message& m, const einsum_text& parsed) {
    if (parsed.mixes_lengths())
      m << "; a space between two labels makes each word one label: write either \"ij,jk->ik\" or "
           "\"i j, j k -> i k\"";
    return m;
  }
};

} // namespace detail

} // namespace stria
