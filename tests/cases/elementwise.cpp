// SPDX-License-Identifier: BSL-1.0
// Functions of single elements, and comparisons of arrays (record_elementwise.py).
#include "cases.hpp"

namespace cases {
using namespace stria;

namespace {

using vector = kinds<of<double, 1>>;
using matrix = kinds<of<double, 2>>;
using floats = kinds<of<float, 1>>;
using ints = kinds<of<std::int32_t, 1>>;
using bytes = kinds<of<std::uint8_t, 1>>;
using longs = kinds<of<std::int64_t, 1>>;
using numbers = kinds<of<complex, 1>>;
template <class T, class U = T> using two_matrices = kinds<of<T, 2>, of<U, 2>>;
template <class T, class U = T> using matrix_and_vector = kinds<of<T, 2>, of<U, 1>>;
template <class T, class U = T> using two_vectors = kinds<of<T, 1>, of<U, 1>>;

#define UNARY(name, ...)                                                                           \
  {#name, [](const row& r) { return call<__VA_ARGS__>(r, [](const auto& a) { return name(a); }); }}
#define BINARY(name, ...)                                                                          \
  {#name, [](const row& r) {                                                                       \
     return call<__VA_ARGS__>(r, [](const auto& a, const auto& b) { return name(a, b); });         \
   }}
#define REALS vector, matrix, floats, ints
#define TWO_REALS                                                                                  \
  two_matrices<double>, matrix_and_vector<double>, two_vectors<float>, two_vectors<std::int32_t>
#define TWO_INTEGERS                                                                               \
  two_matrices<std::int64_t>, matrix_and_vector<std::int64_t>, two_vectors<std::int32_t>,          \
      two_vectors<std::uint32_t>

double given(const row& r, const char* name, double otherwise) {
  return r.has(name) ? r.number(name) : otherwise;
}

const function functions[] = {
    UNARY(reciprocal, REALS),
    UNARY(signbit, REALS),
    UNARY(deg2rad, REALS),
    UNARY(rad2deg, REALS),
    UNARY(sinc, REALS),
    UNARY(i0, vector, matrix),
    UNARY(isposinf, REALS),
    UNARY(isneginf, REALS),
    UNARY(frexp, REALS),
    UNARY(modf, REALS),
    UNARY(isreal, REALS, numbers),
    UNARY(iscomplex, REALS, numbers),
    UNARY(bitwise_count, ints, bytes, longs, kinds<of<std::int32_t, 2>>),
    {"nan_to_num",
     [](const row& r) {
       if (r.has("values"))
         return call<matrix>(r, [](const auto& a) { return nan_to_num(a, 0.5, 9., -8.); });
       return call<REALS, numbers>(r, [](const auto& a) { return nan_to_num(a); });
     }},
    BINARY(fmax, TWO_REALS),
    BINARY(fmin, TWO_REALS),
    BINARY(logaddexp, TWO_REALS),
    BINARY(logaddexp2, TWO_REALS),
    BINARY(heaviside, TWO_REALS),
    BINARY(divmod, two_matrices<double>, matrix_and_vector<double>, two_vectors<std::int32_t>,
           two_matrices<std::int64_t>, matrix_and_vector<std::int64_t>),
    BINARY(array_equiv, TWO_REALS),
    BINARY(gcd, TWO_INTEGERS),
    BINARY(lcm, TWO_INTEGERS),
    BINARY(ldexp, two_matrices<double, std::int32_t>, matrix_and_vector<double, std::int32_t>,
           two_vectors<float, std::int32_t>),
    {"isclose",
     [](const row& r) {
       return call<TWO_REALS>(r, [&](const auto& a, const auto& b) {
         return isclose(a, b, given(r, "rtol", 1e-5), given(r, "atol", 1e-8), r.has("equal_nan"));
       });
     }},
    {"allclose",
     [](const row& r) {
       return call<TWO_REALS>(r, [&](const auto& a, const auto& b) {
         return allclose(a, b, given(r, "rtol", 1e-5), given(r, "atol", 1e-8), r.has("equal_nan"));
       });
     }},
    {"array_equal",
     [](const row& r) {
       return call<TWO_REALS>(
           r, [&](const auto& a, const auto& b) { return array_equal(a, b, r.has("equal_nan")); });
     }},
};

} // namespace

TEST_CASE("functions of elements, compared with NumPy") { check("elementwise", functions); }

} // namespace cases
