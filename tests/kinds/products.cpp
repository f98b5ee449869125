// SPDX-License-Identifier: BSL-1.0
// Products, from matmul to einsum: operands of every kind, empty operands and rank 0. The values
// come from NumPy, with the NumPy line above each.
#include "catch.hpp"
#include "kinds.hpp"

#include <complex>
#include <cstdint>

using namespace stria;
using namespace test;

namespace {

// a = np.array([[3, 1, 2], [6, 4, 5]])
constexpr tensor<int, 2, 3> a{{3, 1, 2}, {6, 4, 5}};
// b = np.array([[1, -1], [0, 2], [3, 1]])
constexpr tensor<int, 3, 2> b{{1, -1}, {0, 2}, {3, 1}};
// w = np.array([1, 2, 3])
constexpr tensor<int, 3> w{1, 2, 3};
// e = np.zeros((0, 3), int)
const dtensor<int, 2> e(0, 3);
const dtensor<int, 1> nothing(0);
const tensor<int> s(7);

/// An affine function x -> m x + n. The product of two of them is their composition, whose order
/// matters.
struct affine {
  int m = 0, n = 0;
  friend affine operator*(affine f, affine g) { return {f.m * g.m, f.m * g.n + f.n}; }
  friend affine operator+(affine f, affine g) { return {f.m + g.m, f.n + g.n}; }
  friend bool operator==(affine, affine) = default;
};

} // namespace

TEST_CASE("matmul of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // a @ b
    CHECK(is(matmul(x(), b), {2, 2}, {9, 1, 21, 7}));
    // b @ a
    CHECK(is(matmul(b, x()), {3, 3}, {-3, -3, -3, 12, 8, 10, 15, 7, 11}));
    // a @ w
    CHECK(is(matmul(x(), w), {2}, {11, 29}));
    CHECK(has<x.m, 2>(matmul(x(), b)));
    CHECK(has<3, x.n>(matmul(b, x())));
  });
}

TEST_CASE("einsum of every kind of operand") {
  for_all_kinds(a, [](auto x) {
    // np.einsum("ij,jk->ki", a, b)
    CHECK(is(einsum<"ij,jk->ki">(x(), b), {2, 2}, {9, 21, 1, 7}));
    // np.einsum("ji", a)
    CHECK(is(einsum<"ji">(x()), {3, 2}, {3, 6, 1, 4, 2, 5}));
    CHECK(has<x.n, x.m>(einsum<"ji">(x())));
  });
}

TEST_CASE("batches of matrices of several kinds") {
  // c = np.arange(12).reshape(2, 2, 3)
  for_some_kinds(counted(tensor<int, 2, 2, 3>()), [](auto x) {
    // c @ b
    CHECK(is(matmul(x(), b), {2, 2, 2}, {6, 4, 18, 10, 30, 16, 42, 22}));
    // b[None] @ c
    CHECK(is(matmul(b[newaxis], x()), {2, 3, 3},
             {-3, -3, -3, 6, 8, 10, 3, 7, 11, -3, -3, -3, 18, 20, 22, 27, 31, 35}));
    // c @ w
    CHECK(is(matmul(x(), w), {2, 2}, {8, 26, 44, 62}));
    // np.dot(c, w)
    CHECK(is(dot(x(), w), {2, 2}, {8, 26, 44, 62}));
    // np.dot(a, np.moveaxis(c, -1, -2))
    CHECK(is(dot(a, moveaxis(x(), -_1, -_2)), {2, 2, 2}, {5, 23, 41, 59, 14, 59, 104, 149}));
    // np.tensordot(c, b, 1)
    CHECK(is(tensordot(x(), b, _1), {2, 2, 2}, {6, 4, 18, 10, 30, 16, 42, 22}));
    // np.tensordot(a, c.transpose(1, 2, 0), 2)
    CHECK(is(tensordot(a, permute<1, 2, 0>(x()), _2), {2}, {64, 190}));
    // np.trace(c)
    CHECK(is(trace(x()), {3}, {9, 11, 13}));
    // np.trace(c, 1)
    CHECK(is(trace(x(), 1), {3}, {3, 4, 5}));
    // np.cross(c, w)
    CHECK(is(cross(x(), w), {2, 2, 3}, {-1, 2, -1, 2, -4, 2, 5, -10, 5, 8, -16, 8}));
    // np.einsum("bij,jk->bik", c, b)
    CHECK(is(einsum<"bij,jk->bik">(x(), b), {2, 2, 2}, {6, 4, 18, 10, 30, 16, 42, 22}));
    // np.einsum("...ij,j", c, w)
    CHECK(is(einsum<"...ij,j">(x(), w), {2, 2}, {8, 26, 44, 62}));
    if constexpr (!x.m.is_named()) // one label cannot have two names
      // np.einsum("iij->j", c)
      CHECK(is(einsum<"iij->j">(x()), {3}, {9, 11, 13}));
    CHECK(has<x.m, x.n, 2>(matmul(x(), b)));
    CHECK(has<x.m, x.n, 2>(tensordot(x(), b, _1)));
    CHECK(has<x.k>(trace(x())));
  });
}

