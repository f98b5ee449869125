// SPDX-License-Identifier: BSL-1.0
// <stria/ranges.hpp>: elements, indices, subviews, to_tensor, with range-v3 and std::ranges.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/ranges.hpp>

#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/max_element.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <range/v3/numeric/accumulate.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/transform.hpp>
#include <range/v3/view/zip.hpp>

#include <algorithm>
#include <list>
#include <numeric>
#include <ranges>

using namespace stria;
using test::holds;

namespace {

// t = np.array([[3, 1, 2], [6, 4, 5]])
constexpr tensor<int, 2, 3> t{{3, 1, 2}, {6, 4, 5}};
dtensor<int, 2> dynamic() { return t; }

template <class R> std::vector<int> list_of(R&& r) {
  std::vector<int> v;
  for (auto&& x : r)
    v.push_back(static_cast<int>(x));
  return v;
}

} // namespace

TEST_CASE("elements of tensors and views are random-access and writable") {
  auto d = dynamic();
  auto e = elements(d);
  static_assert(std::ranges::random_access_range<decltype(e)> && std::ranges::view<decltype(e)>);
  static_assert(ranges::random_access_range<decltype(e)> && ranges::view_<decltype(e)>);
  static_assert(std::same_as<decltype(*e.begin()), int&>);
  CHECK(list_of(e) == test::list<>{3, 1, 2, 6, 4, 5});
  CHECK(list_of(elements(d[rev(), rev()])) == test::list<>{5, 4, 6, 2, 1, 3});
  CHECK(list_of(elements(transpose(d))) == test::list<>{3, 6, 1, 4, 2, 5});
  ranges::sort(elements(d));
  CHECK(holds(d, {1, 2, 3, 4, 5, 6}));
  std::ranges::sort(elements(d[_, range(0, 2)]), std::greater());
  CHECK(holds(d, {5, 4, 3, 2, 1, 6}));
  elements(d)[1] = 9;
  CHECK(d[0, 1] == 9);
  CHECK(e.end() - e.begin() == 6);
  CHECK(*(e.begin() + 5) == 6);
  const auto& constant_tensor = d;
  static_assert(std::same_as<decltype(*elements(constant_tensor).begin()), const int&>);
}

TEST_CASE("elements of expressions and rvalues are values") {
  const auto d = dynamic();
  CHECK(list_of(elements(d * 2 + 1)) == test::list<>{7, 3, 5, 13, 9, 11});
  CHECK(list_of(elements(sum(d, _1))) == test::list<>{6, 15});
  CHECK(list_of(elements(dynamic())) == test::list<>{3, 1, 2, 6, 4, 5});
  static_assert(std::ranges::random_access_range<decltype(elements(d * 2))>);
  static_assert(ranges::random_access_range<decltype(elements(d * 2))>);
  // The range owns an rvalue.
  auto kept = [] {
    return elements(dynamic() + 1) | ranges::views::transform([](int x) { return -x; });
  }();
  CHECK(list_of(kept) == test::list<>{-4, -2, -3, -7, -5, -6});
  CHECK(elements(zeros<int>(0, 3)).empty());
  CHECK(list_of(elements(tensor<int>(7))) == test::list<>{7});
}

TEST_CASE("elements of expressions of one shape and of broadcast operands") {
  const tensor<double, 2, 3> constant_operand{{3, 1, 2}, {6, 4, 5}};
  const auto d = dynamic();
  const dtensor<int, 2> column{{10}, {20}}, row{{1, 2, 3}}, one{{5}};
  const auto check = [](const auto& e) {
    const auto computed = elements(e);
    const auto values = eval(e + 0);
    REQUIRE(std::ssize(computed) == values.size());
    CHECK(std::ranges::equal(computed, elements(values)));
    auto it = computed.end();
    for (index_t i = values.size(); i-- > 0;) {
      CHECK(*--it == values.data()[i]);
      CHECK(computed[i] == values.data()[i]);
      CHECK(computed.begin()[i] == values.data()[i]);
    }
    CHECK(it == computed.begin());
  };
  check(d + d * 2);
  check(d * 2 - constant_operand);
  check(d - column);
  check(column + row);
  check(one * d);
  check(d > row);
  check(where(d > row, d, column));
  check(sqrt(constant_operand));
  check(d[_, range(_, _, 2)] + column);
  static_assert([] {
    int total = 0;
    for (const int x : elements(t))
      total += x;
    return total;
  }() == 21);
  // The elements are computed on access, also after an operand has got other memory.
  auto a = dynamic();
  const auto later = elements(a + d);
  a = dynamic() * 2;
  a = eval(a + 1);
  CHECK(list_of(later) == test::list<>{10, 4, 7, 19, 13, 16});
}

