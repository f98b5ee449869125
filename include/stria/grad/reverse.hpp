// SPDX-License-Identifier: BSL-1.0
// grad/reverse.hpp: adds the contributions of one statement to the adjoints of its variables.
//
// Element-wise functions are differentiated forwards: for each variable, the slope of the whole
// expression is built by the rules of slope.hpp, multiplied by the adjoint y of the statement, and
// summed over the axes along which the variable is repeated. So each variable costs one loop.
// Tests: tests/grad/expressions.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/statement.hpp>

namespace stria::detail {

template <class Y> inline constexpr bool is_plain_number = std::is_arithmetic_v<bare<Y>>;

// --- the shape of an adjoint ---

/// The axes of the result N along which operand O is repeated, as the types show.
template <class O, class N> constexpr std::uint64_t repeated_axes() {
  constexpr std::size_t R = rank_of<N>, r = rank_of<O>;
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < R; ++k)
    if (k + r < R || (extents_of<O>[k + r - R].size == 1 && extents_of<N>[k].size != 1))
      bits |= std::uint64_t{1} << k;
  return bits;
}
template <std::size_t R, std::size_t r> constexpr auto without_leading_axes() {
  axis_map<r> m{};
  for (std::size_t k = 0; k < r; ++k)
    m.source[k] = static_cast<int>(k + R - r);
  return m;
}
template <class A, class B> constexpr bool has_extents_of() {
  if constexpr (rank_of<A> != rank_of<B>)
    return false;
  else
    return extents_of<A> == extents_of<B>;
}
/// c, of the shape of N or of a shape that broadcasts to it, summed to the shape of the operand O.
/// Sizes that are 1 only at run time are left to add_to(). `repeats` is multiplied by the number of
/// equal terms along axes of size 1 of c; add_to() multiplies by it.
template <class O, class N, class C>
auto summed_to(const O& o, const N& n, const C& c, index& repeats) {
  if constexpr (has_no_slope<C>) {
    return c;
  } else if constexpr (is_plain_number<C>) {
    const index own = o.size();
    return static_cast<C>(c * static_cast<C>(own == 0 ? 1 : n.size() / own));
  } else if constexpr (rank_of<C> != rank_of<N>) {
    return summed_to(o, n, broadcasted<C, N::extents>(c, n.shape()), repeats);
  } else {
    constexpr std::uint64_t bits = repeated_axes<O, N>();
    constexpr std::size_t R = rank_of<N>, r = rank_of<O>;
    const auto total = n.shape(), from = c.shape();
    const auto to = o.shape();
    for (std::size_t k = 0; k < R; ++k)
      if (from[k] == 1 && (k + r < R || to[k + r - R] == 1))
        repeats *= total[k];
    if constexpr (bits == 0) {
      return c;
    } else if constexpr (bits == (std::uint64_t{1} << (R - r)) - 1) {
      return reduction<sum_op, C, bits, false>(c);
    } else {
      reduction<sum_op, C, bits, true> sums(c);
      if constexpr (R == r)
        return sums;
      else
        return moved<decltype(sums), without_leading_axes<R, r>()>(sums);
    }
  }
}
/// c summed to the shape of the operand O, which broadcasts to that of c.
template <class O, class C> auto summed(const O& o, const C& c) {
  index once = 1;
  return summed_to(o, c, c, once);
}
template <auto Map, std::size_t In> constexpr auto inverse_of_map() {
  axis_map<In> m{};
  for (std::size_t k = 0; k < In; ++k)
    m.source[k] = -1;
  for (std::size_t k = 0; k < Map.rank(); ++k)
    if (!Map.is_new(k))
      m.source[Map[k]] = static_cast<int>(k);
  return m;
}

/// The sums of `from` over axes along which the target has size 1; repeated along axes of size 1.
/// Called if sizes of 1 are known only at run time.
template <class T>
void add_refitted(T* to, const index* to_sizes, const T* from, const index* from_sizes,
                  std::size_t rank) {
  index turns = 1;
  for (std::size_t k = 0; k < rank; ++k)
    turns *= to_sizes[k] > from_sizes[k] ? to_sizes[k] : from_sizes[k];
  for (index i = 0; i < turns; ++i) {
    index rest = i, at_to = 0, at_from = 0, stride_to = 1, stride_from = 1;
    for (std::size_t k = rank; k-- > 0;) {
      const index n = to_sizes[k] > from_sizes[k] ? to_sizes[k] : from_sizes[k];
      const index place = rest % n;
      rest /= n;
      at_to += to_sizes[k] == 1 ? 0 : place * stride_to;
      at_from += from_sizes[k] == 1 ? 0 : place * stride_from;
      stride_to *= to_sizes[k];
      stride_from *= from_sizes[k];
    }
    to[at_to] += from[at_from];
  }
}
template <class To, class From>
To refitted(const From& from, const axis_array<rank_of<To>>& sizes) {
  To to(sizes, uninitialized_t{});
  set_to_zero(to);
  const auto own = from.shape();
  if (from.size() != 0 && to.size() != 0)
    add_refitted(to.data(), sizes.data(), from.data(), own.data(), rank_of<To>);
  return to;
}

