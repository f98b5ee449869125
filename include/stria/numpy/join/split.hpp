// SPDX-License-Identifier: BSL-1.0
// numpy/join/split.hpp: parts of an operand along an axis: split, array_split, hsplit, vsplit,
// dsplit, unstack, sliding_window. Tests: tests/numpy/join/editing.cpp, tests/numpy/join/join.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/heap_list.hpp>

namespace stria {

namespace detail {

/// The parts made by make(k): an array of N parts or, if N is negative, a list of n parts on the
/// heap.
template <index N, class Make> constexpr auto list_of_parts(index n, Make make) {
  if constexpr (N >= 0) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::array<decltype(make(index{0})), static_cast<std::size_t>(N)>{
          make(static_cast<index>(K))...};
    }(std::make_index_sequence<static_cast<std::size_t>(N)>());
  } else {
    using part = decltype(make(index{0}));
    // An empty axis can have any number of equal parts, so n parts may not fit in memory.
    static_cast<void>(multiply_or_raise("split", n, static_cast<index>(sizeof(part))));
    heap_list<part> parts;
    parts.reserve(static_cast<std::size_t>(n));
    for (index k = 0; k < n; ++k)
      parts.push_back(make(k));
    return parts;
  }
}

/// Part k of the parts of m elements along an axis: a view if the source is in memory, otherwise a
/// slice. The extents along the other axes are those of the source.
template <std::size_t Axis, extent Size, class A>
constexpr auto part_of_axis(A& a, index k, index m) {
  if constexpr (view_source<A&>::is_memory) {
    using element = typename view_source<A&>::element;
    constexpr auto layout = [] {
      auto l = std::remove_cvref_t<A>::layout;
      l.shape[Axis] = Size;
      return l;
    }();
    const auto strides = a.strides();
    placed<layout.rank()> at{k * m * strides[Axis], a.shape(), strides};
    at.sizes[Axis] = m;
    if (count_elements(at.sizes) == 0)
      at.offset = 0;
    return make_view<element, layout>(a, at);
  } else {
    return subscript_at(a, range(k * m, (k + 1) * m), std::make_index_sequence<Axis>());
  }
}

/// A part of an operand. It is a copy if the operand is an rvalue tensor, which will soon be
/// destroyed.
template <class A, class Part> constexpr auto keep_part(Part&& part) {
  if constexpr (owns_memory<std::remove_cvref_t<A>> && !std::is_lvalue_reference_v<A>)
    return eval(part);
  else
    return static_cast<Part&&>(part);
}

enum class split_fault : unsigned char { none, axis, parts, size };

template <class A, class N, class Axis> struct split_verdict {
  using axis = one_axis_verdict<A, Axis>;
  using list = size_list<N>;
  static constexpr index parts = list::is_constant(0) ? list::code(0).value : -1;
  static constexpr extent whole = [] {
    if constexpr (axis::accepted)
      return extents_of<A>[axis_of<A, Axis>];
    else
      return extent::unknown();
  }();
  static constexpr split_fault fault = !axis::accepted                     ? split_fault::axis
                                       : list::is_constant(0) && parts < 1 ? split_fault::parts
                                       : parts > 0 && whole.is_static() && whole.size % parts != 0
                                           ? split_fault::size
                                           : split_fault::none;
  static constexpr bool accepted = fault == split_fault::none;
  /// The extent of a part along the axis.
  static constexpr extent size = parts > 0 ? divide_extent_up(whole, parts) : extent::unknown();
  static constexpr message text() {
    if constexpr (fault == split_fault::axis)
      return axis::text();
    else if constexpr (fault == split_fault::parts)
      return message("stria: split: ") << parts << " parts; there must be at least one";
    else
      return message("stria: split: ") << whole.size << " elements cannot be split into " << parts
                                       << " equal parts; array_split() makes nearly equal ones";
  }
};

template <auto Shape, std::size_t Axis, extent Window> constexpr auto windowed_shape() {
  auto r = unknown_shape<Shape.rank() + 1>();
  for (std::size_t k = 0; k < Shape.rank(); ++k)
    r[k] = Shape[k];
  r[Axis] = Window.is_static() && Window.size > 0
                ? subtract_extents(Shape[Axis], extent::make(Window.size - 1))
                : extent::unknown();
  r[Shape.rank()] = Window;
  return r;
}

