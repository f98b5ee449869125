// SPDX-License-Identifier: BSL-1.0
// shares_storage: whether two tensors or views refer to one storage.
#include "catch.hpp"
#include "values.hpp"

#include <stria/tensor/storage.hpp>

using namespace stria;

TEST_CASE("views share the storage of their tensor") {
  auto t = test::counted(dtensor<int, 2>(3, 4)), u = t;
  CHECK(shares_storage(t, t));
  CHECK(shares_storage(t, t[_1]));
  CHECK(shares_storage(t[_1], t));
  CHECK(shares_storage(t[_1], t[_2]));
  CHECK(shares_storage(t[_, _0], t[_, _1]));
  CHECK(shares_storage(t[range(_, _, 2)], t[range(1, _, 2)]));
  CHECK(shares_storage(t[rev()][_0], t));
  CHECK(shares_storage(transpose(t), t));
  CHECK(shares_storage(std::as_const(t), t[_0]));
  CHECK(shares_storage(std::as_const(t)[_1], t[_0]));
  CHECK(shares_storage(t[range(1, 1)], t));
  CHECK_FALSE(shares_storage(t, u));
  CHECK_FALSE(shares_storage(t[_1], u[_1]));
  CHECK_FALSE(shares_storage(t, eval(t)));
  CHECK_FALSE(shares_storage(t, eval(t[_1])));
  u = t;
  CHECK_FALSE(shares_storage(t, u));
  u = std::move(t);
  CHECK_FALSE(shares_storage(t, u));
}

TEST_CASE("empty tensors share no storage") {
  dtensor<int, 1> none, empty(0);
  tensor<int, 0> also_none;
  CHECK_FALSE(shares_storage(none, empty));
  CHECK_FALSE(shares_storage(none, none));
  CHECK_FALSE(shares_storage(also_none, none));
}

TEST_CASE("adjacent memory is not shared") {
  struct pair {
    tensor<int, 4> first;
    tensor<int, 4> second;
  } p;
  CHECK_FALSE(shares_storage(p.first, p.second));
  CHECK_FALSE(shares_storage(p.second, p.first));
  CHECK(shares_storage(p.second[range(1, _)], p.second));
  tensor<double, 4> d;
  tensor<int, 4> i;
  CHECK_FALSE(shares_storage(d, i));
}

namespace {

constexpr bool shared_in_a_constant_expression() {
  tensor<int, 2, 3> a;
  dtensor<int, 1> b(4), c(4);
  return shares_storage(a, a[_1]) && !shares_storage(b, c) && shares_storage(b[rev()], b);
}
static_assert(shared_in_a_constant_expression());

} // namespace
