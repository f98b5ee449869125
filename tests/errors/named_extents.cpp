// SPDX-License-Identifier: BSL-1.0
// Named extents
#include <stria/stria.hpp>

using namespace stria;

inline constexpr dim n{"n"}, m{"m"}, k{"k"}, p{"p", at_least<2>};

// expect: +: the shapes (n,) and (m,) do not broadcast: axis 0 of the result would be n and m
void named_add_names() {
  tensor<float, n> v(6);
  tensor<float, m> x(4);
#ifdef WRONG
  auto r = v + x;
#else
  auto r = v + v;
#endif
}

// expect: +: the shapes (n - 1,) and (n,) do not broadcast: axis 0 of the result would be n - 1 and n
void named_add_off_by_one() {
  tensor<float, n> v(6);
#ifdef WRONG
  auto r = v[range(_1, _)] + v;
#else
  auto r = v[range(_1, _)] + v[range(_, -_1)];
#endif
}

// expect: +: the shapes (ceil_div(n, 2),) and (ceil_div(n - 1, 2),) do not broadcast: axis 0 of the result would be ceil_div(n, 2) and ceil_div(n - 1, 2)
void named_add_step() {
  tensor<float, n> v(6);
#ifdef WRONG
  auto r = v[range(_, _, _2)] + v[range(_1, _, _2)];
#else
  auto r = v[range(_, _, _2)] + v[rev()][range(_, _, _2)];
#endif
}

// expect: +: the shapes (n, m) and (m, n) do not broadcast: axis 0 of the result would be n and m
void named_add_transposed() {
  tensor<float, n, m> u(6, 4);
  tensor<float, m, n> t(4, 6);
#ifdef WRONG
  auto r = u + t;
#else
  auto r = u + transpose(t);
#endif
}

// expect: +: the shapes (n + 1,) and (n,) do not broadcast: axis 0 of the result would be n + 1 and n
void named_append_then_add() {
  tensor<float, n> v(6);
#ifdef WRONG
  auto r = append(v, 1.f) + v;
#else
  auto r = append(v, 1.f)[range(_1, _)] + v;
#endif
}

// expect: =: axis 0 has n elements on the left and n - 1 on the right
void named_assign_diff() {
  tensor<float, n> v(6);
#ifdef WRONG
  tensor<float, n> d = diff(v, _0);
#else
  tensor<float, n - 1> d = diff(v, _0);
#endif
}

// expect: =: axis 0 has n + 1 elements on the left and n on the right
void named_assign_halo() {
  tensor<float, n, m> u(6, 4);
  tensor<float, n + 2, m + 2> padded(8, 6);
#ifdef WRONG
  padded[range(_1, _), range(_1, _)] = u;
#else
  padded[range(_1, -_1), range(_1, -_1)] = u;
#endif
}

// expect: =: axis 0 has m elements on the left and n on the right
void named_assign_names_of_parameter() {
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  tensor<float, m, n> r = u;
#else
  tensor<float, m, n> r = transpose(u);
#endif
}

// expect: =: axis 0 has n - 1 elements on the left and n on the right
void named_call_parameter() {
  tensor<float, n, m> u(6, 4);
  const auto f = [](const tensor<float, n - 1, m>& d) { return sum(d); };
#ifdef WRONG
  auto r = f(u);
#else
  auto r = f(diff(u, _0));
#endif
}

// expect: =: axis 0 has n - 1 elements on the left and n - 2 on the right
void named_call_stencil() {
  tensor<float, n> v(6);
  const auto f = [](const tensor<float, n - 1>& d) { return sum(d); };
#ifdef WRONG
  auto r = f(v[range(_1, -_1)]);
#else
  auto r = f(v[range(_1, _)]);
#endif
}

// expect: concat: the shapes (n, m) and (n, k) differ in axis 1; they may differ in axis 0 only
void named_concat_other_axis() {
  tensor<float, n, m> u(6, 4);
  tensor<float, n, k> b(6, 3);
#ifdef WRONG
  auto r = concat(_0, u, b);
#else
  auto r = concat(_1, u, b);
#endif
}

