// SPDX-License-Identifier: BSL-1.0
// Arguments at the limits of `index` give the result of NumPy, or an error before anything is
// allocated or written. The sizes are run-time values, so that few templates are instantiated.
#include "catch.hpp"

#include <stria/fft/frequencies.hpp>
#include <stria/random.hpp>
#include <stria/signal/window.hpp>
#include <stria/stria.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

using namespace stria;

namespace {

constexpr index MAX = std::numeric_limits<index>::max();
constexpr index MIN = std::numeric_limits<index>::min();
constexpr double infinity_ = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

using vec = tensor<double, dyn>;
using ints = tensor<index, dyn>;
using mat = tensor<double, dyn, dyn>;

enum class kind { value, shape, bounds };

struct refused_row {
  const char* name;
  kind error;
  const char* phrase;
  std::function<void()> call;
};

/// The kind and text of the error, or another outcome.
std::string outcome(const refused_row& row) {
  try {
    row.call();
    return "no error";
  } catch (const value_error& e) {
    return row.error == kind::value ? e.what() : std::string("value_error: ") + e.what();
  } catch (const shape_error& e) {
    return row.error == kind::shape ? e.what() : std::string("shape_error: ") + e.what();
  } catch (const index_error& e) {
    return row.error == kind::bounds ? e.what() : std::string("index_error: ") + e.what();
  } catch (const std::exception& e) {
    return std::string("another exception: ") + e.what();
  }
}

void check_refused(const std::vector<refused_row>& rows) {
  for (const refused_row& row : rows) {
    INFO(row.name);
    const std::string text = outcome(row);
    CHECK(text.starts_with("stria: "));
    CHECK_THAT(text, test::contains(row.phrase));
  }
}

const vec v{1, 2, 3};
const vec one{7};
const mat m{{1, 2}, {3, 4}};

} // namespace

TEST_CASE("repeat: the sum of the counts must fit an index") {
  const auto repeat_by = [](const vec& a, std::vector<index> counts) {
    return [=] { static_cast<void>(eval(repeat(a, counts))); };
  };
  check_refused({
      {"sum", kind::value, "repeat: 9223372036854775807 + 9223372036854775807",
       repeat_by(v, {MAX, MAX, 3})},
      {"sum, by one", kind::value, "repeat: 9223372036854775807 + 1", repeat_by(v, {MAX, 1, 0})},
      {"negative", kind::value, "repetitions is -9223372036854775808", repeat_by(v, {MIN, 1, 1})},
      {"one for all", kind::value, "times are too many", repeat_by(v, {MAX})},
      {"too few", kind::shape, "2 repetition counts for an axis of 3", repeat_by(v, {1, 1})},
      {"none", kind::shape, "0 repetition counts", repeat_by(v, {})},
      {"a number", kind::value, "times are too many", [] { eval(repeat(v, MAX)); }},
      {"a negative number", kind::value, "-9223372036854775808", [] { eval(repeat(v, MIN)); }},
      {"unsigned, saturated", kind::value, "repeat: ",
       [] {
         const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
         eval(repeat(v, std::vector<std::uint64_t>{most, most, most}));
       }},
      {"counts of a tensor", kind::value,
       "repeat: ", [] { eval(repeat(v, ints{MAX, MAX, 3}, _0)); }},
  });
}

TEST_CASE("repeat: one count applies to all elements") {
  const std::vector<index> two{2}, zero{0};
  CHECK(all_of(vec(repeat(v, two)) == vec{1, 1, 2, 2, 3, 3}));
  CHECK(all_of(vec(repeat(v, ints{2}, _0)) == vec{1, 1, 2, 2, 3, 3}));
  CHECK(all_of(mat(repeat(m, two, _1)) == mat{{1, 1, 2, 2}, {3, 3, 4, 4}}));
  CHECK(vec(repeat(v, zero)).size() == 0);
  CHECK(vec(repeat(vec(0), two)).size() == 0);
  CHECK(all_of(vec(repeat(v, std::vector<index>{0, 2, 1})) == vec{2, 2, 3}));
}

TEST_CASE("bincount and histogram at the limits") {
  const auto bins_of = [](const vec& a, index n, double lo, double hi) {
    return [=] { static_cast<void>(eval(histogram(a, n, lo, hi))); };
  };
  check_refused({
      {"bincount", kind::value, "bincount: 9223372036854775807 + 1", [] { bincount(ints{MAX}); }},
      {"bincount, unsigned", kind::value,
       "bincount: ", [] { bincount(tensor<std::uint64_t, dyn>{~std::uint64_t{0}}); }},
      {"bincount, negative", kind::value, "-9223372036854775808 is negative",
       [] { bincount(ints{MIN}); }},
      {"minlength", kind::value, "minlength -1 is negative", [] { bincount(ints{2}, -1); }},
      {"infinite", kind::value, "range from lo to hi is not finite",
       bins_of(v, 2, -infinity_, infinity_)},
      {"half infinite", kind::value, "is not finite", bins_of(v, 2, 0., infinity_)},
      {"too wide", kind::value, "is not finite", bins_of(v, 2, -1.7e308, 1.7e308)},
      {"NaN", kind::value, "lo must be less than hi", bins_of(v, 2, not_a_number, 1.)},
      {"no width", kind::value, "2 bins are too many", bins_of(v, 2, 0., 5e-324)},
      {"many", kind::value, "bins are too many", bins_of(v, MAX, 0., 5e-324)},
      {"negative", kind::value, "at least one bin", bins_of(v, MIN, 0., 1.)},
  });
  CHECK(all_of(eval(histogram(vec{0., 5e-324, 1.}, 1, 0., 5e-324)) == ints{2}));
  CHECK(all_of(eval(histogram(vec{0., 1e-323, -1., not_a_number, infinity_}, 2, 0., 1e-323)) ==
               ints{1, 1}));
  CHECK(all_of(bincount(ints{1, 1}, 3) == ints{0, 2, 0}));
  CHECK(bincount(ints(0)).size() == 0);
}

