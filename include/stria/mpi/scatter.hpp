// SPDX-License-Identifier: BSL-1.0
// mpi/scatter.hpp: assignments through index arrays and masks to tensors over ranks. Every rank
// computes all positions and all updates, and applies those of its rows in the order of the host.
// Tests: tests/mpi/scatter.cpp.
#pragma once

#include <stria/assign/scatter.hpp>
#include <stria/mpi/tensor.hpp>

namespace stria::detail {

/// The number of each element of a tensor of R axes in row-major order, as an expression.
template <std::size_t K, std::size_t R, class E>
auto numbers_from_axis(const E& e, const std::array<index, R>& strides) {
  auto along = positions_along<K, R>(e) * strides[K];
  if constexpr (K + 1 == R)
    return along;
  else
    return along + numbers_from_axis<K + 1>(e, strides);
}

template <class Op, class Target, class E> class rank_scatter;
template <class Op, class S, auto Spec, class Index, class E>
class rank_scatter<Op, gather<S, Spec, Index>, E> {
  using target = gather<S, Spec, Index>;
  static constexpr bool one_mask =
      Spec.count == rank_of<S> && Index::is_one_mask && is_one_value<E>;

public:
  static constexpr bool accepted = true;
  using type = target&;

  template <bool = true> static type run(target& t, const std::remove_reference_t<E>& e) {
    mpi_job& job = *t.source().stored()->rows().job();
    check_world(t, t.source().stored()->rows().job());
    if constexpr (operand<E>)
      check_world(e, t.source().stored()->rows().job());
    if constexpr (one_mask) {
      run_agreed(job, [&] {
        const auto sizes = t.source().shape();
        t.places().check(sizes.data());
      });
      auto memory = t.source();
      blend<Op>(memory, t.places().mask(), hold_t<const std::remove_reference_t<E>&, target>(e));
    } else {
      const auto places = with_index_values(t);
      const auto sizes = std::array<index, rank_of<S>>(t.source().shape());
      const auto numbers = numbers_from_axis<0>(t.source(), row_major_strides(sizes));
      dtensor<index, rank_of<target>> at;
      run_agreed(job, [&] {
        at = places.operands(
            [&](const auto&, const auto&... part) { return eval(places.over(numbers, part...)); });
        if constexpr (operand<E>)
          check_updates<target, E>(at.shape(), e.shape());
      });
      if constexpr (rank_operand<E>)
        write(t.source(), at, everywhere(e));
      else if constexpr (operand<E>)
        write(t.source(), at, e);
      else
        write(t.source(), at, hold_t<E, target>(e));
    }
    return t;
  }
  template <bool = true>
  static void ask(target&, const std::remove_reference_t<E>&, chosen_route& found) {
    found.way = route::backend;
  }

private:
  /// Applies the updates at the numbers `at` of elements of a view, in their order.
  template <class At, class U> static void write(const S& source, const At& at, const U& updates) {
    const auto sizes = std::array<index, rank_of<S>>(source.shape());
    const rank_rows& rows = source.stored()->rows();
    const auto mine =
        rows_of_view(source.refs(), sizes, rows.first(rows.me()), rows.first(rows.me() + 1));
    if (!mine || at.size() == 0)
      return;
    auto own = own_view(source, *mine);
    const auto strides = own.strides();
    auto* const memory = own.data();
    const auto values = eval(broadcast_like(updates, at.shape()));
    for (index i = 0; i < at.size(); ++i) {
      index rest = at.data()[i], offset = 0;
      bool here = true;
      for (std::size_t k = sizes.size(); k-- > 0; rest /= sizes[k]) {
        const index place = rest % sizes[k] - mine->begin[k];
        here = here && place >= 0 && place < mine->size[k];
        offset += place * strides[k];
      }
      if (here) {
        auto& to = memory[offset];
        to = convert_to<value_t<S>>(
            typename masked_update<Op>::type{}(std::as_const(to), values.data()[i]));
      }
    }
  }
  template <class U, class N> static auto broadcast_like(const U& updates, const N& sizes) {
    dtensor<value_t<U>, rank_of<target>> all(std::array<index, rank_of<target>>(sizes),
                                             uninitialized_t{});
    all[ellipsis] = updates;
    return all;
  }
};

template <scatter_fault Fault, bool Accepted, class Op, class Target, class E>
struct rank_scatter_if : refused_call<scatter_refused<Op, Target, Fault>> {};
template <class Op, class Target, class E>
struct rank_scatter_if<scatter_fault::none, false, Op, Target, E>
    : refused_call<rank_assign_verdict<Op, Target, E>> {};
template <class Op, class Target, class E>
struct rank_scatter_if<scatter_fault::none, true, Op, Target, E> : rank_scatter<Op, Target, E> {};

template <class S, class Index> constexpr scatter_fault rank_scatter_fault() {
  return std::is_const_v<typename S::store_type> ? scatter_fault::read_only
         : is_single_place<Index>                ? scatter_fault::rank_one
                                                 : scatter_fault::none;
}
template <class Op, class S, auto Spec, class Index, class E>
  requires is_rank_view<S>
struct scatter_unless<scatter_fault::lazy, Op, gather<S, Spec, Index>, E>
    : rank_scatter_if<rank_scatter_fault<S, Index>(),
                      rank_assign_verdict<Op, gather<S, Spec, Index>, E>::accepted, Op,
                      gather<S, Spec, Index>, E> {};

} // namespace stria::detail
