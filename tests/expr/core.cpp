// SPDX-License-Identifier: BSL-1.0
// What <stria/core.hpp> offers, and that <stria/stria.hpp> may follow it.
#include <stria/core.hpp>

#if defined(STRIA_STRIA_HPP)
#error "core.hpp includes all of stria.hpp"
#endif

#include <catch.hpp>

#include <sstream>
#include <tuple>

using namespace stria;

namespace {

tensor<float, 2, 3> numbers() { return reshape(arange<float>(6), 2, 3); }

} // namespace

TEST_CASE("core.hpp: subscripts, arithmetic and assignment") {
  const dtensor<float, 2> a = numbers();
  dtensor<float, 2> r(2, 3);
  r = a[_, rev()] * 2.f + a[_0, newaxis];
  CHECK(allclose(r, tensor{{4.f, 3.f, 2.f}, {10.f, 9.f, 8.f}}));
  r[_, range(1, _)] = 0.f;
  CHECK(count_nonzero(r) == 2);
  r[r > 5.f] = -1.f;
  CHECK(r[1, 0] == -1.f);
  CHECK(allclose(a[_, tensor{2, 0}], tensor{{2.f, 0.f}, {5.f, 3.f}}));
  dtensor<float, 1> x{1, 2}, y{3, 4};
  tie(x, y) = std::tuple(y, x);
  CHECK(x[0] == 3.f);
  CHECK(y[1] == 2.f);
}

TEST_CASE("core.hpp: reductions, products, shapes and output") {
  const dtensor<float, 2> a = numbers();
  CHECK(sum(a) == 15.f);
  CHECK(argmax(a) == 5);
  CHECK(allclose(mean(a, _0), tensor{1.5f, 2.5f, 3.5f}));
  CHECK(allclose(matmul(a, transpose(a)), tensor{{5.f, 14.f}, {14.f, 50.f}}));
  CHECK(allclose(where(a > 2.f, sqrt(a * a), -a), tensor{{0.f, -1.f, -2.f}, {3.f, 4.f, 5.f}}));
  CHECK(stack(_0, a, a).shape() == std::array<index, 3>{2, 2, 3});
  CHECK(concatenate(_1, a, flip(a, _1))[0, 3] == 2.f);
  std::ostringstream text;
  text << a;
  CHECK(text.str() == "[[0. 1. 2.]\n [3. 4. 5.]]");
}

#include <stria/stria.hpp>

TEST_CASE("stria.hpp adds the rest after core.hpp") {
  CHECK(allclose(sort(tensor{3.f, 1.f, 2.f}), tensor{1.f, 2.f, 3.f}));
}
