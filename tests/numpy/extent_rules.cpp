// SPDX-License-Identifier: BSL-1.0
// numpy/extent_rules.cpp: the rules for the extents of results, function by function, for operands
// with names, expressions, promised sizes and static extents. At random sizes from 0 to 9, the
// sizes of the values are those of the types.
#include "../support/catch.hpp"

#include <stria/shape/agreement.hpp>
#include <stria/stria.hpp>

#include <random>
#include <set>
#include <string>

using namespace stria;
using stria::detail::name_sizes;

namespace {

inline constexpr dim n{"n"}, m{"m"}, k{"k"}, many{"many", at_least<4>};

// The pairs of a call and the extents of its operands that have been checked.
std::set<std::string> rows;

/// The sizes of the names in one round.
struct sizes_now {
  index n, m, k, many;
  std::string form{}; // the extents of the operands
  name_sizes names{};
  sizes_now(index a, index b, index c, index d) : n(a), m(b), k(c), many(d) {
    names.add(&::n, a);
    names.add(&::m, b);
    names.add(&::k, c);
    names.add(&::many, d);
  }
};

template <extent... E> std::string text_of() {
  stria::detail::message text;
  stria::detail::say_shape(text, stria::detail::shape_of<E...>().view());
  return std::string(text.view());
}

/// Compares the extents of a result with the expected ones, and its sizes with both.
template <extent... Expected, class E>
void row(const char* call, const sizes_now& now, const E& e) {
  rows.insert(now.form + call);
  INFO(call << ' ' << text_of<Expected...>() << " n=" << now.n << " m=" << now.m << " k=" << now.k
            << " many=" << now.many);
  static_assert(E::extents == stria::detail::shape_of<Expected...>());
  const auto sizes = e.shape();
  bool agrees = true;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (const extent x = E::extents[i]; !stria::detail::is_dyn(x))
      agrees = agrees && now.names.size_of(x) == sizes[i];
  CHECK(agrees);
}

// The expected extents are template arguments before the call.
#define EXTENTS(...) __VA_ARGS__
#define ROW(expected, ...) row<expected>(#__VA_ARGS__, now, __VA_ARGS__)

/// The functions of a vector and a matrix of the extents N and M.
template <extent N, extent M> void check_rules(sizes_now now) {
  now.form = text_of<N, M>();
  const index rows_of = now.names.size_of(N), columns_of = now.names.size_of(M);
  tensor<double, N, M> u({rows_of, columns_of}, stria::detail::uninitialized_t{});
  tensor<double, N> v({rows_of}, stria::detail::uninitialized_t{});
  tensor<double, M> x({columns_of}, stria::detail::uninitialized_t{});
  const tensor<index, k> places(now.k);
  const tensor<double, k, 2> pairs(now.k);
  u = 1.;
  v = 1.;
  x = 1.;

  // Slices.
  ROW(EXTENTS(N - 1, M), u[range(_1, _)]);
  ROW(EXTENTS(N - 1, M), u[range(_, -_1)] + u[range(_1, _)]);
  ROW(EXTENTS(N - 2), v[range(_1, -_1)]);
  ROW(EXTENTS(N - 3), (v + v)[range(_1, -_2)]);
  ROW(EXTENTS(N - 3), v[range(_1, -_1)][range(_, -_1)]);
  ROW(EXTENTS(ceil_div(N, 2), M), u[range(_, _, _2)]);
  ROW(EXTENTS(ceil_div(N - 1, 2), M - 1), u[range(_1, _, _2), range(_1, _)]);
  ROW(EXTENTS(N, ceil_div(M, 3)), u[_, range(_, _, -_3)]);
  ROW(EXTENTS(N), v[rev()]);
  ROW(EXTENTS(N - 1), v[rev(_0)]);
  ROW(EXTENTS(ceil_div(N - 1, 2)), v[rev(_, _0, _2)]);
  ROW(EXTENTS(N, 1, M), u[_, newaxis]);
  ROW(EXTENTS(1, N, M), u[newaxis, ellipsis]);
  ROW(EXTENTS(0), v[range(_2, _1)]);
  if constexpr (!N.is_static()) {
    ROW(EXTENTS(dyn), v[range(1, _)]);
    ROW(EXTENTS(dyn), v[range(_0, std::min<index>(rows_of, 1))]);
  }

  // Element-wise functions and broadcasting.
  ROW(EXTENTS(N, M), u + x);
  ROW(EXTENTS(N, M), v[_, newaxis] * x);
  ROW(EXTENTS(N, M), where(u > 0., u, 0.));
  ROW(EXTENTS(N, M), map([](double a) { return a; }, u));
  ROW(EXTENTS(N, M), broadcast_to(x, u.shape()) + u);
  ROW(EXTENTS(N, M), cast<float>(u));

  // The order of axes.
  ROW(EXTENTS(M, N), transpose(u));
  ROW(EXTENTS(M, N), swapaxes(u + 1., _0, _1));
  ROW(EXTENTS(M, N), moveaxis(u, _0, _1));
  ROW(EXTENTS(1, N, M), expand_dims(u, _0));
  ROW(EXTENTS(N, M), squeeze(expand_dims(u, _0), _0));
  ROW(EXTENTS(N, M), flip(u, _0));
  ROW(EXTENTS(M, N), rot90(u));
  ROW(EXTENTS(N, M), roll(u, 1, _0));

  // Shapes.
  ROW(EXTENTS(N * M), ravel(u));
  ROW(EXTENTS(N * M), flatten(u));
  ROW(EXTENTS(N * M), reshape(u, -_1));
  if constexpr (M.is_static())
    ROW(EXTENTS(M, N), reshape<M, N>(u, rows_of));
  else
    ROW(EXTENTS(M, N), reshape<M, N>(u, columns_of, rows_of));
  if constexpr (N.is_static()) {
    ROW(EXTENTS(N), unnamed(v));
  } else {
    ROW(EXTENTS(dyn), unnamed(v));
    ROW(EXTENTS(dyn), unnamed(v + 1.));
  }

  // Reductions, scans and order.
  ROW(EXTENTS(M), sum(u, _0));
  ROW(EXTENTS(1, M), sum(u, _0, keepdims));
  ROW(EXTENTS(N), mean(u, _1));
  ROW(EXTENTS(N - 1), sum(u[range(_1, _)], _1));
  ROW(EXTENTS(M), var(u, _0));
  ROW(EXTENTS(N, M), cumsum(u, _0));
  ROW(EXTENTS(N * M), cumsum(u));
  ROW(EXTENTS(N, M), sort(u, _0));
  ROW(EXTENTS(N), argsort(v));
  ROW(EXTENTS(M), searchsorted(v, x));
  ROW(EXTENTS(dyn), unique(v));
  ROW(EXTENTS(dyn), v[v > 0.]);
  ROW(EXTENTS(dyn, M), u[v > 0.]);
  ROW(EXTENTS(dyn, 2), nonzero(u));
  ROW(EXTENTS(N, M), triu(u));
  ROW(EXTENTS(N, M), tril(u, _1));

  // Joins.
  ROW(EXTENTS(N + N, M), concat(_0, u, u));
  ROW(EXTENTS(N, M + M), concat(_1, u, u + 1.));
  ROW(EXTENTS(N + M), concat(_0, v, x));
  ROW(EXTENTS(N + 3), concat(_0, v, tensor<double, 3>()));
  ROW(EXTENTS(2, N), stack(_0, v, v));
  ROW(EXTENTS(N, 2), stack(_1, v, v));
  ROW(EXTENTS(2 * N, M), repeat(u, _2, _0));
  ROW(EXTENTS(3 * N, 2 * M), tile(u, _3, _2));
  ROW(EXTENTS(N + 2, M + 2), pad(u, _1));
  ROW(EXTENTS(N + 1), append(v, 1.));
  ROW(EXTENTS(N + M), append(v, x));
  const auto twice = eval(repeat(u, _2, _0));
  ROW(EXTENTS(N, M), split(twice, _2, _0)[0]);
  ROW(EXTENTS(dyn), repeat(v, now.k, _0));
  ROW(EXTENTS(dyn), tile(v, now.k));

  // Differences and windows.
  if (rows_of > 0) {
    ROW(EXTENTS(N - 1), diff(v, _0));
    ROW(EXTENTS(N - 1, M), diff(u, _0));
    ROW(EXTENTS(N - 1), delete_at(v, 0));
  }
  ROW(EXTENTS(N - 2), diff(v, _2, _0));
  if (rows_of > 2) {
    ROW(EXTENTS(N - 2, 3), sliding_window(v, _3, _0));
    ROW(EXTENTS(N - 2, M, 3), sliding_window(u, _3, _0));
    ROW(EXTENTS(N - 2, M), sum(sliding_window(u, _3, _0), -_1));
    ROW(EXTENTS(N), convolve<convolve_mode::same>(v, tensor<double, 3>()));
    ROW(EXTENTS(stria::detail::subtract_positive_extents(N, 3, 1)),
        convolve<convolve_mode::valid>(v, tensor<double, 3>()));
  }
  if (rows_of > 0 && columns_of > 0) {
    ROW(EXTENTS(stria::detail::add_positive_extents(N, M, -1)), convolve(v, x));
    ROW(EXTENTS(N - 1), diff(v + 1., _0));
  }

  // Products.
  ROW(EXTENTS(N, M), outer(v, x));
  ROW(EXTENTS(N * M), kron(v, x));
  ROW(EXTENTS(N * M, M * N), kron(u, transpose(u)));
  ROW(EXTENTS(N, N), matmul(u, transpose(u)));
  ROW(EXTENTS(N), matmul(u, x));
  ROW(EXTENTS(N, N), einsum<"ab,cb->ac">(u, u));
  ROW(EXTENTS(M), einsum<"ab->b">(u));
  ROW(EXTENTS(M, M), tensordot(transpose(u), u, _1));
  ROW(EXTENTS(N, N), diag(v));
  ROW(EXTENTS(N + 2, N + 2), diag(v, -_2));
  ROW(EXTENTS(N), diagonal(matmul(u, transpose(u))));
  ROW(EXTENTS(N - 1), diagonal(matmul(u, transpose(u)), _1));
  ROW(EXTENTS(N, M), std::get<0>(meshgrid_ij(v, x)));
  ROW(EXTENTS(M, N), std::get<1>(meshgrid(v, x)));

  // Patterns.
  ROW(EXTENTS(M * N), rearrange<"a b -> (b a)">(u));
  ROW(EXTENTS(M, 1, N), rearrange<"a b -> b 1 a">(u));
  ROW(EXTENTS(N, 3, M), repeat<"a b -> a 3 b">(u));
  ROW(EXTENTS(3 * N, M), repeat<"a b -> (a 3) b">(u));
  ROW(EXTENTS(M), reduce<"a b -> b">(u, sum));
  ROW(EXTENTS(N, M), reduce<"(a 2) b -> a b">(repeat(u, _2, _0), sum));

  // Gathers have the extents of the indices.
  if (rows_of > 0 && columns_of > 1) {
    ROW(EXTENTS(k), v[places]);
    ROW(EXTENTS(k, M), u[places]);
    ROW(EXTENTS(N, k), u[_, places]);
    ROW(EXTENTS(k, 1, M), u[places, newaxis]);
    ROW(EXTENTS(k, k), u[ix_(places, places)]);
    ROW(EXTENTS(k, M), take(u, places, _0));
    ROW(EXTENTS(N, k), take(u, places, _1));
    ROW(EXTENTS(k), gather_nd(u, cast<index>(pairs)));
    ROW(EXTENTS(k, 5), one_hot<float>(places, _5));
  }
}

/// Random sizes, after a round in which the first two are 0.
template <class F> void at_random_sizes(int rounds, const F& f) {
  std::mt19937 g(7);
  const auto draw = [&](index from) { return std::uniform_int_distribution<index>(from, 9)(g); };
  for (int i = 0; i < rounds; ++i)
    f(sizes_now(i == 0 ? 0 : draw(0), i < 2 ? i : draw(0), draw(0), draw(4)));
}

} // namespace

TEST_CASE("the types of results have the sizes of the values, for names and static extents") {
  at_random_sizes(25, [](const sizes_now& now) { check_rules<n, m>(now); });
  at_random_sizes(25, [](const sizes_now& now) { check_rules<many, 3>(now); });
}
TEST_CASE("the types of results have the sizes of the values, for expressions of names") {
  at_random_sizes(25, [](const sizes_now& now) { check_rules<2 * n, m + k>(now); });
  at_random_sizes(25, [](const sizes_now& now) { check_rules<many - 1, n>(now); });
  CHECK(rows.size() >= 400);
}
