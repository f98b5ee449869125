// SPDX-License-Identifier: BSL-1.0
// numpy/named_extents.cpp: the extents of results are expressions of the names of the operands, and
// always have the sizes of the values.
#include "../support/catch.hpp"

#include <stria/any_tensor.hpp>
#include <stria/shape/agreement.hpp>
#include <stria/stria.hpp>

#include <sstream>
#include <string>

using namespace stria;

namespace {

inline constexpr dim rows{"n"}, columns{"m"}, depth{"k"}, several{"several", at_least<3>};

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

namespace {

template <class Error, class F> std::string said_by(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const stria::error&>(e).what();
  }
  return "nothing was thrown";
}

// Extents of members and parameters.
struct grid {
  tensor<int, rows, columns> u;
  tensor<int, rows - 1, columns> d = u[range(_1, _)] - u[range(_, -_1)];
};
template <extent N> index pairs_of(const tensor<int, N>& a, const tensor<int, N - 1>& b) {
  static_assert(N == extent(rows) || N == columns + 1);
  return a.size() + b.size();
}
index total(const tensor<int, rows, columns>& a, const tensor<int, rows - 1, columns>& b) {
  return sum(a) + sum(b);
}
template <extent... E> std::string extents_of_tensor(const tensor<int, E...>& t) { return repr(t); }

} // namespace

TEST_CASE("unnamed drops the names of operands and of targets") {
  tensor<int, rows, columns> u(3, 2);
  tensor<int, columns, rows> w(2, 3);
  tensor<int, rows, 4> s(3);
  u = 1;
  w = 2;
  has_extents<dyn, dyn>(unnamed(u), 3, 2);
  has_extents<dyn, dyn>(unnamed(u + 1), 3, 2);
  has_extents<dyn, 4>(unnamed(s), 3, 2);
  has_extents<dyn>(unnamed(u[range(_1, _), 0]), 3, 2);
  has_extents<dyn>(unnamed(tensor<int, rows>(3)), 3, 2);
  has_extents<dyn, dyn>(unnamed(unnamed(std::as_const(u))), 3, 2);
  has_extents<3, 4>(unnamed(tensor<int, 3, 4>()), 3, 2);

  unnamed(u)[range(_1, _)] += u[range(_, -_1)];
  unnamed(u[range(_, -_1)]) += 10 * unnamed(w[range(_1, _), range(1, 3)])[_, rev()][0];
  CHECK(all_of(u == tensor{{21, 21}, {22, 22}, {2, 2}}));
  CHECK(said_by<shape_error>([&] { unnamed(u) += w; }).find("(3, 2)") != std::string::npos);
  unnamed(u) = transpose(unnamed(w)) * 2; // sizes are not changed
  CHECK(all_of(unnamed(u) == 4));
  tensor<int> alone(7);
  CHECK(unnamed(alone) == 7);
}

TEST_CASE("a tensor is made from the sizes of the names in its extents") {
  const tensor<int, rows - 1, 2 * columns, 3> t(columns(4), rows(6));
  CHECK((t.extent(0) == 5 && t.extent(1) == 8 && t.extent(2) == 3));
  CHECK(tensor<int, rows - 1>(rows(0)).size() == 0);
  CHECK(tensor<int, ceil_div(rows, 2), rows / 2>(rows(5)).extent(0) == 3);
  CHECK(tensor<int, rows / 2 + 1>(rows(std::size_t{5})).size() == 3);
  using wanted = tensor<int, rows - 1, 2 * columns>;
  CHECK(said_by<value_error>([] { wanted(rows(5)); }) ==
        "stria: a tensor of the extents (n - 1, 2 * m) cannot be made from the sizes of the names: "
        "2 * m does not follow from them, or is too large");
  CHECK(said_by<value_error>([] { wanted(rows(5), columns(1), depth(3)); }) ==
        "stria: a tensor of the extents (n - 1, 2 * m) has no k, whose size is given");
  CHECK(said_by<value_error>([] { wanted(rows(5), columns(1), columns(2)); }) ==
        "stria: a tensor of the extents (n - 1, 2 * m) cannot be made: a name has two sizes, or a "
        "negative one");
  CHECK(said_by<value_error>([] { tensor<int, columns>(columns(-1)); }).ends_with("negative one"));
  CHECK(
      said_by<shape_error>([] { tensor<int, several>(several(2)); }) ==
      "stria: a tensor of the extents (several,) cannot have the shape (2,): several has at least "
      "3 elements");
  CHECK(
      said_by<shape_error>([] { tensor<int, rows, rows - 1>(5, 5); }) ==
      "stria: a tensor of the extents (n, n - 1) cannot have the shape (5, 5): n - 1 cannot be 5");
}

