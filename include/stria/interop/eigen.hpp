// SPDX-License-Identifier: BSL-1.0
// interop/eigen.hpp: tensors and views as Eigen maps, and Eigen matrices as views, without a copy.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/numpy/shape/as_view.hpp>
#include <stria/tensor/reshaped.hpp>
#include <stria/tensor/strided_view.hpp>
#include <stria/tensor/tensor.hpp>

#include <Eigen/Core>

#include <limits>

namespace stria {

namespace detail {

// --- to Eigen ---

constexpr bool eigen_knows(index n) { return n <= std::numeric_limits<int>::max(); }

/// A size as a template argument of Eigen.
constexpr int eigen_size(extent e) {
  return e.is_static() && eigen_knows(e.size) ? static_cast<int>(e.size) : Eigen::Dynamic;
}
/// A stride as a template argument of Eigen, in which 0 means contiguous and -1 means Dynamic.
constexpr int eigen_stride(index s) {
  return s > 0 && eigen_knows(s) ? static_cast<int>(s) : Eigen::Dynamic;
}

/// The template arguments of a map. A stride of 0 means the stride of a matrix without gaps.
struct eigen_plan {
  int rows, columns, order, outer, inner;
};

template <std::size_t R> constexpr eigen_plan plan_eigen(const static_layout<R>& l, bool packed) {
  const auto gap = [](index s) { return s == 1 ? 0 : eigen_stride(s); };
  if constexpr (R == 1) {
    return {eigen_size(l.shape[0]), 1, Eigen::ColMajor, 0, gap(l.strides[0])};
  } else {
    const int rows = eigen_size(l.shape[0]), columns = eigen_size(l.shape[1]);
    // Eigen allows only one order for each kind of vector, and ignores its outer stride.
    if (columns == 1)
      return {rows, 1, Eigen::ColMajor, 0, gap(l.strides[0])};
    if (rows == 1)
      return {1, columns, Eigen::RowMajor, 0, gap(l.strides[1])};
    if (l.strides[1] != 1 && l.strides[0] == 1) {
      const bool full = rows != Eigen::Dynamic && l.strides[1] == rows;
      return {rows, columns, Eigen::ColMajor, full ? 0 : eigen_stride(l.strides[1]), 0};
    }
    return {rows, columns, Eigen::RowMajor, packed ? 0 : eigen_stride(l.strides[0]),
            gap(l.strides[1])};
  }
}

/// Stride<outer, inner>, or the shorter Eigen type for it: OuterStride or InnerStride.
template <int Outer, int Inner> struct eigen_strides {
  using type = Eigen::Stride<Outer, Inner>;
  static type make(index outer, index inner) { return {outer, inner}; }
};
template <int Outer> struct eigen_strides<Outer, 0> {
  using type = Eigen::OuterStride<Outer>;
  static type make(index outer, index) { return type(outer); }
};
template <int Inner> struct eigen_strides<0, Inner> {
  using type = Eigen::InnerStride<Inner>;
  static type make(index, index inner) { return type(inner); }
};
template <> struct eigen_strides<0, 0> {
  using type = Eigen::Stride<0, 0>;
  static type make(index, index) { return {}; }
};

template <class X> struct eigen_map {
  using source = std::remove_reference_t<X>;
  using pointer = decltype(std::declval<source&>().data());
  using element = std::remove_pointer_t<pointer>;
  static constexpr auto layout = source::layout;
  static constexpr eigen_plan plan = plan_eigen(layout, tensor_operand<X> || is_block(layout));
  using matrix = Eigen::Matrix<std::remove_const_t<element>, plan.rows, plan.columns, plan.order>;
  using strides = eigen_strides<plan.outer, plan.inner>;
  using type = Eigen::Map<std::conditional_t<std::is_const_v<element>, const matrix, matrix>,
                          Eigen::Unaligned, typename strides::type>;

  static constexpr bool accepted = true;
  static type run(source& x) {
    const auto n = x.shape();
    const auto s = x.strides();
    if constexpr (layout.rank() == 1) {
      return type(x.data(), n[0], 1, strides::make(0, s[0]));
    } else {
      constexpr bool by_rows = plan.order == Eigen::RowMajor;
      return type(x.data(), n[0], n[1], strides::make(s[by_rows ? 0 : 1], s[by_rows ? 1 : 0]));
    }
  }
};

template <class X> struct eigen_map_verdict {
  static constexpr bool stored = tensor_operand<X> || view_operand<X>;
  static constexpr bool lives_on = !tensor_operand<X> || std::is_lvalue_reference_v<X>;
  static constexpr bool accepted = stored && lives_on && (rank_of<X> == 1 || rank_of<X> == 2);
  static constexpr message text() {
    if (!stored)
      return message("stria: as_eigen takes a tensor or a view, but this is an expression without "
                     "memory; give its value a name first: auto t = eval(...)");
    if (!lives_on)
      return message("stria: as_eigen of a temporary tensor would look at memory that is gone; "
                     "give the tensor a name first");
    return message("stria: an Eigen matrix has one or two axes, but this has ")
           << rank_of<X> << "; take a slice of it";
  }
};
template <class X> struct eigen_map_or_refused : judged_call<eigen_map_verdict<X>, eigen_map<X>> {};

// --- from Eigen ---

template <class X>
concept eigen_object =
    std::is_base_of_v<Eigen::EigenBase<std::remove_cvref_t<X>>, std::remove_cvref_t<X>>;

template <eigen_object X> inline constexpr bool has_own_view<X> = true;

template <class D> inline constexpr bool owns_elements = false;
template <class D>
  requires std::is_base_of_v<Eigen::PlainObjectBase<D>, D>
inline constexpr bool owns_elements<D> = true;
// An Eigen::Ref of const elements holds a copy if the argument does not fit.
template <class D, int Options, class Strides>
inline constexpr bool owns_elements<Eigen::Ref<const D, Options, Strides>> = true;

template <class D>
inline constexpr bool has_elements = requires(D& d) {
  { d.data() };
  { d.innerStride() };
  requires(static_cast<int>(D::Flags) & static_cast<int>(Eigen::DirectAccessBit)) != 0;
};

template <class X> struct eigen_view_verdict {
  using source = std::remove_cvref_t<X>;
  static constexpr bool stored = has_elements<source>;
  static constexpr bool lives_on = std::is_lvalue_reference_v<X> || !owns_elements<source>;
  static constexpr bool accepted = stored && lives_on;
  static constexpr message text() {
    if (!stored)
      return message("stria: as_view takes an Eigen object whose elements are in memory (a matrix, "
                     "an array, a map, a block), but this is an expression; give its .eval() a "
                     "name first");
    return message("stria: as_view of a temporary matrix would look at memory that is gone; give "
                   "the matrix a name first");
  }
};

template <class X> struct view_of_eigen {
  using source = std::remove_reference_t<X>;
  using pointer = decltype(std::declval<source&>().data());
  using element = std::remove_pointer_t<pointer>;
  static constexpr std::size_t rank = source::IsVectorAtCompileTime ? 1 : 2;

  static constexpr extent known_extent(int n) {
    return n == Eigen::Dynamic ? extent::unknown() : extent::make(n);
  }
  static constexpr index known_stride(int s) { return s == Eigen::Dynamic ? unknown_stride : s; }
  static constexpr static_layout<rank> known_layout() {
    constexpr int inner = source::InnerStrideAtCompileTime;
    constexpr int outer = source::OuterStrideAtCompileTime;
    if constexpr (rank == 1)
      return {{{known_extent(source::SizeAtCompileTime)}}, {known_stride(inner)}};
    else
      return {{{known_extent(source::RowsAtCompileTime), known_extent(source::ColsAtCompileTime)}},
              {known_stride(source::IsRowMajor ? outer : inner),
               known_stride(source::IsRowMajor ? inner : outer)}};
  }
  using type = view<element, known_layout()>;

  static constexpr bool accepted = true;
  static type run(source& x) {
    if constexpr (rank == 1)
      return view_of_memory<known_layout()>(x.data(), {x.size()}, {x.innerStride()});
    else
      return view_of_memory<known_layout()>(
          x.data(), {x.rows(), x.cols()},
          {source::IsRowMajor ? x.outerStride() : x.innerStride(),
           source::IsRowMajor ? x.innerStride() : x.outerStride()});
  }
};
template <class X>
struct view_of_eigen_or_refused : judged_call<eigen_view_verdict<X>, view_of_eigen<X>> {};

} // namespace detail

/// A tensor or a view as an Eigen::Map of its elements, without a copy.
///
/// Sizes and strides that are part of the type are static. The map is valid while the elements
/// exist. Eigen cannot resize a map: if a product of another shape is assigned to it, an assertion
/// of Eigen fails.
///
/// \param t      a tensor [n, m] or [n]
/// \param x      a view of rank 1 or 2, with any strides
/// \returns      a row-major map of a matrix, or of a column vector for rank 1; a view whose
///               columns are contiguous, such as `transpose(t)`, gives a column-major map; const
///               elements give a map of const elements
/// \throws       nothing
/// \refuses      other ranks; expressions, which have no memory; temporary tensors
/// \complexity   O(1)
/// \numpy        none
/// \usage        `as_eigen(c) = as_eigen(a) * as_eigen(b)`
template <class T, extent... E>
auto as_eigen(tensor<T, E...>& t STRIA_LIFETIMEBOUND)
    STRIA_RUN_OR_REFUSE((detail::eigen_map_or_refused<tensor<T, E...>&>), t);

/// A const tensor as a map of const elements.
template <class T, extent... E>
auto as_eigen(const tensor<T, E...>& t STRIA_LIFETIMEBOUND)
    STRIA_RUN_OR_REFUSE((detail::eigen_map_or_refused<const tensor<T, E...>&>), t);

/// A view as an Eigen::Map with its strides, which may be negative.
template <detail::operand X>
  requires(!detail::lvalue_tensor<X>)
auto as_eigen(X&& x) STRIA_RUN_OR_REFUSE((detail::eigen_map_or_refused<X>), x);

/// An Eigen matrix, array, map or block as a view of its elements: `sum(as_view(m), _0)`. The view
/// of an Eigen vector has rank 1; all other views have rank 2. Static sizes and strides remain
/// static, and const elements are read-only. Refuses Eigen expressions and temporary matrices.
template <detail::eigen_object X>
auto as_view(X&& x) STRIA_RUN_OR_REFUSE((detail::view_of_eigen_or_refused<X>), x);

} // namespace stria
