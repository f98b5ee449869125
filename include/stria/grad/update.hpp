// SPDX-License-Identifier: BSL-1.0
// grad/update.hpp: assignments to variables, to parts of them and to selections, and tie().
//
// The old elements are kept if a rule of an earlier statement, or of this one, reads them. The
// reverse pass writes them back before it reads the variable, so each statement finds the values
// that it used. Tests: tests/grad/updates.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/node_rules.hpp>

#include <stria/assign/scatter.hpp>
#include <stria/assign/tie.hpp>

#include <optional>
#include <tuple>

namespace stria::detail {

template <class T, auto X, class G>
inline constexpr bool owns_memory<grad_variable<T, X, G>> = true;
template <class V, auto L>
inline constexpr bool is_view_elsewhere<grad_part<view<V, L>>> = !std::is_const_v<V>;

using argument_target_verdict = sentence<"stria: grad: arguments and const variables cannot be "
                                         "assigned to; auto u = let(a) makes a variable">;
/// True for arguments, const variables, and parts of them.
template <class Target> inline constexpr bool is_fixed_target = false;
template <class T, auto X, class G>
inline constexpr bool is_fixed_target<grad_variable<T, X, G>> = is_argument<G>;
template <class V, auto L>
inline constexpr bool is_fixed_target<grad_part<view<V, L>>> = std::is_const_v<V>;
template <class S, auto Spec, class Index>
inline constexpr bool is_fixed_target<gather<S, Spec, Index>> =
    !is_grad_part<S> || is_fixed_target<S>;

/// The right side of an update, as the value that is assigned or added. Sums and differences are
/// accumulated; other functions are computed from the old elements.
template <class Op> inline constexpr bool adds_updates = false;
template <> inline constexpr bool adds_updates<update_op<add_fn>> = true;
template <> inline constexpr bool adds_updates<update_op<subtract_fn>> = true;
template <class Op> struct update_function;
template <class F> struct update_function<update_op<F>> {
  using type = F;
};

/// A variable as a part, which refers to all its elements.
template <class T, auto X, class G> auto whole_of(const grad_variable<T, X, G>& v) {
  return grad_part<view<T, row_major(X)>>(v.slot(), place_of_all(v));
}
template <class V> auto whole_of(const grad_part<V>& p) { return p; }

/// The elements of a part: of its value, and of its adjoint.
template <class Part> struct part_place {
  Part part;
  auto values() const { return part.target(); }
  auto adjoint() const { return part.adjoint(); }
  grad_slot_base& slot() const { return part.slot(); }
  static constexpr bool has_duplicates = false;
};
/// The elements of a selection by index arrays or a mask.
template <class Part, auto Spec, class Index> struct gather_place {
  Part part;
  Index places;

  template <class M> auto over(M memory) const { return gather<M, Spec, Index>(memory, places); }
  auto values() const { return over(part.target()); }
  auto adjoint() const { return over(part.adjoint()); }
  grad_slot_base& slot() const { return part.slot(); }
  static constexpr bool has_duplicates = true;

  /// For each update, whether it is the last one of its element.
  auto is_last() const {
    using map = view<index, Part::layout>;
    std::vector<index> order(static_cast<std::size_t>(part.storage()));
    auto last = over(map(order.data(), part.storage(), part.place()));
    const auto numbers = positions_of(values(), 0);
    last = numbers;
    return eval(last == numbers);
  }
};

/// Records an update of elements at a place. Root is the right side.
template <class Op, class Place, class Root> struct grad_update final : grad_entry {
  using target = decltype(std::declval<const Place&>().values());
  Place place;
  Root root;
  std::optional<value_tensor<target>> other; // the old elements, in the reverse pass the new ones

  grad_update(Place p, Root r) : place(std::move(p)), root(std::move(r)) {}

  void exchange() {
    if (!other)
      return;
    auto to = place.values();
    value_tensor<target> now(to);
    to = *other;
    other = std::move(now);
  }
  void redo() override { exchange(); }
  void reverse() override {
    exchange();
    auto adjoint = place.adjoint();
    value_tensor<target> y(adjoint);
    if constexpr (!adds_updates<Op>) {
      adjoint = value_t<target>(0);
      if constexpr (Place::has_duplicates)
        y = where(place.is_last(), y, value_t<target>(0));
    }
    using fn = std::conditional_t<std::same_as<Op, update_op<subtract_fn>>, negate_fn, identity_fn>;
    if constexpr (is_active<Root>)
      give_broadcast(map_of<fn, ref<value_tensor<target>>>(fn{}, ref<value_tensor<target>>(y)));
  }

private:
  template <class Y> void give_broadcast(const Y& y) const {
    if constexpr (rank_of<Root> == 0 && rank_of<Y> == 0)
      give(root, as_operand(value_tensor<Y>(y)));
    else if constexpr (rank_of<Root> == 0)
      give(root, sum(y));
    else if constexpr (rank_of<Root> > rank_of<Y>)
      give(root, broadcasted<Y, Root::extents>(y, root.shape()));
    else
      give(root, eval(summed(root, y)));
  }
};

template <class Op, class Place, class E>
void run_update(grad_tape& tape, Place place, const E& e) {
  using target = decltype(place.values());
  if constexpr (Place::has_duplicates && !adds_updates<Op> && !std::same_as<Op, assign_op>)
    if (!all_of(place.is_last())) [[unlikely]]
      raise<value_error>(message("stria: grad: this update of a selection has a derivative only if "
                                 "no element is selected twice; += and -= count all duplicates"));
  const auto root = [&] {
    if constexpr (adds_updates<Op> || std::same_as<Op, assign_op>) {
      return split(tape, e);
    } else {
      // f(old elements, e); the old elements of a selection are a gather from the variable.
      using F = typename update_function<Op>::type;
      const auto rest = split(tape, e);
      const auto old = stated<unnamed_tag>(tape, [&] {
        if constexpr (Place::has_duplicates)
          return place.over(place.part);
        else
          return map_of<identity_fn, decltype(place.part)>(identity_fn{}, place.part);
      }());
      return map_of<F, bare<decltype(old)>, bare<decltype(rest)>>(F{}, old, rest);
    }
  }();
  using Root = bare<decltype(root)>;
  using entry = grad_update<Op, Place, Root>;
  auto update = std::make_unique<entry>(place, root);
  if constexpr (reads_variables<Root>)
    note_reads(root);
  auto to = place.values();
  if (place.slot().is_reread && !tape.is_forward)
    update->other = value_tensor<target>(to);
  using plain_op = std::conditional_t<adds_updates<Op>, Op, assign_op>;
  const auto value = plain(root);
  assigned<plain_op, target, const bare<decltype(value)>&>::run(to, value);
  if (!tape.is_forward)
    tape.entries.push_back(std::move(update));
}

/// Records `u = e`, where e may have another shape.
template <class Slot, class Root> struct grad_assignment final : grad_entry {
  using tensor_type = typename Slot::tensor_type;
  Slot* slot;
  Root root;
  std::optional<tensor_type> other;

  grad_assignment(Slot& s, Root r) : slot(&s), root(std::move(r)) {}
  void redo() override {
    if (other)
      std::swap(*other, slot->own);
  }
  void reverse() override {
    redo();
    if (!slot->has_adjoint)
      return;
    const tensor_type y = std::move(slot->adjoint);
    slot->drop_adjoint();
    if constexpr (is_active<Root>)
      give(root, as_operand(y));
  }
};
template <class Slot, class E> void run_assignment(grad_tape& tape, Slot& slot, const E& e) {
  const auto root = split(tape, e);
  using Root = bare<decltype(root)>;
  if constexpr (reads_variables<Root>)
    note_reads(root);
  auto entry = std::make_unique<grad_assignment<Slot, Root>>(slot, root);
  using tensor_type = typename Slot::tensor_type;
  const auto value = plain(root);
  // Rules of earlier statements need the old shape, even if they do not read the elements.
  if (slot.is_reread || value.shape() != slot.own.shape()) {
    tensor_type fresh(value);
    entry->other = std::exchange(slot.own, std::move(fresh));
  } else {
    assigned<assign_op, tensor_type, const bare<decltype(value)>&>::run(slot.own, value);
  }
  if (!tape.is_forward)
    tape.entries.push_back(std::move(entry));
}

// --- targets ---

/// A part of an index: computed now, because the variables in it may change.
template <class N> auto captured_index(grad_tape& tape, const N& n) {
  if constexpr (contains_variable<N>)
    return kept_values(tape, plain(n));
  else
    return captured(tape, n);
}

template <class Op, class T, auto X, class G, class E>
void run_grad_update(grad_variable<T, X, G>& u, const E& e) {
  grad_tape& tape = *u.slot().tape;
  if constexpr (std::same_as<Op, assign_op> && rank_of<E> == X.rank() && X.rank() > 0)
    run_assignment(tape, u.slot(), e);
  else
    run_update<Op>(tape, part_place<decltype(whole_of(u))>{whole_of(u)}, e);
}
template <class Op, class V, class E> void run_grad_update(grad_part<V>& p, const E& e) {
  run_update<Op>(*p.slot().tape, part_place<grad_part<V>>{p}, e);
}
template <class Op, class S, auto Spec, class Index, class E>
void run_grad_update(gather<S, Spec, Index>& g, const E& e) {
  grad_tape& tape = *g.source().slot().tape;
  auto places = g.operands([&](const auto&, const auto&... part) {
    return g.places().over(captured_index(tape, part)...);
  });
  run_update<Op>(tape, gather_place<S, Spec, decltype(places)>{g.source(), std::move(places)}, e);
}

template <class Op, class Target, class E> struct grad_update_call {
  static constexpr bool accepted = true;
  using type = Target&;
  template <bool = true> static type run(Target& target, const std::remove_reference_t<E>& e) {
    if constexpr (operand<E>)
      run_grad_update<Op>(target, e);
    else
      run_grad_update<Op>(target, hold_t<E, Target>(e));
    return target;
  }
};
template <class Op, class Target, class E> struct grad_update_rule {
  using type = rule_verdict<bare<E>>;
};
template <class Op, class Target, class E>
  requires(!adds_updates<Op> && !std::same_as<Op, assign_op>)
struct grad_update_rule<Op, Target, E> {
  using type = rule_verdict<
      map_of<typename update_function<Op>::type, hold_t<Target>, bare<hold_t<E, Target>>>>;
};
template <class Op, class Target, class E> constexpr auto judge_grad_update() {
  if constexpr (is_fixed_target<Target>)
    return std::type_identity<refused_call<argument_target_verdict>>();
  else if constexpr (!assign_verdict<Op, Target, E>::accepted)
    return std::type_identity<refused_call<assign_verdict<Op, Target, E>>>();
  else if constexpr (!grad_update_rule<Op, Target, E>::type::accepted)
    return std::type_identity<refused_call<typename grad_update_rule<Op, Target, E>::type>>();
  else
    return std::type_identity<grad_update_call<Op, Target, E>>();
}
template <class Op, class Target, class E>
using grad_update_result = typename decltype(judge_grad_update<Op, Target, E>())::type;

template <class Op, class T, auto X, class G, class E>
  requires(!is_refused<bare<E>>)
struct assigned<Op, grad_variable<T, X, G>, E> : grad_update_result<Op, grad_variable<T, X, G>, E> {
};
template <class Op, class V, class E>
  requires(!is_refused<bare<E>>)
struct assigned<Op, grad_part<V>, E> : grad_update_result<Op, grad_part<V>, E> {};
template <class Op, class V, auto Spec, class Index, class E>
  requires(!is_refused<bare<E>>)
struct assigned<Op, gather<grad_part<V>, Spec, Index>, E>
    : grad_update_result<Op, gather<grad_part<V>, Spec, Index>, E> {};
template <class Op, class T, auto X, class G, auto Spec, class Index, class E>
  requires(!is_refused<bare<E>>)
struct assigned<Op, gather<grad_leaf<T, X, G>, Spec, Index>, E> : refused_call<no_target_verdict> {
};

/// A target whose updates are recorded.
template <class T> inline constexpr bool is_grad_target = grad_memory<T>;
template <class S, auto Spec, class Index>
inline constexpr bool is_grad_target<gather<S, Spec, Index>> = grad_memory<S>;

// A tensor of the host receives no expression of variables.
template <class Op, class Target, active_operand E>
  requires(!is_grad_target<bare<Target>>)
struct assign_verdict<Op, Target, E> : lost_verdict {
  static constexpr bool accepted = false;
};
template <active_operand E> struct evaluated<E> : refused_call<lost_verdict> {};

// --- tie ---

template <class... Call> struct first_refused;
template <class Call, class... More>
struct first_refused<Call, More...>
    : std::conditional_t<Call::accepted, first_refused<More...>, Call> {};
template <> struct first_refused<> {};

template <class... T, class... E>
  requires((is_grad_target<bare<T>> || ...))
struct tied_result<std::tuple<T...>, std::tuple<E...>> {
  static constexpr auto judge() {
    if constexpr (sizeof...(T) != sizeof...(E))
      return std::type_identity<refused_call<tied_count_verdict>>();
    else if constexpr ((grad_update_result<assign_op, T, const bare<E>&>::accepted && ...))
      return std::type_identity<tied_result>();
    else
      return std::type_identity<
          first_refused<grad_update_result<assign_op, T, const bare<E>&>...>>();
  }
  static constexpr bool accepted = true;
  using type = void;
  static void run(const std::tuple<T&...>& to, const std::tuple<E...>& from) {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      // All right sides are computed before the first target changes.
      const auto values = std::tuple{value_now(std::get<K>(from))...};
      (assigned<assign_op, T, const bare<decltype(std::get<K>(values))>&>::run(std::get<K>(to),
                                                                               std::get<K>(values)),
       ...);
    }(std::index_sequence_for<T...>());
  }

private:
  template <class V> static auto value_now(const V& v) {
    if constexpr (active_operand<V>) {
      grad_tape& tape = tape_of(v);
      return grad_leaf<value_t<V>, extents_of<V>, unnamed_tag>(*record(tape, split_root(tape, v)));
    } else if constexpr (operand<V>) {
      return eval(v);
    } else {
      return v;
    }
  }
};

} // namespace stria::detail

namespace stria {

/// \internal
/// Refuses an expression of variables without the errors of a body.
template <detail::active_operand E>
constexpr auto eval(const E& e) STRIA_RUN_OR_REFUSE((detail::evaluated<E>), e);

} // namespace stria
