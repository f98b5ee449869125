// SPDX-License-Identifier: BSL-1.0
// eval/limits.hpp: the thresholds by which a way to evaluate is chosen, with their units and
// reasons.
//
// They were measured with g++ 12 and clang 19 on processors with 32 to 48 KiB of L1 cache, 0.5 to
// 2 MiB of L2 and vectors of 16 to 64 bytes. None of them changes a result.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <cstddef>

namespace stria::detail::limits {

// --- few elements ---

/// Elements of a static shape whose loops are written out. To look for the best loops takes longer.
inline constexpr index written_out = 64;
/// Elements of which not even loops are left: compilers make better vectors of a few statements
/// than of a loop that they unroll.
inline constexpr index unrolled = 16;
/// Elements of one shape that are computed as a line where the statement stands: it is not asked
/// whether strides are 1, whether memory meets, whether threads pay.
inline constexpr index line = 1024;

// --- rows ---

/// Bytes from which a copy is a call of memmove.
inline constexpr index memmove_bytes = 128;
/// Elements of a row that vector functions compute together: the stores of one block are under way
/// while the next is computed.
inline constexpr index staged_block = 64;
/// Elements of a row with strides that are copied together: the call for the copy pays.
inline constexpr index packed_block = 128;
/// Elements of a mask that are looked at together.
inline constexpr index mask_block = 512;

// --- tiles ---

/// Bytes of a cache line: a larger stride reads a new one for each element.
inline constexpr index cache_line = 64;
/// Turns of both loops of a tile.
inline constexpr index tile = 32;
/// Bytes of the target from which tiles pay: what does not stay in the nearest cache. Of less,
/// lines are read again without much loss.
inline constexpr index tiled_bytes = index{1} << 14;
/// Operands of a tile that are turned in buffers, and operands that are looked at to decide.
inline constexpr std::size_t tile_buffers = 3, tile_leaves = 8;
/// Turns up to which an inner loop is short: it is exchanged for a longer one.
inline constexpr index short_loop = 8;

// --- slabs and rows in place ---

/// Bytes of a slab of the target: it and its operands stay in the L2 cache.
inline constexpr index slab_bytes = index{1} << 16;
/// Bytes of a row, or of a place of the first axis, above which nothing is gained.
inline constexpr index slab_most_bytes = 16 * slab_bytes;
/// Bytes of the target from which row by row pays, and slab by slab.
inline constexpr index by_rows_bytes = slab_bytes / 4, by_slabs_bytes = 4 * slab_bytes;
/// Bytes that are computed before they are stored over what is still read: half of the L1 cache,
/// with what they are computed from.
inline constexpr index in_place_bytes = index{1} << 13;

// --- reductions ---

/// Elements of a row that are folded into one partial result; such results are joined pairwise.
inline constexpr index fold_block = 1024;
/// Bytes of accumulators: as many as hide the latency of an addition.
inline constexpr index fold_lane_bytes = 256;
/// Accumulators of a row that is shorter than two turns of all of them.
inline constexpr index fold_short_lanes = 16;
/// Columns that are folded together: their accumulators stay in the L1 cache.
inline constexpr index fold_columns = 1024;
/// Rows whose sums the accumulators of columns hold, before they are added to the totals: the
/// rounding error is that of so many additions.
inline constexpr index fold_rows = 128;
/// Elements of short rows that follow one another in memory and are folded as one.
inline constexpr index fold_group = 128;

// --- threads ---

/// Elements of an inner loop, or of columns of a reduction, that one thread takes at least: whole
/// vectors and cache lines.
inline constexpr index thread_row = 256, thread_line = 64, thread_columns = 32;

} // namespace stria::detail::limits
