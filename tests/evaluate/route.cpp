// SPDX-License-Identifier: BSL-1.0
// The route of an assignment: for each route an example that uses it, and one that narrowly does
// not.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <string>

using namespace stria;
using stria::index;

namespace {

using matrix = dtensor<float, 2>;
using vector = dtensor<float, 1>;

/// A back end that is never called, and a target that names it.
struct elsewhere {
  static constexpr const char* name = "elsewhere";
  template <class Op, class Target, class E> static void run(const Target&, const E&) {}
};
class remote : public detail::node<remote, float, detail::unknown_shape<2>()>,
               public detail::assignable<remote> {
  std::array<index, 2> shape_;

public:
  using back_end = elsewhere;
  using ready = std::false_type;

  explicit remote(const std::array<index, 2>& shape) : shape_(shape) {}
  std::array<index, 2> shape() const { return shape_; }
  template <class F> static constexpr decltype(auto) operands(const F& f) { return f(); }
  remote over() const { return *this; }
  matrix prepared() const { return matrix(shape_[0], shape_[1]); }
};

/// A function whose state does not change.
struct scaled {
  static constexpr bool pure = true;
  float by;
  float operator()(float x) const { return by * x; }
};

} // namespace

namespace Catch {
template <> struct StringMaker<route> {
  static std::string convert(route r) { return std::string(stria::detail::words_of(r).name); }
};
} // namespace Catch

TEST_CASE("route: unrolled") {
  tensor<float, 8, 8> a, b, r;
  CHECK(route_of(r, a * b + 1.f) == route::unrolled);
  CHECK(route_of(r[_], a) == route::unrolled);
  CHECK(route_of(r, matrix(8, 8) + a) == route::unrolled);
  // One element more than the limit.
  tensor<float, 5, 13> c, d, s;
  CHECK(route_of(s, c * d + 1.f) == route::line);
  // These do not use the route `unrolled`: complex numbers, a dynamic size, and a value that is not
  // an expression.
  tensor<std::complex<float>, 2, 2> z, w;
  CHECK(route_of(w, z + z) == route::line);
  matrix q(2, 2);
  CHECK(route_of(q, q + q) == route::line);
  CHECK(route_of(r, 2.f) == route::panel);
}

TEST_CASE("route: backend") {
  remote there({70, 70});
  matrix a(70, 70), r(70, 70);
  CHECK(route_of(there, a + 1.f) == route::backend);
  CHECK(route_of(there, 2.f) == route::backend);
  CHECK(explain_route(there, a) == "backend: the target's back end runs it\nback end: elsewhere\n");
  // Only the target decides.
  CHECK(route_of(r, there + a) == route::plan);
  CHECK_THROWS_AS(route_of(there, matrix(3, 3)), shape_error);
}

TEST_CASE("route: scalar") {
  matrix a(70, 70), r(70, 70);
  int calls = 0;
  const auto count = [&](float x) { return x + static_cast<float>(++calls); };
  CHECK(route_of(r, map(count, a)) == route::scalar);
  CHECK(route_of(r, a + map(count, transpose(a))) == route::scalar);
  CHECK(calls == 0);
  // A function without state, and one whose class declares that calls do not change its state.
  CHECK(route_of(r, map([](float x) { return x + 1.f; }, a)) == route::line);
  CHECK(route_of(r, map(scaled{2.f}, a)) == route::line);
}

TEST_CASE("route: plan with a broadcast condition") {
  matrix a(100, 50), b(100, 50), r(100, 50);
  vector c(100);
  CHECK(route_of(r, where(a > 0.f, b, c[_, newaxis])) == route::plan);
  set_num_threads(1);
  CHECK(explain_route(r, where(a > 0.f, b, c[_, newaxis])) ==
        "plan: one fused loop nest over all operands\n"
        "loops: axis 0 (100), axis 1 (50)\n"
        "vectors: along axis 1\n"
        "kernel: one call for all loops\n"
        "operand 1: strides (50, 1)\n"
        "operand 2: strides (50, 1)\n"
        "operand 3: strides (1, 0), kept in a register\n"
        "threads: 1\n"
        "back end: host\n");
}

