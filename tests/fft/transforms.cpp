// SPDX-License-Identifier: BSL-1.0
// Transforms, compared with numpy.fft (record.py).
#include "axes.hpp"
#include "check.hpp"

#include <stria/fft.hpp>

#include <atomic>
#include <thread>

using namespace stria;
using test::both;
using test::gives;
using test::sample;

namespace {

inline constexpr dim row{"row"};

template <class T> void check_sizes() {
  for (const index n : {1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 53, 60, 61, 64, 106}) {
    const std::string size = " " + std::to_string(n);
    CHECK(gives("fft" + size, fft::fft(both<T>(n))));
    CHECK(gives("ifft" + size, fft::ifft(both<T>(n))));
    CHECK(gives("fft of real" + size, fft::fft(sample<T>(n))));
    CHECK(gives("rfft" + size, fft::rfft(sample<T>(n))));
    CHECK(gives("irfft" + size, fft::irfft(both<T>(n / 2 + 1), n)));
    CHECK(gives("hfft" + size, fft::hfft(both<T>(n / 2 + 1), n)));
    CHECK(gives("ihfft" + size, fft::ihfft(sample<T>(n))));
  }
}

template <class E> double largest_difference(const E& a, const E& b) {
  return static_cast<double>(max(abs(a - b)));
}

} // namespace

TEST_CASE("a row of any size") {
  check_sizes<double>();
  check_sizes<float>();
}

TEST_CASE("the norm") {
  const std::pair<const char*, fft::norm> norms[] = {
      {" backward", fft::norm::backward}, {" ortho", fft::norm::ortho}, {" forward", fft::forward}};
  for (const auto& [text, norm] : norms) {
    const std::string name = text;
    CHECK(gives("fft" + name, fft::fft(both(6), norm)));
    CHECK(gives("ifft" + name, fft::ifft(both(6), norm)));
    CHECK(gives("ifft of real" + name, fft::ifft(sample(6), norm)));
    CHECK(gives("rfft" + name, fft::rfft(sample(6), norm)));
    CHECK(gives("irfft" + name, fft::irfft(both(4), norm)));
    CHECK(gives("hfft" + name, fft::hfft(both(4), norm)));
    CHECK(gives("ihfft" + name, fft::ihfft(sample(6), norm)));
    CHECK(gives("fftn" + name, fft::fftn(both(3, 4), norm)));
    CHECK(gives("irfftn" + name, fft::irfftn(both(3, 4), norm)));
    CHECK(gives("fft" + name, fft::fft(both(6), text + 1))); // NumPy's spelling
  }
  CHECK(gives("fft ortho", fft::fft(both(6), 6, _0, "ortho")));
  CHECK_THROWS_WITH(fft::fft(both(6), "orthogonal"),
                    "stria: the norm of a transform must be one of backward ortho forward");
}

TEST_CASE("rows are truncated, or padded with zeros") {
  CHECK(gives("fft cut", fft::fft(both(8), 5)));
  CHECK(gives("fft filled", fft::fft(both(5), 8)));
  CHECK(gives("fft of real, cut", fft::fft(sample(8), 5)));
  CHECK(gives("fft of real, filled", fft::fft(sample(5), 9)));
  CHECK(gives("rfft cut", fft::rfft(sample(8), 5)));
  CHECK(gives("rfft filled", fft::rfft(sample(5), 8)));
  CHECK(gives("irfft cut", fft::irfft(both(8), 5)));
  CHECK(gives("irfft filled", fft::irfft(both(3), 12)));
  CHECK(gives("irfft of real", fft::irfft(sample(4))));
  CHECK(gives("hfft of real", fft::hfft(sample(4))));
}

TEST_CASE("an axis of several") {
  const auto a = both(4, 3, 5);
  CHECK(gives("fft axis 0", fft::fft(a, _0)));
  CHECK(gives("fft axis 0", fft::fft(a, _, -_3)));
  CHECK(gives("fft axis 1", fft::fft(a, _1)));
  CHECK(gives("fft axis 2", fft::fft(a, -_1)));
  CHECK(gives("fft axis 1 filled", fft::fft(a, 4, _1)));
  CHECK(gives("fft axis 1 filled", fft::fft(a, 4_c, _1, fft::backward)));
  CHECK(gives("fft axis 0 cut", fft::fft(a, 2, _0)));
  CHECK(gives("rfft axis 0", fft::rfft(sample(4, 3, 5), _0)));
  CHECK(gives("irfft axis 1", fft::irfft(both(4, 3, 11), _1)));
}

