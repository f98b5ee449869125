// SPDX-License-Identifier: BSL-1.0
// The same values, to the last bit, on any number of threads.
#include "catch.hpp"

#include <stria/random.hpp>
#include <stria/stria.hpp>

#include <cmath>
#include <cstring>
#include <span>
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
    dtensor<float, 3> r = a;
    r[r > 0.5f] = -1.f;
    return r;
  }));
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