/// The windows of m elements along an axis of a tensor or a view. A new last axis numbers the
/// elements of a window.
template <std::size_t Axis, extent Window, class A> constexpr auto window_view(A& a, index m) {
  using element = typename view_source<A&>::element;
  constexpr auto own = std::remove_cvref_t<A>::layout;
  constexpr std::size_t R = own.rank();
  constexpr auto layout = [&] {
    static_layout<R + 1> l{windowed_shape<own.shape, Axis, Window>(), {}};
    for (std::size_t k = 0; k < R; ++k)
      l.strides[k] = own.strides[k];
    l.strides[R] = own.strides[Axis];
    return l;
  }();
  const auto sizes = a.shape();
  const auto strides = a.strides();
  placed<R + 1> at{};
  for (std::size_t k = 0; k < R; ++k) {
    at.sizes[k] = sizes[k];
    at.strides[k] = strides[k];
  }
  at.sizes[Axis] -= m - 1;
  at.sizes[R] = m;
  at.strides[R] = strides[Axis];
  return make_view<const std::remove_const_t<element>, layout>(a, at);
}

constexpr void check_window(index size, index m) {
  if (m < 1 || m > size) [[unlikely]]
    raise<value_error>(message("stria: sliding_window: windows of ")
                       << m << " elements do not fit on an axis of " << size);
}

