// SPDX-License-Identifier: BSL-1.0
// interop/dlpack.hpp: exchanges tensors with other libraries through DLPack, without a copy.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/numpy/shape/any_array.hpp>
#include <stria/tensor/strided_view.hpp>
#include <stria/tensor/tensor.hpp>

#include <dlpack/dlpack.h>

#include <bit>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace stria {

#if defined(DLPACK_MAJOR_VERSION)

/// A tensor of DLPack 1.0, with flags and the version of its layout, from <dlpack/dlpack.h>.
using ::DLManagedTensorVersioned;
/// A version of the ABI of DLPack, from <dlpack/dlpack.h>.
using ::DLPackVersion;

#else

// Structures of DLPack 1.0, for older headers.

/// A version of the ABI of DLPack. Declared by stria only if <dlpack/dlpack.h> is older than 1.0.
///
/// \usage        `m->version.major`
struct DLPackVersion {
  std::uint32_t major, minor;
};
/// A tensor of DLPack 1.0, with flags and the version of its layout. Declared by stria only if
/// <dlpack/dlpack.h> is older than 1.0.
///
/// \usage        `DLManagedTensorVersioned* m = to_dlpack_versioned(std::move(t)).release()`
struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(DLManagedTensorVersioned* self);
  std::uint64_t flags;
  DLTensor dl_tensor;
};

#endif

/// Flags of a DLManagedTensorVersioned. `dlpack_read_only`: the elements must not be written.
/// `dlpack_copied`: the elements are a copy made for the receiver.
///
/// \usage        `to_dlpack_versioned(std::move(t), dlpack_copied)`
inline constexpr std::uint64_t dlpack_read_only = 1, dlpack_copied = 2;

/// The deleter of the smart pointers below: it calls the deleter of the DLPack tensor.
///
/// \usage        `std::unique_ptr<DLManagedTensor, dlpack_deleter> p(m);`
struct dlpack_deleter {
  /// Calls the deleter, if there is one.
  void operator()(DLManagedTensor* m) const {
    if (m->deleter != nullptr)
      m->deleter(m);
  }
  /// Calls the deleter, if there is one.
  void operator()(DLManagedTensorVersioned* m) const {
    if (m->deleter != nullptr)
      m->deleter(m);
  }
};

/// Owns a DLPack tensor; `.release()` passes the ownership, and with it the duty to call the
/// deleter, to another library.
///
/// \usage        `dlpack_ptr p = to_dlpack(std::move(t));`
using dlpack_ptr = std::unique_ptr<DLManagedTensor, dlpack_deleter>;
/// Owns a tensor of DLPack 1.0; see dlpack_ptr.
///
/// \usage        `dlpack_versioned_ptr p = to_dlpack_versioned(std::move(t));`
using dlpack_versioned_ptr = std::unique_ptr<DLManagedTensorVersioned, dlpack_deleter>;

