// SPDX-License-Identifier: BSL-1.0
// attention.cpp: runs the block on a small input and compares the results with those of NumPy.
// usage: attention [picture.svg]
#include "attention.hpp"
#include "expected.hpp"

#include <stria/show/heatmap.hpp>

#include <cstdio>
#include <span>

namespace attention {

// The same multiples of 1/16 as in expected.py, so that both programs begin with equal numbers.
template <class... Sizes> auto table(index_t seed, Sizes... sizes) {
  return from_function<float>(
      [seed](auto... at) {
        index_t i = seed;
        ((i = i * 5 + at * 7 + 3), ...);
        return static_cast<float>(i % 31 - 15) / 16;
      },
      sizes...);
}

/// The largest difference between elements at the same position; infinite if the sizes differ.
float largest_difference(std::span<const float> found, std::span<const float> expected) {
  if (found.size() != expected.size())
    return std::numeric_limits<float>::infinity();
  float worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const float d = std::abs(found[i] - expected[i]);
    worst = d <= worst ? worst : d; // if d is NaN, so is the result
  }
  return worst;
}

} // namespace attention

int main(int count, char** arguments) {
  using namespace attention;
  const index_t b = 2, t = 5, m = 12;
  const sequences x = table(1, b, t, m);
  const weights w{table(2, m, m), table(3, m, m),  table(4, m, m),
                  table(5, m, m), 1 + table(6, m), table(7, m)};
  const result r = block(x, w);

  std::printf("what each of %td tokens looks at, sequence 0, head 0\n", t);
  for (index_t row = 0; row < t; ++row) {
    for (index_t column = 0; column <= row; ++column)
      std::printf(" %.3f", static_cast<double>(r.attention[0, 0, row, column]));
    std::printf("\n");
  }
  if (count > 1)
    save_heatmap(arguments[1], r.attention[0, 0],
                 {.title = "which token looks at which", .low = 0});

  const float output = largest_difference(r.output.storage(), expected::output);
  const float looks = largest_difference(r.attention.storage(), expected::attention);
  std::printf("\n%td outputs and %td weights; largest differences from NumPy's: %.1e, %.1e\n",
              r.output.size(), r.attention.size(), static_cast<double>(output),
              static_cast<double>(looks));
  const bool good = output < 1e-5f && looks < 1e-6f;
  if (!good)
    std::fputs("attention: these are not NumPy's values\n", stderr);
  return good ? 0 : 1;
}
