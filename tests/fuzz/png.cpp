// SPDX-License-Identifier: BSL-1.0
// PNG files of every kind, valid and damaged: load_image returns the samples from which the file
// was made, or throws io_error.
#include "bytes.hpp"
#include "picture.hpp"

#include <array>

namespace {

using fuzz::big_endian;
using fuzz::index;
using fuzz::input;
using fuzz::picture;

struct chunk {
  std::string type, data;
};

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";

std::string file_of(const std::vector<chunk>& chunks) {
  std::string file(signature);
  for (const auto& [type, data] : chunks)
    file += big_endian(data.size(), 4) + type + data + big_endian(fuzz::checksum(type + data), 4);
  return file;
}

/// Corrects the checksum of each chunk.
void repair(std::string& file) {
  for (std::size_t at = signature.size(); at + 12 <= file.size();) {
    std::size_t n = 0;
    for (std::size_t k = 0; k < 4; ++k)
      n = n << 8 | static_cast<unsigned char>(file[at + k]);
    if (n > file.size() - at - 12)
      return;
    const auto sum = fuzz::checksum(std::string_view(file).substr(at + 4, n + 4));
    file.replace(at + 8 + n, 4, big_endian(sum, 4));
    at += n + 12;
  }
}

std::string zlib(const std::string& bytes, std::size_t block) {
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return "\x78\x01" + fuzz::in_blocks(bytes, block) + big_endian(b << 16 | a, 4);
}

struct kind {
  unsigned color, depth;
};
constexpr kind kinds[] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                          {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
constexpr unsigned channels_of[] = {1, 0, 3, 1, 2, 0, 4};

/// The samples of a picture as in the file, before compression.
struct raw {
  kind k;
  std::size_t rows, columns, channels;
  std::vector<unsigned> samples;
  unsigned at(std::size_t y, std::size_t x, std::size_t c) const {
    return samples[(y * columns + x) * channels + c];
  }
};

/// Some of the pixels, as filtered rows.
std::string packed(const raw& r, std::size_t y0, std::size_t x0, std::size_t dy, std::size_t dx,
                   unsigned filter) {
  const std::size_t step = std::max<std::size_t>(1, r.channels * r.k.depth / 8);
  std::string all, above;
  if (x0 >= r.columns)
    return all;
  for (std::size_t y = y0; y < r.rows; y += dy) {
    std::string row;
    unsigned bits = 0, held = 0;
    for (std::size_t x = x0; x < r.columns; x += dx)
      for (std::size_t c = 0; c < r.channels; ++c) {
        held = held << r.k.depth | r.at(y, x, c);
        for (bits += r.k.depth; bits >= 8; bits -= 8)
          row += static_cast<char>(held >> (bits - 8) & 255U);
      }
    if (bits > 0)
      row += static_cast<char>(held << (8 - bits) & 255U);
    above.resize(row.size());
    std::string filtered(1, static_cast<char>(filter));
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto byte = [&](const std::string& s, std::size_t back) -> int {
        return k < back ? 0 : static_cast<unsigned char>(s[k - back]);
      };
      const int a = byte(row, step), b = byte(above, 0), c = byte(above, step), p = a + b - c,
                pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
      const int guess[] = {0, a, b, (a + b) / 2, pa <= pb && pa <= pc ? a : pb <= pc ? b : c};
      filtered += static_cast<char>((byte(row, 0) - guess[filter]) & 255);
    }
    all += filtered;
    above = row;
    filter = (filter + 1) % 5;
  }
  return all;
}

std::string packed(const raw& r, bool interlaced, unsigned filter) {
  if (!interlaced)
    return packed(r, 0, 0, 1, 1, filter);
  constexpr std::array<std::size_t, 4> passes[] = {{0, 0, 8, 8}, {0, 4, 8, 8}, {4, 0, 8, 4},
                                                   {0, 2, 4, 4}, {2, 0, 4, 2}, {0, 1, 2, 2},
                                                   {1, 0, 2, 1}}; // Adam7
  std::string all;
  for (const auto& [y, x, dy, dx] : passes)
    all += packed(r, y, x, dy, dx, filter);
  return all;
}

/// The samples after applying a palette and the entries of a tRNS chunk.
picture seen(const raw& r, const std::vector<std::array<unsigned, 3>>& palette,
             const std::vector<unsigned>& clear) {
  const bool indexed = r.k.color == 3, has_clear = !clear.empty(),
             alpha = has_clear || r.k.color >= 4, color = alpha || indexed || r.k.color == 2;
  picture p{{static_cast<index>(r.rows), static_cast<index>(r.columns),
             alpha   ? 4
             : color ? 3
                     : 1},
            {}};
  const unsigned top = indexed ? 255U : (1U << r.k.depth) - 1;
  for (std::size_t y = 0; y < r.rows; ++y)
    for (std::size_t x = 0; x < r.columns; ++x) {
      std::array<unsigned, 4> s{0, 0, 0, top};
      bool hidden = has_clear && !indexed;
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t from = r.channels >= 3 ? c : 0;
        s[c] = indexed ? palette[r.at(y, x, 0)][c] : r.at(y, x, from);
        hidden = hidden && s[c] == clear[from];
      }
      if (r.k.color >= 4)
        s[3] = r.at(y, x, r.channels - 1);
      else if (indexed)
        s[3] = r.at(y, x, 0) < clear.size() ? clear[r.at(y, x, 0)] : 255;
      else if (hidden)
        s[3] = 0;
      const auto put = [&](unsigned v) {
        p.samples.push_back(static_cast<double>(v) / static_cast<double>(top));
      };
      for (std::size_t c = 0; c < (color ? 3U : 1U); ++c)
        put(s[c]);
      if (alpha)
        put(s[3]);
    }
  return p;
}

