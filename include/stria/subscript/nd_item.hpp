// SPDX-License-Identifier: BSL-1.0
// subscript/nd_item.hpp: nd(idx), TensorFlow's nd index, and the policies for indices out of
// bounds. Tests: tests/subscript/nd.cpp.
#pragma once

#include <stria/base/refuse.hpp>
#include <stria/evaluate/materialize.hpp>
#include <stria/expr/operators.hpp>
#include <stria/expr/positions.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/tensor.hpp>

namespace stria {

/// The second argument of nd(): how an nd index treats entries outside the tensor. The policies
/// have different types, so that `drop` costs nothing in programs that do not use it.
///
/// \numpy  `mode="raise"` and `mode="clip"` of `np.take`
/// \usage  `t[nd(idx, out_of_bounds::drop)]`
struct out_of_bounds {
  /// Raises `index_error` before anything is written; the default.
  static constexpr struct raise_t {
  } raise{};
  /// Reads `T()` and writes nothing.
  static constexpr struct drop_t {
  } drop{};
  /// Uses the nearest element inside the tensor. Raises `index_error` if an indexed axis has no
  /// elements.
  static constexpr struct clip_t {
  } clip{};
};

namespace detail {

/// How an index holds an array of type Ix&&. Specialised for arrays that the host cannot read.
template <class Ix> struct index_hold {
  using type = hold_t<Ix>;
};
template <class Ix> using index_hold_t = typename index_hold<Ix>::type;

/// True for operands that read memory and compute nothing. Their entries can be read again after
/// they have been checked. Positions have no memory and need no computation either.
template <class N> inline constexpr bool is_memory = memory_operand<N>;
template <class N> inline constexpr bool is_memory<ref<N>> = is_memory<N>;
template <class T> inline constexpr bool is_memory<scalar<T>> = true;
template <extent N> inline constexpr bool is_memory<positions<N>> = true;
template <class N, auto Code> inline constexpr bool is_memory<sliced<N, Code>> = is_memory<N>;

/// An integer operand of shape batch + [Depth]. Each row is the place of an element or a slice.
template <class Ix, std::size_t Depth, class Policy> class nd_index {
  Ix indices_;

public:
  static constexpr std::size_t depth = Depth;
  using policy = Policy;
  static constexpr std::size_t index_rank = rank_of<Ix>;
  static constexpr bool in_memory = is_memory<Ix>;
  static constexpr bool is_one_mask = false;
  /// The extents of the index without the last one.
  static constexpr auto extents = [] {
    auto s = unknown_shape<index_rank - 1>();
    for (std::size_t k = 0; k + 1 < index_rank; ++k)
      s[k] = extents_of<Ix>[k];
    return s;
  }();

  template <class U>
    requires(!std::same_as<bare<U>, nd_index>)
  constexpr explicit nd_index(U&& u) : indices_(static_cast<U&&>(u)) {
    if constexpr (!extents_of<Ix>[index_rank - 1].is_static())
      if (indices_.shape()[index_rank - 1] != static_cast<index>(Depth))
        raise<shape_error>(message("stria: nd<") << Depth << ">(idx): the last axis of idx has "
                                                 << indices_.shape()[index_rank - 1] << " entries");
  }
  STRIA_VARIABLE_TARGET(nd_index);

  constexpr const Ix& indices() const { return indices_; }
  template <class F> constexpr decltype(auto) operands(const F& f) const { return f(indices_); }
  template <class M> static constexpr auto over(M&& indices) {
    return nd_index<bare<M>, Depth, Policy>(static_cast<M&&>(indices));
  }
  constexpr axis_array<index_rank - 1> shape() const {
    axis_array<index_rank - 1> s{};
    const auto all_sizes = indices_.shape();
    for (std::size_t k = 0; k + 1 < index_rank; ++k)
      s[k] = all_sizes[k];
    return s;
  }

  constexpr auto resolved() const {
    using part = decltype(prepare_part(indices_));
    // The entries are read more than once, so they are computed now.
    if constexpr (is_memory<bare<part>>)
      return nd_index<part, Depth, Policy>(prepare_part(indices_));
    else
      return nd_index<value_tensor<Ix>, Depth, Policy>(eval(indices_));
  }
  /// Calls f with one operand per indexed axis: idx[..., 0], idx[..., 1], ...
  template <class F> constexpr auto components(const F& f) const {
    return columns(f, std::make_index_sequence<Depth>());
  }
  constexpr void check(const index*) const {}

  // Negative entries are refused, as in TensorFlow.
  static constexpr bool wraps = false;

private:
  template <class F, std::size_t... K>
  constexpr auto columns(const F& f, std::index_sequence<K...>) const {
    using part = decltype(prepare_part(indices_));
    return f(sliced<part, code_of<ellipsis_t, constant<static_cast<index>(K)>>>(
        prepare_part(indices_), encode(ellipsis, constant<static_cast<index>(K)>{}))...);
  }
};

enum class nd_fault : unsigned char { none, scalar, element, depth, mismatch };

template <class Ix, std::size_t Depth> struct nd_verdict {
  static constexpr std::size_t rank = rank_of<Ix>;
  static constexpr index last = rank == 0 ? -1 : extents_of<Ix>[rank == 0 ? 0 : rank - 1].size;
  static constexpr nd_fault fault = rank == 0                    ? nd_fault::scalar
                                    : !integer_item<value_t<Ix>> ? nd_fault::element
                                    : Depth == 0 && last < 0     ? nd_fault::depth
                                    : Depth != 0 && last >= 0 && last != static_cast<index>(Depth)
                                        ? nd_fault::mismatch
                                        : nd_fault::none;
  static constexpr bool accepted = fault == nd_fault::none;
  static constexpr message text() {
    switch (fault) {
    case nd_fault::scalar:
      return message("stria: nd(idx): idx has rank 0; it needs the shape "
                     "batch + (depth,)");
    case nd_fault::element:
      return message("stria: nd(idx): the elements of idx are not integers; cast<index_t>(idx) "
                     "converts them");
    case nd_fault::depth:
      return message(
          "stria: nd(idx): the depth must be known at compile time: make the last extent "
          "of idx static or write nd<2>(idx)");
    case nd_fault::mismatch:
      return message("stria: nd<") << Depth << ">(idx): the last extent of idx is " << last
                                   << "; the two must be equal, nd(idx) uses the extent";
    case nd_fault::none: break;
    }
    return {};
  }
};

template <class Ix, std::size_t Depth, class Policy>
struct nd_call
    : constructing_call<nd_index<
          index_hold_t<Ix>,
          Depth != 0 ? Depth : static_cast<std::size_t>(nd_verdict<Ix, Depth>::last), Policy>> {};
template <class Ix, std::size_t Depth, class Policy> struct nd_result {};
template <operand Ix, std::size_t Depth, class Policy>
struct nd_result<Ix, Depth, Policy>
    : judged_call<nd_verdict<Ix, Depth>, nd_call<Ix, Depth, Policy>> {};

template <class P>
concept bounds_policy =
    std::same_as<P, out_of_bounds::raise_t> || std::same_as<P, out_of_bounds::drop_t> ||
    std::same_as<P, out_of_bounds::clip_t>;

} // namespace detail

/// TensorFlow's nd index, which must be the only item of its subscript. Reading `t[nd(idx)]` is
/// gather_nd; writing to it is scatter_nd.
///
/// \tparam Depth  the number of axes that are indexed, if the last extent of `idx` is dynamic:
///                `nd<2>(idx)`
/// \param idx     integers of shape batch + [depth]; each row is the place of an element or a
///                slice. Negative entries are out of bounds
/// \param policy  out_of_bounds::raise (the default), `drop` or `clip`
/// \returns       an item for operator[]; `t[nd(idx)]` has the shape batch + the axes of `t` after
///                its first `depth` axes
/// \throws        shape_error if a dynamic last extent is not `Depth`; from the subscript,
///                index_error for an entry outside its axis, with the policy `raise`, or with
///                `clip` if the axis has no elements
/// \refuses       elements that are not integers, rank 0, and a depth that is not known at compile
///                time or differs from a static last extent
/// \complexity    O(1); a temporary is moved into the item
/// \numpy         none; `tf.gather_nd`, `tf.tensor_scatter_nd_update`
/// \usage         `t[nd(idx)] = updates;`
template <std::size_t Depth = 0, detail::operand Ix,
          detail::bounds_policy P = out_of_bounds::raise_t>
constexpr auto nd(Ix&& idx, P = {})
    STRIA_RUN_OR_REFUSE((detail::nd_result<Ix, Depth, P>), static_cast<Ix&&>(idx));

/// One place: `nd({0, 2})`.
template <std::integral Ix, std::size_t N, detail::bounds_policy P = out_of_bounds::raise_t>
constexpr auto nd(const Ix (&idx)[N], P policy = {}) {
  tensor<index, N> t;
  for (std::size_t i = 0; i < N; ++i)
    t.data()[i] = detail::to_index(+idx[i]);
  return nd(std::move(t), policy);
}
/// Several places: `nd({{0, 1}, {2, 0}})`.
template <std::integral Ix, std::size_t N, std::size_t M,
          detail::bounds_policy P = out_of_bounds::raise_t>
constexpr auto nd(const Ix (&idx)[N][M], P policy = {}) {
  tensor<index, N, M> t;
  for (std::size_t i = 0; i < N * M; ++i)
    t.data()[i] = detail::to_index(+idx[i / M][i % M]);
  return nd(std::move(t), policy);
}
/// Several lists of places: `nd({{{0, 1}}, {{2, 0}}})`.
template <std::integral Ix, std::size_t N, std::size_t M, std::size_t K,
          detail::bounds_policy P = out_of_bounds::raise_t>
constexpr auto nd(const Ix (&idx)[N][M][K], P policy = {}) {
  tensor<index, N, M, K> t;
  for (std::size_t i = 0; i < N * M * K; ++i)
    t.data()[i] = detail::to_index(+idx[i / (M * K)][i / K % M][i % K]);
  return nd(std::move(t), policy);
}
STRIA_FOREIGN_FIRST(nd);

} // namespace stria
