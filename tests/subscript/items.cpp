// SPDX-License-Identifier: BSL-1.0
// Advanced items: their forms, the types of the results, and which operands can be read and
// written. tests/oracle checks the values of all combinations.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <range/v3/view/iota.hpp>
#include <range/v3/view/transform.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace stria;
using test::holds;
using test::holds_each;

namespace {

inline constexpr dim batch{"batch"}, picked{"picked"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

// t[i, j] = 10 i + j
constexpr tensor<int, 3, 4> table() { return {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}}; }
dtensor<int, 2> dynamic_table() { return table(); }
const dtensor<int, 2> const_table() { return table(); }

} // namespace

TEST_CASE("index arrays in braces") {
  auto t = table();
  CHECK(holds_each(t[{2, 0}], {20, 21, 22, 23, 0, 1, 2, 3}));
  CHECK(holds_each(t[{2, 0}, {-1, 1}], {23, 1}));
  CHECK(holds_each(t[{{2, 0}, {1, 1}}, {{0, 1}, {2, 3}}], {20, 1, 12, 13}));
  CHECK(holds_each(t[{true, false, true}], {0, 1, 2, 3, 20, 21, 22, 23}));
  CHECK(holds_each((t + 1)[{2, 0}, {-1, 1}], {24, 2}));
  CHECK(holds_each(t[rev()][{0}], {20, 21, 22, 23}));
  CHECK(has<2, 4>(t[{2, 0}]));
  CHECK(has<2, 2>(t[{{2, 0}, {1, 1}}, {{0, 1}, {2, 3}}]));
  t[{2, 0}, {-1, 1}] = 7;
  t[{1}] += tensor{1, 2, 3, 4};
  CHECK(holds(t, {0, 7, 2, 3, 11, 13, 15, 17, 20, 21, 22, 7}));
  CHECK(holds_each(table()[ix_({2, 0}, {1, -1})], {21, 23, 1, 3}));
  CHECK(holds_each(table()[ix_({2, 0}, {true, false, false, true})], {20, 23, 0, 3}));
  // Together with other items, an array must be a named object.
  CHECK(holds_each(table()[tensor{2, 0}, range(1, 3)], {21, 22, 1, 2}));
  CHECK_THROWS_AS(eval(t[{3, 0}]), index_error);
}

TEST_CASE("a subscript of a temporary owns its elements") {
  const auto listed = dynamic_table()[{2, 0}];
  const auto paired = dynamic_table()[{{2, 0}}, {{1, 3}}];
  const auto of_const = const_table()[{2, 0}];
  const auto row = const_table()[1];
  const auto called = const_table()(1);
  const auto chosen = const_table()[tensor{2, 0}, range(1, 3)];
  const int element = const_table()[1, 2];
  CHECK(holds_each(listed, {20, 21, 22, 23, 0, 1, 2, 3}));
  CHECK(holds_each(paired, {21, 3}));
  CHECK(holds_each(of_const, {20, 21, 22, 23, 0, 1, 2, 3}));
  CHECK(holds_each(row, {10, 11, 12, 13}));
  CHECK(holds_each(called, {10, 11, 12, 13}));
  CHECK(holds_each(chosen, {21, 22, 1, 2}));
  CHECK(element == 12);
}

TEST_CASE("an index with a stateful function is computed once") {
  auto t = dynamic_table();
  int calls = 0;
  const auto next = [&calls](int) { return 2 - calls++ % 3; };
  t[map(next, zeros<int>(3))] = 7;
  CHECK(calls == 3);
  CHECK(all_of(t == 7));
}

TEST_CASE("a mask of rank 0 beside an array") {
  const auto t = dynamic_table();
  const tensor<bool> yes(true), no(false);
  CHECK(test::shape(eval(t[no, tensor{1}])) == test::list<stria::index>{0, 4});
  CHECK(holds_each(t[yes, tensor{1}], {10, 11, 12, 13}));
  CHECK(holds_each(t[yes, 1], {10, 11, 12, 13}));
}

TEST_CASE("dropped updates are not computed") {
  auto t = dynamic_table();
  const tensor<int, 2, 1> places{{9}, {1}};
  t[nd(places, out_of_bounds::drop)] /= tensor<int, 2, 4>{{0, 0, 0, 0}, {2, 2, 2, 2}};
  CHECK(holds_each(t[1], {5, 5, 6, 6}));
}

