// SPDX-License-Identifier: BSL-1.0
// Compares stria::fft with NumPy and SciPy (record_fft.py).
#include "cases.hpp"

#include <stria/fft.hpp>

namespace cases {
namespace {

using namespace stria;

using vector = kinds<of<double, 1>>;
using complex_vector = kinds<of<complex, 1>>;
using ints = kinds<of<std::int32_t, 1>>;
using matrix = kinds<of<double, 2>>;
using complex_matrix = kinds<of<complex, 2>>;
using cube = kinds<of<double, 3>>;

constexpr tolerance loose{.of_double = 2e-14, .of_float = 1e-5, .to_largest = true};

/// Calls f with the operand and the further arguments that the row has.
template <class A, class F> auto with_arguments(const row& r, const A& a, const F& f) {
  const std::string norm = r.has("norm") ? r.word("norm") : "backward";
  const index n = r.whole("n");
  if constexpr (A::rank == 2) {
    if (r.word("axis") == "0")
      return r.has("n") ? f(a, n, _0) : f(a, _0);
    return r.has("n") ? f(a, n, _1) : f(a, _1);
  } else {
    return r.has("n") ? f(a, n) : f(a, norm.c_str());
  }
}
template <class A, class F> auto with_axes(const row& r, const A& a, const F& f) {
  if constexpr (A::rank == 2) {
    if (r.has("s")) {
      const auto sizes = indices_of(r.word("s"));
      return f(a, std::array{sizes[0], sizes[1]});
    }
    if (r.has("norm"))
      return f(a, r.word("norm").c_str());
  }
  return r.has("axes") ? f(a, _1, _0) : f(a);
}

#define ONE_AXIS(name, ...)                                                                        \
  {#name,                                                                                          \
   [](const row& r) {                                                                              \
     return call<vector, ints, matrix __VA_OPT__(, ) __VA_ARGS__>(r, [&](const auto& a) {          \
       return with_arguments(r, a, [](const auto&... x) { return fft::name(x...); });              \
     });                                                                                           \
   },                                                                                              \
   loose}
#define SEVERAL_AXES(name, ...)                                                                    \
  {#name,                                                                                          \
   [](const row& r) {                                                                              \
     return call<matrix, cube __VA_OPT__(, ) __VA_ARGS__>(r, [&](const auto& a) {                  \
       return with_axes(r, a, [](const auto&... x) { return fft::name(x...); });                   \
     });                                                                                           \
   },                                                                                              \
   loose}
#define FREQUENCIES(name)                                                                          \
  {#name, [](const row& r) {                                                                       \
     answers found;                                                                                \
     found.add(fft::name(static_cast<index>(r.operands[0].values[0]), r.number("step")));          \
     return found;                                                                                 \
   }}
#define SHIFT(name)                                                                                \
  {#name, [](const row& r) {                                                                       \
     if (r.has("axis"))                                                                            \
       return call<matrix>(r, [](const auto& a) { return fft::name(a, _1); });                     \
     return call<vector, complex_vector, ints, matrix, cube>(                                      \
         r, [](const auto& a) { return fft::name(a); });                                           \
   }}

answers convolutions(const row& r) {
  using vectors = kinds<of<double, 1>, of<double, 1>>;
  using complex_vectors = kinds<of<complex, 1>, of<complex, 1>>;
  using int_vectors = kinds<of<std::int32_t, 1>, of<std::int32_t, 1>>;
  using matrices = kinds<of<double, 2>, of<double, 2>>;
  const std::string mode = r.word("mode");
  if (r.has("axis"))
    return call<matrices>(
        r, [&](const auto& a, const auto& b) { return fft::fftconvolve(a, b, mode.c_str(), _1); });
  return call<vectors, complex_vectors, int_vectors, matrices>(
      r, [&](const auto& a, const auto& b) { return fft::fftconvolve(a, b, mode.c_str()); });
}

const function functions[] = {
    ONE_AXIS(fft, complex_vector, complex_matrix),
    ONE_AXIS(ifft, complex_vector, complex_matrix),
    ONE_AXIS(rfft),
    ONE_AXIS(irfft, complex_vector, complex_matrix),
    ONE_AXIS(hfft, complex_vector, complex_matrix),
    ONE_AXIS(ihfft),
    SEVERAL_AXES(fftn, complex_matrix),
    SEVERAL_AXES(ifftn, complex_matrix),
    SEVERAL_AXES(rfftn),
    SEVERAL_AXES(irfftn, complex_matrix),
    SEVERAL_AXES(fft2, complex_matrix),
    SEVERAL_AXES(ifft2, complex_matrix),
    SEVERAL_AXES(rfft2),
    SEVERAL_AXES(irfft2, complex_matrix),
    FREQUENCIES(fftfreq),
    FREQUENCIES(rfftfreq),
    SHIFT(fftshift),
    SHIFT(ifftshift),
    {"fftconvolve", convolutions, loose},
};

} // namespace

TEST_CASE("Fourier transforms, compared with NumPy and SciPy") { check("fft", functions); }

} // namespace cases