TEST_CASE("operands") {
  const auto a = both(4, 6);
  CHECK(gives("fft reversed", fft::fft(a[rev(), rev(_, _, 2)])));
  CHECK(gives("fft of every second", fft::fft(both(6, 4)[range(_, _, 2)], _0)));
  const auto b = both(3, 5);
  CHECK(gives("fft transposed", fft::fft(transpose(b))));
  CHECK(gives("rfft of a row repeated", fft::rfft(broadcast_to(sample(5), 2, 5))));
  CHECK(gives("fft of a sum", fft::fft(sample(6) * 2 + 1)));
  CHECK(gives("fft of a sum", fft::fft(sample<int>(6) * 2 + 1)));
  CHECK(gives("fft of a sum", fft::fft(sample<float>(6) * 2.f + 1.f)));
  CHECK(gives("fft of integers", fft::fft(tensor{3, -1, 4, 1, -5})));
  CHECK(gives("fft of bools", fft::fft(tensor{true, false, true, true})));
  CHECK(gives("fft of an empty axis", fft::fft(dtensor<double, 2>(2, 0), 3)));
  CHECK(gives("fft of no rows", fft::fft(dtensor<double, 2>(0, 3))));
  CHECK_THROWS_AS(fft::fft(dtensor<double, 2>(0, 3), "none"), value_error);
  CHECK(gives("rfft of no rows", fft::rfft(dtensor<float, 2>(3, 0), _0)));
  auto c = both(4, 3, 5);
  c = fft::fft(c, _1); // the target is the operand
  CHECK(gives("fft axis 1", c));
  const double nan = test::qnan;
  CHECK(all_of(isnan(abs(fft::fft(tensor{1., nan, 2.})))));
}

TEST_CASE("several axes") {
  const auto a = both(4, 3, 5);
  const auto r = sample(4, 3, 5);
  CHECK(gives("fftn", fft::fftn(a)));
  CHECK(gives("ifftn", fft::ifftn(a)));
  CHECK(gives("fftn of real", fft::fftn(r)));
  CHECK(gives("fftn of real", fft::fftn(cast<float>(r))));
  CHECK(gives("fftn axes 0 2", fft::fftn(a, _0, _2)));
  CHECK(gives("fftn of real axes 2 0", fft::fftn(r, _2, _0)));
  CHECK(gives("fftn sizes", fft::fftn(a, 2, 6)));
  CHECK(gives("fftn sizes", fft::fftn(a, {2, 6}, _1, _2)));
  CHECK(gives("fftn sizes and axes", fft::fftn(a, std::array{6, 2}, _0, _1)));
  CHECK(gives("fftn filled and cut", fft::fftn(sample(4, 5), {7, 3})));
  CHECK(gives("fft2", fft::fft2(both(2, 3, 4))));
  CHECK(gives("fft2", fft::fft2(both(2, 3, 4), -1, _)));
  CHECK(gives("ifft2", fft::ifft2(both(2, 3, 4))));
  CHECK(gives("fft2 axes 0 1", fft::fft2(both(2, 3, 4), _0, _1)));
  CHECK(gives("rfftn", fft::rfftn(r)));
  CHECK(gives("rfftn axes 2 0", fft::rfftn(r, _2, _0)));
  CHECK(gives("rfftn sizes", fft::rfftn(sample(4, 3), 3, 6)));
  CHECK(gives("rfft2", fft::rfft2(sample(2, 3, 4))));
  CHECK(gives("irfftn", fft::irfftn(a)));
  CHECK(gives("irfftn odd", fft::irfftn(a, _, _, 7)));
  // `_` and -1 have the same meaning, also for the last axis of a half spectrum.
  CHECK(gives("irfftn", fft::irfftn(a, _, _, _)));
  CHECK(gives("irfftn", fft::irfftn(a, -1, -1, -1)));
  CHECK(gives("irfftn", fft::irfftn(a, {-1, -1, -1})));
  CHECK(gives("irfftn odd", fft::irfftn(a, {-1, -1, 7})));
  CHECK_THROWS_AS(fft::irfftn(a, {-1, -1, -2}), value_error);
  CHECK(gives("irfftn axes 1 0", fft::irfftn(both(4, 3), _1, _0)));
  CHECK(gives("irfftn sizes", fft::irfftn(both(4, 3), {6, 8})));
  CHECK(gives("irfft2", fft::irfft2(both(2, 3, 4))));
}

