// SPDX-License-Identifier: BSL-1.0
// eval/once.hpp: computes a product, a sort or a reduction that occurs several times in an
// expression only once.
//
// In `const auto x = matmul(a, b); r = x * tanh(x);` x is lazy, so the expression contains the
// product twice. The types show which operands may have the same values. Whether they have depends
// on the memory that they read. See docs/design/shared_parts.md.
#pragma once

#include <stria/eval/shared.hpp>
#include <stria/expr/map.hpp>
#include <stria/view/tensor.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// The values of a node, which several operands of a prepared expression own together.
struct shared_values {
  void (*drop)(shared_values*);                // removes an owner
  const void *type = nullptr, *node = nullptr; // the node, while its expression is prepared
  shared_values* next = nullptr;
};
template <class Tensor> struct shared_tensor : shared_values {
  Tensor values;
  index owners = 1;

  constexpr explicit shared_tensor(Tensor&& v)
      : shared_values{release}, values(static_cast<Tensor&&>(v)) {}

  /// The number of owners after `more` have been added.
  constexpr index count(index more) {
    if consteval {
      return owners += more;
    } else {
      return __atomic_add_fetch(&owners, more, __ATOMIC_ACQ_REL);
    }
  }
  static constexpr void release(shared_values* s) {
    auto* const own = static_cast<shared_tensor*>(s);
    if (own->count(-1) == 0)
      delete own;
  }
};

/// The values of a node that is computed before the loop. They belong to this operand, or to
/// several operands.
template <class Tensor> class kept : public operand_base {
  shared_tensor<Tensor>* shared_;

  constexpr ref<Tensor> all() const { return ref<Tensor>(values()); }

public:
  using value_type = typename Tensor::value_type;
  static constexpr auto extents = Tensor::extents;
  using ready = std::true_type;

  constexpr explicit kept(shared_tensor<Tensor>& s) : shared_(&s) { s.count(1); }
  constexpr kept(const kept& o) : shared_(o.shared_) { shared_->count(1); }
  kept& operator=(const kept&) = delete;
  constexpr ~kept() { shared_->release(shared_); }

  constexpr const Tensor& values() const { return shared_->values; }
  constexpr auto shape() const { return values().shape(); }
  template <inner_hint H, std::size_t L>
  STRIA_INLINE constexpr auto cursor(const axis_refs<extents.rank()>& refs) const {
    return member_access::cursor<H, L>(values(), refs);
  }

  static constexpr bool in_line = ref<Tensor>::in_line, leads = true;
  static constexpr bool in_number_line = ref<Tensor>::in_number_line;
  static constexpr bool in_rows = ref<Tensor>::in_rows;
  STRIA_INLINE constexpr auto leading_sizes() const { return shape(); }
  STRIA_INLINE constexpr auto line(const std::array<index, extents.rank()>& n, bool& fits) const {
    return all().line(n, fits);
  }
};

/// True for a node that is computed before the loop and whose values are shared if it occurs again.
/// Few elements of a static shape are computed in registers. If `Rows`, the expression may be
/// computed row by row, and reductions are left to its loops.
template <bool Rows, class N> inline constexpr bool is_kept = false;
template <bool Rows, class N>
  requires(member_access::computes<N> > 0 && N::how != computation::in_the_loop)
inline constexpr bool is_kept<Rows, N> =
    (!Rows || N::how == computation::first) && is_number<value_t<N>> && !lies_on_device<N> &&
    !has_terms<N> &&
    (!extents_of<N>.is_static() || count_elements(extents_of<N>.sizes()) > limits::few) &&
    member_access::only_operands<N>;

template <class N>
inline constexpr bool is_moving =
    requires(const N& n) { []<class Self, class S, auto E>(const moving_node<Self, S, E>&) {}(n); };

/// True if N or one of its operands is kept.
template <bool Rows, class N> inline constexpr bool contains_kept = is_kept<Rows, N>;
template <bool Rows> struct any_contains_kept {
  template <class... A> constexpr auto operator()(const A&...) const {
    return std::bool_constant<(contains_kept<Rows, A> || ...)>();
  }
};
template <bool Rows, class N>
  requires(member_access::computes<N> > 0 && !is_kept<Rows, N> && !lies_on_device<N> &&
           !has_terms<N> && (is_map<N> || is_moving<N> || member_access::computes_itself<N>))
inline constexpr bool contains_kept<Rows, N> =
    decltype(member_access::operands(std::declval<const N&>(), any_contains_kept<Rows>()))::value;

