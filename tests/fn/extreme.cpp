// SPDX-License-Identifier: BSL-1.0
// Arguments at the limits of `index` give the result of NumPy, or an error before anything is
// allocated or written. The sizes are run-time values, so that few templates are instantiated.
#include "catch.hpp"

#include <stria/random.hpp>
#include <stria/stria.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
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
