// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/apply_along.hpp: apply_along_axis, which calls a function with each row along an
// axis. Tests: tests/numpy/join/editing.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/evaluate/as_tensor.hpp>
#include <stria/evaluate/materialize.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// The row along axis Axis whose subscripts along the other axes are `at`.
template <std::size_t Axis, class A, std::size_t N, std::size_t... Before, std::size_t... Behind>
constexpr auto row_at(const A& a, const std::array<index, N>& at, std::index_sequence<Before...>,
                      std::index_sequence<Behind...>) {
  return a[at[Before]..., all, at[Axis + Behind]...];
}
/// Writes a result of the function to its place in the tensor.
template <std::size_t Axis, class T, class E, std::size_t N, std::size_t... Before,
          std::size_t... Inner, std::size_t... Behind>
constexpr void set_result(T& t, const E& e, const std::array<index, N>& at,
                          std::index_sequence<Before...>, std::index_sequence<Inner...>,
                          std::index_sequence<Behind...>) {
  if constexpr (sizeof...(Inner) == 0) {
    if constexpr (N == 0)
      *t.data() = static_cast<value_t<T>>(e);
    else
      t[at[Before]..., at[Axis + Behind]...] = static_cast<value_t<T>>(e);
  } else {
    auto part = t[at[Before]..., (static_cast<void>(Inner), all)..., at[Axis + Behind]...];
    part = e;
  }
}

template <class E> inline constexpr bool is_row_result = is_number<E>;
template <operand E> inline constexpr bool is_row_result<E> = true;
template <class E> struct row_result {
  using value_type = E;
  static constexpr auto extents = shape_of<>();
};
template <operand E> struct row_result<E> : row_result<value_t<E>> {
  static constexpr auto extents = extents_of<E>;
};

/// The operand itself if it is in memory, otherwise a tensor of its values.
template <class A> constexpr decltype(auto) in_memory(const A& a) {
  if constexpr (view_operand<A> || tensor_operand<A>)
    return (a);
  else
    return eval(a);
}
template <class A, std::size_t Axis> struct rows_of {
  using memory = std::remove_cvref_t<decltype(in_memory(std::declval<const A&>()))>;
  static constexpr std::size_t others = rank_of<A> - 1;
  using before = std::make_index_sequence<Axis>;
  using behind = std::make_index_sequence<others - Axis>;
  using row =
      decltype(row_at<Axis>(std::declval<const memory&>(),
                            std::declval<const std::array<index, others>&>(), before(), behind()));
};

template <class F, class Axis, class A> struct along_rows_verdict {
  using axis = one_axis_verdict<A, Axis>;
  static constexpr bool callable = [] {
    if constexpr (axis::accepted) {
      using row = typename rows_of<A, axis_of<A, Axis>>::row;
      if constexpr (requires(F& f, const row& r) { f(r); })
        return is_row_result<
            std::remove_cvref_t<decltype(std::declval<F&>()(std::declval<const row&>()))>>;
    }
    return false;
  }();
  static constexpr bool accepted = axis::accepted && callable;
  static constexpr message text() {
    if constexpr (axis::accepted)
      return message("stria: apply_along_axis(f, axis, a): f takes a view of rank 1 and returns a "
                     "number or an operand");
    else
      return axis::text();
  }
};
template <class F, class Axis, class A> struct along_rows_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t axis = axis_of<A, Axis>;
  using rows = rows_of<A, axis>;
  static constexpr std::size_t others = rows::others;
  using one = row_result<
      std::remove_cvref_t<decltype(std::declval<F&>()(std::declval<const typename rows::row&>()))>>;
  static constexpr std::size_t inner = one::extents.rank();
  static constexpr auto extents = [] {
    auto s = unknown_shape<others + inner>();
    for (std::size_t k = 0; k < s.rank(); ++k)
      s[k] = k < axis           ? extents_of<A>[k]
             : k < axis + inner ? one::extents[k < axis ? 0 : k - axis]
                                : extents_of<A>[k - inner + 1];
    return s;
  }();
  using type = typename tensor_of<typename one::value_type, extents>::type;

  static constexpr type run(F& f, const A& a) {
    const auto& memory = in_memory(a);
    const auto own = memory.shape();
    std::array<index, others> n{}, at{};
    index count = 1;
    for (std::size_t k = 0; k < others; ++k) {
      n[k] = own[k < axis ? k : k + 1];
      count = n[k] == 0 ? 0 : count;
    }
    std::array<index, extents.rank()> sizes = extents.sizes();
    const auto fill_sizes = [&](const auto& of_one) {
      for (std::size_t k = 0; k < sizes.size(); ++k)
        sizes[k] = k < axis ? n[k] : k < axis + inner ? of_one[k - axis] : n[k - inner];
    };
    if (count == 0) {
      auto of_one = one::extents.sizes();
      for (const index size : of_one)
        if (size < 0) [[unlikely]]
          raise<value_error>(
              message("stria: apply_along_axis: there is no row to call the function "
                      "with, so the shape of its result is unknown"));
      fill_sizes(of_one);
      return type(sizes, uninitialized_t{});
    }
    type r;
    bool first = true;
    do {
      const auto row = row_at<axis>(memory, at, typename rows::before(), typename rows::behind());
      const auto e = f(row);
      if (first) {
        if constexpr (inner > 0)
          fill_sizes(e.shape());
        else
          fill_sizes(std::array<index, 1>{});
        r = type(sizes, uninitialized_t{});
        first = false;
      }
      set_result<axis>(r, e, at, typename rows::before(), std::make_index_sequence<inner>(),
                       typename rows::behind());
    } while (next(at, n));
    return r;
  }

