// SPDX-License-Identifier: BSL-1.0
// Implements device/rows.hpp: scans and sorting along one axis.
#include <stria/base/checked.hpp>
#include <stria/device/rows.hpp>

#include "complex_text.hpp"
#include "frame_text.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stria::detail {

namespace {

/// Collects the arguments of a kernel with a loop over items, and launches it.
class row_kernel_launch {
  device_context& context_;
  std::vector<kernel_argument> arguments_;
  std::string parameters_;
  loaded_kernel* kernel_ = nullptr;
  std::size_t groups_ = 0;

public:
  explicit row_kernel_launch(device_context& context) : context_(context) {}

  void memory(const std::string& parameter, const device_address& base) {
    add(parameter);
    arguments_.push_back({&base, 0});
  }
  void number(const std::string& name, const index& value) {
    add("const i64 " + name);
    arguments_.push_back({&value, sizeof(value)});
  }
  /// Launches a kernel that runs `body` for each `w` from 0 to items - 1.
  void run(const std::string& functions, const std::string& body, const index& items) {
    number("items", items);
    make(functions, "  for (i64 w = (i64)GROUP_ID * GROUP_SIZE + ITEM_ID; w < items; "
                    "w += (i64)GROUP_COUNT * GROUP_SIZE) {\n" +
                        body + "  }\n");
    groups_ =
        groups_of(divide_up(items, group_items), context_.occupancy(*kernel_, group_size).groups);
    again();
  }
  /// Launches a kernel in which all items of a group run `body` for each `w` from 0 to units - 1,
  /// after the declarations `local`.
  void run_groups(const std::string& functions, const std::string& local, const std::string& body,
                  const index& units) {
    number("units", units);
    make(functions, local +
                        "  const int me = (int)ITEM_ID;\n"
                        "  for (i64 w = GROUP_ID; w < units; w += GROUP_COUNT) {\n" +
                        body + "  }\n");
    groups_ = groups_of(units, std::size_t{1} << 20);
    again();
  }
  /// Launches the same kernel with the present values of the numbers, but as many items.
  void again() {
    context_.launch(*kernel_, groups_, group_size, arguments_.data(), arguments_.size());
  }

private:
  static constexpr auto group_size = static_cast<std::size_t>(group_items);

  void make(const std::string& functions, const std::string& loop) {
    const std::string text =
        functions + "KERNEL void stria_kernel(" + parameters_ + ") {\n" + loop + "}\n";
    kernel_ = &context_.kernel(whole_kernel(context_.dialect(), context_.has_double(), text));
  }
  static std::size_t groups_of(index wanted, std::size_t most) {
    return std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, most);
  }
  void add(const std::string& parameter) {
    parameters_ += (parameters_.empty() ? "" : ", ") + parameter;
  }
};

// --- scans ---

/// The number of neighbouring elements of a row that a work item scans, and that a group scans in
/// local memory.
constexpr index scan_elements = 8, scan_block = scan_elements * group_items;
/// If the elements of a row are not neighbours, a work item scans a row, or parts of this many
/// elements of long rows, unless there are many rows.
constexpr index scan_part = 256, scan_long = 1024, scan_many_rows = 4096;

std::string constant(index n) { return std::to_string(n); }

/// The texts and sizes of the kernels of a scan.
struct scan_launch {
  const std::shared_ptr<device_context>& context;
  const device_address& values;
  kernel_type type;
  const device_rows& rows;
  bool product;
  std::string t = std::string(type_text(type)), start = constant_text(type, product ? 1 : 0);

  std::string joined(const std::string& a, const std::string& b) const {
    return is_complex_type(type) ? complex_pair(product ? "multiply" : "add", type, a, b)
                                 : "(" + t + ")(" + a + (product ? " * " : " + ") + b + ")";
  }
  /// Allocates the totals of the parts of all rows, lets `find` compute them, and scans them.
  template <class Find> device_buffer scanned_totals(index parts, const Find& find) const {
    device_buffer sums(context, static_cast<std::size_t>(rows.outer * parts * rows.inner) *
                                    type_bytes(type));
    const device_address base = sums.base();
    find(base);
    scan_rows(context, base, type, {rows.outer, parts, rows.inner}, product);
    return sums;
  }

