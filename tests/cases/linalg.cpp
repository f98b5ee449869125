// SPDX-License-Identifier: BSL-1.0
// Compares stria::linalg with NumPy and SciPy (record_linalg.py). Factors that are unique up to
// signs are compared by their absolute values and by their product, and eigenvalues after sorting.
#include "cases.hpp"

#include <stria/linalg.hpp>

namespace cases {
namespace {

using namespace stria;

using matrix = kinds<of<double, 2>>;
using floats = kinds<of<float, 2>>;
using ints = kinds<of<std::int32_t, 2>>;
using numbers = kinds<of<complex, 2>>;
using batch = kinds<of<double, 3>>;
template <class T, std::size_t R> using system_of = kinds<of<T, 2>, of<T, R>>;
#define SYSTEMS                                                                                    \
  system_of<double, 1>, system_of<double, 2>, system_of<complex, 1>, system_of<complex, 2>

#define UNARY(name)                                                                                \
  {#name,                                                                                          \
   [](const row& r) {                                                                              \
     return call<matrix, floats, ints, numbers, batch>(                                            \
         r, [](const auto& a) { return linalg::name(a); });                                        \
   },                                                                                              \
   loose}

constexpr tolerance loose{.of_double = 1e-10, .of_float = 1e-4, .to_largest = true};

template <class A> auto adjoint(const A& a) {
  return eval(linalg::matrix_transpose(stria::conj(a)));
}
template <class W> dtensor<complex, 1> in_order(const W& values) {
  dtensor<complex, 1> w = values;
  const auto rounded = [](double x) { return std::round(x * 1e6); };
  std::sort(w.storage().begin(), w.storage().end(), [&](complex a, complex b) {
    return std::pair(rounded(a.real()), rounded(a.imag())) <
           std::pair(rounded(b.real()), rounded(b.imag()));
  });
  return w;
}

answers power(const row& r) {
  return call<matrix, floats, numbers, batch>(
      r, [&](const auto& a) { return linalg::matrix_power(a, r.whole("power")); });
}
answers singular_vectors(const row& r) {
  return each<matrix, floats, numbers>(r, [](answers& found, const auto& a) {
    const auto [u, s, vh] = linalg::svd(a, linalg::reduced);
    found.add(abs(u));
    found.add(s);
    found.add(abs(vh));
    found.add(matmul(eval(u * s), vh));
  });
}
answers triangles(const row& r) {
  return each<matrix, floats, numbers>(r, [](answers& found, const auto& a) {
    const auto [q, upper] = linalg::qr(a);
    found.add(abs(q));
    found.add(abs(upper));
    found.add(matmul(q, upper));
  });
}
answers permuted_triangles(const row& r) {
  return each<matrix, floats, numbers>(r, [](answers& found, const auto& a) {
    const auto [p, lower, upper] = linalg::lu(a);
    found.add(eval(real(p)));
    found.add(lower);
    found.add(upper);
  });
}
/// Calls f with the order of a norm.
template <class F> void with_order(answers& found, const row& r, const F& f) {
  const std::string order = r.word("order");
  if (order == "fro" || order == "nuc" || order == "inf" || order == "-inf")
    found.add(f(order.c_str()));
  else
    found.add(f(r.whole("order")));
}
answers norms(const row& r) {
  return each<matrix, floats, numbers, batch>(r, [&](answers& found, const auto& a) {
    with_order(found, r, [&](auto order) { return linalg::matrix_norm(a, order); });
  });
}
answers conditions(const row& r) {
  return each<matrix, floats, numbers, batch>(r, [&](answers& found, const auto& a) {
    if (r.has("order"))
      with_order(found, r, [&](auto order) { return linalg::cond(a, order); });
    else
      found.add(linalg::cond(a));
  });
}
answers least_squares(const row& r) {
  return each<SYSTEMS>(r, [](answers& found, const auto& a, const auto& b) {
    const auto x = linalg::lstsq(a, b, 1e-12);
    found.add(x.solution);
    found.add(x.residuals);
    found.add(x.rank);
  });
}
answers eigenvalues(const row& r) {
  return call<matrix, numbers>(r, [](const auto& a) { return in_order(linalg::eigvals(a)); });
}
answers zeros_of_polynomials(const row& r) {
  return call<kinds<of<double, 1>>, kinds<of<complex, 1>>>(
      r, [](const auto& p) { return in_order(linalg::roots(p)); });
}
/// The eigenvalues, and the matrix that they and the eigenvectors make.
answers eigenvectors(const row& r) {
  return each<matrix, numbers>(r, [](answers& found, const auto& a) {
    const auto [w, v] = linalg::eig(a);
    found.add(in_order(w));
    found.add(matmul(eval(v * w), linalg::inv(v)));
  });
}
answers symmetric_eigenvectors(const row& r) {
  return each<matrix, numbers>(r, [](answers& found, const auto& a) {
    const auto [w, v] = linalg::eigh(a);
    found.add(w);
    found.add(matmul(eval(v * w), adjoint(v)));
  });
}
answers exponentials(const row& r) {
  return call<matrix, numbers>(r, [](const auto& a) { return linalg::expm(a / 4.); });
}
answers triangular(const row& r) {
  return call<SYSTEMS>(r, [&](const auto& a, const auto& b) {
    return linalg::triangular_solve(a, b, r.has("lower"), r.has("unit"));
  });
}

const function functions[] = {
    UNARY(det),
    UNARY(slogdet),
    UNARY(inv),
    UNARY(cholesky),
    UNARY(svdvals),
    UNARY(pinv),
    UNARY(matrix_rank),
    UNARY(eigvalsh),
    {"matrix_power", power, loose},
    {"solve",
     [](const row& r) {
       return call<SYSTEMS, system_of<float, 1>, system_of<float, 2>, system_of<std::int32_t, 1>,
                   system_of<std::int32_t, 2>>(
           r, [](const auto& a, const auto& b) { return linalg::solve(a, b); });
     },
     loose},
    {"svd", singular_vectors, loose},
    {"qr", triangles, loose},
    {"lu", permuted_triangles, loose},
    {"matrix_norm", norms, loose},
    {"cond", conditions, loose},
    {"lstsq", least_squares, loose},
    {"eigvals", eigenvalues, loose},
    {"eig", eigenvectors, loose},
    {"roots", zeros_of_polynomials, loose},
    {"eigh", symmetric_eigenvectors, loose},
    {"expm", exponentials, loose},
    {"triangular_solve", triangular, loose},
};

} // namespace

TEST_CASE("linear algebra, compared with NumPy and SciPy") { check("linalg", functions); }

} // namespace cases
