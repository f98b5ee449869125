// SPDX-License-Identifier: BSL-1.0
// Measures the figures of docs/design/fft.md: transforms with stria::fft, and with direct calls of
// the library that it uses. The direct calls use a plan and memory that are made once. Both run
// alternately on one thread.
//
// Each line has the microseconds of both, and the ratio. Further lines compare <stria/signal.hpp>
// with loops.
#include <stria/fft.hpp>
#include <stria/signal.hpp>
#include <stria/stria.hpp>

#if STRIA_BENCH_FFTW
#include <fftw3.h>
#else
#include <unsupported/Eigen/FFT>
#endif

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace stria;
using stria::index;

/// Processor time. It depends less on other programs than elapsed time does.
template <class F> double microseconds(F& f, index runs) {
  const std::clock_t start = std::clock();
  for (index k = 0; k < runs; ++k) {
    f();
    asm volatile("" : : : "memory");
  }
  return static_cast<double>(std::clock() - start) * (1e6 / CLOCKS_PER_SEC) /
         static_cast<double>(runs);
}

template <class F, class G> void compare(const std::string& what, index runs, F by_hand, G ours) {
  double first = 1e18, second = 1e18;
  by_hand();
  ours();
  for (int k = 0; k < 30; ++k) {
    first = std::min(first, microseconds(by_hand, runs));
    second = std::min(second, microseconds(ours, runs));
  }
  std::printf("%-30s %12.2f %12.2f %8.2f\n", what.c_str(), first, second, second / first);
}

template <class T> T number(index i) { return static_cast<T>((7919 * i) % 1000) / 1000 - T(.5); }
template <class T> dtensor<T, 2> reals(index rows, index n) {
  return from_function([n](index i, index j) { return number<T>(i * n + j); }, rows, n);
}
template <class T> dtensor<std::complex<T>, 2> complexes(index rows, index n) {
  return from_function(
      [n](index i, index j) {
        return std::complex<T>(number<T>(i * n + j), number<T>(3 * i * n + j));
      },
      rows, n);
}

/// Transforms rows with the library alone: forward(), real(), inverse_real() and columns().
#if STRIA_BENCH_FFTW
constexpr const char* library = "FFTW";

template <class T> class by_hand;
#define STRIA_BY_HAND(T, prefix)                                                                   \
  template <> class by_hand<T> {                                                                   \
    using C = std::complex<T>;                                                                     \
    static auto* raw(C* p) { return reinterpret_cast<prefix##_complex*>(p); }                      \
    prefix##_plan plan_ = nullptr;                                                                 \
    by_hand(prefix##_plan p) : plan_(p) {}                                                         \
                                                                                                   \
  public:                                                                                          \
    by_hand(const by_hand&) = delete;                                                              \
    ~by_hand() { prefix##_destroy_plan(plan_); }                                                   \
    void operator()() const { prefix##_execute(plan_); }                                           \
    static by_hand forward(C* in, C* out, index rows, index count) {                               \
      const int n[] = {static_cast<int>(count)};                                                   \
      return prefix##_plan_many_dft(1, n, static_cast<int>(rows), raw(in), nullptr, 1, n[0],       \
                                    raw(out), nullptr, 1, n[0], FFTW_FORWARD, FFTW_ESTIMATE);      \
    }                                                                                              \
    static by_hand real(T* in, C* out, index rows, index count) {                                  \
      const int n[] = {static_cast<int>(count)};                                                   \
      return prefix##_plan_many_dft_r2c(1, n, static_cast<int>(rows), in, nullptr, 1, n[0],        \
                                        raw(out), nullptr, 1, n[0] / 2 + 1,                        \
                                        FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);                      \
    }                                                                                              \
    static by_hand inverse_real(C* in, T* out, index rows, index count) {                          \
      const int n[] = {static_cast<int>(count)};                                                   \
      return prefix##_plan_many_dft_c2r(1, n, static_cast<int>(rows), raw(in), nullptr, 1,         \
                                        n[0] / 2 + 1, out, nullptr, 1, n[0],                       \
                                        FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);                      \
    }                                                                                              \
    static by_hand columns(C* in, C* out, index rows, index count) {                               \
      const int n[] = {static_cast<int>(rows)}, step = static_cast<int>(count);                    \
      return prefix##_plan_many_dft(1, n, step, raw(in), nullptr, step, 1, raw(out), nullptr,      \
                                    step, 1, FFTW_FORWARD, FFTW_ESTIMATE);                         \
    }                                                                                              \
    static by_hand both(C* in, C* out, index rows, index count) {                                  \
      return prefix##_plan_dft_2d(static_cast<int>(rows), static_cast<int>(count), raw(in),        \
                                  raw(out), FFTW_FORWARD, FFTW_ESTIMATE);                          \
    }                                                                                              \
  }
STRIA_BY_HAND(float, fftwf);
STRIA_BY_HAND(double, fftw);
#undef STRIA_BY_HAND
#else
constexpr const char* library = "Eigen";

