// SPDX-License-Identifier: BSL-1.0
// The rules in forward mode, compared with the reverse mode, and second derivatives, compared with
// differences.
#include <stria/grad.hpp>
#include <stria/random.hpp>
#include <stria/stria.hpp>

#include "numbers.hpp"

using namespace stria;
using stria::index;

namespace {

template <std::size_t R, class... N> dtensor<double, R> random_numbers(std::uint64_t seed, N... n) {
  random::generator g(seed);
  return dtensor<double, R>(random::uniform(g, 0.5, 2., n...));
}
const auto v = random_numbers<1>(1, 4), dv = random_numbers<1>(2, 4), t = random_numbers<1>(3, 3);
const auto x = random_numbers<2>(4, 3, 4), dx = random_numbers<2>(5, 3, 4),
           s = random_numbers<2>(6, 3, 3);
const tensor<index, dyn> idx{0, 3, 3, 1};

bool alike(double a, double b, double tolerance = 1e-10) {
  const bool good = std::abs(a - b) <= tolerance * (1 + std::abs(a) + std::abs(b));
  if (!good)
    UNSCOPED_INFO(a << " and " << b);
  return good;
}
template <class A, class B> bool alike(const A& a, const B& b, double tolerance = 1e-10) {
  return alike(double(norm(ravel(a - b))), 0., tolerance * (1 + double(norm(ravel(a)))));
}

/// dot(dy, J dx) = dot(J^T dy, dx), and values as without derivatives.
template <class F, class A> bool modes_agree(const F& f, const A& a, const A& da) {
  const auto [y, dy] = jvp(f, std::tuple{a}, std::tuple{da});
  const auto [value, pullback] = vjp(f, a);
  if constexpr (detail::operand<decltype(y)>) {
    const auto e = eval(cos(y) + 1.);
    return alike(y, value, 1e-15) && alike(sum(e * dy), sum(pullback(e) * da));
  } else {
    return alike(y, value, 1e-15) && alike(dy, sum(pullback(1.) * da));
  }
}
/// The product of the second derivatives with a direction, and differences of the gradient.
template <class F, class A> bool second_agrees(const F& f, const A& a, const A& da) {
  const double step = 1e-5;
  const auto above = grad(f, eval(a + step * da)), below = grad(f, eval(a - step * da));
  return alike(hvp(f, a, da), eval((above - below) / (2 * step)), 1e-6);
}

} // namespace

// AGREES(argument, direction, expression of a)
#define AGREES(argument, direction, ...)                                                           \
  CHECK(modes_agree([](const auto& a) { return let(__VA_ARGS__); }, argument, direction));         \
  CHECK(second_agrees([](const auto& a) { return sum(sin(__VA_ARGS__)); }, argument, direction))

TEST_CASE("element-wise functions in both modes") {
  AGREES(v, dv, sqrt(a) + exp(a) * log(a) + pow(a, 3.) / a + hypot(a, v) + atan2(a, v));
  AGREES(v, dv, maximum(a, 1.) + clip(a, 0.7, 1.5) + where(a > 1., square(a), -a) + abs(a - 1.));
  AGREES(v, dv, logaddexp(a, v * a) + sinc(a) + tanh(a) * erf(a) + cast<double>(reciprocal(a)));
  AGREES(x, dx, a * v + a / t[_, newaxis] + broadcast_to(a * a, 2, 3, 4) + a * sum(a));
}
TEST_CASE("reductions in both modes") {
  AGREES(x, dx, sum(a * a, _0) + mean(a, _0) * prod(a, _0) + max(a * a, _0) - min(a, _0));
  AGREES(x, dx, var(a, _1) + std_dev(a * a, _1) + norm(a, _1) + logsumexp(a * a, _1));
  AGREES(x, dx, var(a) + norm(a) * logsumexp(a) + a * max(a) + a * mean(a));
}
TEST_CASE("products and movements in both modes") {
  AGREES(x, dx, matmul(transpose(a), a) + sum(matmul(s, a)));
  AGREES(x, dx, einsum<"ij,ik->jk">(a, a * a) * v + outer(v, v) * sum(a));
  AGREES(x, dx, roll(a, 1, _1) * a + flip(a, _0) * cumsum(a, _1) + sort(a, _1) + reshape(a, 3, 4));
  AGREES(x, dx, concat(_0, a, a * a) * tile(a, 2, 1));
  AGREES(v, dv, a[rev()] * a[idx] + take(a, idx));
}
TEST_CASE("updates in place in both modes") {
  const auto f = [](const auto& a) {
    auto u = let(a * a);
    for (int k = 0; k < 3; ++k)
      u[range(1, -1)] += 0.1 * (u[range(_, -2)] + sin(u[range(2, _)]) - 2. * u[range(1, -1)]);
    u[0] *= u[1];
    u[idx] += 3. * a;
    u[u > 3.] = 0.5;
    return let(u * a);
  };
  CHECK(modes_agree(f, v, dv));
  CHECK(second_agrees([&](const auto& a) { return sum(f(a)); }, v, dv));
}
