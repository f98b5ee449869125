// SPDX-License-Identifier: BSL-1.0
// numpy/join/tile.hpp: repeating operands and elements: tile, repeat.
// Tests: tests/numpy/join/join.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/select/position_loops.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// The product of run-time sizes. Raises value_error if it overflows.
constexpr index multiply_sizes(index n, index times) {
  index r = 0;
  if (!multiply_fits(n, times, r)) [[unlikely]]
    raise<value_error>(message("stria: ")
                       << n << " elements repeated " << times << " times are too many");
  return r;
}

/// A view of row-major memory in which each axis is split in two: one for the repetitions and one
/// for the elements.
template <class Target, std::size_t R>
constexpr auto split_axes(Target& target, const std::array<index, R>& outer,
                          const std::array<index, R>& inner) {
  std::array<index, 2 * R> sizes{};
  for (std::size_t k = 0; k < R; ++k) {
    sizes[2 * k] = outer[k];
    sizes[2 * k + 1] = inner[k];
  }
  return block_of<row_major(unknown_shape<2 * R>())>(target, sizes);
}

/// N repeated along each axis; leading axes are added if there are more repetitions than axes.
template <class N, auto Extents>
class tiled : public computed<tiled<N, Extents>, typename N::value_type, Extents> {
  static constexpr std::size_t R = Extents.rank(), own = rank_of<N>;
  N source_;
  std::array<index, R> times_;

  constexpr std::array<index, R> source_sizes() const {
    std::array<index, R> n{};
    const auto s = source_.shape();
    for (std::size_t k = 0; k < R; ++k)
      n[k] = k < R - own ? 1 : s[k - (R - own)];
    return n;
  }

public:
  template <class U>
  constexpr tiled(U&& source, const std::array<index, R>& times)
      : source_(static_cast<U&&>(source)), times_(times) {}
  STRIA_NO_TARGET(tiled);

  constexpr axis_array<R> shape() const {
    auto n = source_sizes();
    for (std::size_t k = 0; k < R; ++k)
      n[k] = multiply_sizes(n[k], times_[k]);
    return {n};
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return tiled<std::remove_cvref_t<M>, Extents>(static_cast<M&&>(source), times_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    if (target.size() == 0)
      return;
    const auto& e = prepare_for(target, source_);
    const auto sizes = source_sizes();
    const std::size_t axis = first_other_than_one(times_); // the first axis that is repeated
    const index n = elements_of_axes(sizes, axis, R);
    if (elements_of_axes(times_, axis + 1, R) == 1)
      if (const auto* block = block_to_copy(target, e, n); block != nullptr)
        return copy_parts(
            target, block,
            {n, elements_of_axes(sizes, 0, axis), 0, n * times_[axis], 0, n, times_[axis]});
    auto out = split_axes(target, times_, sizes);
    axis_refs<own> refs{};
    for (std::size_t k = 0; k < own; ++k)
      refs[k] = {0, 1, static_cast<int>(2 * (k + (R - own)) + 1)};
    constexpr inner_hint h = own == 0 ? no_hint : inner_hint{static_cast<int>(own) - 1, 1};
    copy_loops<h>(out, out.shape(), straight_refs<2 * R>(), e, refs);
  }
};

/// N with every element repeated along an axis.
template <class N, std::size_t Axis, auto Extents>
class repeated : public computed<repeated<N, Axis, Extents>, typename N::value_type, Extents> {
  static constexpr std::size_t R = Extents.rank();
  N source_;
  index times_;

public:
  template <class U>
  constexpr repeated(U&& source, index times) : source_(static_cast<U&&>(source)), times_(times) {}
  STRIA_NO_TARGET(repeated);

