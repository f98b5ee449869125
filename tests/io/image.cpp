// SPDX-License-Identifier: BSL-1.0
// Images: those of pictures/make.py with their recorded samples, round trips, files that Pillow
// reads in IMAGE_WRITTEN (pictures_by_pillow.py), and damaged files.
#include "cases.hpp"
#include "catch.hpp"
#include "files.hpp"

#include <stria/io/image.hpp>
#include <stria/io/npy.hpp>
#include <stria/stria.hpp>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <utility>

using namespace stria;
using stria::index;
using test::bytes_of, test::contains, test::scratch, test::write_bytes;
using byte = std::uint8_t;

namespace {

std::string data(const std::string& name) { return IMAGE_DATA "/" + name; }
std::string written(const std::string& name) {
  std::filesystem::create_directories(IMAGE_WRITTEN);
  return IMAGE_WRITTEN "/" + name;
}

template <class A, class B> bool same(const A& a, const B& b) {
  return a.shape() == b.shape() && all_of(eval(a == b));
}

std::uint32_t crc_of(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int k = 0; k < 8; ++k)
      crc = crc >> 1 ^ (crc & 1U ? 0xedb88320U : 0U);
  }
  return ~crc;
}
std::string big_endian(std::uint32_t n) {
  return {static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8),
          static_cast<char>(n)};
}
std::string chunk(const std::string& kind, const std::string& content) {
  return big_endian(static_cast<std::uint32_t>(content.size())) + kind + content +
         big_endian(crc_of(kind + content));
}
/// A PNG header with almost no data.
std::string png_of(std::uint32_t columns, std::uint32_t rows, char depth = 8, char kind = 2) {
  return "\x89PNG\r\n\x1a\n" +
         chunk("IHDR", big_endian(columns) + big_endian(rows) +
                           std::string({depth, kind, '\0', '\0', '\0'})) +
         chunk("IDAT", std::string("\x78\x9c\x63\x00\x00\x00\x01\x00\x01", 9)) + chunk("IEND", "");
}

/// Loads a picture: 1 if it has elements, 0 if io_error is thrown.
template <class... Channels> int outcome(const std::string& path) {
  try {
    const auto t = load_image(path, {.max_pixels = 1 << 16});
    CHECK(t.size() > 0);
    return 1;
  } catch (const io_error&) {
    return 0;
  }
}

} // namespace

TEST_CASE("PNG files of all kinds are read sample for sample") {
  for (const char* name : {"grey1", "grey2", "grey4", "grey8", "rgb8", "rgba8", "grey_alpha8",
                           "palette4", "palette4_alpha"}) {
    INFO(name);
    const auto expected = load_npy<byte, dyn, dyn, dyn>(data(name) + ".npy");
    const auto found = load_image(data(name) + ".png");
    STATIC_REQUIRE(std::same_as<decltype(found), const dtensor<byte, 3>>);
    CHECK(same(found, expected));
    CHECK(same(load_image<float>(data(name) + ".png"), cast<float>(expected) / 255.f));
  }
}

TEST_CASE("16 bits are 16 bits as numbers, and rounded as bytes") {
  for (const char* name : {"grey16", "rgb16", "rgba16"}) {
    INFO(name);
    const auto expected = load_npy<std::uint16_t, dyn, dyn, dyn>(data(name) + ".npy");
    CHECK(same(load_image<double>(data(name) + ".png"), cast<double>(expected) / 65535.));
    CHECK(same(load_image(data(name) + ".png"),
               cast<byte>(round(cast<double>(expected) * (255. / 65535.)))));
  }
}

TEST_CASE("JPEG files are read as Pillow reads them") {
  for (const char* name : {"grey", "rgb", "progressive"}) {
    INFO(name);
    const auto expected = load_npy<byte, dyn, dyn, dyn>(data(std::string("jpeg_") + name + ".npy"));
    const auto found = load_image(data(std::string(name) + ".jpg"));
    REQUIRE(found.shape() == expected.shape());
    // Versions of libjpeg may round differently.
    CHECK(index{max(abs(cast<int>(found) - cast<int>(expected)))} <= 2);
  }
  CHECK_THROWS_WITH(load_image(data("cmyk.jpg")), contains("neither grey nor RGB"));
}

