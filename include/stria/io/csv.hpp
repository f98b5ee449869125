// SPDX-License-Identifier: BSL-1.0
// io/csv.hpp: reads and writes tables as CSV text (RFC 4180).
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/assign.hpp>
#include <stria/expr/floating.hpp>
#include <stria/io/csv_lines.hpp>
#include <stria/io/csv_record.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace stria {

/// A table of shape [rows, columns], and the names of its columns if the text has a header.
///
/// \usage        `const auto t = load_csv<double>(path, {.header = true}); t.names; t.values`
template <class T> struct csv_table {
  std::vector<std::string> names{};
  dtensor<T, 2> values{};
};

namespace detail {

template <class T> class csv_reader;
/// The result of parse_csv<T>(), and the class that reads it.
template <class T> struct csv_result {
  using type = csv_table<T>;
  using reader = csv_reader<T>;
};
template <csv_record T> struct csv_result<T> {
  using type = T;
  using reader = csv_record_reader<T>;
};
template <class T> struct csv_verdict {
  static constexpr bool accepted = csv_element<T> || csv_record<T>;
  static constexpr message text() {
    if (csv_record_traits<T>::is_record)
      return message("stria: only one member of the struct may have a number of columns that is "
                     "known at run time; give the others a static extent, as in tensor<double, "
                     "dyn, 4>");
    if (std::is_class_v<T> && std::is_aggregate_v<T>)
      return message("stria: a struct of columns has at most 16 members: tensors of rank 1 (a "
                     "column) or 2 (several columns) of integers, float, double or std::string, "
                     "and a std::vector<std::string> for the names");
    return message("stria: a CSV table holds integers, float, double or std::string, not elements "
                   "of this type; cast<T>(e) converts them");
  }
};

template <class E> struct csv_operand_verdict {};
template <operand E> struct csv_operand_verdict<E> {
  static constexpr bool ranked = extents_of<E>.rank() == 1 || extents_of<E>.rank() == 2;
  static constexpr bool accepted = ranked && csv_number<value_t<E>>;
  static constexpr message text() {
    if (!ranked)
      return message("stria: save_csv writes an array of 2 axes (rows and columns) or of 1 axis "
                     "(one column)");
    return message("stria: a CSV table holds integers, float or double, not elements of this "
                   "type; cast<T>(e) converts them");
  }
};

/// Reads a table of elements of one type.
template <class T> class csv_reader : csv_lines {
  bool missing_is_number_ = false; // options_.missing would also be read as a number
  std::vector<index> chosen_;      // empty for all columns
  std::vector<std::string_view> fields_;

  /// True if rows are read from left to right without splitting them first.
  bool is_plain() const {
    return !std::same_as<T, std::string> && options_.columns.empty() && !options_.runs &&
           options_.decimal == '.';
  }
  /// NaN is read by read_field(), because C allows characters in parentheses after "nan", and one
  /// of them may be the delimiter.
  static bool is_nan(const T& value) {
    if constexpr (std::is_floating_point_v<T>)
      return detail::is_nan(value);
    return false;
  }
  void read_plain_row(std::string_view line, index columns, T* to) const {
    const char* at = line.data();
    const char* const end = at + line.size();
    for (index k = 0; k < columns; ++k) {
      auto [stop, fault] = parse_number(at, end, to[k]);
      if (fault != std::errc() || (stop != end && *stop != options_.delimiter) || is_nan(to[k]) ||
          (missing_is_number_ && std::string_view(at, stop) == options_.missing)) [[unlikely]] {
        stop = std::find(at, end, options_.delimiter);
        read_field({at, stop}, k, to[k]);
      }
      if ((stop == end) != (k + 1 == columns))
        refuse_count(1 + std::ranges::count(line, options_.delimiter), columns);
      at = stop == end ? end : stop + 1;
    }
  }
  void read_row(std::string_view line, index columns, T* to) {
    if constexpr (!std::same_as<T, std::string>)
      if (is_plain()) {
        read_plain_row(line, columns, to);
        return;
      }
    split(line, fields_);
    if (static_cast<index>(fields_.size()) != columns)
      refuse_count(static_cast<index>(fields_.size()), columns);
    const index n = options_.columns.empty() ? columns : static_cast<index>(chosen_.size());
    for (index k = 0; k < n; ++k) {
      const index column = options_.columns.empty() ? k : chosen_[static_cast<std::size_t>(k)];
      read_field(fields_[static_cast<std::size_t>(column)], column, to[k]);
    }
  }

public:
  csv_reader(std::string_view text, const std::string& name, const csv_options& options)
      : csv_lines(text, name, options) {
    if constexpr (!std::same_as<T, std::string>)
      if (T number; !options.missing.empty()) {
        const char* const end = options.missing.data() + options.missing.size();
        const auto [stop, fault] = parse_number(options.missing.data(), end, number);
        missing_is_number_ = fault == std::errc() && stop == end;
      }
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
    if (!options_.header && rows > 0)
      columns = is_plain() ? plain_fields_ahead() : fields_ahead();
    index width = columns;
    if (!options_.columns.empty()) {
      chosen_ = chosen(table.names, columns);
      width = static_cast<index>(chosen_.size());
      std::vector<std::string> names;
      for (const index k : chosen_)
        if (options_.header)
          names.push_back(table.names[static_cast<std::size_t>(k)]);
      table.names = static_cast<std::vector<std::string>&&>(names);
    }
    const index left = rows;
    // The text cannot have more rows than this, because a delimiter or line end follows every field
    // except the last one. If there are more lines, one of them is too short, which is reported
    // below.
    if (columns > 0)
      rows = std::min(rows, (static_cast<index>(text_.size()) + 1) / columns);
    if constexpr (std::same_as<T, std::string>)
      table.values = dtensor<T, 2>(rows, width);
    else
      table.values = dtensor<T, 2>(std::array{rows, width}, uninitialized_t{});
    T* to = table.values.data();
    index row = 0;
    for (; row < left; ++line_)
      if (const std::string_view line = take_line(); !line.empty()) {
        if (row == rows)
          refuse_count(count_fields(line), columns);
        read_row(line, columns, to);
        to += width;
        ++row;
      }
    return table;
  }

private:
  index plain_fields_ahead() const {
    csv_reader ahead = *this;
    std::string_view first;
    while (first.empty())
      first = ahead.take_line();
    return 1 + std::ranges::count(first, options_.delimiter);
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

/// Parses CSV text as a table.
///
/// A line ends with LF or CR LF. Empty lines are skipped. If T is a struct, each member of rank 1
/// receives a column, in their order, and a member of rank 2 as many columns as its second extent;
/// one such extent may be known at run time only, and takes the columns that are left. A member of
/// type std::vector<std::string> receives the names of the columns. A text may be in quotes; then
/// it may contain delimiters, and quotes written twice.
///
/// \tparam T       the element type: an integer, float, double or std::string; or an aggregate of
///                 tensors of such elements
/// \param text     the text
/// \param options  the delimiter, comments, lines to skip, columns, missing values and others; see
///                 csv_options
/// \returns        csv_table with `names`, empty without a header, and `values` [rows, columns] of
///                 T; or the struct. A missing number is NaN, or `filling`
/// \throws         io_error with line and column if a field is not a T, if a value is missing and T
///                 is an integer, if rows differ in length, or if the members of the struct are for
///                 another number of columns; value_error for impossible options and an unknown
///                 name of a column; index_error for a position of a column that does not exist
/// \refuses        other element types, and other structs
/// \complexity     O(length of the text); allocates the result
/// \numpy          `np.genfromtxt(io.StringIO(text), delimiter=",")`, but always with 2 axes
/// \usage          `parse_csv<double>("1,2\n3,4\n").values`, `parse_csv<iris>(text)`
template <class T>
auto parse_csv(std::string_view text, const csv_options& options = {})
    -> accepted_or_refused<detail::csv_verdict<T>, typename detail::csv_result<T>::type> {
  STRIA_UNLESS_REFUSED(detail::csv_verdict<T>)
  return typename detail::csv_result<T>::reader(text, "csv", options).read();
}

/// Reads a CSV file as a table, as parse_csv() parses a text.
///
/// \tparam T       the element type: an integer, float, double or std::string; or an aggregate of
///                 tensors of such elements
/// \param path     the file
/// \param options  the delimiter, comments, lines to skip, columns, missing values and others; see
///                 csv_options
/// \returns        as for parse_csv()
/// \throws         io_error if the file cannot be read, and as for parse_csv()
/// \refuses        other element types, and other structs
/// \complexity     O(length of the file), which is read into memory; allocates the result
/// \numpy          `np.genfromtxt(path, delimiter=",")`, but always with 2 axes
/// \usage          `load_csv<double>(path, {.header = true}).values`
template <class T>
auto load_csv(const std::string& path, const csv_options& options = {})
    -> accepted_or_refused<detail::csv_verdict<T>, typename detail::csv_result<T>::type> {
  STRIA_UNLESS_REFUSED(detail::csv_verdict<T>) {
    detail::input_file file(path);
    const auto size = static_cast<std::size_t>(file.left());
    const auto text = detail::read_rest<char>(file);
    return typename detail::csv_result<T>::reader({text.get(), size}, path, options).read();
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
