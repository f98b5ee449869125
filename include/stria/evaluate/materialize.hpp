// SPDX-License-Identifier: BSL-1.0
// evaluate/materialize.hpp: where the parts of an expression are computed: as a whole before the
// loop, once if they are equal, row by row, or in the loop; and eval.
//
// In `const auto x = matmul(a, b); r = x * tanh(x);` x is lazy, so the expression contains the
// product twice. The types show which operands may have the same values. Whether they have depends
// on the memory that they read. See docs/design/shared_parts.md.
//
// r = a / sum(a, _1, keepdims) reads a twice. A row is reduced when the loops reach it, and used
// while it is in the cache. docs/design/reductions.md has the rules.
// Tests: tests/fold/slabs.cpp, tests/fold/row_fold.cpp, tests/evaluate/route.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/loop.hpp>
#include <stria/evaluate/reads.hpp>
#include <stria/expr/map.hpp>
#include <stria/tensor/overlap.hpp>
#include <stria/tensor/tensor.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

namespace stria {
namespace detail {

/// The tensor type for the values of an expression.
template <class E> using value_tensor = typename tensor_of<value_t<E>, extents_of<E>>::type;
// Empty for types that are not operands, because clang needs the return type before it checks the
// constraint.
template <class E> struct evaluated {};
template <operand E> struct evaluated<E> {
  using type = value_tensor<E>;
};

/// The cursor of an expression in the loop nest of a target of rank R to which it is broadcast.
/// Leading axes of size 1 beyond the rank of the target are dropped.
template <std::size_t R, auto Extents, class E>
STRIA_INLINE constexpr auto input_cursor(const E& e) {
  constexpr std::size_t N = rank_of<E>;
  if constexpr (N <= R) {
    constexpr inner_hint h = broadcast_hint(straight_hint<R>, extents_of<E>, Extents);
    return e.template cursor<h, R>(operand_refs(straight_refs<R>(), e));
  } else {
    const auto own = e.shape();
    constexpr inner_hint h = R == 0 ? no_hint : inner_hint{static_cast<int>(N) - 1, 1};
    axis_refs<N> refs{};
    for (std::size_t k = N - R; k < N; ++k)
      if (own[k] != 1)
        refs[k] = {0, 1, static_cast<int>(k - (N - R))};
    return e.template cursor<h, R>(refs);
  }
}

/// The cursor of a target, a view or a tensor, in its own loop nest.
template <class Target> STRIA_INLINE constexpr auto output_cursor(Target& t) {
  constexpr std::size_t R = rank_of<Target>;
  return member_access::cursor<straight_hint<R>, R>(t, straight_refs<R>());
}

/// True for operands that can write their elements in row-major order.
template <class E>
concept stores_itself = E::stores_itself;

/// Evaluates an operand with a member store() into a tensor.
template <class Kernel, class Target, stores_itself E>
constexpr void run_into(Target& target, const E& e) {
  e.store(target.data());
}

/// Evaluates a prepared expression into memory that it does not read.
template <class Kernel, class Target, class E> constexpr void run_into(Target& target, const E& e) {
  run_loop<Kernel, extents_of<Target>>(target.shape(), output_cursor(target),
                                       input_cursor<rank_of<Target>, extents_of<Target>>(e));
}

} // namespace detail

/// Evaluates an expression into a new tensor.
///
/// \param e     a tensor, view or expression
/// \returns     a tensor with the element type and the extents of `e`; static extents remain static
/// \throws      the exceptions of the expression, for shapes, indices and values
/// \complexity  one fused loop; allocates the result
/// \numpy       `np.array(e)`
/// \usage       `auto c = eval(a + b);`
template <detail::operand E>
constexpr auto eval(const E& e) -> typename detail::evaluated<E>::type {
  using result = detail::value_tensor<E>;
  if constexpr (std::same_as<decltype(detail::prepare_to_store<detail::value_t<E>>(e)), result>) {
    // A result that is computed first as a whole is returned without a copy.
    return detail::prepare_to_store<detail::value_t<E>>(e);
  } else {
    const auto& ready = detail::prepare_to_store<detail::value_t<E>>(e);
    result t(ready.shape(), detail::uninitialized_t{});
    detail::constructed<result, std::remove_cvref_t<decltype(ready)>>::fill(t, ready);
    return t;
  }
}
// A refused operand has already been reported, so this overload reports nothing.
template <class E>
  requires detail::is_refused<E>
constexpr ignored eval(const E&) {
  return {};
}

namespace detail {

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

