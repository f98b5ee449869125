// SPDX-License-Identifier: BSL-1.0
// How many random cases a test tries.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace test {

/// So many, or where STRIA_TEST_PART is n, an n-th of them: scripts/test.sh under sanitizers.
inline int cases(int all) {
  const char* const part = std::getenv("STRIA_TEST_PART");
  return part == nullptr ? all : std::max(1, all / std::max(1, std::atoi(part)));
}

} // namespace test