TEST_CASE("positions along an axis may be a temporary") {
  const auto t = dynamic_table();
  const auto taken = take_along_axis(t, dtensor<int, 2>{{3}, {0}, {1}}, _1);
  const dtensor<int, 2> other{{5}, {5}, {5}};
  CHECK(holds_each(taken, {3, 10, 21}));
  CHECK(other.size() == 3);
}

TEST_CASE("a tensor that is resized no longer fits expressions that flatten or repeat it") {
  dtensor<int, 1> v{1, 2, 3};
  const auto flat = flatten(v);
  const auto wide = broadcast_to(v + 1, 2, 3);
  CHECK(holds_each(wide, {2, 3, 4, 2, 3, 4}));
  v = tensor{1, 2};
  CHECK_THROWS_AS(eval(flat + 0), shape_error);
  CHECK_THROWS_AS(eval(wide), shape_error);
}

TEST_CASE("a text beside an array is equivalent to its items") {
  const dtensor<int, 3> t = reshape(cast<int>(arange(60)), 3, 4, 5);
  const tensor p{2, 0};
  const tensor q{{1}, {0}};
  const auto same = [](const auto& a, const auto& b) {
    return a.shape() == b.shape() && all_of(a == b);
  };
  CHECK(same(t["0"_ix, p], t[_0, p]));
  CHECK(same(t["0, :"_ix, p], t[_0, _, p]));
  CHECK(same(t["0, 1"_ix, p], t[_0, _1, p]));
  CHECK(same(t["1"_ix, newaxis, p], t[_1, newaxis, p]));
  CHECK(same(t["-1, None"_ix, p, "::2"_ix], t[-_1, newaxis, p, range(_, _, _2)]));
  CHECK(same(t[p, "..., 1"_ix], t[p, ellipsis, _1]));
  CHECK(same(t[q, "1:3, -1"_ix], t[q, range(_1, _3), -_1]));
  CHECK_THROWS_AS(eval(t["3"_ix, p]), index_error);
  CHECK(same(t[_, p, "()"_ix, p], t[_, p, p]));
  auto u = t, w = t;
  u["..., 1"_ix, p] += 3;
  w[ellipsis, _1, p] += 3;
  CHECK(same(u, w));
}

TEST_CASE("any range of integers, and any integer expression") {
  const auto t = dynamic_table();
  const std::vector<long> v{2, 0};
  const std::array<short, 2> a{2, 0};
  const unsigned char c[] = {2, 0};
  CHECK(holds_each(t[v], {20, 21, 22, 23, 0, 1, 2, 3}));
  CHECK(holds_each(t[a, 1], {21, 1}));
  CHECK(holds_each(t[c, c], {22, 0}));
  CHECK(holds_each(t[ranges::views::iota(1, 3), 0], {10, 20}));
  CHECK(holds_each(t[v | ranges::views::transform([](long i) { return i - 1; }), -1], {13, 23}));
  CHECK(holds_each(t[std::vector<std::vector<int>>{{2, 0}, {1, 1}}, 3], {23, 3, 13, 13}));
  CHECK(holds_each(t[arange(3)[rev()], 0], {20, 10, 0}));
  CHECK(holds_each(t[tensor{0, 1} + tensor{2, 0}, 0], {20, 10}));
  CHECK(holds_each(t[argmax(t, _0), arange(4)], {20, 21, 22, 23}));
  CHECK(holds_each(t[_, std::vector<bool>{true, false, false, true}], {0, 3, 10, 13, 20, 23}));
}

TEST_CASE("static and named extents of the index are the result's") {
  const auto t = table();
  const auto d = dynamic_table();
  const tensor<int, 2, 1> rows{{2}, {0}};
  const tensor<int, 3> columns{0, 1, -1};
  CHECK(has<2, 3>(t[rows, columns]));
  CHECK(has<2, 3>(d[rows, columns]));
  CHECK(has<2, 1, 4>(t[rows]));
  CHECK(has<2, 1, dyn>(d[rows]));
  CHECK(has<3, 3>(t[_, columns]));
  CHECK(has<dyn, 3>(d[_, columns]));
  CHECK(has<3, 1, 2>(t[columns, newaxis, range(_1, _3)]));
  CHECK(has<2, 3>(t[ix_(tensor{0, 1}, columns)]));
  CHECK(has<dyn>(t[t > 3]));
  CHECK(has<dyn, 4>(t[tensor{true, false, true}]));
  tensor<int, picked> p(2);
  p = tensor{2, 0};
  CHECK(has<picked, 4>(t[p]));
  tensor<float, batch, 4> x(3);
  CHECK(has<batch, 3>(x[_, columns]));
}