TEST_CASE("requested extents are checked") {
  static constexpr dim height{"height"}, width{"width"};
  const auto named = load_image<float, height, width, 3>(data("rgb8.png"));
  STATIC_REQUIRE(std::same_as<decltype(named), const tensor<float, height, width, 3>>);
  CHECK(named.shape() == std::array<index, 3>{9, 10, 3});
  const auto fixed = load_image<tensor<byte, 9, 10, 3>>(data("rgb8.png"));
  CHECK(same(fixed, load_image(data("rgb8.png"))));
  const auto grey = load_image<byte, dyn, dyn>(data("grey8.png"));
  CHECK(same(grey, load_image(data("grey8.png"))[ellipsis, _0]));
  CHECK_THROWS_AS((load_image<byte, dyn, dyn>(data("rgb8.png"))), shape_error);
  CHECK_THROWS_WITH((load_image<byte, dyn, dyn, 4>(data("rgb8.png"))),
                    contains("rgb8.png: the picture has the shape (9, 10, 3)"));
  CHECK_THROWS_AS((load_image<byte, 9, 11, 3>(data("rgb8.png"))), shape_error);
}

TEST_CASE("lossless formats are loaded again unchanged") {
  const scratch folder("image_round");
  const dtensor<byte, 3> rgb = cast<byte>(reshape(arange(7 * 5 * 3) * 7 % 256, 7, 5, 3));
  const dtensor<byte, 2> grey = rgb[ellipsis, _1];
  const dtensor<byte, 3> rgba = concat(_2, rgb, rgb[_, _, range(_1, _2)]);
  const auto there_and_back = [&](const std::string& name, const auto& t) {
    save_image(folder.file(name), t);
    return load_image(folder.file(name));
  };
  CHECK(same(there_and_back("rgb.png", rgb), rgb));
  CHECK(same(there_and_back("rgb.PPM", rgb), rgb));
  CHECK(same(there_and_back("rgba.png", rgba), rgba));
  CHECK(same(there_and_back("grey.png", grey), grey[_, _, newaxis]));
  CHECK(same(there_and_back("grey.pgm", grey), grey[_, _, newaxis]));
  CHECK(same(there_and_back("one.png", rgb[_, _, range(_0, _1)]), rgb[_, _, range(_0, _1)]));
  // Views with negative steps, lazy expressions, static shapes, wider integers.
  CHECK(same(there_and_back("view.png", rgb[rev(), range(_, _, 2), rev()]),
             rgb[rev(), range(_, _, 2), rev()]));
  CHECK(same(there_and_back("lazy.png", 255 - cast<int>(rgb)), 255 - cast<int>(rgb)));
  const tensor<long, 2, 3> fixed{{0, 255, 7}, {1, 2, 3}};
  CHECK(same(there_and_back("fixed.png", fixed), fixed[_, _, newaxis]));
  CHECK(same(there_and_back("mask.png", fixed > 2),
             where(fixed[_, _, newaxis] > 2, byte{255}, byte{0})));
  CHECK(folder.count() == 10);
}

TEST_CASE("floating-point elements are clamped and rounded") {
  const scratch folder("image_floats");
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                  inf = std::numeric_limits<float>::infinity();
  const tensor<float, 2, 5> t{{0.f, 1.f, .5f, -3.f, 1e30f},
                              {nan, inf, -inf, 100.4f / 255, 100.6f / 255}};
  const tensor<int, 2, 5> expected{{0, 255, 128, 0, 255}, {0, 255, 0, 100, 101}};
  save_image(folder.file("f.png"), t);
  CHECK(same(load_image<byte, dyn, dyn>(folder.file("f.png")), expected));
  save_image(folder.file("d.pgm"), cast<double>(t));
  CHECK(same(load_image<byte, dyn, dyn>(folder.file("d.pgm")), expected));
  // All 256 values are preserved.
  const dtensor<float, 2> steps = reshape(arange(256), 16, 16) / 255.f;
  save_image(folder.file("s.png"), steps);
  CHECK(same(load_image<float, dyn, dyn>(folder.file("s.png")), steps));
}

