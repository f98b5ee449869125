// SPDX-License-Identifier: BSL-1.0
// grad/leaf.hpp: the operands that derivatives are computed for, and the memory of their values and
// adjoints.
//
// A `variable` is what the differentiated function receives or makes by let(); expressions hold a
// `leaf`, which refers to its slot, or a `part`, which is a slice of it. None of them can be
// evaluated by the loops of the host: statement.hpp replaces them by the tensors that they refer
// to. Tests: tests/grad/expressions.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/slope.hpp>

#include <stria/assign/assign.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/expr/map.hpp>
#include <stria/fold/all_axes.hpp>
#include <stria/subscript/dispatch.hpp>
#include <stria/subscript/gather.hpp>
#include <stria/tensor/assignable.hpp>
#include <stria/tensor/sliced_layout.hpp>
#include <stria/tensor/tensor.hpp>
#include <stria/tensor/view.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace stria::detail {

struct grad_tape;

/// The memory of a variable, without its type.
struct grad_slot_base {
  grad_tape* tape = nullptr; // null after the call that the variable belongs to
  bool is_reread = false;    // a rule of a recorded statement reads the value
  grad_slot_base() = default;
  grad_slot_base(const grad_slot_base&) = delete;
  grad_slot_base& operator=(const grad_slot_base&) = delete;
  virtual ~grad_slot_base() = default;
};

/// A step of the reverse pass.
struct grad_entry {
  grad_entry() = default;
  grad_entry(const grad_entry&) = delete;
  grad_entry& operator=(const grad_entry&) = delete;
  virtual ~grad_entry() = default;
  /// Adds the contributions of a statement to the adjoints, and undoes an update in place.
  virtual void reverse() = 0;
  /// Repeats an update in place.
  virtual void redo() = 0;
};

/// The statements of one call, in the order of their execution.
struct grad_tape {
  std::vector<std::unique_ptr<grad_entry>> entries;
  std::vector<std::shared_ptr<grad_slot_base>> all_slots;
  std::vector<std::shared_ptr<void>> constants;
  const char* frame = nullptr; // the stack frame of the call: what is above outlives it
  bool is_forward = false;     // there will be no reverse pass
  bool is_halfway = false;     // a reverse pass that can be repeated has begun, but not ended

  grad_tape() = default;
  grad_tape(const grad_tape&) = delete;
  grad_tape& operator=(const grad_tape&) = delete;
  ~grad_tape() {
    for (const auto& s : all_slots)
      s->tape = nullptr;
  }
  template <class Slot> std::shared_ptr<Slot> make_slot() {
    auto s = std::make_shared<Slot>();
    s->tape = this;
    all_slots.push_back(s);
    return s;
  }
  template <class C> const C& keep(C&& value) {
    auto kept = std::make_shared<std::remove_cvref_t<C>>(static_cast<C&&>(value));
    const auto& r = *kept;
    constants.push_back(std::move(kept));
    return r;
  }
  /// Runs the reverse pass and releases what it no longer needs.
  void reverse_once() {
    for (; !entries.empty(); entries.pop_back())
      entries.back()->reverse();
  }
  /// Runs the reverse pass so that it can be repeated, unless it ends with an exception.
  void reverse_again() {
    if (std::exchange(is_halfway, true)) [[unlikely]]
      raise<value_error>(message("stria: grad: an earlier call of this pullback ended with an "
                                 "exception; call vjp() again"));
    for (std::size_t k = entries.size(); k-- > 0;)
      entries[k]->reverse();
    for (const auto& e : entries)
      e->redo();
    is_halfway = false;
  }
};

