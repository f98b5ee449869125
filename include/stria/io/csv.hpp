// SPDX-License-Identifier: BSL-1.0
// io/csv.hpp: reads and writes tables of numbers as CSV text (RFC 4180).
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/assign.hpp>
#include <stria/expr/floating.hpp>
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
  /// read as NaN.
  std::string missing{};
  /// Whether a written file survives a loss of power; see save_options.
  bool durable = false;
};

/// A table of shape [rows, columns], and the names of its columns if the text has a header.
///
/// \usage        `const auto t = load_csv<double>(path, {.header = true}); t.names; t.values`
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
    return message("stria: a CSV table holds integers, float or double, not elements of this "
                   "type; cast<T>(e) converts them");
  }
};

template <class E> struct csv_operand_verdict {};
template <operand E> struct csv_operand_verdict<E> {
  static constexpr bool ranked = extents_of<E>.rank() == 1 || extents_of<E>.rank() == 2;
  static constexpr bool accepted = ranked && csv_verdict<value_t<E>>::accepted;
  static constexpr message text() {
    if (!ranked)
      return message("stria: save_csv writes an array of 2 axes (rows and columns) or of 1 axis "
                     "(one column)");
    return csv_verdict<value_t<E>>::text();
  }
};

inline void check_delimiter(char d) {
  const bool in_names = (d >= '0' && d <= '9') || (d >= 'a' && d <= 'z') || (d >= 'A' && d <= 'Z');
  if (in_names || std::string_view("+-.\"\r\n").contains(d) || d == '\0')
    raise<value_error>(message("stria: the character ")
                       << int{d}
                       << " cannot be the delimiter: numbers, names, quotes or line ends use it");
}