TEST_CASE("pad at the limits") {
  const auto around = [](const vec& a, index before, index after, pad_mode mode) {
    return [=] { static_cast<void>(eval(pad(a, {{before, after}}, mode))); };
  };
  check_refused({
      {"all", kind::value, "pad: 9223372036854775807 + 9223372036854775807", [] { pad(v, MAX); }},
      {"all of a matrix", kind::value, "pad: ", [] { pad(m, MAX / 2 + 1); }},
      {"both", kind::value, "pad: ", around(v, MAX, MAX, pad_mode::constant)},
      {"before", kind::value, "pad: 3 + 9223372036854775807", around(v, MAX, 0, pad_mode::edge)},
      {"after", kind::value, "pad: 3 + 9223372036854775805", around(v, 0, MAX - 2, pad_mode::wrap)},
      {"negative", kind::value, "-9223372036854775808 wide", around(v, MIN, 0, pad_mode::wrap)},
      {"of nothing", kind::value, "no element for the border to repeat",
       around(vec(0), MAX, 0, pad_mode::reflect)},
      {"product", kind::value, "the sizes is too large",
       [] { eval(pad(m, {{MAX - 2, 0}, {1, 0}})); }},
  });
  // The other axis is empty, so there are no elements to process.
  CHECK(eval(pad(mat(1, 0), {{MAX - 1, 0}, {0, 0}})).shape()[0] == MAX);
  CHECK(all_of(eval(pad(v, {{2, 1}}, pad_mode::edge)) == vec{1, 1, 1, 2, 3, 3}));
}

TEST_CASE("arange and the numbers at equal steps at the limits") {
  check_refused({
      {"many", kind::value, "number of elements is", [] { arange(MIN, MAX, index{1}); }},
      {"many, by 2", kind::value, "number of elements is", [] { arange(MIN, MAX, index{2}); }},
      {"back", kind::value, "number of elements is", [] { arange(MAX, MIN, index{-1}); }},
      {"no step", kind::value, "the step is 0", [] { arange(MIN, MAX, index{0}); }},
      {"NaN", kind::value, "number of elements is", [] { arange(0., not_a_number, 1.); }},
      {"infinite", kind::value, "number of elements is", [] { arange(0., infinity_, 1.); }},
      {"no int", kind::value, "arange: a number", [] { arange<int>(1e300, 2e300, 9e299); }},
      {"linspace, no int", kind::value, "linspace: a number", [] { linspace<int>(0, 1e300, 3); }},
      {"linspace, NaN", kind::value, "linspace: a number",
       [] { linspace<int>(not_a_number, 1., 3); }},
      {"logspace, no int", kind::value, "logspace: a number", [] { logspace<index>(0, 300, 3); }},
      {"geomspace, no int", kind::value, "geomspace: a number",
       [] { geomspace<int>(1, 1e300, 3); }},
      {"linspace, negative", kind::value, "no tensor can have", [] { linspace(0, 1, MIN); }},
  });
  CHECK(all_of(arange(MIN, MAX, MAX) == ints{MIN, -1, MAX - 1}));
  CHECK(all_of(arange(MAX, MIN, MIN) == ints{MAX, -1}));
  CHECK(all_of(arange(MAX - 1, MAX) == ints{MAX - 1}));
  CHECK(arange(MAX, MIN).size() == 0);
  CHECK(arange(MIN).size() == 0);
  const auto narrow = arange<int>(index{0}, index{1} << 32, index{1} << 30);
  CHECK(
      all_of(narrow == tensor<int, dyn>{0, 1 << 30, std::numeric_limits<int>::min(), -(1 << 30)}));
  CHECK(all_of(linspace<index>(-0x1p63, 0x1.fffffffffffffp62, 2) == ints{MIN, MAX - 1023}));
}

