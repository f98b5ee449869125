// SPDX-License-Identifier: BSL-1.0
// heat.hpp: how heat spreads over a plate with insulated edges, for tensors of one machine
// (heat.cpp) and of several (heat_on_ranks.cpp). The stencil reads the target of the assignment.
// The result is as if the right side had been computed first, although only a few rows are
// buffered.
#pragma once

#include <stria/stria.hpp>

#include <cstdio>

namespace heat {

using namespace stria;

constexpr double rate = 0.2; // diffusivity * dt / h^2; the scheme is unstable above 0.25

auto inner(auto& u) { return u[range(1, -1), range(1, -1)]; }

// The sum of the four neighbours minus four times the element, for all elements except the border.
auto laplacian(const auto& u) {
  const auto m = range(1, -1);
  return u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] + u[m, range(2, _)] -
         4. * u[m, m];
}

void advance(auto& u) {
  inner(u) += rate * laplacian(u); // u[1:-1, 1:-1] += rate * laplacian(u)
  // The border gets the values of its neighbours. Without a difference, no heat flows.
  u[0] = u[1];
  u[-1] = u[-2];
  u[_, 0] = u[_, 1];
  u[_, -1] = u[_, -2];
}

// The heat of a point spreads out into a bell curve. Its variance along each axis grows by 2 * rate
// per step.
void spread_point(auto u, bool prints) {
  u[40, 40] = 1.;
  const auto x = arange(81) - 40.;
  if (prints)
    std::printf("a hot point\nstep  heat      variance  expected\n");
  for (int step = 0; step <= 60; ++step, advance(u))
    if (step % 20 == 0) {
      const double heat = sum(inner(u)), variance = sum(u * x * x) / heat;
      if (prints)
        std::printf("%4d  %.6f  %8.3f  %8.3f\n", step, heat, variance, 2 * rate * step);
    }
}

} // namespace heat
