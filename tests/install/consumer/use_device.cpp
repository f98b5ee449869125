// SPDX-License-Identifier: BSL-1.0
// Links stria::device, whose sources this project compiles.
#include <stria/device/context.hpp>

#include <cstdlib>

int main() {
  ::setenv("STRIA_DEVICE", "none", 1);
  return stria::detail::all_devices().empty() ? 0 : 1;
}
