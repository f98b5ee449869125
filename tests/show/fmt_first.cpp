// SPDX-License-Identifier: BSL-1.0
// stria.hpp is included after {fmt}, so {fmt} prints tensors without a further include.
#include <fmt/format.h>

#include <stria/stria.hpp>

#include "catch.hpp"

using namespace stria;

TEST_CASE("tensors are arguments of a {fmt} that was included first") {
  CHECK(fmt::format("{:.1f} {}", tensor{1.0, -2.0}, tensor{1, 2}) == "[ 1.0 -2.0] [1 2]");
}
