// SPDX-License-Identifier: BSL-1.0
// Text tables: numbers, names, missing values, errors with their positions, and round trips.
#include "catch.hpp"
#include "files.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/io/csv.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace stria;
using stria::index;
using test::bytes_of, test::holds, test::scratch, test::write_bytes;

namespace {

using names = std::vector<std::string>;

template <class T = double> auto read(std::string_view text, const csv_options& options = {}) {
  return parse_csv<T>(text, options).values;
}

} // namespace

TEST_CASE("a text is a table") {
  STATIC_REQUIRE(std::same_as<decltype(read<float>("")), dtensor<float, 2>>);
  CHECK(holds(read("1,2.5\n-3,4e2\n"), {1, 2.5, -3, 400}));
  CHECK(test::shape(read("1,2,3\n4,5,6\n")) == test::list<index>{2, 3});
  CHECK(test::shape(read("1\n2\n3")) == test::list<index>{3, 1});
  CHECK(test::shape(read("1,2,3")) == test::list<index>{1, 3});
  CHECK(test::shape(read("")) == test::list<index>{0, 0});
  CHECK(test::shape(read("\n\r\n\n")) == test::list<index>{0, 0});
  // Line ends, a UTF-8 byte order mark, empty lines.
  CHECK(holds(read("1,2\r\n3,4\r\n"), {1, 2, 3, 4}));
  CHECK(holds(read("\xEF\xBB\xBF"
                   "1,2\n\n3,4\n\r\n\n"),
              {1, 2, 3, 4}));
  // Blanks, a plus sign, quotes.
  CHECK(holds(read(" 1\t, +2 \n\"3\",\" 4\"\n+.5,5.\n"), {1, 2, 3, 4, 0.5, 5}));
  CHECK(holds(read("1\t2\n3\t4\n", {.delimiter = '\t'}), {1, 2, 3, 4}));
  CHECK(holds(read("1 2\n3 4\n", {.delimiter = ' '}), {1, 2, 3, 4}));
  CHECK(holds(read("1;2\n", {.delimiter = ';'}), {1, 2}));
  // Characters that may follow "nan" in a number may also be the delimiter.
  CHECK(std::isnan(read("nan(7_x)\n")(0, 0)));
  CHECK_THROWS_AS(read("nan(7_x)\n", {.delimiter = '_'}), io_error);
  CHECK(holds(isnan(read("nan(1\n", {.delimiter = '('})), {true, false}));
  CHECK_THROWS_WITH(read("nan(1)\n1(2\n", {.delimiter = '('}),
                    test::contains("line 1, column 2: \"1)\""));
  CHECK(holds(read<std::int8_t>("-128,127\n+1,0\n"), {-128, 127, 1, 0}));
  CHECK(holds(read<std::uint64_t>("18446744073709551615\n"), {~std::uint64_t{0}}));
}

TEST_CASE("names are in the first line") {
  const auto t = parse_csv<double>("a,b b, c\n1,2,3\n", {.header = true});
  CHECK(t.names == names{"a", "b b", " c"});
  CHECK(holds(t.values, {1, 2, 3}));
  const auto quoted = parse_csv<int>(
      "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"\",\r\n1,2,3,4,5\r\n", {.header = true});
  CHECK(quoted.names == names{"a,b", "say \"x\"", "two\nlines", "", ""});
  CHECK(holds(quoted.values, {1, 2, 3, 4, 5}));
  const auto alone = parse_csv<int>("x,y", {.header = true});
  CHECK(alone.names == names{"x", "y"});
  // The last line ends like other rows.
  CHECK(parse_csv<int>("x,y\r", {.header = true}).names == names{"x", "y"});
  CHECK(parse_csv<int>("\"x\",\"y\"\r", {.header = true}).names == names{"x", "y"});
  CHECK(test::shape(alone.values) == test::list<index>{0, 2});
  CHECK(parse_csv<int>("1,2\n").names.empty());
}

TEST_CASE("missing values are NaN, and errors for integers") {
  const auto t = read(",1\n2,\n , \"\"\n");
  CHECK(test::shape(t) == test::list<index>{3, 2});
  CHECK(holds(isnan(t), {true, false, false, true, true, true}));
  CHECK(holds(isnan(read("NA,nan,1\n", {.missing = "NA"})), {true, true, false}));
  CHECK_THROWS_WITH(read("NA,1\n"), test::contains("line 1, column 1: \"NA\" is not a value of "));
  CHECK_THROWS_WITH(read<int>("1,2\n3,\n"),
                    test::contains("csv: line 2, column 2: \"\" is not a value of int32"));
  CHECK_THROWS_AS(read<int>("NA\n", {.missing = "NA"}), io_error);
  // The text of a missing value may be a number.
  const auto numbers = read("-999,1, -999 ,-99\n", {.missing = "-999"});
  CHECK(holds(isnan(numbers), {true, false, true, false}));
  CHECK_THROWS_AS(read<int>("1,-999\n", {.missing = "-999"}), io_error);
}