namespace detail {

// The code of DLPack for bool, which headers before 0.8 do not name.
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

/// Appends the name of a type, such as `float32`. A type that stria does not have is written as
/// `kind 4 of 16 bits`.
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

/// An exported tensor, with the object that keeps its elements alive.
template <class Managed, class Keeper> struct dlpack_export {
  Managed managed{};
  Keeper keeper;
  std::vector<std::int64_t> sizes{}, strides{};

  static void remove(Managed* m) { delete static_cast<dlpack_export*>(m->manager_ctx); }
};

/// The address of the first element. There are overloads for memory that is not on the host.
template <class X> auto* first_of_dlpack(X& x) { return x.data(); }
template <class X> DLDevice device_of_dlpack(const X&) { return {kDLCPU, 0}; }

/// Exports the tensor or view that find(keeper) returns. `keeper` keeps its elements alive.
template <class Managed = DLManagedTensor, class Keeper, class Find>
std::unique_ptr<Managed, dlpack_deleter> export_dlpack(Keeper keeper, Find find,
                                                       [[maybe_unused]] std::uint64_t flags = 0) {
  using source = std::remove_reference_t<decltype(find(keeper))>;
  using T = typename source::value_type;
  using exported = dlpack_export<Managed, Keeper>;
  std::unique_ptr<exported> e(new exported{.managed = {}, .keeper = std::move(keeper)});
  decltype(auto) x = find(e->keeper);
  const auto sizes = x.shape();
  const auto strides = x.strides();
  e->sizes.assign(sizes.begin(), sizes.end());
  e->strides.assign(strides.begin(), strides.end());
  const auto rank = static_cast<int>(sizes.size());
  // The lists are one longer than the rank, so that their pointers are not null for rank 0.
  e->sizes.push_back(0);
  e->strides.push_back(0);
  DLTensor& t = e->managed.dl_tensor;
  t.data =
      x.size() == 0 ? nullptr : const_cast<void*>(static_cast<const void*>(first_of_dlpack(x)));
  t.device = device_of_dlpack(x);
  t.ndim = rank;
  t.dtype = dlpack_type<T>();
  t.shape = e->sizes.data();
  t.strides = e->strides.data();
  t.byte_offset = 0;
  if constexpr (std::same_as<Managed, DLManagedTensorVersioned>) {
    e->managed.version = {1, 0};
    e->managed.flags = flags;
  }
  e->managed.deleter = &exported::remove;
  e->managed.manager_ctx = e.get();
  return std::unique_ptr<Managed, dlpack_deleter>(&e.release()->managed);
}

template <class T> struct dlpack_export_verdict {
  static constexpr bool writable = !std::is_const_v<T>;
  static constexpr bool accepted = writable && dlpack_element<T>;
  static constexpr message text() {
    if (!writable)
      return message("stria: to_dlpack: the receiver of a DLPack tensor may write to it, but these "
                     "elements are const; pass a copy");
    return message("stria: DLPack holds bool, integers, float, double and their complex numbers, "
                   "not elements of this type");
  }
};

template <class X> struct dlpack_keeps_verdict {
  static constexpr bool accepted = false;
  static constexpr message text() {
    if (view_operand<X>)
      return message("stria: to_dlpack of a view needs an owner of its elements as well, such as a "
                     "std::shared_ptr to their tensor: to_dlpack(v, t)");
    return message("stria: to_dlpack needs a tensor that it can own: std::move(t), eval(e), or a "
                   "std::shared_ptr to a tensor");
  }
};

// --- in ---

template <class T> struct dlpack_import_verdict {
  static constexpr bool accepted = dlpack_element<std::remove_const_t<T>>;
  static constexpr message text() { return dlpack_export_verdict<std::remove_const_t<T>>::text(); }
};

inline message begin_dlpack() { return message("stria: from_dlpack: "); }

/// Raises value_error unless the elements are in the memory of this machine or, if `gpu` is not
/// negative, on the CUDA GPU of that number.
inline void check_dlpack_device(const DLTensor& t, int gpu) {
  // The device is not read as an enum, because the header may not have a value for the device of
  // another library.
  const auto kind =
      static_cast<int>(std::bit_cast<std::underlying_type_t<DLDeviceType>>(t.device.device_type));
  if (gpu >= 0) {
    if (kind != kDLCUDA || t.device.device_id != gpu)
      raise<value_error>(begin_dlpack()
                         << "the elements are on device " << t.device.device_id << " of type "
                         << kind << ", not on device " << gpu << " of CUDA");
  } else if (kind != kDLCPU && kind != kDLCUDAHost && kind != kDLROCMHost)
    raise<value_error>(begin_dlpack() << "the elements are on a device of type " << kind
                                      << ", not in the memory of this machine");
}
template <class T> bool is_dlpack_type(DLDataType t) {
  constexpr DLDataType wanted = dlpack_type<T>();
  return t.code == wanted.code && t.bits == wanted.bits && t.lanes == wanted.lanes;
}
/// Raises value_error if the elements have another type.
template <class T> void check_dlpack_type(const DLTensor& t) {
  if (is_dlpack_type<T>(t.dtype))
    return;
  message m = begin_dlpack() << "the elements are ";
  say_dlpack_type(m, t.dtype) << ", not ";
  raise<value_error>(say_dlpack_type(m, dlpack_type<T>()));
}
/// Reads the size of each axis. Raises value_error for sizes that a tensor cannot have.
inline void read_dlpack_sizes(const DLTensor& t, std::span<index> sizes) {
  if (!sizes.empty() && t.shape == nullptr)
    raise<value_error>(begin_dlpack() << "the tensor has no shape");
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (!convert_fits(t.shape[k], sizes[k]))
      raise<value_error>(begin_dlpack()
                         << "a tensor cannot have an axis of " << t.shape[k] << " elements");
  if (count_elements(sizes) < 0) {
    message m = begin_dlpack() << "a tensor cannot have the shape ";
    say_shape(m, sizes);
    raise<value_error>(say_why_impossible(m, sizes));
  }
}
/// The address of the first element, or null if there are no elements. The caller sets `strides` to
/// row-major strides, which the function replaces by those of the tensor, if it has any. Raises
/// value_error for impossible addresses and strides.
template <class T>
T* find_dlpack(const DLTensor& t, std::span<const index> sizes, std::span<index> strides) {
  if (t.strides != nullptr)
    for (std::size_t k = 0; k < sizes.size(); ++k)
      if (!convert_fits(t.strides[k], strides[k]))
        raise<value_error>(begin_dlpack() << "the strides reach beyond the address space");
  // The addresses of the lowest element, and of the end of the highest one.
  const memory_reach reach = reach_in_memory(sizes, strides, static_cast<index>(sizeof(T)));
  if (!reach.fits)
    raise<value_error>(begin_dlpack() << "the strides reach beyond the address space");
  if (count_elements(sizes) == 0)
    return nullptr;
  if (t.data == nullptr)
    raise<value_error>(begin_dlpack() << "the tensor has elements, but its data is null");
  std::uintptr_t first = 0;
  if (!convert_fits(t.byte_offset, first) ||
      !add_fits(reinterpret_cast<std::uintptr_t>(t.data), first, first))
    raise<value_error>(begin_dlpack() << "the byte_offset reaches beyond the address space");
  constexpr std::uintptr_t size = sizeof(T);
  std::uintptr_t from = 0, to = 0;
  if (!subtract_fits(first, size * static_cast<std::uintptr_t>(-reach.low), from) ||
      !add_fits(first, size * static_cast<std::uintptr_t>(reach.high + 1), to))
    raise<value_error>(begin_dlpack() << "the strides reach beyond the address space");
  if (first % alignof(T) != 0)
    raise<value_error>(begin_dlpack()
                       << "the elements begin at an address that is not a multiple of "
                       << alignof(T));
  return reinterpret_cast<T*>(static_cast<char*>(t.data) + t.byte_offset);
}

/// Returns the address of the first element. Raises value_error or shape_error unless a tensor is
/// an array of T in the memory of this machine or, if `gpu` is not negative, of the CUDA GPU of
/// that number. Stores the shape in `sizes`, and the strides in `strides`. A tensor without strides
/// is row-major.
template <class T, auto Shape>
T* check_dlpack(const DLTensor& t, std::array<index, Shape.rank()>& sizes,
                std::array<index, Shape.rank()>& strides, int gpu = -1) {
  constexpr std::size_t R = Shape.rank();
  check_dlpack_device(t, gpu);
  check_dlpack_type<T>(t);
  if (t.ndim != static_cast<int>(R))
    raise<shape_error>(begin_dlpack() << "the tensor has the rank " << t.ndim << ", not " << R);
  read_dlpack_sizes(t, sizes);
  bool fits = true;
  for (std::size_t k = 0; k < R; ++k)
    fits = fits && (!Shape[k].is_static() || Shape[k].size == sizes[k]);
  if (!fits || !names_agree<Shape>(sizes)) {
    message m = begin_dlpack() << "the tensor has the shape ";
    say_shape(m, sizes);
    m << ", which does not fit ";
    say_shape(m, Shape.view());
    raise<shape_error>(m);
  }
  strides = row_major_strides(sizes);
  return find_dlpack<T>(t, sizes, strides);
}

/// Raises value_error for a null pointer, for a version with another layout, and for a read-only
/// tensor if its elements would be written.
template <class Managed> void check_dlpack_managed(const Managed* m, bool writes) {
  if (m == nullptr)
    raise<value_error>(begin_dlpack() << "the pointer is null");
  if constexpr (std::same_as<Managed, DLManagedTensorVersioned>) {
    if (m->version.major != 1)
      raise<value_error>(begin_dlpack()
                         << "the tensor has version " << m->version.major << '.' << m->version.minor
                         << " of DLPack, whose layout is not that of 1.0");
    if (writes && (m->flags & dlpack_read_only) != 0)
      raise<value_error>(begin_dlpack() << "the tensor is read-only, but its elements would be "
                                           "written; from_dlpack<const T, ...> reads them");
  }
}

/// Describes a tensor of any rank. The caller has checked `m` and transfers its ownership
/// afterwards.
template <class T, class Managed> any_place<T> place_of_dlpack(const Managed& m) {
  const DLTensor& t = m.dl_tensor;
  using element = std::remove_const_t<T>;
  check_dlpack_device(t, -1);
  check_dlpack_type<element>(t);
  if (t.ndim < 0)
    raise<value_error>(begin_dlpack() << "the tensor has the rank " << t.ndim);
  any_place<T> p{};
  p.sizes.resize(static_cast<std::size_t>(t.ndim));
  read_dlpack_sizes(t, p.sizes);
  p.strides = strides_in_order(p.sizes, false);
  p.begin_at(find_dlpack<element>(t, p.sizes, p.strides));
  return p;
}
template <class T, class Managed> any_tensor<T> any_of_dlpack(Managed* m) {
  check_dlpack_managed(m, !std::is_const_v<T>);
  auto p = place_of_dlpack<T>(*m);
  // Everything that can throw comes first. Then the keeper takes ownership of the tensor.
  const auto keeper = std::make_shared<std::unique_ptr<Managed, dlpack_deleter>>();
  p.keeper = keeper;
  any_tensor<T> result(std::move(p));
  keeper->reset(m);
  return result;
}
template <class Managed> any_array any_array_of_dlpack(Managed* m) {
  check_dlpack_managed(m, true);
  any_array result;
  bool found = false;
  [&]<class... A>(std::type_identity<std::variant<A...>>) {
    const auto take = [&]<class T>(const any_tensor<T>*) {
      if (found || !is_dlpack_type<T>(m->dl_tensor.dtype))
        return;
      found = true;
      result = any_of_dlpack<T>(m);
    };
    (take(static_cast<const A*>(nullptr)), ...);
  }(std::type_identity<any_variant>());
  if (!found) {
    message text = begin_dlpack() << "the elements are ";
    say_dlpack_type(text, m->dl_tensor.dtype);
    raise<value_error>(text << ", which an any_array cannot hold");
  }
  return result;
}

} // namespace detail

