// SPDX-License-Identifier: BSL-1.0
// tensor/view.hpp: the class view: elements of a storage, by pointer, offset, shape and strides.
#pragma once

#include <stria/tensor/assignable.hpp>
#include <stria/tensor/cursor.hpp>
#include <stria/tensor/element.hpp>
#include <stria/tensor/hold.hpp>
#include <stria/tensor/sliced_layout.hpp>
#include <stria/tensor/subscript.hpp>

#include <span>

namespace stria {

namespace detail {

template <auto L>
inline constexpr bool has_dynamic_strides = [] {
  for (const index s : L.strides)
    if (s != unknown_stride)
      return false;
  return true;
}();

/// True if a view<T, L> can refer to the elements of the tensor or view X, and the types show that
/// the extents fit.
template <class X, class T, auto L>
concept shown_with_strides =
    rank_of<X> == L.rank() && std::same_as<value_t<X>, std::remove_const_t<T>> &&
    std::is_convertible_v<decltype(std::declval<X&>().data()), T*> && [] {
      for (std::size_t k = 0; k < L.rank(); ++k)
        if (L.shape[k] != extent::unknown() && L.shape[k] != extents_of<X>[k])
          return false;
      return true;
    }();

/// True for the const type of an owner that is a view itself (fortran_tensor).
template <class X> inline constexpr bool is_const_owner = false;

/// Refuses `view<T, L> v = c` for a const owner c.
struct const_owner_verdict {
  static constexpr message text() {
    return message("stria: the tensor is const, and only a read-only view can refer to it, as in "
                   "auto v = t.view() or dview<const float, 2> v(t)");
  }
};

} // namespace detail

/// A non-owning view of elements of a tensor or of other memory.
///
/// Subscripts with basic items return views. Copying a view copies the reference; assigning to a
/// view writes the elements. A view of const T is read-only. A view must not outlive the memory it
/// refers to.
///
/// \tparam T  the element type, const for read-only views
/// \tparam L  extents and strides, as known at compile time
/// \numpy     the result of a basic subscript
/// \usage     `auto row = a[0]; row = 1.f;`
template <class T, auto L>
class view : public detail::subscriptable<view<T, L>>, public detail::assignable<view<T, L>> {
  static constexpr std::size_t R = L.rank();
  using sizes_t = detail::sizes_of<L.shape>;
  using strides_t = detail::strides_of<L>;

  T* base_ = nullptr;
  index storage_size_ = 0;
  index offset_ = 0;
  STRIA_EMPTY sizes_t sizes_;
  STRIA_EMPTY strides_t strides_;

public:
  /// The element type, without const.
  using value_type = std::remove_const_t<T>;
  /// \internal
  /// Extents and strides, as known at compile time.
  static constexpr detail::static_layout<R> layout = L;
  /// The extents, as known at compile time.
  static constexpr static_shape<R> extents = L.shape;
  /// The number of axes.
  static constexpr index rank = static_cast<index>(R);
  /// \internal
  /// The elements can be read without computing anything first.
  using ready = std::true_type;

  /// \internal
  /// A view of the storage of `size` elements at `base`, offset by `from` elements.
  STRIA_INLINE constexpr view(T* base, index size, const detail::placed<R>& at, index from = 0)
      : base_(base), storage_size_(size), offset_(from + at.offset), sizes_(at.sizes),
        strides_(at.strides) {}

  /// Refers to the same elements.
  constexpr view(const view&) = default;
  constexpr view(view&&) = default;
  /// Converts a view of T to a view of const T.
  template <class U>
    requires(std::same_as<T, const U>)
  constexpr view(const view<U, L>& other)
      : view(other.base(), detail::member_access::storage_size(other),
             {other.offset(), other.shape(), other.strides()}) {}
  /// Refers to the elements of an lvalue tensor, with dynamic strides, so that a tensor can be
  /// passed to a parameter of type dview or strided_view. The conversion is explicit if the extents
  /// of the tensor differ from those of the view type.
  ///
  /// \usage  `void f(dview<float, 2>);  f(t);  f(dview<float, 2>(t[_, range(1, _)]));`
  template <class X>
    requires(detail::has_dynamic_strides<L> && std::is_lvalue_reference_v<X> &&
             detail::tensor_operand<X> && detail::shown_with_strides<X, T, L>)
  constexpr explicit(detail::extents_of<X> != L.shape) view(X&& x STRIA_LIFETIMEBOUND)
      : view(x.data(), x.size(), {0, x.shape(), x.strides()}) {}
  /// Refers to the same elements as another view, with dynamic strides.
  template <class U, auto M>
    requires(detail::has_dynamic_strides<L> && M != L &&
             detail::shown_with_strides<view<U, M>, T, L>)
  constexpr explicit view(const view<U, M>& other)
      : view(other.base(), detail::member_access::storage_size(other),
             {other.offset(), other.shape(), other.strides()}) {}

  // Without this overload, a const owner would convert to its base class, which can be written.
  template <class X, class Because = detail::refusal_where<
                         detail::is_const_owner<std::remove_reference_t<X>> && !std::is_const_v<T>,
                         detail::const_owner_verdict>>
    requires(detail::is_const_owner<std::remove_reference_t<X>> && !std::is_const_v<T>)
  view(X&&) = delete;

