// SPDX-License-Identifier: BSL-1.0
// assign/tie.hpp: assigns several targets at once, `tie(u, v) = std::tuple(eu, ev)`.
//
// Every right side sees the old values of all targets. One kernel computes and stores all values of
// a position if there are few operands. Otherwise a few rows of all right sides are computed, each
// by its own kernel, so that common operands stay in the cache. Rows are stored as soon as no right
// side will read their old values. See docs/design/tie.md.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/assign/noalias.hpp>
#include <stria/assign/tied_kernel.hpp>
#include <stria/tensor/layout.hpp>

#include <tuple>

namespace stria {
namespace detail {

/// Calls f(0), f(1), ..., f(N - 1) with constants.
template <std::size_t N, class F> STRIA_INLINE constexpr void for_numbers(const F& f) {
  [&]<std::size_t... Ix>(std::index_sequence<Ix...>) __attribute__((always_inline)) {
    (f(std::integral_constant<std::size_t, Ix>()), ...);
  }(std::make_index_sequence<N>());
}

/// The right side for a target, in the form that loops read.
template <class Target, class E> constexpr decltype(auto) tied_value(const E& e) {
  if constexpr (!operand<E> || tensor_operand<E>)
    return hold_t<const E&, Target>(e);
  else if constexpr (stores_itself<std::remove_cvref_t<decltype(prepare(e))>>)
    return prepare(e).values();
  else
    return prepare_to_loop(e);
}

/// Assigns the results of tied_value() to their targets, which are tensors and views.
template <class Targets, class Values> struct tied_assignment;
template <class... T, class... V> struct tied_assignment<std::tuple<T...>, std::tuple<V...>> {
  using targets = std::tuple<T&...>;
  using values = std::tuple<V...>;
  static constexpr std::size_t N = sizeof...(T);
  template <std::size_t Ix> using target = std::tuple_element_t<Ix, std::tuple<T...>>;
  template <std::size_t Ix>
  using value = std::remove_cvref_t<std::tuple_element_t<Ix, std::tuple<V...>>>;
  static constexpr std::size_t R = rank_of<target<0>>;
  using numbers = std::make_index_sequence<N>;
  static constexpr bool same_ranks = R > 0 && ((rank_of<T> == R) && ...);

  STRIA_INLINE static constexpr void run(const targets& to, const values& from) {
    if constexpr (may_be_listed(numbers()))
      if !consteval {
        if (run_listed(to, from, numbers()))
          return;
      }
    run_many(to, from);
  }

private:
  STRIA_NOINLINE static constexpr void run_many(const targets& to, const values& from) {
    bool resized[N] = {}, same_shape = same_ranks;
    for_numbers<N>([&](auto i) {
      resized[i()] = check<i()>(to, from);
      if constexpr (same_ranks)
        same_shape =
            same_shape && !resized[i()] && std::get<i()>(to).shape() == std::get<0>(to).shape();
    });
    if constexpr (same_ranks && (is_number<value_t<T>> && ...))
      if !consteval {
        if (same_shape && run_by_rows(to, from))
          return;
      }
    run_one_by_one(to, from, resized);
  }

  template <std::size_t Ix>
  using read_t =
      decltype(input_cursor<R, extents_of<target<Ix>>>(std::declval<const value<Ix>&>()));
  template <std::size_t Ix> using tied_out = tied_target<value_t<target<Ix>>, R>;
  template <std::size_t... Ix>
  static std::tuple<tied_out<Ix>...> written_all(const targets& to, std::index_sequence<Ix...>) {
    return {as_tied_target(written<Ix>(to))...};
  }
  /// The cursor of all values, and of the targets other than the first.
  template <std::size_t... Ix, class First, class... Outs>
  static auto joint_cursor(const values& from, std::index_sequence<Ix...>,
                           const std::tuple<First, Outs...>& outs) {
    return std::apply(
        [&](const auto&, const auto&... more) {
          return tied_cursor<N>(read<Ix>(from)..., more...);
        },
        outs);
  }
  /// True if all operands can be listed, and one kernel can compute all values.
  template <std::size_t... Ix> static constexpr bool may_be_listed(std::index_sequence<Ix...>) {
    if constexpr (same_ranks && R <= 3 && (operand<value<Ix>> && ...))
      if constexpr ((is_listed<value<Ix>> && ...) &&
                    (is_stored_by_plan<store_kernel, R, tied_out<Ix>, read_t<Ix>> && ...))
        return (N + ... + static_cast<std::size_t>(program_of<read_t<Ix>>::leaves)) <=
               static_cast<std::size_t>(limits::streams);
    return false;
  }
  /// Computes and stores the values of all targets by one kernel call. Returns false, and writes
  /// nothing, if the shapes differ, or an operand may be read after it was overwritten.
  template <std::size_t... Ix>
  STRIA_INLINE static bool run_listed(const targets& to, const values& from,
                                      std::index_sequence<Ix...>) {
    using cursor = decltype(joint_cursor(from, numbers(), written_all(to, numbers())));
    using program = program_of<cursor, true>;
    constexpr const store_code& code = code_of_store<tied_kernel<N>, value_t<target<0>>, cursor>();
    const std::byte* at[static_cast<std::size_t>(code.operands)];
    index steps[static_cast<std::size_t>(code.operands) * R];
    operand_lister<R> list{one_by_one(std::get<0>(to).shape()), at, steps};
    bool fits = true;
    const auto add_target = [&](auto& t) __attribute__((always_inline)) {
      fits = fits && same_sizes(one_by_one(t.shape()), list.n);
      list.template target<bare<decltype(t)>::layout>(t);
    };
    const auto add_value =
        [&]<std::size_t Number>(const auto& v, std::integral_constant<std::size_t, Number>)
            __attribute__((always_inline)) {
              list.whole = !tensor_operand<target<Number>> || is_scalar<bare<decltype(v)>>;
              list(v);
              fits = fits && list.whole;
            };
    add_target(std::get<0>(to));
    (add_value(std::get<Ix>(from), std::integral_constant<std::size_t, Ix>()), ...);
    [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
      (add_target(std::get<1 + K>(to)), ...);
    }(std::make_index_sequence<N - 1>());
    if (!fits || !list.fits)
      return false;
    if constexpr (is_blank<typename program::type>) {
      return store_tied<R>({code, at, steps, list.n.data(), nullptr}, N);
    } else {
      const auto p = program::make(joint_cursor(from, numbers(), written_all(to, numbers())));
      return store_tied<R>({code, at, steps, list.n.data(), &p}, N);
    }
  }

  /// Checks value Ix, and returns whether target Ix is a tensor that changes its shape.
  ///
  /// \throws  shape_error if value Ix does not fit, or if target Ix would release memory that
  ///          another target uses
  template <std::size_t Ix> static constexpr bool check(const targets& to, const values& from) {
    const auto& t = std::get<Ix>(to);
    const auto& v = std::get<Ix>(from);
    if constexpr (is_scalar<value<Ix>>) {
      return false;
    } else if constexpr (tensor_operand<target<Ix>>) {
      const auto own = t.shape(), sizes = tensor_sizes<target<Ix>>(v);
      if (sizes != own && meets_another<Ix>(to)) [[unlikely]]
        raise_shape_does_not_fit(extents_of<target<Ix>>.view(), own, extents_of<value<Ix>>.view(),
                                 sizes);
      return sizes != own;
    } else {
      check_fit<extents_of<target<Ix>>, extents_of<value<Ix>>>(t.shape(), v.shape());
      return false;
    }
  }

  template <std::size_t Ix> static constexpr auto region(const targets& to) {
    auto& t = std::get<Ix>(to);
    return region_of(output_cursor(t), t.shape());
  }
  /// Whether target Ix has elements that value J may read.
  template <std::size_t Ix, std::size_t J>
  static constexpr bool reads(const targets& to, const values& from) {
    return std::get<Ix>(to).size() > 0 && may_read(region<Ix>(to), std::get<J>(from));
  }
  /// Whether target Ix shares elements with another target.
  template <std::size_t Ix> static constexpr bool meets_another(const targets& to) {
    bool meets = false;
    if (std::get<Ix>(to).size() > 0)
      for_numbers<N>([&](auto k) {
        if constexpr (k() != Ix)
          meets = meets ||
                  (std::get<k()>(to).size() > 0 && regions_meet(region<Ix>(to), region<k()>(to)));
      });
    return meets;
  }

  /// Stores value Ix, or the tensor in which it was held, into target Ix.
  template <std::size_t Ix, class Value>
  static constexpr void store(const targets& to, const Value& v) {
    if constexpr (is_scalar<Value>)
      run_into<store_kernel>(std::get<Ix>(to), v);
    else
      assigned<assign_op, target<Ix>, const Value&>::run(std::get<Ix>(to), v);
  }
  /// Assigns the values one by one. A value whose target may be read later is held in a tensor
  /// until all values have been computed.
  static constexpr void run_one_by_one(const targets& to, const values& from,
                                       const bool (&resized)[N]) {
    std::tuple<dtensor<value_t<std::remove_cvref_t<V>>,
                       static_cast<index>(rank_of<std::remove_cvref_t<V>>)>...>
        kept;
    bool keeps[N] = {};
    for_numbers<N>([&](auto i) {
      keeps[i()] = resized[i()] || meets_another<i()>(to);
      for_numbers<N>([&](auto j) {
        if constexpr (j() > i())
          keeps[i()] = keeps[i()] || reads<i(), j()>(to, from);
      });
    });
    for_numbers<N>([&](auto i) {
      if (!keeps[i()])
        store<i()>(to, std::get<i()>(from));
      else if constexpr (!is_scalar<value<i()>>)
        std::get<i()>(kept) = std::get<i()>(from);
    });
    for_numbers<N>([&](auto i) {
      if (keeps[i()]) {
        if constexpr (is_scalar<value<i()>>)
          store<i()>(to, std::get<i()>(from));
        else
          store<i()>(to, std::get<i()>(kept));
      }
    });
  }

  template <std::size_t Ix> static auto written(const targets& to) {
    return output_cursor(std::get<Ix>(to));
  }
  template <std::size_t Ix> static auto read(const values& from) {
    return input_cursor<R, extents_of<target<Ix>>>(std::get<Ix>(from));
  }
  /// Computes the values of some rows of all targets, then stores those of the rows that will not
  /// be read again. Returns false, and writes nothing, if targets share elements.
  static bool run_by_rows(const targets& to, const values& from) {
    const std::array<index, R> n = std::get<0>(to).shape();
    if (count_elements(n) == 0)
      return true;
    const auto first = written<0>(to);
    met_rows all(n.data(), R, walk_of(first));
    bool apart = true;
    for_numbers<N>([&](auto i) {
      apart = apart && !meets_another<i()>(to);
      for_numbers<N>(
          [&](auto j) { all.join(find_met_rows(n, written<i()>(to), read<j()>(from))); });
    });
    if (!apart)
      return false;
    [&]<std::size_t... Ix>(std::index_sequence<Ix...>) {
      using outs = std::tuple<decltype(written<Ix>(to))...>;
      using ins = std::tuple<read_t<Ix>...>;
      cursor_rows<store_kernel, R, std::tuple<value_t<T>...>, outs, ins>::run(
          all, n.data(), outs(written<Ix>(to)...), ins(read<Ix>(from)...));
    }(numbers());
    return true;
  }
};

/// The first of the verdicts that refuses.
template <class... Verdict> struct first_refusal;
template <class A> struct first_refusal<A> : refused_call<A> {};
template <class A, class B, class... More>
struct first_refusal<A, B, More...>
    : std::conditional_t<A::accepted, first_refusal<B, More...>, refused_call<A>> {};

struct tied_count_verdict {
  static constexpr message text() {
    return message(
        "stria: tie needs as many values as targets, as in tie(u, v) = std::tuple(v, -u)");
  }
};

/// The result of assigning values of types E to targets of types T. Both may be references.
template <class Targets, class Values> struct tied_result;
template <class... T, class... E> struct tied_result<std::tuple<T...>, std::tuple<E...>> {
  static constexpr auto judge() {
    if constexpr (sizeof...(T) != sizeof...(E))
      return std::type_identity<refused_call<tied_count_verdict>>();
    else if constexpr ((assign_verdict<assign_op, T, const std::remove_cvref_t<E>&>::accepted &&
                        ...))
      return std::type_identity<tied_result>();
    else
      return std::type_identity<
          first_refusal<assign_verdict<assign_op, T, const std::remove_cvref_t<E>&>...>>();
  }
  static constexpr bool accepted = true;
  using type = void;

  STRIA_INLINE static constexpr void run(const std::tuple<T&...>& to,
                                         const std::tuple<E...>& from) {
    run_values(to, from, std::index_sequence_for<T...>());
  }

private:
  template <std::size_t... Ix>
  STRIA_INLINE static constexpr void run_values(const std::tuple<T&...>& to,
                                                const std::tuple<E...>& from,
                                                std::index_sequence<Ix...>) {
    using values = std::tuple<decltype(tied_value<T>(std::get<Ix>(from)))...>;
    tied_assignment<std::tuple<T...>, values>::run(to,
                                                   values(tied_value<T>(std::get<Ix>(from))...));
  }
};
template <class Targets, class Values>
using tied_call = typename decltype(tied_result<Targets, Values>::judge())::type;

struct tied_verdict {
  static constexpr message text() {
    return message("stria: tie takes tensors and views that can be written, as in tie(u, v) = "
                   "std::tuple(v, -u); "
                   "this is const, a temporary, an expression or a selection by an index array");
  }
};
struct tied_value_verdict {
  static constexpr message text() {
    return message(
        "stria: only a std::tuple of values or another tie can be assigned to tie(u, v)");
  }
};

/// Several targets. Each Hold is a view or a reference to a tensor.
struct tied_update_verdict {
  static constexpr message text() {
    return message("stria: tie has no compound assignments: write the sums and so on into a tuple, "
                   "as in tie(u, v) = std::tuple(u + 1, v + 2)");
  }
};

template <class... Hold> class tied {
  std::tuple<Hold...> targets_;

  using target_types = std::tuple<std::remove_reference_t<Hold>...>;
  STRIA_INLINE constexpr auto targets() {
    return std::apply([](auto&... t) { return std::tie(t...); }, targets_);
  }

public:
  constexpr explicit tied(Hold... targets) : targets_(targets...) {}
  tied(const tied&) = default;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Weffc++" // the result may be a refusal
  template <class... E>
  STRIA_INLINE constexpr auto operator=(const std::tuple<E...>& values)
      STRIA_RUN_OR_REFUSE((tied_call<target_types, std::tuple<E...>>), targets(), values);
  /// Assigns the values of another tie, as `u, v = v, u` does in Python.
  template <class... Other>
  constexpr auto operator=(tied<Other...> values)
      STRIA_RUN_OR_REFUSE((tied_call<target_types, std::tuple<Other&...>>), targets(),
                          values.targets());
  constexpr tied& operator=(tied values) {
    tied_call<target_types, std::tuple<std::remove_reference_t<Hold>&...>>::run(targets(),
                                                                                values.targets());
    return *this;
  }
  template <class E = in_braces>
  auto operator=(const E&) -> refusal_where<sizeof(E*) != 0, tied_value_verdict>;
#define STRIA_NO_TIED_UPDATE(op)                                                                   \
  template <class E = in_braces>                                                                   \
  auto operator op(const E&)->refusal_where<sizeof(E*) != 0, tied_update_verdict>;
  STRIA_NO_TIED_UPDATE(+=)
  STRIA_NO_TIED_UPDATE(-=)
  STRIA_NO_TIED_UPDATE(*=)
  STRIA_NO_TIED_UPDATE(/=)
  STRIA_NO_TIED_UPDATE(%=)
  STRIA_NO_TIED_UPDATE(&=)
  STRIA_NO_TIED_UPDATE(|=)
  STRIA_NO_TIED_UPDATE(^=)
  STRIA_NO_TIED_UPDATE(<<=)
  STRIA_NO_TIED_UPDATE(>>=)
#undef STRIA_NO_TIED_UPDATE
#pragma GCC diagnostic pop

  template <class...> friend class tied;
};

/// An argument of tie(); an lvalue reference for tensors.
template <class A>
concept tie_operand = noalias_operand<A>;
template <class A>
using tied_hold = std::conditional_t<owns_memory<std::remove_cvref_t<A>>,
                                     std::remove_reference_t<A>&, std::remove_cvref_t<A>>;

} // namespace detail

/// Several tensors or views as one target: `tie(u, v) = std::tuple(eu, ev)` assigns them at once.
///
/// Every right side sees the old values of all targets. Targets that share elements are assigned
/// from left to right.
///
/// \param targets  tensors that are not const, or views
/// \returns        an object to which a std::tuple of values, or another tie, can be assigned
/// \throws         shape_error from the assignment, before anything is written
/// \refuses        const tensors, temporaries, expressions, selections by index arrays, and a
///                 number of values other than the number of targets
/// \complexity     one loop for operands in contiguous rows, if all targets have one shape and
///                 there are at most 14 operands and targets. Otherwise each right side has its
///                 own loops: for a few rows at a time, so that an operand of several right sides
///                 is read from the cache, or, if the shapes differ, one after the other, with
///                 temporaries for values whose targets are read later
/// \numpy          `u[:], v[:] = eu, ev`
/// \usage          `tie(u, v) = std::tuple(u * c - v * s, u * s + v * c);`
template <class... A>
  requires(sizeof...(A) > 0 && (detail::tie_operand<A&> && ...))
constexpr auto tie(A&... targets STRIA_LIFETIMEBOUND) {
  return detail::tied<detail::tied_hold<A&>...>(targets...);
}
template <class... A>
  requires((detail::operand<A> || ...) && (detail::tie_operand<A> && ...))
constexpr auto tie(A&&... targets) {
  return detail::tied<detail::tied_hold<A>...>(targets...);
}
template <class... A>
  requires((detail::operand<A> || ...) && !(detail::tie_operand<A> && ...))
auto tie(A&&...) -> detail::refusal_where<!(detail::tie_operand<A> && ...), detail::tied_verdict>;

} // namespace stria
