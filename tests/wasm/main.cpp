// SPDX-License-Identifier: BSL-1.0
// Runs the tests that a program registers. The exit status is 0 if all checks hold.
#include <catch2/catch_all.hpp>

int main() {
  for (const Catch::test& t : Catch::all_tests()) {
    const int before = Catch::failures;
    t.run();
    if (Catch::failures > before)
      std::printf("in the test \"%s\"\n", t.name);
  }
  std::printf("%d checks, %d failures\n", Catch::checks, Catch::failures);
  return Catch::checks > 0 && Catch::failures == 0 ? 0 : 1;
}
