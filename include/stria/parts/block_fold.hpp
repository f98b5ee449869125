// SPDX-License-Identifier: BSL-1.0
// parts/block_fold.hpp: reductions whose results do not depend on how the operand is divided into
// parts. Tests: tests/parts/block_fold.cpp.
#pragma once

#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/statistics/statistics.hpp>
#include <stria/parts/part.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace stria::detail {

/// How a node is folded block by block. The elements that are reduced to one value are numbered in
/// row-major order. A `part` is made from the first element of a block by begin(v, number), and
/// add(part, v, number) adds the next one. close(part, count) makes a `total` of a block, and
/// join(total, total) joins the totals of neighbouring blocks. finish(node, total) gives the
/// result.
template <class N> struct block_rule {
  static constexpr bool known = false;
};
/// The number of elements of a block.
inline constexpr index folded_block = 128;

template <class Op, class E, std::uint64_t Bits, bool Keep>
  requires(!Op::has_loops && rank_of<E> > 0)
struct block_rule<reduction<Op, E, Bits, Keep>> {
  using node = reduction<Op, E, Bits, Keep>;
  using V = value_t<E>;
  static constexpr bool known = true;
  static constexpr std::uint64_t bits = Bits;
  static constexpr index length = folded_block;
  using partial = typename Op::template partial<value_t<node>, V>;
  using total = typename Op::template total<partial>;
  using part = std::conditional_t<std::is_integral_v<partial>, partial, total>;
  static part begin(const V& v, index) {
    if constexpr (Op::has_start)
      return Op::step(Op::template start<part>(), v);
    else
      return static_cast<part>(v);
  }
  static void add(part& p, const V& v, index) { p = Op::step(p, v); }
  static total close(const part& p, index) { return static_cast<total>(p); }
  static total join(const total& a, const total& b) { return join_partial<Op>(a, b); }
  static value_t<node> finish(const node& n, const total& t) { return n.finisher()(t); }
  /// The total of no elements.
  static total none(const std::array<index, rank_of<E>>& sizes) {
    if constexpr (Op::has_start)
      return static_cast<total>(Op::template start<part>());
    else
      raise_empty_reduction(Op::text, sizes);
  }
};

/// argmin and argmax: the best element so far, with its position.
template <class Better, class E, std::uint64_t Bits, bool Keep>
  requires(rank_of<E> > 0)
struct block_rule<reduction<arg_op<Better>, E, Bits, Keep>> {
  using node = reduction<arg_op<Better>, E, Bits, Keep>;
  using V = value_t<E>;
  static constexpr bool known = true;
  static constexpr std::uint64_t bits = Bits;
  static constexpr index length = std::numeric_limits<index>::max();
  struct part {
    V best;
    index at;
  };
  using total = part;
  static part begin(const V& v, index number) { return {v, number}; }
  static void add(part& p, const V& v, index number) {
    if (beats<Better>(v, p.best))
      p = {v, number};
  }
  static total close(const part& p, index) { return p; }
  static total join(const total& a, const total& b) {
    return beats<Better>(b.best, a.best) ? b : a;
  }
  static value_t<node> finish(const node&, const total& t) {
    return static_cast<value_t<node>>(t.at);
  }
  static total none(const std::array<index, rank_of<E>>& sizes) {
    raise_empty_reduction(Better::arg_text, sizes);
  }
};

/// var and std_dev.
template <bool Root, class E, std::uint64_t Bits, bool Keep>
  requires(rank_of<E> > 0)
