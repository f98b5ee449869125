// SPDX-License-Identifier: BSL-1.0
// io/csv_lines.hpp: the lines and fields of CSV text, and the value of a field.
// Tests: tests/io/csv.cpp, tests/io/csv_columns.cpp.
#pragma once

#include <stria/io/file.hpp>
#include <stria/io/npy_header.hpp>
#include <stria/io/parse_number.hpp>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stria {

/// A column of a table, by its position or by its name.
///
/// \usage        `load_csv<double>(path, {.header = true, .columns = {"time", -1}})`
struct csv_column {
  /// The position; a negative one counts from the last column.
  index position = 0;
  /// The name, or an empty text if the position is used.
  std::string name{};

  /// The column at a position.
  template <std::integral N> csv_column(N n) : position(static_cast<index>(n)) {}
  /// The column with a name.
  csv_column(const char* text) : name(text) {}
  /// The column with a name.
  csv_column(std::string text) : name(static_cast<std::string&&>(text)) {}
};

/// How CSV text is read and written.
///
/// \usage        `load_csv<double>(path, {.delimiter = ';', .header = true})`
struct csv_options {
  /// Separates two fields. It must not be a letter, a digit, one of `+ - . "`, a line end or a zero
  /// byte.
  char delimiter = ',';
  /// Whether the first line has the names of the columns.
  bool header = false;
  /// The text of a missing value, such as "NA". A field with this text, and an empty field, are
  /// read as `filling`.
  std::string missing{};
  /// Whether a written file survives a loss of power; see save_options.
  bool durable = false;
  /// Whether a run of delimiters separates two fields, and delimiters at both ends of a line are
  /// ignored. For the delimiter ' ', a run may contain spaces and tabs.
  bool runs = false;
  /// The text that begins a comment, such as "#". It ends with the line; a line that has only a
  /// comment is skipped. Before the names of the columns, the text is ignored.
  std::string comments{};
  /// Lines to skip at the beginning, before the names of the columns.
  index skip_header = 0;
  /// Rows to skip at the end.
  index skip_footer = 0;
  /// The most rows to read.
  index max_rows = std::numeric_limits<index>::max();
  /// The columns to read, in this order, by position or name (default: all).
  std::vector<csv_column> columns{};
  /// The decimal point of numbers, '.' or ','.
  char decimal = '.';
  /// The value of missing numbers. By default it is NaN, and a missing integer is an error. A
  /// missing text is empty.
  std::optional<double> filling{};
};

namespace detail {

inline void check_delimiter(char d) {
  const bool in_names = (d >= '0' && d <= '9') || (d >= 'a' && d <= 'z') || (d >= 'A' && d <= 'Z');
  if (in_names || std::string_view("+-.\"\r\n").contains(d) || d == '\0')
    raise<value_error>(message("stria: the character ")
                       << int{d}
                       << " cannot be the delimiter: numbers, names, quotes or line ends use it");
}
inline void check_options(const csv_options& o) {
  check_delimiter(o.delimiter);
  if (o.decimal != '.' && o.decimal != ',')
    raise<value_error>(message("stria: the decimal point of a table is '.' or ',', not the "
                               "character ")
                       << int{o.decimal});
  if (o.decimal == o.delimiter)
    raise<value_error>(
        message("stria: a comma cannot be both the delimiter and the decimal point of a "
                "table; set the delimiter, as in {.delimiter = ';', .decimal = ','}"));
  if (o.skip_header < 0 || o.skip_footer < 0 || o.max_rows < 0)
    raise<value_error>(
        message("stria: skip_header, skip_footer and max_rows of a table must not be "
                "negative"));
}

/// Reads lines, and splits them into fields. Each line is a row. Only a name in quotes may contain
/// line ends. Empty lines are skipped.
class csv_lines {
protected:
  std::string_view text_;
  const std::string& name_;
  const csv_options& options_;
  std::size_t at_ = 0;
  index line_ = 1;

  bool is_delimiter(char c) const {
    return c == options_.delimiter || (options_.runs && options_.delimiter == ' ' && c == '\t');
  }
  bool is_blank(char c) const { return (c == ' ' || c == '\t') && !is_delimiter(c); }
  std::string_view trim(std::string_view s) const {
    while (!s.empty() && is_blank(s.front()))
      s.remove_prefix(1);
    while (!s.empty() && is_blank(s.back()))
      s.remove_suffix(1);
    return s;
  }

  message say_line() const { return say_file(name_) << "line " << line_; }
  message say_place(index column) const { return say_line() << ", column " << column + 1; }

