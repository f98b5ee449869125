// SPDX-License-Identifier: BSL-1.0
// Functions of samples on a device, and functions composed of others.
#include "on_device.hpp"

#include <complex>
#include <limits>
#include <vector>

using namespace stria;
using on_device::gpu;
using on_device::up;

TEST_CASE("averages, integrals, differences") {
  const dtensor<float, 2> ha = reshape(arange(12.f), 3, 4) * 0.5f - 2.f;
  const dtensor<float, 1> hb{1, 2, 0.5f, 3};
  const dtensor<int, 2> hc = reshape(arange(12), 3, 4) * 7 % 5;
  const dtensor<float, 1> coefficients{2, -1, 0.5f, 3, 1, 4};
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CLOSE(average(a, _0));
  CLOSE(average(a, _1, b));
  CLOSE(average(a, c, _0));
  CLOSE(average(c, _1, b, returned).average);
  CLOSE(average(a, c, _0, returned).sum_of_weights);
  CLOSE(trapezoid(a, _1));
  CLOSE(trapezoid(a, 0.5, _0));
  CLOSE(trapezoid(a, b, _1));
  CLOSE(trapezoid(c, a, _1));
  SAME(diff(a, 2_c, _1));
  SAME(diff(c, 2, _1));
  SAME(diff(c, 9, _0));
  SAME(diff(c > 1, 2, _0));
  SAME(diff(eval(a * 2.f), _0)); // the operand is a temporary
  SAME(std::get<1>(split(eval(a * 2.f), 2_c, _1)));
  CLOSE(trapezoid(eval(a * 2.f), _0));
  SAME(ediff1d(b));
  CLOSE(unwrap(a * 3.f));
  CLOSE(unwrap(a, 1., _0, 3.));
  CLOSE(vander(b, 3));
  SAME(vander(c[_0], 3, true));
  CLOSE(polyval(coefficients, a));
  SAME(sum<int>(c, _0));
  CLOSE(sum<double>(a, _1));
  CLOSE(mean<double>(c, _1));
  CHECK(average(da) == average(ha));
  CHECK(std::fabs(average(da, dc) - average(ha, hc)) < 1e-5f);
  CHECK(trapezoid(db) == trapezoid(hb));
  CHECK_THROWS_AS(average(da, da - da), value_error);
  CHECK_THROWS_AS(average(da, _0, db), shape_error);
  CHECK_THROWS_AS(trapezoid(da, db, _0), shape_error);
  CHECK_THROWS_AS(diff(da, -1), value_error);
}

TEST_CASE("rounding to decimals") {
  constexpr float inf = std::numeric_limits<float>::infinity();
  const dtensor<float, 1> ha{1.25f, -2.345f, 1234.5f, 1e30f, inf, -0.05f, 15};
  const dtensor<double, 1> hb{1.25, -2.345, 1234.5, 1e300, 0.125, -0.05, 25};
  const dtensor<int, 1> hc{1, 25, -25, 15, -34567, 2147483647, -2147483647 - 1};
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(round(a, 1));
  SAME(round(a, -1));
  SAME(round(a, 40));
  SAME(round(a, -40));
  SAME(round(b, 2));
  SAME(round(c, 2));
  SAME(round(c, -1));
  SAME(round(c, -3));
  SAME(round(c, -10));
  SAME(round(c, -30));
  SAME(round(cast<unsigned char>(c), -1));
}

TEST_CASE("interp") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const dtensor<double, 1> ha{0, 1, 2.5, 4, 4.5};
  const dtensor<double, 1> hb{3, -1, 7, 2, 2};
  dtensor<float, 2> hc = reshape(arange(24.f), 4, 6) * 0.25f - 0.6f;
  hc[1, 1] = static_cast<float>(nan);
  hc[2, 2] = 2.5f;
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CLOSE(interp(c, a, b));
  CLOSE(interp(c * 2.f, a, b, -5, 9));
  CLOSE(interp(c, cast<float>(a), cast<float>(b)));
  CLOSE(interp(c * 3.f, a[rev()], b, period(3.25)));
  CLOSE(interp(c, a[range(_, 1)], b[range(_, 1)]));
  CLOSE(interp(cast<int>(nan_to_num(c)), cast<int>(a * 2.), cast<int>(b)));
  CHECK_THROWS_AS(interp(dc, da, db[range(_, 3)]), shape_error);
}

TEST_CASE("convolve and correlate") {
  const dtensor<float, 1> ha{1, 2, 3, -1, 0.5f, 4, 2};
  const dtensor<float, 1> hb{1, -2, 0.25f};
  const dtensor<std::complex<double>, 1> hc{{1, 2}, {-3, 0.5}, {0, 1}, {2, 2}};
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CLOSE(convolve(a, b));
  CLOSE(convolve(b, a, convolve_mode::same));
  CLOSE(convolve(a, b * 2.f, convolve_mode::valid));
  CLOSE(correlate(a, b));
  CLOSE(correlate(b, a, convolve_mode::same));
  CLOSE(correlate(a, b, convolve_mode::full));
  CLOSE(correlate(b, a, convolve_mode::full));
  SAME(convolve(cast<int>(a), cast<int>(b)));
  CLOSE(convolve(c, a));
  CLOSE(correlate(a, c, convolve_mode::full));
  CLOSE(correlate(c, c, convolve_mode::same));
  const device_tensor<float, dyn> none(gpu(), 0);
  CHECK_THROWS_AS(convolve(da, none), value_error);
}

TEST_CASE("functions composed of others") {
  const dtensor<float, 2> ha = reshape(arange(12.f), 3, 4);
  const dtensor<float, 1> hb{1, -2, 3, 4};
  const dtensor<float, 2> hc = ha + 1.f;
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(vstack(a, b));
  SAME(hstack(a, c));
  SAME(dstack(a, c));
  SAME(column_stack(b, b));
  SAME(block(std::tuple(a, c), std::tuple(c, a)));
  SAME(atleast_2d(b));
  SAME(atleast_3d(a));
  SAME(std::get<1>(array_split(a, 2_c, _1)));
  SAME(append(b, a));
  SAME(append(a, c, _0));
  SAME(delete_at(b, 1));
  SAME(delete_at(a, range(_, _, 2), _1));
  SAME(insert(b, 2, a[_0]));
  SAME(insert(a, {1, 3}, b[_0], _1));
  SAME(delete_at(a, -1, _1));
  SAME(cumulative_sum(a, _0));
  SAME(vecdot(a, c));
  SAME(inner(b, b));
  const auto parts = array_split(da, 2);
  CHECK(parts.size() == 2);
  CHECK(on_device::equal(to_host(parts[1]), eval(array_split(ha, 2)[1])));
  CHECK(allclose(da, dc - 1.f));
  CHECK_FALSE(allclose(da, dc));
  CHECK(array_equal(da, dc - 1.f));
  CHECK_FALSE(array_equal(da, db));
}

STRIA_COMPILE_AS_CUDA()