TEST_CASE("sizes at the limits are refused before memory is allocated") {
  const auto huge = index{1} << 62;
  check_refused({
      {"tile", kind::value, "times are too many", [] { eval(tile(v, MAX)); }},
      {"tile, negative", kind::value, "it must not be negative", [] { tile(v, MIN); }},
      {"tile, product", kind::value, "the sizes is too large",
       [=] { eval(tile(one, huge, index{4})); }},
      {"concat", kind::value, "concat: 9223372036854775807 + 1",
       [] { concat(_0, broadcast_to(one, MAX), one); }},
      {"stack", kind::value, "the sizes is too large",
       [] { eval(stack(_0, broadcast_to(one, MAX), broadcast_to(one, MAX))); }},
      {"broadcast_to", kind::value, "the sizes is too large",
       [] { broadcast_to(one, MAX, index{2}); }},
      {"broadcast_to, negative", kind::value, "a size is negative", [] { broadcast_to(one, MIN); }},
      {"reshape", kind::value, "is negative", [] { reshape(m, MIN, index{1}); }},
      {"reshape, product", kind::shape, "cannot become", [=] { reshape(m, huge, index{8}); }},
      {"zeros", kind::value, "the sizes is too large", [] { zeros(MAX, MAX); }},
      {"eye", kind::value, "the sizes is too large", [] { eye(MAX); }},
      {"diag", kind::value, "diag: diagonal -9223372036854775808", [] { diag(v, MIN); }},
      {"diag, far", kind::value, "diag: diagonal 9223372036854775807", [] { diag(v, MAX); }},
      {"one_hot", kind::value, "the sizes is too large", [] { eval(one_hot(ints{0, 1}, MAX)); }},
      {"one_hot, negative", kind::value, "depth is -9223372036854775808",
       [] { one_hot(ints{0}, MIN); }},
      {"split", kind::value, "cannot be split into 9223372036854775807 equal parts",
       [] { split(v, MAX, _0); }},
      {"split, nothing", kind::value, "split: ", [] { split(vec(0), MAX, _0); }},
      {"split, negative", kind::value, "into -9223372036854775808 equal parts",
       [] { split(v, MIN, _0); }},
      {"sliding_window", kind::value, "windows of 9223372036854775807",
       [] { sliding_window(v, MAX, _0); }},
      {"sliding_window, negative", kind::value, "windows of -9223372036854775808",
       [] { sliding_window(v, MIN, _0); }},
      {"top_k", kind::value, "9223372036854775807 of 3", [] { top_k(v, MAX); }},
      {"top_k, negative", kind::value, "-9223372036854775808 of 3", [] { top_k(v, MIN); }},
      {"partition", kind::bounds, "position 9223372036854775807 is out of bounds",
       [] { partition(v, MAX); }},
      {"partition, negative", kind::bounds, "position -9223372036854775808",
       [] { partition(v, MIN); }},
      {"take", kind::bounds, "9223372036854775807", [] { eval(take(v, ints{MAX}, _0)); }},
      {"take, negative", kind::bounds, "-9223372036854775808",
       [] { eval(take(v, ints{MIN}, _0)); }},
      {"gather", kind::bounds, "-9223372036854775808", [] { eval(gather(v, ints{MIN}, _0)); }},
      {"kron", kind::value, "times are too many",
       [] { eval(kron(broadcast_to(one, MAX), broadcast_to(one, MAX))); }},
      {"outer", kind::value, "too large",
       [] { eval(outer(broadcast_to(one, MAX), broadcast_to(one, MAX))); }},
      {"meshgrid", kind::value, "too large",
       [] { meshgrid(broadcast_to(one, MAX), broadcast_to(one, MAX)); }},
  });
}

