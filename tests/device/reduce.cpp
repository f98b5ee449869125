// SPDX-License-Identifier: BSL-1.0
// Reductions on a device.
#include "on_device.hpp"

#include <complex>
#include <cstdint>
#include <limits>
#include <string>

using namespace stria;
using on_device::gpu;
using on_device::up;

STRIA_DEVICE_FUNCTION(mix, (float acc, float x), { return acc * 0.5f + x; });

TEST_CASE("over some axes") {
  dtensor<float, 2> ha = reshape(arange(12.f), 3, 4) * 0.5f - 2.f;
  ha[1, 2] = std::numeric_limits<float>::quiet_NaN();
  const dtensor<std::int8_t, 3> hb = cast<std::int8_t>(reshape(arange(120), 4, 5, 6) * 7);
  const dtensor<bool, 2> hc = ha > 0.f;
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CLOSE(sum(a, _0));
  CLOSE(mean(a, _1, keepdims));
  SAME(sum(b, _1));
  SAME(sum(b, _0, _2));
  SAME(prod(cast<int>(b), _2));
  SAME(max(a, _0));
  SAME(min(a, _1));
  SAME(max(b, _0, _1));
  SAME(min(b, -_1, keepdims));
  SAME(argmax(a, _0));
  SAME(argmin(b, _1));
  SAME(argmax(transpose(b), _0));
  SAME(any(c, _0));
  SAME(all_of(c, _1));
  SAME(count_nonzero(b, _1));
  SAME(none_of(c, _1));
  CLOSE(mean(b, _2));
  CLOSE(var(b, _1));
  CLOSE(std_dev(a, _1, ddof(1)));
  CLOSE(norm(a, _0));
  SAME(ptp(b, _2));
  CLOSE(logsumexp(a, _1));
  CLOSE(logsumexp(a, _0, keepdims));
  CLOSE(softmax(a));
  CLOSE(log_softmax(a, _0));
  SAME(reduce(mix, 1.f, a, _1));
  SAME(reduce(mix, 1.f, a[rev(), rev()], _0, keepdims));
  CLOSE(a - mean(a, _1, keepdims));
  CLOSE(exp(a - max(a, _1, keepdims)) / sum(exp(a - max(a, _1, keepdims)), _1, keepdims));
}

TEST_CASE("a reduction over all axes copies the element to the host") {
  const dtensor<float, 2> h = reshape(arange(12.f), 3, 4);
  const auto c = up(h);
  CHECK(sum(c) == 66.f);
  CHECK(mean(c * 2.f) == 11.f);
  CHECK(max(-c) == 0.f);
  CHECK(argmax(c) == 11);
  CHECK(any(c > 10.f));
  CHECK_FALSE(all_of(c > 10.f));
  CHECK(count_nonzero(c) == 11);
  CHECK(std::fabs(var(c) - var(h)) < 1e-5f);
  STATIC_REQUIRE(std::same_as<decltype(sum(up(dtensor<int, 1>{1}))), std::int64_t>);
}

TEST_CASE("long reductions are folded in parts, in an order that depends only on the shape") {
  const dtensor<int, 2> ha = cast<int>(reshape(arange(3 * 70001), 3, 70001) % 1000);
  const dtensor<float, 2> hb = cast<float>(reshape(ha, 70001, 3)) * 0.37f;
  const dtensor<float, 1> hc = cast<float>(ha[_0]);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(sum(a, _1));
  SAME(max(a, _1));
  SAME(argmax(a, _1));
  SAME(argmin(b, _0));
  CLOSE(sum(b, _0));
  CLOSE(mean(b, _0));
  CHECK(sum(da) == sum(ha));
  const float first = sum(db);
  for (int turn = 0; turn < 5; ++turn)
    CHECK(sum(db) == first);
}

