// SPDX-License-Identifier: BSL-1.0
// support/model.hpp: a simple model of slices, with which the library is compared, and random
// numbers.
//
// The model uses only the index type of the library. A view is the list of the positions that it
// refers to, and an assignment reads all elements before it writes.
#pragma once

#include <stria/base/index.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <random>
#include <vector>

namespace test {

using stria::index;

/// b:e:s with Python's meaning; an empty optional is an open bound.
struct cut {
  std::optional<index> begin, end;
  index step = 1;
};

/// The subscripts that the slice selects of n elements, in order, found by a loop.
inline std::vector<index> selected(const cut& s, index n) {
  const auto wrapped = [n](index i) { return i < 0 ? i + n : i; };
  std::vector<index> v;
  if (s.step > 0) {
    const index from = s.begin ? std::max(wrapped(*s.begin), index{0}) : 0;
    const index to = s.end ? wrapped(*s.end) : n;
    for (index i = from; i < to && i < n;) {
      v.push_back(i);
      if (__builtin_add_overflow(i, s.step, &i))
        break;
    }
  } else {
    const index from = s.begin ? std::min(wrapped(*s.begin), n - 1) : n - 1;
    const index to = s.end ? wrapped(*s.end) : -1;
    for (index i = from; i > to && i >= 0;) {
      v.push_back(i);
      if (__builtin_add_overflow(i, s.step, &i))
        break;
    }
  }
  return v;
}

/// The positions in a storage that a view refers to, in row-major order of its shape.
struct picks {
  std::vector<index> shape, at;

  static picks whole(const std::vector<index>& shape) {
    picks p{shape, {}};
    index n = 1;
    for (index k : shape)
      n *= k;
    for (index i = 0; i < n; ++i)
      p.at.push_back(i);
    return p;
  }

  index place(const std::vector<index>& where) const {
    index flat = 0;
    for (std::size_t k = 0; k < shape.size(); ++k)
      flat = flat * shape[k] + where[k];
    return at[static_cast<std::size_t>(flat)];
  }

  /// Calls f with every subscript of a shape, in row-major order.
  template <class F> static void each(const std::vector<index>& shape, F f) {
    for (index k : shape)
      if (k == 0)
        return;
    std::vector<index> where(shape.size());
    for (;;) {
      f(where);
      std::size_t k = shape.size();
      while (k > 0 && ++where[k - 1] == shape[k - 1])
        where[--k] = 0;
      if (k == 0)
        return;
    }
  }

  /// One list of subscripts for each axis.
  picks take(const std::vector<std::vector<index>>& axes) const {
    picks p;
    for (const auto& a : axes)
      p.shape.push_back(static_cast<index>(a.size()));
    each(p.shape, [&](const std::vector<index>& where) {
      std::vector<index> from;
      for (std::size_t k = 0; k < axes.size(); ++k)
        from.push_back(axes[k][static_cast<std::size_t>(where[k])]);
      p.at.push_back(place(from));
    });
    return p;
  }
  picks take(const std::vector<cut>& s) const {
    std::vector<std::vector<index>> axes;
    for (std::size_t k = 0; k < s.size(); ++k)
      axes.push_back(selected(s[k], shape[k]));
    return take(axes);
  }

  /// The same positions with the axes in another order.
  picks turned(const std::vector<std::size_t>& order) const {
    picks p;
    for (std::size_t k : order)
      p.shape.push_back(shape[k]);
    each(p.shape, [&](const std::vector<index>& where) {
      std::vector<index> from(shape.size());
      for (std::size_t k = 0; k < order.size(); ++k)
        from[order[k]] = where[k];
      p.at.push_back(place(from));
    });
    return p;
  }

  /// These positions broadcast to a larger shape; axes of size 1 are repeated, and missing axes are
  /// added in front.
  picks broadcast(const std::vector<index>& to) const {
    picks p{to, {}};
    const std::size_t missing = to.size() - shape.size();
    each(to, [&](const std::vector<index>& where) {
      std::vector<index> from;
      for (std::size_t k = 0; k < shape.size(); ++k)
        from.push_back(shape[k] == 1 ? 0 : where[k + missing]);
      p.at.push_back(place(from));
    });
    return p;
  }

  /// The elements at these positions.
  template <class T> std::vector<T> read(const std::vector<T>& storage) const {
    std::vector<T> v;
    for (index i : at)
      v.push_back(storage[static_cast<std::size_t>(i)]);
    return v;
  }
  /// Writes values to these positions, in order.
  template <class T> void write(std::vector<T>& storage, const std::vector<T>& values) const {
    for (std::size_t k = 0; k < at.size(); ++k)
      storage[static_cast<std::size_t>(at[k])] = values[k];
  }
};

/// A seeded generator of small numbers, the same in every run.
class dice {
  std::mt19937 engine_;

public:
  explicit dice(unsigned seed) : engine_(seed) {}
  /// A number from low to high, inclusive. std::uniform_int_distribution would depend on the
  /// library.
  index operator()(index low, index high) {
    return low + static_cast<index>(engine_() % static_cast<unsigned long>(high - low + 1));
  }
  template <std::size_t R> std::array<index, R> sizes(index low, index high) {
    std::array<index, R> n{};
    for (index& k : n)
      k = (*this)(low, high);
    return n;
  }
  /// A slice of an axis of about n elements, with arbitrary bounds, in both directions.
  cut any_slice(index n) {
    cut s;
    if ((*this)(0, 3) > 0)
      s.begin = (*this)(-n - 2, n + 2);
    if ((*this)(0, 3) > 0)
      s.end = (*this)(-n - 2, n + 2);
    s.step = (*this)(1, 3) * ((*this)(0, 1) == 0 ? 1 : -1);
    return s;
  }
  /// A slice that selects exactly `count` of n elements.
  cut slice_of(index n, index count) {
    if (count == 0)
      return {(*this)(0, n), 0, 1};
    const index widest = count == 1 ? 3 : (n - 1) / (count - 1);
    const index step = (*this)(1, std::max(index{1}, std::min(index{3}, widest)));
    const index begin = (*this)(0, n - 1 - (count - 1) * step);
    const index last = begin + (count - 1) * step;
    if ((*this)(0, 1) == 0)
      return {begin, last + 1, step};
    return {last, begin == 0 ? -n - 1 : begin - 1, -step};
  }
};

} // namespace test
