// SPDX-License-Identifier: BSL-1.0
// Statements that other array libraries were reported to get wrong: index arrays, masks, empty
// operands, borders and tables of numbers. tests/numpy/limits.cpp has those about limits of
// numbers.
#include "catch.hpp"
#include "numbers.hpp"

#include <stria/io/csv.hpp>
#include <stria/stria.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace stria;
using test::holds;

namespace {

using i64 = std::int64_t;
using sizes = std::vector<index_t>;

template <class E> sizes shape_of_value(const E& e) {
  const auto value = eval(e);
  const auto s = value.shape();
  return sizes(s.begin(), s.end());
}
template <class T, class E>
bool gives(const E& e, const sizes& shape, const std::vector<T>& elements) {
  return shape_of_value(e) == shape && holds(e, elements);
}

} // namespace

TEST_CASE(
    "an index array or mask that reads the target is evaluated before the target is written") {
  tensor<i64, 10> a = arange<i64>(10);
  auto tail = a[range(2, _)];
  tail[a[range(_, -2)]] = 3;
  CHECK(holds(a, {0, 1, 3, 3, 3, 3, 3, 3, 3, 3}));

  tensor<i64, 5> permuted{4, 3, 2, 1, 0};
  permuted[permuted] = permuted + 10;
  CHECK(holds(permuted, {10, 11, 12, 13, 14}));
  tensor<i64, 5> counts{1, 1, 2, 2, 0}; // selects 1 twice, 2 twice and 0 once
  counts[counts] += 1;
  CHECK(holds(counts, {2, 3, 4, 2, 0}));
  tensor<i64, 4> reversed{0, 1, 2, 3};
  reversed[reversed[rev()]] = reversed;
  CHECK(holds(reversed, {3, 2, 1, 0}));
  tensor<i64, 4> digits{0, 2, 1, 3};
  assign_with(digits[digits], digits[rev()], [](i64 x, i64 y) { return 10 * x + y; });
  CHECK(holds(digits, {3, 22, 11, 30}));

  tensor<i64, 5> masked{1, 2, 3, 4, 5};
  masked[masked > 2] = masked[masked > 2] - 10;
  CHECK(holds(masked, {1, 2, -7, -6, -5}));
  dtensor<i64, 3> image = reshape(arange<i64>(12), 2, 2, 3);
  image[image[_, _, 0] > 5, 0] = -1;
  CHECK(holds(image[_, _, 0], {0, 3, -1, -1}));
}

TEST_CASE("a view with strides is an index array, for reading and writing") {
  dtensor<i64, 1> t = arange<i64>(6);
  const dtensor<i64, 3> source = reshape(arange<i64>(6), 2, 1, 3);
  const auto every_third = source[_, _, 0];
  CHECK(gives<i64>(t[every_third], {2, 1}, {0, 3}));
  t[every_third] = -1;
  CHECK(holds(t, {-1, 1, 2, -1, 4, 5}));
}

TEST_CASE("slices beside an index array are clamped") {
  dtensor<i64, 2> a = reshape(arange<i64>(20), 4, 5);
  const std::vector<std::uint32_t> columns{0, 1};
  CHECK(gives<i64>(a[range(-100, 4), columns], {4, 2}, {0, 1, 5, 6, 10, 11, 15, 16}));
  CHECK(gives<i64>(a[range(2, 100), columns], {2, 2}, {10, 11, 15, 16}));
  CHECK(gives<i64>(a[rev(100, -100, 3), columns], {2, 2}, {15, 16, 0, 1}));
  a[range(-100, 1), columns] = -7;
  CHECK(holds(a[range(_, 2)], {-7, -7, 2, 3, 4, 5, 6, 7, 8, 9}));

  dtensor<i64, 5> b = reshape(arange<i64>(540), 3, 3, 4, 5, 3);
  b[tensor{2, 1}, ellipsis, range(_, _, 2), _] = -1;
  CHECK(count_nonzero(b == -1) == 2 * 3 * 4 * 3 * 3);
  CHECK(b[0, 0, 0, 0, 0] == 0);
  CHECK(b[1, 0, 0, 1, 0] == 183);
  CHECK(b[2, 2, 3, 4, 2] == -1);
}

