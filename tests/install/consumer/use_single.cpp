// SPDX-License-Identifier: BSL-1.0
// Uses parts of the single header that stria.hpp does not include: files, random numbers and
// ranges.
#include <stria_all.hpp>

#include <string>

using namespace stria;

double sum_elsewhere(const dtensor<double, 2>& a);

int main(int, char** arguments) {
  random::generator rng(7);
  dtensor<double, 2> a = random::normal(rng, 0., 1., 3, 4);
  const std::string file = std::string(arguments[1]) + "/a.npy";
  save_npy(file, a);
  const dtensor<double, 2> b = load_npy<double, dyn, dyn>(file);
  double by_range = 0;
  for (const double x : elements(b))
    by_range += x;
  const auto close = [](double x, double y) { return std::abs(x - y) < 1e-12; };
  return close(by_range, sum(a)) && close(sum_elsewhere(a), by_range) && a[_1, _2 + _1] == b[1, 3]
             ? 0
             : 1;
}
