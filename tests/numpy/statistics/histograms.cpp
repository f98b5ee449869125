// SPDX-License-Identifier: BSL-1.0
// Histograms with their edges, of one variable and of several; digitize; bincount with weights.
#include "../recorded_histograms.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

using namespace stria;

namespace {

const test::record known(recorded_histograms);
const auto a = known.input<1>("a");
const auto w = known.input<1>("w");
const auto i = known.input<1, int>("i");
const auto x = known.input<1>("x");
const auto y = known.input<1, int>("y");
const auto v = known.input<1>("v");
const auto s = known.input<2>("s");
const auto e = known.input<1>("e");
const auto d = known.input<1>("d");
const auto b = known.input<1>("b");

} // namespace

TEST_CASE("histogram()") {
  const auto [hist, edges] = histogram(a);
  known.check("histogram 10", hist);
  known.check("edges 10", edges);
  known.check("histogram 3", histogram(a, 3).hist);
  known.check("edges 3", histogram(a, _3).bin_edges);
  known.check("edges 3", histogram_bin_edges(a, 3));
  known.check("edges 10", histogram_bin_edges(a));
  known.check("histogram e", histogram(a, e).hist);
  known.check("edges e", histogram(a, e).bin_edges);
  known.check("histogram 4 0 4", histogram(a, 4, 0, 4));
  known.check("edges 4 0 4", histogram_bin_edges(a, 4, 0, 4));
  known.check("histogram w 10", histogram(a, 10, w).hist);
  known.check("histogram w 3", histogram(a, 3, w * 1.).hist);
  known.check("histogram w e", histogram(a, e, w).hist);
  known.check("histogram w 4 0 4", histogram(a, 4, 0, 4, w).hist);
  known.check("density 10", histogram(a, 10, as_density).hist);
  known.check("density 3", histogram(a[rev()], 3, as_density).hist);
  known.check("density 4 0 4", histogram(a, 4, 0., 4., as_density).hist);
  known.check("density w 3", histogram(a, 3, w, as_density).hist);
  known.check("density b", histogram(a, b, as_density).hist);
  known.check("density w 4 0 4", histogram(a, 4, 0, 4, w, as_density).hist);
  known.check("histogram i 4", histogram(i, 4).hist);
  known.check("edges i 4", histogram(i, 4).bin_edges);
  known.check("histogram same", histogram(tensor{5., 5.}, 2).hist);
  known.check("edges same", histogram(tensor{5., 5.}, 2).bin_edges);
  known.check("histogram none", histogram(dtensor<double, 1>(0), 3).hist);
  known.check("edges none", histogram_bin_edges(dtensor<double, 1>(0), 3));
  known.check("histogram 2d", histogram(s, 6).hist);
  known.check("edges 2d", histogram(s, 6).bin_edges);
  STATIC_REQUIRE(std::same_as<decltype(histogram(a, 3).hist), dtensor<index, 1>>);
  STATIC_REQUIRE(std::same_as<decltype(histogram(a, 3, i).hist), dtensor<int, 1>>);
  STATIC_REQUIRE(std::same_as<decltype(histogram(a, 3, cast<float>(w)).hist), dtensor<float, 1>>);
  STATIC_REQUIRE(sum(histogram(tensor{1., 2., 4.}, 3).hist) == 3);
  CHECK_THROWS_AS(histogram(a, 0), value_error);
  CHECK_THROWS_AS(histogram(d, 3), value_error); // NaN
  CHECK_THROWS_AS(histogram(a, tensor{1., 3., 2.}), value_error);
  CHECK_THROWS_AS(histogram(a, tensor{1., qnan}), value_error);
  CHECK_THROWS_AS(histogram(a, tensor{1.}), value_error);
  CHECK_THROWS_WITH(histogram(a, 3, x), "stria: histogram: there are 8 weights for 13 elements");
  CHECK_THROWS_AS(histogram(a, 3, 1, 1, w), value_error);
}