/// The windows of a lazy expression, which is computed first.
template <class N, std::size_t Axis, extent Window>
class windowed : public computed<windowed<N, Axis, Window>, typename N::value_type,
                                 windowed_shape<N::extents, Axis, Window>()> {
  static constexpr std::size_t R = rank_of<N>;
  N source_;
  index window_;

public:
  template <class U>
  constexpr windowed(U&& source, index window)
      : source_(static_cast<U&&>(source)), window_(window) {}
  STRIA_NO_TARGET(windowed);

  static constexpr std::size_t axis = Axis;
  constexpr axis_array<R + 1> shape() const {
    axis_array<R + 1> r{};
    const auto n = source_.shape();
    for (std::size_t k = 0; k < R; ++k)
      r[k] = n[k];
    r[Axis] -= window_ - 1;
    r[R] = window_;
    return r;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return windowed<std::remove_cvref_t<M>, Axis, Window>(static_cast<M&&>(source), window_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto values = evaluate_for(target, source_);
    run_into<store_kernel>(target, window_view<Axis, Window>(values, window_));
  }
};

template <class A, class S, class Axis> struct window_verdict {
  using axis = one_axis_verdict<A, Axis>;
  using list = size_list<S>;
  static constexpr extent window = list::shape()[0];
  static constexpr bool fits = [] {
    if constexpr (axis::accepted) {
      const extent n = extents_of<A>[axis_of<A, Axis>];
      return !list::is_constant(0) ||
             (list::code(0).value >= 1 && (!n.is_static() || list::code(0).value <= n.size));
    } else {
      return true;
    }
  }();
  static constexpr bool accepted = axis::accepted && fits;
  static constexpr message text() {
    if constexpr (!axis::accepted) {
      return axis::text();
    } else {
      message m("stria: sliding_window: windows of ");
      m << list::code(0).value << " elements do not fit on axis "
        << axis_of<A, Axis> << " of the shape ";
      say_shape(m, extents_of<A>.view());
      return m << "; a window has at least 1 element and at most those of the axis";
    }
  }
};
/// Moves the axes of each part in a list back to their places.
template <std::size_t R, class L> constexpr auto parts_back(const axes_last<R>& last, L parts) {
  constexpr index N = [] {
    if constexpr (requires { std::tuple_size<L>::value; })
      return static_cast<index>(std::tuple_size_v<L>);
    else
      return index{-1};
  }();
  return list_of_parts<N>(static_cast<index>(parts.size()), [&](index k) {
    return last.back(std::move(parts[static_cast<std::size_t>(k)]));
  });
}

/// A std::array of sizes: integers, or constants of one value.
template <class S> inline constexpr bool is_window_list = is_size_array<S>;
template <constant_item C, std::size_t N>
inline constexpr bool is_window_list<std::array<C, N>> = true;

/// The verdict about windows along several axes; without axes, along all.
template <class A, class S, class... Axis> struct windows_verdict {
  using axes = axes_verdict<A, Axis...>;
  static constexpr std::size_t sizes = std::tuple_size_v<S>;
  static constexpr std::size_t named = sizeof...(Axis) == 0 ? rank_of<A> : sizeof...(Axis);
  static constexpr bool counted = axes::accepted && sizes == named && sizes > 0;
  /// The first axis on which a window of a constant length does not fit; the rank if there is none.
  static constexpr std::size_t narrow() {
    if constexpr (counted && constant_item<std::tuple_element_t<0, S>>) {
      constexpr index n = constant_traits<std::tuple_element_t<0, S>>::value;
      for (std::size_t k = 0; k < rank_of<A>; ++k)
        if (const extent e = extents_of<A>[k];
            axes::axes.has(k) && (n < 1 || (e.is_static() && n > e.size)))
          return k;
    }
    return rank_of<A>;
  }
  static constexpr bool accepted = counted && narrow() == rank_of<A>;
  static constexpr message text() {
    if constexpr (!axes::accepted) {
      return axes::text();
    } else if constexpr (counted) {
      return window_verdict<A, std::tuple_element_t<0, S>,
                            constant<static_cast<index>(narrow())>>::text();
    } else {
      message m("stria: sliding_window: ");
      m << sizes << (sizes == 1 ? " size" : " sizes") << " of windows for " << named
        << (named == 1 ? " axis" : " axes") << " of the shape ";
      say_shape(m, extents_of<A>.view());
      return m << "; give one size for each axis";
    }
  }
};
/// The axes of windows as numbers from 0 on.
template <class A, class... Axis> constexpr auto window_axes() {
  return std::tuple<constant<static_cast<index>(axis_of<A, Axis>)>...>();
}
template <class A, std::size_t... K> constexpr auto all_window_axes(std::index_sequence<K...>) {
  return std::tuple<constant<static_cast<index>(K)>...>();
}

struct sliding_window_function : axes_base_after_value {
  template <class A, class S, class Axis>
    requires(!is_window_list<S>)
  static each_verdict<integer_verdict<S>, window_verdict<A, S, Axis>> verdict();
  template <class A, class S, class... Axis>
    requires(is_window_list<S>)
  static windows_verdict<A, S, Axis...> verdict();
  template <class A, class S, class Axis>
    requires(!is_window_list<S>)
  static constexpr auto run(A&& a, S n, Axis) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    constexpr extent window = window_verdict<A, S, Axis>::window;
    const index m = size_value(n);
    check_window(a.shape()[axis], m);
    if constexpr (view_source<A>::is_memory)
      return window_view<axis, window>(a, m);
    else
      return windowed<hold_t<A>, axis, window>(static_cast<A&&>(a), m);
  }
  template <class A, class S, class... Axis>
    requires(is_window_list<S>)
  static constexpr auto run(A&& a, const S& sizes, Axis...) {
    if constexpr (sizeof...(Axis) == 0)
      return each<0>(static_cast<A&&>(a), sizes,
                     all_window_axes<A>(std::make_index_sequence<rank_of<A>>()));
    else
      return each<0>(static_cast<A&&>(a), sizes, window_axes<A, Axis...>());
  }
  template <class F, class A, class S, class... X>
  static constexpr auto along(const F& f, A&& a, const S& n, const X&... x) {
    constexpr std::size_t R = rank_of<A>, W = sizeof...(X);
    return call_with_named_last<R>(
        [&](const auto& last, const auto&... y) {
          const auto own = inverse_order(last.order);
          axis_order<R + W> back{};
          for (std::size_t j = 0; j < R + W; ++j)
            back[j] = j < R ? own[j] : j;
          return reorder(f(last(static_cast<A&&>(a)), n, y...), back);
        },
        x...);
  }

private:
  /// The windows along one axis after the other. The axes of windows come last, so they do not
  /// change the numbers of the others.
  template <std::size_t K, class A, class S, class... Axis>
  static constexpr auto each(A&& a, const S& sizes, const std::tuple<Axis...>& axes) {
    if constexpr (K == sizeof...(Axis))
      return static_cast<A&&>(a);
    else
      return each<K + 1>(run(static_cast<A&&>(a), sizes[K], std::get<K>(axes)), sizes, axes);
  }
};

