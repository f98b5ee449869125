// SPDX-License-Identifier: BSL-1.0
// conv, conv_transpose, max_pool, average_pool: values of the node tests of ONNX, and loops.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/grad.hpp>
#include <stria/random.hpp>

#include <array>
#include <limits>
#include <tuple>

using namespace stria;
using stria::index;
using test::holds;

namespace {

using batch = dtensor<double, 4>;

batch numbers(std::uint64_t seed, index a, index b, index c, index d) {
  random::generator g(seed);
  return cast<double>(random::integers<int>(g, -4, 5, a, b, c, d));
}
batch iota(index c, index h, index w, double first = 0) {
  return reshape(arange(static_cast<double>(c * h * w)) + first, 1, c, h, w);
}

/// The convolution by its definition, with equal options for both axes.
batch by_loops(const batch& x, const batch& w, index s, index p, index d, index groups) {
  const auto n = x.shape(), k = w.shape();
  const index h = (n[2] + 2 * p - d * (k[2] - 1) - 1) / s + 1,
              v = (n[3] + 2 * p - d * (k[3] - 1) - 1) / s + 1;
  batch r(n[0], k[0], h, v);
  for (index b = 0; b < n[0]; ++b)
    for (index m = 0; m < k[0]; ++m)
      for (index c = 0; c < k[1]; ++c)
        for (index i = 0; i < h; ++i)
          for (index j = 0; j < v; ++j)
            for (index y = 0; y < k[2]; ++y)
              for (index z = 0; z < k[3]; ++z) {
                const index row = i * s - p + y * d, column = j * s - p + z * d;
                if (row >= 0 && row < n[2] && column >= 0 && column < n[3])
                  r(b, m, i, j) +=
                      x(b, m / (k[0] / groups) * k[1] + c, row, column) * w(m, c, y, z);
              }
  return r;
}

} // namespace

TEST_CASE("conv") {
  // conv_with_padding, conv_with_strides_no_padding
  const batch x = iota(1, 5, 5), w = ones<double>(1, 1, 3, 3);
  CHECK(holds(conv(x, w, {.padding = 1}),
              {12,  21, 27, 33,  24,  33,  54,  63, 72,  51,  63,  99, 108,
               117, 81, 93, 144, 153, 162, 111, 72, 111, 117, 123, 84}));
  CHECK(conv(x, w).shape() == std::array<index, 4>{1, 1, 3, 3});
  // conv_with_strides_and_asymmetric_padding: 7 rows of 5
  CHECK(holds(conv(iota(1, 7, 5), w, {.strides = 2, .padding = {1, 0}}),
              {21, 33, 99, 117, 189, 207, 171, 183}));
  const batch y = numbers(1, 2, 4, 6, 7), k = numbers(2, 6, 2, 3, 2), full = numbers(3, 3, 4, 2, 3);
  for (const index s : {1, 2})
    for (const index p : {0, 1})
      for (const index d : {1, 2}) {
        const conv_options o{.strides = s, .padding = p, .dilations = d};
        CHECK(all_of(conv(y, full, o) == by_loops(y, full, s, p, d, 1)));
        CHECK(all_of(
            conv(y, k, {.strides = {s, s}, .padding = p, .dilations = {d, d}, .groups = 2}) ==
            by_loops(y, k, s, p, d, 2)));
      }
  // One and three spatial axes, an expression, a view, integers.
  CHECK(
      holds(conv(reshape(arange(5), 1, 1, 5), tensor<int, 1, 1, 2>{{{-1, 1}}}, {.padding_end = 1}),
            {1, 1, 1, 1, -4}));
  CHECK(all_of(conv(y[_, _, rev(), _] * 2., full) ==
               by_loops(eval(y[_, _, rev(), _] * 2.), full, 1, 0, 1, 1)));
  CHECK(all_of(conv(ones<float>(1, 1, 3, 3, 3), ones<float>(2, 1, 2, 2, 2)) == 8.f));
  CHECK(conv(dtensor<float, 4>(0, 1, 5, 5), dtensor<float, 4>(2, 1, 3, 3)).size() == 0);
  CHECK_THROWS_AS(conv(y, w), shape_error);
  CHECK_THROWS_AS(conv(y, k, {.groups = 4}), shape_error);
  CHECK_THROWS_AS(conv(y, full, {.strides = 0}), value_error);
  CHECK_THROWS_AS(conv(y, full, {.padding = -1}), value_error);
  CHECK_THROWS_AS(conv(y, full, {.strides = {1, 2, 3}}), value_error);
  CHECK_THROWS_AS(conv(y, full, {.dilations = 9}), value_error);
  constexpr index most = std::numeric_limits<index>::max();
  CHECK_THROWS_AS(conv(y, k, {.groups = most}), value_error);
  CHECK_THROWS_AS(conv(y, full, {.padding = most}), value_error);
  CHECK_THROWS_AS(conv(y, full, {.padding = 0, .padding_end = most}), value_error);
  CHECK_THROWS_AS(conv(y, full, {.dilations = most}), value_error);
  CHECK_THROWS_AS(conv(y, dtensor<double, 4>(3, 4, 0, 3)), value_error);
}

