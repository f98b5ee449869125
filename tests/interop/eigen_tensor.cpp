// SPDX-License-Identifier: BSL-1.0
// Eigen::TensorMap of tensors and views, and views of Eigen tensors.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <stria/interop/eigen.hpp>
#include <stria/interop/eigen_tensor.hpp>

#include <array>
#include <concepts>
#include <utility>

namespace {

using namespace stria;
using stria::index;
using test::counted, test::list;

template <class R> constexpr bool refused_call = stria::detail::is_refused<R>;
template <class X> using result = decltype(as_eigen_tensor(std::declval<X>()));
template <class X>
concept has_view = requires { as_view(std::declval<X>()); };

TEST_CASE("tensors as Eigen tensor maps") {
  auto a = counted(tensor<float, 2, 3, dyn>(4));
  auto m = as_eigen_tensor(a);
  STATIC_REQUIRE(
      std::same_as<decltype(m), Eigen::TensorMap<Eigen::Tensor<float, 3, Eigen::RowMajor, index>>>);
  CHECK(m.data() == a.data());
  CHECK(m(1, 2, 3) == 23.F);
  CHECK(m.dimension(2) == 4);
  tensor<float, 4, 2, 3> b;
  as_eigen_tensor(b) = as_eigen_tensor(std::as_const(a)).shuffle(std::array{2, 0, 1});
  CHECK(test::values(b) == test::values(transpose(a, _2, _0, _1)));
  as_eigen_tensor(b[1]) = as_eigen_tensor(b[2]) * 2.F;
  CHECK(test::values(b[1]) == test::values(b[2] * 2.F));
  dtensor<int, 2> none(0, 3);
  CHECK(as_eigen_tensor(none).size() == 0);
  tensor<int> point = 3;
  CHECK(as_eigen_tensor(point)() == 3);
}

TEST_CASE("a tensor map has no strides") {
  dtensor<int, 2> a(3, 4);
  CHECK(as_eigen_tensor(a[range(1, 3)]).data() == a.data() + 4);
  CHECK_THROWS_WITH(as_eigen_tensor(a[_, range(1, 3)]),
                    test::contains("shape (3, 2) is not contiguous"));
  CHECK_THROWS_AS(as_eigen_tensor(a[rev()]), value_error);
  STATIC_REQUIRE(refused_call<result<tensor<int, 2>>>);
  STATIC_REQUIRE(refused_call<result<decltype(a + 1)>>);
  STATIC_REQUIRE(!refused_call<result<tensor<int, 2>&>>);
}

TEST_CASE("Eigen tensors as views") {
  Eigen::Tensor<int, 3> by_columns(2, 3, 4);
  Eigen::Tensor<int, 3, Eigen::RowMajor> by_rows(2, 3, 4);
  for (int i = 0; i < 24; ++i)
    by_columns(i / 12, i / 4 % 3, i % 4) = by_rows(i / 12, i / 4 % 3, i % 4) = i;
  CHECK(as_view(by_columns).data() == by_columns.data());
  CHECK(test::values(as_view(by_columns)) == test::values(counted(tensor<int, 2, 3, 4>())));
  CHECK(test::values(as_view(std::as_const(by_rows))) == test::values(as_view(by_columns)));
  as_view(by_rows)[1, 2, rev()] = tensor{1, 2, 3, 4};
  CHECK(by_rows(1, 2, 0) == 4);
  Eigen::TensorMap<Eigen::Tensor<int, 2>> map(by_columns.data(), 6, 4);
  as_view(map) = 0;
  CHECK(by_columns(1, 2, 3) == 0);
  Eigen::TensorMap<const Eigen::Tensor<int, 2>> fixed(by_columns.data(), 6, 4);
  STATIC_REQUIRE(std::same_as<decltype(as_view(fixed)), dview<const int, 2>>);
  CHECK(sum(as_view(fixed)) == 0);
  using plain = Eigen::Tensor<int, 2>;
  STATIC_REQUIRE((has_view<plain&> && has_view<const plain&>));
  STATIC_REQUIRE((!has_view<plain> && !has_view<const plain>));
}

} // namespace
