// SPDX-License-Identifier: BSL-1.0
// Eigen maps of tensors and views, and views of Eigen matrices, with shared memory.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <stria/interop/eigen.hpp>

#include <Eigen/Dense>

#include <complex>
#include <concepts>
#include <string>
#include <utility>

using namespace stria;
using Eigen::Dynamic;
using test::counted, test::list;

namespace {

using stria::index; // hides the function of <strings.h>, which Eigen includes

inline constexpr dim rows{"rows"}, columns{"columns"};

template <class T, int R, int C>
using by_rows =
    Eigen::Matrix<T, R, C, R != 1 && C == 1 ? int(Eigen::ColMajor) : int(Eigen::RowMajor)>;

/// The elements read by Eigen, row by row.
template <class M> auto read(const M& m) {
  list<typename M::Scalar> v;
  for (index i = 0; i < m.rows(); ++i)
    for (index j = 0; j < m.cols(); ++j)
      v.push_back(m(i, j));
  return v;
}

template <class X> using result_of_as_eigen = decltype(as_eigen(std::declval<X>()));
template <class X> using result_of_as_view = decltype(as_view(std::declval<X>()));
template <class R> constexpr bool refused_call = stria::detail::is_refused<R>;

TEST_CASE("a tensor is an Eigen map without strides") {
  auto a = counted(tensor<float, 2, 3>());
  auto m = as_eigen(a);
  STATIC_REQUIRE(std::same_as<decltype(m), Eigen::Map<by_rows<float, 2, 3>>>);
  CHECK(m.data() == a.data());
  CHECK(read(m) == list<float>{0, 1, 2, 3, 4, 5});

  auto b = counted(tensor<double, dyn, 3>(4));
  STATIC_REQUIRE(std::same_as<decltype(as_eigen(b)), Eigen::Map<by_rows<double, Dynamic, 3>>>);
  CHECK(as_eigen(b).data() == b.data());
  CHECK(as_eigen(b).rows() == 4);
  CHECK(as_eigen(b)(3, 1) == 10);

  const auto c = counted(tensor<int, rows, columns>(2, 2));
  STATIC_REQUIRE(
      std::same_as<decltype(as_eigen(c)), Eigen::Map<const by_rows<int, Dynamic, Dynamic>>>);
  CHECK(as_eigen(c).data() == c.data());
  CHECK(as_eigen(c).sum() == 6);

  dtensor<std::complex<double>, 1> d{0., 1., 2., 3., 4.};
  STATIC_REQUIRE(std::same_as<decltype(as_eigen(d)),
                              Eigen::Map<Eigen::Matrix<std::complex<double>, Dynamic, 1>>>);
  CHECK(as_eigen(d).size() == 5);
  CHECK(as_eigen(d).sum() == std::complex<double>(10));

  // Eigen does not support row-major column vectors or column-major row vectors.
  tensor<float, 4, 1> column;
  tensor<float, 1, 4> row;
  STATIC_REQUIRE(std::same_as<decltype(as_eigen(column)), Eigen::Map<Eigen::Matrix<float, 4, 1>>>);
  STATIC_REQUIRE(std::same_as<decltype(as_eigen(row)), Eigen::Map<Eigen::Matrix<float, 1, 4>>>);
  tensor<float, 1, 1> one{{7.F}};
  CHECK(as_eigen(one)(0, 0) == 7.F);
}

TEST_CASE("assigning to a map writes to the tensor") {
  auto a = counted(dtensor<double, 2>(2, 3));
  auto b = counted(tensor<double, 3, 2>());
  tensor<double, 2, 2> c;
  as_eigen(c) = as_eigen(a) * as_eigen(b);
  CHECK(test::values(c) == list<double>{10, 13, 28, 40});
  CHECK(test::values(matmul(a, b)) == test::values(c));
  // Eigen uses a temporary for a product that reads its target.
  as_eigen(c) = as_eigen(c) * as_eigen(c);
  CHECK(test::values(c) == list<double>{464, 650, 1400, 1964});
  as_eigen(a).array() += 1.0;
  CHECK(test::values(a) == list<double>{1, 2, 3, 4, 5, 6});
  as_eigen(a).row(1).setZero();
  CHECK(sum(a) == 6.0);
}

TEST_CASE("views are maps with their strides") {
  auto a = counted(tensor<int, 4, 6>());
  // Known strides.
  auto part = as_eigen(a[range(_1, _3), range(_0, _, _2)]);
  STATIC_REQUIRE(
      std::same_as<decltype(part), Eigen::Map<by_rows<int, 2, 3>, 0, Eigen::Stride<6, 2>>>);
  CHECK(part.data() == a.data() + 6);
  CHECK(read(part) == list<int>{6, 8, 10, 12, 14, 16});
  auto block = as_eigen(a[range(_1, _3), range(_2, _5)]);
  STATIC_REQUIRE(
      std::same_as<decltype(block), Eigen::Map<by_rows<int, 2, 3>, 0, Eigen::OuterStride<6>>>);
  CHECK(read(block) == list<int>{8, 9, 10, 14, 15, 16});
  auto whole = as_eigen(a[range(_1, _3)]);
  STATIC_REQUIRE(std::same_as<decltype(whole), Eigen::Map<by_rows<int, 2, 6>>>);
  CHECK(whole.sum() == 6 * 6 + 15 + 6 * 12 + 15);

  // A column of a matrix.
  auto column = as_eigen(a[_, _1]);
  STATIC_REQUIRE(std::same_as<decltype(column),
                              Eigen::Map<Eigen::Matrix<int, 4, 1>, 0, Eigen::InnerStride<6>>>);
  CHECK(read(column) == list<int>{1, 7, 13, 19});

  // Run-time steps.
  dtensor<int, 2> d = a;
  auto run = as_eigen(d[range(0, _, 2), range(1, _, 3)]);
  STATIC_REQUIRE(run.InnerStrideAtCompileTime == Dynamic);
  CHECK(read(run) == list<int>{1, 4, 13, 16});
  run.setConstant(-1);
  CHECK(d[2, 4] == -1);
  CHECK(sum(d) == sum(a) - 34 - 4);

  // Columns without gaps: column-major.
  auto t = as_eigen(transpose(a));
  STATIC_REQUIRE(std::same_as<decltype(t), Eigen::Map<Eigen::Matrix<int, 6, 4>>>);
  CHECK(t.data() == a.data());
  CHECK(read(t) == test::values(transpose(a)));
  auto td = as_eigen(transpose(d));
  STATIC_REQUIRE(!td.IsRowMajor);
  CHECK(read(td) == test::values(transpose(d)));
}

TEST_CASE("negative strides in Eigen") {
  auto a = counted(tensor<int, 3, 4>());
  CHECK(read(as_eigen(a[rev(), rev()])) == list<int>{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(read(as_eigen(a[_, rev()])) == test::values(a[_, rev()]));
  CHECK(read(as_eigen(a[rev(), range(_, _, 2)])) == list<int>{8, 10, 4, 6, 0, 2});
  // Sums and products. Eigen vectorises these if the inner stride is 1.
  auto v = counted(dtensor<float, 1>(101));
  CHECK(as_eigen(v[rev()]).sum() == 5050.F);
  CHECK(as_eigen(v[rev()]).dot(as_eigen(v)) == test::Approx(166650.0));
  auto b = counted(dtensor<double, 2>(17, 19));
  const Eigen::MatrixXd p = as_eigen(b[rev(), rev()]) * as_eigen(transpose(b));
  CHECK(read(p) == test::values(matmul(b[rev(), rev()], transpose(b))));
  as_eigen(v[rev()]).head(3) << 1, 2, 3;
  CHECK(v[100] == 1.F);
  CHECK(v[98] == 3.F);
  // A step of 0.
  const dtensor<float, 1> row{1.F, 2.F};
  CHECK(read(as_eigen(broadcast_to(row, 3, 2))) == list<float>{1, 2, 1, 2, 1, 2});
}

TEST_CASE("empty tensors in Eigen") {
  dtensor<float, 2> none(0, 3);
  CHECK(as_eigen(none).rows() == 0);
  CHECK(as_eigen(none).sum() == 0.F);
  tensor<float, 0> empty;
  CHECK(as_eigen(empty).size() == 0);
  CHECK(as_eigen(none[_, rev()]).cols() == 3);
}

TEST_CASE("an Eigen matrix is a view") {
  Eigen::MatrixXd m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  auto v = as_view(m);
  STATIC_REQUIRE(decltype(v)::layout.strides[0] == 1);
  CHECK(v.data() == m.data());
  CHECK(test::shape(v) == list<index>{2, 3});
  CHECK(test::values(v) == list<double>{1, 2, 3, 4, 5, 6});
  CHECK(test::evaluated(v) == list<double>{1, 2, 3, 4, 5, 6});
  CHECK(test::values(sum(v, _0)) == list<double>{5, 7, 9});
  v[_, 1] = 0.0;
  CHECK(m.col(1).sum() == 0);
  v = transpose(tensor{{1., 2.}, {3., 4.}, {5., 6.}});
  CHECK(m(0, 2) == 5);

  const Eigen::Matrix<int, 2, 3, Eigen::RowMajor> k{{1, 2, 3}, {4, 5, 6}};
  auto kv = as_view(k);
  STATIC_REQUIRE(std::same_as<decltype(kv.data()), const int*>);
  STATIC_REQUIRE(decltype(kv)::extents == static_shape<2>{{2, 3}});
  STATIC_REQUIRE(decltype(kv)::layout.strides[0] == 3);
  CHECK(test::values(kv[rev()]) == list<int>{4, 5, 6, 1, 2, 3});

  Eigen::VectorXf x = Eigen::VectorXf::LinSpaced(5, 0, 4);
  Eigen::RowVector3f y(1, 2, 3);
  STATIC_REQUIRE(decltype(as_view(x))::rank == 1);
  STATIC_REQUIRE(decltype(as_view(y))::extents == static_shape<1>{{3}});
  CHECK(sum(as_view(x)) == 10.F);
  CHECK(test::values(as_view(y) * as_view(y)) == list<float>{1, 4, 9});

  Eigen::ArrayXXi a = Eigen::ArrayXXi::Constant(3, 3, 2);
  as_view(a)[1, 1] = 9;
  CHECK(a.sum() == 25);
}

TEST_CASE("maps, blocks, rows and transposes are views with their strides") {
  Eigen::MatrixXi m(4, 5);
  for (int i = 0; i < 20; ++i)
    m(i / 5, i % 5) = i;
  CHECK(test::values(as_view(m.block(1, 2, 2, 3))) == list<int>{7, 8, 9, 12, 13, 14});
  CHECK(test::values(as_view(m.row(2))) == list<int>{10, 11, 12, 13, 14});
  CHECK(test::values(as_view(m.diagonal())) == list<int>{0, 6, 12, 18});
  CHECK(test::values(as_view(m.transpose())[0]) == list<int>{0, 5, 10, 15});
  CHECK(test::values(as_view(m.array())[3]) == list<int>{15, 16, 17, 18, 19});
  as_view(m.bottomRows<1>()) = 0;
  CHECK(m.sum() == 105);

  list<int> memory{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  Eigen::Map<Eigen::Matrix<int, 2, 2>, 0, Eigen::Stride<Dynamic, Dynamic>> map(
      memory.data() + 11, 2, 2, Eigen::Stride<Dynamic, Dynamic>(-6, -2));
  CHECK(test::values(as_view(map)) == list<int>{11, 5, 9, 3});
  CHECK(as_view(map).storage().data() == memory.data() + 3);
  CHECK(as_view(map).storage().size() == 9);
  Eigen::Ref<Eigen::MatrixXi> ref(m);
  CHECK(as_view(ref).data() == m.data());
  Eigen::MatrixXcd z = Eigen::MatrixXcd::Constant(2, 2, {1, 3});
  as_view(z.imag()) = 5.0;
  CHECK(z(1, 1) == std::complex<double>(1, 5));
  CHECK(as_view(Eigen::MatrixXi(0, 3).eval().block(0, 0, 0, 3)).size() == 0);
}

TEST_CASE("converting to Eigen and back refers to the same memory") {
  auto a = counted(tensor<double, 3, dyn>(4));
  auto back = as_view(as_eigen(a[_, range(1, _, 2)]));
  CHECK(back.data() == a.data() + 1);
  CHECK(test::values(back) == list<double>{1, 3, 5, 7, 9, 11});
  CHECK(shares_storage(back, a));
  Eigen::Matrix3d m = Eigen::Matrix3d::Identity();
  auto map = as_eigen(as_view(m));
  STATIC_REQUIRE(std::same_as<decltype(map), Eigen::Map<Eigen::Matrix3d>>);
  CHECK(map.data() == m.data());
  // Overlap is also detected for views of Eigen objects.
  as_view(m)[range(1, _)] = as_view(m)[range(_, -1)];
  CHECK(read(m) == list<double>{1, 0, 0, 1, 0, 0, 0, 1, 0});
}

TEST_CASE("dangling views do not compile") {
  using matrix = tensor<float, 2, 3>;
  STATIC_REQUIRE(refused_call<result_of_as_eigen<matrix>>);
  STATIC_REQUIRE(refused_call<result_of_as_eigen<const matrix>>);
  STATIC_REQUIRE(!refused_call<result_of_as_eigen<matrix&>>);
  STATIC_REQUIRE(!refused_call<result_of_as_eigen<const matrix&>>);
  STATIC_REQUIRE(!refused_call<result_of_as_eigen<decltype(std::declval<matrix&>()[_1])>>);
  STATIC_REQUIRE(refused_call<result_of_as_eigen<decltype(std::declval<matrix&>() * 2.F)>>);
  STATIC_REQUIRE(refused_call<result_of_as_eigen<tensor<float, 2, 2, 2>&>>);
  STATIC_REQUIRE(refused_call<result_of_as_eigen<tensor<float>&>>);

  using dense = Eigen::MatrixXd;
  STATIC_REQUIRE(refused_call<result_of_as_view<dense>>);
  STATIC_REQUIRE(refused_call<result_of_as_view<const dense>>);
  STATIC_REQUIRE(!refused_call<result_of_as_view<dense&>>);
  STATIC_REQUIRE(refused_call<result_of_as_view<Eigen::Ref<const dense>>>);
  STATIC_REQUIRE(!refused_call<result_of_as_view<Eigen::Ref<dense>>>);
  STATIC_REQUIRE(!refused_call<result_of_as_view<Eigen::Map<dense>>>);
  STATIC_REQUIRE(
      refused_call<result_of_as_view<decltype(std::declval<dense&>() + std::declval<dense&>())>>);
  STATIC_REQUIRE(refused_call<result_of_as_view<decltype(std::declval<dense&>().reverse())>>);
}

} // namespace

TEST_CASE("as_view accepts Eigen objects as well as pointers and containers") {
  Eigen::MatrixXd m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  const auto v = as_view(m);
  CHECK(v.strides() == std::array<stria::index, 2>{1, 2});
  CHECK(test::values(as_view(m.data(), {m.rows(), m.cols()}, column_major)) == test::values(v));
  Eigen::VectorXd x(6);
  x << 1, 2, 3, 4, 5, 6;
  CHECK(as_view(x).shape() == std::array<stria::index, 1>{6});
  std::vector<double> c{1, 4, 2, 5, 3, 6};
  CHECK(test::values(as_view(c, {2, 3}, column_major)) == test::values(v));
  CHECK(as_view(c)[1] == 4.);
  CHECK(test::values(as_view(std::span(c), {2, 3}, {1, 2})) == test::values(v));
  Eigen::ArrayXXf a = Eigen::ArrayXXf::Constant(2, 2, 3.f);
  CHECK(sum(as_view(a)) == 12.f);
}