TEST_CASE("const tensors, expressions, views and rvalues are read") {
  const auto t = table();
  const tensor rows{2, 0};
  CHECK(holds_each((t * 2)[rows, 1], {42, 2}));
  CHECK(holds_each(transpose(t)[1, rows], {21, 1}));
  CHECK(holds_each(t[rev(), rev()][rows, 0], {3, 23}));
  CHECK(holds_each(table()[rows, 1], {21, 1}));
  CHECK(holds_each(t[rows][_, range(1, 3)], {21, 22, 1, 2}));
  CHECK(holds_each(t[rows][tensor{1, 0}, 0], {0, 20}));
  // The gather owns an rvalue.
  const auto kept = dynamic_table()[std::vector<int>{1}, range(2, _)];
  CHECK(holds_each(kept, {12, 13}));
}

TEST_CASE("gathers take part in fused expressions") {
  const auto t = table();
  const tensor rows{2, 0};
  tensor<int, dyn, dyn> r = t[rows] * 10 + t[tensor{0, 2}];
  CHECK(holds(r, {200, 211, 222, 233, 20, 31, 42, 53}));
  CHECK(sum(t[rows, tensor{1, 1}]) == 22);
  CHECK(holds(where(t[rows] > 10, t[rows], 0), {20, 21, 22, 23, 0, 0, 0, 0}));
}

TEST_CASE("masks: any rank, alone, mixed, lazy") {
  auto t = table();
  CHECK(holds_each(t[t % 2 == 1 && t > 10], {11, 13, 21, 23}));
  CHECK(holds_each(t[t[_, 0] > 5, 1], {11, 21}));
  CHECK(holds_each(t[1, t[1] > 11], {12, 13}));
  CHECK(holds_each(t[tensor{true, false, true}, tensor{1, 2}], {1, 22}));
  CHECK(holds_each(t[tensor<bool>(true)], test::values(t)));
  CHECK(test::shape(t[tensor<bool>(true)]) == test::list<stria::index>{1, 3, 4});
  CHECK(t[t > 100].size() == 0);
  t[t > 11] = 0;
  CHECK(holds(t, {0, 1, 2, 3, 10, 11, 0, 0, 0, 0, 0, 0}));
  t[t == 0] += 5;
  t[t[_, 0] == 5] *= 2;
  CHECK(holds(t, {10, 2, 4, 6, 10, 11, 5, 5, 10, 10, 10, 10}));
  // A mask of another shape is refused before anything is written.
  auto d = dynamic_table();
  const dtensor<bool, 2> wrong(3, 3);
  CHECK_THROWS_AS(d[wrong] = 1, shape_error);
  CHECK_THROWS_AS(eval(d[wrong]), shape_error);
  CHECK_THROWS_AS((d[std::vector<bool>{true, false}] = 1), shape_error);
  CHECK(holds(d, test::values(table())));
}

TEST_CASE("updates are broadcast, and assigned with any operation") {
  auto t = table();
  t[tensor{0, 2}] = tensor{5, 6, 7, 8};
  t[tensor{{0}, {1}}, tensor{0, 1}] = tensor<int, 2, 1>{{-1}, {-2}};
  CHECK(holds(t, {-1, -1, 7, 8, -2, -2, 12, 13, 5, 6, 7, 8}));
  assign_max(t[tensor{0, 0, 1}, 0], tensor{4, 9, -5});
  assign_min(t[tensor{0, 0}, 1], tensor{-3, -2});
  assign_with(t[tensor{2, 2}, 3], tensor{1, 2}, [](int a, int b) { return a * 10 + b; });
  CHECK(holds(t, {9, -3, 7, 8, -2, -2, 12, 13, 5, 6, 7, 812}));
  t[tensor{1, 1, 1}, 0] += 1;
  t[tensor{1, 1}, 1] -= tensor{1, 2};
  t[tensor{1, 1}, 2] *= 2;
  t[tensor{1}, 3] /= 13;
  CHECK(holds(t[1], {1, -5, 48, 1}));
}

