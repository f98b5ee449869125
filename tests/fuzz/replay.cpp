// SPDX-License-Identifier: BSL-1.0
// Calls a fuzz target without libFuzzer: with the files named on the command line, or with random
// inputs of a fixed seed.
// usage: replay_<target> [-runs=N] [files...]
#include "input.hpp"

#include <fstream>
#include <iterator>
#include <random>

int main(int argc, char** argv) {
  int runs = 1000, files = 0;
  for (int k = 1; k < argc; ++k) {
    const std::string_view argument = argv[k];
    if (argument.starts_with("-runs=")) {
      runs = std::atoi(argv[k] + 6);
      continue;
    }
    std::ifstream file(argv[k], std::ios::binary);
    if (!file) {
      std::cerr << "cannot read " << argument << '\n';
      return 1;
    }
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    const std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(data.data(), data.size());
    ++files;
  }
  if (files > 0)
    return 0;
  std::mt19937 engine(1);
  for (int run = 0; run < runs; ++run) {
    std::vector<std::uint8_t> data(engine() % 120);
    for (auto& b : data)
      b = static_cast<std::uint8_t>(engine());
    LLVMFuzzerTestOneInput(data.data(), data.size());
  }
  std::cout << runs << " random inputs\n";
}
