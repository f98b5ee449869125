// SPDX-License-Identifier: BSL-1.0
// program.hpp: a whole program in two versions, one with stria and one with hand-written loops.
#pragma once

#include "../parallel_loop.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <numbers>
#include <tuple>
#include <type_traits>
#include <vector>

namespace programs {

using index = std::ptrdiff_t;

/// n is the extent of most axes, and the state advances `steps` times.
struct size {
  const char* name;
  index n;
  int steps;
};

/// One version of a program, with its inputs.
struct version {
  std::function<void()> run;                    // the function that is timed
  std::function<std::vector<double>()> results; // runs the program and returns the results
};

struct program {
  const char* name;
  const char* sentence;
  std::vector<size> sizes;
  version (*stria)(const size&);
  version (*by_hand)(const size&);
  double tolerance; // of the results, relative to max(1, |value|)
};

/// Appends the elements of a tensor, a container, a number or a tuple of these.
template <class T> void append(std::vector<double>& out, const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    out.push_back(static_cast<double>(value));
  else if constexpr (requires { value.storage(); })
    for (const auto& x : value.storage())
      append(out, x);
  else if constexpr (requires { value.begin(); })
    for (const auto& x : value)
      append(out, x);
  else
    std::apply([&](const auto&... parts) { (append(out, parts), ...); }, value);
}

/// The constructor of a Version prepares the inputs. Each call of the object computes all results.
template <class Version> version make_version(const size& s) {
  const auto v = std::make_shared<const Version>(s);
  return {[v] {
            const auto result = (*v)();
            asm volatile("" : : "g"(&result) : "memory"); // the compiler must compute the result
          },
          [v] {
            std::vector<double> out;
            append(out, (*v)());
            return out;
          }};
}

template <class Stria, class ByHand>
program make_program(const char* name, const char* sentence, std::initializer_list<size> sizes,
                     double tolerance) {
  return {name, sentence, sizes, make_version<Stria>, make_version<ByHand>, tolerance};
}

// --- Inputs, which numpy_programs.py computes by the same formulas -------------------------------

/// Numbers in [0, 1), multiples of 2^-24.
template <class T> std::vector<T> uniform(unsigned seed, index count) {
  std::vector<T> out(static_cast<std::size_t>(count));
  for (std::uint32_t i = 0; T & x : out) {
    std::uint32_t h = i++ * 2654435769u + seed * 2246822519u;
    h = (h ^ (h >> 15)) * 739982445u;
    h = (h ^ (h >> 12)) * 695872825u;
    x = static_cast<T>((h ^ (h >> 15)) >> 8) * static_cast<T>(0x1p-24);
  }
  return out;
}

/// Normal numbers, by Box and Muller.
template <class T> std::vector<T> normal(unsigned seed, index count) {
  const auto u = uniform<double>(seed, count), v = uniform<double>(seed + 1, count);
  std::vector<T> out(u.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] =
        static_cast<T>(std::sqrt(-2 * std::log(1 - u[i])) * std::cos(2 * std::numbers::pi * v[i]));
  return out;
}

/// Integers from 0 to n - 1.
inline std::vector<index> integers(unsigned seed, index n, index count) {
  std::vector<index> out;
  for (const double x : uniform<double>(seed, count))
    out.push_back(static_cast<index>(x * static_cast<double>(n)));
  return out;
}

// --- The programs --------------------------------------------------------------------------------

program cavity_flow();
program lattice_boltzmann();
program gray_scott();
program fdtd();
program n_body();
program wave();
program boids();
program ising();
program k_means();
program gpt();
program convolutions();
program viterbi();
program harris();
program page_rank();
program floyd_warshall();
program options();
program shear_layer();
program cavity_edges();
program flock();
program spins();
program corners();
program life();
program mandelbrot();

} // namespace programs
