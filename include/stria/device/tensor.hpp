// SPDX-License-Identifier: BSL-1.0
// device/tensor.hpp: tensors in the memory of a device, and views of them.
// Tests: tests/device/assign.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/kernel_text.hpp>
#include <stria/device/memory.hpp>
#include <stria/parts/place.hpp>
#include <stria/tensor/hold.hpp>
#include <stria/tensor/tensor.hpp>
#include <stria/tensor/view.hpp>

#include <utility>

namespace stria {

template <class T, extent... E> class device_tensor;

namespace detail {

template <class T, auto L> class device_view;
using device_context_ptr = std::shared_ptr<device_context>;

template <class T> inline constexpr bool is_device_tensor = false;
template <class T, extent... E>
inline constexpr bool is_device_tensor<device_tensor<T, E...>> = true;
template <class T> inline constexpr bool is_device_view = false;
template <class T, auto L> inline constexpr bool is_device_view<device_view<T, L>> = true;
/// An operand that is memory of a device.
template <class N>
concept device_memory =
    is_device_tensor<std::remove_cvref_t<N>> || is_device_view<std::remove_cvref_t<N>>;
template <class N>
concept device_owner = is_device_tensor<std::remove_cvref_t<N>>;

template <device_memory N> inline constexpr place leaf_place<N> = place::device;

/// An expression that is evaluated on a device.
template <class N>
concept device_operand = operand<N> && place_of<std::remove_cvref_t<N>> == place::device;

/// The first device among the operands of an expression.
template <class N> device_context_ptr context_of(const N& n) {
  if constexpr (device_memory<N>) {
    return n.context();
  } else if constexpr (is_ref<N>) {
    return context_of(*n.node);
  } else {
    device_context_ptr found;
    member_access::operands(n, [&](const auto&... o) {
      (..., (found == nullptr ? static_cast<void>(found = context_of(o)) : void()));
    });
    return found;
  }
}

/// Raises device_error for operands on different devices.
inline void check_same_device(const device_context_ptr& a, const device_context_ptr& b) {
  if (a != b)
    raise<device_error>(message("stria: device: the operands are on different devices; "
                                "to_device(to_host(c), d) copies one"));
}

/// The refusal of device_tensor<long double, 3>.
struct device_tensor_verdict {
  static constexpr message text() {
    return message(
        "stria: the elements of a device_tensor must be bool, integers, float, double, or "
        "complex numbers of float or double");
  }
};

/// The back end of device tensors; run() is in device/store.hpp.
struct device_loops {
  static constexpr const char* name = "device";
  template <class Op, class Target, class E> static void run(const Target& target, const E& e);
};

template <class Op, class Target, class E> struct device_judged;

/// Stops the compilation if the host would evaluate an operand on a device. Refusals that occur
/// earlier have more specific messages.
template <class R> R refuse_on_host() {
  static_assert(sizeof(R) == 0, "stria: this function has no kernel for devices, or an operand "
                                "is in the memory of a device: to_host(e) copies values, "
                                "docs/devices.md lists what runs where");
  return R();
}

} // namespace detail

namespace detail {

/// Elements in the memory of a device, with shape and strides. Copying a view copies the reference;
/// assigning to it writes the elements.
template <class T, auto L>
class device_view : public subscriptable<device_view<T, L>>, public assignable<device_view<T, L>> {
  static constexpr std::size_t R = L.rank();
  device_context_ptr context_;
  device_address base_ = 0;
  index offset_ = 0;
  STRIA_EMPTY sizes_of<L.shape> sizes_;
  STRIA_EMPTY strides_of<L> strides_;

public:
  using value_type = std::remove_const_t<T>;
  using element_type = T;
  using back_end = device_loops;
  static constexpr static_layout<R> layout = L;
  static constexpr static_shape<R> extents = L.shape;
  /// The number of axes.
  static constexpr index rank = static_cast<index>(R);
  using ready = std::false_type;

  device_view(device_context_ptr context, device_address base, index from, const placed<R>& at)
      : context_(std::move(context)), base_(base), offset_(from + at.offset), sizes_(at.sizes),
        strides_(at.strides) {}
  device_view(const device_view&) = default;
  /// A view of a whole tensor.
  template <device_owner D>
    requires(L == std::remove_cvref_t<D>::layout)
  explicit device_view(D& t) : device_view(t.context(), t.base(), 0, {0, t.shape(), t.strides()}) {}
  /// Converts a view of T to a view of const T.
  template <class U>
    requires(std::same_as<T, const U>)
  device_view(const device_view<U, L>& v)
      : device_view(v.context(), v.base(), v.offset(), {0, v.shape(), v.strides()}) {}

  /// Writes the elements. NumPy: `v[...] = other`.
  device_view& operator=(const device_view& other)
    requires(!std::is_const_v<T>)
  {
    assigned<assign_op, device_view, const device_view&>::run(*this, other);
    return *this;
  }
  /// Writes an expression or a scalar, broadcast. NumPy: `v[...] = e`.
  template <class X>
  auto operator=(X&& x) STRIA_RUN_OR_REFUSE((assigned<assign_op, device_view, X>), *this, x);
  /// Braces have no type, so they are refused.
  template <class U, std::size_t N>
  auto operator=(U (&&)[N]) -> refusal_where<sizeof(U) != 0, braces_verdict>;