TEST_CASE("route: line") {
  matrix a(32, 32), b(32, 32), r(32, 32);
  CHECK(route_of(r, a * b + a) == route::line);
  CHECK(route_of(r, r * b) == route::line);
  // One element more than the limit.
  vector v(4096), w(4097);
  CHECK(route_of(v, v + 1.f) == route::line);
  CHECK(route_of(w, w + 1.f) == route::line);
  // An operand of another size than the target, a stateful function.
  CHECK(route_of(v, w + 1.f) == route::plan);
  int calls = 0;
  const auto stateful = map([&](float x) { return x + static_cast<float>(++calls); }, a);
  CHECK(route_of(r, stateful) == route::scalar);
  CHECK(calls == 0);
  // Operands are broadcast at run time.
  const matrix rows64(64, 63), rows65(65, 63), column64(64, 1), column65(65, 1);
  CHECK(route_of(matrix(64, 63), rows64 + column64) == route::panel);
  CHECK(route_of(matrix(65, 63), rows65 + column65) == route::panel);
  // Broadcast operands and views; one row more than the limit, one element more, one axis more.
  CHECK(route_of(r, a + vector(32)) == route::panel);
  CHECK(route_of(r, a[_, _] + 1.f) == route::panel);
  CHECK(route_of(matrix(64, 64), matrix(64, 64) + vector(64)) == route::panel);
  CHECK(route_of(matrix(65, 15), matrix(65, 15) + vector(15)) == route::panel);
  CHECK(route_of(matrix(5, 820), matrix(5, 820) + vector(820)) == route::plan);
  dtensor<float, 3> cube(4, 4, 4);
  dtensor<float, 4> block(2, 2, 2, 2);
  CHECK(route_of(cube, cube * matrix(4, 4)) == route::panel);
  CHECK(route_of(block, block * matrix(2, 2)) == route::panel);
  // Operands that are broadcast at run time, and operands that are computed first.
  CHECK(route_of(matrix(4, 4), matrix(4, 1) + vector(4)) == route::panel);
  CHECK(route_of(matrix(4, 4), matrix(4, 4) - mean(matrix(4, 4), _1, keepdims)) == route::panel);
  // Gaps within rows: up to 1024 elements.
  const matrix square32(32, 32), higher(33, 32);
  CHECK(route_of(matrix(32, 32), transpose(square32) + 1.f) == route::panel);
  CHECK(route_of(matrix(32, 33), transpose(higher) + 1.f) == route::panel);
  CHECK(route_of(matrix(32, 32), transpose(square32)) == route::panel);
  CHECK(route_of(matrix(32, 33), transpose(higher)) == route::panel);
  // Operands that are read after they have been overwritten: the values pass through a buffer.
  matrix square(4, 4);
  CHECK(route_of(square, square + square[1]) == route::in_place);
  CHECK(explain_route(square, square + square[1]) ==
        "in_place: the right side reads the target at other positions\n"
        "loops: axis 0 (4), axis 1 (4)\n"
        "vectors: along axis 1\n"
        "overlap: the right side is computed before the target is written\n"
        "operand 1: strides (4, 1)\n"
        "operand 2: strides (0, 1)\n"
        "threads: 1\n"
        "back end: host\n");
  CHECK(route_of(square, square * mean(square[_, rev()], _1, keepdims)) == route::panel);
  // Views that coincide with the target or do not overlap it; then one that overlaps it.
  CHECK(route_of(v[range(0, 500)], v[range(500, 1000)] + 1.f) == route::panel);
  CHECK(route_of(v[range(0, 500)], v[range(0, 500)] + 1.f) == route::panel);
  CHECK(route_of(v[range(0, 500)], v[range(1, 501)] + 1.f) == route::in_place);
  CHECK(route_of(v[range(1, 501)], v[range(0, 500)] + 1.f) == route::in_place);
}

TEST_CASE("route: fills and copies") {
  matrix a(70, 70), r(70, 70);
  CHECK(route_of(r, 2.f) == route::plan);
  CHECK(route_of(r[0], 2) == route::panel);
  CHECK(route_of(r, a) == route::line);
  CHECK(route_of(r, transpose(a)) == route::plan);
  CHECK(route_of(r[_, range(0, 60)], a[range(0, 70), range(1, 61)]) == route::plan);
  // Up to 4096 numbers of one shape use the route `line`.
  const matrix b(64, 64), c(64, 65);
  CHECK(route_of(matrix(64, 64), b) == route::line);
  CHECK(route_of(matrix(16, 256), b) == route::panel);
  CHECK(route_of(matrix(64, 65), c) == route::line);
  // A few numbers of rank 1 use the route `line`.
  CHECK(route_of(r[0], a[_, 1]) == route::panel);
  CHECK(route_of(dtensor<int, 2>(70, 70), a) == route::line);
  // A computation is not a copy; neither is a copy of elements that are not numbers.
  CHECK(route_of(r, -a) == route::line);
  dtensor<std::string, 1> t(3), u(3);
  CHECK(route_of(t, u) == route::scalar);
  tensor<float, 70, 70> s;
  CHECK(route_of(s, a) == route::plan);
}

TEST_CASE("route: own") {
  matrix a(140, 30), r(140, 30), other(3, 3);
  CHECK(route_of(r, sort(a, _0)) == route::own);
  CHECK(route_of(r, matmul(a, matrix(30, 30))) == route::own);
  CHECK(route_of(r[_, _], matmul(a, matrix(30, 30))) == route::plan);
  // The target is read; the target has another size; its elements have another type; the statement
  // is +=.
  CHECK(route_of(r, sort(r, _0)) == route::own);
  CHECK(route_of(other, sort(a, _0)) == route::own);
  dtensor<double, 2> wide(140, 30);
  CHECK(route_of(wide, sort(a, _0)) == route::plan);
  // The routes do what their names say.
  const float* const before = r.data();
  r = sort(a, _0);
  CHECK(r.data() == before);
  const float* const small = other.data();
  other = sort(a, _0);
  CHECK(other.data() != small);
}

