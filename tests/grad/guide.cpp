// SPDX-License-Identifier: BSL-1.0
// The code of docs/guide/gradients.md.
#include <stria/grad.hpp>

#include "numbers.hpp"

using namespace stria;

TEST_CASE("the guide") {
  const dtensor<float, 2> x{{1, 2}, {3, 4}, {5, 6}}, y{{1}, {2}, {3}};
  dtensor<float, 2> w{{0.5f}, {-0.25f}};
  dtensor<float, 1> b{0.1f};

  auto loss = [&](const auto& w_, const auto& b_) { return mean(square(matmul(x, w_) + b_ - y)); };
  auto [value, dw, db] = value_and_grad(loss, w, b);
  w -= 0.01f * dw;
  b -= 0.01f * db;

  CHECK(loss(w, b) < value);
  check_gradient(loss, w, b);

  auto heat = [](const auto& start, const auto& goal) {
    auto u = let(start);
    const auto m = range(1, -1);
    for (int k = 0; k < 50; ++k)
      u[m] += 0.1f * (u[range(_, -2)] + u[range(2, _)] - 2.f * u[m]);
    return mean(square(u - goal));
  };
  const dtensor<float, 1> cold(10), goal = linspace(0.f, 1.f, 10);
  const auto d_start = grad([&](const auto& start) { return heat(start, goal); }, cold);
  CHECK(d_start.shape() == cold.shape());

  auto [scaled, pullback] = vjp([](const auto& a) { return a * a; }, cold);
  auto d_cold = pullback(goal);
  CHECK(all_of(scaled == 0.f));
  CHECK(all_of(d_cold == 0.f));

  auto softplus = custom_grad([](const auto& a) { return log1p(exp(a)); },
                              [](const auto& dy, const auto& a) { return dy / (1.f + exp(-a)); });
  const auto slope = grad([&](const auto& a) { return sum(softplus(a)); }, cold);
  CHECK(all_of(slope == 0.5f));
}