TEST_CASE("products of several kinds of operands") {
  for_some_kinds(a, [](auto x) {
    // np.dot(a, w)
    CHECK(is(dot(x(), w), {2}, {11, 29}));
    // np.dot(a, a.T)
    CHECK(is(dot(x(), transpose(a)), {2, 2}, {14, 32, 32, 77}));
    // np.dot(7, a)
    CHECK(is(dot(s, x()), {2, 3}, {21, 7, 14, 42, 28, 35}));
    // np.vdot(a, a)
    CHECK(is(vdot(x(), a), {}, {91}));
    // np.outer(a, w)
    CHECK(is(outer(x(), w), {6, 3}, {3, 6, 9, 1, 2, 3, 2, 4, 6, 6, 12, 18, 4, 8, 12, 5, 10, 15}));
    // np.outer(w, a)
    CHECK(is(outer(w, x()), {3, 6}, {3, 1, 2, 6, 4, 5, 6, 2, 4, 12, 8, 10, 9, 3, 6, 18, 12, 15}));
    // np.kron(a, b)
    CHECK(is(kron(x(), b), {6, 6}, {3, -3, 1, -1, 2, -2, 0, 6,  0, 2, 0, 4,  9,  3, 3,  1, 6,  2,
                                    6, -6, 4, -4, 5, -5, 0, 12, 0, 8, 0, 10, 18, 6, 12, 4, 15, 5}));
    // np.kron(w, a)
    CHECK(is(kron(w, x()), {2, 9}, {3, 1, 2, 6, 2, 4, 9, 3, 6, 6, 4, 5, 12, 8, 10, 18, 12, 15}));
    // np.cross(w, a)
    CHECK(is(cross(w, x()), {2, 3}, {1, 7, -5, -2, 13, -8}));
    // np.tensordot(a, a, 2)
    CHECK(is(tensordot(x(), a, _2), {}, {91}));
    // np.tensordot(a, w, 0)
    CHECK(is(tensordot(x(), w, _0), {2, 3, 3},
             {3, 6, 9, 1, 2, 3, 2, 4, 6, 6, 12, 18, 4, 8, 12, 5, 10, 15}));
    // np.trace(a)
    CHECK(is(trace(x()), {}, {7}));
    // np.trace(a, -1)
    CHECK(is(trace(x(), -1), {}, {6}));
    // np.einsum("ij,j->i", a, w)
    CHECK(is(einsum<"ij,j->i">(x(), w), {2}, {11, 29}));
    // np.einsum("ij->", a)
    CHECK(is(einsum<"ij->">(x()), {}, {21}));
    // np.einsum("ij,kj,k->ik", a, a, [1, 2])
    CHECK(is(einsum<"ij,kj,k->ik">(x(), a, tensor<int, 2>{1, 2}), {2, 2}, {14, 64, 32, 154}));
    CHECK(has<x.m>(dot(x(), w)));
    CHECK(has<x.m, x.n, 3>(tensordot(x(), w, _0)));
    CHECK(has<x.m>(einsum<"ij,j->i">(x(), w)));
  });
}

