// SPDX-License-Identifier: BSL-1.0
// Reductions: the elements that are combined, and the results.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace stria;
using test::holds;
using test::holds_each;
using test::inf;
using test::list;
using test::qnan;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};
using cd = std::complex<double>;

/// T is the type that a reduction over all axes returns.
template <class T, class E> constexpr bool gives(const E&) { return std::same_as<E, T>; }
template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

const tensor<int, 2, 3> m{{1, 2, 3}, {4, 5, 6}};

} // namespace

TEST_CASE("all reductions of a small matrix") {
  CHECK(holds_each(sum(m, _0), {5, 7, 9}));
  CHECK(holds_each(sum(m, _1), {6, 15}));
  CHECK(holds_each(sum(m, -_1), {6, 15}));
  CHECK(holds_each(sum(m, -_2), {5, 7, 9}));
  CHECK(sum(m, _0, _1) == 21);
  CHECK(sum(m, -_1, _0) == 21);
  CHECK(holds(prod(m, _0), {4, 10, 18}));
  CHECK(prod(m) == 720);
  CHECK(holds(mean(m, _0), {2.5, 3.5, 4.5}));
  CHECK(holds(mean(m, _1), {2, 5}));
  CHECK(mean(m) == 3.5);
  CHECK(holds(min(m, _0), {1, 2, 3}));
  CHECK(holds(max(m, _1), {3, 6}));
  CHECK(holds(argmin(m, _0), {0, 0, 0}));
  CHECK(holds(argmax(m, _1), {2, 2}));
  CHECK(argmax(m) == 5);
  CHECK(holds(any(m > 5, _0), {false, false, true}));
  CHECK(holds(all_of(m > 1, _1), {false, true}));
  CHECK(holds(none_of(m > 4, _1), {true, false}));
  CHECK(holds(none_of(m > 4, _0, keepdims), {true, false, false}));
  CHECK(holds(count_nonzero(m > 2, _1), {1, 3}));

  CHECK(sum(m) == 21);
  const auto total = sum(m);
  CHECK(total == 21);
  CHECK(max(m) == 6);
  CHECK(any(m > 5));
  CHECK(!all_of(m > 5));
  CHECK(none_of(m > 6));
  if (const double d = mean(m); d != 3.5)
    FAIL();
}

TEST_CASE("keepdims keeps the rank") {
  CHECK(holds(sum(m, _0, keepdims), {5, 7, 9}));
  CHECK(has<1, 3>(sum(m, _0, keepdims)));
  CHECK(has<2, 1>(mean(m, -_1, keepdims)));
  CHECK(has<1, 1>(max(m, keepdims)));
  CHECK(has<1, 1>(argmax(m, _0, _1, keepdims)));
  CHECK(holds_each(max(m, keepdims), {6}));
  CHECK(holds(argmax(m, _0, _1, keepdims), {5}));
  CHECK(holds(m - mean(m, _1, keepdims), {-1, 0, 1, -1, 0, 1}));
  CHECK(holds(m - mean(m, _0), {-1.5, -1.5, -1.5, 1.5, 1.5, 1.5}));
  CHECK(holds((m - min(m, _1, keepdims)) * 2 + max(m), {6, 8, 10, 6, 8, 10}));
  CHECK(holds(m == max(m, _1, keepdims), {false, false, true, false, false, true}));
  CHECK(holds(m + sum(m), {22, 23, 24, 25, 26, 27}));
}

TEST_CASE("extents of the result are static if those of the operand are") {
  const dtensor<int, 2> d = m;
  const tensor<int, 2, dyn> p = m;
  tensor<int, batch, 4, features> n(2, 3);
  n = test::counted(n);
  CHECK(has<3>(sum(m, _0)));
  CHECK(has<dyn>(sum(d, _0)));
  CHECK(has<2>(sum(p, _1)));
  CHECK(has<dyn>(sum(p, _0)));
  CHECK(gives<std::int64_t>(sum(p)));
  CHECK(has<2, 1>(sum(p, _1, keepdims)));
  CHECK(has<batch, features>(sum(n, _1)));
  CHECK(has<batch, 4>(mean(n, -_1)));
  CHECK(has<features>(max(n, _0, _1)));
  CHECK(has<batch>(argmax(n, _1, _2)));
  CHECK(has<batch, 1, features>(any(n, _1, keepdims)));
  CHECK(has<1, 4, 1>(count_nonzero(n, _0, -_1, keepdims)));
  STATIC_REQUIRE(decltype(sum(n, _1))::extents == detail::shape_of<batch, features>());
  STATIC_REQUIRE(std::same_as<decltype(eval(sum(n, _1))), tensor<std::int64_t, batch, features>>);
  CHECK(test::shape(sum(n, _1)) == list<stria::index>{2, 3});
  CHECK(holds(sum(n, _0, _1), {84, 92, 100}));
  CHECK(holds(sum(d, _0), {5, 7, 9}));
  CHECK(holds(sum(p, _0), {5, 7, 9}));
  const auto s = sum(n, _1);
  CHECK(s.rank == 2);
  CHECK(s.size() == 6);
  CHECK(s.extent(-1) == 3);
  // The axes that are not reduced keep their names. A named axis cannot be combined with one of
  // another name.
  CHECK(holds(n[0, 0] + sum(n, _0, _1), {84, 93, 102}));
  CHECK(has<batch, 4, features>(n - mean(n, _1, keepdims)));
}

