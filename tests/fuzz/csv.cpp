// SPDX-License-Identifier: BSL-1.0
// Compares text tables with an independent reader. It first splits lines and fields, and then
// accepts numbers by a grammar and strtod.
#include "../io/files.hpp"
#include "input.hpp"
#include "memory.hpp"

#include <stria/io/csv.hpp>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <optional>

namespace {

using fuzz::index;
using fuzz::input;

__extension__ typedef __int128 wide;
using strings = std::vector<std::string>;

// --- the model ---

template <class T> struct answer {
  strings names;
  index rows = 0, columns = 0;
  std::vector<T> values;
};

// The line in which a text is refused.
struct refused {
  index line;
};

bool one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
constexpr std::string_view digits = "0123456789";
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

std::size_t run_of(std::string_view s, std::string_view set) {
  return std::min(s.find_first_not_of(set), s.size());
}

// C's words for infinity and NaN.
bool is_word(std::string_view s) {
  std::string lower;
  for (char c : s)
    lower += one_of(c, letters) ? static_cast<char>(c | 0x20) : c;
  if (lower.starts_with("nan(") && lower.ends_with(")")) {
    const std::string_view inside = s.substr(4, s.size() - 5);
    return run_of(inside, std::string(digits) + std::string(letters) + "_") == inside.size();
  }
  return lower == "inf" || lower == "infinity" || lower == "nan";
}

// Digits, point, digits and an exponent, without a sign.
bool is_decimal(std::string_view s) {
  const std::size_t before = run_of(s, digits);
  s.remove_prefix(before);
  std::size_t after = 0;
  if (s.starts_with('.')) {
    after = run_of(s.substr(1), digits);
    s.remove_prefix(1 + after);
  }
  if (before + after == 0)
    return false;
  if (s.empty())
    return true;
  if (s[0] != 'e' && s[0] != 'E')
    return false;
  s.remove_prefix(s.size() > 1 && (s[1] == '-' || s[1] == '+') ? 2 : 1);
  return !s.empty() && run_of(s, digits) == s.size();
}

template <class T> std::optional<T> number(const std::string& field) {
  const bool sign = field.starts_with('+') || field.starts_with('-');
  const std::string_view magnitude = std::string_view(field).substr(sign ? 1 : 0);
  if constexpr (std::is_floating_point_v<T>) {
    if (!is_word(magnitude) && !is_decimal(magnitude))
      return {};
    errno = 0;
    T value;
    if constexpr (std::same_as<T, float>)
      value = std::strtof(field.c_str(), nullptr);
    else
      value = std::strtod(field.c_str(), nullptr);
    // Written as a number, but too large.
    if (errno == ERANGE && std::isinf(value))
      return {};
    return value;
  } else {
    if (magnitude.empty() || run_of(magnitude, digits) != magnitude.size())
      return {};
    if (field[0] == '-' && std::is_unsigned_v<T>)
      return {};
    wide value = 0;
    for (char c : magnitude)
      value = value > (wide{1} << 70) ? value : value * 10 + (c - '0');
    value = field[0] == '-' ? -value : value;
    using limits = std::numeric_limits<T>;
    if (value < wide{limits::min()} || value > wide{limits::max()})
      return {};
    return static_cast<T>(value);
  }
}

std::string trimmed(std::string s, char delimiter) {
  const auto blank = [&](char c) { return (c == ' ' || c == '\t') && c != delimiter; };
  while (!s.empty() && blank(s.front()))
    s.erase(0, 1);
  while (!s.empty() && blank(s.back()))
    s.pop_back();
  return s;
}

template <class T> std::optional<T> value_of(std::string field, const stria::csv_options& options) {
  field = trimmed(field, options.delimiter);
  if (field.size() > 1 && field.front() == '"' && field.back() == '"')
    field = trimmed(field.substr(1, field.size() - 2), options.delimiter);
  if (std::is_floating_point_v<T> && (field.empty() || field == options.missing))
    return std::numeric_limits<T>::quiet_NaN();
  // A zero byte is not part of a number, but it ends the text for strtod.
  return field.find('\0') == std::string::npos ? number<T>(field) : std::nullopt;
}

strings split(const std::string& text, char at) {
  strings parts(1);
  for (char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

// Removes the line of names from the text and counts its lines.
strings names_of(std::string& text, char delimiter, index& line) {
  strings names(1);
  if (text.empty())
    throw refused{line};
  std::size_t k = 0;
  const auto ends = [&] {
    return k == text.size() || text[k] == '\n' || text.substr(k, 2) == "\r\n" ||
           text.substr(k) == "\r";
  };
  for (;; ++k) {
    if (k < text.size() && text[k] == '"') {
      const index begun = line;
      // A pair of quotes means one quote; a single quote ends the name.
      std::size_t end = k + 1;
      while (end < text.size() && (text[end] != '"' || text.substr(end, 2) == "\"\"")) {
        names.back() += text[end];
        line += text[end] == '\n' ? 1 : 0;
        end += text[end] == '"' ? 2 : 1;
      }
      if (end >= text.size())
        throw refused{begun};
      k = end + 1;
    } else {
      while (!ends() && text[k] != delimiter)
        names.back() += text[k++];
    }
    if (ends())
      break;
    if (text[k] != delimiter)
      throw refused{line};
    names.emplace_back();
  }
  text.erase(0, std::min(text.find('\n', k), text.size() - 1) + 1);
  ++line;
  return names;
}

template <class T> answer<T> model(std::string text, const stria::csv_options& options) {
  if (text.starts_with("\xEF\xBB\xBF"))
    text.erase(0, 3);
  answer<T> a;
  index line = 1;
  if (options.header) {
    a.names = names_of(text, options.delimiter, line);
    a.columns = static_cast<index>(a.names.size());
  }
  for (std::string& row : split(text, '\n')) {
    if (row.ends_with('\r'))
      row.pop_back();
    if (!row.empty()) {
      const strings fields = split(row, options.delimiter);
      const auto count = static_cast<index>(fields.size());
      if (a.rows == 0 && !options.header)
        a.columns = count;
      if (count != a.columns)
        throw refused{line};
      for (const std::string& field : fields) {
        const auto value = value_of<T>(field, options);
        if (!value)
          throw refused{line};
        a.values.push_back(*value);
      }
      ++a.rows;
    }
    ++line;
  }
  return a;
}

// --- the library ---

template <class T> bool same_value(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && std::isnan(b);
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T> answer<T> answer_of(const stria::csv_table<T>& table) {
  const auto values = table.values.storage();
  return {
      table.names, table.values.extent(0), table.values.extent(1), {values.begin(), values.end()}};
}

template <class T> bool same_answer(const answer<T>& a, const answer<T>& b) {
  return a.names == b.names && a.rows == b.rows && a.columns == b.columns &&
         std::ranges::equal(a.values, b.values, same_value<T>);
}

std::string escaped(std::string_view text) {
  std::ostringstream s;
  for (char c : text)
    if (c == '\\' || c < ' ' || c > '~')
      s << "\\x" << std::hex << (static_cast<unsigned>(c) & 255U) << std::dec;
    else
      s << c;
  return s.str();
}

template <class T> std::string written(const answer<T>& a) {
  std::ostringstream s;
  s.precision(17);
  s << a.rows << " x " << a.columns << ", names";
  for (const std::string& name : a.names)
    s << " \"" << escaped(name) << '"';
  s << ", values";
  for (T x : a.values)
    s << ' ' << +x;
  return s.str();
}

const std::string& scratch_file() {
  static const test::scratch folder("fuzz_csv");
  static const std::string path = folder.file("x.csv");
  return path;
}

// Characters that do not occur in numbers, quotes and line ends.
bool may_delimit(char c) {
  return !one_of(c, digits) && !one_of(c, letters) && !one_of(c, {"+-.\"\r\n\0", 7});
}

template <class T> void compare(const std::string& text, const stria::csv_options& options) {
  std::optional<answer<T>> wanted, found;
  index line = 0;
  std::string refusal;
  if (may_delimit(options.delimiter)) {
    try {
      wanted = model<T>(text, options);
    } catch (const refused& r) {
      line = r.line;
    }
  }
  try {
    // A copy of exactly this length, so that reads beyond it are detected.
    const std::vector<char> bytes(text.begin(), text.end());
    fuzz::watch_memory();
    fuzz::largest_block = 0;
    found = answer_of(stria::parse_csv<T>({bytes.data(), bytes.size()}, options));
  } catch (const stria::io_error& e) {
    refusal = e.what();
  } catch (const stria::value_error& e) {
    refusal = e.what();
    fuzz::require(!may_delimit(options.delimiter), "the delimiter", [&] { return refusal; });
  }
  const std::size_t largest = fuzz::largest_block;
  const auto describe = [&] {
    std::ostringstream s;
    s << "text    \"" << escaped(text) << "\"\nwith    \"" << escaped({&options.delimiter, 1})
      << "\" between fields" << (options.header ? ", names" : "") << ", missing \""
      << options.missing << "\", " << (std::is_integral_v<T> ? "integers" : "reals") << " of "
      << sizeof(T) << " bytes\nlibrary " << (found ? written(*found) : refusal) << "\nmodel   ";
    if (wanted)
      s << written(*wanted);
    else
      s << "refused in line " << line;
    return s.str();
  };
  // Each byte may be a field, for which a number or the text of a name is stored; a growing list of
  // names takes up to twice its size. Messages of errors are short.
  fuzz::require(largest <= 2 * sizeof(std::string) * (text.size() + 1) + (1 << 12), "memory",
                [&] { return std::to_string(largest) + " bytes\n" + describe(); });
  fuzz::require(found.has_value() == wanted.has_value(), "what is refused", describe);
  if (!found) {
    const std::string place = "stria: csv: line " + std::to_string(line);
    fuzz::require(!may_delimit(options.delimiter) || refusal.starts_with(place + ":") ||
                      refusal.starts_with(place + ","),
                  "the line of the error", describe);
    return;
  }
  fuzz::require(same_answer(*found, *wanted), "what the table holds", describe);

  // A table that is written and read again is the same. The file is removed, because some systems
  // wait for the disk when a file is replaced.
  const stria::csv_table<T> table = stria::parse_csv<T>(text, options);
  stria::save_csv(scratch_file(), table.values, table.names, options);
  found = answer_of(stria::load_csv<T>(scratch_file(), options));
  fuzz::require(same_answer(*found, *wanted), "written and read", [&] {
    return describe() + "\nfile    \"" + escaped(test::bytes_of(scratch_file())) + '"';
  });
  std::filesystem::remove(scratch_file());
}

void compare_as(unsigned type, const std::string& text, const stria::csv_options& options) {
  switch (type % 6) {
  case 0: return compare<float>(text, options);
  case 1: return compare<std::int8_t>(text, options);
  case 2: return compare<std::int64_t>(text, options);
  case 3: return compare<std::uint64_t>(text, options);
  default: return compare<double>(text, options);
  }
}

// --- the input ---

// Numbers, including the limits of their types, line ends, quotes, names, and arbitrary bytes.
std::string text_of(input& in, char delimiter) {
  static constexpr std::string_view pieces[] = {"0",
                                                "1",
                                                "-2",
                                                "+3",
                                                "4.5",
                                                ".5",
                                                "6.",
                                                "-.",
                                                "1e5",
                                                "1E-3",
                                                "e",
                                                "e+",
                                                "e-",
                                                "+",
                                                "-",
                                                ".",
                                                " ",
                                                "\t",
                                                "\"",
                                                "\"\"",
                                                "\r",
                                                "\r\n",
                                                "\n",
                                                "\n\n",
                                                "inf",
                                                "-Infinity",
                                                "nan",
                                                "NaN(7_x)",
                                                "NA",
                                                "?",
                                                "x",
                                                "0x1p3",
                                                "127",
                                                "-128",
                                                "128",
                                                "9223372036854775807",
                                                "-9223372036854775808",
                                                "18446744073709551615",
                                                "18446744073709551616",
                                                "1e308",
                                                "1.7976931348623157e308",
                                                "1.7976931348623159e308",
                                                "1e400",
                                                "-1e-400",
                                                "4.9e-324",
                                                "2.4703282292062328e-324",
                                                "2.4703282292062327e-324",
                                                "3.4028235677973366e38",
                                                "3.4028235677973367e38",
                                                "7.006492321624085e-46",
                                                "7.006492321624086e-46",
                                                "1e-5000",
                                                "1e5000",
                                                "1e-99999999999999999999",
                                                "0e99999999999999999999",
                                                "0.1",
                                                "9007199254740993",
                                                "name",
                                                "\"a \"\"b\"\"\"",
                                                "\xEF\xBB\xBF"};
  std::string text;
  while (!in.done() && text.size() < 2000) {
    const unsigned b = in.byte();
    if (b < 150)
      text += pieces[b % std::size(pieces)];
    else if (b < 200)
      text += delimiter;
    else if (b < 225)
      text += '\n';
    else if (b < 245)
      text += static_cast<char>('0' + b % 10);
    else if (b < 250) // a long number
      text.append(in.byte(), b == 245 ? '0' : '9');
    else
      text += static_cast<char>(in.byte());
  }
  return text;
}

} // namespace

// If the first byte is 0x80 or more, and not the 0xEF of a UTF-8 byte order mark, the input selects
// options and the pieces of a table. Any other input is the text of a table.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  input in(data, size);
  if (size > 0 && (data[0] < 0x80 || data[0] == 0xEF)) {
    const std::string text(in.rest());
    for (const char delimiter : {',', ';', '\t', ' '})
      if (delimiter == ',' || text.contains(delimiter))
        for (const bool header : {false, true}) {
          compare<double>(text, {delimiter, header, "NA"});
          compare<std::int64_t>(text, {delimiter, header});
        }
    return 0;
  }
  static constexpr std::string_view delimiters = ",;\t |:()_'&\xE9";
  static constexpr std::string_view missing[] = {"", "NA", "?", "-", "x", "n/a"};
  const unsigned kind = in.byte() & 127U, choice = in.byte();
  stria::csv_options options;
  options.delimiter = choice < 240 ? delimiters[choice % delimiters.size()] // sometimes any byte
                                   : static_cast<char>(in.byte());
  options.header = kind % 2 == 1;
  options.missing = missing[in.byte() % std::size(missing)];
  compare_as(kind / 2, text_of(in, options.delimiter), options);
  return 0;
}
