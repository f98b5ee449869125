// SPDX-License-Identifier: BSL-1.0
// The examples of docs/fast.md, which check_guide.py compares with the page, and its statements
// about values, routes and memory.
#include "catch.hpp"

#include <stria/ranges.hpp>
#include <stria/stria.hpp>

#include <iostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

using namespace stria;
using stria::index;

namespace Catch {
template <> struct StringMaker<route> {
  static std::string convert(route r) { return std::string(stria::detail::words_of(r).name); }
};
} // namespace Catch

namespace {

using matrix = dtensor<float, 2>;
using vector = dtensor<float, 1>;

/// Elements of both signs.
matrix numbers(index rows, index columns) {
  return from_function(
      [](index i, index j) { return static_cast<float>((7 * i + 3 * j) % 11 - 5); }, rows, columns);
}

bool same(const auto& a, const auto& b) { return a.shape() == b.shape() && all_of(a == b); }
bool near(const auto& a, const auto& b) { return all_of(abs(a - b) <= 1e-5f * (1.f + abs(b))); }

// The functions of the page.

auto inner(auto& f) { return f[range(1, -1), range(1, -1)]; }
auto laplacian(const auto& f) {
  const auto m = range(1, -1);
  return f[range(_, -2), m] + f[range(2, _), m] + f[m, range(_, -2)] + f[m, range(2, _)] -
         4.f * f[m, m];
}

auto scaled(const auto& x) { return x * 2.f; } // lazy: refers to the caller's x
matrix centred(const matrix& x) {
  const auto middle = eval(mean(x, _0));
  return x - middle; // a tensor: middle ends here
}

inline constexpr dim body{"body"};
inline constexpr dim sensor{"sensor"};

/// Counts its calls, and is expensive enough for a buffer.
struct counted_fn {
  static constexpr bool is_expensive = true;
  static inline index calls = 0;
  float operator()(float x) const {
    ++calls;
    return x * x;
  }
};
auto counted(const auto& a) { return map(counted_fn{}, a); }

} // namespace

TEST_CASE("fast.md: one statement is one loop") {
  const index_t n = 64;
  const matrix a = numbers(n, n), b = numbers(n, n) + 1.f;
  const auto k = cast<int>(a);
  const vector row = a[0], col = b[_, 0];
  const auto mask = eval(a > 1.f);
  const dtensor<index, 1> idx = (arange(n) * 5) % n;
  matrix r(n, n), t(n, n);

  r = where(a > 0.f, a * b + row, cast<float>(k) * col[_, newaxis]);
  r[_, range(_, _, 2)] = a[rev(), range(_, _, 2)] + 1.f;
  r += a[idx] * 2.f;                              // rows of a, read where they are
  r = roll(a, 1, _0) + roll(a, -1, _0) - 2.f * a; // neighbours on a periodic axis
  t[mask] += b[mask];                             // a selection, no list of indices
  t[t < 0.f] = 0.f;

  CHECK(route_of(r, where(a > 0.f, a * b + row, cast<float>(k) * col[_, newaxis])) == route::panel);
  CHECK(route_of(r, a[idx] * 2.f) == route::plan);
  CHECK(route_of(r, roll(a, 1, _0) - a) == route::panel);
  CHECK(route_of(t[mask], b[mask]) == route::scatter);
  CHECK(route_of(t[t < 0.f], 0.f) == route::scatter);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j) {
      REQUIRE(r[i, j] == a[(i + n - 1) % n, j] + a[(i + 1) % n, j] - 2.f * a[i, j]);
      REQUIRE(t[i, j] == (mask[i, j] && b[i, j] > 0.f ? b[i, j] : 0.f));
    }
}

TEST_CASE("fast.md: what ends a loop") {
  matrix a = numbers(64, 64), r(64, 64);
  const vector v = a[0];
  const std::string sorted = explain_route(r, a - sort(a, _0));
  CHECK(sorted.find("computed first: sort, shape (64, 64)") != std::string::npos);
  CHECK(explain_route(r, a + cumsum(a, _1)).find("computed first") != std::string::npos);
  CHECK(explain_route(r, a + matmul(a, a)).find("computed first") != std::string::npos);
  CHECK(explain_route(r, a - mean(a, _0)).find("computed first") != std::string::npos);
  CHECK(route_of(r, sort(a, _0)) == route::own);
  CHECK(route_of(r, cumsum(a, _1)) == route::own);
  CHECK(route_of(r, matmul(a, a)) == route::own);
  CHECK(route_of(r, a / sum(a, _1, keepdims)) == route::plan);
  float total = 0;
  CHECK(route_of(r, map([&](float x) { return total += x; }, a)) == route::scalar);
}

