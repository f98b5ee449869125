// SPDX-License-Identifier: BSL-1.0
// Compares Netpbm pictures, valid and damaged, with a reader that first splits the text into words.
#include "picture.hpp"

namespace {

using fuzz::index;
using fuzz::input;
using fuzz::picture;

bool is_blank(char c) { return std::string_view(" \t\n\v\f\r").contains(c); }

/// The next word of the text from `at` on, after blanks and comments. Moves `at` past the word. A
/// word of digits ends at the first other character.
std::string word(std::string_view text, std::size_t& at) {
  while (at < text.size() && (is_blank(text[at]) || text[at] == '#'))
    at = text[at] == '#' ? std::min(text.find_first_of("\r\n", at), text.size()) : at + 1;
  const std::size_t from = at;
  at = std::min(text.find_first_not_of("0123456789", at), text.size());
  return std::string(text.substr(from, at - from));
}
/// The number; nothing if the text is not a number, or the number is larger than `most`.
std::optional<index> number(const std::string& digits, index most) {
  const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
  if (digits.empty() || digits.size() - zeros > 10)
    return {};
  const index n = zeros == digits.size() ? 0 : std::stoll(digits.substr(zeros));
  return n <= most ? std::optional(n) : std::nullopt;
}

std::optional<picture> model(std::string_view file) {
  if (file.size() < 3 || file[0] != 'P' || !std::string_view("2356").contains(file[1]) ||
      !(is_blank(file[2]) || file[2] == '#'))
    return {};
  const bool as_text = file[1] < '4';
  std::size_t at = 2;
  const auto columns = number(word(file, at), 2147483647);
  const auto rows = columns ? number(word(file, at), 2147483647) : columns;
  const auto top = rows ? number(word(file, at), 65535) : rows;
  if (!top || *top == 0 || *rows == 0 || *columns == 0 || at == file.size() || !is_blank(file[at]))
    return {};
  ++at;
  picture p{{*rows, *columns, file[1] == '2' || file[1] == '5' ? 1 : 3}, {}};
  if (*rows > 100000 || *columns > 100000) // more than any input has
    return {};
  for (index k = *rows * *columns * p.shape[2]; k > 0; --k) {
    std::optional<index> sample;
    if (as_text) {
      sample = number(word(file, at), *top);
    } else {
      const std::size_t width = *top > 255 ? 2 : 1;
      if (at + width > file.size())
        return {};
      index s = 0;
      for (const char c : file.substr(at, width))
        s = s * 256 + static_cast<unsigned char>(c);
      at += width;
      sample = s <= *top ? std::optional(s) : std::nullopt;
    }
    if (!sample)
      return {};
    p.samples.push_back(static_cast<double>(*sample) / static_cast<double>(*top));
  }
  return p;
}

std::string made(input& in) {
  static constexpr std::string_view pieces[] = {
      "1",           "2",   "3",   "7",     "0",
      "00000000001", "255", "256", "65535", "65536",
      "1000000",     "15",  " 1",  " ",     "\n",
      "\r\n",        "\t",  "#",   "#c\n",  "2147483647",
      "2147483648",  "-1",  "\v",  "x",     "9223372036854775808"};
  std::string s = std::string("P") + "23562356234147"[in.byte() % 14];
  s += " \n#\tx "[in.byte() % 6];
  if (in.byte() % 4 != 0) { // sizes that may be right
    for (const index most : {4, 4})
      s += std::to_string(in.number(0, most)) + " \n"[in.byte() % 2];
    static constexpr const char* tops[] = {"255", "1", "255", "65535", "15", "256"};
    s += tops[in.byte() % 6];
    s += "\n 1#"[in.byte() % 4];
  }
  const unsigned as_bytes = in.byte() % 3;
  while (!in.done())
    if (as_bytes > 0)
      s += static_cast<char>(in.byte());
    else if (const unsigned p = in.byte(); p % 2 == 0)
      s += std::to_string(p / 2) + ' ';
    else
      s += pieces[p / 2 % std::size(pieces)];
  return s;
}

} // namespace

// Bytes that begin like a Netpbm file are used as a file; other bytes select the pieces from which
// a file is made.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::watch_memory();
  static const test::scratch folder("fuzz_ppm");
  static const std::string path = folder.file("x.ppm");
  input in(data, size);
  const std::string file = size > 0 && data[0] == 'P' ? std::string(in.rest()) : made(in);
  std::filesystem::remove(path); // some systems wait for the disk when a file is replaced
  test::write_bytes(path, file);
  const auto wanted = model(file), found = fuzz::look(path, file.size(), 1);
  fuzz::require(wanted == found, "what the file holds", [&] {
    return "model " + text(wanted) + "\nfound " + text(found) + "\nfile\n" + file;
  });
  return 0;
}