  /// The next line without its line end.
  std::string_view take_whole_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }
  /// The next line without a comment. It is empty if it has no fields.
  std::string_view take_line() {
    std::string_view line = take_whole_line();
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    bool may_be_empty = options_.runs;
    if (!options_.comments.empty())
      if (const std::size_t comment = line.find(options_.comments); comment != line.npos) {
        line = line.substr(0, comment);
        may_be_empty = true;
      }
    if (may_be_empty && std::ranges::all_of(line, [&](char c) {
          return is_space(c) || (options_.runs && is_delimiter(c));
        }))
      return {};
    return line;
  }
  /// The rows that are left, without those at the end that are skipped.
  index count_rows() const {
    csv_lines ahead = *this;
    index n = 0;
    while (ahead.at_ < text_.size())
      n += ahead.take_line().empty() ? 0 : 1;
    return std::min(std::max(n - options_.skip_footer, index{0}), options_.max_rows);
  }
  void skip_lines() {
    for (index k = 0; k < options_.skip_header && at_ < text_.size(); ++k, ++line_)
      static_cast<void>(take_whole_line());
  }

  /// Splits a line into fields. A field in quotes may contain delimiters.
  void split(std::string_view line, std::vector<std::string_view>& fields) const {
    fields.clear();
    std::size_t at = 0;
    const auto skip_run = [&] {
      while (options_.runs && at < line.size() && is_delimiter(line[at]))
        ++at;
    };
    for (skip_run();;) {
      const std::size_t begin = at;
      while (at < line.size() && is_blank(line[at]))
        ++at;
      if (at < line.size() && line[at] == '"') {
        for (++at;; ++at) {
          if (at == line.size())
            raise<io_error>(say_place(static_cast<index>(fields.size()))
                            << ": the closing quote of this field is missing");
          if (line[at] == '"' && line.substr(++at, 1) != "\"")
            break;
        }
        while (at < line.size() && is_blank(line[at]))
          ++at;
        if (at < line.size() && !is_delimiter(line[at]))
          raise<io_error>(say_place(static_cast<index>(fields.size()))
                          << ": unexpected text after the closing quote of this field");
      }
      while (at < line.size() && !is_delimiter(line[at]))
        ++at;
      fields.push_back(line.substr(begin, at - begin));
      if (at == line.size())
        return;
      ++at;
      skip_run();
      if (options_.runs && at == line.size())
        return;
    }
  }
  index count_fields(std::string_view line) const {
    if (!options_.runs && !line.contains('"'))
      return 1 + std::ranges::count(line, options_.delimiter);
    std::vector<std::string_view> fields;
    split(line, fields);
    return static_cast<index>(fields.size());
  }
  /// The number of fields of the next row, or 0.
  index fields_ahead() const {
    csv_lines ahead = *this;
    while (ahead.at_ < text_.size()) {
      if (const std::string_view line = ahead.take_line(); !line.empty())
        return ahead.count_fields(line);
      ++ahead.line_;
    }
    return 0;
  }

  /// The names of the columns in the next line.
  std::vector<std::string> read_names() {
    if (options_.runs || !options_.comments.empty())
      return read_names_in_line();
    std::vector<std::string> names;
    for (bool more = true; more;) {
      std::string& name = names.emplace_back();
      const auto here = [&] { return say_line() << ", column " << names.size(); };
      if (at_ < text_.size() && text_[at_] == '"') {
        // Within quotes, a quote is written twice.
        const message begun = here();
        for (++at_;; ++at_) {
          if (at_ == text_.size())
            raise<io_error>(message(begun) << ": the closing quote of this name is missing");
          line_ += text_[at_] == '\n' ? 1 : 0;
          if (text_[at_] == '"' && text_.substr(++at_, 1) != "\"")
            break;
          name += text_[at_];
        }
      } else {
        while (at_ < text_.size() && !ends_field())
          name += text_[at_++];
      }
      more = at_ < text_.size() && text_[at_] == options_.delimiter;
      if (!more && !ends_field())
        raise<io_error>(here() << ": unexpected text after the closing quote of this name");
      at_ += more ? 1 : 0;
    }
    static_cast<void>(take_whole_line());
    ++line_;
    return names;
  }
  bool ends_field() const {
    const std::string_view rest = text_.substr(at_);
    return rest.empty() || rest.front() == options_.delimiter || rest.starts_with('\n') ||
           rest.starts_with("\r\n") || rest == "\r";
  }
  /// The names may be a comment.
  std::vector<std::string> read_names_in_line() {
    std::vector<std::string> names;
    std::string_view line = trim(take_whole_line());
    if (!options_.comments.empty()) {
      if (line.starts_with(options_.comments))
        line = trim(line.substr(options_.comments.size()));
      line = line.substr(0, line.find(options_.comments));
    }
    std::vector<std::string_view> fields;
    split(line, fields);
    for (const std::string_view field : fields)
      names.push_back(text_of(field));
    ++line_;
    return names;
  }

