// SPDX-License-Identifier: BSL-1.0
// numpy/product/einsum.hpp: einsum, the Einstein summation.
#pragma once

#include <stria/numpy/product/chain_loops.hpp>
#include <stria/numpy/product/einsum_plan.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// For each axis of an operand of rank R, the number of its loop, from 0 to L - 1.
template <std::size_t R, std::size_t L> struct axis_labels {
  int loop[R == 0 ? 1 : R];
};

/// The extents of the L loops for an operand; 1 for a loop without an axis.
template <class N, auto Labels, std::size_t L> constexpr auto labelled_shape() {
  auto s = unknown_shape<L>();
  for (std::size_t k = 0; k < L; ++k)
    s[k] = extent::make(1);
  for (std::size_t k = 0; k < rank_of<N>; ++k) {
    extent& e = s[static_cast<std::size_t>(Labels.loop[k])];
    e = join_extents(e, N::extents[k]).result;
  }
  return s;
}

/// N as an operand with one axis for each of L loops. Two axes of N may have the same loop. A loop
/// without an axis of N has size 1.
template <class N, auto Labels, std::size_t L>
class labelled : public moving_node<labelled<N, Labels, L>, N, labelled_shape<N, Labels, L>()> {
  using base = typename labelled::moving_node;
  static constexpr std::size_t R = rank_of<N>;

public:
  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, labelled>)
  constexpr explicit labelled(U&& source) : base(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(labelled);

  /// Raises shape_error if two axes with the same label have different sizes.
  constexpr axis_array<L> shape() const {
    axis_array<L> r{};
    for (index& n : r)
      n = 1;
    const auto own = this->source().shape();
    for (std::size_t k = 0; k < R; ++k) {
      index& n = r[static_cast<std::size_t>(Labels.loop[k])];
      const index joined = join_sizes(n, own[k]);
      if (joined < 0) [[unlikely]]
        raise<shape_error>(message("stria: einsum: two axes with the same label have ")
                           << n << " and " << own[k] << " elements");
      n = joined;
    }
    return r;
  }

  template <inner_hint H>
  static constexpr inner_hint source_hint = [] {
    inner_hint own = no_hint;
    for (std::size_t k = 0; k < R; ++k)
      if (H.axis >= 0 && Labels.loop[k] == H.axis)
        own = own.axis < 0 ? inner_hint{static_cast<int>(k), H.step} : no_hint;
    return own;
  }();
  constexpr auto source_refs(const axis_refs<L>& refs) const {
    const auto own = this->source().shape();
    axis_refs<R> r{};
    for (std::size_t k = 0; k < R; ++k)
      if (own[k] != 1)
        r[k] = refs[static_cast<std::size_t>(Labels.loop[k])];
    return r;
  }
  template <class M> static constexpr auto over(M&& source) {
    return labelled<std::remove_cvref_t<M>, Labels, L>(static_cast<M&&>(source));
  }
};

/// A sum whose result has the type of the products.
struct einsum_sum_op : sum_op {
  static constexpr const char* text = "einsum";
  template <class T> using result = T;
};

/// The element type of the product of several operands.
template <class T, class... More> struct product_of_all {
  using type = T;
};
template <class T, class U, class... More>
struct product_of_all<T, U, More...>
    : product_of_all<std::remove_cvref_t<decltype(multiply_fn{}(std::declval<const T&>(),
                                                                std::declval<const U&>()))>,
                     More...> {};