  static constexpr bool in_line = ref<Tensor>::in_line;
  STRIA_INLINE constexpr auto leading_sizes() const { return shape(); }
  STRIA_INLINE constexpr auto line(const std::array<index, extents.rank()>& n, bool& fits) const {
    return all().line(n, fits);
  }
};

/// True for a node that is computed before the loop and whose values are shared if it occurs again.
/// Few elements of a static shape are computed in registers. If `Rows`, the expression is computed
/// row by row, and its reductions are left to the loops.
template <bool Rows, class N> inline constexpr bool is_kept = false;
template <bool Rows, class N>
  requires(member_access::computes<N> > 0 && N::how != computation::in_the_loop)
inline constexpr bool is_kept<Rows, N> =
    (!Rows || N::how != computation::at_a_level) && is_number<value_t<N>> &&
    place_of<N> <= place::files && !has_terms<N> &&
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
  requires(member_access::computes<N> > 0 && !is_kept<Rows, N> && place_of<N> <= place::files &&
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

/// Decides for each part of an expression where it is computed, and prepares the expression:
///   a node with values of its own (a product, a scan, a reduction): as a whole, before the loop.
///     If `Once`, equal nodes share their values;
///   a function that is expensive, and whose elements are read several times: the same;
///   a reduction that keeps its last axis, if `Rows` is the rank of the expression: when the loop
///     reaches a row;
///   a reduction of a few rows: element by element, as a function of its terms;
///   all other functions: in the loop.
template <bool Once, std::size_t Rows> class prepared_parts {
  static constexpr bool by_rows = Rows != 0;
  template <class N> static constexpr bool is_shared = Once && is_kept<by_rows, N>;
  template <class N> static consteval bool contains_shared() {
    if constexpr (Once)
      return contains_kept<by_rows, N>;
    else
      return false;
  }

  shared_values* computed_ = nullptr;

  template <class N> constexpr auto values_of(const N& n) {
    using tensor_type = value_tensor<N>;
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
  /// The operand with values instead of the nodes that are shared, not yet prepared.
  template <class N> constexpr auto replaced(const N& n) {
    if constexpr (is_shared<N>)
      return values_of(n);
    else if constexpr (contains_shared<N>())
      return n.rebuilt([&](const auto& o) { return replaced(o); });
    else if constexpr (N::ready::value)
      return prepare_part(n);
    else
      return n;
  }
  /// An operand of N.
  template <class N, class O> constexpr auto part(const O& o) {
    if constexpr (is_shared<O>)
      return values_of(o);
    else if constexpr (by_rows && rank_of<O> == Rows && member_access::folds_rows<O>)
      return o.by_rows([&](const auto& source) { return part<O>(source); });
    else if constexpr ((by_rows && row_fold_operand<O, Rows>) || contains_shared<O>())
      return containing_part<N>(o);
    else if constexpr (is_map<N>)
      return N::prepare_operand(o);
    else
      return prepare_part(o);
  }
  /// The same for an operand with parts that are shared or computed row by row.
  template <class N, class O> constexpr auto containing_part(const O& o) {
    if constexpr (by_rows && row_fold_operand<O, Rows>)
      return prepared(o);
    else if constexpr (N::template computes_first<O>)
      return eval(replaced(o));
    else if constexpr (member_access::computes_itself<O> && !is_map<O>)
      return replaced(o).prepared();
    else
      return prepared(o);
  }

public:
  constexpr prepared_parts() = default;
  prepared_parts(const prepared_parts&) = delete;
  prepared_parts& operator=(const prepared_parts&) = delete;
  constexpr ~prepared_parts() {
    while (shared_values* const s = computed_) {
      computed_ = s->next;
      s->drop(s);
    }
  }

  /// A map or a moving node. The result does not refer to temporary nodes.
  template <class N> constexpr auto prepared(const N& n) {
    return n.rebuilt([&](const auto& o) { return part<N>(o); });
  }
};
/// A prepared map, whose reductions of rows are computed row by row if `Rows` is its rank.
template <std::size_t Rows, class N> constexpr auto prepare_parts(const N& n) {
  return prepared_parts<(N::computes > 1), Rows>().prepared(n);
}

/// Whether a leaf reads each element of a target just before the element is written.
template <std::size_t R, class Out, class T, index Hint>
constexpr bool reads_in_place(const std::array<index, R>& n, const Out& out,
                              const std::array<index, R>& own,
                              const strided_cursor<T, R, Hint>& leaf) {
  // Offsets and strides count elements.
  return sizeof(*leaf.base) == sizeof(*out.base) && own == n &&
         static_cast<const void*>(leaf.base) == out.base && leaf.offset == out.offset &&
         same_walk(out.strides.data(), leaf.strides.data(), n.data(), R);
}
template <class N, class Out, class Own, class Leaf>
constexpr bool reads_in_place(const N&, const Out&, const Own&, const Leaf&) {
  return false;
}

/// Whether the loops of a target may compute an expression of its sizes row by row: each reduction
/// combines at least one element, no operand overlaps the target, except operands that read each
/// element just before it is written, and rows have the strides that the types expect.
template <std::size_t R, class Out, class N>
constexpr bool computes_rows(const std::array<index, R>& n, const Out& out, const N& e) {
  bool fine = true;
  if constexpr (is_map<N> || (member_access::folds_rows<N> && rank_of<N> == R)) {
    if constexpr (!is_map<N>)
      fine = e.source().shape()[R - 1] != 0;
    for_each_operand(e, [&](const auto& o) { fine = fine && computes_rows(n, out, o); });
  } else if constexpr (N::ready::value) {
    constexpr std::size_t L = rank_of<N>;
    const std::array<index, L> own = e.shape();
    const auto in = member_access::cursor<straight_hint<L>, L>(e, straight_refs<L>());
    if constexpr (L == R)
      fine = in.fits(L - 1) || own[L - 1] != n[L - 1];
    if (count_elements(own) != 0)
      in.visit_memory([&](const auto& leaf) {
        fine = fine && (!regions_meet(region_of(out, n), region_of(leaf, own)) ||
                        reads_in_place(n, out, own, leaf));
      });
  } else if constexpr (N::how == computation::in_the_loop) {
    fine = !may_read(region_of(out, n), e);
  }
  return fine;
}

/// Whether an expression of the shape of the target is large enough for evaluation by rows.
template <class Target, class E> constexpr bool rows_pay(const Target& target, const E& e) {
  const auto n = target.shape();
  // A view may repeat one element so often that its number of bytes overflows.
  index bytes = 0;
  if (!multiply_fits(target.size(), static_cast<index>(sizeof(value_t<Target>)), bytes) ||
      bytes < limits::stack_bytes || n != e.shape())
    return false;
  const index row = bytes / (target.size() / n.back());
  return row != bytes && row >= limits::call_bytes && row <= limits::l2_bytes;
}

} // namespace detail
} // namespace stria