TEST_CASE("a reversed target receives the elements in reverse") {
  const tensor<float, 6> x{0, 1, 2, 3, 4, 5};
  auto t = zeros<float>(6);
  t[rev()] += 2.f * x[rev()];
  CHECK(holds(t, {0, 2, 4, 6, 8, 10}));
  t[rev()] = 2.f * x;
  CHECK(holds(t, {10, 8, 6, 4, 2, 0}));
  dtensor<i64, 2> square = reshape(arange<i64>(16), 4, 4);
  square[range(1, -1), range(1, -1)] = square[range(1, -1), range(1, -1)];
  CHECK(array_equal(square, reshape(arange<i64>(16), 4, 4)));
}

TEST_CASE("a mask is followed by a slice or an integer") {
  tensor<int, 2, 2> x{{1, 2}, {3, 4}};
  x[tensor{true, false}, _] = 0;
  CHECK(holds(x, {0, 0, 3, 4}));
  dtensor<i64, 3> d = reshape(arange<i64>(-6, 10), 2, 2, 4);
  const auto negative = eval(d[ellipsis, 0] < 0);
  d[negative, 3] = 0;
  CHECK(holds(d[ellipsis, 3], {0, 0, 5, 9}));
  tensor<float, 4> v{0, 1, 2, 3};
  v[v < 2.f] = tensor{99.f, 98.f};
  CHECK(holds(v, {99, 98, 2, 3}));
  const tensor before = v;
  const auto three = tensor{1.f, 2.f, 3.f};
  CHECK_THROWS_AS(v[v > 0.f] = three, shape_error);
  dtensor<bool, 1> short_mask(3);
  dtensor<float, 1> w(4);
  CHECK_THROWS_AS(w[short_mask] = 1.f, shape_error);
  CHECK(array_equal(v, before));
}

TEST_CASE("an update of rows adds once for each time that a row is selected") {
  dtensor<i64, 3> y = reshape(arange<i64>(1, 61), 5, 4, 3);
  y[tensor{{0, 2}, {1, 2}}] += tensor{100, 200, 300};
  CHECK(holds(y[_, 0], {101, 202, 303, 113, 214, 315, 225, 426, 627, 37, 38, 39, 49, 50, 51}));
}

TEST_CASE("newaxis, an ellipsis or a slice between advanced items separates them") {
  const tensor<int, 4> a{0, 1, 2, 3};
  const tensor<bool, 4> even{true, false, true, false};
  CHECK(gives<int>(a[newaxis, even], {1, 2}, {0, 2}));
  CHECK(gives<int>(a[even, newaxis], {2, 1}, {0, 2}));
  const dtensor<i64, 2> t = reshape(arange<i64>(12), 3, 4);
  const tensor rows{1, 2}, ends{0, 3};
  CHECK(gives<i64>(t[newaxis, newaxis, rows], {1, 1, 2, 4}, {4, 5, 6, 7, 8, 9, 10, 11}));
  CHECK(gives<i64>(t[rows, newaxis, ends], {2, 1}, {4, 11}));
  CHECK(gives<i64>(t[rows, ellipsis, ends], {2}, {4, 11}));
  dtensor<i64, 3> x = reshape(arange<i64>(24), 2, 3, 4);
  const auto last_two = eval(arange(4) > 1);
  CHECK(gives<i64>(x[1, _, last_two], {2, 3}, {14, 18, 22, 15, 19, 23}));
  CHECK(gives<i64>(x[1][_, last_two], {3, 2}, {14, 15, 18, 19, 22, 23}));
  CHECK(gives<i64>(x[_, tensor{2, 0}, 1], {2, 2}, {9, 1, 21, 13}));
  CHECK(gives<i64>(x[_, rows, ellipsis, ends], {2, 2}, {4, 16, 11, 23}));
  CHECK(gives<i64>(x[_, rows, newaxis, ends], {2, 2, 1}, {4, 16, 11, 23}));
  x[_, rows, newaxis, ends] = tensor<int, 2, 1, 1>{{{100}}, {{200}}};
  CHECK(gives<i64>(x[_, rows, ends], {2, 2}, {100, 200, 100, 200}));

  const auto v = zeros<int>(12, 11, 18, 3);
  CHECK(shape_of_value(v[arange(12), _, _, 0]) == sizes{12, 11, 18});
  CHECK(shape_of_value(v[_, arange(11), _, 1]) == sizes{11, 12, 18});
  CHECK(shape_of_value(v[_, _, arange(18), 2]) == sizes{12, 11, 18});
}

