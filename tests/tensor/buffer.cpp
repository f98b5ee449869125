// SPDX-License-Identifier: BSL-1.0
// The three kinds of storage: location, alignment, copies and moves.
#include "catch.hpp"
#include "tracked.hpp"

#include <stria/tensor/buffer.hpp>

#include <cstdint>
#include <string>

using namespace stria::detail;
using test::counts;
using test::tracked;

namespace {

bool aligned(const void* p, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(p) % to == 0;
}

// Inline and heap storage.
static_assert(std::is_same_v<buffer_for<float, 256>, inline_buffer<float, 256>>);
static_assert(std::is_same_v<buffer_for<float, 257>, fixed_heap_buffer<float, 257>>);
static_assert(std::is_same_v<buffer_for<char, 1024>, inline_buffer<char, 1024>>);
static_assert(std::is_same_v<buffer_for<char, 1025>, fixed_heap_buffer<char, 1025>>);
static_assert(std::is_same_v<buffer_for<float, -1>, heap_buffer<float>>);
static_assert(std::is_same_v<buffer_for<float, 0>, inline_buffer<float, 0>>);
static_assert(alignof(inline_buffer<float, 16>) == 64);
static_assert(alignof(inline_buffer<float, 8>) == 32);
static_assert(alignof(inline_buffer<float, 4>) == 16);
static_assert(alignof(inline_buffer<float, 3>) == 4 && sizeof(inline_buffer<float, 3>) == 12);

static_assert(std::is_nothrow_move_constructible_v<heap_buffer<std::string>>);
static_assert(std::is_nothrow_move_assignable_v<heap_buffer<std::string>>);
static_assert(std::is_nothrow_default_constructible_v<inline_buffer<int, 4>>);
static_assert(!std::is_nothrow_default_constructible_v<inline_buffer<tracked, 4>>);

// Not std::string, which clang cannot construct with libstdc++ 12 in a constant expression.
struct owner {
  int* p = new int(1);
  constexpr owner() = default;
  constexpr owner(const owner& o) : p(new int(*o.p)) {}
  constexpr owner& operator=(const owner& o) {
    *p = *o.p;
    return *this;
  }
  constexpr ~owner() { delete p; }
};

constexpr bool in_a_constant_expression() {
  heap_buffer<int> a(3), b(a);
  b.data()[1] = 5;
  heap_buffer<int> c(std::move(b));
  a = c;
  c = heap_buffer<int>(7, uninitialized_t{});
  c.data()[6] = a.data()[1];
  fixed_heap_buffer<owner, 2> s, t(s);
  *s.data()[0].p = 9;
  t = std::move(s);
  return a.data()[1] == 5 && c.data()[6] == 5 && b.size() == 0 && *t.data()[0].p == 9 &&
         s.size() == 2;
}
static_assert(in_a_constant_expression());

} // namespace

TEST_CASE("the heap buffer") {
  heap_buffer<int> none, zero(0);
  CHECK(none.data() == nullptr);
  CHECK(zero.data() == nullptr);
  heap_buffer<int> a(5);
  CHECK(aligned(a.data(), 64));
  for (int i = 0; i < 5; ++i)
    CHECK(a.data()[i] == 0);
  a.data()[2] = 7;
  heap_buffer<int> b(a);
  CHECK(b.data() != a.data());
  CHECK(b.data()[2] == 7);
  const int* p = a.data();
  heap_buffer<int> c(std::move(a));
  CHECK(c.data() == p);
  CHECK(a.data() == nullptr);
  CHECK(a.size() == 0);
  a = b;
  CHECK(a.size() == 5);
  auto& self = a;
  a = self;
  CHECK(a.data()[2] == 7);
  a = std::move(self);
  CHECK(a.data()[2] == 7);
  a = none;
  CHECK(a.data() == nullptr);
}

TEST_CASE("a moved-from buffer of static size keeps its size") {
  fixed_heap_buffer<int, 500> a, b(a);
  a.data()[499] = 3;
  const int* p = a.data();
  fixed_heap_buffer<int, 500> c(std::move(a));
  CHECK(c.data() == p);
  CHECK(a.size() == 500);
  REQUIRE(a.data() != nullptr);
  a.data()[499] = 4;
  CHECK(c.data()[499] == 3);
  b = std::move(c);
  CHECK(b.data()[499] == 3);
  CHECK(c.size() == 500);
}

TEST_CASE("constructions that throw are undone") {
  for (int after = 0; after < 8; ++after) {
    counts = {};
    counts.throw_after = after;
    CHECK_THROWS_AS(heap_buffer<tracked>(20), test::construction_failed);
    CHECK(counts.alive() == 0);
    counts.throw_after = after;
    CHECK_THROWS_AS((heap_buffer<tracked>(20, uninitialized_t{})), test::construction_failed);
    CHECK(counts.alive() == 0);
    counts.throw_after = after;
    CHECK_THROWS_AS((inline_buffer<tracked, 9>()), test::construction_failed);
    CHECK(counts.alive() == 0);
    counts.throw_after = after;
    CHECK_THROWS_AS((inline_buffer<tracked, 9>(stria::index{9})), test::construction_failed);
    CHECK(counts.alive() == 0);
    counts.throw_after = after;
    CHECK_THROWS_AS((fixed_heap_buffer<tracked, 9>()), test::construction_failed);
    CHECK(counts.alive() == 0);
    counts.throw_after = -1;
    {
      heap_buffer<tracked> a(10), b(3);
      const auto* p = b.data();
      counts.throw_after = after;
      CHECK_THROWS_AS(b = a, test::construction_failed);
      CHECK(b.data() == p);
      CHECK(b.size() == 3);
      counts.throw_after = -1;
    }
    CHECK(counts.alive() == 0);
  }
}
