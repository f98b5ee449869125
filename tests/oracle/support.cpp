// SPDX-License-Identifier: BSL-1.0
// tests/oracle/support.cpp: the part of the oracle tests that uses Catch2.
#include "support.hpp"

#include "../support/catch.hpp"

#include <algorithm>
#include <exception>
#include <span>

namespace oracle {
namespace {

int cases = 0;
int comparisons = 0;

/// NaN equals NaN.
template <class T> bool same_values(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](T x, T y) { return x == y || (x != x && y != y); });
}

template <class T>
void compare_typed(const lengths& shape, std::span<const T> data, const answer<T>& want) {
  ++comparisons;
  CHECK(shape == want.shape);
  const std::vector<T> got(data.begin(), data.end());
  const bool same = same_values(got, want.data);
  if (!same && got.size() <= 1000 && want.data.size() <= 1000)
    UNSCOPED_INFO("got " << Catch::Detail::stringify(got) << ", wanted "
                         << Catch::Detail::stringify(want.data));
  CHECK(same);
}

} // namespace

void run(const char* id, const char* form, void (*body)()) {
  INFO("case " << id << ", " << form);
  ++cases;
  const int before = comparisons;
  try {
    body();
  } catch (const std::exception& e) {
    FAIL_CHECK("threw: " << e.what());
    return;
  }
  CHECK(comparisons > before);
}

int cases_run_by(void (*part)()) {
  const int before = cases;
  part();
  return cases - before;
}

void compare(const lengths& shape, std::span<const std::int32_t> data,
             const answer<std::int32_t>& want) {
  compare_typed(shape, data, want);
}
void compare(const lengths& shape, std::span<const std::int64_t> data,
             const answer<std::int64_t>& want) {
  compare_typed(shape, data, want);
}
void compare(const lengths& shape, std::span<const float> data, const answer<float>& want) {
  compare_typed(shape, data, want);
}
void compare(const lengths& shape, std::span<const double> data, const answer<double>& want) {
  compare_typed(shape, data, want);
}

void compare_one(bool equal, const char* what) {
  ++comparisons;
  INFO(what);
  CHECK(equal);
}

} // namespace oracle
