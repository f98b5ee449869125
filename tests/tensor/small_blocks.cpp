// SPDX-License-Identifier: BSL-1.0
// Freed blocks below 64 KiB, which each thread keeps for its next tensors.
#include "allocations.hpp"
#include "catch.hpp"
#include "values.hpp"

#include <stria/core.hpp>

#include <cstdint>
#include <thread>
#include <vector>

using namespace stria;
using test::allocations_of;
using test::list;
using test::values;

namespace {

/// Keeps freed memory for the duration of a test; tests/support/allocations.cpp turned it off.
struct keeping {
  explicit keeping(std::size_t bytes) { set_memory_limit(bytes); }
  ~keeping() { set_memory_limit(0); }
};

bool aligned(const void* p, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(p) % to == 0;
}

constexpr std::size_t megabyte = std::size_t{1} << 20;

} // namespace

TEST_CASE("a thread reuses the small blocks that it freed") {
  const keeping kept(megabyte);
  CHECK(kept_memory() == 0);
  {
    dtensor<float, 1> t(10);
  }
  const std::size_t one = kept_memory();
  CHECK(one >= 40);
  CHECK(allocations_of([] { dtensor<float, 1> t(9); }) == 0);
  CHECK(allocations_of([] { dtensor<double, 2> t(2, 3); }) == 0);
  CHECK(allocations_of([] { dtensor<float, 1> a(10), b(10); }) == 1);
  CHECK(kept_memory() == 2 * one);
  // The elements of a reused block are as in a new one.
  {
    dtensor<int, 1> old(10);
    old = 7;
  }
  CHECK(values(dtensor<int, 1>(10)) == list<>(10, 0));
  release_memory();
  CHECK(kept_memory() == 0);
  CHECK(allocations_of([] { dtensor<float, 1> t(10); }) == 1);
}

TEST_CASE("kept blocks have room for every size below 64 KiB") {
  const keeping kept(megabyte);
  for (index n = 1; n < 70000; n += 1 + n / 8) {
    {
      dtensor<char, 1> t(n);
    }
    dtensor<char, 1> t(n); // with AddressSanitizer, writing behind the block is an error
    t = 'a';
    CHECK(aligned(t.data(), 64));
    CHECK(count_nonzero(t) == n);
  }
  using detail::block_class_of;
  for (std::size_t bytes = 1; bytes <= detail::kept_least + 64; ++bytes) {
    const auto c = block_class_of(bytes);
    if (c.bytes < bytes || c.bytes > bytes + 63 + bytes / 4 ||
        c.number >= detail::small_blocks::classes || block_class_of(c.bytes).number != c.number)
      FAIL("a block of " << bytes << " bytes has the class " << c.number);
  }
}

TEST_CASE("memory without bytes, and with fewer than a link, is kept and used again") {
  const keeping kept(megabyte);
  release_memory();
  for (int round = 0; round < 3; ++round)
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{7}}) {
      auto* const first = static_cast<char*>(detail::allocate_aligned(bytes));
      auto* const second = static_cast<char*>(detail::allocate_aligned(bytes));
      CHECK(first != second);
      CHECK(aligned(first, 64));
      CHECK(aligned(second, 64));
      for (std::size_t k = 0; k < bytes; ++k)
        first[k] = second[k] = 'a';
      detail::release_aligned(first);
      detail::release_aligned(second);
    }
  release_memory();
  CHECK(kept_memory() == 0);
}

TEST_CASE("blocks that different threads free are used again with their headers") {
  const keeping kept(megabyte);
  dtensor<int, 1> made(10);
  made = 3;
  std::thread([&] {
    made = dtensor<int, 1>(12); // keeps the block of the other thread
    made = dtensor<int, 1>(14);
    made = 5;
  }).join();
  CHECK(values(made) == list<>(14, 5));
  made = dtensor<int, 1>(9);
  CHECK(values(made) == list<>(9, 0));
}

TEST_CASE("a thread keeps a limited number of small blocks, and none after its end") {
  const keeping kept(megabyte);
  {
    std::vector<dtensor<char, 1>> many;
    for (int k = 0; k < 100; ++k)
      many.emplace_back(9000);
  }
  CHECK(kept_memory() <= 1 << 18);
  CHECK(kept_memory() >= 9000);
  set_memory_limit(20000);
  CHECK(kept_memory() <= 20000);
  set_memory_limit(megabyte);
  release_memory();
  const std::size_t live = test::live_blocks();
  dtensor<int, 1> passed(10);
  std::thread([&] {
    {
      dtensor<int, 1> t(10), u(2000);
    }
    if (kept_memory() == 0)
      FAIL("the thread keeps nothing");
    passed = dtensor<int, 1>(12);
  }).join();
  CHECK(passed.size() == 12);
  CHECK(test::live_blocks() == live + 1);
}

TEST_CASE("memory of a thread is freed after its list of blocks has ended") {
  const keeping kept(megabyte);
  release_memory();
  const std::size_t live = test::live_blocks();
  std::thread([] {
    // Constructed before the list is opened, so destroyed after it.
    static thread_local dtensor<int, 1> late(20);
    late = 1;
    {
      dtensor<int, 1> t(10);
    }
  }).join();
  CHECK(test::live_blocks() == live);
}
