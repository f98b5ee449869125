// SPDX-License-Identifier: BSL-1.0
// Every node except targets refuses = and op=, also from its own type and from braces.
#include <stria/stria.hpp>

#include "catch.hpp"

#include <complex>
#include <type_traits>
#include <utility>

using namespace stria;

namespace {

template <class T> constexpr bool refused_type = detail::is_refused<std::remove_cvref_t<T>>;

#define REFUSES(name, op)                                                                          \
  template <class L, class R>                                                                      \
  constexpr bool name = refused_type<decltype(std::declval<L>() op std::declval<R>())>;
REFUSES(refuses_assign, =)
REFUSES(refuses_add, +=)
REFUSES(refuses_subtract, -=)
REFUSES(refuses_multiply, *=)
REFUSES(refuses_divide, /=)
REFUSES(refuses_modulo, %=)
REFUSES(refuses_and, &=)
REFUSES(refuses_or, |=)
REFUSES(refuses_xor, ^=)
REFUSES(refuses_left, <<=)
REFUSES(refuses_right, >>=)
#undef REFUSES

template <class L, class R>
constexpr bool refuses_one =
    refuses_assign<L, R> && refuses_add<L, R> && refuses_subtract<L, R> && refuses_multiply<L, R> &&
    refuses_divide<L, R> && refuses_modulo<L, R> && refuses_and<L, R> && refuses_or<L, R> &&
    refuses_xor<L, R> && refuses_left<L, R> && refuses_right<L, R>;

template <class L>
constexpr bool refuses_braces = refused_type<decltype(std::declval<L>() = {})> &&
                                refused_type<decltype(std::declval<L>() = {1.f, 2.f})> &&
                                refused_type<decltype(std::declval<L>() = {{1, 2.f}, {3}})> &&
                                refused_type<decltype(std::declval<L>() += {1.f, 2.f})> &&
                                refused_type<decltype(std::declval<L>() <<= {1, 2.f})>;

template <class L, class N>
constexpr bool refuses_from = refuses_one<L, N> && refuses_one<L, N&> && refuses_one<L, const N&> &&
                              refuses_one<L, float> && refuses_one<L, dtensor<float, 2>&> &&
                              refuses_one<L, const dtensor<float, 2>&> && refuses_braces<L>;

template <class N>
constexpr bool is_no_target = refuses_from<N, N> && refuses_from<N&, N> &&
                              refuses_from<const N&, N> && std::is_trivially_destructible_v<N> &&
                              std::is_copy_constructible_v<N> && std::is_move_constructible_v<N>;

} // namespace

#define NO_TARGET(...) STATIC_REQUIRE(is_no_target<std::remove_cvref_t<decltype(__VA_ARGS__)>>)

TEST_CASE("nodes other than targets refuse = and op=") {
  dtensor<float, 2> a(2, 3), b(2, 3), q(3, 3);
  dtensor<float, 1> v(3);
  dtensor<index, 1> i(3);
  dtensor<std::complex<float>, 1> z(3);

  // Check of the predicate: a tensor accepts the assignments that a node refuses.
  STATIC_REQUIRE(!refuses_assign<dtensor<float, 2>&, dtensor<float, 2>&>);
  STATIC_REQUIRE(!refuses_add<dtensor<float, 2>&, dtensor<float, 2>&>);

  NO_TARGET(a + b); // map_node
  NO_TARGET(-a);
  NO_TARGET(sqrt(a));
  NO_TARGET(where(a > b, a, b));
  NO_TARGET(real(z));
  NO_TARGET(real(z)[range(0, 2)]); // sliced
  NO_TARGET((a + b)[_0]);
  NO_TARGET(transpose(a + b));             // moved
  NO_TARGET(broadcast_to(a + b, 4, 2, 3)); // broadcasted
  NO_TARGET(reshape(a + b, 3, 2));         // reshaped
  NO_TARGET(diagonal(q + q));              // diagonal_node
  NO_TARGET(sum(a, _0));                   // reduction
  NO_TARGET(argmax(a, _0));
  NO_TARGET(var(a, _0)); // statistic
  NO_TARGET(median(a, _0));
  NO_TARGET(reduce([](float x, float y) { return x + y; }, 0.f, a, _0)); // folded
  NO_TARGET(cumsum(a, _0));                                              // scan
  NO_TARGET(sort(a, _0));                                                // sorted
  NO_TARGET(argsort(a, _0));                                             // sorted_places
  NO_TARGET(searchsorted(v, v));                                         // searched
  NO_TARGET(matmul(a, q));                                               // matrix_product
  NO_TARGET(kron(a, b));                                                 // kronecker
  NO_TARGET(cross(v, v));                                                // cross_product
  NO_TARGET(tensordot(a, q, _1));                                        // contraction
  NO_TARGET(einsum<"ij,jk,kl->il">(a, q, q));                            // einsum_chain
  NO_TARGET(concat(_0, a, b));                                           // concatenation
  NO_TARGET(pad(a, 1));                                                  // padded
  NO_TARGET(tile(a, 2, 2));                                              // tiled
  NO_TARGET(repeat(a, 2, _0));                                           // repeated
  NO_TARGET(roll(a, 1, _0));                                             // rolled
  NO_TARGET(histogram(v, 4, 0., 1.));                                    // counted_bins
  NO_TARGET(quantile(a, tensor{.2}, _0));                                // quantile_list
  NO_TARGET(convolve(v, v));                                             // convolution
  NO_TARGET(gradient(a, _0));                                            // derivative
  NO_TARGET(interp(a, v, v));                                            // interpolated
  NO_TARGET(digitize(a, v));                                             // digitized
  NO_TARGET(sliding_window(a + b, 2, _0));                               // windowed
  NO_TARGET(detail::positions<dyn>(3));                                  // positions
  NO_TARGET(nonzero(a > b));                                             // nonzero_places
  NO_TARGET(tensor_scatter_nd_update(a, tensor{{1}}, a[range(0, 1)]));   // scattered
  NO_TARGET(detail::labelled<decltype(a + b), detail::axis_labels<2, 3>{{2, 0}}, 3>(a + b));
  NO_TARGET(a[i] + b[i]);
}
