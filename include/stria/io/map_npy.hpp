// SPDX-License-Identifier: BSL-1.0
// io/map_npy.hpp: the elements of a .npy file as a view, without a copy.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/mapping.hpp>
#include <stria/io/npy.hpp>
#include <stria/io/read_write.hpp>
#include <stria/tensor/view.hpp>

namespace stria {

namespace detail {

/// The layout, as far as it is known at compile time. For two or more axes, the order of the axes
/// is known only from the file.
template <std::size_t R> constexpr static_layout<R> mapped_layout(const static_shape<R>& shape) {
  return R > 1 ? strided_layout(shape) : row_major(shape);
}

template <class T, class Tensor> using mapped_view = view<T, mapped_layout(Tensor::extents)>;

/// The address of the first element. Raises io_error if the bytes cannot be used as elements in
/// place.
template <class T>
T* find_elements(const file_mapping& file, const npy_header& h, const std::string& name) {
  using element = std::remove_const_t<T>;
  if (has_foreign_bytes(h))
    raise<io_error>(say_file(name) << "the elements have the other byte order; load_npy "
                                      "reads them");
  if (h.begin % index{alignof(T)} != 0)
    raise<io_error>(say_file(name)
                    << "the elements begin at byte " << h.begin << ", not a multiple of "
                    << alignof(T) << "; load_npy reads them");
  if (h.count == 0)
    return nullptr;
  char* const begin = file.bytes() + h.begin;
  if constexpr (std::same_as<element, bool>)
    for (index k = 0; k < h.count; ++k)
      if (begin[k] != 0 && begin[k] != 1)
        raise<io_error>(say_file(name) << "element " << k << " is neither 0 nor 1, which a bool in "
                                       << "memory must be; load_npy reads them");
  return reinterpret_cast<T*>(begin);
}

} // namespace detail

/// A .npy file mapped into memory for the lifetime of this object; map_npy() returns it.
///
/// The elements are const if T is. The object can be moved, but not copied.
///
/// \numpy        `np.memmap`
/// \usage        `const auto m = map_npy<float, dyn, 3>(path); sum(m.view())`
template <class T, class Tensor> class npy_map {
  static constexpr std::size_t R = Tensor::extents.rank();

  std::string name_;
  detail::file_mapping file_;
  T* data_ = nullptr;
  index size_ = 0;
  detail::placed<R> at_{};

public:
  /// For internal use; call map_npy().
  explicit npy_map(const std::string& path) : name_(path), file_(path, !std::is_const_v<T>) {
    const detail::npy_header h = detail::read_npy_header({file_.bytes(), file_.size()}, path);
    detail::check_length(h, static_cast<index>(file_.size()) - h.begin, path);
    detail::exact_elements::check<std::remove_const_t<T>>(h, path);
    at_.sizes = detail::fit_sizes<Tensor::extents>(h, path);
    at_.strides = h.column_major ? detail::column_major_strides(at_.sizes)
                                 : detail::row_major_strides(at_.sizes);
    data_ = detail::find_elements<T>(file_, h, path);
    size_ = h.count;
  }

  /// The elements as a view, which is valid while this object lives; a file in column-major order
  /// has column-major strides. NumPy: `np.load(path, mmap_mode="r")`.
  detail::mapped_view<T, Tensor> view() const& STRIA_LIFETIMEBOUND { return {data_, size_, at_}; }
  detail::mapped_view<T, Tensor> view() const&& = delete;

  /// Waits until all changes are written to the file. Raises io_error if that fails. Other programs
  /// see changes immediately, but without this call the system decides when they are written.
  /// NumPy: `m.flush()`.
  void flush() const
    requires(!std::is_const_v<T>)
  {
    file_.flush(name_);
  }
};

/// Maps a .npy file into memory, without a copy.
///
/// The file must not be shortened while it is mapped. The function exists only on POSIX systems.
///
/// \tparam T     the element type, or the type of a tensor with the extents
/// \tparam E     extents of the view
/// \param path   a .npy file
/// \returns      an npy_map, whose view() is read-only
/// \throws       io_error if the file cannot be read, is not a .npy file, or has elements of
///               another type; io_error if the elements have the other byte order or are not
///               aligned for T (load_npy() reads such files); shape_error if the shape does not fit
///               the extents
/// \refuses      element types that .npy files do not hold
/// \complexity   O(1); O(n) for bool, because each byte is checked. Pages are read when they are
///               accessed
/// \numpy        `np.load(path, mmap_mode="r")`
/// \usage        `const auto m = map_npy<float, dyn, 3>(path); sum(m.view())`
template <class T, extent... E>
auto map_npy(const std::string& path)
    -> accepted_or_refused<detail::npy_tensor_verdict<detail::npy_tensor_t<T, E...>>,
                           npy_map<const typename detail::npy_tensor_t<T, E...>::value_type,
                                   detail::npy_tensor_t<T, E...>>> {
  using result = detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(detail::npy_tensor_verdict<result>)
  return npy_map<const typename result::value_type, result>(path);
}

/// Maps a .npy file into memory; assignments to the view change the file. NumPy:
/// `np.load(path, mmap_mode="r+")`.
template <class T, extent... E>
auto map_npy(const std::string& path, read_write_t) -> accepted_or_refused<
    detail::npy_tensor_verdict<detail::npy_tensor_t<T, E...>>,
    npy_map<typename detail::npy_tensor_t<T, E...>::value_type, detail::npy_tensor_t<T, E...>>> {
  using result = detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(detail::npy_tensor_verdict<result>)
  return npy_map<typename result::value_type, result>(path);
}

} // namespace stria
