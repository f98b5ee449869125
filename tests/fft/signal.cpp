// SPDX-License-Identifier: BSL-1.0
// Windows, convolutions of matrices and filters, compared with numpy, scipy.signal and
// scipy.ndimage (record.py).
#include "check.hpp"

#include <stria/signal.hpp>

#include <cstdint>

using namespace stria;
using test::both;
using test::gives;
using test::sample;

namespace {

inline constexpr dim row{"row"};

/// The text of a number of at most three digits, as in Python.
std::string text(double x) {
  std::string s = std::to_string(x);
  while (s.back() == '0')
    s.pop_back();
  return s.back() == '.' ? s + "0" : s;
}

} // namespace

TEST_CASE("windows") {
  for (const int n : {0, 1, 2, 5, 8}) {
    const std::string size = " " + std::to_string(n);
    CHECK(gives("hanning" + size, hanning(n)));
    CHECK(gives("hamming" + size, hamming(n)));
    CHECK(gives("blackman" + size, signal::blackman(n)));
    CHECK(gives("bartlett" + size, bartlett<float>(n)));
  }
  CHECK(hanning(-3).size() == 0);
  const double edge = 0.0013325139979024198, half = 0.34039362244018856; // np.kaiser(5, 8.6)
  CHECK(allclose(kaiser(5, 8.6), tensor{edge, half, 1., half, edge}, 1e-13));
  CHECK(array_equal(kaiser<float>(4_c, 0), tensor{1.f, 1.f, 1.f, 1.f}));
  CHECK(array_equal(kaiser(1, 3), tensor{1.}));
  CHECK(kaiser(0, 3).size() == 0);
  CHECK(gives("hanning 8", hanning(8_c)));
  CHECK(gives("hamming 1", hamming(1_c)));
  STATIC_REQUIRE(std::same_as<decltype(blackman(8_c)), tensor<double, 8>>);
  STATIC_REQUIRE(std::same_as<decltype(hanning<float>(8)), tensor<float, dyn>>);
}

TEST_CASE("convolutions of matrices") {
  using signal::boundary;
  const std::pair<std::string, signal::mode> modes[] = {{" full", signal::mode::full},
                                                        {" same", signal::mode::same},
                                                        {" valid", signal::mode::valid}};
  const std::pair<std::string, boundary> edges[] = {
      {" fill", boundary::fill}, {" wrap", boundary::wrap}, {" symm", boundary::symm}};
  const auto a = sample(5, 6), b = sample(3, 4);
  const auto even = sample<int>(4, 4), two = sample<int>(2, 3);
  const auto complex = both(3, 5), small = both(2, 2);
  for (const auto& [m, mode] : modes) {
    for (const auto& [e, edge] : edges) {
      CHECK(gives("convolve2d" + m + e, signal::convolve2d(a, b[rev()], mode, edge)));
      CHECK(gives("correlate2d" + m + e, signal::correlate2d(a, b[rev()], mode, edge)));
      CHECK(gives("convolve2d even" + m + e, signal::convolve2d(even, two, mode, edge, 7)));
      CHECK(gives("correlate2d even" + m + e, signal::correlate2d(even, two, mode, edge, 7)));
      CHECK(gives("convolve2d complex" + m + e, signal::convolve2d(complex, small, mode, edge)));
      CHECK(gives("correlate2d complex" + m + e, signal::correlate2d(complex, small, mode, edge)));
    }
    const auto less = sample<float>(2, 3), more = sample<float>(4, 3);
    CHECK(gives("convolve2d swapped" + m, signal::convolve2d(less, more, mode)));
    CHECK(gives("correlate2d swapped" + m, signal::correlate2d(less, more, mode)));
  }
  CHECK(gives("convolve2d small wrap",
              signal::convolve2d(sample(2, 2), sample(3, 5), signal::mode::same, boundary::wrap)));
  CHECK(gives("convolve2d small symm",
              signal::convolve2d(sample(2, 1), sample(3, 5), signal::mode::full, boundary::symm)));
  CHECK(gives("convolve2d same wrap", convolve2d(a, b[rev()], "same", "wrap")));
  const char* const none = nullptr;
  CHECK_THROWS_AS(correlate2d(a, b, none), value_error);
  CHECK_THROWS_AS(signal::convolve2d(a, b, "all"), value_error);
  // Views, expressions, other element types.
  CHECK(gives("convolve2d full fill",
              signal::convolve2d(transpose(eval(transpose(a))), b[rev()] + 0)));
  const tensor<std::uint8_t, 2, 2> bytes{{200, 100}, {50, 255}};
  CHECK(signal::convolve2d(bytes, bytes)(1, 1) == 2 * 200 * 255 + 2 * 100 * 50);
  STATIC_REQUIRE(
      std::same_as<decltype(signal::convolve2d(bytes, tensor{{1.f}})), dtensor<float, 2>>);
  // If the operands of a complex correlation are exchanged, the result is reversed and conjugated.
  const auto swapped = signal::correlate2d(small, complex, signal::mode::valid);
  const auto straight = signal::correlate2d(complex, small, signal::mode::valid);
  CHECK(array_equal(swapped, conj(straight)[rev(), rev()]));
}