TEST_CASE("a size of -1 is refused where any size fits") {
  const dtensor<float, 4> a(1, 0, 32, 64);
  const dtensor<float, 1> e(0);
  const dtensor<float, 3> x(100, 0, 1024);
  CHECK_THROWS_AS(eval(reshape(a, 1, 0, -1)), error);
  CHECK_THROWS_AS(eval(reshape(e, -1, 0)), error);
  CHECK_THROWS_AS(eval(reshape(x, 2, 50, 0, -1)), error);
  CHECK_THROWS_AS(eval(reshape(x, -1, -1)), error);
  CHECK_THROWS_AS(eval(reshape(x, -2, 0)), error);
  CHECK_THROWS_AS(eval(reshape(e, 1)), error);
  CHECK(shape_of_value(reshape(x, 2, 50, 0)) == sizes{2, 50, 0});
  CHECK(shape_of_value(reshape(x, 2, 50, -1)) == sizes{2, 50, 0});
}

TEST_CASE("functions of operands without elements") {
  const dtensor<float, 1> e(0);
  const dtensor<float, 2> rows(0, 3), columns(3, 0);
  CHECK(shape_of_value(roll(e, 1)) == sizes{0});
  CHECK(shape_of_value(roll(rows, 5, _0)) == sizes{0, 3});
  CHECK_THROWS_AS(eval(pad(e, 4, "reflect")), error);
  CHECK_THROWS_AS(eval(pad(e, 4, "edge")), error);
  CHECK(shape_of_value(pad(rows, {{0, 0}, {1, 1}}, "reflect")) == sizes{0, 5});
  CHECK(holds(pad(e, 2), {0, 0, 0, 0}));
  CHECK(sum(e) == 0);
  CHECK(prod(e) == 1);
  CHECK(all_of(e > 0.f));
  CHECK(!any(e > 0.f));
  CHECK(isnan(tensor{mean(e), median(e)})[0]);
  CHECK_THROWS_AS(static_cast<void>(max(e)), error);
  CHECK_THROWS_AS(eval(argmax(columns, _1)), error);
  CHECK(shape_of_value(argmax(rows, _1)) == sizes{0});
  CHECK(holds(concat(_0, e, tensor{1.f}), {1}));
  CHECK(shape_of_value(stack(_0, e, e)) == sizes{2, 0});
  CHECK(shape_of_value(diff(tensor{1.f})) == sizes{0});
  CHECK(shape_of_value(diff(e)) == sizes{0});
  CHECK(shape_of_value(cumsum(e)) == sizes{0});
  CHECK(shape_of_value(sort(e)) == sizes{0});
  CHECK(shape_of_value(unique(e)) == sizes{0});
  CHECK(gives<float>(matmul(dtensor<float, 2>(2, 0), rows), {2, 3}, std::vector<float>(6)));
}

