// SPDX-License-Identifier: BSL-1.0
// With -ffast-math, NaN and infinity are recognised by their bits: in classification, in the
// functions that skip NaN, in files and in printed text.
#include "catch.hpp"

#include <stria/io/csv.hpp>
#include <stria/stria.hpp>

#include <limits>
#include <sstream>
#include <string>

using namespace stria;

namespace {

// The compiler must not know these values.
volatile double unknown_nan = std::numeric_limits<double>::quiet_NaN();
volatile double unknown_inf = std::numeric_limits<double>::infinity();

template <class E> std::string text(const E& e) {
  std::ostringstream out;
  out << e;
  return out.str();
}
template <class T> dtensor<T, 1> mixed() {
  dtensor<T, 1> a{1, 2, 3, 4, 5};
  a[1] = static_cast<T>(unknown_nan);
  a[3] = static_cast<T>(unknown_inf);
  a[4] = static_cast<T>(-unknown_inf);
  return a;
}

} // namespace

TEMPLATE_TEST_CASE("numbers are classified by their bits", "", float, double) {
  const auto a = mixed<TestType>();
  CHECK(text(isnan(a)) == "[False  True False False False]");
  CHECK(text(isinf(a)) == "[False False False  True  True]");
  CHECK(text(isfinite(a)) == "[ True False  True False False]");
  CHECK(count_nonzero(isnan(a)) == 1);
  CHECK(text(a) == "[  1.  nan   3.  inf -inf]");
  const dtensor<TestType, 1> replaced = nan_to_num(a, 0, 7, -7);
  CHECK(array_equal(replaced, tensor<TestType, 5>{1, 0, 3, 7, -7}));
  // Whole vectors, and what is left of them.
  for (const stria::index n : {1, 8, 33, 1000}) {
    dtensor<TestType, 1> many = ones<TestType>(n);
    many[n - 1] = static_cast<TestType>(unknown_nan);
    CHECK(count_nonzero(isnan(many)) == 1);
    CHECK(count_nonzero(isfinite(many)) == n - 1);
  }
}

TEST_CASE("functions that skip NaN") {
  const dtensor<double, 1> a = mixed<double>();
  CHECK(nansum(a[range(0, 3)]) == 4);
  CHECK(nanmean(a[range(0, 3)]) == 2);
  CHECK(nanvar(a[range(0, 3)]) == 1);
  CHECK(nanprod(a[range(0, 3)]) == 3);
  for (const index_t n : {1, 2, 3, 8, 40, 1000}) {
    dtensor<float, 1> b = arange<float>(-n, n + 1);
    b[n] = static_cast<float>(unknown_nan);
    CHECK(nanmax(b) == static_cast<float>(n));
    CHECK(nanmin(b) == static_cast<float>(-n));
    const dtensor<float, 2> columns = broadcast_to(expand_dims(b, _1), 2 * n + 1, 40);
    CHECK(all_of(nanmax(columns, _0) == static_cast<float>(n)));
    CHECK(all_of(nanmin(columns, _0) == static_cast<float>(-n)));
  }
  dtensor<double, 2> m = ones<double>(50, 40);
  m[3, 4] = unknown_nan;
  CHECK(nansum(m) == 1999);
  CHECK(sum(where(isnan(m), 0., m)) == 1999);
}

TEST_CASE("text has the sign of an element that is zero") {
  volatile double negative = -.5;
  dtensor<double, 1> a{negative, negative - 1};
  CHECK(text(round(a)) == "[-0. -2.]");
  CHECK(text(rint(a)) == "[-0. -2.]");
  CHECK(text(dtensor<float, 1>(1)) == "[0.]");
}

TEST_CASE("a missing field of a table is NaN") {
  const auto table = parse_csv<double>("1,\n,nan\n3,4\n");
  CHECK(text(isnan(table.values)) == "[[False  True]\n [ True  True]\n [False False]]");
  CHECK(nansum(table.values) == 8);
}