// expect: +: the shapes (m + n,) and (n,) do not broadcast: axis 0 of the result would be m + n and n
void named_concat_then_add() {
  tensor<float, n> v(6);
  tensor<float, m> x(4);
#ifdef WRONG
  auto r = concat(_0, v, x) + v;
#else
  auto r = concat(_0, v, x) + concat(_0, x, v);
#endif
}

// expect: =: axis 0 has n elements on the left and n + 2 on the right
void named_convolve_full() {
  tensor<float, n> v(6);
  const tensor<float, 3> weights;
#ifdef WRONG
  v = convolve(v, weights);
#else
  v = convolve<convolve_mode::same>(v, weights);
#endif
}

// expect: -: the shapes (n - 3,) and (n - 2,) do not broadcast: axis 0 of the result would be n - 3 and n - 2
void named_convolve_valid_windows() {
  tensor<float, n> v(6);
  const tensor<float, 4> weights;
#ifdef WRONG
  auto r = convolve<convolve_mode::valid>(v, weights) - mean(sliding_window(v, _3, _0), _1);
#else
  auto r = convolve<convolve_mode::valid>(v, weights) - mean(sliding_window(v, _4, _0), _1);
#endif
}

// expect: =: axis 0 has n - 1 elements on the left and n on the right
void named_cumsum_exclusive() {
  tensor<float, n> v(6);
#ifdef WRONG
  v[range(_1, _)] = cumsum(v, _0);
#else
  v[range(_1, _)] = cumsum(v, _0)[range(_, -_1)];
#endif
}

// expect: *: the shapes (n - 2,) and (n - 1,) do not broadcast: axis 0 of the result would be n - 2 and n - 1
void named_diff_twice() {
  tensor<float, n> v(6);
#ifdef WRONG
  auto r = diff(v, _2, _0) * v[range(_1, _)];
#else
  auto r = diff(v, _2, _0) * v[range(_1, -_1)];
#endif
}

// expect: matmul: the shapes (n,) and (n - 1,)
void named_dot_lengths() {
  tensor<float, n> v(6);
#ifdef WRONG
  auto r = dot(v, v[range(_1, _)]);
#else
  auto r = dot(v[range(_, -_1)], v[range(_1, _)]);
#endif
}

// expect: the label b has two names; the shapes are (n, m), (m, k)
void named_einsum_inner() {
  tensor<float, n, m> u(6, 4);
  tensor<float, m, k> w(4, 3);
#ifdef WRONG
  auto r = einsum<"ab,cb->ac">(u, w);
#else
  auto r = einsum<"ab,bc->ac">(u, w);
#endif
}

// expect: +: the shapes (k,) and (n,) do not broadcast: axis 0 of the result would be k and n
void named_gather_counts() {
  tensor<float, n> v(6);
  const tensor<index_t, k> places(3);
#ifdef WRONG
  auto r = v[places] + v;
#else
  auto r = v[places] + v[places];
#endif
}

// expect: +: the shapes (m * n,) and (m + n,) do not broadcast: axis 0 of the result would be m * n and m + n
void named_kron_order() {
  tensor<float, n> v(6);
  tensor<float, m> x(4);
#ifdef WRONG
  auto r = kron(v, x) + concat(_0, v, x);
#else
  auto r = kron(v, x) + kron(x, v);
#endif
}

// expect: matmul: the shapes (n, m - 1) and (m, k)
void named_matmul_halo() {
  tensor<float, n, m> u(6, 4);
  tensor<float, m, k> w(4, 3);
#ifdef WRONG
  auto r = matmul(u[_, range(_1, _)], w);
#else
  auto r = matmul(u[_, range(_1, _)], w[range(_1, _)]);
#endif
}

// expect: matmul: the shapes (m, k) and (n, m)
void named_matmul_order() {
  tensor<float, n, m> u(6, 4);
  tensor<float, m, k> w(4, 3);
#ifdef WRONG
  auto r = matmul(w, u);
#else
  auto r = matmul(u, w);
#endif
}

// expect: matmul: the shapes (n, m) and (n,)
void named_matmul_rest() {
  tensor<float, n, m> u(6, 4);
  tensor<float, n> v(6);
#ifdef WRONG
  auto r = matmul(u, v);
#else
  auto r = matmul(v, u);
#endif
}

