// SPDX-License-Identifier: BSL-1.0
// numpy/named_extents.cpp: the extents of results are expressions of the names of the operands, and
// always have the sizes of the values.
#include "../support/catch.hpp"

#include <stria/shape/agreement.hpp>
#include <stria/stria.hpp>

using namespace stria;

namespace {

inline constexpr dim rows{"n"}, columns{"m"}, depth{"k"};

// Compares the type and, together with the sizes of the names, the value.
template <extent... Expected, class E> void has_extents(const E& e, index n, index m, index k = 0) {
  static_assert(E::extents == stria::detail::shape_of<Expected...>());
  std::array<extent, sizeof...(Expected) + 3> all{Expected..., rows, columns, depth};
  std::array<index, sizeof...(Expected) + 3> sizes{};
  std::size_t at = 0;
  for (const index size : e.shape())
    sizes[at++] = size;
  sizes[at++] = n;
  sizes[at++] = m;
  sizes[at] = k;
  INFO(n << ' ' << m << ' ' << k);
  CHECK(stria::detail::first_contradiction({all.data(), all.size()},
                                           {sizes.data(), sizes.size()}) == all.size());
}

} // namespace

TEST_CASE("the extents of slices are those of their values") {
  for (index n = 0; n < 7; ++n) {
    const index m = n % 4;
    tensor<int, rows, columns> u(n, m);
    tensor<int, rows> v(n);
    has_extents<rows - 1, columns>(u[range(_1, _)] - u[range(_, -_1)], n, m);
    has_extents<rows - 2>(v[range(_1, -_1)], n, m);
    has_extents<rows - 3>(v[range(_1, -_1)][range(_1, _)], n, m);
    has_extents<rows - 2>((v + v)[range(_1, -_1)], n, m);
    has_extents<ceil_div(rows, 2), columns>(u[range(_, _, _2)], n, m);
    has_extents<rows, ceil_div(columns - 1, 2)>(u[_, rev(_, _0, _2)], n, m);
    has_extents<1, rows, columns>(u[newaxis, ellipsis], n, m);
    has_extents<columns>(sum(u, _0), n, m);
    has_extents<rows - 1>(sum(u[range(_1, _)], _1), n, m);
    has_extents<columns, rows - 1>(transpose(u[range(_1, _)]), n, m);
    has_extents<rows - 1>(v[range(_1, _)][rev()], n, m);
    has_extents<dyn>(v[range(_0, _1)], n, m);
    has_extents<dyn>(v[range(1, _)], n, m);
  }
}

TEST_CASE("the extents of joins are those of their values") {
  for (index n = 0; n < 6; ++n) {
    const index m = n % 4;
    tensor<int, rows, columns> u(n, m);
    tensor<int, rows> v(n);
    tensor<int, columns> x(m);
    tensor<int, 3> c;
    has_extents<2 * rows, columns>(concat(_0, u, u), n, m);
    has_extents<rows + columns>(concat(_0, v, x), n, m);
    has_extents<rows + columns + 3>(concat(_0, v, c, x), n, m);
    has_extents<dyn>(concat(_0, v[range(_1, _)], v), n, m); // 0 if n is 0, otherwise 2 * n - 1
    has_extents<2, rows>(stack(_0, v, v), n, m);
    has_extents<2 * rows, columns>(repeat(u, _2, _0), n, m);
    has_extents<2 * rows, 3 * columns>(tile(u, _2, _3), n, m);
    has_extents<rows + 4>(pad(v, _2), n, m);
    has_extents<rows + 1>(eval(append(v, 7)), n, m);
    has_extents<rows + 2, rows + 2>(diag(v, _2), n, m);
  }
}

TEST_CASE("the extents of windows, differences and parts are those of their values") {
  for (index n = 3; n < 8; ++n) {
    const index m = n % 4;
    tensor<int, rows, columns> u(n, m);
    tensor<int, rows> v(n);
    tensor<int, 2 * rows> w(2 * n);
    has_extents<rows - 2, 3>(sliding_window(v, _3, _0), n, m);
    has_extents<rows - 2, columns, 3>(sliding_window(u, _3, _0), n, m);
    has_extents<rows - 1>(diff(v, _0), n, m);
    has_extents<rows - 1, columns>(diff(u, _0), n, m);
    has_extents<rows - 1>(eval(delete_at(v, 1, _0)), n, m);
    for (const auto& part : split(w, _2, _0))
      has_extents<rows>(part, n, m);
  }
}

TEST_CASE("the extents of products and merged axes are those of their values") {
  for (index n = 0; n < 5; ++n)
    for (index m = 0; m < 4; ++m) {
      tensor<int, rows, columns> u(n, m);
      tensor<int, columns, depth> w(m, 3);
      tensor<int, rows> v(n);
      tensor<int, columns> x(m);
      has_extents<rows * columns>(ravel(u), n, m, 3);
      has_extents<rows * columns>(rearrange<"a b -> (a b)">(u), n, m, 3);
      has_extents<columns, rows>(rearrange<"a b -> b a">(u), n, m, 3);
      has_extents<2 * columns * rows>(repeat<"a b -> (a b 2)">(u), n, m, 3);
      has_extents<rows * columns>(kron(v, x), n, m, 3);
      has_extents<rows * columns, columns * depth>(kron(u, w), n, m, 3);
      has_extents<rows, columns>(outer(v, x), n, m, 3);
      has_extents<rows, depth>(matmul(u, w), n, m, 3);
      has_extents<rows - 1, depth>(matmul(u[range(_1, _)], w), n, m, 3);
      has_extents<rows, depth>(einsum<"ab,bc->ac">(u, w), n, m, 3);
      has_extents<(rows - 1) * columns>(ravel(u[range(_1, _)]), n, m, 3);
    }
}
