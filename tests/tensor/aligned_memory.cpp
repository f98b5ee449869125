// SPDX-License-Identifier: BSL-1.0
// Memory that begins at a multiple of 64 bytes or more.
#include "catch.hpp"

#include <stria/tensor/aligned_memory.hpp>

#include <cstdint>
#include <cstring>
#include <vector>

#if defined(STRIA_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

using namespace stria::detail;

namespace {

bool aligned(const void* p, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(p) % to == 0;
}

} // namespace

TEST_CASE("memory is aligned, separate, and freed") {
  std::vector<unsigned char*> all;
  std::vector<std::size_t> sizes;
  for (std::size_t alignment : {64u, 128u, 4096u})
    for (std::size_t bytes : {1u, 7u, 63u, 64u, 65u, 1000u, 100000u}) {
      auto* const p = static_cast<unsigned char*>(allocate_aligned(bytes, alignment));
      REQUIRE(aligned(p, alignment));
      std::memset(p, static_cast<int>(all.size()), bytes);
      all.push_back(p);
      sizes.push_back(bytes);
    }
  for (std::size_t k = 0; k < all.size(); ++k) {
    bool own = true;
    for (std::size_t i = 0; i < sizes[k]; ++i)
      own = own && all[k][i] == k;
    CHECK(own);
    release_aligned(all[k]);
  }
}

#if defined(STRIA_ADDRESS_SANITIZER)
TEST_CASE("memory around a block is poisoned") {
  for (std::size_t bytes : {1u, 7u, 8u, 63u, 64u, 65u, 1000u}) {
    auto* const p = static_cast<unsigned char*>(allocate_aligned(bytes));
    CHECK(__asan_address_is_poisoned(p - 1) == 1);
    CHECK(__asan_address_is_poisoned(p) == 0);
    CHECK(__asan_address_is_poisoned(p + bytes - 1) == 0);
    CHECK(__asan_address_is_poisoned(p + bytes) == 1);
    release_aligned(p);
    CHECK(__asan_address_is_poisoned(p) == 1);
  }
}
#endif
