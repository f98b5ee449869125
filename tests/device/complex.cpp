// SPDX-License-Identifier: BSL-1.0
// Complex elements on a device.
#include "on_device.hpp"

#include <complex>
#include <cstdint>
#include <limits>
#include <random>

using namespace stria;
using on_device::gpu;
using on_device::up;
using cf = std::complex<float>;
using cd = std::complex<double>;

namespace {

/// Parts from -3 to 3 in steps of 1/8, whose products and short sums are exact.
template <class C> auto numbers(auto... sizes) {
  using T = typename C::value_type;
  const auto k = eval(reshape(arange(static_cast<int>((sizes * ... * 1))), sizes...));
  return eval(cast<C>(cast<T>(k * 7 % 49 - 24)) / T(8) +
              cast<C>(cast<T>(k * 11 % 47 - 23)) * C(0, 1) / T(8));
}

} // namespace

TEST_CASE("operators have the bits of the host") {
  const auto ha = numbers<cf>(3, 4);
  const auto hb = numbers<cf>(7)[range(2, 6)];
  const dtensor<float, 2> hc = reshape(arange(12.f), 3, 4) * 0.5f - 2.f;
  const auto da = up(ha);
  const auto db = up(eval(hb));
  const auto dc = up(hc);
  SAME(a + b);
  SAME(a - b * 2.f);
  SAME(a * b);
  SAME(a / b);
  SAME(a / c);
  SAME(c / a - c);
  SAME(c * a + cast<int>(c));
  SAME(-a * cf(0, 1) + cf(1.5f, -2));
  SAME(square(a) + fma(a, b, c));
  SAME(a == b || a != conj(a));
  SAME(a == c);
  SAME(where(real(a) > 0.f, a, b));
  SAME(where(c > 0.f, a, c));
  SAME(conj(a) * real(b) + imag(a));
  SAME(isnan(a) || isinf(a / c) || isfinite(b));
  SAME(cast<cd>(a) * 0.1);
  SAME(cast<cf>(cast<cd>(a) / cd(3, 1)));
  SAME(a * cast<double>(c));
  SAME(real(c) + imag(c));
  SAME(isclose(a, b, 0.1, 2.) || isclose(a, c));
  SAME(tril(a) + triu(a, 1));
  SAME(transpose(a[rev(), range(_, _, 2)]) + a[_1, newaxis, range(1, 4)]);
  SAME(cast<cf>(a == b) + a);
}

TEST_CASE("operators of double") {
  const auto ha = eval(numbers<cd>(3, 4) * 0.1);
  const auto hb = eval(numbers<cd>(7)[range(2, 6)] + 0.3);
  const auto hc = numbers<cf>(3, 4);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(a * b - c);
  SAME(a / b);
  SAME(c * a + conj(b));
  CLOSE(sqrt(a) + log(a) - exp(b) / abs(a));
  CLOSE(pow(a, cd(0.5, 1)) + sin(b));
}

TEST_CASE("functions") {
  const auto ha = numbers<cf>(49);
  const auto hb = eval(numbers<cf>(49) * 1e-3f + 1.f);
  const auto hc = numbers<cf>(1);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  CLOSE(abs(a));
  CLOSE(arg(a));
  CLOSE(exp(a));
  CLOSE(log(a));
  CLOSE(log(b));
  CLOSE(sqrt(a));
  CLOSE(sqrt(b * 1e30f));
  CLOSE(pow(a, b));
  CLOSE(pow(a, 2.f));
  CLOSE(sin(a));
  CLOSE(cos(a));
  CLOSE(tan(a));
  CLOSE(sinh(a));
  CLOSE(cosh(a));
  CLOSE(tanh(a) - tanh(a * 40.f));
}