TEST_CASE("route: own: elements in order") {
  vector a{1, 2, 3}, r(2);
  CHECK(route_of(r, a[a > 1.f]) == route::own);
  CHECK(route_of(a, a[a > 0.f]) == route::own);
  CHECK(route_of(r, a[a > 1.f] + 1.f) == route::panel);
  matrix m(2, 3);
  CHECK(route_of(dtensor<float, 1>(6), reshape(m + m, 6)) == route::own);
}

TEST_CASE("route: elements that an index selects") {
  matrix a(80, 4), r(16, 4);
  const dtensor<index, 1> i(arange<index>(16)), i17(arange<index>(17));
  CHECK(route_of(r, a[i]) == route::plan);
  CHECK(route_of(r, a[i] + 1.f) == route::plan);
  CHECK(route_of(r, r + a[i]) == route::plan);
  CHECK(route_of(r, a[i17]) == route::plan); // r gets another shape
  CHECK(route_of(r[_, _], a[i]) == route::plan);
  CHECK(route_of(r, r[i]) == route::in_place);
  CHECK(route_of(dtensor<double, 2>(16, 4), a[i]) == route::plan);
  a[range(3, 5)] = 2.f;
  const dtensor<bool, 1> mask(a[_, 0] > 1.f);
  CHECK(route_of(matrix(2, 4), a[mask]) == route::plan);
  CHECK(route_of(matrix(0, 4), a[mask && !mask]) == route::plan); // no element
  CHECK_THROWS_AS(route_of(matrix(1, 4), a[dtensor<index, 1>{80}]), index_error);
}

TEST_CASE("route: reductions row by row") {
  // `a` and `r` have 4096 floats each, which is 16 KiB.
  matrix a(64, 64), r(64, 64), shorter(63, 64), s(63, 64);
  CHECK(route_of(r, a / sum(a, _1, keepdims)) == route::plan);
  CHECK(route_of(s, shorter / sum(shorter, _1, keepdims)) == route::panel);
  CHECK(route_of(r[_, _], a / sum(a, _1, keepdims)) == route::plan);
  CHECK(route_of(s[_, _], shorter / sum(shorter, _1, keepdims)) == route::panel);
  dtensor<float, 3> twice(2, 64, 64);
  CHECK(route_of(twice[_, _], a / sum(a, _1, keepdims)) == route::plan);
  // 1024 elements of tensors of one shape, and more; 64 rows, and more; other operands.
  matrix few(64, 16), to_few(64, 16), more(64, 17), to_more(64, 17), rows65(65, 3),
      to_rows65(65, 3);
  CHECK(route_of(to_few, few / sum(few, _1, keepdims)) == route::panel);
  CHECK(route_of(to_more, more / sum(more, _1, keepdims)) == route::panel);
  CHECK(route_of(to_rows65, rows65 / sum(rows65, _1, keepdims)) != route::plan);
  CHECK(route_of(to_few, few / sum(few[_, rev()], _1, keepdims)) == route::panel);
  // The target is read at the positions that are written, then at others.
  CHECK(route_of(r, r / sum(r, _1, keepdims)) == route::plan);
  CHECK(route_of(r, r[rev()] / sum(a, _1, keepdims)) == route::in_place);
  // `b` and `t` have 256 KiB each.
  dtensor<float, 3> b(64, 32, 32), t(64, 32, 32), fewer(63, 32, 32), u(63, 32, 32);
  CHECK(route_of(t, b - mean(b, _1, keepdims)) == route::plan);
  CHECK(route_of(u, fewer - mean(fewer, _1, keepdims)) == route::plan);
  // Rows of 63 floats have 252 bytes. Rows of 1 MiB, and rows with one element more.
  matrix narrow(128, 63), to_narrow(128, 63);
  CHECK(route_of(to_narrow, narrow / sum(narrow, _1, keepdims)) == route::plan);
  const index mib = 1 << 18; // floats
  matrix widest(2, mib), to_widest(2, mib), wider(2, mib + 1), to_wider(2, mib + 1);
  CHECK(route_of(to_widest, widest / sum(widest, _1, keepdims)) == route::plan);
  CHECK(route_of(to_wider, wider / sum(wider, _1, keepdims)) == route::plan);
  // A single row.
  matrix row(1, 8192), to_row(1, 8192);
  CHECK(route_of(to_row, row / sum(row, _1, keepdims)) == route::plan);
  // Positions of the first axis with 1 MiB, and with more; a single position.
  dtensor<float, 3> thick(2, 512, 512), to_thick(2, 512, 512);
  CHECK(route_of(to_thick, thick - mean(thick, _1, keepdims)) == route::plan);
  dtensor<float, 3> thicker(2, 512, 513), to_thicker(2, 512, 513);
  CHECK(route_of(to_thicker, thicker - mean(thicker, _1, keepdims)) == route::plan);
  dtensor<float, 3> single(1, 512, 512), to_single(1, 512, 512);
  CHECK(route_of(to_single, single - mean(single, _1, keepdims)) == route::plan);
  // A reduction over the first axis is computed first.
  matrix large(512, 512), to(512, 512);
  CHECK(route_of(to, large - mean(large, _0)) == route::plan);
}

