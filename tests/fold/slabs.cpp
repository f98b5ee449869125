// SPDX-License-Identifier: BSL-1.0
// Large expressions with reductions inside them, some of which are computed row by row; and results
// that are computed directly into their target.
#include "../support/allocations.hpp"
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

using namespace stria;
using test::holds;

namespace {

using stria::index;
constexpr index n0 = 300, n1 = 700;

/// Small integers: all sums are exact.
dtensor<float, 2> numbers() {
  dtensor<float, 2> t(n0, n1);
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<float>(i * 7919 % 31 - 12);
  return t;
}
/// The sums of the rows of a matrix, as a column.
dtensor<float, 2> row_sums(const dtensor<float, 2>& t) {
  dtensor<float, 2> r(t.extent(0), 1);
  for (index i = 0; i < t.extent(0); ++i)
    for (index k = 0; k < t.extent(1); ++k)
      r(i, 0) += t(i, k);
  return r;
}

} // namespace

TEST_CASE("rows with their own reductions") {
  const auto a = numbers();
  const auto sums = row_sums(a);
  const auto wanted = test::evaluated(a - sums);

  dtensor<float, 2> r(n0, n1);
  r = a - sum(a, _1, keepdims);
  CHECK(holds(r, wanted));
  CHECK(holds(a - sum(a, _1, keepdims), wanted));
  const dtensor<float, 2> made = a - sum(a, _1, keepdims);
  CHECK(holds(made, wanted));
  r = 0.f;
  r += a - sum(a, _1, keepdims);
  CHECK(holds(r, wanted));
  // Into some columns of a larger tensor.
  dtensor<float, 2> large(n0, n1 + 5);
  large[_, range(2, n1 + 2)] = a - sum(a, _1, keepdims);
  CHECK(holds(large[_, range(2, n1 + 2)], wanted));
  CHECK(holds(large[_, range(0, 2)], std::vector<float>(2 * n0, 0)));
  // A tensor of another shape that takes the new shape.
  dtensor<float, 2> other(2, 3);
  other = a - sum(a, _1, keepdims);
  CHECK(holds(other, wanted));
  // Static and named extents.
  static constexpr dim row{"row"};
  const tensor<float, row, n1> named(a);
  tensor<float, row, n1> named_r(n0);
  named_r = named - sum(named, _1, keepdims);
  CHECK(holds(named_r, wanted));
  // Together with other reductions: over all rows, of an operand with one row, of a reduction.
  const auto one = eval(a[range(0, 1)]);
  const dtensor<float, 1> columns = sum(a, _0);
  r = a * sum(a, _1, keepdims) - sum(a, _0) + max(one, _1, keepdims) + sum(sum(a, _1, keepdims));
  CHECK(holds(r, test::evaluated(a * sums - columns + float(max(one)) + float(sum(a)))));
  r = a - sum(a - max(a, _1, keepdims), _1, keepdims);
  const auto highest = eval(max(a, _1, keepdims));
  CHECK(holds(r, test::evaluated(a - row_sums(eval(a - highest)))));
}

TEST_CASE("a part that is not computed by rows is computed once") {
  const auto a = numbers();
  index calls = 0;
  const auto counted = map(
      [&calls](float x) {
        ++calls;
        return x;
      },
      a[_, range(0, n0)]);
  dtensor<float, 2> r(n0, n1);
  // Row sums that are broadcast as a row, and column sums, together with a column that is computed
  // row by row.
  r[_, range(0, n0)] = a[_, range(0, n0)] - max(a, _1, keepdims) + sum(counted, _1);
  CHECK(calls == n0 * n0);
  calls = 0;
  r[_, range(0, n0)] = a[_, range(0, n0)] - max(a, _1, keepdims) + sum(counted, _0);
  CHECK(calls == n0 * n0);
  calls = 0;
  r[_, range(0, n0)] =
      sum(a[_, range(0, n0)] + sum(counted, _1), _1, keepdims) + a[_, range(0, n0)];
  CHECK(calls == n0 * n0);
  calls = 0;
  r[_, range(0, n0)] = a[_, range(0, n0)] - sum(counted, _1, keepdims);
  CHECK(calls == n0 * n0);
}