TEST_CASE("elements that memory cannot hold are refused in words") {
  const auto huge = index{1} << 62, side = index{1} << 31;
  const auto many = broadcast_to(one, MAX);
  const char* const memory = "more elements than memory can hold";
  check_refused({
      {"tensor", kind::value, "hold: 9223372036854775807 elements of 8 bytes", [] { vec a(MAX); }},
      {"zeros", kind::value, memory, [] { zeros(MAX); }},
      {"ones", kind::value, memory, [=] { ones(huge); }},
      {"full", kind::value, memory, [] { full(1., MAX); }},
      {"empty", kind::value, memory, [] { empty<index>(MAX); }},
      {"empty, of 4 bytes", kind::value, "elements of 4 bytes", [=] { empty<int>(huge); }},
      {"zeros_like", kind::value, memory, [=] { zeros_like(many); }},
      {"full_like", kind::value, memory, [=] { full_like(many, 2.); }},
      {"copy", kind::value, memory, [=] { eval(many); }},
      {"unsigned, saturated", kind::value, memory, [] { zeros(~std::uint64_t{0}); }},
      {"from_function", kind::value, memory, [] { from_function([](index) { return 1.; }, MAX); }},
      {"eye", kind::value, memory, [=] { eye(side); }},
      {"eye of a shape", kind::value, "the sizes is too large", [] { eye(MAX, MAX); }},
      {"eye, diagonal", kind::value, memory, [=] { eye(side, side, MIN); }},
      {"identity", kind::value, memory, [=] { identity(side); }},
      {"identity, product", kind::value, "the sizes is too large", [] { identity(MAX); }},
      {"identity, negative", kind::value, "a size is negative", [] { identity(MIN); }},
      {"tri", kind::value, memory, [=] { tri(side); }},
      {"tri, product", kind::value, "the sizes is too large", [] { tri(MAX, index{2}, MAX); }},
      {"tri, negative", kind::value, "a size is negative", [] { tri(index{2}, MIN); }},
      {"diagflat", kind::value, "diag: diagonal 9223372036854775807", [] { diagflat(m, MAX); }},
      {"indices_of", kind::value, memory, [] { indices_of(MAX); }},
      {"indices_of, product", kind::value, "the sizes is too large", [] { indices_of(MAX, MAX); }},
      {"indices_of, negative", kind::value, "a size is negative", [] { indices_of(MIN); }},
      {"diag_indices", kind::value, memory, [] { diag_indices(MAX); }},
      {"arange", kind::value, memory, [] { arange(MAX); }},
      {"arange, by 2", kind::value, memory, [] { arange(index{0}, MAX, index{2}); }},
      {"arange of double", kind::value, memory, [] { arange(0., 4e18, 1.); }},
      {"linspace", kind::value, memory, [] { linspace(0, 1, MAX); }},
      {"linspace, without stop", kind::value, memory,
       [] { linspace(0, 1, MAX, exclude_endpoint); }},
      {"logspace", kind::value, memory, [] { logspace(0, 1, MAX); }},
      {"logspace, negative", kind::value, "a size is negative", [] { logspace(0, 1, MIN); }},
      {"geomspace", kind::value, memory, [] { geomspace(1, 2, MAX); }},
      {"geomspace, negative", kind::value, "a size is negative", [] { geomspace(1, 2, MIN); }},
      {"fftfreq", kind::value, memory, [=] { fft::fftfreq(huge); }},
      {"fftfreq, negative", kind::value, "fftfreq: -9223372036854775808 points",
       [] { fft::fftfreq(MIN); }},
      {"rfftfreq", kind::value, "hold: 4611686018427387904 elements", [] { fft::rfftfreq(MAX); }},
      {"rfftfreq, none", kind::value, "rfftfreq: 0 points", [] { fft::rfftfreq(0); }},
      {"hanning", kind::value, memory, [] { hanning(MAX); }},
      {"hamming", kind::value, memory, [] { hamming(MAX); }},
      {"blackman", kind::value, memory, [] { blackman(MAX); }},
      {"bartlett", kind::value, memory, [] { bartlett(MAX); }},
      {"kaiser", kind::value, memory, [] { kaiser(MAX, 5.); }},
      {"resize", kind::value, memory, [] { resize(v, MAX); }},
      {"resize, negative", kind::value, "a size is negative", [] { resize(v, MIN); }},
      {"bincount", kind::value, memory, [=] { bincount(ints{huge}); }},
      {"bincount, minlength", kind::value, memory, [] { bincount(ints{1}, MAX); }},
      {"bincount, weights", kind::value, memory, [] { bincount(ints{1}, one, MAX); }},
      {"interp", kind::value, memory, [=] { eval(interp(many, v, v)); }},
      {"interp, samples", kind::value, memory, [=] { eval(interp(v, many, many)); }},
      {"digitize", kind::value, memory, [=] { eval(digitize(many, v)); }},
      {"digitize, edges", kind::value, memory, [=] { eval(digitize(v, many)); }},
      {"searchsorted", kind::value, memory, [=] { eval(searchsorted(many, v)); }},
      {"convolve", kind::value, "convolve: 9223372036854775807 + 9223372036854775806",
       [=] { eval(convolve(many, many)); }},
      {"convolve, same", kind::value, memory, [=] { eval(convolve(many, v, "same")); }},
      {"correlate", kind::value, memory, [=] { eval(correlate(many, many)); }},
      {"meshgrid", kind::value, memory,
       [=] {
         const auto [x, y] = meshgrid(many, one);
         eval(x);
       }},
      {"append", kind::value, "append: 9223372036854775807 + 1", [=] { eval(append(many, one)); }},
      {"insert", kind::value, "insert: 9223372036854775807 + 1", [=] { insert(many, 0, 1.); }},
      {"repeat by text", kind::value, "the sizes is too large",
       [] { eval(repeat<"a -> a c">(v, axis_size<"c">(MAX))); }},
      {"array_split", kind::value, "split: ", [] { array_split(vec(0), MAX, _0); }},
      {"array_split, negative", kind::value, "array_split: -9223372036854775808 parts",
       [] { array_split(v, MIN, _0); }},
  });
}

TEST_CASE("histograms of too many bins are refused before they are allocated") {
  const auto huge = index{1} << 62, side = index{1} << 31;
  const tensor<double, dyn, 2> sample{{1, 2}, {3, 4}};
  check_refused({
      {"histogram", kind::value, "more elements than memory can hold", [=] { histogram(v, huge); }},
      {"histogram, counts", kind::value, "more elements than memory can hold",
       [=] { eval(histogram(v, huge, 0., 1.)); }},
      {"histogram, negative", kind::value, "at least one bin", [] { histogram(v, MIN); }},
      {"bin_edges", kind::value, "histogram: 9223372036854775807 + 1",
       [] { histogram_bin_edges(v, MAX); }},
      {"histogram2d", kind::value, "histogram2d: 8 * 4611686018427387904",
       [=] { histogram2d(v, v, huge, index{0}); }},
      {"histogram2d, product", kind::value, "histogram2d: 17179869184 * 2147483648",
       [=] { histogram2d(v, v, side); }},
      {"histogram2d, none", kind::value, "at least one bin",
       [=] { histogram2d(v, v, index{2}, index{0}); }},
      {"histogram2d, negative", kind::value, "at least one bin", [=] { histogram2d(v, v, MIN); }},
      {"histogram2d, edges", kind::value, "histogram2d: 16 * 9223372036854775807",
       [=] { histogram2d(v, v, v, MAX); }},
      {"histogramdd", kind::value, "histogramdd: 17179869184 * 2147483648",
       [=] { histogramdd(sample, std::array{side, side}); }},
      {"histogramdd, negative", kind::value, "at least one bin",
       [=] { histogramdd(sample, std::array{MIN, side}); }},
  });
}

