// SPDX-License-Identifier: BSL-1.0
// The loop nest: axes are joined, and every element is visited once, in order.
#include "catch.hpp"

#include <stria/evaluate/walk.hpp>
#include <stria/tensor/cursor.hpp>

#include <vector>

using namespace stria::detail;

namespace {

template <std::size_t L> using sizes = std::array<stria::index, L>;
template <std::size_t L> using cursor = strided_cursor<const int, L, 1>;

template <std::size_t L, class... C>
std::vector<std::size_t> axes(const sizes<L>& n, const C&... c) {
  const auto nest = collapse(n, c...);
  return {nest.order.begin(), nest.order.begin() + static_cast<std::ptrdiff_t>(nest.depth)};
}

// The positions that a nest visits, row by row.
template <std::size_t L>
std::vector<stria::index> visited(const sizes<L>& n, const sizes<L>& strides) {
  cursor<L> c{nullptr, 0, strides};
  const auto nest = collapse(n, c);
  std::vector<stria::index> v;
  if (nest.depth == 0)
    return {0};
  for_rows(
      nest,
      [&] {
        for (stria::index i = 0; i < nest.inner_size(); ++i)
          v.push_back(c.offset + i * c.strides[nest.inner()]);
      },
      c);
  return v;
}

template <std::size_t L>
std::vector<stria::index> expected(const sizes<L>& n, const sizes<L>& strides) {
  std::vector<stria::index> v;
  sizes<L> at{};
  stria::index total = 1;
  for (auto k : n)
    total *= k;
  for (; total > 0; --total) {
    stria::index place = 0;
    for (std::size_t a = 0; a < L; ++a)
      place += at[a] * strides[a];
    v.push_back(place);
    for (std::size_t a = L; a-- > 0;) {
      if (++at[a] < n[a])
        break;
      at[a] = 0;
    }
  }
  return v;
}

} // namespace

TEST_CASE("axes are joined if all cursors walk them as one") {
  const sizes<3> n{2, 3, 4};
  const cursor<3> dense{nullptr, 0, {12, 4, 1}};
  const cursor<3> padded{nullptr, 0, {15, 5, 1}};
  const cursor<3> planes{nullptr, 0, {24, 4, 1}};
  const cursor<3> row{nullptr, 0, {0, 0, 1}};
  const cursor<3> value{nullptr, 0, {0, 0, 0}};
  const cursor<3> back{nullptr, 0, {-12, -4, -1}};
  const cursor<3> turned{nullptr, 0, {1, 2, 6}};
  using list = std::vector<std::size_t>;
  CHECK(axes(n, dense) == list{2});
  CHECK(collapse(n, dense).inner_size() == 24);
  CHECK(axes(n, dense, dense, value) == list{2});
  CHECK(axes(n, back) == list{2});
  CHECK(axes(n, dense, back) == list{2});
  CHECK(axes(n, padded) == list{1, 2});
  CHECK(axes(n, planes) == list{0, 2});
  CHECK(axes(n, dense, row) == list{1, 2});
  CHECK(axes(n, row) == list{1, 2});
  CHECK(axes(n, value) == list{2});
  CHECK(axes(n, turned) == list{0, 1, 2});
  CHECK(axes(n, dense, padded) == list{1, 2});
  CHECK(axes(n, padded, planes) == list{0, 1, 2});
}

TEST_CASE("axes of size 1 have no loops") {
  using list = std::vector<std::size_t>;
  const cursor<4> c{nullptr, 0, {99, 4, -7, 1}};
  CHECK(axes(sizes<4>{1, 3, 1, 4}, c) == list{3});
  CHECK(axes(sizes<4>{1, 3, 1, 1}, c) == list{1});
  CHECK(axes(sizes<4>{1, 1, 1, 1}, c).empty());
  CHECK(axes(sizes<4>{2, 3, 1, 4}, c) == list{0, 3});
}

TEST_CASE("every element once, in row-major order") {
  const stria::index steps[] = {-6, -1, 0, 1, 2, 12};
  int wrong = 0, cases = 0;
  for (stria::index a : {1, 2, 3})
    for (stria::index b : {1, 2, 4})
      for (stria::index c : {1, 3})
        for (auto r : steps)
          for (auto s : steps)
            for (auto t : steps) {
              ++cases;
              wrong +=
                  visited<3>({a, b, c}, {r, s, t}) == expected<3>({a, b, c}, {r, s, t}) ? 0 : 1;
            }
  CHECK(cases == 3888);
  CHECK(wrong == 0);
  CHECK(visited<5>({2, 1, 3, 2, 2}, {100, 7, -10, 3, 1}) ==
        expected<5>({2, 1, 3, 2, 2}, {100, 7, -10, 3, 1}));
  CHECK(visited<1>({4}, {-2}) == expected<1>({4}, {-2}));
  CHECK(visited<0>({}, {}) == expected<0>({}, {}));
}
