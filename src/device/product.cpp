// SPDX-License-Identifier: BSL-1.0
// Products of matrices, tile by tile; device/product.hpp.
#include <stria/device/product.hpp>

#include "frame_text.hpp"

#include <algorithm>
#include <string>

namespace stria::detail {

namespace {

constexpr index tile = 16; // a group computes a tile of tile * tile elements

constexpr const char* product_text = R"(KERNEL void stria_kernel(
    GLOBAL T* c, GLOBAL const T* a, GLOBAL const T* b, GLOBAL const i64* batch, const i64 a0,
    const i64 ar, const i64 ac, const i64 b0, const i64 br, const i64 bc, const i64 m, const i64 k,
    const i64 n, const i64 tiles) {
  LOCAL T left[16][17]; // 17: neighbouring rows are in different banks
  LOCAL T right[16][17];
  const int x = (int)ITEM_ID % 16, y = (int)ITEM_ID / 16;
  const i64 across = (n + 15) / 16, down = (m + 15) / 16;
  for (i64 t = GROUP_ID; t < tiles; t += GROUP_COUNT) {
    const i64 pair = t / (across * down), place = t - pair * across * down;
    const i64 row = place / across * 16 + y, column = place % across * 16 + x;
    const i64 a1 = a0 + batch[2 * pair], b1 = b0 + batch[2 * pair + 1];
    T sum = 0;
    for (i64 from = 0; from < k; from += 16) {
      left[y][x] = row < m && from + x < k ? a[a1 + row * ar + (from + x) * ac] : (T)0;
      right[y][x] = from + y < k && column < n ? b[b1 + (from + y) * br + column * bc] : (T)0;
      BARRIER();
      for (int i = 0; i < 16; ++i)
        sum = ADD(left[y][i], right[i][x], sum);
      BARRIER();
    }
    if (row < m && column < n)
      c[pair * m * n + row * n + column] = sum;
  }
}
)";

} // namespace

void multiply_matrices(const std::shared_ptr<device_context>& context, kernel_type type,
                       device_address c, const device_matrix_place& a, const device_matrix_place& b,
                       index m, index k, index n, const std::vector<index>& batch) {
  const auto pairs = static_cast<index>(batch.size() / 2);
  const index tiles = pairs * ((m + tile - 1) / tile) * ((n + tile - 1) / tile);
  device_buffer table(context, batch.size() * sizeof(index));
  context->write(table.base(), 0, batch.data(), table.bytes());
  const device_address offsets = table.base();
  const bool floating = type == kernel_type::f32 || type == kernel_type::f64;
  const std::string t(type_text(type));
  const kernel_argument arguments[] = {{&c, 0},         {&a.base, 0},           {&b.base, 0},
                                       {&offsets, 0},   {&a.offset, 8},         {&a.row, 8},
                                       {&a.column, 8},  {&b.offset, 8},         {&b.row, 8},
                                       {&b.column, 8},  {&m, sizeof(m)},        {&k, sizeof(k)},
                                       {&n, sizeof(n)}, {&tiles, sizeof(tiles)}};
  const std::string text = "typedef " + t + " T;\n#define ADD(a, b, c) " +
                           (floating ? "fma(a, b, c)" : "(T)((c) + (a) * (b))") + "\n" +
                           product_text;
  context->launch(context->kernel(whole_kernel(context->dialect(), context->has_double(), text)),
                  static_cast<std::size_t>(std::min(tiles, index{1} << 20)),
                  static_cast<std::size_t>(tile * tile), arguments, std::size(arguments));
}

} // namespace stria::detail