template <class Seq, fixed_string Text, class T, class... N> class einsum_chain;
/// Two operands that are stacks of matrices, or of matrices and vectors: their last two result
/// loops are rows and columns, or the last one is rows, and there is one summed loop.
struct matrix_stacks {
  bool found = false, swapped = false; // swapped: the second operand has the rows
  bool vectors = false;                // instead of the matrices without rows
  std::size_t batch = 0;               // the number of loops before the rows
};
template <fixed_string Text, class... N> constexpr matrix_stacks find_matrix_stacks() {
  constexpr auto& plan = einsum_verdict<Text, N...>::plan;
  constexpr std::size_t ranks[] = {rank_of<N>...}, R = plan.results;
  matrix_stacks found;
  if (sizeof...(N) != 2 || plan.loops != R + 1 || R == 0)
    return found;
  // A bit for each operand with the loop.
  const auto owners = [&](std::size_t loop) {
    int bits = 0;
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t k = 0; k < ranks[t]; ++k)
        bits |= plan.loop_of[t][k] == static_cast<int>(loop) ? 1 << t : 0;
    return bits;
  };
  std::size_t both = 0;
  while (both < R && owners(both) == 3)
    ++both;
  found.batch = both;
  found.vectors = both + 1 == R;
  found.swapped = both < R && owners(both) == 2;
  found.found =
      owners(R) == 3 && (found.vectors || (both + 2 == R && owners(both) + owners(R - 1) == 3));
  return found;
}

[[noreturn]] [[gnu::cold]] inline void raise_einsum_sizes(std::string_view text, char label,
                                                          index one, index other) {
  message m("stria: einsum: the label ");
  einsum_text(text).say_label(m, label);
  raise<shape_error>(m << " has the sizes " << one << " and " << other);
}

