// SPDX-License-Identifier: BSL-1.0
// scripts/mutants.hpp: mutants that are selected at run time, for scripts/mutate.py.
//
// The environment variable STRIA_MUTANT is the number of the active mutant. In constant expressions
// no mutant is active. STRIA_MUTANTS_REACHED names a file, to which the program writes the numbers
// of the mutants whose code has run.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace mutants {

inline const int number = [] {
  const char* const text = std::getenv("STRIA_MUTANT");
  return text == nullptr ? 0 : std::atoi(text);
}();

inline bool reached[1 << 14];
inline const struct writes_reached {
  ~writes_reached() {
    const char* const path = std::getenv("STRIA_MUTANTS_REACHED");
    std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
    if (file == nullptr)
      return;
    for (int n = 0; n < 1 << 14; ++n)
      if (reached[n])
        std::fprintf(file, "%d\n", n);
    std::fclose(file);
  }
} at_exit{};

template <int N> constexpr bool is_on() {
  if consteval {
    return false;
  } else {
    reached[N] = true;
    return number == N;
  }
}

template <int N, class T> constexpr T choose(T old, T other) { return is_on<N>() ? other : old; }
template <int N, class T> constexpr T& swap(T& old, T& other) { return is_on<N>() ? other : old; }

template <int N, class T> constexpr T& up(T& x) { return is_on<N>() ? --x : ++x; }
template <int N, class T> constexpr T& down(T& x) { return is_on<N>() ? ++x : --x; }
template <int N, class T> constexpr T up_after(T& x) { return is_on<N>() ? x-- : x++; }
template <int N, class T> constexpr T down_after(T& x) { return is_on<N>() ? x++ : x--; }

// `a < less<7>{} < b` is a < b or, if mutant 7 is active, a <= b.
#define STRIA_MUTANT_OPERATOR(name, old, other)                                                    \
  template <int N> struct name {};                                                                 \
  template <int N, class A> struct name##_of {                                                     \
    const A& a;                                                                                    \
  };                                                                                               \
  template <int N, class A> constexpr name##_of<N, A> operator old(const A & a, name<N>) {         \
    return {a};                                                                                    \
  }                                                                                                \
  template <int N, class A, class B>                                                               \
  constexpr auto operator old(const name##_of<N, A>& left, const B& b) {                           \
    using result = decltype(left.a old b);                                                         \
    return is_on<N>() ? static_cast<result>(left.a other b) : left.a old b;                        \
  }
STRIA_MUTANT_OPERATOR(less, <, <=)
STRIA_MUTANT_OPERATOR(less_equal, <=, <)
STRIA_MUTANT_OPERATOR(greater, >, >=)
STRIA_MUTANT_OPERATOR(greater_equal, >=, >)
STRIA_MUTANT_OPERATOR(equal, ==, !=)
STRIA_MUTANT_OPERATOR(not_equal, !=, ==)
STRIA_MUTANT_OPERATOR(plus, +, -)
STRIA_MUTANT_OPERATOR(minus, -, +)
STRIA_MUTANT_OPERATOR(times, *, +)
STRIA_MUTANT_OPERATOR(by, /, *)
STRIA_MUTANT_OPERATOR(rest, %, /)
#undef STRIA_MUTANT_OPERATOR

} // namespace mutants
