// SPDX-License-Identifier: BSL-1.0
// Printing: streams, options, and elements that are not numbers.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <iomanip>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

using namespace stria;

namespace {

template <class E> std::string printed(const E& e) {
  std::ostringstream stream;
  stream << e;
  return stream.str();
}

struct money {
  int cents = 0;
};
std::ostream& operator<<(std::ostream& out, const money& m) {
  return out << "$" << m.cents / 100 << '.' << std::setw(2) << std::setfill('0') << m.cents % 100;
}

/// Can be constructed from anything, including a stream.
struct greedy {
  int value = 0;
  greedy() = default;
  template <class U> greedy(U&&) : value(1) {}
  friend std::ostream& operator<<(std::ostream& out, const greedy& g) {
    out.put(static_cast<char>('0' + g.value));
    return out;
  }
};

struct grouped : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

} // namespace

TEST_CASE("a stream is written to and returned") {
  const tensor t{1, 2, 3};
  std::ostringstream stream;
  static_assert(std::is_same_v<decltype(stream << t), std::ostringstream&>);
  stream << "t = " << t << ", " << t * 2 << '\n';
  CHECK(stream.str() == "t = [1 2 3], [2 4 6]\n");
  CHECK(printed(tensor{1.5}[0]) == "1.5");
  std::ostringstream moved;
  std::move(moved) << t;
  CHECK(moved.str() == "[1 2 3]");

  std::ostringstream narrow;
  narrow << std::setw(20) << std::setfill('*') << t << std::setw(3) << 7;
  CHECK(narrow.str() == "[1 2 3]**7");

  std::ostringstream bad;
  bad.setstate(std::ios::badbit);
  bad << t;
  CHECK(bad.str().empty());
}

TEST_CASE("shifts of tensors are still shifts") {
  const tensor t{1, 2, 3};
  CHECK(printed(t << 1) == "[2 4 6]");
  CHECK(printed(1 << t) == "[2 4 8]");
}

TEST_CASE("no locale changes the text") {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new grouped));
  std::ostringstream stream;
  stream << tensor{1234.5, 2.0} << tensor{1234567} << tensor<money, 1>{money{123456}};
  std::locale::global(before);
  CHECK(stream.str() == "[1234.5    2. ][1234567][$1234.56]");
}

TEST_CASE("strings are quoted") {
  const tensor<std::string, 2, 2> words{{"ab", "c"}, {"it's", "tab\t\"'\\\x01"}};
  CHECK(printed(words) == "[['ab' 'c']\n [\"it's\" 'tab\\t\"\\'\\\\\\x01']]");
  CHECK(printed(tensor<std::string>(std::string("ab"))) == "ab");
  CHECK(printed(tensor<std::string_view, 2>{"x", "\n"}) == "['x' '\\n']");
  CHECK(repr(words[0]) == "view<std::string, 2>(['ab', 'c'], shape=(2,))");
  // The length of a line is counted in characters, not in bytes.
  tensor<std::string, 18> umlauts;
  umlauts = std::string("\xC3\xA4");
  CHECK(printed(umlauts).find('\n') == std::string::npos);
  tensor<std::string, 19> more;
  more = std::string("\xC3\xA4");
  CHECK(printed(more).find('\n') != std::string::npos);
}

TEST_CASE("other elements are written by their operator<<") {
  const tensor<money, 2, 2> prices{{money{5}, money{1250}}, {money{100}, money{7}}};
  CHECK(printed(prices) == "[[$0.05 $12.50]\n [$1.00 $0.07]]");
  CHECK(printed(prices[1]) == "[$1.00 $0.07]");
  CHECK(printed(tensor<money>(money{42})) == "$0.42");
  CHECK(repr(tensor<money, 1>{money{7}}).find("([$0.07], shape=(1,))") != std::string::npos);
  CHECK(printed(tensor<greedy, 2>{}) == "[0 0]");
}

TEST_CASE("tensors of tensors are printed in columns") {
  const tensor<int, 2, 2> a{{1, 2}, {3, 4}};
  const tensor<tensor<int, 2, 2>, 2> pair{a, a};
  CHECK(printed(pair) == "[[[1 2]\n  [3 4]] [[1 2]\n          [3 4]]]");
}