TEST_CASE("elements of any regular type") {
  tensor<std::string, dyn> s(4);
  s = tensor<std::string, 4>{"a", "b", "c", "d"};
  CHECK(eval(s[tensor{3, 0}])[0] == "d");
  s[tensor{0, 1}] = s[tensor{1, 0}];
  CHECK(s[0] == "b");
  CHECK(s[1] == "a");
  s[s == std::string("c")] = std::string("long enough to live on the heap, surely");
  CHECK(s[2].size() > 30);
  s[tensor{3, 3}] += std::string("!");
  CHECK(s[3] == "d!!");

  const auto z = from_function<std::complex<float>>(
      [](stria::index i) { return std::complex<float>(static_cast<float>(i), 1.f); }, 5);
  CHECK(eval(z[tensor{4, 1}])[0] == std::complex<float>(4.f, 1.f));

  tensor<std::shared_ptr<int>, 3> p;
  p[tensor{0, 2}] = std::make_shared<int>(5);
  CHECK(p[0] == p[2]);
  CHECK(p[0].use_count() == 2);
}

TEST_CASE("axes without elements") {
  const dtensor<int, 2> none(0, 4);
  const dtensor<int, 1> nothing(0);
  CHECK(test::shape(none[nothing]) == test::list<stria::index>{0, 4});
  CHECK(test::shape(table()[nothing, 1]) == test::list<stria::index>{0});
  CHECK(eval(none[_, tensor{0, 3}]).size() == 0);
  CHECK_THROWS_AS(eval(none[tensor{0}]), index_error);
  // Entries that select nothing are still checked.
  const dtensor<int, 2> empty_rows(4, 0);
  CHECK_THROWS_AS(eval(empty_rows[tensor{4}]), index_error);
  auto t = dynamic_table();
  t[nothing] = 1;
  CHECK(holds(t, test::values(table())));
}

TEST_CASE("indices are checked even if the result is empty") {
  constexpr stria::index least = std::numeric_limits<stria::index>::min();
  const dtensor<int, 2> one(1, 1);
  const dtensor<stria::index, 1> outside{0, 9};
  const dtensor<bool, 1> mask{true};
  CHECK_THROWS_AS((eval(one[5, outside][range(0, 0)])), index_error);
  CHECK_THROWS_AS((eval((one + 1)[outside, _][range(0, 0)])), index_error);
  CHECK_THROWS_AS((eval(broadcast_to(one[least, mask], 0, 1))), index_error);
  CHECK_THROWS_AS((eval(concat(_0, one[outside, _][range(0, 0)], one))), index_error);
  CHECK_THROWS_AS((eval(sum(broadcast_to(one[outside, _], 0, 2, 1), _0))), index_error);
  dtensor<int, 2> target(0, 1);
  CHECK_THROWS_AS((target += one[outside, _][range(0, 0)]), index_error);
  CHECK_THROWS_AS(((dtensor<int, 2>(one[outside, _][range(0, 0)]))), index_error);
}

TEST_CASE("advanced items in constant expressions") {
  constexpr auto t = table();
  static_assert(eval(t[{2, 0}, {1, -1}])[1] == 3);
  static_assert(eval(t[_, tensor{3, 0}])[1, 0] == 13);
  static_assert(eval(t[t > 20]).size() == 3);
  static_assert(sum(t[ix_({0, 1}, {0, 1})]) == 22);
  constexpr auto written = [] {
    auto x = table();
    x[x > 11] = 0;
    x[{0, 0, 1}, {0, 0, 1}] += 1;
    return x;
  }();
  static_assert(written[0, 0] == 2 && written[1, 1] == 12 && written[2, 2] == 0);
  CHECK(holds(written, {2, 1, 2, 3, 10, 12, 0, 0, 0, 0, 0, 0}));
}