TEST_CASE("quotients and roots at the limits") {
  constexpr float inf = std::numeric_limits<float>::infinity(),
                  nan = std::numeric_limits<float>::quiet_NaN();
  const dtensor<cf, 1> ha{cf(0, 0),         cf(1, 1),           cf(-1, 0),    cf(inf, 1),
                          cf(2, -inf),      cf(nan, nan),       cf(nan, 1),   cf(-0.f, 2),
                          cf(3e38f, 3e38f), cf(1e-40f, 1e-40f), cf(inf, nan), cf(0, -0.f),
                          cf(-4, -0.f)};
  const dtensor<cf, 2> hb = ha[_, newaxis];
  const auto hc = eval(cast<cd>(ha));
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(a / b);
  SAME(a * b);
  SAME(c / cast<cd>(b));
  CLOSE(where(isfinite(a), sqrt(a), cf(0)));
  SAME(signbit(imag(sqrt(a[range(11, _)]))));
  // CUDA does not keep the sign of a NaN.
  SAME(signbit(imag(conj(a))) && !isnan(imag(a)));
}

TEST_CASE("targets") {
  auto h = numbers<cf>(3, 4);
  auto c = up(h);
  const auto same = [&] { return on_device::equal(to_host(c), h); };
  const auto both = [&](const auto& statement) {
    statement(h);
    statement(c);
    CHECK(same());
  };
  both([](auto& t) { t += 1.f; });
  both([](auto& t) { t *= cf(0, 1); });
  both([](auto& t) { t[_0] = 2.f; });
  both([](auto& t) { t[1, 1] = cf(1, -1); });
  both([](auto& t) { t[_, range(_, _, 2)] /= t[_, range(1, _, 2)]; });
  both([](auto& t) { t[range(1, _)] -= t[range(_, -1)]; });
  both([](auto& t) { t = transpose(t); });
  both([](auto& t) { t[rev(), _] = t + conj(t[_, rev()]); });
  device_tensor<cd, dyn> zeros(gpu(), 3);
  CHECK(all_of(to_host(zeros) == cd()));
  zeros = c[_0] * 0.5;
  CHECK(on_device::equal(to_host(zeros), eval(cast<cd>(h[_0]) * 0.5)));
  CHECK(cf(to_host(c[1, 2])) == h[1, 2]);
  c = device_tensor<float, dyn, dyn>(gpu(), 2, 2) + 3.f;
  CHECK(all_of(to_host(c) == cf(3)));
}

TEST_CASE("large operands: vectors, tiles, many operands") {
  const auto ha = numbers<cf>(64, 64), hb = numbers<cf>(64, 64);
  const auto hc = numbers<cd>(64, 64);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(a * b);
  SAME(a[_, rev()] + transpose(b));
  SAME(c * c + transpose(c) * cd(0, 1));
  SAME(transpose(a) * 2.f);
}

TEST_CASE("gathers and scatters") {
  auto h = numbers<cf>(5, 3);
  auto c = up(h);
  const tensor rows{3, 0, -1, 3};
  const auto mask = eval(imag(h) > 0.f);
  const auto there = up(rows);
  CHECK(on_device::equal(to_host(c[there]), eval(h[rows])));
  CHECK(on_device::equal(to_host(c[up(mask)]), eval(h[mask])));
  CHECK(on_device::equal(to_host(c[nd({{0, 7}, {2, 1}}, out_of_bounds::drop)]),
                         eval(h[nd({{0, 7}, {2, 1}}, out_of_bounds::drop)])));
  const auto updates = numbers<cf>(4, 3);
  h[rows] = updates;
  c[there] = up(updates);
  CHECK(on_device::equal(to_host(c), h));
  h[rows] += updates * cf(0, 1);
  c[there] += up(updates) * cf(0, 1);
  CHECK(on_device::equal(to_host(c), h));
  h[rows] *= 2.f;
  c[there] *= 2.f;
  CHECK(on_device::equal(to_host(c), h));
  h[mask] = cf(7, 8);
  c[up(mask)] = cf(7, 8);
  CHECK(on_device::equal(to_host(c), h));
  CHECK(on_device::equal(to_host(nonzero(c - h[_0, _0])), eval(nonzero(h != h[_0, _0]))));
}

