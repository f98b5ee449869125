// SPDX-License-Identifier: BSL-1.0
// numpy/join/pad_loops.hpp: the pieces of a padded axis, and rows of different lengths in one
// tensor. Tests: tests/numpy/join/join.cpp.
#pragma once

#include <stria/base/config.hpp>
#include <stria/evaluate/computed.hpp>

namespace stria::detail {

/// Calls f(piece) for the pieces of the positions [begin, end) of a padded axis, whose
/// elements are place_of(position). The elements of a piece are copied together. The member `from`
/// of a piece is -1 if the constant fills the piece.
template <class PlaceOf, class F>
constexpr void each_border_piece(const PlaceOf& place_of, index begin, index end, index before,
                                 const F& f) {
  axis_piece piece;
  for (index p = begin; p < end; ++p) {
    const index from = place_of(p);
    const bool first = piece.count == 0;
    const index step = first ? 0 : from - (piece.from + (piece.count - 1) * piece.step);
    if (!first && (piece.count == 1 || step == piece.step) && step >= -1 && step <= 1) {
      piece.step = step;
      ++piece.count;
      continue;
    }
    if (!first)
      f(piece);
    piece = {before + p, from, 0, 1};
  }
  if (piece.count > 0)
    f(piece);
}

/// Rows along an axis of `size` positions with `inner` elements each. They follow each other.
template <class T> struct axis_rows {
  T* first;
  index size, inner, count;
};
/// Copies the elements at the position `from` of the axis to the position `to`.
template <class T>
STRIA_INLINE constexpr void copy_place(const axis_rows<T>& rows, index to, index from) {
  const index inner = rows.inner, row = rows.size * inner;
  T* out = rows.first + to * inner;
  const T* in = rows.first + from * inner;
  if (inner == 1) {
    STRIA_FEW
    for (index r = 0; r < rows.count; ++r)
      out[r * row] = in[r * row];
    return;
  }
  for (index r = 0; r < rows.count; ++r)
    for (index k = 0; k < inner; ++k)
      out[r * row + k] = in[r * row + k];
}
/// Advances to the next position of the first `axes` axes; false after the last one.
template <std::size_t R>
constexpr bool next_place(std::array<index, R>& at, const std::array<index, R>& n,
                          std::size_t axes) {
  while (axes-- > 0) {
    if (++at[axes] < n[axes])
      return true;
    at[axes] = 0;
  }
  return false;
}

/// Fills the border of axis k of a row-major target with n elements, and borders of the given
/// widths, along each axis. The inner axes already have their borders.
template <class T, std::size_t R, class PlaceOf>
constexpr void fill_border(T* to, std::size_t k, const std::array<index, R>& n,
                           const std::array<std::array<index, 2>, R>& width,
                           const PlaceOf& place_of) {
  std::array<index, R> sizes = n;
  for (std::size_t i = 0; i < R; ++i)
    sizes[i] += width[i][0] + width[i][1];
  const index inner = elements_of_axes(sizes, k + 1, R), before = width[k][0];
  // Rows of the axis that follow each other are filled together.
  const std::size_t outer = k == 0 ? 0 : k - 1;
  std::array<index, R> at{};
  do {
    index row = 0;
    for (std::size_t i = 0; i < k; ++i)
      row = row * sizes[i] + width[i][0] + at[i];
    const axis_rows<T> rows{to + row * sizes[k] * inner, sizes[k], inner, k == 0 ? 1 : n[k - 1]};
    for (index i = 0; i < before + width[k][1]; ++i) {
      const index p = i < before ? i - before : n[k] + i - before;
      copy_place(rows, before + p, before + place_of(p));
    }
  } while (next_place(at, n, outer));
}

/// Stores rows of different lengths in a tensor and fills the ends of shorter rows with a value.
template <class T, class Rows>
constexpr tensor<T, dyn, dyn> padded_rows(const Rows& rows, const T& value) {
  index count = 0, longest = 0;
  for (const auto& row : rows) {
    index n = 0;
    for (auto it = row.begin(); it != row.end(); ++it)
      ++n;
    longest = n > longest ? n : longest;
    ++count;
  }
  tensor<T, dyn, dyn> r({count, longest}, uninitialized_t{});
  T* to = r.data();
  for (const auto& row : rows) {
    index n = 0;
    for (const auto& v : row) {
      *to++ = v;
      ++n;
    }
    for (; n < longest; ++n)
      *to++ = value;
  }
  return r;
}

} // namespace stria::detail
