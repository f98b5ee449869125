// SPDX-License-Identifier: BSL-1.0
// Implements sort_rows() of device/rows.hpp.
#include "row_kernel.hpp"

#include <limits>
#include <utility>

namespace stria::detail {

namespace {

/// Rows of at most this many elements are sorted in local memory.
constexpr index sort_short = 2048;
/// Rows whose elements are not neighbours are transposed first, unless they are short and have at
/// most this many elements together.
constexpr index sort_turned = index{1} << 15;
/// Longer rows are sorted by digits of this many bits, or of half as many if there is only one
/// digit. A group moves a block of elements at once.
constexpr index digit_bits = 8, digit_block = 16 * group_items;

/// Batcher's sorting network: every step compares elements at fixed positions, and a row is
/// treated as if larger elements followed its end. A group sorts one row or several.
constexpr const char* network_text = R"(
    const int size = 1 << bits, mask = size - 1, together = ALL >> bits;
    for (int k = me; k < ALL; k += GROUP) {
      const i64 r = w * together + (k >> bits), i = k & mask;
      if (r >= count || i >= n)
        continue;
      x[k] = from[from_at + AT(r, i)];
      number[k] = (i32)i;
    }
    BARRIER();
    for (int width = 2; width <= size; width *= 2)
      for (int j = width / 2; j > 0; j /= 2) {
        for (int e = me; e < ALL / 2; e += GROUP) {
          const int step = e & (j - 1), low = 2 * e - step;
          const int high = 2 * j == width ? low + 2 * (j - step) - 1 : low + j;
          const T a = x[low], b = x[high];
          const i32 f = number[low], g = number[high];
          if ((high & mask) >= n || BEFORE(a, b) || (!BEFORE(b, a) && f < g))
            continue;
          x[low] = b;
          x[high] = a;
          number[low] = g;
          number[high] = f;
        }
        BARRIER();
      }
    for (int k = me; k < ALL; k += GROUP) {
      const i64 r = w * together + (k >> bits), i = k & mask;
      if (r >= count || i >= n)
        continue;
      to[to_at + AT(r, i)] = x[k];
      PLACES(places[places_at + AT(r, i)] = number[k];)
    }
    BARRIER();
)";

/// The row and the block of a group in a sort by digits, and its elements. The elements of a warp
/// are neighbours, and so are those that its work items read at once.
constexpr const char* read_block = R"(
    const i64 r = w / blocks, c = w - r * blocks, first = c * BLOCK;
    const int size = (int)(n - first < BLOCK ? n - first : BLOCK);
    const int own = me / WARP * (WARP * EACH) + me % WARP;
    GLOBAL const T* const q = from + (from_at + r * n + first + own);
    T key[EACH];
    UNROLL
    for (int k = 0; k < EACH; ++k)
      if (own + k * WARP < size)
        key[k] = q[k * WARP];
)";
/// Counts the elements of a block with each digit.
constexpr const char* count_text = R"(
    for (int d = me; d < DIGITS; d += GROUP)
      counts[d] = 0;
    BARRIER();
    UNROLL
    for (int k = 0; k < EACH; ++k)
      if (own + k * WARP < size)
        ATOMIC_ADD_I32(counts + digit(key[k], (int)shift, (int)mask), 1);
    BARRIER();
    for (int d = me; d < DIGITS; d += GROUP)
      sums[(r * DIGITS + d) * blocks + c] = counts[d];
    BARRIER();
)";
/// Moves the elements of a block to their places. First, each warp counts its elements with each
/// digit, and finds how many of them are before each element: the work items that have the same
/// digit find each other by a bit mask for each digit. Then the counts are summed over the digits
/// and the warps, which gives the place of each element in the block. The elements are written to
/// these places in local memory first, so that neighbouring work items write neighbouring elements.
constexpr const char* move_text = R"(
    const int lane = me % WARP, warp = me / WARP * DIGITS;
    for (int k = me; k < WARPS * DIGITS; k += GROUP) {
      counts[k] = 0;
      masks[k] = 0;
    }
    BARRIER();
    int at[EACH];
    UNROLL
    for (int k = 0; k < EACH; ++k) {
      const int has = own + k * WARP < size;
      const int d = warp + (has ? digit(key[k], (int)shift, (int)mask) : 0);
      if (has)
        ATOMIC_OR_U32(masks + d, (u32)1 << lane);
      WARP_BARRIER();
      const u32 same = masks[d];
      const int before = counts[d], ahead = (int)BIT_COUNT_U32(same & (((u32)1 << lane) - 1));
      WARP_BARRIER();
      if (has && ahead == 0) {
        counts[d] = before + (int)BIT_COUNT_U32(same);
        masks[d] = 0;
      }
      WARP_BARRIER();
      at[k] = before + ahead;
    }
    BARRIER();
    i32 sum[DIGITS / GROUP], total = 0;
    UNROLL
    for (int j = 0; j < DIGITS / GROUP; ++j) {
      sum[j] = total;
      UNROLL
      for (int k = 0; k < WARPS; ++k) {
        const int q = k * DIGITS + me * (DIGITS / GROUP) + j;
        const i32 n_q = counts[q];
        counts[q] = total;
        total += n_q;
      }
    }
    lanes[me] = total;
    BARRIER();
    for (int d = 1; d < GROUP; d *= 2) {
      const i32 a = me >= d ? lanes[me - d] : 0;
      BARRIER();
      lanes[me] += a;
      BARRIER();
    }
    total = lanes[me] - total;
    UNROLL
    for (int j = 0; j < DIGITS / GROUP; ++j) {
      const int d = me * (DIGITS / GROUP) + j;
      UNROLL
      for (int k = 0; k < WARPS; ++k)
        counts[k * DIGITS + d] += total;
      const i64 e = (r * DIGITS + d) * blocks + c;
      begins[d] = (blocks == 1 ? 0 : (e > r * DIGITS * blocks ? sums[e - 1] : 0) - (P)(sum[j] + total));
    }
    BARRIER();
    IN_LOCAL T* const x = (IN_LOCAL T*)room;
    UNROLL
    for (int k = 0; k < EACH; ++k)
      if (own + k * WARP < size) {
        at[k] += counts[warp + digit(key[k], (int)shift, (int)mask)];
        x[at[k]] = key[k];
      }
    BARRIER();
    GLOBAL T* const p = to + (to_at + r * n);
    P place[EACH];
    UNROLL
    for (int k = 0; k < EACH; ++k)
      if (me + k * GROUP < size) {
        const T v = x[me + k * GROUP];
        place[k] = begins[digit(v, (int)shift, (int)mask)] + (me + k * GROUP);
        p[place[k]] = v;
      }
    BARRIER();
)";
/// Moves the original positions of the elements in the same way.
constexpr const char* move_places_text = R"(
    IN_LOCAL P* const was = (IN_LOCAL P*)room;
    GLOBAL const P* const old = places + (r * n + first + own);
    GLOBAL PLACE* const now = to_places + (to_places_at + r * n);
    UNROLL
    for (int k = 0; k < EACH; ++k)
      if (own + k * WARP < size)
        was[at[k]] = shift == 0 ? (P)first + (own + k * WARP) : old[k * WARP];
    BARRIER();
    UNROLL
    for (int k = 0; k < EACH; ++k)
      if (me + k * GROUP < size)
        now[place[k]] = was[me + k * GROUP];
    BARRIER();
)";

