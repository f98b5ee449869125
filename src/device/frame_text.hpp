// SPDX-License-Identifier: BSL-1.0
// The text around the value of a kernel: arguments, loops, positions, and the tree of a reduction.
#pragma once

#include <stria/device/draft.hpp>

#include <string>

namespace stria::detail {

/// Work items in a group. Part of the order in which reductions add, so the same on all devices.
inline constexpr index group_items = 128;
/// Results of at most so many elements are folded by one work item each.
inline constexpr index fold_short = 64;
/// So many results are folded by one work item each where neighbours read neighbouring elements.
inline constexpr index fold_many_results = 1024;
/// Elements in a part of a long reduction, at least, and groups that keep large devices busy.
inline constexpr index fold_part = 4096, fold_groups = 1024;

enum class frame_kind : unsigned char {
  store,
  fold_serial, ///< a work item for each result
  fold_group,  ///< a group of work items for each result
  fold_parts,  ///< a group for each part of a result
  fold_join    ///< a group for each result, of its parts
};

/// What the text of a frame depends on besides the body.
struct frame_shape {
  int kept = 0, reduced = 0; // axes
  bool narrow = false;       // positions of 32 bits
  bool processor = false;    // a work item takes neighbouring elements
  bool numbers_in_memory = false;
  std::string inner; // of each operand the step along the last axis: 0, 1 or n
};

std::string frame_key(frame_kind kind, const frame_shape& shape);
std::string frame_text(frame_kind kind, const frame_shape& shape, const kernel_body& body,
                       const fold_text* fold, kernel_dialect dialect, bool has_double);

std::size_t type_bytes(kernel_type type);
/// Bytes of what a reduction of values of a type keeps while it runs.
std::size_t state_bytes(const fold_text& fold, kernel_type value);

} // namespace stria::detail
