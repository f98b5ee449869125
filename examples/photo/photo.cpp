// SPDX-License-Identifier: BSL-1.0
// photo.cpp: a photograph, and what becomes of it by subscripts, as PNG files and as a table.
// usage: photo picture folder
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "picture_io.hpp"

#include <chrono>
#include <cstdio>
#include <exception>

namespace photo {

template <class Result> struct timed {
  Result result;
  double ms;
};

// The best of five runs: the first ones also pay for memory that the process did not have before.
auto best_of_five(auto step, const picture& p) {
  using clock = std::chrono::steady_clock;
  timed<decltype(step(p))> best{{}, 1e9};
  for (int run = 0; run < 5; ++run) {
    const auto start = clock::now();
    best.result = step(p);
    const std::chrono::duration<double, std::milli> taken = clock::now() - start;
    best.ms = std::min(best.ms, taken.count());
  }
  return best;
}

// A subscript as NumPy writes it: numpy("p", range(_, 9), newaxis) is p[:9, None].
template <class... Items> std::string numpy(const char* name, const Items&... items) {
  return std::string(name) + '[' + to_string(encode(items...)) + ']';
}

std::string text_of_shape(const auto& p) {
  std::string text;
  for (index n : p.shape())
    text += (text.empty() ? "" : "x") + std::to_string(n);
  return text;
}

// Takes the steps one by one: each becomes a line of the table, a file and a cell of the sheet.
class gallery {
  const picture& photograph_;
  std::filesystem::path folder_;
  contact_sheet sheet_;
  int count_ = 0;
  double total_ms_ = 0;

  static void print(const std::string& step, const char* stria, const std::string& numpy,
                    const std::string& shape, const char* ms) {
    std::printf("%-15s  %-46s  %-35s  %-9s  %6s\n", step.c_str(), stria, numpy.c_str(),
                shape.c_str(), ms);
  }

public:
  gallery(const picture& photograph, index steps, const std::filesystem::path& folder)
      : photograph_(photograph), folder_(folder), sheet_(photograph, steps) {
    print("step", "stria", "NumPy", "shape", "ms");
  }

  void show(const std::string& step, const char* stria, const std::string& numpy, auto function) {
    const auto [result, ms] = best_of_five(function, photograph_);
    char ms_text[32];
    std::snprintf(ms_text, sizeof ms_text, "%.2f", ms);
    print(step, stria, numpy, text_of_shape(result), ms_text);
    save(result, folder_ / (step + ".png"));
    sheet_.add(result);
    ++count_;
    total_ms_ += ms;
  }

  void finish() const {
    const auto sheet = folder_ / "contact-sheet.png";
    save(sheet_.sheet(), sheet);
    std::printf("\n%d steps in %.0f ms\n%s shows them side by side, a file each stands beside it\n",
                count_, total_ms_, sheet.string().c_str());
  }
};

void run(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const picture p = load(file);
  if (min(tensor{p.extent(0), p.extent(1)}) < 64)
    throw value_error(file.string() + " is too small: 64 rows and 64 columns are the least");
  std::filesystem::create_directories(folder);
  std::printf("%s: tensor<float, height, width, 3> p(%td, %td)\n\n",
              file.filename().string().c_str(), p.extent(0), p.extent(1));

  const index n = p.extent(0) / 2, h = (p.extent(0) + 1) / 2, d = 16;
  gallery g(p, 16, folder);

  g.show("01 photograph", "p", "p", [](const picture& q) { return q; });
  g.show("02 crop", "p[range(20, 340), range(45, 370)]", numpy("p", range(20, 340), range(45, 370)),
         crop);
  g.show("03 mirror", "p[_, rev()]", numpy("p", _, rev()), mirror);
  g.show("04 halve", "p[range(_, _, _2), range(_, _, _2)]",
         numpy("p", range(_, _, _2), range(_, _, _2)), halve);
  g.show("05 colours", "p[ellipsis, rev()]", numpy("p", ellipsis, rev()), swap_colours);

  g.show("06 kaleidoscope", "k[range(h, _)] = k[rev(h - 1, _)]",
         numpy("k", range(h, _)) + " = " + numpy("k", rev(h - 1, _)), kaleidoscope);
  g.show("07 lake", "p[range(-n, _)] = p[rev(n - 1, _)] * water",
         numpy("p", range(-n, _)) + " = " + numpy("p", rev(n - 1, _)) + " * water", lake);
  g.show("08 ghost", "p[_, range(d, _), _0] = p[_, range(_, -d), _0]",
         numpy("p", _, range(d, _), _0) + " = " + numpy("p", _, range(_, -d), _0), ghost);
  g.show("09 sensor", "s[odd, even, _1] = p[odd, even, _1]",
         numpy("s", odd, even, _1) + " = " + numpy("p", odd, even, _1), sensor);

  g.show("10 grey", "0.299f * p[ellipsis, _0] + ...", "0.299 * " + numpy("p", ellipsis, _0) + " + ...",
         grey);
  g.show("11 normalise", "p - mean(p, _0, _1, keepdims)", "p - p.mean((0, 1), keepdims=True)",
         normalise);
  g.show("12 blur", "p[inside] = (p[before] + ...",
         numpy("p", inside) + " = (" + numpy("p", before) + " + ...", blur);
  g.show("13 edges", "g[_, after] - g[_, before]",
         numpy("g", _, after) + " - " + numpy("g", _, before), edges);

  g.show("14 vignette", "p * down[_, newaxis, newaxis] * ...",
         "p * " + numpy("down", _, newaxis, newaxis) + " * ...", vignette);
  g.show("15 night", "where(g[_, _, newaxis] > 0.65f, p * dark, p)",
         "np.where(" + numpy("g", _, _, newaxis) + " > 0.65, ...)", night);
  g.show("16 viewfinder", "p[nd(line(from, to))] = colour", "p[tuple(line(from, to).T)] = colour",
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
