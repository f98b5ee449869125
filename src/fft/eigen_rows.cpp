// SPDX-License-Identifier: BSL-1.0
// Transforms rows with the Eigen FFT module. The module is derived from kissfft and is fast if all
// prime factors of n are small. This file adds Bluestein's algorithm for other n, and transforms a
// real row of even length as half as many complex numbers.
#include "rows.hpp"

#include <stria/fft/transform.hpp>

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace stria::detail {
namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;

/// exp(i pi k / n) for 0 <= k < 2 n. For accuracy, cos and sin are called with angles of at most an
/// eighth of a turn.
std::complex<double> half_turns(index k, index n) {
  // Quarter turns: k / n = quarter / 2 + rest / n with |rest| <= n / 4.
  const index quarter = (4 * k + n) / (2 * n);
  const double angle = static_cast<double>(pi) * static_cast<double>(2 * k - quarter * n) /
                       static_cast<double>(2 * n);
  const double c = std::cos(angle), s = std::sin(angle);
  switch (quarter % 4) {
  case 0: return {c, s};
  case 1: return {-s, c};
  case 2: return {-c, -s};
  default: return {s, -c};
  }
}
template <class T> std::complex<T> as(const std::complex<double>& z) {
  return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
}

/// An estimate of the operations per element of an Eigen transform, which depends on the prime
/// factors of n.
index cost_of_point(index n) {
  index cost = 0;
  for (index p = 2; p * p <= n;)
    if (n % p == 0) {
      cost += p <= 5 ? p + 1 : 2 * p;
      n /= p;
    } else {
      ++p;
    }
  return n > 1 ? cost + (n <= 5 ? n + 1 : 2 * n) : cost;
}

/// Transforms complex rows of length n.
template <class T> class complex_row {
public:
  using C = std::complex<T>;

private:
  index n_;
  bool inverse_;
  Eigen::FFT<T> library_;
  // Bluestein: X[k] = w[k] (x w * conj w)[k] with w[k] = exp(-i pi k^2 / n), where * is a cyclic
  // convolution of m elements.
  index m_ = 0;
  std::vector<C> chirp_, spectrum_, work_, product_;

public:
  complex_row(index n, bool inverse) : n_(n), inverse_(inverse) {
    library_.SetFlag(Eigen::FFT<T>::Unscaled);
    const index m = smooth_size(2 * n - 1);
    if (n > 50 && n * cost_of_point(n) > 2 * m * cost_of_point(m) + 8 * m)
      make_chirp(m);
  }
  void run(const C* in, C* out) {
    if (n_ == 1)
      *out = *in; // Eigen would use work space that it has not allocated
    else if (m_ > 0)
      run_chirp(in, out);
    else if (inverse_)
      library_.inv(out, in, n_);
    else
      library_.fwd(out, in, n_);
  }

private:
  static std::size_t at(index i) { return static_cast<std::size_t>(i); }
  void make_chirp(index m) {
    m_ = m;
    chirp_.resize(at(n_));
    work_.resize(at(m));
    product_.resize(at(m));
    spectrum_.resize(at(m));
    index square = 0; // k^2 modulo 2 n
    for (index k = 0; k < n_; ++k) {
      const C w = as<T>(half_turns(square, n_));
      chirp_[at(k)] = inverse_ ? w : std::conj(w);
      square += 2 * k + 1;
      square -= square >= 2 * n_ ? 2 * n_ : 0;
    }
    const T factor = T{1} / static_cast<T>(m);
    for (index k = 0; k < n_; ++k) {
      const C b = std::conj(chirp_[at(k)]) * factor;
      work_[at(k)] = b;
      if (k > 0)
        work_[at(m - k)] = b;
    }
    library_.fwd(spectrum_.data(), work_.data(), m);
  }
  void run_chirp(const C* in, C* out) {
    for (index k = 0; k < n_; ++k)
      work_[at(k)] = in[k] * chirp_[at(k)];
    for (index k = n_; k < m_; ++k)
      work_[at(k)] = C();
    library_.fwd(product_.data(), work_.data(), m_);
    // The inverse is a second forward transform of the conjugates.
    for (index k = 0; k < m_; ++k)
      product_[at(k)] = std::conj(product_[at(k)] * spectrum_[at(k)]);
    library_.fwd(work_.data(), product_.data(), m_);
    for (index k = 0; k < n_; ++k)
      out[k] = std::conj(work_[at(k)]) * chirp_[at(k)];
  }
};

template <class T> class eigen_complex final : public row_plan<T> {
  using C = std::complex<T>;
  complex_row<T> row_;

public:
  eigen_complex(index n, bool inverse) : row_(n, inverse) {}
  void run(const C* in, C* out) override { row_.run(in, out); }
};

/// Transforms real rows of odd length as complex rows.
template <class T> class eigen_odd final : public row_plan<T> {
  using C = std::complex<T>;
  index n_;
  complex_row<T> row_;
  std::vector<C> in_, out_;

public:
  eigen_odd(index n, bool inverse)
      : n_(n), row_(n, inverse), in_(static_cast<std::size_t>(n)),
        out_(static_cast<std::size_t>(n)) {}
  void run(const T* in, C* out) override {
    std::copy(in, in + n_, in_.begin());
    row_.run(in_.data(), out_.data());
    std::copy(out_.begin(), out_.begin() + n_ / 2 + 1, out);
  }
  void run(const C* in, T* out) override {
    C* const full = in_.data();
    full[0] = in[0].real();
    for (index k = 1; k <= n_ / 2; ++k) {
      full[k] = in[k];
      full[n_ - k] = std::conj(in[k]);
    }
    row_.run(full, out_.data());
    for (index k = 0; k < n_; ++k)
      out[k] = out_[static_cast<std::size_t>(k)].real();
  }
};

/// Transforms real rows of even length 2 h. Pairs of neighbours become h complex numbers:
/// z[j] = x[2 j] + i x[2 j + 1]. Then Z[k] = E[k] + i O[k], where E and O are the spectra of the
/// even and odd elements, and X[k] = E[k] + exp(-i pi k / h) O[k].
template <class T> class eigen_even final : public row_plan<T> {
  using C = std::complex<T>;
  index h_;
  complex_row<T> row_;
  std::vector<C> turn_, work_;

public:
  eigen_even(index n, bool inverse)
      : h_(n / 2), row_(h_, inverse), turn_(static_cast<std::size_t>(h_ / 2 + 1)),
        work_(static_cast<std::size_t>(inverse ? h_ : 0)) {
    for (index k = 0; k <= h_ / 2; ++k) // i exp(i pi k / h)
      turn_[static_cast<std::size_t>(k)] = as<T>(C_of(half_turns(k, h_)));
  }
  void run(const T* in, C* out) override {
    row_.run(reinterpret_cast<const C*>(in), out);
    const C first = out[0];
    out[0] = first.real() + first.imag();
    out[h_] = first.real() - first.imag();
    const C* const turn = turn_.data();
    for (index k = 1; k <= h_ / 2; ++k) {
      const C a = out[k], b = std::conj(out[h_ - k]);
      const C even = (a + b) * T(0.5), odd = (a - b) * std::conj(turn[k]) * T(0.5);
      out[k] = even + odd;
      out[h_ - k] = std::conj(even - odd);
    }
  }
  void run(const C* in, T* out) override {
    C* const z = work_.data();
    z[0] = C(in[0].real() + in[h_].real(), in[0].real() - in[h_].real());
    const C* const turn = turn_.data();
    for (index k = 1; k <= h_ / 2; ++k) {
      const C a = in[k], b = std::conj(in[h_ - k]);
      const C even = a + b, odd = (a - b) * turn[k];
      z[k] = even + odd;
      z[h_ - k] = std::conj(even - odd);
    }
    row_.run(z, reinterpret_cast<C*>(out));
  }

private:
  static std::complex<double> C_of(const std::complex<double>& w) { return {-w.imag(), w.real()}; }
};

} // namespace

template <class T> std::unique_ptr<row_plan<T>> make_row_plan(row_kind kind, index n) {
  const bool inverse = kind == row_kind::inverse || kind == row_kind::real_inverse;
  if (kind == row_kind::forward || kind == row_kind::inverse)
    return std::make_unique<eigen_complex<T>>(n, inverse);
  if (n % 2 == 0)
    return std::make_unique<eigen_even<T>>(n, inverse);
  return std::make_unique<eigen_odd<T>>(n, inverse);
}
template std::unique_ptr<row_plan<float>> make_row_plan<float>(row_kind, index);
template std::unique_ptr<row_plan<double>> make_row_plan<double>(row_kind, index);

} // namespace stria::detail