TEST_CASE("index arrays of triangles are computed without the matrix") {
  const auto pairs = [](const auto& found) {
    std::vector<std::array<index, 2>> list;
    const auto& [i, j] = found;
    REQUIRE(i.size() == j.size());
    for (index k = 0; k < i.size(); ++k)
      list.push_back({i(k), j(k)});
    return list;
  };
  using list = std::vector<std::array<index, 2>>;
  for (index n = -1; n < 5; ++n)
    for (index columns = -1; columns < 5; ++columns)
      for (const index k : {MIN, index{-6}, index{-4}, index{-2}, index{-1}, index{0}, index{1},
                            index{2}, index{3}, index{6}, MAX}) {
        CAPTURE(n, columns, k);
        list lower, upper;
        for (index i = 0; i < n; ++i)
          for (index j = 0; j < columns; ++j) {
            if (j - i <= k)
              lower.push_back({i, j});
            if (j - i >= k)
              upper.push_back({i, j});
          }
        CHECK(pairs(tril_indices(n, k, columns)) == lower);
        CHECK(pairs(triu_indices(n, k, columns)) == upper);
      }
  CHECK(pairs(tril_indices_from(m, -1)) == list{{1, 0}});
  CHECK(pairs(triu_indices_from(m + m)) == list{{0, 0}, {0, 1}, {1, 1}});
  CHECK(pairs(tril_indices(index{2})) == list{{0, 0}, {1, 0}, {1, 1}});

  const index zero = 0;
  CHECK(pairs(tril_indices(MAX, 0, zero)).empty());
  CHECK(pairs(triu_indices(zero, 0, MAX)).empty());
  CHECK(pairs(tril_indices(index{1}, 0, MAX)) == list{{0, 0}});
  CHECK(pairs(tril_indices(MAX, MIN + 2, index{1})) == list{{MAX - 1, 0}});
  CHECK(pairs(tril_indices(MAX, MIN, MAX)).empty());
  CHECK(pairs(triu_indices(MAX, 0, index{2})) == list{{0, 0}, {0, 1}, {1, 1}});
  CHECK(pairs(triu_indices(index{2}, MAX - 1, MAX)) == list{{0, MAX - 1}});
  CHECK(pairs(triu_indices(MAX, MAX, MAX)).empty());
  const char* const memory = "more elements than memory can hold";
  check_refused({
      {"tril_indices", kind::value, "tril_indices: ", [] { tril_indices(MAX); }},
      {"tril_indices, all", kind::value, "tril_indices: ", [] { tril_indices(MAX, MAX); }},
      {"tril_indices, one column", kind::value, memory, [] { tril_indices(MAX, 0, 1); }},
      {"tril_indices, one row", kind::value, memory, [] { tril_indices(1, MAX, MAX); }},
      {"tril_indices, square", kind::value, memory, [] { tril_indices(index{1} << 31); }},
      {"triu_indices", kind::value, "triu_indices: ", [] { triu_indices(MAX); }},
      {"triu_indices, all", kind::value, "triu_indices: ", [] { triu_indices(MAX, MIN); }},
      {"triu_indices, one column", kind::value, memory, [] { triu_indices(MAX, MIN, 1); }},
      {"triu_indices, one row", kind::value, memory, [] { triu_indices(1, 0, MAX); }},
      {"mask_indices", kind::value, "the sizes is too large",
       [] { mask_indices(MAX, [](const auto& a, index k) { return triu(a, k); }); }},
  });
}

