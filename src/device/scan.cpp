// SPDX-License-Identifier: BSL-1.0
// Implements scan_rows() of device/rows.hpp.
#include "complex_text.hpp"
#include "row_kernel.hpp"

namespace stria::detail {

namespace {

/// A group scans this many neighbouring elements in local memory if they are several rows. Longer
/// rows are scanned in blocks of `strips` vectors for each work item.
constexpr index scan_elements = 8, scan_short = scan_elements * group_items, scan_strips = 4;
/// If the elements of a row are not neighbours, a work item scans a row, or parts of this many
/// elements of long rows, unless there are many rows.
constexpr index scan_part = 256, scan_long = 1024, scan_many_rows = 4096;

/// Reads the vectors of a work item. Each warp reads neighbouring strips, each strip a vector for
/// each item. Elements past the end of the row are replaced by START.
constexpr const char* read_strips = R"(
    const i64 r = w / blocks, c = w - r * blocks;
    const int size = (int)(n - c * BLOCK < BLOCK ? n - c * BLOCK : BLOCK);
    const int own = me / WARP * (BLOCK / GROUP * WARP) + me % WARP * 4;
    GLOBAL const T* const q = from + (from_at + r * n + c * BLOCK);
    VECTOR v[STRIPS];
    if (size == BLOCK) {
      UNROLL
      for (int s = 0; s < STRIPS; ++s)
        v[s] = READ(q + (own + s * WARP * 4));
    } else {
      UNROLL
      for (int s = 0; s < STRIPS; ++s) {
        const int k = own + s * WARP * 4;
        const T start = START;
        v[s].x = k < size ? q[k] : start;
        v[s].y = k + 1 < size ? q[k + 1] : start;
        v[s].z = k + 2 < size ? q[k + 2] : start;
        v[s].w = k + 3 < size ? q[k + 3] : start;
      }
    }
)";
/// The totals of blocks: those of the strips of an item, then a tree over the items.
constexpr const char* total_text = R"(
    T a = JOIN(JOIN(v[0].x, v[0].y), JOIN(v[0].z, v[0].w));
    UNROLL
    for (int s = 1; s < STRIPS; ++s)
      a = JOIN(a, JOIN(JOIN(v[s].x, v[s].y), JOIN(v[s].z, v[s].w)));
    lanes[me] = a;
    BARRIER();
    for (int h = GROUP / 2; h > 0; h /= 2) {
      if (me < h)
        lanes[me] = JOIN(lanes[me], lanes[me + h]);
      BARRIER();
    }
    if (me == 0)
      sums[w] = lanes[0];
    BARRIER();
)";
/// The scans of blocks, which begin with the sum of the blocks before them. A warp scans the totals
/// of its vectors, strip by strip; lanes has a row for each strip.
constexpr const char* scan_text = R"(
    UNROLL
    for (int s = 0; s < STRIPS; ++s) {
      v[s].y = JOIN(v[s].x, v[s].y);
      v[s].z = JOIN(v[s].y, v[s].z);
      v[s].w = JOIN(v[s].z, v[s].w);
      lanes[s * GROUP + me] = v[s].w;
    }
    const int lane = me % WARP, warp = me / WARP;
    WARP_BARRIER();
    for (int d = 1; d < WARP; d *= 2) {
      T b[STRIPS];
      UNROLL
      for (int s = 0; s < STRIPS; ++s)
        b[s] = lane < d ? lanes[s * GROUP + me] : JOIN(lanes[s * GROUP + me - d], lanes[s * GROUP + me]);
      WARP_BARRIER();
      UNROLL
      for (int s = 0; s < STRIPS; ++s)
        lanes[s * GROUP + me] = b[s];
      WARP_BARRIER();
    }
    BARRIER();
    T a = START;
    if (c > 0)
      a = sums[w - 1];
    for (int k = WARP - 1; k < warp * WARP; k += WARP) {
      UNROLL
      for (int s = 0; s < STRIPS; ++s)
        a = JOIN(a, lanes[s * GROUP + k]);
    }
    UNROLL
    for (int s = 0; s < STRIPS; ++s) {
      T b = a;
      if (lane > 0)
        b = JOIN(a, lanes[s * GROUP + me - 1]);
      a = JOIN(a, lanes[s * GROUP + warp * WARP + WARP - 1]);
      v[s].x = JOIN(b, v[s].x);
      v[s].y = JOIN(b, v[s].y);
      v[s].z = JOIN(b, v[s].z);
      v[s].w = JOIN(b, v[s].w);
    }
    GLOBAL T* const p = to + (to_at + r * n + c * BLOCK);
    if (size == BLOCK) {
      UNROLL
      for (int s = 0; s < STRIPS; ++s)
        WRITE(p + (own + s * WARP * 4), v[s]);
    } else {
      UNROLL
      for (int s = 0; s < STRIPS; ++s) {
        const int k = own + s * WARP * 4;
        if (k < size)
          p[k] = v[s].x;
        if (k + 1 < size)
          p[k + 1] = v[s].y;
        if (k + 2 < size)
          p[k + 2] = v[s].z;
        if (k + 3 < size)
          p[k + 3] = v[s].w;
      }
    }
    BARRIER();
)";
/// The scans of several short rows. Each item scans its elements; its sum is that since the last
/// beginning of a row in its elements. The items scan their sums, up to the item in which their row
/// begins.
constexpr const char* short_text = R"(
    const i64 first = w * block;
    const int size = (int)(n - first < block ? n - first : block);
    for (int k = me; k < size; k += GROUP)
      x[AT(k)] = from[from_at + first + k];
    BARRIER();
    const int begin = me * EACH, end = begin + EACH < size ? begin + EACH : size;
    const int row = (int)length, pos0 = begin % row;
    int pos = pos0, begins = 0;
    T a = START;
    for (int k = begin; k < end; ++k) {
      if (pos == 0) {
        a = START;
        begins = 1;
      }
      a = JOIN(a, x[AT(k)]);
      x[AT(k)] = a;
      pos = pos + 1 == row ? 0 : pos + 1;
    }
    lanes[me] = a;
    starts[me] = begins;
    BARRIER();
    for (int d = 1; d < GROUP; d *= 2) {
      const int joins = me >= d && starts[me] == 0;
      int begun = 0;
      if (joins != 0) {
        a = JOIN(lanes[me - d], lanes[me]);
        begun = starts[me - d];
      }
      BARRIER();
      if (joins != 0) {
        lanes[me] = a;
        starts[me] = begun;
      }
      BARRIER();
    }
    pos = pos0;
    for (int k = begin; k < end && pos != 0; ++k) {
      x[AT(k)] = JOIN(lanes[me - 1], x[AT(k)]);
      pos = pos + 1 == row ? 0 : pos + 1;
    }
    BARRIER();
    for (int k = me; k < size; k += GROUP)
      to[to_at + first + k] = x[AT(k)];
    BARRIER();
)";
/// The beginning of the text of an item that scans a row, or a part of it, whose elements are not
/// neighbours.
constexpr const char* part_text = R"(
    const i64 r = w / inner, o = r / parts, c = r - o * parts;
    const i64 first = o * n * inner + (w - r * inner);
    const i64 end = (c + 1) * part < n ? (c + 1) * part : n;
    GLOBAL const T* const q = from + (from_at + first);
    i64 k = c * part;
)";

