// SPDX-License-Identifier: BSL-1.0
// photo.cpp: a photograph, and what becomes of it by subscripts, as PNG files and as a table.
// usage: photo picture folder
#include "picture_io.hpp"

#include <chrono>
#include <cstdio>
#include <exception>
#include <utility>

namespace photo {

// A step's result and its time in ms: the best of five runs, as the first ones also pay for memory
// that the process did not have before.
auto best_of_five(auto step, const picture& p) {
  using clock = std::chrono::steady_clock;
  decltype(step(p)) result;
  double ms = 1e9;
  for (int run = 0; run < 5; ++run) {
    const auto start = clock::now();
    result = step(p);
    const std::chrono::duration<double, std::milli> taken = clock::now() - start;
    ms = std::min(ms, taken.count());
  }
  return std::pair{std::move(result), ms};
}

// A subscript as NumPy writes it: numpy("p", range(_, 9), newaxis) is p[:9, None].
template <class... Items> std::string numpy(const char* name, const Items&... items) {
  return std::string(name) + '[' + to_string(encode(items...)) + ']';
}

std::string text_of_shape(const auto& p) {
  std::string text;
  for (index n : p.shape()) {
    text += text.empty() ? "" : "x";
    text += std::to_string(n);
  }
  return text;
}

// Takes the steps one by one: each becomes a line of the table, a file and a cell of the sheet.
class gallery {
  const picture& photograph_;
  std::filesystem::path folder_;
  contact_sheet sheet_;
  int count_ = 0;
  double total_ms_ = 0;

public:
  gallery(const picture& photograph, index steps, const std::filesystem::path& folder)
      : photograph_(photograph), folder_(folder), sheet_(photograph, steps) {
    std::printf("   %-12s  %-46s  %-36s  %-9s  %6s\n", "step", "stria", "NumPy", "shape", "ms");
  }

  void show(const std::string& step, const char* stria, const std::string& numpy, auto function) {
    const auto [result, ms] = best_of_five(function, photograph_);
    const std::string number = std::to_string(100 + ++count_).substr(1); // 01 to 16
    std::printf("%s %-12s  %-46s  %-36s  %-9s  %6.2f\n", number.c_str(), step.c_str(), stria,
                numpy.c_str(), text_of_shape(result).c_str(), ms);
    save(result, folder_ / (number + "-" + step + ".png"));
    sheet_.add(result);
    total_ms_ += ms;
  }

  void finish() const {
    save(sheet_.sheet(), folder_ / "contact-sheet.png");
    std::printf("\n%d steps in %.0f ms\n%s: contact-sheet.png and a PNG file of each step\n",
                count_, total_ms_, folder_.string().c_str());
  }
};

void run(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const picture p = load(file);
  if (std::min(p.extent(0), p.extent(1)) < 64)
    throw value_error(file.string() + " is too small: 64 rows and 64 columns are the least");
  std::filesystem::create_directories(folder);
  std::printf("%s: tensor<float, height, width, 3> p(%td, %td)\n\n",
              file.filename().string().c_str(), p.extent(0), p.extent(1));

  const index n = p.extent(0) / 2, h = (p.extent(0) + 1) / 2, d = 16;
  gallery g(p, 16, folder);

  g.show("photograph", "p", "p", [](const picture& q) { return q; });
  g.show("crop", "p[range(20, 340), range(45, 370)]", numpy("p", range(20, 340), range(45, 370)),
         crop);
  g.show("mirror", "p[_, rev()]", numpy("p", _, rev()), mirror);
  g.show("halve", "p[range(_, _, _2), range(_, _, _2)]",
         numpy("p", range(_, _, _2), range(_, _, _2)), halve);
  g.show("colours", "p[ellipsis, rev()]", numpy("p", ellipsis, rev()), swap_colours);

  g.show("kaleidoscope", "k[range(h, _)] = k[rev(h - 1, _)]",
         numpy("k", range(h, _)) + " = " + numpy("k", rev(h - 1, _)), kaleidoscope);
  g.show("lake", "p[range(-n, _)] = p[rev(n - 1, _)] * water",
         numpy("p", range(-n, _)) + " = " + numpy("p", rev(n - 1, _)) + " * water", lake);
  g.show("ghost", "p[_, range(d, _), _0] = p[_, range(_, -d), _0]",
         numpy("p", _, range(d, _), _0) + " = " + numpy("p", _, range(_, -d), _0), ghost);
  g.show("sensor", "s[odd, even, _1] = p[odd, even, _1]",
         numpy("s", odd, even, _1) + " = " + numpy("p", odd, even, _1), sensor);

  g.show("grey", "0.299f * p[ellipsis, _0] + ...", "0.299 * " + numpy("p", ellipsis, _0) + " + ...",
         grey);
  g.show("normalise", "p - mean(p, _0, _1, keepdims)", "p - p.mean((0, 1), keepdims=True)",
         normalise);
  g.show("blur", "p[inside] = (p[before] + ...",
         numpy("p", inside) + " = (" + numpy("p", before) + " + ...", blur);
  g.show("edges", "g[_, after] - g[_, before]",
         numpy("g", _, after) + " - " + numpy("g", _, before), edges);

  g.show("vignette", "p * down[_, newaxis, newaxis] * ...",
         "p * " + numpy("down", _, newaxis, newaxis) + " * ...", vignette);
  g.show("night", "where(g[_, _, newaxis] > 0.65f, p * dark, p)",
         "np.where(" + numpy("g", _, _, newaxis) + " > 0.65, ...)", night);
  g.show("viewfinder", "p[nd(at)] = broadcast_to(colour, ...", "p[tuple(at.T)] = colour",
         viewfinder);
  g.finish();
}

} // namespace photo

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: photo picture folder\n", stderr);
    return 2;
  }
  try {
    photo::run(arguments[1], arguments[2]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "photo: %s\n", e.what());
    return 1;
  }
}
