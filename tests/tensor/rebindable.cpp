// SPDX-License-Identifier: BSL-1.0
// rebindable: a view whose assignment rebinds, in containers, members and algorithms; and std::swap
// of views, which exchanges elements.
#include "../support/catch.hpp"
#include "../support/numbers.hpp"
#include "../support/values.hpp"

#include <stria/ranges.hpp>
#include <stria/stria.hpp>

#include <algorithm>
#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace stria;
using test::holds;

namespace {

using row = rebindable<dview<float, 1>>;

dtensor<float, 2> four_rows() { return reshape(arange<float>(8), 4, 2); }

std::vector<row> rows_of(dtensor<float, 2>& a) {
  std::vector<row> rows;
  for (index_t i = 0; i < a.extent(0); ++i)
    rows.push_back(a[i]);
  return rows;
}

std::vector<float> firsts(const std::vector<row>& rows) {
  std::vector<float> v;
  for (const auto& r : rows)
    v.push_back(r[0]);
  return v;
}

using list = std::vector<float>;

/// Runs f(a, rows of a), which must not change an element of a.
template <class F> void check_kept(const F& f) {
  auto a = four_rows();
  auto rows = rows_of(a);
  f(a, rows);
  CHECK(array_equal(a, four_rows()));
}

struct best_row {
  row r;
  float score = 0;
};

} // namespace

TEST_CASE("rebindable views in std::vector") {
  check_kept([](auto&, auto& rows) {
    rows.erase(rows.begin());
    CHECK(firsts(rows) == list{2, 4, 6});
  });
  check_kept([](auto& a, auto& rows) {
    rows.reserve(9);
    rows.insert(rows.begin(), a[3]);
    rows.insert(rows.begin() + 1, dview<float, 1>(a[2]));
    CHECK(firsts(rows) == list{6, 4, 0, 2, 4, 6});
  });
  check_kept([](auto&, auto& rows) {
    std::erase_if(rows, [](const auto& r) { return r[0] < 3.f; });
    CHECK(firsts(rows) == list{4, 6});
  });
  check_kept([](auto& a, auto& rows) {
    auto others = rows;
    std::reverse(others.begin(), others.end());
    rows = others;
    rows.assign(2, row(a[1]));
    rows = std::move(others);
    CHECK(firsts(rows) == list{6, 4, 2, 0});
  });
}

TEST_CASE("algorithms sort and move rebindable views, not elements") {
  const auto by_sum = [](const auto& r) { return -sum(r); };
  const auto more = [](const auto& x, const auto& y) { return x[0] > y[0]; };
  check_kept([&](auto&, auto& rows) {
    std::sort(rows.begin(), rows.end(), more);
    CHECK(firsts(rows) == list{6, 4, 2, 0});
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
    CHECK(firsts(rows) == list{4, 2, 0, 6});
  });
  check_kept([&](auto&, auto& rows) {
    std::ranges::sort(rows, {}, by_sum);
    CHECK(firsts(rows) == list{6, 4, 2, 0});
    std::ranges::reverse(rows);
    CHECK(firsts(rows) == list{0, 2, 4, 6});
    std::iter_swap(rows.begin(), rows.begin() + 3);
    CHECK(firsts(rows) == list{6, 2, 4, 0});
  });
  check_kept([&](auto& a, auto& rows) {
    row x(a[0]), y(a[1]);
    swap(x, y);
    CHECK(x[0] == 2);
    std::swap(x, y);
    CHECK(x[0] == 0);
    std::ranges::swap(x, y);
    CHECK(x[0] == 2);
    const auto old = std::exchange(x, a[3]);
    CHECK((old[0] == 2 && x[0] == 6));
    std::pair p(x, 1), q(y, 2);
    std::swap(p, q);
    CHECK((p.first[0] == 0 && p.second == 2));
    std::swap(rows[0], rows[3]);
    CHECK(firsts(rows) == list{6, 2, 4, 0});
  });
}

