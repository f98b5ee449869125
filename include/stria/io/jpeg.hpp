// SPDX-License-Identifier: BSL-1.0
// io/jpeg.hpp: reads and writes JPEG files with libjpeg. Tests: tests/io/image.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/picture.hpp>

#include <cstdio>

#include <jpeglib.h>

#include <jerror.h>

#include <csetjmp>
#include <cstdlib>
#include <string>
#include <utility>

// libjpeg reports errors with longjmp. Therefore no object that is made here between setjmp and the
// jump needs a destructor, and all values that are read after the jump are members.

namespace stria::detail {

/// The error handler for libjpeg. It leaves libjpeg by longjmp after errors and most warnings.
struct jpeg_failure : jpeg_error_mgr {
  std::jmp_buf jump{};
  char text[JMSG_LENGTH_MAX]{};

  jpeg_failure() : jpeg_error_mgr{} {
    jpeg_std_error(this);
    error_exit = [](j_common_ptr c) { of(c)->leave(c); };
    emit_message = [](j_common_ptr c, int level) {
      // These warnings do not affect pixels.
      const int code = c->err->msg_code;
      if (level < 0 && code != JWRN_EXTRANEOUS_DATA && code != JWRN_JFIF_MAJOR &&
          code != JWRN_ADOBE_XFORM)
        of(c)->leave(c);
    };
    output_message = [](j_common_ptr) {};
  }
  static jpeg_failure* of(j_common_ptr c) { return static_cast<jpeg_failure*>(c->err); }
  [[noreturn]] void leave(j_common_ptr c) {
    format_message(c, text);
    std::longjmp(jump, 1);
  }
  [[noreturn]] void raise_for(const std::string& name, const char* what) const {
    raise<io_error>(say_file(name) << what << ": " << static_cast<const char*>(text));
  }
};

/// Reads a grey or RGB JPEG. An orientation recorded by a camera is not applied. Damaged data raise
/// io_error; libjpeg itself would only warn and replace them with other pixels.
class jpeg_reader {
  const picture_bytes& file_;
  jpeg_failure failure_{};
  jpeg_progress_mgr progress_{};
  jpeg_decompress_struct jpeg_{};
  picture_header header_{};

  // Raises an error if there are too many scans: a small file with very many scans would take very
  // long to decode.
  static void count_scans(j_common_ptr c) {
    constexpr int most_scans = 500;
    jpeg_failure* const failure = jpeg_failure::of(c);
    if (reinterpret_cast<j_decompress_ptr>(c)->input_scan_number > most_scans) {
      constexpr std::string_view why = "it has more than 500 scans";
      *std::copy(why.begin(), why.end(), failure->text) = '\0';
      std::longjmp(failure->jump, 1);
    }
  }
  bool read_header() {
    if (setjmp(failure_.jump) != 0)
      return false;
    jpeg_create_decompress(&jpeg_);
    progress_.progress_monitor = count_scans;
    jpeg_.progress = &progress_;
    jpeg_mem_src(&jpeg_, file_.bytes.get(), static_cast<unsigned long>(file_.size));
    static_cast<void>(jpeg_read_header(&jpeg_, TRUE));
    return true;
  }
  bool read_rows(unsigned char* to) {
    if (setjmp(failure_.jump) != 0)
      return false;
    static_cast<void>(jpeg_start_decompress(&jpeg_));
    while (jpeg_.output_scanline < jpeg_.output_height) {
      JSAMPROW row = to + jpeg_.output_scanline * header_.row_bytes();
      static_cast<void>(jpeg_read_scanlines(&jpeg_, &row, 1));
    }
    static_cast<void>(jpeg_finish_decompress(&jpeg_));
    return true;
  }

  [[noreturn]] void fail() const { failure_.raise_for(file_.name, "the JPEG file cannot be read"); }
  struct destroys {
    jpeg_decompress_struct& jpeg;
    ~destroys() { jpeg_destroy_decompress(&jpeg); }
  };
  destroys destroys_{jpeg_};

public:
  static bool reads(const picture_bytes& file) { return file.starts_with("\xff\xd8\xff"); }