/// The values of c in a tensor of these sizes.
template <class To, class C> To adjoint_from(const C& c, const axis_array<rank_of<To>>& sizes) {
  if constexpr (is_plain_number<C>) {
    To t(sizes, uninitialized_t{});
    for (auto& v : t.storage())
      v = static_cast<value_t<To>>(c);
    return t;
  } else if constexpr (rank_of<C> != rank_of<To>) {
    return adjoint_from<To>(broadcasted<C, To::extents>(c, sizes), sizes);
  } else if constexpr (has_extents_of<C, To>() && To::extents.is_static()) {
    return To(c);
  } else if constexpr (has_extents_of<C, To>()) {
    To t(c);
    return t.shape() == sizes ? std::move(t) : refitted<To>(t, sizes);
  } else {
    using dynamic = typename tensor_of<value_t<To>, unknown_shape<rank_of<To>>()>::type;
    const dynamic t(c);
    if (t.shape() == sizes)
      return To(t);
    return refitted<To>(t, sizes);
  }
}

/// Adds c, `repeats` times, to the adjoint of a leaf or a part.
template <class L, class C> void add_to(const L& leaf, const C& c, index repeats = 1) {
  if constexpr (has_no_slope<C>) {
    return;
  } else {
    using tensor_type = typename L::tensor_type;
    const auto factor = static_cast<value_t<L>>(repeats);
    const auto fresh = [&] {
      auto t = adjoint_from<tensor_type>(c, leaf.shape());
      if (repeats != 1)
        for (auto& v : t.storage())
          v *= factor;
      return t;
    };
    if constexpr (is_grad_leaf<L>) {
      auto& slot = leaf.slot();
      if (!slot.has_adjoint)
        slot.adjoint = fresh();
      else if constexpr (is_plain_number<C>)
        slot.adjoint[ellipsis] += static_cast<value_t<L>>(c);
      else
        slot.adjoint += fresh();
      slot.has_adjoint = true;
    } else {
      auto to = leaf.adjoint();
      if constexpr (is_plain_number<C>)
        to += static_cast<value_t<L>>(c);
      else if constexpr (rank_of<C> == rank_of<L> && L::extents.is_static())
        to += c * factor;
      else
        to += fresh();
    }
  }
}

// --- slopes ---

/// The slope of a variable with respect to itself.
struct unit_slope {};
template <class D> inline constexpr bool is_unit = std::same_as<bare<D>, unit_slope>;

template <class N, std::size_t K>
using operand_type = bare<decltype(operand_at<K>(std::declval<const N&>()))>;

/// The type of a constant factor of a slope of N.
template <class N> using slope_constant = typename slope_number<value_t<N>>::type;

/// The slope of n by operand K, times d. `o` are the operands of n, without variables.
template <std::size_t K, class N, class D, class... O>
auto sloped(const N& n, const D& d, const O&... o) {
  using F = bare<decltype(n.function())>;
  if constexpr (has_no_slope<D>)
    return d;
  else if constexpr (is_unit<D> && one_of<F, add_fn, identity_fn, positive_fn>)
    return d;
  else if constexpr (is_unit<D> && std::same_as<F, subtract_fn> && K == 0)
    return d;
  else if constexpr (is_unit<D> && std::same_as<F, multiply_fn>)
    return pick_operand<1 - K>(o...);
  else if constexpr (is_unit<D>)
    return slope_of<F>::template by<K>(n.function(), slope_constant<N>(1), o...);
  else
    return slope_of<F>::template by<K>(n.function(), d, o...);
}
/// y times d.
template <class Y, class D> auto scaled(const Y& y, const D& d) {
  if constexpr (is_unit<D>)
    return y;
  else if constexpr (has_no_slope<D>)
    return d;
  else
    return y * d;
}

/// Calls `with(f(operand 0), ..., f(operand n))`.
template <class N, class With> decltype(auto) with_plain_operands(const N& n, const With& with) {
  return n.operands([&](const auto&... o) { return with(plain(o)...); });
}

// --- variables that occur several times ---

template <class... L> struct leaf_list {};
template <class L, class N> inline constexpr int leaf_count = std::same_as<L, N> ? 1 : 0;
template <class L> struct count_leaves {
  template <class... O>
  constexpr std::integral_constant<int, (0 + ... + leaf_count<L, bare<O>>)>
  operator()(const O&...) const {
    return {};
  }
};
template <class L, class N>
  requires(is_active<N> && !grad_memory<N>)
