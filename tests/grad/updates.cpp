// SPDX-License-Identifier: BSL-1.0
// Gradients of programs with loops, assignments to variables, slices and selections, and tie().
#include <stria/grad.hpp>
#include <stria/random.hpp>
#include <stria/stria.hpp>

#include "numbers.hpp"

using namespace stria;
using stria::index;

namespace {

const dtensor<double, 1> v{0.5, 1.7, 0.9, 1.3};
const tensor<index, dyn> idx{0, 3, 3, 1, 0, 3};

/// The value is that of the program without gradients, and the gradient that of differences.
template <class F, class... A> void check(const F& f, const A&... a) {
  CHECK(std::get<0>(value_and_grad(f, a...)) == f(a...));
  check_gradient(f, a...);
}

} // namespace

TEST_CASE("time steps in place") {
  random::generator g(1);
  const dtensor<double, 2> start = random::normal(g, 5, 6), goal = random::normal(g, 5, 6);
  const auto m = range(1, -1);
  check(
      [&](const auto& a) {
        auto u = let(a);
        for (int k = 0; k < 20; ++k)
          u[m, m] += 0.1 * (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] +
                            u[m, range(2, _)] - 4. * u[m, m]) -
                     0.01 * u[m, m] * u[m, m];
        return mean(square(u - goal));
      },
      start);
}

TEST_CASE("assignments to variables") {
  check(
      [](const auto& a) {
        auto u = let(a * 2.);
        for (int k = 0; k < 3; ++k)
          u = tanh(u) + a;
        return sum(u * u);
      },
      v);
  // another shape, a copy, and updates by * and /
  check(
      [](const auto& a) {
        auto u = let(a);
        auto copy = u;
        u = u[range(1, _)] * u[range(_, -1)];
        copy[0] *= a[1];
        copy /= 2. + a;
        copy[range(1, 3)] *= copy[range(2, 4)];
        copy -= a * a;
        std::swap(u, copy);
        return sum(copy * copy) + sum(u * u * a);
      },
      v);
  // the old shape is needed, even if no rule reads the old elements
  check(
      [](const auto& a) {
        auto u = let(a);
        u = u[range(1, _)] - u[range(_, -1)];
        auto h = let(u + 1.);
        u = a * 2.;
        return sum(u * u) + sum(h * h);
      },
      v);
  // A statement reads the values from before its own update.
  CHECK(test::holds(grad(
                        [](const auto& a) {
                          auto u = let(a);
                          auto h = let(u * u);
                          u = 0.;
                          u[1] = 5.;
                          return sum(h) + sum(u);
                        },
                        v),
                    {1., 3.4, 1.8, 2.6}));
}

TEST_CASE("gathers and scatters") {
  check([](const auto& a) { return sum(square(a[idx]) * arange(6.)); }, v);
  check([](const auto& a) { return mean((2. * square(a))[idx]) + a[0] * a[-1]; }, v);
  check(
      [](const auto& a) {
        auto u = let(a);
        auto e = let(square(a[idx]));
        u[idx] += e * u[idx];
        u[idx] -= 0.5 * e;
        return sum(u * u);
      },
      v);
  // Of several assignments to one element the last one counts; masks.
  check(
      [](const auto& a) {
        auto u = let(square(a));
        u[idx] = a[idx] * arange(6.);
        u[u > 3.] = 0.25;
        u[a < 1.] *= 3.;
        return sum(u * u * a);
      },
      v);
  CHECK_THROWS_AS(grad(
                      [](const auto& a) {
                        auto u = let(a);
                        u[idx] *= 2.;
                        return sum(u);
                      },
                      v),
                  value_error);
}

TEST_CASE("several variables") {
  check(
      [](const auto& a) {
        auto u = let(a);
        auto w = let(2. * a);
        for (int k = 0; k < 3; ++k)
          tie(u, w) = std::tuple(u - 0.1 * w * u, w + 0.1 * u);
        tie(u, w) = std::tuple(w, u);
        return sum(u * w * w);
      },
      v);
}

TEST_CASE("errors at run time") {
  CHECK_THROWS_AS(value_and_grad(
                      [](const auto& a) {
                        return sum(a) * grad([&](const auto& b) { return sum(a * b); }, v)[0];
                      },
                      v),
                  value_error);
}
