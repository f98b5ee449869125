// SPDX-License-Identifier: BSL-1.0
// expect: elements of this type cannot be printed: give the type an operator<<
#include <iostream>

#include <stria/stria.hpp>
using namespace stria;
struct point {
  int x;
};
struct printed_point : point {};
std::ostream& operator<<(std::ostream& out, const printed_point& p) { return out << p.x; }
int main() {
#ifndef TWIN
  const tensor<point, 3> t;
  std::cout << t << '\n'; // the mistake
#else
  const tensor<printed_point, 3> t;
  std::cout << t << '\n';
#endif
}
