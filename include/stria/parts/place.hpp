// SPDX-License-Identifier: BSL-1.0
// parts/place.hpp: where the operands of an expression are, and what the host refuses to compute.
// Tests: tests/parts/parts.cpp, tests/device/assign.cpp.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/subscript/gather.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria::detail {

/// Where the elements of a tensor or a view are. Other memories specialise it for their classes.
template <class N> inline constexpr place leaf_place = place::host;

/// The place of an operand, found from its operands.
template <class N> inline constexpr place found_place = leaf_place<N>;
struct join_places {
  template <class... N> constexpr auto operator()(const N&...) const {
    return std::integral_constant<place, joined_place({found_place<bare<N>>...})>();
  }
};
template <operand N>
  requires(leaf_place<N> == place::host)
inline constexpr place found_place<N> =
    decltype(member_access::operands(std::declval<const N&>(), join_places{}))::value;
// Not for operands on the host, because programs may have used them before this header.
template <operand N>
  requires(found_place<bare<N>> != place::host)
inline constexpr place place_of<N> = found_place<bare<N>>;
template <class N> inline constexpr place place_of<ref<N>> = place_of<N>;

/// An operand that the host cannot read, because it is on a device or on other ranks.
template <class N>
concept far_operand = operand<N> && place_of<bare<N>> > place::files;

/// The refusal to evaluate, on the host, an expression that it cannot read.
template <class N> struct host_verdict {
  static constexpr bool accepted = false;
  static constexpr message text() {
    if (place_of<bare<N>> == place::device)
      return message(
          "stria: this expression reads the memory of a device, which the host cannot access; "
          "to_host(e) computes it on the device and copies the values");
    if (place_of<bare<N>> == place::ranks)
      return message("stria: this expression reads a tensor that is distributed over ranks; "
                     "gather_to(e, rank) computes it on all ranks and copies the values to one");
    return message("stria: the operands of this expression are in several places; copy some of "
                   "them first: to_host(c) from a device, gather_to(u, rank) from ranks");
  }
};
/// The refusal to convert c[1, 2] to a number.
template <far_operand N> struct elsewhere_verdict<N> {
  static constexpr message text() {
    if (place_of<N> == place::device)
      return message("stria: an element in the memory of a device is not a number on the host; "
                     "to_host(c[i, j]) copies it");
    return message("stria: an element of a tensor that is distributed over ranks is not a number; "
                   "gather_to(u[i, j], rank) copies it");
  }
};

// A target on the host or in a file, and a new tensor, refuse such an expression.
template <class Op, class Target, far_operand E>
  requires((place_of<bare<Target>> == place::host && is_on_host<Target>) ||
           place_of<bare<Target>> == place::files)
struct assigned<Op, Target, E> : refused_call<host_verdict<E>> {};
template <class Op, class T, auto L, auto Spec, class Index, far_operand E>
struct assigned<Op, gather<view<T, L>, Spec, Index>, E> : refused_call<host_verdict<E>> {};
template <class T, extent... X, far_operand E> struct constructed<tensor<T, X...>, E> {
  static constexpr bool accepted = false;
  using judged = host_verdict<E>;
};

// The functions of show/ and io/ refuse it, too.
template <class E> struct print_verdict;
template <far_operand E> struct print_verdict<E> : host_verdict<E> {};
template <class E> struct npy_operand_verdict;
template <far_operand E> struct npy_operand_verdict<E> : host_verdict<E> {};
template <class E> struct csv_operand_verdict;
template <far_operand E> struct csv_operand_verdict<E> : host_verdict<E> {};
template <class E> struct image_save_verdict;
template <far_operand E> struct image_save_verdict<E> : host_verdict<E> {};
template <class E> struct colormap_verdict;
template <far_operand E> struct colormap_verdict<E> : host_verdict<E> {};
template <class E> struct heatmap_verdict;
template <far_operand E> struct heatmap_verdict<E> : host_verdict<E> {};

} // namespace stria::detail
