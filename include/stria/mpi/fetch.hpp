// SPDX-License-Identifier: BSL-1.0
// mpi/fetch.hpp: fetches the elements of the arrays over ranks that regions of an expression need,
// one region for each rank. Tests: tests/mpi/programs.cpp, tests/mpi/bytes.cpp.
#pragma once

#include <stria/mpi/exchange.hpp>
#include <stria/parts/block_fold.hpp>
#include <stria/parts/stored_view.hpp>

namespace stria::detail {

template <class N>
concept rank_operand = operand<N> && place_of<bare<N>> == place::ranks;

/// True for an expression whose needs depend on values: index arrays may be out of bounds, perhaps
/// on one rank only.
template <class N> inline constexpr bool may_raise = false;
struct any_may_raise {
  template <class... N> constexpr auto operator()(const N&...) const {
    return std::bool_constant<(may_raise<bare<N>> || ...)>();
  }
};
template <operand N>
inline constexpr bool may_raise<N> =
    member_access::selects<N> != 0 ||
    decltype(member_access::operands(std::declval<const N&>(), any_may_raise{}))::value;
template <class N> inline constexpr bool may_raise<ref<N>> = may_raise<N>;

/// Runs f, which does not communicate, on all ranks. If it throws on some, all ranks throw the
/// exception of the first of them.
template <class F> void run_agreed(const mpi_job& job, F&& f) {
  enum kind { none, in_index, in_shape, in_value, in_file, other };
  std::exception_ptr thrown;
  std::string text;
  kind own = none;
  const auto keep = [&](kind k, const char* what) {
    thrown = std::current_exception();
    own = k;
    text = what;
  };
  try {
    f();
  } catch (const index_error& e) {
    keep(in_index, e.what());
  } catch (const shape_error& e) {
    keep(in_shape, e.what());
  } catch (const value_error& e) {
    keep(in_value, e.what());
  } catch (const io_error& e) {
    keep(in_file, e.what());
  } catch (const std::exception& e) {
    keep(other, e.what());
  } catch (...) {
    keep(other, "an exception of an unknown type");
  }
  int first = own == none ? job.size : job.rank;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, job.comm);
  if (first == job.size)
    return;
  int length[] = {static_cast<int>(text.size()), static_cast<int>(own)};
  MPI_Bcast(length, 2, MPI_INT, first, job.comm);
  text.resize(static_cast<std::size_t>(length[0]));
  MPI_Bcast(text.data(), length[0], MPI_CHAR, first, job.comm);
  if (job.rank == first)
    std::rethrow_exception(thrown);
  switch (static_cast<kind>(length[1])) {
  case in_index: throw index_error(text);
  case in_shape: throw shape_error(text);
  case in_value: throw value_error(text);
  case in_file: throw io_error(text);
  default: throw std::runtime_error(text);
  }
}

/// Calls visit(rows) for the arrays over ranks that an expression reads.
template <class N, class Visit> void for_rank_rows(const N& n, const Visit& visit) {
  if constexpr (is_ref<N>) {
    for_rank_rows(*n.node, visit);
  } else if constexpr (is_stored<N>) {
    visit(n.stored()->rows());
  } else if constexpr (reads_stored<N>) {
    n.operands([&](const auto&... o) { (for_rank_rows(o, visit), ...); });
  }
}

[[noreturn]] inline void raise_two_worlds(int a, int b) {
  raise<value_error>(message("stria: mpi: a statement reads or writes tensors of two worlds, of ")
                     << a << " and of " << b << " ranks; all of them must be of one world");
}
/// Raises value_error unless all arrays of an expression are those of one world.
template <class N> void check_world(const N& n, const mpi_job_ptr& job) {
  for_rank_rows(n, [&](const rank_rows& rows) {
    if (rows.job() != job) [[unlikely]]
      raise_two_worlds(job->size, rows.job()->size);
  });
}
/// The world of an expression.
template <class N> mpi_job_ptr job_of(const N& n) {
  mpi_job_ptr job;
  for_rank_rows(n, [&](const rank_rows& rows) { job = job ? job : rows.job(); });
  check_world(n, job);
  return job;
}