TEST_CASE("conv_transpose") {
  // convtranspose, convtranspose_pads, convtranspose_dilations
  const batch x = iota(1, 3, 3), w = ones<double>(1, 2, 3, 3);
  CHECK(holds(conv_transpose(x, w)[0, 1], {0,  1,  3, 3,  2,  3,  8,  15, 12, 7,  9,  21, 36,
                                           27, 15, 9, 20, 33, 24, 13, 6,  13, 21, 15, 8}));
  CHECK(holds(conv_transpose(x, w, {.strides = {3, 2}, .padding = {1, 2}})[0, 0],
              {1, 1, 3, 1, 1, 3, 7, 4, 9, 7, 4, 9, 7, 4, 9, 13, 7, 15, 13, 7, 15}));
  CHECK(holds(conv_transpose(batch{{{{3, 8, 1}, {9, 5, 7}, {3, 2, 6}}}}, batch{{{{7, 2}, {1, 9}}}},
                             {.dilations = 2}),
              {21, 56, 13, 16, 2,  63, 35, 67, 10, 14, 24, 22, 76,
               76, 21, 9,  5,  88, 45, 63, 3,  2,  33, 18, 54}));
  CHECK(conv_transpose(x, w, {.strides = {3, 2}, .output_padding = 1}).shape() ==
        std::array<index, 4>{1, 2, 10, 8});
  // convtranspose_1d
  CHECK(holds(conv_transpose(reshape(arange(3.), 1, 1, 3), ones<double>(1, 2, 3)),
              {0, 1, 3, 3, 2, 0, 1, 3, 3, 2}));
  // It is the adjoint of conv(), if output_padding adds the rows that the last windows do not
  // reach.
  const batch y = numbers(4, 2, 4, 6, 7), k = numbers(5, 6, 2, 3, 2);
  for (const index s : {1, 2, 3})
    for (const index p : {0, 1, 3})
      for (const index d : {1, 2}) {
        const conv_options o{.strides = s, .padding = p, .dilations = d, .groups = 2};
        const batch r = conv(y, k, o),
                    z = numbers(6, r.extent(0), r.extent(1), r.extent(2), r.extent(3));
        const auto n = conv_transpose(z, k, o).shape();
        conv_options all_rows = o;
        all_rows.output_padding = {y.extent(2) - n[2], y.extent(3) - n[3]};
        const double back = sum(y * conv_transpose(z, k, all_rows));
        const double forth = sum(r * z);
        CHECK(back == forth);
      }
  CHECK_THROWS_AS(conv_transpose(x, ones<double>(2, 2, 3, 3)), shape_error);
  constexpr index most = std::numeric_limits<index>::max();
  CHECK_THROWS_AS(conv_transpose(x, w, {.strides = most}), value_error);
  CHECK_THROWS_AS(conv_transpose(x, w, {.output_padding = most}), value_error);
  CHECK_THROWS_AS(conv_transpose(x, dtensor<double, 4>(1, 2, 0, 3)), value_error);
}