TEST_CASE("masks of wrong static sizes are refused") {
  using detail::advanced_verdict;
  using t = tensor<int, 3, 4>&;
  STATIC_REQUIRE(advanced_verdict<t, tensor<bool, 3>&>::accepted);
  STATIC_REQUIRE(!advanced_verdict<t, tensor<bool, 4>&>::accepted);
  STATIC_REQUIRE(advanced_verdict<t, const all_t&, tensor<bool, 4>&>::accepted);
  STATIC_REQUIRE(!advanced_verdict<t, const all_t&, tensor<bool, 3>&>::accepted);
  STATIC_REQUIRE(advanced_verdict<t, tensor<bool, 3, 4>&>::accepted);
  STATIC_REQUIRE(!advanced_verdict<t, tensor<bool, 3, 3>&>::accepted);
  STATIC_REQUIRE(advanced_verdict<t, tensor<bool, dyn>&>::accepted);
}

TEST_CASE("the axes of an array follow those of an ellipsis before it") {
  auto t = test::counted(dtensor<int, 3>(2, 3, 4));
  const tensor<stria::index, 5> five{0, 1, 2, 1, 0};
  using shape = test::list<stria::index>;
  CHECK(test::shape(t[ellipsis, five, _]) == shape{2, 5, 4});
  CHECK(test::shape(t[ellipsis, five]) == shape{2, 3, 5});
  CHECK(test::shape(t[_, ellipsis, five, _]) == shape{2, 5, 4});
  CHECK(test::shape(t[_, newaxis, ellipsis, five, _]) == shape{2, 1, 5, 4});
}

TEST_CASE("selections of a const tensor or an expression cannot be assigned to") {
  using indices = const tensor<stria::index, 2>&;
  using source = tensor<int, 3>;
  using selected = decltype(std::declval<source&>()[std::declval<indices>()]);
  using from_const = decltype(std::declval<const source&>()[std::declval<indices>()]);
  using from_sum = decltype((std::declval<source&>() + 1)[std::declval<indices>()]);
  STATIC_REQUIRE(detail::assigned<detail::assign_op, selected, int>::accepted);
  STATIC_REQUIRE(!detail::assigned<detail::assign_op, from_const, int>::accepted);
  STATIC_REQUIRE(!detail::assigned<detail::assign_op, from_sum, int>::accepted);
}

TEST_CASE("an index above the largest index is reported with its value") {
  auto t = test::counted(dtensor<int, 2>(2, 3));
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t above = std::uint64_t{1} << 63U;
  const auto reports = [](const std::string& value, const auto& read) {
    try {
      read();
    } catch (const index_error& e) {
      return std::string(e.what()).starts_with("stria: " + value + " ");
    }
    return false;
  };
  const std::string largest = "18446744073709551615";
  CHECK(reports("index " + largest, [&] { static_cast<void>(t[most, 0]); }));
  CHECK(reports("index 9223372036854775808", [&] { static_cast<void>(t(0, above)); }));
  CHECK(reports("index " + largest, [&] { static_cast<void>(t[_, rev()][most, 0]); }));
  CHECK(reports("index " + largest, [&] { static_cast<void>((t + 1)[0, most]); }));
  CHECK(reports("index " + largest, [&] { static_cast<void>(t[most]); }));
  CHECK(reports("index " + largest, [&] { static_cast<void>((t + 1)[_, most]); }));
  CHECK(reports("index " + largest, [&] { eval(t[tensor<std::uint64_t, 2>{0, most}]); }));
  CHECK(reports("index " + largest, [&] { eval(t[most, tensor{0, 1}]); }));
  CHECK(reports("index " + largest, [&] { t[tensor<std::uint64_t, 2>{0, most}] = 1; }));
  CHECK(reports("index " + largest,
                [&] { eval(t[ix_(tensor<std::uint64_t, 1>{most}, tensor{0})]); }));
  CHECK(reports("index " + largest, [&] { eval(t[nd(tensor<std::uint64_t, 1, 1>{{most}})]); }));
  CHECK(reports("index " + largest, [&] { eval(take(t, most, _0)); }));
  CHECK(reports("index " + largest, [&] { eval(delete_at(t, most, _0)); }));
  CHECK(reports("index " + largest, [&] { put(t, most, 1); }));
  CHECK(reports("insert: index " + largest, [&] { eval(insert(t, most, 1, _0)); }));
  CHECK(reports("index 9223372036854775807",
                [&] { static_cast<void>(t[std::numeric_limits<index>::max()]); }));
  CHECK(holds(t[range(std::uint64_t{1}, most), 0], {3})); // the bounds of a slice are clamped
}
