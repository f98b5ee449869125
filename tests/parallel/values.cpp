// SPDX-License-Identifier: BSL-1.0
// The same values, to the last bit, on any number of threads.
#include "catch.hpp"

#include <stria/random.hpp>
#include <stria/stria.hpp>

#include <cmath>
#include <complex>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

using namespace stria;

namespace {

template <class T> std::vector<unsigned char> bytes_of(const T& t) {
  const auto s = [&] {
    if constexpr (detail::operand<T>)
      return t.storage();
    else
      return std::span<const T>(&t, 1);
  }();
  std::vector<unsigned char> b(s.size_bytes());
  if (!b.empty())
    std::memcpy(b.data(), s.data(), b.size());
  return b;
}

/// compute() on 1, 2, 3 and 7 threads.
template <class F> bool same_on_all(F compute) {
  set_parallel_threshold(500);
  set_num_threads(1);
  const auto one = bytes_of(compute());
  bool same = !one.empty();
  for (int n : {2, 3, 7}) {
    set_num_threads(n);
    for (int again = 0; again < 3; ++again)
      same = same && bytes_of(compute()) == one;
  }
  set_num_threads(1);
  set_parallel_threshold(65536);
  return same;
}

/// Whole numbers, which can be multiplied and added in any type without rounding.
template <class T, class... Size> auto whole(Size... n) {
  dtensor<T, sizeof...(Size)> t(n...);
  stria::index k = 0;
  for (T& x : t.storage())
    x = T(static_cast<short>(k++ * 7919 % 13 - 6));
  return t;
}
/// The product by plain loops.
template <class M> M by_loops(const M& a, const M& b) {
  M c(a.extent(0), b.extent(1));
  for (stria::index i = 0; i < c.extent(0); ++i)
    for (stria::index j = 0; j < c.extent(1); ++j) {
      typename M::value_type sum(a(i, 0) * b(0, j));
      for (stria::index p = 1; p < a.extent(1); ++p)
        sum = static_cast<decltype(sum)>(sum + a(i, p) * b(p, j));
      c(i, j) = sum;
    }
  return c;
}
/// The same bytes on any number of threads, which are those of the loops.
template <class M> bool right_on_all(const M& a, const M& b) {
  return same_on_all([&] { return eval(matmul(a, b)); }) &&
         bytes_of(eval(matmul(a, b))) == bytes_of(by_loops(a, b));
}

/// A number of the user. A product with the factor 99 throws.
struct number {
  int value = 0;
  number() = default;
  explicit number(int v) : value(v) {}
  friend number operator*(const number& a, const number& b) {
    if (a.value == 99)
      throw std::runtime_error(std::to_string(b.value));
    return number(a.value * b.value);
  }
  friend number operator+(const number& a, const number& b) { return number(a.value + b.value); }
};

dtensor<float, 3> noise(stria::index a, stria::index b, stria::index c, unsigned seed) {
  random::generator g(seed);
  return eval(random::normal<float>(g, a, b, c));
}

} // namespace

TEST_CASE("element by element") {
  const auto a = noise(17, 61, 43, 1), b = noise(17, 61, 43, 2);
  CHECK(same_on_all([&] { return eval(a * b + 2.f * a - b / 3.f); }));
  CHECK(same_on_all([&] { return eval(exp(a) * sin(b) + sqrt(abs(a))); }));
  CHECK(same_on_all([&] { return eval(where(a > b, a, b * 2.f)); }));
  CHECK(same_on_all([&] { return eval(a[_, rev(), range(_, _, 3)]); }));
  CHECK(same_on_all([&] { return eval(transpose(a) * 2.f); }));
  CHECK(same_on_all([&] { return eval(a[_, newaxis, _, _] * b[newaxis, range(0, 5), _, _]); }));
  CHECK(same_on_all([&] { return eval(cast<double>(a) / 3.); }));
  CHECK(same_on_all([&] {
    dtensor<float, 3> r = a;
    r[_, range(1, _), _] += b[_, range(_, -1), _];
    return r;
  }));
  // Source and target overlap.
  CHECK(same_on_all([&] {
    dtensor<float, 3> r = a;
    r[_, range(1, _), _] = 0.25f * (r[_, range(_, -1), _] + r[_, range(1, _), _]);
    return r;
  }));
  CHECK(same_on_all([&] {
    dtensor<float, 1> r = reshape(a, -1);
    r[range(_, -1)] = exp(r[range(1, _)]) + r[range(_, -1)];
    return r;
  }));
  CHECK(same_on_all([&] {
    dtensor<float, 3> r = a;
    r[r > 0.5f] = -1.f;
    return r;
  }));
}