TEST_CASE("fast.md: computed once") {
  const index_t n = 200;
  const matrix a = numbers(n, n);
  matrix r(n, n), q(n, n), energy(n, n), force(n, n);

  const auto e = exp(a);
  r = e / (1.f + e); // one exponential for each element

  const auto weight = eval(exp(-a * a)); // used in two statements
  energy = weight * a;
  force = weight * (1.f - a);

  const dtensor<float, 2> column = a[_, range(0, 1)]; // shape (n, 1), known at run time only
  const auto factor = eval(exp(column));              // each exponential once, not once per column
  q = factor * a;

  CHECK(near(r, exp(a) / (1.f + exp(a))));
  CHECK(near(energy, exp(-a * a) * a));
  CHECK(near(force, exp(-a * a) * (1.f - a)));
  CHECK(near(q, exp(a[_, 0])[_, newaxis] * a));
  const auto calls_of = [](auto statement) {
    counted_fn::calls = 0;
    statement();
    return counted_fn::calls;
  };
  const auto c = counted(a);
  CHECK(calls_of([&] { r = c / (1.f + c); }) == a.size());
  CHECK(calls_of([&] { r = c + 1.f, q = c - 1.f; }) == 2 * a.size());
  CHECK(calls_of([&] { tie(r, q) = std::tuple(c + 1.f, c - 1.f); }) == 2 * a.size());
  CHECK(calls_of([&] { r = counted(column) * a; }) == a.size());
  CHECK(calls_of([&] { r = counted(a[_, 0])[_, newaxis] * a; }) == n);
  CHECK(calls_of([&] { r = counted(a[0]) * a; }) == n);
  const dtensor<float, 2> line = a[range(0, 1)]; // shape (1, n)
  const tensor<float, dyn, 1> typed = a[_, range(_0, _1)];
  CHECK(calls_of([&] { r = counted(line) * a; }) == a.size());
  CHECK(calls_of([&] { r = counted(typed) * a; }) == n);
}

TEST_CASE("fast.md: returning and keeping") {
  matrix x = numbers(20, 30);

  const auto twice = scaled(x); // computes nothing
  matrix kept = scaled(x);      // computes
  x[0, 0] = 100.f;              // twice sees it, kept does not
  const auto c = centred(x);

  STATIC_REQUIRE(!std::is_same_v<std::remove_cvref_t<decltype(twice)>, matrix>);
  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(c)>, matrix>);
  CHECK(eval(twice)[0, 0] == 200.f);
  CHECK(kept[0, 0] == -10.f);
  CHECK(near(c, x - mean(x, _0)));

  // A view keeps its memory when two tensors exchange theirs.
  matrix other = x + 1.f;
  const auto corner = x[range(0, 2), range(0, 2)];
  std::swap(x, other);
  CHECK(corner[0, 0] == 100.f);
  CHECK(eval(twice)[0, 0] == 202.f);
}

TEST_CASE("fast.md: memory") {
  const index_t n = 50;
  const matrix a = numbers(n, n), b = a * 2.f;
  matrix u = a, next = a, r = a;
  const float* const first = u.data();
  const float* const second = next.data();

  next = u * a + b;                                // the same size: the memory is kept
  std::swap(u, next);                              // two pointers change places
  u += 0.5f * b;                                   // no second array
  noalias(r[range(_, -1)]) = r[range(1, _)] * 2.f; // reads ahead of what it writes: safe

  CHECK(u.data() == second);
  CHECK(next.data() == first);
  CHECK(same(u, eval(a * a + b + 0.5f * b)));
  CHECK(same(r[range(_, -1)], eval(a[range(1, _)] * 2.f)));
}

TEST_CASE("fast.md: stencils") {
  const index_t n = 40;
  matrix u = numbers(n, n), v = numbers(n, n) * 0.1f, next = u;
  const matrix u0 = u, v0 = v;

  inner(u) += 0.2f * laplacian(u); // in place: a few rows are buffered

  CHECK(route_of(inner(u), inner(u) + 0.2f * laplacian(u)) == route::in_place);
  const matrix once = u;
  CHECK(near(inner(u), inner(u0) + 0.2f * laplacian(u0)));
  u = u0;

  inner(next) = inner(u) + 0.2f * laplacian(u); // a second array with the same rim
  std::swap(u, next);

  CHECK(route_of(inner(next), inner(u) + 0.2f * laplacian(u)) == route::panel);
  CHECK(near(u, once));
  u = u0;

  const auto ui = inner(u), vi = inner(v);
  const auto reaction = ui * vi * vi;
  tie(ui, vi) = std::tuple(ui + 0.16f * laplacian(u) - reaction + 0.06f * (1.f - ui),
                           vi + 0.08f * laplacian(v) + reaction - 0.12f * vi);

  const auto wu = inner(u0), wv = inner(v0);
  CHECK(near(inner(u), wu + 0.16f * laplacian(u0) - wu * wv * wv + 0.06f * (1.f - wu)));
  CHECK(near(inner(v), wv + 0.08f * laplacian(v0) + wu * wv * wv - 0.12f * wv));
}