TEST_CASE("values at the edges of equal bins and beside them") {
  struct range {
    stria::index bins;
    double low, high;
  };
  for (const auto& [bins, low, high] :
       {range{1, 0, 1}, range{10, 0, 1}, range{7, -1, 2}, range{1000, 0.1, 0.7}, range{49, 0, 1},
        range{10, 1e6, 1e6 + 1}, range{10, -1e15, -1e15 + 3}, range{3, 1, 1 + 0x1p-50},
        range{100, 0, 1e-310}, range{100, 0, 1e-300}, range{6, -1e308, 5e307}}) {
    INFO(bins << ' ' << low << ' ' << high);
    const double step = (high - low) / static_cast<double>(bins);
    const auto edge = [&](stria::index k) {
      return k == bins ? high : low + static_cast<double>(k) * step;
    };
    std::vector<double> values;
    for (stria::index k = 0; k <= bins; ++k)
      for (const double value : {edge(k), edge(k) + 0.37 * step})
        for (const double to : {-HUGE_VAL, HUGE_VAL}) {
          values.push_back(value);
          values.push_back(std::nextafter(value, to));
          values.push_back(std::nextafter(std::nextafter(value, to), to));
        }
    values.push_back(std::numeric_limits<double>::quiet_NaN());
    std::vector<stria::index> counts(static_cast<std::size_t>(bins));
    for (const double value : values) {
      stria::index k = bins - 1;
      while (k > 0 && value < edge(k))
        --k;
      counts[static_cast<std::size_t>(k)] += value >= low && value <= high;
    }
    const auto found = eval(histogram(as_tensor(values), bins, low, high));
    CHECK(std::vector<stria::index>(found.data(), found.data() + bins) == counts);
  }
}

TEST_CASE("histograms of several variables") {
  const auto [hist, xedges, yedges] = histogram2d(x, y);
  known.check("histogram2d", hist);
  known.check("xedges", xedges);
  known.check("yedges", yedges);
  known.check("histogram2d 3", histogram2d(x, y, 3).hist);
  known.check("histogram2d 2 3", histogram2d(x, y, 2, _3).hist);
  known.check("histogram2d b 3", histogram2d(x, y, b, 3).hist);
  known.check("histogram2d b", histogram2d(x, y, b).hist);
  known.check("histogram2d 2 3", histogram2d(x, y, std::array{2, 3}).hist);
  known.check("histogram2d b 3", histogram2d(x, y, std::tuple(b, _3)).hist);
  known.check("histogram2d v", histogram2d(x, y, 2, 3, v).hist);
  known.check("histogram2d v", histogram2d(x, y, std::array{2, 3}, v).hist);
  known.check("histogram2d 3 density", histogram2d(x, y, 3, as_density).hist);
  known.check("histogram2d density", histogram2d(x, y, b, 3, as_density).hist);
  known.check("histogram2d v density", histogram2d(x, y, b, 3, v, as_density).hist);
  tensor<double, dyn, 3> sample(8);
  sample = s;
  known.check("histogramdd 2", histogramdd(sample, 2).hist);
  known.check("histogramdd edges", histogramdd(sample, 2).edges[2]);
  known.check("histogramdd 2 3 4", histogramdd(sample, std::array{2, 3, 4}).hist);
  known.check("histogramdd 2 3 4", histogramdd(s, std::array{2, 3, 4}).hist);
  known.check("histogramdd v density", histogramdd(s, std::tuple(2, b, _3), v, as_density).hist);
  CHECK_THROWS_WITH(histogramdd(s, std::array{2, 3}),
                    "stria: histogramdd: there are bins for 2 variables, and the sample has 3");
  CHECK_THROWS_AS(histogramdd(sample, 2, w), shape_error);
  known.check("histogramdd b 2 b", histogramdd(sample[rev()], std::tuple(b, 2, b)).hist);
  known.check("histogramdd v", histogramdd(sample, 2, v).hist);
  known.check("histogramdd density", histogramdd(sample, std::tuple(b, 2, 2), as_density).hist);
  CHECK(histogramdd(sample).hist.shape() == std::array<index, 3>{10, 10, 10});
  CHECK_THROWS_AS(histogram2d(x, a, 3), shape_error);
  CHECK_THROWS_AS(histogram2d(x, y, 3, 3, a), shape_error);
}

TEST_CASE("digitize()") {
  known.check("digitize", digitize(d, b));
  known.check("digitize right", digitize(d, b, true));
  known.check("digitize falling", digitize(d, b[rev()]));
  known.check("digitize falling right", digitize(d, flip(b), true));
  known.check("digitize e", digitize(a, e));
  known.check("digitize i", digitize(reshape(i, 2, 4), tensor{0, 3, 5}));
  known.check("digitize none", digitize(d, dtensor<double, 1>(0)));
  for (index n = 0; n < d.size(); ++n)
    CHECK(digitize(d(n), b) == eval(digitize(d, b))(n));
  STATIC_REQUIRE(digitize(3, tensor{1, 2, 4}) == 2);
  STATIC_REQUIRE(std::same_as<decltype(digitize(d, b))::value_type, index>);
  CHECK_THROWS_AS(eval(digitize(d, tensor{1., 3., 2.})), value_error);
  CHECK_THROWS_AS(digitize(1., tensor{1., 3., 2.}), value_error);
}

