// SPDX-License-Identifier: BSL-1.0
// The special cases in the text of the Array API standard; record_special_cases.py extracts them.
#include "../recorded_special_cases.hpp"
#include "catch.hpp"

#include <stria/stria.hpp>

#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace stria;
using stria::index;

namespace {

using vector = dtensor<double, 1>;
using function = vector (*)(const vector&, const vector&);

#define OF_ONE(name)                                                                               \
  {#name, [](const vector& x, const vector&) { return vector(cast<double>(name(x))); }}
#define OF_TWO(name)                                                                               \
  {#name, [](const vector& x, const vector& y) { return vector(cast<double>(name(x, y))); }}

const std::map<std::string, function> functions{
    OF_ONE(abs),          OF_ONE(acos),      OF_ONE(acosh),   OF_ONE(asin),
    OF_ONE(asinh),        OF_ONE(atan),      OF_ONE(atanh),   OF_ONE(ceil),
    OF_ONE(cos),          OF_ONE(cosh),      OF_ONE(exp),     OF_ONE(expm1),
    OF_ONE(floor),        OF_ONE(isfinite),  OF_ONE(isinf),   OF_ONE(isnan),
    OF_ONE(log),          OF_ONE(log1p),     OF_ONE(log2),    OF_ONE(log10),
    OF_ONE(round),        OF_ONE(sign),      OF_ONE(signbit), OF_ONE(sin),
    OF_ONE(sinh),         OF_ONE(sqrt),      OF_ONE(tan),     OF_ONE(tanh),
    OF_ONE(trunc),        OF_TWO(add),       OF_TWO(atan2),   OF_TWO(copysign),
    OF_TWO(divide),       OF_TWO(equal),     OF_TWO(hypot),   OF_TWO(logaddexp),
    OF_TWO(floor_divide), OF_TWO(greater),   OF_TWO(less),    OF_TWO(greater_equal),
    OF_TWO(less_equal),   OF_TWO(maximum),   OF_TWO(minimum), OF_TWO(multiply),
    OF_TWO(nextafter),    OF_TWO(not_equal), OF_TWO(pow),     OF_TWO(remainder),
    OF_TWO(subtract),
};

bool is_right(const std::string& name, double got, double wanted) {
  // The standard specifies the sign of a NaN for this function only.
  if (name == "copysign" && wanted != wanted)
    return got != got && std::signbit(got) == std::signbit(wanted);
  return test::near_number(got, wanted);
}

/// Computes all cases of a function in one call, because vector functions compute an element
/// together with its neighbours.
void check(const std::string& name, function f, const std::vector<test::special_case>& cases) {
  const auto n = static_cast<index>(cases.size());
  vector x(n), y(n);
  for (index k = 0; k < n; ++k) {
    x[k] = cases[static_cast<std::size_t>(k)].x;
    y[k] = cases[static_cast<std::size_t>(k)].y;
  }
  const vector all_at_once = f(x, y);
  REQUIRE(all_at_once.size() == n);
  for (index k = 0; k < n; ++k) {
    const auto& c = cases[static_cast<std::size_t>(k)];
    INFO(name << '(' << c.x << ", " << c.y << ") is " << all_at_once[k] << ", not " << c.result);
    CHECK((is_right(name, all_at_once[k], c.result) || is_right(name, all_at_once[k], c.other)));
  }
}

} // namespace

TEST_CASE("special cases of the standard") {
  std::size_t count = 0;
  for (const auto& [name, cases] : test::special_cases) {
    const auto found = functions.find(name);
    INFO(name);
    REQUIRE(found != functions.end());
    check(name, found->second, cases);
    count += cases.size();
  }
  CHECK(count > 800);
}

TEST_CASE("clip is NaN if one of its arguments is NaN") {
  const double nan = constants::nan;
  const tensor x{1., nan, 3.};
  CHECK(test::holds(clip(x, 0., 2.), {1, nan, 2}));
  CHECK(test::holds(clip(x, nan, 2.), {nan, nan, nan}));
  CHECK(test::holds(clip(x, 0., nan), {nan, nan, nan}));
  CHECK(test::holds(clip(x, nan, _), {nan, nan, nan}));
  CHECK(test::holds(clip(x, _, _), {1, nan, 3}));
}

TEST_CASE("constants") {
  STATIC_REQUIRE(constants::pi > 3.14159 && constants::pi < 3.1416);
  STATIC_REQUIRE(constants::e > 2.71828 && constants::e < 2.7183);
  STATIC_REQUIRE(constants::inf > 1e308 && constants::nan != constants::nan);
  CHECK(std::exp(1.) == constants::e);
}
