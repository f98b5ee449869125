// SPDX-License-Identifier: BSL-1.0
// io/png.hpp: reads and writes PNG files with libpng. Tests: tests/io/image.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#if !defined(__cpp_exceptions)
#error "stria: PNG files need exceptions; compile without -fno-exceptions"
#endif

#include <stria/io/picture.hpp>

#include <png.h>

#include <bit>
#include <csetjmp>

// libpng reports errors with longjmp. Therefore no object that is made here between setjmp and the
// jump needs a destructor, and all values that are read after the jump are members.

namespace stria::detail {

/// The last error of libpng, which is thrown as an exception outside libpng.
class png_failure {
  char text_[160]{};

public:
  [[noreturn]] static void stop(png_structp png, const char* text) {
    auto* const self = static_cast<png_failure*>(png_get_error_ptr(png));
    for (std::size_t k = 0; text[k] != '\0' && k + 1 < sizeof self->text_; ++k)
      self->text_[k] = text[k];
    png_longjmp(png, 1);
  }
  static void ignore(png_structp, const char*) {}

  [[noreturn]] void raise_for(const std::string& name, const char* what) const {
    raise<io_error>(say_file(name) << what << ": " << text_);
  }
};

/// Reads any PNG as 8 or 16 bits of grey, RGB or RGBA; grey with alpha becomes RGBA. Gamma and
/// colour profiles are not applied. All checksums are verified.
class png_reader {
  const picture_bytes& file_;
  std::size_t at_ = 0;
  png_failure failure_{};
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  picture_header header_{};
  int passes_ = 1;

  static void take(png_structp png, png_bytep to, std::size_t bytes) {
    auto* const self = static_cast<png_reader*>(png_get_io_ptr(png));
    if (bytes > self->file_.size - self->at_)
      png_error(png, "the file ends too early");
    std::copy_n(self->file_.bytes.get() + self->at_, bytes, to);
    self->at_ += bytes;
  }

  bool read_info() {
    if (setjmp(png_jmpbuf(png_)) != 0)
      return false;
    png_set_read_fn(png_, this, take);
    png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Only the pixels are used. Other chunks are ignored, so that they need no memory.
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(png_, info_);
    header_.rows = png_get_image_height(png_, info_);
    header_.columns = png_get_image_width(png_, info_);
    return true;
  }
  bool choose_format() {
    if (setjmp(png_jmpbuf(png_)) != 0)
      return false;
    png_set_expand(png_);
    const bool alpha = png_get_color_type(png_, info_) == PNG_COLOR_TYPE_GRAY_ALPHA ||
                       png_get_valid(png_, info_, PNG_INFO_tRNS) != 0;
    if (alpha)
      png_set_gray_to_rgb(png_);
    if constexpr (std::endian::native == std::endian::little)
      png_set_swap(png_);
    passes_ = png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    header_.channels = png_get_channels(png_, info_);
    header_.top = png_get_bit_depth(png_, info_) == 16 ? 65535 : 255;
    return png_get_rowbytes(png_, info_) == header_.row_bytes();
  }
  bool read_rows(unsigned char* to) {
    if (setjmp(png_jmpbuf(png_)) != 0)
      return false;
    for (int pass = 0; pass < passes_; ++pass)
      for (index y = 0; y < header_.rows; ++y)
        png_read_row(png_, to + static_cast<std::size_t>(y) * header_.row_bytes(), nullptr);
    png_read_end(png_, nullptr);
    return true;
  }

  [[noreturn]] void fail() const { failure_.raise_for(file_.name, "the PNG file cannot be read"); }
  struct destroys {
    png_reader& r;
    ~destroys() { png_destroy_read_struct(&r.png_, &r.info_, nullptr); }
  };
  destroys destroys_{*this};

public:
  static bool reads(const picture_bytes& file) { return file.starts_with("\x89PNG\r\n\x1a\n"); }

  png_reader(const picture_bytes& file, const image_limits& limits) : file_(file) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure_, png_failure::stop,
                                  png_failure::ignore);
    info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    if (info_ == nullptr || !read_info())
      fail();
    // Deflate compresses at most 1032 to 1.
    const index bits = png_get_bit_depth(png_, info_) * index{png_get_channels(png_, info_)};
    check_pixels(file_, header_.rows, header_.columns, limits, 1032 * 8 / bits);
    if (!choose_format())
      fail();
  }
  png_reader(const png_reader&) = delete;
  png_reader& operator=(const png_reader&) = delete;

  const picture_header& header() const { return header_; }
  void read(unsigned char* to) {
    if (!read_rows(to))
      fail();
  }
};

/// Encodes an 8-bit PNG in memory.
class png_writer {
  const picture_view& picture_;
  std::string& out_;
  png_failure failure_{};
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;

  static bool append(std::string& out, png_bytep from, std::size_t bytes) noexcept {
    try {
      out.append(reinterpret_cast<const char*>(from), bytes);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }
  static void put(png_structp png, png_bytep from, std::size_t bytes) {
    if (!append(static_cast<png_writer*>(png_get_io_ptr(png))->out_, from, bytes))
      png_error(png, "there is not enough memory");
  }
  static void flush(png_structp) {}

  bool write_all() {
    if (setjmp(png_jmpbuf(png_)) != 0)
      return false;
    png_set_write_fn(png_, this, put, flush);
    png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    const int color = picture_.channels == 1   ? PNG_COLOR_TYPE_GRAY
                      : picture_.channels == 3 ? PNG_COLOR_TYPE_RGB
                                               : PNG_COLOR_TYPE_RGB_ALPHA;
    png_set_IHDR(png_, info_, static_cast<png_uint_32>(picture_.columns),
                 static_cast<png_uint_32>(picture_.rows), 8, color, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png_, info_);
    for (index y = 0; y < picture_.rows; ++y)
      png_write_row(png_, picture_.row(y));
    png_write_end(png_, nullptr);
    return true;
  }
  struct destroys {
    png_writer& w;
    ~destroys() { png_destroy_write_struct(&w.png_, &w.info_); }
  };
  destroys destroys_{*this};

public:
  png_writer(const picture_view& picture, std::string& out) : picture_(picture), out_(out) {}
  png_writer(const png_writer&) = delete;
  png_writer& operator=(const png_writer&) = delete;

  void write(const std::string& name) {
    png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, &failure_, png_failure::stop,
                                   png_failure::ignore);
    info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    if (info_ == nullptr || !write_all())
      failure_.raise_for(name, "the PNG file cannot be written");
  }
};

inline std::string encode_png(const picture_view& p, const std::string& name) {
  std::string out;
  png_writer(p, out).write(name);
  return out;
}

} // namespace stria::detail
