// SPDX-License-Identifier: BSL-1.0
// warns-clang: temporary whose address is used as value of local variable 's' will be destroyed
#include <stria/stria.hpp>
using namespace stria;
int main() {
#ifndef TWIN
  auto s = tensor{1.f, 2.f}.storage(); // the mistake
#else
  tensor t{1.f, 2.f};
  auto s = t.storage();
#endif
  static_cast<void>(s);
}
