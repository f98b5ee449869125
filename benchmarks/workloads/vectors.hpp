// SPDX-License-Identifier: BSL-1.0
// workloads/vectors.hpp: vector types of the compilers (vector_size) for hand-written loops. g++ 12
// does not support these types directly in alias templates.
#pragma once

namespace bench {

template <class T, int Bytes> struct vector_type;
template <> struct vector_type<float, 32> {
  using type = float __attribute__((vector_size(32)));
};
template <> struct vector_type<double, 32> {
  using type = double __attribute__((vector_size(32)));
};
template <> struct vector_type<float, 64> {
  using type = float __attribute__((vector_size(64)));
};
template <> struct vector_type<double, 64> {
  using type = double __attribute__((vector_size(64)));
};
template <class T, int Bytes> using vector = typename vector_type<T, Bytes>::type;

} // namespace bench
