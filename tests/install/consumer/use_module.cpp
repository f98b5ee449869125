// SPDX-License-Identifier: BSL-1.0
// A program that includes no header of stria.
#include <cstdio>
#include <string>

import stria;

using namespace stria;

double sum_elsewhere(const dtensor<double, 2>& a);

int main(int, char** arguments) {
  auto u = zeros<float>(6, 8);
  u[nd({{2, 3}, {4, 6}})] = 8.f;
  const auto m = range(1, -1);
  u[m, m] =
      0.25f * (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] + u[m, range(2, _)]);
  auto v = u[rev(), range(_, _, 2)];
  v = where(v > 1.f, v * 10.f, v);
  if (sum(u) != 66.f || max(u) != 20.f)
    return 1;

  // Constants keep their values in the type.
  const tensor<float, 5, 5, 5, 5> t{};
  static_assert(decltype(t[_1, range(_2, 4_c), newaxis, rev(-_3)])::extents ==
                static_shape<4>{{2, 1, 2, 5}});

  random::generator g(7);
  const dtensor<double, 2> a = random::normal(g, 3, 4);
  const std::string file = std::string(arguments[1]) + "/a.npy";
  save_npy(file, a);
  const auto b = load_npy<double, dyn, dyn>(file);
  if (!all_of(a == b) || sum_elsewhere(b) != sum(a) || matmul(a, transpose(b)).extent(1) != 3)
    return 2;
  std::puts(repr(eval(cast<int>(u))).c_str());
  try {
    return static_cast<int>(a[3].size());
  } catch (const index_error& e) {
    std::puts(e.what());
  }
  return 0;
}
