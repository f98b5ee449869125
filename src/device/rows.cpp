// SPDX-License-Identifier: BSL-1.0
// Implements device/rows.hpp: scans and sorting along one axis.
#include <stria/base/checked.hpp>
#include <stria/device/rows.hpp>

#include "complex_text.hpp"
#include "frame_text.hpp"

#include <algorithm>
#include <string>
#include <utility>
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

/// Rows of at most this many elements are sorted in local memory.
constexpr index sort_short = 2048;
/// Longer rows are sorted by digits of this many bits. A work item counts the digits of
/// digit_elements neighbouring elements, and a group those of a block.
constexpr index digit_bits = 4, digits = index{1} << digit_bits, digit_elements = 8,
                digit_block = digit_elements * group_items;

/// The texts and sizes of the kernels of a sort.
struct sort_launch {
  const std::shared_ptr<device_context>& context;
  const device_address &values, &places;
  kernel_type type;
  const device_rows& rows;
  bool descending;
  std::string t = std::string(type_text(type)), group = constant(group_items);
  index count = rows.outer * rows.inner;
  /// The text of the position of element i of row r.
  std::string at =
      rows.inner == 1 ? "r * n + i" : "(r / inner * n * inner + r % inner) + i * inner";

  void numbers(row_kernel_launch& k) const {
    k.number("n", rows.length);
    k.number("inner", rows.inner);
  }

  /// Batcher's sorting network: every step compares elements at fixed positions, and a row is
  /// treated as if larger elements followed its end. A group sorts one row or several.
  void short_rows() const {
    const std::string all = constant(sort_short);
    const std::string a_first = descending ? "less(b, a)" : "less(a, b)",
                      b_first = descending ? "less(a, b)" : "less(b, a)";
    index bits = 0; // a row begins at each multiple of 2^bits in local memory
    while (index{1} << bits < rows.length)
      ++bits;
    row_kernel_launch sort(*context);
    sort.memory("GLOBAL " + t + "* p", values);
    sort.memory("GLOBAL i64* places", places);
    numbers(sort);
    sort.number("count", count);
    sort.number("bits", bits);
    const std::string loop = "    for (int k = me; k < " + all + "; k += " + group +
                             ") {\n"
                             "      const i64 r = w * together + (k >> bits), i = k & mask;\n"
                             "      if (r >= count || i >= n)\n        continue;\n"
                             "      const i64 at = " +
                             at + ";\n";
    const index units = divide_up(count, sort_short >> bits);
    sort.run_groups(
        "FUNCTION bool less(" + t + " a, " + t + " b) { return a < b" +
            (is_floating(type) ? " || (b != b && a == a)" : "") + "; }\n",
        "  LOCAL " + t + " x[" + all + "];\n  LOCAL i32 from[" + all + "];\n",
        "    const int size = 1 << bits, mask = size - 1, together = " + all + " >> bits;\n" +
            loop +
            "      x[k] = p[at];\n      from[k] = (i32)i;\n    }\n    BARRIER();\n"
            "    for (int width = 2; width <= size; width *= 2)\n"
            "      for (int j = width / 2; j > 0; j /= 2) {\n"
            "        for (int e = me; e < " +
            constant(sort_short / 2) + "; e += " + group +
            ") {\n"
            "          const int step = e & (j - 1), low = 2 * e - step;\n"
            "          const int high = 2 * j == width ? low + 2 * (j - step) - 1 : low + j;\n"
            "          const " +
            t +
            " a = x[low], b = x[high];\n"
            "          const i32 f = from[low], g = from[high];\n"
            "          if ((high & mask) >= n || " +
            a_first + " || (!" + b_first +
            " && f < g))\n            continue;\n"
            "          x[low] = b;\n          x[high] = a;\n"
            "          from[low] = g;\n          from[high] = f;\n"
            "        }\n        BARRIER();\n      }\n" +
            loop + "      p[at] = x[k];\n      places[at] = from[k];\n    }\n    BARRIER();\n",
        units);
  }