template <fixed_string Text, class... N> constexpr auto einsum_extents() {
  constexpr auto& plan = einsum_verdict<Text, N...>::plan;
  auto s = unknown_shape<plan.results>();
  for (std::size_t k = 0; k < plan.results; ++k)
    s[k] = plan.extents[k];
  return s;
}
template <std::size_t... K, fixed_string Text, class T, class... N>
class einsum_chain<std::index_sequence<K...>, Text, T, N...>
    : public computed<einsum_chain<std::index_sequence<K...>, Text, T, N...>, T,
                      einsum_extents<Text, N...>()>,
      slot<K, N>... {
  static constexpr auto& plan = einsum_verdict<Text, N...>::plan;
  static constexpr std::size_t L = plan.loops, R = plan.results, P = sizeof...(N);
  static constexpr matrix_stacks stacks = find_matrix_stacks<Text, N...>();

public:
  template <class... U>
  constexpr explicit einsum_chain(std::in_place_t, U&&... u)
      : slot<K, N>{N(static_cast<U&&>(u))}... {
    static_cast<void>(shape());
  }
  STRIA_NO_TARGET(einsum_chain);

  STRIA_INLINE constexpr axis_array<R> shape() const {
    const auto n = sizes();
    axis_array<R> r{};
    for (std::size_t k = 0; k < R; ++k)
      r[k] = n[k];
    return r;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return g(slot<K, N>::value...);
  }
  static constexpr bool only_operands = true;
  template <class... M> static constexpr auto over(M&&... m) {
    return einsum_chain<std::index_sequence<K...>, Text, T, std::remove_cvref_t<M>...>(
        std::in_place, static_cast<M&&>(m)...);
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto n = sizes();
    if (count_elements(n) == 0)
      return set_to_zero(target);
    place(target.data(), n);
  }

private:
  STRIA_INLINE constexpr std::array<index, L> sizes() const {
    std::array<index, L> n{};
    for (index& k : n)
      k = 1;
    (add<K>(n, slot<K, N>::value.shape()), ...);
    return n;
  }
  // The number of the operand is a template parameter, so that the loop is unrolled.
  template <std::size_t Which, std::size_t Own>
  STRIA_INLINE static constexpr void add(std::array<index, L>& n,
                                         const std::array<index, Own>& own) {
    for (std::size_t k = 0; k < Own; ++k) {
      const auto loop = static_cast<std::size_t>(plan.loop_of[Which][k]);
      const index joined = join_sizes(n[loop], own[k]);
      if (joined < 0) [[unlikely]]
        raise_einsum_sizes(Text.view(), plan.labels[loop], n[loop], own[k]);
      n[loop] = joined;
    }
  }
  /// Multiplies stacks of matrices where they lie, as contraction_chain would. Returns false if
  /// they must be copied.
  static constexpr bool multiply_stacks(T* to, const std::array<index, L>& n,
                                        const chain_factor<T, L>& first,
                                        const chain_factor<T, L>& second) {
    const auto &x = stacks.swapped ? second : first, &y = stacks.swapped ? first : second;
    constexpr std::size_t row = stacks.batch, column = R - 1, inner = R;
    constexpr product_sizes known{plan.extents[row].size, plan.extents[inner].size,
                                  stacks.vectors ? 1 : plan.extents[column].size};
    const product_sizes sizes{n[row], n[inner], stacks.vectors ? 1 : n[column]};
    // In a line of one element, any step is valid.
    const auto place = [](const T* p, index rows, index row_step, index columns,
                          index column_step) -> matrix_place<T> {
      const index down = rows == 1 ? 1 : row_step, along = columns == 1 ? 1 : column_step;
      return {p, rows == 1 && along == 1 ? columns : down,
              columns == 1 && down == 1 ? rows : along};
    };
    const auto a = place(x.p, sizes.rows, x.strides[row], sizes.inner, x.strides[inner]);
    const auto b = place(y.p, sizes.inner, y.strides[inner], sizes.columns,
                         stacks.vectors ? 1 : y.strides[column]);
    if (!multiplies_where_it_lies(a, sizes.rows, sizes.inner) ||
        !multiplies_where_it_lies(b, sizes.inner, sizes.columns))
      return false;
    const auto of_batch = [](const std::array<index, L>& from) {
      std::array<index, stacks.batch> r{};
      for (std::size_t k = 0; k < stacks.batch; ++k)
        r[k] = from[k];
      return r;
    };
    multiply_each<known>(to, of_batch(n), sizes, a, of_batch(x.strides), b, of_batch(y.strides));
    return true;
  }
  /// The stride of operand Ix along a loop; several of its axes may follow the loop.
  template <std::size_t Ix, std::size_t Loop, std::size_t Own>
  STRIA_INLINE static constexpr index stride_along(const std::array<index, Own>& own,
                                                   const std::array<index, Own>& strides) {
    index along = 0;
    for (std::size_t k = 0; k < Own; ++k)
      if (plan.loop_of[Ix][k] == static_cast<int>(Loop))
        along += own[k] == 1 ? 0 : strides[k];
    return along;
  }
  /// The labels of operand Ix as bits.
  template <std::size_t Ix, std::size_t Own>
  static constexpr std::uint64_t labels_of = [] {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < Own; ++k)
      bits |= std::uint64_t{1} << plan.loop_of[Ix][k];
    return bits;
  }();
  // Adds one operand after the other to `factors`. An operand that is not in memory is copied
  // first.
  template <class... F>
  constexpr void place(T* to, const std::array<index, L>& n, const F&... factors) const {
    constexpr std::size_t Ix = sizeof...(F);
    if constexpr (Ix == P) {
      constexpr bool in_stacks = stacks.found && (!stacks.swapped || factors_commute<T>);
      bool done = false;
      if constexpr (in_stacks)
        done = multiply_stacks(to, n, factors...);
      // Only a library needs copies of matrices with strides.
      if constexpr (!in_stacks || (has_library && in_libraries<T>))
        if (!done)
          contraction_chain<T, L, P>(n, {factors...}, R).run(to);
    } else {
      const auto& e = prepare(operand_at<Ix>(*this));
      const auto own = e.shape();
      with_memory<T>(e, anywhere, [&](const auto& memory) {
        [&]<std::size_t... Loop>(std::index_sequence<Loop...>) {
          place(to, n, factors...,
                chain_factor<T, L>{memory.p,
                                   {stride_along<Ix, Loop>(own, memory.strides)...},
                                   labels_of<Ix, own.size()>});
        }(std::make_index_sequence<L>());
      });
    }
  }
};