  /// Scans rows whose elements are neighbours, each group a block in local memory. A block is a
  /// part of a long row, or several short rows.
  void in_blocks() const {
    const index all = rows.outer * rows.length;
    const bool splits = rows.length > scan_block;
    const index length = splits ? rows.length : all,
                block = splits ? scan_block : scan_block / rows.length * rows.length,
                blocks = divide_up(length, block), units = all / length * blocks;
    const std::string place =
        "    const i64 r = w / blocks, c = w - r * blocks, first = r * n + c * block;\n"
        "    const int size = (int)(n - c * block < block ? n - c * block : block);\n";
    const std::string group = constant(group_items), each = constant(scan_elements),
                      half = constant(group_items / 2);
    device_address partial = 0;
    const auto describe = [&](row_kernel_launch& k) {
      k.memory("GLOBAL " + t + "* p", values);
      if (splits)
        k.memory("GLOBAL " + t + "* sums", partial);
      k.number("n", length);
      k.number("block", block);
      k.number("blocks", blocks);
    };
    device_buffer sums;
    if (splits)
      sums = scanned_totals(blocks, [&](device_address to) {
        partial = to;
        row_kernel_launch totals(*context);
        describe(totals);
        totals.run_groups(
            "", "  LOCAL " + t + " lanes[" + group + "];\n",
            place + "    " + t + " a = " + start + ";\n    for (int k = me; k < size; k += " +
                group + ")\n      a = " + joined("a", "p[first + k]") +
                ";\n    lanes[me] = a;\n    BARRIER();\n    for (int h = " + half +
                "; h > 0; h /= 2) {\n      if (me < h)\n        lanes[me] = " +
                joined("lanes[me]", "lanes[me + h]") +
                ";\n      BARRIER();\n    }\n    if (me == 0)\n      sums[w] = lanes[0];\n",
            units);
      });
    row_kernel_launch last(*context);
    describe(last);
    const index row = splits ? block : rows.length;
    last.number("row", row);
    // The elements of an item are followed by an unused one, so that neighbouring items access
    // different banks of local memory.
    const std::string at = "x[k + k / " + each + "]";
    const std::string next = "pos = pos + 1 == row ? 0 : pos + 1";
    last.run_groups(
        "",
        "  LOCAL " + t + " x[" + constant(scan_block + group_items) + "], lanes[" + group +
            "];\n  LOCAL int starts[" + group + "];\n",
        place + "    for (int k = me; k < size; k += " + group + ")\n      " + at +
            " = p[first + k];\n    BARRIER();\n"
            // Each item scans its elements. The sum of an item is that since the last beginning of
            // a row in its elements.
            "    const int from = me * " +
            each + ", to = from + " + each + " < size ? from + " + each +
            " : size;\n"
            "    const int pos0 = (int)(from % row);\n    int pos = pos0, begins = 0;\n    " +
            t + " a = " + start +
            ";\n    for (int k = from; k < to; ++k) {\n      if (pos == 0) {\n        a = " +
            start + ";\n        begins = 1;\n      }\n      a = " + joined("a", at) + ";\n      " +
            at + " = a;\n      " + next +
            ";\n    }\n    lanes[me] = a;\n    starts[me] = begins;\n    BARRIER();\n"
            // The items scan their sums, up to the item in which their row begins.
            "    for (int d = 1; d < " +
            group +
            "; d *= 2) {\n      const int joins = me >= d && starts[me] == 0;\n"
            "      int begun = 0;\n      if (joins != 0) {\n        a = " +
            joined("lanes[me - d]", "lanes[me]") +
            ";\n        begun = starts[me - d];\n      }\n      BARRIER();\n"
            "      if (joins != 0) {\n        lanes[me] = a;\n        starts[me] = begun;\n"
            "      }\n      BARRIER();\n    }\n" +
            (splits ? "    a = c > 0 ? sums[w - 1] : " + start +
                          ";\n    if (me > 0)\n      a = " + joined("a", "lanes[me - 1]") +
                          ";\n    for (int k = from; k < to; ++k)\n      " + at + " = " +
                          joined("a", at) + ";\n"
                    : "    pos = pos0;\n    for (int k = from; k < to && pos != 0; ++k) {\n      " +
                          at + " = " + joined("lanes[me - 1]", at) + ";\n      " + next +
                          ";\n    }\n") +
            "    BARRIER();\n    for (int k = me; k < size; k += " + group +
            ")\n      p[first + k] = " + at + ";\n    BARRIER();\n",
        units);
  }

