// SPDX-License-Identifier: BSL-1.0
// photo.cpp: processes a photograph with subscripts, writes PNG files and prints a table. With
// --device the steps are computed on a GPU. usage: photo [--device] picture folder
#include "picture_io.hpp"

#if defined(PHOTO_ON_DEVICES)
#include <stria/device.hpp>
#endif

#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <utility>

namespace photo {

// Returns the result on the host: copied if it is on a device, otherwise unchanged.
auto on_host(auto result) {
  if constexpr (requires { result.on(); })
    return to_host(result);
  else
    return result;
}

// The result of a step and its time in ms. The time is the shortest of five runs, because the first
// runs include the allocation of memory and, on a device, the compilation of kernels.
auto best_of_five(auto step, const auto& p) {
  using clock = std::chrono::steady_clock;
  std::optional<decltype(step(p))> result;
  double ms = 1e9;
  for (int run = 0; run < 5; ++run) {
    result.reset();
    const auto start = clock::now();
    result.emplace(step(p));
    if constexpr (requires { p.on(); })
      p.on().wait();
    const std::chrono::duration<double, std::milli> taken = clock::now() - start;
    ms = std::min(ms, taken.count());
  }
  return std::pair{on_host(*std::move(result)), ms};
}

// A subscript in NumPy notation: numpy("p", range(_, 9), newaxis) is p[:9, None].
template <class... Items> std::string numpy(const char* name, const Items&... items) {
  return std::string(name) + '[' + to_string(encode(items...)) + ']';
}

std::string text_of_shape(const auto& p) {
  std::string text;
  for (index_t n : p.shape()) {
    text += text.empty() ? "" : "x";
    text += std::to_string(n);
  }
  return text;
}

// Runs the steps one by one. Each step adds a line to the table, writes a file and fills a cell of
// the contact sheet.
template <class P> class gallery {
  const P& photograph_;
  std::filesystem::path folder_;
  contact_sheet sheet_;
  int count_ = 0;
  double total_ms_ = 0;

public:
  gallery(const P& photograph, index_t steps, const std::filesystem::path& folder)
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

// Wraps the function template of a step in a lambda, which can be passed as an argument and accepts
// pictures on the host and on a device.
#define STEP(name) [](const auto& q) { return name(q); }

void show_all(const auto& p, const std::filesystem::path& folder) {
  const index_t n = p.extent(0) / 2, h = (p.extent(0) + 1) / 2, d = 16;
  gallery g(p, 16, folder);

  g.show("photograph", "p", "p", [](const auto& q) { return q; });
  g.show("crop", "p[range(20, 340), range(45, 370)]", numpy("p", range(20, 340), range(45, 370)),
         STEP(crop));
  g.show("mirror", "p[_, rev()]", numpy("p", _, rev()), STEP(mirror));
  g.show("halve", "p[range(_, _, 2), range(_, _, 2)]", numpy("p", range(_, _, 2), range(_, _, 2)),
         STEP(halve));
  g.show("colours", "p[ellipsis, rev()]", numpy("p", ellipsis, rev()), STEP(swap_colours));

  g.show("kaleidoscope", "k[range(h, _)] = k[rev(h - 1, _)]",
         numpy("k", range(h, _)) + " = " + numpy("k", rev(h - 1, _)), STEP(kaleidoscope));
  g.show("lake", "p[range(-n, _)] = p[rev(n - 1, _)] * water",
         numpy("p", range(-n, _)) + " = " + numpy("p", rev(n - 1, _)) + " * water", STEP(lake));
  g.show("ghost", "p[_, range(d, _), _0] = p[_, range(_, -d), _0]",
         numpy("p", _, range(d, _), _0) + " = " + numpy("p", _, range(_, -d), _0), STEP(ghost));
  g.show("sensor", "s[odd, even, _1] = p[odd, even, _1]",
         numpy("s", odd, even, _1) + " = " + numpy("p", odd, even, _1), STEP(sensor));

  g.show("grey", "0.299f * p[ellipsis, _0] + ...", "0.299 * " + numpy("p", ellipsis, _0) + " + ...",
         STEP(grey));
  g.show("normalise", "p - mean(p, _0, _1, keepdims)", "p - p.mean((0, 1), keepdims=True)",
         STEP(normalise));
  g.show("blur", "p[inside] = (p[before] + ...",
         numpy("p", inside) + " = (" + numpy("p", before) + " + ...", STEP(blur));
  g.show("edges", "g[_, after] - g[_, before]",
         numpy("g", _, after) + " - " + numpy("g", _, before), STEP(edges));

  g.show("vignette", "p * down[_, newaxis, newaxis] * ...",
         "p * " + numpy("down", _, newaxis, newaxis) + " * ...", STEP(vignette));
  g.show("night", "where(g[_, _, newaxis] > 0.65f, p * dark, p)",
         "np.where(" + numpy("g", _, _, newaxis) + " > 0.65, ...)", STEP(night));
  g.show("viewfinder", "p[nd(at)] = broadcast_to(colour, ...", "p[tuple(at.T)] = colour",
         STEP(viewfinder));
  g.finish();
}

void run(bool on_device, const std::filesystem::path& file, const std::filesystem::path& folder) {
  const picture p = load(file);
  if (std::min(p.extent(0), p.extent(1)) < 64)
    throw value_error(file.string() + " is too small: 64 rows and 64 columns are the least");
  std::filesystem::create_directories(folder);
  std::printf("%s: tensor<float, height, width, 3> p(%td, %td)\n\n",
              file.filename().string().c_str(), p.extent(0), p.extent(1));

#if defined(PHOTO_ON_DEVICES)
  if (on_device)
    return show_all(to_device(p, default_device()), folder);
#else
  if (on_device)
    throw value_error("this program was built without devices");
#endif
  show_all(p, folder);
}

} // namespace photo

int main(int count, char** arguments) {
  const bool on_device = count > 1 && std::string(arguments[1]) == "--device";
  const int first = on_device ? 2 : 1;
  if (count != first + 2) {
    std::fputs("usage: photo [--device] picture folder\n", stderr);
    return 2;
  }
  try {
    photo::run(on_device, arguments[first], arguments[first + 1]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "photo: %s\n", e.what());
    return 1;
  }
}