TEST_CASE("element types") {
  CHECK(gives<std::int64_t>(sum(tensor<std::int8_t, 2>())));
  CHECK(gives<std::int64_t>(sum(tensor<int, 2>())));
  CHECK(gives<std::int64_t>(prod(tensor<short, 2>())));
  CHECK(gives<std::uint64_t>(sum(tensor<std::uint8_t, 2>())));
  CHECK(gives<std::uint64_t>(prod(tensor<unsigned, 2>())));
  CHECK(gives<long long>(sum(tensor<long long, 2>())));
  CHECK(gives<std::int64_t>(sum(tensor<bool, 2>())));
  CHECK(gives<float>(sum(tensor<float, 2>())));
  CHECK(gives<long double>(prod(tensor<long double, 2>())));
  CHECK(gives<double>(mean(tensor<std::uint8_t, 2>())));
  CHECK(gives<double>(mean(tensor<bool, 2>())));
  CHECK(gives<float>(mean(tensor<float, 2>())));
  CHECK(gives<cd>(mean(tensor<cd, 2>())));
  CHECK(gives<std::uint8_t>(max(tensor<std::uint8_t, 2>())));
  CHECK(gives<bool>(min(tensor<bool, 2>())));
  CHECK(gives<stria::index>(argmin(tensor<float, 2>())));
  CHECK(gives<stria::index>(count_nonzero(tensor<float, 2>())));
  CHECK(gives<bool>(any(tensor<float, 2>())));
  CHECK(gives<bool>(none_of(tensor<float, 2>())));

  // np.sum(np.full(300, 200, np.uint8)) is 60000.
  // np.prod(np.full(5, 100000)) is 10 ** 25 modulo 2 ** 64.
  tensor<std::uint8_t, 300> bytes;
  bytes = 200;
  CHECK(sum(bytes) == 60000u);
  CHECK(mean(bytes) == 200);
  CHECK(prod(tensor{100000, 100000, 100000}) == 1000000000000000);
  const tensor<bool, 2, 3> b{{true, false, true}, {true, true, true}};
  CHECK(sum(b) == 5);
  CHECK(holds(sum(b, _0), {2, 1, 2}));
  CHECK(holds(prod(b, _1), {0, 1}));
  CHECK(holds(mean(b, _0), {1, 0.5, 1}));
  CHECK(holds(min(b, _0), {true, false, true}));
  CHECK(holds(max(b, _1), {true, true}));
  CHECK(holds(argmin(b, _1), {1, 0}));
  CHECK(holds(argmax(b, _1), {0, 0}));
  CHECK(any(b));
  CHECK(!all_of(b));
  CHECK(count_nonzero(b) == 5);

  const tensor<cd, 2, 2> z{{cd(1, 2), cd(0, 0)}, {cd(3, -1), cd(0, 1)}};
  CHECK(sum(z) == cd(4, 2));
  CHECK(holds(sum(z, _0), {cd(4, 1), cd(0, 1)}));
  CHECK(holds(prod(z, _1), {cd(0), cd(1, 3)}));
  CHECK(mean(z) == cd(1, 0.5));
  CHECK(holds(count_nonzero(z, _1), {1, 2}));
  CHECK(holds(all_of(z, _0), {true, false}));
  CHECK(holds(any(z, _1), {true, true}));
  CHECK(holds(sum(real(z), _1), {1, 3}));

  // Strings are added in row-major order.
  const tensor<std::string, 2, 3> w{{"a", "b", "c"}, {"d", "e", "f"}};
  CHECK(sum(w) == "abcdef");
  CHECK(holds(sum(w, _0), {"ad", "be", "cf"}));
  CHECK(holds(sum(w, _1), {"abc", "def"}));
  CHECK(holds(sum(w[_, rev()], _1), {"cba", "fed"}));
  CHECK(sum(tensor<std::string, 0>()).empty());
  CHECK(max(w) == "f");
  CHECK(holds(min(w, _1), {"a", "d"}));
  CHECK(holds(argmax(w, _0), {1, 1, 1}));
}

