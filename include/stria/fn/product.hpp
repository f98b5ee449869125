// SPDX-License-Identifier: BSL-1.0
// fn/product.hpp: the matrix product.
#pragma once

#include <stria/assign/assign.hpp>

namespace stria {
namespace detail {

// What a product of matrices must agree on. A rank-1 operand is a row on the left and a column on
// the right, and its axis is not in the result.
template <auto A, auto B> struct matmul_plan {
  static constexpr std::size_t ra = A.rank(), rb = B.rank();
  static constexpr bool ranks = ra > 0 && rb > 0;

  // The axes before the last two.
  template <auto S> static constexpr auto batch_of() {
    constexpr std::size_t n = S.rank() > 2 ? S.rank() - 2 : 0;
    auto r = unknown_shape<n>();
    for (std::size_t k = 0; k < n; ++k)
      r[k] = S[k];
    return r;
  }
  static constexpr auto batch_a = batch_of<A>();
  static constexpr auto batch_b = batch_of<B>();
  static constexpr auto batch = join_shapes(batch_a, batch_b);

  static constexpr extent inner_a = ranks ? A[ra == 0 ? 0 : ra - 1] : extent::unknown();
  static constexpr extent inner_b =
      ranks ? B[rb == 0 ? 0 : (rb == 1 ? 0 : rb - 2)] : extent::unknown();
  static constexpr extent_fault inner = [] {
    if (inner_a.is_static() && inner_b.is_static())
      return inner_a.size == inner_b.size ? extent_fault::none : extent_fault::sizes;
    return join_extents(inner_a, inner_b).fault;
  }();

  static constexpr auto extents = [] {
    constexpr std::size_t nb = batch.shape.rank();
    auto r = unknown_shape<nb + (ra > 1 ? 1 : 0) + (rb > 1 ? 1 : 0)>();
    std::size_t out = 0;
    for (; out < nb; ++out)
      r[out] = batch.shape[out];
    if (ra > 1)
      r[out++] = A[ra > 1 ? ra - 2 : 0];
    if (rb > 1)
      r[out++] = B[rb > 1 ? rb - 1 : 0];
    return r;
  }();
};

template <class A, class B> struct matmul_verdict {
  using plan = matmul_plan<extents_of<A>, extents_of<B>>;
  static constexpr bool accepted =
      plan::ranks && plan::inner == extent_fault::none && plan::batch.fault == extent_fault::none;
  static constexpr message text() {
    message m("stria: matmul: the shapes ");
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<B>.view());
    if (!plan::ranks)
      return m << ": a product needs operands of rank 1 or more";
    if (plan::inner == extent_fault::names)
      return m << " don't fit: the inner extents have different names";
    if (plan::inner == extent_fault::sizes)
      return m << " don't fit: the inner sizes " << plan::inner_a.size << " and "
               << plan::inner_b.size << " differ; the last axis of the left one meets the last but "
               << "one of the right";
    return m << " don't fit: their batch axes do not broadcast";
  }
};

/// C (m, n) += A (m, k) B (k, n), row-major blocks; four rows share each row of B.
template <class T>
constexpr void multiply_block(const T* a, const T* b, T* c, index m, index k, index n) {
  constexpr index depth = 128, width = 512;
  for (index j0 = 0; j0 < n; j0 += width) {
    const index j1 = j0 + width < n ? j0 + width : n;
    for (index p0 = 0; p0 < k; p0 += depth) {
      const index p1 = p0 + depth < k ? p0 + depth : k;
      index i = 0;
      for (; i + 4 <= m; i += 4)
        for (index p = p0; p < p1; ++p) {
          const T a0 = a[i * k + p], a1 = a[(i + 1) * k + p];
          const T a2 = a[(i + 2) * k + p], a3 = a[(i + 3) * k + p];
          STRIA_INDEPENDENT
          for (index j = j0; j < j1; ++j) {
            const T v = b[p * n + j];
            c[i * n + j] = static_cast<T>(c[i * n + j] + a0 * v);
            c[(i + 1) * n + j] = static_cast<T>(c[(i + 1) * n + j] + a1 * v);
            c[(i + 2) * n + j] = static_cast<T>(c[(i + 2) * n + j] + a2 * v);
            c[(i + 3) * n + j] = static_cast<T>(c[(i + 3) * n + j] + a3 * v);
          }
        }
      for (; i < m; ++i)
        for (index p = p0; p < p1; ++p) {
          const T a0 = a[i * k + p];
          STRIA_INDEPENDENT
          for (index j = j0; j < j1; ++j)
            c[i * n + j] = static_cast<T>(c[i * n + j] + a0 * b[p * n + j]);
        }
    }
  }
}

[[noreturn]] [[gnu::cold]] inline void raise_matmul(std::span<const extent> ea,
                                                    std::span<const index> a,
                                                    std::span<const extent> eb,
                                                    std::span<const index> b) {
  message m("stria: matmul: the shapes ");
  say_shape(m, ea, a);
  m << " and ";
  say_shape(m, eb, b);
  raise<shape_error>(m << " don't fit");
}

/// The product of two operands; computed once, before the loop that uses it.
template <class A, class B> class matrix_product : public subscriptable<matrix_product<A, B>> {
  A a_;
  B b_;
  using plan = matmul_plan<extents_of<A>, extents_of<B>>;
  static constexpr std::size_t ra = plan::ra, rb = plan::rb;
  static constexpr std::size_t nb = plan::batch.shape.rank();

public:
  using value_type = std::remove_cvref_t<decltype(multiply_fn{}(
      std::declval<const value_t<A>&>(), std::declval<const value_t<B>&>()))>;
  static constexpr auto extents = plan::extents;
  static constexpr std::size_t R = extents.rank();
  /// The number of axes.
  static constexpr index rank = static_cast<index>(R);
  static constexpr bool ready = false;

  template <class U, class V>
  constexpr matrix_product(U&& a, V&& b) : a_(static_cast<U&&>(a)), b_(static_cast<V&&>(b)) {
    static_cast<void>(shape());
  }

  constexpr std::array<index, R> shape() const {
    const auto a = a_.shape();
    const auto b = b_.shape();
    const auto n = batch_sizes(a, b);
    std::array<index, R> r{};
    std::size_t out = 0;
    for (; out < nb; ++out)
      r[out] = n[out];
    if constexpr (ra > 1)
      r[out++] = a[ra - 2];
    if constexpr (rb > 1)
      r[out++] = b[rb - 1];
    return r;
  }
  constexpr index extent(index k) const {
    return shape()[static_cast<std::size_t>(checked_axis(k, rank))];
  }
  constexpr index size() const { return count_elements(shape()); }
  template <class Visit> constexpr void visit_operands(Visit visit) const {
    visit(a_);
    visit(b_);
  }

  constexpr auto prepared() const {
    using T = value_type;
    typename tensor_of<T, extents>::type c(shape(), uninitialized_t{});
    c = T();
    const auto sa = a_.shape();
    const auto sb = b_.shape();
    const index m = ra > 1 ? sa[ra > 1 ? ra - 2 : 0] : 1;
    const index k = sa[ra - 1];
    const index n = rb > 1 ? sb[rb - 1] : 1;
    if (c.size() == 0 || k == 0)
      return c;
    // Row-major copies of what is lazy, strided or of another type.
    const auto& pa = packed<T>(a_);
    const auto& pb = packed<T>(b_);
    const auto sizes = batch_sizes(sa, sb);
    const index count = count_elements(sizes);
    for (index i = 0; i < count; ++i)
      multiply_block<T>(pa.data() + batch_place<ra>(i, sizes, sa) * m * k,
                        pb.data() + batch_place<rb>(i, sizes, sb) * k * n, c.data() + i * m * n, m,
                        k, n);
    return c;
  }
  constexpr operator value_type() const
    requires(R == 0)
  {
    return prepared();
  }

private:
  // The batch sizes, with the inner ones checked.
  template <std::size_t RA, std::size_t RB>
  static constexpr std::array<index, nb> batch_sizes(const std::array<index, RA>& a,
                                                     const std::array<index, RB>& b) {
    std::array<index, nb> r{};
    bool fits = a[RA - 1] == b[RB == 1 ? 0 : RB - 2];
    for (std::size_t k = 0; k < nb; ++k) {
      const index x = k + (RA > 2 ? RA - 2 : 0) < nb ? 1 : a[k + (RA > 2 ? RA - 2 : 0) - nb];
      const index y = k + (RB > 2 ? RB - 2 : 0) < nb ? 1 : b[k + (RB > 2 ? RB - 2 : 0) - nb];
      r[k] = join_sizes(x, y);
      fits = fits && r[k] >= 0;
    }
    if (!fits) [[unlikely]]
      raise_matmul(extents_of<A>.view(), a, extents_of<B>.view(), b);
    return r;
  }
  // Which matrix of an operand stands at batch position i.
  template <std::size_t R_, std::size_t N>
  static constexpr index batch_place(index i, const std::array<index, nb>& sizes,
                                     const std::array<index, N>& own) {
    constexpr std::size_t own_batch = R_ > 2 ? R_ - 2 : 0;
    index place = 0, step = 1;
    for (std::size_t k = nb; k-- > 0;) {
      const index at = i % sizes[k];
      i /= sizes[k];
      if (k + own_batch >= nb) {
        const index n = own[k + own_batch - nb];
        place += n == 1 ? 0 : at * step;
        step *= n;
      }
    }
    return place;
  }
  template <class T, class N> static constexpr decltype(auto) packed(const N& n) {
    if constexpr (requires { requires tensor_operand<decltype(*n.node)>; }) {
      if constexpr (std::same_as<T, value_t<N>>)
        return (*n.node);
      else
        return tensor_of_type<T>(n);
    } else if constexpr (tensor_operand<N> && std::same_as<T, value_t<N>>) {
      return (n);
    } else {
      return tensor_of_type<T>(n);
    }
  }
  template <class T, class N> static constexpr auto tensor_of_type(const N& n) {
    return typename tensor_of<T, extents_of<N>>::type(n);
  }
};

// A factor that was refused has been reported.
template <class A, class B> struct matmul_result {
  static constexpr bool accepted = true;
  using type = ignored;
};
template <operand A, operand B> struct matmul_result<A, B> {
  static constexpr bool accepted = matmul_verdict<A, B>::accepted;
  using type = typename accept_or_refuse<accepted, matmul_verdict<A, B>,
                                         matrix_product<hold_t<A>, hold_t<B>>>::type;
};

} // namespace detail

/// The matrix product (..., m, k) by (..., k, n): (..., m, n), batch axes broadcast; a rank-1
/// operand is a row on the left, a column on the right. Refuses inner extents that differ in size
/// or name. NumPy: `np.matmul(a, b)`.
template <detail::operand_or_refused A, detail::operand_or_refused B>
constexpr auto matmul(A&& a, B&& b) -> typename detail::matmul_result<A, B>::type {
  if constexpr (!detail::operand<A> || !detail::operand<B>)
    return {};
  else if constexpr (detail::matmul_result<A, B>::accepted)
    return {static_cast<A&&>(a), static_cast<B&&>(b)};
  else
    __builtin_unreachable();
}

} // namespace stria