/// True for memory of the caller of a gradient: on the stack, above its frame. Other memory may
/// belong to the differentiated function, whose tensors are gone when the reverse pass runs.
inline bool outlives([[maybe_unused]] const grad_tape& tape, [[maybe_unused]] const void* at) {
#if defined(__has_builtin)
#if __has_builtin(__builtin_thread_pointer) && defined(__linux__)
  const auto* const p = static_cast<const char*>(at);
  // The thread pointer is at the top of the stack of a thread, and below that of the main thread.
  const auto* const top = static_cast<const char*>(__builtin_thread_pointer());
  return p > tape.frame && (top < tape.frame || p < top);
#endif
#endif
  return false;
}

/// The value and the adjoint of a variable with elements of type T.
template <class T, auto X> struct grad_slot final : grad_slot_base {
  using tensor_type = typename tensor_of<T, X>::type;
  const tensor_type* outer = nullptr; // the tensor of the caller, for an argument
  tensor_type own{};
  tensor_type adjoint{};
  bool has_adjoint = false;

  const tensor_type& value() const { return outer != nullptr ? *outer : own; }
  /// The adjoint, zeros if nothing has been added.
  tensor_type& zeroed() {
    if (!has_adjoint) {
      adjoint = tensor_type(value().shape(), uninitialized_t{});
      set_to_zero(adjoint);
      has_adjoint = true;
    }
    return adjoint;
  }
  void drop_adjoint() {
    adjoint = tensor_type{};
    has_adjoint = false;
  }
};

/// The tag of argument K of the function. Others are types that are unique to a call of let().
template <std::size_t K> struct argument_tag {};
template <class Tag> inline constexpr bool is_argument = false;
template <std::size_t K> inline constexpr bool is_argument<argument_tag<K>> = true;
/// The tag of the values of parts of a statement.
struct unnamed_tag {};

template <class T, auto X, class Tag> class grad_leaf;
template <class T, auto X, class Tag> class grad_variable;
template <class View> class grad_part;

template <class N> inline constexpr bool is_grad_leaf = false;
template <class T, auto X, class G> inline constexpr bool is_grad_leaf<grad_leaf<T, X, G>> = true;
template <class T, auto X, class G>
inline constexpr bool is_grad_leaf<grad_variable<T, X, G>> = true;
template <class N> inline constexpr bool is_grad_variable = false;
template <class T, auto X, class G>
inline constexpr bool is_grad_variable<grad_variable<T, X, G>> = true;
template <class N> inline constexpr bool is_grad_part = false;
template <class V> inline constexpr bool is_grad_part<grad_part<V>> = true;
/// A variable or a part of one.
template <class N>
concept grad_memory = is_grad_leaf<bare<N>> || is_grad_part<bare<N>>;
template <class N>
concept grad_variable_operand = operand<N> && is_grad_variable<bare<N>>;

template <class N> inline constexpr bool contains_variable = false;
struct ask_for_variable {
  template <class... N>
  constexpr std::bool_constant<(contains_variable<bare<N>> || ...)> operator()(const N&...) const {
    return {};
  }
};
template <operand N>
  requires(!tensor_operand<N> && !view_operand<N>)
inline constexpr bool contains_variable<N> =
    decltype(member_access::operands(std::declval<const N&>(), ask_for_variable{}))::value;
template <class N> inline constexpr bool contains_variable<ref<N>> = contains_variable<N>;
template <class T, auto X, class G>
inline constexpr bool contains_variable<grad_leaf<T, X, G>> = true;
template <class T, auto X, class G>
inline constexpr bool contains_variable<grad_variable<T, X, G>> = true;
template <class V> inline constexpr bool contains_variable<grad_part<V>> = true;

template <class T> inline constexpr bool has_slopes = is_differentiable<T> || is_complex<T>::value;
/// True for an expression with a derivative: its elements are floating-point numbers that depend on
/// a variable through such numbers.
template <class N> inline constexpr bool is_active = false;
struct ask_for_active {
  template <class... N>
  constexpr std::bool_constant<(is_active<bare<N>> || ...)> operator()(const N&...) const {
    return {};
  }
};
template <operand N>
  requires(!tensor_operand<N> && !view_operand<N> && has_slopes<value_t<N>>)
