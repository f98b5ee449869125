// SPDX-License-Identifier: BSL-1.0
// interop/eigen_tensor.hpp: tensors of any rank as Eigen::TensorMap and back, without a copy.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/numpy/shape/as_view.hpp>
#include <stria/tensor/reshaped.hpp>
#include <stria/tensor/strided_view.hpp>
#include <stria/tensor/tensor.hpp>

#include <unsupported/Eigen/CXX11/Tensor>

namespace stria {

namespace detail {

template <class X> struct eigen_tensor_map {
  using source = std::remove_reference_t<X>;
  using element = std::remove_pointer_t<decltype(std::declval<source&>().data())>;
  static constexpr int rank = static_cast<int>(rank_of<X>);
  using plain = Eigen::Tensor<std::remove_const_t<element>, rank, Eigen::RowMajor, index>;
  using type = Eigen::TensorMap<std::conditional_t<std::is_const_v<element>, const plain, plain>>;

  static constexpr bool accepted = true;
  static type run(source& x) {
    if (!x.is_contiguous()) {
      message m(
          "stria: as_eigen_tensor: an Eigen::TensorMap has no strides, but the view of shape ");
      say_shape(m, x.shape());
      raise<value_error>(m << " is not contiguous; give its value a name: auto t = eval(...)");
    }
    return type(x.data(), typename type::Dimensions(x.shape()));
  }
};

template <class X> struct eigen_tensor_verdict {
  static constexpr bool stored = tensor_operand<X> || view_operand<X>;
  static constexpr bool lives_on = !tensor_operand<X> || std::is_lvalue_reference_v<X>;
  static constexpr bool accepted = stored && lives_on;
  static constexpr message text() {
    if (!stored)
      return message("stria: as_eigen_tensor takes a tensor or a view, but this is an expression "
                     "without memory; give its value a name first: auto t = eval(...)");
    return message("stria: as_eigen_tensor of a temporary tensor would look at memory that is "
                   "gone; give the tensor a name first");
  }
};
template <class X>
struct eigen_tensor_or_refused : judged_call<eigen_tensor_verdict<X>, eigen_tensor_map<X>> {};

template <class T, int Rank, int Options, class Ix>
inline constexpr bool has_own_view<Eigen::Tensor<T, Rank, Options, Ix>> = true;
template <class T, int Rank, int Options, class Ix>
inline constexpr bool has_own_view<const Eigen::Tensor<T, Rank, Options, Ix>> = true;
template <class X, int Options>
inline constexpr bool has_own_view<Eigen::TensorMap<X, Options>> = true;
template <class X, int Options>
inline constexpr bool has_own_view<const Eigen::TensorMap<X, Options>> = true;

/// The elements of an Eigen::Tensor or TensorMap; its order determines the strides.
template <class T, class X> auto view_of_eigen_tensor(T* first, const X& x) {
  constexpr auto rank = static_cast<std::size_t>(X::NumDimensions);
  std::array<index, rank> sizes{}, strides{};
  index step = 1;
  for (std::size_t k = 0; k < rank; ++k)
    sizes[k] = static_cast<index>(x.dimensions()[k]);
  for (std::size_t n = 0; n < rank; ++n) {
    const std::size_t k =
        static_cast<int>(X::Layout) == static_cast<int>(Eigen::RowMajor) ? rank - 1 - n : n;
    strides[k] = step;
    step *= sizes[k];
  }
  return view_of_memory<dview<T, rank>::layout>(first, sizes, strides);
}

} // namespace detail

/// A tensor or a contiguous view of any rank as an Eigen::TensorMap of its elements, without a
/// copy.
///
/// The map is valid while the elements exist.
///
/// \param t      a tensor of any rank
/// \param x      a view whose elements are contiguous
/// \returns      a row-major map with sizes known at run time; const elements give a map of const
///               elements
/// \throws       value_error if a view is not contiguous
/// \refuses      expressions, which have no memory; temporary tensors
/// \complexity   O(1)
/// \numpy        none
/// \usage        `as_eigen_tensor(b) = as_eigen_tensor(a).shuffle(order)`
template <class T, extent... E> auto as_eigen_tensor(tensor<T, E...>& t STRIA_LIFETIMEBOUND) {
  return detail::eigen_tensor_map<tensor<T, E...>&>::run(t);
}
/// A const tensor as a map of const elements.
template <class T, extent... E> auto as_eigen_tensor(const tensor<T, E...>& t STRIA_LIFETIMEBOUND) {
  return detail::eigen_tensor_map<const tensor<T, E...>&>::run(t);
}
/// A view as a map. Raises value_error if the view is not contiguous.
template <detail::operand X>
  requires(!detail::lvalue_tensor<X>)
auto as_eigen_tensor(X&& x) STRIA_RUN_OR_REFUSE((detail::eigen_tensor_or_refused<X>), x);

/// An Eigen::Tensor or TensorMap as a view of its elements, valid while they exist. A temporary
/// Eigen::Tensor is refused.
template <class T, int Rank, int Options, class Ix>
dview<T, Rank> as_view(Eigen::Tensor<T, Rank, Options, Ix>& x STRIA_LIFETIMEBOUND) {
  return detail::view_of_eigen_tensor(x.data(), x);
}
/// A const Eigen::Tensor as a read-only view.
template <class T, int Rank, int Options, class Ix>
dview<const T, Rank> as_view(const Eigen::Tensor<T, Rank, Options, Ix>& x STRIA_LIFETIMEBOUND) {
  return detail::view_of_eigen_tensor(x.data(), x);
}
template <class T, int Rank, int Options, class Ix>
void as_view(const Eigen::Tensor<T, Rank, Options, Ix>&&) = delete;
/// An Eigen::TensorMap as a view.
template <class T, int Rank, int Options, class Ix, int Alignment>
dview<T, Rank> as_view(Eigen::TensorMap<Eigen::Tensor<T, Rank, Options, Ix>, Alignment> x) {
  return detail::view_of_eigen_tensor(x.data(), x);
}
/// An Eigen::TensorMap of const elements as a read-only view.
template <class T, int Rank, int Options, class Ix, int Alignment>
dview<const T, Rank>
as_view(Eigen::TensorMap<const Eigen::Tensor<T, Rank, Options, Ix>, Alignment> x) {
  return detail::view_of_eigen_tensor<const T>(x.data(), x);
}

} // namespace stria
