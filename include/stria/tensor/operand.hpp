// SPDX-License-Identifier: BSL-1.0
// tensor/operand.hpp: the interface of every operand of an expression, and how it is traversed.
//
// An operand (tensor, view, node) has value_type, a static `extents`, shape(), `ready`
// (std::false_type if it must be computed before it can be traversed) and cursor<Hint>(refs), the
// operand as seen from a loop nest. A cursor moves along the outer axes and yields a row; row[i] is
// the element i steps along the inner axis. See docs/design/evaluation.md.
// Tests: tests/expr/protocol.cpp.
#pragma once

#include <stria/base/refuse.hpp>
#include <stria/plan/slice_plan.hpp>
#include <stria/tensor/fwd.hpp>
#include <stria/tensor/layout.hpp>
#include <stria/tensor/overlap.hpp>

#include <array>
#include <concepts>
#include <initializer_list>

namespace stria::detail {

/// The back end of tensors and views: the loops of this library, on the processor.
struct host {
  static constexpr const char* name = "host";
};

/// Ways to select elements: by index arrays, and by one boolean mask over a whole tensor or view.
inline constexpr int by_positions = 1, by_mask = 2;

struct member_access;
template <class F, class Seq, class... A> class map_node;
template <class N> struct ref;
template <class N, class Visit> constexpr void for_each_operand(const N& n, const Visit& visit);
template <std::size_t R, auto Extents, class E> constexpr auto input_cursor(const E& e);

} // namespace stria::detail

namespace stria {

/// The base of every tensor, view and expression.
///
/// Argument-dependent lookup finds the functions of this namespace through this class, so that
/// calls do not need `stria::`.
///
/// \usage  `std::derived_from<T, stria::any_operand>`
struct any_operand {};

} // namespace stria

namespace stria::operators {

/// \internal
/// The base of tensors, views and nodes, with defaults for the properties of an operand.
struct operand_base : any_operand {
  /// The back end that runs assignments to this operand. See docs/design/back_ends.md.
  using back_end = detail::host;

private:
  // These members are private, so that code completion does not offer them. The library reads them
  // through `member_access`.
  friend struct detail::member_access;
  template <class F, class Seq, class... A> friend class detail::map_node;
  template <class N, class Visit>
  friend constexpr void detail::for_each_operand(const N& n, const Visit& visit);

  /// Calls f(operand...). For a leaf that is f(); nodes override it (expr/node.hpp).
  template <class F> static constexpr decltype(auto) operands(const F& f) { return f(); }
  /// A tensor of numbers, or an element-wise function of such tensors, that is computed in a single
  /// loop over all elements (evaluate/line.hpp).
  static constexpr bool in_line = false;
  /// A reduction that may be evaluated row by row (evaluate/materialize.hpp).
  static constexpr bool folds_rows = false;
  /// The number of nodes in this operand, outermost ones only, that are computed before the loop
  /// and write their values with compute() (evaluate/materialize.hpp).
  static constexpr int computes = 0;
  /// Nodes of this type differ only by their operands.
  static constexpr bool only_operands = false;
  /// The operand contains roll() of memory. prepared_to_loop() returns an equivalent operand, whose
  /// memory is read in place by loops that wrap round at the end of an axis.
  static constexpr bool wraps = false;
  /// compute(tensor) writes all values into a tensor of the same shape and element type.
  static constexpr bool computes_itself = false;
  /// The elements are selected: by_positions or by_mask.
  static constexpr int selects = 0;
  /// True if an element costs much more than a load, because a function that declares
  /// `is_expensive` computes it.
  static constexpr bool is_expensive = false;
};

/// \internal
/// The base class of objects that are no operands, and for which the operators in
/// expr/operators.hpp refuse compound assignments. `no_update` is the verdict.
struct no_update_base {};
/// \internal
/// The base class of tensors whose rank or element type is known only at run time.
struct run_time_tensor_base : no_update_base {
  using no_update = detail::sentence<
      "stria: any_tensor and any_array have no arithmetic; update a view of a known rank, as in "
      "auto v = rank_cast<2>(a); v += 1">;
};
/// \internal
/// The base class of results of several members.
struct result_base : no_update_base {
  using no_update = detail::sentence<
      "stria: a result of several members has no compound assignments; update a member of a "
      "variable, as in auto r = top_k(a, 3); r.values += 1">;
};

} // namespace stria::operators

