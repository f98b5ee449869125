// SPDX-License-Identifier: BSL-1.0
// Transforms rows with FFTW. FFTW is under the GPL, so it is used only if the user chooses it
// (STRIA_FFT=fftw).
#include "rows.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <new>

namespace stria::detail {
namespace {

// The planner of FFTW is not thread-safe; its transforms are.
std::mutex planner;

template <class T> struct fftw;
#define STRIA_FFTW(T, prefix)                                                                      \
  template <> struct fftw<T> {                                                                     \
    using complex = prefix##_complex;                                                              \
    using plan = prefix##_plan;                                                                    \
    static void* allocate(std::size_t bytes) { return prefix##_malloc(bytes); }                    \
    static void release(void* p) { prefix##_free(p); }                                             \
    static void destroy(plan p) { prefix##_destroy_plan(p); }                                      \
    static bool aligned(const void* p) {                                                           \
      return prefix##_alignment_of(const_cast<T*>(static_cast<const T*>(p))) == 0;                 \
    }                                                                                              \
    static plan make(row_kind kind, int n, void* in, void* out) {                                  \
      constexpr unsigned flags = FFTW_ESTIMATE | FFTW_PRESERVE_INPUT;                              \
      auto* const c = static_cast<complex*>(in);                                                   \
      auto* const d = static_cast<complex*>(out);                                                  \
      switch (kind) {                                                                              \
      case row_kind::real_forward:                                                                 \
        return prefix##_plan_dft_r2c_1d(n, static_cast<T*>(in), d, flags);                         \
      case row_kind::real_inverse:                                                                 \
        return prefix##_plan_dft_c2r_1d(n, c, static_cast<T*>(out), flags);                        \
      case row_kind::inverse: return prefix##_plan_dft_1d(n, c, d, FFTW_BACKWARD, flags);          \
      case row_kind::forward: break;                                                               \
      }                                                                                            \
      return prefix##_plan_dft_1d(n, c, d, FFTW_FORWARD, flags);                                   \
    }                                                                                              \
    static void run(row_kind kind, plan p, void* in, void* out) {                                  \
      auto* const c = static_cast<complex*>(in);                                                   \
      auto* const d = static_cast<complex*>(out);                                                  \
      if (kind == row_kind::real_forward)                                                          \
        prefix##_execute_dft_r2c(p, static_cast<T*>(in), d);                                       \
      else if (kind == row_kind::real_inverse)                                                     \
        prefix##_execute_dft_c2r(p, c, static_cast<T*>(out));                                      \
      else                                                                                         \
        prefix##_execute_dft(p, c, d);                                                             \
    }                                                                                              \
  }
STRIA_FFTW(float, fftwf);
STRIA_FFTW(double, fftw);
#undef STRIA_FFTW

template <class T> class fftw_row final : public row_plan<T> {
  using C = std::complex<T>;
  using library = fftw<T>;
  row_kind kind_;
  std::size_t in_bytes_, out_bytes_;
  void* in_ = nullptr;
  void* out_ = nullptr;
  typename library::plan plan_ = nullptr;

public:
  fftw_row(row_kind kind, index n) : kind_(kind) {
    const auto points = static_cast<std::size_t>(n);
    const std::size_t whole = points * sizeof(C), half = (points / 2 + 1) * sizeof(C);
    in_bytes_ = kind == row_kind::real_forward   ? whole / 2
                : kind == row_kind::real_inverse ? half
                                                 : whole;
    out_bytes_ = kind == row_kind::real_forward   ? half
                 : kind == row_kind::real_inverse ? whole / 2
                                                  : whole;
    in_ = library::allocate(in_bytes_);
    out_ = library::allocate(out_bytes_);
    if (in_ != nullptr && out_ != nullptr) {
      const std::lock_guard lock(planner);
      plan_ = library::make(kind, static_cast<int>(n), in_, out_);
    }
    if (plan_ == nullptr) {
      release();
      throw std::bad_alloc();
    }
  }
  ~fftw_row() override {
    {
      const std::lock_guard lock(planner);
      library::destroy(plan_);
    }
    release();
  }
  void run(const C* in, C* out) override { run_anywhere(in, out); }
  void run(const T* in, C* out) override { run_anywhere(in, out); }
  void run(const C* in, T* out) override { run_anywhere(in, out); }

private:
  void release() {
    library::release(in_);
    library::release(out_);
  }
  /// The plan requires aligned memory; other rows are copied.
  template <class S, class D> void run_anywhere(const S* in, D* out) {
    void* from = const_cast<S*>(in); // not written: FFTW_PRESERVE_INPUT
    if (!library::aligned(in)) {
      std::copy_n(reinterpret_cast<const char*>(in), in_bytes_, static_cast<char*>(in_));
      from = in_;
    }
    if (library::aligned(out))
      return library::run(kind_, plan_, from, out);
    library::run(kind_, plan_, from, out_);
    std::copy_n(static_cast<const char*>(out_), out_bytes_, reinterpret_cast<char*>(out));
  }
};

} // namespace

template <class T> std::unique_ptr<row_plan<T>> make_row_plan(row_kind kind, index n) {
  return std::make_unique<fftw_row<T>>(kind, n);
}
template std::unique_ptr<row_plan<float>> make_row_plan<float>(row_kind, index);
template std::unique_ptr<row_plan<double>> make_row_plan<double>(row_kind, index);

} // namespace stria::detail
