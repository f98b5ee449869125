// SPDX-License-Identifier: BSL-1.0
// Freed memory that is kept for the next tensors, and memory from other sources.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <thread>
#include <vector>

#if defined(STRIA_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

using namespace stria;
using Catch::Matchers::Equals;

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

/// Sets a limit for a scope, with no kept blocks at its beginning and end.
struct with_limit {
  explicit with_limit(std::size_t bytes) {
    release_memory();
    set_memory_limit(bytes);
  }
  ~with_limit() { set_memory_limit(0); }
};

/// A source that counts and checks freed blocks.
struct counting {
  static inline std::map<void*, std::size_t> blocks;
  static inline int taken = 0, wrong = 0;

  static void* allocate(std::size_t bytes) {
    void* const p = std::malloc(bytes);
    blocks[p] = bytes;
    ++taken;
    return p;
  }
  static void release(void* p, std::size_t bytes) {
    wrong += blocks.contains(p) && blocks[p] == bytes ? 0 : 1;
    blocks.erase(p);
    std::free(p);
  }
  static constexpr memory_source source{allocate, release};
};

} // namespace

TEST_CASE("the memory of a freed tensor is reused for the next one of its size") {
  const with_limit limit(64 * megabyte);
  const float* before;
  {
    const dtensor<float, 2> a(512, 512);
    before = a.data();
    CHECK(kept_memory() == 0);
  }
  CHECK(kept_memory() >= megabyte);
  const dtensor<float, 2> b(512, 512);
  CHECK(b.data() == before);
  CHECK(kept_memory() == 0);
  CHECK(sum(b) == 0); // a new tensor has zeros, whatever was there before
}

TEST_CASE(
    "a kept block serves tensors of up to a fifth less, with other element types, and no others") {
  const with_limit limit(64 * megabyte);
  const void* before;
  {
    const dtensor<float, 1> a(1000000);
    before = a.data();
  }
  CHECK(dtensor<double, 1>(450000).data() == before);
  CHECK(dtensor<double, 1>(390000).data() != before);
  CHECK(dtensor<float, 1>(1000100).data() != before);
}

TEST_CASE("with a limit of 0, no blocks are kept") {
  const with_limit none(0);
  {
    const dtensor<float, 1> a(1000000), b(8000), c(8);
  }
  CHECK(kept_memory() == 0);
}

TEST_CASE("kept memory never exceeds the limit; the least recently used block is freed first") {
  const with_limit limit(4 * megabyte);
  const auto tensor_of_megabytes = [](index n) { return dtensor<std::uint8_t, 1>(n << 20); };
  const void* last;
  {
    const auto a = tensor_of_megabytes(1), b = tensor_of_megabytes(2), c = tensor_of_megabytes(3);
    last = a.data(); // a is freed last
  }
  CHECK(kept_memory() > megabyte);
  CHECK(kept_memory() <= 4 * megabyte);
  CHECK(tensor_of_megabytes(1).data() == last);
  {
    const auto whole = tensor_of_megabytes(5);
  } // this block alone is larger than the limit
  CHECK(kept_memory() <= 4 * megabyte);
  set_memory_limit(megabyte / 2);
  CHECK(kept_memory() == 0);
}

TEST_CASE("many blocks of different sizes: the oldest are freed") {
  const with_limit limit(64 * megabyte);
  {
    std::vector<dtensor<std::uint8_t, 1>> blocks;
    for (index k = 0; k < 100; ++k)
      blocks.emplace_back((k + 2) << 16);
  }
  CHECK(kept_memory() <= 64 * megabyte);
  CHECK(kept_memory() > 0);
  release_memory();
  CHECK(kept_memory() == 0);
}

TEST_CASE("expressions with temporaries give the same results with kept memory") {
  const with_limit limit(64 * megabyte);
  const dtensor<float, 2> a = reshape(cast<float>(arange(90000)), 300, 300);
  dtensor<float, 2> expected;
  {
    const with_limit none(0);
    expected = sort(a * -1.f, _1) / sum(a + 1.f, _1, keepdims);
  }
  set_memory_limit(64 * megabyte);
  for (int k = 0; k < 5; ++k)
    CHECK(all_of(eval(sort(a * -1.f, _1) / sum(a + 1.f, _1, keepdims)) == expected));
}

TEST_CASE("several threads make and free tensors") {
  const with_limit limit(8 * megabyte);
  std::vector<int> wrong(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 4; ++t)
      threads.emplace_back([&wrong, t] {
        for (index k = 0; k < 300; ++k) {
          dtensor<int, 1> a(20000 + 1000 * (k % 7));
          a = static_cast<int>(t);
          const dtensor<int, 1> b = a + 1;
          wrong[t] += all_of(b == static_cast<int>(t) + 1) ? 0 : 1;
        }
      });
  }
  CHECK_THAT(wrong, Equals(std::vector<int>(4)));
  CHECK(kept_memory() <= 8 * megabyte);
}

TEST_CASE("memory comes from a source and is returned to it") {
  const with_limit limit(64 * megabyte);
  counting::taken = counting::wrong = 0;
  set_memory_source(&counting::source);
  {
    dtensor<double, 1> small(100), large(100000);
    tensor<float, 3, 3> inside; // has its elements inline
    inside = 1.f;
    CHECK(counting::taken == 2);
    CHECK(counting::blocks.size() == 2);
    CHECK(reinterpret_cast<std::uintptr_t>(small.data()) % 64 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(large.data()) % 64 == 0);
    set_memory_source(nullptr);
    const dtensor<double, 1> other(100000);
    CHECK(counting::taken == 2);
  }
  CHECK(counting::blocks.empty());
  CHECK(counting::wrong == 0);
  CHECK(kept_memory() < 2 * megabyte); // the kept memory of `other`
}

TEST_CASE("a source without memory raises bad_alloc") {
  static constexpr memory_source empty{[](std::size_t) -> void* { return nullptr; },
                                       [](void*, std::size_t) {}};
  set_memory_source(&empty);
  CHECK_THROWS_AS((dtensor<double, 1>(100)), std::bad_alloc);
  set_memory_source(nullptr);
  CHECK(dtensor<double, 1>(100).size() == 100);
}

#if defined(STRIA_ADDRESS_SANITIZER)
TEST_CASE("kept memory, and the surplus of a block, are poisoned") {
  const with_limit limit(64 * megabyte);
  const char* before;
  {
    const dtensor<char, 1> a(1000000);
    before = a.data();
  }
  CHECK(kept_memory() > 0);
  CHECK(__asan_address_is_poisoned(before) == 1);
  CHECK(__asan_address_is_poisoned(before + 999999) == 1);
  const dtensor<char, 1> b(900001);
  REQUIRE(b.data() == before);
  CHECK(__asan_address_is_poisoned(before - 1) == 1);
  CHECK(__asan_address_is_poisoned(before) == 0);
  CHECK(__asan_address_is_poisoned(before + 900000) == 0);
  CHECK(__asan_address_is_poisoned(before + 900001) == 1);
  CHECK(__asan_address_is_poisoned(before + 999999) == 1);
}
#endif