namespace stria::detail {

using operators::operand_base;
using operators::result_base;

/// The first or the second of two types: std::conditional_t, without a class for each pair of
/// types.
template <bool First> struct first_or_second {
  template <class A, class> using of = A;
};
template <> struct first_or_second<false> {
  template <class, class B> using of = B;
};

template <class T>
concept operand = __is_base_of(operand_base, bare<T>);
template <class T> using value_t = typename bare<T>::value_type;
template <bool IsClass> struct returned_element {
  template <class T> using type = T;
};
template <> struct returned_element<true> {
  template <class T> using type = const T;
};
/// A variable, because g++ 12 accepts no __is_class in the signature of a function.
template <class T> inline constexpr bool is_class_type = __is_class(T);
/// The type of an element that is returned by value. It is const for a class, because an assignment
/// to a temporary would be lost.
template <class T>
using element_value = typename returned_element<is_class_type<T>>::template type<T>;
template <class T> inline constexpr auto extents_of = bare<T>::extents;
template <class T> inline constexpr std::size_t rank_of = extents_of<T>.rank();

/// How one axis of an operand follows a loop nest: it starts at `begin` and advances by `step` with
/// each iteration of loop number `loop` (-1: none).
struct axis_ref {
  index begin = 0, step = 0;
  int loop = -1;
};

template <std::size_t R> using axis_refs = std::array<axis_ref, R>;

/// What is known at compile time about the inner loop: the operand axis that follows it (-1: none)
/// and the step, or unknown_stride.
struct inner_hint {
  int axis;
  index step;
  friend constexpr bool operator==(const inner_hint&, const inner_hint&) = default;
};

inline constexpr inner_hint no_hint{-1, 0};

/// Access to the members of operands that only the library uses: those of operand_base, where each
/// is explained, and those of tensors and views.
struct member_access {
  template <operand E> static constexpr bool in_line = E::in_line;
  template <operand E> static constexpr bool folds_rows = E::folds_rows;
  template <operand E> static constexpr int computes = E::computes;
  template <operand E> static constexpr bool only_operands = E::only_operands;
  template <operand E> static constexpr bool wraps = E::wraps;
  template <operand E> static constexpr bool computes_itself = E::computes_itself;
  template <operand E> static constexpr int selects = E::selects;
  template <operand E> static constexpr bool is_expensive = E::is_expensive;
  /// E has leading_sizes(), which needs no computation (map_node::check()).
  template <operand E> static constexpr bool leads = requires(const E& e) { e.leading_sizes(); };

