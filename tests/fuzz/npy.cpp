// SPDX-License-Identifier: BSL-1.0
// Compares the reader of .npy headers with an independent model. The model turns the text into a
// word with one letter for each token; the header is valid if regular expressions match the word.
#include "input.hpp"

#include <stria/io/npy_header.hpp>

#include <algorithm>
#include <optional>
#include <regex>

namespace {

using fuzz::index;
using fuzz::input;
using fuzz::lengths;

__extension__ typedef __int128 wide;

// --- the model ---

struct answer {
  std::string type; // such as "f8"
  bool big_endian = false, column_major = false;
  lengths sizes;
  std::size_t begin = 0;
  friend bool operator==(const answer&, const answer&) = default;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct tokens {
  std::string word, type;
  std::vector<wide> sizes;
};

// The letters are: i for a size, q for a quote, t for a type, D, O and S for the keys, T for True,
// F for False, L for the suffix L, and ? for an invalid token. Other characters are kept.
tokens tokens_of(std::string_view text) {
  static constexpr std::string_view types[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2",
                                               "u4", "u8", "f2", "f4", "f8", "c8", "c16"};
  tokens t;
  for (std::size_t k = 0; k < text.size();) {
    const auto run = [&](auto wanted) {
      std::string s;
      while (k < text.size() && wanted(text[k]))
        s += text[k++];
      return s;
    };
    const char c = text[k];
    if (is_blank(c)) {
      ++k;
    } else if (c == '\'' || c == '"') {
      t.word += 'q';
      ++k;
    } else if (is_letter(c)) {
      const std::string name = run([](char x) { return is_letter(x) || is_digit(x); });
      const bool type = std::ranges::find(types, name) != std::end(types);
      t.type = type ? name : t.type;
      t.word += type                      ? 't'
                : name == "descr"         ? 'D'
                : name == "fortran_order" ? 'O'
                : name == "shape"         ? 'S'
                : name == "True"          ? 'T'
                : name == "False"         ? 'F'
                : name == "L"             ? 'L'
                                          : '?';
    } else if (is_digit(c) || c == '-' || c == '+') {
      if (!is_digit(c)) {
        ++k;
        run(is_blank);
      }
      const std::string digits = run(is_digit);
      wide value = 0;
      for (char d : digits)
        value = value > (wide{1} << 70) ? value : value * 10 + (d - '0');
      const bool zeros = value > 0 && digits[0] == '0';
      t.word += digits.empty() || zeros || (c == '-' && value > 0) ? '?' : 'i';
      t.sizes.push_back(value);
    } else {
      t.word += std::string_view("{}(),:<>|").find(c) != std::string_view::npos ? c : '?';
      ++k;
    }
  }
  return t;
}

// The contents of the header, or nothing if the file is refused.
std::optional<answer> model(std::string_view file) {
  if (file.size() < 12 || !file.starts_with("\x93NUMPY") || file[6] < 1 || file[6] > 3 ||
      file[7] != 0)
    return {};
  answer a;
  std::size_t length = 0;
  const std::size_t from = file[6] == 1 ? 10 : 12;
  for (std::size_t k = from; k-- > 8;)
    length = length << 8U | static_cast<unsigned char>(file[k]);
  a.begin = from + length;
  if (a.begin > file.size())
    return {};

  const tokens t = tokens_of(file.substr(from, length));
  static const std::regex whole(R"(\{(E,E,E,?)\})"), type("qDq:q[<>|]tq"), order("qOq:[TF]"),
      shape(R"(qSq:\((iL?,|iL?(,iL?)+,?)?\))");
  const auto once = [](const std::string& word, const std::regex& entry) {
    return std::distance(std::sregex_iterator(word.begin(), word.end(), entry), {}) == 1;
  };
  if (!once(t.word, type) || !once(t.word, order) || !once(t.word, shape))
    return {};
  std::string word = std::regex_replace(t.word, type, "E");
  word = std::regex_replace(std::regex_replace(word, order, "E"), shape, "E");
  if (!std::regex_match(word, whole))
    return {};

  a.type = t.type;
  a.big_endian = t.word.find('>') != std::string::npos;
  a.column_major = t.word.find('T') != std::string::npos;
  // The number of bytes must be representable, even if a size is 0.
  constexpr wide most = std::numeric_limits<index>::max();
  wide product = 1;
  bool empty = false;
  for (const wide n : t.sizes) {
    if (n > most)
      return {};
    product *= n == 0 ? 1 : n;
    empty = empty || n == 0;
    if (product > most)
      return {};
    a.sizes.push_back(static_cast<index>(n));
  }
  const wide elements = empty ? 0 : product;
  if (t.sizes.size() > 64 ||
      elements * std::stoi(t.type.substr(1)) + static_cast<wide>(a.begin) > most)
    return {};
  return a;
}

// --- the library ---

answer answer_of(const stria::detail::npy_header& h) {
  return {h.type.kind + std::to_string(h.type.bytes),
          h.big_endian,
          h.column_major,
          {h.sizes.begin(), h.sizes.end()},
          static_cast<std::size_t>(h.begin)};
}

std::string written(const answer& a) {
  std::ostringstream s;
  s << (a.big_endian ? '>' : '<') << a.type << (a.column_major ? " columns " : " rows ")
    << fuzz::listed(a.sizes) << " from " << a.begin;
  return s.str();
}

// --- the input ---

// A valid prefix, sometimes with a wrong length, followed by pieces of headers; or arbitrary bytes.
std::string file_of(input& in) {
  if (in.done())
    return {};
  const unsigned kind = in.byte();
  if (kind == 0x93 || kind % 8 == 7)
    return static_cast<char>(kind) + std::string(in.rest());
  static constexpr std::string_view pieces[] = {"{",
                                                "}",
                                                "(",
                                                ")",
                                                ",",
                                                ":",
                                                "'",
                                                "\"",
                                                " ",
                                                "\n",
                                                "<",
                                                ">",
                                                "|",
                                                "f8",
                                                "c16",
                                                "u1",
                                                "i4",
                                                "b1",
                                                "f2",
                                                "descr",
                                                "shape",
                                                "True",
                                                "False",
                                                "L",
                                                "0",
                                                "1",
                                                "3",
                                                "12",
                                                "-1",
                                                "+2",
                                                "007",
                                                "- ",
                                                "x",
                                                "\t",
                                                ", ",
                                                "4294967296",
                                                "9223372036854775807",
                                                "9223372036854775808",
                                                "fortran_order"};
  static constexpr std::string_view entries[] = {
      "'descr': '<f8', ",        "'descr': '>i2', ",  "'fortran_order': False, ",
      "'fortran_order': True, ", "'shape': (3, 4), ", "'shape': (), ",
      "'shape': (5,), "};
  std::string text = kind % 8 == 6 ? "" : "{";
  // Half of the headers begin with three entries. Arbitrary pieces follow.
  for (int k = 0; k < 3 && kind % 8 < 4; ++k)
    text += entries[in.byte() % std::size(entries)];
  while (!in.done() && text.size() < 4000) {
    const unsigned b = in.byte();
    if (b < 200)
      text += pieces[b % std::size(pieces)];
    else if (b < 240)
      text += entries[b % std::size(entries)];
    else if (b < 250 && !text.empty())
      text.erase(in.byte() % text.size(), 1);
    else
      text += static_cast<char>(in.byte());
  }
  text += kind % 8 == 5 ? "" : "}";
  std::string file("\x93NUMPY", 6);
  file += static_cast<char>(1 + kind / 8 % 3);
  file += '\0';
  const std::size_t length = text.size() + (kind >= 250 ? kind - 252 : 0);
  for (unsigned k = 0; k < (kind / 8 % 3 == 0 ? 2U : 4U); ++k)
    file += static_cast<char>(length >> 8 * k);
  return file + text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  const std::string file = file_of(in);
  const std::optional<answer> wanted = model(file);
  std::optional<answer> found;
  std::string refusal;
  try {
    const auto h = stria::detail::read_npy_header(file, "fuzz.npy");
    found = answer_of(h);
    index count = 1;
    for (index n : h.sizes)
      count = n == 0 ? 0 : count * n;
    fuzz::require(h.count == count, "the number of elements", [&] { return written(*found); });
  } catch (const stria::io_error& e) {
    refusal = e.what();
  }
  const auto describe = [&] {
    std::ostringstream s;
    s << "file    ";
    for (char c : file.substr(0, 12))
      s << static_cast<int>(static_cast<unsigned char>(c)) << ' ';
    s << '"' << file.substr(std::min<std::size_t>(12, file.size())) << "\"\nlibrary "
      << (found ? written(*found) : refusal) << "\nmodel   "
      << (wanted ? written(*wanted) : "refused");
    return s.str();
  };
  fuzz::require(found.has_value() == wanted.has_value(), "what is refused", describe);
  if (!found)
    return 0;
  fuzz::require(*found == *wanted, "what the header says", describe);

  // A header that the library writes for doubles with the same sizes is read back correctly.
  wide bytes = sizeof(double);
  for (const index n : found->sizes)
    bytes *= n == 0 ? 1 : static_cast<wide>(n);
  if (bytes > std::numeric_limits<index>::max() - 4096)
    return 0;
  const std::string again = stria::detail::make_npy_header<double>(found->sizes);
  const auto h = stria::detail::read_npy_header(again, "again.npy");
  fuzz::require(h.sizes == found->sizes && h.type == stria::detail::npy_type_of<double>,
                "written and read", describe);
  return 0;
}
