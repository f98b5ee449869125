// SPDX-License-Identifier: BSL-1.0
// picture_io.hpp: pictures from and to files, by way of stb.
#pragma once

#include "steps.hpp"

#include <stb_image.h>
#include <stb_image_write.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace photo {

/// A JPEG, PNG or whatever else stb_image reads. `io_error` with the reason where it does not.
inline picture load(const std::filesystem::path& file) {
  int h = 0, w = 0, channels_in_file = 0;
  const std::unique_ptr<stbi_uc[], void (*)(void*)> pixels(
      stbi_load(file.string().c_str(), &w, &h, &channels_in_file, 3), stbi_image_free);
  if (!pixels)
    throw io_error(file.string() + " cannot be read: " + stbi_failure_reason());
  const std::span bytes(pixels.get(),
                        static_cast<std::size_t>(h) * static_cast<std::size_t>(w) * 3);
  return reshape(as_tensor(bytes), h, w, 3) / 255.f;
}

/// Brightness 0 to 1 as bytes, what lies outside cut off. NumPy:
/// `np.round(np.clip(p, 0, 1) * 255).astype(np.uint8)`.
inline auto to_bytes(const auto& p) {
  return eval(cast<std::uint8_t>(round(clip(p, 0.f, 1.f) * 255.f)));
}

/// A PNG, in colour or, of a plane, grey. `io_error` where it cannot be written.
inline void save(const auto& p, const std::filesystem::path& file) {
  const auto bytes = to_bytes(p);
  const int channels = bytes.rank == 2 ? 1 : 3;
  if (!stbi_write_png(file.string().c_str(), static_cast<int>(bytes.extent(1)),
                      static_cast<int>(bytes.extent(0)), channels, bytes.data(), 0))
    throw io_error(file.string() + " cannot be written");
}

} // namespace photo