/// The same bytes on any number of threads, which are those that f stores from a copy.
template <class T, class F> bool right_in_place(const T& start, F f) {
  T copied = start;
  f(copied, start);
  const bool same = same_on_all([&] {
    T r = start;
    f(r, r);
    return r;
  });
  T once = start;
  f(once, once);
  return same && bytes_of(once) == bytes_of(copied);
}

TEST_CASE("rows that are computed before they are stored") {
  const auto u = eval(noise(1, 601, 200, 1)[0]);
  const auto m = range(1, -1);
  CHECK(right_in_place(u, [&](auto& r, const auto& a) {
    r[m, m] = 0.25f * (a[range(_, -2), m] + a[range(2, _), m] + a[m, range(_, -2)] - a[m, m]);
  }));
  CHECK(right_in_place(u, [](auto& r, const auto& a) { r[range(1, _)] += a[range(_, -1)]; }));
  CHECK(right_in_place(u, [](auto& r, const auto& a) { r[range(_, -3)] = exp(a[range(3, _)]); }));
  CHECK(right_in_place(u, [](auto& r, const auto& a) { r[range(3, _)] = exp(a[range(_, -3)]); }));
  CHECK(right_in_place(u, [](auto& r, const auto& a) {
    r[range(3, -2)] = a[range(_, -5)] - a[range(5, _)] * a[range(3, -2)];
  }));
  // Too many rows read those of other parts.
  CHECK(right_in_place(
      u, [](auto& r, const auto& a) { r[range(150, _)] = a[range(_, -150)] + a[range(150, _)]; }));
  // Both run backwards.
  CHECK(right_in_place(u, [](auto& r, const auto& a) {
    r[rev(), _][range(2, _)] = a[rev(), _][range(_, -2)] * 2.f + a[rev(), _][range(2, _)];
  }));
  // Each row reads the one at the same distance from the other end: 601 rows, and 600.
  CHECK(right_in_place(u, [](auto& r, const auto& a) { r[_, _] = a[rev(), _] + 1.f; }));
  CHECK(right_in_place(u, [](auto& r, const auto& a) {
    r[range(1, _), range(_, _, 2)] -= a[range(-1, 0, -1), range(_, _, 2)];
  }));
  // One row, so that the parts are cut along the second axis; elements with gaps.
  const auto line = noise(1, 90001, 1, 2);
  CHECK(right_in_place(line, [](auto& r, const auto& a) {
    r[_, range(2, _)] = 0.5f * (a[_, range(_, -2)] + a[_, range(1, -1)]);
  }));
  CHECK(right_in_place(
      line, [](auto& r, const auto& a) { r[0, range(2, _, 2), 0] += a[0, range(0, -2, 2), 0]; }));
  // Memory that wraps round: the first and the last rows read those at the other end.
  const auto tall = eval(noise(1, 3001, 200, 3)[0]);
  const auto round = [](const auto& a) {
    return roll(a, 2, _0) - roll(a, -1, _0) +
           0.5f * (roll(a, 1, _1) + roll(roll(a, 5, _0), -1, _1));
  };
  CHECK(right_in_place(tall, [&](auto& r, const auto& a) { r += round(a); }));
  CHECK(right_in_place(tall, [&](auto& r, const auto& a) { r = round(a[rev(), _]); }));
  CHECK(right_in_place(tall, [&](auto& r, const auto& a) {
    r[range(_, _, 2), _] = round(a[range(_, _, 2), _]) * a[range(_, _, 2), _];
  }));
  CHECK(right_in_place(tall, [](auto& r, const auto& a) { r = roll(a, -700, _0) + a; }));
  // Elements that are packed one by one.
  const auto pairs = eval(map([](float x) { return std::pair<float, double>(x, x); }, u));
  const auto sum = [](auto x, auto y) { return decltype(x)(x.first + y.first, x.second); };
  const auto shifted = [&](dtensor<std::pair<float, double>, 2> r) {
    r[range(1, _)] = map(sum, r[range(_, -1)], r[range(1, _)]);
    return eval(map([](const auto& x) { return x.first; }, r));
  };
  CHECK(same_on_all([&] { return shifted(pairs); }));
}