inline constexpr int leaf_count<L, N> =
    decltype(member_access::operands(std::declval<const N&>(), count_leaves<L>{}))::value;

/// True if only element-wise functions are between N and the leaf_count of a leaf.
template <class L, class N>
inline constexpr bool is_reached_by_maps = leaf_count<L, N> == 0 || std::same_as<L, N>;
template <class L> struct ask_reached {
  template <class... O>
  constexpr std::bool_constant<(is_reached_by_maps<L, bare<O>> && ...)>
  operator()(const O&...) const {
    return {};
  }
};
template <class L, class N>
  requires(leaf_count<L, N> != 0 && is_map<N>)
inline constexpr bool is_reached_by_maps<L, N> =
    decltype(member_access::operands(std::declval<const N&>(), ask_reached<L>{}))::value;

/// True if the contributions to L are one expression.
template <class L, class N> inline constexpr bool is_merged = false;
template <class T, auto X, class Tag, class N>
  requires(!std::same_as<Tag, unnamed_tag>)
inline constexpr bool is_merged<grad_leaf<T, X, Tag>, N> =
    (leaf_count<grad_leaf<T, X, Tag>, N> > 1) && is_reached_by_maps<grad_leaf<T, X, Tag>, N>;

template <class Root, class List, class... N> struct merged_leaves {
  using type = List;
};
template <class Root, class List> struct merged_below {
  template <class... O>
  constexpr typename merged_leaves<Root, List, bare<O>...>::type operator()(const O&...) const {
    return {};
  }
};
template <class Root, class List, class N> constexpr auto merged_in() {
  if constexpr (!is_active<N> || is_grad_part<N>) {
    return List{};
  } else if constexpr (is_grad_leaf<N>) {
    return []<class... L>(leaf_list<L...>) {
      if constexpr ((std::same_as<L, N> || ...) || !is_merged<N, Root>)
        return leaf_list<L...>{};
      else
        return leaf_list<L..., N>{};
    }(List{});
  } else {
    return decltype(member_access::operands(std::declval<const N&>(),
                                            merged_below<Root, List>{})){};
  }
}
template <class Root, class List, class N, class... More>
struct merged_leaves<Root, List, N, More...>
    : merged_leaves<Root, decltype(merged_in<Root, List, N>()), More...> {};

/// The first leaf of type L.
template <class L, class N> const L* first_leaf(const N& n) {
  if constexpr (std::same_as<L, N>) {
    return &n;
  } else if constexpr (leaf_count<L, N> == 0) {
    return nullptr;
  } else {
    const L* found = nullptr;
    for_each_operand(n, [&](const auto& o) {
      if (found == nullptr)
        found = first_leaf<L>(o);
    });
    return found;
  }
}
/// True if all leaves of type L belong to one variable. The variables of one let() may differ, if
/// several of them are kept.
template <class L, class N> bool is_one_variable(const N& n, const L& first) {
  if constexpr (is_argument<typename L::tag>) {
    return true;
  } else if constexpr (std::same_as<L, N>) {
    return &n.slot() == &first.slot();
  } else if constexpr (leaf_count<L, N> == 0) {
    return true;
  } else {
    bool same = true;
    for_each_operand(n, [&](const auto& o) { same = same && is_one_variable<L>(o, first); });
    return same;
  }
}

template <class V, class A, class B> auto added_slopes(const A& a, const B& b) {
  if constexpr (has_no_slope<A>)
    return b;
  else if constexpr (has_no_slope<B>)
    return a;
  else if constexpr (is_unit<A> && is_unit<B>)
    return V(2);
  else if constexpr (is_unit<A>)
    return V(1) + b;
  else if constexpr (is_unit<B>)
    return a + V(1);
  else
    return a + b;
}
template <class V> no_slope sum_of_slopes() { return {}; }
template <class V, class D, class... More> auto sum_of_slopes(const D& d, const More&... more) {
  return added_slopes<V>(d, sum_of_slopes<V>(more...));
}
/// The slope of n by all leaves of type L.
template <class L, class N> auto slope_by(const N& n) {
  if constexpr (std::same_as<L, N>) {
    return unit_slope{};
  } else if constexpr (leaf_count<L, N> == 0) {
    return no_slope{};
  } else {
    return with_plain_operands(n, [&](const auto&... plain_operand) {
      return [&]<std::size_t... K>(std::index_sequence<K...>) {
        return sum_of_slopes<slope_constant<N>>(
            sloped<K>(n, slope_by<L>(operand_at<K>(n)), plain_operand...)...);
      }(std::make_index_sequence<sizeof...(plain_operand)>());
    });
  }
}

// --- contributions ---