/// Owns a tensor of another library; the destructor calls the deleter of the tensor. from_dlpack()
/// returns this class.
///
/// \usage        `const auto in = from_dlpack<const float, dyn, 3>(m); sum(in.view(), _0)`
template <class T, extent... E> class dlpack_tensor {
  static constexpr auto extents = detail::shape_of<E...>();
  static constexpr std::size_t R = sizeof...(E);

  dlpack_ptr managed_;
  dlpack_versioned_ptr versioned_;
  T* first_ = nullptr;
  std::array<index, R> sizes_{}, strides_{};

  template <class Managed> void look(const Managed* m) {
    detail::check_dlpack_managed(m, !std::is_const_v<T>);
    first_ = detail::check_dlpack<std::remove_const_t<T>, extents>(m->dl_tensor, sizes_, strides_);
  }

public:
  /// For internal use; call from_dlpack().
  explicit dlpack_tensor(dlpack_ptr m) : managed_(std::move(m)) { look(managed_.get()); }
  /// For internal use; call from_dlpack().
  explicit dlpack_tensor(dlpack_versioned_ptr m) : versioned_(std::move(m)) {
    look(versioned_.get());
  }
  /// For internal use; call from_dlpack().
  explicit dlpack_tensor(DLManagedTensor* m) {
    look(m);
    managed_.reset(m);
  }
  /// For internal use; call from_dlpack().
  explicit dlpack_tensor(DLManagedTensorVersioned* m) {
    look(m);
    versioned_.reset(m);
  }

  /// Whether the other library declares the elements read-only.
  bool is_read_only() const {
    return versioned_ != nullptr && (versioned_->flags & dlpack_read_only) != 0;
  }
  /// Whether the other library declares that it copied the elements for this tensor alone.
  bool is_copied() const {
    return versioned_ != nullptr && (versioned_->flags & dlpack_copied) != 0;
  }
  /// The elements as a view with their strides, valid while this object lives; read-only if T is
  /// const.
  strided_view<T, E...> view() const& STRIA_LIFETIMEBOUND {
    return detail::view_of_memory<strided_view<T, E...>::layout>(first_, sizes_, strides_);
  }
  strided_view<T, E...> view() const&& = delete;
};

