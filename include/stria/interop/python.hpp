// SPDX-License-Identifier: BSL-1.0
// interop/python.hpp: exchanges arrays with NumPy through pybind11.
// Tests: tests/interop/python_test.py, tests/interop/python_module.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#if !defined(__cpp_exceptions)
#error "stria: Python modules need exceptions; compile without -fno-exceptions"
#endif

#include <stria/assign/assign.hpp>
#include <stria/numpy/shape/any_array.hpp>
#include <stria/tensor/strided_view.hpp>

#include <pybind11/complex.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace stria {

namespace detail {

template <class T>
concept numpy_element = is_number<T>;

template <class T> struct numpy_verdict {
  static constexpr bool accepted = numpy_element<std::remove_const_t<T>>;
  static constexpr message text() {
    return message("stria: NumPy arrays hold bool, integers, floating-point and complex numbers, "
                   "not elements of this type");
  }
};

/// The kind of Python exception for an array that does not fit: TypeError if the object or its
/// elements have another type, ValueError for any other reason.
enum class misfit { none, type, value };

inline message& say_python(message& m, pybind11::handle h) {
  return m << std::string_view(std::string(pybind11::str(h)));
}

/// The reason why an array does not fit.
struct array_misfit {
  misfit what = misfit::none;
  message why;

  message& refuse(misfit m) {
    what = m;
    return why << "stria: ";
  }
};

inline void raise_misfit(const array_misfit& r) {
  const std::string text(r.why.view());
  if (r.what == misfit::type)
    throw pybind11::type_error(text);
  if (r.what == misfit::value)
    throw pybind11::value_error(text);
}

/// An array as a pointer, sizes and strides, or the reason why it does not fit.
template <class T, std::size_t R> struct array_reading : array_misfit {
  T* first = nullptr;
  std::array<index, R> sizes{}, strides{};
};

/// Whether this is an array of elements T. If it is not, r states the reason.
template <class T> bool is_array_of(pybind11::handle source, array_misfit& r) {
  const pybind11::dtype wanted = pybind11::dtype::of<T>();
  if (!pybind11::isinstance<pybind11::array>(source)) {
    say_python(r.refuse(misfit::type) << "a NumPy array of ", wanted) << " is needed, but this is ";
    r.why << Py_TYPE(source.ptr())->tp_name;
    return false;
  }
  const auto a = pybind11::reinterpret_borrow<pybind11::array>(source);
  if (!a.dtype().equal(wanted)) {
    say_python(r.refuse(misfit::type) << "the array's elements are ", a.dtype()) << ", not ";
    say_python(r.why, wanted) << "; a.astype(...) converts them";
    return false;
  }
  return true;
}

/// Reads the sizes, and the strides in elements of `bytes` bytes. Returns false if the stride of an
/// axis of two or more elements is not a multiple of `bytes`.
inline bool read_axes(const pybind11::array& a, index bytes, std::span<index> sizes,
                      std::span<index> strides) {
  bool whole = true;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const auto axis = static_cast<pybind11::ssize_t>(k);
    sizes[k] = a.shape(axis);
    strides[k] = a.strides(axis) / bytes;
    whole = whole && (sizes[k] <= 1 || a.size() == 0 || a.strides(axis) % bytes == 0);
  }
  return whole;
}
inline void refuse_steps(array_misfit& r, index bytes) {
  r.refuse(misfit::value) << "the array's strides are not multiples of its elements' " << bytes
                          << " bytes, as with a field of records; use a.copy()";
}

/// The address of the first element; null if there is none. Also null if the array cannot be used;
/// `r` then states the reason.
template <class T> T* find_first(const pybind11::array& a, array_misfit& r) {
  if (!std::is_const_v<T> && !a.writeable()) {
    r.refuse(misfit::value) << "the array is read-only, but its elements would be written";
    return nullptr;
  }
  if (a.size() == 0)
    return nullptr;
  const void* const first = a.data();
  if (reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0) {
    r.refuse(misfit::value) << "the array begins at an address that is not a multiple of "
                            << alignof(T) << "; use a.copy()";
    return nullptr;
  }
  return static_cast<T*>(const_cast<void*>(first));
}

