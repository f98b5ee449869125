// SPDX-License-Identifier: BSL-1.0
// Reduction loops with sizes that use all parts of the loops: blocks of rows, tiles of columns and
// joined short rows. Also the accuracy of sums.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace stria;
using test::holds;

namespace {

using stria::index;

/// Integers as floats: every sum is exact in any order.
template <class T> dtensor<T, 3> integers(std::mt19937& g, index n0, index n1, index n2) {
  dtensor<T, 3> t(n0, n1, n2);
  std::uniform_int_distribution<int> value(-8, 8);
  for (T& v : t.storage())
    v = static_cast<T>(value(g));
  return t;
}

/// The results of a loop over all elements, one for each position along the kept axes.
template <class E> struct plain {
  std::vector<double> sum, least, place_of_most;
  std::vector<index> nonzero;

  plain(const E& e, bool r0, bool r1, bool r2) {
    const auto n = e.shape();
    const index k0 = r0 ? 1 : n[0], k1 = r1 ? 1 : n[1], k2 = r2 ? 1 : n[2];
    const auto size = static_cast<std::size_t>(k0 * k1 * k2);
    std::vector<double> most(size, -1e9);
    sum.assign(size, 0);
    least.assign(size, 1e9);
    place_of_most.assign(size, 0);
    nonzero.assign(size, 0);
    std::vector<index> seen(size, 0);
    for (index i = 0; i < n[0]; ++i)
      for (index j = 0; j < n[1]; ++j)
        for (index k = 0; k < n[2]; ++k) {
          const auto at =
              static_cast<std::size_t>(((r0 ? 0 : i) * k1 + (r1 ? 0 : j)) * k2 + (r2 ? 0 : k));
          const double v = static_cast<double>(e(i, j, k));
          sum[at] += v;
          least[at] = v < least[at] ? v : least[at];
          nonzero[at] += v != 0 ? 1 : 0;
          if (v > most[at]) {
            most[at] = v;
            place_of_most[at] = static_cast<double>(seen[at]);
          }
          ++seen[at];
        }
  }
};

/// The elements of a reduction, over all axes or over some.
template <class E> std::vector<double> doubles(const E& e) {
  const auto v = test::evaluated(e);
  return std::vector<double>(v.begin(), v.end());
}

template <bool All, class E, class... Axes>
void check_reductions(const E& e, bool r0, bool r1, bool r2, Axes... axes) {
  const plain<E> wanted(e, r0, r1, r2);
  CAPTURE(r0, r1, r2, test::shape(e));
  CHECK(doubles(sum(e, axes...)) == wanted.sum);
  if constexpr (All) {
    CHECK(doubles(argmax(e, axes...)) == wanted.place_of_most);
    CHECK(doubles(min(e, axes...)) == wanted.least);
    CHECK(test::evaluated(count_nonzero(e, axes...)) == wanted.nonzero);
  }
}
template <class E> void check_all_axes(const E& e) {
  check_reductions<true>(e, true, false, false, _0);
  check_reductions<true>(e, false, true, false, _1);
  check_reductions<true>(e, false, false, true, _2);
  check_reductions<true>(e, true, true, false, _1, _0);
  check_reductions<true>(e, true, false, true, _0, -_1);
  check_reductions<true>(e, true, true, true);
}
template <class E> void check_sums(const E& e) {
  check_reductions<false>(e, true, false, false, _0);
  check_reductions<false>(e, false, false, true, _2);
  check_reductions<false>(e, true, false, true, _0, -_1);
  check_reductions<false>(e, false, true, true, -_2, -_1);
}

} // namespace

TEST_CASE("large shapes, each set of axes compared with a loop") {
  std::mt19937 g(5);
  // Many rows; partial tiles; joined short rows with a remainder; axes of size 1.
  const std::array<index, 3> shapes[] = {{3, 300, 520}, {1, 700, 3},   {131, 5, 7},
                                         {2, 1, 1100},  {40, 33, 17},  {1000, 1, 2},
                                         {1, 1, 2100},  {5, 128, 130}, {6, 129, 33}};
  for (const auto& n : shapes) {
    const auto a = integers<float>(g, n[0], n[1], n[2]);
    check_all_axes(a);
    check_sums(integers<std::int16_t>(g, n[0], n[1], n[2]));
    check_sums(a[rev(), _, rev()]);
  }
  const auto b = integers<double>(g, 30, 40, 50);
  check_sums(permute<2, 0, 1>(b));
  check_sums(b[range(_, _, 3), range(5, _), range(1, _, 2)]);
  check_sums(b * 2. - b[_, _, range(0, 1)]);
}