/// Passes a tensor to another library, without a copy.
///
/// The result keeps the elements alive. The elements of a tensor of small static extents are not on
/// the heap, so they are moved one by one. With a std::shared_ptr, the tensor lives until both
/// sides have released it. With a view, `keeper` must keep the elements alive; it is stored until
/// the other library releases the result.
///
/// \param t       a tensor to move from, or a std::shared_ptr to a tensor
/// \param v       a view of elements that are not const
/// \param keeper  an owner of the elements of `v`, such as a std::shared_ptr to their tensor
/// \param a       an any_tensor
/// \returns       a dlpack_ptr, whose `.release()` passes the ownership on
/// \throws        value_error for a null pointer
/// \refuses       tensors that are not moved; const elements, because DLPack cannot express them
///                (to_dlpack_versioned() can); element types that DLPack does not have
/// \complexity    O(1); allocates a description
/// \numpy         `t.__dlpack__()`
/// \usage         `DLManagedTensor* m = to_dlpack(std::move(t)).release()`
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

/// Passes a shared tensor to another library. The tensor lives until both sides have released it.
template <class T, extent... E>
auto to_dlpack(std::shared_ptr<tensor<T, E...>> t)
    -> accepted_or_refused<detail::dlpack_export_verdict<T>, dlpack_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_export_verdict<T>) {
    if (t == nullptr)
      raise<value_error>(detail::message("stria: to_dlpack: the pointer is null"));
    return detail::export_dlpack(
        std::move(t), [](std::shared_ptr<tensor<T, E...>>& kept) -> auto& { return *kept; });
  }
}