TEST_CASE("a JPEG is close to the saved picture, closer at higher quality") {
  const scratch folder("image_jpeg");
  const dtensor<float, 3> t = from_function(
      [](index y, index x, index c) { return float(y + 2 * x + 9 * c) / 255.f; }, 40, 50, 3);
  double worst[2]{};
  std::uintmax_t sizes[2]{};
  for (int k = 0; k < 2; ++k) {
    save_image(folder.file("t.jpeg"), t, {.quality = k == 0 ? 30 : 95});
    worst[k] = max(abs(load_image<float>(folder.file("t.jpeg")) - t));
    sizes[k] = std::filesystem::file_size(folder.file("t.jpeg"));
  }
  CHECK(worst[1] < 0.03);
  CHECK(worst[0] < 0.2);
  CHECK(worst[1] < worst[0]);
  CHECK(sizes[0] < sizes[1]);
  save_image(folder.file("grey.jpg"), t[ellipsis, _0]);
  CHECK(load_image(folder.file("grey.jpg")).shape() == std::array<index, 3>{40, 50, 1});
}

TEST_CASE("files for Pillow") {
  const dtensor<byte, 3> rgba = cast<byte>(reshape(arange(6 * 5 * 4) * 2, 6, 5, 4));
  save_image(written("rgba.png"), rgba);
  save_image(written("rgb.png"), rgba[_, rev(), range(_, _3)]);
  save_image(written("grey.png"), rgba[_, _, _2]);
  save_image(written("float.png"), cast<double>(rgba[_, _, _3]) / 100.);
  save_image(written("rgb.ppm"), rgba[_, _, range(_, _3)]);
  save_image(written("grey.pgm"), rgba[rev(), _, _0]);
  save_image(written("rgb.jpg"), rgba[_, _, range(_, _3)], {.quality = 100});
  CHECK(std::filesystem::exists(written("rgb.jpg")));
}

TEST_CASE("PNM is read as text and of any largest sample, with comments") {
  const scratch folder("image_pnm");
  const auto load_text = [&]<class T>(T, const std::string& text) {
    write_bytes(folder.file("p"), text);
    return load_image<T>(folder.file("p"));
  };
  CHECK(same(load_text(byte(), "P2\n# a comment\n3 2 # another\n4\n0 1 2\n3 4 0\n"),
             tensor<int, 2, 3, 1>{{{0}, {64}, {128}}, {{191}, {255}, {0}}}));
  CHECK(same(load_text(float(), "P2 3 1 4 0 1 4"), tensor<float, 1, 3, 1>{{{0.f}, {.25f}, {1.f}}}));
  CHECK(same(load_text(byte(), "P3 1 1 255 7 8 9"), tensor<int, 1, 1, 3>{{{7, 8, 9}}}));
  CHECK(same(load_text(double(), std::string("P5 2 1 65535 \x01\x00\xff\xff", 17)),
             tensor<double, 1, 2, 1>{{{256. / 65535}, {1.}}}));
  CHECK(same(load_text(byte(), std::string("P5 2 1 100\n\x00\x64", 13)),
             tensor<int, 1, 2, 1>{{{0}, {255}}}));
  for (const char* wrong :
       {"P5", "P5 ", "P5 2", "P5 2 2 255", "P5 2 2 255\nabc", "P5 0 2 255\n", "P5 2 2 0\nabcd",
        "P5 2 2 65536\nabcdefgh", "P5 -2 2 255\nabcd", "P5 9999999999999999999999 2 255\n",
        "P5 2000000000 2000000000 255\nabc", "P5 1 1 100\n\xff", "P2 1 1 5 6", "P2 2 1 5 1",
        "P3 1 1 255 1 2", "P2 2 1 5 1 x", "P7 1 1 255 a", "P6 2147483647 2147483647 65535\nab"}) {
    INFO(wrong);
    write_bytes(folder.file("p"), wrong);
    CHECK_THROWS_AS(load_image(folder.file("p")), io_error);
  }
}