TEST_CASE("a float sum of 2e7 values is right along every axis") {
  // NumPy: np.sum(np.full(20000000, 0.1, np.float32)) is within 1e-6 of this; a running float sum
  // is not within 0.5 %.
  constexpr double tenth = double(0.1f);
  constexpr double limit = 1e-6;
  const auto off = [=](double got, double count) { return std::abs(got / (count * tenth) - 1); };
  {
    float running = 0;
    for (int i = 0; i < 20'000'000; ++i)
      running += 0.1f;
    CHECK(off(running, 2e7) > 0.005);
  }
  dtensor<float, 1> flat(20'000'000);
  flat = 0.1f;
  CHECK(off(sum(flat), 2e7) < limit);
  CHECK(off(mean(flat), 1) < limit);
  const auto tall = reshape(flat, 10'000'000, _2);
  const auto wide = reshape(flat, _2, 10'000'000);
  for (float s : test::evaluated(sum(tall, _0)))
    CHECK(off(s, 1e7) < limit);
  for (float s : test::evaluated(mean(tall, _0)))
    CHECK(off(s, 1) < limit);
  for (float s : test::evaluated(sum(wide, _1)))
    CHECK(off(s, 1e7) < limit);
  CHECK(off(sum(tall[_, range(0, 1)]), 1e7) < limit);
  const auto block = reshape(flat, 1'000, 10'000, _2);
  CHECK(off(eval(sum(block, _0, _1))[1], 1e7) < limit);
  CHECK(off(eval(sum(block, _0, _2))[9'999], 2e3) < limit);
  index n = 20'000'000;
  CHECK(off(sum(broadcast_to(tensor<float, 1>{0.1f}, n)), 2e7) < limit);
}

// A mean of a few floats is divided in float. This gives the bits of a quotient in double, rounded.
TEST_CASE("means of short columns and windows are rounded once") {
  tensor<float, dyn> v(5000);
  for (stria::index i = 0; i < v.size(); ++i)
    v.data()[i] = static_cast<float>(i % 97) * 0.37F - 11.0F + (i % 5 == 0 ? 1e-38F : 0.0F);
  const float least = std::numeric_limits<float>::denorm_min();
  for (stria::index i = 100; i < 120; ++i)
    v.data()[i] = static_cast<float>(i - 97) * least;
  const tensor<float, dyn> sums = sum(sliding_window(v, 5_c, _0), _1);
  tensor<float, dyn> means = mean(sliding_window(v, 5_c, _0), _1);
  const auto rounded = [](float s, double n) {
    return static_cast<float>(static_cast<double>(s) / n);
  };
  bool same = true;
  for (stria::index i = 0; i < sums.size(); ++i)
    same = same && means(i) == rounded(sums(i), 5);
  CHECK(same);
  // Columns at strides, and 2 x 2 windows.
  tensor<float, dyn> apart(2 * sums.size());
  apart[range(_, _, 2)] = mean(sliding_window(v, 5_c, _0), _1);
  same = true;
  for (stria::index i = 0; i < sums.size(); ++i)
    same = same && apart(2 * i) == means(i);
  CHECK(same);
  const tensor<float, dyn, dyn, dyn, dyn> blocks = reshape(v, 10, 2, 125, 2);
  const tensor<float, dyn, dyn> s = sum(blocks, _1, _3), m = mean(blocks, _1, _3);
  same = true;
  for (stria::index i = 0; i < 10; ++i)
    for (stria::index k = 0; k < 125; ++k)
      same = same && m(i, k) == rounded(s(i, k), 4);
  CHECK(same);
}

TEST_CASE("variances of values far from zero") {
  // 1e4 + (0, 1, ..., 9): a sum of squares in float would lose all digits of the variance.
  dtensor<float, 2> t(5'000, 30);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = 1e4f + static_cast<float>(i / 30 % 10);
  const auto close = [](double got) { return std::abs(got / 8.25 - 1) < 1e-5; };
  CHECK(close(var(t)));
  for (float v : test::evaluated(var(t, _0)))
    CHECK(close(v));
  for (float v : test::evaluated(var(transpose(t), _1)))
    CHECK(close(v));
  CHECK(close(var(reshape(t, 50, 100, 30), _0, _1)[_7]));
  CHECK(close(var(cast<int>(t))));
  CHECK(close(var(cast<double>(t) + 1e7)));
  // np.var(np.arange(5000.)), np.std(np.arange(5000.), ddof=1). The operand is not constant,
  // because g++ would evaluate the variance at compile time.
  index n = 5'000;
  const auto up = arange<double>(n);
  CHECK(var(up) == test::Approx(2083333.25));
  CHECK(std_dev(up, ddof(1)) == test::Approx(1443.5200033252052));
}

TEST_CASE("NaN far along a row, a column, and several axes") {
  dtensor<float, 2> t(600, 900);
  t = 1.f;
  t(599, 3) = 5;
  t(400, 700) = static_cast<float>(test::qnan);
  t(500, 700) = static_cast<float>(test::qnan);
  CHECK(std::isnan(max(t)));
  CHECK(std::isnan(min(t)));
  CHECK(argmax(t) == 400 * 900 + 700);
  CHECK(argmin(t) == 400 * 900 + 700);
  CHECK(index(argmax(t, _0)[700]) == 400);
  CHECK(index(argmax(t, _1)[500]) == 700);
  CHECK(index(argmax(t, _0)[3]) == 599);
  CHECK(index(argmax(t, _1)[599]) == 3);
  CHECK(float(max(t, _0)[3]) == 5);
  CHECK(std::isnan(float(max(t, _0)[700])));
  CHECK(std::isnan(float(max(t, _1)[400])));
  CHECK(float(max(t, _1)[599]) == 5);
  CHECK(argmax(t[_, range(_, _, 2)]) == 400 * 450 + 350);
}

namespace {

/// The largest element and its position; a NaN is larger than all other numbers.
template <class T> std::pair<T, index> plain_largest(const std::vector<T>& v) {
  std::size_t at = 0;
  for (std::size_t i = 1; i < v.size() && v[at] == v[at]; ++i)
    if (v[i] > v[at] || v[i] != v[i])
      at = i;
  return {v[at], static_cast<index>(at)};
}
template <class T> bool same_value(T a, T b) { return a == b || (a != a && b != b); }

template <class T> void check_extremes(const std::vector<T>& v) {
  const auto n = static_cast<index>(v.size());
  dtensor<T, 1> t(n), apart(2 * n);
  std::copy(v.begin(), v.end(), t.data());
  apart = T(1e9);
  apart[range(_, _, 2)] = t;
  const auto [most, place] = plain_largest(v);
  std::vector<T> negated(v);
  for (T& x : negated)
    x = -x;
  const auto [least, least_place] = plain_largest(negated);
  bool right = same_value(T(max(t)), most) && same_value(T(min(t)), T(-least));
  right &= same_value(T(max(apart[range(_, _, 2)])), most);
  right &= same_value(T(min(-t)), T(-most)) && same_value(T(max(t + T(0))), most);
  right &= argmax(t) == place && argmin(t) == least_place;
  right &= argmax(apart[range(_, _, 2)]) == place;
  CHECK(right);
}

} // namespace

TEMPLATE_TEST_CASE("extremes of rows of every length, with NaN and infinities", "", float, double) {
  using T = TestType;
  std::mt19937 g(7);
  std::uniform_int_distribution<int> value(-50, 50);
  constexpr T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const std::vector<std::vector<T>> among = {{}, {nan}, {inf}, {-inf}, {inf, -inf}, {-inf, nan}};
  for (const int length :
       {1, 2, 15, 16, 31, 32, 63, 64, 65, 127, 128, 129, 200, 511, 1024, 1025, 2500})
    for (const auto& some : among) {
      std::vector<T> v(static_cast<std::size_t>(length));
      for (T& x : v)
        x = static_cast<T>(value(g));
      for (const T special : some)
        v[g() % v.size()] = special;
      CAPTURE(length, some);
      check_extremes(v);
    }
}

TEMPLATE_TEST_CASE("long rows of integers are folded exactly", "", bool, std::int8_t, std::uint8_t,
                   std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t) {
  using T = TestType;
  using wide = decltype(sum(dtensor<T, 1>(1)));
  // Sums of int64 must not overflow.
  const T largest =
      sizeof(T) == 8 ? static_cast<T>(std::int64_t{1} << 40) : std::numeric_limits<T>::max();
  const T lowest =
      sizeof(T) == 8 ? static_cast<T>(-(std::int64_t{1} << 40)) : std::numeric_limits<T>::lowest();
  for (const stria::index n : {31, 1023, 1025, 16383, 16384, 16385, 40000}) {
    INFO(n);
    dtensor<T, 2> a(3, n);
    std::uint64_t random = 1;
    for (T& x : a.storage()) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      x = static_cast<T>(random >> (sizeof(T) == 8 ? 40 : 33));
    }
    a(1, n - 1) = largest;
    a[2] = largest; // the largest sum
    a(0, n / 2) = lowest;
    wide whole = 0, twice = 0;
    T most = a(0, 0), least = a(0, 0);
    stria::index count = 0;
    for (stria::index i = 0; i < 3; ++i) {
      wide total = 0;
      T row_most = a(i, 0);
      for (stria::index k = 0; k < n; ++k) {
        const T x = a(i, k);
        total += static_cast<wide>(x);
        row_most = x > row_most ? x : row_most;
        least = x < least ? x : least;
        count += x != T();
        twice += static_cast<wide>(x) + static_cast<wide>(x);
      }
      CHECK(sum(a, _1)(i) == total);
      CHECK(max(a, _1)(i) == row_most);
      if (sizeof(T) < 8)
        CHECK(mean(a, _1)(i) == static_cast<double>(total) / static_cast<double>(n));
      most = row_most > most ? row_most : most;
      whole += total;
    }
    const double average = static_cast<double>(whole) / static_cast<double>(3 * n);
    CHECK(sum(a) == whole);
    if (sizeof(T) < 8) // int64 is summed in double
      CHECK(mean(a) == average);
    CHECK(max(a) == most);
    CHECK(min(a) == least);
    CHECK(count_nonzero(a) == count);
    CHECK(sum(a[rev(), rev()]) == whole);
    CHECK(sum(cast<wide>(a) + cast<wide>(a)) == twice);
    CHECK(any(a));
    CHECK(any(a == largest));
    // Rows that are computed into a buffer block by block.
    const auto b = eval(cast<double>(a) * 0.001);
    const auto shared = [&](const auto& x) { return (x * x + 1.0) / (x * x + 2.0) - x * x; };
    CHECK(max(shared(b)) == max(eval(shared(b))));
    CHECK(max(sqrt(abs(b))) == max(eval(sqrt(abs(b)))));
    CHECK(all_of(max(shared(b), _1) == max(eval(shared(b)), _1)));
  }
}

TEST_CASE("reductions of whole operands beside operands that are broadcast along each axis") {
  std::mt19937 g(17);
  std::uniform_int_distribution<int> value(-8, 8);
  for (const index n : {1, 2, 5, 17, 66, 130})
    for (const index m : {1, 3, 16, 67, 300}) {
      dtensor<float, 2> w(n, m), r(2, n);
      tensor<float, 2, dyn> x(n), y(m);
      dtensor<float, 1> expected(n), beside(m);
      for (const auto t : {w.storage(), x.storage(), y.storage()})
        for (float& v : t)
          v = static_cast<float>(value(g));
      for (index k = 0; k < 2; ++k) {
        expected = 0;
        beside = 0;
        for (index i = 0; i < n; ++i)
          for (index j = 0; j < m; ++j) {
            expected[i] += w(i, j) * (x(k, i) - y(k, j));
            beside[j] += w(i, j) * (x(k, i) - y(k, j));
          }
        const auto a = x[k], b = y[k];
        CHECK(all_of(sum(w * (a[_, newaxis] - b), _1) == expected));
        CHECK(all_of(sum(w * (a[_, newaxis] - b), _0) == beside));
        CHECK(all_of(sum(transpose(w) * (a[newaxis] - b[_, newaxis]), _0) == expected));
        CHECK(all_of(sum(w[_, rev()] * (a[_, newaxis] - b[rev()]), _1) == expected));
        r = sum(w * (x[_, _, newaxis] - y[_, newaxis]), _2);
        CHECK(all_of(r[k] == expected));
      }
    }
}