TEST_CASE("one block of memory is moved to a place that it overlaps") {
  const auto x = eval(noise(1, 1, 90001, 3)[0, 0]);
  for (stria::index by : {1, 7, 512, 2047, 2048, 2049, 30000, 60000}) {
    CAPTURE(by);
    CHECK(right_in_place(x, [&](auto& r, const auto& a) { r[range(by, _)] = a[range(_, -by)]; }));
    CHECK(right_in_place(x, [&](auto& r, const auto& a) { r[range(_, -by)] = a[range(by, _)]; }));
  }
}

TEST_CASE("reductions over any axes") {
  const auto a = noise(23, 57, 41, 3);
  CHECK(same_on_all([&] { return sum(a); }));
  CHECK(same_on_all([&] { return sum(a * a - 1.f); }));
  CHECK(same_on_all([&] { return eval(mean(a, _0)); }));
  CHECK(same_on_all([&] { return eval(sum(a, _1)); }));
  CHECK(same_on_all([&] { return eval(sum(a, _2)); }));
  CHECK(same_on_all([&] { return eval(sum(a, _0, _2)); }));
  CHECK(same_on_all([&] { return eval(sum(a, _0, _1)); }));
  CHECK(same_on_all([&] { return eval(sum(a[_, rev(), range(_, _, 2)], _1, _2)); }));
  CHECK(same_on_all([&] { return prod(1.f + a * 0.01f); }));
  CHECK(same_on_all([&] { return eval(max(a, _1)); }));
  CHECK(same_on_all([&] { return min(a); }));
  CHECK(same_on_all([&] { return any(a > 3.f); }));
  CHECK(same_on_all([&] { return eval(count_nonzero(a > 0.f, _0)); }));
  CHECK(same_on_all([&] { return eval(argmax(a, _2)); }));
  CHECK(same_on_all([&] { return eval(var(a, _0)); }));
  CHECK(same_on_all([&] { return eval(std_dev(a, _2)); }));
  CHECK(same_on_all([&] { return var(a); }));
  CHECK(same_on_all([&] { return eval(logsumexp(a, _1)); }));
  CHECK(same_on_all([&] { return eval(cumsum(a, _1)); }));
  // With a NaN, which determines the result.
  auto b = a;
  b(11, 30, 20) = NAN;
  CHECK(same_on_all([&] { return max(b); }));
  CHECK(same_on_all([&] { return eval(max(b, _0)); }));
}

TEST_CASE("points") {
  tensor<float, dyn, 3> p(2500), r(2500);
  r = p = reshape(noise(25, 100, 3, 1), 2500, 3);
  dtensor<float, 1> v(2500);
  v = p[_, _0] + 2.f;
  const auto stored = [](auto to, const auto& e) {
    to = e;
    return to;
  };
  CHECK(same_on_all([&] { return stored(r, p * v[_, newaxis]); }));
  CHECK(same_on_all([&] { return stored(r, p - mean(p, _1, keepdims)); }));
  CHECK(same_on_all([&] { return stored(v, sqrt(sum(square(p), _1)) + v); }));
  CHECK(same_on_all([&] { return stored(v, p[_, _0] * p[_, _2]); }));
  CHECK(same_on_all([&] {
    auto copy = p;
    copy[_, _1] += v;
    return copy;
  }));
}