template <class T, auto L> array_reading<T, L.rank()> read_array(pybind11::handle source) {
  constexpr std::size_t R = L.rank();
  array_reading<T, R> r;
  if (!is_array_of<std::remove_const_t<T>>(source, r))
    return r;
  const auto a = pybind11::reinterpret_borrow<pybind11::array>(source);
  if (a.ndim() != static_cast<pybind11::ssize_t>(R)) {
    r.refuse(misfit::value) << "the array has the rank " << a.ndim() << ", not " << R;
    return r;
  }
  const bool whole = read_axes(a, sizeof(T), r.sizes, r.strides);
  bool fits = true, as_asked = true;
  for (std::size_t k = 0; k < R; ++k) {
    const bool walked = r.sizes[k] > 1 && a.size() > 0;
    fits = fits && (!L.shape[k].is_static() || L.shape[k].size == r.sizes[k]);
    as_asked =
        as_asked && (!walked || L.strides[k] == unknown_stride || L.strides[k] == r.strides[k]);
  }
  if (!fits || !names_agree<L.shape>(r.sizes)) {
    say_shape(r.refuse(misfit::value) << "the array has the shape ", r.sizes);
    r.why << ", which does not fit ";
    say_shape(r.why, L.shape.view());
    return r;
  }
  if (!whole) {
    refuse_steps(r, sizeof(T));
    return r;
  }
  if (!as_asked) {
    say_shape(r.refuse(misfit::value) << "the array's strides are ", r.strides);
    r.why << " elements, which do not fit; np.ascontiguousarray(a) has row-major strides";
    return r;
  }
  r.first = find_first<T>(a, r);
  return r;
}

/// Keeps a Python object alive. The keeper may be destroyed by a thread that does not hold the lock
/// of the interpreter, or after the interpreter has ended.
struct python_keeper {
  PyObject* held;

  explicit python_keeper(pybind11::object o) : held(o.release().ptr()) {}
  python_keeper(const python_keeper&) = delete;
  python_keeper& operator=(const python_keeper&) = delete;
  ~python_keeper() {
    if (Py_IsInitialized() == 0)
      return;
    const pybind11::gil_scoped_acquire lock;
    Py_DECREF(held);
  }
};

/// An array of any rank as an any_tensor, which keeps the array alive. Nothing if the array does
/// not fit; `r` then states the reason.
template <class T>
std::optional<any_tensor<T>> read_any_tensor(pybind11::handle source, array_misfit& r) {
  if (!is_array_of<std::remove_const_t<T>>(source, r))
    return {};
  auto a = pybind11::reinterpret_borrow<pybind11::array>(source);
  any_place<T> p{};
  p.sizes.resize(static_cast<std::size_t>(a.ndim()));
  p.strides.resize(p.sizes.size());
  if (!read_axes(a, sizeof(T), p.sizes, p.strides)) {
    refuse_steps(r, sizeof(T));
    return {};
  }
  T* const first = find_first<T>(a, r);
  if (r.what != misfit::none)
    return {};
  p.begin_at(first);
  p.keeper = std::make_shared<python_keeper>(std::move(a));
  return any_tensor<T>(std::move(p));
}

/// An array of any rank and element type as an any_array. Nothing if the array does not fit; `r`
/// then states the reason.
inline std::optional<any_array> read_any_array(pybind11::handle source, array_misfit& r) {
  if (!pybind11::isinstance<pybind11::array>(source)) {
    r.refuse(misfit::type) << "a NumPy array is needed, but this is "
                           << Py_TYPE(source.ptr())->tp_name;
    return {};
  }
  const auto type = pybind11::reinterpret_borrow<pybind11::array>(source).dtype();
  std::optional<any_array> result;
  bool found = false;
  [&]<class... A>(std::type_identity<std::variant<A...>>) {
    const auto take = [&]<class T>(const any_tensor<T>*) {
      if (found || !type.equal(pybind11::dtype::of<T>()))
        return;
      found = true;
      if (auto a = read_any_tensor<T>(source, r))
        result.emplace(*std::move(a));
    };
    (take(static_cast<const A*>(nullptr)), ...);
  }(std::type_identity<any_variant>());
  if (!found)
    say_python(r.refuse(misfit::type) << "the array's elements are ", type)
        << ", which an any_array cannot hold; a.astype(...) converts them";
  return result;
}

template <class T, auto L> view<T, L> view_of_array(pybind11::handle source) {
  const auto r = read_array<T, L>(source);
  raise_misfit(r);
  return view_of_memory<L>(r.first, r.sizes, r.strides);
}

