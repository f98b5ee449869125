// SPDX-License-Identifier: BSL-1.0
// dot, vdot, outer, kron, cross, tensordot, trace.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <complex>

using namespace stria;
using test::holds;
using test::holds_each;

namespace {

inline constexpr dim batch{"batch"}, features{"features"}, classes{"classes"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

// m = np.array([[3, 1, 2], [6, 4, 5]]), w = np.array([1, 2, 3])
constexpr tensor<int, 2, 3> m{{3, 1, 2}, {6, 4, 5}};
constexpr tensor w{1, 2, 3};
dtensor<double, 2> dynamic() { return m; }

// (7 i + 5 j + 3 k) % 11
auto cube() {
  return from_function<int>(
      [](stria::index i, stria::index j, stria::index k) {
        return static_cast<int>((7 * i + 5 * j + 3 * k) % 11);
      },
      2, 3, 4);
}

} // namespace

TEST_CASE("dot by rank") {
  CHECK(dot(w, w) == 14);
  CHECK(holds_each(dot(m, w), {11, 29}));
  CHECK(holds_each(dot(m, transpose(m)), {14, 32, 32, 77}));
  CHECK(has<2, 2>(dot(m, transpose(m))));
  // np.dot(m, c)
  CHECK(holds(dot(m, cube()), {25, 21, 28, 46, 34, 52, 15, 33, 70, 60, 61, 106, 76, 121, 45, 90}));
  CHECK(holds_each(dot(tensor<int>(2), w), {2, 4, 6}));
  CHECK_THROWS_AS(eval(dot(dynamic(), dtensor<double, 1>(2))), shape_error);
}

TEST_CASE("vdot and outer") {
  CHECK(vdot(m, m) == 91);
  using cd = std::complex<double>;
  CHECK(cd(vdot(tensor<cd, 1>{cd(1, 2)}, tensor<cd, 1>{cd(3, 4)})) == cd(11, -2));
  CHECK(has<3, 2>(outer(w, tensor{1, 10})));
  CHECK(holds_each(outer(w, tensor{1, 10}), {1, 10, 2, 20, 3, 30}));
  CHECK(holds(outer(w + 0, dynamic()[_0]), {3, 1, 2, 6, 2, 4, 9, 3, 6}));
}

TEST_CASE("kron") {
  CHECK(holds_each(kron(tensor{1, 10}, w), {1, 2, 3, 10, 20, 30}));
  CHECK(has<6>(kron(tensor{1, 10}, w)));
  CHECK(holds(kron(m, w), {3, 6, 9, 1, 2, 3, 2, 4, 6, 6, 12, 18, 4, 8, 12, 5, 10, 15}));
  CHECK(has<4, 6>(kron(tensor{{1, 0}, {0, 2}}, m)));
  CHECK(holds(kron(tensor{{1, 0}, {0, 2}}, dynamic()),
              {3, 1, 2, 0, 0, 0, 6, 4, 5, 0, 0, 0, 0, 0, 0, 6, 2, 4, 0, 0, 0, 12, 8, 10}));
}

TEST_CASE("cross") {
  CHECK(holds_each(cross(w, tensor{4, 5, 6}), {-3, 6, -3}));
  CHECK(has<2, 3>(cross(m, w)));
  CHECK(holds(cross(m, w), {-1, -7, 5, 2, -13, 8}));
  CHECK_THROWS_AS(cross(dynamic(), dtensor<double, 1>(1)), shape_error);
  CHECK_THROWS_WITH(cross(dynamic(), dtensor<double, 1>(1)),
                    "stria: cross: the last axis of both operands needs 3 elements, not 1");
}

TEST_CASE("tensordot") {
  CHECK(holds(tensordot(m, cube(), _2), {101, 142, 73, 136}));
  CHECK(has<2, 3, 3>(tensordot(m, w, _0)));
  CHECK(holds(tensordot(m, w, _0), {3, 6, 9, 1, 2, 3, 2, 4, 6, 6, 12, 18, 4, 8, 12, 5, 10, 15}));
  tensor<float, batch, features> x(2, 3);
  tensor<float, features, classes> y(3, 4);
  CHECK(has<batch, classes>(tensordot(x, y, _1)));
  CHECK_THROWS_AS(tensordot(dynamic(), dtensor<int, 1>(4), _1), shape_error);
}

TEST_CASE("trace") {
  CHECK(trace(m) == 7);
  CHECK(trace(dynamic(), 1) == 6);
  CHECK(holds(trace(cube()), {1, 7, 13, 19}));
  CHECK(holds(trace(m * 2, -1), {12}));
}

TEST_CASE("einsum") {
  CHECK(holds_each(einsum<"ij,j->i">(m, w), {11, 29}));
  CHECK(has<2>(einsum<"ij,j->i">(m, w)));
  CHECK(holds(einsum<"ij,kj->ik">(dynamic(), m * 1), {14, 32, 32, 77}));
  // A repeated label is a diagonal; without -> the result has the labels that occur once, in order.
  const tensor s{{1, 2}, {3, 4}};
  CHECK(einsum<"ii">(s) == 5);
  CHECK(holds_each(einsum<"ii->i">(s), {1, 4}));
  CHECK(holds_each(einsum<"ba">(m), {3, 6, 1, 4, 2, 5}));
  CHECK(has<3, 2>(einsum<"ba">(m)));
  CHECK(holds(einsum<"...j,j->...">(cube()[ellipsis, range(0, 3)], w),
              {24, 21, 29, 33, 30, 27})); // np.einsum("...j,j->...", c[..., :3], w)
  CHECK(einsum<"i,ij,j->">(tensor{1, 2}, m, w) == 69);
  CHECK(holds(einsum<" i , j -> j i ">(w, w + 1), {2, 4, 6, 3, 6, 9, 4, 8, 12}));
  // Names are kept; sums of narrow integers keep their type, as in NumPy.
  tensor<float, batch, features> x(2, 3);
  tensor<float, features, classes> y(3, 4);
  CHECK(has<batch, classes>(einsum<"bf,fc->bc">(x, y)));
  CHECK(std::same_as<decltype(einsum<"ij->i">(m))::value_type, int>);
  // The expression owns temporaries.
  const auto kept = [] { return einsum<"ij,ij->i">(dynamic(), dynamic()) + 1; }();
  CHECK(holds(kept, {15, 78}));
  CHECK_THROWS_AS((einsum<"ij,j->i">(dynamic(), dtensor<int, 1>(2))), shape_error);
  CHECK_THROWS_AS((einsum<"ii">(dynamic())), shape_error);
}

TEST_CASE("contractions in constant expressions") {
  // The products of the other sizes would overflow.
  static_assert([] {
    constexpr stria::index large = stria::index{1} << 40;
    tensor<int, large, large, 0> a;
    tensor<int, 0, 0> b;
    tensor<int, large, large, 0> r = tensordot(a, b, _1);
    return r.size();
  }() == 0);
  static_assert(eval(tensordot(m, w, _1))[1] == 29);
  static_assert(eval(outer(w, w))[2, 1] == 6);
  static_assert(eval(kron(w, w))[8] == 9);
  static_assert(int(trace(m)) == 7);
  static_assert(eval(einsum<"ij,j->i">(m, w))[1] == 29);
  CHECK(eval(kron(w, w))[8] == 9);
}

TEMPLATE_TEST_CASE("vector products of vectors in any layout", "", float, double, int,
                   std::complex<double>) {
  using T = TestType;
  for (const stria::index n : {0, 1, 2, 5, 40}) {
    CAPTURE(n);
    dtensor<T, 2> a(n, 3), turned(3, n), wide(n, 6);
    const auto fill = [](auto& t, int from) {
      for (stria::index i = 0; i < t.size(); ++i)
        t.data()[i] = static_cast<T>(static_cast<int>((i * 7 + from) % 13) - 5);
    };
    fill(a, 1);
    fill(turned, 2);
    fill(wide, 3);
    const auto check = [&](const auto& u, const auto& v) {
      const dtensor<T, 2> c = cross(u, v);
      const dtensor<T, 2> x = broadcast_to(u, n, 3_c), y = broadcast_to(v, n, 3_c);
      for (stria::index i = 0; i < n; ++i) {
        REQUIRE(c[i, 0] == x[i, 1] * y[i, 2] - x[i, 2] * y[i, 1]);
        REQUIRE(c[i, 1] == x[i, 2] * y[i, 0] - x[i, 0] * y[i, 2]);
        REQUIRE(c[i, 2] == x[i, 0] * y[i, 1] - x[i, 1] * y[i, 0]);
      }
    };
    check(a, transpose(turned));
    check(wide[_, range(_, _, 2)], a[rev()]);
    check(a + a, wide[_, range(3, _)]);
    if (n > 0) {
      check(a, a[_0]);
      check(a[range(0, 1)], a);
    }
  }
  const tensor<int, 2, 3> i{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, 2, 3> d{{.5, 0, 0}, {0, .5, 0}};
  CHECK(holds_each(cross(i, d), {0., 1.5, -1., -3., 0., 2.}));
}