template <class T> struct by_hand {
  using C = std::complex<T>;
  static auto made() {
    Eigen::FFT<T> f;
    f.SetFlag(Eigen::FFT<T>::Unscaled);
    f.SetFlag(Eigen::FFT<T>::HalfSpectrum);
    return f;
  }
  static auto forward(C* in, C* out, index rows, index n) {
    return [=, f = made()]() mutable {
      for (index i = 0; i < rows; ++i)
        f.fwd(out + i * n, in + i * n, n);
    };
  }
  static auto real(T* in, C* out, index rows, index n) {
    return [=, f = made()]() mutable {
      for (index i = 0; i < rows; ++i)
        f.fwd(out + i * (n / 2 + 1), in + i * n, n);
    };
  }
  static auto inverse_real(C* in, T* out, index rows, index n) {
    return [=, f = made()]() mutable {
      for (index i = 0; i < rows; ++i)
        f.inv(out + i * n, in + i * (n / 2 + 1), n);
    };
  }
  static auto columns(C* in, C* out, index rows, index n) {
    return [=, f = made(), from = std::vector<C>(static_cast<std::size_t>(rows)),
            to = std::vector<C>(static_cast<std::size_t>(rows))]() mutable {
      for (index j = 0; j < n; ++j) {
        for (index i = 0; i < rows; ++i)
          from[static_cast<std::size_t>(i)] = in[i * n + j];
        f.fwd(to.data(), from.data(), rows);
        for (index i = 0; i < rows; ++i)
          out[i * n + j] = to[static_cast<std::size_t>(i)];
      }
    };
  }
  static auto both(C* in, C* out, index rows, index n) {
    return [along = forward(in, out, rows, n), across = columns(out, out, rows, n)]() mutable {
      along();
      across();
    };
  }
};
#endif

template <class T> void rows_of(index rows, index n) {
  using C = std::complex<T>;
  const std::string size = std::string(std::is_same_v<T, float> ? " float " : " double ") +
                           std::to_string(rows) + "x" + std::to_string(n);
  // The direct calls use separate memory, because a result of stria replaces the memory of the
  // tensor to which it is assigned.
  auto x = complexes<T>(rows, n), y = x, own_y = x;
  auto r = reals<T>(rows, n), s = r, own_s = r;
  dtensor<C, 2> h(rows, n / 2 + 1), own_h = h;
  const index runs = std::max<index>(1, 300000 / (rows * n));
  compare("fft" + size, runs, by_hand<T>::forward(x.data(), own_y.data(), rows, n),
          [&] { y = fft::fft(x); });
  compare("rfft" + size, runs, by_hand<T>::real(r.data(), own_h.data(), rows, n),
          [&] { h = fft::rfft(r); });
  compare("irfft" + size, runs, by_hand<T>::inverse_real(own_h.data(), own_s.data(), rows, n),
          [&] { s = fft::irfft(h, n, -_1, fft::norm::forward); });
}

void planes() {
  constexpr index n = 512;
  auto x = complexes<double>(n, n), y = x, own = x;
  compare("fft double axis 0 512x512", 1, by_hand<double>::columns(x.data(), own.data(), n, n),
          [&] { y = fft::fft(x, _0); });
  compare("fft2 double 512x512", 1, by_hand<double>::both(x.data(), own.data(), n, n),
          [&] { y = fft::fft2(x); });
}

/// Loops over an operand with a border of the required width.
void convolution(index k) {
  constexpr index n = 512;
  const index wide = n + k - 1;
  const auto a = reals<double>(n, n), kernel = reals<double>(k, k);
  dtensor<double, 2> padded(wide, wide), by_loops(n, n), ours(n, n);
  compare(
      "convolve2d same 512x512, " + std::to_string(k), 1,
      [&] {
        std::fill(padded.storage().begin(), padded.storage().end(), 0.);
        for (index i = 0; i < n; ++i)
          std::copy_n(a.data() + i * n, n, padded.data() + (i + k / 2) * wide + k / 2);
        for (index i = 0; i < n; ++i) {
          double* const out = by_loops.data() + i * n;
          std::fill_n(out, n, 0.);
          for (index p = 0; p < k; ++p)
            for (index q = 0; q < k; ++q) {
              const double w = kernel.data()[(k - 1 - p) * k + k - 1 - q];
              const double* const in = padded.data() + (i + p) * wide + q;
              for (index j = 0; j < n; ++j)
                out[j] += w * in[j];
            }
        }
      },
      [&] { ours = signal::convolve2d(a, kernel, signal::mode::same); });
}

} // namespace

int main() {
  std::printf("%-30s %12s %12s %8s\n", library, "library, us", "stria, us", "ratio");
  for (const stria::index n : {16, 64, 256, 1000, 1024, 65536})
    rows_of<double>(1, n);
  rows_of<float>(1, 1024);
  rows_of<double>(1000, 64);
  rows_of<double>(1, 2003); // a prime number
  planes();
  for (const stria::index k : {3, 11})
    convolution(k);
}