TEST_CASE("convolutions that are refused") {
  using signal::mode;
  const auto a = sample(3, 4);
  CHECK_THROWS_WITH(signal::convolve2d(a, dtensor<double, 2>(0, 3)),
                    "stria: convolve2d: the second operand is empty");
  CHECK_THROWS_AS(signal::correlate2d(a, sample(4, 3), mode::valid), value_error);
  CHECK_THROWS_AS(signal::convolve2d(dtensor<double, 2>(0, 4), a, mode::valid), value_error);
  CHECK_THROWS_AS(
      signal::convolve2d(dtensor<double, 2>(0, 4), a, mode::full, signal::boundary::wrap),
      value_error);
  CHECK(all_of(signal::convolve2d(dtensor<double, 2>(0, 4), a) == 0.));
  const auto shape_of_none = [](const auto& r) { return r.shape() == std::array<index, 2>{0, 4}; };
  for (const auto edge : {signal::boundary::fill, signal::boundary::wrap}) {
    CHECK(shape_of_none(signal::convolve2d(dtensor<double, 2>(0, 4), a, signal::mode::same, edge)));
    CHECK(shape_of_none(
        signal::correlate2d(dtensor<double, 2>(0, 4), tensor{{1.}}, signal::mode::full, edge)));
  }
}

TEST_CASE("gaussian_filter") {
  for (const double sigma : {0., 0.3, 1., 2.5}) {
    CHECK(gives("gaussian_filter " + text(sigma), signal::gaussian_filter(sample(9), sigma)));
    CHECK(gives("gaussian_filter matrix " + text(sigma),
                signal::gaussian_filter(sample<int>(5, 6), sigma)));
    CHECK(gives("gaussian_filter matrix " + text(sigma),
                signal::gaussian_filter(sample<float>(5, 6), sigma)));
  }
  const auto a = sample(4, 5);
  CHECK(gives("gaussian_filter each", signal::gaussian_filter(a, {1.5, 0.5})));
  CHECK(gives("gaussian_filter each", signal::gaussian_filter(a * 1, std::array{1.5, 0.5})));
  CHECK(gives("gaussian_filter none", gaussian_filter(a, {0, 1})));
  CHECK(gives("gaussian_filter truncate", signal::gaussian_filter(sample(9), 1, 2)));
  CHECK(gives("gaussian_filter three", signal::gaussian_filter(sample(3, 4, 2), 0.7)));
  const auto x = sample(12);
  CHECK(gives("gaussian_filter NaN", signal::gaussian_filter(where(x == 2., test::qnan, x), 0.5)));
  CHECK(signal::gaussian_filter(dtensor<double, 2>(0, 3), 1.).shape() ==
        std::array<index, 2>{0, 3});
  CHECK_THROWS_AS(signal::gaussian_filter(a, -1.), value_error);
  CHECK_THROWS_AS(signal::gaussian_filter(a, test::qnan), value_error);
  CHECK_THROWS_AS(signal::gaussian_filter(a, 1e300), value_error);
  const tensor<float, row, 3> named(2);
  STATIC_REQUIRE(std::same_as<decltype(signal::gaussian_filter(named, 1.)), tensor<float, row, 3>>);
}