TEST_CASE("options apply to this thread until the end of a scope") {
  const tensor x{1.0 / 3, 2.0};
  CHECK(printed(x) == "[0.33333333 2.        ]");
  {
    const print_scope scope({.precision = 2});
    CHECK(get_print_options().precision == 2);
    CHECK(printed(x) == "[0.33 2.  ]");
    std::string elsewhere;
    std::thread([&] { elsewhere = printed(x); }).join();
    CHECK(elsewhere == "[0.33333333 2.        ]");
  }
  CHECK(printed(x) == "[0.33333333 2.        ]");
  const print_options before = set_print_options({.suppress = true});
  CHECK_FALSE(before.suppress);
  CHECK(set_print_options(before).suppress);
  CHECK(array2string(x, {.precision = 3}) == "[0.333 2.   ]");
  CHECK(array2string(tensor<double>(1.0 / 3), {.precision = 3}) == "0.333");
  CHECK(repr(x, {.precision = 1}) == "tensor<double, 2>([0.3, 2. ], shape=(2,))");
}

TEST_CASE("meaningless options do no harm") {
  const tensor x{1.0 / 3, 2.0};
  CHECK(array2string(x, {.precision = -5}) == "[0. 2.]");
  CHECK(array2string(x, {.threshold = -1, .edgeitems = -1}) == "[... 2.        ]");
  CHECK(array2string(x, {.linewidth = -7}) == "[0.33333333\n 2.        ]");
  CHECK(array2string(x, {.sign = 'x'}) == "[0.33333333 2.        ]");
  CHECK(array2string(x, {.threshold = 0, .edgeitems = std::numeric_limits<stria::index>::max()}) ==
        "[0.33333333 2.        ]");
  constexpr auto least = std::numeric_limits<stria::index>::min();
  CHECK(array2string(x, {.threshold = least, .edgeitems = least, .linewidth = least}) ==
        "[...\n 2.        ]");
  CHECK(repr(tensor{1}, {.linewidth = least}) == "tensor<int, 1>([1],\n               shape=(1,))");
  CHECK(array2string(x,
                     {.precision = std::numeric_limits<int>::max(), .floatmode = float_mode::fixed})
            .size() < 40000);
  const std::string digits =
      array2string(tensor{0.1}, {.precision = 3000, .floatmode = float_mode::fixed});
  CHECK(digits.size() == 3000 + 4);
  CHECK(digits.substr(0, 24) == "[0.100000000000000005551");
}

TEST_CASE("only shown elements are computed") {
  int calls = 0;
  const auto e = map(
      [&](stria::index i) {
        ++calls;
        return i;
      },
      arange(1000000));
  CHECK(printed(e) == "[     0      1      2 ... 999997 999998 999999]");
  CHECK(calls == 6);
}

TEST_CASE("more elements than can be counted are summarised") {
  const tensor one{1};
  constexpr stria::index many = stria::index{1} << 40;
  const auto e = broadcast_to(one, many, 1) + broadcast_to(one, 1, many);
  CHECK(printed(e).starts_with("[[2 2 2 ... 2 2 2]\n [2 2 2 ... 2 2 2]\n"));
}

TEST_CASE("a long line needs no more time than many short ones") {
  const auto text =
      array2string(zeros<int>(300000),
                   {.threshold = 1000000, .linewidth = std::numeric_limits<stria::index>::max()});
  CHECK(text.size() == 600001);
  CHECK(text.find('\n') == std::string::npos);
}

TEST_CASE("long double and characters are numbers") {
  CHECK(printed(tensor<long double, 2>{0.5L, 1.25L}) == "[0.5  1.25]");
  CHECK(printed(tensor<long double>(1.5L)) == "1.5");
  CHECK(printed(tensor<char, 2>{'a', 'b'}) == "[97 98]");
  CHECK(printed(tensor<char16_t, 1>{u'\xFFFF'}) == "[65535]");
}
