// SPDX-License-Identifier: BSL-1.0
// What depends on the size of a pointer, in a 32-bit program: its types, memory at the limits of
// the address space, numbers of 64 bits in files, subscripts and random numbers.
#include "catch.hpp"
#include "common.hpp"

#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>
#include <stria/io/picture.hpp>
#include <stria/stria.hpp>

#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <vector>

using namespace stria;
using test::holds;

TEST_CASE("an index has the size of a pointer, and sums have 64 bits") {
  STATIC_REQUIRE(sizeof(index_t) == sizeof(void*));
  const tensor<int, 3> a{1, 2, 3};
  STATIC_REQUIRE(std::same_as<decltype(argmax(a)), index_t>);
  STATIC_REQUIRE(sizeof(sum(a)) == 8);
  CHECK(sum(full(2'000'000'000, 5)) == 10'000'000'000);
}

TEST_CASE("blocks of all sizes are aligned, keep their contents and do not overlap") {
  std::vector<dtensor<std::uint8_t, 1>> blocks;
  for (int round = 0; round < 3; ++round) {
    bool aligned = true, kept = true;
    for (index_t n = 1; n < 200'000; n += 1 + n / 7) {
      blocks.emplace_back(n);
      blocks.back() = static_cast<std::uint8_t>(n % 251);
      aligned = aligned && reinterpret_cast<std::uintptr_t>(blocks.back().data()) % 64 == 0;
    }
    for (const auto& b : blocks)
      kept = kept && all_of(b == static_cast<std::uint8_t>(b.size() % 251));
    CHECK(aligned);
    CHECK(kept);
    if (round == 1)
      set_memory_limit(0);
    blocks.clear();
  }
  CHECK(kept_memory() == 0);
  set_memory_limit(std::size_t{1} << 24);
  for (index_t n = 1; n < 100'000; n += 1 + n / 3) {
    const dtensor<double, 1> a = ones<double>(n);
    CHECK(sum(a) == static_cast<double>(n));
  }
  CHECK(kept_memory() <= std::size_t{1} << 24);
  release_memory();
}

TEST_CASE("random integers are those of 64-bit machines") {
  random::generator g(42);
  // random::integers(random::generator(42), -5, 2^40, 6), as in NumPy
  STATIC_REQUIRE(sizeof(decltype(random::integers(g, 0, 9, 3))::value_type) == 8);
  CHECK(
      holds(random::integers(g, -5, std::int64_t{1} << 40, 6),
            {901817400652, 208077764184, 954003154927, 433846914677, 404761512286, 477678707869}));
  const std::int64_t large = (std::int64_t{1} << 62) + 1;
  CHECK(holds(random::binomial(g, full(large, 2), tensor{0., 1.}), {std::int64_t{0}, large}));
  CHECK(all_of(random::poisson(g, 9e18, 4) > std::int64_t{8'999'999'000'000'000'000}));
  CHECK(all_of(random::geometric(g, 1e-15, 20) > 0));
  const auto h = random::hypergeometric(g, std::int64_t{1} << 59, std::int64_t{1} << 59,
                                        std::int64_t{1} << 58, 10);
  CHECK(all_of(h > std::int64_t{1} << 56));
  CHECK(holds(random::multinomial(g, std::int64_t{1} << 40, tensor{0., 1.}),
              {std::int64_t{0}, std::int64_t{1} << 40}));
}

TEST_CASE("bounds of slices and numbers of indices may have 64 bits") {
  const auto a = arange(10);
  const std::int64_t large = std::int64_t{1} << 32;
  CHECK(holds(a[range(large - large + 7, large + 2)], {7, 8, 9}));
  CHECK(holds(a[range(-large - 3, 2)], {0, 1}));
  CHECK(holds(a[tensor{large - large + 3, large - large}], {3, 0}));
  CHECK(holds(searchsorted(tensor{1 - large, large}, tensor{std::int64_t{0}, large + 1}), {1, 2}));
  CHECK(holds(unique(tensor{large, large + 1, large}), {large, large + 1}));
}

TEST_CASE("file headers with numbers that the address space cannot hold are refused") {
  // Nothing is thrown here; errors.cpp reads such files.
  using detail::npy_text;
  detail::npy_record record;
  const auto faulty = [&](const char* text) {
    detail::npy_header h;
    return static_cast<bool>(npy_text(text, &record).read(h));
  };
  CHECK(faulty("{'descr': '<f8', 'fortran_order': False, 'shape': (70000, 70000), }"));
  CHECK(faulty("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967297,), }"));
  CHECK(faulty("{'descr': [('a', '<U999999999'), ('b', '<f4')], 'fortran_order': False, "
               "'shape': (1,), }"));
  CHECK(detail::count_pixels(70'000, 70'000) == 4'900'000'000);
}

TEST_CASE("files are written and read in a folder that the program is given") {
  const auto a = tensor{{1., 2., 3.}, {4., 5., 6.}};
  save_npy("/data/a.npy", a);
  save_npy("/data/a.npy", a + 1.); // replaces the file
  CHECK(holds(load_npy<double, dyn, 3>("/data/a.npy"), {2., 3., 4., 5., 6., 7.}));
  const auto any = load_npy_any<double>("/data/a.npy");
  CHECK(any.shape()[1] == 3);
  save_npy("/data/places.npy", argsort(tensor{3, 1, 2}));
  CHECK(holds(load_npy_as<std::int64_t, dyn>("/data/places.npy"), {1, 2, 0}));
  save_csv("/data/a.csv", a);
  CHECK(holds(load_csv<double>("/data/a.csv").values, {1., 2., 3., 4., 5., 6.}));
}