inline constexpr bool is_active<N> =
    decltype(member_access::operands(std::declval<const N&>(), ask_for_active{}))::value;
template <class N> inline constexpr bool is_active<ref<N>> = is_active<N>;
template <class T, auto X, class G> inline constexpr bool is_active<grad_leaf<T, X, G>> = true;
template <class T, auto X, class G> inline constexpr bool is_active<grad_variable<T, X, G>> = true;
template <class V> inline constexpr bool is_active<grad_part<V>> = true;
template <class N>
concept active_operand = operand<N> && is_active<bare<N>>;
/// An expression that reads variables, but has no derivative: a comparison, or integers.
template <class N>
concept inactive_operand = operand<N> && contains_variable<bare<N>> && !is_active<bare<N>>;
/// An expression with a derivative that is neither a variable nor a part of one.
template <class N>
concept active_expression = active_operand<N> && !grad_memory<N>;

/// Stops the compilation if a function that computes its result at once reads a variable.
template <class R> R refuse_in_gradient() {
  static_assert(sizeof(R) == 0,
                "stria: grad: this function computes its result at once, and has no derivative; "
                "primal(e) passes the values, without a derivative");
  return R();
}

/// Refuses eval(), tensors and numbers made from an expression of variables.
struct lost_verdict {
  static constexpr message text() {
    return message("stria: grad: the values alone would lose the derivative of an expression of "
                   "variables; use let(e), or primal(e) if that is intended");
  }
};
template <active_operand N> inline constexpr bool is_elsewhere<N> = true;
template <active_operand N> struct elsewhere_verdict<N> : lost_verdict {};

/// The slot of a statement that computes an expression; defined in statement.hpp.
template <class L, class E> auto& own_slot(const E& e);

/// A variable as an operand of an expression.
template <class T, auto X, class Tag> class grad_leaf : public node<grad_leaf<T, X, Tag>, T, X> {
  grad_slot<T, X>* slot_;

public:
  using ready = std::false_type;
  using tensor_type = typename tensor_of<T, X>::type;
  using tag = Tag;

  explicit grad_leaf(grad_slot<T, X>& s) : slot_(&s) {}
  explicit grad_leaf(const grad_variable<T, X, Tag>& v) : slot_(&v.slot()) {}
  /// Records a statement that computes the expression, and refers to its value.
  template <active_expression E> explicit grad_leaf(const E& e) : slot_(&own_slot<grad_leaf>(e)) {}
  STRIA_NO_TARGET(grad_leaf);

  grad_slot<T, X>& slot() const { return *slot_; }
  axis_array<X.rank()> shape() const { return {slot_->value().shape()}; }
  template <class F> static decltype(auto) operands(const F& f) { return f(); }
  grad_leaf over() const { return *this; }
  tensor_type prepared() const { return refuse_in_gradient<tensor_type>(); }
};

/// What a function that is differentiated computes with: an argument, or the value of let().
template <class T, auto X, class Tag>
class grad_variable : public node<grad_variable<T, X, Tag>, T, X>,
                      public assignable<grad_variable<T, X, Tag>> {
  std::shared_ptr<grad_slot<T, X>> slot_;

public:
  using ready = std::false_type;
  using tensor_type = typename tensor_of<T, X>::type;
  using tag = Tag;
  static constexpr static_layout<X.rank()> layout = row_major(X);

  explicit grad_variable(std::shared_ptr<grad_slot<T, X>> s) : slot_(std::move(s)) {}
  /// Copies the values, so that both variables can be assigned to. Arguments, which are never
  /// assigned to, share them. A move also copies: std::swap() of two variables is differentiated.
  grad_variable(const grad_variable& other);
  ~grad_variable() = default;
  grad_variable& operator=(const grad_variable& other)
    requires(!is_argument<Tag>)
  {
    if (this != &other)
      assigned<assign_op, grad_variable, const grad_variable&>::run(*this, other);
    return *this;
  }
  template <class E>
  auto operator=(E&& e) STRIA_RUN_OR_REFUSE((assigned<assign_op, grad_variable, E>), *this, e);

  grad_slot<T, X>& slot() const {
    if (slot_->tape == nullptr) [[unlikely]]
      raise<value_error>(
          message("stria: grad: a variable is used after the call that it belongs to "
                  "has ended; primal(v) copies its values"));
    return *slot_;
  }
  axis_array<X.rank()> shape() const { return {slot_->value().shape()}; }
  template <class F> static decltype(auto) operands(const F& f) { return f(); }
  const grad_variable& over() const { return *this; }
  tensor_type prepared() const { return refuse_in_gradient<tensor_type>(); }
};