template <class N, std::size_t R> rank_need need_of(const N& leaf, const region<R>& r) {
  const auto of_array = stored_region(leaf, r);
  const auto sizes = leaf.stored()->sizes();
  rank_need d{&leaf.stored()->rows(), sizeof(value_t<N>), {}, {}};
  d.axes.resize(sizes.size());
  index stride = d.bytes;
  for (std::size_t k = sizes.size(); k-- > 0; stride *= sizes[k])
    d.axes[k] = {of_array.begin[k], of_array.step[k], of_array.size[k], stride};
  return d;
}

/// Puts boxes in place of arrays over ranks.
class rank_taker : public block_taker<rank_taker> {
  const std::vector<rank_need>* needs_;
  int me_;

public:
  rank_taker(const std::vector<rank_need>& needs, int me) : needs_(&needs), me_(me) {}

  template <class N, std::size_t R> auto operator()(const N& leaf, const region<R>& r) const {
    using T = value_t<N>;
    constexpr std::size_t B = bare<N>::store_type::axes;
    const auto& store = *leaf.stored();
    fetched_region<T, B> at;
    const rank_need wanted = need_of(leaf, r);
    const rank_way way = way_of(wanted, me_);
    const auto kept = std::ranges::find_if(
        *needs_, [&](const rank_need& d) { return d.box && d.contains(wanted); });
    if (way != rank_way::nothing && way != rank_way::in_place && kept != needs_->end()) {
      at.data = reinterpret_cast<const T*>(kept->box.get());
      at.owner = kept->box;
      for (std::size_t k = 0; k < B; ++k)
        set_axis(at.where, k, kept->axes[k].begin, kept->axes[k].step, kept->axes[k].size);
      at.strides = row_major_strides(at.where.size);
    } else if (way != rank_way::nothing) {
      at.data = store.own();
      at.where = whole_region(store.sizes());
      at.where.begin[0] = store.rows().first(me_);
      at.strides = row_major_strides(store.sizes());
    }
    return box<T, extents_of<N>, B>(std::move(at), leaf.refs(),
                                    std::array<index, rank_of<N>>(leaf.shape()));
  }
};

/// The region of an expression that each rank needs, or nothing.
template <std::size_t R> using rank_regions = std::vector<std::optional<region<R>>>;

/// The elements that the regions of an expression need: regions[q] on rank q. All ranks call it.
template <class E, std::size_t R> class rank_fetch {
  const rank_regions<R>& regions_;
  std::vector<std::vector<rank_need>> needs_;
  int me_;

public:
  rank_fetch(mpi_job& job, const E& e, const rank_regions<R>& regions)
      : regions_(regions), needs_(regions.size()), me_(job.rank) {
    if constexpr (reads_stored<E>) {
      const auto find = [&] {
        for (std::size_t q = 0; q < regions.size(); ++q)
          if (regions[q])
            for_stored(e, *regions[q], [&](const auto& leaf, const auto& r) {
              add_need(needs_[q], need_of(leaf, r), static_cast<int>(q));
            });
      };
      if constexpr (may_raise<E>)
        run_agreed(job, find);
      else
        find();
      exchange(job, needs_);
    }
  }
  const std::optional<region<R>>& own_region() const {
    return regions_[static_cast<std::size_t>(me_)];
  }
  rank_taker taker() const { return {needs_[static_cast<std::size_t>(me_)], me_}; }
};

/// The values of the region regions[q] of an expression on each rank q; an empty tensor, or 0, on a
/// rank without one.
template <class E, std::size_t R>
auto fetched_values(mpi_job& job, const E& e, const rank_regions<R>& regions) {
  const rank_fetch<E, R> fetch(job, e, regions);
  typename tensor_of<value_t<E>, unknown_shape<R>()>::type result;
  if (const auto& own = fetch.own_region(); own && is_empty(*own))
    member_access::take_sizes(result, own->size);
  else if (own)
    result = values_of(e, *own, fetch.taker());
  return result;
}

/// All values of an expression, on all ranks (mpi/prepare.hpp).
template <class E> value_tensor<E> everywhere(const E& e);

} // namespace stria::detail
