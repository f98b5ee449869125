// SPDX-License-Identifier: BSL-1.0
// io/hdf5_selection.hpp: subscripts of data sets whose rank is known only from the tensor that
// receives the elements. Tests: tests/io/hdf5.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/hdf5_gather.hpp>

#include <tuple>

namespace stria {

namespace hdf5 {

template <class... Ix> class selection;

} // namespace hdf5

namespace detail {

/// The rank that a data set must have so that the result of this subscript has N axes; negative if
/// there is no such rank.
template <std::size_t N, class... Ix> constexpr int h5_rank_under() {
  int rank = static_cast<int>(N);
  if constexpr ((basic_item<Ix> && ...)) {
    constexpr auto& code = code_of<std::remove_cvref_t<Ix>...>;
    for (std::size_t k = 0; k < code.size(); ++k)
      rank += code.items[k].kind == item_kind::integer    ? 1
              : code.items[k].kind == item_kind::new_axis ? -1
                                                          : 0;
  } else if constexpr (sizeof...(Ix) == 1 && (is_nd_item<Ix> && ...)) {
    rank += (static_cast<int>(std::remove_cvref_t<Ix>::depth) + ...) -
            (static_cast<int>(std::remove_cvref_t<Ix>::extents.rank()) + ...);
  } else if constexpr (((basic_item<Ix> || (is_advanced_item<Ix> && !is_nd_item<Ix>)) && ...)) {
    constexpr auto& code = base_code<Ix...>;
    for (std::size_t k = 0; k < code.size(); ++k)
      rank -= code.items[k].kind == item_kind::new_axis ? 1 : 0;
    rank +=
        static_cast<int>(list_of<Ix...>::axes) - static_cast<int>(list_of<Ix...>::extents.rank());
  }
  return rank;
}

template <class T, class Seq> struct h5_dataset_of;
template <class T, std::size_t... K> struct h5_dataset_of<T, std::index_sequence<K...>> {
  using type = hdf5::dataset<T, (static_cast<void>(K), extent(dyn))...>;
};
/// A data set of dynamic extents.
template <class T, std::size_t R>
using h5_ranked = typename h5_dataset_of<T, std::make_index_sequence<R>>::type;

template <class T, extent... E>
hdf5::dataset<T, E...> h5_typed(const std::shared_ptr<const h5_data>& d) {
  h5_check_type(d->type.get(), npy_type_of<T>, d->name);
  return {d, fit_sizes<shape_of<E...>()>(h5_span(d->sizes), d->name)};
}
template <class T, extent... E>
hdf5::dataset<T, E...> h5_typed(const std::shared_ptr<const h5_data>& d,
                                std::type_identity<hdf5::dataset<T, E...>>) {
  return h5_typed<T, E...>(d);
}

/// Whether a subscript can be read into a Tensor.
template <class Tensor, class... Ix> struct h5_load_verdict {
  static constexpr int rank = h5_rank_under<Tensor::extents.rank(), Ix...>();
  static constexpr bool accepted = rank >= 0;
  static constexpr message text() {
    return message("stria: the subscript has more axes than the tensor it is read into: ")
           << Tensor::extents.rank();
  }
};

template <class Tensor, class... Ix>
Tensor h5_load(const std::shared_ptr<const h5_data>& d, const Ix&... items) {
  using source = h5_ranked<value_t<Tensor>,
                           static_cast<std::size_t>(h5_load_verdict<Tensor, const Ix&...>::rank)>;
  const source s = h5_typed(d, std::type_identity<source>());
  if constexpr (sizeof...(Ix) == 0)
    return Tensor(s);
  else
    return Tensor(subscript_of<const source&, const Ix&...>::get(s, items...));
}

/// Reads all elements of a data set of any rank.
template <class T> any_tensor<T> h5_load_any(const h5_data& d) {
  h5_check_type(d.type.get(), npy_type_of<T>, d.name);
  std::vector<axis_slice> box;
  std::vector<index> sizes;
  for (const index n : d.sizes) {
    box.push_back({0, 1, n});
    sizes.push_back(n);
  }
  const auto memory =
      std::make_shared<tensor<T, dyn>>(std::array{h5_count(d, box)}, uninitialized_t{});
  h5_read(d, box, memory->size(), memory->data());
  std::vector<index> strides = strides_in_order(sizes, false);
  return any_place<T>{memory, memory->data(),   memory->size(),
                      0,      std::move(sizes), std::move(strides)};
}

/// Assignment of a selection to a tensor.
template <class T, extent... E, class... Ix>
struct assigned<assign_op, tensor<T, E...>, hdf5::selection<Ix...>> {
  static constexpr bool accepted = h5_load_verdict<tensor<T, E...>, const Ix&...>::accepted;
  using type = tensor<T, E...>&;
  static type run(tensor<T, E...>& target, const hdf5::selection<Ix...>& s) {
    return target = static_cast<tensor<T, E...>>(s);
  }
};

} // namespace detail

namespace hdf5 {

/// A part of a data set of unknown rank, which is read when it is converted to a tensor.
///
/// The rank of the tensor determines that of the data set. Index arrays among the items are copied.
/// `file["name"][items...]` returns it.
///
/// \numpy        `f["name"][10:20, :, ::-1]` (h5py)
/// \usage        `tensor<float, dyn, dyn> t = f["name"][range(10, 20), _, rev()]`
template <class... Ix> class selection {
  std::shared_ptr<const stria::detail::h5_data> data_;
  std::tuple<Ix...> items_;

public:
  /// For internal use. Users subscript an hdf5::object instead.
  selection(std::shared_ptr<const stria::detail::h5_data> data, std::tuple<Ix...> items)
      : data_(std::move(data)), items_(std::move(items)) {}

  /// Reads the elements. Raises io_error if their type is not T, and shape_error if the rank or the
  /// sizes of the data set do not fit. Refuses the subscripts that a tensor refuses.
  template <class T, extent... E>
    requires(stria::detail::npy_element<T> &&
             stria::detail::h5_load_verdict<tensor<T, E...>, const Ix&...>::accepted)
  operator tensor<T, E...>() const {
    return std::apply(
        [&](const auto&... items) {
          return stria::detail::h5_load<tensor<T, E...>>(data_, items...);
        },
        items_);
  }
};

/// Reads the selected part of a data set as a tensor. h5py: `f["name"][10:20]`.
template <class T, extent... E, class... Ix>
auto load(const selection<Ix...>& s) -> accepted_or_refused<
    stria::detail::h5_load_verdict<stria::detail::npy_tensor_t<T, E...>, const Ix&...>,
    stria::detail::npy_tensor_t<T, E...>> {
  using result = stria::detail::npy_tensor_t<T, E...>;
  STRIA_UNLESS_REFUSED(stria::detail::h5_load_verdict<result, const Ix&...>)
  return static_cast<result>(s);
}

} // namespace hdf5
} // namespace stria