/// The texts and sizes of the kernels of a scan.
struct scan_launch {
  const std::shared_ptr<device_context>& context;
  const device_place &from, &to;
  kernel_type type;
  const device_rows& rows;
  bool product;
  std::string t = std::string(type_text(type));
  // Complex numbers of double are large, so the registers of an item hold fewer of them.
  index strips = type_bytes(type) > sizeof(double) ? scan_strips / 2 : scan_strips,
        block = strips * vector_elements * group_items;

  std::string definitions() const {
    const std::string joined = is_complex_type(type)
                                   ? complex_pair(product ? "multiply" : "add", type, "a", "b")
                                   : "((T)((a)" + std::string(product ? " * " : " + ") + "(b)))";
    return define("T", t) + define("JOIN(a, b)", joined) +
           define("START", constant_text(type, product ? 1 : 0)) + define("GROUP", group_items);
  }
  /// Allocates the totals of the parts of all rows, lets `find` compute them, and scans them.
  template <class Find> device_buffer scanned_totals(index parts, const Find& find) const {
    device_buffer sums(context, static_cast<std::size_t>(rows.outer * parts * rows.inner) *
                                    type_bytes(type));
    const device_place all{sums.base(), 0};
    find(all.base);
    scan_rows(context, all, all, type, {rows.outer, parts, rows.inner}, product);
    return sums;
  }
  void source(row_kernel_launch& k) const {
    k.memory("GLOBAL const T* from", from.base);
    k.number("from_at", from.offset);
  }
  void target(row_kernel_launch& k) const {
    k.memory("GLOBAL T* to", to.base);
    k.number("to_at", to.offset);
  }

  /// Scans short rows whose elements are neighbours, each group several rows in local memory.
  void short_rows() const {
    const index all = rows.outer * rows.length, rows_at_once = scan_short / rows.length,
                block_of_rows = rows_at_once * rows.length;
    row_kernel_launch k(*context);
    source(k);
    target(k);
    k.number("n", all);
    k.number("block", block_of_rows);
    k.number("length", rows.length);
    // The elements of an item are followed by an unused one, so that neighbouring items access
    // different banks of local memory.
    k.run_groups(definitions() + define("EACH", scan_elements) +
                     define("AT(k)", "((k) + (k) / EACH)"),
                 "  LOCAL T x[" + std::to_string(scan_short + group_items) +
                     "], lanes[GROUP];\n  LOCAL int starts[GROUP];\n",
                 short_text, divide_up(all, block_of_rows));
  }