/// Transposes matrices, in tiles.
constexpr const char* turn_text = R"(
    const i64 o = w / (down * across), u = w - o * (down * across);
    const i64 y = u / across * SIDE, x = (u - u / across * across) * SIDE;
    const int lane = me % SIDE, line = me / SIDE;
    for (int k = line; k < SIDE; k += GROUP / SIDE)
      if (y + k < height && x + lane < width)
        tile[k][lane] = from[from_at + (o * height + y + k) * width + x + lane];
    BARRIER();
    for (int k = line; k < SIDE; k += GROUP / SIDE)
      if (x + k < width && y + lane < height)
        to[to_at + (o * width + x + k) * height + y + lane] = tile[lane][k];
    BARRIER();
)";
void turn(const std::shared_ptr<device_context>& context, const device_place& from,
          const device_place& to, kernel_type type, index matrices, index height, index width) {
  const index down = divide_up(height, tile_rows), across = divide_up(width, tile_rows);
  row_kernel_launch k(*context);
  k.memory("GLOBAL const T* from", from.base);
  k.number("from_at", from.offset);
  k.memory("GLOBAL T* to", to.base);
  k.number("to_at", to.offset);
  k.number("height", height);
  k.number("width", width);
  k.number("down", down);
  k.number("across", across);
  k.run_groups(define("T", std::string(type_text(type))) + define("GROUP", group_items) +
                   define("SIDE", tile_rows),
               "  LOCAL T tile[SIDE][SIDE + 1];\n", turn_text, matrices * down * across);
}

