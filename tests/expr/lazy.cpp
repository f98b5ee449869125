// SPDX-License-Identifier: BSL-1.0
// Elements are computed only when needed, once, and only if selected.
#include "catch.hpp"
#include "tracked.hpp"
#include "values.hpp"

#include <stdexcept>

using namespace stria;
using test::counts;
using test::list;
using test::tracked;
using test::values;

namespace {

// A callable that counts its calls; copies share the counter.
struct counting {
  int* calls;
  template <class... A> auto operator()(const A&... a) const {
    ++*calls;
    return (a + ...);
  }
};

} // namespace

TEST_CASE("building an expression computes nothing") {
  int calls = 0;
  auto a = test::counted(tensor<int, 3, 4>());
  auto e = map(counting{&calls}, a, a + 1);
  auto f = e * 2 + map(counting{&calls}, a);
  auto g = f[_1, rev()] + f[_0];
  auto h = transpose(f)[newaxis];
  CHECK(calls == 0);
  static_cast<void>(g.shape());
  static_cast<void>(h.size());
  CHECK(calls == 0);
}

TEST_CASE("assignment computes each element once") {
  int calls = 0;
  auto a = test::counted(tensor<int, 3, 4>());
  auto e = map(counting{&calls}, a);
  const auto spent = [&](auto&& act) {
    calls = 0;
    act();
    return calls;
  };
  dtensor<int, 2> t(3, 4), u;
  CHECK(spent([&] { t = e; }) == 12);
  CHECK(spent([&] { u = e; }) == 12);
  CHECK(spent([&] { t = e + 1; }) == 12);
  CHECK(spent([&] { t += e; }) == 12);
  CHECK(spent([&] { static_cast<void>(eval(e)); }) == 12);
  CHECK(spent([&] { tensor<int, 3, 4> s = e; }) == 12);
  CHECK(spent([&] { t[_1] = e[_1]; }) == 4);
  CHECK(spent([&] { noalias(t) = e; }) == 12);
  // With overlap, elements are also computed once, into a temporary.
  CHECK(spent([&] { t = map(counting{&calls}, t[rev()]); }) == 12);
  CHECK(spent([&] { a[range(1, _)] = e[range(_, -1)]; }) == 8);
  CHECK(spent([&] { a = transpose(transpose(e)); }) == 12);
  // An operand that occurs twice in an expression is computed twice.
  CHECK(spent([&] { t = e + e; }) == 24);
}

TEST_CASE("a slice of an expression computes only the selected elements") {
  int calls = 0;
  auto a = test::counted(tensor<int, 6, 5>());
  auto e = map(counting{&calls}, a) + 1;
  const auto spent = [&](auto&& act) {
    calls = 0;
    act();
    return calls;
  };
  CHECK(spent([&] { static_cast<void>(eval(e[_2])); }) == 5);
  CHECK(spent([&] { static_cast<void>(eval(e[_, _2])); }) == 6);
  CHECK(spent([&] { static_cast<void>(eval(e[range(_, _, 2), rev(_, _, 2)])); }) == 9);
  CHECK(spent([&] { static_cast<void>(eval(e[range(2, 2)])); }) == 0);
  CHECK(spent([&] { static_cast<void>(eval(e[range(1, _)][_, range(2, _)][_0])); }) == 3);
  CHECK(spent([&] { static_cast<void>(e[3, 4]); }) == 1);
  CHECK(spent([&] { static_cast<void>(e[_3][4]); }) == 1);
  CHECK(spent([&] {
          int x = e[_3][_4, newaxis][_0];
          static_cast<void>(x);
        }) == 1);
  CHECK(spent([&] { static_cast<void>(eval(transpose(e)[_2])); }) == 6);
  CHECK(spent([&] { static_cast<void>(eval(e[newaxis, _1, newaxis])); }) == 5);
  CHECK(spent([&] { static_cast<void>(sum(e[_1])); }) == 5);
  CHECK(spent([&] { static_cast<void>(eval(e[nd({{0, 0}, {5, 4}})])); }) == 2);
}

TEST_CASE(
    "a broadcast operand is computed once for each result element, a scalar node once a time") {
  int calls = 0;
  tensor row{1, 2, 3};
  auto e = map(counting{&calls}, row);
  dtensor<int, 2> t(4, 3);
  t[_] = e;
  CHECK(calls == 12);
  CHECK(values(t[_3]) == list<>{1, 2, 3});
}

TEST_CASE("reductions inside an expression are computed once, first") {
  int calls = 0;
  auto a = test::counted(tensor<int, 3, 4>());
  auto totals = sum(map(counting{&calls}, a), _0);
  auto e = a - totals;
  CHECK(calls == 0);
  dtensor<long, 2> t = e;
  CHECK(calls == 12);
  calls = 0;
  t = a * sum(map(counting{&calls}, a), _0) + sum(map(counting{&calls}, a), _1, keepdims);
  CHECK(calls == 24);
  CHECK(t[1, 1] == 5 * 15 + 22);
  calls = 0;
  t[_0] = (a - sum(map(counting{&calls}, a), keepdims))[_0];
  CHECK(calls == 12);
}

TEST_CASE("a reduction over all axes is computed by the call") {
  int calls = 0;
  auto a = test::counted(tensor<int, 3, 4>());
  const auto total = sum(map(counting{&calls}, a));
  CHECK(calls == 12);
  const auto e = a - total;
  CHECK(calls == 12);
  dtensor<long, 2> t = e;
  t = e;
  CHECK(calls == 12);
  CHECK(t[2, 3] == 11 - 66);
  calls = 0;
  CHECK_FALSE(any(map(counting{&calls}, a) > 100));
  CHECK(calls == 12);
}

TEST_CASE("tracked elements are computed without superfluous copies") {
  dtensor<tracked, 1> a{1, 2, 3, 4, 5}, b{5, 4, 3, 2, 1}, c(5);
  counts = {};
  auto e = a * b + a;
  CHECK(counts.made == 0);
  CHECK(counts.computed == 0);
  c = e;
  CHECK(counts.computed == 10);
  // One object for each product and each sum, all of them destroyed.
  CHECK(counts.made == 10);
  CHECK(counts.alive() == 0);
  CHECK(counts.copied == 0);
  CHECK(c[4].value() == 10);
  counts = {};
  c[range(0, 2)] = (a + b)[range(3, _)];
  CHECK(counts.computed == 2);
  counts = {};
  c = b;
  CHECK(counts.made == 0);
  CHECK(counts.copied == 5);
  counts = {};
  c[range(_, _, 2)] = b[range(_, _, 2)];
  CHECK(counts.copied == 3);
  CHECK(counts.made == 0);
  counts = {};
  auto taken = std::move(c) + a;
  CHECK(counts.made == 0);
  CHECK(counts.computed == 0);
}

TEST_CASE("an exception from a callable passes through") {
  auto a = test::counted(dtensor<int, 1>(10));
  const auto fussy = [](int x) {
    if (x == 7)
      throw std::runtime_error("seven");
    return x + 1;
  };
  dtensor<int, 1> other(3);
  other = 5;
  CHECK_THROWS_WITH((other = map(fussy, a)), "seven");
  CHECK(values(other) == list<>{5, 5, 5});
  CHECK_THROWS_WITH(eval(map(fussy, a)), "seven");
  CHECK_THROWS_WITH((a = map(fussy, a[rev()])), "seven");
  CHECK(values(a) == list<>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK_THROWS_WITH((a = a + sum(map(fussy, a))), "seven");
  CHECK(values(a) == list<>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
}