  constexpr axis_array<R> shape() const {
    auto n = source_.shape();
    n[Axis] = multiply_sizes(n[Axis], times_);
    return n;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return repeated<std::remove_cvref_t<M>, Axis, Extents>(static_cast<M&&>(source), times_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    if (target.size() == 0)
      return;
    const auto& e = prepare_for(target, source_);
    const auto sizes = e.shape();
    const index n = elements_of_axes(sizes, Axis + 1, R),
                count = elements_of_axes(sizes, 0, Axis + 1);
    if (put_twins(target, e, n, count))
      return;
    if (const auto* block = block_to_copy(target, e, n); block != nullptr)
      return copy_parts(target, block, {n, count, 0, n * times_, 0, n, times_});
    std::array<index, R> inner{};
    for (index& k : inner)
      k = 1;
    inner[Axis] = times_;
    auto out = split_axes(target, sizes, inner);
    axis_refs<R> refs{};
    for (std::size_t k = 0; k < R; ++k)
      refs[k] = {0, 1, static_cast<int>(2 * k)};
    copy_loops(out, out.shape(), straight_refs<2 * R>(), e, refs);
  }

private:
  /// Repeats single elements of a block of memory two to four times, with shuffles. Returns false
  /// if that is not possible.
  template <class Target, class E>
  constexpr bool put_twins(Target& target, const E& e, index n, index count) const {
    using V = value_t<Target>;
    if constexpr (takes_blocks<Target> && shuffles_bytes(sizeof(V)))
      if (n == 1 && times_ >= 2 && times_ <= limits::interleaved)
        if (const V* block = block_to_copy(target, e, limits::cache_line); block != nullptr) {
          const void* const same[] = {block, block, block, block};
          interleave_blocks<typename bits_of<sizeof(V)>::type>(times_, same, count, target.data());
          return true;
        }
    return false;
  }
};

/// Refuses negative repetitions.
template <fixed_string Name, class... S> struct times_verdict {
  using list = size_list<S...>;
  static constexpr std::size_t negative = [] {
    std::size_t k = 0;
    while (k < list::count && !(list::is_constant(k) && list::code(k).value < 0))
      ++k;
    return k;
  }();
  static constexpr bool accepted = list::valid && negative == list::count;
  static constexpr message text() {
    if constexpr (!list::valid)
      return say_foreign_size(Name.view());
    else
      return message("stria: ") << Name.view() << ": repetition " << negative << " is "
                                << list::code(negative).value << "; it must not be negative";
  }
};

template <std::size_t N>
constexpr void check_times(const char* what, const std::array<index, N>& times) {
  for (index n : times)
    if (n < 0) [[unlikely]]
      raise<value_error>(message("stria: ") << what << ": the number of repetitions is " << n
                                            << "; it must not be negative");
}

struct tile_function : function_base {
  template <class A, class... S> static times_verdict<"tile", S...> verdict();
  template <class A, class... S> static constexpr auto run(A&& a, const S&... reps) {
    using list = size_list<S...>;
    constexpr std::size_t own = rank_of<A>, R = list::count > own ? list::count : own;
    constexpr auto extents = [] {
      auto r = unknown_shape<R>();
      const auto times = list::shape();
      for (std::size_t k = 0; k < R; ++k)
        r[k] =
            multiply_extents(k < R - own ? extent::make(1) : extents_of<A>[k - (R - own)],
                             k < R - list::count ? extent::make(1) : times[k - (R - list::count)]);
      return r;
    }();
    const auto given = list::values(reps...);
    check_times("tile", given);
    std::array<index, R> times{};
    for (std::size_t k = 0; k < R; ++k)
      times[k] = k < R - list::count ? 1 : given[k - (R - list::count)];
    return tiled<hold_t<A>, extents>(static_cast<A&&>(a), times);
  }
};

struct repeats_verdict {
  static constexpr message text() {
    return message("stria: repeat: the numbers of repetitions must be integers");
  }
};
/// For each element of the result, its position in the operand. `counts` has a number of
/// repetitions for each element, or one number for all.
template <class C> constexpr auto repeated_places(const C& counts, index size) {
  index total = 0, n = 0;
  for (const auto c : counts) {
    check_times("repeat", std::array<index, 1>{to_index(c)});
    total = add_or_raise("repeat", total, to_index(c));
    ++n;
  }
  const bool one_for_all = n == 1;
  if (one_for_all)
    total = multiply_sizes(size, total);
  else if (n != size) [[unlikely]]
    raise<shape_error>(message("stria: repeat: ")
                       << n << " repetition counts for an axis of " << size << " elements");
  counters<C> places({total}, uninitialized_t{});
  set_repeated(places.data(), counts, one_for_all, size);
  return places;
}

/// A list of numbers of repetitions.
template <class N> inline constexpr bool is_times_list = integer_range<N>;
template <operand N> inline constexpr bool is_times_list<N> = integer_operand<N> && rank_of<N> == 1;
template <class A, class N, class Axis>
struct repeat_verdict
    : each_verdict<one_axis_verdict<A, Axis>, integer_verdict<N>, times_verdict<"repeat", N>> {};
template <class A, class N, class Axis>
  requires is_times_list<N>
struct repeat_verdict<A, N, Axis> : one_axis_verdict<A, Axis> {};

struct repeat_function : along_axes_after_value {
  template <class A, class N>
  static repeat_verdict<flattened<A>, std::remove_cvref_t<N>, constant<0>> verdict();
  template <class A, class N, class Axis>
  static repeat_verdict<A, std::remove_cvref_t<N>, Axis> verdict();
  template <class A, class N> static constexpr auto run(A&& a, const N& n) {
    return run(ravel(static_cast<A&&>(a)), n, constant<0>());
  }
  template <class A, class N, class Axis> static constexpr auto run(A&& a, const N& n, Axis x) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    if constexpr (operand<N> && is_times_list<N>) {
      return run(static_cast<A&&>(a), eval(n).storage(), x);
    } else if constexpr (is_times_list<N>) {
      auto places = repeated_places(n, a.shape()[axis]);
      return take(static_cast<A&&>(a), std::move(places), x);
    } else {
      constexpr auto extents = [] {
        auto r = extents_of<A>;
        r[axis] = multiply_extents(r[axis], size_list<N>::shape()[0]);
        return r;
      }();
      const index times = size_value(n);
      check_times("repeat", std::array<index, 1>{times});
      return repeated<hold_t<A>, axis, extents>(static_cast<A&&>(a), times);
    }
  }
};

} // namespace detail

