// SPDX-License-Identifier: BSL-1.0
// support/allocations.hpp: how often a piece of code asks for memory.
//
// A program that uses it adds ../support/allocations.cpp, which replaces operator new.
#pragma once

#include <cstddef>

namespace test {

/// Calls of operator new, in all its forms, since the program began.
std::size_t allocations();
/// Calls of operator delete with something to give back.
std::size_t deallocations();
/// The bytes asked for, all in all.
std::size_t allocated_bytes();

/// How many allocations a call makes; what it returns is destroyed before the answer comes.
template <class F> std::size_t allocations_of(F&& f) {
  const std::size_t before = allocations();
  f();
  return allocations() - before;
}

} // namespace test
