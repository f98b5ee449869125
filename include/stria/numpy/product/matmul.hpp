// SPDX-License-Identifier: BSL-1.0
// numpy/product/matmul.hpp: matmul, the matrix product. Tests: tests/numpy/product/product.cpp.
#pragma once

#include <stria/evaluate/computed.hpp>
#include <stria/numpy/product/multiply_loops.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {
namespace detail {

// The extents that must agree, and those of the result. A rank-1 operand is a row on the left and a
// column on the right; its axis is not in the result.
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
      return m << " don't fit: inner extents with names must be equal: the last one of the left "
                  "operand and the last but one of the right";
    if (plan::inner == extent_fault::sizes)
      return m << " don't fit: the inner sizes " << plan::inner_a.size << " and "
               << plan::inner_b.size << " differ; the last axis of the left operand must match the "
               << "last but one of the right";
    return m << " don't fit: their batch axes do not broadcast; sizes must be equal or 1";
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_matmul(array_ref<extent> ea, array_ref<index> a,
                                                    array_ref<extent> eb, array_ref<index> b) {
  message m("stria: matmul: the shapes ");
  say_shape(m, ea, a);
  m << " and ";
  say_shape(m, eb, b);
  raise<shape_error>(m << " don't fit");
}

/// `Call` if products of the elements can be added.
template <class A, class B, class Call>
using judged_product =
    judged_call<element_type_verdict<products_add<value_t<A>, value_t<B>>, no_products>, Call>;

template <class A, class B>
using product_value = std::remove_cvref_t<decltype(multiply_fn{}(
    std::declval<const value_t<A>&>(), std::declval<const value_t<B>&>()))>;

/// The product of two operands; computed once, before the loop that uses it.
template <class A, class B>
class matrix_product : public computed<matrix_product<A, B>, product_value<A, B>,
                                       matmul_plan<extents_of<A>, extents_of<B>>::extents> {
  A a_;
  B b_;
  using plan = matmul_plan<extents_of<A>, extents_of<B>>;
  static constexpr std::size_t ra = plan::ra, rb = plan::rb, R = plan::extents.rank();
  static constexpr std::size_t nb = plan::batch.shape.rank();

public:
  template <class U, class V>
  constexpr matrix_product(U&& a, V&& b) : a_(static_cast<U&&>(a)), b_(static_cast<V&&>(b)) {
    static_cast<void>(shape());
  }
  STRIA_NO_TARGET(matrix_product);

  constexpr axis_array<R> shape() const {
    const auto a = a_.shape();
    const auto b = b_.shape();
    const auto n = batch_sizes(a, b);
    axis_array<R> r{};
    std::size_t out = 0;
    for (; out < nb; ++out)
      r[out] = n[out];
    if constexpr (ra > 1)
      r[out++] = a[ra - 2];
    if constexpr (rb > 1)
      r[out++] = b[rb - 1];
    return r;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(a_, b_); }
  static constexpr bool only_operands = true;
  template <class M, class N> static constexpr auto over(M&& a, N&& b) {
    return matrix_product<std::remove_cvref_t<M>, std::remove_cvref_t<N>>(static_cast<M&&>(a),
                                                                          static_cast<N&&>(b));
  }
  template <class Target> STRIA_INLINE constexpr void compute(Target& target) const {
    multiply_into(target, prepare(a_), prepare(b_));
  }

private:
  // The sizes of one product; -1 for dynamic ones.
  static constexpr product_sizes known{ra == 1 ? 1 : extents_of<A>[ra > 1 ? ra - 2 : 0].size,
                                       extents_of<A>[ra - 1].size,
                                       rb == 1 ? 1 : extents_of<B>[rb - 1].size};
  // Whether a product is small enough to be fully unrolled.
  static constexpr bool fixed = [] {
    constexpr auto& ea = extents_of<A>;
    constexpr auto& eb = extents_of<B>;
    if (!ea.is_static() || !eb.is_static())
      return false;
    const index work = count_elements(ea.sizes()) * (rb == 1 ? 1 : eb[rb - 1].size);
    return work > 0 && work <= 512;
  }();

  // A rank-1 operand is a row on the left and a column on the right.
  template <class T>
  STRIA_INLINE static constexpr matrix_place<T> left(const strided_place<T, ra>& p, index inner) {
    return {p.p, ra > 1 ? p.strides[ra > 1 ? ra - 2 : 0] : inner, p.strides[ra - 1]};
  }
  template <class T>
  STRIA_INLINE static constexpr matrix_place<T> right(const strided_place<T, rb>& p, index inner) {
    return {p.p, p.strides[rb > 1 ? rb - 2 : 0], rb > 1 ? p.strides[rb - 1] : inner};
  }

  // Multiplies prepared operands of small static sizes.
  template <class Target, class M, class N>
    requires(fixed && nb == 0)
  STRIA_INLINE static constexpr void multiply_into(Target& target, const M& a, const N& b) {
    using T = value_t<Target>;
    const auto multiply_places = [&](const auto& pa,
                                     const auto& pb) __attribute__((always_inline)) {
      multiply_fixed<known.rows, known.inner, known.columns>(
          target.data(), left<T>(pa, known.inner), right<T>(pb, known.inner));
    };
    if constexpr (lies_in_memory<T, M> && lies_in_memory<T, N>)
      multiply_places(memory_of<T>(a), memory_of<T>(b));
    else
      with_memory<T>(a, anywhere, [&](const auto& pa) {
        with_memory<T>(b, anywhere, [&](const auto& pb) { multiply_places(pa, pb); });
      });
  }
  template <class Target, class M, class N>
  static constexpr void multiply_into(Target& target, const M& a, const N& b) {
    using T = value_t<Target>;
    const auto sa = a.shape();
    const auto sb = b.shape();
    const product_sizes n{ra > 1 ? sa[ra > 1 ? ra - 2 : 0] : 1, sa[ra - 1],
                          rb > 1 ? sb[rb - 1] : 1};
    if (target.size() == 0)
      return;
    if (n.inner == 0)
      return set_to_zero(target);
    const auto a_fine = [&](const auto& p) {
      return multiplies_where_it_lies(left<T>(p, n.inner), n.rows, n.inner);
    };
    const auto b_fine = [&](const auto& p) {
      return multiplies_where_it_lies(right<T>(p, n.inner), n.inner, n.columns);
    };
    const auto multiply_places =
        [&](const strided_place<T, ra>& pa, const strided_place<T, rb>& pb)
            __attribute__((always_inline)) {
              multiply_each<known>(target.data(), batch_sizes(sa, sb), n, left<T>(pa, n.inner),
                                   batch_strides(sa, pa.strides), right<T>(pb, n.inner),
                                   batch_strides(sb, pb.strides));
            };
    if constexpr (lies_in_memory<T, M> && lies_in_memory<T, N> && !(has_library && in_libraries<T>))
      multiply_places(memory_of<T>(a), memory_of<T>(b));
    else
      with_memory<T>(a, a_fine, [&](const auto& pa) {
        with_memory<T>(b, b_fine, [&](const auto& pb) { multiply_places(pa, pb); });
      });
  }

  // The batch sizes. Raises shape_error if the batch sizes or the inner sizes of the operands do
  // not match.
  template <std::size_t RA, std::size_t RB>
  STRIA_INLINE static constexpr std::array<index, nb> batch_sizes(const std::array<index, RA>& a,
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
  // The distance to the next matrix of an operand along each batch axis.
  template <std::size_t N>
  static constexpr std::array<index, nb> batch_strides(const std::array<index, N>& own,
                                                       const std::array<index, N>& strides) {
    constexpr std::size_t own_batch = N > 2 ? N - 2 : 0;
    std::array<index, nb> r{};
    for (std::size_t k = 0; k < own_batch; ++k)
      r[nb - own_batch + k] = own[k] == 1 ? 0 : strides[k];
    return r;
  }
};

// An operand that was refused has been reported already.
template <class A, class B> struct matmul_result : ignored_call {};
template <operand A, operand B>
struct matmul_result<A, B>
    : judged_call<matmul_verdict<A, B>,
                  judged_product<A, B, constructing_call<matrix_product<hold_t<A>, hold_t<B>>>>> {};

} // namespace detail

/// Multiplies matrices, or stacks of matrices.
///
/// \param a      operand (..., m, k), or a row (k,)
/// \param b      operand (..., k, n), or a column (k,)
/// \returns      a lazy expression (..., m, n) of the promoted element type; leading axes are
///               broadcast; the axis of an operand of rank 1 is not in the result
/// \throws       shape_error if run-time sizes do not match
/// \refuses      operands of rank 0, inner extents that differ in size or name, and batch axes that
///               do not broadcast
/// \complexity   O(m n k) per matrix; computed once when it is assigned, by CBLAS if `stria::blas`
///               is linked
/// \numpy        `np.matmul(a, b)`
/// \usage        `c = matmul(a, b)`, `matmul(a, b) + 1`
template <detail::operand_or_refused A, detail::operand_or_refused B>
constexpr auto matmul(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::matmul_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING_TWO(matmul, (detail::matmul_result<A, B>), static_cast<A&&>(a),
                    static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(matmul);

namespace detail {

/// True if the last axis has 3 elements, or a size known only at run time.
template <class A>
inline constexpr bool may_have_three = [] {
  if constexpr (operand<A> && rank_if_operand<A> > 0) {
    constexpr extent last = extents_of<A>[rank_of<A> - 1];
    return !last.is_static() || last.size == 3;
  } else {
    return false;
  }
}();
template <class A, class B> struct cross_verdict {
  static constexpr message text() {
    message m("stria: cross needs operands whose last axis has 3 elements; the shapes are ");
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<B>.view());
    return m;
  }
};

} // namespace detail

// The refusal of cross() for operands that are not vectors; the function itself is in
// numpy/product/contract.hpp.
template <detail::operand A, detail::operand B>
auto cross(A&&, B&&)
    -> detail::refusal_where<(detail::operand<A> && detail::operand<B> &&
                              !(detail::may_have_three<A> && detail::may_have_three<B>)),
                             detail::cross_verdict<A, B>>;

} // namespace stria
