// SPDX-License-Identifier: BSL-1.0
// Expressions own rvalue tensors, so that functions can return them. A dangling operand is detected
// by the sanitizers.
#include "catch.hpp"
#include "values.hpp"

#include <concepts>
#include <functional>
#include <string>

using namespace stria;
using test::list;
using test::values;

namespace {

auto make(int n) { return test::counted(dtensor<int, 1>(n)); }
auto make_small() { return tensor{1, 2, 3}; }

// Each of these functions returns an expression whose operands would dangle if they were not owned.
auto owned_sum() { return make(4) + make(4); }
auto owned_slice() { return make(6)[range(1, 5)]; }
auto owned_slice_of_small() { return make_small()[rev()]; }
auto owned_chain() { return make(6)[range(1, _)][rev()][range(_, _, 2)]; }
auto owned_beside(const dtensor<int, 1>& outlives) { return outlives * make(4) + 1; }
auto owned_slice_of_sum() { return (make(5) + make(5))[range(1, 4)] * 2; }
auto owned_reduction() { return sum(make(5)) + make_small(); }
auto owned_transpose() { return transpose(reshape(make(6), _2, _3)); }
auto owned_moved_local() {
  auto local = make(5);
  return std::move(local)[range(2, _)] + 0;
}
auto scalar_operand() {
  double factor = 2.5;
  return make_small() * factor;
}
auto captured(double factor) {
  return map([factor](int x) { return x * factor; }, make_small());
}
auto view_of(dtensor<int, 1>& t) { return t[range(1, _)]; }
auto through_local_view(dtensor<int, 1>& t) {
  auto local = t[range(1, _)];
  auto other = local[rev()];
  return local + other;
}
auto strings() { return tensor{std::string(50, 'a'), std::string(50, 'b')} + std::string(50, 'c'); }
auto gathered() { return make(6)[nd({{5}, {0}, {3}})]; }
auto stride_of_temporary() {
  return strided_slice(make(7), std::array<stria::index, 1>{1}, std::array<stria::index, 1>{6},
                       std::array<stria::index, 1>{2}, mask<0, 0, 0, 0, 0>{});
}

} // namespace

TEST_CASE("expressions that own their operands are returned") {
  CHECK(values(owned_sum()) == list<>{0, 2, 4, 6});
  CHECK(values(owned_slice()) == list<>{1, 2, 3, 4});
  CHECK(values(owned_slice_of_small()) == list<>{3, 2, 1});
  CHECK(values(owned_chain()) == list<>{5, 3, 1});
  const auto a = make(4);
  CHECK(values(owned_beside(a)) == list<>{1, 2, 5, 10});
  CHECK(values(owned_slice_of_sum()) == list<>{4, 8, 12});
  CHECK(values(owned_reduction()) == list<long>{11, 12, 13});
  CHECK(values(owned_transpose()) == list<>{0, 3, 1, 4, 2, 5});
  CHECK(values(owned_moved_local()) == list<>{2, 3, 4});
  CHECK(values(scalar_operand()) == list<double>{2.5, 5, 7.5});
  CHECK(values(captured(1.5)) == list<double>{1.5, 3, 4.5});
  CHECK(values(strings())[1] == std::string(50, 'b') + std::string(50, 'c'));
  CHECK(values(gathered()) == list<>{5, 0, 3});
  CHECK(values(stride_of_temporary()) == list<>{1, 3, 5});
}

TEST_CASE("owning expressions are evaluated as well as read") {
  CHECK(test::evaluated(owned_sum()) == list<>{0, 2, 4, 6});
  CHECK(test::evaluated(owned_chain()) == list<>{5, 3, 1});
  CHECK(test::evaluated(owned_slice_of_sum()) == list<>{4, 8, 12});
  CHECK(test::evaluated(owned_reduction()) == list<long>{11, 12, 13});
  CHECK(test::evaluated(owned_transpose()) == list<>{0, 3, 1, 4, 2, 5});
  CHECK(test::evaluated(strings()).size() == 2);
  dtensor<int, 1> t = owned_chain();
  t = owned_slice();
  t = owned_sum() + t;
  CHECK(values(t) == list<>{1, 4, 7, 10});
}

TEST_CASE("views refer to their memory, wherever they come from") {
  auto t = make(5);
  CHECK(values(view_of(t)) == list<>{1, 2, 3, 4});
  view_of(t) = 0;
  CHECK(values(t) == list<>(5, 0));
  t = make(5);
  const auto e = through_local_view(t);
  CHECK(values(e) == list<>{5, 5, 5, 5});
  t[4] = 10;
  CHECK(values(e) == list<>{11, 5, 5, 11});
}

TEST_CASE("lvalues are held by reference, rvalues by value") {
  auto a = make(3);
  auto by_reference = a + 1;
  auto by_value = std::move(a) + 1;
  CHECK(a.size() == 0);
  CHECK(values(by_value) == list<>{1, 2, 3});
  CHECK(by_reference.size() == 0);
  a = make(2);
  CHECK(values(by_reference) == list<>{1, 2});
  CHECK(values(by_value) == list<>{1, 2, 3});

  const auto c = make(3);
  auto from_const = std::move(c) + 1;
  CHECK(values(c) == list<>{0, 1, 2});
  CHECK(values(from_const) == list<>{1, 2, 3});
}

TEST_CASE("copies of an expression are independent of it") {
  std::function<list<>()> later;
  {
    auto e = make(3) * 2;
    auto f = e[range(1, _)] + e[range(_, -1)];
    auto g = f;
    later = [g] { return values(g); };
  }
  CHECK(later() == list<>{2, 6});
}

TEST_CASE("an owning subscript returns elements by value") {
  STATIC_REQUIRE(std::same_as<decltype(make(3)[1]), int>);
  STATIC_REQUIRE(std::same_as<decltype(make(3)[range(0, 2)][1]), int>);
  STATIC_REQUIRE(!detail::view_operand<decltype(make(3)[range(0, 2)])>);
  STATIC_REQUIRE(detail::view_operand<decltype(view_of(std::declval<dtensor<int, 1>&>())[_])>);
  CHECK(make(3)[1] == 1);
  CHECK(make(4)[range(1, _)][-1] == 3);
  const auto e = make(4)[range(1, _)];
  CHECK(e[0] == 1);
  CHECK(e[range(1, _)][0] == 2);
  CHECK(values(e[rev()]) == list<>{3, 2, 1});
}

TEST_CASE("a loop over an owning expression") {
  long total = 0;
  auto e = make(10)[range(_, _, 3)];
  for (stria::index i = 0; i < e.extent(0); ++i)
    total += e[i];
  CHECK(total == 18);
}