// expect: -: the shapes (n, m) and (n,) do not broadcast: axis 1 of the result would be m and n
void named_mean_of_other_axis() {
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  auto r = u - mean(u, _1);
#else
  auto r = u - mean(u, _0);
#endif
}

// expect: =: axis 0 has n elements on the left and m on the right
void named_meshgrid_order() {
  tensor<float, n> v(6);
  tensor<float, m> x(4);
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  u = std::get<0>(meshgrid(v, x));
#else
  u = std::get<0>(meshgrid_ij(v, x));
#endif
}

// expect: +=: axis 0 has n elements on the left and m on the right
void named_outer_order() {
  tensor<float, n> v(6);
  tensor<float, m> x(4);
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  u += outer(x, v);
#else
  u += outer(v, x);
#endif
}

// expect: =: axis 0 has n + 2 elements on the left and n + 4 on the right
void named_pad_width() {
  tensor<float, n> v(6);
  tensor<float, n + 2> t(8);
#ifdef WRONG
  t = pad(v, _2);
#else
  t = pad(v, _1);
#endif
}

// expect: +: the shapes (p - 1,) and (p - 2,) do not broadcast: axis 0 of the result would be p - 1 and p - 2
void named_promised_size() {
  tensor<float, p> t(4);
#ifdef WRONG
  auto r = t[range(_1, _)] + t[range(_1, -_1)];
#else
  auto r = t[range(_1, _)] + t[range(_, -_1)];
#endif
}

// expect: +: the shapes (2,) and (3,) do not broadcast: axis 0 of the result would be 2 and 3; sizes must be equal or 1, newaxis adds an axis of size 1
void named_promised_slice() {
  tensor<float, p> t(4);
  const tensor<float, 3> c;
#ifdef WRONG
  auto r = t[range(_0, _2)] + c;
#else
  auto r = t[range(_0, _2)] + c[range(_1, _)];
#endif
}

// expect: +: the shapes (m * n,) and (m * n - m,) do not broadcast: axis 0 of the result would be m * n and m * n - m
void named_rearrange_merged() {
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  auto r = rearrange<"a b -> (a b)">(u) + ravel(u[range(_1, _)]);
#else
  auto r = rearrange<"a b -> (a b)">(u) + ravel(u);
#endif
}

// expect: +: the shapes (ceil_div(n, 2), m) and (n, m) do not broadcast: axis 0 of the result would be ceil_div(n, 2) and n
void named_reduce_groups() {
  tensor<float, 2 * n, m> t(12, 4);
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  auto r = reduce<"(a 4) b -> a b">(t, max) + u;
#else
  auto r = reduce<"(a 2) b -> a b">(t, max) + u;
#endif
}

// expect: =: axis 0 has 2 * n elements on the left and n on the right
void named_repeat_axis() {
  tensor<float, n, m> u(6, 4);
  tensor<float, 2 * n, m> t(12, 4);
#ifdef WRONG
  t = repeat(u, _2, _1);
#else
  t = repeat(u, _2, _0);
#endif
}

// expect: reshape: the shape (m * n,) has m * n elements and cannot become (n - 1, m), which has m * n - m
void named_reshape_count() {
  tensor<float, n * m> t(24);
#ifdef WRONG
  auto r = reshape<n - 1, m>(t, 6, 4);
#else
  auto r = reshape<n, m>(t, 6, 4);
#endif
}

// expect: reshape: the shape (n, m) has m * n elements and cannot become (n, n), which has n * n
void named_reshape_names() {
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  auto r = reshape<n, n>(u);
#else
  auto r = reshape<m, n>(u);
#endif
}

// expect: reshape: the extents (n, m) need 2 sizes, one for each extent that is not static, and got 1
void named_reshape_sizes_missing() {
  dtensor<float, 1> t(24);
#ifdef WRONG
  auto r = reshape<n, m>(t, 6);
#else
  auto r = reshape<n, m>(t, 6, 4);
#endif
}

// expect: -=: axis 0 has n elements on the left and n - 1 on the right
void named_scan_minus_diff() {
  tensor<float, n> v(6);
#ifdef WRONG
  v -= diff(v, _0);
#else
  v[range(_1, _)] -= diff(v, _0);
#endif
}

