// SPDX-License-Identifier: BSL-1.0
// mpi/fold.hpp: reductions along axis 0 of tensors over ranks: each rank folds its rows in blocks,
// and the totals of the blocks are joined in one tree, so that the number of ranks changes no bit.
// Tests: tests/mpi/reduce.cpp.
#pragma once

#include <stria/mpi/fetch.hpp>
#include <stria/parts/block_fold.hpp>

#include <numeric>

namespace stria::detail {

/// A rule with blocks of the usual length: on ranks, positions of extremes have blocks, too.
template <class Rule> struct rank_rule : Rule {
  static constexpr index length = std::min(Rule::length, folded_block);
};

/// The totals of the blocks of all ranks, which are added in order.
template <class Rule> class rank_totals {
  using total = typename Rule::total;
  struct entry {
    std::size_t level;
    index number; // of 2^level blocks
    std::vector<total> values;
  };
  std::vector<entry> entries_{};

public:
  void add(std::size_t level, index number, const total* values, index results) {
    entries_.push_back({level, number, std::vector<total>(values, values + results)});
    while (entries_.size() > 1) {
      entry &last = entries_.back(), &left = entries_[entries_.size() - 2];
      if (last.level != left.level || last.number % 2 == 0)
        break;
      for (std::size_t i = 0; i < last.values.size(); ++i)
        left.values[i] = Rule::join(left.values[i], last.values[i]);
      ++left.level;
      left.number /= 2;
      entries_.pop_back();
    }
  }
  bool empty() const { return entries_.empty(); }
  total operator[](index k) const {
    const auto at = static_cast<std::size_t>(k);
    total t = entries_.back().values[at];
    for (std::size_t i = entries_.size() - 1; i-- > 0;)
      t = Rule::join(entries_[i].values[at], t);
    return t;
  }
  /// Appends all totals to a message, or reads them from one.
  void write(std::vector<std::byte>& to) const {
    for (const entry& e : entries_) {
      const index head[] = {static_cast<index>(e.level), e.number};
      const auto* h = reinterpret_cast<const std::byte*>(head);
      to.insert(to.end(), h, h + sizeof(head));
      const auto* v = reinterpret_cast<const std::byte*>(e.values.data());
      to.insert(to.end(), v, v + e.values.size() * sizeof(total));
    }
  }
  void read(const std::byte* from, std::size_t bytes, index results) {
    std::vector<total> values(static_cast<std::size_t>(results));
    for (const std::byte* const end = from + bytes; from != end;) {
      index head[2];
      std::memcpy(head, from, sizeof(head));
      from += sizeof(head);
      std::memcpy(static_cast<void*>(values.data()), from, values.size() * sizeof(total));
      from += values.size() * sizeof(total);
      add(static_cast<std::size_t>(head[0]), head[1], values.data(), results);
    }
  }
};

/// The rows of each rank along axis 0 of an expression: those of an array in it, if they
/// correspond.
template <class N> std::vector<index> blocks_of(const N& n, const mpi_job& job) {
  const index rows = n.shape()[0];
  std::vector<index> blocks;
  for_rank_rows(n, [&](const rank_rows& r) {
    if (blocks.empty() && r.blocks().back() == rows)
      blocks = r.blocks();
  });
  return blocks.empty() ? even_blocks(rows, job.size) : blocks;
}

/// Elements of an expression that are computed at a time before they are folded: 64 KiB of floats.
inline constexpr index folded_elements = index{1} << 14;

/// The results of a reduction along axis 0, and perhaps others, on all ranks.
template <class N> auto folded_on_ranks(mpi_job& job, const N& n) {
  using rule = rank_rule<block_rule<N>>;
  using part = typename rule::part;
  const auto& source = operand_at<0>(n);
  using E = std::remove_cvref_t<decltype(source)>;
  constexpr std::size_t L = rank_of<E>;
  static_assert(std::is_trivially_copyable_v<part> &&
                std::is_trivially_copyable_v<typename rule::total>);
  constexpr int tag = 68;
  const std::array<index, L> sizes = source.shape();
  const auto first = blocks_of(source, job);
  rank_regions<L> regions;
  for (std::size_t q = 0; q + 1 < first.size(); ++q) {
    region<L>& r = regions.emplace_back(whole_region(sizes)).value();
    set_axis(r, 0, first[q], 1, first[q + 1] - first[q]);
  }
  const rank_fetch<E, L> fetch(job, source, regions);
  const auto me = static_cast<std::size_t>(job.rank);
  const index low = first[me], high = first[me + 1];
  index inner = 1, row = 1; // elements of a row that are reduced, and all
  for (std::size_t k = 1; k < L; ++k) {
    row *= sizes[k];
    inner *= axis_set{rule::bits}.has(k) ? sizes[k] : 1;
  }
  using fold_type = block_fold<rule, L>;
  const auto add_rows = [&](fold_type& fold, index begin, index end) {
    const index most = std::max<index>(1, folded_elements / std::max<index>(row, 1));
    for (index at = begin; at < end && row > 0; at += most) {
      region<L> r = whole_region(sizes);
      set_axis(r, 0, at, 1, std::min(most, end - at));
      const auto values = values_of(source, r, fetch.taker());
      std::array<index, L> from{};
      from[0] = at;
      fold.add(values.data(), from, std::array<index, L>(values.shape()));
    }
  };
  const auto cuts_block = [&](index boundary) {
    return boundary > 0 && boundary < sizes[0] && boundary * inner % rule::length != 0;
  };
  // The rows from the last block that begins with a row are folded first, so that the next rank can
  // continue a block that is cut.
  const index rows_of_blocks = rule::length / std::gcd(rule::length, inner);
  const index last = high / rows_of_blocks * rows_of_blocks;
  const bool begins_block = last >= low;
  rank_totals<rule> own;
  fold_type tail(sizes, begins_block ? last : low), head(sizes, low);
  const auto bytes = [&] { return static_cast<int>(tail.results() * index{sizeof(part)}); };
  const auto receive = [&](fold_type& fold) {
    if (cuts_block(low))
      MPI_Recv(fold.parts(), bytes(), MPI_BYTE, job.rank - 1, tag, job.comm, MPI_STATUS_IGNORE);
  };
  if (!begins_block)
    receive(tail);
  add_rows(tail, begins_block ? last : low, high);
  MPI_Request sent = MPI_REQUEST_NULL;
  if (cuts_block(high))
    MPI_Isend(tail.parts(), bytes(), MPI_BYTE, job.rank + 1, tag, job.comm, &sent);
  const auto keep = [&](std::size_t level, index number, const auto* totals) {
    own.add(level, number, totals, tail.results());
  };
  if (row > 0 && sizes[0] > 0) {
    if (begins_block && low < last) {
      receive(head);
      add_rows(head, low, last);
      head.for_totals(last, keep);
    }
    if (low < high)
      tail.for_totals(high, keep);
  }
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  // All ranks get all totals.
  std::vector<std::byte> mine, all;
  own.write(mine);
  std::vector<int> counts(static_cast<std::size_t>(job.size)), at(counts.size());
  const int count = static_cast<int>(mine.size());
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, job.comm);
  std::exclusive_scan(counts.begin(), counts.end(), at.begin(), 0);
  all.resize(static_cast<std::size_t>(at.back() + counts.back()));
  MPI_Allgatherv(mine.data(), count, MPI_BYTE, all.data(), counts.data(), at.data(), MPI_BYTE,
                 job.comm);
  rank_totals<rule> totals;
  for (std::size_t q = 0; q < counts.size(); ++q)
    totals.read(all.data() + at[q], static_cast<std::size_t>(counts[q]), tail.results());
  value_tensor<N> results(n.shape(), uninitialized_t{});
  for (index i = 0; i < tail.results(); ++i)
    results.data()[i] = rule::finish(n, totals.empty() ? rule::none(sizes) : totals[i]);
  return results;
}

} // namespace stria::detail
