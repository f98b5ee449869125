// SPDX-License-Identifier: BSL-1.0
// Vector functions in expressions of all kinds; sqrt, which is exact, so that values are equal
// to the last bit with xsimd and without.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <cmath>
#include <vector>

using namespace stria;
using test::evaluated;
using test::values;

namespace {

template <class T> dtensor<T, 2> squares(stria::index rows, stria::index columns) {
  dtensor<T, 2> t(rows, columns);
  for (stria::index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>(i % 1000) / T(8);
  return t;
}

} // namespace

// values() reads element by element, evaluated() runs the loop.
TEMPLATE_TEST_CASE("elements by vectors are the elements", "", float, double) {
  const auto a = squares<TestType>(7, 203), b = squares<TestType>(7, 203);
  CHECK(evaluated(sqrt(a)) == values(sqrt(a)));
  CHECK(evaluated(sqrt(a) * b - floor(b)) == values(sqrt(a) * b - floor(b)));
  CHECK(evaluated(sqrt(sqrt(a) + ceil(b))) == values(sqrt(sqrt(a) + ceil(b))));
  CHECK(evaluated(where(sqrt(a) > b, floor(a), -b)) == values(where(sqrt(a) > b, floor(a), -b)));
  // Slices, backwards, by steps, transposed, broadcast; blocks that are cut short.
  CHECK(evaluated(sqrt(a[_, rev()])) == values(sqrt(a[_, rev()])));
  CHECK(evaluated(sqrt(a)[_, range(3, _, 2)]) == values(sqrt(a)[_, range(3, _, 2)]));
  CHECK(evaluated(transpose(sqrt(a)) + 1) == values(transpose(sqrt(a)) + 1));
  CHECK(evaluated(sqrt(a[range(0, 1)]) * b) == values(sqrt(a[range(0, 1)]) * b));
  CHECK(evaluated(sqrt(a[_, range(0, 1)]) * b) == values(sqrt(a[_, range(0, 1)]) * b));
  for (stria::index n : {0, 1, 2, 15, 16, 17, 63, 64, 65, 128})
    CHECK(evaluated(sqrt(a[_, range(0, n)])) == values(sqrt(a[_, range(0, n)])));
  const std::vector<int> i{3, -1, 0, 3};
  CHECK(evaluated(sqrt(a[i])) == values(sqrt(a[i])));
  CHECK(evaluated(sqrt(a[_, i])) == values(sqrt(a[_, i])));
}

TEST_CASE("integers are computed as double, other types one by one") {
  dtensor<int, 1> k(100);
  k = arange<int>(100);
  CHECK(evaluated(sqrt(k)) == values(sqrt(k)));
  CHECK(std::same_as<decltype(sqrt(k))::value_type, double>);
  dtensor<long double, 1> q(50);
  q = 2.25L;
  CHECK(evaluated(sqrt(q))[49] == 1.5L);
  CHECK(evaluated(cast<float>(sqrt(k))) == values(cast<float>(sqrt(k))));
}

TEST_CASE("into what is read, by op=, of static shapes") {
  auto a = squares<float>(3, 301);
  const auto before = a;
  a = sqrt(a) + a;
  CHECK(values(a) == values(sqrt(before) + before));
  a += sqrt(before);
  CHECK(values(a) == values(sqrt(before) + before + sqrt(before)));
  a[_, range(1, _)] = sqrt(a[_, range(_, -1)]);
  CHECK(a(2, 300) == std::sqrt((sqrt(before) + before + sqrt(before))(2, 299)));
  tensor<float, 2, 40> s;
  s = 4.f;
  const tensor<float, 2, 40> r = sqrt(s) * 3.f;
  CHECK(r(1, 39) == 6.f);
}

TEST_CASE("reductions of vector functions") {
  const auto a = squares<double>(5, 700);
  const dtensor<double, 2> roots = sqrt(a);
  CHECK(static_cast<double>(sum(sqrt(a))) == static_cast<double>(sum(roots)));
  CHECK(values(eval(sum(sqrt(a), _0))) == values(eval(sum(roots, _0))));
  CHECK(values(eval(sum(sqrt(a), _1))) == values(eval(sum(roots, _1))));
  CHECK(values(eval(max(floor(a) - sqrt(a), _1))) == values(eval(max(floor(a) - roots, _1))));
  CHECK(values(eval(var(sqrt(a), _0))) == values(eval(var(roots, _0))));
  CHECK(values(eval(argmax(sqrt(a), _1))) == values(eval(argmax(roots, _1))));
  CHECK(values(eval(sqrt(a) / sum(sqrt(a), _1, keepdims))) ==
        values(eval(roots / sum(roots, _1, keepdims))));
}
