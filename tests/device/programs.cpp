// SPDX-License-Identifier: BSL-1.0
// Random programs on a device and on the host. There are few templates of statements, so a few
// dozen kernels are sufficient. Sizes, slices, values and the order of the statements are random.
// Both sides must throw the same error or have the same elements. The elements are integers, so
// that the order of a sum does not matter.
#include "on_device.hpp"

#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace stria;
using on_device::gpu;

namespace {

using cut = decltype(range(stria::index{}, stria::index{}, stria::index{}));

/// Random numbers that are the same on every platform, unlike those of standard distributions.
class source {
  std::mt19937_64 engine_;

public:
  explicit source(std::uint64_t seed) : engine_(seed) {}

  stria::index number(stria::index from, stria::index to) {
    return from + static_cast<stria::index>(engine_() % static_cast<std::uint64_t>(to - from + 1));
  }
  bool rarely(stria::index one_in) { return number(1, one_in) == 1; }
  /// A bound of a slice of an axis of n elements.
  stria::index bound(stria::index n) {
    using limits = std::numeric_limits<stria::index>;
    static constexpr stria::index ends[] = {limits::min(), limits::max(), limits::min() + 1,
                                            limits::max() - 1, stria::index{1} << 32};
    return rarely(12) ? ends[number(0, 4)] : number(-n - 1, n + 1);
  }
  cut any_slice(stria::index n) {
    stria::index step = rarely(12) ? bound(3) : number(1, 3);
    if (rarely(3) && step != std::numeric_limits<stria::index>::min())
      step = -step;
    return range(bound(n), bound(n), step);
  }
  /// A slice of `count` elements of n.
  cut slice_of(stria::index n, stria::index count) {
    if (count == 0)
      return range(number(0, n), stria::index{0}, stria::index{1});
    const stria::index step = count == 1 ? 1 : number(1, (n - 1) / (count - 1));
    const stria::index first = number(0, n - 1 - step * (count - 1)),
                       last = first + step * (count - 1);
    if (!rarely(3))
      return range(first, last + 1, step);
    return range(last, first == 0 ? -n - 1 : first - 1, -step);
  }
};

/// A tensor on both sides.
template <std::size_t R> struct both {
  dtensor<int, R> host;
  decltype(on_device::up(host)) device = on_device::up(host);

  void fill(source& random, stria::index largest) {
    std::array<stria::index, R> n{};
    for (stria::index& k : n)
      k = random.rarely(9) ? 0 : random.number(1, largest);
    host = [&]<std::size_t... K>(std::index_sequence<K...>) {
      return dtensor<int, R>(n[K]...);
    }(std::make_index_sequence<R>());
    for (int& x : host.storage())
      x = static_cast<int>(random.number(-9, 9));
    device = on_device::up(host);
  }
};

/// The error that a call throws, or nothing.
template <class F> std::string raised_by(const F& f) {
  try {
    f();
  } catch (const stria::error& e) {
    return e.what();
  }
  return {};
}

struct tally {
  int statements = 0, errors = 0, wrong = 0;
};

/// Runs a statement f(x, y), which writes x: both sides throw the same error, or x has the same
/// elements.
template <class X, class Y, class F>
void same_effect(tally& t, X& x, Y& y, const char* what, const F& f) {
  const std::string host = raised_by([&] { f(x.host, y.host); });
  const std::string device = raised_by([&] { f(x.device, y.device); });
  ++t.statements;
  t.errors += !host.empty();
  if (host == device && on_device::equal(to_host(x.device), x.host))
    return;
  ++t.wrong;
  CAPTURE(what, t.statements, host, device);
  FAIL_CHECK("a statement differs on the device");
  x.device = on_device::up(x.host);
}
/// Compares an expression f(x, y): both sides throw the same error, or have the same values.
template <class X, class Y, class F>
void same_values(tally& t, const X& x, const Y& y, const char* what, const F& f) {
  decltype(to_host(f(x.device, y.device))) device;
  decltype(eval(f(x.host, y.host))) host;
  const std::string error = raised_by([&] { host = eval(f(x.host, y.host)); });
  const std::string error_there = raised_by([&] { device = to_host(f(x.device, y.device)); });
  ++t.statements;
  t.errors += !error.empty();
  if (error == error_there && on_device::equal(device, host))
    return;
  ++t.wrong;
  CAPTURE(what, t.statements, error, error_there);
  FAIL_CHECK("an expression differs on the device");
}

/// Calls f with random slices, one for each axis.
template <std::size_t R, class F>
auto with_slices(source& random, const std::array<stria::index, R>& n, F f) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return f(random.any_slice(n[K])...);
  }(std::make_index_sequence<R>());
}

