// SPDX-License-Identifier: BSL-1.0
// numpy/product/chain_loops.hpp: sums of products over labels, computed pair by pair as matrix
// products. Tests: tests/numpy/product/einsum.cpp.
#pragma once

#include <stria/numpy/product/scattered_loops.hpp>

#include <utility>

namespace stria::detail {

/// A factor in memory as seen from the loops of all labels; the stride is 0 for labels it does not
/// have.
template <class T, std::size_t L> struct chain_factor {
  const T* p = nullptr;
  std::array<index, L> strides{};
  std::uint64_t labels = 0;
};

/// Loops in the order in which they are traversed.
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
  constexpr loop_list& append(const loop_list& other) {
    for (std::size_t k = 0; k < other.count; ++k)
      loops[count++] = other.loops[k];
    return *this;
  }
  constexpr bool in_order() const {
    for (std::size_t k = 1; k < count; ++k)
      if (loops[k - 1] > loops[k])
        return false;
    return true;
  }
};

/// Multiplies factors, and sums the products over the labels that the result does not have. Two
/// factors are multiplied at a time, in the order with the fewest multiplications; types of the
/// user keep the order of the factors. The first `results` loops are the labels of the result.
template <class T, std::size_t L, std::size_t P> class contraction_chain {
  using factor = chain_factor<T, L>;
  using list = loop_list<L>;
  static constexpr std::size_t subsets = std::size_t{1} << P;

  std::array<index, L> n_;
  std::array<factor, P> factors_;
  std::uint64_t results_;
  // sum_over() may need two tensors for each factor, for its terms and for their sums. Each of the
  // P - 1 products of two factors may need two copies and a result.
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
  /// Writes the result in row-major order.
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

  /// Finds, for each set of factors, the labels that their product must keep and the best way to
  /// split the set.
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
      // Each split is considered once: `a` is the part that contains the factor with the lowest
      // number.
      const std::size_t lowest = s & (~s + 1);
      cost[s] = -1;
      for (std::size_t a = (s - 1) & s; a > 0; a = (a - 1) & s) {
        if ((a & lowest) == 0 || (!factors_commute<T> && a > ((s ^ a) & (~(s ^ a) + 1))))
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
  /// Calls run(n, cursor) with sizes and a function that makes cursors. The loops of the list come
  /// last.
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
  /// The sum of a factor over the labels that are not kept.
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
  /// Computes the step of several loops merged into one. Returns false if they cannot be merged.
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
    // A line of one element: any step is valid.
    if (first)
      step = 1;
    return true;
  }
  constexpr index count(const list& l) const {
    index c = 1;
    for (std::size_t k = 0; k < l.count; ++k)
      c *= n_[l.loops[k]];
    return c;
  }
  /// The loops in the order of a factor in memory, with the contiguous one last. A broadcast axis
  /// has no position in memory and comes first.
  constexpr list as_it_lies(list l, const factor& f) const {
    const auto distance = [&](std::size_t loop) {
      const index s = f.strides[loop];
      return s == 0 ? static_cast<index>(~std::size_t{0} >> 1) : s < 0 ? -s : s;
    };
    if constexpr (L > 1)
      for (std::size_t k = 1; k < l.count; ++k)
        for (std::size_t i = k; i > 0 && distance(l.loops[i - 1]) < distance(l.loops[i]); --i)
          std::swap(l.loops[i - 1], l.loops[i]);
    return l;
  }
  /// Whether the memory of a factor consists of matrices (rows, columns), one per batch position.
  constexpr bool lies_as_matrices(const factor& f, const list& rows, const list& columns,
                                  matrix_place<T>& m) const {
    m.p = f.p;
    if (!join(rows, f, m.row) || !join(columns, f, m.column))
      return false;
    const index r = count(rows), c = count(columns);
    m.row = r == 1 ? (m.column == 1 ? c : 1) : m.row;
    m.column = c == 1 ? (m.row == 1 ? r : 1) : m.column;
    return multiplies_where_it_lies(m, r, c);
  }
  /// The cost of copying a factor into matrices: the number of elements, four times as much if they
  /// are not read contiguously.
  constexpr double copying(const factor& f, const list& rows, const list& columns) const {
    matrix_place<T> m{};
    if (lies_as_matrices(f, rows, columns, m))
      return 0;
    list order = list(rows).append(columns);
    while (order.count > 1 && n_[order.loops[order.count - 1]] == 1)
      --order.count;
    const index step = order.count == 0 ? 1 : f.strides[order.loops[order.count - 1]];
    return static_cast<double>(count(f.labels)) *
           (step == 1 || step == -1 ? 1 : limits::cost_strided_copy);
  }
  /// The matrices (rows, columns) of a factor; copied if its memory has another layout.
  constexpr factor as_matrices(const factor& f, std::uint64_t batch, const list& rows,
                               const list& columns, matrix_place<T>& m) {
    if (lies_as_matrices(f, rows, columns, m))
      return f;
    const factor g = copy(make_room(count(f.labels)), f, list(batch).append(rows).append(columns));
    m = {g.p, count(columns), 1};
    return g;
  }
  /// Whether reading `a` in place is better than copying it into matrices.
  constexpr bool is_scattered(const factor& a, const list& rows, const list& inner,
                              const list& columns) const {
    if constexpr (has_vectors<T>) {
      if !consteval {
        matrix_place<T> m{};
        return rows.count > 0 && inner.count > 0 &&
               scattered_product<T>::pays({count(rows), count(inner), count(columns)}) &&
               !lies_as_matrices(a, rows, inner, m);
      }
    }
    return false;
  }

  constexpr factor multiply_pair(factor a, factor b, std::uint64_t kept, T* to) {
    if ((a.labels & ~b.labels & ~kept) != 0)
      a = sum_over(a, kept | b.labels);
    if ((b.labels & ~a.labels & ~kept) != 0)
      b = sum_over(b, kept | a.labels);
    const std::uint64_t both = a.labels & b.labels, batch = both & kept;
    list rows(a.labels & ~both), columns(b.labels & ~both), inner(both & ~kept);
    const bool a_scattered = is_scattered(a, rows, inner, columns);
    if (a_scattered || (factors_commute<T> && is_scattered(b, columns, inner, rows))) {
      if (!a_scattered) {
        std::swap(a, b);
        std::swap(rows, columns);
      }
      T* const out = to != nullptr ? to : make_room(count(kept));
      const factor result = dense(out, list(kept));
      if constexpr (has_vectors<T>)
        multiply_scattered(a, b, result, out, list(batch), rows, as_it_lies(inner, a), columns);
      return result;
    }
    if (factors_commute<T> && rows.count > 0 && columns.count > 0 &&
        columns.loops[0] < rows.loops[0]) {
      std::swap(a, b);
      std::swap(rows, columns);
    }
    const auto order_of_result = [&] { return list(batch).append(rows).append(columns); };
    const bool straight = to != nullptr && order_of_result().in_order();
    if (!straight) {
      rows = as_it_lies(rows, a);
      columns = as_it_lies(columns, b);
    }
    if (inner.count > 1) {
      const auto cost = [&](const list& l) { return copying(a, rows, l) + copying(b, l, columns); };
      const list as_a = as_it_lies(inner, a), as_b = as_it_lies(inner, b);
      inner = cost(as_a) <= cost(as_b) ? as_a : as_b;
    }
    const list order = order_of_result();
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

  /// The offset of a factor at a position of some loops, which are numbered in row-major order.
  constexpr index offset(const factor& f, const list& over, index number) const {
    index o = 0;
    for (std::size_t k = over.count; k-- > 0;) {
      const std::size_t loop = over.loops[k];
      o += number % n_[loop] * f.strides[loop];
      number /= n_[loop];
    }
    return o;
  }
  constexpr void multiply_matrices(factor a, factor b, std::uint64_t batch, const list& rows,
                                   const list& inner, const list& columns, T* out) {
    matrix_place<T> ma{}, mb{};
    a = as_matrices(a, batch, rows, inner, ma);
    b = as_matrices(b, batch, inner, columns, mb);
    const product_sizes n{count(rows), count(inner), count(columns)};
    std::array<index, L> positions{}, a_steps{}, b_steps{};
    for (std::size_t k = 0; k < L; ++k) {
      const bool own = ((batch >> k) & 1U) != 0;
      positions[k] = own ? n_[k] : 1;
      a_steps[k] = own ? a.strides[k] : 0;
      b_steps[k] = own ? b.strides[k] : 0;
    }
    ma.p = a.p;
    mb.p = b.p;
    multiply_each<product_sizes{-1, -1, -1}>(out, positions, n, ma, a_steps, mb, b_steps);
  }

  /// The offsets of all positions of some loops with sizes n[0], n[1], ...
  static void list_offsets(index* to, const list& l, const std::array<index, L>& n,
                           const factor& f) {
    to[0] = 0;
    index all = 1;
    for (std::size_t k = l.count; k-- > 0;) {
      const std::size_t loop = l.loops[k];
      for (index i = 1; i < n[loop]; ++i)
        for (index j = 0; j < all; ++j)
          to[i * all + j] = to[j] + i * f.strides[loop];
      all *= n[loop];
    }
  }
  void multiply_scattered(const factor& a, const factor& b, const factor& result, T* out,
                          const list& batch, const list& rows, const list& inner,
                          const list& columns) {
    using kernel = scattered_product<T>;
    // A block of rows covers the last loops, and a part of the loop before them. The offsets within
    // a block are computed once.
    const product_sizes one{count(rows), count(inner), count(columns)};
    index most_rows = limits::scattered_rows;
#if defined(STRIA_USE_THREADS)
    // Each thread computes several blocks.
    if (pays_threads(product_work<T>(one))) {
      const index parts = limits::chunks_per_thread * num_threads();
      const index own = round_up(divide_up(one.rows, parts), kernel::strip_rows);
      most_rows = own < most_rows ? own : most_rows;
    }
#endif
    list last, outer = rows;
    std::array<index, L> block = n_;
    index block_rows = 1;
    while (outer.count > 0 && block_rows * 2 <= most_rows) {
      const std::size_t loop = outer.loops[--outer.count];
      const index most = most_rows / block_rows;
      block[loop] = n_[loop] < most ? n_[loop] : most;
      block_rows *= block[loop];
      last = list().append(std::uint64_t{1} << loop).append(last);
      if (block[loop] < n_[loop])
        break;
    }
    const std::size_t split = last.loops[0];
    const product_sizes n{block_rows, one.inner, one.columns};
    tensor<index, extent(dyn)> offsets({2 * (block_rows + n.inner + n.columns)}, uninitialized_t{});
    index* const a_rows = offsets.data();
    index* const c_rows = a_rows + block_rows;
    index* const a_inner = c_rows + block_rows;
    index* const b_inner = a_inner + n.inner;
    index* const b_columns = b_inner + n.inner;
    index* const c_columns = b_columns + n.columns;
    list_offsets(a_rows, last, block, a);
    list_offsets(c_rows, last, block, result);
    list_offsets(a_inner, inner, n_, a);
    list_offsets(b_inner, inner, n_, b);
    list_offsets(b_columns, columns, n_, b);
    list_offsets(c_columns, columns, n_, result);
    bool contiguous = true;
    for (index j = 0; j < n.columns; ++j)
      contiguous = contiguous && c_columns[j] == j;
    const index turns = block_rows / block[split], steps = divide_up(n_[split], block[split]);
    const index places = count(batch), blocks = count(outer) * steps;
    const auto multiply_place = [&](index place, T* packed) {
      kernel::pack(packed, b.p + offset(b, batch, place), b_inner, b_columns, n);
      const T* const from = a.p + offset(a, batch, place);
      T* const to = out + offset(result, batch, place);
      split_product<T>(one, blocks, 1, [&](index first, index end) {
        for (index k = first; k < end; ++k) {
          const index row = k / steps, i = k % steps * block[split];
          const index own = n_[split] - i < block[split] ? n_[split] - i : block[split];
          kernel::run(to + offset(result, outer, row) + i * result.strides[split],
                      from + offset(a, outer, row) + i * a.strides[split], packed,
                      {a_rows, a_inner, c_rows, c_columns, contiguous},
                      {own * turns, n.inner, n.columns});
        }
      });
    };
    const auto multiply_places = [&](index first, index end) {
      tensor<T, extent(dyn)> packed({n.inner * kernel::packed_columns(n.columns)},
                                    uninitialized_t{});
      for (index place = first; place < end; ++place)
        multiply_place(place, packed.data());
    };
    split_product<T>(one, places, 1, multiply_places, few_parts::stay, places);
  }
};

} // namespace stria::detail
