// SPDX-License-Identifier: BSL-1.0
// picture_io.hpp: reading and writing pictures.
#pragma once

#include "steps.hpp"

#include <stria/io/image.hpp>

#include <filesystem>

namespace photo {

/// Reads a PNG, JPEG, PPM or PGM in colour: grey becomes three equal channels, an alpha channel is
/// dropped. Throws `io_error` with the reason if it cannot be read.
inline picture load(const std::filesystem::path& file) {
  const auto p = load_image<float>(file.string());
  if (p.extent(2) < 3)
    return p[_, _, range(0, 1)] * ones<float>(3);
  return p[_, _, range(_, _3)];
}

/// Writes a PNG in colour or, for a plane, in grey; values are clamped to the interval from 0 to 1.
/// Throws `io_error` if it cannot be written.
inline void save(const auto& p, const std::filesystem::path& file) { save_image(file.string(), p); }

} // namespace photo
