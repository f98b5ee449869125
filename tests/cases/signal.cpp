// SPDX-License-Identifier: BSL-1.0
// Compares stria::signal with NumPy and SciPy (record_signal.py).
#include "cases.hpp"

#include <stria/signal.hpp>

namespace cases {
namespace {

using namespace stria;

using vector = kinds<of<double, 1>>;
using matrix = kinds<of<double, 2>>;
using int_matrix = kinds<of<std::int32_t, 2>>;
using cube = kinds<of<double, 3>>;
template <class T> using two_matrices = kinds<of<T, 2>, of<T, 2>>;

constexpr tolerance loose{.of_double = 1e-12, .to_largest = true};

#define WINDOW(name)                                                                               \
  {#name, [](const row& r) {                                                                       \
     answers found;                                                                                \
     found.add(signal::name(static_cast<index>(r.operands[0].values[0])));                         \
     return found;                                                                                 \
   }}
#define CONVOLUTION(name)                                                                          \
  {#name,                                                                                          \
   [](const row& r) {                                                                              \
     return call<two_matrices<double>, two_matrices<std::int32_t>, two_matrices<complex>>(         \
         r, [&]<class A>(const A& a, const auto& b) {                                              \
           return signal::name(a, b, r.word("mode").c_str(), r.word("edge").c_str(),               \
                               static_cast<typename A::value_type>(r.number("fill")));             \
         });                                                                                       \
   },                                                                                              \
   loose}
/// The two numbers of a word such as 1.5,0.5.
std::array<double, 2> both(const std::string& text) {
  const auto parts = split(text, ',');
  return {std::strtod(parts[0].c_str(), nullptr), std::strtod(parts[1].c_str(), nullptr)};
}

answers gaussians(const row& r) {
  if (r.has("sigmas"))
    return call<matrix>(
        r, [&](const auto& a) { return signal::gaussian_filter(a, both(r.word("sigmas"))); });
  return call<vector, matrix, cube>(
      r, [&](const auto& a) { return signal::gaussian_filter(a, r.number("sigma")); });
}
answers medians(const row& r) {
  if (r.has("sizes"))
    return call<matrix>(r, [&](const auto& a) {
      const auto sizes = indices_of(r.word("sizes"));
      return signal::median_filter(a, sizes_of<2>(sizes));
    });
  return call<vector, matrix, int_matrix, cube>(
      r, [&](const auto& a) { return signal::median_filter(a, r.whole("size")); });
}
answers zooms(const row& r) {
  if (r.has("factors"))
    return call<matrix>(r, [&](const auto& a) { return signal::zoom(a, both(r.word("factors"))); });
  return call<vector, matrix, cube>(
      r, [&](const auto& a) { return signal::zoom(a, r.number("factor")); });
}

const function functions[] = {
    WINDOW(hanning),
    WINDOW(hamming),
    WINDOW(blackman),
    WINDOW(bartlett),
    {"kaiser",
     [](const row& r) {
       answers found;
       found.add(signal::kaiser(static_cast<index>(r.operands[0].values[0]), r.number("beta")));
       return found;
     }},
    CONVOLUTION(convolve2d),
    CONVOLUTION(correlate2d),
    {"gaussian_filter", gaussians, loose},
    {"median_filter", medians},
    {"zoom", zooms, loose},
};

} // namespace

TEST_CASE("windows, convolutions and filters, compared with NumPy and SciPy") {
  check("signal", functions);
}

} // namespace cases