TEST_CASE("median_filter") {
  for (const int size : {1, 2, 3, 4, 5}) {
    CHECK(gives("median_filter " + std::to_string(size), signal::median_filter(sample(9), size)));
    CHECK(gives("median_filter matrix " + std::to_string(size),
                signal::median_filter(sample<int>(5, 6), size)));
  }
  const auto a = sample(5, 6);
  CHECK(gives("median_filter each", signal::median_filter(a, {1, 4})));
  CHECK(gives("median_filter each", signal::median_filter(a + 0, std::array{1, 4})));
  CHECK(gives("median_filter wide", median_filter(sample(3, 2), {7, 3})));
  CHECK(gives("median_filter three", signal::median_filter(sample<float>(3, 4, 2), 3_c)));
  // More neighbourhoods than are copied at a time.
  const auto large = sample(700, 50);
  const auto filtered = signal::median_filter(large, 3);
  bool same = true;
  for (const index i : {1, 333, 698})
    same = same && filtered(i, 7) == median(large[range(i - 1, i + 2), range(6, 9)]);
  CHECK(same);
  CHECK(signal::median_filter(dtensor<double, 2>(3, 0), 3).size() == 0);
  CHECK_THROWS_AS(signal::median_filter(a, 0), value_error);
  CHECK_THROWS_AS(signal::median_filter(a, {3, -1}), value_error);
  CHECK_THROWS_AS(signal::median_filter(a, index{1} << 40), value_error);
}

TEST_CASE("zoom") {
  for (const double factor : {0., 0.1, 0.5, 0.75, 1., 1.5, 2., 3.3})
    CHECK(gives("zoom " + text(factor), signal::zoom(sample(7), factor)));
  CHECK(gives("zoom 1.5", signal::zoom(sample<float>(7), 1.5)));
  CHECK(gives("zoom 1.5", signal::zoom(sample<int>(7), 1.5)));
  CHECK(gives("zoom matrix", zoom(sample(4, 5), 2)));
  CHECK(gives("zoom each", signal::zoom(sample(4, 5), {0.5, 1.7})));
  CHECK(gives("zoom each",
              signal::zoom(transpose(eval(transpose(sample(4, 5)))), std::array{0.5, 1.7})));
  CHECK(gives("zoom of one", signal::zoom(sample(1, 3), {4, 2})));
  CHECK(gives("zoom to one", signal::zoom(sample(4, 3), {0.25, 1})));
  CHECK(gives("zoom three", signal::zoom(sample(2, 3, 2), 1.5)));
  CHECK_THROWS_AS(signal::zoom(sample(4), -1.), value_error);
  using detail::is_refused;
  const tensor<double, 2, 3> t;
  STATIC_REQUIRE(is_refused<decltype(signal::zoom(t, {1, 2, 3}))>);
  STATIC_REQUIRE(is_refused<decltype(signal::median_filter(t, {1, 2, 3}))>);
  STATIC_REQUIRE(is_refused<decltype(signal::gaussian_filter(std::vector<double>(), 1.))>);
  STATIC_REQUIRE(is_refused<decltype(signal::convolve2d(t, tensor{1., 2.}))>);
  CHECK_THROWS_AS(signal::zoom(sample(4), test::qnan), value_error);
  CHECK_THROWS_AS(signal::zoom(sample(4), 1e300), value_error);
}