TEST_CASE("a function without data is called in row-major order of the reduced axes") {
  const auto f = [](long acc, long v) { return (acc * 31 + v) % 1000003; };
  dtensor<long, 2> memory(30, 40);
  for (stria::index i = 0; i < memory.size(); ++i)
    memory.data()[i] = i * 7919 % 1000;
  const auto check = [&](const auto& t) {
    const auto shape = t.shape();
    const dtensor<long, 1> columns = reduce(f, 1L, t, _0), rows = reduce(f, 1L, t, _1);
    long total = 1;
    for (stria::index i = 0; i < shape[0]; ++i) {
      long row = 1;
      for (stria::index k = 0; k < shape[1]; ++k) {
        total = f(total, t(i, k));
        row = f(row, t(i, k));
      }
      REQUIRE(rows(i) == row);
    }
    for (stria::index k = 0; k < shape[1]; ++k) {
      long column = 1;
      for (stria::index i = 0; i < shape[0]; ++i)
        column = f(column, t(i, k));
      REQUIRE(columns(k) == column);
    }
    CHECK(reduce(f, 1L, t) == total);
    CHECK(holds(reduce(f, 1L, t, _0, _1, keepdims), {total}));
  };
  check(memory);
  check(transpose(memory));
  check(memory[rev(), rev()]);
  check(transpose(memory)[range(_, _, 3), range(_, _, -2)]);
  check(memory[_, range(5, 5)]);
}

TEST_CASE("NaN") {
  // x = np.array([[1, nan, 3], [nan, nan, 0], [4, 5, 6]])
  const tensor<double, 3, 3> x{{1, qnan, 3}, {qnan, qnan, 0}, {4, 5, 6}};
  CHECK(holds(sum(x, _1), {qnan, qnan, 15}));
  CHECK(holds(prod(x, _1), {qnan, qnan, 120}));
  CHECK(holds(mean(x, _1), {qnan, qnan, 5}));
  CHECK(holds(min(x, _1), {qnan, qnan, 4})); // np.min(x, 1)
  CHECK(holds(max(x, _1), {qnan, qnan, 6})); // np.max(x, 1)
  CHECK(holds(max(x, _0), {qnan, qnan, 6}));
  CHECK(holds(argmin(x, _1), {1, 0, 0})); // np.argmin(x, 1)
  CHECK(holds(argmax(x, _1), {1, 0, 2})); // np.argmax(x, 1)
  CHECK(holds(argmax(x, _0), {1, 0, 2})); // np.argmax(x, 0)
  CHECK(argmax(x) == 1);
  CHECK(argmin(x[rev(), rev()]) == 4);
  CHECK(holds(any(x, _1), {true, true, true})); // NaN is not zero
  CHECK(holds(all_of(x, _1), {true, false, true}));
  CHECK(holds(count_nonzero(x, _1), {3, 2, 3}));
  CHECK(holds(max(tensor{-inf, inf, 0.}), {inf}));
  CHECK(holds(sum(tensor{-inf, inf}), {qnan}));
  CHECK(holds(min(tensor<float, 2, 1>{{-0.0f}, {0.0f}}, _1), {-0.0f, 0.0f}));
  // A NaN at any position of a long row.
  for (stria::index at : {0, 1, 17, 700, 1999}) {
    dtensor<float, 1> t(2000);
    t = 1.f;
    t[at] = float(qnan);
    CAPTURE(at);
    CHECK(std::isnan(max(t)));
    CHECK(std::isnan(min(t)));
    CHECK(std::isnan(sum(t)));
    CHECK(argmax(t) == at);
    CHECK(argmin(t) == at);
  }
}