TEST_CASE("vectors of several kinds") {
  for_some_kinds(w, [](auto x) {
    // w @ b
    CHECK(is(matmul(x(), b), {2}, {10, 6}));
    // w @ w
    CHECK(is(matmul(x(), w), {}, {14}));
    // np.dot(w, w)
    CHECK(is(dot(w, x()), {}, {14}));
    // np.vdot(w, w)
    CHECK(is(vdot(x(), x()), {}, {14}));
    // np.outer(w, w)
    CHECK(is(outer(x(), x()), {3, 3}, {1, 2, 3, 2, 4, 6, 3, 6, 9}));
    // np.kron(w, [1, 10])
    CHECK(is(kron(x(), tensor<int, 2>{1, 10}), {6}, {1, 10, 2, 20, 3, 30}));
    // np.cross(w, [4, 5, 6])
    CHECK(is(cross(x(), tensor<int, 3>{4, 5, 6}), {3}, {-3, 6, -3}));
    // np.einsum("i,i", w, w)
    CHECK(is(einsum<"i,i">(x(), x()), {}, {14}));
    // np.einsum("i,j", w, w)
    CHECK(is(einsum<"i,j">(x(), w), {3, 3}, {1, 2, 3, 2, 4, 6, 3, 6, 9}));
    CHECK(has<2>(matmul(x(), b)));
    CHECK(has<x.m, x.m>(outer(x(), x())));
  });
  using cd = std::complex<double>;
  // z = np.array([3 + 4j, 0 - 1j])
  for_some_kinds(tensor<cd, 2>{cd(3, 4), cd(0, -1)}, [](auto x) {
    // np.dot(z, z)
    CHECK(is(dot(x(), x()), {}, {cd(-8, 24)}));
    // np.vdot(z, z)
    CHECK(is(vdot(x(), x()), {}, {cd(26, 0)}));
    // np.einsum("i,i->i", z, z)
    CHECK(is(einsum<"i,i->i">(x(), x()), {2}, {cd(-7, 24), cd(-1, 0)}));
  });
}