TEST_CASE("max_pool with positions") {
  // maxpool_with_argmax_2d_precomputed_pads
  const batch x = iota(1, 5, 5, 1);
  const std::vector<double> v{13, 14, 15, 15, 15, 18, 19, 20, 20, 20, 23, 24, 25,
                              25, 25, 23, 24, 25, 25, 25, 23, 24, 25, 25, 25};
  const pool_options o{.strides = 1, .padding = 2};
  CHECK(holds(max_pool(x, {5, 5}, o), v));
  const auto [values, positions] = max_pool_with_positions(x, {5, 5}, o);
  CHECK(holds(values, v));
  CHECK(holds(positions, {12, 13, 14, 14, 14, 17, 18, 19, 19, 19, 22, 23, 24,
                          24, 24, 22, 23, 24, 24, 24, 22, 23, 24, 24, 24}));
  CHECK(all_of(take(x, positions) == values));
  // maxpool_2d_precomputed_strides, maxpool_2d_dilations, maxpool_1d
  CHECK(holds(max_pool(x, {2, 2}), {7, 9, 17, 19}));
  CHECK(
      holds(max_pool(iota(1, 4, 4, 1), {2, 2}, {.strides = 1, .dilations = 2}), {11, 12, 15, 16}));
  CHECK(holds(max_pool(tensor{1, 5, 2, 4}, {2}, {.strides = 1}), {5, 5, 4}));
  // The first of equal elements; elements as small as the border; NaN.
  constexpr int least = std::numeric_limits<int>::min();
  const auto [w, p] =
      max_pool_with_positions(dtensor<int, 2>{{least, 7, 7}, {3, 7, 0}}, {3}, {.padding = 1});
  CHECK(holds(w, {7, 7}));
  CHECK(holds(p, {1, 4}));
  const auto [u, q] = max_pool_with_positions(tensor{least, least, 2}, {2}, {.padding = 1});
  CHECK(holds(u, {least, 2}));
  CHECK(holds(q, {0, 2}));
  const auto [nans, at] = max_pool_with_positions(tensor{1., test::qnan, 3., 4.}, {2});
  CHECK(nans[0] != nans[0]);
  CHECK(holds(at, {1, 3}));
  // max_unpool
  tensor<int, 4> back{};
  const auto [top, place] = max_pool_with_positions(tensor{1, 5, 2, 4}, {2});
  put(back, place, top);
  CHECK(holds(back, {0, 5, 0, 4}));
  CHECK(max_pool(dtensor<float, 3>(0, 4, 4), {2, 2}).shape() == std::array<index, 3>{0, 2, 2});
  CHECK_THROWS_AS(max_pool(x, {6, 6}), value_error);
  CHECK_THROWS_AS(max_pool(x, {0, 1}), value_error);
}

TEST_CASE("average_pool") {
  // averagepool_2d_precomputed_pads, averagepool_2d_precomputed_pads_count_include_pad
  const batch x = iota(1, 5, 5, 1);
  CHECK(holds(average_pool(x, {5, 5}, {.strides = 1, .padding = 2}),
              {7,    7.5, 8,    8.5, 9,    9.5, 10,   10.5, 11,   11.5, 12,   12.5, 13,
               13.5, 14,  14.5, 15,  15.5, 16,  16.5, 17,   17.5, 18,   18.5, 19}));
  CHECK(test::near(average_pool(x, {5, 5}, {.strides = 1, .padding = 2, .count_padding = true}),
                   {2.52, 3.6, 4.8,  4.08, 3.24, 4.56,  6.4,  8.4,  7.04, 5.52, 7.2,  10,  13,
                    10.8, 8.4, 6.96, 9.6,  12.4, 10.24, 7.92, 6.12, 8.4,  10.8, 8.88, 6.84}));
  CHECK(holds(average_pool(x, {2, 2}), {4, 6, 14, 16}));
  CHECK(holds(average_pool(tensor{1, 2, 5, 6}, {2}), {1.5, 5.5}));
}

TEST_CASE("gradients of convolutions and pooling") {
  const batch x = numbers(7, 2, 2, 4, 5) / 3., w = numbers(8, 2, 2, 3, 2) / 4.;
  CHECK_NOTHROW(check_gradient(
      [](const auto& a, const auto& k) {
        return sum(square(conv(a, k, {.strides = 2, .padding = 1})));
      },
      x, w));
  CHECK_NOTHROW(check_gradient(
      [](const auto& a, const auto& k) {
        return sum(square(conv_transpose(a, k, {.strides = 2, .padding = 1})));
      },
      x, w));
  const batch distinct = iota(2, 4, 5) * iota(2, 4, 5);
  CHECK_NOTHROW(check_gradient(
      [](const auto& a) {
        return sum(square(max_pool(a, {2, 2}, {.padding = 1}))) +
               sum(square(average_pool(a, {3, 2}, {.padding = 1})));
      },
      batch(distinct / 50.)));
}
