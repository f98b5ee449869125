// SPDX-License-Identifier: BSL-1.0
// Reductions that skip NaNs (record_nan.py).
#include "cases.hpp"

namespace cases {
namespace {

using namespace stria;

using vector = kinds<of<double, 1>>;
using matrix = kinds<of<double, 2>>;
using floats = kinds<of<float, 2>>;
using ints = kinds<of<std::int32_t, 2>>;
using cube = kinds<of<double, 3>>;

/// Calls f with the axis of the row as a constant.
template <class A, class F> void reduce(answers& found, const row& r, const A& a, const F& f) {
  const std::string axis = r.word("axis");
  if (axis == "all")
    return found.add(f(a));
  if constexpr (A::rank == 2 && std::is_same_v<typename A::value_type, double>) {
    if (r.has("keepdims"))
      return axis == "0" ? found.add(f(a, _0, keepdims)) : found.add(f(a, -_1, keepdims));
  }
  if (axis == "0")
    return found.add(f(a, _0));
  if constexpr (A::rank > 1) {
    if (axis == "1")
      return found.add(f(a, _1));
    if constexpr (std::is_same_v<typename A::value_type, double>)
      return found.add(f(a, -_1));
  }
  throw std::logic_error("unknown axis " + axis);
}
template <class F> answers reduced(const row& r, const F& f) {
  return each<vector, matrix, floats, ints, cube>(
      r, [&](answers& found, const auto& a) { reduce(found, r, a, f); });
}
template <class F> answers with_ddof(const row& r, const F& f) {
  if (!r.has("ddof"))
    return reduced(r, f);
  return each<vector, matrix>(r, [&](answers& found, const auto& a) {
    reduce(found, r, a,
           [&](const auto& x, auto... axes) { return f(x, axes..., ddof(r.whole("ddof"))); });
  });
}
answers percentiles(const row& r) {
  return each<vector, matrix, ints>(r, [&](answers& found, const auto& a) {
    if (!r.has("method"))
      return reduce(found, r, a, [&](const auto& x, auto... axes) {
        if constexpr ((std::is_same_v<decltype(axes), keepdims_t> || ...))
          return 0; // no such row
        else
          return nanpercentile(x, r.number("q"), axes...);
      });
    const std::string method = r.word("method");
    if constexpr (std::remove_cvref_t<decltype(a)>::rank == 1)
      found.add(nanpercentile(a, r.number("q"), method.c_str()));
    else
      found.add(nanpercentile(a, r.number("q"), _1, method.c_str()));
  });
}

#define REDUCTION(name)                                                                            \
  {#name, [](const row& r) { return reduced(r, [](const auto&... x) { return name(x...); }); }}
#define DEVIATION(name)                                                                            \
  {#name, [](const row& r) { return with_ddof(r, [](const auto&... x) { return name(x...); }); }}

const function functions[] = {
    REDUCTION(nansum),
    REDUCTION(nanprod),
    REDUCTION(nanmean),
    DEVIATION(nanvar),
    DEVIATION(nanstd_dev),
    REDUCTION(nanmin),
    REDUCTION(nanmax),
    REDUCTION(nanargmin),
    REDUCTION(nanargmax),
    REDUCTION(nanmedian),
    {"nanpercentile", percentiles},
};

} // namespace

TEST_CASE("reductions that skip NaNs, compared with NumPy") { check("nan", functions); }

} // namespace cases
