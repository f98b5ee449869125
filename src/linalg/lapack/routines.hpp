// SPDX-License-Identifier: BSL-1.0
// The LAPACK and BLAS routines used by kernels.cpp, overloaded by element type.
//
// The routines are declared here because LAPACK has no portable C header. Fortran compilers append
// the length of each character argument to the argument list. These lengths are passed too, because
// a routine may rely on them.
#pragma once

#include <complex>
#include <cstddef>

// R is the real type that belongs to T; p is the prefix of the routines' names.
#define STRIA_LAPACK_ROUTINES(T, R, p, orgqr_name)                                                 \
  extern "C" {                                                                                     \
  void p##gemm_(const char*, const char*, const int*, const int*, const int*, const T*, const T*,  \
                const int*, const T*, const int*, const T*, T*, const int*, std::size_t,           \
                std::size_t);                                                                      \
  void p##getrf_(const int*, const int*, T*, const int*, int*, int*);                              \
  void p##getrs_(const char*, const int*, const int*, const T*, const int*, const int*, T*,        \
                 const int*, int*, std::size_t);                                                   \
  void p##getri_(const int*, T*, const int*, const int*, T*, const int*, int*);                    \
  void p##trtrs_(const char*, const char*, const char*, const int*, const int*, const T*,          \
                 const int*, T*, const int*, int*, std::size_t, std::size_t, std::size_t);         \
  void p##potrf_(const char*, const int*, T*, const int*, int*, std::size_t);                      \
  void p##geqrf_(const int*, const int*, T*, const int*, T*, T*, const int*, int*);                \
  void p##orgqr_name##_(const int*, const int*, const int*, T*, const int*, const T*, T*,          \
                        const int*, int*);                                                         \
  }                                                                                                \
  namespace stria::detail::linear::lapack {                                                        \
  /** c = op(a) op(b), op(a) m by k and op(b) k by n. */                                           \
  inline void gemm(char op_a, char op_b, int m, int n, int k, const T* a, int lda, const T* b,     \
                   int ldb, T* c, int ldc) {                                                       \
    const T one(1), zero(0);                                                                       \
    p##gemm_(&op_a, &op_b, &m, &n, &k, &one, a, &lda, b, &ldb, &zero, c, &ldc, 1, 1);              \
  }                                                                                                \
  inline int getrf(int m, int n, T* a, int* pivots) {                                              \
    int info = 0;                                                                                  \
    p##getrf_(&m, &n, a, &m, pivots, &info);                                                       \
    return info;                                                                                   \
  }                                                                                                \
  inline int getrs(int n, int k, const T* lu, const int* pivots, T* b) {                           \
    int info = 0;                                                                                  \
    p##getrs_("N", &n, &k, lu, &n, pivots, b, &n, &info, 1);                                       \
    return info;                                                                                   \
  }                                                                                                \
  inline int getri(int n, T* lu, const int* pivots, T* work, int size) {                           \
    int info = 0;                                                                                  \
    p##getri_(&n, lu, &n, pivots, work, &size, &info);                                             \
    return info;                                                                                   \
  }                                                                                                \
  inline int trtrs(char triangle, char diagonal, int n, int k, const T* a, T* b) {                 \
    int info = 0;                                                                                  \
    p##trtrs_(&triangle, "N", &diagonal, &n, &k, a, &n, b, &n, &info, 1, 1, 1);                    \
    return info;                                                                                   \
  }                                                                                                \
  inline int potrf(char triangle, int n, T* a) {                                                   \
    int info = 0;                                                                                  \
    p##potrf_(&triangle, &n, a, &n, &info, 1);                                                     \
    return info;                                                                                   \
  }                                                                                                \
  inline int geqrf(int m, int n, T* a, T* tau, T* work, int size) {                                \
    int info = 0;                                                                                  \
    p##geqrf_(&m, &n, a, &m, tau, work, &size, &info);                                             \
    return info;                                                                                   \
  }                                                                                                \
  inline int orgqr(int m, int n, int k, T* a, const T* tau, T* work, int size) {                   \
    int info = 0;                                                                                  \
    p##orgqr_name##_(&m, &n, &k, a, &m, tau, work, &size, &info);                                  \
    return info;                                                                                   \
  }                                                                                                \
  }

STRIA_LAPACK_ROUTINES(float, float, s, orgqr)
STRIA_LAPACK_ROUTINES(double, double, d, orgqr)
STRIA_LAPACK_ROUTINES(std::complex<float>, float, c, ungqr)
STRIA_LAPACK_ROUTINES(std::complex<double>, double, z, ungqr)
#undef STRIA_LAPACK_ROUTINES

