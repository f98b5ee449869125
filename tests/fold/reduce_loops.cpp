// SPDX-License-Identifier: BSL-1.0
// Reductions compared with loops over random shapes, long rows and sums of many floats.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <utility>

using namespace stria;
using test::holds;
using test::list;

namespace {

/// Returns f(e, axes..., a...), with the axes of the mask as constants.
template <unsigned Mask, std::size_t R, class F, class E, class... A>
auto with_axes(F f, const E& e, A... a) {
  if constexpr (R == 0)
    return f(e, a...);
  else if constexpr ((Mask >> (R - 1) & 1u) != 0)
    return with_axes<Mask, R - 1>(f, e, constant<static_cast<stria::index>(R - 1)>{}, a...);
  else
    return with_axes<Mask, R - 1>(f, e, a...);
}

/// The elements that are combined in each element of the result, in row-major order.
template <class E> auto groups(const E& e, unsigned mask) {
  using T = typename E::value_type;
  const auto n = e.shape();
  std::map<list<stria::index>, list<T>> found;
  std::array<stria::index, n.size()> at{};
  if (test::count(n) > 0)
    do {
      list<stria::index> kept;
      for (std::size_t k = 0; k < n.size(); ++k)
        if ((mask >> k & 1u) == 0)
          kept.push_back(at[k]);
      found[kept].push_back(test::element_at(e, at));
    } while (test::next_place(at, n));
  return found;
}

struct sums {
  static auto of(const auto& e, auto... a) { return sum(e, a...); }
  static std::int64_t naive(const list<int>& v) {
    return std::accumulate(v.begin(), v.end(), std::int64_t{0});
  }
};
struct greatest {
  static auto of(const auto& e, auto... a) { return max(e, a...); }
  static int naive(const list<int>& v) { return *std::max_element(v.begin(), v.end()); }
};
struct least_places {
  static auto of(const auto& e, auto... a) { return argmin(e, a...); }
  static stria::index naive(const list<int>& v) {
    return std::min_element(v.begin(), v.end()) - v.begin();
  }
};

/// Compares a reduction over the axes of a mask with a loop.
template <class Op, unsigned Mask, class E> void check_against_loop(const E& e) {
  constexpr std::size_t R = E::extents.rank();
  const auto result =
      with_axes<Mask, R>([](const auto& x, auto... a) { return Op::of(x, a...); }, e);
  const auto wanted = groups(e, Mask == 0 ? ~0u : Mask);
  const auto n = e.shape();
  list<stria::index> kept;
  for (std::size_t k = 0; k < R; ++k)
    if (Mask != 0 && (Mask >> k & 1u) == 0)
      kept.push_back(n[k]);
  if constexpr (detail::operand<decltype(result)>)
    CHECK(test::shape(result) == kept);
  else
    CHECK(kept.empty());
  const auto got = test::evaluated(result);
  REQUIRE(got.size() == wanted.size());
  std::size_t k = 0;
  bool good = true;
  for (const auto& [place, elements] : wanted)
    good = good && got[k++] == Op::naive(elements);
  INFO("axes " << Mask);
  CHECK(good);
}

template <class Op, unsigned... Mask, class E>
void check_masks(const E& e, std::integer_sequence<unsigned, Mask...>) {
  (check_against_loop<Op, Mask>(e), ...);
}

template <std::size_t R> dtensor<int, R> random_tensor(std::mt19937& g, int largest) {
  auto t = [&]<std::size_t... K>(std::index_sequence<K...>) {
    std::uniform_int_distribution<int> size(1, largest);
    return dtensor<int, R>((static_cast<void>(K), size(g))...);
  }(std::make_index_sequence<R>());
  // Few distinct values, so that some elements are equal.
  std::uniform_int_distribution<int> value(-9, 9);
  for (int& v : t.storage())
    v = value(g);
  return t;
}

} // namespace

