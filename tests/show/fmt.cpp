// SPDX-License-Identifier: BSL-1.0
// show/fmt.hpp: tensors as arguments of {fmt}.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <stria/show/fmt.hpp>

#include <complex>
#include <limits>
#include <ostream>
#include <string>

using namespace stria;

namespace {

struct point {
  int x = 0;
};
std::ostream& operator<<(std::ostream& out, const point& p) { return out << 'p' << p.x; }

} // namespace

TEST_CASE("{} gives the same text as a stream") {
  const tensor m{{1.0, -2.0}, {0.5, 4.0}};
  CHECK(fmt::format("{}", m) == "[[ 1.  -2. ]\n [ 0.5  4. ]]");
  CHECK(fmt::format("<{}>", m[0] * 2) == "<[ 2. -4.]>");
  CHECK(fmt::format("{}", sum(m)) == "3.5");
  CHECK(fmt::format("{}", arange(2000)) == "[   0    1    2 ... 1997 1998 1999]");
  CHECK(fmt::format("{}", tensor<double, 0, 3>()) == "[]");
  CHECK(fmt::format("{}", tensor<std::string, 1>{"x"}) == "['x']");
  CHECK(fmt::format("{}", tensor<point, 2>{point{1}, point{2}}) == "[p1 p2]");
}

TEST_CASE("a specification applies to the elements") {
  const tensor m{{1.0, -2.0}, {0.5, 400.0}};
  // np.array2string(m, precision=2, floatmode="fixed")
  CHECK(fmt::format("{:.2f}", m) == "[[  1.00  -2.00]\n [  0.50 400.00]]");
  CHECK(fmt::format("{:8.3e}", m[0]) == "[ 1.000e+00 -2.000e+00]");
  CHECK(fmt::format("{:.{}f}", m[0], 1) == "[ 1.0 -2.0]");
  CHECK(fmt::format("{:d}", tensor{1, 20, 300}) == "[  1  20 300]");
  CHECK(fmt::format("{:04x}", tensor{1, 255}) == "[0001 00ff]");
  CHECK(fmt::format("{:d}", tensor{true, false}) == "[1 0]");
  CHECK(fmt::format("{:>4}", tensor<std::string, 2>{"ab", "c"}) == "[  ab    c]");
  CHECK(fmt::format("{:.3f}", mean(m)) == "99.875");
  CHECK(fmt::format("{:.1f}", tensor{std::numeric_limits<double>::quiet_NaN(), 1.0}) ==
        "[nan 1.0]");
  CHECK(fmt::format("{:.1f}", tensor<std::complex<double>, 2>{{1, 2}, {-3, -4}}) ==
        "[ 1.0+2.0j -3.0-4.0j]");
  CHECK(fmt::format("{:.1f}", linspace(0, 1, 2000)) == "[0.0 0.0 0.0 ... 1.0 1.0 1.0]");
}

TEST_CASE("a specification that an element does not have is refused") {
  const tensor<point, 1> p;
  CHECK_THROWS_AS(fmt::format(fmt::runtime("{:d}"), p), fmt::format_error);
  CHECK_THROWS_AS(fmt::format(fmt::runtime("{:.2f}"), tensor{1, 2}), fmt::format_error);
}