TEST_CASE("products of empty operands") {
  // e @ b
  CHECK(is(matmul(e, b), {0, 2}, {}));
  // e.T @ e
  CHECK(is(matmul(transpose(e), e), {3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0}));
  // e @ w
  CHECK(is(matmul(e, w), {0}, {}));
  // np.zeros(0, int) @ e
  CHECK(is(matmul(nothing, e), {3}, {0, 0, 0}));
  // np.zeros((0, 2, 3), int) @ b
  CHECK(is(matmul(dtensor<int, 3>(0, 2, 3), b), {0, 2, 2}, {}));
  // np.dot(np.zeros(0, int), np.zeros(0, int))
  CHECK(is(dot(nothing, nothing), {}, {0}));
  CHECK_THROWS_AS(eval(matmul(e, e)), shape_error);       // e @ e: ValueError
  CHECK_THROWS_AS(eval(matmul(nothing, w)), shape_error); // np.zeros(0) @ w: ValueError
  // np.vdot(e, e)
  CHECK(is(vdot(e, e), {}, {0}));
  // np.outer(e, w)
  CHECK(is(outer(e, w), {0, 3}, {}));
  // np.outer(w, np.zeros(0, int))
  CHECK(is(outer(w, nothing), {3, 0}, {}));
  // np.kron(e, b)
  CHECK(is(kron(e, b), {0, 6}, {}));
  // np.cross(e, w)
  CHECK(is(cross(e, w), {0, 3}, {}));
  CHECK_THROWS_AS(cross(nothing, w), shape_error); // np.cross(np.zeros(0), w): ValueError
  // np.tensordot(e, b, 1)
  CHECK(is(tensordot(e, b, _1), {0, 2}, {}));
  // np.tensordot(e, e, 2)
  CHECK(is(tensordot(e, e, _2), {}, {0}));
  // np.tensordot(e.T, e, 1)
  CHECK(is(tensordot(transpose(e), e, _1), {3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0}));
  // np.trace(e)
  CHECK(is(trace(e), {}, {0}));
  // np.trace(a, 3)
  CHECK(is(trace(a, 3), {}, {0}));
  // np.einsum("ij,jk->ik", e, b)
  CHECK(is(einsum<"ij,jk->ik">(e, b), {0, 2}, {}));
  // np.einsum("ij->j", e)
  CHECK(is(einsum<"ij->j">(e), {3}, {0, 0, 0}));
  // np.einsum("ij,ij", e, e)
  CHECK(is(einsum<"ij,ij">(e, e), {}, {0}));
  constexpr tensor<int, 2, 0> none;
  // np.zeros((2, 0), int) @ np.zeros((0, 2), int)
  CHECK(is(matmul(none, transpose(none)), {2, 2}, {0, 0, 0, 0}));
  CHECK(has<2, 2>(matmul(none, transpose(none))));
}

TEST_CASE("products of rank 0") {
  // np.dot(7, 7)
  CHECK(is(dot(s, s), {}, {49}));
  // np.dot(a, 7)
  CHECK(is(dot(a, s), {2, 3}, {21, 7, 14, 42, 28, 35}));
  // np.vdot(7, 7)
  CHECK(is(vdot(s, s), {}, {49}));
  // np.outer(7, w)
  CHECK(is(outer(s, w), {1, 3}, {7, 14, 21}));
  // np.kron(7, w)
  CHECK(is(kron(s, w), {3}, {7, 14, 21}));
  // np.kron(7, 7)
  CHECK(is(kron(s, s), {}, {49}));
  // np.tensordot(7, w, 0)
  CHECK(is(tensordot(s, w, _0), {3}, {7, 14, 21}));
  // np.einsum(",i->i", 7, w)
  CHECK(is(einsum<",i->i">(s, w), {3}, {7, 14, 21}));
  // np.einsum("->", 7)
  CHECK(is(einsum<"->">(s), {}, {7}));
}

TEST_CASE("products of narrow integers") {
  // i8 = np.array([100, 100], np.int8)
  const tensor<std::int8_t, 2> i8{100, 100};
  // C++ promotes to int; NumPy's int8 wraps.
  // i8.astype(np.int32) @ i8
  CHECK(is(dot(i8, i8), {}, {20000}));
  CHECK(gives<int>(matmul(i8, i8)));
  // np.outer(i8.astype(np.int32), i8)
  CHECK(is(outer(i8, i8), {2, 2}, {10000, 10000, 10000, 10000}));
  // np.trace(np.full((2, 2), 100, np.int8))
  CHECK(is(trace(reshape(repeat(i8, 2), 2, 2)), {}, {200}));
  CHECK(gives<std::int64_t>(trace(cast<std::int8_t>(a))));
}

TEST_CASE("products of elements whose order matters") {
  const tensor<affine, 2> f{{2, 1}, {3, 0}}, g{{1, 4}, {5, 1}}, h{{1, 1}, {2, 3}};
  const auto r = eval(einsum<"i,j,i->j">(f, g, h));
  CHECK(r[0] == f[0] * g[0] * h[0] + f[1] * g[0] * h[1]);
  CHECK(r[1] == f[0] * g[1] * h[0] + f[1] * g[1] * h[1]);
  CHECK(eval(dot(f, g))() == f[0] * g[0] + f[1] * g[1]);
}