  jpeg_reader(const picture_bytes& file, const image_limits& limits) : file_(file) {
    jpeg_.err = &failure_;
    if (!read_header())
      fail();
    header_.rows = jpeg_.image_height;
    header_.columns = jpeg_.image_width;
    const bool grey = jpeg_.jpeg_color_space == JCS_GRAYSCALE;
    if (!grey && jpeg_.jpeg_color_space != JCS_YCbCr && jpeg_.jpeg_color_space != JCS_RGB)
      raise<io_error>(say_file(file_.name) << "the JPEG file is neither grey nor RGB; it has "
                                           << jpeg_.num_components << " components");
    header_.channels = grey ? 1 : 3;
    jpeg_.out_color_space = grey ? JCS_GRAYSCALE : JCS_RGB;
    // A block of 8 x 8 samples needs at least one bit, and with any subsampling there is at least
    // one block per 256 pixels. With arithmetic coding, a block can be shorter than a bit.
    check_pixels(file_, header_.rows, header_.columns, limits, jpeg_.arith_code ? 1 << 20 : 2048);
  }
  jpeg_reader(const jpeg_reader&) = delete;
  jpeg_reader& operator=(const jpeg_reader&) = delete;

  const picture_header& header() const { return header_; }
  void read(unsigned char* to) {
    if (!read_rows(to))
      fail();
  }
};

/// Appends what libjpeg writes to a string. jpeg_mem_dest() is not used: after an error, the
/// pointer that it returns may refer to freed memory.
struct jpeg_output : jpeg_destination_mgr {
  std::string text{};
  unsigned char block[1 << 14];

  jpeg_output() : jpeg_destination_mgr{} {
    init_destination = [](j_compress_ptr c) { of(c)->begin(); };
    empty_output_buffer = [](j_compress_ptr c) -> boolean {
      put(c, sizeof block);
      of(c)->begin();
      return TRUE;
    };
    term_destination = [](j_compress_ptr c) { put(c, sizeof block - of(c)->free_in_buffer); };
  }

private:
  static jpeg_output* of(j_compress_ptr c) { return static_cast<jpeg_output*>(c->dest); }
  void begin() {
    next_output_byte = block;
    free_in_buffer = sizeof block;
  }
  bool append(std::size_t bytes) noexcept {
    try {
      text.append(reinterpret_cast<const char*>(block), bytes);
      return true;
    } catch (...) {
      return false;
    }
  }
  static void put(j_compress_ptr c, std::size_t bytes) {
    if (!of(c)->append(bytes))
      ERREXIT1(c, JERR_OUT_OF_MEMORY, 0);
  }
};

/// Encodes a JPEG in memory.
class jpeg_writer {
  const picture_view& picture_;
  int quality_;
  jpeg_failure failure_{};
  jpeg_compress_struct jpeg_{};
  jpeg_output output_{};

  bool write_all() {
    if (setjmp(failure_.jump) != 0)
      return false;
    jpeg_create_compress(&jpeg_);
    jpeg_.dest = &output_;
    jpeg_.image_width = static_cast<JDIMENSION>(picture_.columns);
    jpeg_.image_height = static_cast<JDIMENSION>(picture_.rows);
    jpeg_.input_components = static_cast<int>(picture_.channels);
    jpeg_.in_color_space = picture_.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg_);
    jpeg_set_quality(&jpeg_, quality_, TRUE);
    jpeg_start_compress(&jpeg_, TRUE);
    while (jpeg_.next_scanline < jpeg_.image_height) {
      // libjpeg does not write to the rows, but its interface requires pointers to non-const.
      JSAMPROW row = const_cast<JSAMPROW>(picture_.row(jpeg_.next_scanline));
      static_cast<void>(jpeg_write_scanlines(&jpeg_, &row, 1));
    }
    jpeg_finish_compress(&jpeg_);
    return true;
  }

public:
  jpeg_writer(const picture_view& picture, int quality) : picture_(picture), quality_(quality) {
    jpeg_.err = &failure_;
  }
  jpeg_writer(const jpeg_writer&) = delete;
  jpeg_writer& operator=(const jpeg_writer&) = delete;
  ~jpeg_writer() { jpeg_destroy_compress(&jpeg_); }

  std::string write(const std::string& name) {
    if (!write_all())
      failure_.raise_for(name, "the JPEG file cannot be written");
    return std::move(output_.text);
  }
};

inline std::string encode_jpeg(const picture_view& p, int quality, const std::string& name) {
  return jpeg_writer(p, quality).write(name);
}

} // namespace stria::detail
