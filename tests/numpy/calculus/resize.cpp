// SPDX-License-Identifier: BSL-1.0
// resize_image, map_coordinates, crop_and_resize: values of the node tests of ONNX, and of the
// formulas of SciPy and TensorFlow, computed with NumPy.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/grad.hpp>

#include <array>
#include <complex>
#include <limits>

using namespace stria;
using stria::index;
using test::holds;

namespace {

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}
template <class E> bool close_to(const E& e, const std::vector<double>& wanted) {
  const auto got = test::evaluated(e);
  bool same = got.size() == wanted.size();
  for (std::size_t k = 0; same && k < wanted.size(); ++k)
    same = std::abs(static_cast<double>(got[k]) - wanted[k]) < 2e-6;
  if (!same)
    UNSCOPED_INFO(Catch::Detail::stringify(got));
  return same;
}
/// 1, 2, ..., 16, the image of the node tests of ONNX.
dtensor<float, 2> image() { return reshape(arange(1.f, 17.f), 4, 4); }
const dtensor<double, 2> four{{1, 2}, {3, 4}};

} // namespace

TEST_CASE("resize_image: nearest, linear and cubic") {
  // Resize-19 of ONNX: upsample_sizes_nearest, upsample_scales_linear, its align_corners
  CHECK(holds(resize_image(four, {4, 6}, "nearest"),
              {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 3, 3, 3, 4, 4, 4}));
  const std::vector<double> linear{1,   1.25, 1.75, 2,   1.5, 1.75, 2.25, 2.5,
                                   2.5, 2.75, 3.25, 3.5, 3,   3.25, 3.75, 4};
  CHECK(holds(resize_image(four, {4, 4}), linear));
  CHECK(holds(resize_image(four, {4, 4}, resize_method::linear, resize_grid::half_pixel), linear));
  CHECK(holds(resize_image(four, std::array{4, 4}, "half_pixel", "linear"), linear));
  CHECK(close_to(resize_image(four, {4, 4}, "align_corners"),
                 {1, 4. / 3, 5. / 3, 2, 5. / 3, 2, 7. / 3, 8. / 3, 7. / 3, 8. / 3, 3, 10. / 3, 3,
                  10. / 3, 11. / 3, 4}));
  // upsample_scales_cubic, its first and last rows
  const auto cubic = eval(resize_image(image(), {8, 8}, "cubic"));
  CHECK(close_to(cubic[0], {0.47265625, 0.76953125, 1.24609375, 1.875, 2.28125, 2.91015625,
                            3.38671875, 3.68359375}));
  CHECK(close_to(cubic[7], {13.31640625, 13.61328125, 14.08984375, 14.71875, 15.125, 15.75390625,
                            16.23046875, 16.52734375}));
  // Half-way cases of the nearest element are rounded down; asymmetric rounds down always.
  CHECK(holds(resize_image(tensor{0., 1., 2., 3.}, {2}, "nearest"), {0, 2}));
  CHECK(holds(resize_image(tensor{0., 1., 2., 3., 4.}, {3}, "nearest", "asymmetric"), {0, 1, 3}));
  CHECK(holds(resize_image(tensor{0., 3., 6.}, {6}, "asymmetric"), {0, 1.5, 3, 4.5, 6, 6}));
}

TEST_CASE("resize_image: filters against aliasing") {
  // By the formula of Pillow (precompute_coeffs), which TensorFlow and PyTorch have, too
  CHECK(close_to(resize_image(tensor{1., 2., 3., 4.}, {2}, antialias), {1.714285714, 3.285714286}));
  CHECK(close_to(resize_image(tensor{1., 2., 3., 4.}, {3}, antialias), {1.3, 2.5, 3.7}));
  CHECK(close_to(resize_image(image(), {3, 3}, antialias),
                 {2.5, 3.7, 4.9, 7.3, 8.5, 9.7, 12.1, 13.3, 14.5}));
  CHECK(close_to(resize_image(tensor{1., 2., 3., 4.}, {2}, "cubic", antialias),
                 {1.586776860, 3.413223140}));
  CHECK(close_to(
      resize_image(tensor{5., 1., 4., 1., 5., 9., 2., 6., 5., 3.}, {4}, "cubic", antialias),
      {2.899698016, 3.607347422, 5.507406676, 4.323554789}));
  // An axis that grows is not filtered.
  CHECK(holds(resize_image(four, {4, 2}, antialias), test::values(resize_image(four, {4, 2}))));
  CHECK_THROWS_AS(resize_image(four, {1, 1}, antialias, "nearest"), value_error);
}

TEST_CASE("resize_image: axes, kinds of operands and extents") {
  const dtensor<double, 4> batch = reshape(arange(24.), 1, 3, 4, 2);
  const auto r = resize_image(batch, {8, 5}, _1, _2);
  CHECK(r.shape() == std::array<index, 4>{1, 8, 5, 2});
  CHECK(close_to(resize_image(batch, {5, 8}, "linear", _2, _1), test::values(r)));
  CHECK(close_to(resize_image(batch, {8, 5}, axis(1), axis(2)), test::values(r)));
  CHECK(close_to(resize_image(batch, {5, 8}, axis(-2), axis(1)), test::values(r)));
  CHECK(close_to(resize_image(resize_image(batch, {8}, _1), {5}, _2), test::values(r)));
  CHECK(has<3, 3>(resize_image(four, {_3, _3})));
  CHECK(has<3, 2>(resize_image(tensor<double, 2, 2>(four), {_3}, _0)));
  CHECK(std::same_as<decltype(resize_image(tensor{1, 2}, {4}))::value_type, double>);
  CHECK(std::same_as<decltype(resize_image(image(), {4, 4}))::value_type, float>);
  CHECK(holds(resize_image(tensor{1, 2}, {4}), {1, 1.25, 1.75, 2}));
  CHECK(holds(resize_image(four[rev(), _] + 1., {4, 1}, _0, _1), {4.5, 4, 3, 2.5}));
  using cd = std::complex<double>;
  CHECK(holds(resize_image(tensor<cd, 2>{cd(0, 2), cd(4, 0)}, {2}), {cd(0, 2), cd(4, 0)}));
  // An infinite element does not reach values that do not need it.
  constexpr double inf = std::numeric_limits<double>::infinity();
  CHECK(holds(resize_image(tensor{1., inf}, {3}, "align_corners"), {1, inf, inf}));
  CHECK(resize_image(four, {0, 3}).size() == 0);
  CHECK(resize_image(dtensor<float, 2>(0, 2), {0, 4}).size() == 0);
  CHECK_THROWS_AS(resize_image(dtensor<float, 2>(0, 2), {1, 4}), value_error);
  CHECK_THROWS_AS(resize_image(four, {-1, 3}), value_error);
  CHECK_THROWS_AS(resize_image(four, {3, 3}, "spline"), value_error);
  CHECK_THROWS_AS(resize_image(four, {3}, axis(2)), index_error);
}

