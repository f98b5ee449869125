// SPDX-License-Identifier: BSL-1.0
// Reductions and scans on a device that skip NaNs.
#include "on_device.hpp"

#include <complex>
#include <limits>

using namespace stria;
using on_device::gpu;
using on_device::up;

TEST_CASE("reductions that skip NaNs") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                  inf = std::numeric_limits<float>::infinity();
  dtensor<float, 2> ha = reshape(arange(20.f), 4, 5) * 0.5f - 2.f;
  ha[1, 2] = ha[3, 0] = nan;
  ha[_2] = nan;
  ha[0, 4] = ha[3, 4] = -inf;
  const dtensor<int, 2> hb = reshape(arange(12), 3, 4);
  dtensor<std::complex<float>, 2> hc = cast<std::complex<float>>(ha[_, range(_, 4)]);
  hc[0, 1] = std::complex<float>(2, nan);
  hc[1, 1] = std::complex<float>(1, -3);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CLOSE(nansum(a, _0));
  CLOSE(nansum(a, _1, keepdims));
  CLOSE(nanprod(a, _1));
  CLOSE(nanmean(a, _1));
  CLOSE(nanmean(a[_, range(_, 4)], _0));
  CLOSE(nanvar(a, _1));
  CLOSE(nanvar(a[_, range(_, 4)], _0, ddof(1)));
  CLOSE(nanstd_dev(a[_, range(_, 4)], _1, keepdims));
  SAME(nanmin(a, _0));
  SAME(nanmin(a, _1));
  SAME(nanmax(a, _1, keepdims));
  SAME(nanmax(a, _0));
  SAME(nanargmin(a, _0));
  SAME(nanargmax(a[range(_, 2)], _1));
  CLOSE(nancumsum(a, _1));
  CLOSE(nancumprod(a, _0));
  SAME(nansum(b, _0));
  SAME(nanmax(b, _1));
  CLOSE(nanmean(b, _1));
  CLOSE(nansum(c, _0));
  CLOSE(nanmean(c, _1));
  CLOSE(nanvar(c, _1));
}

TEST_CASE("over all axes, and without elements") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const dtensor<float, 1> h{1, nan, 3, 7};
  const auto c = up(h);
  CHECK(nansum(c) == 11.f);
  CHECK(nanprod(c) == 21.f);
  CHECK(std::fabs(nanmean(c) - nanmean(h)) < 1e-6f);
  CHECK(std::fabs(nanvar(c) - nanvar(h)) < 1e-5f);
  CHECK(nanmin(c) == 1.f);
  CHECK(nanargmax(c) == 3);
  const auto all_nan = up(dtensor<float, 1>{nan, nan});
  CHECK(nansum(all_nan) == 0.f);
  CHECK(std::isnan(nanmean(all_nan)));
  CHECK(std::isnan(nanvar(all_nan)));
  CHECK(std::isnan(nanmax(all_nan)));
  CHECK_THROWS_AS(nanargmin(all_nan), value_error);
  const device_tensor<float, dyn, dyn> none(gpu(), 0, 3);
  const dtensor<float, 2> none_here(0, 3);
  CHECK(on_device::equal(to_host(nanmean(none, _0)), eval(nanmean(none_here, _0))));
  CHECK(on_device::equal(to_host(nansum(none, _0)), eval(nansum(none_here, _0))));
  CHECK_THROWS_AS(to_host(nanmax(none, _0)), value_error);
  CHECK_THROWS_AS(to_host(nanargmax(none, _0)), value_error);
}

STRIA_COMPILE_AS_CUDA()
