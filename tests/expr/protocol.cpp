// SPDX-License-Identifier: BSL-1.0
// Every kind of node with its answers. The test `tree` requires a line for each node class.
#include <stria/stria.hpp>

#include "catch.hpp"

#include <concepts>
#include <string_view>

using namespace stria;
using stria::index;

namespace {

/// The compiler's name of a type contains the node class.
template <class E> constexpr bool is_named(std::string_view node) {
  const std::string_view name = __PRETTY_FUNCTION__;
  return name.find("stria::detail::" + std::string(node) + "<") != std::string_view::npos;
}

template <class E> inline constexpr std::size_t rank_of_node = E::extents.rank();

/// What a node says of its shape agrees with itself and with the tensor that it evaluates to.
template <class E> void check_shape(const E& e) {
  constexpr auto rank = static_cast<index>(rank_of_node<E>);
  STATIC_REQUIRE(E::rank == rank);
  const auto n = e.shape();
  REQUIRE(n.size() == rank_of_node<E>);
  index size = 1;
  for (index k = 0; k < rank; ++k) {
    const auto at = static_cast<std::size_t>(k);
    CHECK(e.extent(k) == n[at]);
    CHECK(e.extent(k - rank) == n[at]);
    if (E::extents[at].is_static())
      CHECK(E::extents[at].size == n[at]);
    size *= n[at];
  }
  CHECK(e.size() == size);
  CHECK_THROWS_AS(e.extent(rank), index_error);
  CHECK_THROWS_AS(e.extent(-rank - 1), index_error);
  const auto values = eval(e);
  STATIC_REQUIRE(std::same_as<typename decltype(values)::value_type, typename E::value_type>);
  CHECK(values.shape() == n);
  CHECK(values.size() == size);
}

/// A node that is not ready has to be prepared; what that gives is ready and has the same shape.
template <class E> void check_prepared(const E& e, bool ready) {
  CHECK(E::ready == ready);
  const auto& prepared = detail::prepare(e);
  STATIC_REQUIRE(std::remove_cvref_t<decltype(prepared)>::ready);
  CHECK(prepared.shape() == e.shape());
}

template <class E> void check_node(std::string_view name, const E& e, bool ready) {
  INFO(name << " is " << __PRETTY_FUNCTION__);
  CHECK(is_named<E>(name));
  STATIC_REQUIRE(std::derived_from<E, detail::node<E, typename E::value_type, E::extents>>);
  check_shape(e);
  check_prepared(e, ready);
}

/// NODE(class, ready, an expression of that class)
#define NODE(name, ready, ...) check_node(#name, __VA_ARGS__, ready)

} // namespace

TEST_CASE("every node answers") {
  const dtensor<float, 2> a{{3, 1, 2}, {6, 5, 4}};
  const tensor<float, 3, 2> b{{1, 2}, {3, 4}, {5, 6}};
  const dtensor<float, 1> v{1, 2, 3};
  const dtensor<index, 1> places{1, 0};
  constexpr bool is_ready = true, is_computed_first = false;

  // element-wise, and the elements of one operand in other places
  NODE(map_node, is_ready, a + 1.f);
  NODE(map_node, is_computed_first, a / sum(a, _1, keepdims));
  NODE(sliced, is_ready, (a + 1.f)[_, range(1, _)]);
  NODE(moved, is_ready, transpose(a + 1.f));
  NODE(broadcasted, is_ready, broadcast_to(v + 1.f, 4, 3));
  NODE(diagonal_node, is_ready, diagonal(a + 1.f));
  NODE(positions, is_ready, detail::positions<dyn>(5));
  NODE(reshaped, is_computed_first, reshape(a + 1.f, 3, 2));
  NODE(labelled, is_ready,
       detail::labelled<dtensor<float, 2>, detail::axis_labels<2, 3>{{2, 0}}, 3>(a));
  // places
  NODE(gather, is_computed_first, a[places]);
  NODE(scattered, is_computed_first,
       tensor_scatter_nd_update(a, tensor{{1}}, tensor{{7.f, 8.f, 9.f}}));
  NODE(nonzero_places, is_computed_first, nonzero(a > 2.f));
  // reductions
  NODE(reduction, is_computed_first, sum(a, _0));
  NODE(statistic, is_computed_first, var(a, _1));
  NODE(folded, is_computed_first, reduce([](float x, float y) { return x + y; }, 0.f, a, _1));
  NODE(counted_bins, is_computed_first, histogram(v, 4, 0., 3.));
  // order
  NODE(scan, is_computed_first, cumsum(a, _0));
  NODE(sorted, is_computed_first, sort(a, _1));
  NODE(sorted_places, is_computed_first, argsort(a, _1));
  NODE(searched, is_computed_first, searchsorted(v, a));
  // shapes
  NODE(concatenation, is_computed_first, concat(_0, a, a));
  NODE(padded, is_computed_first, pad(a, 1));
  NODE(tiled, is_computed_first, tile(a, 2, 1));
  NODE(repeated, is_computed_first, repeat(a, 2, _0));
  NODE(rolled, is_computed_first, roll(a, 1, _1));
  NODE(windowed, is_computed_first, sliding_window(v + 1.f, 2, _0));
  // products
  NODE(matrix_product, is_computed_first, matmul(a, b));
  NODE(contraction, is_computed_first, tensordot(a, b, _1));
  NODE(kronecker, is_computed_first, kron(a, v));
  NODE(cross_product, is_computed_first, cross(v, v));
  NODE(einsum_chain, is_computed_first, einsum<"ij,jk,kl->il">(a, b, transpose(b)));
}

#undef NODE