struct question {
  std::string file;
  std::optional<picture> wanted{}; // if nothing is wrong
};

void spoil(input& in, std::vector<chunk>& chunks) {
  const std::size_t k = in.byte() % chunks.size(), other = in.byte() % chunks.size();
  switch (in.byte() % 6) {
  case 0: std::swap(chunks[k], chunks[other]); break;
  case 1: {
    const chunk copy = chunks[k];
    chunks.insert(chunks.begin() + static_cast<index>(other), copy);
    break;
  }
  case 2:
    if (chunks.size() > 1)
      chunks.erase(chunks.begin() + static_cast<index>(k));
    break;
  case 3: chunks[k].type = chunks[other].type; break;
  default: fuzz::spoil_bytes(in, chunks[k].data);
  }
}

question made(input& in) {
  const unsigned which = in.byte();
  raw r{kinds[which % std::size(kinds)], 0, 0, 0, {}};
  r.rows = static_cast<std::size_t>(in.number(1, 10));
  r.columns = static_cast<std::size_t>(in.number(1, 10));
  r.channels = channels_of[r.k.color];
  const bool interlaced = in.byte() % 4 == 3, has_clear = r.k.color < 4 && in.byte() % 3 == 2;
  const unsigned filter = in.byte() % 5, mask = (1U << r.k.depth) - 1;
  const std::size_t block = 1 + in.byte();
  const unsigned wrong_chunks = in.byte() % 8, wrong_bytes = in.byte() % 8;

  std::vector<chunk> chunks{{"IHDR", big_endian(r.columns, 4) + big_endian(r.rows, 4) +
                                         big_endian(r.k.depth, 1) + big_endian(r.k.color, 1) +
                                         std::string(2, '\0') + (interlaced ? '\1' : '\0')}};
  static constexpr const char* others[] = {"tEXt", "gAMA", "zTXt", "iCCP", "abCd", "pHYs",
                                           "bKGD", "sBIT", "hIST", "tIME", "iTXt", "eXIf"};
  if (in.byte() % 4 == 3) { // a chunk that is ignored
    chunk c{others[in.byte() % std::size(others)], {}};
    for (unsigned n = in.byte() % 32; n > 0; --n)
      c.data += static_cast<char>(in.byte());
    chunks.push_back(c);
  }

  std::vector<std::array<unsigned, 3>> palette;
  std::vector<unsigned> clear;
  if (r.k.color == 3) {
    chunk c{"PLTE", {}};
    palette.resize(std::min(mask, in.byte()) + 1);
    for (auto& color : palette)
      for (unsigned& v : color)
        c.data += static_cast<char>(v = in.byte());
    chunks.push_back(c);
  }
  for (std::size_t k = r.rows * r.columns * r.channels; k > 0; --k) {
    const unsigned v = r.k.depth == 16 ? in.byte() << 8 | in.byte() : in.byte();
    r.samples.push_back(r.k.color == 3 ? v % static_cast<unsigned>(palette.size()) : v & mask);
  }
  if (has_clear) {
    chunk c{"tRNS", {}};
    if (r.k.color == 3) {
      clear.resize(1 + in.byte() % palette.size());
      for (unsigned& v : clear)
        c.data += static_cast<char>(v = in.byte());
    } else {
      for (std::size_t k = 0; k < r.channels; ++k) {
        clear.push_back(r.samples[k]); // the first pixel
        c.data += big_endian(clear.back(), 2);
      }
    }
    chunks.push_back(c);
  }
  const std::string rows = zlib(packed(r, interlaced, filter), block);
  const std::size_t cut = in.rarely(4) ? in.byte() % rows.size() : 0;
  if (cut > 0)
    chunks.push_back({"IDAT", rows.substr(0, cut)});
  chunks.push_back({"IDAT", rows.substr(cut)});
  chunks.push_back({"IEND", {}});

  question q;
  const bool right = wrong_chunks < 5 && wrong_bytes < 6;
  for (unsigned k = 4; k < wrong_chunks; ++k)
    spoil(in, chunks);
  q.file = file_of(chunks);
  for (unsigned k = 5; k < wrong_bytes; ++k)
    fuzz::spoil_bytes(in, q.file);
  if (right)
    q.wanted = seen(r, palette, clear);
  return q;
}

} // namespace

// Bytes that begin like a PNG are used as a file, with corrected checksums; other bytes describe
// how to make a file and how to damage it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::watch_memory();
  static const test::scratch folder("fuzz_png");
  static const std::string path = folder.file("x.png");
  input in(data, size);
  question q;
  if (size > 0 && data[0] == 0x89) {
    q.file = in.rest();
    repair(q.file);
  } else {
    q = made(in);
  }
  std::filesystem::remove(path); // some systems wait for the disk when a file is replaced
  test::write_bytes(path, q.file);
  const auto found = fuzz::look(path, q.file.size(), 1032 * 8);
  fuzz::require(!q.wanted || q.wanted == found, "what the file holds",
                [&] { return "model " + text(q.wanted) + "\nfound " + text(found); });
  if (found && found->samples.size() < 1000) {
    const auto t = stria::load_image(path);
    const auto n = t.shape();
    std::filesystem::remove(path);
    test::write_bytes(path, stria::detail::encode_png({t.data(), n[0], n[1], n[2]}, path));
    const auto again = stria::load_image(path);
    fuzz::require(again.shape() == n && std::ranges::equal(again.storage(), t.storage()),
                  "written and read", [&] { return text(found); });
  }
  return 0;
}
