// SPDX-License-Identifier: BSL-1.0
// io/csv_record.hpp: reads a table whose columns have different types into the members of a struct.
// Tests: tests/io/csv_columns.cpp.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/io/csv_lines.hpp>

#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace stria::detail {

template <class T>
concept csv_number =
    one_of<T, float, double> || (npy_element<T> && std::is_integral_v<T> && !std::same_as<T, bool>);
template <class T>
concept csv_element = csv_number<T> || std::same_as<T, std::string>;

using csv_names = std::vector<std::string>;
/// A member that receives columns, or the names of all columns that are read.
template <class M>
concept csv_columns = tensor_operand<M> && csv_element<value_t<M>> &&
                      (extents_of<M>.rank() == 1 || extents_of<M>.rank() == 2);
template <class M>
concept csv_member = std::same_as<M, csv_names> || csv_columns<M>;

/// Converts to each possible member, to count the members of an aggregate.
struct any_csv_member {
  template <class M> operator M() const;
};
inline constexpr std::size_t most_csv_members = 16;
template <class S, std::size_t... K> constexpr bool has_csv_members(std::index_sequence<K...>) {
  return requires { S{(static_cast<void>(K), any_csv_member())...}; };
}
/// The number of members of an aggregate, at most most_csv_members.
template <class S, std::size_t N = most_csv_members> constexpr std::size_t count_csv_members() {
  if constexpr (N == 0 || has_csv_members<S>(std::make_index_sequence<N>()))
    return N;
  else
    return count_csv_members<S, N - 1>();
}

template <class S> constexpr auto csv_members(S& s) {
  constexpr std::size_t n = count_csv_members<S>();
#define STRIA_MEMBERS(number, ...)                                                                 \
  if constexpr (n == number) {                                                                     \
    auto& [__VA_ARGS__] = s;                                                                       \
    return std::tie(__VA_ARGS__);                                                                  \
  } else
  STRIA_MEMBERS(1, a)
  STRIA_MEMBERS(2, a, b)
  STRIA_MEMBERS(3, a, b, c)
  STRIA_MEMBERS(4, a, b, c, d)
  STRIA_MEMBERS(5, a, b, c, d, e)
  STRIA_MEMBERS(6, a, b, c, d, e, f)
  STRIA_MEMBERS(7, a, b, c, d, e, f, g)
  STRIA_MEMBERS(8, a, b, c, d, e, f, g, h)
  STRIA_MEMBERS(9, a, b, c, d, e, f, g, h, i)
  STRIA_MEMBERS(10, a, b, c, d, e, f, g, h, i, j)
  STRIA_MEMBERS(11, a, b, c, d, e, f, g, h, i, j, k)
  STRIA_MEMBERS(12, a, b, c, d, e, f, g, h, i, j, k, l)
  STRIA_MEMBERS(13, a, b, c, d, e, f, g, h, i, j, k, l, m)
  STRIA_MEMBERS(14, a, b, c, d, e, f, g, h, i, j, k, l, m, o)
  STRIA_MEMBERS(15, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p)
  STRIA_MEMBERS(16, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q)
  return std::tuple();
#undef STRIA_MEMBERS
}

template <class T> inline constexpr bool are_csv_members = false;
template <class... M>
inline constexpr bool are_csv_members<std::tuple<M&...>> =
    (csv_member<M> && ...) && (csv_columns<M> || ...);
/// The columns of a member: of rank 2 with a static extent, as many; otherwise one, or -1 for all
/// that the other members leave.
template <class M> constexpr index csv_width() {
  if constexpr (!csv_columns<M>)
    return 0;
  else if constexpr (extents_of<M>.rank() == 1)
    return 1;
  else
    return extents_of<M>[1].is_static() ? extents_of<M>[1].size : index{-1};
}
template <class T> inline constexpr int open_csv_members = 0;
template <class... M>
inline constexpr int open_csv_members<std::tuple<M&...>> = ((csv_width<M>() < 0 ? 1 : 0) + ...);