TEST_CASE("polynomials at the limits") {
  const auto huge = index{1} << 62;
  check_refused({
      {"polyint", kind::value, "polyint: 3 + 9223372036854775807", [] { polyint(v, MAX); }},
      {"polyint, memory", kind::value, "more elements than memory can hold",
       [=] { polyint(v, huge, 1.5); }},
      {"polyint, constants", kind::value,
       "2 constants for an integral of order 4611686018427387904",
       [=] { polyint(v, huge, vec{1, 2}); }},
      {"polyint, negative", kind::value, "the order -9223372036854775808 is negative",
       [] { polyint(v, MIN); }},
      {"polyder, negative", kind::value, "the order -9223372036854775808 is negative",
       [] { polyder(v, MIN); }},
      {"vander", kind::value, "the sizes is too large", [] { vander(v, MAX); }},
      {"vander, memory", kind::value, "more elements than memory can hold",
       [] { vander(one, MAX); }},
      {"vander, negative", kind::value, "a size is negative", [] { vander(vec(0), MIN); }},
      {"polyfit", kind::value, "polyfit: 9223372036854775807 + 1", [] { polyfit(v, v, MAX); }},
      {"polyfit, points", kind::value, "3 points do not determine", [] { polyfit(v, v, MAX - 1); }},
      {"polyfit, negative", kind::value, "must not be negative", [] { polyfit(v, v, MIN); }},
  });
  CHECK(polyder(v, MAX).size() == 0);
  CHECK(polyder(v, 3).size() == 0);
  CHECK(all_of(polyder(v, 2) == vec{2}));
  CHECK(polyder(vec(0), 0).size() == 0);
  for (const bool increasing : {false, true}) {
    const auto powers = vander(vec(0), MAX, increasing);
    CHECK(powers.shape()[0] == 0);
    CHECK(powers.shape()[1] == MAX);
  }
  CHECK(all_of(vander(vec{2, 3}, 3) == mat{{4, 2, 1}, {9, 3, 1}}));

  CHECK(all_of(polyint(vec{6, 4}, 2) == vec{1, 2, 0, 0}));
  CHECK(all_of(polyint(vec{6, 4}, 2, 5) == vec{1, 2, 5, 5}));
  CHECK(all_of(polyint(vec{6, 4}, 2, vec{1, 2}) == vec{1, 2, 1, 2}));
  CHECK(all_of(polyint(vec{6, 4}, 2, vec{1, 2, 9}) == vec{1, 2, 1, 2}));
  CHECK(all_of(polyint(ints{6, 4}, 0) == vec{6, 4}));
  CHECK(all_of(polyint(vec(0), 3, 6) == vec{3, 6, 6}));
  using complex = std::complex<double>;
  const tensor<complex, dyn> z{complex(6, 12), complex(0, 4)};
  CHECK(all_of(polyint(z, 2) ==
               tensor<complex, dyn>{complex(1, 2), complex(0, 2), complex(), complex()}));

  // The coefficients of an integral of high order are divided until they are 0.
  const index most = 1000;
  const auto same = polyint(v, most, 1), each = polyint(v, most, vec(ones(most)));
  REQUIRE(same.size() == most + 3);
  CHECK(all_of(same == each));
  double one_by_one = 1, last = 3;
  for (index k = 1; k < most; ++k) {
    one_by_one /= static_cast<double>(k);
    last /= static_cast<double>(k);
    CHECK(same(most + 2 - k) == one_by_one);
    CHECK(polyint(v, k)(index{2}) == last);
  }
  const index high = index{1} << 20;
  const auto odd = polyint(vec{infinity_, not_a_number, -0., 1.}, high, -infinity_);
  CHECK(odd(0) == infinity_);
  CHECK(std::isnan(odd(1)));
  CHECK(std::signbit(odd(2)));
  CHECK(odd(3) == 0);
  CHECK(odd(high + 3) == -infinity_);
}

TEST_CASE("positions and edits at the limits") {
  vec a{1, 2, 3};
  check_refused({
      {"unravel_index", kind::bounds, "9223372036854775807 is not in 0 to 11",
       [] { unravel_index(MAX, 3, 4); }},
      {"unravel_index, negative", kind::bounds, "-9223372036854775808 is not in 0 to 11",
       [] { unravel_index(ints{MIN}, 3, 4); }},
      {"unravel_index, product", kind::value, "the sizes is too large",
       [] { unravel_index(index{0}, MAX, MAX); }},
      {"unravel_index, empty", kind::bounds, "there is no element",
       [] { unravel_index(index{0}, MAX, index{0}); }},
      {"ravel_multi_index", kind::bounds, "9223372036854775807 is not in 0 to",
       [] { ravel_multi_index(std::tuple{MAX, index{0}}, MAX, index{1}); }},
      {"ravel_multi_index, product", kind::value, "the sizes is too large",
       [] { ravel_multi_index(std::tuple{index{0}, index{0}}, MAX, MAX); }},
      {"put", kind::bounds, "9223372036854775807", [&] { put(a, MAX, 9.); }},
      {"put, negative", kind::bounds, "-9223372036854775808", [&] { put(a, ints{0, MIN}, 9.); }},
      {"take_along_axis", kind::bounds, "9223372036854775807",
       [] { eval(take_along_axis(v, ints{MAX}, _0)); }},
      {"insert", kind::bounds, "insert: index 9223372036854775807", [] { insert(v, MAX, 9.); }},
      {"insert, negative", kind::bounds, "insert: index -9223372036854775808",
       [] { insert(v, ints{0, MIN}, 9.); }},
      {"delete_at", kind::bounds, "9223372036854775807", [] { delete_at(v, MAX); }},
      {"delete_at, negative", kind::bounds, "-9223372036854775808",
       [] { delete_at(v, ints{0, MIN}); }},
  });
  CHECK(all_of(a == v));
  CHECK(ravel_multi_index(std::tuple{MAX - 1, index{0}}, MAX, index{1}) == MAX - 1);
  CHECK(unravel_index(MAX - 1, MAX, index{1}) == std::array{MAX - 1, index{0}});
  // There is no element, so the products of the other sizes do not matter.
  CHECK(ravel_multi_index(std::tuple{index{2}, MAX - 1, ints(0)}, index{3}, MAX, index{0}).size() ==
        0);
  const auto parts = split(v, ints{MAX, MIN}, _0);
  REQUIRE(parts.size() == 3);
  CHECK(all_of(parts[0] == v));
  CHECK(parts[1].size() == 0);
  CHECK(all_of(parts[2] == v));
}