TEST_CASE("running results, orders and the places of extremes") {
  const auto a = noise(19, 67, 43, 6);
  // Many equal elements.
  const auto ties = eval(cast<int>(a * 2.f));
  auto holes = a;
  holes(7, 30, 20) = NAN;
  const auto along_all = [&](auto compute) {
    CHECK(same_on_all([&] { return eval(compute(_0)); }));
    CHECK(same_on_all([&] { return eval(compute(_1)); }));
    CHECK(same_on_all([&] { return eval(compute(_2)); }));
  };
  along_all([&](auto axis) { return cumsum(a, axis); });
  along_all([&](auto axis) { return cumsum(a * 0.5f - a[rev(), _, rev()], axis); });
  along_all([&](auto axis) { return cumprod(1.f + a * 0.01f, axis); });
  along_all([&](auto axis) { return cumsum(transpose(ties), axis); });
  along_all([&](auto axis) { return sort(a, axis); });
  along_all([&](auto axis) { return sort(holes * 2.f, axis); });
  along_all([&](auto axis) { return argsort(ties, axis); });
  along_all([&](auto axis) { return partition(a, 9, axis); });
  along_all([&](auto axis) { return argmax(ties, axis); });
  along_all([&](auto axis) { return argmin(holes, axis); });
  along_all([&](auto axis) { return argmax(a[rev(), range(_, _, 2), rev()] - 1.f, axis); });
  CHECK(same_on_all([&] { return argmax(ties); }));
  CHECK(same_on_all([&] { return argmin(holes); }));
  CHECK(same_on_all([&] { return argmin(ravel(ties)); }));
  CHECK(same_on_all([&] { return eval(argmax(reshape(a[range(0, 3)], 3, -1), _1)); }));
  CHECK(same_on_all([&] { return eval(argmax(reshape(a[range(0, 3)], -1, 3), _0)); }));
  CHECK(same_on_all([&] { return eval(cumsum(reshape(a[range(0, 2)], 2, -1), _1)); }));
  CHECK(same_on_all([&] { return eval(sort(a, _2)[_, 0, _]); }));
}

TEST_CASE("expressions that contain reductions") {
  const auto a = noise(200, 30, 90, 4);
  CHECK(same_on_all([&] { return eval(a / sum(a, _2, keepdims)); }));
  CHECK(same_on_all([&] { return eval((a - mean(a, _1, keepdims)) / std_dev(a, _1, keepdims)); }));
  CHECK(same_on_all([&] {
    const auto e = exp(a - max(a, _2, keepdims));
    return eval(e / sum(e, _2, keepdims));
  }));
  CHECK(same_on_all([&] { return eval(a - mean(a, _0, keepdims)); }));
}

TEST_CASE("gather, and scatter with duplicates") {
  const auto a = noise(300, 11, 13, 5);
  dtensor<stria::index, 1> i(4000);
  for (stria::index k = 0; k < i.size(); ++k)
    i(k) = k * 7919 % 300 - (k % 2 == 0 ? 300 : 0);
  CHECK(same_on_all([&] { return eval(a[i]); }));
  CHECK(same_on_all([&] { return eval(a[i, 2]); }));
  CHECK(same_on_all([&] { return eval(a[a > 0.f]); }));
  CHECK(same_on_all([&] {
    dtensor<float, 3> r(300, 11, 13);
    r[i] = a[i] * 2.f;
    return r;
  }));
  // The last of several updates of an element wins.
  CHECK(same_on_all([&] {
    dtensor<float, 1> r(300);
    r[i] = arange<float>(4000);
    return r;
  }));
  CHECK(same_on_all([&] {
    dtensor<float, 3> r(300, 11, 13);
    r[i] += a[i] * 0.1f;
    return r;
  }));
}

