// SPDX-License-Identifier: BSL-1.0
// digits.cpp: classifies 1797 hand-written digits, first with labels and then without.
// usage: digits folder
// The folder contains digits_images.npy and digits_labels.npy.
#include <stria/grad.hpp>
#include <stria/stria.hpp>

#include <stria/io/npy.hpp>
#include <stria/show/progress.hpp>

#include <cstdio>
#include <exception>
#include <ranges>
#include <string>

namespace digits {

using namespace stria;

// Pictures as rows. The axes have names, so code that mixes the rows of a batch with all rows does
// not compile.
inline constexpr dim samples{"samples"}, batch{"batch"};
constexpr index_t pixels = 8 * 8, names = 10, clusters = 10;

struct data {
  tensor<float, samples, pixels> x;
  tensor<index_t, samples> y;

  // The samples at these positions.
  data at(const auto& places) const { return {x[places], y[places]}; }
};

data load(const std::string& folder) {
  const auto images = load_npy_as<float, samples, 8, 8>(folder + "/digits_images.npy");
  return {reshape(images, -1, 64_c) / 16.f,
          load_npy_as<index_t, samples>(folder + "/digits_labels.npy")};
}

// --- Softmax regression --------------------------------------------------------------------------

// The mean of -log(p) of the correct labels.
auto cross_entropy(const auto& w, const auto& b, const auto& x, const auto& y) {
  const auto s = let(matmul(x, w) + b);
  return mean(logsumexp(s, _1) - s[arange(s.extent(0)), y]);
}

struct model {
  tensor<float, pixels, names> w{};
  tensor<float, names> b{};

  double accuracy(const data& d) const {
    return mean(argmax(matmul(d.x, w) + b, _1) == d.y); // np.mean(np.argmax(s, 1) == y)
  }
  double loss(const data& d) const { return cross_entropy(w, b, d.x, d.y); }

  void step(const tensor<float, batch, pixels>& x, const tensor<index_t, batch>& y, float rate) {
    const auto [dw, db] = grad(
        [&](const auto& weights, const auto& bias) { return cross_entropy(weights, bias, x, y); },
        w, b);
    w -= rate * (dw + 1e-3f * w);
    b -= rate * db;
  }
};

// Returns the fraction of test digits that are classified correctly after training.
double learn(const data& all, random::generator& rng) {
  const index_t n = all.y.extent(0), split = n * 4 / 5;
  const auto order = random::permutation(rng, n);
  data train = all.at(order[range(_, split)]), test = all.at(order[range(split, _)]);

  // Each pixel is scaled to the mean 0 and the standard deviation 1. Pixels at the border are white
  // in all samples, so their deviation is 0.
  const tensor<float, pixels> centre = mean(train.x, _0), deviation = std_dev(train.x, _0);
  const tensor<float, pixels> scale = where(deviation > 0.f, deviation, 1.f);
  train.x = (train.x - centre) / scale;
  test.x = (test.x - centre) / scale;

  model m;
  std::printf("epoch   loss  train   test\n");
  for (int epoch = 1; epoch <= 10; ++epoch) {
    const auto shuffled = random::permutation(rng, split);
    const auto batches = std::views::iota(index_t{0}, (split + 31) / 32);
    for (const index_t k : progress(batches, "epoch " + std::to_string(epoch), {.keep = false})) {
      const auto some = shuffled[range(32 * k, 32 * (k + 1))];
      m.step(train.x[some], train.y[some], 0.1f);
    }
    std::printf("%5d  %.3f  %.3f  %.3f\n", epoch, m.loss(train), m.accuracy(train),
                m.accuracy(test));
  }
  return m.accuracy(test);
}

// --- k-means: the same digits without labels -----------------------------------------------------

// Returns the fraction of digits that have the most common label of their cluster.
double group(const data& all, random::generator& rng) {
  const index_t n = all.y.extent(0);
  tensor<float, clusters, pixels> centres = all.x[random::permutation(rng, n)[range(_, clusters)]];
  tensor<index_t, samples> nearest(n), before;
  int turns = 0;
  do {
    ++turns;
    before = nearest;
    // np.argmin(((x[:, None] - centres) ** 2).sum(-1), 1)
    nearest = argmin(sum(square(all.x[_, newaxis] - centres), -_1), _1);
    tensor<float, clusters, pixels> total;
    tensor<float, clusters> count;
    total[nearest] += all.x; // np.add.at(total, nearest, x)
    count[nearest] += 1.f;
    centres = total / maximum(count, 1.f)[_, newaxis];
  } while (any(nearest != before));

  tensor<int, clusters, names> votes;
  votes[nearest, all.y] += 1;
  const double purity = sum(cast<double>(max(votes, _1))) / static_cast<double>(n);
  std::printf("\n%d turns; the means of the clusters and their commonest names:\n\n", turns);

  // The pictures are printed side by side, so the axes change from (10, 8, 8) to (8, 10, 8).
  const tensor<int, 8, clusters, 8> shades =
      cast<int>(round(transpose(reshape(centres, 10_c, _8, _8), _1, _0, _2) * 9.f));
  for (index_t row = 0; row < 8; ++row) {
    for (index_t k = 0; k < clusters; ++k) {
      for (index_t column = 0; column < 8; ++column)
        std::putchar(" .:-=+*#%@"[shades[row, k, column]]);
      std::putchar(k + 1 < clusters ? ' ' : '\n');
    }
  }
  const tensor<index_t, clusters> commonest = argmax(votes, _1);
  for (index_t name : commonest.storage())
    std::printf("   %td     ", name);
  std::printf("\n\npurity %.3f\n", purity);
  return purity;
}

int run(const std::string& folder) {
  random::generator rng(1);
  const data all = load(folder);
  const double accuracy = learn(all, rng);
  const double purity = group(all, rng);
  return accuracy >= 0.94 && purity >= 0.70 ? 0 : 1;
}

} // namespace digits

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: digits folder\n", stderr);
    return 2;
  }
  try {
    return digits::run(arguments[1]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "digits: %s\n", e.what());
    return 1;
  }
}
