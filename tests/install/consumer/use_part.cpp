// SPDX-License-Identifier: BSL-1.0
// A program of two files. Stores, copies of elements of several sizes, reductions, assignments in
// place and printing come from the compiled part, if the file uses it.
#include <stria/core.hpp>

#include <cstdint>
#include <cstdio>
#include <sstream>

using namespace stria;

double total_of_columns(const dtensor<double, 2>& a); // use_part_too.cpp

template <class T> bool copies() {
  dtensor<T, 2> a(30, 41);
  for (stria::index i = 0; i < 30; ++i)
    for (stria::index k = 0; k < 41; ++k)
      a(i, k) = static_cast<T>(i + k);
  const dtensor<T, 2> turned = transpose(a), odd = a[_, range(1, _, 2)];
  dtensor<T, 2> sums = a + transpose(turned);
  sums[range(1, _)] = sums[range(_, -1)]; // in place
  return turned(40, 29) == T(69) && odd(29, 19) == T(68) && sums(29, 40) == T(136);
}

int main() {
#if defined(STRIA_USE_THREADS)
  set_num_threads(2);
#endif
  dtensor<double, 2> a(400, 300);
  a = 0.5;
  const dtensor<double, 2> b = a * 2. + 1.;
  const double all = total_of_columns(b);
  std::ostringstream text;
  text << tensor{0.5, 1e-12} << max(b, _0)[range(0, 2)];
  const bool good = all == 240000. && sum(b) == all && text.str() == "[5.e-01 1.e-12][2. 2.]" &&
                    copies<std::uint8_t>() && copies<short>() && copies<float>() &&
                    copies<double>();
  std::printf("%s\n", good ? "good" : "wrong");
  return good ? 0 : 1;
}