/// Reads a table. Each line is a row. Only a name in quotes may contain line ends. Empty lines are
/// skipped.
template <class T> class csv_reader {
  std::string_view text_;
  const std::string& name_;
  const csv_options& options_;
  bool missing_is_number_ = false; // options_.missing would also be read as a number
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

  /// The next line without its line end.
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
    m << field.substr(0, 40) << (field.size() > 40 ? "[...]" : "") << "\" is not a value of ";
    raise<io_error>(say_npy_type(m, npy_type_of<T>));
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
  /// Reads a field with blanks, quotes or a plus sign, a missing value, or a number near the limits
  /// of its type. It is stored, not returned: with -ffast-math clang assumes that no result is NaN.
  STRIA_NOINLINE void read_rare(std::string_view whole, index column, T& to) const {
    std::string_view field = trim(whole);
    if (field.size() > 1 && field.starts_with('"') && field.ends_with('"'))
      field = trim(field.substr(1, field.size() - 2));
    if constexpr (std::is_floating_point_v<T>)
      if (field.empty() || field == options_.missing) {
        static constexpr T missing = std::numeric_limits<T>::quiet_NaN();
        to = missing;
        return;
      }
    if (missing_is_number_ && field == options_.missing)
      refuse(field, column);
    std::string_view digits = field;
    if (digits.starts_with('+') && !digits.starts_with("+-"))
      digits.remove_prefix(1);
    const char* const end = digits.data() + digits.size();
    T value{};
    const auto [stop, fault] = parse_number(digits.data(), end, value);
    if (stop != end || digits.empty())
      refuse(field, column);
    // A number that is too small reads as zero; one that is too large is an error, not infinity.
    if (fault != std::errc()) {
      if (!std::is_floating_point_v<T> || !is_small(digits))
        refuse(field, column);
      value = digits.starts_with('-') ? -T{} : T{};
    }
    to = value;
  }

  index count_fields(std::string_view line) const {
    return 1 + std::ranges::count(line, options_.delimiter);
  }
  /// NaN is read by read_rare(), because C allows characters in parentheses after "nan", and one of
  /// them may be the delimiter.
  static bool is_nan(const T& value) {
    if constexpr (std::is_floating_point_v<T>)
      return detail::is_nan(value);
    return false;
  }
  void read_row(std::string_view line, index columns, T* to) const {
    const char* at = line.data();
    const char* const end = at + line.size();
    for (index k = 0; k < columns; ++k) {
      auto [stop, fault] = parse_number(at, end, to[k]);
      if (fault != std::errc() || (stop != end && *stop != options_.delimiter) || is_nan(to[k]) ||
          (missing_is_number_ && std::string_view(at, stop) == options_.missing)) [[unlikely]] {
        stop = std::find(at, end, options_.delimiter);
        read_rare({at, stop}, k, to[k]);
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
    if (T number; !options.missing.empty()) {
      const char* const end = options.missing.data() + options.missing.size();
      const auto [stop, fault] = parse_number(options.missing.data(), end, number);
      missing_is_number_ = fault == std::errc() && stop == end;
    }
    if (text.starts_with("\xEF\xBB\xBF"))
      at_ = 3;
  }

  csv_table<T> read() {
    csv_table<T> table;
    if (options_.header) {
      if (at_ == text_.size())
        raise<io_error>(say_line() << ": expected a line of names, but the text is empty");
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
    // The text cannot have more rows than this, because a delimiter or line end follows every field
    // except the last one. If there are more lines, one of them is too short, which is reported
    // below.
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

/// A name as a field. It is quoted if it could be misread, for example if it begins with a UTF-8
/// byte order mark.
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

/// Parses CSV text as a table of numbers.
///
/// A line ends with LF or CR LF. Empty lines are skipped.
///
/// \tparam T       the element type: an integer, float or double
/// \param text     the text
/// \param options  the delimiter, whether there is a header, and the text of missing values
/// \returns        csv_table with `names`, empty without a header, and `values` [rows, columns] of
///                 T; a missing value is NaN
/// \throws         io_error with line and column if a field is not a T, if a value is missing and T
///                 is an integer, or if rows differ in length; value_error for an impossible
///                 delimiter
/// \refuses        other element types
/// \complexity     O(length of the text); allocates the result
/// \numpy          `np.genfromtxt(io.StringIO(text), delimiter=",")`, but always with 2 axes
/// \usage          `parse_csv<double>("1,2\n3,4\n").values`
template <class T>
auto parse_csv(std::string_view text, const csv_options& options = {})
    -> accepted_or_refused<detail::csv_verdict<T>, csv_table<T>> {
  STRIA_UNLESS_REFUSED(detail::csv_verdict<T>)
  return detail::csv_reader<T>(text, "csv", options).read();
}

/// Reads a CSV file as a table of numbers.
///
/// A line ends with LF or CR LF. Empty lines are skipped.
///
/// \tparam T       the element type: an integer, float or double
/// \param path     the file
/// \param options  the delimiter, whether there is a header, and the text of missing values
/// \returns        csv_table with `names`, empty without a header, and `values` [rows, columns] of
///                 T; a missing value is NaN
/// \throws         io_error if the file cannot be read, and as for parse_csv(); value_error for an
///                 impossible delimiter
/// \refuses        other element types
/// \complexity     O(length of the file), which is read into memory; allocates the result
/// \numpy          `np.genfromtxt(path, delimiter=",")`, but always with 2 axes
/// \usage          `load_csv<double>(path, {.header = true}).values`
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

/// Writes the values of an expression as a CSV file.
///
/// Each number is written with as many digits as load_csv() needs to restore it exactly. An
/// existing file is replaced when the new one is complete.
///
/// \param path     the file
/// \param e        an operand [rows, columns], or [rows] for one column, of integers, float or
///                 double
/// \param names    names of the columns for the first line, or none
/// \param options  the delimiter, and `.durable`
/// \returns        nothing
/// \throws         io_error if the file cannot be written; value_error if the number of names
///                 differs from the number of columns, or for an impossible delimiter
/// \refuses        other element types and ranks
/// \complexity     O(n); an expression is evaluated into a temporary first
/// \numpy          `np.savetxt(path, e, delimiter=",")`
/// \usage          `save_csv(path, e, {"x", "y"})`
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
      raise<value_error>(detail::say_file(path)
                         << names.size() << " names, but the table has " << columns << " columns");
    std::string header;
    for (const std::string& name : names) {
      if (!header.empty())
        header += options.delimiter;
      header += detail::quote_name(name, options.delimiter);
    }
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
/// Writes a table, such as the result of load_csv(), with the names of its columns:
/// `save_csv(path, load_csv<double>(other, {.header = true}))`. If the table has no names, the file
/// has no header.
template <class T>
auto save_csv(const std::string& path, const csv_table<T>& table, const csv_options& options = {})
    -> accepted_or_refused<detail::csv_operand_verdict<dtensor<T, 2>>, void> {
  STRIA_UNLESS_REFUSED(detail::csv_operand_verdict<dtensor<T, 2>>)
  save_csv(path, table.values, table.names, options);
}

} // namespace stria
