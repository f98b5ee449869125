// SPDX-License-Identifier: BSL-1.0
// grad/node_rules.hpp: the derivatives of reductions, products and movements of elements.
//
// back(n, value, y) adds the contributions of the node n to its operands. y is the adjoint of n: a
// number if the rank of n is 0, otherwise a reference to a tensor. Tests: tests/grad/nodes.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/reverse.hpp>

#include <stria/expr/reordered.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/join/pad.hpp>
#include <stria/numpy/join/split.hpp>
#include <stria/numpy/join/tile.hpp>
#include <stria/numpy/make/make.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/product/contract.hpp>
#include <stria/numpy/product/einsum.hpp>
#include <stria/numpy/product/matmul.hpp>
#include <stria/numpy/reduce/scan.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/diagonal.hpp>
#include <stria/numpy/shape/flip.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/numpy/shape/roll.hpp>
#include <stria/numpy/statistics/softmax.hpp>
#include <stria/numpy/statistics/statistics.hpp>

namespace stria::detail {

/// True for a number and for an operand of rank 0.
template <class Y> inline constexpr bool is_single_value = is_plain_number<Y>;
template <operand Y> inline constexpr bool is_single_value<Y> = rank_of<Y> == 0;

/// A rule whose operands are variables, and that reads their values.
struct rule_base {
  static constexpr bool exists = true, fuses = false, reads_value = false, is_linear = false;
};

// --- reductions ---

template <std::size_t R, std::uint64_t Bits> constexpr auto with_reduced_axes() {
  axis_map<R> m{};
  int at = 0;
  for (std::size_t k = 0; k < R; ++k)
    m.source[k] = (Bits >> k & 1U) != 0 ? -1 : at++;
  return m;
}
/// A value of each reduced element, with axes of size 1 in place of the reduced ones.
template <std::size_t R, std::uint64_t Bits, bool Keep, class Y> auto unreduced(const Y& y) {
  if constexpr (is_plain_number<Y> || Keep)
    return y;
  else
    return moved<Y, with_reduced_axes<R, Bits>()>(y);
}

/// The rule of a reduction by Op: `slope(x, v, y, over)`, the adjoint of the elements x, from the
/// result v and its adjoint y; over.count is the number of elements of each result, and
/// over.sum(e) sums an expression.
template <class Op> struct reduction_slope {
  static constexpr bool exists = false, reads_value = false, is_linear = false;
};
template <class E, std::uint64_t Bits> struct reduction_extent {
  const E& e;
  index count;
  /// The sum over the reduced axes, which are kept.
  template <class X> auto sum(const X& x) const {
    return eval(reduction<sum_op, X, Bits, true>(x));
  }
  template <class X> auto prod(const X& x) const {
    return eval(reduction<prod_op, X, Bits, true>(x));
  }
};
template <> struct reduction_slope<sum_op> {
  static constexpr bool exists = true, reads_value = false, is_linear = true;
  static auto slope(const auto&, const auto&, const auto&, const auto& y, const auto&) { return y; }
};
template <> struct reduction_slope<mean_op> {
  static constexpr bool exists = true, reads_value = false, is_linear = true;
  static auto slope(const auto&, const auto&, const auto&, const auto& y, const auto& over) {
    return y * (number_like(y, 1) / number_like(y, static_cast<double>(over.count)));
  }
};
template <class Better> struct reduction_slope<extreme_op<Better>> {
  static constexpr bool exists = true, reads_value = true, is_linear = false;
  static auto slope(const auto&, const auto& x, const auto& v, const auto& y, const auto& over) {
    using V = value_t<decltype(x)>;
    const auto ties = over.sum(cast<V>(x == v)); // equal elements get equal parts
    return eval(where(x == v, y / ties, V(0)));
  }
};
/// The result does not depend on the number that softmax() subtracts.
template <> struct reduction_slope<softmax_shift_op> {
  static constexpr bool exists = true, reads_value = false, is_linear = true;
  static auto slope(const auto&, const auto& x, const auto&, const auto&, const auto&) {
    return zeros_like(x);
  }
};
template <> struct reduction_slope<prod_op> {
  static constexpr bool exists = true, reads_value = true, is_linear = false;
  static auto slope(const auto&, const auto& x, const auto& v, const auto& y, const auto& over) {
    using V = value_t<decltype(x)>;
    const auto zeros = over.sum(cast<V>(x == V(0)));
    const auto others = over.prod(where(x == V(0), V(1), x));
    return eval(where(x == V(0), where(zeros == V(1), y * others, V(0)),
                      where(zeros == V(0), y * v / x, V(0))));
  }
};
template <bool Root> struct reduction_slope<variance_op<Root>> {
  static constexpr bool exists = true, reads_value = Root, is_linear = false;
  static auto slope(const auto& n, const auto& x, const auto& v, const auto& y, const auto& over) {
    using V = value_t<decltype(x)>;
    const auto mean_of_all = over.sum(x / static_cast<V>(over.count));
    const V rest = static_cast<V>(static_cast<double>(over.count) - n.operation().off);
    if constexpr (Root)
      return eval(y * (x - mean_of_all) / (rest * v));
    else
      return eval(y * (x - mean_of_all) * (V(2) / rest));
  }
};
template <> struct reduction_slope<norm_op> {
  static constexpr bool exists = true, reads_value = true, is_linear = false;
  static auto slope(const auto&, const auto& x, const auto& v, const auto& y, const auto&) {
    return y * x / v;
  }
};
template <> struct reduction_slope<logsumexp_op> {
  static constexpr bool exists = true, reads_value = true, is_linear = false;
  static auto slope(const auto&, const auto& x, const auto& v, const auto& y, const auto&) {
    return y * exp(x - v);
  }
};
template <> struct reduction_slope<einsum_sum_op> : reduction_slope<sum_op> {};
template <class T, class Op>
struct reduction_slope<accumulating_op<Op, T>> : reduction_slope<Op> {};

template <class Op, class E, std::uint64_t Bits, bool Keep> struct reduction_rule {
  static constexpr bool exists = reduction_slope<Op>::exists, fuses = true,
                        reads_value = reduction_slope<Op>::reads_value,
                        is_linear = reduction_slope<Op>::is_linear;
  template <class N, class V, class Y> static void back(const N& n, const V& value, const Y& y) {
    constexpr std::size_t R = rank_of<E>;
    const E& e = n.source();
    const reduction_extent<E, Bits> over{e, reduced_count<Bits>(e.shape())};
    const auto v = unreduced<R, Bits, Keep>(as_operand(value));
    const auto x = plain(e);
    give(e, reduction_slope<Op>::slope(n, x, v, unreduced<R, Bits, Keep>(y), over));
  }
};
template <class Op, class E, std::uint64_t Bits, bool Keep>
struct node_rule<reduction<Op, E, Bits, Keep>> : reduction_rule<Op, E, Bits, Keep> {};
template <class Op, class E, std::uint64_t Bits, bool Keep>
struct node_rule<statistic<Op, E, Bits, Keep>> : reduction_rule<Op, E, Bits, Keep> {};

// --- products ---

/// y with an axis of size 1 at place K.
template <std::size_t K, class Y> auto with_axis(const Y& y) {
  constexpr std::size_t R = rank_of<Y> + 1;
  constexpr axis_map<R> map = [] {
    axis_map<R> m{};
    for (std::size_t k = 0; k < R; ++k)
      m.source[k] = k == K ? -1 : static_cast<int>(k < K ? k : k - 1);
    return m;
  }();
  return moved<Y, map>(y);
}
/// The result of a product may be larger than the operand by batch axes.
template <class O, class C> void give_product(const O& o, const C& c) {
  if constexpr (rank_of<C> == rank_of<O> && rank_of<O> <= 2)
    give(o, c);
  else
    give(o, summed(o, c));
}
template <class A, class B> struct node_rule<matrix_product<A, B>> : rule_base {
  template <class V, class Y>
  static void back(const matrix_product<A, B>& n, const V&, const Y& y) {
    constexpr std::size_t ra = rank_of<A>, rb = rank_of<B>;
    n.operands([&](const A& a, const B& b) {
      const auto x = plain(a);
      const auto z = plain(b);
      if constexpr (ra == 1 && rb == 1) {
        give(a, y * z);
        give(b, y * x);
      } else if constexpr (ra == 1) {
        constexpr std::size_t R = rank_of<Y>;
        if constexpr (is_active<A>) // y z^T, without the axis of the rows
          give_product(a, matmul(z, with_axis<R>(y))[ellipsis, constant<0>{}]);
        if constexpr (is_active<B>)
          give_product(b, with_axis<1>(x) * with_axis<R - 1>(y));
      } else if constexpr (rb == 1) {
        constexpr std::size_t R = rank_of<Y>;
        if constexpr (is_active<A>)
          give_product(a, with_axis<R>(y) * z);
        if constexpr (is_active<B>)
          give_product(b, matmul(matrix_transpose(x), with_axis<R>(y))[ellipsis, constant<0>{}]);
      } else {
        if constexpr (is_active<A>)
          give_product(a, matmul(y, matrix_transpose(z)));
        if constexpr (is_active<B>)
          give_product(b, matmul(matrix_transpose(x), y));
      }
    });
  }
};
/// The axes of an operand of rank R with the last N of them first, or the first N of them last.
template <std::size_t R, std::size_t First> constexpr auto axes_from() {
  axis_map<R> m{};
  for (std::size_t k = 0; k < R; ++k)
    m.source[k] = static_cast<int>((k + First) % (R == 0 ? 1 : R));
  return m;
}
template <class A, class B, std::size_t N> struct node_rule<contraction<A, B, N>> : rule_base {
  template <class V, class Y>
  static void back(const contraction<A, B, N>& n, const V&, const Y& y) {
    constexpr std::size_t ra = rank_of<A>, rb = rank_of<B>;
    n.operands([&](const A& a, const B& b) {
      const auto x = plain(a);
      const auto z = plain(b);
      if constexpr (is_single_value<Y>) {
        give(a, y * z);
        give(b, y * x);
      } else {
        if constexpr (is_active<A>) {
          using turned = moved<bare<decltype(z)>, axes_from<rb, N>()>;
          give(a, contraction<Y, turned, rb - N>(y, turned(z)));
        }
        if constexpr (is_active<B>) {
          using turned = moved<bare<decltype(x)>, axes_from<ra, ra - N>()>;
          give(b, contraction<turned, Y, ra - N>(turned(x), y));
        }
      }
    });
  }
};
template <class A, class B, auto X> struct node_rule<cross_product<A, B, X>> : rule_base {
  static constexpr bool exists = rank_of<A> == rank_of<B>;
  template <class V, class Y>
  static void back(const cross_product<A, B, X>& n, const V&, const Y& y) {
    n.operands([&](const A& a, const B& b) {
      if constexpr (is_active<A>)
        give(a, eval(cross(plain(b), y)));
      if constexpr (is_active<B>)
        give(b, eval(cross(y, plain(a))));
    });
  }
};

/// The text of an einsum, taken apart.
struct einsum_parts {
  std::string_view part[16]{};
  std::size_t count = 0;
  std::string_view result{};
  bool has_arrow = false;