TEST_CASE("products of matrices") {
  // Whole and partial tiles, several blocks of rows, columns and terms, and more threads than rows.
  const stria::index sizes[][3] = {{96, 32, 64},   {50, 300, 41}, {7, 30, 600}, {2, 40, 130},
                                   {700, 20, 17},  {90, 513, 3},  {1, 60, 700}, {700, 60, 1},
                                   {3, 2000, 1},   {1, 2000, 1},  {5, 17, 5},   {900, 3, 3},
                                   {1700, 10, 530}};
  for (const auto& n : sizes) {
    CAPTURE(n[0], n[1], n[2]);
    CHECK(right_on_all(whole<float>(n[0], n[1]), whole<float>(n[1], n[2])));
    const auto a = eval(reshape(noise(n[0], n[1], 1, 7), n[0], n[1]));
    const auto b = eval(reshape(noise(n[1], n[2], 1, 8), n[1], n[2]));
    CHECK(same_on_all([&] { return eval(matmul(a, b)); }));
    CHECK(same_on_all([&] { return eval(matmul(transpose(b), transpose(a))); }));
    CHECK(same_on_all([&] { return eval(matmul(a[rev(), _], b[_, rev()])); }));
  }
  CHECK(right_on_all(whole<int>(61, 70), whole<int>(70, 83)));
  CHECK(same_on_all([] { return eval(matmul(whole<short>(61, 20), whole<short>(20, 83))); }));
  CHECK(right_on_all(whole<double>(61, 300), whole<double>(300, 83)));
  CHECK(right_on_all(whole<std::complex<float>>(61, 140), whole<std::complex<float>>(140, 43)));
  CHECK(right_on_all(whole<std::complex<double>>(1, 140), whole<std::complex<double>>(140, 43)));
  CHECK(right_on_all(whole<number>(41, 30), whole<number>(30, 23)));
  CHECK(right_on_all(whole<number>(2, 30), whole<number>(30, 200)));
  CHECK(right_on_all(whole<number>(1, 30), whole<number>(30, 200)));
  CHECK(right_on_all(whole<number>(200, 30), whole<number>(30, 1)));
}

TEST_CASE("products of matrices and vectors") {
  const auto a = eval(reshape(noise(150, 170, 1, 9), 150, 170));
  const auto x = eval(a[0]);
  const auto y = eval(a[_, 0]);
  CHECK(same_on_all([&] { return eval(matmul(a, x)); }));
  CHECK(same_on_all([&] { return eval(matmul(y, a)); }));
  CHECK(same_on_all([&] { return eval(matmul(transpose(a), y)); }));
  CHECK(same_on_all([&] { return eval(matmul(ravel(a), ravel(a))); }));
  CHECK(same_on_all([&] { return eval(matmul(a[range(0, 2)], a[3, range(_, _, -1)])); }));
}

TEST_CASE("stacks of products") {
  const auto both_ways = [](const auto& a, const auto& b) {
    CHECK(same_on_all([&] { return eval(matmul(a, b)); }));
    // Each matrix of the stack is that of a product of its own.
    set_parallel_threshold(500);
    set_num_threads(3);
    const auto stack = eval(matmul(a, b));
    for (stria::index k = 0; k < a.extent(0); ++k)
      CHECK(bytes_of(eval(matmul(a[k], b[k]))) == bytes_of(eval(stack[k])));
    set_num_threads(1);
    set_parallel_threshold(65536);
  };
  both_ways(noise(4, 40, 30, 10), noise(4, 30, 20, 11));
  both_ways(noise(5, 40, 30, 10), noise(5, 30, 20, 11));
  both_ways(noise(70, 8, 8, 12), noise(70, 8, 8, 13));
  both_ways(noise(200, 3, 3, 14), noise(200, 3, 3, 15));
  both_ways(whole<number>(40, 5, 6), whole<number>(40, 6, 7));
  const auto a = noise(15, 12, 20, 16), b = noise(6, 20, 30, 17);
  // Several axes, one of which is broadcast.
  const auto mats = eval(reshape(a, 3, 5, 12, 20));
  CHECK(same_on_all([&] { return eval(matmul(mats[_, 0, newaxis], b[newaxis])); }));
  CHECK(same_on_all([&] { return eval(matmul(mats[_, _, _, range(0, 12)], mats)); }));
  CHECK(same_on_all([&] { return eval(matmul(mats[range(0, 1)], b[0])); }));
  CHECK(same_on_all([&] { return eval(matmul(mats[0], b[range(0, 5)])); }));
  CHECK(same_on_all([&] { return eval(matmul(noise(3, 2, 900, 18), noise(3, 900, 1, 19))); }));
}