TEST_CASE("windows of few or a negative number of points") {
  const auto each = [](index n) {
    return std::vector<vec>{hanning(n), hamming(n), blackman(n), bartlett(n), kaiser(n, 5.)};
  };
  for (const index n : {MIN, index{-1}, index{0}})
    for (const vec& w : each(n))
      CHECK(w.size() == 0);
  for (const vec& w : each(1))
    CHECK(all_of(w == vec{1}));
  CHECK(std::isnan(kaiser(3, infinity_)(index{1})));
}

TEST_CASE("functions of a very long axis beside an empty one end at once") {
  const index zero = 0;
  const mat wide(zero, MAX), tall(MAX, zero);
  const auto shape = [](const auto& e) {
    const auto n = eval(e).shape();
    return std::vector<index>(n.begin(), n.end());
  };
  using sizes = std::vector<index>;
  for (const mat& a : {wide, tall}) {
    const sizes own{a.shape()[0], a.shape()[1]}, back{own[1], own[0]};
    CAPTURE(own);
    CHECK(shape(a + a) == own);
    CHECK(shape(transpose(a)) == back);
    CHECK(shape(sort(a)) == own);
    CHECK(shape(sort(a, _0)) == own);
    CHECK(shape(argsort(a, _0)) == own);
    CHECK(shape(cumsum(a, _0)) == own);
    CHECK(shape(cumsum(a, _1)) == own);
    CHECK(shape(cumsum(a)) == sizes{0});
    CHECK(shape(flip(a)) == own);
    CHECK(shape(roll(a, 3, _0)) == own);
    CHECK(shape(roll(a, MIN)) == own);
    CHECK(shape(rot90(a)) == back);
    CHECK(shape(tril(a, 5)) == own);
    CHECK(shape(repeat(a, 0, _0)) == sizes{0, own[1]});
    CHECK(shape(stack(_0, a, a)) == sizes{2, own[0], own[1]});
    CHECK(shape(nonzero(a)) == sizes{0, 2});
    CHECK(shape(flatnonzero(a)) == sizes{0});
    CHECK(shape(unique(a)) == sizes{0});
    CHECK(shape(digitize(a, v)) == own);
    CHECK(shape(interp(a, v, v)) == own);
    CHECK(shape(polyval(v, a)) == own);
    CHECK(shape(unwrap(a)) == own);
    CHECK(sum(a) == 0);
    CHECK(count_nonzero(a) == 0);
    CHECK(!any(a > 0));
    CHECK(std::isnan(mean(a)));
  }
  CHECK(shape(concat(_0, wide, wide)) == sizes{0, MAX});
  CHECK(shape(concat(_1, tall, tall)) == sizes{MAX, 0});
  CHECK(shape(trapezoid(wide)) == sizes{0});
  CHECK(shape(trapezoid(tall, 1., _0)) == sizes{0});
  CHECK(shape(sum(wide, _1)) == sizes{0});
  CHECK(shape(sum(tall, _0)) == sizes{0});
  CHECK(shape(mean(wide, _1)) == sizes{0});
  CHECK(shape(var(tall, _0)) == sizes{0});
  CHECK(shape(max(wide, _1)) == sizes{0});
  CHECK(shape(argmax(tall, _0)) == sizes{0});
  CHECK(shape(median(wide, _1)) == sizes{0});
  CHECK(shape(quantile(tall, 0.5, _0)) == sizes{0});
  CHECK(shape(matmul(wide, tall)) == sizes{0, 0});
  CHECK(shape(gradient(wide, _1)) == sizes{0, MAX});
  CHECK(shape(partition(wide, 5)) == sizes{0, MAX});
  CHECK(shape(argpartition(tall, MAX - 1, _0)) == sizes{MAX, 0});
  CHECK(top_k(wide, 2).values.shape() == std::array{zero, index{2}});
  CHECK(top_k(wide, MAX).indices.shape() == std::array{zero, MAX});
  CHECK(top_k(tall, 0).values.shape() == std::array{MAX, zero});
  CHECK(shape(diff(tall, MAX - 1, _0)) == sizes{1, 0});
  CHECK(shape(diff(tall, MAX, _0)) == sizes{0, 0});
  CHECK(shape(diff(wide, MAX - 2, _1)) == sizes{0, 2});
  CHECK(shape(diff(v, MAX)) == sizes{0});
  CHECK(all_of(diff(v, index{0}) == v));
  CHECK(all_of(diff(vec{1, 4, 9}, index{2}) == vec{2}));
  CHECK(shape(delete_at(tall, MAX - 1, _0)) == sizes{MAX - 1, 0});
  CHECK(shape(resize(v, MAX, zero)) == sizes{MAX, 0});
  CHECK(shape(eye(MAX, zero)) == sizes{MAX, 0});
  CHECK(shape(eye(zero, MAX, MIN)) == sizes{0, MAX});
  CHECK(shape(tri(MAX, zero, MAX)) == sizes{MAX, 0});
  CHECK(shape(indices_of(MAX, zero)) == sizes{2, MAX, 0});
  CHECK(shape(one_hot(ints(0), MAX)) == sizes{0, MAX});
  CHECK(shape(outer(vec(0), broadcast_to(one, MAX))) == sizes{0, MAX});
  check_refused({
      {"sum", kind::value, "more elements than memory can hold", [&] { eval(sum(wide, _0)); }},
      {"quantile", kind::value, "more elements than memory can hold",
       [&] { eval(quantile(tall, 0.5, _1)); }},
      {"matmul", kind::value, "the sizes is too large", [&] { eval(matmul(tall, wide)); }},
      {"cov", kind::value, "more elements than memory can hold", [&] { cov(tall); }},
      {"max", kind::value, "of no elements", [&] { max(tall); }},
      {"unstack", kind::value, "split: ", [&] { unstack(tall, _0); }},
  });
}

