// SPDX-License-Identifier: BSL-1.0
// show/formula.hpp: expressions as formulas.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <string>
#include <utility>

using namespace stria;

TEST_CASE("operators keep their order with the fewest parentheses") {
  const tensor a{1.0, 2.0, 3.0, 4.0}, b = a, c = a;
  CHECK(to_string(a * b[rev()] + 1) == "a * b[::-1] + 1");
  CHECK(to_string(a + b + c) == "a + b + c");
  CHECK(to_string(choose(b > 2., {10, 20, 30})) == "choose(a > 2.0, 10, 20, 30)");
  CHECK(to_string(a + (b + c)) == "a + (b + c)");
  CHECK(to_string((a + b) * c) == "(a + b) * c");
  CHECK(to_string(a + b * c) == "a + b * c");
  CHECK(to_string(a - (b - c)) == "a - (b - c)");
  CHECK(to_string(a / (b / c)) == "a / (b / c)");
  CHECK(to_string(-a * b) == "-a * b");
  CHECK(to_string(-(a * b)) == "-(a * b)");
  CHECK(to_string(-(-a)) == "-(-a)");
  CHECK(to_string(!(a < b)) == "!(a < b)");
  CHECK(to_string((a < b) && (b <= c || a == 1)) == "a < b && (b <= c || a == 1)");
  CHECK(to_string((a < b) == (b < c)) == "a < b == b < c");
  CHECK(to_string(((cast<int>(a) & 3) | 4) << 1) == "(cast<int>(a) & 3 | 4) << 1");
  CHECK(to_string(1 - a) == "1 - a");
  CHECK(to_string(a - -2.5) == "a - -2.5");
}

TEST_CASE("letters follow the order of appearance") {
  const tensor x{1.0, 2.0}, y = x;
  CHECK(to_string(x) == "a");
  CHECK(to_string(y - x) == "a - b");
  CHECK(to_string(x * x + y * x) == "a * a + b * a");
  CHECK(to_string(x + std::as_const(x)) == "a + a");
  CHECK(to_string(tensor{1.0, 2.0} + x) == "a + b");
  const tensor<double, 0> none;
  const tensor<double, 0> empty;
  CHECK(to_string(none + empty + none) == "a + b + a");
}

TEST_CASE("scalars are written by value") {
  const tensor x{1.0, 2.0};
  CHECK(to_string(x * 2) == "a * 2");
  CHECK(to_string(x * 2.0) == "a * 2.0");
  CHECK(to_string(x * 0.1f) == "a * 0.1");
  CHECK(to_string((x > 1) && true) == "a > 1 && true");
  CHECK(to_string(cast<std::complex<double>>(x) * std::complex<double>(1, 2))
            .ends_with("(a) * (1+2j)"));
  CHECK(to_string(tensor<std::string, 1>{"x"} == "it's") == "a == \"it's\"");
}

TEST_CASE("calls are written by name") {
  const tensor x{1.0, 2.0, 3.0};
  const tensor<double, 2, 3> m;
  CHECK(to_string(sqrt(abs(x))) == "sqrt(abs(a))");
  CHECK(to_string(where(x > 0, x, -1.0)) == "where(a > 0, a, -1.0)");
  CHECK(to_string(maximum(x, m) * 2) == "maximum(a, b) * 2");
  CHECK(to_string(pow(x, 2)) == "pow(a, 2)");
  CHECK(to_string(cast<float>(x)) == "cast<float>(a)");
  CHECK(to_string(map([](double v) { return v; }, x)) == "map(f, a)");
  CHECK(to_string(sum(m, keepdims)) == "sum(a, keepdims)");
  CHECK(to_string(m - sum(tensor<int, 2>{1, 2})) == "a - 3");
  CHECK(to_string(sum(m, _0)) == "sum(a, _0)");
  CHECK(to_string(m - mean(m, -_1, keepdims)) == "a - mean(a, _1, keepdims)");
  CHECK(to_string(max(m, _0) / std_dev(m, _0)) == "max(a, _0) / std_dev(a, _0)");
  CHECK(to_string(argmax(m, _1)) == "argmax(a, _1)");
  CHECK(to_string(cumsum(m, _1)) == "cumsum(a, _1)");
  CHECK(to_string(cumprod(m, _0)) == "cumprod(a, _0)");
  CHECK(to_string(matmul(m, x) + 1) == "matmul(a, b) + 1");
  CHECK(to_string(concat(_0, x, x)) == "concat(a, a)");
  CHECK(to_string(sort(x)) == "sort(a)");
  CHECK(to_string(triu(m, 1)) == "triu(a)");
  CHECK(to_string(transpose(m * 2)) == "transpose(a * 2)");
  CHECK(to_string(reshape(m * 1, 6)) == "reshape(a * 1)");
}

