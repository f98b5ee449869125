// SPDX-License-Identifier: BSL-1.0
// support/allocations.hpp: how often a piece of code asks for memory.
//
// A program that uses it adds ../support/allocations.cpp, which replaces operator new.
#pragma once

#include <cstddef>
#include <new>

namespace test {

/// Calls of operator new, in all its forms, since the program began.
std::size_t allocations();
/// Calls of operator delete with something to give back.
std::size_t deallocations();
/// The bytes asked for, all in all.
std::size_t allocated_bytes();

/// Blocks that operator new gave and that were not given back.
std::size_t live_blocks();
/// How many allocations were made to fail.
std::size_t failed_allocations();
/// After n more allocations one fails; never: -1.
void fail_allocation(long n);

/// What `fail_each_allocation` saw.
struct allocation_failures {
  int runs = 0;    // that met a failed allocation
  int raised = 0;  // of these: std::bad_alloc came out
  int leaks = 0;   // of these: blocks were left
  int changed = 0; // of these: unchanged(state) said no
};

/// Runs act(state) with a new state = make() again and again: the n-th time the n-th allocation
/// fails, until none is left to fail. After each exception unchanged(state) is asked.
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

/// How many allocations a call makes; what it returns is destroyed before the answer comes.
template <class F> std::size_t allocations_of(F&& f) {
  const std::size_t before = allocations();
  f();
  return allocations() - before;
}

} // namespace test
