// SPDX-License-Identifier: BSL-1.0
// io/tiles.hpp: arrays in files that are larger than memory; programs link stria::files.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/read_write.hpp>
#include <stria/io/tile_loops.hpp>
#if defined(STRIA_USE_HDF5)
#include <stria/io/hdf5_array.hpp>
#endif

namespace stria {

/// A number of bytes: `64_KiB` is 65536.
///
/// \numpy        none
/// \usage        `files::budget(64_KiB)`
consteval index operator""_KiB(unsigned long long n) { return static_cast<index>(n) << 10; }
/// A number of bytes: `256_MiB` is 2^28.
///
/// \numpy        none
/// \usage        `files::budget(256_MiB)`
consteval index operator""_MiB(unsigned long long n) { return static_cast<index>(n) << 20; }
/// A number of bytes: `2_GiB` is 2^31.
///
/// \numpy        none
/// \usage        `files::budget(2_GiB)`
consteval index operator""_GiB(unsigned long long n) { return static_cast<index>(n) << 30; }

namespace detail {

/// What files::open returns: a view of all elements.
template <class Tensor> struct opened_file {
  static constexpr std::size_t R = Tensor::extents.rank();
  using T = typename Tensor::value_type;
  using type = stored_view<file_store<T, R>, Tensor::extents>;

  static type open(const std::string& path, bool writes) {
    const auto array = format_of(path).open(path, npy_type_of<T>, writes);
    std::vector<index> found = array->sizes();
    const bool turned = array->is_column_major();
    if (turned)
      std::ranges::reverse(found);
    const auto sizes = fit_sizes<Tensor::extents>(found, path);
    auto refs = straight_refs<R>();
    if (turned)
      for (std::size_t k = 0; k < R; ++k)
        refs[k].loop = static_cast<int>(R - 1 - k);
    return type(std::make_shared<file_store<T, R>>(array), refs, sizes);
  }
};

/// What files::create returns.
template <class T, std::size_t R> class new_file {
  std::string path_;
  std::array<index, R> sizes_;
  using target = stored_view<file_store<T, R>, unknown_shape<R>()>;

public:
  new_file(std::string path, const std::array<index, R>& sizes)
      : path_(std::move(path)), sizes_(sizes) {
    static_cast<void>(checked_count(sizes.data(), R));
  }

  /// Writes the broadcast elements of an expression or a scalar, and opens the file for reading and
  /// writing. After an error there is no new file, and an existing one is unchanged.
  template <class E>
    requires assigned<assign_op, target, E>::accepted
  target operator=(const E& e) const {
    if constexpr (operand<E>)
      check_fit<unknown_shape<R>(), extents_of<E>>(sizes_, e.shape());
    format_of(path_).create(path_, npy_type_of<T>, sizes_, [&](file_array& fresh) {
      // The array belongs to the format.
      const target t(std::make_shared<file_store<T, R>>(
          std::shared_ptr<file_array>(std::shared_ptr<void>(), &fresh)));
      if constexpr (operand<E>)
        tile_loops::template run<assign_op>(t, e);
      else
        tile_loops::template run<assign_op>(t, hold_t<const E&, target>(e));
    });
    return opened_file<typename tensor_of<T, unknown_shape<R>()>::type>::open(path_, true);
  }
  template <class E, class Because = refusal_where<!assigned<assign_op, target, E>::accepted,
                                                   assign_verdict<assign_op, target, E>>>
  void operator=(const E&) const = delete;
};

} // namespace detail

namespace files {

/// Sets how many bytes a statement over files may use for its tiles.
///
/// \param bytes  at least 1; the initial budget is an eighth of the memory that the process may use
/// \returns      nothing
/// \throws       value_error if `bytes` is not positive
/// \complexity   O(1)
/// \numpy        none
/// \usage        `files::budget(256_MiB)`
inline void budget(index bytes) {
  if (bytes < 1)
    raise<value_error>(stria::detail::message("stria: files::budget: ")
                       << bytes << " bytes; a budget is positive");
  stria::detail::budget_of_files() = bytes;
}
/// The number of bytes that a statement over files may use for its tiles.
inline index budget() { return stria::detail::budget_of_files(); }

/// Opens an array in a file as an operand. Its elements are read when a statement needs them.
///
/// \tparam T     the element type, or the type of the tensor
/// \tparam E     extents of the array
/// \param path   a .npy file or, if the program links stria::hdf5, "file.h5:group/data set"
/// \returns      a view of the elements; subscripts give views
/// \throws       io_error if the file cannot be read or has elements of another type; shape_error
///               if its shape does not fit the extents
/// \refuses      element types that files do not hold
/// \complexity   O(1)
/// \numpy        `np.load(path, mmap_mode="r")`
/// \usage        `const auto a = files::open<float, dyn, dyn>("a.npy"); mean(a, _0)`
template <class T, extent... E>
auto open(const std::string& path) -> accepted_or_refused<
    stria::detail::npy_tensor_verdict<stria::detail::npy_tensor_t<T, E...>>,
    typename stria::detail::opened_file<stria::detail::npy_tensor_t<T, E...>>::type> {
  using result = stria::detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(stria::detail::npy_tensor_verdict<result>)
  return stria::detail::opened_file<result>::open(path, false);
}
/// Opens an array in a file as an operand and a target. NumPy: `np.load(path, mmap_mode="r+")`.
template <class T, extent... E>
auto open(const std::string& path, read_write_t) -> accepted_or_refused<
    stria::detail::npy_tensor_verdict<stria::detail::npy_tensor_t<T, E...>>,
    typename stria::detail::opened_file<stria::detail::npy_tensor_t<T, E...>>::type> {
  using result = stria::detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(stria::detail::npy_tensor_verdict<result>)
  return stria::detail::opened_file<result>::open(path, true);
}

/// Creates a file from the values of an expression, which is assigned to the result of the call.
///
/// The file is written tile by tile beside its final place, and moved there when it is complete.
///
/// \tparam T     the element type
/// \param path   a .npy file
/// \param sizes  the sizes, as integers or as the shape of an operand
/// \returns      a target for one assignment, whose result is the file, opened for reading and
///               writing
/// \throws       io_error if the file cannot be written; value_error for negative sizes
/// \refuses      element types that files do not hold
/// \complexity   O(1); the assignment O(n)
/// \numpy        `np.lib.format.open_memmap(path, "w+", dtype, shape)`
/// \usage        `files::create<float>("c.npy", a.shape()) = a * 2.f`
template <stria::detail::npy_element T, std::size_t R>
stria::detail::new_file<T, R> create(const std::string& path, const std::array<index, R>& sizes) {
  return {path, sizes};
}
/// Creates a file of the given sizes.
template <stria::detail::npy_element T, stria::detail::size_item... S>
stria::detail::new_file<T, sizeof...(S)> create(const std::string& path, S... sizes) {
  return {path, {stria::detail::size_value(sizes)...}};
}

} // namespace files
} // namespace stria
