// SPDX-License-Identifier: BSL-1.0
// Measures the speed of load_csv with a table of 100 MB, and compares the values with those that
// were written.
#include "others.hpp"

#include <stria/io/csv.hpp>
#include <stria/stria.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace bench {

namespace {

using namespace stria;

/// The speed in megabytes per second, the median of five runs.
template <class Work> double speed(double bytes, const Work& work) {
  std::vector<double> found;
  for (int k = 0; k < 5; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    found.push_back(bytes / took.count() / 1e6);
  }
  std::ranges::nth_element(found, found.begin() + 2);
  return found[2];
}

template <class T> bool table(const char* name, const tensor<T, dyn, dyn>& values) {
  const auto path = std::filesystem::temp_directory_path() / "stria_bench.csv";
  save_csv(path.string(), values);
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));
  const bool same = count_nonzero(load_csv<T>(path.string()).values != values) == 0;
  const double megabytes = speed(bytes, [&] { load_csv<T>(path.string()); });
  const double plain = speed(bytes, [&] {
    std::ifstream in(path, std::ios::binary);
    std::string all(static_cast<std::size_t>(bytes), ' ');
    in.read(all.data(), static_cast<std::streamsize>(all.size()));
  });
  std::filesystem::remove(path);
  std::printf("%-28s %4.0f MB %6.0f MB/s, its bytes alone %6.0f MB/s %s\n", name, bytes / 1e6,
              megabytes, plain, same ? "ok" : "WRONG");
  return same;
}

} // namespace

int csv() {
  // Numbers of about 17, 7 and 6 digits.
  const dtensor<double, 2> d = sin(cast<double>(reshape(arange(5'300'000), 530'000, 10)));
  const dtensor<float, 2> f = cast<float>(reshape(d, 530'000, 10));
  const dtensor<int, 2> i = cast<int>(d * 1e6);
  bool same = table("double", d);
  same = table("float", f) && same;
  same = table("int", i) && same;
  return same ? 0 : 1;
}

} // namespace bench
