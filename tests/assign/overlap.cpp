// SPDX-License-Identifier: BSL-1.0
// Overlapping source and target: the result is the same as if the source had been copied first.
#include "catch.hpp"
#include "values.hpp"

#include <string>

using namespace stria;
using test::list;
using test::values;

namespace {

auto line() { return test::counted(dtensor<int, 1>(8)); }
auto square() { return test::counted(tensor<int, 3, 3>()); }

} // namespace

TEST_CASE("shifts, both ways and by any distance") {
  for (int by = 1; by < 8; ++by) {
    auto t = line(), expected = line();
    t[range(by, _)] = t[range(_, -by)];
    for (int i = by; i < 8; ++i)
      expected[i] = i - by;
    CHECK(values(t) == values(expected));
    t = line();
    expected = line();
    t[range(_, -by)] = t[range(by, _)];
    for (int i = 0; i < 8 - by; ++i)
      expected[i] = i + by;
    CHECK(values(t) == values(expected));
  }
  auto t = line();
  t[range(_1, _)] = t[range(_, -_1)];
  CHECK(values(t) == list<>{0, 0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("reversal in place") {
  auto t = line();
  t = t[rev()];
  CHECK(values(t) == list<>{7, 6, 5, 4, 3, 2, 1, 0});
  t[_] = t[rev()];
  CHECK(values(t) == list<>{0, 1, 2, 3, 4, 5, 6, 7});
  t[rev()] = t;
  CHECK(values(t) == list<>{7, 6, 5, 4, 3, 2, 1, 0});
  t[range(1, 4)] = t[range(3, 0, -1)];
  CHECK(values(t) == list<>{7, 4, 5, 6, 3, 2, 1, 0});
  t[rev(_, _, 2)] = t[range(_, _, 2)];
  CHECK(values(t) == list<>{7, 1, 5, 3, 3, 5, 1, 7});
  auto m = square();
  m = m[rev(), rev()];
  CHECK(values(m) == list<>{8, 7, 6, 5, 4, 3, 2, 1, 0});
  m[_, _] = m[_, rev()];
  CHECK(values(m) == list<>{6, 7, 8, 3, 4, 5, 0, 1, 2});
}

TEST_CASE("transposition in place") {
  auto m = square();
  m = transpose(m);
  CHECK(values(m) == list<>{0, 3, 6, 1, 4, 7, 2, 5, 8});
  m[_, _] = transpose(m);
  CHECK(values(m) == list<>{0, 1, 2, 3, 4, 5, 6, 7, 8});
  m[range(0, 2), range(0, 2)] = transpose(m)[range(0, 2), range(0, 2)];
  CHECK(values(m) == list<>{0, 3, 2, 1, 4, 5, 6, 7, 8});
  m += transpose(m);
  CHECK(values(m) == list<>{0, 4, 8, 4, 8, 12, 8, 12, 16});
  m[_0] = m[_, _1];
  CHECK(values(m) == list<>{4, 8, 12, 4, 8, 12, 8, 12, 16});
  m[_, _0] = m[_1];
  CHECK(values(m) == list<>{4, 8, 12, 8, 8, 12, 12, 12, 16});
}

TEST_CASE("itself") {
  auto t = line();
  t = t + 0;
  t[_] = t;
  t[ellipsis] = t[_];
  t[rev()] = t[rev()];
  CHECK(values(t) == values(line()));
  t = t + t;
  CHECK(values(t)[7] == 14);
  t -= t;
  CHECK(values(t) == list<>(8, 0));
  t = line();
  t[range(2, 5)] *= t[range(2, 5)];
  CHECK(values(t) == list<>{0, 1, 4, 9, 16, 5, 6, 7});
}

TEST_CASE("partial overlaps in two dimensions") {
  for (int di = -1; di <= 1; ++di)
    for (int dj = -1; dj <= 1; ++dj) {
      auto t = test::counted(dtensor<int, 2>(5, 6));
      const auto old = t;
      t[range(1, 4), range(1, 5)] = t[range(1 + di, 4 + di), range(1 + dj, 5 + dj)];
      auto expected = old;
      for (int i = 1; i < 4; ++i)
        for (int j = 1; j < 5; ++j)
          expected[i, j] = old[i + di, j + dj];
      CHECK(values(t) == values(expected));
    }
}

TEST_CASE("an element that is broadcast over its own tensor") {
  auto t = line();
  t[_] = t[range(3, 4)];
  CHECK(values(t) == list<>(8, 3));
  auto m = square();
  m[_] = m[_1];
  CHECK(values(m) == list<>{3, 4, 5, 3, 4, 5, 3, 4, 5});
  m = square();
  m[_, _] = m[_, range(1, 2)];
  CHECK(values(m) == list<>{1, 1, 1, 4, 4, 4, 7, 7, 7});
  m = square();
  m -= m[_0];
  CHECK(values(m) == list<>{0, 0, 0, 3, 3, 3, 6, 6, 6});
  m = square();
  m += m[_, _2][_, newaxis];
  CHECK(values(m) == list<>{2, 3, 4, 8, 9, 10, 14, 15, 16});
  m = square();
  m += m[1, 1, newaxis];
  CHECK(values(m) == list<>{4, 5, 6, 7, 8, 9, 10, 11, 12});
  m = square();
  m *= m[2, 2];
  CHECK(values(m) == list<>{0, 8, 16, 24, 32, 40, 48, 56, 64});
}

TEST_CASE("a scalar that is an element of the target is read first") {
  auto t = line() + 1;
  dtensor<int, 1> a = t;
  a += a[0];
  CHECK(values(a) == list<>{2, 3, 4, 5, 6, 7, 8, 9});
  a *= a[3];
  CHECK(values(a) == list<>{10, 15, 20, 25, 30, 35, 40, 45});
  a = a[1];
  CHECK(values(a) == list<>(8, 15));
  a[range(2, _)] = line()[range(2, _)];
  a[_] = a[7];
  CHECK(values(a) == list<>(8, 7));
}

TEST_CASE("different ranks over one storage") {
  auto t = test::counted(dtensor<int, 2>(2, 4));
  t[_0] = t[_1];
  CHECK(values(t) == list<>{4, 5, 6, 7, 4, 5, 6, 7});
  t = test::counted(dtensor<int, 2>(2, 4));
  t[_] = t[0, rev()];
  CHECK(values(t) == list<>{3, 2, 1, 0, 3, 2, 1, 0});
  t = test::counted(dtensor<int, 2>(2, 4));
  auto column = t[_, _1];
  column = t[_0, range(1, 3)];
  CHECK(values(t) == list<>{0, 1, 2, 3, 4, 2, 6, 7});
  t = test::counted(dtensor<int, 2>(2, 4));
  auto flat = reshape(t, 8);
  flat[range(2, _)] =
      t[newaxis, _][_0][_, range(1, _)][ellipsis][rev(), _][_0, newaxis][_0, range(0, 1)];
  CHECK(values(t) == list<>{0, 1, 5, 5, 5, 5, 5, 5});
}

TEST_CASE("an expression of overlapping and other operands") {
  auto t = line();
  const auto other = line();
  t[range(1, -1)] = t[range(_, -2)] + t[range(1, -1)] + t[range(2, _)];
  CHECK(values(t) == list<>{0, 3, 6, 9, 12, 15, 18, 7});
  t = line();
  t[range(1, _)] = t[range(_, -1)] + other[range(1, _)] * 10;
  CHECK(values(t) == list<>{0, 10, 21, 32, 43, 54, 65, 76});
  t = line();
  t[range(1, _)] = where(other[range(1, _)] % 2 == 0, t[range(_, -1)], -1);
  CHECK(values(t) == list<>{0, -1, 1, -1, 3, -1, 5, -1});
  t = line();
  t += t[rev()] + t[range(0, 1)];
  CHECK(values(t) == list<>(8, 7));
  // A slice of a sum.
  t = line();
  t[range(1, _)] = (t + 100)[range(_, -1)];
  CHECK(values(t) == list<>{0, 100, 101, 102, 103, 104, 105, 106});
}

TEST_CASE("interleaved elements do not overlap") {
  auto t = line();
  t[range(_, _, 2)] = t[range(1, _, 2)];
  CHECK(values(t) == list<>{1, 1, 3, 3, 5, 5, 7, 7});
  t = line();
  t[range(1, _, 2)] = t[range(_, _, 2)][rev()];
  CHECK(values(t) == list<>{0, 6, 2, 4, 4, 2, 6, 0});
  t = line();
  t[range(_, _, 2)] += t[range(1, _, 2)] + t[range(_, _, 2)];
  CHECK(values(t) == list<>{1, 1, 7, 3, 13, 5, 19, 7});
}

TEST_CASE("strings that overlap") {
  dtensor<std::string, 1> s{std::string(40, 'a'), std::string(40, 'b'), std::string(40, 'c')};
  s[range(1, _)] = s[range(_, -1)];
  CHECK(values(s) ==
        list<std::string>{std::string(40, 'a'), std::string(40, 'a'), std::string(40, 'b')});
  s = s[rev()];
  CHECK(values(s) ==
        list<std::string>{std::string(40, 'b'), std::string(40, 'a'), std::string(40, 'a')});
  s += s[rev()];
  CHECK(s[0] == std::string(40, 'b') + std::string(40, 'a'));
  CHECK(s[2] == std::string(40, 'a') + std::string(40, 'b'));
}

TEST_CASE("scatter from the tensor that is scattered into") {
  auto t = line();
  t[nd({{0}, {1}, {2}})] = t[range(1, 4)];
  CHECK(values(t) == list<>{1, 2, 3, 3, 4, 5, 6, 7});
  t = line();
  t[nd({{1}, {2}, {3}})] = t[range(0, 3)];
  CHECK(values(t) == list<>{0, 0, 1, 2, 4, 5, 6, 7});
  t = line();
  t[nd({{0}, {7}})] = t[nd({{7}, {0}})];
  CHECK(values(t) == list<>{7, 1, 2, 3, 4, 5, 6, 0});
  // The indices are elements of the target's memory.
  dtensor<int, 2> places{{2}, {0}, {1}};
  auto column = places[_, _0];
  column[nd<1>(places)] = tensor{10, 20, 30};
  CHECK(values(column) == list<>{20, 30, 10});
}