TEST_CASE("route: in_place") {
  matrix a(70, 70);
  CHECK(route_of(a, a[rev()]) == route::in_place);
  CHECK(route_of(a, transpose(a)) == route::in_place);
  CHECK(route_of(a[range(1, _)], a[range(_, -1)] * 2.f) == route::in_place);
  // The target is read at the positions that are written, then at the columns between them.
  CHECK(route_of(a, a * 2.f) == route::line);
  // Up to 16 KiB, the values pass through the stack if the operand lies between those elements.
  CHECK(route_of(a[_, range(0, _, 2)], a[_, range(1, _, 2)] * 2.f) == route::in_place);
  matrix wide(200, 200);
  CHECK(route_of(wide[_, range(0, _, 2)], wide[_, range(1, _, 2)] * 2.f) == route::plan);
}

TEST_CASE("route: a rolled operand beside the target is not read from the target") {
  dtensor<float, 2> both(128, 64);
  both = 1.f;
  auto low = both[range(_, 64)], high = both[range(64, _)];
  for (const index by : {index{1}, index{-1}, index{5}}) {
    CHECK(route_of(low, roll(high, by, _0) - high) == route::panel);
    CHECK(route_of(high, roll(low, by, _0) - low) == route::panel);
    CHECK(route_of(low, roll(low, by, _0) - high) == route::in_place);
    CHECK(route_of(both[range(1, 65)], roll(low, by, _0) - low) == route::in_place);
  }
}

TEST_CASE("route: scatter") {
  matrix a(4, 5);
  dtensor<bool, 2> mask(4, 5);
  const dtensor<index, 1> i{1, 2};
  vector v(5);
  CHECK(route_of(a[mask], 1.f) == route::scatter);
  CHECK(route_of(a[a > 0.f], sum(v)) == route::scatter);
  CHECK(route_of(a[mask], vector(0)) == route::scatter);
  const matrix b(4, 5);
  const dtensor<bool, 2> other(4, 5);
  CHECK(route_of(a[mask], b[mask]) == route::scatter);
  CHECK(route_of(a[mask], a[mask] * 2.f + b[mask]) == route::scatter);
  CHECK(route_of(a[b > 0.f], b[b > 0.f]) == route::scatter);
  CHECK(route_of(a[mask], b[other]) == route::scatter);
  CHECK(route_of(a[b > 0.f], b[b > 1.f]) == route::scatter);
  CHECK(route_of(a[mask], exp(b[mask])) == route::scatter);
  CHECK(route_of(a[i], 1.f) == route::scatter);
  CHECK(route_of(a[i], v) == route::scatter);
  CHECK(route_of(a[tensor<bool, 4>{true, false, true, false}], 1.f) == route::scatter);
  CHECK_THROWS_AS(route_of(a[dtensor<index, 1>{4}], 1.f), index_error);
  CHECK_THROWS_AS(route_of(a[i], vector(4)), shape_error);
}

TEST_CASE("route_of writes nothing and throws what the assignment would throw") {
  matrix a(2, 3), r(2, 3);
  r = 7.f;
  static_cast<void>(route_of(r, a + 1.f));
  static_cast<void>(route_of(r, sort(a, _0)));
  static_cast<void>(route_of(r, matrix(4, 5)));
  static_cast<void>(route_of(r[a >= 0.f], 1.f));
  CHECK(r.shape() == std::array<index, 2>{2, 3});
  CHECK(all_of(r == 7.f));
  CHECK_THROWS_AS(route_of(r[_, _], matrix(3, 3)), shape_error);
  CHECK_THROWS_AS(route_of(r[_, _], matrix(3, 3) + 1.f), shape_error);
  tensor<float, 2, 2> s;
  CHECK_THROWS_AS(route_of(s, a + 1.f), shape_error);
}

