// SPDX-License-Identifier: BSL-1.0
// io/picture.hpp: the sizes, limits and samples common to all picture formats.
// Tests: tests/io/image.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/evaluate/materialize.hpp>
#include <stria/io/file.hpp>
#include <stria/numpy/elementwise/math.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace stria {

/// The largest PNG or JPEG that load_image() accepts. Without a limit, a file of a few kilobytes
/// could be decompressed to gigabytes. PPM and PGM files are not compressed and have no limit.
///
/// \usage        `load_image(path, {.max_pixels = 1'000'000'000})`
struct image_limits {
  /// Rows times columns. Reading needs up to 8 bytes per pixel besides the tensor, and up to 9 for
  /// a progressive JPEG.
  index max_pixels = 100'000'000;
};

/// How save_image() writes.
///
/// \usage        `save_image("dark.jpg", q * 0.5f, {.quality = 95})`
struct image_options {
  /// The quality of a JPEG, from 1 to 100.
  int quality = 90;
  /// Whether the file survives a loss of power; see save_options.
  bool durable = false;
};

namespace detail {

/// The sizes of a picture. Samples range from 0 to `top`; each is a byte, or a std::uint16_t if top
/// > 255.
struct picture_header {
  index rows = 0, columns = 0, channels = 0;
  unsigned top = 255;

  bool is_wide() const { return top > 255; }
  std::size_t samples() const { return static_cast<std::size_t>(rows * columns * channels); }
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(columns * channels) * (is_wide() ? 2 : 1);
  }
};

/// The contents of a picture file.
struct picture_bytes {
  std::string name;
  std::unique_ptr<unsigned char[]> bytes{};
  std::size_t size = 0;

  explicit picture_bytes(const std::string& path) : name(path) {
    input_file file(path);
    size = static_cast<std::size_t>(file.left());
    bytes = read_rest<unsigned char>(file);
  }
  bool starts_with(std::string_view magic) const {
    return std::string_view(reinterpret_cast<const char*>(bytes.get()), size).starts_with(magic);
  }
};

/// The number of pixels. Each size is below 2^31 in all formats, so the product fits, but it may
/// exceed the address space of a 32-bit machine.
constexpr std::uint64_t count_pixels(index rows, index columns) {
  return static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns);
}

/// Raises io_error if a compressed file declares more pixels than the caller allows, or more pixels
/// than a file of this format and size can hold: `most_per_byte` for each byte.
inline void check_pixels(const picture_bytes& file, index rows, index columns,
                         const image_limits& limits, index most_per_byte) {
  const std::uint64_t pixels = count_pixels(rows, columns);
  // Samples are counted in bytes: at most four of two bytes for each pixel.
  constexpr index most = std::numeric_limits<index>::max() / 8;
  const auto say = [&] {
    return say_file(file.name) << "the header declares " << rows << " x " << columns << " pixels, ";
  };
  if (pixels / static_cast<std::uint64_t>(most_per_byte) > file.size)
    raise<io_error>(say() << "which a file of " << file.size << " bytes cannot hold");
  if (std::cmp_greater(pixels, most))
    raise<io_error>(say() << "which are more than memory can hold");
  if (std::cmp_greater(pixels, limits.max_pixels))
    raise<io_error>(say() << "which are more than " << limits.max_pixels
                          << "; load_image(path, {.max_pixels = ...}) reads larger pictures");
}

/// The sizes of a picture as those of a tensor of rank 3, or of rank 2 if the picture is grey.
/// Raises shape_error if they do not fit the extents of the tensor.
template <auto Extents>
std::array<index, Extents.rank()> fit_picture(const picture_header& h, const std::string& name) {
  constexpr std::size_t R = Extents.rank();
  const std::array all{h.rows, h.columns, h.channels};
  std::array<index, R> sizes{};
  bool fits = R == 3 || h.channels == 1;
  for (std::size_t k = 0; k < R; ++k) {
    sizes[k] = all[k];
    fits = fits && (!Extents[k].is_static() || Extents[k].size == sizes[k]);
  }
  if (!fits) {
    message m = say_file(name) << "the picture has the shape ";
    say_shape(m, std::span<const index>(all));
    m << " (rows, columns, channels), which does not fit ";
    say_shape(m, Extents.view());
    raise<shape_error>(m);
  }
  return sizes;
}

/// Converts a sample to a byte from 0 to 255 or a number from 0 to 1.
template <class T> T picture_element(unsigned sample, unsigned top) {
  if constexpr (std::same_as<T, std::uint8_t>)
    return static_cast<T>((sample * 255U + top / 2) / top);
  else
    return static_cast<T>(sample) / static_cast<T>(top);
}

/// Reads a picture into a tensor. A Reader has header() and read(memory).
template <class Tensor, class Reader> Tensor read_picture(Reader& reader, const std::string& name) {
  using T = typename Tensor::value_type;
  const picture_header h = reader.header();
  Tensor t(fit_picture<Tensor::extents>(h, name), uninitialized_t{});
  if constexpr (std::same_as<T, std::uint8_t>)
    if (h.top == 255) {
      reader.read(t.data());
      return t;
    }
  const auto convert = [&](auto* samples) {
    reader.read(reinterpret_cast<unsigned char*>(samples));
    for (std::size_t k = 0; k < h.samples(); ++k)
      t.data()[k] = picture_element<T>(samples[k], h.top);
  };
  if (h.is_wide())
    convert(std::make_unique_for_overwrite<std::uint16_t[]>(h.samples()).get());
  else
    convert(std::make_unique_for_overwrite<unsigned char[]>(h.samples()).get());
  return t;
}

/// Converts an element to a byte. Floating-point numbers are clamped to the range from 0 to 1, with
/// NaN as 0, and scaled to 255; integers are unchanged; bool gives 0 or 255. Returns false for an
/// integer outside 0 to 255.
template <class T> bool sample_of(T value, unsigned char& to) {
  if constexpr (std::same_as<T, bool>) {
    to = value ? 255 : 0;
  } else if constexpr (std::is_integral_v<T>) {
    to = static_cast<unsigned char>(value);
    return std::in_range<unsigned char>(value);
  } else {
    const T scaled = value > T{0} ? round_fn{}(value * T{255}) : T{0};
    to = scaled < T{255} ? static_cast<unsigned char>(scaled) : 255;
  }
  return true;
}

/// A picture of bytes to be written.
struct picture_view {
  const unsigned char* data;
  index rows, columns, channels;

  std::size_t row_bytes() const { return static_cast<std::size_t>(columns * channels); }
  const unsigned char* row(index y) const {
    return data + static_cast<std::size_t>(y) * row_bytes();
  }
};

} // namespace detail
} // namespace stria
