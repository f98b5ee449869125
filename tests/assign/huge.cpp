// SPDX-License-Identifier: BSL-1.0
// Targets whose elements are repeated, operands at other addresses with equal strides, and
// expressions with more elements than an index can count.
#include "catch.hpp"
#include "values.hpp"

#include <sstream>
#include <vector>

using namespace stria;
using stria::index;

namespace {

struct pair_of {
  double x = 0, y = 0;
};

} // namespace

TEST_CASE("a store into repeated elements stays inside its memory") {
  const auto stored = []<class T>(T, index n, index m) {
    dtensor<T, 2> a(n, m + 1); // rows that cannot be merged
    for (index i = 0; i < a.size(); ++i)
      a.data()[i] = static_cast<T>(i % 97);
    struct {
      T before[8], x, after[8];
    } cell{};
    auto v = as_view(&cell.x, {n, m}, {0, 0});
    v = a[_, range(0, m)] + T(1);
    bool one_of_them = false, outside = false;
    for (index i = 0; i < n; ++i)
      for (index k = 0; k < m; ++k)
        one_of_them = one_of_them || cell.x == static_cast<T>(a(i, k) + T(1));
    for (int k = 0; k < 8; ++k)
      outside = outside || cell.before[k] != T() || cell.after[k] != T();
    return one_of_them && !outside;
  };
  CHECK(stored(0., 128, 128));
  CHECK(stored(0.F, 300, 500));
  CHECK(stored(0, 64, 2000));
}

TEST_CASE("operands of another element size are not taken for the target") {
  constexpr index n = 256, m = 256;
  dtensor<pair_of, 2> a(2 * n, 2 * m);
  for (index i = 0; i < a.size(); ++i)
    a.data()[i] = {static_cast<double>(i * 7919 % 100003), -1.};
  const dtensor<pair_of, 2> old = a;
  dtensor<double, 3> c(n, m, 2);
  for (index i = 0; i < c.size(); ++i)
    c.data()[i] = static_cast<double>(i % 5);
  const auto added = eval(sum(c, _2));
  auto target = member_view<&pair_of::x>(a)[range(0, n), range(0, m)][rev(), rev()];
  const auto source = a[range(_, _, _2), range(_, _, _2)][rev(), rev()];
  target = map([](const pair_of& s) { return s.x; }, source) + sum(c, _2);
  index wrong = 0;
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < m; ++k)
      wrong += a(n - 1 - i, m - 1 - k).x != old(2 * (n - 1 - i), 2 * (m - 1 - k)).x + added(i, k)
                   ? 1
                   : 0;
  CHECK(wrong == 0);
}

TEST_CASE("expressions with more elements than an index counts") {
  static const bool yes = true;
  const dtensor<bool, 1> y(4096);
  const auto wide = as_view(&yes, {index{1} << 52}, {0}),
             long_one = as_view(&yes, {index{1} << 32}, {0});
  CHECK_THROWS_AS(eval(nonzero(wide[_, newaxis] | y[newaxis, _])), value_error);
  CHECK_THROWS_AS(where(long_one[_, newaxis] | long_one[newaxis, _]), value_error);
  print_options options;
  options.edgeitems = 0;
  const auto old = get_print_options();
  set_print_options(options);
  std::ostringstream out;
  CHECK_THROWS_AS(out << (long_one[_, newaxis] | long_one[newaxis, _]), value_error);
  set_print_options(old);
}

TEST_CASE("a function with state beside roll() is called in row-major order") {
  const tensor<int, 3, 5> a = reshape(cast<int>(arange(15)), _3, _5);
  std::vector<int> seen;
  const auto note = [&seen](int x) {
    seen.push_back(x);
    return x;
  };
  const auto r = eval(map(note, a) + roll(a, 1, _1));
  CHECK(r[0, 0] == 4);
  std::vector<int> in_order(15);
  for (int k = 0; k < 15; ++k)
    in_order[static_cast<std::size_t>(k)] = k;
  CHECK(seen == in_order);
}
