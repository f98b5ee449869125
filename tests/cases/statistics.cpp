// SPDX-License-Identifier: BSL-1.0
// Weighted means, covariances, quantiles and histograms (record_statistics.py).
#include "cases.hpp"

namespace cases {
namespace {

using namespace stria;

using vector = kinds<of<double, 1>>;
using matrix = kinds<of<double, 2>>;
using int_matrix = kinds<of<std::int32_t, 2>>;
using complex_matrix = kinds<of<complex, 2>>;
using two_vectors = kinds<of<double, 1>, of<double, 1>>;
using two_matrices = kinds<of<double, 2>, of<double, 2>>;
using matrix_and_vector = kinds<of<double, 2>, of<double, 1>>;
using int_matrix_and_vector = kinds<of<std::int32_t, 2>, of<double, 1>>;
using three_vectors = kinds<of<double, 1>, of<double, 1>, of<double, 1>>;
using four_vectors = kinds<of<double, 1>, of<double, 1>, of<double, 1>, of<double, 1>>;

/// Calls f with the axis of the row as a constant, or without an axis.
template <std::size_t R, class F> void over_axis(answers& found, const row& r, const F& f) {
  const std::string axis = r.word("axis");
  if (axis == "all")
    return found.add(f());
  if (axis == "0")
    return found.add(f(_0));
  if constexpr (R == 2)
    return found.add(f(_1));
}
template <class A> constexpr std::size_t rank = std::remove_cvref_t<A>::rank;

answers averages(const row& r) {
  if (r.operands.size() == 1)
    return each<vector, matrix, int_matrix>(r, [&](answers& found, const auto& a) {
      over_axis<rank<decltype(a)>>(found, r, [&](auto... axes) { return average(a, axes...); });
    });
  return each<two_vectors, two_matrices, matrix_and_vector>(r, [&](answers& found, const auto& a,
                                                                   const auto& w) {
    if constexpr (rank<decltype(a)> != rank<decltype(w)>)
      r.word("axis") == "0" ? found.add(average(a, w, _0)) : found.add(average(a, w, _1));
    else
      over_axis<rank<decltype(a)>>(found, r, [&](auto... axes) { return average(a, w, axes...); });
  });
}

#define OF_ROWS(name)                                                                              \
  {#name, [](const row& r) {                                                                       \
     if (r.has("ddof"))                                                                            \
       return call<vector, matrix>(r,                                                              \
                                   [&](const auto& a) { return cov(a, ddof(r.whole("ddof"))); });  \
     if (r.has("columns"))                                                                         \
       return call<matrix, int_matrix>(r, [](const auto& a) { return name(a, false); });           \
     if (r.operands.size() == 2)                                                                   \
       return call<two_vectors, two_matrices>(                                                     \
           r, [](const auto& a, const auto& b) { return name(a, b); });                            \
     return call<vector, matrix, int_matrix, complex_matrix>(                                      \
         r, [](const auto& a) { return name(a); });                                                \
   }}

answers quantiles(const row& r) {
  return each<two_vectors, matrix_and_vector>(r, [&](answers& found, const auto& a, const auto& q) {
    const std::string method = r.word("method");
    over_axis<rank<decltype(a)>>(
        found, r, [&](auto... axes) { return quantile(a, q, axes..., method.c_str()); });
  });
}

template <class H> void add_histogram(answers& found, const H& h) {
  found.add(h.hist);
  if constexpr (requires { h.xedges; }) {
    found.add(h.xedges);
    found.add(h.yedges);
  } else {
    found.add(h.edges);
  }
}
answers histograms_of_two(const row& r) {
  if (r.operands.size() == 4)
    return each<four_vectors>(
        r, [](answers& found, const auto& x, const auto& y, const auto& edges, const auto& w) {
          add_histogram(found, histogram2d(x, y, edges, edges, w));
        });
  if (r.operands.size() == 3)
    return each<three_vectors>(r,
                               [](answers& found, const auto& x, const auto& y, const auto& edges) {
                                 add_histogram(found, histogram2d(x, y, edges));
                               });
  return each<two_vectors>(r, [&](answers& found, const auto& x, const auto& y) {
    if (r.has("density"))
      add_histogram(found, histogram2d(x, y, r.whole("bins"), as_density));
    else
      add_histogram(found, histogram2d(x, y, r.whole("bins")));
  });
}
/// The number of variables of histogramdd is static: the columns of the operand.
template <std::size_t N, class A>
void histograms_of_columns(answers& found, const row& r, const A& a) {
  tensor<double, dyn, N> sample(a.extent(0));
  sample = a;
  if (r.has("density"))
    return add_histogram(found, histogramdd(sample, r.whole("bins"), as_density));
  if (r.operands.size() == 1)
    return add_histogram(found, histogramdd(sample, r.whole("bins")));
  const operand<double, 1> weights(r.operands[1]);
  add_histogram(found, histogramdd(sample, r.whole("bins"), operand<double, 1>(weights).view()));
}
answers histograms_of_several(const row& r) {
  row one = r;
  one.operands.resize(1);
  return each<matrix>(one, [&](answers& found, const auto& a) {
    if (a.extent(1) == 1)
      histograms_of_columns<1>(found, r, a);
    else if (a.extent(1) == 2)
      histograms_of_columns<2>(found, r, a);
    else
      histograms_of_columns<3>(found, r, a);
  });
}
answers bins_of(const row& r) {
  return call<two_vectors, matrix_and_vector, int_matrix_and_vector>(
      r, [&](const auto& a, const auto& b) { return digitize(a, b, r.has("right")); });
}

const function functions[] = {
    {"average", averages},
    OF_ROWS(cov),
    OF_ROWS(corrcoef),
    {"quantile", quantiles},
    {"histogram2d", histograms_of_two},
    {"histogramdd", histograms_of_several},
    {"digitize", bins_of},
};

} // namespace

TEST_CASE("means, covariances, quantiles and histograms, compared with NumPy") {
  check("statistics", functions);
}

} // namespace cases