template <class Self> auto place_of_all(const Self& self);
template <class Part, class Self> Part make_part(const Self& self, const placed<rank_of<Part>>& at);

/// A slice of a variable, as an operand and as a target. `View` is the type of the same slice of a
/// tensor; its element type is const if the part cannot be assigned to.
template <class V, auto L>
class grad_part<view<V, L>> : public node<grad_part<view<V, L>>, std::remove_const_t<V>, L.shape>,
                              public assignable<grad_part<view<V, L>>> {
  template <class> friend class grad_part;
  grad_slot_base* slot_;
  void* (*value_)(grad_slot_base&);
  void* (*adjoint_)(grad_slot_base&);
  index storage_;
  placed<L.rank()> at_;

public:
  using T = std::remove_const_t<V>;
  using element_type = V;
  using ready = std::false_type;
  using constant_view = view<const T, L>;
  using tensor_type = typename tensor_of<T, L.shape>::type;
  static constexpr static_layout<L.rank()> layout = L;

  template <auto X>
  grad_part(grad_slot<T, X>& s, const placed<L.rank()>& at)
      : slot_(&s), value_([](grad_slot_base& b) -> void* {
          return const_cast<T*>(static_cast<grad_slot<T, X>&>(b).value().data());
        }),
        adjoint_([](grad_slot_base& b) -> void* {
          return static_cast<grad_slot<T, X>&>(b).zeroed().data();
        }),
        storage_(s.value().size()), at_(at) {}
  template <class U, auto M>
  grad_part(const grad_part<view<U, M>>& p, const placed<L.rank()>& at)
      : slot_(&p.slot()), value_(p.value_), adjoint_(p.adjoint_), storage_(p.storage_), at_(at) {}
  grad_part(const grad_part&) = default;
  /// All elements of a variable, or of a part.
  template <grad_memory S>
    requires(!std::same_as<S, grad_part>)
  explicit grad_part(const S& s) : grad_part(make_part<grad_part>(s, place_of_all(s))) {}

  /// Writes the elements.
  grad_part& operator=(const grad_part& other)
    requires(!std::is_const_v<V>)
  {
    assigned<assign_op, grad_part, const grad_part&>::run(*this, other);
    return *this;
  }
  template <class E>
  auto operator=(E&& e) STRIA_RUN_OR_REFUSE((assigned<assign_op, grad_part, E>), *this, e);

  grad_slot_base& slot() const { return *slot_; }
  const placed<L.rank()>& place() const { return at_; }
  /// The number of elements of the variable.
  index storage() const { return storage_; }
  axis_array<L.rank()> shape() const { return {at_.sizes}; }
  /// The slice of the value.
  constant_view values() const { return {static_cast<const T*>(value_(*slot_)), storage_, at_}; }
  view<T, L> target() const { return {static_cast<T*>(value_(*slot_)), storage_, at_}; }
  /// The slice of the adjoint.
  view<T, L> adjoint() const { return {static_cast<T*>(adjoint_(*slot_)), storage_, at_}; }
  template <class F> static decltype(auto) operands(const F& f) { return f(); }
  const grad_part& over() const { return *this; }
  tensor_type prepared() const { return refuse_in_gradient<tensor_type>(); }
};