TEST_CASE("random shapes and axes, compared with a loop") {
  std::mt19937 g(2);
  for (int turn = 0; turn < 20; ++turn) {
    const auto a = random_tensor<1>(g, 70);
    const auto b = random_tensor<2>(g, 25);
    const auto c = random_tensor<3>(g, 9);
    const auto d = random_tensor<4>(g, 5);
    CAPTURE(turn, test::shape(a), test::shape(b), test::shape(c), test::shape(d));
    using masks1 = std::integer_sequence<unsigned, 0, 1>;
    using masks2 = std::integer_sequence<unsigned, 0, 1, 2, 3>;
    using masks3 = std::integer_sequence<unsigned, 1, 2, 3, 4, 5, 6>;
    using masks4 = std::integer_sequence<unsigned, 0, 5, 6, 9, 10, 14>;
    check_masks<sums>(a, masks1());
    check_masks<sums>(b, masks2());
    check_masks<sums>(c, masks3());
    check_masks<sums>(d, masks4());
    check_masks<greatest>(b, masks2());
    check_masks<greatest>(c, masks3());
    check_masks<least_places>(a, masks1());
    check_masks<least_places>(b, masks2());
    check_masks<least_places>(c, masks3());
    // Operands that are not contiguous memory.
    using some = std::integer_sequence<unsigned, 0, 1, 6>;
    check_masks<sums>(c[rev(), _, rev(_, _, 2)], some());
    check_masks<sums>(permute<2, 0, 1>(c), some());
    check_masks<sums>(c[_, range(0, 1)] + c[_, _, range(0, 1)], some());
    check_masks<sums>(permute<1, 2, 0>(c * 2 - 1)[_, rev()], some());
    check_masks<greatest>(c[rev(), _, rev(_, _, 2)], some());
    check_masks<least_places>(permute<2, 0, 1>(c * 2)[_, rev()], some());
  }
}

TEST_CASE("operands with stateful functions, which are not planned") {
  std::mt19937 g(4);
  std::uniform_int_distribution<int> value(-9, 9);
  // One element, one row, a square, few columns, and more rows or columns than a tile has.
  for (const auto& [n, m] : std::vector<std::pair<stria::index, stria::index>>{
           {1, 1}, {1, 7}, {20, 20}, {300, 3}, {129, 31}, {600, 40}, {4, 1025}, {3, 2100}}) {
    dtensor<int, 2> t(n, m);
    for (int& v : t.storage())
      v = value(g);
    stria::index calls = 0;
    const auto counted = [&](int v) {
      ++calls;
      return 2 * v + 1;
    };
    const auto check = [&](const auto& e) {
      // Stateless functions are checked above.
      CHECK(test::evaluated(sum(map(counted, e), _0)) == test::values(eval(sum(e * 2 + 1, _0))));
      CHECK(test::evaluated(sum(map(counted, e), _1)) == test::values(eval(sum(e * 2 + 1, _1))));
      CHECK(test::evaluated(max(map(counted, e), _0)) == test::values(eval(max(e * 2 + 1, _0))));
      CHECK(sum(map(counted, e)) == sum(e * 2 + 1));
      calls = 0;
      CHECK(eval(sum(map(counted, e), _0)).size() == e.shape()[1]);
      CHECK(calls == e.shape()[0] * e.shape()[1]);
    };
    CAPTURE(n, m);
    check(t);
    check(transpose(t));
    check(t[rev(), rev()]);
    check(t[_, rev(_, _, 2)]);
  }
}

TEST_CASE("rows longer than the blocks of a sum") {
  std::mt19937 g(3);
  for (stria::index n : {15, 16, 17, 511, 512, 513, 1023, 1025, 5000}) {
    dtensor<int, 2> t(3, n);
    std::uniform_int_distribution<int> value(-1000, 1000);
    for (int& v : t.storage())
      v = value(g);
    CAPTURE(n);
    check_against_loop<sums, 0>(t);
    check_against_loop<sums, 2>(t);
    check_against_loop<sums, 2>(t[rev(), rev()]);
    CHECK(count_nonzero(t) ==
          std::count_if(t.storage().begin(), t.storage().end(), [](int v) { return v != 0; }));
    CHECK(holds(count_nonzero(t * 0 + 1, _1), {n, n, n}));
  }
}

TEST_CASE("float sums are accurate") {
  // 0.1f is not 0.1; the expected sum is exact.
  const auto error = [](double got, double count) {
    return std::abs(got / (count * double(0.1f)) - 1);
  };
  dtensor<float, 1> t((1 << 24) + 5);
  t = 0.1f;
  const auto n = static_cast<double>(t.size());
  CHECK(error(sum(t), n) < 1e-6);
  CHECK(error(sum(t[rev()]), n) < 1e-6);
  CHECK(error(sum(t[range(_, _, 2)]), (1 << 23) + 3) < 1e-6);
  CHECK(error(sum(t * 1.f), n) < 1e-6);
  CHECK(error(mean(t), 1) < 1e-6);
  const auto rows = reshape(t[range(0, 1 << 24)], 64, -1);
  CHECK(error(sum(rows), 1 << 24) < 1e-6);
  CHECK(error(eval(sum(rows, _1))[63], 1 << 18) < 1e-6);
  CHECK(error(sum(rows[_, range(1, _)]), 64 * ((1 << 18) - 1)) < 1e-6);
}

namespace {
struct looked_at_fn {
  static inline stria::index calls = 0;
  int operator()(int x) const {
    ++calls;
    return x;
  }
};
} // namespace

