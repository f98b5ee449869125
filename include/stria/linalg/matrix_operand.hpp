// SPDX-License-Identifier: BSL-1.0
// linalg/matrix_operand.hpp: the operands of stria::linalg: the accepted types, the type that
// elements are computed in, and the messages for refused operands. Tests: tests/linalg/calls.cpp.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/linalg/backend.hpp>
#include <stria/numpy/product/multiply_loops.hpp>
#include <stria/shape/broadcast.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/prepare.hpp>
#include <stria/tensor/tensor.hpp>

#include <algorithm>
#include <complex>
#include <string_view>

namespace stria::detail::linear {

/// The type in which elements are computed: double for integers and bool, void for types that are
/// refused.
template <class T> struct linalg_element {
  using type = std::conditional_t<std::is_integral_v<T>, double, void>;
};
template <> struct linalg_element<float> {
  using type = float;
};
template <> struct linalg_element<double> {
  using type = double;
};
template <> struct linalg_element<std::complex<float>> {
  using type = std::complex<float>;
};
template <> struct linalg_element<std::complex<double>> {
  using type = std::complex<double>;
};
/// The type for two operands: the wider one, complex if one of them is complex.
template <class T, class U> struct joined_element {
  using real = std::common_type_t<real_part_t<T>, real_part_t<U>>;
  using type =
      std::conditional_t<is_complex<T>::value || is_complex<U>::value, std::complex<real>, real>;
};
template <class T> struct joined_element<T, T> {
  using type = T;
};
template <class A> using linalg_element_of = typename linalg_element<value_t<A>>::type;
template <class A> using linalg_real_of = real_part_t<linalg_element_of<A>>;
template <class A, class B>
using linalg_joined = typename joined_element<linalg_element_of<A>, linalg_element_of<B>>::type;

// These functions replace the last axes of a shape, given by extents or by sizes.

template <std::size_t Drop, std::size_t R, class... X>
constexpr auto with_last(const static_shape<R>& s, X... last) {
  static_assert(R >= Drop);
  auto r = unknown_shape<R - Drop + sizeof...(X)>();
  for (std::size_t k = 0; k < R - Drop; ++k)
    r[k] = s[k];
  std::size_t out = R - Drop;
  ((r[out++] = last), ...);
  return r;
}
template <std::size_t Drop, std::size_t R, class... X>
constexpr auto with_last(const std::array<index, R>& s, X... last) {
  std::array<index, R - Drop + sizeof...(X)> r{};
  for (std::size_t k = 0; k < R - Drop; ++k)
    r[k] = s[k];
  [[maybe_unused]] std::size_t out = R - Drop;
  ((r[out++] = last), ...);
  return r;
}
/// The extents of the last two axes.
template <class A> inline constexpr extent rows_of = extents_of<A>[rank_of<A> - 2];
template <class A> inline constexpr extent columns_of = extents_of<A>[rank_of<A> - 1];
/// The extent of the sides of square matrices; static if the compiler knows it.
template <class A>
inline constexpr extent side_of = equal_extents(rows_of<A>, columns_of<A>).result;
constexpr extent smaller_extent(extent m, extent n) {
  if (m == n)
    return m;
  if (m.is_static() && n.is_static())
    return m.size < n.size ? m : n;
  return extent::unknown();
}
template <class T, auto Shape> using tensor_like = typename tensor_of<T, Shape>::type;

// The reasons for refusing an operand.

enum class linalg_fault : unsigned char { none, device, elements, rank, sizes };

template <class A> constexpr linalg_fault matrix_fault(std::size_t rank = 2) {
  if constexpr (!is_on_host<A>)
    return linalg_fault::device;
  else if constexpr (std::is_void_v<linalg_element_of<A>>)
    return linalg_fault::elements;
  else
    return rank_of<A> < rank ? linalg_fault::rank : linalg_fault::none;
}
constexpr linalg_fault fault_of(extent_fault f) {
  return f == extent_fault::none ? linalg_fault::none : linalg_fault::sizes;
}
template <class A> constexpr linalg_fault square_fault() {
  if constexpr (constexpr linalg_fault f = matrix_fault<A>(); f != linalg_fault::none)
    return f;
  else
    return fault_of(equal_extents(rows_of<A>, columns_of<A>).fault);
}

constexpr void say_linalg_fault(message& m, linalg_fault fault, array_ref<extent> shape) {
  switch (fault) {
  case linalg_fault::device:
    m << " computes on the host: to_host(c) copies an operand from a device";
    break;
  case linalg_fault::elements:
    m << " needs float, double, complex numbers of these, or integers, which are computed as "
         "double; cast<double>(a) converts others";
    break;
  case linalg_fault::rank:
    m << " needs an operand of rank 2 or more; the shape is ";
    say_shape(m, shape);
    break;
  case linalg_fault::sizes:
    m << " needs square matrices; the last two axes of ";
    say_shape(m, shape);
    m << " differ";
    break;
  case linalg_fault::none: break;
  }
}

/// Refuses an operand with this fault.
template <fixed_string Name, class A, linalg_fault Fault> struct fault_verdict {
  static constexpr bool accepted = Fault == linalg_fault::none;
  static constexpr message text() {
    message m("stria: linalg::");
    m << Name.view();
    say_linalg_fault(m, Fault, extents_of<A>.view());
    return m;
  }
};
/// Accepts matrices of any shape.
template <fixed_string Name, class A>
using matrix_verdict = fault_verdict<Name, A, matrix_fault<A>()>;
/// Accepts square matrices.
template <fixed_string Name, class A>
using square_verdict = fault_verdict<Name, A, square_fault<A>()>;

[[noreturn]] [[gnu::cold]] inline void
raise_not_square(std::string_view name, array_ref<extent> extents, array_ref<index> sizes) {
  message m("stria: linalg::");
  m << name << " needs square matrices; the last two axes of ";
  say_shape(m, extents, sizes);
  raise<shape_error>(m << " differ");
}
/// The sizes of square matrices; throws shape_error for others.
template <class A> constexpr auto square_sizes(std::string_view name, const A& a) {
  const auto n = a.shape();
  if (n[rank_of<A> - 1] != n[rank_of<A> - 2]) [[unlikely]]
    raise_not_square(name, extents_of<A>.view(), n);
  return n;
}

[[noreturn]] [[gnu::cold]] inline void raise_linalg(std::string_view name, linalg_outcome what,
                                                    array_ref<index> batch) {
  message m("stria: linalg::");
  m << name << ": ";
  if (batch.size() == 0) {
    m << "the matrix";
  } else {
    std::array<index, 64> at{};
    index entry = what.entry;
    for (std::size_t k = batch.size(); k-- > 0;) {
      at[k] = entry % batch[k];
      entry /= batch[k];
    }
    m << "matrix ";
    say_shape(m, array_ref<index>(at.data(), batch.size()));
    m << " of the batch";
  }
  switch (what.trouble) {
  case linalg_trouble::singular: m << " is singular"; break;
  case linalg_trouble::not_positive_definite: m << " is not positive definite"; break;
  case linalg_trouble::not_finite: m << " has elements that are NaN or infinite"; break;
  case linalg_trouble::no_convergence: m << ": the iteration did not converge"; break;
  case linalg_trouble::none: break;
  }
  raise<value_error>(m);
}
constexpr void check_linalg(std::string_view name, linalg_outcome what, array_ref<index> batch) {
  if (what.trouble != linalg_trouble::none) [[unlikely]]
    raise_linalg(name, what, batch);
}

/// Calls use(matrices, batch). `matrices` are the matrices of the operand, in memory and with
/// elements of type T; `batch` describes the leading axes.
template <class T, class A, class Use> constexpr void with_matrices(const A& a, Use use) {
  constexpr std::size_t R = rank_of<A>, nb = R - 2;
  const auto& ready = prepare(a);
  const auto sizes = with_last<2>(ready.shape());
  with_memory<T>(ready, anywhere, [&](const auto& place) {
    use(matrix_operand<T>{place.p, place.strides.data(), place.strides[R - 2],
                          place.strides[R - 1]},
        matrix_batch{sizes.data(), nb, count_elements(sizes)});
  });
}

/// A tensor, or for rank 0 its element.
template <class Tensor> constexpr auto element_or_tensor(Tensor&& t) {
  if constexpr (rank_of<Tensor> == 0)
    return *t.data();
  else
    return static_cast<std::remove_cvref_t<Tensor>>(static_cast<Tensor&&>(t));
}
template <class Tensor>
using element_or_tensor_t = decltype(element_or_tensor(std::declval<Tensor>()));

/// Fills `count` blocks of `rows` x `columns` elements with identity matrices.
template <class T> constexpr void fill_identity(T* to, index count, index rows, index columns) {
  for (index e = 0; e < count; ++e)
    for (index i = 0; i < rows; ++i)
      for (index j = 0; j < columns; ++j)
        *to++ = i == j ? T(1) : T(0);
}
template <class Tensor> constexpr void fill_identity(Tensor& t) {
  const auto n = t.shape();
  constexpr std::size_t R = rank_of<Tensor>;
  if (t.size() > 0)
    fill_identity(t.data(), count_elements(with_last<2>(n)), n[R - 2], n[R - 1]);
}

} // namespace stria::detail::linear

namespace stria::linalg {

/// Names a triangle of matrices.
///
/// \numpy        `UPLO="U"`, `upper=True`, `lower=True`
/// \usage        `linalg::eigh(a, linalg::upper)`, `linalg::triangular_solve(a, b, linalg::lower)`
enum class triangle : bool { lower, upper };
using enum triangle;

} // namespace stria::linalg

namespace stria::detail::linear {

/// Whether an argument of `function` names the upper triangle. Raises value_error for another text.
constexpr bool is_upper(const char*, linalg::triangle which) {
  return which == linalg::triangle::upper;
}
constexpr bool is_upper(const char* function, std::string_view uplo) {
  const bool upper = uplo == "U" || uplo == "u";
  if (!upper && uplo != "L" && uplo != "l")
    raise<value_error>(message("stria: linalg::")
                       << function << ": the triangle must be 'L' or 'U', not '" << uplo << '\'');
  return upper;
}
constexpr bool is_upper(const char* function, char uplo) {
  return is_upper(function, std::string_view(&uplo, 1));
}
template <class W>
concept names_triangle = std::same_as<W, linalg::triangle> || std::same_as<W, char> ||
                         std::convertible_to<const W&, std::string_view>;

} // namespace stria::detail::linear
