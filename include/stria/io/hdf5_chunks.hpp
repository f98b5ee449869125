// SPDX-License-Identifier: BSL-1.0
// io/hdf5_chunks.hpp: splits a data set along its first axis, without cutting chunks.
// Tests: tests/io/hdf5.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/hdf5_dataset.hpp>

#include <iterator>

namespace stria::hdf5 {

/// The range that chunks() returns; each element is a slice of the data set.
///
/// \usage        `for (const auto part : hdf5::chunks(d)) total += sum(cast<double>(part));`
template <class D> class chunk_range {
  D source_;
  index rows_, size_, total_;

public:
  class iterator {
    const chunk_range* range_ = nullptr;
    index k_ = 0;

  public:
    using reference = decltype(std::declval<const chunk_range&>()[0]);
    using value_type = reference;
    using difference_type = index;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;

    iterator() = default;
    iterator(const chunk_range& r, index k) : range_(&r), k_(k) {}
    reference operator*() const { return (*range_)[k_]; }
    iterator& operator++() {
      ++k_;
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++k_;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) { return a.k_ == b.k_; }
  };

  /// A range of slices of `rows` rows each, out of `total` rows.
  chunk_range(D source, index rows, index total)
      : source_(std::move(source)), rows_(rows), size_(total / rows + (total % rows == 0 ? 0 : 1)),
        total_(total) {}

  /// An iterator to the first slice.
  iterator begin() const { return {*this, 0}; }
  /// The end iterator.
  iterator end() const { return {*this, size_}; }
  /// The number of slices.
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  /// Whether there are no slices.
  bool empty() const { return size_ == 0; }
  /// The k-th slice; nothing is read yet.
  auto operator[](index k) const {
    using items = decltype(stria::range(index{}, index{}));
    return stria::detail::subscript_of<const D&, items>::get(
        source_, stria::range(k * rows_, k * rows_ + std::min(rows_, total_ - k * rows_)));
  }
};

/// Splits a data set along axis 0 into slices that do not cut a chunk, to be read one after the
/// other.
///
/// A slice has as many rows as a chunk. If chunks are small, it has as many rows as several chunks
/// of about 1 MiB in total. Without chunks, it has rows of about 1 MiB in total.
///
/// \param d      a data set of rank 1 or more
/// \returns      a forward range of slices, which are read when their values are needed
/// \throws       nothing
/// \complexity   O(1); nothing is read
/// \numpy        `for c in d.iter_chunks()` (h5py), by rows
/// \usage        `for (const auto part : hdf5::chunks(d)) total += sum(cast<double>(part));`
template <class T, extent... E>
  requires(sizeof...(E) > 0)
chunk_range<dataset<T, E...>> chunks(const dataset<T, E...>& d) {
  constexpr double wanted = 1 << 20;
  const auto sizes = d.shape();
  double row_bytes = sizeof(T);
  for (std::size_t k = 1; k < sizes.size(); ++k)
    row_bytes *= static_cast<double>(sizes[k]);
  const index unit = std::max(index{1}, d.chunks()[0]);
  const double units = wanted / (static_cast<double>(unit) * std::max(row_bytes, 1.0));
  const index rows = unit * std::max(index{1}, static_cast<index>(units));
  return {d, rows, sizes[0]};
}

} // namespace stria::hdf5