  /// Copies the elements of `other` into the elements of this view; `other` may overlap.
  ///
  /// \throws  shape_error if the shapes do not fit
  /// \numpy   `v[...] = other`
  constexpr view& operator=(const view& other)
    requires(!std::is_const_v<T>)
  {
    detail::assigned<detail::assign_op, view, const view&>::run(*this, other);
    return *this;
  }
  /// Evaluates an expression into the elements of this view, with broadcasting. The expression may
  /// read the same elements.
  ///
  /// \param e     a tensor, view, expression or scalar that broadcasts to the shape of the view
  /// \returns     a reference to this view
  /// \throws      shape_error if the run-time shapes do not broadcast
  /// \refuses     static extents that do not broadcast, const elements, and braces
  /// \complexity  one fused loop; a temporary only if source and target overlap in a way that needs
  ///              one
  /// \numpy       `v[...] = e`
  /// \usage       `a[range(1, _)] = a[range(_, -1)];`
  template <class E>
  STRIA_INLINE constexpr auto operator=(E&& e)
      STRIA_RUN_OR_REFUSE((detail::assigned<detail::assign_op, view, E>), *this, e);

  /// Braces alone cannot be assigned.
  template <class U, std::size_t N>
  auto operator=(U (&&)[N]) -> detail::refusal_where<sizeof(U) != 0, detail::braces_verdict>;
  template <class U, std::size_t N, std::size_t M>
  auto operator=(U (&&)[N][M]) -> detail::refusal_where<sizeof(U) != 0, detail::braces_verdict>;
  template <class U = detail::in_braces>
  auto operator=(std::initializer_list<std::type_identity_t<U>>)
      -> detail::refusal_where<sizeof(U) != 0, detail::braces_verdict>;
  template <class X = detail::in_braces>
  auto
  operator=(const X&) const& -> detail::refusal_where<sizeof(X) != 0, detail::no_target_verdict>;
  /// The same for a const temporary, which `std::indirectly_writable` requires of what an iterator
  /// returns. The return type does not depend on E, so overload resolution instantiates nothing.
  template <class E> constexpr view operator=(const E& e) const&& {
    view target(*this);
    target = e;
    return target;
  }

  /// The sizes of the axes, as an array of `index_t`.
  ///
  /// \numpy  `v.shape`
  STRIA_INLINE constexpr const axis_array<R> shape() const { return {sizes_.sizes()}; }
  /// For each axis, the distance between neighbouring elements, in elements; may be negative.
  ///
  /// \numpy  `v.strides`, which counts bytes
  STRIA_INLINE constexpr const axis_array<R> strides() const { return {strides_.strides()}; }
  /// The size of one axis.
  ///
  /// \param k  the axis; negative values count from the last one
  /// \throws   index_error if there is no such axis
  /// \numpy    `v.shape[k]`
  constexpr index extent(index k) const {
    return sizes_.size(static_cast<std::size_t>(detail::checked_axis(k, rank)));
  }
  /// The number of elements.
  ///
  /// \numpy  `v.size`
  constexpr index size() const { return detail::count_elements(shape()); }
  /// The position of the first element in the storage.
  STRIA_INLINE constexpr index offset() const { return offset_; }
  /// A pointer to the first element.
  STRIA_INLINE constexpr T* data() const { return base_ + offset_; }
  /// True if the elements form one row-major block. Strides of axes of size 1 do not matter.
  ///
  /// \numpy  `v.flags.c_contiguous`
  constexpr bool is_contiguous() const { return detail::is_contiguous(shape(), strides()); }
  /// The whole storage that contains the elements of the view, as a `std::span`.
  ///
  /// \numpy  `v.base`
  STRIA_INLINE constexpr const std::span<T> storage() const {
    return {base_, static_cast<std::size_t>(storage_size_)};
  }
  /// \internal
  /// A pointer to the storage, for headers that do not include <span>.
  STRIA_INLINE constexpr T* base() const { return base_; }

  /// A view of rank 0 converts to its element.
  constexpr operator T&() const
    requires(R == 0)
  {
    return base_[offset_];
  }

private:
  friend struct detail::member_access;
  template <class N> friend struct detail::ref;
  template <std::size_t N, auto Extents, class X>
  friend constexpr auto detail::input_cursor(const X& e);
  template <class F, class Seq, class... A> friend class detail::map_node;

  /// The number of elements of the storage.
  STRIA_INLINE constexpr index storage_size() const { return storage_size_; }

  /// The operand interface; see tensor/operand.hpp.
  template <detail::inner_hint H, std::size_t N>
  STRIA_INLINE constexpr auto cursor(const detail::axis_refs<R>& refs) const {
    return detail::make_cursor<detail::hinted_stride(L, H), N>(base_, offset_, strides(), refs);
  }

  STRIA_INLINE constexpr const index* size_list() const { return sizes_.list(); }
  template <std::size_t... K> STRIA_INLINE constexpr T& item(std::same_as<index> auto... i) const {
    return base_[(offset_ + ... +
                  (detail::checked_index(i, sizes_.size(K), K) * strides_.stride(K)))];
  }

  /// The sizes that map_node::check() compares.
  STRIA_INLINE constexpr std::array<index, R> leading_sizes() const { return shape(); }
  /// All elements as a row, as ref::line().
  STRIA_INLINE constexpr auto line(const std::array<index, R>& n, bool& fits) const {
    return detail::ref<view>(*this).line(n, fits);
  }

protected:
  /// Makes the view refer to other elements. Owners call it when their elements have moved.
  constexpr void look_at(T* base, index size, const detail::placed<R>& at) {
    base_ = base;
    storage_size_ = size;
    offset_ = at.offset;
    sizes_ = sizes_t(at.sizes);
    strides_ = strides_t(at.strides);
  }
};

} // namespace stria
