// SPDX-License-Identifier: BSL-1.0
// interop/dlpack.hpp: tensors in and out by DLPack, without a copy.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/view/strided_view.hpp>
#include <stria/view/tensor.hpp>

#include <dlpack/dlpack.h>

#include <bit>
#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace stria {

/// Calls the deleter of what DLPack manages.
struct dlpack_deleter {
  void operator()(DLManagedTensor* m) const {
    if (m->deleter != nullptr)
      m->deleter(m);
  }
};

/// A tensor for another library: `.release()` hands it over, together with the duty to call its
/// deleter once.
using dlpack_ptr = std::unique_ptr<DLManagedTensor, dlpack_deleter>;

namespace detail {

// DLPack's code for bool; the headers before 0.8 do not name it.
inline constexpr std::uint8_t dlpack_bool = 6;

template <class T> constexpr DLDataType dlpack_type() {
  constexpr auto bits = static_cast<std::uint8_t>(8 * sizeof(T));
  if constexpr (std::same_as<T, bool>)
    return {dlpack_bool, bits, 1};
  else if constexpr (std::is_integral_v<T>)
    return {std::is_signed_v<T> ? kDLInt : kDLUInt, bits, 1};
  else if constexpr (std::is_floating_point_v<T>)
    return {kDLFloat, bits, 1};
  else
    return {kDLComplex, bits, 1};
}

template <class T>
concept dlpack_real = std::same_as<T, float> || std::same_as<T, double>;
template <class T> inline constexpr bool is_dlpack_complex = false;
template <class T>
  requires is_complex<T>::value
inline constexpr bool is_dlpack_complex<T> = dlpack_real<typename T::value_type>;
template <class T>
concept dlpack_element = std::is_integral_v<T> || dlpack_real<T> || is_dlpack_complex<T>;

/// Writes `float32`; `kind 4 of 16 bits` for what stria has no element for.
inline message& say_dlpack_type(message& m, DLDataType t) {
  const int bits = t.bits;
  switch (t.code) {
  case kDLInt: m << "int" << bits; break;
  case kDLUInt: m << "uint" << bits; break;
  case kDLFloat: m << "float" << bits; break;
  case kDLBfloat: m << "bfloat" << bits; break;
  case kDLComplex: m << "complex" << bits; break;
  case dlpack_bool: m << "bool"; break;
  default: m << "kind " << static_cast<int>(t.code) << " of " << bits << " bits";
  }
  if (t.lanes != 1)
    m << " in " << static_cast<int>(t.lanes) << " lanes";
  return m;
}

// --- out ---

/// What another library gets, and what keeps the elements meanwhile.
template <class Keeper, std::size_t R> struct dlpack_export {
  DLManagedTensor managed{};
  Keeper keeper;
  // One more: rank 0 has no arrays of its own, and no null pointers either.
  std::int64_t sizes[R + 1]{}, strides[R + 1]{};

  static void remove(DLManagedTensor* m) { delete static_cast<dlpack_export*>(m->manager_ctx); }
};

/// Where the first element is, and on which device. Memory that is not the host's has overloads.
template <class X> auto* first_of_dlpack(X& x) { return x.data(); }
template <class X> DLDevice device_of_dlpack(const X&) { return {kDLCPU, 0}; }

/// find(keeper) is the tensor or the view.
template <class Keeper, class Find> dlpack_ptr export_dlpack(Keeper keeper, Find find) {
  using source = std::remove_reference_t<decltype(find(keeper))>;
  using T = typename source::value_type;
  constexpr std::size_t R = source::extents.rank();
  using exported = dlpack_export<Keeper, R>;
  std::unique_ptr<exported> e(new exported{.managed = {}, .keeper = std::move(keeper)});
  decltype(auto) x = find(e->keeper);
  for (std::size_t k = 0; k < R; ++k) {
    e->sizes[k] = x.shape()[k];
    e->strides[k] = x.strides()[k];
  }
  DLTensor& t = e->managed.dl_tensor;
  t.data = x.size() == 0 ? nullptr : static_cast<void*>(first_of_dlpack(x));
  t.device = device_of_dlpack(x);
  t.ndim = static_cast<int>(R);
  t.dtype = dlpack_type<T>();
  t.shape = e->sizes;
  t.strides = e->strides;
  t.byte_offset = 0;
  e->managed.deleter = &exported::remove;
  e->managed.manager_ctx = e.get();
  return dlpack_ptr(&e.release()->managed);
}

template <class T> struct dlpack_export_verdict {
  static constexpr bool writable = !std::is_const_v<T>;
  static constexpr bool accepted = writable && dlpack_element<T>;
  static constexpr message text() {
    if (!writable)
      return message("stria: to_dlpack: whoever takes a DLPack tensor may write to it, and these "
                     "elements are const; give it a copy");
    return message("stria: DLPack holds bool, integers, float, double and their complex numbers, "
                   "and no elements of this type");
  }
};

template <class X> struct dlpack_keeps_verdict {
  static constexpr bool accepted = false;
  static constexpr message text() {
    if (view_operand<X>)
      return message("stria: to_dlpack of a view wants what keeps its elements as well, as a "
                     "std::shared_ptr of their tensor: to_dlpack(v, t)");
    return message("stria: to_dlpack takes a tensor that it may keep: std::move(t), eval(e), or a "
                   "std::shared_ptr of a tensor");
  }
};

// --- in ---

template <class T> struct dlpack_import_verdict {
  static constexpr bool accepted = dlpack_element<std::remove_const_t<T>>;
  static constexpr message text() { return dlpack_export_verdict<std::remove_const_t<T>>::text(); }
};

/// `value_error` or `shape_error` in words for all that is no array of T in the memory of this
/// machine, or, where `gpu` is its number, of a GPU of CUDA; the arrays of sizes and strides, which
/// may not be there, end up in `sizes` and `strides`.
template <class T, auto Shape>
T* check_dlpack(const DLTensor& t, std::array<index, Shape.rank()>& sizes,
                std::array<index, Shape.rank()>& strides, int gpu = -1) {
  constexpr std::size_t R = Shape.rank();
  const auto begin = [] { return message("stria: from_dlpack: "); };
  // Not read as an enum: other libraries know devices that this version of DLPack has no value for.
  const auto kind =
      static_cast<int>(std::bit_cast<std::underlying_type_t<DLDeviceType>>(t.device.device_type));
  if (gpu >= 0) {
    if (kind != kDLCUDA || t.device.device_id != gpu)
      raise<value_error>(begin() << "the elements lie on device " << t.device.device_id
                                 << " of type " << kind << ", and not on device " << gpu
                                 << " of CUDA");
  } else if (kind != kDLCPU && kind != kDLCUDAHost && kind != kDLROCMHost)
    raise<value_error>(begin() << "the elements lie on a device of type " << kind
                               << ", and not in this machine's memory");
  constexpr DLDataType wanted = dlpack_type<T>();
  if (t.dtype.code != wanted.code || t.dtype.bits != wanted.bits || t.dtype.lanes != wanted.lanes) {
    message m = begin() << "the elements are ";
    say_dlpack_type(m, t.dtype) << ", not ";
    raise<value_error>(say_dlpack_type(m, wanted));
  }
  if (t.ndim != static_cast<int>(R))
    raise<shape_error>(begin() << "the tensor has the rank " << t.ndim << ", not " << R);
  if (R > 0 && t.shape == nullptr)
    raise<value_error>(begin() << "the tensor has no shape");
  bool fits = true;
  for (std::size_t k = 0; k < R; ++k) {
    sizes[k] = static_cast<index>(t.shape[k]);
    fits = fits && (!Shape[k].is_static() || Shape[k].size == sizes[k]);
  }
  if (count_elements(sizes) < 0) {
    message m = begin() << "no tensor can have the shape ";
    say_shape(m, sizes);
    raise<value_error>(m << ": a size is negative, or their product is too large");
  }
  if (!fits) {
    message m = begin() << "the tensor has the shape ";
    say_shape(m, sizes);
    m << ", which is none of ";
    say_shape(m, Shape.view());
    raise<shape_error>(m);
  }
  strides = row_major_strides(sizes);
  if (t.strides != nullptr)
    for (std::size_t k = 0; k < R; ++k)
      strides[k] = static_cast<index>(t.strides[k]);
  if (!strides_fit(sizes, strides, static_cast<index>(sizeof(T))))
    raise<value_error>(begin() << "the strides reach further than memory does");
  if (count_elements(sizes) == 0)
    return nullptr;
  if (t.data == nullptr)
    raise<value_error>(begin() << "the tensor has elements, and its data is null");
  std::uintptr_t first = 0;
  if (!add_fits(reinterpret_cast<std::uintptr_t>(t.data),
                static_cast<std::uintptr_t>(t.byte_offset), first))
    raise<value_error>(begin() << "the byte_offset reaches further than memory does");
  // The addresses of the lowest element and of the end of the highest one.
  const auto [low, high] = reach_of(0, strides, sizes);
  constexpr std::uintptr_t size = sizeof(T);
  std::uintptr_t from = 0, to = 0;
  if (!subtract_fits(first, size * static_cast<std::uintptr_t>(-low), from) ||
      !add_fits(first, size * static_cast<std::uintptr_t>(high + 1), to))
    raise<value_error>(begin() << "the strides reach further than memory does");
  if (first % alignof(T) != 0)
    raise<value_error>(begin() << "the elements begin at an address that is no multiple of "
                               << alignof(T));
  return reinterpret_cast<T*>(static_cast<char*>(t.data) + t.byte_offset);
}

} // namespace detail

