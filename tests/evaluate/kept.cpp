// SPDX-License-Identifier: BSL-1.0
// Elements of named expressions that must be prepared: all are computed once, at the first access.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <string>
#include <utility>

using namespace stria;
using test::holds;

namespace {

/// Reads all elements of a named expression of rank 1 twice.
template <class W> auto twice(const W& w) {
  typename W::value_type total{};
  for (int time = 0; time < 2; ++time)
    for (index k = 0; k == 0 || k < w.extent(0); ++k)
      total += w[k];
  return total;
}

struct counter {
  index calls = 0;
  dtensor<int, 1> a = arange<int>(100);
  /// An operand that counts how often its elements are computed.
  auto operand() {
    return map([this](int x) { return ++calls, 99 - x; }, a);
  }
};

} // namespace

// Every class of expressions that must be prepared.
#define KEPT(...)                                                                                  \
  {                                                                                                \
    counter c;                                                                                     \
    const auto x = c.operand();                                                                    \
    const dtensor<int, 1>& a = c.a;                                                                \
    static_cast<void>(a);                                                                          \
    const auto w = __VA_ARGS__;                                                                    \
    const auto values = eval(w);                                                                   \
    CHECK(c.calls > 0);                                                                            \
    const auto once = std::exchange(c.calls, 0);                                                   \
    CHECK(twice(w) == twice(values));                                                              \
    CHECK(c.calls == once);                                                                        \
  }

TEST_CASE("a loop over the elements of a named expression computes it once"){
    KEPT(sort(x)) KEPT(argsort(x)) KEPT(cumsum(x)) KEPT(partition(x, 3)) KEPT(searchsorted(a, x))
        KEPT(concat(_0, x, a)) KEPT(stack(_1, x, x)[_, 1]) KEPT(repeat(x, 2, _0)) KEPT(pad(x, 3))
            KEPT(tile(x, 3)) KEPT(sum(x[newaxis], _0)) KEPT(max(x[newaxis], _0))
                KEPT(median(x[_, newaxis], _1)) KEPT(matmul(eval(a[_, newaxis] * a), x))
                    KEPT(x - sum(x, keepdims)) KEPT(sort(x)[rev()]) KEPT(sort(x) * 2)
                        KEPT(ravel(reshape(x, 10, 10))) KEPT(a[x]) KEPT(a[x % 2 == 0]) KEPT(x[a])
                            KEPT(take(x, a, _0))
                                KEPT(tensor_scatter_nd_update(x, tensor{{1}}, tensor{5}))
                                    KEPT(roll(x, 3)) KEPT(interp(x, a, a)) KEPT(convolve(x, a))
                                        KEPT(einsum<"ij,j->i">(eval(a[_, newaxis] * a), x))}
#undef KEPT

TEST_CASE("items of a named expression are checked, in [] and in ()") {
  dtensor<int, 2> m{{3, 1}, {2, 5}};
  const auto w = sort(m, _0);
  CHECK(w[0, 0] == 2);
  CHECK(w(-1, _1) == 5);
  CHECK_THROWS_AS((w[2, 0]), index_error);
  CHECK_THROWS_AS((w[0, -3]), index_error);
  const auto none = m[m > 9];
  CHECK_THROWS_AS(none[0], index_error);
}

TEST_CASE("kept elements are those of the first access; other uses compute the expression again") {
  dtensor<int, 1> a{3, 1, 2};
  auto w = sort(a);
  auto chosen = a[a > 1];
  CHECK(chosen.extent(0) == 2);
  CHECK(w[0] == 1);
  CHECK(chosen[1] == 2);
  a = tensor{9, 8, 7};
  CHECK(w[0] == 1);
  CHECK(chosen.size() == 2);
  CHECK_THROWS_AS(chosen[2], index_error);
  CHECK(holds(w * 1, {7, 8, 9}));
  CHECK(holds(eval(chosen * 1), {9, 8, 7}));
  const auto copy = w;
  CHECK(copy[0] == 7);
  const auto moved = std::move(w);
  CHECK(moved[0] == 7);
}

TEST_CASE("a selection shows what has been assigned to it") {
  dtensor<int, 1> a{3, 1, 2};
  auto chosen = a[a > 0];
  auto listed = a[tensor{2, 0}];
  CHECK(chosen[0] == 3);
  CHECK(listed[0] == 2);
  chosen = 7;
  CHECK(chosen[0] == 7);
  CHECK(listed[0] == 2); // only its own assignments
  listed += 1;
  CHECK(listed[0] == 8);
  chosen *= 2;
  CHECK(chosen[2] == 16);
  listed = tensor{5, 6};
  CHECK(listed[1] == 6);
}

TEST_CASE("elements of any type are kept, in constant expressions none") {
  tensor<std::string, 3> words{"c", "a", "b"};
  const auto w = sort(words);
  CHECK(w[0] + w[1] + w[2] == "abc");

  static constexpr tensor<int, 3> c{3, 1, 2};
  static constexpr auto s = sort(c);
  STATIC_REQUIRE(s[0] == 1);
  static constexpr auto t = s;
  STATIC_REQUIRE(t[2] == 3);
  CHECK(s[1] == 2);
}
