// SPDX-License-Identifier: BSL-1.0
// interop/nanobind.hpp: NumPy arrays as arguments and results of functions bound by nanobind.
// Tests: tests/interop/nanobind_test.py, tests/interop/nanobind_module.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#if !defined(__cpp_exceptions)
#error "stria: Python modules need exceptions; compile without -fno-exceptions"
#endif

#include <stria/assign/assign.hpp>
#include <stria/evaluate/materialize.hpp>
#include <stria/tensor/strided_view.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/complex.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace stria {

namespace detail {

template <class T> struct ndarray_verdict {
  static constexpr bool accepted = is_number<std::remove_const_t<T>>;
  static constexpr message text() {
    return message("stria: NumPy arrays hold bool, integers, floating-point and complex numbers, "
                   "and no elements of this type");
  }
};

template <class T, auto Shape, class Seq> struct ndarray_of;
template <class T, auto Shape, std::size_t... K>
struct ndarray_of<T, Shape, std::index_sequence<K...>> {
  static constexpr nanobind::ssize_t size(extent n) {
    return n.is_static() ? static_cast<nanobind::ssize_t>(n.size) : -1;
  }
  using type = nanobind::ndarray<T, nanobind::shape<size(Shape[K])...>, nanobind::device::cpu>;
};
/// The nanobind array type through which an argument of this element type and shape is read.
template <class T, auto Shape>
using ndarray_for = typename ndarray_of<T, Shape, std::make_index_sequence<Shape.rank()>>::type;

/// Makes `result` a view of an array. Returns false if the strides or the alignment of the array do
/// not match the type of the view.
template <class T, auto L, class Array>
bool view_of_ndarray(const Array& a, std::optional<view<T, L>>& result) {
  result.reset();
  constexpr std::size_t R = L.rank();
  std::array<index, R> sizes{}, strides{};
  bool fits = true;
  for (std::size_t k = 0; k < R; ++k) {
    sizes[k] = static_cast<index>(a.shape(k));
    strides[k] = static_cast<index>(a.stride(k));
  }
  const bool empty = count_elements(sizes) == 0;
  for (std::size_t k = 0; k < R; ++k)
    fits = fits &&
           (empty || sizes[k] == 1 || L.strides[k] == unknown_stride || L.strides[k] == strides[k]);
  T* const first = static_cast<T*>(a.data());
  if (!fits || (!empty && reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0))
    return false;
  result.emplace(view_of_memory<L>(empty ? nullptr : first, sizes, strides));
  return true;
}

/// A NumPy array over the elements of x, without a copy. `owner` keeps the elements alive. Without
/// an owner, the return policy of the bound function decides whether the elements are copied.
template <class T, class X>
nanobind::ndarray<nanobind::numpy, T> ndarray_over(const X& x, nanobind::handle owner) {
  constexpr std::size_t R = rank_of<X>;
  std::array<std::size_t, R + 1> sizes{};
  std::array<std::int64_t, R + 1> strides{};
  const auto n = x.shape();
  const auto s = x.strides();
  for (std::size_t k = 0; k < R; ++k) {
    sizes[k] = static_cast<std::size_t>(n[k]);
    strides[k] = s[k];
  }
  return nanobind::ndarray<nanobind::numpy, T>(const_cast<std::remove_const_t<T>*>(x.data()), R,
                                               sizes.data(), owner, strides.data());
}

} // namespace detail

/// Returns the values of a tensor, a view or an expression as a NumPy array.
///
/// The elements of an rvalue tensor are moved into the array, and an expression is computed into
/// memory that the array owns. The elements of an lvalue tensor or a view are copied.
///
/// \param e   numbers of any shape
/// \returns   nanobind::ndarray<nanobind::numpy, T>
/// \refuses   elements other than bools, integers, floating-point and complex numbers
/// \complexity O(n) for copies and expressions; O(1) for a moved tensor on the heap
/// \numpy     `np.array(e)`
/// \usage     `m.def("scale", [](dview<const double, 1> x) { return to_ndarray(2. * x); })`
template <detail::operand E>
auto to_ndarray(E&& e)
    -> accepted_or_refused<detail::ndarray_verdict<detail::value_t<E>>,
                           nanobind::ndarray<nanobind::numpy, detail::value_t<E>>> {
  STRIA_UNLESS_REFUSED(detail::ndarray_verdict<detail::value_t<E>>) {
    using T = detail::value_t<E>;
    using result = typename detail::tensor_of<T, detail::extents_of<E>>::type;
    auto made = std::make_unique<result>(static_cast<E&&>(e));
    const result& kept = *made;
    const nanobind::capsule owner(made.get(),
                                  [](void* p) noexcept { delete static_cast<result*>(p); });
    made.release();
    return detail::ndarray_over<T>(kept, owner);
  }
}

} // namespace stria

