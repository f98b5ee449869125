// SPDX-License-Identifier: BSL-1.0
// mpi/assign.hpp: assignments to arrays over ranks: each rank computes the elements of its rows.
// Tests: tests/mpi/programs.cpp.
#pragma once

#include <stria/mpi/prepare.hpp>

namespace stria::detail {

/// The region of a view whose elements are in the rows [low, high) of the array, if there are any.
template <std::size_t R, std::size_t B>
std::optional<region<R>> rows_of_view(const axis_refs<B>& refs, const std::array<index, R>& sizes,
                                      index low, index high) {
  region<R> r = whole_region(sizes);
  const axis_ref& a = refs[0];
  const auto unless_empty = [&] {
    return is_empty(r) ? std::nullopt : std::optional<region<R>>(r);
  };
  if (a.loop < 0 || a.step == 0)
    return a.begin < low || a.begin >= high ? std::nullopt : unless_empty();
  const auto k = static_cast<std::size_t>(a.loop);
  const index n = sizes[k];
  if (a.step > 0) {
    const index begin = first_from(a.begin, a.step, n, low);
    set_axis(r, k, begin, 1, first_from(a.begin, a.step, n, high) - begin);
  } else { // the rows counted from the end
    const index begin = first_from(-a.begin, -a.step, n, 1 - high);
    set_axis(r, k, begin, 1, first_from(-a.begin, -a.step, n, 1 - low) - begin);
  }
  return unless_empty();
}

/// The part of a view that has a region of it, in the memory of this rank.
template <class V, std::size_t R> auto own_view(const V& v, const region<R>& r) {
  using T = value_t<V>;
  const auto& store = *v.stored();
  const rank_rows& rows = store.rows();
  placed<R> at{0, r.size, {}};
  const auto refs = compose(v.refs(), refs_of(r));
  const auto strides = row_major_strides(store.sizes());
  for (std::size_t k = 0; k < refs.size(); ++k) {
    index begin = refs[k].begin;
    if (k == 0)
      begin += rows.margin(rows.me()) - rows.first(rows.me());
    at.offset += begin * strides[k];
    if (refs[k].loop >= 0)
      at.strides[static_cast<std::size_t>(refs[k].loop)] += refs[k].step * strides[k];
  }
  const index size = rows.rows_in_memory() * (rows.row_bytes() / static_cast<index>(sizeof(T)));
  return view<T, strided_layout(unknown_shape<R>())>(reinterpret_cast<T*>(rows.memory()), size, at);
}

/// The back end of arrays over ranks.
struct rank_loops {
  static constexpr const char* name = "MPI";

  template <class V> static auto values(const V& v) { return everywhere(v); }

  template <class Op, class Target, class E> static void run(const Target& target, const E& e) {
    const rank_rows& rows = target.stored()->rows();
    check_world(e, rows.job());
    with_prepared(e, [&](const auto& prepared) { store_own<Op>(target, prepared); });
  }

private:
  template <class Op, class Target, class E>
  static void store_own(const Target& target, const E& e) {
    constexpr std::size_t R = rank_of<Target>, N = rank_of<E>;
    const rank_rows& rows = target.stored()->rows();
    mpi_job& job = *rows.job();
    rank_regions<N> regions;
    std::optional<region<R>> mine;
    for (int q = 0; q < job.size; ++q) {
      const auto part = rows_of_view(target.refs(), std::array<index, R>(target.shape()),
                                     rows.first(q), rows.first(q + 1));
      regions.emplace_back();
      if (part)
        regions.back() = assigned_region(*part, std::array<index, N>(e.shape()));
      if (q == job.rank)
        mine = part;
    }
    const rank_fetch<E, N> fetch(job, e, regions);
    if (!mine)
      return;
    const auto own = own_view(target, *mine);
    const auto right = part(e, *fetch.own_region(), fetch.taker());
    const auto store = [&](const auto& values) {
      auto to = own;
      assigned<Op, decltype(to), decltype(values)>::run(to, values);
    };
    if constexpr (N == 0)
      store(right);
    else
      with_ranges(*fetch.own_region(), [&](const auto&... along) {
        if constexpr (is_ref<std::remove_const_t<decltype(right)>>)
          store((*right.node)[along...]);
        else
          store(right[along...]);
      });
  }
};

} // namespace stria::detail
