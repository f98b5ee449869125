// SPDX-License-Identifier: BSL-1.0
// The functions declared by math/simd.hpp, implemented with xsimd. The target stria::simd
// compiles this file once.
#if defined(STRIA_USE_SIMD)
#include <stria/numpy/elementwise/numeric.hpp>

#include <xsimd/xsimd.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace stria::detail {

// Without FMA, some of the following functions and coefficients are not used.
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunneeded-internal-declaration"
#endif

namespace {

// The functions that xsimd lacks, or for which its error is larger, in double. Those of floats are
// computed in double as well, with shorter polynomials, and are rounded once.
using doubles = xsimd::batch<double>;
using floats = xsimd::batch<float>;
using words = xsimd::batch<std::uint64_t>;

/// With two lanes, these functions are slower than the C library.
constexpr bool has_wide_vectors = doubles::size >= 4;

#if defined(__FMA__) || defined(__AVX512F__) || defined(__aarch64__)
constexpr bool has_fma = true;
#else
constexpr bool has_fma = false;
#endif

/// a * b + c with one rounding if has_fma. xsimd 8.1 has no such function for AVX-512.
inline doubles fma(doubles a, doubles b, doubles c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#else
  return xsimd::fma(a, b, c);
#endif
}

inline words bits_of(doubles x) { return xsimd::bitwise_cast<words>(x); }
inline doubles from_bits(words x) { return xsimd::bitwise_cast<doubles>(x); }

/// high + low, where |low| is less than a unit in the last place of high.
struct sum {
  doubles high, low;
};
/// a + b without a rounding error, for |a| >= |b| or a == 0.
[[maybe_unused]] inline sum exact_sum(doubles a, doubles b) {
  const doubles s = a + b;
  return {s, b - (s - a)};
}
[[maybe_unused]] inline sum exact_product(doubles a, doubles b) {
  const doubles p = a * b;
  if constexpr (has_fma) {
    return {p, fma(a, b, -p)};
  } else {
    // The upper halves of the significands: their products are exact.
    const words upper(~std::uint64_t{0} << 27);
    const doubles a1 = from_bits(bits_of(a) & upper), b1 = from_bits(bits_of(b) & upper);
    const doubles a2 = a - a1, b2 = b - b1;
    return {p, a2 * b2 - (((p - a1 * b1) - a2 * b1) - a1 * b2)};
  }
}

/// The polynomial with the coefficients c[0], c[1], ... The even and the odd powers are two chains.
template <std::size_t N> inline doubles polynomial(doubles x, const double (&c)[N]) {
  const doubles xx = x * x;
  doubles even(c[(N - 1) / 2 * 2]), odd(c[N / 2 * 2 - 1]);
  for (std::size_t k = (N - 1) / 2 * 2; k >= 2; k -= 2)
    even = fma(even, xx, doubles(c[k - 2]));
  for (std::size_t k = N / 2 * 2 - 1; k >= 3; k -= 2)
    odd = fma(odd, xx, doubles(c[k - 2]));
  return fma(odd, x, even);
}

constexpr double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;

/// Coefficients of polynomials for float: the relative errors of the polynomials are at most 2^-30.
struct for_floats {
  // (artanh(sqrt(z)) / sqrt(z) - 1) / z
  static constexpr double logarithm[] = {0.33333333333688323, 0.19999999397609578,
                                         0.14285877484175176, 0.11095686690472316,
                                         0.096815934660808817};
  // (e^r - 1 - r) / r^2
  static constexpr double exponential[] = {0.50000000135387299,   0.16666666681704215,
                                           0.041666464197405692,  0.0083333108446478626,
                                           0.0013933730715792083, 0.00019891080463998842};
  // erf(x) / x - 1 of x^2
  static constexpr double error[] = {0.12837916706154342,    -0.3761263846802871,
                                     0.11283782495236845,    -0.026865430727670243,
                                     0.0052210318078580228,  -0.00084840804055351063,
                                     0.00011265959025606609, -9.6670445714869964e-6};
  // (1 + 2 a) e^(a^2) erfc(a) = erfc_start + t * polynomial(t), t = (a - 3) / (a + 3)
  static constexpr double erfc_start = 1.2530080582388305;
  static constexpr double erfc_more[] = {
      -0.13562110689859255,    -0.047562290459360299,  0.12964520228507311,
      -0.11927372190842343,    0.068307319055084523,   -0.023770576363145008,
      0.0025340439366424238,   0.0018930030013616936,  -0.0007918784296321018,
      -0.00012593659144500919, 0.00012898654951938011, 3.4030573838876466e-5};
  static constexpr double exp_most = 88.8, erfc_most = 9;
};
/// Coefficients of polynomials for double: at most 2^-54.
struct for_doubles {
  // (artanh(sqrt(z)) / sqrt(z) - 1 - z / 3) / z^2
  static constexpr double logarithm[] = {0.2,
                                         0.14285714285714684,
                                         0.11111111110827366,
                                         0.090909091678270797,
                                         0.076922974672989583,
                                         0.066674031060503018,
                                         0.058530978449406824,
                                         0.058618018114527058};
  // (e^r - 1 - r) / r^2
  static constexpr double exponential[] = {
      0.5000000000000001,    0.16666666666666667,    0.041666666666623821,  0.0083333333333300382,
      0.0013888888917367081, 0.00019841269863171556, 2.4801521057868205e-5, 2.7557268276905696e-6,
      2.7620201591031549e-7, 2.5100472505694996e-8};
  // erf(x) / x - 1 of x^2
  static constexpr double error[] = {
      0.12837916709551257,    -0.37612638903183748,   0.11283791670954879,
      -0.026866170645076793,  0.0052239776248180145,  -0.00085483269808337899,
      0.00012055331111642711, -1.4925595266831182e-5, 1.6461000484121368e-6,
      -1.6350312701054695e-7, 1.4659775274047436e-8,  -1.1372848856791674e-9,
      5.9571761477489114e-11};
  // (1 + 2 a) e^(a^2) erfc(a) = erfc_start + t * polynomial(t), t = (a - 3) / (a + 3)
  static constexpr double erfc_start = 1.2530080582697297;
  static constexpr double erfc_more[] = {
      -0.13562110612458112,    -0.047562294353452946,  0.12964515870275301,
      -0.11927366341517347,    0.068308027344311673,   -0.023770514921873104,
      0.0025293918093796763,   0.0018886903980322228,  -0.00077983219820834984,
      -0.00010516006614503053, 0.00012509885764793749, 4.9505901116061223e-6,
      -2.0098457306192902e-5,  -7.3433195391442563e-7, 3.4665501223274593e-6,
      3.6109096974245869e-7,   -6.0608267829572822e-7, -1.4471406575238747e-7,
      8.99675968606605e-8,     4.1611856538284896e-8,  -5.7122363608510966e-9,
      -6.6240881488979489e-9,  -1.1228537548713238e-9};
  static constexpr double exp_most = 709, erfc_most = 26;
};

/// (1 + more) * scale, where scale is a power of two.
struct scaled {
  doubles more, scale;
};
/// e^(high + low), for |high| <= 709.
template <class P> inline scaled exponential(sum x) {
  const doubles n = xsimd::nearbyint(x.high * doubles(1.4426950408889634));
  const doubles r = fma(n, doubles(-ln2_high), x.high) + fma(n, doubles(-ln2_low), x.low);
  // The lowest bits of n + 2^52 * 1.5 are n.
  const words power = bits_of(n + doubles(0x1.8p52)) + words(1023);
  return {fma(r * r, polynomial(r, P::exponential), r), from_bits(power << 52)};
}

/// The natural logarithm of positive normal numbers.
template <class P> inline sum logarithm(doubles x) {
  // x = 2^e * m, sqrt(1/2) < m < sqrt(2)
  const words b = bits_of(x) + words(0x3ff0000000000000 - 0x3fe6a09e00000000);
  const doubles e = from_bits((b >> 52) | words(0x4330000000000000)) - doubles(0x1p52 + 1023);
  const doubles m = from_bits((b & words(0x000fffffffffffff)) + words(0x3fe6a09e00000000));
  // ln m = 2 artanh s, s = (m - 1) / (m + 1)
  const doubles f = m - doubles(1);
  if constexpr (std::is_same_v<P, for_floats>) {
    const doubles s = f / (m + doubles(1)), z = s * s;
    const doubles ln = fma(s * z, polynomial(z, P::logarithm), s);
    return {fma(e, doubles(ln2_high + ln2_low), ln + ln), doubles(0)};
  } else {
    const sum g = exact_sum(doubles(1), m);
    const doubles inverse = doubles(1) / g.high, s = f * inverse;
    const sum back = exact_product(s, g.high);
    const doubles s_low = (((f - back.high) - back.low) - s * g.low) * inverse;
    sum z = exact_product(s, s);
    z.low = fma(s + s, s_low, z.low);
    // artanh(s) / s = 1 + z/3 + z^2 * polynomial(z)
    const sum third = exact_product(z.high, doubles(0x1.5555555555555p-2));
    const doubles third_low =
        fma(z.high, doubles(0x1.5555555555555p-56), z.low * doubles(1. / 3)) + third.low;
    const sum p = exact_sum(third.high, (z.high * z.high) * polynomial(z.high, P::logarithm));
    const sum sp = exact_product(s, p.high);
    const doubles sp_low = fma(s, p.low + third_low, fma(s_low, p.high, sp.low));
    const sum ln = exact_sum(s, sp.high);
    const doubles ln_low = ln.low + (sp_low + s_low);
    const sum all = exact_sum(e * doubles(ln2_high), ln.high + ln.high);
    return {all.high, all.low + fma(e, doubles(ln2_low), ln_low + ln_low)};
  }
}

/// x^y for positive normal x, if the result is a normal number; 0 or a large number beyond that.
template <class P> inline doubles power(doubles x, doubles y) {
  const sum ln = logarithm<P>(x);
  const sum product = exact_product(ln.high, y);
  const doubles most(P::exp_most);
  const scaled e = exponential<P>(
      {xsimd::max(xsimd::min(product.high, most), -most), fma(ln.low, y, product.low)});
  return (doubles(1) + e.more) * e.scale;
}

/// erfc(a) for 0 <= a <= P::erfc_most.
template <class P> inline doubles erfc_of_positive(doubles a) {
  const sum square = exact_product(a, a);
  const scaled e = exponential<P>({-square.high, -square.low});
  // e^(a^2) erfc(a) = q / d, d = 1 + 2 a
  const doubles t = (a - doubles(3)) / (a + doubles(3));
  const doubles q = fma(t, polynomial(t, P::erfc_more), doubles(P::erfc_start));
  const doubles one(1), twice = a + a;
  if constexpr (std::is_same_v<P, for_floats>) {
    return q / (one + twice) * (one + e.more) * e.scale;
  } else {
    const sum d = exact_sum(xsimd::max(twice, one), xsimd::min(twice, one));
    const doubles inverse = one / d.high, v = q * inverse;
    const sum back = exact_product(v, d.high);
    const doubles v_low = (((q - back.high) - back.low) - v * d.low) * inverse;
    return (v + fma(v, e.more, v_low)) * e.scale;
  }
}
/// erf(x) for |x| <= 1.
template <class P> inline doubles erf_of_small(doubles x) {
  return fma(x, polynomial(x * x, P::error), x);
}
template <class P> inline doubles erf(doubles x) {
  const doubles a = xsimd::abs(x);
  const doubles large = doubles(1) - erfc_of_positive<P>(xsimd::min(a, doubles(6)));
  return xsimd::select(a < doubles(1), erf_of_small<P>(x), xsimd::copysign(large, x));
}
template <class P> inline doubles erfc(doubles x) {
  const doubles a = xsimd::abs(x);
  const doubles large = erfc_of_positive<P>(xsimd::min(a, doubles(P::erfc_most)));
  const doubles y = xsimd::select(x < doubles(0), doubles(2) - large, large);
  if constexpr (std::is_same_v<P, for_floats>)
    return y;
  else // erfc is near 1, where a unit in the last place is small.
    return xsimd::select(a < doubles(0.46875), doubles(1) - erf_of_small<P>(x), y);
}

/// The logarithm of gamma(x) by the series of Stirling at x + 8, as a difference of two numbers:
/// the series, and the logarithm of `product`, gamma(x + 8) / gamma(x). Accurate enough for floats.
struct gamma_parts {
  doubles series, product;
};
inline gamma_parts gamma_of(doubles x) {
  doubles product = x;
  for (int k = 1; k < 8; ++k)
    product = product * (x + doubles(k));
  const doubles y = x + doubles(8), inverse = doubles(1) / y;
  static constexpr double coefficients[] = {1. / 12, -1. / 360, 1. / 1260, -1. / 1680};
  const doubles half_log_two_pi(0.91893853320467274);
  const doubles rest =
      fma(inverse, polynomial(inverse * inverse, coefficients), half_log_two_pi - y);
  return {fma(y - doubles(0.5), logarithm<for_floats>(y).high, rest), product};
}
inline doubles tgamma(doubles x) {
  const gamma_parts parts = gamma_of(x);
  const scaled e = exponential<for_floats>({parts.series, doubles(0)});
  return (doubles(1) + e.more) * e.scale / parts.product;
}
inline doubles lgamma(doubles x) {
  const gamma_parts parts = gamma_of(x);
  return parts.series - logarithm<for_floats>(parts.product).high;
}

/// kernel(for_doubles(), x...), or for floats kernel(for_floats(), ...) of the lower and the upper
/// half of the lanes.
template <class Kernel, class... A>
inline auto in_doubles(const Kernel& kernel, doubles x, A... y) {
  return kernel(for_doubles(), x, y...);
}
template <class Kernel, class... A> inline auto in_doubles(const Kernel& kernel, floats x, A... y) {
  constexpr std::size_t lanes = floats::size;
  struct wide {
    alignas(64) double at[lanes];
    explicit wide(floats v) {
      alignas(64) float narrow[lanes];
      v.store_aligned(narrow);
      for (std::size_t k = 0; k < lanes; ++k)
        at[k] = static_cast<double>(narrow[k]);
    }
  };
  const auto compute = [&](const auto&... v) {
    alignas(64) double values[lanes];
    for (std::size_t k = 0; k < lanes; k += doubles::size)
      kernel(for_floats(), doubles::load_aligned(v.at + k)...).store_aligned(values + k);
    alignas(64) float narrow[lanes];
    for (std::size_t k = 0; k < lanes; ++k)
      narrow[k] = static_cast<float>(values[k]);
    return floats::load_aligned(narrow);
  };
  return compute(wide(x), wide(y)...);
}

/// F for a vector of each argument: compute(x...) is right in the lanes of right(y, x...), where y
/// is the result. If it is not `available`, the C library computes all elements.
template <class F, class T> struct vector_form {
  using batch = xsimd::batch<T>;
  static constexpr vector_range range = F::template in_vectors<T>;
  static constexpr bool available = true, everywhere = range.everywhere();

  static batch compute(batch x) { return F{}(x); }
  static auto right(batch, batch x) {
    const batch size = xsimd::abs(x);
    if constexpr (range.least == 0)
      return size <= batch(range.template farthest<T>()); // false for NaN
    else
      return (size >= batch(static_cast<T>(range.least))) &
             (size <= batch(range.template farthest<T>()));
  }
};

template <class T> struct calculated_form {
  using batch = xsimd::batch<T>;
  static constexpr bool available = has_wide_vectors, everywhere = false;
  static constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
};
template <class T> struct vector_form<elementwise::erf_fn, T> : calculated_form<T> {
  using batch = xsimd::batch<T>;
  static batch compute(batch x) {
    return in_doubles([]<class P>(P, doubles v) { return erf<P>(v); }, x);
  }
  static auto right(batch, batch x) { return xsimd::abs(x) <= batch(calculated_form<T>::most); }
};
template <class T> struct vector_form<elementwise::erfc_fn, T> : calculated_form<T> {
  using batch = xsimd::batch<T>;
  using P = std::conditional_t<sizeof(T) == 4, for_floats, for_doubles>;
  static batch compute(batch x) {
    return in_doubles([]<class Q>(Q, doubles v) { return erfc<Q>(v); }, x);
  }
  static auto right(batch, batch x) {
    return (x <= batch(static_cast<T>(P::erfc_most))) & (x >= batch(-calculated_form<T>::most));
  }
};
template <class T> struct vector_form<elementwise::pow_fn, T> : calculated_form<T> {
  using batch = xsimd::batch<T>;
  static batch compute(batch x, batch y) {
    return in_doubles([]<class P>(P, doubles v, doubles w) { return power<P>(v, w); }, x, y);
  }
  static auto right(batch power, batch x, batch y) {
    constexpr T least = calculated_form<T>::least, most = calculated_form<T>::most;
    return (power >= batch(least * T(1.25))) & (power <= batch(most * T(0.44))) &
           (x >= batch(least)) & (x <= batch(most)) & (xsimd::abs(y) <= batch(most));
  }
};
template <class T> struct vector_form<elementwise::atan2_fn, T> : calculated_form<T> {
  using batch = xsimd::batch<T>;
  static constexpr bool available = true;
  static batch compute(batch y, batch x) {
    constexpr T pi = static_cast<T>(3.14159265358979323846);
    constexpr T pi_low = sizeof(T) == 4 ? T(-8.742277657347586e-8) : T(1.2246467991473532e-16);
    const batch angle = xsimd::atan(xsimd::abs(y / x));
    return xsimd::copysign(
        xsimd::select(x < batch(T(0)), batch(pi) - (angle - batch(pi_low)), angle), y);
  }
  static auto right(batch, batch y, batch x) {
    // The quotient is a normal number, an infinity, or exactly 0.
    return (xsimd::abs(y / x) >= batch(calculated_form<T>::least)) |
           ((y == batch(T(0))) & (xsimd::abs(x) > batch(T(0))));
  }
};

template <class T> struct vector_form<elementwise::tgamma_fn, T> : calculated_form<T> {
  using batch = xsimd::batch<T>;
  static constexpr bool available = has_wide_vectors && sizeof(T) == 4;
  static batch compute(batch x) {
    return in_doubles([](auto, doubles v) { return tgamma(v); }, x);
  }
  static auto right(batch, batch x) {
    return (x >= batch(calculated_form<T>::least)) & (x <= batch(T(35)));
  }
};
template <class T> struct vector_form<elementwise::lgamma_fn, T> : calculated_form<T> {
  using batch = xsimd::batch<T>;
  static constexpr bool available = has_wide_vectors && sizeof(T) == 4;
  static batch compute(batch x) {
    return in_doubles([](auto, doubles v) { return lgamma(v); }, x);
  }
  static auto right(batch, batch x) {
    // The difference of gamma_parts is inaccurate near the zeros 1 and 2.
    const batch near(T(1. / 256));
    return (x >= batch(calculated_form<T>::least)) & (x <= batch(T(1e30))) &
           (xsimd::abs(x - batch(T(1))) >= near) & (xsimd::abs(x - batch(T(2))) >= near);
  }
};

/// m + log(1 + e^d) for the larger number m, and minus the distance d of the numbers; base 2 alike.
template <class F, class T> struct sum_of_powers_form : calculated_form<T> {
  using batch = xsimd::batch<T>;
  static constexpr bool binary = std::is_same_v<F, elementwise::logaddexp2_fn>;
  static batch compute(batch x, batch y) {
    const batch d = -xsimd::abs(x - y), m = xsimd::max(x, y);
    if constexpr (binary) {
      const batch more = batch(static_cast<T>(1.4426950408889634)) * xsimd::log1p(xsimd::exp2(d));
      return m + xsimd::select(d == batch(T(0)), batch(T(1)), more);
    } else
      return m + xsimd::log1p(xsimd::exp(d));
  }
  static auto right(batch, batch x, batch y) {
    return xsimd::abs(x - y) <= batch(static_cast<T>(exponent_range<T>));
  }
};
template <class T>
struct vector_form<elementwise::logaddexp_fn, T>
    : sum_of_powers_form<elementwise::logaddexp_fn, T> {};
template <class T>
struct vector_form<elementwise::logaddexp2_fn, T>
    : sum_of_powers_form<elementwise::logaddexp2_fn, T> {};

/// The first n numbers of an array in a vector that has more lanes. The other lanes hold the first
/// number, so that they do not compute a special case. A copy to a padded array would be slower:
/// its short stores delay the load of the vector.
template <class T> xsimd::batch<T> load_first(const T* p, index n) {
  using batch = xsimd::batch<T>;
  constexpr bool is_float = std::is_same_v<T, float>;
#if defined(__AVX512F__)
  if constexpr (sizeof(batch) == 64) {
    const unsigned lanes = (1U << n) - 1;
    if constexpr (is_float)
      return batch(_mm512_mask_loadu_ps(_mm512_set1_ps(*p), static_cast<__mmask16>(lanes), p));
    else
      return batch(_mm512_mask_loadu_pd(_mm512_set1_pd(*p), static_cast<__mmask8>(lanes), p));
  }
#elif defined(__AVX__)
  if constexpr (sizeof(batch) == 32) {
    using bits = std::conditional_t<is_float, std::int32_t, std::int64_t>;
    constexpr index most = batch::size;
    static constexpr bits masks[16] = {
        -1, -1, -1, -1, most > 4 ? -1 : 0, most > 4 ? -1 : 0, most > 4 ? -1 : 0, most > 4 ? -1 : 0};
    const auto lanes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(masks + most - n));
    if constexpr (is_float)
      return batch(_mm256_blendv_ps(_mm256_set1_ps(*p), _mm256_maskload_ps(p, lanes),
                                    _mm256_castsi256_ps(lanes)));
    else
      return batch(_mm256_blendv_pd(_mm256_set1_pd(*p), _mm256_maskload_pd(p, lanes),
                                    _mm256_castsi256_pd(lanes)));
  }
#endif
  T padded[batch::size];
  for (index k = 0; k < index{batch::size}; ++k)
    padded[k] = p[k < n ? k : 0];
  return batch::load_unaligned(padded);
}

