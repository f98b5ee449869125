// SPDX-License-Identifier: BSL-1.0
// picture_io.hpp: pictures from and to files.
#pragma once

#include "steps.hpp"

#include <stria/io/image.hpp>

#include <filesystem>

namespace photo {

/// A PNG, JPEG, PPM or PGM in colour: grey becomes three equal channels, an alpha channel is left
/// out. `io_error` with the reason where it cannot be read.
inline picture load(const std::filesystem::path& file) {
  const auto p = load_image<float>(file.string());
  if (p.extent(2) < 3)
    return p[_, _, range(0, 1)] * ones<float>(3);
  return p[_, _, range(_, _3)];
}

/// A PNG, in colour or, of a plane, grey; what lies outside of 0 and 1 is cut off. `io_error` where
/// it cannot be written.
inline void save(const auto& p, const std::filesystem::path& file) { save_image(file.string(), p); }

} // namespace photo
