// SPDX-License-Identifier: BSL-1.0
// support/cases.hpp: the number of cases that a test tries. STRIA_TEST_PART reduces it, as
// scripts/test.sh does under sanitizers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <vector>

namespace test {

/// One of this many cases is tried: the value of STRIA_TEST_PART, 1 by default.
inline int part() {
  const char* const part = std::getenv("STRIA_TEST_PART");
  return part == nullptr ? 1 : std::max(1, std::atoi(part));
}

/// The reduced number of random cases.
inline int cases(int all) { return std::max(1, all / part()); }

/// All sizes. If cases are reduced: the first, the last and every third size between them.
inline std::vector<std::ptrdiff_t> sizes(std::initializer_list<std::ptrdiff_t> all) {
  if (part() == 1)
    return all;
  std::vector<std::ptrdiff_t> some;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (k % 3 == 0 || k + 1 == all.size())
      some.push_back(all.begin()[k]);
  return some;
}

} // namespace test
