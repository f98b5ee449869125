// SPDX-License-Identifier: BSL-1.0
// Measures the figures of docs/design/linalg.md: milliseconds for each call of stria::linalg with
// the library that STRIA_LINALG selects, on square matrices of double. Prints the smallest of seven
// measurements. Set OPENBLAS_NUM_THREADS=1 for LAPACK.
#include <stria/linalg.hpp>
#include <stria/stria.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace {

using namespace stria;
using stria::index;

/// Processor time of one call. It depends less on other programs than elapsed time does.
template <class F> double milliseconds(index calls, const F& f) {
  double least = 1e9;
  for (int turn = 0; turn < 7; ++turn) {
    const std::clock_t start = std::clock();
    for (index k = 0; k < calls; ++k) {
      f();
      asm volatile("" : : : "memory");
    }
    least = std::min(least, static_cast<double>(std::clock() - start) * (1e3 / CLOCKS_PER_SEC) /
                                static_cast<double>(calls));
  }
  return least;
}

} // namespace

int main() {
  std::printf("%5s %9s %9s %9s %9s %9s %9s\n", "n", "solve", "inv", "qr", "eigh", "svd", "eig");
  for (const index n : {4, 32, 300}) {
    random::generator g(1);
    const dtensor<double, 2> a = random::normal<double>(g, n, n);
    const dtensor<double, 2> symmetric = a + transpose(a);
    const dtensor<double, 1> b = random::normal<double>(g, n);
    const index calls = n < 10 ? 2000 : n < 100 ? 50 : 1;
    std::printf("%5td %9.4f %9.4f %9.4f %9.4f %9.4f %9.4f\n", n,
                milliseconds(calls, [&] { (void)linalg::solve(a, b); }),
                milliseconds(calls, [&] { (void)linalg::inv(a); }),
                milliseconds(calls, [&] { (void)linalg::qr(a); }),
                milliseconds(calls, [&] { (void)linalg::eigh(symmetric); }),
                milliseconds(calls, [&] { (void)linalg::svd(a); }),
                milliseconds(calls, [&] { (void)linalg::eig(a); }));
  }
}
