// SPDX-License-Identifier: BSL-1.0
// fuzz/bytes.hpp: fields, checksums and deflated bytes of file formats.
#pragma once

#include "input.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace fuzz {

/// Writes a value in little-endian order; bytes beyond the end are ignored.
inline void put(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t width) {
  for (std::size_t k = 0; k < width && at + k < bytes.size(); ++k)
    bytes[at + k] = static_cast<char>(value >> 8 * k & 255U);
}
inline std::uint64_t get(const std::string& bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t k = width; k-- > 0;)
    value = value << 8U | (at + k < bytes.size() ? static_cast<unsigned char>(bytes[at + k]) : 0U);
  return value;
}
/// The value in big-endian order, as a string.
inline std::string big_endian(std::uint64_t value, std::size_t width) {
  std::string bytes(width, '\0');
  put(bytes, 0, value, width);
  std::ranges::reverse(bytes);
  return bytes;
}

/// CRC-32.
inline std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t sum = ~0U;
  for (char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int k = 0; k < 8; ++k)
      sum = sum >> 1U ^ (sum % 2 == 1 ? 0xEDB88320U : 0U);
  }
  return ~sum;
}

/// A deflate stream of stored blocks, each of at most `block` bytes.
inline std::string in_blocks(const std::string& bytes, std::size_t block) {
  std::string deflated;
  std::size_t at = 0;
  do {
    const std::size_t n = std::min(block, bytes.size() - at);
    std::string head(5, at + n == bytes.size() ? '\1' : '\0');
    put(head, 1, n, 2);
    put(head, 3, ~n, 2);
    deflated += head + bytes.substr(at, n);
    at += n;
  } while (at < bytes.size());
  return deflated;
}

/// Another value for a field that contains `value`, in a file of `size` bytes.
inline std::uint64_t another(input& in, std::uint64_t value, std::size_t size) {
  const unsigned how = in.byte() % 10;
  switch (how) {
  case 0: return 0;
  case 1: return ~std::uint64_t{0};
  case 2: return value + 1;
  case 3: return value - 1;
  case 4: return value * 2;
  case 5: return value ^ std::uint64_t{1} << in.byte() % 64;
  case 6: return size - in.byte();
  case 7: return size * 1032 + in.byte();
  case 8: return in.byte();
  default: return in.word();
  }
}
/// Changes, truncates, removes or repeats bytes at a chosen position.
inline void spoil_bytes(input& in, std::string& bytes) {
  if (bytes.empty())
    return;
  const unsigned how = in.byte() % 8;
  const std::size_t at = (in.byte() << 8U | in.byte()) % bytes.size();
  switch (how) {
  case 0: bytes.resize(at); break;
  case 1: bytes.erase(at, in.byte()); break;
  case 2: bytes.insert(at, bytes.substr(bytes.size() - at, in.byte())); break;
  case 3: {
    const std::size_t width = std::size_t{1} << in.byte() % 4;
    put(bytes, at, another(in, get(bytes, at, width), bytes.size()), width);
    break;
  }
  default: bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (in.byte() | 1U));
  }
}

} // namespace fuzz
