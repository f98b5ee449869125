// SPDX-License-Identifier: BSL-1.0
// Large matrix products: by CLBlast if it is installed, otherwise by the tiled kernel. Each check
// asks which one was used, so that the test is the same with and without CLBlast.
#include "environment.hpp"
#include "on_device.hpp"

#include <limits>

using namespace stria;
using on_device::gpu;
using on_device::up;

namespace {

/// Numbers whose products and sums are exact in float, so that every order gives the same result.
template <class T> auto numbers(auto... sizes) {
  return eval(cast<T>(reshape(arange(static_cast<int>((sizes * ... * 1))) * 7 % 13 - 6, sizes...)));
}
std::string way_of(const auto& e) {
  const std::string text = explain_kernel(e);
  const std::string library = gpu().product_library();
  return !library.empty() && text.find(" by " + library + "\n") != std::string::npos ? "library"
         : text.find(" by tiles of 16 x 16\n") != std::string::npos                  ? "tiles"
                                                                                     : "sum";
}
const std::string large = gpu().product_library().empty() ? "tiles" : "library";

/// Checks the results of the library and of the kernel, and which of the two is the default.
void both(const std::string& way, const auto& e, const auto& host) {
  const auto expected = eval(host);
  CHECK(way_of(e) == way);
  CHECK(on_device::equal(to_host(e), expected));
  const test::variable without("STRIA_DEVICE_BLAS", "0");
  CHECK(way_of(e) == (way == "library" ? "tiles" : way));
  CHECK(on_device::equal(to_host(e), expected));
}

} // namespace

TEST_CASE("the library is reported, and can be disabled") {
  const std::string library = gpu().product_library();
  CHECK((library == "CLBlast" || library.starts_with("cuBLAS") || library.empty()));
  const test::variable without("STRIA_DEVICE_BLAS", "0");
  CHECK(gpu().product_library().empty());
}

TEST_CASE("matmul") {
  const auto check = [&]<class T>(T, const std::string& way) {
    const auto ha = numbers<T>(70, 65), hb = numbers<T>(65, 66);
    const auto a = up(ha);
    const auto b = up(hb);
    both(way, matmul(a, b), matmul(ha, hb));
    both(way, matmul(transpose(b), transpose(a)), matmul(transpose(hb), transpose(ha)));
    both(way, matmul(a + T(1), b), matmul(ha + T(1), hb));
    both(way, matmul(a[range(1, 70), range(_, 64)], b[range(1, _), range(2, 66)]),
         matmul(ha[range(1, 70), range(_, 64)], hb[range(1, _), range(2, 66)]));
  };
  check(float{}, large);
  check(double{}, large);
  check(int{}, "tiles");
  const auto ha = numbers<float>(140, 65), hb = numbers<float>(65, 66);
  const auto a = up(ha);
  const auto b = up(hb);
  // Steps that libraries do not support, and small matrices.
  both("tiles", matmul(a[range(_, _, 2), rev()], b), matmul(ha[range(_, _, 2), rev()], hb));
  both("tiles", matmul(a[range(_, 5)], b), matmul(ha[range(_, 5)], hb));
  // Libraries support a step of whole rows.
  both(large, matmul(a[range(_, _, 2)], b), matmul(ha[range(_, _, 2)], hb));
  const auto mixed = eval(cast<double>(hb));
  both(large, matmul(a, up(mixed)), matmul(ha, mixed));
}

TEST_CASE("many matrices") {
  const auto ha = numbers<float>(3, 2, 60, 41);
  const auto hb = numbers<float>(2, 41, 42);
  const auto hc = numbers<float>(3, 1, 41, 42);
  const auto a = up(ha);
  const auto b = up(hb);
  const auto c = up(hc);
  both(large, matmul(a, b), matmul(ha, hb));
  both(large, matmul(a, c), matmul(ha, hc));
  both(large, matmul(a[_, _1], b[_1]), matmul(ha[_, _1], hb[_1]));
}

TEST_CASE("tensordot and einsum") {
  const auto ha = numbers<float>(9, 8, 7, 10);
  const auto hb = numbers<float>(7, 10, 80);
  const auto a = up(ha);
  const auto b = up(hb);
  both(large, tensordot(a, b, _2), tensordot(ha, hb, _2));
  both(large, einsum<"ijkl,klm->ijm">(a, b), einsum<"ijkl,klm->ijm">(ha, hb));
  both(large, einsum<"ijkl,klm->mij">(a, b), einsum<"ijkl,klm->mij">(ha, hb));
  const auto hx = numbers<double>(3, 50, 45);
  const auto hy = numbers<double>(3, 45, 51);
  const auto x = up(hx);
  const auto y = up(hy);
  both(large, einsum<"bij,bjk->bik">(x, y), einsum<"bij,bjk->bik">(hx, hy));
  both(large, einsum<"bij,bjk->bki">(x, y), einsum<"bij,bjk->bki">(hx, hy));
  both("tiles", einsum<"bij,bjk->ikb">(x, y), einsum<"bij,bjk->ikb">(hx, hy));
  both(large, einsum<"bij,bjk->bik">(x * 2., y), einsum<"bij,bjk->bik">(hx * 2., hy));
  both(large, einsum<"bij,kj->ibk">(x, y[_1, _, range(_, 45)]),
       einsum<"bij,kj->ibk">(hx, hy[_1, _, range(_, 45)]));
  // Small operands, operands that are not matrix products, and unsupported operands.
  both("sum", einsum<"ij,jk->ik">(x[_0, range(_, 5)], y[_0]),
       einsum<"ij,jk->ik">(hx[_0, range(_, 5)], hy[_0]));
  both("sum", einsum<"bij,bij->b">(x, x + 1.), einsum<"bij,bij->b">(hx, hx + 1.));
}

TEST_CASE("the previous contents of the result do not count") {
  const auto ha = numbers<float>(64, 64);
  const auto a = up(ha);
  for (int turn = 0; turn < 3; ++turn) {
    {
      device_tensor<float, dyn, dyn> fouled(gpu(), 64, 64);
      fouled = std::numeric_limits<float>::quiet_NaN();
    }
    CHECK(on_device::equal(to_host(matmul(a, a)), eval(matmul(ha, ha))));
  }
}

TEST_CASE("the error is that of float sums") {
  const dtensor<float, 2> ha = sin(cast<float>(numbers<int>(96, 200))),
                          hb = cos(cast<float>(numbers<int>(200, 96)));
  const auto exact = eval(matmul(cast<double>(ha), cast<double>(hb)));
  const auto bound = eval(200. * 0x1p-24 * matmul(cast<double>(abs(ha)), cast<double>(abs(hb))));
  CHECK(all_of(abs(cast<double>(to_host(matmul(up(ha), up(hb)))) - exact) <= bound));
  const test::variable without("STRIA_DEVICE_BLAS", "0");
  CHECK(all_of(abs(cast<double>(to_host(matmul(up(ha), up(hb)))) - exact) <= bound));
}

STRIA_COMPILE_AS_CUDA()
