// SPDX-License-Identifier: BSL-1.0
// Compares parse_index with an independent reader: the text is mapped to a word with a letter for
// each token, and an item is valid if its word is in a short list.
#include "input.hpp"

#include <stria/mask/to_string.hpp>

#include <limits>
#include <optional>

namespace {

using fuzz::index;
using fuzz::input;
using fuzz::lengths;

// --- the model ---

struct tokens {
  std::string word; // one letter for each token
  std::vector<index> numbers;

  tokens part(std::size_t from, std::size_t to) const {
    tokens t;
    std::size_t number = 0;
    for (std::size_t k = 0; k < to; ++k) {
      if (k >= from)
        t.word += word[k];
      if (word[k] == 'i' && k >= from)
        t.numbers.push_back(numbers[number]);
      number += word[k] == 'i' ? 1 : 0;
    }
    return t;
  }
};

bool one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
constexpr std::string_view digits = "0123456789";
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
constexpr std::string_view blanks = " \t\n\r\f\v";

__extension__ typedef __int128 wide;

// i integer, D three dots, E Ellipsis, O None, W newaxis, P np or numpy, ? an invalid token; other
// characters are kept.
tokens tokens_of(std::string_view text) {
  tokens t;
  for (std::size_t k = 0; k < text.size();) {
    const auto run = [&](std::string_view set) {
      std::string s;
      while (k < text.size() && one_of(text[k], set))
        s += text[k++];
      return s;
    };
    if (!run(blanks).empty())
      continue;
    if (one_of(text[k], letters)) {
      const std::string name = run(std::string(letters) + std::string(digits));
      t.word += name == "None"                    ? 'O'
                : name == "Ellipsis"              ? 'E'
                : name == "newaxis"               ? 'W'
                : name == "np" || name == "numpy" ? 'P'
                                                  : '?';
    } else if (one_of(text[k], digits) || one_of(text[k], "+-")) {
      bool negative = false;
      if (one_of(text[k], "+-")) {
        negative = text[k++] == '-';
        run(blanks);
      }
      const std::string number = run(digits);
      // Leading zeros are valid only if nothing but zeros follows.
      const bool zeros = number.size() > 1 && number[0] == '0' &&
                         number.find_first_not_of('0') != std::string::npos;
      wide value = 0;
      for (char c : number)
        value = value > (wide{1} << 70) ? value : value * 10 + (c - '0');
      value = negative ? -value : value;
      using limits = std::numeric_limits<index>;
      if (number.empty() || zeros || value < limits::min() || value > limits::max()) {
        t.word += '?';
      } else {
        t.word += 'i';
        t.numbers.push_back(static_cast<index>(value));
      }
    } else if (text.substr(k, 3) == "...") {
      t.word += 'D';
      k += 3;
    } else {
      t.word += one_of(text[k], ",:.[]()") ? text[k] : '?';
      ++k;
    }
  }
  return t;
}

struct answer {
  lengths begin, end, strides;
  std::uint64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_mask = 0;
  friend bool operator==(const answer&, const answer&) = default;
};

// A slice: two or three bounds separated by colons, each empty, None or an integer.
bool slice(const tokens& t, answer& a, std::uint64_t bit) {
  std::optional<index> bounds[3];
  std::size_t bound = 0, number = 0;
  bool full = false;
  for (char c : t.word) {
    if (c == ':') {
      if (++bound == 3)
        return false;
      full = false;
    } else if (full || !one_of(c, "iO")) {
      return false;
    } else {
      full = true;
      if (c == 'i')
        bounds[bound] = t.numbers[number++];
    }
  }
  if (bound == 0)
    return false;
  a.begin_mask |= bounds[0] ? 0 : bit;
  a.end_mask |= bounds[1] ? 0 : bit;
  a.begin.push_back(bounds[0].value_or(0));
  a.end.push_back(bounds[1].value_or(0));
  a.strides.push_back(bounds[2].value_or(1));
  return true;
}

bool item(const tokens& t, answer& a) {
  if (a.begin.size() == 64)
    return false;
  const std::uint64_t bit = std::uint64_t{1} << a.begin.size();
  const auto mark = [&](std::uint64_t& mask, index begin, index end) {
    mask |= bit;
    a.begin.push_back(begin);
    a.end.push_back(end);
    a.strides.push_back(1);
    return true;
  };
  if (t.word == "D" || t.word == "E")
    return mark(a.ellipsis_mask, 0, 0);
  if (t.word == "O" || t.word == "W" || t.word == "P.W")
    return mark(a.new_axis_mask, 0, 0);
  if (t.word == "i") {
    const index i = t.numbers[0];
    return mark(a.shrink_mask, i, i == std::numeric_limits<index>::max() ? i : i + 1);
  }
  return slice(t, a, bit);
}

// Nothing if the text is invalid.
std::optional<answer> model(std::string_view text) {
  tokens t = tokens_of(text);
  if (t.word.size() >= 2 && t.word.front() == '[' && t.word.back() == ']')
    t = t.part(1, t.word.size() - 1);
  answer a;
  if (t.word == "()")
    return a;
  std::size_t from = 0;
  do {
    const std::size_t to = std::min(t.word.find(',', from), t.word.size());
    if (!item(t.part(from, to), a))
      return {};
    from = to + 1;
  } while (from < t.word.size()); // a comma may follow the last item
  return a;
}

// --- the library ---

answer answer_of(const stria::parsed_index& p) {
  return {{p.begin.begin(), p.begin.end()},
          {p.end.begin(), p.end.end()},
          {p.strides.begin(), p.strides.end()},
          p.masks.begin_mask,
          p.masks.end_mask,
          p.masks.ellipsis_mask,
          p.masks.new_axis_mask,
          p.masks.shrink_axis_mask};
}

// The column of the error is within the text or one past its end.
bool names_column(std::string_view message, std::size_t size) {
  constexpr std::string_view before = " at column ";
  const std::size_t at = message.rfind(before);
  if (at == std::string_view::npos)
    return false;
  const int column = std::atoi(std::string(message.substr(at + before.size())).c_str());
  return column >= 1 && static_cast<std::size_t>(column) <= size + 1;
}

// --- the input ---

// Tokens of the grammar, sometimes an arbitrary byte, or only arbitrary bytes.
std::string text_of(input& in) {
  if (in.rarely(4))
    return std::string(in.rest());
  static constexpr std::string_view pieces[] = {",",
                                                ", ",
                                                ":",
                                                "::",
                                                "0",
                                                "1",
                                                "-1",
                                                "-",
                                                "+",
                                                "7",
                                                "12",
                                                "...",
                                                "Ellipsis",
                                                "None",
                                                "newaxis",
                                                "np",
                                                ".",
                                                "numpy",
                                                "np.newaxis",
                                                "[",
                                                "]",
                                                "()",
                                                "(",
                                                ")",
                                                " ",
                                                "\t",
                                                "\n",
                                                "9223372036854775807",
                                                "-9223372036854775808",
                                                "9223372036854775808",
                                                "00",
                                                "01",
                                                "x",
                                                "_",
                                                "1:2",
                                                ":-3:-1",
                                                "::-1",
                                                "None:None:None",
                                                "1,",
                                                ":,",
                                                "None,",
                                                "..., ",
                                                "\v",
                                                "3:4,"};
  std::string s;
  while (!in.done() && s.size() < 4000) {
    const unsigned b = in.byte();
    if (b == 255)
      s += static_cast<char>(in.byte());
    else if (b >= 250)
      for (unsigned n = in.byte() % 70; n > 0; --n)
        s += b == 250 ? ":," : b == 251 ? "None, " : b == 252 ? "1," : b == 253 ? "0" : "9";
    else
      s += pieces[b % std::size(pieces)];
  }
  return s;
}

/// The same subscript, in which bounds beyond every axis are left out, as to_string() does.
stria::parsed_index with_open_bounds(stria::parsed_index p) {
  constexpr index low = std::numeric_limits<index>::min(), high = std::numeric_limits<index>::max();
  for (std::size_t i = 0; i < p.strides.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (((p.masks.ellipsis_mask | p.masks.new_axis_mask | p.masks.shrink_axis_mask) & bit) != 0)
      continue;
    const bool forwards = p.strides[i] > 0;
    if (p.begin[i] == (forwards ? low : high)) {
      p.begin[i] = 0;
      p.masks.begin_mask |= bit;
    }
    if (p.end[i] == (forwards ? high : low)) {
      p.end[i] = 0;
      p.masks.end_mask |= bit;
    }
  }
  return p;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  const std::string text = text_of(in);
  const auto wanted = model(text);
  std::optional<stria::parsed_index> found;
  std::string refusal;
  try {
    found = stria::parse_index(text);
  } catch (const stria::value_error& e) {
    refusal = e.what();
  }
  const auto describe = [&] {
    std::ostringstream s;
    s << "text    \"" << text << "\"\nlibrary " << (found ? to_string(*found) : refusal)
      << "\nmodel   ";
    if (wanted)
      s << "begin " << fuzz::listed(wanted->begin) << ", end " << fuzz::listed(wanted->end)
        << ", strides " << fuzz::listed(wanted->strides);
    else
      s << "refused";
    return s.str();
  };
  fuzz::require(found.has_value() == wanted.has_value(), "what is refused", describe);
  if (!found) {
    fuzz::require(names_column(refusal, text.size()), "the column of the error", describe);
    return 0;
  }
  fuzz::require(answer_of(*found) == *wanted, "what the text says", describe);

  // A subscript that is written and parsed again is the same and gives the same text.
  const std::string written = to_string(*found);
  const stria::parsed_index again = stria::parse_index(written);
  fuzz::require(again == with_open_bounds(*found) && to_string(again) == written,
                "to_string and back", describe);
  return 0;
}