/// An argument: an array, or one number if the step is 0.
template <class T> struct vector_argument {
  T* p;
  index step;
  xsimd::batch<T> load(index i) const {
    return step == 0 ? xsimd::batch<T>(*p) : xsimd::batch<T>::load_unaligned(p + i);
  }
  /// The n elements from i on, fewer than a vector has.
  xsimd::batch<T> load_rest(index i, index n) const {
    return step == 0 ? xsimd::batch<T>(*p) : load_first(p + i, n);
  }
};

template <class F, class T, class... Batch> inline void store(T* to, Batch... x) {
  using form = vector_form<F, T>;
  const auto y = form::compute(x...);
  y.store_unaligned(to);
  if constexpr (!form::everywhere) {
    const auto right = form::right(y, x...);
    if (!xsimd::all(right)) [[unlikely]] {
      // Recomputes the other elements one by one.
      constexpr std::size_t lanes = xsimd::batch<T>::size;
      const auto correct = [&]<std::size_t... Ix>(std::index_sequence<Ix...>) {
        T from[sizeof...(Ix)][lanes];
        (x.store_unaligned(from[Ix]), ...);
        alignas(64) bool keep[lanes];
        right.store_unaligned(keep);
        constexpr F f{};
        for (std::size_t k = 0; k < lanes; ++k)
          if (!keep[k])
            to[k] = f(from[Ix][k]...);
      };
      correct(std::index_sequence_for<Batch...>());
    }
  }
}

