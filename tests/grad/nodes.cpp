// SPDX-License-Identifier: BSL-1.0
// Gradients through products and through functions that move elements (grad/node_rules.hpp).
#include <stria/grad.hpp>
#include <stria/random.hpp>
#include <stria/stria.hpp>

#include "numbers.hpp"

using namespace stria;

namespace {

template <std::size_t R, class... N> dtensor<double, R> random_numbers(std::uint64_t seed, N... n) {
  random::generator g(seed);
  return dtensor<double, R>(random::uniform(g, 0.5, 2., n...));
}
const auto x = random_numbers<2>(1, 3, 4), s = random_numbers<2>(2, 3, 3),
           c = random_numbers<2>(3, 3, 8), e = random_numbers<2>(4, 6, 4);
const auto v = random_numbers<1>(5, 4), t = random_numbers<1>(6, 3);
const auto q = random_numbers<3>(7, 2, 3, 4), r = random_numbers<3>(8, 2, 4, 2);

const tensor<int, 3, 1> labels{{2}, {-1}, {9}};

} // namespace

// CHECKED(argument, expression of a)
#define CHECKED(argument, ...)                                                                     \
  CHECK_NOTHROW(check_gradient([](const auto& a) { return __VA_ARGS__; }, argument))

TEST_CASE("movements of elements") {
  CHECKED(x, sum(roll(a, 1, _1) * x) + sum(tile(a, 1, 2) * c) + sum(repeat(a, 2, _0) * e));
  CHECKED(x, sum(concat(_1, a, a * a) * c) + sum(stack(_0, a, 2. * a) * 3.));
  CHECKED(x, sum(square(pad(a, 1))) + sum(square(pad(a, 2, pad_mode::reflect))));
  CHECKED(x, sum(square(sort(a, _1)) * x));
  CHECKED(v, sum(sliding_window(a, 2, _0) * sliding_window(v, 2, _0)));
  CHECKED(s, sum(square(diagonal(a)) * t) + trace(a) + trace(matmul(a, s)));
  CHECKED(x, sum(triu(a, 1) * x) + sum(tril(a) * a) + sum(flip(a, _0) * x));
  CHECKED(x, sum(square(transpose(a) + v[_, newaxis])) + sum(reshape(a * a, 2, 6)[1] * 2.));
  CHECKED(x, sum(broadcast_to(a, 2, 3, 4) * q) + sum(expand_dims(a, _0) * q) + sum(ravel(a) * 2.));
  CHECKED(x, sum(cumsum(a, _0) * a) + sum(cumprod(a, _1) * x) + sum(square(diff(a, _1))));
  const dtensor<double, 1> zero{2., 0., 3.};
  CHECK(test::holds(grad([](const auto& a) { return sum(cumprod(a)); }, zero), {1., 8., 0.}));
  CHECKED(x, sum(moveaxis(a, axis(0), axis(1)) * transpose(x)));
  CHECKED(x, sum(square(take_along_axis(a, labels, _1, out_of_bounds::drop))) +
                 sum(square(take(a * a, labels, _1, out_of_bounds::clip))));
}

TEST_CASE("softmax") {
  CHECKED(x, sum(softmax(a) * x) + sum(softmax(a, _0) * log_softmax(a * a, _1)));
  CHECKED(q, sum(log_softmax(a, _0, _2) * q) + sum(softmax(a, axis(1)) * q));
}

TEST_CASE("products of vectors and matrices") {
  CHECKED(v, dot(a, v) + dot(a, a) + inner(v, a) + sum(outer(a, v) * outer(v, a)));
  CHECKED(v, sum(matmul(x, a)) + sum(matmul(a, transpose(x))));
  CHECKED(x, sum(square(matmul(a, v))) + sum(matmul(t, a)));
  CHECKED(t, sum(square(cross(a, t * t))));
}

TEST_CASE("products of stacks, tensordot and einsum") {
  CHECKED(v, sum(square(matmul(q, a))) + sum(matmul(a, r)));
  CHECKED(q, sum(square(matmul(a, r))));
  CHECKED(r, sum(square(matmul(q, a))));
  CHECKED(x, sum(square(matmul(a, r))));
  CHECKED(x, sum(square(tensordot(q, transpose(a), _1))) +
                 sum(square(tensordot(a, transpose(q[0]), _1))));
  CHECKED(x, sum(einsum<"ij,kj->ik">(a, x) * s) + einsum<"ij,ij->">(a, x * a));
  CHECKED(x, sum(einsum<"ij,kj,kl->il">(a, x * a, s)));
  CHECKED(x, sum(einsum<"row in, out in -> row out">(a, x) * s));
}