  /// Whether the vectors of a place begin at multiples of their size.
  bool is_aligned(const device_place& p) const {
    constexpr index alignment = 256; // of allocations
    const auto base = static_cast<index>(p.base % alignment);
    return base % (vector_elements * static_cast<index>(type_bytes(type))) == 0 &&
           p.offset % vector_elements == 0 &&
           (rows.outer == 1 || rows.length % vector_elements == 0);
  }
  /// Scans long rows whose elements are neighbours, each group a block of a row.
  void in_blocks() const {
    const index blocks = divide_up(rows.length, block), units = rows.outer * blocks;
    const std::string access =
        is_aligned(from) && is_aligned(to)
            ? define("READ(p)", "(*(GLOBAL const VECTOR*)(p))") +
                  define("WRITE(p, v)", "(*(GLOBAL VECTOR*)(p) = (v))")
            : "FUNCTION VECTOR read_vector(GLOBAL const T* p) {\n  VECTOR v;\n  v.x = p[0];\n"
              "  v.y = p[1];\n  v.z = p[2];\n  v.w = p[3];\n  return v;\n}\n"
              "FUNCTION void write_vector(GLOBAL T* p, VECTOR v) {\n  p[0] = v.x;\n  p[1] = v.y;\n"
              "  p[2] = v.z;\n  p[3] = v.w;\n}\n" +
                  define("READ(p)", "read_vector(p)") + define("WRITE(p, v)", "write_vector(p, v)");
    const std::string all = definitions() + define("STRIPS", strips) + define("WARP", warp_items) +
                            define("BLOCK", block) + vector_definition(type, context->dialect()) +
                            define("VECTOR", t + "x4") + access;
    device_address partial = 0;
    const auto sizes = [&](row_kernel_launch& k) {
      k.memory("GLOBAL T* sums", partial);
      k.number("n", rows.length);
      k.number("blocks", blocks);
    };
    device_buffer sums;
    if (blocks > 1)
      sums = scanned_totals(blocks, [&](device_address base) {
        partial = base;
        row_kernel_launch totals(*context);
        source(totals);
        sizes(totals);
        totals.run_groups(all, "  LOCAL T lanes[GROUP];\n", std::string(read_strips) + total_text,
                          units);
      });
    else
      partial = to.base; // not read
    row_kernel_launch last(*context);
    source(last);
    target(last);
    sizes(last);
    last.run_groups(all, "  LOCAL T lanes[STRIPS * GROUP];\n", std::string(read_strips) + scan_text,
                    units);
  }

  /// Scans rows whose elements are not neighbours, so neighbouring items access neighbouring rows.
  void by_items() const {
    const bool splits = rows.length > scan_long && rows.outer * rows.inner < scan_many_rows;
    const index part = splits ? scan_part : rows.length, parts = divide_up(rows.length, part),
                items = rows.outer * parts * rows.inner;
    device_address partial = 0;
    const auto sizes = [&](row_kernel_launch& k) {
      if (splits)
        k.memory("GLOBAL T* sums", partial);
      k.number("n", rows.length);
      k.number("inner", rows.inner);
      k.number("part", part);
      k.number("parts", parts);
    };
    // Several elements are read before the first is used, so that an item waits less often.
    const std::string several = define("SEVERAL", index{4});
    device_buffer sums;
    if (splits)
      sums = scanned_totals(parts, [&](device_address base) {
        partial = base;
        row_kernel_launch totals(*context);
        source(totals);
        sizes(totals);
        totals.run(definitions() + several, std::string(part_text) + R"(
    T a = START;
    for (; k + SEVERAL <= end; k += SEVERAL) {
      T v[SEVERAL];
      UNROLL
      for (int j = 0; j < SEVERAL; ++j)
        v[j] = q[(k + j) * inner];
      UNROLL
      for (int j = 0; j < SEVERAL; ++j)
        a = JOIN(a, v[j]);
    }
    for (; k < end; ++k)
      a = JOIN(a, q[k * inner]);
    sums[w] = a;
)",
                   items);
      });
    row_kernel_launch last(*context);
    source(last);
    target(last);
    sizes(last);
    last.run(definitions() + several,
             std::string(part_text) + R"(
    GLOBAL T* const p = to + (to_at + first);
    T a = START;
)" + (splits ? "    if (c > 0)\n      a = sums[w - inner];\n" : "") +
                 R"(
    for (; k + SEVERAL <= end; k += SEVERAL) {
      T v[SEVERAL];
      UNROLL
      for (int j = 0; j < SEVERAL; ++j)
        v[j] = q[(k + j) * inner];
      UNROLL
      for (int j = 0; j < SEVERAL; ++j) {
        a = JOIN(a, v[j]);
        p[(k + j) * inner] = a;
      }
    }
    for (; k < end; ++k) {
      a = JOIN(a, q[k * inner]);
      p[k * inner] = a;
    }
)",
             items);
  }
};

} // namespace

// Long rows are scanned in parts: the totals of the parts are computed, then scanned, and then
// added to the scans of the parts. The lengths of the parts follow from the shape alone, so every
// device adds in the same order.
void scan_rows(const std::shared_ptr<device_context>& context, const device_place& from,
               const device_place& to, kernel_type type, const device_rows& rows, bool product) {
  const scan_launch scan{context, from, to, type, rows, product};
  if (rows.inner > 1)
    scan.by_items();
  else if (rows.length > scan_short)
    scan.in_blocks();
  else
    scan.short_rows();
}

} // namespace stria::detail
