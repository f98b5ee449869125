// SPDX-License-Identifier: BSL-1.0
// Implements device/philox.hpp: Philox4x64-10 in kernels.
#include <stria/base/checked.hpp>
#include <stria/device/philox.hpp>

#include "frame_text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace stria::detail {

namespace {

// A work item computes a block of four draws.
constexpr const char* philox_text = R"(#if defined(__CUDACC__)
#define HIGH(a, b) __umul64hi(a, b)
#else
#define HIGH(a, b) mul_hi(a, b)
#endif
typedef struct { u64 w[4]; } block;
FUNCTION block philox(u64 counter, u64 k0, u64 k1) {
  u64 x0 = counter, x1 = 0, x2 = 0, x3 = 0;
  for (int round = 0; round < 10; ++round) {
    const u64 a = (u64)0xD2E7470EE14C6C93 * x0, ah = HIGH((u64)0xD2E7470EE14C6C93, x0);
    const u64 b = (u64)0xCA5A826395121157 * x2, bh = HIGH((u64)0xCA5A826395121157, x2);
    x0 = bh ^ x1 ^ k0;
    x2 = ah ^ x3 ^ k1;
    x1 = b;
    x3 = a;
    k0 += (u64)0x9E3779B97F4A7C15;
    k1 += (u64)0xBB67AE8584CAA73B;
  }
  block r;
  r.w[0] = x0;
  r.w[1] = x1;
  r.w[2] = x2;
  r.w[3] = x3;
  return r;
}
)";
constexpr const char* loop_text = R"(
  for (i64 b = (i64)GROUP_ID * GROUP_SIZE + ITEM_ID; b < blocks; b += (i64)GROUP_COUNT * GROUP_SIZE) {
    const block r = philox(position / 4 + (u64)b + 1, k0, k1);
    for (int lane = 0; lane < 4; ++lane) {
      const i64 i = b * 4 + lane - (i64)(position % 4);
      if (i < 0 || i >= count)
        continue;
      const u64 u = r.w[lane];
)";

void launch(device_context& context, const std::string& body, const kernel_argument* arguments,
            std::size_t count, index blocks) {
  const auto groups = static_cast<std::size_t>(divide_up(blocks, group_items));
  context.launch(
      context.kernel(whole_kernel(context.dialect(), context.has_double(), philox_text + body)),
      std::max<std::size_t>(1, std::min(groups, context.busy_groups())),
      static_cast<std::size_t>(group_items), arguments, count);
}
index blocks_of(const philox_draws& draws, index count) {
  return (static_cast<index>(draws.position % 4) + count + 3) / 4;
}

} // namespace

void draw_fractions(const std::shared_ptr<device_context>& context, device_address to,
                    kernel_type type, const philox_draws& draws, index count) {
  const bool single = type == kernel_type::f32;
  const index blocks = blocks_of(draws, count);
  const std::string t(type_text(type));
  const kernel_argument arguments[] = {{&to, 0},
                                       {&draws.key[0], sizeof(std::uint64_t)},
                                       {&draws.key[1], sizeof(std::uint64_t)},
                                       {&draws.position, sizeof(std::uint64_t)},
                                       {&count, sizeof(count)},
                                       {&blocks, sizeof(blocks)}};
  launch(*context,
         "KERNEL void stria_kernel(GLOBAL " + t +
             "* to, const u64 k0, const u64 k1, const u64 position, const i64 count, "
             "const i64 blocks) {" +
             loop_text +
             (single ? "      to[i] = (f32)(u >> 40) * 0x1p-24f;\n"
                     : "      to[i] = (f64)(u >> 11) * 0x1p-53;\n") +
             "    }\n  }\n}\n",
         arguments, 6, blocks);
}

bool draw_integers(const std::shared_ptr<device_context>& context, device_address to,
                   kernel_type type, const philox_draws& draws, index count, std::uint64_t first,
                   std::uint64_t range) {
  const index blocks = blocks_of(draws, count);
  const std::string t(type_text(type));
  device_buffer flag(context, sizeof(std::int32_t));
  std::int32_t again = 0;
  context->write(flag.base(), 0, &again, sizeof(again));
  const device_address flagged = flag.base();
  const std::uint64_t rest = range == 0 ? 0 : (0 - range) % range;
  const kernel_argument arguments[] = {{&to, 0},
                                       {&flagged, 0},
                                       {&draws.key[0], sizeof(std::uint64_t)},
                                       {&draws.key[1], sizeof(std::uint64_t)},
                                       {&draws.position, sizeof(std::uint64_t)},
                                       {&count, sizeof(count)},
                                       {&blocks, sizeof(blocks)},
                                       {&first, sizeof(first)},
                                       {&range, sizeof(range)},
                                       {&rest, sizeof(rest)}};
  launch(*context,
         "KERNEL void stria_kernel(GLOBAL " + t +
             "* to, GLOBAL i32* again, const u64 k0, const u64 k1, const u64 position, "
             "const i64 count, const i64 blocks, const u64 first, const u64 range, "
             "const u64 rest) {" +
             loop_text +
             "      if (range != 0 && u * range < rest)\n        *again = 1;\n"
             "      to[i] = (" +
             t + ")(first + (range == 0 ? u : HIGH(u, range)));\n    }\n  }\n}\n",
         arguments, 10, blocks);
  context->read(&again, flag.base(), 0, sizeof(again));
  return again == 0;
}

} // namespace stria::detail
