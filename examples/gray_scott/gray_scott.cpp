// SPDX-License-Identifier: BSL-1.0
// gray_scott.cpp: an animation of two substances that react and diffuse (the Gray-Scott model),
// with one PNG file per frame. The same templates compute on the host and, with --device, on a GPU.
// usage: gray_scott [--device] folder [size] [steps per frame]
#include <stria/device.hpp>
#include <stria/io/image.hpp>
#include <stria/show/colormap.hpp>
#include <stria/stria.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>

namespace gray_scott {

using namespace stria;

constexpr float du = 0.16f, dv = 0.08f, feed = 0.037f, kill = 0.06f;

// The sum of the four neighbours minus four times the element, for all elements except the border.
auto laplacian(const auto& f) {
  const auto m = range(1, -1);
  return f[range(_, -2), m] + f[range(2, _), m] + f[m, range(_, -2)] + f[m, range(2, _)] -
         4.f * f[m, m];
}

// The substances, as tensors on the host or on a device. The border does not change.
template <class Tensor> class reaction {
  Tensor u_, v_, next_u_, next_v_;

public:
  reaction(Tensor u, Tensor v) : u_(u), v_(v), next_u_(std::move(u)), next_v_(std::move(v)) {}

  const Tensor& v() const { return v_; }

  // On a device, each of the two statements is one kernel.
  void advance() {
    const auto m = range(1, -1);
    const auto u = u_[m, m], v = v_[m, m];
    const auto rate = u * v * v;
    next_u_[m, m] = u + du * laplacian(u_) - rate + feed * (1.f - u);
    next_v_[m, m] = v + dv * laplacian(v_) + rate - (feed + kill) * v;
    std::swap(u_, next_u_);
    std::swap(v_, next_v_);
  }
};

using matrix = dtensor<float, 2>;

// The values as a tensor on the host, for a picture.
const matrix& on_host(const matrix& t) { return t; }
matrix on_host(const device_tensor<float, dyn, dyn>& t) { return to_host(t); }

template <class Tensor>
void animate(reaction<Tensor> substances, int steps, const std::filesystem::path& folder) {
  constexpr int frames = 6;
  for (int frame = 0; frame < frames; ++frame) {
    if (frame > 0)
      for (int step = 0; step < steps; ++step)
        substances.advance();
    const matrix& v = on_host(substances.v());
    const std::string name = "frame" + std::to_string(frame) + ".png";
    save_image((folder / name).string(), colormap(v, inferno, {.low = 0., .high = 0.4}));
    // A reduction over all axes returns a number to the host, even if the elements are on a device.
    const double covered = 100. * mean(substances.v() > 0.1f);
    std::printf("%s: step %4d, v up to %.2f, above 0.1 in %4.1f %%\n", name.c_str(), frame * steps,
                static_cast<double>(max(substances.v())), covered);
  }
}

void run(bool on_device, const std::filesystem::path& folder, index_t n, int steps) {
  if (n < 16 || steps < 1)
    throw value_error("the size is at least 16, and a frame has at least one step");
  std::filesystem::create_directories(folder);

  matrix u = ones<float>(n, n), v = zeros<float>(n, n);
  for (const auto& [y, x] : {std::pair{n * 9 / 16, n / 2}, std::pair{n * 3 / 8, n * 2 / 5}}) {
    const auto rows = range(y - n / 16, y + n / 16), columns = range(x - n / 12, x + n / 12);
    u[rows, columns] = 0.5f;
    v[rows, columns] = 0.25f;
  }
  if (on_device) {
    const device d = default_device();
    animate(reaction(to_device(u, d), to_device(v, d)), steps, folder);
  } else {
    animate(reaction(std::move(u), std::move(v)), steps, folder);
  }
}

} // namespace gray_scott

int main(int count, char** arguments) {
  const bool on_device = count > 1 && std::string(arguments[1]) == "--device";
  const int first = on_device ? 2 : 1;
  if (count <= first || count > first + 3) {
    std::fputs("usage: gray_scott [--device] folder [size] [steps per frame]\n", stderr);
    return 2;
  }
  try {
    const auto number = [&](int k, int otherwise) {
      return k < count ? std::atoi(arguments[k]) : otherwise;
    };
    gray_scott::run(on_device, arguments[first], number(first + 1, 128), number(first + 2, 300));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "gray_scott: %s\n", e.what());
    return 1;
  }
}