TEST_CASE("numbers at the limits of their types") {
  CHECK(holds(read("inf,-inf,1e308,5e-324\n"), {test::inf, -test::inf, 1e308, 5e-324}));
  CHECK(holds(read("1e-400,-1e-400\n"), {0.0, -0.0}));
  CHECK(holds(read<float>("1e-60,1e-45,3.4e38\n"), {0.0F, 1e-45F, 3.4e38F}));
  // Out of range for every type, and near half of the smallest number of a type.
  CHECK(holds(read("1e-5000,-1e-5000,0.00001e-4999,100000e-5000\n"), {0.0, -0.0, 0.0, 0.0}));
  CHECK(holds(read("1e-99999999999999999999,0e99999999999999999999\n"), {0.0, 0.0}));
  CHECK(holds(read(std::string("0.") + std::string(5000, '0') + "1\n"), {0.0}));
  CHECK(std::signbit(read("-1e-5000\n")(0, 0)));
  CHECK(holds(read("2.4703282292062328e-324,2.4703282292062327e-324\n"), {5e-324, 0.0}));
  CHECK(holds(read<float>("7.006492321624086e-46,7.006492321624085e-46\n"), {1e-45F, 0.0F}));
  for (const char* large : {"1e5000", "-1e5000", "0.00001e5001", "1e99999999999999999999"})
    CHECK_THROWS_AS(read(large), io_error);
  CHECK_THROWS_AS(read(std::string(5000, '9') + "\n"), io_error);
  CHECK_THROWS_WITH(read("1,1e400\n"),
                    test::contains("column 2: \"1e400\" is not a value of float64"));
  CHECK_THROWS_AS(read("1e99999\n"), io_error);
  CHECK_THROWS_AS(read<float>("1e39\n"), io_error);
  CHECK_THROWS_WITH(read<std::int8_t>("128\n"), test::contains("\"128\" is not a value of int8"));
  CHECK_THROWS_AS(read<std::uint8_t>("-1\n"), io_error);
  CHECK_THROWS_AS(read<int>("1.5\n"), io_error);
}

TEST_CASE("an invalid field is reported with its place") {
  CHECK_THROWS_WITH(
      read("1,2\n\n3,x\n"),
      test::contains("stria: csv: line 3, column 2: \"x\" is not a value of float64"));
  CHECK_THROWS_WITH(parse_csv<int>("\"a\nb\",c\n1,2\n3,4x\n", {.header = true}),
                    test::contains("line 4, column 2: \"4x\" is not a value of int32"));
  for (const char* wrong : {"1 2", "--1", "+-1", "1e", "0x10", "1,5", "\"", "\"1", "1\"", "+", "."})
    CHECK_THROWS_AS(read(wrong, {.delimiter = ';'}), io_error);
  CHECK_THROWS_AS(read(std::string_view("1\0,2", 4)), io_error);
  CHECK_THROWS_WITH(read("1,2\n" + std::string(1000, 'y') + ",1\n"), test::contains("yyy[...]\""));

  CHECK_THROWS_WITH(read("1,2\n3\n"), test::contains("line 2: 1 fields, but the table has 2"));
  CHECK_THROWS_WITH(read("1,2\n3,4,5\n"), test::contains("line 2: 3 fields, but the table has 2"));
  CHECK_THROWS_AS(read("1,2\n3,4,\n"), io_error);
  CHECK_THROWS_WITH(parse_csv<int>("a,b\n1\n", {.header = true}),
                    test::contains("line 2: 1 fields, but the table has 2"));
  // Many fields times many lines exceed the number of characters.
  CHECK_THROWS_AS(read("1" + std::string(100000, ',') + "\n" + std::string(100000, '1') + "\n"),
                  io_error);
  std::string wide = std::string(100000, ',') + "\n";
  for (int k = 0; k < 100000; ++k)
    wide += "1\n";
  CHECK_THROWS_WITH(read(wide), test::contains("line 2: 1 fields, but the table has 100001"));
  CHECK_THROWS_WITH(read("1,2,3\n4\n"), test::contains("line 2: 1 fields"));

  const csv_options header{.header = true};
  CHECK_THROWS_WITH(read("", header), test::contains("expected a line of names"));
  CHECK_THROWS_WITH(read("a,\"b\n1,2\n", header),
                    test::contains("line 1, column 2: the closing quote of this name is missing"));
  CHECK_THROWS_WITH(read("\"a\"b,c\n", header),
                    test::contains("line 1, column 1: unexpected text after the closing quote"));
  for (const char d : {'1', 'e', '.', '-', '"', '\n', '\0'})
    CHECK_THROWS_AS(read("1", {.delimiter = d}), value_error);
}

