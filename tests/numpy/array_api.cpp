// SPDX-License-Identifier: BSL-1.0
// The examples of docs/array-api.md, one call for each name of the standard, which must compile.
// None of them runs. support/check_array_api.py checks that all of them are here.
#include <stria/fft.hpp>
#include <stria/interop/dlpack.hpp>
#include <stria/linalg.hpp>
#include <stria/stria.hpp>

#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

using namespace stria;

namespace {
template <class... T> void show(const T&...) {}
} // namespace

void array_api(DLManagedTensorVersioned* m) {
  dtensor<double, 2> a(4, 3), b(4, 3), s(3, 3);
  dtensor<double, 1> v(3), w(3), p(3), q(3);
  dtensor<int, 2> i(4, 3);
  dtensor<bool, 2> c(4, 3);
  dtensor<std::complex<double>, 2> z(4, 4);
  const index_t k = 0;
  // Constants
  show(constants::e);
  show(constants::inf);
  show(constants::nan);
  show(a[_, newaxis]);
  show(constants::pi);
  // Creation
  show(arange(0., 1., 0.1));
  show(as_tensor(std::vector{1., 2.}));
  show(empty<float>(2, 3));
  show(empty_like(a));
  show(eye(3, 4, 1));
  show(from_dlpack<float, dyn, 3>(m));
  show(full(7., 2, 3));
  show(full_like(a, 7.));
  show(linspace(0, 1, 10, exclude_endpoint));
  show(meshgrid(v, w));
  show(ones<float>(2, 3));
  show(ones_like(a));
  show(tril(a, -1));
  show(triu(a));
  show(zeros<float>(2, 3));
  show(zeros_like(a));
  // Data types
  show(astype<float>(a));
  show(std::is_convertible_v<int, double>);
  show(std::numeric_limits<float>::epsilon());
  show(std::numeric_limits<int>::max());
  show(std::is_integral_v<int>);
  {
    using type = decltype(a + b)::value_type;
    show(type());
  }
  // Element-wise
  show(abs(a));
  show(acos(a));
  show(acosh(a));
  show(add(a, b));
  show(asin(a));
  show(asinh(a));
  show(atan(a));
  show(atan2(a, b));
  show(atanh(a));
  show(bitwise_and(i, i));
  show(bitwise_left_shift(i, i));
  show(bitwise_invert(i));
  show(bitwise_or(i, i));
  show(bitwise_right_shift(i, i));
  show(bitwise_xor(i, i));
  show(ceil(a));
  show(clip(a, 0., _));
  show(conj(z));
  show(copysign(a, b));
  show(cos(a));
  show(cosh(a));
  show(divide(a, b));
  show(equal(a, b));
  show(exp(a));
  show(expm1(a));
  show(floor(a));
  show(floor_divide(a, b));
  show(greater(a, b));
  show(greater_equal(a, b));
  show(hypot(a, b));
  show(imag(z));
  show(isfinite(a));
  show(isinf(a));
  show(isnan(a));
  show(less(a, b));
  show(less_equal(a, b));
  show(log(a));
  show(log1p(a));
  show(log2(a));
  show(log10(a));
  show(logaddexp(a, b));
  show(logical_and(c, c));
  show(logical_not(c));
  show(logical_or(c, c));
  show(logical_xor(c, c));
  show(maximum(a, b));
  show(minimum(a, b));
  show(multiply(a, b));
  show(negative(a));
  show(nextafter(a, b));
  show(not_equal(a, b));
  show(positive(a));
  show(pow(a, b));
  show(real(z));
  show(reciprocal(a));
  show(remainder(a, b));
  show(round(a, 2));
  show(sign(a));
  show(signbit(a));
  show(sin(a));
  show(sinh(a));
  show(square(a));
  show(sqrt(a));
  show(subtract(a, b));
  show(tan(a));
  show(tanh(a));
  show(trunc(a));
  // Indexing
  show(take(a, tensor{0, 2}, _1));
  show(take_along_axis(a, argsort(a, _0), _0));
  // Linear algebra
  show(matmul(a, transpose(b)));
  show(matrix_transpose(a));
  show(tensordot(a, b, _1, _1));
  show(vecdot(a, b));
  // Manipulation
  show(broadcast_arrays(a, v));
  show(broadcast_shapes(a.shape(), v.shape()));
  show(broadcast_to(v, 4, 3));
  show(concat(_0, a, b));
  show(expand_dims(a, _0, -_1));
  show(flip(a, _0, _1));
  show(moveaxis(a, _0, -_1));
  show(permute_dims(a, _1, _0));
  show(repeat(a, 2, _0));
  show(reshape(a, 3, -1));
  show(roll(a, {1, -2}, _0, _1));
  show(squeeze(a[_, newaxis], _1));
  show(stack(_0, a, b));
  show(tile(a, 2, 3));
  show(unstack(tensor{{1, 2}, {3, 4}}, _0));
  // Searching and counting
  show(argmax(a, _0));
  show(argmin(a));
  show(count_nonzero(a, _1));
  show(nonzero(a));
  show(searchsorted(v, w, search_side::right));
  show(where(c, a, b));
  // Sets
  show(isin(a, v));
  show(unique_all(a).counts);
  show(unique_counts(a).values);
  show(unique_inverse(a).inverse);
  show(unique_values(a));
  // Sorting
  show(argsort(a, _0, descending));
  show(sort(a, descending));
  // Statistics
  show(cumulative_prod(a, _1));
  show(cumulative_sum(a, _0, include_initial));
  show(max(a, -_1));
  show(mean(a, _0, keepdims));
  show(min(a));
  show(prod(a, _1));
  show(std_(a, _0, ddof(1)));
  show(sum(a, axis(k)));
  show(var(a, _0, ddof(1)));
  // Utilities
  show(all_of(c, _0));
  show(any(c));
  show(diff(a, 2, _1));
  // Linear algebra, the extension
  show(linalg::cholesky(s));
  show(cross(p, q));
  show(linalg::det(s));
  show(diagonal(a));
  show(linalg::eig(s));
  show(linalg::eigh(s));
  show(linalg::eigvals(s));
  show(linalg::eigvalsh(s));
  show(linalg::inv(s));
  show(matmul(s, s));
  show(linalg::matrix_norm(s));
  show(linalg::matrix_power(s, 3));
  show(linalg::matrix_rank(s));
  show(matrix_transpose(s));
  show(outer(v, w));
  show(linalg::pinv(a));
  show(linalg::qr(a));
  show(linalg::slogdet(s));
  show(linalg::solve(s, v));
  show(linalg::svd(a));
  show(linalg::svdvals(a));
  show(tensordot(s, s, _1));
  show(trace(s));
  show(vecdot(v, w));
  show(linalg::vector_norm(v));
  // Fourier transforms, the extension
  show(fft::fft(z));
  show(fft::ifft(z));
  show(fft::fftn(z));
  show(fft::ifftn(z));
  show(fft::rfft(v));
  show(fft::irfft(z));
  show(fft::rfftn(a));
  show(fft::irfftn(z));
  show(fft::hfft(z));
  show(fft::ihfft(v));
  show(fft::fftfreq(8));
  show(fft::rfftfreq(8));
  show(fft::fftshift(v));
  show(fft::ifftshift(v));
}