/// An array that refers to the elements of x, which `base` keeps alive.
template <class X> pybind11::array array_over(const X& x, pybind11::handle base, bool writable) {
  using T = typename X::value_type;
  std::vector<pybind11::ssize_t> sizes, strides;
  for (const index n : x.shape())
    sizes.push_back(n);
  for (const index s : x.strides())
    strides.push_back(s * index{sizeof(T)});
  // An empty operand may have no address; NumPy then allocates memory.
  const void* const first = x.size() == 0 ? nullptr : static_cast<const void*>(x.data());
  pybind11::array a(pybind11::dtype::of<T>(), std::move(sizes), std::move(strides), first, base);
  if (!writable)
    a.attr("setflags")(pybind11::arg("write") = false);
  return a;
}

/// An array whose capsule owns the tensor.
template <class Tensor> pybind11::array array_of_own(std::unique_ptr<Tensor> t) {
  const Tensor& kept = *t;
  const pybind11::capsule owner(t.get(), [](void* p) { delete static_cast<Tensor*>(p); });
  t.release();
  return array_over(kept, owner, true);
}

/// An array that refers to the elements of an any_tensor and shares their ownership.
template <class T> pybind11::array array_of_any(const any_tensor<T>& a) {
  auto keeper = std::make_unique<std::shared_ptr<const void>>(a.keeper());
  const pybind11::capsule owner(
      keeper.get(), [](void* p) { delete static_cast<std::shared_ptr<const void>*>(p); });
  keeper.release();
  return array_over(a, owner, !std::is_const_v<T>);
}

} // namespace detail

/// A NumPy array as a view, without a copy.
///
/// The view is valid while the array exists.
///
/// \tparam T     the element type, const for read-only access
/// \tparam E     extents of the view
/// \param a      a NumPy array; its strides must be multiples of the element size
/// \returns      a strided_view of the elements
/// \throws       Python exceptions: TypeError for another element type; ValueError for another
///               rank, static extents that do not fit, strides or an address that are not aligned,
///               or a read-only array unless T is const
/// \refuses      element types that NumPy does not have; temporary arrays
/// \complexity   O(rank); nothing is copied
/// \numpy        `np.asarray(a)`
/// \usage        `from_numpy<const float, dyn, 3>(a)`
template <class T, extent... E>
auto from_numpy(const pybind11::array& a)
    -> accepted_or_refused<detail::numpy_verdict<T>, strided_view<T, E...>> {
  STRIA_UNLESS_REFUSED(detail::numpy_verdict<T>)
  return detail::view_of_array<T, strided_view<T, E...>::layout>(a);
}
template <class T, extent... E> void from_numpy(pybind11::array&&) = delete;

/// A NumPy array whose rank is known only at run time, without a copy.
///
/// The any_tensor and its copies keep the array alive.
///
/// \tparam T     the element type, const for read-only access; without it the element type, too, is
///               known only at run time
/// \param a      a NumPy array; its strides must be multiples of the element size
/// \returns      an any_tensor of T, or an any_array
/// \throws       Python exceptions: TypeError for another element type, or one that an any_array
///               cannot hold; ValueError for strides or an address that are not aligned, or a
///               read-only array unless T is const
/// \refuses      element types that NumPy does not have
/// \complexity   O(rank); nothing is copied
/// \numpy        `np.asarray(a)`
/// \usage        `from_numpy_any<const float>(a)`, `from_numpy_any(a)`
template <class T>
auto from_numpy_any(const pybind11::array& a)
    -> accepted_or_refused<detail::numpy_verdict<T>, any_tensor<T>> {
  STRIA_UNLESS_REFUSED(detail::numpy_verdict<T>) {
    detail::array_misfit r;
    auto result = detail::read_any_tensor<T>(a, r);
    detail::raise_misfit(r);
    return *std::move(result);
  }
}
/// A NumPy array whose element type and rank are known only at run time.
inline any_array from_numpy_any(const pybind11::array& a) {
  detail::array_misfit r;
  auto result = detail::read_any_array(a, r);
  detail::raise_misfit(r);
  return *std::move(result);
}