template <fixed_string Text, class... A> struct einsum_call {
  static constexpr bool accepted = true;
  static constexpr auto plan = einsum_verdict<Text, A...>::plan;
  static constexpr std::size_t L = plan.loops;
  static constexpr std::uint64_t summed = [] {
    std::uint64_t bits = 0;
    for (std::size_t k = plan.results; k < L; ++k)
      bits |= std::uint64_t{1} << k;
    return bits;
  }();
  template <std::size_t T, std::size_t R> static constexpr auto labels() {
    axis_labels<R, L> l{};
    for (std::size_t k = 0; k < R; ++k)
      l.loop[k] = plan.loop_of[T][k];
    return l;
  }
  /// For each loop, the axis of operand T. `found` is false if two axes have the same loop.
  template <std::size_t T, std::size_t R> struct loop_axes {
    axis_map<L> map{};
    bool found = true, in_order = R == L;
    constexpr loop_axes() {
      for (std::size_t loop = 0; loop < L; ++loop)
        map.source[loop] = -1;
      for (std::size_t k = 0; k < R; ++k) {
        const auto loop = static_cast<std::size_t>(plan.loop_of[T][k]);
        found = found && map.is_new(loop);
        in_order = in_order && loop == k;
        map.source[loop] = static_cast<int>(k);
      }
    }
  };
  /// Operand T with one axis for each loop: a view if it is in memory, unless it has a diagonal.
  template <std::size_t T, class X> static constexpr auto label(X&& x) {
    constexpr loop_axes<T, rank_of<X>> axes;
    // The result of one operand without a sum is the operand itself, so a tensor becomes a view.
    constexpr bool is_result = sizeof...(A) == 1 && summed == 0;
    if constexpr (axes.in_order && !(is_result && lvalue_tensor<X>))
      return hold_t<X>(static_cast<X&&>(x));
    else if constexpr (axes.found)
      return move_call<X, axes.map>::run(static_cast<X&&>(x));
    else
      return labelled<hold_t<X>, labels<T, rank_of<X>>(), L>(static_cast<X&&>(x));
  }
  template <class First, class... More>
  static constexpr auto product(First&& first, More&&... more) {
    if constexpr (sizeof...(More) == 0)
      return static_cast<First&&>(first);
    else
      return product_of(static_cast<First&&>(first), static_cast<More&&>(more)...);
  }
  template <class X, class Y, class... More>
  static constexpr auto product_of(X&& x, Y&& y, More&&... more) {
    return product(make_map(multiply_fn{}, static_cast<X&&>(x), static_cast<Y&&>(y)),
                   static_cast<More&&>(more)...);
  }
  template <std::size_t... T> static constexpr auto run_each(std::index_sequence<T...>, A&&... a) {
    auto whole = product(label<T>(static_cast<A&&>(a))...);
    static_cast<void>(whole.shape());
    if constexpr (summed == 0)
      return whole;
    else
      return reduction<einsum_sum_op, decltype(whole), summed, false>(std::move(whole));
  }
  // Two operands are computed as a matrix product if they share a summed loop and each has a loop
  // of the result that the other lacks. All chains of three to eight operands are computed as
  // matrix products. Any other call runs as one nest of loops.
  static constexpr bool chained = [] {
    if (sizeof...(A) < 2 || sizeof...(A) > 8)
      return false;
    if (sizeof...(A) > 2)
      return true;
    const std::size_t ranks[] = {rank_of<A>...};
    bool first_alone = false, second_alone = false, inner = false;
    for (std::size_t loop = 0; loop < L; ++loop) {
      bool in[2]{};
      for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t k = 0; k < ranks[t]; ++k)
          in[t] = in[t] || plan.loop_of[t][k] == static_cast<int>(loop);
      const bool result = loop < plan.results;
      first_alone = first_alone || (result && in[0] && !in[1]);
      second_alone = second_alone || (result && in[1] && !in[0]);
      inner = inner || (!result && in[0] && in[1]);
    }
    if (!inner || !(first_alone || second_alone))
      return false;
    // Short static rows of a stack of matrices times vectors are unrolled.
    constexpr matrix_stacks stacks = find_matrix_stacks<Text, hold_t<A>...>();
    if constexpr (stacks.found && stacks.vectors) {
      const index rows = plan.extents[stacks.batch].size, columns = plan.extents[L - 1].size;
      if (rows > 0 && rows <= limits::unrolled && columns > 0 && columns <= 4 &&
          rows * columns <= limits::unrolled)
        return true;
    }
    return first_alone && second_alone;
  }();
  static constexpr auto run(A&&... a) {
    if constexpr (chained) {
      using T = typename product_of_all<value_t<A>...>::type;
      return einsum_chain<std::index_sequence_for<A...>, Text, T, hold_t<A>...>(
          std::in_place, static_cast<A&&>(a)...);
    } else {
      return run_each(std::index_sequence_for<A...>(), static_cast<A&&>(a)...);
    }
  }
  using type = decltype(run(std::declval<A>()...));
};
/// A single operand whose axes are only moved may have any elements.
template <fixed_string Text, class... A>
using einsum_elements =
    element_type_verdict<products_add<value_t<A>...> ||
                             (sizeof...(A) == 1 && einsum_verdict<Text, A...>::plan.loops ==
                                                       einsum_verdict<Text, A...>::plan.results),
                         no_products>;
