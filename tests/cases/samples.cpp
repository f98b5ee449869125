// SPDX-License-Identifier: BSL-1.0
// Interpolation, derivatives, integrals, convolutions and polynomials (record_samples.py).
#include "cases.hpp"

namespace cases {
namespace {

using namespace stria;

using vector = kinds<of<double, 1>>;
using matrix = kinds<of<double, 2>>;
using ints = kinds<of<std::int32_t, 1>>;
using two_vectors = kinds<of<double, 1>, of<double, 1>>;
using two_matrices = kinds<of<double, 2>, of<double, 2>>;
using matrix_and_vector = kinds<of<double, 2>, of<double, 1>>;
using vector_and_matrix = kinds<of<double, 1>, of<double, 2>>;
using two_ints = kinds<of<std::int32_t, 1>, of<std::int32_t, 1>>;
using two_complex = kinds<of<complex, 1>, of<complex, 1>>;
using three_vectors = kinds<of<double, 1>, of<double, 1>, of<double, 1>>;
using matrix_and_vectors = kinds<of<double, 2>, of<double, 1>, of<double, 1>>;

/// Calls f with axis 0 or 1.
template <class F> void with_axis(answers& found, const row& r, const F& f) {
  if (r.word("axis") == "0")
    found.add(f(_0));
  else
    found.add(f(_1));
}

answers interpolated(const row& r) {
  return each<three_vectors, matrix_and_vectors>(
      r, [&](answers& found, const auto& x, const auto& xp, const auto& fp) {
        if (r.has("left"))
          found.add(interp(x, xp, fp, r.number("left"), r.number("right")));
        else if (r.has("period"))
          found.add(interp(x, xp, fp, period(r.number("period"))));
        else
          found.add(interp(x, xp, fp));
      });
}
answers gradients(const row& r) {
  const edge_order order(r.whole("order"));
  if (r.operands.size() == 2)
    return call<two_vectors>(r,
                             [&](const auto& a, const auto& x) { return gradient(a, x, order); });
  if (r.has("step"))
    return call<vector>(r, [&](const auto& a) { return gradient(a, r.number("step"), order); });
  if (r.has("axis"))
    return each<matrix>(r, [&](answers& found, const auto& a) {
      with_axis(found, r, [&](auto axis) { return gradient(a, axis, order); });
    });
  return call<vector, matrix, ints>(r, [&](const auto& a) { return gradient(a, order); });
}
answers integrals(const row& r) {
  if (r.operands.size() == 2)
    return call<two_vectors, matrix_and_vector>(
        r, [&](const auto& a, const auto& x) { return trapezoid(a, x); });
  if (r.has("step"))
    return call<vector>(r, [&](const auto& a) { return trapezoid(a, r.number("step")); });
  if (r.has("axis"))
    return each<matrix>(r, [&](answers& found, const auto& a) {
      with_axis(found, r, [&](auto axis) { return trapezoid(a, axis); });
    });
  return call<vector, ints>(r, [&](const auto& a) { return trapezoid(a); });
}
#define RUNNING(name)                                                                              \
  {#name, [](const row& r) {                                                                       \
     return each<vector, ints, matrix>(r, [&](answers& found, const auto& a) {                     \
       if constexpr (std::remove_cvref_t<decltype(a)>::rank == 1)                                  \
         found.add(name(a));                                                                       \
       else                                                                                        \
         with_axis(found, r, [&](auto axis) { return name(a, axis); });                            \
     });                                                                                           \
   }}
#define WITH_MODE(name)                                                                            \
  {#name, [](const row& r) {                                                                       \
     return call<two_vectors, two_ints, two_complex>(                                              \
         r, [&](const auto& a, const auto& b) { return name(a, b, r.word("mode").c_str()); });     \
   }}

answers vandermonde(const row& r) {
  return each<vector, ints>(r, [&](answers& found, const auto& a) {
    if (r.has("columns"))
      found.add(vander(a, r.whole("columns"), r.has("increasing")));
    else
      found.add(vander(a));
  });
}
answers fits(const row& r) {
  if (r.operands.size() == 3)
    return call<three_vectors>(r, [&](const auto& x, const auto& y, const auto& w) {
      return polyfit(x, y, r.whole("degree"), w);
    });
  return call<two_vectors, vector_and_matrix>(
      r, [&](const auto& x, const auto& y) { return polyfit(x, y, r.whole("degree")); });
}
answers unwrapped(const row& r) {
  if (r.has("axis"))
    return each<matrix>(r, [&](answers& found, const auto& a) {
      with_axis(found, r, [&](auto axis) { return unwrap(a, axis); });
    });
  return each<vector>(r, [&](answers& found, const auto& a) {
    if (r.has("discont"))
      found.add(unwrap(a, r.number("discont")));
    else if (r.has("period"))
      found.add(unwrap(a, r.number("period") / 2, -_1, r.number("period")));
    else
      found.add(unwrap(a));
  });
}

const function functions[] = {
    {"interp", interpolated},
    {"gradient", gradients},
    {"trapezoid", integrals},
    WITH_MODE(convolve),
    WITH_MODE(correlate),
    RUNNING(cummax),
    RUNNING(cummin),
    {"poly",
     [](const row& r) {
       return call<vector, ints, kinds<of<complex, 1>>>(r, [](const auto& a) { return poly(a); });
     },
     {.of_double = 1e-12, .to_largest = true}},
    {"polydiv",
     [](const row& r) {
       return call<two_vectors, two_ints>(r, [](const auto& a, const auto& b) {
         const auto [quotient, remainder] = polydiv(a, b);
         return std::tuple(quotient, remainder);
       });
     },
     {.of_double = 1e-12, .to_largest = true}},
    {"polyval",
     [](const row& r) {
       return call<two_vectors, vector_and_matrix, two_ints>(
           r, [](const auto& p, const auto& x) { return polyval(p, x); });
     }},
    {"vander", vandermonde},
    {"polyfit", fits, {.of_double = 1e-9, .to_largest = true}},
    {"unwrap", unwrapped},
    {"inner",
     [](const row& r) {
       return call<two_vectors, two_matrices, matrix_and_vector, two_ints, two_complex>(
           r, [](const auto& a, const auto& b) { return inner(a, b); });
     }},
};

} // namespace

TEST_CASE("samples and polynomials, compared with NumPy") { check("samples", functions); }

} // namespace cases
