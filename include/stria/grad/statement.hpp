// SPDX-License-Identifier: BSL-1.0
// grad/statement.hpp: how an expression of variables becomes statements that are computed and
// recorded on a tape. Tests: tests/grad/expressions.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/leaf.hpp>
#include <stria/grad/slope.hpp>

#include <stria/expr/moved.hpp>
#include <stria/numpy/product/contract.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/reduce_by.hpp>
#include <stria/numpy/shape/broadcast_to.hpp>
#include <stria/numpy/statistics/statistics.hpp>

namespace stria::detail {

/// Moves the axes of N, or repeats them, in the loop that reads N. Such nodes are differentiated
/// together with the element-wise functions around them.
template <class N> inline constexpr bool moves_axes = false;
template <class N, auto Map, bool Names>
inline constexpr bool moves_axes<moved<N, Map, Names>> = true;
template <class N, auto Shape> inline constexpr bool moves_axes<broadcasted<N, Shape>> = true;
template <class N> inline constexpr bool is_broadcasted = false;
template <class N, auto Shape> inline constexpr bool is_broadcasted<broadcasted<N, Shape>> = true;

/// The rule of a node that is the root of a statement (node_rules.hpp): `exists`; `fuses`, if its
/// operands may be expressions; `reads_value`, if the rule reads the value of the node.
template <class N> struct node_rule {
  static constexpr bool exists = false;
};

// --- the expression of a program without gradients ---

struct make_plain {
  template <class N> constexpr auto operator()(const N& n) const;
};
/// The same expression, with references to tensors in place of variables.
template <class N> constexpr auto plain(const N& n) {
  if constexpr (is_grad_leaf<N>)
    return ref<typename N::tensor_type>(n.slot().value());
  else if constexpr (is_grad_part<N>)
    return n.values();
  else if constexpr (is_ref<N> && contains_variable<N>)
    return plain(*n.node);
  else if constexpr (!contains_variable<N>)
    return hold_t<const N&>(n);
  else
    return n.rebuilt(make_plain{});
}
template <class N> constexpr auto make_plain::operator()(const N& n) const { return plain(n); }

// Expressions without a derivative are evaluated as usual.
template <class N>
  requires inactive_operand<N>
constexpr auto prepare(const N& n) {
  return eval(plain(n));
}
template <class N>
  requires inactive_operand<N>
constexpr auto prepare_to_loop(const N& n) {
  return eval(plain(n));
}
template <class N>
  requires inactive_operand<N>
constexpr auto prepare_part(const N& n) {
  return eval(plain(n));
}

// --- the tape of an expression ---

[[noreturn]] [[gnu::cold]] inline void raise_two_calls() {
  raise<value_error>(
      message("stria: grad: an expression has variables of two calls; hvp(f, x, v) and hessian(f, "
              "x) compute "
              "second derivatives, and checkpoint() needs all variables as arguments"));
}
template <class N> void find_tape(const N& n, grad_tape*& found) {
  if constexpr (grad_memory<N>) {
    grad_tape* const own = n.slot().tape;
    if (own == nullptr) [[unlikely]]
      raise<value_error>(
          message("stria: grad: an expression uses a variable after the call that it "
                  "belongs to has ended"));
    if (found != nullptr && found != own) [[unlikely]]
      raise_two_calls();
    found = own;
  } else if constexpr (is_ref<N>) {
    find_tape(*n.node, found);
  } else if constexpr (contains_variable<N>) {
    for_each_operand(n, [&](const auto& o) { find_tape(o, found); });
  }
}
template <class N> grad_tape& tape_of(const N& n) {
  grad_tape* found = nullptr;
  find_tape(n, found);
  return *found;
}

// --- splitting ---

/// A tensor that outlives the reverse pass, with the values of n.
template <class N> auto kept_values(grad_tape& tape, const N& n) {
  using values = value_tensor<N>;
  return ref<values>(tape.keep(values(n)));
}

/// True for a node that is cheap to compute again, in the loop that reads it.
template <class N> inline constexpr bool is_cheap = false;
template <class N>
  requires(!memory_operand<N> && operand_count<N> != 0)
inline constexpr bool is_cheap<N> = N::ready::value && N::how == computation::in_the_loop &&
                                    !member_access::is_expensive<N> && parts_split<N>;

/// An expression without variables that may be read in the reverse pass: tensors of the
/// differentiated function are copied, and what is not cheap to compute is stored.
template <class N> auto captured(grad_tape& tape, const N& n) {
  if constexpr (is_ref<N> && memory_operand<N>) {
    return outlives(tape, n.node) ? n : kept_values(tape, *n.node);
  } else if constexpr (!memory_operand<N> && operand_count<N> == 0) {
    return N(n);
  } else if constexpr (is_cheap<N>) {
    return n.rebuilt([&](const auto& o) { return captured(tape, o); });
  } else {
    return kept_values(tape, n);
  }
}

template <class Tag, class N> auto stated(grad_tape& tape, const N& n);

/// The operand in a form that the reverse pass can read. Parts that are computed first become
/// statements of their own.
template <class N> auto split(grad_tape& tape, const N& n) {
  if constexpr (!contains_variable<N>) {
    return captured(tape, n);
  } else if constexpr (is_grad_variable<N>) {
    return grad_leaf<value_t<N>, extents_of<N>, typename N::tag>(n);
  } else if constexpr (grad_memory<N>) {
    return n;
  } else if constexpr (is_ref<N>) {
    return split(tape, *n.node);
  } else if constexpr (is_map<N> || moves_axes<N>) {
    return n.rebuilt([&](const auto& o) { return split(tape, o); });
  } else if constexpr (!is_active<N>) {
    return kept_values(tape, plain(n));
  } else {
    return stated<unnamed_tag>(tape, n);
  }
}

/// The root of a statement, with split operands.
template <class N> auto split_root(grad_tape& tape, const N& n) {
  if constexpr (is_ref<N>) {
    return split_root(tape, *n.node);
  } else if constexpr (is_map<N> || moves_axes<N> || grad_memory<N>) {
    return split(tape, n);
  } else {
    return n.rebuilt([&](const auto& o) {
      using O = bare<decltype(o)>;
      if constexpr (!is_active<O> || grad_memory<O>)
        return split(tape, o);
      else if constexpr (node_rule<N>::fuses)
        return split(tape, o);
      else
        return stated<unnamed_tag>(tape, o);
    });
  }
}

// --- names of what has no derivative ---

template <class N> constexpr const char* name_without_rule();
struct ask_for_rule {
  template <class... O> constexpr auto operator()(const O&...) const {
    return [] {
      const char* name = nullptr;
      ((name = name == nullptr ? name_without_rule<bare<O>>() : name), ...);
      return name;
    };
  }
};
template <class N> inline constexpr const char* name_of_node = "a function of the expression";
template <class Op, class E, std::uint64_t B, bool K>
inline constexpr const char* name_of_node<reduction<Op, E, B, K>> = Op::text;
template <class Op, class E, std::uint64_t B, bool K>
inline constexpr const char* name_of_node<statistic<Op, E, B, K>> = Op::text;
template <class A, class B> inline constexpr const char* name_of_node<kronecker<A, B>> = "kron";
template <class F, class T, class E, std::uint64_t B, bool K>
inline constexpr const char* name_of_node<folded<F, T, E, B, K>> = "reduce";

/// The first function in an expression that has no derivative; nullptr if there is none.
template <class N> constexpr const char* name_without_rule() {
  if constexpr (is_ref<N>) {
    return name_without_rule<bare<decltype(*std::declval<const N&>().node)>>();
  } else if constexpr (!is_active<N> || grad_memory<N>) {
    return nullptr;
  } else {
    if constexpr (!is_differentiable<value_t<N>>)
      return "complex numbers";
    else if constexpr (is_map<N>) {
      using F = bare<decltype(std::declval<const N&>().function())>;
      if (!slope_of<F>::exists)
        return name_of<F>();
    } else if constexpr (!moves_axes<N>) {
      if (!node_rule<N>::exists)
        return name_of_node<N>;
    }
    return decltype(member_access::operands(std::declval<const N&>(), ask_for_rule{}))()();
  }
}
template <class N> struct rule_verdict {
  static constexpr bool accepted = name_without_rule<N>() == nullptr;
  static constexpr message text() {
    const std::string_view name = name_without_rule<N>();
    message m("stria: grad: ");
    if (name == "map")
      return m
             << "the function of map() has no known derivative; custom_grad(f, pullback) states it";
    if (name == "complex numbers")
      return m << "complex numbers have no derivative in this version";
    return m << "no derivative of " << name
             << "(); primal(e) passes its values without one, custom_grad(f, pullback) states one";
  }
};

// --- recording ---

/// True if the derivative of N reads the values of its variables.
template <class N> inline constexpr bool reads_variables = contains_variable<N>;
struct ask_reads_variables {
  template <class... O>
  constexpr std::bool_constant<(reads_variables<bare<O>> || ...)> operator()(const O&...) const {
    return {};
  }
};
template <grad_memory N> inline constexpr bool reads_variables<N> = false;
template <class N>
  requires(is_active<N> && moves_axes<N>)
inline constexpr bool reads_variables<N> =
    decltype(member_access::operands(std::declval<const N&>(), ask_reads_variables{}))::value;
template <class N>
  requires(is_active<N> && is_map<N> &&
           slope_of<bare<decltype(std::declval<const N&>().function())>>::exists)
inline constexpr bool reads_variables<N> = [] {
  using F = bare<decltype(std::declval<const N&>().function())>;
  constexpr bool operands =
      decltype(member_access::operands(std::declval<const N&>(), ask_reads_variables{}))::value;
  return operands || !slope_of<F>::is_linear;
}();
template <class N>
  requires(is_active<N> && node_rule<N>::exists)
inline constexpr bool reads_variables<N> =
    !node_rule<N>::is_linear ||
    decltype(member_access::operands(std::declval<const N&>(), ask_reads_variables{}))::value;

/// Notes that the rules of a statement read the variables of n.
template <class N> void note_reads(const N& n) {
  if constexpr (grad_memory<N>)
    n.slot().is_reread = true;
  else if constexpr (contains_variable<N>)
    for_each_operand(n, [](const auto& o) { note_reads(o); });
}

template <class N, class Slot> void contribute(const N& n, Slot& result); // reverse.hpp

/// A statement: the expression and the slot of its value.
template <class N, class Slot> struct grad_statement final : grad_entry {
  N root;
  Slot* result;

  grad_statement(N n, Slot& s) : root(std::move(n)), result(&s) {}
  void reverse() override {
    if (!result->has_adjoint)
      return;
    contribute(root, *result);
    result->drop_adjoint();
  }
  void redo() override {}
};

/// Computes the root of a statement and records it.
template <class N> auto record(grad_tape& tape, N root) {
  using slot = grad_slot<value_t<N>, extents_of<N>>;
  auto s = tape.make_slot<slot>();
  s->own = typename slot::tensor_type(plain(root));
  if constexpr (reads_variables<N>)
    note_reads(root);
  if constexpr (node_rule<N>::exists)
    s->is_reread = node_rule<N>::reads_value;
  if (!tape.is_forward)
    tape.entries.push_back(std::make_unique<grad_statement<N, slot>>(std::move(root), *s));
  return s;
}
template <class Tag, class N> auto stated(grad_tape& tape, const N& n) {
  static_assert(name_without_rule<N>() == nullptr,
                "stria: grad: a function in this expression has no derivative; let(e) of the "
                "expression reports its name");
  auto s = record(tape, split_root(tape, n));
  return grad_leaf<value_t<N>, extents_of<N>, Tag>(*s);
}

// A reduction over all axes is computed immediately, as without gradients, so that its operands
// need not outlive the statement. The result is a variable of rank 0.
template <class Node> struct stated_call {
  static constexpr bool accepted = true;
  using type = grad_leaf<value_t<Node>, Node::extents, unnamed_tag>;
  template <class... A> static type run(A&&... a) { return type(Node(static_cast<A&&>(a)...)); }
};
template <active_operand Node> struct element_call<Node> : stated_call<Node> {};
template <class Node, class Verdict, active_operand E>
  requires(Verdict::accepted && gives_element<E>(Verdict::axes))
struct element_verdict<Node, Verdict, E> : rule_verdict<Node> {};

template <class L, class E> auto& own_slot(const E& e) {
  return stated<typename L::tag>(tape_of(e), e).slot();
}
template <class T, auto X, class Tag>
grad_variable<T, X, Tag>::grad_variable(const grad_variable& other) {
  if constexpr (is_argument<Tag>)
    slot_ = other.slot_;
  else
    slot_ = record(*other.slot().tape, grad_leaf<T, X, Tag>(other));
}

} // namespace stria::detail
