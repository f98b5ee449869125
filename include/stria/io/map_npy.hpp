// SPDX-License-Identifier: BSL-1.0
// io/map_npy.hpp: the elements of a .npy file as a view, without a copy.
#pragma once

#include <stria/io/mapping.hpp>
#include <stria/io/npy.hpp>
#include <stria/view/view.hpp>

namespace stria {

namespace detail {

/// What the compiler knows of a mapped array: only the file tells the order of two or more axes.
template <std::size_t R> constexpr static_layout<R> mapped_layout(const static_shape<R>& shape) {
  return R > 1 ? strided_layout(shape) : row_major(shape);
}

template <class T, class Tensor> using mapped_view = view<T, mapped_layout(Tensor::extents)>;

/// The first element. `io_error` where memory cannot stand for the elements as it is.
template <class T>
T* find_elements(const file_mapping& file, const npy_header& h, const std::string& name) {
  using element = std::remove_const_t<T>;
  if (has_foreign_bytes(h))
    raise<io_error>(say_file(name) << "the elements have their bytes in the other order; load_npy "
                                      "reads them");
  if (h.begin % index{alignof(T)} != 0)
    raise<io_error>(say_file(name) << "the elements begin at byte " << h.begin
                                   << ", no multiple of " << alignof(T) << "; load_npy reads them");
  if (h.count == 0)
    return nullptr;
  char* const begin = file.bytes() + h.begin;
  if constexpr (std::same_as<element, bool>)
    for (index k = 0; k < h.count; ++k)
      if (begin[k] != 0 && begin[k] != 1)
        raise<io_error>(say_file(name) << "element " << k << " is neither 0 nor 1, as a bool in "
                                       << "memory is; load_npy reads them");
  return reinterpret_cast<T*>(begin);
}

} // namespace detail

/// Says that a mapped file is to be changed: `map_npy<float, dyn, 3>(path, read_write)`.
struct read_write_t {};
inline constexpr read_write_t read_write{};

/// A .npy file in memory, for as long as this object lives; its elements are const where T is.
/// What `map_npy` returns. NumPy: `np.memmap`.
template <class T, class Tensor> class npy_map {
  static constexpr std::size_t R = Tensor::extents.rank();

  std::string name_;
  detail::file_mapping file_;
  T* data_ = nullptr;
  index size_ = 0;
  detail::placed<R> at_{};

public:
  /// For the library's own use; call map_npy.
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

  /// The elements in the file; a file in column-major order has such strides. NumPy:
  /// `np.load(path, mmap_mode="r")`.
  detail::mapped_view<T, Tensor> view() const& STRIA_LIFETIMEBOUND { return {data_, size_, at_}; }
  detail::mapped_view<T, Tensor> view() const&& = delete;

  /// Waits until the file has what was written; `io_error` where it cannot be. Without it, the
  /// system writes when it likes, and other programs see the change at once. NumPy: `m.flush()`.
  void flush() const
    requires(!std::is_const_v<T>)
  {
    file_.flush(name_);
  }
};

/// A .npy file as a read-only view of its shape, without a copy: `const auto m = map_npy<float,
/// dyn, 3>(path); sum(m.view())`. Refuses what load_npy refuses, and, by `io_error`, elements in
/// the other order of bytes or not aligned for T: load_npy copies them. No other program may
/// shorten the file meanwhile. POSIX only. NumPy: `np.load(path, mmap_mode="r")`.
template <class T, extent... E>
auto map_npy(const std::string& path)
    -> accepted_or_refused<detail::npy_tensor_verdict<detail::npy_tensor_t<T, E...>>,
                           npy_map<const typename detail::npy_tensor_t<T, E...>::value_type,
                                   detail::npy_tensor_t<T, E...>>> {
  using result = detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(detail::npy_tensor_verdict<result>)
  return npy_map<const typename result::value_type, result>(path);
}

/// map_npy whose view writes into the file: `map_npy<float, dyn, 3>(path, read_write)`. NumPy:
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