template <class F, class T, class... A> inline void apply(T* to, index n, A... from) {
  if constexpr (!vector_form<F, T>::available) {
    constexpr F f{};
    for (index i = 0; i < n; ++i)
      to[i] = f(from.p[i * from.step]...);
  } else {
    constexpr index lanes = static_cast<index>(xsimd::batch<T>::size);
    index i = 0;
    for (; i + lanes <= n; i += lanes)
      store<F>(to + i, from.load(i)...);
    if (i < n) {
      T part[static_cast<std::size_t>(lanes)];
      store<F>(part, from.load_rest(i, n - i)...);
      for (index k = 0; i + k < n; ++k)
        to[i + k] = part[k];
    }
  }
}

} // namespace

template <class F, class T> void apply_in_vectors(T* from, T* to, index n) {
  apply<F>(to, n, vector_argument<T>{from, 1});
}
template <class F, class T>
void apply_in_vectors(T* x, index x_step, T* y, index y_step, T* to, index n) {
  apply<F>(to, n, vector_argument<T>{x, x_step}, vector_argument<T>{y, y_step});
}

#define STRIA_INSTANTIATE(name)                                                                    \
  template void apply_in_vectors<elementwise::name##_fn>(float*, float*, index);                   \
  template void apply_in_vectors<elementwise::name##_fn>(double*, double*, index);
#define STRIA_INSTANTIATE_OF_TWO(name)                                                             \
  template void apply_in_vectors<elementwise::name##_fn>(float*, index, float*, index, float*,     \
                                                         index);                                   \
  template void apply_in_vectors<elementwise::name##_fn>(double*, index, double*, index, double*,  \
                                                         index);

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
STRIA_INSTANTIATE(erf)
STRIA_INSTANTIATE(erfc)
STRIA_INSTANTIATE(tgamma)
STRIA_INSTANTIATE(lgamma)
STRIA_INSTANTIATE_OF_TWO(atan2)
STRIA_INSTANTIATE_OF_TWO(pow)
STRIA_INSTANTIATE_OF_TWO(logaddexp)
STRIA_INSTANTIATE_OF_TWO(logaddexp2)

} // namespace stria::detail
#endif
