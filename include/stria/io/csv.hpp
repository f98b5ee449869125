// SPDX-License-Identifier: BSL-1.0
// io/csv.hpp: tables of numbers from and to text, as RFC 4180 has it.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/io/file.hpp>
#include <stria/io/npy_header.hpp>
#include <stria/io/parse_number.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace stria {

/// How the text of a table is read and written.
struct csv_options {
  /// Between two fields. Not what stands in numbers, names or ends of lines.
  char delimiter = ',';
  /// The first line is one of names.
  bool header = false;
  /// A field that is missing has this text, or none: NaN. No number, but a text as "NA".
  std::string missing{};
  /// A file that is written survives a loss of power, as in `save_options`.
  bool durable = false;
};

/// A table of the shape (rows, columns), and the names of its columns where the text has a header.
template <class T> struct csv_table {
  std::vector<std::string> names{};
  dtensor<T, 2> values{};
};

namespace detail {

template <class T>
concept csv_element =
    one_of<T, float, double> || (npy_element<T> && std::is_integral_v<T> && !std::same_as<T, bool>);

template <class T> struct csv_verdict {
  static constexpr bool accepted = csv_element<T>;
  static constexpr message text() {
    return message("stria: tables of text hold integers, float and double, and no elements of this "
                   "type; cast<T>(e) gives them another");
  }
};

template <class E> struct csv_operand_verdict {
  static constexpr bool ranked = extents_of<E>.rank() == 1 || extents_of<E>.rank() == 2;
  static constexpr bool accepted = ranked && csv_verdict<value_t<E>>::accepted;
  static constexpr message text() {
    if (!ranked)
      return message("stria: a table of text has rows and columns: an array of 2 axes, or of 1 for "
                     "one column, is written");
    return csv_verdict<value_t<E>>::text();
  }
};

inline void check_delimiter(char d) {
  const bool in_names = (d >= '0' && d <= '9') || (d >= 'a' && d <= 'z') || (d >= 'A' && d <= 'Z');
  if (in_names || std::string_view("+-.\"\r\n").contains(d) || d == '\0')
    raise<value_error>(message("stria: the character ")
                       << int{d} << " can be no delimiter: numbers, quotes and lines have it");
}

/// Reads a table from its first line to its last. Rows are lines; only names may have line ends
/// within their quotes. Lines without a character are no rows.
template <class T> class csv_reader {
  std::string_view text_;
  const std::string& name_;
  const csv_options& options_;
  std::size_t at_ = 0;
  index line_ = 1;

  bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != options_.delimiter; }
  std::string_view trim(std::string_view s) const {
    while (!s.empty() && is_blank(s.front()))
      s.remove_prefix(1);
    while (!s.empty() && is_blank(s.back()))
      s.remove_suffix(1);
    return s;
  }

  message say_line() const { return say_file(name_) << "line " << line_; }

