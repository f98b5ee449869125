// SPDX-License-Identifier: BSL-1.0
// device/row_kernel.hpp: kernels of scans and sorts: their arguments, loops and launches.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/device/rows.hpp>

#include "frame_text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace stria::detail {

/// The number of work items that synchronise by WARP_BARRIER().
inline constexpr index warp_items = 32;

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
  void run(const std::string& definitions, const std::string& body, const index& items) {
    number("items", items);
    make(definitions, "  for (i64 w = (i64)GROUP_ID * GROUP_SIZE + ITEM_ID; w < items; "
                      "w += (i64)GROUP_COUNT * GROUP_SIZE) {\n" +
                          body + "  }\n");
    groups_ =
        groups_of(divide_up(items, group_items), context_.occupancy(*kernel_, group_size).groups);
    again();
  }
  /// Launches a kernel in which all items of a group run `body` for each `w` from 0 to units - 1,
  /// after the declarations `local`.
  void run_groups(const std::string& definitions, const std::string& local, const std::string& body,
                  const index& units) {
    number("units", units);
    make(definitions,
         local +
             "  const int me = (int)ITEM_ID;\n"
             "  for (i64 w = GROUP_ID; w < units; w += GROUP_COUNT) {\n" +
             body + "  }\n",
         "GROUPS_OF(" + std::to_string(group_items) + ", 6) ");
    groups_ = groups_of(units, std::size_t{1} << 20);
    again();
  }
  /// Launches the same kernel with the present values of the numbers, but as many items.
  void again() {
    context_.launch(*kernel_, groups_, group_size, arguments_.data(), arguments_.size());
  }

private:
  static constexpr auto group_size = static_cast<std::size_t>(group_items);

  void make(const std::string& definitions, const std::string& loop,
            const std::string& limits = {}) {
    const std::string text = definitions + "KERNEL " + limits + "void stria_kernel(" + parameters_ +
                             ") {\n" + loop + "}\n";
    kernel_ = &context_.kernel(whole_kernel(context_.dialect(), context_.has_double(), text));
  }
  static std::size_t groups_of(index wanted, std::size_t most) {
    return std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, most);
  }
  void add(const std::string& parameter) {
    parameters_ += (parameters_.empty() ? "" : ", ") + parameter;
  }
};

/// The text of the definition of a macro.
inline std::string define(const std::string& name, const std::string& text) {
  return "#define " + name + " " + text + "\n";
}
inline std::string define(const std::string& name, index n) {
  return define(name, std::to_string(n));
}

} // namespace stria::detail