/// The texts and sizes of the kernels of a sort.
struct sort_launch {
  const std::shared_ptr<device_context>& context;
  const device_place &from, &to;
  kernel_type type;
  const device_place& places;
  const device_rows& rows;
  bool descending;
  std::string t = std::string(type_text(type));
  index count = rows.outer * rows.inner;

  std::string definitions() const {
    return define("T", t) + define("GROUP", group_items) + define("WARP", warp_items);
  }

  void short_rows() const {
    index bits = 0; // a row begins at each multiple of 2^bits in local memory
    while (index{1} << bits < rows.length)
      ++bits;
    row_kernel_launch k(*context);
    k.memory("GLOBAL const T* from", from.base);
    k.number("from_at", from.offset);
    k.memory("GLOBAL T* to", to.base);
    k.number("to_at", to.offset);
    if (places.base != 0) {
      k.memory("GLOBAL i64* places", places.base);
      k.number("places_at", places.offset);
    }
    k.number("n", rows.length);
    k.number("inner", rows.inner);
    k.number("count", count);
    k.number("bits", bits);
    const std::string at = rows.inner == 1
                               ? "((r) * n + (i))"
                               : "((r) / inner * n * inner + (r) % inner + (i) * inner)";
    k.run_groups(definitions() + define("AT(r, i)", at) + define("ALL", sort_short) +
                     define("PLACES(text)", places.base != 0 ? "text" : "") +
                     define("BEFORE(a, b)", descending ? "less(b, a)" : "less(a, b)") +
                     "FUNCTION bool less(T a, T b) { return a < b" +
                     (is_floating(type) ? " || (b != b && a == a)" : "") + "; }\n",
                 "  LOCAL T x[ALL];\n  LOCAL i32 number[ALL];\n", network_text,
                 divide_up(count, sort_short >> bits));
  }