// For real elements, these routines have no separate real workspace, and geev returns the real and
// imaginary parts of the eigenvalues in two arrays.
#define STRIA_LAPACK_REAL_ROUTINES(T, p)                                                           \
  extern "C" {                                                                                     \
  void p##gesdd_(const char*, const int*, const int*, T*, const int*, T*, T*, const int*, T*,      \
                 const int*, T*, const int*, int*, int*, std::size_t);                             \
  void p##syevd_(const char*, const char*, const int*, T*, const int*, T*, T*, const int*, int*,   \
                 const int*, int*, std::size_t, std::size_t);                                      \
  void p##geev_(const char*, const char*, const int*, T*, const int*, T*, T*, T*, const int*, T*,  \
                const int*, T*, const int*, int*, std::size_t, std::size_t);                       \
  }                                                                                                \
  namespace stria::detail::linear::lapack {                                                        \
  inline int gesdd(char job, int m, int n, T* a, T* s, T* u, T* vh, int ldvh, T* work, int size,   \
                   T*, int* integers) {                                                            \
    int info = 0;                                                                                  \
    p##gesdd_(&job, &m, &n, a, &m, s, u, &m, vh, &ldvh, work, &size, integers, &info, 1);          \
    return info;                                                                                   \
  }                                                                                                \
  inline int evd(char job, char triangle, int n, T* a, T* values, T* work, int size, T*, int,      \
                 int* integers, int integer_size) {                                                \
    int info = 0;                                                                                  \
    p##syevd_(&job, &triangle, &n, a, &n, values, work, &size, integers, &integer_size, &info, 1,  \
              1);                                                                                  \
    return info;                                                                                   \
  }                                                                                                \
  /** values: n real parts, then n imaginary parts. */                                             \
  inline int geev(char job, int n, T* a, T* values, T* vectors, T* work, int size, T*) {           \
    int info = 0;                                                                                  \
    T none;                                                                                        \
    const int one = 1;                                                                             \
    p##geev_("N", &job, &n, a, &n, values, values + n, &none, &one, vectors, &n, work, &size,      \
             &info, 1, 1);                                                                         \
    return info;                                                                                   \
  }                                                                                                \
  }

STRIA_LAPACK_REAL_ROUTINES(float, s)
STRIA_LAPACK_REAL_ROUTINES(double, d)
#undef STRIA_LAPACK_REAL_ROUTINES

#define STRIA_LAPACK_COMPLEX_ROUTINES(T, R, p)                                                     \
  extern "C" {                                                                                     \
  void p##gesdd_(const char*, const int*, const int*, T*, const int*, R*, T*, const int*, T*,      \
                 const int*, T*, const int*, R*, int*, int*, std::size_t);                         \
  void p##heevd_(const char*, const char*, const int*, T*, const int*, R*, T*, const int*, R*,     \
                 const int*, int*, const int*, int*, std::size_t, std::size_t);                    \
  void p##geev_(const char*, const char*, const int*, T*, const int*, T*, T*, const int*, T*,      \
                const int*, T*, const int*, R*, int*, std::size_t, std::size_t);                   \
  }                                                                                                \
  namespace stria::detail::linear::lapack {                                                        \
  inline int gesdd(char job, int m, int n, T* a, R* s, T* u, T* vh, int ldvh, T* work, int size,   \
                   R* reals, int* integers) {                                                      \
    int info = 0;                                                                                  \
    p##gesdd_(&job, &m, &n, a, &m, s, u, &m, vh, &ldvh, work, &size, reals, integers, &info, 1);   \
    return info;                                                                                   \
  }                                                                                                \
  inline int evd(char job, char triangle, int n, T* a, R* values, T* work, int size, R* reals,     \
                 int real_size, int* integers, int integer_size) {                                 \
    int info = 0;                                                                                  \
    p##heevd_(&job, &triangle, &n, a, &n, values, work, &size, reals, &real_size, integers,        \
              &integer_size, &info, 1, 1);                                                         \
    return info;                                                                                   \
  }                                                                                                \
  inline int geev(char job, int n, T* a, T* values, T* vectors, T* work, int size, R* reals) {     \
    int info = 0;                                                                                  \
    T none;                                                                                        \
    const int one = 1;                                                                             \
    p##geev_("N", &job, &n, a, &n, values, &none, &one, vectors, &n, work, &size, reals, &info, 1, \
             1);                                                                                   \
    return info;                                                                                   \
  }                                                                                                \
  }

STRIA_LAPACK_COMPLEX_ROUTINES(std::complex<float>, float, c)
STRIA_LAPACK_COMPLEX_ROUTINES(std::complex<double>, double, z)
#undef STRIA_LAPACK_COMPLEX_ROUTINES