TEST_CASE("any and all_of along rows stop early") {
  // Row i has its first 1 at i * 40, and none from 800 on.
  dtensor<int, 2> a(30, 1000);
  for (stria::index i = 0; i < 20; ++i)
    a[i, i * 40] = 1;
  const auto looked = map(looked_at_fn{}, a);
  dtensor<bool, 1> found = any(looked, _1);
  for (stria::index i = 0; i < 30; ++i)
    CHECK(found[i] == (i < 20));
  looked_at_fn::calls = 0;
  dtensor<bool, 1> first = any(map(looked_at_fn{}, a[range(0, 1)]), _1);
  CHECK(first[0]);
  CHECK(looked_at_fn::calls <= 64);
  looked_at_fn::calls = 0;
  first = all_of(map(looked_at_fn{}, a[range(29, 30)]), _1);
  CHECK(!first[0]);
  CHECK(looked_at_fn::calls <= 64);
  for (const stria::index n : {1, 31, 32, 33, 128, 129, 160, 161, 320, 1023, 1024, 1025, 5000})
    for (const stria::index at : {stria::index{0}, n / 2, n - 1}) {
      dtensor<bool, 2> none(3, n), some(3, n);
      some[1, at] = true;
      CAPTURE(n, at);
      dtensor<bool, 1> row = any(some, _1);
      CHECK((!row[0] && row[1] && !row[2]));
      row = any(none, _1);
      CHECK((!row[0] && !row[1] && !row[2]));
      row = all_of(!some, _1);
      CHECK((row[0] && !row[1] && row[2]));
      CHECK(any(some));
      CHECK(!any(none));
    }
}

namespace {

/// Compares reductions of gathered rows with those of a copy.
template <class T> bool gathers_as_copied(stria::index rows, stria::index k) {
  std::mt19937 engine(static_cast<unsigned>(17 * rows + k));
  dtensor<T, 1> x(stria::index{40});
  for (T& v : x.storage())
    v = static_cast<T>(static_cast<int>(1 + engine() % 3));
  dtensor<stria::index, 2> at(rows, k);
  for (stria::index& v : at.storage())
    v = static_cast<stria::index>(engine() % 80) - 40;
  dtensor<T, 2> a(rows, k);
  for (T& v : a.storage())
    v = static_cast<T>(static_cast<int>(engine() % 2));
  const dtensor<T, 2> copy = x[at];
  const dtensor<T, 2> product = a[_, rev()] * copy;
  const auto same = [](const auto& e, const auto& f) { return all_of(eval(e) == eval(f)); };
  bool good =
      same(sum(x[at], _1), sum(copy, _1)) && same(sum(a[_, rev()] * x[at], _1), sum(product, _1)) &&
      same(sum(x[at[_, rev()]], _1, keepdims), sum(copy, _1, keepdims)) &&
      same(sum(x[at], _0), sum(copy, _0)) && (k == 0 || same(mean(x[at], _1), mean(copy, _1))) &&
      same(any(x[at] == a, _1), any(copy == a, _1)) &&
      same(all_of(x[at] == a, _1), all_of(copy == a, _1)) &&
      same(sum(x[at][_, newaxis] * a[newaxis, _], _2), sum(copy[_, newaxis] * a[newaxis, _], _2));
  if constexpr (std::is_arithmetic_v<T>) {
    if constexpr (std::is_floating_point_v<T>)
      x[3] = std::numeric_limits<T>::quiet_NaN();
    const dtensor<T, 2> values = x[at];
    const auto alike = [](const auto& e, const auto& f) {
      return all_of(isnan(e) == isnan(f) && (isnan(e) || e == f));
    };
    if (k > 0)
      good = good && alike(max(x[at], _1), max(values, _1)) &&
             alike(min(x[at], _1), min(values, _1)) && same(argmax(x[at], _1), argmax(values, _1));
  }
  return good;
}

} // namespace

TEST_CASE("reductions of short gathered rows") {
  for (const stria::index rows : {0, 1, 3, 20})
    for (const stria::index k : {0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 33}) {
      INFO(rows << " rows of " << k);
      CHECK(gathers_as_copied<double>(rows, k));
      CHECK(gathers_as_copied<std::int8_t>(rows, k));
      if (k % 4 == 0) {
        CHECK(gathers_as_copied<float>(rows, k));
        CHECK(gathers_as_copied<int>(rows, k));
        CHECK(gathers_as_copied<std::uint16_t>(rows, k));
        CHECK(gathers_as_copied<std::int64_t>(rows, k));
        CHECK(gathers_as_copied<std::complex<double>>(rows, k));
      }
    }
}
