// SPDX-License-Identifier: BSL-1.0
// workloads/vectors.hpp: the compilers' vectors, for loops by hand. g++ 12 gives no vector type to
// an alias template.
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