TEST_CASE("bincount() with weights") {
  known.check("bincount i", bincount(i));
  known.check("bincount i v", bincount(i, v));
  known.check("bincount i v 12", bincount(i[rev()], v[rev()], 12));
  known.check("bincount none", bincount(dtensor<int, 1>(0), dtensor<double, 1>(0), 2));
  CHECK_THROWS_AS(bincount(i, w), shape_error);
  CHECK_THROWS_AS(bincount(i - 1, v), value_error);
}

template <class T> bool counts_every_size() {
  for (stria::index n = 0; n < 70; ++n) {
    dtensor<T, 1> values(n);
    for (stria::index k = 0; k < n; ++k)
      values.data()[k] = static_cast<T>(k % 2 == 0 ? n - k : 0);
    const auto counts = bincount(values);
    stria::index total = 0;
    for (const auto c : counts.storage())
      total += c;
    if (counts.size() != (n == 0 ? 0 : static_cast<stria::index>(values.data()[0]) + 1) ||
        total != n)
      return false;
    if constexpr (std::is_signed_v<T>)
      for (stria::index k = 0; k < n; ++k) {
        auto wrong = values;
        wrong.data()[k] = T(-1);
        CHECK_THROWS_AS(bincount(wrong), value_error);
      }
  }
  return true;
}
TEST_CASE("bincount() of all integer types") {
  CHECK(counts_every_size<std::int8_t>());
  CHECK(counts_every_size<std::uint8_t>());
  CHECK(counts_every_size<std::int16_t>());
  CHECK(counts_every_size<std::int32_t>());
  CHECK(counts_every_size<std::uint32_t>());
  CHECK(counts_every_size<std::int64_t>());
  CHECK(counts_every_size<bool>());
  CHECK(counts_every_size<std::uint64_t>());
  const tensor large{std::uint64_t(1), ~std::uint64_t(0), std::uint64_t(2)};
  CHECK_THROWS_AS(bincount(large), value_error);
  constexpr stria::index twos = bincount(tensor{2, 1, 2}).data()[2];
  STATIC_REQUIRE(twos == 2);
}

// Arguments that are not operands, or have the wrong rank or type, are refused with a message. Only
// types are used.
#define REFUSED(...) STATIC_REQUIRE(detail::is_refused<decltype(__VA_ARGS__)>)
namespace refused {
extern const std::vector<double> v;
extern const tensor<double, 3> t;
extern const tensor<double, 3, 3> m;
extern const tensor<int, 3> i;
extern const tensor<std::complex<double>, 3> z;

TEST_CASE("misuse is refused with a message") {
  REFUSED(digitize(t, v));
  REFUSED(digitize(v, t));
  REFUSED(digitize(t, m));
  REFUSED(digitize(z, t));
  REFUSED(digitize(t, v, true));
  REFUSED(digitize(v, v));
  REFUSED(histogram(v));
  REFUSED(histogram(v, 3));
  REFUSED(histogram(t, v));
  REFUSED(histogram(t, m));
  REFUSED(histogram(z));
  REFUSED(histogram(z, 3));
  REFUSED(histogram(t, 2.5));
  REFUSED(histogram(t, 3, v));
  REFUSED(histogram(v, 3, t));
  REFUSED(histogram(v, 3, as_density));
  REFUSED(histogram_bin_edges(v));
  REFUSED(histogram_bin_edges(t, v));
  REFUSED(histogram2d(v, t));
  REFUSED(histogram2d(t, v));
  REFUSED(histogram2d(t, v, 3));
  REFUSED(histogram2d(t, t, v));
  REFUSED(histogram2d(z, t));
  REFUSED(histogramdd(v));
  REFUSED(histogramdd(t));
  REFUSED(histogramdd(dtensor<double, 2>(2, 2)));
  REFUSED(histogramdd(m, std::array{1, 2}));
  REFUSED(bincount(v));
  REFUSED(bincount(v, t));
  REFUSED(bincount(i, v));
  REFUSED(bincount(i, z));
  REFUSED(bincount(t, t));
}

} // namespace refused

TEST_CASE("every recorded case is checked") { CHECK(known.unused() == std::vector<std::string>()); }
