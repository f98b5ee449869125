// SPDX-License-Identifier: BSL-1.0
// Loops that run tile by tile, because an operand or the target is transposed.
#include "cases.hpp"
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <cstdint>
#include <numeric>
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

template <class T, class Image> void check_planes(Image img) {
  for (stria::index i = 0; i < img.size(); ++i)
    img.data()[i] = static_cast<T>(static_cast<int>(i * 7 % 101));
  const auto n = img.shape()[0];
  dtensor<T, 1> plane(n);
  for (stria::index k = 0; k < 3; ++k) {
    plane = img[_, k];
    CHECK(values(plane) == values(img[_, k]));
    plane += img[_, k];
    CHECK(values(plane) == values(cast<T>(img[_, k] + img[_, k])));
  }
  const auto a = img[_, _0], b = img[_, _1], c = img[_, _2];
  CHECK(evaluated(a) == values(a));
  CHECK(evaluated(b) == values(b));
  CHECK(evaluated(c) == values(c));
  CHECK(evaluated(a * b + c - b) == values(a * b + c - b));
  const auto sums = values(a), more = values(c);
  CHECK(T(sum(a)) == std::accumulate(sums.begin(), sums.end(), T()));
  CHECK(T(sum(c)) == std::accumulate(more.begin(), more.end(), T()));
  // One plane; the other two are unchanged.
  Image r = img;
  r[_, _1] = r[_, _0] + r[_, _2] * r[_, _1];
  CHECK(values(r[_, _1]) == values(cast<T>(a + c * b)));
  CHECK(values(r[_, _0]) == values(a));
  CHECK(values(r[_, _2]) == values(c));
}

} // namespace

TEMPLATE_TEST_CASE("every third element", "", float, double, std::int64_t, std::complex<double>) {
  // Memory that ends with the last element: AddressSanitizer detects reads beyond it.
  for (stria::index n :
       test::sizes({1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 127, 128, 129, 136, 137, 1000, 1025})) {
    CAPTURE(n);
    check_planes<TestType>(dtensor<TestType, 2>(n, 3));
    check_planes<TestType>(tensor<TestType, dyn, 3>(n));
  }
  check_planes<TestType>(tensor<TestType, 5, 3>());
  check_planes<TestType>(tensor<TestType, 300, 3>());
}