TEST_CASE("einsum and tensordot") {
  const auto a = noise(4, 60, 32, 20), b = noise(4, 50, 32, 21);
  CHECK(same_on_all([&] { return eval(einsum<"htd,hsd->hts">(a, b)); }));
  CHECK(same_on_all([&] { return eval(einsum<"htd,hsd->sth">(a, b)); }));
  CHECK(same_on_all([&] { return eval(einsum<"htd,hsd->ts">(a, b)); }));
  CHECK(same_on_all([&] { return eval(einsum<"htd,hsd,hsk->tk">(a, b, b)); }));
  CHECK(same_on_all([&] { return eval(tensordot(a, b, axes<0, 2>, axes<0, 2>)); }));
  // Windows, which are read in place.
  const auto windows = [](const auto& x) {
    return sliding_window(sliding_window(x, 3, _1), 3, _2);
  };
  const auto x = eval(reshape(noise(3, 30, 120, 22), 3, 30, 30, 4));
  const auto w = eval(reshape(noise(9, 4, 6, 23), 3, 3, 4, 6));
  CHECK(same_on_all([&] { return eval(einsum<"nyxcij,ijco->nyxo">(windows(x), w)); }));
  CHECK(same_on_all([&] { return eval(einsum<"nyxcij,ijco->noyx">(windows(x[range(0, 1)]), w)); }));
  const auto many = eval(reshape(noise(12, 12, 54, 24), 4, 3, 3, 4, 54));
  CHECK(same_on_all([&] {
    return eval(einsum<"nyxcij,nijco->nyxo">(windows(x), many[range(0, 3), _, _, _, range(0, 6)]));
  }));
  CHECK(same_on_all([&] {
    const auto z = eval(reshape(noise(20, 20, 10, 25), 10, 20, 20, 1));
    const auto v = eval(reshape(noise(10, 9, 8, 26), 10, 3, 3, 1, 8));
    return eval(einsum<"nyxcij,nijco->nyxo">(windows(z), v));
  }));
}

TEST_CASE("the first exception of a product in the order of the rows is thrown") {
  auto a = whole<number>(200, 30);
  const auto b = whole<number>(30, 20);
  a(150, 3) = number(99);
  a(70, 2) = number(99);
  set_parallel_threshold(500);
  for (int n : {1, 2, 7}) {
    set_num_threads(n);
    CHECK_THROWS_WITH(eval(matmul(a, b)), std::to_string(b(2, 0).value));
  }
  set_num_threads(1);
  set_parallel_threshold(65536);
}

TEST_CASE("a few bytes that overlap their target") {
  set_num_threads(2);
  set_parallel_threshold(2);
  for (stria::index by : {1, 3, 4}) {
    dtensor<int, 1> t(arange(5));
    t[range(by, _)] = t[range(_, -by)];
    CHECK(all_of(t[range(by, _)] == arange(5 - by)));
  }
  set_num_threads(1);
  set_parallel_threshold(65536);
}

TEST_CASE("several targets") {
  const auto a = noise(60, 41, 1, 30), b = noise(60, 41, 1, 31);
  const auto both = [&](const auto& assign) {
    return same_on_all([&] {
      auto u = eval(reshape(a, 60, 41)), v = eval(reshape(b, 60, 41));
      assign(u, v);
      return eval(u + 2.f * v);
    });
  };
  const auto m = range(1, -1);
  CHECK(both([&](auto& u, auto& v) { tie(u, v) = std::tuple(u + v, u - v); }));
  CHECK(both([&](auto& u, auto& v) { tie(u[m, m], v[m, m]) = std::tuple(v[m, m], u[m, m]); }));
  CHECK(both([&](auto& u, auto& v) {
    tie(u[m], v[m]) = std::tuple(u[range(_, -2)] + v[range(2, _)], v[m] - u[range(2, _)]);
  }));
  CHECK(both([&](auto& u, auto& v) { tie(u, v) = std::tuple(roll(v, 1, _0), roll(u, -1, _0)); }));
}
