// SPDX-License-Identifier: BSL-1.0
// The program of the README: a stencil, a scatter, a view, and the explanation of a subscript.
#include <stria/stria.hpp>

#include <cstdio>

using namespace stria;

int main() {
  auto u = zeros<float>(6, 8);
  u[nd({{2, 3}, {4, 6}})] = 8.f; // scatter
  auto m = range(1, -1);
  // A 5-point stencil: one fused loop, and right although u is read and written.
  u[m, m] =
      0.25f * (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] + u[m, range(2, _)]);
  auto v = u[rev(), range(_, _, 2)]; // u[::-1, ::2], a view
  v = where(v > 1.f, v * 10.f, v);   // writes through to u
  const auto total = sum(u), largest = max(u);
  std::printf("sum %g, largest %g\n\n", total, largest);

  tensor<float, 5, 5, 5, 5, 5, 5> t;
  auto w = t[_1, range(_2, _4), newaxis, ellipsis, rev(-_3), _];
  static_assert(w.extents == static_shape<6>{{2, 1, 5, 5, 2, 5}}); // known to the compiler
  std::printf("%s", explain(t.shape(), _1, range(2, 4), newaxis, ellipsis, rev(-3), _).c_str());
}
