// SPDX-License-Identifier: BSL-1.0
// math/limits.hpp: the thresholds that decide how an expression is evaluated, with units and
// reasons. A description begins with the unit. "Elements up to which ..." is the largest number of
// elements for which the rest of the sentence holds, and "Bytes from which ..." is the least number
// of bytes for which it holds. Tests: tests/evaluate/route.cpp.
//
// The thresholds were measured with g++ 12 and clang 19 on processors with 32 to 48 KiB of L1
// cache, 0.5 to 2 MiB of L2 cache and vectors of 16 to 64 bytes. No threshold changes a result by
// more than the rounding of sums whose terms are added in another order.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <cstddef>

namespace stria::detail::limits {

// --- the processor ---

/// Bytes of a cache line. If the stride is larger, each element is on another line.
inline constexpr index cache_line = 64;
/// Bytes that stay in the L1 cache together with what else a loop reads and writes: the size of
/// buffers on the stack. A target of at most as many bytes is not evaluated by rows, because its
/// operands are read from the L1 cache again.
inline constexpr index stack_bytes = index{1} << 14;
/// Bytes that leave the L2 cache: of a row, from which evaluation by rows gains nothing, and of the
/// columns of points, from which copies of them pay.
inline constexpr index l2_bytes = index{1} << 20;

// --- small shapes ---

/// Few elements, from which choosing loops or copying operands would take longer than computing
/// them. Up to this number, the loops over a static shape are fixed at compile time
/// (route::unrolled), and each element with operands that have gaps is computed by itself. The mean
/// of so many elements is subtracted from all elements of a variance before they are squared; the
/// rounding errors remain small with an approximate mean.
inline constexpr index few = 64;
/// Elements up to which the loops are fully unrolled: compilers vectorise separate statements
/// better than a loop that they unroll themselves.
inline constexpr index unrolled = 16;
/// Elements of a store or a reduction up to which no plan is made (route::panel): operands with
/// gaps are copied to at most `stack_bytes`. Also the largest number of elements of a line without
/// a list of operands, which has no kernel for lines, and of the pieces that are copied at a time.
inline constexpr index panel = 4096;
/// Elements up to which the loop over tensors of one shape (route::line), or a loop that stores a
/// number, is inlined into the caller. Longer lines are computed by the kernel, which compilers
/// vectorise even if the target is also an operand; calling it takes 6 to 9 ns.
inline constexpr index short_line = 256;

// --- rows ---

/// Elements of a row up to which its start takes as long as its vectors. Short rows are joined by
/// copies if together they have more elements, adjacent ones are folded as one row, an element that
/// is constant along a row is repeated as often, and clang uses one vector at a time.
inline constexpr index short_row = 128;
/// Bytes of a row from which it pays to call a function for it: memmove, a vector function (in
/// shorter rows, operands are repeated in memory, so that one call computes several rows), or a
/// reduction while the row is in the nearest cache.
inline constexpr index call_bytes = 128;
/// Elements that vector functions compute at a time: few enough that the stores of one block
/// overlap with the computation of the next.
inline constexpr index staged_block = 64;
/// Elements of a block: of a row that is folded into one partial result (partial results are joined
/// pairwise), of an argument or a part that is computed at a time, or of copies of one element. A
/// few blocks fit into the L1 cache, and the start of a block costs little.
inline constexpr index block = 1024;
/// Bytes of an expression up to which a range of its elements and their iterators contain it:
/// larger ones take longer to copy than to allocate.
inline constexpr index iterator_bytes = 128;
/// If a part of an expression occurs several times, and its cost in loads from memory is at least
/// this number, it is computed only once. A function declared as expensive has this cost.
inline constexpr index shared_work = 5;

// --- operands that are copied before a store ---

/// Iterations of each of the two loops of a tile that is transposed, and rows that are copied into
/// a buffer at a time: a whole number of the blocks that vectors transpose, and of cache lines.
/// With the target and another operand, 32 rows of 32 elements fit into the L1 cache.
inline constexpr index tile = 32;
/// Iterations up to which a loop is short: it runs as one loop with the loop around it, or is
/// unrolled if its length is static, and fewer elements are copied, or computed at the end of a
/// row, one by one. With more, a row fills vectors, as with more rows that are copied to columns.
inline constexpr index short_loop = 8;
/// The largest step of operands that are copied by shuffles, and the largest number of interleaved
/// ones that are copied together (take_rows()), such as the channels of a picture. Also the
/// elements of a row that may be copied for the sole purpose of joining it with others: with more,
/// the copies take longer than the start of a row.
inline constexpr index interleaved = 4;

/// Operands that one loop reads: the processor prefetches as many memory streams, and the addresses
/// fit into the general registers. A reduction of a few rows is computed by the loop that uses it,
/// and the values of a tie by one loop, up to this number of operands.
inline constexpr index streams = 14;

// --- reductions ---

/// Elements that are tested before a branch, as a loop without branches is vectorised: by argmin
/// and argmax, and by any() and all_of(), which first check after so many whether the result of a
/// row is decided. They double the number after each check, so that rows without a decision take
/// few checks.
inline constexpr index decisive = 32;
/// The number of accumulators of a short row, and bytes of those of other rows: enough to hide the
/// latency of an addition. Rows with fewer elements than `lanes` are folded in order.
inline constexpr index lanes = 16, lane_bytes = 256;
/// Elements of a row that argmin and argmax fold before they compare the result with the best value
/// so far: only the block with the best value is searched for its position.
inline constexpr index argument_block = 512;
/// Columns folded at a time: their accumulators stay in the L1 cache.
inline constexpr index fold_columns = 1024;
/// Rows that are added to the accumulators of columns before the accumulators are joined with the
/// totals. The limit bounds the rounding error.
inline constexpr index fold_rows = 128;
/// Blocks of a row that one kernel call processes.
inline constexpr index blocks_together = 16;
/// The largest size of the total of a reduction, in bytes.
inline constexpr std::size_t total_bytes = 128;
/// The costs in a plan of a reduction, in loads of a vector of `lanes` elements, fitted to the
/// times of `stria_bench W18`. Copying a vector of an operand costs `repeat` if the operand repeats
/// one element, `step` if its elements are at most `interleaved` apart, `turn` if they are
/// contiguous along another axis, otherwise `gather`. `row` is the cost of reducing a row to one
/// value, `strided_store` that of storing a result at a stride, and `panel` that of the kernel call
/// for a panel.
struct fold_costs {
  double repeat = 1, step = 2, turn = 3, gather = 6;
  double row = 6.5, strided_store = 8, panel = 64;
};
inline constexpr fold_costs fold_cost{};
/// The largest number of axes and operands of an assignment or a reduction that can be planned;
/// others are evaluated by the loops of the expression.
inline constexpr int nest_axes = 16, nest_operands = 32;

// --- selections ---

/// `few_selected`: the largest number of elements of a row that are selected by sorting them into a
/// list of the best ones. `few_selected_part`: elements of the row for each of them; with fewer, an
/// element is sorted into the list too often. `few_selected_moves`: moves within the list for each
/// element of the row after which it is partitioned instead, which takes as long.
inline constexpr index few_selected = 16, few_selected_part = 16, few_selected_moves = 8;
/// `short_column`: elements of a row up to which many rows are sorted together as columns, by a
/// network of comparisons. The number of comparisons for each element grows with the square of the
/// logarithm, so longer rows are partitioned one by one. `short_columns`: the number of these
/// columns, a constant length that is vectorised.
inline constexpr index short_column = 32, short_columns = 64;
/// The least number of rows that are sorted together: with fewer, most of the columns would be
/// empty.
inline constexpr index short_columns_least = short_columns / 4;
/// Quantiles up to which a row is partitioned for each of them. For more, it is sorted once.
inline constexpr index few_quantiles = 4;
/// `sorted_run`: elements that are sorted by insertion, which takes less time than merging so few.
/// `pivots`: partitions of a row after which its rest is sorted instead, so that bad pivots do not
/// make the time quadratic.
inline constexpr index sorted_run = 16, pivots = 64;
/// Values up to which isin() compares each element with all of them, in one vectorised loop.
inline constexpr index few_members = 8;
/// Elements of an expression that are computed before they are scanned in place: few enough for the
/// L1 cache.
inline constexpr index scan_piece = 512;
/// Values in ascending order after which the next one is searched near the place of the last one.
inline constexpr index ascending_values = 4;

// --- products ---

/// `small_product`: terms per element up to which a product runs without packing its operands, if
/// the result has at most the square of this number of elements. Packing would cost more than it
/// saves. `small_complex_product`: elements of the result up to which a product of complex numbers
/// runs without packing. With packing it is vectorised.
inline constexpr index small_product = 16, small_complex_product = 16;
/// Terms per element up to which a product of at most `unrolled` elements of static sizes is
/// computed without loops: compilers vectorise separate statements better.
inline constexpr index unrolled_terms = 4;
/// The time to copy an element at a stride, in copies of contiguous elements. It is used to choose
/// the order of the products of einsum().
inline constexpr double cost_strided_copy = 4;

/// The blocks of a product that are packed. `product_depth`: terms of each element of the result.
/// `product_strips`: strips of rows; a strip has the six rows of a tile in registers.
/// `product_columns`: columns. A complex number counts as two terms or two columns. The packed rows
/// (96 KiB of floats) stay in the L2 cache while they are multiplied by one strip of packed columns
/// after the other.
inline constexpr index product_depth = 256, product_strips = 16, product_columns = 512;
/// Elements of the product of a matrix and a vector that are computed together, if vectors run
/// along them: they stay in the L1 cache while all terms are added.
inline constexpr index product_rows = 4096;
/// Rows, columns, terms and strides below which CBLAS computes a product: its arguments are of type
/// int.
inline constexpr index library_size = index{1} << 30;
/// Columns, and bytes of the packed matrix, up to which the other matrix is read in place. With
/// more columns a copy of the other matrix pays. The packed matrix must stay in the L2 cache.
inline constexpr index scattered_columns = 64, scattered_bytes = index{1} << 17;
/// The number of rows whose offsets are computed at a time. Their offsets and those of the result
/// occupy 24 KiB.
inline constexpr index scattered_rows = 1536;

// --- threads ---

/// The number of chunks of a loop for each thread. With several, a thread that other programs delay
/// does not delay the whole loop.
inline constexpr int chunks_per_thread = 4;
/// The number of parts of a loop that are tracked one by one, a power of two: threads that start
/// with their own chunks (further ones take over chunks of others), and parts of a long row that is
/// reduced. It is constant, so that the parts need no memory on the heap.
inline constexpr int most_parts = 64;

/// A loop runs on several threads if it has at least this work for each of them, in bytes that are
/// loaded and computed: about two microseconds. Starting and joining two threads takes about one.
/// set_parallel_threshold() replaces this rule by a number of elements.
inline constexpr index thread_work = index{1} << 19;
/// The work of calling a function that takes much longer than a load, or a function of the user, or
/// of computing an element of a lazy expression at a position from an index.
inline constexpr index call_work = 256;
/// The work of reading an element of memory at a position from an index.
inline constexpr index gather_work = 64;
/// Multiply-adds of a product that take as long as one element of simple work: they run in vectors
/// and read from the L1 cache.
inline constexpr index product_adds = 8;
/// Elements of an inner loop, or columns, of which the part of a thread is a multiple: whole cache
/// lines of elements of any size.
inline constexpr index thread_grain = cache_line;

} // namespace stria::detail::limits