/// Slices of two tensors with the same sizes. A size of the second slice may also be 1, which is
/// broadcast.
template <std::size_t R> struct fitting {
  std::array<cut, R> to, from;

  fitting(source& random, const std::array<stria::index, R>& n,
          const std::array<stria::index, R>& m)
      : to(slices(n)), from(slices(m)) {
    for (std::size_t k = 0; k < R; ++k) {
      const stria::index most = n[k] < m[k] ? n[k] : m[k];
      const stria::index count = random.rarely(10) ? 0 : random.number(most > 0 ? 1 : 0, most);
      to[k] = random.slice_of(n[k], count);
      from[k] = random.slice_of(m[k], random.rarely(6) && m[k] > 0 ? 1 : count);
    }
  }

private:
  static std::array<cut, R> slices(const std::array<stria::index, R>& n) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::array<cut, R>{((void)K, range(n[0] * 0, n[0] * 0, stria::index{1}))...};
    }(std::make_index_sequence<R>());
  }
};
template <class T, std::size_t R> auto at(T& t, const std::array<cut, R>& s) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return t[s[K]...];
  }(std::make_index_sequence<R>());
}

template <std::size_t R> void statement(source& random, tally& t, both<R>& x, both<R>& y) {
  switch (random.number(0, 8)) {
  case 0: { // slices that need not fit
    with_slices(random, x.host.shape(), [&](const auto&... s) {
      with_slices(random, y.host.shape(), [&](const auto&... r) {
        same_effect(t, x, y, "x[any] = y[any]", [&](auto& a, auto& b) { a[s...] = b[r...]; });
      });
    });
    break;
  }
  case 1: { // slices that fit, of one tensor: they may overlap
    const fitting<R> f(random, x.host.shape(), x.host.shape());
    same_effect(t, x, x, "x[s] = x[r]", [&](auto& a, auto& b) { at(a, f.to) = at(b, f.from); });
    break;
  }
  case 2: {
    const fitting<R> f(random, x.host.shape(), y.host.shape());
    same_effect(t, x, y, "x[s] += y[r]", [&](auto& a, auto& b) { at(a, f.to) += at(b, f.from); });
    break;
  }
  case 3: {
    const fitting<R> f(random, x.host.shape(), x.host.shape());
    same_effect(t, x, x, "x[s] += x[r]", [&](auto& a, auto& b) { at(a, f.to) += at(b, f.from); });
    break;
  }
  case 4: { // the extents change
    with_slices(random, y.host.shape(), [&](const auto&... s) {
      same_effect(t, x, y, "x = y[any]", [&](auto& a, auto& b) { a = b[s...]; });
    });
    break;
  }
  case 5: {
    const int by = static_cast<int>(random.number(-3, 3));
    with_slices(random, x.host.shape(), [&](const auto&... s) {
      same_values(t, x, x, "x[any] * k", [&](auto& a, auto&) { return a[s...] * by; });
    });
    break;
  }
  case 6: { // reductions
    with_slices(random, x.host.shape(), [&](const auto&... s) {
      same_values(t, x, x, "sum(x[any], 0)",
                  [&](auto& a, auto&) { return sum(a[s...], _0, keepdims); });
      if constexpr (R > 1)
        same_values(t, x, x, "max(x[any], 1)", [&](auto& a, auto&) { return max(a[s...], _1); });
    });
    break;
  }
  default: { // index arrays
    const stria::index n = x.host.extent(0);
    dtensor<stria::index, 1> places(random.number(0, 5));
    for (stria::index& p : places.storage())
      p = random.rarely(25) ? random.bound(n) : random.number(n > 0 ? -n : 0, n > 0 ? n - 1 : 0);
    if (random.rarely(3)) {
      same_values(t, x, x, "x[places]", [&](auto& a, auto&) { return a[places]; });
    } else if (random.rarely(2)) {
      const int value = static_cast<int>(random.number(-9, 9));
      same_effect(t, x, x, "x[places] = k", [&](auto& a, auto&) { a[places] = value; });
    } else {
      // Updates from the tensor itself: one for each position, or one that is broadcast.
      const stria::index count = random.rarely(4) ? 1 : places.size();
      const cut s = range(stria::index{0}, count, stria::index{1});
      same_effect(t, x, x, "x[places] += x[s]", [&](auto& a, auto& b) { a[places] += b[s]; });
    }
  }
  }
}