/// Repeats the whole operand along each axis.
///
/// \param a      a tensor, view or expression
/// \param reps   the number of repetitions along each axis, as constants or integers; missing
///               leading numbers count as 1, and additional ones add leading axes
/// \returns      a lazy expression; each extent is multiplied by its number of repetitions
/// \throws       value_error if a number is negative or the result is too large
/// \refuses      a negative constant
/// \complexity   O(size of the result); computed once when it is assigned
/// \numpy        `np.tile(a, (2, 3))`
/// \usage        `tile(a, 2, 3)`, `tile(a, _2)`
STRIA_DECLARE(tile);

/// Repeats each element along an axis.
///
/// \param a      a tensor, view or expression
/// \param n      the number of repetitions, a constant or an integer; or one number per element, as
///               a container, an integer operand of rank 1, or integers in braces
/// \param axis   a constant or `axis(k)`; without it, the operand is flattened
/// \returns      a lazy expression with the axis extended
/// \throws       value_error if a number is negative or the result is too large; shape_error if
///               there are several numbers, but not one per element; index_error if an axis(k) does
///               not exist
/// \refuses      an axis that does not exist, a negative constant
/// \complexity   O(size of the result); computed once when it is assigned
/// \numpy        `np.repeat(a, n, axis)`, `np.repeat(a, [1, 2], axis)`
/// \usage        `repeat(a, 2, _0)`, `repeat(a, {1, 2}, _0)`
STRIA_DECLARE_TWO(repeat, detail::repeat_function);
/// Repeats element k along an axis counts[k] times, with the counts in braces.
template <detail::operand_or_refused A, detail::integer_item C, std::size_t N, class... X>
constexpr auto repeat(A&& a, const C (&counts)[N], X... x)
    STRIA_RUN_OR_REFUSE((detail::result_class<detail::repeat_function, A, std::array<C, N>, X...>),
                        static_cast<A&&>(a), std::to_array(counts), x...);
// Refuses floating-point counts in braces. This overload is a better match than the overload for a
// text, which also accepts characters in braces.
template <detail::operand A, std::floating_point C, std::size_t N, class... Axis,
          class V = detail::repeats_verdict>
detail::said_of_not_ours<V> repeat(A&&, const C (&)[N], Axis...);

} // namespace stria