TEST_CASE("long rows") {
  for (const index n : {1000, 1024, 2 * 509, 10007}) {
    const auto a = both(n);
    CHECK(largest_difference(fft::ifft(fft::fft(a)), a) < 1e-12);
    const auto r = sample(n);
    CHECK(largest_difference(fft::irfft(fft::rfft(r), n), r) < 1e-12);
    const auto f = sample<float>(2, n);
    CHECK(largest_difference(fft::irfftn(fft::rfftn(f), {2, n}), f) < 1e-4);
    // Two elements of the spectrum by its definition.
    const auto spectrum = fft::fft(a);
    for (const index k : {index{1}, n - 3}) {
      std::complex<double> sum = 0;
      for (index i = 0; i < n; ++i)
        sum += a(i) * std::polar(1., -6.283185307179586 * static_cast<double>(i * k % n) /
                                         static_cast<double>(n));
      CHECK(std::abs(sum - spectrum(k)) < 1e-9);
    }
  }
}

TEST_CASE("the extents of the result") {
  using complex = std::complex<double>;
  const tensor<double, 8> a;
  const tensor<float, row, 6> b(3);
  STATIC_REQUIRE(std::same_as<decltype(fft::fft(a)), tensor<complex, 8>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::rfft(a)), tensor<complex, 5>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::irfft(fft::rfft(a))), tensor<double, 8>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::fft(a, 12_c, -_1)), tensor<complex, 12>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::rfft(a, 12_c, _0)), tensor<complex, 7>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::fft(a, 12)), tensor<complex, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::fft(b)), tensor<std::complex<float>, row, 6>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::fft(b, _0)), tensor<std::complex<float>, row, 6>>);
  STATIC_REQUIRE(
      std::same_as<decltype(fft::rfft(b, _0)), tensor<std::complex<float>, row / 2 + 1, 6>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::irfft(b, _0)), tensor<float, 2 * row - 2, 6>>);
  CHECK(fft::rfft(b, _0).extent(0) == 2);
  CHECK(fft::irfft(b, _0).extent(0) == 4);
  STATIC_REQUIRE(std::same_as<decltype(fft::rfftn(b)), tensor<std::complex<float>, row, 4>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::irfft2(b)), tensor<float, row, 10>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::fftn(b, 4, 4)), tensor<std::complex<float>, dyn, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::fftn(b, _, 4)), tensor<std::complex<float>, row, dyn>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::fftfreq(8_c)), tensor<double, 8>>);
  STATIC_REQUIRE(std::same_as<decltype(fft::rfftfreq<float>(9_c)), tensor<float, 5>>);
  CHECK(fft::fft(b).extent(0) == 3);
  // An array of int is also a list of sizes.
  CHECK(fft::fftn(b, std::array{2, 2}).shape() == std::array<index, 2>{2, 2});
}

TEST_CASE("refusals at run time") {
  const dtensor<double, 2> a(3, 4);
  CHECK_THROWS_AS(fft::fft(a, 0), value_error);
  CHECK_THROWS_AS(fft::fft(a, -1, _0), value_error);
  CHECK_THROWS_AS(fft::rfft(a, index{1} << 40), value_error);
  CHECK_THROWS_WITH(fft::irfft(a, -3),
                    "stria: irfft: -3 points cannot be transformed; give 1 or more");
  CHECK_THROWS_AS(fft::fft(dtensor<double, 1>(0)), value_error);
  CHECK_THROWS_AS(fft::irfft(dtensor<double, 1>(1)), value_error); // 2 (1 - 1) = 0 points
  CHECK_THROWS_AS(fft::irfft(dtensor<double, 1>(0)), value_error);
  CHECK_THROWS_AS(fft::fftn(a, 3, 0), value_error);
  CHECK_THROWS_AS(fft::fftn(a, {3, -2}), value_error);
  CHECK_THROWS_AS(fft::fftfreq(0), value_error);
  CHECK_THROWS_AS(fft::rfftfreq(-4), value_error);
  CHECK_THROWS_AS(fft::fftfreq(4, 0.), value_error);
  CHECK_THROWS_AS(fft::fftconvolve(a, dtensor<double, 2>(4, 3), fft::mode::valid), shape_error);
  CHECK_THROWS_AS(fft::fftconvolve(a, dtensor<double, 2>(2, 3), _1), shape_error);
}

