// SPDX-License-Identifier: BSL-1.0
// base/message.hpp: a message that can be composed at compile time and at run time.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>

namespace stria::detail {

/// A text of bounded length, usable in constant expressions. The same function can compose the text
/// of an exception at run time and of a refusal at compile time. Text beyond the capacity is cut
/// off.
class message {
  static constexpr std::size_t capacity = 480;
  char text_[capacity + 1]{};
  std::size_t size_ = 0;

  STRIA_NOINLINE constexpr message& add_number(unsigned long long magnitude, bool negative) {
    char digits[24]{};
    std::size_t n = 0;
    do {
      digits[n++] = static_cast<char>('0' + magnitude % 10);
      magnitude /= 10;
    } while (magnitude != 0);
    if (negative)
      digits[n++] = '-';
    while (n > 0)
      *this << digits[--n];
    return *this;
  }

public:
  constexpr message() = default;
  constexpr explicit message(std::string_view s) { *this << s; }

  constexpr std::string_view view() const { return {text_, size_}; }
  // The text as a null-terminated string.
  constexpr const char* data() const { return text_; }
  constexpr std::size_t size() const { return size_; }

  // This operator is not inlined, because inlined calls would make up most of the code of a small
  // program. Its speed does not matter, because messages are composed outside of loops.
  STRIA_NOINLINE constexpr message& operator<<(std::string_view s) {
    for (char c : s)
      *this << c;
    return *this;
  }
  constexpr message& operator<<(const char* s) { return *this << std::string_view{s}; }
  constexpr message& operator<<(char c) {
    if (size_ < capacity)
      text_[size_++] = c;
    return *this;
  }

  template <std::integral Ix> constexpr message& operator<<(Ix value) {
    // The magnitude is unsigned, because the smallest negative number has no positive counterpart.
    const auto bits = static_cast<unsigned long long>(value);
    return value < Ix{0} ? add_number(0ULL - bits, true) : add_number(bits, false);
  }
};

} // namespace stria::detail
