// SPDX-License-Identifier: BSL-1.0
// show/format.hpp: tensors as arguments of std::format.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <stria/show/format.hpp>

#include <complex>
#include <format>
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
  CHECK(std::format("{}", m) == "[[ 1.  -2. ]\n [ 0.5  4. ]]");
  CHECK(std::format("<{}>", m[0] * 2) == "<[ 2. -4.]>");
  CHECK(std::format("{}", sum(m)) == "3.5");
  CHECK(std::format("{}", arange(2000)) == "[   0    1    2 ... 1997 1998 1999]");
  CHECK(std::format("{}", tensor<double, 0, 3>()) == "[]");
  CHECK(std::format("{}", tensor<std::string, 1>{"x"}) == "['x']");
  CHECK(std::format("{}", tensor<point, 2>{point{1}, point{2}}) == "[p1 p2]");
}

TEST_CASE("a specification applies to the elements") {
  const tensor m{{1.0, -2.0}, {0.5, 400.0}};
  // np.array2string(m, precision=2, floatmode="fixed")
  CHECK(std::format("{:.2f}", m) == "[[  1.00  -2.00]\n [  0.50 400.00]]");
  CHECK(std::format("{:8.3e}", m[0]) == "[ 1.000e+00 -2.000e+00]");
  CHECK(std::format("{:.1f}", m[0]) == "[ 1.0 -2.0]");
  CHECK(std::format("{:d}", tensor{1, 20, 300}) == "[  1  20 300]");
  CHECK(std::format("{:04x}", tensor{1, 255}) == "[0001 00ff]");
  CHECK(std::format("{:d}", tensor{true, false}) == "[1 0]");
  CHECK(std::format("{:>4}", tensor<std::string, 2>{"ab", "c"}) == "[  ab    c]");
  CHECK(std::format("{:.3f}", mean(m)) == "99.875");
  CHECK(std::format("{:.1f}", tensor{std::numeric_limits<double>::quiet_NaN(), 1.0}) ==
        "[nan 1.0]");
  CHECK(std::format("{:.1f}", tensor<std::complex<double>, 2>{{1, 2}, {-3, -4}}) ==
        "[ 1.0+2.0j -3.0-4.0j]");
  CHECK(std::format("{:.1f}", linspace(0, 1, 2000)) == "[0.0 0.0 0.0 ... 1.0 1.0 1.0]");
}

TEST_CASE("a specification that an element does not have is refused") {
  const tensor t{1, 2};
  const int places = 2;
  CHECK_THROWS_AS(std::vformat("{:.2f}", std::make_format_args(t)), std::format_error);
  CHECK_THROWS_AS(std::vformat("{:{}d}", std::make_format_args(t, places)), std::format_error);
}
