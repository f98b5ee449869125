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
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// A tensor that several operands of a prepared expression own together.
template <class Tensor> struct shared_tensor {
  Tensor values;
  index owners = 1;

  /// The number of owners after `more` have been added.
  constexpr index count(index more) {
    if consteval {
      return owners += more;
    } else {
      return __atomic_add_fetch(&owners, more, __ATOMIC_ACQ_REL);
    }
  }
  static constexpr void release(shared_tensor* s) {
    if (s != nullptr && s->count(-1) == 0)
      delete s;
  }
};

/// The values of a node that is computed before the loop. They belong to this operand, or to
/// several operands.
template <class Tensor> class kept : public operand_base {
  Tensor own_;
  shared_tensor<Tensor>* shared_ = nullptr;

  constexpr ref<Tensor> all() const { return ref<Tensor>(values()); }

public:
  using value_type = typename Tensor::value_type;
  static constexpr auto extents = Tensor::extents;
  using ready = std::true_type;

  template <class N>
    requires(N::how != computation::in_the_loop)
  constexpr explicit kept(const N& n) : own_(eval(n)) {}
  constexpr explicit kept(shared_tensor<Tensor>& s) : shared_(&s) { s.count(1); }
  constexpr kept(const kept& o) : own_(o.own_), shared_(o.shared_) {
    if (shared_ != nullptr)
      shared_->count(1);
  }
  constexpr kept(kept&& o) noexcept
      : own_(static_cast<Tensor&&>(o.own_)), shared_(std::exchange(o.shared_, nullptr)) {}
  kept& operator=(const kept&) = delete;
  constexpr ~kept() { shared_tensor<Tensor>::release(shared_); }

  constexpr const Tensor& values() const { return shared_ != nullptr ? shared_->values : own_; }
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

/// True for a node that is computed before the loop, and whose values are kept if it occurs again.
/// Few elements of a static shape are computed in registers.
template <class N> inline constexpr bool is_kept = false;
template <class N>
  requires(member_access::computes<N> > 0 && N::how != computation::in_the_loop)
inline constexpr bool is_kept<N> =
    is_number<value_t<N>> && !lies_on_device<N> && !has_terms<N> &&
    (!extents_of<N>.is_static() || count_elements(extents_of<N>.sizes()) > limits::few) &&
    member_access::only_operands<N>;
/// The same for an expression in which reductions may be computed row by row.
template <class N> inline constexpr bool is_kept_with_slabs = false;
template <class N>
  requires is_kept<N>
inline constexpr bool is_kept_with_slabs<N> = N::how == computation::first;

template <class N>
inline constexpr bool is_moving =
    requires(const N& n) { []<class Self, class S, auto E>(const moving_node<Self, S, E>&) {}(n); };
/// True if the operands of N are searched for nodes that are kept.
template <class N> inline constexpr bool is_searched = false;
template <class N>
  requires(member_access::computes<N> > 0)
inline constexpr bool is_searched<N> =
    !lies_on_device<N> && !has_terms<N> &&
    (is_map<N> || is_moving<N> || member_access::computes_itself<N>);

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

/// The types of nodes that are found in an expression.
template <class... N> struct node_list {
  template <class... More> constexpr node_list<N..., More...> operator+(node_list<More...>) const {
    return {};
  }
};
template <bool Slabs, class N, class Chosen> struct kept_in;
template <bool Slabs, class Chosen> struct all_kept_in {
  template <class... A> constexpr auto operator()(const A&...) const {
    return (node_list<>() + ... + typename kept_in<Slabs, A, Chosen>::type());
  }
};
/// Lists the nodes in N that are kept, except those that have been chosen and their operands.
template <bool Slabs, class N, class Chosen> struct kept_in {
  using type = node_list<>;
};
template <bool Slabs, class N, class... Chosen>
  requires(is_searched<N> && !(std::same_as<N, Chosen> || ...))
struct kept_in<Slabs, N, node_list<Chosen...>> {
  using below = decltype(member_access::operands(std::declval<const N&>(),
                                                 all_kept_in<Slabs, node_list<Chosen...>>()));
  using own =
      std::conditional_t<Slabs ? is_kept_with_slabs<N> : is_kept<N>, node_list<N>, node_list<>>;
  using type = decltype(own() + below());
};
/// The first type that is listed more than once; void if there is none.
template <class List> struct repeated_node {
  using type = void;
};
template <class N, class... More>
struct repeated_node<node_list<N, More...>> : repeated_node<node_list<More...>> {};
template <class N, class... More>
  requires(std::same_as<N, More> || ...)
struct repeated_node<node_list<N, More...>> {
  using type = N;
  static constexpr std::size_t count = (1 + ... + (std::same_as<N, More> ? 1 : 0));
};

/// The `Count` nodes of type N in an expression, and the values that several of them share. Nodes
/// inside those of the types `Chosen` do not count.
template <class N, std::size_t Count, class Chosen> class kept_nodes;
template <class N, std::size_t Count, class... Chosen>
class kept_nodes<N, Count, node_list<Chosen...>> {
  using tensor_type = typename tensor_of<value_t<N>, extents_of<N>>::type;

  std::size_t size_ = 0;
  struct place {
    const N* node = nullptr;
    std::size_t first = 0; // the first node with the same values
    bool repeated = false;
    shared_tensor<tensor_type>* values = nullptr;
  } places_[Count];

  constexpr void list(const N& n) {
    place& own = places_[size_];
    own.node = &n;
    own.first = size_;
    if !consteval {
      for (std::size_t k = 0; k < size_; ++k)
        if (places_[k].first == k && has_same_values(*places_[k].node, n)) {
          own.first = k;
          places_[k].repeated = true;
          break;
        }
    }
    ++size_;
  }
  template <class M> constexpr void list(const M& m) {
    if constexpr (is_searched<M> && !(std::same_as<M, Chosen> || ...))
      for_each_operand(m, [&](const auto& o) { list(o); });
  }

public:
  using node = N;

  template <class Root> constexpr explicit kept_nodes(const Root& root) { list(root); }
  kept_nodes(const kept_nodes&) = delete;
  kept_nodes& operator=(const kept_nodes&) = delete;
  constexpr ~kept_nodes() {
    for (const place& p : places_)
      shared_tensor<tensor_type>::release(p.values);
  }

  /// The values of one of these nodes.
  constexpr kept<tensor_type> values_of(const N& n) {
    std::size_t k = 0;
    while (places_[k].node != &n)
      ++k;
    place& first = places_[places_[k].first];
    if (!first.repeated)
      return kept<tensor_type>(n);
    if (first.values == nullptr)
      first.values = new shared_tensor<tensor_type>{eval(n)};
    return kept<tensor_type>(*first.values);
  }
};

/// Prepares expressions with nodes that are kept in `Kept`.
template <class... Kept> struct computed_once {
  std::tuple<Kept&...> kept;

  template <class N>
  static constexpr bool is_chosen = (std::same_as<N, typename Kept::node> || ...);
  struct any_contains {
    template <class... A> constexpr auto operator()(const A&...) const {
      return std::bool_constant<(contains<A> || ...)>();
    }
  };
  /// True if N or one of its operands has been chosen.
  template <class N>
  static constexpr bool contains = [] {
    if constexpr (is_chosen<N>)
      return true;
    else if constexpr (is_searched<N>)
      return decltype(member_access::operands(std::declval<const N&>(), any_contains()))::value;
    else
      return false;
  }();

  template <class N> constexpr auto values_of(const N& n) const {
    constexpr std::size_t k = [] {
      const bool chosen[] = {std::same_as<N, typename Kept::node>...};
      std::size_t i = 0;
      while (!chosen[i])
        ++i;
      return i;
    }();
    return std::get<k>(kept).values_of(n);
  }
  /// The operand with values instead of the chosen nodes, not yet prepared.
  template <class N> constexpr auto replaced(const N& n) const {
    if constexpr (is_chosen<N>)
      return values_of(n);
    else if constexpr (contains<N>)
      return n.rebuilt([&](const auto& o) { return replaced(o); });
    else if constexpr (N::ready::value)
      return prepare_part(n);
    else
      return n;
  }
  /// A map or a moving node, prepared. The result does not refer to temporary nodes.
  template <class N> constexpr auto prepared(const N& n) const {
    return n.rebuilt([&](const auto& o) {
      using O = std::remove_cvref_t<decltype(o)>;
      if constexpr (is_chosen<O>) {
        return values_of(o);
      } else if constexpr (!contains<O>) {
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

/// Prepares a map, or with `Slabs` only replaces nodes that occur several times by their values.
template <bool Slabs, class N, class... Kept>
constexpr decltype(auto) compute_once(const N& n, Kept&... kept) {
  using chosen = node_list<typename Kept::node...>;
  using next = repeated_node<typename kept_in<Slabs, N, chosen>::type>;
  if constexpr (!std::same_as<typename next::type, void>) {
    kept_nodes<typename next::type, next::count, chosen> nodes(n);
    return compute_once<Slabs>(n, kept..., nodes);
  } else if constexpr (sizeof...(Kept) == 0) {
    if constexpr (Slabs)
      return (n);
    else
      return n.rebuilt([](const auto& o) { return N::prepare_operand(o); });
  } else {
    const computed_once<Kept...> once{{kept...}};
    if constexpr (Slabs)
      return once.replaced(n);
    else
      return once.prepared(n);
  }
}

} // namespace stria::detail