TEST_CASE("axes longer than memory") {
  const tensor<std::complex<double>, 1> one{1.};
  const index most = std::numeric_limits<index>::max();
  CHECK_THROWS_AS(fft::fft(broadcast_to(one, most)), value_error);
  CHECK_THROWS_AS(fft::irfft(broadcast_to(one, most)), value_error);
  CHECK_THROWS_AS(fft::irfft(broadcast_to(one, most), most), value_error);
  CHECK_THROWS_AS(fft::hfft(broadcast_to(one, most / 2 + 2)), value_error);
  CHECK_THROWS_AS(fft::fftconvolve(broadcast_to(one, most), one), value_error);
  CHECK_THROWS_AS(fft::fftconvolve(broadcast_to(one, most), broadcast_to(one, most)), error);
}

TEST_CASE("refusals at compile time") {
  using detail::is_refused;
  const tensor<double, 2, 3> t;
  const tensor<std::complex<double>, 4> c;
  STATIC_REQUIRE(is_refused<decltype(fft::fft(t, _2))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fft(t, _0, 4))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fft(t, 0_c, _1))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fft(t, 1.5))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fft(tensor<double>()))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fft(tensor<long double, 3>()))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fft(std::vector<double>()))>);
  STATIC_REQUIRE(is_refused<decltype(fft::irfft(tensor<double, 1>()))>);
  STATIC_REQUIRE(is_refused<decltype(fft::rfft(c))>);
  STATIC_REQUIRE(is_refused<decltype(fft::ihfft(c))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fft2(c))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fftn(t, 3, 3, 3))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fftn(t, 3, 3, _0))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fftn(t, _0, 3))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fftn(t, _0, -_2))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fftshift(t, _2))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fftconvolve(t, c))>);
  STATIC_REQUIRE(is_refused<decltype(fft::fftconvolve(t, t, _2))>);
  CHECK(fft::fft(t).size() == 6);
}

TEST_CASE("frequencies and their order") {
  for (const index n : {1, 2, 7, 8}) {
    CHECK(gives("fftfreq " + std::to_string(n), fft::fftfreq(n)));
    CHECK(gives("rfftfreq " + std::to_string(n), fft::rfftfreq(n)));
  }
  CHECK(gives("fftfreq spaced", fft::fftfreq(5, 0.1)));
  CHECK(gives("rfftfreq spaced", fft::rfftfreq<float>(6_c, -2)));
  constexpr auto constant = fft::fftfreq(4_c, 0.5);
  STATIC_REQUIRE(constant(1) == 0.5);
  STATIC_REQUIRE(constant(2) == -1);
  const auto seven = sample(7);
  CHECK(gives("fftshift 7", fft::fftshift(seven)));
  CHECK(gives("ifftshift 7", fft::ifftshift(seven)));
  CHECK(gives("fftshift 8", fft::fftshift(sample(8))));
  CHECK(gives("fftshift matrix", fft::fftshift(sample(3, 4))));
  CHECK(gives("ifftshift matrix", fft::ifftshift(sample(3, 5))));
  CHECK(gives("fftshift axis 1", fft::fftshift(sample(3, 5), _1)));
  CHECK(gives("fftshift axes 0 2", fft::fftshift(sample(3, 2, 5), _2, _0)));
  CHECK(array_equal(fft::ifftshift(fft::fftshift(seven)), seven));
  CHECK(fft::fftshift(dtensor<double, 1>(0)).shape()[0] == 0);
}

