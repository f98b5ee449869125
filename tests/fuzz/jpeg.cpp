// SPDX-License-Identifier: BSL-1.0
// JPEG files, most of them damaged: load_image returns a picture or throws io_error. Files that
// stria wrote are read again.
#include "bytes.hpp"
#include "picture.hpp"

namespace {

using fuzz::index;
using fuzz::input;

struct question {
  std::string file;
  fuzz::lengths shape; // empty if the file may be wrong
  unsigned value = 0;  // the value of all samples
};

question made(input& in) {
  question q;
  const bool grey = in.byte() % 2 == 0;
  q.shape = {in.number(1, 40), in.number(1, 40), grey ? 1 : 3};
  q.value = in.byte();
  const auto n = static_cast<std::size_t>(q.shape[0] * q.shape[1] * q.shape[2]);
  const std::vector<unsigned char> samples(n, static_cast<unsigned char>(q.value));
  const int quality = static_cast<int>(in.number(1, 100));
  q.file = stria::detail::encode_jpeg({samples.data(), q.shape[0], q.shape[1], q.shape[2]}, quality,
                                      "x.jpg");
  const unsigned wrong = in.byte() % 5;
  for (unsigned k = 0; k < wrong; ++k)
    fuzz::spoil_bytes(in, q.file);
  if (wrong > 0)
    q.shape.clear();
  return q;
}

} // namespace

// Bytes that begin like a JPEG are used as a file; other bytes describe how to make a file and how
// to damage it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::watch_memory();
  static const test::scratch folder("fuzz_jpeg");
  static const std::string path = folder.file("x.jpg");
  input in(data, size);
  const question q = size > 0 && data[0] == 0xFF ? question{std::string(in.rest()), {}} : made(in);
  std::filesystem::remove(path); // some systems wait for the disk when a file is replaced
  test::write_bytes(path, q.file);
  const auto found = fuzz::look(path, q.file.size(), fuzz::most_pixels);
  if (!q.shape.empty()) {
    fuzz::require(found && found->shape == q.shape, "what was written",
                  [&] { return fuzz::listed(q.shape) + " and found " + text(found); });
    for (const double x : found->samples)
      fuzz::require(std::abs(x * 255 - q.value) <= 32, "values",
                    [&] { return std::to_string(q.value) + " and found " + text(found); });
  }
  return 0;
}
