// SPDX-License-Identifier: BSL-1.0
// peers/peers.hpp: declarations shared by the workloads and the other libraries. C++17, without
// stria.
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

/// One way to compute a row: `once` to compare the values, `loop` to be timed. If `once` does more
/// than the loop, `bare` measures the time of a call.
struct contestant {
  std::string name;
  std::function<void()> once;
  std::function<void(benchmark::State&)> loop;
  std::function<void()> bare = {};
};

template <class F> contestant make_contestant(std::string name, F f) {
  // f is copied once, and the loop around f is compiled with its definition.
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

/// The memory of a row: row-major arrays of the sizes of the workload.
template <class T> struct problem {
  T* r = nullptr;
  const T *a = nullptr, *b = nullptr, *c = nullptr;
  const index *i = nullptr, *j = nullptr;
  const bool* m = nullptr;
  index n0 = 1, n1 = 1, n2 = 1;
  index* place = nullptr;
};

/// Adds the library's ways to compute the workload `id` to `to`, if there are any.
template <class T>
using peer = void (*)(const std::string& id, const problem<T>&, std::vector<contestant>& to);

template <class T> std::vector<peer<T>>& peers() {
  static std::vector<peer<T>> all;
  return all;
}

/// A global object of this type registers a library.
struct enter {
  enter(peer<float> f, peer<double> d) {
    peers<float>().push_back(f);
    peers<double>().push_back(d);
  }
};

} // namespace bench
