// SPDX-License-Identifier: BSL-1.0
// Products of matrices, computed in tiles or by a library. See device/product.hpp.
#include <stria/base/checked.hpp>
#include <stria/device/product.hpp>

#include "blas.hpp"
#include "frame_text.hpp"
#include "report.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

namespace stria::detail {

namespace {

constexpr index tile = 16; // a group computes a tile of tile * tile elements

constexpr const char* product_text = R"(KERNEL void stria_kernel(
    GLOBAL T* c, GLOBAL const T* a, GLOBAL const T* b, GLOBAL const i64* batch, const i64 a0,
    const i64 ar, const i64 ac, const i64 b0, const i64 br, const i64 bc, const i64 c0,
    const i64 cr, const i64 cc, const i64 m, const i64 k, const i64 n, const i64 tiles) {
  LOCAL T left[16][17]; // 17: neighbouring rows are in different banks
  LOCAL T right[16][17];
  const int x = (int)ITEM_ID % 16, y = (int)ITEM_ID / 16;
  const i64 across = (n + 15) / 16, down = (m + 15) / 16;
  for (i64 t = GROUP_ID; t < tiles; t += GROUP_COUNT) {
    const i64 which = t / (across * down), place = t - which * across * down;
    const i64 row = place / across * 16 + y, column = place % across * 16 + x;
    const i64 a1 = a0 + batch[3 * which], b1 = b0 + batch[3 * which + 1];
    T sum = ZERO;
    for (i64 from = 0; from < k; from += 16) {
      left[y][x] = row < m && from + x < k ? a[a1 + row * ar + (from + x) * ac] : ZERO;
      right[y][x] = from + y < k && column < n ? b[b1 + (from + y) * br + column * bc] : ZERO;
      BARRIER();
      for (int i = 0; i < 16; ++i)
        sum = ADD(left[y][i], right[i][x], sum);
      BARRIER();
    }
    if (row < m && column < n)
      c[c0 + batch[3 * which + 2] + row * cr + column * cc] = sum;
  }
}
)";

void multiply_by_tiles(const std::shared_ptr<device_context>& context, const matrix_products& p) {
  const index tiles = static_cast<index>(p.count()) * divide_up(p.m, tile) * divide_up(p.n, tile);
  device_buffer table(context, p.offsets.size() * sizeof(index));
  context->write(table.base(), 0, p.offsets.data(), table.bytes());
  const device_address offsets = table.base();
  const std::string t(type_text(p.type));
  const auto number = [](const index& n) { return kernel_argument{&n, sizeof(index)}; };
  const kernel_argument arguments[] = {{&p.c.base, 0},     {&p.a.base, 0},     {&p.b.base, 0},
                                       {&offsets, 0},      number(p.a.offset), number(p.a.row),
                                       number(p.a.column), number(p.b.offset), number(p.b.row),
                                       number(p.b.column), number(p.c.offset), number(p.c.row),
                                       number(p.c.column), number(p.m),        number(p.k),
                                       number(p.n),        number(tiles)};
  const std::string add = is_complex_type(p.type)
                              ? "fma_c_" + std::string(type_text(part_type(p.type))) + "(a, b, c)"
                          : is_floating(p.type) ? "fma(a, b, c)"
                                                : "(T)((c) + (a) * (b))";
  const std::string text = "typedef " + t + " T;\n#define ZERO " + constant_text(p.type, 0) +
                           "\n#define ADD(a, b, c) " + add + "\n" + product_text;
  const auto groups = static_cast<std::size_t>(std::min(tiles, index{1} << 20));
  kernel_listener::tell("// " + std::to_string(groups) + " groups of " +
                        std::to_string(tile * tile) + " work items: " + describe(p) +
                        " by tiles of 16 x 16\n");
  context->launch(context->kernel(whole_kernel(context->dialect(), context->has_double(), text)),
                  groups, static_cast<std::size_t>(tile * tile), arguments, std::size(arguments));
}

struct blas_matrix {
  bool transposed;
  index ld;
};
/// The matrix as BLAS describes it, or nothing if its strides do not allow that. The stride along
/// an axis of one element does not matter, because it is never used.
std::optional<blas_matrix> blas_form(const device_matrix_place& p, index rows, index columns) {
  if (p.column == 1 || columns == 1)
    if (const index ld = rows == 1 ? columns : p.row; ld >= columns)
      return blas_matrix{false, ld};
  if (p.row == 1 || rows == 1)
    if (const index ld = columns == 1 ? rows : p.column; ld >= rows)
      return blas_matrix{true, ld};
  return {};
}

} // namespace