TEST_CASE("softmax, and rows of mean 0 and deviation 1") {
  const auto a = numbers();
  const auto top = eval(max(a, _1, keepdims));
  const auto e = eval(exp(a - top));
  const auto total = eval(sum(e, _1, keepdims));
  dtensor<float, 2> r(n0, n1);
  r = exp(a - max(a, _1, keepdims)) / sum(exp(a - max(a, _1, keepdims)), _1, keepdims);
  CHECK(holds(r, test::evaluated(e / total)));
  r = (a - mean(a, _1, keepdims)) / std_dev(a, _1, keepdims);
  const auto m = eval(mean(a, _1, keepdims));
  const auto s = eval(std_dev(a, _1, keepdims));
  CHECK(holds(r, test::evaluated((a - m) / s)));
  float worst = 0;
  for (float v : test::evaluated(mean(r, _1)))
    worst = std::max(worst, std::abs(v));
  CHECK(worst < 1e-6f);
}

TEST_CASE("a target that its own expression reads") {
  const auto a = numbers();
  const auto sums = row_sums(a);
  auto t = a;
  t = t - sum(t, _1, keepdims);
  CHECK(holds(t, test::evaluated(a - sums)));
  t = a;
  t -= sum(t, _1, keepdims) * 1.f + a;
  CHECK(holds(t, test::evaluated(-sums + a * 0.f)));
  t = a;
  t = t[rev()] - sum(t, _1, keepdims);
  CHECK(holds(t, test::evaluated(a[rev()] - sums)));
  t = a;
  t = t - sum(t[rev()], _1, keepdims);
  CHECK(holds(t, test::evaluated(a - sums[rev()])));
  t = a;
  t[range(1, _)] = t[range(0, -1)] - sum(t[range(0, -1)], _1, keepdims);
  CHECK(holds(t[range(1, _)], test::evaluated((a - sums)[range(0, -1)])));
  CHECK(holds(t[_0], test::evaluated(a[_0])));
}

TEST_CASE("results are computed directly into a target of the right size") {
  const auto a = numbers();
  dtensor<float, 1> columns(n1), rows(n0), flat(2 * n0 * n1);
  dtensor<float, 2> r(n0, n1), both(2 * n0, n1);
  dtensor<index, 1> places(n1);
  const auto none = [](auto f) { return test::allocations_of(f) == 0; };
  CHECK(none([&] { columns = sum(a, _0); }));
  CHECK(none([&] { rows = mean(a, _1); }));
  CHECK(none([&] { columns = std_dev(a, _0); }));
  CHECK(none([&] { places = argmax(a, _0); }));
  CHECK(none([&] { r = cumsum(a, _0); }));
  CHECK(none([&] { r = cumsum(a, _1); }));
  CHECK(none([&] { both = concat(_0, a, a); }));
  CHECK(holds(both[range(n0, _)], test::evaluated(a)));
  CHECK(none([&] { r = roll(a, 3, _1); }));
  CHECK(holds(r[_, range(3, _)], test::evaluated(a[_, range(0, -3)])));

  // A result is not computed into its target if the target is read.
  auto t = a;
  t = cumsum(t, _0);
  CHECK(holds(t, test::evaluated(cumsum(a, _0))));
  t = a;
  t = concat(_0, t[range(100, _)], t[range(0, 100)]);
  CHECK(holds(t, test::evaluated(roll(a, -100, _0))));
  t = a;
  t = roll(t * 1.f, 1, _0);
  CHECK(holds(t, test::evaluated(roll(a, 1, _0))));
  // A wrong index in a later operand is found before the target is written.
  auto kept = a;
  const dtensor<index, 1> bad{0, n0};
  dtensor<float, 2> small(4, n1);
  small = 3.f;
  CHECK_THROWS_AS(small = concat(_0, a[range(0, 2)], a[bad]), index_error);
  CHECK(holds(small, std::vector<float>(4 * n1, 3.f)));
  // A failure leaves the shape unchanged.
  dtensor<float, 2> turned(1, 4);
  turned = 3.f;
  CHECK_THROWS_AS(turned = max(dtensor<float, 3>(2, 2, 0), _2), value_error);
  CHECK(test::shape(turned) == test::list<index>{1, 4});
  CHECK(holds(turned, {3, 3, 3, 3}));
}