namespace nanobind::detail {

/// Views as arguments and results of functions bound by nanobind. A view argument refers to the
/// elements of the array, which the call keeps alive. An array that does not match the view is not
/// converted. A view that is returned is copied, unless the return policy is `reference` or
/// `reference_internal`. The latter keeps alive the object on which the method was called.
template <class T, auto L> struct type_caster<stria::view<T, L>> {
  using view_t = stria::view<T, L>;
  using array_t = stria::detail::ndarray_for<T, L.shape>;
  using caster_t = make_caster<array_t>;
  static_assert(stria::detail::ndarray_verdict<T>::accepted,
                "stria: NumPy arrays hold bool, integers, floating-point and complex numbers");

  static constexpr auto Name = caster_t::Name;
  template <class U> using Cast = movable_cast_t<U>;
  template <class U> static constexpr bool can_cast() { return true; }

  /// Flags is a template parameter because its type depends on the version of nanobind.
  template <class Flags>
  bool from_python(handle source, Flags flags, cleanup_list* cleanup) noexcept {
    const auto exact = static_cast<Flags>(flags & ~static_cast<Flags>(cast_flags::convert));
    if (source.is_none() || !array_.from_python(source, exact, cleanup))
      return false;
    return stria::detail::view_of_ndarray(array_.value, view_);
  }
  explicit operator view_t*() { return &*view_; }
  explicit operator view_t&() { return *view_; }
  explicit operator view_t&&() { return std::move(*view_); }

  static handle from_cpp(const view_t& v, rv_policy policy, cleanup_list* cleanup) noexcept {
    const bool refers = policy == rv_policy::reference || policy == rv_policy::reference_internal;
    using numpy_t = ndarray<numpy, T>;
    return make_caster<numpy_t>::from_cpp(stria::detail::ndarray_over<T>(v, handle()),
                                          refers ? policy : rv_policy::copy, cleanup);
  }

private:
  caster_t array_{};
  std::optional<view_t> view_{};
};

/// Tensors as arguments and results of functions bound by nanobind. A tensor argument is a copy of
/// the array. A tensor that is returned by value is moved into a new array. A tensor that is
/// returned by reference is copied, unless the return policy is `reference` or
/// `reference_internal`. A tensor of rank 0 corresponds to a Python number.
template <class T, stria::extent... E> struct type_caster<stria::tensor<T, E...>> {
  using tensor_t = stria::tensor<T, E...>;
  static constexpr bool is_number = sizeof...(E) == 0;
  using source_t = stria::strided_view<const T, E...>;
  using caster_t = std::conditional_t<is_number, make_caster<T>, make_caster<source_t>>;
  static_assert(stria::detail::ndarray_verdict<T>::accepted,
                "stria: NumPy arrays hold bool, integers, floating-point and complex numbers");

  NB_TYPE_CASTER(tensor_t, caster_t::Name)

  template <class Flags>
  bool from_python(handle source, Flags flags, cleanup_list* cleanup) noexcept {
    caster_t read{};
    if (!read.from_python(source, flags, cleanup))
      return false;
    try {
      if constexpr (is_number)
        value = tensor_t(static_cast<T>(read.value));
      else
        value = static_cast<source_t&>(read);
    } catch (...) {
      return false;
    }
    return true;
  }

  template <class U>
  static handle from_cpp(U&& t, rv_policy policy, cleanup_list* cleanup) noexcept {
    using numpy_t = ndarray<numpy, T>;
    if constexpr (is_number) {
      return make_caster<T>::from_cpp(*t.data(), policy, cleanup);
    } else {
      // There is nothing to refer to if the tensor is returned by value.
      if (std::is_lvalue_reference_v<U> &&
          (policy == rv_policy::reference || policy == rv_policy::reference_internal)) {
        using element = std::conditional_t<std::is_const_v<std::remove_reference_t<U>>, const T, T>;
        return make_caster<ndarray<numpy, element>>::from_cpp(
            stria::detail::ndarray_over<element>(t, handle()), policy, cleanup);
      }
      try {
        if (policy == rv_policy::move)
          return make_caster<numpy_t>::from_cpp(stria::to_ndarray(tensor_t(std::move(t))),
                                                rv_policy::reference, cleanup);
        return make_caster<numpy_t>::from_cpp(stria::to_ndarray(tensor_t(static_cast<U&&>(t))),
                                              rv_policy::reference, cleanup);
      } catch (...) {
        return handle();
      }
    }
  }
};

} // namespace nanobind::detail
