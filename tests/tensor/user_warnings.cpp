// SPDX-License-Identifier: BSL-1.0
// A program that is compiled with -Weffc++ and -Wold-style-cast: the templates that it instantiates
// give no warnings.
#include "catch.hpp"

#include <stria/any_tensor.hpp>
#include <stria/random.hpp>
#include <stria/ranges.hpp>
#include <stria/show/formula.hpp>
#include <stria/show/print.hpp>
#include <stria/stria.hpp>

#include <sstream>

using namespace stria;

TEST_CASE("subscripts, assignments and functions, compiled with further warnings") {
  dtensor<double, 2> a(3, 4), b(3, 4);
  tensor<int, 2> rows{0, 2};
  a = 1.;
  a[_, range(1, 3)] += 2.;
  a[rows] = 5.;
  a[a > 4.] = 0.;
  CHECK(sum(a) == 8.);
  tie(a, b) = std::tuple(a + 1., a * 2.);
  tie(a, b) = tie(b, a);
  CHECK(all_of(b == 1. || b == 2. || b == 4.));
  CHECK(count_nonzero(a > 0. && b > 1.) == 4);
  CHECK(eval(std_dev(a, _0) + mean(b, _0)).shape()[0] == 4);
  CHECK(eval(sort(a, _1)).size() == 12);
  CHECK(reshape(transpose(a), 12).size() == 12);
  CHECK(matmul(a, transpose(b)).size() == 9);
  CHECK(to_string(a + b) == "a + b");
  std::ostringstream text;
  text << a[0];
  CHECK(text.str().size() > 2);
  const any_tensor<double> of_any_rank(a);
  CHECK(of_any_rank.rank() == 2);
  index elements_seen = 0;
  for (auto row : subviews(a, _0))
    elements_seen += row.size();
  CHECK(elements_seen == 12);
}
