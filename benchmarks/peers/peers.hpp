// SPDX-License-Identifier: BSL-1.0
// peers/peers.hpp: declarations for the workloads and the other libraries. This header must compile
// as C++17 and does not include stria.
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

/// One way to compute a row. `once` computes the values that are compared, and `loop` is timed.
/// `bare` is one iteration of `loop`; it is set only if `once` does more than that.
struct contestant {
  std::string name;
  std::function<void()> once;
  std::function<void(benchmark::State&)> loop;
  std::function<void()> bare = {};
};

template <class F> contestant make_contestant(std::string name, F f) {
  // Only the pointer to f is copied, and the compiler can inline f into the loop.
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

/// The memory of a row: row-major arrays with the sizes of the workload.
template <class T> struct problem {
  T* r = nullptr;
  const T *a = nullptr, *b = nullptr, *c = nullptr;
  const index *i = nullptr, *j = nullptr;
  const bool* m = nullptr;
  index n0 = 1, n1 = 1, n2 = 1;
  index* place = nullptr;
};

/// Adds to `to` the ways in which a library can compute the workload `id`, if there are any.
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