TEST_CASE("explain_route") {
  const std::string end = "threads: 1\nback end: host\n";
  matrix a(100, 50), r(100, 50), wide(200, 200), high(200, 200), to(200, 200);
  vector v(50);
  set_num_threads(1);
  CHECK(explain_route(r, a + v) == "plan: one fused loop nest over all operands\n"
                                   "loops: axis 0 (100), axis 1 (50)\n"
                                   "vectors: along axis 1\n"
                                   "kernel: one call for all loops\n"
                                   "operand 1: strides (50, 1)\n"
                                   "operand 2: strides (0, 1)\n" +
                                       end);
  CHECK(explain_route(to, wide + transpose(high)) ==
        "plan: one fused loop nest over all operands\n"
        "loops: axis 0 (200), axis 1 (200)\n"
        "vectors: along axis 1\n"
        "operand 1: strides (200, 1)\n"
        "operand 2: strides (1, 200), copied and transposed\n"
        "copies: 32 x 32 elements at a time\n" +
            end);
  CHECK(explain_route(r, a - sort(a, _0) * 2.f) == "plan: one fused loop nest over all operands\n"
                                                   "loops: axes 0 and 1 as one (5000)\n"
                                                   "vectors: along axes 0 and 1 as one\n"
                                                   "kernel: one call for all loops\n"
                                                   "operand 1: strides (50, 1)\n"
                                                   "operand 2: strides (50, 1)\n"
                                                   "computed first: sort, shape (100, 50)\n" +
                                                       end);
  CHECK(explain_route(r, a[rev()]) == "plan: one fused loop nest over all operands\n"
                                      "loops: axis 0 (100), axis 1 (50)\n"
                                      "vectors: along axis 1\n"
                                      "kernel: one call for all loops\n"
                                      "operand 1: strides (-50, 1)\n" +
                                          end);
  CHECK(explain_route(to[range(1, _)], to[range(_, -1)] * 2.f) ==
        "in_place: the right side reads the target at other positions\n"
        "loops: axes 0 and 1 as one (39800)\n"
        "vectors: along axes 0 and 1 as one\n"
        "overlap: 40 rows are computed ahead along axis 0\n"
        "operand 1: strides (200, 1)\n" +
            end);
  CHECK(explain_route(to[range(_, -1)], to[range(1, _)] * 2.f) ==
        "in_place: the right side reads the target at other positions\n"
        "loops: axes 0 and 1 as one (39800)\n"
        "vectors: along axes 0 and 1 as one\n"
        "kernel: one call for all loops\n"
        "overlap: each element is read before it is written\n"
        "operand 1: strides (200, 1)\n" +
            end);
  CHECK(explain_route(to, wide / sum(wide, _1, keepdims)) ==
        "plan: reductions of rows are computed row by row\n"
        "loops: axis 0 (200), axis 1 (200)\n"
        "inner loop: axis 1, with the strides that the types state\n" +
            end);
  CHECK(explain_route(r, a[_, rev()] * transpose(high)[range(0, 100), range(0, 100, 2)]) ==
        "plan: one fused loop nest over all operands\n"
        "loops: axis 0 (100), axis 1 (50)\n"
        "vectors: along axis 1\n"
        "operand 1: strides (50, -1), reversed in registers\n"
        "operand 2: strides (1, 400), copied and transposed\n"
        "copies: 32 x 32 elements at a time\n" +
            end);
  dtensor<float, 3> image(100, 50, 3), result(100, 50, 3);
  vector weights(3);
  CHECK(explain_route(result, image * weights) ==
        "plan: one fused loop nest over all operands\n"
        "loops: axes 0 and 1 as one (5000), axis 2 (3)\n"
        "vectors: along axis 2, extended by axes 0 and 1 as one\n"
        "operand 1: strides (150, 3, 1)\n"
        "operand 2: strides (0, 0, 1), copied\n"
        "copies: 1 x 1023 elements at a time\n" +
            end);
  CHECK(explain_route(to[_, range(0, _, 2)], wide[_, range(0, 100)] + 1.f) ==
        "plan: one fused loop nest over all operands\n"
        "loops: axis 0 (200), axis 1 (100)\n"
        "vectors: along axis 1; the target is written through a buffer\n"
        "operand 1: strides (200, 1)\n"
        "copies: 33 x 100 elements at a time\n" +
            end);
  CHECK(explain_route(v, sum(transpose(a) * 2.f, _1)) ==
        "own: the right side writes its result into the target\n"
        "loops: axis 1 (100, reduced), axis 0 (50)\n"
        "vectors: along axis 0, extended by axis 1\n"
        "operand 1: strides (1, 50)\n"
        "threads: 1\nback end: host\n");
  CHECK(explain_route(v, max(image[range(0, 1)], _0, _2)) ==
        "own: the right side writes its result into the target\n"
        "kernel: few calls for all 150 elements\n"
        "operand 1: strides (150, 3, 1)\n"
        "threads: 1\nback end: host\n");
  // The operand of roll() is read in place, unless it must be computed.
  const dtensor<float, 1> ring(500);
  dtensor<float, 1> round(500);
  CHECK(explain_route(round, roll(ring + 1.f, 1) - roll(roll(ring, 2), -3)) ==
        "panel: few elements, by one call of the kernel\n"
        "loops: axis 0 (500)\n"
        "vectors: along axis 0\n"
        "parts: 3, cut where an operand wraps around to the other end of an axis\n"
        "operand 1: strides (1,)\n"
        "operand 2: strides (1,)\n"
        "computed first: a + 1, shape (500,)\n" +
            end);
  // Few elements are copied.
  CHECK(explain_route(v, roll(vector(50), 1) - 2.f) ==
        "panel: few elements, by one call of the kernel\n"
        "loops: axis 0 (50)\n"
        "vectors: along axis 0\n"
        "parts: 2, cut where an operand wraps around to the other end of an axis\n"
        "operand 1: strides (1,)\n" +
            end);
  dtensor<float, 1> longer(150);
  CHECK(explain_route(longer, max(matrix(150, 3), _1)) ==
        "own: the right side writes its result into the target\n"
        "loops: axis 0 (150), axis 1 (3, reduced)\n"
        "vectors: along axis 0\n"
        "operand 1: strides (3, 1), copied\n"
        "threads: 1\nback end: host\n");
  dtensor<float, 1> three(3);
  CHECK(explain_route(three, sum(tensor<float, 3, 4>(), _1)) ==
        "own: the right side writes its result into the target\n"
        "loops: unrolled, because there are few elements\n"
        "threads: 1\nback end: host\n");
  CHECK(explain_route(v, sum(matrix(0, 50), _0)) ==
        "own: the right side writes its result into the target\n"
        "threads: chosen by the operation\nback end: host\n");
  CHECK(explain_route(r, 2.f) == "plan: one fused loop nest over all operands\n"
                                 "loops: axes 0 and 1 as one (5000)\n"
                                 "vectors: along axes 0 and 1 as one\n"
                                 "kernel: one call for all loops\n" +
                                     end);
  CHECK(explain_route(v[v > 0.f], 2.f) ==
        "scatter: one loop over all elements, which tests the mask\n"
        "loops: axis 0 (50)\n"
        "vectors: along axis 0\n"
        "kernel: one call for all loops\n"
        "operand 1: strides (1,)\n"
        "operand 2: strides (1,)\n" +
            end);
  CHECK(explain_route(matrix(0, 3), matrix(0, 3)[rev()] + 1.f) ==
        "plan: one fused loop nest over all operands\n"
        "loops: none, no elements\n" +
            end);
}