  /// Scans rows whose elements are not neighbours, so neighbouring items access neighbouring rows.
  void by_items() const {
    const bool splits = rows.length > scan_long && rows.outer * rows.inner < scan_many_rows;
    const index part = splits ? scan_part : rows.length, parts = divide_up(rows.length, part),
                items = rows.outer * parts * rows.inner;
    const std::string place = "    const i64 q = w / inner, o = q / parts, c = q - o * parts;\n"
                              "    const i64 first = o * n * inner + (w - q * inner);\n"
                              "    const i64 end = (c + 1) * part < n ? (c + 1) * part : n;\n";
    const std::string step = "      a = " + joined("a", "p[first + k * inner]") + ";\n";
    device_address partial = 0;
    const auto describe = [&](row_kernel_launch& k) {
      k.memory("GLOBAL " + t + "* p", values);
      if (splits)
        k.memory("GLOBAL " + t + "* sums", partial);
      k.number("n", rows.length);
      k.number("inner", rows.inner);
      k.number("part", part);
      k.number("parts", parts);
    };
    device_buffer sums;
    if (splits)
      sums = scanned_totals(parts, [&](device_address to) {
        partial = to;
        row_kernel_launch totals(*context);
        describe(totals);
        totals.run("",
                   place + "    " + t + " a = " + start +
                       ";\n    for (i64 k = c * part; k < end; ++k)\n" + step +
                       "    sums[w] = a;\n",
                   items);
      });
    row_kernel_launch last(*context);
    describe(last);
    last.run("",
             place + "    " + t +
                 " a = " + (splits ? "c > 0 ? sums[w - inner] : " + start : start) +
                 ";\n    for (i64 k = c * part; k < end; ++k) {\n" + step +
                 "      p[first + k * inner] = a;\n    }\n",
             items);
  }
};

// --- sorting ---

/// The number of elements that a group sorts in local memory.
constexpr index sort_block = 2048;

} // namespace

// Long rows are scanned in parts: the totals of the parts are computed, then scanned, and then
// added to the scans of the parts. The lengths of the parts follow from the shape alone, so every
// device adds in the same order.
void scan_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, const device_rows& rows, bool product) {
  const scan_launch scan{context, values, type, rows, product};
  if (rows.inner == 1)
    scan.in_blocks();
  else
    scan.by_items();
}

