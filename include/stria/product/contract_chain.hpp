// SPDX-License-Identifier: BSL-1.0
// product/contract_chain.hpp: sums of products over labels, pair by pair, each pair a matrix
// product.
#pragma once

#include <stria/product/multiply.hpp>

namespace stria::detail {

/// A factor in memory seen from the loops of all labels: 0 where it does not move.
template <class T, std::size_t L> struct chain_factor {
  const T* p = nullptr;
  std::array<index, L> strides{};
  std::uint64_t labels = 0;
};

/// Loops in the order in which they are walked.
template <std::size_t L> struct loop_list {
  std::size_t loops[L == 0 ? 1 : L]{};
  std::size_t count = 0;

  constexpr loop_list() = default;
  constexpr explicit loop_list(std::uint64_t labels) { append(labels); }
  constexpr loop_list& append(std::uint64_t labels) {
    for (std::size_t k = 0; k < L; ++k)
      if (((labels >> k) & 1U) != 0)
        loops[count++] = k;
    return *this;
  }
  constexpr bool in_order() const {
    for (std::size_t k = 1; k < count; ++k)
      if (loops[k - 1] > loops[k])
        return false;
    return true;
  }
};

/// Factors over labels that are multiplied and summed, two at a time, in the order that takes the
/// fewest multiplications. A label of the result is a loop below `results`.
template <class T, std::size_t L, std::size_t P> class contraction_chain {
  using factor = chain_factor<T, L>;
  using list = loop_list<L>;
  static constexpr std::size_t subsets = std::size_t{1} << P;

  std::array<index, L> n_;
  std::array<factor, P> factors_;
  std::uint64_t results_;
  // For each factor the terms and the sums of sum_over(), for each of the P - 1 pairs two copies
  // and a result.
  std::array<tensor<T, extent(dyn)>, 2 * P + 3 * (P - 1)> room_{};
  std::size_t rooms_ = 0;
  std::uint64_t labels_[subsets]{};
  std::size_t split_[subsets]{};

public:
  constexpr contraction_chain(const std::array<index, L>& n, const std::array<factor, P>& factors,
                              std::size_t results)
      : n_(n), factors_(factors), results_((std::uint64_t{1} << results) - 1) {
    plan();
  }
  /// Writes the result, row-major.
  constexpr void run(T* to) { evaluate(subsets - 1, to); }

private:
  constexpr T* make_room(index size) {
    tensor<T, extent(dyn)>& t = room_[rooms_++];
    t = tensor<T, extent(dyn)>({size}, uninitialized_t{});
    return t.data();
  }
  constexpr index count(std::uint64_t labels) const {
    index c = 1;
    for (std::size_t k = 0; k < L; ++k)
      c *= ((labels >> k) & 1U) != 0 ? n_[k] : 1;
    return c;
  }

  /// For each set of factors: the labels that its product must keep, and how it is best split.
  constexpr void plan() {
    double cost[subsets]{};
    for (std::size_t s = 1; s < subsets; ++s) {
      std::uint64_t inside = 0, outside = results_;
      for (std::size_t f = 0; f < P; ++f)
        (((s >> f) & 1U) != 0 ? inside : outside) |= factors_[f].labels;
      const bool single = (s & (s - 1)) == 0;
      labels_[s] = single ? inside : inside & outside;
      if (single)
        continue;
      // Every split once: the part that has the lowest factor.
      const std::size_t lowest = s & (~s + 1);
      cost[s] = -1;
      for (std::size_t a = (s - 1) & s; a > 0; a = (a - 1) & s) {
        if ((a & lowest) == 0)
          continue;
        double work = 1;
        for (std::size_t k = 0; k < L; ++k)
          if ((((labels_[a] | labels_[s ^ a]) >> k) & 1U) != 0)
            work *= static_cast<double>(n_[k]);
        work += cost[a] + cost[s ^ a];
        if (cost[s] < 0 || work < cost[s]) {
          cost[s] = work;
          split_[s] = a;
        }
      }
    }
  }

  constexpr factor evaluate(std::size_t s, T* to) {
    if ((s & (s - 1)) == 0) {
      std::size_t f = 0;
      while (((s >> f) & 1U) == 0)
        ++f;
      return factors_[f];
    }
    const factor a = evaluate(split_[s], nullptr);
    const factor b = evaluate(s ^ split_[s], nullptr);
    return multiply_pair(a, b, labels_[s], to);
  }

  constexpr factor dense(const T* p, const list& order) const {
    factor f{p, {}, 0};
    index step = 1;
    for (std::size_t k = order.count; k-- > 0;) {
      f.strides[order.loops[k]] = step;
      f.labels |= std::uint64_t{1} << order.loops[k];
      step *= n_[order.loops[k]];
    }
    return f;
  }
  /// Cursors and sizes with the loops of a list as the last ones.
  template <class Run> constexpr void walk(const list& order, Run run) const {
    std::array<index, L> n{};
    for (std::size_t k = 0; k < L; ++k)
      n[k] = k + order.count < L ? 1 : n_[order.loops[k + order.count - L]];
    const auto cursor = [&](auto* p, const std::array<index, L>& strides) {
      strided_cursor<std::remove_pointer_t<decltype(p)>, L, 1> c{p, 0, {}};
      for (std::size_t k = L - order.count; k < L; ++k)
        c.strides[k] = strides[order.loops[k + order.count - L]];
      return c;
    };
    run(n, cursor);
  }
  constexpr factor copy(T* to, const factor& f, const list& order) const {
    const factor r = dense(to, order);
    walk(order, [&](const auto& n, const auto& cursor) {
      run_loop<store_kernel>(n, cursor(to, r.strides), cursor(f.p, f.strides));
    });
    return r;
  }
  /// The sum over the labels that are not kept.
  constexpr factor sum_over(const factor& f, std::uint64_t kept) {
    const std::uint64_t summed = f.labels & ~kept;
    const list order = list(f.labels & kept).append(summed);
    T* const terms = make_room(count(f.labels));
    copy(terms, f, order);
    const index cells = count(f.labels & kept), each = count(summed);
    T* const sums = make_room(cells);
    const T one = T(1);
    for (index i = 0; i < cells; ++i)
      multiply(sums + i, {terms + i * each, each, 1}, {&one, 0, 0}, {1, each, 1});
    return dense(sums, list(f.labels & kept));
  }
  /// Several loops as one: its step, if there is one.
  constexpr bool join(const list& loops, const factor& f, index& step) const {
    index next = 0;
    step = 0;
    bool first = true;
    for (std::size_t k = loops.count; k-- > 0;) {
      const std::size_t loop = loops.loops[k];
      if (n_[loop] == 1)
        continue;
      if (first)
        step = f.strides[loop];
      else if (f.strides[loop] != next)
        return false;
      first = false;
      next = f.strides[loop] * n_[loop];
    }
    // A line of one element: any step will do.
    if (first)
      step = 1;
    return true;
  }
  /// The matrices (rows, columns) of a factor, one for each place of the batch; copied if they
  /// don't lie so.
  constexpr factor as_matrices(const factor& f, std::uint64_t batch, const list& rows,
                               const list& columns, matrix_place<T>& m) {
    const auto fits = [&](const factor& g) {
      m.p = g.p;
      return join(rows, g, m.row) && join(columns, g, m.column);
    };
    index r = 1, c = 1;
    for (std::size_t k = 0; k < rows.count; ++k)
      r *= n_[rows.loops[k]];
    for (std::size_t k = 0; k < columns.count; ++k)
      c *= n_[columns.loops[k]];
    if (fits(f)) {
      m.row = r == 1 ? (m.column == 1 ? c : 1) : m.row;
      m.column = c == 1 ? (m.row == 1 ? r : 1) : m.column;
      if (multiplies_where_it_lies(m, r, c))
        return f;
    }
    list order(batch);
    for (std::size_t k = 0; k < rows.count; ++k)
      order.loops[order.count++] = rows.loops[k];
    for (std::size_t k = 0; k < columns.count; ++k)
      order.loops[order.count++] = columns.loops[k];
    const factor g = copy(make_room(count(f.labels)), f, order);
    m = {g.p, c, 1};
    return g;
  }

  constexpr factor multiply_pair(factor a, factor b, std::uint64_t kept, T* to) {
    if ((a.labels & ~b.labels & ~kept) != 0)
      a = sum_over(a, kept | b.labels);
    if ((b.labels & ~a.labels & ~kept) != 0)
      b = sum_over(b, kept | a.labels);
    const std::uint64_t both = a.labels & b.labels, batch = both & kept;
    list rows(a.labels & ~both), columns(b.labels & ~both);
    if (rows.count > 0 && columns.count > 0 && columns.loops[0] < rows.loops[0]) {
      const factor f = a;
      a = b;
      b = f;
      const list l = rows;
      rows = columns;
      columns = l;
    }
    const list inner(both & ~kept);
    list order(batch);
    for (const list* l : {&rows, &columns})
      for (std::size_t k = 0; k < l->count; ++k)
        order.loops[order.count++] = l->loops[k];
    const bool straight = to != nullptr && order.in_order();
    T* const out = straight ? to : make_room(count(kept));
    const factor result = dense(out, order);
    if (rows.count + columns.count + inner.count == 0) {
      walk(order, [&](const auto& n, const auto& cursor) {
        using operand = decltype(cursor(a.p, a.strides));
        using product = map_cursor<multiply_fn, std::index_sequence<0, 1>, operand, operand>;
        run_loop<store_kernel>(n, cursor(out, result.strides),
                               product{{cursor(a.p, a.strides)}, {cursor(b.p, b.strides)}, {}});
      });
    } else {
      multiply_matrices(a, b, batch, rows, inner, columns, out);
    }
    return straight || to == nullptr ? result : copy(to, result, list(kept));
  }
  constexpr void multiply_matrices(factor a, factor b, std::uint64_t batch, const list& rows,
                                   const list& inner, const list& columns, T* out) {
    matrix_place<T> ma{}, mb{};
    a = as_matrices(a, batch, rows, inner, ma);
    b = as_matrices(b, batch, inner, columns, mb);
    product_sizes n{1, 1, 1};
    for (std::size_t k = 0; k < rows.count; ++k)
      n.rows *= n_[rows.loops[k]];
    for (std::size_t k = 0; k < inner.count; ++k)
      n.inner *= n_[inner.loops[k]];
    for (std::size_t k = 0; k < columns.count; ++k)
      n.columns *= n_[columns.loops[k]];
    const list over(batch);
    std::array<index, L> at{};
    for (;; out += n.rows * n.columns) {
      multiply(out, ma, mb, n);
      std::size_t k = over.count;
      for (; k > 0; --k) {
        const std::size_t loop = over.loops[k - 1];
        ma.p += a.strides[loop];
        mb.p += b.strides[loop];
        if (++at[loop] < n_[loop])
          break;
        ma.p -= a.strides[loop] * n_[loop];
        mb.p -= b.strides[loop] * n_[loop];
        at[loop] = 0;
      }
      if (k == 0)
        return;
    }
  }
};

} // namespace stria::detail
