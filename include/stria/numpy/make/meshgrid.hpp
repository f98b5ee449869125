// SPDX-License-Identifier: BSL-1.0
// numpy/make/meshgrid.hpp: meshgrid and meshgrid_ij, the coordinates of a grid.
// Tests: tests/numpy/make/make.cpp, tests/numpy/parameters.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/numpy/shape/broadcast_to.hpp>
#include <stria/tensor/foreign.hpp>

#include <tuple>

namespace stria {

/// The type of `sparse`.
struct sparse_t {};
/// Tag that makes meshgrid() return coordinates that are not broadcast.
/// \numpy      `sparse=True`
/// \usage      `meshgrid(x, y, sparse)`
inline constexpr sparse_t sparse{};

namespace detail {

template <bool Here> constexpr auto mesh_item() {
  if constexpr (Here)
    return all;
  else
    return newaxis;
}

/// A vector along axis At of a grid. The extents keep their names.
template <std::size_t At, auto Shape, class X, std::size_t... K>
constexpr auto mesh_of(X&& x, const std::array<index, Shape.rank()>& sizes,
                       std::index_sequence<K...>) {
  using line = decltype(static_cast<X&&>(x)[mesh_item<K == At>()...]);
  return broadcast_to_call<line, Shape>::run(static_cast<X&&>(x)[mesh_item<K == At>()...], sizes);
}

/// The axis of the grid along which vector k lies; xy order swaps the first two.
template <bool XY, std::size_t N> constexpr std::size_t mesh_axis(std::size_t k) {
  return XY && N > 1 && k < 2 ? 1 - k : k;
}

template <bool XY, class... X, std::size_t... K>
constexpr auto mesh(std::index_sequence<K...>, X&&... x) {
  constexpr std::size_t N = sizeof...(X);
  [[maybe_unused]] constexpr auto shape = [] {
    auto s = unknown_shape<N>();
    ((s[mesh_axis<XY, N>(K)] = extents_of<X>[0]), ...);
    return s;
  }();
  [[maybe_unused]] std::array<index, N> sizes{};
  ((sizes[mesh_axis<XY, N>(K)] = x.shape()[0]), ...);
  return std::tuple{mesh_of<mesh_axis<XY, N>(K), shape>(static_cast<X&&>(x), sizes,
                                                        std::index_sequence<K...>())...};
}

/// The coordinates of a grid for the tag `sparse`: the vectors with new axes of size 1.
template <bool XY, class Vectors, std::size_t... K>
constexpr auto sparse_mesh(std::index_sequence<K...>, Vectors x) {
  constexpr std::size_t N = sizeof...(K);
  const auto line = []<index At, class V, std::size_t... J>(V&& v, constant<At>,
                                                            std::index_sequence<J...>) {
    return static_cast<V&&>(v)[mesh_item<static_cast<index>(J) == At>()...];
  };
  return std::tuple{line(std::get<K>(std::move(x)),
                         constant<static_cast<index>(mesh_axis<XY, N>(K))>(),
                         std::make_index_sequence<N>())...};
}

template <class X>
concept vector_operand = operand<X> && rank_of<X> == 1;

/// True if X are vectors, followed by the tag `sparse`.
template <class... X>
inline constexpr bool ends_with_sparse = [] {
  constexpr std::size_t n = sizeof...(X);
  constexpr bool vectors[] = {vector_operand<X>..., false};
  constexpr bool tags[] = {std::same_as<std::remove_cvref_t<X>, sparse_t>..., false};
  if (n < 2 || !tags[n - (n > 0)])
    return false;
  for (std::size_t k = 0; k + 1 < n; ++k)
    if (!vectors[k])
      return false;
  return true;
}();

// Empty for vectors, because clang evaluates the return type before the constraint.
template <class... X> struct first_no_vector {};
template <class X, class... More> struct first_no_vector<X, More...> : first_no_vector<More...> {};
template <class X, class... More>
  requires(!vector_operand<X>)
struct first_no_vector<X, More...> {
  using verdict = rank_verdict<"meshgrid takes vectors, operands of rank 1", X>;
};

/// A call of meshgrid() with vectors.
template <bool XY, class... X> struct mesh_call {};
template <bool XY, vector_operand... X> struct mesh_call<XY, X...> {
  static constexpr bool accepted = true;
  static constexpr auto run(X&&... x) {
    return mesh<XY>(std::index_sequence_for<X...>(), static_cast<X&&>(x)...);
  }
  using type = decltype(run(std::declval<X>()...));
};

} // namespace detail

/// The coordinates of a grid, in xy order: the first vector extends along axis 1, the second along
/// axis 0.
///
/// \param x    the coordinates along each axis: vectors. The tag `sparse` may follow
/// \returns    a std::tuple of one read-only view or lazy expression for each vector, with the
///             shape (size of the second, size of the first, size of the third, ...); with
///             `sparse`, the vectors with axes of size 1, which broadcast to that shape
/// \throws     nothing
/// \refuses    operands that are not vectors
/// \complexity O(rank); nothing is copied
/// \numpy      `np.meshgrid(x, y)`, `np.meshgrid(x, y, sparse=True)`
/// \usage      `const auto [xx, yy] = meshgrid(x, y);`
/// \see        meshgrid_ij, indices_of
template <detail::vector_operand... X>
constexpr auto meshgrid(X&&... x)
    STRIA_RUN_OR_REFUSE((detail::mesh_call<true, X...>), static_cast<X&&>(x)...);
STRIA_BORROWING((detail::tensor_operand... S, class = detail::lvalues<S...>), meshgrid,
                (S & ... x STRIA_LIFETIMEBOUND), (detail::mesh_call<true, S&...>), x...);
template <detail::operand... X>
auto meshgrid(X&&...)
    -> detail::refusal_where<(detail::operand<X> && ...) && !(detail::vector_operand<X> && ...),
                             typename detail::first_no_vector<X...>::verdict>;
STRIA_FOREIGN_BINARY(meshgrid);
/// The coordinates of a grid, in matrix order: vector k extends along axis k.
///
/// \param x    the coordinates along each axis: vectors. The tag `sparse` may follow
/// \returns    a std::tuple of one read-only view or lazy expression for each vector, with the
///             shape (size of the first, size of the second, ...); with `sparse`, the vectors with
///             axes of size 1, which broadcast to that shape
/// \throws     nothing
/// \refuses    operands that are not vectors
/// \complexity O(rank); nothing is copied
/// \numpy      `np.meshgrid(x, y, indexing="ij")`
/// \usage      `const auto [ii, jj] = meshgrid_ij(x, y);`
/// \see        meshgrid, indices_of
template <detail::vector_operand... X>
constexpr auto meshgrid_ij(X&&... x)
    STRIA_RUN_OR_REFUSE((detail::mesh_call<false, X...>), static_cast<X&&>(x)...);
STRIA_BORROWING((detail::tensor_operand... S, class = detail::lvalues<S...>), meshgrid_ij,
                (S & ... x STRIA_LIFETIMEBOUND), (detail::mesh_call<false, S&...>), x...);
template <detail::operand... X>
auto meshgrid_ij(X&&...)
    -> detail::refusal_where<(detail::operand<X> && ...) && !(detail::vector_operand<X> && ...),
                             typename detail::first_no_vector<X...>::verdict>;
STRIA_FOREIGN_BINARY(meshgrid_ij);

/// The coordinates of a grid, in xy order, for the tag `sparse`: each vector with axes of size 1,
/// so that the results broadcast to the grid. For a vector in memory the result is a view.
template <class... X>
  requires detail::ends_with_sparse<X...>
constexpr auto meshgrid(X&&... x) {
  return detail::sparse_mesh<true>(std::make_index_sequence<sizeof...(X) - 1>(),
                                   std::tuple<X&&...>(static_cast<X&&>(x)...));
}
/// The coordinates of a grid, in matrix order, for the tag `sparse`.
template <class... X>
  requires detail::ends_with_sparse<X...>
constexpr auto meshgrid_ij(X&&... x) {
  return detail::sparse_mesh<false>(std::make_index_sequence<sizeof...(X) - 1>(),
                                    std::tuple<X&&...>(static_cast<X&&>(x)...));
}

} // namespace stria
