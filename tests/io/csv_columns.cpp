// SPDX-License-Identifier: BSL-1.0
// Tables of text, choices of columns and lines, structs of columns, and the errors of these. The
// values are those of numpy.genfromtxt.
#include "catch.hpp"
#include "files.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/io/csv.hpp>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

using namespace stria;
using stria::index;
using test::holds, test::list, test::values;

namespace {

using names = std::vector<std::string>;

inline constexpr dim flowers{"flowers"};
struct iris {
  dtensor<double, 1> length;
  dtensor<std::string, 1> species;
};
struct measured {
  tensor<float, flowers, 2> sizes;
  names columns;
  tensor<int, flowers> kind;
};
struct labelled {
  dtensor<std::string, 1> label;
  dtensor<double, 2> rest;
};
struct two_open {
  dtensor<double, 2> a, b;
};
struct with_number {
  dtensor<double, 1> a;
  int b;
};

template <class T = double> auto read(std::string_view text, const csv_options& options = {}) {
  return parse_csv<T>(text, options).values;
}

/// True if a call throws an Error whose text contains `part`.
template <class Error> bool fails(auto call, std::string_view part) {
  try {
    call();
  } catch (const Error& e) {
    return std::string_view(e.what()).find(part) != std::string_view::npos;
  }
  return false;
}

} // namespace

TEST_CASE("a table of text") {
  const auto t = parse_csv<std::string>("name,text\n a ,\"x, \"\"y\"\"\"\nb,NA\n",
                                        {.header = true, .missing = "NA"});
  STATIC_REQUIRE(std::same_as<decltype(t), const csv_table<std::string>>);
  CHECK(t.names == names{"name", "text"});
  CHECK(values(t.values) == list<std::string>{"a", "x, \"y\"", "b", ""});
  CHECK(read<std::string>("").size() == 0);
  CHECK(fails<io_error>([&] { read<std::string>("a,b\nc,\"d\n"); },
                        "csv: line 2, column 2: the closing quote of this field is missing"));
  CHECK(fails<io_error>(
      [&] { read<std::string>("\"a\"b,c\n"); },
      "csv: line 1, column 1: unexpected text after the closing quote of this field"));
}

TEST_CASE("a struct of columns of different types") {
  const iris a = parse_csv<iris>("length,species\n5.1,setosa\n7,versicolor\n", {.header = true});
  CHECK(holds(a.length, {5.1, 7}));
  CHECK(values(a.species) == list<std::string>{"setosa", "versicolor"});
  const auto b =
      parse_csv<measured>("k,x,y\n1,2.5,3\n4,5,6\n", {.header = true, .columns = {"x", -1, "k"}});
  CHECK(holds(b.sizes, {2.5, 3, 5, 6}));
  CHECK(b.columns == names{"x", "y", "k"});
  CHECK(holds(b.kind, {1, 4}));
  const auto c = parse_csv<labelled>("p,1,2,3\nq,4,5,6");
  CHECK(values(c.label) == list<std::string>{"p", "q"});
  CHECK(test::shape(c.rest) == list<index>{2, 3});
  CHECK(parse_csv<labelled>("p\n").rest.extent(1) == 0);
  CHECK(parse_csv<iris>("").length.size() == 0);
  CHECK(parse_csv<iris>("a,b\n", {.header = true}).species.size() == 0);

  CHECK(fails<io_error>([&] { parse_csv<iris>("1,a,2\n"); },
                        "csv: the table has 3 columns, but the members of the struct are for 2"));
  CHECK(fails<io_error>(
      [&] { parse_csv<iris>("1,a,2\n", {.columns = {0}}); },
      "csv: the options choose 1 columns, but the members of the struct are for 2"));
  CHECK(fails<io_error>([&] { parse_csv<iris>("1,a\n2\n"); },
                        "csv: line 2: 1 fields, but the table has 2"));
  CHECK(fails<io_error>([&] { parse_csv<iris>("1,a\nx,b\n"); },
                        "csv: line 2, column 1: \"x\" is not a value of float64"));
  STATIC_REQUIRE(!detail::csv_record<two_open>);
  STATIC_REQUIRE(!detail::csv_record<with_number>);
}

