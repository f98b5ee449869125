// SPDX-License-Identifier: BSL-1.0
// The parts of the kernels that are the same for Eigen and LAPACK.
#pragma once

#include <stria/linalg/backend.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

namespace stria::detail::linear {

/// Calls f(entry) for each entry of the batch until one returns a failure.
template <class F> linalg_outcome for_entries(const matrix_batch& batch, F f) {
  for (index entry = 0; entry < batch.count; ++entry)
    if (const linalg_trouble trouble = f(entry); trouble != linalg_trouble::none)
      return {trouble, entry};
  return {};
}

/// Computes the sign and the logarithm of the determinant of LU factors. diagonal(k) is pivot k,
/// and `permutation` is the determinant of the permutation, 1 or -1.
template <class T, class Diagonal>
void sign_and_log_of(index n, real_part_t<T> permutation, const Diagonal& diagonal, T& sign,
                     real_part_t<T>& log) {
  using real = real_part_t<T>;
  sign = T(permutation);
  log = 0;
  for (index k = 0; k < n; ++k) {
    const T d = diagonal(k);
    const real size = std::abs(d);
    if (size == real(0)) {
      sign = T(0);
      log = -std::numeric_limits<real>::infinity();
      return;
    }
    if constexpr (std::is_same_v<T, real>)
      sign = d < 0 ? -sign : sign; // also of an infinite pivot
    else
      sign *= d / size;
    log += std::log(size);
  }
}

/// The matrix exponential by scaling, squaring and the Pade approximant of degree 13. Source:
/// N. J. Higham, The scaling and squaring method for the matrix exponential revisited, 2005.
namespace exponential {

/// Coefficient k of the approximant.
constexpr double coefficient(int k) {
  constexpr double b[] = {64764752532480000.,
                          32382376266240000.,
                          7771770303897600.,
                          1187353796428800.,
                          129060195264000.,
                          10559470521600.,
                          670442572800.,
                          33522128640.,
                          1323241920.,
                          40840800.,
                          960960.,
                          16380.,
                          182.,
                          1.};
  return b[k] / b[0];
}

/// The number of times that the matrix is halved. `scaled_norm` is the largest sum of the absolute
/// values in a column after division by `largest_element`, because the sum itself may overflow.
inline int squarings(double largest_element, double scaled_norm) {
  constexpr double largest_norm = 5.371920351148152;
  if (!(largest_element > 0))
    return 0;
  const double steps = std::log2(scaled_norm / largest_norm) + std::log2(largest_element);
  return steps > 0 ? static_cast<int>(std::ceil(steps)) : 0;
}

} // namespace exponential
} // namespace stria::detail::linear