/// Makes a NumPy array from a tensor, a view or an expression.
///
/// The array owns the elements of an rvalue tensor, which are moved, and the value of an
/// expression. Other tensors and views are copied. With an any_tensor or any_array, the array
/// shares the elements.
///
/// \param e      an operand of any shape
/// \param a      an any_tensor or any_array
/// \returns      a NumPy array; it is read-only if the elements of an any_tensor are const
/// \throws       the exceptions of evaluating `e`
/// \refuses      element types that NumPy does not have
/// \complexity   O(n) for copies and expressions; O(1) for a moved tensor, an any_tensor and an
///               any_array
/// \numpy        `np.array(e)`, and `np.asarray(a)` for an any_tensor or any_array
/// \usage        `return to_numpy(2 * a);`
template <detail::operand E>
auto to_numpy(E&& e)
    -> accepted_or_refused<detail::numpy_verdict<detail::value_t<E>>, pybind11::array> {
  STRIA_UNLESS_REFUSED(detail::numpy_verdict<detail::value_t<E>>) {
    using result = typename detail::tensor_of<detail::value_t<E>, detail::extents_of<E>>::type;
    return detail::array_of_own(std::make_unique<result>(static_cast<E&&>(e)));
  }
}
/// Makes a NumPy array that shares the elements of an any_tensor, without a copy. It is read-only
/// if they are const.
template <class T>
auto to_numpy(const any_tensor<T>& a)
    -> accepted_or_refused<detail::numpy_verdict<T>, pybind11::array> {
  STRIA_UNLESS_REFUSED(detail::numpy_verdict<T>)
  return detail::array_of_any(a);
}
/// Makes a NumPy array that shares the elements of an any_array, without a copy.
inline pybind11::array to_numpy(const any_array& a) {
  return std::visit([](const auto& held) { return detail::array_of_any(held); }, a.held());
}

} // namespace stria

