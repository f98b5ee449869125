// SPDX-License-Identifier: BSL-1.0
// fuzz/picture.hpp: loads the bytes of a picture as several types, whose results must agree.
#pragma once

#include "../io/files.hpp"
#include "input.hpp"
#include "memory.hpp"

#include <stria/io/image.hpp>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace fuzz {

/// Samples in row-major order, from 0 to 1.
struct picture {
  lengths shape; // rows, columns, channels
  std::vector<double> samples;
  friend bool operator==(const picture&, const picture&) = default;
};

inline std::string text(const std::optional<picture>& p) {
  return p ? listed(p->shape) + ": " + listed(p->samples) : "io_error";
}

inline constexpr index most_pixels = 1 << 16;

/// A tensor, or the error that was thrown.
template <class Tensor> struct outcome {
  std::optional<Tensor> value{};
  std::string text{};
  bool is_io = false;
};

template <class Load> auto attempt(const std::string& path, Load load) {
  outcome<decltype(load())> o;
  try {
    o.value = load();
  } catch (const stria::io_error& e) {
    o.text = e.what();
    o.is_io = true;
  } catch (const stria::shape_error& e) {
    o.text = e.what();
  }
  require(o.value || o.text.contains(path), "an error that does not name the file",
          [&] { return o.text; });
  return o;
}

/// The picture in a file of `bytes` bytes; nothing for io_error. Checks that the results of several
/// element types and shapes agree, and that no block of memory is larger than the pixels can need,
/// with at most `most_per_byte` pixels for each byte of the file.
inline std::optional<picture> look(const std::string& path, std::size_t bytes,
                                   index most_per_byte) {
  using namespace stria;
  const image_limits limits{.max_pixels = most_pixels};
  largest_block = 0;
  const auto u = attempt(path, [&] { return load_image(path, limits); });
  const auto d = attempt(path, [&] { return load_image<double>(path, limits); });
  const auto grey = attempt(path, [&] { return load_image<std::uint8_t, dyn, dyn>(path, limits); });
  const auto pixels =
      static_cast<std::size_t>(std::min(most_pixels, static_cast<index>(bytes) * most_per_byte));
  constexpr std::size_t buffers = 1 << 20;
  require(largest_block <= std::max(pixels * 4 * sizeof(double), bytes) + buffers, "memory", [&] {
    return std::to_string(largest_block) + " bytes for a file of " + std::to_string(bytes);
  });
  require(u.text == d.text, "the result depends on the type",
          [&] { return u.text + " and " + d.text; });
  if (!u.value) {
    require(u.is_io && !grey.value, "an error other than io_error",
            [&] { return u.text + " and " + grey.text; });
    return {};
  }
  const auto shape = u.value->shape();
  picture p{{shape.begin(), shape.end()}, {}};
  const std::size_t n = u.value->storage().size();
  const index channels = p.shape[2];
  require((channels == 1 || channels == 3 || channels == 4) && p.shape[0] > 0 && p.shape[1] > 0 &&
              n == static_cast<std::size_t>(p.shape[0] * p.shape[1] * channels) &&
              d.value->shape() == shape && d.value->storage().size() == n,
          "shape", [&] { return listed(p.shape); });
  for (std::size_t k = 0; k < n; ++k) {
    const double x = d.value->data()[k];
    require(x >= 0 && x <= 1 && std::lround(x * 255) == u.value->data()[k], "samples", [&] {
      return std::to_string(x) + " and " + std::to_string(u.value->data()[k]) + " at " +
             std::to_string(k);
    });
    p.samples.push_back(x);
  }
  require(channels == 1
              ? grey.value && std::ranges::equal(grey.value->storage(), u.value->storage())
              : !grey.value && !grey.is_io,
          "as grey", [&] { return text(p) + '\n' + grey.text; });
  return p;
}

} // namespace fuzz
