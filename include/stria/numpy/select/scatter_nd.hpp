// SPDX-License-Identifier: BSL-1.0
// numpy/select/scatter_nd.hpp: gather_nd, scatter_nd and tensor_scatter_nd_*: the functional forms
// of reading and writing at nd indices.
#pragma once

#include <stria/assign/scatter.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/make/make.hpp>
#include <stria/numpy/select/scatter_nd_loops.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {
namespace detail {

/// An nd index, or an integer operand, which nd() converts.
template <class N>
concept nd_argument = is_nd_item<N> || operand<N>;

template <class N> struct nd_of {};
template <operand N> struct nd_of<N> {
  using type = typename nd_result<N, 0, out_of_bounds::raise_t>::type;
};
template <class N>
  requires(is_nd_item<N>)
struct nd_of<N> {
  using type = std::remove_cvref_t<N>;
};

template <class N> constexpr decltype(auto) as_nd(N&& n) {
  if constexpr (is_nd_item<N>)
    return (n);
  else
    return nd(static_cast<N&&>(n));
}

/// The type of t[nd(idx)]; the index may be a call that was refused.
template <class T, class Index> struct target_place {
  using type = typename subscript_of<T, const Index&>::type;
};
template <class T, class Index>
  requires is_refused<Index>
struct target_place<T, Index> {
  using type = Index;
};

/// A copy of Base, made at evaluation, with the updates scattered into it.
template <class Op, class Base, class Index, class U>
class scattered : public node<scattered<Op, Base, Index, U>, value_t<Base>, extents_of<Base>>,
                  public keeper<scattered<Op, Base, Index, U>, true> {
  Base base_;
  Index index_;
  U updates_;

public:
  using ready = std::false_type;
  static constexpr computation how = computation::first;

  template <class B, class N, class V>
  constexpr scattered(B&& base, N&& places, V&& updates)
      : base_(static_cast<B&&>(base)), index_(static_cast<N&&>(places)),
        updates_(static_cast<V&&>(updates)) {}
  STRIA_NO_TARGET(scattered);

  constexpr auto shape() const { return base_.shape(); }
  constexpr const Base& base() const { return base_; }
  constexpr const Index& places() const { return index_; }
  constexpr const U& updates() const { return updates_; }
  /// The base, the updates and the operands of the index.
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return index_.operands(
        [&](const auto&... part) -> decltype(auto) { return g(base_, updates_, part...); });
  }
  template <class B, class V, class... P>
  constexpr auto over(B&& base, V&& updates, P&&... part) const {
    using places = decltype(index_.over(static_cast<P&&>(part)...));
    return scattered<Op, std::remove_cvref_t<B>, places, std::remove_cvref_t<V>>(
        static_cast<B&&>(base), index_.over(static_cast<P&&>(part)...), static_cast<V&&>(updates));
  }
  constexpr auto prepared() const {
    auto result = eval(base_);
    auto places = result[index_];
    assigned<Op, decltype(places), const U&>::run(places, updates_);
    return result;
  }
};

/// The tensor that a functional scatter writes. device/scatter.hpp specialises it for devices.
template <class Base> struct scattered_values {
  using type = value_tensor<Base>;
};

// Refuses the same arguments as `result[nd(idx)] op= updates`.
template <class Op, class Base, class N, class U> struct scattered_result {};
template <class Op, operand Base, nd_argument N, class U>
  requires operand_with<U, Base>
struct scattered_result<Op, Base, N, U> {
  using index_t = typename nd_of<N>::type;
  using base = hold_t<Base>;
  // The index, the element and the write are checked in this order; the first refusal is reported.
  template <class Place, bool Refused> struct write {
    using type = Place;
  };
  template <class Place> struct write<Place, false> {
    using type = typename assigned<Op, Place, hold_t<U, Base>>::type;
  };
  using place = typename target_place<typename scattered_values<base>::type&, index_t>::type;
  using checked = std::remove_cvref_t<typename write<place, is_refused<place>>::type>;
  static constexpr bool accepted = !is_refused<checked>;
  using type = std::conditional_t<accepted, scattered<Op, base, index_t, hold_t<U, Base>>, checked>;
  static constexpr type run(Base&& t, N&& idx, U&& updates) {
    return type(static_cast<Base&&>(t), as_nd(static_cast<N&&>(idx)), static_cast<U&&>(updates));
  }
};

} // namespace detail

