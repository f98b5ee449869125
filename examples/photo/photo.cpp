// SPDX-License-Identifier: BSL-1.0
// photo.cpp: a photograph, and what becomes of it, as PNG files and as a table.
// usage: photo picture folder
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "picture_io.hpp"

#include <chrono>
#include <cstdio>
#include <exception>

namespace photo {

/// A subscript as NumPy writes it, brackets included.
template <class... Items> std::string numpy(const Items&... items) {
  return '[' + to_string(encode(items...)) + ']';
}

std::string shape_text(const auto& p) {
  std::string text;
  for (index n : p.shape())
    text += (text.empty() ? "" : " x ") + std::to_string(n);
  return text;
}

/// Runs the steps: each is timed, printed as a line of the table, saved, and put on the sheet.
class table {
  std::filesystem::path folder_;
  contact_sheet sheet_;
  int count_ = 0;
  double total_ = 0;

  static constexpr const char* format = "%-12s  %-48s  %-33s  %-13s  %6s\n";

public:
  table(const picture& photograph, const std::filesystem::path& folder)
      : folder_(folder), sheet_(photograph, 16) {
    std::printf(format, "step", "stria", "NumPy", "shape", "ms");
  }

  template <class Step>
  void show(const char* name, const char* cpp, const std::string& numpy, Step step) {
    using clock = std::chrono::steady_clock;
    // The first turn also pays for memory that the process has not had before.
    const auto result = (static_cast<void>(step()), step());
    double ms = 1e9;
    for (int i = 0; i < 5; ++i) {
      const auto start = clock::now();
      const auto again = step();
      ms = std::min(ms, std::chrono::duration<double, std::milli>(clock::now() - start).count());
    }
    total_ += ms;
    char number[16], time[16];
    std::snprintf(number, sizeof number, "%02d", ++count_);
    std::snprintf(time, sizeof time, "%.2f", ms);
    std::printf(format, name, cpp, numpy.c_str(), shape_text(result).c_str(), time);
    save(result, folder_ / (std::string(number) + '-' + name + ".png"));
    sheet_.add(result);
  }
};

} // namespace photo

int main() {}
