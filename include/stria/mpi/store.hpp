// SPDX-License-Identifier: BSL-1.0
// mpi/store.hpp: an array whose rows, along axis 0, are divided among ranks in blocks, each with a
// margin for rows of its neighbours. Tests: tests/mpi/programs.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/mpi/world.hpp>
#include <stria/tensor/operand.hpp>

#include <algorithm>
#include <array>
#include <new>
#include <span>

namespace stria::mpi {

/// The number of rows that each rank has, for the constructor of mpi::tensor. All ranks give the
/// same numbers.
///
/// \usage  `mpi::tensor<float, dyn, dyn> u(world, n, m, mpi::row_counts{{40, 30, 30}});`
struct row_counts {
  std::vector<index_t> of_rank;
};

} // namespace stria::mpi

namespace stria::detail {

/// The most rows of a margin: wide enough for stencils.
inline constexpr index margin_rows = 64;

/// The first row of each rank, and the number of rows: the first n % ranks ranks have one row more
/// than the others, as in PetscLayout.
inline std::vector<index> even_blocks(index n, int ranks) {
  std::vector<index> first(static_cast<std::size_t>(ranks) + 1);
  for (int p = 0; p <= ranks; ++p)
    first[static_cast<std::size_t>(p)] = n / ranks * p + std::min<index>(p, n % ranks);
  return first;
}
/// The same for given numbers of rows.
inline std::vector<index> given_blocks(index n, int ranks, const mpi::row_counts& counts) {
  std::vector<index> first{0};
  for (const index k : counts.of_rank)
    first.push_back(first.back() + (k < 0 ? n + 1 : k));
  if (first.size() != static_cast<std::size_t>(ranks) + 1 || first.back() != n)
    raise<value_error>(message("stria: mpi: the row counts must be one number for each of the ")
                       << ranks << " ranks, with the sum " << n);
  return first;
}

/// The rows of an array that this rank has, as bytes.
class rank_rows {
  mpi_job_ptr job_;
  std::vector<index> first_;
  index row_bytes_;
  struct release {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte[], release> memory_{};

public:
  /// Zeros. The pages of a margin have no memory before rows are received into it.
  rank_rows(mpi_job_ptr job, std::vector<index> first, index row_bytes)
      : job_(std::move(job)), first_(std::move(first)), row_bytes_(row_bytes) {
    const auto bytes = static_cast<std::size_t>(
        multiply_or_raise("mpi: the bytes of the own rows", rows_in_memory(), row_bytes_));
    memory_.reset(static_cast<std::byte*>(std::calloc(std::max<std::size_t>(bytes, 1), 1)));
    if (!memory_)
      throw std::bad_alloc();
  }

  const mpi_job_ptr& job() const { return job_; }
  int me() const { return job_->rank; }
  /// The first row of a rank; first(p + 1) is the end of its rows.
  index first(int p) const { return first_[static_cast<std::size_t>(p)]; }
  const std::vector<index>& blocks() const { return first_; }
  /// The most rows on each side of its rows for which a rank has memory. All ranks know this
  /// number, because it says which rows are received there.
  index margin(int p) const { return std::min(margin_rows, (first(p + 1) - first(p) + 3) / 4); }
  index own_rows() const { return first(me() + 1) - first(me()); }
  index rows_in_memory() const { return own_rows() + 2 * margin(me()); }
  index row_bytes() const { return row_bytes_; }
  std::byte* memory() const { return memory_.get(); }
  /// The address of a row that is the rank's own or in a margin.
  std::byte* row(index i) const { return memory() + (i - first(me()) + margin(me())) * row_bytes_; }
};

struct rank_loops;

/// An array of `B` axes over ranks: the store of a stored_view.
template <class T, std::size_t B> class rank_store {
  std::array<index, B> sizes_;
  rank_rows rows_;

  static index row_size(const std::array<index, B>& sizes) {
    index n = 1;
    for (std::size_t k = 1; k < B; ++k)
      n *= sizes[k];
    return n;
  }

public:
  using value_type = T;
  using back_end = rank_loops;
  static constexpr std::size_t axes = B;
  static constexpr place where = place::ranks;

  rank_store(mpi_job_ptr job, const std::array<index, B>& sizes, std::vector<index> first)
      : sizes_(sizes),
        rows_(std::move(job), std::move(first),
              multiply_or_raise("mpi: the bytes of a row", row_size(sizes), index{sizeof(T)})) {}

  std::array<index, B> sizes() const { return sizes_; }
  const rank_rows& rows() const { return rows_; }
  T* row(index i) const { return reinterpret_cast<T*>(rows_.row(i)); }
  T* own() const { return row(rows_.first(rows_.me())); }
  /// The shape of the rows of this rank.
  std::array<index, B> own_sizes() const {
    auto n = sizes_;
    n[0] = rows_.own_rows();
    return n;
  }
};

} // namespace stria::detail
