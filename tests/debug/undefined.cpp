// SPDX-License-Identifier: BSL-1.0
// Statements of all kinds, compiled by g++ with -fsanitize=undefined. With this option g++ refuses
// some constant expressions, such as the comparison of the address of a function with null.
#include <stria/stria.hpp>

#include <cstdio>

using namespace stria;

namespace {

int failures = 0;
void expect(bool holds, const char* what) {
  failures += holds ? 0 : 1;
  if (!holds)
    std::printf("wrong: %s\n", what);
}

} // namespace

int main() {
  const dtensor<int, 2> a = reshape(arange(12), 3, 4);
  dtensor<int, 2> r(3, 4), turned(4, 3);
  r = a;
  expect(array_equal(r, a), "a copy");
  turned = transpose(a) * 2 + 1;
  expect(turned[3, 2] == 23, "a map of a transposed tensor");
  r[range(1, _)] = r[range(_, -1)];
  expect(r[2, 3] == 7, "a target that is read");
  r = where(a > 5, a, a[_, rev()]);
  expect(r[0, 0] == 3, "a condition");
  expect(array_equal(sum(a, _0), tensor{12, 15, 18, 21}), "sums");
  expect(max(a) == 11, "an extreme");
  const dtensor<int, 1> idx{2, 0, 2};
  r[idx] += a[idx] + 1;
  expect(r[2, 0] == 8 + 18, "a scatter");
  expect(array_equal(a[a > 9], tensor{10, 11}), "a mask");
  expect(matmul(a, transpose(a))[1, 1] == 126, "a product");
  dtensor<float, 2> large(300, 300), out(300, 300);
  large = 1.f;
  out = large[rev()] + transpose(large) * 2.f;
  expect(sum(out) == 270000.f, "a plan");
  expect(all_of(mean(out, _1) == 3.f), "a plan of a reduction");
  return failures == 0 ? 0 : 1;
}
