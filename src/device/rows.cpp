// SPDX-License-Identifier: BSL-1.0
// Implements device/rows.hpp: scans and sorting along one axis.
#include <stria/base/checked.hpp>
#include <stria/device/rows.hpp>

#include "complex_text.hpp"
#include "frame_text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace stria::detail {

namespace {

/// Collects the arguments of a kernel with a loop over items, and launches it.
class row_kernel_launch {
  device_context& context_;
  std::vector<kernel_argument> arguments_;
  std::string parameters_;

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
    const std::string kernel =
        functions + "KERNEL void stria_kernel(" + parameters_ +
        ") {\n  for (i64 w = (i64)GROUP_ID * GROUP_SIZE + ITEM_ID; w < items; "
        "w += (i64)GROUP_COUNT * GROUP_SIZE) {\n" +
        body + "  }\n}\n";
    const auto groups = static_cast<std::size_t>(divide_up(items, group_items));
    context_.launch(
        context_.kernel(whole_kernel(context_.dialect(), context_.has_double(), kernel)),
        std::max<std::size_t>(1, std::min(groups, context_.busy_groups())),
        static_cast<std::size_t>(group_items), arguments_.data(), arguments_.size());
  }

private:
  void add(const std::string& parameter) {
    parameters_ += (parameters_.empty() ? "" : ", ") + parameter;
  }
};

} // namespace

void scan_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, const device_rows& rows, bool product) {
  // Long rows are scanned in parts. The length of a part follows from the shape alone, so every
  // device adds in the same order.
  constexpr index part = 256, long_row = 1024, many_rows = 4096;
  const index count = rows.outer * rows.inner;
  const bool splits = rows.length > long_row && count < many_rows;
  const index chunk = splits ? part : rows.length;
  const index chunks = divide_up(rows.length, chunk);
  const std::string t(type_text(type)), start = constant_text(type, product ? 1 : 0);
  const auto joined = [&](const std::string& a, const std::string& b) {
    return is_complex_type(type) ? complex_pair(product ? "multiply" : "add", type, a, b)
                                 : "(" + t + ")(" + a + (product ? " * " : " + ") + b + ")";
  };
  const std::string place = "    const i64 r = w / chunks, c = w - r * chunks;\n"
                            "    const i64 first = r / inner * inner * n + r % inner;\n"
                            "    const i64 end = (c + 1) * chunk < n ? (c + 1) * chunk : n;\n";
  const std::string step = "      a = " + joined("a", "p[first + k * inner]") + ";\n";
  const index items = count * chunks;
  device_buffer sums;
  device_address partial = 0;
  const auto describe = [&](row_kernel_launch& k) {
    k.memory("GLOBAL " + t + "* p", values);
    if (splits)
      k.memory("GLOBAL " + t + "* sums", partial);
    k.number("n", rows.length);
    k.number("inner", rows.inner);
    k.number("chunk", chunk);
    k.number("chunks", chunks);
  };
  if (splits) {
    sums = device_buffer(context, static_cast<std::size_t>(items) * type_bytes(type));
    partial = sums.base();
    row_kernel_launch each(*context);
    describe(each);
    each.run("",
             place + "    " + t + " a = " + start +
                 ";\n    for (i64 k = c * chunk; k < end; ++k)\n" + step + "    sums[w] = a;\n",
             items);
    // Computes, for each part, the total of all parts before it.
    row_kernel_launch before(*context);
    describe(before);
    before.run("",
               "    " + t + " a = " + start +
                   ";\n    for (i64 c = 0; c < chunks; ++c) {\n      const " + t +
                   " s = sums[w * chunks + c];\n      sums[w * chunks + c] = a;\n      a = " +
                   joined("a", "s") + ";\n    }\n",
               count);
  }
  row_kernel_launch last(*context);
  describe(last);
  last.run("",
           place + "    " + t + " a = " + (splits ? "sums[w]" : start) +
               ";\n    for (i64 k = c * chunk; k < end; ++k) {\n" + step +
               "      p[first + k * inner] = a;\n    }\n",
           items);
}

void sort_rows(const std::shared_ptr<device_context>& context, device_address values,
               kernel_type type, device_address places, const device_rows& rows, bool descending) {
  const std::string t(type_text(type));
  const index count = rows.outer * rows.inner, all = count * rows.length;
  {
    row_kernel_launch number(*context);
    number.memory("GLOBAL i64* places", places);
    number.number("n", rows.length);
    number.number("inner", rows.inner);
    number.run("", "    places[w] = w / inner % n;\n", all);
  }
  // Batcher's sorting network: every step compares elements at fixed positions, and a row is
  // treated as if larger elements followed its end.
  index size = 1;
  while (size < rows.length)
    size *= 2;
  const bool has_nan = type == kernel_type::f32 || type == kernel_type::f64;
  const std::string less = "FUNCTION bool less(" + t + " a, " + t + " b) { return a < b" +
                           (has_nan ? " || (b != b && a == a)" : "") + "; }\n";
  const std::string before = descending ? "less(b, a)" : "less(a, b)",
                    after = descending ? "less(a, b)" : "less(b, a)";
  const std::string body =
      "    const i64 pairs = n2 / 2, r = w / pairs, e = w - r * pairs, block = e / j, at = e - "
      "block "
      "* j;\n"
      "    const i64 low = block * 2 * j + at;\n"
      "    const i64 high = mirrored ? block * 2 * j + 2 * j - 1 - at : low + j;\n"
      "    if (high >= n)\n      continue;\n"
      "    const i64 first = r / inner * inner * n + r % inner;\n"
      "    const i64 x = first + low * inner, y = first + high * inner;\n"
      "    const " +
      t +
      " a = p[x], b = p[y];\n"
      "    const i64 i = places[x], k = places[y];\n"
      "    if (" +
      before + " || (!" + after +
      " && i < k))\n      continue;\n"
      "    p[x] = b;\n    p[y] = a;\n    places[x] = k;\n    places[y] = i;\n";
  const index items = count * (size / 2);
  for (index width = 2; width <= size; width *= 2)
    for (index j = width / 2; j > 0; j /= 2) {
      const index mirrored = j == width / 2 ? 1 : 0;
      row_kernel_launch step(*context);
      step.memory("GLOBAL " + t + "* p", values);
      step.memory("GLOBAL i64* places", places);
      step.number("n", rows.length);
      step.number("inner", rows.inner);
      step.number("n2", size);
      step.number("j", j);
      step.number("mirrored", mirrored);
      step.run(less, body, items);
    }
}

} // namespace stria::detail