  /// The definition of digit(x, shift). The digits of x are those of an unsigned integer in the
  /// order of the sort. All NaNs have the same digits, and so have zeros of both signs.
  std::string digit_function() const {
    const index bits = 8 * static_cast<index>(type_bytes(type));
    const std::string u = "u" + constant(bits),
                      top = "((" + u + ")1 << " + constant(bits - 1) + ")";
    std::string key = "x";
    if (is_floating(type))
      key = "x != x ? (" + u + ")~(" + u + ")0 : x < 0 ? (" + u + ")~BITS_F" + constant(bits) +
            "(x) : BITS_F" + constant(bits) + "(x == 0 ? (" + t + ")0 : x) | " + top;
    else if (t[0] == 'i')
      key = "(" + u + ")x ^ " + top;
    return "FUNCTION int digit(" + t + " x, int shift) {\n  const " + u + " key = (" + u + ")(" +
           key + ");\n  return (int)((" + u + ")" + (descending ? "~" : "") + "key >> shift) & " +
           constant(digits - 1) + ";\n}\n";
  }
  /// A radix sort. Each pass sorts by one digit and is stable: it counts the elements with each
  /// digit in each block, scans the counts, and moves each element to its place.
  void long_rows() const {
    const std::string all = constant(digit_block), each = constant(digit_elements);
    const auto elements = static_cast<std::size_t>(count * rows.length);
    const index blocks = divide_up(rows.length, digit_block), units = count * blocks;
    const device_buffer other_values(context, elements * type_bytes(type)),
        other_places(context, elements * sizeof(index)),
        counts(context, static_cast<std::size_t>(units * digits) * sizeof(index));
    const device_address sums = counts.base();
    device_address from = values, to = other_values.base(), from_places = places,
                   to_places = other_places.base();
    index shift = 0;
    const std::string function = digit_function();
    const std::string block = "    const i64 r = w / blocks, c = w - r * blocks, first = c * " +
                              all +
                              ";\n"
                              "    const int size = (int)(n - first < " +
                              all + " ? n - first : " + all + ");\n";
    const std::string loop = "    for (int k = me; k < size; k += " + group + ") {\n";

    row_kernel_launch count_digits(*context), move(*context);
    for (row_kernel_launch* const k : {&count_digits, &move}) {
      k->memory("GLOBAL const " + t + "* p", from);
      k->memory("GLOBAL i64* sums", sums);
      numbers(*k);
      k->number("blocks", blocks);
      k->number("shift", shift);
    }
    move.memory("GLOBAL " + t + "* to", to);
    move.memory("GLOBAL const i64* places", from_places);
    move.memory("GLOBAL i64* to_places", to_places);

    const std::string count_text =
        block + "    if (me < " + constant(digits) + ")\n      counts[me] = 0;\n    BARRIER();\n" +
        loop + "      const i64 i = first + k;\n      ATOMIC_ADD_I32(counts + digit(p[" + at +
        "], (int)shift), 1);\n    }\n    BARRIER();\n    if (me < " + constant(digits) +
        ")\n      sums[(r * " + constant(digits) +
        " + me) * blocks + c] = counts[me];\n    BARRIER();\n";
    // The places of the elements in the block follow from a scan of the counts of all work items,
    // those of the first digit first. After every 16 counts one is unused, so that neighbouring
    // items access different banks of local memory.
    const std::string move_text =
        block + loop + "      const i64 i = first + k, at = " + at + ";\n      x[k + k / " + each +
        "] = p[at];\n      was[k + k / " + each +
        "] = shift == 0 ? i : places[at];\n    }\n"
        "    for (int d = 0; d < " +
        constant(digits) + "; ++d)\n      counts[COUNT(d, me)] = 0;\n    BARRIER();\n    " + t +
        " own[" + each + "];\n    i64 own_was[" + each + "];\n    for (int k = 0; k < " + each +
        "; ++k)\n      if (me * " + each + " + k < size) {\n        own[k] = x[me * (" + each +
        " + 1) + k];\n        own_was[k] = was[me * (" + each +
        " + 1) + k];\n        counts[COUNT(digit(own[k], (int)shift), me)] += 1;\n      }\n"
        "    BARRIER();\n    i32 total = 0;\n    for (int k = 0; k < " +
        constant(digits) + "; ++k)\n      total += counts[me * " + constant(digits + 1) +
        " + k];\n    lanes[me] = total;\n    BARRIER();\n    for (int d = 1; d < " + group +
        "; d *= 2) {\n      const i32 a = me >= d ? lanes[me - d] : 0;\n      BARRIER();\n"
        "      lanes[me] += a;\n      BARRIER();\n    }\n    i32 before = lanes[me] - total;\n"
        "    for (int k = 0; k < " +
        constant(digits) + "; ++k) {\n      const i32 a = counts[me * " + constant(digits + 1) +
        " + k];\n      counts[me * " + constant(digits + 1) +
        " + k] = before;\n      before += a;\n    }\n    BARRIER();\n"
        // The place of the first element of each digit, less its place in the block.
        "    if (me < " +
        constant(digits) +
        ") {\n      const i64 e = me * blocks + c;\n      begins[me] = (e > 0 ? sums[r * " +
        constant(digits) +
        " * blocks + e - 1] : 0) - counts[COUNT(me, 0)];\n    }\n    BARRIER();\n"
        "    for (int k = 0; k < " +
        each + "; ++k)\n      if (me * " + each +
        " + k < size) {\n        const int q = COUNT(digit(own[k], (int)shift), me), at = "
        "counts[q];\n        counts[q] = at + 1;\n        x[at] = own[k];\n        was[at] = "
        "own_was[k];\n      }\n    BARRIER();\n" +
        loop + "      const " + t +
        " v = x[k];\n      const i64 i = begins[digit(v, (int)shift)] + k, at = " + at +
        ";\n      to[at] = v;\n      to_places[at] = was[k];\n    }\n    BARRIER();\n";
    const std::string room = constant(digit_block + group_items);
    const std::string move_local = "  LOCAL " + t + " x[" + room + "];\n  LOCAL i64 was[" + room +
                                   "], begins[" + constant(digits) + "];\n  LOCAL i32 counts[" +
                                   constant((digits + 1) * group_items) + "], lanes[" + group +
                                   "];\n";
    const std::string place_of_count = "#define COUNT(digit, item) ((digit) * " + group +
                                       " + (item) + ((digit) * " + group + " + (item)) / " +
                                       constant(digits) + ")\n";
    const index bits = 8 * static_cast<index>(type_bytes(type));
    for (shift = 0; shift < bits; shift += digit_bits) {
      if (shift == 0)
        count_digits.run_groups(function, "  LOCAL i32 counts[" + constant(digits) + "];\n",
                                count_text, units);
      else
        count_digits.again();
      scan_rows(context, sums, kernel_type::i64, {count, digits * blocks, 1}, false);
      if (shift == 0)
        move.run_groups(function + place_of_count, move_local, move_text, units);
      else
        move.again();
      // The number of passes is even, so the last one writes `values` and `places`.
      std::swap(from, to);
      std::swap(from_places, to_places);
    }
  }
};

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

void sort_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, device_address places, const device_rows& rows, bool descending) {
  const sort_launch sort{context, values, places, type, rows, descending};
  if (rows.length <= sort_short)
    sort.short_rows();
  else
    sort.long_rows();
}

} // namespace stria::detail