/// Nearly equal parts: the first ones may have one more element than the others.
template <class A, class N, class Axis> struct nearly_equal_verdict {
  using axis = one_axis_verdict<A, Axis>;
  using list = size_list<N>;
  static constexpr bool accepted =
      axis::accepted && !(list::is_constant(0) && list::code(0).value < 1);
  static constexpr message text() {
    if constexpr (axis::accepted)
      return message("stria: array_split: ")
             << list::code(0).value << " parts; there must be at least one";
    else
      return axis::text();
  }
};
template <class Ix> inline constexpr bool is_place_list = integer_range<Ix>;
template <operand Ix>
inline constexpr bool is_place_list<Ix> = integer_operand<Ix> && rank_of<Ix> == 1;

template <bool Equal, class A, class N, class Axis>
struct parts_verdict
    : each_verdict<integer_verdict<N>,
                   typename first_or_second<Equal>::template of<split_verdict<A, N, Axis>,
                                                                nearly_equal_verdict<A, N, Axis>>> {
};
template <bool Equal, class A, class N, class Axis>
  requires is_place_list<N>
struct parts_verdict<Equal, A, N, Axis> : one_axis_verdict<A, Axis> {};

/// Parts along an axis: equal or nearly equal ones, or those between given positions.
template <bool Equal> struct split_function : axes_base_after_value {
  template <class A, class N, class Axis = constant<0>>
  static parts_verdict<Equal, A, std::remove_cvref_t<N>, Axis> verdict();

  template <class A, class N, class Axis = constant<0>>
  static constexpr auto run(A&& a, const N& n, Axis = {}) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    const index whole = a.shape()[axis];
    if constexpr (is_place_list<N>) {
      const auto at = eval(as_tensor(n));
      return between<-1, axis, A>(a, add_or_raise("split", at.size(), 1), [&](index k) {
        return k == 0 ? 0 : k > at.size() ? whole : to_index(at.data()[k - 1]);
      });
    } else if constexpr (Equal) {
      using verdict_t = split_verdict<A, N, Axis>;
      const index parts = size_value(n);
      if (parts < 1 || whole % parts != 0) [[unlikely]]
        raise<value_error>(message("stria: split: ")
                           << whole << " elements cannot be split into " << parts
                           << " equal parts; array_split() makes nearly equal ones");
      return list_of_parts<verdict_t::parts>(parts, [&](index k) {
        return keep_part<A>(part_of_axis<axis, verdict_t::size>(a, k, whole / parts));
      });
    } else {
      using list = size_list<N>;
      const index parts = size_value(n);
      if (parts < 1) [[unlikely]]
        raise<value_error>(message("stria: array_split: ")
                           << parts << " parts; there must be at least one");
      const index least = whole / parts, more = whole % parts;
      return between<list::is_constant(0) ? list::code(0).value : index{-1}, axis, A>(
          a, parts,
          [&](index k) { return k < more ? k * (least + 1) : whole - (parts - k) * least; });
    }
  }
  template <class F, class A, class N>
  static constexpr auto along(const F& f, A&& a, const N& n, axis k) {
    return call_with_last<rank_of<A>>(
        [&](const auto& last, auto x) {
          return parts_back(last, f(last(static_cast<A&&>(a)), n, x));
        },
        k);
  }

private:
  /// The parts of an axis between bounds. The bounds follow the rules of slices.
  template <index N, std::size_t Axis, class A, class Bound>
  static constexpr auto between(std::remove_reference_t<A>& a, index n, Bound bound) {
    constexpr std::make_index_sequence<Axis> before;
    return list_of_parts<N>(n, [&](index k) {
      return keep_part<A>(subscript_at(a, range(bound(k), bound(k + 1)), before));
    });
  }
};