TEST_CASE("reductions and scans") {
  const auto ha = numbers<cf>(4, 9);
  const auto hb = numbers<cd>(3, 5000);
  const auto hc = numbers<cf>(2, 3000);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(sum(a, _0));
  SAME(sum(a * b[_0, range(_, 9)], _1));
  SAME(sum(b, _1));
  CLOSE(mean(a, _1, keepdims));
  CLOSE(prod(a * 0.5f, _0));
  SAME(any(a == 0.f, _0));
  SAME(any(a, _1));
  SAME(all_of(a, _0));
  SAME(count_nonzero(a, _1));
  CLOSE(var(a, _1));
  CLOSE(std_dev(b, _1));
  CLOSE(norm(a, _0));
  SAME(cumsum(a, _1));
  SAME(cumsum(c, _1));
  CLOSE(cumprod(a * 0.5f, _0));
  CHECK(sum(da) == sum(ha));
  CHECK(std::abs(mean(db) - mean(hb)) < 1e-12);
  CHECK(any(da) == any(ha));
  CHECK(count_nonzero(dc) == count_nonzero(hc));
}

TEST_CASE("products") {
  const auto ha = numbers<cf>(3, 4), hb = numbers<cf>(4, 5);
  const auto hc = numbers<cd>(4, 5);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(matmul(a, b));
  SAME(matmul(a, c));
  SAME(matmul(real(a), b));
  SAME(matmul(a, conj(transpose(a))));
  SAME(dot(a[_0], b[_, _1]));
  SAME(vdot(a[_0], b[_, _1]));
  SAME(tensordot(a, b, _1));
  SAME(outer(a[_0], b[_0]));
  SAME(kron(a, b[_0]));
  SAME(einsum<"ij,jk->ik">(a, b));
  SAME(trace(a[_, range(_, 3)]));
  const auto hx = numbers<cf>(70, 65), hy = numbers<cf>(65, 66);
  const auto x = up(hx);
  const auto y = up(hy);
  CHECK(on_device::equal(to_host(matmul(x, y)), eval(matmul(hx, hy))));
  CHECK(on_device::equal(to_host(einsum<"ij,jk->ik">(x, y)), eval(matmul(hx, hy))));
  CHECK(explain_kernel(einsum<"ij,jk->ik">(x, y)).find(" by tiles of 16 x 16") !=
        std::string::npos);
}

TEST_CASE("shapes and joins") {
  const auto ha = numbers<cf>(3, 4), hb = numbers<cf>(2, 4);
  const auto hc = numbers<cd>(4);
  const auto da = up(ha);
  const auto db = up(hb);
  const auto dc = up(hc);
  SAME(reshape(a, 2, 6));
  SAME(ravel(transpose(a)));
  SAME(roll(a, 1, _0));
  SAME(concat(_0, a, b));
  SAME(stack(_0, a[_0], c * 2.));
  SAME(pad(a, 1, pad_mode::constant, cf(1, 2)));
  SAME(tile(a, 2, 1));
  SAME(flip(a, _0) + diagonal(a)[newaxis, _0]);
}

TEST_CASE("random statements") {
  std::mt19937_64 random(7);
  const auto number = [&](stria::index n) {
    return static_cast<stria::index>(random() % static_cast<std::uint64_t>(n));
  };
  auto h = numbers<cd>(6, 7);
  auto c = up(h);
  for (int turn = 0; turn < 200; ++turn) {
    const stria::index i = number(6), j = number(7);
    const cd z(static_cast<double>(number(5)) - 2, static_cast<double>(number(5)) - 2);
    const stria::index step = number(2) == 0 ? 1 : -1;
    const auto statement = [&](auto& t, stria::index kind, stria::index k) {
      const auto rows = range(i, _);
      const auto columns = range(_, _, step);
      switch (kind) {
      case 0: t[rows, columns] += z; break;
      case 1: t[i, columns] = t[k, _] * z; break;
      case 2: t[rows] = conj(t[rows, columns]); break;
      case 3: t[_, j] = real(t[_, k]) * z - t[rev(), j]; break;
      default: t[columns] = where(imag(t) > 0., t * cd(0, 1), z);
      }
      // Keep the numbers small, so that all products are exact.
      t = where(abs(real(t)) + abs(imag(t)) > 1000., t - t, t);
    };
    const stria::index kind = number(5);
    const stria::index k = number(3);
    statement(h, kind, k);
    statement(c, kind, k);
    CAPTURE(turn, kind, i, j);
    REQUIRE(on_device::equal(to_host(c), h));
  }
}

STRIA_COMPILE_AS_CUDA()