TEMPLATE_TEST_CASE("rows of every second element", "", std::uint8_t, std::int16_t, float, double,
                   std::complex<double>) {
  // Memory that begins with the first element and ends with the last one: AddressSanitizer detects
  // accesses beyond them.
  for (stria::index n :
       test::sizes({0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 64, 65, 129}))
    for (stria::index rows : {1, 2, 3, 17}) {
      const stria::index line = 2 * n + 1;
      std::vector<TestType> memory(static_cast<std::size_t>(n > 0 ? rows * line - 2 : 0));
      for (std::size_t i = 0; i < memory.size(); ++i)
        memory[i] = static_cast<TestType>(static_cast<int>(i * 7 % 101));
      auto a = as_view(memory.data(), {rows, n}, {line, 2});
      dtensor<TestType, 2> b(rows, n);
      b = a;
      CHECK(values(b) == values(a));
      b = a * a + a;
      CHECK(values(b) == values(cast<TestType>(a * a + a)));
      b[ellipsis] = a + b[_, rev()];
      dtensor<TestType, 2> once(rows, n);
      once = a * a + a;
      CHECK(values(b) == values(cast<TestType>(a + once[_, rev()])));
      // In place: every second row and column, from their neighbours.
      if (n > 1) {
        auto left = a[_, range(_, -1)], right = a[_, range(1, _)];
        const auto sums = values(cast<TestType>(left + right));
        right = left + right;
        CHECK(values(right) == sums);
      }
    }
}
TEMPLATE_TEST_CASE("transposed operands and targets of all sizes", "", float, double, std::int16_t,
                   std::uint8_t, long, std::complex<double>) {
  for (stria::index n : test::sizes({15, 16, 33, 100}))
    for (stria::index m : test::sizes({16, 17, 64, 129})) {
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

TEST_CASE("many transposed operands together with others") {
  const auto a = numbered<float>(64, 80, 1), b = numbered<float>(80, 64, 3);
  const auto c = numbered<float>(80, 64, 5), d = numbered<float>(80, 64, 7);
  const auto e = numbered<float>(80, 64, 11);
  // More operands than buffers.
  const auto sum_of_five =
      a + transpose(b) - transpose(c) * transpose(d) + transpose(e) / (1.f + transpose(b));
  CHECK(evaluated(sum_of_five) == values(sum_of_five));
  // With steps, reversed, broadcast, of other types, gathered, computed from positions.
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

TEMPLATE_TEST_CASE("rows with a run-time stride", "", float, double, std::int16_t, std::uint8_t,
                   bool, std::complex<double>) {
  for (stria::index n : test::sizes({1, 16, 127, 128, 129, 300, 1025})) {
    const stria::index rows = 5000 / n;
    const auto a = numbered<TestType>(rows, n, 3), wide = numbered<TestType>(rows, 3 * n, 5);
    const auto tall = numbered<TestType>(rows, 1, 7);
    CHECK(evaluated(a + tall) == values(a + tall));
    CHECK(evaluated(tall * a + tall) == values(tall * a + tall));
    for (stria::index step : test::sizes({1, 2, 3, -1, -2, -3})) {
      INFO("n " << n << ", step " << step);
      const auto some = step > 0 ? range(0, n * step, step) : range(-1, -1 + n * step, step);
      const auto part = wide[_, some];
      CHECK(evaluated(a + part) == values(a + part));
      CHECK(evaluated(part * tall + part) == values(part * tall + part));
      dtensor<TestType, 2> r = a;
      r += part;
      CHECK(values(r) == values(cast<TestType>(a + part)));
      // The target has a run-time stride.
      dtensor<TestType, 2> w = wide;
      w[_, some] = a + tall;
      CHECK(values(w[_, some]) == values(cast<TestType>(a + tall)));
    }
  }
}

TEST_CASE("a stateful function is called in row-major order") {
  const auto b = numbered<float>(128, 128, 0);
  int calls = 0;
  const auto note = [&calls](float x) { return x + static_cast<float>(calls++); };
  dtensor<float, 2> expected(128, 128), r(128, 128);
  for (stria::index i = 0; i < r.size(); ++i)
    expected.data()[i] = static_cast<float>(i);
  r = map(note, transpose(b));
  CHECK(values(r) == values(expected));
  calls = 0;
  transpose(r) = map(note, b);
  CHECK(values(transpose(r)) == values(expected));
  calls = 0;
  r = 0;
  assign_with(r, transpose(b), [&calls](float, float) { return static_cast<float>(calls++); });
  CHECK(values(r) == values(expected));
}

TEST_CASE("static extents, and elements that cannot be assigned") {
  tensor<float, 96, 80> a, b;
  tensor<float, 80, 96> c;
  for (stria::index i = 0; i < a.size(); ++i) {
    a.data()[i] = static_cast<float>(i % 251);
    b.data()[i] = static_cast<float>(i % 83);
    c.data()[i] = static_cast<float>(i % 127);
  }
  CHECK(evaluated(a + transpose(c)) == values(a + transpose(c)));
  CHECK(evaluated(transpose(a) * c - transpose(b)) == values(transpose(a) * c - transpose(b)));
  CHECK(evaluated(a[_, range(_, _, 8)] + b[_, range(_, _, _8)]) ==
        values(a[_, range(_, _, 8)] + b[_, range(_, _, _8)]));
  struct fixed {
    const int x = 3;
  };
  const dtensor<fixed, 2> s(128, 128);
  dtensor<int, 2> r(128, 128);
  r = map([](const fixed& v) { return v.x; }, transpose(s));
  CHECK(values(r) == test::list<>(128 * 128, 3));
}

TEST_CASE("more rows with run-time strides than buffers, together with others") {
  const auto a = numbered<float>(50, 900, 1), wide = numbered<float>(50, 3000, 3);
  const stria::index two = 2, three = 3, one = -1;
  const auto p = wide[_, range(0, 1800, two)], q = wide[_, range(5, 2705, three)];
  const auto r = wide[_, range(1000, 100, one)], s = wide[_, range(1, 1801, two)];
  CHECK(evaluated(a + p - q * r) == values(a + p - q * r));
  CHECK(evaluated(a + p - q * r + s) == values(a + p - q * r + s));
  CHECK(evaluated(p > a) == values(p > a));
  CHECK(evaluated(cast<double>(p) * 0.5) == values(cast<double>(p) * 0.5));
  CHECK(evaluated(sqrt(p) + a[_, rev()]) == values(sqrt(p) + a[_, rev()]));
  std::vector<int> i(900);
  for (int k = 0; k < 900; ++k)
    i[static_cast<std::size_t>(k)] = k * 7 % 900;
  CHECK(evaluated(p + a[_, i]) == values(p + a[_, i]));
  CHECK(evaluated(p * cast<float>(arange<int>(900))) == values(p * cast<float>(arange<int>(900))));
}

TEST_CASE("the maximum number of operands that are examined, and one more") {
  const auto a = numbered<float>(70, 90, 1), b = numbered<float>(90, 70, 3);
  const auto eight = a + a * transpose(b) - a + a * a + transpose(b) - a;
  CHECK(evaluated(eight) == values(eight));
  CHECK(evaluated(eight * a) == values(eight * a));
  // The target is transposed, so the loops are swapped.
  dtensor<float, 2> r(90, 70);
  transpose(r) = eight;
  CHECK(values(transpose(r)) == values(eight));
  transpose(r) = eight * a;
  CHECK(values(transpose(r)) == values(eight * a));
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

TEST_CASE("elements that are not numbers, and overlapping source and target") {
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

TEST_CASE("channels in another order, and no writes beyond the target") {
  dtensor<float, 3> picture(50, 60, 3);
  for (stria::index i = 0; i < picture.size(); ++i)
    picture.data()[i] = static_cast<float>(i % 251);
  const auto back = range(_, _, -1); // a stride known only at run time
  const auto expected = values(picture[_, _, back] * 2 + picture);
  dtensor<float, 3> r(51, 60, 3);
  r = -1;
  r[range(_, 50)] = picture[_, _, back] * 2 + picture;
  CHECK(values(r[range(_, 50)]) == expected);
  CHECK(values(r[50]) == std::vector<float>(180, -1));
}
