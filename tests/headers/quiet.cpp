// SPDX-License-Identifier: BSL-1.0
// Comparisons and output in a program whose own code causes no warning. check.py compiles it with
// all warnings as errors and the headers by -I, optimised, because some warnings of g++ depend on
// inlined code.
#include <stria/stria.hpp>

#include <complex>
#include <iostream>
#include <string>

using namespace stria;

using numbers = dtensor<double, 1>;
using table = dtensor<double, 2>;
using counts = dtensor<int, 1>;

namespace quiet {

// --- comparisons ---
bool rows_equal(const table& a, const table& b) { return array_equal(a[0], b[_, 0]); }
bool rows_close(const table& a, const table& b) { return allclose(a[0], b[_, range(1, _, 2)][1]); }
bool sorted_equal(const table& a) {
  const auto t = transpose(a);
  return array_equal(sort(flip(t, _1), _1), t);
}
bool positive_column(const table& b) { return all_of(b[_, 0] > 0.); }
bool nan_or_positive(const table& a) { return any(isnan(a[0]) || a[1] > 0.); }
bool same_counts(const counts& a, const counts& b) { return all_of(a == b) && !any(a != b[rev()]); }

// --- output ---
void print(std::ostream& out, const numbers& a) { out << a; }
void print(std::ostream& out, const table& a) {
  out << a[_, 0] << repr(a) << a + 1. << a.shape()[0];
}
void print(std::ostream& out, const counts& a) { out << a << a % 2 << (a > 1); }
void print(std::ostream& out, const dtensor<std::complex<float>, 2>& a) { out << a << abs(a); }
void print(std::ostream& out, const dtensor<std::string, 1>& a) { out << a; }
std::string text(const tensor<float, 2, 3>& a) { return to_string(a); }

} // namespace quiet
