// SPDX-License-Identifier: BSL-1.0
// colormap compared with matplotlib 3.6: np.round(255 * np.array(cm.NAME(Normalize()(a))))[...,
// :3].
#include "catch.hpp"

#include <stria/show/colormap.hpp>
#include <stria/stria.hpp>

#include <cstdint>
#include <limits>

using namespace stria;
using stria::index;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

const tensor<double, 2, 3> values{{0, 1, 2.5}, {7, 9.99, 10}};
using colors = tensor<std::uint8_t, 2, 3, 3>;

template <class A, class B> bool same(const A& a, const B& b) {
  return a.shape() == b.shape() && all_of(eval(a == b));
}

} // namespace

TEST_CASE("the maps equal those of matplotlib") {
  STATIC_REQUIRE(std::same_as<decltype(colormap(values)), colors>);
  CHECK(same(colormap(values), colors{{{68, 1, 84}, {72, 36, 117}, {59, 82, 139}},
                                      {{68, 191, 112}, {253, 231, 37}, {253, 231, 37}}}));
  CHECK(same(colormap(values, magma), colors{{{0, 0, 4}, {20, 14, 54}, {81, 18, 124}},
                                             {{247, 112, 92}, {252, 253, 191}, {252, 253, 191}}}));
  CHECK(
      same(colormap(values, inferno), colors{{{0, 0, 4}, {22, 11, 57}, {87, 16, 110}},
                                             {{243, 120, 25}, {252, 255, 164}, {252, 255, 164}}}));
  CHECK(same(colormap(values, grey), colors{{{0, 0, 0}, {25, 25, 25}, {64, 64, 64}},
                                            {{179, 179, 179}, {255, 255, 255}, {255, 255, 255}}}));
  // Computed exactly here; matplotlib interpolates linearly between 33 colours.
  const colors theirs{{{59, 76, 192}, {89, 119, 227}, {141, 176, 254}},
                      {{247, 172, 142}, {180, 4, 38}, {180, 4, 38}}};
  const auto ours = colormap(values, coolwarm);
  CHECK(index{max(abs(cast<int>(ours) - cast<int>(theirs)))} <= 4);
}

TEST_CASE("a range can be given; elements outside have the colour of its ends") {
  const tensor b{-5., -1., -.25, 0., .6, 1., 7.};
  const tensor<std::uint8_t, 7, 3> expected{{68, 1, 84},    {68, 1, 84},    {44, 114, 142},
                                            {33, 145, 140}, {122, 209, 81}, {253, 231, 37},
                                            {253, 231, 37}};
  CHECK(same(colormap(b, viridis, {.low = -1, .high = 1}), expected));
  CHECK(same(colormap<float>(b, viridis, {.low = -1, .high = 1}), cast<float>(expected) / 255.f));
  // Only one end is given; the elements determine the other one.
  CHECK(same(colormap(b, viridis, {.low = -1}), colormap(b, viridis, {.low = -1, .high = 7})));
  CHECK(same(colormap(b, viridis, {.high = 0}), colormap(b, viridis, {.low = -5, .high = 0})));
  CHECK_THROWS_AS(colormap(b, viridis, {.low = 1, .high = -1}), value_error);
  CHECK_THROWS_AS(colormap(b, viridis, {.low = no_number}), value_error);
  CHECK_THROWS_AS(colormap(b, viridis, {.high = inf}), value_error);
}

TEST_CASE("NaN has a separate colour") {
  const tensor t{no_number, -inf, 0., 1., inf};
  const tensor<std::uint8_t, 5, 3> expected{
      {1, 2, 3}, {0, 0, 0}, {0, 0, 0}, {255, 255, 255}, {255, 255, 255}};
  CHECK(same(colormap(t, grey, {.nan = {1, 2, 3}}), expected));
  CHECK(same(colormap(tensor{no_number, no_number}), tensor{{128, 128, 128}, {128, 128, 128}}));
}

TEST_CASE("all shapes and real elements") {
  // Constant, empty, rank 0, any rank, lazy, views, bool and integers.
  CHECK(same(colormap(full(7, 2), grey), zeros<int>(2, 3)));
  CHECK(colormap(dtensor<float, 2>(0, 4)).shape() == std::array<index, 3>{0, 4, 3});
  CHECK(same(colormap(tensor<double>(), viridis), tensor{68, 1, 84}));
  CHECK(colormap(zeros<float>(2, 3, 4, 5)).shape() == std::array<index, 5>{2, 3, 4, 5, 3});
  const dtensor<int, 2> t = reshape(arange(12), 3, 4);
  CHECK(same(colormap(t[rev(), range(_, _, 2)]), colormap(t)[rev(), range(_, _, 2)]) == false);
  CHECK(same(colormap(t[rev(), range(_, _, 2)], magma, {.low = 0, .high = 11}),
             colormap(t, magma)[rev(), range(_, _, 2)]));
  CHECK(same(colormap(t * 3 - 5), colormap(t)));
  CHECK(
      same(colormap(t > 5, grey), 255 * cast<int>(broadcast_to((t > 5)[_, _, newaxis], 3, 4, 3))));
  // The difference of the ends overflows.
  constexpr double most = std::numeric_limits<double>::max();
  CHECK(same(colormap(tensor{-most, 0., most}, grey),
             tensor{{0, 0, 0}, {128, 128, 128}, {255, 255, 255}}));
  // The halves of the ends are 0.
  constexpr double least = std::numeric_limits<double>::denorm_min();
  CHECK(same(colormap(tensor{-least, 0., least}, grey),
             tensor{{0, 0, 0}, {128, 128, 128}, {255, 255, 255}}));
}

TEST_CASE("a user-defined map") {
  constexpr color_map flag("0000ffffffffff0000");
  CHECK(same(colormap(tensor{0, 128, 255}, flag, {.low = 0, .high = 255}),
             tensor{{0, 0, 255}, {255, 254, 254}, {255, 0, 0}}));
  CHECK(color_map("102030").colors()[200] == rgb{16, 32, 48});
  for (const char* wrong : {"", "12345", "1234567", "12345G", "12345F"})
    CHECK_THROWS_AS(color_map(wrong), value_error);
}
