// SPDX-License-Identifier: BSL-1.0
// dsl/array_ref.cpp: a non-owning view of contiguous values.
#include "../support/catch.hpp"

#include <stria/base/array_ref.hpp>
#include <stria/base/short_list.hpp>
#include <stria/plan/slice_plan.hpp>

#include <array>
#include <concepts>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace {

using stria::detail::array_ref;

constexpr long sum_of(array_ref<long> values) {
  long sum = 0;
  for (long v : values)
    sum += v;
  return sum;
}

constexpr long sum_of_a_list() {
  stria::short_list<long, 4> l;
  l.push_back(5);
  l.push_back(6);
  return sum_of(l);
}

template <class Sum>
concept takes_two_numbers = requires(Sum sum) { sum({0, 3}); };
template <class Sum>
concept takes_null = requires(Sum sum) { sum({nullptr, 3}); };
template <class Plan>
concept plans_of_two_numbers = requires(Plan plan, std::array<stria::index, 2> two) {
  plan({0, 3}, two, two, two, stria::slice_masks{});
};
template <class Plan>
concept plans_of_arrays = requires(Plan plan, std::array<stria::index, 2> two) {
  plan(two, two, two, two, stria::slice_masks{});
};

struct base_type {
  long value = 0;
};
struct derived_type : base_type {
  long more = 0;
};

} // namespace

TEST_CASE("an array_ref is made from any contiguous container") {
  constexpr std::array<long, 3> a{1, 2, 3};
  constexpr long c[] = {4, 5};
  STATIC_REQUIRE(sum_of(a) == 6);
  STATIC_REQUIRE(sum_of(c) == 9);
  STATIC_REQUIRE(sum_of({a.data() + 1, 2}) == 5);
  STATIC_REQUIRE(sum_of(std::span<const long>(a)) == 6);
  STATIC_REQUIRE(sum_of(std::array<long, 0>{}) == 0);
  STATIC_REQUIRE(sum_of_a_list() == 11);
  std::vector<long> v{7, 8};
  CHECK(sum_of(v) == 15);
  CHECK(sum_of(std::span<long>(v)) == 15);
  const std::initializer_list<long> list{1, 2, 4};
  CHECK(sum_of(list) == 7);
}

TEST_CASE("an array_ref refers to the values and does not copy them") {
  std::vector<long> v{7, 8};
  const array_ref<long> r = v;
  v[1] = 9;
  CHECK(r.data() == v.data());
  CHECK(r[1] == 9);
  CHECK(r.size() == 2);
  CHECK(r.end() - r.begin() == 2);
  CHECK_FALSE(r.empty());
  STATIC_REQUIRE(array_ref<long>().empty());
  CHECK(std::span<const long>(r).data() == v.data());
}

TEST_CASE("values of another type do not convert to an array_ref") {
  STATIC_REQUIRE_FALSE(std::convertible_to<std::vector<int>, array_ref<long>>);
  STATIC_REQUIRE_FALSE(std::convertible_to<std::string, array_ref<long>>);
  STATIC_REQUIRE_FALSE(std::convertible_to<long, array_ref<long>>);
  STATIC_REQUIRE_FALSE(std::convertible_to<std::vector<derived_type>, array_ref<base_type>>);
  STATIC_REQUIRE_FALSE(
      std::constructible_from<array_ref<base_type>, const derived_type*, std::size_t>);
}

TEST_CASE("two numbers do not convert to an array_ref") {
  // A literal 0 could be a null pointer, and 3 its length.
  STATIC_REQUIRE_FALSE(takes_two_numbers<decltype(&sum_of)>);
  STATIC_REQUIRE_FALSE(takes_null<decltype(&sum_of)>);
  STATIC_REQUIRE_FALSE(plans_of_two_numbers<decltype(&stria::plan_slice)>);
  STATIC_REQUIRE(plans_of_arrays<decltype(&stria::plan_slice)>);
}