struct block_rule<statistic<variance_op<Root>, E, Bits, Keep>> {
  using node = statistic<variance_op<Root>, E, Bits, Keep>;
  using V = value_t<E>;
  using M = typename mean_type<V>::type;
  using fold = moments_fold<M>;
  static constexpr bool known = true;
  static constexpr std::uint64_t bits = Bits;
  static constexpr index length = folded_block;
  using W = typename fold::wide;
  /// Distances from the first element of the block.
  struct part {
    W shift, sum;
    typename fold::real squares;
  };
  using total = typename fold::total;
  static part begin(const V& v, index) { return {static_cast<W>(v), W(), {}}; }
  static void add(part& p, const V& v, index) {
    const W d = static_cast<W>(v) - p.shift;
    p.sum += d;
    p.squares += deviation_fn{}(d, W());
  }
  static total close(const part& p, index n) {
    return moments_fold<W>::from_shift(n, p.shift, p.sum, p.squares);
  }
  static total join(const total& a, const total& b) { return fold::join(a, b); }
  static value_t<node> finish(const node& n, const total& t) { return n.finisher()(t); }
  static total none(const std::array<index, rank_of<E>>&) { return {}; }
};

/// Folds the elements of an operand with the sizes `sizes`, of which the axes Rule::bits are
/// reduced, part by part. Each result has the totals of its blocks in a binary tree that depends
/// only on the number of elements: with b blocks finished, there is a total of 2^k blocks for each
/// bit k of b. The parts may be of any sizes, in row-major order. A fold that begins at a later
/// block has further totals, which belong to larger ones that begin before it.
template <class Rule, std::size_t L> class block_fold {
  using part = typename Rule::part;
  using total = typename Rule::total;
  static constexpr axis_set reduced{Rule::bits};

  std::array<index, L> sizes_;
  std::array<index, L> step_{}; // of the results or, along a reduced axis, of the elements
  index results_ = 1, elements_ = 1;
  index first_block_ = 0;
  std::unique_ptr<part[]> parts_;
  std::vector<std::unique_ptr<total[]>> totals_{}, before_{};

public:
  /// All elements, or those from row `first_row` of axis 0 on. If a block begins before that row,
  /// parts() must be set to its parts.
  explicit block_fold(const std::array<index, L>& sizes, index first_row = 0) : sizes_(sizes) {
    for (std::size_t k = L; k-- > 0;) {
      index& n = reduced.has(k) ? elements_ : results_;
      step_[k] = n;
      n *= sizes[k];
    }
    parts_.reset(new part[static_cast<std::size_t>(results_)]);
    if (reduced.has(0))
      first_block_ = first_row * step_[0] / Rule::length;
  }

  index results() const { return results_; }
  /// Adds a box of elements of the sizes n at the position `at`, which are in row-major order.
  template <class V>
  void add(const V* values, const std::array<index, L>& at, const std::array<index, L>& n) {
    index rows = 1;
    for (std::size_t k = 0; k + 1 < L; ++k)
      rows *= n[k];
    const index row = n[L - 1];
    for (index i = 0; i < rows && row > 0; ++i, values += row) {
      index result = 0, number = 0, rest = i;
      for (std::size_t k = L; k-- > 0;) {
        const index place = at[k] + (k + 1 == L ? 0 : rest % n[k]);
        rest /= k + 1 == L ? 1 : n[k];
        (reduced.has(k) ? number : result) += place * step_[k];
      }
      if constexpr (reduced.has(L - 1)) {
        for (index from = 0; from < row;) {
          const index to = std::min(row, from + left_in_block(number + from));
          add_to(parts_[static_cast<std::size_t>(result)], values + from, number + from, to - from);
          finish_block(result, 1, number + to);
          from = to;
        }
      } else {
        add_row(parts_.get() + result, values, number, row);
        finish_block(result, row, number + 1);
      }
    }
  }
  /// The total of result k, of at least one element.
  total operator[](index k) const {
    const index blocks = (elements_ - 1) / Rule::length + 1;
    std::size_t level = 0;
    while ((blocks >> level & 1) == 0)
      ++level;
    const auto at = static_cast<std::size_t>(k);
    total t = totals_[level][at];
    for (++level; blocks >> level != 0; ++level)
      if ((blocks >> level & 1) != 0)
        t = Rule::join(totals_[level][at], t);
    return t;
  }
  index elements() const { return elements_; }
  /// The unfinished block of each result.
  part* parts() { return parts_.get(); }
  /// Calls f(level, number, totals) for the totals of 2^level blocks from block 2^level * number
  /// on, in order, if the elements up to row `end` of axis 0 were added.
  template <class F> void for_totals(index end, F&& f) const {
    const index number = end * step_[0];
    const index blocks =
        number == elements_ ? divide_up(number, Rule::length) : number / Rule::length;
    index at = first_block_;
    for (std::size_t level = 0; level < before_.size(); ++level)
      if (before_[level]) {
        f(level, at >> level, before_[level].get());
        at += index{1} << level;
      }
    for (std::size_t level = totals_.size(); level-- > 0;)
      if (at < blocks && (blocks >> level & 1) != 0 &&
          (blocks >> level << level) - (index{1} << level) >= at) {
        f(level, at >> level, totals_[level].get());
        at += index{1} << level;
      }
  }

private:
  static index left_in_block(index number) { return Rule::length - number % Rule::length; }
  template <class V> static void add_to(part& to, const V* values, index number, index n) {
    index i = 0;
    part p = to;
    if (number % Rule::length == 0)
      p = Rule::begin(values[i++], number);
    for (; i < n; ++i)
      Rule::add(p, values[i], number + i);
    to = p;
  }
  template <class V> static void add_row(part* to, const V* values, index number, index n) {
    if (number % Rule::length == 0)
      for (index i = 0; i < n; ++i)
        to[i] = Rule::begin(values[i], number);
    else
      for (index i = 0; i < n; ++i)
        Rule::add(to[i], values[i], number);
  }
  /// Closes the block of n results from `first` on, if it ends before element `end`.
  void finish_block(index first, index n, index end) {
    if (end % Rule::length != 0 && end != elements_)
      return;
    const index block = (end - 1) / Rule::length;
    std::size_t level = 0;
    while ((block >> level & 1) != 0 && block >> (level + 1) << (level + 1) >= first_block_)
      ++level;
    auto& to = (block >> level & 1) != 0 ? before_ : totals_;
    if (to.size() <= level)
      to.resize(level + 1);
    if (!to[level])
      to[level].reset(new total[static_cast<std::size_t>(results_)]);
    for (index i = first; i < first + n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      total t = Rule::close(parts_[at], end - block * Rule::length);
      for (std::size_t k = 0; k < level; ++k)
        t = Rule::join(totals_[k][at], t);
      to[level][at] = t;
    }
  }
};

