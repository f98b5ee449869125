// SPDX-License-Identifier: BSL-1.0
// io/pnm.hpp: reads and writes Netpbm pictures: grey (PGM) and RGB (PPM), binary and text.
// Tests: tests/io/image.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/picture.hpp>

#include <array>
#include <bit>

namespace stria::detail {

/// Reads the formats P2, P3, P5 and P6. They are not compressed, so the file must be at least as
/// large as its pixels.
class pnm_reader {
  const picture_bytes& file_;
  std::size_t at_ = 2;
  bool text_;
  picture_header header_{};

  [[noreturn]] void fail(const char* what) const { raise<io_error>(say_file(file_.name) << what); }
  static bool is_blank(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  std::size_t left() const { return file_.size - at_; }

  // Skips blanks, and comments up to the end of the line.
  void skip_blanks() {
    for (bool comment = false; at_ < file_.size; ++at_) {
      const unsigned char c = file_.bytes[at_];
      comment = comment ? c != '\n' && c != '\r' : c == '#';
      if (!comment && !is_blank(c))
        return;
    }
  }
  index take_number(index most) {
    skip_blanks();
    const std::size_t from = at_;
    wide_index n = 0;
    for (; at_ < file_.size && file_.bytes[at_] >= '0' && file_.bytes[at_] <= '9'; ++at_) {
      n = 10 * n + (file_.bytes[at_] - '0');
      if (n > most)
        fail("a number of the PNM file is too large");
    }
    if (at_ == from)
      fail(at_ == file_.size ? "the file ends too early" : "a number is missing in the PNM file");
    return static_cast<index>(n);
  }
  unsigned take_sample() {
    if (text_)
      return static_cast<unsigned>(take_number(static_cast<index>(header_.top)));
    unsigned v = file_.bytes[at_++];
    if (header_.is_wide())
      v = v << 8 | file_.bytes[at_++];
    if (v > header_.top)
      fail("a sample of the PNM file is larger than its header declares");
    return v;
  }

public:
  static bool reads(const picture_bytes& file) {
    return file.size > 2 && file.bytes[0] == 'P' &&
           (is_blank(file.bytes[2]) || file.bytes[2] == '#') &&
           std::string_view("2356").contains(static_cast<char>(file.bytes[1]));
  }
  explicit pnm_reader(const picture_bytes& file)
      : file_(file), text_(file.bytes[1] == '2' || file.bytes[1] == '3') {
    constexpr index largest = std::numeric_limits<std::int32_t>::max();
    header_.channels = file.bytes[1] == '2' || file.bytes[1] == '5' ? 1 : 3;
    header_.columns = take_number(largest);
    header_.rows = take_number(largest);
    header_.top = static_cast<unsigned>(take_number(65535));
    if (header_.rows == 0 || header_.columns == 0 || header_.top == 0)
      fail("the PNM file declares no pixels");
    // A single blank ends the header; the next byte belongs to the samples, even if it is a blank.
    if (left() == 0 || !is_blank(file.bytes[at_]))
      fail("the file ends too early");
    ++at_;
    // In the text form, each sample needs at least a digit and a blank. The last sample needs no
    // blank.
    const std::size_t bytes_each = text_ || header_.is_wide() ? 2 : 1;
    const std::size_t needed = (left() + (text_ ? 1 : 0)) / bytes_each;
    if (needed / static_cast<std::size_t>(header_.channels) <
        count_pixels(header_.rows, header_.columns))
      raise<io_error>(say_file(file_.name)
                      << "the header declares " << header_.rows << " x " << header_.columns
                      << " pixels, but the file has only " << left() << " bytes for them");
  }

  const picture_header& header() const { return header_; }
  void read(unsigned char* to) {
    const std::size_t n = header_.samples();
    if (!text_ && header_.top == 255) {
      std::copy_n(file_.bytes.get() + at_, n, to);
    } else if (header_.is_wide()) {
      for (std::size_t k = 0; k < n; ++k) {
        const auto v =
            std::bit_cast<std::array<unsigned char, 2>>(static_cast<std::uint16_t>(take_sample()));
        std::copy_n(v.data(), 2, to + 2 * k);
      }
    } else {
      for (std::size_t k = 0; k < n; ++k)
        to[k] = static_cast<unsigned char>(take_sample());
    }
  }
};

/// The contents of a PGM file (one channel) or a PPM file (three channels).
inline std::string encode_pnm(const picture_view& p) {
  message header(p.channels == 1 ? "P5\n" : "P6\n");
  header << p.columns << ' ' << p.rows << "\n255\n";
  std::string out(header.view());
  return out.append(reinterpret_cast<const char*>(p.data),
                    static_cast<std::size_t>(p.rows) * p.row_bytes());
}

} // namespace stria::detail