#define STRIA_SCATTER(name, op)                                                                    \
  template <class T, class N, class U>                                                             \
    requires detail::operand<T> && detail::nd_argument<N>                                          \
  constexpr auto name(T&& t, N&& idx, U&& updates)                                                 \
      STRIA_RUN_OR_REFUSE((detail::scattered_result<op, T, N, U>), static_cast<T&&>(t),            \
                          static_cast<N&&>(idx), static_cast<U&&>(updates));                       \
  STRIA_BORROWING(                                                                                 \
      (detail::tensor_operand S, detail::nd_argument N, class U, class A = detail::lvalue_t<S>),   \
      name, (S & t STRIA_LIFETIMEBOUND, N && idx, U && updates),                                   \
      (detail::scattered_result<op, A, N, U>), t, static_cast<N&&>(idx),                           \
      static_cast<U&&>(updates));                                                                  \
  STRIA_FOREIGN_TERNARY(name);

/// Copies an operand and writes updates at nd indices.
///
/// \param t        the operand that is copied
/// \param idx      an nd index, or an integer operand of shape batch + [depth] and rank 2 or more;
///                 indices must not be negative
/// \param updates  an operand that broadcasts to batch + the remaining axes of `t`, or a number; if
///                 there are several updates for one position, the last one is kept
/// \returns        a lazy expression of the shape and element type of `t`
/// \throws         index_error if an index is out of bounds; shape_error if run-time extents do not
///                 fit
/// \refuses        shapes that do not fit, indices that are not integers, an index of rank 1
/// \complexity     O(size of t + size of the updates)
/// \numpy          `tf.tensor_scatter_nd_update(t, idx, updates)`
/// \usage          `tensor_scatter_nd_update(t, nd({{0, 1}, {2, 0}}), u)`
STRIA_SCATTER(tensor_scatter_nd_update, detail::assign_op)
/// Copies an operand and adds updates at nd indices; duplicates accumulate.
///
/// \param t,idx,updates  as in tensor_scatter_nd_update()
/// \returns              a lazy expression of the shape and element type of `t`
/// \throws               index_error if an index is out of bounds; shape_error if run-time extents
///                       do not fit
/// \refuses              as for tensor_scatter_nd_update()
/// \complexity           O(size of t + size of the updates)
/// \numpy                `tf.tensor_scatter_nd_add(t, idx, updates)`
/// \usage                `tensor_scatter_nd_add(t, idx, u)`
/// \see                  tensor_scatter_nd_update
STRIA_SCATTER(tensor_scatter_nd_add, detail::update_op<elementwise::add_fn>)
/// Copies an operand and subtracts updates at nd indices; duplicates accumulate.
///
/// \param t,idx,updates  as in tensor_scatter_nd_update()
/// \returns              a lazy expression of the shape and element type of `t`
/// \throws               index_error if an index is out of bounds; shape_error if run-time extents
///                       do not fit
/// \refuses              as for tensor_scatter_nd_update()
/// \complexity           O(size of t + size of the updates)
/// \numpy                `tf.tensor_scatter_nd_sub(t, idx, updates)`
/// \usage                `tensor_scatter_nd_sub(t, idx, u)`
/// \see                  tensor_scatter_nd_update
STRIA_SCATTER(tensor_scatter_nd_sub, detail::update_op<elementwise::subtract_fn>)
/// Copies an operand and replaces each element at an nd index by the minimum of the element and its
/// updates.
///
/// \param t,idx,updates  as in tensor_scatter_nd_update()
/// \returns              a lazy expression of the shape and element type of `t`
/// \throws               index_error if an index is out of bounds; shape_error if run-time extents
///                       do not fit
/// \refuses              as for tensor_scatter_nd_update()
/// \complexity           O(size of t + size of the updates)
/// \numpy                `tf.tensor_scatter_nd_min(t, idx, updates)`
/// \usage                `tensor_scatter_nd_min(t, idx, u)`
/// \see                  tensor_scatter_nd_update
STRIA_SCATTER(tensor_scatter_nd_min, detail::update_op<elementwise::minimum_fn>)
/// Copies an operand and replaces each element at an nd index by the maximum of the element and its
/// updates.
///
/// \param t,idx,updates  as in tensor_scatter_nd_update()
/// \returns              a lazy expression of the shape and element type of `t`
/// \throws               index_error if an index is out of bounds; shape_error if run-time extents
///                       do not fit
/// \refuses              as for tensor_scatter_nd_update()
/// \complexity           O(size of t + size of the updates)
/// \numpy                `tf.tensor_scatter_nd_max(t, idx, updates)`
/// \usage                `tensor_scatter_nd_max(t, idx, u)`
/// \see                  tensor_scatter_nd_update
STRIA_SCATTER(tensor_scatter_nd_max, detail::update_op<elementwise::maximum_fn>)

