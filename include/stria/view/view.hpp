// SPDX-License-Identifier: BSL-1.0
// view/view.hpp: some elements of a tensor's storage, by pointer, offset, shape and strides.
#pragma once

#include <stria/layout/sliced.hpp>
#include <stria/view/assignable.hpp>
#include <stria/view/cursor.hpp>
#include <stria/view/element.hpp>
#include <stria/view/subscript.hpp>

#include <span>

namespace stria {

/// Elements of a storage that lives elsewhere; `L` is what the compiler knows of extents and
/// strides. Copying a view copies the reference; assigning to it writes the elements. A view of
/// const T is read-only. NumPy: the result of a basic subscript.
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
  using value_type = std::remove_const_t<T>;
  static constexpr detail::static_layout<R> layout = L;
  static constexpr static_shape<R> extents = L.shape;
  /// The number of axes.
  static constexpr index rank = static_cast<index>(R);
  static constexpr bool ready = true;

  /// A view of the storage of `size` elements at `base`, `from` elements further: for the library's
  /// own use.
  STRIA_INLINE constexpr view(T* base, index size, const detail::placed<R>& at, index from = 0)
      : base_(base), storage_size_(size), offset_(from + at.offset), sizes_(at.sizes),
        strides_(at.strides) {}

  constexpr view(const view&) = default;
  /// A view of T reads as a view of const T.
  template <class U>
    requires(std::same_as<T, const U>)
  constexpr view(const view<U, L>& other)
      : view(other.base(), other.storage_size(), {other.offset(), other.shape(), other.strides()}) {
  }

  /// Writes the elements. Refuses shapes that don't fit. NumPy: `v[...] = other`.
  constexpr view& operator=(const view& other)
    requires(!std::is_const_v<T>)
  {
    detail::assigned<detail::assign_op, view, const view&>::run(*this, other);
    return *this;
  }
  /// Writes an expression or a scalar, broadcast, into the elements. NumPy: `v[...] = e`.
  template <class E>
  STRIA_INLINE constexpr auto operator=(E&& e)
      STRIA_RUN_OR_REFUSE((detail::assigned<detail::assign_op, view, E>), *this, e);

  /// Braces are no value of their own.
  template <class U, std::size_t N>
  auto operator=(U (&&)[N]) -> detail::refusal_where<sizeof(U) != 0, detail::braces_verdict>;
  template <class U, std::size_t N, std::size_t M>
  auto operator=(U (&&)[N][M]) -> detail::refusal_where<sizeof(U) != 0, detail::braces_verdict>;
  template <class X,
            class Because = detail::refusal_where<sizeof(X) != 0, detail::no_target_verdict>>
  void operator=(const X&) const = delete;

  /// The sizes of the axes; a range of `index` with [].
  STRIA_INLINE constexpr std::array<index, R> shape() const { return sizes_.sizes(); }
  /// Steps between neighbours along each axis, in elements.
  STRIA_INLINE constexpr std::array<index, R> strides() const { return strides_.strides(); }
  /// The size of axis k; a negative k counts from the end. `index_error` for others.
  constexpr index extent(index k) const {
    return sizes_.size(static_cast<std::size_t>(detail::checked_axis(k, rank)));
  }
  /// The number of elements.
  constexpr index size() const { return detail::count_elements(shape()); }
  /// Where the first element stands in the storage.
  STRIA_INLINE constexpr index offset() const { return offset_; }
  /// The first element.
  STRIA_INLINE constexpr T* data() const { return base_ + offset_; }
  /// The elements are one row-major block.
  constexpr bool is_contiguous() const { return detail::is_contiguous(shape(), strides()); }
  /// The whole storage that is looked into.
  STRIA_INLINE constexpr std::span<T> storage() const {
    return {base_, static_cast<std::size_t>(storage_size_)};
  }
  // For the library's own use: the same without a span, whose class programs need not pay for.
  STRIA_INLINE constexpr T* base() const { return base_; }
  STRIA_INLINE constexpr index storage_size() const { return storage_size_; }

  /// Rank 0 is its element.
  constexpr operator T&() const
    requires(R == 0)
  {
    return base_[offset_];
  }

  // The operand's side; see view/operand.hpp.
  template <detail::inner_hint H, std::size_t N>
  STRIA_INLINE constexpr auto cursor(const detail::axis_refs<R>& refs) const {
    return detail::make_cursor<detail::hinted_stride(L, H), N>(base_, offset_, strides(), refs);
  }

  /// All elements, as a row; fits turns false where the sizes are not n.
  STRIA_INLINE constexpr auto line(const std::array<index, 1>& n, bool& fits) const {
    fits &= sizes_.size(0) == n[0];
    return detail::row_at<L.strides[0]>(static_cast<const T*>(data()), strides_.stride(0));
  }

private:
  friend struct detail::member_access;
  template <class F, class Seq, class... A> friend class detail::map_node;

  STRIA_INLINE constexpr const index* size_list() const { return sizes_.list(); }
  template <std::size_t... K> STRIA_INLINE constexpr T& item(std::same_as<index> auto... i) const {
    return base_[(offset_ + ... +
                  (detail::checked_index(i, sizes_.size(K), K) * strides_.stride(K)))];
  }

  static constexpr bool leads = true;
  STRIA_INLINE constexpr std::array<index, R> leading_sizes() const { return shape(); }
  static constexpr bool in_view_line = [] {
    if constexpr (R == 1)
      return std::is_arithmetic_v<value_type> && !detail::is_gathered(L.strides[0]);
    else
      return false;
  }();

protected:
  /// Looks at other elements, as an owner does whose elements have moved.
  constexpr void look_at(T* base, index size, const detail::placed<R>& at) {
    base_ = base;
    storage_size_ = size;
    offset_ = at.offset;
    sizes_ = sizes_t(at.sizes);
    strides_ = strides_t(at.strides);
  }
};

} // namespace stria
