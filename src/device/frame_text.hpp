// SPDX-License-Identifier: BSL-1.0
// device/frame_text.hpp: the frame of a kernel, which is the code around the computed value:
// arguments, loops, positions, and the tree of a reduction.
#pragma once

#include <stria/device/draft.hpp>

#include <string>

namespace stria::detail {

/// The number of work items in a group. It determines the order in which reductions add, so it is
/// the same on all devices.
inline constexpr index group_items = 128;
/// The number of neighbouring elements that a work item reads or writes at once.
inline constexpr index vector_elements = 4;
/// The number of rows and of columns of the tiles through which permuted operands are read.
inline constexpr index tile_rows = 32;
/// The number of bytes of local memory that all devices have.
inline constexpr std::size_t tile_bytes = std::size_t{32} << 10;
/// The least number of elements that a work item folds if it folds a part of a result.
inline constexpr index fold_short = 64;
/// The number of work items that fold one result together, which are neighbours. A result of at
/// most `vectors` vectors of elements has a team of `items` work items; a longer one has a group.
/// A team of at most 32 items lies within a warp, which synchronises without the rest of the group.
/// There are few sizes, because each one is a kernel of its own.
struct fold_team {
  index vectors, items;
};
inline constexpr fold_team fold_teams[] = {{2, 1}, {16, 4}, {256, 32}};
/// If neighbouring results are computed from neighbouring elements, and there are at least this
/// many results, work items fold parts of results, so that neighbouring items read neighbouring
/// elements.
inline constexpr index fold_side_by_side = 32;
/// The number of work items that keeps large devices busy.
inline constexpr index fold_items = index{1} << 18;
/// The least number of elements in a part of a long reduction, and the number of groups that keeps
/// large devices busy.
inline constexpr index fold_part = 4096, fold_groups = 1024;

enum class frame_kind : unsigned char {
  store,
  fold_serial,       ///< a work item for each result
  fold_serial_parts, ///< a work item for each part of a result
  fold_serial_join,  ///< a work item for the parts of each result
  fold_team,         ///< a team of work items for each result
  fold_parts,        ///< a team for each part of a result
  fold_join,         ///< a group for the parts of each result
  store_vectors,     ///< a work item processes neighbouring elements at once
  store_swept,       ///< a work item for each position of the target, which knows its update
  store_tiles        ///< a group processes a tile, and reads permuted operands in their own order
};

/// Everything besides the body that the text of a frame depends on.
struct frame_shape {
  int kept = 0, reduced = 0; // axes
  bool narrow = false;       // positions have 32 bits
  bool processor = false;    // a work item processes neighbouring elements
  bool numbers_in_memory = false;
  /// The stride of each operand along the last axis: 0, 1 or n. If the kernel uses vectors, r means
  /// -1. If it uses tiles, t means that the operand is read along tile_axis.
  std::string inner;
  int tile_axis = -1;
  index team = group_items; // work items that fold a result together
  bool vectors = false;     // a team reads vectors of elements
};

/// The number of arguments before the sizes of the axes.
std::size_t leading_numbers(frame_kind kind);
std::string frame_key(frame_kind kind, const frame_shape& shape);
std::string frame_text(frame_kind kind, const frame_shape& shape, const kernel_body& body,
                       const fold_text* fold, kernel_dialect dialect, bool has_double);

std::size_t type_bytes(kernel_type type);
/// The size in bytes of the accumulator for values of a type.
std::size_t state_bytes(const fold_text& fold, kernel_type value);

} // namespace stria::detail
