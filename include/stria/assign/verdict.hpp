// SPDX-License-Identifier: BSL-1.0
// assign/verdict.hpp: whether an expression can be assigned to a target, at compile time and at run
// time. Tests: tests/assign/assign.cpp.
#pragma once

#include <stria/evaluate/loop.hpp>
#include <stria/expr/operators.hpp>
#include <stria/tensor/view.hpp>

namespace stria::detail {

template <class Op> inline constexpr bool is_plain = std::same_as<Op, assign_op>;

template <class Op> struct kernel_of {
  using type = store_kernel;
};
template <class F> struct kernel_of<update_op<F>> {
  using type = update_kernel<F>;
};

/// True for a scalar, or an operand of rank 0.
template <class E> inline constexpr bool is_one_value = true;
template <operand E> inline constexpr bool is_one_value<E> = rank_of<E> == 0;

/// A selection by index arrays or a boolean mask, as a target.
template <class Target>
concept selects = member_access::selects<Target> != 0;
/// True for `t[mask] = value`, where the mask has the shape of t and all elements are numbers.
template <class Target, class E> inline constexpr bool blends = false;
template <selects Target, class E>
  requires(is_one_value<E> && is_number<value_t<Target>>)
inline constexpr bool blends<Target, E> =
    member_access::selects<Target> == by_mask &&
    is_number<value_t<std::remove_cvref_t<hold_t<E, Target>>>>;

/// How the shape of an expression must fit the target.
enum class fit_rule : unsigned char { broadcast, exact };

struct fit_fault {
  extent_fault fault = extent_fault::none;
  std::size_t axis = 0; // axis of the target
  bool rank = false;
};

template <std::size_t T, std::size_t E>
constexpr fit_fault fit_extents(const static_shape<T>& to, const static_shape<E>& from,
                                fit_rule rule) {
  if (rule == fit_rule::exact && T != E)
    return {extent_fault::sizes, 0, true};
  // Leading axes of size 1 may be dropped.
  for (std::size_t k = 0; E > T && k < E - T; ++k)
    if (from[k].is_static() && from[k].size != 1)
      return {extent_fault::sizes, 0, true};
  for (std::size_t k = T > E ? T - E : 0; k < T; ++k) {
    const extent a = to[k], b = from[k + E - T];
    extent_fault f = assign_extents(a, b);
    if (rule == fit_rule::exact && a.is_static() && b.is_static() && a.size != b.size)
      f = extent_fault::sizes;
    if (f != extent_fault::none)
      return {f, k, false};
  }
  return {};
}

[[noreturn]] [[gnu::cold]] inline void raise_shape_does_not_fit(array_ref<extent> to_extents,
                                                                array_ref<index> to,
                                                                array_ref<extent> from_extents,
                                                                array_ref<index> from) {
  message m("stria: a value of shape ");
  say_shape(m, from_extents, from);
  m << " does not fit into the target of shape ";
  // `to` is empty if the target does not exist yet.
  if (to.empty())
    say_shape(m, to_extents);
  else
    say_shape(m, to_extents, to);
  raise<shape_error>(m);
}

/// Raises `shape_error` unless an expression of sizes `from` can be assigned to a target of sizes
/// `to`.
template <auto To, auto From, std::size_t T, std::size_t E>
constexpr void check_fit(const std::array<index, T>& to, const std::array<index, E>& from) {
  if constexpr (!(To.is_static() && From.is_static())) {
    bool fits = true;
    for (std::size_t k = 0; E > T && k < E - T; ++k)
      fits = fits && from[k] == 1;
    for (std::size_t k = T > E ? T - E : 0; k < T; ++k) {
      const index n = from[k + E - T];
      fits = fits && (n == to[k] || n == 1);
    }
    if (!fits) [[unlikely]]
      raise_shape_does_not_fit(To.view(), to, From.view(), from);
  }
}

/// Raises `shape_error` unless a tensor can have the sizes `from`, of which `extents` are known in
/// types.
template <class Target>
STRIA_INLINE constexpr void check_extents(const std::array<index, Target::extents.rank()>& from,
                                          array_ref<extent> extents) {
  if constexpr (Target::extents.dynamic_count() != Target::extents.rank())
    for (std::size_t k = 0; k < from.size(); ++k)
      if (Target::extents[k].is_static() && Target::extents[k].size != from[k]) [[unlikely]]
        raise_shape_does_not_fit(Target::extents.view(), {}, extents, from);
  check_names<Target::extents>(from);
}

/// The sizes of a tensor that is constructed from an expression, or to which an expression is
/// assigned.
///
/// \throws  shape_error if a static extent of the tensor does not fit
template <class Target, class E> STRIA_INLINE constexpr auto tensor_sizes(const E& e) {
  const auto from = e.shape();
  check_extents<Target>(from, E::extents.view());
  return from;
}

/// True if the update function accepts an element of the target and a value, and returns an
/// element.
template <class Op, class T, class V> inline constexpr bool takes_elements = true;
template <class F, class T, class V>
inline constexpr bool takes_elements<update_op<F>, T, V> =
    requires(const T& t, const V& v) { static_cast<T>(F{}(t, v)); };
template <class Op> struct elements_verdict {
  static constexpr message name() { return message("="); }
  static constexpr message text() { return {}; }
};
template <class F> struct elements_verdict<update_op<F>> {
  static constexpr message name() {
    const std::string_view text = name_of<F>();
    message m(text);
    if (text.back() < 'a' || text.back() == '|') // an operator
      m << '=';
    return m;
  }
  static constexpr message text() { return call_text<F>(2); }
};

/// True if the target broadcasts scalars only.
template <class Target> inline constexpr bool wants_exact = false;

/// True if the target owns its elements and adopts the shape of what is assigned to it.
template <class Target> inline constexpr bool owns_memory = tensor_operand<Target>;

/// True for a view of memory that is not on the host.
template <class Target> inline constexpr bool is_view_elsewhere = false;

enum class assign_fault : unsigned char { none, read_only, foreign, element, call, shape };

template <class Op, class Target, class E> struct assign_verdict {
  static constexpr bool writes_const = [] {
    if constexpr (view_operand<Target>)
      return std::is_const_v<std::remove_reference_t<decltype(*std::declval<Target&>().data())>>;
    else
      return false;
  }();
  static constexpr fit_rule rule = [] {
    if constexpr (owns_memory<Target> && is_plain<Op>)
      return fit_rule::exact;
    else if constexpr (wants_exact<Target> && operand<E>)
      return rank_of<E> == 0 ? fit_rule::broadcast : fit_rule::exact;
    else
      return fit_rule::broadcast;
  }();
  static constexpr fit_fault fit = [] {
    if constexpr (operand<E>)
      return fit_extents(extents_of<Target>, extents_of<E>, rule);
    else
      return fit_fault{};
  }();
  static constexpr assign_fault fault = [] {
    if constexpr (writes_const)
      return assign_fault::read_only;
    else if constexpr (!operand_with<E, Target>)
      return assign_fault::foreign;
    else if constexpr (fit.fault != extent_fault::none)
      return assign_fault::shape;
    else if constexpr (operand<E>)
      return !std::constructible_from<value_t<Target>, value_t<E>> ? assign_fault::element
             : takes_elements<Op, value_t<Target>, value_t<E>>     ? assign_fault::none
                                                                   : assign_fault::call;
    else
      return !std::constructible_from<value_t<Target>, const bare<E>&> ? assign_fault::element
             : takes_elements<Op, value_t<Target>, value_t<hold_t<E, Target>>> ? assign_fault::none
                                                                               : assign_fault::call;
  }();
  static constexpr bool accepted = fault == assign_fault::none;

  static constexpr message text() {
    message m("stria: ");
    switch (fault) {
    case assign_fault::read_only:
      return m << "this is a view of a const tensor and cannot be written; take a view of a "
                  "tensor that is not const, or write into a copy made by eval()";
    case assign_fault::foreign:
      return m << "the right side is neither a tensor expression nor a value of the "
                  "element type; as_tensor(c) copies a container";
    case assign_fault::element:
      return m << "the elements of the right side do not convert to those of the target; "
                  "convert them with cast<T>() or real()";
    case assign_fault::call: return elements_verdict<Op>::text();
    case assign_fault::shape:
    case assign_fault::none: break;
    }
    if constexpr (operand<E>) {
      if (fit.fault == extent_fault::names) {
        m << elements_verdict<Op>::name().view() << ": axis " << fit.axis << " has ";
        say_extent(m, extents_of<Target>[fit.axis]);
        m << " elements on the left and ";
        say_extent(m, extents_of<E>[fit.axis + rank_of<E> - rank_of<Target>]);
        return m << " on the right";
      }
      m << "a value of shape ";
      say_shape(m, extents_of<E>.view());
      m << " does not fit into the target of shape ";
      say_shape(m, extents_of<Target>.view());
      // A tensor adopts the shape of what is assigned to it, so nothing is repeated.
      constexpr bool repeats =
          owns_memory<Target> && rule == fit_rule::exact &&
          fit_extents(extents_of<Target>, extents_of<E>, fit_rule::broadcast).fault ==
              extent_fault::none;
      if (fit.rank)
        m << ": the ranks differ; "
          << (repeats ? "t[ellipsis] = x repeats x in a tensor t that has its sizes; newaxis adds "
                        "an axis"
                      : "newaxis adds an axis, reshape() and sum() merge some");
      else
        m << ": axis " << fit.axis << " differs; "
          << (repeats                   ? "t[ellipsis] = x repeats size 1 of x"
              : rule == fit_rule::exact ? "the sizes must be equal"
                                        : "only size 1 is repeated");
    }
    return m;
  }
};

} // namespace stria::detail