template <class T, extent... E>
auto to_dlpack(std::shared_ptr<const tensor<T, E...>>)
    -> detail::refusal_where<sizeof(T) != 0, detail::dlpack_export_verdict<const T>>;

/// Passes a view, with its strides, to another library. `keeper` is stored until that library
/// releases the result.
template <class T, auto L, class Keeper>
auto to_dlpack(view<T, L> v, Keeper keeper)
    -> accepted_or_refused<detail::dlpack_export_verdict<T>, dlpack_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_export_verdict<T>)
  return detail::export_dlpack(std::pair<Keeper, view<T, L>>(std::move(keeper), v),
                               [](std::pair<Keeper, view<T, L>>& kept) { return kept.second; });
}

/// Takes over a tensor of another library, without a copy.
///
/// If the function throws, the caller still owns a tensor passed by plain pointer; a smart pointer
/// deletes its tensor.
///
/// \tparam T     the element type, const for read-only access
/// \tparam E     extents of the view
/// \param m      a pointer to a DLManagedTensor or, for DLPack 1.0, to a DLManagedTensorVersioned;
///               or a dlpack_ptr or dlpack_versioned_ptr
/// \param d      a CUDA device, for a tensor on a GPU
/// \returns      a dlpack_tensor, whose view() has the strides of the tensor; with `d` a
///               dlpack_device_tensor
/// \throws       value_error for a null pointer, another element type, another device, sizes,
///               strides or an address that are impossible, an address that is not aligned,
///               another major version, or a read-only tensor unless T is const; shape_error for
///               another rank or other static extents
/// \refuses      element types that DLPack does not have
/// \complexity   O(rank); nothing is copied
/// \numpy        `np.from_dlpack(x)`
/// \usage        `const auto in = from_dlpack<float, dyn, 3>(m); in.view()`
template <class T, extent... E>
auto from_dlpack(DLManagedTensor* m)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, dlpack_tensor<T, E...>> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return dlpack_tensor<T, E...>(m);
}
/// Takes over a tensor from a smart pointer.
template <class T, extent... E>
auto from_dlpack(dlpack_ptr m)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, dlpack_tensor<T, E...>> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return dlpack_tensor<T, E...>(std::move(m));
}