/// A tensor of another library, for as long as this object lives; its deleter is called once, at
/// the end. What `from_dlpack` returns.
template <class T, extent... E> class dlpack_tensor {
  static constexpr auto extents = detail::shape_of<E...>();
  static constexpr std::size_t R = sizeof...(E);

  dlpack_ptr managed_;
  T* first_ = nullptr;
  std::array<index, R> sizes_{}, strides_{};

  void look(const DLManagedTensor* m) {
    if (m == nullptr)
      raise<value_error>(message("stria: from_dlpack: there is no tensor, the pointer is null"));
    first_ = detail::check_dlpack<std::remove_const_t<T>, extents>(m->dl_tensor, sizes_, strides_);
  }

public:
  /// For the library's own use; call from_dlpack.
  explicit dlpack_tensor(dlpack_ptr m) : managed_(std::move(m)) { look(managed_.get()); }
  explicit dlpack_tensor(DLManagedTensor* m) {
    look(m);
    managed_.reset(m);
  }

  /// The elements, for as long as this object lives; read-only where T is const.
  strided_view<T, E...> view() const& STRIA_LIFETIMEBOUND {
    return detail::view_of_memory<strided_view<T, E...>::layout>(first_, sizes_, strides_);
  }
  strided_view<T, E...> view() const&& = delete;
};

