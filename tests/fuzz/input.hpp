// SPDX-License-Identifier: BSL-1.0
// fuzz/input.hpp: decodes the bytes of a fuzzer into numbers, and ends a run if it finds a
// difference.
#pragma once

#include <stria/base/index.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// The name is prescribed by libFuzzer.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

using stria::index;
using lengths = std::vector<index>;

/// The choices that an input makes; after its last byte every choice is the first one.
class input {
  const std::uint8_t* at_;
  const std::uint8_t* end_;

public:
  input(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  bool done() const { return at_ == end_; }
  unsigned byte() { return done() ? 0U : *at_++; }
  /// A number from low to high, inclusive; the range has at most 256 numbers.
  index number(index low, index high) {
    return low + static_cast<index>(byte()) % (high - low + 1);
  }
  /// True for one choice in n; false after the end.
  bool rarely(unsigned n) { return byte() % n == n - 1; }
  std::uint64_t word() {
    std::uint64_t w = 0;
    for (int k = 0; k < 8; ++k)
      w = w << 8U | byte();
    return w;
  }
  /// A number near 0, near a limit of the integers, or any number.
  index extreme() {
    using limits = std::numeric_limits<index>;
    switch (byte() % 4) {
    case 0: return limits::min() + number(0, 9);
    case 1: return limits::max() - number(0, 9);
    case 2: return number(-200, 55);
    default: return static_cast<index>(word());
    }
  }
  std::string_view rest() {
    const auto n = static_cast<std::size_t>(end_ - at_);
    const auto* from = reinterpret_cast<const char*>(at_);
    at_ = end_;
    return {from, n};
  }
};

template <class List> std::string listed(const List& list) {
  std::ostringstream s;
  s << '[';
  const char* comma = "";
  for (const auto& x : list) {
    s << comma << x;
    comma = ", ";
  }
  s << ']';
  return s.str();
}

/// Ends the run if the library and the model differ; `describe` prints the input.
template <class F> void require(bool agree, std::string_view what, F describe) {
  if (agree)
    return;
  std::cerr << "\nthe library and the model disagree: " << what << '\n' << describe() << std::endl;
  std::abort();
}

} // namespace fuzz