/// d with the rank and the extents of n.
template <class N, class D> auto fully_shaped(const N& n, const D& d) {
  if constexpr (has_extents_of<D, N>() && N::extents.is_static())
    return d;
  else
    return broadcasted<D, N::extents>(d, n.shape());
}
/// c, of the shape of n, in the shape of the source of n.
template <class N, class C> auto moved_back(const N& n, const C& c, index& repeats) {
  if constexpr (has_no_slope<C>)
    return c;
  else if constexpr (is_broadcasted<N>)
    return summed_to(n.source(), n, c, repeats);
  else if constexpr (is_plain_number<C>)
    return c;
  else if constexpr (rank_of<C> != rank_of<N>)
    return moved_back(n, broadcasted<C, N::extents>(c, n.shape()), repeats);
  else
    return moved<C, inverse_of_map<N::map(), rank_of<bare<decltype(n.source())>>>()>(c);
}

/// Calls act(leaf, slope, collapse) for each leaf below n that is not merged; collapse(c, repeats)
/// sums c, of the shape of n, to the shape of the leaf, as summed_to() does.
template <class Root, bool Separate, class N, class Act>
void for_each_leaf(const N& n, const Act& act) {
  if constexpr (!is_active<N>) {
    return;
  } else if constexpr (grad_memory<N>) {
    if constexpr (Separate || !is_merged<N, Root>)
      act(n, unit_slope{}, [](const auto& c, index&) { return c; });
  } else if constexpr (is_map<N>) {
    with_plain_operands(n, [&](const auto&... plain_operand) {
      [&]<std::size_t... K>(std::index_sequence<K...>) {
        const auto descend = [&]<std::size_t Which>(std::integral_constant<std::size_t, Which>) {
          const auto& own = operand_at<Which>(n);
          for_each_leaf<Root, Separate>(own, [&](const auto& leaf, const auto& d,
                                                 const auto& collapse) {
            act(leaf, sloped<Which>(n, d, plain_operand...), [&](const auto& c, index& repeats) {
              return collapse(summed_to(own, n, c, repeats), repeats);
            });
          });
        };
        (descend(std::integral_constant<std::size_t, K>()), ...);
      }(std::make_index_sequence<sizeof...(plain_operand)>());
    });
  } else {
    const auto& own = n.source();
    for_each_leaf<Root, Separate>(own, [&](const auto& leaf, const auto& d, const auto& collapse) {
      const auto moved_slope = [&] {
        using D = bare<decltype(d)>;
        if constexpr (is_unit<D> || has_no_slope<D> || is_plain_number<D>)
          return d;
        else
          return n.over(fully_shaped(own, d));
      };
      act(leaf, moved_slope(), [&](const auto& c, index& repeats) {
        return collapse(moved_back(n, c, repeats), repeats);
      });
    });
  }
}
template <class L, class C, class Collapse>
void add_collapsed(const L& leaf, const C& c, const Collapse& collapse) {
  index repeats = 1;
  const auto sums = collapse(c, repeats);
  add_to(leaf, sums, repeats);
}
template <class L, class N, class Y> void contribute_merged(const N& n, const Y& y) {
  const L& leaf = *first_leaf<L>(n);
  if (is_one_variable<L>(n, leaf))
    add_collapsed(leaf, scaled(y, slope_by<L>(n)),
                  [&](const auto& c, index& repeats) { return summed_to(leaf, n, c, repeats); });
  else if constexpr (!is_argument<typename L::tag>)
    for_each_leaf<N, true>(n, [&](const auto& own, const auto& d, const auto& collapse) {
      if constexpr (std::same_as<bare<decltype(own)>, L>)
        add_collapsed(own, scaled(y, d), collapse);
    });
}
/// Adds y times the derivative of an element-wise expression n to the adjoints of its variables.
template <class N, class Y> void give(const N& n, const Y& y) {
  if constexpr (is_active<N> && !has_no_slope<Y>) {
    for_each_leaf<N, false>(n, [&](const auto& leaf, const auto& d, const auto& collapse) {
      add_collapsed(leaf, scaled(y, d), collapse);
    });
    [&]<class... L>(leaf_list<L...>) {
      (contribute_merged<L>(n, y), ...);
    }(typename merged_leaves<N, leaf_list<>, N>::type{});
  }
}

/// The adjoint or the value of a slot as an operand: a number if its rank is 0. A dual number
/// remains an operand, so that it combines with plain ones.
template <class T> auto as_operand(const T& t) {
  if constexpr (rank_of<T> == 0 && std::is_arithmetic_v<value_t<T>>)
    return value_t<T>(t);
  else
    return ref<T>(t);
}
template <class N, class Slot> void contribute(const N& n, Slot& result) {
  const auto y = as_operand(result.adjoint);
  if constexpr (node_rule<N>::exists)
    node_rule<N>::back(n, result.own, y);
  else
    give(n, y);
}

} // namespace stria::detail