TEST_CASE("columns are chosen by position and by name") {
  const std::string_view text = "a,b,c\n1,2,3\n4,5,6\n";
  const auto t = parse_csv<double>(text, {.header = true, .columns = {"c", 0, -1}});
  CHECK(t.names == names{"c", "a", "c"});
  CHECK(holds(t.values, {3, 1, 3, 6, 4, 6}));
  CHECK(holds(read("1,x,3\n4,y,6\n", {.columns = {2, 0}}), {3, 1, 6, 4}));
  CHECK(fails<index_error>([&] { read("1,2\n", {.columns = {2}}); },
                           "csv: column 2 is out of bounds for a table of 2 columns"));
  CHECK(fails<value_error>([&] { read(text, {.header = true, .columns = {"d"}}); },
                           "csv: there is no column \"d\""));
  CHECK(fails<value_error>([&] { read("1,2\n", {.columns = {"d"}}); },
                           "names need {.header = true}"));
  CHECK(fails<io_error>([&] { read("1,2\n3\n", {.columns = {0}}); }, "csv: line 2: 1 fields"));
}

TEST_CASE("comments, and lines that are not read") {
  // np.genfromtxt(..., delimiter=",", comments="#", skip_header=1, skip_footer=1, max_rows=...)
  const std::string_view text = "made by hand\n# x,y\n1,2 # first\n  # nothing\n\n3,4\n5,6\n";
  CHECK(holds(read(text, {.comments = "#", .skip_header = 1}), {1, 2, 3, 4, 5, 6}));
  CHECK(holds(read(text, {.comments = "#", .skip_header = 1, .skip_footer = 1}), {1, 2, 3, 4}));
  CHECK(holds(read(text, {.comments = "#", .skip_header = 1, .max_rows = 1}), {1, 2}));
  CHECK(read(text, {.comments = "#", .skip_header = 9}).size() == 0);
  CHECK(read("1,2\n", {.skip_footer = 3}).size() == 0);
  const auto named = parse_csv<double>(text, {.header = true, .comments = "#", .skip_header = 1});
  CHECK(named.names == names{"x", "y"});
  CHECK(holds(named.values, {1, 2, 3, 4, 5, 6}));
  CHECK(fails<io_error>([&] { read(text, {.comments = "%", .skip_header = 2}); },
                        "csv: line 3, column 2: \"2 # first\" is not a value of float64"));
  CHECK(fails<io_error>([&] { read("a\n#\n1,x\n", {.comments = "#", .skip_header = 1}); },
                        "csv: line 3, column 2"));
  CHECK(fails<value_error>([&] { read("1", {.max_rows = -1}); }, "must not be negative"));
}

TEST_CASE("runs of blanks, and decimal commas") {
  // np.genfromtxt(text) without a delimiter
  const csv_options blanks{.delimiter = ' ', .runs = true};
  CHECK(holds(read("  1   2.5\t3 \n\t4 5  6\n   \n", blanks), {1, 2.5, 3, 4, 5, 6}));
  CHECK(values(read<std::string>(" a   b\n\"c d\" e\n", blanks)) ==
        list<std::string>{"a", "b", "c d", "e"});
  CHECK(parse_csv<double>(" x  y\n1 2\n", {.delimiter = ' ', .header = true, .runs = true}).names ==
        names{"x", "y"});
  CHECK(fails<io_error>([&] { read("1 2\n 3\n", blanks); },
                        "csv: line 2: 1 fields, but the table has 2"));
  CHECK(holds(read("1;;2\n", {.delimiter = ';', .runs = true}), {1, 2}));

  const csv_options german{.delimiter = ';', .decimal = ','};
  CHECK(holds(read("1,5;-2,25e1\n+,5;3\n", german), {1.5, -22.5, .5, 3}));
  CHECK(fails<io_error>([&] { read("1.000,5;2\n", german); },
                        "\"1.000,5\" is not a value of float64"));
  CHECK(fails<value_error>([&] { read("1", {.decimal = ','}); },
                           "both the delimiter and the decimal point"));
  CHECK(
      fails<value_error>([&] { read("1", {.decimal = ';'}); }, "the decimal point of a table is"));
}

TEST_CASE("missing values are filled") {
  // np.genfromtxt(..., delimiter=",", missing_values="NA", filling_values=-1)
  const csv_options filled{.missing = "NA", .filling = -1};
  CHECK(holds(read("1,NA,\n,2,3\n", filled), {1, -1, -1, -1, 2, 3}));
  CHECK(holds(read<int>("1,NA,\n,2,3\n", filled), {1, -1, -1, -1, 2, 3}));
  CHECK(std::isnan(read("1,NA\n", {.missing = "NA"})[0, 1]));
  CHECK(fails<value_error>([&] { read<int>("1,\n", {.filling = .5}); },
                           "the filling of a table is not a value of int32"));
  CHECK(fails<value_error>([&] { read<unsigned char>("1,\n", {.filling = 256}); },
                           "not a value of uint8"));
  CHECK(fails<io_error>([&] { read<int>("1,\n"); },
                        "csv: line 1, column 2: \"\" is not a value of int32"));
}
