// SPDX-License-Identifier: BSL-1.0
// support/catch.hpp: Catch2 version 2 or 3, with common names for the parts that differ.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#define STRIA_TEST_CATCH 3
#else
#include <catch2/catch.hpp>
#define STRIA_TEST_CATCH 2
#endif

#include <string>

// Quick runs try the first two types of each test that has several (STRIA_TEST_FEW_TYPES).
#if defined(STRIA_TEST_FEW_TYPES)
#undef TEMPLATE_TEST_CASE
#define STRIA_TWO_TYPES(name, tags, first, second, ...)                                            \
  INTERNAL_CATCH_TEMPLATE_TEST_CASE(name, tags, first, second)
#define TEMPLATE_TEST_CASE(...) STRIA_TWO_TYPES(__VA_ARGS__, )
#endif

namespace test {

#if STRIA_TEST_CATCH == 3
using Catch::Approx;
#else
using Catch::Detail::Approx;
#endif

/// A matcher: `CHECK_THROWS_WITH(f(), test::contains("axis 1"))`.
inline auto contains(const std::string& text) {
#if STRIA_TEST_CATCH == 3
  return Catch::Matchers::ContainsSubstring(text);
#else
  return Catch::Matchers::Contains(text);
#endif
}

} // namespace test

#undef STRIA_TEST_CATCH
