// SPDX-License-Identifier: BSL-1.0
// A list that grows on the heap: contents, copies and moves, refusals.
#include "catch.hpp"
#include "tracked.hpp"

#include <stria/tensor/heap_list.hpp>

#include <ranges>
#include <string>
#include <vector>

using stria::detail::heap_list;
using test::counts;
using test::tracked;

static_assert(std::ranges::contiguous_range<heap_list<int>>);
static_assert(std::ranges::contiguous_range<const heap_list<int>>);
static_assert(std::is_nothrow_move_constructible_v<heap_list<std::string>>);
static_assert(std::is_nothrow_move_assignable_v<heap_list<std::string>>);

namespace {

heap_list<std::string> words() {
  heap_list<std::string> list;
  for (const char* text :
       {"one", "two", "three", "a fourth that is longer than a short string", "5"})
    list.push_back(text);
  return list;
}

// In constant expressions, including growth, copies and moves.
constexpr int sum_of(heap_list<int> list) {
  int sum = 0;
  for (const int x : list)
    sum += x;
  return sum;
}
constexpr int grown_sum() {
  heap_list<int> list;
  for (int k = 1; k <= 100; ++k)
    list.push_back(k);
  heap_list<int> other;
  other = list;
  other.front() = 0;
  return sum_of(list) - sum_of(static_cast<heap_list<int>&&>(other));
}
static_assert(grown_sum() == 1);

} // namespace

TEST_CASE("a list holds the appended elements in order") {
  const heap_list<std::string> list = words();
  CHECK(std::vector(list.begin(), list.end()) ==
        std::vector<std::string>{"one", "two", "three",
                                 "a fourth that is longer than a short string", "5"});
  CHECK(list.size() == 5);
  CHECK_FALSE(list.empty());
  CHECK(heap_list<std::string>().empty());
  CHECK(list.data() == &list[0]);
  CHECK((list.front() == "one" && list.back() == "5" && list.at(2) == "three"));
}

TEST_CASE("an element of the list may be appended") {
  heap_list<std::string> list = words();
  for (int k = 0; k < 20; ++k)
    list.push_back(list[3]);
  CHECK(list.back() == list[3]);
  CHECK(list[3].size() == 43);
}

TEST_CASE("copies are independent, moved-from lists are empty") {
  heap_list<std::string> list = words();
  heap_list<std::string> copy = list;
  copy[0] = "changed";
  CHECK(list[0] == "one");
  const std::string* const place = list.data();
  heap_list<std::string> moved = static_cast<heap_list<std::string>&&>(list);
  CHECK(moved.data() == place);
  CHECK(list.empty());
  moved = copy;
  CHECK(moved[0] == "changed");
  copy = static_cast<heap_list<std::string>&&>(moved);
  CHECK(copy.size() == 5);
}

TEST_CASE("a position out of bounds is an index_error") {
  heap_list<std::string> list = words();
  const heap_list<std::string> none;
  CHECK_THROWS_AS(list[5], stria::index_error);
  CHECK_THROWS_AS(list.at(5), stria::index_error);
  CHECK_THROWS_AS(list[static_cast<std::size_t>(-1)], stria::index_error);
  CHECK_THROWS_AS(none.front(), stria::index_error);
  CHECK_THROWS_AS(none.back(), stria::index_error);
  CHECK_THROWS_WITH(list[7], "stria: there is no element 7 in a list of 5");
}

TEST_CASE("elements are moved when the list grows, and all are destroyed") {
  counts = {};
  {
    heap_list<tracked> list;
    list.reserve(3);
    for (int k = 0; k < 3; ++k)
      list.push_back(tracked(k));
    const tracked* const place = list.data();
    list.push_back(tracked(3));
    CHECK(list.data() != place);
    CHECK(list[3].value() == 3);
    CHECK(counts.copied == 0);
    CHECK(counts.alive() == 4);
    const tracked* const room = list.data();
    list.clear();
    CHECK(list.empty());
    CHECK(counts.alive() == 0);
    list.push_back(tracked(4));
    CHECK((list.data() == room && list.front().value() == 4));
  }
  CHECK(counts.alive() == 0);
}

TEST_CASE("a copy that throws leaks nothing") {
  counts = {};
  {
    heap_list<tracked> list;
    for (int k = 0; k < 5; ++k)
      list.push_back(tracked(k));
    counts.throw_after = 4;
    CHECK_THROWS_AS(heap_list<tracked>(list), test::construction_failed);
    counts.throw_after = -1;
    CHECK(counts.alive() == 5);
  }
  CHECK(counts.alive() == 0);
}

TEST_CASE("existing capacity is kept") {
  heap_list<int> list;
  list.reserve(3);
  const int* const memory = list.data();
  list.reserve(3);
  CHECK(list.data() == memory);
  list.reserve(2);
  CHECK(list.data() == memory);
}
