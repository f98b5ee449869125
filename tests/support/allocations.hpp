// SPDX-License-Identifier: BSL-1.0
// support/allocations.hpp: counts allocations, and makes them fail.
//
// A program that uses it links ../support/allocations.cpp, which replaces operator new. With
// MemorySanitizer, allocations are counted, but do not fail.
#pragma once

#include <cstddef>
#include <new>

namespace test {

/// The number of calls of operator new, in all its forms, since the start of the program.
std::size_t allocations();
/// The number of calls of operator delete with a non-null pointer.
std::size_t deallocations();
/// The total number of bytes allocated.
std::size_t allocated_bytes();

/// Blocks that were allocated and not freed.
std::size_t live_blocks();
/// The number of allocations that were made to fail.
std::size_t failed_allocations();
/// One allocation fails after n more allocations; -1: none fails.
void fail_allocation(long n);

/// The result of `fail_each_allocation`.
struct allocation_failures {
  int runs = 0;    // with a failed allocation
  int raised = 0;  // of these: std::bad_alloc was thrown
  int leaks = 0;   // of these: blocks were not freed
  int changed = 0; // of these: unchanged(state) was false
};

/// Runs act(state) repeatedly, each time with a new state = make(). In run n, allocation n fails;
/// the last run has no failing allocation. After each exception, unchanged(state) is called.
template <class Make, class Act, class Unchanged>
allocation_failures fail_each_allocation(Make make, Act act, Unchanged unchanged) {
  allocation_failures seen;
  for (long n = 0;; ++n) {
    const std::size_t live = live_blocks(), failed = failed_allocations();
    bool threw = false, kept = true;
    {
      auto state = make();
      fail_allocation(n);
      try {
        act(state);
      } catch (const std::bad_alloc&) {
        threw = true;
      } catch (...) {
        fail_allocation(-1);
        throw;
      }
      fail_allocation(-1);
      kept = !threw || unchanged(state);
    }
    if (failed_allocations() == failed)
      return seen;
    ++seen.runs;
    seen.raised += threw ? 1 : 0;
    seen.leaks += live_blocks() != live ? 1 : 0;
    seen.changed += kept ? 0 : 1;
  }
}

/// The number of allocations of a call, whose result is destroyed.
template <class F> std::size_t allocations_of(F&& f) {
  const std::size_t before = allocations();
  f();
  return allocations() - before;
}

} // namespace test