TEST_CASE("convolution by transforms") {
  const std::pair<const char*, fft::mode> modes[] = {
      {"full", fft::mode::full}, {"same", fft::mode::same}, {"valid", fft::mode::valid}};
  for (const auto& [text, mode] : modes) {
    const std::string name = text;
    CHECK(gives("fftconvolve " + name, fft::fftconvolve(sample(9), sample<int>(4), mode)));
    CHECK(gives("fftconvolve swapped " + name,
                signal::fftconvolve(sample<float>(4), sample<float>(9), mode)));
    CHECK(gives("fftconvolve complex " + name, fft::fftconvolve(both(7), sample(3), mode)));
    CHECK(gives("fftconvolve matrix " + name, fft::fftconvolve(sample(5, 6), sample(3, 2), mode)));
    CHECK(gives("fftconvolve axis 1 " + name,
                fft::fftconvolve(sample(3, 6), sample(1, 4), mode, _1)));
  }
  CHECK(gives("fftconvolve axis 1 full", fft::fftconvolve(sample(3, 6), sample(1, 4), -_1)));
  CHECK(gives("fftconvolve axis 1 same", fft::fftconvolve(sample(3, 6), sample(1, 4), "same", _1)));
  CHECK(gives("fftconvolve axis 1 full", fftconvolve(sample(3, 6), sample(1, 4), -_1)));
  CHECK_THROWS_AS(fft::fftconvolve(sample(3), sample(3), "some"), value_error);
  CHECK(fft::fftconvolve(sample(4), dtensor<double, 1>(0)).size() == 0);
  STATIC_REQUIRE(std::same_as<decltype(fft::fftconvolve(sample<int>(3), sample<float>(3))),
                              dtensor<double, 1>>);
}

TEST_CASE("several threads share the plans") {
  const auto expected = fft::fft(both(4, 360), _1);
  const auto real = fft::rfft(sample(60));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int k = 0; k < 50; ++k) {
        wrong += array_equal(fft::fft(both(4, 360), _1), expected) ? 0 : 1;
        wrong += array_equal(fft::rfft(sample(60)), real) ? 0 : 1;
        static_cast<void>(fft::fft(sample<float>(20 + 10 * t + k))); // cached plans are dropped
      }
    });
  for (std::thread& t : threads)
    t.join();
  CHECK(wrong == 0);
}

TEST_CASE("axes known only at run time") {
  const tensor<double, 3, 4, 6> s = reshape(sample(72), 3, 4, 6);
  const auto operands = std::pair{dtensor<double, 3>(s), s};
  AGREE(3, fft::fft(a, k));
  AGREE(3, fft::fft(a, 8, k));
  AGREE(3, fft::fft(a, _5, k, fft::ortho));
  AGREE(3, fft::ifft(a, k, "ortho"));
  AGREE(3, fft::rfft(a, k));
  AGREE(3, fft::irfft(a, _, k));
  AGREE(3, fft::irfft(a, 5, k));
  AGREE(3, fft::hfft(a, k));
  AGREE(3, fft::ihfft(a, k));
  AGREE(3, fft::fftn(a, k));
  AGREE(3, fft::fftshift(a, k));
  AGREE(3, fft::ifftshift(a, k));
  const auto& x = operands.first;
  // Equal only up to rounding, because the rows are in another order.
  CHECK(largest_difference(fft::fftn(x, axis(2), axis(0)), fft::fftn(x, _2, _0)) < 1e-12);
  CHECK(largest_difference(fft::rfft2(x, {2, 5}, axis(2), _0), fft::rfft2(x, {2, 5}, _2, _0)) <
        1e-12);
  CHECK(largest_difference(fft::irfftn(fft::rfftn(x, axis(1)), {4}, axis(1)), x) < 1e-12);
  STATIC_REQUIRE(detail::tensor_operand<decltype(fft::fft(s, axis(0)))>);
  STATIC_REQUIRE(decltype(fft::fft(s, axis(0)))::extents == s.extents);
  STATIC_REQUIRE(detail::tensor_operand<decltype(fft::fftn(x, axis(0), axis(1)))>);
  CHECK(array_equal(fft::ifftshift(fft::fftshift(x, axis(2), _0), axis(0), axis(2)), x));
  CHECK_THROWS_AS(fft::fft(x, 0, axis(1)), value_error);
  CHECK_THROWS_AS(fft::fftn(x, axis(1), axis(-2)), value_error);
}
