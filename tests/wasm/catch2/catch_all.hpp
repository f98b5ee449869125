// SPDX-License-Identifier: BSL-1.0
// catch_all.hpp: the part of Catch2 that the tests of this folder need, without exceptions. An
// error would abort, so calls that should throw are only compiled.
#pragma once

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace Catch {

struct test {
  const char* name;
  void (*run)();
};
inline std::vector<test>& all_tests() {
  static std::vector<test> list;
  return list;
}
struct registers {
  registers(const char* name, void (*run)()) { all_tests().push_back({name, run}); }
};

inline int checks = 0, failures = 0;
inline void check(bool holds, const char* file, int line, const char* text) {
  ++checks;
  if (holds)
    return;
  ++failures;
  std::printf("%s:%d: failed: %s\n", file, line, text);
}

/// A number that others equal if they differ by a hundred thousandth part of it at most.
class Approx {
  double value_, margin_ = 0, epsilon_ = 1.2e-5;

public:
  template <class T> explicit Approx(T value) : value_(static_cast<double>(value)) {}
  Approx& margin(double m) { return margin_ = m, *this; }
  Approx& epsilon(double e) { return epsilon_ = e, *this; }
  template <class T> friend bool operator==(const T& x, const Approx& a) {
    const double y = static_cast<double>(x);
    return y == a.value_ || std::abs(y - a.value_) <= a.margin_ + a.epsilon_ * std::abs(a.value_);
  }
};
namespace Matchers {
struct contains_text {};
inline contains_text ContainsSubstring(const std::string&) { return {}; }
} // namespace Matchers

} // namespace Catch

#define STRIA_CATCH_NAME_OF(a, b) a##b
#define STRIA_CATCH_NAME(a, b) STRIA_CATCH_NAME_OF(a, b)
#define TEST_CASE(name, ...)                                                                       \
  static void STRIA_CATCH_NAME(stria_test_, __LINE__)();                                           \
  static const Catch::registers STRIA_CATCH_NAME(stria_registers_, __LINE__)(                      \
      name, STRIA_CATCH_NAME(stria_test_, __LINE__));                                              \
  static void STRIA_CATCH_NAME(stria_test_, __LINE__)()

#define CHECK(...) Catch::check(static_cast<bool>(__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)
#define CHECK_FALSE(...) Catch::check(!(__VA_ARGS__), __FILE__, __LINE__, "not " #__VA_ARGS__)
#define CHECK_UNARY(...) CHECK(__VA_ARGS__)
#define REQUIRE(...) CHECK(__VA_ARGS__)
#define REQUIRE_FALSE(...) CHECK_FALSE(__VA_ARGS__)
#define STATIC_REQUIRE(...)                                                                        \
  static_assert(__VA_ARGS__);                                                                      \
  ++Catch::checks
#define STATIC_REQUIRE_FALSE(...) STATIC_REQUIRE(!(__VA_ARGS__))
#define CHECK_NOTHROW(...) (static_cast<void>(__VA_ARGS__), ++Catch::checks)
#define STRIA_CATCH_COMPILES(...)                                                                  \
  do {                                                                                             \
    [[maybe_unused]] const auto compiles = [&] { static_cast<void>(__VA_ARGS__); };                \
  } while (false)
#define CHECK_THROWS(...) STRIA_CATCH_COMPILES(__VA_ARGS__)
#define CHECK_THROWS_AS(call, ...) STRIA_CATCH_COMPILES(call)
#define CHECK_THROWS_WITH(call, ...) STRIA_CATCH_COMPILES(call)
#define REQUIRE_THROWS_AS(call, ...) STRIA_CATCH_COMPILES(call)
#define INFO(...) static_cast<void>(0)
#define CAPTURE(...) static_cast<void>(0)
#define UNSCOPED_INFO(...) static_cast<void>(0)
#define FAIL_CHECK(...) CHECK(false)
#define SUCCEED(...) ++Catch::checks