/// A node that is folded block by block.
template <class N> inline constexpr bool folds_blocks = block_rule<N>::known;

/// The results of a node in region r. each_part(operand, needed, f) calls f(values, at) for parts
/// of the needed region of the operand, in row-major order, with the position of each part in it.
template <class N, std::size_t R, class EachPart>
auto fold_by_blocks(const N& n, const region<R>& r, const EachPart& each_part) {
  using rule = block_rule<N>;
  const auto& source = operand_at<0>(n);
  using E = std::remove_cvref_t<decltype(source)>;
  const auto needed = n.template needed<0>(r);
  block_fold<rule, rank_of<E>> fold(needed.size);
  each_part(source, needed, [&](const auto& values, const std::array<index, rank_of<E>>& at) {
    fold.add(values.data(), at, std::array<index, rank_of<E>>(values.shape()));
  });
  dtensor<value_t<N>, R> results(r.size, uninitialized_t{});
  for (index i = 0; i < fold.results(); ++i)
    results.data()[i] = rule::finish(
        n,
        fold.elements() == 0 ? rule::none(std::array<index, rank_of<E>>(source.shape())) : fold[i]);
  return results;
}

/// The base of a `take` whose reductions are folded block by block.
template <class Take> struct block_taker : part_taker {
  template <class N> static constexpr bool computes = folds_blocks<N>;
  template <class N, std::size_t R> auto compute(const N& n, const region<R>& r) const {
    return fold_by_blocks(n, r, [&](const auto& source, const auto& needed, const auto& f) {
      f(values_of(source, needed, static_cast<const Take&>(*this)),
        std::array<index, rank_of<decltype(source)>>{});
    });
  }
};

} // namespace stria::detail