namespace {
/// Has a state, which calls do not change, and no default constructor.
struct scaled {
  static constexpr bool pure = true;
  int by;
  explicit constexpr scaled(int factor) : by(factor) {}
  constexpr int operator()(int x) const { return by * x; }
};
} // namespace

TEST_CASE("elements of expressions: iterators") {
  tensor<int, dyn> a{1, 2, 3}, b{10, 20, 30};
  const auto sums = elements(a + b);
  using iterator = std::ranges::iterator_t<decltype(sums)>;
  static_assert(std::default_initializable<iterator>);
  CHECK(iterator() == iterator());
  // The operands may get other memory before an iteration begins.
  a = tensor<int, dyn>{4, 5, 6};
  CHECK(list_of(sums) == test::list<>{14, 25, 36});
  CHECK(sums.begin()[2] == 36);
  CHECK(*(sums.end() - 1) == 36);
  auto it = sums.begin();
  ++it;
  CHECK(*it-- == 25);
  CHECK(*it == 14);
  // The elements are stored while they are computed.
  int* to = b.data();
  for (const int x : elements(a * b))
    *to++ = x;
  CHECK(list_of(elements(b)) == test::list<>{40, 100, 180});
  const auto mapped = elements(map(scaled(3), a));
  static_assert(std::ranges::random_access_range<decltype(mapped)>);
  CHECK(list_of(mapped) == test::list<>{12, 15, 18});
}

TEST_CASE("iterators of small expressions contain them; larger ones are on the heap") {
  const auto d = dynamic();
  const dtensor<int, 2> column{{10}, {20}};
  const auto check = [](const auto& e, const test::list<>& wanted) {
    auto range = elements(e);
    const auto first = range.begin();
    auto copy = first;
    copy = range.begin() + 1;
    CHECK(*first == wanted[0]);
    CHECK(*copy == wanted[1]);
    CHECK(copy - first == 1);
    range = elements(e); // from here on, the iterators of a larger expression are invalid
    CHECK(list_of(range) == wanted);
  };
  check(d + 1, {4, 2, 3, 7, 5, 6});
  check(d + column, {13, 11, 12, 26, 24, 25});
  check(d[_, rev()] * 2 - d, {1, 1, 4, 4, 4, 7});
  check(d[rev()][_, rev()] + d[_, rev()] * column, {25, 14, 36, 102, 81, 123});
  check(d + d + d + d + d + d + d + d + d + d + d + d + d + d + d + d + d + d + d + d,
        {60, 20, 40, 120, 80, 100});
  check(sum(d, _1, keepdims) + d, {9, 7, 8, 21, 19, 20});
  const auto begin = [&] { return elements(d * column).begin(); }();
  CHECK(begin[3] == 120);
  CHECK(elements(zeros<int>(0, 3) + zeros<int>(1, 3)).empty());
  static_assert([] {
    int total = 0;
    for (const int x : elements(t * 2 + t))
      total += x;
    return total;
  }() == 63);
}

TEST_CASE("algorithms and views of both libraries") {
  const auto d = dynamic();
  CHECK(ranges::accumulate(elements(d), 0) == 21);
  CHECK(list_of(elements(d) | ranges::views::filter([](int x) { return x % 2 == 0; })) ==
        test::list<>{2, 6, 4});
  CHECK(list_of(elements(d) | std::views::reverse | std::views::take(2)) == test::list<>{5, 4});
  CHECK(std::ranges::max(elements(d)) == 6);
  int product = 0;
  for (auto&& [x, y] : ranges::views::zip(elements(d), elements(t)))
    product += x * y;
  CHECK(product == 91);
  // A view of integers is an index.
  CHECK(holds(d[elements(tensor{1, 0}) | ranges::views::transform([](int i) { return i; }), 0],
              {6, 3}));
}