TEST_CASE("the first of equal elements") {
  CHECK(argmax(tensor{1, 3, 3, 2, 3}) == 1);
  CHECK(argmin(tensor{2, 1, 1, 2, 1}) == 1);
  CHECK(argmin(tensor{5, 5, 5}) == 0);
  CHECK(argmax(tensor{{0, 7}, {7, 7}}) == 1);
  CHECK(argmax(transpose(tensor{{0, 1}, {7, 7}})) == 1);
  CHECK(holds(argmax(tensor{{0, 7}, {7, 7}}, _0), {1, 0}));
  CHECK(argmax(tensor{1, 3, 3}[rev()]) == 0);
  CHECK(holds(argmin(tensor{0.0, -0.0}), {0}));
}

TEST_CASE("rank 0 and empty tensors") {
  const tensor<int> scalar(5);
  CHECK(sum(scalar) == 5);
  CHECK(mean(scalar) == 5);
  CHECK(min(scalar) == 5);
  CHECK(argmax(scalar) == 0);
  CHECK(any(scalar));
  CHECK(int(max(scalar * 2 + 1, keepdims)) == 11);
  CHECK(gives<std::int64_t>(sum(scalar)));
  CHECK(sum(m[1, 2] + scalar) == 11);
  CHECK(sum(sum(m, keepdims)) == 21);

  const tensor<double, 2, 0> none;
  const dtensor<double, 2> loose(2, 0);
  CHECK(sum(none) == 0);
  CHECK(prod(none) == 1);
  CHECK(std::isnan(mean(none)));
  CHECK(all_of(none));
  CHECK(!any(none));
  CHECK(none_of(none));
  CHECK(count_nonzero(none) == 0);
  CHECK(holds(sum(none, _1), {0, 0}));
  CHECK(holds(prod(loose, _1), {1, 1}));
  CHECK(holds(mean(loose, _1), {qnan, qnan}));
  CHECK(holds(mean(tensor<int, 0>()), {qnan}));
  CHECK(holds(any(loose, _1, keepdims), {false, false}));
  CHECK_THROWS_AS(min(none), value_error);
  CHECK_THROWS_AS(eval(max(loose, _1)), value_error);
  CHECK_THROWS_AS(argmin(loose), value_error);
  CHECK_THROWS_AS(eval(argmax(none, _1, keepdims)), value_error);
  CHECK_THROWS_WITH(max(loose), test::contains("max") && test::contains("(2, 0)"));
  CHECK_THROWS_WITH(eval(argmin(loose, _1)), test::contains("argmin"));
  // An empty result needs no elements.
  CHECK(holds(sum(none, _0), {}));
  CHECK(holds(max(none, _0), {}));
  CHECK(holds(min(loose, _0), {}));
  CHECK(holds(argmax(loose, _0), {}));
  CHECK(test::shape(max(loose, _0, keepdims)) == list<stria::index>{1, 0});
  // If a reduced axis is empty, NumPy raises an error even if the result is empty, too.
  const tensor<double, 0, 0> nothing;
  const dtensor<double, 3> hollow(2, 0, 0);
  CHECK_THROWS_AS(eval(max(nothing, _0)), value_error);
  CHECK_THROWS_AS(eval(min(nothing, _1, keepdims)), value_error);
  CHECK_THROWS_AS(eval(argmax(nothing, _1)), value_error);
  CHECK_THROWS_AS(eval(argmin(hollow, _1)), value_error);
  CHECK_THROWS_AS(eval(max(hollow, _0, _2)), value_error);
  CHECK_THROWS_WITH(eval(max(hollow, _1) + 1), test::contains("(2, 0, 0)"));
  CHECK(test::shape(eval(max(hollow, _0))) == list<stria::index>{0, 0});
  CHECK(test::shape(eval(argmin(hollow, _0))) == list<stria::index>{0, 0});
  CHECK(test::shape(eval(sum(hollow, _1))) == list<stria::index>{2, 0});
  // A target keeps its values if there is nothing to reduce.
  tensor<double, 2> kept{1, 2};
  CHECK_THROWS_AS(kept = max(loose, _1), value_error);
  CHECK(holds(kept, {1, 2}));
}