  /// The positions of the columns to read, of `count` columns.
  std::vector<index> chosen(const std::vector<std::string>& names, index count) const {
    std::vector<index> positions;
    for (const csv_column& c : options_.columns) {
      index k = c.position < 0 ? c.position + count : c.position;
      if (!c.name.empty()) {
        const auto found = std::ranges::find(names, c.name);
        if (found == names.end())
          raise<value_error>(say_file(name_) << "there is no column \"" << c.name
                                             << (options_.header ? "\""
                                                                 : "\"; names need "
                                                                   "{.header = true}"));
        k = found - names.begin();
      } else if (k < 0 || k >= count) {
        raise<index_error>(say_file(name_)
                           << "column " << c.position << " is out of bounds for a table of "
                           << count << " columns");
      }
      positions.push_back(k);
    }
    return positions;
  }

  template <class V>
  [[noreturn]] [[gnu::cold]] void refuse(std::string_view field, index column) const {
    message m = say_place(column) << ": \"";
    m << field.substr(0, 40) << (field.size() > 40 ? "[...]" : "") << "\" is not a value of ";
    raise<io_error>(say_npy_type(m, npy_type_of<V>));
  }
  [[noreturn]] [[gnu::cold]] void refuse_count(index found, index columns) const {
    raise<io_error>(say_line() << ": " << found << " fields, but the table has " << columns);
  }

  /// Whether a number outside the range of its type is too small rather than too large. The
  /// exponent may be too large for an integer.
  static bool is_small(std::string_view number) {
    const std::size_t mantissa = std::min(number.find_first_of("eE"), number.size());
    const std::size_t point = std::min(number.find('.'), mantissa);
    const std::size_t first = number.find_first_of("123456789");
    std::string_view exponent = number.substr(std::min(mantissa + 1, number.size()));
    if (exponent.starts_with('+'))
      exponent.remove_prefix(1);
    index power = 0;
    if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), power).ec ==
        std::errc::result_out_of_range)
      return exponent.starts_with('-');
    return power < static_cast<index>(first) - static_cast<index>(point);
  }
  bool is_missing(std::string_view field) const {
    return field.empty() || (!options_.missing.empty() && field == options_.missing);
  }
  /// The text of a field without blanks and quotes.
  std::string text_of(std::string_view whole) const {
    std::string_view field = trim(whole);
    if (field.size() < 2 || !field.starts_with('"') || !field.ends_with('"'))
      return std::string(field);
    field = field.substr(1, field.size() - 2);
    std::string text;
    for (std::size_t k = 0; k < field.size(); ++k) {
      text += field[k];
      k += field[k] == '"' ? 1 : 0; // a quote is written twice
    }
    return text;
  }
  void read_field(std::string_view whole, index, std::string& to) const {
    to = text_of(whole);
    if (is_missing(to))
      to.clear();
  }
  /// Reads a number. It is stored, not returned: with -ffast-math clang assumes that no result is
  /// NaN.
  template <class V>
  STRIA_NOINLINE void read_field(std::string_view whole, index column, V& to) const {
    std::string_view field = trim(whole);
    if (field.size() > 1 && field.starts_with('"') && field.ends_with('"'))
      field = trim(field.substr(1, field.size() - 2));
    if (is_missing(field)) {
      if (options_.filling) {
        fill(to);
        return;
      }
      if constexpr (std::is_floating_point_v<V>) {
        static constexpr V missing = std::numeric_limits<V>::quiet_NaN();
        to = missing;
        return;
      }
      refuse<V>(field, column);
    }
    std::string with_point;
    std::string_view digits = field;
    if (options_.decimal == ',') {
      if (field.contains('.'))
        refuse<V>(field, column);
      with_point = field;
      std::ranges::replace(with_point, ',', '.');
      digits = with_point;
    }
    if (digits.starts_with('+') && !digits.starts_with("+-"))
      digits.remove_prefix(1);
    const char* const end = digits.data() + digits.size();
    V value{};
    const auto [stop, fault] = parse_number(digits.data(), end, value);
    if (stop != end || digits.empty())
      refuse<V>(field, column);
    // A number that is too small reads as zero; one that is too large is an error, not infinity.
    if (fault != std::errc()) {
      if (!std::is_floating_point_v<V> || !is_small(digits))
        refuse<V>(field, column);
      value = digits.starts_with('-') ? -V{} : V{};
    }
    to = value;
  }
  template <class V> void fill(V& to) const {
    const double value = *options_.filling;
    if constexpr (std::is_integral_v<V>) {
      // Both bounds are exact in double.
      constexpr double low = static_cast<double>(std::numeric_limits<V>::min());
      constexpr double high = 2. * static_cast<double>(std::numeric_limits<V>::max() / 2 + 1);
      if (!(value >= low && value < high) || static_cast<double>(static_cast<V>(value)) != value) {
        message m("stria: the filling of a table is not a value of ");
        raise<value_error>(say_npy_type(m, npy_type_of<V>));
      }
    }
    to = static_cast<V>(value);
  }

  csv_lines(std::string_view text, const std::string& name, const csv_options& options)
      : text_(text), name_(name), options_(options) {
    check_options(options);
    if (text.starts_with("\xEF\xBB\xBF"))
      at_ = 3;
    skip_lines();
  }
};

} // namespace detail

} // namespace stria
