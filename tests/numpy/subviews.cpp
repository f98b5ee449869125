// SPDX-License-Identifier: BSL-1.0
// subviews(t, axis) under the mutating algorithms of std, std::ranges and range-v3: each algorithm
// does to the rows of a tensor what it does to a vector of rows.
#include "catch.hpp"

#include <stria/ranges.hpp>
#include <stria/stria.hpp>

#include <range/v3/algorithm.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <ranges>
#include <vector>

using namespace stria;

namespace {

// 20 rows: more than 16 elements, which std::sort sorts by insertion.
constexpr int rows_in_all = 20;
using model_row = std::array<int, 3>;

/// The first column has each value twice, the second one tells the rows apart.
constexpr model_row row_number(int i) { return {i * 7 % 10, i, -i}; }

std::vector<model_row> some_rows() {
  std::vector<model_row> r;
  for (int i = 0; i < rows_in_all; ++i)
    r.push_back(row_number(i));
  return r;
}

constexpr auto by_first = [](const auto& x, const auto& y) { return x[0] < y[0]; };
constexpr auto is_even = [](const auto& x) { return x[0] % 2 == 0; };
constexpr auto key = [](const auto& x) { return -x[1]; };

/// Runs an algorithm over a vector of rows and over the subviews of a tensor along an axis.
template <class Get, class Algorithm>
void over_subviews(const Get& get, const Algorithm& algorithm, auto& memory) {
  auto model = some_rows();
  auto subviews = get(memory);
  REQUIRE(subviews.size() == rows_in_all);
  for (int i = 0; i < rows_in_all; ++i)
    for (index_t k = 0; k < 3; ++k)
      subviews[i][k] = model[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
  algorithm(model);
  algorithm(subviews);
  for (int i = 0; i < rows_in_all; ++i)
    for (index_t k = 0; k < 3; ++k)
      CHECK(subviews[i][k] == model[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)]);
}

/// With rows of a slice, whose strides are known only at run time.
template <class Algorithm> void check_rows(const Algorithm& algorithm) {
  dtensor<int, 2> wide(2 * rows_in_all, 7);
  over_subviews([](auto& t) { return subviews(t[rev(_, _, 2), range(1, _, 2)], _0); }, algorithm,
                wide);
}
/// With columns of a static tensor, whose copies differ from them in their strides.
template <class Algorithm> void check_columns(const Algorithm& algorithm) {
  tensor<int, 3, rows_in_all> t;
  over_subviews([](auto& m) { return subviews(m, _1); }, algorithm, t);
}

template <class Range>
using value_of = std::iter_value_t<std::ranges::iterator_t<std::remove_reference_t<Range>>>;

} // namespace

TEST_CASE("the values of subviews are tensors") {
  dtensor<int, 3> t(2, 3, 4);
  auto s = subviews(t, _1);
  using iterator = decltype(s.begin());
  STATIC_REQUIRE(std::same_as<std::iter_value_t<iterator>, dtensor<int, 2>>);
  STATIC_REQUIRE(std::same_as<std::iter_value_t<iterator>, decltype(eval(*s.begin()))>);
  STATIC_REQUIRE(detail::view_operand<std::iter_reference_t<iterator>>);
  STATIC_REQUIRE(std::permutable<iterator>);
  STATIC_REQUIRE(ranges::permutable<iterator>);
  const auto& c = t;
  using read_only = decltype(subviews(c, _1).begin());
  STATIC_REQUIRE(std::same_as<std::iter_value_t<read_only>, dtensor<int, 2>>);
  STATIC_REQUIRE(std::random_access_iterator<read_only>);
  STATIC_REQUIRE(!std::permutable<read_only>);
}