template <class A, std::size_t R> struct rank_at_least {
  static constexpr bool accepted = rank_of<A> >= R;
  static constexpr message text() {
    message m(
        "stria: vsplit needs an operand of rank 2 or more, dsplit one of rank 3 or more, hsplit "
        "one of rank 1 or more; the shape is ");
    say_shape(m, extents_of<A>.view());
    return m;
  }
};
/// Equal parts along axis At or, if it is negative, along axis 1 and along the axis of a vector.
template <std::size_t R, index At> struct split_along_function : function_base {
  template <class A> using axis_t = constant<At >= 0 ? At : (rank_if_operand<A> < 2 ? 0 : 1)>;
  template <class A, class N>
  static each_verdict<rank_at_least<A, R>,
                      parts_verdict<true, A, std::remove_cvref_t<N>, axis_t<A>>>
  verdict();
  template <class A, class N> static constexpr auto run(A&& a, const N& n) {
    return split_function<true>::run(static_cast<A&&>(a), n, axis_t<A>());
  }
};

struct unstack_function : axes_base {
  template <class A, class Axis> static one_axis_verdict<A, Axis> verdict();
  template <class A, class Axis> static constexpr auto run(A&& a, Axis) {
    constexpr std::size_t axis = axis_of<A, Axis>;
    return list_of_parts<extents_of<A>[axis].is_static() ? extents_of<A>[axis].size : -1>(
        a.shape()[axis], [&](index k) {
          // With the ellipsis, a result of rank 0 is a view, too.
          return [&]<std::size_t... B>(std::index_sequence<B...>) {
            return keep_part<A>(a[(static_cast<void>(B), all)..., k, ellipsis]);
          }(std::make_index_sequence<axis>());
        });
  }
  template <class F, class A> static constexpr auto along(const F& f, A&& a, axis k) {
    return f(reorder(static_cast<A&&>(a), first_order<A>(k)), constant<0>());
  }
};

} // namespace detail

#define STRIA_SPLIT(name, ...)                                                                     \
  STRIA_DECLARE_TWO(name, __VA_ARGS__);                                                            \
  STRIA_DECLARE_BRACED(name, __VA_ARGS__);

/// Splits an operand into equal parts along an axis, or at given positions.
///
/// \param a      a tensor, view or expression
/// \param n      the number of parts, a constant or an integer; or the positions between the parts:
///               a container, braces or an integer operand of rank 1
/// \param axis   a constant or `axis(k)` (default: axis 0)
/// \returns      a `std::array` of parts if the number is a constant, otherwise a list with the
///               interface of a const std::vector. The parts of an lvalue tensor or a view are
///               views, those of an expression are lazy expressions, and those of an rvalue tensor
///               are tensors
/// \throws       value_error if the number is less than 1 or does not divide the run-time extent;
///               index_error if an axis(k) does not exist
/// \refuses      an axis that does not exist; a constant number that is less than 1 or does not
///               divide a static extent
/// \complexity   O(number of parts) for views
/// \numpy        `np.split(a, n, axis)`, `np.split(a, [2, 3], axis)`
/// \usage        `auto [left, right] = split(a, _2, _1);`, `split(a, {2, 3})`
STRIA_SPLIT(split, detail::split_function<true>)

/// Splits an operand into nearly equal parts along an axis: if the number of parts does not divide
/// the extent, the first parts have one more element.
///
/// \param a      a tensor, view or expression
/// \param n      the number of parts, or the positions between them, as in split()
/// \param axis   a constant or `axis(k)` (default: axis 0)
/// \returns      as for split()
/// \throws       value_error if the number is less than 1; index_error if an axis(k) does not exist
/// \refuses      an axis that does not exist; a constant number less than 1
/// \complexity   O(number of parts) for views
/// \numpy        `np.array_split(a, n, axis)`
/// \usage        `array_split(a, 3)`
/// \see          split
STRIA_SPLIT(array_split, detail::split_function<false>)

