// SPDX-License-Identifier: BSL-1.0
// show/embedded_png.hpp: an uncompressed PNG file in base64, for embedding in an SVG file.
// Tests: tests/show/drawings.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/show/colormap.hpp>

#include <span>
#include <string>

namespace stria::detail {

inline void put_big_endian(std::string& out, std::uint32_t n) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out += static_cast<char>(n >> shift & 0xffU);
}

inline std::uint32_t crc_of(const std::string& bytes) {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t k = 0; k < table.size(); ++k) {
    std::uint32_t c = k;
    for (int bit_of_it = 0; bit_of_it < 8; ++bit_of_it)
      c = (c & 1U) != 0 ? 0xedb88320U ^ (c >> 1) : c >> 1;
    table[k] = c;
  }
  std::uint32_t crc = ~std::uint32_t{};
  for (const char c : bytes)
    crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xffU] ^ (crc >> 8);
  return ~crc;
}

inline void put_chunk(std::string& out, const std::string& kind_and_content) {
  put_big_endian(out, static_cast<std::uint32_t>(kind_and_content.size() - 4));
  out += kind_and_content;
  put_big_endian(out, crc_of(kind_and_content));
}

/// Appends the bytes as a zlib stream of stored (uncompressed) blocks.
inline void put_stored(std::string& out, const std::string& bytes) {
  constexpr std::size_t most = 65535;
  out += "\x78\x01";
  for (std::size_t from = 0; from == 0 || from < bytes.size(); from += most) {
    const std::size_t n = bytes.size() - from < most ? bytes.size() - from : most;
    out += from + n == bytes.size() ? '\1' : '\0';
    for (const std::size_t length : {n, ~n})
      (out += static_cast<char>(length & 0xffU)) += static_cast<char>(length >> 8 & 0xffU);
    out.append(bytes, from, n);
  }
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  put_big_endian(out, b << 16 | a);
}

/// A PNG of rows x columns pixels. `pixel(row, column)` is an index into `palette`, which has up to
/// 256 colours, or a colour if the palette is empty.
template <class Pixel>
std::string stored_png(index rows, index columns, std::span<const rgb> palette,
                       const Pixel& pixel) {
  using namespace std::literals;
  const auto put_color = [](std::string& to, rgb c) {
    for (const std::uint8_t part : {c.red, c.green, c.blue})
      to += static_cast<char>(part);
  };
  std::string png("\x89PNG\r\n\x1a\n"), header("IHDR"), colors("PLTE"), lines, data("IDAT");
  put_big_endian(header, static_cast<std::uint32_t>(columns));
  put_big_endian(header, static_cast<std::uint32_t>(rows));
  header += palette.empty() ? "\x08\x02\0\0\0"sv : "\x08\x03\0\0\0"sv;
  put_chunk(png, header);
  if (!palette.empty()) {
    for (const rgb c : palette)
      put_color(colors, c);
    put_chunk(png, colors);
  }
  for (index y = 0; y < rows; ++y) {
    lines += '\0';
    for (index x = 0; x < columns; ++x)
      if constexpr (std::same_as<decltype(pixel(y, x)), rgb>)
        put_color(lines, pixel(y, x));
      else
        lines += static_cast<char>(pixel(y, x));
  }
  put_stored(data, lines);
  put_chunk(png, data);
  put_chunk(png, "IEND");
  return png;
}

inline std::string base64(const std::string& bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::size_t n = bytes.size() - k < 3 ? bytes.size() - k : 3;
    std::uint32_t group = 0;
    for (std::size_t b = 0; b < 3; ++b)
      group = group << 8 | (b < n ? static_cast<unsigned char>(bytes[k + b]) : 0U);
    for (std::size_t d = 0; d < 4; ++d)
      out += d <= n ? digits[group >> (18 - 6 * d) & 63U] : '=';
  }
  return out;
}

} // namespace stria::detail