template <fixed_string Text, class... A> struct einsum_result {};
template <fixed_string Text, operand... A>
struct einsum_result<Text, A...>
    : judged_call<einsum_verdict<Text, A...>,
                  judged_call<einsum_elements<Text, A...>, einsum_call<Text, A...>>> {};

} // namespace detail

/// Einstein summation: multiplies elements of the operands and sums the products over the labels
/// that the result does not have.
///
/// The text has one label for each axis: a letter or, if a space separates two labels somewhere in
/// the text, a name of any length, as in "batch row, row col -> batch col". Without `->` the result
/// has the labels that occur once, in alphabetical order. `...` denotes broadcast axes. A label
/// that occurs twice in one operand selects the diagonal of that operand.
///
/// \tparam Text the text, such as "ij,jk->ik"
/// \param a     the operands, one for each comma-separated part of the text
/// \returns     a lazy expression with the axes of the result. Without axes it has rank 0 and
///              converts to its element. Elements have the type of the products
/// \throws      shape_error if axes with the same label have different sizes; an axis of size 1 is
///              broadcast
/// \refuses     a text with an error, and static or named extents that differ for one label, unless
///              one of them is 1
/// \complexity  two operands run as a matrix product if they share a summed label and each has a
///              label of the result that the other lacks; 3 to 8 operands run as matrix products;
///              any other call runs as one nest of loops; lazy
/// \numpy       `np.einsum("bij,bjk->bik", a, b)`
/// \usage       `einsum<"bij,bjk->bik">(a, b)`, `einsum<"batch row, row -> batch">(a, b)`
/// \see         matmul, tensordot
template <fixed_string Text, class... A>
constexpr auto einsum(A&&... a)
    STRIA_RUN_OR_REFUSE((detail::einsum_result<Text, A...>), static_cast<A&&>(a)...);
STRIA_BORROWING((fixed_string Text, detail::tensor_operand... S, class = detail::lvalues<S...>),
                einsum, (S & ... a STRIA_LIFETIMEBOUND), (detail::einsum_result<Text, S&...>),
                a...);
STRIA_FOREIGN_TEMPLATED(fixed_string Text, einsum, detail::not_ours, detail::whatever = {},
                        detail::whatever = {});
STRIA_FOREIGN_TEMPLATED(fixed_string Text, einsum, detail::ours, detail::not_ours,
                        detail::whatever = {});
STRIA_FOREIGN_TEXT(einsum, "einsum<\"ij,jk->ik\">(a, b)");
template <detail::operand A, detail::operand... B,
          class V = detail::text_verdict<"einsum<\"ij,jk->ik\">(a, b)">>
detail::said_of_not_ours<V> einsum(const A&, const B&...);

} // namespace stria