/// Splits along axis 1, or along axis 0 if the operand has rank 1.
///
/// \param a      a tensor, view or expression, of rank 1 or more
/// \param n      the number of parts, or the positions between them, as in split()
/// \returns      as for split()
/// \throws       value_error as for split()
/// \refuses      operands of rank 0; constant numbers as for split()
/// \complexity   O(number of parts) for views
/// \numpy        `np.hsplit(a, n)`
/// \usage        `hsplit(a, 2)`
/// \see          split
STRIA_SPLIT(hsplit, detail::split_along_function<1, -1>)
/// Splits along axis 0 of an operand of rank 2 or more.
///
/// \param a      a tensor, view or expression, of rank 2 or more
/// \param n      the number of parts, or the positions between them, as in split()
/// \returns      as for split()
/// \throws       value_error as for split()
/// \refuses      operands of rank 0 or 1; constant numbers as for split()
/// \complexity   O(number of parts) for views
/// \numpy        `np.vsplit(a, n)`
/// \usage        `vsplit(a, 2)`
/// \see          split
STRIA_SPLIT(vsplit, detail::split_along_function<2, 0>)
/// Splits along axis 2 of an operand of rank 3 or more.
///
/// \param a      a tensor, view or expression, of rank 3 or more
/// \param n      the number of parts, or the positions between them, as in split()
/// \returns      as for split()
/// \throws       value_error as for split()
/// \refuses      operands of a rank below 3; constant numbers as for split()
/// \complexity   O(number of parts) for views
/// \numpy        `np.dsplit(a, n)`
/// \usage        `dsplit(a, 2)`
/// \see          split
STRIA_SPLIT(dsplit, detail::split_along_function<3, 2>)

#undef STRIA_SPLIT

/// Returns the slices along an axis; their rank is lower by one.
///
/// \param a      a tensor, view or expression
/// \param axis   a constant or `axis(k)`
/// \returns      a `std::array` of slices if the extent is static, otherwise a list with the
///               interface of a const std::vector; the slices are of the same kind as the parts of
///               split()
/// \throws       index_error if an axis(k) does not exist
/// \refuses      an axis that does not exist
/// \complexity   O(number of slices) for views
/// \numpy        `np.unstack(a, axis=axis)`
/// \usage        `auto [r, g, b] = unstack(image, _2);` for a static extent of 3
STRIA_DECLARE(unstack);

/// Returns all windows of neighbouring elements along one or more axes. Each of these axes adds a
/// last axis, which numbers the elements of a window.
///
/// \param a      a tensor, view or expression
/// \param n      the length of a window, a constant or an integer; for several axes, the lengths in
///               braces or in a std::array
/// \param axes   constants or `axis(k)`, as many as lengths (default with several lengths: all
///               axes)
/// \returns      for an lvalue tensor or a view, a read-only view; otherwise a lazy expression. An
///               axis has n - 1 elements fewer, and its new axis has n elements. Steps between
///               windows are a slice of the result: `w[range(_, _, 2), range(_, _, 2)]`
/// \throws       value_error if a length is less than 1 or larger than the size of its axis;
///               index_error or value_error if an axis(k) does not exist or is named twice
/// \refuses      axes that do not exist or are named twice; a constant length that cannot fit; a
///               number of lengths that differs from the number of axes
/// \complexity   O(1) for a view
/// \numpy        `np.lib.stride_tricks.sliding_window_view(a, n, axis)`
/// \usage        `mean(sliding_window(v, 3, _0), -_1)`, `sliding_window(image, {3, 3}, _0, _1)`
STRIA_DECLARE(sliding_window);
/// Returns the windows of the lengths in braces.
STRIA_DECLARE_BRACED(sliding_window, detail::sliding_window_function);
/// Returns the windows of one constant length in braces, as in {_3, _3}.
template <detail::operand_or_refused A, detail::constant_item C, std::size_t N, class... X>
constexpr auto sliding_window(A&& a, const C (&n)[N], X... x) STRIA_RUN_OR_REFUSE(
    (detail::result_class<detail::sliding_window_function, A, std::array<C, N>, X...>),
    static_cast<A&&>(a), std::to_array(n), static_cast<X&&>(x)...);

} // namespace stria
