// SPDX-License-Identifier: BSL-1.0
// Constant evaluation: reductions, alone and inside expressions, and products.
#include "catch.hpp"

#include <stria/stria.hpp>

using namespace stria;

namespace {

template <class A, class B> constexpr bool same(const A& a, const B& b) {
  static_assert(A::extents == B::extents);
  const auto x = eval(a), y = eval(b);
  for (stria::index i = 0; i < x.size(); ++i)
    if (!(x.data()[i] == y.data()[i]))
      return false;
  return true;
}

constexpr tensor m{{3, 1, 2}, {6, 5, 4}};
constexpr tensor d{{0.5, 1.5}, {2.5, 3.5}};

static_assert(sum(m) == 21);
static_assert(std::is_same_v<decltype(sum(m)), std::int64_t>);
static_assert(same(sum(m, _0), tensor{9l, 6l, 6l}));
static_assert(same(sum(m, _1), tensor{6l, 15l}));
static_assert(same(sum(m, -_1, keepdims), tensor{{6l}, {15l}}));
static_assert(same(sum(m, _0, _1, keepdims), tensor{{21l}}));
static_assert(prod(m) == 720);
static_assert(same(prod(m[_, rev()], _0), tensor{8l, 5l, 18l}));
static_assert(mean(m) == 3.5);
static_assert(same(mean(d, _0), tensor{1.5, 2.5}));
static_assert(min(m) == 1 && max(m) == 6);
static_assert(same(max(m, _0), tensor{6, 5, 4}));
static_assert(same(min(m[_, rev(_, _, _2)], _1), tensor{2, 4}));
static_assert(argmax(m) == 3 && argmin(m) == 1);
static_assert(same(argmin(m, _1), tensor{stria::index{1}, stria::index{2}}));
static_assert(same(argmax(m, _0), tensor{stria::index{1}, stria::index{1}, stria::index{1}}));
static_assert(any(m == 5) && !any(m > 6));
static_assert(all_of(m > 0) && !all_of(m > 1));
static_assert(none_of(m > 6));
static_assert(count_nonzero(m % 2) == 3);
static_assert(same(any(m > 5, _1), tensor{false, true}));

// Empty operands.
static_assert(sum(m[_, range(_1, _1)]) == 0);
static_assert(prod(tensor<int, 0>()) == 1);
static_assert(same(sum(tensor<int, 0, 2>(), _0), tensor{0l, 0l}));
static_assert(all_of(tensor<bool, 0>()) && !any(tensor<bool, 0>()));

// Reductions of expressions, and inside expressions.
static_assert(sum(m * m) == 91);
static_assert(sum(where(m > 3, m, 0)) == 15);
static_assert(same(m - min(m, _1, keepdims), tensor{{2, 0, 1}, {2, 1, 0}}));
static_assert(same((m * 10 - sum(m))[_1], tensor{39l, 29l, 19l}));
static_assert(same(d / sum(d, _1)[_, newaxis], tensor{{0.25, 0.75}, {2.5 / 6, 3.5 / 6}}));
static_assert(sum(sum(m, _0) * tensor{1, 10, 100}) == 669);
static_assert(sum(m[rev(), range(_1, _)]) == 12);
static_assert(max(abs(m - 4)) == 3);
static_assert(same(sum(m[_, newaxis] * m[newaxis], _2), tensor{{14l, 31l}, {31l, 77l}}));

// Products.
static_assert(same(matmul(m, transpose(m)), tensor{{14, 31}, {31, 77}}));
static_assert(same(matmul(m, tensor{1, 0, 1}), tensor{5, 10}));

// Empty operands, as at run time.
constexpr double no_mean = mean(tensor<double, 0>()), no_variance = var(tensor<double, 0>()),
                 no_freedom = var(tensor{3.}, ddof(1));
static_assert(no_mean != no_mean && no_variance != no_variance && no_freedom != no_freedom);

// Functions that use the C library at run time.
constexpr double infinity = std::numeric_limits<double>::infinity();
static_assert(same(isfinite(tensor{1e308, -1e308, infinity, -infinity, no_mean}),
                   tensor{true, true, false, false, false}));
static_assert(same(round(tensor{1.5, 2.5, -2.5, 0.49999999999999994, 4503599627370495.5, 1e300}),
                   tensor{2., 2., -2., 0., 4503599627370496., 1e300}));
static_assert(same(round(tensor{2.5f, 3.5f, -0.4f}), tensor{2.f, 4.f, 0.f}));
static_assert(same(round(tensor{7, -7}), tensor{7., -7.}));
static_assert(1 / eval(round(tensor{-0.25, infinity}))[1] == 0);

// Elements of a real type without conj().
struct fraction {
  int over = 0, under = 1;
  constexpr fraction() = default;
  constexpr fraction(int whole) : over(whole) {}
  constexpr fraction(int x, int y) : over(x), under(y) {}
  friend constexpr fraction operator+(fraction x, fraction y) {
    return {x.over * y.under + y.over * x.under, x.under * y.under};
  }
  friend constexpr fraction operator*(fraction x, fraction y) {
    return {x.over * y.over, x.under * y.under};
  }
  friend constexpr bool operator==(fraction x, fraction y) {
    return x.over * y.under == y.over * x.under;
  }
};
constexpr fraction halves =
    vdot(tensor{fraction(1, 2), fraction(1, 2)}, tensor{fraction(3), fraction(5)});
static_assert(halves == fraction(4));

constexpr long normalised() {
  auto t = m;
  t -= min(t);
  t = t * 2 + max(t);
  return sum(t[_1]);
}
static_assert(normalised() == 39);

} // namespace

TEST_CASE("reductions at run time give the same results") {
  CHECK(normalised() == 39);
  CHECK(static_cast<long>(sum(m)) == 21);
}