TEST_CASE("every truncated table is a table or io_error") {
  const std::string text = "\"a\"\"\",b\r\n1,+2\r\n\"3\",\r\n inf,-4e-3\r\n";
  for (std::size_t n = 0; n <= text.size(); ++n) {
    // A copy of exactly this length, so that reads beyond it are detected.
    const std::vector<char> part(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(n));
    try {
      const auto t = parse_csv<double>({part.data(), n}, {.header = true});
      CHECK(t.values.extent(1) == static_cast<index>(t.names.size()));
    } catch (const io_error& e) {
      CHECK(std::string(e.what()).starts_with("stria: csv: line "));
    }
  }
}

TEST_CASE("a saved table is loaded again") {
  const scratch folder("csv_round");
  const std::string path = folder.file("x.csv");
  const dtensor<double, 2> t{{0.1, -1e300, test::inf}, {5e-324, -0.0, 1.0 / 3}};
  save_csv(path, t);
  CHECK(bytes_of(path) == "0.1,-1e+300,inf\n5e-324,-0,0.3333333333333333\n");
  CHECK(holds(load_csv<double>(path).values, test::values(t)));
  save_csv(path, 2.0 * t[_, rev()], {"x", "", "a \"b\", c\n"}, {.delimiter = ';'});
  const auto back = load_csv<double>(path, {.delimiter = ';', .header = true});
  CHECK(back.names == names{"x", "", "a \"b\", c\n"});
  CHECK(holds(back.values, test::values(2.0 * t[_, rev()])));
  // A table is saved with its names.
  const std::string copy = folder.file("copy.csv");
  save_csv(copy, back, {.delimiter = ';'});
  CHECK(bytes_of(copy) == bytes_of(path));
  save_csv(path, csv_table<double>{{"a", "b"}, {{1, 2}}});
  CHECK(bytes_of(path) == "a,b\n1,2\n");
  save_csv(path, csv_table<int>{.values = {{1, 2}}}, {});
  CHECK(bytes_of(path) == "1,2\n");
  CHECK_THROWS_AS(save_csv(path, csv_table<int>{{"a"}, {{1, 2}}}), value_error);
  // A name that begins like a UTF-8 byte order mark.
  save_csv(path, tensor{{1}}, {"\xEF\xBB\xBFx"});
  CHECK(load_csv<int>(path, {.header = true}).names == names{"\xEF\xBB\xBFx"});
  save_csv(path, tensor<std::int8_t, 3>{-1, 0, 100}, {""});
  CHECK(bytes_of(path) == "\"\"\n-1\n0\n100\n");
  save_csv(path, tensor{{test::qnan}});
  CHECK(std::isnan(load_csv<double>(path).values(0, 0)));
  // More than one block.
  const auto many = reshape(cast<float>(arange(60000)) / 7.0F, -1, 3);
  save_csv(path, many);
  CHECK(test::evaluated(load_csv<float>(path).values) == test::evaluated(many));
  CHECK(folder.count() == 2);

  CHECK_THROWS_WITH(save_csv(path, t, {"a"}),
                    test::contains("x.csv: 1 names, but the table has 3 columns"));
  CHECK_THROWS_AS(save_csv(path, t, {}, {.delimiter = '1'}), value_error);
  CHECK_THROWS_AS(save_csv(folder.file("no/x.csv"), t), io_error);
  CHECK_THROWS_WITH(load_csv<double>(folder.file("none.csv")),
                    test::contains("none.csv: the file cannot be opened"));
  write_bytes(path, "1,2\n3,x\n");
  CHECK_THROWS_WITH(load_csv<double>(path), test::contains("x.csv: line 2, column 2"));
  write_bytes(path, "");
  CHECK(load_csv<double>(path).values.size() == 0);
}