  /// The definition of digit(x, shift, mask). The digits of x are those of an unsigned integer in
  /// the order of the sort. All NaNs have the same digits, and so have zeros of both signs.
  std::string digit_function() const {
    const std::string bits = std::to_string(8 * type_bytes(type)), u = "u" + bits,
                      top = "((" + u + ")1 << (" + bits + " - 1))";
    std::string key = "x";
    if (is_floating(type))
      key = "x != x ? (" + u + ")~(" + u + ")0 : x < 0 ? (" + u + ")~BITS_F" + bits +
            "(x) : BITS_F" + bits + "(x == 0 ? (T)0 : x) | " + top;
    else if (t[0] == 'i')
      key = "(" + u + ")x ^ " + top;
    return "FUNCTION int digit(T x, int shift, int mask) {\n  const " + u + " key = (" + u + ")(" +
           key + ");\n  return (int)((" + u + ")" + (descending ? "~" : "") +
           "key >> shift) & mask;\n}\n";
  }
  /// A radix sort. Each pass sorts by one digit and is stable: it counts the elements with each
  /// digit in each block, scans the counts, and moves each element to its place. If a row is one
  /// block, the counts of that block suffice.
  void long_rows() const {
    const auto elements = static_cast<std::size_t>(count * rows.length);
    // Positions in long rows do not fit into 32 bits.
    const bool narrow = rows.length <= std::numeric_limits<std::int32_t>::max();
    const kernel_type place = narrow ? kernel_type::i32 : kernel_type::i64;
    const index bytes = static_cast<index>(type_bytes(type)),
                blocks = divide_up(rows.length, digit_block), units = count * blocks;
    constexpr index digits = index{1} << digit_bits;
    const device_buffer other_values(context, elements * type_bytes(type)),
        counts(context, static_cast<std::size_t>(units * digits) * type_bytes(place));
    device_buffer other_places[2];
    if (places.base != 0) {
      other_places[0] = device_buffer(context, elements * type_bytes(place));
      other_places[1] = device_buffer(context, elements * type_bytes(place));
    }
    const device_place sums{counts.base(), 0};
    const device_place other{other_values.base(), 0};
    const index bits = 8 * bytes, pass_bits = std::min(digit_bits, bits / 2);
    index shift = 0;
    const index mask = (index{1} << pass_bits) - 1;
    device_place source = from, target = other;
    device_place old_places{other_places[0].base(), 0}, new_places{other_places[1].base(), 0};

    const std::string all =
        definitions() + define("P", std::string(type_text(place))) + define("BLOCK", digit_block) +
        define("EACH", digit_block / group_items) + define("WARPS", group_items / warp_items) +
        define("DIGITS", digits) + digit_function();
    const auto describe = [&](row_kernel_launch& k) {
      k.memory("GLOBAL const T* from", source.base);
      k.number("from_at", source.offset);
      k.memory("GLOBAL P* sums", sums.base);
      k.number("n", rows.length);
      k.number("blocks", blocks);
      k.number("shift", shift);
      k.number("mask", mask);
    };
    row_kernel_launch counting(*context), moving(*context), last(*context);
    describe(counting);
    for (row_kernel_launch* const k : {&moving, &last}) {
      describe(*k);
      k->memory("GLOBAL T* to", target.base);
      k->number("to_at", target.offset);
      if (places.base != 0) {
        k->memory("GLOBAL const P* places", old_places.base);
        k->memory("GLOBAL PLACE* to_places", new_places.base);
        k->number("to_places_at", new_places.offset);
      }
    }
    const std::string move =
        std::string(read_block) + move_text + (places.base != 0 ? move_places_text : "");
    const kernel_type widest = type_bytes(type) < type_bytes(place) ? place : type;
    const std::string local = "  LOCAL " + std::string(type_text(widest)) +
                              " room[BLOCK];\n  LOCAL i32 counts[WARPS * DIGITS], lanes[GROUP];\n"
                              "  LOCAL u32 masks[WARPS * DIGITS];\n  LOCAL P begins[DIGITS];\n";
    for (; shift < bits; shift += pass_bits) {
      if (blocks > 1) {
        if (shift == 0)
          counting.run_groups(all, "  LOCAL i32 counts[DIGITS];\n",
                              std::string(read_block) + count_text, units);
        else
          counting.again();
        scan_rows(context, sums, sums, place, {count, digits * blocks, 1}, false);
      }
      // The number of passes is even, so the last one writes `to`.
      if (shift + pass_bits == bits && places.base != 0) {
        new_places = places;
        last.run_groups(all + define("PLACE", "i64"), local, move, units);
      } else if (shift == 0) {
        moving.run_groups(all + define("PLACE", "P"), local, move, units);
      } else {
        moving.again();
      }
      source = target;
      target = target.base == other.base ? to : other;
      std::swap(old_places, new_places);
    }
  }
};

} // namespace

void sort_rows(const std::shared_ptr<device_context>& context, const device_place& from,
               const device_place& to, kernel_type type, const device_place& places,
               const device_rows& rows, bool descending) {
  const index elements = rows.outer * rows.length * rows.inner;
  if (rows.inner > 1 && (rows.length > sort_short || elements > sort_turned)) {
    // Groups read and write rows whose elements are neighbours.
    const auto size = static_cast<std::size_t>(elements);
    const device_buffer values(context, size * type_bytes(type));
    device_buffer numbers;
    if (places.base != 0)
      numbers = device_buffer(context, size * sizeof(index));
    const device_place turned{values.base(), 0}, turned_places{numbers.base(), 0};
    turn(context, from, turned, type, rows.outer, rows.length, rows.inner);
    sort_rows(context, turned, turned, type, turned_places,
              {rows.outer * rows.inner, rows.length, 1}, descending);
    turn(context, turned, to, type, rows.outer, rows.inner, rows.length);
    if (places.base != 0)
      turn(context, turned_places, places, kernel_type::i64, rows.outer, rows.inner, rows.length);
    return;
  }
  const sort_launch sort{context, from, to, type, places, rows, descending};
  if (rows.length <= sort_short)
    sort.short_rows();
  else
    sort.long_rows();
}

} // namespace stria::detail
