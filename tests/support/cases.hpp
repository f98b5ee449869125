// SPDX-License-Identifier: BSL-1.0
// How many cases a test tries: all, or the part that STRIA_TEST_PART names, as in scripts/test.sh
// under sanitizers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <vector>

namespace test {

/// One case in so many is tried: 1, or the value of STRIA_TEST_PART.
inline int part() {
  const char* const part = std::getenv("STRIA_TEST_PART");
  return part == nullptr ? 1 : std::max(1, std::atoi(part));
}

/// A number of random cases.
inline int cases(int all) { return std::max(1, all / part()); }

/// All these sizes, or of a part the first, the last and every third one between.
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