/// Whether two operands have the same values; false if this is unknown.
template <class N> constexpr bool has_same_values(const N& a, const N& b) {
  [[maybe_unused]] const auto operands_are_same = [&] {
    return member_access::operands(a, [&](const auto&... x) {
      return member_access::operands(
          b, [&](const auto&... y) { return (has_same_values(x, y) && ...); });
    });
  };
  if constexpr (is_ref<N>) {
    return a.node == b.node;
  } else if constexpr (tensor_operand<N>) {
    // A copy of a node has copies of the tensors that it owns. Wider elements have unused bytes.
    using T = value_t<N>;
    constexpr bool full = is_number<T> && sizeof(T) <= (is_complex<T>::value ? 16 : 8);
    const auto n = static_cast<std::size_t>(a.size());
    return full && are_equal(a.shape(), b.shape()) &&
           (n == 0 || __builtin_memcmp(a.data(), b.data(), n * sizeof(T)) == 0);
  } else if constexpr (is_map<N>) {
    using function = std::remove_cvref_t<decltype(a.function())>;
    return std::is_empty_v<function> && is_pure<function> && operands_are_same();
  } else if constexpr (N::ready::value) {
    constexpr std::size_t R = rank_of<N>;
    return are_equal(a.shape(), b.shape()) &&
           reads_same(member_access::cursor<no_hint, R>(a, straight_refs<R>()),
                      member_access::cursor<no_hint, R>(b, straight_refs<R>()));
  } else if constexpr (member_access::only_operands<N>) {
    return operands_are_same();
  } else {
    return false;
  }
}

template <class N> inline constexpr char type_of_node = 0;

/// Replaces the nodes of an expression that are kept by their values. Equal nodes share them.
template <bool Rows> class computed_once {
  shared_values* computed_ = nullptr;

  template <class N> constexpr auto values_of(const N& n) {
    using tensor_type = typename tensor_of<value_t<N>, extents_of<N>>::type;
    using shared = shared_tensor<tensor_type>;
    if !consteval {
      for (shared_values* s = computed_; s != nullptr; s = s->next)
        if (s->type == &type_of_node<N> && has_same_values(*static_cast<const N*>(s->node), n))
          return kept<tensor_type>(*static_cast<shared*>(s));
    }
    auto* const made = new shared(eval(n.rebuilt([&](const auto& o) { return replaced(o); })));
    made->type = &type_of_node<N>;
    made->node = &n;
    made->next = computed_;
    computed_ = made;
    return kept<tensor_type>(*made);
  }

public:
  constexpr computed_once() = default;
  computed_once(const computed_once&) = delete;
  computed_once& operator=(const computed_once&) = delete;
  constexpr ~computed_once() {
    while (shared_values* const s = computed_) {
      computed_ = s->next;
      s->drop(s);
    }
  }

  /// The operand with values instead of the nodes that are kept, not yet prepared.
  template <class N> constexpr auto replaced(const N& n) {
    if constexpr (is_kept<Rows, N>)
      return values_of(n);
    else if constexpr (contains_kept<Rows, N>)
      return n.rebuilt([&](const auto& o) { return replaced(o); });
    else if constexpr (N::ready::value)
      return prepare_part(n);
    else
      return n;
  }
  /// A map or a moving node, prepared. The result does not refer to temporary nodes.
  template <class N> constexpr auto prepared(const N& n) {
    return n.rebuilt([&](const auto& o) {
      using O = std::remove_cvref_t<decltype(o)>;
      if constexpr (is_kept<Rows, O>) {
        return values_of(o);
      } else if constexpr (!contains_kept<Rows, O>) {
        if constexpr (is_map<N>)
          return N::prepare_operand(o);
        else
          return prepare_part(o);
      } else if constexpr (N::template computes_first<O>) {
        return eval(replaced(o));
      } else if constexpr (member_access::computes_itself<O> && !is_map<O>) {
        return replaced(o).prepared();
      } else {
        return prepared(o);
      }
    });
  }
};

/// Prepares a map of several nodes that are computed before the loop.
template <class N> constexpr auto prepared_once(const N& n) {
  return computed_once<false>().prepared(n);
}
/// The same map with values instead of the nodes that are computed as a whole, not yet prepared.
template <class N> constexpr decltype(auto) replaced_once(const N& n) {
  if constexpr (contains_kept<true, N>)
    return computed_once<true>().replaced(n);
  else
    return (n);
}

} // namespace stria::detail