namespace PYBIND11_NAMESPACE {
namespace detail {

/// Views as arguments and results of bound functions. A view argument refers to the elements of the
/// array, which lives for the duration of the call. A view that is returned is copied, unless the
/// policy is `reference` or `reference_internal`. The latter keeps alive the object on which the
/// method was called.
template <class T, auto L> struct type_caster<stria::view<T, L>> {
  using view_t = stria::view<T, L>;
  static_assert(stria::detail::numpy_verdict<T>::accepted,
                "stria: NumPy arrays hold bool, integers, floating-point and complex numbers");

  static constexpr auto name = const_name("numpy.ndarray[") +
                               npy_format_descriptor<std::remove_const_t<T>>::name +
                               const_name("]");
  template <class U> using cast_op_type = movable_cast_op_type<U>;

  /// In the first round of overload resolution, which makes no conversions, an array that does not
  /// fit is left to other overloads. In the second round an exception states why it does not fit.
  bool load(handle source, bool convert) {
    const auto r = stria::detail::read_array<T, L>(source);
    if (r.what != stria::detail::misfit::none) {
      if (!convert)
        return false;
      stria::detail::raise_misfit(r);
    }
    array_ = reinterpret_borrow<object>(source);
    view_.emplace(stria::detail::view_of_memory<L>(r.first, r.sizes, r.strides));
    return true;
  }
  operator view_t*() { return &*view_; }
  operator view_t&() { return *view_; }
  operator view_t&&() && { return std::move(*view_); }

  static handle cast(const view_t& v, return_value_policy policy, handle parent) {
    if (policy == return_value_policy::reference)
      return stria::detail::array_over(v, none(), !std::is_const_v<T>).release();
    if (policy == return_value_policy::reference_internal)
      return stria::detail::array_over(v, parent, !std::is_const_v<T>).release();
    return stria::to_numpy(v).release();
  }

private:
  object array_;
  std::optional<view_t> view_;
};

/// A tensor argument is a copy of the array. A tensor that is returned by value is moved into a new
/// array. A tensor that is returned by reference is copied, unless the policy is `reference` or
/// `reference_internal`. A tensor of rank 0 corresponds to a Python number.
template <class T, stria::extent... E> struct type_caster<stria::tensor<T, E...>> {
  using tensor_t = stria::tensor<T, E...>;
  static constexpr auto layout = stria::strided_view<const T, E...>::layout;
  static_assert(stria::detail::numpy_verdict<T>::accepted,
                "stria: NumPy arrays hold bool, integers, floating-point and complex numbers");

  PYBIND11_TYPE_CASTER(tensor_t, const_name("numpy.ndarray[") + npy_format_descriptor<T>::name +
                                     const_name("]"));

  bool load(handle source, bool convert) {
    if constexpr (sizeof...(E) == 0)
      if (!isinstance<array>(source)) {
        make_caster<T> number;
        if (number.load(source, convert)) {
          value = tensor_t(cast_op<T>(number));
          return true;
        }
      }
    type_caster<stria::view<const T, layout>> array;
    if (!array.load(source, convert))
      return false;
    value = static_cast<stria::view<const T, layout>&>(array);
    return true;
  }

  static handle cast(tensor_t&& t, return_value_policy policy, handle parent) {
    if constexpr (sizeof...(E) == 0)
      return make_caster<T>::cast(*t.data(), policy, parent);
    else
      return stria::to_numpy(std::move(t)).release();
  }
  static handle cast(tensor_t& t, return_value_policy policy, handle parent) {
    if (policy == return_value_policy::move)
      return cast(std::move(t), policy, parent);
    return cast_lvalue(t, policy, parent, true);
  }
  static handle cast(const tensor_t& t, return_value_policy policy, handle parent) {
    return cast_lvalue(t, policy, parent, false);
  }

private:
  static handle cast_lvalue(const tensor_t& t, return_value_policy policy, handle parent,
                            bool writable) {
    if (policy == return_value_policy::reference)
      return stria::detail::array_over(t, none(), writable).release();
    if (policy == return_value_policy::reference_internal)
      return stria::detail::array_over(t, parent, writable).release();
    return cast(tensor_t(t), policy, parent);
  }
};

/// A tensor of any rank, as an argument or a result, shares its elements with the array, and each
/// of the two keeps them alive. A function may store its argument. A tensor of rank 0 corresponds
/// to an array without axes.
template <class A, class Read> struct any_caster {
  template <class U> using cast_op_type = movable_cast_op_type<U>;

  bool load(handle source, bool convert) {
    stria::detail::array_misfit r;
    value_ = Read{}(source, r);
    if (!value_ && convert)
      stria::detail::raise_misfit(r);
    return value_.has_value();
  }
  operator A*() { return &*value_; }
  operator A&() { return *value_; }
  operator A&&() && { return std::move(*value_); }

  static handle cast(const A& a, return_value_policy, handle) {
    return stria::to_numpy(a).release();
  }

private:
  std::optional<A> value_;
};
template <class T> struct read_any_tensor_of {
  std::optional<stria::any_tensor<T>> operator()(handle h, stria::detail::array_misfit& r) const {
    return stria::detail::read_any_tensor<T>(h, r);
  }
};
struct read_any_array_of {
  std::optional<stria::any_array> operator()(handle h, stria::detail::array_misfit& r) const {
    return stria::detail::read_any_array(h, r);
  }
};
template <class T>
struct type_caster<stria::any_tensor<T>> : any_caster<stria::any_tensor<T>, read_any_tensor_of<T>> {
  static_assert(stria::detail::numpy_verdict<T>::accepted,
                "stria: NumPy arrays hold bool, integers, floating-point and complex numbers");
  static constexpr auto name = const_name("numpy.ndarray[") +
                               npy_format_descriptor<std::remove_const_t<T>>::name +
                               const_name("]");
};
template <> struct type_caster<stria::any_array> : any_caster<stria::any_array, read_any_array_of> {
  static constexpr auto name = const_name("numpy.ndarray");
};

/// A returned expression is evaluated into a new array. An expression of rank 0 becomes a Python
/// number.
template <class N>
struct type_caster<N, enable_if_t<stria::detail::operand<N> && !stria::detail::tensor_operand<N> &&
                                  !stria::detail::view_operand<N>>> {
  using T = typename N::value_type;
  static_assert(stria::detail::numpy_verdict<T>::accepted,
                "stria: NumPy arrays hold bool, integers, floating-point and complex numbers");
  static constexpr auto name =
      const_name("numpy.ndarray[") + npy_format_descriptor<T>::name + const_name("]");
  static handle cast(const N& e, return_value_policy, handle parent) {
    using result = typename stria::detail::tensor_of<T, stria::detail::extents_of<N>>::type;
    return type_caster<result>::cast(result(e), return_value_policy::move, parent);
  }
};

} // namespace detail
} // namespace PYBIND11_NAMESPACE