  /// The next line without its end.
  std::string_view take_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }
  index count_rows() const {
    csv_reader ahead = *this;
    index n = 0;
    while (ahead.at_ < text_.size())
      n += ahead.take_line().empty() ? 0 : 1;
    return n;
  }

  std::vector<std::string> read_names() {
    std::vector<std::string> names;
    for (bool more = true; more;) {
      std::string& name = names.emplace_back();
      const auto here = [&] { return say_line() << ", column " << names.size(); };
      if (at_ < text_.size() && text_[at_] == '"') {
        // A quote within quotes is written twice.
        const message begun = here();
        for (++at_;; ++at_) {
          if (at_ == text_.size())
            raise<io_error>(message(begun) << ": the quotes of this name do not end");
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
        raise<io_error>(here() << ": something follows the quotes of this name");
      at_ += more ? 1 : 0;
    }
    static_cast<void>(take_line());
    ++line_;
    return names;
  }
  bool ends_field() const {
    const std::string_view rest = text_.substr(at_);
    return rest.empty() || rest.front() == options_.delimiter || rest.starts_with('\n') ||
           rest.starts_with("\r\n") || rest == "\r";
  }

  [[noreturn]] [[gnu::cold]] void refuse(std::string_view field, index column) const {
    message m = say_line() << ", column " << column + 1 << ": \"";
    m << field.substr(0, 40) << (field.size() > 40 ? "[...]" : "") << "\" is no value of ";
    raise<io_error>(say_npy_type(m, npy_type_of<T>));
  }
  [[noreturn]] [[gnu::cold]] void refuse_count(index found, index columns) const {
    raise<io_error>(say_line() << ": " << found << " fields, where the table has " << columns);
  }

  /// Of a number outside of its type's range: it is too small, and not too large. Its exponent may
  /// be one that no integer holds.
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
  /// A field with blanks, quotes or a plus, a missing one, or a number at the ends of its type.
  STRIA_NOINLINE T read_rare(std::string_view whole, index column) const {
    std::string_view field = trim(whole);
    if (field.size() > 1 && field.starts_with('"') && field.ends_with('"'))
      field = trim(field.substr(1, field.size() - 2));
    if constexpr (std::is_floating_point_v<T>)
      if (field.empty() || field == options_.missing)
        return std::numeric_limits<T>::quiet_NaN();
    std::string_view digits = field;
    if (digits.starts_with('+') && !digits.starts_with("+-"))
      digits.remove_prefix(1);
    const char* const end = digits.data() + digits.size();
    T value{};
    const auto [to, fault] = parse_number(digits.data(), end, value);
    if (to != end || digits.empty())
      refuse(field, column);
    if (fault == std::errc())
      return value;
    // Too small is zero; too large is not infinity.
    if constexpr (std::is_floating_point_v<T>)
      if (is_small(digits))
        return digits.starts_with('-') ? -T{} : T{};
    refuse(field, column);
  }

  index count_fields(std::string_view line) const {
    return 1 + std::ranges::count(line, options_.delimiter);
  }
  /// The brackets behind "nan", as C has them, may hold a delimiter.
  static bool is_nan(T value) {
    if constexpr (std::is_floating_point_v<T>)
      return std::isnan(value);
    return false;
  }
  void read_row(std::string_view line, index columns, T* to) const {
    const char* at = line.data();
    const char* const end = at + line.size();
    for (index k = 0; k < columns; ++k) {
      auto [stop, fault] = parse_number(at, end, to[k]);
      if (fault != std::errc() || (stop != end && *stop != options_.delimiter) || is_nan(to[k]))
          [[unlikely]] {
        stop = std::find(at, end, options_.delimiter);
        to[k] = read_rare({at, stop}, k);
      }
      if ((stop == end) != (k + 1 == columns))
        refuse_count(count_fields(line), columns);
      at = stop == end ? end : stop + 1;
    }
  }

public:
  csv_reader(std::string_view text, const std::string& name, const csv_options& options)
      : text_(text), name_(name), options_(options) {
    check_delimiter(options.delimiter);
    if (text.starts_with("\xEF\xBB\xBF"))
      at_ = 3;
  }

  csv_table<T> read() {
    csv_table<T> table;
    if (options_.header) {
      if (at_ == text_.size())
        raise<io_error>(say_line() << ": a line of names was expected, and there is none");
      table.names = read_names();
    }
    index rows = count_rows();
    index columns = static_cast<index>(table.names.size());
    if (!options_.header && rows > 0) {
      csv_reader ahead = *this;
      std::string_view first;
      while (first.empty())
        first = ahead.take_line();
      columns = count_fields(first);
    }
    // A field has a character behind it, but for the last. For rows that are left out here there
    // are too few characters, and one of them or before them is too short.
    if (columns > 0)
      rows = std::min(rows, (static_cast<index>(text_.size()) + 1) / columns);
    table.values = dtensor<T, 2>(std::array{rows, columns}, uninitialized_t{});
    T* to = table.values.data();
    T* const end = to + rows * columns;
    for (; at_ < text_.size(); ++line_)
      if (const std::string_view line = take_line(); !line.empty()) {
        if (to == end)
          refuse_count(count_fields(line), columns);
        read_row(line, columns, to);
        to += columns;
      }
    return table;
  }
};

/// A name as a field: in quotes where it could be read as something else, as a mark of UTF-8 could.
inline std::string quote_name(const std::string& name, char delimiter) {
  const std::string_view special("\"\r\n");
  if (!name.empty() && !name.contains(delimiter) && !name.starts_with("\xEF\xBB\xBF") &&
      name.find_first_of(special) == std::string::npos)
    return name;
  std::string quoted = "\"";
  for (char c : name)
    quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

/// Writes rows of `columns` elements.
template <class T>
void write_rows(output_file& file, std::span<const T> values, index columns, char delimiter) {
  constexpr std::size_t block = 1 << 16, longest = 32;
  const auto buffer = std::make_unique_for_overwrite<char[]>(block + longest);
  char* to = buffer.get();
  index column = 0;
  for (const T value : values) {
    to = std::to_chars(to, to + longest, value).ptr;
    column = column + 1 == columns ? 0 : column + 1;
    *to++ = column == 0 ? '\n' : delimiter;
    if (to - buffer.get() >= index{block}) {
      file.write(buffer.get(), static_cast<std::size_t>(to - buffer.get()));
      to = buffer.get();
    }
  }
  file.write(buffer.get(), static_cast<std::size_t>(to - buffer.get()));
}

} // namespace detail

/// The table that a text holds, of the shape (rows, columns): `parse_csv<double>("1,2\n3,4\n")`. A
/// missing value is NaN. `io_error` with line and column for a field that is no T, for one missing
/// where T is an integer, and for rows of different lengths. Lines end as on any system; empty ones
/// are left out. NumPy: `np.genfromtxt(io.StringIO(text), delimiter=",")`, at least 2-d.
template <class T>
auto parse_csv(std::string_view text, const csv_options& options = {})
    -> accepted_or_refused<detail::csv_verdict<T>, csv_table<T>> {
  STRIA_UNLESS_REFUSED(detail::csv_verdict<T>)
  return detail::csv_reader<T>(text, "csv", options).read();
}

/// parse_csv of a file: `load_csv<double>(path, {.header = true})` has `.names` and `.values`.
/// `io_error` where it cannot be read. NumPy: `np.genfromtxt(path, delimiter=",")`, at least 2-d.
template <class T>
auto load_csv(const std::string& path, const csv_options& options = {})
    -> accepted_or_refused<detail::csv_verdict<T>, csv_table<T>> {
  STRIA_UNLESS_REFUSED(detail::csv_verdict<T>) {
    detail::input_file file(path);
    const auto size = static_cast<std::size_t>(file.left());
    const auto text = detail::read_rest<char>(file);
    return detail::csv_reader<T>({text.get(), size}, path, options).read();
  }
}

/// Writes the values of an expression of shape (rows, columns), or (rows) for one column, as a
/// table; before it a line of names where there are some. Each number has the digits that load_csv
/// needs to find it again. A file that was there is replaced when the new one is whole; `io_error`
/// otherwise. `value_error` for names that are not as many as the columns. NumPy: `np.savetxt(path,
/// e, delimiter=",")`.
template <detail::operand E>
auto save_csv(const std::string& path, const E& e, const std::vector<std::string>& names = {},
              const csv_options& options = {})
    -> accepted_or_refused<detail::csv_operand_verdict<E>, void> {
  STRIA_UNLESS_REFUSED(detail::csv_operand_verdict<E>)
  if constexpr (detail::tensor_operand<E>) {
    detail::check_delimiter(options.delimiter);
    index columns = 1;
    if constexpr (E::rank == 2)
      columns = e.extent(1);
    if (!names.empty() && static_cast<index>(names.size()) != columns)
      raise<value_error>(detail::say_file(path) << names.size() << " names, where the table has "
                                                << columns << " columns");
    std::string header;
    for (const std::string& name : names)
      header += (header.empty() ? "" : std::string(1, options.delimiter)) +
                detail::quote_name(name, options.delimiter);
    if (!names.empty())
      header += '\n';
    detail::output_file file(path, {.durable = options.durable});
    file.write(header.data(), header.size());
    detail::write_rows<detail::value_t<E>>(file, e.storage(), columns, options.delimiter);
    file.finish();
  } else {
    save_csv(path, eval(e), names, options);
  }
}

} // namespace stria
