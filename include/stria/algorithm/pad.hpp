// SPDX-License-Identifier: BSL-1.0
// algorithm/pad.hpp: the pieces of a padded axis, and rows of different lengths in one tensor.
#pragma once

#include <stria/eval/computed.hpp>

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
