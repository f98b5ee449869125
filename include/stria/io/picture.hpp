// SPDX-License-Identifier: BSL-1.0
// io/picture.hpp: what all kinds of picture files have: sizes, limits, and samples as elements.
#pragma once

#include <stria/eval/materialize.hpp>
#include <stria/fn/math.hpp>
#include <stria/io/file.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

namespace stria {

/// What load_image reads at most of a compressed file: a few kilobytes can stand for gigabytes.
struct image_limits {
  /// Rows times columns. While it is read, a pixel takes up to 8 bytes besides the tensor, of a
  /// progressive JPEG up to 9.
  index max_pixels = 100'000'000;
};

/// How save_image writes.
struct image_options {
  /// Of a JPEG, from 1 to 100.
  int quality = 90;
  /// The file survives a loss of power, as in `save_options`.
  bool durable = false;
};

namespace detail {

/// The sizes of a picture. Its samples go from 0 to `top`; each is a byte, or where top > 255 a
/// std::uint16_t.
struct picture_header {
  index rows = 0, columns = 0, channels = 0;
  unsigned top = 255;

  bool is_wide() const { return top > 255; }
  std::size_t samples() const { return static_cast<std::size_t>(rows * columns * channels); }
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(columns * channels) * (is_wide() ? 2 : 1);
  }
};

/// The bytes of a picture file, all of them.
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

/// `io_error` where a compressed file tells of more pixels than the caller allows, or of more than
/// `most_per_byte` for each of its bytes: no file of this format can hold these.
inline void check_pixels(const picture_bytes& file, index rows, index columns,
                         const image_limits& limits, index most_per_byte) {
  const index pixels = rows * columns;
  const auto say = [&] {
    return say_file(file.name) << "the header tells of " << rows << " x " << columns << " pixels, ";
  };
  if (pixels / most_per_byte > static_cast<index>(file.size))
    raise<io_error>(say() << "which a file of " << file.size << " bytes cannot hold");
  if (pixels > limits.max_pixels)
    raise<io_error>(say() << "which are more than " << limits.max_pixels
                          << "; load_image(path, {.max_pixels = ...}) reads larger pictures");
}

/// The sizes as those of a tensor of the rank 3, or of a grey picture 2; `shape_error` where its
/// extents are others.
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
    m << " (rows, columns, channels), which is none of ";
    say_shape(m, Extents.view());
    raise<shape_error>(m);
  }
  return sizes;
}

/// A sample as a byte of 0 to 255, or as a number of 0 to 1.
template <class T> T picture_element(unsigned sample, unsigned top) {
  if constexpr (std::same_as<T, std::uint8_t>)
    return static_cast<T>((sample * 255U + top / 2) / top);
  else
    return static_cast<T>(sample) / static_cast<T>(top);
}

/// The tensor of what a reader, which has a header() and reads samples to memory, finds.
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

/// An element as the byte of a sample: numbers of 0 to 1, what lies outside cut off and NaN as 0;
/// integers as they are; bool as 0 and 255. False for an integer that is no byte.
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

/// A picture of bytes, as it is written.
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