TEST_CASE("explain_route: no plan") {
  const std::string end = "threads: 1\nback end: host\n";
  matrix a(40, 50), small(4, 5), turned(5, 4);
  set_num_threads(1);
  // One call of the kernel runs up to three loops.
  dtensor<float, 3> cube(25, 6, 40), wide(25, 7, 50);
  CHECK(explain_route(cube, wide[_, range(0, 6), range(0, 40)] + 1.f) ==
        "plan: one fused loop nest over all operands\n"
        "loops: axis 0 (25), axis 1 (6), axis 2 (40)\n"
        "vectors: along axis 2\n"
        "kernel: one call for all loops\n"
        "operand 1: strides (350, 50, 1)\n" +
            end);
  dtensor<float, 4> four(3, 4, 6, 40), wider(3, 5, 7, 50);
  CHECK(explain_route(four, wider[_, range(0, 4), range(0, 6), range(0, 40)] + 1.f) ==
        "plan: one fused loop nest over all operands\n"
        "loops: axis 0 (3), axis 1 (4), axis 2 (6), axis 3 (40)\n"
        "vectors: along axis 3\n"
        "operand 1: strides (1750, 350, 50, 1)\n" +
            end);
  dtensor<float, 4> one_of_four(1, 1, 1, 1);
  CHECK(explain_route(one_of_four, four[range(0, 1), range(0, 1), range(0, 1), range(0, 1)] +
                                       1.f) == "panel: few elements, by one call of the kernel\n"
                                               "loops: none, one element\n"
                                               "kernel: one call for all loops\n"
                                               "operand 1: strides (0, 0, 0, 0)\n" +
                                                   end);
  CHECK(explain_route(small, a[range(0, 4), range(0, 5)] + 1.f) ==
        "panel: few elements, by one call of the kernel\n"
        "loops: axis 0 (4), axis 1 (5)\n"
        "vectors: along axis 1\n"
        "kernel: one call for all loops\n"
        "operand 1: strides (50, 1)\n" +
            end);
  CHECK(explain_route(small, small + 1.f) ==
        "line: one loop over tensors with the sizes of the target\n"
        "loops: one row of 20\n"
        "operand 1: strides (5, 1)\n" +
            end);
  // Operands with gaps within their rows are copied, unless there are few elements.
  matrix square(32, 32), other_square(32, 32), to(32, 64);
  CHECK(explain_route(to[_, range(0, _, 2)], transpose(square) * other_square[_, rev()]) ==
        "panel: few elements, by one call of the kernel\n"
        "kernel: one call for all 1024 elements\n"
        "the target is written through a buffer\n"
        "operand 1: strides (1, 32), copied\n"
        "operand 2: strides (32, -1), reversed in registers\n" +
            end);
  CHECK(explain_route(square, other_square[_, rev()] + 1.f) ==
        "panel: few elements, by one call of the kernel\n"
        "loops: axis 0 (32), axis 1 (32)\n"
        "vectors: along axis 1\n"
        "kernel: one call for all loops\n"
        "operand 1: strides (32, -1), reversed in registers\n" +
            end);
  matrix four_by_four(4, 4), turned_four(4, 4);
  CHECK(explain_route(four_by_four, transpose(turned_four) + 1.f) ==
        "panel: few elements, by one call of the kernel\n"
        "kernel: one call for all 16 elements\n"
        "operand 1: strides (1, 4)\n" +
            end);
  CHECK(explain_route(matrix(0, 3), matrix(0, 3) + 1.f) ==
        "plan: one fused loop nest over all operands\n"
        "loops: none, no elements\n" +
            end);
  // Points, and operands that are broadcast at run time.
  const tensor<float, dyn, 3> some_points(70);
  const matrix column(32, 1);
  CHECK(explain_route(vector(70), sqrt(sum(some_points * some_points, _1))) ==
        "line: one loop over tensors with the sizes of the target\n"
        "loops: over points, whose components are in registers\n" +
            end);
  CHECK(explain_route(square, other_square - column) ==
        "panel: few elements, by one call of the kernel\n"
        "kernel: one call for all 1024 elements\n"
        "operand 1: strides (32, 1)\n"
        "operand 2: strides (1, 0), copied\n" +
            end);
  // Up to 64 elements of more than three axes are one row.
  dtensor<float, 4> few(1, 1, 4, 5), few_turned(1, 1, 5, 4), wide_rows(1, 1, 4, 10);
  CHECK(explain_route(few, few + swapaxes(few_turned, _2, _3)) ==
        "panel: few elements, by one call of the kernel\n"
        "kernel: one call for all 20 elements\n"
        "operand 1: strides (0, 0, 5, 1)\n"
        "operand 2: strides (0, 0, 1, 4)\n" +
            end);
  CHECK(explain_route(wide_rows[ellipsis, range(0, _, 2)],
                      four[range(0, 1), range(0, 1), range(0, 4), range(0, 5)] + 1.f) ==
        "panel: few elements, by one call of the kernel\n"
        "kernel: one call for all 20 elements\n"
        "operand 1: strides (0, 0, 40, 1)\n" +
            end);
  // Reductions of tensors of one shape: as one row, and in registers.
  const auto says = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  matrix one(1, 1);
  CHECK(says(explain_route(one, sum(small, keepdims)), "loops: one row, because"));
  CHECK_FALSE(says(explain_route(one, sum(a, keepdims)), "one row"));
  vector lengths(70);
  const tensor<float, dyn, 3> points(70), other(1);
  const tensor<float, dyn, 5> longer(70);
  const char* const in_registers = "loops: each row of 3 elements is reduced in registers\n";
  CHECK(says(explain_route(lengths, sum(points * points, _1)), in_registers));
  CHECK_FALSE(says(explain_route(lengths, sum(points + other, _1)), in_registers));
  CHECK_FALSE(says(explain_route(lengths, sum(pow(points, 1.5f), _1)), "in registers"));
  CHECK_FALSE(says(explain_route(lengths, sum(longer, _1)), "in registers"));
  const dtensor<float, 4> limit(1, 1, 64, 64), above(1, 1, 64, 65);
  const auto is_few = [](const std::string& text) {
    return text.find(" elements\n") != std::string::npos;
  };
  CHECK(is_few(explain_route(dtensor<float, 4>(1, 1, 64, 64), limit + swapaxes(limit, _2, _3))));
  CHECK(!is_few(explain_route(dtensor<float, 4>(1, 1, 65, 64), swapaxes(above, _2, _3) + 1.f)));
  // Reductions.
  vector three(3);
  CHECK(explain_route(three, sum(matrix(3, 4), _1)) ==
        "own: the right side writes its result into the target\n"
        "kernel: few calls for all 12 elements\n"
        "operand 1: strides (4, 1)\n"
        "threads: 1\nback end: host\n");
  matrix kept(2, 4);
  CHECK(explain_route(kept, max(dtensor<float, 3>(2, 3, 4), _1)) ==
        "own: the right side writes its result into the target\n"
        "kernel: few calls for all 24 elements\n"
        "operand 1: strides (12, 4, 1)\n"
        "threads: 1\n"
        "back end: host\n");
  CHECK(explain_route(dtensor<float, 3>(2, 2, 3), max(dtensor<float, 4>(2, 2, 2, 3), _2)) ==
        "own: the right side writes its result into the target\n"
        "kernel: few calls for all 24 elements\n"
        "operand 1: strides (12, 6, 3, 1)\n"
        "threads: 1\nback end: host\n");
  CHECK_THAT(explain_route(three, sum(matrix(3, 8)[_, range(_, _, 2)], _1)),
             test::contains("operand 1: strides (8, 2), copied\n"));
  CHECK(is_few(explain_route(vector(8), sum(matrix(8, 8), _1))));
  CHECK(!is_few(explain_route(vector(129), sum(matrix(129, 15), _1))));
  CHECK(is_few(explain_route(vector(5), sum(matrix(5, 819), _1))));
  CHECK(!is_few(explain_route(vector(5), sum(matrix(5, 820), _1))));
}