// expect: cannot be made from these sizes of names: each extent must follow from them
void named_sizes_by_names_dyn() {
#ifdef WRONG
  tensor<float, n, dyn> t(n(6));
#else
  tensor<float, n, 4> t(n(6));
#endif
}

// expect: =: axis 0 has n - 2 elements on the left and n - 1 on the right
void named_sliding_window_sum() {
  tensor<float, n> v(6);
#ifdef WRONG
  v[range(_1, -_1)] = sum(sliding_window(v, _2, _0), _1);
#else
  v[range(_1, -_1)] = sum(sliding_window(v, _3, _0), _1);
#endif
}

// expect: =: axis 0 has n elements on the left and ceil_div(2 * n, 3) on the right
void named_split_parts() {
  tensor<float, 2 * n> t(12);
  tensor<float, n> v(6);
#ifdef WRONG
  v = split(t, _3, _0)[0];
#else
  v = split(t, _2, _0)[0];
#endif
}

// expect: stack: the shapes (n,) and (n - 1,) differ; all operands must have the same shape
void named_stack_lengths() {
  tensor<float, n> v(6);
#ifdef WRONG
  auto r = stack(_0, v, v[range(_1, _)]);
#else
  auto r = stack(_0, v[range(_, -_1)], v[range(_1, _)]);
#endif
}

// expect: +: the shapes (n - 2,) and (n - 1,) do not broadcast: axis 0 of the result would be n - 2 and n - 1
void named_stencil_shifted() {
  tensor<float, n> v(6);
#ifdef WRONG
  v[range(_1, -_1)] = v[range(_2, _)] + v[range(_, -_1)];
#else
  v[range(_1, -_1)] = v[range(_2, _)] + v[range(_, -_2)];
#endif
}

// expect: +=: axis 0 has n - 2 elements on the left and n - 1 on the right
void named_stencil_update() {
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  u[range(_1, -_1)] += diff(u, _0);
#else
  u[range(_1, -_1)] += diff(u, _2, _0);
#endif
}

// expect: =: axis 0 has n elements on the left and m on the right
void named_sum_keeps() {
  tensor<float, n, m> u(6, 4);
  tensor<float, n> v(6);
#ifdef WRONG
  v = sum(u, _0);
#else
  v = sum(u, _1);
#endif
}

// expect: +=: axis 0 has 3 * n elements on the left and 2 * n on the right
void named_tile_count() {
  tensor<float, n> v(6);
  tensor<float, 3 * n> t(18);
#ifdef WRONG
  t += tile(v, _2);
#else
  t += tile(v, _3);
#endif
}

// expect: +=: axis 0 has n elements on the left and n - 1 on the right
void named_transposed_equal_sizes() {
  tensor<float, n, n - 1> t(6, 5);
#ifdef WRONG
  t += transpose(t);
#else
  t += t[_, rev()];
#endif
}

// expect: *: the shapes (n - 1,) and (n,) do not broadcast: axis 0 of the result would be n - 1 and n
void named_trapezoid_spacing() {
  tensor<float, n> v(6);
#ifdef WRONG
  auto r = 0.5f * (v[range(_1, _)] + v[range(_, -_1)]) * v;
#else
  auto r = 0.5f * (v[range(_1, _)] + v[range(_, -_1)]) * diff(v, _0);
#endif
}

// expect: +: the shapes (n, n) and (n, m) do not broadcast: axis 1 of the result would be n and m
void named_triangle_of_other() {
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  auto r = triu(matmul(u, transpose(u))) + u;
#else
  auto r = triu(matmul(u, transpose(u))) + outer(u[_, 0], u[_, 0]);
#endif
}

// expect: +=: axis 0 has n - 1 elements on the left and n on the right
void named_unnamed_target_of_names() {
  tensor<float, n, m> u(6, 4);
#ifdef WRONG
  u[range(_1, _)] += u;
#else
  unnamed(u[range(_1, _)]) += u[range(_1, _)];
#endif
}

// expect: where: the shapes (m, 1), (n, m) and () do not broadcast: axis 0 of the result would be m and n
void named_where_names() {
  tensor<float, n, m> u(6, 4);
  tensor<bool, m> mask(4);
#ifdef WRONG
  auto r = where(mask[_, newaxis], u, 0.f);
#else
  auto r = where(mask, u, 0.f);
#endif
}
