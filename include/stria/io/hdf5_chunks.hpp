// SPDX-License-Identifier: BSL-1.0
// io/hdf5_chunks.hpp: a data set in pieces along its first axis, none of which cuts a chunk.
#pragma once

#include <stria/io/hdf5_dataset.hpp>

#include <iterator>

namespace stria::hdf5 {

/// What `chunks` returns: a range of slices.
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

  /// Slices of `rows` rows, of so many in total.
  chunk_range(D source, index rows, index total)
      : source_(std::move(source)), rows_(rows), size_(total / rows + (total % rows == 0 ? 0 : 1)),
        total_(total) {}

  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size_}; }
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  bool empty() const { return size_ == 0; }
  auto operator[](index k) const {
    using items = decltype(stria::range(index{}, index{}));
    return stria::detail::subscript_of<const D&, items>::get(
        source_, stria::range(k * rows_, k * rows_ + std::min(rows_, total_ - k * rows_)));
  }
};

/// The data set in slices along axis 0, to be read one after the other: each is as many rows as a
/// chunk has, or some chunks if they are small, about a MiB. For rank 1 and more. h5py: `for c in
/// d.iter_chunks()`, by rows.
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
