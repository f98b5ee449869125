// SPDX-License-Identifier: BSL-1.0
// io/image.hpp: reads and writes PNG, JPEG, PPM and PGM pictures as tensors; programs link
// stria::image.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/jpeg.hpp>
#include <stria/io/png.hpp>
#include <stria/io/pnm.hpp>

#include <span>
#include <vector>

namespace stria {

namespace detail {

/// The requested tensor type, given as a tensor type or as an element type and extents.
template <class T, extent... E> struct image_tensor {
  using type = tensor<T, E...>;
};
template <class T> struct image_tensor<T> {
  using type = dtensor<T, 3>;
};
template <class T, extent... E> struct image_tensor<tensor<T, E...>> {
  using type = tensor<T, E...>;
};
template <class T, extent... E> using image_tensor_t = typename image_tensor<T, E...>::type;

template <std::size_t R> constexpr bool has_image_shape(const static_shape<R>& s) {
  if constexpr (R == 3)
    return !s[2].is_static() || s[2].size == 1 || s[2].size == 3 || s[2].size == 4;
  else
    return R == 2;
}
inline constexpr const char* image_shape_text =
    "stria: a picture has the shape (rows, columns) or (rows, columns, channels) with 1, 3 or 4 "
    "channels";

template <class Tensor> struct image_load_verdict {
  using element = typename Tensor::value_type;
  static constexpr bool known = std::same_as<element, std::uint8_t> || std::floating_point<element>;
  static constexpr bool accepted = known && has_image_shape(Tensor::extents);
  static constexpr message text() {
    return message(known ? image_shape_text
                         : "stria: load_image gives elements of std::uint8_t, from 0 to 255, or "
                           "floating-point elements, from 0 to 1");
  }
};

template <class E> struct image_save_verdict {
  using element = value_t<E>;
  static constexpr bool known = std::integral<element> || std::floating_point<element>;
  static constexpr bool accepted = known && has_image_shape(extents_of<E>);
  static constexpr message text() {
    return message(known
                       ? image_shape_text
                       : "stria: a picture is written from integers from 0 to 255, floating-point "
                         "elements from 0 to 1, or bool");
  }
};

enum class image_format : unsigned char { png, jpeg, ppm, pgm };

/// The format that the extension of the path names. Raises value_error for an unknown extension,
/// and shape_error for sizes or channels that the format cannot hold.
inline image_format image_format_of(const std::string& path, const picture_view& p,
                                    const image_options& options) {
  std::string end = path.substr(std::min(path.find_last_of('.'), path.size()));
  for (char& c : end)
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool jpeg = end == ".jpg" || end == ".jpeg";
  if (!jpeg && end != ".png" && end != ".ppm" && end != ".pgm")
    raise<value_error>(
        say_file(path)
        << "the extension gives the format of a picture; use .png, .jpg, .jpeg, .ppm or "
           ".pgm");
  const auto refuse = [&](const char* why) {
    message m = say_file(path) << "a picture of the shape ";
    say_shape(m, std::array{p.rows, p.columns, p.channels});
    raise<shape_error>(m << why);
  };
  if (p.rows == 0 || p.columns == 0)
    refuse(" has no pixels");
  constexpr index largest = std::numeric_limits<std::int32_t>::max(), largest_jpeg = 65500;
  if (std::max(p.rows, p.columns) > (jpeg ? largest_jpeg : largest))
    refuse(jpeg ? " is too large: a JPEG has up to 65500 rows and columns"
                : " is too large: at most 2147483647 rows and columns can be written");
  if (p.channels != 1 && p.channels != 3 && p.channels != 4)
    refuse(" cannot be written; a picture has 1, 3 or 4 channels");
  if (jpeg && p.channels == 4)
    refuse(" has an alpha channel, which a JPEG cannot hold; a PNG can");
  if (end == ".ppm" && p.channels != 3)
    refuse(" does not fit a PPM, which has 3 channels");
  if (end == ".pgm" && p.channels != 1)
    refuse(" does not fit a PGM, which has 1 channel");
  if (options.quality < 1 || options.quality > 100)
    raise<value_error>(say_file(path)
                       << "the quality " << options.quality << " is not from 1 to 100");
  return jpeg            ? image_format::jpeg
         : end == ".png" ? image_format::png
         : end == ".ppm" ? image_format::ppm
                         : image_format::pgm;
}

inline void write_image(const std::string& path, const picture_view& p, image_format format,
                        const image_options& options) {
  const std::string bytes = format == image_format::png    ? encode_png(p, path)
                            : format == image_format::jpeg ? encode_jpeg(p, options.quality, path)
                                                           : encode_pnm(p);
  output_file file(path, {.durable = options.durable});
  file.write(bytes.data(), bytes.size());
  file.finish();
}

/// Raises value_error for an element outside 0 to 255; k is the row-major position of the element.
template <class Shape>
[[noreturn]] void raise_no_byte(const std::string& path, const Shape& shape, std::size_t k,
                                auto value) {
  std::array<index, std::tuple_size_v<Shape>> at{};
  for (std::size_t a = at.size(), rest = k; a-- > 0;) {
    at[a] = static_cast<index>(rest % static_cast<std::size_t>(shape[a]));
    rest /= static_cast<std::size_t>(shape[a]);
  }
  message m = say_file(path) << "the element at ";
  say_shape(m, std::span<const index>(at));
  raise<value_error>(m << " is " << value << "; integers of a picture must be from 0 to 255");
}

} // namespace detail

/// Reads a PNG, JPEG, PPM or PGM file as a tensor.
///
/// The format is recognised from the contents of the file, not from its name.
///
/// \tparam T      the element type: std::uint8_t (default), with values from 0 to 255; or float or
///                double, with values from 0 to 1 and the full precision of 16-bit files; or the
///                type of the tensor
/// \tparam E      extents of the result; two extents request a grey picture
/// \param path    a picture file
/// \param limits  the largest number of pixels of a PNG or JPEG to accept
/// \returns       tensor [rows, columns, channels] with 1 channel for grey, 3 for RGB and 4 for
///                RGBA, or [rows, columns]
/// \throws        io_error if the file cannot be read, is incomplete or damaged, or declares more
///                pixels than the limit; shape_error if the picture does not fit the extents
/// \refuses       other element types and shapes
/// \complexity    O(pixels); allocates the result
/// \numpy         `np.asarray(Image.open(path))` (Pillow)
/// \usage         `load_image(path)`, `load_image<float, height, width, 3>(path)`
template <class T = std::uint8_t, extent... E>
auto load_image(const std::string& path, const image_limits& limits = {})
    -> accepted_or_refused<detail::image_load_verdict<detail::image_tensor_t<T, E...>>,
                           detail::image_tensor_t<T, E...>> {
  using result = detail::image_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(detail::image_load_verdict<result>) {
    const detail::picture_bytes file(path);
    if (detail::png_reader::reads(file)) {
      detail::png_reader png(file, limits);
      return detail::read_picture<result>(png, path);
    }
    if (detail::jpeg_reader::reads(file)) {
      detail::jpeg_reader jpeg(file, limits);
      return detail::read_picture<result>(jpeg, path);
    }
    if (detail::pnm_reader::reads(file)) {
      detail::pnm_reader pnm(file);
      return detail::read_picture<result>(pnm, path);
    }
    raise<io_error>(detail::say_file(path) << "this is not a PNG, JPEG, PPM or PGM file");
  }
}

/// Writes an expression as a picture in the format of the file extension: .png, .jpg, .jpeg, .ppm
/// or .pgm.
///
/// Floating-point elements are clamped to the range from 0 to 1 and rounded to 256 levels; NaN is
/// written as 0. `true` is written as white and `false` as black. An existing file is replaced when
/// the new one is complete.
///
/// \param path     the file
/// \param e        an operand [rows, columns] or [rows, columns, channels] with 1, 3 or 4 channels
/// \param options  the quality of a JPEG, and `.durable`
/// \returns        nothing
/// \throws         value_error for an unknown extension, an integer outside 0 to 255 or a quality
///                 outside 1 to 100; shape_error if there are no pixels, or for channels or sizes
///                 that the format cannot hold; io_error if the file cannot be written
/// \refuses        other element types and shapes
/// \complexity     O(pixels); the file is composed in memory
/// \numpy          `Image.fromarray(e).save(path)` (Pillow)
/// \usage          `save_image("dark.jpg", q * 0.5f, {.quality = 95})`
template <detail::operand E>
auto save_image(const std::string& path, const E& e, const image_options& options = {})
    -> accepted_or_refused<detail::image_save_verdict<E>, void> {
  STRIA_UNLESS_REFUSED(detail::image_save_verdict<E>)
  if constexpr (detail::tensor_operand<E>) {
    using T = detail::value_t<E>;
    const auto shape = e.shape();
    detail::picture_view p{nullptr, shape[0], shape[1], 1};
    if constexpr (E::rank == 3)
      p.channels = shape[2];
    const detail::image_format format = detail::image_format_of(path, p, options);
    if constexpr (std::same_as<T, std::uint8_t>) {
      p.data = e.data();
      detail::write_image(path, p, format, options);
    } else {
      std::vector<unsigned char> bytes(e.storage().size());
      for (std::size_t k = 0; k < bytes.size(); ++k)
        if (!detail::sample_of(e.data()[k], bytes[k]))
          if constexpr (std::integral<T>)
            detail::raise_no_byte(path, shape, k, e.data()[k]);
      p.data = bytes.data();
      detail::write_image(path, p, format, options);
    }
  } else {
    save_image(path, eval(e), options);
  }
}

} // namespace stria