TEST_CASE("map_coordinates") {
  // a = np.arange(6.).reshape(2, 3) ** 2; scipy.ndimage.map_coordinates(a, c, order=1, mode=...)
  const dtensor<double, 2> a{{0, 1, 4}, {9, 16, 25}};
  const dtensor<double, 2> c{{0.5, 1, 0, 0.25, -0.5}, {0.5, 1.5, 2, 0, 1}};
  CHECK(holds(map_coordinates(a, c), {6.5, 20.5, 4, 2.25, 0}));
  CHECK(holds(map_coordinates(a, c, 1, pad_mode::constant, 7.), {6.5, 20.5, 4, 2.25, 7}));
  CHECK(holds(map_coordinates(a, c, 1, "edge"), {6.5, 20.5, 4, 2.25, 1}));
  CHECK(holds(map_coordinates(a, c, 1, "reflect"), {6.5, 20.5, 4, 2.25, 8.5}));
  CHECK(holds(map_coordinates(a, c, 1, "wrap"), {6.5, 20.5, 4, 2.25, 8.5}));
  CHECK(holds(map_coordinates(a, c, 1, "symmetric"), {6.5, 20.5, 4, 2.25, 1}));
  // Half-way cases of the nearest element are rounded up.
  CHECK(holds(map_coordinates(a, c, 0), {16, 25, 4, 0, 0}));
  const auto grid = map_coordinates(cast<int>(a), reshape(c[_, range(0, 4)], 2, 2, 2));
  CHECK(grid.shape() == std::array<index, 2>{2, 2});
  CHECK(holds(grid, {6.5, 20.5, 4, 2.25}));
  CHECK(holds(map_coordinates(a[0], tensor{{0.5, 1.5}}), {0.5, 2.5}));
  CHECK(holds(map_coordinates(a, tensor{1, 1}), {16})); // one point: rank 0
  CHECK(map_coordinates(a, dtensor<double, 2>(2, 0)).size() == 0);
  CHECK(holds(map_coordinates(a, tensor{{test::qnan, 1e300}, {0., 0.}}, 1, "wrap", 5.), {5, 5}));
  CHECK_THROWS_AS(map_coordinates(a, dtensor<double, 2>(3, 1)), shape_error);
  CHECK_THROWS_AS(map_coordinates(a, c, 3), value_error);
  CHECK_THROWS_AS(map_coordinates(a, c, 1, "mirror"), value_error);
}

TEST_CASE("crop_and_resize") {
  // The formula of tf.image.crop_and_resize
  const dtensor<float, 4> images = reshape(arange(32.f), 2, 4, 4, 1);
  const tensor<double, 3, 4> boxes{{0, 0, 1, 1}, {1, 0, 0.5, 1.5}, {0.25, 0.5, 0.75, 0.5}};
  const auto r = crop_and_resize(images, boxes, tensor{0, 0, 1}, {2, 3});
  CHECK(r.shape() == std::array<index, 4>{3, 2, 3, 1});
  CHECK(close_to(
      r, {0, 1.5, 3, 12, 13.5, 15, 12, 14.25, 0, 6, 8.25, 0, 20.5, 20.5, 20.5, 26.5, 26.5, 26.5}));
  CHECK(close_to(crop_and_resize(images, boxes[range(0, 1)], tensor{1}, std::array<index, 2>{1, 1}),
                 {23.5}));
  CHECK(close_to(crop_and_resize(images, boxes[range(1, 2)], tensor{0}, {2, 3}, "nearest", -1.f),
                 {12, 14, -1, 8, 10, -1}));
  CHECK(crop_and_resize(images, dtensor<double, 2>(0, 4), dtensor<int, 1>(0), {2, 2}).size() == 0);
  CHECK_THROWS_AS(crop_and_resize(images, boxes, tensor{0, 2, 1}, {2, 3}), index_error);
  CHECK_THROWS_AS(crop_and_resize(images, boxes, tensor{0, 1}, {2, 3}), shape_error);
  CHECK_THROWS_AS(crop_and_resize(images, boxes, tensor{0, 0, 1}, {2, 3}, "cubic"), value_error);
}

TEST_CASE("gradients of values between elements") {
  const dtensor<double, 2> w{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  CHECK_NOTHROW(check_gradient(
      [&](const auto& a) { return sum(resize_image(a, {3, 3}, "cubic") * w); }, four));
  const tensor<double, 2, 2> c{{0.5, 0.75}, {0.5, 3}};
  CHECK_NOTHROW(
      check_gradient([&](const auto& a) { return sum(square(map_coordinates(a, c))); }, four));
}