TEST_CASE("explain_route: selections") {
  const std::string end = "threads: 1\nback end: host\n";
  set_num_threads(1);
  matrix a(80, 90), b(80, 90);
  dtensor<bool, 2> mask(80, 90);
  const dtensor<index, 1> i{1, 2, 3};
  vector v(90);
  // No positions are computed for a mask.
  CHECK(explain_route(a[mask], a[mask] * 2.f + b[mask]) ==
        "scatter: one loop over all elements, which tests the mask\n"
        "loops: axes 0 and 1 as one (7200)\n"
        "vectors: along axes 0 and 1 as one\n"
        "kernel: one call for all loops\n"
        "operand 1: strides (90, 1)\n"
        "operand 2: strides (90, 1)\n"
        "operand 3: strides (90, 1)\n"
        "operand 4: strides (90, 1)\n" +
            end);
  CHECK_THAT(explain_route(a[mask], b[mask] * 2.f + exp(b[mask])),
             test::contains("computed first: the elements that a mask selects\n"));
  CHECK(explain_route(a[i], v) ==
        "scatter: in row-major order, after all indices have been checked\n"
        "loops: axis 0 (3), axis 1 (90)\n"
        "inner loop: axis 1, with the strides that the types state\n"
        "operand 1: strides (0, 1)\n" +
            end);
  CHECK_THAT(explain_route(a[i], a[range(0, 3)] + v),
             test::contains("computed first: the right side, because it reads the target\n"));
  CHECK(explain_route(vector(3), v[v > 0.f]) == "own: the right side writes its elements in order\n"
                                                "operand 1: read in row-major order\n" +
                                                    end);
  // A mask of few elements.
  const dtensor<bool, 1> few_of(dtensor<index, 1>(arange<index>(10)) > 6);
  CHECK(explain_route(vector(3), v[range(_, 10)][few_of]) ==
        "own: the right side writes its elements in order\n"
        "operand 1: read in row-major order\n" +
            end);
  matrix to(10, 5);
  const std::string scattered = "scatter: in row-major order, after all indices have been checked\n"
                                "loops: axis 0 (3), axis 1 (5)\n"
                                "inner loop: axis 1, with the strides that the types state\n";
  CHECK(explain_route(to[i], matrix(3, 5)) == scattered + "operand 1: strides (5, 1)\n" + end);
  CHECK(explain_route(to[few_of], 2.f) == scattered + end);
  CHECK_THAT(explain_route(to[i], to[range(1, 4)]),
             test::contains("computed first: the right side, because it reads the target\n"));
  CHECK_THAT(explain_route(to[i], vector(5)), test::contains("loops: axis 0 (3), axis 1 (5)\n"));
  CHECK(all_of(to == 0.f));
  // A slice of a selection reads the positions in the loop.
  CHECK_THAT(
      explain_route(v, b[i][0] + 1.f),
      test::contains("operand 1: memory without regular strides\n") &&
          test::contains("computed first: the positions that an index array or a mask selects\n"));
  CHECK_THAT(explain_route(v, b[mask][range(0, 90)] + 1.f),
             test::contains("computed first: the elements that a mask selects\n"));
  // Nothing has been written.
  CHECK(all_of(a == 0.f));
}

TEST_CASE("explain_route: mirrored rows, noalias") {
  set_num_threads(1);
  const dtensor<float, 3> b(64, 32, 32);
  matrix a(1000, 100), r(70, 70);
  CHECK_THAT(explain_route(a, a + a[rev()]),
             test::contains("overlap: the right side is computed before the target is written\n"));
  CHECK(route_of(noalias(a), a + a[rev()]) == route::plan);
  CHECK_THAT(explain_route(noalias(a), a + a[rev()]), !test::contains("overlap"));
  CHECK(route_of(noalias(r[_]), r * 2.f) == route::plan);
  CHECK_THROWS_AS(route_of(noalias(r[_]), matrix(3, 3)), shape_error);
  CHECK(explain_route(a, sort(b[0], _0)) ==
        "own: the right side is computed into new memory: the target has another size, or is "
        "read\n"
        "threads: chosen by the operation\nback end: host\n");
}
