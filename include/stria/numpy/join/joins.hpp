// SPDX-License-Identifier: BSL-1.0
// numpy/join/joins.hpp: NumPy functions that join operands, add axes to them or broadcast them:
// vstack, hstack, dstack, block, atleast_2d, broadcast_arrays.
#pragma once

#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/shape/broadcast_to.hpp>
#include <stria/numpy/shape/permute.hpp>

namespace stria {

namespace detail {

/// The position of the original axes when axes are added: in front, at the end, or as in
/// atleast_3d, which places the axes of a matrix in front and the axis of a vector in the middle.
enum class own_axes : unsigned char { front, end, middle };

/// Adds axes to an operand that has fewer than N.
template <std::size_t N, own_axes Where> struct at_least_plan {
  template <auto Shape> static constexpr auto make() {
    constexpr std::size_t R = Shape.rank();
    move_plan<(R > N ? R : N)> p;
    const std::size_t fresh = R > N ? 0 : N - R;
    const std::size_t before = Where == own_axes::front               ? 0
                               : Where == own_axes::end || fresh == 0 ? fresh
                                                                      : fresh - 1;
    for (std::size_t k = 0; k < p.map.rank(); ++k)
      p.map.source[k] = k >= before && k < before + R ? static_cast<int>(k - before) : -1;
    return p;
  }
};
/// The position at which NumPy places the original axes when it extends an operand to n axes.
inline constexpr own_axes numpy_axes(std::size_t n) {
  return n == 3 ? own_axes::middle : own_axes::end;
}

/// An operand extended to at least N axes. An operand that has N axes or more is left unchanged.
template <std::size_t N, own_axes Where, class A> struct at_least : as_it_is<A&&> {
  using type = A;
};
template <std::size_t N, own_axes Where, class A>
  requires(rank_of<A> < N)
struct at_least<N, Where, A>
    : move_call<A, at_least_plan<N, Where>::template make<extents_of<A>>().map> {};

/// An operand extended to at least N axes, as the result of a call: a view if the operand is in
/// memory.
template <std::size_t N, class A> struct at_least_call {
  static constexpr bool accepted = true;
  using type = hold_t<A>;
  static constexpr type run(A&& a) { return type(static_cast<A&&>(a)); }
};
template <std::size_t N, class A>
  requires(rank_of<A> < N || view_source<A>::is_memory)
struct at_least_call<N, A>
    : move_call<A, at_least_plan<N, numpy_axes(N)>::template make<extents_of<A>>().map> {};

template <std::size_t N, class... A> struct at_least_result {};
template <std::size_t N, operand A> struct at_least_result<N, A> : at_least_call<N, A> {};
template <std::size_t N, operand A, operand B, operand... More>
struct at_least_result<N, A, B, More...> {
  static constexpr bool accepted = true;
  using type = std::tuple<typename at_least_call<N, A>::type, typename at_least_call<N, B>::type,
                          typename at_least_call<N, More>::type...>;
  static constexpr type run(A&& a, B&& b, More&&... more) {
    return type(at_least_call<N, A>::run(static_cast<A&&>(a)),
                at_least_call<N, B>::run(static_cast<B&&>(b)),
                at_least_call<N, More>::run(static_cast<More&&>(more))...);
  }
};

// --- vstack and similar functions ---

// These are tags instead of templates, because a template would be instantiated wherever the header
// is included.
struct vertical {
  static constexpr fixed_string name = "vstack";
  static constexpr std::size_t axes = 2;
  static constexpr own_axes where = own_axes::end;
  static constexpr index axis(std::size_t) { return 0; }
};
struct by_rows : vertical {
  static constexpr fixed_string name = "row_stack";
};
struct horizontal {
  static constexpr fixed_string name = "hstack";
  static constexpr std::size_t axes = 1;
  static constexpr own_axes where = own_axes::end;
  static constexpr index axis(std::size_t rank) { return rank < 2 ? 0 : 1; }
};
struct in_depth {
  static constexpr fixed_string name = "dstack";
  static constexpr std::size_t axes = 3;
  static constexpr own_axes where = own_axes::middle;
  static constexpr index axis(std::size_t) { return 2; }
};
struct by_columns {
  static constexpr fixed_string name = "column_stack";
  static constexpr std::size_t axes = 2;
  static constexpr own_axes where = own_axes::front;
  static constexpr index axis(std::size_t) { return 1; }
};
template <class How, class First> using stacking_axis = constant<How::axis(rank_of<First>)>;
template <class How> struct stacking_how {
  template <class A> using lift = at_least<How::axes, How::where, A>;
};

/// Extends operands to the number of axes that How states, then joins them.
template <class How, class... A> struct stacking {};
template <class How> struct stacking_of {
  template <class... A> using with = stacking<How, A...>;
};
template <class How, operand A, operand... More> struct stacking<How, A, More...> {
  template <class X> using lift = at_least<How::axes, How::where, X>;
  using call = named_concat<How::name, stacking_axis<How, A>, typename lift<A>::type,
                            typename lift<More>::type...>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(A&& a, More&&... more) {
    return call::run(lift<A>::run(static_cast<A&&>(a)),
                     lift<More>::run(static_cast<More&&>(more))...);
  }
};
template <class How, list_of_operands L>
struct stacking<How, L>
    : list_call<stacking_axis<How, listed<L>>, stacking_how<How>::template lift, L, How::name> {};
template <class How, tuple_of_operands T>
struct stacking<How, T> : call_with_tuple<stacking_of<How>::template with, T> {};

// --- block ---

/// The nesting depth of tuples; -1 if a tuple holds tuples of different depths, or something that
/// is neither an operand nor a number.
template <class T> inline constexpr int block_depth = operand<T> || is_number<T> ? 0 : -1;
template <class... T>
inline constexpr int block_depth<std::tuple<T...>> = [] {
  const int depths[] = {block_depth<std::remove_cvref_t<T>>..., -1};
  for (std::size_t k = 1; k < sizeof...(T); ++k)
    if (depths[k] != depths[0])
      return -1;
  return depths[0] < 0 ? -1 : depths[0] + 1;
}();
template <class T> inline constexpr std::size_t block_rank = 0;
template <operand T> inline constexpr std::size_t block_rank<T> = rank_of<T>;
template <class... T>
inline constexpr std::size_t block_rank<std::tuple<T...>> = [] {
  std::size_t most = 0;
  ((most = block_rank<std::remove_cvref_t<T>> > most ? block_rank<std::remove_cvref_t<T>> : most),
   ...);
  return most;
}();

/// A part of a block array of rank R; Depth is the nesting depth of its tuples.
template <std::size_t R, int Depth, class T> struct block_part {
  template <class... P> struct joined_with {
    using call =
        named_concat<"block", constant<-Depth>, typename block_part<R, Depth - 1, P>::type...>;
    static constexpr bool accepted = call::accepted;
    using type = typename call::type;
    static constexpr type run(P&&... p) {
      return call::run(block_part<R, Depth - 1, P>::run(static_cast<P&&>(p))...);
    }
  };
  // If one part is refused, the whole call is refused.
  template <class P> struct refused_in {
    static constexpr bool accepted = false;
    using type = typename P::type;
  };
  template <class... P> struct first_refused {};
  template <class P, class... More>
  struct first_refused<P, More...>
      : std::conditional_t<P::accepted, first_refused<More...>, refused_in<P>> {};
  template <class... P> struct of : first_refused<block_part<R, Depth - 1, P>...> {};
  template <class... P>
    requires(block_part<R, Depth - 1, P>::accepted && ...)
  struct of<P...> : joined_with<P...> {};

  using call = call_with_tuple<of, T>;
  static constexpr bool accepted = call::accepted;
  using type = typename call::type;
  static constexpr type run(T&& t) { return call::run(static_cast<T&&>(t)); }
};
template <std::size_t R, class T> struct block_part<R, 0, T> {
  using leaf = at_least<R, own_axes::end, T>;
  static constexpr bool accepted = true;
  using type = typename leaf::type;
  static constexpr decltype(auto) run(T&& t) { return leaf::run(static_cast<T&&>(t)); }
};
template <std::size_t R, class T>
  requires(!operand<T>)
struct block_part<R, 0, T> {
  using value = tensor<std::remove_cvref_t<T>>;
  using leaf = at_least<R, own_axes::end, value>;
  static constexpr bool accepted = true;
  using type = typename leaf::type;
  static constexpr type run(const std::remove_cvref_t<T>& t) { return leaf::run(value(t)); }
};

template <class... T> struct block_verdict {
  static constexpr int depth = block_depth<std::tuple<std::remove_cvref_t<T>...>>;
  static constexpr bool accepted = depth > 0;
  static constexpr message text() {
    return message("stria: block takes rows of blocks: tuples of tensors, expressions and numbers "
                   "with the same nesting depth, as in block(std::tuple{a, b}, "
                   "std::tuple{c, d})");
  }
};
template <class... T> struct block_call {
  using all_of_them = std::tuple<T&&...>;
  using bare = std::tuple<std::remove_cvref_t<T>...>;
  static constexpr int depth = block_depth<bare>;
  static constexpr std::size_t own = block_rank<bare>, R = own > static_cast<std::size_t>(depth)
                                                               ? own
                                                               : static_cast<std::size_t>(depth);
  using part = block_part<R, depth, all_of_them>;
  static constexpr bool accepted = part::accepted;
  using type = typename part::type;
  static constexpr type run(T&&... t) { return part::run(all_of_them(static_cast<T&&>(t)...)); }
};
template <class T> struct block_call<T> {
  using bare = std::remove_cvref_t<T>;
  static constexpr int depth = block_depth<bare>;
  static constexpr std::size_t own = block_rank<bare>, R = own > static_cast<std::size_t>(depth)
                                                               ? own
                                                               : static_cast<std::size_t>(depth);
  using part = block_part<R, depth, T>;
  static constexpr bool accepted = part::accepted;
  using type = typename part::type;
  static constexpr type run(T&& t) { return part::run(static_cast<T&&>(t)); }
};

template <class T>
concept block_row = operand<T> || tuple_of_operands<T>;
template <class... T> struct block_result {};
template <class... T>
  requires(sizeof...(T) > 0 && (block_row<T> && ...))
struct block_result<T...> : judged_call<block_verdict<T...>, block_call<T...>> {};

/// A list whose elements are lists of operands.
template <class L>
concept list_of_lists = !operand<L> && requires(std::remove_reference_t<L>& l) {
  requires list_of_operands<decltype(*std::begin(l))>;
  std::end(l);
};
template <class A> using block_of_row = at_least<1, own_axes::end, A>;
template <class A> using block_of_matrix = at_least<2, own_axes::end, A>;
template <list_of_operands L>
struct block_result<L> : list_call<constant<-1>, block_of_row, L, "block"> {};
template <list_of_lists L> struct block_result<L> {
  using row = std::remove_reference_t<decltype(*std::begin(std::declval<L&>()))>;
  using in_row = list_call<constant<-1>, block_of_matrix, row, "block">;
  using rows = heap_list<typename in_row::type>;
  using call = list_call<constant<-2>, as_it_is, rows, "block">;
  static constexpr bool accepted = true;
  using type = typename call::type;
  template <class List> static constexpr type run(List&& list) {
    rows done;
    for (auto&& r : list)
      done.push_back(in_row::run(r));
    return call::run(done);
  }
};

// --- broadcast_arrays ---

struct broadcast_arrays_fn {
  static constexpr const char* text = "broadcast_arrays";
  constexpr bool operator()(const auto&...) const { return true; }
};
template <class... A> struct broadcast_arrays_call {
  static constexpr bool accepted = true;
  static constexpr auto shape = joined<A...>.shape;
  template <class X> using part = broadcast_to_call<X, shape>;
  using type = std::tuple<typename part<A>::type...>;
  static constexpr type run(A&&... a) {
    const auto sizes = joined_sizes("broadcast_arrays", a...);
    return type(part<A>::run(static_cast<A&&>(a), sizes)...);
  }
};
template <class... A> struct broadcast_arrays_result {};
template <operand A, operand... More>
struct broadcast_arrays_result<A, More...>
    : judged_call<broadcast_verdict<broadcast_arrays_fn, A, More...>,
                  broadcast_arrays_call<A, More...>> {};

} // namespace detail

#define STRIA_AT_LEAST(name, n)                                                                    \
  template <class... A>                                                                            \
  constexpr auto name(A&&... a)                                                                    \
      STRIA_RUN_OR_REFUSE((detail::at_least_result<n, A...>), static_cast<A&&>(a)...);             \
  STRIA_BORROWING((detail::tensor_operand... S, class = detail::lvalues<S...>), name,              \
                  (S & ... a STRIA_LIFETIMEBOUND), (detail::at_least_result<n, S&...>), a...);     \
  STRIA_FOREIGN_FIRST(name);

/// Extends an operand to at least one axis.
///
/// \param a    one or more operands
/// \returns    a view if the operand is in memory, otherwise a lazy expression; the shape ()
///             becomes (1,). For several operands, a std::tuple of such results
/// \throws     nothing
/// \complexity O(rank); nothing is copied
/// \numpy      `np.atleast_1d(a)`
/// \usage      `atleast_1d(a)`
/// \see        expand_dims
STRIA_AT_LEAST(atleast_1d, 1)
/// Extends an operand to at least two axes.
///
/// \param a    one or more operands
/// \returns    a view if the operand is in memory, otherwise a lazy expression; the shape (n,)
///             becomes (1, n), the shape () becomes (1, 1). For several operands, a std::tuple of
///             such results
/// \throws     nothing
/// \complexity O(rank); nothing is copied
/// \numpy      `np.atleast_2d(a)`
/// \usage      `atleast_2d(a)`
/// \see        expand_dims
STRIA_AT_LEAST(atleast_2d, 2)
/// Extends an operand to at least three axes.
///
/// \param a    one or more operands
/// \returns    a view if the operand is in memory, otherwise a lazy expression; the shape (n,)
///             becomes (1, n, 1), (n, m) becomes (n, m, 1), () becomes (1, 1, 1). For several
///             operands, a std::tuple of such results
/// \throws     nothing
/// \complexity O(rank); nothing is copied
/// \numpy      `np.atleast_3d(a)`
/// \usage      `atleast_3d(a)`
/// \see        expand_dims
STRIA_AT_LEAST(atleast_3d, 3)

#undef STRIA_AT_LEAST

#define STRIA_STACKING(name, how)                                                                  \
  template <class... A>                                                                            \
  constexpr auto name(A&&... a)                                                                    \
      STRIA_RUN_OR_REFUSE((detail::stacking<detail::how, A...>), static_cast<A&&>(a)...);          \
  /** Joins operands of one type in braces. */                                                     \
  template <detail::operand E, std::size_t N>                                                      \
  constexpr auto name(const E(&operands)[N])                                                       \
      STRIA_RUN_OR_REFUSE((detail::stacking<detail::how, const E(&)[N]>), operands);               \
  STRIA_BORROWING((detail::tensor_operand... S, class = detail::lvalues<S...>), name,              \
                  (S & ... a STRIA_LIFETIMEBOUND), (detail::stacking<detail::how, S&...>), a...);  \
  STRIA_FOREIGN_JOINED(name, #name "(a, b)");                                                      \
  STRIA_FOREIGN(name, detail::not_ours_nor_braces, detail::whatever = {}, detail::whatever = {},   \
                detail::whatever = {});                                                            \
  STRIA_FOREIGN_BRACES(name);

// Each of these functions accepts operands, a tuple of operands, or a range of operands of one
// type. A range is joined immediately. The functions refuse the same operands as concat().

/// Joins operands vertically: along axis 0, where a vector counts as a row.
///
/// \param a    the operands, a std::tuple or a range of operands, or operands of one type in braces
/// \returns    a lazy expression with elements of the common type; for a range or braces, a tensor,
///             computed immediately
/// \throws     shape_error if the shapes do not match; value_error as for concat()
/// \refuses    as for concat()
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.vstack((a, b))`
/// \usage      `vstack(a, b)`
/// \see        concat, hstack, block
STRIA_STACKING(vstack, vertical)
/// Joins operands vertically; another name of vstack().
///
/// \param a    the operands, a std::tuple or a range of operands, or operands of one type in braces
/// \returns    a lazy expression with elements of the common type; for a range or braces, a tensor,
///             computed immediately
/// \throws     shape_error if the shapes do not match; value_error as for concat()
/// \refuses    as for concat()
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.row_stack((a, b))`
/// \usage      `row_stack(a, b)`
/// \see        vstack
STRIA_STACKING(row_stack, by_rows)
/// Joins operands horizontally: along axis 1, or along axis 0 if they are vectors.
///
/// \param a    the operands, a std::tuple or a range of operands, or operands of one type in braces
/// \returns    a lazy expression with elements of the common type; for a range or braces, a tensor,
///             computed immediately
/// \throws     shape_error if the shapes do not match; value_error as for concat()
/// \refuses    as for concat()
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.hstack((a, b))`
/// \usage      `hstack(a, b)`
/// \see        concat, vstack, block
STRIA_STACKING(hstack, horizontal)
/// Joins operands along axis 2, where a vector counts as (1, n, 1) and a matrix as (n, m, 1).
///
/// \param a    the operands, a std::tuple or a range of operands, or operands of one type in braces
/// \returns    a lazy expression with elements of the common type; for a range or braces, a tensor,
///             computed immediately
/// \throws     shape_error if the shapes do not match; value_error as for concat()
/// \refuses    as for concat()
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.dstack((a, b))`
/// \usage      `dstack(a, b)`
/// \see        concat, vstack, hstack
STRIA_STACKING(dstack, in_depth)
/// Joins operands as columns: along axis 1, where a vector counts as a column.
///
/// \param a    the operands, a std::tuple or a range of operands, or operands of one type in braces
/// \returns    a lazy expression with elements of the common type; for a range or braces, a tensor,
///             computed immediately
/// \throws     shape_error if the shapes do not match; value_error as for concat()
/// \refuses    as for concat()
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.column_stack((a, b))`
/// \usage      `column_stack(a, b)`
/// \see        concat, hstack
STRIA_STACKING(column_stack, by_columns)

#undef STRIA_STACKING

/// Assembles an array from blocks.
///
/// Blocks in a row are joined along the last axis, rows along the axis before it.
///
/// \param rows the rows; each is a std::tuple of operands and numbers. One tuple may hold all rows,
///             and deeper tuples add axes (std::make_tuple creates a tuple of one tuple). Operands
///             that are not in a tuple are one row. Blocks of one type can be given in braces, in a
///             range (one row) or in a range of ranges
/// \returns    a lazy expression with elements of the common type; for braces and ranges, a tensor,
///             computed immediately
/// \throws     shape_error if the shapes of the blocks do not match; value_error as for concat()
/// \refuses    tuples of different nesting depths; otherwise as for concat()
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.block([[a, b], [c, d]])`
/// \usage      `block(std::tuple{a, b}, std::tuple{c, d})`, `block({{a, b}, {c, d}})`
/// \see        concat, vstack, hstack
template <class... T>
constexpr auto block(T&&... rows)
    STRIA_RUN_OR_REFUSE((detail::block_result<T...>), static_cast<T&&>(rows)...);
/// Assembles a row of blocks of one type that are given in braces. The result is computed
/// immediately: `block({a, b})`.
template <detail::operand E, std::size_t N>
constexpr auto block(const E (&row)[N])
    STRIA_RUN_OR_REFUSE((detail::block_result<const E (&)[N]>), row);
/// Assembles an array from blocks of one type that are given in braces. The result is computed
/// immediately: `block({{a, b}, {c, d}})`.
template <detail::operand E, std::size_t N, std::size_t M>
constexpr auto block(const E (&rows)[N][M])
    STRIA_RUN_OR_REFUSE((detail::block_result<const E (&)[N][M]>), rows);
STRIA_FOREIGN_JOINED(block, "block(std::tuple{a, b}, std::tuple{c, d})");
STRIA_FOREIGN(block, detail::not_ours_nor_braces, detail::whatever = {}, detail::whatever = {},
              detail::whatever = {});
STRIA_FOREIGN_BRACES(block);

/// Broadcasts operands to their common shape.
///
/// \param a    the operands
/// \returns    a std::tuple of read-only views (for operands in memory) and lazy expressions, all
///             with the broadcast shape
/// \throws     shape_error if the shapes do not broadcast
/// \refuses    static shapes that do not broadcast
/// \complexity O(rank); nothing is copied
/// \numpy      `np.broadcast_arrays(a, b)`
/// \usage      `const auto [x, y] = broadcast_arrays(a, b);`
/// \see        broadcast_to
template <class... A>
constexpr auto broadcast_arrays(A&&... a)
    STRIA_RUN_OR_REFUSE((detail::broadcast_arrays_result<A...>), static_cast<A&&>(a)...);
STRIA_BORROWING((detail::tensor_operand... S, class = detail::lvalues<S...>), broadcast_arrays,
                (S & ... a STRIA_LIFETIMEBOUND), (detail::broadcast_arrays_result<S&...>), a...);
STRIA_FOREIGN_BINARY(broadcast_arrays);

} // namespace stria