TEST_CASE("std: algorithms that sort subviews") {
  check_rows([](auto& r) { std::sort(r.begin(), r.end(), by_first); });
  check_rows([](auto& r) { std::stable_sort(r.begin(), r.end(), by_first); });
  check_rows([](auto& r) { std::partial_sort(r.begin(), r.begin() + 7, r.end(), by_first); });
  check_rows([](auto& r) { std::nth_element(r.begin(), r.begin() + 7, r.end(), by_first); });
  check_rows([](auto& r) {
    std::make_heap(r.begin(), r.end(), by_first);
    std::pop_heap(r.begin(), r.end(), by_first);
    std::push_heap(r.begin(), r.end(), by_first);
    std::sort_heap(r.begin(), r.end(), by_first);
  });
  check_rows([](auto& r) {
    std::sort(r.begin(), r.begin() + 9, by_first);
    std::sort(r.begin() + 9, r.end(), by_first);
    std::inplace_merge(r.begin(), r.begin() + 9, r.end(), by_first);
  });
  check_rows([](auto& r) {
    const auto by_number = [](const auto& x, const auto& y) { return x[1] < y[1]; };
    for (int i = 0; i < 5; ++i)
      std::next_permutation(r.begin(), r.end(), by_number);
    std::prev_permutation(r.begin(), r.end(), by_number);
  });
}

TEST_CASE("std: algorithms over columns") {
  check_columns([](auto& r) { std::sort(r.begin(), r.end(), by_first); });
  check_columns([](auto& r) { std::rotate(r.begin(), r.begin() + 7, r.end()); });
}

TEST_CASE("std: algorithms that move subviews") {
  check_rows([](auto& r) { std::reverse(r.begin(), r.end()); });
  check_rows([](auto& r) { std::rotate(r.begin(), r.begin() + 1, r.end()); });
  check_rows([](auto& r) { std::rotate(r.begin(), r.begin() + 7, r.end()); });
  check_rows([](auto& r) { std::shuffle(r.begin(), r.end(), std::mt19937(1)); });
  check_rows([](auto& r) { std::partition(r.begin(), r.end(), is_even); });
  check_rows([](auto& r) { std::stable_partition(r.begin(), r.end(), is_even); });
  check_rows([](auto& r) { std::shift_left(r.begin(), r.end(), 3); });
  check_rows([](auto& r) { std::shift_right(r.begin(), r.end(), 3); });
  check_rows([](auto& r) { std::iter_swap(r.begin(), r.begin() + 4); });
  check_rows([](auto& r) { std::swap_ranges(r.begin(), r.begin() + 5, r.begin() + 6); });
  check_rows([](auto& r) {
    CHECK(std::remove_if(r.begin(), r.end(), is_even) - r.begin() == rows_in_all / 2);
  });
  check_rows([](auto& r) {
    std::stable_sort(r.begin(), r.end(), by_first);
    const auto equal = [](const auto& x, const auto& y) { return x[0] == y[0]; };
    CHECK(std::unique(r.begin(), r.end(), equal) - r.begin() == rows_in_all / 2);
  });
  check_rows([](auto& r) { std::copy(r.begin(), r.begin() + 5, r.begin() + 6); });
  check_rows([](auto& r) { std::copy_backward(r.begin(), r.begin() + 9, r.begin() + 12); });
  check_rows([](auto& r) { std::move(r.begin() + 2, r.begin() + 9, r.begin()); });
  check_rows([](auto& r) { std::move_backward(r.begin(), r.begin() + 9, r.begin() + 12); });
  check_rows([](auto& r) { std::reverse_copy(r.begin(), r.begin() + 5, r.begin() + 6); });
  check_rows([](auto& r) {
    const value_of<decltype(r)> value = *(r.begin() + 3);
    std::fill(r.begin(), r.begin() + 6, value);
    std::replace_if(r.begin() + 6, r.end(), is_even, value);
  });
  check_rows([](auto& r) {
    // The value is a copy, which later changes of the row leave alone.
    auto first = std::move(*r.begin());
    value_of<decltype(r)> kept = std::move(first);
    std::copy(r.begin() + 1, r.end(), r.begin());
    *(r.end() - 1) = kept;
  });
  check_rows([](auto& r) {
    std::vector<value_of<decltype(r)>> copies(r.begin(), r.end());
    std::sort(copies.begin(), copies.end(), by_first);
    std::merge(copies.begin(), copies.begin() + 4, copies.begin() + 4, copies.end(), r.begin(),
               by_first);
  });
}