/// Takes over a tensor of DLPack 1.0, of any minor version.
template <class T, extent... E, std::same_as<DLManagedTensorVersioned> M>
auto from_dlpack(M* m)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, dlpack_tensor<T, E...>> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return dlpack_tensor<T, E...>(m);
}
/// Takes over a tensor of DLPack 1.0 from a smart pointer.
template <class T, extent... E>
auto from_dlpack(dlpack_versioned_ptr m)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, dlpack_tensor<T, E...>> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return dlpack_tensor<T, E...>(std::move(m));
}

/// Takes over a tensor of another library whose rank is known only at run time.
///
/// The any_tensor and its copies own the tensor; the deleter is called when the last of them is
/// destroyed. If the function throws, the caller still owns a tensor passed by plain pointer; a
/// smart pointer deletes its tensor.
///
/// \tparam T     the element type; without it the element type, too, is known only at run time
/// \param m      a pointer to a DLManagedTensor or a DLManagedTensorVersioned; or a dlpack_ptr or
///               dlpack_versioned_ptr
/// \returns      an any_tensor of T, or an any_array
/// \throws       value_error as for from_dlpack()
/// \refuses      element types that DLPack does not have
/// \complexity   O(rank); nothing is copied
/// \numpy        `np.from_dlpack(x)`
/// \usage        `from_dlpack_any<const float>(m)`, `from_dlpack_any(m)`
template <class T, class M>
  requires(std::same_as<M, DLManagedTensor> || std::same_as<M, DLManagedTensorVersioned>)
auto from_dlpack_any(M* m) -> accepted_or_refused<detail::dlpack_import_verdict<T>, any_tensor<T>> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return detail::any_of_dlpack<T>(m);
}
/// Takes over a tensor from a smart pointer.
template <class T, class M>
auto from_dlpack_any(std::unique_ptr<M, dlpack_deleter> m)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, any_tensor<T>> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>) {
    auto a = detail::any_of_dlpack<T>(m.get());
    static_cast<void>(m.release());
    return a;
  }
}
/// Takes over a tensor whose element type and rank are known only at run time.
template <class M>
  requires(std::same_as<M, DLManagedTensor> || std::same_as<M, DLManagedTensorVersioned>)
any_array from_dlpack_any(M* m) {
  return detail::any_array_of_dlpack(m);
}
/// Takes over a tensor of unknown element type from a smart pointer.
template <class M> any_array from_dlpack_any(std::unique_ptr<M, dlpack_deleter> m) {
  any_array a = detail::any_array_of_dlpack(m.get());
  static_cast<void>(m.release());
  return a;
}