/// A tensor for other libraries that keeps the elements of `t`, which is moved from: no copy where
/// they are on the heap. `DLManagedTensor* m = to_dlpack(std::move(t)).release()`. Refuses tensors
/// that stay the caller's, and element types that DLPack does not have. Python: `t.__dlpack__()`.
template <class T, extent... E>
auto to_dlpack(tensor<T, E...>&& t)
    -> accepted_or_refused<detail::dlpack_export_verdict<T>, dlpack_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_export_verdict<T>)
  return detail::export_dlpack(std::move(t), [](tensor<T, E...>& kept) -> auto& { return kept; });
}
template <detail::operand X>
  requires(!std::is_rvalue_reference_v<X &&> || std::is_const_v<std::remove_reference_t<X>> ||
           !detail::tensor_operand<X>)
auto to_dlpack(X&&) -> detail::refusal_where<sizeof(X) != 0, detail::dlpack_keeps_verdict<X>>;

/// The same of a tensor that is shared: it lives until both sides have let go. `value_error` for
/// null.
template <class T, extent... E>
auto to_dlpack(std::shared_ptr<tensor<T, E...>> t)
    -> accepted_or_refused<detail::dlpack_export_verdict<T>, dlpack_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_export_verdict<T>) {
    if (t == nullptr)
      raise<value_error>(message("stria: to_dlpack: there is no tensor, the pointer is null"));
    return detail::export_dlpack(
        std::move(t), [](std::shared_ptr<tensor<T, E...>>& kept) -> auto& { return *kept; });
  }
}

template <class T, extent... E>
auto to_dlpack(std::shared_ptr<const tensor<T, E...>>)
    -> detail::refusal_where<sizeof(T) != 0, detail::dlpack_export_verdict<const T>>;

/// A view with its strides for other libraries; `keeper` is kept until they are done with it, and
/// must keep the elements alive: a shared_ptr of what owns them. Refuses views of const, as DLPack
/// cannot say that nobody may write.
template <class T, auto L, class Keeper>
auto to_dlpack(view<T, L> v, Keeper keeper)
    -> accepted_or_refused<detail::dlpack_export_verdict<T>, dlpack_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_export_verdict<T>)
  return detail::export_dlpack(std::pair<Keeper, view<T, L>>(std::move(keeper), v),
                               [](std::pair<Keeper, view<T, L>>& kept) { return kept.second; });
}

/// A tensor of another library as an object that owns it; `from_dlpack<float, dyn, 3>(m)` has a
/// view() with its strides, of const elements for `const float`. `value_error` for other elements,
/// another device, addresses and strides that cannot be; `shape_error` for another rank or other
/// static extents. If it throws, a plain pointer is still the caller's, a dlpack_ptr is deleted.
/// NumPy: `np.from_dlpack(x)`.
template <class T, extent... E>
auto from_dlpack(DLManagedTensor* m)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, dlpack_tensor<T, E...>> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return dlpack_tensor<T, E...>(m);
}
template <class T, extent... E>
auto from_dlpack(dlpack_ptr m)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, dlpack_tensor<T, E...>> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return dlpack_tensor<T, E...>(std::move(m));
}

} // namespace stria
