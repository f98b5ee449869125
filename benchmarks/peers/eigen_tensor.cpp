// SPDX-License-Identifier: BSL-1.0
// The workloads with the Tensor module of Eigen, on the memory that all libraries share.
#include "peers.hpp"

#include <unsupported/Eigen/CXX11/Tensor>

#include <algorithm>
#include <array>

namespace {

using bench::index;
using bench::problem;

template <class T, int Rank>
using map = Eigen::TensorMap<Eigen::Tensor<T, Rank, Eigen::RowMajor, index>, Eigen::Aligned64>;
template <class T, int Rank>
using const_map =
    Eigen::TensorMap<Eigen::Tensor<const T, Rank, Eigen::RowMajor, index>, Eigen::Aligned64>;
template <int Rank> using sizes = Eigen::array<index, Rank>;

template <class T>
void vectors(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const index n = p.n0;
  const auto add = [&](auto f) {
    to.push_back(bench::make_contestant("eigen-tensor", std::move(f)));
  };
  map<T, 1> r(p.r, n);
  const_map<T, 1> a(p.a, n), b(p.b ? p.b : p.a, n), c(p.c ? p.c : p.a, n);
  if (id == "W1")
    add([=]() mutable { r = a * b + c * T(2) - a; });
  if (id == "W2")
    add([=]() mutable {
      r = a.exp() * b.unaryExpr(Eigen::internal::scalar_sin_op<T>()) + a.sqrt();
    });
  if (id == "W11b")
    add([=]() mutable {
      r.slice(sizes<1>{0}, sizes<1>{n - 1}) = r.slice(sizes<1>{1}, sizes<1>{n - 1});
    });
  if (id == "W14a")
    add([=]() mutable { r = (a > a.constant(T(0))).select(r.constant(T(0)), r); });
  if (id == "W14c")
    add([=]() mutable { r = (a > b).select(a, b); });
  if (id == "W15e")
    add([=]() mutable { r = a.cumsum(0); });
  if (id == "N1")
    add([=]() mutable { r = a * b + c; });
}

template <class T>
void matrices(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const index n0 = p.n0, n1 = p.n1;
  const auto add = [&](auto f) {
    to.push_back(bench::make_contestant("eigen-tensor", std::move(f)));
  };
  map<T, 2> r(p.r, n0, n1);
  const_map<T, 2> a(p.a, n0, n1), b(p.b ? p.b : p.a, n0, n1);
  const_map<T, 1> row(p.b ? p.b : p.a, n1), column(p.b ? p.b : p.a, n0);
  map<T, 1> rows(p.r, n0), columns(p.r, n1);
  map<T, 0> one(p.r);
  const sizes<1> first{0}, second{1};
  if (id == "W3")
    add([=]() mutable { one = (a - b).square().sum(); });
  if (id == "W4")
    add([=]() mutable { r = a + row.reshape(sizes<2>{1, n1}).broadcast(sizes<2>{n0, 1}); });
  if (id == "W4c")
    add([=]() mutable { r = a + column.reshape(sizes<2>{n0, 1}).broadcast(sizes<2>{1, n1}); });
  if (id == "W5b")
    add([=]() mutable {
      r = a / a.sum(second).eval().reshape(sizes<2>{n0, 1}).broadcast(sizes<2>{1, n1});
    });
  if (id == "W6s")
    add([=]() mutable {
      map<T, 2>(p.r, n0, (n1 + 1) / 2) =
          a.stridedSlice(sizes<2>{0, 0}, sizes<2>{n0, n1}, sizes<2>{1, 2});
    });
  if (id == "W9a" || id == "W9b") {
    const sizes<2> inner{n0 - 2, n1 - 2}, from{1, 1};
    if (id == "W9a")
      add([=]() mutable {
        r.slice(from, inner) = (a.slice(sizes<2>{0, 1}, inner) + a.slice(sizes<2>{2, 1}, inner) +
                                a.slice(sizes<2>{1, 0}, inner) + a.slice(sizes<2>{1, 2}, inner)) *
                               T(0.25);
      });
    else
      add([=]() mutable {
        r.slice(from, inner) = ((r.slice(sizes<2>{0, 1}, inner) + r.slice(sizes<2>{2, 1}, inner) +
                                 r.slice(sizes<2>{1, 0}, inner) + r.slice(sizes<2>{1, 2}, inner)) *
                                T(0.25))
                                   .eval();
      });
  }
  const sizes<2> swapped{1, 0};
  if (id == "W10a")
    add([=]() mutable { r = b.shuffle(swapped); });
  if (id == "W10b")
    add([=]() mutable { r = a + b.shuffle(swapped); });
  if (id == "W15")
    add([=]() mutable { one = a.sum(); });
  if (id == "W15a")
    add([=]() mutable { columns = a.sum(first); });
  if (id == "W15b")
    add([=]() mutable { rows = a.sum(second); });
  if (id == "W15h")
    add([=]() mutable { one = a.maximum(); });
  if (id == "W15d")
    add([=]() mutable {
      const Eigen::Tensor<index, 0, Eigen::RowMajor, index> at = a.argmax();
      *p.place = at();
    });
}

template <class T>
void cubes(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const index n0 = p.n0, n1 = p.n1, n2 = p.n2;
  const auto add = [&](auto f) {
    to.push_back(bench::make_contestant("eigen-tensor", std::move(f)));
  };
  if (id == "W6") {
    const_map<T, 3> x(p.a, n0, n1, n2);
    map<T, 3> r(p.r, n0, (n1 + 1) / 2, n2 - 2);
    add([=]() mutable {
      r = x.stridedSlice(sizes<3>{0, 0, 1}, sizes<3>{n0, n1, n2 - 1}, sizes<3>{1, 2, 1});
    });
  }
  if (id == "W7") {
    const_map<T, 3> x(p.a, n0, n1, n2);
    map<T, 3> r(p.r, n0, n1, n2);
    add([=]() mutable { r = x.reverse(Eigen::array<bool, 3>{true, false, true}); });
  }
  if (id == "W8") {
    const_map<T, 2> a(p.a, n0, n2), b(p.b, 2 * n1, n2);
    const_map<T, 3> c(p.c, 3, n1, n2);
    map<T, 3> r(p.r, n0, n1, n2);
    const sizes<3> columns{1, n1, 1}, rows{n0, 1, 1};
    add([=]() mutable {
      r = a.reshape(sizes<3>{n0, 1, n2}).broadcast(columns) *
              b.stridedSlice(sizes<2>{0, 0}, sizes<2>{2 * n1, n2}, sizes<2>{2, 1})
                  .reshape(sizes<3>{1, n1, n2})
                  .broadcast(rows) +
          c.chip(1, 0).reshape(sizes<3>{1, n1, n2}).broadcast(rows);
    });
  }
}

template <class T>
void all(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  if (p.n2 > 1)
    cubes(id, p, to);
  else if (p.n1 > 1)
    matrices(id, p, to);
  else
    vectors(id, p, to);
}

const bench::enter entered(all<float>, all<double>);

} // namespace
