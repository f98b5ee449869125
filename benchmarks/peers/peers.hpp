// SPDX-License-Identifier: BSL-1.0
// peers/peers.hpp: what the workloads and the other libraries share. C++17, without stria.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

using index = std::ptrdiff_t;

/// One way to compute a row: `once` to compare the values, `loop` to be timed. Where `once` does
/// more than the loop, `bare` tells how long a call takes.
struct contestant {
  std::string name;
  std::function<void()> once;
  std::function<void(benchmark::State&)> loop;
  std::function<void()> bare = {};
};

template <class F> contestant make_contestant(std::string name, F f) {
  // One copy of what f holds, and the loop around f is compiled with f in sight.
  auto held = std::make_shared<F>(std::move(f));
  return {std::move(name),
          [held] { (*held)(); },
          [held](benchmark::State& state) {
            F& g = *held;
            for (auto _ : state) {
              g();
              benchmark::ClobberMemory();
            }
          },
          {}};
}

/// The memory of a row: row-major arrays, as large as the workload says.
template <class T> struct problem {
  T* r = nullptr;
  const T *a = nullptr, *b = nullptr, *c = nullptr;
  const index *i = nullptr, *j = nullptr;
  const bool* m = nullptr;
  index n0 = 1, n1 = 1, n2 = 1;
  index* place = nullptr;
};

/// Adds to `to` the library's ways to compute the workload `id`, none where it has none.
template <class T>
using peer = void (*)(const std::string& id, const problem<T>&, std::vector<contestant>& to);

template <class T> std::vector<peer<T>>& peers() {
  static std::vector<peer<T>> all;
  return all;
}

/// A global of this type makes a library take part.
struct enter {
  enter(peer<float> f, peer<double> d) {
    peers<float>().push_back(f);
    peers<double>().push_back(d);
  }
};

} // namespace bench