// Nodes hold a leaf instead of a variable.
template <grad_variable_operand A, class Beside> struct hold_of<A, Beside> {
  using type = grad_leaf<value_t<A>, extents_of<A>, typename bare<A>::tag>;
};

// --- [] ---

/// The element type of the parts of Self, which are targets only if Self is.
template <class Self> struct part_element {
  using value = value_t<Self>;
  static constexpr bool is_target = [] {
    if constexpr (is_grad_variable<bare<Self>>)
      return std::is_lvalue_reference_v<Self> && !std::is_const_v<std::remove_reference_t<Self>> &&
             !is_argument<typename bare<Self>::tag>;
    else
      return false;
  }();
  using type = std::conditional_t<is_target, value, const value>;
};
template <class Self>
  requires(is_grad_part<bare<Self>>)
struct part_element<Self> {
  using type = typename bare<Self>::element_type;
};
/// The layout of all elements of Self.
template <class Self> inline constexpr auto part_layout = row_major(extents_of<Self>);
template <class V> inline constexpr auto part_layout<grad_part<V>> = grad_part<V>::layout;
/// The type of all elements of Self as a part.
template <class Self>
using whole_part = grad_part<view<typename part_element<Self>::type, part_layout<bare<Self>>>>;

template <class Self> auto place_of_all(const Self& self) {
  if constexpr (is_grad_part<Self>)
    return self.place();
  else
    return placed<rank_of<Self>>{0, self.shape(), row_major_strides(self.shape())};
}
template <class Part, class Self>
Part make_part(const Self& self, const placed<rank_of<Part>>& at) {
  if constexpr (is_grad_part<Self>)
    return Part(self, at);
  else
    return Part(self.slot(), at);
}

template <active_operand Self, auto Code> struct slice_by<Self, Code, false> {
  using source = std::conditional_t<grad_memory<Self>, bare<Self>,
                                    grad_leaf<value_t<Self>, extents_of<Self>, unnamed_tag>>;
  static constexpr auto layout = sliced_layout<part_layout<bare<Self>>, Code>();
  using type = grad_part<view<typename part_element<Self>::type, layout>>;
  static constexpr bool known = false;

  template <class S> static type get(S&& self, const encoded<Code>& items) {
    if constexpr (grad_memory<Self>) {
      using entries = std::make_index_sequence<static_plan_of<extents_of<Self>, Code>.count>;
      const auto all = place_of_all(self);
      auto at = place_entries<extents_of<Self>, Code>(all.sizes.data(), all.strides.data(), items,
                                                      entries());
      at.offset += all.offset;
      return make_part<type>(self, at);
    } else {
      return slice_by<const source&, Code>::get(source(self), items);
    }
  }
};

// A gather holds a part of its source. The source is a variable, so an expression is computed
// first.
template <active_operand Self> struct gather_source<Self> {
  using type = grad_leaf<value_t<Self>, extents_of<Self>, unnamed_tag>;
};
template <active_operand Self>
  requires grad_memory<Self>
struct gather_source<Self> {
  using type = whole_part<Self>;
};

// Integers for all axes give a part of rank 0.
template <subscript_kind Kind, class Self, class... Ix>
struct grad_subscript : subscript_by<Kind, Self, Ix...> {};
template <class Self, class... Ix>
struct grad_subscript<subscript_kind::element, Self, Ix...>
    : slice_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};
template <class Self, class... Ix>
struct grad_subscript<subscript_kind::text_element, Self, Ix...>
    : slice_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};
template <active_operand Self, class... Ix>
struct subscript_of<Self, Ix...>
    : grad_subscript<subscript_kind_of<rank_of<Self>, Ix...>(), Self, Ix...> {};

} // namespace stria::detail
