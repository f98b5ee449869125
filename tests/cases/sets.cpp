// SPDX-License-Identifier: BSL-1.0
// Sets, orders and positions (record_sets.py).
#include "cases.hpp"

namespace cases {
namespace {

using namespace stria;

using vector = kinds<of<double, 1>>;
using matrix = kinds<of<double, 2>>;
using ints = kinds<of<std::int32_t, 1>>;
using int_matrix = kinds<of<std::int32_t, 2>>;
using longs = kinds<of<std::int64_t, 1>>;
using long_matrix = kinds<of<std::int64_t, 2>>;
using two_vectors = kinds<of<double, 1>, of<double, 1>>;
using matrix_and_vector = kinds<of<double, 2>, of<double, 1>>;
using two_ints = kinds<of<std::int32_t, 1>, of<std::int32_t, 1>>;
using ints_and_vector = kinds<of<std::int32_t, 1>, of<double, 1>>;
using vector_and_ints = kinds<of<double, 1>, of<std::int32_t, 1>>;

#define SETS(name)                                                                                 \
  {#name, [](const row& r) {                                                                       \
     return call<two_vectors, two_ints, matrix_and_vector, ints_and_vector>(                       \
         r, [](const auto& a, const auto& b) { return name(a, b); });                              \
   }}

answers members(const row& r) {
  return call<two_vectors, two_ints, matrix_and_vector, ints_and_vector>(
      r, [&](const auto& a, const auto& b) { return isin(a, b, r.has("invert")); });
}
answers unique_slices(const row& r) {
  return each<matrix, int_matrix>(r, [&](answers& found, const auto& a) {
    if (r.word("axis") == "0")
      found.add(unique(a, _0));
    else
      found.add(unique(a, _1));
  });
}
/// Calls f with the sizes as an array of 1 to 3 elements.
template <class F> void with_shape(const row& r, const F& f) {
  const auto sizes = indices_of(r.word("shape"));
  if (sizes.size() == 1)
    f(sizes_of<1>(sizes));
  else if (sizes.size() == 2)
    f(sizes_of<2>(sizes));
  else
    f(sizes_of<3>(sizes));
}
answers unravelled(const row& r) {
  return each<longs>(r, [&](answers& found, const auto& a) {
    with_shape(r, [&](const auto& shape) { found.add(unravel_index(a, shape)); });
  });
}
answers ravelled(const row& r) {
  return each<long_matrix>(r, [&](answers& found, const auto& a) {
    with_shape(r, [&]<std::size_t R>(const std::array<index, R>& shape) {
      [&]<std::size_t... K>(std::index_sequence<K...>) {
        found.add(ravel_multi_index(std::tuple{a[static_cast<index>(K)]...}, shape));
      }(std::make_index_sequence<R>());
    });
  });
}
answers sorted_by(const row& r) {
  if (r.operands.size() == 1)
    return call<vector>(r, [](const auto& a) { return lexsort(std::tuple{a}); });
  return call<vector_and_ints>(
      r, [](const auto& a, const auto& b) { return lexsort(std::tuple{b, a}); });
}
/// The element at position k of the order, and the sorted elements before it.
answers partitioned(const row& r) {
  return each<vector, ints>(r, [&](answers& found, const auto& a) {
    const index k = r.whole("kth");
    const auto order = eval(argpartition(a, k));
    const auto elements = eval(a[order]);
    found.add(elements[k]);
    found.add(sort(elements[range(_, k)]));
  });
}

const function functions[] = {
    SETS(union1d),
    SETS(intersect1d),
    SETS(setdiff1d),
    SETS(setxor1d),
    {"isin", members},
    {"unique", unique_slices},
    {"flatnonzero",
     [](const row& r) {
       return call<vector, matrix, ints, int_matrix>(r,
                                                     [](const auto& a) { return flatnonzero(a); });
     }},
    {"unravel_index", unravelled},
    {"ravel_multi_index", ravelled},
    {"lexsort", sorted_by},
    {"argpartition", partitioned},
};

} // namespace

TEST_CASE("sets, orders and positions, compared with NumPy") { check("sets", functions); }

} // namespace cases