#undef STRIA_SCATTER

namespace detail {

template <class T, class N> struct gathered_nd {};
template <operand T, nd_argument N> struct gathered_nd<T, N> {
  using type = typename target_place<T, typename nd_of<N>::type>::type;
  static constexpr bool accepted = !is_refused<type>;
  static constexpr type run(T&& t, N&& idx) {
    return static_cast<T&&>(t)[as_nd(static_cast<N&&>(idx))];
  }
};

// If zeros() was refused, its own message has been reported.
template <class N, class U, class... S> struct zeros_scattered {};
template <nd_argument N, operand U, class... S> struct zeros_scattered<N, U, S...> {
  using base = decltype(zeros<value_t<U>>(std::declval<const S&>()...));
  template <class Base> struct scatter {
    using type = typename scattered_result<update_op<add_fn>, Base, N, U>::type;
  };
  template <class Base>
    requires is_refused<Base>
  struct scatter<Base> {
    using type = Base;
  };
  using type = typename scatter<base>::type;
  static constexpr bool accepted = !is_refused<type>;
  static constexpr type run(N&& idx, U&& updates, const S&... shape) {
    return tensor_scatter_nd_add(zeros<value_t<U>>(shape...), static_cast<N&&>(idx),
                                 static_cast<U&&>(updates));
  }
};

} // namespace detail

/// Selects elements or slices at nd indices.
///
/// \param t      the operand
/// \param idx    an nd index, or an integer operand of shape batch + [depth]; indices must not be
///               negative
/// \returns      a lazy expression of shape batch + the axes of `t` after its first `depth` axes
/// \throws       index_error if an index is out of bounds
/// \refuses      a depth larger than the rank of `t`, indices that are not integers
/// \complexity   O(size of the result)
/// \numpy        `tf.gather_nd(t, idx)`
/// \usage        `gather_nd(t, idx)`, the same as `t[nd(idx)]`
template <detail::operand T, detail::nd_argument N>
constexpr auto gather_nd(T&& t, N&& idx)
    STRIA_RUN_OR_REFUSE((detail::gathered_nd<T, N>), static_cast<T&&>(t), static_cast<N&&>(idx));
STRIA_BORROWING((detail::tensor_operand S, detail::nd_argument N, class A = detail::lvalue_t<S>),
                gather_nd, (S & t STRIA_LIFETIMEBOUND, N&& idx), (detail::gathered_nd<A, N>), t,
                static_cast<N&&>(idx));
STRIA_FOREIGN_FIRST(gather_nd);
STRIA_FOREIGN_SECOND(gather_nd);