  axis_array<R> shape() const { return {sizes_.sizes()}; }
  /// The strides in elements.
  axis_array<R> strides() const { return {strides_.strides()}; }
  index extent(index k) const { return shape()[static_cast<std::size_t>(checked_axis(k, rank))]; }
  index size() const { return count_elements(shape()); }
  /// The position of the first element in the memory of the tensor.
  index offset() const { return offset_; }
  bool is_contiguous() const { return detail::is_contiguous(shape(), strides()); }

  // For internal use.
  const device_context_ptr& context() const { return context_; }
  device_address base() const { return base_; }
  const index* size_list() const { return sizes_.list(); }
  const device_view& whole() const { return *this; }
  using on_host = typename tensor_of<value_type, extents>::type;
  on_host prepared() const { return refuse_on_host<on_host>(); }
};

} // namespace detail

/// A tensor in the memory of a device.
///
/// Shape, subscripts, arithmetic and assignment are those of `tensor`, but are computed on the
/// device. The elements are bool, integers, float, double, or std::complex of float or double, in
/// row-major order.
///
/// \numpy        `cupy.ndarray`
/// \usage        `auto c = to_device(t, d); device_tensor<float, dyn, 3> zeros(d, n); c += 1.f;
///               to_host(c)`
template <class T, extent... E>
class device_tensor : public detail::subscriptable_owner<device_tensor<T, E...>>,
                      public detail::assignable_owner<device_tensor<T, E...>> {
  static constexpr std::size_t R = sizeof...(E);

public:
  using value_type = T;
  using back_end = detail::device_loops;
  static constexpr static_shape<R> extents = detail::shape_of<E...>();
  static constexpr detail::static_layout<R> layout = detail::row_major(extents);
  /// The number of axes.
  static constexpr index rank = static_cast<index>(R);
  using ready = std::false_type;

private:
  detail::device_context_ptr context_;
  detail::sizes_of<extents> sizes_;
  detail::device_buffer buffer_;

  static std::array<index, R> empty_sizes() {
    std::array<index, R> s = extents.sizes();
    for (index& n : s)
      n = n < 0 ? 0 : n;
    return s;
  }
  template <class... S> static std::array<index, R> sizes_from(S... sizes) {
    const index given[] = {detail::size_value(sizes)..., 0};
    std::array<index, R> s = extents.sizes();
    std::size_t next = 0;
    for (index& n : s)
      n = n < 0 ? given[next++] : n;
    return s;
  }
  static std::size_t bytes_of(const std::array<index, R>& sizes) {
    return detail::bytes_of_elements(detail::checked_count(sizes.data(), R), sizeof(T));
  }

public:
  /// Zeros on a device, with the sizes of the dynamic extents in their order. value_error for a
  /// negative size or a shape that is too large, device_error if there is not enough memory.
  template <detail::size_item... S>
    requires(sizeof...(S) == extents.dynamic_count() && detail::device_element<T>)
  explicit device_tensor(const device& d, S... sizes)
      : device_tensor(detail::device_access::context(d), sizes_from(sizes...)) {
    *this = T();
  }
  template <class U = T,
            class Because =
                detail::refusal_where<!detail::device_element<U>, detail::device_tensor_verdict>,
            detail::size_item... S>
  explicit device_tensor(const device&, S...) = delete;
  /// Uninitialised elements. For internal use.
  device_tensor(detail::device_context_ptr context, const std::array<index, R>& sizes)
      : context_(std::move(context)), sizes_(sizes), buffer_(context_, bytes_of(sizes)) {}
  /// Existing elements, in a buffer of the size that the shape needs. For internal use.
  device_tensor(detail::device_context_ptr context, const std::array<index, R>& sizes,
                detail::device_buffer elements)
      : context_(std::move(context)), sizes_(sizes), buffer_(std::move(elements)) {}

  /// The values of an expression on a device. Refuses shapes that do not fit.
  template <detail::device_operand X>
    requires(!std::same_as<std::remove_cvref_t<X>, device_tensor> &&
             detail::assigned<detail::assign_op, device_tensor, X>::accepted)
  device_tensor(X&& x)
      : device_tensor(detail::context_of(x), detail::tensor_sizes<device_tensor>(x)) {
    detail::device_loops::run<detail::assign_op>(whole(), x);
  }
  template <detail::operand X,
            class Because = detail::refusal_where<
                !detail::assigned<detail::assign_op, device_tensor, X>::accepted,
                typename detail::device_judged<detail::assign_op, device_tensor, X>::verdict>>
    requires(!std::same_as<std::remove_cvref_t<X>, device_tensor>)
  device_tensor(X&&) = delete;

  device_tensor(const device_tensor& other) : device_tensor(other.context_, other.shape()) {
    copy_from(other);
  }
  /// The tensor that is moved from has size 0 in its dynamic extents, and stays on its device.
  device_tensor(device_tensor&& other) noexcept
      : context_(other.context_), sizes_(other.sizes_), buffer_(std::move(other.buffer_)) {
    other.sizes_ = detail::sizes_of<extents>(empty_sizes());
  }
  /// Copies the elements. The memory is kept if the number of bytes is unchanged. device_error if
  /// the tensors are on different devices.
  device_tensor& operator=(const device_tensor& other) & {
    if (this != &other) {
      detail::check_same_device(context_, other.context_);
      static_cast<void>(other.base()); // raises value_error for a tensor that was moved from
      take_sizes(other.shape());
      copy_from(other);
    }
    return *this;
  }
  device_tensor& operator=(device_tensor&& other) & noexcept {
    if (this != &other) {
      context_ = other.context_;
      buffer_ = std::move(other.buffer_);
      sizes_ = other.sizes_;
      other.sizes_ = detail::sizes_of<extents>(empty_sizes());
    }
    return *this;
  }
  ~device_tensor() = default;

  /// Assigns the values of an expression and, in dynamic extents, its shape; a scalar fills the
  /// existing shape.
  template <class X>
      auto operator=(X&& x) &
      STRIA_RUN_OR_REFUSE((detail::assigned<detail::assign_op, device_tensor, X>), *this, x);
  STRIA_LVALUE_TARGET;

  /// The sizes of the axes.
  axis_array<R> shape() const { return {sizes_.sizes()}; }
  /// The strides in elements.
  axis_array<R> strides() const { return {detail::row_major_strides(shape())}; }
  /// The size of axis k; a negative k counts from the end. index_error if k is out of range.
  index extent(index k) const {
    return shape()[static_cast<std::size_t>(detail::checked_axis(k, rank))];
  }
  /// The number of elements.
  index size() const { return detail::count_elements(shape()); }
  /// Always true: the elements are contiguous.
  static constexpr bool is_contiguous() { return true; }
  /// The device that holds the elements. It is named `on` because `device` is the type.
  device on() const { return detail::device_access::make(context_); }

  /// The context of the device. For internal use.
  const detail::device_context_ptr& context() const { return context_; }
  /// The allocation that holds the elements; value_error if the tensor was moved from. For internal
  /// use.
  detail::device_address base() const {
    if (is_moved_from())
      raise<value_error>(detail::message("stria: device: this tensor was moved from"));
    return buffer_.base();
  }
  /// The shape as a plain array. For internal use.
  const index* size_list() const { return sizes_.list(); }
  /// Whether the tensor was moved from. For internal use.
  bool is_moved_from() const { return buffer_.base() == 0 && size() > 0; }
  /// Gives up the memory. For internal use.
  detail::device_buffer take_buffer() && { return std::move(buffer_); }
  /// A view of all elements. For internal use.
  auto whole() { return detail::device_view<T, layout>(*this); }
  /// Changes the shape; the elements survive only if their number does not change. For internal
  /// use.
  void take_sizes(const std::array<index, R>& sizes) {
    if (const std::size_t bytes = bytes_of(sizes); bytes != buffer_.bytes())
      buffer_ = detail::device_buffer(context_, bytes);
    sizes_ = detail::sizes_of<extents>(sizes);
  }
  /// Refuses evaluation on the host. For internal use.
  tensor<T, E...> prepared() const { return detail::refuse_on_host<tensor<T, E...>>(); }

private:
  void copy_from(const device_tensor& other) {
    if (buffer_.bytes() != 0)
      context_->copy(buffer_.base(), 0, other.base(), 0, buffer_.bytes());
  }
};

namespace detail {

template <class T, extent... E> inline constexpr bool owns_memory<device_tensor<T, E...>> = true;
template <class T, auto L> inline constexpr bool is_view_elsewhere<device_view<T, L>> = true;

// An lvalue is held as a view, which refers to it; an rvalue is moved in.
template <device_owner A, class Beside> struct hold_of<A&, Beside> {
  using type = device_view<const value_t<A>, std::remove_cvref_t<A>::layout>;
};

/// The device_tensor that holds the values of an expression.
template <class T, auto Shape, class Seq = std::make_index_sequence<Shape.rank()>>
struct device_tensor_of;
template <class T, auto Shape, std::size_t... K>
struct device_tensor_of<T, Shape, std::index_sequence<K...>> {
  using type = device_tensor<T, Shape[K]...>;
};
template <device_operand A, class T, auto Shape>
struct tensor_with<A, T, Shape> : device_tensor_of<T, Shape> {
  static auto make(const A& a, const std::array<index, Shape.rank()>& sizes) {
    return typename device_tensor_of<T, Shape>::type(context_of(a), sizes);
  }
};
template <class E> using device_value = typename device_tensor_of<value_t<E>, extents_of<E>>::type;

} // namespace detail
} // namespace stria