TEST_CASE("borders longer than the operand repeat it") {
  using pair = std::pair<i64, i64>;
  const auto check = [](i64 n, const pair& border) {
    const auto [before, after] = border;
    const dtensor<i64, 1> a = arange<i64>(n);
    std::vector<i64> reflected, mirrored, wrapped;
    for (i64 i = -before; i < n + after; ++i) {
      const auto place = [i](i64 period) { return (i % period + period) % period; };
      const i64 there_and_back = n == 1 ? 0 : place(2 * (n - 1));
      reflected.push_back(there_and_back < n ? there_and_back : 2 * (n - 1) - there_and_back);
      mirrored.push_back(place(2 * n) < n ? place(2 * n) : 2 * n - 1 - place(2 * n));
      wrapped.push_back(place(n));
    }
    CHECK(holds(pad(a, {{before, after}}, "reflect"), reflected));
    CHECK(holds(pad(a, {{before, after}}, "symmetric"), mirrored));
    CHECK(holds(pad(a, {{before, after}}, "wrap"), wrapped));
  };
  for (const pair& border : {pair(2, 50), pair(3, 50), pair(50, 2), pair(0, 37), pair(9, 10)})
    check(10, border);
  for (const i64 n : {1, 2, 3})
    check(n, {5, 7});
}

TEST_CASE("a table of numbers: quotes, limits of integers, missing values and line ends") {
  constexpr double inf = constants::inf, nan = constants::nan;
  const auto quoted = parse_csv<double>("a,\"b,c\",\"d\"\"e\"\n1,2,3\n", {.header = true});
  CHECK(quoted.names == std::vector<std::string>{"a", "b,c", "d\"e"});
  CHECK(gives<double>(parse_csv<double>("\"1.5\",\"2\"\n").values, {1, 2}, {1.5, 2}));
  constexpr i64 least = std::numeric_limits<i64>::min(), most = std::numeric_limits<i64>::max();
  CHECK(gives<i64>(
      parse_csv<i64>("9007199254740993,-9223372036854775808\n9223372036854775807,0\n").values,
      {2, 2}, {9007199254740993, least, most, 0}));
  CHECK(holds(parse_csv<std::uint64_t>("18446744073709551615\n").values,
              {std::numeric_limits<std::uint64_t>::max()}));
  CHECK(gives<double>(parse_csv<double>("nan,NaN,inf,-Inf,+1,1e3,.5,5.,-0\n").values, {1, 9},
                      {nan, nan, inf, -inf, 1, 1000, .5, 5, -0.}));
  CHECK(gives<double>(parse_csv<double>("1,,3\n,,\n").values, {2, 3}, {1, nan, 3, nan, nan, nan}));
  CHECK(holds(parse_csv<double>("1,2\r\n3,4").values, {1, 2, 3, 4}));
  CHECK(holds(parse_csv<double>("\xef\xbb\xbf"
                                "1,2\n")
                  .values,
              {1, 2}));
  CHECK(holds(parse_csv<double>("0.1,1e-400,123456789012345678901234567890\n").values,
              {.1, 0, 123456789012345678901234567890.}));
  CHECK(holds(parse_csv<double>("1; 2 ;3\n", {.delimiter = ';'}).values, {1, 2, 3}));
  CHECK(shape_of_value(parse_csv<double>("").values) == sizes{0, 0});
  CHECK(shape_of_value(parse_csv<double>("a,b\n", {.header = true}).values) == sizes{0, 2});
  for (const char* text : {"1,2\n3\n", "\"1,000\"\n", "1,\xe2\x88\x9e\n", "1,2x\n", "0x1p3\n"})
    CHECK_THROWS_AS(parse_csv<double>(text), error);
  CHECK_THROWS_AS(parse_csv<i64>("9223372036854775808\n"), error);
  CHECK_THROWS_AS(parse_csv<std::int8_t>("128\n"), error);
  CHECK_THROWS_AS(parse_csv<std::uint64_t>("-1\n"), error);
  CHECK_THROWS_AS(parse_csv<int>("1.5\n"), error);
}