namespace detail {

/// Whether the indices of gather_nd() have B batch axes in common with T and a depth that fits.
template <class T, class Ix, std::size_t B> struct batch_nd_verdict {
  static constexpr std::size_t R = rank_of<T>, N = rank_of<Ix>;
  static constexpr bool ranks = N > B&& B <= R;
  static constexpr index depth = [] {
    if constexpr (N == 0)
      return index{-1};
    else
      return extents_of<Ix>[N - 1].size;
  }();
  /// The first batch axis whose static sizes differ; B if there is none.
  static constexpr std::size_t mismatch = [] {
    if constexpr (ranks)
      return first_static_difference<B>(extents_of<T>, extents_of<Ix>);
    else
      return B;
  }();
  static constexpr bool accepted = integer_operand<Ix> && ranks && depth >= 0 &&
                                   depth <= static_cast<index>(R - B) && mismatch == B;
  static constexpr message text() {
    message m("stria: gather_nd: ");
    if (!integer_operand<Ix>)
      return m << "the indices must be integers";
    if constexpr (!ranks)
      return m << B << " batch axes do not fit: the operand has " << R << " axes, and the indices "
               << N << ", of which the last one is the depth";
    else if constexpr (depth < 0)
      return m << "the last extent of the indices, the depth, must be static";
    else if constexpr (mismatch < B)
      return m << "batch axis " << mismatch << " has size " << extents_of<T>[mismatch].size
               << " in the operand and " << extents_of<Ix>[mismatch].size << " in the indices";
    else
      return m << B << " batch axes and a depth of " << depth << " are more than the " << R
               << " axes of the operand";
  }
};
/// The same places with the positions along the batch axes as the first entries.
template <class T, class Ix, std::size_t B> struct batch_nd_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t N = rank_of<Ix>;
  static constexpr index depth = extents_of<Ix>[N - 1].size, whole = depth + index{B};
  static constexpr auto extents = [] {
    auto s = extents_of<Ix>;
    s[N - 1] = extent::make(whole);
    return s;
  }();
  using places_t = typename tensor_of<index, extents>::type;
  static constexpr places_t places(const T& t, const Ix& idx) {
    const auto size = t.shape();
    auto n = idx.shape();
    if (const std::size_t k = first_difference<B>(size, n); k < B) [[unlikely]]
      raise<shape_error>(message("stria: gather_nd: batch axis ")
                         << k << " has size " << size[k] << " in the operand and " << n[k]
                         << " in the indices");
    const auto& own = as_block(idx);
    n[N - 1] = whole;
    places_t r(n, uninitialized_t{});
    join_batch_places<B>(r.data(), r.size(), own.data(), n);
    return r;
  }
  using call = gathered_nd<T, places_t>;
  using type = typename call::type;
  static constexpr type run(T&& t, const Ix& idx) {
    auto found = places(t, idx);
    return call::run(static_cast<T&&>(t), std::move(found));
  }
};
template <class T, class Ix, std::size_t B> struct batch_nd_result : ignored_call {};
template <operand T, operand Ix, std::size_t B>
struct batch_nd_result<T, Ix, B>
    : judged_call<batch_nd_verdict<T, Ix, B>, batch_nd_call<T, std::remove_cvref_t<Ix>, B>> {};

} // namespace detail

/// Selects elements or slices at nd indices; the first B axes of both operands are paired.
///
/// \param t           the operand
/// \param idx         an integer operand of shape batch + more + [depth], whose last extent is
///                    static; indices must not be negative. They are copied
/// \param batch_dims  `batch_dims<B>`: the number of axes that both operands have in common
/// \returns           a lazy expression of shape batch + more + the axes of `t` after its first
///                    B + depth axes
/// \throws            shape_error if the sizes of a batch axis differ; index_error if an index is
///                    out of bounds
/// \refuses           more batch axes than the operands have, a depth that does not fit, indices
///                    that are not integers
/// \complexity        O(size of the indices + size of the result)
/// \numpy             none; `tf.gather_nd(t, idx, batch_dims=B)`
/// \usage             `gather_nd(t, idx, batch_dims<1>)`
template <detail::operand T, detail::operand Ix, std::size_t B>
constexpr auto gather_nd(T&& t, const Ix& idx, batch_dims_t<B>)
    STRIA_RUN_OR_REFUSE((detail::batch_nd_result<T, Ix, B>), static_cast<T&&>(t), idx);

/// Adds updates at nd indices into a tensor of zeros; duplicates accumulate.
///
/// \param idx      an nd index, or an integer operand of shape batch + [depth]; indices must not be
///                 negative
/// \param updates  an operand that broadcasts to batch + the remaining axes
/// \param shape    the shape of the result, as constants, integers or an array
/// \returns        a lazy expression of that shape and the element type of the updates
/// \throws         index_error if an index is out of bounds; shape_error if run-time extents do not
///                 fit; value_error for a negative size
/// \refuses        shapes that do not fit, indices that are not integers, an index of rank 1
/// \complexity     O(size of the result + size of the updates)
/// \numpy          `tf.scatter_nd(idx, updates, shape)`
/// \usage          `scatter_nd(idx, u, 8)`
template <detail::nd_argument N, detail::operand U, class... S>
constexpr auto scatter_nd(N&& idx, U&& updates, const S&... shape)
    STRIA_RUN_OR_REFUSE((detail::zeros_scattered<N, U, S...>), static_cast<N&&>(idx),
                        static_cast<U&&>(updates), shape...);
STRIA_FOREIGN_BINARY(scatter_nd);

} // namespace stria