bool is_large(const matrix_products& p) {
  index all = static_cast<index>(p.count());
  for (const index n : {p.m, p.k, p.n})
    if (!multiply_fits(all, n, all))
      return true;
  return all >= large_product;
}

std::optional<blas_product> as_blas(const matrix_products& p) {
  if (!is_floating(p.type))
    return {};
  const auto a = blas_form(p.a, p.m, p.k), b = blas_form(p.b, p.k, p.n),
             c = blas_form(p.c, p.m, p.n);
  if (!a || !b || !c)
    return {};
  if (!c->transposed)
    return blas_product{a->transposed, b->transposed, p.a,   p.b,   p.c,   p.m,
                        p.k,           p.n,           a->ld, b->ld, c->ld, false};
  // The transposed result is the product of the transposed operands in swapped order.
  return blas_product{!b->transposed, !a->transposed, p.b,   p.a, p.c, p.n, p.k, p.m,
                      b->ld,          a->ld,          c->ld, true};
}

bool asks_for_blas() { return setting("STRIA_DEVICE_BLAS") != "0"; }

std::string describe(const matrix_products& p) {
  const auto size = [](index n, index m) { return std::to_string(n) + " x " + std::to_string(m); };
  return (p.count() == 1 ? "a product" : std::to_string(p.count()) + " products") + " of " +
         size(p.m, p.k) + " and " + size(p.k, p.n);
}

void multiply_matrices(const std::shared_ptr<device_context>& context, const matrix_products& p) {
  if (is_large(p) && is_floating(p.type) && asks_for_blas() && context->multiply(p)) {
    const std::string what = describe(p) + " by " + context->product_library();
    if (tracing())
      trace(context->name(), "computed " + what);
    kernel_listener::tell("// " + what + "\n");
    return;
  }
  multiply_by_tiles(context, p);
}

bool as_matrix_products(std::vector<product_loop> loops, matrix_products& p) {
  // Loops over rows (m) and columns (n) of the result, summed loops (k), loops over matrices
  // (batch).
  std::vector<product_loop> m, n, k, batch;
  for (const product_loop& l : loops) {
    if (l.n == 1)
      continue;
    if (l.kept)
      (l.a != 0 && l.b != 0 ? batch : l.a != 0 ? m : n).push_back(l);
    else if (l.a != 0 && l.b != 0)
      k.push_back(l);
    else
      return false;
  }
  const auto join = [](std::vector<product_loop>& group) {
    const auto size = [](index s) { return s < 0 ? -s : s; };
    std::ranges::sort(group, std::ranges::greater(), [&](const product_loop& l) {
      return std::array{size(l.a), size(l.b), size(l.c)};
    });
    std::size_t last = 0;
    for (std::size_t i = 1; i < group.size(); ++i) {
      product_loop& outer = group[last];
      const product_loop& inner = group[i];
      if (outer.a == inner.a * inner.n && outer.b == inner.b * inner.n &&
          outer.c == inner.c * inner.n)
        outer = {outer.n * inner.n, inner.a, inner.b, inner.c, inner.kept};
      else
        group[++last] = inner;
    }
    if (!group.empty())
      group.resize(last + 1);
  };
  join(m);
  join(n);
  join(k);
  if (k.size() > 1)
    return false;
  // The longest loop of each group runs over rows, columns or summed elements of one product. The
  // other loops run over matrices.
  const auto take = [&](std::vector<product_loop>& group) {
    if (group.empty())
      return product_loop{1, 0, 0, 0, true};
    const auto largest = std::ranges::max_element(group, {}, &product_loop::n);
    const product_loop taken = *largest;
    group.erase(largest);
    batch.insert(batch.end(), group.begin(), group.end());
    return taken;
  };
  const product_loop rows = take(m), columns = take(n), inner = take(k);
  p.m = rows.n;
  p.n = columns.n;
  p.k = inner.n;
  p.a.row = rows.a;
  p.a.column = inner.a;
  p.b.row = inner.b;
  p.b.column = columns.b;
  p.c.row = rows.c;
  p.c.column = columns.c;
  constexpr std::size_t many = std::size_t{1} << 16;
  p.offsets = {0, 0, 0};
  for (const product_loop& l : batch) {
    if (static_cast<std::size_t>(l.n) > many / p.count())
      return false;
    std::vector<index> next;
    for (std::size_t i = 0; i < p.offsets.size(); i += 3)
      for (index j = 0; j < l.n; ++j)
        next.insert(next.end(), {p.offsets[i] + j * l.a, p.offsets[i + 1] + j * l.b,
                                 p.offsets[i + 2] + j * l.c});
    p.offsets = std::move(next);
  }
  return is_large(p);
}

} // namespace stria::detail