TEST_CASE("rebindable views as members and variables") {
  check_kept([](auto& a, auto&) {
    std::optional<row> best;
    for (index_t i = 0; i < 4; ++i)
      if (!best || a[i, 0] > (*best)[0])
        best = a[i];
    CHECK((*best)[0] == 6);
    best_row b{a[0]};
    for (index_t i = 1; i < 4; ++i)
      b = best_row{a[i], 1};
    CHECK(b.r[0] == 6);
    std::pair<row, int> p{a[0], 0};
    p = {a[2], 2};
    CHECK(p.first[0] == 4);
    p = std::pair(a[1], 1);
    CHECK(p.first[0] == 2);
  });
  // A rebindable view refers to a tensor, and to views of the same type or with other strides.
  auto a = four_rows();
  const auto& c = a;
  rebindable x(a);
  STATIC_REQUIRE(std::same_as<decltype(x), rebindable<dview<float, 2>>>);
  STATIC_REQUIRE(std::same_as<decltype(rebindable(c)), rebindable<dview<const float, 2>>>);
  STATIC_REQUIRE(std::same_as<decltype(rebindable(a[0])), rebindable<decltype(a[0])>>);
  STATIC_REQUIRE(std::is_nothrow_move_assignable_v<row>);
  x = transpose(a);
  CHECK(x[1, 3] == 7);
  CHECK(x.shape() == std::array<index_t, 2>{2, 4});
  x = a[rev()];
  CHECK(x[0, 0] == 6);
  x = a;
  CHECK(x.data() == a.data());
  rebindable read(c[1]);
  read = c[2];
  CHECK(read[1] == 5);
}

TEST_CASE("rebindable views in expressions and as targets of other operators") {
  auto a = four_rows();
  rebindable x(a[0]), y(a[1]);
  STATIC_REQUIRE(std::same_as<decltype(x + y), decltype(a[0] + a[1])>);
  STATIC_REQUIRE(std::same_as<decltype(x[rev()]), decltype(a[0][rev()])>);
  CHECK(holds(x + y * 2.f, {4, 7}));
  CHECK(sum(x) == 1);
  CHECK(holds(concat(_0, x, y), {0, 1, 2, 3}));
  CHECK(holds(where(x > 0.f, x, y), {2, 1}));
  const dtensor<float, 1> copied = y;
  CHECK(holds(copied, {2, 3}));

  x += 1.f;
  CHECK(holds(a[0], {1, 2}));
  x.get() = x * 2.f;
  CHECK(holds(a[0], {2, 4}));
  x[ellipsis] = x + a[1];
  CHECK(holds(a[0], {4, 7}));
  noalias(x) = a[1];
  CHECK(holds(a[0], {2, 3}));
  assign_max(x, tensor{0.f, 9.f});
  CHECK(holds(a[0], {2, 9}));
  tie(x, y) = std::tuple(y * 2.f, x);
  CHECK(holds(a[range(0, 2)], {4, 6, 2, 9}));
  for (float& e : elements(x))
    e = 5;
  CHECK(holds(a[0], {5, 5}));
  rebindable whole(a);
  for (auto r : subviews(whole, _0))
    r[0] = 1;
  CHECK(holds(a[_, 0], {1, 1, 1, 1}));
  transpose(whole)[1] = 3.f;
  CHECK(holds(a[_, 1], {3, 3, 3, 3}));
}

TEST_CASE("std::swap of views exchanges elements") {
  auto a = four_rows();
  auto x = a[0], y = a[1];
  std::swap(x, y);
  CHECK(holds(a[range(0, 2)], {2, 3, 0, 1}));
  std::ranges::swap(x, y);
  CHECK(holds(a[range(0, 2)], {0, 1, 2, 3}));
  {
    using std::swap;
    swap(x, y);
    CHECK(holds(a[range(0, 2)], {2, 3, 0, 1}));
  }
  std::iter_swap(&x, &y);
  CHECK(holds(a[range(0, 2)], {0, 1, 2, 3}));
  std::pair p(x, 1), q(y, 2);
  std::swap(p, q);
  CHECK(holds(a[range(0, 2)], {2, 3, 0, 1}));
  std::array u{x, x}, v{y, a[2]};
  std::swap(u, v);
  CHECK(holds(a, {4, 5, 2, 3, 0, 1, 6, 7}));
  std::vector rows{a[0], a[1], a[2], a[3]};
  std::reverse(rows.begin(), rows.end());
  CHECK(holds(a, {6, 7, 0, 1, 2, 3, 4, 5}));
  // The elements are of a class in namespace std.
  dtensor<std::complex<double>, 2> c{{1, 2}, {3, 4}};
  dview<std::complex<double>, 1> z(c[0]), w(c[1]);
  std::swap(z, w);
  swap(z, w);
  std::swap(z, w);
  CHECK(c[0, 1] == 4.);
  dtensor<std::string, 2> s{{"a", "b"}, {"c", "d"}};
  auto s0 = s[0], s1 = s[1];
  std::swap(s0, s1);
  CHECK(s[0, 1] == "d");
  std::swap(a, a);
  dtensor<float, 1> t{1}, r{2, 3};
  std::swap(t, r);
  CHECK(holds(t, {2, 3}));
}