TEST_CASE("neighbouring results are folded side by side, in parts") {
  const auto ways = [](const auto& e) {
    const std::string text = explain_kernel(e);
    const bool parts = text.find("parts[i] = a;") != std::string::npos;
    const bool serial = text.find("e < s.lead[1]; ++e)") != std::string::npos;
    const bool groups = text.find("lanes[me] = a;") != std::string::npos;
    return std::string(parts ? "parts" : "") + (serial ? " serial" : "") + (groups ? " group" : "");
  };
  // 31 and 32 results, and more parts than results; the last part is shorter.
  const dtensor<int, 2> ha = cast<int>(reshape(arange(2211 * 32), 2211, 32) % 1009);
  const dtensor<float, 3> hb = cast<float>(reshape(ha[range(0, 2200)], 200, 11, 32)) * 0.37f;
  dtensor<float, 2> hc = cast<float>(transpose(ha));
  hc[3, 1234] = std::numeric_limits<float>::quiet_NaN();
  hc[7, 2210] = std::numeric_limits<float>::infinity();
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CHECK(ways(sum(da, _0)) == "parts group");
  CHECK(ways(sum(da[_, range(1, _)], _0)) == " group");
  CHECK(ways(sum(db, _0)) == "parts serial");
  CHECK(ways(sum(db, _1)).empty());
  CHECK(ways(sum(dc, _0)).empty());
  SAME(sum(a, _0));
  SAME(sum(a[_, range(1, _)], _0));
  SAME(argmax(a, _0));
  SAME(argmin(a[rev()], _0));
  SAME(count_nonzero(a, _0));
  CLOSE(sum(b, _0));
  CLOSE(mean(b, _0, _1));
  CLOSE(sum(b, _0, keepdims) * 2.f);
  SAME(max(transpose(c), _0));
  SAME(argmin(transpose(c), _0));
  // More than 65 elements for each of many results: two parts, the second of one element.
  const dtensor<std::uint8_t, 2> hd = cast<std::uint8_t>(reshape(arange(65 * 900) % 251, 65, 900));
  const auto dd = up(hd);
  CHECK(ways(sum(dd, _0)) == "parts serial");
  CHECK(on_device::equal(to_host(sum(dd, _0)), eval(sum(hd, _0))));
}

TEST_CASE("rows are folded by teams of work items") {
  const auto team = [](const auto& e) {
    const std::string text = explain_kernel(e);
    const std::size_t at = text.find("lane = me % ");
    return at == std::string::npos ? 0 : std::stoi(text.substr(at + 12));
  };
  // The lengths are around those at which the team or the number of vectors changes. 37 rows leave
  // teams of the last group without a row.
  for (const int n : {1, 3, 4, 5, 8, 9, 63, 64, 65, 127, 128, 132, 1023, 1024, 1025, 4099}) {
    CAPTURE(n);
    dtensor<float, 2> ha = cast<float>(reshape(arange(37 * n) % 31, 37, n)) * 0.37f - 5.f;
    const dtensor<std::uint8_t, 2> hb = cast<std::uint8_t>(reshape(arange(37 * n) % 7, 37, n));
    const dtensor<std::complex<float>, 2> hc = ha * std::complex<float>(0.5f, -1.f);
    ha[5, n / 2] = std::numeric_limits<float>::quiet_NaN();
    ha[36, n - 1] = -std::numeric_limits<float>::infinity();
    const auto da = up(ha);
    const auto db = up(hb);
    const auto dc = up(hc);
    if (n > 1)
      CHECK(team(sum(da, _1)) == (n <= 8 ? 1 : n <= 64 ? 4 : n <= 1024 ? 32 : 128));
    CLOSE(sum(a, _1));
    SAME(max(a, _1, keepdims));
    SAME(argmin(a, _1)); // many ties, one NaN
    SAME(argmax(b, _1));
    SAME(sum(b, _1));
    CLOSE(sum(c, _1));
    CHECK(on_device::equal(to_host(sum(da, _1)), to_host(sum(da, _1))));
  }
}

