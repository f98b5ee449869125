// SPDX-License-Identifier: BSL-1.0
// Links stria::instantiated: stores, copies, reductions and printing come from its library.
#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>
#include <stria/stria.hpp>

#include <sstream>
#include <string>

#if !defined(STRIA_USE_INSTANTIATED)
#error "the target defines STRIA_USE_INSTANTIATED"
#endif

using namespace stria;

int main(int, char** arguments) {
  dtensor<float, 2> a(30, 40);
  a = 1.f;
  dtensor<float, 2> b = a * 2.f + 1.f;
  b[range(1, 3), _] = a[range(0, 2), _];
  b[_, range(1, _)] = b[_, range(_, -1)]; // in place
  const dtensor<float, 2> turned = transpose(b);
  std::ostringstream text;
  text << tensor{0.5, 1e-12} << max(turned, _0)[range(0, 2)] << tensor{1.5f};

  const std::string folder = arguments[1];
  save_npy(folder + "/a.npy", a);
  const auto again = load_npy<float, dyn, dyn>(folder + "/a.npy");
  save_csv(folder + "/a.csv", again);
  if (!all_of(load_csv<double>(folder + "/a.csv").values == a))
    return 2;
  return sum(turned) == 28 * 40 * 3 + 2 * 40 && text.str() == "[5.e-01 1.e-12][3. 1.][1.5]" ? 0 : 1;
}