private:
  static constexpr bool next(std::array<index, others>& at, const std::array<index, others>& n) {
    for (std::size_t k = others; k-- > 0;) {
      if (++at[k] < n[k])
        return true;
      at[k] = 0;
    }
    return false;
  }
};
template <class F, class Axis, class A> struct along_rows_result {};
template <class F, class Axis, operand A>
struct along_rows_result<F, Axis, A>
    : judged_call<along_rows_verdict<F, Axis, A>, along_rows_call<F, Axis, A>> {};

} // namespace detail

/// Calls a function with each row along an axis and collects the results in a tensor.
///
/// The function is called immediately, for one row after another in row-major order.
///
/// \param f    a function that accepts a view of rank 1 and returns a number or an operand
/// \param axis the axis of the rows, a constant or axis(k)
/// \param a    operand of rank 1 or more
/// \returns    a tensor. If f returns a number, the tensor has the shape of `a` without the axis;
///             otherwise the axes of the result of f replace the axis
/// \throws     shape_error if a result of f does not broadcast to the shape of the first one;
///             value_error if there are no rows and the shape of the result of f is not static;
///             index_error if an axis(k) does not exist
/// \refuses    an axis that `a` does not have, and a function that does not accept a row or that
///             returns neither a number nor an operand
/// \complexity one call for each row, allocates the result
/// \numpy      `np.apply_along_axis(f, axis, a)`
/// \usage      `apply_along_axis([](const auto& row) { return max(row); }, _1, a)`
template <class F, class Axis, class A>
constexpr auto apply_along_axis(F&& f, Axis, const A& a)
    STRIA_RUN_OR_REFUSE((detail::along_rows_result<std::remove_reference_t<F>, Axis, A>), f, a);
/// Calls a function with each row along an axis. The axis follows the operand: `apply_along_axis(f,
/// a, axis)`.
template <class F, detail::operand A, class Axis>
constexpr auto apply_along_axis(F&& f, const A& a, Axis)
    STRIA_RUN_OR_REFUSE((detail::along_rows_result<std::remove_reference_t<F>, Axis, A>), f, a);
STRIA_FOREIGN(apply_along_axis, detail::whatever, detail::whatever, detail::not_ours);

/// Calls a function with each row along an axis known only at run time.
template <class F, detail::operand_with_axes A>
constexpr auto apply_along_axis(F&& f, axis k, const A& a) {
  return detail::call_at<detail::rank_of<A>>(k, [&](auto x) { return apply_along_axis(f, x, a); });
}
/// Calls a function with each row along an axis known only at run time; the axis follows the
/// operand.
template <class F, detail::operand_with_axes A>
constexpr auto apply_along_axis(F&& f, const A& a, axis k) {
  return apply_along_axis(f, k, a);
}

} // namespace stria