// Batcher's sorting network: every step compares elements at fixed positions, and a row is treated
// as if larger elements followed its end. Steps within blocks of sort_block elements run in local
// memory, all in one launch. A block is a part of a long row, or several short rows.
void sort_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, device_address places, const device_rows& rows, bool descending) {
  const std::string t(type_text(type)), group = constant(group_items), all = constant(sort_block);
  const index count = rows.outer * rows.inner;
  index size = 1, bits = 0;
  while (size < rows.length)
    size *= 2;
  // Short rows begin at multiples of `part` in local memory.
  const index part = std::min(size, sort_block), parts = divide_up(rows.length, part),
              together = sort_block / part;
  while (index{1} << bits < part)
    ++bits;
  const std::string a_first = descending ? "less(b, a)" : "less(a, b)",
                    b_first = descending ? "less(a, b)" : "less(b, a)";
  const std::string functions =
      "FUNCTION bool less(" + t + " a, " + t + " b) { return a < b" +
      (is_floating(type) ? " || (b != b && a == a)" : "") + "; }\nFUNCTION bool in_order(" + t +
      " a, " + t + " b, i64 i, i64 k) { return " + a_first + " || (!" + b_first + " && i < k); }\n";
  const std::string row = rows.inner == 1 ? "r * n" : "(r / inner * n * inner + r % inner)";
  const std::string at = row + " + i" + (rows.inner == 1 ? "" : " * inner");
  const auto describe = [&](row_kernel_launch& k) {
    k.memory("GLOBAL " + t + "* p", values);
    k.memory("GLOBAL i64* places", places);
    k.number("n", rows.length);
    k.number("inner", rows.inner);
  };

  index begin = 2, sorts = 1;
  row_kernel_launch in_block(*context);
  describe(in_block);
  in_block.number("count", count);
  in_block.number("part", part);
  in_block.number("bits", bits);
  in_block.number("parts", parts);
  in_block.number("together", together);
  in_block.number("begin", begin);
  in_block.number("sorts", sorts);
  const std::string place_type =
      rows.length <= std::numeric_limits<std::int32_t>::max() ? "i32" : "i64";
  const std::string loop = "    for (int k = me; k < " + all + "; k += " + group +
                           ") {\n"
                           "      const i64 r = r0 + (k >> bits), i = c * part + (k & mask);\n"
                           "      if (r >= count || i >= n)\n        continue;\n"
                           "      const i64 at = " +
                           at + ";\n";
  const index units = divide_up(count * parts, together);
  in_block.run_groups(
      functions,
      "  LOCAL " + t + " x[" + all + "];\n  LOCAL " + place_type + " from[" + all + "];\n",
      "    const i64 r0 = w * together / parts, c = w * together - r0 * parts;\n"
      "    const int mask = (int)part - 1;\n"
      "    const int end = (int)(n - c * part < part ? n - c * part : part);\n" +
          loop + "      x[k] = p[at];\n      from[k] = (" + place_type +
          ")(sorts != 0 ? i : places[at]);\n    }\n    BARRIER();\n"
          "    for (int width = (int)begin; width <= (int)part; width *= 2)\n"
          "      for (int j = width / 2; j > 0; j /= 2) {\n"
          "        for (int e = me; e < " +
          constant(sort_block / 2) + "; e += " + group +
          ") {\n"
          "          const int step = e & (j - 1), low = 2 * e - step;\n"
          "          const int high = sorts != 0 && 2 * j == width ? low + 2 * (j - step) - 1 : "
          "low + j;\n"
          "          const " +
          t +
          " a = x[low], b = x[high];\n"
          "          const " +
          place_type +
          " f = from[low], g = from[high];\n"
          "          if ((high & mask) >= end || in_order(a, b, f, g))\n            continue;\n"
          "          x[low] = b;\n          x[high] = a;\n"
          "          from[low] = g;\n          from[high] = f;\n        }\n        BARRIER();\n    "
          "  }\n" +
          loop + "      p[at] = x[k];\n      places[at] = from[k];\n    }\n    BARRIER();\n",
      units);
  if (parts == 1)
    return;

  index j = 0, mirrored = 0;
  const index pairs = size / 2, items = count * pairs;
  row_kernel_launch step(*context);
  describe(step);
  step.number("pairs", pairs);
  step.number("j", j);
  step.number("mirrored", mirrored);
  const std::string body =
      "    const i64 r = " + std::string(count == 1 ? "0" : "w / pairs") +
      ", e = w & (pairs - 1), step = e & (j - 1);\n"
      "    const i64 low = 2 * e - step;\n"
      "    const i64 high = mirrored != 0 ? low + 2 * (j - step) - 1 : low + j;\n"
      "    if (high >= n)\n      continue;\n"
      "    const i64 first = " +
      row + ", x = first + low * inner, y = first + high * inner;\n    const " + t +
      " a = p[x], b = p[y];\n"
      "    const i64 f = places[x], g = places[y];\n"
      "    if (in_order(a, b, f, g))\n      continue;\n"
      "    p[x] = b;\n    p[y] = a;\n    places[x] = g;\n    places[y] = f;\n";
  begin = part;
  sorts = 0;
  for (index width = 2 * part; width <= size; width *= 2) {
    for (j = width / 2; j >= part; j /= 2) {
      mirrored = 2 * j == width ? 1 : 0;
      if (width == 2 * part)
        step.run(functions, body, items);
      else
        step.again();
    }
    in_block.again();
  }
}

} // namespace stria::detail