TEST_CASE("slices are written as NumPy writes them") {
  const tensor<double, 5> x;
  const tensor<double, 3, 4> m;
  const stria::index one = 1;
  CHECK(to_string((x + x)[range(1, 3)]) == "(a + a)[1:3]");
  CHECK(to_string((m * 2)[one, newaxis, rev()]) == "(a * 2)[1, None, ::-1]");
  CHECK(to_string(x[range(1, _)] - x[range(_, -1)]) == "a[1:] - a[:4]");
  CHECK(to_string(x[range(_, _, 2)]) == "a[::2]");
  CHECK(to_string(x[range(1, _, 3)]) == "a[1::3]");
  CHECK(to_string(x[rev(3, 0)]) == "a[3:0:-1]");
  CHECK(to_string(x[range(2, 2)]) == "a[0:0]");
  CHECK(to_string(x[_, newaxis] * x) == "a[:, None] * a");
  CHECK(to_string(m[_, range(1, 3)]) == "a[:, 1:3]");
  CHECK(to_string(transpose(m)) == "transpose(a)");
}

TEST_CASE("arrays in a subscript are written as items") {
  const tensor<double, 3, 4> m;
  const tensor<double, 2, 3, 4> n;
  const tensor rows{0, 2}, columns{1, 3};
  CHECK(to_string(m[m > 0]) == "a[a > 0]");
  CHECK(to_string(m[rows]) == "a[b]");
  CHECK(to_string(m[_, rows] * 2) == "a[:, b] * 2");
  CHECK(to_string(m[rows, columns]) == "a[b, c]");
  CHECK(to_string(m[rows, 1]) == "a[b, 1]");
  CHECK(to_string(n[0, _, rows + 1]) == "a[0, :, b + 1]");
  CHECK(to_string(m[ix_(rows, columns)]) == "a[ix_(b, c)]");
  CHECK(to_string(m[nd(tensor<int, 1, 2>{{1, 2}})]) == "a[nd(b)]");
  CHECK(to_string((m * 2)[rows]) == "(a * 2)[b]");
}

TEST_CASE("a view takes the shape of its tensor from the formula") {
  const tensor<double, 3, 4> m;
  const tensor<double, 2, 3, 4> n;
  CHECK(to_string(m + m[1]) == "a + a[1]");
  CHECK(to_string(m[1] + m) == "a[1] + a");
  CHECK(to_string(m[_, 1] * sum(m, keepdims)) == "a[:, 1] * sum(a, keepdims)");
  CHECK(to_string(n[1, _, 2] + sum(n, keepdims)) == "a[1, :, 2] + sum(a, keepdims)");
  CHECK(to_string(n[_, 0, range(1, 3)] + sum(n, keepdims)) == "a[:, 0, 1:3] + sum(a, keepdims)");
  // If the tensor does not occur in the formula, it is assumed to have the rank of the view.
  CHECK(to_string(m[1] * 2) == "a[4:8] * 2");
  // A view that is not the result of a subscript has a separate letter.
  CHECK(to_string(diagonal(m) + sum(m, keepdims)) == "a + sum(b, keepdims)");
}