TEST_CASE("iterators of ranges over memory remain valid after the range") {
  auto d = dynamic();
  CHECK(*std::ranges::find(elements(d), 4) == 4);
  CHECK(*ranges::find(elements(d), 4) == 4);
  *std::ranges::max_element(elements(d[_, 1])) = 9;
  CHECK(holds(d, {3, 1, 2, 6, 9, 5}));
  const auto by_sum = [](const auto& row) { return sum(row); };
  CHECK((*std::ranges::max_element(subviews(d, _0), {}, by_sum))[1] == 9);
  CHECK((*ranges::max_element(subviews(d, _0), {}, by_sum))[1] == 9);
  CHECK(std::ranges::find(indices(d), std::array<index_t, 2>{1, 0}) - indices(d).begin() == 3);
  CHECK(*std::ranges::find(elements(d + 1), 7) == 7);
  const auto rest = std::ranges::search(elements(d), std::array{2, 6});
  CHECK(list_of(rest) == test::list<>{2, 6});
  STATIC_REQUIRE(std::ranges::borrowed_range<decltype(elements(std::as_const(d)))>);
  STATIC_REQUIRE(ranges::borrowed_range<decltype(subviews(d, _1))>);
  // These ranges own the operand, and an iterator refers to it.
  STATIC_REQUIRE(!std::ranges::borrowed_range<decltype(elements(dynamic()))>);
  STATIC_REQUIRE(!std::ranges::borrowed_range<decltype(elements(sum(d, _1)))>);
  STATIC_REQUIRE(!ranges::borrowed_range<decltype(elements(dynamic() + 1))>);
}

TEST_CASE("indices and subviews") {
  const auto d = dynamic();
  int seen = 0;
  for (auto at : indices(d.shape())) {
    CHECK(d[at[0], at[1]] == test::values(d)[static_cast<std::size_t>(seen)]);
    ++seen;
  }
  CHECK(seen == 6);
  CHECK(indices(d).size() == 6);
  CHECK(indices(std::array<stria::index, 2>{0, 3}).empty());

  auto own = dynamic();
  test::list<> sums;
  for (auto row : subviews(own, _0))
    sums.push_back(static_cast<int>(sum(row)));
  CHECK(sums == test::list<>{6, 15});
  for (auto column : subviews(own, -_1))
    column -= min(column);
  CHECK(holds(own, {0, 0, 0, 3, 3, 3}));
  static_assert(std::ranges::random_access_range<decltype(subviews(own, _0))>);
  CHECK(subviews(own, _1)[2].shape()[0] == 2);
  CHECK(list_of(subviews(own[1], _0)) == test::list<>{3, 3, 3});

  dtensor<int, 2> none(0, 3);
  CHECK(subviews(none, _1).size() == 3);
  CHECK(subviews(none, _1)[2].offset() == 0);
  CHECK(elements(subviews(none, axis(1))[2]).empty());
}

TEST_CASE("ranges over more positions than an index counts") {
  constexpr stria::index many = stria::index{1} << 40;
  CHECK_THROWS_AS(indices(std::array<stria::index, 2>{many, many}), value_error);
  CHECK_THROWS_AS(indices(std::array<stria::index, 2>{2, -3}), value_error);
  const auto row = broadcast_to(tensor{1}, many);
  CHECK_THROWS_AS(elements(row[_, newaxis] * row), value_error);
}

TEST_CASE("to_tensor") {
  CHECK(holds(to_tensor(std::list<int>{1, 2, 3}), {1, 2, 3}));
  const auto m = to_tensor(std::views::iota(0, 6), 2, 3);
  CHECK(holds(m, {0, 1, 2, 3, 4, 5}));
  CHECK(m[1, 0] == 3);
  CHECK(to_tensor(elements(t) | ranges::views::transform([](int x) { return x * .5; }), _3,
                  _2)[2, 1] == 2.5);
  CHECK_THROWS_AS(to_tensor(std::list<int>{1, 2, 3}, 2, 2), shape_error);
}
