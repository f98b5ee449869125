// SPDX-License-Identifier: BSL-1.0
// chunks.cpp: writes a year of measurements to an HDF5 file and computes with them, although they
// need not fit into memory: statements over files run tile by tile. usage: chunks file
#include <stria/stria.hpp>

#include <stria/io/hdf5.hpp>
#include <stria/io/tiles.hpp>
#include <stria/show/progress.hpp>

#include <cstdio>
#include <exception>
#include <ranges>
#include <string>

namespace chunks {

using namespace stria;

constexpr index_t days = 365, minutes = 24 * 60, stations = 20;

// The data set is compressed. Each chunk has the minutes of five days.
void write(const std::string& path) {
  const auto file = hdf5::open(path, hdf5::mode::replace);
  const auto data = hdf5::create<float>(file, "weather/temperature", {days, minutes, stations},
                                        {.chunks = {5, minutes, stations}, .deflate = 1});
  data.set_attribute("unit", "degrees Celsius");
  random::generator rng(1);
  for (const index_t day : progress(std::views::iota(index_t{0}, days), "write", {.keep = false})) {
    const auto noise = random::integers<int>(rng, -4, 5, minutes, stations);
    const float warmth =
        day < days / 2 ? 0.125F * static_cast<float>(day) : 0.125F * static_cast<float>(days - day);
    data[day] = warmth + 0.25F * cast<float>(noise);
  }
}

void read(const std::string& path) {
  // The array has 40 MiB.
  files::budget(8_MiB);
  const auto data = files::open<float, dyn, minutes, stations>(path + ":weather/temperature");

  // Each chunk is read once for each of these two lines.
  std::printf("mean %.2f\n", mean(cast<double>(data)));
  const tensor<float, stations> warmest = max(data, _0, _1);
  std::printf("warmest at station 0: %.2f\n", double{warmest[0]});

  // The differences from the mean day, as a new file.
  const std::string anomaly = path + ".npy";
  const auto difference = files::create<float>(anomaly, data.shape()) = data - mean(data, _0);
  std::printf("largest difference %.2f\n", double{max(abs(difference))});

  // Only these parts are read.
  const tensor<float, dyn, dyn> noons = data[range(_, _, 73), 12 * 60];
  std::printf("%td noons at %td stations\n", noons.extent(0), noons.extent(1));
  const double some_days = mean(data[tensor{10, 200, 10, 364}, range(0, 60), rev()]);
  std::printf("mean of the first hour of four days: %.2f\n", some_days);
}

} // namespace chunks

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: chunks file\n", stderr);
    return 2;
  }
  try {
    chunks::write(arguments[1]);
    chunks::read(arguments[1]);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "chunks: %s\n", e.what());
    return 1;
  }
}
