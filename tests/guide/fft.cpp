// SPDX-License-Identifier: BSL-1.0
// The examples of docs/fft.md, which check_guide.py compares with the page.
#include "catch.hpp"

#include <stria/fft.hpp>
#include <stria/signal.hpp>
#include <stria/stria.hpp>

#include <cmath>
#include <concepts>
#include <numbers>

using namespace stria;

TEST_CASE("fft: two tones") {
  // Half a second of two tones, 1000 samples a second.
  constexpr double pi = std::numbers::pi;
  const auto t = arange(500) / 1000.;
  const auto wave = eval(sin(2 * pi * 50 * t) + 0.5 * sin(2 * pi * 120 * t));

  const auto spectrum = fft::rfft(wave * hanning(500)); // 251 complex numbers
  const auto frequencies = fft::rfftfreq(500, 1 / 1000.);
  CHECK(frequencies(argmax(abs(spectrum))) == 50);

  // Without all above 100 Hz.
  const auto low = fft::irfft(where(frequencies < 100, fft::rfft(wave), 0.));
  CHECK(allclose(low, sin(2 * pi * 50 * t), 0, 1e-9));
}

TEST_CASE("fft: a picture") {
  const auto image = eval(reshape(arange(12 * 16) % 7 / 2., 12, 16));
  const auto back = fft::irfft2(fft::rfft2(image));
  static_assert(std::same_as<decltype(back), const dtensor<double, 2>>);
  CHECK(allclose(back, image));

  // Rows and columns in the middle of the picture have the frequency 0.
  const auto centred = eval(abs(fft::fftshift(fft::fft2(image))));
  CHECK(std::abs(centred(6, 8) - sum(image)) < 1e-9);

  const tensor<double, 3, 3> sobel{{1., 0., -1.}, {2., 0., -2.}, {1., 0., -1.}};
  const auto across = convolve2d(image, sobel, signal::mode::same, signal::boundary::symm);
  const auto down = convolve2d(image, transpose(sobel), "same", "symm");
  const auto edges = eval(hypot(across, down));

  const auto inside = convolve2d(image, sobel, "valid");
  CHECK(allclose(fftconvolve(image, sobel, "valid"), inside, 1e-9, 1e-9));
}