/// An aggregate of tensors for the columns of a table.
template <class S> struct csv_record_traits {
  static constexpr bool is_record = false, is_determined = false;
};
template <class S>
  requires(std::is_aggregate_v<S> && std::is_class_v<S> && count_csv_members<S>() > 0)
struct csv_record_traits<S> {
  using members = decltype(csv_members(std::declval<S&>()));
  static constexpr bool is_record = are_csv_members<members>;
  static constexpr bool is_determined = is_record && open_csv_members<members> <= 1;
};
template <class S>
concept csv_record = csv_record_traits<S>::is_determined;

/// Reads a table into the members of a struct.
template <csv_record S> class csv_record_reader : csv_lines {
  using fields = std::vector<std::string_view>;

  template <class M> static void resize(M& m, index rows, index width) {
    if constexpr (!std::same_as<M, csv_names>) {
      using T = value_t<M>;
      if constexpr (extents_of<M>.rank() == 1)
        m = dtensor<T, 1>(rows);
      else
        m = dtensor<T, 2>(rows, width);
    }
  }
  /// Reads `width` fields of a row into a member, and returns the position of the next column.
  template <class M>
  index read_into(M& m, index row, index width, const fields& found,
                  std::span<const index> columns) const {
    if constexpr (!std::same_as<M, csv_names>)
      for (index k = 0; k < width; ++k) {
        const index column = columns[static_cast<std::size_t>(k)];
        read_field(found[static_cast<std::size_t>(column)], column, m.data()[row * width + k]);
      }
    return width;
  }

public:
  csv_record_reader(std::string_view text, const std::string& name, const csv_options& options)
      : csv_lines(text, name, options) {}

  S read() {
    csv_names names;
    if (options_.header) {
      if (at_ == text_.size())
        raise<io_error>(say_line() << ": expected a line of names, but the text is empty");
      names = read_names();
    }
    S result{};
    const auto members = csv_members(result);
    std::apply([&]<class... M>(M&... m) { fill(names, m...); }, members);
    return result;
  }

private:
  template <class... M> void fill(const csv_names& names, M&... m) {
    const index rows = count_rows();
    const bool is_empty = rows == 0 && !options_.header;
    const index count = options_.header ? static_cast<index>(names.size()) : fields_ahead();
    std::array<index, sizeof...(M)> widths{csv_width<M>()...};
    index fixed = 0;
    for (const index w : widths)
      fixed += std::max(w, index{0});
    constexpr bool is_open = ((csv_width<M>() < 0) || ...);
    std::vector<index> columns;
    if (!is_empty) {
      if (options_.columns.empty()) {
        columns.resize(static_cast<std::size_t>(count));
        std::iota(columns.begin(), columns.end(), index{0});
      } else {
        columns = chosen(names, count);
      }
      const index read = static_cast<index>(columns.size());
      if (is_open ? read < fixed : read != fixed)
        raise<io_error>(say_file(name_)
                        << (options_.columns.empty() ? "the table has " : "the options choose ")
                        << read << " columns, but the members of the struct are for "
                        << (is_open ? "at least " : "") << fixed);
    }
    for (index& w : widths)
      w = w < 0 ? static_cast<index>(columns.size()) - (is_empty ? 0 : fixed) : w;
    // A member of names gets those of the columns that are read.
    const auto keep_names = [&]<class N>(N& n) {
      if constexpr (std::same_as<N, csv_names>)
        for (const index k : columns)
          if (options_.header)
            n.push_back(names[static_cast<std::size_t>(k)]);
    };
    (keep_names(m), ...);
    std::size_t at = 0;
    (resize(m, rows, widths[at++]), ...);
    fields found;
    for (index row = 0; row < rows; ++line_)
      if (const std::string_view line = take_line(); !line.empty()) {
        split(line, found);
        if (static_cast<index>(found.size()) != count)
          refuse_count(static_cast<index>(found.size()), count);
        std::span<const index> left(columns);
        std::size_t member = 0;
        ((left = left.subspan(
              static_cast<std::size_t>(read_into(m, row, widths[member++], found, left)))),
         ...);
        ++row;
      }
  }
};

} // namespace stria::detail
