// SPDX-License-Identifier: BSL-1.0
// Inner loops of a few iterations, such as those over the channels of images, are joined with the
// next loop.
#include "cases.hpp"
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <cstdint>
#include <vector>

using namespace stria;
using test::evaluated;
using test::values;

TEMPLATE_TEST_CASE("a short inner loop", "", float, std::uint8_t, std::complex<double>) {
  for (stria::index channels : test::sizes({1, 2, 3, 4, 5, 8, 9})) {
    INFO("channels " << channels);
    const stria::index h = 40, w = 300 / channels;
    dtensor<TestType, 3> a(h, w, channels), larger(2 * h, 2 * w + 1, channels);
    for (stria::index k = 0; k < a.size(); ++k)
      a.data()[k] = static_cast<TestType>(static_cast<int>(k * 3 % 101));
    for (stria::index k = 0; k < larger.size(); ++k)
      larger.data()[k] = static_cast<TestType>(static_cast<int>(k * 5 % 103));
    // Values for all pixels, for a row, for all channels; other pixels, other channels.
    const dtensor<TestType, 1> color = a[3, 4];
    const dtensor<TestType, 3> column = a[_, range(0, 1), _], gray = a[_, _, range(0, 1)];
    CHECK(evaluated(a + color) == values(a + color));
    CHECK(evaluated(color * a + color) == values(color * a + color));
    CHECK(evaluated(a - color[rev()]) == values(a - color[rev()]));
    const auto everywhere = broadcast_to(color[rev()], h, w, channels);
    CHECK(evaluated(everywhere) == values(everywhere));
    CHECK(evaluated(a + column) == values(a + column));
    CHECK(evaluated(a * gray + color - column) == values(a * gray + color - column));
    const auto some = larger[range(_, _, 2), range(0, 2 * w, 2), rev()];
    CHECK(evaluated(some) == values(some));
    CHECK(evaluated(some + a) == values(some + a));
    CHECK(evaluated(broadcast_to(gray, h, w, channels)) ==
          values(broadcast_to(gray, h, w, channels)));
    dtensor<TestType, 3> r = a;
    r += color;
    CHECK(values(r) == values(cast<TestType>(a + color)));
    // Targets whose pixels are not adjacent.
    r = larger;
    r[range(0, h), range(0, 2 * w, 2), _] = a + color;
    CHECK(values(r[range(0, h), range(0, 2 * w, 2), _]) == values(cast<TestType>(a + color)));
    CHECK(values(r[range(h, _)]) == values(larger[range(h, _)]));
  }
}

TEST_CASE("a short inner loop with operands that are not in memory, or too many of them") {
  dtensor<float, 3> a(30, 100, 3);
  for (stria::index k = 0; k < a.size(); ++k)
    a.data()[k] = static_cast<float>(k % 101);
  const dtensor<float, 1> color = a[3, 4];
  const dtensor<float, 2> table = a[5];
  const auto channel = cast<float>(arange<int>(3));
  CHECK(evaluated(a + color * channel) == values(a + color * channel));
  const std::vector<int> order{2, 0, 1};
  CHECK(evaluated(a + color[order]) == values(a + color[order]));
  CHECK(evaluated(a[ellipsis, order] + color) == values(a[ellipsis, order] + color));
  const auto five = a * color + table - color * a[_, _, rev()] + a[rev()] * a[_, _, range(0, 1)];
  CHECK(evaluated(five) == values(five));
  CHECK(evaluated(where(a > color, a, 0.f)) == values(where(a > color, a, 0.f)));
  auto r = a;
  r[r > 50.f] = 7.f;
  CHECK(values(r) == values(where(a > 50.f, 7.f, a)));
  int calls = 0;
  const auto note = [&calls](float x) { return x + static_cast<float>(calls++); };
  r = map(note, color * 0.f + a * 0.f);
  CHECK(values(r) == values(reshape(cast<float>(arange<int>(9000)), 30, 100, 3)));
  // The target is read at the positions that are written, and at others.
  r = a;
  r = r - color;
  CHECK(values(r) == values(a - color));
  r = a;
  r[_, range(1, _)] = r[_, range(0, -1)] + color;
  CHECK(values(r[_, range(1, _)]) == values(a[_, range(0, -1)] + color));
}

TEST_CASE("a copy of pixels to every other place, with many axes") {
  auto r = tensor<float, 2, 2, 30, 40, 6>();
  auto b = tensor<float, 2, 2, 30, 80, 3>();
  for (stria::index k = 0; k < b.size(); ++k)
    b.data()[k] = static_cast<float>(k % 10007);
  r = -1.f;
  r[ellipsis, range(_, _, _2)] = b[_, _, _, range(_, _, _2), _];
  CHECK(values(r[ellipsis, range(_, _, _2)]) == values(b[_, _, _, range(_, _, _2), _]));
  CHECK(all_of(r[ellipsis, range(1, _, 2)] == -1.f));
}