/// Passes an any_tensor to another library, which shares its elements.
template <class T>
auto to_dlpack(any_tensor<T> a)
    -> accepted_or_refused<detail::dlpack_export_verdict<T>, dlpack_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_export_verdict<T>)
  return detail::export_dlpack(std::move(a), [](any_tensor<T>& kept) -> auto& { return kept; });
}

/// Passes a tensor to another library in the form of DLPack 1.0, without a copy.
///
/// Const tensors and views of const elements are marked dlpack_read_only. In all other respects the
/// function works like to_dlpack().
///
/// \param t       a tensor to move from, or a std::shared_ptr to a tensor
/// \param v       a view
/// \param keeper  an owner of the elements of `v`, such as a std::shared_ptr to their tensor
/// \param a       an any_tensor
/// \param flags   further flags, such as dlpack_copied
/// \returns       a dlpack_versioned_ptr, whose `.release()` passes the ownership on
/// \throws        value_error for a null pointer
/// \refuses       tensors that are not moved; element types that DLPack does not have
/// \complexity    O(1); allocates a description
/// \numpy         `t.__dlpack__(max_version=(1, 0))`
/// \usage         `DLManagedTensorVersioned* m = to_dlpack_versioned(std::move(t)).release()`
template <class T, extent... E>
auto to_dlpack_versioned(tensor<T, E...>&& t, std::uint64_t flags = 0)
    -> accepted_or_refused<detail::dlpack_export_verdict<T>, dlpack_versioned_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_export_verdict<T>)
  return detail::export_dlpack<DLManagedTensorVersioned>(
      std::move(t), [](tensor<T, E...>& kept) -> auto& { return kept; }, flags);
}
template <detail::operand X>
  requires(!std::is_rvalue_reference_v<X &&> || std::is_const_v<std::remove_reference_t<X>> ||
           !detail::tensor_operand<X>)
auto to_dlpack_versioned(X&&, std::uint64_t = 0)
    -> detail::refusal_where<sizeof(X) != 0, detail::dlpack_keeps_verdict<X>>;
/// Passes a shared tensor; a const one is marked dlpack_read_only.
template <detail::tensor_operand X>
auto to_dlpack_versioned(std::shared_ptr<X> t, std::uint64_t flags = 0)
    -> accepted_or_refused<detail::dlpack_import_verdict<detail::value_t<X>>,
                           dlpack_versioned_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<detail::value_t<X>>) {
    if (t == nullptr)
      raise<value_error>(detail::message("stria: to_dlpack: the pointer is null"));
    return detail::export_dlpack<DLManagedTensorVersioned>(
        std::move(t), [](std::shared_ptr<X>& kept) -> auto& { return *kept; },
        flags | (std::is_const_v<X> ? dlpack_read_only : 0));
  }
}
/// Passes a view with an owner of its elements; a view of const elements is marked
/// dlpack_read_only.
template <class T, auto L, class Keeper>
  requires(!std::integral<Keeper>)
auto to_dlpack_versioned(view<T, L> v, Keeper keeper, std::uint64_t flags = 0)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, dlpack_versioned_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return detail::export_dlpack<DLManagedTensorVersioned>(
      std::pair<Keeper, view<T, L>>(std::move(keeper), v),
      [](std::pair<Keeper, view<T, L>>& kept) { return kept.second; },
      flags | (std::is_const_v<T> ? dlpack_read_only : 0));
}
/// Passes an any_tensor; it is marked dlpack_read_only if its elements are const.
template <class T>
auto to_dlpack_versioned(any_tensor<T> a, std::uint64_t flags = 0)
    -> accepted_or_refused<detail::dlpack_import_verdict<T>, dlpack_versioned_ptr> {
  STRIA_UNLESS_REFUSED(detail::dlpack_import_verdict<T>)
  return detail::export_dlpack<DLManagedTensorVersioned>(
      std::move(a), [](any_tensor<T>& kept) -> auto& { return kept; },
      flags | (std::is_const_v<T> ? dlpack_read_only : 0));
}

} // namespace stria
