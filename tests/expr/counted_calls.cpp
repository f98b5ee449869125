// SPDX-License-Identifier: BSL-1.0
// A stateful function is called once for each element, in order. No loop may treat two calls as
// independent. The test is compiled with -O3, which vectorises as much as possible.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <string>
#include <utility>

using namespace stria;
using stria::index;

namespace {

/// Returns the number of its call.
struct counter {
  int* calls;
  template <class... T> int operator()(const T&...) const { return (*calls)++; }
};

/// The sum of 0, 1, ..., n - 1.
constexpr index triangle(index n) { return n * (n - 1) / 2; }

dtensor<int, 2> zeros_of(index rows, index columns) { return dtensor<int, 2>(rows, columns); }

} // namespace

TEST_CASE("statistics call it once for each element") {
  int calls = 0;
  const auto line = map(counter{&calls}, zeros_of(1, 200));
  CHECK(ptp(line) == 199);
  CHECK(calls == 200);
  calls = 0;
  CHECK(var(line) == Approx(3333.25)); // np.var(np.arange(200))
  CHECK(calls == 200);
  calls = 0;
  CHECK(logsumexp(line) == Approx(199.45867514538708));
  CHECK(calls == 200);
  calls = 0;
  const dtensor<double, 1> v = var(line, _1);
  CHECK(v(0) == Approx(3333.25));
  CHECK(calls == 200);
}

TEST_CASE("assignments call it in row-major order") {
  int calls = 0;
  const counter next{&calls};
  const auto in_order = [&](const auto& t, int step) {
    index k = 0;
    for (const int v : t.storage())
      if (v != step * static_cast<int>(k++))
        return false;
    return calls == t.size();
  };
  const dtensor<int, 2> source = zeros_of(300, 41);
  dtensor<int, 2> t = map(next, source);
  CHECK(in_order(t, 1));
  calls = 0;
  t = map(next, source) * 2;
  CHECK(in_order(t, 2));
  calls = 0;
  t = map(next, source[rev(), rev()]);
  CHECK(in_order(t, 1));
  calls = 0;
  t = source + map(next, transpose(zeros_of(41, 300)));
  CHECK(in_order(t, 1));
  t = source;
  calls = 0;
  t += map(next, source);
  CHECK(in_order(t, 1));
  calls = 0;
  dtensor<int, 1> line(5000);
  line[range(1, _)] = map(next, line[range(_, -1)]);
  CHECK(line(4999) == 4998);
  CHECK(sum(cast<index>(line)) == triangle(4999));
  calls = 0;
  const dtensor<double, 2> roots = sqrt(cast<double>(map(next, source)));
  CHECK(roots(299, 40) * roots(299, 40) == Approx(300. * 41 - 1));
  CHECK(calls == 300 * 41);
}

TEST_CASE("reductions and scans call it once for each element") {
  int calls = 0;
  const counter next{&calls};
  const dtensor<int, 2> source = zeros_of(300, 41);
  const index n = source.size();
  const auto numbers = cast<index>(map(next, source));
  CHECK(sum(numbers) == triangle(n));
  CHECK(calls == n);
  calls = 0;
  CHECK(sum(eval(sum(numbers, _0))) == triangle(n));
  CHECK(calls == n);
  calls = 0;
  CHECK(sum(eval(sum(numbers, _1))) == triangle(n));
  CHECK(calls == n);
  calls = 0;
  const dtensor<index, 2> running = cumsum(numbers, _0);
  CHECK(sum(running[-1]) == triangle(n));
  CHECK(calls == n);
}

TEST_CASE("reductions that read elements twice call it once for each element") {
  int calls = 0;
  const counter next{&calls};
  const dtensor<int, 2> source = zeros_of(300, 41);
  const index n = source.size();
  const auto numbers = cast<double>(map(next, source));
  const auto once = [&](const auto& result) {
    static_cast<void>(result());
    return std::exchange(calls, 0) == n;
  };
  CHECK(max(numbers) == static_cast<double>(n - 1));
  CHECK(std::exchange(calls, 0) == n);
  CHECK(argmax(numbers) == n - 1);
  CHECK(std::exchange(calls, 0) == n);
  CHECK(once([&] { return eval(min(numbers, _0)); }));
  CHECK(once([&] { return eval(argmin(numbers, _0)); }));
  CHECK(once([&] { return eval(argmin(numbers, _1)); }));
  CHECK(once([&] { return eval(ptp(numbers, _0)); }));
  CHECK(once([&] { return eval(var(numbers, _1)); }));
  CHECK(once([&] { return eval(nanmean(numbers, _0)); }));
  CHECK(once([&] { return eval(source - max(numbers, _1, keepdims)); }));
  CHECK(once([&] { return eval(source - var(numbers, _1, keepdims)); }));
  CHECK(once([&] { return eval(diff(numbers)); }));
  CHECK(once([&] { return eval(diff(numbers + 1., _0)); }));
  CHECK(once([&] { return eval(diff(numbers, axis(0))); }));
  CHECK(once([&] { return eval(ediff1d(numbers)); }));
  CHECK(once([&] { return eval(trapezoid(numbers)); }));
  CHECK(once([&] { return eval(trapezoid(numbers, 0.5, _0)); }));
  CHECK(once([&] { return eval(trapezoid(numbers, axis(0))); }));
  CHECK(once([&] { return eval(trapezoid(source, numbers)); }));
  CHECK(trapezoid(ravel(numbers)) == 0.5 * static_cast<double>((n - 1) * (n - 1)));
  CHECK(std::exchange(calls, 0) == n);
  const auto names = map([&](int) { return std::string(1, calls++ == 0 ? 'z' : 'a'); }, source);
  CHECK(max(names) == "z");
  CHECK(calls == n);
}

TEST_CASE("argmax gives a position in the row even if a function changes its values") {
  const dtensor<double, 1> source(1000);
  static int calls = 0;
  const index place = argmax(map([](double) { return static_cast<double>(calls++); }, source));
  CHECK((place >= 0 && place < 1000));
}

TEST_CASE("assign_with calls it in row-major order, even if it reads the target") {
  int calls = 0;
  dtensor<int, 1> t(20000);
  auto v = t[range(1, _)];
  assign_with(v, t[range(_, -1)] * 1, [&calls](int, int) { return calls++; });
  CHECK(calls == 19999);
  CHECK(t(19999) == 19998);
  CHECK(sum(cast<index>(t)) == triangle(19999));
  calls = 0;
  assign_with(t, tensor{1}, [&calls](int, int) { return calls++; });
  CHECK(sum(cast<index>(t)) == triangle(20000));
}

TEST_CASE("a function that only holds a value may be called in any order") {
  int k = 3;
  const dtensor<int, 1> t = map([k](int v) { return k * v; }, arange(1000));
  CHECK(sum(t) == 3 * triangle(1000));
}