/// Subscripts that select an element, and subscripts that add or drop axes.
void of_ranks(source& random, tally& t, both<1>& x, both<2>& y) {
  const stria::index i = random.bound(y.host.extent(0)), j = random.bound(y.host.extent(1));
  const cut s = random.any_slice(y.host.extent(0));
  switch (random.number(0, 4)) {
  case 0: same_effect(t, x, y, "x = y[i]", [&](auto& a, auto& b) { a = b[i, ellipsis]; }); break;
  case 1: same_effect(t, x, y, "x = y[s, j]", [&](auto& a, auto& b) { a = b[s, j]; }); break;
  case 2: same_effect(t, x, y, "x += y[i, j]", [&](auto& a, auto& b) { a += b[i, j]; }); break;
  case 3:
    same_effect(t, y, x, "y[s] = x[newaxis]", [&](auto& a, auto& b) { a[s] = b[newaxis]; });
    break;
  default:
    same_values(t, x, y, "x[, newaxis] + y", [&](auto& a, auto& b) { return a[_, newaxis] + b; });
  }
}

} // namespace

TEST_CASE("random programs have the same effects as on the host") {
  const auto& context = detail::device_access::context(gpu());
  tally t;
  for (std::uint64_t seed = 0; seed < 200 && t.wrong < 5; ++seed) {
    source random(seed);
    both<1> a, b;
    both<2> c, d;
    both<3> e, f;
    a.fill(random, 9), b.fill(random, 9);
    c.fill(random, 6), d.fill(random, 6);
    e.fill(random, 4), f.fill(random, 4);
    for (int turn = 0; turn < 8; ++turn) {
      statement(random, t, a, b);
      statement(random, t, c, d);
      statement(random, t, e, f);
      of_ranks(random, t, a, c);
      // A statement may have emptied the tensor, or enlarged it many times.
      if (random.rarely(4))
        a.fill(random, 9), c.fill(random, 6), e.fill(random, 4);
    }
  }
  CHECK(t.wrong == 0);
  CHECK(t.statements >= 5000);
  CHECK(t.errors >= 500); // some statements are refused by both
  CHECK(t.errors <= t.statements / 2);
  // The drivers' compilers warn of integers that are compared with themselves, and PoCL prints the
  // warning.
  for (const std::string& text : context->kernel_texts())
    if (detail::kernel_body_of(text).find("a != a") != std::string::npos)
      FAIL_CHECK("a kernel of integers looks for NaN:\n" << text);
  INFO("kernels: " << context->kernel_count());
  CHECK(context->kernel_count() <= 150);
}

STRIA_COMPILE_AS_CUDA()