TEST_CASE("teams read any operand, in an order that does not depend on its address") {
  const dtensor<float, 3> ha = cast<float>(reshape(arange(6 * 9 * 133) % 97, 6, 9, 133)) * 0.37f;
  const dtensor<std::int16_t, 1> hb = cast<std::int16_t>(arange(133) % 11);
  const dtensor<double, 2> hc = reshape(arange(40. * 72), 40, 72) * 0.1;
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  const auto vectors = [](const auto& e) {
    return explain_kernel(e).find("elements at once") != std::string::npos;
  };
  const auto even = range(0, 132);
  CHECK(vectors(sum(dc, _1)));
  CHECK(vectors(sum(dc * 2. + dc[rev()], _1)));
  CHECK_FALSE(vectors(sum(da, _2)));                 // rows of 133 elements
  CHECK_FALSE(vectors(sum(dc[_, range(1, _)], _1))); // begins at an odd element
  SAME(sum(b + cast<std::int16_t>(a), -_1));
  CLOSE(sum(a * cast<float>(b[rev()]), _2, keepdims));
  CLOSE(sum(a[_, _, rev()] * cast<float>(b), -_1));
  CLOSE(sum(a[_, _, even], _0, _2)); // two reduced axes, the first of them outside
  CLOSE(mean(a[_, _, range(_, _, 2)], _0, _2));
  SAME(argmax(c * c[_, rev()], _1));
  SAME(argmin(c[rev(), rev()], _1));
  SAME(max(c[_, range(_, 70)] - c[_, range(2, _)], _1));
  SAME(count_nonzero(a[_, _, b] > 3.f, -_1));
  CLOSE(sum(square(a[range(_, 4), newaxis] - a[newaxis, range(1, 4)]), -_1));
  // The same values at another address: the same bits.
  auto moved = device_tensor<double, dyn, dyn>(gpu(), 40, 73);
  moved[_, range(1, _)] = dc;
  const auto view = moved[_, range(1, _)];
  CHECK_FALSE(vectors(sum(view, _1)));
  CHECK(on_device::equal(to_host(sum(view, _1)), to_host(sum(dc, _1))));
}

TEST_CASE("empty operands") {
  device_tensor<float, dyn, dyn> none(gpu(), 0, 4);
  const dtensor<float, 2> h(0, 4);
  CHECK(on_device::equal(to_host(sum(none, _0)), eval(sum(h, _0))));
  CHECK(on_device::equal(to_host(mean(none, _0)), eval(mean(h, _0))));
  CHECK(to_host(max(none, _1)).shape() == std::array<stria::index, 1>{0});
  CHECK_THROWS_AS(to_host(max(none, _0)), value_error);
  CHECK_THROWS_AS(argmin(none), value_error);
  CHECK(sum(none) == 0.f);
}

TEST_CASE("products") {
  const dtensor<float, 2> ha = reshape(arange(12.f), 3, 4) * 0.5f - 2.f;
  const dtensor<float, 2> hb = reshape(arange(20.f), 4, 5);
  const dtensor<double, 3> hc = reshape(arange(24.), 2, 3, 4);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CLOSE(matmul(a, b));
  CLOSE(matmul(a[_0], b));
  CLOSE(matmul(a, b[_, _1]));
  CLOSE(matmul(c, transpose(a)));
  CLOSE(matmul(c[_, newaxis], transpose(c[newaxis, _, rev()] * 2., _0, _1, _3, _2)));
  CLOSE(matmul(a[range(0, 0)], b));
  CLOSE(matmul(a[_, range(0, 0)], b[range(0, 0)]));
  SAME(matmul(cast<int>(a), cast<int>(b)));
  CLOSE(matmul(c, transpose(c, _0, _2, _1)));
  CLOSE(tensordot(a, b, _1));
  CLOSE(outer(a[_0], b[_0]));
  CLOSE(kron(a, b[_0]));
  CLOSE(cross(a[_, range(0, 3)], a[_, range(1, 4)]));
  CLOSE(einsum<"ij,jk->ik">(a, b));
  CLOSE(einsum<"ij,ij->i">(a, a));
  CLOSE(einsum<"ij,kj,kl->il">(a, a, a));
  CLOSE(sum(square(a[_, newaxis] - a[newaxis]), -_1));
}

STRIA_COMPILE_AS_CUDA()
