// SPDX-License-Identifier: BSL-1.0
// The functions declared by backend/simd.hpp, implemented with xsimd. The target stria::simd
// compiles this file once.
#if defined(STRIA_USE_SIMD)
#include <stria/fn/math.hpp>

#include <xsimd/xsimd.hpp>

#include <cmath>

namespace stria::detail {

namespace {

template <class F, class T> struct vector_loop {
  using batch = xsimd::batch<T>;
  static constexpr auto lanes = static_cast<index>(batch::size);
  static constexpr vector_range range = F::template in_vectors<T>;
  static constexpr auto near = static_cast<T>(range.near);
  static constexpr T far = range.template farthest<T>();

  static auto inside(batch x) {
    const batch size = xsimd::abs(x);
    if constexpr (range.near == 0)
      return size <= batch(far); // false for NaN
    else
      return (size >= batch(near)) & (size <= batch(far));
  }
  static void store(batch x, T* to) {
    constexpr F f{};
    f(x).store_unaligned(to);
    if constexpr (!range.everywhere()) {
      if (!xsimd::all(inside(x))) [[unlikely]]
        correct(x, to);
    }
  }
  /// Recomputes the elements outside the range one by one.
  STRIA_NOINLINE static void correct(batch x, T* to) {
    constexpr F f{};
    T from[static_cast<std::size_t>(lanes)];
    x.store_unaligned(from);
    for (index k = 0; k < lanes; ++k)
      if (!(std::abs(from[k]) >= near && std::abs(from[k]) <= far))
        to[k] = f(from[k]);
  }
};

} // namespace

template <class F, class T> void apply_in_vectors(T* from, T* to, index n) {
  using loop = vector_loop<F, T>;
  using batch = typename loop::batch;
  constexpr index lanes = loop::lanes;
  index i = 0;
  for (; i + lanes <= n; i += lanes)
    loop::store(batch::load_unaligned(from + i), to + i);
  if (i < n) {
    // The remaining elements are computed as one vector, padded with the first of them.
    T part[static_cast<std::size_t>(lanes)];
    for (index k = 0; k < lanes; ++k)
      part[k] = from[i + k < n ? i + k : i];
    loop::store(batch::load_unaligned(part), part);
    for (index k = 0; i + k < n; ++k)
      to[i + k] = part[k];
  }
}

#define STRIA_INSTANTIATE(name)                                                                    \
  template void apply_in_vectors<elementwise::name##_fn>(float*, float*, index);                   \
  template void apply_in_vectors<elementwise::name##_fn>(double*, double*, index);

#if !defined(STRIA_SQRT_IN_LOOPS)
STRIA_INSTANTIATE(sqrt)
#endif
STRIA_INSTANTIATE(cbrt)
STRIA_INSTANTIATE(exp)
STRIA_INSTANTIATE(exp2)
STRIA_INSTANTIATE(expm1)
STRIA_INSTANTIATE(log)
STRIA_INSTANTIATE(log1p)
STRIA_INSTANTIATE(log2)
STRIA_INSTANTIATE(log10)
STRIA_INSTANTIATE(sin)
STRIA_INSTANTIATE(cos)
STRIA_INSTANTIATE(tan)
STRIA_INSTANTIATE(asin)
STRIA_INSTANTIATE(acos)
STRIA_INSTANTIATE(atan)
STRIA_INSTANTIATE(sinh)
STRIA_INSTANTIATE(cosh)
STRIA_INSTANTIATE(tanh)
STRIA_INSTANTIATE(asinh)
STRIA_INSTANTIATE(acosh)
STRIA_INSTANTIATE(atanh)

} // namespace stria::detail
#endif
