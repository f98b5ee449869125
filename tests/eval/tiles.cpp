// SPDX-License-Identifier: BSL-1.0
// Loops that run tile by tile, because what they read or write lies across.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

using namespace stria;
using test::evaluated;
using test::values;

namespace {

template <class T> dtensor<T, 2> numbered(stria::index rows, stria::index columns, int step) {
  dtensor<T, 2> t(rows, columns);
  for (stria::index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>(static_cast<int>(i * step % 251));
  return t;
}

} // namespace

TEMPLATE_TEST_CASE("transposed operands and targets of all sizes", "", float, double, std::int16_t,
                   std::uint8_t, long, std::complex<double>) {
  for (stria::index n : {15, 16, 31, 32, 33, 100})
    for (stria::index m : {16, 17, 64, 96, 129}) {
      const auto a = numbered<TestType>(n, m, 3), b = numbered<TestType>(m, n, 7);
      CHECK(evaluated(transpose(b)) == values(transpose(b)));
      CHECK(evaluated(a + transpose(b)) == values(a + transpose(b)));
      CHECK(evaluated(transpose(a) * b + transpose(a)) == values(transpose(a) * b + transpose(a)));
      dtensor<TestType, 2> t(m, n);
      transpose(t) = a;
      CHECK(values(transpose(t)) == values(a));
      transpose(t) += transpose(b);
      CHECK(values(t) == values(cast<TestType>(transpose(a) + b)));
    }
}

TEST_CASE("many operands that lie across, and others beside them") {
  const auto a = numbered<float>(64, 80, 1), b = numbered<float>(80, 64, 3);
  const auto c = numbered<float>(80, 64, 5), d = numbered<float>(80, 64, 7);
  const auto e = numbered<float>(80, 64, 11);
  // More than there are buffers.
  const auto sum_of_five =
      a + transpose(b) - transpose(c) * transpose(d) + transpose(e) / (1.f + transpose(b));
  CHECK(evaluated(sum_of_five) == values(sum_of_five));
  // Steps, backwards, broadcast, of other types, gathered, by position.
  const auto turned = transpose(b[rev(), range(_, _, 2)]);
  CHECK(evaluated(turned + a[range(_, _, 2), _]) == values(turned + a[range(_, _, 2), _]));
  CHECK(evaluated(transpose(b) + a[_, range(0, 1)]) == values(transpose(b) + a[_, range(0, 1)]));
  CHECK(evaluated(transpose(b) > a) == values(transpose(b) > a));
  CHECK(evaluated(cast<double>(transpose(b)) * 0.5) == values(cast<double>(transpose(b)) * 0.5));
  std::vector<int> i(80);
  for (int k = 0; k < 80; ++k)
    i[static_cast<std::size_t>(k)] = k * 7 % 80;
  CHECK(evaluated(transpose(b) + a[_, i]) == values(transpose(b) + a[_, i]));
  CHECK(evaluated(transpose(b) + transpose(c[i])) == values(transpose(b) + transpose(c[i])));
  const auto numbers = cast<float>(arange<int>(80));
  CHECK(evaluated(transpose(b) * numbers) == values(transpose(b) * numbers));
  CHECK(evaluated(sqrt(transpose(b)) + a) == values(sqrt(transpose(b)) + a));
}

TEST_CASE("other ranks, all orders of the axes") {
  dtensor<float, 3> t(20, 33, 40);
  for (stria::index k = 0; k < t.size(); ++k)
    t.data()[k] = static_cast<float>(k);
  CHECK(evaluated(transpose(t, _0, _2, _1)) == values(transpose(t, _0, _2, _1)));
  CHECK(evaluated(transpose(t, _2, _0, _1)) == values(transpose(t, _2, _0, _1)));
  CHECK(evaluated(transpose(t, _2, _1, _0)) == values(transpose(t, _2, _1, _0)));
  CHECK(evaluated(transpose(t, _1, _0, _2)) == values(transpose(t, _1, _0, _2)));
  CHECK(evaluated(transpose(t, _1, _2, _0) * 2.f) == values(transpose(t, _1, _2, _0) * 2.f));
  dtensor<float, 3> r(40, 33, 20);
  transpose(r, _2, _1, _0) = t + 1.f;
  CHECK(values(transpose(r)) == values(t + 1.f));
  dtensor<float, 4> q(5, 17, 6, 24);
  for (stria::index k = 0; k < q.size(); ++k)
    q.data()[k] = static_cast<float>(k);
  CHECK(evaluated(transpose(q, _2, _3, _0, _1)) == values(transpose(q, _2, _3, _0, _1)));
  CHECK(evaluated(transpose(q, _0, _3, _2, _1) + 1.f) ==
        values(transpose(q, _0, _3, _2, _1) + 1.f));
  tensor<float, 48, 70> s;
  s = reshape(arange<float>(48 * 70), 48, 70);
  const tensor<float, 70, 48> st = transpose(s) * 2.f;
  CHECK(values(st) == values(transpose(s) * 2.f));
}

TEST_CASE("elements that are no numbers, and source and target that overlap") {
  dtensor<std::string, 2> words(40, 50);
  for (stria::index k = 0; k < words.size(); ++k)
    words.data()[k] = "word number " + std::to_string(k);
  CHECK(evaluated(transpose(words)) == values(transpose(words)));
  CHECK(evaluated(transpose(words) + "!") == values(transpose(words) + "!"));
  auto a = numbered<double>(90, 90, 13);
  const auto before = a;
  a = transpose(a);
  CHECK(values(a) == values(transpose(before)));
  a += transpose(a);
  CHECK(values(a) == values(before + transpose(before)));
  a = before;
  transpose(a)[range(1, _), _] = a[range(_, -1), _];
  CHECK(a(3, 0) == before(3, 0));
  CHECK(a(3, 1) == before(0, 3));
  CHECK(a(89, 89) == before(88, 89));
  a = before;
  transpose(a)[transpose(a) > 100.] = -1.;
  CHECK(values(a) == values(where(before > 100., -1., before)));
}