TEST_CASE("moves and choices at the limits are those of NumPy") {
  const auto [rows, planes, columns] = unravel_index(ints(0), index{3}, MAX, index{0});
  CHECK(rows.size() + planes.size() + columns.size() == 0);
  for (const index by : {MIN, MIN + 1, index{-1}, index{0}, index{1} << 62, MAX - 1, MAX}) {
    CAPTURE(by);
    const auto rest = static_cast<std::size_t>(((by % 3) + 3) % 3);
    CHECK(eval(roll(v, by, _0)).data()[rest] == 1);
    CHECK(eval(roll(m, by)).data()[((by % 4) + 4) % 4] == 1);
    const auto turned = rot90(m, by);
    const index turns = ((by % 4) + 4) % 4;
    CHECK(turned[0, 0] == (turns == 0 ? 1 : turns == 1 ? 2 : turns == 2 ? 4 : 3));
    const bool far = by < -1 || by > 1;
    if (far) {
      CHECK(diagonal(m, by).size() == 0);
      CHECK(eval(diagonal(m + m, by)).size() == 0);
      CHECK(sum(diagonal(m + m, by)) == 0);
      CHECK(all_of(eval(triu(m, by)) == (by < 0 ? m : mat(2, 2))));
      CHECK(all_of(eval(tril(m, by)) == (by > 0 ? m : mat(2, 2))));
    }
  }
  CHECK(diagonal(m, ~std::uint64_t{0}).size() == 0);
  CHECK(all_of(eval(round(vec{1.5, -2.5}, MAX)) == vec{1.5, -2.5}));
  CHECK(all_of(eval(round(vec{1.5, -2.5}, MIN)) == vec{0, 0}));
  CHECK(all_of(eval(round(ints{MAX, MIN}, MIN)) == ints{0, 0}));
  CHECK(all_of(eval(round(ints{MAX, MIN}, MAX)) == ints{MAX, MIN}));
  CHECK(var(v, ddof(MAX)) == infinity_);
  CHECK(var(v, ddof(MIN)) >= 0);
  CHECK(var(v, ddof(MIN)) < 1e-15);
  CHECK(from_function([](index, index) { return 1; }, MAX, index{0}).size() == 0);
  CHECK(split(vec(0), index{3}, _0).size() == 3);
}

TEST_CASE("random numbers at the limits") {
  random::generator g(1);
  check_refused({
      {"uniform", kind::value, "no tensor can have", [&] { random::uniform(g, MIN); }},
      {"normal", kind::value, "the sizes is too large", [&] { random::normal(g, MAX, MAX); }},
      {"uniform, memory", kind::value, "more elements than memory can hold",
       [&] { random::uniform(g, MAX); }},
      {"permutation", kind::value, "no tensor can have", [&] { random::permutation(g, MIN); }},
      {"integers", kind::value, "has no integers",
       [&] { random::integers(g, MAX, MIN, index{2}); }},
      {"integers, none", kind::value, "has no integers",
       [&] { random::integers(g, MAX, MAX, index{2}); }},
      {"integers, narrow", kind::value, "do not fit into the element type",
       [&] { random::integers<int>(g, index{0}, MAX, index{2}); }},
      {"choice", kind::value, "no tensor can have", [&] { random::choice(g, v, MIN); }},
      {"choice of nothing", kind::value, "no elements",
       [&] { random::choice(g, vec(0), index{2}); }},
  });
  const auto wide = random::integers(g, MIN, MAX, index{64});
  CHECK(any(wide < index{0}));
  CHECK(any(wide > index{0}));
  const std::uint64_t past = std::uint64_t{1} << 63;
  CHECK(all_of(random::integers(g, MAX, past, index{4}) == MAX));
  CHECK(any(random::integers(g, MIN, past, index{64}) > index{0}));
}