TEST_CASE("fast.md: sizes in the type") {
  const index_t n = 30;

  auto p = ones<float, dyn, 3>(n); // n points, three coordinates
  tensor<float, 3> to{1, 2, 3};    // no heap, no size at run time
  p = p * to + to;
  const auto xy = p[_, range(_0, _2)];     // shape (n, 2): the 2 is in the type
  p /= sqrt(sum(square(p), _1, keepdims)); // all points in one statement

  STATIC_REQUIRE(std::is_same_v<std::remove_cvref_t<decltype(eval(xy))>, tensor<float, dyn, 2>>);
  CHECK(near(sum(square(p), _1), ones<float>(n)));

  tensor<float, body, 3> position(n), velocity(n);
  position += 0.1f * velocity; // tensor<float, sensor, 3> would not compile here

  using other = tensor<float, sensor, 3>;
  STATIC_REQUIRE(!std::is_same_v<other, decltype(position)>);
  CHECK(sum(position) == 0.f);
}

TEST_CASE("fast.md: element loops") {
  const index_t n = 30;
  matrix a = numbers(n, n);
  const matrix old = a;

  for (index_t i = 1; i < n; ++i)
    for (index_t j = 1; j < n; ++j)
      a[i, j] = 0.5f * (a[i - 1, j] + a[i, j - 1]); // each element needs the one before
  for (float& x : elements(a))                      // <stria/ranges.hpp>
    x = x < 0.f ? 0.f : x;

  matrix expected = old;
  for (index_t k = n + 1; k < n * n; ++k)
    if (k % n != 0)
      expected.data()[k] = 0.5f * (expected.data()[k - n] + expected.data()[k - 1]);
  CHECK(same(a, eval(maximum(expected, 0.f))));
  CHECK_THROWS_AS((a[n, 0]), index_error);

  a = old;
  for (index_t i = 1; i < n; ++i)
    a[i] = 0.5f * (a[i] + a[i - 1]); // serial along one axis: a statement for each row

  CHECK(a[1, 4] == 0.5f * (old[1, 4] + old[0, 4]));
}

TEST_CASE("fast.md: loops of different lengths") {
  const vector re = cast<float>(linspace(-2., 1., 30)), im = cast<float>(linspace(-1.5, 1.5, 20));

  const auto escape = [](float cx, float cy) {
    float x = 0, y = 0;
    int k = 0;
    for (; k < 50 && x * x + y * y <= 4; ++k) {
      const float next = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = next;
    }
    return k;
  };
  const dtensor<int, 2> steps = map(escape, re, im[_, newaxis]);

  matrix x = zeros<float>(20, 30), y = x;
  auto count = zeros<int>(20, 30);
  for (int k = 0; k < 50; ++k) {
    const auto inside = x * x + y * y <= 4.f;
    tie(count, x, y) = std::tuple(count + inside, where(inside, x * x - y * y + re, x),
                                  where(inside, 2.f * x * y + im[_, newaxis], y));
  }
  // With FMA instructions, the points next to the border may differ.
  CHECK(count_nonzero(steps != count) <= 6);
  CHECK(min(steps) == 1);
  CHECK(max(steps) == 50);
}

TEST_CASE("fast.md: largest elements and their positions") {
  const index_t n = 30;
  const matrix transition = numbers(n, n) + 0.1f * numbers(n, n)[rev()];
  vector score = numbers(n, n)[3];
  const vector expected = max(score[_, newaxis] + transition, _0);
  dtensor<index_t, 1> best(n);
  const auto columns = eval(arange(n));

  const auto scores = score[_, newaxis] + transition; // n x n, lazy
  best = argmax(scores, _0);
  score = scores[best, columns]; // n elements; columns is arange(n)

  CHECK(same(score, expected));
}

TEST_CASE("fast.md: layout") {
  const matrix a = numbers(50, 80), b = numbers(80, 50);
  matrix r(50, 80);

  const vector rows = sum(a, _1), columns = sum(a, _0); // both at the speed of memory
  const auto turned = eval(transpose(b));               // outside of the loop that uses it
  for (int step = 0; step < 10; ++step)
    r += a * turned;

  CHECK(sum(rows) == sum(columns));
  CHECK(near(r, 10.f * a * transpose(b)));
}

TEST_CASE("fast.md: asking") {
  const index_t n = 200;
  const matrix a = numbers(n, n), b = numbers(n, n);
  const dtensor<float, 1> v = a[0];
  matrix r(n, n);
  set_num_threads(1);

  std::cout << explain_route(r, exp(v)[_, newaxis] * a + transpose(b));

  CHECK(explain_route(r, exp(v)[_, newaxis] * a + transpose(b)) ==
        "plan: one fused loop nest over all operands\n"
        "loops: axis 0 (200), axis 1 (200)\n"
        "vectors: along axis 1\n"
        "operand 1: strides (1, 0), kept in a register\n"
        "operand 2: strides (200, 1)\n"
        "operand 3: strides (1, 200), copied and transposed\n"
        "copies: 32 x 32 elements at a time\n"
        "computed first: exp, shape (200, 1)\n"
        "threads: 1\n"
        "back end: host\n");
  CHECK(route_of(r, a * b + v) == route::plan); // a test that fails when the loop changes
}