TEST_CASE("std::ranges: algorithms over subviews") {
  check_columns([](auto& r) { std::ranges::sort(r, by_first); });
  check_columns([](auto& r) { std::ranges::sort(r, {}, key); });
  check_columns([](auto& r) { std::ranges::stable_sort(r, by_first); });
  check_columns([](auto& r) { std::ranges::partial_sort(r, r.begin() + 7, by_first); });
  check_columns([](auto& r) { std::ranges::nth_element(r, r.begin() + 7, by_first); });
  check_columns([](auto& r) {
    std::ranges::make_heap(r, by_first);
    std::ranges::sort_heap(r, by_first);
  });
  check_columns([](auto& r) { std::ranges::reverse(r); });
  check_columns([](auto& r) { std::ranges::rotate(r, r.begin() + 7); });
  check_columns([](auto& r) { std::ranges::shuffle(r, std::mt19937(1)); });
  check_columns([](auto& r) { std::ranges::partition(r, is_even); });
  check_columns([](auto& r) { std::ranges::stable_partition(r, is_even); });
  check_columns([](auto& r) { std::ranges::remove_if(r, is_even); });
  check_columns([](auto& r) { std::ranges::iter_swap(r.begin(), r.begin() + 4); });
  check_rows(
      [](auto& r) { std::ranges::swap_ranges(r | std::views::take(5), r | std::views::drop(6)); });
  check_columns([](auto& r) { std::ranges::sort(r | std::views::reverse, by_first); });
  check_columns([](auto& r) {
    std::ranges::sort(r | std::views::take(9), by_first);
    std::ranges::sort(r | std::views::drop(9), by_first);
    std::ranges::inplace_merge(r, r.begin() + 9, by_first);
  });
  check_columns([](auto& r) { std::ranges::copy(r | std::views::take(5), r.begin() + 6); });
  check_columns([](auto& r) { std::ranges::move(r | std::views::drop(2), r.begin()); });
  check_columns([](auto& r) {
    const value_of<decltype(r)> value = *(r.begin() + 3);
    std::ranges::fill(r | std::views::drop(15), value);
    std::ranges::replace_if(r, is_even, value);
  });
}

TEST_CASE("range-v3: algorithms over subviews") {
  check_columns([](auto& r) { ranges::sort(r, by_first); });
  check_columns([](auto& r) { ranges::sort(r, {}, key); });
  check_columns([](auto& r) { ranges::stable_sort(r, by_first); });
  check_columns([](auto& r) { ranges::partial_sort(r, r.begin() + 7, by_first); });
  check_columns([](auto& r) { ranges::nth_element(r, r.begin() + 7, by_first); });
  check_columns([](auto& r) { ranges::reverse(r); });
  check_columns([](auto& r) { ranges::rotate(r, r.begin() + 7); });
  check_columns([](auto& r) { ranges::shuffle(r, std::mt19937(1)); });
  check_columns([](auto& r) { ranges::partition(r, is_even); });
  check_columns([](auto& r) { ranges::stable_partition(r, is_even); });
  check_columns([](auto& r) { ranges::remove_if(r, is_even); });
  check_columns([](auto& r) { ranges::iter_swap(r.begin(), r.begin() + 4); });
  check_columns([](auto& r) {
    ranges::make_heap(r, by_first);
    ranges::sort_heap(r, by_first);
  });
  check_columns([](auto& r) {
    ranges::sort(r.begin(), r.begin() + 9, by_first);
    ranges::sort(r.begin() + 9, r.end(), by_first);
    ranges::inplace_merge(r, r.begin() + 9, by_first);
  });
}

TEST_CASE("subviews of rank 2 and 0") {
  auto t = eval(reshape(arange(24), 4, 3, 2));
  const auto before = t;
  auto pages = subviews(t, _0);
  std::sort(pages.begin(), pages.end(),
            [](const auto& x, const auto& y) { return sum(x) > sum(y); });
  CHECK(array_equal(t, before[rev()]));
  std::ranges::rotate(pages, pages.begin() + 1);
  CHECK(array_equal(t, roll(before[rev()], -1, _0)));

  dtensor<int, 1> v{3, 1, 2};
  auto scalars = subviews(v, _0);
  std::sort(scalars.begin(), scalars.end(), [](int x, int y) { return x < y; });
  CHECK(array_equal(v, tensor{1, 2, 3}));
}
