// SPDX-License-Identifier: BSL-1.0
// The workloads with matrices and arrays of Eigen, on the memory that all libraries share.
#include "peers.hpp"

#include <Eigen/Dense>

#include <algorithm>

namespace {

using bench::index;
using bench::problem;

template <class T> using vector = Eigen::Array<T, Eigen::Dynamic, 1>;
template <class T> using table = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class X> using map = Eigen::Map<X, Eigen::Aligned64>;

template <class T>
void vectors(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const index n = p.n0;
  const auto add = [&](auto f) { to.push_back(bench::make_contestant("eigen", std::move(f))); };
  map<vector<T>> r(p.r, n);
  map<const vector<T>> a(p.a, n), b(p.b ? p.b : p.a, n), c(p.c ? p.c : p.a, n);
  if (id == "W1")
    add([=]() mutable { r = a * b + c * T(2) - a; });
  if (id == "W2")
    add([=]() mutable { r = a.exp() * b.sin() + a.sqrt(); });
  if (id == "W11a")
    add([=]() mutable { r.tail(n - 1) = r.head(n - 1).eval(); });
  if (id == "W11b")
    add([=]() mutable { r.head(n - 1) = r.tail(n - 1); });
  if (id == "W14a")
    add([=]() mutable { r = (a > T(0)).select(T(0), r); });
  if (id == "W14c")
    add([=]() mutable { r = (a > b).select(a, b); });
  if (id == "N1")
    add([=]() mutable { r = a * b + c; });
  if (id == "N2")
    add([=]() mutable {
      const vector<T> fresh = a * b + c;
      std::copy(fresh.data(), fresh.data() + n, p.r);
    });
  if (id == "N3")
    add([=]() mutable { r.head(4) = a.segment(2, 4) + b.reverse().segment(2, 4); });
  if (id == "N4")
    add([=]() mutable { *p.r = (a * b).sum(); });
  if (id == "W16b")
    add([=]() mutable {
      using eight = Eigen::Matrix<T, 8, 8, Eigen::RowMajor>;
      for (index i = 0; i < n; ++i)
        map<eight>(p.r + 64 * i).noalias() =
            map<const eight>(p.a + 64 * i) * map<const eight>(p.b + 64 * i);
    });
}

template <class T>
void matrices(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  const index n0 = p.n0, n1 = p.n1;
  const auto add = [&](auto f) { to.push_back(bench::make_contestant("eigen", std::move(f))); };
  map<table<T>> r(p.r, n0, n1);
  map<const table<T>> a(p.a, n0, n1), b(p.b ? p.b : p.a, n0, n1);
  map<const vector<T>> row(p.b ? p.b : p.a, n1), column(p.b ? p.b : p.a, n0);
  map<vector<T>> rows(p.r, n0), columns(p.r, n1);
  if (id == "W3")
    add([=]() mutable { *p.r = (a - b).square().sum(); });
  if (id == "W4")
    add([=]() mutable { r = a.rowwise() + row.transpose(); });
  if (id == "W4c")
    add([=]() mutable { r = a.colwise() + column; });
  if (id == "W5b")
    add([=]() mutable { r = a.colwise() / a.rowwise().sum(); });
  if (id == "W9a")
    add([=]() mutable {
      r.block(1, 1, n0 - 2, n1 - 2) =
          T(0.25) * (a.block(0, 1, n0 - 2, n1 - 2) + a.block(2, 1, n0 - 2, n1 - 2) +
                     a.block(1, 0, n0 - 2, n1 - 2) + a.block(1, 2, n0 - 2, n1 - 2));
    });
  if (id == "W9b")
    add([=]() mutable {
      r.block(1, 1, n0 - 2, n1 - 2) =
          (T(0.25) * (r.block(0, 1, n0 - 2, n1 - 2) + r.block(2, 1, n0 - 2, n1 - 2) +
                      r.block(1, 0, n0 - 2, n1 - 2) + r.block(1, 2, n0 - 2, n1 - 2)))
              .eval();
    });
  if (id == "W10a")
    add([=]() mutable { r = b.transpose(); });
  if (id == "W10b")
    add([=]() mutable { r = a + b.transpose(); });
  if (id == "W12p" || id == "W13p") {
    const std::vector<index> idx(p.i, p.i + n0);
    if (id == "W12p")
      add([=]() mutable { r = a(idx, Eigen::all); });
    else
      add([=]() mutable { r(idx, Eigen::all) = a; });
  }
  if (id == "W12q")
    add([=]() mutable {
      map<vector<T>>(p.r, n0 * n1) =
          vector<T>::NullaryExpr(n0 * n1, [=](index k) { return a.coeff(p.i[k], p.j[k]); });
    });
  if (id == "W15")
    add([=]() mutable { *p.r = a.sum(); });
  if (id == "W15a")
    add([=]() mutable { columns = a.colwise().sum().transpose(); });
  if (id == "W15b")
    add([=]() mutable { rows = a.rowwise().sum(); });
  if (id == "W15h")
    add([=]() mutable { *p.r = a.template maxCoeff<Eigen::PropagateNaN>(); });
  if (id == "W15d")
    add([=]() mutable {
      index i = 0, k = 0;
      a.maxCoeff(&i, &k);
      *p.place = i * n1 + k;
    });
  if (id == "W16a")
    add([=]() mutable { r.matrix().noalias() = a.matrix() * b.matrix(); });
}

template <class T, int N>
void fixed(bool product, const problem<T>& p, std::vector<bench::contestant>& to) {
  using matrix = Eigen::Matrix<T, N, N, Eigen::RowMajor>;
  Eigen::Map<matrix> r(p.r);
  Eigen::Map<const matrix> a(p.a), b(p.b);
  if (product)
    to.push_back(
        bench::make_contestant("eigen", [=]() mutable { r = a * b + T(2) * a - b.transpose(); }));
  else
    to.push_back(bench::make_contestant(
        "eigen", [=]() mutable { r = a.cwiseProduct(b) + T(2) * a - b.transpose(); }));
}

template <class T>
void all(const std::string& id, const problem<T>& p, std::vector<bench::contestant>& to) {
  if (id == "S1" || id == "S2")
    fixed<T, 3>(id == "S2", p, to);
  else if (id == "S3" || id == "S4")
    fixed<T, 4>(id == "S4", p, to);
  else if (p.n2 == 1 && p.n1 > 1)
    matrices(id, p, to);
  else if (p.n2 == 1)
    vectors(id, p, to);
}

const bench::enter entered(all<float>, all<double>);

} // namespace