  /// The cursor of an operand that is ready, for L loops.
  template <inner_hint H, std::size_t L, class E, std::size_t R>
  STRIA_INLINE static constexpr auto cursor(E&& e, const axis_refs<R>& refs) {
    return e.template cursor<H, L>(refs);
  }
  template <class E> STRIA_INLINE static constexpr auto leading_sizes(const E& e) {
    if constexpr (rank_of<E> == 0)
      return std::array<index, 0>{};
    else
      return e.leading_sizes();
  }
  /// All elements as a row; sets `fits` to false if they do not form one of the sizes n.
  template <class E, std::size_t R>
  STRIA_INLINE static constexpr auto line(const E& e, const std::array<index, R>& n, bool& fits) {
    return e.line(n, fits);
  }
  /// f(operand...)
  template <class E, class F>
  STRIA_INLINE static constexpr decltype(auto) operands(const E& e, const F& f) {
    return e.operands(f);
  }
  /// The range of addresses of the storage of a view.
  template <class V> STRIA_INLINE static byte_range storage_range(const V& v) {
    const auto first = reinterpret_cast<std::uintptr_t>(v.base_);
    return {first, first + sizeof(*v.base_) * static_cast<std::size_t>(v.storage_size_)};
  }
  /// The number of elements of the storage of a tensor or view.
  template <class E> STRIA_INLINE static constexpr index storage_size(const E& e) {
    return e.storage_size();
  }
  /// The element at subscripts that have been checked.
  template <std::size_t... K, class E>
  STRIA_INLINE static constexpr auto& item(E& e, std::same_as<index> auto... i) {
    return e.template item<K...>(i...);
  }
  /// A pointer to the sizes.
  template <class E> STRIA_INLINE static constexpr const index* size_list(const E& e) {
    return e.size_list();
  }
  /// Gives a tensor another shape with the same number of elements.
  template <class E, std::size_t R>
  static constexpr void take_sizes(E& e, const std::array<index, R>& sizes) {
    e.take_sizes(sizes);
  }
};

/// An operand with an axis.
template <class T>
concept operand_with_axes = operand<T> && (bare<T>::extents.rank() > 0);
/// An operand, or the placeholder for one that was already refused and reported.
template <class T>
concept operand_or_refused = operand<T> || is_refused<bare<T>>;

/// A std::vector, another container or an array; not a text.
template <class T>
concept container =
    !operand<T> && (requires(const T& t) {
      t.data();
      t.size();
      typename T::value_type;
    } || requires(const T& t) {
      t.begin();
      t.size();
      typename T::value_type;
    } || (std::is_array_v<T> && !std::is_same_v<std::remove_cv_t<std::remove_extent_t<T>>, char>));
/// Anything in braces, including nested braces.
struct in_braces {
  template <class T> in_braces(const T&);
  in_braces(std::initializer_list<in_braces>);
};

/// Refuses arguments that are not operands.
struct not_ours_verdict {
  static constexpr message text() {
    return message("stria: expected tensors, views or expressions: as_tensor(c) copies the "
                   "elements of a container; for plain numbers use <cmath>");
  }
};

/// True if assignments to T run in the loops of this library.
template <class T> inline constexpr bool is_on_host = true;
template <operand T>
inline constexpr bool is_on_host<T> = std::same_as<typename bare<T>::back_end, host>;
/// Where elements are: in memory of the host, in files, in memory of a device, or on the ranks of
/// MPI; or in several of these. The host can read elements in the first two one by one.
enum class place : unsigned char { host, files, device, ranks, several };
/// The place of an expression whose operands are in these places; operands on the host go anywhere.
constexpr place joined_place(std::initializer_list<place> all) {
  place p = place::host;
  for (const place q : all)
    p = p == place::host || p == q ? q : q == place::host ? p : place::several;
  return p;
}
/// Where the elements of an operand are; parts/place.hpp defines it for expressions.
template <class T> inline constexpr place place_of = place::host;

template <class T> inline constexpr bool is_tensor = false;
template <class T, extent... E> inline constexpr bool is_tensor<tensor<T, E...>> = true;
template <class T>
concept tensor_operand = is_tensor<bare<T>>;
/// A T&& that refers to an lvalue tensor.
template <class T>
concept lvalue_tensor = tensor_operand<T> && std::is_lvalue_reference_v<T>;
template <class T>
concept no_lvalue_tensor = !lvalue_tensor<T>;
// Not only a constraint, because clang evaluates the return type before the constraints.
template <tensor_operand T> using lvalue_t = T&;
template <tensor_operand... T> struct lvalues {};
template <class T> struct may_refer : std::bool_constant<operand<T> && !tensor_operand<T>> {};
template <template <class...> class C, class T, class... More>
struct may_refer<C<T, More...>>
    : std::bool_constant<operand<C<T, More...>> ? !tensor_operand<C<T, More...>>
                                                : may_refer<T>::value> {};
template <class T, std::size_t N> struct may_refer<std::array<T, N>> : may_refer<T> {};

template <class T> inline constexpr bool is_view = false;
template <class T, auto L> inline constexpr bool is_view<view<T, L>> = true;
template <class T>
concept view_operand = is_view<bare<T>>;

/// The rank of an operand, or -1 for other types. Used in return types, which clang evaluates
/// before the constraints.
template <class T> inline constexpr std::size_t rank_if_operand = static_cast<std::size_t>(-1);
template <operand T> inline constexpr std::size_t rank_if_operand<T> = rank_of<T>;
template <class T, std::size_t R> inline constexpr bool has_other_rank = false;
template <operand T, std::size_t R> inline constexpr bool has_other_rank<T, R> = rank_of<T> != R;
/// True if all arguments are operands and the verdict refuses them. Otherwise the verdict is not
/// evaluated.
template <class Verdict, class... A> inline constexpr bool refuses = false;
template <class Verdict, operand... A>
inline constexpr bool refuses<Verdict, A...> = !Verdict::accepted;

/// Returns axis k of an array of rank `rank`, numbered from 0; a negative k is counted from the
/// end.
///
/// \throws  index_error if there is no such axis
constexpr index checked_axis(index k, index rank) {
  const index w = wrap(k, rank);
  if (!inside(w, rank))
    raise<index_error>(message("stria: there is no axis ") << k << " in a tensor of rank " << rank);
  return w;
}

/// Axis k of the operand follows axis k of the loop nest.
template <std::size_t R> constexpr axis_refs<R> straight_refs() {
  axis_refs<R> r{};
  for (std::size_t k = 0; k < R; ++k)
    r[k] = {0, 1, static_cast<int>(k)};
  return r;
}

template <std::size_t R>
inline constexpr inner_hint straight_hint =
    R == 0 ? no_hint : inner_hint{static_cast<int>(R) - 1, 1};

/// The hint for an operand of rank R that a node of rank N broadcasts.
template <std::size_t R, std::size_t N>
constexpr inner_hint broadcast_hint(inner_hint h, const static_shape<R>& own,
                                    const static_shape<N>& result) {
  const int axis = h.axis - static_cast<int>(N - R);
  if (h.axis < 0 || axis < 0)
    return no_hint;
  const auto a = static_cast<std::size_t>(axis), n = static_cast<std::size_t>(h.axis);
  if (own[a].size == 1 && result[n].size != 1)
    return no_hint;
  return {axis, h.step};
}

/// The refs for an operand of rank R that a node of rank N broadcasts. Along an axis of size 1 the
/// step is 0.
template <std::size_t R, std::size_t N>
STRIA_INLINE constexpr axis_refs<R> broadcast_refs(const axis_refs<N>& refs,
                                                   const std::array<index, R>& own) {
  axis_refs<R> r{};
  for (std::size_t k = 0; k < R; ++k) {
    const axis_ref& ref = refs[k + (N - R)];
    const bool stays = own[k] == 1;
    r[k] = {stays ? 0 : ref.begin, stays ? 0 : ref.step, ref.loop};
  }
  return r;
}

/// True for a node that passes refs unchanged to its own operands, which adapt them to their sizes.
template <class N> inline constexpr bool passes_refs = false;
template <class F, class Seq, class... A>
inline constexpr bool passes_refs<map_node<F, Seq, A...>> = true;
template <class N> inline constexpr bool passes_refs<ref<N>> = passes_refs<N>;

/// The refs for an operand of a node. If the operand only passes the refs on, they are not adapted
/// to its sizes: its own operands adapt them to theirs.
template <class A, std::size_t N>
STRIA_INLINE constexpr axis_refs<rank_of<A>> operand_refs(const axis_refs<N>& refs, const A& a) {
  if constexpr (passes_refs<A>) {
    axis_refs<rank_of<A>> r{};
    for (std::size_t k = 0; k < rank_of<A>; ++k)
      r[k] = refs[k + (N - rank_of<A>)];
    return r;
  } else {
    return broadcast_refs(refs, a.shape());
  }
}

} // namespace stria::detail