  constexpr explicit einsum_parts(std::string_view text) {
    const std::size_t arrow = text.find("->");
    has_arrow = arrow != std::string_view::npos;
    if (has_arrow)
      result = text.substr(arrow + 2);
    text = text.substr(0, arrow);
    for (std::size_t from = 0; count < 16;) {
      const std::size_t comma = text.find(',', from);
      part[count++] = text.substr(from, comma - from);
      if (comma == std::string_view::npos)
        break;
      from = comma + 1;
    }
  }
  /// True if the adjoint of operand k is an einsum: each label occurs once in it, and also in the
  /// result or in another operand.
  constexpr bool has_adjoint(std::size_t k) const {
    if (!has_arrow)
      return false;
    for (std::size_t i = 0; i < part[k].size(); ++i) {
      const char label = part[k][i];
      bool found = result.find(label) != std::string_view::npos;
      for (std::size_t j = 0; j < count; ++j)
        found = found || (j != k && part[j].find(label) != std::string_view::npos);
      const bool is_letter = (label >= 'a' && label <= 'z') || (label >= 'A' && label <= 'Z');
      if (!is_letter || !found || part[k].find(label, i + 1) != std::string_view::npos)
        return false;
    }
    return true;
  }
};
/// The einsum of the adjoint of operand K: the adjoint of the result, if it has axes, and the other
/// operands.
template <fixed_string Text, std::size_t K> consteval auto einsum_adjoint_text() {
  constexpr einsum_parts parts(Text.view());
  // The same labels, commas and arrow, in another order.
  std::array<char, Text.view().size()> text{};
  std::size_t n = 0;
  const auto add = [&](std::string_view part) {
    if (n > 0)
      text[n++] = ',';
    for (const char c : part)
      text[n++] = c;
  };
  if (!parts.result.empty())
    add(parts.result);
  for (std::size_t k = 0; k < parts.count; ++k)
    if (k != K)
      add(parts.part[k]);
  text[n++] = '-';
  text[n++] = '>';
  for (const char c : parts.part[K])
    text[n++] = c;
  return std::pair(text, n);
}
template <fixed_string Text, std::size_t K> struct einsum_adjoint {
  static constexpr auto made = einsum_adjoint_text<Text, K>();
  static constexpr fixed_string<made.second> text{std::string_view(made.first.data(), made.second)};
};
template <std::size_t... K, fixed_string Text, class T, class... N>
struct node_rule<einsum_chain<std::index_sequence<K...>, Text, T, N...>> : rule_base {
  static constexpr auto& letters = einsum_in_letters<Text>::text;
  static constexpr einsum_parts parts{letters.view()};
  static constexpr bool exists = ((!is_active<N> || parts.has_adjoint(K)) && ...) &&
                                 sizeof...(N) > 1 && ((rank_of<N> > 0) && ...);
  template <class Node, class V, class Y> static void back(const Node& n, const V&, const Y& y) {
    n.operands([&](const auto&... o) { (give_factor<K>(y, o...), ...); });
  }

private:
  template <std::size_t Which, class Y, class... O>
  static void give_factor(const Y& y, const O&... o) {
    using own = std::tuple_element_t<Which, std::tuple<O...>>;
    if constexpr (is_active<own>) {
      const auto others = std::tuple_cat(other_operand<Which, K>(o)...);
      std::apply(
          [&](const auto&... other) {
            constexpr auto& text = einsum_adjoint<letters, Which>::text;
            if constexpr (is_single_value<Y>)
              give(pick_operand<Which>(o...), eval(einsum<text>(other...) * y));
            else
              give(pick_operand<Which>(o...), eval(einsum<text>(y, other...)));
          },
          others);
    }
  }
  template <std::size_t Which, std::size_t Own, class O> static auto other_operand(const O& o) {
    if constexpr (Which == Own)
      return std::tuple<>();
    else
      return std::tuple{plain(o)};
  }
};
template <std::size_t... K, fixed_string Text, class T, class... N>
inline constexpr const char* name_of_node<einsum_chain<std::index_sequence<K...>, Text, T, N...>> =
    "einsum";

// --- movements of elements ---

/// A rule that does not read the values of the operands.
struct linear_rule : rule_base {
  static constexpr bool is_linear = true;
};

/// Adds the elements of y to those elements of a leaf or a part that n copies. `places` is the
/// node n over the positions of the elements of its operand.
template <class O, class P, class Y> void give_to_places(const O& o, const P& places, const Y& y) {
  using V = value_t<O>;
  typename tensor_of<V, extents_of<O>>::type c(o.shape(), uninitialized_t{});
  set_to_zero(c);
  const auto values = eval(y);
  const V* from = values.data();
  for (const index p : places.storage()) {
    if (p >= 0)
      c.data()[p] += *from;
    ++from;
  }
  give(o, ref<decltype(c)>(c));
}
template <class O> auto positions_of(const O& o, index first) {
  typename tensor_of<index, extents_of<O>>::type t(o.shape(), uninitialized_t{});
  for (index& p : t.storage())
    p = first++;
  return t;
}
/// The rule of a node that copies elements of its only operand.
struct copying_rule : linear_rule {
  template <class N, class V, class Y> static void back(const N& n, const V&, const Y& y) {
    n.operands([&](const auto& o) {
      const auto positions = positions_of(o, 0);
      if constexpr (rank_of<N> == 0) {
        const dtensor<value_t<N>, 0> single(y);
        give_to_places(o, dtensor<index, 0>(n.over(ref<decltype(positions_of(o, 0))>(positions))),
                       single);
      } else {
        give_to_places(o, eval(n.over(ref<decltype(positions_of(o, 0))>(positions))), y);
      }
    });
  }
};
template <class N, std::size_t A> struct node_rule<rolled<N, A>> : copying_rule {};
template <class N, auto X> struct node_rule<tiled<N, X>> : copying_rule {};
template <class N, std::size_t A, auto X> struct node_rule<repeated<N, A, X>> : copying_rule {};
template <class N, std::size_t A, extent W> struct node_rule<windowed<N, A, W>> : copying_rule {};
template <class N> struct node_rule<reordered<N>> : copying_rule {};
template <class N, diagonal_axes A, class O>
struct node_rule<diagonal_node<N, A, O>> : copying_rule {};
template <class N, auto Labels, std::size_t L>
struct node_rule<labelled<N, Labels, L>> : copying_rule {};
template <class N, auto X> struct node_rule<padded<N, X>> : linear_rule {
  // The border may be a constant, which is the same for all positions. Positions are doubles, as
  // the constant may be a fraction.
  template <class V, class Y> static void back(const padded<N, X>& n, const V&, const Y& y) {
    n.operands([&](const N& o) {
      using positions = typename tensor_of<double, extents_of<N>>::type;
      const positions low(cast<double>(positions_of(o, 0)));
      const auto step = static_cast<double>(o.size());
      const positions high(low + step);
      const auto p = eval(n.over(ref<positions>(low)));
      const auto q = eval(n.over(ref<positions>(high)));
      give_to_places(o, eval(cast<index>(where(q - p == step, p, -1.))), y);
    });
  }
};
template <class N, auto Shape> struct node_rule<reshaped<N, Shape>> : linear_rule {
  template <class V, class Y> static void back(const reshaped<N, Shape>& n, const V&, const Y& y) {
    if constexpr (is_plain_number<Y>)
      give(n.source(), y);
    else
      give(n.source(), reshaped<Y, N::extents>(y, n.source().shape()));
  }
};
template <class Seq, std::size_t Axis, auto X, class T, class... N>
struct node_rule<concatenation<Seq, Axis, X, T, N...>> : linear_rule {
  template <class Node, class V, class Y> static void back(const Node& n, const V&, const Y& y) {
    index from = 0;
    n.operands([&](const auto&... o) { (give_slice(o, y, from), ...); });
  }

private:
  template <class O, class Y> static void give_slice(const O& o, const Y& y, index& from) {
    const index length = o.shape()[Axis];
    if constexpr (is_active<O>)
      give(o, [&]<std::size_t... K>(std::index_sequence<K...>) {
        return (*y.node)[item_of<K>(from, length)...];
      }(std::make_index_sequence<rank_of<O>>()));
    from += length;
  }
  template <std::size_t K> static auto item_of(index from, index length) {
    if constexpr (K == Axis)
      return range(from, from + length);
    else
      return range(index{0}, _);
  }
};
template <order_kind Kind, class N, std::size_t Axis>
struct node_rule<sorted<Kind, N, Axis>> : rule_base {
  static constexpr bool exists = Kind == order_kind::sort;
  template <class V, class Y>
  static void back(const sorted<Kind, N, Axis>& n, const V&, const Y& y) {
    n.operands([&](const N& o) {
      using held = decltype(plain(o));
      const auto order = eval(sorted_places<held, Axis>(plain(o)));
      auto places = positions_of(o, 0);
      places = take_along_axis(eval(places), order, constant<static_cast<index>(Axis)>{});
      give_to_places(o, places, y);
    });
  }
};
/// The adjoint of running products: of the elements x with the products v, in rows of n elements at
/// a distance `step`. No division is needed, so zeros are right.
template <class T>
void adjoint_of_products(T* to, const T* x, const T* v, const T* y, index n, index step) {
  T later = T();
  for (index k = n; k-- > 0;) {
    later = k + 1 < n ? static_cast<T>(y[k * step] + x[(k + 1) * step] * later) : y[k * step];
    to[k * step] = k > 0 ? static_cast<T>(v[(k - 1) * step] * later) : later;
  }
}
template <class Op, class N, std::size_t Axis> struct node_rule<scan<Op, N, Axis>> : rule_base {
  static constexpr bool is_sum = std::same_as<Op, sum_op>, is_linear = is_sum,
                        exists = is_sum || std::same_as<Op, prod_op>, reads_value = !is_sum;
  template <class V, class Y>
  static void back(const scan<Op, N, Axis>& n, const V& value, const Y& y) {
    n.operands([&](const N& o) {
      using tensor_type = typename tensor_of<value_t<N>, extents_of<N>>::type;
      tensor_type c(o.shape(), uninitialized_t{});
      if constexpr (is_sum)
        c = flip(cumsum(flip(*y.node, axis_constant()), axis_constant()), axis_constant());
      else
        each_row(tensor_type(plain(o)), value, *y.node, c);
      give(o, ref<tensor_type>(c));
    });
  }

private:
  using axis_constant = constant<static_cast<index>(Axis)>;
  template <class T> static void each_row(const T& x, const T& v, const T& y, T& to) {
    const auto sizes = x.shape();
    const index n = sizes[Axis], step = x.strides()[Axis];
    if (x.size() == 0)
      return;
    for (index first = 0; first < x.size(); first += n * step)
      for (index k = first; k < first + step; ++k)
        adjoint_of_products(to.data() + k, x.data() + k, v.data() + k, y.data() + k, n, step);
  }
};
/// The elements of a gather are added to those of its source; all duplicates count.
template <class S, auto Spec, class Index> struct node_rule<gather<S, Spec, Index>> : linear_rule {
  template <class V, class Y>
  static void back(const gather<S, Spec, Index>& n, const V&, const Y& y) {
    auto to = [&] {
      if constexpr (is_grad_part<S>)
        return n.source().adjoint();
      else
        return n.source().slot().zeroed()[ellipsis];
    }();
    auto index_of_gather = n.operands(
        [&](const auto&, const auto&... part) { return n.places().over(plain(part)...); });
    gather<decltype(to), Spec, decltype(index_of_gather)> target(to, std::move(index_of_gather));
    target += y;
  }
};

} // namespace stria::detail