TEST_CASE("reshape to named extents") {
  tensor<int, rows * columns> flat(6);
  flat = arange(6);
  has_extents<rows, columns>(reshape<rows, columns>(flat, 3, 2), 3, 2);
  has_extents<rows, columns>(reshape<rows, columns>(flat, -1, 2), 3, 2);
  has_extents<rows, columns>(reshape<rows, columns>(flat + 1, rows(3), columns(2)), 3, 2);
  has_extents<rows, 2>(reshape<rows, 2>(tensor<int, 6>(), 3), 3, 2);
  has_extents<2, 3>(reshape<2, 3>(flat), 3, 2);
  tensor<int, rows, columns> u(3, 2);
  has_extents<columns, rows>(reshape<columns, rows>(u), 3, 2);
  has_extents<columns * rows>(reshape<rows * columns>(u), 3, 2);
  reshape<rows, columns>(flat, 3, 2) += 1;
  u = reshape<rows, columns>(flat, 3, 2);
  CHECK(all_of(u == tensor{{1, 2}, {3, 4}, {5, 6}}));
  CHECK(said_by<shape_error>([&] { reshape<rows, columns>(flat, 3, 3); }).find("(3, 3)") !=
        std::string::npos);
  CHECK(said_by<value_error>([&] { reshape<rows, columns>(flat); }).find("n does not follow") !=
        std::string::npos);
  CHECK(said_by<shape_error>([&] { reshape<2 * rows>(tensor<int, dyn>(5), 5); }) ==
        "stria: a tensor of the extents (2 * n,) cannot have the shape (5,): 2 * n cannot be 5");
  static_assert([] {
    tensor<int, rows * columns> t(6);
    return reshape<rows, columns>(t, 3, 2).extent(0);
  }() == 3);
}

TEST_CASE("variables, parameters and members have extents that are expressions") {
  grid g{tensor<int, rows, columns>{{1, 2}, {4, 6}}};
  CHECK(all_of(g.d == tensor{{3, 4}}));
  CHECK(total(g.u, diff(g.u, _0)) == 20);
  tensor<int, rows> v(4);
  tensor<int, columns + 1> w(3);
  CHECK(pairs_of(v, diff(v, _0)) == 7);
  CHECK(pairs_of<columns + 1>(w, w[range(_1, _)]) == 5);
  g.d = g.u[range(_1, _)];
  CHECK(said_by<shape_error>([&] {
          total(tensor<int, rows, columns>(3, 2), tensor<int, rows - 1, columns>(2, 4));
        }) == "nothing was thrown"); // the sizes of two parameters are not compared
}

TEST_CASE("texts show the extents") {
  const tensor<int, rows - 1, 2 * columns + 1> t(1, 3);
  CHECK(repr(t) == "tensor<int, n - 1, 2 * m + 1>([[0, 0, 0]], shape=(n - 1=1, 2 * m + 1=3))");
  CHECK(extents_of_tensor(t) == repr(t));
  CHECK(repr(tensor<int, columns * rows - rows>(2)) ==
        "tensor<int, m * n - n>([0, 0], shape=(m * n - n=2,))");
  CHECK(repr(tensor<int, extent(7) - rows>(2)) == "tensor<int, 7 - n>([0, 0], shape=(7 - n=2,))");
  std::ostringstream out;
  out << explain(tensor<int, rows>::extents, range(_1, _));
  CHECK(out.str().find("n - 1") != std::string::npos);
}

TEST_CASE("any_tensor keeps the sizes of expressions of names") {
  tensor<int, rows, columns> u{{1, 2}, {4, 6}};
  const any_tensor<int> any = u[range(_1, _)] - u[range(_, -_1)];
  const tensor<int, rows - 1, columns> d = rank_cast<2>(any);
  CHECK(all_of(d == tensor{{3, 4}}));
  const tensor<int, rows, rows - 1> square(2, 1);
  const any_tensor<int> shared = square;
  CHECK(said_by<shape_error>([&] {
          const tensor<int, columns, columns> t = rank_cast<2>(shared);
        }) == "stria: a tensor of the extents (m, m) cannot have the shape (2, 1): m cannot be 1");
}
