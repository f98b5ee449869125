// SPDX-License-Identifier: BSL-1.0
// A program that is compiled by two compilers with two C++ standards: this file uses stria, and
// smooth_rows() uses CUDA or, without CUDA, its replacement in smooth.cpp.
#include "smooth.hpp"

#include <stria/stria.hpp>

#include <cstdio>
#include <memory>

using namespace stria;

namespace {

/// A tensor or a view of it as a matrix_memory.
template <class M> matrix_memory memory_of(M&& m) {
  const auto n = m.shape();
  const auto s = m.strides();
  return {m.data(), n[0], n[1], s[0], s[1]};
}

/// The same smoothing, computed by stria.
dtensor<float, 2> smoothed(const dtensor<float, 2>& a) {
  dtensor<float, 2> r = a;
  r[_, range(1, -1)] = (a[_, range(_, -2)] + a[_, range(1, -1)] + a[_, range(2, _)]) / 3.f;
  return r;
}

int failures = 0;
void expect(bool holds, const char* what) {
  failures += holds ? 0 : 1;
  if (!holds)
    std::printf("wrong: %s\n", what);
}

} // namespace

int main() {
  const dtensor<float, 2> a = reshape(cast<float>(square(arange(24)) % 7), 4, 6);
  dtensor<float, 2> b = a;
  smooth_rows(memory_of(b));
  expect(allclose(b, smoothed(a)), "a tensor");
  b = a;
  smooth_rows(memory_of(b[rev(), range(_, _, 2)]));
  expect(allclose(b[_, range(_, _, 2)], smoothed(eval(a[_, range(_, _, 2)]))), "a slice");
  // A view of memory that another library owns.
  const auto other = std::make_unique<float[]>(12);
  as_view(other.get(), 3, 4) = 2.f;
  smooth_rows({other.get(), 3, 4, 4, 1});
  expect(all_of(as_view(other.get(), 3, 4) == 2.f), "memory of others");
  return failures == 0 ? 0 : 1;
}