TEST_CASE("targets that are read") {
  tensor<double, 2, 3> t = m;
  t = t - mean(t, _0);
  CHECK(holds(t, {-1.5, -1.5, -1.5, 1.5, 1.5, 1.5}));
  t = m;
  t -= mean(t, _1, keepdims);
  CHECK(holds(t, {-1, 0, 1, -1, 0, 1}));
  t = m;
  t /= sum(t);
  CHECK(sum(t) == test::Approx(1));
  t = m;
  t[_0] = sum(t, _0);
  CHECK(holds(t, {5, 7, 9, 4, 5, 6}));
  t[_, rev()] += max(t, _0);
  CHECK(holds(t, {14, 14, 14, 13, 12, 11}));
  dtensor<double, 1> v{1, 2, 3};
  v = v[rev()] * sum(v) + argmax(v);
  CHECK(holds(v, {20, 14, 8}));
  dtensor<std::int64_t, 1> w{1, 2, 3};
  w = sum(m, _1);
  CHECK(holds(w, {6, 15}));

  // Reductions of reductions, of products of slices, of rvalues.
  CHECK(holds(max(sum(m, _0)), {9}));
  CHECK(holds(sum(m * max(m, _0)), {4 + 10 + 18 + 16 + 25 + 36}));
  CHECK(holds(sum(m[_, range(0, 2)] * m[_, range(1, 3)], _1), {2 + 6, 20 + 30}));
  CHECK(holds(sum(m, _0)[rev()], {9, 7, 5}));
  CHECK(sum(m, _0)[_1] == 7);
  CHECK(holds(transpose(sum(m, _0, keepdims)), {5, 7, 9}));
  auto owner = [] { return sum(tensor<int, 2, 2>{{1, 2}, {3, 4}}, _1) + 1; }();
  CHECK(holds(owner, {4, 8}));
}

TEST_CASE("a reduction over some axes is lazy, and computed once for each assignment") {
  int calls = 0;
  const auto counted = map([&calls](int x) { return ++calls, x; }, m);
  const auto e = m * sum(counted, _1, keepdims) + m;
  CHECK(calls == 0);
  const auto r = eval(e);
  CHECK(calls == 6);
  CHECK(holds(r, {7, 14, 21, 64, 80, 96}));
  // A lazy reduction uses later values of the operand. A reduction over all axes does not.
  tensor<int, 1, 3> t{{1, 2, 3}};
  const auto rows = sum(t, _1);
  const auto total = sum(t);
  t[0, 0] = 10;
  CHECK(rows[0] == 15);
  CHECK(total == 6);
}

TEST_CASE("a reduction over no axis is a copy") {
  const dtensor<int, 3> a = reshape(arange(24), 2, 4, 3);
  const dtensor<int, 2> b = a[_0];
  const dtensor<int, 1> c = b[_1];
  dtensor<std::int64_t, 3> r = reduce<"a b c -> a b c">(a, sum);
  CHECK(array_equal(r, a));
  CHECK(all_of(reduce<"a b c -> a b c">(a, max) == a));
  CHECK(all_of(reduce<"a b -> a b">(b, sum) - b == 0));
  CHECK(all_of(reduce<"a b -> b a">(b, min) == transpose(b)));
  CHECK(all_of(reduce<"a -> a">(c, sum) == c));
  CHECK(all_of(reduce<"a b -> a b">(b[rev(), range(_, _, 2)], max) == b[rev(), range(_, _, 2)]));
}

TEST_CASE("reductions in constant expressions") {
  constexpr tensor c{{1, 2, 3}, {4, 5, 6}};
  STATIC_REQUIRE(sum(c) == 21);
  STATIC_REQUIRE(eval(sum(c, _0))[_2] == 9);
  STATIC_REQUIRE(eval(prod(c, _1))[_1] == 120);
  STATIC_REQUIRE(mean(c) == 3.5);
  STATIC_REQUIRE(min(c[_, rev()]) == 1);
  STATIC_REQUIRE(eval(max(c, _1, keepdims))[_1, _0] == 6);
  STATIC_REQUIRE(argmax(c) == 5);
  STATIC_REQUIRE(eval(argmin(c[rev()], _0))[_0] == 1);
  STATIC_REQUIRE(any(c > 5));
  STATIC_REQUIRE(!all_of(c > 5));
  STATIC_REQUIRE(none_of(c > 6));
  STATIC_REQUIRE(count_nonzero(c > 2) == 4);
  STATIC_REQUIRE(eval(c - min(c, _1, keepdims))[_1, _2] == 2);
  STATIC_REQUIRE([] {
    tensor<double, 2, 2> t{{1, 2}, {3, 4}};
    t = t - mean(t, _0);
    return t[0, 0] == -1 && t[1, 1] == 1;
  }());
  STATIC_REQUIRE(sum(dtensor<int, 1>{1, 2, 3}[range(1, _)]) == 5);
  STATIC_REQUIRE(sum(transpose(c) * 2) == 42);
}