TEST_CASE("headers with too large sizes are refused before memory is allocated") {
  const scratch folder("image_large");
  const std::string path = folder.file("x.png");
  write_bytes(path, png_of(0x7fffffff, 0x7fffffff));
  CHECK_THROWS_WITH(load_image(path), contains("2147483647 x 2147483647 pixels, which a file of"));
  write_bytes(path, png_of(0x80000000, 0x80000000));
  CHECK_THROWS_AS(load_image(path), io_error);
  write_bytes(path, png_of(1, 0x7fffffff, 1, 0));
  CHECK_THROWS_WITH(load_image(path), contains("cannot hold"));
  write_bytes(path, png_of(0, 5));
  CHECK_THROWS_AS(load_image(path), io_error);

  // Consistent, but larger than allowed.
  save_image(path, zeros<byte>(1000, 1000));
  CHECK_THROWS_WITH(load_image(path, {.max_pixels = 999'999}),
                    contains("more than 999999; load_image(path, {.max_pixels = ...})"));
  CHECK(load_image(path, {.max_pixels = 1'000'000}).size() == 1'000'000);

  // A JPEG with increased sizes.
  std::string jpeg = bytes_of(data("rgb.jpg"));
  const std::size_t frame = jpeg.find("\xff\xc0");
  REQUIRE(frame != std::string::npos);
  jpeg.replace(frame + 5, 4, "\xff\xdc\xff\xdc");
  write_bytes(folder.file("x.jpg"), jpeg);
  CHECK_THROWS_WITH(load_image(folder.file("x.jpg")), contains("65500 x 65500 pixels"));
}

TEST_CASE("truncated files are refused") {
  const scratch folder("image_short");
  const auto step = static_cast<std::size_t>(test::part());
  for (const char* name :
       {"rgb8.png", "palette4_alpha.png", "rgba16.png", "grey.jpg", "rgb.jpg", "progressive.jpg"}) {
    const std::string whole = bytes_of(data(name));
    for (std::size_t n = 0; n < whole.size(); n += step) {
      write_bytes(folder.file("x"), whole.substr(0, n));
      INFO(name << ", " << n << " bytes");
      CHECK(outcome(folder.file("x")) == 0);
    }
  }
}

TEST_CASE("a changed byte is detected in a PNG, and does no harm in other formats") {
  const scratch folder("image_changed");
  const auto step = static_cast<std::size_t>(test::part());
  const std::string path = folder.file("x");
  for (const char* name : {"rgb8.png", "grey1.png", "palette4_alpha.png", "rgba16.png"}) {
    const std::string whole = bytes_of(data(name));
    for (std::size_t k = 0; k < whole.size(); k += step) {
      std::string changed = whole;
      changed[k] = static_cast<char>(changed[k] ^ (1 << k % 8));
      write_bytes(path, changed);
      INFO(name << ", byte " << k);
      CHECK(outcome(path) == 0);
    }
  }
  std::mt19937 random(5);
  int pictures = 0, tried = 0;
  for (const char* name : {"grey.jpg", "rgb.jpg", "progressive.jpg", "cmyk.jpg"}) {
    const std::string whole = bytes_of(data(name));
    for (int turn = test::cases(1500); turn > 0; --turn, ++tried) {
      std::string changed = whole;
      for (unsigned k = 0; k <= random() % 4; ++k)
        changed[random() % changed.size()] = static_cast<char>(random());
      write_bytes(path, changed);
      pictures += outcome(path);
    }
  }
  CHECK(pictures > 0);
  CHECK(pictures < tried);
  // PNG with valid checksums and arbitrary content.
  for (int turn = test::cases(1500); turn > 0; --turn) {
    std::string header(13, '\0'), content(1 + random() % 40, '\0');
    for (char& c : header)
      c = static_cast<char>(random() % 4 == 0 ? random() % 256 : random() % 9);
    header[0] = header[1] = header[4] = header[5] = '\0';
    for (char& c : content)
      c = static_cast<char>(random());
    const std::string bytes = "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) +
                              (turn % 2 ? chunk("PLTE", content) + chunk("tRNS", content) : "") +
                              chunk("IDAT", "\x78\x9c" + content) + chunk("IEND", "");
    write_bytes(path, bytes);
    CHECK(outcome(path) == 0);
  }
  for (const char* text : {"", "x", "GIF89a", "\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "P"}) {
    write_bytes(path, text);
    CHECK_THROWS_AS(load_image(path), io_error);
  }
  CHECK_THROWS_AS(load_image(folder.file("missing.png")), io_error);
}

TEST_CASE("tensors that are not pictures are not saved, and an existing file remains") {
  const scratch folder("image_refused");
  const std::string path = folder.file("x.png");
  write_bytes(path, "before");
  const dtensor<byte, 3> rgb(2, 2, 3), rgba(2, 2, 4), two(2, 2, 2);
  CHECK_THROWS_WITH(save_image(path, two),
                    contains("(2, 2, 2) cannot be written; a picture has 1, 3 or 4 channels"));
  CHECK_THROWS_AS(save_image(path, dtensor<byte, 2>(0, 4)), shape_error);
  CHECK_THROWS_AS(save_image(path, tensor<float, 3, 0, 3>()), shape_error);
  CHECK_THROWS_WITH(save_image(path, tensor{{1, 2}, {3, 256}}),
                    contains("the element at (1, 1) is 256; integers of a picture must be from 0"));
  CHECK_THROWS_AS(save_image(path, tensor{{1, -2}}), value_error);
  CHECK_THROWS_WITH(save_image(folder.file("x.gif"), rgb), contains("use .png"));
  CHECK_THROWS_AS(save_image(folder.file("png"), rgb), value_error);
  CHECK_THROWS_WITH(save_image(folder.file("x.jpg"), rgba), contains("alpha"));
  CHECK_THROWS_AS(save_image(folder.file("x.jpg"), dtensor<byte, 2>(1, 65501)), shape_error);
  CHECK_THROWS_AS(save_image(folder.file("x.jpg"), rgb, {.quality = 0}), value_error);
  CHECK_THROWS_AS(save_image(folder.file("x.ppm"), rgb[_, _, _0]), shape_error);
  CHECK_THROWS_AS(save_image(folder.file("x.pgm"), rgb), shape_error);
  CHECK_THROWS_AS(save_image(folder.file("no/x.png"), rgb), io_error);
  CHECK(bytes_of(path) == "before");
  CHECK(folder.count() == 1);
}

TEST_CASE("a picture replaces a file like other files, but not a folder") {
  const scratch folder("image_paths");
  const std::string path = folder.file("x.png"), link = folder.file("link.png");
  const dtensor<byte, 3> rgb(2, 2, 3), larger(3, 2, 3);
  save_image(path, rgb);
  std::filesystem::create_symlink("x.png", link);
  save_image(link, larger, {.durable = true});
  CHECK(std::filesystem::is_symlink(link));
  CHECK(load_image(path).extent(0) == 3);
  CHECK_THROWS_WITH(load_image(folder.file("")),
                    contains("this is a directory; only regular files can be read"));
  CHECK_THROWS_WITH(load_image(path + std::string("\0.jpg", 5)), contains("contain a zero byte"));
  CHECK_THROWS_WITH(save_image(path + std::string("\0.png", 5), rgb),
                    contains("x.png\\0.png: a path must not contain a zero byte"));
  CHECK(folder.count() == 2);
}
